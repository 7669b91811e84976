//! The verbs that keep a `.dsp/` well and hand it on, in the words of clap.

use super::Format;

#[derive(Debug, clap::Args)]
pub(crate) struct FsckArgs {
    /// Heal what has one right answer: all of it or, when something stops it, nothing
    #[arg(long)]
    pub(crate) fix: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}
