//! Documentation that is no JSDoc: a block of `//` lines, or one `/* */`, that stands directly above.
//!
//! Most such comments are about something else (a section, a tool, what is left to do, code that was put aside):
//! what is not clearly prose about the thing below is none. Text in, text out.

use oxc_ast::ast::Comment;

use super::comments::{MAX_DOC, is_jsdoc, is_no_doc, lines, push_words, tag};
use crate::facts::{FileFacts, Shown, ShownSort, Symbol, SymbolKind};
use crate::marker;

/// Shorter prose is the title of a section.
const FEWEST_WORDS: usize = 4;

/// How many comments of one function are listed, and how long each may be, in bytes.
const MOST_NOTES: usize = 2;
const LONGEST_NOTE: usize = 200;
/// The same of one before the first statement, which may be about all of them.
const LONGEST_LEADING: usize = 230;

/// How lines begin that are for tools.
#[rustfmt::skip]
const DIRECTIVES: &[&str] = &[
    "#", "-*-", "@", "biome-", "c8 ", "eslint", "global ", "globals ", "istanbul", "jshint", "jslint", "node:coverage",
    "oxlint", "prettier-", "stylelint", "ts-", "tslint", "turbopack", "v8 ", "vim:", "vite-", "vitest-", "webpack",
    "<reference", "<auto", "<amd",
];
/// How notes begin that are about the state of the code, in lower case.
#[rustfmt::skip]
const ASIDES: &[&str] = &[
    "a bit", "also ", "and ", "as of ", "avoid", "because", "beware", "bug", "but ", "can't ", "cannot ",
    "careful", "caution", "disable", "do not ", "don't ", "else ", "export ", "first ", "fixme", "for now",
    "generate this", "guaranteed", "hack", "however", "http", "i ", "i'm ", "if ", "ignore", "import ", "it's ", "just ",
    "keep ", "let's ", "make sure", "mark:", "maybe", "must ", "naive", "nb", "need", "next", "no ", "not sure",
    "note", "nothing", "notice", "now ", "ok ", "one of", "only ", "or ", "otherwise", "please", "prevent", "re-export",
    "reason", "ref ", "ref:", "remember", "remove after", "remove before", "remove if", "remove in ", "remove it",
    "remove me", "remove once", "remove the", "remove these", "remove this", "remove when", "required because",
    "required to", "same ", "see ",
    "should ", "since ", "so ", "some ", "step ", "still ", "super ", "temporar", "then ", "there ", "these ",
    "this is a hack", "this is a workaround", "this is an awful", "this is because", "this is exported",
    "this is needed", "this is not", "this should", "todo", "unable", "unfortunately", "vendored", "we ", "we'",
    "why ", "workaround", "xxx",
];

/// Words that point at the code around a comment: how it works is told there, and not what is done.
const POINTING: &[&str] =
    &["already", "but", "here", "important", "it", "not", "that", "these", "they", "this", "those", "wait"];

/// How notes begin that say when something is shown.
const SHOWN: &[&str] = &["only display", "only render", "only show"];

/// What the comments in `comments` that stand directly above `start` say of it.
pub(super) fn above(source: &str, comments: &[Comment], start: u32) -> Option<String> {
    let block = block_before(source, comments, start);
    let told = || described(source, block).or_else(|| prose(source, block));
    let told = (!block.is_empty()).then(told).flatten().filter(|it| !is_instruction(it))?;
    // What is one of something is the next thing, whatever stands below that.
    let is_of_one = told.starts_with("A ") || told.starts_with("An ");
    (is_of_one || !heads_group(source, start)).then_some(told)
}

/// Whether a comment tells a reader what to do to the code: `Replace the two functions below`.
fn is_instruction(said: &str) -> bool {
    let mut words = said.split(' ');
    let first = words.next().unwrap_or_default().to_lowercase();
    let acts = ["add", "change", "copy", "delete", "edit", "paste", "remove", "replace", "uncomment"];
    acts.contains(&first.as_str())
        && words.any(|it| matches!(it.trim_matches(['.', ',', ':', '!']), "below" | "your"))
}

