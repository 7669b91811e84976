//! Go's lexis: bytes to tokens, automatic semicolons among them. What tokens mean may not live here.
//!
//! Total and linear: a literal or comment that nothing ends goes to the end of its line or of the file, and is told.

use crate::facts::Span;
use crate::marker;

/// What a token is, as far as the scanner asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    End,
    /// Written.
    Semicolon,
    /// Put in by the end of a line.
    LineEnd,
    Ident,
    /// Quoted text, raw or not.
    Text,
    /// Numbers and runes.
    Number,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    Comma,
    Dot,
    Ellipsis,
    Colon,
    Define,
    Assign,
    Star,
    /// Any other operator.
    Operator,
    Break,
    Case,
    Chan,
    Const,
    Default,
    Else,
    For,
    Func,
    If,
    Import,
    Interface,
    Map,
    Package,
    Range,
    Return,
    Select,
    Struct,
    Switch,
    Type,
    Var,
    /// `defer`, `go`, `goto`.
    Start,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// A comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Comment {
    /// Without the end of the line.
    pub(super) span: Span,
    /// Nothing but blanks stands before it on its line.
    pub(super) own_line: bool,
}

/// What is wrong with a token.
pub(super) struct Wrong {
    pub(super) message: &'static str,
    pub(super) offset: u32,
}

pub(super) struct Lexer<'s> {
    source: &'s [u8],
    at: usize,
    /// The last token wants a semicolon at the end of its line.
    ends_statement: bool,
    /// The comments so far, as long as [`Self::keep_comments`].
    pub(super) comments: Vec<Comment>,
    /// All comments are kept. In bodies nobody asks for others than markers.
    pub(super) keep_comments: bool,
    /// The first thing that is wrong.
    pub(super) wrong: Option<Wrong>,
}

impl<'s> Lexer<'s> {
    /// Starts at `at`, behind what is no text.
    pub(super) fn new(source: &'s [u8], at: usize) -> Self {
        Self { source, at, ends_statement: false, comments: Vec::new(), keep_comments: true, wrong: None }
    }

    /// Where the next token is looked for.
    pub(super) fn offset(&self) -> u32 {
        span(0, self.at).end
    }

    fn span(&self, start: usize) -> Span {
        span(start, self.at)
    }

