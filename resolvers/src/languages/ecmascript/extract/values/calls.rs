//! Calls: what is called, and what it is given in plain sight. What a chain of calls says of a schema is no part of it.

use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, CallExpression, Expression, NewExpression, ObjectExpression,
    ObjectPropertyKind, Statement,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::identifier::is_identifier_name;
use rustc_hash::FxHashSet;

use super::super::imports::one_line;
use super::super::literals::{argument as argument_at, literal};
use super::lists::items;
use super::objects::{MOST_KEYS, given_object, plain_key};
use super::schemas::{JOINING, schema_in};
use super::texts::{code, short, template};
use super::{LONGEST_ARGUMENT, path};
use crate::facts::{AT_ONCE, FUNCTION_AT_ONCE, unbound};

/// How many arguments of a call are a part of its head.
const MOST_ARGUMENTS: usize = 3;
/// In how many calls what is made is looked for.
const DEEPEST_MADE: usize = 4;

/// `z.object({ a, b })`, also of `z.object({ a, b }).strict()`: what is called first says what is made, and what is
/// joined to it.
pub(super) fn call(it: &CallExpression, source: &str, left: usize) -> Option<String> {
    if let Some(callee) = path(&it.callee).or_else(|| of_required(&it.callee)) {
        if let Some(layers) = layers(&callee, &it.arguments) {
            return Some(format!("{callee}({layers})"));
        }
        let chooses = [".filter", ".find"].iter().any(|it| callee.ends_with(it));
        let special = if chooses { condition(&it.arguments, source) } else { made_later(&it.arguments) };
        let given = special.unwrap_or_else(|| arguments(&it.arguments, source));
        return Some(format!("{callee}({given})"));
    }
    // `(() => a && b)()`
    if let Expression::ArrowFunctionExpression(run) = it.callee.get_inner_expression()
        && run.body.as_expression().is_some()
    {
        return code(it.span, source).filter(|it| it.ends_with(")()"));
    }
    if let Some(body) = body_of(&it.callee) {
        return Some(at_once(body, source));
    }
    let first = chained(&it.callee, source, left.checked_sub(1)?)?;
    // `wrap({ a })(b)` is about what it is given last too.
    Some(match it.callee.get_inner_expression() {
        Expression::CallExpression(_) => format!("{first}({})", arguments(&it.arguments, source)),
        Expression::StaticMemberExpression(member) if JOINING.contains(&member.property.name.as_str()) => {
            format!("{first}.{}({})", member.property.name, arguments(&it.arguments, source))
        }
        // `yup.object().shape({ a })` is `yup.object({ a })`.
        Expression::StaticMemberExpression(member)
            if matches!(member.property.name.as_str(), "keys" | "shape")
                && let Some(maker) = first.strip_suffix("()") =>
        {
            format!("{maker}({})", arguments(&it.arguments, source))
        }
        _ => first,
    })
}

/// `express.Router` of `require('express').Router`, and `debug` of `require('debug')`: what is called of a module that has
/// no name of its own is known by that of the package; `routes` of `require('./routes')` by that of the file, and
/// `Router` of `require('./routes').Router` by its own.
fn of_required(callee: &Expression) -> Option<String> {
    let mut members = Vec::new();
    let mut at = callee.get_inner_expression();
    while let Expression::StaticMemberExpression(it) = at {
        members.push(it.property.name.as_str());
        at = it.object.get_inner_expression();
    }
    let Expression::CallExpression(it) = at else { return None };
    let specifier = argument_at(it, 0).and_then(literal).filter(|_| it.callee.is_specific_id("require"))?;
    if let Some(package) = unbound(specifier) {
        members.push(package);
    } else if members.is_empty() {
        let file = specifier.rsplit('/').next()?.split('.').next()?;
        members.push(Some(file).filter(|it| is_identifier_name(it))?);
    }
    members.reverse();
    Some(members.join("."))
}

