//! Values: what makes them, what they hold, and what others take of them.

use super::*;

#[test]
fn what_makes_a_value_is_told_by_what_it_gives() {
    let source = "const paint = (open, close = 39) => (text) => plain ? text : wrap(open, text, close)
        const make = (id) => { const node = document.createElement(id); node.hidden = true; return node }
        export const red = paint(31)
        export const menu = make('menu')
        const late = twice(2)
        function twice(it) { return it * 2 }
        export { late }";
    assert_eq!(
        symbols("src/colors.js", source),
        [
            "red: Red (colors): made with `paint` (which gives `(text) => plain ? text : wrap(open, text, close)`) from `31`",
            "menu: Menu (colors): made with `make` (which does `const node = document.createElement(id); node.hidden = true; return node`) from `'menu'`",
            "late: Late (colors): made with `twice` (which gives `it * 2`) from `2`",
        ]
    );
}

#[test]
fn what_one_of_its_methods_gives_is_not_what_is_made() {
    let source = "class Parser { read() {} close() {} }
        export const parse = (options) => new Parser(options)
        export const read = (options) => new Parser(options).read()";
    assert_eq!(
        symbols("src/parse.js", source),
        [
            "parse: Parses: takes `options`; gives `new Parser(options)`, which offers `read`, `close`",
            "read: Reads (parse): takes `options`; gives `new Parser(options).read()`",
        ]
    );
}

#[test]
fn objects_of_a_list_are_told_by_what_they_hold() {
    let source = "export const rows = [
          { file: 'a.js', format: 'esm', min: false, more: call() },
          { file: 'b.js', format: 'esm', min: true },
        ]
        export const three = [{ a: 1 }, { a: other }]
        export const keys = [{ token: 'abc' }, { token: 'def' }]";
    assert_eq!(
        symbols("src/builds.js", source),
        [
            "rows: Rows (builds): a list of objects with `file` ('a.js', 'b.js'), `format: 'esm'`, `min` (false, true), some with `more`",
            "three: Three (builds): a list of objects with `a`",
            "keys: Keys (builds): a list of objects with `token`",
        ]
    );
    let command = "export default defineCommand({ meta: { name: 'deploy', description: 'Deploy the bundle to the cloud.' }, args: {} })";
    assert_eq!(
        symbols("src/commands/deploy.js", command),
        [
            "default: Deploy (commands): made with `defineCommand` with `meta.name: 'deploy'`, `meta.description: 'Deploy the bundle to the cloud.'`, `args: {}`"
        ]
    );
}

#[test]
fn what_is_given_of_what_only_the_body_knows_is_told_with_it() {
    let source = "export async function add(email, password) {
          const hashed = await hash(password, 10)
          return users.create({ data: { email, hash: hashed } })
        }
        export function plain(email, age) { return users.create({ email: email, years: age }) }";
    let told = symbols("src/add.js", source);
    assert!(told[0].contains("does `hashed = await hash(password, 10); return users.create("), "{told:?}");
    assert!(told[1].contains("gives `users.create({ email: email, years: age })`"), "{told:?}");
}

#[test]
fn texts_that_are_put_together_are_told_where_there_are_several() {
    let source = "export function ago(days, hours) {
          switch (true) {
            case days > 30: return format(days)
            case days === 1: return '1 day ago'
            case days > 1: return `${days} days ago`
            default: return `${hours} hours ago`
          }
        }
        export function two(kind, id) { if (kind) return `a ${id} of it`; return other(id) }";
    let told = symbols("src/ago.js", source);
    assert_eq!(
        told[0],
        "ago: Ago: takes `days`, `hours`; gives one of `format(…)`, `1 day ago`, `… days ago`, `… hours ago`"
    );
    assert!(!told[1].contains("one of"), "{told:?}");
}

#[test]
fn what_others_take_of_a_made_object_is_told() {
    let config = "import { Account } from 'acme'\nexport const account = new Account(client)";
    let api = "import { account } from './config'
        export async function enter() { return account.open(await account.get()) }";
    let read = |file: &str, source: &str| {
        let path = crate::testing::path(file);
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        (path, language.extract(dialect, source.as_bytes()))
    };
    let ((path, facts), (of, user)) = (read("src/config.ts", config), read("src/api.ts", api));
    let at = user.symbols.iter().position(|it| it.name == "enter").and_then(|at| u32::try_from(at).ok());
    let users = [User {
        path: &of,
        facts: &user,
        key: None,
        in_tests: false,
        symbol: at,
        also: false,
        title: None,
        more: false,
        local: "account",
        of_module: None,
    }];
    assert_eq!(
        symbol(&path, &facts, &[0], Around { users: &users, named: &[], named_key: None }),
        "Account (config): made with `new Account` from `client`; used for its `get`, `open`; used by `enter` in `src/api.ts` (auto)"
    );
}

