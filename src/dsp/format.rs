//! The bytes of the files below `.dsp/` (specification §4.2 to §4.4).
//!
//! A file is kept as it was read and only the lines that change are replaced: unknown keys, free text, values of
//! several lines, line endings and a missing final newline survive, and printing what was parsed gives the same
//! bytes. No disk and no decision about what should stand there may live here.

use std::borrow::Cow;
use std::ops::Range;

use bstr::ByteSlice;

use crate::identity::Uid;

/// What ends every text that the tool wrote: such a text follows the code, any other is authored.
pub const AUTO: &str = " (auto)";

/// Whether the tool wrote `text`. Nothing at all counts as its own: an empty text is there to be filled.
#[must_use]
pub fn is_auto(text: &[u8]) -> bool {
    let text = text.trim();
    text.is_empty() || text.ends_with(AUTO.as_bytes())
}

/// The marks that an unfinished merge leaves at the beginning of lines.
pub const CONFLICT_MARKS: [&[u8]; 2] = [b"<<<<<<< ", b">>>>>>> "];

/// Whether `bytes` have the marks of an unfinished merge: such a file is not read, nor written.
#[must_use]
pub(super) fn has_conflict(bytes: &[u8]) -> bool {
    let marked = |mark: &[u8]| bytes.starts_with(mark) || bytes.find([b"\n", mark].concat()).is_some();
    // Tables are long, and have neither.
    memchr::memchr2(b'<', b'>', bytes).is_some() && CONFLICT_MARKS.into_iter().any(marked)
}

/// Whether every line that ends has CRLF, and there is one.
#[must_use]
pub(super) fn has_crlf(bytes: &[u8]) -> bool {
    let mut ends = bytes.find_iter(b"\n").peekable();
    ends.peek().is_some() && ends.all(|end| bytes[..end].ends_with(b"\r"))
}

/// The same lines, all with CRLF.
#[must_use]
pub(super) fn with_crlf(bytes: &[u8]) -> Vec<u8> {
    bytes.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
}

/// A `description` file.
///
/// A field is a line `key: value`, the key of lower-case letters and `_`. It runs to the next field, over blank
/// lines and lines that are no field. Of several fields with one key the last counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Description {
    raw: Vec<u8>,
}

struct Field {
    key: Range<usize>,
    /// From behind the colon to the next field.
    value: Range<usize>,
}

impl Description {
    /// Any bytes are a description.
    #[must_use]
    pub fn parse(raw: Vec<u8>) -> Self {
        Self { raw }
    }

    /// A fresh one: a line for each field.
    #[must_use]
    pub fn fresh(fields: &[(&str, &[u8])]) -> Self {
        let mut raw = Vec::with_capacity(fields.iter().map(|(key, value)| key.len() + value.len() + 3).sum());
        for (key, value) in fields {
            push_field(&mut raw, key, value, b"\n");
        }
        Self { raw }
    }

