//! What is told of files that do something themselves, and of what is told in short.

use super::{file_of, symbols};

#[test]
fn scripts_are_told_by_their_statements() {
    for (name, source, expected) in [
        // What only loads and declares is left out, and what writes to a log where something else is done.
        (
            "examples/finish-event.js",
            "const make = require('./make'); const log = make({ level: 1 }); log.on('end', () => { a() }); console.log(1); log.end()",
            "Example of finish event: does `log = make({ level: 1 }); log.on('end', () => { a() }); log.end()`; uses `make` (auto)",
        ),
        (
            "tests/found.mjs",
            "console.log('found .mjs');",
            "Found, a script: does `console.log('found .mjs')`; for tests (auto)",
        ),
        (
            "a/run.js",
            "import { a } from './a'; // Runs it all\n\n// Makes the site from its pages.\n\na(1); a(2)",
            "Run, a script: calls `a(1)`, `a(2)`; uses `a`; its comment says 'Makes the site from its pages' (auto)",
        ),
        // A call that is all there is is told with what it is given to do.
        (
            "public/main.js",
            "$(function () { const list = $('.list'); list.show(); list.on('click', () => {}) })",
            "Public, a script: does `$(function () { const list = $('.list'); list.show(); list.on('click', () => {}) })` (auto)",
        ),
        (
            "test/env.js",
            "'use strict'; process.env.NODE_ENV = 'test'",
            "Env, a script: does `process.env.NODE_ENV = 'test'`; for tests (auto)",
        ),
        (
            "vitest.config.ts",
            "import { defineConfig } from 'vitest/config'
                export default defineConfig({ test: { globals: true, setup: make(), many: [a, b] }, plugins: [] })",
            "Configuration of vitest: sets `test.globals: true`, `test.setup`, `test.many`, `plugins: []`; uses `vitest/config` (auto)",
        ),
        (
            "next.config.js",
            "module.exports = withBundle(withPWA({ strict: true, images: { domains: ['a.b'] } }))",
            "Configuration of next: sets `strict: true`, `images.domains: ['a.b']` (auto)",
        ),
        (
            "a/set.js",
            "helpers.make = function (a) { return a }; helpers.drop = (b) => { c(b) }",
            "Set, a script: does `helpers.make = function (a) { return a }; helpers.drop = (b) => { c(b) }`; defines `helpers.make`, `helpers.drop` (auto)",
        ),
    ] {
        assert_eq!(file_of(name, source), expected, "{source}");
    }
}

#[test]
fn tests_without_titles_are_told_by_their_statements() {
    for (name, source, expected) in [
        ("test-d/a.test-d.ts", "import { run } from '../a'\nexpectType<string>(run('a'))\nexpectError(run(1))", "Tests of the types of a: does `expectType<string>(run('a')); expectError(run(1))` (auto)"),
        (
            "a/matches.test.ts",
            "import { matches } from './matches'\ntest('matches', (t) => { const all = make(); for (const it of all) t.test(it.text(), () => { ok(matches(it)) }) })",
            "Tests of matches: matches; does `test('matches', (t) => { all = make(); for (it of all) t.test(it.text(), () => { ok(matches(it)) }) })` (auto)",
        ),
        ("test-d/index.test-d.ts", "import { run } from '../a'\nexpectType<string>(run('a'))", "Tests of types: uses `run` of `../a` (auto)"),
        // What is called by no more than that it is a test goes by what it tests.
        ("index.test-d.ts", "import Store from './index.js'\nexpectType<string>(new Store())\nexpectError(Store())", "Tests of the types of `Store`: does `expectType<string>(new Store()); expectError(Store())` (auto)"),
        ("test.js", "import test from 'ava'\nimport helper from './helper.js'\nimport store from '../source/index.js'\ntest('main', t => {})", "Tests of `store`: main; uses `store` (auto)"),
        ("test/index.js", "describe('store', () => { it('200', () => {}); it('404', () => {}) })", "Tests of store: 200; 404 (auto)"),
        ("test/test.js", "it('works', () => {})", "Tests: works (auto)"),
        ("a/tags.test.ts", "describe('tags', () => { test.todo('gives a list') })", "Tests of tags: to do: gives a list (auto)"),
        // The rows of a table name the tests.
        (
            "a/pages.test.ts",
            "test('pages', (t) => { const cases = [{ name: 'first page', at: 1 }, { name: 'last page', at: 2 }]
                for (const it of cases) { t.test(it.name, () => {}) } })",
            "Tests of pages: first page; last page; does `test('pages', (t) => { cases = [{ name: 'first page', at: 1 }, { name: 'last page', at: 2 }]; for (it of cases) t.test(it.name, () => {}) })` (auto)",
        ),
        ("a/words.test.ts", "[['one', 1], ['two', 2]].forEach(([word, at]) => { it(word, () => {}) })", "Tests of words: one; two (auto)"),
    ] {
        assert_eq!(file_of(name, source), expected, "{source}");
    }
}

