//! What files say that no language reads: style sheets, SQL, GraphQL, data, pages. Pure.
//!
//! Only what tells what the file is for is looked at: comments at its head, and the names it defines. Nothing here is a
//! parser; what is not understood says nothing.

mod sql;
mod styles;

use resolvers::path::RepoPath;
use serde_json::Value;

use super::super::place::about_words;
use super::super::{MOST_NAMES, doc, few, graphql};
use crate::dsp::markdown;

/// The longest file that is looked at, in bytes: a longer one is data or was made by a tool.
pub(in crate::dsp) const LONGEST: usize = 256 << 10;

/// What a file at a path says that holds a text.
type Read = fn(&RepoPath, &str) -> Option<String>;

/// By extension.
#[rustfmt::skip]
const READERS: &[(&[&str], Read)] = &[
    (&["css", "scss", "sass", "less", "styl", "pcss"], |path, text| comment(path, text, "//", true).or_else(|| styles::told(text))),
    (&["sql"], |path, text| comment(path, text, "--", true).or_else(|| sql::told(text))),
    (&["graphql", "gql"], |path, text| comment(path, text, "#", false).or_else(|| graphql::document(text))),
    (&["glsl", "vert", "frag", "wgsl"], |path, text| comment(path, text, "//", true)),
    (&["json", "json5", "jsonc"], |_, text| data(&serde_json::from_str(text).ok()?)),
    (&["yaml", "yml"], |path, text| comment(path, text, "#", false).or_else(|| keys(yaml_keys(text)))),
    (&["toml"], |path, text| comment(path, text, "#", false).or_else(|| keys(toml_keys(text)))),
    (&["csv"], |_, text| columns(text)),
    (&["html", "htm", "svg"], |_, text| titled(text)),
    (&["md", "mdx", "txt"], |path, text| doc::purpose(&markdown::first_paragraph(text), &about_words(path))),
];

fn reader(path: &RepoPath) -> Option<Read> {
    let extension = path.extension().to_ascii_lowercase();
    let reads = |(ends, _): &&(&[&str], Read)| ends.iter().any(|end| end.as_bytes() == extension);
    READERS.iter().find(reads).map(|(_, read)| *read)
}

/// Whether the file at `path` may say something.
pub(in crate::dsp) fn is_text(path: &RepoPath) -> bool {
    reader(path).is_some()
}

