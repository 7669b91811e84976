//! `FileFacts`: what the bytes of one file say, and nothing else.
//!
//! Plain serde data. No path of a file, no resolved target, no clock and no setting may live here: facts are
//! a function of (dialect, bytes, extractor version) and are cached under exactly that key.

use serde::{Deserialize, Serialize};

mod deed;
mod shown;

pub(crate) use self::deed::{Change, MOST_CHANGES, effects, is_log, is_quotable, settle};
pub use self::deed::{Deed, Effect, MOST_TEXTS};
pub(crate) use self::shown::LONGEST_TITLE;
pub use self::shown::{ALL, METHODS, Shown, ShownSort, Sides, asks_people, shows_people};

/// A half-open range of byte offsets in the file as read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// Everything that one file says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct FileFacts {
    /// How much of the file the facts stand on.
    pub parse: Parse,
    /// What other files' resolution may depend on.
    pub header: Header,
    /// First paragraph of the module's own documentation, one line.
    pub doc: Option<String>,
    /// Declarations in source order: exported ones, containers' members, and top-level ones that are not exported.
    pub symbols: Vec<Symbol>,
    /// Imports in source order, weak ones among them.
    pub imports: Vec<Import>,
    /// Exported names in source order.
    pub exports: Vec<Export>,
    /// Uses of imported bindings, each (binding, member, symbol, title) once, in order of first use; of the titles of one
    /// use the first ones.
    pub references: Vec<Reference>,
    /// Uses of what the file itself exports, and in small files of its own functions, by listed declarations, each (name,
    /// symbol) once and in that order.
    pub own_uses: Vec<OwnUse>,
    /// What is taken of imported values, which are no modules: each (binding, member) once, in order of first use, of each
    /// binding the first ones.
    pub member_uses: Vec<MemberUse>,
    /// What the constructors of listed classes are given (specification §3), in source order.
    pub injections: Vec<Injection>,
    /// What types of the package are said to implement (`var _ I = (*T)(nil)` of Go), in source order.
    pub guards: Vec<Guard>,
    /// The components that the markup in the code has (`A` of `<A />`, `A.B` of `<A.B />`), each once, in order of first
    /// use, the first ones.
    pub elements: Vec<String>,
    /// Where JSX stands, each once, in source order, the first ones: indices in `symbols`, `None` for outside of all.
    pub markup: Vec<Option<u32>>,
    /// What else people meet in that markup, each once for a declaration, in source order, the first ones.
    pub shown: Vec<Shown>,
    /// The texts that objects of messages have behind their names, in source order, the first ones.
    pub messages: Vec<Message>,
    /// What constants are used as, in source order, the first ones.
    pub roles: Vec<ConstantRole>,
    /// What a component of one file is given and tells.
    pub sides: Sides,
    /// What is called, or shown, for an address, in source order, the first ones.
    pub routes: Vec<Route>,
    /// What holds code that no declaration holds, in source order, the first ones of each sort.
    pub titles: Vec<Title>,
    /// Imports whose specifier is computed (specification §8.4), in source order.
    pub discoveries: Vec<Discovery>,
    /// `@dsp <uid>` comments in source order.
    pub markers: Vec<Marker>,
    /// What is wrong in the text.
    pub problems: Vec<SourceProblem>,
    /// Written by a program, as a head comment or the shape of the lines tells.
    pub origin: Origin,
}

