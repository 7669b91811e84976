//! The bytes of a file as lines, comments and code. What a marker is, and what may carry one, may not live here.

use crate::facts::Span;

/// A file and its comments, in source order.
pub(super) struct Text<'s> {
    pub(super) source: &'s [u8],
    pub(super) comments: &'s [Span],
    /// A comment that is indented deeper than what follows belongs to what stands above.
    pub(super) indented: bool,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl<'s> Text<'s> {
    pub(super) fn slice(&self, span: Span) -> &'s [u8] {
        self.source.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub(super) fn between(&self, start: u32, end: u32) -> &'s [u8] {
        self.slice(Span { start, end })
    }

    /// The letters at `at`.
    pub(super) fn word(&self, at: u32) -> &'s [u8] {
        let rest = self.source.get(at as usize..).unwrap_or_default();
        &rest[..rest.iter().take_while(|it| it.is_ascii_alphanumeric()).count()]
    }

    /// Where the line begins that holds `at`.
    pub(super) fn line(&self, at: u32) -> u32 {
        let before = self.source.get(..at as usize).unwrap_or_default();
        let first = || if self.source.starts_with(BOM) { BOM.len() } else { 0 };
        offset(memchr::memrchr(b'\n', before).map_or_else(first, |feed| feed + 1)).min(at)
    }

    /// Whether nothing but blanks stands before `at` on its line.
    pub(super) fn begins_line(&self, at: u32) -> bool {
        let before = self.between(0, at);
        let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let rest = &before[..before.len() - blanks];
        rest.is_empty() || rest.ends_with(b"\n") || rest == BOM
    }

    /// The start of the line of `at`, if a line of its own can stand before it.
    pub(super) fn free_line(&self, at: u32) -> Option<u32> {
        let line = self.begins_line(at).then(|| self.line(at))?;
        (!self.is_continued(line)).then_some(line)
    }

    /// Whether a backslash joins the line that begins at `line` to the one above.
    fn is_continued(&self, line: u32) -> bool {
        let above = self.between(0, line);
        let above = above.strip_suffix(b"\n").unwrap_or(above);
        let above = above.strip_suffix(b"\r").unwrap_or(above);
        let inside = |it: &Span| it.end as usize == above.len() || it.end as usize == above.len() + 1;
        above.ends_with(b"\\") && !self.comment_before(line).is_some_and(|it| inside(&it))
    }

    /// The last comment that ends at or before `at`.
    pub(super) fn comment_before(&self, at: u32) -> Option<Span> {
        let until = self.comments.partition_point(|it| it.end <= at);
        self.comments[..until].last().copied()
    }

    /// The first code at or behind `at`: neither blanks nor comments.
    pub(super) fn code_after(&self, at: u32) -> u32 {
        let mut at = at;
        let mut next = self.comments.partition_point(|it| it.start < at);
        loop {
            let rest = self.source.get(at as usize..).unwrap_or_default();
            let rest_of_mark = if at == 0 && rest.starts_with(BOM) { BOM.len() } else { 0 };
            let blanks = rest[rest_of_mark..].iter().take_while(|it| it.is_ascii_whitespace()).count();
            at += offset(rest_of_mark + blanks);
            match self.comments.get(next).filter(|it| it.start == at) {
                Some(comment) => at = comment.end.max(at + 1),
                None => return at,
            }
            next += 1;
        }
    }

    /// The start of the line on which the block of what begins at `start` begins: comments on lines of their own
    /// directly above it belong to it, those that start before `floor` do not.
    pub(super) fn block(&self, start: u32, floor: u32) -> Option<u32> {
        let mut top = start;
        while let Some(above) = self.own_comments_above(top, start, floor) {
            top = above;
        }
        self.free_line(top)
    }

    /// The first of the comments on the line of `top` or on the line above, if they belong to what begins at `start`.
    fn own_comments_above(&self, top: u32, start: u32, floor: u32) -> Option<u32> {
        let mut first = self.comment_before(top).filter(|it| self.adjoins(*it, top))?;
        while let Some(comment) = self.comment_before(first.start).filter(|it| self.shares_line(*it, first)) {
            first = comment;
        }
        if first.start < floor || !self.begins_line(first.start) {
            return None;
        }
        let column = |at: u32| at - self.line(at);
        let is_deeper = self.indented && self.begins_line(start) && column(first.start) > column(start);
        (!is_deeper).then_some(first.start)
    }

    /// Whether nothing stands between the end of `comment` and `at` but the end of a line.
    pub(super) fn adjoins(&self, comment: Span, at: u32) -> bool {
        let gap = self.between(comment.end, at);
        gap.iter().all(u8::is_ascii_whitespace) && memchr::memchr_iter(b'\n', gap).count() < 2
    }

    /// Whether nothing but blanks stands between two comments.
    pub(super) fn shares_line(&self, comment: Span, next: Span) -> bool {
        let gap = self.between(comment.end, next.start);
        gap.iter().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// Whether the line above the one that begins at `line` is empty, or there is none.
    pub(super) fn is_apart(&self, line: u32) -> bool {
        let above = line.checked_sub(1).map(|end| self.between(self.line(end), end));
        above.is_none_or(|above| above.trim_ascii().is_empty())
    }

    /// Whether an empty line parts the line that begins at `line` from the head of the branch or loop whose first it is:
    /// formatters keep such a line above a definition, but not above a comment.
    pub(super) fn opens_branch_apart(&self, line: u32) -> bool {
        let indent = |line: &[u8]| line.iter().take_while(|it| matches!(it, b' ' | b'\t')).count();
        let column = indent(self.source.get(line as usize..).unwrap_or_default());
        if column == 0 || !self.is_apart(line) {
            return false;
        }
        let mut above = self.between(0, line).rsplit(|byte| *byte == b'\n');
        let head = above.find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
        let word = head.trim_ascii().split(|byte| !byte.is_ascii_alphabetic()).next().unwrap_or_default();
        indent(head) < column && BRANCHES.contains(&word)
    }
}

/// What begins a block that declares nothing.
const BRANCHES: [&[u8]; 12] = [
    b"async", b"case", b"elif", b"else", b"except", b"finally", b"for", b"if", b"match", b"try", b"while",
    b"with",
];
