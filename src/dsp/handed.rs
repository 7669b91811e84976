//! Files that no language reads and that a source hands on: `import logo from './logo.svg'; export { logo }`. Who takes one
//! there uses it. Pure.

use resolvers::facts::{ExportSource, FileFacts, Import};
use resolvers::target::{Resolved, Target};
use rustc_hash::FxHashMap;

use super::desired::is_asset;
use crate::facts::SourceFile;
use crate::graph::{FileGraph, Node};

/// By the sources that hand some on: each with the name under which it is handed on.
pub(super) fn of_all<'a>(
    sources: &'a [SourceFile],
    graph: &FileGraph<'a>,
) -> FxHashMap<Node, Vec<(&'a str, Node)>> {
    let mut handed = FxHashMap::default();
    for SourceFile { path, facts, .. } in sources {
        let Some(node) = graph.node(path.as_bytes()) else { continue };
        let mut of_one = Vec::new();
        for edge in graph.edges(node).iter().filter(|it| graph.file(it.to).is_some_and(is_asset)) {
            let imports = graph.imports_of(edge).iter().filter_map(|at| facts.imports.get(*at as usize));
            of_one.extend(imports.flat_map(|it| names(it, facts)).map(|name| (name, edge.to)));
        }
        if !of_one.is_empty() {
            handed.insert(node, of_one);
        }
    }
    handed
}

/// Whether a source that says `facts`, whose imports have these answers, hands any on.
pub(super) fn has_any(facts: &FileFacts, answers: &[Resolved]) -> bool {
    let is_one = |it: &Target| matches!(it, Target::Source(path) if is_asset(path));
    let mut imports = facts.imports.iter().zip(answers);
    imports.any(|(it, answer)| answer.targets.iter().any(is_one) && names(it, facts).next().is_some())
}

/// The names under which the file that says `facts` exports what `import` takes.
fn names<'f>(import: &'f Import, facts: &'f FileFacts) -> impl Iterator<Item = &'f str> {
    let exports = facts.exports.iter().filter(move |it| match &it.source {
        ExportSource::Local(local) => import.names.iter().any(|it| it.local.as_ref() == Some(local)),
        ExportSource::ReExport { specifier, .. } => *specifier == import.specifier,
        ExportSource::Star { .. } => false,
    });
    exports.map(|it| it.name.as_str())
}
