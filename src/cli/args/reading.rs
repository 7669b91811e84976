//! The verbs that answer questions about `.dsp/`, in the words of clap.
//!
//! Names, order and form of the arguments are those of the Python tool; `--files` and `--format` are ours.

use std::ffi::OsString;
use std::path::Path;

use bstr::BString;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::super::render;
use super::{Format, writing};
use crate::dsp::model::TocName;
use crate::dsp::query::Depth;
use crate::identity::Uid;

/// The verbs.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Reading {
    /// Print all that is known of an entity
    GetEntity(OneEntity),
    /// Print what an entity shares, and who takes it from there
    GetShared(OneEntity),
    /// Print who imports an entity, and why
    GetRecipients(OneEntity),
    /// Print what an entity imports, as a tree
    GetChildren(TreeArgs),
    /// Print who imports an entity, and why, as a tree
    GetParents(TreeArgs),
    /// Print a shortest way between two entities, along imports in either direction
    GetPath(PathArgs),
    /// Print the entities that say something, in their descriptions or in the names of those who import them
    Search(SearchArgs),
    /// Print the uids of the entities of a file
    FindBySource(FindBySourceArgs),
    /// Print a table of contents: its root first, then what the root reaches
    ReadToc(ReadTocArgs),
    /// Print imports that lead back to where they come from
    DetectCycles(AllArgs),
    /// Print the entities that nobody uses, roots excepted
    GetOrphans(AllArgs),
    /// Count what `.dsp/` holds
    GetStats(AllArgs),
}

#[derive(Debug, Args)]
pub(crate) struct OneEntity {
    /// Which entity
    #[arg(value_name = "UID")]
    pub(crate) uid: Uid,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct TreeArgs {
    /// Which entity; with --files also a path from the repo root, `path#symbol`, or the name of an external
    #[arg(value_name = "UID", value_parser = path())]
    pub(crate) start: BString,
    /// How many levels; `inf` for all of them
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true)]
    pub(crate) depth: Depth,
    /// Answer in files: what a line imports `via=` a file counts as that file, what a file owns as a part of it
    #[arg(long)]
    pub(crate) files: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    /// Where to begin; with --files also a path from the repo root, `path#symbol`, or the name of an external
    #[arg(value_name = "FROM_UID", value_parser = path())]
    pub(crate) from: BString,
    /// Where to end
    #[arg(value_name = "TO_UID", value_parser = path())]
    pub(crate) to: BString,
    /// Answer in files: what a line imports `via=` a file counts as that file, what a file owns as a part of it
    #[arg(long)]
    pub(crate) files: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// A part of a text; upper and lower case are alike
    #[arg(value_name = "QUERY", value_parser = writing::text, allow_hyphen_values = true)]
    pub(crate) query: String,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct FindBySourceArgs {
    /// The path as `source:` writes it, from the repo root
    #[arg(value_name = "PATH", value_parser = writing::source(), allow_hyphen_values = true)]
    pub(crate) source: BString,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct ReadTocArgs {
    /// The uid of a root, or `default`; may be left out where there is one table
    #[arg(long, value_name = "ROOT_UID", value_parser = writing::toc)]
    pub(crate) toc: Option<TocName>,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct AllArgs {
    /// Answer in files: what a line imports `via=` a file counts as that file, what a file owns as a part of it
    #[arg(long)]
    pub(crate) files: bool,
    /// The form of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// A path is bytes, and so is what may be one.
pub(super) fn path() -> impl TypedValueParser<Value = BString> {
    OsStringValueParser::new().try_map(|argument: OsString| {
        let bytes = render::path_bytes(Path::new(&argument));
        let bytes = bytes.ok_or("it is no text on this platform")?;
        Ok::<_, &str>(BString::from(writing::unmarked(bytes)))
    })
}
