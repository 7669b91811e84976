//! The right to read below a directory while nobody writes there. Part of the door.
//!
//! Readers make nothing: where no writer ever left a lock there is none to wait for.

use std::path::Path;
use std::time::Duration;

use super::lock::Lock;
use super::{Result, Transaction, staging};

/// Held until dropped: other readers come in, writers wait.
#[derive(Debug)]
pub struct Calm {
    _locks: Vec<Lock>,
}

/// What a run holds while it reads and, unless it writes nothing, while it writes.
pub struct Hold {
    /// `None`: nothing is written.
    pub transaction: Option<Transaction>,
    _calm: Option<Calm>,
}

impl Hold {
    /// Waits at most `patience` for whoever writes below `dir`, and then keeps writers out; in a dry run others may read.
    ///
    /// # Errors
    /// See [`super::TransactionError`].
    pub fn of(dir: &Path, dry_run: bool, patience: Duration) -> Result<Self> {
        Ok(if dry_run {
            Self { transaction: None, _calm: Some(Calm::of(dir, patience)?) }
        } else {
            Self { transaction: Some(Transaction::begin(dir, patience)?), _calm: None }
        })
    }
}

impl Calm {
    /// Waits at most `patience` for whoever writes below `dir`, and finishes what a dead writer left.
    ///
    /// # Errors
    /// See [`super::TransactionError`].
    pub fn of(dir: &Path, patience: Duration) -> Result<Self> {
        let locks = Lock::share(dir, patience)?;
        if !staging::is_unfinished(dir) {
            return Ok(Self { _locks: locks });
        }
        drop(locks);
        drop(Transaction::begin(dir, patience)?);
        Ok(Self { _locks: Lock::share(dir, patience)? })
    }
}
