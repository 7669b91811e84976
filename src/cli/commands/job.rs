//! What `bootstrap`, `sync` and `check` begin with: the repository read and understood.

use std::path::PathBuf;

use resolvers::path::RepoPath;

use super::super::args::Work;
use super::super::failure::Failure;
use super::super::scene::{DSP, Scene};
use crate::dsp::BootstrapInput;
use crate::dsp::identify::{Evidence, Open};
use crate::dsp::memory::Memory;
use crate::dsp::model::Store;
use crate::dsp::store::{self, StoreError};
use crate::pipeline::{self, Analysis, Base, Wanted};
use crate::universe::Universe;

/// What stands in a `.dsp/`, or why that cannot be told.
pub(super) type Found = Result<Store, StoreError>;

/// A repository, and what its files say.
pub(super) struct Job {
    pub(super) universe: Universe,
    pub(super) analysis: Analysis,
    files: Vec<RepoPath>,
    memory: Memory,
    /// Whether later runs may go by what this one finds.
    is_traced: bool,
}

impl Job {
    /// A `.dsp/` that is not checked out is refused: what is on disk would be taken for all there is.
    pub(super) fn of(universe: Universe, work: &Work, scene: &Scene) -> Result<Self, Failure> {
        Self::beside(universe, work, scene, |_, _| ()).map(|(job, ())| job)
    }

    /// The same of an index or a commit, and what stands in its `.dsp/`.
    pub(super) fn with_dsp(universe: Universe, work: &Work, scene: &Scene) -> Result<(Self, Found), Failure> {
        Self::beside(universe, work, scene, |universe, memory| store::of_snapshot(&universe.snapshot, memory))
    }

    /// The same, and what `read` reads meanwhile.
    fn beside<R: Send>(
        universe: Universe,
        work: &Work,
        scene: &Scene,
        read: impl FnOnce(&Universe, &Memory) -> R + Send,
    ) -> Result<(Self, R), Failure> {
        universe.refuse_left_out(DSP)?;
        let memory = Scene::memory(&universe, work);
        let wanted = Wanted { weak: false, units: true, uses: true };
        let analyse = || scene.analyse(&universe, work, wanted);
        let (analysis, read) = rayon::join(analyse, || read(&universe, &memory));
        let files = universe.files.iter().map(|file| file.path.clone()).collect();
        let is_traced = universe.snapshot.stamp().is_some() && !work.no_cache;
        Ok((Self { universe, analysis, files, memory, is_traced }, read))
    }

    /// As the pipeline takes it.
    pub(super) fn input(&self) -> BootstrapInput<'_> {
        let Analysis { sources, resolved, units, unsure, absences, .. } = &self.analysis;
        let (memory, unread, unlisted) = (&self.memory, &self.universe, &self.universe.unlisted);
        BootstrapInput {
            files: &self.files,
            sources,
            resolved,
            units,
            unsure,
            unlisted,
            unread,
            memory,
            traced: self.is_traced,
            absences: absences.as_ref(),
        }
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
