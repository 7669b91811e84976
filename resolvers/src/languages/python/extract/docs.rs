//! What docstrings and comments say: documentation, and who wrote the file. Text in, text out.

use ruff_python_ast::Stmt;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::Ranged;

use super::symbols::is_one_line;
use super::visit::span;
use crate::facts::{FileFacts, Origin, Span};
use crate::marker::{self, Layout};
use crate::sentences;

/// Bytes of an ordinary paragraph: asked for at once.
const ORDINARY: usize = 80;

/// The longest documentation that is kept.
const MAX_DOC: usize = 300;

/// The first paragraph of a docstring, on one line.
pub(super) fn first_paragraph(text: &str) -> Option<String> {
    let mut doc = String::with_capacity(text.len().min(ORDINARY));
    let mut rest = text.lines().map(str::trim);
    let mut is_whole = false;
    for line in rest.by_ref() {
        let is_rule = line.len() > 2 && line.bytes().all(|byte| b"=-~*^#+\"'`".contains(&byte));
        if is_rule && doc.is_empty() {
            continue;
        }
        // What is underlined is a heading: what it heads says more, if it says anything.
        if is_rule || line.is_empty() && !doc.is_empty() || starts_section(line) && !doc.is_empty() {
            is_whole = !is_rule && !line.is_empty();
            break;
        }
        if starts_section(line) {
            return None;
        }
        push_words(&mut doc, line);
        if doc.len() > MAX_DOC {
            break;
        }
    }
    if !is_whole {
        doc = sentences::with_rest(doc, rest.take_while(|it| !starts_section(it)));
    }
    doc.truncate(doc.floor_char_boundary(MAX_DOC));
    let doc = if doc.contains(":`") { without_roles(&doc) } else { doc };
    doc.chars().any(char::is_alphanumeric).then_some(doc)
}

/// What begins the lists below a description, in the styles of Sphinx, Google and doctest.
fn starts_section(line: &str) -> bool {
    const FIELDS: [&str; 10] = [
        ":param",
        ":return",
        ":raise",
        ":rtype",
        ":type",
        ":arg",
        ":keyword",
        ":yield",
        ":copyright",
        ":license",
    ];
    const HEADS: [&str; 6] = ["Args:", "Arguments:", "Parameters:", "Returns:", "Raises:", "Yields:"];
    line.starts_with(':') && FIELDS.iter().any(|field| line.starts_with(field))
        || HEADS.contains(&line)
        || line.starts_with(">>> ")
        || line.starts_with(".. ")
}

fn push_words(doc: &mut String, words: &str) {
    if sentences::ends_between(doc, words.trim_start()) {
        doc.push('.');
    }
    let whole = is_one_line(words).then_some(words);
    let apart = if whole.is_some() { "" } else { words };
    for word in whole.into_iter().chain(apart.split_whitespace()) {
        if !doc.is_empty() {
            doc.push(' ');
        }
        doc.push_str(word);
    }
}

/// `` :class:`x` `` is `` `x` ``, and what it says of the place where `x` is is dropped.
fn without_roles(doc: &str) -> String {
    let mut text = String::with_capacity(doc.len());
    let mut rest = doc;
    while let Some(at) = rest.find(":`") {
        let before = &rest[..at];
        let is_role = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_' | '+' | '.');
        let role = before.len() - before.trim_end_matches(is_role).len();
        let start = at - role;
        if role > 1 && rest[start..].starts_with(':') {
            text.push_str(&rest[..start]);
            text.push('`');
            let body = rest[at + 2..].trim_start_matches(['~', '!']);
            rest = body;
        } else {
            text.push_str(&rest[..at + 2]);
            rest = &rest[at + 2..];
        }
    }
    text.push_str(rest);
    text
}

/// How many lines of a comment above a declaration are looked at.
const MOST_LINES: usize = 40;
/// What a line says that speaks to tools.
const DIRECTIVES: [&str; 14] = [
    "noqa", "type:", "pylint", "fmt:", "isort", "mypy", "pragma", "nosec", "yapf", "ruff", "flake8", "%%",
    "!", "-*-",
];
/// What a line begins with that is no documentation, whatever follows.
const NOTES: [&str; 4] = ["todo", "fixme", "xxx", "hack"];

