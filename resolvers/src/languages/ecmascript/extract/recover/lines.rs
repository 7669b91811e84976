//! Imports by their lines: what a recovering parser swallows, and all there is where none can be used.
//!
//! Linear whatever the text. A line that begins like an import is one; of what is no import statement nothing is read.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::literals::{binding_name, taken};
use crate::facts::{
    BindingName, Export, ExportSource, FileFacts, Import, ImportKind, ImportSyntax, ImportedName, Span,
};

/// The longest comment inside an import.
const MAX_COMMENT: usize = 4096;
/// The longest text between `import` and its specifier: each line is looked at once, and no further than this.
const LONGEST_CLAUSE: usize = 16 << 10;

/// What a parser already read of the text.
#[derive(Default)]
pub(super) struct Known {
    /// Where the literals of the imports that it found start.
    pub(super) literals: FxHashSet<usize>,
    /// What holds no statements, such as comments, in order of the starts.
    pub(super) quoted: Vec<Range<usize>>,
}

/// Adds to `facts` the imports of `code` that are not `known`.
pub(super) fn add(code: &str, known: &Known, facts: &mut FileFacts) {
    let mut lines = Lines { code, at: 0, last_comment: code.len() };
    let mut exported: FxHashSet<String> = facts.exports.iter().map(|it| it.name.clone()).collect();
    let mut quoted = known.quoted.iter().peekable();
    loop {
        lines.at = lines.blanks(lines.at);
        while let Some(range) = quoted.next_if(|it| it.start <= lines.at) {
            lines.at = lines.at.max(range.end);
        }
        lines.at = lines.blanks(lines.at);
        if lines.at >= code.len() {
            break;
        }
        if lines.comment() {
            continue;
        }
        if code[lines.at..].starts_with("//") {
            lines.next_line();
            continue;
        }
        match lines.statement() {
            Some(found) => {
                lines.at = found.span.end;
                if !known.literals.contains(&found.literal.start) {
                    found.add(code, facts, &mut exported);
                }
            }
            None => lines.next_line(),
        }
    }
    facts.imports.sort_by_key(|import| import.span);
}

struct Lines<'c> {
    code: &'c str,
    at: usize,
    /// No comment that starts after this one ends.
    last_comment: usize,
}

