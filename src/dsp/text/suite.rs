//! What a file of tests checks: the titles of its suites and cases. Pure.

use resolvers::facts::{FileFacts, Symbol, SymbolKind, Title, TitleSort};
use resolvers::languages::go;
use resolvers::path::RepoPath;

use super::clean;
use super::place::{extension, is_among_tests, stem};
use super::words::split;

/// How many suites and cases are listed.
const MOST: usize = 8;
/// How long the list of titles may grow, in bytes.
const LONGEST_LIST: usize = 240;
const LONGEST_TITLE: usize = 110;
/// How many titles name a place, and how long each may be.
const MOST_CASES: usize = 3;
const LONGEST_NAMED: usize = 70;

/// What every test takes.
pub(in crate::dsp) const RUNNERS: &[&str] = &[
    "@hapi/lab",
    "@jest/globals",
    "@playwright/test",
    "assert",
    "ava",
    "bun:test",
    "chai",
    "lab",
    "mocha",
    "node:assert",
    "node:test",
    "pytest",
    "qunit",
    "tap",
    "tape",
    "unittest",
    "uvu",
    "vitest",
];

/// Whether a file is a test by what it says: one of a folder of tests that is itself one and not what they need, or
/// one that names what it tests and takes a runner.
pub(in crate::dsp) fn is_test(path: &RepoPath, facts: &FileFacts) -> bool {
    let named = path.file_name().starts_with(b"test_") || path.file_name().starts_with(b"test-");
    let runs = || facts.imports.iter().any(|it| RUNNERS.contains(&it.specifier.as_str()));
    let called = || matches!(stem(path).as_str(), "spec" | "test" | "tests");
    // Django looks for classes of tests in `tests.py`.
    let of_django = || path.file_name() == b"tests.py" && facts.symbols.iter().any(is_case);
    is_among_tests(path) && (named || has_tests(facts) || runs())
        || has_tests(facts) && (runs() || called())
        || of_django()
}

/// Whether it is a test in a class of them.
fn is_case(it: &Symbol) -> bool {
    it.kind == SymbolKind::Method && it.name.starts_with("test_")
}

/// What a function is called that is a test by its name.
pub(super) fn case_name<'n>(path: &RepoPath, name: &'n str) -> Option<&'n str> {
    if extension(path) == "go" { go::case_name(name) } else { name.rsplit('.').next()?.strip_prefix("test_") }
}

/// Whether there are suites or cases.
pub(in crate::dsp) fn has_tests(facts: &FileFacts) -> bool {
    facts.titles.iter().any(Title::is_test)
}

/// What a file of tests says of itself.
pub(super) struct Titles {
    /// The title of all.
    pub(super) head: Option<String>,
    /// Those of the suites and cases.
    pub(super) list: String,
}

impl Titles {
    /// Behind a lead that says `subject`.
    pub(super) fn behind(self, subject: &str) -> String {
        let head = self.head.filter(|head| !repeats(head, subject));
        let head = head.map_or_else(String::new, |head| format!(" ({head})"));
        format!("{head}: {}", self.list)
    }
}

/// The titles; `None` where the file gives none.
pub(super) fn titles(facts: &FileFacts) -> Option<Titles> {
    let tests: Vec<&Title> = facts.titles.iter().filter(|it| it.is_test()).collect();
    let mut listed = told(facts, outermost(&tests));
    let mut head = None;
    // One that holds all others is what they are about, and often what the file is called.
    if let [(_, only)] = &listed[..] {
        let inner = told(facts, outermost(&inside(&tests, only)));
        if !inner.is_empty() {
            head = Some(std::mem::replace(&mut listed, inner).remove(0).0);
        }
    }
    if listed.is_empty() {
        return None;
    }
    let mut list = String::new();
    // The title of all takes room too.
    let before = head.as_ref().map_or(0, |head| head.len() + 3) + 2;
    let told: Vec<&(String, &Title)> = listed.iter().take(MOST).collect();
    let room = LONGEST_LIST.saturating_sub(told.iter().map(|it| it.0.len() + 2).sum()) / told.len().max(1);
    for (at, (title, it)) in listed.iter().enumerate() {
        if at == MOST || at > 0 && before + list.len() + title.len() > LONGEST_LIST {
            list.push_str("; …");
            break;
        }
        list.push_str(if at > 0 { "; " } else { "" });
        list.push_str(title);
        if it.sort == TitleSort::Suite {
            list.push_str(&cases_of(facts, &inside(&tests, it), room));
        }
    }
    Some(Titles { head, list })
}

/// What stands in a suite, in brackets, as much as there is room for.
fn cases_of(facts: &FileFacts, inside: &[&Title], room: usize) -> String {
    let mut text = String::new();
    for (case, _) in told(facts, outermost(inside)) {
        if text.len() + case.len() + 3 > room {
            text.push_str(if text.is_empty() { "" } else { ", …" });
            break;
        }
        text.push_str(if text.is_empty() { " (" } else { ", " });
        text.push_str(&case);
    }
    if text.is_empty() { text } else { text + ")" }
}