impl FileFacts {
    /// Whether the file was understood to its end, and nothing in it is wrong.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.parse == Parse::Complete && self.problems.is_empty()
    }

    /// Every place in the file that is named, but for those of what is wrong.
    pub fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let symbols = self.symbols.iter_mut().map(|it| &mut it.span);
        let imports = self.imports.iter_mut().map(|it| &mut it.span);
        let exports = self.exports.iter_mut().map(|it| &mut it.span);
        let discoveries = self.discoveries.iter_mut().map(|it| &mut it.span);
        let titles = self.titles.iter_mut().map(|it| &mut it.span);
        let markers = self.markers.iter_mut().map(|it| &mut it.span);
        symbols.chain(imports).chain(exports).chain(discoveries).chain(titles).chain(markers)
    }

    /// The same with each offset replaced by its rank among all that are named: what comes before, behind or inside
    /// what stays, and where that is does not show. Zero stays zero.
    #[must_use]
    pub fn by_rank(mut self) -> Self {
        let mut offsets: Vec<u32> = self.spans_mut().flat_map(|span| [span.start, span.end]).collect();
        offsets.push(0);
        offsets.sort_unstable();
        offsets.dedup();
        let rank = |offset| u32::try_from(offsets.partition_point(|it| *it < offset)).unwrap_or(u32::MAX);
        for span in self.spans_mut() {
            *span = Span { start: rank(span.start), end: rank(span.end) };
        }
        self
    }
}

/// How many routes of one file are listed.
const MOST_ROUTES: usize = 512;
/// A longer address says less than it takes, in bytes.
pub(crate) const LONGEST_ADDRESS: usize = 60;

impl FileFacts {
    /// Lists what `answers` for an address; a method of `on` registers it, if one does.
    pub(crate) fn answer(&mut self, on: Option<&str>, address: &str, answers: &str) {
        let address = if address.is_empty() { "/" } else { address };
        self.register(on, address, answers, None);
    }

    /// Lists an address that the declaration `within` answers itself, as it says.
    pub(crate) fn answer_itself(&mut self, within: u32, address: &str) {
        self.register(None, address, "", Some(within));
    }

    /// Lists what `answers` for an address, or for all that it has itself where that is empty.
    pub(crate) fn register(&mut self, on: Option<&str>, address: &str, answers: &str, within: Option<u32>) {
        let (address, answers) = (address.to_owned(), answers.to_owned());
        self.route(Route { address, answers, on: on.map(str::to_owned), within, guards: Vec::new() });
    }

    /// Lists a route, if its address can be told.
    pub(crate) fn route(&mut self, route: Route) {
        let address = &route.address;
        let is_one =
            address.len() <= LONGEST_ADDRESS && !address.contains(|c: char| c.is_control() || c == '`');
        if is_one && self.routes.len() < MOST_ROUTES && !self.routes.contains(&route) {
            self.routes.push(route);
        }
    }

    /// Of a file of which nothing can be read: why, and where.
    pub(crate) fn failed(message: impl Into<String>, offset: u32) -> Self {
        let problems = vec![SourceProblem::new(message, offset)];
        Self { parse: Parse::Failed, problems, ..Self::default() }
    }
}

/// How much of a file the facts stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Parse {
    /// The grammar accepted the file (semantic complaints allowed).
    #[default]
    Complete,
    /// A recovering parser read around syntax errors: declarations at the errors may be absent.
    Recovered,
    /// Nothing could be read (too deep, binary); an earlier good state should be kept.
    Failed,
}

/// Who wrote the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Origin {
    /// People.
    #[default]
    Written,
    /// A head comment says that a tool wrote the file.
    Generated,
    /// Lines so long that only a minifier writes them.
    Minified,
}

