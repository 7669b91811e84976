//! Kinds of files of every entity, read in one sweep: bytes that are known are taken from the index, where the
//! stamp says that they still hold, and the rest is read. Touches the disk through its doors alone.

use std::io;
use std::ops::Range;

use super::disk::{Folder, Kind};
use super::format::has_conflict;
use super::index::{Index, Packed, Row, Rows};
use super::listing::Listing;
use super::names::Names;
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

/// A kind of file of the entities of a `.dsp/`, and what the index knows of it.
struct Known<'a> {
    file: &'a str,
    packed: Packed,
    rows: Rows,
}

impl<'a> Known<'a> {
    fn load(file: &'a str, listing: &Listing, index: &Index) -> Self {
        let packed = index.load(file);
        let rows = packed.rows_of(&listing.names);
        Self { file, packed, rows }
    }
}

/// Where the bytes of a file are: in what the index gave, and behind that in what was read.
type Place = Option<Range<usize>>;

/// What one thread found of one kind of file.
#[derive(Default)]
struct Part {
    places: Vec<Place>,
    /// The files that were read, with the numbers of their entities.
    read: Vec<(usize, Option<Stamp>)>,
    bytes: Vec<u8>,
    /// The first entity whose file could not be had.
    refused: Option<(usize, Refused)>,
}

/// A column, or the first entity whose file cannot be had, with its number.
pub(super) type Swept = Result<Column, (usize, Refused)>;

/// The files called `files` of each entity in `listing`, which lies in `folder`: a column of each. All of one entity
/// are asked for together, because the way to the first is the way to the others.
pub(super) fn sweep(folder: &Folder, listing: &Listing, files: &[&str], index: &Index) -> Vec<Swept> {
    let settled = index.settled();
    let known: Vec<_> = files.iter().map(|file| Known::load(file, listing, index)).collect();
    let parts = parallel::parts(listing.names.len(), |range| parts(folder, &listing.names, range, &known));
    let mut columns: Vec<Vec<Part>> = known.iter().map(|_| Vec::with_capacity(parts.len())).collect();
    for part in parts {
        columns.iter_mut().zip(part).for_each(|(column, part)| column.push(part));
    }
    known.into_iter().zip(columns).map(|(known, parts)| join(known, parts, listing, settled, index)).collect()
}

/// Of the entities with those numbers, a part of each kind of file.
fn parts(folder: &Folder, names: &Names, numbers: Range<usize>, known: &[Known<'_>]) -> Vec<Part> {
    let part = |_: &Known<'_>| Part { places: Vec::with_capacity(numbers.len()), ..Part::default() };
    let mut parts: Vec<Part> = known.iter().map(part).collect();
    let own = folder.again();
    let folder = own.as_ref().unwrap_or(folder);
    let mut path = Vec::new();
    for at in numbers {
        path.clear();
        path.extend_from_slice(&names[at]);
        path.push(b'/');
        let dir = path.len();
        for (known, part) in known.iter().zip(&mut parts) {
            path.truncate(dir);
            path.extend_from_slice(known.file.as_bytes());
            part.add(at, folder, &path, known);
        }
    }
    parts
}

impl Part {
    /// Finds the file of entity number `at`.
    fn add(&mut self, at: usize, folder: &Folder, path: &[u8], known: &Known<'_>) {
        let place = self.find(at, folder, path, known).unwrap_or_else(|refused| {
            self.refused.get_or_insert((at, refused));
            None
        });
        self.places.push(place);
    }

    fn find(&mut self, at: usize, folder: &Folder, path: &[u8], known: &Known<'_>) -> Result<Place, Refused> {
        let status = match folder.status(path) {
            Ok(status) if status.kind == Kind::File => status,
            Ok(_) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Refused::Io(error)),
        };
        let stamp = status.stamp;
        if let Some(place) = stamp.and_then(|stamp| known.packed.with_stamp(known.rows.get(at)?, stamp)) {
            return Ok(Some(place));
        }
        let start = self.bytes.len();
        match folder.read(path, status.size, &mut self.bytes) {
            // It went away in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(Refused::Io)?,
        }
        if has_conflict(&self.bytes[start..]) {
            return Err(Refused::Conflict);
        }
        self.read.push((at, stamp));
        let behind = end_of(&known.packed);
        Ok(Some(behind + start..behind + self.bytes.len()))
    }
}

/// Where what was read begins: one further than what is known may, be it empty.
fn end_of(packed: &Packed) -> usize {
    packed.size() + 1
}

/// Makes one column of the parts, and writes the index again where that is worth it.
fn join(known: Known<'_>, parts: Vec<Part>, listing: &Listing, settled: i64, index: &Index) -> Swept {
    let Known { file, packed, rows } = known;
    let mut column = Column { bytes: Vec::new(), files: Vec::with_capacity(listing.names.len()) };
    let (known, mut read, mut fresh) = (end_of(&packed), Vec::new(), Vec::new());
    for part in parts {
        if let Some(first) = part.refused {
            return Err(first);
        }
        let base = fresh.len();
        fresh.extend_from_slice(&part.bytes);
        let moved = |place: Range<usize>| {
            if place.start < known { place } else { base + place.start..base + place.end }
        };
        column.files.extend(part.places.into_iter().map(|place| place.map(moved)));
        let settled =
            |(at, stamp): (usize, Option<Stamp>)| Some((at, stamp.filter(|it| it.is_before(settled))?));
        read.extend(part.read.into_iter().filter_map(settled));
    }
    let is_worth_it = index.keeps() && read.len() > listing.names.len() / WORTH_WRITING;
    let stamps = is_worth_it.then(|| stamps(&packed, &rows, &column, read));
    column.bytes = packed.into_bytes();
    column.bytes.push(0);
    column.bytes.extend_from_slice(&fresh);
    if let Some(stamps) = stamps {
        save(&stamps, &column, &listing.names, file, index);
    }
    Ok(column)
}

type KeptStamp = Option<[u8; Stamp::LEN]>;

/// What speaks for the file of each entity: its row in the index, or its stamp when it was read.
fn stamps(packed: &Packed, rows: &Rows, column: &Column, read: Vec<(usize, Stamp)>) -> Vec<KeptStamp> {
    let is_known = |at: &usize| column.files[*at].as_ref().is_some_and(|place| place.start < end_of(packed));
    let of_row = |at: usize| packed.stamp(rows.get(Some(at).filter(is_known)?)?);
    let mut stamps: Vec<_> = (0..column.files.len()).map(of_row).collect();
    for (at, stamp) in read {
        stamps[at] = Some(stamp.to_bytes());
    }
    stamps
}

/// Keeps a row for every entity, so that the names are those of the next listing that says the same.
fn save(stamps: &[KeptStamp], column: &Column, names: &Names, file: &str, index: &Index) {
    let row = |(at, name): (usize, _)| {
        let kept = stamps[at].zip(column.get(at));
        kept.map_or(Row::unknown(name), |(stamp, bytes)| Row { name, stamp, bytes })
    };
    let rows: Vec<Row<'_>> = names.iter().enumerate().map(row).collect();
    index.save(file, &rows);
}
