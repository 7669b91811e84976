//! Facts of one Python file: the chain from bytes to [`FileFacts`].
//!
//! Bytes become text, and the text is read by ruff's parser; what it rejects, Python 2 above all, is read by
//! tree-sitter, which reads around errors. No grammar knowledge may live here, and nothing here or below may abort the
//! process: see [`guard`].

mod annotations;
mod docs;
mod encoding;
mod exports;
mod guard;
mod imports;
mod recover;
mod scopes;
mod symbols;
#[cfg(test)]
mod tests;
mod visit;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ruff_python_ast::{Mod, PySourceType};
use ruff_python_parser::{ParseOptions, parse_unchecked};

use super::Flavor;
use crate::facts::{FileFacts, Parse, SourceProblem};

/// What `source` says. Pure and total. The caller's thread needs no more than an ordinary stack (2 MiB): deeper
/// text is read on a stack of its own.
pub(crate) fn extract(flavor: Flavor, source: &[u8]) -> FileFacts {
    let decoded = match encoding::decode(source) {
        Ok(decoded) => decoded,
        Err(message) => return failed(message, 0),
    };
    let mut facts = read(flavor, &decoded.text);
    docs::read_comments(&decoded.text, &mut facts);
    decoded.restore(&mut facts);
    if let Some(message) = decoded.problem {
        facts.problems.insert(0, SourceProblem { message, offset: 0 });
    }
    facts
}

/// Where and why the strict parser gave up.
struct Rejection {
    message: String,
    offset: u32,
}

fn failed(message: impl Into<String>, offset: u32) -> FileFacts {
    let problems = vec![SourceProblem { message: message.into(), offset }];
    FileFacts { parse: Parse::Failed, problems, ..FileFacts::default() }
}

fn read(flavor: Flavor, text: &str) -> FileFacts {
    let rejection = match guarded(flavor, text) {
        Ok(facts) => return facts,
        Err(rejection) => rejection,
    };
    let (message, offset) = (rejection.message.clone(), rejection.offset);
    catch_unwind(|| recover::read(flavor, text, rejection)).unwrap_or_else(|_| failed(message, offset))
}

/// [`parse`] on a stack that is large enough; a panic of the parser rejects the text and nothing more.
fn guarded(flavor: Flavor, text: &str) -> Result<FileFacts, Rejection> {
    let rejected = |message: &str| Err(Rejection { message: message.to_owned(), offset: 0 });
    let work = AssertUnwindSafe(|| guard::with_stack(text, || parse(flavor, text)));
    match catch_unwind(work) {
        Ok(Some(outcome)) => outcome,
        Ok(None) => rejected("nested too deeply"),
        Err(_) => rejected("the parser gave up"),
    }
}

fn parse(flavor: Flavor, text: &str) -> Result<FileFacts, Rejection> {
    let kind = if flavor.is_stub() { PySourceType::Stub } else { PySourceType::Python };
    let parsed = parse_unchecked(text, ParseOptions::from(kind));
    if let Some(error) = parsed.errors().first() {
        return Err(Rejection { message: error.error.to_string(), offset: error.location.start().into() });
    }
    match parsed.syntax() {
        Mod::Module(module) => Ok(visit::facts(flavor, text, &module.body)),
        Mod::Expression(_) => Err(Rejection { message: "an expression, no module".to_owned(), offset: 0 }),
    }
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
