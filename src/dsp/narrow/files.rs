//! The files that entities have below `.dsp/` where the tool alone wrote them.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::super::model::Kind;
use super::super::plan::{fresh, words};
use super::part::Entities;
use crate::identity::{Family, Uid};

/// What stands in each file.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// The purposes of what is told anew.
pub(super) type Purposes<'a> = FxHashMap<Uid, &'a str>;

/// Adds the files of `told`; of several roots each stands for a scope.
pub(super) fn add(told: &Entities, scope: Option<&[u8]>, purposes: &Purposes<'_>, files: &mut Files) {
    let uid_of = |at: usize| told.ends.get(&at).map(|(uid, _)| *uid);
    for (at, (entity, uid)) in told.list.iter().zip(&told.uids).enumerate() {
        let scope = scope.filter(|_| at == 0);
        files.insert(format!("{uid}/description"), fresh(entity, scope).into_bytes());
        if uid.family() == Family::Object || entity.identity.kind() != Kind::Function {
            let shared: Vec<Uid> = entity.shared.iter().filter_map(|shared| uid_of(*shared)).collect();
            for (it, purpose) in shared.iter().filter_map(|it| Some((it, purposes.get(it)?))) {
                files.insert(format!("{uid}/exports/{it}/description"), line(purpose));
            }
            files.insert(
                format!("{uid}/shared"),
                shared.iter().flat_map(|it| line(&it.to_string())).collect(),
            );
        }
        let mut lines: Vec<String> = Vec::new();
        for import in &entity.imports {
            let Some(to) = uid_of(import.to) else { continue };
            let (text, why) = match import.via.map(uid_of) {
                None => (to.to_string(), format!("{to}/exports/{uid}")),
                Some(Some(via)) => (format!("{to} via={via}"), format!("{via}/exports/{to}/{uid}")),
                Some(None) => continue,
            };
            if !lines.contains(&text) {
                files.insert(why, line(words(&import.why)));
                lines.push(text);
            }
        }
        files.insert(format!("{uid}/imports"), lines.iter().flat_map(|text| line(text)).collect());
    }
}

pub(super) fn line(text: &str) -> Vec<u8> {
    [text.as_bytes(), b"\n"].concat()
}
