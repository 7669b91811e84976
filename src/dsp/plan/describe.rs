//! The description of each desired entity, and the empty files that belong to it.

use resolvers::path::shown;

use super::super::desired::{DesiredEntity, Identity};
use super::super::format::{Description, is_auto, plain_path, source_field};
use super::super::model::{Entity, Kind};
use super::super::roots::scope_in;
use super::super::text;
use super::{Scene, Writer, tables};
use crate::identity::{Family, Uid};

pub(super) fn entity(scene: &Scene<'_>, at: usize, uid: Uid, tocs: &tables::Names, writer: &mut Writer<'_>) {
    let wanted = &scene.desired.entities[at];
    let empty = Entity::default();
    let found = scene.found(uid).unwrap_or(&empty);
    // A uid that came with its marker keeps its family, and with it the files of that.
    let has_shared = uid.family() == Family::Object || wanted.identity.kind() != Kind::Function;
    if found.shared.is_none() && wanted.shared.is_empty() && has_shared {
        writer.write(&format!("{uid}/shared"), Vec::new());
    }
    let fresh = fresh(wanted, tocs.scope(uid));
    // So it is with nearly every one of a `.dsp/` that is kept in sync.
    if found.description.as_ref() == Some(&fresh) {
        return;
    }
    let description = match &found.description {
        Some(found) => {
            // A scope that is there is authored, unless all that lay in it was moved, the root among it.
            let scope = match scope_in(found) {
                Some(old) if old.is_empty() || scene.is_in_universe(&old) => None,
                // It moved with the root, also where that is the only one left.
                Some(_) if names_another(found, wanted) => tocs.scope_now(uid),
                _ => tocs.scope(uid),
            };
            let placed = placed(found.clone(), wanted, scope);
            // Of what could not be read only the place is known.
            if wanted.partial { placed } else { renewed(placed, wanted) }
        }
        None => fresh,
    };
    writer.write(&format!("{uid}/description"), description.into_bytes());
}

/// As it is written where nothing stands.
pub(in super::super) fn fresh(wanted: &DesiredEntity, scope: Option<&[u8]>) -> Description {
    let source = wanted.identity.source();
    let source = source_field(&source);
    let (version, scope) = (version(wanted), scope.map(|scope| source_field(shown(scope))));
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

/// What stands there, with the source where the entity is now, and with `scope`, if there is another one.
fn placed(mut description: Description, wanted: &DesiredEntity, scope: Option<&[u8]>) -> Description {
    if names_another(&description, wanted) {
        description.set("source", &source_field(&new_source(&description, wanted)));
    }
    if let Some(scope) = scope.filter(|scope| scope_in(&description).as_deref() != Some(*scope)) {
        description.set("scope", &source_field(shown(scope)));
    }
    description
}

/// What stands there, with what follows the code as the code says.
fn renewed(mut description: Description, wanted: &DesiredEntity) -> Description {
    let purpose = wanted.purpose.as_bytes();
    if description.paragraph("purpose").is_none_or(is_auto)
        && description.paragraph("purpose") != Some(purpose)
    {
        description.set("purpose", purpose);
    }
    if let Some(ecosystem) = ecosystem(wanted).filter(|_| description.get("ecosystem").is_none()) {
        description.set("ecosystem", ecosystem.as_bytes());
    }
    let old = description.paragraph("version");
    match version(wanted) {
        Some(version) if old != Some(version.as_bytes()) => description.set("version", version.as_bytes()),
        // Where somebody wrote what it is for, the version may be theirs too; a file has one from nobody else.
        None if ecosystem(wanted).is_some() && description.paragraph("purpose").is_none_or(is_auto) => {
            description.remove("version");
        }
        _ => {}
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

/// Whether `source:` says another place than the entity has. An external has none, people write them in their ways.
fn names_another(description: &Description, wanted: &DesiredEntity) -> bool {
    let source = source_of(description);
    let is_root = |source: &[u8]| matches!(source, b"." | b"");
    match &wanted.identity {
        Identity::External { .. } => false,
        Identity::Package(dir) => source != *dir && !(is_root(&source) && is_root(dir)),
        // The whole file that a function of it names may be meant.
        Identity::Symbol { file, .. } => {
            source != file.as_bytes() && source != new_source(description, wanted)
        }
        Identity::File(path) => source != path.as_bytes(),
    }
}

/// Where the entity is now. A uid in place of the name (specification §7.3) stays there.
fn new_source(description: &Description, wanted: &DesiredEntity) -> Vec<u8> {
    let source = source_of(description);
    let name = source.rsplit(|byte| *byte == b'#').next().filter(|name| Uid::parse(name).is_some());
    match (&wanted.identity, name) {
        (Identity::Symbol { file, .. }, Some(uid)) => [file.as_bytes(), b"#", uid].concat(),
        (identity, _) => identity.source(),
    }
}

fn source_of(description: &Description) -> Vec<u8> {
    plain_path(description.get("source").unwrap_or_default()).into_owned()
}
