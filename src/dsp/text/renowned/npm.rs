//! What packages of npm are for: a dictionary, a line for each, its name and what it is for parted by a tab, in the order of
//! their bytes.

use std::sync::LazyLock;

static PACKAGES: LazyLock<Vec<(&str, &str)>> =
    LazyLock::new(|| include_str!("npm.tsv").lines().filter_map(|line| line.split_once('\t')).collect());

/// The packages and what they are for, sorted.
pub(super) fn packages() -> &'static [(&'static str, &'static str)] {
    &PACKAGES
}
