//! Requirements: `name[extra] >=1.2,<2 ; marker`, a line each in `requirements.txt`.

use super::{Manifest, Unreadable};
use crate::path::{self, RepoPath};

/// A distribution that is required.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Requirement {
    /// The name as PEP 503 normalises it.
    pub(in super::super) name: String,
    /// Which versions will do, where that is said.
    pub(in super::super) version: Option<String>,
}

/// The name as PEP 503 normalises it: `Foo.Bar_baz` is `foo-bar-baz`.
pub(in super::super) fn normalised(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.trim().chars() {
        match c {
            '-' | '_' | '.' if out.ends_with('-') => {}
            '-' | '_' | '.' => out.push('-'),
            c => out.extend(c.to_lowercase()),
        }
    }
    out
}

impl Requirement {
    /// What `text` requires; `None` for a URL, an option and the like.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.split([';', '#']).next()?.trim();
        let end = text
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.'))
            .unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('[') {
            Some(extras) => extras.split_once(']').map_or("", |(_, rest)| rest).trim_start(),
            None => rest,
        };
        // `name @ https://…` and a path are no versions.
        let known = rest.is_empty() || rest.starts_with(['=', '<', '>', '~', '!', '@', '(', ' ']);
        known.then(|| Self { name: normalised(name), version: version(rest) })
    }
}

/// `1.2` of `==1.2`, else the clauses as they are, without blanks.
fn version(rest: &str) -> Option<String> {
    let rest = rest.trim_matches(['(', ')', ' ']);
    if !rest.starts_with(['=', '<', '>', '~', '!']) {
        return None;
    }
    let clauses: String = rest.split_whitespace().take_while(|word| !word.starts_with("--")).collect();
    let clauses = clauses.trim_end_matches('\\');
    let exact = clauses.trim_start_matches('=');
    let is_exact = clauses.starts_with("==") && !exact.contains([',', '*']);
    let text = if is_exact { exact } else { clauses };
    (!text.is_empty()).then(|| text.to_owned())
}

/// `requirements.txt`, `requirements-dev.txt`, `dev-requirements.txt`, `requirements/dev.txt`.
pub(super) fn is_list(path: &RepoPath, name: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(name, part).is_some();
    let text = name.ends_with(b".txt") || name.ends_with(b".in");
    text && (has(b"requirements") || path::file_name(path.parent()) == b"requirements")
}

#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    let lines = text.lines().map(|line| line.split(" #").next().unwrap_or(line).trim());
    let requirements = lines.filter(|line| !line.starts_with('-')).filter_map(Requirement::parse).collect();
    Ok(Manifest { requirements, ..Manifest::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_has_a_name_and_versions() {
        let check = |text: &str, expected: Option<(&str, Option<&str>)>| {
            let found = Requirement::parse(text);
            let found = found.as_ref().map(|it| (it.name.as_str(), it.version.as_deref()));
            assert_eq!(found, expected, "{text}");
        };
        check("Flask", Some(("flask", None)));
        check("Foo._Bar[x, y] == 1.2 ; python_version > '3'", Some(("foo-bar", Some("1.2"))));
        check("a>=1, <2  # why", Some(("a", Some(">=1,<2"))));
        check("a (>=1)", Some(("a", Some(">=1"))));
        check("a==1.*", Some(("a", Some("==1.*"))));
        check("a==1.0 \\", Some(("a", Some("1.0"))));
        check("a==1.0 --hash=sha256:0", Some(("a", Some("1.0"))));
        check("a @ https://x.org/a.whl", Some(("a", None)));
        check("-r other.txt", None);
        check("./local", None);
        check("https://x.org/a.whl", None);
    }
}
