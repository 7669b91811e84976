//! What the body of a function changes beside what it gives: the members that its statements set, and what they call for
//! the effect alone. The statements in its blocks are read; of inner functions those that run for what they change.

use oxc_ast::ast::{AssignmentTarget, Expression, ForStatementLeft, Statement};
use oxc_span::{GetSpan, Span};
use rustc_hash::FxHashSet;

use super::deeds::{all_within, call_of, executor, registered, statements_of};
use super::imports::one_line;
use super::literals::property;
use super::standing;
use super::values;
use super::{deeds, files};
use crate::facts::{Change, Effect, MOST_CHANGES};

/// A longer callee says less than it takes.
const LONGEST: usize = 56;
/// The same of one that says what it is given.
const LONGEST_AIMED: usize = 72;
/// What is made for the function itself alone, by the names of its classes.
const OWN: &[&str] =
    &["Array", "Date", "FormData", "Headers", "Map", "Set", "URL", "URLSearchParams", "WeakMap", "WeakSet"];

/// Of the statements of a body.
pub(super) fn of(statements: &[Statement], source: &str) -> Vec<Effect> {
    let mut found: Vec<&Expression> = Vec::new();
    let (mut own, mut local) = (FxHashSet::<&str>::default(), FxHashSet::<&str>::default());
    let mut items = FxHashSet::<&str>::default();
    let mut handlers: Vec<Span> = Vec::new();
    let mut bodies: Vec<&[Statement]> = vec![statements];
    while let Some(body) = bodies.pop() {
        all_within(body, &mut |it| match it {
            Statement::ExpressionStatement(it) => {
                match of_hook(&it.expression).or_else(|| deferred(&it.expression)) {
                    Some(inner) => bodies.push(inner),
                    None => found.push(&it.expression),
                }
            }
            Statement::ReturnStatement(it) => {
                found.extend(it.argument.as_ref().and_then(queried));
                bodies.extend(it.argument.as_ref().and_then(executor));
            }
            // What is set where something went wrong is not what is set.
            Statement::TryStatement(it) => handlers.extend(it.handler.as_ref().map(|it| it.span)),
            // What a loop goes through is known by no name elsewhere.
            Statement::ForOfStatement(it) => items.extend(gone_through(&it.left)),
            Statement::ForInStatement(it) => items.extend(gone_through(&it.left)),
            Statement::VariableDeclaration(it) => {
                for it in &it.declarations {
                    found.extend(it.init.as_ref().and_then(queried));
                    bodies.extend(it.init.as_ref().and_then(deferred));
                    found.extend(it.init.as_ref().filter(|it| is_waited_change(it)));
                    let Some(name) = it.id.get_binding_identifier() else { continue };
                    local.insert(name.name.as_str());
                    own.extend(it.init.as_ref().is_none_or(is_own).then_some(name.name.as_str()));
                }
            }
            _ => {}
        });
    }
    let in_handler = |span: Span| handlers.iter().any(|it| it.contains_inclusive(span));
    found.retain(|it| handlers.is_empty() || call_of(it).is_some() || !in_handler(it.span()));
    found.sort_by_key(|it| it.span().start);
    found.truncate(MOST_CHANGES);
    // In a block a name may be another one's.
    let direct: Vec<u32> = statements.iter().map(|it| it.span().start).collect();
    let beside = |it: &Expression| direct.binary_search(&it.span().start).map_or(&[][..], |_| statements);
    let changes = found.into_iter().filter_map(|it| change(it, beside(it), source));
    let changes = changes.filter(|it| !own.contains(it.root) && !items.contains(it.code.as_str())).collect();
    crate::facts::effects(changes, |name| local.contains(name))
}

/// Of those of a function that another one gives: also what that gives in the end, where it is a call.
pub(super) fn of_given(statements: &[Statement], source: &str) -> Vec<Effect> {
    let mut effects = of(statements, source);
    let last = statements.last().and_then(|it| match it {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    });
    let last = last.and_then(call_of).and_then(|it| values::path(&it.callee));
    if let Some(callee) =
        last.filter(|it| is_short(it) && !is_hook(it.rsplit('.').next().unwrap_or_default()))
    {
        let effect = Effect::Calls(callee);
        if !effect.is_dull() && !effects.contains(&effect) {
            effects.push(effect);
            effects.sort();
        }
    }
    effects
}

