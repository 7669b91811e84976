//! Git's ignore rules, asked path by path during a walk.

use std::io;
use std::path::Path;

use bstr::BStr;
use gix::glob::pattern::Case;
use gix::index::entry::Mode;
use gix::objs::find::Never;
use gix::worktree::Stack;
use gix::worktree::stack::State;
use gix::worktree::stack::state::{Ignore, ignore::Source};

use super::Cause;
use super::locate::refuse_special;

/// The ignore rules of one directory tree. Reads a directory's `.gitignore` when first asked about a path in it, and
/// forgets it when asked about another directory: ask in the order of a depth-first walk. Waits for ever where a
/// `.gitignore` is a pipe: do not ask about what lies beside or below one.
#[derive(Clone)]
pub(crate) struct IgnoreRules {
    stack: Stack,
    /// Where a `.gitignore` outside a sparse checkout is read from.
    objects: Option<gix::OdbHandle>,
    /// Rules may hold that no `.gitignore` states.
    is_global: bool,
}

impl IgnoreRules {
    /// The rules of a folder that is no git repository: its `.gitignore` files alone, and none above it.
    pub(crate) fn of_plain_folder(root: &Path) -> Self {
        let ignore = Ignore::new(
            gix::ignore::Search::default(),
            gix::ignore::Search::default(),
            None,
            Source::default(),
            gix::ignore::search::Ignore::default(),
        );
        let stack = Stack::new(root, State::IgnoreStack(ignore), Case::Sensitive, Vec::new(), Vec::new());
        Self { stack, objects: None, is_global: false }
    }

    /// Whether rules may hold where there is no `.gitignore`, neither beside a path nor above it.
    pub(crate) fn is_global(&self) -> bool {
        self.is_global
    }

    /// Whether `path`, or a directory above it, is ignored.
    ///
    /// # Errors
    /// When a `.gitignore` on the way exists and cannot be read.
    pub(crate) fn ignored(&mut self, path: &[u8], is_dir: bool) -> io::Result<bool> {
        let mode = if is_dir { Mode::DIR } else { Mode::FILE };
        let objects: &dyn gix::objs::Find = match &self.objects {
            Some(objects) => objects,
            None => &Never,
        };
        Ok(self.stack.at_entry(BStr::new(path), Some(mode), objects)?.is_excluded())
    }
}

/// The rules of a work tree, global ones included.
pub(super) fn of_repository(repo: &gix::Repository, index: &gix::index::State) -> Result<IgnoreRules, Cause> {
    let named = repo.config_snapshot().trusted_path("core.excludesFile")?;
    let user = named.or_else(|| gix::path::env::xdg_config("ignore", &mut |name| std::env::var_os(name)));
    for file in user.into_iter().chain([repo.common_dir().join("info/exclude")]) {
        refuse_special(&file)?;
    }
    let stack = repo.excludes(index, None, Source::default())?.detach();
    Ok(IgnoreRules { stack, objects: Some(repo.objects.clone()), is_global: true })
}
