//! Who names whom anywhere in a `.dsp/`: what the removal of an entity must know (specification §5.10).

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::super::format::{import_lines, lines};
use super::super::names::Names;
use super::super::store::StoreError;
use super::draft::Links;
use super::{Result, View};
use crate::identity::Uid;

/// By uid, the directories of the entities that name it, uids themselves or not.
pub(super) struct Mentions {
    entities: Vec<String>,
    by_uid: FxHashMap<Uid, Vec<usize>>,
}

impl Mentions {
    /// Takes what all entities hold apart, on all threads.
    pub(super) fn of(view: &dyn View) -> Result<Self> {
        let links = match view.kept_links() {
            Some(kept) => kept,
            None => Links::read_all(view)?,
        };
        let named: Vec<Vec<Uid>> =
            links.par_iter().with_min_len(64).map(|links| named_by(view, links)).collect::<Result<_>>()?;
        let mut by_uid: FxHashMap<Uid, Vec<usize>> = FxHashMap::default();
        for (at, uids) in named.into_iter().enumerate() {
            for uid in uids {
                by_uid.entry(uid).or_default().push(at);
            }
        }
        Ok(Self { entities: links.into_iter().map(|links| links.entity).collect(), by_uid })
    }

    /// The directories of those that name `uid`.
    pub(super) fn of_uid(&self, uid: Uid) -> impl Iterator<Item = &str> {
        let found = self.by_uid.get(&uid).into_iter().flatten();
        found.filter_map(|at| self.entities.get(*at).map(String::as_str))
    }
}

impl Links {
    /// Reads those of all entities, on all threads.
    pub(in crate::dsp) fn read_all(view: &dyn View) -> std::result::Result<Vec<Self>, StoreError> {
        let dirs = view.list(b"")?.into_iter().filter(|(name, is_dir)| *is_dir && Names::looks_like(name));
        let entities: Vec<String> = dirs.filter_map(|(name, _)| String::from_utf8(name).ok()).collect();
        entities.into_par_iter().map(|entity| Self::read(view, entity)).collect()
    }

    fn read(view: &dyn View, entity: String) -> std::result::Result<Self, StoreError> {
        let file =
            |name: &str| view.read(format!("{entity}/{name}").as_bytes()).map(Option::unwrap_or_default);
        let (imports, shared) = (file("imports")?, file("shared")?);
        let exports = view.list(format!("{entity}/exports").as_bytes())?;
        Ok(Self { entity, imports, shared, exports })
    }
}

/// Every uid that an entity names, each once.
fn named_by(view: &dyn View, links: &Links) -> Result<Vec<Uid>> {
    let mut uids = Vec::new();
    for line in import_lines(&links.imports) {
        uids.extend([line.imported(), line.via()].into_iter().flatten());
    }
    uids.extend(lines(&links.shared).filter_map(Uid::parse));
    for (name, is_dir) in &links.exports {
        uids.extend(Uid::parse(name));
        if *is_dir {
            let recipients = view.list(&[links.entity.as_bytes(), b"/exports/", name].concat())?;
            uids.extend(recipients.iter().filter_map(|(name, _)| Uid::parse(name)));
        }
    }
    uids.sort_unstable();
    uids.dedup();
    Ok(uids)
}

/// The directories of the entities that name `uid`, found by all that these hold, sorted.
#[cfg(test)]
pub(in crate::dsp) fn naming(view: &dyn View, uid: Uid) -> Result<Vec<String>> {
    let names_it = |links: &Links| named_by(view, links).map(|uids| uids.contains(&uid));
    let mut found = Vec::new();
    for links in Links::read_all(view)? {
        found.extend(names_it(&links)?.then_some(links.entity));
    }
    found.sort_unstable();
    Ok(found)
}
