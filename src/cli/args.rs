//! What can be asked, in the words of clap. No behaviour.

mod care;
mod markers;
mod reading;
mod sync;
mod writing;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::settings::{Cover, Granularity, Markers};
pub(crate) use care::{BundleArgs, FsckArgs, PendingArgs, PendingFormat};
pub(crate) use markers::{About, Care, CheckArgs, InsertArgs, ListArgs, Marking, StripArgs};
pub(crate) use reading::{FindBySourceArgs, OneEntity, PathArgs, ReadTocArgs, Reading, TreeArgs};
pub(crate) use sync::{CheckArgs as SyncCheckArgs, SyncArgs};
pub(crate) use writing::{ApplyArgs, Writing};

/// A map of a repository for coding assistants and the people beside them.
#[derive(Debug, Parser)]
#[command(name = "dsp-cli", version, about, max_term_width = 100)]
#[command(args_override_self = true, infer_long_args = true)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// What `words` ask, the name of the program first. To hand the flags of every verb to each verb, as is done for a whole
    /// command, takes longer than most answers: where a word is a verb, the others are left out. What does not fit then is
    /// said by the whole.
    pub(crate) fn of(words: &[OsString]) -> Result<Self, clap::Error> {
        let verb =
            words.iter().skip(1).filter_map(|word| word.to_str()).find(|word| Command::has_subcommand(word));
        let is_of_protocol = |verb: &str| Reading::has_subcommand(verb) || Writing::has_subcommand(verb);
        let words = match verb.filter(|verb| is_of_protocol(verb)) {
            Some(_) => &*writing::told_apart(words),
            None => words,
        };
        verb.and_then(|verb| Self::by_named_verb(verb, words)).map_or_else(|| Self::try_parse_from(words), Ok)
    }

    fn by_named_verb(verb: &str, words: &[OsString]) -> Option<Self> {
        let of = match verb {
            verb if Reading::has_subcommand(verb) => Reading::augment_subcommands,
            verb if Writing::has_subcommand(verb) => Writing::augment_subcommands,
            _ => Command::augment_subcommands,
        };
        let verb = of(clap::Command::new("")).find_subcommand(verb)?.clone();
        let command = clap::Command::new("").args_override_self(true).infer_long_args(true);
        let command = <Global as clap::Args>::augment_args(command).subcommand(verb);
        Self::from_arg_matches(&command.try_get_matches_from(words).ok()?).ok()
    }
}

/// Flags of every verb.
#[derive(Debug, clap::Args)]
pub(crate) struct Global {
    /// A folder of the repository; the repository is searched upwards from it
    #[arg(long, global = true, value_name = "DIR", default_value = ".", value_parser = folder())]
    pub(crate) root: PathBuf,
    /// Print neither problems nor closing numbers
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Print every problem, not only the first ones, and all that else is listed in part
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Show no progress bars
    #[arg(long, global = true)]
    pub(crate) no_progress: bool,
    /// Colour messages; the variable `NO_COLOR` is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Whether a question stays behind to watch `.dsp/` (Linux); the variable `DSP_WATCH` says it for all runs
    #[arg(long, global = true, value_name = "WHEN", default_value_t = Watching::of_environment())]
    #[arg(hide_short_help = true)]
    pub(crate) watch: Watching,
}

/// The empty name is the current folder, as it is to the Python tool.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(|word| PathBuf::from(if word.is_empty() { ".".into() } else { word }))
}

/// When a question leaves somebody behind who watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Watching {
    /// Where there are many entities, and the variable `CI` is not set.
    Auto,
    /// Wherever it can be done.
    Always,
    /// Not at all.
    Never,
}

impl Watching {
    /// What the variable `DSP_WATCH` says, which is no setting of a repository. What nobody knows there is passed over: it must
    /// not break every verb.
    #[expect(clippy::disallowed_methods, reason = "the door to this variable")]
    fn of_environment() -> Self {
        let said = std::env::var("DSP_WATCH").unwrap_or_default().to_ascii_lowercase();
        match said.as_str() {
            "0" | "false" | "never" | "no" | "off" => Self::Never,
            "always" => Self::Always,
            _ => Self::Auto,
        }
    }
}

