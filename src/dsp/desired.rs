//! What a `.dsp/` of the code alone looks like: a value without uids and without regard to what is there.
//!
//! An Object for every file that is covered, code and assets alike, and for every external; behind each file the
//! entities in it. Missing imports never become entities and weak imports make no line; type and dynamic imports do.
//! Pure.

pub(super) mod root;

use rayon::prelude::*;
use resolvers::Unit;
use resolvers::facts::Parse;
use resolvers::path::{RepoPath, shown};
use resolvers::project::Absences;
use rustc_hash::FxHashMap;

use super::handed;
use super::lines::{End, Imports, Line};
use super::memory::Memory;
use super::model::Kind;
use super::narrow::{Traces, Tracing, traces};
use super::outline::{Outline, Part, marker_of_file};
use super::roots::{Homes, Root};
use super::text::asset::{LONGEST, is_text};
use super::text::external::Use;
use super::text::users::User;
use super::text::{self, Around, Lead};
use super::toc::Tocs;
use super::users::Users;
use super::{markdown, restructured};
use crate::facts::SourceFile;
use crate::graph::{External, FileGraph, Node};
use crate::identity::{Family, Uid};
use crate::resolution::ResolvedFile;
use crate::resolution::bindings::{self, Bindings, Declaration};
use crate::resolution::methods::Methods;
use crate::resolution::packages::Package;
pub use crate::settings::{Cover, Granularity};
use crate::universe::{Universe, UniverseFile, go_vendors, is_installed};

/// All that is known of the code.
#[derive(Clone, Copy)]
pub struct BootstrapInput<'a> {
    /// The universe, sorted bytewise.
    pub files: &'a [RepoPath],
    /// Those of its files that a language reads, sorted.
    pub sources: &'a [SourceFile],
    /// What their imports mean, in the same order.
    pub resolved: &'a [ResolvedFile],
    /// The packages.
    pub units: &'a [Unit],
    /// Directories whose configuration cannot be understood.
    pub unsure: &'a [Vec<u8>],
    /// Directories that cannot be listed.
    pub unlisted: &'a [Vec<u8>],
    /// What no language reads, in its own words.
    pub unread: &'a dyn Unread,
    /// What need not be made again.
    pub memory: &'a Memory,
    /// Whether it is wanted what later runs over a few files go by.
    pub traced: bool,
    /// What the answers depend on not to be there, where that is known.
    pub absences: Option<&'a Absences>,
}

/// Knows what the files say that no language reads.
pub trait Unread: Sync {
    /// The first words of the README of `dir`, which is empty for the repo root.
    fn intro(&self, dir: &[u8]) -> Option<String>;

    /// What the file at `path` holds, where that is a text that may say what it is for.
    fn text(&self, path: &RepoPath) -> Option<String>;
}

/// Nothing says anything.
impl Unread for () {
    fn intro(&self, _: &[u8]) -> Option<String> {
        None
    }

    fn text(&self, _: &RepoPath) -> Option<String> {
        None
    }
}

/// Whether the file at `path` tells of its folder.
pub(crate) fn is_readme(path: &RepoPath) -> bool {
    let name = path.file_name().to_ascii_lowercase();
    matches!(&name[..], b"readme.md" | b"readme" | b"readme.markdown" | b"readme.txt" | b"readme.rst")
}

impl Unread for Universe {
    fn intro(&self, dir: &[u8]) -> Option<String> {
        let file = files_of(&self.files, dir).find(|file| is_readme(&file.path))?;
        let bytes = self.snapshot.read(&file.path).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let is_restructured = file.path.extension().eq_ignore_ascii_case(b"rst");
        Some(if is_restructured {
            restructured::first_paragraph(&text)
        } else {
            markdown::first_paragraph(&text)
        })
    }

    fn text(&self, path: &RepoPath) -> Option<String> {
        let bytes = is_text(path).then(|| self.snapshot.read_to_tell(path).ok())??;
        text_of(&bytes)
    }
}

