//! Where sentences end in documentation whose lines are joined, and what goes with its first paragraph. Text in, text
//! out.

/// Words with which a sentence begins and hardly ever goes on.
#[rustfmt::skip]
const STARTERS: &[&str] = &[
    "Also", "For", "If", "In", "It", "Note", "Only", "Return", "Returns", "See", "Should", "The", "These", "They", "This",
    "Use", "Used", "Uses", "When",
];

/// Whether a sentence ends between `doc`, the lines before, and `line`, although no point says so.
pub(crate) fn ends_between(doc: &str, line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    let last = doc.rsplit(' ').next().unwrap_or_default();
    // `of\nThe Times`
    let goes_on = last.len() < 4 && last.bytes().all(|it| it.is_ascii_lowercase());
    doc.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '`' | ']'))
        && doc.contains(' ')
        && !goes_on
        && STARTERS.binary_search(&first).is_ok()
}

/// A shorter first paragraph may be no more than a title, in bytes.
const LONGEST_TITLE: usize = 60;
/// How many lines behind it are looked at.
const MOST_LINES: usize = 24;
/// Fewer words say nothing more than a title.
const FEWEST_WORDS: usize = 4;
/// How paragraphs begin that are no part of a description.
const ASIDE: &[&str] = &[
    "Arg",
    "Attributes",
    "Copyright",
    "Example",
    "Licen",
    "Note",
    "Param",
    "Raise",
    "Return",
    "See",
    "TODO",
    "Usage",
    "Warning",
    "Yield",
];

/// `first`, the first paragraph of a documentation, with the list that it announces, or with the paragraph that follows
/// where it may be no more than a title; `rest` are the lines behind it, without what makes them a comment.
pub(crate) fn with_rest<'l>(first: String, rest: impl Iterator<Item = &'l str>) -> String {
    let announces = first.ends_with(':');
    if first.is_empty() || !announces && first.len() > LONGEST_TITLE {
        return first;
    }
    let lines = rest.map(str::trim).skip_while(|it| it.is_empty()).take(MOST_LINES);
    let lines: Vec<&str> = lines.take_while(|it| !it.is_empty()).collect();
    if announces {
        let items = items(&lines);
        return if items.is_empty() { first } else { format!("{first} {}.", items.join("; ")) };
    }
    let paragraph = lines.join(" ");
    let is_prose = paragraph.starts_with(|c: char| c.is_uppercase() || c == '`')
        && paragraph.ends_with('.')
        && paragraph.split_whitespace().count() >= FEWEST_WORDS
        && !paragraph.contains(['=', ';', '{', '|', '<'])
        && !ASIDE.iter().any(|it| paragraph.starts_with(it))
        && lines
            .iter()
            .all(|it| item(it).is_none() && it.starts_with(|c: char| c.is_alphanumeric() || c == '`'));
    if is_prose { format!("{}. {paragraph}", first.trim_end_matches('.')) } else { first }
}

/// The items of a list, none where the lines are none.
fn items(lines: &[&str]) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match (item(line), items.last_mut()) {
            (Some(start), _) => items.push(start.to_owned()),
            (None, Some(last)) => last.extend([" ", line]),
            (None, None) => return items,
        }
    }
    items.iter().map(|it| it.trim_end_matches(['.', ';', ',']).to_owned()).collect()
}

/// What an item of a list says whose first line it is.
fn item(line: &str) -> Option<&str> {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (number.len() < line.len()).then(|| number.strip_prefix(['.', ')'])).flatten();
    let rest = numbered.or_else(|| line.strip_prefix(['-', '*', '+', '•']))?;
    rest.strip_prefix(' ').map(str::trim).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_what_follows_titles_go_with_a_first_paragraph() {
        let check = |first: &str, rest: &str, expected: &str| {
            assert_eq!(with_rest(first.to_owned(), rest.lines()), expected, "{first} | {rest}");
        };
        check(
            "Has to be one of:",
            "\n- `a`: the first.\n  Old.\n- `b`\n\nMore.",
            "Has to be one of: `a`: the first. Old; `b`.",
        );
        check("In two steps:", "1. read\n2) write", "In two steps: read; write.");
        check("As in:", "\nx = 1", "As in:");
        check(
            "The size.",
            "\nIt is counted in bytes\nof the file.\n\nMore.",
            "The size. It is counted in bytes of the file.",
        );
        for rest in
            ["", "\nOf it.", "\nx = read(a, b).", "\nReturns the size in bytes.", "\n- It is a list of all."]
        {
            check("The size", rest, "The size");
        }
        let long = "What is longer than any title can be says enough to stand alone.";
        check(long, "\nIt is counted in bytes.", long);
    }

    #[test]
    fn a_sentence_ends_where_another_begins() {
        assert!(STARTERS.is_sorted());
        for (doc, line, expected) in [
            ("Counts what is there", "This is quick", true),
            ("Counts `all`", "Returns a number", true),
            ("Counts what is there.", "This is quick", false),
            ("Counts what is in", "The Times", false),
            ("Counts what Mike and", "Zoe wrote", false),
            ("Counts", "If all is well", false),
        ] {
            assert_eq!(ends_between(doc, line), expected, "{doc} | {line}");
        }
    }
}
