//! Where the imports of sources lead, and what these take of externals.

use std::collections::BTreeMap;

use super::super::desired::Identity;
use super::super::text::external::Taken;
use super::area::Area;
use super::ground::Ground;
use crate::graph::{External, FileGraph};
use crate::resolution::bindings::passed_on;
use crate::resolution::table::{Status, rows_of};

/// Where those of one source lead.
pub(super) struct Leads {
    /// In order of first occurrence, as the ground has them.
    pub(super) edges: Vec<u32>,
    /// Whose exports it passes on itself.
    pub(super) passes: Vec<u32>,
    /// The externals among them, each with what is taken of it.
    pub(super) externals: BTreeMap<u32, (External, Taken<'static>)>,
    pub(super) counts: Counts,
}

/// What a run tells in numbers, of one source or, as a difference, of some.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Other files, or packages, that it imports.
    pub edges: i64,
    /// Imports that lead somewhere.
    pub imports: i64,
    /// Imports that lead nowhere.
    pub missing: i64,
    /// Imports whose specifier is computed.
    pub computed: i64,
    /// What lies outside of the repository and is imported.
    pub externals: i64,
}

impl Counts {
    /// With those of others.
    #[must_use]
    pub fn plus(self, other: Self, times: i64) -> Self {
        Self {
            edges: self.edges + times * other.edges,
            imports: self.imports + times * other.imports,
            missing: self.missing + times * other.missing,
            computed: self.computed + times * other.computed,
            externals: self.externals + times * other.externals,
        }
    }
}

/// Of each of `sources`, positions in the ground, as the area has them; `None` where an end is no entity yet.
pub(super) fn leads(
    area: &Area<'_, '_>,
    ground: &Ground<'_>,
    sources: impl Iterator<Item = u32>,
) -> Option<BTreeMap<u32, Leads>> {
    area.with_graph(|graph| sources.map(|at| Some((at, of(area, ground, graph, at)?))).collect())
}

fn of(area: &Area<'_, '_>, ground: &Ground<'_>, graph: &FileGraph<'_>, at: u32) -> Option<Leads> {
    let (source, answers) = area.source(at)?;
    let node = graph.node(source.path.as_bytes())?;
    let (mut edges, mut externals) = (Vec::new(), BTreeMap::new());
    for edge in graph.edges(node) {
        let Some(external) = graph.external(edge.to) else {
            edges.push(match graph.package(edge.to) {
                Some((_, package)) => ground.package(package.dir)?,
                None => ground.end(&Identity::File(graph.file(edge.to)?.clone()))?,
            });
            continue;
        };
        let External { ecosystem, name, .. } = external;
        let end = ground.end(&Identity::External { ecosystem, name: name.clone() })?;
        let mut taken = Taken::default();
        for import in graph.imports_of(edge) {
            taken.note(&source.facts.imports[*import as usize], &source.facts);
        }
        edges.push(end);
        externals.insert(end, (external.clone(), taken.into_owned()));
    }
    let inside = edges.iter().filter(|end| !externals.contains_key(end) && **end != at).count();
    let missing = rows_of(source, answers, false).iter().filter(|row| row.status == Status::Missing).count();
    let counts = Counts {
        edges: signed(inside),
        imports: signed(answers.imports.iter().filter(|answer| !answer.targets.is_empty()).count()),
        missing: signed(missing),
        computed: signed(source.facts.discoveries.len()),
        // One is imported by many.
        externals: 0,
    };
    let passes = passed_on(area.sources(), source, answers);
    let passes = passes.into_iter().map(|at| area.in_ground(at)).collect();
    Some(Leads { edges, passes, externals, counts })
}

/// A number of which there may be less.
#[must_use]
pub fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
