//! One file: its bytes after markers were inserted or stripped, or why it is left alone.
//!
//! Whatever a language says of places, the result is read again before it is given out: it must say what it said
//! before, have the markers that were wanted, and give back the bytes from before when they are stripped.

use resolvers::facts::{FileFacts, Marker, Origin, Parse, Subject};
use resolvers::marker::Places;
use rustc_hash::FxHashSet;

use super::edit::{Edit, apply, insertions, place};
use super::remove::removals;
use super::same::says_the_same;
use super::standing::Standing;
use super::{Wish, is_ours, uid_of};
use crate::facts::SourceFile;
use crate::identity::Uid;
use crate::universe::Class;

/// A file with other markers than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// Its bytes.
    pub content: Vec<u8>,
    /// Uids of new markers, each with the old offset at which it stands.
    pub inserted: Vec<(Uid, u32)>,
    /// How many markers have another uid.
    pub replaced: usize,
    /// How many markers are gone.
    pub removed: usize,
}

/// Why a file is left alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// By its place somebody else's, a tool's or an environment's.
    Class(Class),
    /// A tool wrote it, as its head says.
    Generated,
    /// Its lines are a minifier's.
    Minified,
    /// Its syntax is broken.
    Broken,
    /// Git LFS keeps what it stands for.
    LfsPointer,
    /// It may not be written.
    ReadOnly,
    /// A sparse checkout leaves it out of the disk.
    LeftOut,
    /// It is not what was read first.
    Changed,
    /// It differs from the last commit.
    Uncommitted,
    /// It cannot be read: a clause whose subject is the file.
    Unreadable(String),
    /// Its markers would not be read again as they are meant, or something else would be read.
    Unsafe,
    /// Nothing to mark was named: a clause whose subject is what was named.
    NoSource(&'static str),
}

impl Reason {
    /// A clause whose subject is the file.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Class(class) => class.name(),
            Self::Generated => "generated",
            Self::Minified => "minified",
            Self::Broken => "does not parse",
            Self::LfsPointer => "is a pointer of Git LFS",
            Self::ReadOnly => "is read-only",
            Self::LeftOut => "is not checked out",
            Self::Changed => "was changed by somebody else while this ran",
            Self::Uncommitted => "differs from the last commit",
            Self::Unreadable(why) => why,
            Self::Unsafe => "would read otherwise with its markers changed",
            Self::NoSource(why) => why,
        }
    }

    /// What keeps markers out of `source`, whatever its bytes are.
    fn of(source: &SourceFile, class: Class) -> Option<Self> {
        match (class, source.facts.origin) {
            (Class::Ordinary, Origin::Generated) => Some(Self::Generated),
            (Class::Ordinary, Origin::Minified) => Some(Self::Minified),
            (Class::Ordinary, Origin::Written) => None,
            (class, _) => Some(Self::Class(class)),
        }
    }
}

/// How the bytes of a pointer of Git LFS begin.
const LFS: &[u8] = b"version https://git-lfs.github.com/spec/";

/// `source`, which is of that class and has these bytes, with the markers of `wishes`; `None` where nothing changes.
///
/// # Errors
/// Why it is left alone.
pub fn insert(
    source: &SourceFile,
    class: Class,
    bytes: &[u8],
    wishes: &[Wish],
) -> Result<Option<Edited>, Reason> {
    let opened = open(source, class, bytes)?;
    let target = Target { source, bytes, opened: &opened, wishes };
    match target.cleared()? {
        Some(cleared) => target.marked(Some(&cleared)).or_else(|_| target.marked(None)),
        None => target.marked(None),
    }
}

/// `source` without markers; `None` where it has none.
///
/// # Errors
/// Why it is left alone.
pub fn strip(source: &SourceFile, class: Class, bytes: &[u8]) -> Result<Option<Edited>, Reason> {
    if !source.facts.markers.iter().any(is_ours) {
        return Ok(None);
    }
    let opened = open(source, class, bytes)?;
    let edits = removals_of_all(bytes, &opened.facts, &opened.places);
    let removed = edits.len();
    let content = apply(bytes, &edits);
    let facts = source.language.extract(source.dialect, &content);
    if !says_the_same(&opened.facts, &facts, &edits) || facts.markers.iter().any(is_ours) {
        return Err(Reason::Unsafe);
    }
    Ok(Some(Edited { content, inserted: Vec::new(), replaced: 0, removed }))
}

