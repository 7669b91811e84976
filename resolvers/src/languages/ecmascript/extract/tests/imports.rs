//! Every syntax of an import, an export and a use.

use super::{Flavor, check, exports, imports, references};

#[test]
fn imports_of_modules() {
    for (source, expected) in [
        ("import 'x'", "runtime SideEffect x"),
        ("import {} from 'x'", "runtime Import x"),
        ("import d, { a, b as c } from 'x'", "runtime Import x {default as d, a, b as c}"),
        ("import { default as d, 'a-b' as e } from 'x'", "runtime Import x {default as d, a-b as e}"),
        ("import * as ns from 'x'", "runtime Import x {* as ns}"),
        ("import type { A } from 'x'", "type Import x {A}"),
        ("import type D from 'x'", "type Import x {default as D}"),
        ("import { type A, type B } from 'x'", "type Import x {type A, type B}"),
        ("import { type A, b } from 'x'", "runtime Import x {type A, b}"),
        ("import j from './x.json' with { type: 'json' }", "runtime Import ./x.json {default as j}"),
        (
            "import type A from 'x' with { 'resolution-mode': 'import' }",
            "type Import x as import {default as A}",
        ),
        (
            "import type A from 'x' assert { 'resolution-mode': 'require' }",
            "type Import x as require {default as A}",
        ),
        ("import { type A } from 'x' with { 'resolution-mode': 'import' }", "type Import x {type A}"),
        (
            "import type A from 'x' with { 'resolution-mode': 'import', a: 'b' }",
            "type Import x {default as A}",
        ),
        ("export type { A } from 'x' with { 'resolution-mode': 'import' }", "type ReExport x as import {~A}"),
        ("export type * from 'x' with { 'resolution-mode': 'require' }", "type ReExport x as require {~*}"),
        (
            "let a: import('x', { with: { 'resolution-mode': 'import' } }).T",
            "type ImportType x as import {type ~T}",
        ),
        ("/// <reference types='x' resolution-mode='import' />\nlet a", "type ReferenceTypes x as import"),
        ("import x = require('x')", "runtime ImportEquals x {* as x}"),
        ("import type x = require('x')", "type ImportEquals x {type * as x}"),
        ("export import x = require('x')", "runtime ImportEquals x {* as x}"),
        ("export { a, b as c } from 'x'", "runtime ReExport x {~a, ~b}"),
        ("export {} from 'x'", "runtime ReExport x"),
        ("export type { A } from 'x'", "type ReExport x {~A}"),
        ("export { type A } from 'x'", "type ReExport x {type ~A}"),
        ("export * from 'x'", "runtime ReExport x {~*}"),
        ("export * as ns from 'x'", "runtime ReExport x {~*}"),
        ("export type * from 'x'", "type ReExport x {~*}"),
        ("let a: import('x').T<import('y').U>", "type ImportType x {type ~T}\ntype ImportType y {type ~U}"),
        ("let a: typeof import('x')", "type ImportType x"),
        ("export {}; declare module '*.svg' {}", ""),
        ("export {}; declare module 'x' { import 'y' }", "type Augment x\nruntime SideEffect y"),
        ("declare module 'x' { import { a } from 'y' }", "runtime Import y {a}"),
        (
            "/// <reference path=\"./x.d.ts\" />\n/// <reference types='node' />\nlet a",
            "type ReferencePath ./x.d.ts\ntype ReferenceTypes node",
        ),
        ("let a\n/// <reference path=\"./x.d.ts\" />", ""),
        ("/** @type {import('x').A} */\nlet a", ""),
        (
            "import a\nfrom\n'x'; import b from \"y\"",
            "runtime Import x {default as a}\nruntime Import y {default as b}",
        ),
        ("import x from '\\x61\\u0062'", "runtime Import ab {default as x}"),
    ] {
        check(Flavor::Ts, source, imports, expected);
    }
}

