//! The narrow way of a sync or a check of the index: where a few files say something else or are new, and nothing but what
//! follows from that is to be told anew, the rest of the repository is not looked at.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::bumps::Bumps;
use resolvers::facts::FileFacts;
use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::Resolved;

use super::anew::{self, Anew};
use super::bootstrap::BootstrapError;
use super::inside::{self, DSP};
use super::recall::{Base, recall};
use super::seal::Seal;
use super::speakers::speakers;
use super::staged::{Going, WorkTree, write};
use super::sync::is_retold;
use super::unchanged::Behind;
use crate::dsp::account::{Operation, account};
use crate::dsp::desired::Unread;
use crate::dsp::identify::{Evidence, Open};
use crate::dsp::narrow::{
    self, Answers, Bumped, Changed, Counts, Ground, Narrowed, Retold, Says, Side, State, World, signed,
};
use crate::event::Reporter;
use crate::facts::{SourceFile, cache::Cache};
use crate::git::{self, Apart, ContentId, Entry, Repository};
use crate::kept::Key;
use crate::resolution::{self, Reading, Resolvers};
use crate::transaction::{PATIENCE, Transaction, TransactionError};
use crate::universe::{Class, Problem, Universe, go_vendors, is_installed};

/// What was found, and done.
pub struct Narrow {
    /// What was done to `.dsp/`, or would be, sorted.
    pub operations: Vec<Operation>,
    /// How many sources have other contents.
    pub changed: usize,
    /// How many more sources there are.
    pub sources: i64,
    /// How many more other files.
    pub idle: i64,
    /// How many entities are new.
    pub minted: usize,
    /// How many go.
    pub removed: usize,
    /// As of [`Narrowed`].
    pub counts: Counts,
    /// As of [`Narrowed`].
    pub cycles: Option<usize>,
    /// How many files were written in the work tree, or would be in the index.
    pub changes: usize,
    /// As of [`super::Synced`].
    pub retold: usize,
    /// As of [`super::Synced`].
    pub staged: Option<usize>,
    /// As of [`super::Synced`].
    pub kept: Vec<RepoPath>,
    /// What holds from now on, where the index was brought in step.
    seal: Option<Seal>,
}

impl Narrow {
    /// Keeps for later runs what is known now, with `told`, which they will tell.
    pub fn seal(&mut self, repository: &Repository, told: String) {
        if let Some(seal) = self.seal.take() {
            let seal = Seal { told, ..seal };
            seal.save(repository.git_dir());
            // The process ends soon.
            std::mem::forget(seal);
        }
    }
}

