//! `watch`: stays, hears of each change in `.dsp/`, and spares questions the look at every file.
#![expect(
    clippy::disallowed_methods,
    reason = "the command line starts the program again, to stay in the background"
)]

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::super::args::WatchArgs;
use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::index::Index;
use crate::dsp::watch::{self, WatchError};
use crate::universe::Universe;

/// What stands in the background ends when nobody has asked for that long.
const IDLE: Duration = Duration::from_hours(3);
/// Who is told to end does so within that time, or does not hear.
const ENDING: Duration = Duration::from_secs(5);
/// Where one was started, or could not be, questions start none again for that long.
const AGAIN: Duration = Duration::from_mins(10);
/// How it says that it answers.
const READY: &str = "watching ";
/// The variable of git that has questions start a watcher.
const WANTED: &str = "dsp.watch";

/// Ends when `.dsp/` does, or when somebody ends it.
pub(crate) fn run(args: &WatchArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    if args.stop {
        return stop(scene);
    }
    if args.background {
        return start(scene);
    }
    if args.unattended {
        watch::detach();
    }
    let dir = scene.dsp_dir()?;
    // Where there is none, or none that can be read, it says so as every question does.
    let count = scene.reader()?.names()?.len();
    let reader = scene.reader()?;
    let watch = Index::of(&dir).watch(&dir)?;
    let idle = args.unattended.then_some(IDLE);
    let watching = thread::Builder::new().spawn(move || watch.run(idle))?;
    // All that questions need is read now, so that the first one finds it.
    reader.read_all();
    // What cannot be read is an error of who asks for it.
    let _unkept = reader.keep_importers();
    if reader.has_other_names() {
        scene.hint("some of its files have other names (hard links): these kinds of files are looked at all the same");
    }
    let ends = if args.unattended { "`dsp-cli watch --stop`" } else { "Ctrl-C" };
    scene.say(&format!("{}{}: {count} entities; {ends} ends it", READY, dir.display()));
    drop(reader);
    let failed = || WatchError::Io { path: dir, source: io::Error::other("the watching thread failed") };
    match watching.join().unwrap_or_else(|_| failed()) {
        WatchError::Idle => Ok(ExitCode::SUCCESS),
        error => Err(error.into()),
    }
}

/// Starts one in the background, and comes back when it answers.
fn start(scene: &Scene) -> Result<ExitCode, Failure> {
    let dir = scene.dsp_dir()?;
    if let Some(process) = Index::of(&dir).watcher() {
        scene.say(&format!("{} is watched already, by process {process}", dir.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let mut child = spawn(&dir, Stdio::piped())?;
    let told = BufReader::new(child.stderr.take().ok_or_else(|| io::Error::other("it has no stderr"))?);
    let mut lines = Vec::new();
    for line in told.lines() {
        lines.push(line?);
        if lines.last().is_some_and(|line| line.starts_with(READY)) {
            for line in lines {
                scene.say(&line);
            }
            return Ok(ExitCode::SUCCESS);
        }
    }
    for line in lines {
        scene.insist(&line);
    }
    let code = child.wait()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(3)))
}

/// Ends whoever watches; 1 where nobody does.
fn stop(scene: &Scene) -> Result<ExitCode, Failure> {
    let dir = scene.dsp_dir()?;
    let index = Index::of(&dir);
    let Some(process) = index.watcher() else {
        scene.say(&format!("nobody watches {}", dir.display()));
        return Ok(ExitCode::from(1));
    };
    watch::end(process)?;
    let told = Instant::now();
    while index.watcher().is_some() {
        if told.elapsed() > ENDING {
            return Err(
                io::Error::other(format!("process {process} was told to end, and still watches")).into()
            );
        }
        thread::sleep(Duration::from_millis(5));
    }
    scene.say(&format!("process {process} does not watch {} any more", dir.display()));
    Ok(ExitCode::SUCCESS)
}

/// Starts one in the background where git's settings want it, questions are worth it, and nobody was started lately. Who asks
/// does not wait for it; where it cannot watch, `watch` tells why.
pub(crate) fn start_where_wanted(scene: &Scene) {
    let Ok(dir) = scene.dsp_dir() else { return };
    let index = Index::of(&dir);
    let is_wanted = || Universe::repository(&dir).ok().flatten().is_some_and(|it| it.is_set(WANTED));
    if index.wants_watching(AGAIN) && is_wanted() && index.note_started() {
        let _unstarted = spawn(&dir, Stdio::null()).is_err();
    }
}

/// This program once more, to watch `dir` unattended.
fn spawn(dir: &Path, stderr: Stdio) -> io::Result<Child> {
    let mut program = Command::new(std::env::current_exe()?);
    program.arg("--root").arg(dir.parent().unwrap_or(dir)).args(["--color=never", "watch", "--unattended"]);
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr).spawn()
}
