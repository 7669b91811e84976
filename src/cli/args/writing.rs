//! The verbs that write `.dsp/` one operation at a time, in the words of clap, and the operations they stand for.
//!
//! Names, order and form of the arguments are those of the Python tool.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use bstr::BString;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};

use super::super::render;
use crate::dsp::model::{Kind, TocName};
use crate::dsp::ops::{self, ObjectKind, Op};
use crate::identity::{Uid, UidError};

/// The verbs.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(crate) enum Writing {
    /// Add an object: a file, a part of one, or an external; prints its uid last
    CreateObject(CreateObject),
    /// Add a function; prints its uid last
    CreateFunction(CreateFunction),
    /// Say what an object offers to others
    CreateShared(CreateShared),
    /// Say that an entity imports another, and why
    AddImport(AddImport),
    /// Change fields and sections of a description; the rest stays
    UpdateDescription(UpdateDescription),
    /// Say anew why an entity imports another
    UpdateImportWhy(AddImport),
    /// Say where an entity is now; its uid stays
    MoveEntity(MoveEntity),
    /// Remove an import, on both sides
    RemoveImport(RemoveImport),
    /// Say that an object offers something no more; its recipients lose it
    RemoveShared(RemoveShared),
    /// Remove an entity and everything that names it
    RemoveEntity(RemoveEntity),
    /// List entities in more tables of contents
    AddToToc(AddToToc),
    /// Move entities from one table of contents to another
    MoveToToc(MoveToToc),
    /// Let the Python tool build its cache anew; ours needs no care
    RebuildCache,
}

#[derive(Debug, Args)]
pub(crate) struct CreateObject {
    /// A path from the repo root, with `#` and a name for a part of it; or the name of an external
    #[arg(value_name = "SOURCE", value_parser = source(), allow_hyphen_values = true)]
    source: BString,
    /// What it is for, in one to three sentences
    #[arg(value_name = "PURPOSE", value_parser = text, allow_hyphen_values = true)]
    purpose: String,
    /// `external` for a package or builtin
    #[arg(long, value_name = "KIND", default_value = "object")]
    kind: CreatedKind,
    /// Use this uid instead of a new one
    #[arg(long, value_name = "UID")]
    uid: Option<Uid>,
    /// List it in this table: the uid of a root, or `default`; any number. Else in those whose roots cover it
    #[arg(long, value_name = "TOC", value_parser = toc, conflicts_with = "new_root")]
    toc: Vec<TocName>,
    /// Begin a table of contents with it
    #[arg(long)]
    new_root: bool,
    /// The directory that the new root covers; `.` is the whole repository
    #[arg(long, value_name = "DIR")]
    scope: Option<String>,
}

/// Kinds of what `create-object` makes.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum CreatedKind {
    Object,
    External,
}

#[derive(Debug, Args)]
pub(crate) struct CreateFunction {
    /// A path from the repo root, `#` and the function's name
    #[arg(value_name = "SOURCE", value_parser = source(), allow_hyphen_values = true)]
    source: BString,
    /// What it is for, in one to three sentences
    #[arg(value_name = "PURPOSE", value_parser = text, allow_hyphen_values = true)]
    purpose: String,
    /// The object that it belongs to
    #[arg(long, value_name = "UID")]
    owner: Option<Uid>,
    /// Use this uid instead of a new one
    #[arg(long, value_name = "UID")]
    uid: Option<Uid>,
    /// List it in this table: the uid of a root, or `default`; any number. Else in those whose roots cover it
    #[arg(long, value_name = "TOC", value_parser = toc)]
    toc: Vec<TocName>,
}

#[derive(Debug, Args)]
pub(crate) struct CreateShared {
    /// Who offers them
    #[arg(value_name = "EXPORTER")]
    exporter: Uid,
    /// What is offered
    #[arg(value_name = "SHARED", required = true)]
    shared: Vec<Uid>,
}

#[derive(Debug, Args)]
pub(crate) struct AddImport {
    /// Who imports
    #[arg(value_name = "IMPORTER")]
    importer: Uid,
    /// What is imported
    #[arg(value_name = "IMPORTED")]
    imported: Uid,
    /// Why, in one to three sentences
    #[arg(value_name = "WHY", value_parser = text, allow_hyphen_values = true)]
    why: String,
    /// The object by way of which something shared is imported
    #[arg(long, value_name = "UID")]
    exporter: Option<Uid>,
}

