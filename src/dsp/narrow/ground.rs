//! What a run over all files leaves for later runs over a few: of each source what of the others it goes by, and which
//! entities it is.
//!
//! Lists of sources are positions in the ground. What is said may be more than there is, and never less: a source that is
//! named by mistake is told anew and says what it said before.

use std::borrow::Cow;
use std::collections::BTreeMap;

use resolvers::facts::{BindingName, FileFacts};
use resolvers::path::RepoPath;
use resolvers::target::{Resolved, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::desired::{BootstrapInput, DesiredGraph, Identity};
use super::super::text::external::Use;
use super::super::users::{Best, PACKAGE, Users};
use super::externals::Spoken;
use super::part::Part;
use crate::facts::SourceFile;
use crate::graph::{FileGraph, Node};
use crate::identity::{Family, Uid};
use crate::resolution::bindings::{Declaration, passed_on, position};

/// What is known of all before entities have uids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traces {
    sources: Vec<Trace>,
    /// What is neither a source nor a part of one, by [`key`], with what is taken of it; sorted.
    others: Vec<(Vec<u8>, Vec<u8>)>,
    course: Option<Course>,
}

/// What is known of one source.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Trace {
    users: Vec<u8>,
    answers: Vec<u8>,
    edges: Vec<u32>,
    passes: Vec<u32>,
    named: Vec<u32>,
    asks: Vec<u32>,
    is_vendored: bool,
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
    /// The first node of each table.
    pub(in crate::dsp) roots: Vec<Node>,
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
    for (Declaration { source, symbol }, best) in all {
        // The numbers of packages are not those of sources.
        if let Some(of) = of.get_mut(*source as usize).filter(|_| *symbol != PACKAGE) {
            of.push((*symbol, best));
        }
    }
    let trace = |at: usize| {
        let (source, answers) = (&input.sources[at], &input.resolved[at]);
        Some(Trace {
            users: postcard::to_stdvec(&of[at]).ok()?,
            answers: postcard::to_stdvec(&answers.imports).ok()?,
            edges: edges(graph.node(source.path.as_bytes())?).flatten().collect(),
            passes: passed_on(input.sources, source, answers),
            named: named.get(&at).cloned().unwrap_or_default(),
            asks: asked(&source.facts, &answers.imports, |path| position(input.sources, path.as_bytes())),
            is_vendored: is_vendored(u32::try_from(at).ok()?),
        })
    };
    let traced = (0..input.sources.len()).into_par_iter().map(trace).collect::<Option<Vec<Trace>>>()?;
    let number = |node: Node| numbers[node as usize];
    let course = || {
        let homes = homes.iter().map(|(table, node)| Some((u32::try_from(*table).ok()?, number(*node)?)));
        let homes = homes.collect::<Option<Vec<_>>>().filter(|homes| homes.len() == input.sources.len())?;
        let roots = roots.into_iter().map(number).collect::<Option<Vec<u32>>>()?;
        let is_known = |node: Node| edges(node).all(|to| to.is_some());
        (0..).take(graph.len()).all(is_known).then_some(())?;
        let packages = others.iter().filter(|(_, node)| !graph.edges(*node).is_empty());
        let members = packages.map(|(_, node)| Some((number(*node)?, edges(*node).flatten().collect())));
        Some(Course { roots, homes, members: members.collect::<Option<_>>()? })
    };
    let course = course();
    let taken = |node: &Node| externals.get(node).map(|it| postcard::to_stdvec(&it.taken)).transpose().ok();
    let others = others.into_iter().map(|(key, node)| Some((key, taken(&node)?.unwrap_or_default())));
    Some(Traces { sources: traced, others: others.collect::<Option<_>>()?, course })
}

/// What stands for a name of the source at that position in lists of names. Where two have one mark, somebody may be taken
/// to ask who does not.
pub(super) fn mark(name: &str, at: u32) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(at);
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
    position: impl Fn(&RepoPath) -> Option<u32>,
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
            Target::Source(path) => position(path),
            _ => None,
        });
        for at in sources {
            // What is loaded as a whole may be taken for its default.
            marks.insert(mark("default", at));
            for name in &import.names {
                let is_star = name.name == BindingName::Namespace && name.local.is_none();
                let called = if is_star { Some(STAR) } else { called(&name.name) };
                let local = name.local.as_deref().and_then(|local| members.get(local));
                let members = local.into_iter().flatten().copied();
                marks.extend(called.into_iter().chain(members).map(|name| mark(name, at)));
            }
        }
    }
    let mut marks: Vec<u32> = marks.into_iter().collect();
    marks.sort_unstable();
    marks
}

