//! What the reducers of a slice of Redux do: `createSlice({ reducers: { rename(state, action) { state.name = … } } })`. Their
//! action creators have nothing of their own that says so. And what it does as others go on, in `extraReducers`.

use oxc_ast::ast::{
    BindingPattern, Declaration, Expression, ObjectExpression, ObjectPropertyKind, Statement,
    VariableDeclaration,
};
use oxc_span::GetSpan;
use oxc_syntax::operator::UnaryOperator;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// What the functions of the file do that slices have as reducers: `start` of `createSlice({ reducers: { load: start } })`,
/// by their names, as facts have it behind the name of an action.
pub(super) fn of_file(statements: &[Statement], source: &str) -> FxHashMap<String, String> {
    let values = || statements.iter().filter_map(declared).flat_map(|it| &it.declarations);
    let slices = values().filter_map(|it| slice(it.init.as_ref()?));
    let mut named: FxHashSet<&str> = FxHashSet::default();
    for (_, reducer) in slices.flat_map(reducers) {
        if let Expression::Identifier(it) = reducer {
            named.insert(it.name.as_str());
        }
    }
    if named.is_empty() {
        return FxHashMap::default();
    }
    let of_values = values().filter_map(|it| {
        let name = it.id.get_binding_identifier()?.name.as_str();
        let reducer = it.init.as_ref()?;
        Some((name, state(reducer)?, statements_of(reducer)?))
    });
    let functions = statements.iter().filter_map(|it| {
        let it = match it {
            Statement::FunctionDeclaration(it) => it,
            Statement::ExportDeclaration(it) => match &it.declaration {
                Declaration::FunctionDeclaration(it) => it,
                _ => return None,
            },
            _ => return None,
        };
        let state = it.params.items.first()?.pattern.get_binding_identifier()?;
        Some((it.id.as_ref()?.name.as_str(), state.name.as_str(), &it.body.as_ref()?.statements[..]))
    });
    let told = functions.chain(of_values).filter(|(name, ..)| named.contains(name));
    told.map(|(name, state, body)| (name.to_owned(), does(body, state, source))).collect()
}

fn declared<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b VariableDeclaration<'a>> {
    match statement {
        Statement::VariableDeclaration(it) => Some(it),
        Statement::ExportDeclaration(it) => match &it.declaration {
            Declaration::VariableDeclaration(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

/// `` a, b`state.c ``: what statements take of the payload, and what they change.
fn does(body: &[Statement], state: &str, source: &str) -> String {
    format!("{}`{}", payload(body).join(", "), changes(body, state, source).join(", "))
}

/// What the slice is made of that `value` makes.
fn slice<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let Expression::CallExpression(call) = values::without_casts(value) else { return None };
    if values::path(&call.callee)?.rsplit('.').next() != Some("createSlice") {
        return None;
    }
    match argument(call, 0)?.get_inner_expression() {
        Expression::ObjectExpression(given) => Some(given),
        _ => None,
    }
}

/// The reducers of a slice, each with the action that it is for.
fn reducers<'b, 'a>(slice: &'b ObjectExpression<'a>) -> Vec<(String, &'b Expression<'a>)> {
    let part = |name: &str| property(slice, |it| it == name).map(Expression::get_inner_expression);
    let own = match part("reducers") {
        Some(Expression::ObjectExpression(reducers)) => named(reducers),
        _ => Vec::new(),
    };
    own.into_iter().chain(part("extraReducers").map(cases).unwrap_or_default()).take(MOST).collect()
}

/// Lists the reducers of the slice `symbol` that `value` makes; `of_file` says what functions of the file do.
pub(super) fn read(
    value: &Expression,
    symbol: u32,
    source: &str,
    of_file: &FxHashMap<String, String>,
    facts: &mut FileFacts,
) {
    let Some(slice) = slice(value) else { return };
    for (name, reducer) in reducers(slice) {
        let does = match reducer {
            Expression::Identifier(it) => {
                of_file.get(it.name.as_str()).cloned().unwrap_or_else(|| "`".to_owned())
            }
            // One that gives a new state is no list of statements.
            reducer => match statements_of(reducer).or_else(|| reducer.is_function().then_some(&[][..])) {
                Some(body) => does(body, state(reducer).unwrap_or_default(), source),
                None => continue,
            },
        };
        let text = format!("{name}`{does}");
        facts.shown.push(Shown { text, sort: ShownSort::Reducer, symbol: Some(symbol) });
    }
}

/// The reducers that an object lists, each with the action that it is for: `{ rename(state) { … }, [load.fulfilled]: … }`.
fn named<'e, 'a>(reducers: &'e ObjectExpression<'a>) -> Vec<(String, &'e Expression<'a>)> {
    let reducers = reducers.properties.iter().take(MOST).filter_map(|it| {
        let ObjectPropertyKind::ObjectProperty(it) = it else { return None };
        let reducer = match it.value.get_inner_expression() {
            // `{ reducer, prepare }`
            Expression::ObjectExpression(inner) => property(inner, |it| it == "reducer")?,
            value => value,
        };
        let computed = it.key.as_expression().filter(|_| it.computed).and_then(values::path);
        Some((computed.or_else(|| key_name(&it.key).map(str::to_owned))?, reducer))
    });
    reducers.collect()
}

/// The reducers for the actions of others: `builder.addCase(load.fulfilled, (state) => { … }).addMatcher(…)`, or listed in an
/// object; by the paths of these actions.
fn cases<'e, 'a>(extra: &'e Expression<'a>) -> Vec<(String, &'e Expression<'a>)> {
    if let Expression::ObjectExpression(listed) = extra {
        return named(listed);
    }
    let builder = state(extra);
    let mut all = Vec::new();
    for statement in statements_of(extra).into_iter().flatten() {
        let Statement::ExpressionStatement(statement) = statement else { continue };
        let mut chain = Vec::new();
        let mut of = statement.expression.get_inner_expression();
        while let Expression::CallExpression(call) = of {
            let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else {
                break;
            };
            let adds = matches!(callee.property.name.as_str(), "addCase" | "addMatcher");
            let case = argument(call, 0).and_then(values::path).zip(argument(call, 1)).filter(|_| adds);
            chain.extend(case.map(|(action, reducer)| (action, reducer.get_inner_expression())));
            of = callee.object.get_inner_expression();
        }
        let is_built = matches!(of, Expression::Identifier(it) if Some(it.name.as_str()) == builder);
        if is_built && all.len() < MOST {
            all.extend(chain.into_iter().rev());
        }
    }
    all
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
