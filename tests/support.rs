//! Repositories made for one test, and the program run on them.
//!
//! A fixture is a folder of `fixtures/`. Its `gitignore.txt` becomes `.gitignore` after everything else is tracked:
//! as `.gitignore` it would rule in the repository of the project too.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bstr::ByteSlice;
use tempfile::TempDir;

/// Every folder of `fixtures/`, for what must hold on all of them.
pub(crate) const FIXTURES: [&str; 18] = [
    "barrels-and-cycles",
    "commonjs",
    "components",
    "extensions",
    "go-vendored",
    "go-workspace",
    "members",
    "mixed-languages",
    "names",
    "oddities",
    "pnpm-monorepo",
    "project-references",
    "python-beside-ts",
    "python-namespaces",
    "python-scripts",
    "python-src",
    "tracked-modules",
    "two-roots",
];

/// Compares a text with `snapshots/<name>.snap`.
macro_rules! golden {
    ($name:expr, $text:expr) => {
        insta::with_settings!({
            snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"),
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, { insta::assert_snapshot!($name, $text) })
    };
}
pub(crate) use golden;

/// A folder of its own, with or without git, gone at the end of the test.
pub(crate) struct Repo {
    temp: TempDir,
    dir: PathBuf,
}

/// What one run of the program gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
}

impl Repo {
    /// An empty folder without git.
    pub(crate) fn folder(name: &str) -> Self {
        let temp = TempDir::new().expect("a temporary folder can be made");
        // `canonicalize`: on macOS the temporary folder is behind a link.
        let dir = temp.path().canonicalize().expect("it is there").join(name);
        fs::create_dir(&dir).expect("a folder can be made");
        fs::write(temp.path().join("gitconfig"), "").expect("a file can be written");
        Self { temp, dir }
    }

    /// An empty repository.
    pub(crate) fn empty() -> Self {
        let repo = Self::folder("repo");
        repo.init();
        repo
    }

