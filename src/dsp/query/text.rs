//! Bytes as the answers show them.

use super::super::reader::Reader;
use super::super::store::StoreError;
pub(super) use super::super::told::text;
use crate::identity::Uid;

/// Whether `name` is a uid, and that of an entity. Of directories with other names the Python tool shows no more than
/// who imports what.
pub(super) fn is_entity(reader: &Reader, name: &[u8]) -> bool {
    Uid::parse(name).is_some() && reader.number(name).is_some()
}

/// What a line about an entity says beside its uid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Card {
    pub(super) kind: String,
    pub(super) purpose: String,
}

impl Card {
    /// Of the entity called `name`; an empty one for what is no entity.
    pub(super) fn read(reader: &Reader, name: &[u8]) -> Result<Self, StoreError> {
        let description = if is_entity(reader, name) { reader.description(name)? } else { None };
        let field = |key| description.as_ref().and_then(|it| it.get(key)).map(text).unwrap_or_default();
        Ok(Self { kind: field("kind"), purpose: field("purpose") })
    }
}
