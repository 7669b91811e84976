//! What stands in code as it is: names, values, functions.

use super::{file_of, symbols};

#[test]
fn lodash_comes_last_among_what_is_used() {
    let source = "import _ from 'lodash'; import { a, b } from './a'
        export function pick(it) { for (const x of it) { _.each(x, a); _.get(x); b() } }";
    assert_eq!(
        symbols("src/pick.ts", source),
        [
            "pick: Picks `it`: does `for (x of it) { _.each(x, a); _.get(x); b() }`; uses `a`, `_.each`, `_.get`"
        ]
    );
    assert_eq!(
        file_of("src/run.ts", "import _ from 'lodash'; import { a } from './a'; _.each(a)"),
        "Run, a script: calls `_.each(a)`; uses `a`, `_` (auto)"
    );
}

#[test]
fn what_is_compared_is_told_as_it_stands() {
    let source =
        "import { Platform } from 'react-native'; import { env } from './env'; import { a } from './a'
        export const isIOS26 = Platform.OS === 'ios' && parseInt(Platform.Version as string, 10) >= 26
        export const IS_CLOUD = env.IS_CLOUD === '1'
        export const isNew = !Platform.isOld
        export const usable = a(1) && !IS_CLOUD";
    assert_eq!(
        symbols("src/flags.ts", source),
        [
            "isIOS26: Flag: is IOS26: `Platform.OS === 'ios' && parseInt(Platform.Version as string, 10) >= 26`",
            "IS_CLOUD: Flag: is cloud: whether the environment variable `IS_CLOUD` is `'1'`; used by `usable`",
            "isNew: Flag: is new: `!Platform.isOld`",
            "usable: Usable (flags): `a(1) && !IS_CLOUD`",
        ]
    );
}

#[test]
fn what_an_object_says_it_is_for_is_told() {
    let source = "export const sonarr: IntegrationDefinition = { name: 'Sonarr', iconUrl: 'x', description:
            'Sonarr is a TV series management tool that automates the process of downloading, sorting and renaming.' }
        export const tool = { description: `It lists all. And more` }
        export const short = { description: 'A tool' }";
    assert_eq!(
        symbols("src/sonarr.ts", source),
        [
            "sonarr: Sonarr: of type `IntegrationDefinition`; holds `name: 'Sonarr'`, `iconUrl: 'x'`, `description: 'Sonarr is a TV series management tool that automates the…'`",
            "tool: Tool (sonarr): holds `description: 'It lists all…'`",
            "short: Short (sonarr): holds `description: 'A tool'`",
        ]
    );
}

#[test]
fn constants_are_told_among_others() {
    let types =
        "export const OPEN_READ: number; export const OPEN_WRITE: number; export const OPEN_URI: number;
        export const BUSY: number; export const LOCKED: number; export const NAME: string";
    assert_eq!(
        symbols("lib/db.d.ts", types)[2..],
        [
            "OPEN_URI: Open URI, one of the constants `OPEN_…` of db beside `OPEN_READ`, `OPEN_WRITE`: of type `number`",
            "BUSY: Busy, a constant of db beside `OPEN_URI`, `LOCKED`: of type `number`",
            "LOCKED: Locked, a constant of db beside `BUSY`: of type `number`",
            "NAME: Name, a constant of db: of type `string`",
        ]
    );
    let types = "package dns\nconst TypeAAAA = 1\nconst TypeAXFR = 2\nconst TypeANY = 3";
    assert!(symbols("dns.go", types)[0].contains("`Type…`"));
    let go = "package keys\nconst EnvPort = \"A\"\nconst EnvHost = \"B\"\nconst EnvName = \"C\"\nvar EnvOther = \"D\"";
    assert_eq!(
        symbols("keys.go", go)[..1],
        ["EnvPort: Env port, one of the constants `Env…` beside `EnvHost`, `EnvName`: `\"A\"`"]
    );
    let go = "package keys\nconst EnvPort = \"APP_PORT\"\nconst Host = \"APP_HOST\"";
    assert_eq!(symbols("keys.go", go)[0], "EnvPort: Name of the environment variable `APP_PORT`");
    assert_eq!(
        symbols("headers.ts", "export const REQUEST_ID = 'X-Request-ID'; export const KIND = 'text-html'"),
        [
            "REQUEST_ID: Name of the HTTP header `X-Request-ID`",
            "KIND: Kind (headers), a constant: `'text-html'`"
        ]
    );
    // Names of other things.
    let told = symbols("headers.ts", "export const ENV_STAGING = 'US_WEST'; export const KIND = 'Text-Html'");
    assert_eq!(told[0], "ENV_STAGING: Env staging, a constant of `headers.ts`: `'US_WEST'`");
    assert_eq!(told[1], "KIND: Kind (headers), a constant: `'Text-Html'`");
}

