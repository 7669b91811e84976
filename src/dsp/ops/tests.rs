//! A `.dsp/` as a text in, operations as lines of `apply`, what changed as a text out.
//!
//! `o1` stands for `obj-00000001` and `f1` for `func-00000001`, in all of them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::dsp::store::StoreError;
use crate::transaction::Before;

pub(in crate::dsp) mod properties;

/// A `.dsp/` in memory: files by path. A directory is there while a file is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::dsp) struct Memory {
    pub(in crate::dsp) files: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl View for Memory {
    fn read(&self, path: &[u8]) -> std::result::Result<Option<Vec<u8>>, StoreError> {
        Ok(self.files.get(path).cloned())
    }

    fn list(&self, dir: &[u8]) -> std::result::Result<Vec<(Vec<u8>, bool)>, StoreError> {
        let prefix = if dir.is_empty() { Vec::new() } else { [dir, b"/"].concat() };
        let mut names = BTreeMap::new();
        for rest in self.files.keys().filter_map(|path| path.strip_prefix(prefix.as_slice())) {
            let mut segments = rest.split(|byte| *byte == b'/');
            let name = segments.next().unwrap_or_default().to_vec();
            names.insert(name, segments.next().is_some());
        }
        Ok(names.into_iter().collect())
    }

    fn is_dir(&self, path: &[u8]) -> bool {
        let prefix = [path, b"/"].concat();
        self.files.keys().any(|path| path.starts_with(&prefix))
    }

    fn kept_imports(&self) -> Option<Vec<Vec<u8>>> {
        let imports = self.files.iter().filter(|(path, _)| path.ends_with(b"/imports"));
        Some(imports.map(|(_, content)| content.clone()).collect())
    }
}

impl Memory {
    /// `== path` and the lines of the file.
    pub(in crate::dsp) fn parse(text: &str) -> Self {
        let mut files = BTreeMap::new();
        for file in long(text).split("== ").skip(1) {
            let (path, content) = file.split_once('\n').unwrap();
            files.insert(path.as_bytes().to_vec(), content.as_bytes().to_vec());
        }
        Self { files }
    }

    /// Runs operations as one, and says what they answer; nothing changes when one is refused.
    pub(in crate::dsp) fn apply(&mut self, ops: &[Op]) -> Result<Vec<Answer>> {
        self.run(&ops.iter().cloned().map(Line::from).collect::<Vec<_>>())
    }

    fn run(&mut self, lines: &[Line]) -> Result<Vec<Answer>> {
        let mut last = 0x10;
        let mut draw = move || {
            last += 1;
            last
        };
        let view = self.clone();
        let mut draft = Draft::new(&view, &mut draw);
        let answers = run_lines(&mut draft, lines).map_err(|(_, error)| error)?;
        let outcome = draft.finish()?;
        for change in outcome.changes {
            if let Before::Known(before) = &change.before {
                assert_eq!(before.as_ref(), self.files.get(change.path.as_bytes()));
                assert_ne!(before, &change.content);
            }
            match change.content {
                Some(content) => self.files.insert(change.path.as_bytes().to_vec(), content),
                None => self.files.remove(change.path.as_bytes()),
            };
        }
        for dir in outcome.emptied {
            assert!(!self.is_dir(dir.as_bytes()) || answers.len() > 1, "{dir} is not empty");
        }
        Ok(answers)
    }

    /// The files that differ from those of `before`.
    fn difference(&self, before: &Self) -> String {
        let mut text = String::new();
        for path in before.files.keys().chain(self.files.keys()).collect::<std::collections::BTreeSet<_>>() {
            let name = String::from_utf8_lossy(path);
            match (before.files.get(path), self.files.get(path)) {
                (old, Some(new)) if old != Some(new) => {
                    write!(text, "== {name}\n{}", String::from_utf8_lossy(new)).unwrap();
                }
                (Some(_), None) => writeln!(text, "-- {name}").unwrap(),
                _ => {}
            }
        }
        text
    }
}

/// `o1` and `f1` as uids.
pub(in crate::dsp) fn long(text: &str) -> String {
    let mut out = String::new();
    let is_word = |char: char| char.is_alphanumeric();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word: &str = &rest[..rest.find(|char| !is_word(char)).unwrap_or(rest.len())];
        let digits = word.strip_prefix(['o', 'f']).filter(|it| !it.is_empty() && it.len() < 3);
        match digits.filter(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            Some(digits) if word.starts_with('o') => write!(out, "obj-{digits:0>8}").unwrap(),
            Some(digits) => write!(out, "func-{digits:0>8}").unwrap(),
            None if word.is_empty() => out.push(first),
            None => out.push_str(word),
        }
        rest = &rest[word.len().max(first.len_utf8() * usize::from(word.is_empty()))..];
    }
    out
}