/// Functions that have what they are given run later.
const DEFERRING: &[&str] = &[
    "nextTick",
    "process.nextTick",
    "queueMicrotask",
    "requestAnimationFrame",
    "setImmediate",
    "setInterval",
    "setTimeout",
];

/// The statements of a function that is run later: of `setTimeout(() => { … }, wait)`, and of `read().then(() => { … })`.
fn deferred<'b, 'a>(it: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    let call = call_of(it)?;
    let waits = match call.callee.get_inner_expression() {
        Expression::StaticMemberExpression(it) if it.property.name == "then" => true,
        callee => values::path(callee).is_some_and(|it| DEFERRING.contains(&it.as_str())),
    };
    statements_of(call.arguments.first()?.as_expression()?).filter(|_| waits)
}

/// What a loop calls one after the other.
fn gone_through<'b>(left: &'b ForStatementLeft) -> Option<&'b str> {
    let ForStatementLeft::VariableDeclaration(it) = left else { return None };
    Some(it.declarations.first()?.id.get_binding_identifier()?.name.as_str())
}

/// Whether a component or a hook has something run for what it changes.
pub(super) fn is_of_hook(it: &Expression) -> bool {
    of_hook(it).is_some()
}

/// The statements of a function that a component or a hook has run for what it changes: of `useEffect(() => { … })`.
fn of_hook<'b, 'a>(it: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    let call = call_of(it)?;
    let name = values::path(&call.callee)?;
    let name = name.rsplit('.').next()?.strip_prefix("use")?;
    statements_of(call.arguments.first()?.as_expression()?).filter(|_| name.ends_with("Effect"))
}

/// What a function that is nothing but that changes: `() => useQuery({ queryFn: () => api.list() })`.
pub(super) fn of_expression(given: &Expression, source: &str) -> Vec<Effect> {
    if let Some(body) = executor(given) {
        return of(body, source);
    }
    let change = queried(given).and_then(|it| change(it, &[], source));
    crate::facts::effects(change.into_iter().collect(), |_| false)
}

/// How methods begin that change something, whatever they give.
#[rustfmt::skip]
const CHANGING: &[&str] = &[
    "add", "archive", "cancel", "confirm", "create", "delete", "destroy", "enqueue", "exchange", "insert", "invite", "move",
    "notify", "patch", "pay", "post", "publish", "put", "register", "remove", "reset", "revoke", "save", "send", "sign", "submit",
    "subscribe", "unsubscribe", "update", "upload", "upsert", "verify", "write",
];

/// Whether what is waited for changes something, by the name of the method: `await posts.createOne(…)`.
fn is_waited_change(it: &Expression) -> bool {
    let Expression::AwaitExpression(it) = it else { return false };
    let Some(path) = call_of(&it.argument).and_then(|it| values::path(&it.callee)) else { return false };
    let method = path.rsplit_once('.').map_or("", |(_, method)| method);
    CHANGING.iter().any(|verb| {
        method.strip_prefix(verb).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
    })
}

fn is_hook(name: &str) -> bool {
    name.strip_prefix("use").is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// What a hook has called for what it keeps: `api.list()` of `useQuery({ queryFn: () => api.list() })`.
fn queried<'b, 'a>(it: &'b Expression<'a>) -> Option<&'b Expression<'a>> {
    let call = call_of(it)?;
    let name = values::path(&call.callee)?;
    let Expression::ObjectExpression(given) = call.arguments.first()?.as_expression()?.get_inner_expression()
    else {
        return None;
    };
    let asked = property(given, |it| matches!(it, "mutationFn" | "queryFn"));
    let last = name.rsplit('.').next().unwrap_or_default();
    // `queryOptions({ queryFn: … })`
    let is_options = ["QueryOptions", "queryOptions", "MutationOptions", "mutationOptions"]
        .iter()
        .any(|it| last.ends_with(it));
    let asked = asked.filter(|_| is_hook(last) || is_options)?;
    let (parameters, given) = match asked.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => (&it.params, it.body.as_expression()),
        Expression::FunctionExpression(it) => (&it.params, None),
        _ => return None,
    };
    let given = match (given, statements_of(asked)) {
        (None, Some([Statement::ReturnStatement(it)])) => it.argument.as_ref()?,
        (given, _) => given?,
    };
    let root = standing::root(&call_of(given)?.callee).map(|(root, _)| root);
    // What it is given is known to nobody else.
    let names = parameters.items.iter().flat_map(|it| it.pattern.get_binding_identifiers());
    let is_given = names.into_iter().any(|name| Some(name.name.as_str()) == root);
    (!is_given).then_some(given)
}

