//! Where in the exports indexes whys will stand: of two lines that want a file and a directory of one name, the first
//! has its way.

use rustc_hash::FxHashSet;

use super::Scene;
use crate::identity::Uid;

/// Names in exports indexes, each with whose index it is, that are taken: an importer's by a file, a shared entity's
/// by a directory.
#[derive(Default)]
pub(super) struct Places {
    files: FxHashSet<(Uid, Uid)>,
    directories: FxHashSet<(Uid, Uid)>,
}

impl Places {
    /// Those that the code needs.
    pub(super) fn of(scene: &Scene<'_>) -> Self {
        let mut places = Self::default();
        for (entity, uid) in scene.desired.entities.iter().zip(scene.uids) {
            places.directories.extend(entity.shared.iter().map(|shared| (*uid, scene.uids[*shared])));
            for import in &entity.imports {
                let (to, via) = scene.way(import);
                places.take(*uid, to, via);
            }
        }
        places
    }

    pub(super) fn take(&mut self, importer: Uid, to: Uid, via: Option<Uid>) {
        match via {
            Some(via) => self.directories.insert((via, to)),
            None => self.files.insert((to, importer)),
        };
    }

    /// Whether a directory will stand where the why of that line belongs, or a file where its directory does.
    pub(super) fn is_taken(&self, importer: Uid, to: Uid, via: Option<Uid>) -> bool {
        match via {
            Some(via) => self.files.contains(&(via, to)),
            None => self.directories.contains(&(to, importer)),
        }
    }
}
