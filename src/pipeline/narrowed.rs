//! The narrow way of a sync or a check of the index: where a few files say something else or are new, and nothing but what
//! follows from that is to be told anew, the rest of the repository is not looked at.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use rayon::prelude::*;
use resolvers::bumps::Bumps;
use resolvers::facts::{FileFacts, Shown, ShownSort};
use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::Resolved;

use super::anew::Anew;
use super::bootstrap::BootstrapError;
use super::inside::{self, DSP};
use super::recall::{Base, recall};
use super::seal::Seal;
use super::staged::{WorkTree, write};
use super::sync::is_retold;
use super::unchanged::Behind;
use crate::dsp::account::{Operation, account};
use crate::dsp::identify::{Evidence, Open};
use crate::dsp::desired::Unread;
use crate::dsp::narrow::{self, Changed, Counts, Ground, Narrowed, Side, State, World, signed};
use crate::event::Reporter;
use crate::facts::{SourceFile, cache::Cache};
use crate::git::{Apart, ContentId, Entry, Repository};
use crate::kept::Key;
use crate::resolution::{self, Reading, Resolvers};
use crate::transaction::{PATIENCE, Transaction};
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
            Seal { told, ..seal }.save(repository.git_dir());
        }
    }
}

/// What becomes of the `.dsp/` of the index of `repository`, which is `behind`, and of which these problems were `told`; it is
/// written, to the work tree and, where `is_staging`, to the index, if anything `is_written`. `None` where the long way has to
/// tell. Must run on threads with [`crate::facts::STACK_SIZE`] bytes of stack.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn narrowed(
    (behind, told): (Behind<'_>, &[Problem]),
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
    } = behind;
    let (Some(root), Some(ground), false) = (repository.work_dir(), ground, apart.leaves_out()) else {
        return Ok(None);
    };
    // What is to be written is held against what was read.
    if is_written && stamp.is_none() {
        return Ok(None);
    }
    let these = |state| {
        let these = others.iter().filter(|it| it.state == state).map(|it| it.path.clone());
        these.collect::<Vec<RepoPath>>()
    };
    let (new, gone) = (these(State::New), these(State::Gone));
    let all_gone = || gone.iter().chain(&lost);
    // A folder is there with what is in it.
    let is_alone = || {
        ground.may_gain(&new, &idle)
            && ground.may_lose(all_gone())
            && all_gone().all(|path| apart.has_beside(path))
    };
    if !ground.is_free_of(&lost) {
        return Ok(None);
    }
    let is_heeded = is_heeded || !is_alone();
    let (before, universe) = (OnceLock::new(), OnceLock::new());
    let index =
        Index { repository, seal: &seal, apart: &apart, base, gone: &gone, facts, universe, before, is_heeded };
    if !index.were_ordinary(&all_gone().collect()) {
        return Ok(None);
    }
    let detected = ground.detected();
    let found = || {
        let ground = ground.with(&new)?;
        let ground = if reworded.is_empty() { ground } else { index.reworded(ground, &reworded) };
        let (ground, others, bumped) = if is_heeded {
            let anew = Anew::of(index.universe(), told, || index.universe_before(), reporter)?;
            (anew.detected == detected).then_some(())?;
            ground.answered(anew.answered, others, |paths| index.read_sources(paths))?
        } else {
            let (ground, bumped) = ground.bumped(&bumped)?;
            (ground, others, bumped)
        };
        let found = narrow::narrow(&ground, others, (retold, bumped), &index)?;
        Some((ground, found))
    };
    let is_more = !new.is_empty() || !idle.is_empty() || !bumped.is_empty() || all_gone().next().is_some();
    if is_more || is_heeded {
        // Both sides ask for it, and none may wait for the other.
        index.universe();
    }
    let look = || {
        let is_fit = || index.are_ordinary(&new, &idle);
        let is_same = || is_heeded || !is_more || index.detected(&bumped) == Some(detected);
        apart.inside().as_ref() == Some(&seal.inside) && is_fit() && is_same()
    };
    let (found, true) = rayon::join(found, look) else { return Ok(None) };
    let Some((ground, found)) = found else { return Ok(None) };
    let Narrowed { changes, minted, removed, counts, cycles, before, part } = &found;
    let mut narrow = Narrow {
        operations: Vec::new(),
        changed,
        sources: signed(new.len()) - signed(gone.len()),
        idle: signed(idle.len()) - signed(lost.len()),
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
    let lists = |path: &RepoPath| apart.outside.binary_search_by(|entry| entry.path.cmp(path)).is_ok();
    let tree = WorkTree { root, dir, lists: &lists };
    let staging = Some(repository).filter(|_| is_staging);
    let write = || write(transaction, &tree, staging, (before, changes, removed), reporter);
    let keep = || {
        let inside = staging.and_then(|it| apart.inside_with(&seal.inside, &inside::listed(it, changes)?))?;
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
    let (read, stamp) = (index.read(&seal.read), staged.stamp_after(stamp.as_ref()));
    // The process ends soon.
    std::mem::forget((index, ground, found));
    narrow.seal = kept.map(|(inside, ground)| {
        let outside = apart.outside;
        Seal { outside, inside, read, stamp, ground, ..seal }
    });
    Ok(Some(narrow))
}

/// An index, as far as it is asked.
struct Index<'a> {
    repository: &'a Repository,
    seal: &'a Seal,
    apart: &'a Apart,
    /// Where texts of before are looked for.
    base: &'a Base,
    /// Sources that are gone, sorted.
    gone: &'a [RepoPath],
    facts: Cache,
    /// What lies outside of `.dsp/`, once somebody has asked.
    universe: OnceLock<Universe>,
    /// What lay there before.
    before: OnceLock<Universe>,
    /// Other texts may be shown than before.
    is_heeded: bool,
}