/// `{ ignores, rules }, base` of `config({ ignores }, base, { rules })`: a configuration in layers.
fn layers(callee: &str, arguments: &[Argument]) -> Option<String> {
    let is_one = callee.ends_with("lint.config") || callee.rsplit('.').next()? == "defineConfig";
    let layers: Vec<&Expression> = match arguments {
        _ if !is_one => return None,
        [Argument::ArrayExpression(it)] => it.elements.iter().filter_map(|it| it.as_expression()).collect(),
        [_, _, ..] => arguments.iter().filter_map(Argument::as_expression).collect(),
        _ => return None,
    };
    let (mut own, mut taken): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for layer in layers {
        match layer.get_inner_expression() {
            Expression::ObjectExpression(it) => {
                let keys = it.properties.iter().filter_map(|it| match it {
                    ObjectPropertyKind::ObjectProperty(it) => plain_key(&it.key),
                    ObjectPropertyKind::SpreadProperty(_) => None,
                });
                own.extend(keys.map(str::to_owned));
            }
            layer => taken.extend(path(layer)),
        }
    }
    let mut seen = FxHashSet::default();
    own.retain(|key| seen.insert(key.clone()));
    if own.len() > MOST_KEYS {
        own.truncate(MOST_KEYS);
        own.push("…".to_owned());
    }
    let own = (!own.is_empty()).then(|| format!("{{ {} }}", own.join(", ")));
    let told: Vec<String> = own.into_iter().chain(taken.into_iter().take(MOST_ARGUMENTS)).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// `it => it.open` of a function that says by one short expression which items are chosen.
fn condition(arguments: &[Argument], source: &str) -> Option<String> {
    let [only] = arguments else { return None };
    let Some(Expression::ArrowFunctionExpression(it)) = only.as_expression() else { return None };
    it.body.as_expression()?;
    let text = one_line(it.span.source_text(source), LONGEST_ARGUMENT + 1);
    (text.len() <= LONGEST_ARGUMENT).then_some(text)
}

/// `{ a, b }` of `() => ({ a, b })`: what is made when it is asked for.
fn made_later(arguments: &[Argument]) -> Option<String> {
    let [only] = arguments else { return None };
    let Some(Expression::ArrowFunctionExpression(it)) = only.as_expression() else { return None };
    let body = it.body.as_expression().filter(|_| it.params.items.is_empty())?;
    let Expression::ObjectExpression(made) = body.get_inner_expression() else { return None };
    given_object(made)
}

/// The statements of a function that is written where it is called.
fn body_of<'b, 'a>(callee: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    match callee.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) if !it.r#async => {
            Some(it.body.as_function_body()?.statements.as_slice())
        }
        Expression::FunctionExpression(it) if !it.r#async && !it.generator => {
            Some(it.body.as_ref()?.statements.as_slice())
        }
        _ => None,
    }
}

