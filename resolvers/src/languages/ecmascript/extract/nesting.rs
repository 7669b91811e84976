//! The guard against deep nesting: how much stack a text can need, and that much stack.
//!
//! The strict parser and its visitor recurse, and a stack overflow cannot be caught. The bound here is safe whatever
//! the text: every level of recursion costs at least one of the bytes or words counted, strings and comments
//! included, so no lexing can be fooled. Nothing else may decide about stacks.

/// Stack that one level of the strict parser needs at most; measured 3.3 KiB in release, 13 KiB in debug.
const LEVEL: usize = if cfg!(debug_assertions) { 32 << 10 } else { 5 << 10 };
/// Stack that any text needs.
const BASE: usize = 256 << 10;
/// Address space we are ready to ask for; the memory behind it is used only as far as the text really nests.
const MOST: usize = 4 << 30;

/// `work` on a stack that suffices for `text`; `None` when the text may nest deeper than any stack we ask for.
pub(super) fn with_stack<T>(text: &str, work: impl FnOnce() -> T) -> Option<T> {
    let here = stacker::remaining_stack().unwrap_or(0);
    if text.len().saturating_mul(LEVEL).saturating_add(BASE) <= here {
        return Some(work());
    }
    let need = most_levels(text.as_bytes()).saturating_mul(LEVEL).saturating_add(BASE);
    if need <= here {
        Some(work())
    } else if need <= MOST {
        Some(stacker::grow(need, work))
    } else {
        None
    }
}

/// No fewer than the levels of recursion that parsing `text` can reach.
fn most_levels(text: &[u8]) -> usize {
    let dots = has_namespaces(text);
    let mut levels = 0;
    let mut word = 0;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'a'..=b'z' => continue,
            b'(' | b'[' | b'{' | b'<' | b'!' | b'~' | b'+' | b'-' | b'=' | b'?' | b':' | b'@' | b'&'
            | b'*' => {
                levels += 1 + usize::from(is_prefix_word(&text[word..at]));
            }
            b'.' if dots => levels += 1,
            _ => levels += usize::from(is_prefix_word(&text[word..at])),
        }
        word = at + 1;
    }
    levels
}

/// Words after which an operand, a type or a statement follows without a bracket. A word that ends in one of them
/// (`0new`) is no word of the grammar.
fn is_prefix_word(word: &[u8]) -> bool {
    matches!(word.len(), 2..=8)
        && matches!(
            word,
            b"new"
                | b"typeof"
                | b"void"
                | b"delete"
                | b"await"
                | b"yield"
                | b"do"
                | b"else"
                | b"async"
                | b"keyof"
                | b"readonly"
                | b"unique"
                | b"infer"
                | b"asserts"
                | b"abstract"
                | b"is"
                | b"extends"
                | b"try"
                | b"finally"
                | b"return"
        )
}

/// `namespace a.b.c` nests at each dot.
fn has_namespaces(text: &[u8]) -> bool {
    ["namespace", "module"].iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some())
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
