//! What later runs over a few files go by: of each source what of the others it goes by, and which entities it is.
//!
//! Lists of sources are positions in the ground. What is said may be more than there is, and never less: a source that is
//! named by mistake is told anew and says what it said before.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::Resolved;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::companion;
use super::super::desired::Identity;
use super::super::text::Lead;
use super::super::text::external::Taken;
use super::super::users::Best;
use super::kept_users::KeptUsers;
use crate::identity::{Family, Uid};
use crate::kept::Key;

/// Some bytes, which may be a part of the bytes of a ground.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Bytes<'b>(pub(super) Cow<'b, [u8]>);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de: 'b, 'b> Deserialize<'de> for Bytes<'b> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|bytes| Self(Cow::Borrowed(bytes)))
    }
}

/// The marks of names, four bytes each: there are many, and whatever comes or goes they stay as they stand.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Marks<'b>(#[serde(borrow)] Bytes<'b>);

impl Marks<'_> {
    pub(super) fn of(marks: &[u32]) -> Marks<'static> {
        let bytes: Vec<u8> = marks.iter().flat_map(|mark| mark.to_le_bytes()).collect();
        Marks(Bytes(Cow::Owned(bytes)))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.0.as_chunks().0.iter().copied().map(u32::from_le_bytes)
    }
}

/// What is known of one source.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Known<'b> {
    #[serde(borrow)]
    pub(super) path: Bytes<'b>,
    /// Those of the whole file and of its parts in their order; none where it is no entity.
    pub(super) uids: Vec<u64>,
    #[serde(borrow)]
    pub(super) users: KeptUsers<'b>,
    #[serde(borrow)]
    pub(super) answers: Bytes<'b>,
    /// Where its imports lead, in order of first occurrence: to sources by their positions, and to [`Ground::others`] by
    /// theirs, which are counted from the number of sources on.
    pub(super) edges: Vec<u32>,
    /// Whose exports it passes on itself.
    pub(super) passes: Vec<u32>,
    /// What its heads name.
    pub(super) named: Vec<u32>,
    /// Other files that share what it declares, or may: where what it declares is described otherwise, theirs is what they have
    /// of that.
    pub(super) sharers: Vec<u32>,
    /// The roots of the tables in which it stands.
    pub(super) tables: Vec<u64>,
    /// Copied from elsewhere: its parts are no entities.
    pub(super) is_vendored: bool,
    pub(super) hands_on: HandsOn,
    /// The file is a root.
    pub(super) is_root: bool,
    /// It is, or may be, told as a part of a directory.
    pub(super) is_packed: bool,
    /// Of the names that it asks others for, see [`super::traces::asked`].
    #[serde(borrow)]
    pub(super) asks: Marks<'b>,
    /// Of those that others may find in it where these do not name the file, see [`super::packages`].
    #[serde(borrow)]
    pub(super) declares: Marks<'b>,
}

/// Whether a source hands on files that no language reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum HandsOn {
    Nothing,
    Assets,
}

impl HandsOn {
    pub(super) fn of(assets: bool) -> Self {
        if assets { Self::Assets } else { Self::Nothing }
    }
}

/// So many bytes, and more, each of them takes.
const LEAST: usize = 16;

/// What is known of all sources. Written down it is these, as a list, and behind it all else.
#[derive(Debug, Default)]
pub struct Ground<'b> {
    /// Sorted by path.
    pub(super) sources: Vec<Known<'b>>,
    /// What was read, and where each source stands in it; nowhere where it is another one now.
    pub(super) read: (&'b [u8], Vec<Range<usize>>),
    /// Entities that are neither sources nor parts of one; sorted.
    pub(super) others: Vec<Other<'b>>,
    /// How the tables are made; `None` where something stands in none.
    pub(super) course: Option<Course<'b>>,
    /// What the answers depend on not to be there, where that is known.
    pub(super) absences: Option<Absences>,
    /// See [`super::traces::detected`].
    pub(super) detected: Key,
    /// The uids in markers that stand elsewhere than at what has them.
    pub(super) strays: Vec<u64>,
    /// Externals, and files that no language reads, to which nobody led, by their ends.
    pub(super) fresh: BTreeSet<u32>,
    /// What the READMEs of roots said, by their ends of edges, where they say something else now.
    pub(super) reworded: BTreeMap<u32, String>,
}

