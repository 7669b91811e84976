//! The keys of an object: which of them are told, and what stands inside those that say little by themselves. What a key
//! is told with is asked of `pairs`.

use oxc_ast::ast::{
    Expression, ObjectExpression, ObjectProperty, ObjectPropertyKind, PropertyKey, Statement,
};
use oxc_span::GetSpan;

use super::super::deeds::{all_within, call_of, statements_of};
use super::super::literals::{argument, key_name, literal, property};
use super::super::stories;
use super::pairs::{name_of, value_of};
use super::schemas::{base_of, is_environment, is_schema, object_in};
use super::texts::is_plain;
use super::{LONGEST_CHAIN, LONGEST_NAME, path};
use crate::facts::is_log;

/// How many keys of an object, or items of a list, are a part of its head.
pub(super) const MOST_KEYS: usize = 12;
/// How long an object may be that is told with what is spread into it, in bytes.
const LONGEST_GIVEN: usize = 110;
/// Keys of a schema that hold schemas of the parts of a request.
const REQUEST: &[&str] = &["body", "params", "query"];
/// How many members of one option of a component of Vue are told.
const MOST_OF_OPTION: usize = 5;

/// The keys of an object, and what is spread into it, as they stand: `{ ...props, children }`.
pub(in super::super) fn given_object(it: &ObjectExpression) -> Option<String> {
    let spread = |it: &Expression| {
        let made = || match it.get_inner_expression() {
            Expression::CallExpression(it) => path(&it.callee).map(|callee| format!("{callee}(…)")),
            _ => None,
        };
        path(it).or_else(made).map_or_else(|| "…".to_owned(), |told| format!("...{told}"))
    };
    let told = parts(it, |it| Some(spread(it)))?;
    if told.len() <= LONGEST_GIVEN || !told.contains("...") {
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
    let of = Holder { is_alone, is_story, count: it.properties.len() };
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

/// `{ a, b }` for an object with these keys; what they hold is no part of a head, but for the parts of a request and of a
/// story, which say little by themselves: `{ body.a, query.b }`, `{ args.c }`; so are those of an only one: `{ plugins.a }`.
pub(in super::super) fn keys(it: &ObjectExpression) -> Option<String> {
    parts(it, |_| None)
}

/// What sort of object a property is of.
#[derive(Clone, Copy)]
struct Holder {
    /// It has no other property.
    is_alone: bool,
    /// It may be a story of Storybook.
    is_story: bool,
    /// How many properties it has.
    count: usize,
}

/// How long what an endpoint asks may be, in bytes.
const LONGEST_ASKED: usize = 48;
/// In an object of more properties functions are told by their keys alone.
const FEW_FUNCTIONS: usize = 6;
/// In an object of no more properties the plain values are told that stand in their objects, of each so many.
const FEW_OBJECTS: usize = 4;
const MOST_INNER: usize = 5;
/// So few keys are told without values too.
const MOST_NAMED: usize = 3;
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
    let Holder { is_alone, is_story, count } = of;
    let (is_small, is_roomy) = (count <= FEW_FUNCTIONS, count <= FEW_OBJECTS);
    let Some(key) = plain_key(&it.key) else {
        // `{ [ADD](state) { … } }`
        let named = it.key.as_expression().filter(|_| it.computed).and_then(path);
        return named.map(|it| format!("[{it}]")).into_iter().collect();
    };
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
        // What looks are made of: `theme.extend.colors`.
        Expression::ObjectExpression(it) if key == "theme" && !is_story => {
            return parts_of_theme(it);
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
            if matches!(key, "data" | "endpoints" | "state")
                && let Some(held) = held_by(value) =>
        {
            return members_of(key, held);
        }
        Expression::ObjectExpression(it) if is_roomy && let Some(inner) = plain_inside(key, it) => {
            return inner;
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
        return vec![with_value(key, &it.value, is_small && !is_alone)];
    }
    inner
}

/// A key with what it holds, where that is short, and where `does` is set what its function does.
pub(in super::super) fn with_value(key: &str, value: &Expression, does: bool) -> String {
    let told = name_of(key, value).or_else(|| value_of(key, value));
    told.or_else(|| done_by(key, value).filter(|_| does)).unwrap_or_else(|| key.to_owned())
}

/// Keys whose objects say what the one around them is for.
const ABOUT: &[&str] = &["info", "meta", "metadata"];

/// `test.globals: true`, `test.setup`: what stands in an object behind a key, where something of it is plain or it is little.
fn plain_inside(key: &str, it: &ObjectExpression) -> Option<Vec<String>> {
    let mut is_plain = false;
    let mut told: Vec<String> = Vec::new();
    for property in &it.properties {
        let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
        let inner = plain_key(&it.key)?;
        let says = || name_of(inner, &it.value).filter(|_| ABOUT.contains(&key));
        let value = value_of(inner, &it.value).or_else(says);
        // `{ type: String, required: true }` of a schema is what the key is for, and no value.
        if inner == "type" && !value.as_ref().is_some_and(|it| it.ends_with('\'')) {
            return None;
        }
        is_plain |= value.is_some();
        told.push(format!("{key}.{}", value.as_deref().unwrap_or(inner)));
    }
    if told.len() > MOST_INNER {
        told.truncate(MOST_INNER);
        told.push(format!("{key}.…"));
    }
    (is_plain || (1..=MOST_NAMED).contains(&told.len())).then_some(told)
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

/// The keys of a theme, and of what extends one: `theme.container`, `theme.extend.colors`.
fn parts_of_theme(it: &ObjectExpression) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for property in &it.properties {
        let ObjectPropertyKind::ObjectProperty(it) = property else { continue };
        let Some(key) = plain_key(&it.key) else { continue };
        match it.value.get_inner_expression() {
            Expression::ObjectExpression(more) if key == "extend" => {
                told.extend(members_of("theme.extend", more));
            }
            _ => told.push(format!("theme.{key}")),
        }
    }
    if told.is_empty() { vec!["theme".to_owned()] } else { told }
}

/// The first members of what a key of an object holds; of endpoints with what each asks.
fn members_of(key: &str, it: &ObjectExpression) -> Vec<String> {
    let names = it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => {
            let asked = if key == "endpoints" { asked_by(&it.value) } else { None };
            let asked = asked.map_or_else(String::new, |asked| format!(": {asked}"));
            Some(format!("{key}.{}{asked}", plain_key(&it.key)?))
        }
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let names: Vec<String> = names.take(MOST_OF_OPTION).collect();
    if names.is_empty() { vec![key.to_owned()] } else { names }
}

/// `POST ${USERS}/auth` of `builder.mutation({ query: (body) => ({ url: `${USERS}/auth`, method: 'POST', body }) })` of
/// Redux.
fn asked_by(value: &Expression) -> Option<String> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    let Expression::ObjectExpression(told) = argument(it, 0)?.get_inner_expression() else { return None };
    let query = property(told, |key| key == "query")?;
    let given = match query.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) if let Some(given) = it.body.as_expression() => given,
        query => match statements_of(query)? {
            [Statement::ReturnStatement(it)] => it.argument.as_ref()?,
            _ => return None,
        },
    };
    let (url, method) = match given.get_inner_expression() {
        Expression::ObjectExpression(it) => {
            let method = property(it, |key| key == "method").map(Expression::get_inner_expression);
            // Which one it is only a run tells.
            if method.is_some_and(|it| literal(it).is_none()) {
                return None;
            }
            (property(it, |key| key == "url")?, method.and_then(literal))
        }
        given => (given, None),
    };
    let url = match url.get_inner_expression() {
        Expression::TemplateLiteral(it) => {
            let holes = it
                .expressions
                .iter()
                .map(|it| format!("${{{}}}", path(it).unwrap_or_else(|| "…".to_owned())));
            let mut holes = holes.chain([String::new()]);
            it.quasis.iter().map(|it| it.value.raw.to_string() + &holes.next().unwrap_or_default()).collect()
        }
        url => literal(url).map(str::to_owned).or_else(|| path(url).map(|it| format!("${{{it}}}")))?,
    };
    let told = method.map_or_else(String::new, |it| it.to_uppercase() + " ") + &url;
    let is_plain = |c: char| !c.is_whitespace() && !matches!(c, '`' | '\'' | '"' | ',');
    (told.len() <= LONGEST_ASKED && url.chars().all(is_plain) && !url.contains("//") && !url.contains("/*"))
        .then_some(told)
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

pub(super) fn plain_key<'b>(key: &'b PropertyKey) -> Option<&'b str> {
    key_name(key).filter(|key| {
        key.chars().all(|c| is_plain(c) || matches!(c, '.' | '/' | '@' | ':')) && !key.ends_with(':')
    })
}
