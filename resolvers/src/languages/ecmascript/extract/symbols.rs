//! Declarations: their kind, place, documentation and signature.
//!
//! What a statement of the top level (or of a listed namespace) declares, one function a kind. The members of
//! containers stand in `members`.

use std::borrow::Cow;

use oxc_ast::ast::{
    ArrowFunctionBody, BindingPattern, Class, Declaration, Expression, FormalParameter, FormalParameters,
    Function, TSEnumDeclaration, TSExternalModuleDeclaration, TSInterfaceDeclaration, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody, TSSignature, TSType, TSTypeAliasDeclaration, TSTypeName,
    TSTypeParameterDeclaration, VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::deeds::{self, Told};
use super::literals::{declared_module, key_name};
use super::values::without_casts;
use super::visit::{Visitor, span};
use super::{
    comments, constructed, globals, imports::one_line, items, outcomes, reducers, stories, titles, values,
};
use crate::facts::{ExportSource, Shown, ShownSort, Symbol, SymbolKind};

/// Of how many members of an object type it is kept what is said of them.
const MOST_SAID: usize = 32;
/// How much is kept of the type of one.
const LONGEST_TYPE: usize = 80;
/// The longest signature.
const MAX_SIGNATURE: usize = 200;
/// The same of a list of objects, and of what asks a server.
const MAX_ROWS: usize = 320;

/// Where and how a declaration stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The whole statement, `export` and decorators included.
    pub(super) span: Span,
    /// Said to be exported by the statement itself.
    pub(super) exported: bool,
    pub(super) container: Option<u32>,
    /// `export default`
    pub(super) default: bool,
}

impl Place {
    pub(super) fn new(span: Span, exported: bool, container: Option<u32>) -> Self {
        Self { span, exported, container, default: false }
    }
}

/// Of so many functions of a file the bodies are told in short.
const MOST_SKETCHES: u32 = 512;

