//! The stages called in order, and nothing else.

use std::path::Path;

use resolvers::Unit;
use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use crate::dsp::desired::{DesiredGraph, Identity};
use crate::dsp::fsck::{self, Finding, Healing};
use crate::dsp::model::Store;
use crate::dsp::ops::{self, Answer, Draft, Line, OpError};
use crate::dsp::plan::{Plan, plan};
use crate::dsp::roots::{self, Root, RootInput};
use crate::dsp::store::{self, Disk, StoreError};
use crate::dsp::{BootstrapInput, Cover, Granularity, desired};
use crate::event::{Reporter, Silent};
use crate::facts::{self, SourceFile, cache::Cache};
use crate::graph::{FileGraph, Kinds};
use crate::identity::{self, Uid};
use crate::resolution::{self, ResolvedFile, Resolvers, packages};
use crate::settings::{self, Choices, Places, Settings};
use crate::transaction::{Applied, Before, Calm, Change, PATIENCE, Recovery, Transaction, TransactionError};
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
    let (mut extracted, resolvers) =
        rayon::join(|| facts::extract(universe, &cache, reporter), || Resolvers::new(&project));
    cache.save();
    let resolved = resolvers.resolve(&extracted.sources, wanted.weak, reporter);
    packages::name_imports(&mut extracted.sources, &resolved);
    let units = if wanted.units { resolvers.units() } else { Vec::new() };
    // Configuration is read when it is asked for: its problems are known only now.
    let mut problems = universe.problems.clone();
    problems.extend(extracted.problems);
    problems.extend(resolvers.problems());
    problems.sort();
    problems.dedup();
    Analysis { resolved, units, sources: extracted.sources, reused: extracted.reused, problems }
}

/// How a bootstrap shall go.
#[derive(Debug, Clone, Copy)]
pub struct BootstrapOptions<'a> {
    /// What arguments and environment say; recorded for later runs where it is no default.
    pub given: &'a Choices,
    /// What `dsp.toml` says.
    pub declared: &'a Settings,
    /// Write nothing.
    pub dry_run: bool,
}

/// What a bootstrap found and did.
#[derive(Debug)]
pub struct Outcome {
    /// The roots with their uids, in the order of their tables of contents.
    pub roots: Vec<(Uid, Root)>,
    /// What was covered.
    pub cover: Cover,
    /// How finely.
    pub granularity: Granularity,
    /// What was decided; its changes are applied unless it was a dry run.
    pub plan: Plan,
    /// What was written.
    pub applied: Applied,
    /// What became of an earlier run that died.
    pub recovery: Recovery,
    /// Groups of files that import each other, each in path order.
    pub cycles: Vec<Vec<RepoPath>>,
    /// Pairs of covered files of which one imports the other.
    pub edges: usize,
    /// Entities outside the repository.
    pub externals: usize,
    /// Source files without an entity.
    pub not_covered: usize,
    /// What is wrong with the choices, beside the problems of the analysis.
    pub problems: Vec<Problem>,
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

/// Brings the `.dsp/` at `dir` to what `input` says (specification §6). In a dry run nothing is written.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn bootstrap(
    dir: &Path,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
    reporter: &dyn Reporter,
) -> Result<Outcome, BootstrapError> {
    // Locked before it is read: the plan is about what stands there when it is applied.
    let transaction = if options.dry_run { None } else { Some(Transaction::begin(dir, PATIENCE)?) };
    let existing = store::read_or_empty(dir)?;
    let (recorded, mut problems) = recorded(&existing);
    let places = Places { given: options.given, declared: &options.declared.choices, recorded: &recorded };
    let sources: Vec<&RepoPath> = input.sources.iter().map(|source| &source.path).collect();
    let root_input = RootInput { files: input.files, sources: &sources, units: input.units };
    let (roots, wrong) = roots::find(&root_input, &existing, places);
    problems.extend(wrong);
    if roots.is_empty() {
        return Err(BootstrapError::NoRoot);
    }
    let graph = FileGraph::build(input.files, input.sources, input.resolved);
    let (cover, granularity) = (places.cover(), places.granularity());
    let desired = desired(input, &graph, &roots, (cover, granularity));
    let mut plan = plan(&existing, &desired, input.files);
    plan.changes.extend(record(&existing, options.given, &mut problems));
    let uids = desired.tocs.iter().filter_map(|toc| toc.members.first()).map(|at| plan.uids[*at]);
    let roots = uids.zip(roots).collect();
    let recovery = transaction.as_ref().map(Transaction::recovery).unwrap_or_default();
    let commit = |transaction: Transaction| transaction.commit(&plan.changes, reporter);
    let applied = transaction.map(commit).transpose()?.unwrap_or_default();
    problems.sort();
    let (cycles, numbers) = (cycles(&graph), Numbers::of(input, &graph, &desired));
    let Numbers { edges, externals, not_covered } = numbers;
    let outcome = Outcome {
        roots,
        cover,
        granularity,
        plan,
        applied,
        recovery,
        cycles,
        edges,
        externals,
        not_covered,
        problems,
    };
    Ok(outcome)
}

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

