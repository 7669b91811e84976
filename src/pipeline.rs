//! The stages called in order. What a run over an index leaves for the next is kept in `seal`; by that, `unchanged` knows where
//! no stage need run, and `narrowed` where a few sources are all that is to be told anew, for which `anew` has the first stages
//! run where configuration is another.

mod anew;
mod bootstrap;
mod inside;
mod markers;
mod narrowed;
mod operate;
mod recall;
mod seal;
mod speakers;
mod staged;
mod sync;
mod unchanged;

use std::sync::OnceLock;

use resolvers::Unit;
use resolvers::facts::ShownSort;
use resolvers::path::RepoPath;
use resolvers::project::Absences;

use crate::dsp::model::Store;
use crate::dsp::roots::{self, Root, RootInput};
use crate::event::Reporter;
use crate::facts::{self, SourceFile, cache::Cache, messages, templates};
use crate::resolution::{self, Reading, ResolvedFile, Resolvers, known::Table, packages};
use crate::settings::{Choices, Places};
use crate::universe::{Problem, Universe};
use bootstrap::recorded;
pub use bootstrap::{BootstrapError, BootstrapOptions, Outcome, Recall, bootstrap};
pub use markers::{
    Dirty, Marked, MarkedFile, Marking, check_markers, insert_markers, seen_markers, strip_markers,
};
pub use narrowed::{Narrow, narrowed};
pub use operate::{OperateError, findings, heal, operate};
pub use recall::{Base, recall, recall_from};
pub use staged::sync_staged;
pub use sync::{Held, Synced, check, sync};
pub use unchanged::{Behind, Left, Step, Unchanged, Unsealed, step};

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
    /// Directories whose configuration cannot be understood, sorted: of imports from and to what lies there less may be
    /// known than there is.
    pub unsure: Vec<Vec<u8>>,
    /// What the answers depend on not to be there, where that is known.
    pub absences: Option<Absences>,
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
    /// What is used and done within declarations, of which texts are told.
    pub uses: bool,
}

/// Facts and resolution of `universe`. Must run on threads with [`facts::STACK_SIZE`] bytes of stack.
pub fn analyse(universe: &Universe, cache: &Cache, wanted: Wanted, reporter: &dyn Reporter) -> Analysis {
    let mut analysis = answer(universe, cache, (wanted, cache.is_open()), reporter);
    if wanted.uses {
        resolution::messages::take(&mut analysis.sources, &analysis.resolved);
        add_texts(universe, &mut analysis.sources);
    }
    analysis
}

/// Whether it shows something of which files of texts may tell what it is.
fn is_open(source: &SourceFile) -> bool {
    source.facts.shown.iter().any(|it| it.sort == ShownSort::Template || it.sort.of_key().is_some())
}

/// Adds to the facts of `sources` what files of texts say.
fn add_texts(universe: &Universe, sources: &mut [SourceFile]) {
    templates::read(universe, sources);
    messages::translate(universe, sources);
}

/// What [`analyse`] tells but for what texts add to the facts; where it `is_remembering`, answers of earlier runs are used, and
/// those of this one kept.
fn answer(
    universe: &Universe,
    cache: &Cache,
    (wanted, is_remembering): (Wanted, bool),
    reporter: &dyn Reporter,
) -> Analysis {
    let reading = Reading::of(universe);
    let project = OnceLock::new();
    let made = || {
        let project = resolution::project(universe, &reading);
        if cache.is_open() { project.noting() } else { project }
    };
    let (mut extracted, resolvers) = rayon::join(
        || facts::extract(universe, cache, wanted.uses, reporter),
        || Resolvers::new(project.get_or_init(made)),
    );
    reading.learn(&extracted.sources);
    let known = is_remembering.then(|| Table::open(universe, &extracted.sources, wanted.weak));
    let table = known.unwrap_or_else(|| Table::none(universe));
    let resolve = || resolvers.resolve(&extracted.sources, wanted.weak, &table, reporter);
    let (resolved, ()) = rayon::join(resolve, || cache.save());
    // What is looked for to find the packages is found out anew whenever a file is new.
    let absences = table.absences(project.get_or_init(made));
    table.save(&extracted.sources, absences.as_ref());
    packages::name_imports(&mut extracted.sources, &resolved);
    let units = if wanted.units { resolvers.units() } else { Vec::new() };
    // Configuration is read when it is asked for: its problems are known only now.
    let unsure = resolvers.unsure();
    let mut problems = resolvers.problems();
    problems.extend(universe.problems.iter().cloned());
    problems.extend(extracted.problems);
    problems.sort();
    problems.dedup();
    let (sources, reused) = (extracted.sources, extracted.reused);
    Analysis { sources, resolved, units, reused, unsure, absences, problems }
}

/// The roots that a bootstrap of `universe` would use where `.dsp/` is `existing`, and all that is wrong.
#[must_use]
pub fn roots(universe: &Universe, existing: &Store) -> (Vec<Root>, Vec<Problem>) {
    let reading = Reading::of(universe);
    let project = resolution::project(universe, &reading);
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
    let wrong = wrong.into_iter().map(Problem::from);
    problems.extend(resolvers.problems().into_iter().chain(wrong).chain(unfound));
    problems.sort();
    problems.dedup();
    (roots, problems)
}