/// What a line says that is there for that: `// @desc Register a user`.
fn described(source: &str, block: &[Comment]) -> Option<String> {
    let all = || block.iter().flat_map(|comment| lines(comment.span.source_text(source)));
    let said = all().find_map(|line| {
        let (name, said) = tag(line.trim_start_matches(['/', '!']).trim())?;
        matches!(name, "desc" | "description" | "summary").then_some(said)
    })?;
    // What is commented out with its description is not what stands below.
    if all().any(|line| is_code(line.trim_start_matches(['/', '!']).trim())) {
        return None;
    }
    let mut doc = String::new();
    push_words(&mut doc, said.trim_start_matches([':', '-', ' ']));
    doc.truncate(doc.floor_char_boundary(MAX_DOC));
    (!doc.is_empty()).then_some(doc)
}

/// Lists what comments on lines of their own say of the statements below them, in functions that no documentation tells
/// about.
pub(super) fn inside(source: &str, comments: &[Comment], facts: &mut FileFacts) {
    let is_told = |it: &Symbol| it.exported && it.container.is_none() && it.doc.is_none();
    let symbols = &facts.symbols;
    for (at, symbol) in (0..).zip(symbols) {
        let owner = symbol.container.and_then(|at| symbols.get(at as usize));
        let is_told = match symbol.kind {
            SymbolKind::Function => is_told(symbol),
            SymbolKind::Method => symbol.doc.is_none() && owner.is_some_and(is_told),
            _ => false,
        };
        if !is_told {
            continue;
        }
        let until = comments.partition_point(|it| it.span.end <= symbol.span.start);
        let mut told = 0;
        if let Some(said) = remark(source, block_before(source, &comments[..until], symbol.span.start)) {
            facts.shown.push(Shown { text: said, sort: ShownSort::Note, symbol: Some(at) });
            told += 1;
        }
        let head = source.get(symbol.span.start as usize..symbol.span.end as usize).unwrap_or_default();
        let Some(body) = body_of(head) else { continue };
        let first =
            comments.partition_point(|it| it.span.start as usize <= symbol.span.start as usize + body);
        let all = comments[first..].iter().take_while(|it| it.span.end < symbol.span.end);
        let mut left = &comments[first..first + all.count()];
        while let Some(comment) = left.first().filter(|_| told < MOST_NOTES) {
            let length = block_from(source, left);
            let (block, behind) = left.split_at(length);
            left = behind;
            // Where it ends a line, the line is short.
            if !comment.is_line() {
                continue;
            }
            let line = source[..comment.span.start as usize].rsplit('\n').next().unwrap_or_default();
            let is_own = line.trim().is_empty();
            // What stands before all that is done may be about all of it.
            let opening = symbol.span.start as usize + body + 1;
            let leads =
                source.get(opening..comment.span.start as usize).is_some_and(|it| it.trim().is_empty());
            let longest = if leads { LONGEST_LEADING } else { LONGEST_NOTE };
            let is_note = |it: &String| {
                let points =
                    POINTING.contains(&it.split(' ').next().unwrap_or_default().to_lowercase().as_str());
                is_own && it.len() <= longest && !points
            };
            let said = prose(source, block).filter(is_note);
            let Some(said) = said.and_then(without_link) else { continue };
            facts.shown.push(Shown { text: said, sort: ShownSort::Note, symbol: Some(at) });
            told += 1;
        }
    }
}

/// What leads to a link.
const LEADING: &[&str] = &["(", "(see", "(see:", "cf.", "ref:", "reference:", "see", "see:", "source:"];

