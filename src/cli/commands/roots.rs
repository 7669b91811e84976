//! `roots`: where `bootstrap` would enter the repository, and why there.

use std::io::{self, Write};
use std::process::ExitCode;

use resolvers::UnitEntry;
use serde_json::{Value, json};

use super::super::args::{Format, RootsArgs};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use crate::dsp::roots::Root;
use crate::dsp::{store, view};
use crate::pipeline::{self, BootstrapError};
use crate::transaction::{Calm, PATIENCE};

pub(crate) fn run(args: &RootsArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let universe = scene.universe(&args.place)?;
    let existing = if args.place.staged || args.place.at.is_some() {
        store::tables_of(&universe.snapshot)?
    } else {
        let dir = universe.snapshot.root().join(DSP);
        let _calm = Calm::of(&dir, PATIENCE)?;
        view::read_tables(&dir)?
    };
    let (roots, problems) = Scene::on_threads(1, || pipeline::roots(&universe, &existing))?;
    if roots.is_empty() {
        return Err(BootstrapError::NoRoot.into());
    }
    match args.format {
        Format::Text => text(&roots, scene.verbose)?,
        Format::Json => {
            let roots: Vec<Value> = roots.iter().map(json).collect();
            writeln!(io::stdout().lock(), "{}", json!({ "roots": roots }))?;
        }
    }
    scene.tell_problems(&problems);
    scene.tell_numbers(&[
        (roots.len(), "root", "roots"),
        (universe.files.len(), "file", "files"),
        (problems.len(), "problem", "problems"),
    ]);
    Ok(ExitCode::SUCCESS)
}

/// A line for each root; with `all` everything that speaks for it, and what else was considered, below it.
fn text(roots: &[Root], all: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for root in roots {
        let path = render::plain(root.path.as_bytes());
        let scope = scope(root);
        let name = if root.name.is_empty() { String::new() } else { format!("  {}", root.name) };
        let line = format!("{path}  [{scope}]{name}  ({})", root.why);
        writeln!(out, "{}", render::plain(line.as_bytes()))?;
        if !all {
            continue;
        }
        for why in &root.also {
            writeln!(out, "    also: {}", render::plain(why.as_bytes()))?;
        }
        for UnitEntry { path, whys, .. } in &root.passed_over {
            let line = format!("    passed over: {path}  ({})", whys.join("; "));
            writeln!(out, "{}", render::plain(line.as_bytes()))?;
        }
    }
    Ok(())
}

fn scope(root: &Root) -> String {
    if root.scope.is_empty() { ".".to_owned() } else { render::plain(&root.scope) }
}

/// A root as every verb's JSON has it.
pub(crate) fn json(root: &Root) -> Value {
    let whys: Vec<&String> = std::iter::once(&root.why).chain(&root.also).collect();
    let passed_over = root
        .passed_over
        .iter()
        .map(|UnitEntry { path, whys, .. }| json!({ "path": path.to_text(), "whys": whys }))
        .collect::<Vec<_>>();
    json!({
        "path": root.path.to_text(),
        "scope": if root.scope.is_empty() { ".".to_owned() } else { render::text(&root.scope) },
        "name": root.name,
        "description": root.description,
        "whys": whys,
        "guessed": root.guessed,
        "passed_over": passed_over,
    })
}
