//! Who imports whom, as numbers, in both directions. Pure.

use rustc_hash::FxHashMap;

use super::column::Column;
use super::format::import_lines;
use super::parallel;

/// The lines of all `imports` files. Entities go by their numbers ([`super::reader::Reader::names`]).
#[derive(Debug)]
pub struct Links {
    /// Where the lines of each entity end.
    ends: Vec<usize>,
    lines: Vec<Link>,
    /// Where the importers of each entity end.
    importer_ends: Vec<usize>,
    importers: Vec<usize>,
    /// Whether somebody's line names the entity, as what is imported or behind `via=`.
    used: Vec<bool>,
}

/// One line of `imports`. A word that is no entity is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// What is imported.
    pub target: Option<usize>,
    /// Through whom.
    pub via: Option<usize>,
}

impl Links {
    /// Reads the column of the `imports` of `names`.
    #[must_use]
    pub fn read(names: &[Vec<u8>], imports: &Column) -> Self {
        let numbers: FxHashMap<&[u8], usize> =
            names.iter().enumerate().map(|(number, name)| (name.as_slice(), number)).collect();
        let number = |name: &[u8]| numbers.get(name).copied();
        let of = |at: usize| -> Vec<Link> {
            let lines = imports.get(at).map(import_lines).into_iter().flatten();
            lines
                .map(|line| Link { target: number(line.name()), via: line.via_name().and_then(number) })
                .collect()
        };
        let all = parallel::each(names.len(), of);
        let ends = ends(all.iter().map(Vec::len));
        let (importer_ends, importers) = importers(&all);
        let lines = all.concat();
        let mut used = vec![false; names.len()];
        for at in lines.iter().flat_map(|link| [link.target, link.via]).flatten() {
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
    #[must_use]
    pub fn importers(&self, at: usize) -> &[usize] {
        part(&self.importers, &self.importer_ends, at)
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

/// The same lines the other way round: ends, and who imports.
fn importers(all: &[Vec<Link>]) -> (Vec<usize>, Vec<usize>) {
    let pairs = || {
        let links =
            all.iter().enumerate().flat_map(|(from, links)| links.iter().map(move |link| (from, link)));
        links.filter_map(|(from, link)| Some((from, link.target?)))
    };
    let mut counts = vec![0; all.len()];
    pairs().for_each(|(_, to)| counts[to] += 1);
    let ends = ends(counts.iter().copied());
    let mut next: Vec<usize> = ends.iter().zip(&counts).map(|(end, count)| end - count).collect();
    let mut importers = vec![0; pairs().count()];
    for (from, to) in pairs() {
        importers[next[to]] = from;
        next[to] += 1;
    }
    (ends, importers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_tell_the_same_lines() {
        let names = ["a", "b", "c"].map(|name| name.as_bytes().to_vec());
        let files = [Some("b\nc via=a\n\nb\n"), None, Some("x via=b\nc\n")];
        let links = Links::read(&names, &Column::of(files.map(|file| file.map(str::as_bytes))));
        let link = |target, via| Link { target, via };
        assert_eq!(links.of(0), [link(Some(1), None), link(Some(2), Some(0)), link(Some(1), None)]);
        assert_eq!(links.of(1), []);
        assert_eq!(links.of(2), [link(None, Some(1)), link(Some(2), None)]);
        assert_eq!([0, 1, 2, 3].map(|at| links.importers(at)), [&[][..], &[0, 0], &[0, 2], &[]]);
        assert_eq!([0, 1, 2, 3].map(|at| links.is_named(at)), [true, true, true, false]);
        assert_eq!((links.len(), links.entities()), (5, 3));
    }
}
