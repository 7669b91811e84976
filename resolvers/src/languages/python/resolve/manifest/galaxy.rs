//! `galaxy.yml`, at the top of a collection of Ansible: by what name its plugins import each other.
//!
//! Only `namespace` and `name` are read, which are plain words on lines of their own.

use super::{Manifest, Unreadable};

/// The package in which Ansible finds all collections.
pub(in super::super) const COLLECTIONS: &str = "ansible_collections";

#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    let names = value(text, "namespace").zip(value(text, "name"));
    let collection = names.map(|(namespace, name)| format!("{COLLECTIONS}.{namespace}.{name}"));
    Ok(Manifest { collection, ..Manifest::default() })
}

/// What stands behind `key` at the top level; Ansible takes words alone.
fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let said = text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix(':'))?;
    let said = said.split(" #").next().unwrap_or(said).trim().trim_matches(['"', '\'']);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!said.is_empty() && said.chars().all(is_word)).then_some(said)
}
