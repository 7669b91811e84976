//! What nobody is to read in a text though the sources say it: passwords, tokens, keys. A text tells that there is one, and
//! not which. Pure.

use std::borrow::Cow;

/// How names end behind which a literal is one that nobody is to know, without signs and in small letters.
const NAMES: &[&str] = &[
    "accesskey",
    "apikey",
    "authorization",
    "credential",
    "passphrase",
    "passwd",
    "password",
    "privatekey",
    "pwd",
    "secret",
    "secretkey",
    "token",
];
/// What stands between a name and what it holds or is compared with.
const BETWEEN: &[&str] = &["===", "!==", "==", "!=", "??", "||", ":", "="];
/// Methods, at their ends (`setHeader` and `header` too), that are given a name and what it holds.
const SETTERS: &[&str] = &["append", "cookie", "eader", "set", "setItem"];
/// What is as long, and mixes letters of both sizes with digits, was not chosen by people, in bytes.
const SHORTEST_KEY: usize = 24;
/// What stands for a secret.
const HIDDEN: &str = "…";

/// `text` with signs for the secrets in its code.
pub(super) fn without_secrets(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut written = 0;
    let mut at = 0;
    // The last literal was an item of a list of secrets.
    let mut listed = false;
    while let Some(found) = text[at..].find(['\'', '"']) {
        let start = at + found;
        let before = &text[..start];
        let quote = &text[start..=start];
        // It is an apostrophe.
        if before.ends_with(char::is_alphanumeric) {
            at = start + 1;
            continue;
        }
        let Some(length) = closing(&text[start + 1..], quote) else { break };
        let literal = &text[start + 1..start + 1 + length];
        listed = listed && before.ends_with(", ") || is_first_of_secrets(before);
        if listed && !literal.is_empty() || is_secret(before, literal) {
            out.push_str(&text[written..=start]);
            out.push_str(HIDDEN);
            written = start + 1 + length;
        }
        at = start + length + 2;
    }
    let text = if written == 0 { Cow::Borrowed(text) } else { Cow::Owned(out + &text[written..]) };
    let text = match without_secrets_of_addresses(&text) {
        Some(told) => Cow::Owned(told),
        None => text,
    };
    match without_known_keys(&text) {
        Some(told) => Cow::Owned(told),
        None => text,
    }
}

/// How keys begin by which everybody knows whose they are.
#[rustfmt::skip]
const KNOWN_KEYS: &[&str] = &[
    "AKIA", "AIza", "SG.", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "npm_", "pk_live_", "rk_live_", "sk-ant-", "sk-proj-", "sk_live_",
    "sk_test_", "whsec_", "xoxb-", "xoxp-",
];
/// What is shorter behind that is none, in bytes.
const SHORTEST_BEHIND: usize = 8;

/// `text` without keys of known services; `None` where it is that.
fn without_known_keys(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let mut hidden: Vec<(usize, usize)> = Vec::new();
    for begin in KNOWN_KEYS {
        for (at, _) in text.match_indices(begin) {
            let behind = at + begin.len();
            let end = behind + text[behind..].find(|c| !is_part(c)).unwrap_or(text.len() - behind);
            let is_start = !text[..at].ends_with(is_part);
            let has_digit = text[behind..end].bytes().any(|it| it.is_ascii_digit());
            if is_start && end - behind >= SHORTEST_BEHIND && has_digit {
                hidden.push((at, end));
            }
        }
    }
    without(text, hidden)
}

/// Whether a name is one of what nobody is to know.
fn is_name_of_secret(name: &str) -> bool {
    let bare: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let one = bare.strip_suffix('s').unwrap_or(&bare);
    NAMES.iter().any(|it| bare.ends_with(it) || one.ends_with(it))
}