#[test]
fn what_a_file_declares_is_no_loader_of_modules() {
    for (source, expected) in [
        ("function define(list, f) { return f(list) } define(['a'], f)", ""),
        ("export function define(list, f) {} define(['a'], f)", ""),
        ("export default function define(list, f) {} define(['a'], f)", ""),
        ("const [define] = useState(); define(['a'], f)", ""),
        ("export const define = (list, f) => f(list); define(['a'], f)", ""),
        (
            "(function () { const define = (l, f) => f(l); define(['a'], f) })(); define(['b'], f)",
            "runtime Define b",
        ),
        ("function f(define) { define(['a'], f) } define(['b'], f)", "runtime Define b"),
        ("const f = ({ define }) => define(['a'], () => require('b'))", "runtime Require b"),
        ("(function define(f) { define(['a'], f) })(f)", ""),
        ("(function () { var define; define(['a'], f) })()", ""),
        ("var define = undefined; define(['a'], f)", ""),
        ("import define from 'x'; define(['a'], f)", "runtime Import x {default as define}"),
        ("import define = require('x'); define(['a'], f)", "runtime ImportEquals x {* as define}"),
        ("const { define } = require('x'); define(['a'], f)", "runtime Require x {define}"),
        ("function requirejs(list) {} requirejs(['a'])", ""),
        ("const requirejs = require('./x'); requirejs(['a'])", "runtime Require ./x {* as requirejs}"),
        ("import require from 'x'; require('a'); require(['b'], f)", "runtime Import x {default as require}"),
        ("function f(define) { define(require => require('a')) }", ""),
        // What may be the loader's is.
        ("declare function define(list: any, f: any): void; define(['a'], f)", "runtime Define a"),
        (
            "declare var define: any, require: any; define(['a'], f); require('b')",
            "runtime Define a\nruntime Require b",
        ),
        (
            "const requirejs = require('requirejs'); requirejs(['a'])",
            "runtime Require requirejs {* as requirejs}\ndynamic Define a",
        ),
        (
            "import requirejs from 'requirejs'; requirejs(['a'])",
            "runtime Import requirejs {default as requirejs}\ndynamic Define a",
        ),
        (
            "var define = require('amdefine')(module); define(['a'], f)",
            "runtime Require amdefine {~*}\nruntime Define a",
        ),
        ("var define = window.define || g; define(['a'], f)", "runtime Define a"),
        ("const { define } = window; define(['a'], f)", "runtime Define a"),
        ("(function () { var define; define = window.define; define(['a'], f) })()", "runtime Define a"),
        ("(function () { var define; define = g; define(['a'], f) })()", ""),
        ("(function (define) { define(['a'], f) }).call(this, window.define || g)", "runtime Define a"),
        ("(function (define) { define(['a'], f) }).call(window.define || g)", ""),
        (
            "(function (define) { define(require => require('a')) })(typeof define == 'function' ? define : f)",
            "runtime DefineRequire a",
        ),
        ("(function (require) { require('1') })(function () { function require() {} return require }())", ""),
        ("var require = function (file) { return orig_require(file) }; require('x')", "runtime Require x"),
        ("const { require } = commonJS(import.meta.url); require('x')", "runtime Require x"),
        ("!function (root, define) { define(['a'], f) }(this, f => f())", ""),
    ] {
        check(Flavor::Ts, source, imports, expected);
    }
}

