//! `sync` and `check`: `.dsp/` follows the code.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use resolvers::path::RepoPath;
use serde_json::json;

use super::super::args::{Format, SyncArgs, SyncCheckArgs, Work};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use super::bootstrap::report::{Recap, Report};
use super::job::{Found, Job};
use crate::dsp::account::Operation;
use crate::dsp::store::StoreError;
use crate::dsp::view::Disk;
use crate::git::Repository;
use crate::pipeline::{
    self, Base, Behind, BootstrapOptions, Dirty, Held, Left, Marking, Step, Synced, Unchanged, Unsealed,
};
use crate::settings::Choices;
use crate::universe::{self, Source, Universe};

pub(crate) fn run(args: &SyncArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    Scene::on_threads(args.work.threads, || sync(args, scene))?
}

pub(crate) fn check(args: &SyncCheckArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    Scene::on_threads(args.work.threads, || compare(args, scene))?
}

/// How a run answers, and what it writes.
#[derive(Clone, Copy)]
struct Manner {
    format: Format,
    dry_run: bool,
    is_staging: bool,
}

fn sync(args: &SyncArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let SyncArgs { format, dry_run, .. } = *args;
    let manner =
        Manner { format, dry_run, is_staging: args.index.staged && !args.index.no_stage && !dry_run };
    let source = source(args.index.staged, args.to.as_ref());
    let base = base(args.from.as_ref(), scene)?;
    let repository = Universe::repository(&scene.root)?;
    refuse_absent(repository.as_ref(), &source, scene)?;
    let index = repository.as_ref().filter(|_| args.index.staged);
    if let Some(index) = index
        && short(index, &args.work, (manner, &base), scene)?.is_some()
    {
        return Ok(ExitCode::SUCCESS);
    }
    let (job, found) = read(repository, &source, source == Source::Index, &args.work, scene)?;
    let dirty = if args.allow_dirty { Dirty::Write } else { Dirty::Leave };
    let marking = Marking { universe: &job.universe, dirty, named: &[] };
    let options = BootstrapOptions {
        recall: &|open| job.recall(open, &base),
        given: &Choices::default(),
        declared: &job.universe.settings,
        marking: (source == Source::WorkTree).then_some(marking),
        dry_run: args.dry_run,
    };
    let (input, reporter) = (job.input(), scene.reporter());
    let mut synced = match found {
        Some(found) => {
            let index = (&job.universe, found);
            pipeline::sync_staged(index, &input, &options, !args.index.no_stage, reporter)?
        }
        None => pipeline::sync(&job.dir(), &input, &options, reporter)?,
    };
    let unsealed = synced.unsealed.take();
    answer(&job, &synced, manner, scene, |report| {
        remember(&args.work, &job, unsealed, report);
    })?;
    // The process ends: to take apart all that was read would only take time.
    std::mem::forget((job, synced));
    Ok(ExitCode::SUCCESS)
}

/// Keeps what is known of the index for the short way of later runs.
fn remember(work: &Work, job: &Job, unsealed: Option<Unsealed>, report: &Report<'_>) {
    let unsealed = unsealed.filter(|_| !work.no_cache);
    if let Some((unsealed, told)) = unsealed.zip(serde_json::to_string(&report.recap()).ok()) {
        unsealed.seal(&job.universe, told);
    }
}

/// What a run that did not look at all sources found.
struct Short {
    is_stale: bool,
    retold: usize,
}

/// What becomes of the index of `repository` where that follows from what is known of it; that is told then.
fn short(
    repository: &Repository,
    work: &Work,
    (manner, base): (Manner, &Base),
    scene: &Scene,
) -> Result<Option<Short>, Failure> {
    let Manner { format, dry_run, is_staging } = manner;
    // What is not kept for a short way is told by the long one.
    if work.no_cache || scene.verbose || format != Format::Text {
        return Ok(None);
    }
    let left = Left::default();
    match pipeline::step(repository, &left) {
        None => Ok(None),
        Some(Step::In(Unchanged { told, changed })) => {
            let Ok(recap) = serde_json::from_str::<Recap>(&told) else { return Ok(None) };
            recap.after(changed, [0; 3]).tell(dry_run, is_staging.then_some(0), scene);
            Ok(Some(Short { is_stale: false, retold: 0 }))
        }
        Some(Step::Behind(behind)) => narrow(*behind, repository, (manner, base), scene),
    }
}

fn narrow(
    behind: Behind<'_>,
    repository: &Repository,
    (Manner { dry_run, is_staging, .. }, base): (Manner, &Base),
    scene: &Scene,
) -> Result<Option<Short>, Failure> {
    let Ok(recap) = serde_json::from_str::<Recap>(behind.told()) else { return Ok(None) };
    let is_written = (!dry_run, is_staging);
    let told = recap.problems_of_analysis();
    let narrow = pipeline::narrowed(behind, told, repository, base, is_written, scene.reporter())?;
    let Some(mut narrow) = narrow else { return Ok(None) };
    let recap = recap.with_files(narrow.sources, narrow.idle);
    let recap = recap.after(narrow.changed, [narrow.minted, narrow.removed, narrow.changes]);
    let recap = recap.counting(narrow.counts, narrow.cycles);
    Failure::unless_closed(print(&narrow.operations).map_err(Failure::from))?;
    tell_kept(&narrow.kept, scene);
    recap.tell(dry_run, narrow.staged, scene);
    if let Ok(told) = serde_json::to_string(&recap) {
        narrow.seal(repository, told);
    }
    Ok(Some(Short { is_stale: !narrow.operations.is_empty(), retold: narrow.retold }))
}

