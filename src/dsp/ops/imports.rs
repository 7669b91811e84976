//! Who imports what and why: both sides of an edge together (specification §5.4, §5.6 and §5.8).

use rustc_hash::FxHashSet;

use super::super::format::{Description, ImportLine, import_lines};
use super::super::model::{Entity, Kind};
use super::super::plan::MANUAL;
use super::lists::Edge;
use super::op::{AddImport, RemoveImport};
use super::{Answer, Draft, OpError, Result, texts};
use crate::identity::Uid;

/// `add-import`: of an edge that is there the why is written anew.
pub(super) fn add(draft: &mut Draft<'_>, op: &AddImport) -> Result<Answer> {
    let ends = [Some(op.importer), Some(op.imported), op.exporter];
    ends.into_iter().flatten().try_for_each(|uid| draft.require(uid))?;
    let edge = Edge { importer: op.importer, to: op.imported, via: op.exporter };
    draft.write(&edge.why(), texts::file(&op.why))?;
    let is_new = edge.append(draft)?;
    let entity = |uid: Uid| {
        let description = draft.peek(format!("{uid}/description").as_bytes())?.map(Description::parse);
        Ok::<_, OpError>(Entity { description, ..Entity::default() })
    };
    let is_shown = |entity: &Entity| entity.kind() == Kind::External || entity.path().is_some();
    let importer = entity(op.importer)?;
    let is_read = importer.kind() != Kind::External && importer.path().is_some();
    let unproven = is_new && !op.why.starts_with(MANUAL) && is_read && is_shown(&entity(op.imported)?);
    Ok(Answer::Imported { unproven })
}

/// `update-import-why`
pub(super) fn update_why(draft: &mut Draft<'_>, op: &AddImport) -> Result<Answer> {
    let edge = Edge { importer: op.importer, to: op.imported, via: op.exporter };
    if draft.read(&edge.why())?.is_none() {
        return Err(OpError::NoWhy(edge));
    }
    draft.write(&edge.why(), texts::file(&op.why))?;
    Ok(Answer::Done)
}

/// `remove-import`: of an edge with one side only, that side.
pub(super) fn remove(draft: &mut Draft<'_>, op: &RemoveImport) -> Result<Answer> {
    let edge = Edge { importer: op.importer, to: op.imported, via: op.exporter };
    draft.require(edge.importer)?;
    let line = edge.drop(draft)?;
    let why = draft.read(&edge.why())?.is_some();
    if !line && !why {
        let hint = match edge.via {
            None => "this import may have been registered with --exporter; pass the same --exporter",
            Some(_) => "this import may have been registered without --exporter; drop it",
        };
        return Err(OpError::NoImport { edge, hint });
    }
    draft.remove(edge.why().as_bytes())?;
    Ok(Answer::Done)
}

/// `rebuild-cache`: there is none of ours; the Python tool will make its own anew.
pub(super) fn rebuild_cache(draft: &mut Draft<'_>) -> Result<Answer> {
    let imports = draft.all_imports()?;
    let imported: FxHashSet<&[u8]> =
        imports.iter().flat_map(|raw| import_lines(raw)).map(ImportLine::name).collect();
    let count = imported.len();
    draft.forget_cache();
    Ok(Answer::Counted(count))
}
