//! Kinds of files of every entity, read in one sweep: bytes that are known are taken from the index, where the
//! stamp says that they still hold, or who watches does, and the rest is read. Touches the disk through its doors alone.

use std::io;
use std::ops::Range;

use super::disk::{Folder, Kind};
use super::format::has_conflict;
use super::index::{Index, Packed, Row, Rows};
use super::listing::Listing;
use super::names::Names;
use super::parallel;
use super::part::Part;
use super::stamp::Stamp;
use super::watch::{Epoch, NO_EPOCH, Word};

/// For one file in so many that was read anew the index is written again: else writing costs more than reading.
const WORTH_WRITING: usize = 500;

/// One kind of file of every entity, in the order of their names; of a directory, the names in it, a zero behind each.
#[derive(Debug, Default)]
pub struct Column {
    bytes: Vec<u8>,
    files: Vec<Option<Range<usize>>>,
    /// Whether a file that was looked at has other names, under which it may change unheard.
    has_other_names: bool,
}

impl Column {
    /// Whether what is known of it will never do without a look, whoever watches: a file has other names.
    #[must_use]
    pub fn has_other_names(&self) -> bool {
        self.has_other_names
    }

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
struct Known {
    part: Part,
    packed: Packed,
    rows: Rows,
    /// Whether what is known of whom nobody touched holds without a look.
    is_watched: bool,
    /// Whether stamps speak for what is read: those of directories do not everywhere.
    is_dated: bool,
}

impl Known {
    fn load(part: Part, folder: &Folder, names: &Names, index: &Index, word: Option<&Word>) -> Self {
        let packed = index.load(part.name());
        let rows = packed.rows_of(names);
        let is_watched = word.is_some_and(|word| word.epoch == packed.epoch());
        let is_dated = part != Part::Exports || folder.dates_directories();
        Self { part, packed, rows, is_watched, is_dated }
    }

    /// What it is where there is one.
    fn kind(&self) -> Kind {
        if self.part == Part::Exports { Kind::Directory } else { Kind::File }
    }

    /// Where the file of entity number `at` is, which nobody touched; `None` where that takes a look.
    fn unchanged(&self, at: usize) -> Option<Place> {
        let row = self.rows.get(at).filter(|_| self.is_watched)?;
        let place = self.packed.with_any_stamp(row);
        (place.is_some() || self.packed.has_no_file(row)).then_some(place)
    }
}

/// Where the bytes of a file are: in what the index gave, and behind that in what was read.
type Place = Option<Range<usize>>;

/// What one thread found of one kind of file.
#[derive(Default)]
struct Share {
    places: Vec<Place>,
    /// The files that were read, with the numbers of their entities.
    read: Vec<(usize, Option<Stamp>)>,
    bytes: Vec<u8>,
    /// As of [`Column`].
    has_other_names: bool,
    /// The first entity whose file could not be had.
    refused: Option<(usize, Refused)>,
}

/// A column, or the first entity whose file cannot be had, with its number.
pub(super) type Swept = Result<Column, (usize, Refused)>;

/// The parts `wanted` of each entity in `listing`, which lies in `folder`: a column of each. All of one entity
/// are asked for together, because the way to the first is the way to the others. `word` is of who watches, and was said
/// before.
pub(super) fn sweep(
    folder: &Folder,
    listing: &Listing,
    wanted: &[Part],
    index: &Index,
    word: Option<&Word>,
) -> Vec<Swept> {
    let settled = index.settled();
    let known: Vec<_> =
        wanted.iter().map(|part| Known::load(*part, folder, &listing.names, index, word)).collect();
    let touched = word.map(|word| word.touched(&listing.names)).unwrap_or_default();
    let shares =
        parallel::parts(listing.names.len(), |range| shares(folder, &listing.names, range, &known, &touched));
    let mut columns: Vec<Vec<Share>> = known.iter().map(|_| Vec::with_capacity(shares.len())).collect();
    for share in shares {
        columns.iter_mut().zip(share).for_each(|(column, share)| column.push(share));
    }
    let kept = Kept { settled, index, epoch: word.map(|word| word.epoch) };
    known.into_iter().zip(columns).map(|(known, shares)| join(known, shares, &listing.names, &kept)).collect()
}

/// Of the entities with those numbers, a share of each kind of file.
fn shares(
    folder: &Folder,
    names: &Names,
    numbers: Range<usize>,
    known: &[Known],
    touched: &[bool],
) -> Vec<Share> {
    let share = |_: &Known| Share { places: Vec::with_capacity(numbers.len()), ..Share::default() };
    let mut shares: Vec<Share> = known.iter().map(share).collect();
    let own = folder.again();
    let folder = own.as_ref().unwrap_or(folder);
    let mut path = Vec::new();
    for at in numbers {
        path.clear();
        path.extend_from_slice(&names[at]);
        path.push(b'/');
        let dir = path.len();
        let is_touched = touched.get(at).copied().unwrap_or(true);
        for (known, share) in known.iter().zip(&mut shares) {
            if let Some(place) = known.unchanged(at).filter(|_| !is_touched) {
                share.places.push(place);
                continue;
            }
            path.truncate(dir);
            path.extend_from_slice(known.part.name().as_bytes());
            share.add(at, folder, &path, known);
        }
    }
    shares
}

impl Share {
    /// Finds the file of entity number `at`.
    fn add(&mut self, at: usize, folder: &Folder, path: &[u8], known: &Known) {
        let place = self.find(at, folder, path, known).unwrap_or_else(|refused| {
            self.refused.get_or_insert((at, refused));
            None
        });
        self.places.push(place);
    }

