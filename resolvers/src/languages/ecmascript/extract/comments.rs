//! What comments say: documentation, `/// <reference>`, and who wrote the file; and where markers may stand.
//!
//! Text in, text out; types in JSDoc stand in `jsdoc`.

use oxc_ast::ast::{Comment, Program, Statement};
use oxc_span::GetSpan;

use super::{Mode, generated, imports, jsdoc, notes};
use crate::facts::{FileFacts, Import, ImportKind, ImportSyntax, Origin, Shown, ShownSort, Span};
use crate::marker::{self, Layout};
use crate::sentences;

/// The longest documentation that is kept.
pub(super) const MAX_DOC: usize = 300;
/// Fewer words of what is returned say no more than its type does.
const LEAST_RETURNED: usize = 4;
/// The longest notice of a deprecation.
const MAX_NOTICE: usize = 120;

/// A comment of fewer words is no sentence about a file.
const FEWEST_WORDS: usize = 4;

/// Fills in what the comments of a whole file say.
pub(super) fn read(program: &Program, mode: Mode, facts: &mut FileFacts) {
    let source = program.source_text;
    let first_token = first_token(program);
    let head = &program.comments[..program.comments.partition_point(|it| it.span.end <= first_token)];
    read_head(source, head, first_token, facts);
    if facts.doc.is_none()
        && let Some(said) = below_imports(program)
    {
        // What does not speak of the file may speak of what follows.
        if notes::names_file(&said) {
            facts.doc = Some(said);
        } else {
            facts.shown.push(Shown { text: said, sort: ShownSort::Note, symbol: None });
        }
    }
    if facts.doc.is_none() && program.body.is_empty() && program.directives.is_empty() {
        facts.doc = alone(source, &program.comments);
    }
    notes::inside(source, &program.comments, facts);
    if mode.javascript {
        let all = || program.comments.iter().filter(|it| is_jsdoc(source, it)).map(|it| it.span);
        for comment in all() {
            jsdoc::imports(source, comment, &mut facts.imports);
        }
        jsdoc::uses(source, all(), facts);
    }
}

/// What the comments of a file say in which nothing else stands: the first lines of words, without what frames them.
fn alone(source: &str, comments: &[Comment]) -> Option<String> {
    let texts = comments.iter().map(|it| it.span.source_text(source)).filter(|it| !is_no_doc(it));
    let lines = texts.flat_map(str::lines);
    let lines = lines.map(|line| line.trim_matches([' ', '\t', '\r', '/', '*', '-', '=', '#']));
    let words: Vec<&str> = lines.skip_while(|it| it.is_empty()).take_while(|it| !it.is_empty()).collect();
    let is_code = words.iter().any(|it| it.starts_with("import ") || it.starts_with("export "));
    let mut told = words.join(" ");
    let is_prose =
        told.split(' ').count() >= FEWEST_WORDS && !is_code && !told.contains(['{', '}', ';', '=', '<']);
    told.truncate(told.floor_char_boundary(MAX_DOC));
    is_prose.then_some(told)
}

/// What a comment says that stands by itself between the imports and what follows them: it is about the file.
fn below_imports(program: &Program) -> Option<String> {
    let imports = program.body.iter().take_while(|it| matches!(it, Statement::ImportDeclaration(_))).count();
    let (last, next) = (program.body.get(imports.checked_sub(1)?)?, program.body.get(imports)?);
    let (start, end) = (last.span().end, next.span().start);
    // What stands behind an import is about that.
    let line = program.source_text[start as usize..end as usize].find('\n')?;
    let start = start + u32::try_from(line).ok()?;
    let from = program.comments.partition_point(|it| it.span.start < start);
    let until = program.comments.partition_point(|it| it.span.end <= end);
    notes::standing(program.source_text, program.comments.get(from..until)?, end)
}

/// What stands before the first token: reference directives, the module's documentation, its origin.
pub(super) fn read_head(source: &str, head: &[Comment], first_token: u32, facts: &mut FileFacts) {
    for comment in head {
        let text = comment.span.source_text(source);
        facts.imports.extend(reference_directive(text, comment.span.start));
        if generated::is_note(text) {
            facts.origin = Origin::Generated;
        }
    }
    facts.doc = module_doc(source, head, first_token);
}

fn first_token(program: &Program) -> u32 {
    // What says how the file is read stands before all that it does.
    let statement = program.body.first().map(|it| it.span().start);
    let directive = program.directives.first().map(|it| it.span.start);
    statement.or(directive).unwrap_or(program.span.end)
}

