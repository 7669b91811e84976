//! What the user sees when a verb could not do its work: a message, hints and an exit code.

use std::io;

use resolvers::path::RepoPath;

use super::render;
use crate::dsp::ops::OpError;
use crate::dsp::query::{QueryError, TocError};
use crate::dsp::store::StoreError;
use crate::dsp::watch::WatchError;
use crate::event;
use crate::identity::UidError;
use crate::pipeline::{BootstrapError, OperateError};
use crate::transaction::TransactionError;
use crate::universe::UniverseError;

/// How to find an entity.
pub(super) const UIDS: &str =
    "`dsp-cli find-by-source PATH` and `dsp-cli search TEXT` tell the uids that there are";

/// How to find a path.
const PATHS: &str =
    "paths count from the top of the repository; `dsp-cli search TEXT` looks for a part of one";

/// A verb failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What could not be done, where and why; one line.
    pub(crate) message: String,
    /// Ways on, one sentence each.
    pub(crate) hints: Vec<String>,
    /// 1 for "no", 2 for a wrong call, 3 when the work could not be done.
    pub(crate) code: u8,
    /// Whoever reads stdout has gone, which is no failure of ours.
    pub(crate) silent: bool,
}

impl Failure {
    /// The work could not be done.
    pub(crate) fn internal(error: &dyn std::error::Error) -> Self {
        Self { message: event::chain(error), hints: Vec::new(), code: 3, silent: false }
    }

    /// The call is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), hints: Vec::new(), code: 2, silent: false }
    }

    /// The repository cannot be read in the place that was asked for; `flag` asks for one of its revisions.
    pub(crate) fn unread(error: UniverseError, flag: &str) -> Self {
        let is_bare = matches!(error, UniverseError::Bare { .. });
        let failure = Self::from(error);
        if is_bare { failure.hint(format!("name a revision with {flag}")) } else { failure }
    }

    /// `printed`, but for a reader who has gone: an answer that is a verdict holds for the exit code all the same.
    pub(crate) fn unless_closed(printed: Result<(), Self>) -> Result<(), Self> {
        match printed {
            Err(failure) if failure.silent => Ok(()),
            printed => printed,
        }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl From<UniverseError> for Failure {
    fn from(error: UniverseError) -> Self {
        let code = if error.is_wrong_call() { 2 } else { 3 };
        Self { code, ..Self::internal(&error) }
    }
}

impl From<TransactionError> for Failure {
    fn from(error: TransactionError) -> Self {
        Self::internal(&error)
    }
}

impl From<StoreError> for Failure {
    /// That there is no graph is an answer; that it cannot be read is not.
    fn from(error: StoreError) -> Self {
        let code = if matches!(error, StoreError::Absent(_) | StoreError::Untracked) { 1 } else { 3 };
        let failure = Self { code, ..Self::internal(&error) };
        match error {
            StoreError::Conflict(_) => failure
                .hint("`dsp-cli fsck --fix` resolves lists and the tool's own words; the rest is yours"),
            StoreError::Untracked => failure.hint("where an ignore rule covers it, `git add --force .dsp`"),
            _ => failure,
        }
    }
}

impl From<WatchError> for Failure {
    fn from(error: WatchError) -> Self {
        let failure = Self::internal(&error);
        match error {
            WatchError::Limit => failure.hint(
                "each entity takes one or two, and each watcher an instance: `sysctl fs.inotify.max_user_watches \
                 fs.inotify.max_user_instances` tells the limits, which root may raise",
            ),
            WatchError::Watched(_) => failure.hint("`dsp-cli watch --stop` ends who watches"),
            WatchError::Gone(_) | WatchError::Lost(_) => failure.hint("watch again what stands there now"),
            _ => failure,
        }
    }
}

impl From<BootstrapError> for Failure {
    fn from(error: BootstrapError) -> Self {
        match error {
            BootstrapError::NoRoot => Self::internal(&error).hint(
                "JavaScript, TypeScript, Python and Go are read; `dsp-cli edges -v` counts what is there",
            ),
            BootstrapError::Uncommitted(files) => uncommitted(&files),
            BootstrapError::Unmerged(files) => {
                let message = format!("the index has unresolved merge conflicts: {}", first_of(&files));
                let failure = Self { message, hints: Vec::new(), code: 3, silent: false };
                failure.hint("resolve them and `git add` the files; nothing was written")
            }
            BootstrapError::Settings(mistakes) => {
                let told = mistakes.into_iter().map(|it| render::problem(&it.into())).collect::<Vec<_>>();
                let failure = Self { message: told.join("; "), hints: Vec::new(), code: 3, silent: false };
                failure.hint("mend it; until then nothing is written, because what it asks for is not known")
            }
            BootstrapError::Unlisted(_) => Self::internal(&error).hint("nothing was written"),
            BootstrapError::IndexChanged => Self::internal(&error),
            BootstrapError::Universe(error) => error.into(),
            BootstrapError::Store(error) => error.into(),
            BootstrapError::Transaction(error) => error.into(),
        }
    }
}

/// The first of some files.
fn first_of(files: &[RepoPath]) -> String {
    let mut named: Vec<_> = files.iter().take(FEW).map(|file| render::plain(file.as_bytes())).collect();
    if files.len() > FEW {
        named.push(format!("… and {} more", files.len() - FEW));
    }
    named.join(", ")
}

/// A refusal: the first of the files, and how to go on.
fn uncommitted(files: &[RepoPath]) -> Failure {
    let message =
        format!("markers would change in files that differ from the last commit: {}", first_of(files));
    let failure = Failure { message, hints: Vec::new(), code: 1, silent: false };
    failure.hint("commit them first, or say `--allow-dirty`; nothing was written")
}

/// How many files a message names.
const FEW: usize = 10;

impl From<OperateError> for Failure {
    fn from(error: OperateError) -> Self {
        match error {
            OperateError::Refused { source, .. } => Self::from(&source),
            OperateError::Store(error) => error.into(),
            OperateError::Transaction(error) => error.into(),
        }
    }
}

impl From<&OpError> for Failure {
    /// A refusal is an answer; that something cannot be read is not.
    fn from(error: &OpError) -> Self {
        let code = if matches!(error, OpError::Store(_)) { 3 } else { 1 };
        let failure = Self { code, ..Self::internal(error) };
        if matches!(error, OpError::Missing(_)) { failure.hint(UIDS) } else { failure }
    }
}

impl From<TocError> for Failure {
    fn from(error: TocError) -> Self {
        match error {
            TocError::Store(error) => error.into(),
            error => Self { code: 1, ..Self::internal(&error) },
        }
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        let failure = Self { code: 1, ..Self::internal(&error) };
        match error {
            QueryError::Store(error) => error.into(),
            QueryError::Missing(_) => failure.hint(UIDS),
            QueryError::NoSource(_) => failure.hint(PATHS),
            QueryError::NoFile(_) => failure,
        }
    }
}

impl From<UidError> for Failure {
    fn from(error: UidError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<io::Error> for Failure {
    /// Every I/O error that reaches the command line bare is one of printing.
    fn from(error: io::Error) -> Self {
        let silent = error.kind() == io::ErrorKind::BrokenPipe;
        Self { message: format!("cannot write the answer: {error}"), hints: Vec::new(), code: 3, silent }
    }
}
