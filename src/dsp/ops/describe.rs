//! Descriptions (specification §5.5 and §5.7): the named fields change, everything else stays.

use bstr::ByteSlice;

use super::super::format::{Description, key_of};
use super::super::model::Kind;
use super::op::{MoveEntity, UpdateDescription};
use super::{Answer, Draft, OpError, Result, tables, texts};
use crate::identity::{Family, Uid};

/// Fields that have flags of their own, and rules.
const FIELDS: [&str; 4] = ["source", "kind", "purpose", "scope"];

/// `update-description`
pub(super) fn update(draft: &mut Draft<'_>, op: &UpdateDescription) -> Result<Answer> {
    draft.require(op.uid)?;
    check(op)?;
    let scope = op.scope.as_deref().map(|scope| root_scope(draft, op.uid, scope)).transpose()?;
    let mut description = read(draft, op.uid)?;
    let kind = op.kind.unwrap_or_else(|| description.kind());
    if let Some(kind) = op.kind {
        description.set("kind", kind.name().as_bytes());
        if op.source.is_none() {
            check_standing(&description, kind)?;
        }
    }
    if let Some(source) = &op.source {
        description.set("source", &texts::source(source.as_bstr(), kind)?);
    }
    if let Some(purpose) = &op.purpose {
        description.set("purpose", texts::folded(purpose).as_bytes());
    }
    if let Some(scope) = scope {
        description.set("scope", scope.as_bytes());
    }
    for (name, text) in &op.sections {
        match texts::section(text).as_str() {
            "" => description.remove(name),
            text => description.set(name, text.as_bytes()),
        }
    }
    write(draft, op.uid, description)
}

/// `move-entity`
pub(super) fn move_entity(draft: &mut Draft<'_>, op: &MoveEntity) -> Result<Answer> {
    draft.require(op.uid)?;
    let mut description = read(draft, op.uid)?;
    let kind = description.kind();
    description.set("source", &texts::source(op.source.as_bstr(), kind)?);
    write(draft, op.uid, description)
}

/// What can be told without looking.
fn check(op: &UpdateDescription) -> Result<()> {
    let fields = [op.source.is_some(), op.purpose.is_some(), op.kind.is_some(), op.scope.is_some()];
    if !fields.contains(&true) && op.sections.is_empty() {
        return Err(OpError::NothingToUpdate);
    }
    let is_function = op.uid.family() == Family::Function;
    if let Some(kind) = op.kind.filter(|kind| (*kind == Kind::Function) != is_function) {
        return Err(OpError::KindChange { uid: op.uid, kind });
    }
    let is_section = |name: &str| {
        let line = format!("{name}:");
        key_of(line.as_bytes()) == Some(name.len()) && !FIELDS.contains(&name)
    };
    match op.sections.keys().find(|name| !is_section(name)) {
        Some(name) => Err(OpError::Section(name.clone())),
        None => Ok(()),
    }
}

/// The scope as it is written, when `uid` is the root of some table.
fn root_scope(draft: &mut Draft<'_>, uid: Uid, scope: &str) -> Result<String> {
    for toc in draft.tocs()? {
        if tables::root(draft, toc)? == Some(uid) {
            return texts::scope(scope);
        }
    }
    Err(OpError::NotRoot(uid))
}

/// What was the name of an external may be no path.
fn check_standing(description: &Description, kind: Kind) -> Result<()> {
    match description.get("source") {
        Some(source) if kind != Kind::External => texts::check_source(source),
        _ => Ok(()),
    }
}

/// A description whose fields will be written: white space around their values goes, as the Python tool has it.
fn read(draft: &mut Draft<'_>, uid: Uid) -> Result<Description> {
    let raw = draft.read(&format!("{uid}/description"))?.unwrap_or_default();
    let mut description = Description::parse(raw.to_vec());
    for field in FIELDS {
        if let Some(value) = description.paragraph(field).map(<[u8]>::to_vec) {
            description.set(field, &value);
        }
    }
    Ok(description)
}

fn write(draft: &mut Draft<'_>, uid: Uid, description: Description) -> Result<Answer> {
    let mut bytes = description.into_bytes();
    bytes.truncate(bytes.trim_end().len());
    bytes.push(b'\n');
    draft.write(&format!("{uid}/description"), bytes)?;
    Ok(Answer::Done)
}
