//! Operations by hand, and healing: each one transaction.

use std::path::Path;

use crate::dsp::fsck::{self, Finding, Healing};
use crate::dsp::ops::{self, Answer, Draft, Line, OpError};
use crate::dsp::store::StoreError;
use crate::dsp::view::Disk;
use crate::event::Silent;
use crate::identity;
use crate::transaction::{Calm, PATIENCE, Recovery, Transaction, TransactionError};

/// Operations were not run.
#[derive(Debug, thiserror::Error)]
pub enum OperateError {
    /// One of them was refused, and so none was run.
    #[error("operation {} was refused", at + 1)]
    Refused {
        /// Which one, counted from 0.
        at: usize,
        /// Why.
        source: OpError,
    },
    /// What stands in `.dsp/` cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// `.dsp/` cannot be written.
    #[error(transparent)]
    Transaction(#[from] TransactionError),
}

/// Runs operations on the `.dsp/` at `dir`, each seeing those before it: all of them or none (specification §5).
///
/// # Errors
/// See [`OperateError`]; nothing has changed then.
pub fn operate(dir: &Path, operations: &[Line]) -> Result<Vec<Answer>, OperateError> {
    // Before the lock, which would leave a file beside a `.dsp/` that is not there.
    Disk::open(dir)?;
    let transaction = Transaction::begin(dir, PATIENCE)?;
    let disk = Disk::open(dir)?;
    let mut draw = identity::drawn;
    let mut draft = Draft::new(&disk, &mut draw);
    let refused = |(at, source)| OperateError::Refused { at, source };
    let answers = ops::run_lines(&mut draft, operations).map_err(refused)?;
    let outcome = draft.finish().map_err(|source| refused((answers.len(), source)))?;
    if !outcome.changes.is_empty() || !outcome.emptied.is_empty() {
        transaction.emptying(outcome.emptied).commit(&outcome.changes, &Silent)?;
    }
    Ok(answers)
}

/// Everything that is wrong in the `.dsp/` at `dir`, as no writer is at work on it.
///
/// # Errors
/// See [`OperateError`].
pub fn findings(dir: &Path) -> Result<Vec<Finding>, OperateError> {
    // Before the lock, which would leave a file beside a `.dsp/` that is not there.
    Disk::open(dir)?;
    let _calm = Calm::of(dir, PATIENCE)?;
    Ok(fsck::check(&fsck::read(dir)?))
}

/// Heals what is wrong in the `.dsp/` at `dir` and has one right answer: all of it or nothing. With what became of an
/// earlier run that died.
///
/// # Errors
/// See [`OperateError`]; nothing has changed then.
pub fn heal(dir: &Path) -> Result<(Healing, Recovery), OperateError> {
    Disk::open(dir)?;
    let transaction = Transaction::begin(dir, PATIENCE)?;
    let recovery = transaction.recovery();
    let mut picture = fsck::read(dir)?;
    // The transaction clears it away.
    picture.incoming = false;
    let mut healing = fsck::heal(&picture);
    let outcome = std::mem::take(&mut healing.outcome);
    if !outcome.changes.is_empty() || !outcome.emptied.is_empty() {
        transaction.emptying(outcome.emptied).commit(&outcome.changes, &Silent)?;
    }
    Ok((healing, recovery))
}
