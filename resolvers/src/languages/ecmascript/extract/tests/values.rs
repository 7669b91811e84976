//! What heads tell of values, the titles of tests, the components of markup.

use super::{Flavor, check, references, symbols};
use crate::facts::{FileFacts, TitleSort};

#[test]
fn values_are_told_by_their_heads() {
    for (value, expected) in [
        ("{ a: 1, 'b-c': d, ...e }", "{ a: 1, b-c }"),
        ("{ 'a/b': 'c', d: 1, e: 'f', g: 2 }", "{ a/b: 'c', d: 1, e: 'f', g }"),
        (
            "Base.extend({ body: Sort.extend({ id: z.string() }).refine((it) => it), query: q, params: z.object({}) })",
            "Base.extend({ body.id, query, params })",
        ),
        ("memo(forwardRef(A))", "memo(forwardRef(A))"),
        ("z.nullable(z.object({ a: z.string(), b }).strict())", "z.nullable({ a, b })"),
        ("nullable(other.object({ a }))", "nullable(other.object({ a }))"),
        ("z.array(z.object({ a }).openapi({ title: 'A' }))", "z.array({ a })"),
        ("z.array(z.object({ a }).extend({ b }))", "z.array(…)"),
        ("make(() => ({ name: 'A', run: () => 1 }))", "make({ name: 'A', run })"),
        ("all.filter(it => it.open)", "all.filter(it => it.open)"),
        ("{ plugins: { '@a/b': {}, c: {} } }", "{ plugins.@a/b, plugins.c }"),
        ("Symbol(DEV ? 'a' : '')", "Symbol('a')"),
        ("Symbol(DEV ? 'a' : 'b')", "Symbol(…)"),
        ("{ slug: 'posts', name: N, path, type: f() }", "{ slug: 'posts', name: N, path, type }"),
        ("['a', B.c, ...d, 1, f()] as const", "['a', B.c, ...d, 1, …]"),
        ("[{ a: 1 }, { b: 2 }]", "[{ a? }]"),
        ("z.object({ a: z.string() }).strict()", "z.object({ a })"),
        ("wrap({ a: 1 })(b)", "wrap({ a: 1 })(b)"),
        ("new Map<string, A>([])", "new Map(…)"),
        ("await f('a', b, (c: C) => d, e)", "f('a', b, (c: C) => …, …)"),
        ("memo(function ({ a }: P) { return a })", "memo(function ({ a }: P) …)"),
        ("styled(A).attrs({})`color: red`", "styled`…`"),
        ("process.env.A ?? 'b'", "process.env.A ?? 'b'"),
        ("a || f()", "a || f()"),
        (
            "a === 'b' || f(`a value that is so long that nobody would like to read it, and then goes on and on`, and_more_of_it, and_more)",
            "a === 'b' || …",
        ),
        ("a.b(c) > 2", "a.b(c) > 2"),
        ("!a", "!a"),
        ("/a+/g", "/a+/g"),
        ("`a`", "`a`"),
        ("`a${b}`", "`a${b}`"),
        (
            "`\n  query users($id: ID!) {\n    user { name }\n  }\n${more}`",
            "`query users($id: ID!) { user { name } }…`",
        ),
        ("a.b!.c", "a.b.c"),
        ("(() => 1)()", "(() => 1)()"),
        ("a ? b : c", "a ? b : c"),
        (
            "process.env.A_LONG_NAME_OF_A_VARIABLE ? `https://${process.env.A_LONG_NAME}` : 'http://localhost'",
            "process.env.A_LONG_NAME_OF_A_VARIABLE ? 'https://${process.env.A_LONG_NAME}' : 'http://localhost'",
        ),
        ("[{ a: 1, b: 2 }, ...f(x).filter(g)]", "[{ a, b }, …]"),
        ("undefined", ""),
        ("<A><B.C /></A>", "<A>"),
    ] {
        let head = if expected.is_empty() { String::new() } else { format!(" = {expected}") };
        check(Flavor::Tsx, &format!("const x = {value}"), symbols, &format!("- Variable x | const x{head}"));
    }
    for (value, expected) in [
        ("() => t('a b')", "() => t('a b')"),
        ("(a: A) => `b${a}`", "(a: A) => `b${a}`"),
        ("() => f(a)", "()"),
        ("(a) => f(a).as('b')", "(a) => f(a).as('b')"),
        ("(): string => 'a'", "(): string"),
        ("a => 'b'", "a"),
        ("() => { return 'b' }", "()"),
        ("(a) => async (b, c) => 1", "(a) => async (b, c)"),
        ("(a) => { g(); return b => 1 }", "(a) => (b)"),
        ("(a): B => (c) => 1", "(a): B"),
    ] {
        check(
            Flavor::Ts,
            &format!("const f = {value}"),
            symbols,
            &format!("- Function f | const f = {expected}"),
        );
    }
    check(
        Flavor::Ts,
        "function f(a) { g(); return function (b) {} }",
        symbols,
        "- Function f | function f(a) => (b)",
    );
    check(Flavor::Ts, "const f: F = ({ a }, b) => 1", symbols, "- Function f | const f: F = ({ a }, b)");
    check(Flavor::Ts, "export default define({ a: 1 })", symbols, "+ Variable default | define({ a: 1 })");
}

#[test]
fn what_is_taken_apart_is_told_by_what_it_is_of() {
    check(
        Flavor::Ts,
        "/** Both. */\nexport const { a, b: c = 1, ...d } = slice.actions",
        symbols,
        "+ Variable a | const a = slice.actions.a\n+ Variable c | const c = slice.actions.b\n+ Variable d | const d",
    );
    check(
        Flavor::Ts,
        "/** One. */\nconst { a } = make(b)",
        symbols,
        "- Variable a | const a = make(b).a // One.",
    );
    check(
        Flavor::Ts,
        "const [a, { b }] = c",
        symbols,
        "- Variable a | const a = (c)[0]\n- Variable b | const b",
    );
}

