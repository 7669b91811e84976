//! Who is who: identities that outlive moves and renames.
//!
//! Pure: no disk, no clock and no randomness may live here, except the one mint of a random uid when it comes.

mod uid;

pub use uid::{BirthPlace, Family, Uid, UidError};
