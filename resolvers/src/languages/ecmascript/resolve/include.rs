//! `files`, `include` and `exclude` of a tsconfig: does a config hold a file?
//!
//! TypeScript's own glob dialect, matched over path segments: `*` and `?` stay within one, `**` spans any number,
//! and wildcards never reach dotted names, package folders or `*.min.js`. Pure; paths are repo-relative.

/// Folders that a wildcard never enters.
const PACKAGE_FOLDERS: [&[u8]; 3] = [b"node_modules", b"bower_components", b"jspm_packages"];

/// The three lists of a config, made repo-relative.
#[derive(Debug, Default)]
pub(super) struct FileSet {
    /// Paths, sorted.
    pub(super) files: Vec<Vec<u8>>,
    /// Globs that take in.
    pub(super) include: Vec<Glob>,
    /// Globs that take out of `include`, never out of `files`.
    pub(super) exclude: Vec<Glob>,
}

impl FileSet {
    /// Whether the set holds `path`, which is already known to be a source file.
    pub(super) fn holds(&self, path: &[u8]) -> bool {
        if self.files.binary_search_by(|file| file.as_slice().cmp(path)).is_ok() {
            return true;
        }
        let segments: Vec<&[u8]> = path.split(|b| *b == b'/').collect();
        self.include.iter().any(|glob| glob.includes(&segments))
            && !self.exclude.iter().any(|glob| glob.excludes(&segments))
    }
}

/// A glob as path segments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Glob(Vec<Segment>);

#[derive(Debug, PartialEq, Eq)]
enum Segment {
    /// `**`
    Any,
    Literal(Vec<u8>),
    Wildcard(Vec<u8>),
}

impl Glob {
    /// A glob of `include`: a last segment without wildcard or dot means a folder and all below it; one that ends
    /// in `**` is invalid and takes nothing in.
    pub(super) fn include(path: &[u8]) -> Option<Self> {
        let mut segments = segments(path);
        match segments.last() {
            Some(Segment::Any) => return None,
            Some(Segment::Literal(text)) if !text.contains(&b'.') => segments.extend(everything()),
            None => segments.extend(everything()),
            _ => {}
        }
        Some(Self(segments))
    }

    /// A glob of `exclude`.
    pub(super) fn exclude(path: &[u8]) -> Self {
        Self(segments(path))
    }

    /// The leading segments without any wildcard.
    pub(super) fn base(&self) -> Vec<u8> {
        let literals = self.0.iter().map_while(|segment| match segment {
            Segment::Literal(text) => Some(text.as_slice()),
            _ => None,
        });
        literals.collect::<Vec<_>>().join(&b'/')
    }

    fn includes(&self, path: &[&[u8]]) -> bool {
        let spans = |name: &[u8], depth: usize| {
            depth + 1 < path.len() && !name.starts_with(b".") && !PACKAGE_FOLDERS.contains(&name)
        };
        let fits = |text: &[u8], name: &[u8]| !PACKAGE_FOLDERS.contains(&name) && included_name(text, name);
        runs(&self.0, path, false, spans, fits)
    }

    fn excludes(&self, path: &[&[u8]]) -> bool {
        runs(&self.0, path, true, |_, _| true, matches_name)
    }
}

fn everything() -> [Segment; 2] {
    [Segment::Any, Segment::Wildcard(b"*".to_vec())]
}

fn segments(path: &[u8]) -> Vec<Segment> {
    let segment = |text: &[u8]| match text {
        b"**" => Segment::Any,
        _ if text.contains(&b'*') || text.contains(&b'?') => Segment::Wildcard(text.to_vec()),
        _ => Segment::Literal(text.to_vec()),
    };
    path.split(|b| *b == b'/').filter(|text| !text.is_empty()).map(segment).collect()
}

