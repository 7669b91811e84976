//! Why one file imports something, told from the names it takes and the places where it uses them.
//!
//! Never counts or line numbers: an inner edit changes nothing. Pure.

use resolvers::facts::{
    BindingName, Export, ExportSource, FileFacts, Import, ImportKind, ImportSyntax, ImportedName, Parse,
    Reference, Span, Symbol, SymbolKind, Title, TitleSort,
};
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

mod names;
mod story;

use self::names::{asset, called, passed_on, used_as};
use self::story::{Story, Top};
use super::bound::{symbol_around, title_around, uses_of};
use super::text::place::{Role, extension, is_python, role};
use super::text::{auto, is_given, list, modules, quoted, signature, suite};

/// What a file takes by one of its imports: one of the names, or all that the statement takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken {
    /// Position in `FileFacts::imports`.
    pub(super) import: u32,
    /// Position in `Import::names`; `None` for the whole import.
    pub(super) name: Option<u32>,
}

/// The uses of each imported binding of one file, gathered once for all its imports.
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own of the file")]
pub(super) struct Uses<'f> {
    facts: &'f FileFacts,
    is_python: bool,
    /// It is the face of a package of Python.
    is_package: bool,
    /// It holds nothing but code of JavaScript, TypeScript or Python.
    is_plain: bool,
    /// It declares types alone.
    is_declarations: bool,
    /// What stands in no declaration, for people.
    top: Top,
    of: FxHashMap<&'f str, Vec<&'f Reference>>,
    /// Names that several imports bind: which of them is used where is not known.
    shared: FxHashSet<&'f str>,
    /// The classes and interfaces that extend or implement a binding.
    heirs: FxHashMap<&'f str, Vec<(&'static str, &'f str)>>,
    /// The classes whose constructors are given it.
    given: FxHashMap<&'f str, Vec<&'f str>>,
    /// The names under which it is exported.
    exported: FxHashMap<&'f str, Vec<&'f str>>,
}

impl<'f> Uses<'f> {
    /// `path` is that of the file, where it has one.
    pub(super) fn of(path: Option<&RepoPath>, facts: &'f FileFacts) -> Self {
        let mut uses = Self {
            facts,
            is_python: path.is_some_and(is_python),
            is_package: path.is_some_and(|path| path.file_name().starts_with(b"__init__.")),
            is_declarations: path.is_some_and(|path| role(path) == Role::Declarations),
            is_plain: path
                .is_some_and(|path| !matches!(extension(path), "astro" | "go" | "mdx" | "svelte" | "vue")),
            top: path.map_or(Top::Said(Top::BODY), |path| top(path, facts)),
            of: FxHashMap::default(),
            shared: shared_names(facts),
            heirs: FxHashMap::default(),
            given: FxHashMap::default(),
            exported: FxHashMap::default(),
        };
        for reference in &facts.references {
            uses.of.entry(reference.binding.as_str()).or_default().push(reference);
        }
        for symbol in
            facts.symbols.iter().filter(|it| matches!(it.kind, SymbolKind::Class | SymbolKind::Interface))
        {
            let (extends, implements) = signature::heritage(symbol.signature.as_deref().unwrap_or_default());
            for (word, names) in [("extends", extends), ("implements", implements)] {
                for name in names {
                    uses.heirs.entry(name).or_default().push((word, &symbol.name));
                }
            }
        }
        for guard in &facts.guards {
            uses.heirs.entry(&guard.binding).or_default().push(("implements", &guard.implementer));
        }
        let modules = modules(facts);
        for injection in facts.injections.iter().filter(|it| is_given(it, &modules) && !it.of_field) {
            if let Some(class) = facts.symbols.get(injection.class as usize) {
                uses.given.entry(&injection.binding).or_default().push(&class.name);
            }
        }
        uses.note_exports();
        uses
    }

    fn note_exports(&mut self) {
        // `{ get fresh() { … } }` of CommonJS may be called like what is imported.
        let runs = |it: &&Symbol| it.container.is_none() && it.kind == SymbolKind::Function;
        let top = self.facts.symbols.iter().filter(runs);
        let declared: FxHashSet<&str> = top.map(|it| it.name.as_str()).collect();
        for export in &self.facts.exports {
            if let ExportSource::Local(local) = &export.source
                && !declared.contains(local.as_str())
            {
                self.exported.entry(local).or_default().push(&export.name);
            }
        }
    }

