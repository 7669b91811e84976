//! What is called for an address: the routes of Django and its REST framework, Flask, Starlette, aiohttp and Tornado.

use ruff_python_ast::{Decorator, Expr, ExprCall};

use super::deeds;
use crate::facts::{FileFacts, LONGEST_ADDRESS};

/// Functions that are given an address, and then what answers.
const ADDRESSED: &[&str] = &[
    "Mount",
    "Route",
    "URLSpec",
    "WebSocketRoute",
    "add_api_route",
    "add_route",
    "add_websocket_route",
    "path",
    "re_path",
    "url",
];
/// How many functions around it are opened: `csrf_exempt(login_required(view))`.
const MOST_AROUND: usize = 3;

/// Lists what a call registers, where `below` stands before the addresses of routes of Django.
pub(super) fn read(it: &ExprCall, below: &str, facts: &mut FileFacts) {
    let Some(callee) = deeds::path(&it.func) else { return };
    let (object, name) = callee.rsplit_once('.').unwrap_or(("", &callee));
    let on = Some(object).filter(|it| !it.is_empty());
    let given = |at: usize| it.arguments.args.get(at);
    let keyword = |name: &str| it.arguments.find_keyword(name).map(|it| &it.value);
    let text = |at: usize| given(at).and_then(text);
    let registered = match name {
        _ if ADDRESSED.contains(&name) => {
            let answers = given(1).or_else(|| ["view", "endpoint", "app"].into_iter().find_map(keyword));
            text(0).map(unanchored).zip(answers)
        }
        "add_url_rule" => text(0).zip(given(2).or_else(|| keyword("view_func"))),
        // Of a router, or of what one is nested in.
        "register" if object.ends_with("router") || keyword("basename").is_some() => {
            text(0).zip(given(1).filter(|it| is_class(it)))
        }
        "add_resource" => text(1).zip(given(0)),
        "include_router" | "register_blueprint" => {
            let prefix = ["prefix", "url_prefix"].into_iter().find_map(keyword).and_then(self::text);
            if let Some(taken_in) = given(0).and_then(|it| answering(it, 0)) {
                facts.register(on, prefix.unwrap_or_default(), &taken_in, None);
            }
            return;
        }
        _ => {
            let method = name.strip_prefix("add_").filter(|it| METHODS.contains(it));
            let address = method.and_then(|it| Some(format!("{} {}", it.to_uppercase(), text(0)?)));
            if let Some((address, answers)) = address.zip(given(1).and_then(|it| answering(it, MOST_AROUND)))
            {
                facts.answer(on, &address, &answers);
            }
            if TAKES_PAIRS.contains(&name) {
                it.arguments.args.iter().for_each(|list| read_pairs(list, facts));
            }
            return;
        }
    };
    if let Some((address, answers)) = registered.and_then(|(to, it)| Some((to, answering(it, MOST_AROUND)?)))
    {
        let whole = format!("{below}{address}");
        let is_told = on.is_none() && whole.len() <= LONGEST_ADDRESS;
        facts.answer(on, if is_told { &whole } else { address }, &answers);
    }
}

/// Lists what a function is decorated to be called for.
pub(super) fn read_decorators(decorators: &[Decorator], facts: &mut FileFacts) {
    for served in decorators.iter().filter_map(deeds::served_by) {
        facts.answer(Some(&served.on), &served.address(), "");
    }
}

/// `^users/$`: a whole address is meant.
pub(super) fn unanchored(pattern: &str) -> &str {
    let pattern = pattern.strip_prefix('^').unwrap_or(pattern);
    match pattern.strip_suffix('$') {
        Some(start) if !start.ends_with('\\') => start,
        _ => pattern,
    }
}

const METHODS: &[&str] = &["delete", "get", "head", "patch", "post", "put"];

/// Functions of Tornado that are given lists of pairs.
const TAKES_PAIRS: &[&str] = &["Application", "add_handlers"];
/// How such lists are called.
const PAIRS: &[&str] = &["handlers", "routes", "urls", "url_patterns"];

/// Lists what a value that is called `name` holds where that is what lists of pairs are called.
pub(super) fn read_named(name: &Expr, value: &Expr, facts: &mut FileFacts) {
    let is_list =
        deeds::path(name).is_some_and(|it| PAIRS.contains(&it.rsplit('.').next().unwrap_or_default()));
    if is_list {
        read_pairs(value, facts);
    }
}

/// Lists `(r"/users", UserHandler)` and its neighbours.
fn read_pairs(list: &Expr, facts: &mut FileFacts) {
    let Expr::List(list) = list else { return };
    for pair in list.elts.iter().filter_map(Expr::as_tuple_expr) {
        let [address, answers, ..] = &pair.elts[..] else { continue };
        let address = text(address).filter(|it| it.starts_with('/')).map(unanchored);
        let answers = Some(answers).filter(|it| is_class(it)).and_then(|it| answering(it, 0));
        if let Some((address, answers)) = address.zip(answers) {
            facts.answer(None, address, &answers);
        }
    }
}

fn text(value: &Expr) -> Option<&str> {
    value.as_string_literal_expr().map(|it| it.value.to_str())
}

/// What answers, as it is written: `views.UserList` of `views.UserList.as_view()` and `login_required(views.UserList)`.
fn answering(value: &Expr, left: usize) -> Option<String> {
    match value {
        Expr::Name(_) | Expr::Attribute(_) => deeds::path(value),
        Expr::Call(it) => match (&*it.func, left.checked_sub(1)) {
            (Expr::Attribute(made), _) if made.attr.starts_with("as_") => deeds::path(&made.value),
            (Expr::Name(callee), _) if callee.id.as_str() == "include" => None,
            (_, Some(left)) => answering(it.arguments.args.first()?, left),
            (_, None) => None,
        },
        _ => None,
    }
}

/// Whether the last name is one of a class.
fn is_class(value: &Expr) -> bool {
    let name = answering(value, 0);
    name.is_some_and(|it| it.rsplit('.').next().is_some_and(|name| name.starts_with(char::is_uppercase)))
}
