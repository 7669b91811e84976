//! Files: what they are there for, scripts and tests among them.

use resolvers::path::RepoPath;

use super::{file_of, symbols};
use crate::dsp::roots::Root;

#[test]
fn a_file_is_its_router() {
    let source =
        "import { router } from './trpc'; export function syncStripe(id: string) { return fetch(id) }
        export const subscriptionsRouter = router({ create: syncStripe, cancel: 1 })";
    assert_eq!(
        file_of("src/subscriptions.ts", source),
        "Subscriptions router: made with `router` with `create`, `cancel: 1`; also exports `syncStripe` (auto)"
    );
}

#[test]
fn what_one_file_of_each_folder_is_called_by_its_folder() {
    let source = "module.exports = { deactivated() {}, Mutation: { pages: f } }";
    assert_eq!(
        symbols("server/modules/storage/gdrive/storage.js", source)[0],
        "deactivated: Deactivated (gdrive storage): does nothing"
    );
    assert_eq!(
        symbols("server/graph/resolvers/theming.js", source)[1],
        "Mutation: GraphQL resolvers of mutations (theming): holds `pages`"
    );
    let error =
        "export const Gone = CustomError('Gone', { message: 'The page is no longer there.', code: 6 })";
    assert_eq!(
        symbols("src/error.ts", error)[0],
        "Gone: Gone (error): made with `CustomError` with `message: 'The page is no longer there'`, `code: 6`, from `'Gone'`"
    );
}

#[test]
fn of_many_names_those_that_say_most_are_told() {
    let source =
        "import { a, b, c, d } from 'lib'; import { Breakdown } from './parts'; import { e } from './e'
        export function showBreakdown() { if (a.x) { while (b.x) { c.x(d.x, e.x, Breakdown.x) } } }";
    assert_eq!(
        symbols("src/show.ts", source),
        [
            "showBreakdown: Shows breakdown: does `if (a.x) while (b.x) c.x(d.x, e.x, Breakdown.x)`; uses `Breakdown`, `e`, `a`, `b`, …"
        ]
    );
}

#[test]
fn a_file_may_keep_to_itself_what_it_is_called_by() {
    let source = "import { Table } from './table'
        export const STATES = { ok: 'green' }
        function AlertsList() { return <Table /> }
        routes.register('alerts', AlertsList)";
    let told = file_of("src/AlertsList.jsx", source);
    assert!(told.starts_with("Alerts list component: "), "{told}");
    assert!(told.contains("; also exports `STATES`"), "{told}");
}

#[test]
fn what_runs_is_called_by_its_file() {
    let run = "export const run = async ({ payload, io }) => { await io.send(payload) }";
    assert_eq!(
        symbols("src/send-welcome-mail.handler.ts", run),
        ["run: Sends welcome mail: takes `payload`, `io`; calls `io.send(payload)`"]
    );
    let kept = "export const revalidate = 600";
    assert_eq!(
        symbols("src/app/posts/page.tsx", kept),
        ["revalidate: Has what `src/app/posts/page.tsx` makes kept for 600 seconds"]
    );
}

#[test]
fn what_is_given_made_up_bytes_is_a_fuzz_test() {
    let source = "package a\n\nfunc FuzzReplacer(data []byte) (score int) {\n\treturn 0\n}\n";
    assert!(symbols("a/fuzz.go", source)[0].starts_with("FuzzReplacer: Fuzz test of `Replacer`"));
}

