//! `prompt`: what to tell an agent about this tool.

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::failure::Failure;

/// As it is printed. A test holds every call in it against the arguments.
const PROMPT: &str = include_str!("prompt.md");

pub(crate) fn run() -> Result<ExitCode, Failure> {
    io::stdout().lock().write_all(PROMPT.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::super::args::Args;
    use super::*;

    /// Verbs that an agent does not need day by day.
    const OTHERS: [&str; 14] = [
        "edges",
        "roots",
        "init",
        "get-shared",
        "get-children",
        "get-path",
        "detect-cycles",
        "get-orphans",
        "get-stats",
        "add-to-toc",
        "move-to-toc",
        "rebuild-cache",
        "prompt",
        "watch",
    ];

    #[test]
    fn every_verb_is_told_or_left_out_on_purpose() {
        for verb in Args::command().get_subcommands() {
            let call = format!("`dsp-cli {}", verb.get_name());
            let is_told = [' ', '`'].into_iter().any(|end| PROMPT.contains(&format!("{call}{end}")));
            assert_ne!(is_told, OTHERS.contains(&verb.get_name()), "{call}");
        }
    }
}
