//! Facts of one TypeScript or JavaScript file: the chain from bytes to [`FileFacts`].
//!
//! Bytes become text of the same length, components become their scripts of the same length, and the text is read
//! by the first grammar that accepts it; what none accepts is read around its errors by tree-sitter. No grammar
//! knowledge may live here, and nothing here or below may abort the process: see [`nesting`].

mod addresses;
mod angular;
mod answers;
mod bindings;
mod browser;
mod cases;
mod comments;
mod commonjs;
mod constructed;
mod contexts;
mod controllers;
mod deeds;
mod depth;
mod descriptors;
mod each;
mod effects;
mod exports;
mod files;
mod filled;
mod flags;
mod fold;
mod generated;
mod globals;
mod imports;
mod injections;
mod items;
mod jsdoc;
pub(super) mod literals;
mod loader;
mod markup;
mod members;
mod names;
mod nesting;
mod notes;
mod notices;
mod outcomes;
mod parts;
mod props;
mod pug;
mod recover;
mod redirects;
mod reducers;
mod refusals;
mod requests;
mod roles;
mod routes;
mod rows;
pub(super) mod scripts;
mod sides;
mod sketch;
mod standing;
mod steps;
mod stories;
mod symbols;
mod tables;
mod template;
#[cfg(test)]
mod tests;
mod text;
mod titled;
mod titles;
mod translators;
mod values;
mod vanishing;
mod visit;
mod wrapped;
mod written;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::ContentEq;
use oxc_span::{GetSpan, SourceType};

pub use self::angular::words_of_template;
use self::text::Unread;
use super::Flavor;
use crate::facts::{FileFacts, Origin, SourceProblem};
use crate::marker::Layout;

/// What `source` says. Pure and total. The caller's thread needs no more than an ordinary stack (2 MiB): deeper
/// text is read on a stack of its own.
pub(crate) fn extract(flavor: Flavor, source: &[u8]) -> FileFacts {
    let text = match text::decode(source) {
        Ok(text) => text,
        Err(message) => return FileFacts::failed(message, 0),
    };
    let mut facts = if flavor.is_component() {
        scripts::extract(flavor, &text)
    } else {
        read(&text, Grammar::chain(flavor), Mode::of(flavor))
    };
    if facts.origin == Origin::Written && text::is_minified(source) {
        facts.origin = Origin::Minified;
    }
    facts
}

/// Where the comments and the head of `source` are, whose syntax is whole; of a component those of its scripts.
pub(crate) fn layout(flavor: Flavor, source: &[u8]) -> Option<Layout> {
    let text = text::decode(source).ok()?;
    if flavor.is_component() {
        return scripts::layout(flavor, &text);
    }
    parsed(&text, Grammar::chain(flavor), layout_of).ok()
}

fn layout_of(program: &Program<'_>, _has_module_syntax: bool) -> Layout {
    comments::layout(program, Vec::new())
}

/// How the facts are told apart from the grammar that read the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mode {
    /// `.d.ts`: declarations may be exported without saying so.
    declaration: bool,
    /// JSDoc types count.
    javascript: bool,
    /// The code is the scripts of such a component of one file.
    component: Option<Flavor>,
}

impl Mode {
    fn of(flavor: Flavor) -> Self {
        Self {
            declaration: flavor == Flavor::Declaration,
            javascript: matches!(flavor, Flavor::Js | Flavor::Jsx | Flavor::Mjs | Flavor::Cjs),
            component: Some(flavor).filter(|it| it.is_component()),
        }
    }
}

/// The grammars of the strict parser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grammar {
    Js,
    /// A module, though nothing but `await` shows it.
    Module,
    Script,
    Ts,
    Tsx,
    Declaration,
}

