//! What each entity shares, and its exports index (specification §4.2.3 and §4.3) without the whys of lines.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::super::format::{AUTO, is_auto, lines};
use super::super::model::{Entity, Export, Name};
use super::super::text;
use super::edges::Edges;
use super::{Scene, Uids, Writer, joined};
use crate::identity::Uid;

pub(super) fn write(scene: &Scene<'_>, edges: &Edges, removed: &Uids, writer: &mut Writer<'_>) {
    let empty = Entity::default();
    writer.by_parts(scene.uids.len(), |at, writer| {
        let (uid, entity) = (scene.uids[at], &scene.desired.entities[at]);
        let found = scene.found(uid).unwrap_or(&empty);
        let wanted = entity.shared.iter().map(|shared| scene.uids[*shared]).collect();
        Index { scene, edges, removed, uid, found, wanted, keeps: entity.partial }.write(writer);
    });
    let foreign = scene.others.iter().copied().filter(|uid| !removed.contains(uid));
    for (uid, found) in foreign.filter_map(|uid| Some((uid, scene.found(uid)?))) {
        Index { scene, edges, removed, uid, found, wanted: Vec::new(), keeps: true }.write(writer);
    }
}

/// What one entity offers.
struct Index<'a> {
    scene: &'a Scene<'a>,
    edges: &'a Edges,
    removed: &'a Uids,
    uid: Uid,
    found: &'a Entity,
    /// What the code shows.
    wanted: Vec<Uid>,
    /// The code cannot tell: what stands there stays, in its order.
    keeps: bool,
}

impl Index<'_> {
    fn write(&self, writer: &mut Writer<'_>) {
        self.shared(writer);
        self.descriptions(writer);
        self.stale(writer);
    }

    /// The file `shared`: what the code shows, then what else stood there and stays.
    fn shared(&self, writer: &mut Writer<'_>) {
        let old = self.found.shared.as_deref().unwrap_or_default();
        if lines(old).map(Uid::parse).eq(self.wanted.iter().map(|uid| Some(*uid))) {
            return;
        }
        let anyway: Uids = if self.keeps { Uids::default() } else { self.wanted.iter().copied().collect() };
        let stays = |line: &&[u8]| {
            Uid::parse(line).is_none_or(|uid| !anyway.contains(&uid) && self.stays_shared(uid))
        };
        let standing = lines(old).filter(stays).map(<[u8]>::to_vec);
        let shown = self.wanted.iter().map(|uid| uid.text().to_vec());
        let mut told = FxHashSet::default();
        let mut once = |line: &Vec<u8>| told.insert(line.clone());
        let new: Vec<Vec<u8>> = if self.keeps {
            standing.chain(shown).filter(&mut once).collect()
        } else {
            shown.chain(standing).filter(&mut once).collect()
        };
        if !lines(old).eq(new.iter().map(Vec::as_slice)) {
            writer.write(&format!("{}/shared", self.uid), joined(&new));
        }
    }

    /// Whether what stands in `shared` stays there, unless the code shows it anyway.
    fn stays_shared(&self, uid: Uid) -> bool {
        let may_stay =
            self.keeps || !self.scene.numbers.contains_key(&uid) || self.edges.is_shared(uid, self.uid);
        may_stay && self.scene.is_known(uid) && !self.removed.contains(&uid)
    }

    /// `exports/<shared>/description`: what the shared entity is for.
    fn descriptions(&self, writer: &mut Writer<'_>) {
        for shared in &self.wanted {
            let found = match self.found.exports.get(&shared.text()[..]) {
                Some(Export::Why(_)) => continue,
                Some(Export::Shared(files)) => files.get(&b"description"[..]),
                None => None,
            };
            let text = self.purpose(*shared);
            if found.is_none_or(|found| is_auto(found) && found.trim_ascii() != text.as_bytes()) {
                writer.write(
                    &format!("{}/exports/{shared}/description", self.uid),
                    [text.as_bytes(), b"\n"].concat(),
                );
            }
        }
    }

    /// What `shared` will say it is for, as a text of ours.
    fn purpose(&self, shared: Uid) -> Cow<'_, str> {
        let description = self.scene.found(shared).and_then(|entity| entity.description.as_ref());
        let authored = description.and_then(|it| it.paragraph("purpose")).filter(|purpose| !is_auto(purpose));
        match authored {
            Some(purpose) => text::auto(&String::from_utf8_lossy(purpose)).into(),
            None => match self.scene.wanted(shared) {
                Some(wanted) if wanted.partial => {
                    let purpose = description.and_then(|it| it.paragraph("purpose"));
                    purpose.map_or(Cow::Borrowed(wanted.purpose.as_str()), String::from_utf8_lossy)
                }
                Some(wanted) => wanted.purpose.as_str().into(),
                None => AUTO.trim_start().into(),
            },
        }
    }

    /// Removes what the tool wrote into `exports/` about lines that are no more.
    fn stale(&self, writer: &mut Writer<'_>) {
        let wanted: Uids = self.wanted.iter().copied().collect();
        for (name, export) in &self.found.exports {
            let Some(other) = Uid::parse(name) else { continue };
            match export {
                Export::Why(text) if self.edges.is_stale(other, self.uid, None, text) => {
                    writer.remove(&format!("{}/exports/{other}", self.uid));
                }
                Export::Why(_) => {}
                Export::Shared(files) => {
                    let stays = wanted.contains(&other) || self.stays_shared(other);
                    self.stale_shared(other, stays, files, writer);
                }
            }
        }
    }

    fn stale_shared(
        &self,
        shared: Uid,
        stays: bool,
        files: &BTreeMap<Name, Vec<u8>>,
        writer: &mut Writer<'_>,
    ) {
        for (name, text) in files {
            let goes = match Uid::parse(name) {
                Some(importer) => self.edges.is_stale(importer, shared, Some(self.uid), text),
                None => !stays && name[..] == *b"description" && is_auto(text),
            };
            if goes {
                let name = String::from_utf8_lossy(name);
                writer.remove(&format!("{}/exports/{shared}/{name}", self.uid));
            }
        }
    }
}