    fn fail(&mut self, message: &'static str, offset: usize) {
        self.wrong.get_or_insert(Wrong { message, offset: u32::try_from(offset).unwrap_or(u32::MAX) });
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn next(&mut self) -> Token {
        if let Some(line_end) = self.skip_blanks() {
            return line_end;
        }
        let start = self.at;
        let Some(first) = self.source.get(start).copied() else {
            if std::mem::take(&mut self.ends_statement) {
                return Token { kind: Kind::LineEnd, span: self.span(start) };
            }
            return Token { kind: Kind::End, span: self.span(start) };
        };
        let kind = match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => self.word(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' => self.text(b'"', Kind::Text),
            b'\'' => self.text(b'\'', Kind::Number),
            b'`' => self.raw(),
            _ => self.operator(first),
        };
        self.ends_statement = matches!(
            kind,
            Kind::Ident
                | Kind::Text
                | Kind::Number
                | Kind::Break
                | Kind::Return
                | Kind::CloseParen
                | Kind::CloseBracket
                | Kind::CloseBrace
        ) || kind == Kind::Operator
            && matches!(&self.source[start..self.at], b"++" | b"--");
        Token { kind, span: self.span(start) }
    }

    /// Passes blanks and comments; a line's end where it ends a statement.
    fn skip_blanks(&mut self) -> Option<Token> {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    if self.end_line() {
                        return Some(Token { kind: Kind::LineEnd, span: self.span(self.at - 1) });
                    }
                }
                b'/' if self.peek(1) == b'/' => self.line_comment(),
                b'/' if self.peek(1) == b'*' => {
                    let start = self.at;
                    let spans_lines = self.block_comment();
                    if spans_lines && self.end_line() {
                        return Some(Token { kind: Kind::LineEnd, span: span(start, start) });
                    }
                }
                _ => return None,
            }
        }
    }

    fn end_line(&mut self) -> bool {
        std::mem::take(&mut self.ends_statement)
    }

    fn line_comment(&mut self) {
        let start = self.at;
        let rest = &self.source[start..];
        self.at = memchr::memchr(b'\n', rest).map_or(self.source.len(), |len| start + len);
        self.keep(start);
    }

    /// Whether it has several lines.
    fn block_comment(&mut self) -> bool {
        let start = self.at;
        let end = memchr::memmem::find(&self.source[start + 2..], b"*/");
        if end.is_none() {
            self.fail("a comment that nothing ends", start);
        }
        self.at = end.map_or(self.source.len(), |len| start + 2 + len + 2);
        self.keep(start);
        memchr::memchr(b'\n', &self.source[start..self.at]).is_some()
    }

    fn keep(&mut self, start: usize) {
        let is_kept = self.keep_comments || marker::are_in(&self.source[start..self.at]);
        if is_kept {
            let before = self.source[..start].iter().rev().find(|it| !matches!(it, b' ' | b'\t'));
            let own_line = matches!(before, None | Some(b'\n'));
            let own_line = own_line || start == 3 && self.source.starts_with(b"\xef\xbb\xbf");
            self.comments.push(Comment { span: self.span(start), own_line });
        }
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        let rest = &self.source[start..];
        let is_part = |it: &u8| matches!(it, b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'0'..=b'9' | 0x80..);
        self.at += rest.iter().take_while(|it| is_part(it)).count();
        keyword(&self.source[start..self.at])
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        loop {
            match self.peek(0) {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' => self.at += 1,
                b'+' | b'-' if is_power(&self.source[start..self.at]) => self.at += 1,
                _ => return Kind::Number,
            }
        }
    }

    fn text(&mut self, quote: u8, kind: Kind) -> Kind {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = &self.source[self.at..];
            let Some(len) = memchr::memchr3(quote, b'\\', b'\n', rest) else {
                self.at = self.source.len();
                self.fail("a literal that nothing ends", start);
                return kind;
            };
            self.at += len;
            match self.peek(0) {
                b'\\' if self.peek(1) != b'\n' => self.at = (self.at + 2).min(self.source.len()),
                b'\n' | b'\\' => {
                    self.fail("a literal that nothing ends", start);
                    self.at += usize::from(self.peek(0) == b'\\');
                    return kind;
                }
                _ => {
                    self.at += 1;
                    return kind;
                }
            }
        }
    }

    fn raw(&mut self) -> Kind {
        let start = self.at;
        let end = memchr::memchr(b'`', &self.source[start + 1..]);
        if end.is_none() {
            self.fail("a literal that nothing ends", start);
        }
        self.at = end.map_or(self.source.len(), |len| start + 1 + len + 1);
        Kind::Text
    }

    fn operator(&mut self, first: u8) -> Kind {
        let (kind, len) = match (first, self.peek(1), self.peek(2)) {
            (b'(', ..) => (Kind::OpenParen, 1),
            (b')', ..) => (Kind::CloseParen, 1),
            (b'[', ..) => (Kind::OpenBracket, 1),
            (b']', ..) => (Kind::CloseBracket, 1),
            (b'{', ..) => (Kind::OpenBrace, 1),
            (b'}', ..) => (Kind::CloseBrace, 1),
            (b',', ..) => (Kind::Comma, 1),
            (b';', ..) => (Kind::Semicolon, 1),
            (b'.', b'.', b'.') => (Kind::Ellipsis, 3),
            (b'.', ..) => (Kind::Dot, 1),
            (b':', b'=', _) => (Kind::Define, 2),
            (b':', ..) => (Kind::Colon, 1),
            (b'=' | b'*', b'=', _) | (b'+', b'+', _) | (b'-', b'-', _) => (Kind::Operator, 2),
            (b'=', ..) => (Kind::Assign, 1),
            (b'*', ..) => (Kind::Star, 1),
            (b'<' | b'>' | b'!' | b'+' | b'-' | b'/' | b'%' | b'^' | b'&' | b'|', b'=', _) => {
                (Kind::Operator, 2)
            }
            (b'!' | b'%' | b'&' | b'+' | b'-' | b'/' | b'<' | b'>' | b'^' | b'|' | b'~', ..) => {
                (Kind::Operator, 1)
            }
            _ => {
                self.fail("a character that Go does not know", self.at);
                (Kind::Operator, 1)
            }
        };
        self.at += len;
        kind
    }
}

/// Whether the exponent of a number begins here: in hexadecimal ones `e` is a digit.
fn is_power(number: &[u8]) -> bool {
    let is_hex = number.starts_with(b"0x") || number.starts_with(b"0X");
    match number.last() {
        Some(b'e' | b'E') => !is_hex,
        Some(b'p' | b'P') => true,
        _ => false,
    }
}

fn span(start: usize, end: usize) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span { start: offset(start), end: offset(end) }
}

fn keyword(word: &[u8]) -> Kind {
    if word.len() < 2 || word.len() > 11 || !word[0].is_ascii_lowercase() {
        return Kind::Ident;
    }
    match word {
        b"break" | b"continue" | b"fallthrough" => Kind::Break,
        b"case" => Kind::Case,
        b"chan" => Kind::Chan,
        b"const" => Kind::Const,
        b"default" => Kind::Default,
        b"defer" | b"go" | b"goto" => Kind::Start,
        b"else" => Kind::Else,
        b"for" => Kind::For,
        b"func" => Kind::Func,
        b"if" => Kind::If,
        b"import" => Kind::Import,
        b"interface" => Kind::Interface,
        b"map" => Kind::Map,
        b"package" => Kind::Package,
        b"range" => Kind::Range,
        b"return" => Kind::Return,
        b"select" => Kind::Select,
        b"struct" => Kind::Struct,
        b"switch" => Kind::Switch,
        b"type" => Kind::Type,
        b"var" => Kind::Var,
        _ => Kind::Ident,
    }
}
