//! New entities, and what they share (specification §5.1 to §5.3).

use bstr::{BStr, ByteSlice};

use super::super::format::Description;
use super::super::model::{Kind, TocName};
use super::super::plan::OWNER;
use super::lists::Edge;
use super::op::{CreateFunction, CreateObject, CreateShared, ObjectKind};
use super::{Answer, Draft, OpError, Result, lists, tables, texts};
use crate::identity::{Family, Uid};

/// `create-object`
pub(super) fn create_object(draft: &mut Draft<'_>, op: &CreateObject) -> Result<Answer> {
    if op.new_root && !op.toc.is_empty() {
        return Err(OpError::TocAndRoot);
    }
    // The Python tool takes an empty scope for none.
    let scope = op.scope.as_deref().filter(|scope| !scope.is_empty());
    if scope.is_some() && !op.new_root {
        return Err(OpError::ScopeWithoutRoot);
    }
    let kind = match op.kind {
        ObjectKind::Object => Kind::Object,
        ObjectKind::External => Kind::External,
    };
    let uid = choose(draft, op.uid, kind)?;
    let scope = scope.map(texts::scope).transpose()?;
    let about = About { source: op.source.as_bstr(), kind, purpose: &op.purpose, scope: scope.as_deref() };
    let description = about.description()?;
    let tocs =
        if op.new_root { vec![own_table(draft, uid)?] } else { targets(draft, &op.toc, about.source)? };
    draft.write(&format!("{uid}/description"), description)?;
    draft.write(&format!("{uid}/imports"), Vec::new())?;
    draft.write(&format!("{uid}/shared"), Vec::new())?;
    list(draft, uid, tocs)
}

/// `create-function`
pub(super) fn create_function(draft: &mut Draft<'_>, op: &CreateFunction) -> Result<Answer> {
    let uid = choose(draft, op.uid, Kind::Function)?;
    if let Some(owner) = op.owner {
        draft.require(owner)?;
    }
    let about =
        About { source: op.source.as_bstr(), kind: Kind::Function, purpose: &op.purpose, scope: None };
    let description = about.description()?;
    let tocs = targets(draft, &op.toc, about.source)?;
    draft.write(&format!("{uid}/description"), description)?;
    draft.write(&format!("{uid}/imports"), Vec::new())?;
    if let Some(owner) = op.owner {
        let edge = Edge { importer: owner, to: uid, via: None };
        edge.append(draft)?;
        draft.write(&edge.why(), texts::file(OWNER))?;
    }
    list(draft, uid, tocs)
}

/// `create-shared`: again is fine, and a description that is there stays.
pub(super) fn create_shared(draft: &mut Draft<'_>, op: &CreateShared) -> Result<Answer> {
    if op.shared.is_empty() {
        return Err(OpError::Nothing);
    }
    draft.require(op.exporter)?;
    op.shared.iter().try_for_each(|uid| draft.require(*uid))?;
    for uid in &op.shared {
        lists::append(draft, &format!("{}/shared", op.exporter), *uid)?;
        let path = format!("{}/exports/{uid}/description", op.exporter);
        if draft.read(&path)?.is_none() {
            let description = draft.peek(format!("{uid}/description").as_bytes())?.map(Description::parse);
            draft.write(&path, shared_text(*uid, description.as_ref()))?;
        }
    }
    Ok(Answer::Done)
}

/// What is said of a shared entity when nobody said anything: its purpose, and its uid where it has none.
pub(in super::super) fn shared_text(uid: Uid, description: Option<&Description>) -> Vec<u8> {
    let purpose = description.and_then(|it| it.get("purpose")).filter(|text| !text.is_empty());
    [purpose.unwrap_or(uid.to_string().as_bytes()), b"\n"].concat()
}

struct About<'a> {
    source: &'a BStr,
    kind: Kind,
    purpose: &'a str,
    scope: Option<&'a str>,
}

impl About<'_> {
    /// White space at its end goes, also behind an empty purpose: so the Python tool writes it.
    fn description(&self) -> Result<Vec<u8>> {
        let source = texts::source(self.source, self.kind)?;
        let purpose = texts::folded(self.purpose);
        let mut bytes =
            [b"source: ", source.as_ref(), b"\nkind: ", self.kind.name().as_bytes(), b"\npurpose: "].concat();
        bytes.extend_from_slice(purpose.as_bytes());
        if let Some(scope) = self.scope {
            bytes.extend_from_slice(b"\nscope: ");
            bytes.extend_from_slice(scope.as_bytes());
        }
        bytes.truncate(bytes.trim_end().len());
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// The uid that was asked for, or a new one.
fn choose(draft: &mut Draft<'_>, wanted: Option<Uid>, kind: Kind) -> Result<Uid> {
    let family = if kind == Kind::Function { Family::Function } else { Family::Object };
    match wanted {
        None => Ok(draft.mint(family)),
        Some(uid) if uid.family() != family => Err(OpError::Family { uid, kind }),
        Some(uid) if draft.exists(uid) => Err(OpError::Taken(uid)),
        Some(uid) => Ok(uid),
    }
}

fn targets(draft: &mut Draft<'_>, toc: &[TocName], source: &[u8]) -> Result<Vec<TocName>> {
    if toc.is_empty() { tables::covering(draft, source) } else { tables::named(draft, toc) }
}

/// The table of a new root, which must not be there: its members would get another root.
fn own_table(draft: &Draft<'_>, uid: Uid) -> Result<TocName> {
    let toc = TocName::Of(uid);
    if draft.peek(toc.to_string().as_bytes())?.is_some() { Err(OpError::StaleToc(toc)) } else { Ok(toc) }
}

fn list(draft: &mut Draft<'_>, uid: Uid, tocs: Vec<TocName>) -> Result<Answer> {
    for toc in &tocs {
        tables::append(draft, *toc, uid)?;
    }
    Ok(Answer::Created { uid, tocs })
}
