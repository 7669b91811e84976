//! What is called for an address: the routes of Django, Flask, Starlette, aiohttp, Falcon and Tornado, and what is
//! registered under a name.

use ruff_python_ast::{Expr, ExprCall, ExprTuple};

use super::deeds;
use crate::facts::FileFacts;

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

/// Lists what a call registers.
pub(super) fn read(it: &ExprCall, facts: &mut FileFacts) {
    let Some(callee) = deeds::path(&it.func) else { return };
    let (object, name) = callee.rsplit_once('.').unwrap_or(("", &callee));
    let given = |at: usize| it.arguments.args.get(at);
    let keyword = |name: &str| it.arguments.find_keyword(name).map(|it| &it.value);
    let text = |at: usize| given(at).and_then(text);
    let registered = match name {
        _ if ADDRESSED.contains(&name) => {
            let answers = given(1).or_else(|| ["view", "endpoint", "app"].into_iter().find_map(keyword));
            // `^users/$`: a whole address is meant.
            text(0).map(|it| it.trim_start_matches('^').trim_end_matches('$')).zip(answers)
        }
        "add_url_rule" => text(0).zip(given(2).or_else(|| keyword("view_func"))),
        // Of a router, or of plug-ins.
        "register" if !object.is_empty() => text(0).zip(given(1).filter(|it| is_class(it))),
        "add_resource" => text(1).zip(given(0)),
        _ => {
            let method = name.strip_prefix("add_").filter(|it| METHODS.contains(it));
            let address = method.and_then(|it| Some(format!("{} {}", it.to_uppercase(), text(0)?)));
            if let Some((address, answers)) = address.zip(given(1).and_then(|it| answering(it, MOST_AROUND)))
            {
                facts.answer(&address, answers);
            }
            return;
        }
    };
    if let Some((address, answers)) = registered.and_then(|(to, it)| Some((to, answering(it, MOST_AROUND)?)))
    {
        facts.answer(address, answers);
    }
}

const METHODS: &[&str] = &["delete", "get", "head", "patch", "post", "put"];

/// Lists `(r"/users", UserHandler)` of Tornado.
pub(super) fn read_pair(it: &ExprTuple, facts: &mut FileFacts) {
    let [address, answers, ..] = &it.elts[..] else { return };
    let address = text(address).filter(|it| it.starts_with('/'));
    if let Some((address, answers)) = address.zip(Some(answers).filter(|it| is_class(it)))
        && let Some(answers) = answering(answers, 0)
    {
        facts.answer(address, answers);
    }
}

fn text(value: &Expr) -> Option<&str> {
    value.as_string_literal_expr().map(|it| it.value.to_str())
}

/// The last name of what answers: of `views.UserList.as_view()` and `login_required(views.UserList)` `UserList`.
fn answering(value: &Expr, left: usize) -> Option<&str> {
    match value {
        Expr::Name(it) => Some(it.id.as_str()),
        Expr::Attribute(it) => Some(it.attr.as_str()),
        Expr::Call(it) => match (&*it.func, left.checked_sub(1)) {
            (Expr::Attribute(made), _) if made.attr.starts_with("as_") => answering(&made.value, 0),
            (Expr::Name(callee), _) if callee.id.as_str() == "include" => None,
            (_, Some(left)) => answering(it.arguments.args.first()?, left),
            (_, None) => None,
        },
        _ => None,
    }
}

/// Whether the name is one of a class.
fn is_class(value: &Expr) -> bool {
    answering(value, 0).is_some_and(|name| name.starts_with(char::is_uppercase))
}
