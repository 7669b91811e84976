//! What stands where (specification §4.1 to §4.4): names, types, and whether a file can be read at all.

use bstr::ByteSlice;

use super::super::super::format::{has_conflict, lines};
use super::super::super::model::TocName;
use super::super::super::names::Names;
use super::super::conflict;
use super::super::fix::Edit;
use super::super::graph::{Graph, holds_file};
use super::super::picture::{Dir, Node};
use super::super::{Code, Finding, Fix, shown};
use crate::identity::Uid;
use crate::settings;

/// What the protocol expects of a name.
enum Expected {
    File,
    Dir,
    /// A name that only looks like one of the protocol.
    Odd(&'static str),
    Unknown,
    /// Others keep it: it is not looked at.
    Foreign,
}

/// Looks at every name.
pub(in super::super) fn check(graph: &Graph<'_>, findings: &mut Vec<Finding>) {
    if graph.picture.incoming {
        let message =
            "beside `.dsp/`, a first write was cut off, or is under way: the next write clears it away";
        findings.push(Finding::new(Code::UnfinishedWrite, *b"../.dsp.incoming", message));
    }
    for (name, node) in &graph.picture.top {
        if name == b".transaction" {
            let message = "a write was cut off, or is under way: the next write finishes it";
            findings.push(Finding::new(Code::UnfinishedWrite, name.clone(), message));
            continue;
        }
        look(name, node, &at_top(name), findings);
        if let (true, Node::Dir(dir)) = (Uid::parse(name).is_some(), node) {
            entity(name, dir, findings);
        }
    }
}

fn entity(name: &[u8], dir: &Dir, findings: &mut Vec<Finding>) {
    if !holds_file(dir) {
        findings.push(empty(name));
        return;
    }
    for (inner, node) in dir {
        let path = [name, b"/", inner].concat();
        look(&path, node, &in_entity(inner), findings);
        let exports = match node {
            Node::Dir(exports) if inner == b"exports" => exports,
            _ => continue,
        };
        for (inner, node) in exports {
            let path = [path.as_slice(), b"/", inner].concat();
            match node {
                _ if Uid::parse(inner).is_none() => look(&path, node, &Expected::Unknown, findings),
                Node::Dir(recipients) => recipients.iter().for_each(|(inner, node)| {
                    let path = [path.as_slice(), b"/", inner].concat();
                    look(&path, node, &in_shared(inner), findings);
                }),
                _ => look(&path, node, &Expected::File, findings),
            }
        }
    }
}

fn at_top(name: &[u8]) -> Expected {
    if TocName::parse(name).is_some() || name == settings::RECORD.as_bytes() {
        Expected::File
    } else if Uid::parse(name).is_some() {
        Expected::Dir
    } else if Names::looks_like(name) {
        Expected::Odd("it is no uid: `obj-` or `func-` and eight lower-case hexadecimal digits")
    } else if name.starts_with(b"TOC") {
        Expected::Odd("a table of contents is called TOC, or TOC- and the uid of its root")
    } else if name == b".cache" || name.starts_with(b".git") {
        Expected::Foreign
    } else {
        Expected::Unknown
    }
}

fn in_entity(name: &[u8]) -> Expected {
    match name {
        b"description" | b"imports" | b"shared" => Expected::File,
        b"exports" => Expected::Dir,
        _ => Expected::Unknown,
    }
}

fn in_shared(name: &[u8]) -> Expected {
    if name == b"description" || Uid::parse(name).is_some() { Expected::File } else { Expected::Unknown }
}

fn look(path: &[u8], node: &Node, expected: &Expected, findings: &mut Vec<Finding>) {
    let found = match (node, expected) {
        (_, Expected::Foreign) | (Node::Dir(_), Expected::Dir) => return,
        (Node::Link, _) => (Code::Link, "a symbolic link, which is not followed".to_owned()),
        (Node::Unread(error), _) => (Code::Unreadable, format!("it cannot be read: {error}")),
        (_, Expected::Odd(why)) => (Code::OddName, (*why).to_owned()),
        (_, Expected::Unknown) => (Code::UnknownFile, "no part of the protocol".to_owned()),
        (Node::File(bytes), Expected::File) => return content(path, bytes, findings),
        (_, Expected::File) => (Code::WrongType, "a file belongs here".to_owned()),
        (_, Expected::Dir) => (Code::WrongType, "a directory belongs here".to_owned()),
    };
    findings.push(Finding::new(found.0, path, found.1));
}

/// Whether it can be read as what it is. A source is a path, which may be any bytes.
fn content(path: &[u8], bytes: &[u8], findings: &mut Vec<Finding>) {
    if has_conflict(bytes) {
        let message = "it has merge-conflict marks: resolve them; until then no verb reads it";
        let marked = bytes.lines().position(has_conflict).map_or(1, |at| at + 1);
        let fix = conflict::resolved(path, bytes).map(|settled| {
            Fix::new("it is resolved, without a word of anybody's lost", Edit::Write(settled))
        });
        findings.push(Finding::new(Code::MergeConflict, path, message).at(marked).healed_by(fix));
    }
    if bytes.is_ascii() || lines(bytes).all(|line| line.to_str().is_ok()) {
        return;
    }
    let odd = |line: &[u8]| line.to_str().is_err() && !line.starts_with(b"source:");
    for (_, number) in bytes.lines().zip(1..).filter(|(line, _)| odd(line)) {
        let message = "it is no UTF-8: readers see other characters in it";
        findings.push(Finding::new(Code::NotUtf8, path, message).at(number));
    }
}

/// Git keeps no directory without files.
pub(super) fn empty(path: &[u8]) -> Finding {
    let fix = Fix::new("it is removed", Edit::Remove);
    let message = format!("no file is in {}", shown(path));
    Finding::new(Code::EmptyDirectory, path, message).healed_by(Some(fix))
}