    /// The bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.raw
    }

    /// The bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.raw
    }

    /// The whole value of `key`, continuation lines included, white space around it removed.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&[u8]> {
        value(&self.raw, key)
    }

    /// Every key with its value, as [`Self::get`] gives it, in the order in which the keys come up.
    #[must_use]
    pub fn fields(&self) -> Vec<(&[u8], &[u8])> {
        let mut all: Vec<(&[u8], &[u8])> = Vec::new();
        for field in fields(&self.raw) {
            let (key, value) = (&self.raw[field.key], self.raw[field.value].trim());
            match all.iter_mut().find(|(known, _)| *known == key) {
                Some((_, earlier)) => *earlier = value,
                None => all.push((key, value)),
            }
        }
        all
    }

    /// The value of `key` up to the first blank line: what follows is free text.
    #[must_use]
    pub fn paragraph(&self, key: &str) -> Option<&[u8]> {
        Some(self.raw[self.paragraph_range(key)?].trim())
    }

    /// Replaces the paragraph of `key`, or adds the field: behind the last one or, where more text than a paragraph follows
    /// that, before it, so that no text becomes a part of another field. The rest stays.
    pub fn set(&mut self, key: &str, value: &[u8]) {
        let ending = self.line_ending();
        if let Some(range) = self.paragraph_range(key) {
            self.raw.splice(range, [b" ", value].concat());
            return;
        }
        let mut line = Vec::new();
        push_field(&mut line, key, value, ending);
        let Some(last) = fields(&self.raw).last() else {
            if !self.raw.is_empty() {
                // Else the free text would become a part of the value.
                line.extend_from_slice(ending);
            }
            self.raw.splice(..0, line);
            return;
        };
        let end = self.end_of_paragraph(last.value);
        let rest = &self.raw[end..];
        let at = match rest.lines_with_terminator().next() {
            _ if !rest.trim().is_empty() => last.key.start,
            Some(terminator) => end + terminator.len(),
            None => {
                line.splice(..0, ending.iter().copied());
                end
            }
        };
        self.raw.splice(at..at, line);
    }

    /// Removes the paragraph of every field `key`. The rest stays.
    pub fn remove(&mut self, key: &str) {
        while let Some(field) = find(&self.raw, key) {
            let end = self.end_of_paragraph(field.value);
            let ending = self.raw[end..].lines_with_terminator().next().unwrap_or_default();
            let ending = if ending.trim().is_empty() { ending.len() } else { 0 };
            self.raw.drain(field.key.start..end + ending);
        }
    }

    /// Whether every line that is not blank is a field with one of `keys`: nobody added anything.
    #[must_use]
    pub fn has_only(&self, keys: &[&str]) -> bool {
        lines(&self.raw).all(|line| {
            key_of(line).is_some_and(|colon| keys.iter().any(|key| key.as_bytes() == &line[..colon]))
        })
    }

    fn paragraph_range(&self, key: &str) -> Option<Range<usize>> {
        let value = find(&self.raw, key)?.value;
        Some(value.start..self.end_of_paragraph(value))
    }

    /// Where the first paragraph of `value` ends, its last line ending not included.
    fn end_of_paragraph(&self, value: Range<usize>) -> usize {
        let mut end = value.start;
        for (number, line) in self.raw[value].lines_with_terminator().enumerate() {
            let content = line.trim_end_with(|c| c == '\n' || c == '\r');
            if number > 0 && content.trim().is_empty() {
                break;
            }
            let terminator = line.len() - content.len();
            end += line.len();
            if terminator == 0 {
                return end;
            }
        }
        end - ending_of(&self.raw[..end]).len()
    }

    fn line_ending(&self) -> &'static [u8] {
        if self.raw.lines_with_terminator().next().is_some_and(|line| line.ends_with(b"\r\n")) {
            b"\r\n"
        } else {
            b"\n"
        }
    }
}

/// The whole value of `key` in the description `raw`, continuation lines included, white space around it removed.
#[must_use]
pub fn value<'r>(raw: &'r [u8], key: &str) -> Option<&'r [u8]> {
    Some(trimmed(&raw[find(raw, key)?.value]))
}

fn find(raw: &[u8], key: &str) -> Option<Field> {
    fields(raw).filter(|field| &raw[field.key.clone()] == key.as_bytes()).last()
}

fn ending_of(bytes: &[u8]) -> &[u8] {
    let kept = if bytes.ends_with(b"\r\n") { 2 } else { usize::from(bytes.ends_with(b"\n")) };
    &bytes[bytes.len() - kept..]
}

fn push_field(raw: &mut Vec<u8>, key: &str, value: &[u8], ending: &[u8]) {
    raw.extend_from_slice(key.as_bytes());
    raw.push(b':');
    if !value.is_empty() {
        raw.push(b' ');
        raw.extend_from_slice(value);
    }
    raw.extend_from_slice(ending);
}

/// The fields of a description in order. White space before all of it is none of its first line.
fn fields(raw: &[u8]) -> impl Iterator<Item = Field> {
    let mut at = raw.len() - raw.trim_ascii_start().len();
    let starts = raw[at..].lines_with_terminator().filter_map(move |line| {
        let start = at;
        at += line.len();
        Some((start, start + key_of(line)?))
    });
    let mut starts = starts.peekable();
    std::iter::from_fn(move || {
        let (start, colon) = starts.next()?;
        let end = starts.peek().map_or(raw.len(), |(next, _)| *next);
        Some(Field { key: start..colon, value: colon + 1..end })
    })
}

