//! Repositories as texts, for tests.
//!
//! ```text
//! == src/a.ts              a file; one that a language reads is a source
//! failed                   nothing could be read of it
//! doc A module.            its module documentation
//! method m of C            a public member of the class declared above; `field` too
//! marker obj-00000001      the comment before the next declaration; `marker-of-file` that of the file
//! give C T:name            the constructor of C takes a T
//! function f               an exported declaration: function, class, interface, type, enum, variable
//! export g from b.ts       a re-export of what a `reexport` line names; `*` for a star
//! all f g                  what `__all__` lists
//! export g [as h]          a local name, exported apart from its declaration
//! import src/b.ts f g:h    an import and its names, `name:local`; `default:x`, `*:ns`, `type:T`
//! type|dynamic|weak|reexport <target> <names>      the other imports
//! use ns.m in f            a use of a binding
//! ```
//! A target is a path, `npm:name[@version]`, `node:name`, or `missing`.

use resolvers::facts::{
    All, BindingName, Export, ExportSource, FileFacts, Import, ImportKind, ImportSyntax, ImportedName,
    Injection, Marker, Parse, Reference, Route, Span, Subject, Symbol, SymbolKind, Title, TitleSort,
};
use resolvers::path::RepoPath;
use resolvers::target::{How, Reason, Resolved, Target};
use resolvers::{Dialect, LANGUAGES, Unit, UnitEntry};

use crate::facts::SourceFile;
use crate::graph::FileGraph;
use crate::resolution::ResolvedFile;

pub(crate) struct Fixture {
    pub(crate) files: Vec<RepoPath>,
    pub(crate) sources: Vec<SourceFile>,
    pub(crate) resolved: Vec<ResolvedFile>,
}

pub(crate) fn path(text: &str) -> RepoPath {
    RepoPath::new(text.as_bytes()).unwrap()
}

pub(crate) fn unit(dir: &str, name: &str, description: Option<&str>, entries: &[&str]) -> Unit {
    let manifest =
        path(if dir.is_empty() { "package.json".to_owned() } else { format!("{dir}/package.json") }.as_str());
    Unit {
        dir: dir.as_bytes().to_vec(),
        language: "ecmascript",
        name: Some(name.to_owned()),
        version: None,
        description: description.map(str::to_owned),
        entries: entries
            .iter()
            .map(|entry| UnitEntry {
                path: path(entry),
                whys: vec![format!("`main` of {manifest}")],
                subpath: None,
            })
            .collect(),
        manifest,
    }
}

impl Fixture {
    pub(crate) fn parse(text: &str) -> Self {
        let mut files: Vec<(RepoPath, FileFacts, Vec<Resolved>)> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(name) = line.strip_prefix("== ") {
                files.push((path(&name.replace("\\n", "\n")), FileFacts::default(), Vec::new()));
            } else {
                let (_, facts, resolved) = files.last_mut().unwrap();
                fact(line, facts, resolved);
            }
        }
        files.sort_by(|a, b| a.0.cmp(&b.0));
        Self::of(files, |path| resolvers::language_of(path).is_some())
    }

    /// `a -> b c` per line: every file is a source.
    pub(crate) fn arrows(text: &str) -> Self {
        let mut files: Vec<_> = text
            .lines()
            .map(|line| {
                let (name, targets) = line.split_once(" -> ").unwrap_or((line, ""));
                let mut facts = FileFacts::default();
                let mut resolved = Vec::new();
                for target in targets.split_whitespace() {
                    fact(&format!("import {target}"), &mut facts, &mut resolved);
                }
                (path(name), facts, resolved)
            })
            .collect();
        files.sort_by(|a, b| a.0.cmp(&b.0));
        Self::of(files, |_| true)
    }

    fn of(files: Vec<(RepoPath, FileFacts, Vec<Resolved>)>, is_source: impl Fn(&RepoPath) -> bool) -> Self {
        let mut fixture = Self { files: Vec::new(), sources: Vec::new(), resolved: Vec::new() };
        for (path, facts, imports) in files {
            fixture.files.push(path.clone());
            if is_source(&path) {
                fixture.sources.push(SourceFile {
                    path,
                    language: LANGUAGES[0],
                    dialect: Dialect(0),
                    facts,
                    key: None,
                });
                fixture.resolved.push(ResolvedFile { imports });
            }
        }
        fixture
    }

    pub(crate) fn graph(&self) -> FileGraph<'_> {
        FileGraph::build(&self.files, &self.sources, &self.resolved)
    }
}

