//! The lines of `imports`, each with its why in the exports index of what it leads to (specification §4.2.2, §5.4).
//!
//! What the code shows comes first, in its order; then what else stood there and stays.

use rustc_hash::FxHashSet;

use super::super::desired::{DesiredImport, Why};
use super::super::format::{ImportLine, import_lines, is_auto};
use super::super::model::Export;
use super::{AuthoredEdge, MANUAL, OWNER, Scene, Uids, Writer, is_ours, joined};
use crate::identity::Uid;

/// A line as the exports index knows it: importer, imported, exporter.
type Key = (Uid, Uid, Option<Uid>);

/// All lines as they shall be.
#[derive(Default)]
pub(super) struct Edges {
    /// The `imports` of every entity that has some, or shall have.
    files: Vec<(Uid, Vec<Vec<u8>>)>,
    /// The texts to be written.
    whys: Vec<(Key, Vec<u8>)>,
    /// Every line.
    alive: FxHashSet<Key>,
    /// What is imported by way of which exporter.
    shared: FxHashSet<(Uid, Uid)>,
    /// Lines that were there and go.
    gone: FxHashSet<Key>,
    /// Those of them that somebody gave a why.
    pub(super) dropped: Vec<AuthoredEdge>,
    /// Lines that are marked as manual from now on.
    pub(super) unshown: Vec<AuthoredEdge>,
}

/// What becomes of a line that the code does not show in just that way.
enum Verdict {
    Stays,
    /// Stays, marked as manual.
    Manual,
    Goes,
}

pub(super) fn settle(scene: &Scene<'_>, removed: &Uids, held: &Uids) -> Edges {
    let mut edges = Edges::default();
    for (at, uid) in scene.uids.iter().enumerate() {
        Settler::new(scene, removed, *uid, Some(at)).run(&mut edges);
    }
    let foreign = scene.existing.uids().map(|(uid, _)| uid);
    for uid in foreign.filter(|uid| !scene.numbers.contains_key(uid) && !removed.contains(uid)) {
        let settler = Settler::new(scene, removed, uid, None);
        Settler { partial: held.contains(&uid), ..settler }.run(&mut edges);
    }
    for uid in scene.existing.uids().map(|(uid, _)| uid).filter(|uid| removed.contains(uid)) {
        Settler::new(scene, removed, uid, None).give_up(&mut edges);
    }
    edges.dropped.sort_unstable();
    edges
}

impl Edges {
    pub(super) fn write(&self, scene: &Scene<'_>, writer: &mut Writer<'_>) {
        for (uid, lines) in &self.files {
            let found = scene.existing.entity(*uid).and_then(|entity| entity.imports.as_deref());
            let same = |raw| import_lines(raw).map(|line| line.raw).eq(lines.iter().map(Vec::as_slice));
            if !found.is_some_and(same) {
                writer.write(&format!("{uid}/imports"), joined(lines));
            }
        }
        for ((importer, to, via), text) in &self.whys {
            match via {
                Some(via) => writer.write(&format!("{via}/exports/{to}/{importer}"), text.clone()),
                None => writer.write(&format!("{to}/exports/{importer}"), text.clone()),
            }
        }
    }

    pub(super) fn is_alive(&self, importer: Uid, to: Uid, via: Option<Uid>) -> bool {
        self.alive.contains(&(importer, to, via))
    }

    pub(super) fn is_gone(&self, importer: Uid, to: Uid, via: Option<Uid>) -> bool {
        self.gone.contains(&(importer, to, via))
    }

    /// Whether somebody imports `shared` by way of `exporter`.
    pub(super) fn is_shared(&self, shared: Uid, exporter: Uid) -> bool {
        self.shared.contains(&(shared, exporter))
    }
}

/// Settles the lines of one importer.
struct Settler<'a> {
    scene: &'a Scene<'a>,
    removed: &'a Uids,
    uid: Uid,
    /// What the code shows.
    wanted: &'a [DesiredImport],
    /// The code cannot tell what the importer imports: what stands there stays.
    partial: bool,
    lines: Vec<Vec<u8>>,
    shown: FxHashSet<(Uid, Option<Uid>)>,
}

