//! Answers about a `.dsp/`: in entities as the Python tool gives them, same lines, same order, and some in files.
//!
//! Asks a [`super::reader::Reader`] and gives values. Each answer prints itself, and serialises itself as the JSON that
//! the guide describes. Nothing is corrected on the way: what looks like an entity counts as one, what stands in a
//! table of contents is shown, and a name that leads nowhere is a name.

mod cycles;
mod entity;
mod error;
mod files;
mod links;
mod lookup;
mod path;
pub(super) mod places;
mod search;
mod stats;
mod text;
mod tree;

pub use cycles::{Cycles, cycles};
pub use entity::{EntityInfo, Recipients, SharedInfo, entity, recipients, shared};
pub use error::QueryError;
pub use files::{Asked, FileCycles, FileStats, Files};
pub use lookup::{Contents, Sources, TocError, find_by_source, toc};
pub use path::{Way, path};
pub use search::{Found, search};
pub use stats::{Orphans, Stats, orphans, stats};
pub use tree::{Depth, Tree, children, parents};

#[cfg(test)]
mod tests;
