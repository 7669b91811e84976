//! The short way of a sync or a check of the index: where nothing changed that any stage would see, `.dsp/` is in step
//! still, and the stages need not run.
//!
//! A run over the index leaves a [`Seal`] behind. A later index is as good when it lists the same files, and those with
//! other contents say the same: of sources every fact is equal but for the places, of which only the order shows; of files
//! that no language reads the same is to be said, and in configuration nothing is another that anybody reads. Else it is told
//! what says something else, is new or gone, for `narrowed`; and whether others may go by some of that, as by configuration.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rayon::prelude::*;
use resolvers::LANGUAGES;
use resolvers::bumps::Bumps;
use resolvers::path::RepoPath;

use super::inside::{self, DSP};
use super::seal::{Closed, Marked, Seal};
use super::sync::Synced;
use crate::dsp::desired::is_readme;
use crate::dsp::narrow::{Changed, Ground, MOST_TOLD, Retold, State};
use crate::dsp::store::StoreError;
use crate::dsp::view::Disk;
use crate::facts::{cache::Cache, messages};
use crate::git::{self, Apart, Contents, Entry, EntryKind, Repository, Stamp};
use crate::transaction::Transaction;
use crate::universe::{Snapshot, Universe};

/// An index with whose sources `.dsp/` is in step.
#[derive(Debug)]
pub struct Unchanged {
    /// What was told when that was found out, as [`Unsealed::seal`] was given it.
    pub told: String,
    /// How many sources have other contents since then.
    pub changed: usize,
}

/// How an index stands to what is known of one before.
pub enum Step<'l> {
    /// `.dsp/` is in step.
    In(Unchanged),
    /// A few files say something else, or are new.
    Behind(Box<Behind<'l>>),
}

/// The bytes that earlier runs left, from which a [`Behind`] borrows.
#[derive(Default)]
pub struct Left(OnceLock<Marked>);

/// An index in which a few files say something else than when `.dsp/` was brought in step with them, or are new.
pub struct Behind<'l> {
    pub(super) seal: Seal,
    /// What is kept beside it for runs over a few files.
    pub(super) ground: Option<Ground<'l>>,
    /// The facts that are known.
    pub(super) facts: Cache,
    /// Whether it is the same inside is not known yet.
    pub(super) apart: Apart,
    pub(super) stamp: Option<Stamp>,
    /// How many sources have other contents.
    pub(super) changed: usize,
    /// What is said by those that say something else, or are new.
    pub(super) others: Vec<Changed>,
    /// What is to be said of those that no language reads.
    pub(super) retold: Vec<Retold>,
    /// Files that are new and no sources.
    pub(super) idle: Vec<RepoPath>,
    /// Such that are no more.
    pub(super) lost: Vec<RepoPath>,
    /// Configuration in which nothing changed but what these tell.
    pub(super) bumped: Vec<(RepoPath, Bumps)>,
    /// The folders whose READMEs are others.
    pub(super) reworded: BTreeSet<Vec<u8>>,
    /// Something changed that may decide on more than what is said of it: on where imports lead, on what is shown.
    pub(super) is_heeded: bool,
    /// Something changed that may decide on what is shown.
    pub(super) is_worded: bool,
}

impl Behind<'_> {
    /// What was told when `.dsp/` was in step, as [`Unsealed::seal`] was given it.
    #[must_use]
    pub fn told(&self) -> &str {
        &self.seal.told
    }

    fn add(&mut self, became: Became) {
        match became {
            Became::Other(it) => self.others.push(*it),
            Became::Asset(it) => self.retold.push(*it),
            Became::Idle(path) => self.idle.push(path),
            Became::Lost(path) => self.lost.push(path),
            Became::Bumped(path, bumps) => self.bumped.push((path, bumps)),
            Became::Heeded(it) => {
                self.is_heeded = true;
                self.add(*it);
            }
            Became::Worded(it) => {
                self.is_worded = true;
                self.add(*it);
            }
            Became::Same | Became::Readme | Became::Unknown => {}
        }
    }
}

