//! Little repositories that `git` itself builds, and `git`'s own account of what changed in them.
#![expect(clippy::disallowed_methods, reason = "the tests build repositories on disk")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bstr::{BString, ByteSlice};
use resolvers::path::RepoPath;
use tempfile::TempDir;

use super::{Base, ChangeSet, ContentId, Difference, FileKind, Repository, Version};

/// A repository that goes away with the test.
pub(super) struct Scratch {
    temp: TempDir,
}

impl Scratch {
    pub(super) fn new(arguments: &[&str]) -> Self {
        let scratch = Self { temp: tempfile::tempdir().unwrap() };
        fs::create_dir(scratch.root()).unwrap();
        scratch.git(&[&["init", "-q", "-b", "main"], arguments, &["."]].concat());
        scratch
    }

    /// A repository with these files (path, text) committed.
    pub(super) fn with(files: &[(&str, &str)]) -> Self {
        let scratch = Self::new(&[]);
        scratch.write_all(files);
        scratch.commit();
        scratch
    }

    pub(super) fn write_all(&self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.write(path, text);
        }
    }

    pub(super) fn root(&self) -> PathBuf {
        self.temp.path().join("repo")
    }

    /// A place beside the repository.
    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    pub(super) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let place = self.root().join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    pub(super) fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).unwrap();
    }

    pub(super) fn rename(&self, from: &str, to: &str) {
        let place = self.root().join(to);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::rename(self.root().join(from), place).unwrap();
    }

    pub(super) fn commit(&self) {
        self.git(&["add", "-A", "-f"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    }

    #[track_caller]
    pub(super) fn git(&self, arguments: &[&str]) -> String {
        let (success, output) = self.try_git(arguments);
        assert!(success, "git {arguments:?}: {output}");
        output.to_string()
    }

    pub(super) fn try_git(&self, arguments: &[&str]) -> (bool, BString) {
        let output = git(&self.root()).args(arguments).output().unwrap();
        let text = if output.status.success() { output.stdout } else { output.stderr };
        (output.status.success(), text.into())
    }

    pub(super) fn open(&self) -> Repository {
        Repository::find(&self.root()).unwrap().unwrap()
    }

    /// What lies in the work tree of `root` and is not tracked.
    pub(super) fn found(root: &Path) -> Vec<RepoPath> {
        let listed = git(root).args(["ls-files", "-o", "--exclude-standard", "-z"]).output().unwrap().stdout;
        listed.split(|byte| *byte == 0).filter_map(|path| RepoPath::new(path).ok()).collect()
    }

    /// The tree that a commit of everything would have.
    pub(super) fn tree_on_disk(&self) -> String {
        let (index, copy) = (self.root().join(".git/index"), self.beside("copied-index"));
        drop(fs::remove_file(&copy));
        if fs::copy(&index, &copy).is_ok() {
            // A younger index would make git trust what changed within the same tick of the clock.
            let modified = fs::metadata(&index).unwrap().modified().unwrap();
            fs::File::options().write(true).open(&copy).unwrap().set_modified(modified).unwrap();
        }
        for arguments in [&["add", "-A"][..], &["write-tree"]] {
            let output = git(&self.root()).args(arguments).env("GIT_INDEX_FILE", &copy).output().unwrap();
            assert!(output.status.success(), "{}", output.stderr.as_bstr());
            if arguments == ["write-tree"] {
                return output.stdout.to_str().unwrap().trim().to_owned();
            }
        }
        unreachable!()
    }

    /// All comparisons that there are must be git's: with the commit before, of the index, of the disk.
    #[track_caller]
    pub(super) fn check_against_git(&self) {
        let repository = self.open();
        let empty = self.git(&["hash-object", "-t", "tree", "/dev/null"]).trim().to_owned();
        let named = |tree: Option<ContentId>| tree.map_or(empty.clone(), |tree| tree.to_string());
        let head = repository.head_tree().unwrap();
        let before = repository.tree("HEAD~").ok();
        let (index, disk) = (self.git(&["write-tree"]), self.tree_on_disk());
        let (index, found) = (index.trim(), Self::found(&self.root()));
        let changes = repository.tree_changes(before, head).unwrap();
        self.check("trees", &changes, &named(before), &named(head));
        let changes = repository.staged_changes(head).unwrap();
        self.check("staged", &changes, &named(head), index);
        let changes = repository.work_tree_changes(Base::Index, &found).unwrap();
        self.check("unstaged", &changes, index, &disk);
        let changes = repository.work_tree_changes(Base::Tree(head), &found).unwrap();
        self.check("all", &changes, &named(head), &disk);
    }

    #[track_caller]
    fn check(&self, what: &str, ours: &ChangeSet, old: &str, new: &str) {
        let raw =
            self.try_git(&["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "-M50%", "-l1000", old, new]).1;
        let theirs = parse(&raw);
        let ours: Vec<_> = render(ours)
            .into_iter()
            .enumerate()
            .map(|(at, (line, id))| {
                // An id that we did not need counts as theirs.
                let id = id.or_else(|| theirs.get(at).map(|(_, id)| id.clone())).unwrap_or_default();
                (line, id)
            })
            .collect();
        assert_eq!(ours, theirs, "{what}");
    }
}

/// `git` in `root`, deaf to the user's configuration and to the environment of a hook.
pub(super) fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.current_dir(root).env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    for role in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{role}_NAME"), "n").env(format!("GIT_{role}_EMAIL"), "e@example.org");
        command.env(format!("GIT_{role}_DATE"), "2020-01-01T00:00:00Z");
    }
    command.args(["-c", "protocol.file.allow=always"]);
    command
}

/// A line for each change, and the id on the new side where it is known.
fn render(set: &ChangeSet) -> Vec<(String, Option<String>)> {
    let lines = set.changes.iter().map(|change| {
        let path = &change.path;
        let (text, new) = match &change.difference {
            Difference::Added(new) => (format!("A {path}: {}", mode(new)), Some(new)),
            Difference::Deleted(old) => (format!("D {path}: {}", side(old)), None),
            Difference::Modified { old, new } => {
                (format!("M {path}: {} {}", side(old), mode(new)), Some(new))
            }
            Difference::Renamed { from, old, new, similarity } => {
                (format!("R{similarity:03} {from} {path}: {} {}", side(old), mode(new)), Some(new))
            }
        };
        (text, new.map_or(Some(String::new()), |new| new.id.map(|id| id.to_string())))
    });
    lines.collect()
}

fn side(version: &Version) -> String {
    let id = version.id.map(|id| id.to_string()).unwrap_or_default();
    format!("{} {id}", mode(version))
}

fn mode(version: &Version) -> &'static str {
    match version.kind {
        FileKind::Plain => "100644",
        FileKind::Executable => "100755",
        FileKind::Link => "120000",
        FileKind::Submodule => "160000",
    }
}

/// What `git diff-tree -z --raw` says, in the same words.
fn parse(raw: &[u8]) -> Vec<(String, String)> {
    let mut fields = raw.split(|byte| *byte == 0).map(|field| field.to_str_lossy().into_owned());
    let mut lines = Vec::new();
    while let Some(head) = fields.next().filter(|head| !head.is_empty()) {
        let words: Vec<_> = head[1..].split(' ').collect();
        let [old_mode, new_mode, old, new, status] = words[..] else { panic!("{head}") };
        let path = fields.next().unwrap();
        let line = match &status[..1] {
            "A" => (path.clone(), format!("A {path}: {new_mode}"), new),
            "D" => (path.clone(), format!("D {path}: {old_mode} {old}"), ""),
            "M" | "T" => (path.clone(), format!("M {path}: {old_mode} {old} {new_mode}"), new),
            "R" => {
                let to = fields.next().unwrap();
                (to.clone(), format!("{status} {path} {to}: {old_mode} {old} {new_mode}"), new)
            }
            _ => panic!("{head}"),
        };
        lines.push((line.0, line.1, line.2.to_owned()));
    }
    lines.sort();
    lines.into_iter().map(|(_, line, id)| (line, id)).collect()
}
