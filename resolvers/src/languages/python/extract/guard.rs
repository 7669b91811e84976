//! The guard against deep nesting.
//!
//! The strict parser grows its stack by itself; dropping its tree recurses, and so does the visitor, which asks for
//! more stack as it goes. A stack overflow cannot be caught. Nothing else may decide about stacks.

/// Stack that dropping one level of the tree needs at most.
const LEVEL: usize = if cfg!(debug_assertions) { 4 << 10 } else { 1 << 10 };
/// Stack that any text needs.
const BASE: usize = 256 << 10;
/// Address space we are ready to ask for; the memory behind it is used only as far as the text really nests.
const MOST: usize = 4 << 30;

/// `work` on a stack that suffices for `text`; `None` when the text may nest deeper than any stack we ask for.
pub(super) fn with_stack<T>(text: &str, work: impl FnOnce() -> T) -> Option<T> {
    let here = stacker::remaining_stack().unwrap_or(0);
    let stack = |levels: usize| levels.saturating_mul(LEVEL).saturating_add(BASE);
    // No level takes less than a byte.
    if stack(text.len()) <= here {
        return Some(work());
    }
    let need = stack(levels(text));
    if need <= here {
        Some(work())
    } else if need <= MOST {
        Some(stacker::grow(need, work))
    } else {
        None
    }
}

/// Which bytes are marks. A table, since this counts those of the largest texts.
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        marks[byte as usize] = byte.is_ascii_punctuation() && !matches!(byte, b'_' | b'\\');
        byte += 1;
    }
    marks
};

/// No fewer levels than a tree of `text` can have: each takes a mark of its own, or a word such as `not`.
fn levels(text: &str) -> usize {
    let marks: usize = text.bytes().map(|byte| usize::from(MARKS[usize::from(byte)])).sum();
    let words = ["not", "if", "await", "lambda", "yield", "or", "and", "in", "is"];
    let count = |word: &&str| memchr::memmem::find_iter(text.as_bytes(), word.as_bytes()).count();
    // A block within a block is indented further: a line for each.
    let lines = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    marks + words.iter().map(count).sum::<usize>() + lines.min(text.len().isqrt() * 2)
}

/// Stack that a few steps of the visitor must find.
const STEP: usize = 256 << 10;
/// What they get where there is less.
const SEGMENT: usize = 8 << 20;

/// `work`, with room for a few levels of the visitor below it.
pub(crate) fn with_step<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STEP, SEGMENT, work)
}
