//! Markers: the comments `@dsp <uid>` by which a declaration keeps its uid (specification §4.1 and §7.3), and the
//! places where they go.
//!
//! One rule for all languages; a language only says where its comments and the head of its file are (`Layout`).
//! Pure: bytes and facts in, offsets out. What a uid means, which declarations are marked and how a file is written
//! lives elsewhere.

mod head;
mod said;
mod subject;
#[cfg(test)]
mod tests;
mod text;

use rustc_hash::{FxHashMap, FxHashSet};

use self::text::Text;
use crate::facts::{FileFacts, Parse, Span, Symbol, SymbolKind};

pub(crate) use self::said::{are_in, said};

/// Where the markers of one file go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// What begins a comment that ends with its line.
    pub comment: &'static str,
    /// Whether an empty line parts a marker from what it marks: where it would be documentation else (Go).
    pub parted: bool,
    /// That of the whole file: where the line begins before which the marker goes, as a byte offset. Where it is that
    /// of a symbol too, the file's marker stands above the symbol's.
    pub file: Option<u32>,
    /// The symbol before which alone the marker of the file would stand, and of which it would speak: the file's can
    /// be written only where this one has a marker too.
    pub file_with: Option<u32>,
    /// The same for each of the symbols of the facts, by position. `None` where a marker cannot stand: two
    /// declarations share a line or a statement, or the formatter of the language would move what stands beside it.
    pub symbols: Vec<Option<u32>>,
}

/// What a language tells of a file for its markers.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) style: &'static Style,
    /// Where that ends above which nothing may stand (a byte order mark, `#!`, `"use strict"`, the tag of a script);
    /// `None` where no marker can speak of the file.
    pub(crate) head: Option<u32>,
    /// Where that ends below which the first code is looked for: [`Self::head`], a docstring, the package clause.
    pub(crate) prologue: u32,
    /// Every comment, in source order. One in the body of a function may be absent if it is no marker.
    pub(crate) comments: Vec<Span>,
    /// Where the decorators of symbols end, each with its symbol.
    pub(crate) decorated: Vec<(u32, u32)>,
}

/// How a language writes.
#[derive(Debug)]
pub(crate) struct Style {
    /// What begins a comment that ends with its line.
    pub(crate) comment: &'static str,
    /// See [`Places::parted`].
    pub(crate) parted: bool,
    /// Indentation says to which block a comment belongs.
    pub(crate) indented: bool,
    /// Which comments in the head of a file are about the file.
    pub(crate) is_of_file: fn(&str) -> bool,
    /// The keywords with which a declaration begins that may carry a marker; empty for any.
    pub(crate) keywords: &'static [&'static str],
}

/// How TypeScript and JavaScript write.
pub(crate) const ECMASCRIPT: Style =
    Style { comment: "//", parted: false, indented: false, is_of_file: head::is_of_script, keywords: &[] };

/// How Python writes.
pub(crate) const PYTHON: Style =
    Style { comment: "#", parted: false, indented: true, is_of_file: head::is_of_module, keywords: &[] };

/// How Go writes. What stands directly above a declaration is its documentation, so that a marker is parted from it;
/// and members of groups and fields of structs, which gofmt would align anew, carry none.
pub(crate) const GO: Style = Style {
    comment: "//",
    parted: true,
    indented: false,
    is_of_file: |_| false,
    keywords: &["const", "func", "type", "var"],
};

impl Layout {
    /// Where markers go in `source`; `None` when its syntax is broken.
    pub(crate) fn places(&self, source: &[u8], facts: &FileFacts) -> Option<Places> {
        if facts.parse != Parse::Complete {
            return None;
        }
        let text = Text { source, comments: &self.comments, indented: self.style.indented };
        let floor = self.end_of_head(&text, text.code_after(self.prologue));
        let file = self.head.and_then(|head| self.place_of_file(&text, head));
        let anchors = self.anchors(&text, facts);
        let first = file.map(|at| text.code_after(at)).and_then(|code| anchors.get(&code).copied());
        Some(Places {
            comment: self.style.comment,
            parted: self.style.parted,
            file,
            file_with: first,
            symbols: self.places_of_symbols(&text, floor, facts),
        })
    }

    /// Behind the head. Where a marker would be documentation, above what documents the file.
    fn place_of_file(&self, text: &Text<'_>, head: u32) -> Option<u32> {
        let code = text.code_after(head);
        if self.style.parted {
            return text.block(code, head);
        }
        let floor = self.end_of_head(text, code).max(head);
        let below = &self.comments[self.comments.partition_point(|it| it.start < floor)..];
        let mut starts = below.iter().map(|it| it.start).take_while(|start| *start < code);
        text.free_line(starts.find(|start| text.begins_line(*start)).unwrap_or(code))
    }

    fn places_of_symbols(&self, text: &Text<'_>, floor: u32, facts: &FileFacts) -> Vec<Option<u32>> {
        let (mut starts, mut taken) = (FxHashSet::default(), FxHashSet::default());
        let mut before: FxHashMap<Option<u32>, &Symbol> = FxHashMap::default();
        let mut places = Vec::with_capacity(facts.symbols.len());
        for symbol in &facts.symbols {
            let last = before.insert(symbol.container, symbol);
            let repeats = last.is_some_and(|last| is_overload(last, symbol));
            let start = Some(symbol.span.start).filter(|start| !repeats && self.may_carry(text, *start));
            let place = start.filter(|start| starts.insert(*start)).and_then(|it| text.block(it, floor));
            places.push(place.filter(|place| self.keeps(text, *place) && taken.insert(*place)));
        }
        places
    }

    fn may_carry(&self, text: &Text<'_>, start: u32) -> bool {
        let keywords = self.style.keywords;
        keywords.is_empty() || keywords.iter().any(|it| it.as_bytes() == text.word(start))
    }

    /// Whether the formatter of the language leaves the lines around a marker at `line` as they are: gofmt puts an empty
    /// line above a comment that has one below.
    fn keeps(&self, text: &Text<'_>, line: u32) -> bool {
        let is_torn = self.style.parted && !text.is_apart(line);
        let is_joined = self.style.indented && text.opens_branch_apart(line);
        !is_torn && !is_joined
    }

    /// The ends of what a comment before `code` can be about: no declaration owns what stands above.
    fn end_of_head(&self, text: &Text<'_>, code: u32) -> u32 {
        let comments = &self.comments[..self.comments.partition_point(|it| it.start < code)];
        head::end(text, comments, self.style.is_of_file).max(self.head.unwrap_or(0))
    }
}

/// Whether `it` goes on declaring the function that `last` declares.
fn is_overload(last: &Symbol, it: &Symbol) -> bool {
    let is_function = matches!(it.kind, SymbolKind::Function | SymbolKind::Method);
    is_function && last.kind == it.kind && last.name == it.name
}
