//! What a component of one file is given and tells: `defineProps`, `defineEmits`, `$props()`, and the options of the
//! object that it exports. Only statements of the top level are read.

use oxc_ast::ast::{
    ArrayExpressionElement, BindingPattern, CallExpression, ExportDefaultDeclarationKind, Expression,
    ObjectExpression, ObjectPropertyKind, Program, Statement, TSLiteral, TSSignature, TSType, TSTypeName,
};

use super::literals::{argument, key_name};
use crate::facts::Sides;

/// How many props and how many events are listed.
const MOST: usize = 8;

/// Adds what the scripts of a component say of its sides.
pub(super) fn read(program: &Program, sides: &mut Sides) {
    for statement in &program.body {
        match statement {
            Statement::ExpressionStatement(it) => macros(&it.expression, None, program, sides),
            Statement::VariableDeclaration(it) => {
                for declarator in &it.declarations {
                    if let Some(init) = &declarator.init {
                        macros(init, Some(&declarator.id), program, sides);
                    }
                }
            }
            Statement::ExportDefaultDeclaration(it) => {
                if let Some(options) = options(&it.declaration) {
                    of_options(options, sides);
                }
            }
            _ => {}
        }
    }
    sides.props.truncate(MOST);
    sides.events.truncate(MOST);
}

/// The object of `export default {…}` and `export default defineComponent({…})`.
fn options<'b, 'a>(it: &'b ExportDefaultDeclarationKind<'a>) -> Option<&'b ObjectExpression<'a>> {
    match it.as_expression()? {
        Expression::ObjectExpression(it) => Some(it),
        Expression::CallExpression(it) => match argument(it, 0)? {
            Expression::ObjectExpression(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

fn of_options(options: &ObjectExpression, sides: &mut Sides) {
    for (key, value) in entries(options) {
        match key {
            "props" => sides.props.extend(names(value)),
            "emits" => sides.events.extend(names(value)),
            _ => {}
        }
    }
}

fn entries<'b, 'a>(it: &'b ObjectExpression<'a>) -> impl Iterator<Item = (&'a str, &'b Expression<'a>)> {
    it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => Some((key_name(&it.key)?, &it.value)),
        ObjectPropertyKind::SpreadProperty(_) => None,
    })
}

/// What a call of a macro says, which may stand in another one (`withDefaults`).
fn macros(value: &Expression, bound: Option<&BindingPattern>, program: &Program, sides: &mut Sides) {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return };
    let Expression::Identifier(callee) = &it.callee else { return };
    match callee.name.as_str() {
        "withDefaults" => {
            if let Some(inner) = argument(it, 0) {
                macros(inner, bound, program, sides);
            }
        }
        "defineProps" => sides.props.extend(given(it, program)),
        "defineEmits" => sides.events.extend(given(it, program)),
        "defineModel" => sides.props.push(model(it)),
        "$props" => sides.props.extend(bound.map(taken).unwrap_or_default()),
        _ => {}
    }
}

fn model(it: &CallExpression) -> String {
    match argument(it, 0) {
        Some(Expression::StringLiteral(it)) => it.value.to_string(),
        _ => "modelValue".to_owned(),
    }
}

/// The names in what a macro is given: an object, a list or a type.
fn given(it: &CallExpression, program: &Program) -> Vec<String> {
    let of_value = argument(it, 0).map(names);
    let of_type = || {
        let first = it.type_arguments.as_ref()?.params.first()?;
        Some(members(first, program))
    };
    of_value.or_else(of_type).unwrap_or_default()
}

fn names(value: &Expression) -> Vec<String> {
    match value {
        Expression::ObjectExpression(it) => entries_keys(it),
        Expression::ArrayExpression(it) => {
            let text = |it: &ArrayExpressionElement| match it {
                ArrayExpressionElement::StringLiteral(it) => Some(it.value.to_string()),
                _ => None,
            };
            it.elements.iter().filter_map(text).collect()
        }
        _ => Vec::new(),
    }
}

fn entries_keys(it: &ObjectExpression) -> Vec<String> {
    entries(it).map(|(key, _)| key.to_owned()).collect()
}

/// The members of an object type, also of one that the file declares.
fn members(kind: &TSType, program: &Program) -> Vec<String> {
    match kind {
        TSType::TSTypeLiteral(it) => it.members.iter().filter_map(member).collect(),
        TSType::TSTypeReference(it) => match &it.type_name {
            TSTypeName::IdentifierReference(name) => declared(&name.name, program),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn declared(name: &str, program: &Program) -> Vec<String> {
    for statement in &program.body {
        match statement {
            Statement::TSInterfaceDeclaration(it) if it.id.name == name => {
                return it.body.body.iter().filter_map(member).collect();
            }
            Statement::TSTypeAliasDeclaration(it) if it.id.name == name => {
                let TSType::TSTypeLiteral(it) = &it.type_annotation else { return Vec::new() };
                return it.members.iter().filter_map(member).collect();
            }
            _ => {}
        }
    }
    Vec::new()
}

/// A property, a method, or the event of `(event: 'close'): void`.
fn member(it: &TSSignature) -> Option<String> {
    match it {
        TSSignature::TSPropertySignature(it) => key_name(&it.key).map(str::to_owned),
        TSSignature::TSMethodSignature(it) => key_name(&it.key).map(str::to_owned),
        TSSignature::TSCallSignatureDeclaration(it) => {
            let first = it.params.items.first()?;
            match &first.type_annotation.as_ref()?.type_annotation {
                TSType::TSLiteralType(it) => match &it.literal {
                    TSLiteral::StringLiteral(it) => Some(it.value.to_string()),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// The keys that a pattern takes.
fn taken(it: &BindingPattern) -> Vec<String> {
    let BindingPattern::ObjectPattern(it) = it else { return Vec::new() };
    it.properties.iter().filter_map(|it| key_name(&it.key)).map(str::to_owned).collect()
}
