//! What the bodies of functions show that they do, and what is assigned to members.

use super::super::extract;
use super::{Flavor, check, references, symbols};
use crate::facts::Deed;

#[test]
fn bodies_show_what_functions_do() {
    let gives = |value: &str| Some(Deed::Gives(value.to_owned()));
    let last = |value: &str| Some(Deed::GivesLast(value.to_owned()));
    let calls = |names: &[&str]| Some(Deed::Calls(names.iter().map(|it| (*it).to_owned()).collect()));
    for (source, expected) in [
        ("export function f() {}", Some(Deed::Nothing)),
        ("export function f() { return this.a === 'b' }", gives("this.a === 'b'")),
        ("export const f = async (a) => await g(a)", gives("g(a)")),
        ("export const f = a => ({ b: a, c() {} })", gives("{ b, c }")),
        ("export function f(a) { if (a) return 1; return g(a) }", last("g(a)")),
        ("export function f(a) { const b = g(a); return b }", gives("g(a)")),
        ("export function f(a) { const b = await g(a); return h(b) }", gives("h(g(…))")),
        ("export function f(a) { const b = g(a); return h(b, a) }", gives("h(b, a)")),
        ("export function f(a) { let b = g(a); b = 1; return b }", None),
        ("export function f() { const all = []; all.push(1); return all }", None),
        (
            "export function f(a) { return Object.keys(a).map(it => it.b).join() }",
            gives("Object.keys(…).map(…).join(…)"),
        ),
        ("export function f() { return <A /> }", None),
        ("export function f(a) { return a }", None),
        (
            "export function f() { throw new TypeError('no') }",
            Some(Deed::Throws("new TypeError('no')".to_owned())),
        ),
        ("export function f(a) { this.a = a }", Some(Deed::Sets("this.a".to_owned()))),
        (
            "export async function f() { a.b(() => 1); console.log(1); await c(); a.b() }",
            calls(&["a.b", "c"]),
        ),
        (
            "export function f() { APP.logger.info(1); this._log.debug(2); git.log(3); logger(4); this.logger.child(5) }",
            calls(&["git.log", "this.logger.child"]),
        ),
        ("export function f() { APP.logger.info(1); a = 2; APP.logger.info(3) }", None),
        ("export function f() { APP.logger.info(1) }", calls(&["APP.logger.info(1)"])),
        ("exports.f = function () { return a.b }", gives("a.b")),
        ("export default () => a.b", gives("a.b")),
        ("function f() { return a.b }", None),
    ] {
        let facts = extract(Flavor::Jsx, source.as_bytes());
        assert_eq!(facts.symbols.first().and_then(|it| it.deed.as_deref().cloned()), expected, "{source}");
    }
}

#[test]
fn what_is_assigned_to_a_member_is_a_place() {
    let source = "const x = require('x'); a.b = function () { x() }; module.exports.c = () => x; a.b.c = class { d = x }; a.e = x";
    check(Flavor::Cjs, source, references, "x in a.b\nx in c\nx in d\nx in top");
    let module = "import x from 'x'; A.prototype.b = () => x";
    check(Flavor::Ts, module, references, "x in A.prototype.b");
}

#[test]
fn what_is_exported_where_it_is_declared_is_exported() {
    let source = "var app = exports = module.exports = { a: 1 }";
    check(Flavor::Cjs, source, symbols, "+ Variable app | var app = { a: 1 }");
    let export = &extract(Flavor::Cjs, source.as_bytes()).exports[0];
    assert_eq!(export.name, "default");
    check(
        Flavor::Cjs,
        "var f = module.exports = function (a) {}",
        symbols,
        "+ Function f | var f = module.exports = function (a)",
    );
}

#[test]
fn a_var_of_a_block_is_known_outside_of_it() {
    let source = "try { var x = require('x') } catch {}; if (x) { x.y() }";
    check(Flavor::Cjs, source, references, "x in top\nx.y in top");
}

#[test]
fn accessors_are_told_by_their_words() {
    let source = "module.exports = { get a () { return 1 }, set a (b) {} }";
    check(Flavor::Cjs, source, symbols, "+ Function a | get a()\n+ Function a | set a(b)");
}
