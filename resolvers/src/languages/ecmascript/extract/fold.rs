//! Code on one line, with the same meaning: comments and gaps go, what stands in texts stays. Where that cannot be done
//! surely, nothing is given.

/// Words behind which a slash begins a regular expression.
const BEFORE_PATTERN: &[&str] =
    &["await", "case", "delete", "in", "of", "return", "throw", "typeof", "void", "yield"];

/// The code on one line; `None` where a text goes over several lines, or something is not closed.
pub(super) fn fold(code: &str) -> Option<String> {
    // In markup nearly anything is text.
    let has_markup = code.contains("</") || code.contains("/>");
    if has_markup && (code.contains("//") || code.contains("/*")) {
        return None;
    }
    let mut line = String::with_capacity(code.len());
    // How many braces are open in each expression of a template.
    let mut templates: Vec<u32> = Vec::new();
    let (mut gap, mut rest) = (None, code);
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            gap = Some(gap.unwrap_or(false) || ends_line(c));
            rest = &rest[c.len_utf8()..];
            continue;
        }
        if rest.starts_with("//") || rest.starts_with("/*") {
            let end = comment(rest)?;
            gap = Some(gap.unwrap_or(false) || rest[..end].contains(ends_line));
            rest = &rest[end..];
            continue;
        }
        if let Some(new_line) = gap.take()
            && !line.is_empty()
            && !(new_line && (goes_on(rest) || line.ends_with(['(', '['])))
        {
            // `f(\n  a,\n)`
            if new_line && matches!(c, ')' | ']' | '}') {
                line.truncate(line.strip_suffix(',').map_or(line.len(), str::len));
            }
            if !new_line || !matches!(c, ')' | ']') {
                line.push(' ');
            }
        }
        let end = match c {
            '"' | '\'' => text(rest, c)?,
            '`' => template(&rest[1..], &mut templates)? + 1,
            '}' if templates.last() == Some(&0) => {
                templates.pop();
                template(&rest[1..], &mut templates)? + 1
            }
            '/' if begins_pattern(&line, rest) => pattern(rest)?,
            _ => {
                if let Some(open) = templates.last_mut() {
                    *open = match c {
                        '{' => *open + 1,
                        '}' => open.checked_sub(1)?,
                        _ => *open,
                    };
                }
                c.len_utf8()
            }
        };
        line.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    templates.is_empty().then_some(line)
}

/// Where the comment ends that `rest` begins with.
fn comment(rest: &str) -> Option<usize> {
    match rest.strip_prefix("/*") {
        Some(inside) => inside.find("*/").map(|at| at + 4),
        None => Some(rest.find(ends_line).unwrap_or(rest.len())),
    }
}

/// What ends a line in the language.
fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Whether a line goes on with a member of what stands before it.
fn goes_on(rest: &str) -> bool {
    let name = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.'));
    name.is_some_and(|it| it.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '#')))
}

/// Where a text ends that begins with `quote`.
fn text(rest: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Where the text of a template ends: behind its last quote, or where an expression begins.
fn template(rest: &str, templates: &mut Vec<u32>) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '`' => return Some(at + 1),
            '$' if rest[at + 1..].starts_with('{') => {
                templates.push(0);
                return Some(at + 2);
            }
            _ => {}
        }
    }
    None
}

/// Whether a slash divides nothing and ends no tag.
fn begins_pattern(line: &str, rest: &str) -> bool {
    let before = line.trim_end();
    let word =
        before.rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).next().unwrap_or_default();
    let opens = before.is_empty()
        || before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', '{', ';', '+', '%', '~', '^'])
        || before.ends_with("=>");
    // `a++ / b`, `a! / b`
    let operand = before.trim_end_matches('!');
    let is_behind = before.ends_with("++")
        || before.ends_with("--")
        || operand.len() < before.len()
            && operand.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ')' | ']'));
    !rest.starts_with("/>") && !is_behind && (opens || BEFORE_PATTERN.contains(&word))
}

/// Where a regular expression ends, its flags apart.
fn pattern(rest: &str) -> Option<usize> {
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn code_keeps_its_meaning_on_one_line() {
        for (code, expected) in [
            ("a(b)\n  .c()\n  ?.d()", Some("a(b).c()?.d()")),
            ("a ? .5 : 1", Some("a ? .5 : 1")),
            ("a(\n  b,\n  [ c ],\n)", Some("a(b, [ c ])")),
            ("a({\n  b,\n})", Some("a({ b })")),
            ("a +  '  b' // c\n + d", Some("a + '  b' + d")),
            ("a /* b */ + c", Some("a + c")),
            (r"if (!/^https?:\/\//.test(a)) { b }", Some(r"if (!/^https?:\/\//.test(a)) { b }")),
            ("b = /[/*]/.test(b) ? 1 : 2", Some("b = /[/*]/.test(b) ? 1 : 2")),
            ("a.replace(/'/g, '\"') // the 'b'\nreturn a", Some("a.replace(/'/g, '\"') return a")),
            ("a / b // c", Some("a / b")),
            ("<A b={c} /> // d", None),
            ("a! / 2 // b\n + 1", Some("a! / 2 + 1")),
            ("a++ / 2 /* b */", Some("a++ / 2")),
            ("f(a, // b\r 1)", Some("f(a, 1)")),
            ("`a ${b ? `c` : { d }} // e`", Some("`a ${b ? `c` : { d }} // e`")),
            ("`a\nb`", None),
            ("a'don", None),
            ("/* a", None),
            ("'a\\'b' + c", Some("'a\\'b' + c")),
        ] {
            assert_eq!(fold(code).as_deref(), expected, "{code}");
        }
    }
}
