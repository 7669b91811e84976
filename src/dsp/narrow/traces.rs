//! What a run over all sources leaves for later runs over a few: made from what it knows, written down as a [`Ground`].

use resolvers::Unit;
use resolvers::facts::{BindingName, FileFacts};
use resolvers::path::RepoPath;
use resolvers::target::{Resolved, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::root::intro;
use super::super::desired::{BootstrapInput, DesiredGraph, Identity};
use super::super::handed;
use super::super::roots::{self, Root, RootInput};
use super::super::text::Lead;
use super::super::text::external::Use;
use super::super::users::{Best, PACKAGE, Users};
use super::ground::{Course, Entered, Ground, HandsOn, Known, Marks, Other, key, number, owned};
use super::kept_users::KeptUsers;
use super::{packages, strays};
use crate::facts::SourceFile;
use crate::graph::{FileGraph, Node};
use crate::identity::Uid;
use crate::kept::Key;
use crate::resolution::bindings::{Declaration, passed_on, position};

/// What is known of all before entities have uids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traces {
    sources: Vec<Trace>,
    /// What is neither a source nor a part of one, by [`key`], with what is taken of it, or its users; sorted.
    others: Vec<(Vec<u8>, Vec<u8>, KeptUsers<'static>)>,
    course: Option<Course<'static>>,
}

/// What is known of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trace {
    users: KeptUsers<'static>,
    answers: Vec<u8>,
    edges: Vec<u32>,
    passes: Vec<u32>,
    named: Vec<u32>,
    asks: Vec<u32>,
    declares: Vec<u32>,
    is_vendored: bool,
    hands_on: HandsOn,
}

/// What a run over all found.
pub(in crate::dsp) struct Tracing<'t> {
    pub(in crate::dsp) input: &'t BootstrapInput<'t>,
    pub(in crate::dsp) graph: &'t FileGraph<'t>,
    pub(in crate::dsp) users: &'t Users<'t>,
    /// What is taken of externals.
    pub(in crate::dsp) externals: &'t FxHashMap<Node, Use<'t>>,
    /// What becomes entities, and which sources their heads name.
    pub(in crate::dsp) nodes: Vec<(Node, Vec<u32>)>,
    /// Of each table the first node, and what makes it one.
    pub(in crate::dsp) roots: &'t [(Node, &'t Root)],
    /// Of each source the table in which it stands where no other has it, and where it is entered; none where it may stand
    /// in none.
    pub(in crate::dsp) homes: &'t [(usize, Node)],
    /// Whether the source is kept by others.
    pub(in crate::dsp) is_vendored: &'t (dyn Fn(u32) -> bool + Sync),
    /// What a node stands for that is no source.
    pub(in crate::dsp) identity: &'t (dyn Fn(Node) -> Option<Identity> + Sync),
}

