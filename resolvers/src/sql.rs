//! Which tables a text of SQL is about. Text in, names out; no dialect is known whole, and what cannot be told is left
//! out.

use memchr::memchr;

/// A longer text is no statement that anybody reads.
const LONGEST: usize = 32 * 1024;
/// A longer name says less than it takes.
const LONGEST_NAME: usize = 60;
/// Functions whose arguments have a `FROM` of their own.
const WITH_FROM: &[&str] = &["extract", "overlay", "position", "substring", "trim"];
/// What stands in place of a table, or before it.
const NO_TABLES: &[&str] = &[
    "dual",
    "exists",
    "generate_series",
    "if",
    "lateral",
    "not",
    "only",
    "select",
    "set",
    "table",
    "unnest",
    "values",
];
/// How sentences of English go on.
const ENGLISH: &[&str] = &[
    "a", "all", "an", "any", "each", "every", "here", "its", "one", "our", "that", "the", "their", "these",
    "this", "your",
];

/// A table, and whether the statement changes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touched<'s> {
    pub(crate) table: &'s str,
    pub(crate) is_changed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'s> {
    Word(&'s str),
    Quoted(&'s str),
    Sign(u8),
}

/// The tables that `text` is about where it is SQL, in source order, each once a sort.
pub(crate) fn tables(text: &str) -> Vec<Touched<'_>> {
    if text.len() > LONGEST || !begins(text) {
        return Vec::new();
    }
    let tokens = tokens(text);
    let Some(Token::Word(first)) = tokens.first() else { return Vec::new() };
    let is_upper = first.bytes().all(|it| it.is_ascii_uppercase());
    let is = |at: usize, word: &str| match tokens.get(at) {
        Some(Token::Word(it)) => it.eq_ignore_ascii_case(word) && !is_capitalised(it),
        _ => false,
    };
    let has = |word: &str| (0..tokens.len()).any(|at| is(at, word));
    let selects = || {
        let from = (1..tokens.len()).find(|at| is(*at, "from"));
        let signs = |it: &Token| {
            matches!(it, Token::Sign(b'*' | b',' | b'(' | b'='))
                || matches!(it, Token::Word(word) if word.contains(['_', '.']))
        };
        from.is_some_and(|from| is_upper || tokens[1..from].iter().any(signs))
    };
    let is_sql = match first.to_ascii_lowercase().as_str() {
        "select" => selects(),
        "with" => has("select") && has("as"),
        // What people call what is done in small letters may begin so too: `delete from cart`.
        "insert" | "replace" if is_upper => has("into"),
        "insert" | "replace" => is(1, "into") && (has("values") || has("select")),
        "update" => has("set") && (is_upper || tokens.contains(&Token::Sign(b'='))),
        "delete" => is(1, "from") && (is_upper || has("where") || has("using")),
        _ => false,
    };
    if !is_sql {
        return Vec::new();
    }
    let mut touched: Vec<Touched<'_>> = Vec::new();
    // What stands before each bracket that is open.
    let mut open: Vec<&str> = Vec::new();
    // What is put in beside the parts of a `with` has names that are not known.
    let hole = HOLE.to_string();
    let is_hole = |at: usize| matches!(tokens.get(at), Some(Token::Word(it)) if *it == hole);
    let opens_part = |at: usize| is(at, "with") || tokens[at] == Token::Sign(b',');
    let is_with = first.eq_ignore_ascii_case("with");
    let has_unknown = is_with && (0..tokens.len()).any(|at| opens_part(at) && is_hole(at + 1));
    let named_here: Vec<&str> = (1..tokens.len())
        .filter(|at| is(*at, "as") && matches!(tokens.get(at + 1), Some(Token::Sign(b'('))))
        .filter_map(|at| named_before(&tokens[..at]))
        .collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign(b'(') => {
                open.push(at.checked_sub(1).and_then(|at| name(tokens[at])).unwrap_or_default());
            }
            Token::Sign(b')') => _ = open.pop(),
            _ => {}
        }
        let is_changed =
            is(at, "into") || is(at, "update") || is(at, "from") && at > 0 && is(at - 1, "delete");
        let updates_row =
            is(at, "update") && at > 0 && ["for", "do", "key", "on"].iter().any(|it| is(at - 1, it));
        let inside =
            open.last().is_some_and(|it| WITH_FROM.iter().any(|known| known.eq_ignore_ascii_case(it)));
        if !(is_changed || is(at, "from") || is(at, "join"))
            || updates_row
            || inside
            || has_unknown && open.is_empty()
        {
            continue;
        }
        let next = (at + 1..tokens.len()).find(|at| !is(*at, "only")).unwrap_or(tokens.len());
        let Some(table) = table(&tokens[next..], is_changed) else { continue };
        let is_known = named_here.iter().any(|it| it.eq_ignore_ascii_case(table));
        let touch = Touched { table, is_changed };
        if !is_known && !touched.contains(&touch) {
            touched.push(touch);
        }
    }
    touched
}

/// Whether SQL may begin so.
pub(crate) fn begins(text: &str) -> bool {
    let word = text.trim_start().split(|c: char| c.is_whitespace()).next().unwrap_or_default();
    !word.is_empty()
        && ["select", "with", "insert", "replace", "update", "delete"]
            .iter()
            .any(|it| word.eq_ignore_ascii_case(it))
        && !is_capitalised(word)
}

