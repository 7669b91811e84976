//! Markers: from what the sources have and should have to a set of written files.

use std::path::Path;

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::facts::Subject;
use resolvers::path::{self, RepoPath};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bootstrap::{BootstrapError, BootstrapOptions, Decision, decide};
use crate::dsp::BootstrapInput;
use crate::dsp::desired::{DesiredGraph, Identity};
use crate::dsp::markers::{self, Code, Edited, Finding, Reason, Seen, Wish};
use crate::dsp::model::Store;
use crate::dsp::store;
use crate::dsp::view::Disk;
use crate::event::Reporter;
use crate::facts::SourceFile;
use crate::identity::Uid;
use crate::settings::Markers;
use crate::transaction::{Before, Calm, Change, Hold, PATIENCE, Transaction};
use crate::universe::{Class, Universe};

/// Where sources are written, and with what care.
#[derive(Debug, Clone, Copy)]
pub struct Marking<'a> {
    /// The repository as it stands on disk.
    pub universe: &'a Universe,
    /// What becomes of files that differ from the last commit.
    pub dirty: Dirty,
    /// Only into these files, and those below these directories; all, where none is named.
    pub named: &'a [RepoPath],
}

/// What becomes of files that shall be written and hold somebody's uncommitted work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dirty {
    /// Nothing is written at all.
    Refuse,
    /// They are left alone.
    Leave,
    /// They are written.
    Write,
}

/// What became, or would become, of the files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Marked {
    /// In path order.
    pub files: Vec<MarkedFile>,
    /// Files that are left alone although their markers are not as they should be, and why; in path order.
    pub left: Vec<(RepoPath, Reason)>,
}

/// A file with other markers than before.
#[derive(Debug, PartialEq, Eq)]
pub struct MarkedFile {
    /// The file.
    pub path: RepoPath,
    /// Its bytes as they were read.
    pub before: Vec<u8>,
    /// What becomes of them.
    pub edited: Edited,
}

impl Marked {
    /// How many markers were added, given another uid, and removed.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let edited = || self.files.iter().map(|file| &file.edited);
        [
            edited().map(|it| it.inserted.len()).sum(),
            edited().map(|it| it.replaced).sum(),
            edited().map(|it| it.removed).sum(),
        ]
    }

    /// As the transaction takes it.
    pub(super) fn changes(&self) -> Vec<Change> {
        let change = |MarkedFile { path, before, edited }: &MarkedFile| Change {
            path: path.clone(),
            before: Before::Known(Some(before.clone())),
            content: Some(edited.content.clone()),
        };
        self.files.iter().map(change).collect()
    }
}

/// What somebody named, to be asked for many files.
struct Named<'a>(FxHashSet<&'a [u8]>);

impl Named<'_> {
    /// Whether the very file was named.
    fn names(&self, path: &RepoPath) -> bool {
        self.0.contains(path.as_bytes())
    }

    /// Whether the file was named, or a directory around it, or nothing at all.
    fn means(&self, path: &RepoPath) -> bool {
        self.0.is_empty() || path::ancestors(path.as_bytes()).any(|dir| self.0.contains(dir))
    }
}

/// Whether `path` is that of one of the `sorted`, or of a directory around one.
fn is_among<T>(sorted: &[T], path_of: impl Fn(&T) -> &RepoPath, path: &RepoPath) -> bool {
    let first_from = |start: &[u8]| sorted.get(sorted.partition_point(|it| path_of(it).as_bytes() < start));
    let inside = [path.as_bytes(), b"/"].concat();
    first_from(path.as_bytes()).is_some_and(|it| path_of(it) == path)
        || first_from(&inside).is_some_and(|it| path_of(it).as_bytes().starts_with(&inside))
}

