//! Entities that are there and of which the code shows neither the file nor the declaration any more.

use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::Identity;
use super::super::format::parted;
use super::super::model::{Entity, Kind};
use super::Matcher;
use crate::identity::Uid;

/// An entity without a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lost {
    pub(super) uid: Uid,
    /// The file or directory that it was, or the file that it lay in.
    pub(super) file: RepoPath,
    /// What it was called there; `None` for a file or directory.
    pub(super) name: Option<String>,
}

impl Lost {
    /// The class that it was a member of, and its own name.
    pub(super) fn member(&self) -> Option<(&str, &str)> {
        self.name.as_deref()?.split_once('.')
    }
}

/// What is lost, in the order of the uids. Of several of one family that lay in one place the first, which is the one
/// that [`super::known`] would find.
pub(super) fn all(matcher: &Matcher<'_>) -> Vec<Lost> {
    let unused = matcher.existing.uids().filter(|(uid, _)| !matcher.used.contains(uid));
    let inside = unused.filter(|(_, it)| it.description.is_some() && it.kind() != Kind::External);
    let mut lost: Vec<Lost> = inside.filter_map(|(uid, entity)| place(matcher, uid, entity)).collect();
    let mut places = FxHashSet::default();
    lost.retain(|lost| places.insert((lost.file.clone(), lost.name.clone(), lost.uid.family())));
    if lost.iter().all(|lost| lost.name.is_none()) {
        return lost;
    }
    let shown = Shown::of(matcher);
    lost.into_iter().filter(|lost| !shown.may_have(matcher, lost)).collect()
}

/// Where it lay, unless that is a file or directory which is there.
fn place(matcher: &Matcher<'_>, uid: Uid, entity: &Entity) -> Option<Lost> {
    let path = entity.path()?;
    if matcher.stands(path.as_bytes()) {
        return None;
    }
    let place = entity.place();
    let (file, Some(name)) = parted(&place) else {
        // A function whose source is a whole file is a part of it, nobody knows which.
        return (entity.kind() == Kind::Object).then_some(Lost { uid, file: path, name: None });
    };
    let (file, name) = (RepoPath::new(file).ok()?, std::str::from_utf8(name).ok()?);
    // A uid in place of the name is found by its marker, or not at all.
    let named = !name.is_empty() && Uid::parse(name.as_bytes()).is_none();
    named.then(|| Lost { uid, file, name: Some(name.to_owned()) })
}

/// What the code shows of files that are there.
struct Shown<'a> {
    /// Whether the file could be read completely.
    files: FxHashMap<&'a RepoPath, bool>,
    symbols: FxHashSet<(&'a RepoPath, &'a str)>,
}

impl<'a> Shown<'a> {
    fn of(matcher: &Matcher<'a>) -> Self {
        let mut shown = Self { files: FxHashMap::default(), symbols: FxHashSet::default() };
        for entity in &matcher.desired.entities {
            match &entity.identity {
                Identity::File(path) => drop(shown.files.insert(path, !entity.partial)),
                Identity::Symbol { file, name, .. } => drop(shown.symbols.insert((file, name))),
                Identity::Package(_) | Identity::External { .. } => {}
            }
        }
        shown
    }

    /// Whether a part is still declared where it was, or the code cannot tell.
    fn may_have(&self, matcher: &Matcher<'_>, lost: &Lost) -> bool {
        let Some(name) = &lost.name else { return false };
        match self.files.get(&lost.file) {
            Some(is_known) => !is_known || self.symbols.contains(&(&lost.file, name.as_str())),
            None => matcher.stands(lost.file.as_bytes()),
        }
    }
}
