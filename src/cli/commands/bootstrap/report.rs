//! What a bootstrap found and did, as text and as JSON. Nothing is decided here.

use std::io::{self, Write};

use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::super::args::Format;
use super::super::super::render;
use super::super::super::scene::{Scene, others_files};
use super::super::{markers, roots};
use crate::dsp::markers::Reason;
use crate::dsp::narrow::Counts;
use crate::dsp::plan::{AuthoredEdge, Plan};
use crate::identity::Uid;
use crate::pipeline::{Analysis, Outcome};
use crate::resolution::table;
use crate::settings::Markers;
use crate::transaction::Recovery;
use crate::universe::{Problem, Universe};

/// All that is told.
pub(crate) struct Report<'a> {
    universe: &'a Universe,
    analysis: &'a Analysis,
    outcome: &'a Outcome,
    dry_run: bool,
    staged: Option<usize>,
    problems: Vec<Problem>,
    missing: Vec<Missing<'a>>,
    imports: usize,
}

/// An import that leads nowhere.
struct Missing<'a> {
    importer: &'a RepoPath,
    specifier: &'a str,
    reason: &'static str,
}

impl<'a> Report<'a> {
    pub(crate) fn of(
        universe: &'a Universe,
        analysis: &'a Analysis,
        outcome: &'a Outcome,
        dry_run: bool,
    ) -> Self {
        let mut problems = [&analysis.problems[..], &outcome.problems].concat();
        problems.sort();
        problems.dedup();
        let rows = table::missing(&analysis.sources, &analysis.resolved);
        let missing = rows.into_iter().map(|row| Missing {
            importer: row.importer,
            specifier: row.specifier,
            reason: row.how,
        });
        let missing = missing.collect();
        let answers = analysis.resolved.iter().flat_map(|file| &file.imports);
        let imports = answers.filter(|answer| !answer.targets.is_empty()).count();
        Self { universe, analysis, outcome, dry_run, staged: None, problems, missing, imports }
    }

    /// With the number of files staged, where the index was to be written.
    pub(crate) fn staging(self, staged: Option<usize>) -> Self {
        Self { staged, ..self }
    }

    /// The roots, a line each.
    pub(crate) fn print_text(&self, scene: &Scene) -> io::Result<()> {
        let mut out = io::stdout().lock();
        for (uid, root) in &self.outcome.roots {
            let path = render::plain(root.path.as_bytes());
            writeln!(out, "{uid}  {path}  ({})", render::plain(root.why.as_bytes()))?;
        }
        if self.dry_run && scene.verbose {
            for (path, word) in self.changes() {
                scene.say(&format!("would {word} {path}"));
            }
            for file in self.outcome.marked.iter().flat_map(|marked| &marked.files) {
                scene.say(&format!("would mark {}", render::plain(file.path.as_bytes())));
            }
        }
        Ok(())
    }

    /// The story: what went on, what is wrong, and the numbers.
    pub(crate) fn tell(&self, scene: &Scene, format: Format) {
        match self.outcome.recovery {
            Recovery::Nothing => {}
            Recovery::Finished { kept: 0 } => {
                scene.say("an earlier run had died while writing; its work was finished first");
            }
            Recovery::Finished { kept } => scene.say(&format!(
                "an earlier run had died while writing; its work was finished first, but for files changed \
                 since: {kept}"
            )),
        }
        self.tell_words(scene);
        self.tell_gone(scene);
        if scene.verbose && format == Format::Text {
            self.tell_findings(scene);
            markers::tell_left(scene, self.left_alone());
        }
        scene.tell_problems(&self.problems);
        scene.tell_universe(self.universe, &self.analysis.sources);
        tell_numbers(scene, &self.numbers(), self.dry_run);
    }

    /// What became of the words of people and agents where the code no longer shows what they are about. Words that go
    /// are told to those too who asked for quiet.
    fn tell_words(&self, scene: &Scene) {
        let Plan { dropped, unshown, .. } = &self.outcome.plan;
        let would = if self.dry_run { "to be " } else { "" };
        for edge in &dropped[..shown(scene, dropped.len())] {
            scene.insist(&format!("{would}removed: {}", self.told(edge)));
        }
        for edge in &unshown[..shown(scene, unshown.len())] {
            scene.say(&format!("{would}marked as manual: {}", self.told(edge)));
        }
        tell_rest(scene, [dropped.len(), unshown.len()].map(|all| all - shown(scene, all)).iter().sum());
    }

