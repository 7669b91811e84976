//! What is told of an entity wherever it is named: one line that a reader can go on from.

use std::borrow::Cow;

use bstr::ByteSlice;
use serde::Serialize;

use super::format::{Description, ImportLine, source_path, trimmed};
use super::model::Entity;
use super::reader::Reader;
use super::store::StoreError;

/// An entity that is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The name of its directory.
    pub uid: String,
    /// `object`, `function` or `external`.
    pub kind: &'static str,
    /// Where it is; the name of an external.
    pub source: String,
    /// What it is for.
    pub purpose: String,
}

impl Told {
    /// Of what stands in the directory `name`. One that is not there has its name only.
    pub(super) fn of(name: &[u8], description: Option<&Description>) -> Self {
        let entity = Entity { description: description.cloned(), ..Entity::default() };
        let purpose = description.and_then(|it| it.paragraph("purpose")).unwrap_or_default();
        Self {
            uid: text(name),
            kind: entity.kind().name(),
            source: spelled(&source_path(entity.source())),
            purpose: text(purpose),
        }
    }

    /// Of the entity with that name. A name that a line holds may be anything: only what is listed is read.
    pub(super) fn read(reader: &Reader, name: &[u8]) -> Result<Self, StoreError> {
        Ok(Self::of(name, reader.description(name)?.as_ref()))
    }

    /// The source, or the uid where there is none.
    #[must_use]
    pub fn place(&self) -> &str {
        if self.source.is_empty() { &self.uid } else { &self.source }
    }
}

/// A path so that it can be found by what is told: one that is no UTF-8 as git writes it, in quotes with `\ooo` for
/// each byte that no character has, which `source:` may hold too.
fn spelled(path: &[u8]) -> String {
    let mut quoted = String::from('"');
    for chunk in path.utf8_chunks() {
        for char in chunk.valid().chars() {
            quoted.extend(matches!(char, '"' | '\\').then_some('\\'));
            quoted.push(char);
        }
        for byte in chunk.invalid() {
            quoted.push('\\');
            quoted.extend([byte >> 6, byte >> 3 & 7, byte & 7].map(|digit| char::from(b'0' + digit)));
        }
    }
    quoted.push('"');
    path.to_str().map_or(quoted, str::to_owned)
}

/// Why `importer` has that line (specification §4.3); `None` where nobody said.
pub(super) fn why(
    reader: &Reader,
    importer: &[u8],
    line: ImportLine<'_>,
) -> Result<Option<String>, StoreError> {
    Ok(record(reader, importer, line)?.as_deref().and_then(said))
}

/// The record of that line; `None` where there is none.
pub(super) fn record(
    reader: &Reader,
    importer: &[u8],
    line: ImportLine<'_>,
) -> Result<Option<Vec<u8>>, StoreError> {
    let provider = line.via_name().unwrap_or(line.name());
    let place: &[&[u8]] = if line.via_name().is_some() { &[line.name(), importer] } else { &[importer] };
    if reader.has(provider)? { reader.export(provider, place) } else { Ok(None) }
}

/// A why; `None` when it says nothing.
pub(super) fn said(why: &[u8]) -> Option<String> {
    Some(text(why)).filter(|why| !why.is_empty())
}

/// A text without the white space around it; its lines end in `\n`, and U+FFFD stands for what is no UTF-8.
pub(super) fn text(bytes: &[u8]) -> String {
    shown(bytes).into_owned()
}

/// The same, in place where it stands so.
pub(super) fn shown(bytes: &[u8]) -> Cow<'_, str> {
    let text = trimmed(bytes).to_str_lossy();
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_no_text_is_told_as_it_may_be_written() {
        assert_eq!(spelled("src/\u{e9} \"x\".ts".as_bytes()), "src/\u{e9} \"x\".ts");
        for path in [&b"src/\xff.ts"[..], b"\xc3\"\\\xa9/\xff\x80", b"\xff"] {
            let told = spelled(path);
            assert_eq!(*source_path(told.as_bytes()), *path, "{told}");
        }
        assert_eq!(spelled(b"src/\xff.ts"), "\"src/\\377.ts\"");
    }
}
