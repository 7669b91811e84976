//! `imports` and `shared`, and whether the other side of each line is there (specification §4.2.2, §4.2.3, §4.3).

use bstr::ByteSlice;
use rustc_hash::FxHashSet;

use super::super::super::format::{Description, ImportLine, plain_path};
use super::super::super::ops::{Edge, shared_text};
use super::super::super::plan::OWNER;
use super::super::fix::Edit;
use super::super::graph::Graph;
use super::super::picture::Node;
use super::super::{Code, Finding, Fix, shown};
use crate::identity::{Family, Uid};

/// Looks at every line.
pub(in super::super) fn check(graph: &Graph<'_>, findings: &mut Vec<Finding>) {
    for (uid, entity) in &graph.entities {
        if let Some(raw) = entity.imports.judged() {
            imports(graph, *uid, raw, findings);
        }
        if let Some(raw) = entity.shared.judged() {
            shared(graph, *uid, raw, findings);
        }
    }
}

/// The lines of a list with their numbers, white space around them removed; blank ones are passed over.
pub(super) fn numbered(raw: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = raw.lines().map(ByteSlice::trim).enumerate();
    lines.map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.is_empty())
}

/// A finding whose line goes.
pub(super) fn superfluous(code: Code, path: &str, line: usize, message: String) -> Finding {
    let fix = Fix::new("the line is removed", Edit::DropLine);
    Finding::new(code, path, message).at(line).healed_by(Some(fix))
}

/// A line that may be what somebody meant: it is not removed.
pub(super) fn damaged(path: &str, line: usize, text: &[u8]) -> Finding {
    let message = format!("`{}` is no line of this file", shown(text));
    Finding::new(Code::DamagedLine, path, message).at(line)
}

fn imports(graph: &Graph<'_>, importer: Uid, raw: &[u8], findings: &mut Vec<Finding>) {
    let path = format!("{importer}/imports");
    let (mut seen, mut texts) = (FxHashSet::default(), FxHashSet::default());
    for (number, raw) in numbered(raw) {
        let line = ImportLine { raw };
        let (Some(to), via) = (line.imported(), line.via()) else {
            findings.push(damaged(&path, number, raw));
            continue;
        };
        if line.via_name().is_some() && via.is_none() {
            findings.push(damaged(&path, number, raw));
        } else if let Some(gone) = [Some(to), via].into_iter().flatten().find(|uid| !graph.exists(*uid)) {
            let message = format!("{gone} is not there");
            findings.push(superfluous(Code::DanglingImport, &path, number, message));
        } else if !seen.insert((to, via)) {
            let mut finding =
                superfluous(Code::DuplicateLine, &path, number, format!("{to} stands there twice"));
            // Else the lines say different things of one import.
            finding.fix = finding.fix.filter(|_| texts.contains(raw));
            findings.push(finding);
        } else {
            findings.extend(other_side(graph, Edge { importer, to, via }).map(|it| named(it, &path, number)));
        }
        texts.insert(raw);
    }
}

/// A finding without a fix is told of the line; one with a fix of the file that is missing.
fn named(finding: Finding, path: &str, line: usize) -> Finding {
    if finding.fix.is_some() { finding } else { Finding { path: path.into(), line: Some(line), ..finding } }
}

/// What is wrong when nothing says why.
fn other_side(graph: &Graph<'_>, edge: Edge) -> Option<Finding> {
    let Edge { importer, to, via } = edge;
    // Unknown where the exports of the other one cannot be looked at.
    graph.entities.get(&via.unwrap_or(to))?.exports?;
    let why = edge.why();
    match graph.picture.node(why.as_bytes()) {
        Some(Node::Dir(_)) => {
            let message = format!("{to} shares {importer}, and so nothing can say why {importer} imports it");
            return Some(Finding::new(Code::ImportWithoutWhy, why, message));
        }
        Some(_) => return None,
        None => {}
    }
    if is_owned(graph, edge) {
        let fix = Fix::new("it is written", Edit::Write([OWNER.as_bytes(), b"\n"].concat()));
        let message = format!("nothing says that {importer} owns {to}");
        return Some(Finding::new(Code::OwnerWithoutRecord, why, message).healed_by(Some(fix)));
    }
    let flag = via.map(|via| format!(" --exporter {via}")).unwrap_or_default();
    let message =
        format!("nothing says why {to} is imported: `dsp-cli add-import {importer} {to} WHY{flag}` does");
    Some(Finding::new(Code::ImportWithoutWhy, why, message))
}

/// Whether the line says that a function belongs to an object (specification §5.2): it lies in it.
fn is_owned(graph: &Graph<'_>, edge: Edge) -> bool {
    let source = |uid| -> Option<Vec<u8>> {
        let description: Description = graph.description(uid)?;
        Some(plain_path(description.get("source").filter(|source| !source.is_empty())?).into_owned())
    };
    // What follows a `.` is a member of a symbol; behind the path of a directory it is another file's ending.
    let inside = |owner: Vec<u8>, part: Vec<u8>| match part.strip_prefix(owner.as_slice()) {
        Some([b'#', ..]) => true,
        Some([b'.', member @ ..]) => owner.contains(&b'#') && !member.contains(&b'#'),
        _ => false,
    };
    edge.via.is_none()
        && edge.to.family() == Family::Function
        && edge.importer.family() == Family::Object
        && source(edge.importer).zip(source(edge.to)).is_some_and(|(owner, part)| inside(owner, part))
}

fn shared(graph: &Graph<'_>, exporter: Uid, raw: &[u8], findings: &mut Vec<Finding>) {
    let path = format!("{exporter}/shared");
    let mut seen = FxHashSet::default();
    for (number, line) in numbered(raw) {
        let Some(uid) = Uid::parse(line) else {
            findings.push(damaged(&path, number, line));
            continue;
        };
        if !graph.exists(uid) {
            let message = format!("{uid} is not there");
            findings.push(superfluous(Code::DanglingShared, &path, number, message));
        } else if seen.insert(uid) {
            findings.extend(undescribed(graph, exporter, uid).map(|it| named(it, &path, number)));
        } else {
            let message = format!("{uid} stands there twice");
            findings.push(superfluous(Code::DuplicateLine, &path, number, message));
        }
    }
}

/// What is shared has a description beside its recipients, which begins as its purpose (specification §5.3).
fn undescribed(graph: &Graph<'_>, exporter: Uid, uid: Uid) -> Option<Finding> {
    let exports = graph.entities.get(&exporter)?.exports?;
    let path = format!("{exporter}/exports/{uid}/description");
    match exports.get(uid.to_string().as_bytes()) {
        Some(Node::Dir(dir)) if dir.contains_key(&b"description"[..]) => return None,
        None | Some(Node::Dir(_)) => {}
        Some(Node::File(_)) => {
            let message =
                format!("{uid} imports {exporter} as a whole, and so nothing can describe what is shared");
            return Some(Finding::new(Code::SharedWithoutDescription, path, message));
        }
        Some(_) => return None,
    }
    let fix = graph.description(uid).map(|description| {
        Fix::new("its purpose is written there", Edit::Write(shared_text(uid, Some(&description))))
    });
    let message = format!("nothing says what {uid} is, as {exporter} offers it");
    Some(Finding::new(Code::SharedWithoutDescription, path, message).healed_by(fix))
}
