//! What earlier runs made, by a digest of all that it was made of: a file of each kind in the git directory that all work
//! trees of a repository have in common.
//!
//! Speed, never truth: deleting it changes nothing. No commit finds it; a folder without git has none.

mod folder;
mod packed;

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use resolvers::LANGUAGES;
use rustc_hash::FxHashMap;

pub use folder::{Body, Folder};
use packed::{Packed, packed};

/// A program by its version, those of its languages, the size of its file and when that was last changed: another build
/// may say something else.
pub type Program = (String, u64, u128);

/// A digest of all that something is made of.
pub type Key = [u8; 32];

/// What was made of what. Asked from many threads at once.
#[derive(Debug, Default)]
pub struct Kept {
    /// `None`: nothing is known, and nothing is kept.
    place: Option<(Folder, String)>,
    known: Packed,
    /// What this run asked for, by the positions of the entries.
    used: Vec<AtomicBool>,
    /// What this run made, in no order.
    made: Mutex<FxHashMap<Key, Vec<u8>>>,
}

impl Kept {
    /// Knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// What is kept under `name` in the git directory `common_dir`.
    #[must_use]
    pub fn open(common_dir: Option<&Path>, name: &str) -> Self {
        Self::read(common_dir, name, Packed::whole)
    }

    /// The same for who asks for a few things only.
    #[must_use]
    pub fn open_in_parts(common_dir: Option<&Path>, name: &str) -> Self {
        Self::read(common_dir, name, Packed::in_parts)
    }

    fn read(
        common_dir: Option<&Path>,
        name: &str,
        read: impl FnOnce(&Folder, &str) -> Option<Packed>,
    ) -> Self {
        let Some(common_dir) = common_dir else { return Self::none() };
        let folder = Folder::in_git(common_dir);
        let known = read(&folder, name).unwrap_or_default();
        let used = (0..known.len()).map(|_| AtomicBool::new(false)).collect();
        Self { place: Some((folder, name.to_owned())), known, used, made: Mutex::default() }
    }

    /// Whether anything is kept at all: who would have to make a key first need not.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.place.is_some()
    }

    /// What was made of what `key` is a digest of.
    pub fn get(&self, key: &Key) -> Option<Cow<'_, [u8]>> {
        let at = self.known.position(key)?;
        self.used[at].store(true, Ordering::Relaxed);
        self.known.made(at)
    }

    /// Whether something was made of it, damaged or not.
    #[must_use]
    pub fn has(&self, key: &Key) -> bool {
        self.known.position(key).is_some()
    }

    /// Keeps what was made.
    pub fn put(&self, key: Key, made: Vec<u8>) {
        if self.is_open() {
            self.made.lock().unwrap_or_else(PoisonError::into_inner).insert(key, made);
        }
    }

    /// Writes what is kept, if at least one in `share` of what this run used is new. What the run did not use, because
    /// it is of another branch or of long ago, stays as long as it is no more than what it did.
    pub fn save(&self, share: usize) {
        let Some((folder, name)) = &self.place else { return };
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if made.is_empty() {
            return;
        }
        let is_used = |at: &usize| self.used[*at].load(Ordering::Relaxed);
        let count = (0..self.used.len()).filter(is_used).count() + made.len();
        if made.len().saturating_mul(share) < count {
            return;
        }
        let (used, unused): (Vec<usize>, Vec<usize>) = (0..self.known.len()).partition(is_used);
        let entry = |at: usize| {
            let key = self.known.key(at).filter(|key| !made.contains_key(key))?;
            Some((key, self.known.made(at)?))
        };
        let mut entries: Vec<Entry<'_>> = used.into_iter().filter_map(entry).collect();
        entries.extend(made.iter().map(|(key, made)| (*key, Cow::Borrowed(&made[..]))));
        let unused: Vec<Entry<'_>> = unused.into_iter().filter_map(entry).collect();
        if length(&unused) <= length(&entries) {
            entries.extend(unused);
        }
        entries.sort_unstable();
        // What cannot be kept costs the next run some time, and is no concern of this one.
        let _unwritten = packed(&entries).is_none_or(|bytes| folder.write(name, &[&bytes]).is_err());
    }
}