pub(super) fn is_jsdoc(source: &str, comment: &Comment) -> bool {
    let text = comment.span.source_text(source);
    comment.is_block() && text.starts_with("/**") && text.len() > 4
}

/// What the JSDoc comment says that stands directly before the token at `start`, or else the plain comment above it;
/// `name` is what is declared there.
pub(super) fn doc_before(source: &str, comments: &[Comment], start: u32, name: &str) -> Option<String> {
    let until = comments.partition_point(|it| it.span.end <= start);
    let own = comments[..until].iter().rev().take_while(|it| it.attached_to == start).count();
    let own = &comments[until - own..until];
    let Some(comment) = own.iter().rev().find(|it| is_jsdoc(source, it)) else {
        return notes::above(source, own, start);
    };
    let text = comment.span.source_text(source);
    if names_module(text) || is_no_doc(text) {
        return None;
    }
    match (deprecation(text), first_paragraph(text).or_else(|| returned(text))) {
        (None, doc) => doc.map(|doc| with_returned(doc, name, text)),
        (Some(notice), None) => (!notice.is_empty()).then(|| format!("Deprecated: {notice}")),
        (Some(notice), Some(doc)) if notice.is_empty() => Some(format!("Deprecated. {doc}")),
        (Some(notice), Some(doc)) => Some(format!("Deprecated: {}. {doc}", notice.trim_end_matches('.'))),
    }
}

/// What `@returns` says of what is given, where nothing else says what the function is for.
fn returned(text: &str) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), b"@return")?;
    let (_, rest) = lines(text).filter_map(tag).find(|(name, _)| matches!(*name, "return" | "returns"))?;
    let rest = match rest.strip_prefix('{') {
        Some(kind) => kind.split_once("} ")?.1,
        None => rest,
    };
    let rest = rest.trim_start_matches(['-', ' ']);
    let mut doc = "Returns ".to_owned();
    let mut chars = rest.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => doc.extend(first.to_lowercase()),
        (Some(first), _) => doc.push(first),
        _ => {}
    }
    doc.push_str(chars.as_str());
    let doc = if doc.contains("{@") { unlink(&doc) } else { doc };
    (doc.len() <= MAX_DOC && doc.split_whitespace().count() >= LEAST_RETURNED).then_some(doc)
}

/// The documentation of something, and what it gives where the words alone say no more than its name.
fn with_returned(doc: String, name: &str, text: &str) -> String {
    match returned(text).filter(|_| restates(&doc, name)) {
        Some(more) if doc.len() + more.len() < MAX_DOC => {
            format!("{}. {more}", doc.trim_end_matches('.'))
        }
        _ => doc,
    }
}

/// Whether each word of the text stands in the name too, or is one of those that names leave out.
fn restates(text: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    text.len() <= LONGEST_RESTATED
        && text.split(|c: char| !c.is_alphanumeric()).all(|word| {
            let word = word.to_lowercase();
            LEFT_OUT.contains(&word.as_str()) || name.contains(word.trim_end_matches('s'))
        })
}

/// What restates a name is no longer, in bytes.
const LONGEST_RESTATED: usize = 80;
const LEFT_OUT: &[&str] = &[
    "a", "all", "an", "by", "for", "from", "function", "get", "gets", "given", "in", "of", "on", "return",
    "returns", "the", "this", "to", "with",
];

/// What `@deprecated` says, one line.
fn deprecation(text: &str) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), b"@deprecated")?;
    let (_, notice) = lines(text).filter_map(tag).find(|(name, _)| *name == "deprecated")?;
    let mut line = String::new();
    push_words(&mut line, notice);
    line.truncate(line.floor_char_boundary(MAX_NOTICE));
    Some(if line.contains("{@") { unlink(&line) } else { line })
}

