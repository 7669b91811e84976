//! What heals a finding, as a value, and what a picture is after it.

use std::collections::BTreeMap;

use bstr::ByteSlice;

use super::super::model::TocName;
use super::Finding;
use super::picture::{Node, Picture};
use crate::identity::Uid;

/// The one right answer to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a clause: "the line is removed".
    pub told: String,
    pub(super) edit: Edit,
}

/// What changes at the place of the finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Edit {
    /// Its line goes.
    DropLine,
    /// The file or directory goes, with all that is in it.
    Remove,
    /// The file is made.
    Write(Vec<u8>),
    /// The uid is moved to the front of the table, or put there.
    Front(Uid),
    /// The uid is appended to these tables.
    List(Uid, Vec<TocName>),
}

impl Fix {
    pub(super) fn new(told: impl Into<String>, edit: Edit) -> Self {
        Self { told: told.into(), edit }
    }
}

/// Does what the fixes of `findings` say, all of which were found in `picture`.
pub(super) fn apply(picture: &mut Picture, findings: &[Finding]) {
    let mut dropped: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for finding in findings {
        if finding.fix.as_ref().is_some_and(|fix| fix.edit == Edit::DropLine) {
            dropped.entry(&finding.path).or_default().extend(finding.line);
        }
    }
    for (path, mut numbers) in dropped {
        numbers.sort_unstable();
        edit(picture, path, |raw| without(raw, &numbers));
    }
    let mut listed: BTreeMap<TocName, Vec<Uid>> = BTreeMap::new();
    for finding in findings {
        let path = finding.path.as_slice();
        match finding.fix.as_ref().map(|fix| &fix.edit) {
            Some(Edit::Remove) => picture.set(path, None),
            Some(Edit::Write(bytes)) => picture.set(path, Some(bytes.clone())),
            Some(Edit::Front(uid)) => edit(picture, path, |raw| with_front(raw, *uid)),
            Some(Edit::List(uid, tocs)) => {
                for toc in tocs {
                    listed.entry(*toc).or_default().push(*uid);
                }
            }
            Some(Edit::DropLine) | None => {}
        }
    }
    for (toc, uids) in listed {
        edit(picture, toc.to_string().as_bytes(), |raw| with_lines(raw, &uids));
    }
}

fn edit(picture: &mut Picture, path: &[u8], change: impl FnOnce(&[u8]) -> Vec<u8>) {
    if let Some(Node::File(raw)) = picture.node(path) {
        let bytes = change(raw);
        picture.set(path, Some(bytes));
    }
}

/// All other lines stay as they are; the numbers are sorted.
fn without(raw: &[u8], numbers: &[usize]) -> Vec<u8> {
    let kept =
        raw.lines_with_terminator().zip(1..).filter(|(_, number)| numbers.binary_search(number).is_err());
    kept.flat_map(|(line, _)| line).copied().collect()
}

fn with_front(raw: &[u8], uid: Uid) -> Vec<u8> {
    let name = uid.to_string();
    let rest = raw.lines_with_terminator().filter(|line| line.trim() != name.as_bytes());
    let mut bytes = [name.as_bytes(), b"\n"].concat();
    rest.for_each(|line| bytes.extend_from_slice(line));
    bytes
}

fn with_lines(raw: &[u8], uids: &[Uid]) -> Vec<u8> {
    let mut bytes = raw.to_vec();
    if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    for uid in uids {
        bytes.extend_from_slice(uid.to_string().as_bytes());
        bytes.push(b'\n');
    }
    bytes
}
