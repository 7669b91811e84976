//! `init` (specification §5.0): makes an empty `.dsp/`; again is fine.

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::transaction::{PATIENCE, Transaction};
use crate::universe;

pub(crate) fn run(scene: &Scene) -> Result<ExitCode, Failure> {
    scene.make_root()?;
    universe::refuse_bare(&scene.root)?;
    let dir = scene.dsp_dir()?;
    Transaction::begin(&dir, PATIENCE)?.create_dir()?;
    writeln!(io::stdout().lock(), "initialized {}", dir.display())?;
    Ok(ExitCode::SUCCESS)
}
