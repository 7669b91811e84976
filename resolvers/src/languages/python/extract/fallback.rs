//! `try: from .b import x` with `from b import x` where that fails: the file is run outside of its package too.

use ruff_python_ast::{ExceptHandler, Expr, Stmt, StmtImportFrom, StmtTry};

/// What is raised where there is no package, or no module of that name, and what that is a case of.
const RAISED: [&str; 6] =
    ["Exception", "ImportError", "ModuleNotFoundError", "SystemError", "TypeError", "ValueError"];

/// Whether something beside the file is asked for by a dot, and by its name alone when there is no package around.
pub(super) fn falls_back(it: &StmtTry) -> bool {
    let beside: Vec<&str> = it.body.iter().filter_map(from).flat_map(beside).collect();
    let handlers = it.handlers.iter().map(|ExceptHandler::ExceptHandler(handler)| handler);
    let mut handlers = handlers.filter(|handler| handler.type_.as_deref().is_none_or(is_raised));
    !beside.is_empty() && handlers.any(|handler| handler.body.iter().any(|it| asks_for(it, &beside)))
}

fn from(it: &Stmt) -> Option<&StmtImportFrom> {
    if let Stmt::ImportFrom(it) = it { Some(it) } else { None }
}

/// The modules that a statement with one dot may name.
fn beside(it: &StmtImportFrom) -> Vec<&str> {
    match &it.module {
        _ if it.level != 1 => Vec::new(),
        Some(module) => module.split('.').take(1).collect(),
        None => it.names.iter().map(|alias| alias.name.as_str()).collect(),
    }
}

fn is_raised(it: &Expr) -> bool {
    match it {
        Expr::Tuple(all) => all.elts.iter().any(is_raised),
        Expr::Name(name) => RAISED.contains(&name.id.as_str()),
        _ => false,
    }
}

fn asks_for(it: &Stmt, modules: &[&str]) -> bool {
    let is_one = |name: &str| name.split('.').next().is_some_and(|head| modules.contains(&head));
    match it {
        Stmt::Import(it) => it.names.iter().any(|alias| is_one(alias.name.as_str())),
        Stmt::ImportFrom(it) => it.level == 0 && it.module.as_ref().is_some_and(|it| is_one(it.as_str())),
        _ => false,
    }
}
