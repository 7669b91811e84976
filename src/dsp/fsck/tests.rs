//! A `.dsp/` as a text in, findings a line each out, and the files that `--fix` changes.
//!
//! `o1` stands for `obj-00000001` and `f1` for `func-00000001`, in all of them.

use std::fmt::Write;

use super::*;
use crate::dsp::ops::tests::{Memory, long, short};

mod properties;

/// A picture with files alone.
fn picture(memory: &Memory) -> Picture {
    let mut picture = Picture::default();
    for (path, bytes) in &memory.files {
        picture.set(path, Some(bytes.clone()));
    }
    picture
}

fn line(finding: &Finding) -> String {
    let Finding { code, path, line, .. } = finding;
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{} {}{line}", code.name(), String::from_utf8_lossy(path))
}

/// What is found and left, what is fixed and how, and the files that are other ones then; a second `--fix` has nothing
/// to do.
fn report(picture: &Picture) -> String {
    let mut text = String::new();
    let healing = heal(picture);
    for finding in &healing.left {
        writeln!(text, "{}", line(finding)).unwrap();
    }
    for finding in &healing.fixed {
        writeln!(text, "fixed: {}: {}", line(finding), finding.fix.as_ref().unwrap().told).unwrap();
    }
    let mut healed = picture.clone();
    for change in healing.outcome.changes {
        let path = change.path.to_text();
        match &change.content {
            Some(content) => write!(text, "== {path}\n{}", String::from_utf8_lossy(content)).unwrap(),
            None => writeln!(text, "-- {path}").unwrap(),
        }
        healed.set(change.path.as_bytes(), change.content);
    }
    for dir in healing.outcome.emptied {
        writeln!(text, "-- {dir}/").unwrap();
        healed.set(dir.as_bytes(), None);
    }
    let again = heal(&healed);
    assert_eq!((again.fixed, again.left.len()), (Vec::new(), healing.left.len()));
    short(&text)
}

#[track_caller]
fn check_text(tree: &str, expected: &str) {
    assert_eq!(report(&picture(&Memory::parse(tree))), expected);
}

/// Puts files over a graph in which nothing is wrong: an object with a function that it owns and shares, and another
/// object that imports both.
#[track_caller]
fn check(over: &str, expected: &str) {
    let mut memory = Memory::parse(WHOLE);
    memory.files.append(&mut Memory::parse(over).files);
    memory.files.retain(|_, bytes| bytes != b"GONE\n");
    assert_eq!(report(&picture(&memory)), expected, "{over}");
}

const WHOLE: &str = "== TOC
o1
o2
f1
== o1/description
source: src/main.ts
kind: object
purpose: Starts.
== o1/imports
o2
f1 via=o2
== o1/shared
== o2/description
source: src/lib.ts
kind: object
purpose: A library.
== o2/imports
f1
== o2/shared
f1
== o2/exports/o1
all of it
== o2/exports/f1/description
Runs.
== o2/exports/f1/o1
to run
== f1/description
source: src/lib.ts#run
kind: function
purpose: Runs.
== f1/imports
== f1/exports/o2
owner: method/member of this object
";

#[test]
fn a_whole_graph_is_whole() {
    check("", "");
    check_text("", "");
}

#[test]
fn what_names_nothing_goes() {
    check(
        "== o1/imports\no2\no8\nf1 via=o2\nf1 via=o8\nf8 via=o2\n== o2/shared\nf1\nf8\n== o2/exports/f8/description\nGone.\n\
         == o2/exports/f8/o1\nto call it\n== o2/exports/o8\nused (auto)\n== o2/exports/f1/o8\nmine\n== TOC\no1\no8\no2\nf1\n",
        "fixed: dangling-toc TOC:2: the line is removed\nfixed: dangling-import o1/imports:2: the line is removed\nfixed: dangling-import o1/imports:4: the line is removed\nfixed: dangling-import o1/imports:5: the line is removed\nfixed: dangling-export o2/exports/f1/o8: it is removed; it said `mine`\nfixed: dangling-export o2/exports/f8: it is removed; it said `Gone.`, `to call it`\nfixed: dangling-export o2/exports/o8: it is removed\nfixed: dangling-shared o2/shared:2: the line is removed\n== TOC\no1\no2\nf1\n== o1/imports\no2\nf1 via=o2\n-- o2/exports/f1/o8\n-- o2/exports/f8/description\n-- o2/exports/f8/o1\n-- o2/exports/o8\n== o2/shared\nf1\n-- o2/exports/f8/\n",
    );
}

