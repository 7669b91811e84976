//! How a universe is put together, for each place where a repository can stand: list, read the settings, judge.
//! What is listed comes from git and from the walk, what counts is judged in `select`.

use std::path::Path;
use std::sync::Arc;

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::ConfigProblem;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashSet;

use super::select::{self, Judge, Selection};
use super::walk::{self, Found, Outcome};
use super::{Problem, ReadError, Snapshot, Universe, UniverseError, UniverseFile};
use crate::git::{Entry, EntryKind, IgnoreRules, Listing, Repository, Stamp};
use crate::settings::{self, Settings};
use crate::transaction::shown;

pub(super) fn work_tree(repository: Repository, start: &Path) -> Result<Universe, UniverseError> {
    let git_dir = repository.git_dir().to_owned();
    let Some(root) = repository.work_dir().map(Path::to_owned) else {
        return Err(UniverseError::Bare { place: git_dir });
    };
    let (listing, rules, has_symlinks) =
        (repository.index()?, repository.ignore_rules()?, repository.has_symlinks());
    let left_out: Vec<Entry> = listing.entries.iter().filter(|entry| entry.left_out).cloned().collect();
    let mut snapshot = Snapshot::of_disk(root.clone(), Some(&repository));
    if !left_out.is_empty() {
        snapshot = snapshot.with_left_out(repository, left_out);
    }
    let mut draft = Draft::new(snapshot);
    draft.problems.extend(elsewhere(start, &root));
    draft.walk(&listing, rules, has_symlinks)
}

pub(super) fn plain_folder(root: &Path, problem: Option<Problem>) -> Result<Universe, UniverseError> {
    let mut draft = Draft::new(Snapshot::of_disk(root.to_owned(), None));
    draft.problems.extend(problem);
    draft.walk(&Listing::default(), IgnoreRules::of_plain_folder(root), true)
}

pub(super) fn index(repository: Repository) -> Result<Universe, UniverseError> {
    if repository.work_dir().is_none() && !repository.has_index() {
        return Err(UniverseError::Bare { place: repository.git_dir().to_owned() });
    }
    let stamp = repository.index_stamp();
    let mut listing = repository.index()?;
    listing.entries.retain(|entry| entry.kind != EntryKind::Announced);
    let stamp = stamp.filter(|stamp| repository.index_stamp().as_ref() == Some(stamp));
    Ok(objects(repository, listing, stamp))
}

pub(super) fn revision(repository: Repository, revision: &str) -> Result<Universe, UniverseError> {
    let listing = repository.revision(revision)?;
    Ok(objects(repository, listing, None))
}

/// What `entries` of an index list, which are sorted.
pub(super) fn listed(repository: Repository, entries: Vec<Entry>) -> Universe {
    objects(repository, Listing { entries, ..Listing::default() }, None)
}

/// What an index or a tree lists.
fn objects(repository: Repository, mut listing: Listing, stamp: Option<Stamp>) -> Universe {
    let entries = Arc::new(std::mem::take(&mut listing.entries));
    let snapshot = Snapshot::of_objects(repository, Arc::clone(&entries)).with_stamp(stamp);
    let mut draft = Draft::new(snapshot);
    let listed = entries.iter().filter(|entry| !draft.selection.is_reserved(&entry.path));
    let listed: Vec<&Entry> = listed.collect();
    let found = listed.into_iter().filter_map(|entry| draft.find(entry)).collect();
    draft.finish(found, &listing, &entries)
}

/// The user stands in one folder, and git's configuration says that another one is the work tree.
fn elsewhere(start: &Path, root: &Path) -> Option<Problem> {
    let (start, root) = (start.canonicalize().ok()?, root.canonicalize().ok()?);
    let (here, there) = (shown(&start), shown(&root));
    let message = format!(
        "the work tree of the repository is `{there}`: that is what is read, and `{here}` is not in it"
    );
    (!start.starts_with(&root)).then_some(Problem { place: Vec::new(), line: None, message })
}

