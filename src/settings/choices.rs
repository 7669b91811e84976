//! What can be chosen of a bootstrap, and which of several places that say so has the word.

use resolvers::path::RepoPath;

/// What becomes of source files that no root reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cover {
    /// They follow at the end of the table of contents of the innermost scope that covers them.
    #[default]
    All,
    /// They are left out, unless every root is a guess.
    Reachable,
}

impl Cover {
    /// Every value.
    pub const ALL: [Self; 2] = [Self::All, Self::Reachable];

    /// As settings write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Reachable => "reachable",
        }
    }
}

/// How much of a file becomes entities of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Granularity {
    /// Nothing: files alone.
    Files,
    /// What it exports.
    #[default]
    Shared,
    /// Public methods and fields of exported classes too.
    Members,
}

impl Granularity {
    /// Every value.
    pub const ALL: [Self; 3] = [Self::Files, Self::Shared, Self::Members];

    /// As settings write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Shared => "shared",
            Self::Members => "members",
        }
    }
}

/// Which entities have the comment `@dsp <uid>` in the sources (specification §7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Markers {
    /// None: no source is ever written to.
    Off,
    /// What is declared in files.
    #[default]
    Shared,
    /// Whole files.
    Files,
    /// Both.
    FilesAndShared,
}

impl Markers {
    /// Every value.
    pub const ALL: [Self; 4] = [Self::Off, Self::Shared, Self::Files, Self::FilesAndShared];

    /// As settings write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Shared => "shared",
            Self::Files => "files",
            Self::FilesAndShared => "files,shared",
        }
    }

    /// Whether whole files have one.
    #[must_use]
    pub fn files(self) -> bool {
        matches!(self, Self::Files | Self::FilesAndShared)
    }

    /// Whether declarations have one.
    #[must_use]
    pub fn shared(self) -> bool {
        matches!(self, Self::Shared | Self::FilesAndShared)
    }
}

/// A root that somebody names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenRoot {
    /// The file that is entered.
    pub path: RepoPath,
    /// The directory that it stands for, empty for the repo root; `None` leaves it to the packages.
    pub scope: Option<Vec<u8>>,
    /// What to call it.
    pub name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// The line that names it, where it stands in a file.
    pub line: Option<u32>,
}

impl GivenRoot {
    /// A root of which nothing but the file is said.
    #[must_use]
    pub fn at(path: RepoPath) -> Self {
        Self { path, scope: None, name: None, description: None, line: None }
    }
}

/// What one place says: the arguments (flags before environment), `dsp.toml`, or what an earlier run recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Choices {
    /// `cover`
    pub cover: Option<Cover>,
    /// `granularity`
    pub granularity: Option<Granularity>,
    /// `markers`
    pub markers: Option<Markers>,
    /// Empty where nothing is said.
    pub roots: Vec<GivenRoot>,
}

/// The places in the order in which they have the word.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    /// Arguments and environment.
    pub given: &'a Choices,
    /// `dsp.toml`.
    pub declared: &'a Choices,
    /// `.dsp/config.toml`.
    pub recorded: &'a Choices,
}

impl<'a> Places<'a> {
    /// The cover that holds.
    #[must_use]
    pub fn cover(self) -> Cover {
        self.all().into_iter().find_map(|choices| choices.cover).unwrap_or_default()
    }

    /// The granularity that holds.
    #[must_use]
    pub fn granularity(self) -> Granularity {
        self.all().into_iter().find_map(|choices| choices.granularity).unwrap_or_default()
    }

    /// The markers that hold.
    #[must_use]
    pub fn markers(self) -> Markers {
        self.all().into_iter().find_map(|choices| choices.markers).unwrap_or_default()
    }

    fn all(self) -> [&'a Choices; 3] {
        [self.given, self.declared, self.recorded]
    }
}
