//! Who names whom anywhere in a `.dsp/`: what the removal of an entity must know (specification §5.10).

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::super::format::{import_lines, lines};
use super::super::names::Names;
use super::{Result, View};
use crate::identity::Uid;

/// By uid, the directories of the entities that name it, uids themselves or not.
pub(super) struct Mentions {
    entities: Vec<String>,
    by_uid: FxHashMap<Uid, Vec<usize>>,
}

impl Mentions {
    /// Reads all entities, on all threads.
    pub(super) fn of(view: &dyn View) -> Result<Self> {
        let dirs = view.list(b"")?.into_iter().filter(|(name, is_dir)| *is_dir && Names::looks_like(name));
        let entities: Vec<String> = dirs.filter_map(|(name, _)| String::from_utf8(name).ok()).collect();
        let named: Vec<Vec<Uid>> =
            entities.par_iter().map(|entity| named_by(view, entity)).collect::<Result<_>>()?;
        let mut by_uid: FxHashMap<Uid, Vec<usize>> = FxHashMap::default();
        for (at, uids) in named.into_iter().enumerate() {
            for uid in uids {
                by_uid.entry(uid).or_default().push(at);
            }
        }
        Ok(Self { entities, by_uid })
    }

    /// The directories of those that name `uid`.
    pub(super) fn of_uid(&self, uid: Uid) -> impl Iterator<Item = &str> {
        let found = self.by_uid.get(&uid).into_iter().flatten();
        found.filter_map(|at| self.entities.get(*at).map(String::as_str))
    }
}

/// Every uid that an entity names, each once.
fn named_by(view: &dyn View, entity: &str) -> Result<Vec<Uid>> {
    let file = |name: &str| view.read(format!("{entity}/{name}").as_bytes()).map(Option::unwrap_or_default);
    let mut uids = Vec::new();
    for line in import_lines(&file("imports")?) {
        uids.extend([line.imported(), line.via()].into_iter().flatten());
    }
    uids.extend(lines(&file("shared")?).filter_map(Uid::parse));
    let exports = format!("{entity}/exports");
    for (name, is_dir) in view.list(exports.as_bytes())? {
        uids.extend(Uid::parse(&name));
        if is_dir {
            let recipients = view.list(&[exports.as_bytes(), b"/", &name].concat())?;
            uids.extend(recipients.iter().filter_map(|(name, _)| Uid::parse(name)));
        }
    }
    uids.sort_unstable();
    uids.dedup();
    Ok(uids)
}
