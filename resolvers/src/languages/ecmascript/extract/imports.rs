//! Imports, strong and weak, and the names they take.
//!
//! Each function turns one kind of node into entries of [`crate::facts::FileFacts::imports`] (or, where the
//! specifier is computed, of its `discoveries`). Resolution has no place here.

use oxc_ast::ast::{
    ArrowFunctionBody, BindingPattern, CallExpression, Expression, Ident, ImportAttribute,
    ImportAttributeKey, ImportDeclaration, ImportDeclarationSpecifier, ImportExpression, ImportOrExportKind,
    NewExpression, ObjectExpression, ObjectPropertyKind, Statement, TSExternalModuleDeclaration,
    TSImportEqualsDeclaration, TSImportType, TSImportTypeQualifier, TSModuleReference, VariableDeclarator,
    WithClause,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;
use rustc_hash::FxHashMap;

use super::Flavor;
use super::bindings::{Bound, Site};
use super::descriptors;
use super::literals::{
    argument, binding_name, declared_module, export_name, key_name, literal, literals, module_value,
    property, taken, taken_names,
};
use super::loader;
use super::visit::{Visitor, span};
use crate::facts::{
    BindingName, Discovery, Import, ImportKind, ImportSyntax, ImportedName, Pattern, ResolutionMode,
};

/// The longest text of a computed specifier.
const MAX_EXPRESSION: usize = 120;

impl<'a> Visitor<'a, '_> {
    pub(super) fn import(
        &mut self,
        specifier: &str,
        (syntax, kind): (ImportSyntax, ImportKind),
        names: Vec<ImportedName>,
        at: oxc_span::Span,
    ) {
        self.facts.imports.push(Import {
            specifier: specifier.to_owned(),
            syntax,
            kind,
            names,
            pattern: None,
            mode: None,
            span: span(at),
        });
    }

    /// Where the current node stands.
    fn site(&self) -> Site {
        let in_types = self.types > 0 && !self.in_decorated;
        Site { symbol: self.symbol, title: self.title, suite: self.suite, in_types, as_type: self.types > 0 }
    }

    pub(super) fn use_name(&mut self, name: Ident<'a>, member: Option<&'a str>) {
        self.use_name_at(name, member, self.site());
    }

    fn use_name_at(&mut self, name: Ident<'a>, member: Option<&'a str>, site: Site) {
        self.bindings.use_name(name, member, site);
        if self.mode.component == Some(Flavor::Svelte) && name.starts_with('$') {
            let store = Ident::new_unhashed(&name.as_str()[1..]);
            self.bindings.use_name(rehash(store), None, site);
        }
    }

    pub(super) fn bind_import(&mut self, it: &ImportDeclaration<'a>) {
        use ImportDeclarationSpecifier as Specifier;
        for specifier in it.specifiers.iter().flatten() {
            match specifier {
                Specifier::ImportSpecifier(it) => {
                    let whole = export_name(&it.imported) == "default";
                    self.bindings.import(it.local.name, if whole { Bound::Whole } else { Bound::Name });
                }
                Specifier::ImportDefaultSpecifier(it) => self.bindings.import(it.local.name, Bound::Whole),
                Specifier::ImportNamespaceSpecifier(it) => self.bindings.import(it.local.name, Bound::Whole),
            }
        }
    }

    pub(super) fn import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        let names: Vec<_> = it.specifiers.iter().flatten().map(imported).collect();
        let all_types = !names.is_empty() && names.iter().all(|name| name.type_only);
        let kind = if it.import_kind.is_type() || all_types { ImportKind::Type } else { ImportKind::Runtime };
        let syntax = if it.specifiers.is_some() { ImportSyntax::Import } else { ImportSyntax::SideEffect };
        self.import(&it.source.value, (syntax, kind), names, it.span);
        self.with_mode(it.with_clause.as_deref().filter(|_| it.import_kind.is_type()).and_then(mode));
    }

    pub(super) fn import_equals(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        match &it.module_reference {
            TSModuleReference::ExternalModuleReference(module) => {
                let type_only = it.import_kind.is_type();
                let kind = if type_only { ImportKind::Type } else { ImportKind::Runtime };
                let local = Some(it.id.name.as_str().to_owned());
                let names = vec![ImportedName { name: BindingName::Namespace, local, type_only }];
                self.import(&module.expression.value, (ImportSyntax::ImportEquals, kind), names, it.span);
            }
            TSModuleReference::IdentifierReference(name) => self.use_name(name.name, None),
            TSModuleReference::QualifiedName(name) => self.visit_ts_qualified_name(name),
        }
    }

    pub(super) fn import_type(&mut self, it: &TSImportType<'a>) {
        let names = it.qualifier.as_ref().map(|qualifier| {
            let mut name = binding_name(first_name(qualifier));
            if name == BindingName::Named(String::new()) {
                name = BindingName::Namespace;
            }
            ImportedName { name, local: None, type_only: true }
        });
        let how = (ImportSyntax::ImportType, ImportKind::Type);
        self.import(&it.source.value, how, names.into_iter().collect(), it.span);
        self.with_mode(it.options.as_deref().and_then(mode_of_type));
    }

    pub(super) fn augmentation(&mut self, it: &TSExternalModuleDeclaration<'a>) {
        // A pattern declares names that a bundler makes up: it is no module's name.
        if self.facts.header.is_module && !it.id.value.contains('*') {
            self.import(&it.id.value, (ImportSyntax::Augment, ImportKind::Type), Vec::new(), it.span);
        }
    }

    pub(super) fn import_expression(&mut self, it: &ImportExpression<'a>) {
        let how = (ImportSyntax::DynamicImport, ImportKind::Dynamic);
        self.call_of_module(&it.source, how, it.span);
    }

    /// A call that loads what its argument names: one literal, two of a condition, or computed.
    fn call_of_module(
        &mut self,
        specifier: &Expression<'a>,
        how: (ImportSyntax, ImportKind),
        at: oxc_span::Span,
    ) {
        let names = match self.taken.take() {
            Some((start, names)) if start == at.start => names,
            other => {
                self.taken = other;
                Vec::new()
            }
        };
        let specifiers = literals(specifier);
        if specifiers.is_empty() {
            let expression = one_line(specifier.span().source_text(self.source), MAX_EXPRESSION);
            self.facts.discoveries.push(Discovery { syntax: how.0, expression, span: span(at) });
        }
        for specifier in specifiers {
            self.import(specifier, how, names.clone(), at);
        }
    }

    pub(super) fn declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.contexts.declare(it, self.symbol);
        self.parts.declare(it, self.symbol);
        self.translators.declare(it);
        self.addresses.declare(it, self.source);
        descriptors::declare(it, &mut self.facts);
        let module = it.init.as_ref().and_then(declared_module);
        if let Some(module) = module {
            self.taken = Some((module.start, taken_names(&it.id, module.member).0));
        }
        let is_told = module.is_none() && self.members_taken(it);
        if module.is_none() {
            self.visit_binding_pattern(&it.id);
        }
        if let Some(annotation) = &it.type_annotation {
            self.visit_ts_type_annotation(annotation);
        }
        if let Some(init) = it.init.as_ref().filter(|_| !is_told) {
            self.visit_expression(init);
        }
    }

    /// `const { a } = ns` uses `ns.a`. Whether that is all that is used of it.
    fn members_taken(&mut self, it: &VariableDeclarator<'a>) -> bool {
        let (BindingPattern::ObjectPattern(pattern), Some(Expression::Identifier(object))) =
            (&it.id, &it.init)
        else {
            return false;
        };
        let at_top = self.bindings.at_top();
        let own = if at_top { self.just_declared(&it.id) } else { FxHashMap::default() };
        for property in &pattern.properties {
            let local = property.value.get_binding_identifier();
            let symbol = local.and_then(|local| own.get(&local.name).copied());
            let site = Site { symbol: symbol.or(self.symbol), ..self.site() };
            if !(at_top && local.is_some_and(|local| self.bindings.take_part(local.name, site))) {
                self.use_name_at(object.name, key_name(&property.key), site);
            }
        }
        let has_keys = pattern.properties.iter().all(|it| key_name(&it.key).is_some());
        at_top && has_keys && pattern.rest.is_none() && !pattern.properties.is_empty()
    }

    /// The symbols that were listed last, by the names of the pattern that declares them.
    fn just_declared(&self, pattern: &BindingPattern<'a>) -> FxHashMap<Ident<'a>, u32> {
        let names = pattern.get_binding_identifiers();
        let first = self.facts.symbols.len().saturating_sub(names.len());
        let listed = names.into_iter().zip(&self.facts.symbols[first..]).zip(first..);
        let own =
            listed.filter(|((id, symbol), _)| symbol.name == id.name.as_str() && symbol.container.is_none());
        own.filter_map(|((id, _), at)| Some((id.name, u32::try_from(at).ok()?))).collect()
    }

    /// `require('x').member`, unless a declarator already said which names are taken.
    pub(super) fn take_member(&mut self, object: &Expression<'a>, member: &str) {
        if matches!(object, Expression::StaticMemberExpression(_) | Expression::Identifier(_)) {
            return;
        }
        if let Some(module) = module_value(object)
            && self.taken.as_ref().is_none_or(|(start, _)| *start != module.start)
        {
            self.taken = Some((module.start, vec![taken(binding_name(member), None)]));
        }
    }

    pub(super) fn call(&mut self, it: &CallExpression<'a>) {
        match &it.callee {
            Expression::Identifier(callee) if self.bindings.loader.has(&callee.name) => {
                self.loaded(it, &callee.name);
            }
            // `require('x')(…)` takes what is called.
            Expression::CallExpression(callee) if callee.callee.is_specific_id("require") => {
                self.taken = Some((callee.span.start, vec![taken(BindingName::Namespace, None)]));
            }
            Expression::StaticMemberExpression(callee) => {
                let member = callee.property.name.as_str();
                match &callee.object {
                    Expression::Identifier(object) => self.method_call(it, object.name.as_str(), member),
                    Expression::ImportMeta(_) => self.import_meta_call(it, member),
                    Expression::ImportExpression(import) if member == "then" => {
                        let names = argument(it, 0).map(callback_names).unwrap_or_default();
                        self.taken = Some((import.span.start, names));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// A call of the module loader's `name`.
    fn loaded(&mut self, it: &CallExpression<'a>, name: &str) {
        if let Some(specifier) = argument(it, 0).filter(|_| name == "require") {
            self.required(specifier, it.span);
        }
        let kind = if name == "define" { ImportKind::Runtime } else { ImportKind::Dynamic };
        let is_named = name == "define" && argument(it, 0).and_then(literal).is_some();
        self.listed_modules(it, kind, usize::from(is_named && self.is_one_module));
    }

    /// AMD's `define(['x'], x => …)` and `require(['x'], x => …)`: a list of modules, and what takes them in that order,
    /// behind so many other arguments. One that has a name of its own lies in a bundle, where paths lead from name to name,
    /// unless it is all that the file has.
    fn listed_modules(&mut self, it: &CallExpression<'a>, kind: ImportKind, behind: usize) {
        let Some(Expression::ArrayExpression(list)) = argument(it, behind) else { return };
        let takes_them = argument(it, behind + 1);
        if kind == ImportKind::Runtime && takes_them.is_none() {
            return;
        }
        let params = takes_them.and_then(loader::function).map(|(_, params)| params);
        for (at, element) in list.elements.iter().enumerate() {
            let Some(specifier) = element.as_expression().and_then(literal) else { continue };
            if !OF_THE_LOADER.contains(&specifier) {
                let param = params.and_then(|params| params.items.get(at));
                let names = param.map(|param| self.listed_names(&param.pattern)).unwrap_or_default();
                self.import(specifier, (ImportSyntax::Define, kind), names, element.span());
            }
        }
    }

    /// What a parameter takes of the module that it gets.
    fn listed_names(&mut self, param: &BindingPattern<'a>) -> Vec<ImportedName> {
        let (names, bound) = taken_names(param, None);
        if let BindingPattern::BindingIdentifier(it) = param {
            self.given.extend(bound.first().map(|(_, bound)| (it.span.start, *bound)));
        }
        names
    }

    fn required(&mut self, specifier: &Expression<'a>, at: oxc_span::Span) {
        // AMD's `require([…], callback)` is a list of dependencies, not a computed specifier.
        if self.bindings.loader.has("require") && !matches!(specifier, Expression::ArrayExpression(_)) {
            let is_amd = self.bindings.loader.is_amd;
            let syntax = if is_amd { ImportSyntax::DefineRequire } else { ImportSyntax::Require };
            self.call_of_module(specifier, (syntax, ImportKind::Runtime), at);
        }
    }

    fn method_call(&mut self, it: &CallExpression<'a>, object: &str, member: &str) {
        let Some(specifier) = argument(it, 0).and_then(literal) else { return };
        match (object, member) {
            ("require", "resolve") => self.weak(specifier, ImportSyntax::RequireResolve, it.span),
            ("require", "context") => {
                self.import(
                    specifier,
                    (ImportSyntax::RequireContext, ImportKind::Runtime),
                    Vec::new(),
                    it.span,
                );
                self.with_pattern(Pattern::Context { recursive: recursive(it), filter: filter(it) });
            }
            ("jest" | "vi" | "vitest", member) if is_mock(member) => {
                self.weak(specifier, ImportSyntax::Mock, it.span);
            }
            _ => {}
        }
    }

    fn import_meta_call(&mut self, it: &CallExpression<'a>, member: &str) {
        let Some(first) = argument(it, 0) else { return };
        match member {
            "resolve" => {
                if let Some(specifier) = literal(first) {
                    self.weak(specifier, ImportSyntax::RequireResolve, it.span);
                }
            }
            "glob" | "globEager" => {
                let patterns = patterns(first);
                let eager = member == "globEager" || argument(it, 1).is_some_and(is_eager);
                let kind = if eager { ImportKind::Runtime } else { ImportKind::Dynamic };
                if let Some(specifier) = patterns.first() {
                    let specifier = specifier.clone();
                    self.import(&specifier, (ImportSyntax::Glob, kind), Vec::new(), it.span);
                    self.with_pattern(Pattern::Glob(patterns));
                }
            }
            _ => {}
        }
    }

    fn weak(&mut self, specifier: &str, syntax: ImportSyntax, at: oxc_span::Span) {
        self.import(specifier, (syntax, ImportKind::Dynamic), Vec::new(), at);
    }

    fn with_pattern(&mut self, pattern: Pattern) {
        if let Some(import) = self.facts.imports.last_mut() {
            import.pattern = Some(pattern);
        }
    }

    /// Says of the last import how it is resolved.
    pub(super) fn with_mode(&mut self, mode: Option<ResolutionMode>) {
        if let Some(import) = self.facts.imports.last_mut() {
            import.mode = mode;
        }
    }

    /// `new URL('x', import.meta.url)`, and `new require('x')`, which calls all the same.
    pub(super) fn new_expression(&mut self, it: &NewExpression<'a>) {
        let specifier = it.arguments.first().and_then(|it| it.as_expression());
        if let Some(specifier) = specifier.filter(|_| it.callee.is_specific_id("require")) {
            self.required(specifier, it.span);
        }
        self.new_url(it);
    }

    fn new_url(&mut self, it: &NewExpression<'a>) {
        if !it.callee.is_specific_id("URL") || it.arguments.len() != 2 {
            return;
        }
        let mut arguments = it.arguments.iter().map(|argument| argument.as_expression());
        if let (Some(Some(specifier)), Some(Some(Expression::StaticMemberExpression(base)))) =
            (arguments.next(), arguments.next())
            && base.property.name == "url"
            && matches!(base.object, Expression::ImportMeta(_))
            && let Some(specifier) = literal(specifier)
        {
            self.weak(specifier, ImportSyntax::NewUrl, it.span);
        }
    }
}

/// What a list of AMD has from the loader itself.
const OF_THE_LOADER: [&str; 3] = ["require", "exports", "module"];

/// The same name with the hash that lookups go by.
fn rehash(name: Ident<'_>) -> Ident<'_> {
    Ident::from(name.as_str())
}

fn imported(specifier: &ImportDeclarationSpecifier) -> ImportedName {
    use ImportDeclarationSpecifier as Specifier;
    match specifier {
        Specifier::ImportSpecifier(it) => ImportedName {
            name: binding_name(export_name(&it.imported)),
            local: Some(it.local.name.as_str().to_owned()),
            type_only: it.import_kind == ImportOrExportKind::Type,
        },
        Specifier::ImportDefaultSpecifier(it) => taken(BindingName::Default, Some(it.local.name.as_str())),
        Specifier::ImportNamespaceSpecifier(it) => {
            taken(BindingName::Namespace, Some(it.local.name.as_str()))
        }
    }
}

/// The attribute that says how TypeScript resolves an import of types.
pub(super) const MODE: &str = "resolution-mode";

/// What `with { "resolution-mode": "import" }` says; TypeScript asks that it is the only attribute.
pub(super) fn mode(clause: &WithClause) -> Option<ResolutionMode> {
    match &clause.with_entries[..] {
        [ImportAttribute { key: ImportAttributeKey::StringLiteral(key), value, .. }] if key.value == MODE => {
            mode_by_name(&value.value)
        }
        _ => None,
    }
}

/// The same of `import('x', { with: { "resolution-mode": "import" } })`.
fn mode_of_type(options: &ObjectExpression) -> Option<ResolutionMode> {
    let with = property(options, |it| matches!(it, "with" | "assert"))?;
    let Expression::ObjectExpression(attributes) = with else { return None };
    mode_by_name(literal(property(attributes, |it| it == MODE)?)?)
}

pub(super) fn mode_by_name(name: &str) -> Option<ResolutionMode> {
    match name {
        "import" => Some(ResolutionMode::Import),
        "require" => Some(ResolutionMode::Require),
        _ => None,
    }
}

/// `a` of `import('x').a.b`
fn first_name<'a>(qualifier: &TSImportTypeQualifier<'a>) -> &'a str {
    let mut qualifier = qualifier;
    loop {
        match qualifier {
            TSImportTypeQualifier::Identifier(it) => return it.name.as_str(),
            TSImportTypeQualifier::QualifiedName(it) => qualifier = &it.left,
        }
    }
}

/// The names that the callback of `import('x').then(callback)` takes from the module.
fn callback_names(callback: &Expression) -> Vec<ImportedName> {
    let params = match callback {
        Expression::ArrowFunctionExpression(it) => &it.params,
        Expression::FunctionExpression(it) => &it.params,
        _ => return Vec::new(),
    };
    match params.items.first().map(|param| &param.pattern) {
        Some(pattern @ BindingPattern::ObjectPattern(_)) => {
            let (mut names, _) = taken_names(pattern, None);
            for name in &mut names {
                name.local = None;
            }
            names
        }
        Some(BindingPattern::BindingIdentifier(module)) => {
            callback_member(callback, &module.name).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// `m => m.member`, `m => ({ default: m.member })`
fn callback_member(callback: &Expression, module: &str) -> Option<ImportedName> {
    let Expression::ArrowFunctionExpression(it) = callback else { return None };
    let body = match &it.body {
        ArrowFunctionBody::FunctionBody(body) => match body.statements.first()? {
            Statement::ReturnStatement(it) => it.argument.as_ref()?,
            _ => return None,
        },
        body => body.as_expression()?,
    };
    let member = match body.without_parentheses() {
        Expression::ObjectExpression(it) => only_value(it)?,
        other => other,
    };
    match member {
        Expression::StaticMemberExpression(it) if it.object.is_specific_id(module) => {
            Some(taken(binding_name(it.property.name.as_str()), None))
        }
        _ => None,
    }
}

fn only_value<'b, 'a>(object: &'b ObjectExpression<'a>) -> Option<&'b Expression<'a>> {
    match &object.properties[..] {
        [ObjectPropertyKind::ObjectProperty(it)] => Some(&it.value),
        _ => None,
    }
}

pub(super) fn is_mock(member: &str) -> bool {
    matches!(
        member,
        "mock"
            | "unmock"
            | "doMock"
            | "doUnmock"
            | "dontMock"
            | "deepUnmock"
            | "setMock"
            | "requireActual"
            | "requireMock"
            | "importActual"
            | "importMock"
            | "createMockFromModule"
            | "genMockFromModule"
            | "unstable_mockModule"
            | "unstable_unmockModule"
    )
}

/// The second argument of `require.context`; without it folders below count.
fn recursive(it: &CallExpression) -> bool {
    !matches!(argument(it, 1), Some(Expression::BooleanLiteral(it)) if !it.value)
}

fn filter(it: &CallExpression) -> Option<String> {
    match argument(it, 2)? {
        Expression::RegExpLiteral(it) => Some(it.regex.pattern.text.to_string()),
        _ => None,
    }
}

/// One pattern or a list of them; none when one is computed.
fn patterns(first: &Expression) -> Vec<String> {
    match first {
        Expression::ArrayExpression(it) => {
            let texts =
                it.elements.iter().map(|element| literal(element.as_expression()?).map(str::to_owned));
            texts.collect::<Option<_>>().unwrap_or_default()
        }
        other => literal(other).map(str::to_owned).into_iter().collect(),
    }
}

/// `{ eager: true }`
fn is_eager(options: &Expression) -> bool {
    let Expression::ObjectExpression(it) = options else { return false };
    it.properties.iter().any(|property| match property {
        ObjectPropertyKind::ObjectProperty(it) => {
            key_name(&it.key) == Some("eager")
                && matches!(&it.value, Expression::BooleanLiteral(value) if value.value)
        }
        ObjectPropertyKind::SpreadProperty(_) => false,
    })
}

/// `text` on one line, at most `max` bytes, cut at a character.
pub(super) fn one_line(text: &str, max: usize) -> String {
    // Only the head is looked at: a text may be as long as the file, and every level of a nest may ask for its own.
    let text = &text[..text.floor_char_boundary(8 * max)];
    let mut line = String::with_capacity(text.len().min(max + 1));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        let room = max - line.len().min(max);
        line.push_str(&word[..word.floor_char_boundary(room)]);
        if word.len() > room {
            break;
        }
    }
    line
}