#[test]
fn small_classes_and_what_is_made_of_them_tell_what_they_do() {
    let source = "export class Cookies { read(text) { const all = parse(text); this.all = all; return all } }
        export class Point { constructor(x) { this.x = x } move(by) { return new Point(this.x + by) } }
        class Mailer { send(to) { post(to) } close() {} #inner() {} }
        export const mailer = new Mailer()
        export function makeMailer() { return new Mailer() }";
    assert_eq!(
        symbols("a.js", source),
        [
            "Cookies: Cookies (a), a class: `read` does `all = parse(text); this.all = all; return all`",
            "read: Reads `text`: does `all = parse(text); this.all = all; return all` (method of `Cookies`)",
            "Point: Point (a), a class: `move` gives `new Point(this.x + by)`; is made from `x`",
            "constructor: Constructor: takes `x`; sets `this.x` (method of `Point`)",
            "move: Moves `by`: gives `new Point(this.x + by)` (method of `Point`)",
            "mailer: Mailer: made with `new Mailer`, which offers `send`, `close`",
            "makeMailer: Makes mailer: gives `new Mailer()`, which offers `send`, `close`"
        ]
    );
}

#[test]
fn components_tell_what_the_file_lists_for_them_and_what_they_wait_for() {
    let source = "import { lazy } from 'react'
        const kinds = [{ name: 'Text', at: 1 }, { name: 'Heading', at: 2 }]
        const Page = lazy(() => import('./page'))
        const Theme = createContext(null)
        export const Kinds = () => <Menu>{kinds.map((it) => <li>{it.name}</li>)}</Menu>
        export const App = () => <Suspense><Page /></Suspense>
        export const Copy = () => { const copy = () => { navigator.clipboard.writeText('a') }; return <a onClick={copy} /> }
        export const Field = forwardRef((props, ref) => { const { label, kind } = props; return <input ref={ref} /> })";
    assert_eq!(
        symbols("src/kinds.jsx", source),
        [
            "Kinds: Kinds component: lists `Text`, `Heading`; shows `li` with `it.name` for each of `kinds`",
            "App: App component (kinds): renders `Page`; `Page` loads `./page`",
            "Copy: Copy component (kinds): a `a`; calls `navigator.clipboard.writeText`",
            "Field: Field component (kinds): takes props `label`, `kind`; made of `input`"
        ]
    );
}

#[test]
fn types_say_what_belongs_to_them() {
    let source = "export namespace Shop { export interface Order { id: string } export namespace Inner { export type A = 1 } }
        export namespace Shop { export interface Item { id: string } }
        export class Store { constructor(name: string) {} open(options: StoreOptions) {} }
        export interface StoreOptions { deep: boolean }
        export interface Failed { ok: false; value?: undefined }
        export type Handler = ((a: number) => void) | 'none'";
    assert_eq!(
        symbols("src/shop.ts", source),
        [
            "Shop: Namespace shop: `Order`, `Inner.A`, `Item`",
            "Order: Order, an interface: `id` (member of `Shop`)",
            "id: `id`: of type `string` (field of `Order`)",
            "Inner: Namespace inner: `A` (member of `Shop`)",
            "A: `A`: `1` (member of `Inner`)",
            "Shop: Namespace shop: `Order`, `Inner.A`, `Item`",
            "Item: Item, an interface: `id` (member of `Shop`)",
            "id: `id`: of type `string` (field of `Item`)",
            "Store: Store (shop), a class: offers `open`; is made from `name`",
            "constructor: Constructor: takes `name` (method of `Store`)",
            "open: Opens (store): takes `options`; does nothing (method of `Store`)",
            "StoreOptions: Store options, an interface: taken by `Store.open`; has `deep`",
            "deep: Deep: of type `boolean` (field of `StoreOptions`)",
            "Failed: Failed (shop), an interface: `ok: false`, `value: undefined`",
            "ok: `ok`: of type `false` (field of `Failed`)",
            "value: Value: of type `undefined` (field of `Failed`)",
            "Handler: Handler (shop): a function that takes `a`, or `'none'`"
        ]
    );
}

#[test]
fn requests_tables_and_cases_are_told() {
    let source = "export const drop = (id) => async (dispatch) => { await axios.delete(`/api/posts/${id}`, config); dispatch({ type: 'A' }) }
        export async function prices(id) { const { data } = await supabase.from('prices').select('*'); return data }
        export async function enter(form) { const client = open(form); const { error } = await client.auth.signUp({ form }); if (error) return shown(error); return all(form, client) }
        export function postsCreateReducer(state, action) { switch (action.type) {
            case ADD: return { busy: true, all: state.all, last: action.payload }; case FAIL: return { busy: false, error: action.payload, at: now(action) };
            case LIST: return { busy: false, all: action.payload, first: action.first }; case CLEAR: return { busy: false, all: [], at: null }; default: return state } }
        export function icon(name) { switch (name) { case 'a': return <svg />; case 'b': return <svg />; default: return null } }
        export const config = { paths: ['a', 'b'], only: ['c'], none: [] }
        export const all = []";
    assert_eq!(
        symbols("src/posts.jsx", source),
        [
            "drop: Redux thunk that drops (posts): takes `id`; requests DELETE `/api/posts/${id}`; does `return async (dispatch) => { await axios.delete(…, config); dispatch({ type: 'A' }) }`",
            "prices: Prices (posts): takes `id`; reads the table `prices`; does `const { data } = await supabase.from('prices').select('*'); return data`",
            "enter: Enters `form`: gives `shown(error)` or `all(form, client)`; calls `client.auth.signUp`",
            "postsCreateReducer: Posts create reducer: takes `state`, `action`; tells apart by `action.type` `ADD`, `FAIL`, `LIST`, `CLEAR`; does `switch (action.type) { case ADD: return { busy: true, all: state.all, last: action.payload }; case FAIL: return { busy: false, error: action.payload, at: now(action) }; case LIST: return { busy: false, all: action.payload, first: action.first }; … }`",
            "icon: Icon (posts): takes `name`; does `switch (name) { case 'a': return <svg />; case 'b': return <svg />; default: return null }`",
            "config: Config (posts): holds `paths: ['a', 'b']`, `only: ['c']`, `none: []`; used by `drop`",
            "all: All (posts): a list, empty at first; used by `enter`"
        ]
    );
}

#[test]
fn what_is_said_first_in_a_body_and_why_is_told() {
    let source = "export function enter(request) {
            // The address that the mail leads to. It exchanges the code for what the user may do here.
            const code = read(request); drop(code); return go(code, request)
        }
        // We need to guess which way it goes, since nobody says so.
        export function way(items) { const all = items.map(one); return all.find(Boolean) ?? many(items) }
        /** Makes a client. It takes a store as an argument. */
        export function client() { return make() }
        /** DEPRECATED: It goes away. Read the guide at https://x.y/z */
        export const old = make('a')";
    assert_eq!(
        symbols("src/enter.ts", source),
        [
            "enter: Enters: takes `request`; its comments say 'The address that the mail leads to. It exchanges the code for what the user may do here'; does `code = read(request); drop(code); return go(code, request)`",
            "way: Way (enter): takes `items`; its comments say 'We need to guess which way it goes, since nobody says so'; does `all = items.map(one); return all.find(Boolean) ?? many(items)`",
            "client: Makes a client: gives `make()`",
            "old: Old (enter): made with `make` from `'a'`. Deprecated: It goes away"
        ]
    );
}

