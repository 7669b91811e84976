//! Why an operation was refused: an answer to whoever asked for it, and never a failure of the tool.

use super::super::model::{Kind, TocName};
use super::super::store::StoreError;
use super::lists::Edge;
use crate::identity::Uid;

/// An operation was refused.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OpError {
    #[error("entity {0} does not exist")]
    Missing(Uid),
    #[error("entity {0} already exists: pass a different uid or remove the existing entity first")]
    Taken(Uid),
    #[error("{uid} cannot be the uid of {}", match kind { Kind::Function => "a function", _ => "an object" })]
    Family { uid: Uid, kind: Kind },
    #[error("{0} does not exist: roots are created with `create-object … --new-root`")]
    NoToc(TocName),
    #[error("TOC does not exist: pass --toc ROOT_UID of an existing root instead")]
    NoDefaultToc,
    #[error(
        "cannot determine target TOC for `{0}`: no root scope matches and no default TOC exists; pass --toc \
         ROOT_UID or `default`, or set a scope on a root with `update-description UID --scope DIR`"
    )]
    Undecided(String),
    #[error("--toc and --new-root exclude each other")]
    TocAndRoot,
    #[error(
        "--scope is only valid together with --new-root: for an existing root use `update-description UID --scope DIR`"
    )]
    ScopeWithoutRoot,
    #[error("{0} is not a root of any TOC: scope is only meaningful on root entities (TOC[0])")]
    NotRoot(Uid),
    #[error("scope must be a repo-relative directory or `.`, not `{0}`")]
    Scope(String),
    #[error("source `{0}` leads out of the repository: give a path from the repo root")]
    Outside(String),
    #[error("source `{0}` leads into a git directory, which is no part of the code")]
    GitDir(String),
    #[error("{path}: a text cannot hold a NUL byte")]
    NulText { path: String },
    #[error("source `{}` holds a NUL byte, which no path does", .0.escape_debug())]
    Nul(String),
    #[error("{uid} is {} entity: its kind cannot become `{}`", match uid.family() { crate::identity::Family::Function => "a function", crate::identity::Family::Object => "an object" }, kind.name())]
    KindChange { uid: Uid, kind: Kind },
    #[error("nothing to update: name at least one of --source, --purpose, --kind, --scope, --section")]
    NothingToUpdate,
    #[error(
        "`{0}` cannot name a section: lower-case letters and `_`, and none of source, kind, purpose, scope"
    )]
    Section(String),
    #[error("{} does not import {}{}: there is no why to update", .0.importer, .0.to, .0.via.map(|via| format!(" via {via}")).unwrap_or_default())]
    NoWhy(Edge),
    #[error("{} does not import {}: {hint}", edge.importer, edge.to)]
    NoImport { edge: Edge, hint: &'static str },
    #[error("--from and --to point to the same TOC")]
    SameToc,
    #[error("{uid} is not in {toc}: nothing to move")]
    NotListed { uid: Uid, toc: TocName },
    #[error("{uid} is the root of {toc} and cannot be moved out of its own TOC")]
    RootStays { uid: Uid, toc: TocName },
    #[error("{0} already exists: the table of an entity that is gone; remove it first")]
    StaleToc(TocName),
    #[error("nothing is named: give at least one uid, and at least one table where one is asked for")]
    Nothing,
    /// `exports/<uid>` cannot be a why and the folder of a shared entity at once.
    #[error(
        "{path} would have to be a file and a directory at once: an entity that an object shares cannot import that \
         object as a whole; import what it shares, with --exporter"
    )]
    Clash { path: String },
    #[error(
        "the text for {path} has a line that begins like a merge-conflict mark, `<<<<<<<` or `>>>>>>>`: indent that line"
    )]
    Conflict { path: String },
    #[error("{0} cannot be written: its name is no path")]
    Name(String),
    /// A line of `apply` that was fine before the names in it had uids.
    #[error(transparent)]
    Line(#[from] serde_json::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}