fn text_of(bytes: &[u8]) -> Option<String> {
    (bytes.len() <= LONGEST).then(|| String::from_utf8_lossy(bytes).into_owned())
}

/// What the file at `path`, which no language reads and which holds these bytes, says, where that is told of it.
pub(crate) fn asset_text(path: &RepoPath, bytes: &[u8]) -> Option<String> {
    is_text(path).then(|| text_of(bytes)).flatten()
}

/// Whether no language reads the file at `path`.
pub(super) fn is_asset(path: &RepoPath) -> bool {
    resolvers::language_of(path).is_none()
}

/// The entity of a file that no language reads, which is used so and holds `text`, if that is known.
pub(super) fn asset(path: &RepoPath, text: Option<&str>, used: &Use<'_>) -> DesiredEntity {
    blank(Identity::File(path.clone()), text::asset(path, text, used))
}

/// The files that lie in `dir` itself, in path order; what lies deeper is not even looked at.
fn files_of<'u>(files: &'u [UniverseFile], dir: &[u8]) -> impl Iterator<Item = &'u UniverseFile> {
    let inside = if dir.is_empty() { Vec::new() } else { [dir, b"/"].concat() };
    let mut at = files.partition_point(|file| file.path.as_bytes() < &inside[..]);
    std::iter::from_fn(move || {
        loop {
            let file = files.get(at)?;
            let name = file.path.as_bytes().strip_prefix(&inside[..])?;
            let Some(end) = name.iter().position(|byte| *byte == b'/') else {
                at += 1;
                return Some(file);
            };
            let deeper = &file.path.as_bytes()[..=inside.len() + end];
            at += files[at..].partition_point(|file| file.path.as_bytes().starts_with(deeper));
        }
    })
}

/// What the graph should be. Numbers are positions in `entities`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DesiredGraph {
    /// Each once, in order of first appearance in the tables of contents.
    pub entities: Vec<DesiredEntity>,
    /// One for each root.
    pub tocs: Vec<DesiredToc>,
    /// Directories whose configuration cannot be understood: imports from and to what lies there may stand unseen.
    pub unsure: Vec<Vec<u8>>,
    /// What later runs over a few files go by, where it was wanted.
    pub traces: Option<Traces>,
}

/// An entity to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesiredEntity {
    /// By what it is found again.
    pub identity: Identity,
    /// The uids in the markers before the declaration, or in that of the file; at most one, unless somebody moved lines
    /// about.
    pub markers: Vec<Uid>,
    /// Of a part of a file its declarations: positions in `FileFacts::symbols`, ascending.
    pub declared: Vec<u32>,
    /// Of an external, where it is known.
    pub version: Option<String>,
    /// What the tool would say it is for, ending in ` (auto)`.
    pub purpose: String,
    /// What it owns and imports: owned functions in source order, then imports in order of first occurrence.
    pub imports: Vec<DesiredImport>,
    /// What it offers as entities of their own: in source order, then what stars bring by name.
    pub shared: Vec<usize>,
    /// Its file could not be read completely: what is known of it from earlier stays.
    pub partial: bool,
}

/// What an entity stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// A whole file.
    File(RepoPath),
    /// A directory that is imported as one; empty for the repo root.
    Package(Vec<u8>),
    /// Something that a file declares.
    Symbol {
        /// The file.
        file: RepoPath,
        /// The declared name; `Class.member` for a member.
        name: String,
        /// Whether it is a function.
        is_function: bool,
    },
    /// Something outside the repository (specification §8.5).
    External {
        /// `npm`, `node`, …
        ecosystem: &'static str,
        /// The package or module.
        name: String,
    },
}

