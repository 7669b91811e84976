//! The stages called in order, and nothing else.

use std::path::Path;

use resolvers::Unit;
use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use crate::dsp::plan::{Plan, plan};
use crate::dsp::roots::{self, Root};
use crate::dsp::store::{self, StoreError};
use crate::dsp::{BootstrapInput, Cover, Granularity, desired};
use crate::event::{Event, Reporter, Stage};
use crate::facts::{self, SourceFile, cache::Cache};
use crate::graph::{FileGraph, Kinds};
use crate::identity::Uid;
use crate::resolution::{self, ResolvedFile, Resolvers};
use crate::transaction::{Applied, PATIENCE, Recovery, Transaction, TransactionError};
use crate::universe::{Problem, Universe};

/// What a repository's files say and what their imports mean.
pub struct Analysis {
    /// Every source file, in path order.
    pub sources: Vec<SourceFile>,
    /// The answers, in the same order.
    pub resolved: Vec<ResolvedFile>,
    /// The packages, where they were wanted.
    pub units: Vec<Unit>,
    /// How many source files came out of the cache.
    pub reused: usize,
    /// Everything that is wrong, sorted by place.
    pub problems: Vec<Problem>,
}

/// What else is wanted of an analysis.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// The answers to weak imports.
    pub weak: bool,
    /// The packages.
    pub units: bool,
}

/// Facts and resolution of `universe`. Must run on threads with [`facts::STACK_SIZE`] bytes of stack.
pub fn analyse(universe: &Universe, cache: Cache, wanted: Wanted, reporter: &dyn Reporter) -> Analysis {
    let reader = |path: &RepoPath| universe.snapshot.read(path).ok();
    let project = resolution::project(universe, &reader);
    let (extracted, resolvers) =
        rayon::join(|| facts::extract(universe, &cache, reporter), || Resolvers::new(&project));
    cache.save();
    let resolved = resolvers.resolve(&extracted.sources, wanted.weak, reporter);
    let units = if wanted.units { resolvers.units() } else { Vec::new() };
    // Configuration is read when it is asked for: its problems are known only now.
    let mut problems = universe.problems.clone();
    problems.extend(extracted.problems);
    problems.extend(resolvers.problems());
    problems.sort();
    problems.dedup();
    Analysis { resolved, units, sources: extracted.sources, reused: extracted.reused, problems }
}

/// What a bootstrap found and did.
#[derive(Debug)]
pub struct Outcome {
    /// The roots with their uids, in the order of their tables of contents.
    pub roots: Vec<(Uid, Root)>,
    /// What was decided; its changes are applied unless it was a dry run.
    pub plan: Plan,
    /// What was written.
    pub applied: Applied,
    /// What became of an earlier run that died.
    pub recovery: Recovery,
    /// Groups of files that import each other.
    pub cycles: usize,
    /// Source files that no root reaches: they have no entity.
    pub unreached: usize,
}

/// Why a bootstrap wrote nothing.
#[derive(Debug, thiserror::Error)]
pub enum BootstrapError {
    /// Nothing to enter the repository by.
    #[error("no file here is in a language that is read, so there is no root to start from")]
    NoRoot,
    /// What stands in `.dsp/` cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// `.dsp/` cannot be written.
    #[error(transparent)]
    Transaction(#[from] TransactionError),
}

/// Brings the `.dsp/` at `dir` to what `input` says (specification §6). With `dry_run` nothing is written.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn bootstrap(
    dir: &Path,
    input: &BootstrapInput<'_>,
    cover: Cover,
    dry_run: bool,
    reporter: &dyn Reporter,
) -> Result<Outcome, BootstrapError> {
    // Locked before it is read: the plan is about what stands there when it is applied.
    let transaction = if dry_run { None } else { Some(Transaction::begin(dir, PATIENCE)?) };
    let existing = store::read_or_empty(dir)?;
    let detected = roots::detect(input.files, input.sources, input.units);
    if detected.is_empty() {
        return Err(BootstrapError::NoRoot);
    }
    let graph = FileGraph::build(input.files, input.sources, input.resolved);
    let roots = roots::honour(&existing, detected, input.files);
    let desired = desired(input, &graph, &roots, (cover, Granularity::default()));
    let plan = plan(&existing, &desired, input.files);
    let uids = desired.tocs.iter().filter_map(|toc| toc.members.first()).map(|at| plan.uids[*at]);
    let roots = uids.zip(roots).collect();
    let recovery = transaction.as_ref().map(Transaction::recovery).unwrap_or_default();
    reporter.report(Event::Begin { stage: Stage::Write, total: plan.changes.len() });
    let applied =
        transaction.map(|transaction| transaction.commit(&plan.changes)).transpose()?.unwrap_or_default();
    reporter.report(Event::End);
    let reached: FxHashSet<&RepoPath> =
        desired.entities.iter().filter_map(|entity| entity.identity.file()).collect();
    let unreached = input.sources.iter().filter(|source| !reached.contains(&source.path)).count();
    Ok(Outcome { roots, plan, applied, recovery, cycles: graph.cycles(Kinds::ALL).len(), unreached })
}
