//! The verbs that write one operation (specification §5.1 to §5.10), and `apply`, which writes many.

use std::io::{self, Write};
use std::process::ExitCode;

use super::super::args::{ApplyArgs, Writing};
use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::ops::{self, Answer};
use crate::pipeline::{self, OperateError};
use crate::universe;

/// Prints the answer as the Python tool does.
pub(crate) fn run(verb: &Writing, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    let answers = pipeline::operate(&scene.dsp_dir()?, &[verb.op().into()])?;
    let text: String = answers.iter().map(Answer::to_string).collect();
    io::stdout().lock().write_all(text.as_bytes())?;
    hint(&answers, scene);
    Ok(ExitCode::SUCCESS)
}

/// What a bootstrap will do to what was written.
fn hint(answers: &[Answer], scene: &Scene) {
    if answers.iter().any(|answer| matches!(answer, Answer::Imported { unproven: true })) {
        let drops = "the next bootstrap or sync drops an import that the code does not show";
        scene.hint(&format!("{drops}, unless its why begins with `manual: `"));
    }
}

/// Prints a line an operation: the uid of what was made, else `ok`.
pub(crate) fn apply(args: &ApplyArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    universe::refuse_bare(&scene.root)?;
    let text = Scene::read_input(&args.file)?;
    let lines = ops::read_lines(&text).map_err(|error| Failure::usage(error.to_string()))?;
    let answers = pipeline::operate(&scene.dsp_dir()?, &lines);
    let answers = answers.map_err(|error| match &error {
        OperateError::Refused { at, source } => {
            let place = lines.get(*at).map(|line| format!("line {}: ", line.number)).unwrap_or_default();
            let failure = Failure::from(source);
            Failure { message: place + &failure.message, ..failure }
        }
        _ => error.into(),
    })?;
    let text: String = answers.iter().map(|answer| answer.brief() + "\n").collect();
    io::stdout().lock().write_all(text.as_bytes())?;
    hint(&answers, scene);
    Ok(ExitCode::SUCCESS)
}
