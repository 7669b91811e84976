//! What a value is made of, as far as its head tells: the keys of an object, the names in a list, the function that
//! is called and what it is given in plain sight. Text alone; of a body nothing is asked but what a function gives that is
//! called where it is written.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, ArrowFunctionExpression, CallExpression, Expression, LogicalExpression,
    NewExpression, ObjectExpression, ObjectProperty, ObjectPropertyKind, PropertyKey, Statement,
    StaticMemberExpression,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::identifier::is_identifier_name;
use rustc_hash::FxHashSet;

use super::comments::MAX_DOC;
use super::deeds::{all_within, call_of, statements_of};
use super::imports::one_line;
use super::literals::{self, key_name, literal, property};
use super::{files, stories};
use crate::facts::{AT_ONCE, FUNCTION_AT_ONCE, is_log};
use crate::graphql;

/// How many keys of an object, or items of a list, are a part of its head.
const MOST_KEYS: usize = 12;
/// How many of them stand with what they hold.
const MOST_PAIRS: usize = 3;
/// How many arguments of a call are.
const MOST_ARGUMENTS: usize = 3;
/// A longer literal says less than it takes.
const LONGEST_ARGUMENT: usize = 60;
/// A longer piece of code is not read at a glance, in bytes.
const LONGEST_CODE: usize = 120;
/// How much of the text of a template is told.
const LONGEST_TEXT: usize = 90;
/// Keys that hold what an object is called.
const NAMING: &[&str] =
    &["defaultTagName", "id", "key", "label", "method", "name", "path", "slug", "title", "type", "url"];
/// Keys that hold what it is for.
const DESCRIBING: &[&str] = &["description", "message", "summary", "tagline"];
/// How much of that is a part of its head, in bytes.
const LONGEST_DESCRIPTION: usize = 60;
/// Keys of a schema that hold schemas of the parts of a request.
const REQUEST: &[&str] = &["body", "params", "query"];
const LONGEST_NAME: usize = 40;
/// The same of a key that stands with what it holds.
const LONGEST_KEY: usize = 60;
/// How many members of one option of a component of Vue are told.
const MOST_OF_OPTION: usize = 5;
/// The same of a document of GraphQL.
const LONGEST_DOCUMENT: usize = 140;
/// Fewer words say nothing of a schema.
const FEWEST_SAID: usize = 3;
/// The same of a choice between two values.
const LONGEST_CHOICE: usize = 140;
/// The same of a pattern of addresses.
const LONGEST_PATTERN: usize = 72;
/// How many calls of a chain are followed to the first.
const LONGEST_CHAIN: usize = 40;