/// A note without the link at its end; `None` where it says little else, or goes on in what is there.
fn without_link(said: String) -> Option<String> {
    let Some(at) = said.find("://") else { return Some(said) };
    let before = said[..at].rsplit_once(' ').map_or("", |(before, _)| before);
    let (rest, last) = before.rsplit_once(' ').unwrap_or(("", before));
    let is_led = LEADING.contains(&last.to_lowercase().as_str());
    let told = if is_led { rest } else { before }.trim_end_matches([',', ';', ' ']);
    // What goes on behind it may be what matters.
    let is_last = said[at..].split(' ').skip(1).all(|it| it.len() < 2);
    let is_whole = is_last && (is_led || before.ends_with('.'));
    (is_whole && told.split(' ').count() >= FEWEST_WORDS).then(|| told.to_owned())
}

/// Where the body of a function begins: at the first brace behind its parameters.
fn body_of(function: &str) -> Option<usize> {
    let (mut depth, mut has_parameters) = (0_i32, false);
    for (at, byte) in function.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                has_parameters = true;
            }
            b'{' if depth == 0 && has_parameters => return Some(at),
            _ => {}
        }
    }
    None
}

/// How many of the comments stand one directly below the other, from the first on.
fn block_from(source: &str, comments: &[Comment]) -> usize {
    let below = |pair: &[Comment]| {
        let gap = source.get(pair[0].span.end as usize..pair[1].span.start as usize).unwrap_or("-");
        gap.trim().is_empty() && line_ends(gap) == 1 && pair.iter().all(|it| it.is_line())
    };
    comments.windows(2).take_while(|pair| below(pair)).count() + 1
}

/// What the first of the blocks in the head of a file says that is not directly above what is declared; `documented`
/// tells whether the first statement is such.
pub(super) fn at_head(source: &str, head: &[Comment], first_token: u32, documented: bool) -> Option<String> {
    let (mut head, mut next, mut found) = (head, first_token, None);
    while let Some(last) = head.last() {
        let block = block_before(source, head, last.span.end);
        let gap = source.get(last.span.end as usize..next as usize).unwrap_or_default();
        let own = next == first_token && documented && line_ends(gap) < 2;
        let block = if block.is_empty() { &head[head.len() - 1..] } else { block };
        // What adjoins an import is about the import unless it says otherwise.
        let adjoins = next == first_token && line_ends(gap) < 2;
        if !own && last.is_line() {
            let speaks =
                |doc: &String| names_file(doc) || names_declared(doc, &source[first_token as usize..]);
            found = prose(source, block).filter(|doc| !adjoins || speaks(doc)).or(found);
        }
        head = &head[..head.len() - block.len()];
        next = block[0].span.start;
    }
    found
}

/// What the first of these comments say that adjoin each other, where a blank line comes behind them.
pub(super) fn standing(source: &str, comments: &[Comment], end: u32) -> Option<String> {
    let gap = |from: u32, until: u32| source.get(from as usize..until as usize).unwrap_or_default();
    let adjoins = |pair: &[Comment]| line_ends(gap(pair[0].span.end, pair[1].span.start)) == 1;
    let count = comments.windows(2).take_while(|pair| adjoins(pair)).count() + 1;
    let block = comments.get(..count)?;
    let next = comments.get(count).map_or(end, |next| next.span.start);
    let last = block.last()?;
    (last.is_line() && line_ends(gap(last.span.end, next)) > 1).then(|| prose(source, block)).flatten()
}

/// `This file …`
pub(super) fn names_file(doc: &str) -> bool {
    let mut words = doc.split(' ').map(str::to_lowercase);
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let things =
        ["component", "file", "library", "module", "package", "page", "plugin", "script", "test", "tests"];
    matches!(first.as_str(), "this" | "these" | "the") && things.contains(&second.as_str())
}

/// `makeUser() makes …`, where the code declares that.
fn names_declared(doc: &str, code: &str) -> bool {
    let Some(name) = doc.split(' ').next().and_then(|it| it.strip_suffix("()")) else { return false };
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    let declares = |word: &str| {
        let declared = format!("{word} {name}");
        memchr::memmem::find_iter(code.as_bytes(), &declared).any(|at| {
            let behind = &code[at + declared.len()..];
            !behind.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'))
        })
    };
    !name.is_empty() && is_name(name) && ["function", "const", "class"].iter().any(|word| declares(word))
}

