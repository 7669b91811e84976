//! What `bootstrap`, `sync` and `check` begin with: the repository read and understood.

use std::path::PathBuf;

use resolvers::path::RepoPath;

use super::super::args::Work;
use super::super::failure::Failure;
use super::super::scene::{DSP, Scene};
use crate::dsp::BootstrapInput;
use crate::dsp::identify::{Evidence, Open};
use crate::dsp::memory::Memory;
use crate::pipeline::{self, Analysis, Base, Wanted};
use crate::universe::{Universe, UniverseFile};

/// A repository, and what its files say.
pub(super) struct Job {
    pub(super) universe: Universe,
    pub(super) analysis: Analysis,
    files: Vec<RepoPath>,
    readme: Option<String>,
    memory: Memory,
}

impl Job {
    /// A `.dsp/` that is not checked out is refused: what is on disk would be taken for all there is.
    pub(super) fn of(universe: Universe, work: &Work, scene: &Scene) -> Result<Self, Failure> {
        universe.refuse_left_out(DSP)?;
        let analysis = scene.analyse(&universe, work, Wanted { weak: false, units: true });
        let memory = Scene::memory(&universe, work);
        let files = universe.files.iter().map(|file| file.path.clone()).collect();
        Ok(Self { analysis, files, readme: readme(&universe), memory, universe })
    }

    /// As the pipeline takes it.
    pub(super) fn input(&self) -> BootstrapInput<'_> {
        let Analysis { sources, resolved, units, .. } = &self.analysis;
        let (readme, memory) = (self.readme.as_deref(), &self.memory);
        BootstrapInput { files: &self.files, sources, resolved, units, readme, memory }
    }

    /// What is known of files that were moved, or may have been, since `base`.
    pub(super) fn recall(&self, open: &Open, base: &Base) -> Evidence {
        pipeline::recall(&self.universe, &self.analysis.sources, open, base)
    }

    /// Where `.dsp/` is on disk, or would be.
    pub(super) fn dir(&self) -> PathBuf {
        self.universe.snapshot.root().join(DSP)
    }
}

/// The project in its own words.
fn readme(universe: &Universe) -> Option<String> {
    let named = |file: &&UniverseFile| {
        let name = file.path.as_bytes().to_ascii_lowercase();
        matches!(&name[..], b"readme.md" | b"readme" | b"readme.markdown" | b"readme.txt")
    };
    let file = universe.files.iter().find(named)?;
    let bytes = universe.snapshot.read(&file.path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