pub(in crate::dsp) fn short(text: &str) -> String {
    text.replace("obj-0000000", "o").replace("func-0000000", "f").replace("obj-000000", "o")
}

/// What the operations answer and change, or why they are refused; then nothing may have changed.
#[track_caller]
fn check(tree: &str, ops: &str, expected: &str) {
    let before = Memory::parse(tree);
    let mut after = before.clone();
    let lines = read_lines(long(ops).as_bytes()).unwrap();
    let found = match after.run(&lines) {
        Ok(answers) => answers.iter().map(Answer::to_string).collect::<String>() + &after.difference(&before),
        Err(error) => {
            assert_eq!(after, before);
            format!("error: {error}\n")
        }
    };
    assert_eq!(short(&found), expected);
}

/// A root, a file with a function of its own that it shares, a second one that imports both.
const TREE: &str = "\
== TOC
o1
o2
f1
== o1/description
source: src/main.ts
kind: object
purpose: Starts.
scope: src
== o1/exports/f2
x
== o1/imports
f1 via=o2
o2
== o1/shared
== o2/description
source: src/lib.ts
kind: object
purpose: A library.

Free text.
notes: first
== o2/exports/f1/description
Runs.
== o2/exports/f1/o1
uses run
== o2/exports/o1
all of it
== o2/imports
f1
== o2/shared
f1
== f1/description
source: src/lib.ts#run
kind: function
purpose: Runs. (auto)
== f1/exports/o2
owner: method/member of this object
== f1/imports
== f2/description
source: src/lib.ts#own
kind: function
purpose: Own.
== f2/imports
o1
";

#[test]
fn objects_are_made() {
    check(
        "",
        r#"{"op":"create-object","source":"src/a.ts","purpose":"Does a."}"#,
        "toc: TOC\no11\n== TOC\no11\n== o11/description\nsource: src/a.ts\nkind: object\npurpose: Does a.\n== \
         o11/imports\n== o11/shared\n",
    );
    check(
        "== TOC\no1\n",
        r#"{"op":"create-object","source":"express","purpose":"","kind":"external","uid":"o3"}"#,
        "toc: TOC\no3\n== TOC\no1\no3\n== o3/description\nsource: express\nkind: external\npurpose:\n== o3/imports\n== \
         o3/shared\n",
    );
    check(
        "== o11/description\n",
        r#"{"op":"create-object","source":"a/b.ts","purpose":"p","new_root":true,"scope":"./a\\"}"#,
        "toc: TOC-o12\no12\n== TOC-o12\no12\n== o12/description\nsource: a/b.ts\nkind: object\npurpose: p\nscope: a\n== \
         o12/imports\n== o12/shared\n",
    );
}

#[test]
fn functions_are_made() {
    check(
        "== TOC\no1\n== o1/imports\n\n f7 \n",
        r#"{"op":"create-function","source":"a.ts#f","purpose":"F.","owner":"o1","uid":"f1"}"#,
        "toc: TOC\nf1\n== TOC\no1\nf1\n== f1/description\nsource: a.ts#f\nkind: function\npurpose: F.\n== \
         f1/exports/o1\nowner: method/member of this object\n== f1/imports\n== o1/imports\nf7\nf1\n",
    );
}

#[test]
fn new_entities_are_listed_where_roots_cover_them() {
    let tree = "== TOC-o1\no1\n== TOC-o2\no2\n== o1/description\nscope: src\n== o2/description\nscope: .\n";
    let listed = |source: &str, expected: &str| {
        let mut memory = Memory::parse(tree);
        let op = CreateFunction { source: source.into(), ..CreateFunction::default() };
        let answer = memory.apply(&[Op::CreateFunction(op)]).unwrap().remove(0);
        assert_eq!(short(&answer.to_string()), format!("toc: {expected}\nfunc-00000011\n"), "{source}");
    };
    for covered in ["src/a.ts", "src", "src#f", "./src/a", "src\\a", "\"src/a\\nb\""] {
        listed(covered, "TOC-o1, TOC-o2");
    }
    for outside in ["srcs/a.ts", "lib/src/a.ts", ""] {
        listed(outside, "TOC-o2");
    }
    check(
        "== TOC-o1\no1\n== o1/description\n",
        r#"{"op":"create-object","source":"a","purpose":"p"}"#,
        "error: cannot determine target TOC for `a`: no root scope matches and no default TOC exists; pass --toc \
         ROOT_UID or `default`, or set a scope on a root with `update-description UID --scope DIR`\n",
    );
    check(
        tree,
        r#"{"op":"create-object","source":"src/a","purpose":"p","toc":["o2","o2"],"uid":"o3"}"#,
        "toc: TOC-o2\no3\n== TOC-o2\no2\no3\n== o3/description\nsource: src/a\nkind: object\npurpose: p\n== \
         o3/imports\n== o3/shared\n",
    );
}

