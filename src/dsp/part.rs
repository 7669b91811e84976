//! What the directory of an entity may hold that is read of all entities at once. Pure.

/// A file, or `exports/`, of which the names are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Description,
    Imports,
    Shared,
    Exports,
}

impl Part {
    pub(super) const ALL: [Self; 4] = [Self::Description, Self::Imports, Self::Shared, Self::Exports];

    /// What it is called there.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Description => "description",
            Self::Imports => "imports",
            Self::Shared => "shared",
            Self::Exports => "exports",
        }
    }
}
