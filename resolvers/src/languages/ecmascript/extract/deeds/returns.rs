//! What statements give on the ways that they end: always, in the end, or one of several. How a value that is given is
//! told is asked of `given`.

use oxc_ast::ast::{Expression, ObjectPropertyKind, ReturnStatement, Statement, SwitchCase};
use oxc_span::GetSpan;

use super::super::literals::key_name;
use super::super::standing::{self, constant, spelled_out};
use super::super::{refusals, values};
use super::calls::calls;
use super::code::{LONGEST, plain, text};
use super::given::{around, gives};
use super::statements::{all_within, call_of};
use crate::facts::{Deed, MOST_TEXTS, is_quotable};

/// How deep the last statement is followed.
const DEEPEST: usize = 16;

/// What a request is answered with in the end: `read(id)` of `const user = await read(id); res.json(user)`.
pub(super) fn answers(statements: &[Statement], source: &str) -> Option<Deed> {
    let inner = match statements {
        [.., Statement::TryStatement(it)] => &it.block.body[..],
        all => all,
    };
    let (last, before) = inner.split_last()?;
    let given = answered(last)?;
    let value = match given {
        Expression::Identifier(name) => named(inner, &name.name)?,
        value => value,
    };
    // What is made empty is filled before it is sent.
    let is_filled = matches!(value.get_inner_expression(), Expression::NewExpression(_))
        || matches!(value.get_inner_expression(), Expression::ArrayExpression(it) if it.elements.is_empty());
    let Deed::Gives(told) = gives(value, source).filter(|_| !is_filled)? else { return None };
    let mut may_end = false;
    let outer = statements.split_last().map_or(&[][..], |(_, outer)| outer);
    for before in [outer, before] {
        all_within(before, &mut |it| {
            may_end |= matches!(it, Statement::ReturnStatement(_)) || answered(it).is_some();
        });
    }
    Some(if may_end { Deed::AnswersLast(told) } else { Deed::Answers(told) })
}

/// What a statement answers a request with that does nothing but that.
fn answered<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b Expression<'a>> {
    let call = match statement {
        Statement::ExpressionStatement(it) => call_of(&it.expression)?,
        Statement::ReturnStatement(it) => call_of(it.argument.as_ref()?)?,
        _ => return None,
    };
    let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { return None };
    let (root, _) = standing::root(&callee.object)?;
    let is_answer = matches!(root, "rep" | "reply" | "res" | "response")
        && matches!(callee.property.name.as_str(), "json" | "jsonp" | "send");
    let [given] = &call.arguments[..] else { return None };
    given.as_expression().filter(|_| is_answer).map(Expression::get_inner_expression)
}

pub(super) fn of_statements(statements: &[Statement], source: &str) -> Option<Deed> {
    // Functions may stand behind what is given.
    let is_function = |it: &Statement| matches!(it, Statement::FunctionDeclaration(_));
    let statements = &statements[..=statements.iter().rposition(|it| !is_function(it))?];
    match statements.last()? {
        Statement::ReturnStatement(it) => {
            let given = it.argument.as_ref()?;
            let before = given_before(statements);
            let deed = match given.get_inner_expression() {
                Expression::Identifier(name) => match named(statements, &name.name) {
                    Some(value) => gives(value, source)?,
                    None => return either(&before, text(given.span(), source)?, source),
                },
                given => {
                    let spelled = || spelled_out(given, statements, source).and_then(|it| plain(&it));
                    match handed_on(given, statements, source).or_else(spelled) {
                        Some(told) => Deed::Gives(told),
                        None => gives(given, source)?,
                    }
                }
            };
            match deed {
                Deed::Gives(_) if before.iter().all(Option::is_none) => Some(deed),
                Deed::Gives(value) => either(&before, value.clone(), source).or(Some(Deed::GivesLast(value))),
                deed => Some(deed),
            }
        }
        _ => calls(statements),
    }
}

