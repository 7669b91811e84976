//! From a `.dsp/` before and one after, each as a text, to the operations between them.

use std::collections::BTreeMap;

use resolvers::path::RepoPath;

use super::*;
use crate::dsp::model::{Entity, Export, Toc, TocName};
use crate::transaction::Before;

/// Files as `path: line, line` each; `obj-0000000a` may be written `a` and `func-0000000f` `f`.
fn files(text: &str) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let file = |line: &str| {
        let (path, content) = line.split_once(':')?;
        let lines = content.split(',').map(str::trim).filter(|line| !line.is_empty());
        let content = lines.map(|line| spelled(line) + "\n").collect::<Vec<_>>().concat();
        Some((spelled(path).into_bytes(), content.into_bytes()))
    };
    text.lines().filter_map(|line| file(line.trim())).collect()
}

fn spelled(text: &str) -> String {
    let word = |word: &str| match word {
        "a" | "b" | "c" | "d" => format!("obj-0000000{word}"),
        "e" | "f" => format!("func-0000000{word}"),
        other => other.to_owned(),
    };
    let parts = |text: &str| text.split('/').map(word).collect::<Vec<_>>().join("/");
    let words = text.split(' ').map(|it| match it.strip_prefix("via=") {
        Some(via) => format!("via={}", word(via)),
        None => parts(it),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn store(files: &BTreeMap<Vec<u8>, Vec<u8>>) -> Store {
    let mut store = Store::default();
    for (path, bytes) in files {
        let names: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
        if let [name] = names[..] {
            match TocName::parse(name) {
                Some(toc) => _ = store.tocs.insert(toc, Toc { raw: bytes.clone() }),
                None => store.config = Some(bytes.clone()),
            }
            continue;
        }
        let entity: &mut Entity = store.entities.entry(names[0].into()).or_default();
        match names[1..] {
            [b"description"] => entity.description = Some(Description::parse(bytes.clone())),
            [b"imports"] => entity.imports = Some(bytes.clone()),
            [b"shared"] => entity.shared = Some(bytes.clone()),
            [b"exports", name] => _ = entity.exports.insert((*name).into(), Export::Why(bytes.clone())),
            [b"exports", shared, name] => {
                let inner = entity.exports.entry((*shared).into());
                if let Export::Shared(files) = inner.or_insert_with(|| Export::Shared(BTreeMap::new())) {
                    files.insert((*name).into(), bytes.clone());
                }
            }
            _ => panic!("{path:?}"),
        }
    }
    store
}

fn check(before: &str, after: &str, expected: &[&str]) {
    let (before, after) = (files(before), files(after));
    let all: BTreeSet<&Vec<u8>> = before.keys().chain(after.keys()).collect();
    let differing = all.into_iter().filter(|path| before.get(*path) != after.get(*path));
    let changes: Vec<Change> = differing
        .map(|path| Change {
            path: RepoPath::new(path).unwrap(),
            before: Before::Known(before.get(path).cloned()),
            content: after.get(path).cloned(),
        })
        .collect();
    let told = account(&store(&before), &changes);
    let shown = told.iter().map(|it| it.to_string().replace("obj-0000000", "").replace("func-0000000", ""));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    assert_eq!(told.is_empty(), changes.is_empty(), "every change is spoken of");
}

const A: &str = "TOC: a
    a/description: source: index.ts, kind: object, purpose: Starts (auto)
    a/imports:
    a/shared: ";

#[test]
fn nothing_is_said_of_nothing() {
    check(A, A, &[]);
}

#[test]
fn a_line_that_is_no_uid_is_an_update() {
    check(A, &A.replace("a/shared: ", "a/shared: see below"), &["update a/shared"]);
}

#[test]
fn what_comes_and_what_goes() {
    let with = format!(
        "{A}
        TOC: a, b, f
        a/imports: f via=b
        b/description: source: lib.ts, kind: object, purpose: Lib (auto)
        b/imports: f
        b/shared: f
        b/exports/f/description: Goes (auto)
        b/exports/f/a: uses it (auto)
        f/description: source: lib.ts#go, kind: function, purpose: Goes (auto)
        f/imports:
        f/exports/b: owner"
    );
    check(
        A,
        &with,
        &[
            "create-object b  # lib.ts",
            "create-function f  # lib.ts#go",
            "create-shared b f  # lib.ts, lib.ts#go",
            "add-import a f --exporter b  # index.ts, lib.ts#go, lib.ts",
            "add-import b f  # lib.ts, lib.ts#go",
        ],
    );
    check(
        &with,
        A,
        &[
            "remove-import a f --exporter b  # index.ts, lib.ts#go, lib.ts",
            "remove-entity f  # lib.ts#go",
            "remove-entity b  # lib.ts",
        ],
    );
}

#[test]
fn moves_words_and_order() {
    let before = format!(
        "{A}
        TOC: a, b, c
        a/imports: b, c
        b/description: source: b.ts, kind: object, purpose: B (auto)
        b/exports/a: why (auto)
        c/description: source: c.ts, kind: object, purpose: C
        c/exports/a: why (auto)"
    );
    let changed =
        |from: &str, to: &str, expected: &[&str]| check(&before, &before.replace(from, to), expected);
    changed("b.ts", "lib/b.ts", &["move-entity b  # lib/b.ts"]);
    changed("purpose: C", "purpose: D", &["update-description c  # c.ts"]);
    changed("b.ts", "c/b.ts, notes: x", &["move-entity b  # c/b.ts", "update-description b  # c/b.ts"]);
    changed("imports: b, c", "imports: c, b", &["update a/imports"]);
    changed("TOC: a, b, c", "TOC: a, c, b", &["update TOC"]);
    changed("TOC: a, b, c", "TOC: a, b", &["update TOC"]);
    changed("b/exports/a: why", "b/exports/a: because", &["update-import-why a b  # index.ts, b.ts"]);
    check(&before.replace("TOC: a, b, c", "TOC: a, b"), &before, &["add-to-toc c TOC  # c.ts"]);
    check(&before, &format!("{before}\nconfig.toml: cover"), &["update config.toml"]);
    check(&before, &format!("{before}\nb/exports/c/description: odd"), &["update b/exports/c/description"]);
}

#[test]
fn what_is_left_of_an_entity() {
    let left = format!(
        "{A}
        TOC: a, b
        a/exports/b: why (auto)
        a/exports/c: why (auto)
        b/imports:
        b/shared: "
    );
    let told =
        ["update TOC", "update a/exports/b", "update a/exports/c", "update b/imports", "update b/shared"];
    check(&left, A, &told);
    check(&format!("{A}\nb/imports: a"), A, &["remove-import b a  # , index.ts"]);
}

#[test]
fn tables_of_what_stays_comes_and_goes() {
    let entity = |uid: &str| {
        format!(
            "\n{uid}/description: source: {uid}.ts, kind: object, purpose: Is (auto)
            {uid}/imports:\n{uid}/shared:"
        )
    };
    let with = |table: &str, uids: &[&str]| {
        format!("TOC: {table}{}", uids.iter().map(|uid| entity(uid)).collect::<String>())
    };
    let check = |before: (&str, &[&str]), after: (&str, &[&str]), expected: &[&str]| {
        check(&with(before.0, before.1), &with(after.0, after.1), expected);
    };
    let all = &["a", "b", "c"];
    let one_for_another = ["create-object d  # d.ts", "remove-entity b  # b.ts"];
    for table in ["a, d, c", "d, a, c", "a, c, d"] {
        check(("a, b, c", all), (table, &["a", "c", "d"]), &one_for_another);
    }
    // What stays stands in another order, once more, or once less.
    for table in ["c, d, a", "a, d, c, a", "a, d"] {
        let update = [one_for_another[0], one_for_another[1], "update TOC"];
        check(("a, b, c", all), (table, &["a", "c", "d"]), &update);
    }
    // What goes is listed where it was not.
    check(("a, c", all), ("a, b, c", &["a", "c"]), &["remove-entity b  # b.ts", "add-to-toc b TOC  # b.ts"]);
}
