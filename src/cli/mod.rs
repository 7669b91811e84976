//! The command line: the only code that prints.
//!
//! Reads arguments, calls the library, prints the product to stdout and the story to stderr. Nothing is decided
//! here that another front end would have to decide again.

mod args;
mod commands;
mod failure;
mod progress;
mod render;
mod scene;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::identity::UidError;
use args::{Args, Command};
use failure::Failure;
use scene::Scene;

/// Runs the program with `args`, its own name first.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = args.into_iter().collect();
    let args = match Args::of(&words) {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let scene = Scene::new(&args.global);
    match run(&args.command, &scene) {
        Ok(code) => code,
        Err(failure) => scene.fail(&failure),
    }
}

fn run(command: &Command, scene: &Scene) -> Result<ExitCode, Failure> {
    match command {
        Command::Edges(args) => commands::edges::run(args, scene),
        Command::Explain(args) => commands::explain::run(args, scene),
        Command::Bootstrap(args) => commands::bootstrap::run(args, scene),
        Command::Sync(args) => commands::sync::run(args, scene),
        Command::Check(args) => commands::sync::check(args, scene),
        Command::Roots(args) => commands::roots::run(args, scene),
        Command::Init => commands::init::run(scene),
        Command::Read(verb) => commands::read::run(verb, scene),
        Command::Write(verb) => commands::write::run(verb, scene),
        Command::Apply(args) => commands::write::apply(args, scene),
        Command::Fsck(args) => commands::fsck::run(args, scene),
        Command::Markers(verb) => commands::markers::run(verb, scene),
        Command::Pending(args) => commands::pending::run(args, scene),
        Command::Bundle(args) => commands::bundle::run(args, scene),
        Command::Prompt => commands::prompt::run(),
        Command::Watch(args) => commands::watch::run(args, scene),
    }
}

/// Help and version are the product and go to stdout; the rest is a wrong call.
fn usage(error: &clap::Error) -> ExitCode {
    // Whoever closed the pipe has read enough.
    let _closed = error.print().is_err();
    if std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<UidError>) {
        let _closed = writeln!(io::stderr(), "hint: {}", failure::UIDS).is_err();
    }
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}
