//! Keys with what they hold: names, short literals and addresses. What nobody is to know is told nowhere; which keys of
//! an object are told is not decided here.

use oxc_ast::ast::{Expression, ObjectExpression, ObjectPropertyKind};

use super::super::literals::{self, key_name, literal};
use super::objects::{MOST_KEYS, plain_key};
use super::texts::is_plain;
use super::{LONGEST_NAME, path};

/// How many keys of an object stand with what they hold.
pub(super) const MOST_PAIRS: usize = 3;
/// Keys that hold what an object is called.
const NAMING: &[&str] =
    &["defaultTagName", "id", "key", "label", "method", "name", "path", "slug", "title", "type", "url"];
/// Keys that hold what it is for.
const DESCRIBING: &[&str] = &["description", "message", "summary", "tagline"];
/// How much of that is a part of its head, in bytes.
const LONGEST_DESCRIPTION: usize = 60;
/// How long a key may be that stands with what it holds, in bytes.
const LONGEST_KEY: usize = 60;
/// How long a pattern of addresses may be, in bytes.
const LONGEST_PATTERN: usize = 72;

/// `{ a: 'b', c: 1, d }` for an object of nothing but short literals: the first pairs, then keys.
pub(super) fn pairs(it: &ObjectExpression) -> Option<String> {
    let pairs: Vec<(&str, String)> = it.properties.iter().map(pair).collect::<Option<_>>()?;
    let told = pairs.iter().enumerate().take(MOST_KEYS).map(|(at, (key, value))| {
        if at < MOST_PAIRS { format!("{key}: {value}") } else { (*key).to_owned() }
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("{{ {} }}", told.join(", ")))
}

fn pair<'b>(property: &'b ObjectPropertyKind) -> Option<(&'b str, String)> {
    let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
    let key = key_name(&it.key).filter(|it| !SECRET_NUMBERS.contains(&last_word(it).as_str()))?;
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
pub(super) fn addresses(it: &ObjectExpression) -> Option<String> {
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

/// `slug: 'posts'`: what an object is called, or is for, is told with its key.
pub(super) fn name_of(key: &str, value: &Expression) -> Option<String> {
    if DESCRIBING.contains(&key) {
        return literal(value.get_inner_expression()).and_then(beginning).map(|it| format!("{key}: '{it}'"));
    }
    if key == "matcher" {
        return pattern(value).map(|it| format!("{key}: '{it}'")).or_else(|| patterns(value));
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

/// A key with what it holds, where that is a short literal, a member, or a list of few texts: `maxAge: 60`, `kinds: ['a', 'b']`.
pub(super) fn value_of(key: &str, value: &Expression) -> Option<String> {
    // What nobody is to know stays where it is.
    let is_secret = is_secret(key);
    let text = |it: &str| {
        let is_short = (1..=LONGEST_HELD).contains(&it.len()) && !is_secret;
        (is_short && it.chars().all(|c| is_plain(c) || "./:@ #%+*{},|!^".contains(c)))
            .then(|| format!("'{it}'"))
    };
    let told = match value.get_inner_expression() {
        Expression::BooleanLiteral(it) => it.value.to_string(),
        Expression::NullLiteral(_) => "null".to_owned(),
        it if it.is_specific_id("undefined") => "undefined".to_owned(),
        Expression::NumericLiteral(it) => {
            let is_told = !SECRET_NUMBERS.contains(&last_word(key).as_str());
            it.raw.filter(|it| it.len() <= LONGEST_HELD && is_told)?.to_string()
        }
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
        // Where styles are looked for: the first place says most.
        Expression::ArrayExpression(it) if key == "content" => {
            let first = it.elements.first()?.as_expression().and_then(literal).and_then(text)?;
            format!("[{first}, …]")
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
/// Keys that are such whatever stands before them, as their last words.
const SECRET_WORDS: &[&str] =
    &["authorization", "bearer", "credential", "credentials", "otp", "pass", "pin", "pwd", "salt", "ssn"];

/// Those behind which numbers are secrets too.
const SECRET_NUMBERS: &[&str] = &["otp", "pin", "ssn"];

/// Whether a text stands behind the key that nobody is to know.
pub(super) fn is_secret(key: &str) -> bool {
    let plain = key.to_lowercase().replace(['_', '-', '.'], "");
    SECRET.iter().any(|it| plain.ends_with(it)) || SECRET_WORDS.contains(&last_word(key).as_str())
}

/// `pin` of `userPIN`, `userPin` and `user_pin`.
fn last_word(key: &str) -> String {
    let last = key.rsplit(['_', '-', '.']).next().unwrap_or(key);
    let capitals = last.trim_end_matches(char::is_uppercase);
    let small = last.trim_end_matches(|c: char| !c.is_uppercase());
    // A word of capitals, or one that begins with one of them.
    let start = if capitals.len() < last.len() { capitals.len() } else { small.len().saturating_sub(1) };
    last.get(start..).unwrap_or(last).to_lowercase()
}

/// A longer text behind a key is no name of anything, in bytes.
pub(super) const LONGEST_HELD: usize = 32;

/// How long several patterns of addresses may be, in bytes.
const LONGEST_PATTERNS: usize = 110;

/// `matcher: '/a'/'/b'`: the addresses in a list.
fn patterns(value: &Expression) -> Option<String> {
    let Expression::ArrayExpression(it) = value.get_inner_expression() else { return None };
    let all = it.elements.iter().map(|it| literal(it.as_expression()?));
    let all: Vec<&str> = all.collect::<Option<_>>()?;
    let told = format!("matcher: '{}'", all.join("'/'"));
    let is_plain = |it: &&str| !it.contains(['{', '}', ',', '\'', '"', '`', '(']);
    (all.len() > 1 && all.iter().all(is_plain) && told.len() <= LONGEST_PATTERNS).then_some(told)
}

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
