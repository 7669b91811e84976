//! What a writer is about to do, written down before it starts. A door.
//!
//! `dsp-cli journal 3`, a line feed, the BLAKE3 of the rest, and the entries as postcard. A journal that cannot be
//! read back was never completed: nothing had been changed under it. Journal 2, of an earlier version that died, has the
//! SHA-256 instead.
#![expect(clippy::disallowed_methods, reason = "part of the door `transaction`")]

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Result, Stamp, disk, failed, is_there, parent_of};

const HEAD: &[u8] = b"dsp-cli journal 3\n";
const OLDER: &[u8] = b"dsp-cli journal 2\n";
const DIGEST: usize = blake3::OUT_LEN;
/// About how many bytes an entry takes beside its contents.
const ROOM: usize = 128;

/// Whence the path of an entry counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Base {
    /// From the directory of the transaction.
    Inside,
    /// From the directory that holds it: a source.
    Around,
}

impl Base {
    pub(super) fn of(self, dir: &Path) -> &Path {
        match self {
            Self::Inside => dir,
            Self::Around => parent_of(dir),
        }
    }
}

/// One file: what it was and what it shall be. `None`: not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry<'c> {
    pub(super) base: Base,
    pub(super) path: RepoPath,
    pub(super) before: Option<Vec<u8>>,
    pub(super) after: Option<Cow<'c, [u8]>>,
    /// What stood there when it was looked at.
    pub(super) seen: Option<Stamp>,
}

/// [`Entry`] on disk: a path is checked when it is an entry again; a stamp means nothing to another run.
#[derive(Serialize, Deserialize)]
struct Record<'e>(
    Base,
    #[serde(borrow, with = "serde_bytes")] Cow<'e, [u8]>,
    #[serde(borrow, with = "serde_bytes")] Option<Cow<'e, [u8]>>,
    #[serde(borrow, with = "serde_bytes")] Option<Cow<'e, [u8]>>,
);

impl<'e> Record<'e> {
    fn of(entry: &'e Entry<'_>) -> Self {
        let [before, after] = [entry.before.as_deref(), entry.after.as_deref()];
        Self(entry.base, entry.path.as_bytes().into(), before.map(Cow::from), after.map(Cow::from))
    }
}

#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
}

impl Journal {
    pub(super) fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// Whether entries are still to be made true.
    pub(super) fn is_there(&self) -> bool {
        self.path.symlink_metadata().is_ok_and(|found| found.is_file())
    }

    /// Writes it beside and renames it into place: from then on the entries will be made true.
    pub(super) fn write(&self, entries: &[Entry<'_>]) -> Result<()> {
        let bytes = encode(entries).map_err(failed("encode", &self.path))?;
        let part = self.path.with_extension("part");
        let written = disk::write_new(&part, &bytes).and_then(|file| file.sync_data());
        written.and_then(|()| disk::rename(&part, &self.path)).map_err(failed("write", &self.path))
    }

    /// The entries of a run that did not end; `None` when there is none.
    pub(super) fn read(&self) -> Result<Option<Vec<Entry<'static>>>> {
        if !is_there(&self.path)? {
            return Ok(None);
        }
        let bytes = fs::read(&self.path).map_err(failed("read", &self.path))?;
        Ok(decode(&bytes))
    }

    /// The entries are true, or given up.
    pub(super) fn remove(&self) -> Result<()> {
        disk::remove_file(&self.path).map_err(failed("remove", &self.path))
    }
}

fn encode(entries: &[Entry<'_>]) -> io::Result<Vec<u8>> {
    let records: Vec<Record<'_>> = entries.iter().map(Record::of).collect();
    let contents = entries.iter().flat_map(|it| [it.before.as_deref(), it.after.as_deref()]).flatten();
    let payload = contents.map(<[u8]>::len).sum::<usize>() + entries.len() * ROOM;
    let mut bytes = Vec::with_capacity(HEAD.len() + DIGEST + payload);
    bytes.extend_from_slice(HEAD);
    bytes.resize(HEAD.len() + DIGEST, 0);
    let mut bytes = postcard::to_extend(&records, bytes).map_err(io::Error::other)?;
    let digest = blake3::hash(&bytes[HEAD.len() + DIGEST..]);
    bytes[HEAD.len()..][..DIGEST].copy_from_slice(digest.as_bytes());
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Option<Vec<Entry<'static>>> {
    let (digest, payload) = bytes.get(HEAD.len()..)?.split_at_checked(DIGEST)?;
    let is_whole = match bytes.get(..HEAD.len())? {
        HEAD => blake3::hash(payload).as_bytes() == digest,
        OLDER => Sha256::digest(payload).as_slice() == digest,
        _ => false,
    };
    if !is_whole {
        return None;
    }
    let records: Vec<Record<'_>> = postcard::from_bytes(payload).ok()?;
    let entry = |Record(base, path, before, after): Record<'_>| {
        let after = after.map(|after| Cow::Owned(after.into_owned()));
        Some(Entry {
            base,
            path: RepoPath::new(&path).ok()?,
            before: before.map(Cow::into_owned),
            after,
            seen: None,
        })
    };
    records.into_iter().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_journal_is_read_and_no_damaged_one() {
        let path = RepoPath::new(b"a/b").unwrap();
        let entry = |base, before: Option<&str>, after: Option<&'static str>| Entry {
            base,
            path: path.clone(),
            before: before.map(|it| it.as_bytes().to_vec()),
            after: after.map(|it| Cow::Borrowed(it.as_bytes())),
            seen: None,
        };
        let entries = [entry(Base::Inside, Some("old"), Some("new")), entry(Base::Around, None, None)];
        let newer = encode(&entries).unwrap();
        let payload = &newer[HEAD.len() + DIGEST..];
        let older = [OLDER, &Sha256::digest(payload), payload].concat();
        for journal in [newer.clone(), older.clone()] {
            assert_eq!(decode(&journal).as_deref(), Some(&entries[..]));
            for at in 0..journal.len() {
                let mut damaged = journal.clone();
                damaged[at] ^= 1;
                assert_eq!(decode(&damaged), None, "byte {at}");
                assert_eq!(decode(&journal[..at]), None, "{at} bytes");
            }
        }
        // The seal of one is none of the other.
        assert_eq!(decode(&[OLDER, &newer[HEAD.len()..]].concat()), None);
    }
}
