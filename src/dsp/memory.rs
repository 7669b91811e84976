//! What earlier runs made and read, by all that it depends on: purposes by the words they are told from, and the files
//! of a `.dsp/` by the blobs that hold them. It saves time and changes nothing.

use std::path::{Path, PathBuf};

use super::text::Around;
use super::text::named::Named;
use super::text::users::User;
use crate::facts::SourceFile;
use crate::git::ContentId;
use crate::kept::{self, Kept, Key, Parts};

/// Of so many things at least one is new before all are written anew: to read a few blobs from git, or to tell a few
/// texts, costs less.
const WORTH_WRITING: usize = 128;

/// What is known from earlier runs over one repository.
#[derive(Debug, Default)]
pub struct Memory {
    common_dir: Option<PathBuf>,
    /// Which program told the texts: another build may say something else.
    program: String,
    texts: Kept,
}

impl Memory {
    /// Knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// That of the repository whose common git directory is `common_dir`.
    #[must_use]
    pub fn open(common_dir: Option<&Path>) -> Self {
        let Some(program) = kept::program() else { return Self::none() };
        Self {
            common_dir: common_dir.map(Path::to_owned),
            program: format!("{program:?}"),
            texts: Kept::open(common_dir, "texts"),
        }
    }

    /// What is told of `source`, or of its declarations `group`, with that `around` it: as `tell` tells it from nothing
    /// else.
    pub(super) fn told(
        &self,
        source: &SourceFile,
        group: Option<&[u32]>,
        around: Around<'_>,
        tell: impl FnOnce() -> String,
    ) -> String {
        let key = self.texts.is_open().then(|| self.key(source, group, around)).flatten();
        let Some(key) = key else { return tell() };
        let known = self.texts.get(&key).and_then(|known| String::from_utf8(known.into_owned()).ok());
        if let Some(known) = known {
            return known;
        }
        let told = tell();
        self.texts.put(key, told.clone().into_bytes());
        told
    }

    fn key(&self, source: &SourceFile, group: Option<&[u32]>, around: Around<'_>) -> Option<Key> {
        let mut parts = Parts::default();
        parts.add(self.program.as_bytes());
        parts.add(source.path.as_bytes());
        parts.add(&source.key?);
        parts.add_number(group.map(|group| group.len().try_into().unwrap_or(u32::MAX)));
        group.into_iter().flatten().for_each(|at| parts.add_number(Some(*at)));
        parts.add_number(u32::try_from(around.users.len()).ok());
        for User { path, key, in_tests, symbol, also, title, more, local, of_module, facts: _ } in
            around.users
        {
            parts.add(path.as_bytes());
            parts.add(&(*key)?);
            parts.add_number(*symbol);
            parts.add_number(title.map(|(at, _)| at));
            let in_titles = title.is_some_and(|(_, also)| also);
            parts.add(&[*in_tests, *also, *more, in_titles].map(u8::from));
            parts.add(local.as_bytes());
            parts.add(of_module.unwrap_or_default().as_bytes());
        }
        if !around.named.is_empty() {
            parts.add(&around.named_key?);
        }
        Some(parts.digest())
    }

    /// A digest of all that `named` says; `None` where nothing is kept of what follows from it.
    pub(super) fn key_of(&self, named: &[Named<'_>]) -> Option<Key> {
        if !self.texts.is_open() {
            return None;
        }
        let mut parts = Parts::default();
        for Named { name, path, key, symbol, facts: _ } in named {
            parts.add(name.as_bytes());
            parts.add(path.as_bytes());
            parts.add(&(*key)?);
            parts.add_number(Some(*symbol));
        }
        Some(parts.digest())
    }

    /// Keeps what was told.
    pub(crate) fn save(&self) {
        self.texts.save(WORTH_WRITING);
    }

    /// The blobs that a `.dsp/` was read from.
    pub(super) fn blobs(&self) -> Blobs {
        Blobs(Kept::open(self.common_dir.as_deref(), "blobs"))
    }
}

/// The bytes of blobs by their ids.
pub(super) struct Blobs(Kept);

impl Blobs {
    /// The bytes of the blob `id`; `read` reads them.
    pub(super) fn of<E>(
        &self,
        id: ContentId,
        read: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Vec<u8>, E> {
        let mut key = Key::default();
        key.iter_mut().zip(id.as_bytes()).for_each(|(key, byte)| *key = *byte);
        if let Some(known) = self.0.get(&key) {
            return Ok(known.into_owned());
        }
        let bytes = read()?;
        self.0.put(key, bytes.clone());
        Ok(bytes)
    }

    /// Keeps them.
    pub(super) fn save(&self) {
        self.0.save(WORTH_WRITING);
    }
}

#[cfg(test)]
mod tests {
    use resolvers::facts::FileFacts;
    use resolvers::path::RepoPath;
    use resolvers::{Dialect, LANGUAGES};