impl Identity {
    /// What `source:` names: `path`, `path#symbol`, or the name of an external.
    #[must_use]
    pub fn source(&self) -> Vec<u8> {
        match self {
            Self::File(path) => path.as_bytes().to_vec(),
            Self::Package(dir) => shown(dir).to_vec(),
            Self::Symbol { file, name, .. } => [file.as_bytes(), b"#", name.as_bytes()].concat(),
            Self::External { name, .. } => name.as_bytes().to_vec(),
        }
    }

    /// The file that it is, or that it lies in.
    #[must_use]
    pub fn file(&self) -> Option<&RepoPath> {
        match self {
            Self::File(path) | Self::Symbol { file: path, .. } => Some(path),
            Self::Package(_) | Self::External { .. } => None,
        }
    }

    /// What `kind:` says.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Symbol { is_function: true, .. } => Kind::Function,
            Self::File(_) | Self::Package(_) | Self::Symbol { .. } => Kind::Object,
            Self::External { .. } => Kind::External,
        }
    }

    /// The prefix of its uid.
    #[must_use]
    pub fn family(&self) -> Family {
        if self.kind() == Kind::Function { Family::Function } else { Family::Object }
    }
}

/// A line of `imports` to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesiredImport {
    /// What is imported.
    pub to: usize,
    /// The exporter by way of which it is imported, where that shares it.
    pub via: Option<usize>,
    /// What stands in the exports index.
    pub why: Why,
    /// More may be imported than is known: the exporter could not be read completely.
    pub uncertain: bool,
}

/// The text behind a line of `imports`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The importer owns the function (specification §5.2).
    Owner,
    /// Ends in ` (auto)`.
    Text(String),
}

/// A table of contents to be; the root is its first member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesiredToc {
    /// The directory that the root stands for; empty for the repo root.
    pub scope: Vec<u8>,
    /// In documentation order.
    pub members: Vec<usize>,
}

/// The graph of the code as `roots` (see [`super::roots::find`]) enter it. `graph` is built from `input`.
#[must_use]
pub fn desired(
    input: &BootstrapInput<'_>,
    graph: &FileGraph<'_>,
    roots: &[Root],
    (cover, granularity): (Cover, Granularity),
) -> DesiredGraph {
    let roots: Vec<(Node, &Root)> =
        roots.iter().filter_map(|root| Some((graph.entrance(root.path.as_bytes())?, root))).collect();
    let bind = || (granularity != Granularity::Files).then(|| Bindings::of(input.sources, input.resolved));
    let homes = homes(input, graph, &roots, cover);
    let ((nodes, members), bindings) = rayon::join(|| tables(graph, &roots, &homes), bind);
    let has_members = granularity == Granularity::Members;
    let members_of = bindings.as_ref().filter(|_| has_members);
    let methods = members_of.map(|bindings| Methods::of(input.sources, bindings)).unwrap_or_default();
    let vendors = go_vendors(input.files);
    let is_vendored = |at: u32| is_installed(&input.sources[at as usize].path, &vendors);
    let outline = |at: u32| {
        let exported = bindings.as_ref().map(|bindings| bindings.declared(at)).unwrap_or_default();
        // A copy of what somebody else keeps is told by its files: what they declare is told where it is kept.
        let granularity = if is_vendored(at) { Granularity::Files } else { granularity };
        Outline::of(&input.sources[at as usize].facts, &exported, methods.of_source(at), granularity)
    };
    let sources = 0..u32::try_from(input.sources.len()).unwrap_or(u32::MAX);
    let find_users = || bindings.as_ref().map(|bindings| Users::of(input.sources, graph, bindings));
    let ((outlines, external), users) = rayon::join(
        || (sources.into_par_iter().map(outline).collect::<Vec<Outline>>(), other_uses(input, graph)),
        || find_users().unwrap_or_default(),
    );
    let numbers = Numbers::of(graph, &nodes, &outlines);
    let draft = Draft {
        input,
        graph,
        bindings: bindings.as_ref(),
        outlines: &outlines,
        methods: &methods,
        numbers: &numbers,
        uses: &external,
        users: &users,
    };
    let parts: Vec<(Vec<DesiredEntity>, Vec<u32>)> =
        nodes.par_iter().map(|node| draft.entities(*node)).collect();
    let (parts, named): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let traced = input.traced.then(|| {
        traces(Tracing {
            input,
            graph,
            users: &users,
            externals: &external,
            nodes: nodes.iter().copied().zip(named).collect(),
            roots: &roots,
            homes: &homes,
            is_vendored: &is_vendored,
            identity: &|node| draft.identities(node).into_iter().next(),
        })
    });
    let mut entities: Vec<DesiredEntity> = parts.into_iter().flatten().collect();
    for (node, root) in &roots {
        let (lead, intro) = (Lead::of(root), root::intro(input, root));
        let own = &mut entities[numbers.all(*node)];
        root::tell(input, graph, *node, (&lead, &intro, (*root).into()), own);
    }
    let tocs = members.into_iter().zip(&roots).map(|(members, (_, root))| DesiredToc {
        scope: root.scope.clone(),
        members: members.into_iter().flat_map(|node| numbers.all(node)).collect(),
    });
    DesiredGraph { tocs: tocs.collect(), entities, unsure: input.unsure.to_vec(), traces: traced.flatten() }
}

