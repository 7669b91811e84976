//! The tables of contents (specification §4.4).

use rustc_hash::FxHashSet;

use super::super::super::model::TocName;
use super::super::super::ops::covering_tables;
use super::super::fix::Edit;
use super::super::graph::{Graph, Part};
use super::super::{Code, Finding, Fix};
use super::lists::{damaged, numbered, superfluous};
use crate::identity::Uid;

/// Looks at every table, and for entities in none.
pub(in super::super) fn check(graph: &Graph<'_>, findings: &mut Vec<Finding>) {
    for (toc, part) in &graph.tocs {
        if let Some(raw) = part.judged() {
            table(graph, *toc, raw, findings);
        }
    }
    if graph.entities.is_empty() {
        return;
    }
    if graph.tocs.is_empty() {
        let message = "there is no table of contents: `dsp-cli bootstrap` writes one";
        findings.push(Finding::new(Code::NoToc, *b"TOC", message));
        return;
    }
    if graph.tocs.len() > 1 && graph.tocs.contains_key(&TocName::Plain) {
        let message = "the table of a lone root beside tables of several: which root it is of, only its first line says";
        findings.push(Finding::new(Code::MixedTocs, *b"TOC", message));
    }
    if !graph.tocs.values().any(|part| matches!(part, Part::Unknown)) {
        unlisted(graph, findings);
    }
}

fn table(graph: &Graph<'_>, toc: TocName, raw: &[u8], findings: &mut Vec<Finding>) {
    let path = toc.to_string();
    let mut seen = FxHashSet::default();
    for (number, line) in numbered(raw) {
        let Some(uid) = Uid::parse(line) else {
            findings.push(damaged(&path, number, line));
            continue;
        };
        let first = seen.is_empty();
        if !graph.exists(uid) {
            let message = format!("{uid} is not there");
            let mut finding = superfluous(Code::DanglingToc, &path, number, message);
            // Who would be the root then is not ours to say.
            finding.fix = finding.fix.filter(|_| !first);
            findings.push(finding);
        } else if seen.contains(&uid) {
            let message = format!("{uid} stands there twice");
            findings.push(superfluous(Code::DuplicateLine, &path, number, message));
        }
        seen.insert(uid);
    }
    findings.extend(root(graph, toc));
}

/// The first line is the root, and of a table that is named after its root that one.
fn root(graph: &Graph<'_>, toc: TocName) -> Option<Finding> {
    let path = toc.to_string();
    let first = graph.members(toc).next();
    let named = match toc {
        TocName::Of(uid) => Some(uid),
        TocName::Plain => None,
    };
    match (first, named) {
        (Some(first), Some(root)) if first == root => None,
        (_, Some(root)) if graph.exists(root) => {
            let fix = Fix::new("it is put there", Edit::Front(root));
            let message = format!("{root}, its root, is not on the first line");
            Some(Finding::new(Code::WrongRoot, path, message).healed_by(Some(fix)))
        }
        (_, Some(root)) => {
            Some(Finding::new(Code::WrongRoot, path, format!("{root}, its root, is not there")))
        }
        (None, None) if !graph.entities.is_empty() => {
            let message = "it lists nothing, and so it has no root";
            Some(Finding::new(Code::NoRoot, path, message))
        }
        _ => None,
    }
}

/// Entities in no table; each belongs in those whose root covers it. A root that its own table lacks is told there.
fn unlisted(graph: &Graph<'_>, findings: &mut Vec<Finding>) {
    let listed: FxHashSet<Uid> = graph.tocs.keys().flat_map(|toc| graph.members(*toc)).collect();
    let is_root = |uid: &Uid| graph.tocs.contains_key(&TocName::Of(*uid));
    let missing = graph.entities.keys().copied().filter(|uid| !listed.contains(uid) && !is_root(uid));
    let missing: Vec<Uid> = missing.collect();
    let sources: Vec<Option<Vec<u8>>> = missing.iter().map(|uid| source(graph, *uid)).collect();
    let tables = covering_tables(graph.picture, &sources);
    for (uid, tocs) in missing.into_iter().zip(tables) {
        // The first line of an empty table would be a root.
        let fix =
            tocs.filter(|tocs| tocs.iter().all(|toc| graph.members(*toc).next().is_some())).map(|tocs| {
                let names: Vec<String> = tocs.iter().map(TocName::to_string).collect();
                Fix::new(format!("it is appended to {}", names.join(", ")), Edit::List(uid, tocs))
            });
        let wrong = format!("{uid} is in no table of contents");
        let message = match &fix {
            Some(_) => wrong,
            None => format!("{wrong}: `dsp-cli add-to-toc {uid} --toc ROOT_UID` lists it"),
        };
        findings.push(Finding::new(Code::Unlisted, uid.to_string(), message).healed_by(fix));
    }
}

fn source(graph: &Graph<'_>, uid: Uid) -> Option<Vec<u8>> {
    graph.description(uid)?.get("source").filter(|source| !source.is_empty()).map(<[u8]>::to_vec)
}