/// The comments on lines of their own that end at `start`, with nothing and no blank line between; a plain block
/// comment is one alone.
fn block_before<'c>(source: &str, comments: &'c [Comment], start: u32) -> &'c [Comment] {
    let (mut from, mut next) = (comments.len(), start);
    for comment in comments.iter().rev() {
        let gap = source.get(comment.span.end as usize..next as usize).unwrap_or("-");
        let adjoins = gap.trim().is_empty() && (line_ends(gap) == 1 || comment.span.end == start);
        let line = source[..comment.span.start as usize].rsplit('\n').next().unwrap_or_default();
        if !adjoins || !line.trim().is_empty() || is_jsdoc(source, comment) {
            break;
        }
        if comment.is_block() {
            if from == comments.len() {
                from -= 1;
            }
            break;
        }
        from -= 1;
        next = comment.span.start;
    }
    &comments[from..]
}

fn line_ends(gap: &str) -> usize {
    gap.bytes().filter(|byte| *byte == b'\n').count()
}

/// Whether what begins at `start` is one line with another such line directly below: the comment may be about both.
fn heads_group(source: &str, start: u32) -> bool {
    let start = start as usize;
    let indent = source[..start].bytes().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut lines = source[start..].lines().skip(1).filter(|line| marker::said(line.trim()).is_none());
    let below = lines.next().unwrap_or_default();
    let text = below.trim_start_matches([' ', '\t']);
    below.len() - text.len() == indent
        && !text.trim().is_empty()
        && !text.starts_with(['}', ')', ']', '/', '*', '>', '|', '&', '.', '?', ':'])
}

/// The first sentence of a block that says why the code below is needed: no documentation, and yet about it.
fn remark(source: &str, block: &[Comment]) -> Option<String> {
    let said = paragraph(source, block)?;
    let end = said.find(". ").map_or(said.len(), |at| at);
    let first = said[..end].trim_end_matches('.');
    let lower = first.to_lowercase();
    let is_why = WHY.iter().any(|it| lower.contains(it)) && !is_prose(&said);
    let is_whole = first.starts_with(|c: char| c.is_uppercase() || c == '`') && !first.ends_with('?');
    let is_short = first.len() <= LONGEST_REMARK && first.split(' ').count() > FEWEST_WORDS;
    let is_other = lower.contains("eslint") || lower.contains("@ts-") || lower.contains("workaround");
    (is_why && is_whole && is_short && !is_other).then(|| first.to_owned())
}

/// What a remark has that says why something is done.
const WHY: &[&str] = &["so we ", "that's why", "this allows ", "this ensures ", "we need", "we want "];
/// How long a remark may be, in bytes.
const LONGEST_REMARK: usize = 140;

/// The first paragraph of a block, if it is prose.
fn prose(source: &str, block: &[Comment]) -> Option<String> {
    paragraph(source, block).filter(|it| is_prose(it))
}

/// The first paragraph of a block, without what is for tools; `None` where it could be code.
fn paragraph(source: &str, block: &[Comment]) -> Option<String> {
    let mut doc = String::new();
    // `//` alone is an empty line.
    let of = |comment: &Comment| {
        let text = comment.span.source_text(source);
        lines(text).chain((text == "//").then_some(""))
    };
    for line in block.iter().flat_map(of) {
        let line = line.trim_start_matches(['/', '!']).trim();
        let lower = line.to_lowercase();
        if line.is_empty() && doc.is_empty() || is_directive(line, &lower) {
            continue;
        }
        let ended = doc.ends_with(['.', ':']);
        if is_banner(line) && ended {
            break;
        }
        if is_banner(line) {
            return None;
        }
        // A name of its own above what is said of it.
        if line.is_empty() && doc.bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'$')) {
            doc.clear();
            continue;
        }
        if line.is_empty() || is_task(&lower) || is_code(line) && ended {
            break;
        }
        if is_code(line) {
            return None;
        }
        push_words(&mut doc, line);
    }
    doc.truncate(doc.floor_char_boundary(MAX_DOC));
    Some(doc)
}