#[test]
fn configurations_tell_what_they_set() {
    for (name, source, expected) in [
        (
            "tailwind.config.cjs",
            "module.exports = { content: ['./src/**/*.{js,jsx}'], theme: { extend: { screens: {}, boxShadow: {} } }, plugins: [] }",
            "Configuration of tailwind: sets `content: ['./src/**/*.{js,jsx}']`, `theme.extend.screens`, `theme.extend.boxShadow`, `plugins: []` (auto)",
        ),
        (
            ".yarn/plugins/@yarnpkg/plugin-typescript.cjs",
            "module.exports = { name: 'a', factory: (b) => c(b) }",
            "Plugin of Yarn, bundled: `typescript` (auto)",
        ),
        (".yarn/releases/yarn-3.6.1.cjs", "run()", "Yarn itself, bundled (auto)"),
    ] {
        assert_eq!(file_of(name, source), expected, "{source}");
    }
    let source =
        "module.exports = { async rewrites() { return [{ source: '/a', destination: '/b' }] }, plugins: [] }";
    assert_eq!(
        symbols("next.config.js", source),
        [
            "rewrites: Setting `rewrites` of the next configuration (paths that are answered by other paths unnoticed): gives `[{ source: '/a', destination: '/b' }]`",
            "plugins: Setting `plugins` of the next configuration: an empty list"
        ]
    );
}

