//! Broken and hostile texts: nothing may abort the process, and imports are found all the same.

use std::thread;

use super::{Flavor, check, exports, extract, imports};
use crate::facts::Parse;

/// The levels that a hostile text nests; a parser without optimisation is too slow for more.
const DEEP: usize = if cfg!(debug_assertions) { 20_000 } else { 100_000 };

/// `extract` on a thread with the stack of a test, `source` after an import.
fn on_small_stack(flavor: Flavor, source: String) -> (Parse, usize) {
    let run = move || {
        let facts = extract(flavor, format!("import 'x'\n{source}").as_bytes());
        (facts.parse, facts.imports.len())
    };
    thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread").join().expect("no panic")
}

#[test]
fn deep_nesting_is_read_or_reported() {
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    for (flavor, source) in [
        (Flavor::Ts, nested("(", "1", ")")),
        (Flavor::Ts, nested("[", "", "]")),
        (Flavor::Ts, nested("{", "", "}")),
        (Flavor::Ts, nested("f(", "", ")")),
        (Flavor::Ts, format!("let a: {}", nested("Array<", "1", ">"))),
        (Flavor::Ts, nested("`${", "1", "}`")),
        (Flavor::Tsx, nested("<a>", "", "</a>")),
        (Flavor::Ts, nested("a=>", "1", "")),
        (Flavor::Ts, nested("!", "1", "")),
        (Flavor::Ts, nested("if(a){}else ", "{}", "")),
        (Flavor::Ts, nested("a?b:", "c", "")),
        (Flavor::Ts, nested("new ", "a", "")),
        (Flavor::Ts, nested("a:", ";", "")),
        (Flavor::Ts, nested("a=", "1", "")),
        (Flavor::Ts, format!("let a: {}", nested("keyof ", "b", ""))),
        (Flavor::Ts, format!("namespace a{}{{}}", ".a".repeat(DEEP))),
        (Flavor::Ts, format!("1{}", "+1".repeat(DEEP))),
        (Flavor::Ts, format!("a{}", ".b()".repeat(DEEP))),
        (Flavor::Ts, format!("a{}", ".b".repeat(DEEP))),
        (Flavor::Ts, "(".repeat(DEEP)),
        (Flavor::Ts, format!("a={}", "A<".repeat(DEEP))),
        (Flavor::Ts, nested("import(", "", ")")),
        (Flavor::Js, format!("/** {} */ let a", "\n@type {".repeat(DEEP / 10))),
    ] {
        let head: String = source.chars().take(20).collect();
        let (parse, imports) = on_small_stack(flavor, source);
        assert!(parse == Parse::Failed || imports == 1, "{head}: {parse:?}, {imports} imports");
    }
}

#[test]
fn what_is_broken_is_read_around_its_errors() {
    for (flavor, source, expected) in [
        (
            Flavor::Ts,
            "import { a } from 'x'\nconst = ;\nexport * from 'y'\nrequire('z'); import(/* w */ 'w')",
            "runtime Import x {a}\nruntime ReExport y {~*}\nruntime Require z\ndynamic DynamicImport w",
        ),
        (
            Flavor::Ts,
            "import a from 'x'\n<<<<<<< HEAD\nimport b from 'y'\n=======\nimport type { c } from 'z'\n>>>>>>> other\na b c",
            "runtime Import x {default as a}\nruntime Import y {default as b}\ntype Import z {c}",
        ),
        (
            Flavor::Js,
            "// @flow\nimport typeof A from 'x'\nimport type { B } from 'y'\nfunction f(a: ?A) {}",
            "type Import x {default as A}\ntype Import y {B}",
        ),
        (Flavor::Js, "import type { A } from 'x'\nconst a: A = 1", "type Import x {A}"),
        (
            Flavor::Js,
            "// @flow\nconst f = (a: ?A) => require.resolve('./w')\nnew URL('../x', import.meta.url); new URL('y', base)\n\
             jest.mock('z'); import.meta.resolve(`v`); require.resolve(u); path.resolve('t'); new Url('s', import.meta.url)",
            "weak dynamic RequireResolve ./w\nweak dynamic NewUrl ../x\nweak dynamic Mock z\nweak dynamic RequireResolve v",
        ),
        (Flavor::Js, "import 'x'; const a = <div/>", "runtime SideEffect x"),
        (Flavor::Js, "with (a) { require('x') } delete b; let c = 010", "runtime Require x"),
        (Flavor::Ts, "import 'x'\nconst a = <div/>", "runtime SideEffect x"),
        (Flavor::Ts, "import 'x'\nfunction f() {", "runtime SideEffect x"),
    ] {
        check(flavor, source, imports, expected);
    }
    let broken = "export const a = 1\nconst = ;\nexport default function f() {}\nclass C {}\nexport { C as D, E } from 'x'\nexport { C }";
    let expected = "a = a\ndefault = f\nD = C of x\nE = E of x\nC = C";
    check(Flavor::Ts, broken, exports, expected);
    let facts = extract(Flavor::Ts, b"import 'x'\nconst = ;");
    assert_eq!((facts.parse, facts.problems[0].offset), (Parse::Recovered, 17));
}

