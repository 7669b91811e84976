//! What comments say: documentation, build constraints, and who wrote the file. Text in, text out.

use super::lex::Comment;
use crate::facts::Span;
use crate::marker;
use crate::sentences;

/// The longest documentation that is kept, in bytes.
const MAX_DOC: usize = 300;

/// The documentation of what starts at `start`: the comments that end on the line above, without a blank line between.
pub(super) fn doc_above(source: &[u8], comments: &[Comment], start: u32) -> Option<String> {
    let until = comments.partition_point(|it| it.span.end <= start);
    let (mut from, mut next) = (until, start);
    for comment in comments[..until].iter().rev() {
        let gap = source.get(comment.span.end as usize..next as usize).unwrap_or(b"-");
        let adjoins = gap.iter().all(u8::is_ascii_whitespace) && line_ends(gap) <= 1;
        if !adjoins || !comment.own_line {
            break;
        }
        from -= 1;
        next = comment.span.start;
    }
    if from == until { None } else { doc(source, &comments[from..until]) }
}

fn line_ends(gap: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', gap).count()
}

/// The first paragraph of `comments` as one line.
pub(super) fn doc(source: &[u8], comments: &[Comment]) -> Option<String> {
    let mut doc = String::new();
    let texts = comments.iter().map(|comment| text(source, comment.span));
    let said = texts.filter(|text| !is_directive(text) && marker::said(text).is_none());
    let mut rest = said.flat_map(lines).skip_while(|line| line.is_empty());
    for line in rest.by_ref().take_while(|line| !line.is_empty()) {
        push_words(&mut doc, line);
        if doc.len() > MAX_DOC {
            break;
        }
    }
    let mut doc = sentences::with_rest(doc, rest);
    doc.truncate(doc.floor_char_boundary(MAX_DOC));
    (!doc.is_empty() && !is_license(&doc)).then_some(doc)
}

/// `lead` and the first of what stands in `span`, without comments and as one line.
pub(super) fn one_line(lead: &str, source: &[u8], comments: &[Comment], span: Span) -> String {
    let mut line = lead.to_owned();
    let span = Span { end: span.end.min(span.start.saturating_add(MAX_HEAD)), ..span };
    let mut at = span.start;
    let first = comments.partition_point(|it| it.span.end <= span.start);
    for comment in comments[first..].iter().take_while(|it| it.span.start < span.end) {
        push_bytes(&mut line, source, Span { start: at, end: comment.span.start });
        at = comment.span.end.min(span.end);
        if line.len() >= MAX_SIGNATURE {
            break;
        }
    }
    push_bytes(&mut line, source, Span { start: at, end: span.end });
    line.truncate(line.floor_char_boundary(MAX_SIGNATURE));
    line
}

/// In how many bytes a signature is looked for: many names may share one long head.
const MAX_HEAD: u32 = 4096;

/// The longest signature that is kept, in bytes.
const MAX_SIGNATURE: usize = 200;

fn push_bytes(line: &mut String, source: &[u8], span: Span) {
    let text = source.get(span.start as usize..span.end as usize).unwrap_or_default();
    for word in text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        if line.len() >= MAX_SIGNATURE {
            return;
        }
        if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(&String::from_utf8_lossy(&word[..word.len().min(MAX_SIGNATURE)]));
    }
}

fn push_words(doc: &mut String, line: &str) {
    if sentences::ends_between(doc, line.trim_start()) {
        doc.push('.');
    }
    for word in line.split_whitespace() {
        if !doc.is_empty() {
            doc.push(' ');
        }
        doc.push_str(word);
    }
}

/// Lines for the reader of the law.
fn is_license(doc: &str) -> bool {
    let lower = doc.to_lowercase();
    lower.starts_with("copyright")
        || lower.starts_with("(c)")
        || lower.starts_with("spdx-")
        || lower.starts_with("license")
}

