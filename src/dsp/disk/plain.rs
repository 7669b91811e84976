//! By paths: for systems on which a directory cannot be held open. No file is known again there, because the
//! standard library does not tell when a file last changed in a way that nobody can set back.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use super::{Kind, Status, put_names};
use crate::dsp::stamp::Stamp;

/// A directory.
#[derive(Debug)]
pub(in crate::dsp) struct Folder {
    dir: PathBuf,
}

impl Folder {
    /// Opens `dir`.
    pub(in crate::dsp) fn open(dir: &Path) -> io::Result<Self> {
        fs::read_dir(dir)?;
        Ok(Self { dir: dir.to_owned() })
    }

    /// Another one of the same directory.
    pub(in crate::dsp) fn again(&self) -> io::Result<Self> {
        Self::open(&self.dir)
    }

    /// That of the directory itself: none.
    #[expect(clippy::unnecessary_wraps, reason = "other systems may refuse")]
    #[expect(clippy::unused_self, reason = "other systems ask the directory")]
    pub(in crate::dsp) fn stamp(&self) -> io::Result<Option<Stamp>> {
        Ok(None)
    }

    /// What stands in it, in no order.
    pub(in crate::dsp) fn list(&self) -> io::Result<Vec<(Vec<u8>, Kind)>> {
        let entries = fs::read_dir(&self.dir)?.map(|entry| {
            let entry = entry?;
            let name = entry.file_name();
            let bytes = <[u8]>::from_os_str(&name).map(<[u8]>::to_vec);
            let bytes = bytes.unwrap_or_else(|| name.to_string_lossy().into_owned().into_bytes());
            Ok((bytes, kind(entry.file_type()?)))
        });
        entries.collect()
    }

    /// Whether the stamp of a directory says what it lists: there is none.
    #[expect(clippy::unused_self, reason = "other systems ask the directory")]
    pub(in crate::dsp) fn dates_directories(&self) -> bool {
        false
    }

    /// What stands at `path`.
    pub(in crate::dsp) fn status(&self, path: &[u8]) -> io::Result<Status> {
        let found = fs::symlink_metadata(self.dir.join(path.to_path_lossy()))?;
        let size = usize::try_from(found.len()).map_err(io::Error::other)?;
        Ok(Status { kind: kind(found.file_type()), size, stamp: None, has_one_name: false })
    }

    /// Reads the regular file at `path` to the end of `into`. `size` is a guess.
    pub(in crate::dsp) fn read(&self, path: &[u8], size: usize, into: &mut Vec<u8>) -> io::Result<()> {
        into.reserve(size);
        fs::File::open(self.dir.join(path.to_path_lossy()))?.read_to_end(into).map(drop)
    }

    /// Adds the names in the directory at `path` to the end of `into`, as [`put_names`] does.
    pub(in crate::dsp) fn names(&self, path: &[u8], into: &mut Vec<u8>) -> io::Result<()> {
        put_names(Self::open(&self.dir.join(path.to_path_lossy()))?.list()?, into);
        Ok(())
    }
}

fn kind(told: fs::FileType) -> Kind {
    if told.is_file() {
        Kind::File
    } else if told.is_dir() {
        Kind::Directory
    } else {
        Kind::Other
    }
}
