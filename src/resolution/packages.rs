//! Packages that are directories: which files each consists of, and what it is called.
//!
//! A directory may hold files of several packages (a program that generates code beside a library, files for builds
//! that exclude each other): others import the one that most files are of.

use std::cmp::Reverse;

use bstr::ByteSlice;
use resolvers::facts::{BindingName, FileFacts, ImportSyntax, ImportedName};
use resolvers::path::file_name;
use resolvers::target::Target;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ResolvedFile;
use crate::facts::SourceFile;
use crate::kept::digest;

/// A directory that is imported as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package<'a> {
    /// The directory; empty for the repo root.
    pub dir: &'a [u8],
    /// What its files call it.
    pub name: String,
    /// Its files: positions among the sources, ascending.
    pub members: Vec<u32>,
}

/// The packages of a repository, sorted by directory.
#[derive(Debug, Default)]
pub struct Packages<'a> {
    list: Vec<Package<'a>>,
    by_dir: FxHashMap<&'a [u8], u32>,
    /// By position among the sources.
    of_source: Vec<Option<u32>>,
}

impl<'a> Packages<'a> {
    /// Those that `sources` make up.
    #[must_use]
    pub fn of(sources: &'a [SourceFile]) -> Self {
        let mut dirs: FxHashMap<&[u8], Vec<u32>> = FxHashMap::default();
        for (source, at) in sources.iter().zip(0..) {
            if source.language.is_of_package(&source.path) {
                dirs.entry(source.path.parent()).or_default().push(at);
            }
        }
        let mut dirs: Vec<_> = dirs.into_iter().collect();
        dirs.sort_unstable();
        let mut packages = Self { of_source: vec![None; sources.len()], ..Self::default() };
        for (at, (dir, files)) in (0..).zip(dirs) {
            let package = package(sources, dir, files);
            for member in &package.members {
                packages.of_source[*member as usize] = Some(at);
            }
            packages.by_dir.insert(dir, at);
            packages.list.push(package);
        }
        packages
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Package<'a>] {
        &self.list
    }

    /// The position of the package that the directory is.
    #[must_use]
    pub fn position(&self, dir: &[u8]) -> Option<u32> {
        self.by_dir.get(dir).copied()
    }

    /// The position of the package that the source is a part of.
    #[must_use]
    pub fn of_source(&self, source: u32) -> Option<u32> {
        *self.of_source.get(source as usize)?
    }
}

fn package<'a>(sources: &[SourceFile], dir: &'a [u8], files: Vec<u32>) -> Package<'a> {
    let header = |at: &u32| &sources[*at as usize].facts.header;
    // What no build takes counts only where there is nothing else.
    let built: Vec<u32> = files.iter().copied().filter(|at| !header(at).never_built).collect();
    let files = if built.is_empty() { files } else { built };
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for name in files.iter().filter_map(|at| header(at).package.as_deref()) {
        *counts.entry(name).or_default() += 1;
    }
    // The most files, then anything but a program, then the first name.
    let rank = |(name, count): &(&str, usize)| (*count, *name != "main", Reverse((*name).to_owned()));
    match counts.into_iter().max_by_key(rank) {
        Some((name, _)) => {
            let is_member = |at: &u32| header(at).package.as_deref() == Some(name);
            let members = files.iter().copied().filter(is_member).collect();
            Package { dir, name: name.to_owned(), members }
        }
        None => Package { dir, name: file_name(dir).to_str_lossy().into_owned(), members: files },
    }
}

/// Sets right what each import takes of a package whose files give it another name than its path suggests, and what it
/// takes where it asks for everything: only now it is known what is there.
pub fn name_imports(sources: &mut [SourceFile], resolved: &[ResolvedFile]) {
    let packages = Packages::of(sources);
    let mut found = Vec::new();
    for (at, (source, resolved)) in sources.iter().zip(resolved).enumerate() {
        for (number, (import, resolved)) in source.facts.imports.iter().zip(&resolved.imports).enumerate() {
            let [Target::Package(dir)] = &resolved.targets[..] else { continue };
            let Some(package) = packages.position(dir).map(|at| &packages.all()[at as usize]) else {
                continue;
            };
            let names = match import.syntax {
                ImportSyntax::ImportPackage if qualifier(&import.names) != Some(&package.name) => {
                    taken_by(&source.facts, &package.name)
                }
                ImportSyntax::ImportAll => taken_of(&source.facts, sources, package),
                _ => continue,
            };
            found.push((at, number, names));
        }
    }
    for (at, number, names) in found {
        let source = &mut sources[at];
        // What follows from the facts follows from other files too now.
        source.key = source.key.and_then(|key| {
            let named = postcard::to_stdvec(&(number as u64, &names)).ok()?;
            Some(digest([&key[..], &named]))
        });
        source.facts.imports[number].names = names;
    }
}

