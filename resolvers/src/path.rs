//! `RepoPath`: the only form in which a file of the repository is named.
//!
//! Repo-relative bytes with `/` between segments, checked once where the path enters the program; no file
//! system call may live here. Bytes, because git and Unix allow names that are no UTF-8.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A checked repo-relative path: no empty, `.` or `..` segment, no leading or trailing `/`, no NUL, no `.git`
/// segment in any letter case. Ordered bytewise. The repo root itself is not a `RepoPath`; directories are plain
/// byte slices where the empty slice is the root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepoPath(Arc<[u8]>);

/// Why some bytes are no `RepoPath`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathError {
    /// Empty, or nothing but separators.
    Empty,
    /// Starts at the root of a file system.
    Absolute,
    /// Has an empty, `.` or `..` segment.
    NotNormal,
    /// Has a segment `.git` (any letter case): repository internals are never input.
    GitDir,
    /// Contains a NUL byte.
    Nul,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "the path is empty",
            Self::Absolute => "the path is absolute",
            Self::NotNormal => "the path has an empty, `.` or `..` segment",
            Self::GitDir => "the path leads into `.git`",
            Self::Nul => "the path contains a NUL byte",
        })
    }
}

impl std::error::Error for PathError {}

impl Serialize for RepoPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = BString::deserialize(deserializer)?;
        Self::new(&bytes).map_err(de::Error::custom)
    }
}

impl RepoPath {
    /// Checks `bytes`.
    ///
    /// # Errors
    /// See [`PathError`].
    pub fn new(bytes: &[u8]) -> Result<Self, PathError> {
        if bytes.is_empty() {
            return Err(PathError::Empty);
        }
        if bytes[0] == b'/' {
            return Err(PathError::Absolute);
        }
        let mut start = 0;
        for end in memchr::memchr_iter(b'/', bytes).chain([bytes.len()]) {
            match &bytes[start..end] {
                b"" | b"." | b".." => return Err(PathError::NotNormal),
                [b'.', rest @ ..] if rest.eq_ignore_ascii_case(b"git") => return Err(PathError::GitDir),
                _ => {}
            }
            start = end + 1;
        }
        if memchr::memchr(0, bytes).is_some() {
            return Err(PathError::Nul);
        }
        Ok(Self(bytes.into()))
    }

    /// The bytes, with `/` between segments.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, for printing.
    #[must_use]
    pub fn as_bstr(&self) -> &BStr {
        self.0.as_bstr()
    }

    /// The path as text, with U+FFFD where the bytes are no UTF-8: for JSON and messages, never for lookups.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.0.to_str_lossy().into_owned()
    }

    /// The directory that holds the file; empty for the repo root.
    #[must_use]
    pub fn parent(&self) -> &[u8] {
        parent(&self.0)
    }

    /// The last segment.
    #[must_use]
    pub fn file_name(&self) -> &[u8] {
        file_name(&self.0)
    }

    /// What follows the last `.` of the file name; empty when there is none or the name starts with it.
    #[must_use]
    pub fn extension(&self) -> &[u8] {
        match self.file_name().rfind_byte(b'.') {
            None | Some(0) => b"",
            Some(dot) => &self.file_name()[dot + 1..],
        }
    }
}

/// The directory part of `path`; empty when there is none.
#[must_use]
pub fn parent(path: &[u8]) -> &[u8] {
    path.rfind_byte(b'/').map_or(b"", |slash| &path[..slash])
}

/// The directory `dir` as it is written in outputs: `.` for the repo root.
#[must_use]
pub fn shown(dir: &[u8]) -> &[u8] {
    if dir.is_empty() { b"." } else { dir }
}

/// The last segment of `path`.
#[must_use]
pub fn file_name(path: &[u8]) -> &[u8] {
    path.rfind_byte(b'/').map_or(path, |slash| &path[slash + 1..])
}

/// The directory itself and then each directory above it, the repo root (empty) last.
pub fn ancestors(dir: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::successors(Some(dir), |dir| (!dir.is_empty()).then(|| parent(dir)))
}

/// `dir` followed by `relative` with `.`, `..` and doubled separators folded away, without asking any file
/// system; `None` when the result would lie above the repo root. The result may be empty: the root.
#[must_use]
pub fn join(dir: &[u8], relative: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(dir.len() + relative.len() + 1);
    out.extend_from_slice(dir);
    for segment in relative.split(|b| *b == b'/') {
        match segment {
            b"" | b"." => {}
            b".." => {
                if out.is_empty() {
                    return None;
                }
                let keep = parent(&out).len();
                out.truncate(keep);
            }
            _ => {
                if !out.is_empty() {
                    out.push(b'/');
                }
                out.extend_from_slice(segment);
            }
        }
    }
    Some(out)
}

/// `path` seen from the directory `dir` when it lies in it; the empty `dir` is the root and holds everything.
#[must_use]
pub fn strip_dir<'p>(path: &'p [u8], dir: &[u8]) -> Option<&'p [u8]> {
    if dir.is_empty() {
        return Some(path);
    }
    path.strip_prefix(dir)?.strip_prefix(b"/")
}

impl Borrow<[u8]> for RepoPath {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_bstr(), f)
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_bstr(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_could_leave_the_repository() {
        let cases: [(&[u8], PathError); 9] = [
            (b"", PathError::Empty),
            (b"/etc/passwd", PathError::Absolute),
            (b"../x", PathError::NotNormal),
            (b"a/../x", PathError::NotNormal),
            (b"a//b", PathError::NotNormal),
            (b"a/", PathError::NotNormal),
            (b".git/config", PathError::GitDir),
            (b"a/.GIT/hooks", PathError::GitDir),
            (b"a\0b", PathError::Nul),
        ];
        for (bytes, error) in cases {
            assert_eq!(RepoPath::new(bytes), Err(error), "{}", bytes.as_bstr());
        }
        for fine in [&b"a"[..], b"a b/c\nd", b"\xff\xfe.ts", b".github/x", b"constructor", b"back\\slash"] {
            assert!(RepoPath::new(fine).is_ok(), "{}", fine.as_bstr());
        }
    }

    #[test]
    fn joins_like_a_shell_but_never_above_the_root() {
        let check = |dir: &str, relative: &str, expected: Option<&str>| {
            let joined = join(dir.as_bytes(), relative.as_bytes());
            assert_eq!(joined.as_deref(), expected.map(str::as_bytes), "{dir} + {relative}");
        };
        check("a/b", "./c", Some("a/b/c"));
        check("a/b", "../c", Some("a/c"));
        check("a/b", "../..", Some(""));
        check("a/b", "../../..", None);
        check("", "x//y/./z/", Some("x/y/z"));
    }
}
