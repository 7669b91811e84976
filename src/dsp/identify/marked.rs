//! The uid in the marker of a declaration or a file (specification §7.3): it is the entity's wherever it stands.

use std::borrow::Cow;
use std::collections::BTreeMap;

use resolvers::path::RepoPath;

use super::super::desired::{DesiredEntity, Identity};
use super::super::format::parted;
use super::super::model::{Entity, Kind};
use super::super::parallel;
use super::{Evidence, Matcher};
use crate::identity::{Family, Uid};

/// Gives the uids that one marker has. Where several have one, the place that the entity's source names keeps it; where
/// none of them is that place, they wait until it is known which files were moved.
pub(super) fn claim(matcher: &mut Matcher<'_>) {
    let mut claims: BTreeMap<Uid, Vec<usize>> = BTreeMap::new();
    let asking: &Matcher<'_> = matcher;
    let claimed = parallel::parts(asking.desired.entities.len(), |part| {
        part.filter_map(|at| Some((claimed(asking, &asking.desired.entities[at])?, at))).collect::<Vec<_>>()
    });
    for (uid, at) in claimed.into_iter().flatten() {
        claims.entry(uid).or_default().push(at);
    }
    for (uid, mut claimants) in claims {
        claimants.sort_by_key(|at| (matcher.desired.entities[*at].identity.file(), *at));
        let source = source(matcher, uid);
        let is_source =
            |at: &&usize| source.as_deref() == Some(&matcher.desired.entities[**at].identity.source()[..]);
        let keeper = match &claimants[..] {
            [one] => Some(*one),
            // Nobody knows it yet: the first has it.
            [first, ..] if source.is_none() => Some(*first),
            several => several.iter().find(is_source).copied(),
        };
        if let Some(at) = keeper {
            give(matcher, at, uid);
        } else {
            matcher.used.insert(uid);
            matcher.contested.push((uid, claimants));
        }
    }
}

/// The uid that the markers of `entity` give it: of several its own.
fn claimed(matcher: &Matcher<'_>, entity: &DesiredEntity) -> Option<Uid> {
    let is_meant = |uid: &Uid| is_usable(matcher, *uid, &entity.identity) && !is_held(matcher, *uid, entity);
    let meant: Vec<Uid> = entity.markers.iter().copied().filter(is_meant).collect();
    let is_own = |uid: &&Uid| source(matcher, **uid).as_deref() == Some(&entity.identity.source()[..]);
    let own = meant.iter().find(is_own).filter(|_| meant.len() > 1);
    own.or(meant.first()).copied()
}

/// Gives the uid, and notes where the file is now that it stands for.
pub(super) fn give(matcher: &mut Matcher<'_>, at: usize, uid: Uid) {
    matcher.give(at, uid);
    let Identity::File(path) = &matcher.desired.entities[at].identity else { return };
    let old = matcher.entity(uid).and_then(Entity::path);
    if let Some(old) = old.filter(|old| old != path && !matcher.stands(old.as_bytes())) {
        matcher.moved.insert(old, path.clone());
    }
}

/// Whether an entity of that identity may have the uid: a new one if its prefix fits, and what is known as a file does
/// not become a declaration, nor the other way round, and what is known as a directory that is there stays that.
fn is_usable(matcher: &Matcher<'_>, uid: Uid, identity: &Identity) -> bool {
    let is_file = matches!(identity, Identity::File(_));
    let Some(entity) = matcher.entity(uid).filter(|entity| entity.description.is_some()) else {
        return !is_file || uid.family() == Family::Object;
    };
    let is_part = entity.kind() == Kind::Function || lies_in_a_file(matcher, &entity.place());
    entity.kind() != Kind::External && is_part != is_file && !is_directory(matcher, entity)
}

/// Whether what the uid stands for is still where it was, with no marker that says otherwise, and `entity` has the
/// marker by accident: as the copy of a file, head and all, or as what somebody typed between a marker and its
/// declaration.
fn is_held(matcher: &Matcher<'_>, uid: Uid, entity: &DesiredEntity) -> bool {
    let Some(source) = source(matcher, uid) else { return false };
    let own = entity.identity.source();
    let may_stand = match &entity.identity {
        Identity::Symbol { file, .. } => parted(&source).0 == file.as_bytes(),
        _ => matcher.stands(&source),
    };
    if source == own || !may_stand {
        return false;
    }
    let mut all = matcher.desired.entities.iter();
    let original = all.find(|it| it.markers.is_empty() && source == it.identity.source());
    original.is_some_and(|original| match (&original.identity, &entity.identity) {
        (Identity::File(_), Identity::File(_)) => true,
        (Identity::Symbol { is_function: was, .. }, Identity::Symbol { is_function: is, .. }) => {
            was == is && entity.declared.first() < original.declared.first()
        }
        _ => false,
    })
}

/// Whether it stands for a directory that is there.
fn is_directory(matcher: &Matcher<'_>, entity: &Entity) -> bool {
    let is_there =
        |path: RepoPath| matcher.stands(path.as_bytes()) && matcher.files.binary_search(&path).is_err();
    entity.path().map_or(entity.is_repo_root(), is_there)
}

/// Whether the place has a `#` that is no part of a file's name.
fn lies_in_a_file(matcher: &Matcher<'_>, place: &[u8]) -> bool {
    place.contains(&b'#') && !matcher.stands(place)
}

/// What the entity's own source names.
fn source<'a>(matcher: &Matcher<'a>, uid: Uid) -> Option<Cow<'a, [u8]>> {
    let entity = matcher.entity(uid).filter(|entity| entity.description.is_some())?;
    Some(entity.place())
}

/// The file that the entity was, or in which it lay, and what it was called there.
pub(super) fn origin(matcher: &Matcher<'_>, uid: Uid) -> Option<(RepoPath, Option<String>)> {
    let source = source(matcher, uid)?;
    let (file, name) = parted(&source);
    let name = name.map(|name| std::str::from_utf8(name).map(str::to_owned)).transpose().ok()?;
    Some((RepoPath::new(file).ok()?, name))
}

/// Which of `claimants`, in path order, keeps the uid that all of them have: the one where its source is now, else the
/// one that looks most like what it was, else the first.
pub(super) fn keeper(matcher: &Matcher<'_>, uid: Uid, claimants: &[usize], evidence: &Evidence) -> usize {
    let identity = |at: usize| &matcher.desired.entities[at].identity;
    let (old, name) = origin(matcher, uid).unzip();
    let name = name.flatten();
    let new = old.as_ref().and_then(|old| matcher.moved.get(old));
    let is_there = |at: &&usize| match identity(**at) {
        Identity::Symbol { file, name: new_name, .. } => Some(file) == new && Some(new_name) == name.as_ref(),
        whole => whole.file().is_some_and(|file| Some(file) == new) && name.is_none(),
    };
    if let Some(at) = claimants.iter().find(is_there) {
        return *at;
    }
    let likeness = |at: &usize| {
        let now = evidence.now.get(identity(*at).file()?)?;
        let before = evidence.before.get(old.as_ref()?)?;
        let Identity::Symbol { name: new_name, .. } = identity(*at) else {
            return Some(before.print.likeness(&now.print));
        };
        Some(before.declared.get(name.as_ref()?)?.print.likeness(&now.declared.get(new_name)?.print))
    };
    // The last of equal ones is what `max_by_key` gives, and the first is wanted.
    let best = claimants.iter().rev().max_by_key(|at| likeness(at));
    best.or(claimants.first()).copied().unwrap_or_default()
}