/// What a function that is called where it is written gives in the end, where that can be told: a function, or some code.
fn at_once(body: &[Statement], source: &str) -> String {
    let given = body.last().and_then(|last| match last {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    });
    match given.map(Expression::get_inner_expression) {
        Some(Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => {
            FUNCTION_AT_ONCE.to_owned()
        }
        Some(
            given @ (Expression::LogicalExpression(_)
            | Expression::BinaryExpression(_)
            | Expression::CallExpression(_)),
        ) if let Some(code) = short(given.span(), source).filter(|it| !it.contains(['`', '{', '>'])) => {
            format!("(() => {code})()")
        }
        _ => AT_ONCE.to_owned(),
    }
}

fn chained(callee: &Expression, source: &str, left: usize) -> Option<String> {
    let inner = match callee.get_inner_expression() {
        Expression::StaticMemberExpression(it) => it.object.get_inner_expression(),
        callee => callee,
    };
    match inner {
        // What is done with what it gives is not known.
        Expression::CallExpression(it) if body_of(&it.callee).is_some() => None,
        // Of a module without a name it is not known what is called.
        Expression::CallExpression(it) if it.callee.is_specific_id("require") => None,
        Expression::CallExpression(it) => call(it, source, left),
        Expression::NewExpression(it) => made(it, source),
        Expression::StaticMemberExpression(_) => chained(inner, source, left.checked_sub(1)?),
        _ => None,
    }
}

pub(super) fn made(it: &NewExpression, source: &str) -> Option<String> {
    Some(format!("new {}({})", path(&it.callee)?, arguments(&it.arguments, source)))
}

/// The name of what is called first: `styled` of ``styled(Button).attrs({})`…` ``.
pub(super) fn first_callee(callee: &Expression, left: usize) -> Option<String> {
    if let Some(path) = path(callee) {
        return Some(path);
    }
    match callee.get_inner_expression() {
        Expression::CallExpression(it) => first_callee(&it.callee, left.checked_sub(1)?),
        Expression::StaticMemberExpression(it) => first_callee(&it.object, left.checked_sub(1)?),
        _ => None,
    }
}

pub(in super::super) fn arguments(arguments: &[Argument], source: &str) -> String {
    let mut told: Vec<String> = arguments
        .iter()
        .take(MOST_ARGUMENTS)
        .map(|it| it.as_expression().and_then(|it| argument(it, source)).unwrap_or_else(|| "…".to_owned()))
        .collect();
    if arguments.len() > MOST_ARGUMENTS {
        told.push("…".to_owned());
    }
    told.join(", ")
}

/// What is given in plain sight: a literal, a name, the keys of an object, the head of a function.
pub(super) fn argument(value: &Expression, source: &str) -> Option<String> {
    match value.get_inner_expression() {
        Expression::ObjectExpression(it) => given_object(it),
        Expression::ArrowFunctionExpression(it) if let Some(made) = made_by(it) => given_object(made),
        Expression::ArrowFunctionExpression(it) => {
            Some(Span::new(it.span.start, it.body.span().start).source_text(source).to_owned() + "…")
        }
        Expression::FunctionExpression(it) => {
            let end = it.body.as_ref()?.span.start;
            Some(Span::new(it.span.start, end).source_text(source).to_owned() + "…")
        }
        Expression::ArrayExpression(it) => items(&it.elements),
        value if value.is_literal() => short(value.span(), source).map(str::to_owned),
        Expression::TemplateLiteral(it) => template(it.span, source),
        // `z.nullable(z.object({ a }).strict())`
        value @ Expression::CallExpression(_) if let Some(given) = schema_in(value) => given_object(given),
        // `persist((set) => ({ a }), options)`
        Expression::CallExpression(it) if let Some(made) = made_in(it) => given_object(made),
        // `memo(forwardRef(Local))`, `withPlugin({ strict: true })`
        Expression::CallExpression(it) => {
            let [only] = it.arguments.as_slice() else { return None };
            let given = match only.as_expression()?.get_inner_expression() {
                Expression::ObjectExpression(it) => given_object(it)?,
                it => path(it)?,
            };
            Some(format!("{}({given})", path(&it.callee)?))
        }
        // `new Schema({ name })`
        Expression::NewExpression(it)
            if let Some(Expression::ObjectExpression(held)) =
                it.arguments.first().and_then(Argument::as_expression) =>
        {
            Some(format!("new {}({})", path(&it.callee)?, given_object(held)?))
        }
        // `argv.port || '3000'`
        Expression::LogicalExpression(it) => {
            code(it.span, source).filter(|it| it.len() <= LONGEST_ARGUMENT && !it.contains(", "))
        }
        // `DEV ? 'a' : ''`
        Expression::ConditionalExpression(it) if is_empty(&it.alternate) => text_of(&it.consequent, source),
        Expression::ConditionalExpression(it) if is_empty(&it.consequent) => text_of(&it.alternate, source),
        value => path(value),
    }
}

/// The object that a function gives which is nothing but that, and takes one thing, or is what makes a store:
/// `{ id: d.id() }` of `(d) => ({ id: d.id() })`, `{ a }` of `(set, get) => ({ a })`.
fn made_by<'b, 'a>(it: &'b ArrowFunctionExpression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let (parameter, others) = it.params.items.split_first()?;
    if !others.is_empty() && !makes_store(it) {
        return None;
    }
    match it.body.as_expression()?.get_inner_expression() {
        Expression::ObjectExpression(made) if parameter.pattern.is_binding_identifier() => Some(made),
        _ => None,
    }
}

/// Whether a function is given what sets the state of a store.
fn makes_store(it: &ArrowFunctionExpression) -> bool {
    let first = it.params.items.first().and_then(|it| it.pattern.get_binding_identifier());
    first.is_some_and(|it| it.name == "set")
}

/// The same of a function that a call is given first; of what makes a store also through the calls around it:
/// `devtools(persist((set) => ({ a })))`.
fn made_in<'b, 'a>(it: &'b CallExpression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let mut call = it;
    for depth in 0..DEEPEST_MADE {
        match call.arguments.first()?.as_expression()?.get_inner_expression() {
            Expression::ArrowFunctionExpression(it) => {
                return made_by(it).filter(|_| depth == 0 || makes_store(it));
            }
            Expression::CallExpression(it) => call = it,
            _ => return None,
        }
    }
    None
}

fn is_empty(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::StringLiteral(it) => it.value.is_empty(),
        value => value.is_specific_id("undefined"),
    }
}

/// The literal text.
fn text_of(value: &Expression, source: &str) -> Option<String> {
    match value.get_inner_expression() {
        Expression::StringLiteral(it) if !it.value.is_empty() => short(it.span, source).map(str::to_owned),
        _ => None,
    }
}
