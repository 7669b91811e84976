//! What is wrong in a `.dsp/`, and what heals it (`fsck`): the files as they stand in, findings and changes out.
//!
//! ```text
//!   read (door) --> Picture --> check --> findings          heal: check, apply the fixes, again until none is left
//! ```
//!
//! The tolerant reading of [`super::store`] passes over what is no part of the protocol, and stops at the first file
//! with merge-conflict marks; here everything is looked at, and all of it is told. A fix is there only where there is
//! one right answer: what is left of an entity that is gone goes, as when it is removed (specification §5.10), and what
//! follows from the rest is written. A text that somebody wrote about entities that are there is never removed. While
//! an unfinished merge or a file that cannot be read leaves open what stands there, nothing else is healed than merges. No disk may live
//! here but in `read`.

mod code;
mod conflict;
mod fix;
mod graph;
mod picture;
mod read;
mod rules;

use bstr::ByteSlice;
use serde::ser::{Serialize, SerializeStruct, Serializer};

pub use code::{Code, Severity};
pub use fix::Fix;
pub use picture::{Dir, Node, Picture};
pub use read::read;

use super::ops::Outcome;
use graph::Graph;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub code: Code,
    /// The file or directory, from `.dsp/`.
    pub path: Vec<u8>,
    /// Which line of it, counted from 1.
    pub line: Option<usize>,
    /// One sentence, without a full stop.
    pub message: String,
    /// What heals it; `None` where there is no one right answer.
    pub fix: Option<Fix>,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_struct("Finding", 6)?;
        members.serialize_field("code", self.code.name())?;
        members.serialize_field("severity", self.code.severity().name())?;
        members.serialize_field("path", &shown(&self.path))?;
        members.serialize_field("line", &self.line)?;
        members.serialize_field("message", &self.message)?;
        members.serialize_field("fix", &self.fix.as_ref().map(|fix| &fix.told))?;
        members.end()
    }
}

impl Finding {
    fn new(code: Code, path: impl Into<Vec<u8>>, message: impl Into<String>) -> Self {
        Self { code, path: path.into(), line: None, message: message.into(), fix: None }
    }

    fn at(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    fn healed_by(mut self, fix: Option<Fix>) -> Self {
        self.fix = fix;
        self
    }
}

/// What was healed, and how the directory becomes so.
#[derive(Debug, Default)]
pub struct Healing {
    /// What is no more, in the order in which it was found.
    pub fixed: Vec<Finding>,
    /// What is still there.
    pub left: Vec<Finding>,
    /// How the directory becomes so.
    pub outcome: Outcome,
}

/// How often fixes may bring new findings to light that have fixes of their own. A chain has a few links.
const ROUNDS: usize = 32;

/// Everything that is wrong, by place.
#[must_use]
pub fn check(picture: &Picture) -> Vec<Finding> {
    let mut findings = Vec::new();
    let graph = Graph::of(picture);
    rules::layout::check(&graph, &mut findings);
    rules::descriptions::check(&graph, &mut findings);
    rules::lists::check(&graph, &mut findings);
    rules::exports::check(&graph, &mut findings);
    rules::tables::check(&graph, &mut findings);
    if is_unsettled(&findings) {
        for finding in findings.iter_mut().filter(|finding| finding.code != Code::MergeConflict) {
            finding.fix = None;
        }
    }
    findings.sort_by(|a, b| (&a.path, a.line, a.code).cmp(&(&b.path, b.line, b.code)));
    findings
}

/// Whether something stands open of which the rest may depend: then only merges are healed.
#[must_use]
pub fn is_unsettled(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| matches!(finding.code, Code::MergeConflict | Code::Unreadable))
}

/// Heals what has one right answer.
#[must_use]
pub fn heal(picture: &Picture) -> Healing {
    let mut healed = picture.clone();
    let mut fixed = Vec::new();
    let mut left = check(&healed);
    for _ in 0..ROUNDS {
        let (fixable, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(|finding| finding.fix.is_some());
        if fixable.is_empty() {
            left = rest;
            break;
        }
        fix::apply(&mut healed, &fixable);
        fixed.extend(fixable);
        left = check(&healed);
    }
    Healing { fixed, left, outcome: picture.until(&healed) }
}

/// A path or text as a message shows it.
fn shown(bytes: &[u8]) -> String {
    bytes.to_str_lossy().into_owned()
}

#[cfg(test)]
mod tests;
