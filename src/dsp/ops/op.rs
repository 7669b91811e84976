//! The operations as values, and how they are spelled: a JSON object whose `op` is the verb and whose other members
//! are called as the verb's arguments and flags are, with `_` for `-`. What a line of `apply` may hold beside them is
//! told in [`super::script`].

use std::collections::BTreeMap;

use bstr::BString;
use serde::Deserialize;

use super::super::model::{Kind, TocName};
use crate::identity::Uid;

/// One operation.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is the verb of its name")]
pub enum Op {
    CreateObject(CreateObject),
    CreateFunction(CreateFunction),
    CreateShared(CreateShared),
    AddImport(AddImport),
    UpdateDescription(UpdateDescription),
    UpdateImportWhy(AddImport),
    MoveEntity(MoveEntity),
    RemoveImport(RemoveImport),
    RemoveShared(RemoveShared),
    RemoveEntity(RemoveEntity),
    AddToToc(AddToToc),
    MoveToToc(MoveToToc),
    RebuildCache,
}

/// `create-object` (specification §5.1).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateObject {
    /// A path from the repo root, with `#` and a name for a part of it; or the name of an external.
    pub source: BString,
    /// What it is for.
    pub purpose: String,
    /// `object`, unless it is said to be `external`.
    #[serde(default)]
    pub kind: ObjectKind,
    /// This uid instead of a new one.
    pub uid: Option<Uid>,
    /// These tables and no others.
    #[serde(default)]
    pub toc: Vec<TocName>,
    /// It begins a table of its own.
    #[serde(default)]
    pub new_root: bool,
    /// The directory that the new root covers.
    pub scope: Option<String>,
}

/// What `create-object` makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ObjectKind {
    /// Something of the repository.
    #[default]
    Object,
    /// A package or builtin.
    External,
}

/// `create-function` (§5.2).
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateFunction {
    /// As for an object.
    pub source: BString,
    /// What it is for.
    pub purpose: String,
    /// The object that it belongs to.
    pub owner: Option<Uid>,
    /// This uid instead of a new one.
    pub uid: Option<Uid>,
    /// These tables and no others.
    #[serde(default)]
    pub toc: Vec<TocName>,
}

/// `create-shared` (§5.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateShared {
    /// Who offers them.
    pub exporter: Uid,
    /// What is offered.
    pub shared: Vec<Uid>,
}

/// `add-import` (§5.4), and `update-import-why` (§5.6), which takes the same.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddImport {
    /// Who imports.
    pub importer: Uid,
    /// What.
    pub imported: Uid,
    /// Why.
    pub why: String,
    /// By way of whom.
    pub exporter: Option<Uid>,
}

/// `update-description` (§5.5). What is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpdateDescription {
    /// Whose.
    pub uid: Uid,
    /// `source:`
    pub source: Option<BString>,
    /// `purpose:`
    pub purpose: Option<String>,
    /// `kind:`
    pub kind: Option<Kind>,
    /// `scope:`, of a root.
    pub scope: Option<String>,
    /// Sections of any other name.
    #[serde(default)]
    pub sections: BTreeMap<String, String>,
}

/// `move-entity` (§5.7).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveEntity {
    /// Whose.
    pub uid: Uid,
    /// Where it is now.
    pub source: BString,
}

/// `remove-import` (§5.8).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveImport {
    /// Who imports.
    pub importer: Uid,
    /// What.
    pub imported: Uid,
    /// By way of whom.
    pub exporter: Option<Uid>,
}

/// `remove-shared` (§5.9).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveShared {
    /// Who offers it.
    pub exporter: Uid,
    /// What is offered.
    pub shared: Uid,
}

/// `remove-entity` (§5.10).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveEntity {
    /// What goes.
    pub uid: Uid,
}

/// `add-to-toc`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddToToc {
    /// What is listed.
    pub uids: Vec<Uid>,
    /// In all of these.
    pub toc: Vec<TocName>,
}

/// `move-to-toc`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveToToc {
    /// What changes its table.
    pub uids: Vec<Uid>,
    /// Out of this one.
    pub from: TocName,
    /// Into that one.
    pub to: TocName,
}
