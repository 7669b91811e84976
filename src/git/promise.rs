//! Objects that a partial clone has left at its remote. gix does not fetch; the user's own `git` does, as it would
//! for `git diff`.
#![expect(clippy::disallowed_methods, reason = "part of the door to git: its variable forbids fetching")]

use super::{ContentId, Repository, binary};

impl Repository {
    /// A tree, fetched first if a partial clone lacks it.
    pub(super) fn tree_object<'r>(
        &self,
        repo: &'r gix::Repository,
        id: gix::ObjectId,
    ) -> Result<gix::Tree<'r>, gix::Error> {
        repo.find_tree(id).or_else(|error| {
            self.fetch_missing([&ContentId(id)]);
            repo.find_tree(id).map_err(|_| error)
        })
    }

    /// Brings those of these objects that a partial clone lacks, in one go. Whether they came shows when they are
    /// read.
    pub(super) fn fetch_missing<'a>(&self, ids: impl IntoIterator<Item = &'a ContentId>) {
        self.with(|repo| {
            let remotes = promisors(repo);
            if remotes.is_empty() || is_forbidden() {
                return;
            }
            let missing: Vec<_> = ids.into_iter().filter(|id| !repo.has_object(id.0)).collect();
            if !missing.is_empty() {
                remotes.iter().any(|remote| binary::fetch(repo.git_dir(), remote, &missing));
            }
        });
    }
}

/// Whether git was told to do without what is not here.
fn is_forbidden() -> bool {
    std::env::var_os("GIT_NO_LAZY_FETCH").is_some_and(|value| value != "0" && value != "false")
}

/// The remotes that have promised to keep what is not here.
fn promisors(repo: &gix::Repository) -> Vec<String> {
    let settings = repo.config_snapshot();
    let first = settings.string("extensions.partialClone").map(|name| name.to_string());
    let promises = |name: &String| settings.boolean(&format!("remote.{name}.promisor")).unwrap_or(false);
    let mut names: Vec<_> =
        repo.remote_names().iter().map(ToString::to_string).filter(|name| promises(name)).collect();
    names.retain(|name| first.as_ref() != Some(name));
    names.splice(0..0, first);
    names
}
