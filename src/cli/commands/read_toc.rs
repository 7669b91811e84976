//! `read-toc` (specification §5.19).

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::args::ReadTocArgs;
use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::model::TocName;
use crate::dsp::query;

/// `default` is the plain table, which is also meant when nothing is said.
pub(crate) fn run(args: &ReadTocArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let wanted = match args.toc.as_deref() {
        None => TocName::Plain,
        Some(toc) => TocName::from_argument(toc)?,
    };
    let reader = scene.reader()?;
    io::stdout().lock().write_all(&query::toc_text(query::toc(&reader, wanted)?))?;
    Ok(ExitCode::SUCCESS)
}
