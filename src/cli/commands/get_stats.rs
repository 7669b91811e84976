//! `get-stats` (specification §5.22): counts what `.dsp/` holds.

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::{query, store};

pub(crate) fn run(scene: &Scene) -> Result<ExitCode, Failure> {
    let store = store::read(&scene.dsp_dir()?)?;
    write!(io::stdout().lock(), "{}", query::stats(&store))?;
    Ok(ExitCode::SUCCESS)
}
