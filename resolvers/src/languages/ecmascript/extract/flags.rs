//! What a command line is for, and its options: what its help says of each, and what a parser is told of each by
//! `.option('-p, --port', …)`. Text alone.

use oxc_ast::ast::{CallExpression, Expression, TemplateLiteral};

use super::literals::{argument, literal};
use crate::facts::{FileFacts, Import, ImportedName, Shown, ShownSort, Symbol};

/// How many options of a file are listed, and how long what is said of one may be, in bytes.
const MOST: usize = 8;
const LONGEST: usize = 72;
/// How many calls of a chain are followed to what it begins with.
const LONGEST_CHAIN: usize = 32;
/// Packages that read command lines and are told of options so.
const PARSERS: &[&str] = &["@commander-js/extra-typings", "cac", "commander", "sade"];
/// Those of them that are made by `Command`.
const COMMANDERS: &[&str] = &["@commander-js/extra-typings", "commander"];
/// Every command line has these.
const COMMON: &[&str] = &["--help", "--version"];

/// Lists the options that a help text tells of: lines that begin with a flag, in a text that says what they are.
pub(super) fn in_help(it: &TemplateLiteral, facts: &mut FileFacts) {
    let is_help = |it: &str| {
        it.contains("--") && ["Options", "OPTIONS", "Usage", "USAGE"].iter().any(|word| it.contains(word))
    };
    let (mut help, mut is_listed) = (false, false);
    for text in it.quasis.iter().map(|it| it.value.raw.as_str()) {
        help |= is_help(text);
        for line in text.lines().filter(|_| help) {
            let told = line.trim();
            // What stands below another heading is an example, say.
            let is_heading = !line.starts_with(char::is_whitespace)
                || told.ends_with(':')
                || told.split_whitespace().count() <= 2 && told.starts_with(char::is_uppercase);
            if !told.is_empty() && !told.starts_with('-') && is_heading {
                let lower = told.to_lowercase();
                is_listed = ["flag", "option", "usage"].iter().any(|word| lower.contains(word));
            }
            if is_listed && told.starts_with('-') {
                // What it does stands behind a gap.
                let (flags, said) =
                    told.split_once("  ").or_else(|| told.split_once('\t')).unwrap_or((told, ""));
                list(flags, said, facts);
            }
        }
    }
}

/// Lists the option that a parser is told of, or what the whole command line is for.
pub(super) fn declared(it: &CallExpression, facts: &mut FileFacts) {
    let Expression::StaticMemberExpression(callee) = &it.callee else { return };
    let method = callee.property.name.as_str();
    let is_parser = |it: &Import| PARSERS.contains(&it.specifier.as_str());
    if !matches!(method, "describe" | "description" | "option" | "requiredOption")
        || !facts.imports.iter().any(is_parser)
    {
        return;
    }
    let said = |at: usize| argument(it, at).and_then(literal);
    match (method, said(0)) {
        ("describe" | "description", Some(said)) if is_of_all(&callee.object, method, facts) => {
            describe(said, facts);
        }
        ("option" | "requiredOption", Some(flags)) if flags.starts_with('-') => {
            list(flags, said(1).unwrap_or_default(), facts);
        }
        _ => {}
    }
}

/// Whether a chain goes on from a whole command line, and not from one command of it: from `sade('serve')`, from `program`,
/// from `new Command()` or the constant that is made so.
fn is_of_all(chain: &Expression, method: &str, facts: &FileFacts) -> bool {
    let packages: &[&str] = if method == "describe" { &["sade"] } else { COMMANDERS };
    let is_taken = |local: &str| {
        let is_it = |it: &ImportedName| it.local.as_deref() == Some(local);
        let of_package = facts.imports.iter().filter(|it| packages.contains(&it.specifier.as_str()));
        of_package.flat_map(|it| &it.names).any(is_it)
    };
    let mut at = chain;
    for _ in 0..LONGEST_CHAIN {
        match at {
            Expression::CallExpression(call) => match &call.callee {
                Expression::StaticMemberExpression(callee)
                    if !matches!(callee.property.name.as_str(), "command" | "createCommand" | "name") =>
                {
                    at = &callee.object;
                }
                Expression::Identifier(callee) => return method == "describe" && is_taken(&callee.name),
                _ => return false,
            },
            Expression::NewExpression(it) => {
                return method != "describe"
                    && it.arguments.is_empty()
                    && root(&it.callee).is_some_and(is_taken);
            }
            Expression::Identifier(it) if method != "describe" => {
                let name = it.name.as_str();
                // One of several commands may be added to another.
                let is_made =
                    |it: &&Symbol| it.signature.as_deref().is_some_and(|it| it.contains("= new Command("));
                if facts.symbols.iter().filter(is_made).count() > 1 {
                    return false;
                }
                let made = facts.symbols.iter().find(|it| it.name == name && it.container.is_none());
                let head =
                    made.and_then(|it| it.signature.as_deref()).and_then(|it| it.split_once(" = new "));
                let makes = head.and_then(|(_, made)| made.strip_suffix("()"));
                return name == "program" && is_taken(name)
                    || makes.is_some_and(|it| is_taken(it.split('.').next().unwrap_or(it)));
            }
            _ => return false,
        }
    }
    false
}

/// What a path begins with: `commander` of `commander.Command`.
fn root<'a>(path: &Expression<'a>) -> Option<&'a str> {
    match path {
        Expression::Identifier(it) => Some(it.name.as_str()),
        Expression::StaticMemberExpression(it) => match &it.object {
            Expression::Identifier(it) => Some(it.name.as_str()),
            _ => None,
        },
        _ => None,
    }
}

/// What a command line is for stands where the name of an option does not.
fn describe(said: &str, facts: &mut FileFacts) {
    let said = said.trim().trim_end_matches('.');
    let is_known = facts.shown.iter().any(|it| it.sort == ShownSort::Flag && it.text.starts_with('`'));
    if !is_known && said.len() <= LONGEST && said.contains(' ') && !said.contains(['`', '\n']) {
        facts.shown.push(Shown { text: format!("`{said}"), sort: ShownSort::Flag, symbol: None });
    }
}

/// `flags` are `-s, --size <number>`.
fn list(flags: &str, said: &str, facts: &mut FileFacts) {
    let is_flag = |it: &&str| {
        it.strip_prefix("--").is_some_and(|name| {
            name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        })
    };
    // `-q quiet unless --loud` is no `--loud`.
    let mut given = flags.split([' ', ',', '=', '|']).filter(|it| !it.is_empty());
    let is_part = |it: &&str| it.starts_with(['-', '<', '[']);
    let Some(flag) = given.by_ref().take_while(is_part).find(is_flag) else { return };
    let said = said.trim().trim_end_matches('.');
    let said = if said.len() <= LONGEST && !said.contains(['`', '\n', '(', ')']) { said } else { "" };
    let is_known = |it: &Shown| it.sort == ShownSort::Flag && it.text.split('`').next() == Some(flag);
    let mut known = facts.shown.iter().filter(|it| it.sort == ShownSort::Flag && !it.text.starts_with('`'));
    if COMMON.contains(&flag) || known.clone().count() >= MOST || known.any(is_known) {
        return;
    }
    facts.shown.push(Shown { text: format!("{flag}`{said}"), sort: ShownSort::Flag, symbol: None });
}