/// An import as it stands in the text.
struct Found<'c> {
    syntax: ImportSyntax,
    /// What stands before `from`.
    clause: Vec<Token<'c>>,
    /// The text between the quotes.
    literal: Range<usize>,
    span: Range<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'c> {
    Word(&'c str),
    /// A string literal: its text and where the literal starts.
    Text(&'c str, usize),
    Mark(u8),
}

impl<'c> Lines<'c> {
    /// After white space and semicolons.
    fn blanks(&self, at: usize) -> usize {
        let rest = &self.code.as_bytes()[at..];
        at + rest.iter().take_while(|it| it.is_ascii_whitespace() || matches!(it, b';' | 0x0b)).count()
    }

    fn next_line(&mut self) {
        let rest = &self.code.as_bytes()[self.at..];
        self.at += memchr::memchr2(b'\n', b'\r', rest).map_or(rest.len(), |at| at + 1);
    }

    /// Skips the comment of many lines that starts here, if it ends.
    fn comment(&mut self) -> bool {
        let rest = &self.code.as_bytes()[self.at..];
        if !rest.starts_with(b"/*") || self.at > self.last_comment {
            return false;
        }
        if let Some(end) = memchr::memmem::find(&rest[2..], b"*/") {
            self.at += end + 4;
            return true;
        }
        self.last_comment = self.at;
        false
    }

    fn statement(&self) -> Option<Found<'c>> {
        let (first, at) = self.token(self.at)?;
        match first {
            Token::Word("import") => self.import(at),
            Token::Word("export") => {
                let (next, _) = self.token(at)?;
                let passes_on = matches!(next, Token::Mark(b'*' | b'{') | Token::Word("type" | "import"));
                passes_on.then(|| self.clause(at, ImportSyntax::ReExport)).flatten()
            }
            Token::Word("require") => self.call(ImportSyntax::Require, self.at, at),
            Token::Word("await") => match self.token(at)? {
                (Token::Word("import"), after) => self.call(ImportSyntax::DynamicImport, at, after),
                _ => None,
            },
            Token::Word("const" | "let" | "var" | "module" | "exports") | Token::Mark(b'}') => self.value(),
            _ => None,
        }
    }

    fn import(&self, at: usize) -> Option<Found<'c>> {
        match self.token(at)? {
            (Token::Mark(b'('), _) => self.call(ImportSyntax::DynamicImport, self.at, at),
            (Token::Text(text, start), end) => {
                Some(found(ImportSyntax::SideEffect, Vec::new(), (text, start), self.at..end))
            }
            _ => self.clause(at, ImportSyntax::Import),
        }
    }

    /// `names from 'x'`, `name = require('x')`
    fn clause(&self, mut at: usize, syntax: ImportSyntax) -> Option<Found<'c>> {
        let mut clause = Vec::new();
        loop {
            let (token, end) = self.token(at)?;
            // Every line may begin a clause that never ends.
            if end > self.at + LONGEST_CLAUSE {
                return None;
            }
            match token {
                Token::Text(text, start) if clause.last() == Some(&Token::Word("from")) => {
                    clause.pop();
                    return Some(found(syntax, clause, (text, start), self.at..end));
                }
                Token::Mark(b'=') => {
                    let (Token::Word("require"), end) = self.token(end)? else { return None };
                    let found = self.call(ImportSyntax::ImportEquals, self.at, end)?;
                    clause.retain(|it| *it != Token::Word("import"));
                    return Some(Found { clause, ..found });
                }
                Token::Word("import" | "export") if self.begins_line(end) => return None,
                Token::Word(_) | Token::Text(..) | Token::Mark(b'{' | b'}' | b',' | b'*') => {
                    clause.push(token);
                }
                Token::Mark(_) => return None,
            }
            at = end;
        }
    }

    /// Whether the word that ends at `end` is the first of its line.
    fn begins_line(&self, end: usize) -> bool {
        let before = &self.code.as_bytes()[..end - "import".len()];
        let blank = before.iter().rev().find(|it| !matches!(it, b' ' | b'\t'));
        blank.is_none_or(|it| matches!(it, b'\n' | b'\r'))
    }

    /// `('x')` of a call that starts at `start`.
    fn call(&self, syntax: ImportSyntax, start: usize, at: usize) -> Option<Found<'c>> {
        let (Token::Mark(b'('), at) = self.token(at)? else { return None };
        let (Token::Text(text, literal), at) = self.token(at)? else { return None };
        let end = match self.token(at) {
            Some((Token::Mark(b')'), end)) => end,
            _ => at,
        };
        let start = self.blanks(start);
        Some(found(syntax, Vec::new(), (text, literal), start..end))
    }

    /// `… = require('x')`, `… = await import('x')` on one line.
    fn value(&self) -> Option<Found<'c>> {
        let bytes = self.code.as_bytes();
        let length = memchr::memchr2(b'\n', b'\r', &bytes[self.at..]).unwrap_or(bytes.len() - self.at);
        let line = &bytes[self.at..self.at + length];
        let mut at = self.at + memchr::memchr(b'=', line)? + 1;
        if let (Token::Word("await"), end) = self.token(at)? {
            at = end;
        }
        match self.token(at)? {
            (Token::Word("require"), end) => self.call(ImportSyntax::Require, at, end),
            (Token::Word("import"), end) => self.call(ImportSyntax::DynamicImport, at, end),
            _ => None,
        }
    }

    /// The token at or after `at`, and where it ends.
    fn token(&self, at: usize) -> Option<(Token<'c>, usize)> {
        let at = self.trivia(at)?;
        let rest = &self.code[at..];
        let first = rest.chars().next()?;
        if is_word(first) {
            let end = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
            return Some((Token::Word(&rest[..end]), at + end));
        }
        if matches!(first, '\'' | '"') {
            let end = literal_end(rest.as_bytes())?;
            return Some((Token::Text(&rest[1..end], at), at + end + 1));
        }
        let mark = u8::try_from(first).ok()?;
        Some((Token::Mark(mark), at + first.len_utf8()))
    }

    /// After white space and comments.
    fn trivia(&self, mut at: usize) -> Option<usize> {
        let bytes = self.code.as_bytes();
        loop {
            at += bytes[at..].iter().take_while(|it| it.is_ascii_whitespace()).count();
            let rest = &bytes[at..];
            if rest.starts_with(b"//") {
                at += memchr::memchr2(b'\n', b'\r', rest)?;
            } else if rest.starts_with(b"/*") {
                at += memchr::memmem::find(&rest[..rest.len().min(MAX_COMMENT)], b"*/")? + 2;
            } else {
                return Some(at);
            }
        }
    }
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '$')
}

/// Where the string literal that `text` starts with has its closing quote.
fn literal_end(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'\n' | b'\r' => return None,
            b'\\' => at += 2,
            byte if byte == text[0] => return Some(at),
            _ => at += 1,
        }
    }
}

