//! How a function tells cases apart: what it gives on which condition, and what it switches on.

use oxc_ast::ast::{Expression, Statement, SwitchStatement};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::BinaryOperator;

use super::deeds::text;
use super::literals::literal;
use super::values;
use crate::facts::{FileFacts, ShownSort};

/// A longer piece of code says less than it takes.
const LONGEST: usize = 56;
/// How many cases of one switch are listed, and how long one may be.
const MOST: usize = 8;
const LONGEST_CASE: usize = 40;

/// Lists what `symbol` gives where `test` holds; what is nothing is left out.
pub(super) fn given(
    value: Option<&Expression>,
    test: Span,
    (symbol, source): (u32, &str),
    facts: &mut FileFacts,
) {
    let Some(value) = value else { return };
    let is_nothing = matches!(value.get_inner_expression(), Expression::NullLiteral(_))
        || value.is_specific_id("undefined")
        || is_empty(value);
    let short = |span: Span| text(span, source).filter(|it| it.len() <= LONGEST && !it.contains('`'));
    if is_nothing {
        return;
    }
    // A case that cannot be told shows: those behind it hold only where it does not.
    let told = short(value.span()).zip(short(test));
    let told = told.map_or_else(|| "…`".to_owned(), |(value, test)| format!("{value}`{test}"));
    facts.branch(told, ShownSort::Case, symbol);
}

/// Whether it says nothing: a name, or what holds nothing.
fn is_empty(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::Identifier(_) => true,
        Expression::StringLiteral(it) => it.value.is_empty(),
        Expression::ArrayExpression(it) => it.elements.is_empty(),
        Expression::ObjectExpression(it) => it.properties.is_empty(),
        _ => false,
    }
}

/// Lists what `symbol` tells apart by one condition behind the other: `if (event === 'added') { … } if (event === 'gone') …`.
pub(super) fn compared(statements: &[Statement], symbol: u32, facts: &mut FileFacts) {
    let mut subject: Option<String> = None;
    let mut told: Vec<String> = Vec::new();
    for statement in statements {
        let mut next = match statement {
            Statement::IfStatement(it) => Some(&**it),
            _ => None,
        };
        let mut left = MOST;
        while let Some(it) = next.filter(|_| left > 0) {
            left -= 1;
            if let Some((of, text)) = comparison(&it.test)
                && (text.len() <= LONGEST_CASE && !text.contains(['`', '\n']) && !text.is_empty())
                && subject.as_ref().is_none_or(|it| *it == of)
            {
                subject = Some(of);
                if told.len() < MOST && !told.iter().any(|it| it == text) {
                    told.push(text.to_owned());
                }
            }
            next = match &it.alternate {
                Some(Statement::IfStatement(it)) => Some(&**it),
                _ => None,
            };
        }
    }
    if let Some(subject) = subject.filter(|it| told.len() > 1 && it.len() <= LONGEST) {
        facts.branch(format!("{subject}`{}", told.join("`")), ShownSort::Switch, symbol);
    }
}

/// `event.type` and `added` of `event.type === 'added'`.
fn comparison<'b>(test: &'b Expression) -> Option<(String, &'b str)> {
    let Expression::BinaryExpression(it) = test.get_inner_expression() else { return None };
    matches!(it.operator, BinaryOperator::Equality | BinaryOperator::StrictEquality).then_some(())?;
    Some((values::path(&it.left)?, literal(it.right.get_inner_expression())?))
}

/// Lists what `symbol` tells apart.
pub(super) fn switched(it: &SwitchStatement, symbol: u32, facts: &mut FileFacts) {
    let Some(subject) = values::path(&it.discriminant) else { return };
    let told = it.cases.iter().filter_map(|it| {
        let test = it.test.as_ref()?;
        literal(test).map(str::to_owned).or_else(|| values::path(test))
    });
    let told = told.filter(|it| it.len() <= LONGEST_CASE && !it.contains(['`', '\n']) && !it.is_empty());
    let told: Vec<String> = told.take(MOST).collect();
    if told.len() > 1 && subject.len() <= LONGEST {
        facts.branch(format!("{subject}`{}", told.join("`")), ShownSort::Switch, symbol);
    }
}
