//! What every import of every source file means.
//!
//! Asks each language's resolver and keeps the answers beside the facts. What depends on another file's exports is
//! decided here too, never inside a resolver; reading files is not.

pub mod bindings;
mod circles;
pub mod known;
pub mod members;
pub mod messages;
pub mod methods;
pub(crate) mod namesakes;
pub mod packages;
pub mod table;

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use resolvers::facts::{Header, Import};
use resolvers::path::RepoPath;
use resolvers::project::{self, Project, ReadFile};
use resolvers::target::Resolved;
use resolvers::{LANGUAGES, Language, Resolver, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::event::{Event, Reporter, Stage};
use crate::facts::SourceFile;
use crate::settings;
use crate::universe::{Problem, Universe};
use known::{Found, Table};

/// So many files are one piece of work: left to itself, the scheduler cuts pieces for which a thread waits in the end.
pub(crate) const SHARE: usize = 32;

/// The answers for one source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedFile {
    /// In the order of `FileFacts::imports`.
    pub imports: Vec<Resolved>,
}

/// What resolvers read of a universe: its files, and what extraction says of them once it is done.
pub struct Reading<'u> {
    universe: &'u Universe,
    headers: OnceLock<FxHashMap<RepoPath, Header>>,
    /// What was told before that.
    given: Mutex<FxHashMap<RepoPath, Option<Header>>>,
}

impl<'u> Reading<'u> {
    /// Nothing is extracted yet: who asks for a header has the file read.
    #[must_use]
    pub fn of(universe: &'u Universe) -> Self {
        Self { universe, headers: OnceLock::new(), given: Mutex::default() }
    }

    /// `sources` are all that there are.
    pub fn learn(&self, sources: &[SourceFile]) {
        let telling = sources.iter().filter(|source| source.facts.header != Header::default());
        let headers = telling.map(|source| (source.path.clone(), source.facts.header.clone()));
        let headers = self.headers.get_or_init(|| headers.collect());
        let given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let is_other = |(path, given): (&RepoPath, &Option<Header>)| {
            given.clone().unwrap_or_default() != headers.get(path).cloned().unwrap_or_default()
        };
        if given.iter().any(is_other) {
            self.universe.snapshot.call_unsteady();
        }
    }
}

impl ReadFile for Reading<'_> {
    fn read(&self, path: &RepoPath) -> Option<Vec<u8>> {
        self.universe.snapshot.read(path).ok()
    }

    fn header(&self, path: &RepoPath) -> Option<Header> {
        if let Some(headers) = self.headers.get() {
            return headers.get(path).cloned();
        }
        // What a source says is compared as facts, whoever reads it.
        let bytes = self.universe.snapshot.read_unnoted(path).ok();
        let header = bytes.and_then(|bytes| project::header(path, &bytes));
        self.given.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), header.clone());
        header
    }
}

/// What the resolvers may see of `universe`, which `reader` reads.
#[must_use]
pub fn project<'s>(universe: &Universe, reader: &'s dyn ReadFile) -> Project<'s> {
    let files = universe.files.iter().map(|file| file.path.clone()).collect();
    let project = Project::new(files, &universe.links, reader);
    match RepoPath::new(settings::FILE.as_bytes()) {
        Ok(place) => project.with_python_roots(&place, &universe.settings.python_roots),
        Err(_) => project,
    }
}

/// One resolver for each language, each made when it is asked for.
pub struct Resolvers<'p> {
    project: &'p Project<'p>,
    of: Vec<OnceLock<Box<dyn Resolver + 'p>>>,
}