impl<'a> Marking<'a> {
    fn named(&self) -> Named<'a> {
        Named(self.named.iter().map(RepoPath::as_bytes).collect())
    }

    /// The files with the markers that they shall have. Must run on threads with a parser's stack.
    pub(super) fn insert(&self, sources: &[SourceFile], wishes: &FxHashMap<&RepoPath, Vec<Wish>>) -> Marked {
        let of = |source: &SourceFile| wishes.get(&source.path).map_or(&[][..], Vec::as_slice);
        let is_wanting = |source: &SourceFile| !markers::are_as_wished(&source.facts, of(source));
        self.edit(sources, is_wanting, |source, class, bytes| {
            markers::insert(source, class, bytes, of(source))
        })
    }

    fn edit(
        &self,
        sources: &[SourceFile],
        is_meant: impl Fn(&SourceFile) -> bool + Sync,
        edit: impl Fn(&SourceFile, Class, &[u8]) -> Result<Option<Edited>, Reason> + Sync,
    ) -> Marked {
        let snapshot = &self.universe.snapshot;
        let one = |source: &SourceFile| {
            let path = &source.path;
            let before = snapshot.read(path).map_err(|it| Reason::Unreadable(it.reason()))?;
            let Some(edited) = edit(source, self.universe.class_of(path), &before)? else { return Ok(None) };
            if !snapshot.is_writable(path) {
                let is_left_out = snapshot.leaves_out(path.as_bytes());
                return Err(if is_left_out { Reason::LeftOut } else { Reason::ReadOnly });
            }
            Ok(Some(MarkedFile { path: path.clone(), before, edited }))
        };
        // Of a file that somebody names it is told why it is left alone, be there nothing to do.
        let named = self.named();
        let is_meant = |source: &&SourceFile| is_meant(source) || named.names(&source.path);
        let meant: Vec<&SourceFile> =
            sources.iter().filter(|source| named.means(&source.path)).filter(is_meant).collect();
        let answers: Vec<_> = meant.par_iter().map(|source| one(source)).collect();
        let mut marked = Marked::default();
        for (source, answer) in meant.into_iter().zip(answers) {
            match answer {
                Ok(file) => marked.files.extend(file),
                Err(reason) => marked.left.push((source.path.clone(), reason)),
            }
        }
        marked.left.extend(self.strangers(sources));
        marked.left.sort();
        marked
    }

    /// What was named and is no source, nor holds one.
    fn strangers(&self, sources: &[SourceFile]) -> Vec<(RepoPath, Reason)> {
        let Universe { files, links, submodules, .. } = self.universe;
        let behind: FxHashSet<&[u8]> = links.iter().map(|(link, _)| link.as_bytes()).collect();
        let apart: FxHashSet<&[u8]> = submodules.iter().map(RepoPath::as_bytes).collect();
        let why = |named: &RepoPath| {
            if is_among(sources, |source| &source.path, named) {
                return None;
            }
            let is_within =
                |of: &FxHashSet<&[u8]>| path::ancestors(named.as_bytes()).any(|dir| of.contains(dir));
            Some(if is_within(&behind) {
                "is a symbolic link, or lies behind one"
            } else if is_within(&apart) {
                "is a submodule, or lies in one"
            } else if is_among(files, |file| &file.path, named) {
                "is in no language that is read"
            } else {
                "is not selected"
            })
        };
        self.named.iter().filter_map(|named| Some((named.clone(), Reason::NoSource(why(named)?)))).collect()
    }

    /// Stops where somebody's uncommitted work would be mixed with ours.
    pub(super) fn refuse_dirty(&self, marked: &Marked) -> Result<(), BootstrapError> {
        if self.dirty != Dirty::Refuse {
            return Ok(());
        }
        let dirty = self.dirty_among(marked)?;
        if dirty.is_empty() { Ok(()) } else { Err(BootstrapError::Uncommitted(dirty)) }
    }

    /// Takes files out of `marked` that hold somebody's uncommitted work, where they are to be left alone.
    pub(super) fn leave_dirty(&self, mut marked: Marked) -> Result<Marked, BootstrapError> {
        if self.dirty == Dirty::Leave {
            let dirty = self.dirty_among(&marked)?;
            marked.files.retain(|file| dirty.binary_search(&file.path).is_err());
            marked.left.extend(dirty.into_iter().map(|path| (path, Reason::Uncommitted)));
            marked.left.sort();
        }
        Ok(marked)
    }

    /// The files of `marked` that are not as the last commit has them, sorted.
    fn dirty_among(&self, marked: &Marked) -> Result<Vec<RepoPath>, BootstrapError> {
        let paths: Vec<RepoPath> = marked.files.iter().map(|file| file.path.clone()).collect();
        let mut dirty = self.universe.uncommitted(&paths)?;
        dirty.sort_unstable();
        Ok(dirty)
    }
}

/// Gives the entities of the `.dsp/` at `dir` the markers that they lack: all of them or none.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn insert_markers(
    dir: &Path,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
    marking: Marking<'_>,
    reporter: &dyn Reporter,
) -> Result<(Marked, Markers), BootstrapError> {
    // Before the lock, which would leave a file beside a `.dsp/` that is not there.
    Disk::open(dir)?;
    let mut hold = Hold::of(dir, options.dry_run, PATIENCE)?;
    let existing = store::read(dir)?;
    let decision = decide(&existing, input, options)?;
    let wishes = known_wishes(&existing, &decision);
    let marked = marking.insert(input.sources, &wishes);
    write(hold.transaction.take(), &marked, marking, reporter)?;
    Ok((marked, decision.markers))
}

/// Takes all markers out of the sources of the repository whose `.dsp/` is, or would be, at `dir`.
///
/// # Errors
/// See [`BootstrapError`]; nothing has changed then.
pub fn strip_markers(
    dir: &Path,
    sources: &[SourceFile],
    marking: Marking<'_>,
    dry_run: bool,
    reporter: &dyn Reporter,
) -> Result<Marked, BootstrapError> {
    let mut hold = Hold::of(dir, dry_run, PATIENCE)?;
    let has_markers = |source: &SourceFile| !source.facts.markers.is_empty();
    let marked = marking.edit(sources, has_markers, markers::strip);
    write(hold.transaction.take(), &marked, marking, reporter)?;
    Ok(marked)
}

