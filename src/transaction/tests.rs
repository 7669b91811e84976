use super::*;
use tempfile::TempDir;

const SHORT: Duration = Duration::from_millis(60);

fn change(path: &str, content: Option<&str>) -> Change {
    Change {
        before: Before::Unknown,
        path: RepoPath::new(path.as_bytes()).unwrap(),
        content: content.map(|text| text.as_bytes().to_vec()),
    }
}

fn commit(dir: &Path, changes: &[(&str, Option<&str>)]) -> Result<Applied> {
    let changes: Vec<_> = changes.iter().map(|(path, content)| change(path, *content)).collect();
    Transaction::begin(dir, SHORT)?.commit(&changes)
}

/// Every file below `dir` as `path=content`, sorted.
fn tree(dir: &Path) -> String {
    let mut files = Vec::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(next) = dirs.pop() {
        for entry in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                dirs.push(entry);
            } else {
                let name = entry.strip_prefix(dir).unwrap().display().to_string();
                files.push(format!("{name}={}", fs::read_to_string(&entry).unwrap()));
            }
        }
    }
    files.sort();
    files.join(" ")
}

fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().join(".dsp");
    (folder, dir)
}

#[test]
fn a_first_write_is_renamed_into_place_and_later_ones_touch_what_differs() {
    let (folder, dir) = folder();
    fs::create_dir(&dir).unwrap();
    let first =
        commit(&dir, &[("a/x", Some("1")), ("a/b/y", Some("2")), ("TOC", Some("")), ("gone", None)]).unwrap();
    assert_eq!(first, Applied { written: 3, removed: 0 });
    assert_eq!(tree(&dir), "TOC= a/b/y=2 a/x=1");
    let second =
        commit(&dir, &[("a/x", Some("1")), ("a/b/y", None), ("c/z", Some("3")), ("gone", None)]).unwrap();
    assert_eq!(second, Applied { written: 1, removed: 1 });
    assert_eq!(tree(&dir), "TOC= a/x=1 c/z=3");
    assert!(!dir.join("a/b").exists(), "a directory that became empty goes");
    assert_eq!(tree(folder.path()), ".dsp.lock= .dsp/TOC= .dsp/a/x=1 .dsp/c/z=3");
}

#[test]
fn helpers_stand_in_the_git_directory_where_there_is_one() {
    let (folder, dir) = folder();
    fs::create_dir(folder.path().join(".git")).unwrap();
    commit(&dir, &[("TOC", Some("x"))]).unwrap();
    assert_eq!(tree(folder.path()), ".dsp/TOC=x .git/.dsp.lock=");
    let nested = folder.path().join("packages/a");
    fs::create_dir_all(&nested).unwrap();
    commit(&nested.join(".dsp"), &[("TOC", Some("y"))]).unwrap();
    assert_eq!(tree(&nested), ".dsp/TOC=y");
    assert_eq!(tree(&folder.path().join(".git")), ".dsp.lock= packages%a%.dsp.lock=");
}

/// A run that died after `done` of its writes; then somebody writes `meanwhile`.
fn interrupted(done: usize, meanwhile: Option<&str>) -> (String, Recovery) {
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b", Some("old")), ("c", Some("old"))]).unwrap();
    let transaction = Transaction::begin(&dir, SHORT).unwrap();
    let changes = [change("a", Some("new")), change("b", None), change("d/e", Some("new"))];
    let entries = transaction.differing(&changes).unwrap();
    transaction.journal.write(&entries).unwrap();
    let mut staging = Staging::new(&dir, &transaction.incoming, &entries[..done]).unwrap();
    staging.place().unwrap();
    std::mem::forget(staging);
    drop(transaction);
    if let Some(text) = meanwhile {
        fs::write(dir.join("a"), text).unwrap();
    }
    let recovery = Transaction::begin(&dir, SHORT).unwrap().recovery();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Nothing);
    (tree(&dir), recovery)
}

#[test]
fn a_run_that_died_is_finished_by_the_next_one() {
    for done in 0..=3 {
        assert_eq!(interrupted(done, None), ("a=new c=old d/e=new".to_owned(), Recovery::Finished));
    }
}

#[test]
fn a_run_that_died_is_given_up_when_its_files_changed_since() {
    assert_eq!(interrupted(1, Some("mine")), ("a=mine b=old c=old".to_owned(), Recovery::Dropped));
}

#[test]
fn a_torn_journal_and_a_left_over_directory_are_removed() {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old"))]).unwrap();
    fs::write(folder.path().join(".dsp.journal"), b"dsp-cli journal 1\ntorn").unwrap();
    fs::create_dir(folder.path().join(".dsp.incoming")).unwrap();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Nothing);
    assert_eq!(tree(folder.path()), ".dsp.lock= .dsp/a=old");
}

#[test]
fn a_failed_write_takes_back_what_was_written() {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b/c", Some("old"))]).unwrap();
    let transaction = Transaction::begin(&dir, SHORT).unwrap();
    let entries = transaction.differing(&[change("a", Some("new")), change("x/y", Some("new"))]).unwrap();
    fs::write(dir.join("x"), "a file in the way").unwrap();
    let error = transaction.write_under_journal(&entries).unwrap_err();
    assert!(matches!(error, TransactionError::Io { operation: "create", .. }), "{error}");
    assert_eq!(tree(folder.path()), ".dsp.lock= .dsp/a=old .dsp/b/c=old .dsp/x=a file in the way");
}