/// The value in short; `None` where a head cannot tell it. Functions, classes and literals have heads of their own.
pub(super) fn told(value: &Expression, source: &str) -> Option<String> {
    match plain(value) {
        Expression::ObjectExpression(it) => pairs(it).or_else(|| addresses(it)).or_else(|| keys(it)),
        Expression::ArrayExpression(it) if it.elements.is_empty() => Some("[]".to_owned()),
        Expression::ArrayExpression(it) => items(&it.elements),
        Expression::CallExpression(it) => call(it, source, LONGEST_CHAIN),
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
        Expression::ConditionalExpression(it) => code(it.span, source).or_else(|| {
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
        }),
        it @ (Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => {
            argument(it, source).map(|head| head.trim_end_matches('…').to_owned())
        }
        Expression::TemplateLiteral(it) => template(it.span, source),
        Expression::JSXElement(it) => {
            let name = it.opening_element.name.span().source_text(source);
            (name.len() <= LONGEST_NAME && !name.contains('\n')).then(|| format!("<{name}>"))
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

/// What a schema says of itself at the end of its chain: `text().describe('Where it is placed')`.
pub(super) fn told_of_schema(value: &Expression) -> Option<String> {
    let mut at = without_casts(value);
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at else { return None };
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return None;
        };
        let given = it.arguments.first().and_then(Argument::as_expression);
        let said = match (callee.property.name.as_str(), given.map(Expression::get_inner_expression)) {
            ("describe" | "description", Some(given)) => literal(given),
            ("meta" | "openapi", Some(Expression::ObjectExpression(it))) => {
                property(it, |key| key == "description").and_then(literal)
            }
            _ => None,
        };
        if let Some(said) = said.filter(|it| it.split_whitespace().count() >= FEWEST_SAID) {
            return Some(one_line(said, MAX_DOC));
        }
        at = callee.object.get_inner_expression();
    }
    None
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

/// A template, or the first line of a long one.
fn template(span: Span, source: &str) -> Option<String> {
    if let Some(whole) = short(span, source) {
        return Some(whole.to_owned());
    }
    let inside = span.source_text(source).trim_matches('`').trim();
    // What a document of GraphQL reads stands in its lines.
    let own = inside.split("${").next().unwrap_or(inside);
    let document = graphql::operation(own).is_some().then(|| {
        let lines = own.lines().take(LONGEST_DOCUMENT).map(|line| line.split('#').next().unwrap_or(line));
        one_line(&lines.collect::<Vec<_>>().join("\n"), LONGEST_DOCUMENT)
    });
    let (line, most) = match &document {
        Some(document) => (document.as_str(), LONGEST_DOCUMENT - 1),
        None => (inside.lines().next()?.trim(), LONGEST_TEXT),
    };
    let cut = &line[..line.floor_char_boundary(most)];
    let start =
        if cut.len() < line.len() { cut.rsplit_once(' ').map_or(cut, |(start, _)| start) } else { cut };
    let more = if start.len() < inside.len() { "…" } else { "" };
    (!start.is_empty()).then(|| format!("`{start}{more}`"))
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

/// What a schema is asked for others with what it is given.
const JOINING: &[&str] = &["and", "extend", "merge"];

/// `z.object({ a, b })`, also of `z.object({ a, b }).strict()`: what is called first says what is made, and what is
/// joined to it.
fn call(it: &CallExpression, source: &str, left: usize) -> Option<String> {
    if let Some(callee) = path(&it.callee) {
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
        _ => first,
    })
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
        Expression::CallExpression(it) => call(it, source, left),
        Expression::NewExpression(it) => made(it, source),
        Expression::StaticMemberExpression(_) => chained(inner, source, left.checked_sub(1)?),
        _ => None,
    }
}

fn made(it: &NewExpression, source: &str) -> Option<String> {
    Some(format!("new {}({})", path(&it.callee)?, arguments(&it.arguments, source)))
}

/// The name of what is called first: `styled` of ``styled(Button).attrs({})`…` ``.
fn first_callee(callee: &Expression, left: usize) -> Option<String> {
    if let Some(path) = path(callee) {
        return Some(path);
    }
    match callee.get_inner_expression() {
        Expression::CallExpression(it) => first_callee(&it.callee, left.checked_sub(1)?),
        Expression::StaticMemberExpression(it) => first_callee(&it.object, left.checked_sub(1)?),
        _ => None,
    }
}

pub(super) fn arguments(arguments: &[Argument], source: &str) -> String {
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
fn argument(value: &Expression, source: &str) -> Option<String> {
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
        // `memo(forwardRef(Local))`
        Expression::CallExpression(it) => {
            let [only] = it.arguments.as_slice() else { return None };
            Some(format!("{}({})", path(&it.callee)?, path(only.as_expression()?)?))
        }
        // `DEV ? 'a' : ''`
        Expression::ConditionalExpression(it) if is_empty(&it.alternate) => text_of(&it.consequent, source),
        Expression::ConditionalExpression(it) if is_empty(&it.consequent) => text_of(&it.alternate, source),
        value => path(value),
    }
}

/// The object that a function gives which takes one thing and is nothing but that: `{ id: d.id() }` of `(d) => ({ id: d.id() })`.
fn made_by<'b, 'a>(it: &'b ArrowFunctionExpression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let [parameter] = &it.params.items[..] else { return None };
    match it.body.as_expression()?.get_inner_expression() {
        Expression::ObjectExpression(made) if parameter.pattern.is_binding_identifier() => Some(made),
        _ => None,
    }
}

/// The same of one that a call is given first.
fn made_in<'b, 'a>(it: &'b CallExpression<'a>) -> Option<&'b ObjectExpression<'a>> {
    match it.arguments.first()?.as_expression()?.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => made_by(it),
        _ => None,
    }
}

/// The keys of an object, and what is spread into it, as they stand: `{ ...props, children }`.
pub(super) fn given_object(it: &ObjectExpression) -> Option<String> {
    let spread = |it: &Expression| {
        let made = || match it.get_inner_expression() {
            Expression::CallExpression(it) => path(&it.callee).map(|callee| format!("{callee}(…)")),
            _ => None,
        };
        path(it).or_else(made).map_or_else(|| "…".to_owned(), |told| format!("...{told}"))
    };
    let told = parts(it, |it| Some(spread(it)))?;
    if told.len() <= LONGEST_ARGUMENT || !told.contains("...") {
        return Some(told);
    }
    parts(it, |_| Some("…".to_owned()))
}

/// What a story of Storybook may have.
const OF_STORIES: &[&str] = &[
    "argTypes",
    "args",
    "beforeEach",
    "decorators",
    "globals",
    "loaders",
    "name",
    "parameters",
    "play",
    "render",
    "tags",
];

/// `{ a, b }`: what is spread is told by `spread`, if at all, and once of what it tells alike in a row.
fn parts(it: &ObjectExpression, spread: impl Fn(&Expression) -> Option<String>) -> Option<String> {
    let is_alone = it.properties.len() == 1;
    // `{ name: true, age: true }` names what it is about.
    let is_set = it.properties.iter().all(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => {
            matches!(it.value.get_inner_expression(), Expression::BooleanLiteral(it) if it.value)
        }
        ObjectPropertyKind::SpreadProperty(_) => false,
    });
    let is_story = it.properties.iter().all(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => {
            plain_key(&it.key).is_some_and(|it| OF_STORIES.contains(&it))
        }
        ObjectPropertyKind::SpreadProperty(_) => true,
    });
    let of = Holder { is_alone, is_story, is_small: it.properties.len() <= FEW_FUNCTIONS };
    let mut told: Vec<String> = Vec::new();
    let mut left = MOST_KEYS;
    for property in &it.properties {
        match property {
            ObjectPropertyKind::SpreadProperty(it) => told.extend(spread(&it.argument)),
            ObjectPropertyKind::ObjectProperty(it) => {
                let own = if is_set {
                    plain_key(&it.key).map(str::to_owned).into_iter().collect()
                } else {
                    own_keys(it, of)
                };
                let room = left.min(own.len());
                left -= room;
                told.extend(own.into_iter().take(room));
            }
        }
    }
    told.dedup_by(|a, b| a == b && a == "…");
    (!told.is_empty()).then(|| format!("{{ {} }}", told.join(", ")))
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

