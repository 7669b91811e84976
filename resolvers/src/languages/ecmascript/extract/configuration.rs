//! What the configuration of a bundler says: for what names stand, and what is entered. It is read from its syntax:
//! nothing is executed.
//!
//! Taken is what is called `alias` where bundlers look for it, what is added to it by name, the folders of modules, and
//! what is called `entry`; what holds for tests alone is not. A value that is not made of texts, of the place of the
//! configuration and of Node's functions on paths and URLs is passed over. Pure.

use std::borrow::Cow;
use std::cell::Cell;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, AssignmentExpression, AssignmentTarget, BindingIdentifier,
    BindingPattern, CallExpression, Declaration, Expression, FormalParameters, Function, FunctionBody,
    ObjectExpression, ObjectProperty, ObjectPropertyKind, Program, Statement, VariableDeclaration,
    VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::operator::BinaryOperator;
use rustc_hash::FxHashMap;

use super::literals::{argument, literal};
use super::{Grammar, parsed, text};
use crate::languages::ecmascript::Flavor;
use crate::path::{self, RepoPath};

/// How many names and calls may stand between a value and what it is made of.
const DEEPEST: usize = 8;
/// How many values are looked at: names may stand for names without end.
const MOST_VALUES: usize = 20_000;
/// How many aliases are taken, and how many calls of a chain are followed.
const MOST: usize = 1000;
/// How many properties of an alias in a list are looked at.
const MOST_PARTS: usize = 16;
/// In how many folders modules are looked for.
const MOST_MODULES: usize = 16;
/// Bytes of the longest text.
const LONGEST: usize = 4096;

/// What an `alias` is part of that holds for imports: of an object itself, or below one of these.
const AROUND: [&str; 6] = ["resolve", "kit", "source", "webpack", "build", "plugins"];
/// What holds for tests, or for some of the environments only.
const APART: [&str; 2] = ["test", "env"];
/// Configurations of webpack and what is built upon it: there `$` ends a name behind which nothing is meant.
const WEBPACK: [&[u8]; 7] =
    [b"webpack", b"rspack", b"rsbuild", b"vue.config", b"craco.config", b"next.config", b"quasar.conf"];

/// A name, or the beginning of one, and what stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Alias {
    /// `@` for `@` and `@/x`.
    pub(crate) name: String,
    /// Only the name itself is meant, and nothing behind a slash.
    pub(crate) is_exact: bool,
    /// What stands for it.
    pub(crate) value: Value,
}

/// A value of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// A place, from the repo root.
    Place(Vec<u8>),
    /// A text as it is written.
    Text(String),
}

/// What a configuration says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// In source order.
    pub(crate) aliases: Vec<Alias>,
    /// Folders in which modules are looked for by their names (webpack).
    pub(crate) modules: Vec<Value>,
    /// `srcDir` (Nuxt, WXT).
    pub(crate) source_dir: Option<Value>,
    /// `root` (vite).
    pub(crate) root: Option<Value>,
    /// `context` (webpack): from where entries count.
    pub(crate) context: Option<Value>,
    /// It asks for the ways of the fourth version (Nuxt).
    pub(crate) follows_fourth: bool,
    /// What is entered, in source order. Of a list each is loaded, and what it is for comes last.
    pub(crate) entries: Vec<Vec<Value>>,
}

