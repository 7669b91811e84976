//! From a path without certainty to a file: extensions, index files and a directory's manifest.
//!
//! The orders are TypeScript's, Node's and, last, what bundlers add. Whether a name means a package is not asked here.

use super::tsconfig::ModuleResolution;
use super::workspace::Workspaces;
use crate::path;
use crate::path::RepoPath;
use crate::project::Project;

/// What a lookup may end at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// Sources and declarations together.
    All,
    /// `.ts` and its kin and declarations alone: the first pass of `node10`.
    TypeScript,
    /// `.js` and its kin alone: the second pass of `node10`.
    JavaScript,
    /// Everything but declarations.
    Implementation,
}

/// Extensions by what the specifier's own extension is, best first.
const PLAIN: [&str; 5] = [".ts", ".tsx", ".d.ts", ".js", ".jsx"];
const JSX: [&str; 5] = [".tsx", ".ts", ".d.ts", ".jsx", ".js"];
const MODULE: [&str; 3] = [".mts", ".d.mts", ".mjs"];
const COMMON: [&str; 3] = [".cts", ".d.cts", ".cjs"];
const JSON: [&str; 2] = [".d.json.ts", ".json"];
/// What bundlers add to a path that TypeScript does not know.
const LENIENT: [&str; 14] = [
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue", ".svelte",
    ".astro", ".node",
];
/// What Node's `require` adds.
const NODE: [&str; 3] = [".js", ".json", ".node"];

/// How many manifests' `main` may lead to directories with a `main` of their own.
const MAX_MAINS: usize = 8;

/// Looks paths up in a project.
#[derive(Clone, Copy)]
pub(super) struct Probe<'a, 's> {
    pub(super) project: &'a Project<'a>,
    pub(super) workspaces: &'a Workspaces,
    /// `moduleSuffixes` of the config; empty when there are none.
    pub(super) suffixes: &'s [String],
}