/// What a statement beside `statements` changes that is an assignment or a call, also behind `await`.
fn change<'c>(it: &'c Expression, statements: &[Statement], source: &str) -> Option<Change<'c>> {
    if let Expression::AssignmentExpression(it) = it {
        let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return None };
        let code = values::path_of(target).filter(|it| is_short(it))?;
        // What is set to what it is not is turned round.
        let is_turned = matches!(it.right.get_inner_expression(),
            Expression::UnaryExpression(not) if not.operator.is_not() && values::path(&not.argument).as_deref() == Some(&code));
        let code = if is_turned { format!("{code} = !{code}") } else { code };
        let root = standing::root(&target.object).map_or("this", |(root, _)| root);
        return Some(Change { root, is_call: false, code, spelled: None });
    }
    let call = call_of(it)?;
    let callee = &call.callee;
    let plain = matches!(
        callee.get_inner_expression(),
        Expression::Identifier(_) | Expression::StaticMemberExpression(_)
    );
    let path = values::path(callee);
    // A hook is what the function is made of.
    if !plain || path.as_deref().is_some_and(|it| is_hook(it.rsplit('.').next().unwrap_or_default())) {
        return None;
    }
    let root = standing::root(callee).map_or("this", |(root, _)| root);
    let aimed = path.as_deref().and_then(|path| files::aimed(call, path).or_else(|| registered(call, path)));
    let aimed = aimed.filter(|it| it.len() <= LONGEST_AIMED);
    if let Some(code) = aimed {
        return Some(Change { root, is_call: true, code, spelled: None });
    }
    // `setValue(event.matches)`: what is kept is what it is set to.
    if let (Some(setter), [given]) = (path.as_deref().filter(|it| is_setter(it)), &call.arguments[..])
        && let Some(given) = given.as_expression().and_then(|it| deeds::text(it.span(), source))
        && setter.len() + given.len() < LONGEST
    {
        return Some(Change { root, is_call: true, code: format!("{setter}({given})"), spelled: None });
    }
    let code = path.or_else(|| plain_text(callee.span(), source)).filter(|it| is_short(it))?;
    let spelled = standing::spelled_out(callee, statements, source).filter(|it| is_short(it));
    Some(Change {
        root,
        is_call: true,
        code: chain_on_one_line(&code),
        spelled: spelled.map(|it| chain_on_one_line(&it)),
    })
}

/// Whether a function sets a state by its name: `setValue`.
fn is_setter(name: &str) -> bool {
    name.strip_prefix("set").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
        && !name.contains('.')
}

/// A chain of calls over several lines, without the gaps before its dots.
fn chain_on_one_line(code: &str) -> String {
    let joined = code.lines().map(str::trim).fold(String::new(), |text, line| {
        let goes_on = text.is_empty() || line.starts_with('.') || line.starts_with("?.");
        text + if goes_on { "" } else { " " } + line
    });
    one_line(&joined, LONGEST)
}

/// Whether code is nothing but names and what they are given: `db.posts().where(id).delete`.
fn is_short(text: &str) -> bool {
    text.len() <= LONGEST && !["=>", "function", "//", "/*", "`"].iter().any(|it| text.contains(it))
}

fn plain_text(span: Span, source: &str) -> Option<String> {
    let text = span.source_text(source);
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')).then(|| text.to_owned())
}

/// Whether a value is new, and nobody else's.
fn is_own(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::ObjectExpression(_)
        | Expression::ArrayExpression(_)
        | Expression::TemplateLiteral(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_) => true,
        Expression::NewExpression(it) => {
            values::path(&it.callee).is_some_and(|it| OWN.contains(&it.as_str()) || it.ends_with("Error"))
        }
        value => value.is_literal(),
    }
}
