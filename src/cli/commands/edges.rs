//! `edges`: every import of every source file, one row per (importer, specifier, kind, target), sorted.

use std::io::{self, Write};
use std::process::ExitCode;

use rayon::prelude::*;
use serde_json::json;

use super::super::args::{EdgesArgs, TableFormat};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::pipeline::Wanted;
use crate::resolution::table::{self, Row, Status};

/// The header of the TSV form.
const HEADER: &[u8] = b"importer\tspecifier\tkind\tstatus\ttarget\thow\tconfig\n";

/// How many importers one thread renders at a time.
const CHUNK: usize = 256;

pub(crate) fn run(args: &EdgesArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || edges(args, scene))?
}

fn edges(args: &EdgesArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let universe = scene.universe(&args.place)?;
    let analysis =
        scene.analyse(&universe, &args.work, Wanted { weak: args.weak, units: false, uses: false });
    let rows = table::rows(&analysis.sources, &analysis.resolved, args.weak);
    match args.format {
        TableFormat::Text => print(b"", &rows, b"", text)?,
        TableFormat::Tsv => print(HEADER, &rows, b"", tsv)?,
        TableFormat::Json => print(b"{\"edges\":[\n", &rows, b"]}\n", json)?,
    }
    scene.tell_problems(&analysis.problems);
    scene.tell_universe(&universe, &analysis.sources);
    let computed = analysis.sources.iter().map(|source| source.facts.discoveries.len()).sum();
    let missing = rows.iter().filter(|row| row.status == Status::Missing).count();
    scene.tell_numbers(&[
        (universe.files.len(), "file", "files"),
        (analysis.sources.len() - analysis.reused, "parsed", "parsed"),
        (analysis.reused, "reused", "reused"),
        (rows.len(), "import", "imports"),
        (missing, "missing", "missing"),
        (computed, "computed", "computed"),
        (analysis.problems.len(), "problem", "problems"),
    ]);
    drop(rows);
    // The process ends here; freeing every fact one by one would be its last work.
    std::mem::forget((universe, analysis));
    Ok(ExitCode::SUCCESS)
}

/// Prints `rows` between `head` and `tail`. `render` gets whole importers: what it writes for one does not depend on
/// where the rows are cut, but for whether more rows follow.
fn print(
    head: &[u8],
    rows: &[Row<'_>],
    tail: &[u8],
    render: fn(&[Row<'_>], bool, &mut Vec<u8>),
) -> io::Result<()> {
    let blocks: Vec<&[Row<'_>]> = rows.chunk_by(|a, b| a.importer == b.importer).collect();
    let last = blocks.len().saturating_sub(1);
    let rendered: Vec<Vec<u8>> = blocks
        .par_chunks(CHUNK)
        .enumerate()
        .map(|(chunk, blocks)| {
            let mut out = Vec::new();
            for (at, block) in blocks.iter().enumerate() {
                render(block, chunk * CHUNK + at < last, &mut out);
            }
            out
        })
        .collect();
    let mut out = io::stdout().lock();
    out.write_all(head)?;
    rendered.iter().try_for_each(|block| out.write_all(block))?;
    out.write_all(tail)?;
    out.flush()
}

fn tsv(block: &[Row<'_>], _more: bool, out: &mut Vec<u8>) {
    for row in block {
        let fields = [
            row.importer.as_bytes(),
            row.specifier.as_bytes(),
            row.kind.name().as_bytes(),
            row.status.name().as_bytes(),
            row.target,
            row.how.as_bytes(),
            row.config.map_or(&b""[..], |path| path.as_bytes()),
        ];
        for field in fields {
            out.extend_from_slice(&render::tsv(field));
            out.push(b'\t');
        }
        out.pop();
        out.push(b'\n');
    }
}

/// A block for each importer.
fn text(block: &[Row<'_>], _more: bool, out: &mut Vec<u8>) {
    let mut put = |text: &str| out.extend_from_slice(text.as_bytes());
    put(&render::plain(block[0].importer.as_bytes()));
    put("\n");
    for row in block {
        put("  ");
        put(&render::plain(row.specifier.as_bytes()));
        put(" -> ");
        match row.reason {
            Some(reason) => ["nowhere: ", reason].into_iter().for_each(&mut put),
            None => put(&render::plain(row.target)),
        }
        ["  (", row.kind.name(), ", ", row.how, ")\n"].into_iter().for_each(&mut put);
    }
}

fn json(block: &[Row<'_>], more: bool, out: &mut Vec<u8>) {
    for (at, row) in block.iter().enumerate() {
        let value = json!({
            "importer": row.importer.to_text(),
            "specifier": row.specifier,
            "kind": row.kind.name(),
            "status": row.status.name(),
            "target": (row.status != Status::Missing).then(|| render::text(row.target)),
            "how": row.how,
            "reason": row.reason,
            "config": row.config.map(resolvers::path::RepoPath::to_text),
        });
        out.extend_from_slice(value.to_string().as_bytes());
        out.extend_from_slice(if more || at + 1 < block.len() { b",\n" } else { b"\n" });
    }
}
