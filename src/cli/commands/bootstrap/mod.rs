//! `bootstrap` (specification §6): from what the code says to `.dsp/`.

pub(super) mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use resolvers::path::RepoPath;

use super::super::args::{BootstrapArgs, Format, Where};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use super::job::Job;
use crate::pipeline::{self, Base, BootstrapError, BootstrapOptions, Dirty, Marking};
use crate::settings::{Choices, GivenRoot};
use crate::universe::{self, Source, Universe};
use report::Report;

pub(crate) fn run(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || bootstrap(args, scene))?
}

fn bootstrap(args: &BootstrapArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    let universe = scene.universe(&Where { staged: false, at: None })?;
    let given = Choices {
        cover: args.cover,
        granularity: args.granularity,
        markers: args.markers,
        roots: roots(&universe, &args.roots)?,
    };
    let job = Job::of(universe, &args.work, scene)?;
    let dirty = if args.allow_dirty { Dirty::Write } else { Dirty::Refuse };
    let options = BootstrapOptions {
        recall: &|open| job.recall(open, &Base::Before(Source::WorkTree)),
        given: &given,
        declared: &job.universe.settings,
        marking: Some(Marking { universe: &job.universe, dirty, named: &[] }),
        dry_run: args.dry_run,
    };
    let outcome = pipeline::bootstrap(&job.dir(), &job.input(), &options, scene.reporter());
    let outcome = outcome.map_err(|error| match error {
        BootstrapError::Uncommitted(_) => Failure::from(error).hint("`--markers off` writes to no source"),
        _ => error.into(),
    })?;
    let report = Report::of(&job.universe, &job.analysis, &outcome, args.dry_run);
    match args.format {
        Format::Text => report.print_text(scene)?,
        Format::Json => writeln!(io::stdout().lock(), "{}", report.json())?,
    }
    let dsp = RepoPath::new(DSP.as_bytes());
    if dsp.is_ok_and(|dsp| job.universe.is_ignored(&dsp)) {
        scene
            .hint("git ignores `.dsp`: no commit will hold it, and hook and CI have nothing to keep in step");
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