    fn tell_gone(&self, scene: &Scene) {
        let gone = &self.outcome.plan.gone;
        tell_gone(scene, &gone.iter().map(|uid| self.named(*uid)).collect::<Vec<_>>());
    }

    fn told(&self, edge: &AuthoredEdge) -> String {
        let via = edge.via.map(|via| format!(" via {}", self.named(via))).unwrap_or_default();
        let (from, to) = (self.named(edge.importer), self.named(edge.imported));
        let why = render::plain(edge.why.as_bytes());
        format!("{from} imports {to}{via}, which is not there or not in the code: {why}")
    }

    /// The source of an entity and its uid.
    fn named(&self, uid: Uid) -> String {
        let source = self.outcome.plan.names.get(&uid).map(|source| render::plain(source.as_bytes()));
        source.map_or_else(|| uid.to_string(), |source| format!("{source} ({uid})"))
    }

    fn tell_findings(&self, scene: &Scene) {
        for (from, to) in &self.outcome.plan.moved {
            let (from, to) = (render::plain(from.as_bytes()), render::plain(to.as_bytes()));
            scene.say(&format!("moved: {from} is {to} now"));
        }
        for (uid, into) in &self.outcome.plan.merged {
            scene.say(&format!("merged: {uid} stood for the same as {into}"));
        }
        for cycle in &self.outcome.cycles {
            let files: Vec<_> = cycle.iter().map(|file| render::plain(file.as_bytes())).collect();
            scene.say(&format!("cycle: {}", files.join(", ")));
        }
        for Missing { importer, specifier, reason } in &self.missing {
            let (importer, specifier) =
                (render::plain(importer.as_bytes()), render::plain(specifier.as_bytes()));
            scene.say(&format!("missing: {importer} imports {specifier} ({reason})"));
        }
        for (importer, expression) in self.computed() {
            let (importer, expression) =
                (render::plain(importer.as_bytes()), render::plain(expression.as_bytes()));
            scene.say(&format!("computed: {importer} imports {expression}"));
        }
    }

    fn numbers(&self) -> Numbers {
        let Outcome { applied, plan, marked, .. } = self.outcome;
        let changes = if self.dry_run { plan.changes.len() } else { applied.written + applied.removed };
        let markers = marked.as_ref().filter(|_| self.outcome.markers != Markers::Off).map(|marked| {
            let [inserted, replaced, _] = marked.counts();
            (inserted + replaced, marked.left.len())
        });
        Numbers {
            roots: self.outcome.roots.len(),
            files: self.universe.files.len(),
            parsed: self.analysis.sources.len() - self.analysis.reused,
            reused: self.analysis.reused,
            entities: plan.uids.len(),
            new: plan.minted,
            removed: plan.removed.len(),
            edges: self.outcome.edges,
            externals: self.outcome.externals,
            imports: self.imports,
            missing: self.missing.len(),
            computed: self.computed().count(),
            cycles: self.outcome.cycles.len(),
            not_covered: self.outcome.not_covered,
            problems: self.problems.len(),
            changes,
            staged: self.staged,
            markers,
        }
    }

