//! Constants of a script that are places among files: what uses one is told with the path in its place. Text in, text out.

use oxc_ast::ast::{CallExpression, Expression, Statement, VariableDeclarationKind};

use super::super::deeds::call_of;
use super::super::literals::literal;
use super::super::values;

/// More constants are not asked, and longer paths are not told, in bytes.
const MOST: usize = 16;
const LONGEST: usize = 48;
/// What puts paths together, and what stands for the folder of the script, or the one that it is run in.
const JOINING: &[&str] = &["join", "path.join", "path.resolve", "resolve"];
const HERE: &[&str] = &["__dirname", "import.meta.dirname"];

/// `('LOG', '../app.log')` of `const LOG = path.join(__dirname, '..', 'app.log')`, of the statements themselves.
pub(super) fn of(statements: &[Statement]) -> Vec<(String, String)> {
    let declared = statements.iter().filter_map(|it| match it {
        Statement::VariableDeclaration(it) if it.kind == VariableDeclarationKind::Const => {
            Some(&it.declarations)
        }
        _ => None,
    });
    let mut places: Vec<(String, String)> = Vec::new();
    for it in declared.flatten() {
        let place = it.init.as_ref().and_then(call_of).and_then(|it| place(it, &places));
        if let (Some(place), Some(name)) = (place, it.id.get_binding_identifier()) {
            places.push((name.name.to_string(), place));
        }
        if places.len() == MOST {
            break;
        }
    }
    places
}

/// The path that a call puts together of what is in plain sight, from the folder of the script on.
fn place(it: &CallExpression, known: &[(String, String)]) -> Option<String> {
    values::path(&it.callee).filter(|callee| JOINING.contains(&callee.as_str()))?;
    let mut parts: Vec<&str> = Vec::new();
    for (at, given) in it.arguments.iter().enumerate() {
        let given = given.as_expression()?.get_inner_expression();
        let is_here = || values::path(given).is_some_and(|it| HERE.contains(&it.as_str()));
        let is_run_in = || matches!(given, Expression::CallExpression(it) if values::path(&it.callee).as_deref() == Some("process.cwd"));
        match literal(given) {
            // A path from the root on stands for all before it, or not.
            Some(part) if at == 0 || !part.starts_with('/') => parts.push(part),
            Some(_) => return None,
            None if at == 0 && (is_here() || is_run_in()) => {}
            None => {
                let name = values::path(given)?;
                let (_, place) = known.iter().find(|(known, _)| *known == name).filter(|_| at == 0)?;
                parts.push(place);
            }
        }
    }
    parts.retain(|it| !it.is_empty() && *it != ".");
    let told = parts.join("/");
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '@' | '*');
    (!told.is_empty() && told.len() <= LONGEST && told.chars().all(is_plain)).then_some(told)
}

/// Whether something else has the name somewhere in the code.
fn is_shadowed(code: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    code.match_indices(name).any(|(at, _)| {
        let (before, behind) = (&code[..at], &code[at + name.len()..]);
        let is_word = !before.ends_with(is_part) && !behind.starts_with(|c| is_part(c) && c != '.');
        let is_set = behind.starts_with(" = ") || behind.starts_with(" of ") || behind.starts_with(" in ");
        let is_taken = behind.trim_start().starts_with(['}', ',']) && {
            // `{ out } = process.env`
            let open = before.rfind(['{', '[', '(']);
            let closed = behind.find(['}', ']']).map(|end| &behind[end + 1..]);
            open.is_some_and(|open| !before[open..].starts_with('('))
                && closed.is_some_and(|it| it.starts_with(" = "))
        };
        is_word && (is_set || is_taken || behind.starts_with(" =>"))
    })
}

/// The code with the path where one of the constants is a value: not where it is a key, a member, or a part of a text.
pub(super) fn told(code: &str, places: &[(String, String)]) -> String {
    let places: Vec<&(String, String)> = places.iter().filter(|(name, _)| !is_shadowed(code, name)).collect();
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
            let is_held = around.last() != Some(&'{') || text.ends_with(": ");
            let is_value = !text.ends_with('.') && is_held;
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
            ("for (LOG of ['q']) fs.cp(LOG, root)", "for (LOG of ['q']) fs.cp(LOG, 'public')"),
            ("{ LOG } = process.env; fs.rm(LOG)", "{ LOG } = process.env; fs.rm(LOG)"),
        ] {
            assert_eq!(super::told(code, &places), expected);
        }
    }
}
