//! What a document of GraphQL in code does: its first operation, or what its fragment is of. Text in, text out.

/// How many fields are told.
const MOST: usize = 4;
/// A longer text is no document that anybody reads.
const LONGEST: usize = 64 * 1024;

/// `mutation deletePost`, `query posts, users`, `fragment Post`: the first definition of `text`.
pub(crate) fn operation(text: &str) -> Option<String> {
    let text = Some(text).filter(|it| it.len() <= LONGEST)?;
    let mut tokens = Tokens(text);
    let sort =
        tokens.next().filter(|it| matches!(*it, "query" | "mutation" | "subscription" | "fragment" | "{"))?;
    if sort == "fragment" {
        let _name = tokens.next();
        let of = tokens.next().filter(|it| *it == "on").and_then(|_| tokens.next())?;
        return is_name(of).then(|| format!("fragment {of}"));
    }
    let mut depth = usize::from(sort == "{");
    let mut around = 0_usize;
    let mut fields: Vec<&str> = Vec::new();
    // What `...` and `@` lead is no field.
    let mut led = false;
    let mut peeked = tokens.next();
    while let Some(token) = peeked {
        peeked = tokens.next();
        match token {
            "(" => around += 1,
            ")" => around = around.saturating_sub(1),
            "{" if around == 0 => depth += 1,
            "}" if around == 0 && depth <= 1 => break,
            "}" if around == 0 => depth -= 1,
            // The name behind an alias is the field.
            name if around == 0 && depth == 1 && is_name(name) && !led && peeked != Some(":") => {
                fields.push(name);
            }
            _ => {}
        }
        led = matches!(token, "." | "@") || led && token == "on";
    }
    fields.truncate(MOST);
    let sort = if sort == "{" { "query" } else { sort };
    (!fields.is_empty()).then(|| format!("{sort} {}", fields.join(", ")))
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Names and signs; texts and comments are passed over.
struct Tokens<'t>(&'t str);

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let rest = self.0.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            let first = rest.chars().next()?;
            let end = match first {
                '#' => {
                    self.0 = rest.split_once('\n').map_or("", |(_, rest)| rest);
                    continue;
                }
                '"' => {
                    self.0 = rest[1..].split_once('"').map_or("", |(_, rest)| rest);
                    continue;
                }
                first if first.is_ascii_alphanumeric() || first == '_' => {
                    rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
                }
                first => first.len_utf8(),
            };
            let (token, rest) = rest.split_at(end);
            self.0 = rest;
            return Some(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_told_by_its_first_operation() {
        for (text, expected) in [
            (
                "mutation Remove($id: ID!) { gone: deletePost(id: $id, x: {y: 1}) { errors { code } } }",
                "mutation deletePost",
            ),
            (
                "\n# all\nquery Posts @cached(for: 1) { posts { id }, users(a: \"}\") { id } ...More @skip }",
                "query posts, users",
            ),
            ("{ a { b } }", "query a"),
            ("fragment Card on Post { id }", "fragment Post"),
            ("query X { ... on Query { a } b }", "query b"),
            ("type Query { a: B }", ""),
            ("query", ""),
            ("}{", ""),
            ("query } {", ""),
        ] {
            assert_eq!(operation(text).unwrap_or_default(), expected, "{text}");
        }
    }
}
