//! What the values of a configuration are made of: texts, its own place, Node's functions on paths and URLs, and names
//! and functions of the file that stand for such. Pure.

use std::cell::Cell;

use oxc_ast::ast::{
    Argument, BindingIdentifier, BindingPattern, CallExpression, Declaration, Expression, FormalParameters,
    Function, FunctionBody, Program, Statement, VariableDeclaration, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_syntax::operator::BinaryOperator;
use rustc_hash::FxHashMap;

use super::{DEEPEST, GROUP, Value};
use crate::languages::ecmascript::extract::literals::argument;
use crate::path::{self, RepoPath};

/// How many values are looked at: names may stand for names without end.
const MOST_VALUES: usize = 20_000;
/// Bytes of the longest text.
pub(super) const LONGEST: usize = 4096;

/// What a name stands for.
#[derive(Clone, Copy)]
enum Bound<'b, 'a> {
    Value(&'b Expression<'a>),
    Function(&'b FormalParameters<'a>, &'b FunctionBody<'a>),
}

/// What a parameter is given.
pub(super) enum Given {
    One(Value),
    /// All that is left.
    Rest(Vec<Value>),
}

/// How often each name is declared.
#[derive(Default)]
struct Declared<'a>(FxHashMap<&'a str, usize>);

impl<'a> Visit<'a> for Declared<'a> {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        *self.0.entry(it.name.as_str()).or_default() += 1;
    }
}

/// The place of the configuration, and what its names stand for.
pub(super) struct Scope<'b, 'a> {
    file: &'b RepoPath,
    /// The folder in which it is run.
    dir: &'b [u8],
    names: FxHashMap<&'a str, Bound<'b, 'a>>,
    /// The name that is exported as the default.
    default: Option<&'a str>,
    /// How many values may still be looked at.
    left: Cell<usize>,
}

impl<'b, 'a> Scope<'b, 'a> {
    pub(super) fn of((file, dir): (&'b RepoPath, &'b [u8]), program: &'b Program<'a>) -> Self {
        let left = Cell::new(MOST_VALUES);
        let mut scope = Self { file, dir, names: FxHashMap::default(), default: None, left };
        scope.add(&program.body);
        for statement in &program.body {
            match statement {
                Statement::ExportDefaultDeclaration(it) => {
                    it.declaration.as_expression().into_iter().for_each(|it| scope.add_made(it));
                }
                Statement::ExpressionStatement(it) => {
                    if let Expression::AssignmentExpression(it) = &it.expression {
                        scope.add_made(&it.right);
                    }
                }
                _ => {}
            }
        }
        let mut declared = Declared::default();
        declared.visit_program(program);
        // Scopes are not told apart: a name that is declared twice is not followed.
        scope.names.retain(|name, _| declared.0.get(name) == Some(&1));
        scope
    }

