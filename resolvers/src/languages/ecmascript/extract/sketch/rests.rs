//! On which declarations of a body rests what it does last. How they are told is not asked here.

use oxc_ast::ast::{Statement, VariableDeclarator};
use oxc_span::{GetSpan, Span};

use super::super::loader::mentions;

/// How many declarations away from what is done last others are looked for.
pub(super) const FURTHEST: u8 = 2;
/// Longer code is not searched for names, in bytes.
const MOST_READ: usize = 2000;
/// No more declarations are told.
const MOST: usize = 16;

/// The declarations on which rests what `statements` do last, by where they begin, and how many declarations away they are:
/// that of `a` in `const a = b(); return c(a)`.
pub(super) fn of(statements: &[Statement], source: &str) -> Vec<(u32, u8)> {
    let statements = match statements {
        [Statement::TryStatement(it)] => &it.block.body[..],
        statements => statements,
    };
    let Some((Statement::ReturnStatement(_) | Statement::ExpressionStatement(_), before)) =
        statements.split_last()
    else {
        return Vec::new();
    };
    let read = |span: Span| Some(span.source_text(source)).filter(|it| it.len() <= MOST_READ);
    let mut read_of: Vec<(&str, u8)> =
        statements.last().and_then(|it| read(it.span())).map(|it| (it, 1)).into_iter().collect();
    let mut found = Vec::new();
    for it in before.iter().rev().filter_map(declared).flat_map(|it| it.iter().rev()) {
        let names = it.id.get_binding_identifiers();
        let is_named_by = |(text, _): &&(&str, u8)| names.iter().any(|it| mentions(text, &it.name));
        let Some(away) = read_of.iter().filter(is_named_by).map(|(_, away)| *away).min() else { continue };
        found.push((it.span.start, away));
        if found.len() == MOST {
            break;
        }
        if let Some(text) = it.init.as_ref().and_then(|it| read(it.span())).filter(|_| away < FURTHEST) {
            read_of.push((text, away + 1));
        }
    }
    found
}

fn declared<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b [VariableDeclarator<'a>]> {
    match statement {
        Statement::VariableDeclaration(it) => Some(&it.declarations),
        _ => None,
    }
}
