//! The index written by ourselves, under the lock that git takes: where it is one that [`splice`] knows, and nothing is
//! configured that git would heed in writing it. That is quicker than to have it parsed and put together again.
//!
//! As git does by default, nothing is made sure to be on the disk. No hook runs, as none does when git stages for us.
#![expect(clippy::disallowed_methods, reason = "part of the door to the index")]

use std::borrow::Cow;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use bstr::{ByteSlice, ByteVec};
use gix::index::entry::Mode;
use gix::lock::acquire::Fail;
use gix::tempfile::signal;

use super::super::apart::{stamp, stamp_at, stamp_of};
use super::super::blob_id;
use super::super::plain::{PlainEntry, PlainIndex};
use super::super::splice::{self, Edits, entries, extensions};
use super::claim::Claim;
use super::{Line, StageError, Written, is_shared, patiently};

/// What will be an index, under its lock.
pub struct Spliced {
    lock: Lock,
    place: PathBuf,
    written: Written,
}

impl Spliced {
    /// Makes it the index.
    pub(super) fn commit(self) -> Result<Written, StageError> {
        let Self { lock: Lock { file, _claim }, place, written } = self;
        // The old one goes when nobody has it open any more. To take apart a long file takes the system a while, and need not
        // be waited for. Elsewhere nothing may take the place of what is open.
        let old = if cfg!(unix) { File::open(&place).ok() } else { None };
        match file.commit() {
            Ok(_) => {
                // Where there can be no thread it is waited for.
                let _left = thread::Builder::new().spawn(move || drop(old));
                Ok(written)
            }
            Err(error) => Err(StageError::Refused { index: place, message: error.to_string() }),
        }
    }
}

/// What will be an index and is not written yet, under its lock.
pub(super) struct Splicing<'i> {
    /// Of the lock, which is to be the index. It is closed first.
    file: File,
    lock: Lock,
    place: &'i Path,
    index: &'i PlainIndex,
    edits: Edits<'i>,
    /// All but the hash at the end; the latter are made while the former are hashed.
    entries: Pieces<'i>,
    extensions: OnceLock<Option<Pieces<'i>>>,
}

/// Bytes that follow each other.
type Pieces<'i> = Vec<Cow<'i, [u8]>>;

impl<'i> Splicing<'i> {
    fn extensions(&self) -> Option<&Pieces<'i>> {
        self.extensions.get_or_init(|| extensions(self.index, &self.edits)).as_ref()
    }

    /// All but the hash at the end, as far as it can be made.
    fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        let behind = iter::once_with(|| self.extensions()).flatten().flatten();
        self.entries.iter().chain(behind).map(|piece| &**piece)
    }

    /// The hash at its end.
    pub(super) fn hash(&self) -> Option<Vec<u8>> {
        splice::hash(self.pieces(), self.index.bytes(), self.index.kind())
    }

    /// Writes all that stands before the hash. Whether it could be.
    pub(super) fn write(&self) -> bool {
        // Whoever hashes asks for them later.
        if self.extensions().is_none() {
            return false;
        }
        let mut file = BufWriter::new(&self.file);
        self.pieces().try_for_each(|piece| file.write_all(piece)).and_then(|()| file.flush()).is_ok()
    }

    /// Writes the hash.
    pub(super) fn end(self, hash: Vec<u8>) -> Option<Spliced> {
        let length = self.pieces().map(<[u8]>::len).sum::<usize>() + hash.len();
        let Self { lock, mut file, place, index, .. } = self;
        file.write_all(&hash).ok()?;
        let stamps = stamp_of(index.bytes(), index.kind()).zip(stamp(length as u64, hash));
        Some(Spliced { lock, place: place.to_owned(), written: Written::Spliced(stamps) })
    }
}

/// Begins to have `lines` stand in the index at `place`, which was read as `index`; `None` where it is left to git, and all is
/// as it was.
pub(super) fn begin<'i>(
    repo: &gix::Repository,
    (place, index): (&'i Path, &'i PlainIndex),
    lines: &[Line<'i>],
    patience: Duration,
) -> Result<Option<Splicing<'i>>, StageError> {
    if !is_usual(repo) {
        return Ok(None);
    }
    let lock = lock(place, patience)?;
    Ok(lock.and_then(|lock| begin_under(lock, repo, (place, index), lines)))
}