/// What statements within those before the last one give, in no order; nothing of one that gives nothing.
fn given_before<'b, 'a>(statements: &'b [Statement<'a>]) -> Vec<Option<&'b Expression<'a>>> {
    let mut found = Vec::new();
    all_within(&statements[..statements.len() - 1], &mut |it| {
        if let Statement::ReturnStatement(it) = it {
            found.push(it.argument.as_ref());
        }
    });
    found
}

/// What is given before or else in the end, where both are short pieces of code.
fn either(before: &[Option<&Expression>], last: String, source: &str) -> Option<Deed> {
    let [Some(before)] = before else { return None };
    let before = match before.get_inner_expression() {
        it @ Expression::Identifier(_) => text(it.span(), source)?,
        it => match gives(it, source)? {
            Deed::Gives(told) if !it.is_literal() && !told.starts_with(['{', '[', '<']) => told,
            _ => return None,
        },
    };
    let is_plain = !last.starts_with(['{', '[', '<']) && before != last;
    is_plain.then_some(Deed::GivesEither([before, last]))
}

/// The texts one of which a body gives, whatever happens.
pub(super) fn one_of_body(statements: &[Statement]) -> Option<Deed> {
    let (mut returns, mut breaks): (Vec<&ReturnStatement>, bool) = (Vec::new(), false);
    all_within(statements, &mut |it| match it {
        Statement::ReturnStatement(it) => returns.push(it),
        Statement::BreakStatement(_) => breaks = true,
        _ => {}
    });
    // What is broken off may come to its end.
    if breaks || !is_left(statements, DEEPEST) {
        return None;
    }
    returns.sort_by_key(|it| it.span.start);
    let given: Option<Vec<&Expression>> = returns.into_iter().map(|it| it.argument.as_ref()).collect();
    let given = given?;
    one_of(&given).or_else(|| objects(&given))
}

/// The keys of the objects that are given, whatever happens: `error?` where only some have it.
fn objects(given: &[&Expression]) -> Option<Deed> {
    let mut keys: Vec<(&str, usize)> = Vec::new();
    for value in given {
        let Expression::ObjectExpression(it) = value.get_inner_expression() else { return None };
        for property in &it.properties {
            let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
            // No more could be told.
            let key = key_name(&it.key).filter(|key| is_word(key) && keys.len() < LONGEST)?;
            match keys.iter_mut().find(|(known, _)| *known == key) {
                Some((_, count)) => *count += 1,
                None => keys.push((key, 1)),
            }
        }
    }
    let is_common = keys.iter().any(|(_, count)| *count == given.len());
    let told =
        keys.iter().map(|(key, count)| format!("{key}{}", if *count == given.len() { "" } else { "?" }));
    let told = format!("{{ {} }}", told.collect::<Vec<_>>().join(", "));
    (is_common && told.len() <= LONGEST).then_some(Deed::Gives(told))
}

