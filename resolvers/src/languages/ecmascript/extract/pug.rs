//! What people meet in a template of Vue that is written in Pug, where lines are tags and indents say what stands in
//! what. Code is passed over, and so is what has no place in such a template.

use super::markup::{is_heading, is_heading_class, said_by, show};
use super::template::{SLOTS, is_icon, is_quote, keys, named, shows_text};
use crate::facts::{FileFacts, ShownSort};

/// A larger template is not read to its end, in bytes.
const LONGEST: usize = 1 << 18;

/// First words of lines that are no tags.
const CONTROL: &[&str] = &[
    "append", "block", "case", "default", "doctype", "each", "else", "extends", "for", "if", "include",
    "mixin", "prepend", "unless", "when", "while", "yield",
];

/// Adds what the template shows.
pub(super) fn read(text: &str, facts: &mut FileFacts) {
    walk(text, &mut |piece| match piece {
        Piece::Tag(name) => named(name, facts),
        Piece::Attributes { tag, text } => {
            for (name, value) in literals(text) {
                if let Some(sort) = said_by(name, tag) {
                    show(value, sort, None, facts);
                }
            }
            keys(text, facts);
        }
        Piece::Text { text, heads } => {
            keys(text, facts);
            // `#[strong it]` is a tag within a text.
            let text = text.split("#[").next().unwrap_or_default();
            show(text, if heads { ShownSort::Heading } else { ShownSort::Text }, None, facts);
        }
        Piece::Code(text) => keys(text, facts),
    });
}

/// The names and the code of tags, in which names of the script may stand, and whether these are names of tags.
pub(super) fn names(text: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    walk(text, &mut |piece| match piece {
        Piece::Tag(text) => found.push((text, true)),
        Piece::Attributes { text, .. } | Piece::Code(text) => found.push((text, false)),
        Piece::Text { .. } => {}
    });
    found
}

/// What a line has.
enum Piece<'t> {
    /// Empty for a `div`.
    Tag(&'t str),
    /// What stands in the parentheses of a tag.
    Attributes {
        tag: &'t str,
        text: &'t str,
    },
    Text {
        text: &'t str,
        heads: bool,
    },
    /// What stands behind `=`.
    Code(&'t str),
}

/// A line that may hold those below it which are further in.
struct Open {
    indent: usize,
    holds: Holds,
    /// Its text says what follows.
    heads: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Tags,
    Texts,
    /// What is not read: comments, code.
    Other,
}

/// Shows `see` the pieces of the template in order.
fn walk<'t>(text: &'t str, see: &mut impl FnMut(Piece<'t>)) {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let mut lines = Lines { text, is_broken: false };
    let (mut open, mut at): (Vec<Open>, usize) = (Vec::new(), 0);
    while at < text.len() {
        let end = lines.end(at);
        let line = text[at..end].trim_start_matches([' ', '\t']);
        let start = end - line.len();
        let (indent, line) = (start - at, line.trim_end());
        at = end + 1;
        if line.is_empty() {
            continue;
        }
        while open.last().is_some_and(|it| it.indent >= indent) {
            open.pop();
        }
        let (holds, heads) = open.last().map_or((Holds::Tags, false), |it| (it.holds, it.heads));
        match holds {
            Holds::Other => {}
            Holds::Texts => see(Piece::Text { text: line, heads }),
            Holds::Tags => {
                let (holds, heads, last) = match line.as_bytes() {
                    [b'|', ..] => {
                        see(Piece::Text { text: &line[1..], heads });
                        continue;
                    }
                    [b'/', b'/', ..] | [b'-', ..] => (Holds::Other, false, end),
                    [b'=', ..] | [b'!', b'=', ..] => {
                        see(Piece::Code(line));
                        (Holds::Tags, heads, end)
                    }
                    [first, ..] if first.is_ascii_alphabetic() || matches!(first, b'.' | b'#') => {
                        lines.tags(start, see)
                    }
                    _ => (Holds::Tags, heads, end),
                };
                open.push(Open { indent, holds, heads });
                at = last + 1;
            }
        }
    }
}

struct Lines<'t> {
    text: &'t str,
    /// A parenthesis is never closed: those behind it end with their lines at the latest, so that the text is not read
    /// to its end for each.
    is_broken: bool,
}

impl<'t> Lines<'t> {
    /// Where the line ends that `at` is in.
    fn end(&self, at: usize) -> usize {
        memchr::memchr(b'\n', &self.text.as_bytes()[at..]).map_or(self.text.len(), |found| at + found)
    }

