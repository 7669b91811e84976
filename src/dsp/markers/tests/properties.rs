//! What holds of every source: nothing is lost, and a second time nothing changes.
#![expect(clippy::disallowed_methods, reason = "tests read the fixtures")]

use bstr::ByteSlice;
use proptest::prelude::*;

use super::super::standing::Standing;
use super::super::{insert, strip};
use super::{source, wishes_of};
use crate::dsp::markers::{Reason, Spot, Wish};
use crate::facts::SourceFile;
use crate::identity::Uid;
use crate::universe::Class;

/// Lines of a source, each of which may stand anywhere at the top level.
fn lines(name: &'static str) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(pieces(name)), 0..14)
}

fn pieces(name: &str) -> &'static [&'static str] {
    match name {
        "a.ts" => &[
            "export const a = 1;",
            "export function f() {",
            "}",
            "// @dsp obj-00000009",
            "  /** what */",
            "",
            "export class C { m() {} }",
            "// @dsp func-00000001",
            "\"use strict\";",
            "  // note",
            "export { x };",
            "const x = 1;",
            "/* @dsp obj-12345678 */",
            "@dec",
            "#!/bin/env node",
            "\texport type T = 1",
            "`",
            "// @ts-ignore",
            "export default () => 1;",
            "export let p = 1, q = 2;",
        ],
        "a.py" => &[
            "def f():",
            "    pass",
            "class C:",
            "    def m(self): pass",
            "# @dsp obj-00000009",
            "",
            "a = 1",
            "@deco",
            "\"\"\"",
            "# note",
            "# -*- coding: latin-1 -*-",
            "    # @dsp func-00000001",
            "b = (",
            ")",
            "if x:",
            "from x import y",
            "\tz = 2",
            "# type: ignore",
        ],
        _ => &[
            "package a",
            "func F() {",
            "}",
            "// @dsp obj-00000009",
            "",
            "// F does.",
            "//go:noinline",
            "type T struct{}",
            "var (",
            "\tX = 1",
            ")",
            "const C = 1",
            "import \"fmt\"",
            "// @dsp func-00000001",
            "func (t T) M() {}",
            "/*",
            "*/",
            "`",
        ],
    }
}

/// The same, with markers of the declarations themselves anywhere and nobody else's.
fn strayed(name: &'static str) -> impl Strategy<Value = Vec<&'static str>> {
    const MARKERS: [&str; 6] = [
        "// @dsp func-00000001",
        "// @dsp func-00000002",
        "// @dsp func-00000003",
        "# @dsp func-00000001",
        "# @dsp func-00000002",
        "    # @dsp func-00000003",
    ];
    let is_own = |line: &&str| {
        line.starts_with("//") != std::path::Path::new(name).extension().is_some_and(|it| it == "py")
    };
    let markers: Vec<&str> = MARKERS.into_iter().filter(is_own).collect();
    let others: Vec<&str> = pieces(name).iter().copied().filter(|line| !line.contains("@dsp")).collect();
    let line = prop_oneof![prop::sample::select(markers), prop::sample::select(others)];
    prop::collection::vec(line, 0..14)
}

fn endings() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&["\n", "\n", "\r\n", "\n\n", "\r"][..]), 14)
}

fn text(name: &str, lines: &[&str], endings: &[&str], bom: bool, last: bool) -> Vec<u8> {
    let mut text = if bom { "\u{feff}".to_owned() } else { String::new() };
    if name == "a.go" {
        text += "package a\n";
    }
    for (at, (line, ending)) in lines.iter().zip(endings).enumerate() {
        text += line;
        if last || at + 1 < lines.len() {
            text += ending;
        }
    }
    text.into_bytes()
}

fn stripped(name: &str, bytes: &[u8]) -> Result<Vec<u8>, Reason> {
    let edited = strip(&source(name, bytes), Class::Ordinary, bytes)?;
    Ok(edited.map_or(bytes.to_vec(), |edited| edited.content))
}

/// `strip` after `insert` is `strip`, and `insert` after `insert` is `insert`; for declarations, and for the file too.
fn holds(name: &str, bytes: &[u8]) {
    holds_for(name, bytes, wishes_of);
    holds_for(name, bytes, |source| [vec![of_file()], wishes_of(source)].concat());
    holds_for(name, bytes, |_| vec![of_file()]);
}

