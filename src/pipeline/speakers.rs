//! Who may be led elsewhere where a package from elsewhere is declared that was not, or is no longer, or where an alias stands for
//! something else: whoever speaks of it.
//!
//! Other configuration may have other names mean the same. Where some has its name, this tells nothing; of manifests, and where
//! one makes it of parts, only a [resolver](resolvers::Resolver::may_mean) knows.

use std::collections::BTreeSet;

use bstr::Finder;
use rayon::prelude::*;
use resolvers::LANGUAGES;
use resolvers::bumps::Bumps;
use resolvers::path::RepoPath;

use crate::dsp::desired::is_readme;
use crate::dsp::narrow::{Ground, MOST_TOLD};
use crate::facts::cache::Cache;
use crate::git::{Apart, Repository, find};

/// Files that declare packages, or lock them.
const DECLARING: [&[u8]; 3] = [b"package.json", b"pnpm-lock.yaml", b"yarn.lock"];

/// The package that an alias is called like, or might lie in: what has something stand for one names that at least, or less, which
/// [`Resolvers::may_mean`](crate::resolution::Resolvers::may_mean) sees.
fn head(alias: &str) -> &str {
    let scope = if alias.starts_with('@') { alias.find('/').map_or(0, |at| at + 1) } else { 0 };
    let end = alias[scope..].find('/').map_or(alias.len(), |at| scope + at);
    alias[..end].trim_end_matches('/')
}

/// Those of the sources of `ground`, which is of what stands outside of `.dsp/` in the index, that may mean a package that some of
/// what `bumped` says is declared otherwise, or an alias that stands for something else; other configuration is among the files
/// that were `read`. `None` where that speaks of one too, or where these are so many that all are answered as quickly.
pub(super) fn speakers(
    bumped: &[(RepoPath, Bumps)],
    ground: &Ground<'_>,
    (repository, apart): (&Repository, &Apart),
    read: &[RepoPath],
) -> Option<Vec<RepoPath>> {
    let all = |said: fn(&Bumps) -> &Vec<(&'static str, String)>| {
        bumped.iter().flat_map(|(_, bumps)| said(bumps)).collect::<BTreeSet<_>>()
    };
    let (packages, aliases) = (all(|bumps| &bumps.declared), all(|bumps| &bumps.aliased));
    if packages.is_empty() && aliases.is_empty() {
        return Some(Vec::new());
    }
    let words = packages.iter().chain(&aliases).map(|(_, word)| Finder::new(word));
    let words: Vec<Finder<'_>> = words.collect();
    let heads: Vec<Finder<'_>> = aliases.iter().map(|(_, alias)| Finder::new(head(alias))).collect();
    let may_mean = |id: &str| packages.iter().chain(&aliases).any(|(language, _)| *language == id);
    let entry = |path: &RepoPath| find(&apart.outside, path);
    let is_silent = |path: &RepoPath| {
        let holds_no_names = DECLARING.contains(&path.file_name()) || is_readme(path);
        // What is not there says nothing.
        let Some(entry) = entry(path).filter(|_| !holds_no_names) else { return true };
        let heads = if LANGUAGES.iter().any(|it| it.has_aliases(path)) { &[][..] } else { &heads };
        let mut heard = words[..packages.len()].iter().chain(heads);
        repository.blob(entry.id).is_ok_and(|bytes| heard.all(|word| word.find(&bytes).is_none()))
    };
    if !read.par_iter().all(is_silent) {
        return None;
    }
    // Of all sources something is asked.
    let facts = Cache::open(Some(&repository.common_dir()));
    let speaks = |path: &RepoPath, is_led: bool| {
        let Some((language, dialect)) = resolvers::language_of(path).filter(|(it, _)| may_mean(it.id()))
        else {
            return false;
        };
        let told = || entry(path).and_then(|entry| facts.mention(language, dialect, entry.id, &words));
        // Of what is gone nothing is known, and whoever asks knows that it is.
        is_led || told().unwrap_or(true)
    };
    let speakers = ground.speaking(&words, speaks);
    (speakers.len() <= MOST_TOLD).then_some(speakers)
}

#[cfg(test)]
mod tests {
    use super::head;

    #[test]
    fn an_alias_might_lie_in_the_package_that_it_begins_with() {
        let heads = [("@u/", "@u"), ("@s/p/x", "@s/p"), ("@s", "@s"), ("lib/deep/", "lib"), ("lib", "lib")];
        for (alias, package) in heads {
            assert_eq!(head(alias), package);
        }
    }
}
