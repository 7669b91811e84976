//! `bundle` (specification §9): what a model must know of a few entities, within a budget.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use super::super::args::{BundleArgs, Format};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::Scene;
use crate::dsp::bundle;

/// What is left out is told in the answer: whoever reads it must know.
pub(crate) fn run(args: &BundleArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let bundle = scene.ask(|reader| {
        let mut asked = Vec::new();
        for argument in &args.of {
            asked.extend(bundle::find(reader, argument)?);
        }
        Ok(bundle::bundle(reader, &asked, args.depth.steps(), args.budget)?)
    })?;
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Text => write!(out, "{bundle}")?,
        Format::Json => render::json(&mut out, &bundle)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
