//! A few sources with all that they go by: what they import, and whatever that passes on. Enough to tell them as a run
//! over all sources would.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use resolvers::facts::{FileFacts, Import};
use resolvers::path::{RepoPath, parent};
use resolvers::target::{Resolved, Target};
use rustc_hash::FxHashSet;

use super::super::desired::BootstrapInput;
use super::super::memory::Memory;
use super::super::users::{PACKAGE, Use, uses_in};
use super::ground::{Entered, Ground};
use super::turned::Turned;
use super::{Side, World, packages};
use crate::facts::SourceFile;
use crate::graph::{FileGraph, Node};
use crate::resolution::bindings::{Bindings, Declaration};
use crate::resolution::packages::name_imports;
use crate::resolution::{ResolvedFile, messages};

/// The files in which an object of messages may stand that `source` takes texts from.
fn objects<'r>(source: &SourceFile, answers: &'r ResolvedFile) -> Vec<&'r RepoPath> {
    let taken = source.facts.shown.iter().filter(|it| it.sort.of_path().is_some());
    let locals: BTreeSet<&str> = taken.filter_map(|it| it.text.split('.').next()).collect();
    if locals.is_empty() {
        return Vec::new();
    }
    let is_taken = |import: &Import| {
        import.names.iter().filter_map(|it| it.local.as_deref()).any(|local| locals.contains(local))
    };
    let imports = source.facts.imports.iter().zip(&answers.imports).filter(|(import, _)| is_taken(import));
    let targets = imports.flat_map(|(_, answer)| &answer.targets);
    targets.filter_map(|it| if let Target::Source(path) = it { Some(path) } else { None }).collect()
}

/// So many sources are no few any more, or as large a part of all: a run over all is as quick.
const MOST: usize = 2000;
const LARGEST_PART: usize = 4;

/// The names that a source exports, each with the declaration behind it, where that is one; sources are those of the ground.
pub(super) type Exported = BTreeMap<String, Option<Declaration>>;

/// Some sources. Positions in it are those among its own sources, unless they are said to be of the ground.
pub(super) struct Area<'g, 'b> {
    ground: &'g Ground<'b>,
    /// The answers of now to the imports of those that changed, by their positions in the ground.
    answers: BTreeMap<u32, Vec<Resolved>>,
    /// And the marks of the names that those of them ask others for now which are in packages.
    asks: BTreeMap<u32, Vec<u32>>,
    /// Those that were not there, or are not any more.
    passing: BTreeSet<u32>,
    /// Their positions in the ground, ascending.
    at: Vec<u32>,
    sources: Vec<SourceFile>,
    resolved: Vec<ResolvedFile>,
    /// Theirs, and those of other files that are imported; sorted.
    files: Vec<RepoPath>,
    /// Those that show texts which may stand in other sources; of the ground.
    showing: BTreeSet<u32>,
    /// What those that changed say.
    side: Side,
}

impl<'g, 'b> Area<'g, 'b> {
    /// `answers` are those of now of the sources that `turned`.
    pub(super) fn new(
        ground: &'g Ground<'b>,
        answers: BTreeMap<u32, Vec<Resolved>>,
        turned: &Turned,
    ) -> Self {
        Self {
            ground,
            answers,
            asks: turned.asks_at_home(),
            passing: &turned.new | &turned.gone,
            at: Vec::new(),
            sources: Vec::new(),
            resolved: Vec::new(),
            files: Vec::new(),
            showing: BTreeSet::new(),
            side: Side::Now,
        }
    }

