//! What old code gives all that a function constructs: `Session.prototype = { … }`, and calls that are given the prototype, a
//! name and a function. What stands in an assignment of its own is listed as a declaration, and not here. Of a class that a
//! file has for itself, whose members are not declarations, its methods.

use oxc_ast::ast::{
    AssignmentTarget, Class, ClassElement, Expression, MethodDefinitionKind, ObjectPropertyKind,
    TSAccessibility,
};

use super::literals::{argument, key_name, literal};
use super::values;
use crate::facts::{FileFacts, Shown, ShownSort};

/// How many members of one function are listed.
const MOST: usize = 12;
/// How far back the function is looked for.
const NEAR: usize = 64;

/// Lists what the statement of the file gives a prototype.
pub(super) fn read(statement: &Expression, facts: &mut FileFacts) {
    match statement.get_inner_expression() {
        Expression::AssignmentExpression(it) => {
            let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return };
            let Some(owner) = values::path_of(target) else { return };
            let Some(owner) = owner.strip_suffix(".prototype") else { return };
            let Expression::ObjectExpression(given) = it.right.get_inner_expression() else { return };
            for property in &given.properties {
                if let ObjectPropertyKind::ObjectProperty(it) = property
                    && let Some(name) = key_name(&it.key)
                {
                    list(owner, name, facts);
                }
            }
        }
        Expression::CallExpression(it) => {
            let owner = argument(it, 0).and_then(values::path);
            let Some(owner) = owner.as_deref().and_then(|it| it.strip_suffix(".prototype")) else { return };
            let is_given = argument(it, 2).is_some_and(|it| {
                it.is_function() || matches!(it.get_inner_expression(), Expression::ObjectExpression(_))
            });
            if let Some(name) = argument(it, 1).and_then(literal).filter(|_| is_given) {
                list(owner, name, facts);
            }
        }
        _ => {}
    }
}

/// Lists the methods of a class that others may call.
pub(super) fn of_class(it: &Class, symbol: u32, facts: &mut FileFacts) {
    for element in &it.body.body {
        let ClassElement::MethodDefinition(it) = element else { continue };
        let is_open = it.accessibility.is_none_or(|it| it == TSAccessibility::Public);
        let is_method = it.kind == MethodDefinitionKind::Method && !it.r#static;
        if is_open
            && is_method
            && let Some(name) = key_name(&it.key)
        {
            list_for(symbol, name, facts);
        }
    }
}

fn list(owner: &str, name: &str, facts: &mut FileFacts) {
    // Its methods stand behind it.
    let last = facts.symbols.iter().enumerate().rev().take(NEAR);
    let Some((at, _)) = last.into_iter().find(|(_, it)| it.name == owner && it.container.is_none()) else {
        return;
    };
    if let Ok(symbol) = u32::try_from(at) {
        list_for(symbol, name, facts);
    }
}

fn list_for(symbol: u32, name: &str, facts: &mut FileFacts) {
    let symbol = Some(symbol);
    let is_own = |it: &&Shown| it.sort == ShownSort::Constructed && it.symbol == symbol;
    let known = facts.shown.iter().filter(is_own);
    if name != "constructor" && known.clone().count() < MOST && !known.into_iter().any(|it| it.text == name) {
        facts.shown.push(Shown { text: name.to_owned(), sort: ShownSort::Constructed, symbol });
    }
}
