//! Facts of a text that the strict parser rejects, by tree-sitter, which reads around errors.
//!
//! One cursor over the whole tree and no recursion: a tree may be as deep as the text is long. What the errors
//! swallow is absent from the facts, and one problem says so.

mod walk;

use tree_sitter::{Language, Parser};

use super::{Mode, Rejection, failed};
use crate::facts::{FileFacts, Parse, SourceProblem};

/// What can be read of `code`. `why` is the complaint of the strict parser.
pub(super) fn read(code: &str, typescript: bool, jsx: bool, mode: Mode, why: Rejection) -> FileFacts {
    let language: Language = if typescript && !jsx {
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()
    } else {
        tree_sitter_typescript::LANGUAGE_TSX.into()
    };
    let code = without_conflict_markers(code);
    let mut parser = Parser::new();
    let tree = parser.set_language(&language).ok().and_then(|()| parser.parse(code.as_ref(), None));
    let Some(tree) = tree else { return failed(why.message, why.offset) };
    let mut facts = walk::facts(&code, &tree, mode);
    facts.parse = Parse::Recovered;
    facts.problems.push(SourceProblem { message: problem(&why.message), offset: why.offset });
    facts
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