/// What a file calls a package of which it takes `names`: `pkg` of `pkg.Name`.
pub(crate) fn qualifier(names: &[ImportedName]) -> Option<&str> {
    let local = names.first()?.local.as_deref()?;
    Some(local.split_once('.').map_or(local, |(qualifier, _)| qualifier))
}

/// What the file uses as `qualifier.Name`; the whole where it uses nothing.
fn taken_by(facts: &FileFacts, qualifier: &str) -> Vec<ImportedName> {
    let bindings = facts.references.iter().map(|it| it.binding.as_str());
    let names = bindings.filter_map(|it| Some((it.strip_prefix(qualifier)?.strip_prefix('.')?, it)));
    named(names, Some(qualifier))
}

/// What the file uses, unqualified, of what `package` exports.
fn taken_of(facts: &FileFacts, sources: &[SourceFile], package: &Package<'_>) -> Vec<ImportedName> {
    let exports = package.members.iter().flat_map(|at| &sources[*at as usize].facts.exports);
    let exported: FxHashSet<&str> = exports.map(|export| export.name.as_str()).collect();
    let bindings = facts.references.iter().map(|it| it.binding.as_str());
    named(bindings.filter(|it| exported.contains(it)).map(|it| (it, it)), None)
}

fn named<'n>(names: impl Iterator<Item = (&'n str, &'n str)>, qualifier: Option<&str>) -> Vec<ImportedName> {
    let mut told = FxHashSet::default();
    let name = |(name, local): (&str, &str)| ImportedName {
        name: BindingName::Named(name.to_owned()),
        local: Some(local.to_owned()),
        type_only: false,
    };
    let found: Vec<_> = names.filter(|(name, _)| told.insert(name.to_owned())).map(name).collect();
    if !found.is_empty() {
        return found;
    }
    let local = qualifier.map(str::to_owned);
    vec![ImportedName { name: BindingName::Namespace, local, type_only: false }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::SourceFile;
    use crate::testing::path;

    /// The sources of `files`, each a path and a text.
    fn sources(files: &[(&str, &str)]) -> Vec<SourceFile> {
        let source = |(name, text): &(&str, &str)| {
            let path = path(name);
            let (language, dialect) = resolvers::language_of(&path).unwrap();
            let facts = language.extract(dialect, text.as_bytes());
            SourceFile { path, language, dialect, facts, key: None }
        };
        files.iter().map(source).collect()
    }

    /// `dir name: files`, a line each.
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let sources = sources(files);
        let packages = Packages::of(&sources);
        let told = packages.all().iter().map(|it| {
            let members: Vec<_> = it.members.iter().map(|at| sources[*at as usize].path.to_text()).collect();
            format!("{} {}: {}", String::from_utf8_lossy(it.dir), it.name, members.join(" "))
        });
        assert_eq!(told.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_directory_is_the_package_of_most_files_that_are_built() {
        check(
            &[
                ("a/a.go", "package a"),
                ("a/a_test.go", "package a"),
                ("a/b.go", "package a"),
                ("a/gen.go", "//go:build ignore\n\npackage main"),
                ("a/main.go", "package main"),
                ("b/one.go", "package b"),
                ("b/two.go", "package main"),
                ("c/gen.go", "//go:build ignore\n\npackage main"),
                ("d/broken.go", "hello"),
                ("e/e_test.go", "package e"),
                ("e/x.ts", ""),
            ],
            &["a a: a/a.go a/b.go", "b b: b/one.go", "c main: c/gen.go", "d d: d/broken.go"],
        );
    }

    #[test]
    fn names_are_those_of_the_package_over_there() {
        let mut sources = sources(&[
            ("a/a.go", "package a\nimport \"m/b\"\nimport . \"m/c\"\nfunc f() { odd.B(); C(); D() }"),
            ("b/b.go", "package odd\nfunc B() {}"),
            ("c/c.go", "package c\nfunc C() {}"),
        ]);
        let package = |dir: &str| resolvers::target::Resolved {
            targets: vec![Target::Package(dir.as_bytes().to_vec())],
            how: resolvers::target::How::SelfReference,
            config: None,
        };
        let none = || ResolvedFile { imports: Vec::new() };
        let resolved = [ResolvedFile { imports: vec![package("b"), package("c")] }, none(), none()];
        name_imports(&mut sources, &resolved);
        let locals = sources[0].facts.imports.iter().flat_map(|it| &it.names).map(|it| it.local.as_deref());
        assert_eq!(locals.collect::<Vec<_>>(), [Some("odd.B"), Some("C")]);
    }
}
