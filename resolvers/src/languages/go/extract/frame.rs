//! Brackets that are open, and what stands between them so far.

use super::lex::Kind;

/// What an open bracket holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The file itself.
    File,
    /// The declarations of `var (`, `const (`, `type (`.
    Group(Declared),
    /// The fields of a type of the file, by its symbol.
    Struct(u32),
    /// The methods of an interface of the file, by its symbol.
    Interface(u32),
    /// The fields or methods of a type that has no name.
    Fields,
    /// The receiver of a method.
    Receiver,
    /// Parameters or results that have names in the body that follows.
    Params,
    /// Statements, or the elements of a literal.
    Block,
    /// The body of a function of the file.
    Body,
    Other,
}

impl Role {
    /// Whether declarations in it are the file's own.
    pub(super) fn is_top(self) -> bool {
        matches!(self, Self::File | Self::Group(_))
    }

    /// Whether what begins in it may declare names.
    pub(super) fn has_statements(self) -> bool {
        !matches!(self, Self::Fields | Self::Receiver | Self::Params | Self::Other)
    }
}

/// What a keyword declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declared {
    Constant,
    Variable,
    Type,
}

/// How far the names at the start of a statement were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gather {
    /// A name may begin the list.
    Start,
    /// The last one was a name.
    Name,
    /// The list is complete; its names hold from the end of the statement.
    Held,
    Off,
}

/// How far a parameter was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Start,
    /// One identifier: a name whose type follows behind others, or a type.
    Lone,
    /// Its name is known, or it has none.
    Rest,
}

/// A function whose body may follow.
#[derive(Debug)]
pub(super) struct Func<'s> {
    pub(super) stage: Stage,
    /// It is a declaration of the file, which starts here.
    pub(super) start: Option<u32>,
    /// The type of its receiver.
    pub(super) receiver: Option<&'s [u8]>,
    /// What its receiver, parameters and results are called.
    pub(super) names: Vec<&'s [u8]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Behind `func`.
    Start,
    /// Behind the receiver.
    Name,
    /// Behind the name.
    Params,
    /// Behind the parameters.
    Results,
}

/// An open bracket.
#[derive(Debug)]
pub(super) struct Frame<'s> {
    pub(super) close: Kind,
    pub(super) role: Role,
    /// How many names were in scope before it.
    pub(super) names: usize,
    /// How many names were gathered outside of it.
    pub(super) gathered: usize,
    pub(super) gather: Gather,
    /// What the statement at hand declares by keyword.
    pub(super) declares: Option<Declared>,
    /// How many names were in scope before the statement whose header is open (`if x := f(); x {`).
    pub(super) header: Option<usize>,
    /// Between `case` and its colon.
    pub(super) in_case: bool,
    pub(super) func: Option<Func<'s>>,
    pub(super) piece: Piece,
    /// Some parameter has a name and a type: then all have names.
    pub(super) has_named: bool,
    /// How many names of parameters there were before this list.
    pub(super) listed: usize,
}

impl Frame<'_> {
    pub(super) fn new(close: Kind, role: Role, names: usize, gathered: usize) -> Self {
        let gather = if role.has_statements() { Gather::Start } else { Gather::Off };
        let declares = if let Role::Group(declared) = role { Some(declared) } else { None };
        Self {
            close,
            role,
            names,
            gathered,
            gather,
            declares,
            header: None,
            in_case: false,
            func: None,
            piece: Piece::Start,
            has_named: false,
            listed: 0,
        }
    }
}
