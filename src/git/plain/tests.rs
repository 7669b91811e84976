//! A plain index, held against what `git` says of it.
#![expect(clippy::disallowed_methods, reason = "the tests build repositories on disk")]

use super::*;
use crate::git::testing::Scratch;

/// Files whose names begin alike, and one whose name is longer than an entry tells.
fn repo() -> Scratch {
    let long = ["long"; 60].join("/") + &"g".repeat(200);
    let names = ["a/b", "ab", "dir/one", "dir/one.more", "dir/ones/x", "\u{f6}", "z z", &long];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, *name)).collect();
    Scratch::with(&files)
}

fn read(repo: &Scratch) -> Option<PlainIndex> {
    let bytes = std::fs::read(repo.root().join(".git/index")).unwrap();
    PlainIndex::of(bytes, Kind::Sha1)
}

/// Each entry as `git ls-files -s -v -z` has it, with ids and modes before it.
fn listed(index: &PlainIndex) -> String {
    let line = |at| {
        let entry = index.entry(at);
        assert_eq!(index.position(entry.path), Ok(at));
        let (mark, id) = (if entry.left_out { 'S' } else { 'H' }, entry.content().unwrap());
        format!("{mark} {:06o} {id} 0\t{}\0", entry.mode, String::from_utf8_lossy(entry.path))
    };
    (0..index.len()).map(line).collect()
}

#[test]
fn says_what_git_says() {
    for version in ["2", "3", "4"] {
        let repo = repo();
        repo.git(&["update-index", "--index-version", version]);
        if version != "2" {
            repo.git(&["update-index", "--skip-worktree", "dir/one"]);
        }
        let index = read(&repo).unwrap();
        assert_eq!(listed(&index), repo.git(&["ls-files", "-s", "-v", "-z"]), "version {version}");
        let below = index.below(b"dir/one").map(|at| index.path_at(at)).collect::<Vec<_>>();
        assert_eq!(below, [&b"dir/one"[..], b"dir/one.more", b"dir/ones/x"]);
        assert_eq!(
            index.below(b"none"),
            index.position(b"none").unwrap_err()..index.position(b"none").unwrap_err()
        );
    }
}

#[test]
fn what_is_not_plain_is_none() {
    let split = repo();
    assert!(read(&split).is_some());
    split.git(&["update-index", "--split-index"]);
    assert!(read(&split).is_none());
    let repo = repo();
    repo.write("new", "new");
    repo.git(&["add", "--intent-to-add", "new"]);
    assert!(read(&repo).is_none());
    assert!(PlainIndex::of(Vec::new(), Kind::Sha1).is_none());
}
#[test]
fn whatever_is_read_it_comes_to_an_end() {
    for version in ["3", "4"] {
        let repo = repo();
        repo.git(&["update-index", "--index-version", version]);
        repo.git(&["update-index", "--skip-worktree", "dir/one"]);
        let bytes = std::fs::read(repo.root().join(".git/index")).unwrap();
        for at in 0..bytes.len() {
            let _cut = PlainIndex::of(bytes[..at].to_vec(), Kind::Sha1);
            for byte in [0, 0x7f, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] = byte;
                if let Some(index) = PlainIndex::of(bytes, Kind::Sha1) {
                    (0..index.len()).for_each(|at| assert!(!index.entry(at).path.is_empty()));
                }
            }
        }
    }
}
