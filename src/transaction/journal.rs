//! What a writer is about to do, written down before it starts. A door.
//!
//! `dsp-cli journal 4`, a line feed, the XXH3 of the rest in 128 bits, and the entries as postcard. Of what stands there an
//! entry has the digest alone, and of what shall stand there what differs from it: the file itself has the rest. A journal
//! that cannot be read back was never completed, and nothing was changed under it; but where the power failed, one of few
//! entries may be lost of which some were made true.
#![expect(clippy::disallowed_methods, reason = "part of the door `transaction`")]

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::{Result, Stamp, TransactionError, disk, failed, is_there, parent_of};

const HEAD: &[u8] = b"dsp-cli journal 4\n";
/// How the journals of all versions begin.
const NAME: &[u8] = b"dsp-cli journal ";
const DIGEST: usize = 16;
type Digest = [u8; DIGEST];
/// About how many bytes an entry takes beside its contents.
const ROOM: usize = 160;
/// Of more entries the journal waits for the disk, which takes longer than all else that is done for one or two. So few are
/// renamed in moments: the file system would have to write down what it knows between two of them, and the power to fail
/// before it does so again.
pub(super) const FEW: usize = 64;
/// In pieces of so many bytes contents are compared.
const PIECE: usize = 64;

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

/// An [`Entry`] on disk. A stamp means nothing to another run.
#[derive(Serialize, Deserialize)]
struct Record<'e> {
    base: Base,
    #[serde(borrow, with = "serde_bytes")]
    path: Cow<'e, [u8]>,
    before: Option<Digest>,
    #[serde(borrow)]
    after: Option<After<'e>>,
}

/// A content as what is other in it than in the one before: that one's first bytes, these, and its last bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct After<'e> {
    digest: Digest,
    first: usize,
    #[serde(borrow, with = "serde_bytes")]
    between: Cow<'e, [u8]>,
    last: usize,
}

impl<'e> After<'e> {
    fn of(before: &[u8], after: &'e [u8]) -> Self {
        let first = PIECE * alike(before.chunks_exact(PIECE), after.chunks_exact(PIECE));
        let last = PIECE * alike(before[first..].rchunks_exact(PIECE), after[first..].rchunks_exact(PIECE));
        let between = Cow::Borrowed(&after[first..after.len() - last]);
        Self { digest: digest(after), first, between, last }
    }

    /// `None`: not of that one.
    fn content(&self, before: &[u8]) -> Option<Vec<u8>> {
        let first = before.get(..self.first)?;
        let last = before.get(before.len().checked_sub(self.last)?..)?;
        let content = [first, &*self.between, last].concat();
        (digest(&content) == self.digest).then_some(content)
    }

    fn into_owned(self) -> After<'static> {
        After { between: Cow::Owned(self.between.into_owned()), ..self }
    }
}

/// How many of the first pieces of both are the same.
fn alike<'p>(one: impl Iterator<Item = &'p [u8]>, other: impl Iterator<Item = &'p [u8]>) -> usize {
    one.zip(other).take_while(|(one, other)| one == other).count()
}

/// An [`Entry`] of a run that did not end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) base: Base,
    pub(super) path: RepoPath,
    before: Option<Digest>,
    after: Option<After<'static>>,
}

/// How far a [`Step`] came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It is made true.
    Done,
    /// This shall stand there; `None`: nothing. What is gone may have left directories.
    Open(Option<Vec<u8>>),
    /// Somebody else wrote there since.
    Overtaken,
}