/// Some bytes, which may be a part of the bytes of a ground.
#[derive(Debug, Clone)]
pub(super) struct Bytes<'b>(pub(super) Cow<'b, [u8]>);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de: 'b, 'b> Deserialize<'de> for Bytes<'b> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|bytes| Self(Cow::Borrowed(bytes)))
    }
}

/// What is known of one source.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Known<'b> {
    #[serde(borrow)]
    pub(super) path: Bytes<'b>,
    /// Those of the whole file and of its parts in their order; none where it is no entity.
    pub(super) uids: Vec<u64>,
    #[serde(borrow)]
    pub(super) users: Bytes<'b>,
    #[serde(borrow)]
    pub(super) answers: Bytes<'b>,
    /// Where its imports lead, in order of first occurrence: to sources by their positions, and to [`Ground::others`] by
    /// theirs, which are counted from the number of sources on.
    pub(super) edges: Vec<u32>,
    /// Whose exports it passes on itself.
    pub(super) passes: Vec<u32>,
    /// What its heads name.
    pub(super) named: Vec<u32>,
    /// Other files that share what it declares. Where something else than what is new comes to be shared, a run over all
    /// sources has to tell: so these change with the source alone.
    pub(super) sharers: Vec<u32>,
    /// The roots of the tables in which it stands.
    pub(super) tables: Vec<u64>,
    /// Copied from elsewhere: its parts are no entities.
    pub(super) is_vendored: bool,
    /// The file is a root.
    pub(super) is_root: bool,
    /// It is, or may be, told as a part of a directory.
    pub(super) is_packed: bool,
    /// The marks of the names that it asks others for, see [`asked`].
    pub(super) asks: Vec<u32>,
}

/// What is known of all sources.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Ground<'b> {
    /// Sorted by path.
    #[serde(borrow)]
    pub(super) sources: Vec<Known<'b>>,
    /// Entities that are neither sources nor parts of one; sorted.
    #[serde(borrow)]
    pub(super) others: Vec<Other<'b>>,
    /// How the tables are made; `None` where something stands in none.
    pub(super) course: Option<Course>,
}

/// An entity that is neither a source nor a part of one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Other<'b> {
    /// See [`key`].
    #[serde(borrow)]
    pub(super) key: Bytes<'b>,
    pub(super) uid: u64,
    /// What is taken of an external.
    #[serde(borrow)]
    pub(super) taken: Bytes<'b>,
}

/// How tables are made of edges. Ends are counted as those of edges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Course {
    /// The first of each table.
    pub(super) roots: Vec<u32>,
    /// Of each source the table in which it stands where no other has it, and where it is entered.
    pub(super) homes: Vec<(u32, u32)>,
    /// What lists its members.
    pub(super) members: Vec<(u32, Vec<u32>)>,
}

fn owned(bytes: &[u8]) -> Bytes<'static> {
    Bytes(Cow::Owned(bytes.to_vec()))
}

/// The ends of code and of the declarations beside it.
const SIDES: [(&[u8], &[u8]); 3] = [(b".js", b".d.ts"), (b".cjs", b".d.cts"), (b".mjs", b".d.mts")];

/// A uid as a number.
pub(super) fn number(uid: Uid) -> u64 {
    u64::from(uid.number()) << 1 | u64::from(uid.family() == Family::Function)
}

/// The uid behind a number.
pub(super) fn uid(number: u64) -> Uid {
    let family = if number & 1 == 1 { Family::Function } else { Family::Object };
    Uid::new(family, u32::try_from(number >> 1).unwrap_or_default())
}

/// What an entity that is no source is found by.
pub(super) fn key(identity: &Identity) -> Vec<u8> {
    let ecosystem = match identity {
        Identity::External { ecosystem, .. } => ecosystem,
        _ => "",
    };
    [ecosystem.as_bytes(), b"\0", &identity.source()].concat()
}

