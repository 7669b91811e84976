//! What is given as text, made safe to stand where it goes: no text can begin a field, a line or a path of its own.

use std::borrow::Cow;

use bstr::{BStr, ByteSlice};

use super::super::format::{key_of, source_field, source_path};
use super::super::model::Kind;
use super::{OpError, Result};

/// The characters at which some reader would begin a new line: those of Python's `splitlines`.
fn is_break(char: char) -> bool {
    matches!(char, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The text in one line.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    if !text.contains(is_break) {
        return Cow::Borrowed(text);
    }
    let lines = text.split(is_break).map(str::trim).filter(|line| !line.is_empty());
    Cow::Owned(lines.collect::<Vec<_>>().join(" "))
}

/// The text as the value of a section. It keeps its lines: one that would begin a field is indented, blank ones, which
/// would end the section, are left out.
pub(super) fn section(text: &str) -> String {
    let lines = text.split(is_break).map(str::trim_end).filter(|line| !line.is_empty());
    let mut value = String::new();
    for line in lines {
        if value.is_empty() {
            value.push_str(line.trim_start());
            continue;
        }
        value.push_str(if key_of(line.as_bytes()).is_some() { "\n  " } else { "\n" });
        value.push_str(line);
    }
    value
}

/// A text that has a file to itself.
pub(super) fn file(text: &str) -> Vec<u8> {
    [text.trim_end().as_bytes(), b"\n"].concat()
}

/// What to write behind `source:`. A path with line breaks is quoted, as `bootstrap` quotes it.
///
/// # Errors
/// When it holds a NUL byte, or is no external and leads out of the repository.
pub(super) fn source(source: &BStr, kind: Kind) -> Result<Cow<'_, [u8]>> {
    if source.contains(&0) {
        return Err(OpError::Nul(source.to_str_lossy().into_owned()));
    }
    if kind != Kind::External {
        check_source(source)?;
    }
    let broken = source.to_str_lossy().contains(is_break);
    Ok(if broken { source_field(source) } else { Cow::Borrowed(source) })
}

/// Whether something of the repository can be at `source`, as it stands in a description.
pub(in super::super) fn check_source(source: &[u8]) -> Result<()> {
    let plain = source_path(source).replace(b"\\", b"/");
    let path = plain.trim().split(|byte| *byte == b'#').next().unwrap_or_default();
    let drive = path.len() > 2 && path[0].is_ascii_alphabetic() && path[1..].starts_with(b":/");
    let mut segments = path.split(|byte| *byte == b'/');
    let told = || source.to_str_lossy().into_owned();
    if path.starts_with(b"/") || drive || segments.clone().any(|segment| segment == b"..") {
        return Err(OpError::Outside(told()));
    }
    if segments.any(|segment| segment.eq_ignore_ascii_case(b".git")) {
        return Err(OpError::GitDir(told()));
    }
    Ok(())
}

/// A scope as it is written: a directory from the repo root without `/` at its ends, `.` for the whole repository.
///
/// # Errors
/// When it is none.
pub(super) fn scope(text: &str) -> Result<String> {
    let scope = normal(text.as_bytes());
    let wrong = || OpError::Scope(text.to_owned());
    if text.trim().is_empty()
        || text.contains(is_break)
        || scope.split(|byte| *byte == b'/').any(|it| it == b"..")
    {
        return Err(wrong());
    }
    let scope = String::from_utf8(scope).map_err(|_| wrong())?;
    Ok(if scope.is_empty() { ".".to_owned() } else { scope })
}

/// Whether the scope of a root covers a source.
pub(super) fn covers(scope: &[u8], source: &[u8]) -> bool {
    let (scope, source) = (normal(&source_path(scope)), normal(&source_path(source)));
    if scope.is_empty() || scope == b"." {
        return true;
    }
    source.strip_prefix(scope.as_slice()).is_some_and(|rest| matches!(rest.first(), None | Some(b'/' | b'#')))
}

/// A path as people mean it: `\` is `/`, `./` and `/` at its ends say nothing.
fn normal(path: &[u8]) -> Vec<u8> {
    let slashed = path.trim().replace(b"\\", b"/");
    let mut rest = slashed.as_slice();
    while let Some(less) = rest.strip_prefix(b"./").or_else(|| rest.strip_prefix(b"/")) {
        rest = less;
    }
    while let Some(less) = rest.strip_suffix(b"/") {
        rest = less;
    }
    rest.to_vec()
}
