//! Imports that begin a line, where no tree says more.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::imports;
use crate::facts::{FileFacts, ImportKind, Span};

/// Adds the import statements that begin a line of `text` in one of `ranges` (ascending), and are not known.
pub(super) fn add(text: &str, ranges: &[Range<usize>], kind: ImportKind, facts: &mut FileFacts) {
    let known: FxHashSet<u32> = facts.imports.iter().map(|import| import.span.start).collect();
    let mut ranges = ranges.iter().peekable();
    let mut at = 0;
    let mut quoted = false;
    for line in text.split_inclusive('\n') {
        let start = at + (line.len() - line.trim_start().len());
        at += line.len();
        let was_quoted = quoted;
        quoted ^= !(line.matches("\"\"\"").count() + line.matches("'''").count()).is_multiple_of(2);
        while ranges.next_if(|range| range.end <= start).is_some() {}
        let offset = u32::try_from(start).unwrap_or(u32::MAX);
        let inside = ranges.peek().is_some_and(|range| range.contains(&start));
        if inside && !was_quoted && !known.contains(&offset) {
            statement(&text[start..], kind, offset, facts);
        }
    }
}

fn statement(text: &str, kind: ImportKind, start: u32, facts: &mut FileFacts) {
    let line = text.lines().next().unwrap_or_default();
    let at = Span { start, end: start + u32::try_from(line.trim_end().len()).unwrap_or(0) };
    if let Some(rest) = line.strip_prefix("import ") {
        for part in without_comment(rest).split(',') {
            let (module, local) = renamed(part);
            if is_dotted(module) {
                facts.imports.push(imports::whole(module, local, kind, at));
            }
        }
    } else if let Some((module, names)) = line.strip_prefix("from ").and_then(|it| it.split_once(" import "))
    {
        let (module, names) = (module.trim(), without_comment(names).trim());
        let names = match names.strip_prefix('(') {
            Some(_) => {
                text.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(it, _)| it)
            }
            None => names,
        };
        if !is_dotted(module.trim_start_matches('.')) && !module.bytes().all(|byte| byte == b'.') {
            return;
        }
        let lines = names.lines().flat_map(|line| without_comment(line).split(','));
        for (name, local) in lines.map(renamed).filter(|(name, _)| *name == "*" || is_name(name)) {
            facts.imports.push(imports::taken(module, name, local, kind, at));
        }
    }
}

fn without_comment(text: &str) -> &str {
    text.split(['#', ';', '\\']).next().unwrap_or(text)
}

/// `a as b`
fn renamed(part: &str) -> (&str, Option<&str>) {
    match part.trim().split_once(" as ") {
        Some((name, local)) => (name.trim(), Some(local.trim()).filter(|local| is_name(local))),
        None => (part.trim(), None),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn is_dotted(text: &str) -> bool {
    text.split('.').all(is_name)
}
