//! Comparisons of scratch repositories, held against what `git` says of them.
#![expect(clippy::disallowed_methods, reason = "the tests build repositories on disk")]

mod properties;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use resolvers::path::RepoPath;

use super::*;
use crate::git::testing::{Scratch, git};

/// A text of so many lines.
fn text(seed: &str, lines: usize) -> String {
    let lines = (0..lines).map(|line| format!("{seed} {line} {}\n", line * 7919 % 101));
    lines.collect::<Vec<_>>().concat()
}

fn paths(paths: &[RepoPath]) -> Vec<String> {
    paths.iter().map(ToString::to_string).collect()
}

/// The changes, a short line each.
fn told(set: &ChangeSet) -> String {
    let one = |change: &Change| match &change.difference {
        Difference::Added(_) => format!("A {}", change.path),
        Difference::Deleted(_) => format!("D {}", change.path),
        Difference::Modified { .. } => format!("M {}", change.path),
        Difference::Renamed { from, .. } => format!("R {from} {}", change.path),
    };
    set.changes.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn unstaged(scratch: &Scratch) -> String {
    told(&scratch.open().work_tree_changes(Base::Index, &Scratch::found(&scratch.root())).unwrap())
}

fn staged(scratch: &Scratch) -> String {
    let repository = scratch.open();
    let head = repository.head_tree().unwrap();
    told(&repository.staged_changes(head).unwrap())
}

#[test]
fn every_kind_of_change_at_once() {
    let repo = Scratch::with(&[
        ("kept", "kept"),
        ("gone", "gone"),
        ("edited", "one"),
        ("tool.sh", "run"),
        ("becomes-link", "text"),
        ("dir/inner", "inner"),
        ("moved.ts", &text("moved", 40)),
        ("rewritten.ts", &text("rewritten", 40)),
    ]);
    repo.check_against_git();
    repo.remove("gone");
    repo.write("edited", "two");
    fs::set_permissions(repo.root().join("tool.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    repo.remove("becomes-link");
    symlink("kept", repo.root().join("becomes-link")).unwrap();
    fs::remove_dir_all(repo.root().join("dir")).unwrap();
    repo.write("dir", "a file now");
    repo.rename("moved.ts", "src/moved.ts");
    repo.rename("rewritten.ts", "other.ts");
    repo.write("other.ts", text("rewritten", 40).replace(" 1", " one"));
    repo.write("new", "new");
    repo.check_against_git();
    assert_eq!(
        unstaged(&repo),
        "M becomes-link, A dir, D dir/inner, M edited, D gone, A new, R rewritten.ts other.ts, \
         R moved.ts src/moved.ts, M tool.sh"
    );
    repo.git(&["add", "-A"]);
    repo.check_against_git();
    repo.commit();
    repo.check_against_git();
}

#[test]
fn an_unborn_head_has_everything_to_add() {
    let repo = Scratch::new(&[]);
    repo.check_against_git();
    repo.write_all(&[("a", "1"), ("dir/b", "2")]);
    repo.git(&["add", "a"]);
    repo.check_against_git();
    assert_eq!(staged(&repo), "A a");
    assert_eq!(unstaged(&repo), "A dir/b");
}

#[test]
fn a_detached_head_and_a_linked_work_tree() {
    let repo = Scratch::with(&[("a", "1"), ("b", "2")]);
    repo.git(&["checkout", "-q", "--detach"]);
    repo.write("a", "changed");
    repo.check_against_git();
    repo.git(&["worktree", "add", "-q", "-b", "other", "../linked"]);
    let linked = repo.beside("linked");
    fs::write(linked.join("b"), "elsewhere").unwrap();
    fs::write(linked.join("c"), "new").unwrap();
    assert!(git(&linked).args(["add", "b"]).status().unwrap().success());
    let repository = Repository::find(&linked).unwrap().unwrap();
    let head = repository.head_tree().unwrap();
    assert_eq!(told(&repository.staged_changes(head).unwrap()), "M b");
    let found = Scratch::found(&linked);
    assert_eq!(told(&repository.work_tree_changes(Base::Index, &found).unwrap()), "A c");
    assert_eq!(told(&repository.work_tree_changes(Base::Tree(head), &found).unwrap()), "M b, A c");
    assert_eq!(staged(&repo), "");
}

#[test]
fn what_was_staged_and_undone_on_disk_is_no_change() {
    let repo = Scratch::with(&[("a", "1"), ("b", "2"), ("c", "3")]);
    repo.write_all(&[("a", "staged"), ("new", "new")]);
    repo.git(&["add", "a", "new"]);
    repo.git(&["rm", "-q", "--cached", "b"]);
    repo.write("a", "1");
    repo.remove("new");
    repo.check_against_git();
    let repository = repo.open();
    let head = repository.head_tree().unwrap();
    let all = repository.work_tree_changes(Base::Tree(head), &Scratch::found(&repo.root())).unwrap();
    assert_eq!(told(&all), "");
}

#[test]
fn conflicts_and_announced_files_are_named() {
    let repo = Scratch::with(&[("both", "base\n"), ("deleted", "base\n"), ("other", "x")]);
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write_all(&[("both", "side\n"), ("deleted", "side\n")]);
    repo.commit();
    repo.git(&["checkout", "-q", "main"]);
    repo.write("both", "main\n");
    repo.remove("deleted");
    repo.commit();
    assert!(!repo.try_git(&["merge", "-q", "side"]).0);
    repo.write_all(&[("promised", "soon"), ("other", "y")]);
    repo.git(&["add", "-N", "promised"]);
    let repository = repo.open();
    let head = repository.head_tree().unwrap();
    let found = Scratch::found(&repo.root());
    let sets = [
        (repository.staged_changes(head).unwrap(), ""),
        (repository.work_tree_changes(Base::Index, &found).unwrap(), "M other, A promised"),
        (repository.work_tree_changes(Base::Tree(head), &found).unwrap(), "M other, A promised"),
    ];
    for (set, expected) in sets {
        assert_eq!(told(&set), expected);
        assert_eq!(paths(&set.conflicts), ["both", "deleted"]);
        assert_eq!(paths(&set.announced), ["promised"]);
    }
}

#[test]
fn files_git_was_told_not_to_look_at_have_not_changed() {
    let repo = Scratch::with(&[("assumed", "1"), ("skipped", "2"), ("gone", "3"), ("seen", "4")]);
    repo.git(&["update-index", "--assume-unchanged", "assumed"]);
    repo.git(&["update-index", "--skip-worktree", "skipped", "gone"]);
    repo.write_all(&[("assumed", "other"), ("skipped", "other"), ("seen", "other")]);
    repo.remove("gone");
    assert_eq!(unstaged(&repo), "M seen");
    repo.check_against_git();
}

#[test]
fn a_sparse_checkout_and_a_sparse_index() {
    for sparse in [&["--no-sparse-index"][..], &["--sparse-index"]] {
        let repo = Scratch::with(&[
            ("top", "0"),
            ("in/a", "1"),
            ("out/b", "2"),
            ("out/deep/c", "3"),
            ("away/d", "4"),
        ]);
        repo.git(&[&["sparse-checkout", "set", "--cone"], sparse, &["in"]].concat());
        assert_eq!((unstaged(&repo), staged(&repo)), (String::new(), String::new()));
        repo.write("in/a", "changed");
        repo.check_against_git();
        repo.git(&["add", "in/a"]);
        assert_eq!(staged(&repo), "M in/a");
        repo.write("out/b", "there all the same");
        let status = repo.git(&["status", "--porcelain=v1"]);
        assert!(status.contains(" M out/b"), "{status}");
        assert_eq!(unstaged(&repo), "M out/b");
        repo.git(&["commit", "-q", "-m", "x"]);
        // HEAD is elsewhere: what is folded differs as a whole.
        repo.git(&["reset", "-q", "--soft", "HEAD~"]);
        assert_eq!(staged(&repo), "M in/a");
        repo.git(&["update-index", "--force-remove", "away/d"]);
        assert_eq!(staged(&repo), "D away/d, M in/a");
    }
}

#[test]
fn line_ends_and_clean_filters_are_applied_first() {
    // Before the first file is added: git does not filter again what its index knows already.
    let repo = Scratch::new(&[]);
    repo.git(&["config", "filter.pointer.clean", "sed s/content/pointer/"]);
    repo.write_all(&[
        (".gitattributes", "*.txt text eol=crlf\n*.big filter=pointer\n"),
        ("a.txt", "one\ntwo\n"),
        ("b.txt", "one\ntwo\n"),
        ("c.big", "content of c\n"),
    ]);
    repo.commit();
    repo.write("a.txt", "one\r\ntwo\r\n");
    repo.write("b.txt", "one\r\nthree\r\n");
    repo.write("c.big", "content of c\n");
    repo.write("d.big", "content of d\n");
    repo.check_against_git();
    assert_eq!(unstaged(&repo), "M b.txt, A d.big");
    // A rename is one although the bytes on disk are not those of the blob.
    repo.rename("a.txt", "moved.txt");
    repo.rename("c.big", "moved.big");
    repo.check_against_git();
    assert_eq!(unstaged(&repo), "M b.txt, A d.big, R c.big moved.big, R a.txt moved.txt");
}

#[test]
fn a_rename_that_also_changes_line_ends_is_one() {
    let repo = Scratch::with(&[("old.txt", &text("line", 50).replace('\n', "\r\n"))]);
    repo.remove("old.txt");
    repo.write("new.txt", text("line", 50));
    repo.check_against_git();
    repo.commit();
    repo.check_against_git();
    let repository = repo.open();
    let trees = ["HEAD~", "HEAD"].map(|revision| Some(repository.tree(revision).unwrap()));
    assert_eq!(told(&repository.tree_changes(trees[0], trees[1]).unwrap()), "R old.txt new.txt");
}

#[test]
fn modes_and_links_where_the_file_system_has_none() {
    let repo = Scratch::with(&[("tool", "run"), ("plain", "x")]);
    symlink("plain", repo.root().join("link")).unwrap();
    repo.commit();
    repo.git(&["config", "core.fileMode", "false"]);
    repo.git(&["config", "core.symlinks", "false"]);
    fs::set_permissions(repo.root().join("tool"), fs::Permissions::from_mode(0o755)).unwrap();
    repo.remove("link");
    repo.write("link", "plain");
    assert_eq!(unstaged(&repo), "");
    repo.write("link", "tool");
    repo.check_against_git();
    assert_eq!(unstaged(&repo), "M link");
    let set = repo.open().work_tree_changes(Base::Index, &[]).unwrap();
    assert!(matches!(
        set.changes[0].difference,
        Difference::Modified {
            old: Version { kind: FileKind::Link, .. },
            new: Version { kind: FileKind::Link, .. }
        }
    ));
}

#[test]
fn of_a_submodule_the_commit_counts() {
    let inner = Scratch::with(&[("in", "1")]);
    let repo = Scratch::with(&[("a", "1")]);
    repo.git(&["submodule", "--quiet", "add", inner.root().to_str().unwrap(), "mod"]);
    repo.check_against_git();
    repo.commit();
    let module = repo.root().join("mod");
    fs::write(module.join("in"), "dirty").unwrap();
    assert_eq!(unstaged(&repo), "");
    assert!(git(&module).args(["commit", "-q", "-a", "-m", "y"]).status().unwrap().success());
    repo.check_against_git();
    assert_eq!(unstaged(&repo), "M mod");
    repo.git(&["add", "mod"]);
    repo.check_against_git();
    repo.git(&["submodule", "--quiet", "deinit", "-f", "mod"]);
    assert_eq!(unstaged(&repo), "");
}

#[test]
fn split_indexes_and_other_hashes_and_references() {
    let variants: [(&[&str], &[&str]); 4] = [
        (&[], &["update-index", "--split-index"]),
        (&[], &["update-index", "--index-version=4"]),
        (&["--object-format=sha256"], &["status"]),
        (&["--ref-format=reftable"], &["status"]),
    ];
    for (init, after) in variants {
        let probe = tempfile::tempdir().unwrap();
        if !git(probe.path()).args(["init", "-q"]).args(init).output().unwrap().status.success() {
            continue; // This git is older than that.
        }
        let repo = Scratch::new(init);
        assert_eq!(staged(&repo), "");
        repo.write_all(&[("a/x", "1"), ("a/y", &text("y", 30)), ("b", "3")]);
        repo.commit();
        repo.git(after);
        repo.write("a/x", "2");
        repo.rename("a/y", "c/y");
        repo.git(&["add", "c/y"]);
        repo.write("b", "4");
        repo.check_against_git();
        repo.git(&["commit", "-q", "-a", "-m", "z"]);
        repo.check_against_git();
    }
}

#[test]
fn ignored_files_and_what_lies_in_the_way() {
    let repo = Scratch::with(&[(".gitignore", "*.log\n"), ("a", "1"), ("dir/b", "2")]);
    repo.write_all(&[("x.log", "")]);
    repo.remove("a");
    repo.write("a/x", "1");
    fs::remove_dir_all(repo.root().join("dir")).unwrap();
    symlink("a", repo.root().join("dir")).unwrap();
    repo.check_against_git();
}

#[test]
fn a_pipe_in_place_of_a_file_is_no_file() {
    let repo = Scratch::with(&[("a", "1"), ("b", "2")]);
    repo.remove("a");
    let made = std::process::Command::new("mkfifo").arg(repo.root().join("a")).status();
    if !made.is_ok_and(|status| status.success()) {
        return; // No pipes here.
    }
    assert_eq!(unstaged(&repo), "D a");
}

#[test]
fn a_file_that_cannot_be_read_has_changed() {
    let repo = Scratch::with(&[("a", "1")]);
    repo.write("a", "12");
    fs::set_permissions(repo.root().join("a"), fs::Permissions::from_mode(0o000)).unwrap();
    assert_eq!(unstaged(&repo), "M a");
}

#[test]
fn objects_that_a_partial_clone_lacks_are_fetched() {
    let origin = Scratch::with(&[("a/old.ts", &text("x", 60)), ("a/b/kept", "1"), ("z", "1")]);
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    origin.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
    origin.rename("a/old.ts", "a/b/new.ts");
    origin.write("a/b/new.ts", text("x", 60).replace(" 3", " three"));
    origin.commit();
    for filter in ["blob:none", "tree:0"] {
        let clone = Scratch::new(&[]);
        let place = clone.beside(&format!("clone-{}", &filter[..4]));
        let url = format!("file://{}", origin.root().display());
        let arguments = ["clone", "-q", "--filter", filter, &url, place.to_str().unwrap()];
        assert!(git(&clone.root()).args(arguments).status().unwrap().success());
        let repository = Repository::find(&place).unwrap().unwrap();
        let trees = ["HEAD~", "HEAD"].map(|revision| Some(repository.tree(revision).unwrap()));
        let set = repository.tree_changes(trees[0], trees[1]).unwrap();
        assert_eq!(told(&set), "R a/old.ts a/b/new.ts", "{filter}");
    }
}

#[test]
fn among_very_many_identical_files_the_first_ones_are_taken() {
    let repo = Scratch::new(&[]);
    for at in 0..110 {
        repo.write(&format!("old/{at:03}"), "same");
    }
    repo.commit();
    for name in ["050", "099", "100", "101", "102"] {
        repo.rename(&format!("old/{name}"), &format!("new/{name}"));
    }
    fs::remove_dir_all(repo.root().join("old")).unwrap();
    repo.check_against_git();
}

#[test]
fn too_many_pairs_are_not_compared() {
    let repo = Scratch::new(&[]);
    let name = |dir: &str, at: usize| format!("{dir}/{at}.ts");
    for at in 0..1010 {
        repo.write(&name("old", at), format!("{at}\n{}", text("same", 2)));
    }
    repo.write("old/unique.ts", text("unique", 30));
    repo.write("old/exact", "exact");
    repo.commit();
    for at in 0..1010 {
        repo.remove(&name("old", at));
        repo.write(&name("new", at + 5000), format!("{at} now\n{}", text("same", 2)));
    }
    repo.rename("old/exact", "new/exact-too");
    repo.remove("old/unique.ts");
    repo.write("new/unique.ts", text("unique", 31));
    repo.commit();
    repo.check_against_git();
    let repository = repo.open();
    let trees = ["HEAD~", "HEAD"].map(|revision| Some(repository.tree(revision).unwrap()));
    let set = repository.tree_changes(trees[0], trees[1]).unwrap();
    let renames = set.changes.iter().filter(|change| matches!(change.difference, Difference::Renamed { .. }));
    assert_eq!(renames.count(), 2);
}