/// What became of the bytes of a file.
enum Became {
    /// Nothing shows outside the file.
    Same,
    /// It says something else.
    Other(Box<Changed>),
    /// No language reads it, and something else may be to be said of it.
    Asset(Box<Retold>),
    /// It is new, no language reads it, and only who asks for it may find it.
    Idle(RepoPath),
    /// It was such a file, and is no more.
    Lost(RepoPath),
    /// It is configuration, and says nothing else but what these tell.
    Bumped(RepoPath, Bumps),
    /// It is the README of a folder.
    Readme,
    /// It is something that others may go by, and became this.
    Heeded(Box<Self>),
    /// It is something of which others may show the words, and no more, and became this.
    Worded(Box<Self>),
    /// What it says is not certain, or it decides on what counts.
    Unknown,
}

/// How the index of `repository` stands to its `.dsp/`, where that is known without a look at all sources. Must run on
/// threads with [`crate::facts::STACK_SIZE`] bytes of stack. What cannot be read is left to the long way, which says so.
#[must_use]
pub fn step<'l>(repository: &Repository, left: &'l Left) -> Option<Step<'l>> {
    if repository.replaces_objects() {
        return None;
    }
    let closed = Closed::load(repository.git_dir())?;
    let dir = repository.work_dir()?.join(DSP);
    // What the long way refuses, and what it would finish first.
    let is_calm = match Disk::open(&dir) {
        Ok(_) => !Transaction::is_unfinished(&dir),
        Err(error) => matches!(error, StoreError::Absent(_)),
    };
    if !is_calm {
        return None;
    }
    let stamp = repository.index_stamp();
    if stamp.is_some() && stamp == closed.stamp {
        return Some(Step::In(Unchanged { told: closed.told, changed: 0 }));
    }
    // It takes a while to read an index.
    let meanwhile = || {
        let seal = closed.open()?;
        let ground = seal.ground(repository.git_dir()).map(|ground| left.0.get_or_init(|| ground));
        let facts = Cache::open_in_parts(Some(&repository.common_dir()));
        Some((seal, ground.and_then(|ground| Ground::parse(ground)), facts))
    };
    let (apart, known) = rayon::join(|| repository.index_apart(DSP), meanwhile);
    let (apart, (seal, ground, facts)) = (apart?, known?);
    let changed = differing(&seal.outside, &apart.outside)?;
    let became = |differing: &Differing<'_>| match differing {
        Differing::Other(before, now) => became(repository, &seal, before, now),
        Differing::New(now) => came(repository, &seal, now),
        Differing::Gone(before) => went(repository, &seal, before),
    };
    let became: Vec<Became> = changed.par_iter().map(became).collect();
    if became.iter().any(|it| matches!(it, Became::Unknown)) {
        return None;
    }
    let is_readme = |it: &&Differing<'_>| is_readme(it.path());
    let reworded = changed.iter().filter(is_readme).map(|it| it.path().parent().to_vec()).collect();
    let changed = changed.iter().filter_map(Differing::now);
    let changed = changed.filter(|now| resolvers::language_of(&now.path).is_some()).count();
    // Another process may have written the index while it was read.
    let stamp = repository.index_stamp().filter(|now| Some(now) == stamp.as_ref());
    let is_in_step = became.iter().all(|it| matches!(it, Became::Same));
    if !is_in_step {
        let mut behind = Behind {
            seal,
            ground,
            facts,
            apart,
            stamp,
            changed,
            others: Vec::new(),
            retold: Vec::new(),
            idle: Vec::new(),
            lost: Vec::new(),
            bumped: Vec::new(),
            reworded,
            is_heeded: false,
            is_worded: false,
        };
        for it in became {
            behind.add(it);
        }
        return Some(Step::Behind(Box::new(behind)));
    }
    if !apart.is_inside(&seal.inside) {
        return None;
    }
    let seal = Seal { outside: apart.outside, stamp, ..seal };
    seal.save(repository.git_dir());
    Some(Step::In(Unchanged { told: seal.told, changed }))
}

/// A file that is not listed as it was.
enum Differing<'e> {
    /// With other bytes.
    Other(&'e Entry, &'e Entry),
    New(&'e Entry),
    Gone(&'e Entry),
}

impl<'e> Differing<'e> {
    fn path(&self) -> &'e RepoPath {
        match self {
            Self::Other(_, entry) | Self::New(entry) | Self::Gone(entry) => &entry.path,
        }
    }

    fn now(&self) -> Option<&'e Entry> {
        match self {
            Self::Other(_, now) | Self::New(now) => Some(now),
            Self::Gone(_) => None,
        }
    }
}

