//! Which tables of a database a call reads or changes, by the methods of Drizzle (`db.insert(users).values({ … })`) and of Prisma
//! (`prisma.user.findMany({ … })`), and of Supabase (`supabase.from('users').select()`). What stands in SQL is no concern of this module.

use oxc_ast::ast::{CallExpression, Expression, ObjectExpression, ObjectPropertyKind};

use super::literals::{argument, key_name, literal, property};
use super::values;
use crate::facts::{ALL, FileFacts};

/// How objects are called, in small letters and at their ends, that stand for a database.
const DATABASES: &[&str] = &["database", "db", "drizzle", "prisma", "prismaclient", "trx", "tx"];
/// What Drizzle has called behind a change.
const BEHIND: &[&str] = &["returning", "set", "values", "where"];
/// Methods of a model of Prisma that read it, and those that change it.
const READING: &[&str] = &[
    "aggregate",
    "count",
    "findFirst",
    "findFirstOrThrow",
    "findMany",
    "findUnique",
    "findUniqueOrThrow",
    "groupBy",
];
const CHANGING: &[&str] = &["create", "createMany", "delete", "deleteMany", "update", "updateMany", "upsert"];
/// What else Payload does with a collection.
const OF_PAYLOAD: &[&str] = &["count", "find", "findByID", "findGlobal"];
/// What they are given.
#[rustfmt::skip]
const ASKED: &[&str] = &["by", "create", "cursor", "data", "include", "orderBy", "select", "skip", "take", "update", "where"];

/// Lists the table that a call of `symbol` is about.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return };
    let method = callee.property.name.as_str();
    match callee.object.get_inner_expression() {
        // `db.select().from(users)`
        Expression::CallExpression(before)
            if method == "from" && is_of_database(before, &["select", "selectDistinct"]) =>
        {
            if let Some(table) = table(it) {
                facts.touch(&table, false, symbol);
            }
        }
        // `db.insert(users).values({ … })`
        Expression::CallExpression(before)
            if BEHIND.contains(&method) && is_of_database(before, &["delete", "insert", "update"]) =>
        {
            if let Some(table) = table(before) {
                facts.touch(&table, true, symbol);
            }
        }
        // `supabase.from('users').insert({ … })`
        Expression::CallExpression(before) if is_of_supabase(before) => {
            let change = match method {
                "select" => Some(false),
                "delete" | "insert" | "update" | "upsert" => Some(true),
                _ => None,
            };
            if let (Some(change), Some(table)) = (change, argument(before, 0).and_then(literal)) {
                facts.touch(table, change, symbol);
            }
        }
        object => {
            let path = values::path(object);
            let model = path.as_deref().and_then(|path| path.rsplit_once('.'));
            let model = model.filter(|(of, _)| is_database(of)).map(|(_, model)| model);
            let is_changed = CHANGING.contains(&method);
            // `payload.create({ collection: 'posts', data })`
            if path.as_deref().and_then(|it| it.rsplit('.').next()) == Some("payload")
                && (is_changed || OF_PAYLOAD.contains(&method))
                && let Some(collection) = collection(it)
            {
                facts.touch(collection, is_changed, symbol);
            }
            if let Some(model) = model.filter(|_| (is_changed || READING.contains(&method)) && is_asked(it)) {
                facts.touch(model, is_changed, symbol);
            }
            let chooses =
                |method: &str| !method.starts_with("create") && (is_changed || READING.contains(&method));
            if let Some(model) = model.filter(|_| chooses(method)) {
                let keys = sought(it);
                // One that takes all is by nothing.
                let all = keys.is_empty().then(|| ALL.to_owned());
                for key in keys.into_iter().chain(all) {
                    facts.seek(model, &key, is_changed, symbol);
                }
            }
        }
    }
}

/// By what Prisma is to choose: `author.id` of `{ where: { author: { followedBy: { some: { id } } } } }`.
fn sought(it: &CallExpression) -> Vec<String> {
    let mut keys = Vec::new();
    if let Some(Expression::ObjectExpression(given)) = argument(it, 0).map(Expression::get_inner_expression)
        && let Some(Expression::ObjectExpression(chosen)) =
            property(given, |key| key == "where").map(Expression::get_inner_expression)
    {
        list_sought(chosen, "", 0, &mut keys);
    }
    keys
}