/// Where the colon of a field's first line stands.
pub(super) fn key_of(line: &[u8]) -> Option<usize> {
    let colon = line.iter().position(|b| !matches!(b, b'a'..=b'z' | b'_')).filter(|colon| *colon > 0)?;
    let ends_or_spaced = line.get(colon + 1).is_none_or(u8::is_ascii_whitespace);
    (line[colon] == b':' && ends_or_spaced).then_some(colon)
}

/// The lines of an `imports`, `shared` or TOC file that are not blank, white space around them removed.
pub fn lines(raw: &[u8]) -> impl Iterator<Item = &[u8]> {
    raw.lines().map(trimmed).filter(|line| !line.is_empty())
}

/// `text` without white space around it. What is white beyond ASCII takes long to tell, and nearly never is there.
pub(super) fn trimmed(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    let ends = [text.first(), text.last()];
    if ends.iter().all(|end| end.is_some_and(u8::is_ascii_graphic)) { text } else { text.trim() }
}

/// One line of `imports` (specification §4.2.2), as it stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportLine<'a> {
    /// The line without the white space around it.
    pub raw: &'a [u8],
}

impl<'a> ImportLine<'a> {
    /// The first word, whatever it is.
    #[must_use]
    pub fn name(self) -> &'a [u8] {
        // What white space is beyond ASCII takes long to tell.
        match self.raw.iter().position(|byte| !byte.is_ascii_graphic()) {
            None => self.raw,
            Some(at) if self.raw[at] == b' ' => &self.raw[..at],
            Some(_) => self.raw.fields().next().unwrap_or_default(),
        }
    }

    /// What is imported; `None` when the first word is no uid.
    #[must_use]
    pub fn imported(self) -> Option<Uid> {
        Uid::parse(self.name())
    }

    /// The word behind `via=`; of several the last, as the Python tool reads it.
    #[must_use]
    pub fn via_name(self) -> Option<&'a [u8]> {
        self.raw.find_byte(b'=')?;
        // As we write it, a name and a `via=`, there is no white space to look for beyond ASCII.
        if let Some((name, via)) = self.raw.split_once_str(b" via=")
            && !name.is_empty()
            && [name, via].iter().all(|word| word.iter().all(u8::is_ascii_graphic))
        {
            return Some(via).filter(|via| !via.is_empty());
        }
        self.last_via()
    }

    fn last_via(self) -> Option<&'a [u8]> {
        let words = self.raw.fields().skip(1).filter_map(|word| word.strip_prefix(b"via="));
        words.last().filter(|via| !via.is_empty())
    }

    /// The exporter through which it is imported.
    #[must_use]
    pub fn via(self) -> Option<Uid> {
        Uid::parse(self.via_name()?)
    }
}

/// Whether the file at `path` below `.dsp/` names entities, one or more a line: `imports`, `shared` and tables of contents.
#[must_use]
pub fn is_list(path: &[u8]) -> bool {
    let is_top = !path.contains(&b'/');
    let is_record = path.contains_str(b"/exports/");
    (is_top && path.starts_with(b"TOC"))
        || (!is_record && (path.ends_with(b"/imports") || path.ends_with(b"/shared")))
}

/// The lines of an `imports` file.
pub fn import_lines(raw: &[u8]) -> impl Iterator<Item = ImportLine<'_>> {
    lines(raw).map(|raw| ImportLine { raw })
}

/// A path or a package's name as it stands behind `source:`.
///
/// As it is, byte for byte. Where that could not be read back (it holds a control character or a line separator of
/// Unicode, or begins with a quote, or white space stands at its ends) it is quoted as git quotes paths: in double
/// quotes, with `\n`, `\t`, `\"`, `\\` and `\ooo`.
#[must_use]
pub fn source_field(path: &[u8]) -> Cow<'_, [u8]> {
    if !needs_quotes(path) {
        return Cow::Borrowed(path);
    }
    let mut quoted = vec![b'"'];
    let mut rest = path;
    while let Some(byte) = rest.first().copied() {
        let separator = separator_len(rest);
        match byte {
            _ if separator > 0 => rest[..separator].iter().for_each(|b| push_octal(&mut quoted, *b)),
            b'\n' => quoted.extend_from_slice(b"\\n"),
            b'\t' => quoted.extend_from_slice(b"\\t"),
            b'"' | b'\\' => quoted.extend_from_slice(&[b'\\', byte]),
            _ if byte.is_ascii_control() => push_octal(&mut quoted, byte),
            _ => quoted.push(byte),
        }
        rest = &rest[separator.max(1)..];
    }
    quoted.push(b'"');
    Cow::Owned(quoted)
}