#[test]
fn nothing_dangles_where_a_text_is_cut() {
    let text = format!("{} uses `a`, `b`; used by `c` in `d`", "word ".repeat(75));
    let clean = super::super::clean;
    assert!(clean(&text, 396).ends_with("`b`…"), "{}", clean(&text, 396));
    assert!(clean(&text, 400).ends_with("`b`…"), "{}", clean(&text, 400));
    assert!(clean(&text, 403).ends_with("`c`…"), "{}", clean(&text, 403));
}

#[test]
fn what_gives_one_of_some_texts_says_which() {
    let source = "export const sign = (n: number): 'a' | 'b' => (n > 0 ? 'a' : 'b')
        export function level(n: number) { if (n > 9) { return 'high' } switch (n) { case 1: return 'low'; default: return 'none' } }
        export function other(n: number) { if (n) return 'x'; return n }
        export function some(n: number) { if (n > 1) return 'x'; if (n) return 'y' }
        export function most(n: number) { switch (n) { case 1: if (a) break; return 'x'; default: return 'y' } }
        export function none(n: number) { if (n > 1) return; if (n) { return 'x' } else { return 'y' } }";
    let told = symbols("src/a.ts", source);
    assert_eq!(told[0], "sign: Signs (a): takes `n`; gives one of `a`, `b`");
    assert_eq!(told[1], "level: Level (a): takes `n`; gives one of `high`, `low`, `none`");
    assert!(told[2..].iter().all(|it| !it.contains("one of")), "{told:?}");
    let source = "def kind(n: int) -> str:\n    if n:\n        return 'a' if n > 1 else 'b'\n    return 'c'\n\ndef some(n):\n    if n: return 'a'\n    elif n > 2: return 'b'\n\ndef masked(d): return {k: f(k) for k in d}";
    let told = symbols("app/a.py", source);
    assert_eq!(told[0], "kind: Kind (a): takes `n`; gives one of `a`, `b`, `c` (`str`)");
    assert!(!told[1].contains("one of"), "{}", told[1]);
    assert_eq!(told[2], "masked: Masked: takes `d`; gives `{k: f(k) for k in d}`");
}

#[test]
fn thin_documentation_is_followed_by_what_the_code_says() {
    let source = "package m\n\n// Merge merges multiple configurations.\nfunc Merge(all []C) *C { return nil }\n\n\
                  // Store keeps the certificates of every resolver.\ntype Store interface { Get() }";
    let told = symbols("m/merge.go", source);
    assert_eq!(told[0], "Merge: Merge merges multiple configurations: takes `all`; gives `*C`");
    assert_eq!(told[1], "Store: Store keeps the certificates of every resolver.");
    let source = "from contextlib import contextmanager\n@contextmanager\ndef query_debugger(show):\n    try:\n        yield\n    finally:\n        tell(show)";
    assert_eq!(
        symbols("app/a.py", source)[0],
        "query_debugger: Context manager: query debugger: takes `show`; calls `tell`"
    );
}