/// `{ a: 'b', c: 1, d }` for an object of nothing but short literals: the first pairs, then keys.
fn pairs(it: &ObjectExpression) -> Option<String> {
    let pairs: Vec<(&str, String)> = it.properties.iter().map(pair).collect::<Option<_>>()?;
    let told = pairs.iter().enumerate().take(MOST_KEYS).map(|(at, (key, value))| {
        if at < MOST_PAIRS { format!("{key}: {value}") } else { (*key).to_owned() }
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("{{ {} }}", told.join(", ")))
}

fn pair<'b>(property: &'b ObjectPropertyKind) -> Option<(&'b str, String)> {
    let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
    let key = key_name(&it.key)?;
    let value = match it.value.get_inner_expression() {
        Expression::StringLiteral(it) => format!("'{}'", it.value),
        Expression::NumericLiteral(it) => it.raw?.to_string(),
        Expression::BooleanLiteral(it) => it.value.to_string(),
        // `serif: font.variable`
        value @ Expression::StaticMemberExpression(_) => path(value)?,
        _ => return None,
    };
    let plain = |text: &str, more: &str| text.chars().all(|c| is_plain(c) || more.contains(c));
    let short = key.len() <= LONGEST_KEY && value.len() <= LONGEST_NAME;
    (short && plain(key, "./+") && plain(&value, "./+:@' #")).then_some((key, value))
}

/// How many addresses of an object are told.
const MOST_ADDRESSES: usize = 6;
/// How deep they are looked for.
const DEEPEST_ADDRESS: usize = 4;

/// `{ home: '/', auth.login: '/login' }` for an object of objects each of which holds addresses: `{ home: { path: '/' }, … }`.
fn addresses(it: &ObjectExpression) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for property in &it.properties {
        let before = told.len();
        let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
        let Expression::ObjectExpression(inner) = it.value.get_inner_expression() else { return None };
        collect_addresses(plain_key(&it.key)?, inner, DEEPEST_ADDRESS, &mut told);
        if told.len() == before {
            return None;
        }
    }
    let more = told.len() > MOST_ADDRESSES;
    told.truncate(MOST_ADDRESSES);
    told.extend(more.then(|| "…".to_owned()));
    (told.len() > 1).then(|| format!("{{ {} }}", told.join(", ")))
}