/// Whether `code`, which is what `name` stands for, ends in a literal that nobody is to know.
pub(super) fn is_literal_of(name: &str, code: &str) -> bool {
    const QUOTES: [char; 3] = ['\'', '"', '`'];
    let literal = code.strip_suffix(QUOTES).and_then(|it| it.rsplit_once(QUOTES));
    literal.is_some_and(|(_, it)| !it.contains("${") && is_secret_of(name, it))
}

/// Where the literal ends that starts `text`.
fn closing(text: &str, quote: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let end = at + text[at..].find(quote)?;
        let escapes = text[..end].bytes().rev().take_while(|it| *it == b'\\').count();
        if escapes % 2 == 0 {
            return Some(end);
        }
        at = end + 1;
    }
}

/// Whether the literal behind the code `before` is a secret.
fn is_secret(before: &str, literal: &str) -> bool {
    is_made_by_machine(literal) || name_before(before).is_some_and(|name| is_secret_of(name, literal))
}

/// Whether the literal that `name` stands for is one that nobody is to know.
fn is_secret_of(name: &str, literal: &str) -> bool {
    // Words are said to people, but for those of schemes.
    let is_word = !literal.contains(' ')
        || ["Basic ", "Bearer "]
            .iter()
            .any(|it| literal.strip_prefix(it).is_some_and(|rest| !rest.is_empty()));
    // `TOKEN = 'OUTPUT'` is a name for what is injected.
    let is_name = literal.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    // It names itself.
    let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    is_word && !is_name && is_name_of_secret(name) && !bare(name).ends_with(&bare(literal))
}

/// The name for which a literal stands behind `before`: `password` of `password: `, `a.password === `, `.set('password', `.
fn name_before(before: &str) -> Option<&str> {
    let before = before.trim_end();
    if let Some(first) = before.strip_suffix(',') {
        let inner = first.strip_suffix(['\'', '"'])?;
        let (call, name) = inner.rsplit_once(['\'', '"'])?;
        let callee = call.strip_suffix('(')?;
        return SETTERS.iter().any(|it| callee.ends_with(it)).then_some(name);
    }
    let held = BETWEEN.iter().find_map(|it| before.strip_suffix(it))?.trim_end();
    let held = held.strip_suffix(['\'', '"', '?']).unwrap_or(held);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
    let name = held.rsplit(|c| !is_name(c)).next().unwrap_or_default();
    // `typeof password === 'string'`
    let path = held.rfind([' ', '(', '!']).map_or(held, |at| &held[..at]);
    (!name.is_empty() && !path.ends_with("typeof")).then_some(name)
}

/// Whether a list of secrets opens at the end of `before`: `tokens: [`, and `` `token` ( `` of a column of a table.
fn is_first_of_secrets(before: &str) -> bool {
    let column = || before.strip_suffix("` (").and_then(|it| it.rsplit('`').next());
    before.strip_suffix('[').and_then(name_before).or_else(column).is_some_and(is_name_of_secret)
}

/// Whether a literal is a key or a digest by its looks.
fn is_made_by_machine(literal: &str) -> bool {
    let is_one = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'=' | b'_' | b'-' | b'.');
    let bytes = literal.as_bytes();
    let has = |what: fn(&u8) -> bool| bytes.iter().filter(|it| what(it)).count() > 2;
    bytes.len() >= SHORTEST_KEY
        && bytes.iter().all(|it| is_one(*it))
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
}

/// `text` with signs for what stands at `hidden`; `None` where that is nothing.
fn without(text: &str, mut hidden: Vec<(usize, usize)>) -> Option<String> {
    hidden.sort_unstable();
    let mut out = String::new();
    let mut written = 0;
    for (start, end) in hidden {
        if start >= written {
            out.push_str(&text[written..start]);
            out.push_str(HIDDEN);
        }
        written = written.max(end);
    }
    (written > 0).then(|| out + &text[written..])
}

