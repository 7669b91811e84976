//! What another text of a configuration file changes, where that is the versions of packages from elsewhere and nothing else.
//!
//! Values only. Which files say such a thing, and how, is the matter of each language.

use crate::target::Ecosystem;

/// What changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bumps {
    /// The versions, each of another package.
    pub versions: Vec<Bump>,
    /// Packages of which the file says something else that is of no matter where none of the repository is called so.
    pub named: Vec<String>,
    /// Names of files that say the same for the folders below them: with another one of these more may follow.
    pub rivals: &'static [&'static [u8]],
}

/// One package that is taken in another version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bump {
    /// Where it is from.
    pub ecosystem: Ecosystem,
    /// What it is called there.
    pub package: String,
    /// The version as it was told.
    pub before: String,
    /// As it is.
    pub now: String,
    /// The answers of which it is a part name the file that says so; else these are all below the folder of that file.
    pub is_named: bool,
}