/// Some files as [`desired`] has them in a graph of all.
pub(super) struct Few {
    /// Of each that was asked for: the whole file, then what lies in it.
    pub(super) entities: Vec<Vec<DesiredEntity>>,
    /// What the numbers in them stand for.
    pub(super) identities: Vec<Identity>,
    /// Which sources the heads of each name.
    pub(super) named: Vec<Vec<u32>>,
}

/// What `wanted`, sources and packages, are as parts of a larger graph: `input` has all that they import,
/// whatever is passed on there, and `users` are who takes something of them in the whole repository. Of exported declarations,
/// members apart.
pub(super) fn few(
    input: &BootstrapInput<'_>,
    (graph, bindings): (&FileGraph<'_>, &Bindings<'_>),
    users: &Users<'_>,
    wanted: &[Node],
    is_vendored: &(dyn Fn(u32) -> bool + Sync),
) -> Few {
    let outline = |(source, at): (&SourceFile, u32)| {
        let granularity = if is_vendored(at) { Granularity::Files } else { Granularity::Shared };
        Outline::of(&source.facts, &bindings.declared(at), &[], granularity)
    };
    let outlines: Vec<Outline> = input.sources.iter().zip(0..).map(outline).collect();
    let nodes: Vec<Node> = (0..).take(graph.len()).collect();
    let (methods, externals) = (Methods::default(), FxHashMap::default());
    let numbers = Numbers::of(graph, &nodes, &outlines);
    let draft = Draft {
        input,
        graph,
        bindings: Some(bindings),
        outlines: &outlines,
        methods: &methods,
        numbers: &numbers,
        uses: &externals,
        users,
    };
    let (entities, named) = wanted.par_iter().map(|node| draft.entities(*node)).unzip();
    Few { entities, named, identities: nodes.into_iter().flat_map(|node| draft.identities(node)).collect() }
}

/// Of each source that is covered whether a root leads to it or not, in path order: the table of contents in which it stands
/// where none has it otherwise, and where it is entered.
fn homes(
    input: &BootstrapInput<'_>,
    graph: &FileGraph<'_>,
    roots: &[(Node, &Root)],
    cover: Cover,
) -> Vec<(usize, Node)> {
    if cover != Cover::All && !roots.iter().all(|(_, root)| root.guessed) {
        return Vec::new();
    }
    let homes = Homes::of(roots.iter().map(|(_, root)| *root));
    let paths = input.sources.iter().map(|source| &source.path);
    paths.filter_map(|path| Some((homes.of_file(path), graph.entrance(path.as_bytes())?))).collect()
}

