//! What a file declares at its top level: imports, and symbols with their documentation.

use super::comments;
use super::deeds;
use super::frame::{Declared, Role};
use super::guard;
use super::lex::{Kind, Token};
use super::scan::{RawImport, Scanner, is_exported};
use crate::facts::{Span, Symbol, SymbolKind};

/// The declaration that is being read: `x, y = 1, 2` of `var`, one type, a field.
pub(super) struct Spec {
    /// Where it starts: the keyword, or in a group the first name.
    start: u32,
    /// The first of its symbols.
    symbols: u32,
    /// The type whose body follows, where nothing but its name and its parameters was read yet.
    pub(super) body: Option<u32>,
    /// Its head begins here, behind the keyword and, of a method, the receiver.
    head: u32,
    /// Its body, which is no part of its head, begins here.
    pub(super) head_end: Option<u32>,
    /// It stands behind `const`.
    is_constant: bool,
}

/// In how many bytes the arguments of a type end.
const MOST_ARGUMENTS: usize = 512;

impl Spec {
    fn new(start: u32, symbols: u32, head: u32) -> Self {
        Self { start, symbols, body: None, head, head_end: None, is_constant: false }
    }
}

impl<'s> Scanner<'s> {
    pub(super) fn import(&mut self, token: Token) {
        let next = self.next();
        if next.kind != Kind::OpenParen {
            return self.import_spec(token.span.start, next);
        }
        loop {
            let next = self.next();
            match next.kind {
                Kind::CloseParen | Kind::End => return,
                Kind::LineEnd | Kind::Semicolon => {}
                Kind::Ident | Kind::Dot | Kind::Text => self.import_spec(next.span.start, next),
                _ => {
                    self.fail("no import", next.span.start);
                    self.out.unbalanced = true;
                    return self.step(next);
                }
            }
        }
    }

    fn next(&mut self) -> Token {
        let token = self.lexer.next();
        self.remember(token);
        token
    }

    fn import_spec(&mut self, start: u32, first: Token) {
        let has_alias = matches!(first.kind, Kind::Ident | Kind::Dot);
        let path = if has_alias { self.next() } else { first };
        if path.kind != Kind::Text {
            return self.fail("an import without a path", first.span.start);
        }
        let alias = has_alias.then(|| self.text(first.span));
        self.out.has_dot_import |= alias == Some(b".");
        let span = Span { start, end: path.span.end };
        self.out.imports.push(RawImport { alias, path: path.span, span });
    }

    /// Behind `var`, `const` or `type`.
    pub(super) fn begin_spec(&mut self, start: u32) {
        if self.frames.len() == 1 {
            self.spec = Some(Spec::new(start, self.next_symbol(), start));
        }
    }

    fn next_symbol(&self) -> u32 {
        u32::try_from(self.out.symbols.len()).unwrap_or(u32::MAX)
    }

    /// The names gathered from `mark` on are declared by the file.
    pub(super) fn declared(&mut self, declared: Declared, mark: usize) {
        let names = self.gathered.split_off(mark);
        let Some((_, first)) = names.first().copied() else { return };
        let symbols = self.next_symbol();
        let start = match &self.spec {
            Some(spec) if self.frames.len() == 1 => spec.start,
            _ => first.start,
        };
        let kind = if declared == Declared::Type { SymbolKind::Type } else { SymbolKind::Variable };
        for (name, span) in names {
            self.out.declared.insert(name);
            if name == b"_" {
                continue;
            }
            if declared == Declared::Type {
                self.types.insert(name, self.next_symbol());
            }
            let span = Span { start: if span == first { start } else { span.start }, end: span.end };
            self.symbol(name, kind, None, span);
        }
        let has_symbol = self.next_symbol() > symbols;
        self.current = has_symbol.then_some(symbols);
        let body = self.current.filter(|_| declared == Declared::Type);
        let is_constant = declared == Declared::Constant;
        self.spec = Some(Spec { body, is_constant, ..Spec::new(start, symbols, first.start) });
    }

