//! What the configuration of a bundler says: for what names stand, and what is entered. It is read from its syntax:
//! nothing is executed.
//!
//! Taken is what is called `alias`, wherever it stands, what is added to it by name, and what is called `entry`. A value that is not made of
//! texts, of the place of the configuration and of Node's functions on paths and URLs is passed over. Pure.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, AssignmentExpression, AssignmentTarget, BindingPattern, CallExpression,
    Declaration, Expression, FormalParameters, Function, FunctionBody, ObjectExpression, ObjectProperty,
    ObjectPropertyKind, Program, Statement, VariableDeclaration,
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
    /// `srcDir` (Nuxt, WXT).
    pub(crate) source_dir: Option<String>,
    /// What is entered, in source order. Of a list each is loaded, and what it is for comes last.
    pub(crate) entries: Vec<Vec<Value>>,
}

/// What the configuration `file`, which is run in `dir`, says; nothing where its syntax is broken.
pub(crate) fn configuration(file: &RepoPath, dir: &[u8], source: &[u8]) -> Configuration {
    let Some((flavor, text)) = Flavor::of_name(file.file_name()).zip(text::decode(source).ok()) else {
        return Configuration::default();
    };
    let read = |program: &Program<'_>, _| {
        let mut finder = Finder { scope: Scope::of((file, dir), program), found: Configuration::default() };
        finder.visit_program(program);
        finder.found
    };
    parsed(&text, Grammar::chain(flavor), read).unwrap_or_default()
}

/// A name of the top level.
#[derive(Clone, Copy)]
enum Bound<'b, 'a> {
    Value(&'b Expression<'a>),
    Function(&'b FormalParameters<'a>, &'b FunctionBody<'a>),
}

/// The place of the configuration, and what its names stand for.
struct Scope<'b, 'a> {
    file: &'b RepoPath,
    /// The folder in which it is run.
    dir: &'b [u8],
    names: FxHashMap<&'a str, Bound<'b, 'a>>,
}

impl<'b, 'a> Scope<'b, 'a> {
    fn of((file, dir): (&'b RepoPath, &'b [u8]), program: &'b Program<'a>) -> Self {
        let mut scope = Self { file, dir, names: FxHashMap::default() };
        for statement in &program.body {
            match statement {
                Statement::VariableDeclaration(it) => scope.add_variables(it),
                Statement::FunctionDeclaration(it) => scope.add_function(it),
                Statement::ExportDeclaration(it) => match &it.declaration {
                    Declaration::VariableDeclaration(it) => scope.add_variables(it),
                    Declaration::FunctionDeclaration(it) => scope.add_function(it),
                    _ => {}
                },
                _ => {}
            }
        }
        scope
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
        let depth = depth.checked_sub(1)?;
        let value = |expression: &Expression<'_>| self.value(expression, given, depth);
        match expression.get_inner_expression() {
            Expression::StringLiteral(it) => Some(Value::Text(it.value.to_string())),
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
                    (Value::Text(path), Value::Place(base)) => {
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
                    return match it.body.as_expression() {
                        Some(result) => self.value(result, &parameters(&it.params, values()?), depth),
                        None => {
                            let body = it.body.as_function_body()?;
                            self.returned(&it.params, body.statements.last()?, values()?, depth)
                        }
                    };
                }
                _ => it.name.as_str(),
            },
            Expression::StaticMemberExpression(it) => it.property.name.as_str(),
            _ => return None,
        };
        let mut values = values()?.into_iter();
        match name {
            "cwd" => Some(Value::Place(self.dir.to_vec())),
            "fileURLToPath" | "normalizePath" | "String" => values.next(),
            "dirname" => match values.next()? {
                Value::Place(path) => Some(Value::Place(path::parent(&path).to_vec())),
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
        (Value::Text(one), Value::Text(other)) => Some(Value::Text(one + &other)),
        (Value::Text(one), place @ Value::Place(_)) => one.is_empty().then_some(place),
        (Value::Place(place), Value::Text(text)) => {
            let is_below = text.is_empty() || text.starts_with('/');
            is_below.then(|| path::join(&place, text.as_bytes())).flatten().map(Value::Place)
        }
        (Value::Place(_), Value::Place(_)) => None,
    }
}

/// `path.resolve` and `path.join` of a place.
fn joined(one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (_, place @ Value::Place(_)) => Some(place),
        (Value::Place(place), Value::Text(text)) => path::join(&place, text.as_bytes()).map(Value::Place),
        (Value::Text(one), Value::Text(other)) => Some(Value::Text(format!("{one}/{other}"))),
    }
}

fn is_import_meta(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::ImportMeta(_))
}

/// Whether `expression` is an `alias` of something, or one to which names were added: `config.resolve.alias.set(…)`.
fn is_alias(expression: &Expression<'_>) -> bool {
    let mut expression = expression;
    loop {
        expression = match expression {
            Expression::StaticMemberExpression(it) if it.property.name == "alias" => return true,
            Expression::CallExpression(it) => match &it.callee {
                Expression::StaticMemberExpression(it) if it.property.name == "set" => &it.object,
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// Collects what is said of names.
struct Finder<'b, 'a> {
    scope: Scope<'b, 'a>,
    found: Configuration,
}

impl<'a> Finder<'_, 'a> {
    /// The names of an object or a list.
    fn take_all(&mut self, written: &Expression<'a>, depth: usize) {
        match self.scope.collection(written) {
            Expression::ObjectExpression(it) => self.take_object(it, depth),
            Expression::ArrayExpression(it) => {
                for element in &it.elements {
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
            object.properties.iter().find_map(|it| match it {
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
                    self.take(name, replacement);
                }
            }
        }
    }

    /// A name with its value, or with several.
    fn take(&mut self, name: &str, value: &Expression<'a>) {
        let exact = name.strip_suffix('$');
        let plain = exact.unwrap_or(name);
        let plain = plain.strip_suffix("/*").or_else(|| plain.strip_suffix('/')).unwrap_or(plain).to_owned();
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
                let parts = parts.filter_map(|it| self.scope.value(it, &[], DEEPEST)).collect();
                self.found.entries.push(parts);
            }
            other => {
                let entry = self.scope.value(other, &[], DEEPEST);
                self.found.entries.extend(entry.map(|it| vec![it]));
            }
        }
    }

    fn add(&mut self, name: String, is_exact: bool, value: &Expression<'a>) {
        if let Some(value) = self.scope.value(value, &[], DEEPEST)
            && !name.is_empty()
        {
            self.found.aliases.push(Alias { name, is_exact, value });
        }
    }
}

impl<'a> Visit<'a> for Finder<'_, 'a> {
    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if it.key.is_specific_static_name("alias") {
            self.take_all(&it.value, DEEPEST);
        }
        if it.key.is_specific_static_name("entry") {
            // A name with what it is made of, and no deeper.
            self.take_entries(&it.value, 2);
        }
        if it.key.is_specific_static_name("srcDir") {
            let text = literal(&it.value).map(str::to_owned);
            self.found.source_dir = self.found.source_dir.take().or(text);
        }
        walk::walk_object_property(self, it);
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
            &["#a is ./a", "b$ is ./b", "c is ./c", "d is ./d", "d is ./e", "t is ./t"],
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
    }
}
