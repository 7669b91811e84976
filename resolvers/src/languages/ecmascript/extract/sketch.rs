//! A long body in short: its statements in order, each cut down to what it gives, calls or sets and on which condition. What
//! is left out shows as an ellipsis. Nothing here judges what a body is for.

use oxc_ast::ast::{
    Argument, AssignmentExpression, CallExpression, Expression, ForStatementLeft, FunctionBody, IfStatement,
    MemberExpression, ObjectPropertyKind, Statement, SwitchCase, VariableDeclarator,
};
use oxc_span::{GetSpan, Span};

use super::deeds::{call_of, statements_of};
use super::fold::fold;
use super::literals::key_name;
use super::values;
use crate::facts::is_log;

/// How long a sketch may be, in bytes.
const LONGEST: usize = 250;
/// Code that is longer than so many times its room is not even looked at.
const MOST_READ: usize = 4;
/// How deep expressions are followed, and statements.
const DEEPEST: usize = 8;
const DEEPEST_STATEMENT: usize = 16;

/// How much of a body is told; the first one that fits is taken.
const DETAILS: &[Detail] = &[
    Detail { expression: 90, blocks: 3, names: Names::All, guards: true },
    Detail { expression: 56, blocks: 2, names: Names::Made, guards: true },
    Detail { expression: 36, blocks: 1, names: Names::Made, guards: true },
    Detail { expression: 36, blocks: 0, names: Names::Made, guards: true },
    Detail { expression: 36, blocks: 0, names: Names::None, guards: true },
    Detail { expression: 36, blocks: 0, names: Names::Made, guards: false },
];

#[derive(Clone, Copy)]
struct Detail {
    /// How long an expression may be, in bytes.
    expression: usize,
    /// Of how many levels of blocks all statements are told; of others the last one is.
    blocks: usize,
    names: Names,
    /// Whether it is told on which conditions the function ends early.
    guards: bool,
}

/// Which declarations of names are told.
#[derive(Clone, Copy, PartialEq)]
enum Names {
    All,
    /// Those whose value a call makes.
    Made,
    None,
}

/// The statements of a body; `None` where there is nothing to leave out or to tell.
pub(super) fn of_body(body: &FunctionBody, source: &str) -> Option<String> {
    let told = DETAILS.iter().map(|detail| {
        let mut sketch = Sketch { source, detail: *detail, text: String::new(), depth: 0, is_full: false };
        sketch.block(&body.statements, detail.blocks);
        sketch
    });
    let mut last: Option<String> = None;
    for sketch in told {
        // What is left where all conditions are left out may be nothing.
        if last.is_some() && !sketch.detail.guards && !sketch.text.contains('(') {
            break;
        }
        last = Some(sketch.text);
        if !sketch.is_full {
            break;
        }
    }
    // What it gives is what it is for: where that cannot be told, nothing else says it.
    let mut text = last.filter(|it| {
        it.contains(' ') && !["return …", "return () => …"].iter().any(|end| it.ends_with(end))
    })?;
    if text.len() > LONGEST {
        text.truncate(text.floor_char_boundary(LONGEST));
        let whole = text.rfind("; ").or_else(|| text.rfind(' ')).unwrap_or(text.len());
        text.truncate(whole);
        text.push('…');
    }
    Some(text)
}

struct Sketch<'s> {
    source: &'s str,
    detail: Detail,
    text: String,
    /// How deep statements stand in others.
    depth: usize,
    /// Whether there is no room left.
    is_full: bool,
}

