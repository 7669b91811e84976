use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use tempfile::TempDir;

mod others;
mod sources;
mod stop;
mod then;

const SHORT: Duration = Duration::from_millis(60);

fn change(path: &str, content: Option<&str>) -> Change {
    Change {
        before: Before::Unknown,
        path: RepoPath::new(path.as_bytes()).unwrap(),
        content: content.map(|text| text.as_bytes().to_vec()),
    }
}

/// A git directory at `dir`, as far as anybody here looks.
fn repository(dir: &Path) {
    fs::create_dir_all(dir.join("objects")).unwrap();
    fs::write(dir.join("HEAD"), "").unwrap();
}

fn begun(dir: &Path) -> Transaction {
    Transaction::begin(dir, SHORT).unwrap()
}

fn commit(dir: &Path, changes: &[(&str, Option<&str>)]) -> Result<Applied> {
    let changes: Vec<_> = changes.iter().map(|(path, content)| change(path, *content)).collect();
    Transaction::begin(dir, SHORT)?.commit(&changes, &Silent)
}

/// Counts what is told: the items that are expected, and those that are done.
#[derive(Default)]
struct Count(AtomicUsize, AtomicUsize);

impl Reporter for Count {
    fn report(&self, event: Event) {
        match event {
            Event::Begin { total, .. } => self.0.store(total, Ordering::Relaxed),
            Event::Advance => _ = self.1.fetch_add(1, Ordering::Relaxed),
            Event::End => {}
        }
    }
}

#[test]
fn each_file_that_is_written_or_removed_is_told() {
    let (_folder, dir) = folder();
    let first = [change("a", Some("1")), change("b/c", Some("2")), change("b/d", Some("3"))];
    let second = [change("a", Some("1")), change("b/c", Some("4")), change("b/d", None)];
    for (changes, expected) in [(first, 3), (second, 2)] {
        let count = Count::default();
        Transaction::begin(&dir, SHORT).unwrap().commit(&changes, &count).unwrap();
        assert_eq!((count.0.into_inner(), count.1.into_inner()), (expected, expected));
    }
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
    assert_eq!(first, Applied { written: 3, ..Applied::default() });
    assert_eq!(tree(&dir), "TOC= a/b/y=2 a/x=1");
    let second =
        commit(&dir, &[("a/x", Some("1")), ("a/b/y", None), ("c/z", Some("3")), ("gone", None)]).unwrap();
    assert_eq!(second, Applied { written: 1, removed: 1, sources: 0 });
    assert_eq!(tree(&dir), "TOC= a/x=1 c/z=3");
    assert!(!dir.join("a/b").exists(), "a directory that became empty goes");
    assert_eq!(tree(folder.path()), ".dsp.lock= .dsp/TOC= .dsp/a/x=1 .dsp/c/z=3");
}

#[test]
fn helpers_stand_in_the_git_directory_where_there_is_one() {
    let (folder, dir) = folder();
    repository(&folder.path().join(".git"));
    commit(&dir, &[("TOC", Some("x"))]).unwrap();
    assert_eq!(tree(folder.path()), ".dsp/TOC=x .git/.dsp.lock= .git/HEAD=");
    let nested = folder.path().join("packages/a");
    fs::create_dir_all(&nested).unwrap();
    commit(&nested.join(".dsp"), &[("TOC", Some("y"))]).unwrap();
    assert_eq!(tree(&nested), ".dsp/TOC=y");
    assert_eq!(tree(&folder.path().join(".git")), ".dsp-b076d3df9e79b8ac.lock= .dsp.lock= HEAD=");
}

#[test]
fn a_git_directory_elsewhere_has_the_helpers_too() {
    let (folder, dir) = folder();
    for named in ["none", "plain", ""] {
        fs::create_dir_all(folder.path().join("plain")).unwrap();
        fs::write(folder.path().join(".git"), format!("gitdir: {named}\n")).unwrap();
        commit(&dir, &[("TOC", Some(named))]).unwrap();
        let helpers = tree(folder.path());
        let expected = format!(".dsp.lock= .dsp/TOC={named} .git=gitdir: {named}\n");
        assert_eq!(helpers, expected, "what is no git directory is not written into");
        fs::remove_file(folder.path().join(".dsp.lock")).unwrap();
    }
    repository(&folder.path().join("elsewhere"));
    fs::write(folder.path().join(".git"), "gitdir: elsewhere\n").unwrap();
    commit(&dir, &[("TOC", Some("x"))]).unwrap();
    assert_eq!(
        tree(folder.path()),
        ".dsp/TOC=x .git=gitdir: elsewhere\n elsewhere/.dsp.lock= elsewhere/HEAD="
    );
}

