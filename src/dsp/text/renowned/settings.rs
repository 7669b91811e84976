//! What settings of configurations are for: a dictionary, a line for each, the tool, the key and what it is for parted by tabs,
//! in the order of their bytes.

use std::sync::LazyLock;

static SETTINGS: LazyLock<Vec<((&str, &str), &str)>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let (tool, rest) = line.split_once('\t')?;
        let (key, meaning) = rest.split_once('\t')?;
        Some(((tool, key), meaning))
    };
    include_str!("settings.tsv").lines().filter_map(line).collect()
});

/// What the top-level setting `key` of a configuration of `tool` is for.
pub(in crate::dsp::text) fn setting(tool: &str, key: &str) -> Option<&'static str> {
    let at = SETTINGS.binary_search_by(|(known, _)| known.cmp(&(tool, key))).ok()?;
    Some(SETTINGS[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_sorted_and_found() {
        assert!(SETTINGS.is_sorted_by(|one, other| one.0 < other.0));
        assert_eq!(SETTINGS.len(), include_str!("settings.tsv").lines().count());
        assert!(SETTINGS.iter().all(|(_, meaning)| !meaning.is_empty() && !meaning.contains('`')));
        assert_eq!(setting("eslint", "root"), Some("whether configurations in folders above are left out"));
        assert_eq!(setting("eslint", "rooted"), None);
    }
}
