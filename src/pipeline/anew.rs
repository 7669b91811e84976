//! The imports of all sources answered anew, where something changed that any of them may go by: that costs more than to look at
//! a few files, and much less than to tell all anew.

use std::collections::BTreeSet;

use resolvers::path::RepoPath;

use super::{Analysis, Wanted, add_texts, answer, is_open};
use crate::dsp::narrow::{self, Answered};
use crate::event::Reporter;
use crate::facts::{SourceFile, cache::Cache};
use crate::kept::Key;
use crate::resolution;
use crate::universe::{Problem, Universe};

/// What was found out of an index.
pub(super) struct Anew {
    /// The answers to the imports of all sources, and who shows other texts.
    pub(super) answered: Answered,
    /// See [`narrow::detected`].
    pub(super) detected: Key,
}

impl Anew {
    /// Of `universe`, an index of which the problems `told` were told as it was `before`. `None` where others are to be told, or
    /// less may be known of some imports than there is.
    pub(super) fn of<'u>(
        universe: &Universe,
        told: &[Problem],
        before: impl FnOnce() -> &'u Universe,
        reporter: &dyn Reporter,
    ) -> Option<Self> {
        let cache = Cache::open(universe.snapshot.common_dir());
        let wanted = Wanted { weak: false, units: true, uses: true };
        let Analysis { mut sources, resolved, units, unsure, absences, problems, reused: _ } =
            // What earlier runs found out rests on what is another now.
            answer(universe, &cache, (wanted, false), reporter);
        if !unsure.is_empty() || !universe.unlisted.is_empty() || problems != told {
            return None;
        }
        let files: Vec<RepoPath> = universe.files.iter().map(|file| file.path.clone()).collect();
        let detected = narrow::detected(&files, sources.iter().map(|it| &it.path), &units);
        resolution::messages::take(&mut sources, &resolved);
        let showing = showing_others(universe, before, &sources);
        let answers =
            sources.into_iter().zip(resolved).map(|(source, answers)| (source.path, answers.imports));
        Some(Self {
            answered: Answered { answers: answers.collect(), showing, absences: absences? },
            detected,
        })
    }
}

/// Those of `sources` that show something else in the texts of `universe` than in those of the one `before`.
fn showing_others<'u>(
    universe: &Universe,
    before: impl FnOnce() -> &'u Universe,
    sources: &[SourceFile],
) -> BTreeSet<RepoPath> {
    let mut now: Vec<SourceFile> = sources.iter().filter(|source| is_open(source)).cloned().collect();
    if now.is_empty() {
        return BTreeSet::new();
    }
    let mut was = now.clone();
    add_texts(universe, &mut now);
    add_texts(before(), &mut was);
    let others = now.into_iter().zip(was).filter(|(now, was)| now.facts.shown != was.facts.shown);
    others.map(|(now, _)| now.path).collect()
}
