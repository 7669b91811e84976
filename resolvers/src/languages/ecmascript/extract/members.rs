//! Members of the listed containers: classes, interfaces and enums.
//!
//! What `private` of TypeScript hides is not listed: what it uses is used by the container. Protected members and those
//! with a `#` are listed as not exported.

use std::borrow::Cow;

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, ClassElement, Decorator, Expression, FormalParameter,
    MethodDefinition, MethodDefinitionKind, PropertyKey, Statement, TSAccessibility, TSEnumDeclaration,
    TSEnumMemberName, TSInterfaceDeclaration, TSMethodSignatureKind, TSSignature, TSType,
};
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::imports::one_line;
use super::literals::{argument, key_name, literal};
use super::standing::constant;
use super::symbols::{Place, kind_of_value};
use super::visit::Visitor;
use super::{deeds, titles, values};
use crate::facts::SymbolKind;

/// The longest text that is told of what a class hands to the one that it extends, in bytes.
const LONGEST_MESSAGE: usize = 100;

/// The errors of the language, whose first argument is what they say.
const ERRORS: &[&str] =
    &["Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"];

/// `this.message = …`
fn sets_message(statement: &Statement) -> bool {
    let Statement::ExpressionStatement(it) = statement else { return false };
    let Expression::AssignmentExpression(it) = &it.expression else { return false };
    let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return false };
    matches!(target.object, Expression::ThisExpression(_)) && target.property.name == "message"
}

/// Whether a text has words, and may be quoted.
fn is_message(text: &str) -> bool {
    let is_word = |it: &&str| {
        it.len() > 1 && it.trim_end_matches([':', ',', '.']).bytes().all(|it| it.is_ascii_alphabetic())
    };
    text.split(' ').filter(is_word).count() > 1 && !text.contains(['`', '\''])
}

