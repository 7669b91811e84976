//! Sources around the directory, written with it.

use super::disk::stop::{STOPPED, Stop};
use super::stop::{NEW, OLD, old, run, state, wanted};
use super::*;

const SOURCES: [&str; 2] = ["src/a.sh", "src/deep/b"];

fn sources(before: &str, after: &str) -> Vec<Change> {
    let known = Before::Known(Some(before.as_bytes().to_vec()));
    SOURCES.iter().map(|path| Change { before: known.clone(), ..change(path, Some(after)) }).collect()
}

/// Makes `changes` true below `dir`, and the sources beside it new where there are some.
pub(super) fn commit_with(dir: &Path, changes: &[(&str, Option<&str>)]) -> Result<Applied> {
    let changes: Vec<_> = changes.iter().map(|(path, content)| change(path, *content)).collect();
    let transaction = Transaction::begin(dir, SHORT)?;
    let first = fs::read_to_string(dir.with_file_name("src/a.sh"));
    let sources = first.map(|first| sources(&first, "new")).unwrap_or_default();
    transaction.with_sources(sources).commit(&changes, &Silent)
}

fn project(old_is_there: bool) -> (TempDir, PathBuf) {
    let (folder, dir) = folder();
    fs::create_dir_all(folder.path().join("src/deep")).unwrap();
    for path in SOURCES {
        fs::write(folder.path().join(path), "old").unwrap();
    }
    set_mode(&folder.path().join(SOURCES[0]), 0o751);
    if old_is_there {
        commit(&dir, OLD).unwrap();
    }
    (folder, dir)
}

fn set_mode(path: &Path, mode: u32) {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    #[cfg(not(unix))]
    let _ = (path, mode);
}

/// What stands in the sources, which are all of one state; the modes are as they were.
fn told(folder: &Path) -> String {
    let texts: Vec<_> = SOURCES.iter().map(|path| fs::read_to_string(folder.join(path)).unwrap()).collect();
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    #[cfg(unix)]
    {
        let mode = fs::metadata(folder.join(SOURCES[0])).unwrap().permissions();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o751);
    }
    texts[0].clone()
}

#[test]
fn a_run_killed_anywhere_leaves_all_sources_or_none_and_the_directory_first() {
    for old_is_there in [false, true] {
        let mut steps = 0;
        loop {
            let (folder, dir) = project(old_is_there);
            let status = run(&dir, steps, Stop::Die).code();
            drop(Calm::of(&dir, SHORT).unwrap());
            let (found, new) = (state(&dir), wanted(&dir, old_is_there));
            assert!(found == old(&dir, old_is_there) || found == new, "step {steps}: {found:?}");
            assert!(told(folder.path()) == "old" || found == new, "step {steps}: the directory comes first");
            commit_with(&dir, NEW).unwrap();
            assert_eq!((told(folder.path()), state(&dir)), ("new".to_owned(), new), "step {steps}");
            if status != Some(STOPPED) {
                assert_eq!(status, Some(0));
                break;
            }
            steps += 1;
        }
        assert!(steps > 15, "{steps} steps");
    }
}

#[test]
fn a_step_that_fails_anywhere_changes_neither_sources_nor_the_directory() {
    for old_is_there in [false, true] {
        let mut failures = 0;
        for steps in 0..80 {
            let (folder, dir) = project(old_is_there);
            if run(&dir, steps, Stop::Fail).code() == Some(3) {
                assert_eq!(told(folder.path()), "old", "step {steps}");
                assert_eq!(state(&dir), old(&dir, old_is_there), "step {steps}");
                failures += 1;
            } else {
                assert_eq!(told(folder.path()), "new", "step {steps}");
            }
        }
        assert!((15..80).contains(&failures), "{failures} failures");
    }
}

#[test]
fn nobody_s_edit_of_a_source_is_overwritten() {
    for old_is_there in [false, true] {
        let (folder, dir) = project(old_is_there);
        let transaction = Transaction::begin(&dir, SHORT).unwrap().with_sources(sources("old", "new"));
        fs::write(folder.path().join(SOURCES[1]), "mine").unwrap();
        let error = transaction.commit(&[change("x", Some("1"))], &Silent).unwrap_err();
        assert!(matches!(error, TransactionError::Changed(_)), "{error}");
        assert_eq!(state(&dir), old(&dir, old_is_there));
        assert_eq!(fs::read_to_string(folder.path().join(SOURCES[0])).unwrap(), "old");
        assert_eq!(fs::read_to_string(folder.path().join(SOURCES[1])).unwrap(), "mine");
    }
}

#[test]
fn sources_are_written_where_there_is_no_directory_and_none_stays() {
    let (folder, dir) = project(false);
    let transaction = Transaction::begin(&dir, SHORT).unwrap().with_sources(sources("old", "new"));
    assert_eq!(transaction.commit(&[], &Silent).unwrap(), Applied { sources: 2, ..Applied::default() });
    assert_eq!(told(folder.path()), "new");
    assert!(!dir.exists());
}

#[cfg(unix)]
#[test]
fn no_source_is_written_through_a_link() {
    let (folder, dir) = project(true);
    fs::rename(folder.path().join("src/deep"), folder.path().join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", folder.path().join("src/deep")).unwrap();
    let error = commit_with(&dir, NEW).unwrap_err();
    assert!(matches!(error, TransactionError::Symlink(_)), "{error}");
    assert_eq!(state(&dir), old(&dir, true));
}