impl Grammar {
    /// What to try, in order. JavaScript may be Flow or TypeScript in disguise, or sloppy code that no module may hold.
    fn chain(flavor: Flavor) -> &'static [Self] {
        match flavor {
            Flavor::Ts | Flavor::Mts | Flavor::Cts => &[Self::Ts],
            Flavor::Tsx => &[Self::Tsx],
            Flavor::Declaration => &[Self::Declaration, Self::Ts],
            _ => &[Self::Js, Self::Module, Self::Script, Self::Tsx, Self::Ts],
        }
    }

    /// Whether `<` may begin an element.
    fn has_elements(self) -> bool {
        matches!(self, Self::Js | Self::Module | Self::Script | Self::Tsx)
    }

    /// Whether `<` may begin type arguments.
    fn has_types(self) -> bool {
        matches!(self, Self::Ts | Self::Tsx | Self::Declaration)
    }

    fn source_type(self) -> SourceType {
        match self {
            Self::Js => SourceType::unambiguous().with_jsx(true),
            Self::Module => SourceType::mjs().with_jsx(true),
            Self::Script => SourceType::script().with_jsx(true),
            Self::Ts => SourceType::ts(),
            Self::Tsx => SourceType::tsx(),
            Self::Declaration => SourceType::d_ts(),
        }
    }
}

/// The facts of `code` by the first grammar of `chain` that accepts it, else by recovery.
fn read(code: &str, chain: &[Grammar], mode: Mode) -> FileFacts {
    let facts = |program: &Program<'_>, has_module_syntax| visit::facts(program, has_module_syntax, mode);
    let rejection = match parsed(code, chain, facts) {
        Ok(facts) => return facts,
        Err(rejection) => rejection,
    };
    let typescript = !chain.contains(&Grammar::Js);
    let jsx = chain.contains(&Grammar::Tsx);
    let recovered = catch_unwind(|| match text::unread(code) {
        Unread::NoSource(message) => FileFacts::failed(message, rejection.offset),
        Unread::Lines(message) => {
            let message = message.map_or(rejection.message, str::to_owned);
            recover::imports_of_lines(code, SourceProblem { message, ..rejection })
        }
        // What one parser cannot follow drowns the other too.
        Unread::Source if nesting::drowns_in_angles(code) => recover::imports_of_lines(code, rejection),
        Unread::Source => recover::read(code, typescript, jsx, mode, rejection),
    });
    recovered.unwrap_or_else(|_| FileFacts::failed("the recovering parser gave up", 0))
}

