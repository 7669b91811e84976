//! What it costs to answer from a `.dsp/`: `cargo bench --bench reading -- [ENTITIES] [TURNS]`.
//!
//! Makes ENTITIES (50,000) in a folder of its own below `target/` and then, turn by turn and with the same threads:
//! asks in a bare loop for the status of one file of each; reads these files in a bare loop; has them read where there
//! is no index, which is then written; and again now that the index knows them. Ratios of the medians are what to quote.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark reads the clock, writes and prints"
)]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use dsp_cli::dsp::index::Index;
use dsp_cli::dsp::query;
use dsp_cli::dsp::reader::{Column, Reader};
use dsp_cli::identity::{BirthPlace, Family, Uid};
use rayon::prelude::*;

/// Longer than the index waits before it relies on a file.
const SETTLES: Duration = Duration::from_millis(3500);

fn main() {
    // Cargo passes flags of its own, such as `--bench`.
    let mut given = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let mut number = |default| given.next().and_then(|number| number.parse().ok()).unwrap_or(default);
    let (entities, turns) = (number(50_000), number(11));
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    // The index lies in a git directory: nothing of the user's is touched.
    fs::create_dir_all(scratch.path().join(".git/objects")).expect("a folder");
    fs::write(scratch.path().join(".git/HEAD"), "ref: refs/heads/main\n").expect("a file");
    let dsp = scratch.path().join(".dsp");
    make(&dsp, entities);
    std::thread::sleep(SETTLES);
    println!("{entities} entities, {} threads, medians in milliseconds", rayon::current_num_threads());
    // The bare loops have paths as short as they can be.
    std::env::set_current_dir(&dsp).expect("it is there");
    for file in ["description", "imports", "shared"] {
        column(&dsp, file, turns);
    }
    let mut milliseconds: [Vec<f64>; 3] = Default::default();
    for _ in 0..turns {
        let reader = timed(&mut milliseconds[0], || open(&dsp));
        timed(&mut milliseconds[1], || {
            query::find_by_source(&reader, b"src/part1/file1.ts").expect("an answer").is_found()
        });
        timed(&mut milliseconds[2], || query::stats(&reader).expect("an answer").cycles);
    }
    let [open, find, stats] = milliseconds.map(median);
    println!("names and tables {open:.1}, then find-by-source {find:.1}, then get-stats {stats:.1}");
}

/// A tree of imports with three more lines an entity, and who names whom on both sides.
fn make(dsp: &Path, entities: usize) {
    let uid = |at: usize| {
        let path = format!("src/part{}/file{at}.ts", at % 97);
        let place = BirthPlace { kind: "object", path: path.as_bytes(), symbol: b"" };
        (Uid::derive(Family::Object, place, |_| false).to_string(), path)
    };
    let uids: Vec<_> = (0..entities).map(uid).collect();
    let imported = |at: usize| {
        let spread = [2 * at + 1, 2 * at + 2, at * 31 + 7, at * 57 + 11, at * 101 + 3];
        spread.into_iter().map(move |to| to % entities).filter(move |to| *to != at)
    };
    let mut importers = vec![Vec::new(); entities];
    for at in 0..entities {
        imported(at).for_each(|to| importers[to].push(at));
    }
    for (at, (uid, path)) in uids.iter().enumerate() {
        let dir = dsp.join(uid);
        fs::create_dir_all(dir.join("exports")).expect("a folder");
        let purpose = format!("Keeps what part {} knows of number {at}", at % 97);
        let description = format!("source: {path}\nkind: object\npurpose: {purpose} (auto)\n");
        fs::write(dir.join("description"), description).expect("a file");
        let lines: String = imported(at).flat_map(|to| [&uids[to].0, "\n"]).collect();
        fs::write(dir.join("imports"), lines).expect("a file");
        fs::write(dir.join("shared"), "").expect("a file");
        for from in &importers[at] {
            fs::write(dir.join("exports").join(&uids[*from].0), "uses it (auto)\n").expect("a file");
        }
    }
    let toc: String = uids.iter().flat_map(|(uid, _)| [uid, "\n"]).collect();
    fs::write(dsp.join("TOC"), toc).expect("a file");
}

fn column(dsp: &Path, file: &str, turns: usize) {
    let reader = open(dsp);
    let name = |name: &[u8]| String::from_utf8(name.to_vec()).expect("a uid");
    let paths: Vec<String> = reader
        .names()
        .expect("it can be listed")
        .iter()
        .map(|found| format!("{}/{file}", name(found)))
        .collect();
    let mut milliseconds: [Vec<f64>; 4] = Default::default();
    for _ in 0..turns {
        timed(&mut milliseconds[0], || paths.par_iter().map(|path| status(path)).sum::<u64>());
        timed(&mut milliseconds[2], || {
            paths.par_iter().map(|path| fs::read(path).expect("a file").len()).sum::<usize>()
        });
        let reader = open(dsp);
        let _absent = fs::remove_dir_all("../.git/dsp-cli");
        timed(&mut milliseconds[3], || sweep(&reader, file).iter().count());
        let reader = open(dsp);
        timed(&mut milliseconds[1], || sweep(&reader, file).iter().count());
    }
    let [asked, warm, read, cold] = milliseconds.map(median);
    println!("{file}");
    println!("  bare status {asked:.1}, known to the index {warm:.1}: {:.2} times", warm / asked);
    println!("  bare read {read:.1}, without index and writing it {cold:.1}: {:.2} times", cold / read);
}

fn open(dsp: &Path) -> Reader {
    Reader::indexed(dsp, Index::of(dsp)).expect("a .dsp")
}

fn status(path: &str) -> u64 {
    fs::symlink_metadata(path).expect("a file").len()
}

fn sweep<'r>(reader: &'r Reader, file: &str) -> &'r Column {
    let column = match file {
        "description" => reader.descriptions(),
        "imports" => reader.imports(),
        _ => reader.shared(),
    };
    column.expect("a column")
}

fn timed<T>(seconds: &mut Vec<f64>, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let result = work();
    seconds.push(began.elapsed().as_secs_f64() * 1000.0);
    result
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied().unwrap_or(f64::NAN)
}
