//! Which import the uses of a local name are those of, where imports of several modules bind it in places of their own. Pure.

use resolvers::facts::{FileFacts, Import, Reference};

/// Where something stands: in the innermost declaration that is listed, else under the innermost title; at the top level in
/// neither.
type Place = (Option<u32>, Option<u32>);

/// Those of `uses`, all of the name `local`, that are of what `import` binds to it; `None` where another import binds it in the
/// same declaration, so that nobody knows.
pub(super) fn uses_of<'f>(
    import: &Import,
    local: &str,
    facts: &'f FileFacts,
    uses: impl Iterator<Item = &'f Reference>,
) -> Option<Vec<&'f Reference>> {
    let binds = |it: &&Import| it.names.iter().any(|name| name.local.as_deref() == Some(local));
    let others = facts.imports.iter().filter(|it| it.specifier != import.specifier).filter(binds);
    let others: Vec<Place> = others.map(|it| place(it, facts)).collect();
    if others.is_empty() {
        return Some(uses.collect());
    }
    let own = place(import, facts);
    let is_top = own == (None, None);
    // What the top level binds twice is bound once, by the one that is found.
    if !is_top && others.contains(&own) {
        return None;
    }
    let is_own = |it: &&Reference| {
        let at = (it.symbol, it.title.filter(|_| it.symbol.is_none()));
        if is_top { at == own || !others.contains(&at) } else { at == own }
    };
    Some(uses.filter(is_own).collect())
}

/// Where an import stands.
fn place(import: &Import, facts: &FileFacts) -> Place {
    let span = import.span;
    let around = |start: u32, end: u32| span.start < span.end && start <= span.start && span.end <= end;
    let symbol = facts.symbols.iter().rposition(|it| around(it.span.start, it.span.end));
    let title = || facts.titles.iter().rposition(|it| around(it.span.start, it.span.end));
    let index = |at: usize| u32::try_from(at).ok();
    (symbol.and_then(index), if symbol.is_none() { title().and_then(index) } else { None })
}
