//! The lines of `imports`, each with its why in the exports index of what it leads to (specification §4.2.2, §5.4).
//!
//! What the code shows comes first, in its order; then what else stood there and stays.

use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::{DesiredImport, Why};
use super::super::format::{ImportLine, import_lines, is_auto};
use super::super::model::{Entity, Export};
use super::super::parallel;
use super::places::Places;
use super::{AuthoredEdge, MANUAL, OWNER, Scene, Uids, Writer, is_ours, joined};
use crate::identity::Uid;

/// A line as the exports index knows it: importer, imported, exporter.
type Key = (Uid, Uid, Option<Uid>);

/// What a line leads to, and by way of which exporter.
type Way = (Uid, Option<Uid>);

/// All lines as they shall be.
#[derive(Default)]
pub(super) struct Edges {
    /// The `imports` of every entity that has some, or shall have.
    files: Vec<(Uid, Vec<Vec<u8>>)>,
    /// The texts to be written.
    whys: Vec<(Key, Vec<u8>)>,
    /// Every line, by importer; sorted.
    alive: FxHashMap<Uid, Vec<Way>>,
    /// What is imported by way of which exporter, once somebody has asked.
    shared: OnceLock<FxHashSet<(Uid, Uid)>>,
    /// Lines that were there and go.
    gone: FxHashSet<Key>,
    /// Those of them that somebody gave a why.
    pub(super) dropped: Vec<AuthoredEdge>,
    /// Lines that are marked as manual from now on.
    pub(super) unshown: Vec<AuthoredEdge>,
    /// Where whys will stand, as far as lines may still be marked as manual.
    places: Places,
}

/// What becomes of a line that the code does not show in just that way.
enum Verdict {
    Stays,
    /// Stays, marked as manual.
    Manual,
    Goes,
    /// Goes, for it names what is not there.
    Absent,
}

pub(super) fn settle(scene: &Scene<'_>, removed: &Uids, held: &Uids) -> Edges {
    let settler = |uid: Uid, at: Option<usize>| Settler::new(scene, removed, uid, at);
    let shown = |mut edges: Edges, entities: Range<usize>| {
        for at in entities {
            match standing(scene, at) {
                Some(ways) => edges.keep_alive(scene.uids[at], ways),
                None => settler(scene.uids[at], Some(at)).run(&mut edges),
            }
        }
        edges
    };
    let mut edges = Edges::default();
    if scene.is_foreign {
        // Whose line is marked as manual depends on whose were before.
        edges.places = Places::of(scene);
        edges = shown(edges, 0..scene.uids.len());
    } else {
        for part in parallel::parts(scene.uids.len(), |part| shown(Edges::default(), part)) {
            edges.absorb(part);
        }
    }
    let (going, foreign): (Vec<Uid>, Vec<Uid>) = scene.others.iter().partition(|uid| removed.contains(uid));
    for uid in foreign {
        Settler { partial: held.contains(&uid), ..settler(uid, None) }.run(&mut edges);
    }
    for uid in going {
        settler(uid, None).give_up(&mut edges);
    }
    edges.give_up_words(scene, removed);
    edges.dropped.sort_unstable();
    edges
}

/// What the code shows of the entity at `at`, where just that stands there, in the words of this tool, and nothing else.
/// So it is with nearly every one of a `.dsp/` that is kept in sync, and there is nothing to settle.
fn standing(scene: &Scene<'_>, at: usize) -> Option<Vec<Way>> {
    let (uid, entity) = (scene.uids[at], &scene.desired.entities[at]);
    let mut rest = scene.found(uid)?.imports.as_deref().filter(|_| !entity.partial)?;
    let mut ways = Vec::with_capacity(entity.imports.len());
    for import in &entity.imports {
        let (to, via) = scene.way(import);
        rest = rest.strip_prefix(&to.text()[..])?;
        if let Some(via) = via {
            rest = rest.strip_prefix(VIA)?.strip_prefix(&via.text()[..])?;
        }
        rest = rest.strip_prefix(b"\n")?;
        let why = scene.recorded(uid, to, via)?;
        if import.uncertain || why.trim_ascii() != words(&import.why).as_bytes() {
            return None;
        }
        ways.push((to, via));
    }
    ways.sort_unstable();
    (rest.is_empty() && ways.is_sorted_by(|a, b| a < b)).then_some(ways)
}

