//! Everything that dsp-cli knows about languages.
//!
//! Two questions, asked apart: what does one file say ([`Language::extract`], a pure function of its bytes), and
//! what do its imports mean ([`Resolver::resolve`], a pure function of the [`Project`]). No git, no `.dsp/`, no
//! disk, no clock and no setting may live in this crate.
//!
//! Adding a language is one file or folder under `languages/`, one line in [`LANGUAGES`] and one folder under
//! `fixtures/`.

pub mod bumps;
pub mod facts;
mod graphql;
pub mod languages;
pub mod marker;
pub mod path;
pub mod project;
mod sentences;
mod sql;
pub mod target;
mod trace;

use bumps::Bumps;
use facts::{FileFacts, Import};
use marker::Places;
use path::RepoPath;
use project::Project;
use target::Resolved;

/// Every language, in the order in which they are asked whether a file is theirs.
pub static LANGUAGES: &[&dyn Language] =
    &[&languages::ecmascript::EcmaScript, &languages::go::Go, &languages::python::Python];

/// The language that reads `path`, and how.
#[must_use]
pub fn language_of(path: &RepoPath) -> Option<(&'static dyn Language, Dialect)> {
    LANGUAGES.iter().find_map(|language| Some((*language, language.dialect(path)?)))
}

/// Whether a file called so is a part of the package that its directory is. See [`Language::is_of_package`].
#[must_use]
pub fn is_of_package(path: &RepoPath) -> bool {
    language_of(path).is_some_and(|(language, _)| language.is_of_package(path))
}

/// Extensions of documents, pictures, films, fonts, styles, records, queries and scripts of shells, and of languages that are
/// not read: whatever such a file is called, no resolver looks for it among all files.
const IDLE: [&[u8]; 33] = [
    b"md", b"mdx", b"png", b"jpg", b"jpeg", b"gif", b"svg", b"webp", b"avif", b"ico", b"pdf", b"mp4",
    b"webm", b"woff", b"woff2", b"ttf", b"css", b"scss", b"less", b"snap", b"csv", b"sh", b"sql", b"graphql",
    b"gql", b"rs", b"java", b"kt", b"swift", b"dart", b"rb", b"php", b"cs",
];

/// Names of JSON that some resolver looks for among all files. Other names are asked for where such a file may lie.
const LISTED: [&[u8]; 10] = [
    b"package.json",
    b"lerna.json",
    b"rush.json",
    b"deno.json",
    b"angular.json",
    b"nest-cli.json",
    b"project.json",
    b"workspace.json",
    b"Godeps.json",
    b"vendor.json",
];

/// Whether no language reads the file, nor heeds it for its name.
fn is_idle(path: &RepoPath) -> bool {
    let extension = path.extension().to_ascii_lowercase();
    if extension == b"json" {
        return !LISTED.contains(&path.file_name());
    }
    let is_workflow =
        || path.parent() == b".github/workflows" && [&b"yml"[..], b"yaml"].contains(&&extension[..]);
    IDLE.contains(&&extension[..]) || is_workflow()
}

/// How a language reads a file: its grammar, chosen by the file's name alone. The number is the language's own
/// and part of the key under which facts are cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Dialect(pub u8);

