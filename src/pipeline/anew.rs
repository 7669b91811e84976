//! The imports of all sources answered anew, where something changed that any of them may go by, or only what they show looked at,
//! where other texts may be shown: that costs more than to look at a few files, and much less than to tell all anew.

use std::collections::BTreeSet;

use rayon::prelude::*;
use resolvers::path::RepoPath;

use super::{Analysis, Wanted, add_texts, answer, is_open};
use crate::dsp::narrow::{self, Answered, Changed, Ground};
use crate::event::Reporter;
use crate::facts::{self, SourceFile, cache::Cache};
use crate::kept::Key;
use crate::resolution::{self, ResolvedFile};
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
        before: impl FnOnce() -> &'u Universe + Send,
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
        resolution::messages::take(&mut sources, &resolved);
        let detected = || {
            let files: Vec<RepoPath> = universe.files.iter().map(|file| file.path.clone()).collect();
            narrow::detected(&files, sources.iter().map(|it| &it.path), &units)
        };
        let (detected, showing) = rayon::join(detected, || showing_others(universe, before, &sources));
        let answers = sources.into_iter().zip(resolved).map(|(SourceFile { path, facts, .. }, answers)| {
            // Taking apart what so many files hold takes a while, and the process ends soon.
            std::mem::forget(facts);
            (path, answers.imports)
        });
        Some(Self {
            answered: Answered { answers: answers.collect(), showing, absences: absences? },
            detected,
        })
    }
}

/// Those that show something else in the texts of `universe`, whose sources lead where `ground` says, but for those that
/// `changed`, than in those of the one `before`. `None` where what they show may stand in one of these.
pub(super) fn showing<'u>(
    universe: &Universe,
    before: impl FnOnce() -> &'u Universe,
    (ground, changed): (&Ground<'_>, &[Changed]),
    reporter: &dyn Reporter,
) -> Option<BTreeSet<RepoPath>> {
    let cache = Cache::open(universe.snapshot.common_dir());
    let mut sources = facts::extract(universe, &cache, true, reporter).sources;
    if sources.iter().any(resolution::messages::takes) {
        if !changed.is_empty() {
            return None;
        }
        let answers = |source: &SourceFile| Some(ResolvedFile { imports: ground.answers_of(&source.path)? });
        let resolved = sources.par_iter().map(answers).collect::<Option<Vec<_>>>()?;
        resolution::messages::take(&mut sources, &resolved);
    }
    let showing = showing_others(universe, before, &sources);
    // Taking apart what so many files hold takes a while, and the process ends soon.
    std::mem::forget(sources);
    Some(showing)
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