/// What is listed `now` otherwise than `before`, sorted by path. `None` where something is something else, or more is new or
/// gone than is told anew.
fn differing<'e>(before: &'e [Entry], now: &'e [Entry]) -> Option<Vec<Differing<'e>>> {
    let (mut differing, mut more) = (Vec::new(), 0);
    let mut before = before.iter().peekable();
    for now in now {
        while let Some(gone) = before.next_if(|before| before.path < now.path) {
            more += 1;
            differing.push(Differing::Gone(gone));
        }
        match before.next_if(|before| before.path == now.path) {
            Some(before) if !is_same_but_for_bytes(before, now) => return None,
            Some(before) if before.id == now.id => {}
            Some(before) => differing.push(Differing::Other(before, now)),
            None => {
                more += 1;
                differing.push(Differing::New(now));
            }
        }
        if more > MOST_TOLD {
            return None;
        }
    }
    differing.extend(before.map(Differing::Gone));
    Some(differing)
}

fn is_same_but_for_bytes(before: &Entry, now: &Entry) -> bool {
    before.path == now.path
        && before.kind == now.kind
        && before.left_out == now.left_out
        && (before.id == now.id || now.kind == EntryKind::File)
}

/// What became of a file. Of one that no language reads it is of interest what is said of it, of configuration what others go
/// by, and of other ones only their paths.
fn became(repository: &Repository, seal: &Seal, before: &Entry, now: &Entry) -> Became {
    let path = &now.path;
    let language = resolvers::language_of(path);
    let is_in = |paths: &[RepoPath]| paths.binary_search(path).is_ok();
    let (is_read, is_worded) = (is_in(&seal.read), is_in(&seal.worded));
    if language.is_none() && !is_read && !is_worded && !is_in(&seal.shown) {
        return Became::Same;
    }
    let (Ok(was), Ok(is)) = (repository.blob(before.id), repository.blob(now.id)) else {
        return Became::Unknown;
    };
    let Some((language, dialect)) = language else {
        let became = match Retold::of(path, &was, &is).map(|retold| Became::Asset(Box::new(retold))) {
            // Nobody else reads a README.
            Some(retold) if is_read && (!is_readme(path) || seal.tells_of(path)) => heeded(path, retold),
            Some(retold) => retold,
            None if is_read => configured(seal, path, &was, &is),
            None => Became::Same,
        };
        return if is_worded { worded(seal, path, became) } else { became };
    };
    let (before, after) = (language.extract(dialect, &was), language.extract(dialect, &is));
    if !before.is_whole() || !after.is_whole() {
        return Became::Unknown;
    }
    let became = if before.clone().by_rank() == after.clone().by_rank() {
        Became::Same
    } else {
        Became::Other(Box::new(Changed::of(path, before, after, State::There)))
    };
    let is_as_it_was = || !seal.tells_of(path) && language.is_same_code(dialect, &was, &is);
    if (is_read || is_worded) && !is_as_it_was() { heeded(path, became) } else { became }
}

/// What became of a file that was read for what others go by, and of which itself the same is said.
fn configured(seal: &Seal, path: &RepoPath, was: &[u8], is: &[u8]) -> Became {
    // The lines of what is wrong there are others now.
    if seal.tells_of(path) {
        return heeded(path, Became::Same);
    }
    match LANGUAGES.iter().find_map(|it| it.bumps(path, was, is)) {
        Some(bumps) if bumps == Bumps::default() => Became::Same,
        Some(bumps) => Became::Bumped(path.clone(), bumps),
        None if is_readme(path) => Became::Readme,
        None => heeded(path, Became::Same),
    }
}

/// The same of a file that others may go by.
fn heeded(path: &RepoPath, became: Became) -> Became {
    let is_unknown = matches!(became, Became::Unknown) || decides(path);
    if is_unknown { Became::Unknown } else { Became::Heeded(Box::new(became)) }
}

/// What a file became whose words others may show.
fn worded(seal: &Seal, path: &RepoPath, became: Became) -> Became {
    match became {
        Became::Unknown | Became::Heeded(_) => became,
        _ if seal.tells_of(path) => heeded(path, became),
        _ => Became::Worded(Box::new(became)),
    }
}

/// Whether the file at `path` decides on which files there are, or on who keeps them.
fn decides(path: &RepoPath) -> bool {
    Universe::is_rule(path) || path.file_name() == b"modules.txt"
}

