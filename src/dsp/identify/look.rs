//! What a file and its declarations look like: enough to tell how much of one text is in another, and no more.
//!
//! Looks are made of words, not of lines: indentation, line ends and most of what a formatter changes is not seen.
//! Nothing here decides what is the same; no path, uid or disk may come in.

use std::collections::BTreeMap;

use resolvers::facts::{FileFacts, Symbol, SymbolKind};
use resolvers::path::RepoPath;

/// Larger files count as the same when all their bytes are, and not otherwise.
const MAX_READ: usize = 1 << 20;
/// So many words in a row are what is compared.
const RUN: usize = 3;

/// A text as a bag of short runs of words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Print {
    /// Sorted; one that comes twice stands twice.
    runs: Vec<u32>,
}

/// What one file looks like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Look {
    /// Of all bytes.
    digest: [u8; 32],
    /// Of the text without markers.
    pub(super) print: Print,
    /// What it declares at its top level, exported or not, and public members as `Class.member`.
    pub(super) declared: BTreeMap<String, Declared>,
}

/// A declaration: all that stand under one name, put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) kind: SymbolKind,
    /// Its own name left out, so that a new name changes nothing.
    pub(super) print: Print,
}

/// Files by their paths.
pub type Looks = BTreeMap<RepoPath, Look>;

impl Look {
    /// Of a file with these bytes, of which a language says `facts`.
    #[must_use]
    pub fn of(bytes: &[u8], facts: Option<&FileFacts>) -> Self {
        let digest = blake3::hash(bytes).into();
        if bytes.len() > MAX_READ {
            return Self { digest, ..Self::default() };
        }
        let declared = facts.map(|facts| declared(bytes, facts)).unwrap_or_default();
        Self { digest, print: Print::of(bytes, b""), declared }
    }

    /// Whether it has a declaration of that name, exported or not.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains_key(name)
    }

    /// Whether both are the same to the last byte.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.digest == other.digest
    }
}

fn declared(bytes: &[u8], facts: &FileFacts) -> BTreeMap<String, Declared> {
    let mut all: BTreeMap<String, Declared> = BTreeMap::new();
    for symbol in &facts.symbols {
        let Some(name) = full_name(facts, symbol) else { continue };
        let text = bytes.get(symbol.span.start as usize..symbol.span.end as usize).unwrap_or_default();
        let print = Print::of(text, symbol.name.as_bytes());
        match all.get_mut(&name) {
            Some(known) => known.print.add(print),
            None => drop(all.insert(name, Declared { kind: symbol.kind, print })),
        }
    }
    all
}

/// The name as `source:` has it; `None` for what lies deeper than a member.
fn full_name(facts: &FileFacts, symbol: &Symbol) -> Option<String> {
    let Some(container) = symbol.container else { return Some(symbol.name.clone()) };
    let class = facts.symbols.get(container as usize)?;
    class.container.is_none().then(|| format!("{}.{}", class.name, symbol.name))
}

impl Print {
    /// Of `text`, in which the word `name` says nothing. Lines with markers are not part of it.
    pub(super) fn of(text: &[u8], name: &[u8]) -> Self {
        let lines = text.split(|byte| *byte == b'\n').filter(|line| !is_marker(line));
        let words = lines.flat_map(|line| line.split(|byte| !is_of_word(*byte)));
        let hashes: Vec<u64> = words
            .filter(|word| !word.is_empty())
            .map(|word| if word == name { hash(b"") } else { hash(word) })
            .collect();
        // A text of few words is one run.
        let run = RUN.min(hashes.len()).max(1);
        let mut runs: Vec<u32> = hashes.windows(run).map(fold).collect();
        runs.sort_unstable();
        Self { runs }
    }

    fn add(&mut self, other: Self) {
        self.runs.extend(other.runs);
        self.runs.sort_unstable();
    }

    /// How much there is to compare.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// How much of the longer text is in the other, in thousandths.
    pub(super) fn likeness(&self, other: &Self) -> u32 {
        let longer = self.len().max(other.len());
        if longer == 0 {
            return 0;
        }
        u32::try_from(self.common(other) * 1000 / longer).unwrap_or(0)
    }

    fn common(&self, other: &Self) -> usize {
        let (mut a, mut b, mut common) = (0, 0, 0);
        while let (Some(mine), Some(theirs)) = (self.runs.get(a), other.runs.get(b)) {
            common += usize::from(mine == theirs);
            a += usize::from(mine <= theirs);
            b += usize::from(theirs <= mine);
        }
        common
    }
}

fn is_marker(line: &[u8]) -> bool {
    bstr::ByteSlice::contains_str(line, "@dsp ")
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// FNV-1a: the same on every machine.
fn hash(word: &[u8]) -> u64 {
    word.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| mix(hash, u64::from(*byte)))
}

fn mix(hash: u64, more: u64) -> u64 {
    (hash ^ more).wrapping_mul(0x0000_0100_0000_01b3)
}

fn fold(words: &[u64]) -> u32 {
    let hash = words.iter().fold(0, |hash: u64, word| mix(hash.rotate_left(21), *word));
    u32::try_from((hash ^ (hash >> 32)) & 0xffff_ffff).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(a: &str, b: &str) -> u32 {
        Print::of(a.as_bytes(), b"").likeness(&Print::of(b.as_bytes(), b""))
    }

    #[test]
    fn layout_and_markers_are_not_seen_and_words_are() {
        assert_eq!(likeness("a(b, c)", "a (\n  b,\n  c\n);\n"), 1000);
        assert_eq!(likeness("// @dsp obj-00000001\na(b, c)", "a(b, c)"), 1000);
        assert_eq!(likeness("one two three four", "one two three five"), 500);
        assert_eq!(likeness("", ""), 0, "nothing is like nothing");
        assert_eq!(likeness("x", "x"), 1000);
    }

    #[test]
    fn a_print_does_not_know_the_name() {
        let [old, new] = [("f", "f(n) { return n * f(n - 1) }"), ("g", "g(n) { return n * g(n - 1) }")]
            .map(|(name, text)| Print::of(text.as_bytes(), name.as_bytes()));
        assert_eq!(old, new);
    }
}