/// Those that stand in another one.
fn inside<'f>(tests: &[&'f Title], outer: &Title) -> Vec<&'f Title> {
    let is_inside = |it: &&&Title| it.span.start > outer.span.start && it.span.end <= outer.span.end;
    tests.iter().filter(is_inside).copied().collect()
}

/// Those that no other one holds.
fn outermost<'f>(tests: &[&'f Title]) -> Vec<&'f Title> {
    let mut end = 0;
    let is_outer = |it: &&&Title| {
        let is_outer = it.span.end > end;
        end = end.max(it.span.end);
        is_outer
    };
    tests.iter().filter(is_outer).copied().collect()
}

/// The titles as they are told, each once.
fn told<'f>(facts: &FileFacts, titles: Vec<&'f Title>) -> Vec<(String, &'f Title)> {
    let mut told: Vec<(String, &Title)> = Vec::new();
    for title in titles {
        let text = shortened(facts, title);
        let text = if title.is_skipped { format!("skipped: {text}") } else { text };
        if !told.iter().any(|it| it.0 == text) && text.chars().any(char::is_alphanumeric) {
            told.push((text, title));
        }
    }
    told
}

fn shortened(facts: &FileFacts, title: &Title) -> String {
    let text = title.text.trim_end_matches(['.', ' ']);
    // Go calls what holds the cases by a function.
    let is_function = facts.header.package.is_some() && title.sort == TitleSort::Suite;
    match go::case_name(text).filter(|_| is_function) {
        Some(name) if !name.contains(' ') => split(name).join(" "),
        _ => clean(text, LONGEST_TITLE),
    }
}

/// Where in the tests something is used that stands under these titles of tests: the cases while they are few, else the suites
/// that hold them. Empty without titles.
pub(in crate::dsp) fn places(facts: &FileFacts, titles: &[u32]) -> String {
    let sort = |at: u32| facts.titles.get(at as usize).map(|it| it.sort);
    // What makes tests of a table is told by what it stands in.
    let has_rows = titles.iter().any(|at| sort(*at) == Some(TitleSort::Rows));
    let around = |at: u32| if sort(at) == Some(TitleSort::Rows) { test_around(facts, at) } else { Some(at) };
    let mut titles: Vec<u32> = titles.iter().map(|at| around(*at).unwrap_or(*at)).collect();
    titles.sort_unstable();
    titles.dedup();
    let cases =
        titles.iter().filter_map(|at| facts.titles.get(*at as usize)).filter(|it| it.sort == TitleSort::Case);
    let cases: Vec<&Title> = cases.collect();
    let mut suites: Vec<&Title> = titles.iter().filter_map(|at| suite_of(facts, *at)).collect();
    suites.dedup();
    let what = case_word(facts);
    match (cases.len() == titles.len() && cases.len() <= MOST_CASES, cases.len()) {
        (_, 0) if suites.is_empty() => {
            let rows: Vec<&Title> = titles.iter().filter_map(|at| facts.titles.get(*at as usize)).collect();
            if has_rows && rows.iter().all(|it| it.sort == TitleSort::Rows) {
                in_rows(&rows, what)
            } else {
                String::new()
            }
        }
        // In Go a suite is a test that has others.
        (_, 0) if facts.header.package.is_none() => {
            // Cases that are called by values are not listed.
            let has_cases = !has_rows && suites.iter().any(|it| has_cases(facts, it));
            format!("{} the {what}s of {}", if has_cases { "around" } else { "in" }, named(&suites))
        }
        (true, 1) => format!("in the {what} {}", named(&cases)),
        (true, _) => format!("in the {what}s {}", named(&cases)),
        (false, _) if suites.is_empty() => format!("in the {what}s {}", named(&cases)),
        (false, _) => {
            // Cases that stand in no suite are told by themselves.
            let is_alone = |at: &&u32| suite_of(facts, **at).is_none();
            let alone = titles.iter().filter(is_alone).filter_map(|at| facts.titles.get(*at as usize));
            let alone: Vec<&Title> = alone.filter(|it| it.sort == TitleSort::Case).collect();
            let inner = format!("in the {what}s of {}", named(&suites));
            if alone.is_empty() { inner } else { format!("{inner} and in the {what}s {}", named(&alone)) }
        }
    }
}

/// `` in the tests 'a; b' `` of tests that a loop makes of a table and no suite holds.
fn in_rows(rows: &[&Title], what: &str) -> String {
    if rows.iter().any(|it| it.text.chars().any(char::is_alphanumeric)) {
        format!("in the {what}s {}", named(rows))
    } else {
        format!("in its {what}s")
    }
}

