//! Where the index of a `.dsp/` lies, and that nobody's answer depends on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::{Repo, Run, copy, finish, list};

/// What the verbs answer in `dir`.
fn ask(repo: &Repo, dir: &Path) -> Vec<Run> {
    let questions = [&["get-stats"][..], &["find-by-source", "packages/common/index.ts"]];
    questions.map(|args| finish(repo.program().current_dir(dir).args(args))).into()
}

/// The files of every index below `dir`.
fn kept(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    if dir.exists() {
        list(dir, &mut files);
    }
    files.sort();
    files
}

/// A repository with a `.dsp/` at its top, a smaller one below, and another work tree.
struct Places {
    repo: Repo,
    /// Each folder with a `.dsp/`, and the folder with its index among others.
    places: Vec<(PathBuf, PathBuf)>,
}

impl Places {
    fn make() -> Self {
        let repo = Repo::fixture("two-roots");
        assert_eq!(repo.run(&["bootstrap"]).code, Some(0));
        copy(&repo.path(".dsp"), &repo.path("apps/.dsp"));
        let inner = fs::read_dir(repo.path("apps/.dsp")).expect("it was copied");
        let mut entities: Vec<_> = inner.map(|entry| entry.expect("it can be listed").path()).collect();
        entities.retain(|path| path.is_dir());
        entities.sort();
        fs::remove_dir_all(entities.pop().expect("there are entities")).expect("it can be removed");
        repo.commit();
        let tree = repo.outside().join("tree");
        repo.git(&["worktree", "add", "--quiet", tree.to_str().expect("a plain name"), "-b", "other"]);
        let plain = repo.outside().join("plain");
        copy(&repo.path(".dsp"), &plain.join(".dsp"));
        let own = repo.path(".git/dsp-cli/index");
        let places = vec![
            (repo.dir().to_owned(), own.clone()),
            (repo.path("apps"), own),
            (tree, repo.path(".git/worktrees/tree/dsp-cli/index")),
            (plain, repo.outside().join("cache/dsp-cli/index")),
        ];
        Self { repo, places }
    }

    fn ask(&self) -> Vec<Vec<Run>> {
        self.places.iter().map(|(dir, _)| ask(&self.repo, dir)).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<_> = self.places.iter().flat_map(|(_, index)| kept(index)).collect();
        files.sort();
        files.dedup();
        files
    }
}

#[test]
fn each_dsp_has_its_index_and_needs_none() {
    let places = Places::make();
    let fresh = places.ask();
    assert_eq!(fresh[0], fresh[2]);
    assert_eq!(fresh[0], fresh[3]);
    assert_ne!(fresh[0], fresh[1]);
    assert!(fresh.iter().flatten().all(|run| run.code == Some(0)), "{fresh:?}");
    // Longer than a file must have been left alone.
    std::thread::sleep(Duration::from_millis(3200));
    assert_eq!(places.ask(), fresh);
    let files = places.files();
    if cfg!(target_os = "linux") {
        // Not every file system dates directories so that a listing may be kept.
        assert!([4 * 3, 4 * 5].contains(&files.len()), "{files:?}");
    }
    assert_eq!(places.ask(), fresh);
    assert_eq!(places.repo.git(&["status", "--porcelain"]), b"");
    for file in &files {
        let mut bytes = fs::read(file).unwrap();
        bytes.truncate(bytes.len() / 2);
        fs::write(file, bytes).unwrap();
    }
    assert_eq!(places.ask(), fresh);
    for file in &files {
        fs::remove_file(file).unwrap();
    }
    assert_eq!(places.ask(), fresh);
    assert_eq!(places.files(), files);
}

#[test]
fn an_edit_shows_at_once() {
    let repo = Repo::fixture("two-roots");
    assert_eq!(repo.run(&["bootstrap"]).code, Some(0));
    std::thread::sleep(Duration::from_millis(3200));
    let found = repo.run(&["find-by-source", "packages/common/index.ts"]).text().to_owned();
    let uid = found.lines().next().unwrap().to_owned();
    let path = format!(".dsp/{uid}/description");
    let text = fs::read_to_string(repo.path(&path)).unwrap();
    repo.write(&path, text.replace("packages/common/index.ts", "packages/common/moved.ts"));
    assert!(!repo.run(&["find-by-source", "packages/common/index.ts"]).text().contains(&uid));
    assert!(repo.run(&["find-by-source", "packages/common/moved.ts"]).text().contains(&uid));
}

