//! The changes to a `.dsp/` that is in step but for a few files: what is told anew is what may say something else now, not
//! the whole repository.
//!
//! Speed, never truth: whatever is not certain to come out as a run over all sources would have it is left to such a run.
//! It is certain where what other files import leads where it led (`turned.rs` sees to that); where nobody's words are
//! concerned; and where everything that is written anew stood there just as the tool had written it.
//!
//! ```text
//!   ground, changed --> who may say something else --> these before and now --> their files --> changes
//! ```
//!
//! Pure but for the [`World`] that it asks.

mod anew;
mod area;
mod bumped;
mod course;
mod files;
mod ground;
mod grown;
mod heirs;
mod kept_users;
mod leads;
mod others;
mod packages;
mod part;
mod renewed;
mod renumbered;
mod same;
mod strays;
mod traces;
mod turned;
mod used;
mod written;

use resolvers::facts::FileFacts;
use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::Resolved;

pub use self::anew::Answered;
pub use self::bumped::Bumped;
pub use self::ground::{Ground, lacking};
pub use self::leads::{Counts, signed};
pub use self::part::Part;
pub use self::traces::{Traces, detected, ground};
pub(super) use self::traces::{Tracing, traces};
use self::turned::Turned;
use super::desired::{asset, asset_text};
use super::identify::{Evidence, Open};
use super::model::Store;
use super::text::external::Use;
use crate::facts::SourceFile;
use crate::git::ContentId;
use crate::identity::Uid;
use crate::transaction::Change;

/// What is asked of the repository.
pub trait World: Sync {
    /// The sources at `paths` as they stand now.
    fn read(&self, paths: &[RepoPath]) -> Option<Vec<SourceFile>>;

    /// The answers to the imports of each of `changed` before and now, where all that can be told of these is told, and
    /// what they depend on not to be there.
    fn answers(&self, changed: &[&Changed]) -> Option<(Vec<[Vec<Resolved>; 2]>, Absences)>;

    /// Adds to the facts of `sources` what files of texts say on that side.
    fn add_texts(&self, sources: &mut [SourceFile], side: Side);

    /// The blob at `path` below `.dsp/`.
    fn listed(&self, path: &str) -> Option<ContentId>;

    /// The files below `.dsp/` whose paths begin so.
    fn list(&self, prefix: &str) -> Vec<String>;

    /// What a blob of these bytes is called.
    fn name_of(&self, bytes: &[u8]) -> Option<ContentId>;

    /// The bytes of a blob.
    fn blob(&self, id: ContentId) -> Option<Vec<u8>>;

    /// All files, sorted.
    fn files(&self) -> Vec<RepoPath>;

    /// What the file at `path` says, which no language reads, on that side; `None` where it is not there, or kept by somebody
    /// else.
    fn asset(&self, path: &RepoPath, side: Side) -> Option<Says>;

    /// The files that no language reads and that are there no more.
    fn lost(&self) -> &[RepoPath];

    /// What the files of `open` look like, of which `sources` say what they say now, and what they looked like.
    fn recall(&self, open: &Open, sources: &[SourceFile]) -> Evidence;
}

/// A source that says something else, or whose imports lead elsewhere.
#[derive(Debug)]
pub struct Changed {
    /// The file.
    pub path: RepoPath,
    /// What it said.
    pub before: FileFacts,
    /// What it says.
    pub now: FileFacts,
    /// Whether it is there.
    pub state: State,
    /// The answers to its imports now.
    pub answers: Answers,
}

/// What is known of the answers to the imports of a source.
#[derive(Debug, PartialEq, Eq)]
pub enum Answers {
    /// They are to be found out, where they may be others.
    Open,
    /// These were found.
    Found(Vec<Resolved>),
    /// These were found, with those of all sources.
    FoundWithAll(Vec<Resolved>),
}

impl Changed {
    /// What the source at `path` said `before` and says `now`; where its imports lead is to be found out.
    #[must_use]
    pub fn of(path: &RepoPath, before: FileFacts, now: FileFacts, state: State) -> Self {
        Self { path: path.clone(), before, now, state, answers: Answers::Open }
    }

    /// The source as it is, where something else may follow from it.
    #[must_use]
    pub fn as_it_was(source: SourceFile, answers: Answers) -> Self {
        let SourceFile { path, facts, .. } = source;
        Self { path, before: facts.clone(), now: facts, state: State::There, answers }
    }
}

/// Before the changes, or after them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// As it was.
    Before,
    /// As it is.
    Now,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Before => Self::Now,
            Self::Now => Self::Before,
        }
    }
}

/// Whether a source was and is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Before and now.
    There,
    /// Now. Before it said nothing.
    New,
    /// Before. Now it says nothing.
    Gone,
}

/// What a file says that no language reads, where that is told of it.
#[derive(Debug)]
pub struct Says(pub Option<String>);

/// A file that no language reads, of which something else is to be said, where it is an entity.
#[derive(Debug)]
pub struct Retold {
    path: RepoPath,
    before: Says,
    now: Says,
}

impl Retold {
    /// The file at `path`, which held `before` and holds `now`; `None` where the same is said of both.
    #[must_use]
    pub fn of(path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Self> {
        let (before, now) = (asset_text(path, before), asset_text(path, now));
        let told = |text: &Option<String>| asset(path, text.as_deref(), &Use::default());
        let is_other = told(&before) != told(&now);
        is_other.then(|| Self { path: path.clone(), before: Says(before), now: Says(now) })
    }
}

/// What follows from the changes.
pub struct Narrowed {
    /// Files below `.dsp/`, each at most once.
    pub changes: Vec<Change>,
    /// How many entities are new.
    pub minted: usize,
    /// Entities that go.
    pub removed: Vec<Uid>,
    /// What there is more of, or less, than before.
    pub counts: Counts,
    /// How many circles of files there are, where imports are others now.
    pub cycles: Option<usize>,
    /// What stood there, as far as it changes, and the sources of what is spoken of.
    pub before: Store,
    /// What was told anew: see [`Ground::renewed`].
    pub part: Part,
}

/// More files are told anew by a run over all; many more can be looked at.
pub const MOST_TOLD: usize = 400;

/// What `changed`, `retold` and `bumped` do to the `.dsp/` of the sources that have that `ground`, which [has](Ground::with) those
/// that are new, and those that are gone still; with the ground that it goes by. `None` where only a run over all sources can
/// tell.
#[must_use]
pub fn narrow<'b>(
    ground: Ground<'b>,
    changed: Vec<Changed>,
    (retold, Bumped(bumped)): (Vec<Retold>, Bumped),
    world: &dyn World,
) -> Option<(Ground<'b>, Narrowed)> {
    let (turned, answers) = Turned::of(&ground, changed, world)?;
    let (ground, bumped) = ground.with_others(answers.values().flatten(), bumped, world)?;
    let part = Part::of(&ground, (turned, answers), (retold, Bumped(bumped)), world)?;
    let written::Written { changes, before, removed } = written::written(&ground, &part, world)?;
    let (minted, counts, cycles) =
        (part.minted.len(), part.led.counts, part.led.tables.as_ref().map(|it| it.cycles));
    Some((ground, Narrowed { changes, minted, removed, counts, cycles, before, part }))
}
