//! The ground where the imports of all sources were answered anew: who leads elsewhere is one more that changed, and where only
//! the versions of packages are others, these are told.

use std::collections::BTreeSet;

use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::Resolved;

use super::bumped::versions;
use super::ground::Ground;
use super::{Bumped, Changed, MOST_TOLD, State, World};

/// What was found out of all sources that there are now.
#[derive(Debug)]
pub struct Answered {
    /// Each with the answers to its imports, in path order.
    pub answers: Vec<(RepoPath, Vec<Resolved>)>,
    /// Those that show other texts, as files of texts have others.
    pub showing: BTreeSet<RepoPath>,
    /// What the answers depend on not to be there.
    pub absences: Absences,
}

impl Ground<'_> {
    /// With these answers: what changed beside `changed` for them, and what is said of packages. `None` where the sources are
    /// others, or so many changed that a run over all is as quick.
    #[must_use]
    pub fn answered(
        mut self,
        Answered { answers, showing, absences }: Answered,
        mut changed: Vec<Changed>,
        world: &dyn World,
    ) -> Option<(Self, Vec<Changed>, Bumped)> {
        changed.sort_by(|a, b| a.path.cmp(&b.path));
        let (mut elsewhere, mut otherwise, mut packages) = (Vec::new(), Vec::new(), BTreeSet::new());
        let mut known = changed.iter_mut().peekable();
        let mut now = answers.into_iter();
        let mut bytes = Vec::new();
        for (source, at) in self.sources.iter().zip(0_u32..) {
            let changed = match known.next_if(|it| it.path.as_bytes() == &*source.path.0) {
                // What is gone imports nothing.
                Some(gone) if gone.state == State::Gone => {
                    gone.answers = Some(Vec::new());
                    continue;
                }
                changed => changed,
            };
            let (path, answers) = now.next()?;
            (path.as_bytes() == &*source.path.0).then_some(())?;
            if let Some(changed) = changed {
                changed.answers = Some(answers);
                continue;
            }
            bytes.clear();
            bytes = postcard::to_extend(&answers, bytes).ok()?;
            if bytes == *source.answers.0 && !showing.contains(&path) {
                continue;
            }
            match versions(&self.answers(at)?, &answers) {
                Some(versions) if !showing.contains(&path) => {
                    packages.extend(versions);
                    otherwise.push((at, answers));
                }
                _ => elsewhere.push((path, answers)),
            }
        }
        if now.next().is_some() || known.next().is_some() || elsewhere.len() > MOST_TOLD {
            return None;
        }
        let paths: Vec<RepoPath> = elsewhere.iter().map(|(path, _)| path.clone()).collect();
        for (source, (path, answers)) in world.read(&paths)?.into_iter().zip(elsewhere) {
            let (before, now) = (source.facts.clone(), source.facts);
            changed.push(Changed { path, before, now, state: State::There, answers: Some(answers) });
        }
        self.absences = Some(absences);
        let (ground, bumped) = self.reversioned(&otherwise, &packages)?;
        Some((ground, changed, bumped))
    }
}
