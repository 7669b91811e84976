//! What constructors are given.

use super::{Flavor, check, injections};

const NAMES: &str =
    "import { A, B, TOKEN } from 'x'; import * as ns from 'y'; import D from 'z'; import E = require('e');";

#[track_caller]
fn given(class: &str, expected: &str) {
    check(Flavor::Ts, &format!("{NAMES} {class}"), injections, expected);
}

#[test]
fn constructors_say_by_type_and_token_what_they_are_given() {
    for (parameters, expected) in [
        ("private readonly a: A, b: B<D>", "C.a = A\nC.b = B"),
        ("@Inject(TOKEN) a: A, @InjectRepository(D) b: B<D>", "C.a = TOKEN\nC.a = A\nC.b = D\nC.b = B"),
        ("@Optional() @inject(ns.TYPES.A) a: unknown, @InjectModel(D.name) d: any", "C.a = ns\nC.d = D"),
        ("@Inject('text') a: A, @Inject() b: B, @Other(TOKEN) c: string", "C.a = A\nC.b = B"),
        ("a?: A, b: B | D | null, d: (A & B) | undefined", "C.a = A\nC.b = B\nC.b = D\nC.d = A\nC.d = B"),
        ("a: ns.deep.Type, b: E.Type, d: typeof D, e: readonly A[]", "C.a = ns\nC.b = E\nC.d = D\nC.e = A"),
        ("a: string, b: number[], c: Unknown, d: { a: A }, e: () => A, f, g: Promise<A>", ""),
        ("{ a }: A, private b = inject(B)", "C.? = A\nC.b = B"),
        ("a: A, b: A | A, c: Local, d: C", "C.a = A\nC.b = A\nC.c = Local\nC.d = C"),
    ] {
        given(&format!("export class C {{ constructor({parameters}) {{}} }} interface Local {{}}"), expected);
    }
}

#[test]
fn fields_ask_for_what_they_are_given() {
    given(
        "export class C { a = inject(A); private readonly b = inject<B>(B, { optional: true })!; #d = inject(ns.D);
         e = inject('text'); f = other(A); g = new A(); static h = inject(TOKEN); m() { inject(A) } }",
        "C.a = A\nC.b = B\nC.d = ns\nC.h = TOKEN",
    );
}

#[test]
fn every_listed_class_counts_and_nothing_else() {
    for (source, expected) in [
        ("class C { constructor(a: A) {} }", "C.a = A"),
        ("export default class { constructor(a: A) {} }", "default.a = A"),
        (
            "export const C = class X { constructor(a: A) {} }; const F = class { a = inject(B) }",
            "C.a = A\nF.a = B",
        ),
        ("@Dec() export class C<A> extends B { constructor(a: A, b: B) { super() } }", "C.b = B"),
        ("class C { constructor(a: A); constructor(a: A, b?: B) {} }", "C.a = A\nC.b = B"),
        (
            "export namespace N { export class C { constructor(a: A, l: L) {} } export class L {} }",
            "C.a = A\nC.l = L",
        ),
        ("function f() { class C { constructor(a: A) {} } }", ""),
        ("export class C { m(a: A) {} a: A; set s(a: A) {} } interface I { new (a: A): C }", ""),
        ("export abstract class C { protected constructor(protected a: A) {} }", "C.a = A"),
    ] {
        given(source, expected);
    }
    let commonjs = "const A = require('a'); exports.C = class { a = inject(A) }";
    check(Flavor::Cjs, commonjs, injections, "C.a = A");
    let component =
        "<script lang=\"ts\">import { A } from 'a'\nexport class C { constructor(a: A) {} }</script>";
    check(Flavor::Vue, component, injections, "C.a = A");
}

#[test]
fn types_that_nest_at_will_are_no_danger() {
    let depth = 3_000;
    let (open, close) = ("(".repeat(depth), ")".repeat(depth));
    given(
        &format!("class C {{ constructor(a: {open}A{close}, b: B{}) {{}} }}", "[]".repeat(depth)),
        "C.a = A\nC.b = B",
    );
}