impl<'p> Resolvers<'p> {
    /// Those of languages that nobody asks for are never made. To make one waits for other threads, which must not ask for the
    /// same one: nothing that runs in parallel may ask first.
    #[must_use]
    pub fn lazy(project: &'p Project<'p>) -> Self {
        Self { project, of: LANGUAGES.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Makes them; each reads the configuration it wants through `project`.
    #[must_use]
    pub fn new(project: &'p Project<'p>) -> Self {
        let resolvers = Self::lazy(project);
        resolvers.all().for_each(drop);
        resolvers
    }

    fn all(&self) -> impl Iterator<Item = &dyn Resolver> {
        (0..self.of.len()).map(|at| self.at(at))
    }

    fn at(&self, at: usize) -> &dyn Resolver {
        &**self.of[at].get_or_init(|| LANGUAGES[at].resolver(self.project))
    }

    /// The resolver of `language`.
    ///
    /// # Panics
    /// Never: every language has a resolver.
    #[must_use]
    pub fn of(&self, language: &dyn Language) -> &dyn Resolver {
        let at = LANGUAGES.iter().position(|known| known.id() == language.id());
        self.at(at.unwrap_or_default())
    }

    /// Whether an answer rested on something that is told because somebody asked.
    #[must_use]
    pub fn have_met_flaws(&self) -> bool {
        self.of.iter().filter_map(OnceLock::get).any(|it| it.flaws_met() > 0)
    }

    /// Resolves every import of `sources`, as far as `table` does not know the answers, which are in the same order. Weak
    /// imports, which can mean thousands of files each, are answered only if `weak`.
    pub fn resolve(
        &self,
        sources: &[SourceFile],
        weak: bool,
        table: &Table<'_>,
        reporter: &dyn Reporter,
    ) -> Vec<ResolvedFile> {
        reporter.report(Event::Begin { stage: Stage::Resolution, total: sources.len() });
        let one = |source: &SourceFile| {
            let answers = table.answers(source, || self.found(source, weak));
            reporter.report(Event::Advance);
            answers
        };
        let mut resolved: Vec<ResolvedFile> = sources.par_iter().with_max_len(SHARE).map(one).collect();
        namesakes::settle(self, sources, &mut resolved);
        members::settle(sources, &mut resolved);
        reporter.report(Event::End);
        resolved
    }

    /// [`Self::answers`], and whether they rest on nothing that is told only because of them.
    fn found(&self, source: &SourceFile, weak: bool) -> Found {
        let resolver = self.of(source.language);
        let flaws = resolver.flaws_met();
        let answers = self.answers(source, weak);
        // What other threads meet meanwhile may count here: then an answer is found once more than needed.
        Found { answers, is_lasting: resolver.flaws_met() == flaws }
    }

    /// What the resolver says, before it is settled.
    fn answers(&self, source: &SourceFile, weak: bool) -> ResolvedFile {
        let resolver = self.of(source.language);
        let answer = |import: &Import| {
            if import.syntax.is_weak() && !weak {
                Resolved::unasked()
            } else {
                resolver.resolve(&source.path, import)
            }
        };
        ResolvedFile { imports: source.facts.imports.iter().map(answer).collect() }
    }

    /// The answers that [`Self::resolve`] gives for `asked`, alone of all sources, for weak imports only if `weak`; `read`
    /// reads others as far as the answers depend on them.
    pub fn resolve_one(
        &self,
        asked: &SourceFile,
        weak: bool,
        read: impl Fn(&RepoPath) -> Option<SourceFile>,
    ) -> ResolvedFile {
        let mut sources: FxHashMap<RepoPath, Option<(SourceFile, ResolvedFile)>> = FxHashMap::default();
        let mut known = FxHashSet::default();
        let mut namesakes: FxHashMap<RepoPath, bool> = FxHashMap::default();
        let mut is_namesake = |path: &RepoPath| {
            *namesakes.entry(path.clone()).or_insert_with(|| {
                read(path).is_some_and(|source| {
                    namesakes::asks_elsewhere(&source, &self.answers(&source, weak), namesakes::stem(path))
                })
            })
        };
        let mut answers_of = |source: &SourceFile| {
            // For one that imports nothing no resolver is made.
            if source.facts.imports.is_empty() {
                return ResolvedFile { imports: Vec::new() };
            }
            let mut answers = self.answers(source, weak);
            let resolver = self.of(source.language);
            let others: Vec<_> = namesakes::others(resolver, source, &answers, &mut is_namesake).collect();
            for (import, answer) in others {
                answers.imports[import] = answer;
            }
            answers
        };
        let mut answers = answers_of(asked);
        let pairs = asked.facts.imports.iter().zip(&answers.imports);
        let mut open: Vec<_> = pairs.flat_map(|(import, answer)| members::behind(import, answer)).collect();
        while let Some((path, name)) = open.pop() {
            if !known.insert((path.clone(), name.clone())) {
                continue;
            }
            let source = sources.entry(path).or_insert_with_key(|path| {
                read(path).map(|source| {
                    let answers = answers_of(&source);
                    (source, answers)
                })
            });
            let Some((source, answers)) = source else { continue };
            let pairs = source.facts.imports.iter().zip(&answers.imports);
            open.extend(pairs.flat_map(|(it, answer)| members::further(it, answer, name.as_deref())));
        }
        let mut sources: Vec<_> = sources.into_values().flatten().collect();
        sources.sort_by(|(a, _), (b, _)| a.path.cmp(&b.path));
        let (sources, resolved): (Vec<_>, Vec<_>) = sources.into_iter().unzip();
        members::settle_one(&sources, &resolved, asked, &mut answers);
        answers
    }

    /// The packages of the project, of all languages, by directory.
    #[must_use]
    pub fn units(&self) -> Vec<Unit> {
        let mut units: Vec<_> = self.all().flat_map(Resolver::units).collect();
        units.sort_by(|a, b| (&a.dir, &a.manifest).cmp(&(&b.dir, &b.manifest)));
        units
    }

    /// See [`Resolver::is_own`].
    #[must_use]
    pub fn is_own(&self, package: &str) -> bool {
        self.all().any(|resolver| resolver.is_own(package))
    }

    /// See [`Resolver::may_mean`].
    #[must_use]
    pub fn may_mean(&self, package: &str) -> bool {
        self.all().any(|resolver| resolver.may_mean(package))
    }

    /// See [`Resolver::tells_alone`].
    #[must_use]
    pub fn tells_alone(&self, file: &RepoPath, package: &str) -> bool {
        self.all().all(|resolver| resolver.tells_alone(file, package))
    }

    /// What is wrong in the configuration that was read so far.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        self.all().flat_map(Resolver::problems).map(Problem::from).collect()
    }

    /// The directories of what [hides](resolvers::ConfigProblem::hides) something, sorted.
    #[must_use]
    pub fn unsure(&self) -> Vec<Vec<u8>> {
        let problems = self.all().flat_map(Resolver::problems);
        let hiding = problems.filter(|problem| problem.hides);
        let dirs: BTreeSet<Vec<u8>> = hiding.map(|problem| problem.path.parent().to_vec()).collect();
        dirs.into_iter().collect()
    }
}