impl<'a> Visitor<'a, '_> {
    pub(super) fn class_member(&mut self, it: &ClassElement<'a>, class: u32) {
        match self.list_class_member(it, class) {
            Some(symbol) => self.inside(symbol, |visitor| visitor.visit_class_element(it)),
            None => self.visit_class_element(it),
        }
    }

    fn list_class_member(&mut self, it: &ClassElement<'a>, class: u32) -> Option<u32> {
        let (key, accessibility, decorators) = match it {
            ClassElement::MethodDefinition(it) => (&it.key, it.accessibility, &it.decorators),
            ClassElement::PropertyDefinition(it) => (&it.key, it.accessibility, &it.decorators),
            ClassElement::AccessorProperty(it) => (&it.key, it.accessibility, &it.decorators),
            ClassElement::StaticBlock(_) | ClassElement::TSIndexSignature(_) => return None,
        };
        // Whoever may call it: its parameters declare fields.
        let symbol = self.list_named_member(it, key, accessibility, decorators, class);
        if let ClassElement::MethodDefinition(it) = it {
            let body = it.value.body.as_deref().filter(|_| !it.value.generator);
            if let Some((symbol, body)) = symbol.zip(body) {
                self.does(symbol, |source| deeds::of_body(body, source));
            }
            self.list_parameter_properties(it, class);
            if let Some(constructor) = symbol.filter(|_| it.kind.is_constructor()) {
                self.describe_by_constructor(class, constructor);
                self.fixed_by(body.map(|it| &it.statements[..]).unwrap_or_default(), class);
            }
        }
        symbol
    }

    /// What the statements of a constructor set to literals, and the text that they hand to the class that it extends where
    /// they put it together.
    fn fixed_by(&mut self, statements: &[Statement<'a>], class: u32) {
        // What another class is given first may be a code, and what is set later is said.
        let head =
            self.facts.symbols.get(class as usize).and_then(|it| it.signature.as_deref()).unwrap_or_default();
        let base = head.split_once(" extends ").and_then(|(_, rest)| rest.split([' ', '<', '(', '{']).next());
        let is_error = base.is_some_and(|base| ERRORS.contains(&base));
        let is_error = is_error && !statements.iter().any(|it| sets_message(it));
        for statement in statements {
            let Statement::ExpressionStatement(it) = statement else { continue };
            match &it.expression {
                Expression::AssignmentExpression(it) => self.fixed_to(it, class),
                Expression::CallExpression(it) if is_error && matches!(it.callee, Expression::Super(_)) => {
                    let given = argument(it, 0).filter(|it| literal(it).is_none());
                    let value = given.and_then(|given| match given {
                        Expression::Identifier(name) => constant(statements, &name.name),
                        given => Some(given),
                    });
                    let text = value.and_then(titles::said).map(|it| one_line(&it, LONGEST_MESSAGE));
                    if let Some(text) = text.filter(|it| is_message(it)) {
                        self.facts.fix(&format!("message: '{text}'"), class);
                    }
                }
                _ => {}
            }
        }
    }

    fn fixed_to(&mut self, it: &AssignmentExpression<'a>, class: u32) {
        let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return };
        let is_literal = it.right.get_inner_expression().is_literal();
        if !it.operator.is_assign() || !matches!(target.object, Expression::ThisExpression(_)) || !is_literal
        {
            return;
        }
        // That it is called as it is called says nothing.
        let name = self.facts.symbols.get(class as usize).map(|it| it.name.as_str());
        if literal(&it.right).is_some_and(|it| Some(it) == name) {
            return;
        }
        let told = values::with_value(&target.property.name, &it.right, false);
        if told.contains(|c: char| c.is_ascii_digit() || c == '\'') {
            self.facts.fix(&told, class);
        }
    }

    /// What is said of the constructor is said of a class of which nothing is, unless that is that it makes one.
    fn describe_by_constructor(&mut self, class: u32, constructor: u32) {
        let said = self.facts.symbols.get(constructor as usize).and_then(|it| it.doc.clone());
        let text = said.as_deref().unwrap_or_default().trim_start_matches(['/', '*', ' ', '\n', '\t', '\r']);
        let first = text.split(' ').next().unwrap_or_default().to_lowercase();
        let makes = matches!(first.as_str(), "" | "a" | "an" | "makes" | "new")
            || ["@", "accept", "build", "call", "creat", "initial", "instan", "receiv", "set", "take"]
                .iter()
                .any(|start| first.starts_with(start))
            || text.to_lowercase().split('\n').next().is_some_and(|line| line.contains("constr"));
        if let Some(class) =
            self.facts.symbols.get_mut(class as usize).filter(|it| !makes && it.doc.is_none())
        {
            class.doc = said;
        }
    }

    fn list_named_member(
        &mut self,
        it: &ClassElement<'a>,
        key: &PropertyKey<'a>,
        accessibility: Option<TSAccessibility>,
        decorators: &[Decorator<'a>],
        class: u32,
    ) -> Option<u32> {
        let hidden = accessibility == Some(TSAccessibility::Private);
        let (name, own) = match key {
            PropertyKey::PrivateIdentifier(it) => (Cow::Owned(format!("#{}", it.name)), true),
            key => (Cow::Borrowed(key_name(key).filter(|_| !hidden)?), false),
        };
        let span = it.span();
        let start = decorators.first().map_or(span.start, |first| first.span.start.min(span.start));
        let head = decorators.last().map_or(span.start, |last| last.span.end.max(span.start));
        let (kind, end) = class_element_head(it);
        let public = is_public(accessibility) && !own;
        let place = Place::new(Span::new(start, span.end), public, Some(class));
        let symbol = self.push_symbol(&name, kind, self.head(Span::new(head, end)), place);
        self.decorated.extend(decorators.iter().map(|it| (it.span.end, symbol)));
        Some(symbol)
    }

    /// `constructor(public a: A)` declares the field `a`.
    fn list_parameter_properties(&mut self, it: &MethodDefinition<'a>, class: u32) {
        for parameter in &it.value.params.items {
            if is_listed_property(parameter)
                && let Some(id) = parameter.pattern.get_binding_identifier()
            {
                let head = self.head(parameter.span);
                let first = parameter.decorators.first().map_or(parameter.span, |it| it.span);
                let span = parameter.span.merge(first);
                let place = Place::new(span, is_public(parameter.accessibility), Some(class));
                let symbol = self.push_symbol(&id.name, SymbolKind::Field, head, place);
                self.decorated.extend(parameter.decorators.iter().map(|it| (it.span.end, symbol)));
            }
        }
    }

    pub(super) fn interface_parts(&mut self, it: &TSInterfaceDeclaration<'a>, members: Option<u32>) {
        self.bindings.enter();
        if let Some(parameters) = &it.type_parameters {
            self.visit_ts_type_parameter_declaration(parameters);
        }
        self.visit_ts_interface_heritages(&it.extends);
        for signature in &it.body.body {
            match members.and_then(|interface| self.list_signature(signature, interface)) {
                Some(symbol) => self.inside(symbol, |visitor| visitor.visit_ts_signature(signature)),
                None => self.visit_ts_signature(signature),
            }
        }
        self.bindings.leave();
    }

    fn list_signature(&mut self, it: &TSSignature<'a>, interface: u32) -> Option<u32> {
        let (key, kind) = match it {
            TSSignature::TSMethodSignature(it) if it.kind == TSMethodSignatureKind::Method => {
                (&it.key, SymbolKind::Method)
            }
            TSSignature::TSMethodSignature(it) => (&it.key, SymbolKind::Field),
            TSSignature::TSPropertySignature(it) => {
                let function = it.type_annotation.as_ref().is_some_and(|annotation| {
                    matches!(annotation.type_annotation, TSType::TSFunctionType(_))
                });
                (&it.key, if function { SymbolKind::Method } else { SymbolKind::Field })
            }
            _ => return None,
        };
        let place = Place::new(it.span(), true, Some(interface));
        Some(self.push_symbol(key_name(key)?, kind, self.head(it.span()), place))
    }

    pub(super) fn list_enum_members(&mut self, it: &TSEnumDeclaration<'a>, symbol: u32) {
        for member in &it.body.members {
            let name = match &member.id {
                TSEnumMemberName::Identifier(it) => it.name.as_str(),
                TSEnumMemberName::String(it) | TSEnumMemberName::ComputedString(it) => it.value.as_str(),
                TSEnumMemberName::ComputedTemplateString(_) => continue,
            };
            let place = Place::new(member.span, true, Some(symbol));
            self.push_symbol(name, SymbolKind::Field, self.head(member.span), place);
        }
    }
}

