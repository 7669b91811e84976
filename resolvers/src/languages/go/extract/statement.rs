//! Statements: the names that they declare, and how far these reach.
//!
//! A name holds from the end of its statement to the end of the block, or, where a header declares it (`if x := …`),
//! to the end of what the header begins.

use super::frame::{Declared, Gather, Piece, Role};
use super::lex::{Kind, Token};
use super::scan::Scanner;

impl Scanner<'_> {
    /// The list of names at the start of a statement is complete; `kind` follows it.
    pub(super) fn names_end(&mut self, kind: Kind) {
        let role = self.role();
        let mark = self.frame().gathered;
        let declares = self.frame().declares;
        self.frame().gather = Gather::Off;
        match (role, declares) {
            (Role::File | Role::Group(_), Some(what)) if self.is_top() => self.declared(what, mark),
            (Role::Struct(of), _) => self.fields(of, mark, kind),
            (Role::Interface(of), _) => self.method(of, mark, kind),
            (_, Some(_)) => {
                self.frame().gather = Gather::Held;
                return;
            }
            (Role::File, None) => self.fail("no declaration", self.lexer.offset()),
            _ => {}
        }
        self.gathered.truncate(mark);
    }

    pub(super) fn comma(&mut self) {
        if matches!(self.role(), Role::Params | Role::Receiver) {
            self.frame().piece = Piece::Start;
        } else if self.frame().gather == Gather::Name {
            self.frame().gather = Gather::Start;
        } else {
            self.other(Kind::Comma);
        }
        self.frame().func = None;
    }

    /// `:=`
    pub(super) fn define(&mut self) {
        let frame = self.frame();
        frame.func = None;
        if frame.gather == Gather::Name && frame.role.has_statements() {
            frame.gather = Gather::Held;
        } else {
            frame.gather = Gather::Off;
        }
    }

    /// The end of a label, of a case, or of a key.
    pub(super) fn colon(&mut self) {
        if self.frame().close == Kind::CloseBrace {
            self.flush();
            self.restart();
        }
    }

    /// A new statement, or a new clause of one.
    pub(super) fn restart(&mut self) {
        let frame = self.frame();
        let mark = frame.gathered;
        frame.func = None;
        frame.in_case = false;
        if frame.role.has_statements() {
            frame.gather = Gather::Start;
        }
        frame.declares = if let Role::Group(declared) = frame.role { Some(declared) } else { None };
        self.gathered.truncate(mark);
    }

    /// The names that the statement declares are in scope from here on.
    pub(super) fn flush(&mut self) {
        let frame = self.frame();
        if frame.gather == Gather::Held {
            let mark = frame.gathered;
            self.names.extend(self.gathered[mark..].iter().map(|(name, _)| *name));
            self.gathered.truncate(mark);
            self.frame().gather = Gather::Off;
        }
    }

    pub(super) fn end_statement(&mut self) {
        if self.frame().gather == Gather::Name {
            self.names_end(Kind::Semicolon);
        }
        self.flush();
        self.end_spec();
        self.restart();
    }

    pub(super) fn begin_header(&mut self) {
        let names = self.names.len();
        self.frame().header.get_or_insert(names);
        self.restart();
    }

    pub(super) fn end_header(&mut self) {
        if let Some(names) = self.frame().header.take() {
            self.names.truncate(names);
        }
    }

    /// What the clause before declared is gone.
    pub(super) fn case(&mut self) {
        let names = self.frame().names;
        let is_block = self.role() == Role::Block;
        if is_block && self.names.len() > names {
            self.names.truncate(names);
        }
        self.restart();
        self.frame().in_case = true;
    }

    pub(super) fn declare(&mut self, declared: Declared, token: Token) {
        self.restart();
        self.frame().declares = Some(declared);
        self.begin_spec(token.span.start);
    }
}
