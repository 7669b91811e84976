//! `edges`: every import of every source file, one row per (importer, specifier, kind, target), sorted.

use std::io::{self, Write};
use std::process::ExitCode;

use rayon::prelude::*;
use serde_json::json;

use super::super::args::{EdgesArgs, TableFormat};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::facts::SourceFile;
use crate::pipeline::{Analysis, Wanted};
use crate::resolution::ResolvedFile;
use crate::resolution::table::{self, Row, Status};

/// The header of the TSV form.
const HEADER: &[u8] = b"importer\tspecifier\tkind\tstatus\ttarget\thow\tconfig\n";

/// How many sources one thread renders at a time.
const CHUNK: usize = 64;

/// How long a row is, roughly.
const ROW: usize = 80;

/// Appends the rows of one importer to a text.
type Render = fn(&[Row<'_>], &mut Vec<u8>);

/// The rows of some sources.
#[derive(Default)]
struct Part {
    text: Vec<u8>,
    rows: usize,
    missing: usize,
}

pub(crate) fn run(args: &EdgesArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || edges(args, scene))?
}

fn edges(args: &EdgesArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let universe = scene.universe(&args.place)?;
    let analysis =
        scene.analyse(&universe, &args.work, Wanted { weak: args.weak, units: false, uses: false });
    let (head, tail, render): (&[u8], &[u8], Render) = match args.format {
        TableFormat::Text => (b"", b"", text),
        TableFormat::Tsv => (HEADER, b"", tsv),
        TableFormat::Json => (b"{\"edges\":[\n", b"]}\n", json),
    };
    let mut parts = parts(&analysis, args.weak, render);
    if args.format == TableFormat::Json {
        without_last_comma(&mut parts);
    }
    print(head, &parts, tail)?;
    scene.tell_problems(&analysis.problems);
    scene.tell_universe(&universe, &analysis.sources);
    let computed = analysis.sources.iter().map(|source| source.facts.discoveries.len()).sum();
    scene.tell_numbers(&[
        (universe.files.len(), "file", "files"),
        (analysis.sources.len() - analysis.reused, "parsed", "parsed"),
        (analysis.reused, "reused", "reused"),
        (parts.iter().map(|part| part.rows).sum(), "import", "imports"),
        (parts.iter().map(|part| part.missing).sum(), "missing", "missing"),
        (computed, "computed", "computed"),
        (analysis.problems.len(), "problem", "problems"),
    ]);
    // The process ends here; freeing every fact one by one would be its last work.
    std::mem::forget((universe, analysis));
    Ok(ExitCode::SUCCESS)
}

/// All rows, rendered.
fn parts(analysis: &Analysis, weak: bool, render: Render) -> Vec<Part> {
    let chunks = analysis.sources.par_chunks(CHUNK).zip(analysis.resolved.par_chunks(CHUNK));
    let part = |(sources, resolved): (&[SourceFile], &[ResolvedFile])| {
        let imports: usize = sources.iter().map(|source| source.facts.imports.len()).sum();
        let mut part = Part { text: Vec::with_capacity(imports * ROW), ..Part::default() };
        for (source, answers) in sources.iter().zip(resolved) {
            let rows = table::rows_of(source, answers, weak);
            part.rows += rows.len();
            part.missing += rows.iter().filter(|row| row.status == Status::Missing).count();
            render(&rows, &mut part.text);
        }
        part
    };
    chunks.map(part).collect()
}

fn print(head: &[u8], parts: &[Part], tail: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(head)?;
    parts.iter().try_for_each(|part| out.write_all(&part.text))?;
    out.write_all(tail)?;
    out.flush()
}

fn tsv(block: &[Row<'_>], out: &mut Vec<u8>) {
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
fn text(block: &[Row<'_>], out: &mut Vec<u8>) {
    let Some(first) = block.first() else { return };
    let mut put = |text: &str| out.extend_from_slice(text.as_bytes());
    put(&render::plain(first.importer.as_bytes()));
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

/// A line for each row, each with a comma behind it.
fn json(block: &[Row<'_>], out: &mut Vec<u8>) {
    for row in block {
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
        out.extend_from_slice(b",\n");
    }
}

/// No comma stands behind the last row of a list.
fn without_last_comma(parts: &mut [Part]) {
    if let Some(last) = parts.iter_mut().rfind(|part| part.rows > 0) {
        last.text.truncate(last.text.len() - b",\n".len());
        last.text.push(b'\n');
    }
}