fn is_public(accessibility: Option<TSAccessibility>) -> bool {
    matches!(accessibility, None | Some(TSAccessibility::Public))
}

/// `constructor(public a: A)`, `constructor(readonly a: A)`
fn is_listed_property(it: &FormalParameter) -> bool {
    (it.accessibility.is_some() || it.readonly) && it.accessibility != Some(TSAccessibility::Private)
}

/// The kind of a class element and where its head ends.
fn class_element_head(it: &ClassElement) -> (SymbolKind, u32) {
    match it {
        ClassElement::MethodDefinition(it) => {
            let accessor = matches!(it.kind, MethodDefinitionKind::Get | MethodDefinitionKind::Set);
            let end = it.value.body.as_ref().map_or(it.span.end, |body| body.span.start);
            (if accessor { SymbolKind::Field } else { SymbolKind::Method }, end)
        }
        ClassElement::PropertyDefinition(it) => {
            let typed = it.type_annotation.as_ref().map(|annotation| annotation.span.end);
            property_head(it.value.as_ref(), it.key.span().end, typed)
        }
        ClassElement::AccessorProperty(it) => {
            let typed = it.type_annotation.as_ref().map(|annotation| annotation.span.end);
            (SymbolKind::Field, property_head(it.value.as_ref(), it.key.span().end, typed).1)
        }
        other => (SymbolKind::Field, other.span().end),
    }
}

fn property_head(value: Option<&Expression>, key_end: u32, typed: Option<u32>) -> (SymbolKind, u32) {
    let function = kind_of_value(value) == SymbolKind::Function;
    let kind = if function { SymbolKind::Method } else { SymbolKind::Field };
    let end = match value {
        _ if typed.is_some() => typed.unwrap_or(key_end),
        Some(Expression::ArrowFunctionExpression(it)) => it.body.span().start,
        Some(value) if value.is_literal() => value.span().end,
        _ => key_end,
    };
    (kind, end)
}