/// The path behind a `source:` value: the inverse of [`source_field`]. What is no well-formed quotation stands for
/// itself.
#[must_use]
pub fn source_path(field: &[u8]) -> Cow<'_, [u8]> {
    match field.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).and_then(unquote) {
        Some(path) => Cow::Owned(path),
        None => Cow::Borrowed(field),
    }
}

/// The same, without the `./` that may stand in front of it.
#[must_use]
pub fn plain_path(field: &[u8]) -> Cow<'_, [u8]> {
    match source_path(field) {
        Cow::Borrowed(path) => Cow::Borrowed(path.strip_prefix(b"./").unwrap_or(path)),
        Cow::Owned(path) => Cow::Owned(path.strip_prefix(b"./").map(<[u8]>::to_vec).unwrap_or(path)),
    }
}

/// A place of [`plain_path`] as the file and, behind its last `#`, the name in it.
#[must_use]
pub fn parted(place: &[u8]) -> (&[u8], Option<&[u8]>) {
    match place.iter().rposition(|byte| *byte == b'#') {
        Some(cut) => (&place[..cut], Some(&place[cut + 1..])),
        None => (place, None),
    }
}

fn needs_quotes(path: &[u8]) -> bool {
    path.first().is_none_or(|byte| *byte == b'"')
        || path.trim().len() != path.len()
        || path.iter().any(u8::is_ascii_control)
        || (!path.is_ascii() && (0..path.len()).any(|at| separator_len(&path[at..]) > 0))
}

/// The length of the line separator (U+0085, U+2028, U+2029) at the start of `bytes`; 0 when there is none.
fn separator_len(bytes: &[u8]) -> usize {
    match bytes {
        [0xc2, 0x85, ..] => 2,
        [0xe2, 0x80, 0xa8 | 0xa9, ..] => 3,
        _ => 0,
    }
}

fn push_octal(out: &mut Vec<u8>, byte: u8) {
    out.extend_from_slice(&[b'\\', b'0' + (byte >> 6), b'0' + ((byte >> 3) & 7), b'0' + (byte & 7)]);
}

