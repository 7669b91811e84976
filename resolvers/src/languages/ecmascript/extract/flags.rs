//! The options of a command line: what its help says of each, and what a parser is told of each by `.option('-p, --port', …)`.
//! Text alone.

use oxc_ast::ast::{CallExpression, Expression, TemplateLiteral};

use super::literals::{argument, literal};
use crate::facts::{FileFacts, Import, Shown, ShownSort};

/// How many options of a file are listed, and how long what is said of one may be, in bytes.
const MOST: usize = 8;
const LONGEST: usize = 72;
/// Packages that read command lines and are told of options so.
const PARSERS: &[&str] = &["@commander-js/extra-typings", "cac", "commander", "sade"];
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

/// Lists the option that a parser is told of.
pub(super) fn declared(it: &CallExpression, facts: &mut FileFacts) {
    let Expression::StaticMemberExpression(callee) = &it.callee else { return };
    let is_parser = |it: &Import| PARSERS.contains(&it.specifier.as_str());
    if !matches!(callee.property.name.as_str(), "option" | "requiredOption")
        || !facts.imports.iter().any(is_parser)
    {
        return;
    }
    if let Some(flags) = argument(it, 0).and_then(literal).filter(|it| it.starts_with('-')) {
        list(flags, argument(it, 1).and_then(literal).unwrap_or_default(), facts);
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
    let mut known = facts.shown.iter().filter(|it| it.sort == ShownSort::Flag);
    if COMMON.contains(&flag) || known.clone().count() >= MOST || known.any(is_known) {
        return;
    }
    facts.shown.push(Shown { text: format!("{flag}`{said}"), sort: ShownSort::Flag, symbol: None });
}
