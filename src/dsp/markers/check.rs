//! What is wrong with the markers that are there.

use resolvers::facts::Subject;
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::identity::Uid;

/// A marker in the sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The file.
    pub path: RepoPath,
    /// Its line, from 1.
    pub line: usize,
    /// The uid as written.
    pub text: String,
    /// The uid, where it is one.
    pub uid: Option<Uid>,
    /// What it speaks of.
    pub subject: Subject,
    /// What that is called: a declared name, `file`, or nothing.
    pub name: String,
    /// The entity that what it speaks of is.
    pub owner: Option<Uid>,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// What stands there is no uid.
    Malformed,
    /// No entity has the uid.
    Unknown,
    /// The uid stands in another place too.
    Duplicate,
    /// It speaks of nothing, or of another entity.
    Misplaced,
    /// An entity has no marker.
    Missing,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 5] =
        [Self::Malformed, Self::Unknown, Self::Duplicate, Self::Misplaced, Self::Missing];

    /// The word used in every output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Unknown => "unknown",
            Self::Duplicate => "duplicate",
            Self::Misplaced => "misplaced",
            Self::Missing => "missing",
        }
    }
}

/// Something wrong at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file.
    pub path: RepoPath,
    /// The line, from 1: that of the marker, or the one before which it is missing.
    pub line: usize,
    /// What is wrong.
    pub code: Code,
    /// The uid as written, or as it should be.
    pub uid: String,
    /// One sentence, lower case, no full stop.
    pub message: String,
}

/// What is wrong with `seen`, which is in order of path and line, where the entities are those that `is_known` says.
#[must_use]
pub fn check(seen: &[Seen], is_known: impl Fn(Uid) -> bool) -> Vec<Finding> {
    let originals = originals(seen);
    let finding = |(at, seen): (usize, &Seen)| {
        let (code, message) = wrong(seen, originals.get(&seen.uid?) == Some(&at), &is_known)?;
        Some(Finding { path: seen.path.clone(), line: seen.line, code, uid: seen.text.clone(), message })
    };
    let malformed = |seen: &Seen| Finding {
        path: seen.path.clone(),
        line: seen.line,
        code: Code::Malformed,
        uid: seen.text.clone(),
        message: "is no uid: `obj-` or `func-` and eight lower-case hexadecimal digits".to_owned(),
    };
    let mut findings: Vec<Finding> = seen.iter().enumerate().filter_map(finding).collect();
    findings.extend(seen.iter().filter(|seen| seen.uid.is_none()).map(malformed));
    findings.sort();
    findings
}

/// Of the markers with one uid the one that speaks of its entity, else the first.
fn originals(seen: &[Seen]) -> FxHashMap<Uid, usize> {
    let mut originals: FxHashMap<Uid, usize> = FxHashMap::default();
    let mut settled: FxHashSet<Uid> = FxHashSet::default();
    for (at, marker) in seen.iter().enumerate() {
        let Some(uid) = marker.uid else { continue };
        originals.entry(uid).or_insert(at);
        if marker.owner == Some(uid) && settled.insert(uid) {
            originals.insert(uid, at);
        }
    }
    originals
}

fn wrong(seen: &Seen, is_original: bool, is_known: impl Fn(Uid) -> bool) -> Option<(Code, String)> {
    let uid = seen.uid?;
    if !is_known(uid) {
        return Some((Code::Unknown, "no entity has this uid".to_owned()));
    }
    if !is_original {
        return Some((Code::Duplicate, "the same uid stands in another marker".to_owned()));
    }
    match (seen.subject, seen.owner) {
        (Subject::Nothing, _) => {
            Some((Code::Misplaced, "stands above nothing that it could mark".to_owned()))
        }
        (_, Some(owner)) if owner != uid => {
            Some((Code::Misplaced, format!("stands above `{}`, which is {owner}", seen.name)))
        }
        _ => None,
    }
}
