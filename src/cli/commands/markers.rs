//! `markers`: the comments with uids in sources.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bstr::ByteSlice;
use resolvers::facts::Subject;
use resolvers::path::RepoPath;
use serde_json::{Value, json};

use super::super::args::{About, Care, CheckArgs, Format, InsertArgs, ListArgs, Marking, StripArgs, Where};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use crate::dsp::identify::{Evidence, Open};
use crate::dsp::markers::{Code, Finding, Reason, Seen};
use crate::dsp::memory::Memory;
use crate::dsp::model::Store;
use crate::dsp::{BootstrapInput, store};
use crate::identity::Uid;
use crate::pipeline::{self, Analysis, Base, BootstrapOptions, Dirty, Marked, Wanted};
use crate::settings::{Choices, Markers};
use crate::transaction::{Calm, PATIENCE};
use crate::universe::{self, Source, Universe};

pub(crate) fn run(verb: &Marking, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    let (Marking::Insert(InsertArgs { about, .. })
    | Marking::Strip(StripArgs { about, .. })
    | Marking::List(ListArgs { about })
    | Marking::Check(CheckArgs { about, .. })) = verb;
    Scene::on_threads(about.work.threads, || {
        let call = Call::of(about, scene)?;
        match verb {
            Marking::Insert(args) => call.insert(args),
            Marking::Strip(args) => call.strip(args),
            Marking::List(_) => call.list(),
            Marking::Check(args) => call.check(args),
        }
    })?
}

/// What every verb works on.
struct Call<'a> {
    scene: &'a Scene,
    format: Format,
    universe: Universe,
    files: Vec<RepoPath>,
    memory: Memory,
    named: Vec<RepoPath>,
    analysis: Analysis,
}

impl<'a> Call<'a> {
    fn of(about: &About, scene: &'a Scene) -> Result<Self, Failure> {
        let universe = scene.universe(&Where { staged: false, at: None })?;
        let named = named(&universe, &about.files)?;
        let analysis = scene.analyse(&universe, &about.work, Wanted { weak: false, units: true, uses: true });
        let memory = Scene::memory(&universe, &about.work);
        let files = universe.files.iter().map(|file| file.path.clone()).collect();
        Ok(Self { scene, format: about.format, named, files, analysis, memory, universe })
    }

