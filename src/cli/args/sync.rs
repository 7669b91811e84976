//! The verbs that keep `.dsp/` in step with the code, in the words of clap.

use clap::Args;

use super::{Format, Work};

#[derive(Debug, Args)]
pub(crate) struct SyncArgs {
    #[command(flatten)]
    pub(crate) index: Index,
    /// The commit in which to look for files that were moved since, instead of the last one
    #[arg(long, value_name = "REV")]
    pub(crate) from: Option<String>,
    /// Read the sources of a commit instead of the work tree
    #[arg(long, value_name = "REV", conflicts_with = "staged")]
    pub(crate) to: Option<String>,
    /// Say what would be done, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write markers also into files that differ from the last commit
    #[arg(long, conflicts_with_all = ["staged", "to"])]
    pub(crate) allow_dirty: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}

// What of the index is read and written. No doc comment, as of [`super::Where`].
#[derive(Debug, Args)]
pub(crate) struct Index {
    /// Read sources and `.dsp/` from the index, and stage the result; the work tree's `.dsp/` gets the same changes
    #[arg(long)]
    pub(crate) staged: bool,
    /// With `--staged`: leave the index alone, and change only the work tree's `.dsp/`
    #[arg(long, requires = "staged")]
    pub(crate) no_stage: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Compare the sources and the `.dsp/` of the index
    #[arg(long, conflicts_with = "against")]
    pub(crate) staged: bool,
    /// Compare the sources and the `.dsp/` of a commit; this works in a bare repository too
    #[arg(long, value_name = "REV")]
    pub(crate) against: Option<String>,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) work: Work,
}