impl<'a> Visitor<'a, '_> {
    pub(super) fn declaration(&mut self, it: &Declaration<'a>, place: Place) {
        match it {
            Declaration::VariableDeclaration(it) => self.variables(it, place),
            Declaration::FunctionDeclaration(it) => self.function(it, place),
            Declaration::ClassDeclaration(it) => self.class(it, place),
            Declaration::TSTypeAliasDeclaration(it) => self.type_alias(it, place),
            Declaration::TSInterfaceDeclaration(it) => self.interface(it, place),
            Declaration::TSEnumDeclaration(it) => self.enumeration(it, place),
            Declaration::TSNamespaceDeclaration(it) => self.namespace(it, place),
            Declaration::TSExternalModuleDeclaration(it) => self.external_module(it, place),
            Declaration::TSGlobalDeclaration(it) => {
                globals::read(it, &mut self.facts);
                self.visit_ts_global_declaration(it);
            }
            Declaration::TSImportEqualsDeclaration(it) => {
                self.visit_ts_import_equals_declaration(it);
                if it.module_reference.is_external() {
                    if place.exported {
                        self.export_declared(&it.id.name, SymbolKind::Variable, place);
                    }
                } else {
                    self.declare(&it.id.name, SymbolKind::Variable, self.head(it.span), place);
                }
            }
        }
    }

    /// Lists a declaration and, where its statement exports it, the export.
    pub(super) fn declare(
        &mut self,
        name: &str,
        kind: SymbolKind,
        signature: Option<String>,
        place: Place,
    ) -> u32 {
        if place.exported {
            self.export_declared(name, kind, place);
        }
        let exported = place.exported || (place.container.is_none() && self.exported.contains(name));
        self.push_symbol(name, kind, signature, Place { exported, ..place })
    }

    fn export_declared(&mut self, name: &str, kind: SymbolKind, place: Place) {
        if place.container.is_none() {
            let outside = if place.default { "default" } else { name };
            let type_only = matches!(kind, SymbolKind::Interface | SymbolKind::Type);
            self.export(outside, ExportSource::Local(name.to_owned()), type_only, place.span);
        }
    }

    pub(super) fn push_symbol(
        &mut self,
        name: &str,
        kind: SymbolKind,
        signature: Option<String>,
        place: Place,
    ) -> u32 {
        let index = u32::try_from(self.facts.symbols.len()).unwrap_or(u32::MAX);
        self.facts.symbols.push(Symbol {
            name: name.to_owned(),
            kind,
            container: place.container,
            signature,
            exported: place.exported,
            doc: self.doc_before(place.span.start, name),
            deed: None,
            effects: Vec::new(),
            span: span(place.span),
        });
        index
    }

    /// Notes what the body of an exported function of the top level shows.
    pub(super) fn does(&mut self, symbol: u32, told: impl FnOnce(&'a str) -> Told) {
        let source = self.source;
        let script = self.is_script;
        let stood_for = &self.stood_for;
        let is_told = |it: &&mut Symbol| {
            let is_asked = script || stood_for.contains(it.name.as_str());
            if is_asked { it.is_told_in_script() } else { it.is_told_by_body() }
        };
        if let Some(it) = self.facts.symbols.get_mut(symbol as usize).filter(is_told) {
            let Told { deed, effects, sketch, vanishing, written } = told(source);
            (it.deed, it.effects) = (deed.map(Box::new), effects);
            for (text, sort) in [(vanishing, ShownSort::Vanishing), (written, ShownSort::Written)] {
                if let Some(text) = text {
                    self.facts.branch(text, sort, symbol);
                }
            }
            if let Some(sketch) = sketch {
                self.sketches += 1;
                if self.sketches <= MOST_SKETCHES {
                    self.facts.shown.push(Shown {
                        text: sketch,
                        sort: ShownSort::Sketch,
                        symbol: Some(symbol),
                    });
                }
            }
        }
    }

    /// What is said above `start`: of a thousand names that one statement declares it is read once.
    fn doc_before(&self, start: u32, name: &str) -> Option<String> {
        match self.facts.symbols.last().filter(|last| last.span.start == start) {
            Some(last) => last.doc.clone(),
            None => comments::doc_before(self.source, self.comments, start, name),
        }
    }

    /// The text of `at` as a signature.
    pub(super) fn head(&self, at: Span) -> Option<String> {
        signature(at.source_text(self.source))
    }

    pub(super) fn function(&mut self, it: &Function<'a>, place: Place) {
        let signature = self.function_head(it, it.span.start);
        let name = it.id.as_ref().map_or("default", |id| id.name.as_str());
        let symbol = self.declare(name, SymbolKind::Function, signature, place);
        let body = it.body.as_deref().filter(|_| !it.generator);
        self.does(symbol, |source| body.map_or_else(Told::default, |body| deeds::of_body(body, source)));
        self.inside(symbol, |visitor| visitor.visit_function(it, ScopeFlags::Function));
    }

    /// The text of `at` as a signature; of the type parameters of a long one only the names, so that what stands
    /// behind them is not cut.
    fn generic_head(&self, at: Span, parameters: Option<&TSTypeParameterDeclaration<'a>>) -> Option<String> {
        signature(&self.shortened(at, parameters, None))
    }

    /// The text of `at`, the head of a declaration. A long one is told with less of what stands in its way: of type
    /// parameters the names, of long types of parameters what they are called.
    fn shortened(
        &self,
        at: Span,
        generics: Option<&TSTypeParameterDeclaration<'a>>,
        parameters: Option<&FormalParameters<'a>>,
    ) -> Cow<'a, str> {
        let text = at.source_text(self.source);
        if text.len() <= MAX_SIGNATURE {
            return text.into();
        }
        let names = generics.map(|it| {
            let names: Vec<&str> = it.params.iter().map(|it| it.name.name.as_str()).collect();
            (it.span, format!("<{}>", names.join(", ")))
        });
        let own = parameters.into_iter().flat_map(|it| &it.items);
        let own = own.filter_map(|it| it.type_annotation.as_deref());
        let rest = parameters.and_then(|it| it.rest.as_ref()?.type_annotation.as_deref());
        let types =
            own.chain(rest).filter_map(|it| Some((it.type_annotation.span(), outline(&it.type_annotation)?)));
        let defaults = parameters.into_iter().flat_map(|it| &it.items).flat_map(long_defaults);
        let mut told: Vec<(Span, String)> = names.into_iter().chain(types).collect();
        told.extend(defaults.map(|span| (span, String::new())));
        told.sort_by_key(|(span, _)| span.start);
        let mut line = String::new();
        let mut last = at.start;
        for (span, told) in told.into_iter().filter(|(it, _)| it.start >= at.start && it.end <= at.end) {
            line.push_str(Span::new(last, span.start).source_text(self.source));
            line.push_str(&told);
            last = span.end;
        }
        line.push_str(Span::new(last, at.end).source_text(self.source));
        line.into()
    }

    /// From `start` to the body, and the function that it gives.
    pub(super) fn function_head(&self, it: &Function<'a>, start: u32) -> Option<String> {
        let end = it.body.as_ref().map_or(it.span.end, |body| body.span.start);
        let span = Span::new(start, end);
        let head = signature(&self.shortened(span, it.type_parameters.as_deref(), Some(&it.params)));
        let given = it.body.as_ref().filter(|_| it.return_type.is_none());
        match given.and_then(|body| values::returned(&body.statements, self.source)) {
            Some(given) => signature(&format!("{} => {given}", head?)),
            None => head,
        }
    }

    pub(super) fn class(&mut self, it: &Class<'a>, place: Place) {
        let start =
            it.decorators.first().map_or(place.span.start, |first| first.span.start.min(place.span.start));
        let place = Place { span: Span::new(start, place.span.end), ..place };
        let name = it.id.as_ref().map_or("default", |id| id.name.as_str());
        let symbol = self.declare(name, SymbolKind::Class, self.class_head(it), place);
        self.decorated.extend(it.decorators.iter().map(|it| (it.span.end, symbol)));
        let members = self.facts.symbols.last().is_some_and(|class| class.exported).then_some(symbol);
        self.list_injections(it, symbol);
        if members.is_none() {
            constructed::of_class(it, symbol, &mut self.facts);
        }
        self.inside(symbol, |visitor| visitor.class_parts(it, members));
    }

    fn class_head(&self, it: &Class<'a>) -> Option<String> {
        let start = it.decorators.last().map_or(it.span.start, |last| last.span.end.max(it.span.start));
        let text = Span::new(start, it.body.span.start).source_text(self.source);
        // `@Dec() export class A`: the decorators may stand before or after `export`.
        signature(text.trim_start().trim_start_matches("export ").trim_start_matches("default "))
    }

    pub(super) fn interface(&mut self, it: &TSInterfaceDeclaration<'a>, place: Place) {
        let span = Span::new(it.span.start, it.body.span.start);
        let head = self.callable(it).or_else(|| self.generic_head(span, it.type_parameters.as_deref()));
        let symbol = self.declare(&it.id.name, SymbolKind::Interface, head, place);
        let listed = &mut self.facts.symbols[symbol as usize];
        let members = listed.exported.then_some(symbol);
        // Its members are not listed: its head has their names.
        if let Some(head) =
            held(it, self.source).filter(|_| members.is_none()).or_else(|| indexed(it, self.source))
        {
            listed.signature = Some(head);
        }
        self.list_said(
            it.body.body.iter().filter(|it| matches!(it, TSSignature::TSCallSignatureDeclaration(_))),
            symbol,
        );
        self.inside(symbol, |visitor| visitor.interface_parts(it, members));
    }

    /// The head of an interface that says how functions, or classes, are called: as that of a type, `interface A = (b: B) => C`.
    fn callable(&self, it: &TSInterfaceDeclaration<'a>) -> Option<String> {
        let (word, params, given) = match it.body.body.first()? {
            TSSignature::TSCallSignatureDeclaration(it) => ("", &it.params, it.return_type.as_ref()?),
            TSSignature::TSConstructSignatureDeclaration(it) => {
                ("new ", &it.params, it.return_type.as_ref()?)
            }
            _ => return None,
        };
        let parameters = params.items.iter().map(|it| it.span);
        let parameters = parameters.chain(params.rest.as_ref().map(|it| it.span));
        let parameters: Vec<&str> = parameters.map(|it| it.source_text(self.source)).collect();
        let given = given.type_annotation.span().source_text(self.source);
        let head = format!("interface {} = {word}({}) => {given}", it.id.name, parameters.join(", "));
        it.extends.is_empty().then(|| signature(&head)).flatten()
    }

    fn type_alias(&mut self, it: &TSTypeAliasDeclaration<'a>, place: Place) {
        let head = match self.separated(&it.type_annotation) {
            Some(kind) => {
                let parameters =
                    it.type_parameters.as_ref().map_or("", |it| it.span.source_text(self.source));
                signature(&format!("type {}{parameters} = {kind}", it.id.name))
            }
            None => self.generic_head(it.span, it.type_parameters.as_deref()),
        };
        let symbol = self.declare(&it.id.name, SymbolKind::Type, head, place);
        if place.exported && it.span.size() as usize > MAX_SIGNATURE {
            outcomes::list(&it.id.name, &it.type_annotation, symbol, self.source, &mut self.facts);
        }
        self.list_said_of_members(&it.type_annotation, symbol);
        self.inside(symbol, |visitor| visitor.visit_ts_type_alias_declaration(it));
    }

    /// The text of an object type that can be called, or of one that is joined to others, with a semicolon behind each member
    /// that only the end of its line ends: on one line nothing else tells where the next call begins.
    fn separated(&self, kind: &TSType<'a>) -> Option<String> {
        let members: Vec<&TSSignature> = match kind {
            TSType::TSTypeLiteral(it) => it.members.iter().collect(),
            TSType::TSIntersectionType(it) => {
                let literals = it.types.iter().filter_map(|it| match it {
                    TSType::TSTypeLiteral(it) => Some(&it.members),
                    _ => None,
                });
                literals.flatten().collect()
            }
            _ => return None,
        };
        let is_call = |it: &&TSSignature| matches!(it, TSSignature::TSCallSignatureDeclaration(_));
        members.iter().any(is_call).then_some(())?;
        let whole = kind.span();
        let mut text = String::new();
        let mut last = whole.start;
        for member in members {
            let own = Span::new(last, member.span().end).source_text(self.source);
            text.push_str(own);
            last = member.span().end;
            let rest = Span::new(last, whole.end).source_text(self.source).trim_start();
            if !own.ends_with([';', ',']) && !rest.starts_with([';', ',', '}']) {
                text.push(';');
            }
        }
        text.push_str(Span::new(last, whole.end).source_text(self.source));
        Some(text)
    }

    /// Lists what documentation says of the members of an object type, also of one that is joined to others.
    fn list_said_of_members(&mut self, kind: &TSType<'a>, symbol: u32) {
        match kind {
            TSType::TSTypeLiteral(it) => self.list_said(it.members.iter(), symbol),
            TSType::TSIntersectionType(it) => {
                for it in &it.types {
                    if let TSType::TSTypeLiteral(it) = it {
                        self.list_said(it.members.iter(), symbol);
                    }
                }
            }
            _ => {}
        }
    }

    fn list_said<'b>(&mut self, members: impl Iterator<Item = &'b TSSignature<'a>>, symbol: u32)
    where
        'a: 'b,
    {
        for it in members.take(MOST_SAID) {
            let (name, kind) = match it {
                TSSignature::TSPropertySignature(it) => (key_name(&it.key), it.type_annotation.as_ref()),
                TSSignature::TSMethodSignature(it) => (key_name(&it.key), None),
                TSSignature::TSCallSignatureDeclaration(_) => (Some("()"), None),
                _ => continue,
            };
            let Some((name, doc)) =
                name.zip(comments::doc_before(self.source, self.comments, it.span().start, ""))
            else {
                continue;
            };
            let kind = kind.map_or("", |it| it.type_annotation.span().source_text(self.source));
            let (kind, doc) = (one_line(kind, LONGEST_TYPE), one_line(&doc, comments::MAX_DOC));
            if !kind.contains('`') {
                let text = format!("{name}`{kind}`{doc}");
                self.facts.shown.push(Shown { text, sort: ShownSort::Member, symbol: Some(symbol) });
            }
        }
    }

    fn enumeration(&mut self, it: &TSEnumDeclaration<'a>, place: Place) {
        let head = self.head(Span::new(it.span.start, it.body.span.start));
        let symbol = self.declare(&it.id.name, SymbolKind::Enum, head, place);
        let exported = self.facts.symbols.last().is_some_and(|it| it.exported);
        self.inside(symbol, |visitor| {
            if exported {
                visitor.list_enum_members(it, symbol);
            }
            visitor.visit_ts_enum_declaration(it);
        });
    }

    fn namespace(&mut self, it: &TSNamespaceDeclaration<'a>, place: Place) {
        let head = self.head(Span::new(it.span.start, it.id.span.end));
        let symbol = self.declare(&it.id.name, SymbolKind::Namespace, head, place);
        let exported = self.facts.symbols.last().is_some_and(|it| it.exported);
        self.inside(symbol, |visitor| match &it.body {
            TSNamespaceDeclarationBody::TSModuleBlock(body) if exported || visitor.mode.declaration => {
                let ambient = it.declare || visitor.mode.declaration;
                visitor.namespace_body(&body.body, symbol, ambient);
            }
            body => {
                visitor.bindings.enter();
                visitor.visit_ts_namespace_declaration_body(body);
                visitor.bindings.leave();
            }
        });
    }

    /// `declare module 'x'`: in a module it augments `x`, elsewhere it declares it.
    fn external_module(&mut self, it: &TSExternalModuleDeclaration<'a>, place: Place) {
        if self.facts.header.is_module {
            return self.visit_ts_external_module_declaration(it);
        }
        let head = self.head(Span::new(it.span.start, it.id.span.end));
        let symbol =
            self.push_symbol(&it.id.value, SymbolKind::Namespace, head, Place { exported: true, ..place });
        if let Some(body) = &it.body {
            self.inside(symbol, |visitor| visitor.namespace_body(&body.body, symbol, true));
        }
    }

    fn variables(&mut self, it: &VariableDeclaration<'a>, place: Place) {
        let alone = it.declarations.len() == 1;
        for (at, declarator) in it.declarations.iter().enumerate() {
            let start = if at == 0 { place.span.start } else { declarator.span.start };
            self.addresses.is_constant = it.kind.is_const();
            let end = if alone { place.span.end } else { declarator.span.end };
            self.variable(declarator, it.kind.as_str(), Place { span: Span::new(start, end), ..place });
        }
    }

    fn variable(&mut self, it: &VariableDeclarator<'a>, keyword: &str, place: Place) {
        let imported = it.init.as_ref().is_some_and(|init| declared_module(init).is_some());
        if imported && !place.exported {
            return self.declarator(it);
        }
        let first = self.facts.symbols.len();
        if let BindingPattern::BindingIdentifier(id) = &it.id {
            let head = self.variable_head(it, keyword);
            let symbol = self.declare(&id.name, kind_of_value(it.init.as_ref()), head, place);
            if let Some(value) = &it.init {
                let listed = &mut self.facts.symbols[symbol as usize];
                let said = || stories::told(value).or_else(|| values::told_of_schema(value));
                listed.doc = listed.doc.take().or_else(said);
                self.does(symbol, |source| deeds::of_value(value, source));
                reducers::read(value, symbol, self.source, &self.reducers, &mut self.facts);
                if let Some(list) = items::in_value(value) {
                    items::called(list, symbol, &mut self.facts);
                }
            }
        } else {
            self.taken_apart(it, keyword, place);
        }
        if first == self.facts.symbols.len() {
            return self.declarator(it);
        }
        let symbol = u32::try_from(first).unwrap_or(u32::MAX);
        let class = it.init.as_ref().and_then(|init| match init {
            Expression::ClassExpression(class) => Some(class),
            _ => None,
        });
        if let Some(class) = class {
            self.list_injections(class, symbol);
        }
        // What several names are taken of belongs to none of them.
        if self.facts.symbols.len() > first + 1 {
            return self.declarator(it);
        }
        let class = class.filter(|_| self.facts.symbols[first].exported);
        self.inside(symbol, |visitor| match class {
            Some(class) => visitor.class_parts(class, Some(symbol)),
            _ => visitor.declarator(it),
        });
    }

    /// `const { a, b: c } = value`: each name with the member of the value that it is. What is said above several names
    /// is about none of them.
    fn taken_apart(&mut self, it: &VariableDeclarator<'a>, keyword: &str, place: Place) {
        let whole = it.init.as_ref().and_then(|init| values::told(init, self.source));
        let first = self.facts.symbols.len();
        for id in it.id.get_binding_identifiers() {
            let member = whole.as_deref().zip(key_of(&it.id, &id.name));
            let item = || whole.as_deref().zip(item_of(&it.id, &id.name));
            let value = member.map(|(whole, key)| format!(" = {whole}.{key}"));
            let value = value.or_else(|| item().map(|(whole, at)| format!(" = ({whole})[{at}]")));
            let value = value.unwrap_or_default();
            let head = signature(&format!("{keyword} {}{value}", id.name));
            self.declare(&id.name, SymbolKind::Variable, head, place);
        }
        if self.facts.symbols.len() > first + 1 {
            self.facts.symbols[first..].iter_mut().for_each(|it| it.doc = None);
        }
    }

    /// The name, its type, and what tells the value: a function's head, a literal, what [`values::told`] says.
    fn variable_head(&self, it: &VariableDeclarator<'a>, keyword: &str) -> Option<String> {
        let typed = it.type_annotation.as_ref().map(|annotation| annotation.span.end);
        let named = typed.unwrap_or(it.id.span().end);
        let end = match it.init.as_ref().map(without_casts) {
            Some(init) if init.is_literal() && !matches!(init, Expression::RegExpLiteral(_)) => {
                init.span().end
            }
            _ if typed.is_some() => named,
            Some(Expression::ArrowFunctionExpression(function)) => function.body.span().start,
            Some(Expression::FunctionExpression(function)) => {
                function.body.as_ref().map_or(named, |body| body.span.start)
            }
            Some(Expression::ClassExpression(class)) => class.body.span.start,
            _ => named,
        };
        let (generics, parameters) = match it.init.as_ref().map(without_casts).filter(|_| end != named) {
            Some(Expression::ArrowFunctionExpression(it)) => {
                (it.type_parameters.as_deref(), Some(&*it.params))
            }
            Some(Expression::FunctionExpression(it)) => (it.type_parameters.as_deref(), Some(&*it.params)),
            _ => (None, None),
        };
        let head = self.shortened(Span::new(it.span.start, end), generics, parameters);
        let init = it.init.as_ref().filter(|_| end == named);
        let told = init.and_then(|init| values::told(init, self.source));
        let given = it.init.as_ref().filter(|_| typed.is_none()).and_then(|init| self.given(init));
        match (told, given) {
            (Some(value), _) => signature(&format!("{keyword} {head} = {value}")),
            (None, Some(given)) => signature(&format!("{keyword} {} {given}", head.trim_end())),
            (None, None) => signature(&format!("{keyword} {head}")),
        }
    }

    /// What stands behind `=>` of a function, where that is in plain sight.
    fn given(&self, value: &Expression<'a>) -> Option<String> {
        let Expression::ArrowFunctionExpression(it) = without_casts(value) else { return None };
        let parameters = it.params.span.source_text(self.source);
        if it.return_type.is_some() || !parameters.starts_with('(') {
            return None;
        }
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => values::returned(&body.statements, self.source),
            body => values::given(body.as_expression()?, self.source),
        }
    }

    /// The head of a function or class that is an expression, a literal, or what [`values::told`] says.
    pub(super) fn value_signature(&self, value: &Expression<'a>) -> Option<String> {
        match without_casts(value) {
            Expression::ArrowFunctionExpression(it) => {
                let span = Span::new(it.span.start, it.body.span().start);
                signature(&self.shortened(span, it.type_parameters.as_deref(), Some(&it.params)))
            }
            Expression::FunctionExpression(it) => self.function_head(it, it.span.start),
            Expression::ClassExpression(it) => self.class_head(it),
            value if value.is_literal() && !matches!(value, Expression::RegExpLiteral(_)) => {
                self.head(value.span())
            }
            value => signature(&values::told(value, self.source)?),
        }
    }

    /// A class whose members are listed when `members` holds the symbol.
    pub(super) fn class_parts(&mut self, it: &Class<'a>, members: Option<u32>) {
        // What a decorator is told of a class it is told of with the types of what that is given.
        let around = std::mem::replace(&mut self.in_decorated, !it.decorators.is_empty());
        let titled = titles::read_class(it, &mut self.facts.titles);
        let outer = (self.title, self.suite);
        (self.title, self.suite) = (titled.or(self.title), titled.or(self.suite));
        self.parts_of_class(it, members);
        (self.title, self.suite) = outer;
        self.in_decorated = around;
    }

    fn parts_of_class(&mut self, it: &Class<'a>, members: Option<u32>) {
        let Some(class) = members else { return walk::walk_class(self, it) };
        self.visit_decorators(&it.decorators);
        self.bindings.enter();
        if let Some(parameters) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        if let Some(heritage) = &it.heritage {
            self.visit_class_heritage(heritage);
        }
        self.visit_ts_class_implements_list(&it.implements);
        it.body.body.iter().for_each(|element| self.class_member(element, class));
        self.bindings.leave();
    }
}