/// All but the sources.
#[derive(Serialize, Deserialize)]
struct Rest<'b>(
    #[serde(borrow)] Vec<Other<'b>>,
    #[serde(borrow)] Option<Course<'b>>,
    Option<Absences>,
    Key,
    Vec<u64>,
);

/// An entity that is neither a source nor a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Other<'b> {
    /// See [`key`].
    #[serde(borrow)]
    pub(super) key: Bytes<'b>,
    pub(super) uid: u64,
    /// What is taken of an external, or of a file that no language reads; empty where nothing is.
    #[serde(borrow)]
    pub(super) taken: Bytes<'b>,
    /// Those of a package, as of a source.
    #[serde(borrow)]
    pub(super) users: KeptUsers<'b>,
}

/// How tables are made of edges. Ends are counted as those of edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Course<'b> {
    /// What each table begins with.
    #[serde(borrow)]
    pub(super) roots: Vec<Entered<'b>>,
    /// Of each source, in their order, the table in which it stands where no other has it, and where it is entered.
    pub(super) homes: Vec<(u32, u32)>,
    /// What lists its members.
    pub(super) members: Vec<(u32, Vec<u32>)>,
}

/// A root; see [`super::super::roots::Entrance`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Entered<'b> {
    /// Counted as the ends of edges.
    pub(super) at: u32,
    #[serde(borrow)]
    pub(super) path: Bytes<'b>,
    #[serde(borrow)]
    pub(super) scope: Bytes<'b>,
    #[serde(borrow)]
    pub(super) package: Bytes<'b>,
    /// What is said of the project that it enters, but for the next.
    pub(super) lead: Lead,
    /// The first words of the README of its scope.
    pub(super) intro: String,
}

pub(super) fn owned(bytes: &[u8]) -> Bytes<'static> {
    Bytes(Cow::Owned(bytes.to_vec()))
}

/// A uid as a number.
pub(super) fn number(uid: Uid) -> u64 {
    u64::from(uid.number()) << 1 | u64::from(uid.family() == Family::Function)
}

/// The uid behind a number.
pub(super) fn uid(number: u64) -> Uid {
    let family = if number & 1 == 1 { Family::Function } else { Family::Object };
    Uid::new(family, u32::try_from(number >> 1).unwrap_or_default())
}

/// What an entity that is no source is found by.
pub(super) fn key(identity: &Identity) -> Vec<u8> {
    let ecosystem = match identity {
        Identity::External { ecosystem, .. } => ecosystem,
        _ => "",
    };
    [ecosystem.as_bytes(), b"\0", &identity.source()].concat()
}

