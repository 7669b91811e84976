//! The index written by the user's own `git update-index`, which keeps what gix would drop: extensions, its version, a
//! split or a sparse index.
#![expect(clippy::disallowed_methods, reason = "part of the door to the index")]

use std::io;
use std::path::{Path, absolute};
use std::process::Command;
use std::time::Duration;

use bstr::ByteSlice;

use super::{StageError, binary, lock_of, patiently};

/// Runs `git update-index -z` with these arguments and `input` on `index`.
pub(super) fn update(
    repo: &gix::Repository,
    index: &Path,
    arguments: &[&str],
    input: &[u8],
    patience: Duration,
) -> Result<(), StageError> {
    patiently(index, patience, || {
        let git = update_index(repo, index, arguments)?;
        let output = binary::run(git, input).map_err(|source| StageError::NeedsGit { source })?;
        if output.status.success() {
            return Ok(Some(()));
        }
        let message = output.stderr.to_str_lossy().trim().to_owned();
        if lock_of(index).exists() || message.contains(".lock': File exists") {
            return Ok(None);
        }
        Err(StageError::Refused { index: index.to_owned(), message })
    })
}

fn update_index(repo: &gix::Repository, index: &Path, arguments: &[&str]) -> Result<Command, StageError> {
    let refused =
        |error: io::Error| StageError::Refused { index: index.to_owned(), message: error.to_string() };
    let top = repo.workdir().unwrap_or(repo.git_dir());
    let mut git = binary::command(&absolute(repo.git_dir()).map_err(refused)?);
    // Where the index is sparse, git looks at what is in the work tree: it must look in the right place.
    git.current_dir(top).env("GIT_WORK_TREE", absolute(top).map_err(refused)?).env("GIT_INDEX_FILE", index);
    git.args(["update-index", "-z"]).args(arguments);
    Ok(git)
}
