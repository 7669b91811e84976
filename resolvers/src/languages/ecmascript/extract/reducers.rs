//! What the reducers of a slice of Redux do: `createSlice({ reducers: { rename(state, action) { state.name = … } } })`. Their
//! action creators have nothing of their own that says so.

use oxc_ast::ast::{BindingPattern, Expression, ObjectPropertyKind, Statement};
use oxc_span::GetSpan;

use super::deeds::{all_within, call_of, statements_of};
use super::imports::one_line;
use super::literals::{argument, key_name, property};
use super::values;
use crate::facts::{FileFacts, Shown, ShownSort};

/// How many reducers of a slice are listed, and how many of the things that one changes.
const MOST: usize = 64;
const MOST_CHANGES: usize = 3;
/// A longer piece of code says less than it takes.
const LONGEST: usize = 48;

/// Lists the reducers of the slice `symbol` that `value` makes.
pub(super) fn read(value: &Expression, symbol: u32, source: &str, facts: &mut FileFacts) {
    let Expression::CallExpression(call) = values::without_casts(value) else { return };
    let is_slice = values::path(&call.callee).is_some_and(|it| it.rsplit('.').next() == Some("createSlice"));
    let Some(Expression::ObjectExpression(given)) =
        argument(call, 0).filter(|_| is_slice).map(Expression::get_inner_expression)
    else {
        return;
    };
    let Some(Expression::ObjectExpression(reducers)) =
        property(given, |it| it == "reducers").map(Expression::get_inner_expression)
    else {
        return;
    };
    for it in reducers.properties.iter().take(MOST) {
        let ObjectPropertyKind::ObjectProperty(it) = it else { continue };
        let body = match it.value.get_inner_expression() {
            // `{ reducer, prepare }`
            Expression::ObjectExpression(inner) => {
                property(inner, |it| it == "reducer").and_then(statements_of)
            }
            value => statements_of(value),
        };
        if let Some((name, body)) = key_name(&it.key).zip(body) {
            let text = format!("{name}`{}`{}", payload(body).join(", "), changes(body, source).join(", "));
            facts.shown.push(Shown { text, sort: ShownSort::Reducer, symbol: Some(symbol) });
        }
    }
}

/// What the statements take of the payload of the action.
fn payload<'b>(body: &'b [Statement]) -> Vec<&'b str> {
    let mut names = Vec::new();
    for statement in body {
        let Statement::VariableDeclaration(it) = statement else { continue };
        for it in &it.declarations {
            let of_payload =
                it.init.as_ref().and_then(values::path).is_some_and(|it| it.ends_with(".payload"));
            if let (BindingPattern::ObjectPattern(it), true) = (&it.id, of_payload) {
                names.extend(it.properties.iter().filter_map(|it| key_name(&it.key)));
            }
        }
    }
    names
}

/// What they set, and what they call for that.
fn changes(body: &[Statement], source: &str) -> Vec<String> {
    let mut found: Vec<(u32, String)> = Vec::new();
    all_within(body, &mut |it| {
        let Statement::ExpressionStatement(it) = it else { return };
        let code = match &it.expression {
            Expression::AssignmentExpression(it) => {
                Some(one_line(it.left.span().source_text(source), LONGEST + 1))
            }
            value => call_of(value).and_then(|it| values::path(&it.callee)),
        };
        found.extend(
            code.filter(|it| it.len() <= LONGEST && !it.contains('`')).map(|code| (it.span.start, code)),
        );
    });
    found.sort_unstable();
    found.dedup_by(|a, b| a.1 == b.1);
    found.into_iter().take(MOST_CHANGES).map(|(_, code)| code).collect()
}
