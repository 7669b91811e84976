//! What a file of tests checks: the titles of its suites and cases. Pure.

use resolvers::facts::FileFacts;

use super::clean;
use super::words::split;

/// How long the list of titles may grow, in bytes.
const LONGEST_LIST: usize = 240;
const LONGEST_TITLE: usize = 110;

/// The titles after a lead that says `subject`; `None` where the file gives none.
pub(super) fn titles(facts: &FileFacts, subject: &str) -> Option<String> {
    let (suites, cases) = (of(facts, true), of(facts, false));
    let mut outer = facts.titles.iter().filter(|it| it.suite);
    let whole = outer.next().filter(|first| outer.all(|it| it.span.end <= first.span.end));
    // Many suites tell more than cases; one that holds all others is often what the file is called.
    let (head, rest) = match (&suites[..], &cases[..]) {
        ([], []) => return None,
        ([], cases) => (None, cases),
        (suites, []) => (None, suites),
        ([only], cases) => (Some(only), cases),
        ([first, more @ ..], _) if whole.is_some() && more.len() >= 2 => (Some(first), more),
        ([first, ..], cases) if whole.is_some() => (Some(first), cases),
        (suites, _) => (None, suites),
    };
    let head = head.filter(|head| !repeats(head, subject));
    let mut text = head.map_or_else(String::new, |head| format!(" ({head})"));
    text.push_str(": ");
    for (at, title) in rest.iter().enumerate() {
        if at > 0 && text.len() + title.len() > LONGEST_LIST {
            text.push_str("; …");
            break;
        }
        text.push_str(if at > 0 { "; " } else { "" });
        text.push_str(title);
    }
    Some(text)
}

/// The titles of one kind, each once.
fn of(facts: &FileFacts, suite: bool) -> Vec<String> {
    let mut titles: Vec<String> = Vec::new();
    for title in facts.titles.iter().filter(|it| it.suite == suite) {
        let text = clean(title.text.trim_end_matches(['.', ' ']), LONGEST_TITLE);
        if !titles.contains(&text) && text.chars().any(char::is_alphabetic) {
            titles.push(text);
        }
    }
    titles
}

/// Whether the title says nothing that the subject does not.
fn repeats(title: &str, subject: &str) -> bool {
    let subject = split(subject).concat().to_lowercase();
    split(title).iter().all(|word| subject.contains(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use resolvers::facts::{Span, Title};

    use super::*;

    #[test]
    fn titles_are_listed() {
        let check = |titles_of: &[&str], expected: Option<&str>| {
            // The first one holds the others.
            let titles_of = titles_of.iter().enumerate().map(|(at, it)| {
                let text = it.strip_prefix("# ").unwrap_or(it).to_owned();
                let span = Span { start: 0, end: if at == 0 { 99 } else { 9 } };
                Title { text, suite: it.starts_with("# "), span }
            });
            let facts = FileFacts { titles: titles_of.collect(), ..FileFacts::default() };
            assert_eq!(titles(&facts, "user store").as_deref(), expected);
        };
        check(&[], None);
        check(&["finds one", "finds none"], Some(": finds one; finds none"));
        check(&["# User store", "finds one"], Some(": finds one"));
        check(&["# #12 lost users", "finds one"], Some(" (#12 lost users): finds one"));
        check(&["# store", "# find", "a", "# add", "b"], Some(": find; add"));
    }
}