/// The roots that a bootstrap of `universe` would use where `.dsp/` is `existing`, and all that is wrong.
#[must_use]
pub fn roots(universe: &Universe, existing: &Store) -> (Vec<Root>, Vec<Problem>) {
    let reader = |path: &RepoPath| universe.snapshot.read(path).ok();
    let project = resolution::project(universe, &reader);
    let resolvers = Resolvers::new(&project);
    let units = resolvers.units();
    let files = project.files();
    let sources: Vec<&RepoPath> =
        files.iter().filter(|file| resolvers::language_of(file).is_some()).collect();
    let (recorded, wrong) = recorded(existing);
    let (given, declared) = (&Choices::default(), &universe.settings.choices);
    let input = RootInput { files, sources: &sources, units: &units };
    let (roots, unfound) = roots::find(&input, existing, Places { given, declared, recorded: &recorded });
    let mut problems = universe.problems.clone();
    problems.extend(resolvers.problems().into_iter().chain(wrong).chain(unfound));
    problems.sort();
    problems.dedup();
    (roots, problems)
}

/// What earlier runs were told.
fn recorded(existing: &Store) -> (Choices, Vec<Problem>) {
    let (choices, problems) = settings::recorded(existing.config.as_deref().unwrap_or_default());
    (choices, problems.into_iter().map(Problem::from).collect())
}

/// The change that makes this run's choices those of later runs.
fn record(existing: &Store, given: &Choices, problems: &mut Vec<Problem>) -> Option<Change> {
    let before = existing.config.as_deref();
    let content = settings::record(before, given).map_err(|problem| problems.push(problem.into())).ok()?;
    let path = RepoPath::new(settings::RECORD.as_bytes()).ok()?;
    let changed = content.as_deref() != before;
    changed.then(|| Change { path, before: Before::Known(existing.config.clone()), content })
}

fn cycles(graph: &FileGraph<'_>) -> Vec<Vec<RepoPath>> {
    let paths = |cycle: Vec<_>| cycle.into_iter().filter_map(|node| graph.file(node).cloned()).collect();
    graph.cycles(Kinds::ALL).into_iter().map(paths).collect()
}

/// What is counted of the result.
struct Numbers {
    edges: usize,
    externals: usize,
    not_covered: usize,
}

impl Numbers {
    fn of(input: &BootstrapInput<'_>, graph: &FileGraph<'_>, desired: &DesiredGraph) -> Self {
        let covered: FxHashSet<&RepoPath> =
            desired.entities.iter().filter_map(|entity| entity.identity.file()).collect();
        let external = |identity: &Identity| matches!(identity, Identity::External { .. });
        let targets = |path: &&RepoPath| {
            let edges = graph.node(path.as_bytes()).map_or(&[][..], |node| graph.edges(node));
            let is_inside =
                |node| graph.file(node).is_some_and(|to| to != *path) || graph.package(node).is_some();
            edges.iter().filter(|edge| is_inside(edge.to)).count()
        };
        let sources = input.sources.iter().map(|source| &source.path);
        Self {
            edges: sources.clone().filter(|path| covered.contains(path)).map(|path| targets(&path)).sum(),
            externals: desired.entities.iter().filter(|entity| external(&entity.identity)).count(),
            not_covered: sources.filter(|path| !covered.contains(path)).count(),
        }
    }
}
