//! Declarations that went with their file, got another name, or went to another file.

use std::collections::BTreeMap;

use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use super::super::desired::Identity;
use super::super::format::parted;
use super::features::{LazyNeighbours, common};
use super::known::is_authored;
use super::look::Declared;
use super::lost::Lost;
use super::pairs::{self, Candidate, MAX_PAIRS};
use super::{Evidence, Matcher};
use crate::identity::Uid;

/// Of so much of its text, in thousandths, a declaration is the same one under another name in its file.
const LIKE: u32 = 600;
/// … when nothing else was there for it to become, or it came from there; and when it has its name in another file.
const LIKE_ALONE: u32 = 400;
/// A text of fewer runs than this is told by nothing but its name.
const TINY: usize = 6;
/// So many runs are enough to know a declaration by its text alone, under another name in another file.
const TELLING: usize = 12;

/// A declaration to be: where it stands among the desired entities.
#[derive(Clone, Copy)]
struct Born<'a> {
    at: usize,
    file: &'a RepoPath,
    name: &'a str,
}

impl<'a> Born<'a> {
    fn member(self) -> Option<(&'a str, &'a str)> {
        self.name.split_once('.')
    }
}

/// Where parts lie that can become each other: a file, or a class in it.
type Place = (RepoPath, Option<String>);

/// What is lost and what is new in one place.
type Sides<'l, 'a> = (Vec<&'l Lost>, Vec<Born<'a>>);

pub(super) fn find(matcher: &mut Matcher<'_>, lost: &[Lost], evidence: &Evidence) {
    let parts: Vec<&Lost> = lost.iter().filter(|lost| lost.name.is_some()).collect();
    let (members, top): (Vec<&Lost>, Vec<&Lost>) =
        parts.into_iter().partition(|lost| lost.member().is_some());
    within(matcher, &top, lost, evidence);
    across(matcher, &top, lost, evidence);
    within(matcher, &members, lost, evidence);
}

/// Parts that stayed in their place, which may have been moved: by name, then by what they look like.
fn within(matcher: &mut Matcher<'_>, parts: &[&Lost], lost: &[Lost], evidence: &Evidence) {
    let places = sides(matcher, parts);
    let mut found = Vec::new();
    for (lost, born) in places.values() {
        let by_name = lost.iter().filter_map(|lost| {
            let mut named =
                born.iter().filter(|born| leaf(born.name) == lost.name.as_deref().map_or("", leaf));
            named.find(|born| may_be(matcher, lost.uid, born.at)).map(|born| (born.at, lost.uid))
        });
        found.extend(by_name);
    }
    give(matcher, found);
    let open = open(matcher, parts);
    let places = sides(matcher, &open);
    let judge = Judge::new(matcher, evidence, lost);
    let mut found = Vec::new();
    for (lost, born) in places.values().filter(|(lost, born)| lost.len() * born.len() <= MAX_PAIRS) {
        let scored = pairs_of(lost, born, |old, new| judge.renamed(old, new, (lost, born)));
        found.extend(pairs::best(scored).into_iter().map(|(a, b)| (born[b].at, lost[a].uid)));
    }
    drop(judge);
    give(matcher, found);
}

/// Parts that went to another file, under their name or with their very text.
fn across(matcher: &mut Matcher<'_>, parts: &[&Lost], lost: &[Lost], evidence: &Evidence) {
    let open = open(matcher, parts);
    let born: Vec<Born<'_>> = born(matcher).filter(|born| born.member().is_none()).collect();
    if open.is_empty() || born.is_empty() {
        return;
    }
    let judge = Judge::new(matcher, evidence, lost);
    let mut candidates = judge.with_their_names(&open, &born);
    candidates.extend(judge.with_their_texts(&open, &born));
    let found: Vec<(usize, Uid)> =
        pairs::best(candidates).into_iter().map(|(a, b)| (born[b].at, open[a].uid)).collect();
    drop(judge);
    give(matcher, found);
}

fn give(matcher: &mut Matcher<'_>, found: Vec<(usize, Uid)>) {
    for (at, uid) in found {
        if matcher.uids[at].is_none() && !matcher.used.contains(&uid) {
            matcher.give(at, uid);
        }
    }
}

fn open<'l>(matcher: &Matcher<'_>, parts: &[&'l Lost]) -> Vec<&'l Lost> {
    parts.iter().copied().filter(|lost| !matcher.used.contains(&lost.uid)).collect()
}

fn born<'a>(matcher: &Matcher<'a>) -> impl Iterator<Item = Born<'a>> {
    matcher.born().filter_map(|(at, entity)| match &entity.identity {
        Identity::Symbol { file, name, .. } => Some(Born { at, file, name }),
        _ => None,
    })
}