/// First a comment that says it is about the module, then a head comment with a blank line or an import after it.
fn module_doc(source: &str, head: &[Comment], first_token: u32) -> Option<String> {
    let text = |comment: &Comment| comment.span.source_text(source);
    let named = head.iter().filter(|it| is_jsdoc(source, it)).find(|it| names_module(text(it)));
    if let Some(doc) = named.and_then(|it| first_paragraph(text(it))) {
        return Some(doc);
    }
    let written = head.iter().enumerate().find_map(|(at, comment)| {
        let next = head.get(at + 1).map_or(first_token, |next| next.span.start);
        let gap = source.get(comment.span.end as usize..next as usize)?;
        let detached = gap.bytes().filter(|byte| *byte == b'\n').count() > 1 || gap.is_empty();
        let detached = detached || at + 1 == head.len() && opens_file(source, first_token, text(comment));
        let usable = comment.is_block() && detached && !is_no_doc(text(comment));
        usable.then(|| first_paragraph(text(comment))).flatten()
    });
    let described = || head.iter().find_map(|it| described(text(it)));
    written
        .or_else(|| if is_all(source, first_token) { described() } else { None })
        .or_else(|| notes::at_head(source, head, first_token, !loads(source, first_token)))
}

/// Whether nothing follows.
fn is_all(source: &str, first_token: u32) -> bool {
    source.get(first_token as usize..).is_none_or(|rest| rest.trim().is_empty())
}

/// What a comment says that is there to describe an interface of HTTP: of `@schema Post`, the first `description:`.
fn described(text: &str) -> Option<String> {
    let mut lines = lines(text);
    let (name, rest) =
        lines.find_map(tag).filter(|(name, _)| matches!(*name, "oas" | "openapi" | "schema" | "swagger"))?;
    // Behind a key that opens a part it is about that part.
    let mut outside = lines.map(str::trim).take_while(|line| !line.ends_with(':'));
    let says = outside.find_map(|line| line.strip_prefix("description:").map(str::trim))?;
    let says = says.trim_matches(['"', '\'']);
    let what = if name == "schema" && !rest.is_empty() {
        format!("OpenAPI schema `{rest}`")
    } else {
        "OpenAPI".to_owned()
    };
    let plain = says.len() + what.len() < MAX_DOC && !says.starts_with(['>', '|']) && !rest.contains('`');
    (plain && !says.is_empty()).then(|| format!("{what}: {says}"))
}

/// Whether the comment stands before an import or a directive, which need no documentation, and declares no type.
fn opens_file(source: &str, first_token: u32, text: &str) -> bool {
    let types = ["typedef", "type", "callback", "import", "template"];
    text.starts_with("/**")
        && loads(source, first_token)
        && !lines(text).filter_map(tag).any(|(name, _)| types.contains(&name))
}

/// Whether an import or a directive stands there.
fn loads(source: &str, first_token: u32) -> bool {
    let statement = source.get(first_token as usize..).unwrap_or_default();
    let starts = ["import ", "import{", "import\"", "import'", "'use ", "\"use "];
    starts.iter().any(|start| statement.starts_with(start))
}

fn names_module(text: &str) -> bool {
    memchr::memchr(b'@', text.as_bytes()).is_some()
        && lines(text).any(|line| tag(line).is_some_and(|(name, _)| is_module_tag(name)))
}

fn is_module_tag(name: &str) -> bool {
    matches!(name, "module" | "packageDocumentation" | "file" | "fileoverview" | "fileOverview" | "overview")
}

/// What stands in licenses. The word alone may be what the code is about.
#[rustfmt::skip]
const LEGAL: &[&str] = &[
    "all rights reserved", "apache license", "bsd license", "copyright", "general public license", "isc license", "licenced under",
    "licensed under", "license agreement", "license file", "license:", "licence:", "mit licence", "mit license", "mozilla public",
    "spdx-", "this source code is", "@license", "@licence",
];

/// Licenses, and orders to tools.
pub(super) fn is_no_doc(text: &str) -> bool {
    let body = text.trim_start_matches(['/', '*', '!', ' ', '\t', '\r', '\n']);
    let directive = [
        "eslint",
        "ts-",
        "@ts-",
        "prettier",
        "global ",
        "globals ",
        "jshint",
        "jslint",
        "istanbul",
        "biome",
        "@jsx",
        "@jest",
        "@vitest",
        "@flow",
        "@dsp",
        "webpack",
        "vite",
        "c8 ",
        "v8 ",
        "stylelint",
        "oxlint",
        "tslint",
    ];
    let has = |words: &[&str]| words.iter().any(|word| contains_word(body, word));
    text.starts_with("/*!")
        || directive.iter().any(|word| body.starts_with(word))
        || has(LEGAL)
        || ["license", "licence"]
            .iter()
            .any(|it| body.get(..it.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(it)))
        || generated::is_note(text)
}

