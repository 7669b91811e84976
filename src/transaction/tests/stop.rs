//! A process that dies, or whose disk fails, before any step that changes the disk.
//!
//! The test runs itself as another process, which stops at the step that the environment names.

use std::collections::BTreeSet;
use std::process::{Command, ExitStatus};

use super::disk::stop::{STOPPED, Stop, after};
use super::*;

pub(super) const OLD: &[(&str, Option<&str>)] =
    &[("a", Some("old")), ("b/c", Some("old")), ("gone/deep/er", Some("old")), ("same", Some("same"))];
pub(super) const NEW: &[(&str, Option<&str>)] =
    &[("a", Some("new")), ("b/c", Some("new")), ("gone/deep/er", None), ("new/deep/file", Some("new"))];

/// What one rename makes true.
const ONES: [&[(&str, Option<&str>)]; 2] = [&[("b/c", Some("new"))], &[("b/new", Some("new"))]];

/// One command: finishes what is unfinished, then makes `NEW` true, and the sources new where there are some.
#[test]
fn child() {
    let Some(dir) = std::env::var_os("DSP_TEST_DIR") else { return };
    let number = |name| std::env::var(name).unwrap().parse::<usize>().unwrap();
    let how = if number("DSP_TEST_DIES") == 1 { Stop::Die } else { Stop::Fail };
    after(number("DSP_TEST_STEPS"), how);
    let changes = ONES.get(number("DSP_TEST_ONE")).copied().unwrap_or(NEW);
    let done = super::sources::commit_with(Path::new(&dir), changes);
    std::process::exit(match done {
        Ok(_) => 0,
        Err(error) => {
            println!("{error}");
            3
        }
    });
}

pub(super) fn run(dir: &Path, steps: usize, how: Stop) -> ExitStatus {
    run_with(dir, steps, how, ONES.len())
}

/// `one`: which of [`ONES`] there is.
fn run_with(dir: &Path, steps: usize, how: Stop, one: usize) -> ExitStatus {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "transaction::tests::stop::child", "-q"])
        .env("DSP_TEST_DIR", dir)
        .env("DSP_TEST_STEPS", steps.to_string())
        .env("DSP_TEST_ONE", one.to_string())
        .env("DSP_TEST_DIES", usize::from(how == Stop::Die).to_string())
        .stdout(std::process::Stdio::null())
        .status()
        .unwrap()
}

/// What `dir` holds: files and directories, without the helpers of a run.
pub(super) fn state(dir: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    if !dir.exists() {
        return Vec::new();
    }
    let helpers = dir.join(".transaction");
    everything(dir).into_iter().filter(|(path, _)| !path.starts_with(&helpers)).collect()
}

/// A folder, perhaps one with a git directory, in which the directory is.
fn place(has_git: bool) -> (TempDir, PathBuf) {
    let (folder, dir) = folder();
    if has_git {
        repository(&folder.path().join(".git"));
    }
    (folder, dir)
}

/// How many steps a run takes from there that nothing stops.
fn steps_of(old_is_there: bool, has_git: bool) -> usize {
    let dies_at = |steps: &usize| {
        let (_folder, dir) = place(has_git);
        if old_is_there {
            commit(&dir, OLD).unwrap();
        }
        run(&dir, *steps, Stop::Die).code() == Some(STOPPED)
    };
    // Many more than any run takes.
    (0..1_000).take_while(dies_at).count()
}

/// Stops a run before each of its steps; `check` is given the folder, the directory and how the run ended.
fn stop_anywhere(how: Stop, old_is_there: bool, check: impl Fn(&Path, &Path, i32)) {
    for has_git in [false, true] {
        stop_anywhere_in(how, old_is_there, has_git, &check);
    }
}

fn stop_anywhere_in(how: Stop, old_is_there: bool, has_git: bool, check: &impl Fn(&Path, &Path, i32)) {
    let steps = steps_of(old_is_there, has_git);
    assert!(steps > 5, "{steps} steps");
    for step in 0..steps {
        let (folder, dir) = place(has_git);
        if old_is_there {
            commit(&dir, OLD).unwrap();
        }
        let status = run(&dir, step, how).code().unwrap();
        let expected: &[_] = if how == Stop::Die { &[STOPPED] } else { &[0, 3] };
        assert!(expected.contains(&status), "step {step}: {status}");
        assert!(
            !has_git || !old_is_there || !dir.join(".transaction").exists(),
            "it is done in the git directory"
        );
        check(folder.path(), &dir, status);
    }
}

/// The new state as a run that nothing stops leaves it.
pub(super) fn wanted(dir: &Path, old_is_there: bool) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let (_other, undisturbed) = folder();
    if old_is_there {
        commit(&undisturbed, OLD).unwrap();
    }
    commit(&undisturbed, NEW).unwrap();
    let moved = |(path, content): (PathBuf, _)| (dir.join(path.strip_prefix(&undisturbed).unwrap()), content);
    everything(&undisturbed).into_iter().map(moved).collect()
}

pub(super) fn old(dir: &Path, old_is_there: bool) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    if !old_is_there {
        return Vec::new();
    }
    let (_other, undisturbed) = folder();
    commit(&undisturbed, OLD).unwrap();
    let moved = |(path, content): (PathBuf, _)| (dir.join(path.strip_prefix(&undisturbed).unwrap()), content);
    everything(&undisturbed).into_iter().map(moved).collect()
}