/// A file that shall have markers.
struct Target<'a> {
    source: &'a SourceFile,
    bytes: &'a [u8],
    opened: &'a Opened,
    wishes: &'a [Wish],
}

/// The file without the markers that went astray.
struct Cleared {
    bytes: Vec<u8>,
    opened: Opened,
    /// What was removed, and which uids stand at their places for that.
    removed: Vec<Edit>,
    uids: FxHashSet<Uid>,
}

impl Target<'_> {
    /// The file with what is wished, or what is left of it.
    fn marked(&self, cleared: Option<&Cleared>) -> Result<Option<Edited>, Reason> {
        let (bytes, opened) = cleared.map_or((self.bytes, self.opened), |it| (&it.bytes, &it.opened));
        let granted = insertions(bytes, &Standing::of(&opened.facts), &opened.places, self.wishes);
        if granted.is_empty() && cleared.is_none() {
            return Ok(None);
        }
        let removed = cleared.map_or(&[][..], |it| &it.removed);
        let added = granted.iter().filter(|(_, _, replaces)| !replaces);
        let inserted: Vec<(Uid, u32)> =
            added.map(|(uid, edit, _)| (*uid, unmoved(edit.span.start, removed))).collect();
        let replaced = granted.len() - inserted.len();
        let returned = cleared.into_iter().flat_map(|it| it.uids.iter().copied());
        let promised: FxHashSet<Uid> = granted.iter().map(|(uid, ..)| *uid).chain(returned).collect();
        let edits: Vec<Edit> = granted.into_iter().map(|(_, edit, _)| edit).collect();
        let content = apply(bytes, &edits);
        let facts = self.source.language.extract(self.source.dialect, &content);
        let is_safe = says_the_same(&opened.facts, &facts, &edits)
            && facts.markers.len() == opened.facts.markers.len() + inserted.len()
            && kept(&opened.facts, &facts, replaced)
            && self.are_granted(&promised, &facts)
            && stripped(&content, &facts, &opened.places)
                == stripped(self.bytes, &self.opened.facts, &opened.places);
        let edited = Edited { content, inserted, replaced, removed: removed.len() };
        if is_safe { Ok(Some(edited)) } else { Err(Reason::Unsafe) }
    }

    /// The file without the markers that stand elsewhere than what has their uid, as far as that has one or can have
    /// one; `None` where there are none, or where what stays would speak of something else.
    fn cleared(&self) -> Result<Option<Cleared>, Reason> {
        let (strays, uids) = strays(self.bytes, self.opened, self.wishes);
        let removed = removals(self.bytes, strays.iter().copied(), self.opened.places.parted);
        if removed.is_empty() {
            return Ok(None);
        }
        let bytes = apply(self.bytes, &removed);
        let facts = self.source.language.extract(self.source.dialect, &bytes);
        let opened = located(self.source, &bytes, facts)?;
        let (before, after) = (&self.opened.facts, &opened.facts);
        let gone: FxHashSet<u32> = strays.iter().map(|it| it.span.start).collect();
        let staying: Vec<&Marker> =
            before.markers.iter().filter(|it| !gone.contains(&it.span.start)).collect();
        let is_safe = says_the_same(before, after, &removed)
            && staying.len() == after.markers.len()
            && staying.into_iter().zip(&after.markers).all(|(was, is)| self.may_become(was, is));
        Ok(is_safe.then_some(Cleared { bytes, opened, removed, uids }))
    }

    /// Whether it speaks of what it spoke of; or, as one of the file's own that stands nowhere near its place, of nothing
    /// that has a marker.
    fn may_become(&self, was: &Marker, is: &Marker) -> bool {
        let is_elsewhere = |wish: &Wish| !wish.spot.has(was.subject) && !wish.spot.has(is.subject);
        let is_own = self.wishes.iter().any(|wish| uid_of(is) == Some(wish.uid));
        said(was) == said(is) || is_own && was.uid == is.uid && self.wishes.iter().all(is_elsewhere)
    }

    /// Whether `facts` have the marker of each wish for one of `uids`, which are all wished for once.
    fn are_granted(&self, uids: &FxHashSet<Uid>, facts: &FileFacts) -> bool {
        let standing = Standing::of(facts);
        let meant: Vec<&Wish> = self.wishes.iter().filter(|wish| uids.contains(&wish.uid)).collect();
        meant.len() == uids.len() && meant.into_iter().all(|wish| standing.fulfils(wish))
    }
}

