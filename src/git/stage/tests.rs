//! Staging below one directory, held against the index as `git` reads it.
#![expect(clippy::disallowed_methods, reason = "the tests build repositories on disk")]

mod ways;

use std::fs;
use std::time::Instant;

use super::*;
use crate::git::testing::{Scratch, git};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.as_bytes()).unwrap()
}

fn put(place: &str, text: &str) -> Staged<'static> {
    Staged { path: path(place), bytes: Some(text.as_bytes().to_vec().into()), id: None }
}

fn take(place: &str) -> Staged<'static> {
    Staged { path: path(place), bytes: None, id: None }
}

fn stage(repo: &Scratch, files: &[Staged<'_>]) -> Result<Written, StageError> {
    repo.open().stage(&path(".map"), files, Duration::ZERO)
}

fn index(repo: &Scratch) -> String {
    repo.git(&["ls-files", "-s"])
}

/// The bytes that the index has at a path.
fn staged(repo: &Scratch, place: &str) -> String {
    repo.git(&["cat-file", "-p", &format!(":{place}")])
}

/// A repository with a file that is staged and has other edits on disk.
fn half_staged() -> Scratch {
    let repo = Scratch::with(&[(".map/a", "1"), (".map/b/c", "2"), ("src", "one\n"), ("other", "x")]);
    repo.write("src", "one\ntwo\n");
    repo.git(&["add", "src"]);
    repo.write("src", "one\ntwo\nthree\n");
    repo
}

#[test]
fn adds_replaces_and_removes_and_touches_nothing_else() {
    let repo = half_staged();
    let outside = |repo: &Scratch| {
        repo.git(&["ls-files", "-s", "--debug", "--", ":!.map"])
            + &repo.git(&["status", "-s", "--", ":!.map"])
    };
    let before = outside(&repo);
    let files = [put(".map/a", "new\r\n"), take(".map/b/c"), put(".map/d/ö", ""), take(".map/none")];
    stage(&repo, &files).unwrap();
    assert_eq!(outside(&repo), before);
    assert_eq!(repo.git(&["-c", "core.quotePath=false", "ls-files", ".map"]), ".map/a\n.map/d/ö\n");
    assert_eq!(staged(&repo, ".map/a"), "new\r\n");
    assert_eq!(fs::read(repo.root().join(".map/a")).unwrap(), b"1");
    assert!(repo.git(&["fsck", "--strict"]).is_empty());
    repo.git(&["commit", "-q", "-m", "x"]);
    assert_eq!(repo.git(&["show", "HEAD:.map/a"]), "new\r\n");
    assert_eq!(repo.git(&["diff", "--stat", "--", "src"]).lines().count(), 2);
}

#[test]
fn what_is_there_already_writes_nothing() {
    let repo = half_staged();
    let time = || fs::metadata(repo.root().join(".git/index")).unwrap().modified().unwrap();
    let before = time();
    stage(&repo, &[put(".map/a", "1"), take(".map/none")]).unwrap();
    assert_eq!(time(), before);
}

#[test]
fn a_file_may_take_the_place_of_a_directory_that_goes() {
    let repo = half_staged();
    let before = index(&repo);
    let message = stage(&repo, &[put(".map/b", "file")]).unwrap_err().to_string();
    assert_eq!(
        message,
        "the index has `.map/b/c` where `.map/b` is to stand; take it out with `git rm --cached`"
    );
    let message = stage(&repo, &[put(".map/a/x", "dir")]).unwrap_err().to_string();
    assert_eq!(
        message,
        "the index has `.map/a` where `.map/a/x` is to stand; take it out with `git rm --cached`"
    );
    assert_eq!(index(&repo), before);
    stage(&repo, &[put(".map/b", "file"), take(".map/b/c"), put(".map/a/x", "dir"), take(".map/a")]).unwrap();
    assert_eq!(repo.git(&["ls-files", ".map"]), ".map/a/x\n.map/b\n");
}

#[test]
fn paths_elsewhere_are_refused() {
    let repo = half_staged();
    let before = index(&repo);
    for place in ["src", ".map", ".mapped/a"] {
        let message = stage(&repo, &[put(".map/a", "9"), put(place, "1")]).unwrap_err().to_string();
        assert_eq!(message, format!("`{place}` does not lie below `.map`"));
    }
    let link = Scratch::new(&[]);
    std::os::unix::fs::symlink("src", link.root().join(".map")).unwrap();
    link.commit();
    assert!(matches!(stage(&link, &[put(".map/a", "1")]), Err(StageError::Occupied { .. })));
    assert_eq!(index(&repo), before);
}

#[test]
fn a_file_and_one_below_it_are_refused() {
    let repo = half_staged();
    let before = index(&repo);
    for files in [[put(".map/n", "1"), put(".map/n/e/w", "2")], [put(".map/n/e/w", "2"), put(".map/n", "1")]]
    {
        let error = stage(&repo, &files).unwrap_err();
        assert_eq!(error.to_string(), "`.map/n/e/w` and `.map/n` cannot both be files");
    }
    assert_eq!(index(&repo), before);
}

#[test]
fn a_lock_is_waited_for_and_then_named() {
    let repo = half_staged();
    let before = index(&repo);
    let lock = repo.root().join(".git/index.lock");
    fs::write(&lock, "").unwrap();
    let start = Instant::now();
    let patience = Duration::from_millis(200);
    let error = repo.open().stage(&path(".map"), &[put(".map/a", "9")], patience).unwrap_err();
    assert!(
        matches!(&error, StageError::Locked { lock: named, .. } if named.ends_with(".git/index.lock")),
        "{error}"
    );
    assert!(start.elapsed() >= patience);
    assert_eq!(index(&repo), before);
    let root = repo.root();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(patience);
            fs::remove_file(root.join(".git/index.lock")).unwrap();
        });
        repo.open().stage(&path(".map"), &[put(".map/a", "9")], Duration::from_mins(1)).unwrap();
    });
    assert_eq!(staged(&repo, ".map/a"), "9");
}

