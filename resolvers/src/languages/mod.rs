//! One file or folder per language; what two of them share stands in the crate's root modules instead.

pub mod ecmascript;
pub mod go;
pub mod python;