impl Sketch<'_> {
    fn push(&mut self, piece: &str) {
        self.is_full |= self.text.len() + piece.len() > LONGEST;
        self.text.push_str(piece);
    }

    fn brief(&self, value: &Expression) -> String {
        brief(value, self.detail.expression, self.source, DEEPEST)
    }

    /// Statements with semicolons between them; of levels of blocks `left` are told whole.
    fn block(&mut self, statements: &[Statement], left: usize) {
        let start = self.text.len();
        for statement in statements {
            if self.is_full {
                return;
            }
            let before = self.text.len();
            let separator = if before == start || self.text.ends_with("… ") { "" } else { "; " };
            self.text.push_str(separator);
            let begun = self.text.len();
            self.statement(statement, left);
            if self.text.len() == begun {
                self.text.truncate(before);
            }
        }
    }

    /// What stands behind a condition: one statement as it is, others in braces.
    fn branch(&mut self, statement: &Statement, left: usize) {
        let statements = match statement {
            Statement::BlockStatement(it) => &it.body[..],
            other => std::slice::from_ref(other),
        };
        let told = if left == 0 { statements.len().saturating_sub(1) } else { 0 };
        let before = self.text.len();
        if told > 0 {
            self.push("… ");
        }
        self.block(&statements[told..], left.saturating_sub(1));
        self.in_braces(before);
    }

    /// Puts braces around what stands behind `before`, where that is more than one statement.
    fn in_braces(&mut self, before: usize) {
        let inside = self.text[before..].trim_end_matches(' ');
        match inside {
            "" | "…" => {
                self.text.truncate(before);
                self.push("…");
            }
            inside if inside.contains("; ") => {
                let whole = format!("{{ {inside} }}");
                self.text.truncate(before);
                self.push(&whole);
            }
            _ => {}
        }
    }

    fn statement(&mut self, statement: &Statement, left: usize) {
        if self.is_full || self.depth == DEEPEST_STATEMENT {
            return;
        }
        self.depth += 1;
        self.of_sort(statement, left);
        self.depth -= 1;
    }

    fn of_sort(&mut self, statement: &Statement, left: usize) {
        match statement {
            Statement::ReturnStatement(it) => match &it.argument {
                // What is made does it.
                Some(value) if let Some(inner) = statements_of(value).filter(|_| left > 0) => {
                    self.push("return () => ");
                    let before = self.text.len();
                    self.block(inner, left - 1);
                    self.in_braces(before);
                }
                Some(value) => {
                    let told = self.brief(value);
                    self.push(&format!("return {told}"));
                }
                None => self.push("return"),
            },
            Statement::ThrowStatement(it) => {
                let told = self.brief(&it.argument);
                self.push(&format!("throw {told}"));
            }
            Statement::ExpressionStatement(it) => {
                let is_dull = call_of(&it.expression).and_then(|it| values::path(&it.callee));
                if is_dull.is_none_or(|it| !is_log(&it)) {
                    let told = self.brief(&it.expression);
                    self.push(&told);
                }
            }
            Statement::VariableDeclaration(it) => {
                let told: Vec<String> = it.declarations.iter().filter_map(|it| self.named(it)).collect();
                self.push(&told.join("; "));
            }
            Statement::IfStatement(it) if !self.detail.guards && is_guard(it) => {
                self.push(if self.text.ends_with("…; ") { "" } else { "…" });
            }
            Statement::IfStatement(it) => {
                let test = self.brief(&it.test);
                self.push(&format!("if ({test}) "));
                self.branch(&it.consequent, left);
                if let Some(other) = &it.alternate {
                    self.push(" else ");
                    match other {
                        Statement::IfStatement(_) => self.statement(other, left),
                        other => self.branch(other, left),
                    }
                }
            }
            Statement::ForOfStatement(it) => {
                let name = left_name(&it.left);
                let over = self.brief(&it.right);
                self.looped(&format!("for ({name} of {over}) "), &it.body, left);
            }
            Statement::ForInStatement(it) => {
                let name = left_name(&it.left);
                let over = self.brief(&it.right);
                self.looped(&format!("for ({name} in {over}) "), &it.body, left);
            }
            Statement::ForStatement(it) => {
                let test = it.test.as_ref().map_or_else(String::new, |it| self.brief(it));
                self.looped(&format!("for (; {test};) "), &it.body, left);
            }
            Statement::WhileStatement(it) => {
                let test = self.brief(&it.test);
                self.looped(&format!("while ({test}) "), &it.body, left);
            }
            Statement::DoWhileStatement(it) => self.looped("do ", &it.body, left),
            Statement::BlockStatement(it) => self.block(&it.body, left),
            Statement::LabeledStatement(it) => self.statement(&it.body, left),
            Statement::TryStatement(it) => self.block(&it.block.body, left),
            Statement::SwitchStatement(it) => {
                let subject = self.brief(&it.discriminant);
                self.push(&format!("switch ({subject}) {{ "));
                self.cases(&it.cases, left);
                self.push(" }");
            }
            _ => {}
        }
    }

    fn looped(&mut self, head: &str, body: &Statement, left: usize) {
        self.push(head);
        self.branch(body, left);
    }

    fn cases(&mut self, cases: &[SwitchCase], left: usize) {
        for (at, case) in cases.iter().enumerate() {
            if self.is_full {
                return;
            }
            let test = case.test.as_ref().map_or_else(|| "default".to_owned(), |it| self.brief(it));
            self.push(&format!("{}{test}: ", if at == 0 { "" } else { " " }));
            let told = case.consequent.iter().rev().find(|it| !matches!(it, Statement::BreakStatement(_)));
            if let Some(told) = told.filter(|_| left > 0) {
                self.branch(told, left.saturating_sub(1));
            }
        }
    }

    /// `name = value`, where such names are told.
    fn named(&self, it: &VariableDeclarator) -> Option<String> {
        let init = it.init.as_ref()?;
        let value = match init.get_inner_expression() {
            Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
            value => value,
        };
        let is_made = matches!(value, Expression::CallExpression(_) | Expression::NewExpression(_));
        let is_told = match self.detail.names {
            Names::All => !value.is_function(),
            Names::Made => is_made,
            Names::None => false,
        };
        let name = code(it.id.span(), self.detail.expression, self.source)?;
        is_told.then(|| format!("{name} = {}", self.brief(init)))
    }
}