#[test]
fn what_is_shared_gets_its_purpose_once() {
    check(
        TREE,
        r#"{"op":"create-shared","exporter":"o2","shared":["f2","f1","f2"]}"#,
        "ok\n== o2/exports/f2/description\nOwn.\n== o2/shared\nf1\nf2\n",
    );
    check(
        "== o1/imports\n== o2/imports\n",
        r#"{"op":"create-shared","exporter":"o1","shared":["o2"]}"#,
        "ok\n== o1/exports/o2/description\no2\n== o1/shared\no2\n",
    );
}

#[test]
fn an_import_has_two_sides() {
    check(
        TREE,
        r#"{"op":"add-import","importer":"f2","imported":"f1","why":"  two\nlines \n","exporter":"o2"}
           {"op":"add-import","importer":"f2","imported":"f1","why":"plain"}
           {"op":"add-import","importer":"o1","imported":"f1","why":"anew","exporter":"o2"}"#,
        "ok\nok\nok\n== f1/exports/f2\nplain\n== f2/imports\no1\nf1 via=o2\nf1\n== o2/exports/f1/f2\n  two\nlines\n== \
         o2/exports/f1/o1\nanew\n",
    );
    check(
        TREE,
        r#"{"op":"update-import-why","importer":"o1","imported":"o2","why":"new"}"#,
        "ok\n== o2/exports/o1\nnew\n",
    );
    check(
        TREE,
        r#"{"op":"remove-import","importer":"o1","imported":"f1","exporter":"o2"}"#,
        "ok\n== o1/imports\no2\n-- o2/exports/f1/o1\n",
    );
    check(
        TREE,
        r#"{"op":"remove-import","importer":"o2","imported":"f1"}"#,
        "ok\n-- f1/exports/o2\n== o2/imports\n",
    );
}

#[test]
fn one_side_of_an_import_can_be_removed() {
    let op = r#"{"op":"remove-import","importer":"o1","imported":"o2"}"#;
    check("== o1/imports\no2\no2  x=1\no3\n", op, "ok\n== o1/imports\no3\n");
    check("== o1/imports\no3\n== o2/exports/o1\nw\n", op, "ok\n-- o2/exports/o1\n");
}