/// `text` contains `word`, which is lower case, in any letter case.
pub(super) fn contains_word(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    memchr::memchr2_iter(word[0], word[0].to_ascii_uppercase(), text)
        .any(|at| text.get(at..at + word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word)))
}

/// The lines of a comment without its stars.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.trim_start_matches("//").trim_start_matches("/*");
    let text = text.strip_suffix("*/").unwrap_or(text);
    text.lines().map(|line| line.trim().trim_start_matches('*').trim())
}

/// `@name rest`
pub(super) fn tag(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix('@')?;
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').unwrap_or(line.len());
    // `@scope/name` is a package.
    (!line[end..].starts_with('/')).then(|| (&line[..end], line[end..].trim()))
}

/// The first paragraph of the description, on one line.
fn first_paragraph(text: &str) -> Option<String> {
    let mut doc = String::new();
    let described = names_description(text);
    let (mut is_whole, mut fenced) = (false, false);
    // What the tag says stands for what stands before all tags.
    let has_own = text.contains("@desc") && lines(text).filter_map(tag).any(is_description);
    let mut rest = lines(text).skip_while(|line| has_own && !tag(line).is_some_and(is_description));
    for line in rest.by_ref() {
        // A note at the head is about the state of the code: what it is for stands behind it.
        if doc.is_empty() && (fenced || opens_note(line)) {
            fenced = !closes_note(line, fenced);
            continue;
        }
        if doc.is_empty() && names_author(line) {
            continue;
        }
        // What follows illustrates what is said.
        if doc.trim_end().ends_with(['.', '!', '?', ':']) && opens_aside(line) {
            is_whole = true;
            break;
        }
        // What stood above it was a title.
        if is_rule(line) {
            let says = doc.trim_end().ends_with('.') || doc.split(' ').count() > LONGEST_TITLE;
            if says {
                is_whole = true;
                break;
            }
            doc.clear();
            continue;
        }
        let words = match tag(line) {
            None => line,
            Some(("description" | "desc" | "summary" | "classdesc", rest)) if doc.is_empty() => rest,
            Some(("file" | "fileoverview" | "fileOverview" | "overview", rest)) if doc.is_empty() => rest,
            Some((name, _)) if is_module_tag(name) && doc.is_empty() => continue,
            Some((name, rest)) if is_modifier(name) && doc.is_empty() => rest,
            Some((name, _)) if names(name) && doc.is_empty() => continue,
            Some(_) if doc.is_empty() && !described => return None,
            Some(_) if doc.is_empty() => continue,
            Some(_) => {
                is_whole = true;
                break;
            }
        };
        if words.is_empty() && !doc.is_empty() {
            break;
        }
        push_words(&mut doc, words);
    }
    if !is_whole {
        doc = sentences::with_rest(doc, rest.take_while(|it| tag(it).is_none()));
    }
    doc.truncate(doc.floor_char_boundary(MAX_DOC));
    let doc = if doc.contains("{@") { unlink(&doc) } else { doc };
    doc.chars().any(char::is_alphanumeric).then_some(doc)
}

/// Whether the tag describes what the comment stands at.
fn is_description((name, rest): (&str, &str)) -> bool {
    matches!(name, "description" | "desc") && !rest.is_empty()
}

/// Tags that say what sort of thing it is and how it is called: what it is for may stand below them.
fn names(tag: &str) -> bool {
    matches!(tag, "async" | "class" | "constructor" | "func" | "function" | "method" | "name")
}

/// More words than that are no title.
const LONGEST_TITLE: usize = 7;

/// `author: somebody`
fn names_author(line: &str) -> bool {
    let begins = [("author", ":"), ("created by", " :"), ("written by", " :")].iter().any(|(it, behind)| {
        line.get(..it.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(it))
            && line[it.len()..].starts_with(|c| behind.contains(c))
    });
    begins && line.split_whitespace().count() <= MOST_NAMING
}

/// More words say something.
const MOST_NAMING: usize = 4;

/// Whether a line begins examples, or says where more is to be read.
fn opens_aside(line: &str) -> bool {
    let heads = [
        "article on",
        "author:",
        "complexity:",
        "e.g.:",
        "example:",
        "examples:",
        "input:",
        "link:",
        "output:",
        "reference:",
        "references:",
        "source:",
        "time complexity",
        "usage:",
    ];
    let begins = |head: &&str| line.get(..head.len()).is_some_and(|it| it.eq_ignore_ascii_case(head));
    heads.iter().any(begins) || line.starts_with("http://") || line.starts_with("https://")
}

