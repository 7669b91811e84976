//! Facts of a text that the strict parser rejects, by tree-sitter, which reads Python 2 and around errors.
//!
//! One cursor over the whole tree and no recursion: a tree may be as deep as the text is long. Of what the errors
//! swallow, and of a text that is too much for tree-sitter, only the imports are told: those that begin a line.

mod lines;
mod walk;

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use super::loading::{self, Loading};
use super::{Flavor, exports, imports};
use crate::facts::{FileFacts, Import, ImportSyntax, Parse, Rules, SourceProblem};

/// What can be read of `text`. `why` is the complaint of the strict parser.
pub(super) fn read(flavor: Flavor, text: &str, why: SourceProblem) -> FileFacts {
    if is_binary(text.as_bytes()) {
        return FileFacts::failed("binary", why.offset);
    }
    let text = without_conflict_markers(text);
    let kind =
        if flavor.is_stub() { crate::facts::ImportKind::Type } else { crate::facts::ImportKind::Runtime };
    let Some(tree) = parse(&text) else {
        let mut facts = FileFacts { parse: Parse::Recovered, ..FileFacts::default() };
        lines::add(&text, std::slice::from_ref(&(0..text.len())), kind, &mut facts);
        if facts.imports.is_empty() {
            return FileFacts::failed(why.message, why.offset);
        }
        facts.problems.push(SourceProblem { message: problem(&why.message), offset: why.offset });
        return facts;
    };
    let walk::Walked { mut facts, survey, errors, python2 } = walk::walk(flavor, &text, &tree);
    if tree.root_node().has_error() {
        lines::add(&text, &errors, kind, &mut facts);
    }
    if python2 {
        look_beside(&mut facts);
    }
    // Python 2 is read as it is meant to be; what else the strict parser rejects is broken.
    if tree.root_node().has_error() || !python2 {
        facts.parse = Parse::Recovered;
        facts.problems.push(SourceProblem { message: problem(&why.message), offset: why.offset });
    }
    sort_imports(&mut facts);
    exports::finish(flavor, &survey, &mut facts);
    if loading::is_meant(&text) {
        load(&text, &tree, &mut facts);
    }
    facts
}

/// What loading the file does, by those of its statements that the strict parser reads.
fn load(text: &str, tree: &Tree, facts: &mut FileFacts) {
    let mut loading = Loading::default();
    let root = tree.root_node();
    for statement in root.named_children(&mut root.walk()).take(MOST_LOADING) {
        let kind = statement.kind();
        if kind.ends_with("_definition") || kind == "comment" {
            continue;
        }
        let text = text.get(statement.byte_range()).unwrap_or_default();
        super::with_module(text, |body| loading.body(text, body));
    }
    loading.finish(&mut facts.header);
}

/// Has imports mean what Python 2 means by them, unless the file asks for what Python 3 does.
fn look_beside(facts: &mut FileFacts) {
    if imports::are_absolute(&facts.imports) {
        return;
    }
    facts.header.rules = Rules::Beside;
    let is_absolute = |it: &&mut Import| it.syntax == ImportSyntax::Import && !it.specifier.starts_with('.');
    let imports = facts.imports.iter_mut().filter(is_absolute);
    imports.for_each(|import| import.syntax = ImportSyntax::ImplicitImport);
}

/// Puts the imports in source order, and the numbers of those that bind names with them.
fn sort_imports(facts: &mut FileFacts) {
    let mut imports: Vec<_> = std::mem::take(&mut facts.imports).into_iter().zip(0_u32..).collect();
    imports.sort_by_key(|(import, at)| (import.span, *at));
    let mut moved = vec![0; imports.len()];
    for ((_, before), after) in imports.iter().zip(0..) {
        moved[*before as usize] = after;
    }
    facts.imports = imports.into_iter().map(|(import, _)| import).collect();
    for bind in &mut facts.header.binds {
        bind.import = bind.import.and_then(|at| moved.get(at as usize).copied());
    }
}

fn problem(message: &str) -> String {
    let message = message.trim().trim_end_matches('.');
    if message.is_empty() { "syntax error".to_owned() } else { format!("syntax error: {message}") }
}

/// A text with so many control characters is none.
fn is_binary(text: &[u8]) -> bool {
    let is_control = |it: &&u8| matches!(it, 0..=8 | 14..=26 | 28..=31 | 127);
    let controls = text.iter().filter(is_control).count();
    controls >= 3 && controls * 20 > text.len()
}

/// Bytes that the recovering parser gets at a time.
const CHUNK: usize = 1 << 10;
/// Steps that any text may cost: chunks read, and hundreds of operations.
const STEPS: usize = 4096;
/// Bytes of text for which it may cost one more. Ordinary text costs one for 25 to 100 bytes.
const BYTES_A_STEP: usize = 10;
/// The longest text that it gets: it needs about a second and a gigabyte for so much.
const MOST: usize = 16 << 20;

/// So many statements at the top are asked what loading them does.
const MOST_LOADING: usize = 4096;

/// The tree of `text`, unless it costs more than its length allows: noise makes the parser read to the end again and
/// again. Steps are counted and not timed: the same bytes have the same facts.
fn parse(text: &str) -> Option<Tree> {
    if text.len() > MOST {
        return None;
    }
    let left = Cell::new(STEPS + text.len() / BYTES_A_STEP);
    let step = || {
        left.set(left.get().saturating_sub(1));
        left.get() == 0
    };
    let mut read = |at: usize, _| {
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        if step() { &[] } else { &rest[..rest.len().min(CHUNK)] }
    };
    let mut progress =
        |_: &ParseState| if step() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    tree.filter(|_| left.get() > 0)
}

/// Both sides of a merge conflict: the lines between them become blank.
fn without_conflict_markers(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("<<<<<<< ") {
        return text.into();
    }
    let is_marker = |line: &str| {
        ["<<<<<<< ", ">>>>>>> ", "||||||| "].iter().any(|marker| line.starts_with(marker))
            || line.trim_end() == "======="
    };
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if is_marker(line) {
            out.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            out.push_str(line);
        }
    }
    out.into()
}
