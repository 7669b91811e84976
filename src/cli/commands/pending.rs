//! `pending`: what still has the tool's own words.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use super::super::args::{PendingArgs, PendingFormat};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::dsp::pending::{self, Half, Pending, PendingEdge, PendingEntity};

pub(crate) fn run(args: &PendingArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let half = match (args.entities, args.edges) {
        (true, _) => Half::Entities,
        (_, true) => Half::Edges,
        _ => Half::Both,
    };
    let mut pending = scene.ask(|reader| Ok(pending::pending(reader, half)?))?;
    let numbers = [(pending.entities.len(), "entity", "entities"), (pending.edges.len(), "edge", "edges")];
    pending.truncate(args.limit.unwrap_or(usize::MAX));
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        PendingFormat::Text => out.write_all(text(&pending).as_bytes())?,
        PendingFormat::Json => render::json(&mut out, &pending)?,
        PendingFormat::Jsonl => pending.operations().try_for_each(|op| render::json(&mut out, &op))?,
    }
    out.flush()?;
    scene.tell_numbers(&numbers);
    Ok(ExitCode::SUCCESS)
}

/// A line of context and a line of text each.
fn text(pending: &Pending) -> String {
    pending.entities.iter().map(entity).chain(pending.edges.iter().map(edge)).collect()
}

fn entity(pending: &PendingEntity) -> String {
    let PendingEntity { entity, root, used_by, users } = pending;
    let root = if *root { ", a root" } else { "" };
    let more = if *used_by > users.len() { ", …" } else { "" };
    let users = if users.is_empty() { String::new() } else { format!(": {}{more}", users.join(", ")) };
    let context =
        format!("{} ({}, {}{root}), used by {used_by}{users}", entity.place(), entity.uid, entity.kind);
    item(&context, &entity.purpose)
}

fn edge(pending: &PendingEdge) -> String {
    let PendingEdge { importer, imported, exporter, why } = pending;
    let exporter = exporter.as_ref().map(|it| format!(", by way of {} ({})", it.place(), it.uid));
    let context = format!(
        "{} ({}) imports {} ({}){}",
        importer.place(),
        importer.uid,
        imported.place(),
        imported.uid,
        exporter.unwrap_or_default()
    );
    item(&context, why)
}

fn item(context: &str, text: &str) -> String {
    format!("{}\n    {}\n", render::plain(context.as_bytes()), render::plain(text.as_bytes()))
}
