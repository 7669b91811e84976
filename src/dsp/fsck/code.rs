//! The kinds of findings, by the names that scripts may rely on.

/// What kind of thing is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A file has the marks of an unfinished merge.
    MergeConflict,
    /// A file cannot be read.
    Unreadable,
    /// A link, which nothing follows.
    Link,
    /// A directory where a file belongs, or the other way round.
    WrongType,
    /// A name that looks like one of the protocol and is none.
    OddName,
    /// Nothing of the protocol.
    UnknownFile,
    /// A directory without any file.
    EmptyDirectory,
    /// A write that was cut off.
    UnfinishedWrite,
    /// Text that is no UTF-8.
    NotUtf8,
    /// An entity without `description`.
    NoDescription,
    /// A description without `source:`, `kind:` or `purpose:`.
    MissingField,
    /// One of these fields without a value.
    EmptyField,
    /// A kind that is none.
    UnknownKind,
    /// A uid of one family and a kind of the other.
    KindMismatch,
    /// A source that leads out of the repository.
    SourceOutside,
    /// A source that is not there.
    SourceGone,
    /// Two entities for one thing.
    DuplicateEntity,
    /// A list that belongs to every entity.
    MissingFile,
    /// A line that says nothing we know.
    DamagedLine,
    /// A line that is there twice.
    DuplicateLine,
    /// An import from or by way of what is not there.
    DanglingImport,
    /// Something is shared that is not there.
    DanglingShared,
    /// A record of a recipient or a shared entity that is not there.
    DanglingExport,
    /// A table lists what is not there, or is that of a root that is not there.
    DanglingToc,
    /// An owner is not on record with what it owns.
    OwnerWithoutRecord,
    /// An import that the other side does not know of.
    ImportWithoutWhy,
    /// A why of an import that is not there.
    WhyWithoutImport,
    /// Something is shared and not described.
    SharedWithoutDescription,
    /// Something has recipients and is not shared.
    NotShared,
    /// There is no table of contents.
    NoToc,
    /// A table without a root.
    NoRoot,
    /// The table of a root that begins with another entity.
    WrongRoot,
    /// The plain table and tables of roots.
    MixedTocs,
    /// An entity in no table.
    Unlisted,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The graph contradicts itself, or is not read.
    Error,
    /// It is whole, and something is odd.
    Warning,
}

impl Severity {
    /// The word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 34] = [
        Self::MergeConflict,
        Self::Unreadable,
        Self::Link,
        Self::WrongType,
        Self::OddName,
        Self::UnknownFile,
        Self::EmptyDirectory,
        Self::UnfinishedWrite,
        Self::NotUtf8,
        Self::NoDescription,
        Self::MissingField,
        Self::EmptyField,
        Self::UnknownKind,
        Self::KindMismatch,
        Self::SourceOutside,
        Self::SourceGone,
        Self::DuplicateEntity,
        Self::MissingFile,
        Self::DamagedLine,
        Self::DuplicateLine,
        Self::DanglingImport,
        Self::DanglingShared,
        Self::DanglingExport,
        Self::DanglingToc,
        Self::OwnerWithoutRecord,
        Self::ImportWithoutWhy,
        Self::WhyWithoutImport,
        Self::SharedWithoutDescription,
        Self::NotShared,
        Self::NoToc,
        Self::NoRoot,
        Self::WrongRoot,
        Self::MixedTocs,
        Self::Unlisted,
    ];

    /// The name that stands in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MergeConflict => "merge-conflict",
            Self::Unreadable => "unreadable",
            Self::Link => "link",
            Self::WrongType => "wrong-type",
            Self::OddName => "odd-name",
            Self::UnknownFile => "unknown-file",
            Self::EmptyDirectory => "empty-directory",
            Self::UnfinishedWrite => "unfinished-write",
            Self::NotUtf8 => "not-utf8",
            Self::NoDescription => "no-description",
            Self::MissingField => "missing-field",
            Self::EmptyField => "empty-field",
            Self::UnknownKind => "unknown-kind",
            Self::KindMismatch => "kind-mismatch",
            Self::SourceOutside => "source-outside",
            Self::SourceGone => "source-gone",
            Self::DuplicateEntity => "duplicate-entity",
            Self::MissingFile => "missing-file",
            Self::DamagedLine => "damaged-line",
            Self::DuplicateLine => "duplicate-line",
            Self::DanglingImport => "dangling-import",
            Self::DanglingShared => "dangling-shared",
            Self::DanglingExport => "dangling-export",
            Self::DanglingToc => "dangling-toc",
            Self::OwnerWithoutRecord => "owner-without-record",
            Self::ImportWithoutWhy => "import-without-why",
            Self::WhyWithoutImport => "why-without-import",
            Self::SharedWithoutDescription => "shared-without-description",
            Self::NotShared => "not-shared",
            Self::NoToc => "no-toc",
            Self::NoRoot => "no-root",
            Self::WrongRoot => "wrong-root",
            Self::MixedTocs => "mixed-tocs",
            Self::Unlisted => "unlisted",
        }
    }

    /// A warning is what a run of the verbs may leave behind: an operation does only what it is asked for.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::UnknownFile
            | Self::EmptyDirectory
            | Self::UnfinishedWrite
            | Self::NotUtf8
            | Self::EmptyField
            | Self::KindMismatch
            | Self::SourceGone
            | Self::DuplicateEntity
            | Self::MissingFile
            | Self::NotShared
            | Self::NoToc
            | Self::NoRoot
            | Self::MixedTocs
            | Self::Unlisted => Severity::Warning,
            _ => Severity::Error,
        }
    }
}
