//! `edges`: every import of every source file, one row per (importer, specifier, kind, target), sorted.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use serde_json::json;

use super::super::args::{EdgesArgs, TableFormat};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::resolution::table::{self, Row, Status};

/// The header of the TSV form.
const HEADER: &[u8] = b"importer\tspecifier\tkind\tstatus\ttarget\thow\tconfig\n";

pub(crate) fn run(args: &EdgesArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let universe = scene.universe(&args.place)?;
    let analysis = scene.analyse(&universe, &args.work)?;
    let rows = table::rows(&analysis.sources, &analysis.resolved, args.weak);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match args.format {
        TableFormat::Text => text(&rows, &mut out)?,
        TableFormat::Tsv => tsv(&rows, &mut out)?,
        TableFormat::Json => json(&rows, &mut out)?,
    }
    out.flush()?;
    scene.tell_problems(&analysis.problems);
    scene.tell_universe(&universe);
    scene.tell_numbers(&[
        ("files", universe.files.len()),
        ("parsed", analysis.sources.len() - analysis.reused),
        ("reused", analysis.reused),
        ("imports", rows.len()),
        ("missing", rows.iter().filter(|row| row.status == Status::Missing).count()),
        ("problems", analysis.problems.len()),
    ]);
    Ok(ExitCode::SUCCESS)
}

fn tsv(rows: &[Row<'_>], out: &mut impl Write) -> io::Result<()> {
    out.write_all(HEADER)?;
    for row in rows {
        let config = row.config.map_or(&b""[..], |path| path.as_bytes());
        let fields = [
            row.importer.as_bytes(),
            row.specifier.as_bytes(),
            row.kind.name().as_bytes(),
            row.status.name().as_bytes(),
            row.target,
            row.how.as_bytes(),
            config,
        ];
        for (at, field) in fields.into_iter().enumerate() {
            out.write_all(if at == 0 { b"" } else { b"\t" })?;
            out.write_all(&render::tsv(field))?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A block for each importer.
fn text(rows: &[Row<'_>], out: &mut impl Write) -> io::Result<()> {
    for block in rows.chunk_by(|a, b| a.importer == b.importer) {
        writeln!(out, "{}", render::plain(block[0].importer.as_bytes()))?;
        for row in block {
            let target = match row.reason {
                Some(reason) => format!("nowhere: {reason}"),
                None => render::plain(row.target),
            };
            let kind = row.kind.name();
            let specifier = render::plain(row.specifier.as_bytes());
            writeln!(out, "  {specifier} -> {target}  ({kind}, {})", row.how)?;
        }
    }
    Ok(())
}

fn json(rows: &[Row<'_>], out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"{\"edges\":[")?;
    for (at, row) in rows.iter().enumerate() {
        out.write_all(if at == 0 { b"\n" } else { b",\n" })?;
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
        serde_json::to_writer(&mut *out, &value)?;
    }
    out.write_all(b"\n]}\n")
}