#[test]
fn fields_change_and_the_rest_stays() {
    check(
        TREE,
        r#"{"op":"update-description","uid":"o2","purpose":"New.","source":"src/new.ts"}"#,
        "ok\n== o2/description\nsource: src/new.ts\nkind: object\npurpose: New.\n\nFree text.\nnotes: first\n",
    );
    check(
        TREE,
        r#"{"op":"update-description","uid":"o2","kind":"external","sections":{"notes":"1\nkind: x\n\n- y","contracts":"c"}}"#,
        "ok\n== o2/description\nsource: src/lib.ts\nkind: external\npurpose: A library.\n\nFree text.\nnotes: 1\n  kind: \
         x\n- y\ncontracts: c\n",
    );
    check(
        TREE,
        r#"{"op":"update-description","uid":"o1","scope":"/lib/"}"#,
        "ok\n== o1/description\nsource: src/main.ts\nkind: object\npurpose: Starts.\nscope: lib\n",
    );
    check(
        TREE,
        r#"{"op":"move-entity","uid":"f2","source":"b.ts#own"}"#,
        "ok\n== f2/description\nsource: b.ts#own\nkind: function\npurpose: Own.\n",
    );
    check(TREE, r#"{"op":"update-description","uid":"o2","purpose":"A library."}"#, "ok\n");
}

#[test]
fn what_is_shared_no_more_leaves_its_recipients() {
    check(
        TREE,
        r#"{"op":"remove-shared","exporter":"o2","shared":"f1"}"#,
        "ok\n== o1/imports\no2\n-- o2/exports/f1/description\n-- o2/exports/f1/o1\n== o2/shared\n",
    );
    // A why of the same name is not the folder of a shared entity.
    check(TREE, r#"{"op":"remove-shared","exporter":"o2","shared":"o1"}"#, "ok\n");
}

#[test]
fn nothing_names_what_was_removed() {
    check(
        TREE,
        r#"{"op":"remove-entity","uid":"f1"}"#,
        "ok\n== TOC\no1\no2\n-- f1/description\n-- f1/exports/o2\n-- f1/imports\n== o1/imports\no2\n-- \
         o2/exports/f1/description\n-- o2/exports/f1/o1\n== o2/imports\n== o2/shared\n",
    );
    check(
        TREE,
        r#"{"op":"remove-entity","uid":"o1"}"#,
        "ok\n== TOC\no2\nf1\n== f2/imports\n-- o1/description\n-- o1/exports/f2\n-- o1/imports\n-- o1/shared\n-- \
         o2/exports/f1/o1\n-- o2/exports/o1\n",
    );
    check(
        "== TOC-o1\no1\no2\n== TOC-o2\no2\no1\n== o1/description\n== o1/odd/deep\n== o2/description\n== obj-ODD/imports\no1\n",
        r#"{"op":"remove-entity","uid":"o1"}"#,
        "ok\n-- TOC-o1\n== TOC-o2\no2\n-- o1/description\n-- o1/odd/deep\n== obj-ODD/imports\n",
    );
}

#[test]
fn tables_are_reshaped() {
    let tree = "== TOC\no1\no2\n== TOC-o3\no3\no2\n== o1/description\n== o2/description\n== o3/description\n";
    check(
        tree,
        r#"{"op":"add-to-toc","uids":["o1","o2"],"toc":["default","o3"]}"#,
        "o1: already in TOC\no1: added to TOC-o3\no2: already in TOC\no2: already in TOC-o3\n== TOC-o3\no3\no2\no1\n",
    );
    check(
        tree,
        r#"{"op":"move-to-toc","uids":["o2"],"from":"default","to":"o3"}"#,
        "o2: TOC -> TOC-o3 (already in target)\n== TOC\no1\n",
    );
    check(
        "== o1/description\n",
        r#"{"op":"add-to-toc","uids":["o1"],"toc":["default"]}"#,
        "error: TOC does not exist: pass --toc ROOT_UID of an existing root instead\n",
    );
    for (op, expected) in [
        (
            r#"{"op":"move-to-toc","uids":["o2","o1"],"from":"default","to":"o3"}"#,
            "o1 is the root of TOC and cannot be moved out of its own TOC",
        ),
        (
            r#"{"op":"move-to-toc","uids":["o1"],"from":"o3","to":"default"}"#,
            "o1 is not in TOC-o3: nothing to move",
        ),
        (
            r#"{"op":"move-to-toc","uids":["o1"],"from":"o3","to":"o3"}"#,
            "--from and --to point to the same TOC",
        ),
        (r#"{"op":"add-to-toc","uids":["o1","o9"],"toc":["o3"]}"#, "entity o9 does not exist"),
        (
            r#"{"op":"add-to-toc","uids":["o1"],"toc":["o1"]}"#,
            "TOC-o1 does not exist: roots are created with `create-object … --new-root`",
        ),
    ] {
        check(tree, op, &format!("error: {expected}\n"));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for (op, expected) in [
        (
            r#"{"op":"create-object","source":"a","purpose":"p","uid":"o1"}"#,
            "entity o1 already exists: pass a different uid or remove the existing entity first",
        ),
        (
            r#"{"op":"create-object","source":"a","purpose":"p","uid":"f9"}"#,
            "f9 cannot be the uid of an object",
        ),
        (r#"{"op":"create-function","source":"a","purpose":"p","owner":"o9"}"#, "entity o9 does not exist"),
        (
            r#"{"op":"create-object","source":"a","purpose":"p","scope":"."}"#,
            "--scope is only valid together with --new-root: for an existing root use `update-description UID --scope DIR`",
        ),
        (
            r#"{"op":"create-object","source":"a","purpose":"p","toc":["default"],"new_root":true}"#,
            "--toc and --new-root exclude each other",
        ),
        (
            r#"{"op":"create-object","source":"a","purpose":"p","new_root":true,"scope":"a/../.."}"#,
            "scope must be a repo-relative directory or `.`, not `a/../..`",
        ),
        (r#"{"op":"create-shared","exporter":"o1","shared":["o2","o9"]}"#, "entity o9 does not exist"),
        (r#"{"op":"add-import","importer":"o1","imported":"o9","why":"w"}"#, "entity o9 does not exist"),
        (
            r#"{"op":"add-import","importer":"o1","imported":"o2","why":"w","exporter":"o9"}"#,
            "entity o9 does not exist",
        ),
        (
            r#"{"op":"update-description","uid":"o1","purpose":"a\u0000b"}"#,
            "o1/description: a text cannot hold a NUL byte",
        ),
        (
            r#"{"op":"add-import","importer":"f1","imported":"o2","why":"w"}"#,
            "o2/exports/f1 would have to be a file and a directory at once: an entity that an object shares cannot import that object as a whole; import what it shares, with --exporter",
        ),
        (
            r#"{"op":"create-shared","exporter":"o1","shared":["f2"]}"#,
            "o1/exports/f2/description would have to be a file and a directory at once: an entity that an object shares cannot import that object as a whole; import what it shares, with --exporter",
        ),
        (
            r#"{"op":"add-import","importer":"f2","imported":"o2","why":"w\n<<<<<<< HEAD\n"}"#,
            "the text for o2/exports/f2 has a line that begins like a merge-conflict mark, `<<<<<<<` or `>>>>>>>`: indent that line",
        ),
        (
            r#"{"op":"update-import-why","importer":"f2","imported":"o2","why":"w"}"#,
            "f2 does not import o2: there is no why to update",
        ),
        (
            r#"{"op":"remove-import","importer":"o1","imported":"f1"}"#,
            "o1 does not import f1: this import may have been registered with --exporter; pass the same --exporter",
        ),
        (
            r#"{"op":"update-description","uid":"o1"}"#,
            "nothing to update: name at least one of --source, --purpose, --kind, --scope, --section",
        ),
        (
            r#"{"op":"update-description","uid":"o1","kind":"function"}"#,
            "o1 is an object entity: its kind cannot become `function`",
        ),
        (
            r#"{"op":"update-description","uid":"o2","scope":"."}"#,
            "o2 is not a root of any TOC: scope is only meaningful on root entities (TOC[0])",
        ),
        (
            r#"{"op":"update-description","uid":"o1","sections":{"kind":"x"}}"#,
            "`kind` cannot name a section: lower-case letters and `_`, and none of source, kind, purpose, scope",
        ),
        (
            r#"{"op":"update-description","uid":"o1","sections":{"a: b\nkind":"x"}}"#,
            "`a: b\nkind` cannot name a section: lower-case letters and `_`, and none of source, kind, purpose, scope",
        ),
        (r#"{"op":"remove-entity","uid":"o9"}"#, "entity o9 does not exist"),
    ] {
        check(TREE, op, &format!("error: {expected}\n"));
        // Nor does anything stay of what came before it.
        check(
            TREE,
            &format!("{}\n{op}", r#"{"op":"move-entity","uid":"f2","source":"b"}"#),
            &format!("error: {expected}\n"),
        );
    }
}

#[test]
fn sources_stay_in_the_repository() {
    let source = |source: &str, kind: ObjectKind| {
        let op = CreateObject { source: source.into(), kind, ..CreateObject::default() };
        Memory::default().apply(&[Op::CreateObject(op)]).is_ok()
    };
    for outside in [
        "../a",
        "a/../b",
        "..",
        "/etc/passwd",
        "C:\\x",
        "c:/x",
        "a\\..\\b",
        ".git/config",
        "a/.GIT/x",
        "..#f",
        " ../a",
        "\"../a\"",
        "\"\\056./a\"",
    ] {
        assert!(!source(outside, ObjectKind::Object), "{outside}");
        assert!(source(outside, ObjectKind::External), "{outside}");
    }
    for inside in ["", ".", "./a", "a..b", "...", "a#../b", ".gitignore", "src\\a", "a//b"] {
        assert!(source(inside, ObjectKind::Object), "{inside}");
    }
    let turned = r#"{"op":"create-object","source":"../x","purpose":"","kind":"external","uid":"o1"}
                    {"op":"update-description","uid":"o1","kind":"object"}"#;
    check("", turned, "error: source `../x` leads out of the repository: give a path from the repo root\n");
    let git = r#"{"op":"create-object","source":"a/.GIT/config","purpose":""}"#;
    check(
        "",
        git,
        "error: source `a/.GIT/config` leads into a git directory, which is no part of the code\n",
    );
    for kind in ["object", "external"] {
        let nul = format!(r#"{{"op":"create-object","source":"a\u0000b","purpose":"","kind":"{kind}"}}"#);
        check("", &nul, "error: source `a\\0b` holds a NUL byte, which no path does\n");
    }
}

#[test]
fn no_text_begins_a_field() {
    for line_break in ["\\n", "\\r\\n", "\\r", "\\u2028", "\\u0085", "\\u000b", "\\u001e"] {
        let op = format!(
            r#"{{"op":"create-object","source":"a","purpose":"p{line_break}kind: external{line_break}{line_break}x","uid":"o1"}}"#
        );
        let expected = "toc: TOC\no1\n== TOC\no1\n== o1/description\nsource: a\nkind: object\npurpose: p kind: external \
                        x\n== o1/imports\n== o1/shared\n";
        check("", &op, expected);
        let op = format!(
            r#"{{"op":"update-description","uid":"o2","sections":{{"notes":"a{line_break}kind: function{line_break}b: c"}}}}"#
        );
        check(
            TREE,
            &op,
            "ok\n== o2/description\nsource: src/lib.ts\nkind: object\npurpose: A library.\n\nFree text.\nnotes: a\n  kind: \
             function\n  b: c\n",
        );
    }
    check(
        TREE,
        r#"{"op":"move-entity","uid":"f2","source":"a\nkind: object"}"#,
        "ok\n== f2/description\nsource: \"a\\nkind: object\"\nkind: function\npurpose: Own.\n",
    );
}

#[test]
fn operations_of_one_run_see_each_other() {
    check(
        "",
        r#"{"op":"create-object","source":"a","purpose":"A","uid":"o1"}
           {"op":"create-function","source":"a#f","purpose":"F","uid":"f1","owner":"o1"}

           {"op":"create-shared","exporter":"o1","shared":["f1"]}
           {"op":"remove-entity","uid":"f1"}
           {"op":"create-object","source":"b","purpose":"B"}"#,
        "toc: TOC\no1\ntoc: TOC\nf1\nok\nok\ntoc: TOC\no11\n== TOC\no1\no11\n== o1/description\nsource: a\nkind: \
         object\npurpose: A\n== o1/imports\n== o1/shared\n== o11/description\nsource: b\nkind: object\npurpose: B\n== \
         o11/imports\n== o11/shared\n",
    );
    // What goes and comes again in one run: only what differs is written.
    check(
        TREE,
        r#"{"op":"remove-import","importer":"o1","imported":"o2"}
           {"op":"add-import","importer":"o1","imported":"o2","why":"all of it"}"#,
        "ok\nok\n",
    );
}

#[test]
fn the_cache_of_the_python_tool_is_stale_after_a_change() {
    let tree = "== .cache/built\n1\n== TOC\no1\n== o1/description\n== o1/imports\no2\no3 via=o2\no2\n== o2/imports\no3\n";
    check(
        tree,
        r#"{"op":"add-to-toc","uids":["o2"],"toc":["default"]}"#,
        "o2: added to TOC\n-- .cache/built\n== TOC\no1\no2\n",
    );
    check(tree, r#"{"op":"add-to-toc","uids":["o1"],"toc":["default"]}"#, "o1: already in TOC\n");
    check(
        tree,
        r#"{"op":"rebuild-cache"}"#,
        "rebuilt reverse-index cache: 2 imported entities\n-- .cache/built\n",
    );
    check(
        tree,
        r#"{"op":"remove-import","importer":"o2","imported":"o3"}
           {"op":"remove-import","importer":"o1","imported":"o3","exporter":"o2"}
           {"op":"rebuild-cache"}"#,
        "ok\nok\nrebuilt reverse-index cache: 1 imported entities\n-- .cache/built\n== o1/imports\no2\no2\n== o2/imports\n",
    );
}

/// Counts what is read.
struct Counting(Memory, AtomicUsize);

impl View for Counting {
    fn read(&self, path: &[u8]) -> std::result::Result<Option<Vec<u8>>, StoreError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.read(path)
    }

    fn list(&self, dir: &[u8]) -> std::result::Result<Vec<(Vec<u8>, bool)>, StoreError> {
        self.0.list(dir)
    }

    fn is_dir(&self, path: &[u8]) -> bool {
        self.0.is_dir(path)
    }
}

#[test]
fn only_what_an_operation_concerns_is_read() {
    let mut memory = Memory::parse(TREE);
    for number in 0..500 {
        for name in ["description", "imports", "shared"] {
            memory.files.insert(format!("obj-{number:08x}/{name}").into_bytes(), Vec::new());
        }
    }
    memory.files.append(&mut Memory::parse(TREE).files);
    for op in [
        r#"{"op":"create-object","source":"src/a.ts","purpose":"Does a."}"#,
        r#"{"op":"create-function","source":"src/a.ts#f","purpose":"F.","owner":"o1"}"#,
        r#"{"op":"create-shared","exporter":"o1","shared":["o3"]}"#,
        r#"{"op":"add-import","importer":"o1","imported":"f1","why":"w"}"#,
        r#"{"op":"remove-import","importer":"o1","imported":"o2"}"#,
        r#"{"op":"update-description","uid":"o1","purpose":"P.","scope":"src"}"#,
        r#"{"op":"remove-shared","exporter":"o2","shared":"f1"}"#,
        r#"{"op":"move-to-toc","uids":["o2"],"from":"default","to":"o9"}"#,
    ] {
        let view = Counting(memory.clone(), AtomicUsize::new(0));
        let mut draw = || 0xffff;
        let mut draft = Draft::new(&view, &mut draw);
        let answer = run_lines(&mut draft, &read_lines(long(op).as_bytes()).unwrap());
        let is_refused = matches!(&answer, Err((_, error)) if error.to_string().contains("obj-00000009"));
        assert!(if op.contains("o9") { is_refused } else { answer.is_ok() }, "{op}: {answer:?}");
        assert!(view.1.load(Ordering::Relaxed) < 20, "{op}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    let line = r#"{"op":"rebuild-cache"}"#;
    let marked = read_lines(format!("\u{feff}{line}").as_bytes()).unwrap();
    assert_eq!(marked, read_lines(line.as_bytes()).unwrap());
}

#[test]
fn a_line_speaks_of_what_one_above_makes() {
    check(
        "",
        r#"{"op":"create-object","source":"a","purpose":"A","as":"a","new_root":true,"about":{"any":[1]}}
           {"op":"create-function","source":"a#f","purpose":"$a","as":"f","owner":"$a","toc":["$a"]}
           {"op":"create-shared","exporter":"$a","shared":["$f"]}
           {"op":"create-object","source":"b","purpose":"B","as":"b-2","toc":["$a"]}
           {"op":"add-import","importer":"$b-2","imported":"$f","exporter":"$a","why":"$f"}
           {"op":"remove-entity","uid":"$b-2"}"#,
        "toc: TOC-o11\no11\ntoc: TOC-o11\nfunc-00000012\nok\ntoc: TOC-o11\no13\nok\nok\n== TOC-o11\no11\nfunc-00000012\n== \
         func-00000012/description\nsource: a#f\nkind: function\npurpose: $a\n== func-00000012/exports/o11\nowner: \
         method/member of this object\n== func-00000012/imports\n== o11/description\nsource: a\nkind: object\npurpose: \
         A\n== o11/exports/func-00000012/description\n$a\n== o11/imports\nfunc-00000012\n== o11/shared\nfunc-00000012\n",
    );
}

#[test]
fn an_empty_section_goes() {
    let tree =
        "== o1/description\nsource: a\nkind: object\nnotes: n\n  more\npurpose: p\n\nfree\n== o1/imports\n";
    check(
        tree,
        r#"{"op":"update-description","uid":"o1","sections":{"notes":" ","other":""}}"#,
        "ok\n== o1/description\nsource: a\nkind: object\npurpose: p\n\nfree\n",
    );
}

/// Git may turn line ends on checkout: a file that has CRLF at every line keeps it.
#[test]
fn line_ends_stay() {
    check(
        "== o1/description\nsource: a.ts\r\nkind: object\r\npurpose: Old.\r\nnotes: one\r\n",
        r#"{"op":"update-description","uid":"o1","purpose":"New.","sections":{"notes":"one\ntwo","more":"x"}}"#,
        "ok\n== o1/description\nsource: a.ts\r\nkind: object\r\npurpose: New.\r\nnotes: one\r\ntwo\r\nmore: x\r\n",
    );
    check(
        "== o1/description\nsource: a.ts\r\nkind: object\npurpose: Old.\r\n",
        r#"{"op":"update-description","uid":"o1","purpose":"New."}"#,
        "ok\n== o1/description\nsource: a.ts\r\nkind: object\npurpose: New.\n",
    );
    check(
        "== TOC\no1\r\no2\r\n== o1/imports\no2\r\n== o1/shared\n== o2/shared\nf1\r\n== o2/exports/o1\nold\r\n== \
         o2/exports/f1/description\nRuns.\r\n== f1/description\nsource: b.ts#f\nkind: function\npurpose: Runs.\n",
        r#"{"op":"create-object","source":"c.ts","purpose":"p","uid":"o3"}
           {"op":"add-import","importer":"o1","imported":"f1","why":"w","exporter":"o2"}
           {"op":"update-import-why","importer":"o1","imported":"o2","why":"new\nwords"}
           {"op":"create-shared","exporter":"o2","shared":["o3"]}"#,
        "toc: TOC\no3\nok\nok\nok\n== TOC\no1\r\no2\r\no3\r\n== o1/imports\no2\r\nf1 via=o2\r\n== o2/exports/f1/o1\nw\n== \
         o2/exports/o1\nnew\r\nwords\r\n== o2/exports/o3/description\np\n== o2/shared\nf1\r\no3\r\n== \
         o3/description\nsource: c.ts\nkind: object\npurpose: p\n== o3/imports\n== o3/shared\n",
    );
    check(
        "== o1/description\nsource: a.ts\r\nkind: object\r\npurpose: Same.\r\n",
        r#"{"op":"update-description","uid":"o1","purpose":"Same."}"#,
        "ok\n",
    );
}

#[test]
fn an_import_that_only_the_code_can_keep_is_told() {
    let told = |op: &str| {
        let mut memory = Memory::parse(TREE);
        let answers = memory.run(&read_lines(long(op).as_bytes()).unwrap()).unwrap();
        answers.last() == Some(&Answer::Imported { unproven: true })
    };
    assert!(told(r#"{"op":"add-import","importer":"o2","imported":"o1","why":"w"}"#));
    assert!(!told(r#"{"op":"add-import","importer":"o2","imported":"o1","why":"manual: w"}"#));
    let external = r#"{"op":"create-object","source":"x","purpose":"","kind":"external","uid":"o3"}
                      {"op":"add-import","importer":"o2","imported":"o3","why":"w"}"#;
    assert!(told(external), "a sync would drop it too");
    assert!(!told(r#"{"op":"add-import","importer":"o1","imported":"o2","why":"w"}"#), "there already");
}

#[test]
fn lines_that_say_nothing_we_know_are_named() {
    for (text, expected) in [
        ("{\"op\":\"rebuild-cache\"}\n\n{", "line 3: "),
        (r#"{"op":"odd"}"#, "line 1: unknown operation `odd`"),
        (r#"{"op":"create-object","source":3}"#, "line 1: invalid type: integer `3`, expected a string"),
        (r#"{"op":"remove-entity","uid":"../x"}"#, "line 1: invalid uid `../x`"),
        (r#"{"op":"remove-entity","uid":"obj-00000001","odd":1}"#, "line 1: unknown field `odd`"),
        (r#"{"op":"add-to-toc","uids":["obj-00000001"],"toc":["TOC"]}"#, "line 1: invalid uid `TOC`"),
        (r#"{"op":"move-entity","uid":"obj-00000001"}"#, "line 1: missing field `source`"),
        (
            r#"{"op":"move-entity","uid":"obj-00000001","source":"a","source":"b"}"#,
            "line 1: duplicate field `source`",
        ),
        ("[1]", "line 1: invalid type: array, expected an operation: a JSON object with `op`"),
        (
            "{\"op\":\"remove-entity\",\"uid\":\"$x\"}\n{\"op\":\"create-object\",\"source\":\"a\",\"purpose\":\"p\",\"as\":\"x\"}",
            "line 1: `$x` is not the name of anything that a line above makes",
        ),
        (
            "{\"op\":\"create-object\",\"source\":\"a\",\"purpose\":\"p\",\"as\":\"x\"}\n\n{\"op\":\"create-function\",\"source\":\"a\",\"purpose\":\"p\",\"as\":\"x\"}",
            "line 3: the name `x` is taken by line 1",
        ),
        (
            r#"{"op":"remove-entity","uid":"obj-00000001","as":"x"}"#,
            "line 1: `as` is for operations that create an entity",
        ),
        (r#"{"op":"create-object","source":"a","purpose":"p","as":"$x"}"#, "line 1: `as` must be a word of"),
        (r#"{"op":"create-object","source":"a","purpose":"p","as":1}"#, "line 1: `as` must be a word of"),
        (
            "{\"op\":\"create-object\",\"source\":\"a\",\"purpose\":\"p\",\"as\":\"x\"}\n{\"op\":\"move-entity\",\"uid\":\"$x\"}",
            "line 2: missing field `source`",
        ),
        (r#"{"op":"create-object","source":" ","purpose":"p"}"#, "line 1: `source` is empty"),
        ("\n{\"op\":\n", "line 2: this is no JSON object: EOF while parsing a value at column 6"),
        ("\u{feff}\n\u{feff}{}", "line 2: this is no JSON object: expected value at column 1"),
    ] {
        let error = read_lines(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
