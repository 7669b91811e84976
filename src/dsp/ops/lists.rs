//! The files that are lists: `imports`, `shared` and the tables of contents.

use super::super::format::{ImportLine, lines};
use super::{Draft, Result};
use crate::identity::Uid;

/// The lines of a list; none when the file is not there.
pub(super) fn read(draft: &mut Draft<'_>, path: &str) -> Result<Vec<Vec<u8>>> {
    let raw = draft.read(path)?.unwrap_or_default();
    Ok(lines(raw).map(<[u8]>::to_vec).collect())
}

pub(super) fn write(draft: &mut Draft<'_>, path: &str, lines: &[Vec<u8>]) -> Result<()> {
    let bytes = lines.iter().flat_map(|line| [line.as_slice(), b"\n"]).collect::<Vec<_>>().concat();
    draft.write(path, bytes)
}

/// Whether `uid` is new there.
pub(super) fn append(draft: &mut Draft<'_>, path: &str, uid: Uid) -> Result<bool> {
    let mut lines = read(draft, path)?;
    let line = uid.to_string().into_bytes();
    if lines.contains(&line) {
        return Ok(false);
    }
    lines.push(line);
    write(draft, path, &lines)?;
    Ok(true)
}

/// Removes the lines that `gone` picks. Whether there were any; if not, the file stays as it is.
pub(super) fn drop_lines(draft: &mut Draft<'_>, path: &str, gone: impl Fn(&[u8]) -> bool) -> Result<bool> {
    let mut lines = read(draft, path)?;
    let before = lines.len();
    lines.retain(|line| !gone(line));
    if lines.len() == before {
        return Ok(false);
    }
    write(draft, path, &lines)?;
    Ok(true)
}

/// Which import is meant (specification §5.4).
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    /// Who imports.
    pub importer: Uid,
    /// What.
    pub to: Uid,
    /// By way of whom.
    pub via: Option<Uid>,
}

impl Edge {
    /// Where it stands why (specification §4.3).
    pub(super) fn why(self) -> String {
        let Self { importer, to, via } = self;
        match via {
            Some(via) => format!("{via}/exports/{to}/{importer}"),
            None => format!("{to}/exports/{importer}"),
        }
    }

    /// Appends its line, unless there is one that says the same.
    pub(super) fn append(self, draft: &mut Draft<'_>) -> Result<()> {
        let path = format!("{}/imports", self.importer);
        let mut lines = read(draft, &path)?;
        if lines.iter().any(|line| self.is(line)) {
            return Ok(());
        }
        let to = self.to;
        lines.push(self.via.map_or_else(|| to.to_string(), |via| format!("{to} via={via}")).into_bytes());
        write(draft, &path, &lines)
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
