//! Markers taken out: lines and parts of comments as edits of bytes. What somebody wrote beside a uid stays.

use bstr::ByteSlice;
use resolvers::facts::{Marker, Span};

use super::edit::{BOM, Edit};

/// What removes those of `markers`, which are in order, that have their lines for themselves or share a comment with
/// other words; in order. Where they are `parted`, the empty line below goes too.
pub(super) fn removals<'m>(
    source: &[u8],
    markers: impl Iterator<Item = &'m Marker>,
    parted: bool,
) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for marker in markers {
        let span = match words(source, marker) {
            Some(words) => Some(line_of_star(source, words).unwrap_or(words)),
            None => whole_lines(source, marker.span, parted),
        };
        if let Some(span) = span.filter(|it| edits.last().is_none_or(|last| last.span.end <= it.start)) {
            edits.push(Edit { span, text: Vec::new() });
        }
    }
    edits
}

/// `@dsp`, the uid and what parts it from the words behind it, where the comment says something else too.
fn words(source: &[u8], marker: &Marker) -> Option<Span> {
    let comment = slice(source, marker.span)?;
    let at = comment.find("@dsp")?;
    let end = at + comment[at..].find(&marker.uid)? + marker.uid.len();
    let (before, behind) = (&comment[..at], &comment[end..]);
    let is_sign = |byte: &u8| byte.is_ascii_whitespace() || b"/*#!".contains(byte);
    if before.iter().chain(behind).all(is_sign) {
        return None;
    }
    // What parts the words from the uid goes with it.
    let blanks = behind.iter().take_while(|byte| b" \t,;:".contains(byte)).count();
    span(marker.span.start as usize + at, marker.span.start as usize + end + blanks)
}

/// The line of `words`, where nothing but the star of a block comment stands beside them.
fn line_of_star(source: &[u8], words: Span) -> Option<Span> {
    let (before, behind) = around(source, words)?;
    let start = before.rfind_byte(b'\n')? + 1;
    let end = behind.find_byte(b'\n')? + 1;
    let is_star = |byte: &u8| matches!(byte, b' ' | b'\t' | b'*');
    let is_alone = before[start..].iter().all(is_star) && is_blank(&behind[..end]);
    is_alone.then(|| span(start, words.end as usize + end)).flatten()
}

/// The lines that hold nothing but the comment at `span`, and the empty line that parts it from what follows.
fn whole_lines(source: &[u8], comment: Span, parted: bool) -> Option<Span> {
    let (before, behind) = around(source, comment)?;
    let start = before.rfind_byte(b'\n').map_or(0, |feed| feed + 1);
    let start = if start == 0 && before.starts_with(BOM) { BOM.len() } else { start };
    let end = behind.find_byte(b'\n').map_or(behind.len(), |feed| feed + 1);
    if !is_blank(&before[start..]) || !is_blank(&behind[..end]) {
        return None;
    }
    let next = &behind[end..];
    let empty = if next.starts_with(b"\r\n") { 2 } else { usize::from(next.starts_with(b"\n")) };
    span(start, source.len() - behind.len() + end + if parted { empty } else { 0 })
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

fn around(source: &[u8], Span { start, end }: Span) -> Option<(&[u8], &[u8])> {
    Some((source.get(..start as usize)?, source.get(end as usize..)?))
}

fn slice(source: &[u8], Span { start, end }: Span) -> Option<&[u8]> {
    source.get(start as usize..end as usize)
}

fn span(start: usize, end: usize) -> Option<Span> {
    Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? })
}
