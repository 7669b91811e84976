//! What a package is for that consists of the files of a directory: its documentation, else what it exports. Pure.

use resolvers::facts::SymbolKind;

use super::users::{self, User};
use super::{Around, doc, few, file, quoted};
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
    let told = [
        few("types ", exported(files, |kind| !is_function(kind) && kind != SymbolKind::Variable), MOST_TOLD),
        few("functions ", exported(files, is_function), MOST_TOLD),
        few("values ", exported(files, |kind| kind == SymbolKind::Variable), MOST_TOLD),
    ];
    let mut told: Vec<String> = told.into_iter().filter(|it| !it.is_empty()).collect();
    if told.is_empty() {
        return of_principal(files).unwrap_or(what);
    }
    told.extend(Some(users::told(users, false)).filter(|users| !users.is_empty()));
    format!("{what}: {}", told.join("; "))
}

/// What the file says by which a program, or what exports nothing, is run.
fn of_principal(files: &[&SourceFile]) -> Option<String> {
    let is_run = |file: &&&SourceFile| file.facts.symbols.iter().any(|it| it.name == "main");
    let file = files.iter().find(is_run).or(files.first())?;
    Some(file::about(&file.path, Some(&file.facts), Around::default()))
}

fn is_function(kind: SymbolKind) -> bool {
    kind == SymbolKind::Function
}

/// The names of what the files export and `is_meant`, methods apart.
pub(super) fn exported<'f>(
    files: &[&'f SourceFile],
    is_meant: impl Fn(SymbolKind) -> bool,
) -> impl Iterator<Item = &'f str> {
    let symbols = files.iter().flat_map(|file| &file.facts.symbols);
    symbols
        .filter(move |it| {
            it.exported && it.container.is_none() && it.kind != SymbolKind::Method && is_meant(it.kind)
        })
        .map(|it| it.name.as_str())
        .collect::<Vec<_>>()
        .into_iter()
}