/// Every node that becomes an entity in order of first appearance, and the nodes of each table of contents.
fn tables(
    graph: &FileGraph<'_>,
    roots: &[(Node, &Root)],
    homes: &[(usize, Node)],
) -> (Vec<Node>, Vec<Vec<Node>>) {
    let mut tocs = Tocs::of(graph, roots.iter().map(|(node, _)| *node));
    for (table, node) in homes {
        tocs.cover(*table, *node);
    }
    tocs.finish()
}

/// From nodes of the graph, and what is declared in them, to positions among the entities: a file, then what it
/// declares in source order.
struct Numbers<'a> {
    start: Vec<Option<usize>>,
    /// For each node the outline of the file.
    outlines: Vec<Option<&'a Outline>>,
    /// For each source its node.
    node_of: Vec<Option<Node>>,
}

impl<'a> Numbers<'a> {
    fn of(graph: &FileGraph<'_>, nodes: &[Node], outlines: &'a [Outline]) -> Self {
        let mut numbers = Self {
            start: vec![None; graph.len()],
            outlines: vec![None; graph.len()],
            node_of: vec![None; outlines.len()],
        };
        let mut next = 0;
        for node in nodes {
            numbers.start[*node as usize] = Some(next);
            next += 1;
            if let Some(source) = graph.source(*node) {
                numbers.outlines[*node as usize] = Some(&outlines[source]);
                numbers.node_of[source] = Some(*node);
                next += outlines[source].parts.len();
            }
        }
        numbers
    }

    fn whole(&self, node: Node) -> Option<usize> {
        *self.start.get(node as usize)?
    }

    fn all(&self, node: Node) -> std::ops::Range<usize> {
        let parts =
            self.outlines.get(node as usize).copied().flatten().map_or(0, |outline| outline.parts.len());
        self.whole(node).map_or(0..0, |start| start..start + 1 + parts)
    }

    fn declared(&self, declaration: Declaration) -> Option<usize> {
        let node = (*self.node_of.get(declaration.source as usize)?)?;
        let part = self.outlines.get(node as usize).copied().flatten()?.find(declaration.symbol)?;
        Some(self.whole(node)? + 1 + part)
    }
}

/// What is taken of each external, and of each file that no language reads, by all files in order of paths.
fn other_uses<'a>(input: &BootstrapInput<'a>, graph: &FileGraph<'a>) -> FxHashMap<Node, Use<'a>> {
    let mut uses: FxHashMap<Node, Use<'a>> = FxHashMap::default();
    for SourceFile { path, facts, .. } in input.sources {
        let Some(node) = graph.node(path.as_bytes()) else { continue };
        for edge in graph.edges(node) {
            let is_asset = graph.file(edge.to).is_some_and(is_asset);
            if graph.external(edge.to).is_none() && !is_asset {
                continue;
            }
            let of_one = uses.entry(edge.to).or_default();
            let imports = graph.imports_of(edge).iter().filter_map(|at| facts.imports.get(*at as usize));
            imports.for_each(|import| of_one.note(path, (import, facts), is_asset));
        }
    }
    let handed = handed::of_all(input.sources, graph);
    if handed.is_empty() {
        return uses;
    }
    for SourceFile { path, facts, .. } in input.sources {
        let Some(node) = graph.node(path.as_bytes()) else { continue };
        for edge in graph.edges(node) {
            for (name, asset) in handed.get(&edge.to).into_iter().flatten() {
                let imports = graph.imports_of(edge).iter().filter_map(|at| facts.imports.get(*at as usize));
                let taken = &mut uses.entry(*asset).or_default().taken;
                imports.for_each(|import| taken.note_behind((import, name), (path, facts)));
            }
        }
    }
    uses
}

