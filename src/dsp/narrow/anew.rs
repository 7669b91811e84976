//! The ground where the imports of all sources, or of some, were answered anew: who leads elsewhere is one more that changed, and
//! where only the versions of packages are others, these are told.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::Resolved;

use super::bumped::versions;
use super::ground::Ground;
use super::{Answers, Bumped, Changed, MOST_TOLD, State, World};

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
        let mut others = Others::default();
        let mut known = changed.iter_mut().peekable();
        let mut now = answers.into_iter();
        for (source, at) in self.sources.iter().zip(0_u32..) {
            let changed = match known.next_if(|it| it.path.as_bytes() == &*source.path.0) {
                // What is gone imports nothing.
                Some(gone) if gone.state == State::Gone => {
                    gone.answers = Answers::FoundWithAll(Vec::new());
                    continue;
                }
                changed => changed,
            };
            let (path, answers) = now.next()?;
            (path.as_bytes() == &*source.path.0).then_some(())?;
            if let Some(changed) = changed {
                changed.answers = Answers::FoundWithAll(answers);
            } else {
                let shows = showing.contains(&path);
                others.add(&self, (at, path), answers, shows)?;
            }
        }
        if now.next().is_some() || known.next().is_some() {
            return None;
        }
        self.absences = Some(absences);
        others.among(self, changed, Answers::FoundWithAll, world)
    }

    /// The same where these are the answers of some sources, of which some may have `changed`, and others are answered as they
    /// were.
    #[must_use]
    pub fn answered_in_part(
        mut self,
        mut answers: BTreeMap<RepoPath, Vec<Resolved>>,
        absences: Absences,
        mut changed: Vec<Changed>,
        world: &dyn World,
    ) -> Option<(Self, Vec<Changed>, Bumped)> {
        for it in &mut changed {
            if let Some(answers) = answers.remove(&it.path) {
                it.answers = Answers::Found(answers);
            }
        }
        let mut others = Others::default();
        for (path, answers) in answers {
            others.add(&self, (self.position(&path)?, path), answers, false)?;
        }
        self.absences = self.absences.map(|known| known.and(absences));
        others.among(self, changed, Answers::Found, world)
    }
}

/// Sources that did not change themselves, and of which something else follows.
#[derive(Default)]
struct Others {
    /// Those that lead elsewhere, or show something else.
    elsewhere: Vec<(RepoPath, Vec<Resolved>)>,
    /// Those of which the answers tell other versions alone.
    otherwise: Vec<(u32, Vec<Resolved>)>,
    /// Of these packages.
    packages: BTreeSet<(&'static str, String)>,
    /// The last answers, as they are kept.
    bytes: Vec<u8>,
}

impl Others {
    /// Adds the source at a position of the ground, which has these answers now, if they are others.
    fn add(
        &mut self,
        ground: &Ground<'_>,
        (at, path): (u32, RepoPath),
        answers: Vec<Resolved>,
        shows: bool,
    ) -> Option<()> {
        self.bytes.clear();
        self.bytes = postcard::to_extend(&answers, std::mem::take(&mut self.bytes)).ok()?;
        if self.bytes == *ground.sources[at as usize].answers.0 && !shows {
            return Some(());
        }
        match versions(&ground.answers(at)?, &answers) {
            Some(versions) if !shows => {
                self.packages.extend(versions);
                self.otherwise.push((at, answers));
            }
            _ => self.elsewhere.push((path, answers)),
        }
        Some(())
    }

    /// These among what `changed`, and what is said of packages.
    fn among<'b>(
        self,
        ground: Ground<'b>,
        mut changed: Vec<Changed>,
        found: fn(Vec<Resolved>) -> Answers,
        world: &dyn World,
    ) -> Option<(Ground<'b>, Vec<Changed>, Bumped)> {
        if self.elsewhere.len() > MOST_TOLD {
            return None;
        }
        let paths: Vec<RepoPath> = self.elsewhere.iter().map(|(path, _)| path.clone()).collect();
        for (source, (_, answers)) in world.read(&paths)?.into_iter().zip(self.elsewhere) {
            changed.push(Changed::as_it_was(source, found(answers)));
        }
        let (ground, bumped) = ground.reversioned(&self.otherwise, &self.packages)?;
        Some((ground, changed, bumped))
    }
}
