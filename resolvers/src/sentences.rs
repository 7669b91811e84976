//! Where sentences end in documentation whose lines are joined. Text in, text out.

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

#[cfg(test)]
mod tests {
    use super::*;

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
