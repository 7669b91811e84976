//! The order of versions (`v1.2.3-rc.1`), by which of several requirements one counts. Pure.

use std::cmp::Ordering;

/// Whether `a` comes before `b`. What follows a `+` has no say; what is no version comes first.
pub(super) fn is_less(a: &str, b: &str) -> bool {
    let (a, b) = (Version::of(a), Version::of(b));
    let numbers = a.numbers.cmp(&b.numbers);
    numbers.then_with(|| compare_pre(a.pre, b.pre)) == Ordering::Less
}

struct Version<'v> {
    numbers: Option<[u64; 3]>,
    /// Empty for a release.
    pre: &'v str,
}

impl<'v> Version<'v> {
    fn of(text: &'v str) -> Self {
        let text = text.split('+').next().unwrap_or_default();
        let (release, pre) = text.split_once('-').unwrap_or((text, ""));
        Self { numbers: numbers(release), pre }
    }
}

fn numbers(release: &str) -> Option<[u64; 3]> {
    let mut parts = release.strip_prefix('v')?.split('.').map(str::parse);
    let mut next = || parts.next()?.ok();
    Some([next()?, next()?, next()?])
}

/// A release comes last; else numbers count as numbers and before words, and more parts come after fewer.
fn compare_pre(a: &str, b: &str) -> Ordering {
    if a.is_empty() || b.is_empty() {
        return a.is_empty().cmp(&b.is_empty());
    }
    let key = |part: &str| (part.parse::<u64>().map_or((1, 0), |number| (0, number)), part.to_owned());
    a.split('.').map(key).cmp(b.split('.').map(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_an_order() {
        let sorted = [
            "",
            "v0.0.0-20200101000000-abcdefabcdef",
            "v0.0.0-20210101000000-0bcdefabcdef",
            "v0.0.0",
            "v1.2.3-beta.2",
            "v1.2.3-beta.10",
            "v1.2.3-rc",
            "v1.2.3-rc.1",
            "v1.2.3",
            "v1.10.0",
            "v2.0.0+incompatible",
        ];
        for pair in sorted.windows(2) {
            assert!(is_less(pair[0], pair[1]) && !is_less(pair[1], pair[0]), "{pair:?}");
        }
        assert!(!is_less("v1.0.0", "v1.0.0+incompatible") && !is_less("v1.0.0+incompatible", "v1.0.0"));
    }
}
