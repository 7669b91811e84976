//! The operations by which people and agents write a `.dsp/` (specification §5.1 to §5.10, and what the Python tool
//! adds): one value an operation, run over a draft of the few files that it concerns.
//!
//! ```text
//!   Op --> run(Draft over a View) --> Answer          any number of them, each seeing what came before
//!                 |
//!                 +--> Outcome: changes with what they replace --> transaction
//! ```
//!
//! Everything is checked before anything is written, and an operation that fails spoils its draft: nothing of it may
//! be committed. No disk and no randomness may live here; both come through the draft.
//!
//! Lists are written as the Python tool writes them, a line each without white space around it. In a description only
//! the paragraph of a field changes.

mod describe;
mod draft;
mod entities;
mod error;
mod imports;
mod lists;
mod mentions;
mod op;
mod removal;
mod script;
mod tables;
mod texts;

use std::fmt;

pub use draft::{Draft, Links, Outcome, View};
pub(super) use entities::shared_text;
pub use error::OpError;
pub use lists::Edge;
#[cfg(test)]
pub(super) use mentions::naming;
pub use op::{
    AddImport, AddToToc, CreateFunction, CreateObject, CreateShared, MoveEntity, MoveToToc, ObjectKind, Op,
    RemoveEntity, RemoveImport, RemoveShared, UpdateDescription,
};
pub use script::{Line, LineError, read_lines, run_lines};

pub(super) use tables::covering_tables;
pub(super) use texts::check_source;

use super::model::TocName;
use crate::identity::Uid;

type Result<T> = std::result::Result<T, OpError>;

/// What an operation says when it went well; prints as the Python tool prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing more to say.
    Done,
    /// An import is there now.
    Imported {
        /// It is new, of a part of the repository, and only the code can keep it there: the next bootstrap looks.
        unproven: bool,
    },
    /// A new entity.
    Created {
        /// Its uid.
        uid: Uid,
        /// The tables that list it.
        tocs: Vec<TocName>,
    },
    /// Each entity with each table, and whether it is new there.
    Listed(Vec<(Uid, TocName, bool)>),
    /// Entities that changed their table.
    Moved {
        /// Out of this one.
        from: TocName,
        /// Into that one.
        to: TocName,
        /// Each of them, and whether it is new there.
        uids: Vec<(Uid, bool)>,
    },
    /// So many entities are imported by some other.
    Counted(usize),
}

impl Answer {
    /// The answer in one line: the uid of what was made, else `ok`.
    #[must_use]
    pub fn brief(&self) -> String {
        match self {
            Self::Created { uid, .. } => uid.to_string(),
            _ => "ok".to_owned(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done | Self::Imported { .. } => writeln!(f, "ok"),
            Self::Created { uid, tocs } => {
                let tocs: Vec<String> = tocs.iter().map(TocName::to_string).collect();
                writeln!(f, "toc: {}\n{uid}", tocs.join(", "))
            }
            Self::Listed(lines) => lines.iter().try_for_each(|(uid, toc, new)| {
                writeln!(f, "{uid}: {} {toc}", if *new { "added to" } else { "already in" })
            }),
            Self::Moved { from, to, uids } => uids.iter().try_for_each(|(uid, new)| {
                writeln!(f, "{uid}: {from} -> {to}{}", if *new { "" } else { " (already in target)" })
            }),
            Self::Counted(count) => writeln!(f, "rebuilt reverse-index cache: {count} imported entities"),
        }
    }
}

/// Runs one operation.
///
/// # Errors
/// See [`OpError`]; the draft is then not to be committed.
pub fn run(draft: &mut Draft<'_>, op: &Op) -> Result<Answer> {
    match op {
        Op::CreateObject(op) => entities::create_object(draft, op),
        Op::CreateFunction(op) => entities::create_function(draft, op),
        Op::CreateShared(op) => entities::create_shared(draft, op),
        Op::AddImport(op) => imports::add(draft, op),
        Op::UpdateImportWhy(op) => imports::update_why(draft, op),
        Op::RemoveImport(op) => imports::remove(draft, op),
        Op::UpdateDescription(op) => describe::update(draft, op),
        Op::MoveEntity(op) => describe::move_entity(draft, op),
        Op::RemoveShared(op) => removal::remove_shared(draft, op),
        Op::RemoveEntity(op) => removal::remove_entity(draft, op),
        Op::AddToToc(op) => tables::add(draft, op),
        Op::MoveToToc(op) => tables::transfer(draft, op),
        Op::RebuildCache => imports::rebuild_cache(draft),
    }
}

#[cfg(test)]
pub(super) mod tests;