#[test]
fn what_is_in_the_way_in_the_git_directory_is_no_hindrance() {
    let (folder, dir) = folder();
    repository(&folder.path().join(".git"));
    commit(&dir, &[("TOC", Some("x"))]).unwrap();
    fs::create_dir_all(folder.path().join(".git/.dsp.new/full")).unwrap();
    let count = Count::default();
    begun(&dir).commit(&[change("TOC", Some("y"))], &count).unwrap();
    assert_eq!((count.0.into_inner(), count.1.into_inner()), (1, 1));
    assert_eq!(tree(folder.path()), ".dsp/TOC=y .git/.dsp.lock= .git/HEAD=");
    assert!(folder.path().join(".git/.dsp.new/full").exists(), "it is somebody's");
}

#[test]
fn one_file_that_changed_in_the_last_moment_is_not_overwritten() {
    for has_git in [false, true] {
        let (folder, dir) = folder();
        if has_git {
            repository(&folder.path().join(".git"));
        }
        commit(&dir, &[("a", Some("old"))]).unwrap();
        let changes = [change("a", Some("new"))];
        let entries = differing(&dir, Base::Inside, &changes).unwrap();
        fs::write(dir.join("a"), "mine!").unwrap();
        let written = begun(&dir).make_true(&entries, &Silent, None::<fn() -> Result<()>>);
        assert!(matches!(written, Err(TransactionError::Changed(_))), "{written:?}");
        let helpers = if has_git { ".git/.dsp.lock= .git/HEAD=" } else { "" };
        let lock = if has_git { "" } else { ".dsp.lock= " };
        assert_eq!(tree(folder.path()).trim(), format!("{lock}.dsp/a=mine! {helpers}").trim());
    }
}

#[test]
fn every_folder_of_a_repository_has_a_lock_of_its_own_whatever_its_name() {
    let (folder, _) = folder();
    repository(&folder.path().join(".git"));
    let deep = format!("{0}/{0}", "n".repeat(200));
    let dirs = ["a/b", "a%b", "a/b%", &deep].map(|name| folder.path().join(name));
    let held: Vec<_> = dirs
        .iter()
        .map(|dir| {
            fs::create_dir_all(dir).unwrap();
            Transaction::begin(&dir.join(".dsp"), SHORT).unwrap()
        })
        .collect();
    assert_eq!(held.len(), dirs.len());
}

#[cfg(unix)]
#[test]
fn a_folder_has_one_lock_by_whatever_way_it_is_reached() {
    let (folder, dir) = folder();
    repository(&folder.path().join("repo/.git"));
    fs::create_dir(folder.path().join("repo/a")).unwrap();
    std::os::unix::fs::symlink(folder.path().join("repo/a"), dir.with_file_name("link")).unwrap();
    let _held = Transaction::begin(&folder.path().join("repo/a/.dsp"), SHORT).unwrap();
    let error = Transaction::begin(&folder.path().join("link/.dsp"), SHORT).unwrap_err();
    assert!(matches!(error, TransactionError::Locked { .. }), "{error}");
}

#[test]
fn readers_keep_writers_out_and_make_nothing() {
    let (folder, dir) = folder();
    fs::create_dir(&dir).unwrap();
    drop(Calm::of(&dir, SHORT).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let writer = Transaction::begin(&dir, SHORT).unwrap();
    assert!(matches!(Calm::of(&dir, SHORT), Err(TransactionError::Locked { .. })));
    drop(writer);
    let readers = [Calm::of(&dir, SHORT).unwrap(), Calm::of(&dir, SHORT).unwrap()];
    assert!(matches!(Transaction::begin(&dir, SHORT), Err(TransactionError::Locked { .. })));
    drop(readers);
    commit(&dir, &[("a", Some("x"))]).unwrap();
}

/// A run that died after `done` of its writes; then `meanwhile` happens to its directory.
fn interrupted(done: usize, meanwhile: impl FnOnce(&Path)) -> (String, Recovery) {
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b", Some("old")), ("c", Some("old"))]).unwrap();
    let transaction = Transaction::begin(&dir, SHORT).unwrap();
    let changes = [change("a", Some("new")), change("b", None), change("d/e", Some("new"))];
    let entries = differing(&dir, Base::Inside, &changes).unwrap();
    let mut staging = Staging::below(&dir);
    staging.make().unwrap();
    staging.prepare(&entries, &Silent).unwrap();
    staging.place(&entries[..done]).unwrap();
    drop(transaction);
    meanwhile(&dir);
    let recovery = Transaction::begin(&dir, SHORT).unwrap().recovery();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Nothing);
    (tree(&dir), recovery)
}