/// The traces of all sources; `None` where one cannot be written.
pub(in crate::dsp) fn traces(found: Tracing<'_>) -> Option<Traces> {
    use rayon::prelude::*;
    let Tracing { input, graph, users, externals, nodes, roots, homes, is_vendored, identity } = found;
    let is_source = |node: &Node| graph.source(*node).is_some();
    let (sources, others): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|(node, _)| is_source(node));
    let mut others = others.into_iter().map(|(node, _)| Some((key(&identity(node)?), node)));
    let mut others: Vec<(Vec<u8>, Node)> = others.by_ref().collect::<Option<_>>()?;
    others.sort_unstable();
    let mut numbers: Vec<Option<u32>> = vec![None; graph.len()];
    for node in (0..).take(graph.len()) {
        numbers[node as usize] = graph.source(node).and_then(|at| u32::try_from(at).ok());
    }
    for ((_, node), number) in others.iter().zip(u32::try_from(input.sources.len()).ok()?..) {
        numbers[*node as usize] = Some(number);
    }
    let named: FxHashMap<usize, Vec<u32>> =
        sources.into_iter().filter_map(|(node, named)| Some((graph.source(node)?, named))).collect();
    let edges = |node: Node| graph.edges(node).iter().map(|edge| numbers[edge.to as usize]);
    let mut of: Vec<Vec<(u32, &Best<'_>)>> = vec![Vec::new(); input.sources.len()];
    let mut all: Vec<_> = users.best().iter().collect();
    all.sort_unstable_by_key(|(of, _)| **of);
    let mut of_packages: FxHashMap<u32, &Best<'_>> = FxHashMap::default();
    for (Declaration { source, symbol }, best) in all {
        // The numbers of packages are not those of sources.
        if *symbol == PACKAGE {
            of_packages.insert(*source, best);
        } else if let Some(of) = of.get_mut(*source as usize) {
            of.push((*symbol, best));
        }
    }
    let trace = |at: usize| {
        let (source, answers) = (&input.sources[at], &input.resolved[at]);
        Some(Trace {
            users: KeptUsers::of(of[at].iter().copied())?,
            answers: postcard::to_stdvec(&answers.imports).ok()?,
            edges: edges(graph.node(source.path.as_bytes())?).flatten().collect(),
            passes: passed_on(input.sources, source, answers),
            named: named.get(&at).cloned().unwrap_or_default(),
            asks: asked(&source.facts, &answers.imports, |path| {
                position(input.sources, path.as_bytes()).is_some()
            }),
            declares: packages::declared(&source.facts),
            is_vendored: is_vendored(u32::try_from(at).ok()?),
            hands_on: HandsOn::of(handed::has_any(&source.facts, &answers.imports)),
        })
    };
    let traced = (0..input.sources.len()).into_par_iter().map(trace).collect::<Option<Vec<Trace>>>()?;
    let number = |node: Node| numbers[node as usize];
    let course = || {
        let homes = homes.iter().map(|(table, node)| Some((u32::try_from(*table).ok()?, number(*node)?)));
        let homes = homes.collect::<Option<Vec<_>>>().filter(|homes| homes.len() == input.sources.len())?;
        let entered = |(node, root): &(Node, &Root)| {
            let (path, scope, package) =
                (owned(root.path.as_bytes()), owned(&root.scope), owned(&root.package));
            let (lead, intro) = (Lead::of(root), intro(input, root));
            Some(Entered { at: number(*node)?, path, scope, package, lead, intro })
        };
        let roots = roots.iter().map(entered).collect::<Option<Vec<_>>>()?;
        let is_known = |node: Node| edges(node).all(|to| to.is_some());
        (0..).take(graph.len()).all(is_known).then_some(())?;
        let packages = others.iter().filter(|(_, node)| !graph.edges(*node).is_empty());
        let members = packages.map(|(_, node)| Some((number(*node)?, edges(*node).flatten().collect())));
        Some(Course { roots, homes, members: members.collect::<Option<_>>()? })
    };
    let course = course();
    let users_of = |node: Node, package: u32| {
        let mut best = of_packages.get(&package).map_or_else(Best::default, |it| (*it).clone());
        for it in &mut best.uses {
            it.of.source = number(node)?;
        }
        KeptUsers::of(Some((PACKAGE, &best)).filter(|(_, it)| !it.uses.is_empty()).into_iter())
    };
    let taken =
        |node: Node| externals.get(&node).map_or(Some(Vec::new()), |it| postcard::to_stdvec(&it.taken).ok());
    let others = others.into_iter().map(|(key, node)| match graph.package(node) {
        Some((at, _)) => Some((key, Vec::new(), users_of(node, at)?)),
        None => Some((key, taken(node)?, KeptUsers::default())),
    });
    Some(Traces { sources: traced, others: others.collect::<Option<_>>()?, course })
}

/// What stands for a name of the source at `path` in lists of names. Where two have one mark, somebody may be taken to ask
/// who does not.
pub(super) fn mark(name: &str, path: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(path);
    hasher.update(b"\0");
    hasher.update(name.as_bytes());
    hasher.finalize()
}

/// What is asked for where all is.
pub(super) const STAR: &str = "*";

/// How a name is called among names of exports.
pub(super) fn called(name: &BindingName) -> Option<&str> {
    match name {
        BindingName::Default => Some("default"),
        BindingName::Named(name) => Some(name),
        BindingName::Namespace => None,
    }
}

/// The names that a file asks other sources for, or may, each as the [`mark`] of it at that source; sorted.
pub(super) fn asked(
    facts: &FileFacts,
    answers: &[Resolved],
    is_source: impl Fn(&RepoPath) -> bool,
) -> Vec<u32> {
    let mut members: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for it in &facts.references {
        if let Some(member) = it.member.as_deref() {
            members.entry(&it.binding).or_default().push(member);
        }
    }
    let mut marks: FxHashSet<u32> = FxHashSet::default();
    for (import, answer) in facts.imports.iter().zip(answers) {
        let sources = answer.targets.iter().filter_map(|target| match target {
            Target::Source(path) => Some(path).filter(|path| is_source(path)),
            _ => None,
        });
        for path in sources.map(RepoPath::as_bytes) {
            // What is loaded as a whole may be taken for its default.
            marks.insert(mark("default", path));
            for name in &import.names {
                let is_star = name.name == BindingName::Namespace && name.local.is_none();
                let called = if is_star { Some(STAR) } else { called(&name.name) };
                let local = name.local.as_deref().and_then(|local| members.get(local));
                let members = local.into_iter().flatten().copied();
                marks.extend(called.into_iter().chain(members).map(|name| mark(name, path)));
            }
        }
    }
    marks.extend(packages::asked(facts));
    let mut marks: Vec<u32> = marks.into_iter().collect();
    marks.sort_unstable();
    marks
}