/// A run that is killed while it holds the lock of the index at `place`.
fn leave_lock(place: &Path) {
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    let child = child.args(["--exact", "git::stage::tests::child_that_dies"]).env("DSP_TEST_LOCK", place);
    assert_eq!(child.stdout(std::process::Stdio::null()).status().unwrap().code(), Some(77));
    assert!(lock_of(place).exists());
}

#[test]
fn child_that_dies() {
    if let Some(place) = std::env::var_os("DSP_TEST_LOCK") {
        let _lock = by_splice::lock(Path::new(&place), Duration::ZERO).unwrap().unwrap();
        std::process::exit(77);
    }
}

#[test]
fn a_lock_that_a_dead_run_left_is_taken_away_and_no_other() {
    let repo = half_staged();
    let place = repo.root().join(".git/index");
    let lock = lock_of(&place);
    let put = |text: &str| repo.open().stage(&path(".map"), &[put(".map/a", text)], Duration::ZERO);
    for (text, version) in [("by us", "2"), ("by git", "4")] {
        repo.git(&["update-index", "--index-version", version]);
        leave_lock(&place);
        put(text).unwrap();
        assert_eq!(staged(&repo, ".map/a"), text);
    }
    // Somebody took away what was left, and somebody else holds the lock now.
    leave_lock(&place);
    fs::remove_file(&lock).unwrap();
    fs::write(&lock, "").unwrap();
    assert!(matches!(put("x"), Err(StageError::Locked { .. })));
    assert!(lock.exists());
    fs::remove_file(&lock).unwrap();
    // The run is alive.
    let held = by_splice::lock(&place, Duration::ZERO).unwrap();
    assert!(matches!(put("x"), Err(StageError::Locked { .. })));
    assert!(lock.exists());
    drop(held);
    put("y").unwrap();
    let left = fs::read_dir(repo.root().join(".git")).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with("index")).collect();
    assert_eq!(left, ["index"]);
}

#[test]
fn a_conflict_is_settled() {
    for (settle, left) in [(put(".map/a", "x"), ".map/a\n"), (take(".map/a"), "")] {
        for ours in [Some("ours\n"), None] {
            let repo = Scratch::with(&[(".map/a", "base\n"), ("b", "x")]);
            repo.git(&["checkout", "-q", "-b", "side"]);
            repo.write(".map/a", "theirs\n");
            repo.commit();
            repo.git(&["checkout", "-q", "main"]);
            match ours {
                Some(text) => repo.write(".map/a", text),
                None => repo.remove(".map/a"),
            }
            repo.commit();
            assert!(!repo.try_git(&["merge", "-q", "side"]).0);
            stage(&repo, std::slice::from_ref(&settle)).unwrap();
            assert_eq!(repo.git(&["ls-files", "-u"]), "");
            assert_eq!(repo.git(&["ls-files", ".map"]), left);
        }
    }
}

#[test]
fn what_the_index_is_like_stays() {
    for prepare in [
        &["update-index", "--split-index"][..],
        &["update-index", "--index-version=4"],
        &["update-index", "--untracked-cache"],
        &["sparse-checkout", "set", "--cone", "--sparse-index", "in"],
    ] {
        let repo = Scratch::with(&[
            ("in/a", "1"),
            ("out/b/c", "2"),
            (".map/a", "3"),
            (".map/b/c", "4"),
            (".map/e/f", "5"),
        ]);
        repo.git(prepare);
        let shape = || {
            let bytes = fs::read(repo.root().join(".git/index")).unwrap();
            let has = |name: &[u8]| bytes.windows(4).any(|window| window == name);
            (bytes[7], has(b"link"), has(b"UNTR"), has(b"sdir"))
        };
        let before = shape();
        stage(&repo, &[put(".map/a", "new"), put(".map/d", "5"), take(".map/b/c")]).unwrap();
        assert_eq!(shape(), before, "{prepare:?}");
        let changed = || repo.git(&["diff", "--cached", "--no-renames", "--name-status"]);
        assert_eq!(changed(), "M\t.map/a\nD\t.map/b/c\nA\t.map/d\n");
        stage(&repo, &[put(".map/b", "5"), take(".map/e/f")]).unwrap();
        assert_eq!(changed(), "M\t.map/a\nA\t.map/b\nD\t.map/b/c\nA\t.map/d\nD\t.map/e/f\n");
    }
}