fn collect_addresses(key: &str, it: &ObjectExpression, left: usize, told: &mut Vec<String>) {
    let Some(left) = left.checked_sub(1) else { return };
    for property in &it.properties {
        let ObjectPropertyKind::ObjectProperty(it) = property else { continue };
        let Some(own) = plain_key(&it.key) else { continue };
        match it.value.get_inner_expression() {
            Expression::ObjectExpression(inner) => {
                collect_addresses(&format!("{key}.{own}"), inner, left, told);
            }
            value if matches!(own, "getHref" | "href" | "path" | "route" | "url") => {
                told.extend(address(value).map(|it| format!("{key}: '{it}'")));
            }
            _ => {}
        }
    }
}

/// That of a function that gives one too: `` (id) => `/users/${id}` ``.
fn address(value: &Expression) -> Option<String> {
    let given = match value {
        Expression::ArrowFunctionExpression(it) => it.body.as_expression()?.get_inner_expression(),
        value => value,
    };
    literals::address(given).filter(|it| it.len() <= LONGEST_NAME)
}

/// A piece of code on one line, where it is no longer than one reads at a glance; functions with bodies are longer than that.
pub(super) fn code(span: Span, source: &str) -> Option<String> {
    let text = one_line(span.source_text(source), LONGEST_CODE + 1).replace('`', "'");
    let is_plain = text.len() <= LONGEST_CODE
        && !["function", "//", "/*", "class ", "=> {"].iter().any(|it| text.contains(it));
    is_plain.then_some(text)
}

fn short(span: Span, source: &str) -> Option<&str> {
    let text = span.source_text(source);
    (text.len() <= LONGEST_ARGUMENT && !text.contains('\n')).then_some(text)
}

/// `{ a, b }` for an object with these keys; what they hold is no part of a head, but for the parts of a request and of a
/// story, which say little by themselves: `{ body.a, query.b }`, `{ args.c }`; so are those of an only one: `{ plugins.a }`.
pub(super) fn keys(it: &ObjectExpression) -> Option<String> {
    parts(it, |_| None)
}

/// What sort of object a property is of.
#[derive(Clone, Copy)]
struct Holder {
    /// It has no other property.
    is_alone: bool,
    /// It may be a story of Storybook.
    is_story: bool,
    /// It has few properties.
    is_small: bool,
}

/// In an object of more properties functions are told by their keys alone.
const FEW_FUNCTIONS: usize = 6;
/// How many calls of a function are told, and how long what is told of it may be, in bytes.
const MOST_DONE: usize = 4;
const LONGEST_DONE: usize = 80;

/// `save: calls api.put/cookies.set`: a key with what its function calls.
fn done_by(key: &str, value: &Expression) -> Option<String> {
    let mut called: Vec<(u32, String)> = Vec::new();
    let mut note = |value: &Expression| {
        let path = call_of(value).and_then(|it| path(&it.callee));
        let is_dull =
            |it: &str| matches!(it.rsplit('.').next(), Some("formData" | "json" | "preventDefault"));
        let path = path.filter(|it| !is_log(it) && !is_dull(it) && it.len() <= LONGEST_NAME);
        called.extend(path.map(|it| (value.span().start, it)));
    };
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) if let Some(given) = it.body.as_expression() => note(given),
        value => all_within(statements_of(value)?, &mut |it| match it {
            Statement::ExpressionStatement(it) => note(&it.expression),
            Statement::ReturnStatement(it) => it.argument.iter().for_each(&mut note),
            Statement::VariableDeclaration(it) => {
                let awaited = it.declarations.iter().filter_map(|it| it.init.as_ref());
                awaited.filter(|it| matches!(it, Expression::AwaitExpression(_))).for_each(&mut note);
            }
            _ => {}
        }),
    }
    // In their order, what something has before what stands alone.
    called.sort_by_key(|(at, it)| (!it.contains('.'), *at));
    let mut called: Vec<String> = called.into_iter().map(|(_, it)| it).collect();
    called.dedup();
    called.truncate(MOST_DONE);
    let told = format!("{key}: calls {}", called.join("/"));
    (!called.is_empty() && told.len() <= LONGEST_DONE).then_some(told)
}

