//! What the statements of an SQL file do to what. Pure.

use super::super::super::{MOST_NAMES, few};

/// How statements begin, and what is said before the names of what they are about.
#[rustfmt::skip]
const STATEMENTS: &[(&[&str], &str)] = &[
    (&["create", "table"], "creates table "),
    (&["create", "view"], "creates view "),
    (&["create", "function"], "creates function "),
    (&["create", "procedure"], "creates procedure "),
    (&["create", "trigger"], "creates trigger "),
    (&["create", "type"], "creates type "),
    (&["create", "index"], "creates index "),
    (&["create", "extension"], "enables extension "),
    (&["create", "schema"], "creates schema "),
    (&["alter", "table"], "alters table "),
    (&["alter", "type"], "alters type "),
    (&["drop", "table"], "drops table "),
    (&["drop", "view"], "drops view "),
    (&["drop", "index"], "drops index "),
    (&["drop", "function"], "drops function "),
    (&["drop", "trigger"], "drops trigger "),
    (&["drop", "type"], "drops type "),
    (&["insert", "into"], "inserts into "),
    (&["update"], "updates "),
    (&["delete", "from"], "deletes from "),
    (&["truncate", "table"], "empties "),
];

/// Words that may stand between those, and before what is named.
const FILLERS: &[&str] = &[
    "concurrently",
    "exists",
    "global",
    "if",
    "ignore",
    "local",
    "materialized",
    "not",
    "only",
    "or",
    "recursive",
    "replace",
    "temp",
    "temporary",
    "unique",
    "unlogged",
    "virtual",
];

/// Kinds of statements that a text names.
const MOST_KINDS: usize = 3;
/// Words of a statement that are looked at.
const HEAD: usize = 12;

/// What the statements of `text` do.
pub(super) fn told(text: &str) -> Option<String> {
    let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
    for (lead, name) in text.split(';').filter_map(read) {
        match kinds.iter_mut().find(|(known, _)| *known == lead) {
            Some((_, names)) => names.push(name),
            None => kinds.push((lead, vec![name])),
        }
    }
    let told = kinds.iter().take(MOST_KINDS);
    let told = told.map(|(lead, names)| few(lead, names.iter().map(String::as_str), MOST_NAMES));
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// What a statement does, and to what.
fn read(statement: &str) -> Option<(&'static str, String)> {
    let lines = statement.lines().map(|line| line.split("--").next().unwrap_or_default());
    let words = lines.flat_map(str::split_whitespace).take(HEAD);
    let mut words = words.filter(|word| !FILLERS.contains(&word.to_ascii_lowercase().as_str()));
    let said: Vec<&str> = words.by_ref().take(3).collect();
    let begins = |(form, _): &&(&[&str], &str)| {
        form.len() < said.len() && form.iter().zip(&said).all(|(word, it)| it.eq_ignore_ascii_case(word))
    };
    let (form, lead) = STATEMENTS.iter().find(begins)?;
    let name = said[form.len()].split('(').next()?;
    let name: String = name.chars().filter(|it| !matches!(it, '"' | '`' | '\'' | '[' | ']' | ',')).collect();
    let is_name = name.starts_with(|it: char| it.is_alphabetic() || it == '_')
        && name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.' | '-' | '$'));
    is_name.then_some((*lead, name))
}
