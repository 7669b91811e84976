//! What a root is for: the project, what is entered, and the main parts that it leads to. Pure.

use resolvers::facts::{Symbol, SymbolKind};
use resolvers::path::{RepoPath, ancestors, parent, strip_dir};

use super::super::roots::{Entrance, Root};
use super::super::text::{self, Entered, Lead};
use super::{BootstrapInput, DesiredEntity, is_asset, members};
use crate::graph::{FileGraph, Node};

/// The first words of its README; none where it has none.
pub(in crate::dsp) fn intro(input: &BootstrapInput<'_>, root: &Root) -> String {
    input.unread.intro(&root.scope).unwrap_or_default()
}

/// Has the root at `node`, and what it exports under the name of its project, say what the project is for. `entities` are
/// the file or package, then what lies in it.
pub(in crate::dsp) fn tell(
    input: &BootstrapInput<'_>,
    graph: &FileGraph<'_>,
    node: Node,
    (lead, intro, root): (&Lead, &str, Entrance<'_>),
    entities: &mut [DesiredEntity],
) {
    let Some((whole, parts)) = entities.split_first_mut() else { return };
    whole.purpose = purpose(input, graph, node, (&lead.project(intro), root));
    let Some(file) = graph.source(node).map(|at| &input.sources[at].facts) else { return };
    for part in parts {
        let declared = || part.declared.iter().filter_map(|at| file.symbols.get(*at as usize));
        let runs =
            |it: &Symbol| matches!(it.kind, SymbolKind::Class | SymbolKind::Function | SymbolKind::Variable);
        if declared().any(|it| it.doc.is_some()) || !declared().any(runs) {
            continue;
        }
        let is_value = !declared().any(|it| matches!(it.kind, SymbolKind::Class | SymbolKind::Function));
        if let Some(told) = lead.of_main(&part.purpose, is_value) {
            part.purpose = told;
        }
    }
}

/// What the root at `node` is for that enters `project`.
fn purpose(
    input: &BootstrapInput<'_>,
    graph: &FileGraph<'_>,
    node: Node,
    (project, root): (&str, Entrance<'_>),
) -> String {
    let tell = |entered| text::root(project, root.path, entered, &main_parts(graph, node, root));
    if let Some((_, package)) = graph.package(node) {
        return tell(Entered::Package(package, &members(input, package)));
    }
    let file = graph.node(root.path.as_bytes()).and_then(|node| graph.source(node));
    tell(Entered::File(file.map(|at| &input.sources[at].facts)))
}

/// The directories of its scope that the root imports from: the topmost ones below its own directory or, for what does not
/// lie there, below the scope; and the files beside it. Files alone say no more than the imports do.
fn main_parts(graph: &FileGraph<'_>, node: Node, root: Entrance<'_>) -> Vec<String> {
    let files: Vec<Node> = match graph.package(node) {
        Some(_) => graph.edges(node).iter().map(|edge| edge.to).collect(),
        None => vec![node],
    };
    let mut parts: Vec<&[u8]> = Vec::new();
    // Style sheets and images are no parts that do something.
    let directory = |node| match graph.package(node) {
        Some((_, package)) => Some(package.dir),
        None => graph.file(node).filter(|path| !is_asset(path)).map(RepoPath::parent),
    };
    let own = root.path.parent();
    let mut has_folder = false;
    for edge in files.iter().flat_map(|file| graph.edges(*file)) {
        let Some(dir) = directory(edge.to) else { continue };
        let base = if dir == own || strip_dir(dir, own).is_some() { own } else { root.scope };
        // What lies beside the root is a part by itself.
        let beside = || {
            graph.file(edge.to).filter(|path| dir == own && !files.contains(&edge.to) && **path != *root.path)
        };
        let folder = topmost_below(dir, base);
        has_folder |= folder.is_some();
        let part = folder.or_else(|| beside().map(RepoPath::as_bytes));
        if let Some(part) = part.filter(|part| !parts.contains(part)) {
            parts.push(part);
        }
    }
    if !has_folder {
        return Vec::new();
    }
    parts.into_iter().map(|part| String::from_utf8_lossy(part).into_owned()).collect()
}

/// The directory directly below `base` that `dir` is or lies in; `None` when it lies elsewhere, or is `base` itself.
fn topmost_below<'p>(dir: &'p [u8], base: &[u8]) -> Option<&'p [u8]> {
    strip_dir(dir, base)?;
    ancestors(dir).find(|dir| !dir.is_empty() && parent(dir) == base)
}
