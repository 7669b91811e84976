//! Markers in sources (specification §4.1 and §7.3): what to insert, what to strip, and what is wrong with those that
//! are there. Edits are values: who reads and writes files lives elsewhere, and where a marker stands in the syntax is
//! the languages' own business.
//!
//! ```text
//!   desired entities, uids --> wishes --+
//!                                       +--> edits, shown to change nothing else --> new bytes
//!   bytes, facts, places ---------------+
//! ```
//!
//! Nothing but lines of markers is added or taken, and of a marker with a wrong uid nothing but the uid is replaced. A
//! marker that went astray within its file goes back to what has its uid. A file that would say anything else
//! afterwards is left alone.

mod check;
mod edit;
mod file;
mod remove;
mod same;
mod standing;
#[cfg(test)]
mod tests;

use resolvers::facts::{FileFacts, Marker, Subject};
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;

use super::desired::{DesiredGraph, Identity};
use crate::identity::Uid;
use crate::settings::Markers;
pub use check::{Code, Finding, Seen, check};
pub use edit::{Edit, apply};
pub use file::{Edited, Reason, insert, strip};
use standing::Standing;

/// A marker that a file shall have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// What it says.
    pub uid: Uid,
    /// Where it stands.
    pub spot: Spot,
}

/// What a marker shall speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// The whole file.
    File,
    /// One of the declarations of an entity: positions in `FileFacts::symbols`, ascending.
    Symbols(Vec<u32>),
}

/// The markers that each file shall have, of those of the entities with `uids`, by position, that `may` have one.
#[must_use]
pub fn wishes<'d>(
    desired: &'d DesiredGraph,
    uids: &[Uid],
    markers: Markers,
    may: impl Fn(Uid) -> bool,
) -> FxHashMap<&'d RepoPath, Vec<Wish>> {
    let mut wishes: FxHashMap<&RepoPath, Vec<Wish>> = FxHashMap::default();
    for (entity, uid) in desired.entities.iter().zip(uids).filter(|(_, uid)| may(**uid)) {
        let spot = match &entity.identity {
            Identity::File(_) if markers.files() => Spot::File,
            Identity::Symbol { .. } if markers.shared() => Spot::Symbols(entity.declared.clone()),
            _ => continue,
        };
        if let Some(file) = entity.identity.file() {
            wishes.entry(file).or_default().push(Wish { uid: *uid, spot });
        }
    }
    wishes
}

/// Whether the markers of `facts` are what `wishes` want, as far as they alone can tell.
#[must_use]
pub fn are_as_wished(facts: &FileFacts, wishes: &[Wish]) -> bool {
    let standing = Standing::of(facts);
    wishes.iter().all(|wish| standing.fulfils(wish)) && standing.strays(wishes).is_empty()
}

impl Spot {
    fn has(&self, subject: Subject) -> bool {
        match (self, subject) {
            (Self::File, Subject::File) => true,
            (Self::Symbols(symbols), Subject::Symbol(symbol)) => symbols.contains(&symbol),
            _ => false,
        }
    }
}

fn uid_of(marker: &Marker) -> Option<Uid> {
    Uid::parse(marker.uid.as_bytes())
}

/// Whether a comment means a uid, if a wrong one: any other `@dsp` is left as it is.
fn is_ours(marker: &Marker) -> bool {
    marker.uid.starts_with("obj-") || marker.uid.starts_with("func-")
}