/// A type as it can be told in a few words, where it is long: `Omit<…>`. The keys of an object say what is taken.
fn outline(kind: &TSType) -> Option<String> {
    let span = kind.span();
    match kind {
        _ if span.size() as usize <= LONGEST_KIND => None,
        TSType::TSTypeLiteral(_) => None,
        TSType::TSTypeReference(it) => match (&it.type_name, &it.type_arguments) {
            (TSTypeName::IdentifierReference(name), Some(_)) => Some(format!("{}<…>", name.name)),
            (_, Some(_)) => Some("…".to_owned()),
            (_, None) => None,
        },
        _ => Some("…".to_owned()),
    }
}

/// How many names of what an interface holds are a part of its head.
const MOST_HELD: usize = 12;
/// A longer type of what it holds is no part of that.
const LONGEST_KIND: usize = 24;

/// Where the longer values stand that what a parameter is taken apart into has else: ` = 'https://acme.test/logo.png'`.
fn long_defaults<'b>(it: &'b FormalParameter<'_>) -> impl Iterator<Item = Span> + 'b {
    let properties = match &it.pattern {
        BindingPattern::ObjectPattern(it) => &it.properties[..],
        _ => &[],
    };
    properties.iter().filter_map(|it| match &it.value {
        BindingPattern::AssignmentPattern(it) if it.right.span().size() as usize > LONGEST_KIND => {
            Some(Span::new(it.left.span().end, it.right.span().end))
        }
        _ => None,
    })
}

