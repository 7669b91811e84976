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
