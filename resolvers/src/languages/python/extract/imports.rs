//! Imports, and what they bind.
//!
//! One entry of [`crate::facts::FileFacts::imports`] for each name that a statement takes: `from a import b, c` may
//! lead to two files. A specifier is the module as written, dots and all. Resolution has no place here.

use std::sync::LazyLock;

use memchr::memmem::Finder;
use ruff_python_ast::{Expr, ExprCall, Identifier, StmtImport, StmtImportFrom};
use ruff_text_size::{Ranged, TextRange};

use super::scopes::Bound;
use super::symbols::one_line;
use super::visit::{Place, Visitor, span};
use crate::facts::{BindingName, Discovery, Import, ImportKind, ImportSyntax, ImportedName, Span};

/// The longest text of a computed specifier.
const MAX_EXPRESSION: usize = 120;

/// A function that imports what it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Importer {
    /// `importlib.import_module(name, package)`
    ImportModule,
    /// `__import__(name, globals, locals, fromlist, level)`
    Dunder,
    /// `pytest.importorskip(name)`
    OrSkip,
}

impl Importer {
    pub(super) fn of_name(name: &str) -> Option<Self> {
        match name {
            "import_module" => Some(Self::ImportModule),
            "__import__" => Some(Self::Dunder),
            "importorskip" => Some(Self::OrSkip),
            _ => None,
        }
    }

    /// Where the package, or the level, stands among the arguments.
    fn second(self) -> Option<usize> {
        match self {
            Self::ImportModule => Some(1),
            Self::Dunder => Some(4),
            Self::OrSkip => None,
        }
    }
}

/// Where a text has the word without which nothing is imported, ascending.
#[derive(Default)]
pub(super) struct Mentions(Vec<usize>);

impl Mentions {
    const WORD: &[u8] = b"import";

    pub(super) fn of(text: &str) -> Self {
        static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(Mentions::WORD));
        Self(FINDER.find_iter(text.as_bytes()).collect())
    }

    /// Whether one is part of a name that [`Importer::of_name`] knows: under another name such a function would have to
    /// be imported first.
    pub(super) fn name_importer(&self, text: &str) -> bool {
        let after = |at: &usize| text.as_bytes().get(at + Self::WORD.len()..).unwrap_or_default();
        self.0.iter().any(|at| after(at).starts_with(b"_") || after(at).starts_with(b"orskip"))
    }

    /// Whether there is one in `range`.
    pub(super) fn are_in(&self, range: TextRange) -> bool {
        let next = self.0.partition_point(|at| *at < range.start().to_usize());
        self.0.get(next).is_some_and(|at| *at < range.end().to_usize())
    }
}

/// `import a.b` or `import a.b as c`.
pub(super) fn whole(module: &str, local: Option<&str>, kind: ImportKind, at: Span) -> Import {
    let name = ImportedName {
        name: BindingName::Namespace,
        local: Some(local.unwrap_or(module).to_owned()),
        type_only: kind == ImportKind::Type,
    };
    import(module, (ImportSyntax::Import, kind), Some(name), at)
}

/// `from module import name as local`; `name` may be `*`.
pub(super) fn taken(module: &str, name: &str, local: Option<&str>, kind: ImportKind, at: Span) -> Import {
    let star = name == "*";
    let name = ImportedName {
        name: if star { BindingName::Namespace } else { BindingName::Named(name.to_owned()) },
        local: (!star).then(|| local.unwrap_or(name).to_owned()),
        type_only: kind == ImportKind::Type,
    };
    import(module, (ImportSyntax::Import, kind), Some(name), at)
}

/// `import_module("a.b")`.
pub(super) fn dynamic(specifier: &str, kind: ImportKind, at: Span) -> Import {
    let kind = if kind == ImportKind::Type { kind } else { ImportKind::Dynamic };
    import(specifier, (ImportSyntax::DynamicImport, kind), None, at)
}

/// `b` of `from a import b`.
pub(super) fn name_of(import: &Import) -> Option<&str> {
    match &import.names.first()?.name {
        BindingName::Named(name) => Some(name),
        BindingName::Default | BindingName::Namespace => None,
    }
}

fn import(
    specifier: &str,
    (syntax, kind): (ImportSyntax, ImportKind),
    name: Option<ImportedName>,
    span: Span,
) -> Import {
    let names = name.into_iter().collect();
    Import { specifier: specifier.to_owned(), syntax, kind, names, pattern: None, mode: None, span }
}

/// `..a.b` of `from ..a.b import`.
pub(super) fn dotted(level: u32, module: &str) -> String {
    // No package is so deep; a file may claim any number of dots.
    let dots = usize::try_from(level).unwrap_or(usize::MAX).min(1 << 10);
    format!("{}{module}", ".".repeat(dots))
}

impl<'a> Visitor<'a> {
    pub(super) fn import(&mut self, it: &'a StmtImport) {
        for alias in &it.names {
            let (module, local) = (alias.name.as_str(), alias.asname.as_ref().map(Identifier::as_str));
            let head = module.split('.').next().unwrap_or(module);
            self.note_importer(head, None, local.unwrap_or(head));
            if !self.at_file_level() {
                self.bind_module(module, local);
            }
            self.bind_top(local.unwrap_or(head), None);
            self.facts.imports.push(whole(module, local, self.kind(), span(it.range())));
        }
    }