/// What is [detected](roots::digest) in `files`, of which these are the sources.
#[must_use]
pub fn detected<'a>(
    files: &'a [RepoPath],
    sources: impl Iterator<Item = &'a RepoPath>,
    units: &'a [Unit],
) -> Key {
    let sources: Vec<&RepoPath> = sources.collect();
    roots::digest(&RootInput { files, sources: &sources, units })
}

/// The bytes of the ground of `input`, whose entities have these uids; `None` where nothing was traced.
#[must_use]
pub fn ground(input: &BootstrapInput<'_>, desired: &DesiredGraph, uids: &[Uid]) -> Option<Vec<u8>> {
    let traces = desired.traces.as_ref()?;
    let known = |(source, trace): (&'_ SourceFile, &'_ Trace)| Known {
        path: owned(source.path.as_bytes()),
        uids: Vec::new(),
        users: trace.users.clone(),
        answers: owned(&trace.answers),
        edges: trace.edges.clone(),
        passes: trace.passes.clone(),
        named: trace.named.clone(),
        sharers: Vec::new(),
        tables: Vec::new(),
        is_vendored: trace.is_vendored,
        hands_on: trace.hands_on,
        is_root: false,
        is_packed: source.facts.header.package.is_some() || source.language.is_of_package(&source.path),
        asks: Marks::of(&trace.asks),
        declares: Marks::of(&trace.declares),
    };
    let mut ground = Ground {
        sources: input.sources.iter().zip(&traces.sources).map(known).collect(),
        course: traces.course.clone(),
        absences: input.absences.cloned(),
        detected: detected(input.files, input.sources.iter().map(|it| &it.path), input.units),
        strays: strays::of(input.sources, desired, uids),
        ..Ground::default()
    };
    let taken: FxHashMap<&[u8], (&[u8], &KeptUsers<'static>)> =
        traces.others.iter().map(|(key, taken, users)| (&key[..], (&taken[..], users))).collect();
    // Of each entity the source that it is, or lies in.
    let mut source_of: Vec<Option<u32>> = Vec::with_capacity(uids.len());
    for (entity, uid) in desired.entities.iter().zip(uids) {
        let at = entity.identity.file().and_then(|path| ground.position(path));
        source_of.push(at);
        let Some(at) = at else {
            let key = key(&entity.identity);
            let (taken, users) = taken.get(&key[..])?;
            let (taken, users) = (owned(taken), (*users).clone());
            ground.others.push(Other { key: owned(&key), uid: number(*uid), taken, users });
            continue;
        };
        ground.sources[at as usize].uids.push(number(*uid));
    }
    for (at, entity) in desired.entities.iter().enumerate() {
        let Some(sharer) = source_of[at].filter(|_| matches!(entity.identity, Identity::File(_))) else {
            continue;
        };
        for owner in entity.shared.iter().filter_map(|shared| source_of[*shared]).filter(|it| *it != sharer) {
            let sharers = &mut ground.sources[owner as usize].sharers;
            if sharers.last() != Some(&sharer) {
                sharers.push(sharer);
            }
        }
    }
    for toc in &desired.tocs {
        let Some(root) = toc.members.first() else { continue };
        let table = number(uids[*root]);
        for at in toc.members.iter().filter_map(|member| source_of[*member]) {
            let tables = &mut ground.sources[at as usize].tables;
            if tables.last() != Some(&table) {
                tables.push(table);
            }
        }
        if let Some(at) = source_of[*root] {
            ground.sources[at as usize].is_root = true;
        }
    }
    ground.others.sort_unstable_by(|a, b| a.key.0.cmp(&b.key.0));
    let is_whole = ground.others.iter().map(|it| &it.key.0[..]).eq(traces.others.iter().map(|it| &it.0[..]));
    if !is_whole {
        return None;
    }
    ground.written()
}
