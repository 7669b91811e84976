//! Questions about one entity: all of it, what it shares, who imports it (specification §5.11 to §5.13).

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::super::format::{import_lines, lines};
use super::super::index::Importer;
use super::super::model::{Export, Name};
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::super::told::said;
use super::error::QueryError;
use super::text::text;
use crate::identity::Uid;

/// Everything about an entity.
#[derive(Debug, Serialize)]
pub struct EntityInfo {
    uid: String,
    source: String,
    kind: String,
    purpose: String,
    /// Whatever else the description has, in its order.
    #[serde(serialize_with = "as_map")]
    fields: Vec<(String, String)>,
    imports: Vec<Import>,
    shared: Vec<String>,
    exported_to: Vec<Recipient>,
}

/// A line of `imports`.
#[derive(Debug, Serialize)]
struct Import {
    uid: String,
    via: Option<String>,
}

/// Who imports something, and why.
#[derive(Debug, Serialize)]
struct Recipient {
    uid: String,
    /// Nobody may have said.
    why: Option<String>,
}

fn as_map<S: Serializer>(fields: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(key, value)| (key, value)))
}

impl fmt::Display for EntityInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "uid: {}", self.uid)?;
        writeln!(f, "source: {}\nkind: {}\npurpose: {}", self.source, self.kind, self.purpose)?;
        for (key, value) in &self.fields {
            writeln!(f, "{key}: {value}")?;
        }
        part(f, "imports", &self.imports)?;
        part(f, "shared", &self.shared)?;
        part(f, "exported to", &self.exported_to)
    }
}

/// Lines below a heading; nothing at all where there are none.
fn part(f: &mut fmt::Formatter<'_>, heading: &str, lines: &[impl fmt::Display]) -> fmt::Result {
    if !lines.is_empty() {
        writeln!(f, "\n{heading}:")?;
    }
    lines.iter().try_for_each(|line| writeln!(f, "  {line}"))
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let via = self.via.as_ref().map(|via| format!(" via={via}")).unwrap_or_default();
        write!(f, "{}{via}", self.uid)
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = self.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        write!(f, "{}{why}", self.uid)
    }
}

/// `get-entity` (specification §5.11).
///
/// # Errors
/// When there is no such entity, or `.dsp/` cannot be read.
pub fn entity(reader: &Reader, uid: Uid) -> Result<EntityInfo, QueryError> {
    let name = find(reader, uid)?;
    let description = reader.description(&name)?.unwrap_or_default();
    let field = |key| description.get(key).map(text).unwrap_or_default();
    let other = description.fields().into_iter();
    let other = other.filter(|(key, _)| !matches!(*key, b"source" | b"kind" | b"purpose"));
    let imports = reader.imports_of(&name)?.unwrap_or_default();
    let shared = reader.shared_of(&name)?.unwrap_or_default();
    Ok(EntityInfo {
        uid: uid.to_string(),
        source: field("source"),
        kind: field("kind"),
        purpose: field("purpose"),
        fields: other.map(|(key, value)| (text(key), text(value))).collect(),
        imports: import_lines(&imports)
            .map(|line| Import { uid: text(line.name()), via: line.via_name().map(text) })
            .collect(),
        shared: lines(&shared).map(text).collect(),
        exported_to: importers(reader, &name)?,
    })
}

/// What an entity shares.
#[derive(Debug, Serialize)]
pub struct SharedInfo {
    uid: String,
    shared: Vec<SharedPart>,
}

#[derive(Debug, Serialize)]
struct SharedPart {
    uid: String,
    description: String,
    recipients: Vec<Recipient>,
}

impl fmt::Display for SharedInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shared.is_empty() {
            return writeln!(f, "no shared entities");
        }
        self.shared.iter().try_for_each(|part| {
            writeln!(f, "\n{}:\n  description: {}", part.uid, part.description)?;
            if !part.recipients.is_empty() {
                writeln!(f, "  imported by:")?;
            }
            part.recipients.iter().try_for_each(|recipient| writeln!(f, "    {recipient}"))
        })
    }
}

