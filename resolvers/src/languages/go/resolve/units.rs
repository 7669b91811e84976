//! The packages by which a repository of Go is entered: every program, and the root package of a library.
//!
//! A module without a package at its root is entered by its most likely program. What the go command passes over
//! (`testdata`, `vendor`, names that begin with `_` or `.`) is entered by nobody.

use bstr::ByteSlice;

use super::super::{ID, assumed_name, is_passed_over};
use super::GoResolver;
use super::modules::Module;
use crate::path::{self, RepoPath, file_name};
use crate::{Unit, UnitEntry};

/// A directory with a package that is not passed over.
struct Entrance<'p> {
    dir: &'p [u8],
    files: &'p [&'p RepoPath],
    is_program: bool,
}

/// Sorted by directory.
pub(super) fn units(resolver: &GoResolver<'_>) -> Vec<Unit> {
    let mut of_module: Vec<Vec<Entrance<'_>>> = resolver.modules.all().iter().map(|_| Vec::new()).collect();
    let mut units = Vec::new();
    for (dir, files) in &resolver.packages {
        if is_set_aside(dir) {
            continue;
        }
        let module = resolver.modules.position(dir);
        let is_root = module.is_some_and(|at| resolver.modules.all()[at].dir == **dir);
        let is_program = is_program(resolver, files);
        if module.is_some_and(|at| resolver.modules.all()[at].ignores(dir)) {
            continue;
        }
        let entrance = Entrance { dir, files, is_program };
        match module {
            Some(at) if is_program || is_root => of_module[at].push(entrance),
            None if is_program => units.push(program(resolver, &entrance, None)),
            _ => {}
        }
    }
    for (module, entrances) in resolver.modules.all().iter().zip(of_module) {
        if !is_set_aside(&module.dir) {
            add(resolver, module, entrances, &mut units);
        }
    }
    units.sort_by(|a, b| a.dir.cmp(&b.dir));
    units
}

fn add(resolver: &GoResolver<'_>, module: &Module, mut entrances: Vec<Entrance<'_>>, units: &mut Vec<Unit>) {
    entrances.sort_by(|a, b| a.dir.cmp(b.dir));
    let own = |it: &Entrance<'_>| it.dir == module.dir;
    let first = entrances.iter().position(own).or_else(|| likely(module, &entrances));
    let first = first.map(|at| entrances.remove(at));
    let entries = first.iter().map(|it| UnitEntry {
        path: entry(resolver, it).clone(),
        whys: vec![why(it, module)],
        subpath: None,
    });
    units.push(Unit {
        dir: module.dir.clone(),
        manifest: module.file.clone(),
        language: ID,
        name: Some(module.path.clone()).filter(|it| !it.is_empty()),
        version: None,
        description: None,
        entries: entries.collect(),
    });
    units.extend(entrances.iter().map(|it| program(resolver, it, Some(module))));
}

