//! Which import the uses of a local name are those of, where imports of several modules bind it in places of their own. Pure.

use resolvers::facts::{FileFacts, Import, Reference, Span};

/// Where something stands: in the innermost declaration that is listed, else under the innermost title; at the top level in
/// neither.
type Place = (Option<u32>, Option<u32>);

/// Those of `uses`, all of the name `local`, that are of what `import` binds to it; `None` where nobody knows: another import
/// binds it in the same declaration, or around that, and which of them a block or an inner function means is not listed.
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
    let at = |it: &Reference| (it.symbol, it.title.filter(|_| it.symbol.is_none()));
    if own == TOP {
        // What the top level binds twice is bound once, by the one that is found.
        let sure: Vec<&Reference> = uses.filter(|it| at(it) == TOP || !others.contains(&at(it))).collect();
        return Some(sure).filter(|sure| !sure.is_empty());
    }
    let may_be = |place: &Place| *place == own || *place == TOP || encloses(*place, import, facts);
    (!others.iter().any(may_be)).then(|| uses.filter(|it| at(it) == own).collect())
}

/// Where neither a declaration nor a title is.
const TOP: Place = (None, None);

/// Whether the import lies in the declaration, or under the title, of that place.
fn encloses((symbol, title): Place, import: &Import, facts: &FileFacts) -> bool {
    let symbol = symbol.and_then(|at| facts.symbols.get(at as usize)).map(|it| it.span);
    let span = symbol.or_else(|| Some(facts.titles.get(title? as usize)?.span));
    span.is_some_and(|it| is_around(it, import.span))
}

/// Where an import stands.
fn place(import: &Import, facts: &FileFacts) -> Place {
    match symbol_around(import.span, facts) {
        None => (None, title_around(import.span, facts)),
        symbol => (symbol, None),
    }
}

/// The position of the innermost declaration around.
pub(super) fn symbol_around(span: Span, facts: &FileFacts) -> Option<u32> {
    u32::try_from(facts.symbols.iter().rposition(|it| is_around(it.span, span))?).ok()
}

/// The position of the innermost title around.
pub(super) fn title_around(span: Span, facts: &FileFacts) -> Option<u32> {
    u32::try_from(facts.titles.iter().rposition(|it| is_around(it.span, span))?).ok()
}

/// Whether `inner` lies in `outer`; what is empty lies nowhere.
fn is_around(outer: Span, inner: Span) -> bool {
    inner.start < inner.end && outer.start <= inner.start && inner.end <= outer.end
}
