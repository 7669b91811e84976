//! Where the imports of sources lead, and what these take of externals.

use std::collections::BTreeMap;

use resolvers::path::RepoPath;

use super::super::desired::{Identity, is_asset};
use super::super::handed;
use super::super::text::external::Taken;
use super::area::Area;
use super::ground::{Ground, HandsOn};
use crate::graph::{External, FileGraph};
use crate::resolution::bindings::passed_on;
use crate::resolution::table::{Status, rows_of};

/// Where those of one source lead.
pub(super) struct Leads {
    /// In order of first occurrence, as the ground has them.
    pub(super) edges: Vec<u32>,
    /// Whose exports it passes on itself.
    pub(super) passes: Vec<u32>,
    /// The externals among them, and the files that no language reads, each with what is taken of it.
    pub(super) others: BTreeMap<u32, (LedTo, Taken<'static>)>,
    pub(super) counts: Counts,
}

/// What is no source.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LedTo {
    External(External),
    /// A file that no language reads.
    Asset(RepoPath),
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

/// Of each of `sources`, positions in the ground, as the area has them; `None` where an end is no entity yet, and where files
/// that no language reads are handed on.
pub(super) fn leads(
    area: &Area<'_, '_>,
    ground: &Ground<'_>,
    sources: impl Iterator<Item = u32>,
) -> Option<BTreeMap<u32, Leads>> {
    area.with_graph(|graph| sources.map(|at| Some((at, of(area, ground, graph, at)?))).collect())
}

fn of(area: &Area<'_, '_>, ground: &Ground<'_>, graph: &FileGraph<'_>, at: u32) -> Option<Leads> {
    let (source, answers) = area.source(at)?;
    // Who takes a file from there that no language reads is told of that.
    let hands_on = |at: u32| ground.sources.get(at as usize).is_some_and(|it| it.hands_on == HandsOn::Assets);
    if hands_on(at) || handed::has_any(&source.facts, &answers.imports) {
        return None;
    }
    let node = graph.node(source.path.as_bytes())?;
    let (mut edges, mut others) = (Vec::new(), BTreeMap::new());
    let mut inside = 0;
    for edge in graph.edges(node) {
        if let Some((_, package)) = graph.package(edge.to) {
            edges.push(ground.package(package.dir)?);
            inside += 1;
            continue;
        }
        let (identity, led_to) = if let Some(external) = graph.external(edge.to) {
            let External { ecosystem, name, .. } = external;
            let identity = Identity::External { ecosystem, name: name.clone() };
            (identity, Some(LedTo::External(external.clone())))
        } else {
            let path = graph.file(edge.to)?.clone();
            (Identity::File(path.clone()), is_asset(&path).then_some(LedTo::Asset(path)))
        };
        let end = ground.end(&identity)?;
        if hands_on(end) {
            return None;
        }
        edges.push(end);
        inside += usize::from(!matches!(led_to, Some(LedTo::External(_))) && end != at);
        let Some(led_to) = led_to else { continue };
        let mut taken = Taken::default();
        for import in graph.imports_of(edge) {
            let import = &source.facts.imports[*import as usize];
            match led_to {
                LedTo::External(_) => taken.note(import, &source.facts),
                LedTo::Asset(_) => taken.note_file(import, &source.facts),
            }
        }
        others.insert(end, (led_to, taken.into_owned()));
    }
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
    Some(Leads { edges, passes, others, counts })
}

/// A number of which there may be less.
#[must_use]
pub fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
