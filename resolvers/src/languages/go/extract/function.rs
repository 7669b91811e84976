//! Heads of functions: which names their bodies begin with.
//!
//! In `(a, b int)` and in `(int, string)` only what follows tells whether a word is a name or a type.

use super::frame::{Func, Piece, Role, Stage};
use super::lex::{Kind, Token};
use super::scan::Scanner;
use crate::facts::Span;

impl<'s> Scanner<'s> {
    pub(super) fn func(&mut self, token: Token) {
        let is_result = matches!(&self.frame().func, Some(func) if func.stage == Stage::Results);
        if is_result {
            return;
        }
        let is_declaration = self.begins_statement();
        self.other(Kind::Func);
        let start = is_declaration.then_some(token.span.start);
        self.frame().func = Some(Func { stage: Stage::Start, start, receiver: None, names: Vec::new() });
    }

    pub(super) fn open_paren(&mut self) {
        let before = self.last[0].kind;
        let declares = self.frame().declares;
        if let (Kind::Var | Kind::Const | Kind::Type, Some(declared)) = (before, declares) {
            return self.push(Kind::CloseParen, Role::Group(declared));
        }
        let Some(func) = &mut self.frame().func else { return self.open(Kind::CloseParen, Role::Other) };
        let listed = func.names.len();
        let inner = match func.stage {
            Stage::Start if func.start.is_some() => Role::Receiver,
            Stage::Start | Stage::Params => Role::Params,
            Stage::Results if before == Kind::CloseParen => Role::Params,
            Stage::Name | Stage::Results => Role::Other,
        };
        func.stage = match func.stage {
            Stage::Start if inner == Role::Receiver => Stage::Name,
            _ => Stage::Results,
        };
        self.push(Kind::CloseParen, inner);
        self.frame().listed = listed;
    }

    /// In a list of parameters: `text` is a name, a type, or what cannot be told yet.
    pub(super) fn parameter(&mut self, text: &'s [u8]) {
        let piece = self.frame().piece;
        if self.role() == Role::Receiver {
            self.with_func(|func| func.receiver = Some(text));
        }
        match piece {
            Piece::Start => {
                self.frame().piece = Piece::Lone;
                self.with_func(|func| func.names.push(text));
            }
            Piece::Lone => self.typed_parameter(),
            Piece::Rest => {}
        }
    }

    /// What stood before has a type behind it and is therefore a name.
    pub(super) fn typed_parameter(&mut self) {
        let frame = self.frame();
        (frame.piece, frame.has_named) = (Piece::Rest, true);
    }

    /// The function outside of the list of parameters at hand.
    pub(super) fn with_func(&mut self, change: impl FnOnce(&mut Func<'s>)) {
        let outer = self.frames.len().checked_sub(2).and_then(|at| self.frames.get_mut(at));
        if let Some(func) = outer.and_then(|frame| frame.func.as_mut()) {
            change(func);
        }
    }

    /// Whether `text` is the name of a function of the file.
    pub(super) fn names_function(&mut self, text: &'s [u8], span: Span) -> bool {
        // What has no parameters is no name: `func () T {`.
        let has_head = matches!(self.behind(span.end), Some(b'(' | b'['));
        let Some(func) = self.frame().func.as_mut().filter(|_| has_head) else { return false };
        let Some(start) = func.start.filter(|_| func.stage <= Stage::Name) else { return false };
        func.stage = Stage::Params;
        let receiver = func.receiver;
        self.begin_function(start, receiver, text, span);
        true
    }
}
