//! What the tool wrote for want of better words, `(auto)` at its end, or nobody wrote, with what somebody must know to write better
//! ones (`pending`).
//!
//! Entities come first: roots in the order of their tables, then those that most other files use, each of them by
//! source. Then the edges, those of one importer together and in its order, the importers in the order of the
//! entities: whoever opens a file can say all that is to be said of it. Of what is owned nothing is pending.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use bstr::ByteSlice;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::Serialize;
use serde_json::{Value, json};

use super::format::{Description, ImportLine, import_lines, is_auto};
use super::query::places::{self, Place, Source};
use super::reader::Reader;
use super::store::StoreError;
use super::told::{self, Told};
use crate::identity::Uid;

/// How many users of an entity are named.
const NAMED: usize = 3;

/// An entity whose purpose the tool wrote.
#[derive(Debug, Serialize)]
pub struct PendingEntity {
    /// What is said of it now.
    #[serde(flatten)]
    pub entity: Told,
    /// It is the first of a table of contents.
    pub root: bool,
    /// How many other files, externals and so on use it, or something by way of it.
    pub used_by: usize,
    /// A few of them.
    pub users: Vec<String>,
}

/// An edge whose why the tool wrote.
#[derive(Debug, Serialize)]
pub struct PendingEdge {
    /// Who imports.
    pub importer: Told,
    /// What.
    pub imported: Told,
    /// By way of whom.
    pub exporter: Option<Told>,
    /// What is said now.
    pub why: String,
}

/// Which half is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// Entities alone.
    Entities,
    /// Edges alone.
    Edges,
    /// Both.
    Both,
}

/// All that is pending.
#[derive(Debug, Default, Serialize)]
pub struct Pending {
    /// Most worth its words first.
    pub entities: Vec<PendingEntity>,
    /// By importer.
    pub edges: Vec<PendingEdge>,
}

impl Pending {
    /// The operations that would write what stands there, as lines of `apply`, each with what it is about.
    pub fn operations(&self) -> impl Iterator<Item = Value> {
        self.entities
            .iter()
            .map(PendingEntity::operation)
            .chain(self.edges.iter().map(PendingEdge::operation))
    }

    /// Leaves out all but the first `limit`.
    pub fn truncate(&mut self, limit: usize) {
        self.entities.truncate(limit);
        self.edges.truncate(limit - self.entities.len());
    }
}

impl PendingEntity {
    fn operation(&self) -> Value {
        let Told { uid, kind, source, purpose } = &self.entity;
        let Self { root, used_by, users, .. } = self;
        json!({
            "op": "update-description",
            "uid": uid,
            "purpose": purpose,
            "about": { "source": source, "kind": kind, "root": root, "used_by": used_by, "users": users },
        })
    }
}

impl PendingEdge {
    fn operation(&self) -> Value {
        let Self { importer, imported, exporter, why } = self;
        let mut op = json!({ "op": "update-import-why", "importer": importer.uid, "imported": imported.uid, "why": why });
        let mut about = json!({ "importer": importer.place(), "imported": imported.place(), "purpose": imported.purpose });
        if let Some(exporter) = exporter {
            op["exporter"] = json!(exporter.uid);
            about["exporter"] = json!(exporter.place());
        }
        op["about"] = about;
        op
    }
}

/// What is pending, of that half. What no operation can name is left out, such as a directory whose name is no uid.
///
/// # Errors
/// When `.dsp/` cannot be read.
pub fn pending(reader: &Reader, half: Half) -> Result<Pending, StoreError> {
    let facts = Facts::read(reader)?;
    let order = facts.order();
    let mut pending = Pending::default();
    if half != Half::Edges {
        let entities = order.iter().filter(|at| facts.is_pending(**at));
        pending.entities = entities.map(|at| facts.entity(*at)).collect();
    }
    if half != Half::Entities {
        let edges: Vec<Vec<PendingEdge>> =
            order.par_iter().map(|at| facts.edges(reader, *at)).collect::<Result<_, _>>()?;
        pending.edges = edges.into_iter().flatten().collect();
    }
    Ok(pending)
}