    /// `import a.b` binds `a`; `import a.b as c` binds the module itself.
    pub(super) fn bind_module(&mut self, module: &'a str, local: Option<&'a str>) {
        match (local, module.split_once('.')) {
            (Some(local), _) => self.scopes.bind(local, Bound::Module),
            (None, Some((head, _))) => self.scopes.bind(head, Bound::Dotted(module)),
            (None, None) => self.scopes.bind(module, Bound::Module),
        }
    }

    pub(super) fn import_from(&mut self, it: &'a StmtImportFrom) {
        let module = it.module.as_ref().map_or("", |module| module.as_str());
        let specifier = dotted(it.level, module);
        for alias in &it.names {
            let (name, local) = (alias.name.as_str(), alias.asname.as_ref().map(Identifier::as_str));
            let at = u32::try_from(self.facts.imports.len()).unwrap_or(u32::MAX);
            let mut import = taken(&specifier, name, local, self.kind(), span(it.range()));
            if name == "*" {
                self.names.open(it.start().to_usize());
            } else if self.takes_submodule(&specifier, name, it.start().to_usize()) {
                import.syntax = ImportSyntax::SubmoduleImport;
            }
            self.facts.imports.push(import);
            if name == "*" {
                continue;
            }
            self.note_importer(module, Some(name), local.unwrap_or(name));
            if !self.at_file_level() {
                self.scopes.bind(local.unwrap_or(name), Bound::Name);
            }
            self.bind_top(local.unwrap_or(name), local.is_none_or(|local| local == name).then_some(at));
        }
    }

    /// Whether `specifier`, if it means the package of the file, can have no more than a submodule of that name.
    fn takes_submodule(&mut self, specifier: &str, name: &str, start: usize) -> bool {
        if self.type_checking || specifier.starts_with('.') && specifier != "." {
            return false;
        }
        if !self.at_file_level() {
            self.names.wait(self.facts.imports.len());
            return false;
        }
        self.names.lack(name, start)
    }

    pub(super) fn at_file_level(&self) -> bool {
        self.place == Place::Top
    }

    fn note_importer(&mut self, module: &str, name: Option<&str>, local: &'a str) {
        if module == "importlib"
            && let Some(importer) = name.and_then(Importer::of_name)
        {
            self.importers.insert(local, importer);
        }
    }

    /// A call that may import.
    pub(super) fn call(&mut self, it: &'a ExprCall) {
        let (called, importer) = match &*it.func {
            Expr::Name(name) => match name.id.as_str() {
                known @ ("__import__" | "importorskip") => (known, Importer::of_name(known)),
                other => (other, self.importers.get(other).copied()),
            },
            Expr::Attribute(it) => (it.attr.as_str(), Importer::of_name(it.attr.as_str())),
            _ => return,
        };
        self.facts.header.spreads |= self.flavor.is_package() && spreads(called);
        let Some(importer) = importer else { return };
        let argument = |at: usize, name: &str| {
            it.arguments.args.get(at).or_else(|| it.arguments.find_keyword(name).map(|it| &it.value))
        };
        let Some(name) = argument(0, "name").or_else(|| argument(0, "modname")) else { return };
        let second = match importer {
            Importer::ImportModule => argument(importer.second().unwrap_or_default(), "package"),
            Importer::Dunder => argument(importer.second().unwrap_or_default(), "level"),
            Importer::OrSkip => None,
        };
        let at = span(it.range());
        if let Some(specifier) = literal(name).and_then(|name| specifier(name, second)) {
            self.facts.imports.push(dynamic(&specifier, self.kind(), at));
        } else {
            let expression = one_line(self.text(name.range()), MAX_EXPRESSION);
            let syntax = ImportSyntax::DynamicImport;
            self.facts.discoveries.push(Discovery { syntax, expression, span: at });
        }
    }
}

/// Whether a function of that name says that other distributions have more of the package that calls it.
pub(super) fn spreads(function: &str) -> bool {
    matches!(function, "extend_path" | "declare_namespace")
}

pub(super) fn literal(it: &Expr) -> Option<&str> {
    let Expr::StringLiteral(it) = it else { return None };
    Some(it.value.to_str())
}

/// What `name` means with a package, or a level, beside it; `None` where that is computed.
fn specifier(name: &str, second: Option<&Expr>) -> Option<String> {
    match second {
        Some(Expr::NumberLiteral(level)) => {
            let level = level.value.as_int().and_then(ruff_python_ast::Int::as_u8).unwrap_or_default();
            Some(dotted(level.into(), name))
        }
        _ if !name.starts_with('.') => Some(name.to_owned()),
        None => Some(name.to_owned()),
        Some(Expr::Name(it)) if matches!(it.id.as_str(), "__package__" | "__name__") => Some(name.to_owned()),
        Some(Expr::StringLiteral(package)) => absolute(package.value.to_str(), name),
        Some(_) => None,
    }
}

/// `..x` seen from the package `a.b` is `a.x`.
fn absolute(package: &str, name: &str) -> Option<String> {
    let rest = name.trim_start_matches('.');
    let mut base = package;
    for _ in 1..name.len() - rest.len() {
        base = base.rsplit_once('.')?.0;
    }
    Some(if rest.is_empty() { base.to_owned() } else { format!("{base}.{rest}") })
}

/// Whether the file asks Python 2 for what Python 3 does: to look on the path alone.
pub(super) fn are_absolute(imports: &[Import]) -> bool {
    let absolute =
        |it: &ImportedName| matches!(&it.name, BindingName::Named(name) if name == "absolute_import");
    imports.iter().any(|it| it.specifier == "__future__" && it.names.iter().any(absolute))
}
