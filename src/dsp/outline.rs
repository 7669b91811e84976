//! The entities inside one source file (design §5, granularity): what it declares and exports.
//!
//! One for each declared name at the top level that other files can import: merged declarations and overloads are
//! one, several export names of one declaration too. With [`Granularity::Members`] also the public methods and
//! fields of exported classes. What is not exported is a part of the file. Pure.

use resolvers::facts::{FileFacts, Subject, Symbol, SymbolKind};
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;

use super::desired::{Granularity, Identity};
use crate::identity::Uid;

/// The entities inside a file, in source order.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub(super) parts: Vec<Part>,
    /// The part whose first symbol that is.
    by_symbol: FxHashMap<u32, usize>,
    has_members: bool,
}

/// An entity inside a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The declared name; `Class.member` for a member.
    pub(super) name: String,
    /// Its declarations: positions in `FileFacts::symbols`, ascending.
    pub(super) symbols: Vec<u32>,
    /// Whether one of them is a function.
    pub(super) is_function: bool,
    /// Of a member, the position of its class among the parts.
    pub(super) class: Option<usize>,
    /// A method of a class that another file declares: that class owns it.
    pub(super) is_away: bool,
    /// The uids in the markers before the declaration, as they stand there; one, unless somebody moved lines about.
    pub(super) markers: Vec<Uid>,
}

impl Outline {
    /// `exported`: the first symbols of the names that other files can import; `away`: those of the methods whose
    /// classes other files declare.
    pub(super) fn of(facts: &FileFacts, exported: &[u32], away: &[u32], granularity: Granularity) -> Self {
        if granularity == Granularity::Files || exported.is_empty() && away.is_empty() {
            return Self::default();
        }
        let has_members = granularity == Granularity::Members;
        let mut parts = top_level(facts, exported, away);
        if has_members {
            parts = with_members(facts, parts);
        }
        mark(facts, &mut parts);
        let by_symbol = parts.iter().enumerate().filter_map(|(at, part)| Some((*part.symbols.first()?, at)));
        Self { by_symbol: by_symbol.collect(), parts, has_members }
    }

    /// Whether members of classes are entities, and what classes are given counts.
    pub(super) fn has_members(&self) -> bool {
        self.has_members
    }

    /// The part whose first declaration is `symbol`.
    pub(super) fn find(&self, symbol: u32) -> Option<usize> {
        self.by_symbol.get(&symbol).copied()
    }

    /// The parts that belong to the file itself.
    pub(super) fn top_level(&self) -> impl Iterator<Item = (usize, &Part)> {
        self.parts.iter().enumerate().filter(|(_, part)| part.class.is_none() && !part.is_away)
    }

    /// The members of the part at `class`: they follow it.
    pub(super) fn members(&self, class: usize) -> impl Iterator<Item = (usize, &Part)> {
        let behind = self.parts.iter().enumerate().skip(class + 1);
        behind.take_while(move |(_, part)| part.class == Some(class))
    }
}

impl Part {
    /// What it is as an entity of the file at `path`.
    pub(super) fn identity(&self, path: &RepoPath) -> Identity {
        Identity::Symbol { file: path.clone(), name: self.name.clone(), is_function: self.is_function }
    }
}

/// The uid in the marker of the whole file.
pub(super) fn marker_of_file(facts: &FileFacts) -> Option<Uid> {
    let mut of_file = facts.markers.iter().filter(|marker| marker.subject == Subject::File);
    of_file.find_map(|marker| Uid::parse(marker.uid.as_bytes()))
}

fn top_level(facts: &FileFacts, exported: &[u32], away: &[u32]) -> Vec<Part> {
    let mut of_name: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    for (symbol, at) in facts.symbols.iter().zip(0..).filter(|(symbol, _)| symbol.container.is_none()) {
        of_name.entry(&symbol.name).or_default().push(at);
    }
    let part = |first: &u32| {
        let name = facts.symbols.get(*first as usize)?.name.as_str();
        Some(part(facts, name.to_owned(), of_name.remove(name)?, None))
    };
    let mut parts: Vec<Part> = exported.iter().chain(away).filter_map(part).collect();
    for part in &mut parts {
        part.is_away = part.symbols.first().is_some_and(|first| away.contains(first));
    }
    parts.sort_by_key(|part| place(facts, part));
    parts
}

/// `parts` with the public members of the classes among them, each class followed by its own.
fn with_members(facts: &FileFacts, parts: Vec<Part>) -> Vec<Part> {
    let mut members: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (symbol, at) in facts.symbols.iter().zip(0..) {
        let is_member = matches!(symbol.kind, SymbolKind::Method | SymbolKind::Field);
        if let Some(container) = symbol.container.filter(|_| is_member && symbol.exported) {
            members.entry(container).or_default().push(at);
        }
    }
    let mut all = Vec::with_capacity(parts.len());
    for class in parts {
        let at = all.len();
        // Any named type of Go may have methods.
        let is_class =
            |at: &&u32| matches!(facts.symbols[**at as usize].kind, SymbolKind::Class | SymbolKind::Type);
        let found = class.symbols.iter().filter(is_class).filter_map(|symbol| members.get(symbol)).flatten();
        let mut names: Vec<(&str, Vec<u32>)> = Vec::new();
        let mut slots: FxHashMap<&str, usize> = FxHashMap::default();
        for member in found {
            let name = facts.symbols[*member as usize].name.as_str();
            let slot = *slots.entry(name).or_insert(names.len());
            if slot == names.len() {
                names.push((name, Vec::new()));
            }
            names[slot].1.push(*member);
        }
        names.retain(|(name, _)| *name != "constructor" && *name != "__init__");
        let of_class = |(name, symbols): (&str, Vec<u32>)| {
            part(facts, format!("{}.{name}", class.name), symbols, Some(at))
        };
        let members: Vec<Part> = names.into_iter().map(of_class).collect();
        all.push(class);
        all.extend(members);
    }
    all
}

fn part(facts: &FileFacts, name: String, symbols: Vec<u32>, class: Option<usize>) -> Part {
    let is_function = |symbol: &u32| {
        matches!(facts.symbols[*symbol as usize].kind, SymbolKind::Function | SymbolKind::Method)
    };
    Part {
        is_function: symbols.iter().any(is_function),
        name,
        symbols,
        class,
        is_away: false,
        markers: Vec::new(),
    }
}

fn place(facts: &FileFacts, part: &Part) -> (u32, u32) {
    let first = part.symbols.first().copied().unwrap_or(u32::MAX);
    let start = |symbol: &Symbol| symbol.span.start;
    (facts.symbols.get(first as usize).map_or(u32::MAX, start), first)
}

/// Gives each part the uids of the markers that stand before its declarations.
fn mark(facts: &FileFacts, parts: &mut [Part]) {
    if facts.markers.is_empty() {
        return;
    }
    let mut marked: FxHashMap<u32, Vec<Uid>> = FxHashMap::default();
    for marker in &facts.markers {
        if let (Subject::Symbol(symbol), Some(uid)) = (marker.subject, Uid::parse(marker.uid.as_bytes())) {
            marked.entry(symbol).or_default().push(uid);
        }
    }
    for part in parts {
        part.markers =
            part.symbols.iter().filter_map(|symbol| marked.get(symbol)).flatten().copied().collect();
    }
}
