//! The `.dsp/` entity graph (specification `dsp-architecture.md`): from what is there and what the code says to the
//! changes that make both agree.
//!
//! ```text
//!   store (reads .dsp/) ----------------------------+
//!                                                   +--> plan (a value) --> transaction (writes)
//!   files, facts, resolution --> roots --> desired -+
//! ```
//!
//! A plan that is computed after it was applied is empty. What people and agents write by hand goes another way:
//! `ops`, over a view that `store` gives of the few files that are concerned. So do questions:
//!
//! ```text
//!   disk (status and bytes of many files) --+
//!                                           +--> listing, column --> reader (asked by query and others)
//!   watch (who was touched) --> index ------+
//! ```
//!
//! Where a few sources of many changed, `narrow` goes from what an earlier run left to the changes by a way of its own,
//! which leads to the same.
//!
//! `markers` says, as values too, which lines of the sources carry uids.
//!
//! `bundle`, `pending` and `query` answer from a reader; `fsck` reads the files as they lie, damaged ones too. `memory`
//! knows what earlier runs told and read. Only `store`, `disk`, `index`, `watch` and `fsck::read` touch the disk; everything else
//! takes values and gives values.

pub mod account;
mod alike;
mod bound;
pub mod bundle;
mod column;
mod companion;
pub mod desired;
mod disk;
pub mod format;
pub mod fsck;
mod handed;
pub mod identify;
pub mod index;
mod lines;
mod listing;
mod markdown;
pub mod markers;
pub mod memory;
pub mod merge;
pub mod model;
pub mod names;
pub mod narrow;
pub mod ops;
mod outline;
mod parallel;
mod part;
pub mod pending;
pub mod plan;
pub mod query;
pub mod reader;
mod restructured;
pub mod roots;
mod stamp;
pub mod store;
pub mod text;
mod toc;
mod told;
mod users;
pub mod view;
pub mod watch;
mod why;

pub use desired::{BootstrapInput, Cover, DesiredGraph, Granularity, desired};
