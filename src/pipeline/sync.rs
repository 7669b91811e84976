//! From a `.dsp/` that is there to what the code says now: the program of a bootstrap, with the recorded choices, over
//! another place to read and another to write.

use std::path::Path;

use bstr::ByteSlice;
use resolvers::path::RepoPath;

use super::bootstrap::{BootstrapError, BootstrapOptions, Outcome, carry_out, settle};
use super::unchanged::Unsealed;
use crate::dsp::BootstrapInput;
use crate::dsp::account::{Operation, account};
use crate::dsp::format::{Description, is_auto};
use crate::dsp::model::Store;
use crate::dsp::store::{self, StoreError};
use crate::dsp::view::Disk;
use crate::event::Reporter;
use crate::transaction::{Before, Calm, Change, Hold, PATIENCE};
use crate::universe::Universe;

/// What a sync found and did, or a check found.
#[derive(Debug)]
pub struct Synced {
    /// As of a bootstrap.
    pub outcome: Outcome,
    /// What was done to `.dsp/`, or would be, sorted.
    pub operations: Vec<Operation>,
    /// How many texts of the tool were not what it would write, and are, or would be, written anew.
    pub retold: usize,
    /// How many files were staged; `None` where the index was not to be written.
    pub staged: Option<usize>,
    /// Files below the work tree's `.dsp/` in which somebody's words stay where the index has others.
    pub kept: Vec<RepoPath>,
    /// What is known of the index from now on, where it was brought in step.
    pub unsealed: Option<Unsealed>,
}

impl Synced {
    pub(super) fn of(existing: &Store, outcome: Outcome) -> Self {
        let changes = &outcome.plan.changes;
        let retold = changes.iter().filter(|change| is_retold(change)).count();
        Self {
            operations: account(existing, changes),
            retold,
            staged: None,
            kept: Vec::new(),
            unsealed: None,
            outcome,
        }
    }

    /// With what is known of `universe` where its `.dsp/` is in step.
    pub(super) fn sealed(mut self, universe: &Universe) -> Self {
        let ground = self.outcome.ground.take();
        self.unsealed = Unsealed::in_step(universe, &self).map(|it| it.stamped(None, ground));
        self
    }

    /// Whether `.dsp/` was, or is, not what the code says.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        !self.outcome.plan.changes.is_empty()
    }
}

/// Whether a text of the tool stays where it is and gets other words.
pub(super) fn is_retold(change: &Change) -> bool {
    let (Before::Known(Some(before)), Some(after)) = (&change.before, &change.content) else { return false };
    let path = change.path.as_bytes();
    if path.ends_with(b"/description") && !path.contains_str(b"/exports/") {
        let purpose =
            |raw: &Vec<u8>| Description::parse(raw.clone()).paragraph("purpose").map(<[u8]>::to_vec);
        let (before, after) = (purpose(before), purpose(after));
        return before != after && before.is_some_and(|before| is_auto(&before));
    }
    path.contains_str(b"/exports/") && is_auto(before)
}

/// Where a `.dsp/` is read.
#[derive(Debug)]
pub enum Held<'a> {
    /// In this directory.
    Disk(&'a Path),
    /// In an index or a commit, where this stands.
    Objects(&'a Universe, Result<Store, StoreError>),
}

/// What a merge left open is nothing that a commit could hold.
pub(super) fn refuse_unmerged(universe: &Universe) -> Result<(), BootstrapError> {
    match &universe.conflicts[..] {
        [] => Ok(()),
        conflicts => Err(BootstrapError::Unmerged(conflicts.to_vec())),
    }
}

/// Brings the `.dsp/` at `dir`, which must be there, to what `input` says. In a dry run nothing is written.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn sync(
    dir: &Path,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
    reporter: &dyn Reporter,
) -> Result<Synced, BootstrapError> {
    // Before the lock, which would leave a file beside a `.dsp/` that is not there.
    Disk::open(dir)?;
    let mut hold = Hold::of(dir, options.dry_run, PATIENCE)?;
    let existing = store::read(dir)?;
    let outcome = carry_out(hold.transaction.take(), settle(&existing, input, options)?, options, reporter)?;
    Ok(Synced::of(&existing, outcome))
}

/// What a sync would do to a `.dsp/`. Nothing is written, and nobody writes on disk meanwhile.
///
/// # Errors
/// See [`BootstrapError`].
pub fn check(
    held: Held<'_>,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
) -> Result<Synced, BootstrapError> {
    let (universe, existing, _calm) = match held {
        Held::Disk(dir) => {
            Disk::open(dir)?;
            let calm = Calm::of(dir, PATIENCE)?;
            (None, store::read(dir)?, Some(calm))
        }
        Held::Objects(universe, existing) => {
            refuse_unmerged(universe)?;
            (Some(universe), existing?, None)
        }
    };
    let synced = Synced::of(&existing, settle(&existing, input, options)?);
    Ok(match universe {
        Some(universe) => synced.sealed(universe),
        None => synced,
    })
}
