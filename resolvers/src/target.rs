//! What an import means.
//!
//! Values only: which file or package an import leads to, by which rule, and why not where it leads nowhere.

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::path::RepoPath;

/// What a URL may begin with that stands for an ecosystem of its own.
pub(crate) const SCHEMES: [&str; 12] =
    ["https", "http", "data", "blob", "file", "npm", "jsr", "bun", "virtual", "cloudflare", "deno", "astro"];

/// The other ecosystems, and any other scheme.
const ECOSYSTEMS: [&str; 5] = ["node", "go", "python", "pypi", "scheme"];

/// The word for an ecosystem; there are only these few.
pub type Ecosystem = &'static str;

/// An ecosystem as it was written.
fn ecosystem<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ecosystem, D::Error> {
    let written = String::deserialize(deserializer)?;
    let known = SCHEMES.iter().chain(&ECOSYSTEMS).find(|known| **known == written);
    known.copied().ok_or_else(|| de::Error::custom("no ecosystem"))
}

/// The answer to one import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resolved {
    /// Where it leads, sorted, each once. A missing import has one [`Target::Missing`]; none at all means that
    /// nobody asked.
    pub targets: Vec<Target>,
    /// The rule that decided.
    pub how: How,
    /// The configuration file that the rule read, if any.
    pub config: Option<RepoPath>,
}

impl Resolved {
    /// The place of an answer that nobody asked for: no targets.
    #[must_use]
    pub fn unasked() -> Self {
        Self { targets: Vec::new(), how: How::None, config: None }
    }

    /// Whether the import leads nowhere.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self.targets[..], [Target::Missing(_)])
    }
}

/// A place where an import leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Target {
    /// A file of the universe, source or asset.
    Source(RepoPath),
    /// A directory of the universe that is one package (Go); empty for the repo root.
    Package(Vec<u8>),
    /// Directories that together are one namespace (Python, PEP 420).
    Namespace(Vec<RepoPath>),
    /// A file that runs before the one that is meant: the `__init__` of a package around it (Python).
    Parent(RepoPath),
    /// A name taken from a package (Python): a submodule, unless the package binds the name to something else. Only
    /// what the package's file says decides; until then both are possible.
    Member {
        /// The `__init__` of the package.
        package: RepoPath,
        /// The submodule of that name: a source or a namespace.
        module: Box<Target>,
    },
    /// Something a package manager installs.
    External {
        /// `npm`, `pypi`, …, or the scheme of a URL.
        #[serde(deserialize_with = "ecosystem")]
        ecosystem: Ecosystem,
        /// The package's name without a subpath.
        package: String,
        /// As manifest or lock file give it.
        version: Option<String>,
    },
    /// A part of the runtime or the standard library.
    Builtin {
        /// `node`, `python`, `go`, …
        #[serde(deserialize_with = "ecosystem")]
        ecosystem: Ecosystem,
        /// The module's name, with its scheme where the ecosystem has one (`node:fs`).
        name: String,
    },
    /// Nothing, with the reason.
    Missing(Reason),
}

/// The rule that decided. The names are part of the output of `edges`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum How {
    /// A path relative to the importer.
    Relative,
    /// `paths` of a tsconfig or jsconfig.
    Paths,
    /// `baseUrl` of a tsconfig or jsconfig.
    BaseUrl,
    /// A name that the configuration of a bundler, or a framework, has stand for a place.
    Alias,
    /// `rootDirs` of a tsconfig.
    RootDirs,
    /// A declaration in `typeRoots` of a tsconfig.
    TypeRoots,
    /// A package of this repository, linked as an install would.
    Workspace,
    /// The importer's own package by its name.
    SelfReference,
    /// `#name` through `imports` of package.json.
    Imports,
    /// A tracked `node_modules`.
    NodeModules,
    /// The target is a build output that is not in the tree; this is its source.
    BuildOutput,
    /// The literal pattern of a glob or context.
    Glob,
    /// A directory that `replace` of a go.mod or go.work puts in the place of a module.
    Replace,
    /// A vendored copy.
    Vendor,
    /// A pattern of `//go:embed`.
    Embed,
    /// A package that manifest or lock file declare.
    Declared,
    /// A package that nothing declares.
    Undeclared,
    /// `https:`, `jsr:`, `virtual:` and the like.
    Scheme,
    /// Part of the runtime.
    Builtin,
    /// A folder that the configuration of a distribution makes an import root (Python).
    SourceRoot,
    /// The folder that a script or a test is run in (Python).
    OwnFolder,
    /// A name taken from a package is its submodule (Python).
    Submodule,
    /// Folders that together are a namespace, and no file (Python).
    Namespace,
    /// Only a type stub, or an extension module, is there (Python).
    StubOnly,
    /// Nothing was found.
    None,
}

