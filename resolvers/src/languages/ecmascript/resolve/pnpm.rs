//! The list `packages` of pnpm-workspace.yaml.
//!
//! Only the lines of that list are given to the YAML reader, and no more of them than a list of globs can want: what
//! else the file holds costs nothing, whatever it is.

use bstr::ByteSlice;
use yaml_rust2::parser::{Event, Parser};

use super::json::Error;

/// The longest list that is read, in bytes.
const LONGEST: usize = 16 << 10;

/// The globs, in file order; none where the file has no such list.
pub(super) fn packages(bytes: &[u8]) -> Result<Vec<String>, Error> {
    let mut list = Vec::new();
    let mut first = 0;
    for (at, line) in bytes.lines().enumerate() {
        let begins = line.trim_start_with(|c| matches!(c, '"' | '\'')).starts_with(b"packages");
        if list.is_empty() && !begins {
            continue;
        }
        let belongs = begins || line.is_empty() || line.starts_with_str(" ") || line.starts_with_str("-");
        if !belongs && !line.starts_with(b"#") && !line.starts_with(b"]") && !line.starts_with(b"\t") {
            break;
        }
        if list.is_empty() {
            first = at;
        }
        list.extend_from_slice(line);
        list.push(b'\n');
        if list.len() > LONGEST {
            return Err(Error::new(at + 1, "the list `packages` is too long to be one of globs"));
        }
    }
    globs(&list.to_str_lossy()).map_err(|(line, message)| Error::new(first + line, message))
}

/// The scalars of the first sequence; aliases and nested collections are no globs.
fn globs(text: &str) -> Result<Vec<String>, (usize, String)> {
    let mut parser = Parser::new_from_str(text);
    let mut globs = Vec::new();
    let mut depth = 0;
    loop {
        let (event, marker) =
            parser.next_token().map_err(|error| (error.marker().line(), error.info().to_owned()))?;
        match event {
            Event::StreamEnd | Event::DocumentEnd => return Ok(globs),
            Event::SequenceStart(..) => depth += 1,
            Event::SequenceEnd if depth == 1 => return Ok(globs),
            Event::SequenceEnd => depth -= 1,
            Event::Scalar(glob, ..) if depth == 1 => globs.push(glob),
            Event::Alias(..) => return Err((marker.line(), "an alias is no glob".to_owned())),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_list_and_nothing_else() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(packages(text.as_bytes()).unwrap(), expected, "{text}");
        };
        check(
            "packages:\n  - 'a/*'\n  - \"b\" # why\n\n# more\n  - '!c'\ncatalog:\n  d: 1\n",
            &["a/*", "b", "!c"],
        );
        check("catalog: {}\npackages: [a, 'b/*']\n", &["a", "b/*"]);
        check("packages:\n- a\n- b/**\nonlyBuiltDependencies:\n- c\n", &["a", "b/**"]);
        check("packages:\r\n  - a\r\n", &["a"]);
        check("\"packages\":\n  - a\n", &["a"]);
        check("catalog:\n  packages: x\n", &[]);
        check("", &[]);
    }

    #[test]
    fn refuses_what_is_no_list_of_globs() {
        let check = |text: &str| assert!(packages(text.as_bytes()).is_err(), "{}", &text[..20]);
        check(&format!("packages:\n{}", "- ".repeat(800_000)));
        check("packages: [a, *all]\n            ");
        check("packages: [a, 'b    \n            ");
        assert_eq!(packages("- ".repeat(800_000).as_bytes()).unwrap(), [""; 0]);
    }
}
