//! What each stage costs on a repository: `cargo bench --bench stages -- PATH`.
//!
//! One thread, files in memory, the best of several turns. Ratios are what to quote; a bare parse of the same
//! files is the yardstick of extraction.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark reads the clock and prints"
)]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use dsp_cli::event::Silent;
use dsp_cli::facts::{self, cache::Cache};
use dsp_cli::resolution::known::Table;
use dsp_cli::resolution::{self, Resolvers};
use dsp_cli::universe::{Source, Universe};
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;
use resolvers::path::RepoPath;

const TURNS: usize = 7;

fn main() {
    // Cargo passes flags of its own, such as `--bench`.
    let given = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let root = given.map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(facts::STACK_SIZE).build();
    pool.expect("one thread").install(|| stages(&root));
}

fn stages(root: &std::path::Path) {
    let (universe, listing) = best(|| Universe::open(root, &Source::WorkTree).expect("a folder"));
    let (extracted, extraction) = best(|| facts::extract(&universe, &Cache::none(), true, &Silent));
    let files = extracted.sources.len().max(1);
    let texts: Vec<_> = extracted
        .sources
        .iter()
        .filter_map(|source| Some((source.path.clone(), universe.snapshot.read(&source.path).ok()?)))
        .collect();
    let (_, reading) = best(|| {
        let sizes = texts.iter().filter_map(|(path, _)| universe.snapshot.read(path).ok());
        sizes.map(|bytes| bytes.len()).sum::<usize>()
    });
    let (_, parsing) = best(|| parse(&texts));
    let reader = |path: &RepoPath| universe.snapshot.read(path).ok();
    let project = resolution::project(&universe, &reader);
    let (resolved, resolving) =
        best(|| Resolvers::new(&project).resolve(&extracted.sources, true, &Table::none(&universe), &Silent));
    let imports = resolved.iter().map(|file| file.imports.len()).sum::<usize>().max(1);

    println!("{files} source files of {}, {imports} imports", universe.files.len());
    line("list", listing, universe.files.len().max(1), "file");
    line("read", reading, files, "file");
    line("parse alone", parsing, files, "file");
    line("read, parse, facts", extraction, files, "file");
    line("configure and resolve", resolving, imports, "import");
    let ratio = (extraction.saturating_sub(reading)).as_secs_f64() / parsing.as_secs_f64().max(1e-9);
    println!("facts cost {ratio:.2} times a bare parse");
}

fn parse(texts: &[(RepoPath, Vec<u8>)]) -> usize {
    let mut allocator = Allocator::default();
    let mut statements = 0;
    for (path, bytes) in texts {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        let Ok(kind) = SourceType::from_path(path.to_text()) else { continue };
        statements += Parser::new(&allocator, text, kind).parse().program.body.len();
        allocator.reset();
    }
    statements
}

fn best<T>(mut work: impl FnMut() -> T) -> (T, Duration) {
    let mut shortest = Duration::MAX;
    let mut last = None;
    for _ in 0..TURNS {
        let began = Instant::now();
        last = Some(work());
        shortest = shortest.min(began.elapsed());
    }
    (last.expect("at least one turn"), shortest)
}

fn line(name: &str, took: Duration, items: usize, item: &str) {
    #[expect(clippy::cast_precision_loss, reason = "counts of files are small")]
    let each = took.as_secs_f64() * 1e6 / items as f64;
    println!(
        "{name:<24} {:>9.2} ms {each:>9.2} µs a{} {item}",
        took.as_secs_f64() * 1e3,
        if item == "import" { "n" } else { "" }
    );
}
