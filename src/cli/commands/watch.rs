//! `watch`: stays, hears of each change in `.dsp/`, and spares questions the look at every file. A door: it alone starts a
//! program, which is this one.
#![expect(clippy::disallowed_methods, reason = "the door to who stays behind")]

use std::env;
use std::fs::File;
use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::AsFd;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use super::super::args::{WatchArgs, Watching};
use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::index::Index;
use crate::dsp::reader::Reader;
use crate::dsp::watch::WatchError;

/// To look at so many files takes longer than what a question does besides.
const MANY: usize = 20_000;
/// So many minutes without a question end who stays behind.
const IDLE: u32 = 30;

/// Ends when `.dsp/` does, when nobody asks any more, or when somebody ends it.
pub(crate) fn run(args: &WatchArgs, scene: &Scene) -> Result<ExitCode, Failure> {
    let dir = scene.dsp_dir()?;
    let index = Index::of(&dir);
    if args.stop {
        let ended = if index.stop_watching(&dir)? { "is not watched any more" } else { "is not watched" };
        scene.say(&format!("{} {ended}", dir.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let given = if args.behind { given_lock() } else { None };
    // Where there is none, or none that can be read, it says so as every question does.
    let count = Reader::indexed(&dir, Index::of(&dir))?.names()?.len();
    let watch = index.watch(&dir, given).inspect_err(|error| {
        if args.behind && error.lasts() {
            index.note_refusal();
        }
    })?;
    let idle = args.idle.map(|minutes| Duration::from_secs(u64::from(minutes) * 60));
    let watching = thread::Builder::new().spawn(move || watch.run(idle))?;
    // All that questions need is read now, so that the first one finds it. Writers go on meanwhile: each file is known by
    // what it says of itself, or by what who watches heard.
    let reader = Reader::indexed(&dir, index)?;
    reader.read_all();
    // What cannot be read is an error of who asks for it.
    let _unkept = reader.keep_importers();
    scene.say(&format!("watching {}: {count} entities; Ctrl-C ends it", dir.display()));
    if reader.has_other_names() {
        scene.hint("some of its files have other names (hard links): these kinds of files are looked at all the same");
    }
    drop(reader);
    let failed =
        || WatchError::Io { path: dir.clone(), source: io::Error::other("the watching thread failed") };
    watching.join().unwrap_or_else(|_| Err(failed()))?;
    scene.say(&format!("{} is not watched any more", dir.display()));
    Ok(ExitCode::SUCCESS)
}

/// The lock that the question gave in place of an input.
#[cfg(target_os = "linux")]
fn given_lock() -> Option<File> {
    io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn given_lock() -> Option<File> {
    None
}

/// Leaves somebody behind who watches, where a question had to look at many files because nobody does: the next one need
/// not. A question is answered all the same where that fails.
pub(crate) fn stay_behind(when: Watching, reader: &Reader, scene: &Scene) {
    let is_set = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "false");
    let least = match when {
        Watching::Never => return,
        Watching::Auto if is_set("CI") => return,
        Watching::Auto => MANY,
        Watching::Always => 1,
    };
    let entities = reader.unwatched();
    if entities < least {
        return;
    }
    let Some((program, dir)) = env::current_exe().ok().zip(scene.dsp_dir().ok()) else { return };
    // Whoever has it watches, or is about to.
    let Some((top, lock)) = dir.parent().zip(reader.lock_for_watcher(when == Watching::Always)) else {
        return;
    };
    let mut command = Command::new(program);
    command.arg("--root").arg(top).args(["--quiet", "watch", "--behind", "--idle", &IDLE.to_string()]);
    command.current_dir("/").stdin(lock).stdout(Stdio::null()).stderr(Stdio::null());
    apart(&mut command);
    if command.spawn().is_ok() && scene.verbose {
        scene.say(&format!(
            "{entities} entities: leaves `dsp-cli watch` behind for {}, until nobody asks for {IDLE} minutes; `dsp-cli watch \
             --stop` ends it",
            dir.display()
        ));
    }
}

/// Ctrl-C in the terminal, or its end, is none of its business, and it holds nothing open that was given to this program.
#[cfg(target_os = "linux")]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
    close_fds::set_fds_cloexec(3, &[]);
}

#[cfg(not(target_os = "linux"))]
fn apart(_: &mut Command) {}