/// The key of a property, or those inside it.
fn own_keys(it: &ObjectProperty, of: Holder) -> Vec<String> {
    let Holder { is_alone, is_story, is_small } = of;
    let Some(key) = plain_key(&it.key) else { return Vec::new() };
    if key == "render"
        && is_story
        && let Some(given) = stories::given_to_element(&it.value).filter(|it| !it.is_empty())
    {
        return given;
    }
    let inner = match it.value.get_inner_expression() {
        // What a story of Storybook gives a component.
        Expression::ObjectExpression(it) if key == "args" || is_alone || is_environment(it) => Some(&**it),
        // What classes are chosen by: `variant: default/ghost`.
        Expression::ObjectExpression(it) if key == "variants" && are_classes(it) => {
            let axes = it.properties.iter().filter_map(|it| match it {
                ObjectPropertyKind::ObjectProperty(it) => axis(it),
                ObjectPropertyKind::SpreadProperty(_) => None,
            });
            let axes: Vec<String> = axes.take(MOST_KEYS).collect();
            return if axes.is_empty() { vec![key.to_owned()] } else { axes };
        }
        // Of an extension of an editor.
        value
            if key.strip_prefix("add").is_some_and(|rest| rest.starts_with(char::is_uppercase))
                && let Some(held) = statements_of(value).and_then(given_last) =>
        {
            return members_of(key, held);
        }
        // Of a component of Vue, and of a store.
        Expression::ObjectExpression(it)
            if matches!(key, "actions" | "computed" | "getters" | "methods" | "mutations" | "state") =>
        {
            return members_of(key, it);
        }
        value
            if matches!(key, "data" | "state")
                && let Some(held) = held_by(value) =>
        {
            return members_of(key, held);
        }
        value => object_in(value, LONGEST_CHAIN).filter(|_| REQUEST.contains(&key) && is_schema(value)),
    };
    let inner = inner.into_iter().flat_map(|it| &it.properties).filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) if key == "args" => {
            Some(stories::argument(plain_key(&it.key)?, &it.value))
        }
        ObjectPropertyKind::ObjectProperty(it) => Some(format!("{key}.{}", plain_key(&it.key)?)),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let base = base_of(&it.value).filter(|_| REQUEST.contains(&key)).map(|it| format!("{key}: {it}"));
    let inner: Vec<String> = base.into_iter().chain(inner).take(MOST_KEYS).collect();
    if inner.is_empty() {
        let told = name_of(key, &it.value).or_else(|| value_of(key, &it.value));
        let told = told.or_else(|| done_by(key, &it.value).filter(|_| is_small && !is_alone));
        return vec![told.unwrap_or_else(|| key.to_owned())];
    }
    inner
}

/// Whether what stands for each choice is classes, or an object of them.
fn are_classes(it: &ObjectExpression) -> bool {
    let choices = it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => match it.value.get_inner_expression() {
            Expression::ObjectExpression(it) => Some(&it.properties),
            _ => None,
        },
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let mut are_texts = true;
    let mut has_class = false;
    for choice in choices.flatten() {
        let ObjectPropertyKind::ObjectProperty(it) = choice else { continue };
        match it.value.get_inner_expression() {
            Expression::StringLiteral(it) => has_class |= it.value.contains([' ', '-']),
            Expression::TemplateLiteral(_)
            | Expression::ArrayExpression(_)
            | Expression::ObjectExpression(_) => {
                has_class = true;
            }
            Expression::NullLiteral(_) => {}
            _ => are_texts = false,
        }
    }
    are_texts && has_class
}

/// One of the things that classes are chosen by, and its choices.
fn axis(it: &ObjectProperty) -> Option<String> {
    let Expression::ObjectExpression(choices) = it.value.get_inner_expression() else { return None };
    let names = choices.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => plain_key(&it.key),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let names: Vec<&str> = names.take(MOST_KEYS).collect();
    let own = plain_key(&it.key)?;
    Some(if names.is_empty() { own.to_owned() } else { format!("{own}: {}", names.join("/")) })
}

/// The first members of an option of a component of Vue.
fn members_of(key: &str, it: &ObjectExpression) -> Vec<String> {
    let names = it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => Some(format!("{key}.{}", plain_key(&it.key)?)),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let names: Vec<String> = names.take(MOST_OF_OPTION).collect();
    if names.is_empty() { vec![key.to_owned()] } else { names }
}

/// The object that a function gives.
fn held_by<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ObjectExpression<'a>> {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) if let Some(made) = it.body.as_expression() => {
            match made.get_inner_expression() {
                Expression::ObjectExpression(it) => Some(it),
                _ => None,
            }
        }
        value => statements_of(value).and_then(given_last),
    }
}

