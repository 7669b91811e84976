//! A sync of what a commit would hold: sources and `.dsp/` of the index, to the index. The work tree's `.dsp/` gets the
//! same changes, merged with what somebody wrote there; its sources are not touched, so that markers wait for a sync of
//! the work tree.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::is_of_package;
use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use super::bootstrap::{BootstrapError, BootstrapOptions, Outcome, settle};
use super::inside::{self, DSP};
use super::sync::{Synced, refuse_unmerged};
use super::unchanged::Unsealed;
use crate::dsp::BootstrapInput;
use crate::dsp::format::{ImportLine, import_lines, lines};
use crate::dsp::merge::{Merged, Versions, merge};
use crate::dsp::model::{Entity, Store};
use crate::dsp::ops::{Edge, View};
use crate::dsp::plan::{is_ours, readings};
use crate::dsp::store::{self, StoreError};
use crate::dsp::view::Disk;
use crate::event::Reporter;
use crate::git::{Contents, Prepared, Repository, Staged, Written};
use crate::identity::Uid;
use crate::transaction::{Applied, Before, Cause, Change, PATIENCE, Transaction, TransactionError};
use crate::universe::{Source, Universe};

/// Brings the `.dsp/` of the index, which must be there, to what `input` says, whose files are those of `universe`, an
/// index in which `existing` stands. Without `is_staging` only the work tree's `.dsp/` changes; in a dry run nothing does.
///
/// The work tree comes first and is taken back when the index cannot be written. A process that dies in between leaves
/// an index that the next call brings to the same.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn sync_staged(
    (universe, existing): (&Universe, Result<Store, StoreError>),
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
    is_staging: bool,
    reporter: &dyn Reporter,
) -> Result<Synced, BootstrapError> {
    refuse_unmerged(universe)?;
    let root = universe.snapshot.root();
    if options.dry_run {
        let existing = existing?;
        let synced = Synced::of(&existing, settle(&existing, input, options)?);
        return Ok(synced.sealed(universe));
    }
    // Before the lock, which would leave a file beside a `.dsp/` that is not there.
    store::refuse_absent(&universe.snapshot)?;
    let dir = root.join(DSP);
    let transaction = Transaction::begin(&dir, PATIENCE)?;
    // Before the lock was there, another run may have been at work. What it did to `.dsp/` is what this one starts from.
    let now = if universe.snapshot.is_current() { None } else { Some(Universe::open(root, &Source::Index)?) };
    let is_same = |now: &Universe| {
        inside::dir().is_ok_and(|dir| now.snapshot.is_same_listing(&universe.snapshot, &dir))
    };
    if now.as_ref().is_some_and(|now| !is_same(now)) {
        return Err(BootstrapError::IndexChanged);
    }
    let existing = match &now {
        Some(now) => store::of_snapshot(&now.snapshot, input.memory)?,
        None => existing?,
    };
    let now = now.as_ref().unwrap_or(universe);
    let mut synced = Synced::of(&existing, settle(&existing, input, options)?);
    let Outcome { plan, recovery, applied, ground, .. } = &mut synced.outcome;
    *recovery = transaction.recovery();
    let going = Going { whole: [&plan.removed[..], &plan.absent].concat(), described: plan.gone.clone() };
    let tree = WorkTree { root, dir, lists: &|path| now.snapshot.lists(path) };
    let repository = now.snapshot.repository().filter(|_| is_staging);
    let listed = repository.map(|it| inside::listed(it, &plan.changes)).transpose();
    let listed = listed.map_err(TransactionError::Then)?.unwrap_or_default();
    let staging = repository.map(|it| (it, &listed));
    let write = || write(transaction, &tree, staging, (&existing, &plan.changes, &going), reporter);
    // It takes a while to write an index.
    let is_in_step = is_staging || plan.changes.is_empty();
    let unsealed = || is_in_step.then(|| Unsealed::of(universe, &now.snapshot, &listed)).flatten();
    let (written, unsealed) = rayon::join(write, unsealed);
    let (done, staged, kept) = written?;
    *applied = done;
    let stamp = staged.stamp_after(now.snapshot.stamp());
    synced.unsealed = unsealed.map(|it| it.stamped(stamp, ground.take()));
    synced.staged = is_staging.then_some(plan.changes.len());
    synced.kept = kept;
    // Taking apart what so many files hold takes a while, and the process ends soon.
    std::mem::forget(existing);
    Ok(synced)
}

