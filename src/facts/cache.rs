//! The facts cache: one packed file of facts by (extractor version, dialect, hash of the bytes read).
//!
//! Speed, never truth: a file that is damaged, foreign or of another version counts as empty, and one that cannot be
//! written is not written. Deleting it changes nothing. It lies in the git directory of the work tree, where no
//! commit finds it; a folder without git has none.
#![expect(
    clippy::disallowed_methods,
    reason = "the cache is a door: its file belongs to the tool, not to the repository"
)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use resolvers::facts::FileFacts;
use resolvers::{Dialect, Language};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};

/// The first bytes of the file; another layout has other bytes.
const MAGIC: &[u8; 8] = b"dspfact4";
/// Bytes of an entry before its facts: the key and the length.
const HEAD: usize = 32 + 4;

/// Facts by what they are a function of.
pub struct Cache {
    file: Option<PathBuf>,
    bytes: Vec<u8>,
    /// Key → where the facts lie in `bytes`.
    known: FxHashMap<Key, std::ops::Range<usize>>,
    /// What this run used or made, in no order.
    entries: Mutex<Vec<(Key, Vec<u8>)>>,
    grown: AtomicBool,
}

type Key = [u8; 32];

impl Cache {
    /// A cache that knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self {
            file: None,
            bytes: Vec::new(),
            known: FxHashMap::default(),
            entries: Mutex::default(),
            grown: AtomicBool::new(false),
        }
    }

    /// The cache of the work tree whose git directory is `git_dir`.
    #[must_use]
    pub fn open(git_dir: Option<&Path>) -> Self {
        let Some(git_dir) = git_dir else { return Self::none() };
        let dir = git_dir.join("dsp-cli");
        // A link would lead the file elsewhere, a pipe would never end: neither is ours.
        if dir.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
            return Self::none();
        }
        let file = dir.join("facts");
        let plain = file.symlink_metadata().is_ok_and(|found| found.is_file());
        let bytes = if plain { fs::read(&file).unwrap_or_default() } else { Vec::new() };
        let known = index(&bytes).unwrap_or_default();
        Self { file: Some(file), bytes, known, ..Self::none() }
    }

    /// The facts of `source`, and whether they were known.
    pub fn facts(&self, language: &dyn Language, dialect: Dialect, source: &[u8]) -> (FileFacts, bool) {
        if self.file.is_none() {
            return (language.extract(dialect, source), false);
        }
        let key = key(language, dialect, source);
        let stored = self.known.get(&key).and_then(|range| self.bytes.get(range.clone()));
        if let Some((stored, facts)) =
            stored.and_then(|stored| Some((stored, postcard::from_bytes(stored).ok()?)))
        {
            self.keep(key, stored.to_vec());
            return (facts, true);
        }
        let facts = language.extract(dialect, source);
        if let Ok(encoded) = postcard::to_stdvec(&facts) {
            self.grown.store(true, Ordering::Relaxed);
            self.keep(key, encoded);
        }
        (facts, false)
    }

    fn keep(&self, key: Key, encoded: Vec<u8>) {
        if let Ok(mut entries) = self.entries.lock() {
            entries.push((key, encoded));
        }
    }

    /// Writes what this run used, if it made anything new. What it did not use is forgotten, so that the file does
    /// not outgrow the repository.
    pub fn save(self) {
        let (Some(file), true) = (&self.file, self.grown.load(Ordering::Relaxed)) else { return };
        let Ok(mut entries) = self.entries.into_inner() else { return };
        entries.sort();
        entries.dedup();
        // A cache that cannot be written costs the next run some time, and is no concern of this one.
        let _unwritten = write(file, &entries).is_err();
    }
}

fn key(language: &dyn Language, dialect: Dialect, source: &[u8]) -> Key {
    let mut hash = Sha256::new();
    hash.update(language.id().as_bytes());
    hash.update([0, dialect.0]);
    hash.update(language.version().to_le_bytes());
    hash.update(source);
    hash.finalize().into()
}

/// Where each entry's facts lie; `None` when the file is damaged anywhere.
fn index(bytes: &[u8]) -> Option<FxHashMap<Key, std::ops::Range<usize>>> {
    let mut known = FxHashMap::default();
    let mut at = bytes.starts_with(MAGIC).then_some(MAGIC.len())?;
    while at < bytes.len() {
        let head = bytes.get(at..at + HEAD)?;
        let key: Key = head[..32].try_into().ok()?;
        let length = u32::from_le_bytes(head[32..].try_into().ok()?) as usize;
        at += HEAD;
        bytes.get(at..at.checked_add(length)?)?;
        known.insert(key, at..at + length);
        at += length;
    }
    Some(known)
}

fn write(file: &Path, entries: &[(Key, Vec<u8>)]) -> std::io::Result<()> {
    let dir = file.parent().ok_or(std::io::ErrorKind::NotFound)?;
    fs::create_dir_all(dir)?;
    let mut temporary = tempfile::NamedTempFile::new_in(dir)?;
    let mut out = std::io::BufWriter::new(temporary.as_file_mut());
    out.write_all(MAGIC)?;
    for (key, encoded) in entries {
        let length = u32::try_from(encoded.len()).map_err(std::io::Error::other)?;
        out.write_all(key)?;
        out.write_all(&length.to_le_bytes())?;
        out.write_all(encoded)?;
    }
    out.flush()?;
    drop(out);
    temporary.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extract(cache: &Cache, text: &str) -> (FileFacts, bool) {
        cache.facts(resolvers::LANGUAGES[0], Dialect(0), text.as_bytes())
    }

    #[test]
    fn remembers_what_it_saved_and_survives_damage() {
        let dir = tempfile::tempdir().unwrap();
        let fresh = Cache::open(Some(dir.path()));
        let (facts, reused) = extract(&fresh, "import a from './a'");
        assert!(!reused && facts.imports.len() == 1);
        fresh.save();
        let again = Cache::open(Some(dir.path()));
        assert_eq!(extract(&again, "import a from './a'"), (facts.clone(), true));
        assert!(!extract(&again, "import b from './b'").1);

        let file = dir.path().join("dsp-cli/facts");
        let whole = fs::read(&file).unwrap();
        for damaged in [&whole[..whole.len() - 1], &whole[..20], b"dspfact9", b""] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(
                extract(&Cache::open(Some(dir.path())), "import a from './a'"),
                (facts.clone(), false)
            );
        }
    }
}
