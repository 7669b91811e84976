//! What is known of an index since the last run over it: that `.dsp/` says what the sources say, and what was told.
//!
//! Speed, never truth: a statement about one listing of files, by their contents, which holds whatever the index says
//! by now. One that was made by another program counts as none, and one that cannot be written is not written. It lies
//! beside the facts in the git directory.

use std::ops::Deref;
use std::path::Path;

use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};

use crate::git::{Digest, Entry, Stamp};
use crate::identity;
use crate::kept::{Body, Folder, Program, program};
use crate::universe::Problem;

/// The first bytes of the file; another layout has other bytes.
const MAGIC: &[u8; 8] = b"dspseal9";
/// What the file is called.
const FILE: &str = "seal";

/// A statement: whenever an index lists this, its `.dsp/` is what a sync would leave there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Seal {
    // These two stand first, where a closed seal has them.
    /// The stamp of an index that lists this, where one is known.
    pub(super) stamp: Option<Stamp>,
    /// What the run told, as whoever told it keeps it.
    pub(super) told: String,
    /// What is listed outside `.dsp/`, sorted by path.
    pub(super) outside: Vec<Entry>,
    /// What is listed inside.
    pub(super) inside: Digest,
    /// The files on whose bytes the run rested in other ways than as sources, sorted.
    pub(super) read: Vec<RepoPath>,
    /// Those whose words sources show, sorted.
    pub(super) worded: Vec<RepoPath>,
    /// Those that no language reads and of which is told what they hold, sorted.
    pub(super) shown: Vec<RepoPath>,
    /// The mark of what is kept beside it for runs over a few files, where anything is.
    pub(super) ground: Option<Mark>,
}

/// A seal of which no more is read than who finds the index untouched wants to know.
pub(super) struct Closed {
    /// As of [`Seal`].
    pub(super) stamp: Option<Stamp>,
    /// As of [`Seal`].
    pub(super) told: String,
    body: Body,
}

impl Closed {
    /// The one of the work tree whose git directory is `git_dir`.
    #[must_use]
    pub(super) fn load(git_dir: &Path) -> Option<Self> {
        let body = Folder::in_git(git_dir).unseal(FILE, MAGIC)?;
        let ((maker, stamp, told), _) = postcard::take_from_bytes(&body).ok()?;
        (Some(maker) == program()).then_some(Self { stamp, told, body })
    }

    /// All of it.
    #[must_use]
    pub(super) fn open(&self) -> Option<Seal> {
        let (_, seal): (Program, _) = postcard::from_bytes(&self.body).ok()?;
        Some(seal)
    }
}

/// What runs over a few files go by: see [`crate::dsp::narrow`].
const GROUND: (&str, &[u8; 8]) = ("ground", b"dspgrndd");

/// What a ground begins with, by which the seal knows it that was written with it.
pub(super) type Mark = [u8; 16];

/// A ground behind its mark.
pub(super) struct Marked(Body);

impl Deref for Marked {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.get(size_of::<Mark>()..).unwrap_or_default()
    }
}

impl Seal {
    /// Whether the run told something of `path`.
    pub(super) fn tells_of(&self, path: &RepoPath) -> bool {
        // As the path stands there: in what is said, and as a place, which is bytes.
        let text = serde_json::to_string(&path.to_text()).unwrap_or_default();
        let place = serde_json::to_string(path.as_bytes()).unwrap_or_default();
        self.told.contains(text.trim_matches('"')) || self.told.contains(place.trim_end_matches(']'))
    }

    /// Whether the run told this.
    pub(super) fn tells(&self, problem: &Problem) -> bool {
        serde_json::to_string(problem).is_ok_and(|problem| self.told.contains(&problem))
    }

    /// What is kept beside it for runs over a few files.
    pub(super) fn ground(&self, git_dir: &Path) -> Option<Marked> {
        let body = Folder::in_git(git_dir).unseal(GROUND.0, GROUND.1)?;
        (body.first_chunk() == Some(self.ground.as_ref()?)).then_some(Marked(body))
    }

    /// Keeps a ground, which comes in pieces, in place of the one before, for a seal with that mark.
    pub(super) fn keep<'p>(ground: impl IntoIterator<Item = &'p [u8]>, git_dir: &Path) -> Option<Mark> {
        let mark = identity::drawn_mark();
        let mut body: Vec<&[u8]> = vec![&mark];
        for part in ground {
            body.push(part);
        }
        Folder::in_git(git_dir).seal(GROUND.0, GROUND.1, &body).ok()?;
        Some(mark)
    }

    /// Keeps it in place of the one before.
    pub(super) fn save(&self, git_dir: &Path) {
        let body = program().and_then(|program| postcard::to_stdvec(&(program, self)).ok());
        // A seal that cannot be written costs the next run some time, and is no concern of this one.
        let _unwritten = body.is_none_or(|body| Folder::in_git(git_dir).seal(FILE, MAGIC, &[&body]).is_err());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::{ContentId, EntryKind};

    fn seal() -> Seal {
        let entry = |path: &str, byte| Entry {
            path: RepoPath::new(path.as_bytes()).unwrap(),
            kind: EntryKind::File,
            id: ContentId::from_bytes(&[byte; 20]).unwrap(),
            left_out: byte == 2,
        };
        let read = vec![RepoPath::new(b"package.json").unwrap()];
        Seal {
            outside: vec![entry("a.ts", 1), entry("\u{e9}/b.ts", 2)],
            inside: crate::git::digest(&[], &crate::git::Contents::new()).unwrap(),
            read,
            worded: Vec::new(),
            shown: vec![RepoPath::new(b"styles.css").unwrap()],
            stamp: Some((9, vec![3; 20])),
            told: "so".to_owned(),
            ground: Some([5; 16]),
        }
    }

    #[test]
    fn is_read_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Closed::load(dir.path()).is_none());
        let seal = seal();
        seal.save(dir.path());
        let closed = Closed::load(dir.path()).unwrap();
        assert_eq!((&closed.stamp, &closed.told), (&seal.stamp, &seal.told));
        assert_eq!(closed.open(), Some(seal));
    }

    #[test]
    fn an_empty_repository_has_one_too() {
        let dir = tempfile::tempdir().unwrap();
        let empty = Seal { outside: Vec::new(), read: Vec::new(), ..seal() };
        empty.save(dir.path());
        assert_eq!(Closed::load(dir.path()).and_then(|it| it.open()), Some(empty));
    }
}
