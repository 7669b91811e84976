#![expect(clippy::disallowed_methods, reason = "tests make files")]

use std::fs;
use std::path::Path;

use bstr::ByteSlice;
use tempfile::TempDir;

use super::*;

/// A `.dsp/` of `name: imports / shared / exports` per line, words separated by spaces; `TOC:` lines are tables.
fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    for line in text.lines() {
        let (name, rest) = line.split_once(':').unwrap();
        let mut parts = rest.split('/').map(|part| part.trim().replace(' ', "\n").replace("+via", " via"));
        let mut part = || parts.next().unwrap_or_default();
        if TocName::parse(name.as_bytes()).is_some() {
            fs::write(folder.path().join(name), part()).unwrap();
            continue;
        }
        let kind = if name.starts_with("func-") { "function" } else { "object" };
        let dir = folder.path().join(name);
        fs::create_dir_all(dir.join("exports")).unwrap();
        fs::write(dir.join("description"), format!("source: src/{name}\nkind: {kind}\n")).unwrap();
        fs::write(dir.join("imports"), part()).unwrap();
        fs::write(dir.join("shared"), part()).unwrap();
        part().lines().for_each(|name| fs::write(dir.join("exports").join(name), "").unwrap());
    }
    folder
}

fn reader(dir: &Path) -> Reader {
    Reader::open(dir).unwrap()
}

/// `expected`: entities, imports, shared, cycles, orphans. The figures are the Python tool's.
fn check(text: &str, expected: [usize; 5]) {
    let stats = stats(&reader(folder(text).path())).unwrap();
    assert_eq!(
        [stats.entities, stats.imports, stats.shared, stats.cycles, stats.orphans],
        expected,
        "{text}"
    );
}

#[test]
fn counts_as_the_python_tool_does() {
    check("obj-a: obj-b obj-c obj-a\nobj-b: obj-a obj-c\nobj-c: obj-a obj-b\nobj-d: obj-d", [4, 8, 0, 5, 0]);
    check("obj-a: obj-b\nobj-b: obj-c obj-d\nobj-c: obj-a\nobj-d: obj-a obj-e\nobj-e:", [5, 6, 0, 2, 0]);
    check(
        "obj-a: obj-b obj-b+via=obj-c obj-b\nobj-b: obj-a obj-a+via=obj-c\nobj-c: obj-d\nobj-d: obj-b obj-e\nobj-e: obj-c",
        [5, 9, 0, 3, 0],
    );
    check("obj-a: / obj-x obj-y obj-x\nobj-b: / / obj-a\nobj-c:\nTOC: obj-c obj-a", [3, 0, 3, 0, 1]);
}

#[test]
fn finds_a_file_and_what_is_in_it() {
    let folder = folder("obj-a:\nobj-b:\nfunc-c:\nfunc-d:");
    fs::write(folder.path().join("func-c/description"), "source: src/obj-a#go\n").unwrap();
    fs::write(folder.path().join("func-d/description"), "source: \"src/obj-\\141#\\\"\"\n").unwrap();
    let reader = reader(folder.path());
    let find = |source: &str| {
        find_by_source(&reader, source.as_bytes()).unwrap().join(&b" "[..]).to_str_lossy().into_owned()
    };
    assert_eq!(find("src/obj-a#\""), "func-d");
    assert_eq!(find("src/obj-a"), "func-c func-d obj-a");
    assert_eq!(find("src/obj-a#go"), "func-c");
    assert_eq!(find("src/obj"), "");
}

#[test]
fn a_table_is_shown_as_it_stands() {
    let folder = folder("TOC-obj-00000001: obj-00000001 junk obj-00000001");
    let reader = reader(folder.path());
    let name = TocName::parse(b"TOC-obj-00000001").unwrap();
    assert_eq!(toc_text(toc(&reader, name).unwrap()).as_bstr(), "obj-00000001 [root]\njunk\nobj-00000001\n");
    let error = toc(&reader, TocName::Plain).unwrap_err();
    assert_eq!(error.to_string(), "there is no TOC; name one of them: --toc obj-00000001");
}