    fn input(&self) -> BootstrapInput<'_> {
        let Analysis { sources, resolved, units, unsure, .. } = &self.analysis;
        let (memory, unlisted) = (&self.memory, &self.universe.unlisted);
        BootstrapInput {
            files: &self.files,
            sources,
            resolved,
            units,
            unsure,
            unlisted,
            unread: &(),
            memory,
            traced: false,
            absences: None,
        }
    }

    fn recall(&self) -> impl Fn(&Open) -> Evidence + '_ {
        |open| pipeline::recall(&self.universe, &self.analysis.sources, open, &Base::Before(Source::WorkTree))
    }

    fn marking(&self, allow_dirty: bool) -> pipeline::Marking<'_> {
        let dirty = if allow_dirty { Dirty::Write } else { Dirty::Refuse };
        pipeline::Marking { universe: &self.universe, dirty, named: &self.named }
    }

    fn insert(&self, args: &InsertArgs) -> Result<ExitCode, Failure> {
        let dir = self.universe.snapshot.root().join(DSP);
        let given = Choices { markers: args.level.markers, ..Choices::default() };
        let Care { dry_run, allow_dirty } = args.care;
        let declared = &self.universe.settings;
        let recall = self.recall();
        let options = BootstrapOptions { recall: &recall, given: &given, declared, marking: None, dry_run };
        let (marking, reporter) = (self.marking(allow_dirty), self.scene.reporter());
        let (marked, level) = pipeline::insert_markers(&dir, &self.input(), &options, marking, reporter)?;
        self.tell(&marked, dry_run)?;
        if level == Markers::Off {
            self.scene.hint("markers are off here; `--markers shared` asks for them in this call");
        }
        Ok(ExitCode::SUCCESS)
    }

    fn strip(&self, args: &StripArgs) -> Result<ExitCode, Failure> {
        let dir = self.universe.snapshot.root().join(DSP);
        let (sources, marking) = (&self.analysis.sources, self.marking(args.care.allow_dirty));
        let (dry_run, reporter) = (args.care.dry_run, self.scene.reporter());
        let marked = pipeline::strip_markers(&dir, sources, marking, dry_run, reporter)?;
        self.tell(&marked, dry_run)?;
        if !marked.files.is_empty() {
            self.scene.hint("`bootstrap` inserts them again, unless it is told `--markers off`");
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What became of the files: the product is those that changed.
    fn tell(&self, marked: &Marked, dry_run: bool) -> Result<(), Failure> {
        let mut out = BufWriter::new(io::stdout().lock());
        match self.format {
            Format::Json => render::json(&mut out, &changed(marked))?,
            Format::Text => {
                for file in &marked.files {
                    let counts = [
                        (file.edited.inserted.len(), "inserted"),
                        (file.edited.replaced, "replaced"),
                        (file.edited.removed, "removed"),
                    ];
                    let told = counts.iter().filter(|(count, _)| *count > 0);
                    let told: Vec<_> = told.map(|(count, word)| format!("{count} {word}")).collect();
                    writeln!(out, "{}: {}", render::plain(file.path.as_bytes()), told.join(", "))?;
                }
            }
        }
        out.flush()?;
        tell_left(self.scene, &marked.left);
        let [inserted, replaced, removed] = marked.counts();
        let files =
            if dry_run { ["file to write", "files to write"] } else { ["file written", "files written"] };
        self.scene.tell_numbers(&[
            (marked.files.len(), files[0], files[1]),
            (inserted, "inserted", "inserted"),
            (replaced, "replaced", "replaced"),
            (removed, "removed", "removed"),
            (marked.left.len(), "file left alone", "files left alone"),
        ]);
        Ok(())
    }

    fn list(&self) -> Result<ExitCode, Failure> {
        let dir = self.universe.snapshot.root().join(DSP);
        let _calm = Calm::of(&dir, PATIENCE)?;
        let existing = store::read_or_empty(&dir)?;
        let seen = pipeline::seen_markers(self.marking(false), &self.analysis.sources, |_, _| None);
        let mut out = BufWriter::new(io::stdout().lock());
        match self.format {
            Format::Text => {
                for marker in &seen {
                    let entity = entity(&existing, marker.uid).unwrap_or_else(|| "(no entity)".to_owned());
                    let name = if marker.name.is_empty() { "(nothing)" } else { &marker.name };
                    let (place, name) =
                        (render::plain(marker.path.as_bytes()), render::plain(name.as_bytes()));
                    let (uid, entity) = (&marker.text, render::plain(entity.as_bytes()));
                    writeln!(out, "{place}:{}  {uid}  {name}  {entity}", marker.line)?;
                }
            }
            Format::Json => {
                let markers: Vec<Value> = seen.iter().map(|marker| listed(marker, &existing)).collect();
                render::json(&mut out, &json!({ "markers": markers }))?;
            }
        }
        out.flush()?;
        self.scene.tell_numbers(&[(seen.len(), "marker", "markers")]);
        Ok(ExitCode::SUCCESS)
    }

    /// 1 when something is wrong.
    fn check(&self, args: &CheckArgs) -> Result<ExitCode, Failure> {
        let dir = self.universe.snapshot.root().join(DSP);
        let given = Choices { markers: args.level.markers, ..Choices::default() };
        let declared = &self.universe.settings;
        let recall = self.recall();
        let options =
            BootstrapOptions { recall: &recall, given: &given, declared, marking: None, dry_run: true };
        let findings = pipeline::check_markers(&dir, &self.input(), &options, self.marking(false))?;
        Failure::unless_closed(print(&findings, self.format))?;
        let of = |code: Code| findings.iter().filter(|finding| finding.code == code).count();
        self.scene.tell_numbers(&Code::ALL.map(|code| (of(code), code.name(), code.name())));
        Ok(ExitCode::from(u8::from(!findings.is_empty())))
    }
}

/// The files and folders that the call names; none where it names the whole repository. What is not there is a wrong call.
fn named(universe: &Universe, arguments: &[PathBuf]) -> Result<Vec<RepoPath>, Failure> {
    let (top, inside): (Vec<&PathBuf>, Vec<&PathBuf>) =
        arguments.iter().partition(|argument| Scene::is_top(universe, argument));
    let named = |argument: &&PathBuf| {
        let path = Scene::repo_path(universe, argument)?;
        if universe.has(&path) {
            return Ok(path);
        }
        let name = render::plain(path.as_bytes());
        let message = format!("`{name}` is neither a file nor a folder of the repository");
        Err(Failure::usage(message).hint("a path counts from the current folder"))
    };
    let named: Vec<RepoPath> = inside.iter().map(named).collect::<Result<_, Failure>>()?;
    Ok(if top.is_empty() { named } else { Vec::new() })
}

fn print(findings: &[Finding], format: Format) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match format {
        Format::Text => {
            for Finding { path, line, code, uid, message } in findings {
                let (path, message) = (render::plain(path.as_bytes()), render::plain(message.as_bytes()));
                writeln!(out, "{path}:{line}: {}: {uid}: {message}", code.name())?;
            }
        }
        Format::Json => {
            let findings: Vec<Value> = findings.iter().map(found).collect();
            render::json(&mut out, &json!({ "findings": findings }))?;
        }
    }
    Ok(out.flush()?)
}

