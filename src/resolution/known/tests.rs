//! What a table knows after one thing changed in a little repository.
#![expect(clippy::disallowed_methods, reason = "the tests build repositories on disk")]

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::*;
use crate::event::Silent;
use crate::facts::{self, cache::Cache};
use crate::universe::Source;

const FILES: [(&str, &str); 4] = [
    ("tsconfig.json", "{ \"extends\": \"./base.json\" }"),
    ("base.json", "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./lib/*\"] } } }"),
    ("lib/a.ts", "export const a = 1;"),
    ("b.ts", "import { a } from '@/a';\nimport './lib/a';"),
];

fn write(root: &Path, path: &str, text: &str) {
    let place = root.join(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, text).unwrap();
}

fn repository() -> TempDir {
    let temp = tempfile::tempdir().unwrap();
    assert!(Command::new("git").args(["init", "-q"]).arg(temp.path()).status().unwrap().success());
    for (path, text) in FILES {
        write(temp.path(), path, text);
    }
    temp
}

fn nowhere(source: &SourceFile, is_lasting: bool) -> Found {
    let imports = vec![Resolved::unasked(); source.facts.imports.len()];
    Found { answers: ResolvedFile { imports }, is_lasting }
}

/// How many sources had to be asked for, after which all is kept. Each answer is one that leads nowhere, but for the
/// configuration, which is read.
fn asked(root: &Path) -> usize {
    let universe = Universe::open(root, &Source::WorkTree).unwrap();
    let cache = Cache::open(universe.snapshot.common_dir());
    let sources = facts::extract(&universe, &cache, true, &Silent).sources;
    let table = Table::open(&universe, &sources, false);
    let asked = Cell::new(0);
    for source in &sources {
        let known = table.answers(source, || {
            asked.set(asked.get() + 1);
            for path in ["tsconfig.json", "base.json", "package.json"] {
                let _read = universe.snapshot.read(&RepoPath::new(path.as_bytes()).unwrap()).is_ok();
            }
            nowhere(source, true)
        });
        assert_eq!(known.imports.len(), source.facts.imports.len());
    }
    table.save(&sources, None);
    asked.get()
}

#[test]
fn nothing_is_asked_twice_until_something_that_was_read_is_another() {
    let temp = repository();
    let root = temp.path();
    assert_eq!([asked(root), asked(root)], [2, 0]);
    write(root, "b.ts", "import { a } from '@/a';");
    assert_eq!([asked(root), asked(root)], [1, 0], "a source");
    write(root, "base.json", "{ \"compilerOptions\": {} }");
    assert_eq!([asked(root), asked(root)], [2, 0], "what another file extends");
    write(root, "package.json", "{}");
    assert_eq!([asked(root), asked(root)], [2, 0], "what was not there");
    write(root, "lib/style.css", "");
    assert_eq!([asked(root), asked(root)], [2, 0], "a new path");
    fs::remove_file(root.join("tsconfig.json")).unwrap();
    assert_eq!([asked(root), asked(root)], [2, 0], "a path that is gone");
    write(root, "lib/a.ts", "const a = 1;");
    assert_eq!([asked(root), asked(root)], [2, 0], "a header");
    write(root, "unread.json", "1");
    assert_eq!(asked(root), 2, "a new path");
    write(root, "unread.json", "2");
    assert_eq!(asked(root), 0, "what nobody reads");
}

#[test]
fn what_changed_between_two_looks_is_not_kept() {
    let temp = repository();
    let root = temp.path();
    assert_eq!(asked(root), 2);
    write(root, "b.ts", "import { a } from '@/a';");
    let universe = Universe::open(root, &Source::WorkTree).unwrap();
    let base = RepoPath::new(b"base.json").unwrap();
    assert!(universe.snapshot.read(&base).is_ok());
    write(root, "base.json", "{}");
    let cache = Cache::open(universe.snapshot.common_dir());
    let sources = facts::extract(&universe, &cache, true, &Silent).sources;
    let table = Table::open(&universe, &sources, false);
    assert!(!universe.snapshot.is_steady());
    for source in &sources {
        table.answers(source, || nowhere(source, true));
    }
    table.save(&sources, None);
    assert_eq!(asked(root), 2, "neither the old nor the new one");
}

#[test]
fn what_rests_on_a_flaw_is_asked_again() {
    let temp = repository();
    let universe = Universe::open(temp.path(), &Source::WorkTree).unwrap();
    let cache = Cache::open(universe.snapshot.common_dir());
    let sources = facts::extract(&universe, &cache, true, &Silent).sources;
    let table = Table::open(&universe, &sources, false);
    for source in &sources {
        table.answers(source, || nowhere(source, source.path.as_bytes() != b"b.ts"));
    }
    table.save(&sources, None);
    let table = Table::open(&universe, &sources, false);
    let asked = Cell::new(Vec::new());
    for source in &sources {
        table.answers(source, || {
            asked.set([asked.take(), vec![source.path.to_string()]].concat());
            nowhere(source, true)
        });
    }
    assert_eq!(asked.take(), ["b.ts"]);
}
