//! The standard library, by version.
//!
//! `stdlib.txt` has a module a line with the first and the last version that has it (`-`: it still does). Made with
//! `sys.stdlib_module_names` of `CPython` 3.10 to 3.13 and, for 2.7 and 3.6 to 3.9, which have no such list, from the
//! files of their libraries, the names that 3.10 knows on other platforms and, for 2.7, those in its manual but for the
//! short ones of IRIX; what 3.14 and 3.15 add and drop is from their release notes and the table of versions that
//! typeshed keeps. Tests, and modules of the interpreter's own tests, are left out: see [`TESTS`].

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The minor version of Python 3, or 0 for Python 2.7.
pub(super) type Minor = u16;

/// The newest version that is known.
pub(super) const NEWEST: Minor = 15;

/// The package of the interpreter's own tests, which every version has. No reserved name: a folder that is called so
/// holds a repository's tests.
pub(super) const TESTS: &str = "test";

/// The module of the standard library that type checkers alone have.
pub(super) const STUBS: &str = "_typeshed";

static MODULES: LazyLock<FxHashMap<&'static str, (Minor, Minor)>> = LazyLock::new(|| {
    let lines = include_str!("stdlib.txt").lines().filter(|line| !line.starts_with('#'));
    let mut modules: FxHashMap<_, _> = lines.filter_map(line).collect();
    modules.insert("__main__", (0, NEWEST));
    modules
});

fn line(line: &'static str) -> Option<(&'static str, (Minor, Minor))> {
    let mut words = line.split(' ');
    let (name, first, last) = (words.next()?, words.next()?, words.next()?);
    Some((name, (minor(first)?, minor(last).unwrap_or(NEWEST))))
}

fn minor(version: &str) -> Option<Minor> {
    match version.split_once('.')? {
        ("2", _) => Some(0),
        (_, minor) => minor.parse().ok(),
    }
}

/// Modules that are compiled into every interpreter: nothing on the path is asked for them.
pub(super) fn is_builtin(name: &str) -> bool {
    const BUILTIN: [&str; 29] = [
        "_ast",
        "_codecs",
        "_collections",
        "_functools",
        "_imp",
        "_io",
        "_locale",
        "_operator",
        "_signal",
        "_sre",
        "_stat",
        "_string",
        "_symtable",
        "_thread",
        "_tracemalloc",
        "_warnings",
        "_weakref",
        "_abc",
        "atexit",
        "builtins",
        "errno",
        "faulthandler",
        "gc",
        "itertools",
        "marshal",
        "posix",
        "pwd",
        "sys",
        "time",
    ];
    BUILTIN.contains(&name)
}

/// Versions of Python, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Versions {
    pub(super) first: Minor,
    pub(super) last: Minor,
}

/// Whatever there was.
pub(super) const ANY: Versions = Versions { first: 0, last: NEWEST };

impl Versions {
    /// Whether the newest of them has a module called `name`.
    pub(super) fn newest_has(self, name: &str) -> bool {
        Self { first: self.last, last: self.last }.have(name)
    }

    /// Whether a module called `name` is there before any file of that name: in the newest of them, and in each of them
    /// where the name is one that the library keeps to itself. Nobody who writes such a file thinks of that.
    pub(super) fn reserve(self, name: &str) -> bool {
        self.newest_has(name)
            && (!name.starts_with('_') || Self { first: self.first, last: self.first }.have(name))
    }

    /// Whether one of them has a module called `name`.
    pub(super) fn have(self, name: &str) -> bool {
        MODULES.get(name).is_some_and(|(first, last)| *first <= self.last && self.first <= *last)
    }

    /// Those that `requires` takes in (`>=3.8,<3.13`, `^3.9`, `~=3.10`); what cannot be read takes in everything.
    pub(super) fn required(requires: &str) -> Self {
        let mut versions = ANY;
        for clause in requires.split([',', '|']).map(str::trim) {
            let digits = clause.find(|c: char| c.is_ascii_digit()).unwrap_or(clause.len());
            let (operator, version) = clause.split_at(digits);
            let mut numbers =
                version.split('.').map(|it| it.trim().trim_end_matches('*').parse::<Minor>().ok());
            let (major, minor) = (numbers.next().flatten(), numbers.next().flatten());
            let Some(at) = major.map(|major| if major < 3 { 0 } else { minor.unwrap_or(1) }) else {
                continue;
            };
            let last = if major == Some(3) { NEWEST } else { 0 };
            match operator.trim() {
                ">=" | "^" | ">" | "~=" => versions.first = versions.first.max(at),
                "<" if major >= Some(4) => {}
                "<" => versions.last = versions.last.min(at.saturating_sub(1)),
                "<=" => versions.last = versions.last.min(at.min(last)),
                "" | "==" | "~" => versions = Self { first: at, last: at },
                _ => {}
            }
        }
        if versions.first > versions.last { ANY } else { versions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_has_what_it_has() {
        let check = |requires: &str, name: &str, expected: bool| {
            assert_eq!(Versions::required(requires).have(name), expected, "{name} in {requires}");
        };
        check(">=3.8", "tomllib", true);
        check(">=3.8,<3.11", "tomllib", false);
        check(">=3.12", "distutils", false);
        check(">=3.6, <4", "distutils", true);
        check("", "urllib2", true);
        check(">=3.6", "urllib2", false);
        check("~=3.10", "os", true);
        check("==3.9.*", "annotationlib", false);
        check("^3.9", "annotationlib", true);
        check(">=3.14", "_compression", false);
        check(">=3.14", "compression", true);
        check(">=3.15", "sre_parse", false);
        check("==3.14.*", "profiling", false);
        check(">=2.7", "ConfigParser", true);
        check("", "Tkinter", true);
        check(">=3.6", "tkFont", false);
        check("==2.7.*", "turtle", true);
        assert!(ANY.newest_has("tomllib") && !ANY.newest_has("imp") && !ANY.newest_has("numpy"));
    }
}
