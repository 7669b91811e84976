//! Names as messages show them: no longer than a reader takes in.

use std::path::Path;

/// How many characters of a path a message shows.
const LONGEST_PATH: usize = 240;

/// A path; of a very long one its start and its end.
pub(crate) fn shown(path: &Path) -> String {
    shown_text(&path.to_string_lossy())
}

/// A path as text; of a very long one its start and its end.
pub(crate) fn shown_text(path: &str) -> String {
    let length = path.chars().count();
    if length <= LONGEST_PATH {
        return path.to_owned();
    }
    let half = LONGEST_PATH / 2;
    let start: String = path.chars().take(half).collect();
    start + "…" + &path.chars().skip(length - half).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shown_text(&"é".repeat(240)), "é".repeat(240));
        let long = format!("start/{}/end", "ü".repeat(4000));
        let cut = shown_text(&long);
        assert_eq!(cut.chars().count(), 241);
        assert!(cut.starts_with("start/ü") && cut.contains("ü…ü") && cut.ends_with("ü/end"), "{cut}");
    }
}