/// What other files' resolution may know of this one.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of one language, side by side")]
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Header {
    /// TS/JS: the file has `import`, `export` or `import.meta` at its top level and is therefore a module.
    pub is_module: bool,
    /// Go: the name in the package clause.
    pub package: Option<String>,
    /// Go: a build constraint that nothing satisfies keeps the file out of every build (`//go:build ignore`).
    pub never_built: bool,
    /// Python: what an `__init__` binds at its top level, each name once by its last binding, in source order. Such a
    /// name hides a submodule of that name.
    pub binds: Vec<Bind>,
    /// Python: an `__init__` that spreads its package over the path (`extend_path`, `declare_namespace`): other
    /// distributions may have more of it.
    pub spreads: bool,
    /// Python: what `__all__` says, where there is one.
    pub all: Option<All>,
    /// Python: the file says that it is run itself (`#!/usr/bin/python`, `if __name__ == "__main__":`).
    pub is_script: bool,
    /// Python: the first parts of what the file asks for without a dot where it is run outside of its package, and finds
    /// nothing by dots; sorted, each once.
    pub falls_back: Vec<String>,
    /// Python: where the file has imports look that have no dots.
    pub rules: Rules,
    /// Python: the folders that the file puts on `sys.path` when it is loaded, in source order.
    pub paths: Vec<AddedPath>,
    /// Python: the file makes modules that are no files, such as what is below it.
    pub makes_modules: bool,
}

/// A folder that a Python file puts on `sys.path`, counted from its own place.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AddedPath {
    /// From the folder of the file: `../lib`; empty for that folder.
    pub dir: String,
    /// It comes before what is there.
    pub first: bool,
}

/// Where imports without dots look, as far as a Python file tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Rules {
    /// It can be read either way.
    #[default]
    Unsaid,
    /// Beside the importer first: only Python 2 reads the file.
    Beside,
    /// On the path alone: the file asks for that (`from __future__ import absolute_import`).
    Absolute,
}

/// What `__all__` of a Python file says: the names that a star takes of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct All {
    /// The literal names in source order, each once.
    pub names: Vec<String>,
    /// A part of it is computed: there may be more.
    pub open: bool,
}

/// A name that the `__init__` of a package binds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bind {
    /// The name.
    pub name: String,
    /// Where in `FileFacts::imports` a `from … import name` stands that binds it: it may be the submodule itself.
    pub import: Option<u32>,
}

/// When an import is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ImportKind {
    /// When the module is loaded (also `require`, wherever it stands).
    Runtime,
    /// By the type checker alone.
    Type,
    /// When the expression is evaluated.
    Dynamic,
}

impl ImportKind {
    /// The word used in every output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Runtime => "runtime",
            Self::Type => "type",
            Self::Dynamic => "dynamic",
        }
    }
}

/// How the import is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ImportSyntax {
    /// `import … from 'x'`
    Import,
    /// `import 'x'`, `import _ "x"`
    SideEffect,
    /// `import "x"` of Go: the local name is that of the package clause there
    ImportPackage,
    /// `import . "x"`: every exported name is in scope
    ImportAll,
    /// `//go:embed x`
    Embed,
    /// `export … from 'x'`
    ReExport,
    /// `import x = require('x')`
    ImportEquals,
    /// `require('x')`
    Require,
    /// `define(['x'], …)`, `require(['x'], …)` of AMD
    Define,
    /// `import('x')`
    DynamicImport,
    /// `import('x').T` in a type position of TypeScript
    ImportType,
    /// `import('x')` or `@import` in a JSDoc comment
    JsDoc,
    /// `declare module 'x'` in a module
    Augment,
    /// `/// <reference path="x" />`
    ReferencePath,
    /// `/// <reference types="x" />`
    ReferenceTypes,
    /// `<script src="x">` of a single-file component
    ScriptSrc,
    /// weak: `new URL('x', import.meta.url)`
    NewUrl,
    /// weak: `require.resolve('x')`, `import.meta.resolve('x')`
    RequireResolve,
    /// weak: `vi.mock('x')`, `jest.mock('x')` and their kin
    Mock,
    /// weak: `import.meta.glob('…')`
    Glob,
    /// weak: `require.context('x', …)`
    RequireContext,
    /// `import x` of Python 2, which looks beside the importer first
    ImplicitImport,
    /// `from … import x` in the file of a package of Python that has no `x` yet: taken from that package, it is a
    /// submodule
    SubmoduleImport,
    /// `require('x')` in a function that `define(…)` or `require([…], …)` of AMD calls
    DefineRequire,
}

