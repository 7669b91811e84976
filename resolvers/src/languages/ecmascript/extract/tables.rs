//! Which tables of a database a call reads or changes, by the methods of Drizzle (`db.insert(users)`) and of Prisma
//! (`prisma.user.findMany()`). What stands in SQL is no concern of this module.

use oxc_ast::ast::{CallExpression, Expression};

use super::literals::argument;
use super::values;
use crate::facts::FileFacts;

/// How objects are called, in small letters and at their ends, that stand for a database.
const DATABASES: &[&str] =
    &["database", "db", "drizzle", "prisma", "prismaclient", "transaction", "trx", "tx"];
/// Methods of a model of Prisma that read it, and those that change it.
const READING: &[&str] = &[
    "aggregate",
    "count",
    "findFirst",
    "findFirstOrThrow",
    "findMany",
    "findUnique",
    "findUniqueOrThrow",
    "groupBy",
];
const CHANGING: &[&str] = &["create", "createMany", "delete", "deleteMany", "update", "updateMany", "upsert"];

/// Lists the table that a call of `symbol` is about.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return };
    let method = callee.property.name.as_str();
    match callee.object.get_inner_expression() {
        // `db.select().from(users)`
        Expression::CallExpression(before) if method == "from" && selects(before) => {
            if let Some(table) = table(it) {
                facts.touch(&table, false, symbol);
            }
        }
        object => {
            let Some(path) = values::path(object) else { return };
            if matches!(method, "delete" | "insert" | "update") && is_database(&path) {
                if let Some(table) = table(it) {
                    facts.touch(&table, true, symbol);
                }
                return;
            }
            let model = path.rsplit_once('.').filter(|(of, _)| is_database(of)).map(|(_, model)| model);
            let is_changed = CHANGING.contains(&method);
            if let Some(model) = model.filter(|_| is_changed || READING.contains(&method)) {
                facts.touch(model, is_changed, symbol);
            }
        }
    }
}

/// Whether a call selects of a database: `db.select(…)`.
fn selects(it: &CallExpression) -> bool {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return false };
    matches!(callee.property.name.as_str(), "select" | "selectDistinct")
        && values::path(&callee.object).is_some_and(|path| is_database(&path))
}

/// The table that a call is given by its name.
fn table(it: &CallExpression) -> Option<String> {
    let path = values::path(argument(it, 0)?)?;
    path.rsplit('.').next().map(str::to_owned)
}

fn is_database(path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    DATABASES.contains(&last.as_str())
}