    use super::*;

    #[test]
    fn a_text_is_told_again_when_anything_that_it_depends_on_is_another() {
        let dir = tempfile::tempdir().unwrap();
        let (path, other) = (RepoPath::new(b"a.ts").unwrap(), RepoPath::new(b"b.ts").unwrap());
        let facts = FileFacts::default();
        let source = |path: &RepoPath, key| SourceFile {
            path: path.clone(),
            language: LANGUAGES[0],
            dialect: Dialect(0),
            facts: FileFacts::default(),
            key: Some([key; 32]),
        };
        let user = User {
            path: &other,
            facts: &facts,
            key: Some([7; 32]),
            in_tests: false,
            symbol: Some(0),
            also: false,
            title: None,
            more: false,
            local: "a",
            of_module: None,
        };
        let is_new_around = |source: &SourceFile, group: Option<&[u32]>, around: Around<'_>| {
            let memory = Memory::open(Some(dir.path()));
            let mut is_new = false;
            memory.told(source, group, around, || {
                is_new = true;
                "text (auto)".to_owned()
            });
            memory.save();
            is_new
        };
        let is_new = |source: &SourceFile, group: Option<&[u32]>, users: &[User<'_>]| {
            is_new_around(source, group, Around { users, named: &[], named_key: None })
        };
        let plain = source(&path, 1);
        assert!(is_new(&plain, None, &[]));
        assert!(!is_new(&plain, None, &[]));
        assert!(is_new(&source(&other, 1), None, &[]), "another path");
        assert!(is_new(&source(&path, 2), None, &[]), "another text");
        let groups: [&[u32]; 4] = [&[], &[0], &[1], &[0, 1]];
        assert!(groups.iter().all(|group| is_new(&plain, Some(group), &[])));
        let users = [
            user,
            User { path: &path, ..user },
            User { key: Some([8; 32]), ..user },
            User { in_tests: true, ..user },
            User { symbol: None, ..user },
            User { symbol: Some(1), ..user },
            User { title: Some((0, false)), ..user },
            User { title: Some((0, true)), ..user },
            User { also: true, ..user },
            User { more: true, ..user },
            User { local: "b", ..user },
            User { of_module: Some("a"), ..user },
        ];
        for user in users {
            assert!(is_new(&plain, None, &[user]), "{user:?}");
            assert!(!is_new(&plain, None, &[user]), "{user:?}");
        }
        assert!(is_new(&plain, None, &[user, user]), "one more");
        assert!(is_new(&SourceFile { key: None, ..source(&path, 1) }, None, &[]), "nobody knows its bytes");
        assert!(is_new(&plain, None, &[User { key: None, ..user }]), "nor those of its user");
        let named = Named { name: "A", path: &other, facts: &facts, key: Some([7; 32]), symbol: 0 };
        let others = [
            named,
            Named { name: "B", ..named },
            Named { path: &path, ..named },
            Named { key: Some([8; 32]), ..named },
            Named { symbol: 1, ..named },
        ];
        for named in others {
            let named_key = Memory::open(Some(dir.path())).key_of(&[named]);
            let around = Around { users: &[], named: &[named], named_key };
            assert!(is_new_around(&plain, None, around), "{named:?} is named");
            assert!(!is_new_around(&plain, None, around));
        }
    }

    #[test]
    fn few_new_blobs_are_read_from_git_again() {
        let dir = tempfile::tempdir().unwrap();
        let read = |ids: std::ops::Range<u8>| {
            let blobs = Memory::open(Some(dir.path())).blobs();
            let mut read = 0;
            for id in ids {
                let of = blobs.of(ContentId::from_bytes(&[id; 20]).unwrap(), || {
                    read += 1;
                    Ok::<_, ()>(vec![id])
                });
                assert_eq!(of, Ok(vec![id]));
            }
            blobs.save();
            read
        };
        assert_eq!([read(0..200), read(0..200)], [200, 0]);
        assert_eq!([read(0..201), read(0..201)], [1, 1]);
        assert_eq!([read(0..220), read(0..220)], [20, 0]);
    }
}