    /// The text for `taken`, all of which leads to one place: to a module as a whole where it is one.
    pub(super) fn why(&self, taken: &[Taken], is_module: bool) -> String {
        let mut story = Story::of(is_module && self.is_python);
        for part in taken {
            let Some(import) = self.facts.imports.get(part.import as usize) else { continue };
            match part.name.map(|at| import.names.get(at as usize)) {
                None => self.tell(import, &import.names, &mut story),
                Some(name) => self.tell(import, name.map_or(&[], std::slice::from_ref), &mut story),
            }
        }
        auto(&story.text(|titles| suite::places(self.facts, titles)))
    }

    fn tell(&self, import: &'f Import, names: &'f [ImportedName], story: &mut Story) {
        match import.syntax {
            ImportSyntax::Augment => story.act("augments its types"),
            ImportSyntax::ReferencePath | ImportSyntax::ReferenceTypes => {
                story.act("refers to its types by a `/// <reference>`");
            }
            ImportSyntax::ScriptSrc => story.act("takes its script from it"),
            ImportSyntax::Embed => story.act("embeds it"),
            syntax if syntax.is_require() && self.handed_on(import).next().is_some() => {
                return story.re_exported.extend(self.handed_on(import));
            }
            _ if import.names.is_empty() => {
                let requires = import.syntax.is_require() || import.syntax == ImportSyntax::Define;
                let loads = match (import.kind, asset(&import.specifier)) {
                    (ImportKind::Dynamic, _) => "loads it on demand",
                    (ImportKind::Type, _) => "refers to its types",
                    // It may be done on a condition.
                    (ImportKind::Runtime, Some("styles")) if requires => "requires its styles",
                    (ImportKind::Runtime, Some("styles")) => {
                        &format!("loads the styles of {} with the file", quoted(&import.specifier))
                    }
                    (ImportKind::Runtime, _) if requires => "requires it",
                    // Nothing of a file of declarations runs.
                    (ImportKind::Runtime, _) if self.is_declarations => "refers to its types",
                    (ImportKind::Runtime, _) => {
                        &format!("loads {} with the file, for its side effects", quoted(&import.specifier))
                    }
                };
                let place =
                    if import.syntax == ImportSyntax::SideEffect { None } else { self.place_at(import.span) };
                let place =
                    place.or_else(|| loads.starts_with("requires ").then(|| self.top.text().to_owned()));
                story.act(&place.map_or_else(|| loads.to_owned(), |place| format!("{loads} {place}")));
            }
            _ => {}
        }
        if import.kind == ImportKind::Dynamic
            && !names.is_empty()
            && names.iter().all(|it| it.local.is_none())
        {
            let place = self.place_at(import.span).map_or_else(String::new, |it| format!(" {it}"));
            let parts = names.iter().filter(|it| it.name != BindingName::Namespace).map(called);
            let parts: Vec<String> = parts.collect();
            let what = if parts.is_empty() { "it".to_owned() } else { list(parts.into_iter()) };
            return story.act(&format!("loads {what} on demand{place}"));
        }
        for name in names {
            if import.syntax == ImportSyntax::ReExport {
                story.re_exported.push(self.re_exported(import, name));
            } else {
                self.tell_name(import, name, story);
                // What runs tests stands all over them.
                if !suite::RUNNERS.contains(&import.specifier.as_str()) {
                    story.close();
                }
            }
        }
        if import.kind == ImportKind::Dynamic && !import.names.is_empty() {
            // Where a name is used it is loaded as well.
            story.act("loads it on demand");
        }
    }

