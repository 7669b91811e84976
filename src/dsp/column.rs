//! Kinds of files of every entity, read in one sweep: bytes that are known are taken from the index, where the
//! stamp says that they still hold, or who watches does, and the rest is read. Touches the disk through its doors alone.

use std::io;
use std::ops::Range;

use bstr::{ByteSlice, Finder};

use super::disk::{Folder, Kind};
use super::format::has_conflict;
use super::index::{Far, Index, Packed, Rest};
use super::listing::Listing;
use super::names::Names;
use super::parallel;
use super::part::Part;
use super::stamp::{KeptStamp, Stamp};
use super::watch::{NO_EPOCH, Word};
use crate::identity::Uid;

/// One kind of file of every entity, in the order of their names; of a directory, the names in it, those of directories with
/// a slash, a zero behind each.
#[derive(Debug, Default)]
pub struct Column {
    count: usize,
    packed: Packed,
    rows: Rows,
    /// What is not as it was packed.
    other: Found,
    /// Whether a file that was looked at has other names, under which it may change unheard.
    has_other_names: bool,
}

/// The rows of entities among what was packed.
#[derive(Debug, Default)]
enum Rows {
    /// Their numbers.
    #[default]
    Same,
    /// By number.
    Merged(Vec<Option<usize>>),
}

impl Rows {
    fn get(&self, at: usize) -> Option<usize> {
        match self {
            Self::Same => Some(at),
            Self::Merged(rows) => *rows.get(at)?,
        }
    }
}

/// Files that were found, or found missing, by ascending number of their entity.
#[derive(Debug, Default)]
struct Found {
    files: Vec<(usize, Option<Range<usize>>)>,
    bytes: Vec<u8>,
}

impl Found {
    /// Which of them is that of entity number `at`.
    fn find(&self, at: usize) -> Option<usize> {
        self.files.binary_search_by_key(&at, |(at, _)| *at).ok()
    }

    /// The bytes of one of them; `None` where it is missing.
    fn bytes(&self, nth: usize) -> Option<&[u8]> {
        self.bytes.get(self.files.get(nth)?.1.clone()?)
    }
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
        match self.other.find(at) {
            Some(nth) => self.other.bytes(nth),
            None => self.packed.get(self.rows.get(at)?),
        }
    }

    /// The bytes of each entity's file.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> + Clone {
        (0..self.count).map(|at| self.get(at))
    }

    /// The numbers of all entities in whose files `wanted` stands, and perhaps of others, ascending. All files are looked
    /// through as one text.
    #[must_use]
    pub fn may_hold(&self, wanted: &[u8]) -> Vec<usize> {
        if wanted.is_empty() {
            return (0..self.count).collect();
        }
        // All uids begin alike, which is of no help to a search.
        let telling = if Uid::parse(wanted).is_some() { wanted.rsplit_once_str("-") } else { None };
        let rows = self.packed.may_hold(&Finder::new(telling.map_or(wanted, |(_, digits)| digits)));
        let mut found = match &self.rows {
            Rows::Same => rows,
            Rows::Merged(merged) => {
                let holds = |at: &usize| merged[*at].is_some_and(|row| rows.binary_search(&row).is_ok());
                (0..merged.len()).filter(holds).collect()
            }
        };
        if !self.other.files.is_empty() {
            found.extend(self.other.files.iter().map(|(at, _)| *at));
            found.sort_unstable();
            found.dedup();
        }
        found
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
    /// `None` where it is damaged, or left to lie in the rest: somebody watches, and few were touched.
    far: Option<Far>,
    rest: Rest,
    rows: Rows,
    /// Whether what is known of whom nobody touched holds without a look.
    is_watched: bool,
    /// Whether stamps speak for what is read: those of directories do not everywhere.
    is_dated: bool,
}

impl Known {
    fn load(part: Part, folder: &Folder, names: &Names, index: &Index, word: Option<&Word>) -> Self {
        let is_dated = part != Part::Exports || folder.dates_directories();
        let (packed, mut rest) = index.load(part.name());
        let is_same = packed.is_of(names);
        let is_watched = word.is_some_and(|word| word.epoch == packed.epoch());
        let is_needed = !is_same || !is_watched || !word.is_some_and(Word::is_short);
        let far = if is_needed { rest.read(&packed) } else { None };
        let rows = match &far {
            _ if is_same => Rows::Same,
            Some(far) => Rows::Merged(far.rows_of(names)),
            None => Rows::Merged(Vec::new()),
        };
        Self { part, packed, far, rest, rows, is_watched, is_dated }
    }