    /// A function of the file called `name` begins.
    pub(super) fn begin_function(
        &mut self,
        start: u32,
        receiver: Option<&'s [u8]>,
        name: &'s [u8],
        at: Span,
    ) {
        let symbols = self.next_symbol();
        self.spec = Some(Spec::new(start, symbols, at.start));
        // What nothing can call is no symbol.
        self.current = (name != b"_").then_some(symbols);
        if name == b"_" {
            return;
        }
        let span = Span { start, end: at.end };
        let Some(receiver) = receiver else {
            self.out.declared.insert(name);
            return self.symbol(name, SymbolKind::Function, None, span);
        };
        // Types may stand behind their methods: the container is set when all are known.
        self.symbol(name, SymbolKind::Method, None, span);
        self.methods.push((symbols, receiver));
    }

    /// What follows the name of a type: its kind, if it is that.
    pub(super) fn type_follows(&mut self, kind: Kind) {
        let Some(of) = self.spec.as_ref().and_then(|spec| spec.body).filter(|_| self.role().is_top()) else {
            return;
        };
        let found = match kind {
            Kind::Struct => SymbolKind::Class,
            Kind::Interface => SymbolKind::Interface,
            // An alias; parameters may follow, or it is an array.
            Kind::Assign | Kind::OpenBracket => return,
            _ => {
                if let Some(spec) = &mut self.spec {
                    spec.body = None;
                }
                return;
            }
        };
        self.out.symbols[of as usize].kind = found;
    }

    /// Behind brackets: `[]` and `[4]` make an array of what follows.
    pub(super) fn brackets_end(&mut self, close: Kind) {
        let [last, before, _] = self.last;
        let is_short = last.kind == Kind::OpenBracket || before.kind == Kind::OpenBracket;
        if let Some(spec) = &mut self.spec
            && close == Kind::CloseBracket
            && is_short
            && self.frames.last().is_some_and(|frame| frame.role.is_top())
        {
            spec.body = None;
        }
    }

    /// The names gathered from `mark` on begin a line of the struct `of`; `behind` follows them. What has no type
    /// behind it is one itself.
    pub(super) fn fields(&mut self, of: u32, mark: usize, behind: Kind) {
        self.current = Some(of);
        if behind == Kind::OpenBracket && self.is_generic()
            || matches!(behind, Kind::Dot | Kind::Semicolon | Kind::Text)
        {
            return;
        }
        self.members(of, SymbolKind::Field, mark);
    }

