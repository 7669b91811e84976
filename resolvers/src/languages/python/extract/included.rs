//! Routes of Django that are included below others: what stands before their addresses, as far as the file itself says
//! it. Lists by names of the top level, and lists in place.

use ruff_python_ast::{Expr, ExprCall, Stmt};
use rustc_hash::FxHashMap;

use super::{deeds, routes};

/// How many lists are entered one below the other.
const DEEPEST: usize = 8;

/// Where lists of routes are included, and where the one at hand is.
#[derive(Default)]
pub(super) struct Included<'a> {
    /// Names of lists with the list that includes them and the address there; `None` of what several do.
    lists: FxHashMap<&'a str, Option<(&'a str, &'a str)>>,
    /// What stands before the addresses of the list at hand.
    pub(super) below: String,
}

impl<'a> Included<'a> {
    /// Of the statements of a module.
    pub(super) fn of(body: &'a [Stmt]) -> Self {
        let mut included = Self::default();
        for it in body {
            let (targets, value) = match it {
                Stmt::Assign(it) => (&it.targets[..], &it.value),
                Stmt::AnnAssign(it) => match &it.value {
                    Some(value) => (std::slice::from_ref(&*it.target), value),
                    None => continue,
                },
                Stmt::AugAssign(it) => (std::slice::from_ref(&*it.target), &it.value),
                _ => continue,
            };
            let ([Expr::Name(holder)], Expr::List(list)) = (targets, &**value) else { continue };
            for (prefix, what) in list.elts.iter().filter_map(|it| inclusion(it.as_call_expr()?)) {
                if let Expr::Name(name) = what {
                    let place = included.lists.entry(name.id.as_str());
                    place.and_modify(|it| *it = None).or_insert(Some((holder.id.as_str(), prefix)));
                }
            }
        }
        included
    }

    /// What stands before the addresses of the list of that name; nothing for one that includes itself.
    pub(super) fn before(&self, name: &str) -> String {
        let (mut before, mut at) = (String::new(), name);
        for _ in 0..DEEPEST {
            let Some(Some((holder, prefix))) = self.lists.get(at) else { return before };
            before.insert_str(0, prefix);
            at = holder;
        }
        String::new()
    }
}

/// The list that a route includes in place, and its address.
pub(super) fn in_place(it: &ExprCall) -> Option<&str> {
    let (prefix, what) = inclusion(it)?;
    what.is_list_expr().then_some(prefix)
}

/// The address and the list of `path('users/', include(urls))`.
fn inclusion(it: &ExprCall) -> Option<(&str, &Expr)> {
    let callee = deeds::path(&it.func)?;
    if !matches!(callee.rsplit('.').next(), Some("path" | "re_path" | "url")) {
        return None;
    }
    let [address, Expr::Call(include), ..] = &it.arguments.args[..] else { return None };
    if deeds::path(&include.func).is_none_or(|it| it.rsplit('.').next() != Some("include")) {
        return None;
    }
    let address = routes::unanchored(address.as_string_literal_expr()?.value.to_str());
    match include.arguments.args.first()? {
        // With a namespace.
        Expr::Tuple(it) => Some((address, it.elts.first()?)),
        what => Some((address, what)),
    }
}