/// Runs the segments of a path through a pattern: every position that the pattern can have reached is carried along,
/// so the cost is the product of the two lengths, however many `**` there are. `spans` says whether `**` may take a
/// segment, `fits` whether a wildcard does; with `prefix` a pattern that ends early has matched.
fn runs(
    pattern: &[Segment],
    path: &[&[u8]],
    prefix: bool,
    spans: impl Fn(&[u8], usize) -> bool,
    fits: impl Fn(&[u8], &[u8]) -> bool,
) -> bool {
    let end = pattern.len();
    let skip = |states: &mut Vec<bool>| {
        for at in 0..end {
            states[at + 1] |= states[at] && pattern[at] == Segment::Any;
        }
    };
    let mut states = vec![false; end + 1];
    states[0] = true;
    skip(&mut states);
    for (depth, name) in path.iter().enumerate() {
        if prefix && states[end] {
            return true;
        }
        let mut next = vec![false; end + 1];
        for at in (0..end).filter(|at| states[*at]) {
            match &pattern[at] {
                Segment::Any => next[at] |= spans(name, depth),
                Segment::Literal(text) => next[at + 1] |= text == name,
                Segment::Wildcard(text) => next[at + 1] |= fits(text, name),
            }
        }
        skip(&mut next);
        states = next;
    }
    states[end]
}

/// One segment of `include`: a leading wildcard takes no leading dot, and no `*` takes the dot of `.min.js`.
fn included_name(pattern: &[u8], name: &[u8]) -> bool {
    let dotted = name.starts_with(b".") && pattern.starts_with(b"*");
    let pattern = if dotted { &pattern[1..] } else { pattern };
    let hidden = name.starts_with(b".") && pattern.starts_with(b"?");
    let minified = name.ends_with(b".min.js") && !pattern.ends_with(b".min.js");
    !hidden && !minified && matches_name(pattern, name)
}

/// `*` and `?` within one name, by backtracking to the last star: linear memory, no recursion.
fn matches_name(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == b'?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    n = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(include: &[&str], exclude: &[&str], path: &str, expected: bool) {
        let set = FileSet {
            files: vec![],
            include: include.iter().filter_map(|glob| Glob::include(glob.as_bytes())).collect(),
            exclude: exclude.iter().map(|glob| Glob::exclude(glob.as_bytes())).collect(),
        };
        assert_eq!(set.holds(path.as_bytes()), expected, "{include:?} - {exclude:?} {path}");
    }

    #[test]
    fn includes_like_typescript() {
        check(&["**/*"], &[], "a/b.ts", true);
        check(&["**/*"], &[], "b.ts", true);
        check(&["**/*"], &[], "a/.hidden/b.ts", false);
        check(&["**/*"], &[], ".eslintrc.js", false);
        check(&["**/*"], &[], "node_modules/x/a.ts", false);
        check(&["node_modules/x"], &[], "node_modules/x/a.ts", true);
        check(&["src"], &[], "src/a/b.ts", true);
        check(&["src"], &[], "srcs/a.ts", false);
        check(&["src/*"], &[], "src/a/b.ts", false);
        check(&["src/**/*.ts"], &[], "src/a/b.ts", true);
        check(&["src/**/*.ts"], &[], "src/b.tsx", false);
        check(&["src/**"], &[], "src/a.ts", false);
        check(&["*.js"], &[], "x.min.js", false);
        check(&["*.min.js"], &[], "x.min.js", true);
        check(&["src/a?.ts"], &[], "src/ab.ts", true);
        check(&[".storybook/*"], &[], ".storybook/main.ts", true);
        check(&["packages/*/src"], &[], "packages/a/src/x/y.ts", true);
    }

    #[test]
    fn many_stars_cost_no_more_than_they_must() {
        let stars = "**/a/".repeat(40) + "b.ts";
        let deep = "a/".repeat(60) + "c.ts";
        check(&[&stars], &[], &deep, false);
        check(&["**/*"], &[&stars], &deep, true);
        check(&[&"**/".repeat(100_000)], &[], &deep, false);
    }

    #[test]
    fn excludes_like_typescript() {
        check(&["**/*"], &["dist"], "dist/a.ts", false);
        check(&["**/*"], &["dist"], "distant/a.ts", true);
        check(&["**/*"], &["**/*.test.ts"], "a/b.test.ts", false);
        check(&["**/*"], &["**/*.test.ts"], "b.test.ts", false);
        check(&["**/*"], &["**/test"], "a/test/b/c.ts", false);
        check(&["**/*"], &["a/*"], "a/b/c.ts", false);
        check(&["**/*"], &["**"], "a.ts", false);
    }
}
