//! The user's own `git`, for the few things that gix cannot read. Nothing of the repository is executed:
//! `rev-parse` runs no hook, no filter and no alias.
#![expect(clippy::disallowed_methods, reason = "the door to the git program")]

use std::path::Path;
use std::process::{Command, Stdio};

use super::GitError;

/// The tree behind `revision`, asked from `git rev-parse`, because the references are kept as `format`.
pub(super) fn tree_of(git_dir: &Path, revision: &str, format: String) -> Result<gix::ObjectId, GitError> {
    let output = Command::new("git")
        .arg("--git-dir")
        .arg(git_dir)
        .args(["rev-parse", "--verify", "--quiet", "--end-of-options"])
        .arg(format!("{revision}^{{tree}}"))
        .stdin(Stdio::null())
        .output()
        .map_err(|source| GitError::NeedsGit { format, place: git_dir.to_owned(), source })?;
    gix::ObjectId::from_hex(output.stdout.trim_ascii())
        .map_err(|_| GitError::NoSuchRevision { revision: revision.to_owned() })
}
