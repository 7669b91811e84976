//! What a model needs to know of a few entities, and no more than it can take (`bundle`, specification §9).
//!
//! First the entities that were asked for: what they are for, what they import and why, what they share, who uses them
//! and why. Then, as deep as wanted and the nearest first, what they import: what that is for and what it shares. A
//! record that does not fit any more is told shorter, then not at all; what was left out is counted. A token counts as
//! four bytes of the text, as it is printed: what is no sign is escaped, and every line of a text that somebody wrote is
//! indented, so that none looks like a record or a part of one.

use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::format::{Description, ImportLine, import_lines, is_auto, lines, plain_path, value};
use super::query::QueryError;
use super::query::places::{self, Place};
use super::reader::Reader;
use super::store::StoreError;
use super::told::{self, Told, text};
use crate::event::plain;
use crate::identity::Uid;

/// How many bytes of text count as a token.
const TOKEN: usize = 4;

/// What fits.
#[derive(Debug, Serialize)]
pub struct Bundle {
    /// How many tokens the text has.
    pub tokens: usize,
    /// How many entities did not fit.
    pub left_out: usize,
    /// What was asked for, then the nearest first.
    pub entities: Vec<Record>,
}

/// What is told of an entity.
#[derive(Debug, Serialize)]
pub struct Record {
    #[serde(flatten)]
    entity: Told,
    /// How many imports lie between it and what was asked for.
    depth: usize,
    /// The other fields of its description, and its free text.
    more: String,
    /// `None` where it is not told: it did not fit, or lies deeper than what was asked for.
    imports: Option<Vec<Import>>,
    shared: Option<Vec<Told>>,
    used_by: Option<Vec<Use>>,
    /// How many more use it, for whom there was no room.
    users_left_out: usize,
}

/// Something that an entity imports.
#[derive(Debug, Serialize)]
struct Import {
    #[serde(flatten)]
    entity: Told,
    via: Option<String>,
    why: Option<String>,
}

/// Somebody who imports an entity.
#[derive(Debug, Serialize)]
struct Use {
    uid: String,
    source: String,
    /// What of it, when it is not the whole.
    shared: Option<String>,
    why: Option<String>,
}

/// How much is told of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Everything.
    Whole,
    /// What it is for and what it shares.
    Offer,
    /// What it is for.
    Purpose,
}

impl Form {
    /// What is tried at that depth, longest first.
    fn at(depth: usize) -> &'static [Self] {
        if depth == 0 { &[Self::Whole, Self::Offer, Self::Purpose] } else { &[Self::Offer, Self::Purpose] }
    }
}

impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entities.iter().try_for_each(|record| write!(f, "{record}"))?;
        match self.left_out {
            0 => Ok(()),
            1 => writeln!(f, "(1 more entity was left out)"),
            many => writeln!(f, "({many} more entities were left out)"),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Told { uid, kind, purpose, .. } = &self.entity;
        writeln!(f, "## {} ({}, {kind})", shown(self.entity.place()), shown(uid))?;
        for line in signs(purpose).chain(signs(&self.more)) {
            writeln!(f, "  {line}")?;
        }
        part(f, "imports", self.imports.as_deref())?;
        part(f, "shares", self.shared.as_deref())?;
        part(f, "used by", self.used_by.as_deref())?;
        if self.users_left_out > 0 {
            writeln!(f, "(and {} more use it)", self.users_left_out)?;
        }
        if self.depth == 0 && self.imports.is_none() {
            writeln!(f, "(what it imports and who uses it did not fit)")?;
        }
        writeln!(f)
    }
}

/// Lines below a heading; nothing at all where there are none.
fn part(f: &mut fmt::Formatter<'_>, heading: &str, lines: Option<&[impl fmt::Display]>) -> fmt::Result {
    let lines = lines.unwrap_or_default();
    if !lines.is_empty() {
        writeln!(f, "{heading}:")?;
    }
    lines.iter().try_for_each(|line| writeln!(f, "- {line}"))
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", shown(self.place()), shown(&self.uid), block(&self.purpose))
    }
}

