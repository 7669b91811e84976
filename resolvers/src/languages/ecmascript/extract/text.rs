//! Bytes to text of the same length, and texts that are no source at all.
//!
//! Every offset in the facts is an offset in the bytes as read, so nothing here may insert or remove a byte.

use std::borrow::Cow;

/// The text of `source`; an error says why there is none.
pub(super) fn decode(source: &[u8]) -> Result<Cow<'_, str>, &'static str> {
    if u32::try_from(source.len()).is_err() {
        return Err("larger than 4 GiB");
    }
    if source.starts_with(&[0xff, 0xfe]) || source.starts_with(&[0xfe, 0xff]) {
        return Err("UTF-16, not UTF-8");
    }
    let text =
        std::str::from_utf8(source).map_or_else(|_| Cow::Owned(replace_invalid(source)), Cow::Borrowed);
    Ok(if text.starts_with('\u{feff}') { Cow::Owned(blank_bom(&text)) } else { text })
}

/// Each byte that is no UTF-8 becomes one `?`.
fn replace_invalid(source: &[u8]) -> String {
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

/// Three spaces for the mark. A hashbang after it is no longer at the start, so it becomes a comment.
fn blank_bom(text: &str) -> String {
    let rest = &text['\u{feff}'.len_utf8()..];
    rest.strip_prefix("#!").map_or_else(|| format!("   {rest}"), |line| format!("   //{line}"))
}

/// What a text is that no grammar accepts.
pub(super) enum Unread {
    /// No source: why.
    NoSource(&'static str),
    /// Nothing for a parser, though some lines may be source: why, where the parser's own reason says too little.
    Lines(Option<&'static str>),
    /// Source with errors.
    Source,
}

pub(super) fn unread(text: &str) -> Unread {
    let head = text.trim_start();
    if is_binary(text.as_bytes()) {
        Unread::Lines(Some("binary"))
    } else if head.starts_with("<?xml") || head.starts_with("<!DOCTYPE") {
        Unread::NoSource("XML, not a script")
    } else if text.len() > MAX_RECOVERED {
        Unread::Lines(None)
    } else {
        Unread::Source
    }
}

/// The recovering parser needs about a second and a gigabyte for so much.
const MAX_RECOVERED: usize = 16 << 20;

/// A text with so many control characters, and one in so many bytes, is none; a few strays are errors.
const MIN_CONTROLS: usize = 3;
const TEXT_A_CONTROL: usize = 20;

fn is_binary(text: &[u8]) -> bool {
    let is_control = |it: &&u8| matches!(it, 0..=8 | 14..=26 | 28..=31 | 127);
    let controls = text.iter().filter(is_control).count();
    let blanks = text.iter().filter(|it| it.is_ascii_whitespace()).count();
    controls > 0 && controls + blanks == text.len()
        || controls >= MIN_CONTROLS && controls * TEXT_A_CONTROL > text.len()
}

/// Shorter files are never called minified.
const MIN_MINIFIED: usize = 4096;
/// Bytes a line on average that nobody types.
const MINIFIED_LINE: usize = 400;

/// Whether only a minifier writes such lines.
pub(super) fn is_minified(source: &[u8]) -> bool {
    source.len() >= MIN_MINIFIED
        && source.len() / (memchr::memchr_iter(b'\n', source).count() + 1) >= MINIFIED_LINE
}