/// The markers that stand elsewhere in the file than what has their uid, as far as they stand where others should, or
/// that has one or can have one; and the uids of which that is so.
fn strays<'o>(bytes: &[u8], opened: &'o Opened, wishes: &[Wish]) -> (Vec<&'o Marker>, FxHashSet<Uid>) {
    let standing = Standing::of(&opened.facts);
    let mut strays = standing.strays(wishes);
    let has_place =
        |wish: &&Wish| standing.at(wish).is_some() || place(bytes, &opened.places, &wish.spot).is_some();
    let wanted: FxHashSet<Uid> = strays.iter().filter_map(|marker| uid_of(marker)).collect();
    let meant = wishes.iter().filter(|wish| wanted.contains(&wish.uid));
    let returning: FxHashSet<Uid> = meant.filter(has_place).map(|wish| wish.uid).collect();
    let is_in_the_way = |marker: &Marker| wishes.iter().any(|wish| wish.spot.has(marker.subject));
    strays
        .retain(|marker| uid_of(marker).is_some_and(|uid| returning.contains(&uid)) || is_in_the_way(marker));
    (strays, returning)
}

/// What a marker says, and of what.
fn said(marker: &Marker) -> (&str, Subject) {
    (&marker.uid, marker.subject)
}

/// Where `at` was before the bytes of `removed` went.
fn unmoved(at: u32, removed: &[Edit]) -> u32 {
    let back =
        |at, Edit { span, .. }: &Edit| if span.start <= at { at + (span.end - span.start) } else { at };
    removed.iter().fold(at, back)
}

/// A file that markers may go into.
struct Opened {
    facts: FileFacts,
    places: Places,
}

fn open(source: &SourceFile, class: Class, bytes: &[u8]) -> Result<Opened, Reason> {
    if let Some(reason) = Reason::of(source, class) {
        return Err(reason);
    }
    if bytes.starts_with(LFS) {
        return Err(Reason::LfsPointer);
    }
    // Those of the run have names in them that other files gave.
    let facts = source.language.extract(source.dialect, bytes);
    if facts.symbols != source.facts.symbols || facts.markers != source.facts.markers {
        return Err(Reason::Changed);
    }
    located(source, bytes, facts)
}

fn located(source: &SourceFile, bytes: &[u8], facts: FileFacts) -> Result<Opened, Reason> {
    if facts.parse != Parse::Complete {
        return Err(Reason::Broken);
    }
    let places = source.language.places(source.dialect, bytes, &facts).ok_or(Reason::Broken)?;
    Ok(Opened { facts, places })
}

/// Whether every marker that was there, but for as many as are `gone`, speaks of what it spoke of.
fn kept(before: &FileFacts, after: &FileFacts, gone: usize) -> bool {
    let there: FxHashSet<(&str, Subject)> = after.markers.iter().map(said).collect();
    let lost = before.markers.iter().filter(|it| !there.contains(&said(it))).count();
    lost <= gone
}

fn stripped(bytes: &[u8], facts: &FileFacts, places: &Places) -> Vec<u8> {
    apply(bytes, &removals_of_all(bytes, facts, places))
}

fn removals_of_all(bytes: &[u8], facts: &FileFacts, places: &Places) -> Vec<Edit> {
    removals(bytes, facts.markers.iter().filter(|marker| is_ours(marker)), places.parted)
}
