//! The first words of a README in reStructuredText. Pure; no more of it than that needs.

use super::markdown;
use super::text::{LONGEST_PART, clean};

/// The first paragraph that is prose: no title, directive, comment, field, list, table, substitution, quote or block of
/// code. Links keep their texts; roles and emphasis go.
pub(super) fn first_paragraph(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut rest = &lines[..];
    while let Some(start) = rest.iter().position(|line| !line.is_empty()) {
        let end = rest[start..].iter().position(|line| line.is_empty()).map_or(rest.len(), |it| start + it);
        let block = &rest[start..end];
        rest = &rest[end..];
        if is_marked(block[0]) || block[0].ends_with("::") {
            // What stands deeper belongs to it.
            let outside = |line: &&str| !line.is_empty() && !line.starts_with(char::is_whitespace);
            rest = &rest[rest.iter().position(outside).unwrap_or(rest.len())..];
            continue;
        }
        let title = block.iter().rposition(|line| is_adornment(line)).map_or(0, |at| at + 1);
        let prose = &block[title..];
        if prose.first().is_some_and(|line| is_prose(line)) {
            let told = prose.iter().map(|line| without_roles(line)).collect::<Vec<_>>().join(" ");
            return clean(&markdown::plain(&told.replace("``", "`")), LONGEST_PART);
        }
    }
    String::new()
}

/// A directive, a comment, the target of a link.
fn is_marked(line: &str) -> bool {
    line == ".." || line.starts_with(".. ")
}

/// What stands below a title, and perhaps above it.
fn is_adornment(line: &str) -> bool {
    let mut marks = line.bytes();
    let first = marks.next().filter(u8::is_ascii_punctuation);
    line.len() > 2 && first.is_some_and(|first| marks.all(|mark| mark == first))
}

fn is_prose(line: &str) -> bool {
    let block = ["|", "- ", "* ", "+ ", "#. ", "1. ", ">>> ", "+-", "=="];
    let is_field = line.starts_with(':') && line[1..].contains(": ") && !line[1..].contains(":`");
    let is_field = is_field || line.starts_with(':') && line.len() > 2 && line.ends_with(':');
    !line.starts_with(char::is_whitespace) && !is_field && !block.iter().any(|start| line.starts_with(start))
}

/// `` `thing` `` of `` :ref:`thing` ``; an image that is put in for a name goes.
fn without_roles(line: &str) -> String {
    let mut told = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(":`") {
        let before = &rest[..at];
        let plain = before.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '-' | ':'));
        let is_role = before[plain.len()..].starts_with(':');
        told.push_str(if is_role { plain } else { &rest[..=at] });
        rest = &rest[at + 1..];
    }
    told.push_str(rest);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_found_behind_titles_directives_and_fields() {
        for (text, expected) in [
            (
                "*****\nTitle\n*****\n\n.. image:: x\n   :alt: y\n\n|badge|\n\nWhat it is.\n\nMore.",
                "What it is.",
            ),
            (
                "Title\n#####\n\n.. code-block::\n\n    pip install x\n\n.. note::\n   Not this.\n\nWhat\nit is.",
                "What it is.",
            ),
            ("..\n   A comment.\n\n.. Another one.\n\nTitle\n-----\nWhat it is.", "What it is."),
            (
                "Example::\n\n    x\n\n:Author: A\n:Date: B\n\n- a\n- b\n\n  quote\n\nWhat it is.",
                "What it is.",
            ),
            (
                "Reads :ref:`things` and :py:class:`A` of ``x: y`` (`docs <http://x>`_), **fast**.",
                "Reads `things` and `A` of `x: y` (docs), fast.",
            ),
            ("Title\n=====\n\n===  ===\na    b\n===  ===\n", ""),
            ("", ""),
        ] {
            assert_eq!(first_paragraph(text), expected, "{text}");
        }
    }
}
