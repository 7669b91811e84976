//! The one place that draws numbers: for uids of entities that somebody makes by hand, and for what is kept beside something
//! else and has to be known again. A door.
#![expect(clippy::disallowed_methods, reason = "the door to randomness")]

use uuid::Uuid;

/// The first eight digits of a fresh uuid4 (specification §4.1).
#[must_use]
pub fn drawn() -> u32 {
    Uuid::new_v4().as_fields().0
}

/// What nothing else is marked with.
#[must_use]
pub fn drawn_mark() -> [u8; 16] {
    Uuid::new_v4().into_bytes()
}

/// What nobody foresees.
#[must_use]
pub fn drawn_seed() -> u64 {
    Uuid::new_v4().as_u64_pair().0
}
