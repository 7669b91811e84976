//! The steps of a migration of Alembic: what its `upgrade` and `downgrade` call on `op`, or on what stands for a table.

use ruff_python_ast::{Expr, ExprCall};

use super::deeds;
use crate::facts::FileFacts;

/// How much of what a call is given is told.
const MOST_ARGUMENTS: usize = 2;

/// Lists what a call does, where `symbol` is a function that a migration is made of.
pub(super) fn read(it: &ExprCall, symbol: u32, facts: &mut FileFacts) {
    let function = facts.symbols.get(symbol as usize);
    if !function.is_some_and(|it| matches!(&*it.name, "upgrade" | "downgrade")) {
        return;
    }
    let Some(callee) = deeds::path(&it.func) else { return };
    let Some((given, method)) = callee.split_once('.') else { return };
    // What is changed table by table is told by its columns; `op.f` gives a name.
    if given != "op" && given != "batch_op" || matches!(method, "batch_alter_table" | "f" | "get_bind") {
        return;
    }
    let mut arguments = it.arguments.args.iter();
    if method == "execute" {
        if let Some(sql) = arguments.next().and_then(named) {
            facts.take_step(sql, symbol);
        }
        return;
    }
    let named: Vec<&str> = arguments.map_while(named).take(MOST_ARGUMENTS).collect();
    if !named.is_empty() {
        facts.take_step(&format!("{method}({})", named.join(", ")), symbol);
    }
}

/// The text that it is, or that it is made with: `sa.Column("age")`, `op.f("name")`, `sa.text("DELETE …")`.
fn named(value: &Expr) -> Option<&str> {
    match value {
        Expr::Call(it) => it.arguments.args.first()?.as_string_literal_expr().map(|it| it.value.to_str()),
        Expr::List(it) => it.elts.first()?.as_string_literal_expr().map(|it| it.value.to_str()),
        value => value.as_string_literal_expr().map(|it| it.value.to_str()),
    }
}
