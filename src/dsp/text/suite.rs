//! What a file of tests checks: the titles of its suites and cases. Pure.

use resolvers::facts::{FileFacts, Symbol, SymbolKind, Title, TitleSort};
use resolvers::languages::go;
use resolvers::path::RepoPath;

use super::clean;
use super::place::{extension, is_among_tests, stem};
use super::words::split;

/// How many suites, and how many cases, are looked at.
const MOST: usize = 8;
/// How long the list of titles may grow, in bytes.
const LONGEST_LIST: usize = 240;
const LONGEST_TITLE: usize = 110;
/// How many titles name a place, and how long each may be.
const MOST_CASES: usize = 3;
const LONGEST_NAMED: usize = 70;

/// What every test takes.
pub(super) const RUNNERS: &[&str] = &[
    "@jest/globals",
    "@playwright/test",
    "assert",
    "bun:test",
    "chai",
    "mocha",
    "node:assert",
    "node:test",
    "pytest",
    "unittest",
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
pub(super) fn has_tests(facts: &FileFacts) -> bool {
    facts.titles.iter().any(Title::is_test)
}

/// The titles after a lead that says `subject`; `None` where the file gives none.
pub(super) fn titles(facts: &FileFacts, subject: &str) -> Option<String> {
    let suites = texts(facts, first(facts, TitleSort::Suite));
    let (cases, inner) = cases(facts);
    // One case that holds all others is what they are about.
    let around = match (&suites[..], &cases[..]) {
        ([], [only]) if !texts(facts, inner.iter().copied().take(MOST)).is_empty() => {
            Some(shortened(facts, only))
        }
        _ => None,
    };
    let cases = if around.is_some() { inner } else { cases };
    let all_cases = cases.len();
    let cases = texts(facts, cases.into_iter().take(MOST));
    let mut outer = first(facts, TitleSort::Suite);
    let whole = outer.next().filter(|first| outer.all(|it| it.span.end <= first.span.end));
    // Many suites tell more than cases; one that holds all others is often what the file is called.
    let (head, rest, sort) = match (&suites[..], &cases[..]) {
        ([], []) => return None,
        ([], cases) => (around.as_ref(), cases, TitleSort::Case),
        (suites, []) => (None, suites, TitleSort::Suite),
        ([only], cases) => (Some(only), cases, TitleSort::Case),
        ([first, more @ ..], _) if whole.is_some() && more.len() >= 2 => {
            (Some(first), more, TitleSort::Suite)
        }
        ([first, ..], cases) if whole.is_some() => (Some(first), cases, TitleSort::Case),
        (suites, _) => (None, suites, TitleSort::Suite),
    };
    let head = head.filter(|head| !repeats(head, subject));
    let mut text = head.map_or_else(String::new, |head| format!(" ({head})"));
    text.push_str(": ");
    let mut told = 0;
    let room = LONGEST_LIST.saturating_sub(rest.iter().map(|it| it.len() + 2).sum()) / rest.len().max(1);
    for title in rest {
        if told > 0 && text.len() + title.len() > LONGEST_LIST {
            break;
        }
        text.push_str(if told > 0 { "; " } else { "" });
        text.push_str(title);
        if sort == TitleSort::Suite {
            text.push_str(&cases_of(facts, title, room));
        }
        told += 1;
    }
    let all = match sort {
        TitleSort::Case => all_cases,
        sort => facts.titles.iter().filter(|it| it.sort == sort).count(),
    };
    if told < rest.len() || all > MOST {
        text.push_str("; …");
    }
    Some(text)
}

/// The first cases right in the suite that is called so, in brackets, as many as there is room for.
fn cases_of(facts: &FileFacts, suite: &str, room: usize) -> String {
    let named = |it: &(usize, &Title)| it.1.sort == TitleSort::Suite && shortened(facts, it.1) == suite;
    let Some((at, suite)) = facts.titles.iter().enumerate().find(named) else { return String::new() };
    let inside = facts.titles[at + 1..].iter().take_while(|it| it.span.end <= suite.span.end);
    let cases = inside.take_while(|it| it.sort == TitleSort::Case).map(|it| shortened(facts, it));
    let mut told = String::new();
    for case in cases {
        if told.len() + case.len() + 3 > room {
            told.push_str(if told.is_empty() { "" } else { ", …" });
            break;
        }
        told.push_str(if told.is_empty() { " (" } else { ", " });
        told.push_str(&case);
    }
    if told.is_empty() { told } else { told + ")" }
}

fn first(facts: &FileFacts, sort: TitleSort) -> impl Iterator<Item = &Title> {
    facts.titles.iter().filter(move |it| it.sort == sort).take(MOST)
}

/// The cases that no other case holds, and the others.
fn cases(facts: &FileFacts) -> (Vec<&Title>, Vec<&Title>) {
    let mut end = 0;
    facts.titles.iter().filter(|it| it.sort == TitleSort::Case).partition(|it| {
        let is_outer = it.span.end > end;
        end = end.max(it.span.end);
        is_outer
    })
}

/// The titles, each once.
fn texts<'f>(facts: &FileFacts, of: impl Iterator<Item = &'f Title>) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    for title in of {
        let text = shortened(facts, title);
        if !titles.contains(&text) && text.chars().any(char::is_alphabetic) {
            titles.push(text);
        }
    }
    titles
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
    let mut titles = titles.to_vec();
    titles.sort_unstable();
    titles.dedup();
    let cases =
        titles.iter().filter_map(|at| facts.titles.get(*at as usize)).filter(|it| it.sort == TitleSort::Case);
    let cases: Vec<&Title> = cases.collect();
    let mut suites: Vec<&Title> = titles.iter().filter_map(|at| suite_of(facts, *at)).collect();
    suites.dedup();
    let what = case_word(facts);
    match (cases.len() == titles.len() && cases.len() <= MOST_CASES, cases.len()) {
        (_, 0) if suites.is_empty() => String::new(),
        // In Go a suite is a test that has others.
        (_, 0) if facts.header.package.is_none() => format!("around the {what}s of {}", named(&suites)),
        (true, 1) => format!("in the {what} {}", named(&cases)),
        (true, _) => format!("in the {what}s {}", named(&cases)),
        (false, _) if suites.is_empty() => format!("in the {what}s {}", named(&cases)),
        (false, _) => format!("in the {what}s of {}", named(&suites)),
    }
}

/// What its cases are: those of a file that takes `bench` are run for their time.
pub(super) fn case_word(facts: &FileFacts) -> &'static str {
    let mut names = facts.imports.iter().flat_map(|it| &it.names);
    if names.any(|it| it.local.as_deref() == Some("bench")) { "benchmark" } else { "test" }
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
                Title { text, sort, span }
            });
            let facts = FileFacts { titles: titles_of.collect(), ..FileFacts::default() };
            assert_eq!(titles(&facts, "user store").as_deref(), expected);
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