fn has_cases(facts: &FileFacts, suite: &Title) -> bool {
    let is_inside = |it: &Title| it.span.start >= suite.span.start && it.span.end <= suite.span.end;
    facts.titles.iter().any(|it| matches!(it.sort, TitleSort::Case | TitleSort::Rows) && is_inside(it))
}

/// What its cases are: those of a file that takes `bench` are run for their time.
pub(super) fn case_word(facts: &FileFacts) -> &'static str {
    let mut names = facts.imports.iter().flat_map(|it| &it.names);
    if names.any(|it| it.local.as_deref() == Some("bench")) { "benchmark" } else { "test" }
}

/// The innermost test around what makes tests of a table.
pub(super) fn test_around(facts: &FileFacts, at: u32) -> Option<u32> {
    let inner = facts.titles.get(at as usize)?;
    let holds = |it: &Title| {
        let is_test = matches!(it.sort, TitleSort::Suite | TitleSort::Case);
        is_test && it.span.start <= inner.span.start && inner.span.end <= it.span.end
    };
    (0..at).rev().find(|at| facts.titles.get(*at as usize).is_some_and(&holds))
}

/// The suite, or the innermost one around the case.
fn suite_of(facts: &FileFacts, at: u32) -> Option<&Title> {
    let inner = facts.titles.get(at as usize)?;
    let before = facts.titles.get(..=at as usize)?.iter().rev();
    before
        .filter(|it| it.sort == TitleSort::Suite)
        .find(|it| it.span.start <= inner.span.start && inner.span.end <= it.span.end)
}

/// The first titles, each once.
fn named(titles: &[&Title]) -> String {
    let mut told: Vec<String> = Vec::new();
    for title in titles.iter().map(|it| title(it)) {
        if told.contains(&title) {
            continue;
        }
        if told.len() == MOST_CASES {
            told.push("…".to_owned());
            break;
        }
        told.push(title);
    }
    told.join(", ")
}

/// In quotation marks.
pub(super) fn title(it: &Title) -> String {
    format!("'{}'", clean(it.text.trim_end_matches(['.', ' ']), LONGEST_NAMED))
}

/// Whether the title says nothing that the subject does not.
pub(super) fn repeats(title: &str, subject: &str) -> bool {
    let subject = split(subject).concat().to_lowercase();
    split(title).iter().all(|word| subject.contains(&word.to_lowercase()))
}

/// Whether statements in short say of a test only what it is called, and not what it does.
pub(super) fn only_names_tests(sketch: &str) -> bool {
    let pieces = sketch.split("; ").flat_map(|it| it.split("{ "));
    let names = |piece: &str| {
        let called = piece.strip_prefix("await ").unwrap_or(piece);
        let called = ["t.", "QUnit."].iter().find_map(|it| called.strip_prefix(it)).unwrap_or(called);
        ["it(", "test(", "describe(", "module(", "it.", "test.", "module."]
            .iter()
            .any(|it| called.starts_with(it))
    };
    pieces.into_iter().any(|it| names(it) && (it.contains("=> …") || it.contains("=> {}")))
}

#[cfg(test)]
mod tests {
    use resolvers::facts::Span;

    use super::*;

    #[test]
    fn titles_are_listed() {
        let check = |titles_of: &[&str], expected: Option<&str>| {
            // A suite that is the first one holds the others, any other one all up to the next; a case that stands
            // before a colon holds the others too.
            let all = titles_of;
            let titles_of = all.iter().enumerate().map(|(at, it)| {
                let sort = if it.starts_with("# ") { TitleSort::Suite } else { TitleSort::Case };
                let text = it.trim_start_matches("# ").trim_end_matches(':').to_owned();
                let next = all[at + 1..].iter().position(|it| it.starts_with("# ") && at > 0);
                let holds = sort == TitleSort::Suite || it.ends_with(':');
                let last = if holds { next.map_or(all.len(), |next| at + next) } else { at };
                let place = |at: usize| u32::try_from(10 * at).unwrap();
                let span = Span { start: place(at), end: place(last) + 9 };
                Title { text, sort, span, is_skipped: false }
            });
            let facts = FileFacts { titles: titles_of.collect(), ..FileFacts::default() };
            let told = titles(&facts).map(|it| it.behind("user store"));
            assert_eq!(told.as_deref(), expected);
        };
        check(&[], None);
        check(&["finds one", "finds none"], Some(": finds one; finds none"));
        check(&["# User store", "finds one"], Some(": finds one"));
        check(&["# #12 lost users", "finds one"], Some(" (#12 lost users): finds one"));
        check(&["# store", "# find", "a", "c", "# add", "b"], Some(": find (a, c); add (b)"));
        check(&["saves a user:", "twice", "never"], Some(" (saves a user): twice; never"));
        check(&["user store:", "twice", "never"], Some(": twice; never"));
        check(&["finds one", "saves one:", "twice"], Some(": finds one; saves one"));
    }
}
