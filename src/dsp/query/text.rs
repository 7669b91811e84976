//! Bytes as the answers show them.

use super::super::reader::Reader;
use super::super::store::StoreError;
pub(super) use super::super::told::{shown, text};
use crate::identity::Uid;

/// What a line about an entity says beside its uid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) kind: String,
    pub(super) purpose: String,
}

impl Card {
    /// Of the entity called `name`; an empty one for what is no entity. Of directories whose names are no uids the Python
    /// tool shows no more than who imports what.
    pub(super) fn read(reader: &Reader, name: &[u8]) -> Result<Self, StoreError> {
        let description = if Uid::parse(name).is_some() { reader.description(name)? } else { None };
        let field = |key| description.as_ref().and_then(|it| it.get(key)).map(text).unwrap_or_default();
        Ok(Self { kind: field("kind"), purpose: field("purpose") })
    }
}