fn of_file() -> Wish {
    Wish { uid: Uid::parse(b"obj-0000ffff").unwrap(), spot: Spot::File }
}

fn holds_for(name: &str, bytes: &[u8], wishes: impl Fn(&SourceFile) -> Vec<Wish>) {
    let plain = source(name, bytes);
    let Ok(Some(edited)) = insert(&plain, Class::Ordinary, bytes, &wishes(&plain)) else { return };
    let marked = source(name, &edited.content);
    let again = insert(&marked, Class::Ordinary, &edited.content, &wishes(&marked));
    assert_eq!(again, Ok(None), "a second time:\n{}", edited.content.escape_ascii());
    if let Ok(before) = stripped(name, bytes) {
        assert_eq!(stripped(name, &edited.content), Ok(before.clone()));
        if plain.facts.markers.is_empty() {
            assert_eq!(before, bytes);
        }
    }
}

/// After one `insert` each uid that stands where it should stands nowhere else.
fn comes_back(name: &str, bytes: &[u8]) {
    let plain = source(name, bytes);
    let wishes = wishes_of(&plain);
    // A stranger in a pile of markers keeps what it speaks of, and with that perhaps the others their places.
    let is_own = |uid: &str| wishes.iter().any(|wish| wish.uid.to_string() == uid);
    if !plain.facts.markers.iter().all(|marker| is_own(&marker.uid)) {
        return holds(name, bytes);
    }
    let Ok(edited) = insert(&plain, Class::Ordinary, bytes, &wishes) else { return };
    let content = edited.map_or(bytes.to_vec(), |edited| edited.content);
    let facts = source(name, &content).facts;
    let standing = Standing::of(&facts);
    for wish in wishes.iter().filter(|wish| standing.fulfils(wish)) {
        let uid = wish.uid.to_string();
        let number = facts.markers.iter().filter(|marker| marker.uid == uid).count();
        assert_eq!(number, 1, "{uid}:\n{}\nof\n{}", content.as_bstr(), bytes.as_bstr());
    }
    holds(name, bytes);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn of_generated_typescript(lines in lines("a.ts"), endings in endings(), bom: bool, last: bool) {
        holds("a.ts", &text("a.ts", &lines, &endings, bom, last));
    }

    #[test]
    fn of_generated_python(lines in lines("a.py"), endings in endings(), bom: bool, last: bool) {
        holds("a.py", &text("a.py", &lines, &endings, bom, last));
    }

    #[test]
    fn of_generated_go(lines in lines("a.go"), endings in endings(), bom: bool, last: bool) {
        holds("a.go", &text("a.go", &lines, &endings, bom, last));
    }

    #[test]
    fn of_markers_astray_in_typescript(lines in strayed("a.ts")) {
        comes_back("a.ts", &text("a.ts", &lines, &["\n"; 14], false, true));
    }

    #[test]
    fn of_markers_astray_in_python(lines in strayed("a.py")) {
        comes_back("a.py", &text("a.py", &lines, &["\n"; 14], false, true));
    }

    #[test]
    fn of_markers_astray_in_go(lines in strayed("a.go"), apart: bool) {
        comes_back("a.go", &text("a.go", &lines, &[if apart { "\n\n" } else { "\n" }; 14], false, true));
    }
}

/// The sources of the fixtures: real ones in the form of real ones.
#[test]
fn of_the_fixtures() {
    let mut pending = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"))];
    let mut marked = 0;
    while let Some(dir) = pending.pop() {
        for entry in std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            let name = entry.file_name().unwrap().to_str().unwrap().to_owned();
            if entry.is_dir() {
                pending.push(entry);
            } else if resolvers::path::RepoPath::new(name.as_bytes())
                .is_ok_and(|path| resolvers::language_of(&path).is_some())
            {
                let bytes = std::fs::read(&entry).unwrap();
                let plain = source(&name, &bytes);
                holds(&name, &bytes);
                let done = insert(&plain, Class::Ordinary, &bytes, &wishes_of(&plain));
                marked += usize::from(done.is_ok_and(|edited| edited.is_some()));
            }
        }
    }
    assert!(marked > 100, "{marked} files were marked");
}
