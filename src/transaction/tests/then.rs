//! Something else that is done while the files are in place and can still be taken back.

use std::process::{Command, Stdio};

use super::stop::{NEW, OLD, old, state, wanted};
use super::*;

fn commit_then(dir: &Path, then: impl FnOnce() -> std::result::Result<(), Cause>) -> Result<Applied> {
    let changes: Vec<_> = NEW.iter().map(|(path, content)| change(path, *content)).collect();
    Transaction::begin(dir, SHORT)?.commit_then(&changes, &Silent, then)
}

#[test]
fn it_sees_the_files_in_place() {
    let (_folder, dir) = folder();
    commit(&dir, OLD).unwrap();
    let place = dir.join("a");
    let is_placed = || {
        assert_eq!(fs::read_to_string(place).unwrap(), "new");
        Ok(())
    };
    commit_then(&dir, is_placed).unwrap();
    assert_eq!(state(&dir), wanted(&dir, true));
    // Also where no file changes.
    let mut done = false;
    let note = || {
        done = true;
        Ok(())
    };
    commit_then(&dir, note).unwrap();
    assert!(done);
}

#[test]
fn where_it_fails_all_is_as_it_was() {
    for old_is_there in [false, true] {
        let (_folder, dir) = folder();
        if old_is_there {
            commit(&dir, OLD).unwrap();
        }
        let error = commit_then(&dir, || Err("no".into())).unwrap_err();
        assert_eq!(error.to_string(), "no");
        assert_eq!(state(&dir), old(&dir, old_is_there));
        assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Nothing);
    }
}

/// Dies in the middle of it.
#[test]
fn child() {
    let Some(dir) = std::env::var_os("DSP_TEST_THEN") else { return };
    let _ = commit_then(Path::new(&dir), || std::process::exit(9));
}

#[test]
fn a_run_killed_in_it_is_finished_by_the_next() {
    let (_folder, dir) = folder();
    commit(&dir, OLD).unwrap();
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "transaction::tests::then::child", "-q"])
        .env("DSP_TEST_THEN", &dir)
        .stdout(Stdio::null())
        .status();
    assert_eq!(child.unwrap().code(), Some(9));
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Finished { kept: 0 });
    assert_eq!(state(&dir), wanted(&dir, true));
}
