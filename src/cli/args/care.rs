//! The verbs that keep a `.dsp/` well and hand it on, in the words of clap.

use bstr::BString;
use clap::ValueEnum;

use super::{Format, reading};
use crate::dsp::query::Depth;

#[derive(Debug, clap::Args)]
pub(crate) struct FsckArgs {
    /// Heal what has one right answer: all of it or, when something stops it, nothing
    #[arg(long)]
    pub(crate) fix: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PendingArgs {
    /// Print no more than this many
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,
    /// Only entities
    #[arg(long, conflicts_with = "edges")]
    pub(crate) entities: bool,
    /// Only edges
    #[arg(long)]
    pub(crate) edges: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: PendingFormat,
}

/// Forms of what is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PendingFormat {
    /// For people.
    Text,
    /// One object.
    Json,
    /// Operations, one a line: edit the texts and give them to `apply`.
    Jsonl,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BundleArgs {
    /// Uids, or paths as `source:` writes them, from the repo root
    #[arg(value_name = "UID_OR_PATH", value_parser = reading::path(), required = true)]
    pub(crate) of: Vec<BString>,
    /// Also what they import, this many imports deep; a number or `inf`
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) depth: Depth,
    /// How many tokens it may have, of four bytes each
    #[arg(long, value_name = "TOKENS", default_value_t = 8000)]
    pub(crate) budget: usize,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
