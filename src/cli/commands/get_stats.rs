//! `get-stats` (specification §5.22).

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::dsp_error::{DSP, DspError};
use crate::dsp::{query, store};

/// Counts what `.dsp/` holds.
///
/// # Errors
/// See [`DspError`].
pub fn run(root: &Path, out: &mut dyn Write) -> Result<ExitCode, DspError> {
    let store = store::read(&root.join(DSP))?;
    write!(out, "{}", query::stats(&store))?;
    Ok(ExitCode::SUCCESS)
}
