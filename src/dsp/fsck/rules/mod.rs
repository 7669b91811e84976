//! The rules, by the part of `.dsp/` that they are about. Each looks at everything of its kind and appends what it
//! finds; none depends on what another found.

pub(super) mod descriptions;
pub(super) mod exports;
pub(super) mod layout;
pub(super) mod lists;
pub(super) mod tables;