    /// What is required behind an export: `exports.a = require('b')`.
    fn handed_on(&self, import: &Import) -> impl Iterator<Item = String> {
        let around = |it: &&Export| it.span.start <= import.span.start && import.span.end <= it.span.end;
        self.facts.exports.iter().filter(around).filter_map(|it| match &it.source {
            ExportSource::ReExport { specifier, name: BindingName::Namespace }
                if *specifier == import.specifier =>
            {
                Some(if it.name == "default" || it.name == "module.exports" {
                    everything(import)
                } else {
                    format!("{} as {}", everything(import), quoted(&it.name))
                })
            }
            ExportSource::ReExport { specifier, name: BindingName::Named(name) }
                if *specifier == import.specifier =>
            {
                Some(quoted(name))
            }
            ExportSource::Star { specifier } if *specifier == import.specifier => Some(everything(import)),
            _ => None,
        })
    }

    /// `a` of `export { a as b } from`, with the name that it gets.
    fn re_exported(&self, import: &Import, name: &ImportedName) -> String {
        // Exports stand in source order: those of this statement follow its start.
        let first = self.facts.exports.partition_point(|export| export.span.start < import.span.start);
        let own = self.facts.exports[first..].iter().take_while(|it| it.span.start < import.span.end);
        let outside = own.into_iter().find(|export| match &export.source {
            ExportSource::ReExport { specifier, name: inner } => {
                *specifier == import.specifier && *inner == name.name
            }
            _ => false,
        });
        let outside = outside.map(|export| export.name.as_str());
        let told = match &name.name {
            BindingName::Named(name) => quoted(name),
            BindingName::Default => "the default".to_owned(),
            BindingName::Namespace => everything(import),
        };
        let same = match (&name.name, outside) {
            (_, None) | (BindingName::Default, Some("default")) => true,
            (BindingName::Named(name), Some(outside)) => name == outside,
            _ => false,
        };
        match outside.filter(|_| !same) {
            Some("default") => format!("{told} as the default"),
            Some(outside) => format!("{told} as {}", quoted(outside)),
            None => told,
        }
    }