#[test]
fn what_is_done_at_once_is_not_done_by_what_is_given() {
    for (source, expected) in [
        (
            "export function forwardEvents(from, to, names) { for (const name of names) { from.on(name, to[name]) }
                return () => { for (const name of names) from.off(name, to[name]) } }",
            ["forwardEvents: Forwards events: takes `from`, `to`, `names`; gives a function; does `for (name of names) from.on(name, to[name]); return () => { for (name of names) from.off(name, to[name]) }`"],
        ),
        ("export function debounceCalls(run, ms) { let id; return (it) => { clearTimeout(id); id = setTimeout(run, ms, it) } }", ["debounceCalls: Makes a function that debounces calls: takes `run`, `ms`; does `return (it) => { clearTimeout(id); id = setTimeout(run, ms, it) }`"]),
    ] {
        assert_eq!(symbols("a/events.js", source), expected, "{source}");
    }
}

#[test]
fn comments_that_begin_like_directives_are_prose() {
    for (source, expected) in [
        (
            "// Global state of all hooks\nexport const states = new WeakMap()",
            ["states: Global state of all hooks"],
        ),
        (
            "// global state of all hooks\nexport const states = new WeakMap()",
            ["states: States (kept): a weak map"],
        ),
    ] {
        assert_eq!(symbols("a/kept.js", source), expected, "{source}");
    }
}

#[test]
fn components_tell_what_their_comments_say_beside_what_they_render() {
    let source = "export function Notices() { const { notices } = useNotices(); useEffect(() => {
            // Takes the notice out of the address so that it does not come up again
            drop(address)
        }); return <List>{notices}</List> }
        export function Frame({ children }) { return <html><body><>first part: {children}</></body></html> }";
    assert_eq!(
        symbols("a/notices.tsx", source),
        [
            "Notices: Notices component (a): its comments say 'Takes the notice out of the address so that it does not come up again'; calls `drop`",
            "Frame: Frame component (notices): takes props `children`; says 'first part'"
        ]
    );
}

#[test]
fn hooks_of_the_repository_are_told_beside_those_of_packages() {
    let source = "import { useRouter } from 'next/navigation'; import { useToast } from '../ui/use-toast'
        export function Notices() { const { notices } = useToast(); const router = useRouter(); return <List>{notices}</List> }";
    assert_eq!(
        symbols("a/notices.tsx", source),
        ["Notices: Notices component (a): uses `useRouter`, `useToast`"]
    );
}

#[test]
fn routes_of_react_router_tell_their_titles() {
    let source = "import { Link } from '@remix-run/react'; export const meta = () => [{ title: 'Sign up' }]; export default function Join() { return <form /> }";
    assert_eq!(
        symbols("app/routes/join.tsx", source),
        [
            "meta: Gives the meta tags of route `app/routes/join.tsx`: title `Sign up`",
            "Join: Join component (routes): made of `form`"
        ]
    );
}

#[test]
fn what_is_handed_to_all_that_is_given_is_told() {
    for (source, expected) in [
        (
            "export default function read(path) { return ask(path, async (url) => { const found = await fetch(url).then((it) => it.json()); return found.name }) }",
            [
                "read: Reads `path`: does `return ask(path, async (url) => { found = await fetch(url).then((it) => it.json()); return found.name })`",
            ],
        ),
        (
            "export function doubled(items) { return items.map((it) => it * 2) }",
            ["doubled: Doubled (reading): takes `items`; gives `items.map((it) => it * 2)`"],
        ),
    ] {
        assert_eq!(symbols("a/reading.js", source), expected, "{source}");
    }
}

