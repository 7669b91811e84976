//! Variables without a name that have the compiler check that a type implements an interface.

use crate::facts::Guard;

/// What `_ I = (*T)(nil)` and its kin say; `line` is the whole declaration without its keyword.
pub(super) fn read(line: &str) -> Option<Guard> {
    let (binding, value) = line.strip_prefix("_ ")?.split_once(" = ")?;
    let is_name = |it: &str| it.starts_with(char::is_alphabetic) && it.chars().all(is_letter);
    let parts: Vec<&str> = binding.split('.').collect();
    if parts.len() > 2 || !parts.into_iter().all(is_name) {
        return None;
    }
    let implementer = implementer(value).filter(|it| is_name(it))?;
    Some(Guard { binding: binding.to_owned(), implementer: implementer.to_owned() })
}

/// `T` of `(*T)(nil)`, `T(nil)`, `new(T)`, `&T{}` and `T{}`; of a generic one without its arguments.
fn implementer(value: &str) -> Option<&str> {
    let made = value.trim_start_matches('&').strip_suffix("{}");
    let converted =
        || value.strip_suffix("(nil)").map(|it| it.trim_matches(['(', ')']).trim_start_matches('*'));
    let new = || value.trim_start_matches('*').strip_prefix("new(")?.strip_suffix(')');
    let told = made.or_else(converted).or_else(new)?;
    told.split('[').next()
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let told = read(line).map(|it| format!("{} implements {}", it.implementer, it.binding));
        assert_eq!(told.unwrap_or_default(), expected, "{line}");
    }

    #[test]
    fn every_form() {
        check("_ io.Reader = (*File)(nil)", "File implements io.Reader");
        check("_ Reader = File{}", "File implements Reader");
        check("_ Reader = &File{}", "File implements Reader");
        check("_ Reader = new(File)", "File implements Reader");
        check("_ Reader = *new(File)", "File implements Reader");
        check("_ Reader = List(nil)", "List implements Reader");
        check("_ Reader = (*List[int])(nil)", "List implements Reader");
        check("_ Reader = &List[string]{}", "List implements Reader");
        for other in [
            "_ Reader = NewFile()",
            "_ Reader = other.File{}",
            "_ []Reader = nil",
            "_ = File{}",
            "_ Reader = nil",
        ] {
            check(other, "");
        }
    }
}