/// All that the entities are made of.
struct Draft<'a> {
    input: &'a BootstrapInput<'a>,
    graph: &'a FileGraph<'a>,
    bindings: Option<&'a Bindings<'a>>,
    outlines: &'a [Outline],
    methods: &'a Methods,
    numbers: &'a Numbers<'a>,
    uses: &'a FxHashMap<Node, Use<'a>>,
    users: &'a Users<'a>,
}

impl Draft<'_> {
    /// What the entities of `node` stand for.
    fn identities(&self, node: Node) -> Vec<Identity> {
        if let Some((_, package)) = self.graph.package(node) {
            return vec![Identity::Package(package.dir.to_vec())];
        }
        if let Some(External { ecosystem, name, .. }) = self.graph.external(node) {
            return vec![Identity::External { ecosystem, name: name.clone() }];
        }
        let path = &self.input.files[node as usize];
        let parts = self.graph.source(node).map_or(&[][..], |source| &self.outlines[source].parts);
        let whole = Identity::File(path.clone());
        std::iter::once(whole).chain(parts.iter().map(|part| part.identity(path))).collect()
    }

    /// The entity of `node`, and those in it; and the sources that their heads name.
    fn entities(&self, node: Node) -> (Vec<DesiredEntity>, Vec<u32>) {
        if let (None, Some(source)) = (self.graph.external(node), self.graph.source(node)) {
            return self.of_source(node, source);
        }
        (vec![self.of_no_source(node)], Vec::new())
    }

    fn of_no_source(&self, node: Node) -> DesiredEntity {
        if let Some((at, package)) = self.graph.package(node) {
            return self.of_package(package, self.users.of_package(at));
        }
        if let Some(known) = self.graph.external(node) {
            return external(known, self.uses.get(&node).unwrap_or(&Use::default()));
        }
        let path = &self.input.files[node as usize];
        let text = self.input.unread.text(path);
        asset(path, text.as_deref(), self.uses.get(&node).unwrap_or(&Use::default()))
    }

    /// A package lists its files, and shares what they share.
    fn of_package(&self, package: &Package<'_>, users: &[User<'_>]) -> DesiredEntity {
        let sources = members(self.input, package);
        let mut whole =
            blank(Identity::Package(package.dir.to_vec()), text::package(package, &sources, users));
        let line = |file: &&SourceFile| {
            let to = self.numbers.whole(self.graph.node(file.path.as_bytes())?)?;
            let why = Why::Text(text::member(&package.name, file));
            Some(DesiredImport { to, via: None, why, uncertain: false })
        };
        whole.imports = sources.iter().filter_map(line).collect();
        let exported =
            self.bindings.map(|bindings| bindings.exported_by(&package.members)).unwrap_or_default();
        whole.shared = exported.into_iter().filter_map(|it| self.numbers.declared(it)).collect();
        let partial = sources.iter().any(|source| source.facts.parse != Parse::Complete);
        DesiredEntity { partial, ..whole }
    }

    fn of_source(&self, node: Node, source: usize) -> (Vec<DesiredEntity>, Vec<u32>) {
        let file = &self.input.sources[source];
        let SourceFile { path, facts, .. } = file;
        let (outline, position) = (&self.outlines[source], u32::try_from(source).unwrap_or(u32::MAX));
        let partial = facts.parse != Parse::Complete;
        let imports = Imports::of(facts, (node, position), self.graph, self.bindings, self.outlines);
        let imports = if outline.has_members() { imports.with_injections() } else { imports };
        let start = self.numbers.whole(node).map_or(0, |start| start + 1);
        // Of a file that could not be read nothing is claimed.
        let is_blank = facts.symbols.is_empty() && facts.imports.is_empty() && facts.exports.is_empty();
        let said = Some(facts).filter(|_| !(partial && is_blank));
        let (memory, named) = (self.input.memory, imports.named(self.input.sources));
        let named_key = memory.key_of(&named);
        let around = |users| Around { users, named: &named, named_key };
        let of_file = around(self.users.of_file(position));
        let purpose = memory.told(file, None, of_file, || text::file(path, said, of_file));
        let mut whole = blank(Identity::File(path.clone()), purpose);
        whole.imports = owned(outline.top_level(), start).chain(self.known(imports.lines())).collect();
        let exported = self.bindings.map(|bindings| bindings.exported(position)).unwrap_or_default();
        whole.shared = exported.into_iter().filter_map(|it| self.numbers.declared(it)).collect();
        let markers = marker_of_file(facts).into_iter().collect();
        let mut entities = vec![DesiredEntity { markers, partial, ..whole }];
        for (at, part) in outline.parts.iter().enumerate() {
            let identity = part.identity(path);
            let users = part.symbols.first().map_or(&[][..], |first| self.users.of_symbol(position, *first));
            let around = around(users);
            let tell = || text::symbol(path, facts, &part.symbols, around);
            let mut entity = blank(identity, memory.told(file, Some(&part.symbols), around, tell));
            if outline.has_members() {
                let injected = self.known(imports.injected(&part.symbols));
                let away = self.methods_away(position, part);
                let methods = away.iter().map(|at| ownership(*at));
                entity.imports = owned(outline.members(at), start).chain(methods).chain(injected).collect();
                entity.shared = outline.members(at).map(|(member, _)| start + member).chain(away).collect();
            }
            let declared = part.symbols.clone();
            entities.push(DesiredEntity { markers: part.markers.clone(), declared, partial, ..entity });
        }
        let named = named.iter().filter_map(|it| bindings::position(self.input.sources, it.path.as_bytes()));
        (entities, if self.input.traced { named.collect() } else { Vec::new() })
    }

    /// The methods of `part` that stand in other files.
    fn methods_away(&self, source: u32, part: &Part) -> Vec<usize> {
        let of = |symbol: &u32| self.methods.of_type(Declaration { source, symbol: *symbol });
        let methods = part.symbols.first().map_or(&[][..], of);
        methods.iter().filter_map(|method| self.numbers.declared(*method)).collect()
    }

    /// `lines` by numbers. What is no entity has no line.
    fn known(&self, lines: Vec<Line>) -> impl Iterator<Item = DesiredImport> {
        lines.into_iter().filter_map(|Line { end, why, uncertain }| {
            let (to, via) = match end {
                End::Whole(node) => (self.numbers.whole(node)?, None),
                End::Shared(declaration, via) => {
                    (self.numbers.declared(declaration)?, Some(self.numbers.whole(via)?))
                }
            };
            Some(DesiredImport { to, via, why: Why::Text(why), uncertain })
        })
    }
}