fn is_word(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

/// Whether nothing comes behind the statements: the last one gives or throws something on every way.
fn is_left(statements: &[Statement], left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    let one = |it: &Statement| is_left(std::slice::from_ref(it), left);
    match statements.last() {
        Some(Statement::ReturnStatement(_) | Statement::ThrowStatement(_)) => true,
        Some(Statement::BlockStatement(it)) => is_left(&it.body, left),
        Some(Statement::TryStatement(it)) => {
            // What is given in the end is given in place of the rest.
            it.finalizer.as_ref().is_none_or(|it| !is_left(&it.body, left))
                && is_left(&it.block.body, left)
                && it.handler.as_ref().is_none_or(|it| is_left(&it.body.body, left))
        }
        Some(Statement::IfStatement(it)) => one(&it.consequent) && it.alternate.as_ref().is_some_and(one),
        Some(Statement::SwitchStatement(it)) => {
            let falls = |it: &SwitchCase| it.consequent.is_empty() || is_left(&it.consequent, left);
            it.cases.iter().any(|it| it.test.is_none())
                && it.cases.iter().all(falls)
                && it.cases.last().is_some_and(|it| !it.consequent.is_empty())
        }
        _ => false,
    }
}

/// The texts one of which is given; `None` where something else may be.
pub(super) fn one_of(given: &[&Expression]) -> Option<Deed> {
    let mut open: Vec<&Expression> = given.iter().rev().copied().collect();
    let mut texts: Vec<String> = Vec::new();
    // Of few values it says more how they are made.
    let mut is_made = false;
    while let Some(value) = open.pop() {
        match value.get_inner_expression() {
            Expression::ConditionalExpression(it) => open.extend([&it.alternate, &it.consequent]),
            Expression::StringLiteral(it) if is_quotable(&it.value) => {
                if texts.len() < MOST_TEXTS && !texts.iter().any(|text| text.as_str() == it.value.as_str()) {
                    texts.push(it.value.to_string());
                }
            }
            // `${days} days ago`
            Expression::TemplateLiteral(it) => {
                let parts = it.quasis.iter().map(|it| it.value.cooked.as_deref());
                let text = parts.collect::<Option<Vec<&str>>>()?.join("…");
                let is_text = text.split(' ').any(|it| it.len() > 1 && it.chars().all(char::is_alphabetic));
                if !is_text || !is_quotable(&text) {
                    return None;
                }
                is_made = true;
                if texts.len() < MOST_TEXTS && !texts.contains(&text) {
                    texts.push(text);
                }
            }
            Expression::CallExpression(it) if given.len() > 2 => {
                let text = values::path(&it.callee).filter(|it| !it.contains('.'))? + "(…)";
                is_made = true;
                if texts.len() < MOST_TEXTS && !texts.contains(&text) {
                    texts.push(text);
                }
            }
            // `KINDS.mixed`
            value => {
                let path = values::path(value)?;
                if !path.contains('.') || !path.starts_with(char::is_uppercase) {
                    return None;
                }
                if texts.len() < MOST_TEXTS && !texts.contains(&path) {
                    texts.push(path);
                }
            }
        }
    }
    let calls = texts.iter().filter(|it| it.ends_with("(…)")).count();
    let is_told = texts.len() > 1 && (!is_made || texts.len() - calls > 2);
    is_told.then_some(Deed::GivesOneOf(texts))
}

/// `json(read(…))` of `const rows = await read(id); return json(rows)`: what is handed on says more than its name.
fn handed_on(given: &Expression, statements: &[Statement], source: &str) -> Option<String> {
    let Expression::CallExpression(outer) = given else { return None };
    let [only] = &outer.arguments[..] else { return None };
    let Expression::Identifier(name) = only.as_expression()?.get_inner_expression() else { return None };
    let inner = call_of(named(statements, &name.name)?)?;
    let outer =
        values::path(&outer.callee).filter(|path| path.split('.').next() != Some(name.name.as_str()))?;
    around(&outer, inner, "", source)
}

/// The value of the constant that the last statement but one declares so, what only refuses between them left out: what is
/// declared earlier may be filled.
fn named<'b, 'a>(statements: &'b [Statement<'a>], name: &str) -> Option<&'b Expression<'a>> {
    // What is handed to a test may be filled there.
    let refuses = |it: &&Statement| match it {
        Statement::IfStatement(it) => {
            let thrown = refusals::thrown_by(&it.consequent).filter(|_| it.alternate.is_none());
            thrown.is_some() && calls_nothing(&it.test, DEEPEST)
        }
        _ => false,
    };
    let (_, before) = statements.split_last()?;
    let before = before.iter().rev().find(|it| !refuses(it))?;
    constant(std::slice::from_ref(before), name)
}

/// Whether a test surely calls nothing: `!user || user.age < 18`.
fn calls_nothing(test: &Expression, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    match test.get_inner_expression() {
        Expression::Identifier(_) => true,
        Expression::UnaryExpression(it) => calls_nothing(&it.argument, left),
        Expression::BinaryExpression(it) => calls_nothing(&it.left, left) && calls_nothing(&it.right, left),
        Expression::LogicalExpression(it) => calls_nothing(&it.left, left) && calls_nothing(&it.right, left),
        Expression::StaticMemberExpression(it) => calls_nothing(&it.object, left),
        it => it.is_literal(),
    }
}
