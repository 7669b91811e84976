//! Lists of patterns in the syntax of `.gitignore`, for `dsp.toml` and `.dspignore`. Pure.

use bstr::{BStr, ByteSlice};
use gix::glob::pattern::{Case, Mode};
use gix::glob::{Pattern, wildmatch};
use resolvers::path::{self, RepoPath};

/// Patterns in the order in which they were written. A later match beats an earlier one, `!` takes back, and what
/// lies below a matched directory matches with it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Globs {
    patterns: Vec<(Box<[u8]>, Pattern)>,
}

impl Globs {
    /// Patterns that count from the repo root. Empty ones are left out; `#` starts no comment here.
    pub(crate) fn of_patterns<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Self {
        let mut globs = Self::default();
        for pattern in patterns {
            globs.patterns.extend(gix::glob::parse(pattern).map(|pattern| (b"".as_slice().into(), pattern)));
        }
        globs
    }

    /// Adds the lines of an ignore file that lies in `dir` and speaks about what is below it.
    pub(crate) fn add_file(&mut self, dir: &[u8], text: &[u8]) {
        let lines = gix::ignore::parse(text, false);
        self.patterns.extend(lines.map(|(pattern, _line, _kind)| (dir.into(), pattern)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether some path below `dir` can match: lets a walk leave out the rest.
    pub(crate) fn reach_into(&self, dir: &[u8]) -> bool {
        let below = |(base, pattern): &(Box<[u8]>, Pattern)| {
            path::strip_dir(dir, base).is_some_and(|dir| !pattern.is_negative() && reaches(pattern, dir))
        };
        self.patterns.iter().any(below)
    }

    /// Asks about many paths; quick when they come in order.
    pub(crate) fn matcher(&self) -> Matcher<'_> {
        Matcher { globs: self, dir: Vec::new(), dir_matches: false }
    }

    fn matches_itself(&self, path: &[u8], is_dir: bool) -> bool {
        let last = self.patterns.iter().rev().find(|(base, pattern)| {
            path::strip_dir(path, base).is_some_and(|path| pattern_matches(pattern, path, is_dir))
        });
        last.is_some_and(|(_, pattern)| !pattern.is_negative())
    }

    fn dir_matches(&self, dir: &[u8]) -> bool {
        path::ancestors(dir).any(|dir| !dir.is_empty() && self.matches_itself(dir, true))
    }
}

/// Remembers the answer for the directory that was asked about last.
pub(crate) struct Matcher<'g> {
    globs: &'g Globs,
    dir: Vec<u8>,
    dir_matches: bool,
}

impl Matcher<'_> {
    /// Whether the file `path`, or a directory above it, matches.
    pub(crate) fn matches(&mut self, path: &RepoPath) -> bool {
        if self.globs.is_empty() {
            return false;
        }
        if path.parent() != self.dir {
            path.parent().clone_into(&mut self.dir);
            self.dir_matches = self.globs.dir_matches(&self.dir);
        }
        self.dir_matches || self.globs.matches_itself(path.as_bytes(), false)
    }
}

fn pattern_matches(pattern: &Pattern, path: &[u8], is_dir: bool) -> bool {
    let basename = path.rfind_byte(b'/').map(|slash| slash + 1);
    let mode = wildmatch::Mode::NO_MATCH_SLASH_LITERAL;
    pattern.matches_repo_relative_path(BStr::new(path), basename, Some(is_dir), Case::Sensitive, mode)
}

/// Whether `pattern` can match something below `dir`, judged by the text before its first wildcard.
fn reaches(pattern: &Pattern, dir: &[u8]) -> bool {
    if pattern.mode.contains(Mode::NO_SUB_DIR) && !pattern.mode.contains(Mode::ABSOLUTE) {
        return true;
    }
    let literal = &pattern.text[..pattern.first_wildcard_pos.unwrap_or(pattern.text.len())];
    dir.starts_with(literal) || literal.starts_with(dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(globs: &Globs, path: &str, expected: bool) {
        let path = RepoPath::new(path.as_bytes()).unwrap();
        assert_eq!(globs.matcher().matches(&path), expected, "{path}");
    }

    #[test]
    fn patterns_mean_what_they_mean_in_gitignore() {
        let globs = Globs::of_patterns(["*.gen.ts", "/dist/", "a/**/z", "!keep.gen.ts", "#odd", ""]);
        check(&globs, "x/y.gen.ts", true);
        check(&globs, "keep.gen.ts", false);
        check(&globs, "dist/deep/file", true);
        check(&globs, "x/dist/file", false);
        check(&globs, "a/b/c/z/below", true);
        check(&globs, "#odd", true);
    }

    #[test]
    fn a_file_speaks_about_its_own_directory() {
        let mut globs = Globs::default();
        globs.add_file(b"pkg", b"\xef\xbb\xbf# comment\r\nout\r\n!out/kept\n/top\n");
        check(&globs, "pkg/deep/out", true);
        check(&globs, "pkg/out/kept", true);
        check(&globs, "out", false);
        check(&globs, "pkg/top", true);
        check(&globs, "pkg/deep/top", false);
    }

    #[test]
    fn says_where_a_match_is_possible() {
        let globs = Globs::of_patterns(["dist/types/*.ts", "build/**/x", "/top"]);
        for (dir, expected) in
            [("dist", true), ("dist/types", true), ("dist/other", false), ("build/a", true), ("src", false)]
        {
            assert_eq!(globs.reach_into(dir.as_bytes()), expected, "{dir}");
        }
        assert!(Globs::of_patterns(["*.ts"]).reach_into(b"any"));
    }
}