#[test]
fn calls_that_import() {
    for (source, expected) in [
        ("const x = require('x')", "runtime Require x {* as x}"),
        ("const { a, b: c, ...d } = require('x')", "runtime Require x {a, b as c, * as d}"),
        (
            "const y = require('x').y, z = require('x').default",
            "runtime Require x {y}\nruntime Require x {default as z}",
        ),
        ("require('x').y()", "runtime Require x {~y}"),
        (
            "require('x'); require(`y`); require?.('z'); new require('n')",
            "runtime Require x\nruntime Require y\nruntime Require z\nruntime Require n",
        ),
        ("require(a ? './b' : './c')", "runtime Require ./b\nruntime Require ./c"),
        (
            "require(a); require('b' + c); require(`d${e}`)",
            "computed Require a\ncomputed Require 'b' + c\ncomputed Require `d${e}`",
        ),
        ("module.require('x'); (a.require)('y')", ""),
        ("function f(require) { require('x') }", ""),
        ("{ const require = mock(); require('x') } require('y')", "runtime Require y"),
        ("const require = createRequire(import.meta.url); require('x')", "runtime Require x"),
        ("function require() {} require('x')", ""),
        ("define(function (require) { require('x') })", "runtime DefineRequire x"),
        (
            "require(['a'], () => { require('x') }); require('y')",
            "dynamic Define a\nruntime DefineRequire x\nruntime Require y",
        ),
        ("require.ensure([], require => require('x'))", "runtime Require x"),
        ("define(['a', './b'], function (a) {})", "runtime Define a {* as a}\nruntime Define ./b"),
        (
            "define(['require', 'a', 'exports', b], ({ x }, { y, z: w }) => require(['./c']))",
            "runtime Define a {y, z as w}\ndynamic Define ./c",
        ),
        (
            "define(['exports', './a'], factory); requirejs(['b'], b => {})",
            "runtime Define ./a\ndynamic Define b {* as b}",
        ),
        ("'use strict';\ndefine('name', ['./a', b], (a) => a)", "runtime Define ./a {* as a}"),
        ("define('name', ['./a'], f); define('other', ['./b'], f)", ""),
        ("define(['a']); define('name', ['./a'], f); element.define(['b'], f)", ""),
        ("import { define } from 'x'; define(['a'], f)", "runtime Import x {define}"),
        (
            "import('x'); import(`y`); import(z)",
            "dynamic DynamicImport x\ndynamic DynamicImport y\ncomputed DynamicImport z",
        ),
        ("const { a } = await import('x')", "dynamic DynamicImport x {a}"),
        (
            "const m = await import('x'), p = import('y')",
            "dynamic DynamicImport x {* as m}\ndynamic DynamicImport y",
        ),
        ("const d = (await import('x')).default", "dynamic DynamicImport x {default as d}"),
        (
            "import('x').then(m => m.default); import('y').then(({ a }) => a)",
            "dynamic DynamicImport x {~default}\ndynamic DynamicImport y {~a}",
        ),
        ("import('x').then((m) => ({ default: m.A }))", "dynamic DynamicImport x {~A}"),
        ("const x = __importDefault(require('x'))", "runtime Require x {* as x}"),
        ("new URL('./w.js', import.meta.url); new URL('a', b)", "weak dynamic NewUrl ./w.js"),
        (
            "require.resolve('x'); import.meta.resolve('y')",
            "weak dynamic RequireResolve x\nweak dynamic RequireResolve y",
        ),
        (
            "vi.mock('./a'); jest.doMock(`./b`, f); await vi.importActual('./c'); vi.fn('d')",
            "weak dynamic Mock ./a\nweak dynamic Mock ./b\nweak dynamic Mock ./c",
        ),
        (
            "import.meta.glob(['./*.ts', '!./a.ts']); import.meta.glob('./b', { eager: true })",
            "weak dynamic Glob ./*.ts [\"./*.ts\", \"!./a.ts\"]\nweak runtime Glob ./b [\"./b\"]",
        ),
        (
            "require.context('./x', false, /a\\/b$/i); require.context('./y')",
            "weak runtime RequireContext ./x false Some(\"a\\\\/b$\")\nweak runtime RequireContext ./y true None",
        ),
    ] {
        check(Flavor::Js, source, imports, expected);
    }
}

#[test]
fn types_that_a_namespace_declares_hide_those_of_the_file() {
    let source = "import { User, Role } from 'x'
        declare namespace N { interface User { role: Role } type All = User }
        type Mine = User";
    check(Flavor::Ts, source, references, "Role in N\nUser in Mine");
    let before = "import { Role } from 'x'; namespace N { let a: Role; Role.A; enum Role { A } } let b: Role";
    check(Flavor::Ts, before, references, "Role in b");
}