/// Entities that the index does not have from now on, or whose files it does not have.
pub(super) struct Going {
    /// They are there no more, or never were and were named there.
    pub(super) whole: Vec<Uid>,
    /// Somebody described them, so they wait there for a decision; nothing is imported of them any more.
    pub(super) described: Vec<Uid>,
}

/// What was written to the work tree, to the index, and which files have somebody's words that stay.
type Wrote = (Applied, Written, Vec<RepoPath>);

/// Writes the changes to the `.dsp/` of the index, which was `existing` as far as they concern it, there and to the work
/// tree; unless that is to be staged, only there.
pub(super) fn write(
    transaction: Transaction,
    tree: &WorkTree<'_>,
    staging: Option<(&Repository, &Contents)>,
    (existing, changes, going): (&Store, &[Change], &Going),
    reporter: &dyn Reporter,
) -> Result<Wrote, BootstrapError> {
    let mut staged = Written::Not;
    // To write an index takes a while, and both wait for the disk: its lock is held while the work tree is looked at. What
    // waits for it below holds a thread of the pool, so that it must not need one.
    let threads = rayon::current_num_threads();
    let (applied, kept) = thread::scope(|scope| {
        let prepared = staging.map(|staging| scope.spawn(move || prepare(staging, changes, threads)));
        let stage = || {
            let prepared = prepared.map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)));
            if let Some(prepared) = prepared.transpose()? {
                staged = prepared.commit()?;
            }
            Ok(())
        };
        let (here, kept) = tree.changes(existing, changes, going)?;
        let applied = match &here[..] {
            [] => stage().map(|()| Applied::default()).map_err(TransactionError::Then),
            here => transaction.commit_then(here, reporter, stage),
        };
        Ok::<_, BootstrapError>((applied?, kept))
    })?;
    Ok((applied, staged, kept))
}

/// So many files are one piece of work.
const SHARE: usize = 16;

/// All of staging `changes`, of which it is known what will be listed, that leaves the index as it is.
fn prepare<'r>(
    (repository, listed): (&'r Repository, &Contents),
    changes: &[Change],
    threads: usize,
) -> Result<Prepared<'r>, Cause> {
    let mut files = Vec::with_capacity(changes.len());
    for change in changes {
        let (path, bytes) = (inside::file(&change.path)?, change.content.as_deref().map(Cow::Borrowed));
        let id = listed.get(&path).copied().flatten();
        files.push(Staged { path, bytes, id });
    }
    Ok(repository.prepare(&inside::dir()?, &files, PATIENCE, threads)?)
}

/// The work tree and its `.dsp/`.
pub(super) struct WorkTree<'a> {
    pub(super) root: &'a Path,
    pub(super) dir: PathBuf,
    /// Whether a commit would hold the file.
    pub(super) lists: &'a (dyn Fn(&RepoPath) -> bool + Sync),
}