#[test]
fn a_run_that_died_is_finished_by_the_next_one() {
    for done in 0..=3 {
        let finished = ("a=new c=old d/e=new".to_owned(), Recovery::Finished { kept: 0 });
        assert_eq!(interrupted(done, |_| {}), finished);
    }
}

#[test]
fn a_run_that_died_is_finished_but_for_what_changed_since() {
    for done in 0..=3 {
        let mine = |dir: &Path| fs::write(dir.join("a"), "mine").unwrap();
        let finished = ("a=mine c=old d/e=new".to_owned(), Recovery::Finished { kept: 1 });
        assert_eq!(interrupted(done, mine), finished);
    }
    let in_the_way = |dir: &Path| fs::write(dir.join("d"), "mine").unwrap();
    let finished = ("a=new c=old d=mine".to_owned(), Recovery::Finished { kept: 1 });
    assert_eq!(interrupted(1, in_the_way), finished);
}

#[test]
fn a_run_that_died_is_finished_after_git_init() {
    let init = |dir: &Path| repository(&dir.with_file_name(".git"));
    assert_eq!(interrupted(1, init), ("a=new c=old d/e=new".to_owned(), Recovery::Finished { kept: 0 }));
}

/// A directory in which a writer left that journal.
fn left_with(journal: &str) -> (TempDir, PathBuf) {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old"))]).unwrap();
    fs::create_dir(dir.join(".transaction")).unwrap();
    fs::write(dir.join(".transaction/journal"), journal).unwrap();
    (folder, dir)
}

#[test]
fn a_torn_journal_and_a_left_over_directory_are_removed() {
    let (folder, dir) = left_with("dsp-cli journal 4\ntorn");
    fs::create_dir_all(folder.path().join(".dsp.incoming/0/deep")).unwrap();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Nothing);
    assert_eq!(tree(folder.path()), ".dsp.lock= .dsp/a=old");
}

#[test]
fn a_journal_of_another_version_is_left_to_it() {
    let (folder, dir) = left_with("dsp-cli journal 3\nwhole");
    let before = everything(folder.path());
    for attempt in [Transaction::begin(&dir, SHORT).map(drop), Calm::of(&dir, SHORT).map(drop)] {
        assert!(matches!(attempt, Err(TransactionError::OtherVersion(_))), "{attempt:?}");
        assert_eq!(everything(folder.path()), before);
    }
}

#[test]
fn a_failed_write_takes_back_what_was_written() {
    let (folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b/c", Some("old"))]).unwrap();
    let changes = [change("a", Some("new")), change("x/y", Some("new"))];
    let entries = differing(&dir, Base::Inside, &changes).unwrap();
    fs::write(dir.join("x"), "a file in the way").unwrap();
    let error = begun(&dir).make_true(&entries, &Silent, Some(|| Ok(()))).unwrap_err();
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
    let changes = [
        change("a", Some("new")),
        change("gone/deep", None),
        change("new/deep/file", Some("new")),
        change("x", Some("new")),
    ];
    let entries = differing(&dir, Base::Inside, &changes).unwrap();
    fs::create_dir(dir.join("x")).unwrap();
    let before = everything(folder.path());
    let error = begun(&dir).make_true(&entries, &Silent, Some(|| Ok(()))).unwrap_err();
    assert!(matches!(error, TransactionError::InTheWay { .. }), "{error}");
    assert_eq!(everything(folder.path()), before);
}

#[cfg(unix)]
fn rewrite_journal(dir: &Path, entries: &[Entry<'_>]) {
    let journal = Staging::below(dir).journal;
    journal.remove().unwrap();
    journal.write(entries).unwrap();
}

#[cfg(unix)]
#[test]
fn what_cannot_be_looked_at_keeps_the_journal() {
    use std::os::unix::fs::symlink;
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("d/b", Some("old"))]).unwrap();
    let changes = [change("a", Some("new")), change("d/b", Some("new"))];
    let entries = differing(&dir, Base::Inside, &changes).unwrap();
    Staging::below(&dir).make().unwrap();
    Staging::below(&dir).prepare(&entries, &Silent).unwrap();
    // A name that no system call accepts: an error that says nothing about the file.
    let mut journal = entries.clone();
    journal[1].path = RepoPath::new(format!("d/{}", "b".repeat(300)).as_bytes()).unwrap();
    rewrite_journal(&dir, &journal);
    let before = everything(&dir);
    assert!(matches!(
        Transaction::begin(&dir, SHORT),
        Err(TransactionError::Io { operation: "look at", .. })
    ));
    assert_eq!(everything(&dir), before);
    rewrite_journal(&dir, &entries);
    symlink("elsewhere", dir.join("d/c")).unwrap();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Finished { kept: 0 });
}