    fn tell_name(&self, import: &Import, name: &'f ImportedName, story: &mut Story) {
        let local = name.local.as_deref();
        let uses = local.and_then(|local| self.of.get(local)).map_or(&[][..], Vec::as_slice);
        if local.is_none() && import.syntax.is_require() && name.name == BindingName::Namespace {
            let place = self.place_at(import.span).unwrap_or_else(|| self.top.text().to_owned());
            return story.act(&format!("calls what it exports {place}"));
        }
        // What a function imports for itself it uses there.
        let is_inside = || self.symbol_at(import.span).is_some() || self.title_at(import.span).is_some();
        let shared = local.filter(|local| self.shared.contains(local));
        let known = shared.and_then(|it| uses_of(import, it, self.facts, uses.iter().copied()));
        let is_told = known.as_ref().is_some_and(|known| !known.is_empty());
        if shared.is_some() && !is_told && is_inside() || local.is_none() && import.syntax.is_require() {
            story.name.used.push(called(name));
            return match self.symbol_at(import.span) {
                Some(symbol) => story.name.places.push(self.place(symbol)),
                None => match self.title_at(import.span) {
                    Some(title) => self.tell_title(title, story),
                    None => story.name.top = Some(self.top),
                },
            };
        }
        let uses = known.as_deref().unwrap_or(uses);
        if self.is_python && import.specifier == "__future__" {
            return story.act(&format!("turns on {} in the file", called(name)));
        }
        let in_types = !uses.is_empty() && uses.iter().all(|it| it.in_types);
        let is_type = name.type_only || import.kind == ImportKind::Type || in_types;
        if is_type && local.is_none() && name.name == BindingName::Namespace {
            let place = if import.syntax == ImportSyntax::JsDoc { " in its JSDoc" } else { "" };
            return story.act(&format!("refers to its types{place}"));
        }
        if local.is_none() && matches!(import.syntax, ImportSyntax::ImportType | ImportSyntax::JsDoc) {
            return self.tell_mention(import, name, story);
        }
        if local.is_none() && name.name == BindingName::Namespace && self.hands_on_all(import) {
            // In Python a module has what it takes; only a package takes it to hand it on.
            if self.is_python && !self.is_package {
                return story.act("takes all its names");
            }
            return story.re_exported.push(everything(import));
        }
        let exported = local.and_then(|local| self.exported.get(local)).map_or(&[][..], Vec::as_slice);
        // An export statement is a use at the top level too.
        let only_passed =
            !exported.is_empty() && uses.iter().all(|it| self.is_at_top(it) && it.member.is_none());
        // A package of Python has every name that it takes; what it uses it has not taken to hand on.
        if only_passed || !self.is_python {
            story.re_exported.extend(exported.iter().map(|outside| passed_on(name, outside)));
        }
        if only_passed {
            return;
        }
        let mut places: Vec<Option<u32>> = uses.iter().map(|it| it.symbol).collect();
        places.sort_unstable();
        places.dedup();
        let heirs = self.tell_heirs(name, story);
        // What says that a type implements something stands in no declaration.
        if self.facts.guards.iter().any(|it| Some(it.binding.as_str()) == local) {
            places.retain(Option::is_some);
        }
        let inherited = |place: &Option<u32>| {
            let symbol = place.and_then(|at| self.facts.symbols.get(at as usize));
            symbol.is_some_and(|it| it.container.is_none() && heirs.contains(&it.name.as_str()))
        };
        // What is only extended need not be said to be used.
        if !heirs.is_empty() && places.iter().all(inherited) && uses.iter().all(|it| it.member.is_none()) {
            return;
        }
        if uses.is_empty() && exported.is_empty() {
            if self.is_for_markup(local) {
                return story.act(&format!("has {} in scope for {}", called(name), self.markup()));
            }
            if let Some(around) = self.symbol_at(import.span).filter(|it| it.kind == SymbolKind::Namespace) {
                return story.act(&format!("imports {} inside {}", called(name), self.place(around)));
            }
            if self.is_idle(import, name) {
                return story.idle.push(called(name));
            }
        }
        if let [Some(at)] = places[..]
            && let Some(made) = self.made_like(at, local)
            && !is_type
        {
            let is_module = story.is_module;
            let maker = list(used_as(import, name, uses, is_module).into_iter());
            return story.act(&format!("makes {} with {maker}", self.place(made)));
        }
        let told = (exported.is_empty() || self.is_python).then_some(self.top);
        if in_types && uses.iter().all(|it| it.member.is_some()) {
            let is_module = story.is_module;
            story.name.types.append(&mut used_as(import, name, uses, is_module));
        } else if is_type {
            story.name.types.push(called(name));
        } else {
            let is_module = story.is_module;
            story.name.used.append(&mut used_as(import, name, uses, is_module));
        }
        self.tell_places(uses, &places, told, story);
    }

    /// Whether all uses of what it binds would be known: what no use is known of is not used.
    fn is_idle(&self, import: &Import, name: &ImportedName) -> bool {
        let whole = matches!(
            import.syntax,
            ImportSyntax::Import | ImportSyntax::ImplicitImport | ImportSyntax::SubmoduleImport
        );
        (whole || import.syntax.is_require())
            && self.is_plain
            && self.facts.parse == Parse::Complete
            // `import a.b` binds `a`, by which anything may be used.
            && name.local.as_deref().is_some_and(|it| !it.is_empty() && !it.contains('.'))
            && self.symbol_at(import.span).is_none()
            && self.title_at(import.span).is_none()
    }

    /// Where it is used; `top` is what is said of a use in no declaration.
    fn tell_places(&self, uses: &[&Reference], places: &[Option<u32>], top: Option<Top>, story: &mut Story) {
        let before = story.name.titles.len();
        // What only names itself after what it shows says least of that.
        let names_itself = |it: &&Reference| {
            let title = it.title.and_then(|at| self.facts.titles.get(at as usize));
            title.is_some_and(|it| it.sort == TitleSort::Call && it.text.ends_with(".displayName"))
        };
        let telling: Vec<&Reference> = uses.iter().copied().filter(|it| !names_itself(it)).collect();
        let uses = if telling.is_empty() { uses } else { &telling };
        uses.iter().filter_map(|it| it.title).for_each(|title| self.tell_title(title, story));
        let in_tests = story.name.titles.len() > before;
        let at_top = uses.iter().any(|it| self.is_at_top(it) && !it.in_template);
        story.name.in_template |= uses.iter().any(|it| it.in_template);
        // In source order and not in order of use: statements may change places.
        for place in places {
            match place.and_then(|at| self.facts.symbols.get(at as usize)) {
                Some(symbol) => story.name.places.push(self.place(symbol)),
                None if top.is_some() && at_top && !in_tests => story.name.top = top,
                None => {}
            }
        }
    }

