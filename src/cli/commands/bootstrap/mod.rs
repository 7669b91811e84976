//! `bootstrap` (specification §6): from what the code says to `.dsp/`.

mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use resolvers::path::RepoPath;

use super::super::args::{BootstrapArgs, Format, Markers, Where};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use crate::dsp::BootstrapInput;
use crate::pipeline::{self, BootstrapOptions, Wanted};
use crate::settings::{Choices, GivenRoot};
use crate::universe::{self, Universe};
use report::Report;

pub(crate) fn run(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || bootstrap(args, scene))?
}

fn bootstrap(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    // No source is ever written to.
    let Markers::Off = args.markers;
    universe::refuse_bare(&scene.root)?;
    let universe = scene.universe(&Where { staged: false, at: None })?;
    let given =
        Choices { cover: args.cover, granularity: args.granularity, roots: roots(&universe, &args.roots)? };
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
    let options = BootstrapOptions { given: &given, declared: &universe.settings, dry_run: args.dry_run };
    let outcome = pipeline::bootstrap(&dir, &input, &options, scene.reporter())?;
    let report = Report::of(&universe, &analysis, &outcome, args.dry_run);
    match args.format {
        Format::Text => report.print_text(scene)?,
        Format::Json => report.print_json()?,
    }
    report.tell(scene, args.format);
    Ok(ExitCode::SUCCESS)
}

/// The files that the call names; anything but a source is a wrong call.
fn roots(universe: &Universe, named: &[PathBuf]) -> Result<Vec<GivenRoot>, Failure> {
    let root = |file: &PathBuf| {
        let path = Scene::repo_path(universe, file)?;
        let name = render::plain(path.as_bytes());
        if universe.files.binary_search_by(|known| known.path.cmp(&path)).is_err() {
            let failure =
                Failure::usage(format!("`{name}` is no file of the repository, so it cannot be a root"));
            return Err(failure.hint("ignored files, links and files of submodules do not count"));
        }
        if resolvers::language_of(&path).is_none() {
            return Err(Failure::usage(format!(
                "`{name}` is in no language that is read here, so it cannot be a root"
            )));
        }
        Ok(GivenRoot::at(path))
    };
    named.iter().map(root).collect()
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