impl WorkTree<'_> {
    /// `staged`, made for the `.dsp/` of the work tree, and files in which somebody's words stay that are others.
    /// Nothing where there is no `.dsp/`: whoever took it away, or never checked it out, does not get it in parts.
    fn changes(
        &self,
        existing: &Store,
        staged: &[Change],
        going: &Going,
    ) -> Result<(Vec<Change>, Vec<RepoPath>), BootstrapError> {
        let disk = match Disk::open(&self.dir) {
            Err(StoreError::Absent(_)) => return Ok(Default::default()),
            disk => disk?,
        };
        if disk.is_bare()? {
            return Ok(Default::default());
        }
        let read = |change| Ok::<_, StoreError>(Mine { change, text: disk.read(change.path.as_bytes())? });
        let files = staged.par_iter().with_min_len(SHARE).map(read).collect::<Result<Vec<Mine<'_>>, _>>()?;
        let has_words = |file: &&Mine<'_>| file.change.content.is_none() && file.merged(&|_| false).kept;
        let words: BTreeSet<&[u8]> =
            files.iter().filter(has_words).map(|file| file.change.path.as_bytes()).collect();
        let told: BTreeSet<Uid> = words.iter().flat_map(|path| names(path)).collect();
        let packages = OnceCell::new();
        let is_package = |dir: &[u8]| packages.get_or_init(|| packages_of(existing)).contains(dir);
        let is_left = |uid: Uid| match existing.entity(uid) {
            Some(entity) => Ok(entity.location().is_some_and(|it| self.is_left(&it, &is_package))),
            None => disk.read(format!("{uid}/description").as_bytes()).map(|text| text.is_some()),
        };
        let mut staying = Staying {
            entities: BTreeSet::new(),
            going: BTreeSet::new(),
            words,
            explained: explained(&disk, &files)?,
        };
        for uid in going.whole.iter().copied() {
            let stays = told.contains(&uid) || is_left(uid)?;
            if stays { &mut staying.entities } else { &mut staying.going }.insert(uid);
        }
        for uid in going.described.iter().copied() {
            if is_left(uid)? {
                staying.entities.insert(uid);
            }
        }
        let (mut changes, mut kept) = (Vec::new(), Vec::new());
        let merged =
            |file: &Mine<'_>| file.merged(&|line| staying.holds_line(file.change.path.as_bytes(), line));
        let merged: Vec<Merged> = files.par_iter().with_min_len(SHARE).map(merged).collect();
        for (file, Merged { content, kept: is_kept }) in files.iter().zip(merged) {
            let path = &file.change.path;
            kept.extend(is_kept.then(|| path.clone()));
            let stays = staying.holds_file(file.change);
            let content =
                if stays { file.text.as_ref().map(|text| staying.rest(path, text)) } else { content };
            if content != file.text {
                let before = Before::Known(file.text.clone());
                changes.push(Change { path: path.clone(), before, content });
            }
        }
        kept.sort_unstable();
        Ok((changes, kept))
    }

    /// Whether the file or package of an entity that goes from the index went from there too, and lies in the work tree still.
    fn is_left(&self, location: &[u8], is_package: &dyn Fn(&[u8]) -> bool) -> bool {
        let is_place = |place: &&[u8]| location.is_empty() || RepoPath::new(place).is_ok();
        let lists = |place| RepoPath::new(place).is_ok_and(|path| (self.lists)(&path));
        let mut places = readings(location).filter(is_place);
        !readings(location).any(lists) && places.any(|place| self.stands(place, is_package))
    }

    /// Whether something lies at `place` in the work tree; of what was a package, a file of its own.
    fn stands(&self, place: &[u8], is_package: &dyn Fn(&[u8]) -> bool) -> bool {
        if !place.is_empty() && !Universe::stands_on_disk(self.root, place) {
            return false;
        }
        let Some(files) = Universe::names_on_disk(self.root, place) else { return true };
        if is_package(place) { files.iter().any(is_of_package) } else { !place.is_empty() }
    }
}

/// The directories in which files of packages lie that have an entity.
fn packages_of(store: &Store) -> FxHashSet<Vec<u8>> {
    let paths = store.entities.values().filter_map(Entity::path);
    paths.filter(is_of_package).map(|path| path.parent().to_vec()).collect()
}

/// What a change of the index meets in the work tree.
struct Mine<'a> {
    change: &'a Change,
    /// What stands there.
    text: Option<Vec<u8>>,
}

impl Mine<'_> {
    fn merged(&self, stays: &dyn Fn(&[u8]) -> bool) -> Merged {
        let Change { path, before, content } = self.change;
        let mine = self.text.as_deref();
        let base = match before {
            Before::Known(base) => base.as_deref(),
            Before::Unknown => mine,
        };
        merge(path.as_bytes(), Versions { base, mine, theirs: content.as_deref() }, stays)
    }
}

