//! What the whys say, as texts.

use super::*;
use crate::testing::Fixture;

/// All imports of the fixture lead to one place.
fn check(fixture: &str, expected: &str) {
    check_in("a.ts", fixture, expected);
}

fn check_in(file: &str, fixture: &str, expected: &str) {
    let fixture = Fixture::parse(&format!("== {file}\n{fixture}"));
    let facts = &fixture.sources[0].facts;
    let taken: Vec<Taken> =
        (0..).take(facts.imports.len()).map(|import| Taken { import, name: None }).collect();
    assert_eq!(
        Uses::of(Some(&crate::testing::path(file)), facts).why(&taken, false),
        format!("{expected} (auto)")
    );
}

#[test]
fn names_and_where_they_are_used() {
    check(
        "function f\nclass G\nimport b.ts x y:z\nuse x in f\nuse z in f\nuse z in G",
        "uses `x` in `f`; uses `y` (as `z`) in `f`, `G`",
    );
    check(
        "function f\nfunction g\nimport b.ts v w x y z\nuse v in f\nuse w in f\nuse x in g\nuse y in f\nuse z",
        "uses `v`, `w`, `y` in `f`; uses `x` in `g`; uses `z` in the body of the file",
    );
    check(
        "function f\nfunction g\nfunction h\nimport b.ts w x y z\nuse w in f\nuse x in g\nuse y in h\nuse z",
        "uses `w` in `f`; uses `x` in `g`; uses `y` in `h`; uses `z` in the body of the file",
    );
    let many = "function f g h i j k".split(' ').skip(1).map(|it| format!("function {it}"));
    let uses = "r f,s g,t h,u i,v j,w k".split(',').map(|it| it.split_once(' ').unwrap());
    let uses = uses.map(|(name, place)| format!("use {name} in {place}"));
    let many: Vec<String> = many.chain(["import b.ts r s t u v w x".to_owned()]).chain(uses).collect();
    check(
        &format!("{}\nuse x", many.join("\n")),
        "uses `r`, `s`, `t`, `u`, `v`, `w`, `x` in `f`, `g`, `h`, `i`, `j`, `k` and in the body of the file",
    );
    check(
        "function f\nimport b.ts x\ntype b.ts T\nuse x\nuse T in type of f",
        "uses `x` in the body of the file; uses type `T` in `f`",
    );
    check("import npm:express default:express", "imports `express`, which its code does not use");
    check("import npm:express default:express\nuse express", "uses `express` in the body of the file");
    check(
        "import node:fs *:fs\nfunction f\nuse fs.read in f\nuse fs.write",
        "uses `fs.read`, `fs.write` in `f` and in the body of the file",
    );
    check("import b.ts type:T x", "imports `T`, `x`, which its code does not use");
    check("import b.ts a\nclass A\nuse a in A\nuse a", "uses `a` in `A` and in the body of the file");
    check("type b.ts T\nfunction f\nuse T in f", "uses type `T` in `f`");
    check("import b.ts T x\nfunction f\nuse T in type of f\nuse x in f", "uses `x` and type `T` in `f`");
    check("import b.ts T\nfunction f\nfunction g\nuse T in type of f\nuse T in g", "uses `T` in `f`, `g`");
    check("import b.ts x:y\nuse y", "uses `x` (as `y`) in the body of the file");
}

#[test]
fn a_qualified_name_is_told_as_it_is_written() {
    check("import b.ts New:pkg.New\nfunction f\nuse pkg.New in f", "uses `pkg.New` in `f`");
}

#[test]
fn tests_are_called_by_their_titles() {
    let check = |fixture: &str, expected: &str| check_in("a.test.ts", fixture, expected);
    let head = "import b.ts x\nsuite store\ncase adds one\ncase finds one\ncase drops one\ncase clears";
    check(&format!("{head}\nuse x in finds one"), "uses `x` in the test 'finds one'");
    check(
        &format!("{head}\nuse x in finds one\nuse x in adds one"),
        "uses `x` in the tests 'adds one', 'finds one'",
    );
    let many = "use x in clears\nuse x in finds one\nuse x in adds one\nuse x in drops one";
    check(&format!("{head}\n{many}"), "uses `x` in the tests of 'store'");
    check(&format!("{head}\nuse x in store\nuse x in clears"), "uses `x` in the tests of 'store'");
    check(
        &format!("{}\n{many}", head.replace("suite store\n", "")),
        "uses `x` in the tests 'adds one', 'finds one', 'drops one', …",
    );
    check(
        &format!("{head}\nfunction f\nuse x in f\nuse x\nuse x in clears"),
        "uses `x` in `f` and in the test 'clears'",
    );
}

