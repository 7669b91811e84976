//! The one place that draws numbers: for uids of entities that somebody makes by hand. A door.
#![expect(clippy::disallowed_methods, reason = "the door to randomness")]

use uuid::Uuid;

/// The first eight digits of a fresh uuid4 (specification §4.1).
#[must_use]
pub fn drawn() -> u32 {
    Uuid::new_v4().as_fields().0
}
