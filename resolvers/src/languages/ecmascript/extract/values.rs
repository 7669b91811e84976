//! What a value is made of, as far as its head tells: each form of a value in short, and the names by which it is reached.
//! Text alone; of a body nothing is asked but what a function gives that is called where it is written. What has parts
//! is told by the modules below.

mod calls;
mod lists;
mod objects;
mod pairs;
mod schemas;
mod texts;

use oxc_ast::ast::{Expression, LogicalExpression, Statement, StaticMemberExpression};
use oxc_span::GetSpan;
use oxc_syntax::identifier::is_identifier_name;

pub(super) use self::calls::arguments;
use self::calls::{argument, call, first_callee, made};
pub(super) use self::lists::{items, rows};
pub(super) use self::objects::{given_object, keys, with_value};
use self::pairs::{addresses, pairs};
pub(super) use self::schemas::told_of_schema;
pub(super) use self::texts::code;
use self::texts::{short, template};
use super::sketch;

/// A longer literal says less than it takes.
const LONGEST_ARGUMENT: usize = 60;
const LONGEST_NAME: usize = 40;
/// How long a choice between two values may be, in bytes.
const LONGEST_CHOICE: usize = 140;
/// How many calls of a chain are followed to the first.
const LONGEST_CHAIN: usize = 40;

/// The value in short; `None` where a head cannot tell it. Functions, classes and literals have heads of their own.
pub(super) fn told(value: &Expression, source: &str) -> Option<String> {
    match plain(value) {
        Expression::ObjectExpression(it) if it.properties.is_empty() => Some("{}".to_owned()),
        Expression::ObjectExpression(it) => pairs(it).or_else(|| addresses(it)).or_else(|| keys(it)),
        Expression::ArrayExpression(it) if it.elements.is_empty() => Some("[]".to_owned()),
        Expression::ArrayExpression(it) => rows(&it.elements),
        Expression::CallExpression(it) => {
            let rest = || Some(value).filter(|_| !it.callee.get_inner_expression().is_function());
            call(it, source, LONGEST_CHAIN).or_else(|| sketch::of_value(rest()?, source))
        }
        Expression::NewExpression(it) => made(it, source),
        Expression::TaggedTemplateExpression(it) => {
            Some(format!("{}`…`", first_callee(&it.tag, LONGEST_CHAIN)?))
        }
        Expression::RegExpLiteral(it) => short(it.span, source).map(str::to_owned),
        // `-1`, `!isServer`
        Expression::UnaryExpression(it) => code(it.span, source),
        Expression::BinaryExpression(it) => code(it.span, source),
        Expression::ConditionalExpression(it)
            if let Some(keys) = common_keys(&it.consequent, &it.alternate) =>
        {
            Some(keys)
        }
        Expression::ConditionalExpression(it) => code(it.span, source)
            .or_else(|| {
                let branch = |it: &Expression| match it.get_inner_expression() {
                    it @ (Expression::StringLiteral(_) | Expression::TemplateLiteral(_)) => {
                        short(it.span(), source).map(str::to_owned)
                    }
                    it => path(it),
                };
                let told = [path(&it.test)?, branch(&it.consequent)?, branch(&it.alternate)?];
                let [test, yes, no] = &told;
                let whole = format!("{test} ? {yes} : {no}").replace('`', "'");
                (whole.len() <= LONGEST_CHOICE).then_some(whole)
            })
            .or_else(|| sketch::of_value(value, source)),
        it @ (Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => {
            argument(it, source).map(|head| head.trim_end_matches('…').to_owned())
        }
        Expression::TemplateLiteral(it) => template(it.span, source),
        Expression::JSXElement(it) => {
            let name = it.opening_element.name.span().source_text(source);
            (name.len() <= LONGEST_NAME && !name.contains('\n')).then(|| format!("<{name}>"))
        }
        // `models.User || model('User', schema)` is made once.
        Expression::LogicalExpression(it)
            if let Expression::CallExpression(made) = it.right.get_inner_expression()
                && path(&it.left).is_some_and(|it| it.split('.').rev().nth(1) == Some("models")) =>
        {
            call(made, source, LONGEST_CHAIN)
        }
        Expression::LogicalExpression(it) => {
            if let Some(whole) = code(it.span, source) {
                return Some(whole);
            }
            let several = operands(it);
            if several.len() > 2 {
                let told = several.iter().map(|it| operand(it, source)).collect::<Option<Vec<_>>>()?;
                return Some(told.join(&format!(" {} ", it.operator.as_str())));
            }
            let right = it.right.get_inner_expression();
            let right = if right.is_literal() {
                short(right.span(), source)?.to_owned()
            } else {
                path(right).unwrap_or_else(|| "…".to_owned())
            };
            let left = path(&it.left).or_else(|| {
                let is_plain =
                    matches!(it.left, Expression::BinaryExpression(_) | Expression::UnaryExpression(_));
                short(it.left.span(), source).filter(|_| is_plain).map(str::to_owned)
            })?;
            Some(format!("{left} {} {right}", it.operator.as_str()))
        }
        value => path(value).filter(|path| path != "undefined"),
    }
}

/// The keys that both of two objects have.
fn common_keys(one: &Expression, other: &Expression) -> Option<String> {
    let object = |it: &Expression| match it.get_inner_expression() {
        Expression::ObjectExpression(it) => keys(it),
        _ => None,
    };
    object(one).filter(|it| object(other).as_ref() == Some(it))
}

/// `a`, `b` and `c` of `a || b || c`.
fn operands<'b, 'a>(it: &'b LogicalExpression<'a>) -> Vec<&'b Expression<'a>> {
    let mut operands = vec![&it.right];
    let mut left = &it.left;
    while let Expression::LogicalExpression(inner) = left.get_inner_expression()
        && inner.operator == it.operator
    {
        operands.push(&inner.right);
        left = &inner.left;
    }
    operands.push(left);
    operands.reverse();
    operands
}

/// One of several values: a name, or in short what is no call.
fn operand(value: &Expression, source: &str) -> Option<String> {
    let value = value.get_inner_expression();
    let is_member = matches!(value, Expression::ComputedMemberExpression(_));
    path(value).or_else(|| {
        short(value.span(), source).filter(|_| value.is_literal() || is_member).map(str::to_owned)
    })
}

/// Without casts, and of `a = b = c` the value.
pub(super) fn without_casts<'b, 'a>(value: &'b Expression<'a>) -> &'b Expression<'a> {
    let mut value = value.get_inner_expression();
    while let Expression::AssignmentExpression(it) = value {
        value = it.right.get_inner_expression();
    }
    value
}

/// The same, also without `await`.
fn plain<'b, 'a>(value: &'b Expression<'a>) -> &'b Expression<'a> {
    match without_casts(value) {
        Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
        value => value,
    }
}

/// `a.b.c`
pub(super) fn path(value: &Expression) -> Option<String> {
    path_from(Vec::new(), value)
}

/// The same of what is assigned to.
pub(super) fn path_of(it: &StaticMemberExpression) -> Option<String> {
    path_from(vec![it.property.name.as_str()], &it.object)
}

/// The names behind `value` come first, the last one of all before the others.
fn path_from<'b>(mut names: Vec<&'b str>, value: &'b Expression) -> Option<String> {
    let mut at = value.get_inner_expression();
    loop {
        at = match at {
            Expression::StaticMemberExpression(it) => {
                names.push(it.property.name.as_str());
                it.object.get_inner_expression()
            }
            // `process.env['PORT']` is `process.env.PORT`.
            Expression::ComputedMemberExpression(it)
                if let Expression::StringLiteral(name) = it.expression.get_inner_expression()
                    && is_identifier_name(&name.value) =>
            {
                names.push(name.value.as_str());
                it.object.get_inner_expression()
            }
            _ => break,
        };
    }
    match at {
        Expression::Identifier(it) => names.push(it.name.as_str()),
        Expression::ThisExpression(_) => names.push("this"),
        Expression::ImportMeta(_) => names.push("import.meta"),
        _ => return None,
    }
    names.reverse();
    Some(names.join("."))
}