#[test]
fn calls_are_told_by_their_heads() {
    let head = "import b.ts x\ncall app.get('/a')\ncall app.on";
    check(
        &format!("{head}\nuse x in app.get('/a')\nuse x in app.on"),
        "uses `x` in `app.get('/a')`, `app.on`",
    );
    check(&format!("{head}\nuse x in app.on\nuse x"), "uses `x` in `app.on` and in the body of the file");
    check_in("a.test.ts", &format!("{head}\nuse x in app.on"), "uses `x` in `app.on`");
    let exported = "import b.ts x\ncall app.on\nexport x\nuse x in app.on";
    check(exported, "uses `x` in `app.on`; re-exports `x`");
}

#[test]
fn calls_alike_are_one_place() {
    let many = "isWrong(x(1)); ".repeat(12);
    let source =
        "import { x } from './b'; ".to_owned() + &many + "isType<number>(x(1)); isType<string>(x(2))";
    assert_eq!(of_source("a.test-d.ts", &source), "uses `x` in `isWrong(…)`, `isType(…)`");
}

#[test]
fn what_happens_without_names() {
    check("import b.css", "loads the styles of `b.css` with the file");
    check("import b.ts", "loads `b.ts` with the file, for its side effects");
    check("import b.vue default:Card\nuse Card", "uses the component as `Card` in the body of the file");
    let chosen = "switch (theme) { case 'dark': require('./dark.css') }";
    assert_eq!(of_source("a.js", chosen), "requires its styles in the body of the file");
    check("dynamic b.ts", "loads it on demand");
    let member = "export class A { async load() { return (await import('./b')).B } }";
    assert_eq!(of_source("a.ts", member), "loads `B` on demand in `A.load`");
    let bound = "async function f() { const { b } = await import('./b'); b() }";
    assert_eq!(of_source("a.ts", bound), "uses `b` in `f`; loads it on demand");
    check("import b.svg default:logo\nfunction F\nuse logo in F", "uses the image as `logo` in `F`");
    check("reexport b.ts *:x", "re-exports everything of `b.ts`");
    check("reexport b.ts a b\nimport b.ts a\nfunction f\nuse a in f", "uses `a` in `f`; re-exports `a`, `b`");
}

#[test]
fn tests_that_are_called_by_values_are_those_of_their_suite() {
    let each = "import { b } from './b'; describe('all', () => { for (const name of names) it(name, () => b(name)) })";
    assert_eq!(of_source("a.test.ts", each), "uses `b` in the tests of 'all'");
    let around =
        "import { b } from './b'; describe('all', () => { beforeEach(() => b()); it('works', () => {}) })";
    assert_eq!(of_source("a.test.ts", around), "uses `b` around the tests of 'all'");
}

#[test]
fn places_are_called_by_what_the_file_is() {
    check_in("a.vue", "import b.ts x\nuse x", "uses `x` at the top of its script");
    check_in("a.vue", "import b.ts x\nuse x in <template>", "uses `x` in its template");
    check_in(
        "a.vue",
        "import b.ts x\nfunction f\nuse x in f\nuse x in <template>\nuse x",
        "uses `x` in `f` and in its template and at the top of its script",
    );
    check_in(
        "a.test.ts",
        "import b.ts x\nfunction f\nuse x in f\nuse x",
        "uses `x` in `f` and in the body of the file",
    );
    check_in("test/a.js", "import b.ts x\nuse x", "uses `x` in the body of the file");
    check_in(
        "test/a.js",
        "import node:assert\nimport b.ts x\nuse x",
        "uses `x` in the body of the file; loads `node:assert` with the file, for its side effects",
    );
    check_in("a.stories.ts", "import b.ts x\nuse x", "uses `x` in its stories");
}

/// The why of all imports of a file, from its text.
fn of_source(file: &str, source: &str) -> String {
    let path = crate::testing::path(file);
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    let facts = language.extract(dialect, source.as_bytes());
    let taken: Vec<Taken> =
        (0..).take(facts.imports.len()).map(|import| Taken { import, name: None }).collect();
    Uses::of(Some(&path), &facts).why(&taken, false).trim_end_matches(" (auto)").to_owned()
}

#[test]
fn what_is_called_like_its_maker_is_made_with_it() {
    for (source, expected) in [
        ("import Ajv from 'ajv'; const ajv = new Ajv({ a: 1 })", "makes `ajv` with `Ajv`"),
        ("const Fastify = require('fastify'); const fastify = Fastify()", "makes `fastify` with `Fastify`"),
        (
            "import Ajv from 'ajv'; const ajv = new Ajv(); export const f = () => Ajv",
            "uses `Ajv` in `ajv`, `f`",
        ),
        ("import App from './app'; const app: App = make()", "uses type `App` in `app`"),
        (
            "import { B } from 'b'; @Injectable() export class C { constructor(private b: B) {} }",
            "uses `B` in `C.constructor`; the constructor of `C` is given `B`",
        ),
        ("import { b } from 'b'; const c = b()", "uses `b` in `c`"),
    ] {
        assert_eq!(of_source("a.ts", source), expected, "{source}");
    }
}

