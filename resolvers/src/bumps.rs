//! What another text of a configuration file changes, where that is which packages from elsewhere it declares, and their versions,
//! or by what its own package starts, or what aliases stand for, and nothing else.
//!
//! Values only. Which files say such a thing, and how, is the matter of each language.

use crate::target::Ecosystem;

/// What changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bumps {
    /// The versions, each of another package.
    pub versions: Vec<Bump>,
    /// Packages of which the file says something else that is of no matter where [nothing of the
    /// repository](crate::Resolver::is_own) is meant by their names.
    pub foreign: Vec<String>,
    /// Packages that it declares and did not, or did and does not, and others that may be meant then, each with the
    /// [language](crate::Language::id) of those who may mean it: imports in which one of these is spoken of, or that led to one,
    /// may lead elsewhere now. So may any, where other configuration speaks of it, or [may mean](crate::Resolver::may_mean) it.
    pub declared: Vec<(&'static str, String)>,
    /// How specifiers begin that stand for something else than before, each with the language of those who write them: these may
    /// lead elsewhere now. So may any, under the same conditions.
    pub aliased: Vec<(&'static str, String)>,
    /// What starts the package may start another file: with what is [detected](crate::Resolver::units) otherwise more follows.
    pub may_start: bool,
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
    /// Which answers tell it.
    pub reach: Reach,
}

/// Which answers tell the version of a package that a configuration file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Those that name the file.
    Naming,
    /// Those for importers in its folder, whichever file they name.
    Below,
}