impl fmt::Display for Watching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        })
    }
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// The verbs.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Command {
    /// Print every import of every source file, resolved, with how and why
    Edges(EdgesArgs),
    /// Tell the steps that lead from an import to its target
    Explain(ExplainArgs),
    /// Write the `.dsp/` graph of the repository: roots, files, externals, who uses what and why
    Bootstrap(BootstrapArgs),
    /// Bring `.dsp/` to what the code says now, and print what was done
    Sync(SyncArgs),
    /// Tell whether `.dsp/` is what the code says, and what is stale; write nothing
    Check(SyncCheckArgs),
    /// Print the roots that `bootstrap` would start from, and why each is one
    Roots(RootsArgs),
    /// Make an empty `.dsp/`; again is fine
    Init,
    #[command(flatten)]
    Read(Reading),
    #[command(flatten)]
    Write(Writing),
    /// Run operations from a file, a JSON object a line: all of them or none
    Apply(ApplyArgs),
    /// Tell what is wrong in `.dsp/`, and heal what has one right answer
    Fsck(FsckArgs),
    /// Insert, strip, list or check markers: the comments `@dsp <uid>` in sources
    #[command(subcommand)]
    Markers(Marking),
    /// Print what still has the tool's own words, with what it takes to write better ones
    Pending(PendingArgs),
    /// Print what a model must know of a few entities, within a budget
    Bundle(BundleArgs),
    /// Print what to tell an agent about this tool, ready to paste
    Prompt,
    /// Watch `.dsp/` until Ctrl-C, so that questions about all of it need not look at each file (Linux)
    Watch(WatchArgs),
}

// How long to watch. No doc comment, as below.
#[derive(Debug, clap::Args)]
pub(crate) struct WatchArgs {
    /// End once nobody has asked for so long
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) idle: Option<u32>,
    /// End who watches, if anybody does
    #[arg(long, conflicts_with = "idle")]
    pub(crate) stop: bool,
    /// A question left it behind, and gave the lock in place of an input
    #[arg(long, hide = true, conflicts_with = "stop")]
    pub(crate) behind: bool,
}

// Where to read the repository. No doc comment: it would be told as what the verb does that has these flags.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("where").multiple(false))]
pub(crate) struct Where {
    /// Read the index instead of the work tree
    #[arg(long, group = "where")]
    pub(crate) staged: bool,
    /// Read a commit instead of the work tree
    #[arg(long, group = "where", value_name = "REV")]
    pub(crate) at: Option<String>,
}

// How to work. No doc comment, as above.
#[derive(Debug, clap::Args)]
pub(crate) struct Work {
    /// Neither use nor keep what earlier runs found out
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Number of threads, at most 256; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0, env = "DSP_THREADS")]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=256))]
    pub(crate) threads: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EdgesArgs {
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
    /// List weak imports too: mentions that load nothing by themselves
    #[arg(long)]
    pub(crate) weak: bool,
    #[command(flatten)]
    pub(crate) place: Where,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Forms of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people.
    Text,
    /// A header row, then a row each; tab, newline, carriage return and backslash are escaped.
    Tsv,
    /// One object.
    Json,
}

/// Forms of any other answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// One object.
    Json,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// The importing file, from the current folder
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The specifier as the file writes it, or might write it
    #[arg(value_name = "SPECIFIER")]
    pub(crate) specifier: String,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) place: Where,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BootstrapArgs {
    /// Files to start from, from the current folder, instead of those that are found; remembered for later runs
    #[arg(value_name = "FILE")]
    pub(crate) roots: Vec<PathBuf>,
    /// Say what would be written, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// What becomes of files that no root reaches: `all` covers them too; remembered for later runs
    #[arg(long, value_name = "COVER", env = "DSP_COVER")]
    #[arg(value_parser = named(&Cover::ALL, Cover::name))]
    pub(crate) cover: Option<Cover>,
    /// How much of a file becomes entities of their own; remembered for later runs
    #[arg(long, value_name = "GRANULARITY", env = "DSP_GRANULARITY")]
    #[arg(value_parser = named(&Granularity::ALL, Granularity::name))]
    pub(crate) granularity: Option<Granularity>,
    /// Which entities get a comment with their uid in the sources; remembered for later runs
    #[arg(long, value_name = "MARKERS", env = "DSP_MARKERS")]
    #[arg(value_parser = named(&Markers::ALL, Markers::name))]
    pub(crate) markers: Option<Markers>,
    /// Write markers also into files that differ from the last commit
    #[arg(long)]
    pub(crate) allow_dirty: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// Reads a value by its name in settings.
fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<&'static str> = all.iter().map(|value| name(*value)).collect();
    PossibleValuesParser::new(names).try_map(move |text| {
        let found = all.iter().find(|value| name(**value) == text).copied();
        found.ok_or_else(|| format!("`{text}` is none of them"))
    })
}