#[test]
fn what_stands_behind_an_export_is_handed_on() {
    assert_eq!(
        of_source("a.js", "exports.Token = require('./b')"),
        "re-exports everything of `./b` as `Token`"
    );
    assert_eq!(of_source("a.js", "module.exports = { a: require('./b').c }"), "re-exports `c`");
    assert_eq!(of_source("a.js", "module.exports = require('./b')"), "re-exports everything of `./b`");
    let source = "const fresh = require('./b'); module.exports = { get fresh() { return fresh(1) } }";
    assert_eq!(of_source("a.js", source), "uses `fresh` in `fresh`");
}

#[test]
fn mentions_and_markup_are_told() {
    assert_eq!(
        of_source("a.js", "/** @type {import('./b').C} */\nconst a = 1"),
        "refers to type `C` in its JSDoc"
    );
    assert_eq!(of_source("a.ts", "export type A = import('./b').C"), "refers to type `C` in `A`");
    assert_eq!(
        of_source("a.tsx", "import React from 'react'; export const A = () => <b />"),
        "has `React` in scope for the JSX of `A`"
    );
}

#[test]
fn packages_of_python_hand_on_what_they_do_not_use() {
    let check = |source: &str, expected: &str| {
        let path = crate::testing::path("a/__init__.py");
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        let facts = language.extract(dialect, source.as_bytes());
        let taken: Vec<Taken> =
            (0..).take(facts.imports.len()).map(|import| Taken { import, name: None }).collect();
        assert_eq!(Uses::of(Some(&path), &facts).why(&taken, false), format!("{expected} (auto)"));
    };
    check("from .b import x", "re-exports `x`");
    check("from .b import x\ny = x()", "uses `x` in `y`");
    check("from .b import *", "re-exports everything of `.b`");
}

#[test]
fn what_is_called_at_once_is_said_to_be_called() {
    let facts = |source: &str| {
        let (language, dialect) = resolvers::language_of(&crate::testing::path("a.js")).unwrap();
        language.extract(dialect, source.as_bytes())
    };
    for (source, expected) in [
        ("const a = require('b')('c')", "calls what it exports in `a` (auto)"),
        ("require('b')()", "calls what it exports in the body of the file (auto)"),
        ("require('b')", "requires it in the body of the file (auto)"),
        ("const a = require('b')", "imports `a`, which its code does not use (auto)"),
        ("try { var a = require('b') } catch {}; a()", "uses `a` in the body of the file (auto)"),
        ("const b = require('b'); app.use = () => b()", "uses `b` in `app.use` (auto)"),
    ] {
        let facts = facts(source);
        let path = crate::testing::path("a.js");
        assert_eq!(
            Uses::of(Some(&path), &facts).why(&[Taken { import: 0, name: None }], false),
            expected,
            "{source}"
        );
    }
}

#[test]
fn of_a_module_of_python_the_members_are_told_by_whatever_name_it_is_taken() {
    let told = |source: &str, is_module| {
        let path = crate::testing::path("app/ldap.py");
        let (language, dialect) = resolvers::language_of(&path).unwrap();
        let facts = language.extract(dialect, source.as_bytes());
        Uses::of(Some(&path), &facts).why(&[Taken { import: 0, name: None }], is_module)
    };
    let source = "from app import settings\ndef connect(s): return s(settings.HOST, settings.PORT)";
    assert_eq!(told(source, true), "uses `settings.HOST`, `settings.PORT` in `connect` (auto)");
    assert_eq!(told(source, false), "uses `settings` in `connect` (auto)");
    let source = "from app import settings\ndef connect(s): return s(settings)";
    assert_eq!(told(source, true), "uses `settings` in `connect` (auto)");
}

/// Each import of a file of JavaScript with its own text, in source order.
fn of_each(source: &str) -> Vec<String> {
    let path = crate::testing::path("m.js");
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    let facts = language.extract(dialect, source.as_bytes());
    let uses = Uses::of(Some(&path), &facts);
    let told = (0..).zip(&facts.imports).map(|(import, it)| {
        format!("{}: {}", it.specifier, uses.why(&[Taken { import, name: None }], false))
    });
    told.collect()
}