fn write(
    transaction: Option<Transaction>,
    marked: &Marked,
    marking: Marking<'_>,
    reporter: &dyn Reporter,
) -> Result<(), BootstrapError> {
    marking.refuse_dirty(marked)?;
    if let Some(transaction) = transaction {
        transaction.with_sources(marked.changes()).commit(&[], reporter)?;
    }
    Ok(())
}

/// What is wrong with the markers of the files that `marking` names, in order of path and line.
///
/// # Errors
/// See [`BootstrapError`].
pub fn check_markers(
    dir: &Path,
    input: &BootstrapInput<'_>,
    options: &BootstrapOptions<'_>,
    marking: Marking<'_>,
) -> Result<Vec<Finding>, BootstrapError> {
    Disk::open(dir)?;
    let _calm = Calm::of(dir, PATIENCE)?;
    let existing = store::read(dir)?;
    let decision = decide(&existing, input, options)?;
    let owners = owners(&decision.desired, &decision.plan.uids);
    let owner = |path: &RepoPath, subject| owners.get(&(path, subject)).copied();
    let everywhere = Marking { named: &[], ..marking };
    let seen = seen_markers(everywhere, input.sources, owner);
    let mut findings = markers::check(&seen, |uid| is_known(&existing, uid));
    for file in marking.insert(input.sources, &known_wishes(&existing, &decision)).files {
        for (uid, at) in file.edited.inserted {
            let name =
                existing.entity(uid).map(|entity| String::from_utf8_lossy(entity.source()).into_owned());
            findings.push(Finding {
                path: file.path.clone(),
                line: line_of(&file.before, at),
                code: Code::Missing,
                uid: uid.to_string(),
                message: format!("`{}` has no marker", name.unwrap_or_default()),
            });
        }
    }
    let named = marking.named();
    findings.retain(|finding| named.means(&finding.path));
    findings.sort();
    Ok(findings)
}

/// Every marker of the files that `marking` names, in order of path and line. `owner` says which entity something is.
#[must_use]
pub fn seen_markers(
    marking: Marking<'_>,
    sources: &[SourceFile],
    owner: impl Fn(&RepoPath, Subject) -> Option<Uid>,
) -> Vec<Seen> {
    let named = marking.named();
    let marked = sources.iter().filter(|it| !it.facts.markers.is_empty() && named.means(&it.path));
    let seen = |source: &SourceFile| {
        let bytes = marking.universe.snapshot.read(&source.path).unwrap_or_default();
        let seen = |marker: &resolvers::facts::Marker| Seen {
            path: source.path.clone(),
            line: line_of(&bytes, marker.span.start),
            text: marker.uid.clone(),
            uid: Uid::parse(marker.uid.as_bytes()),
            subject: marker.subject,
            name: name_of(source, marker.subject),
            owner: owner(&source.path, marker.subject),
        };
        source.facts.markers.iter().map(seen).collect::<Vec<_>>()
    };
    marked.flat_map(seen).collect()
}

/// What a marker speaks of: `Class.member` for a member.
fn name_of(source: &SourceFile, subject: Subject) -> String {
    let symbol = |at: u32| source.facts.symbols.get(at as usize);
    match subject {
        Subject::File => "file".to_owned(),
        Subject::Nothing => String::new(),
        Subject::Symbol(at) => {
            let inner = symbol(at);
            let outer = inner.and_then(|it| symbol(it.container?));
            let names = outer.into_iter().chain(inner).map(|it| it.name.as_str());
            names.collect::<Vec<_>>().join(".")
        }
    }
}

/// The entity that a file or a declaration is.
fn owners<'d>(desired: &'d DesiredGraph, uids: &[Uid]) -> FxHashMap<(&'d RepoPath, Subject), Uid> {
    let mut owners = FxHashMap::default();
    for (entity, uid) in desired.entities.iter().zip(uids) {
        match &entity.identity {
            Identity::File(path) => drop(owners.insert((path, Subject::File), *uid)),
            Identity::Symbol { file, .. } => {
                owners.extend(entity.declared.iter().map(|at| ((file, Subject::Symbol(*at)), *uid)));
            }
            Identity::Package(_) | Identity::External { .. } => {}
        }
    }
    owners
}

/// The wishes of entities that are in `.dsp/` already.
fn known_wishes<'d>(existing: &Store, decision: &'d Decision) -> FxHashMap<&'d RepoPath, Vec<Wish>> {
    let known = |uid| is_known(existing, uid);
    markers::wishes(&decision.desired, &decision.plan.uids, decision.markers, known)
}

fn is_known(existing: &Store, uid: Uid) -> bool {
    existing.entity(uid).is_some_and(|entity| entity.description.is_some())
}

fn line_of(bytes: &[u8], at: u32) -> usize {
    let before = bytes.get(..at as usize).unwrap_or(bytes);
    before.find_iter(b"\n").count() + 1
}