/// The lines that go from `imports` of the index, and of which somebody says why in the work tree alone.
fn explained(disk: &Disk, files: &[Mine<'_>]) -> Result<BTreeSet<Edge>, StoreError> {
    let changed: FxHashSet<&[u8]> = files.iter().map(|file| file.change.path.as_bytes()).collect();
    let mut explained = BTreeSet::new();
    for file in files.iter().filter(|file| file.change.path.as_bytes().ends_with(b"/imports")) {
        let Some(importer) = names(file.change.path.as_bytes()).next() else { continue };
        let stays: FxHashSet<&[u8]> = file.change.content.iter().flat_map(|it| lines(it)).collect();
        for line in file.text.iter().flat_map(|text| import_lines(text)) {
            let Some(to) = line.imported().filter(|_| !stays.contains(line.raw)) else { continue };
            let edge = Edge { importer, to, via: line.via() };
            let why = edge.why();
            // What the index says of it goes with it.
            if !changed.contains(why.as_bytes())
                && disk.read(why.as_bytes())?.is_some_and(|text| !is_ours(&text))
            {
                explained.insert(edge);
            }
        }
    }
    Ok(explained)
}

/// What goes from the index and stays in the work tree, until a sync of that decides.
struct Staying<'a> {
    /// Entities whose files are left there, or of which somebody wrote there.
    entities: BTreeSet<Uid>,
    /// The others.
    going: BTreeSet<Uid>,
    /// The files with what somebody wrote there.
    words: BTreeSet<&'a [u8]>,
    /// Lines of `imports` with their whys there.
    explained: BTreeSet<Edge>,
}

impl Staying<'_> {
    /// Whether the change removes a file that stays.
    fn holds_file(&self, change: &Change) -> bool {
        change.content.is_none() && self.holds(names(change.path.as_bytes()))
    }

    /// What stays of such a file: of a list, the lines that name nothing that goes.
    fn rest(&self, path: &RepoPath, text: &[u8]) -> Vec<u8> {
        let is_list = [&b"/imports"[..], b"/shared"].iter().any(|name| path.as_bytes().ends_with(name));
        let stays = |line: &&[u8]| {
            let line = ImportLine { raw: line.trim() };
            let ends = [line.imported(), line.via()];
            !is_list || !ends.into_iter().flatten().any(|uid| self.going.contains(&uid))
        };
        text.lines_with_terminator().filter(stays).flatten().copied().collect()
    }

    /// Whether a line of the list at `path` stays; so does what words that stand there are about.
    fn holds_line(&self, path: &[u8], line: &[u8]) -> bool {
        if self.entities.is_empty() && self.words.is_empty() && self.explained.is_empty() {
            return false;
        }
        let line = ImportLine { raw: line };
        let (Some(to), via) = (line.imported(), line.via()) else { return false };
        let has_words = |owner: Uid| {
            let place = if path.ends_with(b"/shared") {
                format!("{owner}/exports/{to}/description")
            } else {
                Edge { importer: owner, to, via }.why()
            };
            self.words.contains(place.as_bytes())
        };
        let is_whole = || ![Some(to), via].into_iter().flatten().any(|end| self.going.contains(&end));
        let is_explained = |importer| self.explained.contains(&Edge { importer, to, via }) && is_whole();
        self.holds([Some(to), via].into_iter().flatten())
            || names(path).next().is_some_and(|owner| has_words(owner) || is_explained(owner))
    }

    /// Whether one of these stays, and none goes.
    fn holds(&self, uids: impl Iterator<Item = Uid>) -> bool {
        let uids: Vec<Uid> = uids.collect();
        uids.iter().any(|uid| self.entities.contains(uid)) && !uids.iter().any(|uid| self.going.contains(uid))
    }
}

/// The uids in a path below `.dsp/`.
fn names(path: &[u8]) -> impl Iterator<Item = Uid> {
    path.split_str(b"/").filter_map(Uid::parse)
}