#[test]
fn what_is_no_token_stops_nothing() {
    for (source, offset) in [
        ("\x7f\nimport './b'\n", 0),
        ("\x01import './b'\n", 0),
        ("\0\nimport './b'\n", 0),
        ("import './b'\n/* a */\x01\nlet a", 20),
        ("#!/bin/node\n\x01\nimport './b'", 12),
        ("'use strict'\n\u{80}\nimport './b'", 13),
    ] {
        check(Flavor::Ts, source, imports, "runtime SideEffect ./b");
        let facts = extract(Flavor::Js, source.as_bytes());
        let told: Vec<_> = facts.problems.iter().map(|it| it.offset).collect();
        assert_eq!(
            (facts.parse, &told[..], facts.imports.len()),
            (Parse::Recovered, &[offset][..], 1),
            "{source:?}"
        );
    }
    check(
        Flavor::Ts,
        "import './a'\n\x01\nimport './b'",
        imports,
        "runtime SideEffect ./a\nruntime SideEffect ./b",
    );
    check(Flavor::Ts, "import './a'\nconst b = '\0\0'\0\n", imports, "runtime SideEffect ./a");
    for source in [
        &[0; 10_000][..],
        &[0],
        b"\x7fELF\x02\x01\x01\0\0\0\xde\xad\xbe\xef",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01",
    ] {
        let facts = extract(Flavor::Js, source);
        assert_eq!((facts.parse, &facts.problems[0].message[..]), (Parse::Failed, "binary"), "{source:?}");
    }
}

#[test]
fn errors_swallow_no_import() {
    for (source, expected) in [
        ("import { b from './b'\nimport './c'\n", "runtime Import ./b {b}\nruntime SideEffect ./c"),
        ("if (x\nimport './c'", "runtime SideEffect ./c"),
        (
            "const x = {\nimport c, { type d, e as f } from './c'",
            "runtime Import ./c {default as c, type d, e as f}",
        ),
        ("const x = 'a\nimport * as c from './c'", "runtime Import ./c {* as c}"),
        ("const x = `a\nimport type { c } from './c'", "type Import ./c {c}"),
        ("/* a\nimport type from './c'", "runtime Import ./c {default as type}"),
        (
            "/* a\n  export * as c from './c'\nexport { default as d } from './d'",
            "runtime ReExport ./c {~*}\nruntime ReExport ./d {~default}",
        ),
        (
            "const x = {{{(\nconst a = require('./a')\nrequire('./b'); const c = await import('./c')",
            "runtime Require ./a\nruntime Require ./b\ndynamic DynamicImport ./c",
        ),
        ("/*\nimport a = require('./a')", "runtime ImportEquals ./a {* as a}"),
        ("/*\nimport {\n  a, // b\n  c,\n} from './a'", "runtime Import ./a {a, c}"),
        ("const = ;\n/*\nimport './a'\n*/\nconst b = `\nimport './c'\n`", ""),
    ] {
        check(Flavor::Ts, source, imports, expected);
    }
    let conflict = "import {\n<<<<<<< a\n  b,\n=======\n  c,\n>>>>>>> d\n} from './e'\nif (\n<<<<<<< a\nimport './f'\n=======\nimport './g'\n>>>>>>> d";
    check(
        Flavor::Ts,
        conflict,
        imports,
        "runtime Import ./e {b, c}\nruntime SideEffect ./f\nruntime SideEffect ./g",
    );
    let source = "/*\nexport * from './a'\nexport * as b from './b'\nexport { c as d } from './c'";
    check(Flavor::Ts, source, exports, "* = all of ./a\nb = Namespace of ./b\nd = c of ./c");
}

#[test]
fn noise_costs_no_more_than_its_length() {
    for noise in [
        "/*",
        "import /*\n",
        "import a,\n",
        "`",
        "'",
        "export {\n",
        "<!--",
        "</script>",
        "`${",
        "const a = `\n",
        "<a>",
        "/",
    ] {
        let source = format!("import './found'\n{}", noise.repeat(100_000));
        let facts = extract(Flavor::Ts, source.as_bytes());
        let told = facts.problems.len() == usize::from(facts.parse != Parse::Complete);
        assert!(facts.imports.len() == 1 && facts.parse != Parse::Failed && told, "{noise:?}: {facts:?}");
    }
}