#[derive(Debug, Args)]
pub(crate) struct UpdateDescription {
    /// Whose description
    #[arg(value_name = "UID")]
    uid: Uid,
    /// Where it is
    #[arg(long, value_name = "SOURCE", value_parser = source(), allow_hyphen_values = true)]
    source: Option<BString>,
    /// What it is for
    #[arg(long, value_name = "PURPOSE", value_parser = text, allow_hyphen_values = true)]
    purpose: Option<String>,
    /// What it is
    #[arg(long, value_name = "KIND")]
    kind: Option<AnyKind>,
    /// The directory that this root covers; `.` is the whole repository
    #[arg(long, value_name = "DIR")]
    scope: Option<String>,
    /// A section of another name; any number. It keeps its lines, but for blank ones
    #[arg(long, value_name = "NAME=TEXT", value_parser = section)]
    section: Vec<(String, String)>,
}

/// Kinds of any entity.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum AnyKind {
    Object,
    Function,
    External,
}

#[derive(Debug, Args)]
pub(crate) struct MoveEntity {
    /// Which entity
    #[arg(value_name = "UID")]
    uid: Uid,
    /// Where it is now
    #[arg(value_name = "NEW_SOURCE", value_parser = source(), allow_hyphen_values = true)]
    source: BString,
}

#[derive(Debug, Args)]
pub(crate) struct RemoveImport {
    /// Who imports
    #[arg(value_name = "IMPORTER")]
    importer: Uid,
    /// What is imported
    #[arg(value_name = "IMPORTED")]
    imported: Uid,
    /// The object by way of which, as when it was added
    #[arg(long, value_name = "UID")]
    exporter: Option<Uid>,
}

#[derive(Debug, Args)]
pub(crate) struct RemoveShared {
    /// Who offers it
    #[arg(value_name = "EXPORTER")]
    exporter: Uid,
    /// What is offered no more
    #[arg(value_name = "SHARED")]
    shared: Uid,
}

#[derive(Debug, Args)]
pub(crate) struct RemoveEntity {
    /// Which entity
    #[arg(value_name = "UID")]
    uid: Uid,
}

#[derive(Debug, Args)]
pub(crate) struct AddToToc {
    /// Which entities
    #[arg(value_name = "UID", required = true)]
    uid: Vec<Uid>,
    /// The uid of a root, or `default`; any number
    #[arg(long, value_name = "TOC", value_parser = toc, required = true)]
    toc: Vec<TocName>,
}

#[derive(Debug, Args)]
pub(crate) struct MoveToToc {
    /// Which entities
    #[arg(value_name = "UID", required = true)]
    uid: Vec<Uid>,
    /// The uid of a root, or `default`
    #[arg(long, value_name = "TOC", value_parser = toc)]
    from: TocName,
    /// The uid of a root, or `default`
    #[arg(long, value_name = "TOC", value_parser = toc)]
    to: TocName,
}

#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    /// A file with a JSON object a line, from the current folder; `-` is stdin
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

impl Writing {
    /// The operation that the verb asks for.
    pub(crate) fn op(&self) -> Op {
        match self {
            Self::CreateObject(args) => args.op(),
            Self::CreateFunction(args) => args.op(),
            Self::CreateShared(CreateShared { exporter, shared }) => {
                Op::CreateShared(ops::CreateShared { exporter: *exporter, shared: shared.clone() })
            }
            Self::AddImport(args) => Op::AddImport(ops::AddImport {
                importer: args.importer,
                imported: args.imported,
                why: args.why.clone(),
                exporter: args.exporter,
            }),
            Self::UpdateImportWhy(args) => Op::UpdateImportWhy(ops::AddImport {
                importer: args.importer,
                imported: args.imported,
                why: args.why.clone(),
                exporter: args.exporter,
            }),
            Self::UpdateDescription(args) => args.op(),
            Self::MoveEntity(MoveEntity { uid, source }) => {
                Op::MoveEntity(ops::MoveEntity { uid: *uid, source: source.clone() })
            }
            Self::RemoveImport(args) => Op::RemoveImport(ops::RemoveImport {
                importer: args.importer,
                imported: args.imported,
                exporter: args.exporter,
            }),
            Self::RemoveShared(RemoveShared { exporter, shared }) => {
                Op::RemoveShared(ops::RemoveShared { exporter: *exporter, shared: *shared })
            }
            Self::RemoveEntity(RemoveEntity { uid }) => Op::RemoveEntity(ops::RemoveEntity { uid: *uid }),
            Self::AddToToc(AddToToc { uid, toc }) => {
                Op::AddToToc(ops::AddToToc { uids: uid.clone(), toc: toc.clone() })
            }
            Self::MoveToToc(MoveToToc { uid, from, to }) => {
                Op::MoveToToc(ops::MoveToToc { uids: uid.clone(), from: *from, to: *to })
            }
            Self::RebuildCache => Op::RebuildCache,
        }
    }
}