/// How many files that are left alone are shown without `--verbose`.
const FEW: usize = 10;

/// Files whose markers stay as they are, and why.
pub(super) fn tell_left(scene: &Scene, left: &[(RepoPath, Reason)]) {
    let shown = if scene.verbose { left.len() } else { left.len().min(FEW) };
    for (path, reason) in &left[..shown] {
        let (path, reason) = (render::plain(path.as_bytes()), render::plain(reason.text().as_bytes()));
        scene.say(&format!("left alone: {path} ({reason})"));
    }
    if shown < left.len() {
        scene.say(&format!("… and {} more files left alone; --verbose shows them all", left.len() - shown));
    }
}

/// The same as JSON.
pub(super) fn left(left: &[(RepoPath, Reason)]) -> Value {
    left.iter().map(|(path, reason)| json!({ "path": path.to_text(), "reason": reason.text() })).collect()
}

fn changed(marked: &Marked) -> Value {
    let file = |file: &pipeline::MarkedFile| {
        json!({
            "path": file.path.to_text(),
            "inserted": file.edited.inserted.len(),
            "replaced": file.edited.replaced,
            "removed": file.edited.removed,
        })
    };
    json!({ "files": marked.files.iter().map(file).collect::<Vec<_>>(), "left_alone": left(&marked.left) })
}

fn listed(marker: &Seen, existing: &Store) -> Value {
    let of = match marker.subject {
        Subject::File => "file",
        Subject::Symbol(_) => "declaration",
        Subject::Nothing => "nothing",
    };
    json!({
        "path": marker.path.to_text(),
        "line": marker.line,
        "uid": marker.text,
        "of": of,
        "name": Some(&marker.name).filter(|_| of == "declaration"),
        "entity": entity(existing, marker.uid),
    })
}

fn found(finding: &Finding) -> Value {
    json!({
        "path": finding.path.to_text(),
        "line": finding.line,
        "code": finding.code.name(),
        "uid": finding.uid,
        "message": finding.message,
    })
}

/// The source of the entity with that uid, where there is one.
fn entity(existing: &Store, uid: Option<Uid>) -> Option<String> {
    let entity = existing.entity(uid?).filter(|entity| entity.description.is_some())?;
    Some(entity.source().to_str_lossy().into_owned())
}
