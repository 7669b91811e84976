//! Where to begin: the entities of a file, and the tables of contents (specification §5.18 and §5.19).

use std::borrow::Cow;
use std::fmt;

use bstr::ByteSlice;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::super::format::{source_path, value};
use super::super::model::{Toc, TocName};
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::text::{shown, text};

/// The entities of a file.
#[derive(Debug, Serialize)]
pub struct Sources {
    source: String,
    uids: Vec<String>,
}

impl Sources {
    /// Whether there are any.
    #[must_use]
    pub fn is_found(&self) -> bool {
        !self.uids.is_empty()
    }
}

impl fmt::Display for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.uids.is_empty() {
            return writeln!(f, "not found");
        }
        self.uids.iter().try_for_each(|uid| writeln!(f, "{uid}"))
    }
}

/// The uids of the entities of a file, or of one symbol in it (specification §5.18), by name. As the Python tool does,
/// it takes every `#` for the end of the path; what a file is elsewhere, `places` says. The path may be quoted as git
/// quotes it.
///
/// # Errors
/// See [`StoreError`].
pub fn find_by_source(reader: &Reader, source: &[u8]) -> Result<Sources, StoreError> {
    let found = found_by(reader, source)?;
    // A shell completes paths like that.
    match source.strip_prefix(b"./").filter(|_| !found.is_found()) {
        Some(bare) => Ok(Sources { source: text(source), ..found_by(reader, bare)? }),
        None => Ok(found),
    }
}

fn found_by(reader: &Reader, source: &[u8]) -> Result<Sources, StoreError> {
    // A backslash may stand for a slash, in what is asked and in what is written.
    let is_same = |a: &u8, b: &u8| a == b || [*a, *b].iter().all(|it| matches!(it, b'/' | b'\\'));
    let begins_with = |found: &[u8], path: &[u8]| {
        let (begin, rest) = found.split_at(path.len().min(found.len()));
        let begins = begin.len() == path.len() && begin.iter().zip(path).all(|(a, b)| is_same(a, b));
        begins && (rest.is_empty() || rest.starts_with(b"#"))
    };
    let path = source_path(source);
    let begins = |found: &[u8]| begins_with(found, source) || begins_with(found, &path);
    // Most descriptions are dismissed at a glance. A quoted path may be spelled in other ways; one that is asked for in
    // quotes has them, or is its plain self.
    let (names, descriptions) = (reader.names()?, reader.descriptions()?);
    let name = path.rfind_byteset(b"/\\").map_or(&*path, |slash| &path[slash + 1..]);
    let mut found = descriptions.may_hold(name);
    found.extend(descriptions.may_hold(b"\""));
    found.sort_unstable();
    found.dedup();
    found.retain(|at| {
        let source = descriptions.get(*at).and_then(|raw| value(raw, "source")).unwrap_or_default();
        begins(source) || begins(&source_path(source))
    });
    Ok(Sources { source: text(source), uids: found.into_iter().map(|at| text(&names[at])).collect() })
}

/// A table of contents as `read-toc` tells it.
#[derive(Debug, PartialEq, Eq)]
pub struct Contents {
    /// The uid of its root, or `default`.
    name: String,
    table: Toc,
}

impl Contents {
    /// Every line, the root's first.
    fn uids(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.table.names().map(shown)
    }
}

impl fmt::Display for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uids().enumerate().try_for_each(|(at, uid)| {
            f.write_str(&uid)?;
            f.write_str(if at == 0 { " [root]\n" } else { "\n" })
        })
    }
}

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Contents", 2)?;
        object.serialize_field("toc", &self.name)?;
        object.serialize_field("uids", &self.uids().collect::<Vec<_>>())?;
        object.end()
    }
}

/// A table of contents was asked for that is not there.
#[derive(Debug, thiserror::Error)]
pub enum TocError {
    /// Nor is any other.
    #[error("there is no table of contents yet: run `dsp-cli bootstrap`")]
    None,
    /// There are others.
    #[error("there is no {wanted}; name one of them: {}", .others.join("; "))]
    NotFound {
        /// What was asked for.
        wanted: TocName,
        /// How to ask for those that are there.
        others: Vec<String>,
    },
    /// `.dsp/` cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where an entity lies, if that can be told.
fn source_of(reader: &Reader, name: &str) -> Option<String> {
    let at = reader.names().ok()?.find(name.as_bytes())?;
    value(reader.descriptions().ok()?.get(at)?, "source").map(text)
}

/// The table of contents with that name.
///
/// # Errors
/// Names those that are there.
pub fn toc(reader: &Reader, wanted: TocName) -> Result<Contents, TocError> {
    let name = |name: &TocName| match name {
        TocName::Plain => "default".to_owned(),
        TocName::Of(uid) => uid.to_string(),
    };
    if let Some(table) = reader.toc(wanted)? {
        return Ok(Contents { name: name(&wanted), table });
    }
    let other = |toc: &TocName| {
        let name = name(toc);
        let source = source_of(reader, &name).map(|source| format!(" ({source})")).unwrap_or_default();
        format!("--toc {name}{source}")
    };
    let others: Vec<String> = reader.tocs()?.keys().map(other).collect();
    Err(if others.is_empty() { TocError::None } else { TocError::NotFound { wanted, others } })
}