/// What becomes of the `.dsp/` of the index of `repository`, which is `behind`, and of which these problems were `told`, where all
/// are those of an analysis; it is written, to the work tree and, where `is_staging`, to the index, if anything `is_written`.
/// `None` where the long way has to tell. Must run on threads with [`crate::facts::STACK_SIZE`] bytes of stack.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn narrowed(
    behind: Behind<'_>,
    told: Option<&[Problem]>,
    repository: &Repository,
    base: &Base,
    (is_written, is_staging): (bool, bool),
    reporter: &dyn Reporter,
) -> Result<Option<Narrow>, BootstrapError> {
    let Behind {
        seal,
        ground,
        facts,
        apart,
        stamp,
        changed,
        others,
        retold,
        idle,
        lost,
        bumped,
        reworded,
        is_heeded,
        is_worded,
    } = behind;
    let (Some(root), Some(ground), false) = (repository.work_dir(), ground, apart.leaves_out()) else {
        return Ok(None);
    };
    // What is to be written is held against what was read.
    if is_written && stamp.is_none() {
        return Ok(None);
    }
    let files = Listed::of(&others, idle, lost);
    let is_heeded = is_heeded || files.may_mend(told) || !files.are_alone(&ground, &apart);
    let find = || speakers(&bumped, &ground, (repository, &apart), &seal.read);
    let speaking = if is_heeded { None } else { find() };
    let is_heeded = speaking.is_none();
    let speaking = speaking.unwrap_or_default();
    // To answer all anew takes a while.
    if is_heeded && told.is_none() {
        return Ok(None);
    }
    let (before, universe) = (OnceLock::new(), OnceLock::new());
    let index = Index {
        repository,
        seal: &seal,
        apart: &apart,
        base,
        files: &files,
        facts,
        universe,
        before,
        is_heeded,
        is_worded,
    };
    let said = Said { others, retold, bumped, reworded, speaking };
    let Some((ground, found)) = index.found(ground, said, told, reporter) else { return Ok(None) };
    let Narrowed { changes, minted, removed, counts, cycles, before, part } = &found;
    let mut narrow = Narrow {
        operations: Vec::new(),
        changed,
        sources: signed(files.new.len()) - signed(files.gone.len()),
        idle: signed(files.idle.len()) - signed(files.lost.len()),
        minted: *minted,
        removed: removed.len(),
        counts: *counts,
        cycles: *cycles,
        changes: changes.len(),
        retold: changes.iter().filter(|change| is_retold(change)).count(),
        staged: None,
        kept: Vec::new(),
        seal: None,
    };
    let told = || account(before, changes);
    if !is_written {
        narrow.operations = told();
        return Ok(Some(narrow));
    }
    let dir = root.join(DSP);
    let transaction = Transaction::begin(&dir, PATIENCE)?;
    // Before the lock was there, another run may have been at work.
    if repository.index_stamp() != stamp {
        return Ok(None);
    }
    let lists = |path: &RepoPath| apart.lists(path);
    let tree = WorkTree { root, dir, lists: &lists };
    let listed = is_staging.then(|| inside::listed(repository, changes)).transpose();
    let listed = listed.map_err(TransactionError::Then)?;
    let staging = listed.as_ref().map(|listed| (repository, listed));
    // Where something described is gone, the long way tells.
    let going = Going { whole: removed.clone(), described: Vec::new() };
    let write = || write(transaction, &tree, staging, (before, changes, &going), reporter);
    let keep = || {
        let inside = apart.inside_with(&seal.inside, listed.as_ref()?)?;
        let keep =
            |ground: Vec<Cow<'_, [u8]>>| Seal::keep(ground.iter().map(|it| &**it), repository.git_dir());
        Some((inside, ground.renewed(part).and_then(keep)))
    };
    let (written, (kept, operations)) = rayon::join(write, || (keep(), told()));
    let (applied, staged, words) = written?;
    narrow.operations = operations;
    narrow.changes = applied.written + applied.removed;
    narrow.staged = is_staging.then_some(changes.len());
    narrow.kept = words;
    let ([read, worded, shown], stamp) = (index.noted(), staged.stamp_after(stamp.as_ref()));
    // The process ends soon.
    std::mem::forget((index, found));
    narrow.seal = kept.map(|(inside, ground)| {
        let outside = apart.outside;
        Seal { stamp, outside, inside, read, worded, shown, ground, ..seal }
    });
    Ok(Some(narrow))
}

/// The files that come and go.
struct Listed {
    /// Sources that are new, sorted.
    new: Vec<RepoPath>,
    /// Such that are gone, sorted.
    gone: Vec<RepoPath>,
    /// Others that are new.
    idle: Vec<RepoPath>,
    /// Such that are gone.
    lost: Vec<RepoPath>,
}

impl Listed {
    fn of(others: &[Changed], idle: Vec<RepoPath>, lost: Vec<RepoPath>) -> Self {
        let these = |state| {
            let these = others.iter().filter(|it| it.state == state).map(|it| it.path.clone());
            these.collect::<Vec<RepoPath>>()
        };
        Self { new: these(State::New), gone: these(State::Gone), idle, lost }
    }

    fn all_gone(&self) -> impl Iterator<Item = &RepoPath> {
        self.gone.iter().chain(&self.lost)
    }

    fn are_none(&self) -> bool {
        [&self.new, &self.gone, &self.idle, &self.lost].iter().all(|files| files.is_empty())
    }

    /// Whether a configuration of which these problems were `told` may have asked for one of them in vain: who looks for roots may be
    /// the only one who asks, and that is not noted.
    fn may_mend(&self, told: Option<&[Problem]>) -> bool {
        let flawed: Option<Vec<&Problem>> =
            told.map(|told| told.iter().filter(|problem| problem.place.ends_with(b".json")).collect());
        let is_asked_for = |path: &RepoPath| match (path.file_name().strip_suffix(b".json"), &flawed) {
            (None, _) => false,
            (Some(_), None) => true,
            // A package may be asked for by its name alone.
            (Some(b"tsconfig" | b"jsconfig"), Some(flawed)) => !flawed.is_empty(),
            (Some(stem), Some(flawed)) => flawed.iter().any(|it| it.message.as_bytes().contains_str(stem)),
        };
        self.idle.iter().any(is_asked_for)
    }