#[test]
fn a_name_that_several_functions_import_is_used_where_it_is_imported() {
    let source = "function one() { const { a } = require('./h'); return a; }
                  function two() { const { a } = require('./p'); return a; }
                  module.exports = { one, two };";
    assert_eq!(of_each(source), ["./h: uses `a` in `one` (auto)", "./p: uses `a` in `two` (auto)"]);
}

#[test]
fn what_several_functions_call_alike_is_told_apart() {
    // One that is kept may be loaded already.
    let source = "exports.one = function () { var engine = kept.one || (kept.one = require('one')); return engine.render(1) };
        exports.two = function () { const engine = kept.two ?? (kept.two = require('two')); return engine.parse(2) };
        exports['a-b'].three = function () { var engine = require('three'); engine.load(3); }";
    assert_eq!(
        of_each(source),
        [
            "one: uses `engine.render` in `one` (auto)",
            "two: uses `engine.parse` in `two` (auto)",
            "three: uses `engine.load` in `exports['a-b'].three` (auto)",
        ]
    );
}

#[test]
fn what_may_be_of_the_one_around_is_not_told_apart() {
    let source = "const engine = require('base'); exports.run = () => { if (a) { const engine = require('late'); engine.load() } engine.start() }";
    assert_eq!(of_source("m.js", source), "uses `engine.load`, `engine.start`, `engine` in `run`");
}

#[test]
fn all_calls_of_a_chain_stand_in_it() {
    let source = "const { guard, list, put, drop } = require('./all'); router.route('/:id').get(list).put(guard, put).delete(guard, drop)";
    assert_eq!(of_source("m.js", source), "uses `guard`, `list`, `put`, `drop` in `router.route('/:id')…`");
}

#[test]
fn what_takes_the_place_of_another_is_no_less_used() {
    let source = "try:\n    import fast as parser\nexcept ImportError:\n    import slow as parser\n\n\ndef one(s):\n    import other as parser\n    return parser.read(s)\n\n\ndef two(s):\n    return parser.load(s)\n";
    assert_eq!(of_source("app/m.py", source), "uses `parser.load` in `two`; uses `parser` in `one`");
}

#[test]
fn members_of_types_are_types_and_cases_in_no_suite_are_places() {
    let source = "import * as React from 'react'; export const A: React.FC = () => null";
    assert_eq!(of_source("a.ts", source), "uses type `React.FC` in `A`");
    let cases: String =
        (0..5).map(|at| format!("it('alone {at}', () => get())\n")).collect::<Vec<_>>().concat();
    let source = format!(
        "import {{ get }} from './get'; describe('all', () => {{ it('one', () => get()) }})\n{cases}"
    );
    assert_eq!(
        of_source("a.test.ts", &source),
        "uses `get` in the tests of 'all' and in the tests 'alone 0', 'alone 1', 'alone 2', …"
    );
}

#[test]
fn suites_that_no_call_holds_go_on_up_to_the_next() {
    let source = "import { get, make, set } from './store'
        QUnit.module('first', { beforeEach() { make() } })
        QUnit.test('reads', () => get()); QUnit.test('reads again', () => get())
        QUnit.test('writes', () => set()); QUnit.test('writes again', () => { set(); get() })
        QUnit.test('reads once more', () => get())
        QUnit.module('second')
        QUnit.test('writes last', () => set())";
    assert_eq!(
        of_source("store.test.js", source),
        "uses `get` in the tests of 'first'; uses `make` around the tests of 'first'; \
         uses `set` in the tests 'writes', 'writes again', 'writes last'"
    );
}

#[test]
fn tests_of_a_table_are_told_by_what_they_stand_in() {
    let tests = "import { encode } from './encode'
        describe('encode', () => {
          const tests = [{ input: 'a b', out: 'a%20b' }, { input: 'c', out: 'c' }]
          for (const t of tests) { test(t.input, () => { encode(t.input) }) }
        })";
    assert_eq!(of_source("encode.test.ts", tests), "uses `encode` in the tests of 'encode'");
    let open = "import { join } from './join'
        describe('join', () => { for (const t of all) { test(`${t.a} + ${t.b}`, () => join(t.a, t.b)) } })
        for (const t of all) { test(`${t.a}`, () => join(t.a)) }";
    assert_eq!(of_source("join.test.ts", open), "uses `join` in the tests of 'join'");
    let around = "import { make } from './make'
        describe('make', () => { const made = make(); it('is one', () => made.is()) })";
    assert_eq!(of_source("make.test.ts", around), "uses `make` around the tests of 'make'");
    let chain =
        "import { a, b } from './all'; bench.add('first', () => { a() }).add('second', () => { b() })";
    assert_eq!(
        of_source("bench.js", chain),
        "uses `a` in `bench.add('first', …)`; uses `b` in `add('second', …)`"
    );
}
