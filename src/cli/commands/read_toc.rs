//! `read-toc` (specification §5.19).

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::dsp_error::{DSP, DspError};
use crate::dsp::model::TocName;
use crate::dsp::{query, store};

/// `toc` is a root's uid, or `default` for the plain table, which is also meant when nothing is said.
///
/// # Errors
/// See [`DspError`].
pub fn run(root: &Path, toc: Option<&str>, out: &mut dyn Write) -> Result<ExitCode, DspError> {
    let wanted = match toc {
        None | Some("default") => TocName::Plain,
        Some(uid) => TocName::Of(uid.parse()?),
    };
    let store = store::read(&root.join(DSP))?;
    out.write_all(&query::toc_text(query::toc(&store, wanted)?))?;
    Ok(ExitCode::SUCCESS)
}