/// What may become what, by the place where it is now.
fn sides<'l, 'a>(matcher: &Matcher<'a>, parts: &[&'l Lost]) -> BTreeMap<Place, Sides<'l, 'a>> {
    let classes = Classes::of(matcher, parts);
    let mut sides: BTreeMap<Place, Sides<'_, '_>> = BTreeMap::new();
    for lost in parts {
        if let Some(place) = classes.place(matcher, lost) {
            sides.entry(place).or_default().0.push(lost);
        }
    }
    for born in born(matcher) {
        let place = (born.file.clone(), born.member().map(|(class, _)| class.to_owned()));
        if let Some((_, new)) = sides.get_mut(&place) {
            new.push(born);
        }
    }
    sides
}

/// Where the classes are now of which members are lost.
struct Classes {
    /// By file and name, as they were.
    places: BTreeMap<(RepoPath, String), Place>,
}

impl Classes {
    fn of(matcher: &Matcher<'_>, parts: &[&Lost]) -> Self {
        let wanted: FxHashSet<Vec<u8>> = parts.iter().filter_map(|lost| class_source(lost)).collect();
        let mut places = BTreeMap::new();
        if wanted.is_empty() {
            return Self { places };
        }
        let numbers = matcher.numbers();
        for (uid, entity) in matcher.existing.uids() {
            let place = entity.place();
            let at = wanted.contains(&place[..]).then(|| numbers.get(&uid)).flatten();
            let Some(Identity::Symbol { file, name, .. }) =
                at.map(|at| &matcher.desired.entities[*at].identity)
            else {
                continue;
            };
            let (old, old_name) = parted(&place);
            let old = RepoPath::new(old).ok();
            let old_name = old_name.and_then(|name| std::str::from_utf8(name).ok());
            if let Some((old, old_name)) = old.zip(old_name) {
                places.insert((old, old_name.to_owned()), (file.clone(), Some(name.clone())));
            }
        }
        Self { places }
    }

    /// The place where a lost part should be. The class of a member may be declared in another file (in Go).
    fn place(&self, matcher: &Matcher<'_>, lost: &Lost) -> Option<Place> {
        let class = lost.member().map(|(class, _)| class.to_owned());
        let known = class.clone().and_then(|class| self.places.get(&(lost.file.clone(), class)).cloned());
        known.or_else(|| match matcher.moved.get(&lost.file) {
            Some(new) => Some((new.clone(), class)),
            None => matcher.stands(lost.file.as_bytes()).then(|| (lost.file.clone(), class)),
        })
    }
}

fn class_source(lost: &Lost) -> Option<Vec<u8>> {
    let (class, _) = lost.member()?;
    Some([lost.file.as_bytes(), b"#", class.as_bytes()].concat())
}

fn leaf(name: &str) -> &str {
    name.split_once('.').map_or(name, |(_, member)| member)
}

/// Whether an entity may stand for a declaration: of another family only where somebody wrote what it is for.
fn may_be(matcher: &Matcher<'_>, uid: Uid, at: usize) -> bool {
    let family = matcher.desired.entities[at].identity.family();
    uid.family() == family || is_authored(matcher.existing, uid)
}

fn pairs_of<'a>(
    lost: &[&Lost],
    born: &[Born<'a>],
    score: impl Fn(&Lost, Born<'a>) -> Option<u32>,
) -> Vec<Candidate<u32>> {
    let mut candidates = Vec::new();
    for (a, old) in lost.iter().enumerate() {
        candidates.extend(born.iter().enumerate().filter_map(|(b, new)| Some((score(old, *new)?, a, b))));
    }
    candidates
}

/// Tells how sure it is that a declaration became another.
struct Judge<'m, 'l, 'a> {
    matcher: &'m Matcher<'a>,
    evidence: &'m Evidence,
    /// Where files came from that lay elsewhere.
    origins: BTreeMap<&'m RepoPath, &'m RepoPath>,
    neighbours: LazyNeighbours<'m, 'l, 'a>,
}

impl<'m, 'l, 'a> Judge<'m, 'l, 'a> {
    fn new(matcher: &'m Matcher<'a>, evidence: &'m Evidence, lost: &'l [Lost]) -> Self {
        let origins = matcher.moved.iter().map(|(from, to)| (to, from)).collect();
        Self { matcher, evidence, origins, neighbours: LazyNeighbours::new(matcher, lost) }
    }

