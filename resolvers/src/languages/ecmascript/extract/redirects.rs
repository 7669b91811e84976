//! Where code leads people: the addresses that `redirect('/login')`, `router.push('/')` and their kin are given.

use oxc_ast::ast::{CallExpression, Expression};

use super::addresses::Addresses;
use super::literals::{argument, literal};
use super::{literals, requests, values};
use crate::facts::FileFacts;

/// Functions that lead elsewhere, alone or as methods: `NextResponse.redirect`.
const LEADING: &[&str] = &["navigateTo", "permanentRedirect", "redirect"];
/// Methods of routers that do.
const OF_ROUTERS: &[&str] = &["navigate", "navigateByUrl", "push", "replace"];

/// Lists the address to which a call of `symbol` leads.
pub(super) fn read(
    it: &CallExpression,
    symbol: u32,
    (source, addresses): (&str, &Addresses<'_>),
    facts: &mut FileFacts,
) {
    let Some(callee) = values::path(&it.callee) else { return };
    let (of, name) = callee.rsplit_once('.').unwrap_or(("", &callee));
    let last = of.rsplit('.').next().unwrap_or_default().trim_start_matches('$').to_lowercase();
    let of_router = OF_ROUTERS.contains(&name) && (last.ends_with("router") || last == "history");
    let alone = callee == "navigate";
    if !LEADING.contains(&name) && !of_router && !alone {
        return;
    }
    // `res.redirect(301, '/login')`; of two addresses the first is another one, and a text has one replaced by the other.
    let told = |given: &Expression| match given.get_inner_expression() {
        // What is called `history` may keep what can be undone.
        Expression::Identifier(_) if last == "history" => None,
        Expression::Identifier(it) => addresses.find(&it.name).map(str::to_owned),
        given => address(given).or_else(|| requests::address(given, source)),
    };
    let given: Vec<Option<String>> = it.arguments.iter().map(|it| told(it.as_expression()?)).collect();
    match &given[..] {
        [Some(address)] | [None, Some(address)] => facts.lead(address, symbol),
        [Some(address), None] if argument(it, 1).and_then(literal).is_none() => facts.lead(address, symbol),
        _ => {}
    }
}

/// `/login` of itself, of `['/login']` and of `new URL('/login', base)`.
fn address(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        Expression::NewExpression(it) if it.callee.is_specific_id("URL") => {
            address(it.arguments.first()?.as_expression()?)
        }
        Expression::ArrayExpression(it) if it.elements.len() == 1 => {
            address(it.elements.first()?.as_expression()?)
        }
        value => literals::address(value),
    }
}