/// What the comment says that stands directly above `start`, where a declaration begins a line; none where it is the
/// head of the file or of a group, code that is not run, or speaks to tools.
pub(super) fn above(source: &str, start: usize) -> Option<String> {
    let head = source.get(..start)?.trim_end_matches([' ', '\t']);
    if !head.ends_with('\n') {
        return None;
    }
    let line_start = |end: usize| source[..end].rfind('\n').map_or(0, |at| at + 1);
    let mut first = head.len();
    let indent = &source[first..start];
    let mut lines: Vec<&str> = Vec::new();
    while first > 0 {
        let before = line_start(first - 1);
        let line = source[before..first].trim_end().strip_prefix(indent);
        let Some(line) = line.filter(|line| line.starts_with('#')) else { break };
        lines.push(line);
        first = before;
        if lines.len() > MOST_LINES {
            return None;
        }
    }
    // What begins a file is about the file.
    if first == 0 {
        return None;
    }
    let lines = lines.into_iter().rev().filter(|line| marker::said(line).is_none());
    let lines = lines.map(|line| line.trim_start_matches(['#', ':']).trim());
    let is_directive = |line: &&str| DIRECTIVES.iter().any(|it| line.starts_with(it));
    let lines: Vec<&str> = lines.filter(|line| !is_directive(line)).collect();
    let is_no_doc = |line: &&str| {
        let lower = line.to_ascii_lowercase();
        let is_rule = !line.is_empty() && !line.contains(char::is_alphanumeric);
        is_rule
            || NOTES.iter().any(|it| lower.starts_with(it))
            || lower.contains("copyright")
            || lower.starts_with("license")
            || lower.contains("spdx-")
    };
    let is_heading = lines.last()?.ends_with(':')
        || lines.iter().map(|it| it.split_whitespace().count()).sum::<usize>() < 2;
    if is_heading || heads_several(&lines) || lines.iter().any(is_no_doc) {
        return None;
    }
    let text = lines.join("\n");
    let is_code = || ruff_python_parser::parse_module(&text).is_ok();
    first_paragraph(&text).filter(|_| !is_code())
}

/// What stands above several things has one of these words at its start.
const SEVERAL: [&str; 16] = [
    "classes",
    "components",
    "constants",
    "enums",
    "errors",
    "exceptions",
    "fixtures",
    "forms",
    "functions",
    "helpers",
    "methods",
    "mixins",
    "models",
    "serializers",
    "utilities",
    "views",
];

/// Whether a comment heads all that follows: `Models with a preview`.
fn heads_several(lines: &[&str]) -> bool {
    let [line] = lines else { return false };
    let mut words = line.split_whitespace();
    let is_plural = words.next().is_some_and(|first| SEVERAL.contains(&first.to_lowercase().as_str()));
    is_plural && words.next().is_none_or(|second| matches!(second, "for" | "of" | "to" | "used" | "with"))
}

/// Whether another assignment follows in the next line, as far inside: a comment above `declared` is about both then.
pub(super) fn is_in_group(source: &str, declared: Span) -> bool {
    let (start, end) = (declared.start as usize, declared.end as usize);
    let indent = |text: &str| text.len() - text.trim_end_matches([' ', '\t']).len();
    let own = source.get(..start).map_or(0, indent);
    // A marker between them parts nothing.
    let behind = source.get(end..).unwrap_or_default().lines().skip(1);
    let next = behind.into_iter().find(|line| marker::said(line.trim()).is_none()).unwrap_or_default();
    let text = next.trim_start();
    let target = text.split_once('=').filter(|(_, rest)| !rest.starts_with('='));
    let target = target.map(|(target, _)| target.split(':').next().unwrap_or_default().trim());
    let is_name = |it: &str| {
        it.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && it.chars().all(|c| c.is_alphanumeric() || "_., ".contains(c))
    };
    next.len() - text.len() == own && target.is_some_and(is_name)
}

/// Fills in what the comments of a whole file say.
pub(super) fn read_comments(text: &str, facts: &mut FileFacts) {
    if head_comments(text).any(is_generated_note) {
        facts.origin = Origin::Generated;
    }
}

/// What markers need to know of a module; `decorated` is [`Layout::decorated`].
pub(super) fn layout(body: &[Stmt], tokens: &Tokens, decorated: Vec<(u32, u32)>) -> Layout {
    let docstring = body.first().filter(|_| super::visit::docstring(body).is_some());
    let comments = tokens.iter().filter(|it| it.kind() == TokenKind::Comment);
    Layout {
        style: &marker::PYTHON,
        head: Some(0),
        prologue: docstring.map_or(0, |it| it.end().into()),
        comments: comments.map(|it| span(it.range())).collect(),
        decorated,
    }
}

/// The comments before the first statement.
fn head_comments(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines.take_while(|line| line.is_empty() || line.starts_with('#')).filter(|line| !line.is_empty())
}

fn is_generated_note(comment: &str) -> bool {
    const NOTES: [&str; 10] = [
        "@generated",
        "do not edit",
        "don't edit",
        "do not modify",
        "generated by the protocol buffer compiler",
        "code generated by",
        "automatically generated",
        "autogenerated",
        "auto-generated",
        "file was generated",
    ];
    let lower = comment.to_ascii_lowercase();
    NOTES.iter().any(|note| lower.contains(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_is_one_line() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(first_paragraph(text).as_deref(), expected, "{text:?}");
        };
        check("Does it.", Some("Does it."));
        check("\n    Does it\n    well.\n\n    And more.", Some("Does it well."));
        check("Title\n=====\n\nText.", Some("Title"));
        check("Args:\n  x", None);
        check("Does it.\n:param x: y", Some("Does it."));
        check("A :class:`~a.b.C` and `d`.", Some("A `a.b.C` and `d`."));
        check("  \n", None);
        check("see :`x`", Some("see :`x`"));
    }
}
