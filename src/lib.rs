//! A git-integrated map of a repository.
//!
//! ```text
//!    git (commits, index, worktree)                                        -- doors (I/O) --
//!       |  blobs
//!       v
//!   universe --> facts --> resolution --> graph --+--> dsp       the .dsp/ entity graph
//!   which files  what each  what each     who
//!   exist        file says  import means  uses
//!                           (resolvers/)  whom
//! ```
//!
//! Left to right only: a stage sees earlier stages, a product sees the graph and never another product, the
//! command line sees all. `tests/layers.rs` fails when an import goes the other way.
//!
//! # Invariants
//!
//! 1. What is extracted is a function of (dialect, bytes, extractor version). No path, clock, repository or setting.
//!    What other files add to it afterwards (names of packages, texts of templates, of catalogues and of objects of messages) is a part of the
//!    key under which anything that follows from it is kept.
//! 2. Extraction is total: broken source gives facts plus problems. A missing import is a target, not an error.
//!    No input may abort the process.
//! 3. Only files marked as doors touch disk, git, sockets, clock, environment or randomness (`.clippy.toml`); a door opens
//!    with `#![expect(clippy::disallowed_methods, reason = "…")]`.
//! 4. Caches and previous states are speed, never truth; deleting them changes nothing. Who runs `watch` takes the word
//!    of the system for what changed (`dsp::watch` names what it does not tell).
//! 5. Same tree, same `.dsp/` before, same settings: same bytes, whatever the number of threads, the file order,
//!    the locale, the OS, and whatever is installed.
//! 6. `purpose`, `why` and free sections that a person or an agent wrote survive every run.
//! 7. A plan computed after an apply is empty. A failed run leaves `.dsp/` and the sources as they were.
//! 8. Nobody's unstaged work is touched.
//! 9. stdout carries the product, stderr the story.

pub mod settings;

pub mod git;

pub mod universe;

pub mod facts;

pub mod resolution;

pub mod graph;

pub mod dsp;

pub mod identity;
pub mod kept;
pub mod transaction;

pub mod event;
pub mod pipeline;

pub mod cli;

#[cfg(test)]
mod testing;