/// What a sparse checkout leaves out of the folder `top` of a work tree, counted from there.
pub(super) fn left_out(top: &Path) -> Option<Vec<RepoPath>> {
    let repository = Repository::find(top).ok()??;
    let work_dir = repository.work_dir()?.canonicalize().ok()?;
    let top = top.canonicalize().ok()?;
    let names = top.strip_prefix(work_dir).ok()?.iter().map(<[u8]>::from_os_str);
    let inner = names.collect::<Option<Vec<_>>>()?.join(&b'/');
    let inside = |entry: &Entry| RepoPath::new(path::strip_dir(entry.path.as_bytes(), &inner)?).ok();
    let listing = repository.index().ok()?;
    Some(listing.entries.iter().filter(|entry| entry.left_out).filter_map(inside).collect())
}

/// So many paths are judged as one piece of work: judging is quick when they come in order.
const SHARE: usize = 512;

/// A universe whose files are not known yet.
struct Draft {
    snapshot: Snapshot,
    settings: Settings,
    selection: Selection,
    unlisted: Vec<Vec<u8>>,
    problems: Vec<Problem>,
}

impl Draft {
    fn new(snapshot: Snapshot) -> Self {
        let mut problems = Vec::new();
        let settings = read_settings(&snapshot, &mut problems);
        let stan_configs = select::STAN_CONFIGS.iter().filter_map(|name| {
            let path = RepoPath::new(name).ok()?;
            snapshot.read(&path).ok()
        });
        let selection = Selection::new(&settings, select::reserved(stan_configs));
        Self { snapshot, settings, selection, unlisted: Vec::new(), problems }
    }

    /// Takes what is on disk.
    fn walk(
        mut self,
        tracked: &Listing,
        rules: IgnoreRules,
        has_symlinks: bool,
    ) -> Result<Universe, UniverseError> {
        let root = self.snapshot.root();
        let options = walk::Options {
            root,
            tracked: &tracked.entries,
            reserved: self.selection.reserved(),
            wanted: self.selection.include(),
            has_symlinks,
        };
        let Outcome { found, directories, unlisted, problems } = walk::walk(&options, rules)
            .map_err(|source| UniverseError::Folder { place: root.to_owned(), source })?;
        self.snapshot.trust(directories);
        self.problems.extend(problems);
        self.unlisted = unlisted;
        self.unlisted.sort();
        let found = self.with_left_out(found, tracked);
        self.tell_private_settings(&found);
        Ok(self.finish(found, tracked, &tracked.entries))
    }

    /// Tells of settings that hold here and nowhere else.
    fn tell_private_settings(&mut self, found: &[Found]) {
        let Ok(file) = RepoPath::new(settings::FILE.as_bytes()) else { return };
        let is_committed = found.iter().any(|found| found.path == file && !found.ignored);
        if !is_committed && self.snapshot.read(&file).is_ok() {
            let message =
                "is ignored by git: it holds in this work tree, and neither for what is staged nor in CI";
            self.problems.push(Problem {
                place: file.as_bytes().to_owned(),
                line: None,
                message: message.to_owned(),
            });
        }
    }

    /// Adds what a sparse checkout left out, unless it is on disk all the same.
    fn with_left_out(&mut self, mut found: Vec<Found>, tracked: &Listing) -> Vec<Found> {
        let left_out: Vec<&Entry> = tracked.entries.iter().filter(|entry| entry.left_out).collect();
        if !left_out.is_empty() {
            let on_disk: FxHashSet<RepoPath> = found.iter().map(|found| found.path.clone()).collect();
            let absent = left_out.into_iter().filter(|entry| !on_disk.contains(&entry.path));
            let absent: Vec<Found> = absent.filter_map(|entry| self.find(entry)).collect();
            found.extend(absent);
        }
        found
    }

    fn find(&mut self, entry: &Entry) -> Option<Found> {
        let link = match entry.kind {
            EntryKind::File => None,
            EntryKind::Link => Some(self.ok(&entry.path, self.snapshot.read_link(&entry.path))?),
            EntryKind::Submodule | EntryKind::Announced => return None,
        };
        Some(Found { path: entry.path.clone(), link, tracked: true, ignored: false })
    }