/// `text` without what addresses say of who asks: `https://user:…@host/?token=…`. `None` where it is that.
fn without_secrets_of_addresses(text: &str) -> Option<String> {
    let mut hidden: Vec<(usize, usize)> = Vec::new();
    for (at, sign) in text.match_indices("://") {
        let start = at + sign.len();
        let is_end = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | ')' | '>');
        let address = &text[start..][..text[start..].find(is_end).unwrap_or(text.len() - start)];
        let host = &address[..address.find(['/', '?', '#']).unwrap_or(address.len())];
        if let Some((user, _)) = host.rsplit_once('@')
            && let Some((name, word)) = user.split_once(':')
            && !word.is_empty()
            && !word.contains(['$', '{', '<'])
        {
            hidden.push((start + name.len() + 1, start + user.len()));
        }
    }
    for (at, _) in text.match_indices(['?', '&']) {
        let Some((name, rest)) = text[at + 1..].split_once('=') else { continue };
        let is_end =
            |c: char| c.is_whitespace() || matches!(c, '&' | '\'' | '"' | '`' | ')' | '$' | '{' | '#' | '<');
        let length = rest.find(is_end).unwrap_or(rest.len());
        let is_plain =
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        if is_plain && is_name_of_secret(name) && length > 0 {
            let start = at + 1 + name.len() + 1;
            hidden.push((start, start + length));
        }
    }
    without(text, hidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_hidden() {
        for (text, expected) in [
            ("sets `apiKey: 'abc'`, `host: 'h'`", "sets `apiKey: '…'`, `host: 'h'`"),
            (
                "gives `login({ user: 'a', password: \"it\\\"s\" })`",
                "gives `login({ user: 'a', password: \"…\" })`",
            ),
            ("does `if (a.password === 'abc') go()`", "does `if (a.password === '…') go()`"),
            ("does `if (a.password === '') go()`", "does `if (a.password === '') go()`"),
            ("at first `process.env.API_TOKEN ?? 'abc'`", "at first `process.env.API_TOKEN ?? '…'`"),
            ("sets `tokens: ['a', 'b']`, `on: ['c', 'd']`", "sets `tokens: ['…', '…']`, `on: ['c', 'd']`"),
            ("does `app.set('secret', 'abc')`", "does `app.set('secret', '…')`"),
            ("does `pick('password', 'email')`", "does `pick('password', 'email')`"),
            ("does `if (typeof a.token !== 'string') go()`", "does `if (typeof a.token !== 'string') go()`"),
            ("does `headers.authorization = 'Bearer ' + a`", "does `headers.authorization = 'Bearer ' + a`"),
            ("sets `'api-key': 'abc'`", "sets `'api-key': '…'`"),
            ("sets `headers.Authorization: 'Basic abc'`", "sets `headers.Authorization: '…'`"),
            ("with `password: 'Password is short'`", "with `password: 'Password is short'`"),
            ("with `RESET_PASSWORD: 'password'`", "with `RESET_PASSWORD: 'password'`"),
            ("with `token: 'OUTPUT'`", "with `token: 'OUTPUT'`"),
            ("with `type: 'password'`", "with `type: 'password'`"),
            ("don't say `token: 'a`", "don't say `token: 'a`"),
            ("requests `https://x/?token=abc&a=b`", "requests `https://x/?token=…&a=b`"),
            ("requests `https://x/?token=${token}`", "requests `https://x/?token=${token}`"),
            ("does `connect('mongodb+srv://u:abc@h/')`", "does `connect('mongodb+srv://u:…@h/')`"),
            ("does `connect('redis://:abc@h:1/')`", "does `connect('redis://:…@h:1/')`"),
            ("does `connect('https://h:80/a@b')`", "does `connect('https://h:80/a@b')`"),
            ("with `client('eyJhbGciOiJIUzI1NiIsInR5cCI6')`", "with `client('…')`"),
            ("with `load('some-long-name-of-a-file-2.js')`", "with `load('some-long-name-of-a-file-2.js')`"),
        ] {
            assert_eq!(without_secrets(text), expected);
        }
    }
}
