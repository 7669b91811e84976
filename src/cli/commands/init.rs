//! `init` (specification §5.0): makes an empty `.dsp/`; again is fine.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::dsp_error::{DSP, DspError};
use crate::transaction::{PATIENCE, Transaction};

/// `root` is the absolute path of the project; it must be there.
///
/// # Errors
/// See [`DspError`].
pub fn run(root: &Path, out: &mut dyn Write) -> Result<ExitCode, DspError> {
    let dir = root.join(DSP);
    Transaction::begin(&dir, PATIENCE)?.create_dir()?;
    writeln!(out, "initialized {}", dir.display())?;
    Ok(ExitCode::SUCCESS)
}