    /// What it is where there is one.
    fn kind(&self) -> Kind {
        if self.part == Part::Exports { Kind::Directory } else { Kind::File }
    }

    /// Whether what is known of entity number `at` holds when nobody touched it.
    fn holds(&self, at: usize) -> bool {
        self.is_watched && self.rows.get(at).is_some()
    }

    /// What is known of the file of entity number `at`; `None` where it has none, or nothing is known.
    fn file(&self, at: usize) -> Option<&[u8]> {
        self.packed.get(self.rows.get(at)?)
    }

    /// Whether the file of entity number `at` had that stamp.
    fn had(&self, at: usize, stamp: Stamp) -> bool {
        let kept = self.far.as_ref().zip(self.rows.get(at)).and_then(|(far, row)| far.stamp(row));
        kept == Some(stamp.to_bytes()) && self.file(at).is_some()
    }
}

/// What one thread found of one kind of file.
#[derive(Default)]
struct Share {
    found: Found,
    /// The stamps of what was read, where they speak for it.
    stamps: Vec<(usize, Stamp)>,
    /// As of [`Column`].
    has_other_names: bool,
    /// The first entity whose file could not be had.
    refused: Option<(usize, Refused)>,
}

/// A column, or the first entity whose file cannot be had, with its number.
pub(super) type Swept = Result<Column, (usize, Refused)>;

/// The parts `wanted` of each entity in `listing`, which lies in `folder`: a column of each. All of one entity
/// are asked for together, because the way to the first is the way to the others. `word` was given before anything is read.
pub(super) fn sweep(
    folder: &Folder,
    listing: &Listing,
    wanted: &[Part],
    index: &Index,
    word: Option<&Word>,
) -> Vec<Swept> {
    let (names, settled) = (&listing.names, index.settled());
    let known: Vec<_> = wanted.iter().map(|part| Known::load(*part, folder, names, index, word)).collect();
    let touched = word.map(|word| word.touched(names)).unwrap_or_default();
    let is_touched = |at: usize| touched.get(at).copied().unwrap_or(true);
    let asked: Vec<usize> = (0..names.len())
        .filter(|at| is_touched(*at) || known.iter().any(|known| !known.holds(*at)))
        .collect();
    let shares = parallel::parts(asked.len(), |part| {
        let holds = |known: &Known, at| known.holds(at) && !is_touched(at);
        shares(folder, names, &asked[part], &known, &holds)
    });
    let mut columns: Vec<Vec<Share>> = known.iter().map(|_| Vec::with_capacity(shares.len())).collect();
    for share in shares {
        columns.iter_mut().zip(share).for_each(|(column, share)| column.push(share));
    }
    let kept = Kept { settled, index, names, word };
    known.into_iter().zip(columns).map(|(known, shares)| join(known, shares, &kept)).collect()
}

/// Of the entities with those numbers, a share of each kind of file. What holds is passed over.
fn shares(
    folder: &Folder,
    names: &Names,
    numbers: &[usize],
    known: &[Known],
    holds: &impl Fn(&Known, usize) -> bool,
) -> Vec<Share> {
    let mut shares: Vec<Share> = known.iter().map(|_| Share::default()).collect();
    let own = folder.again();
    let folder = own.as_ref().unwrap_or(folder);
    let mut path = Vec::new();
    for at in numbers.iter().copied() {
        path.clear();
        path.extend_from_slice(&names[at]);
        path.push(b'/');
        let dir = path.len();
        for (known, share) in known.iter().zip(&mut shares).filter(|(known, _)| !holds(known, at)) {
            path.truncate(dir);
            path.extend_from_slice(known.part.name().as_bytes());
            match share.look(at, folder, &path, known) {
                Ok(true) => {}
                Ok(false) => share.miss(at, known),
                Err(refused) => drop(share.refused.get_or_insert((at, refused))),
            }
        }
    }
    shares
}