    /// Whether neither a declaration nor a call with functions holds the use.
    fn is_at_top(&self, it: &Reference) -> bool {
        let title = it.title.and_then(|at| self.facts.titles.get(at as usize));
        it.symbol.is_none() && title.is_none_or(Title::is_test)
    }

    /// A test, or what is called with the function that uses it.
    fn tell_title(&self, at: u32, story: &mut Story) {
        match self.facts.titles.get(at as usize) {
            Some(it) if !it.is_test() => story.name.places.push(quoted(&it.text)),
            _ => story.name.titles.push(at),
        }
    }

    /// `import('x').T` in a type or in documentation.
    fn tell_mention(&self, import: &Import, name: &ImportedName, story: &mut Story) {
        let place = match import.syntax {
            ImportSyntax::JsDoc => Some("in its JSDoc".to_owned()),
            _ => self.place_at(import.span),
        };
        let told = match &name.name {
            BindingName::Named(name) => format!("refers to type {}", quoted(name)),
            BindingName::Default => "refers to its default type".to_owned(),
            BindingName::Namespace => "refers to its types".to_owned(),
        };
        let place = place.unwrap_or_else(|| self.top.text().to_owned());
        story.act(&format!("{told} {place}"));
    }

    /// The value that is made by calling `local` and called like it: `const ajv = new Ajv()`.
    fn made_like(&self, at: u32, local: Option<&str>) -> Option<&'f Symbol> {
        let (symbol, local) = (self.facts.symbols.get(at as usize)?, local?);
        let value = signature::value(symbol.signature.as_deref()?)?;
        let value = value.strip_prefix("new ").unwrap_or(value);
        let (path, given) = value.split_once('(')?;
        let mut names = path.split('.');
        let is_path = names.next() == Some(local)
            && names.all(|it| it.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$')));
        // Nothing may stand behind the call.
        let is_called = is_path
            && signature::find_top(given, 0, |rest| rest.starts_with(')')) == given.len().checked_sub(1);
        let is_value = symbol.kind == SymbolKind::Variable && symbol.container.is_none();
        (is_value && is_called && symbol.name.eq_ignore_ascii_case(local)).then_some(symbol)
    }

    /// Whether it is what the markup of the file is compiled to calls of.
    fn is_for_markup(&self, local: Option<&str>) -> bool {
        !self.facts.markup.is_empty() && matches!(local, Some("React" | "h" | "jsx"))
    }

    /// The JSX of the file, by the declarations in which it stands, where these are few.
    fn markup(&self) -> String {
        let places: Option<Vec<String>> = (self.facts.markup.iter())
            .map(|at| Some(self.place(self.facts.symbols.get((*at)? as usize)?)))
            .collect();
        match places.as_deref() {
            Some(places @ ([_] | [_, _] | [_, _, _])) => {
                format!("the JSX of {}", list(places.iter().cloned()))
            }
            _ => "its JSX".to_owned(),
        }
    }

    /// Whether what a star takes is exported by a star: `from .a import *` of a package of Python.
    fn hands_on_all(&self, import: &Import) -> bool {
        let of = |it: &ExportSource| matches!(it, ExportSource::Star { specifier } if *specifier == import.specifier);
        self.facts.exports.iter().any(|it| of(&it.source))
    }