impl Index<'_> {
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

    /// The ground with what the READMEs in the folders `others` say now.
    fn reworded<'g>(&self, ground: Ground<'g>, others: &BTreeSet<Vec<u8>>) -> Ground<'g> {
        ground.reworded(others, |scope| self.universe().intro(scope).unwrap_or_default())
    }

    /// Whether all that is `gone` were files of the project as others are.
    fn were_ordinary(&self, gone: &BTreeSet<&RepoPath>) -> bool {
        if gone.is_empty() {
            return true;
        }
        let entries = self.seal.outside.iter();
        let entries = entries.filter(|it| Universe::is_rule(&it.path) || gone.contains(&it.path));
        let universe = self.listed_in(entries.cloned().collect());
        gone.iter().all(|path| is_ordinary(&universe, path))
    }

    /// Whether all of `new` and `idle`, sources and others that were not there, are files of the project as others are.
    fn are_ordinary(&self, new: &[RepoPath], idle: &[RepoPath]) -> bool {
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
        let is_own = |name: &String| resolvers.is_own(name);
        let has_rivals = |bumps: &Bumps| {
            project.files().iter().filter(|path| bumps.rivals.contains(&path.file_name())).count() > 1
        };
        let is_open = |(file, bumps): &(RepoPath, Bumps)| {
            bumps.foreign.iter().any(is_own)
                || has_rivals(bumps)
                || !bumps.versions.iter().all(|it| resolvers.tells_alone(file, &it.package))
        };
        if bumped.iter().any(is_open) {
            return None;
        }
        let sources = project.files().iter().filter(|path| resolvers::language_of(path).is_some());
        Some(narrow::detected(project.files(), sources, &units))
    }

    /// The files on whose bytes it rests what was told, those in `before` among them; sorted.
    fn read(&self, before: &[RepoPath]) -> Vec<RepoPath> {
        let noted = self.universe.get().map(|it| it.snapshot.noted());
        let all: BTreeSet<RepoPath> = noted.into_iter().flatten().chain(before.iter().cloned()).collect();
        all.into_iter().collect()
    }
}

/// Whether the file at `path` counts, and nobody else keeps it.
fn is_ordinary(universe: &Universe, path: &RepoPath) -> bool {
    let at = universe.files.binary_search_by(|file| file.path.cmp(path));
    at.is_ok_and(|at| universe.files[at].class == Class::Ordinary)
}

impl Index<'_> {
    /// The sources at `paths` as they stand now.
    fn read_sources(&self, paths: &[RepoPath]) -> Option<Vec<SourceFile>> {
        let read = |path: &RepoPath| {
            let (language, dialect) = resolvers::language_of(path)?;
            let source = |facts| SourceFile { path: path.clone(), language, dialect, facts, key: None };
            if self.gone.binary_search(path).is_ok() {
                return Some(source(language.extract(dialect, b"")));
            }
            let at = self.apart.outside.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
            let id = self.apart.outside[at].id;
            let facts = match self.facts.of_blob(language, dialect, id) {
                Some(known) => known.facts,
                None => language.extract(dialect, &self.repository.blob(id).ok()?),
            };
            Some(source(facts))
        };
        paths.par_iter().map(read).collect()
    }
}

impl World for Index<'_> {
    fn read(&self, paths: &[RepoPath]) -> Option<Vec<SourceFile>> {
        self.read_sources(paths)
    }

    fn answers(&self, changed: &[&Changed]) -> Option<(Vec<[Vec<Resolved>; 2]>, Absences)> {
        let universe = self.universe();
        let reading = Reading::of(universe);
        let project = resolution::project(universe, &reading).noting();
        let read = |path: &RepoPath| World::read(self, std::slice::from_ref(path))?.pop();
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

    fn add_texts(&self, sources: &mut [SourceFile], side: Side) -> Option<()> {
        let is_wanted = |it: &Shown| it.sort == ShownSort::Template || it.sort.of_key().is_some();
        if sources.iter().flat_map(|it| &it.facts.shown).any(is_wanted) {
            let is_other = self.is_heeded && side == Side::Before;
            super::add_texts(if is_other { self.universe_before() } else { self.universe() }, sources);
        }
        Some(())
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

    fn files(&self) -> Option<Vec<RepoPath>> {
        Some(self.universe().files.iter().map(|file| file.path.clone()).collect())
    }

    fn recall(&self, open: &Open, sources: &[SourceFile]) -> Option<Evidence> {
        Some(recall(self.universe(), sources, open, self.base))
    }
}