    /// `entries` are those of `listing`.
    fn finish(mut self, mut found: Vec<Found>, listing: &Listing, entries: &[Entry]) -> Universe {
        found.par_sort_by(|a, b| a.path.cmp(&b.path));
        self.read_ignore_files(&found);
        let (files, links) = self.judge(found);
        self.problems.extend(problems_of(listing));
        self.problems.sort();
        let submodules = entries.iter().filter(|entry| entry.kind == EntryKind::Submodule);
        Universe {
            files,
            links,
            submodules: submodules.map(|entry| entry.path.clone()).collect(),
            conflicts: listing.conflicts.clone(),
            unlisted: self.unlisted,
            problems: self.problems,
            settings: self.settings,
            snapshot: self.snapshot,
        }
    }

    fn judge(&self, found: Vec<Found>) -> (Vec<UniverseFile>, Vec<(RepoPath, Vec<u8>)>) {
        let class = |judge: &mut Judge<'_>, it: &Found| judge.class(&it.path, it.ignored);
        let shares = found.par_iter().with_min_len(SHARE);
        let classes: Vec<_> = shares.map_init(|| self.selection.judge(), class).collect();
        let mut files = Vec::with_capacity(found.len());
        let mut links = Vec::new();
        for (Found { path, link, tracked, .. }, class) in found.into_iter().zip(classes) {
            match (class, link) {
                (None, _) => {}
                (Some(class), None) => files.push(UniverseFile { path, class, tracked }),
                (Some(_), Some(text)) => links.push((path, text)),
            }
        }
        (files, links)
    }

    /// Reads every `.dspignore`, those of outer directories first.
    fn read_ignore_files(&mut self, found: &[Found]) {
        let is_ignore_file = |found: &&Found| {
            found.link.is_none() && !found.ignored && found.path.file_name() == select::IGNORE_FILE
        };
        let mut files: Vec<_> = found.iter().filter(is_ignore_file).map(|found| &found.path).collect();
        files.sort_by_key(|path| path.as_bytes().split(|byte| *byte == b'/').count());
        for path in files {
            if let Some(text) = self.ok(path, self.snapshot.read(path)) {
                self.selection.add_ignore_file(path, &text);
            }
        }
    }

    /// The value, or `None` and a problem.
    fn ok<T>(&mut self, path: &RepoPath, result: Result<T, ReadError>) -> Option<T> {
        result.map_err(|error| self.problems.push(unreadable(path, &error))).ok()
    }
}

fn read_settings(snapshot: &Snapshot, problems: &mut Vec<Problem>) -> Settings {
    let Ok(file) = RepoPath::new(settings::FILE.as_bytes()) else { return Settings::default() };
    match snapshot.read(&file) {
        Ok(text) => {
            let (settings, found) = settings::parse(&file, &text);
            problems.extend(found.into_iter().map(Problem::from));
            settings
        }
        Err(ReadError::NoSuchFile { .. }) => Settings::default(),
        Err(error) => {
            let mistake = ConfigProblem { path: file, line: None, message: error.reason(), hides: true };
            problems.push(mistake.clone().into());
            Settings { mistakes: vec![mistake], ..Settings::default() }
        }
    }
}

fn problems_of(listing: &Listing) -> impl Iterator<Item = Problem> {
    let conflicts = listing.conflicts.iter().map(|path| Problem {
        place: path.as_bytes().to_owned(),
        line: None,
        message: "has unresolved merge conflicts".to_owned(),
    });
    let refused = listing.refused.iter().map(|(place, error)| Problem {
        place: place.clone(),
        line: None,
        message: format!("was left out: {error}"),
    });
    conflicts.chain(refused)
}

fn unreadable(path: &RepoPath, error: &ReadError) -> Problem {
    Problem { place: path.as_bytes().to_owned(), line: None, message: error.reason() }
}