fn text(source: &[u8], span: Span) -> &str {
    let bytes = source.get(span.start as usize..span.end as usize).unwrap_or_default();
    // What is no UTF-8 says nothing that could be taken over.
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The lines of a comment without what makes it one.
fn lines(comment: &str) -> impl Iterator<Item = &str> {
    let inner = match comment.strip_prefix("/*") {
        Some(block) => block.strip_suffix("*/").unwrap_or(block),
        None => comment.strip_prefix("//").unwrap_or(comment),
    };
    let is_block = comment.starts_with("/*");
    inner.split('\n').map(move |line| {
        let line = line.trim();
        if is_block { line.trim_start_matches('*').trim_start() } else { line }
    })
}

/// `//go:build`, `//nolint`, `//export f`: no blank behind the slashes and a word for a tool.
fn is_directive(comment: &str) -> bool {
    let Some(line) = comment.strip_prefix("//") else { return false };
    // Linters are also spoken to behind a blank.
    if [" revive:", " nolint:", " lint:"].iter().any(|tool| line.starts_with(tool)) {
        return true;
    }
    let word = line.split([' ', '\t']).next().unwrap_or_default();
    let is_plain =
        |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    match word.split_once(':') {
        Some((tool, rest)) => is_plain(tool) && !rest.is_empty() && !rest.starts_with('/'),
        None => {
            matches!(word, "nolint" | "export" | "extern" | "line")
                || line.trim_start().starts_with("+build ")
        }
    }
}

/// Whether one of the comments in the head says `Code generated … DO NOT EDIT.`, as the go command asks for.
pub(super) fn is_generated(source: &[u8], head: &[Comment]) -> bool {
    let mut lines = head.iter().flat_map(|comment| text(source, comment.span).lines());
    lines.any(|line| {
        let line = line.trim_start_matches(['/', '*', ' ']);
        line.starts_with("Code generated ")
            && line.trim_end().trim_end_matches("*/").trim_end().ends_with("DO NOT EDIT.")
    })
}

/// The build constraints in the head, the package clause being at `package`: `//go:build`, else all `// +build` lines
/// that a blank line separates from the clause.
pub(super) fn constraints<'s>(source: &'s [u8], head: &[Comment], package: u32) -> Vec<&'s str> {
    let own = head.iter().filter(|it| it.own_line && it.span.end <= package);
    let texts: Vec<(&str, Span)> = own.map(|it| (text(source, it.span), it.span)).collect();
    if let Some(line) = texts.iter().find_map(|(text, _)| text.strip_prefix("//go:build ")) {
        return vec![line.trim()];
    }
    let is_apart = |span: Span| {
        let behind = source.get(span.end as usize..package as usize).unwrap_or_default();
        memchr::memmem::find(behind, b"\n\n").is_some() || memchr::memmem::find(behind, b"\n\r\n").is_some()
    };
    let old = texts.into_iter().filter(|(_, span)| is_apart(*span));
    old.filter_map(|(text, _)| {
        let line = text.strip_prefix("//")?.trim();
        line.starts_with("+build ").then_some(line)
    })
    .collect()
}

/// The patterns of `//go:embed`, each with its place.
pub(super) fn embeds(source: &[u8], comments: &[Comment]) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    for comment in comments.iter().filter(|it| it.own_line) {
        let Some(list) = text(source, comment.span).strip_prefix("//go:embed") else { continue };
        if !list.starts_with([' ', '\t']) {
            continue;
        }
        found.extend(patterns(list).into_iter().map(|pattern| (pattern, comment.span)));
    }
    found
}

/// Words, or texts in quotes of Go.
fn patterns(list: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = list.trim();
    while let Some(first) = rest.chars().next() {
        let quoted = matches!(first, '"' | '`').then(|| rest[1..].find(first)).flatten();
        let end = quoted.map_or_else(|| rest.find([' ', '\t']).unwrap_or(rest.len()), |len| len + 2);
        let word = &rest[..end];
        found.push(super::imports::unquote(word.as_bytes()).unwrap_or_else(|| word.to_owned()));
        rest = rest[end..].trim_start();
    }
    found
}
