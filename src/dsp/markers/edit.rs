//! Lines of markers as edits of bytes.

use bstr::ByteSlice;
use resolvers::facts::{FileFacts, Marker, Span, Subject};
use resolvers::marker::Places;

use super::{Spot, Wish, is_ours};
use crate::identity::Uid;

/// Bytes that give way to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What goes; empty where something is added.
    pub span: Span,
    /// What comes.
    pub text: Vec<u8>,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

/// `source` after `edits`, which are in order and do not overlap.
#[must_use]
pub fn apply(source: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut bytes =
        Vec::with_capacity(source.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut done = 0;
    for Edit { span, text } in edits {
        bytes.extend_from_slice(&source[done..span.start as usize]);
        bytes.extend_from_slice(text);
        done = span.end as usize;
    }
    bytes.extend_from_slice(&source[done..]);
    bytes
}

/// What makes the wishes true that can be, in order, each with whether a marker is replaced. Of several that would
/// stand at one place, one is granted; only that of the file may stand above another.
pub(super) fn insertions(
    source: &[u8],
    facts: &FileFacts,
    places: &Places,
    wishes: &[Wish],
) -> Vec<(Uid, Edit, bool)> {
    let of_file = |wish: &&Wish| wish.spot == Spot::File;
    let (fulfilled, open): (Vec<&Wish>, Vec<&Wish>) =
        wishes.iter().filter(|wish| !of_file(wish)).partition(|wish| wish.is_fulfilled(facts));
    let mut taken: Vec<u32> = fulfilled.iter().filter_map(|wish| place(source, places, &wish.spot)).collect();
    let mut marked: Vec<&Spot> = fulfilled.into_iter().map(|wish| &wish.spot).collect();
    let mut edits: Vec<(Uid, Edit, bool)> = Vec::new();
    for wish in open {
        let at = place(source, places, &wish.spot);
        if at.is_some_and(|at| taken.contains(&at)) {
            continue;
        }
        if let Some(granted) = grant(source, facts, places, wish) {
            edits.push(granted);
            marked.push(&wish.spot);
            taken.extend(at);
        }
    }
    // Above a declaration without one, the marker of the file would speak of that.
    let is_clear =
        places.file_with.is_none_or(|with| marked.iter().any(|spot| spot.has(Subject::Symbol(with))));
    let file = wishes.iter().find(of_file).filter(|wish| is_clear && !wish.is_fulfilled(facts));
    let file = file.and_then(|wish| grant(source, facts, places, wish));
    let mut edits: Vec<_> = file.into_iter().chain(edits).collect();
    edits.sort_by_key(|(_, edit, _)| edit.span);
    edits
}

/// A new marker, or another uid in the one that is there.
fn grant(source: &[u8], facts: &FileFacts, places: &Places, wish: &Wish) -> Option<(Uid, Edit, bool)> {
    let wrong = facts.markers.iter().find(|it| wish.spot.has(it.subject) && is_ours(it));
    let edit = if let Some(marker) = wrong {
        replacement(source, marker, wish.uid)?
    } else {
        let at = place(source, places, &wish.spot)?;
        Edit { span: Span { start: at, end: at }, text: line(source, at, places, wish.uid) }
    };
    Some((wish.uid, edit, wrong.is_some()))
}

/// Puts another uid into a marker.
fn replacement(source: &[u8], marker: &Marker, uid: Uid) -> Option<Edit> {
    let start = marker.span.start as usize;
    let at = source.get(start..marker.span.end as usize)?.find(&marker.uid)?;
    let start = u32::try_from(start + at).ok()?;
    let end = start + u32::try_from(marker.uid.len()).ok()?;
    Some(Edit { span: Span { start, end }, text: uid.text().to_vec() })
}

/// The offset at which the line of a marker begins; `None` where there is no place for one.
fn place(source: &[u8], places: &Places, spot: &Spot) -> Option<u32> {
    let at = match spot {
        Spot::File => places.file?,
        Spot::Symbols(symbols) => {
            symbols.iter().find_map(|symbol| places.symbols.get(*symbol as usize).copied().flatten())?
        }
    };
    let at = if at == 0 && source.starts_with(BOM) { BOM.len() } else { at as usize };
    let before = source.get(..at)?;
    let begins_line = before.is_empty() || before == BOM || before.ends_with(b"\n");
    begins_line.then(|| u32::try_from(at).ok()).flatten()
}

/// The line of a marker before the one that begins at `at`: with its indent and its line ending.
fn line(source: &[u8], at: u32, places: &Places, uid: Uid) -> Vec<u8> {
    let (before, behind) = source.split_at(at as usize);
    let indent = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let ending = ending(before, behind);
    let parts = [&behind[..indent], places.comment.as_bytes(), b" @dsp ", &uid.text(), ending];
    [&parts.concat()[..], if places.parted { ending } else { b"" }].concat()
}

/// The line ending of the line with which `behind` begins, else of the one before it.
fn ending(before: &[u8], behind: &[u8]) -> &'static [u8] {
    let line = behind.find_byte(b'\n').map(|feed| &behind[..feed]);
    let line = line.or_else(|| before.strip_suffix(b"\n"));
    if line.is_some_and(|line| line.ends_with(b"\r")) { b"\r\n" } else { b"\n" }
}

/// What removes every marker that has its line for itself, in order. Of `places` only the language counts.
pub(super) fn removals(source: &[u8], facts: &FileFacts, places: &Places) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for marker in facts.markers.iter().filter(|marker| is_ours(marker)) {
        if let Some(span) = whole_lines(source, marker.span, places.parted)
            && edits.last().is_none_or(|last| last.span.end <= span.start)
        {
            edits.push(Edit { span, text: Vec::new() });
        }
    }
    edits
}

/// The lines that hold nothing but the comment at `span`, and the empty line that parts it from what follows.
fn whole_lines(source: &[u8], span: Span, parted: bool) -> Option<Span> {
    let (before, behind) = (source.get(..span.start as usize)?, source.get(span.end as usize..)?);
    let start = before.rfind_byte(b'\n').map_or(0, |feed| feed + 1);
    let start = if start == 0 && before.starts_with(BOM) { BOM.len() } else { start };
    let end = behind.find_byte(b'\n').map_or(behind.len(), |feed| feed + 1);
    if !is_blank(&before[start..]) || !is_blank(&behind[..end]) {
        return None;
    }
    let next = &behind[end..];
    let empty = if next.starts_with(b"\r\n") { 2 } else { usize::from(next.starts_with(b"\n")) };
    let end = source.len() - behind.len() + end + if parted { empty } else { 0 };
    Some(Span { start: u32::try_from(start).ok()?, end: u32::try_from(end).ok()? })
}

fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}
