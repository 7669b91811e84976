//! What a run over all files leaves for later runs over a few: of each source what of the others it goes by, and which
//! entities it is.
//!
//! Lists of sources are positions in the ground. What is said may be more than there is, and never less: a source that is
//! named by mistake is told anew and says what it said before.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use resolvers::facts::{BindingName, FileFacts};
use resolvers::path::RepoPath;
use resolvers::target::{Resolved, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::desired::{BootstrapInput, DesiredGraph, Identity};
use super::super::users::{Best, PACKAGE, Users};
use super::part::Part;
use crate::facts::SourceFile;
use crate::identity::{Family, Uid};
use crate::kept::digest;
use crate::resolution::bindings::{Declaration, passed_on, position};

/// What is known of one source before its entities have uids.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trace {
    users: Vec<u8>,
    answers: Vec<u8>,
    targets: Vec<u32>,
    passes: Vec<u32>,
    named: Vec<u32>,
    asks: Vec<u32>,
    is_vendored: bool,
}

/// Those of all sources of `input`; `None` where one cannot be written: `users` use what they declare, their heads name the sources in `named`, and those for
/// which `is_vendored` says so are kept by others.
pub(in crate::dsp) fn traces(
    input: &BootstrapInput<'_>,
    users: &Users<'_>,
    named: &FxHashMap<usize, Vec<u32>>,
    is_vendored: &(dyn Fn(u32) -> bool + Sync),
) -> Option<Vec<Trace>> {
    use rayon::prelude::*;
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
            targets: targets(input.sources, &answers.imports),
            passes: passed_on(input.sources, source, answers),
            named: named.get(&at).cloned().unwrap_or_default(),
            asks: asked(&source.facts, &answers.imports),
            is_vendored: is_vendored(u32::try_from(at).ok()?),
        })
    };
    (0..input.sources.len()).into_par_iter().map(trace).collect()
}

/// The sources that answers lead to; sorted.
fn targets(sources: &[SourceFile], answers: &[Resolved]) -> Vec<u32> {
    let all = answers.iter().flat_map(|answer| &answer.targets);
    let found = all.filter_map(|target| match target {
        Target::Source(path) => position(sources, path.as_bytes()),
        _ => None,
    });
    found.collect::<BTreeSet<u32>>().into_iter().collect()
}

/// What stands for a name in lists of names.
pub(super) fn mark(name: &str) -> u32 {
    let digest = digest([name.as_bytes()]);
    u32::from_le_bytes([digest[0], digest[1], digest[2], digest[3]])
}

/// How a name is called among names of exports.
pub(super) fn called(name: &BindingName) -> Option<&str> {
    match name {
        BindingName::Default => Some("default"),
        BindingName::Named(name) => Some(name),
        BindingName::Namespace => None,
    }
}

/// The names that a file asks other sources for, or may: sorted.
pub(super) fn asked(facts: &FileFacts, answers: &[Resolved]) -> Vec<u32> {
    let leads_to_source = |answer: &Resolved| answer.targets.iter().any(|it| matches!(it, Target::Source(_)));
    let imports = facts.imports.iter().zip(answers).filter(|(_, answer)| leads_to_source(answer));
    let mut names: FxHashSet<&str> = FxHashSet::default();
    let mut locals: FxHashSet<&str> = FxHashSet::default();
    for (import, _) in imports {
        // What is loaded as a whole may be taken for its default.
        names.insert("default");
        for name in &import.names {
            names.extend(called(&name.name));
            locals.extend(name.local.as_deref());
        }
    }
    let members = facts.references.iter().filter(|it| locals.contains(it.binding.as_str()));
    names.extend(members.filter_map(|it| it.member.as_deref()));
    let mut names: Vec<u32> = names.into_iter().map(mark).collect();
    names.sort_unstable();
    names
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
    /// Which sources it imports.
    pub(super) targets: Vec<u32>,
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
    /// It is told as a part of a directory.
    pub(super) is_packed: bool,
    /// The marks of the names that it asks others for.
    pub(super) asks: Vec<u32>,
}

