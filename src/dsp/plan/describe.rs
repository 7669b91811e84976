//! The description of each desired entity, and the empty files that belong to it.

use std::borrow::Cow;

use super::super::desired::{DesiredEntity, Identity};
use super::super::format::{Description, is_auto, source_field, source_path};
use super::super::model::{Entity, Kind};
use super::super::text;
use super::{Scene, Writer, tables};
use crate::identity::Uid;

pub(super) fn entity(scene: &Scene<'_>, at: usize, uid: Uid, tocs: &tables::Names, writer: &mut Writer<'_>) {
    let wanted = &scene.desired.entities[at];
    let empty = Entity::default();
    let found = scene.existing.entity(uid).unwrap_or(&empty);
    if found.shared.is_none() && wanted.shared.is_empty() && wanted.identity.kind() != Kind::Function {
        writer.write(&format!("{uid}/shared"), Vec::new());
    }
    if wanted.partial && found.description.is_some() {
        return;
    }
    let description = describe(found.description.as_ref(), wanted, tocs.scope(uid));
    writer.write(&format!("{uid}/description"), description.into_bytes());
}

fn describe(found: Option<&Description>, wanted: &DesiredEntity, scope: Option<&[u8]>) -> Description {
    match found {
        Some(found) => renewed(found.clone(), wanted, scope),
        None => fresh(wanted, scope),
    }
}

fn fresh(wanted: &DesiredEntity, scope: Option<&[u8]>) -> Description {
    let source = wanted.identity.source();
    let source = source_field(&source);
    let (version, scope) = (version(wanted), scope.map(scope_field));
    let mut fields = vec![
        ("source", &source[..]),
        ("kind", wanted.identity.kind().name().as_bytes()),
        ("purpose", wanted.purpose.as_bytes()),
    ];
    fields.extend(ecosystem(wanted).map(|ecosystem| ("ecosystem", ecosystem.as_bytes())));
    fields.extend(version.as_deref().map(|version| ("version", version.as_bytes())));
    fields.extend(scope.as_deref().map(|scope| ("scope", scope)));
    Description::fresh(&fields)
}

/// What stands there, with what follows the code as the code says.
fn renewed(mut description: Description, wanted: &DesiredEntity, scope: Option<&[u8]>) -> Description {
    if let Identity::Symbol { .. } = &wanted.identity
        && names_another(&description, wanted)
    {
        description.set("source", &source_field(&wanted.identity.source()));
    }
    let purpose = wanted.purpose.as_bytes();
    if description.paragraph("purpose").is_none_or(is_auto)
        && description.paragraph("purpose") != Some(purpose)
    {
        description.set("purpose", purpose);
    }
    if let Some(ecosystem) = ecosystem(wanted).filter(|_| description.get("ecosystem").is_none()) {
        description.set("ecosystem", ecosystem.as_bytes());
    }
    if let Some(version) = version(wanted)
        && description.paragraph("version") != Some(version.as_bytes())
    {
        description.set("version", version.as_bytes());
    }
    if let Some(scope) = scope.filter(|_| description.get("scope").is_none()) {
        description.set("scope", &scope_field(scope));
    }
    description
}

fn ecosystem(wanted: &DesiredEntity) -> Option<&'static str> {
    match &wanted.identity {
        Identity::External { ecosystem, .. } => Some(ecosystem),
        _ => None,
    }
}

fn version(wanted: &DesiredEntity) -> Option<String> {
    wanted.version.as_deref().map(|version| text::clean(version, 80)).filter(|version| !version.is_empty())
}

fn scope_field(scope: &[u8]) -> Cow<'_, [u8]> {
    source_field(if scope.is_empty() { b"." } else { scope })
}

/// Whether `source:` says another name than the declaration has: one that was found by its marker was renamed. A uid in
/// place of the name (specification §7.3) is no name.
fn names_another(description: &Description, wanted: &DesiredEntity) -> bool {
    let source = source_path(description.get("source").unwrap_or_default());
    let source = source.strip_prefix(b"./").unwrap_or(&source);
    let file = wanted.identity.file().map_or(0, |file| file.as_bytes().len() + 1);
    source != wanted.identity.source() && source.get(file..).is_some_and(|name| Uid::parse(name).is_none())
}
