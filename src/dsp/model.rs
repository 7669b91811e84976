//! What a `.dsp/` holds, as read: entities with their files, and tables of contents.
//!
//! Values only. Directories that merely look like entities (`obj-` and something) are kept under their names,
//! because the answers of the queries count them; nothing is ever written into them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use bstr::ByteSlice;
use resolvers::path::RepoPath;
use serde::Deserialize;
use smallvec::SmallVec;

use super::format::{Description, lines, plain_path, value};
use crate::identity::{Uid, UidError};

/// The name of a directory or a file: nearly always a uid, which lies in it as it is, so that the many questions after
/// one do not go by way of the heap.
pub type Name = SmallVec<[u8; 16]>;

/// Everything that was read of a `.dsp/`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Store {
    /// By the name of the directory; nearly always a uid.
    pub entities: BTreeMap<Name, Entity>,
    /// The tables of contents.
    pub tocs: BTreeMap<TocName, Toc>,
    /// `.cache/built` is there: the Python tool's cache counts as fresh.
    pub foreign_cache: bool,
    /// `config.toml`: what earlier runs were told.
    pub config: Option<Vec<u8>>,
}

/// A directory of an entity. A file that is absent is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entity {
    /// `description`
    pub description: Option<Description>,
    /// `imports`
    pub imports: Option<Vec<u8>>,
    /// `shared`
    pub shared: Option<Vec<u8>>,
    /// What stands in `exports/`, by name.
    pub exports: BTreeMap<Name, Export>,
}

/// Something in `exports/` (specification §4.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Export {
    /// `exports/<importer>`: why it imports the entity.
    Why(Vec<u8>),
    /// `exports/<shared>/`: `description`, and a why for each importer.
    Shared(BTreeMap<Name, Vec<u8>>),
}

/// The three words behind `kind:`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Anything that is not a function and not external.
    Object,
    /// `function`
    Function,
    /// `external`
    External,
}

impl Kind {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Function => "function",
            Self::External => "external",
        }
    }

    /// What the `description` with these bytes says it is; an object when it says nothing.
    #[must_use]
    pub fn of(description: &[u8]) -> Self {
        // The whole value, as the Python tool takes it: with text behind it, it is no kind that is known.
        match value(description, "kind") {
            Some(b"function") => Self::Function,
            Some(b"external") => Self::External,
            _ => Self::Object,
        }
    }
}

/// Which table of contents (specification §4.4). The plain one comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum TocName {
    /// `TOC`
    Plain,
    /// `TOC-<uid of the root>`
    Of(Uid),
}

impl TocName {
    /// Reads a file name.
    #[must_use]
    pub fn parse(name: &[u8]) -> Option<Self> {
        match name.strip_prefix(b"TOC-") {
            Some(uid) => Uid::parse(uid).map(Self::Of),
            None => (name == b"TOC").then_some(Self::Plain),
        }
    }
}

impl TocName {
    /// Reads an argument: the uid of a root, or `default`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn from_argument(text: &str) -> Result<Self, UidError> {
        if text == "default" { Ok(Self::Plain) } else { text.parse().map(Self::Of) }
    }
}

impl TryFrom<String> for TocName {
    type Error = UidError;

    fn try_from(text: String) -> Result<Self, UidError> {
        Self::from_argument(&text)
    }
}

impl std::fmt::Display for TocName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plain => f.write_str("TOC"),
            Self::Of(uid) => write!(f, "TOC-{uid}"),
        }
    }
}

/// The bytes of a table of contents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Toc {
    /// As read.
    pub raw: Vec<u8>,
}

impl Toc {
    /// Every line, whatever stands in it.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        lines(&self.raw)
    }

    /// The first line, when it is a uid.
    #[must_use]
    pub fn root(&self) -> Option<Uid> {
        self.names().next().and_then(Uid::parse)
    }
}

impl Entity {
    /// What its description says it is; an object when it says nothing.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.description.as_ref().map_or(Kind::Object, Description::kind)
    }

    /// The value of `source:` as it stands there; empty when there is none.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        self.description.as_ref().and_then(|d| d.get("source")).unwrap_or_default()
    }

    /// What the source names, without quotes and without `./` in front.
    #[must_use]
    pub fn place(&self) -> Cow<'_, [u8]> {
        plain_path(self.source())
    }

    /// The file or directory that it is about, `./` in front of it allowed; `None` when it is no path. A name may
    /// hold a `#`: whether a symbol follows it is for those to tell who know the files.
    #[must_use]
    pub fn path(&self) -> Option<RepoPath> {
        RepoPath::new(&self.place()).ok()
    }

    /// Whether it stands for something in `file`: its source is that path, a `#` and a name.
    #[must_use]
    pub fn lies_in(&self, file: &RepoPath) -> bool {
        self.place().strip_prefix(file.as_bytes()).is_some_and(|rest| rest.starts_with(b"#"))
    }

    /// The path of the file or directory that it is about, empty for the repo root; `None` when it is neither.
    #[must_use]
    pub fn location(&self) -> Option<Cow<'_, [u8]>> {
        if self.is_repo_root() {
            return Some(Cow::Borrowed(b""));
        }
        let place = self.place();
        RepoPath::new(&place).is_ok().then_some(place)
    }

    /// Whether its source is the repo root, which is no path.
    #[must_use]
    pub fn is_repo_root(&self) -> bool {
        matches!(self.source(), b"." | b"./")
    }

    /// The value of `ecosystem:` of an external.
    #[must_use]
    pub fn ecosystem(&self) -> Option<&str> {
        self.description.as_ref()?.paragraph("ecosystem")?.to_str().ok()
    }
}

impl Description {
    /// What it says the entity is; an object when it says nothing.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::of(self.as_bytes())
    }
}

impl Store {
    /// The entity with that uid.
    #[must_use]
    pub fn entity(&self, uid: Uid) -> Option<&Entity> {
        self.entities.get(&uid.text()[..])
    }

    /// The entities whose directories are named by a uid, in the order of the uids.
    pub fn uids(&self) -> impl Iterator<Item = (Uid, &Entity)> {
        self.entities.iter().filter_map(|(name, entity)| Some((Uid::parse(name)?, entity)))
    }

    /// The bytes of the file at `path` below `.dsp/`; `None` when it is not there, or no part of the protocol.
    #[must_use]
    pub fn file(&self, path: &[u8]) -> Option<&[u8]> {
        let mut names = path.split(|byte| *byte == b'/');
        let first = names.next()?;
        let Some(file) = names.next() else {
            return self.tocs.get(&TocName::parse(first)?).map(|toc| toc.raw.as_slice());
        };
        let entity = self.entities.get(first)?;
        match (file, names.next(), names.next()) {
            (b"description", None, _) => entity.description.as_ref().map(Description::as_bytes),
            (b"imports", None, _) => entity.imports.as_deref(),
            (b"shared", None, _) => entity.shared.as_deref(),
            (b"exports", Some(name), inner) => match (entity.exports.get(name)?, inner) {
                (Export::Why(text), None) => Some(text),
                (Export::Shared(files), Some(inner)) => files.get(inner).map(Vec::as_slice),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether nothing was ever written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty() && self.tocs.is_empty()
    }
}