#[test]
fn a_root_that_is_gone_stays_open() {
    check("== TOC\no8\no1\no2\nf1\n", "dangling-toc TOC:1\n");
    check("== TOC\nGONE\n== TOC-o8\no8\no1\no2\nf1\n", "dangling-toc TOC-o8:1\n");
}

#[test]
fn sides_that_are_missing() {
    check("== o2/exports/o1\nGONE\n", "import-without-why o1/imports:1\n");
    check(
        "== f1/exports/o2\nGONE\n",
        "fixed: owner-without-record f1/exports/o2: it is written\n== f1/exports/o2\nowner: method/member of this object\n",
    );
    check("== o1/imports\no2\n", "why-without-import o2/exports/f1/o1\n");
    check("== o1/imports\nf1 via=o2\n", "why-without-import o2/exports/o1\n");
    check("== o2/shared\n", "not-shared o2/exports/f1\n");
    check(
        "== o2/shared\n== o1/imports\no2\n== o2/exports/f1/o1\nGONE\n",
        "fixed: not-shared o2/exports/f1: it is removed: it says what the entity says\n-- o2/exports/f1/description\n-- o2/exports/f1/\n",
    );
    check(
        "== o2/shared\n== o1/imports\no2\n== o2/exports/f1/o1\nGONE\n== o2/exports/f1/description\nMine.\n",
        "not-shared o2/exports/f1\n",
    );
    check(
        "== o2/exports/f1/description\nGONE\n",
        "fixed: shared-without-description o2/exports/f1/description: its purpose is written there\n== o2/exports/f1/description\nRuns.\n",
    );
    check(
        "== o1/shared\no2\n",
        "fixed: shared-without-description o1/exports/o2/description: its purpose is written there\n== o1/exports/o2/description\nA library.\n",
    );
    check("== o2/shared\nf1\no1\n", "shared-without-description o2/shared:2\n");
}

/// What lies beside a directory of the same name is not in it.
#[test]
fn only_parts_are_owned() {
    let pair = |source: &str, part: &str| {
        format!(
            "== o2/description\nsource: {source}\nkind: object\npurpose: p\n== f1/exports/o2\nGONE\n\
             == f1/description\nsource: {part}\nkind: function\npurpose: Runs.\n"
        )
    };
    let owned = "fixed: owner-without-record f1/exports/o2: it is written\n== f1/exports/o2\nowner: method/member of this object\n";
    check(&pair("src/lib.ts", "src/lib.ts#C.run"), owned);
    check(&pair("src/lib.ts#C", "src/lib.ts#C.run"), owned);
    let foreign = "import-without-why o2/imports:1\n";
    check(&pair("src/lib", "src/lib.ts#run"), foreign);
    check(&pair("src/#x", "src/#x.ts#run"), foreign);
    check(&pair("src/lib.ts#C", "src/lib.ts#Car"), foreign);
}