impl fmt::Display for Import {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let via = self.via.as_ref().map(|via| format!(", by way of {}", shown(via))).unwrap_or_default();
        write!(f, "{}{via}", self.entity)?;
        self.why.as_ref().map_or(Ok(()), |why| write!(f, "\n  why: {}", block(why)))
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.source.is_empty() { &self.uid } else { &self.source };
        let shared = self.shared.as_ref().map(|shared| format!(", {}", shown(shared))).unwrap_or_default();
        let why = self.why.as_ref().map(|why| format!(": {}", block(why))).unwrap_or_default();
        write!(f, "{} ({}){shared}{why}", shown(place), shown(&self.uid))
    }
}

/// A name, on one line.
fn shown(name: &str) -> String {
    plain(name.as_bytes())
}

/// The lines of a text as they are printed; tabs stay.
fn signs(text: &str) -> impl Iterator<Item = String> {
    text.lines().map(|line| line.split('\t').map(shown).collect::<Vec<_>>().join("\t"))
}

/// A text that begins within a line: its other lines are indented.
fn block(text: &str) -> String {
    signs(text).collect::<Vec<_>>().join("\n    ")
}

/// The entities that `argument` names: a uid, or a source. Of those with a source exactly so, else of all in that file.
///
/// # Errors
/// When there is none, or `.dsp/` cannot be read.
pub fn find(reader: &Reader, argument: &[u8]) -> Result<Vec<usize>, QueryError> {
    if let Some(uid) = Uid::parse(argument) {
        return Ok(vec![reader.names()?.find(argument).ok_or(QueryError::Missing(uid))?]);
    }
    let wanted = plain_path(argument);
    let sources = reader.descriptions()?.iter().enumerate();
    let is_exact = |raw: Option<&[u8]>| {
        plain_path(raw.and_then(|raw| value(raw, "source")).unwrap_or_default()) == wanted
    };
    let exact: Vec<usize> = sources.filter(|(_, raw)| is_exact(*raw)).map(|(at, _)| at).collect();
    if !exact.is_empty() && !wanted.is_empty() {
        return Ok(exact);
    }
    let file = Some(Place::File(wanted.into_owned()));
    let places = places::of_all(reader)?.into_iter().enumerate();
    let inside: Vec<usize> = places.filter(|(_, source)| source.place == file).map(|(at, _)| at).collect();
    if inside.is_empty() { Err(QueryError::NoSource(text(argument))) } else { Ok(inside) }
}

/// Bundles `asked`, entities by number, and what they import `depth` imports deep, in at most `budget` tokens.
///
/// # Errors
/// When `.dsp/` cannot be read.
pub fn bundle(reader: &Reader, asked: &[usize], depth: usize, budget: usize) -> Result<Bundle, StoreError> {
    let order = nearest_first(reader, asked, depth)?;
    let (names, uses) = (reader.names()?, uses(reader, asked)?);
    let mut bundle = Bundle { tokens: 0, left_out: 0, entities: Vec::new() };
    for (at, depth) in order {
        let left = budget - bundle.tokens;
        // Not even its first line would fit.
        let forms = if tokens(names[at].len()) > left { &[] } else { Form::at(depth) };
        let mut fits = None;
        for form in forms {
            let mut record =
                Record::read(reader, at, depth, *form, uses.get(&at).map_or(&[], Vec::as_slice))?;
            record.cut(left);
            let tokens = tokens(record.to_string().len());
            if tokens <= left {
                fits = Some((record, tokens));
                break;
            }
        }
        match fits {
            Some((record, tokens)) => {
                bundle.tokens += tokens;
                bundle.entities.push(record);
            }
            None => bundle.left_out += 1,
        }
    }
    Ok(bundle)
}

fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(TOKEN)
}

/// Each entity once, with its distance.
fn nearest_first(reader: &Reader, asked: &[usize], depth: usize) -> Result<Vec<(usize, usize)>, StoreError> {
    let mut seen = FxHashSet::default();
    let mut order: Vec<(usize, usize)> =
        asked.iter().filter(|at| seen.insert(**at)).map(|at| (*at, 0)).collect();
    let (names, mut next) = (reader.names()?, 0);
    while let Some((at, distance)) = order.get(next).copied().filter(|(_, distance)| *distance < depth) {
        let raw = reader.imports_of(&names[at])?.unwrap_or_default();
        let found = import_lines(&raw).filter_map(|line| names.find(line.name()));
        order.extend(found.filter(|to| seen.insert(*to)).map(|to| (to, distance + 1)));
        next += 1;
    }
    Ok(order)
}

