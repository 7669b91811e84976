//! What the body of a function changes beside what it gives: the attributes that its statements set, and what they call
//! for the effect alone. The statements in its blocks are read, those of inner functions are not.

use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;

use super::deeds::{all_within, call_of, path};
use super::standing::{root, spelled_out};
use super::symbols::one_line;
use crate::facts::{Change, Effect, MOST_CHANGES};

/// A longer callee says less than it takes.
const LONGEST: usize = 56;
/// What makes values that are the function's own.
const OWN: &[&str] =
    &["Counter", "OrderedDict", "defaultdict", "deque", "dict", "list", "set", "BytesIO", "StringIO"];

/// Of the statements of a body.
pub(super) fn of(body: &[Stmt], source: &str) -> Vec<Effect> {
    let mut found: Vec<&Stmt> = Vec::new();
    let (mut own, mut local) = (FxHashSet::<&str>::default(), FxHashSet::<&str>::default());
    all_within(body, &mut |it| {
        found.push(it);
        match it {
            Stmt::Assign(it) => {
                let names = it.targets.iter().filter_map(name);
                local.extend(names.clone());
                own.extend(names.filter(|_| is_own(&it.value)));
            }
            Stmt::AnnAssign(it) => {
                local.extend(name(&it.target));
                own.extend(name(&it.target).filter(|_| it.value.as_deref().is_none_or(is_own)));
            }
            _ => {}
        }
    });
    found.sort_by_key(Ranged::start);
    let changes = found.into_iter().flat_map(|it| changes(it, body, source)).take(MOST_CHANGES);
    let changes = changes.filter(|it| !own.contains(it.root)).collect();
    crate::facts::effects(changes, |name| local.contains(name))
}

/// What one statement changes: the attributes that it sets, or what it calls.
fn changes<'c>(it: &'c Stmt, body: &[Stmt], source: &str) -> Vec<Change<'c>> {
    let targets = match it {
        Stmt::Assign(it) => &it.targets[..],
        Stmt::AugAssign(it) => std::slice::from_ref(&*it.target),
        Stmt::AnnAssign(it) => std::slice::from_ref(&*it.target),
        Stmt::Expr(said) => {
            let call = call_of(&said.value).and_then(Expr::as_call_expr);
            return call.and_then(|call| called(&call.func, said, body, source)).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let set = |target: &'c Expr| {
        let code = path(target).filter(|it| target.is_attribute_expr() && it.len() <= LONGEST)?;
        Some(Change { root: root(target)?.0, is_call: false, code, spelled: None })
    };
    targets.iter().filter_map(set).collect()
}

/// `user.save`, `Post.objects.filter(id=id).delete`: code that is nothing but names and what they are given.
pub(super) fn called<'c>(
    callee: &'c Expr,
    at: &impl Ranged,
    body: &[Stmt],
    source: &str,
) -> Option<Change<'c>> {
    let (root, _) = root(callee)?;
    if matches!(root, "print" | "super" | "warnings") {
        return None;
    }
    let short = |text: String| {
        let is_short = text.len() <= LONGEST && !text.contains(['#', '`']);
        is_short.then(|| one_line(text, LONGEST))
    };
    // What a block before it sets counts where the call stands beside it.
    let found = body.binary_search_by_key(&at.start(), Ranged::start).ok();
    let before = found.filter(|found| body[*found].range() == at.range()).map(|found| &body[..found]);
    let spelled = before.and_then(|before| spelled_out(callee, before, source)).and_then(short);
    let code = short(source[callee.range()].to_owned())?;
    Some(Change { root, is_call: true, code, spelled })
}

fn name(target: &Expr) -> Option<&str> {
    Some(target.as_name_expr()?.id.as_str())
}

/// Whether a value is new, and nobody else's.
fn is_own(value: &Expr) -> bool {
    match value {
        Expr::Call(it) => {
            path(&it.func).is_some_and(|it| OWN.contains(&it.rsplit('.').next().unwrap_or_default()))
        }
        Expr::List(_)
        | Expr::Dict(_)
        | Expr::Set(_)
        | Expr::Tuple(_)
        | Expr::ListComp(_)
        | Expr::SetComp(_)
        | Expr::DictComp(_)
        | Expr::Generator(_)
        | Expr::FString(_)
        | Expr::Lambda(_) => true,
        value => value.is_literal_expr(),
    }
}