    /// The tags from `at` to the end of the line, each in the one before it: what they hold below, whether its text
    /// heads, and where the line ends.
    fn tags(&mut self, at: usize, see: &mut impl FnMut(Piece<'t>)) -> (Holds, bool, usize) {
        let (mut at, mut end) = (at, self.end(at));
        loop {
            let name_end = self.while_in(at, is_of_name);
            let name = &self.text[at..name_end];
            if CONTROL.contains(&name) {
                return (Holds::Tags, false, end);
            }
            see(Piece::Tag(name));
            let mut heads = is_heading(name);
            at = name_end;
            loop {
                match &self.text.as_bytes()[at..] {
                    [b'.' | b'#', next, ..] if is_of_name(*next as char) => {
                        let class = self.while_in(at + 1, is_of_name);
                        heads |= is_heading_class(&self.text[at + 1..class]);
                        at = class;
                    }
                    [b'(', ..] => {
                        let close = self.closing(at);
                        let inside = &self.text[at + 1..close];
                        heads |= SLOTS.iter().any(|it| inside.contains(it));
                        see(Piece::Attributes { tag: name, text: inside });
                        at = close
                            + usize::from(self.text.as_bytes().get(close).is_some_and(|it| *it != b'\n'));
                        if at > end {
                            end = self.end(at);
                        }
                    }
                    [b'&', ..] => at = self.while_in(at + 1, char::is_alphanumeric),
                    _ => break,
                }
            }
            let rest = &self.text[at..end];
            let holds = if shows_text(name) { Holds::Tags } else { Holds::Other };
            match rest.as_bytes() {
                [b'.', more @ ..] if more.trim_ascii().is_empty() && holds == Holds::Tags => {
                    return (Holds::Texts, heads, end);
                }
                // `td: b` is a tag in the other.
                [b':', b' ' | b'\t', ..] => {
                    at = end - rest[1..].trim_start().len();
                    if self.text[at..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '#')) {
                        continue;
                    }
                }
                [b'=', ..] | [b'!', b'=', ..] => see(Piece::Code(rest)),
                [b' ' | b'\t', ..] if holds == Holds::Tags && !is_icon(name) => {
                    see(Piece::Text { text: rest, heads });
                }
                _ => {}
            }
            return (holds, heads, end);
        }
    }

    /// Behind the characters from `at` that are `inside`.
    fn while_in(&self, at: usize, inside: impl Fn(char) -> bool) -> usize {
        let rest = &self.text[at..];
        rest.find(|c: char| !inside(c)).map_or(self.text.len(), |found| at + found)
    }

    /// Where the parenthesis is closed that opens at `at`; quotes and brackets in it are passed over.
    fn closing(&mut self, at: usize) -> usize {
        let last = if self.is_broken { self.end(at) } else { self.text.len() };
        let (mut quote, mut depth, mut is_escaped) = (None, 0_usize, false);
        for (at, byte) in self.text.as_bytes()[..last].iter().enumerate().skip(at) {
            match (quote, byte) {
                _ if is_escaped => is_escaped = false,
                (Some(_), b'\\') => is_escaped = true,
                (Some(open), byte) if open == *byte => quote = None,
                (None, b'"' | b'\'' | b'`') => quote = Some(*byte),
                (None, b'(' | b'[' | b'{') => depth += 1,
                (None, b')' | b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at;
                    }
                }
                _ => {}
            }
        }
        self.is_broken = true;
        self.end(at)
    }
}

/// Whether it may stand in the name of a tag or a class.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// The attributes whose values are nothing but texts in quotes, with these.
fn literals(attributes: &str) -> Vec<(&str, &str)> {
    let (mut found, mut rest) = (Vec::new(), attributes);
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        if rest.is_empty() {
            return found;
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | ',')).unwrap_or(rest.len());
        let name = &rest[..end];
        let Some(after) = rest[end..].trim_start().strip_prefix('=') else {
            rest = &rest[end..];
            continue;
        };
        let after = after.trim_start();
        let value = &after[..value_end(after)];
        rest = &after[value.len()..];
        let quote = value.chars().next().filter(|it| matches!(it, '\'' | '"'));
        let text = quote.and_then(|it| value.strip_prefix(it)?.strip_suffix(it));
        if let Some(text) = text.filter(|it| !quote.is_some_and(|quote| it.contains(quote))) {
            found.push((name, text));
        }
    }
}

/// Where the value ends that `text` begins with: before a blank or a comma outside of quotes and brackets.
fn value_end(text: &str) -> usize {
    let (mut quote, mut depth, mut is_escaped) = (None, 0_usize, false);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            _ if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if open == c => quote = None,
            (None, c) if is_quote(c) => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, c) if depth == 0 && (c == ',' || c.is_whitespace()) => return at,
            _ => {}
        }
    }
    text.len()
}