impl ImportSyntax {
    /// `require('x')`, wherever it stands.
    #[must_use]
    pub fn is_require(self) -> bool {
        matches!(self, Self::Require | Self::DefineRequire)
    }

    /// What a loader of AMD resolves.
    #[must_use]
    pub fn is_amd(self) -> bool {
        matches!(self, Self::Define | Self::DefineRequire)
    }

    /// A mention that loads nothing by itself: listed apart, and no line in `.dsp/`.
    #[must_use]
    pub fn is_weak(self) -> bool {
        matches!(self, Self::NewUrl | Self::RequireResolve | Self::Mock | Self::Glob | Self::RequireContext)
    }
}

/// One import as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// The text between the quotes, escapes decoded; for [`ImportSyntax::Glob`] the first pattern.
    pub specifier: String,
    /// How it is written.
    pub syntax: ImportSyntax,
    /// When it is followed.
    pub kind: ImportKind,
    /// The names it takes, in source order; empty for side effects and for whole modules bound to nothing.
    pub names: Vec<ImportedName>,
    /// The set of files that a glob or a context means.
    pub pattern: Option<Pattern>,
    /// What its attributes say of how it is resolved: `import type … with { "resolution-mode": "require" }`.
    pub mode: Option<ResolutionMode>,
    /// The whole statement or expression.
    pub span: Span,
}

impl Import {
    /// What a module of a package is known by that is required without a name: `express` of `require('express').Router()`.
    /// `None` where it has names, and where what stands last is none.
    #[must_use]
    pub fn name_unbound(&self) -> Option<&str> {
        let is_one = self.syntax.is_require() && self.names.iter().all(|it| it.local.is_none());
        unbound(&self.specifier).filter(|_| is_one)
    }
}

/// The same for a specifier.
pub(crate) fn unbound(specifier: &str) -> Option<&str> {
    let last = specifier.rsplit('/').next()?;
    let is_name = !specifier.starts_with(['.', '/'])
        && last.starts_with(|c: char| c.is_alphabetic() || matches!(c, '$' | '_'))
        && last.chars().all(|c| c.is_alphanumeric() || matches!(c, '$' | '_'));
    is_name.then_some(last)
}

/// The literal pattern of an import that means a set of files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// `import.meta.glob`: globs, those that start with `!` take away.
    Glob(Vec<String>),
    /// `require.context(specifier, recursive, filter)`.
    Context {
        /// Whether folders below the specifier's count.
        recursive: bool,
        /// The source of the regular expression, without slashes and flags.
        filter: Option<String>,
    },
}

/// What TypeScript resolves an import as, whatever the file is compiled to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResolutionMode {
    /// As an `import` of a module.
    Import,
    /// As a `require`.
    Require,
}

/// One name that an import takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedName {
    /// The name as the exporter knows it.
    pub name: BindingName,
    /// The name in this file; `None` when it is passed on (`export … from`) or not bound.
    pub local: Option<String>,
    /// Taken as a type alone.
    pub type_only: bool,
}

/// A name as the exporter knows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BindingName {
    /// The default export.
    Default,
    /// The whole module (`* as ns`, a required module, `export *`).
    Namespace,
    /// An export by its name.
    Named(String),
}

/// An import whose specifier is no literal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discovery {
    /// `import` or `require`.
    pub syntax: ImportSyntax,
    /// The argument as written, one line, at most 120 characters.
    pub expression: String,
    /// The whole call.
    pub span: Span,
}

/// What a declaration is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// A function, also one bound to a `const`.
    Function,
    /// A class.
    Class,
    /// An interface.
    Interface,
    /// A type alias.
    Type,
    /// An enum.
    Enum,
    /// A namespace or `declare module`.
    Namespace,
    /// Any other binding.
    Variable,
    /// A function of a class, interface or object.
    Method,
    /// A field, property or accessor of a class or interface.
    Field,
}