/// The bytes of the ground of `input`, whose entities have these uids; `None` where nothing was traced.
#[must_use]
pub fn ground(input: &BootstrapInput<'_>, desired: &DesiredGraph, uids: &[Uid]) -> Option<Vec<u8>> {
    let traces = desired.traces.as_ref()?;
    let known = |(source, trace): (&'_ SourceFile, &'_ Trace)| Known {
        path: owned(source.path.as_bytes()),
        uids: Vec::new(),
        users: owned(&trace.users),
        answers: owned(&trace.answers),
        edges: trace.edges.clone(),
        passes: trace.passes.clone(),
        named: trace.named.clone(),
        sharers: Vec::new(),
        tables: Vec::new(),
        is_vendored: trace.is_vendored,
        is_root: false,
        is_packed: source.facts.header.package.is_some() || source.language.is_of_package(&source.path),
        asks: trace.asks.clone(),
    };
    let mut ground = Ground {
        sources: input.sources.iter().zip(&traces.sources).map(known).collect(),
        others: Vec::new(),
        course: traces.course.clone(),
    };
    let taken: FxHashMap<&[u8], &[u8]> =
        traces.others.iter().map(|(key, taken)| (&key[..], &taken[..])).collect();
    // Of each entity the source that it is, or lies in.
    let mut source_of: Vec<Option<u32>> = Vec::with_capacity(uids.len());
    for (entity, uid) in desired.entities.iter().zip(uids) {
        let at = entity.identity.file().and_then(|path| ground.position(path));
        source_of.push(at);
        let Some(at) = at else {
            let key = key(&entity.identity);
            let taken = owned(taken.get(&key[..])?);
            ground.others.push(Other { key: owned(&key), uid: number(*uid), taken });
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
    postcard::to_stdvec(&ground).ok()
}

/// In which source the ground `bytes` says less than `whole`, that of a run over all sources, or something else: what must
/// never be. `None` where it says all.
#[must_use]
pub fn lacking(bytes: &[u8], whole: &[u8]) -> Option<String> {
    let (Some(ground), Some(whole)) = (Ground::parse(bytes), Ground::parse(whole)) else {
        return Some("one of both is no ground".to_owned());
    };
    let holds = |all: &[u32], some: &[u32]| some.iter().all(|it| all.contains(it));
    let is_same = |(one, other): &(&Known<'_>, &Known<'_>)| {
        one.path.0 == other.path.0
            && one.uids == other.uids
            && one.users.0 == other.users.0
            && one.answers.0 == other.answers.0
            && one.passes == other.passes
            && one.edges == other.edges
            && one.tables == other.tables
            && [one.is_vendored, one.is_root, one.is_packed]
                == [other.is_vendored, other.is_root, other.is_packed]
            && holds(&one.named, &other.named)
            && holds(&one.sharers, &other.sharers)
            && holds(&one.asks, &other.asks)
    };
    let odd = ground.sources.iter().zip(&whole.sources).find(|pair| !is_same(pair));
    let odd = odd.map(|(known, _)| format!("{:?}", bstr::BStr::new(&known.path.0)));
    let of_other = |it: &Other<'_>| (it.key.0.to_vec(), it.uid, it.taken.0.to_vec());
    let is_long = ground.sources.len() == whole.sources.len()
        && ground.others.iter().map(of_other).eq(whole.others.iter().map(of_other))
        && ground.course == whole.course;
    odd.or_else(|| (!is_long).then(|| "other lists".to_owned()))
}

impl Other<'_> {
    /// Whether it lies outside the repository.
    pub(super) fn is_external(&self) -> bool {
        self.key.0.first().is_some_and(|first| *first != 0)
    }
}

impl<'b> Ground<'b> {
    pub(super) fn parse(bytes: &'b [u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }

    pub(super) fn position(&self, path: &RepoPath) -> Option<u32> {
        let at = self.sources.binary_search_by(|it| (*it.path.0).cmp(path.as_bytes())).ok()?;
        u32::try_from(at).ok()
    }

    /// The path of the source at that position.
    pub(super) fn path(&self, at: u32) -> Option<RepoPath> {
        RepoPath::new(&self.sources[at as usize].path.0).ok()
    }

    /// The declarations beside a file of JavaScript.
    pub(super) fn companion(&self, at: u32) -> Option<u32> {
        let path = &self.sources[at as usize].path.0;
        let (stem, types) =
            SIDES.iter().find_map(|(code, types)| Some((path.strip_suffix(*code)?, types)))?;
        self.position(&RepoPath::new(&[stem, types].concat()).ok()?)
    }

    /// The file of JavaScript beside its declarations.
    pub(super) fn described(&self, at: u32) -> Option<u32> {
        let path = &self.sources[at as usize].path.0;
        let (stem, code) = SIDES.iter().find_map(|(code, types)| Some((path.strip_suffix(*types)?, code)))?;
        self.position(&RepoPath::new(&[stem, code].concat()).ok()?)
    }

    /// The answers to the imports of the source at that position.
    pub(super) fn answers(&self, at: u32) -> Option<Vec<Resolved>> {
        postcard::from_bytes(&self.sources[at as usize].answers.0).ok()
    }

    /// Those that use what the source at that position declares, by the symbols.
    pub(super) fn users(&self, at: u32) -> Option<Vec<(u32, Best<'_>)>> {
        postcard::from_bytes(&self.sources[at as usize].users.0).ok()
    }

    /// The uid of an entity that is no source.
    pub(super) fn other(&self, identity: &Identity) -> Option<Uid> {
        Some(uid(self.others[self.position_of_other(identity)?].uid))
    }

    fn position_of_other(&self, identity: &Identity) -> Option<usize> {
        let key = key(identity);
        self.others.binary_search_by(|it| it.key.0[..].cmp(&key)).ok()
    }

    /// What an edge to `identity`, a file or what is no part of one, has as its end.
    pub(super) fn end(&self, identity: &Identity) -> Option<u32> {
        let source = identity.file().and_then(|path| self.position(path));
        let other = || u32::try_from(self.sources.len() + self.position_of_other(identity)?).ok();
        source.or_else(other)
    }

    /// What is no source at such an end.
    pub(super) fn other_at(&self, end: u32) -> Option<&Other<'b>> {
        self.others.get((end as usize).checked_sub(self.sources.len())?)
    }

    /// Those of what stands at such an end.
    pub(super) fn uids(&self, end: u32) -> impl Iterator<Item = Uid> {
        let source = self.sources.get(end as usize).map_or(&[][..], |it| &it.uids);
        let other = self.other_at(end).map(|it| it.uid);
        source.iter().copied().chain(other).map(uid)
    }

    /// The bytes of the ground when `part` was told anew.
    pub(super) fn renewed(&self, part: &Part) -> Option<Vec<u8>> {
        let mut renewed: BTreeMap<u32, Known<'_>> = BTreeMap::new();
        let tables = part.tables.as_ref().map(|tables| self.tables_of(&tables.now)).unwrap_or_default();
        let moved = tables.iter().zip(&self.sources).zip(0..);
        let moved = moved.filter(|((tables, known), _)| **tables != known.tables).map(|(_, at)| at);
        let moved: Vec<u32> = moved.collect();
        let all = part.told.keys().chain(part.turned.sources.keys()).chain(part.users.keys());
        for at in all.chain(&moved) {
            renewed.entry(*at).or_insert_with(|| self.sources[*at as usize].clone());
        }
        for (at, known) in &mut renewed {
            if let Some(both) = part.told.get(at) {
                known.uids = both.now.uids.iter().copied().map(number).collect();
                known.named.clone_from(&both.named);
            }
            if let Some(turn) = part.turned.sources.get(at) {
                known.asks.clone_from(&turn.asks);
                known.passes.clone_from(part.passes.get(at)?);
                known.sharers.extend(&part.passers);
                known.sharers.sort_unstable();
                known.sharers.dedup();
            }
            if let Some(users) = part.users.get(at) {
                known.users = owned(users);
            }
            if let Some(edges) = part.edges.get(at) {
                known.edges.clone_from(edges);
            }
            if let Some(answers) = part.answers.get(at) {
                known.answers = owned(answers);
            }
            if let Some(tables) = tables.get(*at as usize) {
                known.tables.clone_from(tables);
            }
        }
        let mut others: Vec<&Other<'_>> = self.others.iter().collect();
        let spoken = |(end, it): (&u32, &Spoken)| {
            let at = (*end as usize).checked_sub(self.sources.len())?;
            Some((at, Other { taken: owned(&it.taken), ..self.others.get(at)?.clone() }))
        };
        let spoken = part.externals.iter().map(spoken).collect::<Option<Vec<_>>>()?;
        for (at, it) in &spoken {
            others[*at] = it;
        }
        let sources = self.sources.iter().zip(0..).map(|(known, at)| renewed.get(&at).unwrap_or(known));
        // As a ground is written: one field behind the other.
        postcard::to_stdvec(&(sources.collect::<Vec<_>>(), others, &self.course)).ok()
    }

    /// The roots of the tables in which each source stands, where these hold the ends `tables`.
    fn tables_of(&self, tables: &[Vec<u32>]) -> Vec<Vec<u64>> {
        let mut of = vec![Vec::new(); self.sources.len()];
        for members in tables {
            let Some(root) = members.first().and_then(|root| self.uids(*root).next()) else { continue };
            for at in members {
                if let Some(tables) = of.get_mut(*at as usize) {
                    tables.push(number(root));
                }
            }
        }
        of
    }

    /// The sources for which `is_one` says so.
    pub(super) fn filter(&self, is_one: impl Fn(&Known<'b>) -> bool) -> impl Iterator<Item = u32> {
        self.sources.iter().zip(0..).filter(move |(it, _)| is_one(it)).map(|(_, at)| at)
    }
}
