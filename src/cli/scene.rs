//! What surrounds a verb: where it runs, who is told of progress, how problems and numbers are shown.
#![expect(
    clippy::disallowed_methods,
    reason = "the command line knows the current folder, the clock and the environment"
)]

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use resolvers::facts::Origin;
use resolvers::path::{self, RepoPath};

use super::args::{Color, Global, Watching, Where, Work};
use super::commands::watch;
use super::failure::Failure;
use super::progress::Bars;
use super::render;
use crate::dsp::index::Index;
use crate::dsp::memory::Memory;
use crate::dsp::reader::Reader;
use crate::event::{Reporter, Silent};
use crate::facts::{self, SourceFile, cache::Cache};
use crate::git::Repository;
use crate::pipeline::{self, Analysis, Wanted};
use crate::transaction::{Calm, PATIENCE};
use crate::universe::{Class, Problem, Source, Universe, UniverseError};

/// How many problems are shown without `--verbose`.
const FEW: usize = 20;

/// The folder of the entity graph.
pub(crate) const DSP: &str = ".dsp";

/// The surroundings of one run.
pub(crate) struct Scene {
    pub(crate) root: PathBuf,
    quiet: bool,
    pub(crate) verbose: bool,
    color: bool,
    bars: Option<Bars>,
    began: Instant,
    watching: Watching,
}

