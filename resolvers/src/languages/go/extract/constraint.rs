//! Build constraints: whether any build takes the file.
//!
//! The tag `ignore` is by convention never set; of every other tag nothing is known, since every platform counts.

/// A value of which it may be unknown what it is.
type Known = Option<bool>;

/// Whether no build satisfies `lines`, as [`super::comments::constraints`] gives them.
pub(super) fn is_never(lines: &[&str]) -> bool {
    lines.iter().any(|line| match line.strip_prefix("+build ") {
        Some(options) => options.split_whitespace().map(old_option).fold(Some(false), or) == Some(false),
        None => expression(line) == Some(false),
    })
}

/// `a,!b`
fn old_option(option: &str) -> Known {
    let terms = option.split(',').map(|term| match term.strip_prefix('!') {
        Some(name) => tag(name).map(|it| !it),
        None => tag(term),
    });
    terms.fold(Some(true), and)
}

fn tag(name: &str) -> Known {
    if name == "ignore" { Some(false) } else { None }
}

fn and(a: Known, b: Known) -> Known {
    if a == Some(false) || b == Some(false) { Some(false) } else { a.zip(b).map(|(a, b)| a && b) }
}

fn or(a: Known, b: Known) -> Known {
    and(a.map(|it| !it), b.map(|it| !it)).map(|it| !it)
}

/// Evaluates `a && (b || !c)`; what cannot be read is unknown. Two stacks, since parentheses nest as deep as a line is
/// long.
fn expression(line: &str) -> Known {
    let (mut values, mut operators) = (Vec::new(), Vec::new());
    for token in tokens(line) {
        match token {
            "(" | "!" => operators.push(token),
            ")" => {
                while operators.last().is_some_and(|it| *it != "(") {
                    apply(&mut values, &mut operators);
                }
                operators.pop();
            }
            "&&" | "||" => {
                while operators.last().is_some_and(|it| rank(it) >= rank(token)) {
                    apply(&mut values, &mut operators);
                }
                operators.push(token);
            }
            name => values.push(tag(name)),
        }
    }
    while !operators.is_empty() {
        apply(&mut values, &mut operators);
    }
    values.pop().flatten()
}

fn rank(operator: &str) -> u8 {
    match operator {
        "!" => 3,
        "&&" => 2,
        "||" => 1,
        _ => 0,
    }
}

fn apply(values: &mut Vec<Known>, operators: &mut Vec<&str>) {
    let Some(operator) = operators.pop() else { return };
    let last = values.pop().flatten();
    let value = match operator {
        "!" => last.map(|it| !it),
        "&&" => and(values.pop().flatten(), last),
        "||" => or(values.pop().flatten(), last),
        _ => last,
    };
    values.push(value);
}

/// Operators, parentheses and words.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let operator = ["&&", "||", "(", ")", "!"].into_iter().find(|it| rest.starts_with(it));
        let ends = |it: char| it.is_whitespace() || "&|()!".contains(it);
        let len = match operator {
            Some(operator) => operator.len(),
            // A lone `&` is no operator and ends a word: it is passed with what follows.
            None => rest.char_indices().skip(1).find(|(_, it)| ends(*it)).map_or(rest.len(), |(at, _)| at),
        };
        let (token, behind) = rest.split_at(len);
        rest = behind;
        (!token.is_empty()).then_some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nothing_can_satisfy_is_never_built() {
        let cases: [(&[&str], bool); 12] = [
            (&[], false),
            (&["linux && amd64"], false),
            (&["ignore"], true),
            (&["!ignore"], false),
            (&["linux && (ignore || ignore)"], true),
            (&["linux || ignore"], false),
            (&["linux && !(ignore && darwin) && ignore"], true),
            (&["+build ignore"], true),
            (&["+build ignore linux"], false),
            (&["+build linux,ignore !ignore,ignore"], true),
            (&["+build linux", "+build ignore"], true),
            (&["& ) (( && ||"], false),
        ];
        for (lines, never) in cases {
            assert_eq!(is_never(lines), never, "{lines:?}");
        }
    }
}
