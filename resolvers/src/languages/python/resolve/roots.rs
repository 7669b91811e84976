//! Import roots: the folders from which absolute imports are looked up, as the manifests declare them.
//!
//! The repo root comes first, then what each manifest says, shallow manifests first. An importer asks them in the
//! order of how much of the way it shares with them, so that its own distribution wins. What a manifest calls by another
//! name comes before the other roots of its distribution. Nothing is executed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::manifest::{Placed, normalised, pants};
use super::moved::Moved;
use super::tree::{Dir, Tree};
use crate::path::{self, RepoPath};

/// An import root.
pub(super) struct Root<'p> {
    pub(super) dir: Dir,
    /// What declares it; nothing does for the repo root.
    pub(super) config: Option<&'p RepoPath>,
    /// It is declared among the data of tests, or in a mould: its own files alone find anything there.
    is_apart: bool,
}

/// Folders with projects that are data of tests, or moulds of such that do not exist yet.
const APART: [&[u8]; 7] =
    [b"__fixtures__", b"fixture", b"fixtures", b"template", b"templates", b"test-data", b"testdata"];

impl Root<'_> {
    /// Whether files in `dir` may find anything there.
    fn is_seen_from(&self, dir: &[u8]) -> bool {
        let project = self.config.map_or(&b""[..], |config| config.parent());
        !self.is_apart || dir == project || path::strip_dir(dir, project).is_some()
    }
}

/// A distribution that is taken from a path.
struct Taken {
    name: String,
    /// Where the path leads to; `None` when that is out of the repository.
    place: Option<Vec<u8>>,
}

/// All import roots of a project.
pub(super) struct Roots<'p> {
    pub(super) list: Vec<Root<'p>>,
    /// For each name the roots that have it, ascending.
    by_name: FxHashMap<&'p [u8], Vec<u32>>,
    by_dir: FxHashMap<Dir, u32>,
    /// Those that are the top of names which a manifest gives.
    moved: Vec<Dir>,
    /// Folders of distributions.
    distributions: FxHashSet<Vec<u8>>,
    /// What they are called, by folder.
    names: FxHashMap<&'p [u8], String>,
    /// By folder: what the manifest there takes from a path.
    taken: FxHashMap<&'p [u8], Vec<Taken>>,
}