#[test]
fn what_a_file_is_wrapped_in_is_told_by_what_it_defines() {
    for (source, expected) in [
        (
            "'use strict';\ndefine('forum/recent', ['topicList'], function (topicList) { const Recent = {};
                Recent.init = function () { topicList.init() }; function help() {} return Recent; });",
            "Recent, a script: defines `Recent.init`, `help`; uses `topicList` (auto)",
        ),
        (
            "!function ($) { function open() {} $.fn.opener = function () {}; window.Opener = { open }; a.b = 1 }(jQuery);",
            "Recent, a script: defines `open`, `$.fn.opener`, `window.Opener` (auto)",
        ),
        (
            "$(document).ready(function () { function show() {} });\ndefine('a', ['b'], f); define('c', ['d'], g)",
            "Recent, a script: defines `show` (auto)",
        ),
        ("", "Recent, a script: without imports and declarations (auto)"),
    ] {
        assert_eq!(file_of("public/recent.js", source), expected, "{source}");
    }
}

#[test]
fn a_mock_is_told_by_what_it_stands_for() {
    let source = "import { vi } from 'vitest'; export class Lock { static acquire = vi.fn() }";
    assert_eq!(
        symbols("src/utils/__mocks__/Lock.ts", source)[0],
        "Lock: Lock (mocks), a class: holds `acquire`; uses `vi`; for tests, as a mock"
    );
    assert_eq!(
        symbols("__mocks__/@scope/pkg.ts", "export const a = 1"),
        ["a: Mock `a`: `1`; for tests, as a mock"]
    );
}

#[test]
fn tests_in_tests_are_cases() {
    let source = "const t = require('node:test')\nt.test('request', { timeout: 1 }, async (t) => {\n\
                  await t.test('sets the id', async (t) => {})\nawait t.test('leaves the id', (t) => {})\n})";
    assert_eq!(
        file_of("test/logger/request.test.js", source),
        "Tests of request: sets the id; leaves the id (auto)"
    );
}

#[test]
fn what_a_layout_has_is_for_the_pages_below() {
    let source = "export const metadata = { title: 'Users' }";
    assert_eq!(
        symbols("app/users/layout.tsx", source),
        ["metadata: Metadata of the pages below layout `app/users/layout.tsx`: holds `title: 'Users'`"]
    );
}

#[test]
fn what_a_script_calls_on_a_condition_or_in_a_function_is_told() {
    let check = |source, expected| assert_eq!(file_of("test/prepare.js", source), expected);
    check(
        "const fs = require('fs'); const path = './data'
        if (fs.existsSync(path)) { fs.rmSync(path, { recursive: true }) }",
        "Prepare, a script: does `path = './data'; if (fs.existsSync(path)) fs.rmSync(path, { recursive: true })`; uses `fs`; for tests (auto)",
    );
    check(
        "import { seed } from './seed'; (async () => { await seed(1); console.log('done') })()",
        "Prepare, a script: calls `seed(1)`; uses `seed`; for tests (auto)",
    );
    check(
        "import { add } from './add'; void add('prepare')",
        "Prepare, a script: calls `add('prepare')`; uses `add`; for tests (auto)",
    );
    check(
        "import { io } from './io'
        async function main() { await io.open(1); for (const it of io.all()) { io.drop(it) } }
        main().catch(console.error)",
        "Prepare, a script: does `await io.open(1); for (it of io.all()) io.drop(it)`; uses `io`; for tests (auto)",
    );
    check(
        "import { io } from './io'; function run() { io.open(1); io.close() } run()",
        "Prepare, a script: calls `run()`, which does `io.open(1); io.close()`; uses `io`; for tests (auto)",
    );
}

#[test]
fn a_file_that_runs_is_more_than_what_it_exports() {
    let source = "import { add } from './add'; import { has } from './api'
        export function doesRepoHaveAnyTags() { return has('tags') }
        function init() { doesRepoHaveAnyTags() }
        void add(import.meta.url, { init })";
    assert_eq!(
        file_of("src/releases-tab.ts", source),
        "Releases tab, a script: calls `add(import.meta.url, { init })`; defines `init`; uses `add`, `has`; also exports `doesRepoHaveAnyTags` (auto)"
    );
}