#[test]
fn who_reads_after_a_run_killed_anywhere_sees_the_old_or_the_new_state() {
    for old_is_there in [false, true] {
        stop_anywhere(Stop::Die, old_is_there, |_, dir, _| {
            let _calm = Calm::of(dir, SHORT).unwrap();
            let found = state(dir);
            assert!(found == old(dir, old_is_there) || found == wanted(dir, old_is_there), "{found:?}");
        });
    }
}

#[test]
fn a_run_killed_anywhere_leaves_the_old_or_the_new_state() {
    for old_is_there in [false, true] {
        stop_anywhere(Stop::Die, old_is_there, |folder, dir, _| {
            drop(Transaction::begin(dir, SHORT).unwrap());
            let found = state(dir);
            let (old, new) = (old(dir, old_is_there), wanted(dir, old_is_there));
            assert!(found == old || found == new, "{found:?}");
            commit(dir, NEW).unwrap();
            assert_eq!(everything(dir), new);
            assert_eq!(fs::read_dir(folder).unwrap().count(), 2, "the lock and the directory");
        });
    }
}

#[test]
fn one_file_is_the_old_or_the_new_one_wherever_a_run_is_stopped() {
    let cases = [Stop::Die, Stop::Fail].into_iter().flat_map(|how| [0, 1].map(|one| (how, one)));
    for (how, one, has_git) in cases.flat_map(|(how, one)| [false, true].map(|has_git| (how, one, has_git))) {
        let (path, _) = ONES[one][0];
        let mut seen = BTreeSet::new();
        // More steps than one file takes.
        for step in 0..20 {
            let (folder, dir) = folder();
            let git = folder.path().join(".git");
            if has_git {
                repository(&git);
            }
            commit(&dir, OLD).unwrap();
            let old = state(&dir);
            let status = run_with(&dir, step, how, one).code().unwrap();
            assert!(!has_git || !dir.join(".transaction").exists(), "the git directory has room for it");
            let before = fs::read_to_string(dir.join("b/c")).unwrap();
            let text = fs::read_to_string(dir.join(path)).unwrap_or_default();
            assert!(one == 0 || before == "old");
            let found = state(&dir);
            assert!(!dir.join(".transaction/journal").exists(), "step {step}");
            drop(Transaction::begin(&dir, SHORT).unwrap());
            assert_eq!(everything(&dir), found, "nothing is left to be done");
            commit(&dir, &[(path, (one == 0).then_some("old"))]).unwrap();
            assert_eq!(state(&dir), old, "and nothing else was");
            commit(&dir, &[("b/c", Some("newer"))]).unwrap();
            assert_eq!(
                if has_git { tree(&git) } else { String::new() },
                if has_git { ".dsp.lock= HEAD=" } else { "" },
                "what a dead run left is used up"
            );
            seen.insert((text == "new", status));
        }
        let stopped = if how == Stop::Die { STOPPED } else { 3 };
        if how == Stop::Fail && has_git {
            assert_eq!(seen, [(true, 0)].into(), "what fails there is done in the directory");
            continue;
        }
        assert!(seen.is_superset(&[(false, stopped), (true, 0)].into()), "{seen:?}");
        // By way of the git directory the rename is the last step.
        assert!(how == Stop::Fail || has_git || seen.contains(&(true, STOPPED)), "{seen:?}");
        assert!(!seen.contains(&(false, 0)), "{seen:?}");
        assert!(how == Stop::Die || !seen.contains(&(true, 3)), "{seen:?}");
    }
}

#[test]
fn a_recovery_killed_anywhere_is_taken_up_again() {
    for has_git in [false, true] {
        a_recovery_is_taken_up_again(has_git);
    }
}

fn a_recovery_is_taken_up_again(has_git: bool) {
    let mut steps = 0;
    loop {
        let (_folder, dir) = place(has_git);
        commit(&dir, OLD).unwrap();
        let changes: Vec<_> = NEW.iter().map(|(path, content)| change(path, *content)).collect();
        let entries = differing(&dir, Base::Inside, &changes).unwrap();
        let mut staging = match lock::folder_of(&dir) {
            Some(folder) => Staging::in_git(&dir, folder, &entries).unwrap(),
            None => Staging::below(&dir),
        };
        staging.make().unwrap();
        staging.prepare(&entries, &Silent).unwrap();
        staging.place(&entries[..2]).unwrap();
        let status = run(&dir, steps, Stop::Die).code();
        drop(Transaction::begin(&dir, SHORT).unwrap());
        assert_eq!(everything(&dir), wanted(&dir, true), "step {steps}");
        if status == Some(0) {
            break;
        }
        steps += 1;
    }
    assert!(steps > 5, "{steps} steps");
}

#[test]
fn a_step_that_fails_anywhere_changes_nothing() {
    for old_is_there in [false, true] {
        stop_anywhere(Stop::Fail, old_is_there, |folder, dir, status| {
            let found = state(dir);
            let (old, new) = (old(dir, old_is_there), wanted(dir, old_is_there));
            let is_files = |state: &[(PathBuf, Option<Vec<u8>>)]| {
                state.iter().filter(|(_, content)| content.is_some()).cloned().collect::<Vec<_>>()
            };
            // A step that only tidies up may fail without harm: the run says what is there.
            if status == 0 {
                assert_eq!(is_files(&found), is_files(&new));
            } else {
                assert_eq!(found, old);
                assert!(!dir.join(".transaction").exists(), "what was begun is cleared away");
            }
            drop(Transaction::begin(dir, SHORT).unwrap());
            commit(dir, NEW).unwrap();
            assert_eq!(is_files(&everything(dir)), is_files(&new));
            assert_eq!(fs::read_dir(folder).unwrap().count(), 2, "the lock and the directory");
        });
    }
}