/// What `work` makes of the syntax of `source`; `None` where that is broken.
pub(super) fn with_syntax<T>(flavor: Flavor, source: &[u8], work: impl Fn(&Program<'_>) -> T) -> Option<T> {
    let text = text::decode(source).ok()?;
    parsed(&text, Grammar::chain(flavor), |program, _| work(program)).ok()
}

/// What `work` makes of `code` as the first grammar of `chain` that accepts it has it, and of whether it has the syntax
/// of a module.
fn parsed<T>(
    code: &str,
    chain: &[Grammar],
    work: impl Fn(&Program<'_>, bool) -> T,
) -> Result<T, SourceProblem> {
    let mut first = None;
    for grammar in chain {
        match guarded(code, *grammar, &work) {
            Ok(made) => return Ok(made),
            Err(rejection) => first = first.or(Some(rejection)),
        }
    }
    Err(first.unwrap_or(SourceProblem::new("no grammar", 0)))
}

/// [`parse`] on a stack that is large enough; a panic of the parser rejects the text and nothing more.
fn guarded<T>(
    code: &str,
    grammar: Grammar,
    work: &impl Fn(&Program<'_>, bool) -> T,
) -> Result<T, SourceProblem> {
    let work =
        AssertUnwindSafe(|| nesting::with_stack(code, grammar.has_elements(), || parse(code, grammar, work)));
    let rejected = |message: &str| Err(SourceProblem::new(message, 0));
    if grammar.has_types() && nesting::drowns_in_angles(code) {
        return rejected("more `<` are open than a parser can follow");
    }
    match catch_unwind(work) {
        Ok(Some(outcome)) => outcome,
        Ok(None) => rejected("nested too deeply"),
        Err(_) => rejected("the parser gave up"),
    }
}

thread_local! {
    /// Memory for syntax trees, kept between files: a fresh arena for each file costs a tenth of the parse.
    static ARENA: Cell<Option<Allocator>> = const { Cell::new(None) };
}

/// An arena that grew beyond this for one huge file is given back.
const KEEP_ARENA: usize = 16 << 20;

fn parse<T>(
    code: &str,
    grammar: Grammar,
    work: &impl Fn(&Program<'_>, bool) -> T,
) -> Result<T, SourceProblem> {
    let mut arena = ARENA.take().unwrap_or_default();
    let outcome = parse_in(&arena, code, grammar, work);
    if arena.capacity() <= KEEP_ARENA {
        arena.reset();
        ARENA.set(Some(arena));
    }
    outcome
}

fn parse_in<T>(
    arena: &Allocator,
    code: &str,
    grammar: Grammar,
    work: &impl Fn(&Program<'_>, bool) -> T,
) -> Result<T, SourceProblem> {
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(arena, code, grammar.source_type()).with_options(options).parse();
    if parsed.panicked {
        let first = parsed.diagnostics.first();
        return Err(SourceProblem {
            message: first.map_or_else(String::new, |error| error.message.to_string()),
            offset: first.and_then(|error| error.labels.first()).map_or(0, oxc_span::LabeledSpan::offset),
        });
    }
    if !parsed.diagnostics.is_empty()
        && let Some(at) = unread_rest(&parsed.program)
    {
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        let mut errors = parsed.diagnostics.iter();
        let here = errors.find(|it| it.labels.first().is_some_and(|label| label.offset() >= offset));
        let message =
            here.or(parsed.diagnostics.first()).map_or_else(String::new, |it| it.message.to_string());
        return Err(SourceProblem { message, offset });
    }
    Ok(work(&parsed.program, parsed.module_record.has_module_syntax))
}

/// Where the text begins that the parser left unread: it stops without a word at what is no token.
fn unread_rest(program: &Program) -> Option<usize> {
    let text = program.source_text;
    let ends = [
        program.hashbang.as_ref().map(|it| it.span.end),
        program.directives.last().map(|it| it.span.end),
        program.body.last().map(|it| it.span().end),
    ];
    let mut at = ends.into_iter().flatten().max().unwrap_or(0) as usize;
    let end = at;
    let mut comments = program.comments.iter().skip_while(|it| (it.span.start as usize) < end);
    loop {
        let rest = text.get(at..)?;
        let blank = |it: char| it.is_whitespace() || it == '\u{feff}';
        at += rest.len() - rest.trim_start_matches(blank).len();
        match comments.next().filter(|it| it.span.start as usize <= at) {
            Some(comment) => at = comment.span.end as usize,
            None => return (at < text.len()).then_some(at),
        }
    }
}

/// Whether two texts are the same but for comments, blanks and places. Nothing is said of components.
pub(crate) fn is_same_code(flavor: Flavor, one: &[u8], other: &[u8]) -> bool {
    let texts = text::decode(one).ok().zip(text::decode(other).ok());
    let texts = texts.filter(|_| !flavor.is_component());
    texts.is_some_and(|(one, other)| same(&one, &other, Grammar::chain(flavor)))
}

fn same(one: &str, other: &str, chain: &[Grammar]) -> bool {
    let same = parsed(one, chain, |one, _| {
        let same = |other: &Program<'_>, _| {
            one.directives.content_eq(&other.directives) && one.body.content_eq(&other.body)
        };
        parsed(other, chain, same).unwrap_or(false)
    });
    same.unwrap_or(false)
}

/// The same, of the scripts of components too.
#[cfg(test)]
pub(crate) fn same_tree(flavor: Flavor, one: &[u8], other: &[u8]) -> bool {
    if !flavor.is_component() {
        return is_same_code(flavor, one, other);
    }
    let parts = |source: &[u8]| scripts::parts(flavor, &text::decode(source).unwrap());
    let ((one, chain), (other, _)) = (parts(one), parts(other));
    same(&one, &other, chain)
}
