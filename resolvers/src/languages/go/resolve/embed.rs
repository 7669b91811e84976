//! `//go:embed`: which files a pattern means.

use globset::{GlobBuilder, GlobMatcher};

use super::modules::Modules;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// The files below the directory `dir` that `pattern` means, or `None` where it cannot be read.
pub(super) fn files<'p>(
    project: &'p Project<'_>,
    modules: &Modules,
    dir: &[u8],
    pattern: &str,
) -> Option<Vec<&'p RepoPath>> {
    let (pattern, takes_hidden) = match pattern.strip_prefix("all:") {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let glob = glob(pattern)?;
    let depth = if pattern == "." { 0 } else { pattern.split('/').count() };
    let prefix = if dir.is_empty() { Vec::new() } else { [dir, b"/"].concat() };
    let is_meant = |file: &&RepoPath| {
        let rest = &file.as_bytes()[prefix.len()..];
        let Some((own, below)) = split(rest, depth) else { return false };
        let is_hidden = |name: &[u8]| name.starts_with(b".") || name.starts_with(b"_");
        let shows = takes_hidden || !below.split(|byte| *byte == b'/').any(is_hidden);
        (depth == 0 || glob.is_match(bstr::ByteSlice::to_path_lossy(own)))
            && shows
            && is_of_module(modules, dir, file)
    };
    let start = [&prefix[..], literal_start(pattern).as_bytes()].concat();
    Some(project.below(&start).iter().filter(is_meant).collect())
}

/// The first `depth` segments and the rest; `None` where there are fewer.
fn split(path: &[u8], depth: usize) -> Option<(&[u8], &[u8])> {
    if depth == 0 {
        return Some((b"", path));
    }
    let mut slashes = memchr::memchr_iter(b'/', path);
    match slashes.nth(depth - 1) {
        Some(at) => Some((&path[..at], &path[at + 1..])),
        None => (memchr::memchr_iter(b'/', path).count() + 1 == depth).then_some((path, b"")),
    }
}

/// No file of a module within is of the package.
fn is_of_module(modules: &Modules, dir: &[u8], file: &RepoPath) -> bool {
    let own = |it: &&[u8]| it.len() > dir.len();
    !path::ancestors(file.parent()).take_while(own).any(|dir| modules.is_root(dir))
}

/// The whole segments before the first one with a sign.
fn literal_start(pattern: &str) -> &str {
    let end = pattern.find(['*', '?', '[', '\\']).unwrap_or(pattern.len());
    if end == pattern.len() && pattern != "." {
        return pattern;
    }
    &pattern[..pattern[..end].rfind('/').map_or(0, |at| at + 1)]
}

/// Go knows `*`, `?`, classes and escapes: what else means something to the library is escaped.
fn glob(pattern: &str) -> Option<GlobMatcher> {
    let mut text = String::with_capacity(pattern.len());
    let mut last = ' ';
    for c in pattern.chars() {
        match c {
            '{' | '}' if last != '\\' => text.extend(['\\', c]),
            '*' if last == '*' => {}
            _ => text.push(c),
        }
        last = c;
    }
    let glob = GlobBuilder::new(&text).literal_separator(true).backslash_escape(true).build().ok()?;
    Some(glob.compile_matcher())
}
