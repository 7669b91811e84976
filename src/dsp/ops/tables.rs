//! Who is listed in which table of contents (specification §4.4).

use bstr::ByteSlice;

use super::super::format::{Description, lines};
use super::super::model::TocName;
use super::lists;
use super::op::{AddToToc, MoveToToc};
use super::texts::covers;
use super::{Answer, Draft, OpError, Result, View};
use crate::identity::Uid;

/// The first line of a table, when it is a uid.
pub(super) fn root(draft: &mut Draft<'_>, toc: TocName) -> Result<Option<Uid>> {
    let raw = draft.read(&toc.to_string())?.unwrap_or_default();
    Ok(lines(raw).next().and_then(Uid::parse))
}

/// The tables that a new entity is listed in when nobody names them: those whose roots cover it, else the plain one,
/// which is begun where there is none at all.
pub(super) fn covering(draft: &mut Draft<'_>, source: &[u8]) -> Result<Vec<TocName>> {
    let names = draft.tocs()?;
    let mut found = Vec::new();
    for toc in &names {
        if let Some(scope) = scope(draft, *toc)?
            && covers(&scope, source)
        {
            found.push(*toc);
        }
    }
    if found.is_empty() {
        if !names.is_empty() && !names.contains(&TocName::Plain) {
            return Err(OpError::Undecided(source.to_str_lossy().into_owned()));
        }
        found.push(TocName::Plain);
    }
    Ok(found)
}

/// [`covering`] for each of several sources, none where nothing decides it.
pub(in super::super) fn covering_tables(
    view: &dyn View,
    sources: &[Option<Vec<u8>>],
) -> Vec<Option<Vec<TocName>>> {
    let mut never = || 0;
    let mut draft = Draft::new(view, &mut never);
    sources.iter().map(|source| covering(&mut draft, source.as_deref()?).ok()).collect()
}

/// What the root of a table says that it covers.
fn scope(draft: &mut Draft<'_>, toc: TocName) -> Result<Option<Vec<u8>>> {
    let Some(root) = root(draft, toc)? else { return Ok(None) };
    let raw = draft.read(&format!("{root}/description"))?;
    let description = raw.map(|raw| Description::parse(raw.to_vec()));
    let scope = description.as_ref().and_then(|it| it.paragraph("scope")).filter(|scope| !scope.is_empty());
    Ok(scope.map(<[u8]>::to_vec))
}

/// The tables that a new entity shall be listed in: each once. The plain one may be begun where there is none at all.
pub(super) fn named(draft: &mut Draft<'_>, tocs: &[TocName]) -> Result<Vec<TocName>> {
    let found = once(tocs);
    let begins = found == [TocName::Plain] && draft.tocs()?.is_empty();
    if !begins {
        found.iter().try_for_each(|toc| require(draft, *toc))?;
    }
    Ok(found)
}

fn require(draft: &mut Draft<'_>, toc: TocName) -> Result<()> {
    match (draft.read(&toc.to_string())?, toc) {
        (Some(_), _) => Ok(()),
        (None, TocName::Of(_)) => Err(OpError::NoToc(toc)),
        (None, TocName::Plain) => Err(OpError::NoDefaultToc),
    }
}

/// Whether `uid` is new in the table.
pub(super) fn append(draft: &mut Draft<'_>, toc: TocName, uid: Uid) -> Result<bool> {
    lists::append(draft, &toc.to_string(), uid)
}

/// `add-to-toc`: again is fine.
pub(super) fn add(draft: &mut Draft<'_>, op: &AddToToc) -> Result<Answer> {
    let uids = existing(draft, &op.uids)?;
    let tocs = once(&op.toc);
    tocs.iter().try_for_each(|toc| require(draft, *toc))?;
    if uids.is_empty() || tocs.is_empty() {
        return Err(OpError::Nothing);
    }
    let mut listed = Vec::new();
    for uid in uids {
        for toc in &tocs {
            listed.push((uid, *toc, append(draft, *toc, uid)?));
        }
    }
    Ok(Answer::Listed(listed))
}

/// `move-to-toc`: all of them or none; a root stays in its own table.
pub(super) fn transfer(draft: &mut Draft<'_>, op: &MoveToToc) -> Result<Answer> {
    let (from, to) = (op.from, op.to);
    if from == to {
        return Err(OpError::SameToc);
    }
    require(draft, from)?;
    require(draft, to)?;
    let uids = existing(draft, &op.uids)?;
    let (source, target) = (from.to_string(), to.to_string());
    let members = lists::read(draft, &source)?;
    for uid in &uids {
        let line = uid.to_string().into_bytes();
        if !members.contains(&line) {
            return Err(OpError::NotListed { uid: *uid, toc: from });
        }
        if members.first() == Some(&line) {
            return Err(OpError::RootStays { uid: *uid, toc: from });
        }
    }
    if uids.is_empty() {
        return Err(OpError::Nothing);
    }
    let leaves = |line: &[u8]| Uid::parse(line).is_some_and(|uid| uids.contains(&uid));
    lists::drop_lines(draft, &source, leaves)?;
    let mut moved = Vec::new();
    for uid in &uids {
        moved.push((*uid, lists::append(draft, &target, *uid)?));
    }
    Ok(Answer::Moved { from, to, uids: moved })
}

/// Each of `uids` once, all of which must be there.
fn existing(draft: &Draft<'_>, uids: &[Uid]) -> Result<Vec<Uid>> {
    uids.iter().try_for_each(|uid| draft.require(*uid))?;
    Ok(once(uids))
}

fn once<T: Copy + PartialEq>(all: &[T]) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(one) {
            found.push(*one);
        }
    }
    found
}
