//! What is known of an index since the last run over it: that `.dsp/` says what the sources say, and what was told.
//!
//! Speed, never truth: a statement about one listing of files, by their contents, which holds whatever the index says
//! by now. A seal that is damaged, foreign or made by another program counts as none, and one that cannot be written
//! is not written. It lies beside the facts in the git directory, where no commit finds it.
#![expect(clippy::disallowed_methods, reason = "the door to what the tool keeps in the git directory")]

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bstr::BString;
use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};

use crate::git::{ContentId, Digest, Entry, EntryKind, Stamp};
use crate::kept::{Program, program};

/// The first bytes of the file; another layout has other bytes.
const MAGIC: &[u8; 8] = b"dspseal2";
/// How many bytes the checksum of what follows has.
const CHECKSUM: usize = 4;

/// A statement: whenever an index lists this, its `.dsp/` is what a sync would leave there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seal {
    /// What is listed outside `.dsp/`, sorted by path.
    pub(super) outside: Vec<Entry>,
    /// What is listed inside.
    pub(super) inside: Digest,
    /// The files on whose bytes the run rested in other ways than as sources, sorted.
    pub(super) read: Vec<RepoPath>,
    /// The stamp of an index that lists this, where one is known.
    pub(super) stamp: Option<Stamp>,
    /// What the run told, as whoever told it keeps it.
    pub(super) told: String,
}

/// A seal as it is written.
#[derive(Serialize, Deserialize)]
struct Written {
    /// The program that made it.
    program: Program,
    inside: Digest,
    /// Behind each path a zero.
    paths: BString,
    kinds: Vec<(EntryKind, bool)>,
    ids: BString,
    /// Behind each path a zero.
    read: BString,
    stamp: Option<(u64, BString)>,
    told: String,
}

impl Seal {
    /// The seal of the work tree whose git directory is `git_dir`.
    #[must_use]
    pub(super) fn load(git_dir: &Path) -> Option<Self> {
        let file = place(git_dir)?;
        if !file.symlink_metadata().ok()?.is_file() {
            return None;
        }
        let bytes = fs::read(file).ok()?;
        let (checksum, body) = bytes.strip_prefix(MAGIC)?.split_at_checked(CHECKSUM)?;
        let is_whole = crc32fast::hash(body).to_le_bytes() == checksum;
        let written: Written = if is_whole { postcard::from_bytes(body).ok()? } else { return None };
        if written.program != program()? {
            return None;
        }
        written.read()
    }

    /// Keeps it in place of the one before.
    pub(super) fn save(&self, git_dir: &Path) {
        // A seal that cannot be written costs the next run some time, and is no concern of this one.
        let _unwritten = self.write(git_dir).is_err();
    }

    fn write(&self, git_dir: &Path) -> io::Result<()> {
        let (Some(file), Some(program)) = (place(git_dir), program()) else { return Ok(()) };
        let body = postcard::to_stdvec(&self.written(program)).map_err(io::Error::other)?;
        let dir = file.parent().ok_or(io::ErrorKind::NotFound)?;
        fs::create_dir_all(dir)?;
        let mut temporary = tempfile::NamedTempFile::new_in(dir)?;
        let out = temporary.as_file_mut();
        out.write_all(&[&MAGIC[..], &crc32fast::hash(&body).to_le_bytes(), &body].concat())?;
        temporary.persist(file)?;
        Ok(())
    }

    fn written(&self, program: Program) -> Written {
        let joined = |paths: &mut dyn Iterator<Item = &RepoPath>| {
            BString::from(paths.flat_map(|path| [path.as_bytes(), b"\0"].concat()).collect::<Vec<u8>>())
        };
        Written {
            program,
            inside: self.inside,
            paths: joined(&mut self.outside.iter().map(|entry| &entry.path)),
            kinds: self.outside.iter().map(|entry| (entry.kind, entry.left_out)).collect(),
            ids: self
                .outside
                .iter()
                .flat_map(|entry| entry.id.as_bytes())
                .copied()
                .collect::<Vec<u8>>()
                .into(),
            read: joined(&mut self.read.iter()),
            stamp: self.stamp.clone().map(|(size, hash)| (size, hash.into())),
            told: self.told.clone(),
        }
    }
}

impl Written {
    fn read(self) -> Option<Seal> {
        let paths = paths(&self.paths)?;
        let length = self.ids.len().checked_div(paths.len()).unwrap_or(1).max(1);
        let ids = self.ids.chunks(length).map(ContentId::from_bytes);
        let entries = paths.into_iter().zip(self.kinds).zip(ids);
        let entry = |((path, (kind, left_out)), id): ((_, (_, _)), Option<_>)| {
            Some(Entry { path, kind, left_out, id: id? })
        };
        let outside = entries.map(entry).collect::<Option<_>>()?;
        let stamp = self.stamp.map(|(size, hash)| (size, hash.into()));
        Some(Seal { outside, inside: self.inside, read: self::paths(&self.read)?, stamp, told: self.told })
    }
}

fn paths(joined: &[u8]) -> Option<Vec<RepoPath>> {
    let paths =
        joined.split_inclusive(|byte| *byte == 0).map(|path| RepoPath::new(path.strip_suffix(b"\0")?).ok());
    paths.collect()
}

/// `None` where a link would lead elsewhere.
fn place(git_dir: &Path) -> Option<PathBuf> {
    let dir = git_dir.join("dsp-cli");
    let is_ours = dir.symlink_metadata().map_or(true, |found| found.is_dir());
    is_ours.then(|| dir.join("seal"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            inside: [7; 32],
            read,
            stamp: Some((9, vec![3; 20])),
            told: "so".to_owned(),
        }
    }

    #[test]
    fn is_read_as_it_was_written_and_damage_is_none() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(Seal::load(dir.path()), None);
        seal().save(dir.path());
        assert_eq!(Seal::load(dir.path()), Some(seal()));
        let file = dir.path().join("dsp-cli/seal");
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&file, damaged).unwrap();
            assert_eq!(Seal::load(dir.path()), None, "byte {at}");
            fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(Seal::load(dir.path()), None, "{at} bytes");
        }
    }

    #[test]
    fn an_empty_repository_has_one_too() {
        let dir = tempfile::tempdir().unwrap();
        let empty = Seal { outside: Vec::new(), read: Vec::new(), ..seal() };
        empty.save(dir.path());
        assert_eq!(Seal::load(dir.path()), Some(empty));
    }
}
