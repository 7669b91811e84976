//! Documentation as a purpose: what of it says something. Pure.

use super::words::split;
use super::{LONGEST_PART, clean};
use crate::dsp::markdown;

/// Words that say nothing about a thing that the name does not.
#[rustfmt::skip]
const EMPTY_WORDS: &[&str] = &[
    "a", "all", "an", "and", "are", "as", "basic", "by", "class", "component", "const", "constant", "default",
    "enum", "exports", "file", "for", "from", "function", "has", "helper", "helpers", "hook", "in",
    "instance", "interface", "is", "it", "its", "main", "method", "methods", "misc", "model", "module",
    "object", "of", "on", "or", "our", "props", "some", "that", "the", "these", "this", "to", "type", "types",
    "used", "util", "utilities", "utility", "utils", "variable", "which", "with",
];

/// How documentation begins that is about something else than what the thing is for.
#[rustfmt::skip]
const BESIDE_THE_POINT: &[&str] = &[
    "adapted from", "author", "based on", "borrowed from", "by ", "changelog", "copied from", "created by",
    "credit", "don't ", "example", "fixme", "forked from", "from http", "from https", "hack",
    "heavily inspired", "http://", "https://", "important", "inspired by", "mostly copied", "note:",
    "note that", "originally", "ported from", "re-export", "reference:", "see ", "source:", "taken from",
    "thanks to", "these tests", "todo", "usage", "warning", "workaround", "xxx",
];

/// `doc` as a text, if it says what the thing called `name` is for.
pub(in crate::dsp) fn purpose(doc: &str, name: &str) -> Option<String> {
    let plain = markdown::plain(doc);
    let plain = plain.trim().trim_start_matches(['-', '=', '#', '~', '—', '*', '>', ' ']);
    let sentence = sentences(plain)?;
    let lower = sentence.to_lowercase();
    let credit = [
        "ported from",
        "copied from",
        "adapted from",
        "stolen from",
        "borrowed from",
        "inspired by",
        "was referenced by",
    ];
    let beside = credit.iter().any(|words| lower.contains(words))
        || BESIDE_THE_POINT.iter().any(|start| lower.starts_with(start));
    let says = !beside && !is_path(&sentence) && !is_code(&sentence) && !repeats(&sentence, name);
    says.then_some(sentence)
}

/// The sentences that fit, without what announces a list or an example that is not there.
fn sentences(text: &str) -> Option<String> {
    let text = clean(text, 4 * LONGEST_PART);
    let text = text.trim_end_matches(|c: char| "-=~*:#".contains(c) || c.is_whitespace());
    let kept = if text.chars().count() <= LONGEST_PART {
        text.to_owned()
    } else {
        let limit = text.char_indices().nth(LONGEST_PART).map_or(text.len(), |(at, _)| at);
        let end = text[..limit].rmatch_indices(". ").map(|(at, _)| at + 1).find(|at| *at > 40);
        end.map_or_else(|| clean(text, LONGEST_PART), |end| text[..end].to_owned())
    };
    kept.chars().any(char::is_alphanumeric).then_some(kept)
}

/// One word with slashes, or a file's name.
fn is_path(text: &str) -> bool {
    let ends = [".js", ".ts", ".tsx", ".jsx", ".vue", ".mjs", ".css", ".json"];
    !text.contains(' ') && (text.contains('/') || ends.iter().any(|end| text.ends_with(end)))
}

/// A statement rather than a sentence.
fn is_code(text: &str) -> bool {
    let starts =
        ["import ", "export ", "const ", "let ", "var ", "function ", "return ", "if (", "for (", "@"];
    text.starts_with('@')
        || text.ends_with([';', '{', '}'])
        || starts.iter().any(|start| text.starts_with(start)) && text.contains(['=', '(', '{', '\''])
}

/// Whether the text has no word that the name has not.
fn repeats(text: &str, name: &str) -> bool {
    let name = split(name).concat().to_lowercase();
    let mut words = split(text).into_iter().map(|word| word.to_lowercase());
    words.all(|word| {
        let stem = word.strip_suffix('s').unwrap_or(&word);
        EMPTY_WORDS.binary_search(&word.as_str()).is_ok() || name.contains(stem)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_words_are_sorted() {
        assert!(EMPTY_WORDS.is_sorted());
    }

    #[test]
    fn documentation_that_says_nothing_is_none() {
        let check = |doc: &str, expected: Option<&str>| {
            assert_eq!(purpose(doc, "formatDate").as_deref(), expected, "{doc}");
        };
        check("Shows a day as people write it.", Some("Shows a day as people write it."));
        check("The format date function", None);
        check("Formats dates.", None);
        check("src/utils/date.ts", None);
        check("TODO: write", None);
        check("Copied from https://example.com/x", None);
        check("const a = formatDate(b)", None);
        check("@see x", None);
        check("------", None);
        check("=== Time zones ===", Some("Time zones"));
        check("Writes a [day](http://x) **well**, e.g.:", Some("Writes a day well, e.g."));
    }

    #[test]
    fn long_documentation_ends_with_a_sentence() {
        let long = format!("This is the first sentence, which says what it is for. {}", "word ".repeat(80));
        assert_eq!(
            purpose(&long, "x").as_deref(),
            Some("This is the first sentence, which says what it is for.")
        );
        assert!(purpose(&"word ".repeat(80), "x").unwrap().ends_with("word…"));
    }
}
