//! What each marker speaks of: the declaration above whose block it stands, the file, or nothing.

use rustc_hash::FxHashMap;

use super::said::is_uid;
use super::text::Text;
use super::{Layout, said};
use crate::facts::{FileFacts, Marker, Subject};

impl Layout {
    /// Adds the markers of `source` to the facts of it.
    pub(crate) fn attach(&self, source: &[u8], facts: &mut FileFacts) {
        let text = Text { source, comments: &self.comments, indented: self.style.indented };
        let anchors = self.anchors(&text, facts);
        let body = text.code_after(self.prologue);
        let (mut before, mut first, mut code) = (None, 0, 0);
        for comment in &self.comments {
            // Of comments on one line the first must begin it, and all before one code are looked at once.
            let goes_on = before.replace(*comment).is_some_and(|before| text.shares_line(before, *comment));
            first = if goes_on { first } else { comment.start };
            if comment.start >= code {
                code = text.code_after(comment.start);
            }
            let Ok(words) = std::str::from_utf8(text.slice(*comment)) else { continue };
            if let Some(said) = said(words) {
                let (uid, well_formed) = (said.uid.to_owned(), said.well_formed);
                let subject = match anchors.get(&code) {
                    _ if !text.begins_line(first) => Subject::Nothing,
                    Some(symbol) => Subject::Symbol(*symbol),
                    None if comment.start < body => Subject::File,
                    None => Subject::Nothing,
                };
                facts.markers.push(Marker { uid, well_formed, span: *comment, subject });
            }
        }
        if let Some(symbol) = anchors.get(&body) {
            part_head(&mut facts.markers, *symbol, body);
        }
    }

    /// Where declarations begin, decorators and what follows each of them included; the first one that begins there.
    pub(super) fn anchors(&self, text: &Text<'_>, facts: &FileFacts) -> FxHashMap<u32, u32> {
        let mut anchors = FxHashMap::default();
        for (symbol, at) in facts.symbols.iter().zip(0..) {
            anchors.entry(symbol.span.start).or_insert(at);
        }
        for (end, symbol) in &self.decorated {
            anchors.entry(text.code_after(*end)).or_insert(*symbol);
        }
        anchors
    }
}

/// Of two markers before the first code of the file, which is the declaration `symbol` at `body`, the first one is the
/// file's.
fn part_head(markers: &mut [Marker], symbol: u32, body: u32) {
    let has_file = markers.iter().any(|it| it.subject == Subject::File);
    let mut head: Vec<&mut Marker> = markers
        .iter_mut()
        .filter(|it| is_uid(&it.uid) && it.span.start < body && it.subject == Subject::Symbol(symbol))
        .collect();
    if !has_file && head.len() > 1 {
        head[0].subject = Subject::File;
    }
}
