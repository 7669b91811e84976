//! The dialect of INI that `setup.cfg` and its like are written in.

/// The value of `key` in `[section]`; lines that are indented go on with it.
pub(super) fn value(text: &str, section: &str, key: &str) -> Option<String> {
    entries(text, section).into_iter().find(|(name, _)| name == key).map(|(_, value)| value)
}

/// All keys of `[section]`, lower case, with their values.
pub(super) fn entries(text: &str, section: &str) -> Vec<(String, String)> {
    let mut inside = false;
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            inside = name == section;
        } else if inside && line.starts_with([' ', '\t']) && !entries.is_empty() {
            if let Some((_, value)) = entries.last_mut() {
                value.push('\n');
                value.push_str(trimmed);
            }
        } else if inside && let Some((key, value)) = trimmed.split_once(['=', ':']) {
            entries.push((key.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    entries
}

/// The lines of a value, without blank ones and comments.
pub(super) fn lines(value: &str) -> impl Iterator<Item = &str> {
    value.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_on() {
        let text = "[a]\nx = 1\n[options]\n# c\nwhere=src\ninstall_requires =\n    a>=1\n    # no\n    b\n[b]\nx=2\n";
        assert_eq!(value(text, "options", "where").as_deref(), Some("src"));
        let requires = value(text, "options", "install_requires").unwrap();
        assert_eq!(lines(&requires).collect::<Vec<_>>(), ["a>=1", "b"]);
        assert_eq!(value(text, "b", "x").as_deref(), Some("2"));
        assert_eq!(value(text, "c", "x"), None);
    }
}
