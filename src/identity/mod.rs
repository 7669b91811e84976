//! Who is who: identities that outlive moves and renames.
//!
//! Pure: no disk, no clock and, but for the door `random`, no randomness may live here.

mod random;
mod uid;

pub use random::{drawn, drawn_mark, drawn_seed};
pub use uid::{BirthPlace, Family, Uid, UidError, UidText};
