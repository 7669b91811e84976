//! What happens during a run, told to whoever listens, and how it is put into words. The core never prints.

use bstr::ByteSlice;

/// A stage of a run, in the order in which they follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Files are read and parsed.
    Facts,
    /// Imports are resolved.
    Resolution,
    /// `.dsp/` is written.
    Write,
}

/// What a listener is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A stage begins; `total` items are expected, 0 when unknown.
    Begin {
        /// The stage.
        stage: Stage,
        /// The number of items.
        total: usize,
    },
    /// One more item of the running stage is done.
    Advance,
    /// The running stage ended.
    End,
}

/// Listens. Called from many threads.
pub trait Reporter: Sync {
    /// One thing happened.
    fn report(&self, event: Event);
}

/// Listens to nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn report(&self, _event: Event) {}
}

/// An error with its causes, one line: `cannot read x: permission denied`.
#[must_use]
pub fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |error| error.source());
    // Some libraries say the same at every level.
    causes.map(ToString::to_string).fold(error.to_string(), |text, cause| {
        if text.ends_with(&cause) { text } else { format!("{text}: {cause}") }
    })
}

/// A name for people: control characters escaped, so that no file name can drive a terminal.
#[must_use]
pub fn plain(name: &[u8]) -> String {
    if let Some(plain) = as_plain(name) {
        return plain.to_owned();
    }
    let mut out = String::with_capacity(name.len());
    for char in name.to_str_lossy().chars() {
        if char.is_control() || is_bidi(char) { out.extend(char.escape_default()) } else { out.push(char) }
    }
    out
}

/// `name` as it is, which nearly every one may be shown as.
fn as_plain(name: &[u8]) -> Option<&str> {
    // To the end without a look aside: many bytes at a time.
    let is_plain = name.iter().fold(true, |plain, byte| plain & (b' '..=b'~').contains(byte));
    std::str::from_utf8(name).ok().filter(|_| is_plain)
}

/// Characters that reorder the text around them.
fn is_bidi(char: char) -> bool {
    matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