/// All entities by number.
struct Facts {
    told: Vec<Told>,
    /// Whether each has a description.
    described: Vec<bool>,
    roots: Vec<usize>,
    /// The other files that use each, by name.
    users: Vec<BTreeSet<String>>,
}

impl Facts {
    fn read(reader: &Reader) -> Result<Self, StoreError> {
        let descriptions = reader.descriptions()?;
        let told = |(at, name): (usize, &[u8])| {
            let description = descriptions.get(at).map(|raw| Description::parse(raw.to_vec()));
            Told::of(name, description.as_ref())
        };
        let names = reader.names()?;
        let told: Vec<Told> = names.iter().enumerate().map(told).collect();
        let roots = reader.tocs()?.values().filter_map(|toc| names.find(toc.names().next()?));
        let roots = roots.collect();
        let described = descriptions.iter().map(|raw| raw.is_some()).collect();
        let users = users(reader, &told)?;
        Ok(Self { told, described, roots, users })
    }

    /// Whether the tool wrote the purpose, or nobody did.
    fn is_pending(&self, at: usize) -> bool {
        let Told { uid, purpose, .. } = &self.told[at];
        self.described[at] && Uid::parse(uid.as_bytes()).is_some() && is_auto(purpose.as_bytes())
    }

    /// All numbers, most worth its words first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.told.len()).collect();
        let rank = |at: usize| self.roots.iter().position(|root| *root == at).unwrap_or(usize::MAX);
        order.sort_by_cached_key(|at| {
            (rank(*at), Reverse(self.users[*at].len()), self.told[*at].source.clone(), *at)
        });
        order
    }

    fn entity(&self, at: usize) -> PendingEntity {
        PendingEntity {
            entity: self.told[at].clone(),
            root: self.roots.contains(&at),
            used_by: self.users[at].len(),
            users: self.users[at].iter().take(NAMED).cloned().collect(),
        }
    }

    /// The pending edges of the importer at `at`, each once.
    fn edges(&self, reader: &Reader, at: usize) -> Result<Vec<PendingEdge>, StoreError> {
        let names = reader.names()?;
        let name = &names[at];
        let (mut seen, mut edges) = (FxHashSet::default(), Vec::new());
        if Uid::parse(name).is_none() {
            return Ok(edges);
        }
        for line in import_lines(reader.imports()?.get(at).unwrap_or_default()) {
            let Some((to, via)) = ends(line).filter(|ends| seen.insert(*ends)) else { continue };
            let told = |uid: Uid| Some(self.told[names.find(uid.to_string().as_bytes())?].clone());
            let (Some(imported), Some(exporter)) =
                (told(to), via.map_or(Some(None), |via| told(via).map(Some)))
            else {
                continue;
            };
            if let Some(why) = told::record(reader, name, line)?.filter(|why| is_auto(why)) {
                let why = told::text(&why);
                edges.push(PendingEdge { importer: self.told[at].clone(), imported, exporter, why });
            }
        }
        Ok(edges)
    }
}

/// What a line imports, and by way of whom; `None` where a name is no uid.
fn ends(line: ImportLine<'_>) -> Option<(Uid, Option<Uid>)> {
    let via = line.via();
    (via.is_some() == line.via_name().is_some()).then_some((line.imported()?, via))
}

/// For each entity, who uses it or something by way of it, in other files.
fn users(reader: &Reader, told: &[Told]) -> Result<Vec<BTreeSet<String>>, StoreError> {
    let file = |(source, told): (Source, &Told)| match source.place {
        Some(Place::File(path) | Place::External(path, _)) => path.to_str_lossy().into_owned(),
        None => told.uid.clone(),
    };
    let files: Vec<String> = places::of_all(reader)?.into_iter().zip(told).map(file).collect();
    let (names, mut users) = (reader.names()?, vec![BTreeSet::new(); told.len()]);
    for (importer, raw) in reader.imports()?.iter().enumerate() {
        for line in import_lines(raw.unwrap_or_default()) {
            let used = [Some(line.name()), line.via_name()].into_iter().flatten();
            for used in used.filter_map(|name| names.find(name)) {
                if files[used] != files[importer] {
                    users[used].insert(files[importer].clone());
                }
            }
        }
    }
    Ok(users)
}
