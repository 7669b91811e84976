//! Tables by which tests are run one by one: the texts in arrays of objects and of lists, by the names that loops give their
//! rows. `for (const it of cases) test(it.name, …)` has as many tests as `cases` has names.

use oxc_ast::ast::{
    ArrayExpression, BindingPattern, CallExpression, Expression, ForOfStatement, ForStatementLeft,
    ObjectPropertyKind, VariableDeclarator,
};
use rustc_hash::FxHashMap;

use super::deeds::parameters_of;
use super::literals::{key_name, literal};
use super::values;

/// More rows are data, and fewer are none.
const MOST_ROWS: usize = 64;
const FEWEST_ROWS: usize = 2;
/// A longer text is no title, in bytes.
const LONGEST: usize = 120;
/// How many tables of a file are known.
const MOST_TABLES: usize = 64;

/// The texts of a table, by the key or the position that each row has them at, where all rows have one.
#[derive(Default)]
struct Table {
    columns: Vec<(String, Vec<String>)>,
}

/// The tables of a file, and those whose rows are gone through around the current node.
#[derive(Default)]
pub(super) struct Tables {
    known: FxHashMap<String, Table>,
    around: Vec<FxHashMap<String, Vec<String>>>,
}

impl Tables {
    /// Takes note of a table that has a name.
    pub(super) fn declare(&mut self, it: &VariableDeclarator) {
        let Some(id) = it.id.get_binding_identifier() else { return };
        let value = it.init.as_ref().map(values::without_casts);
        if let Some(Expression::ArrayExpression(rows)) = value
            && self.known.len() < MOST_TABLES
            && let Some(table) = table(rows)
        {
            self.known.insert(id.name.to_string(), table);
        }
    }

    /// The rows of a loop are known from here on; whether there are any.
    pub(super) fn enter_loop(&mut self, it: &ForOfStatement) -> bool {
        let ForStatementLeft::VariableDeclaration(left) = &it.left else { return false };
        let Some(only) = left.declarations.first() else { return false };
        self.enter(&it.right, &only.id)
    }

    /// The same of `cases.forEach((it) => …)`.
    pub(super) fn enter_call(&mut self, it: &CallExpression) -> bool {
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return false;
        };
        if !matches!(callee.property.name.as_str(), "forEach" | "map") {
            return false;
        }
        let given = it.arguments.first().and_then(|it| it.as_expression());
        let row = given.and_then(parameters_of).and_then(|it| it.items.first());
        row.is_some_and(|row| self.enter(&callee.object, &row.pattern))
    }

    pub(super) fn leave(&mut self) {
        self.around.pop();
    }

    fn enter(&mut self, of: &Expression, row: &BindingPattern) -> bool {
        let inline = match values::without_casts(of) {
            Expression::ArrayExpression(it) => table(it),
            _ => None,
        };
        let table = match (&inline, values::without_casts(of)) {
            (Some(table), _) => table,
            (None, Expression::Identifier(it)) => match self.known.get(it.name.as_str()) {
                Some(table) => table,
                None => return false,
            },
            _ => return false,
        };
        let named = named(table, row);
        if named.is_empty() {
            return false;
        }
        self.around.push(named);
        true
    }

    /// The texts that a title stands for which is a part of a row: `it.name`, `name`.
    pub(super) fn texts(&self, title: &Expression) -> &[String] {
        if self.around.is_empty() {
            return &[];
        }
        let path = values::path(title).unwrap_or_default();
        self.around.iter().rev().find_map(|it| it.get(&path)).map_or(&[], Vec::as_slice)
    }
}

/// The columns of texts that all rows have.
fn table(it: &ArrayExpression) -> Option<Table> {
    if !(FEWEST_ROWS..=MOST_ROWS).contains(&it.elements.len()) {
        return None;
    }
    let rows: Option<Vec<Vec<(String, String)>>> =
        it.elements.iter().map(|it| Some(texts_of(it.as_expression()?.get_inner_expression()))).collect();
    let rows = rows?;
    let columns = rows.first()?.iter().filter_map(|(key, _)| {
        let texts: Option<Vec<String>> = rows
            .iter()
            .map(|row| row.iter().find(|(own, _)| own == key).map(|(_, text)| text.clone()))
            .collect();
        Some((key.clone(), texts?))
    });
    let columns: Vec<(String, Vec<String>)> = columns.collect();
    (!columns.is_empty()).then_some(Table { columns })
}

/// The texts of a row, each with its key or its position.
fn texts_of(row: &Expression) -> Vec<(String, String)> {
    let text = |value: &Expression| {
        literal(value.get_inner_expression())
            .filter(|it| (1..=LONGEST).contains(&it.len()))
            .map(str::to_owned)
    };
    match row {
        Expression::ObjectExpression(it) => {
            let of = |it: &ObjectPropertyKind| match it {
                ObjectPropertyKind::ObjectProperty(it) => {
                    Some((key_name(&it.key)?.to_owned(), text(&it.value)?))
                }
                ObjectPropertyKind::SpreadProperty(_) => None,
            };
            it.properties.iter().filter_map(of).collect()
        }
        Expression::ArrayExpression(it) => {
            let items = it.elements.iter().enumerate();
            items.filter_map(|(at, it)| Some((at.to_string(), text(it.as_expression()?)?))).collect()
        }
        _ => Vec::new(),
    }
}

/// The columns of the table by what a row, or a part of it, is called.
fn named(table: &Table, row: &BindingPattern) -> FxHashMap<String, Vec<String>> {
    let column = |key: &str| table.columns.iter().find(|(own, _)| own == key).map(|(_, texts)| texts.clone());
    match row {
        BindingPattern::BindingIdentifier(it) => {
            let all = table.columns.iter();
            all.map(|(key, texts)| (format!("{}.{key}", it.name), texts.clone())).collect()
        }
        BindingPattern::ObjectPattern(it) => {
            let parts = it.properties.iter().filter_map(|it| {
                let name = it.value.get_binding_identifier()?.name.to_string();
                Some((name, column(key_name(&it.key)?)?))
            });
            parts.collect()
        }
        BindingPattern::ArrayPattern(it) => {
            let parts = it.elements.iter().enumerate().filter_map(|(at, it)| {
                let name = it.as_ref()?.get_binding_identifier()?.name.to_string();
                Some((name, column(&at.to_string())?))
            });
            parts.collect()
        }
        BindingPattern::AssignmentPattern(_) => FxHashMap::default(),
    }
}