#[test]
fn settings_of_known_tools_are_explained() {
    let source = "module.exports = { root: true, rooted: 1 }";
    assert_eq!(
        symbols("a/.eslintrc.js", source),
        [
            "root: Setting `root` of the eslint configuration (whether configurations in folders above are left out): `true`",
            "rooted: Setting `rooted` of the eslint configuration: `1`"
        ]
    );
}

#[test]
fn a_whole_component_of_a_package_is_no_part_of_it() {
    let source = "import { Command as Primitive } from 'acme'
        export const Menu = ({ className, ...props }) => <Primitive className={className} {...props} />
        export const MenuItem = ({ className, ...props }) => <Primitive.Item className={className} {...props} />";
    assert_eq!(
        symbols("ui/menu.tsx", source),
        [
            "Menu: Menu component (UI): takes props `className`; renders `Command` of `acme`",
            "MenuItem: Menu item component: a styled `Command.Item` of `acme`; takes props `className`"
        ]
    );
}

#[test]
fn types_of_a_namespace_do_not_use_the_function_of_its_name() {
    let source = "declare function acme(...params: Parameters<Plugin>): ReturnType<Plugin>
        declare namespace acme { export interface Options { a: string } }
        type Plugin = Callback<acme.Options>
        export = acme";
    assert_eq!(
        symbols("types/index.d.ts", source)[0],
        "acme: Acme (types): takes `params`; gives `ReturnType<Plugin>`"
    );
}

#[test]
fn errors_that_are_handed_on_are_not_thrown() {
    let source = "export const enter = wrapped(async (req, res, next) => { const user = await find(req.body.name, { of: [1, 2, 3, 4] }); if (!user) return next(new Failure('Nobody is called so', 404)); start(user)
        if (user.locked) { throw new Error('Nobody may enter now') } const held = await hold(user.id, { until: later(10) }); held.name = user.name; await held.save({ at: [1, 2, 3, 4, 5] }); send(held, 200, res) })";
    assert_eq!(
        symbols("a/doors.js", source),
        [
            "enter: Enter (doors): made with `wrapped` that takes `req`, `res`, `next`; throws 'Nobody may enter now'; fails with 'Nobody is called so'; does `user = await find(req.body.name, …); …; start(user); …; held = await hold(user.id, { until: later(10) }); held.name = user.name; await held.save({ at: [1, 2, 3, 4, 5] }); send(held, 200, res)`"
        ]
    );
}

#[test]
fn who_had_the_idea_is_not_what_a_thing_is_for() {
    let source =
        "/** Works by an approach inspired by the work of Ember. It tracks which fields are read first. */
        export function track(it) { return it }
        /** Inspired by Ember. It is fast. */ export function follow(it) { return it }
        /** Ported from lodash. */ export function clone(it) { return it }";
    assert_eq!(
        super::symbols("src/track.ts", source),
        [
            "track: Tracks which fields are read first.",
            "follow: Follows `it`: gives `it`",
            "clone: Clones (track): takes `it`; gives `it`"
        ]
    );
}

#[test]
fn links_in_comments_are_not_told() {
    let source = "export function prevent(reply) {
          // Compatibility with old proxies, see: https://example.org/why
          reply.header('pragma', 'no-cache').send(reply.page, reply.state, reply.more, reply.rest, reply.last)
          // The schema must be the same as https://example.org/schema
          reply.done(reply.page, reply.state, reply.more)
        }";
    let told = symbols("src/prevent.js", source);
    assert!(told[0].contains("its comments say 'Compatibility with old proxies'"), "{told:?}");
    assert!(!told[0].contains("example.org") && !told[0].contains("The schema"), "{told:?}");
}

#[test]
fn what_is_registered_by_one_method_is_told_together() {
    let source = "export function plugin(fastify, options) {
          fastify.decorate('errors', errorsOfEverySort(options, fastify, options.of, options.more))
          fastify.decorate('check', checkOfEverySort(options, fastify, options.of, options.more))
          fastify.decorateReply('vary', varyOfEverySort(options, fastify, options.of, options.more))
          for (const key of Object.keys(options.all)) { if (key.length > options.shortest) fastify.addHook('onRoute', hookOf(key, options, fastify)) }
          if (options.id) { fastify.addSchema({ $id: options.id, type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } } }) }
          return options.next(fastify, options, options.of, options.more, options.rest, options.last, options.end)
        }
        export function forget() { localStorage.removeItem('user'); localStorage.removeItem('cart'); dispatch({ type: SIGN_OUT }) }";
    let told = symbols("src/plugin.js", source);
    assert!(
        told[0].contains(
            "`fastify.addHook('onRoute', …)`, `fastify.addSchema`, `fastify.decorate('check'/'errors', …)`"
        ),
        "{told:?}"
    );
    assert!(told[1].contains("localStorage.removeItem('user'"), "{told:?}");
}

