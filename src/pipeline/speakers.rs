//! Who may be led elsewhere where a package from elsewhere is declared that was not, or is no longer: whoever speaks of it.
//!
//! Other configuration may have other names mean that package. Where some speaks of it, this tells nothing.

use std::collections::BTreeSet;

use bstr::Finder;
use rayon::prelude::*;
use resolvers::path::RepoPath;

use crate::dsp::desired::is_readme;
use crate::dsp::narrow::{Ground, MOST_TOLD};
use crate::facts::cache::Cache;
use crate::git::{Apart, Entry, Repository};

/// Files that only declare packages, or lock them.
const DECLARING: [&[u8]; 3] = [b"package.json", b"pnpm-lock.yaml", b"yarn.lock"];

/// Those of the sources of `ground`, which is of what stands outside of `.dsp/` in the index, that may mean one of `packages`;
/// the other configuration is among the files that were `read`. `None` where that
/// speaks of one too, or where these are so many that all are answered as quickly.
pub(super) fn speakers(
    packages: &BTreeSet<&str>,
    ground: &Ground<'_>,
    (repository, apart): (&Repository, &Apart),
    read: &[RepoPath],
) -> Option<Vec<RepoPath>> {
    let words: Vec<Finder<'_>> = packages.iter().map(|package| Finder::new(*package)).collect();
    let entry = |path: &RepoPath| -> Option<&Entry> {
        let at = apart.outside.binary_search_by(|entry| entry.path.cmp(path)).ok()?;
        Some(&apart.outside[at])
    };
    let is_silent = |path: &RepoPath| {
        let holds_no_names = DECLARING.contains(&path.file_name()) || is_readme(path);
        // What is not there says nothing.
        let Some(entry) = entry(path).filter(|_| !holds_no_names) else { return true };
        repository.blob(entry.id).is_ok_and(|bytes| words.iter().all(|word| word.find(&bytes).is_none()))
    };
    if !read.par_iter().all(is_silent) {
        return None;
    }
    let facts = Cache::open(Some(&repository.common_dir()));
    let speaks = |path: &RepoPath| {
        let known = entry(path).zip(resolvers::language_of(path));
        let told =
            known.and_then(|(entry, (language, dialect))| facts.tell_of(language, dialect, entry.id, &words));
        // Of what is gone nothing is known, and whoever asks knows that it is.
        told.unwrap_or(true)
    };
    let speakers = ground.speaking(&words, speaks);
    (speakers.len() <= MOST_TOLD).then_some(speakers)
}
