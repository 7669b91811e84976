//! Bytes to text, and offsets in the text back to offsets in the bytes.
//!
//! PEP 263: a byte order mark, or a comment in one of the first two lines, says how the bytes are to be read; without
//! either they are UTF-8. Every offset in the facts is one in the bytes as read.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::facts::{FileFacts, Span};
use crate::marker::Layout;

/// A text and where it comes from.
pub(super) struct Decoded<'s> {
    pub(super) text: Cow<'s, str>,
    offsets: Offsets,
    /// What is odd about the bytes.
    pub(super) problem: Option<String>,
}

enum Offsets {
    /// The text starts so many bytes later than the file, and is otherwise the same.
    Shift(u32),
    /// For each byte of the file where its text ends.
    Table(Vec<u32>),
}

/// The text of `source`; an error says why there is none.
pub(super) fn decode(source: &[u8]) -> Result<Decoded<'_>, &'static str> {
    if u32::try_from(source.len()).is_err() {
        return Err("larger than 4 GiB");
    }
    if source.starts_with(&[0xff, 0xfe]) || source.starts_with(&[0xfe, 0xff]) {
        return Err("UTF-16, which Python does not read");
    }
    let (source, shift) = match source.strip_prefix(b"\xef\xbb\xbf") {
        Some(rest) => (rest, 3),
        None => (source, 0),
    };
    let same = |text| Decoded { text, offsets: Offsets::Shift(shift), problem: None };
    if let Ok(text) = std::str::from_utf8(source) {
        // Whatever they claim to be: ASCII in most encodings, and UTF-8 by mistake in the others.
        return Ok(same(Cow::Borrowed(text)));
    }
    match declared(source).filter(|_| shift == 0) {
        Some(name) => match encoding(name) {
            Some(encoding) if encoding != UTF_8 => Ok(by_table(source, encoding, None)),
            Some(_) => Ok(same(replace_invalid(source))),
            None => {
                let problem = format!("unknown encoding `{name}`; read as latin-1");
                Ok(by_table(source, WINDOWS_1252, Some(problem)))
            }
        },
        None => Ok(Decoded { problem: Some("not UTF-8".to_owned()), ..same(replace_invalid(source)) }),
    }
}

/// Each byte that is no UTF-8 becomes one `?`.
fn replace_invalid(source: &[u8]) -> Cow<'static, str> {
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text.into()
}

/// One byte at a time, so that each knows where its text ends.
fn by_table(source: &[u8], encoding: &'static Encoding, problem: Option<String>) -> Decoded<'static> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(source.len() * 3 + 16);
    let mut ends = Vec::with_capacity(source.len());
    for byte in source {
        text.reserve(16);
        let _progress = decoder.decode_to_string(std::slice::from_ref(byte), &mut text, false);
        ends.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
    }
    text.reserve(16);
    let _progress = decoder.decode_to_string(&[], &mut text, true);
    Decoded { text: text.into(), offsets: Offsets::Table(ends), problem }
}

/// The name behind `coding:` or `coding=` in a comment of the first two lines.
fn declared(source: &[u8]) -> Option<&str> {
    let lines = source.split(|byte| *byte == b'\n').take(2);
    let comments = lines.take_while(|line| {
        let line = line.trim_ascii();
        line.is_empty() || line.starts_with(b"#")
    });
    comments.into_iter().find_map(|line| {
        let at = memchr::memmem::find(line, b"coding")? + "coding".len();
        let rest =
            line[at..].strip_prefix(b":").or_else(|| line[at..].strip_prefix(b"="))?.trim_ascii_start();
        let named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let end = rest.iter().position(|byte| !named(byte)).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..end]).ok().filter(|name| !name.is_empty())
    })
}

/// Python's names for encodings are nearly those of the web.
fn encoding(name: &str) -> Option<&'static Encoding> {
    let plain = name.to_ascii_lowercase().replace('_', "-");
    let plain = match plain.as_str() {
        "latin-1" | "iso-latin-1" | "l1" | "8859" | "cp819" => "iso-8859-1",
        "utf8" | "u8" | "utf-8-sig" | "utf" | "cp65001" => "utf-8",
        "cp936" | "936" => "gbk",
        "cp949" | "uhc" => "euc-kr",
        "cp932" | "ms932" | "sjis" | "s-jis" => "shift-jis",
        "mac-roman" | "macroman" => "macintosh",
        other => other,
    };
    let spelled = plain.replace("cp125", "windows-125");
    Encoding::for_label(spelled.as_bytes())
        .or_else(|| Encoding::for_label(plain.replace('-', "_").as_bytes()))
        .or_else(|| Encoding::for_label(plain.replace('-', "").as_bytes()))
}

impl Decoded<'_> {
    /// Turns the offsets of `facts`, which are those of the text, into those of the bytes.
    pub(super) fn restore(&self, facts: &mut FileFacts) {
        if matches!(self.offsets, Offsets::Shift(0)) {
            return;
        }
        for span in facts.spans_mut() {
            *span = Span { start: self.offset(span.start), end: self.offset(span.end) };
        }
        for problem in &mut facts.problems {
            problem.offset = self.offset(problem.offset);
        }
    }

    /// The same for a layout. Nothing stands above a byte order mark.
    pub(super) fn restore_layout(&self, layout: Layout) -> Layout {
        let span = |it: Span| Span { start: self.offset(it.start), end: self.offset(it.end) };
        Layout {
            head: layout.head.map(|head| self.offset(head)),
            prologue: self.offset(layout.prologue),
            comments: layout.comments.into_iter().map(span).collect(),
            ..layout
        }
    }

    fn offset(&self, at: u32) -> u32 {
        match &self.offsets {
            Offsets::Shift(shift) => at + shift,
            Offsets::Table(ends) => u32::try_from(ends.partition_point(|end| *end <= at)).unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_first_lines_declare() {
        let check = |source: &[u8], expected: &str, problem: bool| {
            let decoded = decode(source).unwrap_or_else(|why| panic!("{why}"));
            assert_eq!(decoded.text, expected, "{}", bstr::BStr::new(source));
            assert_eq!(decoded.problem.is_some(), problem, "{}", bstr::BStr::new(source));
        };
        check(b"\xef\xbb\xbfa = 1", "a = 1", false);
        check(b"# -*- coding: latin-1 -*-\n'\xe9'", "# -*- coding: latin-1 -*-\n'é'", false);
        check(
            b"#!/x\n# vim: fileencoding=cp1251 :\n'\xe9'",
            "#!/x\n# vim: fileencoding=cp1251 :\n'й'",
            false,
        );
        check(b"# coding: euc_jp\n'\xa4\xa2'", "# coding: euc_jp\n'あ'", false);
        check(b"# coding: klingon\n'\xe9'", "# coding: klingon\n'é'", true);
        check(b"'\xe9'\n# coding: latin-1\n", "'?'\n# coding: latin-1\n", true);
        check(b"# coding: latin-1\n'\xc3\xa9'", "# coding: latin-1\n'é'", false);
        assert!(decode(b"\xff\xfea\0").is_err());
    }

    #[test]
    fn offsets_are_those_of_the_bytes() {
        let source = b"# coding: latin-1\n\xe9\xe9 = 1\nx = 2\n";
        let decoded = decode(source).unwrap_or_else(|why| panic!("{why}"));
        for (at, byte) in decoded.text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii()) {
            let at = decoded.offset(u32::try_from(at).unwrap());
            assert_eq!(source[at as usize], byte);
        }
        assert_eq!(decoded.offset(u32::try_from(decoded.text.len()).unwrap()) as usize, source.len());
    }
}