    /// What the statements of one body declare.
    fn add(&mut self, statements: &'b [Statement<'a>]) {
        for statement in statements {
            match statement {
                Statement::VariableDeclaration(it) => self.add_variables(it),
                Statement::FunctionDeclaration(it) => self.add_function(it),
                Statement::ExportDeclaration(it) => match &it.declaration {
                    Declaration::VariableDeclaration(it) => self.add_variables(it),
                    Declaration::FunctionDeclaration(it) => self.add_function(it),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// What the function declares that makes a configuration: `defineConfig(() => { … })`.
    fn add_made(&mut self, made: &'b Expression<'a>) {
        let made = match made.get_inner_expression() {
            Expression::Identifier(it) => {
                self.default = Some(it.name.as_str());
                return;
            }
            Expression::CallExpression(it) => it.arguments.first().and_then(Argument::as_expression),
            other => Some(other),
        };
        match made.map(Expression::get_inner_expression) {
            Some(Expression::Identifier(it)) => self.default = Some(it.name.as_str()),
            Some(Expression::ArrowFunctionExpression(it)) => {
                it.body.as_function_body().into_iter().for_each(|body| self.add(&body.statements));
            }
            Some(Expression::FunctionExpression(it)) => {
                it.body.iter().for_each(|body| self.add(&body.statements));
            }
            _ => {}
        }
    }

    /// Whether the file exports the variable as its default.
    pub(super) fn exports(&self, it: &VariableDeclarator<'_>) -> bool {
        matches!(&it.id, BindingPattern::BindingIdentifier(it) if self.default == Some(it.name.as_str()))
    }

    fn add_variables(&mut self, declaration: &'b VariableDeclaration<'a>) {
        for it in &declaration.declarations {
            if let (BindingPattern::BindingIdentifier(name), Some(value)) = (&it.id, &it.init) {
                self.names.insert(name.name.as_str(), Bound::Value(value));
            }
        }
    }

    fn add_function(&mut self, function: &'b Function<'a>) {
        if let (Some(name), Some(body)) = (&function.id, &function.body) {
            self.names.insert(name.name.as_str(), Bound::Function(&function.params, body));
        }
    }

    /// Whether one more value may be looked at.
    pub(super) fn goes_on(&self) -> bool {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.unwrap_or_default());
        left.is_some()
    }

    /// The folder of the configuration.
    fn own(&self) -> Value {
        Value::Place(self.file.parent().to_vec())
    }

    /// The object or list that `expression` is.
    pub(super) fn collection(&self, expression: &'b Expression<'a>) -> &'b Expression<'a> {
        let mut expression = expression.get_inner_expression();
        for _ in 0..DEEPEST {
            let Expression::Identifier(it) = expression else { break };
            let Some(Bound::Value(value)) = self.names.get(it.name.as_str()) else { break };
            expression = value.get_inner_expression();
        }
        expression
    }

    /// What `expression` comes to, where `given` are the parameters of the function around it.
    pub(super) fn value(
        &self,
        expression: &Expression<'_>,
        given: &[(&str, Given)],
        depth: usize,
    ) -> Option<Value> {
        let depth = depth.checked_sub(1).filter(|_| self.goes_on())?;
        let value = |expression: &Expression<'_>| self.value(expression, given, depth);
        match expression.get_inner_expression() {
            Expression::StringLiteral(it) => {
                (it.value.len() <= LONGEST).then(|| Value::Text(it.value.to_string()))
            }
            Expression::TemplateLiteral(it) => {
                let mut parts = it.quasis.iter().zip(it.expressions.iter().map(Some).chain([None]));
                parts.try_fold(Value::Text(String::new()), |all, (text, hole)| {
                    let all = concatenated(all, Value::Text(text.value.cooked?.to_string()))?;
                    hole.map_or(Some(all.clone()), |hole| concatenated(all, value(hole)?))
                })
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                concatenated(value(&it.left)?, value(&it.right)?)
            }
            Expression::Identifier(it) => match it.name.as_str() {
                "__dirname" => Some(self.own()),
                "__filename" => Some(Value::Place(self.file.as_bytes().to_vec())),
                name => match given.iter().find(|(known, _)| *known == name) {
                    Some((_, Given::One(value))) => Some(value.clone()),
                    Some((_, Given::Rest(_))) => None,
                    None => match self.names.get(name)? {
                        Bound::Value(value) => self.value(value, &[], depth),
                        Bound::Function(..) => None,
                    },
                },
            },
            Expression::StaticMemberExpression(it) => match it.property.name.as_str() {
                "dirname" if is_import_meta(&it.object) => Some(self.own()),
                "url" | "filename" if is_import_meta(&it.object) => {
                    Some(Value::Place(self.file.as_bytes().to_vec()))
                }
                // A URL by its text.
                "pathname" | "href" => value(&it.object),
                _ => None,
            },
            Expression::NewExpression(it) if it.callee.is_specific_id("URL") => {
                let [path, base] = &it.arguments[..] else { return None };
                let (path, base) = (value(path.as_expression()?)?, value(base.as_expression()?)?);
                match (path, base) {
                    // Whether any other base is a folder is not known.
                    (Value::Text(path), Value::Place(base)) if base == self.file.as_bytes() => {
                        Some(Value::Place(path::join(path::parent(&base), path.as_bytes())?))
                    }
                    _ => None,
                }
            }
            Expression::CallExpression(it) => self.called(it, given, depth),
            _ => None,
        }
    }

    /// What a call comes to: one of a function of the file, or of Node's.
    fn called(&self, call: &CallExpression<'_>, given: &[(&str, Given)], depth: usize) -> Option<Value> {
        let values = || self.arguments(call, given, depth);
        let name = match &call.callee {
            Expression::Identifier(it) => match self.names.get(it.name.as_str()) {
                Some(Bound::Function(parameters, body)) => {
                    return self.returned(parameters, body.statements.last()?, values()?, depth);
                }
                Some(Bound::Value(Expression::FunctionExpression(it))) => {
                    let last = it.body.as_ref()?.statements.last()?;
                    return self.returned(&it.params, last, values()?, depth);
                }
                Some(Bound::Value(Expression::ArrowFunctionExpression(it))) => {
                    if let Some(result) = it.body.as_expression() {
                        return self.value(result, &parameters(&it.params, values()?), depth);
                    }
                    let body = it.body.as_function_body()?;
                    return self.returned(&it.params, body.statements.last()?, values()?, depth);
                }
                _ => it.name.as_str(),
            },
            Expression::StaticMemberExpression(it) if it.object.is_specific_id("require") => {
                return self.required(call, given, depth);
            }
            Expression::StaticMemberExpression(it) if is_module(&it.object) => it.property.name.as_str(),
            _ => return None,
        };
        let mut values = values()?.into_iter();
        match name {
            "cwd" => Some(Value::Place(self.dir.to_vec())),
            "fileURLToPath" | "normalizePath" | "String" => values.next(),
            "dirname" => match values.next()? {
                Value::Place(path) => path::join(&path, b"..").map(Value::Place),
                Value::Text(_) => None,
            },
            "resolve" => values.try_fold(Value::Place(self.dir.to_vec()), joined),
            "join" => {
                let first = values.next()?;
                values.try_fold(first, joined)
            }
            _ => None,
        }
    }

    /// What a call gives, `...more` among it where that is what a function around it was given.
    fn arguments(
        &self,
        call: &CallExpression<'_>,
        given: &[(&str, Given)],
        depth: usize,
    ) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for argument in &call.arguments {
            match argument {
                Argument::SpreadElement(it) => {
                    let Expression::Identifier(it) = &it.argument else { return None };
                    let (_, more) = given.iter().find(|(known, _)| *known == it.name)?;
                    let Given::Rest(more) = more else { return None };
                    values.extend(more.iter().cloned());
                }
                argument => values.push(self.value(argument.as_expression()?, given, depth)?),
            }
        }
        Some(values)
    }

    /// `require.resolve('./x')`
    fn required(&self, call: &CallExpression<'_>, given: &[(&str, Given)], depth: usize) -> Option<Value> {
        match self.value(argument(call, 0)?, given, depth)? {
            Value::Text(text) if text.starts_with("./") || text.starts_with("../") => {
                path::join(self.file.parent(), text.as_bytes()).map(Value::Place)
            }
            _ => None,
        }
    }

    fn returned(
        &self,
        names: &FormalParameters<'_>,
        last: &Statement<'_>,
        values: Vec<Value>,
        depth: usize,
    ) -> Option<Value> {
        let Statement::ReturnStatement(it) = last else { return None };
        self.value(it.argument.as_ref()?, &parameters(names, values), depth)
    }
}

/// The parameters of a function with what they are given.
fn parameters<'n>(names: &'n FormalParameters<'_>, mut values: Vec<Value>) -> Vec<(&'n str, Given)> {
    let name = |pattern: &'n BindingPattern<'_>| match pattern {
        BindingPattern::BindingIdentifier(it) => Some(it.name.as_str()),
        _ => None,
    };
    let rest = values.split_off(values.len().min(names.items.len()));
    let plain = names.items.iter().zip(values);
    let plain = plain.filter_map(|(it, value)| Some((name(&it.pattern)?, Given::One(value))));
    let all_left = names.rest.as_ref().and_then(|it| Some((name(&it.rest.argument)?, Given::Rest(rest))));
    plain.chain(all_left).collect()
}