#[test]
fn lists_are_clean() {
    check(
        "== o1/imports\n\n o2 \no2\nf1 via=o2 x\nf1 via=o2\njunk\nf1 via=x\no2",
        "duplicate-line o1/imports:4\ndamaged-line o1/imports:5\ndamaged-line o1/imports:6\nfixed: duplicate-line o1/imports:3: the line is removed\nfixed: duplicate-line o1/imports:8: the line is removed\n== o1/imports\n\n o2 \nf1 via=o2 x\nf1 via=o2\njunk\nf1 via=x\n",
    );
    check(
        "== o2/shared\nf1\nf1\nf1 x\n== TOC\no1\no2\njunk\no2\nf1\no1",
        "damaged-line TOC:3\ndamaged-line o2/shared:2\nfixed: duplicate-line TOC:4: the line is removed\nfixed: duplicate-line TOC:6: the line is removed\nfixed: duplicate-line o2/shared:2: the line is removed\n== TOC\no1\no2\njunk\nf1\n== o2/shared\nf1\nf1 x\n",
    );
    check(
        "== o1/imports\nGONE\n== o1/shared\nGONE\n== o2/shared\nGONE\n== f1/imports\nGONE\n",
        "missing-file o1/imports\nnot-shared o2/exports/f1\nwhy-without-import o2/exports/f1/o1\nwhy-without-import o2/exports/o1\nmissing-file o2/shared\nfixed: missing-file f1/imports: an empty one is written\nfixed: missing-file o1/shared: an empty one is written\n== f1/imports\n== o1/shared\n",
    );
}

#[test]
fn tables_begin_with_their_root() {
    check(
        "== TOC\nGONE\n== TOC-o2\no1\no2\nf1\n",
        "fixed: wrong-root TOC-o2: it is put there\n== TOC-o2\no2\no1\nf1\n",
    );
    check(
        "== TOC\nGONE\n== TOC-o2\no1\nf1\n== o1/description\nsource: src/main.ts\nkind: object\npurpose: S\nscope: .\n\
         == o2/description\nsource: src/lib.ts\nkind: object\npurpose: L\nscope: .\n",
        "fixed: wrong-root TOC-o2: it is put there\n== TOC-o2\no2\no1\nf1\n",
    );
    check("== TOC\nGONE\n", "no-toc TOC\n");
    check("== TOC\n", "no-root TOC\nunlisted f1\nunlisted o1\nunlisted o2\n");
    check("== TOC-o2\no2\n", "mixed-tocs TOC\n");
    check(
        "== TOC\no1\n== o1/description\nsource: src/main.ts\nkind: object\npurpose: S\nscope: src\n",
        "fixed: unlisted f1: it is appended to TOC\nfixed: unlisted o2: it is appended to TOC\n== TOC\no1\nf1\no2\n",
    );
    check(
        "== TOC\nGONE\n== TOC-o1\no1\n== o1/description\nsource: src/main.ts\nkind: object\npurpose: S\nscope: lib\n",
        "unlisted f1\nunlisted o2\n",
    );
}

#[test]
fn descriptions_say_what_they_must() {
    check("== o1/description\nGONE\n", "no-description o1/description\n");
    check(
        "== o1/description\n",
        "missing-field o1/description\nmissing-field o1/description\nmissing-field o1/description\n",
    );
    check(
        "== o1/description\nsource: \nkind: \npurpose:\n",
        "empty-field o1/description\nempty-field o1/description\nunknown-kind o1/description\n",
    );
    check(
        "== o1/description\nsource: ../x\nkind: thing\npurpose: p\n",
        "unknown-kind o1/description\nsource-outside o1/description\n",
    );
    check(
        "== o1/description\nsource: src/lib.ts\nkind: function\npurpose: p\n",
        "kind-mismatch o1/description\n",
    );
    check(
        "== o1/description\nsource: ./src/lib.ts\nkind: object\npurpose: p\n",
        "duplicate-entity o2/description\n",
    );
    check("== o1/description\nsource: ../x\nkind: external\npurpose: p\n", "");
    check(
        "== o1/description\nsource: a/.git/x\nkind: object\npurpose: p\n",
        "source-outside o1/description\n",
    );
}

