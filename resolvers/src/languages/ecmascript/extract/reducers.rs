//! What the reducers of a slice of Redux do: `createSlice({ reducers: { rename(state, action) { state.name = … } } })`. Their
//! action creators have nothing of their own that says so.

use oxc_ast::ast::{BindingPattern, Expression, ObjectPropertyKind, Statement};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;

use super::deeds::{all_within, call_of, parameters_of, statements_of};
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
        let reducer = match it.value.get_inner_expression() {
            // `{ reducer, prepare }`
            Expression::ObjectExpression(inner) => property(inner, |it| it == "reducer"),
            value => Some(value),
        };
        let body = reducer.and_then(statements_of);
        if let Some((name, body)) = key_name(&it.key).zip(body) {
            let state = reducer.and_then(state).unwrap_or_default();
            let changed = changes(body, state, source);
            let text = format!("{name}`{}`{}", payload(body).join(", "), changed.join(", "));
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

/// What a reducer calls the state.
fn state<'b>(reducer: &'b Expression) -> Option<&'b str> {
    Some(parameters_of(reducer)?.items.first()?.pattern.get_binding_identifier()?.name.as_str())
}

/// Methods that change what they are called of.
const CHANGING: &[&str] = &[
    "add", "clear", "delete", "fill", "pop", "push", "reverse", "set", "shift", "sort", "splice", "unshift",
];

/// What of the `state` they set, take away, or change by its methods.
fn changes(body: &[Statement], state: &str, source: &str) -> Vec<String> {
    let mut found: Vec<(u32, String)> = Vec::new();
    all_within(body, &mut |it| {
        let Statement::ExpressionStatement(it) = it else { return };
        let code = match &it.expression {
            Expression::AssignmentExpression(it) => {
                Some(one_line(it.left.span().source_text(source), LONGEST + 1))
            }
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::Delete => {
                Some(one_line(it.argument.span().source_text(source), LONGEST + 1))
            }
            value => call_of(value).and_then(|it| values::path(&it.callee)).and_then(|callee| {
                let (of, method) = callee.rsplit_once('.')?;
                CHANGING.contains(&method).then(|| of.to_owned())
            }),
        };
        let is_of_state = |code: &String| {
            code.strip_prefix(state)
                .is_some_and(|rest| rest.starts_with(['.', '[', '?', '!']) && !state.is_empty())
        };
        let code = code.filter(|it| it.len() <= LONGEST && !it.contains('`') && is_of_state(it));
        found.extend(code.map(|code| (it.span.start, code)));
    });
    found.sort_unstable();
    let mut seen = Vec::new();
    for (_, code) in found {
        if !seen.contains(&code) && seen.len() < MOST_CHANGES {
            seen.push(code);
        }
    }
    seen
}
