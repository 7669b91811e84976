//! Where a configuration says what this tool asks for: `alias`, folders of modules, `entry` and their kin. Pure.

use std::borrow::Cow;

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, AssignmentExpression, AssignmentTarget, CallExpression, Expression,
    ObjectExpression, ObjectProperty, ObjectPropertyKind, Program, Statement,
};
use oxc_ast_visit::{Visit, walk};

use super::values::Scope;
use super::{Alias, Behind, Configuration, DEEPEST, GROUP, MOST, Value};
use crate::languages::ecmascript::extract::literals::{argument, literal};
use crate::path::RepoPath;

/// How many properties of an alias in a list are looked at.
const MOST_PARTS: usize = 16;
/// In how many folders modules are looked for.
const MOST_MODULES: usize = 16;

/// What an `alias` is part of that holds for imports: of an object itself, or below one of these.
const AROUND: [&str; 6] = ["resolve", "kit", "source", "webpack", "build", "plugins"];
/// What holds for tests, or for some of the environments only.
const APART: [&str; 2] = ["test", "env"];
/// Configurations of webpack and what is built upon it: there `$` ends a name behind which nothing is meant.
const WEBPACK: [&[u8]; 7] =
    [b"webpack", b"rspack", b"rsbuild", b"vue.config", b"craco.config", b"next.config", b"quasar.conf"];

/// How the configurations of a tool say what is entered.
#[derive(Clone, Copy)]
struct Entering {
    /// How the names of the configurations begin.
    tool: &'static str,
    /// What the property is called.
    name: &'static str,
    /// What it may stand right below; `None` is an object itself.
    below: &'static [Option<&'static str>],
}

/// Those that are known.
const ENTERING: [Entering; 11] = [
    Entering { tool: "webpack", name: "entry", below: &[None] },
    Entering { tool: "rspack.config", name: "entry", below: &[None] },
    Entering { tool: "rsbuild.config", name: "entry", below: &[None, Some("source")] },
    Entering { tool: "tsup.config", name: "entry", below: &[None] },
    Entering { tool: "tsdown.config", name: "entry", below: &[None] },
    Entering { tool: "vite.config", name: "entry", below: &[Some("lib")] },
    Entering { tool: "rollup.config", name: "input", below: &[None] },
    Entering { tool: "rolldown.config", name: "input", below: &[None] },
    Entering { tool: "esbuild", name: "entryPoints", below: &[None] },
    Entering { tool: "build", name: "entryPoints", below: &[None] },
    Entering { tool: "bundle", name: "entryPoints", below: &[None] },
];

/// Collects what is said of names.
struct Finder<'b, 'a> {
    scope: Scope<'b, 'a>,
    /// `$` ends a name behind which nothing is meant.
    is_webpack: bool,
    /// How it is said what is entered.
    entering: Option<Entering>,
    /// The properties around the current node.
    around: Vec<Cow<'a, str>>,
    /// How many aliases there were before the object at hand.
    part: usize,
    /// The current node is part of what the configuration exports.
    is_exported: bool,
    found: Configuration,
}

/// What `program`, the configuration `file` that is run in `dir`, says.
pub(super) fn find(file: &RepoPath, dir: &[u8], program: &Program<'_>) -> Configuration {
    let mut finder = Finder {
        scope: Scope::of((file, dir), program),
        is_webpack: WEBPACK.iter().any(|name| file.file_name().starts_with(name)),
        entering: entering(file),
        around: Vec::new(),
        part: 0,
        is_exported: false,
        found: Configuration::default(),
    };
    finder.visit_program(program);
    finder.found
}

/// What the configuration `file` calls what is entered.
pub(in super::super) fn named_entries(file: &RepoPath) -> &'static str {
    entering(file).map_or("entry", |it| it.name)
}

