//! Trees in, targets out: one `check` for all, the cases beside it by what they are about.

mod declared;
mod packages;
mod roots;
mod runs;
mod units;

use super::PythonResolver;
use crate::Resolver;
use crate::facts::{BindingName, Import, ImportKind, ImportSyntax, ImportedName, Span};
use crate::path::RepoPath;
use crate::project::Project;
use crate::target::Target;

/// Files, each with its text, and what is asked of a resolver over them.
fn with<T>(files: &[(&str, &str)], ask: impl FnOnce(&PythonResolver<'_>) -> T) -> T {
    with_links(files, &[], ask)
}

/// The same with symbolic links, each with its text.
fn with_links<T>(
    files: &[(&str, &str)],
    links: &[(&str, &str)],
    ask: impl FnOnce(&PythonResolver<'_>) -> T,
) -> T {
    let mut texts: Vec<(RepoPath, String)> = files
        .iter()
        .map(|(path, text)| (RepoPath::new(path.as_bytes()).unwrap(), (*text).to_owned()))
        .collect();
    texts.sort();
    let paths = texts.iter().map(|(path, _)| path.clone()).collect();
    let reader = |path: &RepoPath| {
        let at = texts.binary_search_by(|(known, _)| known.cmp(path)).ok()?;
        Some(texts[at].1.clone().into_bytes())
    };
    let link =
        |(path, text): &(&str, &str)| (RepoPath::new(path.as_bytes()).unwrap(), text.as_bytes().to_vec());
    let links: Vec<_> = links.iter().map(link).collect();
    let project = Project::new(paths, &links, &reader);
    ask(&PythonResolver::new(&project))
}

/// `import a.b`, `from .a import b`, in a type position after `type `, of Python 2 after `implicit `, of what a package
/// does not have yet after `early `.
fn import(text: &str) -> Import {
    let (kind, text) = match text.strip_prefix("type ") {
        Some(rest) => (ImportKind::Type, rest),
        None => (ImportKind::Runtime, text),
    };
    let (syntax, text) = match text.strip_prefix("implicit ") {
        Some(rest) => (ImportSyntax::ImplicitImport, rest),
        None => match text.strip_prefix("early ") {
            Some(rest) => (ImportSyntax::SubmoduleImport, rest),
            None => (ImportSyntax::Import, text),
        },
    };
    let (specifier, name) = match text.strip_prefix("from ").and_then(|it| it.split_once(" import ")) {
        Some((module, "*")) => (module, BindingName::Namespace),
        Some((module, name)) => (module, BindingName::Named(name.to_owned())),
        None => (text.strip_prefix("import ").unwrap(), BindingName::Namespace),
    };
    let local = (!text.ends_with('*')).then(|| "x".to_owned());
    let names = vec![ImportedName { name, local, type_only: false }];
    let (specifier, span) = (specifier.to_owned(), Span::default());
    Import { specifier, syntax, kind, names, pattern: None, mode: None, span }
}

fn shown(target: &Target) -> String {
    match target {
        Target::Source(path) => path.to_string(),
        Target::Parent(path) => format!("({path})"),
        Target::Member { package, module } => format!("{} or {package}", shown(module)),
        Target::Namespace(dirs) => format!("{dirs:?}"),
        Target::External { package, version, .. } => {
            format!("{package} {}", version.as_deref().unwrap_or("?"))
        }
        Target::Builtin { name, .. } => format!("python {name}"),
        other => format!("{other:?}"),
    }
}

/// `importer: import => targets`, a line each.
fn check(files: &[(&str, &str)], expected: &str) {
    with(files, |resolver| {
        for line in expected.lines() {
            let (asked, targets) = line.split_once(" => ").unwrap();
            let (importer, text) = asked.split_once(": ").unwrap();
            let importer = RepoPath::new(importer.as_bytes()).unwrap();
            let answer = resolver.resolve(&importer, &import(text));
            let told: Vec<String> = answer.targets.iter().map(shown).collect();
            assert_eq!(told.join(" "), targets, "{line}: {:?}", resolver.explain(&importer, &import(text)).1);
        }
    });
}

fn empty<'a>(paths: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    paths.iter().map(|path| (*path, "")).collect()
}
