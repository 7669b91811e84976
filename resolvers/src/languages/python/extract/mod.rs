//! Facts of one Python file: the chain from bytes to [`FileFacts`].
//!
//! Bytes become text, and the text is read by ruff's parser; what it rejects, Python 2 above all, is read by
//! tree-sitter, which reads around errors. No grammar knowledge may live here, and nothing here or below may abort the
//! process: see [`guard`].

mod annotations;
mod deeds;
mod docs;
mod effects;
mod encoding;
mod exports;
mod fallback;
mod guard;
mod imports;
mod included;
mod loading;
mod own;
mod recover;
mod routes;
mod scopes;
mod standing;
mod steps;
mod symbols;
#[cfg(test)]
mod tests;
mod values;
mod visit;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ruff_python_ast::{Mod, PySourceType};
use ruff_python_parser::{ParseOptions, parse_unchecked};

use super::Flavor;
use crate::facts::{FileFacts, Rules, SourceProblem};
use crate::marker::Layout;

/// How much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// All.
    Whole,
    /// Statements, and expressions only where one may import: see [`crate::Language::extract_links`].
    Links,
}

/// What `source` says. Pure and total. The caller's thread needs no more than an ordinary stack (2 MiB): deeper
/// text is read on a stack of its own.
pub(crate) fn extract(flavor: Flavor, source: &[u8], detail: Detail) -> FileFacts {
    let decoded = match encoding::decode(source) {
        Ok(decoded) => decoded,
        Err(message) => return FileFacts::failed(message, 0),
    };
    let mut facts = read(flavor, &decoded.text, detail);
    facts.header.is_script |= names_python(&decoded.text);
    facts.header.falls_back.sort();
    facts.header.falls_back.dedup();
    if imports::are_absolute(&facts.imports) {
        facts.header.rules = Rules::Absolute;
    }
    docs::read_comments(&decoded.text, &mut facts);
    decoded.restore(&mut facts);
    if let Some(message) = decoded.problem {
        facts.problems.insert(0, SourceProblem { message, offset: 0 });
    }
    facts
}

/// Whether the first line has Python run the file.
fn names_python(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.starts_with("#!") && line.contains("python")
}

/// Whether a condition asks if the file is the program.
fn asks_for_main(condition: &str) -> bool {
    ["__name__", "__main__", "=="].iter().all(|part| condition.contains(part))
}

fn read(flavor: Flavor, text: &str, detail: Detail) -> FileFacts {
    let rejection = match guarded(flavor, text, detail) {
        Ok(facts) => return facts,
        Err(rejection) => rejection,
    };
    let (message, offset) = (rejection.message.clone(), rejection.offset);
    catch_unwind(|| recover::read(flavor, text, rejection))
        .unwrap_or_else(|_| FileFacts::failed(message, offset))
}

/// [`parse`] on a stack that is large enough; a panic of the parser rejects the text and nothing more.
fn guarded(flavor: Flavor, text: &str, detail: Detail) -> Result<FileFacts, SourceProblem> {
    let rejected = |message: &str| Err(SourceProblem::new(message, 0));
    let work = AssertUnwindSafe(|| guard::with_stack(text, || parse(flavor, text, detail)));
    match catch_unwind(work) {
        Ok(Some(outcome)) => outcome,
        Ok(None) => rejected("nested too deeply"),
        Err(_) => rejected("the parser gave up"),
    }
}

fn parse(flavor: Flavor, text: &str, detail: Detail) -> Result<FileFacts, SourceProblem> {
    let kind = if flavor.is_stub() { PySourceType::Stub } else { PySourceType::Python };
    let parsed = parse_unchecked(text, ParseOptions::from(kind));
    if let Some(error) = parsed.errors().first() {
        return Err(SourceProblem::new(error.error.to_string(), error.location.start().into()));
    }
    match parsed.syntax() {
        Mod::Module(module) => Ok(visit::facts(flavor, (text, parsed.tokens()), &module.body, detail)),
        Mod::Expression(_) => Err(SourceProblem::new("an expression, no module", 0)),
    }
}

/// Where the comments and the head of `source` are, whose syntax is whole.
pub(crate) fn layout(flavor: Flavor, source: &[u8]) -> Option<Layout> {
    let decoded = encoding::decode(source).ok()?;
    let kind = if flavor.is_stub() { PySourceType::Stub } else { PySourceType::Python };
    let layout = || {
        let parsed = parse_unchecked(&decoded.text, ParseOptions::from(kind));
        match parsed.syntax() {
            Mod::Module(module) if parsed.errors().is_empty() => {
                Some(docs::layout(&module.body, parsed.tokens(), Vec::new()))
            }
            _ => None,
        }
    };
    let work = AssertUnwindSafe(|| guard::with_stack(&decoded.text, layout));
    catch_unwind(work).ok().flatten().flatten().map(|layout| decoded.restore_layout(layout))
}

/// What `work` makes of the statements of a text that parses; on a stack that is large enough.
pub(crate) fn with_module<T>(text: &str, work: impl FnOnce(&[ruff_python_ast::Stmt]) -> T) -> Option<T> {
    let parsed = || {
        let parsed = parse_unchecked(text, ParseOptions::from(PySourceType::Python));
        match parsed.syntax() {
            Mod::Module(module) if parsed.errors().is_empty() => Some(work(&module.body)),
            _ => None,
        }
    };
    catch_unwind(AssertUnwindSafe(|| guard::with_stack(text, parsed))).ok().flatten().flatten()
}

pub(crate) use guard::with_step;

/// Whether two texts are the same but for comments, blanks and places; `None` where the strict parser reads neither.
#[cfg(test)]
pub(crate) fn same_tree(flavor: Flavor, one: &[u8], other: &[u8]) -> Option<bool> {
    use ruff_python_ast::comparable::ComparableMod;
    let kind = if flavor.is_stub() { PySourceType::Stub } else { PySourceType::Python };
    let (one, other) = (encoding::decode(one).ok()?, encoding::decode(other).ok()?);
    guard::with_stack(&one.text, || {
        let parsed = |text| parse_unchecked(text, ParseOptions::from(kind));
        let (one, other) = (parsed(&one.text), parsed(&other.text));
        let same = ComparableMod::from(one.syntax()) == ComparableMod::from(other.syntax());
        one.errors().is_empty().then_some(same && other.errors().is_empty())
    })?
}
