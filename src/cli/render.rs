//! Values as text, the same for every verb. Nothing is printed here.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use bstr::{BStr, ByteSlice};
use serde::Serialize;

use super::failure::Failure;
pub(crate) use crate::event::plain;
use crate::universe::Problem;

/// A field of a TSV row: `\`, tab, newline and carriage return escaped, all other bytes as they are.
pub(crate) fn tsv(field: &[u8]) -> Cow<'_, [u8]> {
    let is_special = |byte: u8| matches!(byte, b'\\' | b'\t' | b'\n' | b'\r');
    // Without a way out of the loop, it is done many bytes at a time.
    if !field.iter().fold(false, |found, byte| found | is_special(*byte)) {
        return Cow::Borrowed(field);
    }
    let mut out = Vec::with_capacity(field.len() + 8);
    for byte in field {
        match byte {
            b'\\' => out.extend(b"\\\\"),
            b'\t' => out.extend(b"\\t"),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            byte => out.push(*byte),
        }
    }
    Cow::Owned(out)
}

/// `path:line: message`.
pub(crate) fn problem(problem: &Problem) -> String {
    let place = if problem.place.is_empty() { ".".to_owned() } else { plain(&problem.place) };
    match problem.line {
        Some(line) => format!("{place}:{line}: {}", plain(problem.message.as_bytes())),
        None => format!("{place}: {}", plain(problem.message.as_bytes())),
    }
}

/// The bytes of a path of this machine with `/` between segments; `None` where the platform has no bytes for it.
pub(crate) fn path_bytes(path: &Path) -> Option<Vec<u8>> {
    let bytes = <[u8]>::from_path(path)?;
    Some(if cfg!(windows) { bytes.replace("\\", "/") } else { bytes.to_vec() })
}

/// The bytes of an argument; `None` where the platform has no bytes for it.
pub(crate) fn path_text(argument: &OsStr) -> Option<Vec<u8>> {
    <[u8]>::from_os_str(argument).map(<[u8]>::to_vec)
}

/// Bytes as JSON text: U+FFFD where they are no UTF-8.
pub(crate) fn text(bytes: &[u8]) -> String {
    BStr::new(bytes).to_string()
}

/// Prints an answer as one line of JSON, as it is put together: it may be larger than memory.
pub(crate) fn json(mut out: impl Write, answer: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut out, answer).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_would_break_a_row_or_a_terminal() {
        assert_eq!(tsv(b"a\tb\\c\nd\re\xff").as_ref(), b"a\\tb\\\\c\\nd\\re\xff");
        assert_eq!(plain("a\x1b[31mb\u{202e}c".as_bytes()), "a\\u{1b}[31mb\\u{202e}c");
    }
}
