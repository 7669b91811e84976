//! The facts cache: facts by (extractor version, dialect, hash of the bytes read), and that hash by blob, so that a blob
//! whose facts are known need not be read.

use std::path::Path;

use bstr::Finder;
use resolvers::facts::FileFacts;
use resolvers::{Dialect, Language};

use crate::kept::{Kept, Key, digest};
use crate::universe::ContentId;

/// Of so many facts at least one is new before all are written anew: to read a few files again costs less.
const WORTH_WRITING: usize = 1024;

/// Facts by what they are a function of.
pub struct Cache(Kept);

/// Facts, and how they came.
pub struct Cached {
    /// What the source says.
    pub facts: FileFacts,
    /// A digest of what they are a function of; `None` where nothing is kept.
    pub key: Option<Key>,
    /// They were known.
    pub reused: bool,
}

impl Cache {
    /// A cache that knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self(Kept::none())
    }

    /// The cache of the repository whose common git directory is `common_dir`.
    #[must_use]
    pub fn open(common_dir: Option<&Path>) -> Self {
        Self(Kept::open(common_dir, "facts"))
    }

    /// The same for who asks for a few facts only.
    #[must_use]
    pub fn open_in_parts(common_dir: Option<&Path>) -> Self {
        Self(Kept::open_in_parts(common_dir, "facts"))
    }

    /// The facts of the blob `id`, when they are known.
    pub fn of_blob(&self, language: &dyn Language, dialect: Dialect, id: ContentId) -> Option<Cached> {
        let key = (*self.0.get(&key_of_blob(language, dialect, id))?).try_into().ok()?;
        Some(Cached { facts: self.known(&key)?, key: Some(key), reused: true })
    }

    /// Whether one of `words` stands in the facts of the blob `id`, as far as these are known.
    #[must_use]
    pub fn mention(
        &self,
        language: &dyn Language,
        dialect: Dialect,
        id: ContentId,
        words: &[Finder<'_>],
    ) -> Option<bool> {
        let key = (*self.0.get(&key_of_blob(language, dialect, id))?).try_into().ok()?;
        // A text is written down as it is.
        let facts = self.0.get(&key)?;
        Some(words.iter().any(|word| word.find(&facts).is_some()))
    }

    /// The facts of `source`, which are the bytes of the blob `id`, where that is known.
    pub fn facts(
        &self,
        language: &dyn Language,
        dialect: Dialect,
        source: &[u8],
        id: Option<ContentId>,
    ) -> Cached {
        if !self.0.is_open() {
            return Cached { facts: language.extract(dialect, source), key: None, reused: false };
        }
        let key = key(language, dialect, source);
        // What is known already is not news that all would be written again for.
        let blob = id.map(|id| key_of_blob(language, dialect, id));
        if let Some(blob) = blob.filter(|blob| self.0.get(blob).as_deref() != Some(&key[..])) {
            self.0.put(blob, key.to_vec());
        }
        if let Some(facts) = self.known(&key) {
            return Cached { facts, key: Some(key), reused: true };
        }
        let facts = language.extract(dialect, source);
        if let Ok(encoded) = postcard::to_stdvec(&facts) {
            self.0.put(key, encoded);
        }
        Cached { facts, key: Some(key), reused: false }
    }

    fn known(&self, key: &Key) -> Option<FileFacts> {
        postcard::from_bytes(&self.0.get(key)?).ok()
    }

    /// Whether anything is kept.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.0.is_open()
    }

    /// Writes what this run used, if it made enough that is new.
    pub fn save(&self) {
        self.0.save(WORTH_WRITING);
    }
}

fn key(language: &dyn Language, dialect: Dialect, source: &[u8]) -> Key {
    digest([language.id().as_bytes(), &[dialect.0], &language.version().to_le_bytes(), source])
}

/// No key of a source: those have no more than four parts.
fn key_of_blob(language: &dyn Language, dialect: Dialect, id: ContentId) -> Key {
    let version = language.version().to_le_bytes();
    digest([language.id().as_bytes(), &[dialect.0], &version, b"blob", id.as_bytes()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extract(cache: &Cache, text: &str, id: Option<ContentId>) -> (FileFacts, bool) {
        let Cached { facts, reused, .. } =
            cache.facts(resolvers::LANGUAGES[0], Dialect(0), text.as_bytes(), id);
        (facts, reused)
    }

    /// What is kept is read by its layout alone: whoever changes that, or what is found, raises the version of each language
    /// for which this fails.
    #[test]
    fn facts_of_one_version_are_the_same() {
        let sources = [
            (
                "a.tsx",
                "import { b } from './b'\n/** Does it. */\nexport function f(x: b) { return b(x) }\ntest('t', () => b())\napp.get('/x', g, f)\nexport const C = () => <b>Some text</b>",
            ),
            (
                "a.py",
                "from b import c\n\ndef f(x):\n    \"\"\"Does it.\"\"\"\n    return c.d(x)\n\n@app.get('/x')\ndef g():\n    raise E('no')\n",
            ),
            ("a.go", "package a\n\nimport \"b\"\n\n// F does it.\nfunc F(x int) int { return b.G(x) }\n"),
        ];
        let told = sources.map(|(file, source)| {
            let (language, dialect) = resolvers::language_of(&crate::testing::path(file)).unwrap();
            let facts = postcard::to_stdvec(&language.extract(dialect, source.as_bytes())).unwrap();
            let key = digest([&facts[..]]);
            let sum = u32::from_be_bytes([key[0], key[1], key[2], key[3]]);
            format!("{} {} {sum:08x}", language.id(), language.version())
        });
        assert_eq!(told, ["ecmascript 114 669ccc30", "python 42 5d6e5c43", "go 30 825e7028"]);
    }

    #[test]
    fn remembers_what_it_saved() {
        let dir = tempfile::tempdir().unwrap();
        let fresh = Cache::open(Some(dir.path()));
        let (facts, reused) = extract(&fresh, "import a from './a'", None);
        assert!(!reused && facts.imports.len() == 1);
        fresh.save();
        let again = Cache::open(Some(dir.path()));
        assert_eq!(extract(&again, "import a from './a'", None), (facts.clone(), true));
        assert!(!extract(&again, "import b from './b'", None).1);
    }

    #[test]
    fn knows_a_blob_that_it_was_told_of() {
        let dir = tempfile::tempdir().unwrap();
        let id = ContentId::from_bytes(&[7; 20]).unwrap();
        let of_blob = |cache: &Cache| {
            let found = cache.of_blob(resolvers::LANGUAGES[0], Dialect(0), id)?;
            Some((found.facts, found.key))
        };
        let fresh = Cache::open(Some(dir.path()));
        assert!(of_blob(&fresh).is_none());
        let text = b"import a from './a'";
        let Cached { facts, key, .. } = fresh.facts(resolvers::LANGUAGES[0], Dialect(0), text, Some(id));
        fresh.save();
        let again = Cache::open(Some(dir.path()));
        assert_eq!(of_blob(&again), Some((facts, key)));
        assert!(again.of_blob(resolvers::LANGUAGES[0], Dialect(1), id).is_none());
    }
}
