//! Names in annotations that are written as strings: `def f(a: "models.User")`.

/// Calls `found` with each dotted name in `text`.
pub(super) fn names<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let words = text.split(|c: char| !is_part(c));
    for word in words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_')) {
        found(word.trim_end_matches('.'));
    }
}