/// What the exports index says.
pub(in super::super) fn words(why: &Why) -> &str {
    match why {
        Why::Owner => OWNER,
        Why::Text(text) => text,
    }
}

/// What stands between the imported and the exporter.
const VIA: &[u8] = b" via=";

impl Edges {
    /// Takes over what was settled of other importers.
    fn absorb(&mut self, other: Self) {
        let Self { files, whys, alive, shared: _, gone, dropped, unshown, places: _ } = other;
        self.files.extend(files);
        self.whys.extend(whys);
        self.alive.extend(alive);
        self.gone.extend(gone);
        self.dropped.extend(dropped);
        self.unshown.extend(unshown);
    }

    /// What somebody wrote without a line goes where one of the ends does, or is not there.
    fn give_up_words(&mut self, scene: &Scene<'_>, removed: &Uids) {
        let is_gone = |end: Uid| removed.contains(&end) || !scene.is_known(end);
        let goes = |((importer, imported, via), why): &(Key, &[u8])| {
            !is_ours(why) && [Some(*importer), Some(*imported), *via].into_iter().flatten().any(is_gone)
        };
        let given_up = |(uid, entity)| whys(uid, entity).into_iter().filter(goes);
        let entities: Vec<(Uid, &Entity)> = scene.existing.uids().collect();
        let words: Vec<(Key, &[u8])> = entities.into_par_iter().flat_map_iter(given_up).collect();
        for ((importer, imported, via), why) in words {
            if self.gone.insert((importer, imported, via)) {
                let why = String::from_utf8_lossy(why).trim().to_owned();
                self.dropped.push(AuthoredEdge { importer, imported, via, why });
            }
        }
    }

    /// Those are the lines of `importer`; sorted.
    fn keep_alive(&mut self, importer: Uid, ways: Vec<Way>) {
        if !ways.is_empty() {
            self.alive.insert(importer, ways);
        }
    }

    /// Hands over what is to be written.
    pub(super) fn write(&mut self, scene: &Scene<'_>, writer: &mut Writer<'_>) {
        for (uid, lines) in std::mem::take(&mut self.files) {
            let found = scene.found(uid).and_then(|entity| entity.imports.as_deref());
            if found.is_none() && lines.is_empty() && !scene.is_entity(uid) {
                continue;
            }
            let same = |raw| import_lines(raw).map(|line| line.raw).eq(lines.iter().map(Vec::as_slice));
            if !found.is_some_and(same) {
                writer.write(&format!("{uid}/imports"), joined(&lines));
            }
        }
        for ((importer, to, via), text) in std::mem::take(&mut self.whys) {
            match via {
                Some(via) => writer.write(&format!("{via}/exports/{to}/{importer}"), text),
                None => writer.write(&format!("{to}/exports/{importer}"), text),
            }
        }
    }

    /// Whether the why of `importer` has lost its line. What somebody wrote without one is left alone while both ends stay.
    pub(super) fn is_stale(&self, importer: Uid, to: Uid, via: Option<Uid>, why: &[u8]) -> bool {
        let is_alive = self.alive.get(&importer).is_some_and(|ways| ways.binary_search(&(to, via)).is_ok());
        !is_alive && (is_ours(why) || self.gone.contains(&(importer, to, via)))
    }

    /// Whether somebody imports `shared` by way of `exporter`.
    pub(super) fn is_shared(&self, shared: Uid, exporter: Uid) -> bool {
        let ways = || self.alive.values().flatten();
        let pairs = || ways().filter_map(|(to, via)| Some((*to, (*via)?))).collect();
        self.shared.get_or_init(pairs).contains(&(shared, exporter))
    }
}

/// The whys in the exports index of `uid`.
fn whys(uid: Uid, entity: &Entity) -> Vec<(Key, &[u8])> {
    let mut whys = Vec::new();
    for (name, export) in entity.exports.iter().filter_map(|(name, export)| Some((Uid::parse(name)?, export)))
    {
        match export {
            Export::Why(text) => whys.push(((name, uid, None), text.as_slice())),
            Export::Shared(files) => {
                let texts =
                    files.iter().filter_map(|(file, text)| Some((Uid::parse(file)?, text.as_slice())));
                whys.extend(texts.map(|(importer, text)| ((importer, name, Some(uid)), text)));
            }
        }
    }
    whys
}

