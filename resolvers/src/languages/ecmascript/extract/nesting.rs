//! The guard against deep nesting: how much stack a text can need, and that much stack.
//!
//! The strict parser and its visitor recurse, and a stack overflow cannot be caught. How deep a text can
//! nest is counted in `depth`. Nothing else may decide about stacks.

use super::depth;

/// Stack that one level of the strict parser needs at most; measured 3.3 KiB in release, 13 KiB in debug.
const LEVEL: usize = if cfg!(debug_assertions) { 32 << 10 } else { 5 << 10 };
/// Stack that any text needs.
const BASE: usize = 256 << 10;
/// Address space we are ready to ask for; the memory behind it is used only as far as the text really nests.
const MOST: usize = 4 << 30;

/// `work` on a stack that suffices for `text`; `None` when the text may nest deeper than any stack we ask for.
pub(super) fn with_stack<T>(text: &str, jsx: bool, work: impl FnOnce() -> T) -> Option<T> {
    let here = stacker::remaining_stack().unwrap_or(0);
    if text.len().saturating_mul(LEVEL).saturating_add(BASE) <= here {
        return Some(work());
    }
    let stack = |levels: usize| levels.saturating_mul(LEVEL).saturating_add(BASE);
    // The count that nothing deceives, as long as there is a stack for it; else the one that reads tokens.
    let certain = stack(depth::all_levels_of(text));
    let need = if certain <= MOST { certain } else { stack(depth::most_levels(text, jsx)) };
    if need <= here {
        Some(work())
    } else if need <= MOST {
        Some(stacker::grow(need, work))
    } else {
        None
    }
}

/// How many `<` may be open. At each, the strict parser tries type arguments to the end and starts
/// over: two thousand cost it 250 MB, and ten times as many a hundred times as much.
const MOST_ANGLES: usize = 2000;

/// Whether the strict parser of TypeScript would drown in the open `<` of `text`.
pub(super) fn drowns_in_angles(text: &str) -> bool {
    let bytes = text.as_bytes();
    if memchr::memchr_iter(b'<', bytes).nth(MOST_ANGLES).is_none() {
        return false;
    }
    // Nothing ends the attempt but its `>`: not even a statement, which may stand in an object type.
    let mut open = 0_usize;
    bytes.iter().any(|byte| {
        match byte {
            b'<' => open += 1,
            b'>' => open = open.saturating_sub(1),
            _ => {}
        }
        open > MOST_ANGLES
    })
}

/// Stack that one step of the visitor must find.
const STEP: usize = 192 << 10;
/// What it gets where there is less.
const SEGMENT: usize = 8 << 20;

/// `work`, with room for a few levels of the visitor below it. Chains such as `a + b + c` are parsed in a loop but
/// visited by recursion, as deep as the chain is long.
pub(super) fn with_step<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STEP, SEGMENT, work)
}
