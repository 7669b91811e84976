//! Python: modules, packages and their stubs.
//!
//! `extract` reads one file, `resolve` says what its imports mean. They share the names of files, which stand here,
//! and nothing else.

mod extract;
mod resolve;

use crate::facts::FileFacts;
use crate::path::RepoPath;
use crate::project::Project;
use crate::{Dialect, Language, Resolver};

/// Python.
#[derive(Debug, Clone, Copy)]
pub struct Python;

/// What a file is, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Flavor {
    Module,
    /// `__init__.py`: what it binds its package has.
    Package,
    /// `.pyi`: read by type checkers alone.
    Stub,
    /// `__init__.pyi`
    PackageStub,
}

const FLAVORS: [Flavor; 4] = [Flavor::Module, Flavor::Package, Flavor::Stub, Flavor::PackageStub];

impl Flavor {
    fn of_name(name: &[u8]) -> Option<Self> {
        match name {
            b"__init__.py" => Some(Self::Package),
            b"__init__.pyi" => Some(Self::PackageStub),
            _ if name.ends_with(b".py") || name.ends_with(b".pyw") => Some(Self::Module),
            _ if name.ends_with(b".pyi") => Some(Self::Stub),
            _ => None,
        }
    }

    fn of_dialect(dialect: Dialect) -> Self {
        FLAVORS.get(usize::from(dialect.0)).copied().unwrap_or(Self::Module)
    }

    fn is_package(self) -> bool {
        matches!(self, Self::Package | Self::PackageStub)
    }

    fn is_stub(self) -> bool {
        matches!(self, Self::Stub | Self::PackageStub)
    }
}

impl Language for Python {
    fn id(&self) -> &'static str {
        "python"
    }

    fn dialect(&self, path: &RepoPath) -> Option<Dialect> {
        Flavor::of_name(path.file_name()).map(|flavor| Dialect(flavor as u8))
    }

    fn version(&self) -> u32 {
        1
    }

    fn extract(&self, dialect: Dialect, source: &[u8]) -> FileFacts {
        extract::extract(Flavor::of_dialect(dialect), source)
    }

    fn resolver<'p>(&self, project: &'p Project<'p>) -> Box<dyn Resolver + 'p> {
        Box::new(resolve::PythonResolver::new(project))
    }
}
