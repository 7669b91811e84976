//! What an entity says of itself (specification §4.2.1).

use std::collections::BTreeMap;

use super::super::super::format::{Description, source_path};
use super::super::super::model::{Entity as Model, Kind};
use super::super::super::ops::check_source;
use super::super::fix::Edit;
use super::super::graph::{Entity, Graph, Part};
use super::super::picture::Node;
use super::super::{Code, Finding, Fix, shown};
use crate::identity::{Family, Uid};

/// What makes two entities one: the source, the kind, and of externals the ecosystem.
type Identity = (Vec<u8>, Kind, String);

/// Looks at every description.
pub(in super::super) fn check(graph: &Graph<'_>, findings: &mut Vec<Finding>) {
    let mut seen: BTreeMap<Identity, Uid> = BTreeMap::new();
    for (uid, entity) in &graph.entities {
        missing_files(graph, *uid, entity, findings);
        let path = format!("{uid}/description");
        if matches!(entity.description, Part::Absent) {
            let message = format!(
                "nothing says what the entity is: `dsp-cli update-description {uid} --source PATH --kind KIND \
                 --purpose TEXT` does, `dsp-cli remove-entity {uid}` removes it"
            );
            findings.push(Finding::new(Code::NoDescription, path, message));
            continue;
        }
        let Some(description) = graph.description(*uid) else { continue };
        fields(&path, *uid, &description, findings);
        kind(&path, *uid, &description, findings);
        source(graph, *uid, &description, findings);
        let Some(identity) = identity(description) else { continue };
        if let Some(first) = alike(&seen, &identity) {
            let message = format!(
                "{first} has the same source and kind: `dsp-cli remove-entity` removes the one that should go"
            );
            findings.push(Finding::new(Code::DuplicateEntity, path, message));
        } else {
            seen.insert(identity, *uid);
        }
    }
}

/// The entity that stands for the same. An external that does not say of which ecosystem it is may be that of any.
fn alike(seen: &BTreeMap<Identity, Uid>, (source, kind, ecosystem): &Identity) -> Option<Uid> {
    let of_one_name = seen.range((source.clone(), *kind, String::new())..);
    let mut of_one_name = of_one_name.take_while(|(known, _)| known.0 == *source && known.1 == *kind);
    let known =
        of_one_name.find(|((_, _, known), _)| known == ecosystem || known.is_empty() || ecosystem.is_empty());
    known.map(|(_, uid)| *uid)
}

/// The lists that belong to an entity, empty or not. Where the other side has records, the file was not empty.
fn missing_files(graph: &Graph<'_>, uid: Uid, entity: &Entity<'_>, findings: &mut Vec<Finding>) {
    if matches!(entity.description, Part::Absent) {
        return;
    }
    let mut missing = |name: &str, is_empty: bool| {
        let fix = is_empty.then(|| Fix::new("an empty one is written", Edit::Write(Vec::new())));
        let message = format!("{uid} has no {name} file");
        findings.push(Finding::new(Code::MissingFile, format!("{uid}/{name}"), message).healed_by(fix));
    };
    if matches!(entity.imports, Part::Absent) {
        missing("imports", !graph.is_recorded(uid));
    }
    if matches!(entity.shared, Part::Absent) && uid.family() == Family::Object {
        let offers = entity.exports.is_none_or(|dir| dir.values().any(|node| matches!(node, Node::Dir(_))));
        missing("shared", !offers);
    }
}

fn fields(path: &str, uid: Uid, description: &Description, findings: &mut Vec<Finding>) {
    for field in ["source", "kind", "purpose"] {
        let (code, wrong) = match description.get(field) {
            None => (Code::MissingField, format!("there is no `{field}:`")),
            Some([]) if field != "kind" => (Code::EmptyField, format!("`{field}:` says nothing")),
            Some(_) => continue,
        };
        let message = format!("{wrong}: `dsp-cli update-description {uid} --{field} …` writes it");
        findings.push(Finding::new(code, path, message));
    }
}

fn kind(path: &str, uid: Uid, description: &Description, findings: &mut Vec<Finding>) {
    let is_function = match description.get("kind") {
        None => return,
        Some(b"function") => true,
        Some(b"object" | b"external") => false,
        Some(other) => {
            let message = format!(
                "kind `{}` is none of object, function, external: `dsp-cli update-description {uid} --kind KIND` \
                 sets it",
                shown(other)
            );
            findings.push(Finding::new(Code::UnknownKind, path, message));
            return;
        }
    };
    if is_function != (uid.family() == Family::Function) {
        let (prefix, other) = if is_function { ("obj-", "a function") } else { ("func-", "no function") };
        let message = format!("the uid begins with `{prefix}`, and the kind is that of {other}");
        findings.push(Finding::new(Code::KindMismatch, path, message));
    }
}

fn source(graph: &Graph<'_>, uid: Uid, description: &Description, findings: &mut Vec<Finding>) {
    let Some(source) = description.get("source").filter(|source| !source.is_empty()) else { return };
    if description.get("kind") == Some(b"external") {
        return;
    }
    let path = format!("{uid}/description");
    if let Err(error) = check_source(source) {
        findings.push(Finding::new(Code::SourceOutside, path, error.to_string()));
    } else if graph.picture.gone.contains(source_path(source).as_ref()) {
        let message = format!(
            "there is no `{}` in the repository: `dsp-cli move-entity {uid} PATH` says where it is now, \
             `dsp-cli remove-entity {uid}` removes it",
            shown(&source_path(source))
        );
        findings.push(Finding::new(Code::SourceGone, path, message));
    }
}

/// `None` where it names nothing.
fn identity(description: Description) -> Option<Identity> {
    let model = Model { description: Some(description), ..Model::default() };
    let source = model.place().into_owned();
    let kind = model.kind();
    let ecosystem = model.ecosystem().filter(|_| kind == Kind::External).unwrap_or_default().to_owned();
    (!source.is_empty()).then_some((source, kind, ecosystem))
}
