//! What the constructors of classes are given by whoever makes the objects, and what their fields ask for with
//! `inject(…)`.
//!
//! Only names that the file imports or declares count: the rest says nothing about other files.

use oxc_ast::ast::{
    Class, ClassElement, Decorator, Expression, FormalParameter, MethodDefinitionKind, PropertyKey, TSType,
    TSTypeName, TSTypeQueryExprName,
};
use rustc_hash::FxHashSet;

use super::literals::key_name;
use super::visit::Visitor;
use super::{angular, controllers};
use crate::facts::{FileFacts, Injection, SymbolKind};

impl<'a> Visitor<'a, '_> {
    /// Lists what the objects of `it`, which is the symbol `class`, are given.
    pub(super) fn list_injections(&mut self, it: &Class<'a>, class: u32) {
        angular::read(it, class, &mut self.facts);
        controllers::read(it, class, &mut self.facts);
        let generics = it.type_parameters.as_ref().map_or(&[][..], |it| &it.params[..]);
        let first = self.facts.injections.len();
        let elements = it.body.body.iter().flat_map(|element| {
            let of_field = matches!(element, ClassElement::PropertyDefinition(_));
            given(element).into_iter().map(move |given| (given, of_field))
        });
        for ((Given { binding, is_within }, parameter), of_field) in elements {
            let (binding, parameter) = (binding.to_owned(), parameter.map(str::to_owned));
            let generic = generics.iter().any(|it| it.name.name == binding.as_str());
            let injection = Injection { class, binding, is_within, parameter, of_field };
            if !generic && !self.facts.injections[first..].contains(&injection) {
                self.facts.injections.push(injection);
            }
        }
    }
}

/// Drops what `facts` neither imports nor declares.
pub(super) fn keep_known(facts: &mut FileFacts) {
    if facts.injections.is_empty() {
        return;
    }
    let imported = facts.imports.iter().flat_map(|it| &it.names).filter_map(|it| it.local.as_deref());
    let is_declaration = |kind| !matches!(kind, SymbolKind::Method | SymbolKind::Field);
    let declared = facts.symbols.iter().filter(|it| is_declaration(it.kind)).map(|it| it.name.as_str());
    let known: FxHashSet<&str> = imported.chain(declared).collect();
    facts.injections.retain(|it| known.contains(it.binding.as_str()));
}

/// A name of what is given, and whether that is something in what has the name, or for it.
#[derive(Clone, Copy)]
struct Given<'b> {
    binding: &'b str,
    is_within: bool,
}

impl<'b> Given<'b> {
    fn whole(binding: &'b str) -> Self {
        Self { binding, is_within: false }
    }
}

/// The names of what a class element is given, each with its parameter or field.
fn given<'b>(it: &'b ClassElement<'_>) -> Vec<(Given<'b>, Option<&'b str>)> {
    match it {
        ClassElement::MethodDefinition(it) if it.kind == MethodDefinitionKind::Constructor => {
            let parameters = it.value.params.items.iter();
            parameters
                .flat_map(|it| {
                    let name = it.pattern.get_binding_identifier().map(|id| id.name.as_str());
                    names_of_parameter(it).into_iter().map(move |binding| (binding, name))
                })
                .collect()
        }
        ClassElement::PropertyDefinition(it) => {
            let name = match &it.key {
                PropertyKey::PrivateIdentifier(id) => Some(id.name.as_str()),
                key => key_name(key),
            };
            let asked = it.value.as_ref().and_then(asked).map(Given::whole);
            asked.map(|binding| (binding, name)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn names_of_parameter<'b>(it: &'b FormalParameter<'_>) -> Vec<Given<'b>> {
    let mut names: Vec<_> = it.decorators.iter().filter_map(token).collect();
    if let Some(annotation) = &it.type_annotation {
        named_types(&annotation.type_annotation, &mut names);
    }
    names.extend(it.initializer.as_deref().and_then(asked).map(Given::whole));
    names
}

/// `Token` of `@Inject(Token)`, and of `@InjectRepository(Token)` and the like, which is given something for it.
fn token<'b>(it: &'b Decorator<'_>) -> Option<Given<'b>> {
    let Expression::CallExpression(call) = &it.expression else { return None };
    let name = call.callee.get_identifier_reference()?.name.as_str();
    let injects = name.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("inject"));
    let binding = injects.then(|| call.arguments.first()?.as_expression().and_then(head)).flatten()?;
    Some(Given { binding, is_within: name.len() > 6 })
}

/// `Token` of `inject(Token)`.
fn asked<'b>(it: &'b Expression<'_>) -> Option<&'b str> {
    let Expression::CallExpression(call) = it.get_inner_expression() else { return None };
    call.callee
        .is_specific_id("inject")
        .then(|| call.arguments.first()?.as_expression().and_then(head))
        .flatten()
}

/// `a` of `a.b.c`.
fn head<'b>(mut it: &'b Expression<'_>) -> Option<&'b str> {
    loop {
        match it {
            Expression::Identifier(it) => return Some(it.name.as_str()),
            Expression::StaticMemberExpression(member) => it = &member.object,
            _ => return None,
        }
    }
}

/// The names that a type is made of, without what they are applied to. Not recursive: types nest at will.
fn named_types<'b>(it: &'b TSType<'_>, names: &mut Vec<Given<'b>>) {
    let mut open = vec![it];
    while let Some(next) = open.pop() {
        match next {
            TSType::TSTypeReference(it) => names.extend(head_of_name(&it.type_name)),
            TSType::TSTypeQuery(it) => match &it.expr_name {
                TSTypeQueryExprName::TSImportType(_) => {}
                name => names.extend(name.as_ts_type_name().and_then(head_of_name)),
            },
            TSType::TSUnionType(it) => open.extend(it.types.iter().rev()),
            TSType::TSIntersectionType(it) => open.extend(it.types.iter().rev()),
            TSType::TSParenthesizedType(it) => open.push(&it.type_annotation),
            TSType::TSTypeOperatorType(it) => open.push(&it.type_annotation),
            TSType::TSArrayType(it) => open.push(&it.element_type),
            _ => {}
        }
    }
}

/// `a` of `a.b.c`.
fn head_of_name<'b>(mut it: &'b TSTypeName<'_>) -> Option<Given<'b>> {
    let is_within = matches!(it, TSTypeName::QualifiedName(_));
    loop {
        match it {
            TSTypeName::IdentifierReference(it) => {
                return Some(Given { binding: it.name.as_str(), is_within });
            }
            TSTypeName::QualifiedName(name) => it = &name.left,
            TSTypeName::ThisExpression(_) => return None,
        }
    }
}
