//! Declarations, members, documentation and signatures.

use super::{Flavor, check, symbols};

#[test]
fn declarations_of_the_top_level() {
    for (source, expected) in [
        (
            "export async function f<T>(a: T): Promise<T> { return a }",
            "+ Function f | async function f<T>(a: T): Promise<T>",
        ),
        ("const f = (a: string): number => 1", "- Function f | const f = (a: string): number"),
        (
            "export const a = 1, b: B = c, d = e()",
            "+ Variable a | const a = 1\n+ Variable b | const b: B = c\n+ Variable d | const d = e()",
        ),
        ("export const { a, b: [c] } = d", "+ Variable a | const a = d.a\n+ Variable c | const c"),
        (
            "type T = A |\n  B; interface I extends A {}",
            "- Type T | type T = A | B\n- Interface I | interface I extends A",
        ),
        ("export default class {}", "+ Class default | class"),
        ("export default { a: 1 }", "+ Variable default | { a: 1 }"),
        ("function f() { function g() {} } { class C {} }", "- Function f | function f()"),
        ("function f(a, // one\n b /* two */) {}", "- Function f | function f(a, b )"),
        ("const x = require('x'); import y from 'y'", ""),
        (
            "function f(a: 1): 1; function f(a) {}",
            "- Function f | function f(a: 1): 1\n- Function f | function f(a)",
        ),
        (
            "declare module 'x' { function f(): void }",
            "+ Namespace x | declare module 'x'\n+ Function f | function f(): void",
        ),
        ("class A {} export { A as B }", "+ Class A | class A"),
    ] {
        check(Flavor::Ts, source, symbols, expected);
    }
    let exported = "+ Class C | class C\n+ Method m | m()\n+ Function f | f()\n+ Function g | (a)";
    check(
        Flavor::Cjs,
        "exports.C = class C { m() {} }; module.exports = { f() {}, g: (a) => 1 }",
        symbols,
        exported,
    );
}

#[test]
fn members_of_exported_containers() {
    for (source, expected) in [
        (
            "export abstract class C<T> extends B implements I { constructor(private a: A, readonly b: B) {} static m(): void {} #x = 1; private y; z = 1; get g() { return 1 } f = (a) => a; [k]() {} }",
            "+ Class C | abstract class C<T> extends B implements I
             + Method constructor | constructor(private a: A, readonly b: B)
             + Field b | readonly b: B
             + Method m | static m(): void
             - Field #x | #x = 1
             + Field z | z = 1
             + Field g | get g()
             + Method f | f = (a)",
        ),
        ("class C { m() {} }", "- Class C | class C"),
        (
            "export class C { protected a = 1; protected m() {} public p: P; private q() {} #r() {} static #s = 1; declare d: D; accessor e = 1; 'f g' = 1; 2() {} }",
            "+ Class C | class C
             - Field a | protected a = 1
             - Method m | protected m()
             + Field p | public p: P
             - Method #r | #r()
             - Field #s | static #s = 1
             + Field d | declare d: D
             + Field e | accessor e = 1
             + Field f g | 'f g' = 1",
        ),
        (
            "class C { get a() { return 1 } set a(v) {} static async *b() {} m(a: 1): void; m(a: 2): void; m(a) {} } export default C",
            "+ Class C | class C
             + Field a | get a()
             + Field a | set a(v)
             + Method b | static async *b()
             + Method m | m(a: 1): void
             + Method m | m(a: 2): void
             + Method m | m(a)",
        ),
        (
            "export class C { private constructor(public a: A, protected readonly b: B, c: D, private d: D, @I() readonly e?: E) {} }",
            "+ Class C | class C
             + Field a | public a: A
             - Field b | protected readonly b: B
             + Field e | @I() readonly e?: E",
        ),
        (
            "export abstract class C { protected constructor(); abstract m(): void; protected abstract n: N }",
            "+ Class C | abstract class C
             - Method constructor | protected constructor()
             + Method m | abstract m(): void
             - Field n | protected abstract n: N",
        ),
        (
            "export interface I { a?: string; m(): void; f: () => void; [k: string]: 1 }",
            "+ Interface I | interface I\n+ Field a | a?: string\n+ Method m | m(): void\n+ Method f | f: () => void",
        ),
        (
            "export const enum E { A = 1, 'b-c' }",
            "+ Enum E | const enum E\n+ Field A | A = 1\n+ Field b-c | 'b-c'",
        ),
        (
            "export namespace N { export function f() {} const a = 1; export interface I { a: 1 } }",
            "+ Namespace N | namespace N\n+ Function f | function f()\n+ Interface I | interface I\n+ Field a | a: 1",
        ),
    ] {
        check(Flavor::Ts, source, symbols, expected);
    }
}

