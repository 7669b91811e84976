//! What an index says of paths, whether it was taken apart or not.

use bstr::BStr;
use gix::index::entry::{Flags, Mode, Stage};

use super::super::entry::{ContentId, EntryKind};
use super::super::plain::{FILE, PlainIndex};
use super::Index;

/// What is asked of an index.
pub(super) trait Listed: Send + Sync {
    /// What stands at a path; of several versions that a merge left, the first.
    fn at(&self, path: &[u8]) -> Option<Standing>;

    /// The paths that begin so, each with whether a sparse checkout leaves it out.
    fn below<'a>(&'a self, prefix: &[u8]) -> Box<dyn Iterator<Item = (&'a [u8], bool)> + 'a>;
}

/// What stands at a path.
pub(super) struct Standing {
    /// The blob of a plain file that a commit would hold.
    pub(super) file: Option<ContentId>,
    /// A sparse checkout leaves it out.
    pub(super) left_out: bool,
}

impl Listed for PlainIndex {
    fn at(&self, path: &[u8]) -> Option<Standing> {
        let entry = self.entry(self.position(path).ok()?);
        let is_file = entry.kind() == Some(EntryKind::File) && entry.mode == FILE;
        Some(Standing { file: entry.content().filter(|_| is_file), left_out: entry.left_out })
    }

    fn below<'a>(&'a self, prefix: &[u8]) -> Box<dyn Iterator<Item = (&'a [u8], bool)> + 'a> {
        let entries = Self::below(self, prefix).map(|at| self.entry(at));
        Box::new(entries.map(|entry| (entry.path, entry.left_out)))
    }
}

impl Listed for Index {
    fn at(&self, path: &[u8]) -> Option<Standing> {
        let range = self.entry_range(BStr::new(path))?;
        let entry = self.entries()[range].first()?;
        let is_file = entry.mode == Mode::FILE
            && entry.stage() == Stage::Unconflicted
            && !entry.flags.contains(Flags::INTENT_TO_ADD);
        let left_out = entry.flags.contains(Flags::SKIP_WORKTREE);
        Some(Standing { file: is_file.then_some(ContentId(entry.id)), left_out })
    }

    fn below<'a>(&'a self, prefix: &[u8]) -> Box<dyn Iterator<Item = (&'a [u8], bool)> + 'a> {
        let entries = self.prefixed_entries(BStr::new(prefix)).unwrap_or_default();
        let listed = |entry: &'a gix::index::Entry| -> (&'a [u8], bool) {
            (entry.path(self), entry.flags.contains(Flags::SKIP_WORKTREE))
        };
        Box::new(entries.iter().map(listed))
    }
}
