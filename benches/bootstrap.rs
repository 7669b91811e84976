//! A whole first bootstrap against the least it could cost: `cargo bench --bench bootstrap -- PATH [TURNS]`.
//!
//! The yardstick, on one thread: read and parse every source file, and create as many small files as the bootstrap
//! writes, in a bare loop, in one fresh folder. Both in turn, in folders of their own below `target/`, without the
//! cache; nothing is written to PATH. Ratios of the medians are what to quote; on a machine that others use, those of
//! processor time (Linux tells it in steps of 10 ms).
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark reads the clock, writes and prints"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use dsp_cli::dsp::BootstrapInput;
use dsp_cli::dsp::identify::Evidence;
use dsp_cli::dsp::memory::Memory;
use dsp_cli::event::Silent;
use dsp_cli::facts::{self, SourceFile, cache::Cache};
use dsp_cli::pipeline::{self, BootstrapOptions, Wanted};
use dsp_cli::settings::Choices;
use dsp_cli::universe::{Source, Universe};
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;
use resolvers::path::RepoPath;

fn main() {
    // Cargo passes flags of its own, such as `--bench`.
    let mut given = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let root = given.next().map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let turns = given.next().and_then(|turns| turns.parse().ok()).unwrap_or(5);
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let mut took: [Vec<Took>; 4] = Default::default();
    for turn in 0..turns {
        let place = |name: &str| scratch.path().join(format!("{name}-{turn}"));
        let (sources, files) = timed(&mut took[0], || on(2, || bootstrap(&root, &place("two"))));
        timed(&mut took[1], || on(1, || bootstrap(&root, &place("one"))));
        timed(&mut took[2], || parse(&root, &sources));
        timed(&mut took[3], || create(&place("loop"), files));
        if turn == 0 {
            println!("{} source files, {files} files written", sources.len());
        }
    }
    let [two, one, parse, create] = took.map(medians);
    println!("parse alone {}, bare loop {}", parse.text(), create.text());
    let least = Took { wall: parse.wall + create.wall, cpu: parse.cpu + create.cpu };
    for (name, took) in [("2 threads", two), ("1 thread", one)] {
        let (wall, cpu) = (took.wall / least.wall, took.cpu / least.cpu);
        println!("bootstrap, {name}: {}, {wall:.2} times that ({cpu:.2} times)", took.text());
    }
}

/// Seconds by the clock, and of processors.
struct Took {
    wall: f64,
    cpu: f64,
}

impl Took {
    fn text(&self) -> String {
        format!("{:.3} s ({:.2} s of processors)", self.wall, self.cpu)
    }
}

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(facts::STACK_SIZE).build();
    pool.expect("threads").install(work)
}

/// The source files, and how many files were written.
fn bootstrap(root: &Path, dir: &Path) -> (Vec<SourceFile>, usize) {
    let universe = Universe::open(root, &Source::WorkTree).expect("a repository");
    let wanted = Wanted { weak: false, units: true, uses: true };
    let analysis = pipeline::analyse(&universe, &Cache::none(), wanted, &Silent);
    let files: Vec<RepoPath> = universe.files.iter().map(|file| file.path.clone()).collect();
    let input = BootstrapInput {
        files: &files,
        sources: &analysis.sources,
        resolved: &analysis.resolved,
        units: &analysis.units,
        unsure: &[],
        unlisted: &[],
        unread: &(),
        memory: &Memory::none(),
        traced: false,
        absences: None,
    };
    let given = Choices::default();
    let options = BootstrapOptions {
        recall: &|_| Evidence::default(),
        given: &given,
        declared: &universe.settings,
        marking: None,
        dry_run: false,
    };
    fs::create_dir(dir).expect("a folder");
    let outcome = pipeline::bootstrap(&dir.join(".dsp"), &input, &options, &Silent).expect("a graph");
    (analysis.sources, outcome.applied.written)
}

fn parse(root: &Path, sources: &[SourceFile]) {
    let mut allocator = Allocator::default();
    for source in sources {
        let name = source.path.to_text();
        let Ok(text) = fs::read_to_string(root.join(&name)) else { continue };
        let Ok(kind) = SourceType::from_path(&name) else { continue };
        std::hint::black_box(Parser::new(&allocator, &text, kind).parse().program.body.len());
        allocator.reset();
    }
}

fn create(folder: &Path, files: usize) {
    fs::create_dir(folder).expect("a folder");
    for number in 0..files {
        fs::write(folder.join(format!("{number:08x}")), "uses `name` in `place` (auto)\n").expect("a file");
    }
}

fn timed<T>(took: &mut Vec<Took>, work: impl FnOnce() -> T) -> T {
    let (began, before) = (Instant::now(), processors());
    let result = work();
    took.push(Took { wall: began.elapsed().as_secs_f64(), cpu: processors() - before });
    result
}

/// The processor time of this process so far: `utime` and `stime` of proc(5).
fn processors() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().into_iter().flat_map(str::split_whitespace);
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn medians(took: Vec<Took>) -> Took {
    let (wall, cpu) = took.into_iter().map(|took| (took.wall, took.cpu)).unzip();
    Took { wall: median(wall), cpu: median(cpu) }
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
}