/// A line across the comment.
fn is_rule(line: &str) -> bool {
    line.len() > 2
        && ["-", "=", "~"].iter().any(|sign| line.trim_matches(sign.as_bytes()[0] as char).is_empty())
}

/// Whether the line begins a note that is set apart: `` ```{note} ``, `:::warning`, `> [!NOTE]`.
fn opens_note(line: &str) -> bool {
    line.starts_with("```{")
        || line.starts_with(":::")
        || line.starts_with("> [!")
        || line.starts_with(".. note::")
}

/// Whether it ends there; what is quoted ends with its line.
fn closes_note(line: &str, is_open: bool) -> bool {
    if line.starts_with('>') || line.starts_with("..") {
        return true;
    }
    let fence = if is_open { line } else { line.get(3..).unwrap_or_default() };
    fence.ends_with("```") || is_open && fence.starts_with(":::")
}

/// Tags that say who may use something, and describe it behind that.
fn is_modifier(name: &str) -> bool {
    matches!(name, "alpha" | "beta" | "hidden" | "ignore" | "internal" | "private" | "public")
}

fn names_description(text: &str) -> bool {
    lines(text).any(|line| {
        tag(line).is_some_and(|(name, _)| {
            is_module_tag(name) || matches!(name, "description" | "desc" | "summary" | "classdesc")
        })
    })
}

pub(super) fn push_words(doc: &mut String, words: &str) {
    if sentences::ends_between(doc, words.trim_start()) {
        doc.push('.');
    }
    for word in words.split_whitespace() {
        if !doc.is_empty() {
            doc.push(' ');
        }
        doc.push_str(word);
    }
}

/// `{@link X | text}` is its text, or `X`.
fn unlink(doc: &str) -> String {
    let mut text = String::with_capacity(doc.len());
    let mut rest = doc;
    while let Some(at) = rest.find("{@") {
        let Some(end) = rest[at..].find('}') else { break };
        text.push_str(&rest[..at]);
        let link = &rest[at + 2..at + end];
        let target = link.split_once(' ').map_or("", |(_, target)| target);
        text.push_str(target.split_once('|').map_or(target, |(_, label)| label).trim());
        rest = &rest[at + end + 1..];
    }
    text.push_str(rest);
    text
}

/// `text` with blanks for its comments. Quotes are respected, regular expressions are not expected in a head.
pub(super) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if quote.is_none() && (rest.starts_with("//") || rest.starts_with("/*")) {
            let (closing, length) = if rest.starts_with("//") { ("\n", 0) } else { ("*/", 2) };
            let end = rest[2..].find(closing).map_or(rest.len(), |at| at + 2 + length);
            rest = &rest[end..];
            out.push(' ');
            continue;
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// `/// <reference path="x" />` and its kin with `types`.
fn reference_directive(text: &str, start: u32) -> Option<Import> {
    let body = text.strip_prefix("///")?.trim_start().strip_prefix("<reference")?;
    let (syntax, specifier) = attribute(body, "path")
        .map(|path| (ImportSyntax::ReferencePath, path))
        .or_else(|| attribute(body, "types").map(|types| (ImportSyntax::ReferenceTypes, types)))?;
    let end = start + u32::try_from(text.len()).unwrap_or(0);
    Some(Import {
        specifier: specifier.to_owned(),
        syntax,
        kind: ImportKind::Type,
        names: Vec::new(),
        pattern: None,
        mode: attribute(body, imports::MODE).and_then(imports::mode_by_name),
        span: Span { start, end },
    })
}

fn attribute<'t>(body: &'t str, name: &str) -> Option<&'t str> {
    let at = body.match_indices(name).find(|(at, _)| body[..*at].ends_with([' ', '\t']))?.0;
    let value = body[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    value[1..].split_once(quote).map(|(value, _)| value)
}

/// What markers need to know of `program`; `decorated` is [`Layout::decorated`].
pub(super) fn layout(program: &Program, decorated: Vec<(u32, u32)>) -> Layout {
    let hashbang = program.hashbang.as_ref().map(|it| it.span.end);
    let directive = program.directives.last().map(|it| it.span.end);
    let head = hashbang.max(directive).unwrap_or(0);
    let comments =
        program.comments.iter().map(|it| Span { start: it.span.start, end: it.span.end }).collect();
    Layout { style: &marker::ECMASCRIPT, head: Some(head), prologue: head, comments, decorated }
}
