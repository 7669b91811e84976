//! The files that are lists: `imports`, `shared` and the tables of contents.

use bstr::ByteSlice;

use super::super::format::{ImportLine, lines};
use super::{Draft, Result};
use crate::identity::Uid;

/// The lines of a list; none when the file is not there.
pub(super) fn read(draft: &mut Draft<'_>, path: &str) -> Result<Vec<Vec<u8>>> {
    let raw = draft.read(path)?.unwrap_or_default();
    Ok(lines(raw).map(<[u8]>::to_vec).collect())
}

pub(super) fn write(draft: &mut Draft<'_>, path: &str, lines: &[Vec<u8>]) -> Result<()> {
    draft.write(path, joined(lines.iter().map(Vec::as_slice)))
}

fn joined<'l>(lines: impl Iterator<Item = &'l [u8]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in lines {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    bytes
}

/// Whether `uid` is new there. Tables are long and `apply` appends to them often: a plain one is not taken apart.
pub(super) fn append(draft: &mut Draft<'_>, path: &str, uid: Uid) -> Result<bool> {
    let line = uid.to_string();
    let raw = draft.read(path)?.unwrap_or_default();
    // All uids begin alike, which is of no help to a search.
    let digits = line.rsplit('-').next().unwrap_or_default();
    if raw.contains_str(digits) && lines(raw).any(|it| it == line.as_bytes()) {
        return Ok(false);
    }
    let mut bytes = Vec::with_capacity(raw.len() + line.len() + 1);
    if is_plain(raw) {
        bytes.extend_from_slice(raw);
    } else {
        bytes.extend(joined(lines(raw)));
    }
    bytes.extend_from_slice(line.as_bytes());
    bytes.push(b'\n');
    draft.write(path, bytes)?;
    Ok(true)
}

/// Whether every line is as we would write it.
#[expect(clippy::needless_bitwise_bool, reason = "what is lazy has a way out of the loop")]
fn is_plain(raw: &[u8]) -> bool {
    // Tables are long: without a way out of the loop it takes as many bytes at a time as the processor does.
    let behind = raw.get(1..).unwrap_or_default();
    let has_empty = raw.iter().zip(behind).fold(false, |odd, (a, b)| odd | ((*a == b'\n') & (*b == b'\n')));
    let is_odd =
        |byte: u8| (byte == b' ') | ((byte < 0x0e) & (byte > 0x08) & (byte != b'\n')) | (byte > 0x7f);
    let has_odd = raw.iter().fold(false, |odd, byte| odd | is_odd(*byte));
    raw.is_empty() || raw.ends_with(b"\n") && !raw.starts_with(b"\n") && !has_empty && !has_odd
}

/// Removes the lines that `gone` picks. Whether there were any; if not, the file stays as it is.
pub(super) fn drop_lines(draft: &mut Draft<'_>, path: &str, gone: impl Fn(&[u8]) -> bool) -> Result<bool> {
    let raw = draft.read(path)?.unwrap_or_default();
    if !lines(raw).any(&gone) {
        return Ok(false);
    }
    let bytes = joined(lines(raw).filter(|line| !gone(line)));
    draft.write(path, bytes)?;
    Ok(true)
}

/// Which import is meant (specification §5.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Who imports.
    pub importer: Uid,
    /// What.
    pub to: Uid,
    /// By way of whom.
    pub via: Option<Uid>,
}

impl Edge {
    /// The file that says why, from `.dsp/` (specification §4.3).
    #[must_use]
    pub fn why(self) -> String {
        let Self { importer, to, via } = self;
        match via {
            Some(via) => format!("{via}/exports/{to}/{importer}"),
            None => format!("{to}/exports/{importer}"),
        }
    }

    /// Appends its line, unless there is one that says the same. Whether it is new.
    pub(super) fn append(self, draft: &mut Draft<'_>) -> Result<bool> {
        let path = format!("{}/imports", self.importer);
        let mut lines = read(draft, &path)?;
        if lines.iter().any(|line| self.is(line)) {
            return Ok(false);
        }
        let to = self.to;
        lines.push(self.via.map_or_else(|| to.to_string(), |via| format!("{to} via={via}")).into_bytes());
        write(draft, &path, &lines)?;
        Ok(true)
    }

    /// Removes its lines. Whether there were any.
    pub(super) fn drop(self, draft: &mut Draft<'_>) -> Result<bool> {
        drop_lines(draft, &format!("{}/imports", self.importer), |line| self.is(line))
    }

    fn is(self, line: &[u8]) -> bool {
        let line = ImportLine { raw: line };
        line.imported() == Some(self.to)
            && line.via() == self.via
            && line.via_name().is_some() == self.via.is_some()
    }
}
