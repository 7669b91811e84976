//! One dotted name after the other, as the finders of `CPython` would: a package, else a module, else a portion of a
//! namespace, folder by folder.

use super::tree::{Dir, Entry, File, Folder, Tree};

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// The interpreter: sources alone.
    Run,
    /// A type checker: stubs first, then sources, then what is compiled.
    Check,
    /// The interpreter after a build: what is compiled counts too, and a stub speaks for what is built elsewhere.
    Built,
}

impl Pass {
    pub(super) fn init(self, folder: &Folder<'_>) -> Option<File> {
        match self {
            Self::Run => folder.init,
            Self::Check => folder.init_stub.or(folder.init),
            Self::Built => folder.init.or(folder.init_stub),
        }
    }

    fn module(self, entry: Entry) -> Option<File> {
        match self {
            Self::Run => entry.source,
            Self::Check => entry.stub.or(entry.source).or(entry.compiled),
            Self::Built => entry.source.or(entry.compiled).or(entry.stub),
        }
    }
}

/// What a name led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// The module, or the `__init__` of the package; a namespace has none.
    pub(super) file: Option<File>,
    /// Where its submodules are: none for a module, several for a namespace.
    pub(super) dirs: Vec<Dir>,
    /// Other distributions may have more of it.
    pub(super) open: bool,
}

impl Found {
    pub(super) fn is_namespace(&self) -> bool {
        self.file.is_none()
    }
}

/// Looks names up in folders.
pub(super) struct Finder<'t, 'p> {
    pub(super) tree: &'t Tree<'p>,
    /// Whether an `__init__` spreads its package over the path (`extend_path` and its kin).
    pub(super) spreads: &'t dyn Fn(File) -> bool,
    pub(super) pass: Pass,
}

impl Finder<'_, '_> {
    /// `name` in `dirs`, in their order.
    pub(super) fn one(&self, name: &[u8], dirs: &[Dir]) -> Option<Found> {
        let mut portions = Vec::new();
        for (at, dir) in dirs.iter().enumerate() {
            let Some(entry) = self.tree.get(*dir, name) else { continue };
            if let Some(folder) = entry.dir
                && let Some(init) = self.pass.init(&self.tree.folders[folder as usize])
            {
                return Some(self.package(name, init, folder, (dirs, at)));
            }
            if let Some(module) = self.pass.module(entry) {
                return Some(Found { file: Some(module), dirs: Vec::new(), open: false });
            }
            portions.extend(entry.dir);
        }
        (!portions.is_empty()).then_some(Found { file: None, dirs: portions, open: true })
    }

    /// The package `folder` of the one of `dirs` that stands at `at`. If it spreads, it has what is called so in all of
    /// them, packages or not: `extend_path` takes whatever the finders of the path have.
    fn package(&self, name: &[u8], init: File, folder: Dir, (dirs, at): (&[Dir], usize)) -> Found {
        let open = (self.spreads)(init);
        let others = dirs.iter().zip(0..).filter(|(_, other)| open && *other != at);
        let others = others.filter_map(|(dir, _)| self.tree.get(*dir, name)?.dir);
        Found { file: Some(init), dirs: [folder].into_iter().chain(others).collect(), open }
    }

    /// Each part of `name`, the first one looked up in `dirs`, as far as there is something; and whether all is there.
    pub(super) fn chain(&self, name: &str, dirs: &[Dir]) -> (Vec<Found>, bool) {
        let mut chain: Vec<Found> = Vec::new();
        for part in name.split('.') {
            let dirs = chain.last().map_or(dirs, |found| &found.dirs);
            match self.one(part.as_bytes(), dirs) {
                Some(found) => chain.push(found),
                None => return (chain, false),
            }
        }
        (chain, true)
    }
}
