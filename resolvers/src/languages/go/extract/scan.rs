//! One pass over the tokens of a file: what it declares, and which names it takes from elsewhere.
//!
//! Brackets are a stack of frames, never recursion. In bodies nothing counts but which names are local: `pkg.Name` is
//! a use of an import where `pkg` is none of them. Text that is no Go may give nonsense, but always something.

use rustc_hash::{FxHashMap, FxHashSet};

use super::declare::Spec;
use super::frame::{Declared, Frame, Gather, Piece, Role, Stage};
use super::lex::{Comment, Kind, Lexer, Token, Wrong};
use crate::facts::{Guard, Span, Symbol};

/// An import as it is written.
#[derive(Debug)]
pub(super) struct RawImport<'s> {
    /// `.`, `_` or a name.
    pub(super) alias: Option<&'s [u8]>,
    /// With its quotes.
    pub(super) path: Span,
    pub(super) span: Span,
}

/// `base.member`, or `member` where another file of the package or a dot import may stand behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Use<'s> {
    pub(super) base: &'s [u8],
    pub(super) member: &'s [u8],
    pub(super) symbol: Option<u32>,
}

/// What a scan found.
pub(super) struct Scanned<'s> {
    pub(super) package: Option<&'s [u8]>,
    /// Where the package clause starts.
    pub(super) package_at: u32,
    /// Where it ends; 0 without one.
    pub(super) package_end: u32,
    pub(super) imports: Vec<RawImport<'s>>,
    pub(super) symbols: Vec<Symbol>,
    /// Each once, in order of first occurrence.
    pub(super) uses: Vec<Use<'s>>,
    pub(super) guards: Vec<Guard>,
    /// The names that the file declares at its top level.
    pub(super) declared: FxHashSet<&'s [u8]>,
    /// What stands between square brackets in the head of a declaration: perhaps parameters that are types.
    pub(super) bracketed: FxHashSet<&'s [u8]>,
    pub(super) has_dot_import: bool,
    pub(super) comments: Vec<Comment>,
    pub(super) wrong: Option<Wrong>,
    /// Brackets do not fit together.
    pub(super) unbalanced: bool,
}

pub(super) struct Scanner<'s> {
    pub(super) source: &'s [u8],
    pub(super) lexer: Lexer<'s>,
    pub(super) frames: Vec<Frame<'s>>,
    /// Names in scope inside functions.
    pub(super) names: Vec<&'s [u8]>,
    /// The names at the start of the statements that are open.
    pub(super) gathered: Vec<(&'s [u8], Span)>,
    /// The last tokens, the last one first.
    pub(super) last: [Token; 3],
    /// The declaration that is being read.
    pub(super) current: Option<u32>,
    pub(super) spec: Option<Spec>,
    /// The type of the last constants that have a value: those behind them without one have it too.
    pub(super) constant_type: Option<String>,
    /// The types of the file by name.
    pub(super) types: FxHashMap<&'s [u8], u32>,
    /// The methods of the file, each with the type of its receiver.
    pub(super) methods: Vec<(u32, &'s [u8])>,
    /// The first symbol of the field or method that is being read.
    pub(super) member: Option<u32>,
    /// A declaration keyword at the start of a line closes all that is open.
    resync: bool,
    seen: FxHashSet<Use<'s>>,
    pub(super) out: Scanned<'s>,
}

/// Reads `source` from `at`. Where brackets do not fit together it is read again, this time trusting the layout.
pub(super) fn scan(source: &[u8], at: usize) -> Scanned<'_> {
    let first = Scanner::new(source, at, false).run();
    if !first.unbalanced {
        return first;
    }
    Scanned { unbalanced: true, ..Scanner::new(source, at, true).run() }
}

