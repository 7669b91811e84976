//! `exports/`: whether what is on record there is there, and the other side of it (specification §4.3).

use bstr::ByteSlice;

use super::super::super::format::is_auto;
use super::super::super::ops::{Edge, shared_text};
use super::super::super::plan::OWNER;
use super::super::fix::Edit;
use super::super::graph::Graph;
use super::super::picture::{Dir, Node};
use super::super::{Code, Finding, Fix, shown};
use super::layout::empty;
use crate::identity::Uid;

/// Looks at every record.
pub(in super::super) fn check(graph: &Graph<'_>, findings: &mut Vec<Finding>) {
    for (exporter, entity) in &graph.entities {
        for (name, node) in entity.exports.into_iter().flatten() {
            let Some(uid) = Uid::parse(name) else { continue };
            let path = format!("{exporter}/exports/{uid}");
            match node {
                _ if !graph.exists(uid) => findings.push(dangling(&path, uid, node)),
                Node::File(_) => {
                    let edge = Edge { importer: uid, to: *exporter, via: None };
                    findings.extend(recipient(graph, edge));
                }
                Node::Dir(dir) => shared(graph, *exporter, uid, dir, findings),
                _ => {}
            }
        }
    }
}

/// A record of an entity that is gone: what a removal would have taken along (specification §5.10).
fn dangling(path: &str, gone: Uid, node: &Node) -> Finding {
    let fix = texts(node).map(|texts| {
        let authored: Vec<String> = texts.into_iter().filter(|text| is_authored(text)).map(quoted).collect();
        let lost =
            if authored.is_empty() { String::new() } else { format!("; it said {}", authored.join(", ")) };
        Fix::new(format!("it is removed{lost}"), Edit::Remove)
    });
    Finding::new(Code::DanglingExport, path, format!("{gone} is not there")).healed_by(fix)
}

/// The texts that are there; `None` where something else is.
fn texts(node: &Node) -> Option<Vec<&[u8]>> {
    match node {
        Node::File(text) => Some(vec![text]),
        Node::Dir(dir) => dir
            .iter()
            .map(|(name, node)| match node {
                Node::File(text) if name == b"description" || Uid::parse(name).is_some() => {
                    Some(text.as_slice())
                }
                _ => None,
            })
            .collect(),
        _ => None,
    }
}

fn is_authored(text: &[u8]) -> bool {
    !is_auto(text) && text.trim() != OWNER.as_bytes()
}

fn quoted(text: &[u8]) -> String {
    format!("`{}`", shown(text.trim()))
}

/// A why of an import that its importer does not list. Which of the two is right nobody can tell.
fn recipient(graph: &Graph<'_>, edge: Edge) -> Option<Finding> {
    if graph.imports(edge) {
        return None;
    }
    let Edge { importer, to, via } = edge;
    let flag = via.map(|via| format!(" --exporter {via}")).unwrap_or_default();
    let message = format!(
        "{importer} does not import it: `dsp-cli remove-import {importer} {to}{flag}` removes the text, \
         `add-import` adds the import"
    );
    Some(Finding::new(Code::WhyWithoutImport, edge.why(), message))
}

fn shared(graph: &Graph<'_>, exporter: Uid, uid: Uid, dir: &Dir, findings: &mut Vec<Finding>) {
    let path = format!("{exporter}/exports/{uid}");
    let recipients = || dir.iter().filter_map(|(name, node)| Some((Uid::parse(name)?, node)));
    for (importer, node) in recipients() {
        let edge = Edge { importer, to: uid, via: Some(exporter) };
        match node {
            _ if !graph.exists(importer) => {
                findings.push(dangling(&edge.why(), importer, node));
            }
            Node::File(_) => findings.extend(recipient(graph, edge)),
            _ => {}
        }
    }
    if graph.shares(exporter, uid) {
        return;
    }
    if dir.is_empty() {
        findings.push(empty(path.as_bytes()));
    } else if recipients().next().is_some() {
        let message = format!(
            "{exporter} does not share it, and others import it by way of {exporter}: \
             `dsp-cli create-shared {exporter} {uid}` shares it"
        );
        findings.push(Finding::new(Code::NotShared, path, message));
    } else {
        let message = format!("{exporter} does not share it, and nobody imports it by way of {exporter}");
        let lost = dir.values().all(|node| matches!(node, Node::File(text) if is_copy(graph, uid, text)));
        let only = dir.len() == 1 && dir.contains_key(&b"description"[..]);
        let fix =
            (lost && only).then(|| Fix::new("it is removed: it says what the entity says", Edit::Remove));
        findings.push(Finding::new(Code::NotShared, path, message).healed_by(fix));
    }
}

/// Whether the text says no more than the tool wrote, or would write.
fn is_copy(graph: &Graph<'_>, uid: Uid, text: &[u8]) -> bool {
    let own = shared_text(uid, graph.description(uid).as_ref());
    is_auto(text) || text.trim() == own.trim()
}
