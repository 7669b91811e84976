//! JSON as package managers and TypeScript read it: comments, trailing commas and a byte order mark are fine.

use std::fmt::Display;

use bstr::ByteSlice;
use serde_json::Value;

use crate::ConfigProblem;
use crate::path::RepoPath;

/// Why a text could not be read.
#[derive(Debug)]
pub(super) struct Error {
    line: Option<u32>,
    message: String,
}

impl Error {
    /// `line` counts from 1.
    pub(super) fn new(line: usize, message: impl Display) -> Self {
        Self { line: u32::try_from(line).ok().filter(|line| *line > 0), message: message.to_string() }
    }

    pub(super) fn problem(self, file: &RepoPath) -> ConfigProblem {
        ConfigProblem {
            path: file.clone(),
            line: self.line,
            message: format!("cannot be read: {}", self.message),
            hides: true,
        }
    }
}

/// The value of a text; a text without any value is an empty object.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut text = bytes
        .to_str()
        .map_err(|error| Error::new(line_of(bytes, error.valid_up_to()), "not UTF-8"))?
        .to_owned();
    if let Ok(value) = serde_json::from_str(&text) {
        return Ok(value);
    }
    json_strip_comments::strip(&mut text).map_err(|error| Error::new(0, error))?;
    if text.trim().is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    serde_json::from_str(&text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Error::new(error.line(), message)
    })
}

/// The line of a byte offset, from 1.
pub(super) fn line_of(bytes: &[u8], offset: usize) -> usize {
    memchr::memchr_iter(b'\n', &bytes[..offset.min(bytes.len())]).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_tools_read() {
        let check = |text: &str, expected: &str| {
            let shown = match parse(text.as_bytes()) {
                Ok(value) => value.to_string(),
                Err(error) => format!("{:?}: {}", error.line, error.message),
            };
            assert_eq!(shown, expected, "{text}");
        };
        check("{\"a\": 1, // x\n}", r#"{"a":1}"#);
        check("\u{feff}{}", "{}");
        check("  \n// nothing\n", "{}");
        check("{\"b\": 1,\n \"a\": [1, 2,],}", r#"{"b":1,"a":[1,2]}"#);
        check("{\n\n \"a\" 1}", "Some(3): expected `:`");
    }
}
