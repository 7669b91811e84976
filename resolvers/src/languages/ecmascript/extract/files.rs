//! Which file, or which command, a call is given, where that is in plain sight: `fs.rmSync(path.join(root, 'dist'))`.

use oxc_ast::ast::{BindingPattern, CallExpression, Expression, ObjectPropertyKind, Statement};

use super::deeds::{call_of, statements_of};
use super::literals::{argument, key_name, literal};
use super::standing::constant;
use super::values;

/// Functions that are given a path, by their last names without `Sync`.
#[rustfmt::skip]
const ON_FILES: &[&str] = &[
    "appendFile", "chmod", "copy", "copyFile", "cp", "emptyDir", "ensureDir", "mkdir", "outputFile", "outputJson", "readFile",
    "readJson", "readdir", "remove", "rename", "rimraf", "rm", "rmdir", "stat", "symlink", "unlink", "writeFile", "writeJson",
];
/// Functions that are given a command.
const RUNNING: &[&str] = &["exec", "execFile", "execa", "execaCommand", "spawn"];
/// Functions that put a path together.
const JOINING: &[&str] = &["path.join", "path.posix.join", "path.resolve"];
/// How many items of a list are told.
const MOST_ITEMS: usize = 3;
/// A longer path says less than it takes.
const LONGEST: usize = 48;

/// `fs.rmSync('dist')`: what a call is told by that is given a path in plain sight.
pub(super) fn aimed(it: &CallExpression, callee: &str) -> Option<String> {
    let first = argument(it, 0)?;
    let last = callee.rsplit('.').next().unwrap_or(callee);
    let last = last.strip_suffix("Sync").unwrap_or(last);
    if RUNNING.contains(&last) {
        return command(first).map(|command| format!("{callee}('{command}')"));
    }
    let on_files = || literal(first).filter(|_| ON_FILES.contains(&last)).and_then(plain);
    if last == "render" {
        return page(it, callee);
    }
    let place = place(first).or_else(on_files)?;
    let more = if it.arguments.len() > 1 { ", …" } else { "" };
    Some(format!("{callee}('{place}'{more})"))
}

/// `res.render('account', { user })`: which page a request is answered with, and what that is given.
fn page(it: &CallExpression, callee: &str) -> Option<String> {
    let root = callee.split('.').next().unwrap_or_default();
    let view = argument(it, 0).and_then(literal).and_then(plain);
    let view = view.filter(|_| matches!(root, "ctx" | "reply" | "res" | "response"))?;
    let Some(Expression::ObjectExpression(given)) = argument(it, 1).map(Expression::get_inner_expression)
    else {
        return Some(format!("{callee}('{view}')"));
    };
    let mut told = String::new();
    for key in given.properties.iter().filter_map(key_of) {
        let is_first = told.is_empty();
        if callee.len() + view.len() + told.len() + key.len() > LONGEST_PAGE {
            told.push_str(if is_first { "…" } else { ", …" });
            break;
        }
        told.extend([if is_first { "" } else { ", " }, key]);
    }
    Some(format!("{callee}('{view}', {{ {told} }})"))
}

fn key_of<'b>(it: &'b ObjectPropertyKind) -> Option<&'b str> {
    match it {
        ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key),
        ObjectPropertyKind::SpreadProperty(_) => None,
    }
}

/// The longest call that answers with a page, in bytes, but for its signs.
const LONGEST_PAGE: usize = 58;

/// The same for each item of a list that a call goes through, `files.map((it) => fs.rmSync(it))`, without the items where
/// the list is not in plain sight. `None` where it is no such call.
pub(super) fn of_each(it: &CallExpression, statements: &[Statement]) -> Option<Vec<String>> {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    let goes_through = matches!(callee.property.name.as_str(), "forEach" | "map");
    let given = argument(it, 0).filter(|_| goes_through)?;
    let Expression::ArrowFunctionExpression(function) = given.get_inner_expression() else { return None };
    let inner = match (function.body.as_expression(), statements_of(given)) {
        (Some(only), _) => call_of(only)?,
        (None, Some([Statement::ExpressionStatement(only)])) => call_of(&only.expression)?,
        _ => return None,
    };
    let name = values::path(&inner.callee)?;
    let [parameter] = &function.params.items[..] else { return None };
    let BindingPattern::BindingIdentifier(parameter) = &parameter.pattern else { return None };
    let is_item = argument(inner, 0).is_some_and(|it| it.is_specific_id(&parameter.name));
    let items = match callee.object.get_inner_expression() {
        Expression::Identifier(list) if is_item => constant(statements, &list.name).and_then(places),
        _ => None,
    };
    let each = |items: Vec<String>| items.into_iter().map(|item| format!("{name}('{item}')")).collect();
    Some(items.map_or_else(|| vec![name.clone()], each))
}

/// The first paths of a list, where all of these are put together.
fn places(list: &Expression) -> Option<Vec<String>> {
    let Expression::ArrayExpression(it) = list.get_inner_expression() else { return None };
    let items = it.elements.iter().take(MOST_ITEMS).map(|it| place(it.as_expression()?));
    items.collect::<Option<Vec<String>>>().filter(|it| !it.is_empty())
}

/// What a command begins with, up to what is put into it.
fn command(value: &Expression) -> Option<String> {
    let (text, more) = match value.get_inner_expression() {
        Expression::TemplateLiteral(it) if !it.expressions.is_empty() => {
            (it.quasis.first()?.value.raw.as_str(), "…")
        }
        value => (literal(value)?, ""),
    };
    let text = text.trim();
    let is_told = (1..=LONGEST).contains(&text.len()) && !text.contains(['\'', '`', '\n', '\\']);
    is_told.then(|| format!("{text}{more}"))
}

/// The path that a call puts together, where all of it is in plain sight.
pub(super) fn place_of(it: &CallExpression) -> Option<String> {
    joined(it).filter(|it| !it.contains('…'))
}

/// A path that is put together, with dots for the parts that are not in plain sight, but for what it begins with.
fn place(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        Expression::CallExpression(it) => joined(it),
        _ => None,
    }
}

fn joined(it: &CallExpression) -> Option<String> {
    values::path(&it.callee).filter(|callee| JOINING.contains(&callee.as_str()))?;
    let mut parts: Vec<&str> = Vec::new();
    for (at, given) in it.arguments.iter().enumerate() {
        match literal(given.as_expression()?) {
            Some(part) => parts.push(part),
            None if at == 0 => {}
            None => parts.push("…"),
        }
    }
    plain(&parts.join("/")).filter(|_| parts.iter().any(|it| *it != "…"))
}

fn plain(path: &str) -> Option<String> {
    let is_told = (1..=LONGEST).contains(&path.len())
        && path.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '@' | '*' | '…'));
    is_told.then(|| path.to_owned())
}