fn is_directive(line: &str, lower: &str) -> bool {
    // `Global state of all hooks` is prose.
    !line.starts_with("Global") && DIRECTIVES.iter().any(|start| lower.starts_with(start))
}

fn is_task(lower: &str) -> bool {
    ["todo", "fixme", "hack", "xxx"].iter().any(|word| {
        lower.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// `-----`, `==== Types`, `TYPES`
fn is_banner(line: &str) -> bool {
    let mut rest = line.chars();
    let ruled = rest.next().is_some_and(|first| {
        !first.is_alphanumeric() && line.chars().take_while(|c| *c == first).count() > 1
    });
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    ruled && !line.starts_with("...") || letters().count() > 1 && letters().all(char::is_uppercase)
}

/// Whether the line, but for what stands in back quotes, could be a piece of code.
fn is_code(line: &str) -> bool {
    let plain: Vec<&str> = line.split('`').step_by(2).collect();
    let plain = plain.join("_");
    let plain = plain.trim();
    let marks = ["=>", " = ", " == ", " === ", " !== ", " && ", " || ", "</", "/>", "();", "${", "+=", " ? "];
    let starts =
        ["import ", "export ", "const ", "let ", "var ", "return ", "await ", "case ", "} ", "expect("];
    let call = plain.ends_with(')') && plain.split_once('(').is_some_and(|(name, _)| !name.contains(' '));
    // A sentence may begin with a path.
    let is_path = (plain.starts_with("./") || plain.starts_with("../")) && plain.contains(' ');
    plain.starts_with('.') && !is_path
        || plain.ends_with([';', '{', '}', '(', '[', ',']) && !plain.contains(' ')
        || plain.ends_with([';', '{', '}', '[', '=', '+'])
        || plain.starts_with(['<', '{', '[', '|', '+', '}', ')', '$'])
        || plain.starts_with(['"', '\'']) && plain.ends_with(['"', '\'', ',', ';', ':'])
        || call
        || marks.iter().any(|mark| plain.contains(mark))
        || starts.iter().any(|start| plain.starts_with(start)) && plain.contains(['(', '=', '\'', '"', ':'])
}

/// `Is a given value an element?`, what a function answers; not what somebody asks of the code.
fn is_question(lower: &str) -> bool {
    let verbs = ["are ", "does ", "has ", "is "];
    let rest = verbs.iter().find_map(|verb| lower.strip_prefix(verb));
    rest.is_some_and(|it| ["a given ", "the given "].iter().any(|words| it.starts_with(words)))
}

/// Enough words that begin like a sentence and are about the thing itself.
fn is_prose(doc: &str) -> bool {
    let lower = doc.to_lowercase();
    // `maybeWait() waits …`
    let first = doc.split(' ').next().unwrap_or_default();
    let is_camel = first.starts_with(char::is_lowercase) && first.contains(char::is_uppercase);
    let is_name = first.ends_with("()") || is_camel;
    let enough = doc.split(' ').count() >= FEWEST_WORDS || !doc.is_ascii() && doc.chars().count() > 8;
    // `When it is open, closes it`: the rest says what is done; `When it is new, also …` says what is to be.
    let then = lower.strip_prefix("when ").map(|rest| rest.split_once(", ").unwrap_or_default().1);
    let asks = ["also", "make sure", "please", "remember", "update", "you"];
    let is_clause =
        then.is_some_and(|then| then.is_empty() || asks.iter().any(|word| then.starts_with(word)));
    enough
        && !is_clause
        && doc.starts_with(|c: char| c.is_alphabetic() || c == '`')
        && (!doc.ends_with('?') || is_question(&lower))
        && (is_name
            || SHOWN.iter().any(|start| lower.starts_with(start))
            || !ASIDES.iter().any(|start| lower.starts_with(start)))
        && !is_no_doc(doc)
        && !["workaround", "eslint-disable", "@ts-", "so we ", "that's why", " we need"]
            .iter()
            .any(|word| lower.contains(word))
}
