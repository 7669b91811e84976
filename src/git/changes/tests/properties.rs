//! Whatever is done to a repository, every comparison says what git says.

use proptest::prelude::*;

use super::*;

/// Something that a user does. Numbers choose among what there is.
#[derive(Debug, Clone)]
enum Step {
    Write { path: usize, seed: usize, lines: usize, crlf: bool },
    Remove(usize),
    Rename { from: usize, to: usize },
    Execute(usize),
    Link { path: usize, to: usize },
    Stage(usize),
    StageAll,
    Unstage(usize),
    Announce(usize),
    Commit,
}

/// Names that are files of some and directories of others, sort oddly, share base names, or are ignored.
const PATHS: [&str; 14] = [
    "a", "a.b", "a/x.ts", "a/y.ts", "a/b/x.ts", "b/x.ts", "b/y.ts", "b-c/x.ts", "c", "c/d/e/f", "c/d/e.ts",
    "skip.log", "ä/ö", "z z",
];

fn step() -> impl Strategy<Value = Step> {
    let path = || 0..PATHS.len();
    prop_oneof![
        6 => (path(), 0..4usize, 0..30usize, any::<bool>())
            .prop_map(|(path, seed, lines, crlf)| Step::Write { path, seed, lines, crlf }),
        2 => path().prop_map(Step::Remove),
        5 => (path(), path()).prop_map(|(from, to)| Step::Rename { from, to }),
        1 => path().prop_map(Step::Execute),
        1 => (path(), path()).prop_map(|(path, to)| Step::Link { path, to }),
        3 => path().prop_map(Step::Stage),
        1 => Just(Step::StageAll),
        1 => path().prop_map(Step::Unstage),
        1 => path().prop_map(Step::Announce),
        2 => Just(Step::Commit),
    ]
}

/// Makes room for a file at `path`.
fn clear(repo: &Scratch, path: &str) {
    for (slash, _) in path.match_indices('/') {
        let above = repo.root().join(&path[..slash]);
        if above.symlink_metadata().is_ok_and(|status| !status.is_dir()) {
            fs::remove_file(above).unwrap();
        }
    }
    let place = repo.root().join(path);
    match place.symlink_metadata() {
        Ok(status) if status.is_dir() => fs::remove_dir_all(&place).unwrap(),
        Ok(_) => fs::remove_file(&place).unwrap(),
        Err(_) => {}
    }
    fs::create_dir_all(place.parent().unwrap()).unwrap();
}

fn is_file(repo: &Scratch, path: &str) -> bool {
    repo.root().join(path).symlink_metadata().is_ok_and(|status| !status.is_dir())
}

fn take(repo: &Scratch, step: &Step) {
    match *step {
        Step::Write { path, seed, lines, crlf } => {
            clear(repo, PATHS[path]);
            let text = text(["p", "q", "r", "s"][seed], lines);
            repo.write(PATHS[path], if crlf { text.replace('\n', "\r\n") } else { text });
        }
        Step::Remove(path) => {
            if is_file(repo, PATHS[path]) {
                repo.remove(PATHS[path]);
            }
        }
        Step::Rename { from, to } => {
            let apart = !PATHS[to].starts_with(PATHS[from]) && !PATHS[from].starts_with(PATHS[to]);
            if apart && is_file(repo, PATHS[from]) {
                clear(repo, PATHS[to]);
                repo.rename(PATHS[from], PATHS[to]);
            }
        }
        Step::Execute(path) => {
            let place = repo.root().join(PATHS[path]);
            if place.symlink_metadata().is_ok_and(|status| status.is_file()) {
                fs::set_permissions(place, fs::Permissions::from_mode(0o755)).unwrap();
            }
        }
        Step::Link { path, to } => {
            clear(repo, PATHS[path]);
            symlink(PATHS[to], repo.root().join(PATHS[path])).unwrap();
        }
        // What git refuses (a path that is not there) does not happen.
        Step::Stage(path) => drop(repo.try_git(&["add", "-A", "--", PATHS[path]])),
        Step::StageAll => drop(repo.git(&["add", "-A"])),
        Step::Unstage(path) => drop(repo.try_git(&["rm", "-q", "-r", "-f", "--cached", "--", PATHS[path]])),
        Step::Announce(path) => drop(repo.try_git(&["add", "-N", "--", PATHS[path]])),
        Step::Commit => drop(repo.git(&["commit", "-q", "--allow-empty", "-m", "x"])),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comparisons_are_those_of_git(
        before in prop::collection::vec(step(), 0..14),
        after in prop::collection::vec(step(), 1..14),
        has_commit in any::<bool>(),
    ) {
        let repo = Scratch::new(&[]);
        repo.write(".git/info/exclude", "*.log\n");
        for step in &before {
            take(&repo, step);
        }
        if has_commit {
            repo.git(&["add", "-A"]);
            take(&repo, &Step::Commit);
        }
        for step in &after {
            take(&repo, step);
        }
        repo.check_against_git();
    }

    /// Many copies that differ little, so that nearly every choice among sources is a tie or nearly one.
    #[test]
    fn ties_among_renames_are_settled_as_git_does(
        olds in prop::collection::btree_map(place(), content(), 1..14),
        news in prop::collection::btree_map(place(), content(), 1..14),
    ) {
        let repo = Scratch::new(&[]);
        for (dir, files) in [("old", &olds), ("new", &news)] {
            drop(fs::remove_dir_all(repo.root().join("old")));
            for (path, text) in files {
                repo.write(&format!("{dir}/{path}"), text);
            }
            repo.commit();
        }
        repo.check_against_git();
    }
}

/// A path with one of few base names.
fn place() -> impl Strategy<Value = String> {
    (0..4usize, 0..5usize).prop_map(|(dir, name)| format!("{dir}/{name}.ts"))
}

/// Some of twelve lines, in order, now and then with other line ends or a zero byte.
fn content() -> impl Strategy<Value = String> {
    (prop::collection::vec(prop::bool::weighted(0.7), 12), 0..12usize).prop_map(|(lines, odd)| {
        let lines = lines.into_iter().enumerate().filter(|(_, is_there)| *is_there);
        let text: String = lines.map(|(at, _)| ["a line\n", "some other line\n", "x\n"][at % 3]).collect();
        match odd {
            0 => text.replace('\n', "\r\n"),
            1 => format!("\0{}", text.replace('\n', "\r\n")),
            _ => text,
        }
    })
}