#[test]
fn every_kind_of_repository() {
    for init in [&["--object-format=sha256"][..], &["--ref-format=reftable"], &["--shared=group"]] {
        let probe = tempfile::tempdir().unwrap();
        if !git(probe.path()).args(["init", "-q"]).args(init).output().unwrap().status.success() {
            continue; // This git is older than that.
        }
        let repo = Scratch::new(init);
        stage(&repo, &[put(".map/a", "1")]).unwrap();
        assert_eq!(staged(&repo, ".map/a"), "1");
        repo.git(&["commit", "-q", "-m", "x"]);
    }
    let repo = half_staged();
    repo.git(&["worktree", "add", "-q", "-b", "side", "../linked"]);
    let linked = Repository::find(&repo.beside("linked")).unwrap().unwrap();
    linked.stage(&path(".map"), &[put(".map/a", "linked")], Duration::ZERO).unwrap();
    assert_eq!(staged(&repo, ".map/a"), "1");
    let output = git(&repo.beside("linked")).args(["cat-file", "-p", ":.map/a"]).output().unwrap();
    assert_eq!(output.stdout, b"linked");
}

/// Every way to commit runs a real hook, which runs this test program as a child that stages.
#[test]
fn in_a_hook_the_commit_gets_what_is_staged() {
    let rest: [(&[&str], &str, &str); 4] = [
        (&[], " M src\n", "ours"),
        (&["-a"], "", "ours"),
        (&["--", "src"], "", "git"),
        (&["--include", "--", "src"], "", "ours"),
    ];
    for (arguments, left, way) in rest {
        let repo = half_staged();
        ways::plain(&repo);
        install_hook(&repo, way);
        repo.git(&[&["commit", "-q", "-m", "x"], arguments].concat());
        assert_eq!(repo.git(&["show", "HEAD:.map/a"]), "by the hook", "{arguments:?}");
        assert_eq!(repo.git(&["status", "-s"]), left, "{arguments:?}");
    }
}

fn install_hook(repo: &Scratch, way: &str) {
    let program = std::env::current_exe().unwrap();
    let test = "git::stage::tests::child_in_a_hook";
    let script = format!("#!/bin/sh\nDSP_TEST_STAGE={way} exec '{}' --exact {test}\n", program.display());
    repo.write(".git/hooks/pre-commit", script);
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(repo.root().join(".git/hooks/pre-commit"), executable).unwrap();
}

#[test]
fn child_in_a_hook() {
    if let Ok(way) = std::env::var("DSP_TEST_STAGE") {
        let repository = Repository::find(Path::new(".")).unwrap().unwrap();
        let files = [put(".map/a", "by the hook")];
        let staged = |expected: &[&str]| {
            let head = repository.head_tree().unwrap();
            let changes = repository.staged_changes(head).unwrap().changes;
            let paths: Vec<_> = changes.iter().map(|change| change.path.to_string()).collect();
            assert_eq!(paths, expected);
        };
        staged(&["src"]);
        fs::write(".map/a", "by the hook").unwrap();
        let written = repository.stage(&path(".map"), &files, Duration::ZERO).unwrap();
        assert_eq!(ways::name(&written), way);
        staged(&[".map/a", "src"]);
    }
}

#[test]
fn what_is_prepared_and_not_committed_leaves_nothing() {
    let repo = half_staged();
    let place = repo.root().join(".git/index");
    let before = fs::read(&place).unwrap();
    let repository = repo.open();
    let files = [put(".map/a", "9"), put(".map/new", "new")];
    let prepare =
        |threads| repository.prepare(&path(".map"), &files, Duration::from_secs(5), threads).unwrap();
    let prepared = prepare(1);
    assert!(matches!(prepared, Prepared::Spliced(_)) && lock_of(&place).exists());
    // Another one waits for nobody, and begins when it is to end.
    let later = prepare(2);
    assert!(matches!(later, Prepared::Later { .. }));
    drop(prepared);
    assert_eq!((fs::read(&place).unwrap(), lock_of(&place).exists()), (before, false));
    assert!(matches!(later.commit().unwrap(), Written::Spliced(_)));
    assert_eq!(staged(&repo, ".map/new"), "new");
    assert!(repo.git(&["fsck", "--strict"]).is_empty());
}

#[test]
fn many_files_are_staged_by_several_threads() {
    let repo = half_staged();
    let files: Vec<Staged> = (0..100).map(|at| put(&format!(".map/n/{at}"), &at.to_string())).collect();
    let prepared = repo.open().prepare(&path(".map"), &files, Duration::ZERO, 3).unwrap().commit().unwrap();
    assert!(matches!(prepared, Written::Spliced(_)));
    for at in [0, 17, 99] {
        assert_eq!(staged(&repo, &format!(".map/n/{at}")), at.to_string());
    }
}