    fn find(&mut self, at: usize, folder: &Folder, path: &[u8], known: &Known) -> Result<Place, Refused> {
        let status = match folder.status(path) {
            Ok(status) if status.kind == known.kind() => status,
            Ok(_) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Refused::Io(error)),
        };
        let is_file = status.kind == Kind::File;
        let stamp = status.stamp.filter(|_| known.is_dated);
        self.has_other_names |= is_file && !status.has_one_name;
        if let Some(place) = stamp.and_then(|stamp| known.packed.with_stamp(known.rows.get(at)?, stamp)) {
            return Ok(Some(place));
        }
        let start = self.bytes.len();
        let read = if is_file {
            folder.read(path, status.size, &mut self.bytes)
        } else {
            folder.names(path, &mut self.bytes)
        };
        match read {
            // It went away in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(Refused::Io)?,
        }
        if is_file && has_conflict(&self.bytes[start..]) {
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

/// How what was swept is kept.
struct Kept<'i> {
    /// The moment before which a file must have been touched last.
    settled: i64,
    index: &'i Index,
    /// That of who watches.
    epoch: Option<Epoch>,
}

/// Makes one column of the shares, and writes the index again where that is worth it.
fn join(known: Known, shares: Vec<Share>, names: &Names, kept: &Kept<'_>) -> Swept {
    let Known { part, packed, rows, is_watched, .. } = known;
    let mut column = Column { files: Vec::with_capacity(names.len()), ..Column::default() };
    let (known, mut read, mut fresh) = (end_of(&packed), Vec::new(), Vec::new());
    for share in shares {
        if let Some(first) = share.refused {
            return Err(first);
        }
        let base = fresh.len();
        fresh.extend_from_slice(&share.bytes);
        let moved = |place: Range<usize>| {
            if place.start < known { place } else { base + place.start..base + place.end }
        };
        column.files.extend(share.places.into_iter().map(|place| place.map(moved)));
        let settled =
            |(at, stamp): (usize, Option<Stamp>)| Some((at, stamp.filter(|it| it.is_before(kept.settled))?));
        read.extend(share.read.into_iter().filter_map(settled));
        column.has_other_names |= share.has_other_names;
    }
    let epoch = kept.epoch.filter(|_| !column.has_other_names);
    let is_worth_it = read.len() > names.len() / WORTH_WRITING || epoch.is_some() && !is_watched;
    let stamps = (is_worth_it && kept.index.keeps()).then(|| stamps(&packed, &rows, &column, read));
    column.bytes = packed.into_bytes();
    column.bytes.push(0);
    column.bytes.extend_from_slice(&fresh);
    if let Some(stamps) = stamps {
        let rows = packed_rows(&stamps, &column, names);
        kept.index.save(part.name(), epoch.unwrap_or(NO_EPOCH), &rows);
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

/// A row for every entity, so that the names are those of the next listing that says the same.
fn packed_rows<'c>(stamps: &[KeptStamp], column: &'c Column, names: &'c Names) -> Vec<Row<'c>> {
    let row = |(at, name): (usize, &'c [u8])| match (column.get(at), stamps[at]) {
        (None, _) => Row::without_file(name),
        (Some(bytes), Some(stamp)) => Row { name, stamp, bytes },
        (Some(_), None) => Row::unknown(name),
    };
    names.iter().enumerate().map(row).collect()
}
