//! `bootstrap` (specification §6): from what the code says to `.dsp/`.

use std::io::{self, Write};
use std::process::ExitCode;

use resolvers::path::RepoPath;

use super::super::args::{BootstrapArgs, Where};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use crate::dsp::{BootstrapInput, Cover};
use crate::pipeline::{self, Analysis, Outcome};
use crate::transaction::Recovery;
use crate::universe::Universe;

pub(crate) fn run(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || bootstrap(args, scene))?
}

fn bootstrap(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let universe = scene.universe(&Where { staged: false, at: None })?;
    let analysis = scene.analyse(&universe, &args.work);
    let files: Vec<RepoPath> = universe.files.iter().map(|file| file.path.clone()).collect();
    let readme = readme(&universe);
    let input = BootstrapInput {
        files: &files,
        sources: &analysis.sources,
        resolved: &analysis.resolved,
        units: &analysis.units,
        readme: readme.as_deref(),
    };
    let dir = universe.snapshot.root().join(DSP);
    let outcome = pipeline::bootstrap(&dir, &input, Cover::Reachable, args.dry_run, scene.reporter())?;
    tell(scene, &universe, &analysis, &outcome, args.dry_run)?;
    Ok(ExitCode::SUCCESS)
}

/// The project in its own words.
fn readme(universe: &Universe) -> Option<String> {
    let named = |file: &&crate::universe::UniverseFile| {
        let name = file.path.as_bytes().to_ascii_lowercase();
        matches!(&name[..], b"readme.md" | b"readme" | b"readme.markdown" | b"readme.txt")
    };
    let file = universe.files.iter().find(named)?;
    let bytes = universe.snapshot.read(&file.path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn tell(
    scene: &Scene,
    universe: &Universe,
    analysis: &Analysis,
    outcome: &Outcome,
    dry_run: bool,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (uid, root) in &outcome.roots {
        writeln!(
            out,
            "{uid}  {}  ({})",
            render::plain(root.path.as_bytes()),
            render::plain(root.why.as_bytes())
        )?;
    }
    match outcome.recovery {
        Recovery::Nothing => {}
        Recovery::Finished => scene.say("an earlier run had died while writing; its work was finished first"),
        Recovery::Dropped => {
            scene.say("an earlier run had died while writing; its files changed since and were left alone");
        }
    }
    scene.tell_problems(&analysis.problems);
    scene.tell_universe(universe);
    let missing = analysis
        .resolved
        .iter()
        .flat_map(|file| &file.imports)
        .filter(|resolved| resolved.is_missing())
        .count();
    scene.tell_numbers(&[
        ("files", universe.files.len()),
        ("parsed", analysis.sources.len() - analysis.reused),
        ("reused", analysis.reused),
        ("roots", outcome.roots.len()),
        ("entities", outcome.plan.uids.len()),
        ("new", outcome.plan.minted),
        ("imports", analysis.resolved.iter().map(|file| file.imports.len()).sum()),
        ("missing", missing),
        ("cycles", outcome.cycles),
        ("problems", analysis.problems.len()),
        (
            if dry_run { "files to write" } else { "files written" },
            if dry_run {
                outcome.plan.changes.len()
            } else {
                outcome.applied.written + outcome.applied.removed
            },
        ),
    ]);
    Ok(())
}
