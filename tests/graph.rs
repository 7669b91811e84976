//! What a bootstrap writes is a whole graph: read here by other code than the program's, and held against `edges`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::{FIXTURES, Repo};

const OWNER: &str = "owner: method/member of this object";

/// A `.dsp/` as the specification describes it.
#[derive(Default)]
struct Graph {
    entities: BTreeMap<String, Entity>,
    /// The members of each table of contents.
    tocs: BTreeMap<String, Vec<String>>,
}

#[derive(Default)]
struct Entity {
    source: String,
    kind: String,
    imports: Vec<(String, Option<String>)>,
    shared: Vec<String>,
    /// `(importer, shared)` to the why; `description` stands for an importer too.
    exports: BTreeMap<(String, Option<String>), String>,
}

fn names(dir: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    let name = |entry: std::io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
    let mut names: Vec<String> = entries.filter_map(name).collect();
    names.sort();
    names
}

fn words(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

impl Graph {
    fn read(dsp: &Path) -> Self {
        let mut graph = Self::default();
        for name in names(dsp) {
            if name.starts_with("TOC") {
                graph.tocs.insert(name.clone(), words(&dsp.join(name)));
            } else if name.starts_with("obj-") || name.starts_with("func-") {
                graph.entities.insert(name.clone(), Entity::read(&dsp.join(name)));
            }
        }
        graph
    }

    /// The file that an entity is or lies in; `None` for an external.
    fn file(&self, uid: &str, files: &BTreeSet<String>) -> Option<String> {
        let Entity { source, kind, .. } = &self.entities[uid];
        match source.rsplit_once('#').filter(|_| !files.contains(source)) {
            _ if kind == "external" => None,
            Some((file, _)) => Some(file.to_owned()),
            None => Some(source.clone()),
        }
    }

    /// Everything that must hold of any graph (specification §2 to §4).
    fn check(&self) {
        let members: BTreeSet<&String> = self.tocs.values().flatten().collect();
        for (name, toc) in &self.tocs {
            assert_eq!(toc.iter().collect::<BTreeSet<_>>().len(), toc.len(), "{name} lists something twice");
        }
        assert_eq!(members, self.entities.keys().collect(), "the tables and the entities");
        for (uid, entity) in &self.entities {
            assert_eq!(uid.starts_with("func-"), entity.kind == "function", "{uid}");
            for (to, via) in &entity.imports {
                let exporter = &self.entities[via.as_ref().unwrap_or(to)];
                let key = (uid.clone(), via.as_ref().map(|_| to.clone()));
                let why = exporter.exports.get(&key);
                let why = why.unwrap_or_else(|| panic!("{uid} imports {to} via {via:?} without a why"));
                assert!(why == OWNER || why.ends_with(" (auto)"), "{uid} imports {to}: {why}");
                assert!(via.is_none() || exporter.shared.contains(to), "{via:?} does not share {to}");
            }
            for shared in &entity.shared {
                assert!(self.entities[shared].source.contains('#'), "{uid} shares the whole of {shared}");
                assert!(entity.exports.contains_key(&("description".to_owned(), Some(shared.clone()))));
            }
            for (importer, shared) in entity.exports.keys().filter(|(importer, _)| importer != "description")
            {
                let line = match shared {
                    Some(shared) => (shared.clone(), Some(uid.clone())),
                    None => (uid.clone(), None),
                };
                assert!(
                    self.entities[importer].imports.contains(&line),
                    "{importer} does not import {line:?}"
                );
            }
        }
    }

    /// Every edge between files: by way of the exporter, without ownership. A directory that is a package lists its
    /// files, which no file says.
    fn folded(&self, files: &BTreeSet<String>) -> BTreeSet<(String, String)> {
        let mut edges = BTreeSet::new();
        for (uid, entity) in &self.entities {
            for (to, via) in &entity.imports {
                let owned = via.is_none() && self.entities[to].exports[&(uid.clone(), None)] == OWNER;
                let ends = (self.file(uid, files), self.file(via.as_ref().unwrap_or(to), files));
                if let (Some(from), Some(to), false) = (ends.0, ends.1, owned)
                    && files.contains(&from)
                {
                    edges.insert((from, to));
                }
            }
        }
        edges
    }
}

impl Entity {
    fn read(dir: &Path) -> Self {
        let mut entity = Self::default();
        for line in words(&dir.join("description")) {
            match line.split_once(": ") {
                Some(("source", source)) => source.clone_into(&mut entity.source),
                Some(("kind", kind)) => kind.clone_into(&mut entity.kind),
                _ => {}
            }
        }
        for line in words(&dir.join("imports")) {
            let (to, via) =
                line.split_once(" via=").map_or((&line[..], None), |(to, via)| (to, Some(via.to_owned())));
            entity.imports.push((to.to_owned(), via));
        }
        entity.shared = words(&dir.join("shared"));
        let why = |path: &Path| fs::read_to_string(path).expect("it was listed").trim_end().to_owned();
        let exports = dir.join("exports");
        for name in names(&exports) {
            let path = exports.join(&name);
            if path.is_file() {
                entity.exports.insert((name, None), why(&path));
                continue;
            }
            for importer in names(&path) {
                let text = why(&path.join(&importer));
                entity.exports.insert((importer, Some(name.clone())), text);
            }
        }
        entity
    }
}

/// The rows of `edges` that lead from a file to a file.
fn edges(repo: &Repo) -> BTreeSet<(String, String)> {
    let table = repo.table(&["edges", "--format", "tsv"]);
    let plain = |field: &str| field.replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\");
    let rows = table.text().lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    // What only runs on the way is no import of its own, and a namespace is no file.
    let counts = |row: &Vec<&str>| row[3] == "source" && !matches!(row[5], "parent" | "namespace");
    rows.filter(counts).map(|row| (plain(row[0]), plain(row[4]))).collect()
}

fn files(repo: &Repo) -> BTreeSet<String> {
    let listed = repo.git(&["ls-files", "-z"]);
    String::from_utf8_lossy(&listed).split('\0').map(str::to_owned).collect()
}

#[test]
fn the_folded_graph_is_edges() {
    for fixture in FIXTURES {
        let repo = Repo::fixture(fixture);
        let (edges, files) = (edges(&repo), files(&repo));
        for granularity in ["members", "shared", "files"] {
            repo.table(&["bootstrap", "--granularity", granularity]);
            let graph = Graph::read(&repo.path(".dsp"));
            graph.check();
            let (mut folded, mut edges) = (graph.folded(&files), edges.clone());
            if granularity == "members" {
                // A class may be given another one of its own file.
                for edges in [&mut folded, &mut edges] {
                    edges.retain(|(from, to)| from != to);
                }
            }
            assert_eq!(folded, edges, "{fixture} with {granularity}");
        }
    }
}

#[test]
fn a_namespace_is_shown_and_is_no_entity() {
    let repo = Repo::of(&[("m.py", "import ns\nimport ns.a\n"), ("ns/a.py", "")]);
    assert_eq!(
        repo.rows("m.py"),
        ["ns runtime source ns namespace", "ns.a runtime source ns/a.py source-root"]
    );
    let (edges, files) = (edges(&repo), files(&repo));
    repo.table(&["bootstrap"]);
    let graph = Graph::read(&repo.path(".dsp"));
    graph.check();
    let sources: BTreeSet<&str> = graph.entities.values().map(|entity| entity.source.as_str()).collect();
    assert_eq!(sources, BTreeSet::from(["m.py", "ns/a.py"]));
    assert_eq!(graph.folded(&files), edges);
}
