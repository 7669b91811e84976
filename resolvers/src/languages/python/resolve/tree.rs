//! The modules of a project as the import system sees them: folders, and what each name in them can be.
//!
//! Built once from the paths; every question is one lookup. Nothing is read here.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::path::{self, RepoPath};
use crate::project::Project;

/// A folder with Python somewhere in it, by its number.
pub(super) type Dir = u32;
/// A file, by its position in the project.
pub(super) type File = u32;

/// What a name in a folder can be.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    /// `name.py`
    pub(super) source: Option<File>,
    /// `name.pyi`
    pub(super) stub: Option<File>,
    /// `name.pyx` and its kin: compiled before they are imported.
    pub(super) compiled: Option<File>,
    /// The folder `name`.
    pub(super) dir: Option<Dir>,
}

/// A folder.
#[derive(Debug)]
pub(super) struct Folder<'p> {
    pub(super) path: &'p [u8],
    /// `__init__.py`
    pub(super) init: Option<File>,
    /// `__init__.pyi`
    pub(super) init_stub: Option<File>,
    pub(super) parent: Option<Dir>,
}

/// All modules of a project.
pub(super) struct Tree<'p> {
    project: &'p Project<'p>,
    pub(super) folders: Vec<Folder<'p>>,
    is_empty: bool,
    /// Folders without a file of their own: links lie in them.
    of_links: Range<Dir>,
    by_path: FxHashMap<&'p [u8], Dir>,
    entries: FxHashMap<(Dir, &'p [u8]), Entry>,
    /// For each folder the names in it.
    names: Vec<Vec<&'p [u8]>>,
    /// The folders behind those: their numbers go on.
    called: Vec<Called>,
    /// By folder: what it is called.
    called_of: FxHashMap<Dir, Dir>,
}

/// A folder under the name that a manifest gives it.
struct Called {
    /// What is in it; the top of such names is in none.
    dir: Option<Dir>,
    /// The packages and modules in it that lie elsewhere.
    elsewhere: Vec<(Vec<u8>, Elsewhere)>,
}

/// What a manifest gives a name to.
#[derive(Clone, Copy)]
enum Elsewhere {
    Package(Dir),
    Module(File),
}

impl<'p> Tree<'p> {
    pub(super) fn of(project: &'p Project<'p>) -> Self {
        let mut tree = Self {
            project,
            folders: Vec::new(),
            is_empty: true,
            of_links: 0..0,
            by_path: FxHashMap::default(),
            entries: FxHashMap::default(),
            names: Vec::new(),
            called: Vec::new(),
            called_of: FxHashMap::default(),
        };
        tree.folder(b"");
        for (file, at) in project.files().iter().zip(0..) {
            tree.add(file.as_bytes(), at);
        }
        let count = |tree: &Self| Dir::try_from(tree.folders.len()).unwrap_or(Dir::MAX);
        let first = count(&tree);
        tree.add_links();
        tree.of_links = first..count(&tree);
        tree
    }

    fn add(&mut self, path: &'p [u8], at: File) {
        let name = path::file_name(path);
        let kind = Kind::of(name);
        if kind.is_none() && !name.ends_with(b".pyw") {
            return;
        }
        // A file that nobody can import by its name imports all the same.
        self.is_empty = false;
        let dir = self.folder(path::parent(path));
        let (Some(stem), Some(kind)) = (stem(name), kind) else { return };
        if stem == b"__init__" {
            let folder = &mut self.folders[dir as usize];
            match kind {
                Kind::Source => folder.init = Some(at),
                Kind::Stub => folder.init_stub = Some(at),
                Kind::Compiled => {}
            }
        }
        let entry = self.entry(dir, stem);
        match kind {
            Kind::Source => entry.source = Some(at),
            Kind::Stub => entry.stub = Some(at),
            // `x.pxd` only declares what `x.pyx` implements; it comes first.
            Kind::Compiled => entry.compiled = Some(at),
        }
    }

    /// Whether nothing but links lies in `dir` and below.
    pub(super) fn is_of_links(&self, dir: Dir) -> bool {
        self.of_links.contains(&dir)
    }