/// `get-shared` (specification §5.12): what an entity offers, and who takes it from there.
///
/// # Errors
/// When there is no such entity, or `.dsp/` cannot be read.
pub fn shared(reader: &Reader, uid: Uid) -> Result<SharedInfo, QueryError> {
    let name = find(reader, uid)?;
    let shared = reader.shared_of(&name)?.unwrap_or_default();
    let exports = if shared.is_empty() { BTreeMap::new() } else { reader.exports(&name)? };
    let part = |shared: &[u8]| {
        let texts = match exports.get(shared) {
            Some(Export::Shared(texts)) => texts.iter().collect(),
            _ => Vec::new(),
        };
        let (description, recipients): (Vec<_>, Vec<_>) =
            texts.into_iter().partition(|(name, _)| name[..] == *b"description");
        let recipient = |(name, why): (&Name, &Vec<u8>)| Recipient { uid: text(name), why: said(why) };
        SharedPart {
            uid: text(shared),
            description: description.first().map(|(_, words)| text(words)).unwrap_or_default(),
            recipients: recipients.into_iter().map(recipient).collect(),
        }
    };
    Ok(SharedInfo { uid: uid.to_string(), shared: lines(&shared).map(part).collect() })
}

/// Who imports an entity.
#[derive(Debug, Serialize)]
pub struct Recipients {
    uid: String,
    #[serde(rename = "recipients")]
    importers: Vec<Recipient>,
    /// Whether nobody imports the whole of it, and somebody may import what it shares.
    #[serde(skip)]
    pub is_used_in_parts: bool,
}

impl fmt::Display for Recipients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.importers.is_empty() {
            return writeln!(f, "no recipients");
        }
        self.importers.iter().try_for_each(|recipient| writeln!(f, "{recipient}"))
    }
}

/// `get-recipients` (specification §5.13).
///
/// # Errors
/// When there is no such entity, or `.dsp/` cannot be read.
pub fn recipients(reader: &Reader, uid: Uid) -> Result<Recipients, QueryError> {
    let name = find(reader, uid)?;
    let importers = importers(reader, &name)?;
    let shares = reader.shared_of(&name)?.is_some_and(|shared| lines(&shared).next().is_some());
    let is_used_in_parts = importers.is_empty() && shares;
    Ok(Recipients { uid: uid.to_string(), importers, is_used_in_parts })
}

/// The name of an entity.
pub(super) fn find(reader: &Reader, uid: Uid) -> Result<Vec<u8>, QueryError> {
    let name = uid.to_string().into_bytes();
    if reader.has(&name)? { Ok(name) } else { Err(QueryError::Missing(uid)) }
}

/// Those in whose `imports` an entity stands, by name. What stands in `exports/` alone is no edge: the Python tool
/// answers from `imports` too, and only looks up there why.
fn importers(reader: &Reader, name: &[u8]) -> Result<Vec<Recipient>, StoreError> {
    let recipient = |importer: Importer| {
        let why = why(reader, name, &importer.name, importer.via.as_deref())?;
        Ok(Recipient { uid: text(&importer.name), why })
    };
    reader.importers(name)?.into_iter().map(recipient).collect()
}

/// Why `importer` imports `name`, whichever of its lines says so: what the entity itself was told, and where it was told nothing, what the exporter was
/// told that the first line with one names.
pub(super) fn why(
    reader: &Reader,
    name: &[u8],
    importer: &[u8],
    via: Option<&[u8]>,
) -> Result<Option<String>, StoreError> {
    if let Some(why) = reader.export(name, &[importer])? {
        return Ok(said(&why));
    }
    let why = match via {
        Some(via) if reader.has(via)? => reader.export(via, &[name, importer])?,
        _ => None,
    };
    Ok(why.as_deref().and_then(said))
}