#[test]
fn a_file_with_a_name_of_its_own_tells_it() {
    let source = "export const getTheme = (own) => { theme.calculate(own) }";
    assert!(
        file_of("src/theme-redux-dark.js", source).starts_with("Gets theme (theme redux dark): takes `own`")
    );
    assert!(file_of("src/theme-utils.js", source).starts_with("Gets theme: takes `own`"));
    let source =
        "export function hexagonPath(x) { return x } export function hexagon(parent) { parent.draw() }";
    assert!(file_of("src/hexagon.ts", source).contains("takes `parent`"));
    assert!(file_of("src/hexagon.ts", source).ends_with("; also exports `hexagonPath` (auto)"));
}

#[test]
fn methods_of_http_are_handlers_wherever_they_stand() {
    let source = "export const GET = async (req, res) => { res.json(await list()) }
        export const POST = async (req, res) => { res.json(await make(req.body)) }";
    assert!(
        file_of("src/modules/users/route.ts", source).starts_with("Request handlers of `src/modules/users`")
    );
    let actions = "export const GET = 'users/GET'; export const POST = 'users/POST'";
    assert!(!file_of("src/users/types.ts", actions).contains("equest"));
}

#[test]
fn a_folder_of_pages_makes_no_page_of_a_part() {
    let source = "export const AreaStatus: React.FC<Props> = ({ status }) =>
        <span>{status === 'new' ? 'New' : 'Deleted for good'}</span>";
    assert_eq!(
        file_of("src/pages/editor/area-status.tsx", source),
        "Area status component: takes props `status`; says 'New', 'Deleted for good' (auto)"
    );
    let page = format!("{source}; export default AreaStatus");
    assert!(file_of("src/pages/editor/area-status.tsx", &page).contains("`/editor/area-status`"));
}

#[test]
fn what_configures_tests_is_no_test() {
    let source = "import { make } from '../config'; export default make({ title: 'A' })";
    let told = file_of("src/__tests__/basics/vitest.config.ts", source);
    assert!(told.starts_with("Configuration of vitest for `src/__tests__/basics`"), "{told}");
}

#[test]
fn functions_may_define_tests() {
    let source = "module.exports = function (knex) {
            describe(knex.name + ' inserts', () => { it('one', () => {}); it('two', () => {}) }) }";
    let told = "Defines tests (… inserts): one; two: takes `knex`";
    assert_eq!(symbols("test/inserts.js", source), [format!("default: {told}; for tests")]);
    assert_eq!(file_of("test/inserts.js", source), format!("{told}; for tests (auto)"));
    let fixture = "describe('skips', () => { beforeEach(() => {}); it('one', () => {}) })";
    assert_eq!(
        file_of("test/fixtures/before-each.fixture.js", fixture),
        "Before each, a fixture with tests (skips): one; for tests (auto)"
    );
}

#[test]
fn a_title_is_told_with_what_the_file_is() {
    let source = "/** @module\n * Logger middleware for servers. */\nimport { a } from './a'
        export const logger = (fn = console.log) => a(fn)";
    assert_eq!(
        file_of("src/logger/index.ts", source),
        "Logger middleware for servers. Logger: takes `fn`; gives `a(fn)` (auto)"
    );
    let says = source.replace("Logger middleware for servers", "Logs what servers do");
    assert_eq!(file_of("src/logger/index.ts", &says), "Logs what servers do. (auto)");
}

#[test]
fn what_next_asks_of_a_handler_is_told() {
    assert_eq!(
        symbols("app/q/[slug]/route.ts", "export const dynamic = 'force-dynamic'"),
        ["dynamic: Has `app/q/[slug]/route.ts` run anew at each request"]
    );
    assert_eq!(
        file_of("postcss.config.js", "module.exports = { plugins: ['postcss-preset-env'] }"),
        "Configuration of postcss: sets `plugins: ['postcss-preset-env']` (auto)"
    );
}

#[test]
fn what_loads_migrations_is_none() {
    let source = "import { AbstractMigrationsLoader } from './loader'
        export class FsSeeds extends AbstractMigrationsLoader { load() {} }";
    assert!(
        symbols("lib/seeds.js", source)[0].starts_with("FsSeeds: Fs seeds, "),
        "{:?}",
        symbols("lib/seeds.js", source)
    );
}

