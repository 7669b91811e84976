//! Which commit last changed what lies at one place at the top of the repository.

use resolvers::path::RepoPath;

use super::{ContentId, GitError, Repository, damaged};

/// What a commit says that matters here.
struct Commit {
    parents: Vec<gix::ObjectId>,
    /// What it has at the place: kind and id as one number and bytes, or nothing.
    entry: Option<(u16, gix::ObjectId)>,
}

impl Repository {
    /// The newest commit, counted from `revision` back and itself included, whose file or directory `name` at the
    /// top of the repository is not the one of any of its parents; the one that `git log -1 REVISION -- NAME` tells.
    /// `None` when no commit ever had one.
    ///
    /// Looks at one commit after the other and at nothing but their top directory. A merge that took `name` from one
    /// parent leads on to that parent. Where a shallow clone ends, history begins.
    ///
    /// # Errors
    /// When `revision` is no commit, or history cannot be read.
    pub fn last_change_of(&self, name: &RepoPath, revision: &str) -> Result<Option<ContentId>, GitError> {
        self.with(|repo| {
            let failed = |error| damaged(revision, error);
            let ends = repo.shallow_commits().map_err(failed)?;
            let ends = |id: gix::ObjectId| ends.as_ref().is_some_and(|ends| ends.contains(&id));
            let read = |id| self.commit(repo, id, name, ends(id)).map_err(failed);
            let mut id = self.commit_of(repo, revision)?;
            let mut commit = read(id)?;
            while let Some(same) = same_in_parent(&commit, read)? {
                (id, commit) = same;
            }
            Ok((commit.entry.is_some() || !commit.parents.is_empty()).then_some(ContentId(id)))
        })
    }

    fn commit(
        &self,
        repo: &gix::Repository,
        id: gix::ObjectId,
        name: &RepoPath,
        is_end: bool,
    ) -> Result<Commit, gix::Error> {
        let commit = repo.find_commit(id)?;
        let tree = self.tree_object(repo, commit.tree_id()?.detach())?;
        let entry = tree.find_entry(name.as_bytes());
        let entry = entry.map(|entry| (entry.mode().value(), entry.object_id()));
        let parents = if is_end { Vec::new() } else { commit.parent_ids().map(gix::Id::detach).collect() };
        Ok(Commit { parents, entry })
    }
}

/// The first parent that has the same.
fn same_in_parent(
    commit: &Commit,
    read: impl Fn(gix::ObjectId) -> Result<Commit, GitError>,
) -> Result<Option<(gix::ObjectId, Commit)>, GitError> {
    for &id in &commit.parents {
        let parent = read(id)?;
        if parent.entry == commit.entry {
            return Ok(Some((id, parent)));
        }
    }
    Ok(None)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::git::testing::Scratch;

    fn name(text: &str) -> RepoPath {
        RepoPath::new(text.as_bytes()).unwrap()
    }

    /// For every commit, git's own log is the referee.
    #[track_caller]
    fn check(repo: &Scratch) {
        let repository = repo.open();
        for commit in repo.git(&["rev-list", "--all"]).lines() {
            let theirs = repo.git(&["log", "-1", "--format=%H", commit, "--", ".map"]);
            let ours = repository.last_change_of(&name(".map"), commit).unwrap();
            assert_eq!(ours.map_or(String::new(), |id| format!("{id}\n")), theirs, "{commit}");
        }
    }

    fn write_and_commit(repo: &Scratch, path: &str, text: &str) {
        repo.write(path, text);
        repo.commit();
    }

    #[test]
    fn finds_what_the_log_of_git_finds() {
        let repo = Scratch::with(&[("a", "1")]);
        assert_eq!(repo.open().last_change_of(&name(".map"), "HEAD").unwrap(), None);
        write_and_commit(&repo, ".map/x", "1");
        write_and_commit(&repo, "a", "2");
        write_and_commit(&repo, ".map/y/z", "2");
        repo.git(&["checkout", "-q", "-b", "side", "HEAD~"]);
        write_and_commit(&repo, ".map/x", "3");
        write_and_commit(&repo, "b", "4");
        repo.git(&["checkout", "-q", "-b", "plain", "main"]);
        write_and_commit(&repo, "c", "5");
        // One merge takes the directory from one side, the other one mixes both.
        repo.git(&["merge", "-q", "--no-ff", "-m", "m", "-s", "ours", "side"]);
        write_and_commit(&repo, "c", "6");
        repo.git(&["checkout", "-q", "main"]);
        repo.git(&["merge", "-q", "--no-ff", "-m", "m", "side"]);
        write_and_commit(&repo, "c", "7");
        check(&repo);
        repo.git(&["rm", "-q", "-r", ".map"]);
        repo.commit();
        write_and_commit(&repo, ".map", "a file now");
        write_and_commit(&repo, "c", "8");
        check(&repo);
    }

    #[test]
    fn history_begins_where_a_shallow_clone_ends() {
        let origin = Scratch::with(&[(".map/x", "1")]);
        for text in ["2", "3", "4"] {
            write_and_commit(&origin, "a", text);
        }
        let repo = Scratch::new(&[]);
        let url = format!("file://{}", origin.root().display());
        repo.git(&["fetch", "-q", "--depth=2", &url, "main:main", "--update-head-ok"]);
        check(&repo);
    }

    #[test]
    fn what_has_no_history_is_named() {
        let repo = Scratch::with(&[("a", "1")]);
        let message = |revision| repo.open().last_change_of(&name("a"), revision).unwrap_err().to_string();
        assert_eq!(message("HEAD^{tree}"), "`HEAD^{tree}` names no commit");
        assert_eq!(message("nope"), "no such revision `nope`");
        let reftable = ["--ref-format=reftable"];
        let probe = tempfile::tempdir().unwrap();
        if crate::git::testing::git(probe.path())
            .args(["init", "-q"])
            .args(reftable)
            .status()
            .unwrap()
            .success()
        {
            let repo = Scratch::new(&reftable);
            repo.write(".map", "1");
            repo.commit();
            write_and_commit(&repo, "a", "1");
            check(&repo);
            let message = repo.open().last_change_of(&name("a"), "HEAD^{tree}").unwrap_err().to_string();
            assert_eq!(message, "`HEAD^{tree}` names no commit");
        }
    }
}
