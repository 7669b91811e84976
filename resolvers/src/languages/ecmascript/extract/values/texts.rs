//! Pieces of the text as they stand, where they are short, and the beginning of a long template. Nothing here reads the
//! tree.

use oxc_span::Span;

use super::super::imports::one_line;
use super::LONGEST_ARGUMENT;
use crate::graphql;

/// A longer piece of code is not read at a glance, in bytes.
const LONGEST_CODE: usize = 120;
/// How much of the text of a template is told.
const LONGEST_TEXT: usize = 90;
/// The same of a document of GraphQL.
const LONGEST_DOCUMENT: usize = 140;

/// A template, or the first line of a long one.
pub(super) fn template(span: Span, source: &str) -> Option<String> {
    if let Some(whole) = short(span, source) {
        return Some(whole.to_owned());
    }
    let inside = span.source_text(source).trim_matches('`').trim();
    // What a document of GraphQL reads stands in its lines.
    let own = inside.split("${").next().unwrap_or(inside);
    let document = graphql::operation(own).is_some().then(|| {
        let lines = own.lines().take(LONGEST_DOCUMENT).map(|line| line.split('#').next().unwrap_or(line));
        one_line(&lines.collect::<Vec<_>>().join("\n"), LONGEST_DOCUMENT)
    });
    let (line, most) = match &document {
        Some(document) => (document.as_str(), LONGEST_DOCUMENT - 1),
        None => (inside.lines().next()?.trim(), LONGEST_TEXT),
    };
    let cut = &line[..line.floor_char_boundary(most)];
    let start =
        if cut.len() < line.len() { cut.rsplit_once(' ').map_or(cut, |(start, _)| start) } else { cut };
    let more = if start.len() < inside.len() { "…" } else { "" };
    (!start.is_empty()).then(|| format!("`{start}{more}`"))
}

/// A piece of code on one line, where it is no longer than one reads at a glance; functions with bodies are longer than that.
pub(in super::super) fn code(span: Span, source: &str) -> Option<String> {
    let text = one_line(span.source_text(source), LONGEST_CODE + 1).replace('`', "'");
    // Back quotes within back quotes cannot be told.
    let is_plain = text.len() <= LONGEST_CODE
        && !text.contains("\\'")
        && !["function", "//", "/*", "class ", "=> {"].iter().any(|it| text.contains(it));
    is_plain.then_some(text)
}

pub(super) fn short(span: Span, source: &str) -> Option<&str> {
    let text = span.source_text(source);
    (text.len() <= LONGEST_ARGUMENT && !text.contains('\n') && !text.contains("\\`")).then_some(text)
}

pub(super) fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}
