use bstr::ByteSlice;

use super::*;
use crate::dsp::format::Description;
use crate::dsp::model::{Entity, Export};

/// `name: imports / shared / exports` per line, words separated by spaces; `TOC:` lines are tables.
fn store(text: &str) -> Store {
    let mut store = Store::default();
    for line in text.lines() {
        let (name, rest) = line.split_once(':').unwrap();
        let mut parts = rest.split('/').map(|part| part.trim().replace(' ', "\n").replace("+via", " via"));
        let mut part = || parts.next().unwrap_or_default();
        if let Some(toc) = TocName::parse(name.as_bytes()) {
            store.tocs.insert(toc, Toc { raw: part().into_bytes() });
            continue;
        }
        let kind = if name.starts_with("func-") { "function" } else { "object" };
        let source = format!("src/{name}");
        let entity = Entity {
            description: Some(Description::fresh(&[
                ("source", source.as_bytes()),
                ("kind", kind.as_bytes()),
            ])),
            imports: Some(part().into_bytes()),
            shared: Some(part().into_bytes()),
            exports: part().lines().map(|name| (name.as_bytes().to_vec(), Export::Why(Vec::new()))).collect(),
        };
        store.entities.insert(name.as_bytes().to_vec(), entity);
    }
    store
}

/// `expected`: entities, imports, shared, cycles, orphans. The figures are the Python tool's.
fn check(text: &str, expected: [usize; 5]) {
    let stats = stats(&store(text));
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
    let mut store = store("obj-a:\nobj-b:\nfunc-c:");
    store.entities.get_mut(&b"func-c"[..]).unwrap().description =
        Some(Description::parse(b"source: src/obj-a#go\n".to_vec()));
    let find =
        |source: &str| find_by_source(&store, source.as_bytes()).join(&b" "[..]).to_str_lossy().into_owned();
    assert_eq!(find("src/obj-a"), "func-c obj-a");
    assert_eq!(find("src/obj-a#go"), "func-c");
    assert_eq!(find("src/obj"), "");
}

#[test]
fn a_table_is_shown_as_it_stands() {
    let store = store("TOC-obj-00000001: obj-00000001 junk obj-00000001");
    let name = TocName::parse(b"TOC-obj-00000001").unwrap();
    assert_eq!(toc_text(toc(&store, name).unwrap()).as_bstr(), "obj-00000001 [root]\njunk\nobj-00000001\n");
    let error = toc(&store, TocName::Plain).unwrap_err();
    assert_eq!(error.to_string(), "there is no TOC; name one of them: --toc obj-00000001");
}
