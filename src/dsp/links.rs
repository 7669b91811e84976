//! Who imports whom, as numbers, in both directions. Pure.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::column::Column;
use super::format::import_lines;
use super::parallel;
use crate::identity::Uid;

/// The lines of all `imports` files. Entities go by their numbers ([`super::reader::Reader::names`]).
#[derive(Debug)]
pub struct Links {
    /// Where the lines of each entity end.
    ends: Vec<usize>,
    lines: Vec<Link>,
    /// Where the importers of each entity end.
    importer_ends: Vec<usize>,
    importers: Vec<u32>,
    /// Whether somebody's line names the entity, as what is imported or behind `via=`.
    used: Vec<bool>,
}

/// One line of `imports`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    target: u32,
    via: u32,
}

/// A word that is no entity.
const NOBODY: u32 = u32::MAX;

impl Link {
    /// What is imported; `None` when that is no entity.
    #[must_use]
    pub fn target(self) -> Option<usize> {
        somebody(self.target)
    }

    /// Through whom; `None` when that is no entity.
    #[must_use]
    pub fn via(self) -> Option<usize> {
        somebody(self.via)
    }
}

fn somebody(number: u32) -> Option<usize> {
    (number != NOBODY).then_some(number as usize)
}

/// Numbers by names. Nearly all names are uids, which are found without a look at the name.
struct Numbers<'n> {
    uids: FxHashMap<Uid, u32>,
    others: FxHashMap<&'n [u8], u32>,
}

impl<'n> Numbers<'n> {
    fn of(names: &'n [Vec<u8>]) -> Self {
        let mut numbers = Self { uids: FxHashMap::default(), others: FxHashMap::default() };
        numbers.uids.reserve(names.len());
        // Nobody has more entities than there are such numbers.
        for (name, number) in names.iter().zip(0..NOBODY) {
            match Uid::parse(name) {
                Some(uid) => numbers.uids.insert(uid, number),
                None => numbers.others.insert(name, number),
            };
        }
        numbers
    }

    fn get(&self, name: &[u8]) -> u32 {
        let found = Uid::parse(name).map_or_else(|| self.others.get(name), |uid| self.uids.get(&uid));
        found.copied().unwrap_or(NOBODY)
    }
}

impl Links {
    /// Reads the column of the `imports` of `names`.
    #[must_use]
    pub fn read(names: &[Vec<u8>], imports: &Column) -> Self {
        let numbers = Numbers::of(names);
        let parts = parallel::parts(names.len(), |part| lines_of(part, imports, &numbers));
        let ends = ends(parts.iter().flat_map(|(counts, _)| counts).copied());
        let lines: Vec<Link> = parts.into_iter().flat_map(|(_, lines)| lines).collect();
        let (importer_ends, importers) = importers(&ends, &lines);
        let mut used = vec![false; names.len()];
        for at in lines.iter().flat_map(|link| [link.target(), link.via()]).flatten() {
            used[at] = true;
        }
        Self { ends, lines, importer_ends, importers, used }
    }

    /// How many lines there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nobody imports anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// How many entities there are.
    #[must_use]
    pub fn entities(&self) -> usize {
        self.ends.len()
    }

    /// The lines of entity number `at`, in their order.
    #[must_use]
    pub fn of(&self, at: usize) -> &[Link] {
        part(&self.lines, &self.ends, at)
    }

    /// Who has a line that imports entity number `at`, in the order of their names, once for each such line. Who only
    /// names it behind `via=` is not among them.
    pub fn importers(&self, at: usize) -> impl Iterator<Item = usize> {
        part(&self.importers, &self.importer_ends, at).iter().map(|importer| *importer as usize)
    }

    /// Whether any line names entity number `at`, as what is imported or behind `via=`.
    #[must_use]
    pub fn is_named(&self, at: usize) -> bool {
        self.used.get(at).copied().unwrap_or_default()
    }
}

/// Where each of so many parts ends when they stand one behind the other.
fn ends(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let sum = |end: &mut usize, length| {
        *end += length;
        Some(*end)
    };
    lengths.scan(0, sum).collect()
}

fn part<'p, T>(all: &'p [T], ends: &[usize], at: usize) -> &'p [T] {
    let start = if at == 0 { Some(0) } else { ends.get(at - 1).copied() };
    let range = start.zip(ends.get(at).copied()).map(|(start, end)| start..end);
    range.and_then(|range| all.get(range)).unwrap_or_default()
}

/// The lines of the entities in `part`: how many each has, and all of them.
fn lines_of(part: Range<usize>, imports: &Column, numbers: &Numbers<'_>) -> (Vec<usize>, Vec<Link>) {
    let mut all = Vec::new();
    let counts = part.map(|at| {
        let before = all.len();
        let lines = imports.get(at).map(import_lines).into_iter().flatten();
        all.extend(lines.map(|line| Link {
            target: numbers.get(line.name()),
            via: line.via_name().map_or(NOBODY, |via| numbers.get(via)),
        }));
        all.len() - before
    });
    (counts.collect(), all)
}

/// The same lines the other way round: ends, and who imports.
fn importers(ends_of_lines: &[usize], lines: &[Link]) -> (Vec<usize>, Vec<u32>) {
    let mut counts = vec![0; ends_of_lines.len()];
    for target in lines.iter().filter_map(|link| link.target()) {
        counts[target] += 1;
    }
    let ends = ends(counts.iter().copied());
    let mut next: Vec<usize> = ends.iter().zip(&counts).map(|(end, count)| end - count).collect();
    let mut importers = vec![NOBODY; ends.last().copied().unwrap_or_default()];
    for (at, from) in (0..ends_of_lines.len()).zip(0..NOBODY) {
        for target in part(lines, ends_of_lines, at).iter().filter_map(|link| link.target()) {
            importers[next[target]] = from;
            next[target] += 1;
        }
    }
    (ends, importers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_tell_the_same_lines() {
        let names = ["a", "b", "obj-00000001"].map(|name| name.as_bytes().to_vec());
        let files = [Some("b\nobj-00000001 via=a\n\nb\n"), None, Some("x via=b\nobj-00000001\n")];
        let links = Links::read(&names, &Column::of(files.map(|file| file.map(str::as_bytes))));
        let of = |at| links.of(at).iter().map(|link| (link.target(), link.via())).collect::<Vec<_>>();
        assert_eq!(of(0), [(Some(1), None), (Some(2), Some(0)), (Some(1), None)]);
        assert_eq!(of(1), []);
        assert_eq!(of(2), [(None, Some(1)), (Some(2), None)]);
        let importers = |at| links.importers(at).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(importers), [vec![], vec![0, 0], vec![0, 2], vec![]]);
        assert_eq!([0, 1, 2, 3].map(|at| links.is_named(at)), [true, true, true, false]);
        assert_eq!((links.len(), links.entities()), (5, 3));
    }
}