#[test]
fn names_in_jsdoc_are_used_by_what_stands_behind() {
    let source = "import View from './view'
        /** @import Player, { State } from './player' */
        /** @import * as ns from './all' */
        /**
         * Takes `{Player}`, which {@link View} shows.
         * @param {Player} player
         * @param {{View: string, state: State|'Player'}} options
         * @returns {Promise<ns.Made>}
         */
        const check = function (player, options) {}
        export class Box {
          /** @type {View} */
          view = new View()
          /** @param {View[]} views */
          static async all(views) {}
        }
        /** @typedef {View} Seen */
        export function none() {}
        /**
         * @template View
         * @param {{View?: string, ...State}} a
         * @param {ns.A|ns.B} b
         * @param {View} c
         * @returns {Player extends View ? State : Player}
         */
        function each(a, b, c) {}
        /** @param {View} a */

        function far(a) {}
        function inner(b) { return /** @type {View} */ (b).of(/** @type {State} */ (b)) }";
    check(
        Flavor::Js,
        source,
        references,
        "View in view\nPlayer in check\nState in check\nns.Made in check\nView in all\nView in top\nState in each\nns.A in each\nns.B in each\nPlayer in each\nView in inner\nState in inner",
    );
    check(Flavor::Ts, source, references, "View in view");
}

#[test]
fn types_in_jsdoc_of_javascript() {
    for (source, expected) in [
        ("/** @type {import('x').A} */\nlet a", "type JsDoc x {type ~A}"),
        ("/** @type import('x').A */\nlet a", "type JsDoc x {type ~A}"),
        (
            "/**\n * @param {Array<import('x')>} a\n * @returns {{\n *   b: import(\"y\").B }} */\nlet a",
            "type JsDoc x\ntype JsDoc y {type ~B}",
        ),
        (
            "/** @import D, { A, B as C } from 'x' */\nlet a",
            "type JsDoc x {type default as D, type A, type B as C}",
        ),
        ("/** @import * as ns from 'x' */\nlet a", "type JsDoc x {type * as ns}"),
        (
            "/** @import { A } from 'x' with { 'resolution-mode': 'require' } */\nlet a",
            "type JsDoc x as require {type A}",
        ),
        (
            "/** @type {import('x', { with: { 'resolution-mode': 'import' } }).A} */\nlet a",
            "type JsDoc x as import {type ~A}",
        ),
        ("/** see import('x') and {import('y')} */\nlet a", ""),
        (
            "/**\n * @template T @typedef {import('x').P<T>} P\n * @param {string} a - of @type {import('y').C}\n */\nlet a",
            "type JsDoc x {type ~P}\ntype JsDoc y {type ~C}",
        ),
        ("/** as `@type {import('x')}` or a@type {import('y')} */\nlet a", ""),
        ("/* @type {import('x').A} */\nlet a", ""),
    ] {
        check(Flavor::Js, source, imports, expected);
    }
}

#[test]
fn exports_of_modules() {
    for (source, expected) in [
        ("export const a = 1, { b, c: [d] } = e", "a = a\nb = b\nd = d"),
        ("export function f() {} export class C {} export enum E {}", "f = f\nC = C\nE = E"),
        ("export interface I {} export type T = 1", "type I = I\ntype T = T"),
        ("const a = 1; export { a, a as b }; export type { T }", "a = a\nb = a\ntype T = T"),
        ("export default function f() {}", "default = f"),
        ("export default () => 1", "default = default"),
        ("const a = 1; export default a", "default = a"),
        ("class A {} export = A", "default = A"),
        (
            "export { a as b, default as c, default } from 'x'",
            "b = a of x\nc = Default of x\ndefault = Default of x",
        ),
        ("export * from 'x'; export * as ns from 'y'", "* = all of x\nns = Namespace of y"),
        ("export import a = require('x'); export import b = c.d", "a = a\nb = b"),
        ("export namespace N { export const a = 1 }", "N = N"),
        ("declare module 'x' { export const a: 1 }", ""),
    ] {
        check(Flavor::Ts, source, exports, expected);
    }
    check(
        Flavor::Declaration,
        "import 'x'; declare const a: 1; interface I {}",
        exports,
        "a = a\ntype I = I",
    );
    check(Flavor::Declaration, "declare const a: 1; export {}", exports, "");
}