/// Whether the function ends where the condition holds, and goes on otherwise.
fn is_guard(it: &IfStatement) -> bool {
    let last = match &it.consequent {
        Statement::BlockStatement(it) => it.body.last(),
        other => Some(other),
    };
    let ends = matches!(last, Some(Statement::ReturnStatement(_) | Statement::ThrowStatement(_)));
    ends && it.alternate.is_none()
}

fn left_name(left: &ForStatementLeft) -> String {
    match left {
        ForStatementLeft::VariableDeclaration(it) => match &it.declarations[..] {
            [only] => only.id.get_binding_identifier().map_or("…", |id| id.name.as_str()).to_owned(),
            _ => "…".to_owned(),
        },
        _ => "…".to_owned(),
    }
}

/// The code there on one line without comments, where that takes at most `most` bytes.
fn code(span: Span, most: usize, source: &str) -> Option<String> {
    let text = span.source_text(source);
    if text.len() > MOST_READ * most {
        return None;
    }
    // Statements that lines end run together on one line.
    let has_body = text.contains('\n') && (text.contains("=> {") || text.contains("function"));
    fold(text).filter(|line| line.len() <= most && !has_body)
}

/// An expression in at most about `most` bytes: what does not fit is left out from the inside.
fn brief(value: &Expression, most: usize, source: &str, left: usize) -> String {
    let value = value.get_inner_expression();
    let elided = || "…".to_owned();
    if let Some(whole) = code(value.span(), most, source).filter(|_| !value.is_function()) {
        return whole;
    }
    let Some(left) = left.checked_sub(1) else { return elided() };
    let inner = |value: &Expression, most: usize| brief(value, most, source, left);
    match value {
        Expression::AwaitExpression(it) => format!("await {}", inner(&it.argument, most)),
        Expression::UnaryExpression(it) => {
            let word = it.operator.as_str();
            let gap = if word.len() > 1 { " " } else { "" };
            format!("{word}{gap}{}", inner(&it.argument, most))
        }
        Expression::AssignmentExpression(it) => assigned(it, most, source, left),
        Expression::CallExpression(it) => called(it, most, source, left),
        Expression::NewExpression(it) => {
            let callee = inner(&it.callee, most);
            format!("new {callee}({})", arguments(&it.arguments, room(most, &callee), source, left))
        }
        Expression::ConditionalExpression(it) => {
            let third = most / 3;
            let [test, one, other] =
                [&it.test, &it.consequent, &it.alternate].map(|it| inner(it, third.max(12)));
            format!("{test} ? {one} : {other}")
        }
        Expression::LogicalExpression(it) => {
            let [one, other] = [&it.left, &it.right].map(|it| inner(it, (most / 2).max(12)));
            format!("{one} {} {other}", it.operator.as_str())
        }
        Expression::BinaryExpression(it) => {
            let [one, other] = [&it.left, &it.right].map(|it| inner(it, (most / 2).max(12)));
            format!("{one} {} {other}", it.operator.as_str())
        }
        Expression::ObjectExpression(it) => {
            let keys = it.properties.iter().map(|it| match it {
                ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key).unwrap_or("…").to_owned(),
                ObjectPropertyKind::SpreadProperty(it) => format!("...{}", inner(&it.argument, 16)),
            });
            format!("{{ {} }}", listed(keys, most))
        }
        Expression::ArrayExpression(it) => {
            let items =
                it.elements.iter().map(|it| it.as_expression().map_or_else(elided, |it| inner(it, 24)));
            format!("[{}]", listed(items, most))
        }
        Expression::StaticMemberExpression(it) => {
            format!("{}.{}", inner(&it.object, most), it.property.name)
        }
        Expression::ChainExpression(it) => match &it.expression {
            oxc_ast::ast::ChainElement::CallExpression(it) => called(it, most, source, left),
            it => it.as_member_expression().map_or_else(elided, |it| member(it, most, source, left)),
        },
        Expression::ArrowFunctionExpression(it) => match it.body.as_expression() {
            Some(given) if most > 24 => format!("() => {}", inner(given, most - 8)),
            _ => "() => …".to_owned(),
        },
        Expression::FunctionExpression(_) => "() => …".to_owned(),
        Expression::JSXElement(it) => {
            let name = it.opening_element.name.span().source_text(source);
            if name.len() <= most { format!("<{name}>") } else { elided() }
        }
        Expression::StringLiteral(it) => {
            let end = it.value.floor_char_boundary(most.saturating_sub(4));
            format!("'{}…'", it.value[..end].replace(['\n', '\''], " "))
        }
        _ => elided(),
    }
}

