//! What a text says that a function gives: the page of `` return `<title>Sign in</title>…` ``, the first lines of what is
//! joined. Texts with tags are told without them.

use oxc_ast::ast::{Expression, Statement};

use super::literals::literal;
use super::vanishing::may_end;

/// A shorter text says less than its name, in words, and a longer one is not read, in bytes.
const FEWEST_WORDS: usize = 3;
const LONGEST: usize = 90;
/// What stands between tags of these is not read by people.
const UNREAD: &[&str] = &["script", "style"];
/// How many of the lines that are joined are told.
const MOST_LINES: usize = 2;
/// How many calls are followed to what is joined: `[a, b].filter(Boolean).join('\n')`.
const LONGEST_CHAIN: usize = 4;

/// Of a body.
pub(super) fn of_statements(statements: &[Statement]) -> Option<String> {
    let (last, before) = statements.split_last()?;
    match last {
        Statement::ReturnStatement(it) if !before.iter().any(may_end) => of_value(it.argument.as_ref()?),
        _ => None,
    }
}

/// Of the value that is given.
pub(super) fn of_value(value: &Expression) -> Option<String> {
    let mut at = value.get_inner_expression();
    let mut is_joined = false;
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at else { break };
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return None;
        };
        is_joined |= callee.property.name == "join";
        if !matches!(callee.property.name.as_str(), "filter" | "join" | "trim" | "trimEnd" | "trimStart") {
            return None;
        }
        at = callee.object.get_inner_expression();
    }
    let raw = match at {
        Expression::ArrayExpression(it) if is_joined => {
            let line = |it| text(it).unwrap_or_else(|| "…".to_owned());
            let mut lines = it.elements.iter().filter_map(|it| it.as_expression()).map(line);
            let told = lines.by_ref().take(MOST_LINES).collect::<Vec<String>>().join(" ");
            if lines.next().is_some() && !told.ends_with('…') { told + " …" } else { told }
        }
        Expression::TemplateLiteral(_) => text(at)?,
        _ => return None,
    };
    let told = without_tags(&raw).split_whitespace().collect::<Vec<_>>().join(" ");
    let words = told.split(' ').filter(|it| it.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    // Code in a text is no sentence.
    let is_prose = words >= FEWEST_WORDS && !told.contains(['{', '}', ';', '<', '=']);
    is_prose.then(|| cut(&told.replace(['`', '\''], "’")))
}

/// The text of a literal, with dots for what is put into it.
fn text(value: &Expression) -> Option<String> {
    if let Some(text) = literal(value) {
        return Some(text.to_owned());
    }
    let Expression::TemplateLiteral(it) = value.get_inner_expression() else { return None };
    let parts: Vec<&str> = it.quasis.iter().filter_map(|it| it.value.cooked.as_deref()).collect();
    Some(parts.join("…"))
}

/// The text without markup, and without what stands in elements that nobody reads.
fn without_tags(text: &str) -> String {
    let mut told = String::with_capacity(text.len().min(4 * LONGEST));
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        told.push_str(&rest[..open]);
        told.push(' ');
        let tag = &rest[open + 1..];
        let unread =
            UNREAD.iter().find(|it| tag.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it)));
        let end = unread.and_then(|it| rest.find(&format!("</{it}"))).unwrap_or(open);
        let Some(close) = rest[end..].find('>') else { return told };
        rest = &rest[end + close + 1..];
        if told.len() > 4 * LONGEST {
            return told;
        }
    }
    told.push_str(rest);
    told
}

/// The first words.
fn cut(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST).last().unwrap_or(0);
    let end = text[..end].rfind(' ').unwrap_or(end);
    format!("{}…", text[..end].trim_end_matches([',', ';', ':', ' ']))
}