#[test]
fn long_conditional_types_are_told_by_what_they_may_be() {
    let source = "export type Joined<T, By extends string> = string extends T ? string
          : T extends string ? (Split<T> extends readonly string[] ? JoinLowercaseWords<Split<T>, By> : never)
          : T extends readonly string[] ? Joined<[...Rest<T>, LongName<T>], By>
          : T extends OneMoreThing<T, By> ? ForOneMoreThing<T, By> : never
        export type Found<T> = T extends readonly [infer First, ...infer Others] ? First : T extends AnotherVeryLongName<T> ? OneOfThem<T>
          : T extends YetAnotherVeryLongName<T> ? AnotherOne<T> : T extends TheLastOfThem ? never : never";
    let told = symbols("src/joined.ts", source);
    assert_eq!(
        told[0],
        "Joined: Joined: `JoinLowercaseWords<Split<T>, By>` or `ForOneMoreThing<T, By>`, by what `T` is"
    );
    assert!(told[1].contains(" where `T` extends "), "{told:?}");
}

#[test]
fn what_is_turned_round_is_no_plain_setting() {
    let source = "export async function markAsRead(message) { await log(message); message.read = !message.read; await message.save(); return other(message) }
        export async function close(door) { await log(door); door.open = false; await door.save(); return other(door) }";
    let told = symbols("src/mark.js", source);
    assert!(told[0].contains("message.read = !message.read"), "{told:?}");
    assert!(told[1].contains("door.open = false") || told[1].contains("sets `door.open`"), "{told:?}");
}

#[test]
fn lists_of_new_things_and_empty_configurations_are_told() {
    assert_eq!(
        symbols("src/kinds.js", "export const kinds = [new Int8Array([1]), new Uint8Array([1])]"),
        ["kinds: Kinds: lists `new Int8Array`, `new Uint8Array`"]
    );
    assert_eq!(
        file_of("next.config.js", "const nextConfig = {}\nmodule.exports = nextConfig"),
        "Configuration of next: sets nothing (auto)"
    );
}

#[test]
fn files_of_types_and_declarations_say_what_these_are() {
    let types = "export interface Bindings { Variables: { logger: Logger } }
        export type App<S> = OpenAPIHono<Bindings, S>
        export type Plain = string";
    assert_eq!(
        file_of("src/types.ts", types),
        "Types: `Bindings` (`Variables`), `App` (`OpenAPIHono<Bindings, S>`), `Plain` (auto)"
    );
    let declared = "/** Parses a string into an object. */ export function parse(text: string): object
        export interface Options { all: boolean }";
    assert_eq!(
        file_of("lib/main.d.ts", declared),
        "Type declarations for `main.d.ts`: declares `parse` (parses a string into an object), `Options` (auto)"
    );
}

#[test]
fn what_lists_become_is_no_list() {
    let source = "export const texts = [{ a: '1' }, { a: '2' }].map(it => it.a)
        export const joined = ['a', 'b'].join('-')
        export let items = ['x']
        items = ['y']";
    assert_eq!(
        symbols("src/lists.js", source),
        [
            "texts: Texts (lists): `[{ a: '1' }, { a: '2' }].map(it => it.a)`",
            "joined: Joined (lists): `['a', 'b'].join('-')`",
            "items: Items (lists): at first lists `x`",
        ]
    );
}

