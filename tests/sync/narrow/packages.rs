//! Packages that are directories: files that find each other's names without naming each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::super::random::Dice;
use super::{Way, Ways, check, leads_to_the_same, synced};
use crate::support::Repo;

const FILES: &[(&str, &str)] = &[
    ("go.mod", "module m\n\ngo 1.24\n"),
    ("main.go", "package main\n\nimport \"m/a\"\n\nfunc main() { a.A() }\n"),
    ("a/a.go", "package a\n\nfunc A() { help() }\n\nfunc D() {}\n"),
    ("a/more.go", "package a\n\ntype Kind struct{}\n\nfunc help() { D() }\n"),
    ("a/a_test.go", "package a\nimport \"testing\"\nfunc TestA(t *testing.T) { A() }\n"),
    ("b/b.go", "package b\nfunc B() {}\n"),
    ("c/c.go", "package c\nimport \"m/b\"\nfunc C() { b.B() }\n"),
    ("odd/odd.go", "package strange\n\nfunc S() {}\n"),
    ("d/d.go", "package d\n\nimport (\n\t. \"m/a\"\n\t\"m/odd\"\n)\n\nfunc Do() { A(); strange.S() }\n"),
];

#[test]
fn names_are_found_in_a_package_whichever_file_has_them() {
    check(
        FILES,
        |_| (),
        &[
            ("a/a_test.go", "package a\nimport \"testing\"\nfunc TestA(t *testing.T) { D() }\n", Way::OfFew),
            (
                "a/a_test.go",
                "package a\nimport (\n\"m/b\"\n\"testing\"\n)\nfunc TestA(t *testing.T) { b.B() }\n",
                Way::OfFew,
            ),
            // Its users stay, whichever file declares it.
            ("a/a.go", "package a\n\n// A does all.\nfunc A() { help() }\n", Way::OfFew),
            (
                "a/more.go",
                "package a\n\ntype Kind struct{}\n\nfunc D() {}\n\nfunc help() { D() }\n",
                Way::OfFew,
            ),
            // What is asked for is not there any more.
            ("odd/odd.go", "package strange\n", Way::OfFew),
            ("odd/odd.go", "package strange\n\nfunc T() {}\n\nfunc S() {}\n", Way::OfFew),
            // Somebody asks for all.
            ("a/a.go", "package a\n\nfunc A() { help() }\n\nfunc Do() {}\n", Way::OfFew),
            (
                "main.go",
                "package main\n\nimport (\n\t\"m/a\"\n\t\"m/c\"\n)\n\nfunc main() { a.A(); c.C() }\n",
                Way::OfFew,
            ),
            // Nobody else imports it; the tests of another one do then.
            ("main.go", "package main\n\nimport \"m/a\"\n\nfunc main() { a.A() }\n", Way::OfFew),
            // The package is another one.
            ("b/b.go", "package bee\nfunc B() {}\n", Way::OfAll),
        ],
    );
}

#[test]
fn files_of_a_package_come_and_go() {
    let repo = synced(FILES, |_| ());
    repo.write(
        "a/new.go",
        "package a\n\nimport \"m/b\"\n\n// Fresh is new.\nfunc Fresh() *Kind { b.B(); return nil }\n",
    );
    assert_eq!(leads_to_the_same(&repo, "new"), Way::OfFew);
    repo.write("a/aa_test.go", "package a_test\n\nimport \"m/a\"\n\nfunc Example() { a.Fresh() }\n");
    assert_eq!(leads_to_the_same(&repo, "a test"), Way::OfFew);
    // What a directory is called that is called otherwise is known from a file that stays.
    repo.write("odd/first.go", "package strange\n\nfunc F() {}\n");
    repo.write(
        "d/d.go",
        "package d\n\nimport \"m/odd\"\n\nfunc Do() { strange.S(); strange.F() }\n\nfunc Dont() {}\n",
    );
    assert_eq!(leads_to_the_same(&repo, "first"), Way::OfFew);
    // What it declared was somebody's.
    let remove = |path: &str| fs::remove_file(repo.path(path)).expect("it is there");
    remove("a/more.go");
    assert_eq!(leads_to_the_same(&repo, "more"), Way::OfFew);
    remove("a/a.go");
    repo.write("a/first.go", "package a\n\nfunc A() {}\n\ntype Kind struct{}\n");
    assert_eq!(leads_to_the_same(&repo, "renamed"), Way::OfFew);
    // The first file makes a package, which others may look for, and the last one was it.
    repo.write("e/e.go", "package e\n\nfunc E() {}\n");
    assert_eq!(leads_to_the_same(&repo, "a package"), Way::OfAll);
    remove("b/b.go");
    repo.write("b/README.md", "Bees.\n");
    assert_eq!(leads_to_the_same(&repo, "a package less"), Way::OfAll);
    // Of which package a directory is its files decide together.
    repo.write("odd/more.go", "package odd\n\nfunc O() {}\n");
    assert_eq!(leads_to_the_same(&repo, "another name"), Way::OfAll);
    repo.write("odd/most.go", "package odd\n\nfunc P() {}\n");
    assert_eq!(leads_to_the_same(&repo, "the name of most"), Way::OfAll);
    repo.write("c/make.go", "//go:build ignore\n\npackage main\n\nfunc main() {}\n");
    assert_eq!(leads_to_the_same(&repo, "what is never built"), Way::OfAll);
}

