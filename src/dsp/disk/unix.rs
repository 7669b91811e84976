//! By handles: the system looks up names from an open directory on.

use std::io;
use std::path::Path;

use rustix::buffer::spare_capacity;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::retry_on_intr;

use super::{Kind, Status};
use crate::dsp::stamp::Stamp;

/// A directory that is held open.
#[derive(Debug)]
pub(in crate::dsp) struct Folder {
    handle: OwnedFd,
}

impl Folder {
    /// Opens `dir`.
    pub(in crate::dsp) fn open(dir: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = retry_on_intr(|| rustix::fs::open(dir, flags, Mode::empty()))?;
        Ok(Self { handle })
    }

    /// What stands in it, in no order.
    pub(in crate::dsp) fn list(&self) -> io::Result<Vec<(Vec<u8>, Kind)>> {
        let mut entries = Vec::new();
        for entry in Dir::read_from(&self.handle)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name == b"." || name == b".." {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not tell.
                FileType::Unknown => self.status(name)?.kind,
                told => kind(told),
            };
            entries.push((name.to_vec(), kind));
        }
        Ok(entries)
    }

    /// What stands at `path`.
    pub(in crate::dsp) fn status(&self, path: &[u8]) -> io::Result<Status> {
        let flags = AtFlags::SYMLINK_NOFOLLOW;
        let stat = retry_on_intr(|| rustix::fs::statat(&self.handle, path, flags))?;
        let size = usize::try_from(stat.st_size).map_err(io::Error::other)?;
        Ok(Status { kind: kind(FileType::from_raw_mode(stat.st_mode)), size, stamp: stamp(&stat) })
    }

    /// Reads the regular file at `path` to the end of `into`. `size` is a guess.
    pub(in crate::dsp) fn read(&self, path: &[u8], size: usize, into: &mut Vec<u8>) -> io::Result<()> {
        // A pipe that takes the file's place is not waited for.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = retry_on_intr(|| rustix::fs::openat(&self.handle, path, flags, Mode::empty()))?;
        into.reserve(size.saturating_add(1));
        while retry_on_intr(|| rustix::io::read(&file, spare_capacity(into)))? > 0 {
            into.reserve(32);
        }
        Ok(())
    }
}

fn kind(told: FileType) -> Kind {
    match told {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        _ => Kind::Other,
    }
}

fn stamp(stat: &Stat) -> Option<Stamp> {
    Some(Stamp {
        size: stat.st_size.try_into().ok()?,
        modified: nanoseconds(stat.st_mtime, stat.st_mtime_nsec)?,
        changed: nanoseconds(stat.st_ctime, stat.st_ctime_nsec)?,
        inode: stat.st_ino,
    })
}

/// The types differ from system to system.
fn nanoseconds(seconds: impl TryInto<i64>, rest: impl TryInto<i64>) -> Option<i64> {
    seconds.try_into().ok()?.checked_mul(1_000_000_000)?.checked_add(rest.try_into().ok()?)
}
