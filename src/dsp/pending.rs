//! What the tool wrote for want of better words, `(auto)` at its end, with what somebody must know to write better
//! ones (`pending`).
//!
//! Entities come first: roots in the order of their tables, then those that most other files use, each of them by
//! source. Then the edges, those of one importer together and in its order, the importers in the order of the
//! entities: whoever opens a file can say all that is to be said of it. Of what is owned nothing is pending.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use super::format::{Description, import_lines, is_auto};
use super::reader::Reader;
use super::store::StoreError;
use super::told::{self, Told};

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

/// Looks at everything.
///
/// # Errors
/// When `.dsp/` cannot be read.
pub fn pending(reader: &Reader) -> Result<Pending, StoreError> {
    let facts = Facts::read(reader)?;
    let order = facts.order();
    let entities = order.iter().filter(|at| is_auto(facts.told[**at].purpose.as_bytes()));
    let edges: Vec<Vec<PendingEdge>> =
        order.par_iter().map(|at| facts.edges(reader, *at)).collect::<Result<_, _>>()?;
    Ok(Pending {
        entities: entities.map(|at| facts.entity(*at)).collect(),
        edges: edges.into_iter().flatten().collect(),
    })
}

/// All entities by number.
struct Facts {
    told: Vec<Told>,
    roots: Vec<usize>,
    /// The other files that use each, by name.
    users: Vec<BTreeSet<String>>,
}

impl Facts {
    fn read(reader: &Reader) -> Result<Self, StoreError> {
        let descriptions = reader.descriptions()?;
        let told = |(at, name): (usize, &Vec<u8>)| {
            let description = descriptions.get(at).map(|raw| Description::parse(raw.to_vec()));
            Told::of(name, description.as_ref())
        };
        let told: Vec<Told> = reader.names().iter().enumerate().map(told).collect();
        let roots = reader.tocs().values().filter_map(|toc| reader.number(toc.names().next()?));
        let roots = roots.collect();
        let users = users(reader, &told)?;
        Ok(Self { told, roots, users })
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

    /// The pending edges of the importer at `at`.
    fn edges(&self, reader: &Reader, at: usize) -> Result<Vec<PendingEdge>, StoreError> {
        let raw = reader.imports()?.get(at).unwrap_or_default();
        let told = |name: &[u8]| reader.number(name).map(|at| self.told[at].clone());
        let mut edges = Vec::new();
        for line in import_lines(raw) {
            let ends = (told(line.name()), line.via_name().map(told));
            let ((Some(imported), None | Some(Some(_))), Some(why)) =
                (ends.clone(), told::why(reader, &reader.names()[at], line)?)
            else {
                continue;
            };
            if is_auto(why.as_bytes()) {
                let exporter = ends.1.flatten();
                edges.push(PendingEdge { importer: self.told[at].clone(), imported, exporter, why });
            }
        }
        Ok(edges)
    }
}

/// For each entity, who uses it or something by way of it, in other files.
fn users(reader: &Reader, told: &[Told]) -> Result<Vec<BTreeSet<String>>, StoreError> {
    let file = |at: usize| -> &str {
        let place = told[at].place();
        place.split_once('#').map_or(place, |(file, _)| file)
    };
    let mut users = vec![BTreeSet::new(); told.len()];
    for (importer, raw) in reader.imports()?.iter().enumerate() {
        for line in import_lines(raw.unwrap_or_default()) {
            let used = [Some(line.name()), line.via_name()].into_iter().flatten();
            for used in used.filter_map(|name| reader.number(name)) {
                if file(used) != file(importer) {
                    users[used].insert(file(importer).to_owned());
                }
            }
        }
    }
    Ok(users)
}
