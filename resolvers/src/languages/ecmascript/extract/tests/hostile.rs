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