/// Sentences begin so; people write SQL in small letters or in capitals.
fn is_capitalised(word: &str) -> bool {
    let (first, rest) = word.split_at(word.len().min(1));
    first.bytes().all(|it| it.is_ascii_uppercase()) && rest.bytes().any(|it| it.is_ascii_lowercase())
}

/// The name that stands last, behind which columns may be listed: `recent` of `recent (id, at)`.
fn named_before<'s>(tokens: &[Token<'s>]) -> Option<&'s str> {
    let (last, before) = tokens.split_last()?;
    if *last != Token::Sign(b')') {
        return name(*last);
    }
    let open = before.iter().rposition(|it| *it == Token::Sign(b'('))?;
    name(*before[..open].last()?)
}

fn name(token: Token<'_>) -> Option<&str> {
    match token {
        Token::Word(it) | Token::Quoted(it) => Some(it),
        Token::Sign(_) => None,
    }
}

/// The name of a table that the tokens begin with, with that of its schema where both are plain words. Brackets may stand
/// behind it for its columns.
fn table<'s>(tokens: &[Token<'s>], has_columns: bool) -> Option<&'s str> {
    let first = name(*tokens.first()?)?;
    let table = match tokens {
        [Token::Quoted(_), Token::Sign(b'.'), Token::Quoted(second), ..] => second,
        // A function that gives rows.
        [Token::Word(_), Token::Sign(b'('), ..] if !has_columns => return None,
        [Token::Word(word), ..] => {
            let lower = word.to_ascii_lowercase();
            let is_none = [NO_TABLES, ENGLISH].iter().any(|known| known.contains(&lower.as_str()));
            if is_none {
                return None;
            }
            word
        }
        _ => first,
    };
    let is_name = (1..=LONGEST_NAME).contains(&table.len())
        && table.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && table.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-'))
        && !table.ends_with('.');
    is_name.then_some(table)
}

/// Stands for what is put into the text when it runs: `from ${schema}.users` is about no table that is known.
pub(crate) const HOLE: char = '\u{1a}';

fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let (mut tokens, mut at) = (Vec::new(), 0);
    let is_word =
        |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b'$' | 0x1a) || it >= 0x80;
    while let Some(&byte) = bytes.get(at) {
        let closing = match byte {
            b'\'' => Some(b'\''),
            b'"' => Some(b'"'),
            b'`' => Some(b'`'),
            b'[' => Some(b']'),
            _ => None,
        };
        if let Some(closing) = closing {
            let Some(length) = memchr(closing, &bytes[at + 1..]) else { break };
            let inside = &text[at + 1..at + 1 + length];
            if byte != b'\'' {
                tokens.push(Token::Quoted(inside));
            }
            at += length + 2;
        } else if bytes[at..].starts_with(b"--") {
            at += memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
        } else if is_word(byte) && byte != b'.' {
            let length = bytes[at..].iter().take_while(|it| is_word(**it)).count();
            tokens.push(Token::Word(&text[at..at + length]));
            at += length;
        } else {
            if !byte.is_ascii_whitespace() {
                tokens.push(Token::Sign(byte));
            }
            at += 1;
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sql: &str, expected: &str) {
        let told = tables(sql);
        let told: Vec<String> =
            told.iter().map(|it| format!("{}{}", if it.is_changed { "!" } else { "" }, it.table)).collect();
        assert_eq!(told.join(" "), expected, "{sql}");
    }

    #[test]
    fn tables_are_those_that_a_statement_reads_or_changes() {
        for (sql, expected) in [
            ("select a.id, b.x from public.posts a left join users b on b.id = a.id", "public.posts users"),
            ("SELECT name FROM \"public\".\"Post\" WHERE x = 'from y'", "Post"),
            ("with recent as (select * from posts) select * from recent join `users` u", "posts users"),
            ("insert into posts (id) values (1) on conflict (id) do update set x = 1", "!posts"),
            ("INSERT OR IGNORE INTO [posts] SELECT id FROM drafts", "!posts drafts"),
            ("update posts set x = 1 where id in (select id from old_posts)", "!posts old_posts"),
            ("delete from posts where id = ?", "!posts"),
            ("select extract(year from created_at) from posts for update", "posts"),
            ("select * from (select id from only parts -- from remarks\n) t, lateral x()", "parts"),
            ("select * from \u{1a}.users join users_\u{1a} on a join tags", "tags"),
            ("select count(*) from generate_series(1, 2)", ""),
            ("with recursive a (x, y) as (select x, y from b) select x from a", "b"),
            ("with a as (select x from b), \u{1a} select * from c", "b"),
        ] {
            check(sql, expected);
        }
    }

    #[test]
    fn sentences_are_no_sql() {
        for text in [
            "Select a file, or more, from the list",
            "select one from the list below",
            "select something from lists of it",
            "update your profile to set a name",
            "with a select as usual from here",
            "delete from",
            "delete from cart",
            "insert into the document",
            "update posts and set aside",
            "Update posts set aside",
        ] {
            check(text, "");
        }
    }
}
