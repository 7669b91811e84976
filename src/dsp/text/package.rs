//! What a package is for that consists of the files of a directory: its documentation, else what it exports. Pure.

use std::cmp::Reverse;

use resolvers::facts::{Symbol, SymbolKind};
use rustc_hash::FxHashMap;

use super::declared::Declared;
use super::parts::Parts;
use super::users::{self, User};
use super::{Around, doc, few, file, quoted, several};
use crate::facts::SourceFile;
use crate::resolution::packages::Package;

/// How many names of each kind are told.
const MOST_TOLD: usize = 6;

pub(super) fn about(package: &Package<'_>, files: &[&SourceFile], users: &[User<'_>]) -> String {
    // By convention the documentation of a package with many files stands in a file of that name.
    let named = |file: &&&SourceFile| file.path.file_name() == b"doc.go";
    let ordered = files.iter().filter(named).chain(files.iter().filter(|file| !named(file)));
    let doc =
        ordered.filter_map(|file| file.facts.doc.as_deref()).find_map(|it| doc::purpose(it, &package.name));
    if let Some(doc) = doc {
        return doc;
    }
    let what = if package.name == "main" {
        "Program".to_owned()
    } else {
        format!("Package {}", quoted(&package.name))
    };
    let offered = offered(package, files);
    if offered.is_empty() {
        return of_principal(files).unwrap_or(what);
    }
    let lead = format!("{what}: ");
    let told = several::listed(&offered, lead.len());
    let told = if told.says { told.text } else { names(&offered) };
    let users = files.first().map_or_else(String::new, |own| users::told(users, &own.path, &[], None));
    format!("{lead}{told}{}{users}", if users.is_empty() { "" } else { "; " })
}

/// Of what says nothing of itself the names, sorted by what they are.
fn names(offered: &[(&str, Declared<'_>)]) -> String {
    let listed = |lead, is_meant: fn(SymbolKind) -> bool| {
        let meant = offered.iter().filter(|(_, it)| is_meant(it.kind()));
        few(lead, meant.map(|(name, _)| *name), MOST_TOLD)
    };
    let told = [
        listed("types ", |kind| !matches!(kind, SymbolKind::Function | SymbolKind::Variable)),
        listed("functions ", |kind| kind == SymbolKind::Function),
        listed("values ", |kind| kind == SymbolKind::Variable),
    ];
    told.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("; ")
}

/// What the files export: first what is called as the package is, then the types that do most, functions and values.
fn offered<'f>(package: &Package<'_>, files: &[&'f SourceFile]) -> Vec<(&'f str, Declared<'f>)> {
    let mut methods: FxHashMap<&str, usize> = FxHashMap::default();
    for file in files {
        let symbols = &file.facts.symbols;
        for method in symbols.iter().filter(|it| it.kind == SymbolKind::Method && it.exported) {
            // The type may be declared in another file: `Type.Method`.
            let own = method.container.and_then(|at| symbols.get(at as usize)).map(|it| it.name.as_str());
            let away = || method.name.split_once('.').map(|(owner, _)| owner);
            own.or_else(away).into_iter().for_each(|owner| *methods.entry(owner).or_default() += 1);
        }
    }
    let parts = files.iter().map(|file| Parts::of(&file.path, &file.facts, &[]));
    let mut offered: Vec<_> = parts.flat_map(|parts| parts.running.into_iter().chain(parts.types)).collect();
    // A test is one wherever it stands.
    offered.retain(|(_, it)| !it.signature().contains("(t *testing.T)"));
    let rank = |(name, it): &(&str, Declared<'_>)| {
        let sort = match it.kind() {
            SymbolKind::Function => 1,
            SymbolKind::Variable => 2,
            _ => 0,
        };
        let does = methods.get(name).copied().unwrap_or_default();
        (!name.eq_ignore_ascii_case(&package.name), sort, Reverse(does))
    };
    offered.sort_by_key(rank);
    offered
}

/// What the file says by which a program, or what exports nothing, is run.
fn of_principal(files: &[&SourceFile]) -> Option<String> {
    let is_run = |file: &&&SourceFile| file.facts.symbols.iter().any(|it| it.name == "main");
    let file = files.iter().find(is_run).or(files.first())?;
    Some(file::about(&file.path, Some(&file.facts), Around::default()))
}

/// The names of what the file exports, methods apart; where that is nothing, of all that it declares.
pub(super) fn declared(file: &SourceFile) -> impl Iterator<Item = &str> {
    let top = |it: &&Symbol| it.container.is_none() && it.kind != SymbolKind::Method;
    let exports = file.facts.symbols.iter().any(|it| it.exported && top(&it));
    file.facts.symbols.iter().filter(top).filter(move |it| it.exported || !exports).map(|it| it.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], expected: &str) {
        let read = |(path, source): &(&str, &str)| {
            let path = crate::testing::path(path);
            let (language, dialect) = resolvers::language_of(&path).unwrap();
            SourceFile {
                facts: language.extract(dialect, source.as_bytes()),
                path,
                language,
                dialect,
                key: None,
            }
        };
        let files: Vec<SourceFile> = files.iter().map(read).collect();
        let name = files[0].facts.header.package.clone().unwrap();
        let package = Package { dir: b"shop", name, members: Vec::new() };
        assert_eq!(about(&package, &files.iter().collect::<Vec<_>>(), &[]), expected);
    }

    #[test]
    fn what_does_most_goes_first() {
        let cart = "package shop\ntype Item struct{}\n// Cart holds what is to be bought.\ntype Cart struct{}\n\
                    func (c *Cart) Add() {}\n// Open opens the shop for a day.\nfunc Open() {}";
        let more = "package shop\nfunc (c *Cart) Remove() {}\n// Till takes the money.\ntype Till struct{}\nfunc (t Till) Take() {}";
        let told = "Package `shop`: holds what is to be bought (`Cart`), takes the money (`Till`), \
                    `Item` (a struct), opens the shop for a day (`Open`)";
        check(&[("shop/cart.go", cart), ("shop/more.go", more)], told);
        let named = "package shop\n// Shop is where things are sold.\nfunc Shop() {}";
        let told = "Package `shop`: `Shop` (where things are sold), holds what is to be bought (`Cart`), \
                    `Item` (a struct), opens the shop for a day (`Open`)";
        check(&[("shop/cart.go", cart), ("shop/shop.go", named)], told);
    }

    #[test]
    fn documentation_says_it_first() {
        let code = "package shop\n// Cart holds what is to be bought.\ntype Cart struct{}";
        let doc = "// Package shop sells things.\npackage shop";
        check(&[("shop/cart.go", code), ("shop/doc.go", doc)], "Package shop sells things.");
    }
}