fn entering(file: &RepoPath) -> Option<Entering> {
    ENTERING.into_iter().find(|it| file.file_name().starts_with(it.tool.as_bytes()))
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
                if let Some((name, behind)) = meant(it.regex.pattern.text.as_str()) {
                    self.add(name, behind, replacement);
                }
            }
            find => {
                if let Some(name) = literal(find) {
                    self.add(name.strip_suffix('/').unwrap_or(name).to_owned(), Behind::Path, replacement);
                }
            }
        }
    }

    /// A name with its value, or with several.
    fn take(&mut self, name: &str, value: &Expression<'a>) {
        let exact = name.strip_suffix('$').filter(|name| self.is_webpack && !name.is_empty());
        let plain = exact.unwrap_or(name);
        let plain = plain.strip_suffix("/*").or_else(|| plain.strip_suffix('/')).unwrap_or(plain).to_owned();
        let behind = if exact.is_some() { Behind::Nothing } else { Behind::Path };
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
                    self.add(plain.clone(), behind, value);
                }
            }
            value => self.add(plain, behind, value),
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
                let parts = parts.take(MOST).filter_map(|it| self.scope.value(entered(it), &[], DEEPEST));
                let parts: Vec<Value> = parts.collect();
                if self.is_webpack {
                    self.found.entries.extend((!parts.is_empty()).then_some(parts));
                } else {
                    self.found.entries.extend(parts.into_iter().map(|part| vec![part]));
                }
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

    fn add(&mut self, name: String, behind: Behind, value: &Expression<'a>) {
        if let Some(value) = self.scope.value(value, &[], DEEPEST)
            && !name.is_empty()
            && self.found.aliases.len() < MOST
        {
            self.found.aliases.push(Alias { name, behind, value: without_slash(behind, value) });
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
            (name, around)
                if self.entering.is_some_and(|it| it.name == name && it.below.contains(&around)) =>
            {
                self.take_entries(&it.value, 2);
            }
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

/// The file of `{ in: 'src/app.ts', out: 'app' }`; else what is written.
fn entered<'e, 'a>(written: &'e Expression<'a>) -> &'e Expression<'a> {
    let Expression::ObjectExpression(object) = written else { return written };
    let named = object.properties.iter().take(MOST_PARTS).find_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) if it.key.is_specific_static_name("in") => Some(&it.value),
        _ => None,
    });
    named.unwrap_or(written)
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

/// How the regular expressions that are understood end, longer ends first, and what that lets follow a name.
const ENDS: [(&str, Behind); 10] = [
    ("(/|$)", Behind::Path),
    ("(?:/|$)", Behind::Path),
    ("(?=/|$)", Behind::Path),
    ("(.*)$", Behind::Text),
    ("(.+)$", Behind::Text),
    ("([^/]+)$", Behind::Segment),
    ("(.*)", Behind::Text),
    ("(.+)", Behind::Text),
    ("$", Behind::Nothing),
    ("", Behind::Path),
];

/// The name that a regular expression without choices means, and what may follow: `^@/`, `^~`, `^react$`, `^@x(/|$)`,
/// `^@x/(.*)`.
fn meant(pattern: &str) -> Option<(String, Behind)> {
    let pattern = pattern.strip_prefix('^').unwrap_or(pattern).replace("\\/", "/");
    let (name, behind) = ENDS.iter().find_map(|(end, behind)| Some((pattern.strip_suffix(end)?, *behind)))?;
    let is_plain = !name.contains(|c: char| "\\.*+?()[]{}|^$".contains(c));
    let is_open = matches!(behind, Behind::Text | Behind::Segment);
    let name = if is_open { name } else { name.trim_end_matches('/') };
    is_plain.then(|| (name.to_owned(), behind))
}

/// `src/$1` is `src` where the group is no more than the slash behind the name.
fn without_slash(behind: Behind, value: Value) -> Value {
    match value {
        value if behind != Behind::Path => value,
        Value::Text(text) => Value::Text(text.strip_suffix(GROUP).unwrap_or(&text).to_owned()),
        Value::Place(mut place) => {
            let own =
                place.strip_suffix(GROUP.as_bytes()).and_then(|it| it.strip_suffix(b"/")).map(<[u8]>::len);
            place.truncate(own.unwrap_or(place.len()));
            Value::Place(place)
        }
    }
}
