//! What a comment says that is a marker, well-formed or not. Text in, text out.

/// A marker as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Said<'t> {
    /// What stands where the uid belongs; perhaps empty.
    pub(crate) uid: &'t str,
    /// Written as the specification has it: `// @dsp obj-0123abcd`.
    pub(crate) well_formed: bool,
}

const WORD: &str = "@dsp";
const FAMILIES: [&str; 2] = ["obj-", "func-"];

/// Whether `source` can have markers.
pub(crate) fn are_in(source: &[u8]) -> bool {
    memchr::memmem::find(source, WORD.as_bytes()).is_some()
}

/// The marker that `comment` is. Its first line counts; prose about markers is none.
pub(crate) fn said(comment: &str) -> Option<Said<'_>> {
    let block = comment.strip_prefix("/*").map(|inner| inner.strip_suffix("*/").unwrap_or(inner));
    let inner = block.unwrap_or_else(|| comment.trim_start_matches(['/', '#']));
    let mut lines = inner.lines().map(|line| if block.is_some() { without_star(line) } else { line });
    let line = lines.find(|line| !line.trim().is_empty())?;
    let rest = line.trim().strip_prefix(WORD)?;
    let words = rest.trim_start_matches([':', '=', ' ', '\t']).trim_end();
    let is_apart = rest.is_empty() || rest.starts_with([' ', '\t', ':', '=']);
    let uid = if FAMILIES.iter().any(|family| words.starts_with(family)) { first_word(words) } else { words };
    if !is_apart || uid.contains([' ', '\t']) {
        return None;
    }
    let is_plain = line.starts_with([' ', '\t']) && rest.trim_start() == uid;
    Some(Said { uid, well_formed: is_plain && is_uid(uid) })
}

/// What could be a uid, without what somebody wrote behind it.
fn first_word(words: &str) -> &str {
    let is_end = |it: char| !it.is_ascii_alphanumeric() && it != '-' && it != '_';
    words.split_once(is_end).map_or(words, |(first, _)| first)
}

/// A line of a block comment.
fn without_star(line: &str) -> &str {
    line.trim_start().strip_prefix('*').map_or(line, |rest| rest.trim_start_matches('*'))
}

/// `obj-` or `func-` and eight hexadecimal digits.
pub(super) fn is_uid(text: &str) -> bool {
    let digits = FAMILIES.iter().find_map(|family| text.strip_prefix(family)).unwrap_or_default();
    digits.len() == 8 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_about_markers_is_none() {
        let check = |comment: &str, expected: Option<(&str, bool)>| {
            let told = said(comment).map(|it| (it.uid, it.well_formed));
            assert_eq!(told, expected, "{comment}");
        };
        check("// @dsp func-7f3a9c12", Some(("func-7f3a9c12", true)));
        check("# @dsp obj-00000001\r", Some(("obj-00000001", true)));
        check("/* @dsp obj-00000001 */", Some(("obj-00000001", true)));
        check("/**\n * @dsp obj-00000001\n * It is.\n */", Some(("obj-00000001", true)));
        check("//\t@dsp\tobj-00000001", Some(("obj-00000001", true)));
        check("//@dsp func-1234abcd", Some(("func-1234abcd", false)));
        check("// @dsp: func-1234abcd", Some(("func-1234abcd", false)));
        check("// @dsp :func-1234abcd", Some(("func-1234abcd", false)));
        check("// @dsp func-1234abcd and more", Some(("func-1234abcd", false)));
        check("// @dsp obj-1234abcd, see @dsp", Some(("obj-1234abcd", false)));
        check("// @dsp", Some(("", false)));
        check("// @dsp foo", Some(("foo", false)));
        check("// @dsp obj-e5f6g7h8", Some(("obj-e5f6g7h8", false)));
        check("// @dsp func-ABCDEF01", Some(("func-ABCDEF01", false)));
        check("// the @dsp marker", None);
        check("// @dsp markers are comments", None);
        check("// @dsp/core", None);
        check("// @dspx obj-00000001", None);
        check("//", None);
        check("/* */", None);
    }
}
