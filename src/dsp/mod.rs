//! The `.dsp/` entity graph (specification `dsp-architecture.md`): from what is there and what the code says to the
//! changes that make both agree.
//!
//! ```text
//!   store (reads .dsp/) ----------------------------+
//!                                                   +--> plan (a value) --> transaction (writes)
//!   files, facts, resolution --> roots --> desired -+
//! ```
//!
//! Only `store` touches the disk; everything else takes values and gives values. A plan that is computed after it
//! was applied is empty. What people and agents write by hand goes another way: `ops`, over a view that `store` gives
//! of the few files that are concerned.

pub mod bundle;
pub mod desired;
pub mod format;
pub mod fsck;
mod identify;
mod lines;
mod markdown;
pub mod model;
pub mod ops;
mod outline;
pub mod pending;
pub mod plan;
pub mod query;
pub mod reader;
pub mod roots;
pub mod store;
pub mod text;
mod toc;
mod told;
mod users;
mod why;

pub use desired::{BootstrapInput, Cover, DesiredGraph, Granularity, desired};