/// What a file became that was not there: a source like others, a file that only who asks for it may find, or something that
/// others may go by.
fn came(repository: &Repository, seal: &Seal, now: &Entry) -> Became {
    let became = || {
        let Some((language, dialect)) = resolvers::language_of(&now.path) else {
            return Became::Idle(now.path.clone());
        };
        let Ok(bytes) = repository.blob(now.id) else { return Became::Unknown };
        let (before, after) = (language.extract(dialect, b""), language.extract(dialect, &bytes));
        if !after.is_whole() {
            return Became::Unknown;
        }
        Became::Other(Box::new(Changed::of(&now.path, before, after, State::New)))
    };
    judged(seal, now, became)
}

/// The same of a file that is no more.
fn went(repository: &Repository, seal: &Seal, before: &Entry) -> Became {
    let became = || {
        let Some((language, dialect)) = resolvers::language_of(&before.path) else {
            // What it said is looked at, where sources show it.
            let is_known =
                seal.worded.binary_search(&before.path).is_err() || repository.blob(before.id).is_ok();
            return if is_known { Became::Lost(before.path.clone()) } else { Became::Unknown };
        };
        let Ok(bytes) = repository.blob(before.id) else { return Became::Unknown };
        let (was, is) = (language.extract(dialect, &bytes), language.extract(dialect, b""));
        if !was.is_whole() {
            return Became::Unknown;
        }
        Became::Other(Box::new(Changed::of(&before.path, was, is, State::Gone)))
    };
    judged(seal, before, became)
}

/// What became of a file that comes or goes: whether others may go by that it is there.
fn judged(seal: &Seal, file: &Entry, became: impl FnOnce() -> Became) -> Became {
    if file.kind != EntryKind::File || file.left_out || decides(&file.path) {
        return Became::Unknown;
    }
    let is_in = |paths: &[RepoPath]| paths.binary_search(&file.path).is_ok();
    let is_asked = seal.tells_of(&file.path)
        || is_in(&seal.read) && !is_readme(&file.path)
        || LANGUAGES.iter().any(|it| it.heeds(&file.path));
    let became = if is_asked { heeded(&file.path, became()) } else { became() };
    let is_worded = is_in(&seal.worded) || messages::is_catalogue(&file.path);
    if is_worded { worded(seal, &file.path, became) } else { became }
}

/// What a run over an index found out, until there is something to tell of it.
#[derive(Debug)]
pub struct Unsealed {
    seal: Seal,
    /// What runs over a few files go by.
    ground: Option<Vec<u8>>,
}

impl Unsealed {
    /// What holds of the index once `changes` are made to what `held` lists of `.dsp/`; `universe` is what the run
    /// read. `None` where there is no index, or one that is in no state to be relied on.
    pub(super) fn of(universe: &Universe, held: &Snapshot, changes: &Contents) -> Option<Self> {
        let dir = inside::dir().ok()?;
        let [before, _, behind] = universe.snapshot.listed_around(&dir)?;
        let [_, inside, _] = held.listed_around(&dir)?;
        let inside = git::digest(inside, changes)?;
        let outside = [before, behind].concat();
        let Universe { snapshot, .. } = universe;
        let (read, worded, shown) = (snapshot.noted(), snapshot.worded(), snapshot.told());
        let (stamp, told, ground) = (None, String::new(), None);
        let seal = Seal { stamp, told, outside, inside, read, worded, shown, ground };
        Some(Self { seal, ground: None })
    }

    /// What holds where the sources and the `.dsp/` of `universe`, an index or a commit, were compared and there is
    /// nothing to do.
    pub(super) fn in_step(universe: &Universe, synced: &Synced) -> Option<Self> {
        let is_known = !synced.is_stale() && universe.conflicts.is_empty();
        is_known.then(|| Self::of(universe, &universe.snapshot, &Contents::new())).flatten()
    }

    /// What holds once the index has this stamp, and what runs over a few files go by.
    pub(super) fn stamped(self, stamp: Option<Stamp>, ground: Option<Vec<u8>>) -> Self {
        Self { seal: Seal { stamp, ..self.seal }, ground }
    }

    /// Keeps it for later runs, with `told`, which they will tell.
    pub fn seal(self, universe: &Universe, told: String) {
        if let Some(git_dir) = universe.snapshot.git_dir() {
            let ground = self.ground.and_then(|ground| Seal::keep([&ground[..]], git_dir));
            Seal { told, ground, ..self.seal }.save(git_dir);
        }
    }
}