    /// A repository that tracks `files`, in its index and in a commit.
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        let repo = Self::empty();
        for (path, text) in files {
            repo.write(path, text);
        }
        repo.commit();
        repo
    }

    /// A repository with the files of `fixtures/<name>`.
    pub(crate) fn fixture(name: &str) -> Self {
        Self::fixture_in(name, name)
    }

    /// The same in a folder called `folder`.
    pub(crate) fn fixture_in(name: &str, folder: &str) -> Self {
        let repo = Self::folder(folder);
        repo.init();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name), &repo.dir);
        repo.git(&["add", "--all", "--force"]);
        if repo.path("gitignore.txt").is_file() {
            fs::rename(repo.path("gitignore.txt"), repo.path(".gitignore")).expect("a file can be renamed");
        }
        repo.commit();
        repo
    }

    pub(crate) fn init(&self) {
        self.git(&["init", "--quiet", "--initial-branch=main"]);
    }

    pub(crate) fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message=state"]);
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder that holds the repository and nothing else of interest.
    pub(crate) fn outside(&self) -> &Path {
        self.dir.parent().expect("it lies in the temporary folder")
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.join(path)
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let place = self.dir.join(path);
        fs::create_dir_all(place.parent().expect("it lies in the folder")).expect("a folder can be made");
        fs::write(&place, bytes).expect("a file can be written");
    }

    /// Runs git and gives what it printed.
    pub(crate) fn git(&self, args: &[&str]) -> Vec<u8> {
        let mut command = self.clean(Command::new("git"));
        let output = command.args(args).output().expect("git is installed");
        assert!(output.status.success(), "git {args:?}: {}", output.stderr.as_bstr());
        output.stdout
    }

    /// Runs git, which may fail.
    pub(crate) fn run_git(&self, args: &[&str]) -> std::process::ExitStatus {
        let mut command = self.clean(Command::new("git"));
        command.args(args).output().expect("git is installed").status
    }

    /// A run of the program in the repository, to be given arguments.
    pub(crate) fn program(&self) -> Command {
        self.clean(Command::new(env!("CARGO_BIN_EXE_dsp-cli")))
    }

    pub(crate) fn run<A: AsRef<OsStr>>(&self, args: &[A]) -> Run {
        finish(self.program().args(args))
    }

    /// `edges --weak` as TSV, which must go well.
    pub(crate) fn edges(&self) -> String {
        self.table(&["edges", "--weak", "--format", "tsv"]).out.to_str_lossy().into_owned()
    }

    /// A run of `edges` that must go well, whatever is wrong with the repository.
    pub(crate) fn table(&self, args: &[&str]) -> Run {
        let run = self.run(args);
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
        run
    }

    /// The rows of one importer as `specifier kind status target how`.
    pub(crate) fn rows(&self, importer: &str) -> Vec<String> {
        let table = self.edges();
        let rows = table.lines().filter_map(|row| row.split_once('\t'));
        let own = rows.filter(|(first, _)| *first == importer);
        own.map(|(_, row)| {
            row.split('\t').take(5).filter(|field| !field.is_empty()).collect::<Vec<_>>().join(" ")
        })
        .collect()
    }

    /// Nothing of the machine's user shows: neither git's configuration nor ours.
    pub(crate) fn clean(&self, mut command: Command) -> Command {
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("GIT_") || name.starts_with("DSP_") || name.starts_with("LC_") {
                command.env_remove(&*name);
            }
        }
        command
            .current_dir(&self.dir)
            .stdin(Stdio::null())
            .env("GIT_CONFIG_GLOBAL", self.temp.path().join("gitconfig"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            // Also where a test has no repository: none above the temporary folder is ours.
            .env("GIT_CEILING_DIRECTORIES", self.outside())
            .env("GIT_AUTHOR_NAME", "author")
            .env("GIT_AUTHOR_EMAIL", "author@example.com")
            .env("GIT_AUTHOR_DATE", "2001-02-03T04:05:06Z")
            .env("GIT_COMMITTER_NAME", "committer")
            .env("GIT_COMMITTER_EMAIL", "committer@example.com")
            .env("GIT_COMMITTER_DATE", "2001-02-03T04:05:06Z")
            // Where there is no git, the index of a `.dsp/` lies here.
            .env("XDG_CACHE_HOME", self.outside().join("cache"))
            .env("HOME", self.outside())
            .env("NO_COLOR", "1");
        command
    }
}

impl Run {
    pub(crate) fn text(&self) -> &str {
        self.out.to_str().expect("stdout is UTF-8")
    }

    /// The problems that were told, a line each.
    pub(crate) fn problems(&self) -> String {
        let lines = self.err.lines().filter(|line| line.starts_with("problem: "));
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().expect("the program can be started");
    let err = output.stderr.to_str().expect("the story is UTF-8").to_owned();
    assert!(!err.contains("panicked"), "{err}");
    Run { code: output.status.code(), out: output.stdout, err }
}

/// Every file below `dir` with its text, sorted by path; what stands there as one text.
pub(crate) fn tree(dir: &Path) -> String {
    let mut text = String::new();
    let mut files = Vec::new();
    list(dir, &mut files);
    files.sort();
    for file in files {
        let name = file.strip_prefix(dir).expect("it was found there").to_string_lossy().replace('\\', "/");
        let bytes = fs::read(&file).expect("it was found there");
        write!(text, "== {name}\n{}", bytes.to_str_lossy()).expect("a text takes it");
        if !text.ends_with('\n') {
            text.push_str("\n(no newline at the end)\n");
        }
    }
    text
}

pub(crate) fn list(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a folder can be listed") {
        let path = entry.expect("a folder can be listed").path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("the fixture is there") {
        let entry = entry.expect("a folder can be listed");
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).expect("a file can be copied");
        }
    }
}