    /// Whether nobody is concerned by that but who imports them.
    fn are_alone(&self, ground: &Ground<'_>, apart: &Apart) -> bool {
        ground.may_gain(&self.new, &self.idle)
            && ground.may_lose(self.all_gone())
            // A folder is there with what is in it.
            && self.all_gone().all(|path| apart.has_beside(path))
    }
}

/// What is said by those that say something else: see [`Behind`].
struct Said {
    others: Vec<Changed>,
    retold: Vec<Retold>,
    bumped: Vec<(RepoPath, Bumps)>,
    reworded: BTreeSet<Vec<u8>>,
    /// Those whose imports may lead elsewhere because packages are declared otherwise, or aliases stand for something else.
    speaking: Vec<RepoPath>,
}

/// An index, as far as it is asked.
struct Index<'a> {
    repository: &'a Repository,
    seal: &'a Seal,
    apart: &'a Apart,
    /// Where texts of before are looked for.
    base: &'a Base,
    files: &'a Listed,
    facts: Cache,
    /// What lies outside of `.dsp/`, once somebody has asked.
    universe: OnceLock<Universe>,
    /// What lay there before.
    before: OnceLock<Universe>,
    /// Any import may lead elsewhere than before, and any source show another text.
    is_heeded: bool,
    /// Any source may show another text.
    is_worded: bool,
}

