//! A folder that belongs to the tool alone, and the files in it: read whole, written beside and renamed. A door.
//!
//! Speed, never truth: a file that is damaged, foreign or of another layout counts as none. No commit finds it.
#![expect(clippy::disallowed_methods, reason = "a door: its files belong to the tool, not to the repository")]

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// Bytes of the largest file that is written or read: what is larger is not ours.
const LARGEST: u64 = 1 << 31;
/// How many bytes the mark at the head of a sealed file has; another layout has another one.
const MAGIC: usize = 8;
/// The mark, and the checksum of what follows.
const HEAD: usize = MAGIC + 4;

/// Where the tool keeps files.
#[derive(Debug, Clone)]
pub struct Folder {
    place: PathBuf,
    /// How many of the last folders on the way to it are the tool's.
    own: usize,
}

/// What stands in a sealed file behind its head.
#[derive(Debug, Default)]
pub struct Body(Vec<u8>);

impl Body {
    /// It, in memory of its own.
    #[must_use]
    pub fn into_vec(mut self) -> Vec<u8> {
        self.0.drain(..HEAD.min(self.0.len()));
        self.0
    }
}

impl Deref for Body {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.get(HEAD..).unwrap_or_default()
    }
}

impl Folder {
    /// The one in a git directory.
    #[must_use]
    pub fn in_git(git_dir: &Path) -> Self {
        Self::at(git_dir.join("dsp-cli"), 1)
    }

    /// The one at `place`, of which the last `own` folders are the tool's.
    #[must_use]
    pub fn at(place: PathBuf, own: usize) -> Self {
        Self { place, own }
    }

    /// Where it is, if no link leads elsewhere.
    #[must_use]
    pub fn place(&self) -> Option<&Path> {
        self.is_ours().then_some(&self.place)
    }

    /// What stands in the file called `name`; `None` where there is no plain file, or none that could be ours.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        let (file, size) = self.open(name)?;
        let mut bytes = Vec::with_capacity(size + 1);
        file.take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }

    /// The file called `name`, and how many bytes it has; `None` where [`Self::read`] has none.
    #[must_use]
    pub fn open(&self, name: &str) -> Option<(File, usize)> {
        let file = self.place.join(name);
        // A pipe would never end.
        let found = file.symlink_metadata().ok()?;
        if !found.is_file() || found.len() > LARGEST || !self.is_ours() {
            return None;
        }
        Some((File::open(file).ok()?, usize::try_from(found.len()).ok()?))
    }

    /// Writes `parts`, one behind the other, in place of the file called `name`.
    ///
    /// # Errors
    /// When it cannot be written, or is too large. It is then as it was.
    pub fn write(&self, name: &str, parts: &[&[u8]]) -> io::Result<()> {
        let size: usize = parts.iter().map(|part| part.len()).sum();
        if size as u64 > LARGEST || !self.is_ours() {
            return Err(io::ErrorKind::Unsupported.into());
        }
        fs::create_dir_all(&self.place)?;
        let mut temporary = tempfile::NamedTempFile::new_in(&self.place)?;
        let mut file = BufWriter::new(&mut temporary);
        parts.iter().try_for_each(|part| file.write_all(part)).and_then(|()| file.flush())?;
        drop(file);
        temporary.persist(self.place.join(name))?;
        Ok(())
    }

    /// What [`Self::seal`] wrote with that mark; `None` when it is damaged anywhere.
    #[must_use]
    pub fn unseal(&self, name: &str, magic: &[u8; MAGIC]) -> Option<Body> {
        let body = Body(self.read(name)?);
        let head = body.0.strip_prefix(magic)?.first_chunk()?;
        (crc32fast::hash(&body) == u32::from_le_bytes(*head)).then_some(body)
    }

    /// Writes `body`, part by part, in place of the file called `name`, behind the mark `magic` and a checksum.
    ///
    /// # Errors
    /// As of [`Self::write`].
    pub fn seal(&self, name: &str, magic: &[u8; MAGIC], body: &[&[u8]]) -> io::Result<()> {
        let mut sum = crc32fast::Hasher::new();
        for part in body {
            sum.update(part);
        }
        let sum = sum.finalize().to_le_bytes();
        self.write(name, &[&[&magic[..], &sum], body].concat())
    }

    /// Whether no link, and no file, stands where the folders of the tool are. A link would lead elsewhere.
    fn is_ours(&self) -> bool {
        let mut own = self.place.ancestors().take(self.own);
        own.all(|dir| dir.symlink_metadata().map_or(true, |found| found.is_dir()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_anywhere_is_nothing_known() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::in_git(dir.path());
        let unsealed = || folder.unseal("some", b"a layout").map(|body| body.to_vec());
        assert_eq!(unsealed(), None);
        for body in [&b""[..], b"some bytes"] {
            folder.seal("some", b"a layout", &[body]).unwrap();
            assert_eq!(unsealed().as_deref(), Some(body));
            let file = dir.path().join("dsp-cli/some");
            let whole = fs::read(&file).unwrap();
            for at in 0..whole.len() {
                let mut damaged = whole.clone();
                damaged[at] ^= 1;
                fs::write(&file, damaged).unwrap();
                assert_eq!(unsealed(), None, "byte {at}");
                fs::write(&file, &whole[..at]).unwrap();
                assert_eq!(unsealed(), None, "{at} bytes");
            }
        }
        assert!(folder.unseal("some", b"another!").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_nowhere() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::create_dir(at("elsewhere")).unwrap();
        std::os::unix::fs::symlink(at("elsewhere"), at("dsp-cli")).unwrap();
        fs::write(at("elsewhere/some"), "x").unwrap();
        let folder = Folder::in_git(dir.path());
        assert_eq!(folder.read("some"), None);
        assert!(folder.write("some", &[b"y"]).is_err());
        assert_eq!(fs::read(at("elsewhere/some")).unwrap(), b"x");
        fs::remove_file(at("dsp-cli")).unwrap();
        fs::create_dir(at("dsp-cli")).unwrap();
        std::os::unix::fs::symlink(at("elsewhere/some"), at("dsp-cli/some")).unwrap();
        assert_eq!(folder.read("some"), None);
        folder.write("some", &[b"y", b"z"]).unwrap();
        assert_eq!(folder.read("some").as_deref(), Some(&b"yz"[..]));
        assert_eq!(fs::read(at("elsewhere/some")).unwrap(), b"x");
    }
}
