//! A [`Picture`] as entities, edges and tables: what the rules ask of it.
//!
//! What may not be judged (a link, a file that cannot be read, one with merge-conflict marks) counts as being there,
//! and the lines of both sides of a conflict count: nothing is called missing because of it.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::super::format::{Description, has_conflict, import_lines, lines};
use super::super::model::TocName;
use super::super::names::Names;
use super::super::ops::Edge;
use super::picture::{Dir, Node, Picture};
use crate::identity::Uid;

/// A file that belongs to the protocol.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'p> {
    Absent,
    /// Nobody can say what is in it.
    Unknown,
    /// An unfinished merge: its lines count, and are not judged.
    Unsettled(&'p [u8]),
    File(&'p [u8]),
}

impl<'p> Part<'p> {
    pub(super) fn of(node: Option<&'p Node>) -> Self {
        match node {
            None => Self::Absent,
            Some(Node::File(bytes)) if has_conflict(bytes) => Self::Unsettled(bytes),
            Some(Node::File(bytes)) => Self::File(bytes),
            Some(_) => Self::Unknown,
        }
    }

    /// What may be judged.
    pub(super) fn judged(self) -> Option<&'p [u8]> {
        if let Self::File(bytes) = self { Some(bytes) } else { None }
    }

    /// All that may be meant.
    fn bytes(self) -> &'p [u8] {
        match self {
            Self::File(bytes) | Self::Unsettled(bytes) => bytes,
            Self::Absent | Self::Unknown => b"",
        }
    }
}

/// An entity: a directory that is named by a uid and holds a file.
#[derive(Debug)]
pub(super) struct Entity<'p> {
    pub(super) description: Part<'p>,
    pub(super) imports: Part<'p>,
    pub(super) shared: Part<'p>,
    /// `None` where nobody can say what is in it.
    pub(super) exports: Option<&'p Dir>,
}

/// What a [`Picture`] says.
pub(super) struct Graph<'p> {
    pub(super) picture: &'p Picture,
    pub(super) entities: BTreeMap<Uid, Entity<'p>>,
    pub(super) tocs: BTreeMap<TocName, Part<'p>>,
    edges: FxHashSet<(Uid, Uid, Option<Uid>)>,
    shared: FxHashSet<(Uid, Uid)>,
    /// Who is on record as an importer somewhere.
    importers: FxHashSet<Uid>,
}

impl<'p> Graph<'p> {
    pub(super) fn of(picture: &'p Picture) -> Self {
        let mut graph = Self {
            picture,
            entities: BTreeMap::new(),
            tocs: BTreeMap::new(),
            edges: FxHashSet::default(),
            shared: FxHashSet::default(),
            importers: FxHashSet::default(),
        };
        for (name, node) in &picture.top {
            if let Some(toc) = TocName::parse(name) {
                graph.tocs.insert(toc, Part::of(Some(node)));
            } else if Names::looks_like(name)
                && let Some((uid, entity)) = Uid::parse(name).zip(Entity::of(node))
            {
                graph.add(uid, entity);
            }
        }
        graph
    }

    fn add(&mut self, uid: Uid, entity: Entity<'p>) {
        for line in import_lines(entity.imports.bytes()) {
            self.edges.extend(line.imported().map(|to| (uid, to, line.via())));
        }
        self.shared.extend(lines(entity.shared.bytes()).filter_map(Uid::parse).map(|shared| (uid, shared)));
        for (name, node) in entity.exports.into_iter().flatten() {
            match node {
                Node::Dir(dir) => self.importers.extend(dir.keys().filter_map(|name| Uid::parse(name))),
                _ => self.importers.extend(Uid::parse(name)),
            }
        }
        self.entities.insert(uid, entity);
    }

    /// Whether some other entity has it on record as its importer.
    pub(super) fn is_recorded(&self, importer: Uid) -> bool {
        self.importers.contains(&importer)
    }

    pub(super) fn exists(&self, uid: Uid) -> bool {
        self.entities.contains_key(&uid)
    }

    /// Whether the importer has the line, or may have it.
    pub(super) fn imports(&self, edge: Edge) -> bool {
        let unknown =
            || self.entities.get(&edge.importer).is_some_and(|it| matches!(it.imports, Part::Unknown));
        self.edges.contains(&(edge.importer, edge.to, edge.via)) || unknown()
    }

    /// Whether the exporter lists it, or may list it.
    pub(super) fn shares(&self, exporter: Uid, shared: Uid) -> bool {
        let unknown = || self.entities.get(&exporter).is_some_and(|it| matches!(it.shared, Part::Unknown));
        self.shared.contains(&(exporter, shared)) || unknown()
    }

    /// The description of an entity, where it may be judged.
    pub(super) fn description(&self, uid: Uid) -> Option<Description> {
        let raw = self.entities.get(&uid)?.description.judged()?;
        Some(Description::parse(raw.to_vec()))
    }

    /// The lines of a table that are uids.
    pub(super) fn members(&self, toc: TocName) -> impl Iterator<Item = Uid> {
        let raw = self.tocs.get(&toc).map(|part| part.bytes()).unwrap_or_default();
        lines(raw).filter_map(Uid::parse)
    }
}

impl<'p> Entity<'p> {
    /// `None` where it holds no file: git keeps no such directory, nor does it say anything.
    fn of(node: &'p Node) -> Option<Self> {
        const EMPTY: &Dir = &Dir::new();
        let unknown = Part::Unknown;
        let Node::Dir(dir) = node else {
            let is_file = matches!(node, Node::File(_));
            return (!is_file).then_some(Self {
                description: unknown,
                imports: unknown,
                shared: unknown,
                exports: None,
            });
        };
        let part = |name: &[u8]| Part::of(dir.get(name));
        let exports = match dir.get(&b"exports"[..]) {
            None => Some(EMPTY),
            Some(Node::Dir(exports)) => Some(exports),
            Some(_) => None,
        };
        holds_file(dir).then(|| Self {
            description: part(b"description"),
            imports: part(b"imports"),
            shared: part(b"shared"),
            exports,
        })
    }
}

/// Whether anything but directories is in it.
pub(super) fn holds_file(dir: &Dir) -> bool {
    dir.values().any(|node| match node {
        Node::Dir(inner) => holds_file(inner),
        _ => true,
    })
}