fn fact(line: &str, facts: &mut FileFacts, resolved: &mut Vec<Resolved>) {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "failed" => facts.parse = Parse::Failed,
        "doc" => facts.doc = Some(rest.to_owned()),
        "all" => {
            let names = rest.split_whitespace().map(str::to_owned).collect();
            facts.header.all = Some(All { names, open: false });
        }
        "export" => facts.exports.push(re_export(rest)),
        "use" => {
            let (used, symbol) =
                rest.split_once(" in ").map_or((rest, None), |(used, symbol)| (used, Some(symbol)));
            // Of Go, `pkg.Name` is one binding.
            let mut locals =
                facts.imports.iter().flat_map(|it| &it.names).filter_map(|it| it.local.as_deref());
            let member = used.split_once('.').filter(|_| !locals.any(|local| local == used));
            let (binding, member) = member.map_or((used, None), |(b, m)| (b, Some(m.to_owned())));
            let in_template = symbol == Some("<template>");
            // `use T in type of f`
            let (in_types, symbol) = match symbol.and_then(|it| it.strip_prefix("type of ")) {
                Some(symbol) => (true, Some(symbol)),
                None => (false, symbol),
            };
            let title = symbol.and_then(|name| facts.titles.iter().position(|title| title.text == name));
            let symbol = symbol.and_then(|name| facts.symbols.iter().position(|symbol| symbol.name == name));
            let [symbol, title] = [symbol, title].map(|it| it.map(|at| u32::try_from(at).unwrap()));
            facts.references.push(Reference {
                binding: binding.to_owned(),
                member,
                symbol,
                title,
                in_template,
                in_types,
            });
        }
        "import" => import(rest, ImportKind::Runtime, None, facts, resolved),
        "type" if rest.contains(' ') || rest.contains('.') => {
            import(rest, ImportKind::Type, None, facts, resolved);
        }
        "dynamic" => import(rest, ImportKind::Dynamic, Some(ImportSyntax::DynamicImport), facts, resolved),
        "weak" => import(rest, ImportKind::Runtime, Some(ImportSyntax::Mock), facts, resolved),
        "reexport" => import(rest, ImportKind::Runtime, Some(ImportSyntax::ReExport), facts, resolved),
        "marker" | "marker-of-file" => {
            let span = next_span(facts);
            // What stands next is declared next.
            let next = Subject::Symbol(u32::try_from(facts.symbols.len()).unwrap());
            let subject = if word == "marker" { next } else { Subject::File };
            facts.markers.push(Marker { uid: rest.to_owned(), well_formed: true, span, subject });
        }
        "route" => {
            let (address, answers) = rest.split_once(' ').unwrap();
            let (address, answers) = (address.to_owned(), answers.to_owned());
            facts.routes.push(Route { address, answers, on: None, within: None, guards: Vec::new() });
        }
        "give" => give(rest, facts),
        "suite" => title(rest, TitleSort::Suite, facts),
        "case" => title(rest, TitleSort::Case, facts),
        "call" => title(rest, TitleSort::Call, facts),
        "method" => member(SymbolKind::Method, rest, facts),
        "field" => member(SymbolKind::Field, rest, facts),
        kind => declare(kind, rest, facts),
    }
}

/// Declarations and markers stand behind each other.
fn next_span(facts: &FileFacts) -> Span {
    let start = u32::try_from(facts.symbols.len() + facts.markers.len()).unwrap() * 10;
    Span { start, end: start + 5 }
}

fn symbol_of(facts: &FileFacts, name: &str) -> u32 {
    let at = facts.symbols.iter().position(|symbol| symbol.name == name).unwrap();
    u32::try_from(at).unwrap()
}

fn member(kind: SymbolKind, rest: &str, facts: &mut FileFacts) {
    let (name, class) = rest.split_once(" of ").unwrap();
    let container = Some(symbol_of(facts, class));
    facts.symbols.push(Symbol {
        name: name.to_owned(),
        kind,
        container,
        signature: None,
        exported: true,
        doc: None,
        deed: None,
        effects: Vec::new(),
        span: next_span(facts),
    });
}

