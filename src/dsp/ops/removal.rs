//! What goes, and everything that names it (specification §5.9 and §5.10).

use super::super::format::ImportLine;
use super::super::model::TocName;
use super::lists::Edge;
use super::op::{RemoveEntity, RemoveShared};
use super::{Answer, Draft, Result, lists};
use crate::identity::Uid;

/// `remove-shared`: what is not shared is fine.
pub(super) fn remove_shared(draft: &mut Draft<'_>, op: &RemoveShared) -> Result<Answer> {
    let RemoveShared { exporter, shared } = *op;
    draft.require(exporter)?;
    let list = format!("{exporter}/shared");
    if draft.read(&list)?.is_none() {
        // So does the Python tool.
        draft.write(&list, Vec::new())?;
    }
    lists::drop_lines(draft, &list, |line| Uid::parse(line) == Some(shared))?;
    let exports = format!("{exporter}/exports/{shared}");
    for name in draft.list(exports.as_bytes())?.into_keys() {
        if let Some(recipient) = Uid::parse(&name) {
            Edge { importer: recipient, to: shared, via: Some(exporter) }.drop(draft)?;
        }
    }
    // In its place a file may say why the shared entity imports the exporter.
    if draft.list(format!("{exporter}/exports").as_bytes())?.get(shared.to_string().as_bytes()) == Some(&true)
    {
        draft.remove_tree(exports.as_bytes())?;
    }
    Ok(Answer::Done)
}

/// `remove-entity`: nothing names it afterwards.
pub(super) fn remove_entity(draft: &mut Draft<'_>, op: &RemoveEntity) -> Result<Answer> {
    draft.require(op.uid)?;
    let own = op.uid.to_string();
    for name in draft.mentioning(op.uid)? {
        forget(draft, &name, &own)?;
    }
    for toc in draft.tocs()? {
        if toc == TocName::Of(op.uid) {
            draft.remove(toc.to_string().as_bytes())?;
        } else {
            lists::drop_lines(draft, &toc.to_string(), |line| line == own.as_bytes())?;
        }
    }
    draft.remove_tree(own.as_bytes())?;
    Ok(Answer::Done)
}

/// Removes what names `uid` in another entity.
fn forget(draft: &mut Draft<'_>, entity: &str, uid: &str) -> Result<()> {
    lists::drop_lines(draft, &format!("{entity}/imports"), |line| names(ImportLine { raw: line }, uid))?;
    lists::drop_lines(draft, &format!("{entity}/shared"), |line| line == uid.as_bytes())?;
    for (name, is_dir) in draft.list(format!("{entity}/exports").as_bytes())? {
        let path = [entity.as_bytes(), b"/exports/", &name].concat();
        match (name == uid.as_bytes(), is_dir) {
            (true, true) => draft.remove_tree(&path)?,
            (true, false) => draft.remove(&path)?,
            (false, true) => draft.remove(&recipient(entity, &name, uid))?,
            (false, false) => {}
        }
    }
    Ok(())
}

fn names(line: ImportLine<'_>, uid: &str) -> bool {
    line.name() == uid.as_bytes() || line.via_name() == Some(uid.as_bytes())
}

fn recipient(entity: &str, shared: &[u8], uid: &str) -> Vec<u8> {
    [entity.as_bytes(), b"/exports/", shared, b"/", uid.as_bytes()].concat()
}