/// What the configuration `file`, which is run in `dir`, says; nothing where its syntax is broken.
pub(crate) fn configuration(file: &RepoPath, dir: &[u8], source: &[u8]) -> Configuration {
    let Some((flavor, text)) = Flavor::of_name(file.file_name()).zip(text::decode(source).ok()) else {
        return Configuration::default();
    };
    let read = |program: &Program<'_>, _| {
        let scope = Scope::of((file, dir), program);
        let is_webpack = WEBPACK.iter().any(|name| file.file_name().starts_with(name));
        let mut finder = Finder {
            scope,
            is_webpack,
            around: Vec::new(),
            part: 0,
            is_exported: false,
            found: Configuration::default(),
        };
        finder.visit_program(program);
        finder.found
    };
    parsed(&text, Grammar::chain(flavor), read).unwrap_or_default()
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Bound<'b, 'a> {
    Value(&'b Expression<'a>),
    Function(&'b FormalParameters<'a>, &'b FunctionBody<'a>),
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
struct Scope<'b, 'a> {
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
    fn of((file, dir): (&'b RepoPath, &'b [u8]), program: &'b Program<'a>) -> Self {
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
    fn exports(&self, it: &VariableDeclarator<'_>) -> bool {
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
    fn goes_on(&self) -> bool {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.unwrap_or_default());
        left.is_some()
    }

    /// The folder of the configuration.
    fn own(&self) -> Value {
        Value::Place(self.file.parent().to_vec())
    }

    /// The object or list that `expression` is.
    fn collection(&self, expression: &'b Expression<'a>) -> &'b Expression<'a> {
        let mut expression = expression.get_inner_expression();
        for _ in 0..DEEPEST {
            let Expression::Identifier(it) = expression else { break };
            let Some(Bound::Value(value)) = self.names.get(it.name.as_str()) else { break };
            expression = value.get_inner_expression();
        }
        expression
    }

    /// What `expression` comes to, where `given` are the parameters of the function around it.
    fn value(&self, expression: &Expression<'_>, given: &[(&str, Value)], depth: usize) -> Option<Value> {
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
                    Some((_, value)) => Some(value.clone()),
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
    fn called(&self, call: &CallExpression<'_>, given: &[(&str, Value)], depth: usize) -> Option<Value> {
        let expressions = call.arguments.iter().map(Argument::as_expression);
        let values =
            || expressions.clone().map(|it| self.value(it?, given, depth)).collect::<Option<Vec<Value>>>();
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

    /// `require.resolve('./x')`
    fn required(&self, call: &CallExpression<'_>, given: &[(&str, Value)], depth: usize) -> Option<Value> {
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
fn parameters<'n>(names: &'n FormalParameters<'_>, values: Vec<Value>) -> Vec<(&'n str, Value)> {
    let name = |pattern: &'n BindingPattern<'_>| match pattern {
        BindingPattern::BindingIdentifier(it) => Some(it.name.as_str()),
        _ => None,
    };
    let names = names.items.iter().map(|it| name(&it.pattern));
    names.zip(values).filter_map(|(name, value)| Some((name?, value))).collect()
}

/// Two texts, or a place and a path below it.
fn concatenated(one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (Value::Text(one), Value::Text(other)) => {
            (one.len() + other.len() <= LONGEST).then(|| Value::Text(one + &other))
        }
        (Value::Text(one), place @ Value::Place(_)) => one.is_empty().then_some(place),
        (Value::Place(place), Value::Text(text)) => {
            let is_below = text.is_empty() || text.starts_with('/');
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

/// Whether `expression` is an `alias` of something, or one to which names were added: `config.resolve.alias.set(…)`.
fn is_alias(expression: &Expression<'_>) -> bool {
    let mut expression = expression;
    for _ in 0..MOST {
        expression = match expression {
            Expression::StaticMemberExpression(it) if it.property.name == "alias" => {
                let of = it.object.get_inner_expression();
                return !matches!(of, Expression::StaticMemberExpression(it) if it.property.name == "resolveLoader");
            }
            Expression::CallExpression(it) => match &it.callee {
                Expression::StaticMemberExpression(it) if it.property.name == "set" => &it.object,
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}

/// Collects what is said of names.
struct Finder<'b, 'a> {
    scope: Scope<'b, 'a>,
    /// `$` ends a name behind which nothing is meant.
    is_webpack: bool,
    /// The properties around the current node.
    around: Vec<Cow<'a, str>>,
    /// How many aliases there were before the object at hand.
    part: usize,
    /// The current node is part of what the configuration exports.
    is_exported: bool,
    found: Configuration,
}

impl<'a> Finder<'_, 'a> {
    /// The names of an object or a list.
    fn take_all(&mut self, written: &Expression<'a>, depth: usize) {
        if !self.scope.goes_on() {
            return;
        }
        match self.scope.collection(written) {
            Expression::ObjectExpression(it) => self.take_object(it, depth),
            Expression::ArrayExpression(it) => {
                for element in &it.elements {
                    if !self.scope.goes_on() {
                        return;
                    }
                    if let ArrayExpressionElement::ObjectExpression(it) = element {
                        self.take_pair(it);
                    }
                }
            }
            _ => {}
        }
    }

    fn take_object(&mut self, object: &ObjectExpression<'a>, depth: usize) {
        for property in &object.properties {
            if !self.scope.goes_on() {
                return;
            }
            match property {
                ObjectPropertyKind::ObjectProperty(it) => {
                    if let Some(name) = it.key.static_name() {
                        self.take(&name, &it.value);
                    }
                }
                ObjectPropertyKind::SpreadProperty(it) if depth > 0 => self.take_all(&it.argument, depth - 1),
                ObjectPropertyKind::SpreadProperty(_) => {}
            }
        }
    }

    /// `{ find: '@', replacement: … }`
    fn take_pair(&mut self, object: &ObjectExpression<'a>) {
        let property = |name: &str| {
            object.properties.iter().take(MOST_PARTS).find_map(|it| match it {
                ObjectPropertyKind::ObjectProperty(it) if it.key.is_specific_static_name(name) => {
                    Some(&it.value)
                }
                _ => None,
            })
        };
        let Some((find, replacement)) = property("find").zip(property("replacement")) else { return };
        match find {
            Expression::RegExpLiteral(it) => {
                if let Some((name, is_exact)) = plain(it.regex.pattern.text.as_str()) {
                    self.add(name, is_exact, replacement);
                }
            }
            find => {
                if let Some(name) = literal(find) {
                    self.add(name.strip_suffix('/').unwrap_or(name).to_owned(), false, replacement);
                }
            }
        }
    }

    /// A name with its value, or with several.
    fn take(&mut self, name: &str, value: &Expression<'a>) {
        let exact = name.strip_suffix('$').filter(|name| self.is_webpack && !name.is_empty());
        let plain = exact.unwrap_or(name);
        let plain = plain.strip_suffix("/*").or_else(|| plain.strip_suffix('/')).unwrap_or(plain).to_owned();
        // What is given again is meant; parts of a project have objects of their own.
        let mut at = 0;
        let start = self.part;
        self.found.aliases.retain(|it| {
            at += 1;
            at <= start || it.name != plain
        });
        match value {
            Expression::ArrayExpression(it) => {
                for value in it.elements.iter().filter_map(ArrayExpressionElement::as_expression) {
                    self.add(plain.clone(), exact.is_some(), value);
                }
            }
            value => self.add(plain, exact.is_some(), value),
        }
    }

    /// What is entered: one file, several, or several by name.
    fn take_entries(&mut self, written: &Expression<'a>, depth: usize) {
        if !self.scope.goes_on() || self.found.entries.len() >= MOST {
            return;
        }
        match self.scope.collection(written) {
            Expression::ObjectExpression(it) if depth > 0 => {
                for property in &it.properties {
                    if let ObjectPropertyKind::ObjectProperty(it) = property {
                        self.take_entries(&it.value, depth - 1);
                    }
                }
            }
            Expression::ArrayExpression(it) => {
                let parts = it.elements.iter().filter_map(ArrayExpressionElement::as_expression);
                let parts: Vec<Value> =
                    parts.take(MOST).filter_map(|it| self.scope.value(it, &[], DEEPEST)).collect();
                self.found.entries.extend((!parts.is_empty()).then_some(parts));
            }
            other => {
                let entry = self.scope.value(other, &[], DEEPEST);
                self.found.entries.extend(entry.map(|it| vec![it]));
            }
        }
    }

    /// Keeps what `value` comes to, where that can be told.
    fn set(&mut self, value: &Expression<'a>, slot: impl Fn(&mut Configuration) -> &mut Option<Value>) {
        if let Some(value) = self.scope.value(value, &[], DEEPEST) {
            *slot(&mut self.found) = Some(value);
        }
    }

    fn add(&mut self, name: String, is_exact: bool, value: &Expression<'a>) {
        if let Some(value) = self.scope.value(value, &[], DEEPEST)
            && !name.is_empty()
            && self.found.aliases.len() < MOST
        {
            self.found.aliases.push(Alias { name, is_exact, value });
        }
    }
}

impl<'a> Visit<'a> for Finder<'_, 'a> {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let outer = self.is_exported;
        // `const config = …; export default config` is a form of it; what is exported under a name is not.
        self.is_exported |= match it {
            Statement::ExportDefaultDeclaration(_) => true,
            Statement::ExpressionStatement(it) => {
                matches!(it.expression, Expression::AssignmentExpression(_))
            }
            Statement::VariableDeclaration(it) => it.declarations.iter().any(|it| self.scope.exports(it)),
            _ => false,
        };
        walk::walk_statement(self, it);
        self.is_exported = outer;
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        let Some(name) = it.key.static_name() else { return walk::walk_object_property(self, it) };
        let around = self.around.last().map(Cow::as_ref);
        match (name.as_ref(), around) {
            (name, _) if APART.contains(&name) => return,
            ("alias", around) if around.is_none_or(|around| AROUND.contains(&around)) => {
                self.part = self.found.aliases.len();
                self.take_all(&it.value, DEEPEST);
                self.part = 0;
            }
            ("modules", Some("resolve")) if self.found.modules.is_empty() => {
                if let Expression::ArrayExpression(list) = self.scope.collection(&it.value) {
                    let values = list.elements.iter().take(MOST_MODULES);
                    let values = values.filter_map(ArrayExpressionElement::as_expression);
                    let values = values.filter_map(|value| self.scope.value(value, &[], DEEPEST));
                    self.found.modules.extend(values);
                }
            }
            // A name with what it is made of, and no deeper.
            ("entry", None | Some("source")) => self.take_entries(&it.value, 2),
            ("srcDir", None) if self.is_exported => self.set(&it.value, |found| &mut found.source_dir),
            ("root", None) if self.is_exported => self.set(&it.value, |found| &mut found.root),
            ("context", None) if self.is_exported => self.set(&it.value, |found| &mut found.context),
            ("compatibilityVersion", Some("future")) => {
                let is_fourth =
                    |it: &Expression<'_>| matches!(it, Expression::NumericLiteral(it) if it.value >= 4.0);
                self.found.follows_fourth |= is_fourth(&it.value);
            }
            _ => {}
        }
        self.around.push(name);
        walk::walk_object_property(self, it);
        self.around.pop();
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match &it.left {
            AssignmentTarget::StaticMemberExpression(left) if left.property.name == "alias" => {
                self.take_all(&it.right, DEEPEST);
            }
            AssignmentTarget::StaticMemberExpression(left) if is_alias(&left.object) => {
                self.take(left.property.name.as_str(), &it.right);
            }
            AssignmentTarget::ComputedMemberExpression(left) if is_alias(&left.object) => {
                if let Some(name) = literal(&left.expression) {
                    self.take(name, &it.right);
                }
            }
            _ => {}
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        // Of a chain the calls stand in each other, the last one outside.
        walk::walk_call_expression(self, it);
        let Expression::StaticMemberExpression(callee) = &it.callee else { return };
        match (callee.property.name.as_str(), argument(it, 0), argument(it, 1)) {
            ("set", Some(name), Some(value)) if is_alias(&callee.object) => {
                if let Some(name) = literal(name) {
                    self.take(name, value);
                }
            }
            // Laravel Mix and Encore.
            ("alias" | "addAliases", Some(object), None) if self.is_webpack => self.take_all(object, DEEPEST),
            ("assign", Some(object), Some(_)) if is_alias(object) => {
                for more in it.arguments.iter().skip(1).filter_map(Argument::as_expression) {
                    self.take_all(more, DEEPEST);
                }
            }
            _ => {}
        }
    }
}

/// The text that a regular expression without choices stands for, and whether nothing may follow it: `^@/`, `^~`,
/// `^react$`.
fn plain(pattern: &str) -> Option<(String, bool)> {
    let pattern = pattern.strip_prefix('^').unwrap_or(pattern);
    let (pattern, is_exact) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let pattern = pattern.replace("\\/", "/");
    let is_plain = !pattern.contains(|c: char| "\\.*+?()[]{}|^$".contains(c));
    is_plain.then(|| (pattern.trim_end_matches('/').to_owned(), is_exact))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The aliases of `config`, a line each: the name and what stands for it.
    fn check(path: &str, config: &str, expected: &[&str]) {
        let file = RepoPath::new(path.as_bytes()).unwrap();
        let line = |it: Alias| {
            let exact = if it.is_exact { "$" } else { "" };
            match it.value {
                Value::Place(place) => format!("{}{exact} at {}", it.name, String::from_utf8(place).unwrap()),
                Value::Text(text) => format!("{}{exact} is {text}", it.name),
            }
        };
        let found: Vec<String> =
            configuration(&file, file.parent(), config.as_bytes()).aliases.into_iter().map(line).collect();
        assert_eq!(found, expected, "{config}");
    }

    #[test]
    fn values_are_made_of_texts_and_paths() {
        let values = [
            ("path.resolve(__dirname, './src')", "at app/src"),
            ("path.resolve('src')", "at app/src"),
            ("resolve(__dirname, 'src', 'lib')", "at app/src/lib"),
            ("path.join(__dirname, '..', 'shared')", "at shared"),
            ("join(process.cwd(), 'src')", "at app/src"),
            ("fileURLToPath(new URL('./src', import.meta.url))", "at app/src"),
            ("new URL('../x/', import.meta.url).pathname", "at x"),
            ("resolve(dirname(fileURLToPath(import.meta.url)), 'src')", "at app/src"),
            ("resolve(import.meta.dirname, 'src')", "at app/src"),
            ("`${__dirname}/src`", "at app/src"),
            ("__dirname + '/src'", "at app/src"),
            ("normalizePath(path.resolve(__dirname, 'src'))", "at app/src"),
            ("(('./src') as string)", "is ./src"),
            ("here", "at app/lib"),
            ("below('x')", "at app/src/x"),
            ("beside('x')", "at app/x"),
            ("named('x')", "at app/y/x"),
            ("require.resolve('./x.js')", "at app/x.js"),
            ("require.resolve('x')", ""),
            ("/src/", ""),
            ("process.env.SRC", ""),
            ("__dirname + 'src'", ""),
            ("path.resolve(__dirname, name)", ""),
            ("round", ""),
            ("path.resolve(__dirname, '../../outside')", ""),
        ];
        for (value, expected) in values {
            let config = format!(
                "const here = path.resolve(__dirname, 'lib');
                 const round = round;
                 const below = (dir) => path.join(__dirname, 'src', dir);
                 function beside(dir: string) {{ return path.resolve(__dirname, dir); }}
                 const named = function (dir) {{ const x = 1; return resolve('y', dir); }};
                 export default {{ resolve: {{ alias: {{ '@': {value} }} }} }}"
            );
            let expected: Vec<String> =
                if expected.is_empty() { vec![] } else { vec![format!("@ {expected}")] };
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            check("app/vite.config.ts", &config, &expected);
        }
    }

    #[test]
    fn aliases_are_found_wherever_they_stand() {
        check(
            "vite.config.ts",
            "const own = { '#a': './a' }; const alias = { ...own, b$: './b', 'c/*': './c', d: ['./d', './e'] };
             export default defineConfig(({ mode }) => ({ resolve: { alias }, test: { alias: { t: './t' } } }))",
            &["#a is ./a", "b$ is ./b", "c is ./c", "d is ./d", "d is ./e"],
        );
        check(
            "vite.config.js",
            "module.exports = { resolve: { alias: [
               { find: '@', replacement: './src' }, { find: /^~\\//, replacement: './lib' },
               { find: /^x$/, replacement: './x' }, { find: /a|b/, replacement: './y' }, { find: 'z' },
             ] } }",
            &["@ is ./src", "~ is ./lib", "x$ is ./x"],
        );
        check(
            "vue.config.js",
            "module.exports = { chainWebpack(config) {
               config.resolve.alias.set('@', './src').set('x', './x');
               config.resolve.alias['y'] = './y'; config.resolve.alias.z = './z';
               Object.assign(config.resolve.alias, { w: './w' });
               config.resolve.alias = { ...config.resolve.alias, v: './v' };
               config.other.set('u', './u');
             } }",
            &["@ is ./src", "x is ./x", "y is ./y", "z is ./z", "w is ./w", "v is ./v"],
        );
        check(
            "webpack.config.js",
            "module.exports = { resolve: { alias: { 'a$': './a', $: './b' } }, resolveLoader: { alias: { l: './l' } } };
             mix.js('a', 'b').alias({ '@': 'resources/js' }); Encore.addAliases({ e: './e' });
             config.resolveLoader.alias.set('m', './m');",
            &["a$ is ./a", "$ is ./b", "@ is resources/js", "e is ./e"],
        );
        check(
            "nuxt.config.ts",
            "export default defineNuxtConfig({ alias: { a: './a' }, image: { alias: { i: './i' } } })",
            &["a is ./a"],
        );
        check(
            "babel.config.js",
            "module.exports = { env: { test: { plugins: [['module-resolver', { alias: { a: './mock' } }]] } },
               plugins: [['module-resolver', { alias: { a: './a' } }]] }",
            &["a is ./a"],
        );
        check(
            "vite.config.ts",
            "const twice = './old'; export default defineConfig(() => { const twice = './new'; const once = './once';
               return { resolve: { alias: { a: twice, b: once } } }; })",
            &["b is ./once"],
        );
        check(
            "vite.config.ts",
            "const base = { '@': './old', b: './b' };
             export default { resolve: { alias: { ...base, '@': './new', c: [__dirname, 'c'].join('/') } } }",
            &["b is ./b", "@ is ./new"],
        );
        check("vite.config.ts", "export default { alias: {", &[]);
        check("vite.config.json", "{ \"alias\": { \"a\": \"b\" } }", &[]);
    }

    #[test]
    fn entries_are_one_or_several_or_have_names() {
        let check = |written: &str, expected: &[&[&str]]| {
            let file = RepoPath::new(b"webpack.config.js").unwrap();
            let config = format!("const e = './e.js'; module.exports = {{ entry: {written} }};");
            let text = |it: &Value| match it {
                Value::Text(text) => text.clone(),
                Value::Place(place) => format!("/{}", String::from_utf8_lossy(place)),
            };
            let found = configuration(&file, b"", config.as_bytes()).entries;
            let found: Vec<Vec<String>> = found.iter().map(|it| it.iter().map(text).collect()).collect();
            assert_eq!(found, expected, "{written}");
        };
        check("'./a.js'", &[&["./a.js"]]);
        check("path.join(__dirname, 'src', 'a')", &[&["/src/a"]]);
        check("['./polyfill', e]", &[&["./polyfill", "./e.js"]]);
        check(
            "{ a: './a.js', b: ['./x', './b.js'], c: { import: './c.js', dependOn: 'a' } }",
            &[&["./a.js"], &["./x", "./b.js"], &["./c.js"], &["a"]],
        );
        check("() => glob('*.js')", &[]);
        check("[], x: { splitChunks: { entry: './no.js' } }", &[]);
    }

    #[test]
    fn folders_are_those_of_the_whole() {
        let file = RepoPath::new(b"p/nuxt.config.ts").unwrap();
        let config = "const src = 'client'; const paths = { root: 'no' }; export default { pwa: { srcDir: 'sw', root: 'r' }, srcDir: src,
                      root: resolve(__dirname, 'web'), resolve: { modules: ['app', resolve('lib')] } }";
        let found = configuration(&file, b"p", config.as_bytes());
        assert_eq!(found.source_dir, Some(Value::Text("client".to_owned())));
        assert_eq!(found.root, Some(Value::Place(b"p/web".to_vec())));
        assert_eq!(found.modules, [Value::Text("app".to_owned()), Value::Place(b"p/lib".to_vec())]);
    }

    #[test]
    fn what_multiplies_ends() {
        let file = RepoPath::new(b"vite.config.js").unwrap();
        let read = |text: &str| configuration(&file, b"", text.as_bytes()).aliases.len();
        let spread = "...c,".repeat(60);
        let spreads =
            format!("const c = {{ {spread} '@': './a' }}; export default {{ resolve: {{ alias: c }} }}");
        assert_eq!(read(&spreads), 1);
        let text = |n| format!("const v{n} = `{}`;", format!("${{v{}}}", n + 1).repeat(400));
        let texts = (0..4).map(text).collect::<Vec<_>>().concat();
        let texts = format!("{texts} const v4 = 'x'; export default {{ resolve: {{ alias: {{ a: v0 }} }} }}");
        assert_eq!(read(&texts), 0);
        let call = |n| format!("const f{n} = (x) => path.join({});", format!("f{}(x),", n + 1).repeat(300));
        let calls = (0..4).map(call).collect::<Vec<_>>().concat();
        let calls = format!(
            "{calls} const f4 = (x) => 'a'; export default {{ resolve: {{ alias: {{ a: f0('b') }} }} }}"
        );
        assert_eq!(read(&calls), 0);
        assert_eq!(read(&format!("config.resolve.alias{}", ".set('a', './a')".repeat(20_000))), 1);
        let many = |value: &str| (0..2000).map(|n| format!("a{n}:{value},")).collect::<Vec<_>>().concat();
        for (value, expected) in [("[]", 0), ("'./a'", MOST)] {
            let nested = format!("const d = {{ {} }}; const c = {{ {} }};", many(value), many("d"));
            let config = format!("{nested} module.exports = {{ entry: c }}");
            let found = configuration(&file, b"", config.as_bytes());
            assert_eq!(found.entries.len(), expected, "{value}");
        }
        let long = "x".repeat(LONGEST - 1);
        let joined = format!(
            "const x = '{long}'; export default {{ resolve: {{ alias: {{ a: join(__dirname{}) }} }} }}",
            ", x".repeat(9000)
        );
        assert_eq!(read(&joined), 0);
        let empty = format!(
            "const c = {{ {} }}; module.exports = [{}]",
            many("[]"),
            "{ resolve: { alias: c } },".repeat(2000)
        );
        assert_eq!(read(&empty), 0);
    }
}