#[test]
fn exports_of_commonjs() {
    for (source, expected) in [
        ("exports.a = 1; module.exports.b = c; exports.d = exports.e = void 0", "a = a\nb = c"),
        ("module.exports = function f() {}", "default = f"),
        ("module.exports = class {}", "default = default"),
        (
            "module.exports = { a, b: c, d() {}, 'e': 1, ...require('x') }",
            "a = a\nb = c\nd = d\ne = e\n* = all of x",
        ),
        ("module.exports = require('x')", "* = all of x"),
        ("exports.a = require('x'); exports.b = require('x').c", "a = Namespace of x\nb = c of x"),
        (
            "Object.defineProperty(exports, '__esModule', { value: true }); Object.defineProperty(exports, 'a', {})",
            "a = a",
        ),
        ("__exportStar(require('./x'), exports)", "* = all of ./x"),
        ("if (a) { exports.b = 1 }", ""),
    ] {
        check(Flavor::Cjs, source, exports, expected);
    }
}

#[test]
fn uses_of_imported_names() {
    for (source, expected) in [
        ("import { a } from 'x'; a.b; function f() { a() } const g = () => a", "a in top\na in f\na in g"),
        ("import * as ns from 'x'; ns.a.b; ns['c']; let t: ns.T; ns", "ns.a in top\nns in top\nns.T in t"),
        ("import D from 'x'; const { a, b } = D", "D.a in a\nD.b in b"),
        ("import D from 'x'; const { a, b: c } = D; function f() { a; c }", "D.a in f\nD.b in f"),
        ("import D from 'x'; function f() { a } const { a } = D; export { a }", "D.a in a"),
        ("import D from 'x'; let { a } = D; a = 1; function f() { a }", "D.a in a"),
        (
            "import D from 'x'; import E from 'y'; var { a } = D; var { a } = E; function f() { a }",
            "D.a in a\nE.a in a",
        ),
        ("import { a } from 'x'; function f(a) { a } { let a; a } for (const a of b) a", ""),
        ("import { a } from 'x'; function f() { { function a() {} } a }", "a in f"),
        ("import { T } from 'x'; type U = T; function f<T>(t: T) {}", "T in U"),
        ("import { a } from 'x'; export { a }", "a in top"),
        ("import { a } from 'x'; export class C { m() { a } private p = a }", "a in m\na in C"),
        ("use(a); import { a } from 'x'", "a in use(…)"),
        ("import { a } from 'x'; b.a; ({ a: 1 }); ({ a })", "a in top"),
        ("function f() { const x = require('x'); x.y } x", "x.y in f"),
        ("define(['x'], (x) => { function f() { x.y() } }); x.z", "x.y in top"),
        ("import { d } from 'x'; @d class C { @d m() {} } export { C }", "d in C\nd in m"),
    ] {
        check(Flavor::Ts, source, references, expected);
    }
    check(
        Flavor::Tsx,
        "import A, { B } from 'x'; const f = () => <A.C><B a={1}/></A.C>",
        references,
        "A.C in f\nB in f",
    );
}

#[test]
fn an_element_uses_what_a_comment_says_that_it_calls() {
    let body = "import { h } from 'x'; import * as F from 'y'; export const a = <b><i/></b>; const c = () => <></>; h";
    for (head, expected) in [
        ("/** @jsx h */", "h in a\nh in c\nh in top"),
        (
            "// a\n/*\n * @jsxRuntime classic\n * @jsx F.make\n * @jsxFrag F\n */",
            "F.make in a\nF.make in c\nF in c\nh in top",
        ),
        ("/** @jsx h */ /** @jsxFrag F.All */", "h in a\nh in c\nF.All in c\nh in top"),
        ("/** @jsxImportSource h */", "h in top"),
        ("// @jsx h\n", "h in top"),
        ("x; /** @jsx h */", "h in top"),
        ("/** @jsx nobody */", "h in top"),
        ("/** @jsx */", "h in top"),
    ] {
        check(Flavor::Tsx, &format!("{head}{body}"), references, expected);
    }
}
