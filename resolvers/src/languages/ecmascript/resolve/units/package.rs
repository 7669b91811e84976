//! One package with all that is asked of it while its entries are looked for.

use super::super::manifest::Manifest;
use super::super::{EcmaScriptResolver, Flavor, build_output};
use crate::path::{self, RepoPath};

/// A manifest among all others.
#[derive(Clone, Copy)]
pub(super) struct Package<'a, 'p> {
    pub(super) resolver: &'a EcmaScriptResolver<'p>,
    pub(super) manifest: &'a Manifest,
}

impl<'a> Package<'a, '_> {
    pub(super) fn dir(&self) -> &'a [u8] {
        self.manifest.dir()
    }

    /// The file that `target`, as the manifest writes it, means: a build output means its source, a declaration what it
    /// describes.
    pub(super) fn source_of(&self, target: &str) -> Option<&'a RepoPath> {
        let probe = self.resolver.probe(None);
        let file = build_output::source_of(probe, &self.resolver.configs, self.dir(), target.as_bytes())?;
        probe.described(file).filter(|it| is_source(it)).or(Some(file))
    }

    /// The source at `stem`, a path from the package without its extension.
    pub(super) fn at(&self, stem: &str) -> Option<&'a RepoPath> {
        source_at(self.resolver, &path::join(self.dir(), stem.as_bytes())?)
    }

    /// The source of that name below `dir` that lies nearest to it, for routes whose folders carry parameters and
    /// groups in their names: a component before its code, `layout.tsx` before `layout.config.ts`.
    pub(super) fn shallowest(&self, dir: &str, stem: &str) -> Option<&'a RepoPath> {
        let prefix = [&path::join(self.dir(), dir.as_bytes())?, &b"/"[..]].concat();
        let named = |file: &&RepoPath| {
            let rest = file.file_name().strip_prefix(stem.as_bytes());
            rest.is_some_and(|rest| rest.first() == Some(&b'.')) && is_source(file)
        };
        let rank = |file: &RepoPath| {
            let count = |byte, text: &[u8]| memchr::memchr_iter(byte, text).count();
            let component = Flavor::of_name(file.file_name()).is_some_and(Flavor::is_component);
            (count(b'.', file.file_name()), count(b'/', file.as_bytes()), !component)
        };
        let below = self.resolver.project.below(&prefix).iter();
        below.filter(named).min_by_key(|file| (rank(file), *file))
    }

    /// The first file of that name, whatever its extension, directly in the package.
    pub(super) fn config(&self, stem: &str) -> Option<&'a RepoPath> {
        const EXTENSIONS: [&str; 9] = ["ts", "js", "mjs", "mts", "cjs", "cts", "json", "jsonc", "toml"];
        EXTENSIONS.iter().find_map(|extension| self.file(&format!("{stem}.{extension}")))
    }

    /// The file at exactly `path`, from the package.
    pub(super) fn file(&self, path: &str) -> Option<&'a RepoPath> {
        self.resolver.project.file(&path::join(self.dir(), path.as_bytes())?)
    }

    /// The text of a file.
    pub(super) fn text(&self, file: &RepoPath) -> Option<String> {
        text(self.resolver, file)
    }

    /// Whether the package itself runs with `name`; what it only works beside, a peer, does not count.
    pub(super) fn uses(&self, name: &str) -> bool {
        let declared = |field| self.manifest.field(field).is_some_and(|field| field.get(name).is_some());
        declared("dependencies") || declared("devDependencies")
    }
}

/// The text of a file of the universe.
pub(super) fn text(resolver: &EcmaScriptResolver<'_>, file: &RepoPath) -> Option<String> {
    Some(String::from_utf8_lossy(&resolver.project.read(file.as_bytes())?).into_owned())
}

/// The source at `stem`, a path from the repo root without its extension.
pub(super) fn source_at<'a>(resolver: &'a EcmaScriptResolver<'_>, stem: &[u8]) -> Option<&'a RepoPath> {
    const EXTENSIONS: [&str; 11] =
        [".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs", ".cts", ".cjs", ".vue", ".svelte", ".astro"];
    EXTENSIONS.iter().find_map(|extension| resolver.project.file(&[stem, extension.as_bytes()].concat()))
}

/// Whether a language of this family reads it.
pub(super) fn is_source(file: &RepoPath) -> bool {
    Flavor::of_name(file.file_name()).is_some()
}