impl<'a> Probe<'a, '_> {
    /// The file at exactly `path`.
    pub(super) fn exact(&self, path: &[u8]) -> Option<&'a RepoPath> {
        self.project.meant(path)
    }

    /// TypeScript's lookup of a file, then of a directory; `directory` when the specifier can only mean one.
    pub(super) fn typescript(
        &self,
        path: &[u8],
        directory: bool,
        resolution: ModuleResolution,
        implementation: bool,
    ) -> Option<&'a RepoPath> {
        let passes: &[Pass] = match (resolution, implementation) {
            (_, true) => &[Pass::Implementation],
            (ModuleResolution::Node10, _) => &[Pass::TypeScript, Pass::JavaScript],
            _ => &[Pass::All],
        };
        passes.iter().find_map(|pass| self.load(path, directory, *pass, 0))
    }

    fn load(&self, path: &[u8], directory: bool, pass: Pass, depth: usize) -> Option<&'a RepoPath> {
        let file = if directory { None } else { self.file(path, pass) };
        file.or_else(|| self.directory(path, pass, depth))
    }

    /// `path` with its extension replaced, then with one added.
    pub(super) fn file(&self, path: &[u8], pass: Pass) -> Option<&'a RepoPath> {
        self.replaced(path, pass).or_else(|| self.added(path, &PLAIN, pass))
    }

    /// `x.js` means `x.ts`, `x.tsx`, `x.d.ts` or `x.js`; `x.css` may be described by `x.d.css.ts`.
    pub(super) fn replaced(&self, path: &[u8], pass: Pass) -> Option<&'a RepoPath> {
        let name = path::file_name(path);
        let dot = path.len() - name.len() + memchr::memrchr(b'.', name)?;
        let (stem, extension) = path.split_at(dot);
        let stem = stem
            .strip_suffix(b".d")
            .filter(|_| matches!(extension, b".ts" | b".mts" | b".cts"))
            .unwrap_or(stem);
        match extension {
            b".ts" | b".js" => self.added(stem, &PLAIN, pass),
            b".tsx" | b".jsx" => self.added(stem, &JSX, pass),
            b".mts" | b".mjs" => self.added(stem, &MODULE, pass),
            b".cts" | b".cjs" => self.added(stem, &COMMON, pass),
            b".json" => self.added(stem, &JSON, pass),
            _ if pass == Pass::Implementation || pass == Pass::JavaScript => None,
            _ => {
                let described = [stem, b".d", extension, b".ts"].concat();
                self.exact(&described)
            }
        }
    }

    fn added(&self, stem: &[u8], extensions: &[&str], pass: Pass) -> Option<&'a RepoPath> {
        let mut path = Vec::with_capacity(stem.len() + 16);
        extensions.iter().filter(|extension| allows(pass, extension)).find_map(|extension| {
            let mut suffixed = |suffix: &str| {
                path.clear();
                path.extend_from_slice(stem);
                path.extend_from_slice(suffix.as_bytes());
                path.extend_from_slice(extension.as_bytes());
                self.exact(&path)
            };
            if self.suffixes.is_empty() {
                suffixed("")
            } else {
                self.suffixes.iter().find_map(|suffix| suffixed(suffix))
            }
        })
    }

    /// A directory: `types` or `main` of its manifest, then its index.
    fn directory(&self, dir: &[u8], pass: Pass, depth: usize) -> Option<&'a RepoPath> {
        let followed = self.project.dir(dir)?;
        let dir = followed.as_slice();
        let main = self.workspaces.manifest_in(dir).and_then(|manifest| {
            let types = if pass == Pass::Implementation {
                None
            } else {
                manifest.text("types").or_else(|| manifest.text("typings"))
            };
            types.or_else(|| manifest.text("main"))
        });
        let by_main = main.filter(|_| depth < MAX_MAINS).and_then(|main| {
            let path = path::join(dir, main.as_bytes())?;
            let exact = self.exact(&path).filter(|file| {
                allows(pass, &String::from_utf8_lossy(file.file_name())) && is_script(file.file_name())
            });
            // A `main` of "." or "./" is the directory itself: only its index is left.
            exact.or_else(|| if path == dir { None } else { self.load(&path, false, pass, depth + 1) })
        });
        by_main.or_else(|| self.file(&path::join(dir, b"index")?, pass))
    }

    /// Node's own `require`: the exact file, then `.js`, `.json`, `.node`, then `main` and the index.
    pub(super) fn node(&self, path: &[u8], directory: bool) -> Option<&'a RepoPath> {
        let file = |path: &[u8]| {
            self.exact(path).or_else(|| {
                NODE.iter().find_map(|extension| self.exact(&[path, extension.as_bytes()].concat()))
            })
        };
        let index = |dir: &[u8]| file(&path::join(dir, b"index")?).filter(|file| file.extension() != b"");
        if let Some(found) = (!directory).then(|| file(path)).flatten() {
            return Some(found);
        }
        let dir = self.project.dir(path)?;
        let main = self
            .workspaces
            .manifest_in(&dir)
            .and_then(|manifest| path::join(&dir, manifest.text("main")?.as_bytes()));
        main.and_then(|main| file(&main).or_else(|| index(&main))).or_else(|| index(&dir))
    }

    /// The exact file, any known extension, or any index.
    pub(super) fn lenient(&self, path: &[u8]) -> Option<&'a RepoPath> {
        let any = |path: &[u8]| {
            LENIENT.iter().find_map(|extension| self.exact(&[path, extension.as_bytes()].concat()))
        };
        self.exact(path)
            .or_else(|| any(path))
            .or_else(|| self.replaced(path, Pass::All))
            .or_else(|| any(&path::join(&self.project.dir(path)?, b"index")?))
    }

    /// The declaration `path.d.ts`, or that of the directory `path`.
    pub(super) fn declaration(&self, path: &[u8]) -> Option<&'a RepoPath> {
        let beside = self.exact(&[path, b".d.ts"].concat());
        beside.or_else(|| {
            self.directory(path, Pass::TypeScript, 0).filter(|file| is_declaration(file.file_name()))
        })
    }

    /// What a declaration describes, beside it.
    pub(super) fn described(&self, declaration: &RepoPath) -> Option<&'a RepoPath> {
        let path = declaration.as_bytes();
        let stem = [&b".d.ts"[..], b".d.mts", b".d.cts"].iter().find_map(|end| path.strip_suffix(*end))?;
        ["", ".js", ".mjs", ".cjs", ".jsx"]
            .iter()
            .find_map(|extension| self.exact(&[stem, extension.as_bytes()].concat()))
    }
}

fn allows(pass: Pass, name: &str) -> bool {
    let declaration = is_declaration(name.as_bytes());
    let typescript = declaration || [".ts", ".tsx", ".mts", ".cts"].iter().any(|end| name.ends_with(end));
    match pass {
        Pass::All => true,
        Pass::TypeScript => typescript,
        Pass::JavaScript => !typescript,
        Pass::Implementation => !declaration,
    }
}

/// Whether a file name is that of a declaration file.
pub(super) fn is_declaration(name: &[u8]) -> bool {
    super::super::Flavor::of_name(name) == Some(super::super::Flavor::Declaration)
        || [&b".d.ts"[..], b".d.mts", b".d.cts"].contains(&name)
}

/// Whether TypeScript reads files of that name.
fn is_script(name: &[u8]) -> bool {
    super::super::Flavor::of_name(name).is_some_and(|flavor| !flavor.is_component())
        || name.ends_with(b".json")
}
