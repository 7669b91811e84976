//! `watch`: stays, hears of each change in `.dsp/`, and spares questions the look at every file.

use std::io;
use std::process::ExitCode;
use std::thread;

use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::index::Index;
use crate::dsp::watch::WatchError;

/// Ends when `.dsp/` does, or when somebody ends it.
pub(crate) fn run(scene: &Scene) -> Result<ExitCode, Failure> {
    let dir = scene.dsp_dir()?;
    // Where there is none, or none that can be read, it says so as every question does.
    let count = scene.reader()?.names()?.len();
    let reader = scene.reader()?;
    let watch = Index::of(&dir).watch(&dir)?;
    let watching = thread::Builder::new().spawn(|| watch.run())?;
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
    Err(watching.join().unwrap_or_else(|_| failed()).into())
}