#[test]
fn what_is_one_of_some_is_told_with_all_of_them() {
    let source = "import { z } from 'zod';
        export const ZMode = z.enum(['a', 'b', 'c']);
        export type TMode = z.infer<typeof ZMode>;
        export const ZLong = z.enum([\"equals\", \"doesNotEqual\", \"contains\", \"doesNotContain\", \"startsWith\", \"doesNotStartWith\", \"endsWith\", \"doesNotEndWith\", \"isSubmitted\", \"isSkipped\", \"isGreaterThan\"]);
        export type Result<T, E> = { ok: true; data: T } | { ok: false; error: E };";
    assert_eq!(
        symbols("src/error.ts", source),
        [
            "ZMode: Zod schema of mode: one of `a`, `b`, `c`; used by `TMode`",
            "TMode: Mode: the type that `ZMode` describes, one of `a`, `b`, `c`",
            "ZLong: Zod schema of long: one of `equals`, `doesNotEqual`, `contains`, `doesNotContain`, `startsWith`, `doesNotStartWith`, `endsWith`, `doesNotEndWith`, …",
            "Result: Result (error): an object with `ok`, `data` or with `ok`, `error`",
        ]
    );
}

#[test]
fn what_the_environment_says_is_told_by_the_variable() {
    let source = "import { env } from './env'; import { PORT } from './ports';
        export const CONCURRENCY = env.WORKER_CONCURRENCY ?? 1;
        export const HOST = process.env.HOST || 'localhost';
        export const WORKERS = env.WORKERS_COUNT ?? PORT;
        export const SITE = env.SITE;
        export const KEY = import.meta.env.VITE_KEY!;";
    assert_eq!(
        symbols("src/consts.ts", source),
        [
            "CONCURRENCY: Concurrency (consts), a constant: what the environment variable `WORKER_CONCURRENCY` says or `1`",
            "HOST: Host (consts), a constant: what the environment variable `HOST` says or `'localhost'`",
            "WORKERS: Workers (consts), a constant: what the environment variable `WORKERS_COUNT` says or `PORT`",
            "SITE: Site (consts), a constant: what the environment variable `SITE` says",
            "KEY: Key (consts), a constant: what the environment variable `VITE_KEY` says",
        ]
    );
}

#[test]
fn what_a_function_changes_and_loads_is_told() {
    let source = "import { User } from './user'
        export async function rename(id: string, name: string) {
          const user = await User.find(id); user.name = name; await user.save(); return user.id }
        export const register = async () => { if (on) { await import('./node') } }
        export const label = (a: string) => `${a}: all`";
    assert_eq!(
        symbols("src/rename.ts", source),
        [
            "rename: Renames: takes `id`, `name`; gives `(await User.find(id)).id`; sets `user.name`; calls `user.save`",
            "register: Registers (rename): does `if (on) { await import('./node') }`",
            "label: Label (rename): takes `a`; gives `'${a}: all'`",
        ]
    );
}

#[test]
fn tables_are_told_with_what_asks_them() {
    let source = "export function getPosts() { return run() }
        function run() { return sql`select id, x from posts join users on true`.then(() => sql`delete from old where true`) }";
    assert_eq!(
        symbols("src/posts.ts", source)[0],
        "getPosts: Gets posts: reads the tables `posts`, `users`; changes the table `old`; gives `run()`"
    );
    let two = "export function a() { return run() }\nexport function b() {}\nfunction run() { q('select a, b from c') }";
    assert_eq!(symbols("src/posts.ts", two)[0], "a: `a` (posts): gives `run()`");
    let python = "def total(db):\n    return db.run(f'SELECT x FROM posts WHERE id = {db.id}').first()";
    assert_eq!(
        symbols("app/a.py", python)[0],
        "total: Total: takes `db`; reads the table `posts`; gives `db.run(f'SELECT x FROM posts WHERE id = {db.id}').first()`"
    );
}

#[test]
fn what_templates_of_django_are_given_is_called_so() {
    let source = "from django import template\nregister = template.Library()\n@register.filter\ndef hours(value):\n    return value.h()\n\
                  @register.simple_tag(takes_context=True)\ndef logo(context):\n    return context.logo()";
    assert_eq!(
        symbols("app/templatetags/a.py", source)[1..],
        [
            "hours: Filter of templates: hours (templatetags a): takes `value`; gives `value.h()`",
            "logo: Tag of templates: logo (templatetags a): takes `context`; gives `context.logo()`",
        ]
    );
}

#[test]
fn a_hook_waits_for_nothing() {
    let source = "export async function useIt(a: string) { await a.go() }";
    assert_eq!(symbols("src/it.ts", source), ["useIt: Uses it: takes `a`; calls `a.go()`"]);
}

#[test]
fn a_sign_alone_is_no_part_of_what_is_said() {
    let source = "/** @description: A list of all that is there */\nexport function all() {}\n/** ? Words that are asked for later */\nexport const x = f()";
    let told = symbols("src/list.ts", source);
    assert!(told[0].starts_with("all: A list of all that is there"), "{told:?}");
    assert!(told[1].starts_with("x: Words that are asked for later"), "{told:?}");
}

#[test]
fn a_function_that_runs_once_is_no_flag() {
    for (source, expected) in [
        (
            "export const isSlow = (() => { let a = 1; return () => a })()",
            "isSlow: Tells whether it is slow: a function that is made once",
        ),
        (
            "export const isMac = (function () { return a })()",
            "isMac: Flag: is mac: what a function gives that runs once",
        ),
        (
            "export const limits = (() => { return { a } })()",
            "limits: Limits (a): what a function gives that runs once",
        ),
    ] {
        assert_eq!(symbols("a.ts", source), [expected]);
    }
}

#[test]
fn what_something_is_given_of_is_not_given() {
    let names = "import ts from 'ts'; import MyLog, { Log, User } from 'log';";
    for (parameters, expected) in [
        ("node: ts.Node, log: Log", "is given `Log`; uses `ts.Node`"),
        ("private log: Log, level: Log.Level", "is given `Log`"),
        ("private log: Log, level: MyLog.Level", "is given `Log`; uses `MyLog.Level`"),
        ("@InjectModel(User.name) private users: Model<User>", "is made from `users`; uses `User`"),
    ] {
        let source = format!("{names} @Injectable() export class Made {{ constructor({parameters}) {{}} }}");
        assert_eq!(symbols("src/tree.ts", &source)[0], format!("Made: Made (tree), a class: {expected}"));
    }
}

#[test]
fn a_component_that_shows_nothing_says_what_it_does() {
    let source = "export const Plugin = (props: { make: Make; }) => { const app = useApp(); \
                  useLayoutEffect(() => { app.setPlugins({ a: props.make }) }, [app]); return null }";
    assert_eq!(
        symbols("src/Plugin.tsx", source),
        ["Plugin: Plugin component: takes props `make`; calls `app.setPlugins`"]
    );
}

#[test]
fn a_long_chain_of_calls_is_told_by_its_first() {
    let hook = |name: &str| format!(".addHook('{name}', function (request, reply) {{ reply.send() }})");
    let source =
        format!("const app = make()\napp{}{}{}", hook("onRequest"), hook("preParsing"), hook("onClose"));
    assert_eq!(
        file_of("examples/hooks.js", &source),
        "Example of hooks: does `app = make(); app.addHook('onRequest', function (request, reply) { reply.send() }).addHook('preParsing', …).addHook('onClose', …)` (auto)"
    );
}

#[test]
fn a_member_of_a_module_says_of_which() {
    let source = "const mongoose = require('./lib/');\nmodule.exports.set = mongoose.set;\n\
                  module.exports.deep = mongoose.inner.deep";
    assert_eq!(
        symbols("index.js", source),
        ["set: Set: the `set` of `./lib/`", "deep: Deep: taken from `inner` of `./lib/`"]
    );
    let source = "const isArray = require('./isArray');\nexports.isArray = isArray.isArray;\n\
                  exports.registerArray = isArray.registerArray";
    assert_eq!(
        symbols("lib/utils.js", source)[1],
        "registerArray: Registers array: the `registerArray` of `./isArray`"
    );
}

#[test]
fn what_is_beside_the_point_may_stand_behind_a_title() {
    let source = "/** Schema constructor. Do not call it. Turns paths into schemas.\n */\nexport function Schema(a) {}";
    assert_eq!(symbols("src/schema.ts", source), ["Schema: Turns paths into schemas."]);
}

#[test]
fn what_only_looks_alike_is_not_told_as_the_same() {
    for (file, source, expected) in [
        // What it gives is not known where more is done with that, or it comes later.
        (
            "a.ts",
            "export const isSlow = (async () => { return () => true })()",
            "isSlow: Flag: is slow, a constant of `a.ts`",
        ),
        ("a.ts", "export const app = (() => { return a })().listen(1)", "app: App, a constant of `a.ts`"),
        (
            "a.ts",
            "export const Request = z.object({ body: User.merge(Address) })",
            "Request: Request (a): made with `z.object` with `body`",
        ),
        (
            "lib/a.js",
            "const db = makeDb(); function f() { const db = require('./track') }\nexports.find = db.find",
            "find: Find (a): taken from `db`, which is made with `makeDb`",
        ),
        ("a.py", "class Repo: pass\ntype IntRepo = Repo[int]", "Repo: Repo (a), a class: part of `IntRepo`"),
    ] {
        assert_eq!(symbols(file, source)[0], expected, "{source}");
    }
}

#[test]
fn the_first_of_several_values_is_told_with_all() {
    let source = r#"const cert = args["ssl-cert"] || process.env.APP_CERT || process.env.CERT || undefined
        const port = process.env.PORT ?? process.env.HTTP_PORT ?? 3000
        module.exports = { cert, port }"#;
    assert_eq!(
        symbols("src/config.js", source),
        [
            "cert: Cert (config): the first there is of `args[\"ssl-cert\"]`, the environment variable `APP_CERT`, the environment variable `CERT`",
            "port: Port (config): the first there is of the environment variable `PORT`, the environment variable `HTTP_PORT`, `3000`",
        ]
    );
}

#[test]
fn documentation_that_sends_elsewhere_ends_no_text() {
    let source = "/** To understand how to use `Part`, see the documentation of `Whole`. */
        export class Part { build() {} }";
    assert_eq!(symbols("src/part.ts", source)[0], "Part: Part, a class: offers `build`");
}

#[test]
fn documentation_of_values_is_no_sentence() {
    let source = "/** status: 0 = DOWN, 1 = UP, 2 = PENDING */ export class Beat { save() {} }";
    assert_eq!(symbols("src/beat.ts", source)[0], "Beat: Beat, a class: offers `save`");
}

#[test]
fn a_hook_of_what_does_something_is_for_that() {
    let source = "export function useRemoveUserModal(user: string) { return user }
        /** Must not be async. May give another one before the page is there */
        export function getCurrentRef(): string | undefined { return ref() }";
    assert_eq!(
        symbols("src/user.ts", source),
        [
            "useRemoveUserModal: Hook for the modal that removes user: takes `user`; gives `user`",
            "getCurrentRef: Gets current ref: gives `string | undefined`",
        ]
    );
    let source = "export const runtime = (it: any): CommandRuntime => { const a = it.b(); return a }";
    assert_eq!(
        symbols("src/commands/print.ts", source),
        ["runtime: Gives `CommandRuntime` (print): takes `it`; made by `it.b()`"]
    );
}

#[test]
fn a_hook_without_a_name_is_called_by_its_file() {
    let source = "export default function(width: number) { return useState(width) }";
    assert_eq!(
        symbols("src/hooks/useContentSize.ts", source),
        ["default: Hook for content size: takes `width`; gives `useState(width)`"]
    );
    assert_eq!(
        file_of("src/hooks/useContentSize.ts", source),
        "Hook for content size: takes `width`; gives `useState(width)` (auto)"
    );
}

#[test]
fn a_word_may_begin_with_a_figure() {
    let source = "import { z } from 'zod'
        import { ZTemplateLiteSchema } from './lite'
        export const ZDisable2FAForm = z.object({ code: z.string() })
        export const ZDuplicateTemplateResponseSchema = ZTemplateLiteSchema
        export const draw3DShape = (shape: Shape) => draw(shape)";
    assert_eq!(
        symbols("src/forms.ts", source),
        [
            "ZDisable2FAForm: Zod schema of disable 2FA form: with `code`",
            "ZDuplicateTemplateResponseSchema: Zod schema of duplicate template response: another name for `ZTemplateLiteSchema`",
            "draw3DShape: Draws 3D shape: takes `shape`; gives `draw(shape)`",
        ]
    );
}

#[test]
fn a_driver_is_a_thing() {
    let source = "import { defineDriver } from 'unstorage'
        export default defineDriver((driver: Driver) => { return { ...driver } })";
    assert!(file_of("server/cache-driver.ts", source).starts_with("Cache driver: made with `defineDriver`"));
}

#[test]
fn what_joins_class_names_is_told() {
    let source = "import { clsx } from 'clsx'; import { twMerge } from 'tailwind-merge'
        export function cn(...inputs: ClassValue[]) { return twMerge(clsx(inputs)) }
        export const cx2 = (...inputs: ClassValue[]) => clsx(inputs)";
    assert_eq!(
        symbols("src/lib/utils.ts", source),
        [
            "cn: Joins class names of CSS: of Tailwind classes that contradict each other the last one counts: takes `inputs`; gives `twMerge(clsx(inputs))`",
            "cx2: Joins class names of CSS: takes `inputs`; gives `clsx(inputs)`",
        ]
    );
}

#[test]
fn stories_by_a_name_of_their_own() {
    let source = "import { Switch } from './index'; const meta: Meta<typeof Switch> = { component: Switch }
        export default meta
        export const On: Story = { parameters: { docs: { description: { story: 'Stands beside a label.' } } } }";
    assert_eq!(
        symbols("src/switch/stories.tsx", source)[1],
        "On: Story `On` that shows switch: Stands beside a label."
    );
    assert!(file_of("src/switch/stories.tsx", source).starts_with("Stories that show switch"));
    let source = "export function list() { return db.stories.find() }";
    assert!(!file_of("server/api/stories.ts", source).contains("show"));
}

#[test]
fn one_of_two_things_is_given() {
    let check = |body: &str, expected: &str| {
        let source = format!("export function unwrap(it) {{ {body} }}");
        assert_eq!(symbols("src/a.ts", &source), [format!("unwrap: Unwraps `it`{expected}")], "{body}");
    };
    check("if (it.inner) { return unwrap(it.inner) } return it", ": gives `unwrap(it.inner)` or `it`");
    check("if (!it) { return null } return it.get()", ": does `if (!it) return null; return it.get()`");
    check("if (!it) { return other } return it.get()", ": does `if (!it) return other; return it.get()`");
    check(
        "if (it) { return it.get() } const out = it; return out",
        ": does `if (it) { return it.get() } const out = it; return out`",
    );
    check(
        "if (!it) { return none(it) } const out = it.get(); return out",
        ": gives `none(it)` or `it.get()`",
    );
    check(
        "if (!it) { return } if (b) { return b(it) } return c(it)",
        ": does `if (!it) return; if (b) return b(it); return c(it)`",
    );
    check(
        "if (it) { return a(it) } if (b) { return b(it) } return c(it)",
        ": does `if (it) return a(it); if (b) return b(it); return c(it)`",
    );
    check(
        "switch (it.kind) { case 'a': return one(it); case KIND.b: case 'c': return two(it) }",
        ": does `switch (it.kind) { case 'a': return one(it); case KIND.b: case 'c': return two(it) }`",
    );
}

#[test]
fn comments_that_describe_an_interface_are_told() {
    let source = "/**\n * @schema Price\n * type: object\n * description: What a thing costs.\n */\n";
    assert_eq!(file_of("src/schemas/Price.ts", source), "OpenAPI schema `Price`: What a thing costs. (auto)");
    let inner = "/**\n * @schema Price\n * properties:\n *   id:\n *     description: The id.\n */\n";
    assert!(!file_of("src/schemas/Price.ts", inner).contains("The id"));
}

#[test]
fn a_long_remark_takes_no_room_in_a_list() {
    let source =
        "/** Roles must go through the adapter, so that what is kept of the user elsewhere is renewed. */
        export async function updateUserRole(id) {}
        export async function banUser(id) {}";
    assert_eq!(
        file_of("src/user/mutations.ts", source),
        "Functions for user mutations: updates user role (`updateUserRole`), bans user (`banUser`) (auto)"
    );
}

#[test]
fn the_number_of_an_item_ends_no_sentence() {
    let list = "1. Checks the version 2. Reuses the open request 3. ".to_owned()
        + &"Otherwise makes one ".repeat(20);
    let source = format!("/** Prepares a release: {list} */\nexport const a = () => 1");
    let told = &symbols("src/a.ts", &source)[0];
    assert!(!told.ends_with(" 3."), "{told}");
}

#[test]
fn comments_in_bodies_are_told() {
    let source = "import { read } from './read'
        export function sync(
          // The folder of all that is read
          folder: string,
        ) {
          // Read what changed since then
          const all = read(folder)
          // TODO: sort
          // Drop what nobody asked for
          all.drop()
        }
        export class Stream extends Base {
          constructor() {
            // Add headers where there are none
            this.a()
          }
        }";
    assert_eq!(
        symbols("src/sync.ts", source),
        [
            "sync: Synchronizes: takes `folder`; its comments say 'Read what changed since then'; does `all = read(folder); all.drop()`; uses `read`",
            "Stream: Stream (sync), a class: extends `Base`; its comments say 'Add headers where there are none'",
            "constructor: Constructor: calls `this.a()`; its comments say 'Add headers where there are none' (method of `Stream`)"
        ]
    );
}

#[test]
fn texts_conditions_and_parts_are_told() {
    let source = "import { bold } from './bold'
        export const LOST = bold(`${mark} It is lost for ever`)
        export const KEY = Symbol('the key of the user')
        export const open = ALL.filter(it => it.open)
        export function lostError(message = 'It is lost', kind = 'a kind of it') { return make(message, kind) }
        export function otherError(kind = 'a kind of it') { return make(kind) }
        export function mark(...texts) { return function (text) { return text } }
        export const some = ['a', f()]";
    assert_eq!(
        symbols("src/texts.ts", source),
        [
            "LOST: Lost (texts), a constant: made with `bold` from the text 'It is lost for ever'",
            "KEY: Key (texts), a constant: a symbol from `'the key of the user'`",
            "open: Open (texts): those of `ALL` where `it.open`",
            "lostError: Makes a lost error: 'It is lost': takes `message`, `kind`; gives `make(message, kind)`",
            "otherError: Makes an other error: takes `kind`; gives `make(kind)`",
            "mark: Makes a function that marks (texts): takes `texts`; gives a function that takes `text`; used by `LOST`",
            "some: Some (texts): lists `a`, …"
        ]
    );
}