/// What stands in [`Symbol::signature`] for the value of a function that is called where it is written.
pub const AT_ONCE: &str = "(() => …)()";
/// The same of one that gives a function.
pub const FUNCTION_AT_ONCE: &str = "(() => () => …)()";

/// A declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symbol {
    /// The declared name; `default` for an anonymous default export.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Index in `FileFacts::symbols` of the class, interface, enum or namespace that holds it.
    pub container: Option<u32>,
    /// The head of the declaration without its body, one line, at most 200 characters. Of a value and of a function that
    /// is one expression also what stands behind it in plain sight (literals, names, keys).
    pub signature: Option<String>,
    /// Reachable from other files under some name (members: public).
    pub exported: bool,
    /// First paragraph of its documentation, one line.
    pub doc: Option<String>,
    /// What the body of an exported function of the top level shows that it does, where documentation says little: an
    /// inner edit of what is documented changes no fact. Of a migration of Django the steps that it takes.
    pub deed: Option<Box<Deed>>,
    /// What else that body changes, where the deed does not tell that: the first ones of each sort, each once, in the
    /// order of their names.
    pub effects: Vec<Effect>,
    /// The declaration, its decorators and `export` included.
    pub span: Span,
}

/// A name that other files can import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// The name outside; `default` for the default, `*` for `export * from`.
    pub name: String,
    /// What stands behind it.
    pub source: ExportSource,
    /// Exported as a type alone.
    pub type_only: bool,
    /// The export statement or its specifier.
    pub span: Span,
}

/// What stands behind an exported name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportSource {
    /// A local name: a declaration of this file or an imported binding.
    Local(String),
    /// `export { name as … } from 'specifier'`, `export * as … from 'specifier'`.
    ReExport {
        /// The specifier as written.
        specifier: String,
        /// The name over there.
        name: BindingName,
    },
    /// `export * from 'specifier'`.
    Star {
        /// The specifier as written.
        specifier: String,
    },
}

/// A use of an imported binding, or of what another file of the package may declare.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reference {
    /// The local name of the binding (`ImportedName::local`); in Go also any other name that the file does not declare.
    pub binding: String,
    /// `b` in `binding.b`, where the use is a member access.
    pub member: Option<String>,
    /// Index in `FileFacts::symbols` of the innermost listed declaration that holds the use.
    pub symbol: Option<u32>,
    /// Where no declaration holds it, index in `FileFacts::titles` of the innermost one that does.
    pub title: Option<u32>,
    /// It stands in the template around the scripts.
    pub in_template: bool,
    /// It stands in types alone, and not behind `typeof`. Not told of a use under a title, nor in a decorated class, to which
    /// its types may be given.
    pub in_types: bool,
}

/// A use of what an imported value has: `account.get` of `import { account } from './config'`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MemberUse {
    /// The local name of the value.
    pub binding: String,
    /// The member.
    pub member: String,
}

/// A use of an exported declaration in its own file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct OwnUse {
    /// The declared name.
    pub name: String,
    /// Index in `FileFacts::symbols` of the innermost listed declaration that holds the use.
    pub symbol: u32,
}

/// A dependency that a class is given from outside: the type of a parameter of its constructor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Injection {
    /// Index in `FileFacts::symbols` of the class.
    pub class: u32,
    /// The local name of the type: an imported binding or a declaration of this file.
    pub binding: String,
    /// Whether it is something in what has that name, or for it: `ts.Node` of `ts`, `@InjectRepository(User)`.
    pub is_within: bool,
    /// The name of the parameter, where it has one; of the field where that asks for it (`store = inject(Store)`).
    pub parameter: Option<String>,
    /// Whether a field asks for it, and the constructor is not given it.
    pub of_field: bool,
}

/// What a type is said to implement, apart from its declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// The local name of the interface: an imported binding or any other name.
    pub binding: String,
    /// The name of the type.
    pub implementer: String,
}

