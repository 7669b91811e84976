//! Ranges of TypeScript's own version, as in `types@>=4.7` of `exports`.

/// The version whose rules are followed here.
const TYPESCRIPT: [u32; 3] = [5, 9, 0];

/// Whether `range` takes in [`TYPESCRIPT`]: comparators side by side must all hold, `||` separates alternatives.
pub(super) fn hold(range: &str) -> bool {
    range.split("||").any(|all| all.split_whitespace().all(|comparator| holds(comparator).unwrap_or(false)))
}

/// One comparator, its operator written close to the version; `None` when it cannot be read.
fn holds(comparator: &str) -> Option<bool> {
    let digits = comparator.find(|c: char| c.is_ascii_digit() || matches!(c, '*' | 'x'))?;
    let (operator, version) = comparator.split_at(digits);
    let given: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
    let full = [0, 1, 2].map(|at| given.get(at).copied().unwrap_or(0));
    let same = TYPESCRIPT[..given.len().min(3)] == given[..given.len().min(3)];
    Some(match operator {
        ">=" => TYPESCRIPT >= full,
        ">" => TYPESCRIPT > full && !same,
        "<=" => TYPESCRIPT <= full || same,
        "<" => TYPESCRIPT < full,
        "^" => TYPESCRIPT >= full && TYPESCRIPT[0] == full[0],
        "~" => TYPESCRIPT >= full && TYPESCRIPT[..2] == full[..2],
        "" | "=" => same,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_with_typescript() {
        let check = |range, expected| assert_eq!(hold(range), expected, "{range}");
        check(">=4.7", true);
        check("<5.0", false);
        check(">=4.2 <5", false);
        check("<=5.9", true);
        check(">5.9", false);
        check("<4 || ^5.1", true);
        check("5", true);
        check("*", true);
        check("~5.8", false);
        check("latest", false);
    }
}
