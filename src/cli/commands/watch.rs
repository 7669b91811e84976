//! `watch`: stays, hears of each change in `.dsp/`, and spares questions the look at every file.

use std::io;
use std::process::ExitCode;
use std::thread;

use super::super::failure::Failure;
use super::super::scene::Scene;
use crate::dsp::index::Index;
use crate::dsp::watch::{Watch, WatchError};

/// Ends when `.dsp/` does, or when somebody ends it.
pub(crate) fn run(scene: &Scene) -> Result<ExitCode, Failure> {
    let dir = scene.dsp_dir()?;
    drop(scene.reader()?);
    let watch = Watch::start(&dir, &Index::of(&dir))?;
    let watching = thread::Builder::new().spawn(|| watch.run())?;
    // What all questions need is read now, so that the first one finds it.
    let reader = scene.reader()?;
    reader.read_all();
    let (entities, told) = (reader.names().len(), dir.display());
    drop(reader);
    scene.say(&format!("watching {told}: {entities} entities; Ctrl-C ends it"));
    let ended = watching.join().unwrap_or_else(|_| WatchError::Io {
        path: dir,
        source: io::Error::other("the watching thread failed"),
    });
    Err(ended.into())
}
