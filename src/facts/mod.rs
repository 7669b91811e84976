//! Facts of every source file of the universe, extracted in parallel.

use resolvers::facts::FileFacts;
use resolvers::path::RepoPath;
use resolvers::{Dialect, Language};

/// A source file of the universe and what it says.
pub struct SourceFile {
    /// The file.
    pub path: RepoPath,
    /// The language that read it.
    pub language: &'static dyn Language,
    /// How.
    pub dialect: Dialect,
    /// What it says; empty with `Parse::Failed` when the file could not be read.
    pub facts: FileFacts,
}
