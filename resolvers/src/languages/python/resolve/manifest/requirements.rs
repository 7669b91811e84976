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

/// Another list that a list names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Include {
    path: String,
    /// It says which versions will do, and requires nothing.
    pub(super) is_constraint: bool,
}

impl Include {
    /// `-r other.txt`, `--constraint=other.txt`
    fn parse(line: &str) -> Option<Self> {
        let options = [("--requirement", false), ("--constraint", true), ("-r", false), ("-c", true)];
        let mut options = options.into_iter();
        let (rest, is_constraint) =
            options.find_map(|(option, it)| Some((line.strip_prefix(option)?, it)))?;
        let path = rest.trim_start_matches(['=', ' ', '\t']).trim_matches(['"', '\'']);
        Some(Self { path: path.to_owned(), is_constraint })
    }

    /// Where it is, named by a list in `folder`.
    pub(super) fn place(&self, folder: &[u8]) -> Option<Vec<u8>> {
        let is_elsewhere = self.path.starts_with('/') || self.path.contains("://");
        if is_elsewhere { None } else { path::join(folder, self.path.as_bytes()) }
    }
}

/// `requirements.txt`, `requirements-dev.txt`, `dev-requirements.txt`, `requirements/dev.txt`.
pub(super) fn is_list(path: &RepoPath, name: &[u8]) -> bool {
    let is_named = memchr::memmem::find(name, b"requirements").is_some();
    is_text(name) && (is_named || folder_of_lists(path).is_some())
}

/// The directory for which a manifest speaks: `requirements/dev.txt` is about the folder around `requirements`.
pub(super) fn dir(path: &RepoPath) -> &[u8] {
    let lists = folder_of_lists(path).filter(|_| is_text(path.file_name()));
    lists.map_or(path.parent(), path::parent)
}

fn is_text(name: &[u8]) -> bool {
    name.ends_with(b".txt") || name.ends_with(b".in")
}

/// The innermost folder `requirements` or `requirements.d` around `path`.
fn folder_of_lists(path: &RepoPath) -> Option<&[u8]> {
    let is_one = |dir: &&[u8]| matches!(path::file_name(dir), b"requirements" | b"requirements.d");
    path::ancestors(path.parent()).find(is_one)
}

/// Whether it lies deeper in a folder of lists, where texts of other sorts lie too.
pub(super) fn is_deep(path: &RepoPath) -> bool {
    let is_named = memchr::memmem::find(path.file_name(), b"requirements").is_some();
    !is_named && folder_of_lists(path).is_some_and(|lists| lists != path.parent())
}

/// As [`read`], where every line may be one of a list: in prose words follow words.
#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read_deep(text: &str) -> Result<Manifest, Unreadable> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '-']));
    let is_prose = |line: &str| {
        let second = line.split_whitespace().nth(1).unwrap_or("#");
        let begins = ["#", ";", "@", "=", "<", ">", "~", "!", "(=", "(<", "(>", "(~", "(!", "\\", "--"];
        !begins.iter().any(|it| second.starts_with(it))
    };
    Ok(if lines.into_iter().any(is_prose) { Manifest::default() } else { list(text, false) })
}

#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    Ok(list(text, false))
}

/// What a list says, of requirements or of constraints.
pub(super) fn list(text: &str, is_constraint: bool) -> Manifest {
    let lines = text.lines().map(|line| line.split(" #").next().unwrap_or(line).trim());
    let (options, plain): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('-'));
    let includes = options.into_iter().filter_map(Include::parse).collect();
    let named = plain.into_iter().filter_map(Requirement::parse).collect();
    let (requirements, constraints) = if is_constraint { (Vec::new(), named) } else { (named, Vec::new()) };
    Manifest { requirements, constraints, includes, ..Manifest::default() }
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