/// The object that statements give in the end.
fn given_last<'b, 'a>(statements: &'b [Statement<'a>]) -> Option<&'b ObjectExpression<'a>> {
    let Statement::ReturnStatement(it) = statements.last()? else { return None };
    match it.argument.as_ref()?.get_inner_expression() {
        Expression::ObjectExpression(it) => Some(it),
        _ => None,
    }
}

/// Whether the keys of an object are names of variables of the environment: `{ DATABASE_URL: text() }`.
fn is_environment(it: &ObjectExpression) -> bool {
    let is_one = |it: &ObjectPropertyKind| match it {
        ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key).is_some_and(|key| {
            key.contains('_')
                && key.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_')
        }),
        ObjectPropertyKind::SpreadProperty(_) => false,
    };
    let count = it.properties.iter().filter(|it| is_one(it)).count();
    count > 0 && count * 2 > it.properties.len()
}

/// Whether a chain of calls begins with one that makes a schema of an object: `z.object({ a }).strict()`.
fn is_schema(value: &Expression) -> bool {
    let mut at = value.get_inner_expression();
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at else { return false };
        let callee = path(&it.callee).unwrap_or_default();
        if ["Object", "object"].iter().any(|end| callee.ends_with(end)) {
            return true;
        }
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return false;
        };
        // `base.extend({ a })`
        if JOINING.contains(&callee.property.name.as_str()) {
            return true;
        }
        at = callee.object.get_inner_expression();
    }
    false
}

/// The parts of `{ a, b: ['c', 'd'] }`: what stands in brackets and quotes belongs together.
fn parts_in(keys: &str) -> Vec<&str> {
    let inside = keys.trim_start_matches('{').trim_end_matches('}');
    let (mut depth, mut quoted, mut start, mut parts) = (0_i32, false, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '\'' => quoted = !quoted,
            '[' | '{' | '(' if !quoted => depth += 1,
            ']' | '}' | ')' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inside[start..].trim());
    parts.retain(|it| !it.is_empty());
    parts
}

fn plain_key<'b>(key: &'b PropertyKey) -> Option<&'b str> {
    key_name(key).filter(|key| {
        key.chars().all(|c| is_plain(c) || matches!(c, '.' | '/' | '@' | ':')) && !key.ends_with(':')
    })
}

/// The object that a chain of calls is given last: `{ a }` of `z.object({ a }).refine(f)`.
fn object_in<'b, 'a>(value: &'b Expression<'a>, left: usize) -> Option<&'b ObjectExpression<'a>> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    match (it.arguments.first().and_then(Argument::as_expression), &it.callee) {
        (Some(Expression::ObjectExpression(it)), _) => Some(it),
        (_, Expression::StaticMemberExpression(callee)) => object_in(&callee.object, left.checked_sub(1)?),
        _ => None,
    }
}

/// The object of a schema of Zod that is given to another: `{ a }` of `z.object({ a }).strict()`; nothing of one that is
/// joined to others.
fn schema_in<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let mut at = value;
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at.get_inner_expression() else { return None };
        let Expression::StaticMemberExpression(callee) = &it.callee else { return None };
        if matches!(path(&it.callee).as_deref(), Some("z.object" | "z.strictObject")) {
            let Some(Expression::ObjectExpression(given)) = it.arguments.first()?.as_expression() else {
                return None;
            };
            return Some(given);
        }
        if JOINING.contains(&callee.property.name.as_str()) {
            return None;
        }
        at = &callee.object;
    }
    None
}

/// The schema that is extended: `A` of `A.extend({ b })`.
fn base_of(value: &Expression) -> Option<String> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    let is_object = |it: &Argument| matches!(it, Argument::ObjectExpression(_));
    // `_.extend({}, a)` extends no schema.
    let joins =
        callee.property.name == "extend" && it.arguments.len() == 1 && it.arguments.iter().all(is_object);
    let base = Some(&callee.object).filter(|_| joins)?;
    path(base).filter(|it| it.len() <= LONGEST_NAME)
}