#[derive(Debug, clap::Args)]
pub(crate) struct RootsArgs {
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) place: Where,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        std::iter::once("dsp-cli")
            .chain(line.split(' ').filter(|word| !word.is_empty()))
            .map(OsString::from)
            .collect()
    }

    /// A call of each verb. One without arguments that is not named here is called by its name alone.
    const CALLS: &[&str] = &[
        "explain a b",
        "get-entity obj-00000001",
        "get-shared obj-00000001",
        "get-recipients obj-00000001",
        "get-children obj-00000001 --depth inf",
        "get-parents obj-00000001",
        "get-path obj-00000001 obj-00000002",
        "search a",
        "find-by-source a",
        "create-object a b --kind external",
        "create-function a b --owner obj-00000001",
        "create-shared obj-00000001 obj-00000002",
        "add-import obj-00000001 obj-00000002 why",
        "update-description obj-00000001 --purpose a",
        "update-import-why obj-00000001 obj-00000002 why",
        "move-entity obj-00000001 a",
        "remove-import obj-00000001 obj-00000002",
        "remove-shared obj-00000001 obj-00000002",
        "remove-entity obj-00000001",
        "add-to-toc --toc obj-00000001 obj-00000002",
        "move-to-toc --from default --to obj-00000001 obj-00000002",
        "apply a",
        "markers check",
        "bundle obj-00000001",
    ];

    #[test]
    fn a_named_verb_is_read_as_the_whole_reads_it() {
        for verb in Args::command().get_subcommands() {
            let name = verb.get_name();
            let call = CALLS.iter().find(|call| call.split(' ').next() == Some(name)).unwrap_or(&name);
            for line in [
                (*call).to_owned(),
                format!("--root {name} -q {call}"),
                format!("{call} --root x --color never"),
            ] {
                let words = words(&line);
                let short = Args::by_named_verb(name, &words).map(|args| format!("{args:?}"));
                let whole = Args::try_parse_from(&words).map(|args| format!("{args:?}"));
                assert_eq!(short, whole.ok(), "{line}");
                assert!(short.is_some(), "{line}");
            }
        }
    }

    #[test]
    fn what_is_no_call_of_a_verb_is_left_to_the_whole() {
        for line in [
            "",
            "-V",
            "--version",
            "help",
            "help search",
            "search",
            "search --help",
            "search a b",
            "sear a",
            "--root search",
            "-- search a",
            "markers",
            "markers search",
            "get-entity obj-1",
            "--color blue init",
            "search -a",
            "create-object a -b",
            "find-by-source -a",
            "search -- -a b",
        ] {
            assert!(Args::of(&words(line)).is_err(), "{line}");
        }
    }

    #[test]
    fn words_are_read_as_the_python_tool_reads_them() {
        let told = |line: &str| format!("{:?}", Args::of(&words(line)).unwrap().command);
        for (line, same) in [
            ("search --root x --root y a", "search a"),
            ("create-object a b --kin external", "create-object a b --kind external"),
            ("create-object a b --kind external --kind object", "create-object a b"),
            ("create-object -- a b", "create-object a b"),
            ("get-children obj-00000001 --depth ALL", "get-children obj-00000001 --depth inf"),
        ] {
            assert_eq!(told(line), told(same), "{line}");
        }
        for (line, text) in [
            ("search -- -a", "\"-a\""),
            ("search -1", "\"-1\""),
            ("search -", "\"-\""),
            ("find-by-source -- -a", "\"-a\""),
            ("find-by-source -1", "\"-1\""),
            ("update-import-why -- obj-00000001 obj-00000002 -v", "\"-v\""),
            ("move-entity obj-00000001 -- --root", "\"--root\""),
        ] {
            assert!(told(line).contains(text), "{line}: {}", told(line));
        }
        assert!(told("explain -- -a -b").contains("\"-a\""));
        let empty = Args::of(&["dsp-cli".into(), "--root".into(), "".into(), "init".into()]).unwrap();
        assert_eq!(empty.global.root, PathBuf::from("."));
    }
}