#[test]
fn what_is_named_as_the_project_is_told_by_it() {
    let check = |name: &str, said: &str, told: &str, expected: Option<&str>| {
        let lead = super::super::Lead {
            name: name.to_owned(),
            is_guessed: false,
            description: said.to_owned(),
            subpath: None,
        };
        assert_eq!(lead.of_main(told, false).as_deref(), expected, "{told}");
    };
    check("date-sum", "Adds days.", "Date sum: takes `a` (auto)", Some("Adds days; takes `a` (auto)"));
    check("@date/sum", "Adds days.", "Date sum: takes `a` (auto)", Some("Adds days; takes `a` (auto)"));
    check("@date/sum", "Adds days. Fast.", "Sum: takes `a` (auto)", Some("Adds days; takes `a` (auto)"));
    check(
        "sum",
        "Adds days.",
        "Sum, a class: offers `a` (auto)",
        Some("Adds days; a class: offers `a` (auto)"),
    );
    let made = "Makes a request handler for sum: takes `a` (auto)";
    check("sum", "Adds days.", made, Some("Makes a request handler for sum (Adds days): takes `a` (auto)"));
    check("redux-sum", "Adds days.", "Sum: takes `a` (auto)", Some("Adds days; takes `a` (auto)"));
    check("date-sum", "Adds days.", "Sum: takes `a` (auto)", None);
    check("sum", "Adds days.", "Sum of two: takes `a` (auto)", None);
    check("sum", "Adds days.", "Makes a request handler for product: takes `a` (auto)", None);
    check("date-sum", "DATE SUM", "Date sum: takes `a` (auto)", None);
    for nothing in ["", ".", "...", "TODO", "Deprecated. Use got.", "https://acme.test", "Dates (see `x"] {
        check("sum", nothing, "Sum: takes `a` (auto)", None);
    }
    check("", "Adds days.", ": takes `a` (auto)", None);
    let lead = super::super::Lead {
        name: "sum".to_owned(),
        is_guessed: false,
        description: "Adds days.".to_owned(),
        subpath: None,
    };
    assert_eq!(lead.project("Sums"), "Entry of `sum`: Adds days. Sums");
    let part = super::super::Lead::of(&root_of_part("sum", "dates"));
    assert_eq!(part.project("Sums"), "Entry `dates` of `sum`");
    assert_eq!(part.of_main("Sum: made with `sum` (auto)", true), None);
    assert_eq!(lead.of_main("Sum: `5` (auto)", true), None);
    assert!(lead.of_main("Sum: made with `sum` (auto)", true).is_some());
}

#[test]
fn configurations_pages_and_examples_are_told() {
    assert_eq!(
        file_of(
            "next.config.mjs",
            "import { wrap } from 'wrap'; const config = { images: 1, strict: true }; export default wrap(config)"
        ),
        "Configuration of next: sets `images: 1`, `strict: true`; uses `wrap` (auto)"
    );
    assert_eq!(
        file_of("examples/auth/index.js", "export const app = make('a'); app.get('/', show)"),
        "App (auth): made with `make` from `'a'`; answers `GET /` (`show`); in an example of auth (auto)"
    );
    assert_eq!(
        file_of("src/vue.ts", "import type { A } from './a'; declare module 'vue' { interface B { a: A } }"),
        "Type declarations for vue: augments `vue` (auto)"
    );
    assert_eq!(
        file_of(
            "test/utils/endsWith.spec.js",
            "import u from 'u'; describe('kind(): of all', () => { it('tells', () => u.kind()) })"
        ),
        "Tests of kind(): of all: tells (auto)"
    );
    assert_eq!(
        file_of(
            "app/about/page.tsx",
            "import { B } from '@/b'; export default function Page() { return <B><h1>Who we are</h1></B> }"
        ),
        "Page `/about`: says 'Who we are'; renders `B` (auto)"
    );
}

