//! The kinds of findings, by the names that scripts may rely on.

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

/// Each kind once, with its name and how bad it is. A warning is what a run of the verbs may leave behind: an operation
/// does only what it is asked for.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal, $severity:ident;)*) => {
        /// What kind of thing is wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $code,)*
        }

        impl Code {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$code),*];

            /// The name that stands in answers.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// How bad it is.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }
        }
    };
}

codes! {
    /// A file has the marks of an unfinished merge.
    MergeConflict = "merge-conflict", Error;
    /// A file cannot be read.
    Unreadable = "unreadable", Error;
    /// A link, which nothing follows.
    Link = "link", Error;
    /// A directory where a file belongs, or the other way round.
    WrongType = "wrong-type", Error;
    /// A name that looks like one of the protocol and is none.
    OddName = "odd-name", Error;
    /// Nothing of the protocol.
    UnknownFile = "unknown-file", Warning;
    /// A directory without any file.
    EmptyDirectory = "empty-directory", Warning;
    /// A write that was cut off.
    UnfinishedWrite = "unfinished-write", Warning;
    /// Text that is no UTF-8.
    NotUtf8 = "not-utf8", Warning;
    /// An entity without `description`.
    NoDescription = "no-description", Error;
    /// A description without `source:`, `kind:` or `purpose:`.
    MissingField = "missing-field", Error;
    /// One of these fields without a value.
    EmptyField = "empty-field", Warning;
    /// A kind that is none.
    UnknownKind = "unknown-kind", Error;
    /// A uid of one family and a kind of the other.
    KindMismatch = "kind-mismatch", Warning;
    /// A source that leads out of the repository.
    SourceOutside = "source-outside", Error;
    /// A source that is not there.
    SourceGone = "source-gone", Warning;
    /// Two entities for one thing.
    DuplicateEntity = "duplicate-entity", Warning;
    /// A list that belongs to every entity.
    MissingFile = "missing-file", Warning;
    /// A line that says nothing we know.
    DamagedLine = "damaged-line", Error;
    /// A line that is there twice.
    DuplicateLine = "duplicate-line", Error;
    /// An import from or by way of what is not there.
    DanglingImport = "dangling-import", Error;
    /// Something is shared that is not there.
    DanglingShared = "dangling-shared", Error;
    /// A record of a recipient or a shared entity that is not there.
    DanglingExport = "dangling-export", Error;
    /// A table lists what is not there, or is that of a root that is not there.
    DanglingToc = "dangling-toc", Error;
    /// An owner is not on record with what it owns.
    OwnerWithoutRecord = "owner-without-record", Error;
    /// An import that the other side does not know of.
    ImportWithoutWhy = "import-without-why", Error;
    /// A why of an import that is not there.
    WhyWithoutImport = "why-without-import", Error;
    /// Something is shared and not described.
    SharedWithoutDescription = "shared-without-description", Error;
    /// Something has recipients and is not shared.
    NotShared = "not-shared", Warning;
    /// There is no table of contents.
    NoToc = "no-toc", Warning;
    /// A table without a root.
    NoRoot = "no-root", Warning;
    /// The table of a root that begins with another entity.
    WrongRoot = "wrong-root", Error;
    /// The plain table and tables of roots.
    MixedTocs = "mixed-tocs", Warning;
    /// An entity in no table.
    Unlisted = "unlisted", Warning;
}
