//! What surrounds a verb: where it runs, who is told of progress, how problems and numbers are shown.
#![expect(
    clippy::disallowed_methods,
    reason = "the command line knows the current folder, the clock and the environment"
)]

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use resolvers::path::{self, RepoPath};

use super::args::{Color, Global, Where, Work};
use super::failure::Failure;
use super::progress::Bars;
use super::render;
use crate::event::{Reporter, Silent};
use crate::facts::{self, cache::Cache};
use crate::pipeline::{self, Analysis};
use crate::universe::{Class, Problem, Source, Universe, UniverseError};

/// How many problems are shown without `--verbose`.
const FEW: usize = 20;

/// The folder of the entity graph.
pub(crate) const DSP: &str = ".dsp";

/// The surroundings of one run.
pub(crate) struct Scene {
    pub(crate) root: PathBuf,
    quiet: bool,
    verbose: bool,
    color: bool,
    bars: Option<Bars>,
    began: Instant,
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
        Self { root, quiet: global.quiet, verbose: global.verbose, color, bars, began: Instant::now() }
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
        Ok(Universe::open(&self.root, &source)?)
    }

    /// Facts and resolution. Must run within [`Self::on_threads`].
    pub(crate) fn analyse(&self, universe: &Universe, work: &Work) -> Analysis {
        let cache = if work.no_cache { Cache::none() } else { Cache::open(universe.snapshot.git_dir()) };
        pipeline::analyse(universe, cache, self.reporter())
    }

    /// Runs `work` on a pool of its own, whose threads have the stack that parsers need.
    pub(crate) fn on_threads<T: Send>(threads: u16, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads.into()).stack_size(facts::STACK_SIZE).build();
        let pool = pool
            .map_err(|_| Failure::plain("cannot start the threads").hint("ask for fewer with --threads"))?;
        Ok(pool.install(work))
    }

    /// Where `.dsp/` is: the nearest one from the root argument upwards within the repository, else where it would
    /// be made, at the top of the repository.
    pub(crate) fn dsp_dir(&self) -> Result<PathBuf, Failure> {
        let unreadable = |source| UniverseError::Folder { place: self.root.clone(), source };
        let start = self.root.canonicalize().map_err(unreadable)?;
        let within: Vec<_> = match start.ancestors().position(|dir| dir.join(".git").exists()) {
            Some(depth) => start.ancestors().take(depth + 1).collect(),
            None => vec![start.as_path()],
        };
        let standing = within.iter().find(|dir| dir.join(DSP).symlink_metadata().is_ok());
        let top = standing.or(within.last()).copied().unwrap_or(&start);
        Ok(top.join(DSP))
    }

    /// A path argument as the repository names it.
    pub(crate) fn repo_path(universe: &Universe, argument: &Path) -> Result<RepoPath, Failure> {
        let outside = || Failure::usage(format!("`{}` does not lie in the repository", argument.display()));
        let here = std::env::current_dir().and_then(|here| here.canonicalize()).map_err(|_| outside())?;
        let top = universe.snapshot.root().canonicalize().map_err(|_| outside())?;
        let absolute = render::path_bytes(&here.join(argument)).ok_or_else(outside)?;
        let folded = path::join(b"", &absolute).ok_or_else(outside)?;
        let top = path::join(b"", &render::path_bytes(&top).ok_or_else(outside)?).ok_or_else(outside)?;
        let inside = path::strip_dir(&folded, &top).ok_or_else(outside)?;
        RepoPath::new(inside).map_err(|_| outside())
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

    /// Files that are kept by others than the repository's people: counted, never dropped.
    pub(crate) fn tell_universe(&self, universe: &Universe) {
        let kept = universe
            .class_counts()
            .into_iter()
            .filter(|(class, count)| *class != Class::Ordinary && *count > 0);
        let kept: Vec<_> = kept.map(|(class, count)| format!("{count} {}", class.name())).collect();
        if !kept.is_empty() {
            self.say(&format!("by name: {}", kept.join(", ")));
        }
    }

    /// The line of numbers that ends a run: `name: value` pairs, then the time.
    pub(crate) fn tell_numbers(&self, numbers: &[(&str, usize)]) {
        let singular = |name: &str, number| {
            if number == 1 { name.strip_suffix('s').unwrap_or(name).to_owned() } else { name.to_owned() }
        };
        let pairs: Vec<_> =
            numbers.iter().map(|(name, number)| format!("{number} {}", singular(name, *number))).collect();
        self.say(&format!("{}, {:.2} s", pairs.join(", "), self.began.elapsed().as_secs_f64()));
    }

    /// One line of the story.
    pub(crate) fn say(&self, line: &str) {
        if !self.quiet {
            // A closed stderr is nobody's loss.
            let _closed = writeln!(io::stderr().lock(), "{line}").is_err();
        }
    }

    /// Shows a failure and gives its exit code.
    pub(crate) fn fail(&self, failure: &Failure) -> ExitCode {
        if failure.silent {
            return ExitCode::SUCCESS;
        }
        let mut err = io::stderr().lock();
        let hints = failure.hints.iter().map(|hint| format!("{} {hint}\n", self.paint("hint:", "36")));
        let text =
            format!("{} {}\n{}", self.paint("error:", "31"), failure.message, hints.collect::<String>());
        let _closed = err.write_all(text.as_bytes()).is_err();
        ExitCode::from(failure.code)
    }

    fn paint(&self, text: &str, color: &str) -> String {
        if self.color { format!("\x1b[{color}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
