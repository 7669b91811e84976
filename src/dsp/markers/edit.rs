//! Lines of markers as edits of bytes.

use bstr::ByteSlice;
use resolvers::facts::{Marker, Span, Subject};
use resolvers::marker::Places;
use rustc_hash::FxHashSet;

use super::standing::Standing;
use super::{Spot, Wish};
use crate::identity::Uid;

/// Bytes that give way to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What goes; empty where something is added.
    pub span: Span,
    /// What comes.
    pub text: Vec<u8>,
}

pub(super) const BOM: &[u8] = b"\xef\xbb\xbf";

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
    standing: &Standing<'_>,
    places: &Places,
    wishes: &[Wish],
) -> Vec<(Uid, Edit, bool)> {
    let of_file = |wish: &&Wish| wish.spot == Spot::File;
    let (fulfilled, open): (Vec<&Wish>, Vec<&Wish>) =
        wishes.iter().filter(|wish| !of_file(wish)).partition(|wish| standing.fulfils(wish));
    let mut taken: FxHashSet<u32> =
        fulfilled.iter().filter_map(|wish| place(source, places, &wish.spot)).collect();
    let mut marked: Vec<&Spot> = fulfilled.into_iter().map(|wish| &wish.spot).collect();
    let mut edits: Vec<(Uid, Edit, bool)> = Vec::new();
    for wish in open {
        let at = place(source, places, &wish.spot);
        if at.is_some_and(|at| taken.contains(&at)) {
            continue;
        }
        if let Some(granted) = grant(source, standing, places, wish) {
            edits.push(granted);
            marked.push(&wish.spot);
            taken.extend(at);
        }
    }
    // Above a declaration without one, the marker of the file would speak of that.
    let is_clear =
        places.file_with.is_none_or(|with| marked.iter().any(|spot| spot.has(Subject::Symbol(with))));
    let file = wishes.iter().find(of_file).filter(|wish| is_clear && !standing.fulfils(wish));
    let file = file.and_then(|wish| grant(source, standing, places, wish));
    let mut edits: Vec<_> = file.into_iter().chain(edits).collect();
    edits.sort_by_key(|(_, edit, _)| edit.span);
    edits
}

/// A new marker, or another uid in the one that is there.
fn grant(source: &[u8], standing: &Standing<'_>, places: &Places, wish: &Wish) -> Option<(Uid, Edit, bool)> {
    let wrong = standing.at(wish);
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
pub(super) fn place(source: &[u8], places: &Places, spot: &Spot) -> Option<u32> {
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