/// What a function gives whose body is this one expression, where it is in plain sight: a literal, a template, or a
/// call with a literal.
pub(super) fn given(body: &Expression, source: &str) -> Option<String> {
    let given = match plain(body) {
        Expression::CallExpression(it) => {
            let literal = it.arguments.iter().filter_map(|it| it.as_expression());
            literal
                .map(Expression::get_inner_expression)
                .find(|it| matches!(it, Expression::StringLiteral(_)))?;
            // Of a chain the first call is not what is given.
            if path(&it.callee).is_some() { call(it, source, 1)? } else { short(it.span, source)?.to_owned() }
        }
        Expression::TemplateLiteral(it) => short(it.span, source)?.to_owned(),
        Expression::StringLiteral(it) => short(it.span, source)?.to_owned(),
        Expression::NumericLiteral(it) => short(it.span, source)?.to_owned(),
        it @ (Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => {
            return function(it, source);
        }
        _ => return None,
    };
    (given.len() <= LONGEST_ARGUMENT).then_some(given)
}

/// The head of the function that is given by the last of these statements.
pub(super) fn returned(statements: &[Statement], source: &str) -> Option<String> {
    let Statement::ReturnStatement(it) = statements.last()? else { return None };
    function(it.argument.as_ref()?.get_inner_expression(), source)
}

/// `(a, b) =>` of a function, whatever form it has.
fn function(value: &Expression, source: &str) -> Option<String> {
    let (parameters, is_async) = match value {
        Expression::ArrowFunctionExpression(it) => (it.params.span, it.r#async),
        Expression::FunctionExpression(it) if !it.generator => (it.params.span, it.r#async),
        _ => return None,
    };
    let parameters = parameters.source_text(source);
    let parameters =
        if parameters.starts_with('(') { parameters.to_owned() } else { format!("({parameters})") };
    Some(format!("{}{parameters} =>", if is_async { "async " } else { "" }))
}
