//! What is told of an entity wherever it is named: one line that a reader can go on from.

use bstr::ByteSlice;
use serde::Serialize;

use super::format::{Description, ImportLine, source_path};
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
            source: text(&source_path(entity.source())),
            purpose: text(purpose),
        }
    }

    /// Of the entity with that name. A name that a line holds may be anything: only what is listed is read.
    pub(super) fn read(reader: &Reader, name: &[u8]) -> Result<Self, StoreError> {
        let description = reader.number(name).map(|_| reader.description(name)).transpose()?;
        Ok(Self::of(name, description.flatten().as_ref()))
    }

    /// The source, or the uid where there is none.
    #[must_use]
    pub fn place(&self) -> &str {
        if self.source.is_empty() { &self.uid } else { &self.source }
    }
}

/// Why `importer` has that line (specification §4.3); `None` where nobody said.
pub(super) fn why(
    reader: &Reader,
    importer: &[u8],
    line: ImportLine<'_>,
) -> Result<Option<String>, StoreError> {
    let provider = line.via_name().unwrap_or(line.name());
    let place: &[&[u8]] = if line.via_name().is_some() { &[line.name(), importer] } else { &[importer] };
    let text = reader.number(provider).map(|_| reader.export(provider, place)).transpose()?;
    Ok(text.flatten().map(|why| self::text(why.trim())))
}

/// Bytes as text: U+FFFD where they are none.
pub(super) fn text(bytes: &[u8]) -> String {
    bytes.to_str_lossy().into_owned()
}