fn print(operations: &[Operation]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for operation in operations {
        writeln!(out, "{}", render::plain(operation.to_string().as_bytes()))?;
    }
    out.flush()
}

fn tell_kept(kept: &[RepoPath], scene: &Scene) {
    for path in kept {
        scene.insist(&format!(
            "kept: .dsp/{} has your words where the index has others",
            render::plain(path.as_bytes())
        ));
    }
}

/// 1 when something is stale.
fn compare(args: &SyncCheckArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let manner = Manner { format: args.format, dry_run: true, is_staging: false };
    let source = source(args.staged, args.against.as_ref());
    let repository = Universe::repository(&scene.root)?;
    refuse_absent(repository.as_ref(), &source, scene)?;
    let base = Base::Before(source.clone());
    let index = repository.as_ref().filter(|_| args.staged);
    if let Some(index) = index
        && let Some(Short { is_stale, retold }) = short(index, &args.work, (manner, &base), scene)?
    {
        return Ok(tell_stale(is_stale, retold, args, scene));
    }
    let (job, found) = read(repository, &source, source != Source::WorkTree, &args.work, scene)?;
    let options = BootstrapOptions {
        recall: &|open| job.recall(open, &base),
        given: &Choices::default(),
        declared: &job.universe.settings,
        marking: None,
        dry_run: true,
    };
    let dir = job.dir();
    let held = found.map_or(Held::Disk(&dir), |found| Held::Objects(&job.universe, found));
    let mut synced = pipeline::check(held, &job.input(), &options)?;
    let unsealed = synced.unsealed.take();
    let printed = answer(&job, &synced, manner, scene, |report| {
        // Hooks ask for the index: what is known of some commit is of no use to them.
        remember(&args.work, &job, unsealed.filter(|_| args.staged), report);
    });
    Failure::unless_closed(printed)?;
    Ok(tell_stale(synced.is_stale(), synced.retold, args, scene))
}

/// How it can be mended.
fn tell_stale(is_stale: bool, retold: usize, args: &SyncCheckArgs, scene: &Scene) -> ExitCode {
    if retold > 0 {
        scene.say(&format!(
            "texts ending in ` (auto)` that are not what the code says: {retold}; without that ending they would stay"
        ));
    }
    match (is_stale, args.staged, &args.against) {
        (true, true, _) => scene.hint("`dsp-cli sync --staged` mends it"),
        (true, false, None) => scene.hint("`dsp-cli sync` mends it"),
        // A commit stays as it is.
        _ => {}
    }
    ExitCode::from(u8::from(is_stale))
}

/// Without a `.dsp/` there is nothing to compare with, and all that is read would be read for nothing.
fn refuse_absent(repository: Option<&Repository>, source: &Source, scene: &Scene) -> Result<(), Failure> {
    let top = repository.map_or(Some(&*scene.root), Repository::work_dir);
    let Some(top) = top.filter(|_| *source == Source::WorkTree) else { return Ok(()) };
    let opened = Disk::open(&top.join(DSP));
    if let (Err(StoreError::Absent(_)), Some(repository)) = (&opened, repository) {
        Universe::refuse_absent(repository, DSP)?;
    }
    Ok(opened.map(|_| ())?)
}

/// Where files that were moved are looked for.
fn base(from: Option<&String>, scene: &Scene) -> Result<Base, Failure> {
    // Whatever the sources are, the `.dsp/` that they meet is that of the commit that is checked out, or newer.
    let Some(from) = from else { return Ok(Base::Before(Source::WorkTree)) };
    // A name that leads nowhere is a wrong call, even when nothing was moved.
    Universe::open(&scene.root, &Source::Commit(from.clone()))?;
    Ok(Base::Named(from.clone()))
}

/// Where the sources are read.
fn source(staged: bool, revision: Option<&String>) -> Source {
    match revision {
        Some(revision) => Source::Commit(revision.clone()),
        None if staged => Source::Index,
        None => Source::WorkTree,
    }
}

/// The repository as `source` has it and, where that is asked for, what stands in the `.dsp/` there.
fn read(
    repository: Option<Repository>,
    source: &Source,
    with_dsp: bool,
    work: &Work,
    scene: &Scene,
) -> Result<(Job, Option<Found>), Failure> {
    let universe = Universe::of(repository, &scene.root, source);
    let universe = universe.map_err(|error| Failure::unread(error, "--against"))?;
    if with_dsp {
        return Job::with_dsp(universe, work, scene).map(|(job, found)| (job, Some(found)));
    }
    Job::of(universe, work, scene).map(|job| (job, None))
}

/// The operations are the product, the rest is the story.
fn answer(
    job: &Job,
    synced: &Synced,
    Manner { format, dry_run, .. }: Manner,
    scene: &Scene,
    then: impl FnOnce(&Report<'_>),
) -> Result<(), Failure> {
    let report = Report::of(&job.universe, &job.analysis, &synced.outcome, dry_run).staging(synced.staged);
    match format {
        Format::Text => print(&synced.operations)?,
        Format::Json => {
            let mut value = report.json();
            value["operations"] = json!(synced.operations);
            value["kept"] = synced.kept.iter().map(|path| format!(".dsp/{}", path.to_text())).collect();
            value["numbers"]["staged"] = json!(synced.staged);
            let mut out = BufWriter::new(io::stdout().lock());
            writeln!(out, "{value}")?;
            out.flush()?;
        }
    }
    tell_kept(&synced.kept, scene);
    report.tell(scene, format);
    then(&report);
    Ok(())
}