/// Who has a line to an entity, or by way of it, in the order of the importers: the importer and the line.
type Uses<'r> = BTreeMap<usize, Vec<(usize, ImportLine<'r>)>>;

fn uses<'r>(reader: &'r Reader, asked: &[usize]) -> Result<Uses<'r>, StoreError> {
    let all = reader.names()?;
    let wanted: FxHashSet<&[u8]> = asked.iter().map(|at| &all[*at]).collect();
    let mut uses = Uses::new();
    for (importer, raw) in reader.imports()?.iter().enumerate() {
        for line in import_lines(raw.unwrap_or_default()) {
            let named = [Some(line.name()), line.via_name()].into_iter().flatten();
            for used in named.filter(|name| wanted.contains(name)).filter_map(|name| all.find(name)) {
                uses.entry(used).or_default().push((importer, line));
            }
        }
    }
    Ok(uses)
}

impl Record {
    fn read(
        reader: &Reader,
        at: usize,
        depth: usize,
        form: Form,
        uses: &[(usize, ImportLine<'_>)],
    ) -> Result<Self, StoreError> {
        let name = &reader.names()?[at];
        let description = reader.description(name)?.unwrap_or_default();
        let whole = form == Form::Whole;
        Ok(Self {
            entity: Told::of(name, Some(&description)),
            depth,
            more: if form == Form::Purpose { String::new() } else { more(&description) },
            imports: whole.then(|| imports(reader, name)).transpose()?,
            shared: (form != Form::Purpose).then(|| shared(reader, name)).transpose()?,
            used_by: whole
                .then(|| uses.iter().map(|(at, line)| used(reader, name, *at, *line)).collect())
                .transpose()?,
            users_left_out: 0,
        })
    }

    /// Leaves out so many of the users that the rest has at most `left` tokens, where that is enough.
    fn cut(&mut self, left: usize) {
        if tokens(self.to_string().len()) <= left {
            return;
        }
        let Some(all) = self.used_by.take_if(|all| !all.is_empty()) else { return };
        let room = left.saturating_mul(TOKEN);
        self.users_left_out = all.len();
        self.used_by = Some(Vec::new());
        let mut bytes = self.to_string().len() + "used by:\n".len();
        let fits = |user: &&Use| {
            bytes += user.to_string().len() + "- \n".len();
            bytes <= room
        };
        let kept = all.iter().take_while(fits).count();
        self.users_left_out = all.len() - kept;
        self.used_by = Some(all.into_iter().take(kept).collect());
    }
}

/// What the description says beside source, kind and purpose.
fn more(description: &Description) -> String {
    let mut rest = description.clone();
    for field in ["source", "kind", "purpose"] {
        rest.remove(field);
    }
    text(rest.as_bytes())
}

fn imports(reader: &Reader, name: &[u8]) -> Result<Vec<Import>, StoreError> {
    let raw = reader.imports_of(name)?.unwrap_or_default();
    let import = |line: ImportLine<'_>| {
        Ok(Import {
            entity: Told::read(reader, line.name())?,
            via: line.via_name().map(|via| Ok(Told::read(reader, via)?.place().to_owned())).transpose()?,
            why: told::why(reader, name, line)?,
        })
    };
    import_lines(&raw).map(import).collect()
}

/// What is shared, each with what is said of it there.
fn shared(reader: &Reader, name: &[u8]) -> Result<Vec<Told>, StoreError> {
    let raw = reader.shared_of(name)?.unwrap_or_default();
    let shared = |line: &[u8]| {
        let told = Told::read(reader, line)?;
        let said = reader.export(name, &[line, b"description"])?;
        // The tool's copy of a purpose may be older than the purpose.
        let said = said.filter(|said| !is_auto(said) || told.purpose.is_empty());
        Ok(Told { purpose: said.map_or(told.purpose, |said| text(&said)), ..told })
    };
    lines(&raw).map(shared).collect()
}

fn used(reader: &Reader, name: &[u8], importer: usize, line: ImportLine<'_>) -> Result<Use, StoreError> {
    let importer = &reader.names()?[importer];
    let told = Told::read(reader, importer)?;
    Ok(Use {
        shared: (line.name() != name)
            .then(|| Ok(Told::read(reader, line.name())?.place().to_owned()))
            .transpose()?,
        why: told::why(reader, importer, line)?,
        uid: told.uid,
        source: told.source,
    })
}
