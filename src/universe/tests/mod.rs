//! Universes of little repositories that `git` itself builds. `git ls-files` is the referee of the listings.
#![expect(clippy::disallowed_methods, reason = "the tests build repositories on disk")]

mod hostile;
mod objects;
mod settings;
mod work_tree;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bstr::{BStr, ByteSlice};
use resolvers::path::RepoPath;
use tempfile::TempDir;

use super::{Class, Source, Universe, UniverseFile};

/// A folder that goes away with the test. Beside it lies the file named by `core.excludesFile`.
struct Folder {
    temp: TempDir,
}

impl Folder {
    /// A folder without git.
    fn plain() -> Self {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("repo")).unwrap();
        Self { temp }
    }

    /// An empty repository, whatever the user's own configuration is.
    fn init(arguments: &[&str]) -> Self {
        let folder = Self::plain();
        folder.write_outside("excludes", "");
        folder.git(&[&["init", "-q", "-b", "main"], arguments, &["."]].concat());
        let excludes = folder.temp.path().join("excludes");
        folder.git(&["config", "core.excludesFile", excludes.to_str().unwrap()]);
        folder
    }

    /// A repository with `files` (path, text) committed.
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::init(&[]);
        for (path, text) in files {
            folder.write(path, text);
        }
        folder.commit();
        folder
    }

    fn root(&self) -> PathBuf {
        self.temp.path().join("repo")
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let place = self.root().join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    fn write_outside(&self, name: &str, text: &str) {
        fs::write(self.temp.path().join(name), text).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    fn commit(&self) {
        self.git(&["add", "-A", "-f"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    }

    fn git(&self, arguments: &[&str]) -> Vec<u8> {
        let (success, output) = self.try_git(arguments);
        assert!(success, "git {arguments:?}: {}", output.as_bstr());
        output
    }

    fn try_git(&self, arguments: &[&str]) -> (bool, Vec<u8>) {
        let output = git(&self.root()).args(arguments).output().unwrap();
        let text = if output.status.success() { output.stdout } else { output.stderr };
        (output.status.success(), text)
    }

    fn open(&self, source: &Source) -> Universe {
        Universe::open(&self.root(), source).unwrap()
    }

    /// The listing, a line each: files, links, submodules, problems.
    fn listing(&self, source: &Source) -> String {
        render(&self.open(source))
    }

    #[track_caller]
    fn check(&self, source: &Source, expected: &str) {
        assert_eq!(self.listing(source), expected);
    }

    /// The files on disk must be those that `git ls-files` names, less what is no file on disk.
    #[track_caller]
    fn check_against_git(&self) {
        let named = self.git(&["ls-files", "-c", "-o", "--exclude-standard", "-z"]);
        let is_file = |path: &[u8]| {
            let place = self.root().join(path.to_path().unwrap());
            fs::symlink_metadata(place).is_ok_and(|status| status.is_file())
        };
        let mut expected: Vec<_> = named.split(|byte| *byte == 0).filter(|path| is_file(path)).collect();
        expected.sort_unstable();
        expected.dedup();
        let universe = self.open(&Source::WorkTree);
        let found: Vec<_> = universe.files.iter().map(|file| file.path.as_bytes()).collect();
        assert_eq!(lines(found), lines(expected));
        assert_eq!(universe.problems, []);
    }
}

/// `git` in `root`, deaf to the user's configuration and to the environment of a hook.
fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "n").env(format!("GIT_{role}_EMAIL"), "e@example.org");
        command.env(format!("GIT_{role}_DATE"), "2020-01-01T00:00:00Z");
    }
    command.args(["-c", "protocol.file.allow=always", "-c", "core.autocrlf=false"]);
    command
}

fn lines(paths: Vec<&[u8]>) -> Vec<&BStr> {
    paths.into_iter().map(BStr::new).collect()
}

/// A line each: files with what is special about them, links, submodules, problems.
fn render(universe: &Universe) -> String {
    let mut lines: Vec<String> = universe.files.iter().map(render_file).collect();
    lines.extend(universe.links.iter().map(|(path, text)| format!("{path} -> {}", text.as_bstr())));
    lines.extend(universe.submodules.iter().map(|path| format!("{path} submodule")));
    lines.extend(universe.problems.iter().map(|problem| {
        let line = problem.line.map(|line| format!("{line}: ")).unwrap_or_default();
        format!("! {}: {line}{}", problem.place.as_bstr(), problem.message)
    }));
    lines.into_iter().map(|line| line + "\n").collect()
}

fn render_file(file: &UniverseFile) -> String {
    let new = if file.tracked { "" } else { " new" };
    let class = if file.class == Class::Ordinary { "" } else { file.class.name() };
    format!("{}{new} {class}", file.path).trim_end().to_owned()
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.as_bytes()).unwrap()
}

/// The error and its causes, with the temporary folder's name taken out.
fn failure(folder: &Folder, source: &Source) -> String {
    let error = Universe::open(&folder.root(), source).unwrap_err();
    error.to_string().replace(folder.temp.path().to_str().unwrap(), "")
}