/// The program that is called like the module, else the one with the shortest path and name, those in `cmd` before others;
/// one that works on the module, or shows it, last.
fn likely(module: &Module, programs: &[Entrance<'_>]) -> Option<usize> {
    let rank = |(_, it): &(usize, &Entrance<'_>)| {
        let below = path::strip_dir(it.dir, &module.dir).unwrap_or(it.dir);
        let name = file_name(below);
        let is_namesake = name == assumed_name(&module.path).as_bytes();
        let depth = memchr::memchr_iter(b'/', below).count();
        // `cmd/tool-operator` of the module `tool/operator`
        let ends_so =
            name.strip_suffix(assumed_name(&module.path).as_bytes()).and_then(|it| it.strip_suffix(b"-"));
        let ends_so =
            ends_so.is_some_and(|it| module.path.as_bytes().split(|b| *b == b'/').any(|part| part == it));
        (!is_namesake, is_beside(below), !ends_so, !below.starts_with(b"cmd/"), depth, name.len())
    };
    programs.iter().enumerate().min_by_key(rank).map(|(at, _)| at)
}

/// Whether a program in `dir` serves those who work on a module: an example, a generator, a tool.
fn is_beside(dir: &[u8]) -> bool {
    const BESIDE: [&[u8]; 14] = [
        b"contrib",
        b"docs",
        b"example",
        b"examples",
        b"hack",
        b"internal",
        b"misc",
        b"sample",
        b"samples",
        b"script",
        b"scripts",
        b"test",
        b"tests",
        b"tools",
    ];
    let name = file_name(dir);
    let makes =
        [&b"gen-"[..], b"gen_", b"generate"].iter().any(|start| name.starts_with(start)) || name == b"gen";
    makes || dir.split(|byte| *byte == b'/').any(|name| BESIDE.contains(&name))
}

fn why(entrance: &Entrance<'_>, module: &Module) -> String {
    if entrance.is_program {
        "`package main`".to_owned()
    } else {
        format!("the root package of {}", module.file)
    }
}

fn program(resolver: &GoResolver<'_>, entrance: &Entrance<'_>, module: Option<&Module>) -> Unit {
    let path = entry(resolver, entrance).clone();
    let name = String::from_utf8_lossy(file_name(entrance.dir)).into_owned();
    Unit {
        dir: entrance.dir.to_vec(),
        manifest: module.map_or(&path, |module| &module.file).clone(),
        language: ID,
        name: Some(name).filter(|it| !it.is_empty()),
        version: None,
        description: None,
        entries: vec![UnitEntry { path, whys: vec!["`package main`".to_owned()], subpath: None }],
    }
}

/// The file that shows best what the package is for: of a program the one with `main`, of a library the one with its
/// documentation or its name.
fn entry<'p>(resolver: &GoResolver<'_>, entrance: &Entrance<'p>) -> &'p RepoPath {
    let is_built = |file: &&RepoPath| !resolver.project.header(file).never_built;
    let named =
        |name: &[u8]| entrance.files.iter().copied().find(|file| file.file_name() == name).filter(is_built);
    let has_main = |file: &&RepoPath| {
        let text = resolver.project.read(file.as_bytes()).unwrap_or_default();
        memchr::memmem::find(&text, b"\nfunc main(").is_some()
    };
    // The folder of a module may be called anything, that of the repository is not called at all.
    let called = package_name(resolver, entrance.files);
    let namesakes = [called.as_deref().unwrap_or_default().as_bytes(), file_name(entrance.dir)];
    let namesake = || namesakes.iter().find_map(|name| named(&[*name, b".go"].concat()));
    let found = if entrance.is_program {
        named(b"main.go").or_else(|| entrance.files.iter().copied().filter(is_built).find(has_main))
    } else {
        named(b"doc.go")
    };
    // What only some builds take says less, and what was generated.
    let is_plain = |file: &&RepoPath| {
        let text = resolver.project.read(file.as_bytes()).unwrap_or_default();
        let says = |mark: &[u8]| {
            text.starts_with(mark) || memchr::memmem::find(&text, &[b"\n", mark].concat()).is_some()
        };
        let systems = [&b"_windows.go"[..], b"_linux.go", b"_darwin.go", b"_unix.go", b"_js.go", b"_wasm.go"];
        let is_of_one = systems.iter().any(|end| file.file_name().ends_with(end));
        let marks = [&b"//go:build "[..], b"// +build ", b"// Code generated "];
        !marks.into_iter().any(says) && !is_of_one
    };
    let built = || entrance.files.iter().copied().filter(is_built);
    let is_told = |file: &&RepoPath| {
        let text = resolver.project.read(file.as_bytes()).unwrap_or_default();
        called.as_deref().is_some_and(|name| documents(&text, name))
    };
    let told = || built().find(is_told);
    let first = || built().find(is_plain).or_else(|| built().next());
    found.or_else(namesake).or_else(told).or_else(first).unwrap_or(entrance.files[0])
}

/// Whether the comment right above the package clause is the documentation of the package `name`, as the go command
/// expects it to begin.
fn documents(text: &[u8], name: &str) -> bool {
    let start = format!("Package {name}");
    // The first words of the comments that no blank line divides.
    let mut words: Option<&[u8]> = None;
    let mut inside = false;
    for line in text.lines().map(ByteSlice::trim) {
        if !inside && line.starts_with(b"package ") {
            let rest = words.and_then(|words| words.strip_prefix(start.as_bytes()));
            return rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric));
        }
        inside |= line.starts_with(b"/*");
        if inside || line.starts_with(b"//") {
            let said = line.trim_start_with(|it| matches!(it, '/' | '*' | ' ' | '\t'));
            words = words.or((!said.is_empty()).then_some(said));
        } else {
            words = None;
        }
        inside &= !line.contains_str(b"*/");
    }
    false
}

/// Whether the first file that a build may take says `package main`.
fn is_program(resolver: &GoResolver<'_>, files: &[&RepoPath]) -> bool {
    package_name(resolver, files).as_deref() == Some("main")
}

/// What the first file that a build may take calls its package.
fn package_name(resolver: &GoResolver<'_>, files: &[&RepoPath]) -> Option<String> {
    let headers = files.iter().map(|file| resolver.project.header(file));
    headers.into_iter().find_map(|it| it.package.filter(|_| !it.never_built))
}

fn is_set_aside(dir: &[u8]) -> bool {
    !dir.is_empty()
        && dir
            .split(|byte| *byte == b'/')
            .any(|name| matches!(name, b"vendor" | b"testdata" | b"node_modules") || is_passed_over(name))
}