#[test]
fn a_recovered_namespace_is_passed_on_by_its_name() {
    let source = "const = ;\nexport * as money from './a'\nexport * from './b'\nimport * as c from './c'";
    check(Flavor::Ts, source, exports, "money = Namespace of ./a\n* = all of ./b");
    check(
        Flavor::Ts,
        source,
        imports,
        "runtime ReExport ./a {~*}\nruntime ReExport ./b {~*}\nruntime Import ./c {* as c}",
    );
}

#[test]
fn hidden_brackets_never_overflow_the_stack() {
    let nested = |open: &str| format!("let a = {}", open.repeat(DEEP / 20));
    for source in [
        nested("(/\"/,"),
        nested("(/[\"/]/,"),
        nested("[a / b, '/', "),
        nested("(\")\","),
        nested("(/* ) */"),
        nested("(// )\n"),
        nested("(`)`,"),
        nested("`${(\")\","),
        nested("{a: '}', b: "),
        nested("if(a)b;else "),
        nested("if(a)if(b)"),
        nested("do ;while(a);do "),
        nested("()=>{;a = b = "),
        nested("(await (a) / '(' / ("),
        nested("<p>don't {\n}{("),
        nested("a<b,"),
        nested("(a<b<c,"),
        format!("let a = [{}]", "(\"))))\"),".repeat(DEEP)),
        "(\"))))\")\n".repeat(2 * DEEP),
        "(\"))))\");".repeat(2 * DEEP),
    ] {
        let head: String = source.chars().take(24).collect();
        for flavor in [Flavor::Ts, Flavor::Js] {
            let (parse, imports) = on_small_stack(flavor, source.clone());
            assert!(imports == 1, "{head}: {parse:?}, {imports} imports");
        }
    }
}

#[test]
fn what_ends_is_no_deeper() {
    let levels = |source: &str, jsx| super::super::depth::most_levels(&source.repeat(1000), jsx);
    for source in [
        "function f(a) { if (a) { return [1, -2] } else { g('(((') } }\n",
        "const a = b / c, d = `${e}((`, f = /[(]/.test(g) ? !h : (i) / 2;\n",
        "class A { b = (c) => { /* don't */ return /'/ } }\n",
        "const a = require('b')\n",
        "if (a) /'/.test(b)\nelse c();\n",
    ] {
        assert!(levels(source, true) < 60, "{source}: {}", levels(source, true));
    }
    assert!(levels("(", false) == 1000 && levels("if(a)b;else ", false) >= 1000);
    assert!(levels("return <p>don't</p>(", true) >= 1000);
    let data = format!("export default [{}]", "{ a: [1, -2], 'b': { c: !0 } },".repeat(1000));
    assert!(super::super::depth::most_levels(&data, true) < 20);
}

/// What grows with the square of the length takes minutes for one of them.
#[test]
fn broken_templates_are_read_once() {
    const MANY: usize = 60_000;
    for piece in ["(", "a(\n", "a(b='\n", ".a", "a: ", "#[a "] {
        let source = format!("<template lang='pug'>\n{}\n</template>", piece.repeat(MANY));
        extract(Flavor::Vue, source.as_bytes());
    }
    for piece in ["<a", "<a \"", "<a>", "</a", "<!--", "<a title='", "t('"] {
        let source = format!("<template>{}</template>", piece.repeat(MANY));
        extract(Flavor::Vue, source.as_bytes());
        extract(Flavor::Vue, piece.repeat(MANY).as_bytes());
        extract(Flavor::Svelte, piece.repeat(MANY).as_bytes());
    }
}

/// The same of what bodies change, of SQL, and of objects of messages.
#[test]
fn long_bodies_are_read_once() {
    const MANY: usize = 20_000;
    let many = |piece: &dyn Fn(usize) -> String| (0..MANY).map(piece).collect::<String>();
    for body in [
        many(&|at| format!("a{at}.b = {at}; ")),
        many(&|at| format!("const b{at} = a.get({at}); b{at}.save(); ")),
        many(&|at| format!("if (a) {{ b{at}.c() }} ")),
        many(&|at| format!("sql('select a, b from t{at} where c'); ")),
        many(&|at| format!("const labels{at} = {{ a: 'b' }}; t(labels{at}.a); ")),
        format!("return `select a, b from {}`", "(select x, ".repeat(MANY)),
        format!("return gql`query {}`", "{ a(".repeat(MANY)),
    ] {
        extract(Flavor::Ts, format!("export function f(a) {{ {body} return a.b }}").as_bytes());
        extract(Flavor::Js, format!("define('a', ['b'], function (a) {{ {body} }})").as_bytes());
    }
}
