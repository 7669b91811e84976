//! Types in JSDoc comments: imports in them, `{import('x').T}` and `@import { T } from 'x'`, and the imported names that
//! they use.
//!
//! Only what a type checker reads as a type: the braces after a tag that takes a type, never prose or examples.

use oxc_span::Span as Range;
use rustc_hash::{FxHashMap, FxHashSet};

use super::comments::tag;
use super::imports::{MODE, mode_by_name};
use super::literals::{binding_name, taken};
use crate::facts::{
    BindingName, FileFacts, Import, ImportKind, ImportSyntax, ImportedName, Reference, ResolutionMode, Span,
};

/// Appends the imports of the JSDoc comment at `at`.
pub(super) fn imports(source: &str, at: Range, found: &mut Vec<Import>) {
    let text = at.source_text(source);
    if memchr::memmem::find(text.as_bytes(), b"import").is_none() {
        return;
    }
    each_tag(text, |name, start| {
        let rest = start + 1 + name.len();
        if name == "import" {
            found.extend(import_tag(&text[rest..], at.start + offset_of(start)));
        } else if let Some((open, end)) = type_behind(text, rest, name) {
            types(text, (open, end), at.start, found);
        }
    });
}

/// Calls `each` with every tag of a comment, and where its at sign stands.
fn each_tag<'t>(text: &'t str, mut each: impl FnMut(&'t str, usize)) {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let body = line.trim_start_matches([' ', '\t', '*', '/']);
        let start = offset + (line.len() - body.len());
        offset += line.len();
        for at_sign in tags(body) {
            if let Some((name, _)) = tag(&body[at_sign..]) {
                each(name, start + at_sign);
            }
        }
    }
}

/// Adds that the imported names are used that stand in the types of JSDoc comments, where the code does not use them there:
/// by what is declared behind a comment, else by what it stands in. What defines a type belongs to the file.
pub(super) fn uses(source: &str, comments: impl Iterator<Item = Range>, facts: &mut FileFacts) {
    let names = facts.imports.iter().flat_map(|it| &it.names);
    let locals: FxHashMap<&str, bool> =
        names.filter_map(|it| Some((it.local.as_deref()?, it.name == BindingName::Namespace))).collect();
    if locals.is_empty() {
        return;
    }
    let key = |it: &Reference| (it.binding.clone(), it.member.clone(), it.symbol);
    let mut known: FxHashSet<(String, Option<String>, Option<u32>)> =
        facts.references.iter().map(key).collect();
    let mut starts: Vec<(u32, u32)> =
        facts.symbols.iter().zip(0..).map(|(it, at)| (it.span.start, at)).collect();
    starts.sort_unstable();
    let mut found = Vec::new();
    for comment in comments {
        let text = comment.source_text(source);
        let names: Vec<_> =
            names_in(text).into_iter().filter(|(name, _)| locals.contains_key(name)).collect();
        if names.is_empty() {
            continue;
        }
        let defines = has_tag(text, |name| matches!(name, "callback" | "typedef"));
        let symbol = if defines { None } else { place_of(source, comment, &starts, facts) };
        let parameters = type_parameters(text);
        for (name, member) in names.into_iter().filter(|(name, _)| !parameters.contains(name)) {
            let member = member.filter(|_| locals[name]).map(str::to_owned);
            if known.insert((name.to_owned(), member.clone(), symbol)) {
                let binding = name.to_owned();
                found.push(Reference {
                    binding,
                    member,
                    symbol,
                    title: None,
                    in_template: false,
                    in_types: true,
                });
            }
        }
    }
    facts.references.extend(found);
}

/// What is declared behind the comment, else the innermost of what it stands in; `starts` are those of all symbols, sorted.
fn place_of(source: &str, comment: Range, starts: &[(u32, u32)], facts: &FileFacts) -> Option<u32> {
    /// So many declarations before a comment may hold it.
    const NEAR: usize = 64;
    let next = starts.partition_point(|(start, _)| *start < comment.end);
    if let Some((start, symbol)) = starts.get(next)
        && leads_to(source, comment.end, *start)
    {
        return Some(*symbol);
    }
    let holds = |at: u32| facts.symbols[at as usize].span.end >= comment.end;
    starts[..next].iter().rev().take(NEAR).map(|(_, at)| *at).find(|at| holds(*at))
}

