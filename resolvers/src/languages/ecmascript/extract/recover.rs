//! Facts of a text that the strict parser rejects, by tree-sitter, which reads around errors.
//!
//! One cursor over the whole tree and no recursion: a tree may be as deep as the text is long. Of what the errors
//! swallow, and of a text that is too much for tree-sitter, only the imports are told: those that begin a line. One
//! problem says so.

mod lines;
mod walk;

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

use super::Mode;
use crate::facts::{FileFacts, Parse, SourceProblem};

/// What can be read of `code`. `why` is the complaint of the strict parser.
pub(super) fn read(code: &str, typescript: bool, jsx: bool, mode: Mode, why: SourceProblem) -> FileFacts {
    let language: Language = if typescript && !jsx {
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()
    } else {
        tree_sitter_typescript::LANGUAGE_TSX.into()
    };
    let code = without_conflict_markers(code);
    let Some(tree) = parse(&code, &language) else { return read_lines(&code, why) };
    let mut facts = walk::facts(&code, &tree, mode);
    facts.parse = Parse::Recovered;
    facts.problems.push(SourceProblem { message: problem(&why.message), offset: why.offset });
    facts
}

/// The imports that begin a line of `code`, for a text that no parser can be asked to read.
pub(super) fn imports_of_lines(code: &str, why: SourceProblem) -> FileFacts {
    read_lines(&without_conflict_markers(code), why)
}

fn read_lines(code: &str, why: SourceProblem) -> FileFacts {
    let mut facts = FileFacts::default();
    lines::add(code, &lines::Known::default(), &mut facts);
    if facts.imports.is_empty() {
        return FileFacts::failed(why.message, why.offset);
    }
    facts.parse = Parse::Recovered;
    facts.problems.push(why);
    facts
}

/// Bytes that the recovering parser gets at a time.
const CHUNK: usize = 1 << 10;
/// Steps that any text may cost: chunks read, and hundreds of operations.
const STEPS: usize = 4096;
/// Bytes of text for which it may cost one more. Ordinary text costs one for 25 to 100 bytes.
const BYTES_A_STEP: usize = 10;
/// Comments of a text with errors: at each error the parser looks back at all that stand before it, and no step tells.
const MAX_COMMENTS: usize = 10_000;

/// No fewer than the comments in `text`.
fn comments(text: &[u8]) -> usize {
    memchr::memchr_iter(b'/', text).filter(|at| matches!(text.get(at + 1), Some(b'/' | b'*'))).count()
}

/// The tree of `code`, unless it costs more than its length allows: noise makes the parser read to the end again and
/// again. Steps are counted and not timed: the same bytes have the same facts.
fn parse(code: &str, language: &Language) -> Option<Tree> {
    if comments(code.as_bytes()) > MAX_COMMENTS {
        return None;
    }
    let left = Cell::new(STEPS + code.len() / BYTES_A_STEP);
    let step = || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0
    };
    let mut text = |at: usize, _| {
        let rest = code.as_bytes().get(at..).unwrap_or_default();
        if step() { &[] } else { &rest[..rest.len().min(CHUNK)] }
    };
    let mut progress =
        |_: &ParseState| if step() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    let tree = parser.parse_with_options(&mut text, None, Some(options));
    tree.filter(|_| left.get() > 0)
}

fn problem(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    if message.is_empty() { "syntax error".to_owned() } else { format!("syntax error: {message}") }
}

/// Both sides of a merge conflict, all parts of a file of parts: the lines between them become blanks.
fn without_conflict_markers(code: &str) -> std::borrow::Cow<'_, str> {
    if !code.contains("<<<<<<< ") && !code.contains("\n---") {
        return code.into();
    }
    let is_marker = |line: &str| {
        let head = line.trim_end();
        ["<<<<<<< ", ">>>>>>> ", "||||||| "].iter().any(|marker| line.starts_with(marker))
            || matches!(head, "=======" | "---")
    };
    let mut text = String::with_capacity(code.len());
    for line in code.split_inclusive('\n') {
        if is_marker(line) {
            text.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            text.push_str(line);
        }
    }
    text.into()
}