impl<'a> Settler<'a> {
    fn new(scene: &'a Scene<'a>, removed: &'a Uids, uid: Uid, at: Option<usize>) -> Self {
        let wanted = at.map(|at| &scene.desired.entities[at]);
        Self {
            scene,
            removed,
            uid,
            wanted: wanted.map_or(&[], |entity| &entity.imports),
            partial: wanted.is_some_and(|entity| entity.partial),
            lines: Vec::new(),
            shown: FxHashSet::default(),
        }
    }

    fn run(mut self, edges: &mut Edges) {
        let found = self.scene.existing.entity(self.uid).and_then(|entity| entity.imports.as_deref());
        let mut told = FxHashSet::default();
        let old: Vec<ImportLine<'_>> =
            found.map(import_lines).into_iter().flatten().filter(|line| told.insert(line.raw)).collect();
        let keeps_order = self.partial && found.is_some();
        if keeps_order {
            self.old(&old, edges);
        }
        let wanted = self.wanted;
        for import in wanted {
            if !self.is_known(import, &old) {
                self.show(import, edges);
            }
        }
        if !keeps_order {
            self.old(&old, edges);
        }
        edges.files.push((self.uid, self.lines));
    }

    /// The importer goes, and what somebody wrote of its lines with it.
    fn give_up(self, edges: &mut Edges) {
        let found = self.scene.existing.entity(self.uid).and_then(|entity| entity.imports.as_deref());
        for line in found.map(import_lines).into_iter().flatten() {
            let Some(to) = line.imported() else { continue };
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
        let (to, via) = (self.scene.uids[import.to], import.via.map(|via| self.scene.uids[via]));
        if !self.shown.insert((to, via)) {
            return;
        }
        let line = via.map_or_else(|| to.to_string(), |via| format!("{to} via={via}"));
        self.lines.push(line.into_bytes());
        self.alive(to, via, edges);
        let why = match &import.why {
            Why::Owner => OWNER,
            Why::Text(text) => text,
        };
        let line = [why.as_bytes(), b"\n"].concat();
        match self.scene.recorded(self.uid, to, via) {
            Some(text) if !is_ours(text) || text.trim_ascii() == why.as_bytes() => {}
            // Somebody's words for the same thing by another way move along.
            _ => {
                let text = self.moved(to, via).map_or(line, <[u8]>::to_vec);
                if !self.is_blocked(to, via) {
                    edges.whys.push(((self.uid, to, via), text));
                }
            }
        }
    }

    /// An authored why of the importer for `to` by a way that the code shows no more.
    fn moved(&self, to: Uid, via: Option<Uid>) -> Option<&'a [u8]> {
        let imports = self.scene.existing.entity(self.uid)?.imports.as_deref()?;
        let others = import_lines(imports).filter(|line| line.imported() == Some(to) && line.via() != via);
        let mut texts = others.filter(|line| !self.wants(to, line.via())).filter_map(|line| {
            let text = self.scene.recorded(self.uid, to, line.via())?;
            (!is_ours(text) && !text.starts_with(MANUAL.as_bytes())).then_some(text)
        });
        texts.next()
    }

    fn wants(&self, to: Uid, via: Option<Uid>) -> bool {
        let same = |import: &DesiredImport| {
            self.scene.uids[import.to] == to && import.via.map(|via| self.scene.uids[via]) == via
        };
        self.wanted.iter().any(same)
    }

    /// A file stands where a directory belongs, or the other way round: an entity is shared by what it imports.
    fn is_blocked(&self, to: Uid, via: Option<Uid>) -> bool {
        let exports = self.scene.existing.entity(via.unwrap_or(to)).map(|entity| &entity.exports);
        let name = if via.is_some() { to } else { self.uid }.to_string();
        match exports.and_then(|exports| exports.get(name.as_bytes())) {
            Some(Export::Why(_)) => via.is_some(),
            Some(Export::Shared(_)) => via.is_none(),
            None => false,
        }
    }