fn found<'c>(
    syntax: ImportSyntax,
    clause: Vec<Token<'c>>,
    (text, start): (&'c str, usize),
    span: Range<usize>,
) -> Found<'c> {
    Found { syntax, clause, literal: start..start + text.len() + 2, span }
}

impl Found<'_> {
    fn add(&self, code: &str, facts: &mut FileFacts, exported: &mut FxHashSet<String>) {
        let (type_only, clause) = match &self.clause[..] {
            [Token::Word("type" | "typeof"), rest @ ..] if !matches!(rest, [] | [Token::Mark(b','), ..]) => {
                (true, rest)
            }
            whole => (false, whole),
        };
        let specifier = code[self.literal.start + 1..self.literal.end - 1].to_owned();
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        let span = Span { start: offset(self.span.start), end: offset(self.span.end) };
        let taken = names(clause, self.syntax);
        if self.syntax == ImportSyntax::ReExport {
            for (it, outside) in &taken {
                let name = it.name.clone();
                let specifier = specifier.clone();
                let (name, source) = match outside {
                    Some(outside) => (*outside, ExportSource::ReExport { specifier, name }),
                    None => ("*", ExportSource::Star { specifier }),
                };
                if exported.insert(name.to_owned()) || name == "*" {
                    let type_only = type_only || it.type_only;
                    facts.exports.push(Export { name: name.to_owned(), source, type_only, span });
                }
            }
        }
        let names: Vec<_> = taken.into_iter().map(|(name, _)| name).collect();
        let all_types = type_only || (!names.is_empty() && names.iter().all(|it| it.type_only));
        let kind = match self.syntax {
            ImportSyntax::DynamicImport => ImportKind::Dynamic,
            _ if all_types => ImportKind::Type,
            _ => ImportKind::Runtime,
        };
        facts.header.is_module |= !matches!(self.syntax, ImportSyntax::Require | ImportSyntax::DynamicImport);
        facts.imports.push(Import {
            specifier,
            syntax: self.syntax,
            kind,
            names,
            pattern: None,
            mode: None,
            span,
        });
    }
}

/// The names of `clause`, each with the name that `export` gives it.
fn names<'c>(clause: &[Token<'c>], syntax: ImportSyntax) -> Vec<(ImportedName, Option<&'c str>)> {
    let mut names = Vec::new();
    let mut braces = false;
    for part in clause.split_inclusive(|it| matches!(it, Token::Mark(b',' | b'{' | b'}'))) {
        let (words, end) = match part {
            [words @ .., Token::Mark(mark @ (b',' | b'{' | b'}'))] => (words, *mark),
            words => (words, b','),
        };
        let name = match words {
            [] => None,
            [Token::Mark(b'*')] => {
                Some((ImportedName { type_only: false, ..taken(BindingName::Namespace, None) }, None))
            }
            [Token::Mark(b'*'), .., Token::Word(local) | Token::Text(local, _)] => {
                Some((taken(BindingName::Namespace, Some(local)), Some(*local)))
            }
            [Token::Word("type" | "typeof"), rest @ ..] if braces && is_entry(rest) => {
                entry(rest).map(|(it, outside)| (ImportedName { type_only: true, ..it }, outside))
            }
            words if braces => entry(words),
            [Token::Word(local)] if syntax == ImportSyntax::ImportEquals => {
                Some((taken(BindingName::Namespace, Some(local)), None))
            }
            [Token::Word(local), ..] => Some((taken(BindingName::Default, Some(local)), None)),
            _ => None,
        };
        names.extend(name);
        braces = if end == b',' { braces } else { end == b'{' };
    }
    if syntax == ImportSyntax::ReExport {
        for (it, _) in &mut names {
            it.local = None;
        }
    }
    names
}

/// Whether `type` before `words` is the modifier.
fn is_entry(words: &[Token]) -> bool {
    !matches!(words, [] | [Token::Word("as")] | [Token::Word("as"), Token::Word(_)])
}

/// `name`, `name as local`
fn entry<'c>(words: &[Token<'c>]) -> Option<(ImportedName, Option<&'c str>)> {
    let text = |it: &Token<'c>| match *it {
        Token::Word(text) | Token::Text(text, _) => Some(text),
        Token::Mark(_) => None,
    };
    let name = text(words.first()?)?;
    let local = match words {
        [_, Token::Word("as"), local, ..] => text(local)?,
        _ => name,
    };
    Some((taken(binding_name(name), Some(local)), Some(local)))
}