impl Share {
    /// Whether entity number `at` has a file, which is taken where it is not as it is known.
    fn look(&mut self, at: usize, folder: &Folder, path: &[u8], known: &Known) -> Result<bool, Refused> {
        let status = match folder.status(path) {
            Ok(status) if status.kind == known.kind() => status,
            Ok(_) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(Refused::Io(error)),
        };
        let is_file = status.kind == Kind::File;
        let stamp = status.stamp.filter(|_| known.is_dated);
        self.has_other_names |= is_file && !status.has_one_name;
        if stamp.is_some_and(|stamp| known.had(at, stamp)) {
            return Ok(true);
        }
        let bytes = &mut self.found.bytes;
        let start = bytes.len();
        let read = if is_file { folder.read(path, status.size, bytes) } else { folder.names(path, bytes) };
        match read {
            // It went away in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            other => other.map_err(Refused::Io)?,
        }
        if is_file && has_conflict(&bytes[start..]) {
            return Err(Refused::Conflict);
        }
        let is_same = known.file(at) == Some(&bytes[start..]);
        if is_same {
            bytes.truncate(start);
        } else {
            self.found.files.push((at, Some(start..bytes.len())));
        }
        // Where no stamps were read, that of the same bytes may be the one that was kept.
        let is_new = !is_same || known.far.is_some();
        self.stamps.extend(stamp.filter(|_| is_new).map(|stamp| (at, stamp)));
        Ok(true)
    }

    /// Entity number `at` has no file.
    fn miss(&mut self, at: usize, known: &Known) {
        if known.file(at).is_some() {
            self.found.files.push((at, None));
        }
    }
}

/// How what was swept is kept.
struct Kept<'i> {
    /// The moment before which a file must have been touched last.
    settled: i64,
    index: &'i Index,
    names: &'i Names,
    word: Option<&'i Word>,
}

/// Makes one column of the shares, and packs it anew where that is worth it.
fn join(known: Known, shares: Vec<Share>, kept: &Kept<'_>) -> Swept {
    let Known { part, packed, far, mut rest, rows, is_watched, .. } = known;
    let mut column = Column { count: kept.names.len(), packed, rows, ..Column::default() };
    let mut stamps = Vec::new();
    for share in shares {
        if let Some(first) = share.refused {
            return Err(first);
        }
        let base = column.other.bytes.len();
        column.other.bytes.extend_from_slice(&share.found.bytes);
        let moved = |place: Range<usize>| base + place.start..base + place.end;
        column.other.files.extend(share.found.files.into_iter().map(|(at, place)| (at, place.map(moved))));
        stamps.extend(share.stamps.into_iter().filter(|(_, stamp)| stamp.is_before(kept.settled)));
        column.has_other_names |= share.has_other_names;
    }
    let epoch = kept.word.map(|word| word.epoch).filter(|_| !column.has_other_names);
    let worth = kept.names.len() / kept.index.worth_packing();
    let is_much = column.other.files.len() > worth || stamps.len() > worth;
    if !is_much && (is_watched || epoch.is_none()) {
        return Ok(column);
    }
    // What was read since the epoch began holds in it, settled or not.
    let new = Packed::of(epoch.unwrap_or(NO_EPOCH), kept.names, column.iter());
    let Some(new) = new else { return Ok(column) };
    if kept.index.keeps() && (stamps.len() > worth || epoch.is_some()) {
        let far = far.or_else(|| rest.read(&column.packed));
        let stamps = kept_stamps(far.as_ref(), &column, stamps);
        kept.index.save(part.name(), &new, kept.names, stamps.into_iter());
    }
    Ok(Column { packed: new, rows: Rows::Same, other: Found::default(), ..column })
}

/// What speaks for the file of each entity: what did so in the index, or its stamp when it was read.
fn kept_stamps(far: Option<&Far>, column: &Column, read: Vec<(usize, Stamp)>) -> Vec<KeptStamp> {
    let of_row = |at: usize| far?.stamp(column.rows.get(at)?).filter(|_| column.other.find(at).is_none());
    let kept = |at| of_row(at).unwrap_or(Stamp::OF_NOTHING);
    let mut stamps: Vec<_> = (0..column.count).map(kept).collect();
    for (at, stamp) in read {
        stamps[at] = stamp.to_bytes();
    }
    stamps
}