    /// Both in one place, under different names.
    fn renamed(&self, old: &Lost, new: Born<'_>, (lost, born): (&[&Lost], &[Born<'_>])) -> Option<u32> {
        if !may_be(self.matcher, old.uid, new.at) {
            return None;
        }
        let is_alone = lost.iter().filter(|lost| lost.uid.family() == old.uid.family()).count() == 1
            && born.iter().filter(|born| may_be(self.matcher, old.uid, born.at)).count() == 1;
        let Some(was) = self.before(old) else {
            return self.same_users(old, new).filter(|_| is_alone);
        };
        let is = self.now(old, new)?;
        let like = was.print.likeness(&is.print);
        let enough = if is_alone { LIKE_ALONE } else { LIKE };
        (was.kind == is.kind && like >= enough).then_some(like)
    }

    fn with_their_names(&self, lost: &[&Lost], born: &[Born<'_>]) -> Vec<Candidate<u32>> {
        let mut of_name: BTreeMap<&str, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (a, lost) in lost.iter().enumerate() {
            of_name.entry(lost.name.as_deref().unwrap_or_default()).or_default().0.push(a);
        }
        for (b, born) in born.iter().enumerate() {
            of_name.entry(born.name).or_default().1.push(b);
        }
        // What has no name of its own is not known by it.
        of_name.remove("default");
        let mut candidates = Vec::new();
        for (old, new) in of_name.values().filter(|(old, new)| old.len() * new.len() <= MAX_PAIRS) {
            let is_only = old.len() * new.len() == 1;
            for (a, b) in old.iter().flat_map(|a| new.iter().map(move |b| (*a, *b))) {
                candidates.extend(self.moved(lost[a], born[b], is_only).map(|like| (like, a, b)));
            }
        }
        candidates
    }

    /// In another file, under the same name.
    fn moved(&self, old: &Lost, new: Born<'_>, is_only: bool) -> Option<u32> {
        if !may_be(self.matcher, old.uid, new.at) {
            return None;
        }
        let Some(was) = self.before(old) else {
            return self.same_users(old, new).filter(|_| is_only);
        };
        let is = self.now(old, new)?;
        let like = was.print.likeness(&is.print);
        let enough = if was.print.len() < TINY { 1000 } else { LIKE_ALONE };
        // A name weighs more than a text that is like many.
        (like >= enough).then_some(like + 1)
    }

    /// In another file, of the very same text under another name.
    fn with_their_texts(&self, lost: &[&Lost], born: &[Born<'_>]) -> Vec<Candidate<u32>> {
        let mut of_length: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (b, born) in born.iter().enumerate() {
            if let Some(is) = self.look_now(*born).filter(|it| it.print.len() >= TELLING) {
                of_length.entry(is.print.len()).or_default().push(b);
            }
        }
        let mut candidates = Vec::new();
        for (a, old) in lost.iter().enumerate() {
            let Some(was) = self.before(old) else { continue };
            for b in of_length.get(&was.print.len()).into_iter().flatten() {
                let is_same =
                    self.now(old, born[*b]).is_some_and(|is| is.kind == was.kind && is.print == was.print);
                let fits = is_same && old.name.as_deref() != Some(born[*b].name);
                candidates
                    .extend((fits && may_be(self.matcher, old.uid, born[*b].at)).then_some((1000, a, *b)));
            }
        }
        candidates
    }

    /// What was lost, unless it is still there and only hidden.
    fn before(&self, old: &Lost) -> Option<&Declared> {
        self.evidence.before.get(&old.file)?.declared.get(old.name.as_deref()?)
    }

    /// What is new; `None` when it was there before, if hidden, or when what was lost is still there and hidden.
    fn now(&self, old: &Lost, new: Born<'_>) -> Option<&Declared> {
        let origin = self.origins.get(new.file).copied().unwrap_or(new.file);
        let had = |path: &RepoPath, name: &str| {
            self.evidence.before.get(path).is_some_and(|look| look.declared.contains_key(name))
        };
        let here = self.matcher.moved.get(&old.file).unwrap_or(&old.file);
        let hidden = self
            .evidence
            .now
            .get(here)
            .is_some_and(|look| old.name.as_deref().is_some_and(|name| look.declared.contains_key(name)));
        if had(origin, new.name) || hidden {
            return None;
        }
        self.look_now(new)
    }

    fn look_now(&self, new: Born<'_>) -> Option<&Declared> {
        self.evidence.now.get(new.file)?.declared.get(new.name)
    }

    /// Where no text is known: the same others use it, as far as they were found again.
    fn same_users(&self, old: &Lost, new: Born<'_>) -> Option<u32> {
        let (users, now) = (self.neighbours.get().users(old.uid), self.neighbours.get().users_now(new.at));
        let (number, like) = common(&users, &now);
        (number > 0 && like >= LIKE).then_some(like)
    }
}