#[test]
fn of_long_heads_the_names_of_type_parameters_stay() {
    let bounds = "x".repeat(100);
    check(
        Flavor::Ts,
        &format!("type F<A extends '{bounds}', B = '{bounds}'> = (a: A) => B"),
        symbols,
        "- Type F | type F<A, B> = (a: A) => B",
    );
    check(
        Flavor::Ts,
        &format!("function f<A extends '{bounds}', B = '{bounds}'>(a: A): B {{}}"),
        symbols,
        "- Function f | function f<A, B>(a: A): B",
    );
}

#[test]
fn a_long_chain_is_no_deep_recursion() {
    let chain = format!("const x = a(){}", ".b()".repeat(5000));
    check(Flavor::Ts, &chain, symbols, "- Variable x | const x");
}

#[test]
fn titles_and_elements() {
    let told = |facts: &FileFacts| {
        let titles = facts.titles.iter().map(|it| {
            let sort = if it.sort == TitleSort::Suite { "# " } else { "" };
            format!("{sort}{}{}", if it.is_skipped { "skipped: " } else { "" }, it.text)
        });
        titles.chain(facts.elements.iter().map(|it| format!("<{it}>"))).collect::<Vec<_>>().join("\n")
    };
    check(
        Flavor::Tsx,
        "describe('a', () => { it.skip(`b ${c} d`, async () => {}); test.each([1])('e', () => {}) })
         test.describe('f', function () {}); it('no'); query('no', () => {}); describe(x, () => {})
         const y = <A><div /><B.C /><A /></A>",
        told,
        "# a\nskipped: b … d\ne\n# f\nquery('no', …)\n<A>\n<B.C>",
    );
    check(
        Flavor::Ts,
        "describe(dialect + ' queries', () => {}); tape('a', (t) => {}); suite.add('b', () => {}); it(x + y, () => {})",
        told,
        "# … queries\na\nsuite.add('b', …)",
    );
    let modules = "QUnit.module('one', { beforeEach() { x() } }); QUnit.test('a', (t) => {}); QUnit.test.only('b', () => {})
        QUnit.skip('c', () => {}); QUnit.on('end', () => {}); module('two', (hooks) => { test('d', () => {}) })
        function f() { module('three') } beforeEach(() => { module('app', ($provide) => {}) })";
    check(Flavor::Ts, modules, told, "# one\na\nb\nskipped: c\nQUnit.on('end', …)\n# two\nd\nbeforeEach(…)");
    let classes = "moduleFor('Helpers: fn', class extends Case { setup() {} '@test can be shadowed'() {} ['plain']() {} })
        class Keyword extends Case { static suiteName = 'keyword: eq'; @test 'explicit scope'() {} }
        class Plain { static suiteName = 'none'; run() {} } make('x', class { run() {} })";
    check(
        Flavor::Ts,
        classes,
        told,
        "# Helpers: fn\ncan be shadowed\n# keyword: eq\nexplicit scope\nmake('x', …)",
    );
    let steps = "test('a', async () => { await test.step('b', async () => { x() }) })";
    check(Flavor::Ts, steps, told, "a");
}

#[test]
fn what_stands_in_calls_stands_under_their_heads() {
    for (source, expected) in [
        ("router.post('a.b', check(x), async (c) => { c.then(() => x) })", "x in router.post('a.b', …)"),
        ("new Strategy({ x }, function () { y })", "x in new Strategy(…)\ny in new Strategy(…)"),
        (
            "Template.cards.helpers({ a() { return x } }); app.on('it`s', () => y)",
            "x in Template.cards.helpers(…)\ny in app.on(…)",
        ),
        ("ng.module('m').controller('C', ['s', (s) => x])", "x in controller('C', …)"),
        (
            "app.use(x); await run(`y`, y); x(1); const z = f(y); function g() { app.use(x) }",
            "x in app.use(…)\ny in run('y', …)\nx in top\ny in z\nx in g",
        ),
        ("$(() => x); setTimeout(() => y); (function () { x })(); new Map([[x]])", "x in top\ny in top"),
        ("define(['a'], (a) => { app.use(x) })", "x in app.use(…)"),
    ] {
        check(Flavor::Ts, &format!("import {{ x, y }} from 'x'; {source}"), references, expected);
    }
}

#[test]
fn uses_in_tests_stand_under_their_titles() {
    check(
        Flavor::Ts,
        "import { it, x, y } from 'b'; const f = () => it('no', () => x)
         describe('a', () => { beforeEach(() => x); it('b', () => { x(); f(); x() }); it(`c`, () => { x.z; y }) })
         it.each(y)('d', () => x); it('e', () => x)",
        references,
        "it in f\nx in f\nx in a\nit in a\nx in b\nx in c\ny in c\nit in top\ny in top\nx in d\nx in e",
    );
    let cases = |names: &str| {
        names.chars().map(|name| format!("it('{name}', () => x());")).collect::<Vec<_>>().concat()
    };
    let source = format!(
        "import {{ x }} from 'b'; describe('one', () => {{ {} }}); describe('two', () => {{ {} }})",
        cases("abcdefghijk"),
        cases("lm")
    );
    let first: String = "abcdefghi".chars().map(|name| format!("x in {name}\n")).collect::<Vec<_>>().concat();
    check(Flavor::Ts, &source, references, &(first + "x in l"));
}