#[test]
fn what_a_file_exports_as_a_whole_and_is_called_by_leads() {
    let source = "const httpErrors = { badRequest: make(400), notFound: make(404) }
        function getHttpError(code) { return httpErrors[names[code]] }
        module.exports = httpErrors
        module.exports.getHttpError = getHttpError";
    assert_eq!(
        file_of("lib/httpErrors.js", source),
        "HTTP errors: holds `badRequest`, `notFound`; used by `getHttpError`; also exports `getHttpError` (auto)"
    );
    let other = source
        .replace("= httpErrors\n", "= other\n")
        .replace("const httpErrors", "const other = 1; const httpErrors");
    assert!(
        file_of("lib/httpErrors.js", &other).starts_with("Gets HTTP error"),
        "{}",
        file_of("lib/httpErrors.js", &other)
    );
}

#[test]
fn a_component_among_others_is_told_by_what_it_provides_or_takes() {
    let source = "const AuthContext = createContext({})
        export function AuthProvider({ children }) {
          const [user, setUser] = useState(null)
          const checkAuthorizationOfUser = async () => { setUser(await current()) }
          const isAuthenticatedAlready = !!user
          return <AuthContext.Provider value={{ user, setUser, isAuthenticatedAlready, checkAuthorizationOfUser }}>{children}</AuthContext.Provider>
        }
        export function Space({ width, height }) { return <div style={{ width, height }} /> }
        export const useAuth = () => useContext(AuthContext)";
    let told = file_of("src/AuthContext.tsx", source);
    assert!(
        told.contains(
            "`AuthProvider` (provides `user`, `setUser`, `isAuthenticatedAlready`, … to what it holds)"
        ),
        "{told}"
    );
    assert!(told.contains("`Space` (takes `width`, `height`)"), "{told}");
}

#[test]
fn comments_at_the_head_of_a_file_speak_of_it() {
    let check = |head: &str, expected: &str| {
        let source = format!(
            "{head}import {{ b }} from './b'\nexport function maybeRun(a) {{ return b(a) }}\nexport const other = 1"
        );
        assert_eq!(file_of("src/run.js", &source), expected, "{head}");
    };
    let all = "// Table_DDL\n//\n// All of the helpers for changing tables.\n// -------\n\n";
    check(all, "All of the helpers for changing tables. (auto)");
    let declared = "// maybeRun() runs what it is given\n// once.\n//\n// As of 3 more.\n";
    check(declared, "maybeRun() runs what it is given once. (auto)");
    let of_import = "// The next one runs what it is given\n";
    check(of_import, "Maybe runs: takes `a`; gives `b(a)`; also exports `other` (auto)");
}

#[test]
fn the_type_that_a_file_is_called_after_comes_first() {
    let many = (0..9).map(|at| format!("export type Op{at} = [{at}]\n")).collect::<Vec<_>>().concat();
    let source = format!(
        "{many}/** How many there are. */ export type Count = number\n\
         /** Takes all steps and makes a program of them. */ export interface Encoder {{ commit(): void }}"
    );
    assert_eq!(
        file_of("src/encoder.ts", &source),
        "Types of encoder: `Encoder` (takes all steps and makes a program of them), `Count` (how many there are), \
         `Op0`, `Op1`, `Op2`, `Op3`, … (auto)"
    );
}

/// The root of a package that is entered by a subpath alone.
fn root_of_part(name: &str, subpath: &str) -> Root {
    Root {
        path: RepoPath::new(b"dates/index.ts").unwrap(),
        scope: Vec::new(),
        package: Vec::new(),
        why: String::new(),
        also: Vec::new(),
        passed_over: Vec::new(),
        name: name.to_owned(),
        description: Some("Adds days.".to_owned()),
        guessed: false,
        subpath: Some(subpath.to_owned()),
    }
}
