//! `get-stats` (specification §5.22): counts what `.dsp/` holds.

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::query;

pub(crate) fn run(scene: &Scene) -> Result<ExitCode, Failure> {
    let reader = scene.reader()?;
    write!(io::stdout().lock(), "{}", query::stats(&reader)?)?;
    Ok(ExitCode::SUCCESS)
}