/// A key, and what was made of what it is a digest of.
type Entry<'k> = (Key, Cow<'k, [u8]>);

/// How many bytes the entries have, keys included.
fn length(entries: &[Entry<'_>]) -> usize {
    entries.iter().map(|(key, made)| key.len() + made.len()).sum()
}

/// This one.
#[expect(clippy::disallowed_methods, reason = "the program's own file belongs to no repository")]
#[must_use]
pub fn program() -> Option<Program> {
    let meta = std::fs::metadata(std::env::current_exe().ok()?).ok()?;
    let languages = LANGUAGES.iter().map(|language| language.version().to_string());
    let versions = [env!("CARGO_PKG_VERSION").to_owned()].into_iter().chain(languages).collect::<Vec<_>>();
    Some((versions.join(" "), meta.len(), meta.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos()))
}

/// The digest of `parts`, each with its length, so that none runs into the next.
#[must_use]
pub fn digest<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> Key {
    let mut hash = blake3::Hasher::new();
    for part in parts {
        hash.update(&part.len().to_le_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Many small parts of which a digest is wanted, gathered first: hashing a little at a time costs more than the hashing.
#[derive(Debug, Default)]
pub struct Parts(Vec<u8>);

impl Parts {
    /// Adds a part, with its length, so that none runs into the next.
    pub fn add(&mut self, part: &[u8]) {
        self.0.extend_from_slice(&part.len().to_le_bytes());
        self.0.extend_from_slice(part);
    }

    /// Adds a number, or that there is none.
    pub fn add_number(&mut self, number: Option<u32>) {
        self.0.push(u8::from(number.is_some()));
        self.0.extend_from_slice(&number.unwrap_or_default().to_le_bytes());
    }

    /// The digest of all.
    #[must_use]
    pub fn digest(&self) -> Key {
        digest([&self.0[..]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        digest([name.as_bytes()])
    }

    fn with(dir: &Path, names: &[&str]) {
        let kept = Kept::open(Some(dir), "some");
        for name in names {
            if kept.get(&key(name)).is_none() {
                kept.put(key(name), name.as_bytes().to_vec());
            }
        }
        kept.save(usize::MAX);
    }

    fn names(dir: &Path, asked: &[&str]) -> Vec<String> {
        let kept = Kept::open(Some(dir), "some");
        asked.iter().filter_map(|name| Some(String::from_utf8_lossy(&kept.get(&key(name))?).into())).collect()
    }

    #[test]
    fn forgets_when_more_would_be_unused_than_used() {
        let dir = tempfile::tempdir().unwrap();
        let all = ["", "a", "b", "c"];
        assert_eq!(names(dir.path(), &all), [""; 0]);
        with(dir.path(), &["", "a", "b"]);
        assert_eq!(names(dir.path(), &all), ["", "a", "b"]);
        with(dir.path(), &["b"]);
        assert_eq!(names(dir.path(), &all), ["", "a", "b"]);
        with(dir.path(), &["b", "c"]);
        assert_eq!(names(dir.path(), &all), all, "no more than what was used");
        with(dir.path(), &["d"]);
        assert_eq!(names(dir.path(), &["a", "b", "c", "d"]), ["d"]);
    }

    #[test]
    fn is_written_for_a_share_of_new_things_only() {
        let dir = tempfile::tempdir().unwrap();
        with(dir.path(), &["a", "b", "c"]);
        let run = |share| {
            let kept = Kept::open(Some(dir.path()), "some");
            assert!(["a", "b", "c"].iter().all(|name| kept.get(&key(name)).is_some()));
            kept.put(key("d"), b"d".to_vec());
            kept.save(share);
            names(dir.path(), &["d"]).len()
        };
        assert_eq!([run(3), run(4)], [0, 1]);
    }
}
