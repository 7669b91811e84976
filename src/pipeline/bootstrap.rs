//! From what the code says to `.dsp/`: what a bootstrap, a sync and a check have in common, and the bootstrap itself.

use std::path::Path;

use resolvers::ConfigProblem;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashSet;

use super::markers::{Marked, Marking};
use crate::dsp::desired::{DesiredGraph, Identity};
use crate::dsp::identify::{Evidence, Known, Matcher, Open, is_in};
use crate::dsp::markers::wishes;
use crate::dsp::model::Store;
use crate::dsp::narrow;
use crate::dsp::plan::{Plan, plan, readings};
use crate::dsp::roots::{self, Root, RootInput};
use crate::dsp::store::{self, StoreError};
use crate::dsp::view::Disk;
use crate::dsp::{self, BootstrapInput, Cover, Granularity};
use crate::event::Reporter;
use crate::graph::{FileGraph, Kinds};
use crate::identity::Uid;
use crate::settings::{self, Choices, Markers, Places, Settings};
use crate::transaction::{Applied, Before, Change, Hold, PATIENCE, Recovery, Transaction, TransactionError};
use crate::universe::{Problem, UniverseError};

/// Tells what the texts of files were and are, where the graph alone does not tell what became of them.
pub type Recall<'a> = &'a dyn Fn(&Open) -> Evidence;

/// How a bootstrap shall go.
#[derive(Clone, Copy)]
pub struct BootstrapOptions<'a> {
    /// Asked when something is missing and something else is new.
    pub recall: Recall<'a>,
    /// What arguments and environment say; recorded for later runs where it is no default.
    pub given: &'a Choices,
    /// What `dsp.toml` says.
    pub declared: &'a Settings,
    /// Where the sources are that get markers; `None` where no source is written.
    pub marking: Option<Marking<'a>>,
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
    /// Where markers go.
    pub markers: Markers,
    /// What became of the sources; of a dry run, what would. `None` where none was to be written.
    pub marked: Option<Marked>,
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
    /// What later runs over a few files go by, where it was wanted and such runs can be right.
    pub ground: Option<Vec<u8>>,
}

/// Why a bootstrap wrote nothing.
#[derive(Debug, thiserror::Error)]
pub enum BootstrapError {
    /// Nothing to enter the repository by.
    #[error("no file here is in a language that is read, so there is no root to start from")]
    NoRoot,
    /// Files whose markers change differ from the last commit.
    #[error("the markers of files would change that are not as the last commit has them")]
    Uncommitted(Vec<RepoPath>),
    /// Files of the index that a merge left open.
    #[error("the index has unresolved merge conflicts")]
    Unmerged(Vec<RepoPath>),
    /// Settings ask for something that cannot be understood.
    #[error("the settings cannot be understood")]
    Settings(Vec<ConfigProblem>),
    /// A directory with entities cannot be listed.
    #[error("`{}` cannot be listed, so it is not known what became of the files in it", String::from_utf8_lossy(.0))]
    Unlisted(Vec<u8>),
    /// What was read is not what would be written to.
    #[error("the index was changed by somebody else while this ran: run again")]
    IndexChanged,
    /// The repository cannot be asked what is not committed.
    #[error(transparent)]
    Universe(#[from] UniverseError),
    /// What stands in `.dsp/` cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// `.dsp/` cannot be written.
    #[error(transparent)]
    Transaction(#[from] TransactionError),
}

/// Brings the `.dsp/` at `dir` to what `input` says, and the markers of the sources with it (specification §6 and
/// §7.3). In a dry run nothing is written.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn bootstrap(
    dir: &Path,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
    reporter: &dyn Reporter,
) -> Result<Outcome, BootstrapError> {
    // Before the lock, which would leave a file beside a `.dsp/` that is not there.
    if input.sources.is_empty() && matches!(Disk::open(dir), Err(StoreError::Absent(_))) {
        return Err(BootstrapError::NoRoot);
    }
    // Locked before it is read: the plan is about what stands there when it is applied.
    let mut hold = Hold::of(dir, options.dry_run, PATIENCE)?;
    let existing = store::read_or_empty(dir)?;
    carry_out(hold.transaction.take(), settle(&existing, input, options)?, options, reporter)
}

/// Writes what was settled; nothing where there is no transaction.
pub(super) fn carry_out(
    transaction: Option<Transaction>,
    mut outcome: Outcome,
    options: &BootstrapOptions<'_>,
    reporter: &dyn Reporter,
) -> Result<Outcome, BootstrapError> {
    // Also of a dry run: it would not tell what a run does.
    if let Some((marking, marked)) = options.marking.zip(outcome.marked.as_ref()) {
        marking.refuse_dirty(marked)?;
    }
    let Some(transaction) = transaction else { return Ok(outcome) };
    outcome.recovery = transaction.recovery();
    let transaction = transaction.with_sources(outcome.marked.iter().flat_map(Marked::changes).collect());
    outcome.applied = transaction.commit(&outcome.plan.changes, reporter)?;
    Ok(outcome)
}

/// What `input` makes of a repository whose `.dsp/` is `existing`. Nothing is written but what is kept for later runs.
pub(super) fn settle(
    existing: &Store,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
) -> Result<Outcome, BootstrapError> {
    let Decision { roots, desired, mut plan, cover, granularity, markers, cycles, numbers, mut problems } =
        decide(existing, input, options)?;
    input.memory.save();
    // Where entities stand that the code does not show, where lines may stand unseen, and where members are entities, more
    // than a few files counts. Whoever writes such a thing into `.dsp/` changes what is listed there, and no ground holds.
    let is_plain = plan.foreign.is_empty() && !existing.foreign_cache && input.unsure.is_empty();
    let is_plain = is_plain && granularity == Granularity::Shared;
    let ground = is_plain.then(|| narrow::ground(input, &desired, &plan.uids)).flatten();
    plan.changes.extend(record(existing, options.given, &mut problems));
    problems.sort();
    let mark = |marking: Marking<'_>| {
        let wishes = wishes(&desired, &plan.uids, markers, |_| true);
        marking.leave_dirty(marking.insert(input.sources, &wishes))
    };
    let marked = options.marking.map(mark).transpose()?;
    let Numbers { edges, externals, not_covered } = numbers;
    let outcome = Outcome {
        roots,
        cover,
        granularity,
        markers,
        marked,
        plan,
        applied: Applied::default(),
        recovery: Recovery::default(),
        cycles,
        edges,
        externals,
        not_covered,
        problems,
        ground,
    };
    Ok(outcome)
}