/// A language: which files are its own, what they say, and how their imports are resolved.
pub trait Language: Sync {
    /// A short stable name: `ecmascript`, `python`, …
    fn id(&self) -> &'static str;
    /// How to read `path`; `None` when it is no file of this language.
    fn dialect(&self, path: &RepoPath) -> Option<Dialect>;
    /// Changes whenever [`Self::extract`] would answer differently for some input.
    /// Kept facts are read by their layout: a field more changes it for every language.
    fn version(&self) -> u32;
    /// What `source` says. Pure and total: broken source gives facts and problems.
    fn extract(&self, dialect: Dialect, source: &[u8]) -> FileFacts;
    /// [`Self::extract`] for those who tell no texts: what is used and done within declarations (`references`, `own_uses`,
    /// `deed`), and what is said above declarations (`doc`), may be missing where no import follows from it. All else is the same.
    fn extract_links(&self, dialect: Dialect, source: &[u8]) -> FileFacts {
        self.extract(dialect, source)
    }
    /// Where markers go in `source`, whose facts are `facts`; `None` when its syntax is broken. Pure.
    fn places(&self, dialect: Dialect, source: &[u8], facts: &FileFacts) -> Option<Places>;
    /// Whether both texts are surely the same code, with other comments at most: whoever evaluates it, as a configuration,
    /// finds the same. Pure.
    fn is_same_code(&self, dialect: Dialect, one: &[u8], other: &[u8]) -> bool {
        let _ = (dialect, one, other);
        false
    }
    /// Whether a file called so belongs to the package that its directory is (Go): such directories are imported as
    /// one, and every one that holds such a file is a package.
    fn is_of_package(&self, path: &RepoPath) -> bool {
        let _ = path;
        false
    }
    /// Whether a file at `path`, once it is there, may be more to [`Self::resolver`] than what it finds when it asks for that
    /// path or its folder: a configuration, or a part of a tree of modules. True where that is not known.
    fn heeds(&self, path: &RepoPath) -> bool {
        match language_of(path) {
            Some((language, _)) => language.id() == self.id(),
            None => !is_idle(path),
        }
    }
    /// Whether the file at `path` says what aliases stand for, and these are files: no alias of another file is meant by what it writes.
    fn has_aliases(&self, _path: &RepoPath) -> bool {
        false
    }
    /// What changes where the text `before` of the configuration file at `path` becomes `now`, if [`Bumps`] tell all of it; `None`
    /// where it may be more.
    fn bumps(&self, _path: &RepoPath, _before: &[u8], _now: &[u8]) -> Option<Bumps> {
        None
    }
    /// A resolver for one run. Reads configuration through `project` alone.
    fn resolver<'p>(&self, project: &'p Project<'p>) -> Box<dyn Resolver + 'p>;
}

/// Says what imports mean. Built once per run, asked from many threads.
pub trait Resolver: Send + Sync {
    /// Where `import`, as written in `importer`, leads. The same for the same project, whoever asks first.
    fn resolve(&self, importer: &RepoPath, import: &Import) -> Resolved;
    /// [`Self::resolve`] for who knows that `other` is not meant: what lies in a folder that is only thought to be on the
    /// path, and itself asks for its name elsewhere.
    fn resolve_without(&self, importer: &RepoPath, import: &Import, _other: &RepoPath) -> Resolved {
        self.resolve(importer, import)
    }
    /// [`Self::resolve`] with the steps that led to the answer, one sentence each.
    fn explain(&self, importer: &RepoPath, import: &Import) -> (Resolved, Vec<String>);
    /// The packages of the project, sorted by directory.
    fn units(&self) -> Vec<Unit>;
    /// Whether the name of a package may mean one of the project, for whatever importer.
    fn is_own(&self, _package: &str) -> bool {
        false
    }
    /// Whether configuration that is more than a list of packages may have other names stand for this package, or for what
    /// begins so: it is asked of the beginnings of aliases too.
    fn may_mean(&self, _package: &str) -> bool {
        false
    }
    /// Whether what the configuration `file` says of the version of a package is all that is said of it to who goes by the
    /// file.
    fn tells_alone(&self, _file: &RepoPath, _package: &str) -> bool {
        true
    }
    /// What is wrong in the configuration that was read so far, sorted by path and line.
    fn problems(&self) -> Vec<ConfigProblem>;
    /// How often an answer rested on configuration that is among [`Self::problems`] because somebody asked: of the same
    /// question at another time, the same would have to be told. What every resolver of the project tells does not count.
    fn flaws_met(&self) -> usize {
        0
    }
}

/// Something wrong in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConfigProblem {
    /// The file.
    pub path: RepoPath,
    /// Its line, from 1, where it is known.
    pub line: Option<u32>,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// What the file says, or inherits, cannot be told: of imports below its directory less may be known than there is.
    pub hides: bool,
}

/// A package or app of the project: a directory with a manifest, or one that the configuration of a tool declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The directory; empty for the repo root.
    pub dir: Vec<u8>,
    /// The manifest, or the configuration that declares the app.
    pub manifest: RepoPath,
    /// The [id](Language::id) of the language that the manifest is written for.
    pub language: &'static str,
    /// Its name there.
    pub name: Option<String>,
    /// Its version there.
    pub version: Option<String>,
    /// Its one-line description there.
    pub description: Option<String>,
    /// The files by which the package is entered, sources rather than build outputs, most important first, each once.
    pub entries: Vec<UnitEntry>,
}

/// A file by which a package is entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitEntry {
    /// The file.
    pub path: RepoPath,
    /// What makes it an entry, e.g. "`exports` of packages/a/package.json"; never empty, the deciding reason first.
    pub whys: Vec<String>,
    /// The part of the package that it enters, `a` of `exports["./a"]`, where nothing enters all of it.
    pub subpath: Option<String>,
}