#[test]
fn a_script_tells_what_it_is_given_and_which_files_it_takes() {
    let command = "import { defineCommand, run } from './lib'
        const main = defineCommand({ meta: { name: 'shop', description: 'Command line of the shop.' }, setup() {} })
        run(main)";
    assert_eq!(
        file_of("src/cli.ts", command),
        "CLI, a script: calls `run(main)`, where `main` is made with `defineCommand` with `meta.name: 'shop'`, \
         `meta.description: 'Command line of the shop.'`, `setup`; uses `defineCommand`, `run` (auto)"
    );
    let writes = "const fs = require('fs'); const path = require('path')
        const target = path.join(__dirname, '..', 'package.json')
        const text = fs.readFileSync(target)
        fs.writeFileSync(target, change(text))";
    assert_eq!(
        file_of("scripts/change.js", writes),
        "Script for change: does `text = fs.readFileSync('../package.json'); fs.writeFileSync('../package.json', change(text))`; \
         uses `fs`, `path` (auto)"
    );
}

#[test]
fn a_command_line_is_told_by_its_options() {
    let help = "import { run } from './run'
        function print(text) { process.stdout.write(text) }
        if (asked) { print(`Usage
  $ shop [options]

Options
  -s, --size <n>   Size of the box
  --alphabet       Alphabet to use
  -h, --help       Show this help

Examples
  --fake           no option`) } else { run(process.argv) }";
    let told = file_of("bin/shop.js", help);
    assert!(
        told.starts_with(
            "Script for shop: takes `--size` (size of the box), `--alphabet` (alphabet to use); "
        ),
        "{told}"
    );
    let parser = "import { program } from 'commander'
        program.option('-p, --port <n>', 'port of the server').option('--quiet')
        program.parse()";
    let told = file_of("bin/serve.js", parser);
    assert!(told.contains("takes `--port` (port of the server), `--quiet`"), "{told}");
    let whole = "const sade = require('sade')
        sade('shop [dir]').version('1').describe('Serve the shop of a folder.').option('-p, --port', 'Where').parse(process.argv)";
    let told = file_of("bin/serve.js", whole);
    assert!(
        told.contains(
            "a command line that says of itself 'Serve the shop of a folder'; takes `--port` (where)"
        ),
        "{told}"
    );
    let whole = "import { Command } from 'commander'; const program = new Command()
        program.description('Serves the shop').option('-p, --port', 'Where'); program.parse()";
    let told = file_of("bin/serve.js", whole);
    assert!(told.contains("a command line that says of itself 'Serves the shop'; takes `--port`"), "{told}");
    // What one command of several does, and what others describe, is not said of the whole.
    for part in [
        "import { program } from 'commander'; program.command('serve').description('Serves the shop'); program.parse()",
        "import { Command } from 'commander'; new Command('serve').description('Serves the shop'); run()",
        "import { program } from 'commander'; const serve = program.command('serve'); serve.description('Serves the shop'); run()",
        "import { Command, program } from 'commander'; program.addCommand(new Command().name('serve').description('Serves the shop')); run()",
        "import { Command } from 'commander'; const all = new Command(); const serve = new Command(); serve.description('Serves the shop'); run()",
        "const sade = require('sade'); const prog = sade('shop'); prog.command('x'); prog.describe('Serves the shop'); run()",
        "import { program } from 'commander'; import { z } from 'zod'; check(z.string().describe('the name of the user')); run()",
    ] {
        let told = file_of("bin/serve.js", part);
        assert!(!told.contains("of itself"), "{told}");
    }
}

