//! One file: its bytes after markers were inserted or stripped, or why it is left alone.
//!
//! Whatever a language says of places, the result is read again before it is given out: it must say what it said
//! before, have the markers that were wanted, and give back the bytes from before when they are stripped.

use resolvers::facts::{FileFacts, Origin, Parse};
use resolvers::marker::Places;

use super::edit::{Edit, apply, insertions, removals};
use super::same::says_the_same;
use super::{Wish, is_ours};
use crate::facts::SourceFile;
use crate::identity::Uid;
use crate::universe::Class;

/// A file with other markers than before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// Its bytes.
    pub content: Vec<u8>,
    /// What changed, in order, by the old offsets.
    pub edits: Vec<Edit>,
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
    let granted = insertions(bytes, &opened.facts, &opened.places, wishes);
    if granted.is_empty() {
        return Ok(None);
    }
    let added = granted.iter().filter(|(_, _, replaces)| !replaces);
    let inserted: Vec<(Uid, u32)> = added.map(|(uid, edit, _)| (*uid, edit.span.start)).collect();
    let replaced = granted.len() - inserted.len();
    let uids: Vec<Uid> = granted.iter().map(|(uid, ..)| *uid).collect();
    let edits: Vec<Edit> = granted.into_iter().map(|(_, edit, _)| edit).collect();
    let content = apply(bytes, &edits);
    let facts = source.language.extract(source.dialect, &content);
    let granted = wishes.iter().filter(|wish| uids.contains(&wish.uid));
    let is_safe = says_the_same(&opened.facts, &facts, &edits)
        && facts.markers.len() == opened.facts.markers.len() + inserted.len()
        && granted.clone().count() == uids.len()
        && granted.into_iter().all(|wish| wish.is_fulfilled(&facts))
        && kept(&opened.facts, &facts, replaced)
        && stripped(&content, &facts, &opened.places) == stripped(bytes, &opened.facts, &opened.places);
    let edited = Edited { content, edits, inserted, replaced, removed: 0 };
    if is_safe { Ok(Some(edited)) } else { Err(Reason::Unsafe) }
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
    let edits = removals(bytes, &opened.facts, &opened.places);
    let removed = edits.len();
    let content = apply(bytes, &edits);
    let facts = source.language.extract(source.dialect, &content);
    if !says_the_same(&opened.facts, &facts, &edits) || facts.markers.iter().any(is_ours) {
        return Err(Reason::Unsafe);
    }
    Ok(Some(Edited { content, edits, inserted: Vec::new(), replaced: 0, removed }))
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
    if facts.parse != Parse::Complete {
        return Err(Reason::Broken);
    }
    let places = source.language.places(source.dialect, bytes, &facts).ok_or(Reason::Broken)?;
    Ok(Opened { facts, places })
}

/// Whether every marker that was there, but for those replaced, speaks of what it spoke of.
fn kept(before: &FileFacts, after: &FileFacts, replaced: usize) -> bool {
    let is_there = |uid: &str, subject| after.markers.iter().any(|it| it.uid == uid && it.subject == subject);
    let lost = before.markers.iter().filter(|it| !is_there(&it.uid, it.subject)).count();
    lost <= replaced
}

fn stripped(bytes: &[u8], facts: &FileFacts, places: &Places) -> Vec<u8> {
    apply(bytes, &removals(bytes, facts, places))
}
