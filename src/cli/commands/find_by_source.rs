//! `find-by-source` (specification §5.18).

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::dsp_error::{DSP, DspError};
use crate::dsp::{query, store};

/// Prints the uids whose `source:` is `source`, or a symbol in it; `not found` and 1 where there is none.
///
/// # Errors
/// See [`DspError`].
pub fn run(root: &Path, source: &[u8], out: &mut dyn Write) -> Result<ExitCode, DspError> {
    let store = store::read(&root.join(DSP))?;
    let found = query::find_by_source(&store, source);
    if found.is_empty() {
        writeln!(out, "not found")?;
        return Ok(ExitCode::from(1));
    }
    for name in found {
        out.write_all(name)?;
        out.write_all(b"\n")?;
    }
    Ok(ExitCode::SUCCESS)
}