/// The head of an interface that only holds something: as that of a type, `interface A = { b: string, c: unknown }`.
fn held(it: &TSInterfaceDeclaration, source: &str) -> Option<String> {
    let key = |it: &TSSignature| {
        let TSSignature::TSPropertySignature(it) = it else { return None };
        let kind = it.type_annotation.as_ref().map(|it| it.type_annotation.span().source_text(source));
        let kind =
            kind.filter(|it| it.len() <= LONGEST_KIND && !it.contains(['\n', '/'])).unwrap_or("unknown");
        Some(format!("{}: {kind}", key_name(&it.key)?))
    };
    let keys: Option<Vec<String>> = it.body.body.iter().take(MOST_HELD).map(key).collect();
    let keys =
        keys.filter(|keys| !keys.is_empty() && it.extends.is_empty() && it.type_parameters.is_none())?;
    signature(&format!("interface {} = {{ {} }}", it.id.name, keys.join(", ")))
}

/// The head of an interface that has nothing but the types of what is looked up in it, as that of a type.
fn indexed(it: &TSInterfaceDeclaration, source: &str) -> Option<String> {
    let [only @ TSSignature::TSIndexSignature(_)] = &it.body.body[..] else { return None };
    let told = only.span().source_text(source).trim_end_matches([';', ',']);
    let parameters = it.type_parameters.as_ref().map_or("", |it| it.span.source_text(source));
    let is_plain = it.extends.is_empty() && ![told, parameters].iter().any(|it| it.contains(['\n', '/']));
    signature(&format!("interface {}{parameters} = {{ {told} }}", it.id.name)).filter(|_| is_plain)
}

