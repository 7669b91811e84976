//! The steps of a migration of a database: what its `up` and `down` call on what they are given.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, Expression, ObjectPropertyKind, Statement,
};

use super::deeds::{parameters_of, statements_of};
use super::literals::{key_name, literal};
use crate::facts::FileFacts;

/// How much of what a call is given is told.
const MOST_ARGUMENTS: usize = 2;
/// Methods that are given SQL.
const OF_SQL: &[&str] = &["addSql", "execute", "query", "raw", "runSql", "sql"];
/// Methods that only say where the next ones work.
const QUALIFYING: &[&str] = &["withSchema"];
/// Keys that hold what is changed.
const NAMING: &[&str] = &["name", "table", "tableName"];

/// Lists what a call does, where `symbol` is a function that a migration is made of and it is called on one of its
/// parameters.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let function = facts.symbols.get(symbol as usize);
    let Some(function) = function.filter(|it| matches!(&*it.name, "up" | "down")) else { return };
    // `this.addSql('create table …')`
    let own = match it.callee.get_inner_expression() {
        Expression::StaticMemberExpression(callee)
            if matches!(callee.object, Expression::ThisExpression(_)) =>
        {
            Some(callee.property.name.as_str())
        }
        _ => None,
    };
    if own.is_some_and(|it| OF_SQL.contains(&it)) {
        if let Some((sql, is_whole)) = it.arguments.first().and_then(Argument::as_expression).and_then(sql) {
            facts.take_step(&format!("{sql}{}", if is_whole { "" } else { " …" }), symbol);
        }
        return;
    }
    let Some((given, method)) = chain(&it.callee).filter(|(_, method)| !QUALIFYING.contains(method)) else {
        return;
    };
    // What stands behind the arrow has parameters of its own.
    let head = function.signature.as_deref().and_then(|it| it.split("=>").next()).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    if !head.split(|c| !is_name(c)).any(|word| word == given) {
        return;
    }
    let mut arguments = it.arguments.iter().filter_map(Argument::as_expression);
    if OF_SQL.contains(&method) {
        if let Some((sql, is_whole)) = arguments.next().and_then(sql) {
            // `alter table "${name}"`
            let sql =
                if is_whole { sql } else { sql.trim_end_matches(['"', '\'', '`', '[', '(', ' ', '\n']) };
            facts.take_step(&format!("{sql}{}", if is_whole { "" } else { " …" }), symbol);
        }
        return;
    }
    let named: Vec<&str> = arguments.clone().map_while(named).take(MOST_ARGUMENTS).collect();
    let columns = arguments.find_map(columns).filter(|it| !it.is_empty());
    if let (Some(columns), [table]) = (columns, &named[..]) {
        let method = if method == "table" { "alterTable" } else { method };
        facts.take_step(&format!("{method}({table}: {})", columns.join(", ")), symbol);
    } else if !named.is_empty() {
        // `knex.schema.table` changes one that is there.
        let method = if method == "table" { "alterTable" } else { method };
        facts.take_step(&format!("{method}({})", named.join(", ")), symbol);
    }
}

/// How many columns are told.
const MOST_COLUMNS: usize = 5;

/// What the function of a change does to the columns of its table: `(table) => { table.string('name').unique() }`.
fn columns(given: &Expression) -> Option<Vec<String>> {
    let table = parameters_of(given)?.items.first()?.pattern.get_identifier_name()?;
    let column = |statement: &Statement| {
        let Statement::ExpressionStatement(it) = statement else { return None };
        let first = first_call(&it.expression)?;
        let (_, method) = chain(&first.callee).filter(|(of, _)| *of == table)?;
        column_change(method, &first.arguments)
    };
    let mut told: Vec<String> =
        statements_of(given)?.iter().filter_map(column).take(MOST_COLUMNS + 1).collect();
    if told.len() > MOST_COLUMNS {
        told.truncate(MOST_COLUMNS);
        told.push("…".to_owned());
    }
    Some(told)
}

/// The column that a method adds, or what it does to those that are there: `dropColumns('name', 'age')`, `dropUnique(['name',
/// 'age'])`, `renameColumn('name', 'title')`.
fn column_change(method: &str, given: &[Argument]) -> Option<String> {
    let mut given = given.iter().map_while(Argument::as_expression).peekable();
    let list = match given.peek() {
        Some(Expression::ArrayExpression(it)) if method.starts_with("drop") => Some(&it.elements),
        _ => None,
    };
    let most = match method {
        "renameColumn" => 2,
        _ if list.is_some() || method == "dropColumns" => MOST_COLUMNS,
        _ => 1,
    };
    let items = list.into_iter().flatten().map_while(|it| literal(it.as_expression()?));
    let names = items.chain(given.filter(|_| list.is_none()).map_while(literal));
    let mut names: Vec<&str> = names.take(most + 1).collect();
    if names.len() > most {
        names.truncate(most);
        names.extend((most == MOST_COLUMNS).then_some("…"));
    }
    let adds = !method.starts_with("drop") && method != "renameColumn";
    let name = names.first()?;
    Some(if adds { (*name).to_owned() } else { format!("{method} {}", names.join(" ")) })
}

/// `a.b('c')` of `a.b('c').d().e()`.
fn first_call<'b, 'a>(chain: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    let mut first = None;
    let mut object = chain;
    loop {
        object = match object.get_inner_expression() {
            Expression::CallExpression(it) => {
                first = Some(&**it);
                &it.callee
            }
            Expression::StaticMemberExpression(it) => &it.object,
            _ => return first,
        };
    }
}

/// What a chain of calls begins with, and the method that is called last.
fn chain<'b>(callee: &'b Expression) -> Option<(&'b str, &'b str)> {
    let Expression::StaticMemberExpression(last) = callee.get_inner_expression() else { return None };
    let mut object = &last.object;
    loop {
        object = match object.get_inner_expression() {
            Expression::StaticMemberExpression(it) => &it.object,
            Expression::CallExpression(it) => &it.callee,
            Expression::Identifier(it) => return Some((&it.name, &last.property.name)),
            _ => return None,
        };
    }
}

/// Where the text of SQL begins, up to the first hole in it, and whether it has none.
fn sql<'b>(value: &'b Expression) -> Option<(&'b str, bool)> {
    let template = match value.get_inner_expression() {
        Expression::TemplateLiteral(it) => it,
        Expression::TaggedTemplateExpression(it) => &it.quasi,
        value => return Some((literal(value)?, true)),
    };
    Some((template.quasis.first()?.value.raw.as_str(), template.quasis.len() == 1))
}

/// The text that it is, or that says what it is about.
fn named<'b>(value: &'b Expression) -> Option<&'b str> {
    match value.get_inner_expression() {
        Expression::ArrayExpression(it) => match &it.elements[..] {
            [ArrayExpressionElement::SpreadElement(_) | ArrayExpressionElement::Elision(_), ..] | [] => None,
            [first, ..] => literal(first.as_expression()?),
        },
        Expression::NewExpression(it) => object(it.arguments.first()?.as_expression()?),
        value => literal(value).or_else(|| object(value)),
    }
}

/// What an object says that it is called.
fn object<'b>(value: &'b Expression) -> Option<&'b str> {
    let Expression::ObjectExpression(it) = value.get_inner_expression() else { return None };
    it.properties.iter().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(it)
            if key_name(&it.key).is_some_and(|it| NAMING.contains(&it)) =>
        {
            literal(&it.value)
        }
        _ => None,
    })
}