impl Index<'_> {
    /// What follows from what is `said`, with the ground that it goes by.
    fn found<'l>(
        &self,
        ground: Ground<'l>,
        Said { others, retold, bumped, reworded, speaking }: Said,
        told: Option<&[Problem]>,
        reporter: &dyn Reporter,
    ) -> Option<(Ground<'l>, Narrowed)> {
        // What costs little comes first where much is to be asked.
        if !self.were_ordinary() || self.is_heeded && !self.are_ordinary() {
            return None;
        }
        let detected = ground.detected();
        let found = || {
            let intro = |scope: &[u8]| self.universe().intro(scope).unwrap_or_default();
            let ground = ground.with(&self.files.new)?.reworded(&reworded, intro);
            let (ground, others, bumped) = if self.is_heeded {
                let anew = Anew::of(self.universe(), told?, || self.universe_before(), reporter)?;
                (anew.detected == detected).then_some(())?;
                ground.answered(anew.answered, others, self)?
            } else {
                let (ground, bumped) = ground.bumped(&bumped)?;
                let others = self.with_shown(&ground, others, reporter)?;
                if speaking.is_empty() {
                    (ground, others, bumped)
                } else {
                    self.answered(ground, others, bumped, speaking)?
                }
            };
            narrow::narrow(ground, others, (retold, bumped), self)
        };
        let is_more = !self.files.are_none() || !bumped.is_empty();
        let is_detected = is_more && !self.is_heeded;
        if self.is_heeded || self.is_worded || is_detected {
            // Both sides ask for it, and none may wait for the other.
            self.universe();
        }
        let is_fit = || {
            let is_same = || !is_detected || self.detected(&bumped) == Some(detected);
            (self.is_heeded || self.are_ordinary()) && is_same()
        };
        let is_in_step = || self.apart.is_inside(&self.seal.inside);
        let (found, (is_fit, is_in_step)) = rayon::join(found, || rayon::join(is_fit, is_in_step));
        found.filter(|_| is_fit && is_in_step)
    }

    /// With those that show something else where other texts may be shown. `None` where it is not known what they show.
    fn with_shown(
        &self,
        ground: &Ground<'_>,
        mut changed: Vec<Changed>,
        reporter: &dyn Reporter,
    ) -> Option<Vec<Changed>> {
        if !self.is_worded {
            return Some(changed);
        }
        let showing =
            anew::showing(self.universe(), || self.universe_before(), (ground, &changed), reporter)?;
        let is_other = |path: &RepoPath| changed.iter().all(|it| it.path != *path);
        let paths: Vec<RepoPath> = showing.into_iter().filter(is_other).collect();
        let sources = self.read(&paths)?.into_iter();
        changed.extend(sources.map(|it| Changed::as_it_was(it, Answers::Open)));
        Some(changed)
    }

    /// What follows beside `bumped` where the imports of those that are `speaking` may lead elsewhere, with all that changed then.
    fn answered<'l>(
        &self,
        ground: Ground<'l>,
        changed: Vec<Changed>,
        bumped: Bumped,
        speaking: Vec<RepoPath>,
    ) -> Option<(Ground<'l>, Vec<Changed>, Bumped)> {
        let is_changed = |path: &RepoPath| changed.iter().any(|it| it.path == *path);
        let (known, others): (BTreeSet<RepoPath>, _) = speaking.into_iter().partition(is_changed);
        let others: Vec<RepoPath> = others.into_iter().collect();
        let others = self.read(&others)?.into_iter().map(|it| Changed::as_it_was(it, Answers::Open));
        let others: Vec<Changed> = others.collect();
        let known = changed.iter().filter(|it| known.contains(&it.path));
        // What is gone imports nothing.
        let (gone, there): (Vec<&Changed>, Vec<&Changed>) =
            known.chain(&others).partition(|it| it.state == State::Gone);
        let (answers, absences) = self.answers(&there)?;
        let answers = there.iter().zip(answers).map(|(it, [_, now])| (it.path.clone(), now));
        let none = gone.iter().map(|it| (it.path.clone(), Vec::new()));
        let answers: BTreeMap<RepoPath, Vec<Resolved>> = answers.chain(none).collect();
        let (ground, changed, more) = ground.answered_in_part(answers, absences, changed, self)?;
        Some((ground, changed, bumped.then(more)))
    }

    fn universe(&self) -> &Universe {
        self.universe.get_or_init(|| self.listed_in(self.apart.outside.clone()))
    }

    /// The same of the index that was.
    fn universe_before(&self) -> &Universe {
        self.before.get_or_init(|| self.listed_in(self.seal.outside.clone()))
    }

    fn listed_in(&self, entries: Vec<Entry>) -> Universe {
        Universe::listed(self.repository.again(), entries)
    }

    /// Whether all that is gone were files of the project as others are.
    fn were_ordinary(&self) -> bool {
        let gone: BTreeSet<&RepoPath> = self.files.all_gone().collect();
        if gone.is_empty() {
            return true;
        }
        let entries = self.seal.outside.iter();
        let entries = entries.filter(|it| Universe::is_rule(&it.path) || gone.contains(&it.path));
        let universe = self.listed_in(entries.cloned().collect());
        gone.iter().all(|path| is_ordinary(&universe, path))
    }

    /// Whether all that is new are files of the project as others are.
    fn are_ordinary(&self) -> bool {
        let Listed { new, idle, .. } = self.files;
        if new.is_empty() && idle.is_empty() {
            return true;
        }
        let universe = self.universe();
        // Of a copy of what others keep less is told.
        let vendors = go_vendors(universe.files.iter().map(|file| &file.path));
        let is_own = |path: &RepoPath| !is_installed(path, &vendors);
        new.iter().chain(idle).all(|path| is_ordinary(universe, path)) && new.iter().all(is_own)
    }

    /// What is [detected](narrow::detected) where versions are `bumped`; `None` where one says more.
    fn detected(&self, bumped: &[(RepoPath, Bumps)]) -> Option<Key> {
        let universe = self.universe();
        let reading = Reading::of(universe);
        let project = resolution::project(universe, &reading);
        let resolvers = Resolvers::new(&project);
        let units = resolvers.units();
        // What is wrong with the configuration is told because somebody asks.
        if !resolvers.problems().iter().all(|problem| self.seal.tells(problem)) {
            return None;
        }
        let is_own = |name: &String| resolvers.is_own(name);
        let has_rivals = |bumps: &Bumps| {
            project.files().iter().filter(|path| bumps.rivals.contains(&path.file_name())).count() > 1
        };
        let is_open = |(file, bumps): &(RepoPath, Bumps)| {
            bumps.foreign.iter().any(is_own)
                || bumps.declared.iter().chain(&bumps.aliased).any(|(_, name)| resolvers.may_mean(name))
                || has_rivals(bumps)
                || !bumps.versions.iter().all(|it| resolvers.tells_alone(file, &it.package))
        };
        if bumped.iter().any(is_open) {
            return None;
        }
        let sources = project.files().iter().filter(|path| resolvers::language_of(path).is_some());
        Some(narrow::detected(project.files(), sources, &units))
    }

    /// The files on whose bytes it rests what was told, those whose words are shown, those of which something is told, and all
    /// of the run before; all sorted.
    fn noted(&self) -> [Vec<RepoPath>; 3] {
        let [read, worded, shown] = match self.universe.get() {
            Some(Universe { snapshot, .. }) => [snapshot.noted(), snapshot.worded(), snapshot.told()],
            None => Default::default(),
        };
        let with = |before: &[RepoPath], more: Vec<RepoPath>| {
            let all: BTreeSet<RepoPath> = before.iter().cloned().chain(more).collect();
            all.into_iter().collect()
        };
        [with(&self.seal.read, read), with(&self.seal.worded, worded), with(&self.seal.shown, shown)]
    }
}

