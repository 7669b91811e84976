//! By handles: the system looks up names from an open directory on.

use std::io;
use std::path::Path;

use rustix::buffer::spare_capacity;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};
use rustix::io::retry_on_intr;

use super::{Kind, Status, put_names};
use crate::dsp::stamp::Stamp;

/// A directory that is held open.
#[derive(Debug)]
pub(in crate::dsp) struct Folder {
    handle: OwnedFd,
}

/// Overlayfs, as `statfs` names it.
#[cfg(target_os = "linux")]
const OVERLAY: u64 = 0x794C_7630;

impl Folder {
    /// Opens `dir`.
    pub(in crate::dsp) fn open(dir: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = retry_on_intr(|| rustix::fs::open(dir, flags, Mode::empty()))?;
        Ok(Self { handle })
    }

    /// Another handle on the same directory: threads that share one wait for each other at every step.
    pub(in crate::dsp) fn again(&self) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let handle = retry_on_intr(|| rustix::fs::openat(&self.handle, ".", flags, Mode::empty()))?;
        Ok(Self { handle })
    }

    /// That of the directory itself, which says that it still lists what it did; `None` where the file system is not
    /// known to tell.
    pub(in crate::dsp) fn stamp(&self) -> io::Result<Option<Stamp>> {
        if !self.dates_directories() {
            return Ok(None);
        }
        Ok(stamp(&retry_on_intr(|| rustix::fs::fstat(&self.handle))?))
    }

    /// Device and inode: what no other directory has as long as this one is held open.
    #[cfg(target_os = "linux")]
    pub(in crate::dsp) fn identity(&self) -> io::Result<[u64; 2]> {
        let stat = retry_on_intr(|| rustix::fs::fstat(&self.handle))?;
        Ok([stat.st_dev, stat.st_ino])
    }

    /// Whether the file system is one that dates a directory anew with each name that comes, goes or changes hands. Some
    /// in user space, and some over a network, do not.
    pub(in crate::dsp) fn dates_directories(&self) -> bool {
        self.is_known_to(&[0x2FC1_2FC1])
    }

    /// Whether the file system is one of which the system tells each change. ZFS can go back to an earlier state.
    #[cfg(target_os = "linux")]
    pub(in crate::dsp) fn tells_changes(&self) -> bool {
        self.is_known_to(&[])
    }

    /// Whether the file system lies in layers over others, in which somebody may write of which it does not tell.
    #[cfg(target_os = "linux")]
    pub(in crate::dsp) fn is_layered(&self) -> bool {
        rustix::fs::fstatfs(&self.handle).is_ok_and(|told| told.f_type.try_into() == Ok(OVERLAY))
    }

    /// Whether it belongs to the user.
    #[cfg(target_os = "linux")]
    pub(in crate::dsp) fn is_own(&self) -> bool {
        let owner = retry_on_intr(|| rustix::fs::fstat(&self.handle)).map(|stat| stat.st_uid);
        owner.is_ok_and(|owner| owner == rustix::process::geteuid().as_raw())
    }

    /// Whether it is ext2 to ext4, XFS, btrfs, tmpfs, F2FS, overlayfs, bcachefs, or one of `others`, as `statfs` names them.
    #[cfg(target_os = "linux")]
    fn is_known_to(&self, others: &[u64]) -> bool {
        const KNOWN: [u64; 7] =
            [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, OVERLAY, 0xCA45_1A4E];
        let is_known = |kind: u64| KNOWN.contains(&kind) || others.contains(&kind);
        rustix::fs::fstatfs(&self.handle).is_ok_and(|told| told.f_type.try_into().is_ok_and(is_known))
    }

    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unused_self, reason = "other systems ask the directory")]
    fn is_known_to(&self, _: &[u64]) -> bool {
        false
    }

    /// A short way through the handle to `name` in it, as long as it is open: for calls that take a path alone.
    #[cfg(target_os = "linux")]
    pub(in crate::dsp) fn way_to(&self, name: &[u8]) -> std::path::PathBuf {
        use std::os::{fd::AsRawFd, unix::ffi::OsStrExt};

        let handle = self.handle.as_raw_fd().to_string();
        Path::new("/proc/self/fd").join(handle).join(std::ffi::OsStr::from_bytes(name))
    }

    /// What stands in it, in no order.
    pub(in crate::dsp) fn list(&self) -> io::Result<Vec<(Vec<u8>, Kind)>> {
        self.listed(Dir::read_from(&self.handle)?, b"")
    }

    /// What stands in `dir`, to whose names `way` leads from here.
    fn listed(&self, dir: Dir, way: &[u8]) -> io::Result<Vec<(Vec<u8>, Kind)>> {
        let mut entries = Vec::new();
        for entry in dir {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if is_of_itself(name) {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not tell.
                FileType::Unknown => match self.status(&[way, name].concat()) {
                    // It went away in the meantime; the others did not.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    found => found?.kind,
                },
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
        let kind = kind(FileType::from_raw_mode(stat.st_mode));
        Ok(Status { kind, size, stamp: stamp(&stat), has_one_name: stat.st_nlink == 1 })
    }

    /// Reads the regular file at `path` to the end of `into`. `size` is a guess.
    pub(in crate::dsp) fn read(&self, path: &[u8], size: usize, into: &mut Vec<u8>) -> io::Result<()> {
        // A pipe that takes the file's place is not waited for.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = retry_on_intr(|| rustix::fs::openat(&self.handle, path, flags, Mode::empty()))?;
        into.reserve(size.saturating_add(1));
        let start = into.len();
        loop {
            let room = into.capacity() - into.len();
            let read = retry_on_intr(|| rustix::io::read(&file, spare_capacity(into)))?;
            // There was room for more than it was said to be, and no more came.
            let is_whole = read < room && into.len() - start == size;
            if read == 0 || is_whole {
                return Ok(());
            }
            into.reserve(32);
        }
    }

    /// Adds the names in the directory at `path` to the end of `into`, as [`put_names`] does.
    pub(in crate::dsp) fn names(&self, path: &[u8], into: &mut Vec<u8>) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let dir = retry_on_intr(|| rustix::fs::openat(&self.handle, path, flags, Mode::empty()))?;
        put_names(self.listed(Dir::new(dir)?, &[path, b"/"].concat())?, into);
        Ok(())
    }
}

/// Whether it is how a directory names itself, or the one around.
fn is_of_itself(name: &[u8]) -> bool {
    name == b"." || name == b".."
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