/// A text and the line, imported and exporter, that it stood behind.
type Words<'a> = (Way, &'a [u8]);

/// Settles the lines of one importer.
struct Settler<'a> {
    scene: &'a Scene<'a>,
    removed: &'a Uids,
    uid: Uid,
    /// The lines that stand there, each once.
    old: Vec<ImportLine<'a>>,
    /// What the code shows.
    wanted: Wanted<'a>,
    /// What somebody wrote of what is imported by another way now: by the imported, with the line that it had.
    moved: FxHashMap<Uid, Words<'a>>,
    /// The code cannot tell what the importer imports: what stands there stays.
    partial: bool,
    lines: Vec<Vec<u8>>,
    shown: FxHashSet<Way>,
}

/// What the code shows of one importer, made easy to ask.
#[derive(Default)]
struct Wanted<'a> {
    imports: &'a [DesiredImport],
    ways: FxHashSet<Way>,
    ends: Uids,
    /// Exporters that could not be read, so that more may be imported from them.
    uncertain: FxHashSet<usize>,
}

impl<'a> Wanted<'a> {
    fn of(scene: &Scene<'_>, imports: &'a [DesiredImport]) -> Self {
        let mut wanted = Self { imports, ..Self::default() };
        for import in imports {
            let (to, via) = scene.way(import);
            wanted.ways.insert((to, via));
            wanted.ends.insert(to);
            if import.uncertain {
                wanted.uncertain.insert(import.to);
            }
        }
        wanted
    }
}

impl<'a> Settler<'a> {
    fn new(scene: &'a Scene<'a>, removed: &'a Uids, uid: Uid, at: Option<usize>) -> Self {
        let entity = at.map(|at| &scene.desired.entities[at]);
        let found = scene.found(uid).and_then(|entity| entity.imports.as_deref());
        let mut told = FxHashSet::default();
        let old = found.map(import_lines).into_iter().flatten().filter(|line| told.insert(line.raw));
        let mut settler = Self {
            scene,
            removed,
            uid,
            old: old.collect(),
            wanted: Wanted::of(scene, entity.map_or(&[], |entity| &entity.imports)),
            moved: FxHashMap::default(),
            partial: entity.is_some_and(|entity| entity.partial),
            lines: Vec::new(),
            shown: FxHashSet::default(),
        };
        settler.moved = settler.find_moved();
        settler
    }

    fn run(mut self, edges: &mut Edges) {
        let keeps_order =
            self.partial && self.scene.found(self.uid).is_some_and(|entity| entity.imports.is_some());
        let known = self.known(edges);
        if keeps_order {
            self.old(edges);
        }
        for import in self.wanted.imports {
            if !(import.uncertain && known.contains(&self.scene.uids[import.to])) {
                self.show(import, edges);
            }
        }
        if !keeps_order {
            self.old(edges);
        }
        let mut ways: Vec<Way> = self.shown.into_iter().collect();
        ways.sort_unstable();
        edges.keep_alive(self.uid, ways);
        edges.files.push((self.uid, self.lines));
    }

    /// The importer goes, and what somebody wrote of its lines with it.
    fn give_up(self, edges: &mut Edges) {
        for line in &self.old {
            let Some(to) = line.imported() else { continue };
            edges.gone.insert((self.uid, to, line.via()));
            if let Some(why) = self.scene.recorded(self.uid, to, line.via()).filter(|why| !is_ours(why)) {
                edges.dropped.push(self.edge(to, line.via(), Some(why)));
            }
        }
    }

    fn edge(&self, to: Uid, via: Option<Uid>, why: Option<&[u8]>) -> AuthoredEdge {
        let why = String::from_utf8_lossy(why.unwrap_or_default()).trim().to_owned();
        AuthoredEdge { importer: self.uid, imported: to, via, why }
    }

    /// A line that the code shows.
    fn show(&mut self, import: &DesiredImport, edges: &mut Edges) {
        let (to, via) = self.scene.way(import);
        if !self.shown.insert((to, via)) {
            return;
        }
        let by_way = via.map(|via| [VIA, &via.text()[..]].concat());
        self.lines.push([&to.text()[..], &by_way.unwrap_or_default()].concat());
        let why = words(&import.why);
        if !self.takes_words(to, via) {
            return;
        }
        match (self.moved.get(&to), self.scene.recorded(self.uid, to, via)) {
            (Some((_, words)), _) => edges.whys.push(((self.uid, to, via), words.to_vec())),
            (None, Some(text)) if text.trim_ascii() == why.as_bytes() => {}
            (None, _) => edges.whys.push(((self.uid, to, via), [why.as_bytes(), b"\n"].concat())),
        }
    }

