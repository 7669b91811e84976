//! The user's own `git`, for the few things that gix cannot do. Nothing of the repository is executed: no hook, no
//! filter and no alias.
#![expect(clippy::disallowed_methods, reason = "the door to the git program")]

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::{ContentId, GitError};

/// What `revision` names, asked from `git rev-parse`, because the references are kept as `format`.
pub(super) fn resolve(git_dir: &Path, revision: &str, format: String) -> Result<gix::ObjectId, GitError> {
    let output = command(git_dir)
        .args(["rev-parse", "--verify", "--quiet", "--end-of-options", revision])
        .stdin(Stdio::null())
        .output()
        .map_err(|source| GitError::NeedsGit { format, place: git_dir.to_owned(), source })?;
    gix::ObjectId::from_hex(output.stdout.trim_ascii())
        .map_err(|_| GitError::NoSuchRevision { revision: revision.to_owned() })
}

/// Fetches objects by their ids from a remote that promised to keep them, and nothing that they lead to:
/// what `git diff` would do by itself. Says whether that went well.
pub(super) fn fetch(git_dir: &Path, remote: &str, ids: &[&ContentId]) -> bool {
    let mut git = command(git_dir);
    git.args(["-c", "fetch.negotiationAlgorithm=noop", "-c", "maintenance.auto=false", "-c", "gc.auto=0"])
        .args(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no"])
        .args(["--filter=blob:none", "--stdin", "--end-of-options", remote]);
    let lines: Vec<_> = ids.iter().map(ToString::to_string).collect();
    run(git, (lines.join("\n") + "\n").as_bytes()).is_ok_and(|output| output.status.success())
}

/// `git` on one repository, whatever the user's language is.
pub(super) fn command(git_dir: &Path) -> Command {
    let no_hooks = if cfg!(windows) { "NUL" } else { "/dev/null" };
    let mut git = Command::new("git");
    git.arg("--git-dir").arg(git_dir).arg("-c").arg(format!("core.hooksPath={no_hooks}")).env("LC_ALL", "C");
    git
}

/// Runs it with something to read.
pub(super) fn run(mut git: Command, input: &[u8]) -> io::Result<Output> {
    let mut child = git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that gives up early says why itself.
        drop(stdin.write_all(input));
    }
    child.wait_with_output()
}
