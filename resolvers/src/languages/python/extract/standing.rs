//! What the local names of a function stand for: what its statements before set them to. Only the statements of one block
//! are read.

use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::deeds::path;

/// Through how many names a value is followed.
const MOST_NAMES: usize = 4;
/// How many statements before are asked.
const FURTHEST: usize = 64;

/// The name that a chain of attributes, calls and items begins with.
pub(super) fn root(value: &Expr) -> Option<(&str, TextRange)> {
    let mut at = value;
    loop {
        at = match at {
            Expr::Name(it) => return Some((it.id.as_str(), it.range())),
            Expr::Call(it) => &it.func,
            Expr::Attribute(it) => &it.value,
            Expr::Subscript(it) => &it.value,
            _ => return None,
        };
    }
}

/// The code of `value`, which stands behind the statements, with what the name stands for that it begins with:
/// `User.objects.filter(old=True).delete` of `users.delete`. `None` where they do not say it plainly, or the name comes
/// again.
pub(super) fn spelled_out(value: &Expr, before: &[Stmt], source: &str) -> Option<String> {
    spelled(value, before, source, MOST_NAMES)
}

fn spelled(value: &Expr, before: &[Stmt], source: &str, left: usize) -> Option<String> {
    let left = left.checked_sub(1)?;
    let (name, at) = root(value)?;
    let mut near = before.iter().enumerate().rev().take(FURTHEST);
    let (position, set_to) = near.find_map(|(position, it)| match it {
        Stmt::Assign(it) => match &it.targets[..] {
            [Expr::Name(target)] if target.id == name => Some((position, Some(&*it.value))),
            targets => targets.iter().any(|it| sets(it, name)).then_some((position, None)),
        },
        Stmt::AnnAssign(it) => sets(&it.target, name).then_some((position, it.value.as_deref())),
        Stmt::AugAssign(it) => sets(&it.target, name).then_some((position, None)),
        Stmt::Expr(_)
        | Stmt::Assert(_)
        | Stmt::Raise(_)
        | Stmt::Return(_)
        | Stmt::Pass(_)
        | Stmt::Import(_) => None,
        // It may be set in there.
        it => mentions(&source[it.range()], name).then_some((position, None)),
    })?;
    let (init, is_awaited) = match set_to? {
        Expr::Await(it) => (&*it.value, true),
        value => (value, false),
    };
    // What is made there is best known by its name.
    let is_made = |it: &Expr| {
        let callee = it.as_call_expr().and_then(|it| path(&it.func));
        callee.is_some_and(|it| it.rsplit('.').next().is_some_and(|it| it.starts_with(char::is_uppercase)))
    };
    if is_made(init) || !matches!(init, Expr::Call(_) | Expr::Attribute(_) | Expr::Subscript(_)) {
        return None;
    }
    let init =
        spelled(init, &before[..position], source, left).unwrap_or_else(|| source[init.range()].to_owned());
    let whole = value.range();
    let behind = &source[TextRange::new(at.end(), whole.end())];
    let is_plain = at.start() == whole.start() && !behind.is_empty() && !mentions(behind, name);
    is_plain.then(|| if is_awaited { format!("(await {init}){behind}") } else { format!("{init}{behind}") })
}

fn sets(target: &Expr, name: &str) -> bool {
    match target {
        Expr::Name(it) => it.id == name,
        Expr::Tuple(it) => it.elts.iter().any(|it| it.as_name_expr().is_some_and(|it| it.id == name)),
        _ => false,
    }
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|it| it == name)
}
