//! Go: files that end in `.go`, in modules, workspaces and vendored trees.
//!
//! `extract` reads one file with a scanner of its own, `resolve` says what its imports mean; of what both know, the
//! names that files and packages have, stands here.

mod extract;
mod resolve;

use crate::bumps::Bumps;
use crate::facts::FileFacts;
use crate::marker::Places;
use crate::path::{RepoPath, file_name};
use crate::project::Project;
use crate::{Dialect, Language, Resolver};

/// What the language is called.
const ID: &str = "go";

/// Go.
#[derive(Debug, Clone, Copy)]
pub struct Go;

impl Language for Go {
    fn id(&self) -> &'static str {
        ID
    }

    fn dialect(&self, path: &RepoPath) -> Option<Dialect> {
        let name = path.file_name();
        is_source(name).then(|| if is_test(name) { TEST } else { PLAIN })
    }

    fn version(&self) -> u32 {
        30
    }

    fn extract(&self, dialect: Dialect, source: &[u8]) -> FileFacts {
        extract::extract(source, dialect == TEST)
    }

    fn places(&self, _dialect: Dialect, source: &[u8], facts: &FileFacts) -> Option<Places> {
        extract::layout(source)?.places(source, facts)
    }

    fn resolver<'p>(&self, project: &'p Project<'p>) -> Box<dyn Resolver + 'p> {
        Box::new(resolve::GoResolver::new(project))
    }

    /// No source, but the first one of a directory, which makes that a package, and the last one: that is left to who knows
    /// what else lies there.
    fn heeds(&self, path: &RepoPath) -> bool {
        crate::language_of(path).is_none() && !crate::is_idle(path)
    }

    fn bumps(&self, path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
        resolve::bumps(path, before, now)
    }

    fn is_of_package(&self, path: &RepoPath) -> bool {
        is_of_package(path.file_name())
    }
}

const PLAIN: Dialect = Dialect(0);
/// A file that no other one can import.
const TEST: Dialect = Dialect(1);

fn is_test(name: &[u8]) -> bool {
    name.ends_with(b"_test.go")
}

fn is_source(name: &[u8]) -> bool {
    name.ends_with(b".go") && name.len() > 3
}

/// Whether a file of that name can belong to the package that others import: tests do not, nor does what the go
/// command passes over.
fn is_of_package(name: &[u8]) -> bool {
    is_source(name) && !is_test(name) && !is_passed_over(name)
}

/// What the go command passes over: files and, below the directory that was asked for, folders.
fn is_passed_over(name: &[u8]) -> bool {
    name.starts_with(b"_") || name.starts_with(b".")
}

/// The name that the package of an import path most likely has: its last segment, without a major version and what
/// cannot be part of a name.
fn assumed_name(import_path: &str) -> &str {
    let last = |path: &str| path.len() - file_name(path.as_bytes()).len();
    let mut base = &import_path[last(import_path)..];
    let is_major = |it: &str| it.strip_prefix('v').is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit()));
    if is_major(base) && base.len() > 1 && base.len() < import_path.len() {
        let path = &import_path[..import_path.len() - base.len() - 1];
        base = &path[last(path)..];
    }
    let base = base.strip_prefix("go-").unwrap_or(base);
    let end = base.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(base.len());
    &base[..end]
}

/// What `go test` runs by `name`, as it is called behind `Test`: `Login` of `TestLogin`, and of `UserSuite.TestLogin` whose
/// suite another file declares. `Testdata` is no test, nor is `TestMain`.
#[must_use]
pub fn case_name(name: &str) -> Option<&str> {
    let case = name.rsplit('.').next()?.strip_prefix("Test")?;
    (!case.starts_with(char::is_lowercase) && case != "Main").then_some(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_assumed_as_people_choose_them() {
        let cases = [
            ("fmt", "fmt"),
            ("net/http", "http"),
            ("gopkg.in/yaml.v2", "yaml"),
            ("go.etcd.io/etcd/client/v3", "client"),
            ("github.com/google/go-cmp", "cmp"),
            ("github.com/mattn/go-sqlite3", "sqlite3"),
            ("example.com/v2", "example"),
            ("v2", "v2"),
            ("", ""),
        ];
        for (path, name) in cases {
            assert_eq!(assumed_name(path), name, "{path}");
        }
    }
}
