//! Whether a file says the same before and after edits of its markers: all facts but the markers themselves, each
//! where the edits moved it.

use resolvers::facts::{FileFacts, Span};

use super::edit::Edit;

/// Whether `after` says what `before` says.
pub(super) fn says_the_same(before: &FileFacts, after: &FileFacts, edits: &[Edit]) -> bool {
    let mut moved = before.clone();
    for span in moved.spans_mut() {
        // What stands nowhere stays nowhere.
        if *span != Span::default() {
            *span = Span { start: moved_start(span.start, edits), end: moved_end(span.end, edits) };
        }
    }
    plain(moved) == plain(after.clone())
}

/// Without markers, and without the places of what is wrong, which may be about no place.
fn plain(mut facts: FileFacts) -> FileFacts {
    facts.markers.clear();
    facts.problems.iter_mut().for_each(|problem| problem.offset = 0);
    facts
}

/// Where what began at `at` begins: a line that is added stands before what began there.
fn moved_start(at: u32, edits: &[Edit]) -> u32 {
    moved(at, edits.iter().take_while(|edit| edit.span.end <= at))
}

/// Where what ended at `at` ends: a line that is added there stands behind it.
fn moved_end(at: u32, edits: &[Edit]) -> u32 {
    moved(at, edits.iter().take_while(|edit| edit.span.start < at))
}

fn moved<'e>(at: u32, edits: impl Iterator<Item = &'e Edit>) -> u32 {
    edits.fold(at, |at, Edit { span, text }| {
        at.wrapping_sub(span.end - span.start).wrapping_add(u32::try_from(text.len()).unwrap_or(u32::MAX))
    })
}
