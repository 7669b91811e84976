//! What the body of a function does in plain sight, by its text: as gofmt writes it, what stands on a line of its own
//! behind one tab is a statement of the body itself.

use memchr::memmem;

use crate::facts::Deed;

/// A longer piece of code says less than it takes.
const LONGEST: usize = 72;
const LONGEST_TITLE: usize = 120;

/// Of the text from `{` to `}`.
pub(super) fn of_body(body: &[u8]) -> Option<Deed> {
    let inside = body.strip_prefix(b"{")?.strip_suffix(b"}")?.trim_ascii_end();
    if inside.trim_ascii().is_empty() {
        return Some(Deed::Nothing);
    }
    command(inside).map(Deed::Titled).or_else(|| given(inside))
}

/// What the command line says of the command that is made.
fn command(body: &[u8]) -> Option<String> {
    let made = &body[memmem::find(body, b"cobra.Command{")?..];
    let rest = made[memmem::find(made, b"Short:")? + b"Short:".len()..].trim_ascii_start();
    let text = rest.strip_prefix(b"\"")?;
    let text = std::str::from_utf8(&text[..memchr::memchr(b'"', text)?]).ok()?;
    (!text.contains('\\') && !text.is_empty() && text.len() <= LONGEST_TITLE).then(|| text.to_owned())
}

/// The value of the last line, if that returns one.
fn given(body: &[u8]) -> Option<Deed> {
    let start = memchr::memrchr(b'\n', body).map_or(0, |at| at + 1);
    let (before, last) = body.split_at(start);
    let last = if start == 0 { last.trim_ascii_start() } else { last.strip_prefix(b"\t")? };
    let value = std::str::from_utf8(last.strip_prefix(b"return ")?).ok()?;
    let value = value.strip_suffix(", nil").unwrap_or(value);
    // A name alone says nothing.
    let tells = value.contains(['(', '.', '"', '[', '+', '=', '<', '>', '&', '|']);
    let told =
        tells && value.len() <= LONGEST && !value.contains("//") && !value.contains('`') && is_closed(value);
    let ends_before = memmem::find(before, b"return ").is_some();
    let deed = if ends_before { Deed::GivesLast } else { Deed::Gives };
    told.then(|| deed(value.to_owned()))
}

/// Whether all brackets that are opened in it are closed in it.
fn is_closed(value: &str) -> bool {
    let count = |sign| value.matches(sign).count();
    count('(') == count(')') && count('{') == count('}') && count('[') == count(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_told_by_their_text() {
        let gives = |value: &str| Some(Deed::Gives(value.to_owned()));
        for (body, expected) in [
            ("{\n}", Some(Deed::Nothing)),
            ("{ return a.b }", gives("a.b")),
            ("{\n\tx := a()\n\treturn f(x), nil\n}", gives("f(x)")),
            ("{\n\tif a {\n\t\treturn b\n\t}\n\treturn f(x)\n}", Some(Deed::GivesLast("f(x)".to_owned()))),
            ("{\n\tif a {\n\t\treturn f(b)\n\t}\n}", None),
            ("{\n\treturn a\n}", None),
            ("{\n\treturn &A{\n\t\tb: c,\n\t}\n}", None),
            (
                "{\n\tc := &cobra.Command{\n\t\tShort: \"List a\",\n\t}\n\treturn c\n}",
                Some(Deed::Titled("List a".to_owned())),
            ),
        ] {
            assert_eq!(of_body(body.as_bytes()), expected, "{body}");
        }
    }
}