fn has_tag(text: &str, is_one: impl Fn(&str) -> bool) -> bool {
    let mut found = false;
    each_tag(text, |name, _| found |= is_one(name));
    found
}

/// The parameters of types that a comment declares: `T` of `@template {object} T`.
fn type_parameters(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    each_tag(text, |name, start| {
        if name == "template" {
            let rest = text[start + 1 + name.len()..].trim_start();
            let rest = if rest.starts_with('{') { &rest[closing_brace(rest)..] } else { rest };
            let mut rest = rest.trim_start();
            // What no comma parts from the names describes them: `@template T, [U=string] - the types`.
            loop {
                let name = identifier(rest.trim_start_matches('['));
                found.extend((!name.is_empty()).then_some(name));
                match rest.split_once(',').filter(|(it, _)| !it.trim().contains([' ', '\n', '@'])) {
                    Some((_, behind)) => rest = behind.trim_start(),
                    None => break,
                }
            }
        }
    });
    found
}

/// The names in the types of a comment, each with the member that is taken of it.
fn names_in(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut found = Vec::new();
    each_tag(text, |name, start| {
        if let Some((open, end)) = type_behind(text, start + 1 + name.len(), name) {
            found.extend(type_names(&text[open..end]));
        }
    });
    found
}

/// Whether what is declared at `start` is what a comment speaks of that ends at `end`: nothing but its own first words
/// stands between.
fn leads_to(source: &str, end: u32, start: u32) -> bool {
    /// Between a comment and the name behind it stand no more than some keywords, in bytes.
    const NEAR: u32 = 64;
    let between = source.get(end as usize..start as usize).filter(|_| start - end <= NEAR);
    let is_one =
        |it: &str| it.matches('\n').count() < 2 && it.chars().all(|c| c.is_alphabetic() || c.is_whitespace());
    between.is_some_and(is_one)
}

/// The names in the text of a type, each with the member that is taken of it; no keys and no parameters, and nothing in
/// quotes.
fn type_names(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut names = Vec::new();
    let (mut quote, mut before) = (None, ' ');
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let word = identifier(&text[at..]);
        if quote.is_none() && !word.is_empty() {
            let behind = &text[at + word.len()..];
            let member = behind.strip_prefix('.').map(identifier).filter(|it| !it.is_empty());
            let before_it = &text[..at];
            // `module:player` is a path of names.
            let is_member =
                before_it.ends_with('.') && !before_it.ends_with("...") || before_it.ends_with("module:");
            // `{ view?: View }`, `(view: View) => void`; not `A extends B ? View : C`
            let is_named = behind.trim_start().trim_start_matches('?').starts_with(':');
            let is_key = is_named && matches!(before, '{' | '(' | ',' | ';' | '*');
            if !is_member && !is_key {
                names.push((word, member));
            }
            (at, before) = (at + word.len(), 'x');
            continue;
        }
        match quote {
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        before = if c.is_whitespace() { before } else { c };
        at += c.len_utf8();
    }
    names
}

/// Where tags begin in a line: as for TypeScript after a blank, outside of backticks.
fn tags(line: &str) -> impl Iterator<Item = usize> {
    let mut is_code = false;
    let begins = move |at: &usize| match line.as_bytes()[*at] {
        b'`' => {
            is_code = !is_code;
            false
        }
        _ => !is_code && (*at == 0 || matches!(line.as_bytes()[at - 1], b' ' | b'\t')),
    };
    memchr::memchr2_iter(b'@', b'`', line.as_bytes()).filter(begins)
}