    /// A link to a folder is that folder under another name, a link to a module that module.
    fn add_links(&mut self) {
        for link in self.project.links() {
            let name = path::file_name(link);
            let Some(target) = self.project.follow(link) else { continue };
            if let Some(at) = self.project.position(&target).and_then(|at| File::try_from(at).ok()) {
                let (Some(stem), Some(kind)) = (stem(name), Kind::of(name)) else { continue };
                let dir = self.folder(path::parent(link));
                let entry = self.entry(dir, stem);
                match kind {
                    Kind::Source => entry.source = entry.source.or(Some(at)),
                    Kind::Stub => entry.stub = entry.stub.or(Some(at)),
                    Kind::Compiled => {}
                }
            } else if let Some(target) = self.dir(&target) {
                let dir = self.folder(path::parent(link));
                let entry = self.entry(dir, name);
                entry.dir = entry.dir.or(Some(target));
            }
        }
    }

    /// The number of the folder at `path`, which is one from now on, and so are those around it.
    fn folder(&mut self, path: &'p [u8]) -> Dir {
        if let Some(known) = self.by_path.get(path) {
            return *known;
        }
        let mut missing = Vec::new();
        let mut known = None;
        for dir in path::ancestors(path) {
            match self.by_path.get(dir) {
                Some(dir) => {
                    known = Some(*dir);
                    break;
                }
                None => missing.push(dir),
            }
        }
        for path in missing.into_iter().rev() {
            let number = Dir::try_from(self.folders.len()).unwrap_or(Dir::MAX);
            self.folders.push(Folder { path, init: None, init_stub: None, parent: known });
            self.names.push(Vec::new());
            self.by_path.insert(path, number);
            if let Some(parent) = known {
                self.entry(parent, path::file_name(path)).dir = Some(number);
            }
            known = Some(number);
        }
        known.unwrap_or_default()
    }

    fn entry(&mut self, dir: Dir, name: &'p [u8]) -> &mut Entry {
        let names = &mut self.names[dir as usize];
        self.entries.entry((dir, name)).or_insert_with(|| {
            names.push(name);
            Entry::default()
        })
    }

    /// Whether there is no Python at all.
    pub(super) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// What `name` can be in `dir`.
    pub(super) fn get(&self, dir: Dir, name: &[u8]) -> Option<Entry> {
        let Some(called) = self.called(dir) else { return self.entries.get(&(dir, name)).copied() };
        let here = called.dir.and_then(|dir| self.get(dir, name));
        let found = called.elsewhere.iter().find(|(known, _)| known == name);
        let beside = here.unwrap_or_default();
        match found.map(|(_, it)| *it) {
            Some(Elsewhere::Package(dir)) => Some(Entry { dir: Some(dir), ..beside }),
            Some(Elsewhere::Module(file)) => Some(Entry { source: Some(file), ..beside }),
            None => here,
        }
    }

    /// The names in `dir`, in path order; not those that a manifest gives.
    pub(super) fn names(&self, dir: Dir) -> &[&'p [u8]] {
        self.names.get(dir as usize).map_or(&[], Vec::as_slice)
    }

    fn called(&self, dir: Dir) -> Option<&Called> {
        self.called.get((dir as usize).checked_sub(self.names.len())?)
    }

    /// Whether a manifest names `dir`.
    pub(super) fn is_called(&self, dir: Dir) -> bool {
        self.called(dir).is_some()
    }

    /// `dir` under the name that a manifest gives it, if one does.
    pub(super) fn as_called(&self, dir: Dir) -> Dir {
        self.called_of.get(&dir).copied().unwrap_or(dir)
    }

    /// The folder around `dir`, as it is called. What lies in a package is reached by that one's name too.
    pub(super) fn above(&self, dir: Dir) -> Option<Dir> {
        let folder = &self.folders[dir as usize];
        let lies_in = self.dir(folder.path).and_then(|dir| self.folders[dir as usize].parent);
        let package = lies_in.filter(|dir| self.folders[*dir as usize].init.is_some());
        package.or(folder.parent).map(|dir| self.as_called(dir))
    }