impl How {
    /// The word in the column `how` of `edges`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Relative => "relative",
            Self::Paths => "paths",
            Self::BaseUrl => "base-url",
            Self::Alias => "alias",
            Self::RootDirs => "root-dirs",
            Self::TypeRoots => "type-roots",
            Self::Workspace => "workspace",
            Self::SelfReference => "self",
            Self::Imports => "imports",
            Self::NodeModules => "node-modules",
            Self::BuildOutput => "build-output",
            Self::Glob => "glob",
            Self::Replace => "replace",
            Self::Vendor => "vendor",
            Self::Embed => "embed",
            Self::Declared => "declared",
            Self::Undeclared => "undeclared",
            Self::Scheme => "scheme",
            Self::Builtin => "builtin",
            Self::SourceRoot => "source-root",
            Self::OwnFolder => "own-folder",
            Self::Submodule => "submodule",
            Self::Namespace => "namespace",
            Self::StubOnly => "stub-only",
            Self::None => "none",
        }
    }
}

/// Why an import leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The specifier is empty.
    Empty,
    /// No file of the universe has that path, with any extension.
    NoSuchFile,
    /// The path leads above the repo root.
    OutsideRepository,
    /// A pattern of `paths` matches but none of its targets exists.
    AliasWithoutFile,
    /// `#name` is not in `imports` of the package, or leads to nothing.
    NotInImports,
    /// The package is in the repository, but its `exports` do not have the name, or refuse it.
    NotExported,
    /// Not the name of a package, and no config says what it stands for (`~/x`, `@/x`, `$lib`).
    UnknownAlias,
    /// `/x`: only a server knows its root.
    ServerAbsolute,
    /// The pattern matches no file.
    NoMatch,
    /// The pattern is written in a way that cannot be read here.
    UnreadablePattern,
    /// No package has that import path, though it would lie in a module of this repository or in none at all.
    NoSuchPackage,
    /// A package of Go below a directory `internal`, which the importer lies outside of.
    Internal,
}

impl Reason {
    /// One clause, lower case, no full stop.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Empty => "the specifier is empty",
            Self::NoSuchFile => "no such file",
            Self::OutsideRepository => "leads out of the repository",
            Self::AliasWithoutFile => "a `paths` alias matches, but nothing is there",
            Self::NotInImports => "not in the package's `imports`",
            Self::NotExported => "not in the package's `exports`",
            Self::UnknownAlias => "an alias that no config of the repository defines",
            Self::ServerAbsolute => "absolute: only a server knows its root",
            Self::NoMatch => "the pattern matches no file",
            Self::UnreadablePattern => "the pattern cannot be read",
            Self::NoSuchPackage => "no such package",
            Self::Internal => "an `internal` package of somebody else",
        }
    }

    /// The word in the column `how` of `edges`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::NoSuchFile => "no-such-file",
            Self::OutsideRepository => "outside-repository",
            Self::AliasWithoutFile => "alias-without-file",
            Self::NotInImports => "not-in-imports",
            Self::NotExported => "not-exported",
            Self::UnknownAlias => "unknown-alias",
            Self::ServerAbsolute => "server-absolute",
            Self::NoMatch => "no-match",
            Self::UnreadablePattern => "unreadable-pattern",
            Self::NoSuchPackage => "no-such-package",
            Self::Internal => "internal",
        }
    }
}