/// `slug: 'posts'`: what an object is called, or is for, is told with its key.
fn name_of(key: &str, value: &Expression) -> Option<String> {
    if DESCRIBING.contains(&key) {
        return literal(value.get_inner_expression()).and_then(beginning).map(|it| format!("{key}: '{it}'"));
    }
    if key == "matcher" {
        return pattern(value).map(|it| format!("{key}: '{it}'"));
    }
    if !NAMING.contains(&key) {
        return None;
    }
    let Expression::StringLiteral(value) = value.get_inner_expression() else {
        return path(value)
            .filter(|path| path != key && path.len() <= LONGEST_NAME)
            .map(|path| format!("{key}: {path}"));
    };
    let short = value.value.len() <= LONGEST_NAME && !value.value.is_empty();
    let plain = value.value.chars().all(|c| is_plain(c) || matches!(c, '.' | '/' | ':' | '@' | ' '));
    (short && plain).then(|| format!("{key}: '{}'", value.value))
}

/// `check('name')` of `check('name').isString().trim()`: what a chain calls first, where that is given a name.
fn begin_of_chain(it: &CallExpression) -> Option<String> {
    let mut call = it;
    for _ in 0..LONGEST_CHAIN {
        match call.callee.get_inner_expression() {
            Expression::Identifier(callee) => {
                let first = call.arguments.first()?.as_expression().and_then(literal)?;
                let is_short =
                    first.len() <= LONGEST_HELD && first.chars().all(|c| is_plain(c) || "./:".contains(c));
                let more = if call.span == it.span { "" } else { ".…" };
                return is_short.then(|| format!("{}('{first}'){more}", callee.name));
            }
            Expression::StaticMemberExpression(callee) => match callee.object.get_inner_expression() {
                Expression::CallExpression(inner) => call = inner,
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// A key with what it holds, where that is a short literal, a member, or a list of few texts: `maxAge: 60`, `kinds: ['a', 'b']`.
fn value_of(key: &str, value: &Expression) -> Option<String> {
    // What nobody is to know stays where it is.
    let plain = key.to_lowercase().replace(['_', '-'], "");
    let is_secret = SECRET.iter().any(|it| plain.ends_with(it));
    let text = |it: &str| {
        let is_short = (1..=LONGEST_HELD).contains(&it.len()) && !is_secret;
        (is_short && it.chars().all(|c| is_plain(c) || "./:@ #%+*{},|!^".contains(c)))
            .then(|| format!("'{it}'"))
    };
    let told = match value.get_inner_expression() {
        Expression::BooleanLiteral(it) => it.value.to_string(),
        Expression::NullLiteral(_) => "null".to_owned(),
        it if it.is_specific_id("undefined") => "undefined".to_owned(),
        Expression::NumericLiteral(it) => it.raw.filter(|it| it.len() <= LONGEST_HELD)?.to_string(),
        Expression::StringLiteral(it) => text(&it.value)?,
        Expression::ArrayExpression(it) if it.elements.is_empty() => "[]".to_owned(),
        Expression::ArrayExpression(it) if it.elements.len() <= MOST_PAIRS => {
            let items = it.elements.iter().map(|it| match it.as_expression()?.get_inner_expression() {
                Expression::StringLiteral(it) => text(&it.value),
                // `[new Console(…), new File(…)]`
                Expression::NewExpression(it) => {
                    let callee = path(&it.callee)?;
                    Some(format!("new {}", callee.rsplit('.').next().unwrap_or(&callee)))
                }
                _ => None,
            });
            format!("[{}]", items.collect::<Option<Vec<String>>>()?.join(", "))
        }
        Expression::ObjectExpression(it) if it.properties.is_empty() => "{}".to_owned(),
        it @ Expression::StaticMemberExpression(_) => path(it).filter(|it| it.len() <= LONGEST_NAME)?,
        _ => return None,
    };
    Some(format!("{key}: {told}"))
}

/// How keys end behind which something stands that nobody is to know.
const SECRET: &[&str] =
    &["apikey", "accesskey", "passphrase", "passwd", "password", "privatekey", "secret", "token"];
/// A longer text behind a key is no name of anything, in bytes.
const LONGEST_HELD: usize = 32;

/// The pattern of addresses that a value is, or that is alone in a list.
fn pattern<'a>(value: &Expression<'a>) -> Option<&'a str> {
    let text = match value.get_inner_expression() {
        Expression::ArrayExpression(it) => match &it.elements[..] {
            [only] => literal(only.as_expression()?.get_inner_expression()),
            _ => None,
        },
        value => literal(value),
    };
    text.filter(|it| it.len() <= LONGEST_PATTERN && !it.contains(['{', '}', ',', '\'', '"', '`']))
}

/// The first words of a text, as far as they cannot be taken for syntax; `None` where these are too few to say anything.
fn beginning(text: &str) -> Option<String> {
    let text = text.trim();
    let is_told = |c: char| is_plain(c) || matches!(c, ' ' | '/' | ':' | '&' | '+');
    let end = text.find(|c| !is_told(c)).unwrap_or(text.len());
    let cut = text.floor_char_boundary(LONGEST_DESCRIPTION).min(end);
    // A word that is cut says nothing.
    let is_cut = text[cut..].starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '’');
    let said = if is_cut { text[..cut].rsplit_once(' ')?.0 } else { &text[..cut] };
    let rest = text[said.len()..].trim_start_matches('.');
    let said = said.trim_end();
    (said.split(' ').count() > 2).then(|| format!("{said}{}", if rest.is_empty() { "" } else { "…" }))
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

/// `[a, 'b', …]` for a list of names and literals, the dots for other items; `[{ a, b }]` for one of objects.
pub(super) fn items(elements: &[ArrayExpressionElement]) -> Option<String> {
    let named = |value: &Expression| {
        let text = match value.get_inner_expression() {
            Expression::TemplateLiteral(it) if let [only] = &it.quasis[..] => only.value.raw.as_str(),
            value => literal(value)?,
        };
        (text.len() <= LONGEST_NAME && !text.contains(['\'', '\n'])).then(|| text.to_owned())
    };
    let is_text = |it: &ArrayExpressionElement| {
        let value = it.as_expression().map(Expression::get_inner_expression);
        matches!(value, Some(Expression::StringLiteral(_) | Expression::TemplateLiteral(_)))
    };
    let is_mixed = elements.iter().any(is_text);
    let plain = |element: &ArrayExpressionElement| match element.as_expression()?.get_inner_expression() {
        Expression::StringLiteral(it)
            if it.value.len() <= LONGEST_ARGUMENT && !it.value.contains(['\'', '\n']) =>
        {
            Some(format!("'{}'", it.value))
        }
        Expression::NumericLiteral(it) => it.raw.map(|raw| raw.to_string()),
        Expression::TemplateLiteral(it) if let [only] = &it.quasis[..] => {
            let text = only.value.raw.as_str();
            (text.len() <= LONGEST_ARGUMENT && !text.contains(['\'', '\n'])).then(|| format!("'{text}'"))
        }
        // What is set beside the names of others goes by its own: `{ resolve: 'acme-plugin', options }`.
        Expression::ObjectExpression(it) if is_mixed => {
            let name = property(it, |key| matches!(key, "name" | "resolve" | "use")).and_then(named)?;
            Some(format!("'{name}'"))
        }
        // `path.join(__dirname, 'src')`
        Expression::CallExpression(it) => {
            files::place_of(it).map(|place| format!("'{place}'")).or_else(|| begin_of_chain(it))
        }
        value => path(value),
    };
    let item = |element: &ArrayExpressionElement| match element {
        ArrayExpressionElement::SpreadElement(it) => path(&it.argument).map(|it| format!("...{it}")),
        element => plain(element),
    };
    let mut items: Vec<String> = elements.iter().filter_map(item).take(MOST_KEYS).collect();
    // What is not told may stand before what is.
    let first = elements.iter().position(|it| item(it).is_some()).unwrap_or(0);
    if items.is_empty()
        && let Some(Expression::ObjectExpression(first)) = elements.first().and_then(|it| it.as_expression())
    {
        let keys = keys(first)?;
        // What the first is called says nothing of the others.
        let bare = parts_in(&keys).into_iter().map(|key| key.split(": ").next().unwrap_or(key));
        let bare: Vec<&str> = bare.collect();
        let keys = if elements.len() > 1 { format!("{{ {} }}", bare.join(", ")) } else { keys };
        let is_object =
            |it: &ArrayExpressionElement| matches!(it.as_expression(), Some(Expression::ObjectExpression(_)));
        // What is no such object may be anything.
        let more = if elements.iter().all(is_object) { "" } else { ", …" };
        return Some(format!("[{keys}{more}]"));
    }
    if items.is_empty() {
        return None;
    }
    // What is passed over is there all the same.
    if elements.len() - first > items.len() {
        items.push("…".to_owned());
    }
    if first > 0 {
        items.insert(0, "…".to_owned());
    }
    Some(format!("[{}]", items.join(", ")))
}