/// Whether the file at `path` counts, and nobody else keeps it.
fn is_ordinary(universe: &Universe, path: &RepoPath) -> bool {
    let at = universe.files.binary_search_by(|file| file.path.cmp(path));
    at.is_ok_and(|at| universe.files[at].class == Class::Ordinary)
}

impl World for Index<'_> {
    fn read(&self, paths: &[RepoPath]) -> Option<Vec<SourceFile>> {
        let read = |path: &RepoPath| {
            let (language, dialect) = resolvers::language_of(path)?;
            let source = |facts| SourceFile { path: path.clone(), language, dialect, facts, key: None };
            if self.files.gone.binary_search(path).is_ok() {
                return Some(source(language.extract(dialect, b"")));
            }
            let id = git::find(&self.apart.outside, path)?.id;
            let facts = match self.facts.of_blob(language, dialect, id) {
                Some(known) => known.facts,
                None => language.extract(dialect, &self.repository.blob(id).ok()?),
            };
            Some(source(facts))
        };
        paths.par_iter().map(read).collect()
    }

    fn answers(&self, changed: &[&Changed]) -> Option<(Vec<[Vec<Resolved>; 2]>, Absences)> {
        let universe = self.universe();
        let reading = Reading::of(universe);
        let project = resolution::project(universe, &reading).noting();
        let read = |path: &RepoPath| self.read(std::slice::from_ref(path))?.pop();
        let side = |resolvers: &Resolvers<'_>, facts_of: fn(&Changed) -> &FileFacts| {
            let answers = |it: &&Changed| {
                let (language, dialect) = resolvers::language_of(&it.path)?;
                let (path, facts) = (it.path.clone(), facts_of(it).clone());
                let asked = SourceFile { path, language, dialect, facts, key: None };
                Some(resolvers.resolve_one(&asked, false, read).imports)
            };
            changed.iter().map(answers).collect::<Option<Vec<_>>>()
        };
        let resolvers = Resolvers::lazy(&project);
        let (before, now) = (side(&resolvers, |it| &it.before)?, side(&resolvers, |it| &it.now)?);
        // What is wrong with the configuration is told because somebody asks.
        let told = |facts_of| {
            let alone = Resolvers::lazy(&project);
            side(&alone, facts_of).map(|_| alone.problems())
        };
        if resolvers.have_met_flaws() {
            let (before, now) = (told(|it| &it.before)?, told(|it| &it.now)?);
            let is_told = |it: &Problem| before.contains(it) || self.seal.tells(it);
            if !before.iter().all(|it| now.contains(it)) || !now.iter().all(is_told) {
                return None;
            }
        }
        Some((before.into_iter().zip(now).map(<[_; 2]>::from).collect(), project.absences()?))
    }

    fn add_texts(&self, sources: &mut [SourceFile], side: Side) {
        if sources.iter().any(super::is_open) {
            let is_other = (self.is_heeded || self.is_worded) && side == Side::Before;
            super::add_texts(if is_other { self.universe_before() } else { self.universe() }, sources);
        }
    }

    fn listed(&self, path: &str) -> Option<ContentId> {
        self.apart.content(format!("{DSP}/{path}").as_bytes())
    }

    fn list(&self, prefix: &str) -> Vec<String> {
        let prefix = format!("{DSP}/{prefix}");
        let paths = self.apart.paths(prefix.as_bytes());
        paths.map(|path| String::from_utf8_lossy(&path[DSP.len() + 1..]).into_owned()).collect()
    }

    fn name_of(&self, bytes: &[u8]) -> Option<ContentId> {
        self.repository.name_of(bytes)
    }

    fn blob(&self, id: ContentId) -> Option<Vec<u8>> {
        self.repository.blob(id).ok()
    }

    fn files(&self) -> Vec<RepoPath> {
        self.universe().files.iter().map(|file| file.path.clone()).collect()
    }

    fn asset(&self, path: &RepoPath, side: Side) -> Option<Says> {
        let universe = if side == Side::Now { self.universe() } else { self.universe_before() };
        is_ordinary(universe, path).then(|| Says(universe.text(path)))
    }

    fn lost(&self) -> &[RepoPath] {
        &self.files.lost
    }

    fn recall(&self, open: &Open, sources: &[SourceFile]) -> Evidence {
        recall(self.universe(), sources, open, self.base)
    }
}