#[test]
fn what_nobody_is_to_know_of_tables_and_texts_is_not_told() {
    let source = "export const pairs = [{ k: 'password', v: 'hunter2' }, { k: 'token', v: 'abcd1234' }]
        export const columns = [{ pwd: 'hunter2', n: 1 }, { pwd: 'abcd1234', n: 2 }]
        export const numbers = { userPIN: 1234, kind: 'a' }
        export const tokens = [{ tokens: 'abc', n: 1 }, { tokens: 'def', n: 2 }]
        export const strokes = [{ a: 'x | y' }, { a: 'x | y' }]
        export const spread = [{ kind: 'a' }, { kind: 'a', ...more }]
        export const keys = ['ghp_abcdef1234567', 'b']
        export function key(n) { if (n) return 'ghp_abcdef1234567'; return 'AKIAIOSFODNN7EXAMPLE' }";
    assert_eq!(
        symbols("src/given.js", source),
        [
            "pairs: Pairs (given): a list of objects with `k`, `v`",
            "columns: Columns (given): a list of objects with `pwd`, `n` (1, 2)",
            "numbers: Numbers (given): holds `userPIN`, `kind: 'a'`",
            "tokens: Tokens (given): a list of objects with `tokens` ('…', '…'), `n` (1, 2)",
            "strokes: Strokes (given): a list of objects with `a`",
            "spread: Spread (given): a list of objects with `kind`",
            "keys: Keys (given): lists `…`, `b`",
            "key: Key (given): takes `n`; gives one of `…`, `…`",
        ]
    );
}

#[test]
fn what_helpers_make_of_types_is_not_these_types() {
    let source = "export type Some<T> = Readonly<T> & { [K in keyof T as Exclude<K, 'x'>]: Promise<T[K]> }
        export type More<T> = RawArgs & { [K in keyof T]?: T[K] extends string ? OneLongName<K> : AnotherLongName<K> } & { z: 3 }";
    assert_eq!(
        symbols("src/types.ts", source),
        [
            "Some: Some (types): `Readonly<T> & { [K in keyof T as Exclude<K, 'x'>]: Promise<T[K]> }`",
            "More: More (types): `RawArgs` with `z`, …",
        ]
    );
}

#[test]
fn a_configuration_is_told_by_what_makes_it() {
    let required = "const withDocs = require('docs')('blog', './theme.js')\nmodule.exports = withDocs()";
    assert_eq!(
        file_of("next.config.js", required),
        "Configuration of next: made by what `docs` gives from `'blog'`, `'./theme.js'`; uses `docs` (auto)"
    );
    let imported = "import docs from 'docs'
        const withDocs = docs({ theme: 'blog' })
        export default withDocs({ output: 'export' })";
    assert_eq!(
        file_of("next.config.mjs", imported),
        "Configuration of next: sets `output: 'export'`; made by what `docs` gives with `theme: 'blog'`; uses `docs` (auto)"
    );
    let wrapped = "import { withErrors } from 'errors'
        const config = { output: 'export' }
        export default withErrors(config, { org: 'acme', silent: true })";
    assert_eq!(
        file_of("next.config.mjs", wrapped),
        "Configuration of next: sets `output: 'export'`; wrapped by `withErrors` with `org: 'acme'`, `silent: true`; uses `errors` (auto)"
    );
    let theme =
        "export default { content: ['./pages/**/*.ts', './app/**/*.ts', './lib/**/*.ts', './ui/**/*.ts'],
          theme: { container: {}, extend: { colors: { a: 'b' }, fontFamily: {} } } }";
    assert_eq!(
        file_of("tailwind.config.js", theme),
        "Configuration of tailwind: sets `content: ['./pages/**/*.ts', …]`, `theme.container`, `theme.extend.colors`, `theme.extend.fontFamily` (auto)"
    );
    assert_eq!(
        symbols("src/types.ts", "export type Space = ' '"),
        ["Space: Space (types), a literal type: `' '`"]
    );
}

#[test]
fn what_ties_a_component_to_others_and_what_it_is_set_to_are_told() {
    let source = "import { Label } from './label'; import { useField } from './use-field'
        export const FieldLabel = forwardRef(({ className, ...props }, ref) => {
          const { error, fieldId } = useField()
          return <Label ref={ref} htmlFor={fieldId} aria-invalid={!!error} className={className} {...props} />
        })
        FieldLabel.displayName = 'FieldLabel'
        export function Page() { return <Link href='/'>Back</Link> }
        Page.theme = 'light'";
    let told = symbols("src/page.jsx", source);
    assert_eq!(
        told[0],
        "FieldLabel: Field label component: takes props `className`; renders `Label`; sets `htmlFor={fieldId}`, `aria-invalid={!!error}`; uses `useField`"
    );
    assert!(told[1].contains("is given `theme: 'light'`; "), "{told:?}");
}