fn unquote(inner: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(inner.len());
    let mut bytes = inner.iter().copied();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'"' => return None,
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b't' => b'\t',
                escaped @ (b'"' | b'\\') => escaped,
                high @ b'0'..=b'3' => {
                    let mut digit = || bytes.next().filter(|b| matches!(b, b'0'..=b'7')).map(|b| b - b'0');
                    ((high - b'0') << 6) | (digit()? << 3) | digit()?
                }
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(out)
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets `key` in `before`; every parse must print as it was.
    fn check(before: &str, key: &str, value: &str, expected: &str) {
        let mut description = Description::parse(before.as_bytes().to_vec());
        assert_eq!(description.as_bytes().as_bstr(), before);
        description.set(key, value.as_bytes());
        assert_eq!(description.as_bytes().as_bstr(), expected);
        assert_eq!(description.paragraph(key), Some(value.as_bytes()));
    }

    #[test]
    fn only_the_field_changes() {
        check(
            "source: a\nkind: object\npurpose: x\n",
            "purpose",
            "y",
            "source: a\nkind: object\npurpose: y\n",
        );
        check(
            "source: a\r\npurpose: x\r\nmore\r\n\r\nfree\r\n",
            "purpose",
            "y",
            "source: a\r\npurpose: y\r\n\r\nfree\r\n",
        );
        check("purpose: x", "purpose", "y", "purpose: y");
        check("purpose:\nnotes: n\n", "purpose", "y", "purpose: y\nnotes: n\n");
        check("", "purpose", "y", "purpose: y\n");
        check("purpose: a\n\n## Notes\n", "scope", ".", "scope: .\npurpose: a\n\n## Notes\n");
        check("kind: a\r\npurpose: b\r\n\r\nc", "scope", ".", "kind: a\r\nscope: .\r\npurpose: b\r\n\r\nc");
        check("purpose: a\n\n", "scope", ".", "purpose: a\nscope: .\n\n");
        check(" purpose: a\n", "purpose", "b", " purpose: b\n");
        check("purpose: a", "scope", ".", "purpose: a\nscope: .\n");
        check("purpose: a\r\n", "scope", ".", "purpose: a\r\nscope: .\r\n");
        check("title\n\nhttp://x\nA: y", "scope", ".", "scope: .\n\ntitle\n\nhttp://x\nA: y");
    }

    #[test]
    fn a_field_goes_with_its_paragraph() {
        let check = |before: &str, expected: &str| {
            let mut description = Description::parse(before.as_bytes().to_vec());
            description.remove("notes");
            assert_eq!(description.as_bytes().as_bstr(), expected);
        };
        check("source: a\nnotes: x\n  more\nkind: b\n", "source: a\nkind: b\n");
        check("source: a\nnotes: x\nnotes: y", "source: a\n");
        check("notes:\r\nmore\r\n\r\nfree\r\n", "\r\nfree\r\n");
        check("notes: x\n\nfree\nnotes: y\nsource: a\n", "\nfree\nsource: a\n");
        check("source: a\n\nnotes in free text\n", "source: a\n\nnotes in free text\n");
    }

    #[test]
    fn reads_as_the_python_tool_does() {
        let check = |raw: &str, key: &str, expected: Option<&str>| {
            let description = Description::parse(raw.as_bytes().to_vec());
            assert_eq!(
                description.get(key).map(|v| v.to_str_lossy().into_owned()).as_deref(),
                expected,
                "{raw:?}"
            );
        };
        check("x: y\nsource: q2\nSource: qq\n", "source", Some("q2\nSource: qq"));
        check("source: q\n source: w\n\nsource: later\n", "source", Some("later"));
        check("source:a\n", "source", None);
        check("\n\tsource: a\n", "source", Some("a"));
        check(" source: a\n kind: b\n", "kind", None);
        check("source: q\r\nkind: external\r\n", "kind", Some("external"));
        check("a-b: c\na1: d\n", "a", None);
        check("", "source", None);
        let all = Description::parse(b"notes: a\nb: x\n\nfree\nnotes: c\nempty:\n".to_vec());
        let expected: [(&[u8], &[u8]); 3] = [(b"notes", b"c"), (b"b", b"x\n\nfree"), (b"empty", b"")];
        assert_eq!(all.fields(), expected);
    }

    #[test]
    fn an_import_line_tells_its_words() {
        let line = import_lines(b"\n  obj-00000001  via=obj-00000002 extra \r\n").next().unwrap();
        assert_eq!(line.imported(), Uid::parse(b"obj-00000001"));
        assert_eq!(line.via(), Uid::parse(b"obj-00000002"));
        assert_eq!(import_lines(b"junk line").next().unwrap().imported(), None);
        let via = |line: &'static str| import_lines(line.as_bytes()).next().unwrap().via_name();
        assert_eq!(via("a via=b x via=c"), Some(&b"c"[..]));
        assert_eq!((via("a via=b via="), via("via=b VIA=c")), (None, None));
    }

    proptest::proptest! {
        #[test]
        fn a_plain_line_tells_its_way_as_any_other(line in "([a\u{a0}=]| |via=|\\t){0,9}") {
            let line = ImportLine { raw: line.as_bytes() };
            proptest::prop_assert_eq!(line.via_name(), line.last_via());
        }
    }

    #[test]
    fn any_path_can_be_read_back() {
        let check = |path: &[u8], field: &[u8]| {
            assert_eq!(source_field(path).as_bstr(), field.as_bstr());
            assert_eq!(source_path(field).as_bstr(), path.as_bstr());
        };
        check(b"src/a b#c.ts", b"src/a b#c.ts");
        check(b"\xff\xfe.ts", b"\xff\xfe.ts");
        check(b"back\\slash", b"back\\slash");
        check(b"a\nkind: external", b"\"a\\nkind: external\"");
        check(b"\"quoted\"", b"\"\\\"quoted\\\"\"");
        check(b" x ", b"\" x \"");
        check("a\u{2028}\r\\b".as_bytes(), b"\"a\\342\\200\\250\\015\\\\b\"");
        assert_eq!(source_path(b"\"a\"b\"").as_bstr(), "\"a\"b\"");
    }
}