    /// Files whose markers are not as they should be.
    fn left_alone(&self) -> &'a [(RepoPath, Reason)] {
        self.outcome.marked.as_ref().map_or(&[], |marked| &marked.left)
    }

    /// Imports whose specifier is computed, in path order.
    fn computed(&self) -> impl Iterator<Item = (&'a RepoPath, &'a str)> {
        let sources = self.analysis.sources.iter();
        sources.flat_map(|source| {
            source.facts.discoveries.iter().map(|found| (&source.path, found.expression.as_str()))
        })
    }

    /// The files that would change, and what would become of each.
    fn changes(&self) -> Vec<(String, &'static str)> {
        let changes = self.outcome.plan.changes.iter().map(|change| {
            (format!(".dsp/{}", change.path), if change.content.is_some() { "write" } else { "remove" })
        });
        let mut changes: Vec<_> = changes.collect();
        changes.sort();
        changes
    }

    /// One object; the guide documents it.
    pub(crate) fn json(&self) -> Value {
        let roots = self.outcome.roots.iter().map(|(uid, root)| {
            let mut value = roots::json(root);
            value["uid"] = uid.to_string().into();
            value
        });
        let cycles = self.outcome.cycles.iter();
        let cycles = cycles.map(|cycle| cycle.iter().map(RepoPath::to_text).collect::<Vec<_>>());
        let missing = self.missing.iter().map(|Missing { importer, specifier, reason }| {
            json!({ "importer": importer.to_text(), "specifier": specifier, "reason": reason })
        });
        let computed = self.computed().map(
            |(importer, expression)| json!({ "importer": importer.to_text(), "expression": expression }),
        );
        let plan = &self.outcome.plan;
        let moved = plan.moved.iter().map(|(from, to)| json!({ "from": from.to_text(), "to": to.to_text() }));
        let merged =
            plan.merged.iter().map(|(uid, into)| json!({ "uid": uid.to_string(), "into": into.to_string() }));
        let mut value = json!({
            "roots": roots.collect::<Vec<_>>(),
            "cover": self.outcome.cover.name(),
            "granularity": self.outcome.granularity.name(),
            "markers": self.outcome.markers.name(),
            "numbers": self.json_numbers(),
            "cycles": cycles.collect::<Vec<_>>(),
            "missing": missing.collect::<Vec<_>>(),
            "computed": computed.collect::<Vec<_>>(),
            "removed": plan.removed.iter().map(Uid::to_string).collect::<Vec<_>>(),
            "moved": moved.collect::<Vec<_>>(),
            "merged": merged.collect::<Vec<_>>(),
            "dropped": plan.dropped.iter().map(edge).collect::<Vec<_>>(),
            "manual": plan.unshown.iter().map(edge).collect::<Vec<_>>(),
            "left_alone": markers::left(self.left_alone()),
            "gone": plan.gone.iter().map(Uid::to_string).collect::<Vec<_>>(),
            "problems": self.problems.iter().map(problem).collect::<Vec<_>>(),
        });
        if self.dry_run {
            let change = |(path, change)| json!({ "path": path, "change": change });
            value["changes"] = self.changes().into_iter().map(change).collect();
            let files = self.outcome.marked.iter().flat_map(|marked| &marked.files);
            value["to_mark"] = files.map(|file| file.path.to_text()).collect();
        }
        value
    }

    /// What a later run will tell that finds the index as this one leaves it.
    pub(crate) fn recap(&self) -> Recap {
        Recap {
            gone: self.outcome.plan.gone.iter().map(|uid| self.named(*uid)).collect(),
            problems: self.problems.clone(),
            has_more_problems: !self.outcome.problems.is_empty(),
            others: others_files(self.universe, &self.analysis.sources),
            numbers: self.numbers(),
        }
    }

    fn json_numbers(&self) -> Value {
        let Numbers { markers, .. } = self.numbers();
        let mut value = json!(self.numbers());
        if let Value::Object(numbers) = &mut value {
            numbers.remove("markers");
            numbers.remove("staged");
            if let Some((written, left)) = markers {
                numbers.insert("markers".to_owned(), written.into());
                numbers.insert("files_left_alone".to_owned(), left.into());
            }
        }
        value
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Numbers {
    roots: usize,
    files: usize,
    parsed: usize,
    reused: usize,
    entities: usize,
    new: usize,
    removed: usize,
    edges: usize,
    externals: usize,
    imports: usize,
    missing: usize,
    computed: usize,
    cycles: usize,
    not_covered: usize,
    problems: usize,
    changes: usize,
    /// `None` where the index is not written.
    staged: Option<usize>,
    /// Those written, and the files left alone; `None` where no source was to get any.
    markers: Option<(usize, usize)>,
}

impl Numbers {
    /// Each with its word for one and for many.
    fn named(self, dry_run: bool) -> Vec<(usize, &'static str, &'static str)> {
        let word = |told: [&'static str; 2], would: [&'static str; 2]| if dry_run { would } else { told };
        let [file, files] = word(["file written", "files written"], ["file to write", "files to write"]);
        let mut numbers = vec![
            (self.roots, "root", "roots"),
            (self.files, "file", "files"),
            (self.parsed, "parsed", "parsed"),
            (self.reused, "reused", "reused"),
            (self.entities, "entity", "entities"),
            (self.new, "new", "new"),
            (self.removed, "removed", "removed"),
            (self.edges, "edge", "edges"),
            (self.externals, "external", "externals"),
            (self.imports, "import", "imports"),
            (self.missing, "missing", "missing"),
            (self.computed, "computed", "computed"),
            (self.cycles, "cycle", "cycles"),
            (self.not_covered, "not covered", "not covered"),
            (self.problems, "problem", "problems"),
            (self.changes, file, files),
        ];
        numbers.extend(self.staged.map(|staged| (staged, "file staged", "files staged")));
        if let Some((written, left)) = self.markers {
            let [marker, markers] =
                word(["marker written", "markers written"], ["marker to write", "markers to write"]);
            numbers.extend([(written, marker, markers), (left, "file left alone", "files left alone")]);
        }
        numbers
    }
}

/// What a run tells that finds nothing to do: all but what only `--verbose` and JSON say.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Recap {
    gone: Vec<String>,
    problems: Vec<Problem>,
    /// Some of these were found with what was chosen.
    has_more_problems: bool,
    others: Option<String>,
    numbers: Numbers,
}

