//! Why a question has no answer.

use super::super::store::StoreError;
use crate::identity::Uid;

/// A question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum QueryError {
    /// It is about an entity that is not there.
    #[error("entity {0} does not exist")]
    Missing(Uid),
    /// It is about the file of an entity that names none.
    #[error("entity {0} has no `source:`, and so no file")]
    NoFile(Uid),
    /// It is about a file of which nothing is known.
    #[error("no entity has the source `{0}`")]
    NoSource(String),
    /// `.dsp/` cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}