#[test]
fn documentation_stands_before_the_declaration() {
    for (source, expected) in [
        ("/** Says a. */\nexport const a = 1", "+ Variable a | const a = 1 // Says a."),
        (
            "/**\n * One {@link B}\n * two.\n *\n * Three.\n * @param x y\n */\nfunction f(x) {}",
            "- Function f | function f(x) // One B two.",
        ),
        ("/** Doc. */\n@Dec({ a: 1 })\nexport class C {}", "+ Class C | class C // Doc."),
        ("/** @param x y */\nfunction f(x) {}", "- Function f | function f(x)"),
        (
            "/** @param x y\n * @returns {A} - True if x is seen. */\nfunction f(x) {}",
            "- Function f | function f(x) // Returns true if x is seen.",
        ),
        ("/** @returns {A} the x */\nfunction f(x) {}", "- Function f | function f(x)"),
        ("// no\nfunction f() {}", "- Function f | function f()"),
        ("/** a */\n/** b */\nfunction f() {}", "- Function f | function f() // b"),
        (
            "export class C {\n  /** Of m. */\n  @Dec() m() {}\n}",
            "+ Class C | class C\n+ Method m | m() // Of m.",
        ),
        ("/** @description Said. */\nlet a", "- Variable a | let a // Said."),
        ("// @desc    Said so\n// @route   GET /a\nlet a", "- Variable a | let a // Said so"),
    ] {
        check(Flavor::Ts, source, symbols, expected);
    }
}

#[test]
fn texts_are_capped_at_a_character() {
    let source = format!("/** {0} */\nexport function f({0}) {{}}", "é".repeat(400));
    let facts = super::extract(Flavor::Ts, source.as_bytes());
    assert!(facts.symbols[0].doc.as_ref().is_some_and(|doc| (290..=300).contains(&doc.len())));
    assert!(facts.symbols[0].signature.as_ref().is_some_and(|it| (190..=200).contains(&it.len())));
}

#[test]
fn uses_of_what_the_file_declares_are_known() {
    let source = "export const a = 1; const b = 2; type T = string; export type { T };
        export function f() { return a + b } function g(a: T) { return f(a) } class C { m() { g(a) } } f();";
    let facts = super::extract(Flavor::Ts, source.as_bytes());
    let told =
        facts.own_uses.iter().map(|it| format!("{} in {}", it.name, facts.symbols[it.symbol as usize].name));
    assert_eq!(told.collect::<Vec<_>>(), ["a in f", "a in C", "f in g", "g in C"]);
}

#[test]
fn what_stands_above_an_export_speaks_of_what_that_gives() {
    let source = "/** Parses a day. */
exports.parse = parse
function parse() {}
/** Expose `show` */
exports.show = show
function show() {}
/** Something else. */
exports.make = make

/** An older name. */
exports.read = parse
/** All of these are there for tests. */
exports.one = one
exports.two = two
function one() {}
function two() {}
/** Makes a day. */
function make() {}
// Is a given value a day?
function isDay() {}
// Is the order of these important?
function order() {}
// NextJS requires a function here
function next() {}
// 解析一个日期并把它按照人们所习惯的方式返回给调用它的人
//
// More of it that is not told here.
function wide() {}
// Returns everything but the first of the
// `days`. It is `{slow}`
// `enough`.
function rest() {}";
    check(
        Flavor::Js,
        source,
        symbols,
        "+ Function parse | function parse() // Parses a day.\n+ Function show | function show()\n\
         + Function one | function one()\n+ Function two | function two()\n\
         + Function make | function make() // Makes a day.\n- Function isDay | function isDay() // Is a given value a day?\n\
         - Function order | function order()\n- Function next | function next()\n\
         - Function wide | function wide() // 解析一个日期并把它按照人们所习惯的方式返回给调用它的人\n\
         - Function rest | function rest() // Returns everything but the first of the `days`. It is `{slow}` `enough`.",
    );
}
