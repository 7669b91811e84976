//! `bootstrap` (specification §6): from what the code says to `.dsp/`.

use std::io::{self, Write};
use std::process::ExitCode;

use resolvers::path::RepoPath;

use super::super::args::{BootstrapArgs, Where};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use crate::dsp::{BootstrapInput, Cover};
use crate::pipeline::{self, Analysis, Outcome, Wanted};
use crate::transaction::Recovery;
use crate::universe::{self, Universe};

pub(crate) fn run(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || bootstrap(args, scene))?
}

fn bootstrap(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    let universe = scene.universe(&Where { staged: false, at: None })?;
    let analysis = scene.analyse(&universe, &args.work, Wanted { weak: false, units: true });
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
    let outcome = pipeline::bootstrap(&dir, &input, Cover::All, args.dry_run, scene.reporter())?;
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
        Recovery::Finished { kept: 0 } => {
            scene.say("an earlier run had died while writing; its work was finished first");
        }
        Recovery::Finished { kept } => scene.say(&format!(
            "an earlier run had died while writing; its work was finished first, but for files changed since: {kept}"
        )),
    }
    scene.tell_problems(&analysis.problems);
    scene.tell_universe(universe, &analysis.sources);
    let asked = || {
        analysis.resolved.iter().flat_map(|file| &file.imports).filter(|answer| !answer.targets.is_empty())
    };
    let changed = outcome.applied.written + outcome.applied.removed;
    scene.tell_numbers(&[
        (universe.files.len(), "file", "files"),
        (analysis.sources.len() - analysis.reused, "parsed", "parsed"),
        (analysis.reused, "reused", "reused"),
        (outcome.roots.len(), "root", "roots"),
        (outcome.plan.uids.len(), "entity", "entities"),
        (outcome.plan.minted, "new", "new"),
        (outcome.unreached, "source not reached", "sources not reached"),
        (asked().count(), "import", "imports"),
        (asked().filter(|answer| answer.is_missing()).count(), "missing", "missing"),
        (outcome.cycles, "cycle", "cycles"),
        (analysis.problems.len(), "problem", "problems"),
        if dry_run {
            (outcome.plan.changes.len(), "file to write", "files to write")
        } else {
            (changed, "file written", "files written")
        },
    ]);
    Ok(())
}