/// Which item of a list is called so.
fn item_of(pattern: &BindingPattern, name: &str) -> Option<usize> {
    let BindingPattern::ArrayPattern(it) = pattern else { return None };
    let is_it = |it: &Option<BindingPattern>| {
        it.as_ref().and_then(BindingPattern::get_binding_identifier).is_some_and(|id| id.name == name)
    };
    it.elements.iter().position(is_it)
}

/// The key under which a pattern takes `name` of an object, where it takes it at once.
fn key_of<'b>(pattern: &'b BindingPattern, name: &str) -> Option<&'b str> {
    let BindingPattern::ObjectPattern(it) = pattern else { return None };
    let taken = it.properties.iter().find(|it| {
        let value = match &it.value {
            BindingPattern::AssignmentPattern(it) => &it.left,
            value => value,
        };
        matches!(value, BindingPattern::BindingIdentifier(id) if id.name == name)
    })?;
    key_name(&taken.key)
}

/// What a binding with this value is.
pub(super) fn kind_of_value(value: Option<&Expression>) -> SymbolKind {
    match value.map(without_casts) {
        Some(Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => {
            SymbolKind::Function
        }
        Some(Expression::ClassExpression(_)) => SymbolKind::Class,
        _ => SymbolKind::Variable,
    }
}

/// `text` as a signature: without comments, one line, without what introduces a body.
fn signature(text: &str) -> Option<String> {
    let of_rows = text.starts_with("[{ ") || text.contains(" = [{ ") || text.contains("({ endpoints.");
    let most = if of_rows { MAX_ROWS } else { MAX_SIGNATURE };
    let mut line = if text.contains("//") || text.contains("/*") {
        one_line(&comments::without_comments(text), most)
    } else {
        one_line(text, most)
    };
    let head = line.trim_end_matches([';', ',']).trim_end();
    let length = head.strip_suffix("=>").unwrap_or(head).trim_end().len();
    line.truncate(length);
    (length > 0).then_some(line)
}