/// Two texts, or a place and a path below it.
fn concatenated(one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (Value::Text(one), Value::Text(other)) => {
            (one.len() + other.len() <= LONGEST).then(|| Value::Text(one + &other))
        }
        (Value::Text(one), place @ Value::Place(_)) => one.is_empty().then_some(place),
        (Value::Place(place), Value::Text(text)) => {
            let is_below = text.is_empty() || text.starts_with('/') || text == GROUP;
            (is_below && place.len() + text.len() <= LONGEST)
                .then(|| path::join(&place, text.as_bytes()))
                .flatten()
                .map(Value::Place)
        }
        (Value::Place(_), Value::Place(_)) => None,
    }
}

/// `path.resolve` and `path.join` of a place.
fn joined(one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (_, place @ Value::Place(_)) => Some(place),
        (Value::Place(place), Value::Text(text)) => {
            let is_short = place.len() + text.len() <= LONGEST;
            is_short.then(|| path::join(&place, text.as_bytes())).flatten().map(Value::Place)
        }
        (Value::Text(one), Value::Text(other)) => {
            (one.len() + other.len() <= LONGEST).then(|| Value::Text(format!("{one}/{other}")))
        }
    }
}

/// Whether `expression` can be a module of Node, or `process`: `path`, `path.posix`, `require('path')`.
fn is_module(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::Identifier(it) => it.name != "Promise",
        Expression::StaticMemberExpression(it) => is_module(&it.object),
        Expression::CallExpression(it) => it.callee.is_specific_id("require"),
        _ => false,
    }
}

fn is_import_meta(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::ImportMeta(_))
}