/// Adds the ways to what is compared below `path`; what says how it is compared is no part of them.
fn list_sought(chosen: &ObjectExpression, path: &str, depth: usize, keys: &mut Vec<String>) {
    let own = chosen.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => Some((key_name(&it.key)?, it.value.get_inner_expression())),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    for (key, value) in own.filter(|_| depth < DEEPEST) {
        // `email_name: { email, name }` is a key of two columns.
        let is_compound =
            key.contains('_') && matches!(value, Expression::ObjectExpression(it) if is_made_of(key, it));
        // A column may be called like an operator: these stand below one.
        let compares = OPERATORS.contains(&key) && !path.is_empty() || matches!(key, "AND" | "NOT" | "OR");
        let way = match (is_compound || compares, path.is_empty()) {
            (true, _) => path.to_owned(),
            (false, true) => key.to_owned(),
            (false, false) => format!("{path}.{key}"),
        };
        match value {
            Expression::ObjectExpression(it) => list_sought(it, &way, depth + 1, keys),
            Expression::ArrayExpression(it) if matches!(key, "AND" | "NOT" | "OR") => {
                let objects = it.elements.iter().filter_map(|it| match it.as_expression()? {
                    Expression::ObjectExpression(it) => Some(it),
                    _ => None,
                });
                objects.for_each(|it| list_sought(it, &way, depth + 1, keys));
            }
            _ if way.is_empty() || keys.contains(&way) => {}
            _ => keys.push(way),
        }
    }
}

/// Whether a key is put together from those of the object that stands behind it.
fn is_made_of(key: &str, it: &ObjectExpression) -> bool {
    let keys = it.properties.iter().map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    keys.collect::<Option<Vec<&str>>>().is_some_and(|keys| keys.len() > 1 && keys.join("_") == key)
}

/// How deep what is compared may lie.
const DEEPEST: usize = 6;
/// What says how something is compared in Prisma.
#[rustfmt::skip]
const OPERATORS: &[&str] = &[
    "AND", "NOT", "OR", "array_contains", "array_ends_with", "array_starts_with", "contains", "endsWith", "equals", "every", "gt",
    "gte", "has", "hasEvery", "hasSome", "in", "is", "isEmpty", "isNot", "isSet", "lt", "lte", "mode", "none", "not", "notIn",
    "path", "search", "some", "startsWith", "string_contains", "string_ends_with", "string_starts_with",
];

/// Whether a call is one of these methods of a database: `db.select(…)`.
fn is_of_database(it: &CallExpression, methods: &[&str]) -> bool {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return false };
    methods.contains(&callee.property.name.as_str())
        && values::path(&callee.object).is_some_and(|path| is_database(&path))
}

/// Whether a call names a table of Supabase: `supabase.from('users')`, but for `supabase.storage.from('images')`.
fn is_of_supabase(it: &CallExpression) -> bool {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return false };
    let of = values::path(&callee.object).unwrap_or_default();
    let last = of.rsplit('.').next().unwrap_or_default();
    callee.property.name == "from" && last.to_lowercase().contains("supabase")
}

/// Whether what Prisma is given says what it is asked: `{ where: { id } }`.
fn is_asked(it: &CallExpression) -> bool {
    let Some(Expression::ObjectExpression(given)) = argument(it, 0).map(Expression::get_inner_expression)
    else {
        return false;
    };
    given.properties.iter().any(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key).is_some_and(|key| ASKED.contains(&key)),
        ObjectPropertyKind::SpreadProperty(_) => false,
    })
}

/// The collection that a call of Payload is given by its name.
fn collection<'b>(it: &'b CallExpression) -> Option<&'b str> {
    let Expression::ObjectExpression(given) = argument(it, 0)?.get_inner_expression() else { return None };
    property(given, |key| key == "collection").and_then(literal)
}

/// The table that a call is given by its name.
fn table(it: &CallExpression) -> Option<String> {
    match argument(it, 0)?.get_inner_expression() {
        Expression::Identifier(it) => Some(it.name.to_string()),
        // `schema.users`
        Expression::StaticMemberExpression(member) if matches!(member.object.get_inner_expression(), Expression::Identifier(of) if of.name.ends_with("chema")) => {
            Some(member.property.name.to_string())
        }
        _ => None,
    }
}

fn is_database(path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    DATABASES.contains(&last.as_str())
}