/// What a file declares: a name, a sort, what it uses, and a number in its words.
type Declared = (&'static str, usize, &'static str, usize);

/// A file: what it calls its package, and what it declares.
type File = (&'static str, Vec<Declared>);

/// Where files lie, and what they call their package there.
const PLACES: &[(&str, &str)] = &[
    ("", "main"),
    ("a", "a"),
    ("b", "b"),
    ("b/in", "in"),
    ("odd", "strange"),
    ("cmd/tool", "main"),
    ("vendor/x.org/v", "v"),
];

/// What is imported under each name.
const IMPORTS: &[(&str, &str)] = &[
    ("a.", "\"m/a\""),
    ("b.", "\"m/b\""),
    ("in.", "\"m/b/in\""),
    ("strange.", "\"m/odd\""),
    ("v.", "\"x.org/v\""),
    ("fmt.", "\"fmt\""),
    ("other.", "other \"m/a\""),
    ("Dot", ". \"m/b\""),
];

const NAMES: &[&str] = &["Alpha", "Beta", "Gamma", "Kind", "Dot", "help", "value"];

const USES: &[&str] = &[
    "a.Alpha",
    "a.Kind",
    "b.Beta",
    "b.Kind",
    "in.Gamma",
    "in.Kind",
    "strange.Alpha",
    "strange.Kind",
    "other.Beta",
    "fmt.Println",
    "v.Alpha",
    "v.Kind",
    "Dot",
    "Alpha",
    "Beta",
    "Gamma",
    "Kind",
    "help",
    "value",
];

fn draw(dice: &mut Dice, own: &[Declared]) -> Option<Declared> {
    let name = *dice.pick(NAMES);
    let is_free = own.iter().all(|(known, ..)| *known != name);
    is_free.then(|| (name, dice.below(8), *dice.pick(USES), dice.below(3)))
}

fn text((package, own): &File) -> String {
    let used: BTreeSet<&str> = own.iter().map(|it| it.2).collect();
    let imports = IMPORTS.iter().filter(|(start, _)| used.iter().any(|it| it.starts_with(start)));
    let imports: Vec<String> = imports.map(|(_, import)| format!("import {import}\n")).collect();
    let declared = |(name, sort, used, word): &Declared| match sort {
        0 => format!("func {name}() *{used} {{ return nil }}\n"),
        1 => format!("func {name}(it {used}) {{ {used}() }}\n"),
        2 => format!("type {name} struct {{ {used} }}\n"),
        3 => format!("var {name} {used} = nil\n"),
        4 => format!("// {name} does {word}.\nfunc {name}() {{ {used}() }}\n"),
        5 => format!("func (it *Kind) {name}() {{ {used}() }}\n"),
        6 => format!("const {name} = {used}\n"),
        _ => format!("type {name} interface {{ {used} }}\n"),
    };
    let declared: Vec<String> = own.iter().map(declared).collect();
    format!("package {package}\n\n{}\n{}", imports.concat(), declared.concat())
}

fn path(dir: &str, name: &str) -> String {
    if dir.is_empty() { name.to_owned() } else { format!("{dir}/{name}") }
}

/// Edits, adds or takes away a file, and says which.
fn edit(repo: &Repo, files: &mut BTreeMap<String, File>, dice: &mut Dice) -> String {
    if dice.below(5) == 0 {
        let (dir, package) = *dice.pick(PLACES);
        let name = *dice.pick(&["one.go", "two.go", "a_test.go", "zz.go", "doc.go", "_odd.go"]);
        let package = *dice.pick(&[package, package, package, "other"]);
        files.entry(path(dir, name)).or_insert((package, Vec::new()));
    }
    let all: Vec<String> = files.keys().cloned().collect();
    let at = dice.pick(&all).clone();
    if dice.below(8) == 0 {
        files.remove(&at);
        fs::remove_file(repo.path(&at)).unwrap_or_default();
        return format!("-{at}");
    }
    let (_, own) = files.get_mut(&at).expect("it is there");
    for _ in 0..=dice.below(2) {
        let new = draw(dice, own);
        match (dice.below(4), new) {
            (0, _) if !own.is_empty() => _ = own.remove(dice.below(own.len())),
            (1, _) if own.len() > 1 => own.swap(0, 1),
            (2, Some(new)) if !own.is_empty() => own[0] = new,
            (_, Some(new)) => own.push(new),
            _ => {}
        }
    }
    repo.write(&at, text(&files[&at]));
    at
}

#[test]
fn packages_are_told_as_by_a_sync_of_all() {
    let mut ways = Ways::default();
    for seed in 1..=4 {
        let mut dice = Dice::new(0x60_6f21 * seed);
        let repo = Repo::of(&[
            ("go.mod", "module m\n\ngo 1.24\n\nrequire x.org/v v1.0.0\n"),
            ("vendor/modules.txt", "# x.org/v v1.0.0\n## explicit\nx.org/v\n"),
        ]);
        let mut files: BTreeMap<String, File> = BTreeMap::new();
        for (dir, package) in PLACES {
            for name in ["main.go", "more.go", "more_test.go"] {
                let mut own = Vec::new();
                for _ in 0..3 {
                    own.extend(draw(&mut dice, &own));
                }
                let file = (*package, own);
                repo.write(path(dir, name), text(&file));
                files.insert(path(dir, name), file);
            }
        }
        repo.table(&["bootstrap", "--markers", "off", "-q"]);
        repo.commit();
        repo.table(&["sync", "--staged", "-q"]);
        let mut done = Vec::new();
        for step in 0..14 {
            for _ in 0..=dice.below(2) {
                done.push(edit(&repo, &mut files, &mut dice));
            }
            ways.count(leads_to_the_same(&repo, &format!("seed {seed}, {step}: {done:#?}")));
        }
    }
    ways.are_often_short();
}

#[test]
fn what_two_packages_may_be_called_is_asked_of_both() {
    let files = [
        ("go.mod", "module m\n\ngo 1.24\n\nrequire github.com/acme/config-tools v1.0.0\n"),
        ("conf/a.go", "package config\n\nfunc Load() {}\n"),
        ("conf/b.go", "package config\n\nfunc Other() {}\n"),
        (
            "use/u.go",
            "package use\n\nimport (\n\t\"github.com/acme/config-tools\"\n\t\"m/conf\"\n)\n\nfunc F() { config.Load(); config.More(); tools.X() }\n",
        ),
    ];
    let more = "package config\n\nfunc Other() {}\n\nfunc More() {}\n";
    check(&files, |_| (), &[("conf/b.go", more, Way::OfFew)]);
}

#[test]
fn a_file_that_somebody_named_as_a_root_is_missed() {
    let more = [
        ("dsp.toml", "[[root]]\npath = \"cmd/app/other.go\"\n"),
        ("cmd/app/main.go", "package main\n\nfunc main() { run() }\n"),
        ("cmd/app/other.go", "package main\n\nfunc run() {}\n"),
    ];
    let repo = synced(&[FILES, &more].concat(), |_| ());
    fs::remove_file(repo.path("cmd/app/other.go")).expect("it is there");
    assert_eq!(leads_to_the_same(&repo, "other"), Way::OfAll);
}