    /// The top of the names that a manifest in `dir` gives.
    pub(super) fn top(&mut self, dir: Dir) -> Dir {
        let Folder { path, parent, .. } = self.folders[dir as usize];
        self.call(Folder { path, init: None, init_stub: None, parent }, None)
    }

    /// Calls `dir` the package `name` in `parent`, which is a top or so called itself.
    pub(super) fn call_package(&mut self, name: &[u8], parent: Dir, dir: Dir) -> Dir {
        let Folder { path, init, init_stub, .. } = self.folders[dir as usize];
        let number = self.call(Folder { path, init, init_stub, parent: Some(parent) }, Some(dir));
        self.name_called(name, parent, Elsewhere::Package(number));
        self.called_of.entry(dir).or_insert(number);
        number
    }

    /// Calls `file` the module `name` in `parent`, which is a top or so called itself.
    pub(super) fn call_module(&mut self, name: &[u8], parent: Dir, file: File) {
        self.name_called(name, parent, Elsewhere::Module(file));
    }

    /// The file at `path`, if it is there and a module by its name.
    pub(super) fn module(&self, path: &[u8]) -> Option<File> {
        let at = self.project.position(path).and_then(|at| File::try_from(at).ok());
        at.filter(|_| matches!(Kind::of(path::file_name(path)), Some(Kind::Source)))
    }

    /// Calls what no folder is the namespace `name` in `parent`, which is a top or so called itself.
    pub(super) fn call_namespace(&mut self, name: &[u8], parent: Dir) -> Dir {
        let Folder { path, .. } = self.folders[parent as usize];
        let number = self.call(Folder { path, init: None, init_stub: None, parent: Some(parent) }, None);
        self.name_called(name, parent, Elsewhere::Package(number));
        number
    }

    fn name_called(&mut self, name: &[u8], parent: Dir, what: Elsewhere) {
        let above = (parent as usize).checked_sub(self.names.len());
        if let Some(above) = above.and_then(|above| self.called.get_mut(above)) {
            above.elsewhere.push((name.to_vec(), what));
        }
    }

    fn call(&mut self, folder: Folder<'p>, dir: Option<Dir>) -> Dir {
        let number = Dir::try_from(self.folders.len()).unwrap_or(Dir::MAX);
        self.folders.push(folder);
        self.called.push(Called { dir, elsewhere: Vec::new() });
        number
    }

    /// Whether `dir` is a package. One whose name is no identifier, and that nothing calls otherwise, can be named by no
    /// import: what lies in it is run there, and pytest goes by that too.
    pub(super) fn is_package(&self, dir: Dir) -> bool {
        let folder = &self.folders[dir as usize];
        let is_named = || {
            is_identifier(path::file_name(folder.path))
                || self.is_called(dir)
                || self.called_of.contains_key(&dir)
        };
        folder.init.is_some() && is_named()
    }

    /// The folder at `path`, if there is Python in it.
    pub(super) fn dir(&self, path: &[u8]) -> Option<Dir> {
        self.by_path.get(path).copied()
    }

    /// `dir` and the folders around it.
    pub(super) fn upwards(&self, dir: Dir) -> impl Iterator<Item = Dir> {
        std::iter::successors(Some(dir), |dir| self.folders[*dir as usize].parent)
    }

    pub(super) fn file(&self, at: File) -> &'p RepoPath {
        &self.project.files()[at as usize]
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Source,
    Stub,
    Compiled,
}

impl Kind {
    /// `None` for what nobody imports.
    fn of(name: &[u8]) -> Option<Self> {
        match &name[memchr::memrchr(b'.', name)?..] {
            b".py" => Some(Self::Source),
            b".pyi" => Some(Self::Stub),
            b".pyx" | b".pxd" => Some(Self::Compiled),
            _ => None,
        }
    }
}

/// Whether an import can have `name`; what the repo root is called is not known.
pub(super) fn is_identifier(name: &[u8]) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    name.iter().all(is_part) && !name.first().is_some_and(u8::is_ascii_digit)
}

/// The name of the module that a file is; with another dot in its name it is none.
fn stem(name: &[u8]) -> Option<&[u8]> {
    let dot = memchr::memchr(b'.', name)?;
    (memchr::memrchr(b'.', name) == Some(dot)).then_some(&name[..dot])
}
