//! `try: from .b import x` with `from b import x` where that fails: the file is run outside of its package too.

use ruff_python_ast::{ExceptHandler, Expr, Identifier, Stmt, StmtImportFrom, StmtTry};

/// What is raised where there is no package, or no module of that name, and what that is a case of.
const RAISED: [&str; 6] =
    ["Exception", "ImportError", "ModuleNotFoundError", "SystemError", "TypeError", "ValueError"];

/// What is asked for without dots when there is no package around: by where something beside the file is asked for by
/// its name alone, which is asked for by a dot before.
pub(super) fn falls_back(it: &StmtTry) -> Vec<&str> {
    let beside: Vec<&str> = it.body.iter().filter_map(from).flat_map(beside).collect();
    let handlers = it.handlers.iter().map(|ExceptHandler::ExceptHandler(handler)| handler);
    let handlers = handlers.filter(|handler| handler.type_.as_deref().is_none_or(is_raised));
    let heads = handlers.map(|handler| handler.body.iter().flat_map(heads).collect::<Vec<_>>());
    heads.filter(|heads| heads.iter().any(|head| beside.contains(head))).flatten().collect()
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

/// The first parts of the names that a statement asks for without dots.
fn heads(it: &Stmt) -> Vec<&str> {
    let names: Vec<&str> = match it {
        Stmt::Import(it) => it.names.iter().map(|alias| alias.name.as_str()).collect(),
        Stmt::ImportFrom(it) if it.level == 0 => it.module.iter().map(Identifier::as_str).collect(),
        _ => Vec::new(),
    };
    names.into_iter().filter_map(|name| name.split('.').next()).collect()
}