impl Scene {
    pub(crate) fn new(global: &Global) -> Self {
        let terminal = io::stderr().is_terminal();
        let color = match global.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        };
        let bars = (terminal && !global.quiet && !global.no_progress).then(Bars::new);
        let root = global.root.clone();
        let (quiet, verbose, watching) = (global.quiet, global.verbose, global.watch);
        Self { root, quiet, verbose, color, bars, began: Instant::now(), watching }
    }

    pub(crate) fn reporter(&self) -> &dyn Reporter {
        self.bars.as_ref().map_or(&Silent, |bars| bars as &dyn Reporter)
    }

    /// The repository, where the arguments want it read.
    pub(crate) fn universe(&self, place: &Where) -> Result<Universe, Failure> {
        let source = match (&place.at, place.staged) {
            (Some(revision), _) => Source::Commit(revision.clone()),
            (None, true) => Source::Index,
            (None, false) => Source::WorkTree,
        };
        Universe::open(&self.root, &source).map_err(|error| Failure::unread(error, "--at"))
    }

    /// Facts and resolution. Must run within [`Self::on_threads`].
    pub(crate) fn analyse(&self, universe: &Universe, work: &Work, wanted: Wanted) -> Analysis {
        let cache = if work.no_cache { Cache::none() } else { Cache::open(universe.snapshot.common_dir()) };
        pipeline::analyse(universe, &cache, wanted, self.reporter())
    }

    /// What earlier runs told of `universe`.
    pub(crate) fn memory(universe: &Universe, work: &Work) -> Memory {
        if work.no_cache { Memory::none() } else { Memory::open(universe.snapshot.common_dir()) }
    }

    /// Runs `work` on a pool of its own, whose threads have the stack that parsers need.
    pub(crate) fn on_threads<T: Send>(threads: u16, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads.into()).stack_size(facts::STACK_SIZE).build();
        let pool = pool.map_err(|error| {
            Failure::internal(&error).hint("threads could not be started; ask for fewer with --threads")
        })?;
        Ok(pool.install(work))
    }

    /// Makes the folder that the root argument names, as the Python tool does; in a repository it would be of no use, because
    /// `.dsp/` is made at the top.
    pub(crate) fn make_root(&self) -> Result<(), Failure> {
        let unreadable = |source| UniverseError::Folder { place: self.root.clone(), source };
        let root = std::path::absolute(&self.root).map_err(unreadable)?;
        if !root.ancestors().any(|dir| dir.join(".git").exists()) {
            std::fs::create_dir_all(&self.root).map_err(unreadable)?;
        }
        Ok(())
    }

    /// Where `.dsp/` is: the nearest one from the root argument upwards within the repository, else where it would
    /// be made, at the top of the repository.
    pub(crate) fn dsp_dir(&self) -> Result<PathBuf, Failure> {
        let unreadable = |source| UniverseError::Folder { place: self.root.clone(), source };
        let start = self.root.canonicalize().map_err(unreadable)?;
        let repository = start.ancestors().position(|dir| dir.join(".git").exists());
        let within = repository.map_or(usize::MAX, |depth| depth + 1);
        let standing = start.ancestors().take(within).find(|dir| dir.join(DSP).symlink_metadata().is_ok());
        if let Some(standing) = standing {
            return Ok(standing.join(DSP));
        }
        // Git may be told that the work tree is another folder.
        let repository = Universe::repository(&start).ok().flatten();
        if let Some(repository) = &repository {
            Universe::refuse_absent(repository, DSP)?;
        }
        let top = repository.as_ref().and_then(Repository::work_dir);
        Ok(top.unwrap_or(&start).join(DSP))
    }

    /// The `.dsp/` that questions are about. Nobody writes there until it is dropped.
    pub(crate) fn reader(&self) -> Result<Reader, Failure> {
        let dir = self.dsp_dir()?;
        let calm = Calm::of(&dir, PATIENCE)?;
        Ok(Reader::indexed(&dir, Index::of(&dir))?.under(calm))
    }

    /// Answers a question about `.dsp/`, and sees to it that the next one has it easier.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Reader) -> Result<T, Failure>) -> Result<T, Failure> {
        let reader = self.reader()?;
        let answer = question(&reader);
        watch::stay_behind(self.watching, &reader, self);
        answer
    }

    /// What stands in a file that an argument names; `-` is stdin.
    pub(crate) fn read_input(file: &Path) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let read = if file == Path::new("-") {
            io::stdin().lock().read_to_end(&mut bytes)
        } else {
            File::open(file).and_then(|mut open| open.read_to_end(&mut bytes))
        };
        let failed = |error| Failure::usage(format!("cannot read `{}`: {error}", file.display()));
        read.map(|_| bytes).map_err(failed)
    }

    /// A path argument as the repository names it: from the current folder, or from the top of a repository
    /// without a work tree.
    pub(crate) fn repo_path(universe: &Universe, argument: &Path) -> Result<RepoPath, Failure> {
        let outside = || Failure::usage(format!("`{}` does not lie in the repository", argument.display()));
        let bytes = |path: &Path| render::path_bytes(path).and_then(|bytes| path::join(b"", &bytes));
        let root = universe.snapshot.root();
        if universe.snapshot.git_dir() == Some(root) {
            return RepoPath::new(&bytes(argument).ok_or_else(outside)?).map_err(|_| outside());
        }
        let here = std::env::current_dir().map_err(|_| outside())?.join(argument);
        // The folder may be reached through links; the file itself may be one, and is not followed.
        let folder = here.parent().and_then(|folder| folder.canonicalize().ok());
        let here = folder.zip(here.file_name()).map_or(here.clone(), |(folder, name)| folder.join(name));
        let top = root.canonicalize().map_err(|_| outside())?;
        let (here, top) = bytes(&here).zip(bytes(&top)).ok_or_else(outside)?;
        let inside = path::strip_dir(&here, &top).ok_or_else(outside)?;
        RepoPath::new(inside).map_err(|_| outside())
    }

    /// Whether a path argument, from the current folder, is the top of the repository.
    pub(crate) fn is_top(universe: &Universe, argument: &Path) -> bool {
        let places = argument.canonicalize().ok().zip(universe.snapshot.root().canonicalize().ok());
        places.is_some_and(|(named, top)| named == top)
    }

    /// Shows what is wrong in the user's repository.
    pub(crate) fn tell_problems(&self, problems: &[Problem]) {
        let shown = if self.verbose { problems.len() } else { problems.len().min(FEW) };
        for problem in &problems[..shown] {
            self.say(&format!("{} {}", self.paint("problem:", "33"), render::problem(problem)));
        }
        if shown < problems.len() {
            self.say(&format!("… and {} more problems; --verbose shows them all", problems.len() - shown));
        }
    }

    /// What [`others_files`] says.
    pub(crate) fn tell_universe(&self, universe: &Universe, sources: &[SourceFile]) {
        if let Some(told) = others_files(universe, sources) {
            self.say(&told);
        }
    }

    /// The line of numbers that ends a run: each with its word for one and for many, then the time.
    pub(crate) fn tell_numbers(&self, numbers: &[(usize, &str, &str)]) {
        let told = |(number, one, many): &(usize, &str, &str)| {
            format!("{number} {}", if *number == 1 { one } else { many })
        };
        let told: Vec<_> = numbers.iter().map(told).collect();
        self.say(&format!("{}, {:.2} s", told.join(", "), self.began.elapsed().as_secs_f64()));
    }

    /// One line of the story.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet {
            self.insist(line);
        }
    }

    /// A way on, for whoever does not ask for quiet.
    pub(crate) fn hint(&self, hint: &str) {
        self.say(&format!("{} {hint}", self.paint("hint:", "36")));
    }

    /// One line that quiet does not silence.
    #[expect(clippy::unused_self, reason = "whoever tells something tells it to the scene")]
    pub(crate) fn insist(&self, line: &str) {
        // A closed stderr is nobody's loss.
        let _closed = writeln!(io::stderr().lock(), "{line}").is_err();
    }

    /// Shows a failure and gives its exit code.
    pub(crate) fn fail(&self, failure: &Failure) -> ExitCode {
        if failure.silent {
            return ExitCode::SUCCESS;
        }
        let mut err = io::stderr().lock();
        let hints = failure.hints.iter().map(|hint| format!("{} {hint}\n", self.paint("hint:", "36")));
        let text = format!(
            "{} {}\n{}",
            self.paint("error:", "31"),
            render::plain(failure.message.as_bytes()),
            hints.collect::<String>()
        );
        let _closed = err.write_all(text.as_bytes()).is_err();
        ExitCode::from(failure.code)
    }

    fn paint(&self, text: &str, color: &str) -> String {
        if self.color { format!("\x1b[{color}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Files that are kept by others than the repository's people, by their names or by what they say: counted, never
/// dropped.
pub(crate) fn others_files(universe: &Universe, sources: &[SourceFile]) -> Option<String> {
    let mut counts = universe.class_counts();
    let ordinary = |path: &RepoPath| {
        let at = universe.files.binary_search_by(|file| file.path.cmp(path));
        at.is_ok_and(|at| universe.files[at].class == Class::Ordinary)
    };
    for source in sources.iter().filter(|source| source.facts.origin != Origin::Written) {
        let class = if source.facts.origin == Origin::Minified { Class::Minified } else { Class::Generated };
        for (counted, count) in &mut counts {
            *count += usize::from(*counted == class && ordinary(&source.path));
        }
    }
    let kept = counts.into_iter().filter(|(class, count)| *class != Class::Ordinary && *count > 0);
    let kept: Vec<_> = kept.map(|(class, count)| format!("{count} {}", class.name())).collect();
    (!kept.is_empty()).then(|| format!("of these files: {}", kept.join(", ")))
}