impl<'p> Roots<'p> {
    /// `given`: roots of the repository's own settings, which come before all others.
    pub(super) fn of(
        tree: &Tree<'p>,
        given: &'p [(Vec<u8>, RepoPath)],
        manifests: &[Placed<'p>],
        moved: &[Moved<'p>],
    ) -> Self {
        let mut roots = Self {
            list: Vec::new(),
            by_name: FxHashMap::default(),
            by_dir: FxHashMap::default(),
            moved: moved.iter().map(|it| it.top).collect(),
            distributions: FxHashSet::default(),
            names: FxHashMap::default(),
            taken: FxHashMap::default(),
        };
        for (dir, config) in given {
            roots.add(tree, dir, Some(config));
        }
        roots.add(tree, b"", None);
        for manifest in manifests {
            roots.add_of(tree, manifest);
            roots.call(manifest);
        }
        for Moved { top, config } in moved {
            roots.add_dir(*top, Some(config));
        }
        for (root, at) in roots.list.iter().zip(0..) {
            for name in tree.names(root.dir) {
                roots.by_name.entry(name).or_default().push(at);
            }
        }
        roots
    }

    fn add_of(&mut self, tree: &Tree<'p>, manifest: &Placed<'p>) {
        let (dir, said) = (manifest.path.parent(), &manifest.said);
        // A module may be called `setup.py`.
        let is_one = match manifest.path.file_name() {
            b"setup.py" => said.is_distribution,
            name => matches!(name, b"pyproject.toml" | b"setup.cfg"),
        };
        if is_one {
            self.distributions.insert(dir.to_vec());
        }
        for root in &said.roots {
            if let Some(root) = path::join(dir, root.as_bytes()) {
                self.add(tree, &root, Some(manifest.path));
            }
        }
        if !said.root_patterns.is_empty() {
            self.add_matching(tree, manifest);
        }
        if !said.is_distribution || manifest.path.file_name() == b"setup.cfg" {
            return;
        }
        let src = path::join(dir, b"src").filter(|src| is_root(tree, src));
        match src {
            Some(src) => self.add(tree, &src, Some(manifest.path)),
            None if said.roots.is_empty() && is_root(tree, dir) => self.add(tree, dir, Some(manifest.path)),
            None => {}
        }
    }

    /// Keeps what a distribution is called, and where it takes others from.
    fn call(&mut self, manifest: &Placed<'p>) {
        let (dir, said) = (manifest.path.parent(), &manifest.said);
        if let Some(name) = &said.name {
            self.names.entry(dir).or_insert_with(|| normalised(name));
        }
        let taken = said
            .taken
            .iter()
            .map(|(name, to)| Taken { name: name.clone(), place: path::join(dir, to.as_bytes()) });
        if !said.taken.is_empty() {
            self.taken.entry(dir).or_default().extend(taken);
        }
    }

    /// Whether the manifests around `dir` take the distribution of `root` from elsewhere: another folder, one that is
    /// not there, an archive.
    fn is_replaced(&self, root: &Root<'_>, dir: &[u8]) -> bool {
        let home = root.config.map_or(&b""[..], |config| config.parent());
        let Some(name) = self.names.get(home).filter(|_| !self.taken.is_empty()) else { return false };
        if dir == home || path::strip_dir(dir, home).is_some() && !home.is_empty() {
            return false;
        }
        let taken =
            path::ancestors(dir).find_map(|dir| self.taken.get(dir)?.iter().find(|it| it.name == *name));
        taken.is_some_and(|taken| taken.place.as_deref() != Some(home))
    }

    /// Adds the folders around `manifest` that its patterns mean.
    fn add_matching(&mut self, tree: &Tree<'p>, manifest: &Placed<'p>) {
        let dir = manifest.path.parent();
        for folder in &tree.folders {
            let below = if folder.path == dir { Some(&b""[..]) } else { path::strip_dir(folder.path, dir) };
            let is_meant =
                |path: &[u8]| manifest.said.root_patterns.iter().any(|it| pants::matches(it, path));
            if below.is_some_and(is_meant) {
                self.add(tree, folder.path, Some(manifest.path));
            }
        }
    }

    fn add(&mut self, tree: &Tree<'p>, dir: &[u8], config: Option<&'p RepoPath>) {
        if let Some(dir) = tree.dir(dir) {
            self.add_dir(dir, config);
        }
    }

    fn add_dir(&mut self, dir: Dir, config: Option<&'p RepoPath>) {
        let next = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        if *self.by_dir.entry(dir).or_insert(next) == next {
            // A project may itself be called so.
            let around = config.map_or(&b""[..], |config| path::parent(config.parent()));
            let is_apart = around.split(|byte| *byte == b'/').any(|name| APART.contains(&name));
            self.list.push(Root { dir, config, is_apart });
        }
    }

    /// Whether `dir` is one of them.
    pub(super) fn has(&self, dir: Dir) -> bool {
        self.by_dir.contains_key(&dir)
    }

    /// What declares `dir` a root.
    pub(super) fn config(&self, dir: Dir) -> Option<&'p RepoPath> {
        self.list.get(*self.by_dir.get(&dir)? as usize)?.config
    }

    /// Whether `dir` lies in one of them, the repo root aside.
    pub(super) fn is_declared(&self, tree: &Tree<'_>, dir: Dir) -> bool {
        self.around(tree, dir).is_some_and(|root| !tree.folders[root as usize].path.is_empty())
    }

    /// The innermost root around `dir`.
    pub(super) fn around(&self, tree: &Tree<'_>, dir: Dir) -> Option<Dir> {
        tree.upwards(dir).find(|dir| self.has(*dir))
    }

    /// The folders of the distributions around `dir`, innermost first; the repo root aside.
    pub(super) fn distributions<'d>(&'d self, dir: &'d [u8]) -> impl Iterator<Item = &'d [u8]> {
        path::ancestors(dir).filter(|dir| !dir.is_empty() && self.distributions.contains(*dir))
    }

    /// The roots that have `name`, in the order in which an importer in `dir` asks them.
    pub(super) fn with(&self, tree: &Tree<'_>, dir: &[u8], name: &[u8]) -> Vec<Dir> {
        // What has been moved covers what lies under that name.
        let moved = self.moved.iter().filter(|top| tree.get(**top, name).is_some());
        let moved = moved.filter_map(|top| self.by_dir.get(top));
        let found = self.by_name.get(name).into_iter().flatten();
        let found = found.chain(moved).map(|at| &self.list[*at as usize]);
        let found = found.filter(|root| root.is_seen_from(dir) && !self.is_replaced(root, dir));
        let mut found: Vec<&Root<'_>> = found.collect();
        if found.len() > 1 {
            let own = (!self.moved.is_empty()).then(|| self.distributions(dir).next().unwrap_or_default());
            found.sort_by_cached_key(|root| {
                // Names that a manifest gives are those of its own folder.
                let home = root.config.filter(|_| tree.is_called(root.dir)).map(RepoPath::parent);
                let path = home.unwrap_or(tree.folders[root.dir as usize].path);
                std::cmp::Reverse((home.is_some() && home == own, shared(dir, path)))
            });
        }
        found.into_iter().map(|root| root.dir).collect()
    }
}

/// A folder that is no package itself.
fn is_root(tree: &Tree<'_>, dir: &[u8]) -> bool {
    tree.dir(dir).is_some_and(|dir| !tree.is_package(dir))
}

/// How many segments two paths begin with in common.
fn shared(a: &[u8], b: &[u8]) -> usize {
    if b.is_empty() {
        return 0;
    }
    a.split(|byte| *byte == b'/').zip(b.split(|byte| *byte == b'/')).take_while(|(a, b)| a == b).count()
}