fn plus(count: usize, more: i64) -> usize {
    count.saturating_add_signed(isize::try_from(more).unwrap_or(0))
}

impl Recap {
    /// What was wrong, where all of it was found by an analysis.
    pub(crate) fn problems_of_analysis(&self) -> Option<&[Problem]> {
        (!self.has_more_problems).then_some(&self.problems[..])
    }

    /// Tells it of a run that staged so many files where it was to write the index.
    pub(crate) fn tell(&self, dry_run: bool, staged: Option<usize>, scene: &Scene) {
        tell_gone(scene, &self.gone);
        scene.tell_problems(&self.problems);
        if let Some(others) = &self.others {
            scene.say(others);
        }
        let numbers = Numbers { staged, ..self.numbers };
        tell_numbers(scene, &numbers, dry_run);
    }

    /// The same of a run that parsed so many sources, after which so many entities are new and removed and so many files
    /// changed.
    pub(crate) fn after(self, parsed: usize, [new, removed, changes]: [usize; 3]) -> Self {
        let sources = self.numbers.parsed + self.numbers.reused;
        let markers = self.numbers.markers.map(|_| (0, 0));
        let reused = sources.saturating_sub(parsed);
        let entities = (self.numbers.entities + new).saturating_sub(removed);
        let numbers = Numbers { parsed, reused, entities, new, removed, changes, markers, ..self.numbers };
        Self { numbers, ..self }
    }

    /// The same where there are so many sources more, and so many other files; none was parsed.
    pub(crate) fn with_files(self, sources: i64, others: i64) -> Self {
        let Numbers { files, parsed, reused, .. } = self.numbers;
        let (files, reused) = (plus(files, sources + others), plus(parsed + reused, sources));
        Self { numbers: Numbers { files, parsed: 0, reused, ..self.numbers }, ..self }
    }

    /// The same where there is more of some things, or less, and so many circles, if these are others.
    pub(crate) fn counting(self, more: Counts, cycles: Option<usize>) -> Self {
        let numbers = Numbers {
            edges: plus(self.numbers.edges, more.edges),
            imports: plus(self.numbers.imports, more.imports),
            missing: plus(self.numbers.missing, more.missing),
            computed: plus(self.numbers.computed, more.computed),
            externals: plus(self.numbers.externals, more.externals),
            cycles: cycles.unwrap_or(self.numbers.cycles),
            ..self.numbers
        };
        Self { numbers, ..self }
    }
}

fn tell_numbers(scene: &Scene, numbers: &Numbers, dry_run: bool) {
    scene.tell_numbers(&numbers.named(dry_run));
    if numbers.missing > 0 && !scene.verbose {
        scene.hint("`-v` names the imports that are missing");
    }
}

/// How many authored texts without code are shown of each sort.
const FEW: usize = 10;

/// How many of `all` are shown.
fn shown(scene: &Scene, all: usize) -> usize {
    if scene.verbose { all } else { all.min(FEW) }
}

fn tell_rest(scene: &Scene, rest: usize) {
    if rest > 0 {
        scene.insist(&format!("… and {rest} more authored texts without code; --verbose shows them all"));
    }
}

/// Entities whose files are gone, by their names.
fn tell_gone(scene: &Scene, gone: &[String]) {
    let shown = shown(scene, gone.len());
    for name in &gone[..shown] {
        scene.insist(&format!("gone: {name} is not there any more; its description stays"));
    }
    tell_rest(scene, gone.len() - shown);
}

fn edge(edge: &AuthoredEdge) -> Value {
    json!({
        "importer": edge.importer.to_string(),
        "imported": edge.imported.to_string(),
        "via": edge.via.map(|via| via.to_string()),
        "why": edge.why,
    })
}

fn problem(problem: &Problem) -> Value {
    json!({ "path": render::text(&problem.place), "line": problem.line, "message": problem.message })
}
