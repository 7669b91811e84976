//! Constants of a script that are places among files: what uses one is told with the path in its place. Text in, text out.

use oxc_ast::ast::{Statement, VariableDeclarationKind};

use super::super::deeds::call_of;
use super::super::files;

/// More constants are not asked.
const MOST: usize = 16;

/// `('LOG', '../app.log')` of `const LOG = path.join(__dirname, '..', 'app.log')`, of the statements themselves.
pub(super) fn of(statements: &[Statement]) -> Vec<(String, String)> {
    let declared = statements.iter().filter_map(|it| match it {
        Statement::VariableDeclaration(it) if it.kind == VariableDeclarationKind::Const => {
            Some(&it.declarations)
        }
        _ => None,
    });
    let places = declared.flatten().filter_map(|it| {
        let place = files::place_of(call_of(it.init.as_ref()?)?)?;
        Some((it.id.get_binding_identifier()?.name.to_string(), place))
    });
    places.take(MOST).collect()
}

/// The code with the path where one of the constants is a value: not where it is a key, a member, or a part of a text.
pub(super) fn told(code: &str, places: &[(String, String)]) -> String {
    if places.is_empty() {
        return code.to_owned();
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut text = String::with_capacity(code.len());
    let (mut around, mut quote, mut rest) = (Vec::new(), None, code);
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if quote.is_none() && end > 0 {
            let (word, behind) = rest.split_at(end);
            let is_value = !text.ends_with('.') && !(around.last() == Some(&'{') && !text.ends_with(": "));
            match places.iter().find(|(name, _)| *name == word).filter(|_| is_value) {
                Some((_, place)) => text.extend(["'", place, "'"]),
                None => text.push_str(word),
            }
            rest = behind;
            continue;
        }
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('(' | '[' | '{', None) => around.push(c),
            (')' | ']' | '}', None) => {
                around.pop();
            }
            _ => {}
        }
        text.push(c);
        rest = &rest[c.len_utf8()..];
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn places_stand_where_their_names_are_values() {
        let places = [("LOG", "../app.log"), ("root", "public")]
            .map(|(name, place)| (name.to_owned(), place.to_owned()));
        for (code, expected) in [
            ("fs.rm(LOG, root)", "fs.rm('../app.log', 'public')"),
            ("serve({ root, at: root })", "serve({ root, at: 'public' })"),
            ("a.root = 'root'; LOGS.push(LOG)", "a.root = 'root'; LOGS.push('../app.log')"),
        ] {
            assert_eq!(super::told(code, &places), expected);
        }
    }
}
