//! `watch`: stays, hears of each change in `.dsp/`, and spares questions the look at every file. A door: it alone starts a
//! program, which is this one.
#![expect(clippy::disallowed_methods, reason = "the door to who stays behind")]

use std::env;
use std::io;
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
    if args.stop {
        let ended =
            if Index::of(&dir).stop_watching()? { "is not watched any more" } else { "is not watched" };
        scene.say(&format!("{} {ended}", dir.display()));
        return Ok(ExitCode::SUCCESS);
    }
    // Where there is none, or none that can be read, it says so as every question does.
    let count = scene.reader()?.names()?.len();
    let reader = scene.reader()?;
    let watch = Index::of(&dir).watch(&dir)?;
    let idle = args.idle.map(|minutes| Duration::from_secs(u64::from(minutes) * 60));
    let watching = thread::Builder::new().spawn(move || watch.run(idle))?;
    // All that questions need is read now, so that the first one finds it.
    reader.read_all();
    // What cannot be read is an error of who asks for it.
    let _unkept = reader.keep_importers();
    let has_other_names = reader.has_other_names();
    // Who is told that it watches may write.
    drop(reader);
    scene.say(&format!("watching {}: {count} entities; Ctrl-C ends it", dir.display()));
    if has_other_names {
        scene.hint("some of its files have other names (hard links): these kinds of files are looked at all the same");
    }
    let failed = || WatchError::Io { path: dir, source: io::Error::other("the watching thread failed") };
    watching.join().unwrap_or_else(|_| Err(failed()))?;
    Ok(ExitCode::SUCCESS)
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
    let looked_at = reader.looked_at();
    if looked_at < least {
        return;
    }
    let Some((program, dir)) = env::current_exe().ok().zip(scene.dsp_dir().ok()) else { return };
    let Some(top) = dir.parent() else { return };
    let mut command = Command::new(program);
    command.arg("--root").arg(top).args(["--quiet", "watch", "--idle", &IDLE.to_string()]);
    command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    apart(&mut command);
    if command.spawn().is_ok() && scene.verbose {
        scene.say(&format!(
            "{looked_at} entities: watching {} from now on, until nobody asks for {IDLE} minutes; `dsp-cli watch --stop` ends \
             it",
            dir.display()
        ));
    }
}

/// Ctrl-C in the terminal is none of its business, and it holds nothing open that was given to this program.
#[cfg(target_os = "linux")]
fn apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
    close_fds::set_fds_cloexec(3, &[]);
}

#[cfg(not(target_os = "linux"))]
fn apart(_: &mut Command) {}