impl Step {
    /// With `now` at its path.
    pub(super) fn progress(&self, now: Option<&[u8]>) -> Progress {
        let digest = now.map(digest);
        match &self.after {
            Some(after) if digest == Some(after.digest) => Progress::Done,
            None if now.is_none() => Progress::Open(None),
            _ if digest != self.before => Progress::Overtaken,
            None => Progress::Open(None),
            Some(after) => {
                let content = after.content(now.unwrap_or_default());
                content.map_or(Progress::Overtaken, |content| Progress::Open(Some(content)))
            }
        }
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

    /// Whether there is one.
    pub(super) fn is_there(&self) -> bool {
        self.path.symlink_metadata().is_ok()
    }

    /// Writes it: from then on the entries will be made true.
    pub(super) fn write(&self, entries: &[Entry<'_>]) -> Result<()> {
        let bytes = encode(entries).map_err(failed("encode", &self.path))?;
        let written = disk::write_new(&self.path, &bytes);
        let written = written.and_then(|file| if entries.len() > FEW { file.sync_data() } else { Ok(()) });
        written.map_err(failed("write", &self.path))
    }

    /// The entries of a run that did not end; `None` when there is none.
    pub(super) fn read(&self) -> Result<Option<Vec<Step>>> {
        if !is_there(&self.path)? {
            return Ok(None);
        }
        let bytes = fs::read(&self.path).map_err(failed("read", &self.path))?;
        let is_whole = bytes.len() >= HEAD.len();
        if is_whole && bytes.starts_with(NAME) && !bytes.starts_with(HEAD) {
            return Err(TransactionError::OtherVersion(self.path.clone()));
        }
        Ok(decode(&bytes))
    }

    /// The entries are true, or given up.
    pub(super) fn remove(&self) -> Result<()> {
        disk::remove_file(&self.path).map_err(failed("remove", &self.path))
    }
}

fn digest(bytes: &[u8]) -> Digest {
    xxh3_128(bytes).to_le_bytes()
}

fn encode(entries: &[Entry<'_>]) -> io::Result<Vec<u8>> {
    let record = |entry| {
        let Entry { base, path, before, after, .. }: &Entry<'_> = entry;
        let before = before.as_deref();
        Record {
            base: *base,
            path: path.as_bytes().into(),
            before: before.map(digest),
            after: after.as_deref().map(|after| After::of(before.unwrap_or_default(), after)),
        }
    };
    let records: Vec<Record<'_>> = entries.iter().map(record).collect();
    let between = records.iter().filter_map(|record| record.after.as_ref()).map(|after| after.between.len());
    let payload = between.sum::<usize>() + entries.len() * ROOM;
    let mut bytes = Vec::with_capacity(HEAD.len() + DIGEST + payload);
    bytes.extend_from_slice(HEAD);
    bytes.resize(HEAD.len() + DIGEST, 0);
    let mut bytes = postcard::to_extend(&records, bytes).map_err(io::Error::other)?;
    let digest = digest(&bytes[HEAD.len() + DIGEST..]);
    bytes[HEAD.len()..][..DIGEST].copy_from_slice(&digest);
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Option<Vec<Step>> {
    let (seal, payload) = bytes.strip_prefix(HEAD)?.split_first_chunk()?;
    if digest(payload) != *seal {
        return None;
    }
    let records: Vec<Record<'_>> = postcard::from_bytes(payload).ok()?;
    let step = |Record { base, path, before, after }: Record<'_>| {
        Some(Step { base, path: RepoPath::new(&path).ok()?, before, after: after.map(After::into_owned) })
    };
    records.into_iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(before: Option<&str>, after: Option<&'static str>) -> Entry<'static> {
        Entry {
            base: Base::Inside,
            path: RepoPath::new(b"a/b").unwrap(),
            before: before.map(|it| it.as_bytes().to_vec()),
            after: after.map(|it| Cow::Borrowed(it.as_bytes())),
            seen: None,
        }
    }

    /// What is read back of one entry.
    fn step(before: Option<&str>, after: Option<&'static str>) -> Step {
        decode(&encode(&[entry(before, after)]).unwrap()).unwrap().remove(0)
    }

    #[test]
    fn no_damaged_one_is_read() {
        let entries = [entry(Some("old"), Some("new")), Entry { base: Base::Around, ..entry(None, None) }];
        let journal = encode(&entries).unwrap();
        let bases: Vec<Base> = decode(&journal).unwrap().iter().map(|step| step.base).collect();
        assert_eq!(bases, [Base::Inside, Base::Around]);
        for at in 0..journal.len() {
            let mut damaged = journal.clone();
            damaged[at] ^= 1;
            assert_eq!(decode(&damaged), None, "byte {at}");
            assert_eq!(decode(&journal[..at]), None, "{at} bytes");
        }
    }

    #[test]
    fn tells_how_far_an_entry_came() {
        let open = |text: &str| Progress::Open(Some(text.as_bytes().to_vec()));
        let check = |before, after, now: Option<&str>, expected| {
            assert_eq!(step(before, after).progress(now.map(str::as_bytes)), expected, "{now:?}");
        };
        check(Some("old"), Some("new"), Some("old"), open("new"));
        check(Some("old"), Some("new"), Some("new"), Progress::Done);
        check(Some("old"), Some("new"), Some("mine"), Progress::Overtaken);
        check(Some("old"), Some("new"), None, Progress::Overtaken);
        check(Some(""), Some("new"), None, Progress::Overtaken);
        check(None, Some("new"), None, open("new"));
        check(None, Some(""), None, open(""));
        check(None, Some("new"), Some(""), Progress::Overtaken);
        check(Some("old"), None, Some("old"), Progress::Open(None));
        check(Some("old"), None, None, Progress::Open(None));
        check(Some("old"), None, Some("mine"), Progress::Overtaken);
    }

    #[test]
    fn a_long_content_takes_the_room_of_what_differs() {
        let line = |at: usize| format!("obj-{at:08x}\n");
        let whole: String = (0..1000).map(line).collect();
        let [added, taken] = [whole.clone() + "obj-x\n", whole.replace(&line(500), "")];
        let changed = whole.replace(&line(500), "other\n");
        let texts: [&str; 7] = ["", "a\n", &whole, &added, &taken, &changed, &whole.repeat(2)];
        for before in texts {
            for after in texts {
                let after: &'static str = after.to_owned().leak();
                let journal = encode(&[entry(Some(before), Some(after))]).unwrap();
                let step = decode(&journal).unwrap().remove(0);
                let expected =
                    if before == after { Progress::Done } else { Progress::Open(Some(after.into())) };
                assert_eq!(step.progress(Some(before.as_bytes())), expected);
                let is_other_in_one_place = [before, after].contains(&&*whole)
                    && [&added, &taken, &changed].iter().any(|near| [before, after].contains(&near.as_str()));
                assert!(!is_other_in_one_place || journal.len() < 400, "{}", journal.len());
            }
        }
    }
}
