//! The edges table: one row per (importer, specifier, kind, target), sorted. Printing it is the command line's part.

use rayon::prelude::*;
use resolvers::facts::ImportKind;
use resolvers::path::RepoPath;
use resolvers::target::{Reason, Resolved, Target};

use super::{ResolvedFile, SHARE};
use crate::facts::SourceFile;

/// What a target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// In the universe.
    Source,
    /// From a package manager, or behind a URL.
    External,
    /// Part of the runtime.
    Builtin,
    /// Nowhere.
    Missing,
}

impl Status {
    /// The word used in every output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::External => "external",
            Self::Builtin => "builtin",
            Self::Missing => "missing",
        }
    }
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row<'a> {
    /// The file that imports.
    pub importer: &'a RepoPath,
    /// The specifier as written.
    pub specifier: &'a str,
    /// When the import is followed.
    pub kind: ImportKind,
    /// What the target is.
    pub status: Status,
    /// Path of a source, directory of a package, name of a package or builtin; empty when missing.
    pub target: &'a [u8],
    /// The rule that decided; the reason when missing.
    pub how: &'static str,
    /// Why the import leads nowhere, in words.
    pub reason: Option<&'static str>,
    /// The configuration file that the rule read.
    pub config: Option<&'a RepoPath>,
}

impl Row<'_> {
    /// All that rows of one importer may differ in, in the order of the table.
    fn beside(&self) -> impl Ord {
        (self.specifier, self.kind, self.status, self.target, self.how, self.reason, self.config)
    }
}

/// The rows that lead nowhere, weak imports left out.
#[must_use]
pub fn missing<'a>(sources: &'a [SourceFile], resolved: &'a [ResolvedFile]) -> Vec<Row<'a>> {
    let leads_nowhere = |target: &Target| matches!(target, Target::Missing(_));
    sources
        .par_iter()
        .zip(resolved)
        .with_max_len(SHARE)
        .filter(|(_, answers)| answers.imports.iter().any(|it| it.targets.iter().any(leads_nowhere)))
        .flat_map_iter(|(source, answers)| rows_of(source, answers, false))
        .filter(|row| row.status == Status::Missing)
        .collect()
}

/// The rows of one source, weak imports only on demand. Sources come in path order: one after the other, their rows are
/// the table.
#[must_use]
pub fn rows_of<'a>(source: &'a SourceFile, answers: &'a ResolvedFile, weak: bool) -> Vec<Row<'a>> {
    let imports = source.facts.imports.iter().zip(&answers.imports);
    let mut rows = Vec::with_capacity(imports.len());
    for (import, resolved) in imports.filter(|(import, _)| weak || !import.syntax.is_weak()) {
        for target in &resolved.targets {
            each(target, |status, name, reason| {
                let config = resolved.config.as_ref();
                let (specifier, kind, reason) =
                    (&import.specifier, import.kind, reason.map(Reason::sentence));
                let (importer, how) = (&source.path, how(resolved, target));
                rows.push(Row { importer, specifier, kind, status, target: name, how, reason, config });
            });
        }
    }
    rows.sort_unstable_by(|a, b| a.beside().cmp(&b.beside()));
    rows.dedup_by(|next, row| next.beside() == row.beside());
    one_of_each(rows)
}

/// The word in the column `how` for what an import only runs on the way: the `__init__` of packages around its target.
const PARENT: &str = "parent";

/// Of a file that one statement both means and runs on the way, the row that says the former.
fn one_of_each(mut rows: Vec<Row<'_>>) -> Vec<Row<'_>> {
    rows.dedup_by(|next, row| {
        let same = next.specifier == row.specifier
            && next.kind == row.kind
            && next.status == row.status
            && next.target == row.target;
        if same && row.how == PARENT {
            std::mem::swap(next, row);
        }
        same && next.how == PARENT
    });
    rows
}

/// The word in the column `how` for one of the targets of an answer.
#[must_use]
pub fn how(resolved: &Resolved, target: &Target) -> &'static str {
    match target {
        Target::Parent(_) => PARENT,
        Target::Missing(reason) => reason.name(),
        _ => resolved.how.name(),
    }
}

/// Hands each row's part of a target to `put`: a namespace is as many rows as it has portions.
pub fn each<'t>(target: &'t Target, mut put: impl FnMut(Status, &'t [u8], Option<Reason>)) {
    match target {
        Target::Source(path) | Target::Parent(path) => put(Status::Source, path.as_bytes(), None),
        Target::Package(dir) => put(Status::Source, resolvers::path::shown(dir), None),
        Target::Namespace(dirs) => dirs.iter().for_each(|dir| put(Status::Source, dir.as_bytes(), None)),
        Target::External { package, .. } => put(Status::External, package.as_bytes(), None),
        Target::Builtin { name, .. } => put(Status::Builtin, name.as_bytes(), None),
        Target::Missing(reason) => put(Status::Missing, b"", Some(*reason)),
        // Decided before.
        Target::Member { package, .. } => put(Status::Source, package.as_bytes(), None),
    }
}