impl CreateObject {
    fn op(&self) -> Op {
        Op::CreateObject(ops::CreateObject {
            source: self.source.clone(),
            purpose: self.purpose.clone(),
            kind: match self.kind {
                CreatedKind::Object => ObjectKind::Object,
                CreatedKind::External => ObjectKind::External,
            },
            uid: self.uid,
            toc: self.toc.clone(),
            new_root: self.new_root,
            scope: self.scope.clone(),
        })
    }
}

impl CreateFunction {
    fn op(&self) -> Op {
        Op::CreateFunction(ops::CreateFunction {
            source: self.source.clone(),
            purpose: self.purpose.clone(),
            owner: self.owner,
            uid: self.uid,
            toc: self.toc.clone(),
        })
    }
}

impl UpdateDescription {
    fn op(&self) -> Op {
        let kind = |kind| match kind {
            AnyKind::Object => Kind::Object,
            AnyKind::Function => Kind::Function,
            AnyKind::External => Kind::External,
        };
        Op::UpdateDescription(ops::UpdateDescription {
            uid: self.uid,
            source: self.source.clone(),
            purpose: self.purpose.clone(),
            kind: self.kind.map(kind),
            scope: self.scope.clone(),
            sections: self.section.iter().cloned().collect::<BTreeMap<_, _>>(),
        })
    }
}

pub(super) fn toc(text: &str) -> Result<TocName, UidError> {
    TocName::from_argument(text)
}

/// Stands before a word that `--` says is no flag. No argument of a process holds it.
const NO_FLAG: &str = "\0";

/// Flags that have a text, which behind `=` may begin like a flag.
const TEXTS: [&str; 2] = ["--purpose=", "--source="];

/// `words`, where those behind `--`, and texts behind `=`, that begin like flags say that they are none: a value does not show
/// what stands before it.
pub(super) fn told_apart(words: &[OsString]) -> Vec<OsString> {
    let mut is_behind = false;
    let told = |word: &OsString| {
        let bytes = word.as_encoded_bytes();
        let given = word
            .to_str()
            .filter(|_| !is_behind)
            .and_then(|word| TEXTS.iter().find_map(|flag| Some((flag, word.strip_prefix(flag)?))));
        if let Some((flag, text)) = given.filter(|(_, text)| text.starts_with('-')) {
            return OsString::from(format!("{flag}{NO_FLAG}{text}"));
        }
        let begins = bytes.starts_with(b"-");
        let mut told = OsString::from(if is_behind && begins { NO_FLAG } else { "" });
        is_behind |= word == "--";
        told.push(word);
        told
    };
    words.iter().map(told).collect()
}

/// A text may begin with `-` behind `--`, and where it cannot be a flag: it holds a space, or is a number. So says Python's
/// argparse.
pub(super) fn text(text: &str) -> Result<String, String> {
    if let Some(text) = text.strip_prefix(NO_FLAG) {
        return Ok(text.to_owned());
    }
    let is_flag =
        text.len() > 1 && text.starts_with('-') && !text.contains(' ') && text.parse::<f64>().is_err();
    if is_flag { Err("it looks like a flag; put `--` before it".to_owned()) } else { Ok(text.to_owned()) }
}

/// A path is bytes.
pub(super) fn source() -> impl TypedValueParser<Value = BString> {
    OsStringValueParser::new().try_map(|argument: OsString| {
        let text = argument.to_str().map_or(Ok(()), |it| text(it).map(drop));
        let bytes = render::path_text(&argument).ok_or_else(|| "it is no text on this platform".to_owned());
        text.and(bytes).map(|bytes| BString::from(unmarked(bytes)))
    })
}

/// The bytes of a word without what [`told_apart`] put before it.
pub(super) fn unmarked(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.starts_with(NO_FLAG.as_bytes()) {
        bytes.drain(..NO_FLAG.len());
    }
    bytes
}

fn section(argument: &str) -> Result<(String, String), String> {
    let (name, text) = argument.split_once('=').ok_or("expected NAME=TEXT, e.g. notes=…")?;
    Ok((name.to_owned(), text.to_owned()))
}