/// What is outside the repository, of which this is taken.
pub(super) fn external(external: &External, used: &Use<'_>) -> DesiredEntity {
    let (ecosystem, name) = (external.ecosystem, external.name.clone());
    let version = external.version.clone();
    DesiredEntity { version, ..blank(Identity::External { ecosystem, name }, text::external(external, used)) }
}

/// The functions among `parts`; the parts of the file are numbered from `start`.
fn owned<'p>(
    parts: impl Iterator<Item = (usize, &'p Part)>,
    start: usize,
) -> impl Iterator<Item = DesiredImport> {
    let functions = parts.filter(|(_, part)| part.is_function);
    functions.map(move |(at, _)| ownership(start + at))
}

fn ownership(to: usize) -> DesiredImport {
    DesiredImport { to, via: None, why: Why::Owner, uncertain: false }
}

fn blank(identity: Identity, purpose: String) -> DesiredEntity {
    DesiredEntity {
        identity,
        markers: Vec::new(),
        declared: Vec::new(),
        version: None,
        purpose,
        imports: Vec::new(),
        shared: Vec::new(),
        partial: false,
    }
}

/// The files of a package.
fn members<'a>(input: &BootstrapInput<'a>, package: &Package<'_>) -> Vec<&'a SourceFile> {
    package.members.iter().map(|member| &input.sources[*member as usize]).collect()
}