#[test]
fn what_is_not_of_the_protocol_is_named() {
    check(
        "== notes.md\nx\n== .gitignore\n.cache/\n== .cache/built\n1\n== config.toml\n== TOC-x\no1\n== obj-ODD/description\n\
         == o1/more\n== o1/exports/x\n== o2/exports/f1/x\n== o2/exports/f1/deep/x\n== .transaction/journal\n",
        "unfinished-write .transaction\nodd-name TOC-x\nunknown-file notes.md\nunknown-file o1/exports/x\nunknown-file o1/more\nunknown-file o2/exports/f1/deep\nunknown-file o2/exports/f1/x\nodd-name obj-ODD\n",
    );
}

#[test]
fn an_unfinished_merge_stops_the_healing_of_all_else() {
    check(
        "== TOC\no1\n<<<<<<< ours\no2\n=======\nf1\n>>>>>>> theirs\n== o1/imports\n<<<<<<< ours\no2\n=======\nf1 via=o2\no9\n>>>>>>> \
         theirs\n== o1/shared\nGONE\n== o1/description\nx\n<<<<<<< ours\n== o2/exports/o8\nw\n>>>>>>> theirs\n",
        "merge-conflict o1/description:2\ndangling-import o1/imports:3\nmissing-file o1/shared\ndangling-export o2/exports/o8\nmerge-conflict o2/exports/o8:2\n\
         fixed: merge-conflict TOC:2: it is resolved, without a word of anybody's lost\nfixed: merge-conflict o1/imports:1: it is resolved, without a word of anybody's lost\n\
         == TOC\no1\no2\nf1\n== o1/imports\no2\nf1 via=o2\no9\n",
    );
}

/// A merge is resolved where no word of anybody's is lost.
#[test]
fn what_a_merge_left_of_the_tool_is_resolved() {
    let torn = |ours: &str, theirs: &str| format!("<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> other\n");
    let list = torn("o2\nf1 via=o2\n", "f1 via=o2\n");
    check(
        &format!("== TOC\no1\n{}== o1/imports\n{list}", torn("o2\n", "f1\n")),
        "fixed: merge-conflict TOC:2: it is resolved, without a word of anybody's lost\n\
         fixed: merge-conflict o1/imports:1: it is resolved, without a word of anybody's lost\n\
         == TOC\no1\no2\nf1\n== o1/imports\no2\nf1 via=o2\n",
    );
    let described =
        |purpose: &str| format!("== o1/description\nsource: src/main.ts\nkind: object\n{purpose}");
    let resolved =
        "fixed: merge-conflict o1/description:3: it is resolved, without a word of anybody's lost\n";
    let left = "merge-conflict o1/description:3\n";
    let of = |ours: &str, theirs: &str| torn(&format!("purpose: {ours}\n"), &format!("purpose: {theirs}\n"));
    for (ours, theirs, kept) in [
        ("A. (auto)", "B. (auto)", Some("A. (auto)")),
        ("A.", "B. (auto)", Some("A.")),
        ("A. (auto)", "B.", Some("B.")),
        ("A.", "B.", None),
        ("A. (auto)", "B.\nsource: x.ts", None),
    ] {
        let kept = kept.map(|kept| resolved.to_owned() + &described(&format!("purpose: {kept}\n")));
        check(&described(&of(ours, theirs)), kept.as_deref().unwrap_or(left));
    }
    // With the base between, as `merge.conflictStyle` may ask for.
    let with_base = "<<<<<<< HEAD\nA (auto)\n||||||| base\nO (auto)\n=======\nmine\n>>>>>>> other\n";
    check(
        &format!("== o2/exports/o1\n{with_base}"),
        "fixed: merge-conflict o2/exports/o1:1: it is resolved, without a word of anybody's lost\n\
         == o2/exports/o1\nmine\n",
    );
    check(
        "== o2/exports/o1\n<<<<<<< HEAD\nA (auto)\n=======\nB (auto)\n",
        "merge-conflict o2/exports/o1:1\n",
    );
}