/// What the file at `path`, which holds `text`, says that its path does not; `None` where that is nothing.
pub(super) fn said(path: &RepoPath, text: &str) -> Option<String> {
    reader(path)?(path, text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// What a comment before everything else says: lines that begin with `line`, or a block.
fn comment(path: &RepoPath, text: &str, line: &str, block: bool) -> Option<String> {
    let about = about_words(path);
    let mut rest = text.trim_start();
    loop {
        let (said, behind) = match rest.strip_prefix("/*").filter(|_| block) {
            Some(inner) => inner.split_once("*/")?,
            None => lines_of(rest, line)?,
        };
        let lines = said.lines().map(|it| it.trim().trim_start_matches([' ', '*', '!', '/', '#', '-']));
        let said = lines.collect::<Vec<_>>().join("\n");
        let speaks = said.split_whitespace().count() > 3 && !is_about_rights(&said);
        if let Some(said) = speaks.then(|| doc::purpose(&said, &about)).flatten() {
            return Some(said);
        }
        rest = behind.trim_start();
    }
}

/// The lines at the start of `text` that begin with `mark`, and what is behind them.
fn lines_of<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let lengths = text.split_inclusive('\n').take_while(|it| it.trim_start().starts_with(mark)).map(str::len);
    let end: usize = lengths.sum();
    (end > 0).then(|| text.split_at(end))
}

/// Whose it is, or how tools shall treat it.
fn is_about_rights(comment: &str) -> bool {
    const MARKS: [&str; 7] =
        ["copyright", "license", "licence", "spdx-", "stylelint", "prettier-ignore", "eslint-"];
    let lower = comment.to_lowercase();
    MARKS.iter().any(|mark| lower.contains(mark))
        || lower.contains("(c)")
        || lower.contains("yaml-language-server")
}

/// What a piece of data says of itself, else what it has.
fn data(value: &Value) -> Option<String> {
    match value {
        Value::Object(map) => {
            let text = |key: &str| map.get(key).and_then(Value::as_str).filter(|it| it.contains(' '));
            let says = ["description", "$comment", "title"].into_iter().find_map(text);
            if let Some(says) = says.and_then(|says| doc::purpose(says, "")) {
                return Some(says);
            }
            if map.len() > 1 && map.values().all(Value::is_number) {
                let names = map.keys().map(String::as_str).filter(|it| is_name(it));
                return Some(few("numbers by name: ", names, MOST_NAMES)).filter(|it| !it.is_empty());
            }
            let of = map.get("properties").and_then(Value::as_object).unwrap_or(map);
            keys(of.keys().map(String::as_str).filter(|key| !key.starts_with('$')))
        }
        Value::Array(items) => {
            if let Value::Object(first) = items.first()? {
                return Some(format!("a list of objects {}", keys(first.keys().map(String::as_str))?));
            }
            let listed = few("lists ", items.iter().filter_map(Value::as_str), MOST_NAMES);
            (!listed.is_empty()).then_some(listed)
        }
        _ => None,
    }
}

/// The name of a package and what it is, as its manifest says it.
pub(super) fn manifest(text: &str) -> Option<(String, Option<String>)> {
    let value: Value = serde_json::from_str(text).ok()?;
    let field = |key: &str| value.get(key).and_then(Value::as_str).map(str::trim).filter(|it| !it.is_empty());
    let name = field("name")?;
    Some((name.to_owned(), field("description").and_then(|it| doc::purpose(it, name))))
}

/// `` with `a`, `b` ``
fn keys<'k>(keys: impl Iterator<Item = &'k str>) -> Option<String> {
    let with = few("with ", keys.filter(|it| is_name(it)), MOST_NAMES);
    (!with.is_empty()).then_some(with)
}

/// Whether a key names something: one of a map of data, such as an address or a number, is no name.
fn is_name(key: &str) -> bool {
    key.len() <= 60
        && key.starts_with(|it: char| it.is_alphabetic() || matches!(it, '_' | '@' | '.'))
        && key.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '-' | '.' | '/' | '@' | ':' | ' '))
}

fn yaml_keys(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (key, rest) = line.split_once(':')?;
        let is_key = !key.contains([' ', '#', '\t']) && (rest.is_empty() || rest.starts_with([' ', '\r']));
        is_key.then(|| key.trim_matches(['"', '\''])).filter(|key| !key.is_empty())
    })
}

/// The tables.
fn toml_keys(text: &str) -> impl Iterator<Item = &str> {
    let heads = text.lines().filter_map(|line| line.trim().strip_prefix('['));
    heads.filter_map(|head| Some(head.trim_start_matches('[').split([']', '.']).next()?.trim()))
}

/// The heads of the columns of a table.
fn columns(text: &str) -> Option<String> {
    let head = text.lines().next()?;
    let names: Vec<&str> = head.split([',', ';', '\t']).map(|it| it.trim().trim_matches('"')).collect();
    (names.len() > 1 && names.iter().all(|it| is_name(it)))
        .then(|| few("with the columns ", names.into_iter(), MOST_NAMES))
}

/// The title of a page or an image.
fn titled(text: &str) -> Option<String> {
    let (_, behind) = text.split_once("<title")?;
    let (inner, _) = behind.split_once('>')?.1.split_once("</title")?;
    let title = inner.split_whitespace().collect::<Vec<_>>().join(" ");
    // What a template puts there is not known.
    let is_plain = !title.is_empty() && !title.contains(['<', '{', '%', '$']);
    is_plain.then(|| format!("titled '{title}'"))
}
