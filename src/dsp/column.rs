//! One kind of file of every entity, read in one sweep: bytes that are known are taken from the index, where the
//! stamp says that they still hold, and the rest is read. Touches the disk through its doors alone.

use std::io;
use std::ops::Range;

use super::disk::{Folder, Kind};
use super::format::has_conflict;
use super::index::{Index, Packed, Row};
use super::parallel;
use super::stamp::Stamp;

/// For one file in so many that was read anew the index is written again: else writing costs more than reading.
const WORTH_WRITING: usize = 500;

/// One kind of file of every entity, in the order of their names.
#[derive(Debug, Default)]
pub struct Column {
    bytes: Vec<u8>,
    files: Vec<Option<Range<usize>>>,
}

impl Column {
    /// The bytes of the file of entity number `at`; `None` when it has none.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        self.bytes.get(self.files.get(at)?.clone()?)
    }

    /// The bytes of each entity's file.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.files.iter().map(|range| self.bytes.get(range.clone()?))
    }
}

/// Why the file of one entity could not be had.
pub(super) enum Refused {
    /// It has the marks of an unfinished merge.
    Conflict,
    /// The system refused.
    Io(io::Error),
}

/// A file that is there.
struct Found {
    stamp: Option<Stamp>,
    /// In the bytes of the index when `known`, else in those of its part.
    range: Range<usize>,
    known: bool,
}

/// What one thread found of entities that follow each other.
#[derive(Default)]
struct Part {
    files: Vec<Option<Found>>,
    bytes: Vec<u8>,
}

/// The file called `file` of each entity in `names`, which are sorted and lie in `folder`.
///
/// # Errors
/// Of the first entity whose file cannot be had, with its number.
pub(super) fn sweep(
    folder: &Folder,
    names: &[Vec<u8>],
    file: &str,
    index: &Index,
) -> Result<Column, (usize, Refused)> {
    let settled = index.settled();
    let packed = index.load(file);
    // Every part is read, so that the error is the same one whoever comes first.
    let parts = parallel::parts(names.len(), |range| {
        let start = range.start;
        part(folder, &names[range], file, &packed).map_err(|(at, refused)| (start + at, refused))
    });
    let parts: Vec<Part> = parts.into_iter().collect::<Result<_, _>>()?;
    Ok(join(parts, packed, settled).keep(names, file, index))
}

fn part(folder: &Folder, names: &[Vec<u8>], file: &str, packed: &Packed) -> Result<Part, (usize, Refused)> {
    let mut part = Part { files: Vec::with_capacity(names.len()), bytes: Vec::new() };
    let mut row = names.first().map_or(0, |name| packed.place(name));
    let mut path = Vec::new();
    for (at, name) in names.iter().enumerate() {
        while packed.name(row).is_some_and(|known| known < name.as_slice()) {
            row += 1;
        }
        path.clear();
        path.extend_from_slice(name);
        path.push(b'/');
        path.extend_from_slice(file.as_bytes());
        let known = packed.name(row).is_some_and(|known| known == name).then_some(row);
        let found = find(folder, &path, |stamp| packed.with_stamp(known?, stamp), &mut part.bytes);
        part.files.push(found.map_err(|refused| (at, refused))?);
    }
    Ok(part)
}

/// The file at `path`: where `known` says, else read to the end of `bytes`.
fn find(
    folder: &Folder,
    path: &[u8],
    known: impl Fn(Stamp) -> Option<Range<usize>>,
    bytes: &mut Vec<u8>,
) -> Result<Option<Found>, Refused> {
    let status = match folder.status(path) {
        Ok(status) if status.kind == Kind::File => status,
        Ok(_) => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Refused::Io(error)),
    };
    let stamp = status.stamp;
    if let Some(range) = stamp.and_then(known) {
        return Ok(Some(Found { stamp, range, known: true }));
    }
    let start = bytes.len();
    match folder.read(path, status.size, bytes) {
        // It went away in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(Refused::Io)?,
    }
    if has_conflict(&bytes[start..]) {
        return Err(Refused::Conflict);
    }
    Ok(Some(Found { stamp, range: start..bytes.len(), known: false }))
}

/// A column and what speaks for its files.
struct Swept {
    column: Column,
    /// The stamps of files that may be known again, by the numbers of the entities.
    stamps: Vec<(usize, Stamp)>,
    /// How many of these were read.
    read: usize,
}

fn join(parts: Vec<Part>, packed: Packed, settled: i64) -> Swept {
    let mut swept = Swept { column: Column::default(), stamps: Vec::new(), read: 0 };
    let Column { bytes, files } = &mut swept.column;
    *bytes = packed.into_bytes();
    bytes.reserve(parts.iter().map(|part| part.bytes.len()).sum());
    files.reserve(parts.iter().map(|part| part.files.len()).sum());
    for part in parts {
        let base = bytes.len();
        bytes.extend_from_slice(&part.bytes);
        for found in part.files {
            if let Some((found, stamp)) = found.as_ref().and_then(|found| Some((found, found.stamp?)))
                && stamp.is_before(settled)
            {
                swept.stamps.push((files.len(), stamp));
                swept.read += usize::from(!found.known);
            }
            files.push(found.map(|found| {
                let base = if found.known { 0 } else { base };
                base + found.range.start..base + found.range.end
            }));
        }
    }
    swept
}

impl Swept {
    /// Writes the index again, where that is worth it.
    fn keep(self, names: &[Vec<u8>], file: &str, index: &Index) -> Column {
        if index.keeps() && self.read > names.len() / WORTH_WRITING {
            let row = |&(at, stamp): &(usize, Stamp)| {
                Some(Row { name: names.get(at)?, stamp, bytes: self.column.get(at)? })
            };
            let rows: Vec<Row<'_>> = self.stamps.iter().filter_map(row).collect();
            index.save(file, &rows);
        }
        self.column
    }
}
