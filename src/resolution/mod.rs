//! What every import of every source file means.

use resolvers::target::Resolved;

/// The answers for one source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedFile {
    /// In the order of `FileFacts::imports`.
    pub imports: Vec<Resolved>,
}
