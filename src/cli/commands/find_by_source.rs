//! `find-by-source` (specification §5.18): the uids whose `source:` is a path, or a symbol in it.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::super::args::FindBySourceArgs;
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::dsp::query;

/// `not found` and 1 where there is none.
pub(crate) fn run(args: &FindBySourceArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let not_text = || Failure::usage("the path is no text on this platform");
    let source = render::path_bytes(Path::new(&args.source)).ok_or_else(not_text)?;
    let reader = scene.reader()?;
    let found = query::find_by_source(&reader, &source)?;
    let mut out = io::stdout().lock();
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
