//! Python: modules, packages and their stubs.
//!
//! `extract` reads one file, `resolve` says what its imports mean. They share the names of files, which stand here,
//! and nothing else.

mod extract;
mod resolve;

use extract::Detail;

use crate::bumps::Bumps;
use crate::facts::FileFacts;
use crate::marker::Places;
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
    /// `test_a.py`, `a_test.py`: pytest collects what it declares.
    Test,
}

const FLAVORS: [Flavor; 5] =
    [Flavor::Module, Flavor::Package, Flavor::Stub, Flavor::PackageStub, Flavor::Test];

impl Flavor {
    fn of_name(name: &[u8]) -> Option<Self> {
        match name {
            b"__init__.py" => Some(Self::Package),
            b"__init__.pyi" => Some(Self::PackageStub),
            _ if is_test(name) => Some(Self::Test),
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

/// Whether pytest takes a file of that name for a test module.
fn is_test(name: &[u8]) -> bool {
    name.strip_suffix(b".py").is_some_and(|stem| stem.starts_with(b"test_") || stem.ends_with(b"_test"))
}

/// What the language is called.
const ID: &str = "python";

impl Language for Python {
    fn id(&self) -> &'static str {
        ID
    }

    fn dialect(&self, path: &RepoPath) -> Option<Dialect> {
        Flavor::of_name(path.file_name()).map(|flavor| Dialect(flavor as u8))
    }

    fn version(&self) -> u32 {
        42
    }

    fn extract(&self, dialect: Dialect, source: &[u8]) -> FileFacts {
        extract::extract(Flavor::of_dialect(dialect), source, Detail::Whole)
    }

    fn extract_links(&self, dialect: Dialect, source: &[u8]) -> FileFacts {
        extract::extract(Flavor::of_dialect(dialect), source, Detail::Links)
    }

    fn places(&self, dialect: Dialect, source: &[u8], facts: &FileFacts) -> Option<Places> {
        extract::layout(Flavor::of_dialect(dialect), source)?.places(source, facts)
    }

    fn bumps(&self, path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
        resolve::bumps(path.file_name(), before, now)
    }

    fn resolver<'p>(&self, project: &'p Project<'p>) -> Box<dyn Resolver + 'p> {
        Box::new(resolve::PythonResolver::new(project))
    }
}

/// See [`extract::same_tree`].
#[cfg(test)]
pub(crate) fn same_tree(dialect: Dialect, one: &[u8], other: &[u8]) -> Option<bool> {
    extract::same_tree(Flavor::of_dialect(dialect), one, other)
}