    /// Whether the bracket that was opened holds the arguments of a type (`Base[T]`), and not the length of an array
    /// (`list [4]T`): behind those the line ends.
    fn is_generic(&self) -> bool {
        let inside = self.source.get(self.lexer.offset() as usize..).unwrap_or_default();
        let mut depth = 1_u32;
        let close = inside.iter().take(MOST_ARGUMENTS).position(|byte| {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let behind = close.and_then(|at| self.behind(self.lexer.offset() + u32::try_from(at).ok()? + 1));
        matches!(behind, None | Some(b'\r' | b'\n' | b';' | b'}' | b'`' | b'"' | b'/'))
    }

    /// The same of the interface `of`: a method has parameters.
    pub(super) fn method(&mut self, of: u32, mark: usize, behind: Kind) {
        self.current = Some(of);
        if behind == Kind::OpenParen {
            self.members(of, SymbolKind::Method, mark);
        }
    }

    fn members(&mut self, of: u32, kind: SymbolKind, mark: usize) {
        let names = self.gathered.split_off(mark);
        let symbols = self.next_symbol();
        for (name, span) in names.into_iter().filter(|(name, _)| is_exported(name)) {
            self.symbol(name, kind, Some(of), span);
        }
        if self.next_symbol() > symbols {
            self.current = Some(symbols);
        }
        self.member = Some(symbols);
    }

    fn symbol(&mut self, name: &[u8], kind: SymbolKind, container: Option<u32>, span: Span) {
        let doc = comments::doc_above(self.source, &self.lexer.comments, span.start);
        self.out.symbols.push(Symbol {
            name: String::from_utf8_lossy(name).into_owned(),
            kind,
            container,
            signature: None,
            exported: is_exported(name),
            doc,
            deed: None,
            effects: Vec::new(),
            span,
        });
    }

    /// The body of the declaration at hand begins at `at`.
    pub(super) fn end_head(&mut self, at: u32) {
        if let Some(spec) = &mut self.spec {
            spec.head_end.get_or_insert(at);
        }
    }

    /// The declaration, field or method at hand ends before the token that is being read.
    pub(super) fn end_spec(&mut self) {
        let is_top = self.is_top();
        if matches!(self.role(), Role::Struct(_) | Role::Interface(_)) {
            if let Some(member) = self.member.take() {
                self.end_symbols(member);
                self.sign_members(member);
            }
        } else if let Some(spec) = self.spec.take_if(|_| is_top) {
            self.end_symbols(spec.symbols);
            let head = Span { start: spec.head, end: self.last[0].span.end };
            if spec.is_constant {
                self.note_constant_type(&spec);
            } else if self.text(head).starts_with(b"_ ") {
                let line = comments::one_line("", self.source, &self.lexer.comments, head);
                self.out.guards.extend(guard::read(&line));
            }
            self.sign(&spec);
            self.current = None;
        }
    }

    /// Remembers the type of constants with a value: `T` of `A T = iota`.
    fn note_constant_type(&mut self, spec: &Spec) {
        let span = Span { start: spec.head, end: self.last[0].span.end };
        let line = comments::one_line("", self.source, &self.lexer.comments, span);
        if let Some((head, _)) = line.split_once('=') {
            let kind = head.trim().split_once(' ').filter(|(name, _)| !name.ends_with(','));
            self.constant_type = kind.map(|(_, kind)| kind.trim().to_owned());
        }
    }

    /// Gives the symbol of `spec` its signature. Of names that share their values none tells which is whose.
    fn sign(&mut self, spec: &Spec) {
        let at = spec.symbols as usize;
        let is_alone = self.out.symbols.get(at + 1).is_none_or(|next| next.container.is_some());
        let Some(kind) = self.out.symbols.get(at).map(|it| it.kind).filter(|_| is_alone) else { return };
        let keyword = match kind {
            SymbolKind::Function | SymbolKind::Method => "func ",
            SymbolKind::Variable if spec.is_constant => "const ",
            SymbolKind::Variable => "var ",
            _ => "type ",
        };
        let span = Span { start: spec.head, end: spec.head_end.unwrap_or(self.last[0].span.end) };
        let mut line = comments::one_line(keyword, self.source, &self.lexer.comments, span);
        // `B` behind `A T = iota`
        if spec.is_constant
            && !line[keyword.len()..].contains([' ', '='])
            && let Some(kind) = &self.constant_type
        {
            line.push(' ');
            line.push_str(kind);
        }
        self.out.symbols[at].signature = Some(line);
        let is_told = kind == SymbolKind::Function && self.out.symbols[at].is_told_by_body();
        if let Some(start) = spec.head_end.filter(|_| is_told) {
            let body = self.text(Span { start, end: self.last[0].span.end });
            self.out.symbols[at].deed = deeds::of_body(body).map(Box::new);
        }
    }

    /// The same for the fields or the method from `first` on: each begins with its own name.
    fn sign_members(&mut self, first: u32) {
        for symbol in &mut self.out.symbols[first as usize..] {
            let keyword = if symbol.kind == SymbolKind::Method { "func " } else { "" };
            let line = comments::one_line(keyword, self.source, &self.lexer.comments, symbol.span);
            symbol.signature = Some(line);
        }
    }

    /// The symbols from `first` on end with the last token; what stands behind it on its line is about them too.
    fn end_symbols(&mut self, first: u32) {
        let end = self.last[0].span.end;
        let behind = self.lexer.comments.last().filter(|it| !it.own_line && it.span.start >= end);
        let behind = behind.and_then(|comment| comments::doc(self.source, &[*comment]));
        let is_member = matches!(self.role(), Role::Struct(_) | Role::Interface(_));
        for symbol in &mut self.out.symbols[first as usize..] {
            if is_member || symbol.container.is_none() {
                symbol.span.end = symbol.span.end.max(end);
                if symbol.doc.is_none() && !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) {
                    symbol.doc.clone_from(&behind);
                }
            }
        }
    }

    /// Gives the methods their types. A type of another file is a part of the name.
    pub(super) fn place_methods(&mut self) {
        for (method, receiver) in std::mem::take(&mut self.methods) {
            let symbol = &mut self.out.symbols[method as usize];
            symbol.container = self.types.get(receiver).copied();
            if symbol.container.is_none() {
                symbol.name = format!("{}.{}", String::from_utf8_lossy(receiver), symbol.name);
            }
        }
    }
}
