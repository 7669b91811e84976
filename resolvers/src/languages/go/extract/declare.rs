//! What a file declares at its top level: imports, and symbols with their documentation.

use super::comments;
use super::frame::{Declared, Role};
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
        self.has_dot_import |= alias == Some(b".");
        let span = Span { start, end: path.span.end };
        self.out.imports.push(RawImport { alias, path: path.span, span });
    }

    /// Behind `var`, `const` or `type`.
    pub(super) fn begin_spec(&mut self, start: u32) {
        if self.frames.len() == 1 {
            self.spec = Some(Spec { start, symbols: self.next_symbol(), body: None });
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
        self.spec = Some(Spec { start, symbols, body });
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
        self.spec = Some(Spec { start, symbols, body: None });
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
        // `Base[T]` is a type, `list []T` a field: formatted source puts a blank between a name and its type.
        let adjoins = self.gathered.last().is_some_and(|(_, it)| it.end + 1 == self.lexer.offset());
        let is_generic = behind == Kind::OpenBracket && adjoins;
        if is_generic || matches!(behind, Kind::Dot | Kind::Semicolon | Kind::Text) {
            return;
        }
        self.members(of, SymbolKind::Field, mark);
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
            span,
        });
    }

    /// The declaration, field or method at hand ends before the token that is being read.
    pub(super) fn end_spec(&mut self) {
        let is_top = self.is_top();
        if matches!(self.role(), Role::Struct(_) | Role::Interface(_)) {
            if let Some(member) = self.member.take() {
                self.end_symbols(member);
            }
        } else if let Some(spec) = self.spec.take_if(|_| is_top) {
            self.end_symbols(spec.symbols);
            self.current = None;
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