    /// The lines that stood there and are not shown.
    fn old(&mut self, old: &[ImportLine<'_>], edges: &mut Edges) {
        for line in old {
            let (to, via) = (line.imported(), line.via());
            let Some(to) = to.filter(|_| line.via_name().is_none() || via.is_some()) else {
                self.lines.push(line.raw.to_vec());
                continue;
            };
            if !self.shown.contains(&(to, via)) {
                self.settle(line, to, via, edges);
            }
        }
    }

    fn settle(&mut self, line: &ImportLine<'_>, to: Uid, via: Option<Uid>, edges: &mut Edges) {
        let why = self.scene.recorded(self.uid, to, via);
        match self.judge(to, via, why) {
            Verdict::Goes => {
                edges.gone.insert((self.uid, to, via));
                let moved = self.wanted.iter().any(|import| self.scene.uids[import.to] == to);
                if !moved && why.is_none_or(|why| !is_ours(why)) {
                    edges.dropped.push(self.edge(to, via, why));
                }
                return;
            }
            Verdict::Manual => {
                edges.unshown.push(self.edge(to, via, why));
                let text = [MANUAL.as_bytes(), why.unwrap_or_default().trim_ascii(), b"\n"].concat();
                if !self.is_blocked(to, via) {
                    edges.whys.push(((self.uid, to, via), text));
                }
            }
            Verdict::Stays => {}
        }
        self.lines.push(line.raw.to_vec());
        self.shown.insert((to, via));
        self.alive(to, via, edges);
    }

    fn judge(&self, to: Uid, via: Option<Uid>, why: Option<&[u8]>) -> Verdict {
        let scene = self.scene;
        if self.removed.contains(&to) || via.is_some_and(|via| self.removed.contains(&via)) {
            return Verdict::Goes;
        }
        let is_there = |uid: Uid| scene.numbers.contains_key(&uid) || scene.existing.entity(uid).is_some();
        let is_manual = why.is_some_and(|why| why.starts_with(MANUAL.as_bytes()));
        if self.partial || is_manual || !is_there(to) || !via.is_none_or(is_there) {
            return Verdict::Stays;
        }
        if why.is_some_and(|why| why.trim_ascii() == OWNER.as_bytes()) {
            return if scene.whole(to) == scene.whole(self.uid) { Verdict::Stays } else { Verdict::Goes };
        }
        if why.is_some_and(|why| is_auto(why) && !why.trim_ascii().is_empty()) {
            return if self.may_be(to, via) { Verdict::Stays } else { Verdict::Goes };
        }
        match self.is_supported(to, via) {
            false if scene.is_foreign => Verdict::Manual,
            false => Verdict::Goes,
            true => Verdict::Stays,
        }
    }

    /// Whether the exporter could not be read, so that what was known of it counts.
    fn may_be(&self, to: Uid, via: Option<Uid>) -> bool {
        let Some(exporter) = self.scene.whole(via.unwrap_or(to)) else { return false };
        self.wanted.iter().any(|import| import.uncertain && import.to == exporter)
    }

    /// Whether lines that stand there tell an uncertain import better.
    fn is_known(&self, import: &DesiredImport, old: &[ImportLine<'_>]) -> bool {
        let exporter = self.scene.uids[import.to];
        import.uncertain && old.iter().any(|line| line.via() == Some(exporter))
    }

    /// Whether the code shows an edge that somebody wrote. Where the code cannot tell, it does.
    fn is_supported(&self, to: Uid, via: Option<Uid>) -> bool {
        let scene = self.scene;
        if self.wanted.iter().any(|import| scene.uids[import.to] == to) {
            // The same by another way: that line has the words now.
            return false;
        }
        let (Some(from), Some(end)) = (scene.whole(self.uid), scene.whole(via.unwrap_or(to))) else {
            return true;
        };
        let is_part = scene.numbers.get(&to).is_some_and(|at| scene.whole(to) != Some(*at));
        if from == end || (is_part && scene.numbers.contains_key(&self.uid)) {
            return from == end;
        }
        let file = &scene.desired.entities[from];
        let leads_there =
            |import: &DesiredImport| scene.whole(scene.uids[import.via.unwrap_or(import.to)]) == Some(end);
        file.partial || file.imports.iter().any(leads_there)
    }

    fn alive(&self, to: Uid, via: Option<Uid>, edges: &mut Edges) {
        edges.alive.insert((self.uid, to, via));
        edges.shared.extend(via.map(|via| (to, via)));
    }
}
