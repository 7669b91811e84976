//! `read-toc` (specification §5.19).

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::args::ReadTocArgs;
use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::model::TocName;
use crate::dsp::{query, store};

/// `default` is the plain table, which is also meant when nothing is said.
pub(crate) fn run(args: &ReadTocArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let wanted = match args.toc.as_deref() {
        None => TocName::Plain,
        Some(toc) => TocName::from_argument(toc)?,
    };
    let store = store::read(&scene.dsp_dir()?)?;
    io::stdout().lock().write_all(&query::toc_text(query::toc(&store, wanted)?))?;
    Ok(ExitCode::SUCCESS)
}
