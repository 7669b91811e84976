//! What the configuration of a bundler says: for what names stand, and what is entered. It is read from its syntax:
//! nothing is executed.
//!
//! Taken is what is called `alias` where bundlers look for it, what is added to it by name, the folders of modules, and
//! what the tool has for what is entered; what holds for tests alone is not. A value that is not made of texts, of the place of the
//! configuration and of Node's functions on paths and URLs is passed over. Pure.

mod find;
#[cfg(test)]
mod tests;
mod values;

pub(super) use find::named_entries;

use crate::languages::ecmascript::Flavor;
use crate::languages::ecmascript::extract::with_syntax;
use crate::path::RepoPath;

/// How many names and calls may stand between a value and what it is made of.
const DEEPEST: usize = 8;
/// How many aliases are taken, and how many calls of a chain are followed.
const MOST: usize = 1000;

/// A name, or the beginning of one, and what stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Alias {
    /// `@` for `@` and `@/x`.
    pub(super) name: String,
    pub(super) behind: Behind,
    /// What stands for it.
    pub(super) value: Value,
}

/// What may follow a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// Nothing: only the name itself is meant.
    Nothing,
    /// Nothing, or a path behind a slash.
    Path,
    /// Any text: it is what `GROUP` stands for in the value.
    Text,
    /// One segment of a path: it is what `GROUP` stands for in the value.
    Segment,
}

/// The group of a regular expression, in what replaces it.
pub(super) const GROUP: &str = "$1";

/// A value of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A place, from the repo root.
    Place(Vec<u8>),
    /// A text as it is written.
    Text(String),
}

/// What a configuration says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Configuration {
    /// In source order.
    pub(super) aliases: Vec<Alias>,
    /// Folders in which modules are looked for by their names (webpack).
    pub(super) modules: Vec<Value>,
    /// `srcDir` (Nuxt, WXT).
    pub(super) source_dir: Option<Value>,
    /// `root` (vite).
    pub(super) root: Option<Value>,
    /// `context` (webpack): from where entries count.
    pub(super) context: Option<Value>,
    /// It asks for the ways of the fourth version (Nuxt).
    pub(super) follows_fourth: bool,
    /// What is entered, in source order: several of one entry where all of them are loaded, and what they are for comes
    /// last.
    pub(super) entries: Vec<Vec<Value>>,
}

/// What the configuration `file`, which is run in `dir`, says; nothing where its syntax is broken.
pub(super) fn configuration(file: &RepoPath, dir: &[u8], source: &[u8]) -> Configuration {
    let Some(flavor) = Flavor::of_name(file.file_name()) else { return Configuration::default() };
    with_syntax(flavor, source, |program| find::find(file, dir, program)).unwrap_or_default()
}