#[test]
fn paths_are_told_where_they_are_known() {
    let told = |source: &str| file_of("scripts/clean.js", source);
    let head = "const path = require('path'); const fs = require('fs')\n";
    let joined = "const root = path.join(__dirname, '..'); const dist = path.join(root, 'dist'); const file = path.join(dist, 'x.js')
        fs.rmSync(dist); fs.writeFileSync(file, dist)";
    let joined = told(&(head.to_owned() + joined));
    assert!(joined.contains("fs.rmSync('../dist'); fs.writeFileSync('../dist/x.js', '../dist')"), "{joined}");
    let unknown = "const base = process.argv[2]; const dir = path.join(base, 'x')
        fs.writeFileSync(dir, 'y'); fs.readFileSync('q')";
    let unknown = told(&(head.to_owned() + unknown));
    assert!(unknown.contains("dir = path.join(base, 'x'); fs.writeFileSync(dir, 'y')"), "{unknown}");
    for shadowed in [
        "const out = path.join(__dirname, 'a.txt'); fs.writeFileSync(out, 'x'); for (const out of ['q']) fs.copyFileSync(out, 'w')",
        "const out = path.join(__dirname, 'a.txt'); fs.writeFileSync(out, 'x'); if (late) { const out = other(); fs.rmSync(out) }",
        "const out = path.join(__dirname, 'a.txt'); fs.writeFileSync(out, 'x'); files.forEach((out) => fs.rmSync(out))",
    ] {
        let shadowed = told(&(head.to_owned() + shadowed));
        assert!(
            shadowed.contains("fs.writeFileSync(out, 'x')") && !shadowed.contains("rmSync('a.txt')"),
            "{shadowed}"
        );
    }
    let within = "const out = path.join(__dirname, 'a.txt'); serve({ out, all: true }); fs.rmSync(out)";
    let within = told(&(head.to_owned() + within));
    assert!(within.contains("serve({ out: 'a.txt', all: true }); fs.rmSync('a.txt')"), "{within}");
    // From where it is above the script only the name says.
    let above =
        "const root = path.resolve(__dirname, '../..'); app.setRoot(root); require(path.join(root, 'x.js'))";
    let above = told(&(head.to_owned() + above));
    assert!(above.contains("app.setRoot(root); require(path.join(root, 'x.js'))"), "{above}");
}

#[test]
fn benchmarks_are_told_by_their_cases() {
    let source = "const a = require('../a'); suite('camelcase', () => { bench('npm', () => { a() }); bench('own', () => {}) })";
    let test = "describe('bench', () => { it('sits', () => {}) })";
    assert!(file_of("src/specs/bench.ts", test).starts_with("Bench, a script"));
    assert_eq!(
        file_of("bench/bench.js", source),
        "Benchmarks of camelcase: npm; own; does `suite('camelcase', () => { bench('npm', () => { a() }); bench('own', () => {}) })` (auto)"
    );
}

#[test]
fn what_serves_a_test_is_none() {
    let source = "const a = require('../a'); a(1); a(2)";
    assert_eq!(
        file_of("fixtures/child-for-test.js", source),
        "Child for test, a fixture: does `a(1); a(2)`; uses `a` (auto)"
    );
    let named = "test('waits', () => { waitFor(1) })";
    assert_eq!(file_of("src/wait-for-test.js", named), "Tests of wait for: waits (auto)");
    let test = "test('waits', () => { waitFor(1) })";
    assert_eq!(file_of("src/wait-for.test.js", test), "Tests of wait for: waits (auto)");
}

#[test]
fn what_is_offered_is_declared_first() {
    let source = "type Inner = string; export type Options = { a: Inner }; export default function make(it: Options): void";
    assert_eq!(
        file_of("lib/index.d.ts", source),
        "Type declarations for `index`: declares `Options`, `make`, `Inner` (auto)"
    );
}

#[test]
fn a_component_that_nobody_else_has_is_told() {
    let source = "import { useTodo } from './todo'
        const TodoTitle = ({ id }) => { const todo = useTodo(id); return <div>{todo.title}</div> }";
    assert_eq!(
        file_of("docs/TodoTitle.tsx", source),
        "Todo title component: takes props `id`; shows `todo.title`; uses `useTodo` (auto)"
    );
}

#[test]
fn what_a_function_that_is_called_with_this_does_is_what_the_script_does() {
    let source = "(function() { var a, http, app; a = require('../a'); http = require('http'); app = require('./app')(80)
        http.createServer(a).listen(80) }).call(this)";
    let generator = "(function* () { start(1); stop(2) }).call(this)";
    assert!(!file_of("examples/start.js", generator).contains("`start(1)"));
    assert_eq!(
        file_of("examples/accept.js", source),
        "Example of accept: does `app = require('./app')(80); http.createServer(a).listen(80)`; uses `a`, `http`; loads `./app` (auto)"
    );
}
