//! `bootstrap` (specification §6): from what the code says to `.dsp/`.

use std::path::Path;

use super::dsp_error::{DSP, DspError};
use crate::dsp::plan::{Plan, plan};
use crate::dsp::roots::{self, Root};
use crate::dsp::{BootstrapInput, Cover, desired, store};
use crate::graph::FileGraph;
use crate::transaction::{Applied, PATIENCE, Recovery, Transaction};

/// What a bootstrap found and did.
#[derive(Debug)]
pub struct Outcome {
    /// The roots, in the order of their tables of contents.
    pub roots: Vec<Root>,
    /// What was decided; its changes are applied unless it was a dry run.
    pub plan: Plan,
    /// What was written.
    pub applied: Applied,
    /// What became of an earlier run that died.
    pub recovery: Recovery,
}

/// Brings the `.dsp/` of the project at `root` to what `input` says. With `dry_run` nothing is written.
///
/// # Errors
/// See [`DspError`].
pub fn run(
    root: &Path,
    input: &BootstrapInput<'_>,
    cover: Cover,
    dry_run: bool,
) -> Result<Outcome, DspError> {
    let dir = root.join(DSP);
    // Locked before it is read: the plan is about what stands there when it is applied.
    let transaction = if dry_run { None } else { Some(Transaction::begin(&dir, PATIENCE)?) };
    let existing = store::read_or_empty(&dir)?;
    let graph = FileGraph::build(input.files, input.sources, input.resolved);
    let detected = roots::detect(input.files, input.sources, input.units, input.project_name);
    let roots = roots::honour(&existing, detected, input.files);
    let plan = plan(&existing, &desired(input, &graph, &roots, cover));
    let recovery = transaction.as_ref().map(Transaction::recovery).unwrap_or_default();
    let applied = match transaction {
        Some(transaction) => transaction.commit(&plan.changes)?,
        None => Applied::default(),
    };
    Ok(Outcome { roots, plan, applied, recovery })
}
