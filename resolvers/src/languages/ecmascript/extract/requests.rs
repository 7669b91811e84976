//! What code has to do with requests of HTTP, in plain sight: the addresses that it asks, and the methods that it asks
//! a request for.

use oxc_ast::ast::{
    BinaryExpression, CallExpression, Expression, ObjectExpression, SwitchStatement, TemplateLiteral,
};

use oxc_span::Span;

use super::addresses::Addresses;
use super::literals::{argument, literal, property};
use super::markup::show;
use super::routes;
use super::values;
use crate::facts::{FileFacts, METHODS, ShownSort};

/// Functions that ask the address that they are given.
const ASKING: &[&str] = &[
    "$fetch",
    "axios",
    "del",
    "fetch",
    "get",
    "got",
    "ky",
    "ofetch",
    "patch",
    "post",
    "put",
    "useFetch",
    "useLazyFetch",
    "useSWR",
];
/// How objects are called, in small letters and at their ends, whose methods do so.
const CLIENTS: &[&str] =
    &["api", "axios", "client", "fetch", "fetcher", "got", "http", "ky", "request", "requests", "superagent"];
/// Functions that ask as the object says that they are given, the last one or the only one.
const WITH_OPTIONS: &[&str] =
    &["$fetch", "axios", "fetch", "got", "ky", "ofetch", "request", "useFetch", "useLazyFetch"];