/// Every file and directory below `dir`, sorted; contents for files.
fn everything(dir: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(next) = dirs.pop() {
        for path in fs::read_dir(next).unwrap().map(|entry| entry.unwrap().path()) {
            let content = path.is_file().then(|| fs::read(&path).unwrap());
            if content.is_none() {
                dirs.push(path.clone());
            }
            found.push((path, content));
        }
    }
    found.sort();
    found
}

#[test]
fn a_failed_write_leaves_neither_new_directories_nor_helpers() {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("gone/deep", Some("old"))]).unwrap();
    let transaction = Transaction::begin(&dir, SHORT).unwrap();
    let changes = [
        change("a", Some("new")),
        change("gone/deep", None),
        change("new/deep/file", Some("new")),
        change("x", Some("new")),
    ];
    let entries = transaction.differing(&changes).unwrap();
    fs::create_dir(dir.join("x")).unwrap();
    let before = everything(folder.path());
    let error = transaction.write_under_journal(&entries).unwrap_err();
    assert!(matches!(error, TransactionError::Io { operation: "replace", .. }), "{error}");
    assert_eq!(everything(folder.path()), before);
}

#[test]
fn what_cannot_be_staged_or_written_down_changes_nothing() {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old"))]).unwrap();
    let journal = folder.path().join(".dsp.journal");
    let part = folder.path().join(".dsp.journal.part");
    fs::create_dir(&part).unwrap();
    let before = everything(folder.path());
    assert!(commit(&dir, &[("a", Some("new")), ("b/c", Some("new"))]).is_err());
    assert_eq!(everything(folder.path()), before);
    fs::remove_dir(part).unwrap();
    let transaction = Transaction::begin(&dir, SHORT).unwrap();
    fs::create_dir(&journal).unwrap();
    let before = everything(folder.path());
    assert!(transaction.commit(&[change("a", Some("new")), change("b/c", Some("new"))]).is_err());
    assert_eq!(everything(folder.path()), before);
}

#[test]
fn a_run_that_cannot_be_finished_yet_is_kept_for_another_attempt() {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b", Some("old"))]).unwrap();
    let transaction = Transaction::begin(&dir, SHORT).unwrap();
    let entries = transaction.differing(&[change("a", Some("new")), change("b", Some("new"))]).unwrap();
    transaction.journal.write(&entries).unwrap();
    drop(transaction);
    fs::write(folder.path().join(".dsp.incoming"), "in the way").unwrap();
    let before = everything(folder.path());
    assert!(Transaction::begin(&dir, SHORT).is_err());
    assert_eq!(everything(folder.path()), before);
    fs::remove_file(folder.path().join(".dsp.incoming")).unwrap();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Finished);
    assert_eq!(tree(&dir), "a=new b=new");
}

#[cfg(unix)]
#[test]
fn helpers_that_are_no_files_are_an_error_and_never_waited_for() {
    for suffix in ["lock", "journal"] {
        for pipe in [false, true] {
            let (folder, dir) = folder();
            let helper = folder.path().join(format!(".dsp.{suffix}"));
            if pipe {
                let made = std::process::Command::new("mkfifo").arg(&helper).status();
                if !made.is_ok_and(|status| status.success()) {
                    continue;
                }
            } else {
                fs::create_dir(&helper).unwrap();
            }
            let error = Transaction::begin(&dir, SHORT).unwrap_err();
            assert!(matches!(error, TransactionError::InTheWay { expected: "file", .. }), "{error}");
        }
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let (folder, dir) = folder();
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    std::os::unix::fs::symlink(&outside, &dir).unwrap();
    assert!(matches!(commit(&dir, &[("a", Some("x"))]), Err(TransactionError::Symlink(_))));
    fs::remove_file(&dir).unwrap();
    commit(&dir, &[("a/b", Some("x"))]).unwrap();
    std::os::unix::fs::symlink(&outside, dir.join("c")).unwrap();
    std::os::unix::fs::symlink(outside.join("f"), dir.join("a/l")).unwrap();
    assert!(matches!(commit(&dir, &[("c/d", Some("x"))]), Err(TransactionError::Symlink(_))));
    assert!(matches!(commit(&dir, &[("a/l", Some("x"))]), Err(TransactionError::Symlink(_))));
    let incoming = folder.path().join(".dsp.incoming");
    std::os::unix::fs::symlink(&outside, &incoming).unwrap();
    assert!(commit(&dir, &[("a/b", Some("y"))]).is_err());
    fs::remove_file(incoming).unwrap();
    let journal = folder.path().join(".dsp.journal");
    std::os::unix::fs::symlink(outside.join("journal"), &journal).unwrap();
    assert!(matches!(commit(&dir, &[("a/b", Some("y"))]), Err(TransactionError::Symlink(_))));
    fs::remove_file(journal).unwrap();
    fs::remove_file(folder.path().join(".dsp.lock")).unwrap();
    std::os::unix::fs::symlink(outside.join("lock"), folder.path().join(".dsp.lock")).unwrap();
    assert!(matches!(commit(&dir, &[("a/b", Some("z"))]), Err(TransactionError::Symlink(_))));
    assert_eq!(tree(&outside), "");
}

#[test]
fn a_second_writer_waits_and_then_says_for_what() {
    let (_folder, dir) = folder();
    let first = Transaction::begin(&dir, SHORT).unwrap();
    let error = Transaction::begin(&dir, SHORT).unwrap_err();
    assert!(error.to_string().contains("another process is writing"), "{error}");
    assert!(error.to_string().contains(".dsp.lock"), "{error}");
    drop(first);
    assert!(Transaction::begin(&dir, SHORT).is_ok());
}