fn offset_of(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn takes_type(tag: &str) -> bool {
    matches!(
        tag,
        "type"
            | "typedef"
            | "param"
            | "arg"
            | "argument"
            | "returns"
            | "return"
            | "property"
            | "prop"
            | "template"
            | "this"
            | "enum"
            | "extends"
            | "augments"
            | "implements"
            | "satisfies"
            | "throws"
            | "exception"
    )
}

/// The longest type that is searched; one that never closes would be searched again at each tag.
const MAX_TYPE: usize = 4 << 10;

/// Where the type stands that follows `from`: in braces, which some tags may omit.
fn type_behind(text: &str, from: usize, tag: &str) -> Option<(usize, usize)> {
    if !takes_type(tag) {
        return None;
    }
    let open = text.len() - text[from..].trim_start_matches([' ', '\t', '*', '\n', '\r']).len();
    let text = &text[..text.floor_char_boundary(open + MAX_TYPE)];
    if text[open..].starts_with('{') {
        Some((open, open + closing_brace(&text[open..])))
    } else if matches!(tag, "type" | "this" | "enum") {
        Some((open, text[open..].find('\n').map_or(text.len(), |line| open + line)))
    } else {
        None
    }
}

/// The `import('x')` in a type.
fn types(text: &str, (open, end): (usize, usize), base: u32, found: &mut Vec<Import>) {
    let mut at = open;
    while let Some(next) = text[at..end].find("import") {
        let start = at + next;
        at = start + "import".len();
        let Some((specifier, length)) = call_argument(&text[at..end]) else { continue };
        let mode = mode_in(&text[at..at + length]);
        let member = text[at + length..end].strip_prefix('.').map(identifier).filter(|name| !name.is_empty());
        let names = member.map(|name| ImportedName { type_only: true, ..taken(binding_name(name), None) });
        at += length;
        let span = Span { start: base + offset_of(start), end: base + offset_of(at) };
        found.push(Import { mode, ..jsdoc_import(specifier, names.into_iter().collect(), span) });
    }
}

fn jsdoc_import(specifier: &str, names: Vec<ImportedName>, span: Span) -> Import {
    Import {
        specifier: specifier.to_owned(),
        syntax: ImportSyntax::JsDoc,
        kind: ImportKind::Type,
        names,
        pattern: None,
        mode: None,
        span,
    }
}

/// Length up to the brace that closes the first one, or to the end.
fn closing_brace(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// `x` and the length of `('x')`.
fn call_argument(text: &str) -> Option<(&str, usize)> {
    let rest = text.trim_start().strip_prefix('(')?.trim_start();
    let (specifier, after) = quoted(rest)?;
    let after = after.trim_start();
    // `('x', { with: { 'resolution-mode': 'import' } })`
    let closed = match after.strip_prefix(',') {
        Some(options) => &options[options.find(')')?..],
        None => after,
    };
    let closed = closed.strip_prefix(')')?;
    Some((specifier, text.len() - closed.len()))
}

/// What attributes say of how an import is resolved: `'resolution-mode': 'import'`.
fn mode_in(attributes: &str) -> Option<ResolutionMode> {
    let (_, rest) = attributes.split_once(MODE)?;
    let value = rest.trim_start_matches(['"', '\'', ' ']).strip_prefix(':')?.trim_start();
    mode_by_name(quoted(value)?.0)
}

fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    text[1..].split_once(quote)
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !is_of_name(c)).unwrap_or(text.len());
    &text[..end]
}

/// `@import Default, { a, b as c } from 'x'`, `@import * as ns from 'x'`; `text` follows the tag.
fn import_tag(text: &str, start: u32) -> Option<Import> {
    // The rest of the comment may be long, and it is looked at again for every tag.
    let text = &text[..text.floor_char_boundary(MAX_TYPE)];
    let (clause, rest) = text.split_once(" from ").or_else(|| text.split_once("from"))?;
    let (specifier, after) = quoted(rest.trim_start())?;
    let end = start + offset_of("@import".len() + text.len() - after.len());
    let attributes = after.trim_start().strip_prefix("with").and_then(|it| it.split_once('}'));
    let mode = attributes.and_then(|(it, _)| mode_in(it));
    (!clause.contains(['@', '\'', '"']))
        .then(|| Import { mode, ..jsdoc_import(specifier, clause_names(clause), Span { start, end }) })
}

fn clause_names(clause: &str) -> Vec<ImportedName> {
    let words = clause.replace('*', " * ");
    let (outer, inner) = words.split_once('{').unwrap_or((&words, ""));
    let parts: Vec<&str> = outer.split_whitespace().filter(|word| *word != ",").collect();
    let mut names = Vec::new();
    match parts[..] {
        ["*", "as", local] => names.push(taken(BindingName::Namespace, Some(local))),
        [local, ..] if local != "*" => {
            names.push(taken(BindingName::Default, Some(local.trim_end_matches(','))));
        }
        _ => {}
    }
    for part in inner.split(['}', ',']) {
        match part.split_whitespace().filter(|word| *word != "*").collect::<Vec<_>>()[..] {
            [name] => names.push(taken(binding_name(name), Some(name))),
            [name, "as", local] => names.push(taken(binding_name(name), Some(local))),
            _ => {}
        }
    }
    for name in &mut names {
        name.type_only = true;
    }
    names
}