/// Something that is called, or shown, for an address: `path("users/", UserList.as_view())`,
/// `router.get("/users", list)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// One line, at most 60 bytes; with the method where one is named: `users/`, `POST /users`. Empty where a router takes
    /// in another without a path of its own.
    pub address: String,
    /// What answers, as it is written (`views.UserList`); of what is loaded for that the specifier. Empty where a function
    /// without a name does, and where what is declared there says it itself (`@router.get("/users")`).
    pub answers: String,
    /// The object that a method of registers it: `router` of `router.get(…)`.
    pub on: Option<String>,
    /// Index in `FileFacts::symbols` of the innermost listed declaration that has it registered, where that does not make
    /// the object: the function that is given a router, say; and of a class whose methods answer.
    pub within: Option<u32>,
    /// What is called before it, as it is written: `verifyToken`, `validate(user)`.
    pub guards: Vec<String>,
}

impl Route {
    /// Whether what the file calls `name` answers, which is a member of what it calls `of` where that is given.
    #[must_use]
    pub fn is_answered_by(&self, of: Option<&str>, name: &str) -> bool {
        let rest = match of {
            Some(of) => self.answers.strip_prefix(of).and_then(|rest| rest.strip_prefix('.')),
            None => Some(&self.answers[..]),
        };
        !name.is_empty() && !self.address.is_empty() && rest == Some(name)
    }
}

/// A text that an object of messages has: `title: { id: 'x', defaultMessage: 'Users' }`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// What the object is declared as.
    pub object: String,
    /// The name of the message in it.
    pub key: String,
    /// What it says, or else what it is known by in catalogues.
    pub text: String,
}

/// What a constant is used as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConstantRole {
    /// What it is called in the file.
    pub name: String,
    /// ``given to `read` ``, ``compared with `it.length` ``, ``the value of `limit` ``, `shown as 'Close'`
    pub role: String,
}

/// A call, by which code is called that no declaration holds: what stands in its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Title {
    /// One line, at most 120 characters.
    pub text: String,
    /// What is called.
    pub sort: TitleSort,
    /// The whole call; a suite's holds those of what is in it.
    pub span: Span,
    /// The code says that it does not run.
    pub is_skipped: bool,
}

impl Title {
    /// Whether it is that of a suite or of a case.
    #[must_use]
    pub fn is_test(&self) -> bool {
        self.sort != TitleSort::Call
    }
}

/// What a call with functions is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TitleSort {
    /// `describe('…', …)`: it holds cases.
    Suite,
    /// `it('…', …)`
    Case,
    /// Any other call that is given functions, or is a statement, and stands in no declaration and under no title:
    /// `app.get('/users', …)`.
    Call,
    /// A call in a loop that makes a test of each row of a table, or a test that only a run gives a name.
    Rows,
}

/// A `@dsp <uid>` comment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// The uid as written, e.g. `func-7f3a9c12`, without words behind it; whatever stands in its place, perhaps nothing,
    /// where there is none.
    pub uid: String,
    /// Written as specification §4.1 has it: `@dsp`, a blank and a uid, parted by a blank from what begins the comment,
    /// and nothing else.
    pub well_formed: bool,
    /// The comment.
    pub span: Span,
    /// What it speaks of.
    pub subject: Subject,
}

/// What a marker speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Subject {
    /// The whole file: it stands in the head of the file, and not right above a declaration.
    File,
    /// The declaration above whose block it stands: its index in `FileFacts::symbols`.
    Symbol(u32),
    /// Nothing: it stands inside a declaration, or above code that declares nothing.
    #[default]
    Nothing,
}

/// Something wrong in the text of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceProblem {
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// Byte offset it is about.
    pub offset: u32,
}

impl SourceProblem {
    pub(crate) fn new(message: impl Into<String>, offset: u32) -> Self {
        Self { message: message.into(), offset }
    }
}