/// In which source the ground `bytes` says less than `whole`, that of a run over all sources, or something else: what must
/// never be. `None` where it says all.
#[must_use]
pub fn lacking(bytes: &[u8], whole: &[u8]) -> Option<String> {
    let (Some(ground), Some(whole)) = (Ground::parse(bytes), Ground::parse(whole)) else {
        return Some("one of both is no ground".to_owned());
    };
    let holds = |all: &[u32], some: &[u32]| some.iter().all(|it| all.contains(it));
    let has_marks = |all: &Marks<'_>, some: &Marks<'_>| {
        holds(&all.iter().collect::<Vec<_>>(), &some.iter().collect::<Vec<_>>())
    };
    let is_same = |(one, other): &(&Known<'_>, &Known<'_>)| {
        one.path.0 == other.path.0
            && one.uids == other.uids
            && one.users == other.users
            && one.answers.0 == other.answers.0
            && one.passes == other.passes
            && one.edges == other.edges
            && one.tables == other.tables
            && one.hands_on == other.hands_on
            && [one.is_vendored, one.is_root, one.is_packed]
                == [other.is_vendored, other.is_root, other.is_packed]
            && holds(&one.named, &other.named)
            && holds(&one.sharers, &other.sharers)
            && has_marks(&one.asks, &other.asks)
            && has_marks(&one.declares, &other.declares)
    };
    let odd = ground.sources.iter().zip(&whole.sources).find(|pair| !is_same(pair));
    let odd = odd.map(|(known, _)| format!("{:?}", bstr::BStr::new(&known.path.0)));
    let holds_absences = match (ground.absences, whole.absences) {
        (Some(some), Some(all)) => some.clone().and(all) == some,
        (some, all) => some.is_some() || all.is_none(),
    };
    let lists = [
        ("the number of sources", ground.sources.len() == whole.sources.len()),
        ("others", ground.others == whole.others),
        ("the course of tables", ground.course == whole.course),
        ("what is detected", ground.detected == whole.detected),
        ("strays", ground.strays == whole.strays),
        ("absences", holds_absences),
    ];
    odd.or_else(|| lists.into_iter().find(|(_, is_same)| !is_same).map(|(list, _)| list.to_owned()))
}

impl Other<'_> {
    /// Of a file its path.
    pub(super) fn path(&self) -> Option<RepoPath> {
        RepoPath::new(self.key.0.strip_prefix(b"\0")?).ok()
    }

    /// What is taken of it.
    pub(super) fn taken(&self) -> Option<Taken<'static>> {
        if self.taken.0.is_empty() {
            Some(Taken::default())
        } else {
            postcard::from_bytes(&self.taken.0).ok()
        }
    }

    /// Whether it lies outside the repository.
    pub(super) fn is_external(&self) -> bool {
        is_external(&self.key.0)
    }
}

/// Whether what is found by that [`key()`] lies outside the repository.
pub(super) fn is_external(key: &[u8]) -> bool {
    key.first().is_some_and(|first| *first != 0)
}

impl<'b> Ground<'b> {
    /// The ground of these bytes; `None` where they are none.
    #[must_use]
    pub fn parse(bytes: &'b [u8]) -> Option<Self> {
        let (count, mut rest): (usize, _) = postcard::take_from_bytes(bytes).ok()?;
        // More than there can be would ask for more memory than there is.
        let capacity = count.min(rest.len() / LEAST);
        let (mut sources, mut places) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        for _ in 0..count {
            let (known, behind) = postcard::take_from_bytes(rest).ok()?;
            sources.push(known);
            places.push(bytes.len() - rest.len()..bytes.len() - behind.len());
            rest = behind;
        }
        let (Rest(others, course, absences, detected, strays), []) = postcard::take_from_bytes(rest).ok()?
        else {
            return None;
        };
        let (read, fresh, reworded) = ((bytes, places), BTreeSet::new(), BTreeMap::new());
        Some(Self { sources, read, others, course, absences, detected, strays, fresh, reworded })
    }

    /// With what the READMEs of the roots say now whose scopes are among `scopes`, as `intro` tells it of each.
    #[must_use]
    pub fn reworded(mut self, scopes: &BTreeSet<Vec<u8>>, intro: impl Fn(&[u8]) -> String) -> Self {
        let roots = self.course.iter_mut().flat_map(|it| &mut it.roots);
        for root in roots.filter(|root| scopes.contains(&*root.scope.0)) {
            let now = intro(&root.scope.0);
            if now != root.intro {
                self.reworded.insert(root.at, std::mem::replace(&mut root.intro, now));
            }
        }
        self
    }

    /// What was [detected](super::detected) when it was made.
    #[must_use]
    pub fn detected(&self) -> Key {
        self.detected
    }

    pub(super) fn position(&self, path: &RepoPath) -> Option<u32> {
        let at = self.sources.binary_search_by(|it| (*it.path.0).cmp(path.as_bytes())).ok()?;
        u32::try_from(at).ok()
    }