/// Lists the address that a call of `symbol` asks, with its method where the call is named by that.
pub(super) fn read(
    it: &CallExpression,
    symbol: u32,
    (source, addresses): (&str, &Addresses<'_>),
    facts: &mut FileFacts,
) {
    let Some(callee) = values::path(&it.callee).filter(|callee| asks(callee)) else { return };
    let method = callee.rsplit('.').next().unwrap_or_default();
    let options = options(it).filter(|_| WITH_OPTIONS.contains(&method));
    let address = |given: &Expression| match given.get_inner_expression() {
        Expression::Identifier(it) => addresses.find(&it.name).map(str::to_owned),
        given => address(given, source),
    };
    let given = argument(it, 0).and_then(address);
    // `axios({ url: '/a' })`
    let Some(address) = given.or_else(|| address(property(options?, |it| it == "url")?)) else { return };
    // What gets the data is given behind its key; of one for all keys nothing is known here.
    let is_keyed = method == "useSWR";
    let fetcher = argument(it, 1).map(Expression::get_inner_expression);
    let is_none = match fetcher {
        None | Some(Expression::NullLiteral(_) | Expression::ObjectExpression(_)) => true,
        Some(Expression::Identifier(it)) => it.name == "undefined",
        Some(_) => false,
    };
    if is_keyed && is_none {
        return;
    }
    let is_handler = !is_keyed
        && match argument(it, 1).map(Expression::get_inner_expression) {
            // `app.get('/a', () => …)` answers.
            Some(Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => true,
            Some(Expression::ObjectExpression(_)) | None => false,
            // `axios.get('/a', config)`
            Some(Expression::Identifier(it)) if SETTINGS.contains(&it.name.as_str()) => false,
            Some(_) if callee.starts_with("axios.") => false,
            // `api.get('/a', show)` does too, as it seems; what is sent has no place in these.
            Some(_) => callee != method && matches!(method, "delete" | "get" | "head"),
        };
    let object = callee.rsplit_once('.').map_or("", |(object, _)| object);
    if is_handler || routes::is_router(object, facts) {
        return;
    }
    let lead = match method.trim_start_matches('$') {
        "del" | "delete" => "DELETE",
        "patch" => "PATCH",
        "post" => "POST",
        "put" => "PUT",
        _ => options
            .and_then(|it| literal(property(it, |it| it == "method")?))
            .and_then(sent_by)
            .unwrap_or_default(),
    };
    let space = if lead.is_empty() { "" } else { " " };
    show(&format!("{lead}{space}{address}"), ShownSort::Request, Some(symbol), facts);
}

/// What people call that by which a request is set up.
const SETTINGS: &[&str] = &["config", "headers", "init", "options", "opts", "params"];

/// The method of HTTP that options name, but for the one that is asked for without them.
fn sent_by(method: &str) -> Option<&'static str> {
    METHODS.iter().copied().find(|it| it.eq_ignore_ascii_case(method) && *it != "GET")
}

/// The object that a call is given behind an address, or alone.
fn options<'b, 'a>(it: &'b CallExpression<'a>) -> Option<&'b ObjectExpression<'a>> {
    match argument(it, it.arguments.len().min(2).checked_sub(1)?)?.get_inner_expression() {
        Expression::ObjectExpression(it) => Some(it),
        _ => None,
    }
}

/// Lists the method that `request.method === 'POST'` asks for.
pub(super) fn compared(it: &BinaryExpression, symbol: u32, facts: &mut FileFacts) {
    let sides = [(&it.left, &it.right), (&it.right, &it.left)];
    let method = sides.into_iter().find_map(|(one, other)| literal(one).filter(|_| is_method(other)));
    if let Some(method) = method.filter(|_| it.operator.is_equality()) {
        list(method, symbol, facts);
    }
}

/// Lists the methods that `switch (request.method)` tells apart.
pub(super) fn switched(it: &SwitchStatement, symbol: u32, facts: &mut FileFacts) {
    if is_method(&it.discriminant) {
        let tests = it.cases.iter().filter_map(|it| literal(it.test.as_ref()?));
        tests.for_each(|method| list(method, symbol, facts));
    }
}

fn list(method: &str, symbol: u32, facts: &mut FileFacts) {
    if METHODS.contains(&method) {
        show(method, ShownSort::Method, Some(symbol), facts);
    }
}

/// `request.method`
fn is_method(value: &Expression) -> bool {
    let path = values::path(value).unwrap_or_default();
    let of = path.strip_suffix(".method").map(|it| it.rsplit('.').next().unwrap_or(it));
    of.is_some_and(|it| matches!(it.trim_start_matches('_'), "ctx" | "event" | "req" | "request"))
}

fn asks(callee: &str) -> bool {
    let Some((object, method)) = callee.rsplit_once('.') else { return ASKING.contains(&callee) };
    let is_window = matches!(object, "globalThis" | "self" | "window") && method == "fetch";
    is_window
        || is_client(object)
            && matches!(
                method.trim_start_matches('$'),
                "delete" | "fetch" | "get" | "head" | "patch" | "post" | "put" | "request"
            )
}

/// Whether an object of that name asks.
fn is_client(object: &str) -> bool {
    let object = object.rsplit('.').next().unwrap_or_default().to_lowercase();
    CLIENTS.iter().any(|end| object.ends_with(end))
}

/// A path from the root of a server, or a whole address, as it is written; up to the first hole that is more than a name.
pub(super) fn address(given: &Expression, source: &str) -> Option<String> {
    let text = match given.get_inner_expression() {
        Expression::StringLiteral(it) => inside(it.span.source_text(source)).to_owned(),
        Expression::TemplateLiteral(it) => template(it, source),
        _ => return None,
    };
    // `${BASE}/users`
    let behind = text.strip_prefix("${").and_then(|it| it.split_once('}')).map_or(&*text, |(_, rest)| rest);
    let behind = behind.trim_end_matches('…');
    let is_one = behind.starts_with('/') && behind.len() > 1
        || text.starts_with("https://")
        || text.starts_with("http://");
    (is_one && !text.contains(char::is_whitespace) && !text.contains('`')).then_some(text)
}

/// A template as it is written, up to the first hole that is more than a name.
fn template(it: &TemplateLiteral, source: &str) -> String {
    match it.expressions.iter().position(|hole| values::path(hole).is_none()) {
        None => inside(it.span.source_text(source)).to_owned(),
        Some(hole) => {
            let end = it.quasis.get(hole).map_or(it.span.start + 1, |it| it.span.end);
            let text = Span::new(it.span.start + 1, end).source_text(source);
            format!("{}…", text.trim_end_matches(['$', '{']))
        }
    }
}

/// Without its quotes.
fn inside(text: &str) -> &str {
    text.get(1..text.len().saturating_sub(1)).unwrap_or_default()
}
