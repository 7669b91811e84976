//! What earlier runs made and read, by all that it depends on: purposes by the words they are told from, and the files
//! of a `.dsp/` by the blobs that hold them. It saves time and changes nothing.

use std::path::{Path, PathBuf};

use super::text::users::User;
use crate::facts::SourceFile;
use crate::git::ContentId;
use crate::kept::{self, Kept, Key, digest};

/// Of so many blobs at least one is new before all are written anew: reading a few from git costs less.
const WORTH_WRITING: usize = 16;

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

    /// What is told of `source`, or of its declarations `group`, where `users` use it: as `tell` tells it from nothing
    /// else.
    pub(super) fn told(
        &self,
        source: &SourceFile,
        group: Option<&[u32]>,
        users: &[User<'_>],
        tell: impl FnOnce() -> String,
    ) -> String {
        let key = self.texts.is_open().then(|| self.key(source, group, users)).flatten();
        let Some(key) = key else { return tell() };
        if let Some(known) = self.texts.get(&key).and_then(|known| std::str::from_utf8(known).ok()) {
            return known.to_owned();
        }
        let told = tell();
        self.texts.put(key, told.clone().into_bytes());
        told
    }

    fn key(&self, source: &SourceFile, group: Option<&[u32]>, users: &[User<'_>]) -> Option<Key> {
        let mut parts = Parts::default();
        parts.text(self.program.as_bytes());
        parts.text(source.path.as_bytes());
        parts.text(&source.key?);
        parts.number(group.map(|group| group.len().try_into().unwrap_or(u32::MAX)));
        group.into_iter().flatten().for_each(|at| parts.number(Some(*at)));
        for User { path, key, in_tests, symbol, title, more, local, facts: _ } in users {
            parts.text(path.as_bytes());
            parts.text(&(*key)?);
            parts.number(*symbol);
            parts.number(title.map(|(at, _)| at));
            parts.text(&[
                u8::from(*in_tests),
                u8::from(*more),
                u8::from(title.is_some_and(|(_, also)| also)),
            ]);
            parts.text(local.as_bytes());
        }
        Some(digest([&parts.0[..]]))
    }

    /// Keeps what was told.
    pub(crate) fn save(&self) {
        self.texts.save(usize::MAX);
    }

    /// The blobs that a `.dsp/` was read from.
    pub(super) fn blobs(&self) -> Blobs {
        Blobs(Kept::open(self.common_dir.as_deref(), "blobs"))
    }
}

/// Parts of which none runs into the next.
#[derive(Default)]
struct Parts(Vec<u8>);

impl Parts {
    fn text(&mut self, text: &[u8]) {
        self.0.extend_from_slice(&text.len().to_le_bytes());
        self.0.extend_from_slice(text);
    }

    fn number(&mut self, number: Option<u32>) {
        self.0.push(u8::from(number.is_some()));
        self.0.extend_from_slice(&number.unwrap_or_default().to_le_bytes());
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
            return Ok(known.to_vec());
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