/// Whether git would write the index as we do.
fn is_usual(repo: &gix::Repository) -> bool {
    let settings = repo.config_snapshot();
    let synced = settings.string("core.fsync").unwrap_or_default();
    let is_synced =
        synced.split_str(",").any(|part| [&b"index"[..], b"added", b"all"].contains(&part.trim()));
    !is_shared(repo) && !is_synced && !settings.boolean("core.ignoreStat").unwrap_or(false)
}

/// The lock of an index, and whose it is.
pub(super) struct Lock {
    file: gix::lock::File,
    _claim: Option<Claim>,
}

/// The lock of the index; `None` where there can be none. A signal that ends the process takes it away.
pub(super) fn lock(place: &Path, patience: Duration) -> Result<Option<Lock>, StageError> {
    signal::setup(signal::handler::Mode::default());
    patiently(place, patience, || {
        match gix::lock::File::acquire_to_update_resource(place, Fail::Immediately, None, 0) {
            Ok(file) => Ok(Some(Some(Lock { file, _claim: Claim::stake(place) }))),
            Err(error) if is_held(&error) => Ok(None),
            Err(_) => Ok(Some(None)),
        }
    })
}

fn is_held(error: &gix::Error) -> bool {
    error.downcast_any_ref::<io::Error>().is_some_and(|cause| cause.kind() == io::ErrorKind::AlreadyExists)
}

fn begin_under<'i>(
    mut lock: Lock,
    repo: &gix::Repository,
    (place, index): (&'i Path, &'i PlainIndex),
    lines: &[Line<'i>],
) -> Option<Splicing<'i>> {
    let status = fs::symlink_metadata(place).ok().filter(Metadata::is_file)?;
    is_the_one(place, &status, index).then_some(())?;
    let since_1970 = status.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let written = u32::try_from(since_1970.as_secs()).ok()?;
    let edits = lines.iter().map(|line| (line.path.as_bytes(), line.blob.map(|(id, _)| id))).collect();
    let mut doubtful = index.written_since(written);
    doubtful.retain(|at| is_doubtful(repo, &index.entry(*at)));
    let entries = entries(index, &edits, &doubtful)?;
    // While the lock itself is written to, no signal would take it away.
    let file = lock.file.with_mut(|file| file.try_clone()).ok()?;
    file.set_permissions(status.permissions()).ok()?;
    Some(Splicing { file, lock, place, index, edits, entries, extensions: OnceLock::new() })
}

/// Whether the file of `entry`, which was written in the second in which the old index was, or later, may have changed and
/// have the same status still. That git does not believe by its status; with a younger index it would.
fn is_doubtful(repo: &gix::Repository, entry: &PlainEntry<'_>) -> bool {
    let mode = Mode::from_bits_retain(entry.mode);
    if entry.size == 0 || mode == Mode::COMMIT {
        return false;
    }
    let path = gix::path::from_byte_slice(entry.path).ok();
    let Some(place) = repo.workdir().zip(path).map(|(top, path)| top.join(path)) else { return true };
    let Ok(status) = fs::symlink_metadata(&place) else { return false };
    // Another type and another length show in the status, where git knows only the lower half of a long one.
    let is_other = u32::try_from(status.len()).is_ok_and(|length| length != entry.size);
    if is_other || status.is_symlink() != (mode == Mode::SYMLINK) {
        return false;
    }
    let bytes = match mode {
        Mode::SYMLINK => fs::read_link(place).ok().and_then(|link| Vec::from_path_buf(link).ok()),
        _ if status.is_file() && status.len() <= LONGEST => fs::read(place).ok(),
        _ => None,
    };
    let id = bytes.and_then(|it: Vec<u8>| blob_id(repo, &it));
    id.is_none_or(|id| id.as_bytes() != entry.id)
}

/// The longest file that is read to know what it holds.
const LONGEST: u64 = 1 << 26;

/// Whether `index` was read from the file at `place`, which has this status. Without a hash it is read once more to know.
fn is_the_one(place: &Path, status: &Metadata, index: &PlainIndex) -> bool {
    let is_read = || fs::read(place).is_ok_and(|bytes| bytes == index.bytes());
    match stamp_of(index.bytes(), index.kind()) {
        Some(stamp) => status.len() == stamp.0 && stamp_at(place, index.kind()) == Some(stamp),
        None => is_read(),
    }
}