    /// Says who extends, implements or is given it, and names those that do the first two.
    fn tell_heirs(&self, name: &ImportedName, story: &mut Story) -> Vec<&'f str> {
        let Some(local) = name.local.as_deref() else { return Vec::new() };
        let heirs = self.heirs.get(local).map_or(&[][..], Vec::as_slice);
        for (word, heir) in heirs {
            story.act(&format!("{} {word} {}", heir_name(heir), called(name)));
        }
        for class in self.given.get(local).into_iter().flatten() {
            story.act(&format!("the constructor of {} is given {}", heir_name(class), called(name)));
        }
        heirs.iter().map(|(_, heir)| *heir).collect()
    }

    /// The innermost declaration or title around a span.
    fn place_at(&self, span: Span) -> Option<String> {
        if let Some(symbol) = self.symbol_at(span) {
            return Some(format!("in {}", self.place(symbol)));
        }
        let at = self.title_at(span)?;
        Some(match self.facts.titles.get(at as usize) {
            Some(it) if !it.is_test() => format!("in {}", quoted(&it.text)),
            _ => suite::places(self.facts, &[at]),
        })
    }

    fn symbol_at(&self, span: Span) -> Option<&'f Symbol> {
        self.facts.symbols.get(symbol_around(span, self.facts)? as usize)
    }

    fn title_at(&self, span: Span) -> Option<u32> {
        title_around(span, self.facts)
    }

    fn place(&self, symbol: &Symbol) -> String {
        let container = symbol.container.and_then(|container| self.facts.symbols.get(container as usize));
        match (container.map(|it| it.name.as_str()), symbol.name.as_str()) {
            (Some("default"), name) => format!("{} of the default export", quoted(name)),
            (Some(container), name) => quoted(&format!("{container}.{name}")),
            (None, "default") => "the default export".to_owned(),
            // A function may have the name too.
            (None, name) if symbol.kind == SymbolKind::Namespace => format!("the namespace {}", quoted(name)),
            (None, name) => quoted(name),
        }
    }
}

/// The local names that imports of several modules bind, some of them within a declaration or a test.
pub(super) fn shared_names(facts: &FileFacts) -> FxHashSet<&str> {
    let mut bound: FxHashMap<&str, &Import> = FxHashMap::default();
    let mut shared = FxHashSet::default();
    let mut inside: Option<Vec<Span>> = None;
    for import in &facts.imports {
        for local in import.names.iter().filter_map(|name| name.local.as_deref()) {
            let first = *bound.entry(local).or_insert(import);
            if first.specifier == import.specifier || shared.contains(local) {
                continue;
            }
            let inside = inside.get_or_insert_with(|| covered(facts));
            if [first, import].iter().any(|import| is_covered(inside, import.span)) {
                shared.insert(local);
            }
        }
    }
    shared
}

/// What declarations and tests take up: places apart from each other, in order.
fn covered(facts: &FileFacts) -> Vec<Span> {
    let spans = facts.symbols.iter().map(|it| it.span).chain(facts.titles.iter().map(|it| it.span));
    let mut spans: Vec<Span> = spans.collect();
    spans.sort_unstable_by_key(|it| it.start);
    let mut covered: Vec<Span> = Vec::new();
    for span in spans {
        match covered.last_mut().filter(|last| span.start < last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => covered.push(span),
        }
    }
    covered
}

fn is_covered(covered: &[Span], span: Span) -> bool {
    let before = covered.partition_point(|it| it.start <= span.start);
    covered[..before].last().is_some_and(|it| span.end <= it.end)
}

/// Where something stands that no declaration holds, by what the file is.
fn top(path: &RepoPath, facts: &FileFacts) -> Top {
    match role(path) {
        _ if matches!(extension(path), "vue" | "svelte" | "astro") => Top::Said("at the top of its script"),
        Role::Test if suite::has_tests(facts) => Top::AroundTests,
        Role::Benchmark => Top::Said("in its benchmarks"),
        Role::Story => Top::Said("in its stories"),
        Role::Config(_) => Top::Said("in the configuration"),
        Role::Declarations => Top::Said("in its declarations"),
        Role::Plain if facts.exports.is_empty() && suite::has_tests(facts) => Top::AroundTests,
        _ => Top::Said(Top::BODY),
    }
}

fn heir_name(name: &str) -> String {
    if name == "default" { "the default class".to_owned() } else { quoted(name) }
}

/// All that an import leads to. Which names those are says another file, whose edits change nothing here.
fn everything(import: &Import) -> String {
    format!("everything of {}", quoted(&import.specifier))
}

#[cfg(test)]
mod tests;