    /// Whether the why of a line that the code shows is ours to write.
    fn takes_words(&self, to: Uid, via: Option<Uid>) -> bool {
        self.scene.recorded(self.uid, to, via).is_none_or(is_ours) && !self.is_blocked(to, via)
    }

    /// Authored whys for what the code shows by other ways alone, of each the first, where one of these takes it.
    fn find_moved(&self) -> FxHashMap<Uid, Words<'a>> {
        let mut moved = FxHashMap::default();
        for line in self.old.iter().filter(|_| !self.partial) {
            let Some(way) = line.imported().map(|to| (to, line.via())) else { continue };
            let Some(to) = self.successor(way) else { continue };
            let why = self.scene.recorded(self.uid, way.0, way.1);
            let words = why.filter(|text| !is_ours(text) && !text.starts_with(MANUAL.as_bytes()));
            if let Some(words) = words.filter(|_| !self.wanted.ways.contains(&way)) {
                moved.entry(to).or_insert((way, words));
            }
        }
        if moved.is_empty() {
            return moved;
        }
        let ways = self.wanted.imports.iter().map(|import| self.scene.way(import));
        let takers: Uids = ways.filter(|(to, via)| self.takes_words(*to, *via)).map(|(to, _)| to).collect();
        moved.retain(|to, _| takers.contains(to));
        moved
    }

    /// What the code shows in place of the end of a line: the end itself, or, where that goes, what has its source now,
    /// or the whole file.
    fn successor(&self, (to, via): Way) -> Option<Uid> {
        let shown = |uid: &Uid| self.wanted.ends.contains(uid);
        if !self.removed.contains(&to) {
            return Some(to).filter(shown);
        }
        let whole = || self.scene.whole(via.unwrap_or(to)).map(|at| self.scene.uids[at]);
        self.scene.heir(to).filter(shown).or_else(|| whole().filter(shown))
    }

    /// Whether nothing is lost with a line: what the code shows by another way has its words, or it has none.
    fn is_moved(&self, to: Uid, via: Option<Uid>, why: Option<&[u8]>) -> bool {
        let successor = self.successor((to, via));
        if why.is_none_or(|why| why.trim_ascii().is_empty()) {
            return successor.is_some();
        }
        successor.and_then(|to| self.moved.get(&to)).is_some_and(|(from, _)| *from == (to, via))
    }

    /// A file stands where a directory belongs, or the other way round: an entity is shared by what it imports.
    fn is_blocked(&self, to: Uid, via: Option<Uid>) -> bool {
        let exports = self.scene.found(via.unwrap_or(to)).map(|entity| &entity.exports);
        let name = if via.is_some() { to } else { self.uid }.text();
        match exports.and_then(|exports| exports.get(&name[..])) {
            Some(Export::Why(_)) => via.is_some(),
            Some(Export::Shared(_)) => via.is_none(),
            None => false,
        }
    }

    /// The lines that stood there and are not shown.
    fn old(&mut self, edges: &mut Edges) {
        for line in std::mem::take(&mut self.old) {
            let (to, via) = (line.imported(), line.via());
            let Some(to) = to.filter(|_| line.via_name().is_none() || via.is_some()) else {
                self.lines.push(line.raw.to_vec());
                continue;
            };
            if !self.shown.contains(&(to, via)) {
                self.settle(&line, to, via, edges);
            }
        }
    }

    fn settle(&mut self, line: &ImportLine<'_>, to: Uid, via: Option<Uid>, edges: &mut Edges) {
        let why = self.scene.recorded(self.uid, to, via);
        match self.judge(to, via, why, edges) {
            Verdict::Goes => {
                edges.gone.insert((self.uid, to, via));
                if !self.is_moved(to, via, why) && why.is_none_or(|why| !is_ours(why)) {
                    edges.dropped.push(self.edge(to, via, why));
                }
                return;
            }
            Verdict::Manual => {
                edges.places.take(self.uid, to, via);
                edges.unshown.push(self.edge(to, via, why));
                let text = [MANUAL.as_bytes(), why.unwrap_or_default().trim_ascii(), b"\n"].concat();
                edges.whys.push(((self.uid, to, via), text));
            }
            Verdict::Absent => return,
            Verdict::Stays => {}
        }
        self.lines.push(line.raw.to_vec());
        self.shown.insert((to, via));
    }

    fn judge(&self, to: Uid, via: Option<Uid>, why: Option<&[u8]>, edges: &Edges) -> Verdict {
        let scene = self.scene;
        if self.removed.contains(&to) || via.is_some_and(|via| self.removed.contains(&via)) {
            return Verdict::Goes;
        }
        if !scene.is_known(to) || !via.is_none_or(|via| scene.is_known(via)) {
            return Verdict::Absent;
        }
        let is_manual = why.is_some_and(|why| why.starts_with(MANUAL.as_bytes()));
        let is_unsure = || scene.is_unsure(self.uid, to, via);
        if self.partial || is_manual || is_unsure() {
            return Verdict::Stays;
        }
        if why.is_some_and(|why| why.trim_ascii() == OWNER.as_bytes()) {
            return if scene.whole(to) == scene.whole(self.uid) { Verdict::Stays } else { Verdict::Goes };
        }
        if why.is_some_and(|why| is_auto(why) && !why.trim_ascii().is_empty()) {
            return if self.may_be(to, via) { Verdict::Stays } else { Verdict::Goes };
        }
        match self.is_supported(to, via, why) {
            true => Verdict::Stays,
            // Where no why can stand, nothing would tell the next run that it is manual.
            false if !scene.is_foreign || self.is_blocked(to, via) => Verdict::Goes,
            false if why.is_none() && edges.places.is_taken(self.uid, to, via) => Verdict::Goes,
            false if !self.is_moved(to, via, why) => Verdict::Manual,
            false => Verdict::Goes,
        }
    }

    /// Whether the exporter could not be read, so that what was known of it counts.
    fn may_be(&self, to: Uid, via: Option<Uid>) -> bool {
        let exporter = self.scene.whole(via.unwrap_or(to));
        exporter.is_some_and(|exporter| self.wanted.uncertain.contains(&exporter))
    }

    /// Exporters of which lines that stay, and that the code does not show anyway, tell more than an uncertain import.
    fn known(&self, edges: &Edges) -> Uids {
        let mut known = Uids::default();
        if self.wanted.uncertain.is_empty() {
            return known;
        }
        for line in &self.old {
            if let Some((to, via)) = line.imported().zip(line.via())
                && !self.wanted.ways.contains(&(to, Some(via)))
            {
                let why = self.scene.recorded(self.uid, to, Some(via));
                known.extend(
                    (!matches!(self.judge(to, Some(via), why, edges), Verdict::Goes | Verdict::Absent))
                        .then_some(via),
                );
            }
        }
        known
    }

    /// Whether the code shows an edge that somebody wrote. Where the code cannot tell, it does; that nothing imports what
    /// is not there it can. A line of which nobody said anything is somebody's only where all lines are.
    fn is_supported(&self, to: Uid, via: Option<Uid>, why: Option<&[u8]>) -> bool {
        let scene = self.scene;
        if self.wanted.ends.contains(&to) {
            // The same by another way: that line has the words now.
            return false;
        }
        let is_somebodys = !scene.numbers.contains_key(&self.uid) && scene.exists(self.uid);
        if why.is_none() && !is_somebodys {
            return false;
        }
        let Some(from) = scene.whole(self.uid) else { return true };
        let file = &scene.desired.entities[from];
        if !file.partial && ![Some(to), via].into_iter().flatten().all(|end| scene.exists(end)) {
            return false;
        }
        let Some(end) = scene.whole(via.unwrap_or(to)) else { return true };
        let is_part = scene.numbers.get(&to).is_some_and(|at| scene.whole(to) != Some(*at));
        if from == end || (is_part && scene.numbers.contains_key(&self.uid)) {
            return from == end;
        }
        let leads_there =
            |import: &DesiredImport| scene.whole(scene.uids[import.via.unwrap_or(import.to)]) == Some(end);
        file.partial || file.imports.iter().any(leads_there)
    }
}
