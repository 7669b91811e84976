//! The verbs about markers in sources, in the words of clap.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{Format, Work, named};
use crate::settings::Markers;

/// The verbs.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Marking {
    /// Give the entities of `.dsp/` the markers that their declarations lack: in all files or, when something stops
    /// it, in none
    Insert(InsertArgs),
    /// Take all markers out; the files are then as they were before
    Strip(StripArgs),
    /// Print every marker, what it stands above and which entity it names
    List(ListArgs),
    /// Tell which markers are unknown, duplicate, misplaced, malformed or missing
    Check(CheckArgs),
}

#[derive(Debug, Args)]
pub(crate) struct InsertArgs {
    #[command(flatten)]
    pub(crate) level: Level,
    #[command(flatten)]
    pub(crate) care: Care,
    #[command(flatten)]
    pub(crate) about: About,
}

#[derive(Debug, Args)]
pub(crate) struct StripArgs {
    #[command(flatten)]
    pub(crate) care: Care,
    #[command(flatten)]
    pub(crate) about: About,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) about: About,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) level: Level,
    #[command(flatten)]
    pub(crate) about: About,
}

// Which markers. No doc comment, as of [`super::Where`].
#[derive(Debug, Args)]
pub(crate) struct Level {
    /// Which entities have markers, in this call
    #[arg(long, value_name = "MARKERS", env = "DSP_MARKERS", value_parser = named(&Markers::ALL, Markers::name))]
    pub(crate) markers: Option<Markers>,
}

// How to write. No doc comment, as of [`super::Where`].
#[derive(Debug, Args)]
pub(crate) struct Care {
    /// Say what would be written, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write also into files that differ from the last commit
    #[arg(long)]
    pub(crate) allow_dirty: bool,
}

// Which files, and how to answer. No doc comment, as of [`super::Where`].
#[derive(Debug, Args)]
pub(crate) struct About {
    /// Files, or directories with all that is in them, from the current folder; without one, the repository
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}