    /// Takes in `told`, sources and packages of the ground, with all that they go by, and `also` other sources that are looked
    /// at. `None` when these are too many, or cannot be read.
    pub(super) fn extend(
        &mut self,
        told: &BTreeSet<u32>,
        also: &BTreeSet<u32>,
        world: &dyn World,
    ) -> Option<()> {
        let mut files: BTreeSet<RepoPath> = std::mem::take(&mut self.files).into_iter().collect();
        let (told, packages): (BTreeSet<u32>, BTreeSet<u32>) =
            told.iter().partition(|at| self.ground.sources.get(**at as usize).is_some());
        let members = |end: &u32| self.ground.members(*end).iter().copied();
        // What a root leads to is told of it.
        let roots = packages.iter().filter(|end| self.ground.entered(**end).is_some());
        let leading: BTreeSet<u32> = told.iter().copied().chain(roots.flat_map(members)).collect();
        let mut wanted: BTreeSet<u32> = &leading | also;
        wanted.extend(packages.iter().flat_map(members));
        let mut open: Vec<u32> = Vec::new();
        for at in &leading {
            let before = self.ground.answers(*at)?;
            let answers = || before.iter().chain(self.answers.get(at).into_iter().flatten());
            for target in answers().flat_map(|answer| &answer.targets) {
                let Target::Source(path) = target else { continue };
                match self.ground.position(path) {
                    Some(at) => open.push(at),
                    None => _ = files.insert(path.clone()),
                }
            }
            open.extend(self.in_packages(*at, answers()));
        }
        open.extend(leading.iter().flat_map(|at| &self.ground.sources[*at as usize].passes));
        // What they do not describe themselves stands there.
        open.extend(leading.iter().filter_map(|at| self.ground.companion(*at)));
        let mut seen: BTreeSet<u32> = BTreeSet::new();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if seen.len() > self.most() {
                return None;
            }
            open.extend(&self.ground.sources[at as usize].passes);
            open.extend(self.ground.companion(at));
        }
        wanted.extend(seen);
        self.load(wanted, &mut files, world)?;
        self.load(self.renamed(), &mut files, world)?;
        // What they show may stand in an object of messages elsewhere.
        let lookers =
            self.sources.iter().zip(&self.resolved).flat_map(|(source, answers)| objects(source, answers));
        let mut open: Vec<u32> = lookers.filter_map(|path| self.ground.position(path)).collect();
        let mut objects: BTreeSet<u32> = BTreeSet::new();
        while let Some(at) = open.pop() {
            if objects.insert(at) {
                open.extend(&self.ground.sources[at as usize].passes);
            }
        }
        self.load(objects, &mut files, world)?;
        self.files = files.into_iter().collect();
        self.settle(world);
        Some(())
    }

    fn most(&self) -> usize {
        MOST.max(self.ground.sources.len() / LARGEST_PART)
    }

    fn load(
        &mut self,
        mut wanted: BTreeSet<u32>,
        files: &mut BTreeSet<RepoPath>,
        world: &dyn World,
    ) -> Option<()> {
        wanted.retain(|at| self.at.binary_search(at).is_err());
        // What lies in the directory of a package and is no part of it would be one where the others are not known.
        if wanted.len() + self.at.len() > self.most() || wanted.iter().any(|at| self.ground.is_stray(*at)) {
            return None;
        }
        let paths = wanted.iter().map(|at| self.ground.path(*at)).collect::<Option<Vec<_>>>()?;
        for (at, source) in wanted.into_iter().zip(world.read(&paths)?) {
            files.insert(source.path.clone());
            if source.facts.shown.iter().any(|it| it.sort.of_path().is_some()) {
                self.showing.insert(at);
            }
            let place = self.at.partition_point(|known| *known < at);
            self.at.insert(place, at);
            self.sources.insert(place, source);
            let answers = match self.answers.get(&at) {
                Some(answers) => answers.clone(),
                None => self.ground.answers(at)?,
            };
            self.resolved.insert(place, ResolvedFile { imports: answers });
        }
        Some(())
    }

    /// The files of packages in which the source at that position of the ground may find what it asks for, where its imports
    /// have these answers.
    fn in_packages<'r>(&self, at: u32, answers: impl Iterator<Item = &'r Resolved>) -> Vec<u32>
    where
        Self: 'r,
    {
        let (known, now) = (&self.ground.sources[at as usize], self.asks.get(&at));
        if !known.is_packed && now.is_none() {
            return Vec::new();
        }
        let asks: FxHashSet<u32> = known.asks.iter().chain(now.into_iter().flatten().copied()).collect();
        let own = parent(&known.path.0);
        let dirs: BTreeSet<&[u8]> = packages::imported(answers).chain([own]).collect();
        dirs.into_iter().flat_map(|dir| self.ground.found_in(dir, &asks, &self.passing)).collect()
    }

    /// The same for all that may call a package otherwise than its path suggests: then what they take of it is known by what
    /// is there.
    fn renamed(&self) -> BTreeSet<u32> {
        let all = self.at.iter().zip(&self.sources).zip(&self.resolved);
        let renaming = all.filter(|((_, source), answers)| {
            let mut pairs = source.facts.imports.iter().zip(&answers.imports);
            pairs.any(|(import, answer)| packages::may_rename(import, answer))
        });
        renaming.flat_map(|((at, _), answers)| self.in_packages(*at, answers.imports.iter())).collect()
    }

    /// Adds to the facts what other files say of them.
    fn settle(&mut self, world: &dyn World) {
        name_imports(&mut self.sources, &self.resolved);
        messages::take(&mut self.sources, &self.resolved);
        world.add_texts(&mut self.sources, self.side);
    }

    /// Has it say what was said on the other side: exchanges the facts of all sources that changed, and the answers to their
    /// imports, by their positions in the ground.
    pub(super) fn swap<'f>(
        &mut self,
        others: impl Iterator<Item = (u32, (&'f mut FileFacts, &'f mut Vec<Resolved>))>,
        world: &dyn World,
    ) -> Option<()> {
        for (at, (facts, answers)) in others {
            let at = self.at.binary_search(&at).ok()?;
            std::mem::swap(&mut self.sources[at].facts, facts);
            std::mem::swap(&mut self.resolved[at].imports, answers);
        }
        self.side = self.side.other();
        self.settle(world);
        Some(())
    }

    /// Whether the source at that position of the ground shows texts that may stand in other sources.
    pub(super) fn shows_elsewhere(&self, at: u32) -> bool {
        self.showing.contains(&at)
    }

    /// The root that the package at such an end is, or whose file the source there is, with what its README says, and its
    /// path.
    pub(super) fn entered(&self, at: u32) -> Option<(&str, RepoPath, &Entered<'b>)> {
        let root = self.ground.entered(at)?;
        let before = self.ground.reworded.get(&at).filter(|_| self.side == Side::Before);
        Some((before.unwrap_or(&root.intro), RepoPath::new(&root.path.0).ok()?, root))
    }

    /// What the source at that position of the ground is called here.
    pub(super) fn position(&self, at: u32) -> Option<u32> {
        u32::try_from(self.at.binary_search(&at).ok()?).ok()
    }

    /// And the other way round.
    pub(super) fn in_ground(&self, at: u32) -> u32 {
        self.at[at as usize]
    }

    pub(super) fn sources(&self) -> &[SourceFile] {
        &self.sources
    }

    /// The source at that position of the ground, and the answers to its imports.
    pub(super) fn source(&self, at: u32) -> Option<(&SourceFile, &ResolvedFile)> {
        let at = self.at.binary_search(&at).ok()?;
        Some((&self.sources[at], &self.resolved[at]))
    }

    /// The answers of now to the imports of those that changed.
    pub(super) fn answers(&self) -> &BTreeMap<u32, Vec<Resolved>> {
        &self.answers
    }

    pub(super) fn is_vendored(&self, at: u32) -> bool {
        self.ground.sources[self.in_ground(at) as usize].is_vendored
    }

    /// What the sources at those positions of the ground use of others, by positions in it.
    pub(super) fn uses(&self, sources: &[u32]) -> Option<Vec<Vec<Use<'_>>>> {
        let graph = FileGraph::build(&self.files, &self.sources, &self.resolved);
        let bindings = Bindings::of(&self.sources, &self.resolved);
        let end = |of: Declaration| match of.symbol {
            PACKAGE => self.ground.package(graph.packages()[of.source as usize].dir),
            _ => Some(self.in_ground(of.source)),
        };
        let uses = |at: &u32| {
            let mut uses = uses_in(self.position(*at)?, &self.sources, &graph, &bindings);
            for it in &mut uses {
                (it.source, it.of.source) = (self.in_ground(it.source), end(it.of)?);
            }
            Some(uses)
        };
        sources.par_iter().map(uses).collect()
    }

    /// The names that each of these sources exports, with the declarations behind them; `None` where there may be more.
    pub(super) fn exports(&self, sources: &BTreeSet<u32>) -> Option<Vec<Exported>> {
        let bindings = Bindings::of(&self.sources, &self.resolved);
        let exports = |at: &u32| {
            let (names, is_open) = bindings.names(self.position(*at)?);
            let in_ground = |of: Declaration| Declaration { source: self.in_ground(of.source), ..of };
            let names = names.into_iter().map(|(name, of)| (name.to_owned(), of.map(in_ground)));
            (!is_open).then(|| names.collect())
        };
        sources.iter().map(exports).collect()
    }

    /// The node of such an end of edges.
    pub(super) fn node(&self, graph: &FileGraph<'_>, end: u32) -> Option<Node> {
        match self.ground.path(end) {
            Some(path) => graph.node(path.as_bytes()),
            None => graph.node_of_package(self.ground.dir(end)?),
        }
    }

    /// Asks where their imports lead.
    pub(super) fn with_graph<R>(&self, ask: impl FnOnce(&FileGraph<'_>) -> R) -> R {
        ask(&FileGraph::build(&self.files, &self.sources, &self.resolved))
    }

    /// Asks what is made of all of them.
    pub(super) fn ask<R>(
        &self,
        ask: impl FnOnce(&BootstrapInput<'_>, &FileGraph<'_>, &Bindings<'_>) -> R,
    ) -> R {
        let memory = Memory::none();
        let input = BootstrapInput {
            files: &self.files,
            sources: &self.sources,
            resolved: &self.resolved,
            units: &[],
            unsure: &[],
            unlisted: &[],
            unread: &(),
            memory: &memory,
            traced: true,
            absences: None,
        };
        let graph = FileGraph::build(&self.files, &self.sources, &self.resolved);
        let bindings = Bindings::of(&self.sources, &self.resolved);
        ask(&input, &graph, &bindings)
    }
}
