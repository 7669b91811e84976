//! Constants of a script that are places among files: what uses one is told with the path in its place. Text in, text out.

use oxc_ast::ast::{BindingIdentifier, CallExpression, Statement, VariableDeclarationKind};
use oxc_ast_visit::Visit;
use rustc_hash::FxHashMap;

use super::super::deeds::call_of;
use super::super::literals::literal;
use super::super::values;

/// More constants are not asked, and longer paths are not told, in bytes.
const MOST: usize = 16;
const LONGEST: usize = 48;
/// What puts paths together, and what stands for the folder of the script.
const JOINING: &[&str] = &["path.join", "path.resolve"];
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
    // What has the name of one in a block or a function is something else.
    let mut bound = Bound::default();
    if !places.is_empty() {
        for it in statements {
            bound.visit_statement(it);
        }
    }
    places.retain(|(name, _)| bound.0.get(name.as_str()) == Some(&1));
    places
}

/// The path that a call puts together of what is in plain sight, from the folder of the script on.
fn place(it: &CallExpression, known: &[(String, String)]) -> Option<String> {
    values::path(&it.callee).filter(|callee| JOINING.contains(&callee.as_str()))?;
    let mut parts: Vec<&str> = Vec::new();
    for (at, given) in it.arguments.iter().enumerate() {
        let given = given.as_expression()?.get_inner_expression();
        let is_here = || values::path(given).is_some_and(|it| HERE.contains(&it.as_str()));
        match literal(given) {
            // A path from the root on stands for all before it, or not.
            Some(part) if at == 0 || !part.starts_with('/') => parts.push(part),
            Some(_) => return None,
            None if at == 0 && is_here() => {}
            None => {
                let name = values::path(given)?;
                let (_, place) = known.iter().find(|(known, _)| *known == name).filter(|_| at == 0)?;
                parts.push(place);
            }
        }
    }
    parts.retain(|it| !it.is_empty() && *it != ".");
    let told = parts.join("/").replace("//", "/");
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | '@' | '*');
    (!told.is_empty() && told.len() <= LONGEST && told.chars().all(is_plain)).then_some(told)
}

/// How often names are bound.
#[derive(Default)]
struct Bound<'a>(FxHashMap<&'a str, usize>);

impl<'a> Visit<'a> for Bound<'a> {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        *self.0.entry(it.name.as_str()).or_default() += 1;
    }
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
            let is_key = around.last() == Some(&'{') && !text.ends_with(": ");
            let is_shorthand =
                is_key && behind.trim_start().starts_with([',', '}']) && text.ends_with(['{', ' ']);
            let place = places.iter().find(|(name, place)| {
                // How far up it is from the script is no path of its own.
                *name == word && !text.ends_with('.') && !place.trim_start_matches(['.', '/']).is_empty()
            });
            match place.filter(|_| !is_key || is_shorthand) {
                Some((name, place)) if is_shorthand => text.extend([name, ": '", place, "'"]),
                Some((_, place)) => text.extend(["'", place, "'"]),
                None => text.push_str(word),
            }
            rest = behind;
            continue;
        }
        match (c, quote) {
            ('\'' | '"' | '`', None) => quote = Some(c),
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
            ("serve({ root, at: root })", "serve({ root: 'public', at: 'public' })"),
            ("serve({ root: 1 })", "serve({ root: 1 })"),
            ("run(`clean root now`)", "run(`clean root now`)"),
            ("a.root = 'root'; LOGS.push(LOG)", "a.root = 'root'; LOGS.push('../app.log')"),
        ] {
            assert_eq!(super::told(code, &places), expected);
        }
    }
}
