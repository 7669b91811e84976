//! Facts of every source file of the universe, extracted in parallel. What files of texts add to them stands in `messages`
//! and `templates`.
//!
//! Which files there are is the universe's business, what their imports mean is resolution's. A file that cannot be
//! read keeps its place in the list with empty facts, and is a problem.

pub mod cache;
pub mod messages;
pub mod templates;

use rayon::prelude::*;
use resolvers::facts::{FileFacts, Parse};
use resolvers::path::RepoPath;
use resolvers::{Dialect, Language};

use crate::event::{Event, Reporter, Stage};
use crate::kept::Key;
use crate::universe::{Problem, Universe};
use cache::{Cache, Cached};

/// A source file of the universe and what it says.
#[derive(Clone)]
pub struct SourceFile {
    /// The file.
    pub path: RepoPath,
    /// The language that read it.
    pub language: &'static dyn Language,
    /// How.
    pub dialect: Dialect,
    /// What it says; empty with `Parse::Failed` when the file could not be read.
    pub facts: FileFacts,
    /// A digest of its language and bytes; `None` where nothing is kept of what follows from them.
    pub key: Option<Key>,
}

/// What extraction came to.
#[derive(Default)]
pub struct Extracted {
    /// Every source file, in path order.
    pub sources: Vec<SourceFile>,
    /// How many of them came out of the cache.
    pub reused: usize,
    /// Files that could not be read, and what is wrong in those that could, in path order.
    pub problems: Vec<Problem>,
}

/// What else is told of a file.
struct Aside {
    reused: bool,
    problems: Vec<Problem>,
}

/// Reads and extracts every file of `universe` that has a language. What is used within declarations, and what else only
/// texts are told from, is there where `uses` says that it is wanted, or where facts are kept for later runs. Must run on
/// threads with [`STACK_SIZE`] bytes of stack: parsers recurse.
pub fn extract(universe: &Universe, cache: &Cache, uses: bool, reporter: &dyn Reporter) -> Extracted {
    let sources: Vec<_> = universe
        .files
        .iter()
        .filter_map(|file| {
            resolvers::language_of(&file.path).map(|(language, dialect)| (&file.path, language, dialect))
        })
        .collect();
    reporter.report(Event::Begin { stage: Stage::Facts, total: sources.len() });
    let mut asides = Vec::new();
    let mut extracted = Extracted::default();
    sources
        .into_par_iter()
        .with_max_len(SHARE)
        .map(|(path, language, dialect)| {
            let one = extract_one(universe, cache, path, (language, dialect), uses);
            reporter.report(Event::Advance);
            one
        })
        .unzip_into_vecs(&mut extracted.sources, &mut asides);
    reporter.report(Event::End);
    extracted.reused = asides.iter().filter(|aside| aside.reused).count();
    extracted.problems.extend(asides.into_iter().flat_map(|aside| aside.problems));
    extracted
}

/// So many files are one piece of work. Where pieces are left to the scheduler, a thread waits in the end for half of
/// what the other one took at the beginning.
const SHARE: usize = 4;

/// How much stack a thread needs on which files are extracted. Virtual: only what a file's nesting touches is used.
pub const STACK_SIZE: usize = 256 << 20;

fn extract_one(
    universe: &Universe,
    cache: &Cache,
    path: &RepoPath,
    (language, dialect): (&'static dyn Language, Dialect),
    uses: bool,
) -> (SourceFile, Aside) {
    let source = |facts, key| SourceFile { path: path.clone(), language, dialect, facts, key };
    let id = universe.snapshot.content_id(path);
    let known = id.and_then(|id| cache.of_blob(language, dialect, id));
    // Where something is wrong, the bytes say in which line.
    if let Some(Cached { facts, key, reused }) = known.filter(|it| it.facts.problems.is_empty()) {
        return (source(facts, key), Aside { reused, problems: Vec::new() });
    }
    let bytes = match universe.snapshot.read_unnoted(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let facts = FileFacts { parse: Parse::Failed, ..FileFacts::default() };
            let message = error.reason();
            let problem = Problem { place: path.as_bytes().to_owned(), line: None, message };
            return (source(facts, None), Aside { reused: false, problems: vec![problem] });
        }
    };
    let Cached { facts, key, reused } = if uses || cache.is_open() {
        cache.facts(language, dialect, &bytes, id)
    } else {
        Cached { facts: without_texts(language.extract_links(dialect, &bytes)), key: None, reused: false }
    };
    let problems = facts.problems.iter().map(|problem| Problem {
        place: path.as_bytes().to_owned(),
        line: line_of(&bytes, problem.offset),
        message: problem.message.clone(),
    });
    let problems = problems.collect();
    (source(facts, key), Aside { reused, problems })
}

/// `facts` without what only texts are told from: where none is told, it need not wait in memory for the end.
fn without_texts(mut facts: FileFacts) -> FileFacts {
    facts.doc = None;
    facts.symbols.retain(|symbol| symbol.container.is_none());
    facts.symbols.shrink_to_fit();
    for symbol in &mut facts.symbols {
        (symbol.signature, symbol.doc) = (None, None);
    }
    facts
}

/// The line of a byte offset, from 1.
fn line_of(bytes: &[u8], offset: u32) -> Option<u32> {
    let before = bytes.get(..offset as usize)?;
    u32::try_from(bstr::ByteSlice::find_iter(before, b"\n").count() + 1).ok()
}