#[test]
fn imported_entities_are_counted_as_they_stand() {
    let repo = Repo::fixture("two-roots");
    assert_eq!(repo.run(&["bootstrap"]).code, Some(0));
    let made = repo.run(&["create-object", "notes.txt", "Notes.", "--uid", "obj-00000001", "--new-root"]);
    assert_eq!(made.code, Some(0));
    let count = || repo.run(&["rebuild-cache"]).text().to_owned();
    let before = count();
    std::thread::sleep(Duration::from_millis(3200));
    assert_eq!(count(), before);
    let found = repo.run(&["find-by-source", "packages/common/index.ts"]).text().to_owned();
    let path = format!(".dsp/{}/imports", found.lines().next().unwrap());
    let imports = fs::read_to_string(repo.path(&path)).unwrap_or_default();
    repo.write(&path, format!("{imports}obj-00000001\nobj-00000001\n"));
    let number = |text: &str| text.split(' ').find_map(|word| word.parse::<usize>().ok()).unwrap();
    assert_eq!(number(&count()), number(&before) + 1);
    assert_eq!(repo.run(&["remove-entity", "obj-00000001"]).code, Some(0));
    assert_eq!(count(), before);
}

#[cfg(unix)]
#[test]
fn a_place_that_is_not_ours_is_left_alone() {
    let repo = Repo::fixture("two-roots");
    assert_eq!(repo.run(&["bootstrap", "--no-cache"]).code, Some(0));
    let expected = ask(&repo, repo.dir());
    std::thread::sleep(Duration::from_millis(3200));
    let elsewhere = repo.outside().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, repo.path(".git/dsp-cli")).unwrap();
    assert_eq!(ask(&repo, repo.dir()), expected);
    assert_eq!(kept(&elsewhere), [] as [PathBuf; 0]);
}

/// Watches, until dropped.
#[cfg(target_os = "linux")]
struct Watcher(std::process::Child);