fn assigned(it: &AssignmentExpression, most: usize, source: &str, left: usize) -> String {
    let target = code(it.left.span(), most, source).unwrap_or_else(|| "…".to_owned());
    let value = brief(&it.right, room(most, &target), source, left);
    format!("{target} {} {value}", it.operator.as_str())
}

fn called(it: &CallExpression, most: usize, source: &str, left: usize) -> String {
    let callee = match it.callee.get_inner_expression() {
        callee if callee.is_function() => "(() => …)".to_owned(),
        callee => brief(callee, most, source, left),
    };
    format!("{callee}({})", arguments(&it.arguments, room(most, &callee), source, left))
}

fn member(it: &MemberExpression, most: usize, source: &str, left: usize) -> String {
    let object = brief(it.object(), most, source, left);
    let name = it.static_property_name().unwrap_or("…");
    format!("{object}.{name}")
}

/// What is given to a call, in at most about `most` bytes.
fn arguments(given: &[Argument], most: usize, source: &str, left: usize) -> String {
    let share = (most / given.len().max(1)).max(10);
    let told = given.iter().map(|it| match it.as_expression() {
        Some(it) if it.is_function() && most < 30 => "…".to_owned(),
        Some(it) => brief(it, share, source, left),
        None => "…".to_owned(),
    });
    listed(told, most)
}

/// What is left beside `text`.
fn room(most: usize, text: &str) -> usize {
    most.saturating_sub(text.len() + 2).max(10)
}

/// The parts with commas, as many as there is room for.
fn listed(parts: impl Iterator<Item = String>, most: usize) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if !text.is_empty() && text.len() + part.len() > most {
            text.push('…');
            break;
        }
        text.push_str(&part);
    }
    text
}
