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