#[test]
fn a_run_that_cannot_be_finished_yet_is_kept_for_another_attempt() {
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("old")), ("b", Some("old"))]).unwrap();
    let changes = [change("a", Some("new")), change("b", Some("new"))];
    let entries = differing(&dir, Base::Inside, &changes).unwrap();
    let staging = Staging::below(&dir);
    staging.make().unwrap();
    staging.prepare(&entries, &Silent).unwrap();
    fs::remove_file(dir.join(".transaction/1.new")).unwrap();
    fs::create_dir(dir.join(".transaction/1.new")).unwrap();
    assert!(Transaction::begin(&dir, SHORT).is_err());
    fs::remove_dir(dir.join(".transaction/1.new")).unwrap();
    assert_eq!(Transaction::begin(&dir, SHORT).unwrap().recovery(), Recovery::Finished { kept: 0 });
    assert_eq!(tree(&dir), "a=new b=new");
}

#[cfg(unix)]
#[test]
fn helpers_that_are_no_files_are_an_error_and_never_waited_for() {
    for name in [".dsp.lock", ".dsp/.transaction/journal"] {
        for pipe in [false, true] {
            let (folder, dir) = folder();
            fs::create_dir_all(dir.join(".transaction")).unwrap();
            let helper = folder.path().join(name);
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
fn what_stands_where_contents_are_made_ready_is_named() {
    let (_folder, dir) = folder();
    commit(&dir, &[("a", Some("old"))]).unwrap();
    let place = dir.join(".transaction");
    let refused = || commit(&dir, &[("a", Some("new"))]).unwrap_err();
    fs::write(&place, "").unwrap();
    assert!(matches!(refused(), TransactionError::InTheWay { expected: "directory", .. }));
    fs::remove_file(&place).unwrap();
    std::os::unix::fs::symlink("elsewhere", &place).unwrap();
    assert!(matches!(refused(), TransactionError::Symlink(_)));
    fs::remove_file(&place).unwrap();
    if std::process::Command::new("mkfifo").arg(&place).status().is_ok_and(|status| status.success()) {
        assert!(matches!(refused(), TransactionError::InTheWay { expected: "directory", .. }));
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
    let helpers = dir.join(".transaction");
    fs::write(outside.join("journal"), "mine").unwrap();
    std::os::unix::fs::symlink(&outside, &helpers).unwrap();
    assert!(commit(&dir, &[("a/b", Some("y"))]).is_err());
    fs::remove_file(&helpers).unwrap();
    assert_eq!(tree(&outside), "journal=mine");
    fs::remove_file(outside.join("journal")).unwrap();
    fs::create_dir(&helpers).unwrap();
    std::os::unix::fs::symlink(outside.join("journal"), helpers.join("journal")).unwrap();
    assert!(matches!(commit(&dir, &[("a/b", Some("y"))]), Err(TransactionError::Symlink(_))));
    fs::remove_dir_all(helpers).unwrap();
    let (other, absent) = self::folder();
    std::os::unix::fs::symlink(&outside, other.path().join(".dsp.incoming")).unwrap();
    assert!(commit(&absent, &[("a/b", Some("y"))]).is_err());
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
