//! `fsck`: what is wrong in `.dsp/`, by place.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use serde::Serialize;

use super::super::args::{Format, FsckArgs};
use super::super::failure::Failure;
use super::super::render;
use super::super::scene::{DSP, Scene};
use crate::dsp::fsck::{self, Finding, Fix, Severity};
use crate::pipeline;
use crate::transaction::Recovery;
use crate::universe::{self, Universe};

/// As JSON.
#[derive(Serialize)]
struct Answer<'f> {
    fixed: &'f [Finding],
    findings: &'f [Finding],
}

/// 1 when something is wrong, and stays so.
pub(crate) fn run(args: &FsckArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    let dir = scene.dsp_dir()?;
    if let Some(top) = dir.parent() {
        Universe::refuse_left_out_of(top, DSP)?;
    }
    let (fixed, left) = if args.fix {
        let (healing, recovery) = pipeline::heal(&dir)?;
        if recovery != Recovery::Nothing {
            scene.say("a write that was cut off was finished first");
        }
        (healing.fixed, healing.left)
    } else {
        (Vec::new(), pipeline::findings(&dir)?)
    };
    Failure::unless_closed(print(&fixed, &left, args.format))?;
    if args.fix && fsck::is_unsettled(&left) {
        let what = if fixed.is_empty() { "nothing" } else { "nothing else" };
        scene.say(&format!(
            "{what} was healed: first resolve merge-conflict marks and make every file readable"
        ));
    }
    let of = |severity| left.iter().filter(|finding| finding.code.severity() == severity).count();
    let fixable = left.iter().filter(|finding| finding.fix.is_some()).count();
    let healed = if args.fix { (fixed.len(), "fixed", "fixed") } else { (fixable, "to fix", "to fix") };
    scene.tell_numbers(&[
        (of(Severity::Error), "error", "errors"),
        (of(Severity::Warning), "warning", "warnings"),
        healed,
    ]);
    Ok(ExitCode::from(u8::from(!left.is_empty())))
}

fn print(fixed: &[Finding], left: &[Finding], format: Format) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    match format {
        Format::Text => out.write_all(text(fixed, left).as_bytes())?,
        Format::Json => render::json(&mut out, &Answer { fixed, findings: left })?,
    }
    Ok(out.flush()?)
}

/// A line each: what was fixed with what was done, then what is left with what would be done.
fn text(fixed: &[Finding], left: &[Finding]) -> String {
    let fixed = fixed.iter().map(|finding| format!("fixed: {}{}\n", line(finding), told(finding, "")));
    let left = left.iter().map(|finding| format!("{}{}\n", line(finding), told(finding, "with --fix ")));
    fixed.chain(left).collect()
}

fn told(finding: &Finding, before: &str) -> String {
    let told = |fix: &Fix| format!("; {before}{}", render::plain(fix.told.as_bytes()));
    finding.fix.as_ref().map(told).unwrap_or_default()
}

fn line(finding: &Finding) -> String {
    let Finding { code, path, line, message, .. } = finding;
    let place = render::plain(path) + &line.map(|line| format!(":{line}")).unwrap_or_default();
    let message = render::plain(message.as_bytes());
    format!("{place}: {} [{}]: {message}", code.severity().name(), code.name())
}
