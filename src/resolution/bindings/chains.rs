//! Chains of re-exports: each is walked once, however long it is and from wherever it is asked for.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Bindings, Explicit, There};

/// A re-export: its file, and its position in `explicit`.
type Place = (u32, usize);

impl<'a> Bindings<'a> {
    /// Leads every re-export of one name straight to where its chain ends.
    pub(super) fn shorten(&mut self) {
        let mut seen: FxHashSet<Place> = FxHashSet::default();
        for file in (0..).take(self.files.len()) {
            for at in 0..self.files[file as usize].explicit.len() {
                if self.step((file, at)).is_some() && seen.insert((file, at)) {
                    self.shorten_from((file, at), &mut seen);
                }
            }
        }
    }

    /// `seen`: what was shortened before, or lies on the way from `start`, which it holds.
    fn shorten_from(&mut self, start: Place, seen: &mut FxHashSet<Place>) {
        let mut path = vec![start];
        let mut on_path = FxHashMap::from_iter([(start, 0)]);
        let mut end = loop {
            let Some((file, name)) = path.last().and_then(|last| self.step(*last)) else { return };
            let exporter = &self.files[file as usize];
            let next = exporter.by_name.get(name).map(|at| (file, *at));
            let Some(next) = next.filter(|next| self.step(*next).is_some() || self.is_closed(*next)) else {
                break There { files: vec![file], name, open: false };
            };
            if let Some(from) = on_path.get(&next) {
                let open = path[*from..].iter().any(|(file, _)| self.files[*file as usize].open);
                break There { open, ..There::default() };
            }
            if !seen.insert(next) {
                let mut there = self.there(next).cloned().unwrap_or_default();
                there.open |= exporter.open;
                break there;
            }
            on_path.insert(next, path.len());
            path.push(next);
        };
        for (file, at) in path.into_iter().rev() {
            let file = &mut self.files[file as usize];
            file.explicit[at].1 = Explicit::There(end.clone());
            end.open |= file.open;
        }
    }

    fn there(&self, (file, at): Place) -> Option<&There<'a>> {
        match &self.files[file as usize].explicit[at].1 {
            Explicit::There(there) => Some(there),
            Explicit::Here(_) | Explicit::Elsewhere => None,
        }
    }

    /// Where the re-export leads, when that is one file.
    fn step(&self, place: Place) -> Option<(u32, &'a str)> {
        let there = self.there(place)?;
        (there.files.len() == 1).then(|| (there.files[0], there.name))
    }

    /// Whether the re-export was found to go in a circle.
    fn is_closed(&self, place: Place) -> bool {
        self.there(place).is_some_and(|there| there.files.is_empty())
    }
}