    /// The path of the source at that position; `None` where that is another end of edges.
    pub(super) fn path(&self, at: u32) -> Option<RepoPath> {
        RepoPath::new(&self.sources.get(at as usize)?.path.0).ok()
    }

    /// The declarations beside a file of JavaScript.
    pub(super) fn companion(&self, at: u32) -> Option<u32> {
        let path = &self.sources.get(at as usize)?.path.0;
        self.position(&RepoPath::new(&companion::declarations(path)?).ok()?)
    }

    /// The file of JavaScript beside its declarations.
    pub(super) fn described(&self, at: u32) -> Option<u32> {
        let path = &self.sources.get(at as usize)?.path.0;
        self.position(&RepoPath::new(&companion::code(path)?).ok()?)
    }

    /// The answers to the imports of the source at that position.
    pub(super) fn answers(&self, at: u32) -> Option<Vec<Resolved>> {
        postcard::from_bytes(&self.sources[at as usize].answers.0).ok()
    }

    /// The same of the source at `path`.
    #[must_use]
    pub fn answers_of(&self, path: &RepoPath) -> Option<Vec<Resolved>> {
        self.answers(self.position(path)?)
    }

    /// Those that use what the source at that position declares, or the package that is such an end, by the symbols.
    pub(super) fn users(&self, at: u32) -> Option<Vec<(u32, Best<'_>)>> {
        match self.sources.get(at as usize) {
            Some(source) => source.users.read(),
            None => self.other_at(at)?.users.read(),
        }
    }

    /// The uid of an entity that is no source.
    pub(super) fn other(&self, identity: &Identity) -> Option<Uid> {
        Some(uid(self.others[self.position_of_other(identity)?].uid))
    }

    fn position_of_other(&self, identity: &Identity) -> Option<usize> {
        let key = key(identity);
        self.others.binary_search_by(|it| it.key.0[..].cmp(&key)).ok()
    }

    /// What an edge to `identity`, a file or what is no part of one, has as its end.
    pub(super) fn end(&self, identity: &Identity) -> Option<u32> {
        let source = identity.file().and_then(|path| self.position(path));
        let other = || u32::try_from(self.sources.len() + self.position_of_other(identity)?).ok();
        source.or_else(other)
    }

    /// What is no source at such an end.
    pub(super) fn other_at(&self, end: u32) -> Option<&Other<'b>> {
        self.others.get((end as usize).checked_sub(self.sources.len())?)
    }

    /// Whether a root names the source at that position.
    pub(super) fn is_entrance(&self, at: u32) -> bool {
        let known = &self.sources[at as usize];
        let roots = self.course.iter().flat_map(|it| &it.roots);
        known.is_root || roots.into_iter().any(|root| root.path == known.path)
    }

    /// The root that the package at such an end is, or whose file the source there is.
    pub(super) fn entered(&self, at: u32) -> Option<&Entered<'b>> {
        self.course.as_ref()?.roots.iter().find(|root| root.at == at)
    }

    /// Those of what stands at such an end.
    pub(super) fn uids(&self, end: u32) -> impl Iterator<Item = Uid> {
        let source = self.sources.get(end as usize).map_or(&[][..], |it| &it.uids);
        let other = self.other_at(end).map(|it| it.uid);
        source.iter().copied().chain(other).map(uid)
    }

    /// The bytes of the ground; `None` where it cannot be written.
    #[must_use]
    pub fn written(self) -> Option<Vec<u8>> {
        let rest = Rest(self.others, self.course, self.absences, self.detected, self.strays);
        postcard::to_stdvec(&(self.sources, rest)).ok()
    }

    /// The sources for which `is_one` says so.
    pub(super) fn filter(&self, is_one: impl Fn(&Known<'b>) -> bool) -> impl Iterator<Item = u32> {
        self.sources.iter().zip(0..).filter(move |(it, _)| is_one(it)).map(|(_, at)| at)
    }
}