/// What the code, the choices and what is there already come to.
pub(super) struct Decision {
    roots: Vec<(Uid, Root)>,
    pub(super) desired: DesiredGraph,
    pub(super) plan: Plan,
    cover: Cover,
    granularity: Granularity,
    pub(super) markers: Markers,
    cycles: Vec<Vec<RepoPath>>,
    numbers: Numbers,
    problems: Vec<Problem>,
}

pub(super) fn decide(
    existing: &Store,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
) -> Result<Decision, BootstrapError> {
    let (recorded, mistakes) = recorded(existing);
    let mistakes = [&options.declared.mistakes[..], &mistakes].concat();
    if !mistakes.is_empty() {
        return Err(BootstrapError::Settings(mistakes));
    }
    refuse_unlisted(existing, input)?;
    let mut problems = Vec::new();
    let places = Places { given: options.given, declared: &options.declared.choices, recorded: &recorded };
    let sources: Vec<&RepoPath> = input.sources.iter().map(|source| &source.path).collect();
    let root_input = RootInput { files: input.files, sources: &sources, units: input.units };
    let (cover, granularity, markers) = (places.cover(), places.granularity(), places.markers());
    let desire =
        |graph: &FileGraph<'_>, roots: &[Root]| dsp::desired(input, graph, roots, (cover, granularity));
    let wish = || {
        let (roots, wrong) = roots::find(&root_input, existing, places);
        let graph = FileGraph::build(input.files, input.sources, input.resolved);
        let desired = desire(&graph, &roots);
        (roots, wrong, graph, desired)
    };
    let ((mut roots, mut wrong, graph, mut desired), known) = rayon::join(wish, || Known::of(existing));
    let none = FxHashSet::default();
    let who_is_who = |desired: &DesiredGraph, going: &FxHashSet<Uid>| {
        let matcher = Matcher::new((existing, &known), desired, input.files, going);
        // There always is an answer here.
        matcher.told(|open| Some((options.recall)(open))).unwrap_or_default()
    };
    let mut identified = who_is_who(&desired, &none);
    // A root that was moved is a root where it is now.
    let now = identified.uids.iter().copied().zip(desired.entities.iter().map(|entity| &entity.identity));
    if let Some(followed) = roots::follow(existing, now, input.files) {
        (roots, wrong) = roots::find(&root_input, &followed, places);
        desired = desire(&graph, &roots);
        identified = who_is_who(&desired, &none);
    }
    problems.extend(wrong);
    let (mut planned, (cycles, numbers)) = rayon::join(
        || plan(existing, &desired, input.files, identified),
        || (cycles(&graph), Numbers::of(input, &graph, &desired)),
    );
    // Where an entity goes whose uid stands in the marker of another one, that is free: the next run would find it so. Nothing
    // is taken to have moved for that, so the roots stay.
    let mut going = FxHashSet::default();
    loop {
        let before = going.len();
        going.extend(marked_among(&planned.removed, &desired));
        if going.len() == before {
            break;
        }
        planned = plan(existing, &desired, input.files, who_is_who(&desired, &going));
    }
    let plan = planned;
    let uids = desired.tocs.iter().filter_map(|toc| toc.members.first()).map(|at| plan.uids[*at]);
    let roots = uids.zip(roots).collect();
    Ok(Decision { roots, desired, plan, cover, granularity, markers, cycles, numbers, problems })
}

/// Those of `uids` that stand in markers of what is `desired`.
fn marked_among(uids: &[Uid], desired: &DesiredGraph) -> Vec<Uid> {
    if uids.is_empty() {
        return Vec::new();
    }
    let markers = desired.entities.iter().flat_map(|it| &it.markers).copied();
    markers.filter(|uid| uids.binary_search(uid).is_ok()).collect()
}

/// What earlier runs were told.
pub(super) fn recorded(existing: &Store) -> (Choices, Vec<ConfigProblem>) {
    settings::recorded(existing.config.as_deref().unwrap_or_default())
}

/// Whether a file with an entity was deleted shows only where it would lie.
fn refuse_unlisted(existing: &Store, input: &BootstrapInput<'_>) -> Result<(), BootstrapError> {
    let holds = |dir: &[u8], path: &[u8]| path::strip_dir(path, dir).is_some() && !is_in(input.files, path);
    let hidden = |dir: &&Vec<u8>| {
        let mut paths = existing.uids().filter_map(|(_, entity)| entity.path());
        paths.any(|path| readings(path.as_bytes()).all(|path| holds(dir, path)))
    };
    match input.unlisted.iter().find(hidden) {
        Some(dir) => Err(BootstrapError::Unlisted(dir.clone())),
        None => Ok(()),
    }
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