#[cfg(target_os = "linux")]
impl Watcher {
    /// Waits until it does.
    fn of(repo: &Repo) -> Self {
        use std::io::BufRead;
        let started = repo.program().arg("watch").stderr(std::process::Stdio::piped()).spawn();
        let mut child = started.expect("it can be started");
        let mut line = String::new();
        let stderr = child.stderr.take().expect("it was asked for");
        std::io::BufReader::new(stderr).read_line(&mut line).expect("it says something");
        assert!(line.starts_with("watching ") && line.contains(" entities; "), "{line}");
        Self(child)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Watcher {
    fn drop(&mut self) {
        let _ended = self.0.kill().and_then(|()| self.0.wait());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn who_watches_changes_no_answer() {
    let repo = Repo::fixture("two-roots");
    assert_eq!(repo.run(&["watch"]).code, Some(1), "there is nothing to watch");
    assert_eq!(repo.run(&["bootstrap"]).code, Some(0));
    std::thread::sleep(Duration::from_millis(3200));
    let expected = ask(&repo, repo.dir());
    let watcher = Watcher::of(&repo);
    assert_eq!(ask(&repo, repo.dir()), expected);
    // What is kept was read in its time.
    let index = fs::read(&kept(&repo.path(".git/dsp-cli/index"))[0]).unwrap();
    assert_ne!(index[28..44], [0; 16]);
    let second = repo.run(&["watch"]);
    assert_eq!(second.code, Some(3));
    assert!(second.err.contains("is watched already"), "{}", second.err);
    // A hand changes it, and the tool does.
    let uid =
        repo.run(&["find-by-source", "packages/common/index.ts"]).text().lines().next().unwrap().to_owned();
    let path = format!(".dsp/{uid}/description");
    let text = fs::read_to_string(repo.path(&path)).unwrap();
    repo.write(&path, text.replace("packages/common/index.ts", "packages/common/moved.ts"));
    assert!(repo.run(&["find-by-source", "packages/common/moved.ts"]).text().contains(&uid));
    assert_eq!(repo.run(&["update-description", &uid, "--purpose", "Nothing else"]).code, Some(0));
    assert!(repo.run(&["search", "nothing ELSE"]).text().contains(&uid));
    repo.write(&path, &text);
    assert_eq!(ask(&repo, repo.dir()), expected);
    let importers = || repo.run(&["get-recipients", &uid]).text().to_owned();
    let before = importers();
    assert_eq!(importers(), before);
    let made = repo.run(&["create-object", "packages/common/new.ts", "It is new"]).text().to_owned();
    let new = made.lines().last().unwrap();
    assert!(made.starts_with("toc: TOC-"), "{made}");
    assert_eq!(repo.run(&["add-import", new, &uid, "needs it"]).code, Some(0));
    assert!(importers().contains(&format!("{new}: needs it\n")), "{}", importers());
    assert_eq!(repo.run(&["remove-entity", new]).code, Some(0));
    assert_eq!(importers(), before);
    // Who names what goes is told by what was kept, and by what was written since.
    let gone = repo.run(&["create-object", "packages/common/gone.ts", "It goes"]).text().to_owned();
    let gone = gone.lines().last().unwrap();
    assert_eq!(repo.run(&["add-import", &uid, gone, "for now"]).code, Some(0));
    assert_eq!(repo.run(&["remove-entity", gone]).code, Some(0));
    assert!(!fs::read_to_string(repo.path(&format!(".dsp/{uid}/imports"))).unwrap().contains(gone));
    assert_eq!(ask(&repo, repo.dir()), expected);
    drop(watcher);
    assert_eq!(ask(&repo, repo.dir()), expected);
    let mut again = Watcher::of(&repo);
    assert_eq!(ask(&repo, repo.dir()), expected);
    fs::remove_dir_all(repo.path(".dsp")).unwrap();
    assert_eq!(again.0.wait().unwrap().code(), Some(3));
}

#[cfg(target_os = "linux")]
#[test]
fn a_question_stays_behind_to_watch() {
    use std::process::Command;
    use std::sync::mpsc;

    let repo = Repo::fixture("two-roots");
    assert_eq!(repo.run(&["bootstrap"]).code, Some(0));
    std::thread::sleep(Duration::from_millis(3200));
    let expected = ask(&repo, repo.dir());
    let stop = || repo.run(&["watch", "--stop"]);
    let none = stop();
    assert_eq!((none.code, none.err.ends_with(" is not watched\n")), (Some(0), true), "{}", none.err);
    // It holds nothing open that the question was given, so that who waits for the end of it does not wait for long.
    let script = "exec 3>&1; \"$0\" --watch always get-stats";
    let mut question = repo.clean(Command::new("sh"));
    question.args(["-c", script, env!("CARGO_BIN_EXE_dsp-cli")]);
    let (done, ends) = mpsc::channel();
    std::thread::spawn(move || done.send(finish(&mut question)));
    let answer = ends.recv_timeout(Duration::from_mins(1)).expect("it ends");
    assert_eq!(answer, expected[0]);
    // It is ended wherever it is: the question gave it the lock.
    let ended = stop();
    assert!(ended.err.ends_with(" is not watched any more\n"), "{}", ended.err);
    assert!(stop().err.ends_with(" is not watched\n"));
    // Nobody stays whom nobody asks.
    let refused = repo.run(&["watch", "--idle", "0"]);
    assert_eq!(refused.code, Some(2), "{}", refused.err);
    // What the variable says that nobody knows breaks nothing.
    for said in ["", "0", "off", "sometimes"] {
        assert_eq!(finish(repo.program().env("DSP_WATCH", said).arg("get-stats")), expected[0], "{said}");
    }
    assert!(stop().err.ends_with(" is not watched\n"));
    assert_eq!(ask(&repo, repo.dir()), expected);
}