impl<'s> Scanner<'s> {
    fn new(source: &'s [u8], at: usize, resync: bool) -> Self {
        let none = Token { kind: Kind::LineEnd, span: Span::default() };
        Self {
            source,
            lexer: Lexer::new(source, at),
            frames: vec![Frame::new(Kind::End, Role::File, 0, 0)],
            names: Vec::new(),
            gathered: Vec::new(),
            last: [none; 3],
            current: None,
            spec: None,
            constant_type: None,
            types: FxHashMap::default(),
            methods: Vec::new(),
            member: None,
            resync,
            seen: FxHashSet::default(),
            out: Scanned {
                package: None,
                package_at: 0,
                package_end: 0,
                imports: Vec::new(),
                symbols: Vec::new(),
                uses: Vec::new(),
                guards: Vec::new(),
                declared: FxHashSet::default(),
                bracketed: FxHashSet::default(),
                has_dot_import: false,
                comments: Vec::new(),
                wrong: None,
                unbalanced: false,
            },
        }
    }

    fn run(mut self) -> Scanned<'s> {
        self.head();
        let mut token = self.last[0];
        while token.kind != Kind::End {
            token = self.lexer.next();
            let ends = token.kind == Kind::End || self.resync && self.begins_declaration(token);
            if ends && self.frames.len() > 1 {
                self.fail("a bracket that nothing closes", token.span.start);
                self.out.unbalanced = true;
                self.close_all();
            }
            self.step(token);
            self.remember(token);
        }
        self.finish()
    }

    fn finish(mut self) -> Scanned<'s> {
        self.place_methods();
        self.out.comments = std::mem::take(&mut self.lexer.comments);
        self.out.wrong = self.out.wrong.or(self.lexer.wrong);
        self.out
    }

    pub(super) fn remember(&mut self, token: Token) {
        self.last = [token, self.last[0], self.last[1]];
    }

    pub(super) fn text(&self, span: Span) -> &'s [u8] {
        self.source.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub(super) fn frame(&mut self) -> &mut Frame<'s> {
        let top = self.frames.len() - 1;
        &mut self.frames[top]
    }

    pub(super) fn role(&self) -> Role {
        self.frames.last().map_or(Role::File, |frame| frame.role)
    }

    pub(super) fn fail(&mut self, message: &'static str, offset: u32) {
        self.out.wrong.get_or_insert(Wrong { message, offset });
    }

    fn head(&mut self) {
        let token = self.lexer.next();
        self.out.package_at = token.span.start;
        if token.kind != Kind::Package {
            self.fail("no package clause", token.span.start);
            // What stands there may be a declaration all the same.
            if token.kind != Kind::End {
                self.step(token);
            }
            return self.remember(token);
        }
        self.remember(token);
        let name = self.lexer.next();
        if name.kind == Kind::Ident {
            self.out.package = Some(self.text(name.span));
            self.out.package_end = name.span.end;
            self.frame().gather = Gather::Off;
        } else {
            self.fail("a package clause without a name", name.span.start);
            if name.kind != Kind::End {
                self.step(name);
            }
        }
        self.remember(name);
    }

    /// Whether a declaration of the file begins, as formatted source has it.
    fn begins_declaration(&self, token: Token) -> bool {
        let at = token.span.start as usize;
        let is_word = matches!(token.kind, Kind::Func | Kind::Type | Kind::Var | Kind::Const | Kind::Import);
        is_word && (at == 0 || self.source[at - 1] == b'\n')
    }

    fn close_all(&mut self) {
        while self.frames.len() > 1 {
            self.pop();
        }
        self.end_statement();
    }

    pub(super) fn step(&mut self, token: Token) {
        match token.kind {
            Kind::Ident => self.ident(token),
            Kind::OpenParen => self.open_paren(),
            Kind::OpenBracket => self.open(Kind::CloseBracket, Role::Other),
            Kind::OpenBrace => self.open_brace(token),
            Kind::CloseParen | Kind::CloseBracket | Kind::CloseBrace => self.close(token),
            Kind::Comma => self.comma(),
            Kind::Semicolon | Kind::LineEnd | Kind::End => {
                self.end_statement();
                if token.kind != Kind::Semicolon {
                    self.end_header();
                }
            }
            Kind::Define => self.define(),
            Kind::Colon => self.colon(),
            Kind::Var => self.declare(Declared::Variable, token),
            Kind::Const => self.declare(Declared::Constant, token),
            Kind::Type if self.last[0].kind != Kind::OpenParen => self.declare(Declared::Type, token),
            Kind::Func => self.func(token),
            Kind::Import if self.role() == Role::File => self.import(token),
            Kind::If | Kind::For | Kind::Switch | Kind::Select => self.begin_header(),
            Kind::Case | Kind::Default => self.case(),
            Kind::Else => self.restart(),
            _ => self.other(token.kind),
        }
    }

    fn ident(&mut self, token: Token) {
        let text = self.text(token.span);
        let is_list = matches!(self.role(), Role::Params | Role::Receiver);
        if !is_list && self.names_function(text, token.span) {
            return;
        }
        if is_list {
            self.used(text, token.span);
            return self.parameter(text);
        }
        if self.frame().gather == Gather::Start && self.last[0].kind != Kind::Dot {
            self.used(text, token.span);
            self.gathered.push((text, token.span));
            self.frame().gather = Gather::Name;
        } else {
            // The type of a field or a variable is used by that, and not by what came before.
            self.other(token.kind);
            self.used(text, token.span);
        }
    }

    fn used(&mut self, text: &'s [u8], span: Span) {
        if self.last[0].kind == Kind::Dot {
            self.selector(text);
        } else if is_exported(text) {
            self.unqualified(text, span);
        }
    }

    /// `base.text`, where `base` is no selector itself.
    fn selector(&mut self, text: &'s [u8]) {
        let [_, base, before] = self.last;
        if base.kind == Kind::Ident && before.kind != Kind::Dot && is_exported(text) {
            let base = self.text(base.span);
            self.take(base, text);
        }
    }

    /// A name that another file of the package may declare or a dot import bring.
    fn unqualified(&mut self, text: &'s [u8], span: Span) {
        // Comments are kept outside of bodies.
        if self.lexer.keep_comments && self.frame().close == Kind::CloseBracket {
            self.out.bracketed.insert(text);
        }
        // What a colon follows is a key or new, but in a clause.
        if (self.behind(span.end) != Some(b':') || self.frame().in_case) && !self.is_named_here() {
            self.take(b"", text);
        }
    }

    /// Whether the name at hand is that of a field, of a declaration or of a label, or of the type that gets a method.
    fn is_named_here(&mut self) -> bool {
        let before = self.last[0];
        match self.role() {
            Role::Fields | Role::Receiver => return true,
            Role::Struct(_) | Role::Interface(_) if self.frame().gather == Gather::Start => return true,
            _ => {}
        }
        match before.kind {
            Kind::Var | Kind::Const | Kind::Type => true,
            Kind::Break | Kind::Start => matches!(self.text(before.span), b"break" | b"continue" | b"goto"),
            _ => false,
        }
    }

    /// The first byte from `at` on that is no blank.
    pub(super) fn behind(&self, at: u32) -> Option<u8> {
        let rest = self.source.get(at as usize..)?;
        rest.iter().copied().find(|it| !matches!(it, b' ' | b'\t'))
    }

    fn take(&mut self, base: &'s [u8], member: &'s [u8]) {
        let local = if base.is_empty() { member } else { base };
        if self.names.iter().rev().any(|name| *name == local) {
            return;
        }
        let taken = Use { base, member, symbol: self.current };
        if self.seen.insert(taken) {
            self.out.uses.push(taken);
        }
    }

    /// Any token that ends a list of names.
    pub(super) fn other(&mut self, kind: Kind) {
        if matches!(self.role(), Role::Params | Role::Receiver) {
            match (self.frame().piece, kind) {
                (Piece::Lone, Kind::Dot) => {
                    self.frame().piece = Piece::Rest;
                    self.with_func(|func| {
                        func.names.pop();
                    });
                }
                (Piece::Lone, _) => self.typed_parameter(),
                (Piece::Start, _) => self.frame().piece = Piece::Rest,
                (Piece::Rest, _) => {}
            }
            return;
        }
        if self.frame().gather == Gather::Name {
            self.names_end(kind);
        } else if self.frame().gather == Gather::Start {
            if kind != Kind::Func && self.begins_statement() {
                self.fail("no declaration", self.lexer.offset());
            }
            self.frame().gather = Gather::Off;
        }
        self.type_follows(kind);
    }

    /// Whether no function is open around the declarations at hand.
    pub(super) fn is_top(&self) -> bool {
        self.frames.len() == 1 || self.frames.len() == 2 && matches!(self.role(), Role::Group(_))
    }

    /// Whether a declaration of the file is to begin, and nothing of it was read.
    pub(super) fn begins_statement(&self) -> bool {
        let is_new = |frame: &Frame<'_>| frame.gather == Gather::Start && frame.declares.is_none();
        self.frames.len() == 1 && self.frames.last().is_some_and(is_new)
    }

    pub(super) fn open(&mut self, close: Kind, role: Role) {
        if close != Kind::CloseBrace {
            self.other(if close == Kind::CloseParen { Kind::OpenParen } else { Kind::OpenBracket });
        }
        self.push(close, role);
    }

    pub(super) fn push(&mut self, close: Kind, role: Role) {
        self.frames.push(Frame::new(close, role, self.names.len(), self.gathered.len()));
    }

    fn open_brace(&mut self, token: Token) {
        let is_type = matches!(self.last[0].kind, Kind::Struct | Kind::Interface);
        let of_type = self.spec.as_ref().and_then(|spec| spec.body);
        if is_type {
            let role = match (of_type, self.last[0].kind) {
                (Some(of), Kind::Struct) if self.is_top() => Role::Struct(of),
                (Some(of), _) if self.is_top() => Role::Interface(of),
                _ => Role::Fields,
            };
            if role != Role::Fields {
                self.end_head(token.span.start);
            }
            return self.push(Kind::CloseBrace, role);
        }
        let is_body = matches!(&self.frame().func, Some(func) if func.stage == Stage::Results);
        let func = self.frame().func.take().filter(|_| is_body);
        if let Some(func) = func {
            let role = if func.start.is_some() { Role::Body } else { Role::Block };
            if role == Role::Body {
                self.end_head(token.span.start);
            }
            self.push(Kind::CloseBrace, role);
            self.names.extend(func.names);
            self.lexer.keep_comments &= role != Role::Body;
            return;
        }
        if self.frame().header.is_some() {
            self.flush();
        }
        if self.frame().gather == Gather::Name {
            self.names_end(Kind::OpenBrace);
        }
        self.push(Kind::CloseBrace, Role::Block);
    }

    fn close(&mut self, token: Token) {
        if !self.frames.iter().rev().take(MOST_UNCLOSED).any(|frame| frame.close == token.kind) {
            self.fail("a bracket that nothing opens", token.span.start);
            self.out.unbalanced = true;
            return;
        }
        if self.frames.last().is_some_and(|frame| frame.close != token.kind) {
            self.fail("a bracket that closes another one", token.span.start);
            self.out.unbalanced = true;
        }
        while let Some(frame) = self.frames.last() {
            let is_it = frame.close == token.kind;
            self.pop();
            if is_it {
                break;
            }
        }
    }

    /// Closes the innermost bracket.
    fn pop(&mut self) {
        self.end_statement_inside();
        let Some(frame) = self.frames.pop() else { return };
        self.gathered.truncate(frame.gathered);
        match frame.role {
            Role::Params | Role::Receiver if !frame.has_named => {
                if let Some(func) = &mut self.frame().func {
                    func.names.truncate(frame.listed);
                }
            }
            // The names of a group belong to the block around it.
            Role::Group(_) => return,
            Role::Body => {
                self.lexer.keep_comments = true;
            }
            Role::Other => self.brackets_end(frame.close),
            _ => {}
        }
        self.names.truncate(frame.names);
    }

    /// What the last statement inside of a bracket leaves.
    fn end_statement_inside(&mut self) {
        match self.role() {
            Role::Group(_) | Role::Struct(_) | Role::Interface(_) => self.end_statement(),
            _ => {}
        }
    }
}

/// How far a closing bracket looks for the one that it closes.
const MOST_UNCLOSED: usize = 64;

/// Whether other packages see a thing of that name.
pub(super) fn is_exported(name: &[u8]) -> bool {
    match name.first() {
        Some(first) if first.is_ascii() => first.is_ascii_uppercase(),
        Some(_) => bstr::ByteSlice::chars(name).next().is_some_and(char::is_uppercase),
        None => false,
    }
}
