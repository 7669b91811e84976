//! The same of Go: types follow names without a colon, results need no sign, and errors are no result worth telling.
//!
//! A head begins with its keyword (`func`, `type`, `var`, `const`) but for fields, and knows no receiver. Pure.

use super::{CUT, Call, identifier, is_whole};

/// Parameters and result of a function, or of the type of one.
pub(in crate::dsp) fn call(head: &str) -> Call<'_> {
    let mut call = Call::default();
    let Some(open) = find_top(head, '(') else { return call };
    let inside = &head[open + 1..];
    let close = find_top(inside, ')');
    let mut parts = split_top(&inside[..close.unwrap_or(inside.len())]);
    if close.is_none() {
        // The last one may be cut.
        parts.pop();
    }
    if parts.iter().any(|part| name_and_type(part).is_some()) {
        let is_own = |name: &&str| *name != "_";
        call.parameters = parts.iter().filter_map(|part| identifier(part)).filter(is_own).collect();
        call.first_type = parts.iter().find_map(|part| name_and_type(part)).map(|(_, kind)| kind);
    }
    call.gives_nothing = close.is_some_and(|close| head.len() < CUT && inside[close + 1..].trim().is_empty());
    call.result = close.filter(|_| head.len() < CUT).and_then(|close| result(inside[close + 1..].trim()));
    call
}

fn result(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(text);
    let parts = split_top(inner);
    let is_error = |part: &&&str| part.split(' ').next_back() == Some("error");
    let error = parts.last().filter(is_error).map_or(0, |part| part.len());
    let told = inner[..inner.trim_end().len() - error].trim_end_matches([',', ' ']);
    let alone = if split_top(told).len() > 1 { None } else { name_and_type(told) };
    let kind = alone.map_or(told, |(_, kind)| kind);
    let is_empty = matches!(kind, "" | "bool" | "any" | "interface{}");
    (!is_empty && is_whole(kind)).then_some(kind)
}

/// The fields, as they are written, of `T{ A: 1, B: "b" }`; without what may be cut.
pub(in crate::dsp) fn fields(literal: &str) -> Vec<&str> {
    let Some((kind, inside)) = literal.split_once('{') else { return Vec::new() };
    if kind.is_empty() || !kind.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
        return Vec::new();
    }
    let end = find_top(inside, '}');
    let mut fields = split_top(&inside[..end.unwrap_or(inside.len())]);
    if end.is_none() {
        fields.pop();
    }
    fields
}

/// The type that a variable, constant or field is declared with.
pub(in crate::dsp) fn annotation(head: &str) -> Option<&str> {
    let mut rest = head.strip_prefix("var ").or_else(|| head.strip_prefix("const ")).unwrap_or(head);
    loop {
        rest = rest[identifier(rest)?.len()..].trim_start();
        match rest.strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => break,
        }
    }
    let end = ['=', '`', '"'].iter().filter_map(|sign| find_top(rest, *sign)).min().unwrap_or(rest.len());
    let kind = rest[..end].trim();
    (!matches!(kind, "" | "any" | "interface{}") && is_whole(kind)).then_some(kind)
}

/// What a type is declared as, whole or cut.
pub(in crate::dsp) fn defined(head: &str) -> Option<&str> {
    let rest = head.strip_prefix("type ")?;
    let rest = &rest[identifier(rest)?.len()..];
    let rest = match rest.strip_prefix('[') {
        Some(inside) => &inside[find_top(inside, ']')? + 1..],
        None => rest,
    };
    let kind = rest.trim_start().trim_start_matches('=').trim();
    (!matches!(kind, "" | "struct" | "interface")).then_some(kind)
}

/// `ctx context.Context`; what consists of one word is a name or a type, as the others tell.
fn name_and_type(part: &str) -> Option<(&str, &str)> {
    let (name, kind) = part.split_once(' ')?;
    let is_word = |it: &str| matches!(it, "chan" | "func" | "map" | "struct" | "interface");
    (identifier(name) == Some(name) && !is_word(name)).then(|| (name, kind.trim_start()))
}

/// The first `sign` outside of brackets; `<` is none, an arrow of a channel has no other end.
fn find_top(text: &str, sign: char) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, c) in text.char_indices() {
        if depth == 0 && c == sign {
            return Some(at);
        }
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn split_top(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    while let Some(at) = find_top(rest, ',') {
        parts.push(rest[..at].trim());
        rest = rest[at + 1..].trim();
    }
    parts.extend(Some(rest).filter(|rest| !rest.is_empty()));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &str, expected: &str) {
        let call = call(head);
        let told = format!("{} -> {}", call.parameters.join(" "), call.result.unwrap_or("-"));
        assert_eq!(told, expected, "{head}");
    }

    #[test]
    fn parameters_and_results() {
        check("func F(ctx context.Context, a, b int, f func(x, y int) error)", "ctx a b f -> -");
        check("func F[K comparable, V any](m map[K]V, _ ...string) (V, error)", "m -> V");
        check("func F(int, string) (n int, err error)", " -> int");
        check("func F(c <-chan int, d chan<- T) <-chan int", "c d -> -");
        check("func F(a, b T) (x, y int, err error)", "a b -> x, y int");
        check("func F() (A, *B, error)", " -> A, *B");
        check("func F() error", " -> -");
        check("func F() ([]byte, bool)", " -> []byte, bool");
        check("func(w io.Writer) *T", "w -> *T");
        check("func F(abc string, cut Rec", "abc -> -");
        check("func F(f func(int), map[string]T, chan int)", "f map chan -> -");
        check("func F", " -> -");
    }

    #[test]
    fn types() {
        let cases = [
            ("var A = f()", None),
            ("var A []T = nil", Some("[]T")),
            ("const A Kind = iota", Some("Kind")),
            ("const A", None),
            ("A, B map[string]int `json:\"a\"`", Some("map[string]int")),
            ("A any", None),
        ];
        for (head, kind) in cases {
            assert_eq!(annotation(head), kind, "{head}");
        }
        let cases = [
            ("type A[K any, V []K] map[K]V", Some("map[K]V")),
            ("type A [4]int", Some("[4]int")),
            ("type A = b.C", Some("b.C")),
            ("type A struct", None),
        ];
        for (head, kind) in cases {
            assert_eq!(defined(head), kind, "{head}");
        }
    }
}