/// A suite holds the cases behind it.
fn title(text: &str, sort: TitleSort, facts: &mut FileFacts) {
    let start = u32::try_from(facts.titles.len()).unwrap() * 10;
    let is_suite = sort == TitleSort::Suite;
    if is_suite {
        for outer in facts.titles.iter_mut().filter(|it| it.sort == TitleSort::Suite) {
            outer.span.end = outer.span.end.min(start);
        }
    }
    let span = Span { start, end: if is_suite { u32::MAX } else { start + 5 } };
    facts.titles.push(Title { text: text.to_owned(), sort, span, is_skipped: false });
}

fn give(rest: &str, facts: &mut FileFacts) {
    let (class, parameter) = rest.split_once(' ').unwrap();
    let (binding, name) = parameter.split_once(':').unwrap();
    let injection = Injection {
        class: symbol_of(facts, class),
        binding: binding.to_owned(),
        is_within: false,
        parameter: Some(name.to_owned()),
        of_field: false,
    };
    facts.injections.push(injection);
}

fn declare(kind: &str, name: &str, facts: &mut FileFacts) {
    let kind = match kind {
        "function" => SymbolKind::Function,
        "class" => SymbolKind::Class,
        "interface" => SymbolKind::Interface,
        "type" => SymbolKind::Type,
        "enum" => SymbolKind::Enum,
        "variable" => SymbolKind::Variable,
        odd => panic!("unknown line `{odd} {name}`"),
    };
    facts.symbols.push(Symbol {
        name: name.to_owned(),
        kind,
        container: None,
        signature: None,
        exported: true,
        doc: None,
        deed: None,
        effects: Vec::new(),
        span: next_span(facts),
    });
    let source = ExportSource::Local(name.to_owned());
    facts.exports.push(Export { name: name.to_owned(), source, type_only: false, span: Span::default() });
}

fn re_export(rest: &str) -> Export {
    let Some((name, specifier)) = rest.split_once(" from ") else {
        let (local, name) = rest.split_once(" as ").unwrap_or((rest, rest));
        let source = ExportSource::Local(local.to_owned());
        return Export { name: name.to_owned(), source, type_only: false, span: Span::default() };
    };
    let specifier = specifier.to_owned();
    let source = match name {
        "*" => ExportSource::Star { specifier },
        _ => ExportSource::ReExport { specifier, name: BindingName::Named(name.to_owned()) },
    };
    Export { name: name.to_owned(), source, type_only: false, span: Span::default() }
}

fn import(
    rest: &str,
    kind: ImportKind,
    syntax: Option<ImportSyntax>,
    facts: &mut FileFacts,
    resolved: &mut Vec<Resolved>,
) {
    let mut words = rest.split_whitespace();
    let target = words.next().unwrap();
    let names: Vec<ImportedName> = words.map(|word| imported(word, syntax)).collect();
    let plain = if names.is_empty() { ImportSyntax::SideEffect } else { ImportSyntax::Import };
    facts.imports.push(Import {
        specifier: target.to_owned(),
        syntax: syntax.unwrap_or(plain),
        kind,
        names,
        pattern: None,
        mode: None,
        span: Span::default(),
    });
    resolved.push(Resolved { targets: vec![target_of(target)], how: How::Relative, config: None });
}

fn imported(word: &str, syntax: Option<ImportSyntax>) -> ImportedName {
    let (name, local) = word.split_once(':').unwrap_or((word, word));
    let type_only = name == "type";
    let name = match name {
        "default" => BindingName::Default,
        "*" => BindingName::Namespace,
        "type" => BindingName::Named(local.to_owned()),
        _ => BindingName::Named(name.to_owned()),
    };
    let local = (syntax != Some(ImportSyntax::ReExport)).then(|| local.to_owned());
    ImportedName { name, local, type_only }
}

fn target_of(text: &str) -> Target {
    if text == "missing" {
        return Target::Missing(Reason::NoSuchFile);
    }
    if text.starts_with("node:") {
        return Target::Builtin { ecosystem: "node", name: text.to_owned() };
    }
    match text.strip_prefix("npm:") {
        Some(package) => {
            let (package, version) =
                package.split_once('@').map_or((package, None), |(p, v)| (p, Some(v.to_owned())));
            Target::External { ecosystem: "npm", package: package.to_owned(), version }
        }
        None => Target::Source(path(&text.replace("\\n", "\n"))),
    }
}