/// What is known of all sources.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Ground<'b> {
    /// Sorted by path.
    #[serde(borrow)]
    pub(super) sources: Vec<Known<'b>>,
    /// Entities that are neither sources nor parts of one, by [`key`]; sorted.
    pub(super) others: Vec<(Vec<u8>, u64)>,
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
        targets: trace.targets.clone(),
        passes: trace.passes.clone(),
        named: trace.named.clone(),
        sharers: Vec::new(),
        tables: Vec::new(),
        is_vendored: trace.is_vendored,
        is_root: false,
        is_packed: source.language.is_of_package(&source.path),
        asks: trace.asks.clone(),
    };
    let mut ground =
        Ground { sources: input.sources.iter().zip(traces).map(known).collect(), others: Vec::new() };
    // Of each entity the source that it is, or lies in.
    let mut source_of: Vec<Option<u32>> = Vec::with_capacity(uids.len());
    for (entity, uid) in desired.entities.iter().zip(uids) {
        let at = entity.identity.file().and_then(|path| ground.position(path));
        source_of.push(at);
        match at {
            Some(at) => ground.sources[at as usize].uids.push(number(*uid)),
            None => ground.others.push((key(&entity.identity), number(*uid))),
        }
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
    ground.others.sort_unstable();
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
            && one.targets == other.targets
            && one.tables == other.tables
            && [one.is_vendored, one.is_root, one.is_packed]
                == [other.is_vendored, other.is_root, other.is_packed]
            && holds(&one.named, &other.named)
            && holds(&one.sharers, &other.sharers)
            && holds(&one.asks, &other.asks)
    };
    let odd = ground.sources.iter().zip(&whole.sources).find(|pair| !is_same(pair));
    let odd = odd.map(|(known, _)| format!("{:?}", bstr::BStr::new(&known.path.0)));
    let is_long = ground.sources.len() == whole.sources.len() && ground.others == whole.others;
    odd.or_else(|| (!is_long).then(|| "other lists".to_owned()))
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
        let key = key(identity);
        let at = self.others.binary_search_by(|(it, _)| it.cmp(&key)).ok()?;
        Some(uid(self.others[at].1))
    }

    /// The bytes of the ground when `part` was told anew.
    pub(super) fn renewed(&self, part: &Part) -> Option<Vec<u8>> {
        let mut renewed: BTreeMap<u32, Known<'_>> = BTreeMap::new();
        let all = part.told.keys().chain(part.turned.sources.keys()).chain(part.users.keys());
        for at in all {
            renewed.entry(*at).or_insert_with(|| self.sources[*at as usize].clone());
        }
        for (at, known) in &mut renewed {
            if let Some(both) = part.told.get(at) {
                known.uids = both.now.uids.iter().copied().map(number).collect();
                known.named.clone_from(&both.named);
            }
            if let Some(turn) = part.turned.sources.get(at) {
                known.asks.clone_from(&turn.asks);
                known.sharers.extend(&part.passers);
                known.sharers.sort_unstable();
                known.sharers.dedup();
            }
            if let Some(users) = part.users.get(at) {
                known.users = owned(users);
            }
        }
        let sources = self.sources.iter().zip(0..).map(|(known, at)| renewed.get(&at).unwrap_or(known));
        // As a ground is written: one field behind the other.
        postcard::to_stdvec(&(sources.collect::<Vec<_>>(), &self.others)).ok()
    }

    /// The sources for which `is_one` says so.
    pub(super) fn filter(&self, is_one: impl Fn(&Known<'b>) -> bool) -> impl Iterator<Item = u32> {
        self.sources.iter().zip(0..).filter(move |(it, _)| is_one(it)).map(|(_, at)| at)
    }
}
