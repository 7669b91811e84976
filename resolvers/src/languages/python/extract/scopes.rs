//! Names that are imported or declared at the top level: which are in scope, and each use of one.
//!
//! No full scope analysis: only such names are followed, and only bindings that hide one of them are remembered. Knows
//! nothing of statements; `visit` says when scopes open and close.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::{OwnUse, Reference};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Bound<'a> {
    /// What `from … import` took: a module perhaps.
    Name,
    /// A module: `name.member` says what of it is used.
    Module,
    /// `a` of `import a.b.c`: the whole dotted name is the binding.
    Dotted(&'a str),
}

/// The imported names of a file and their uses.
#[derive(Default)]
pub(super) struct Scopes<'a> {
    /// Bound at the top level. Several imports may bind one head: `import a.b`, `import a.c`; none does what is only
    /// declared there.
    file: FxHashMap<&'a str, Vec<Bound<'a>>>,
    /// The same, each once: a file may import very much of one package.
    bound: FxHashSet<(&'a str, Bound<'a>)>,
    /// Bound (`Some`) or hidden (`None`) in the open scopes.
    local: Vec<(&'a str, Option<Bound<'a>>)>,
    /// Where in `local` each open scope begins.
    open: Vec<usize>,
    seen: FxHashSet<(&'a str, &'a str, Option<u32>)>,
    pub(super) references: Vec<Reference>,
    pub(super) own_uses: Vec<OwnUse>,
}

impl<'a> Scopes<'a> {
    pub(super) fn enter(&mut self) {
        self.open.push(self.local.len());
    }

    pub(super) fn leave(&mut self) {
        if let Some(length) = self.open.pop() {
            self.local.truncate(length);
        }
    }

    /// Whether no function is open.
    pub(super) fn at_top(&self) -> bool {
        self.open.is_empty()
    }

    /// `name` is imported in the innermost scope.
    pub(super) fn bind(&mut self, name: &'a str, bound: Bound<'a>) {
        if !self.at_top() {
            return self.local.push((name, Some(bound)));
        }
        if self.bound.insert((name, bound)) {
            self.file.entry(name).or_default().push(bound);
        }
    }

    /// `name` is declared at the top level.
    pub(super) fn own(&mut self, name: &'a str) {
        self.file.entry(name).or_default();
    }

    /// `name` is bound in the innermost scope. At the top level that stands beside an import of the same name
    /// (`yaml = None` where it is not installed) and hides nothing.
    pub(super) fn hide(&mut self, name: &'a str) {
        if !self.at_top() && self.is_known(name) {
            self.local.push((name, None));
        }
    }

    /// Whether `name` is imported and not hidden here.
    pub(super) fn is_bound(&self, name: &str) -> bool {
        match self.local.iter().rev().find(|(local, _)| *local == name) {
            Some((_, bound)) => bound.is_some(),
            None => self.file.get(name).is_some_and(|bounds| !bounds.is_empty()),
        }
    }

    /// Whether `name` is imported or declared at the top level, and not hidden here.
    pub(super) fn is_known(&self, name: &str) -> bool {
        match self.local.iter().rev().find(|(local, _)| *local == name) {
            Some((_, bound)) => bound.is_some(),
            None => self.file.contains_key(name),
        }
    }

    /// `name.rest`, where `rest` are the attributes that follow; they count for what may be a module only.
    pub(super) fn use_name(&mut self, name: &'a str, rest: &[&'a str], symbol: Option<u32>) {
        let mut locals = self.local.iter().rev().filter(|(local, _)| *local == name).map(|(_, bound)| *bound);
        let found = match locals.next() {
            Some(None) => return,
            Some(Some(first)) => {
                let bounds: Vec<Bound<'a>> = [first].into_iter().chain(locals.map_while(|it| it)).collect();
                find(name, &bounds, rest)
            }
            None => match self.file.get(name) {
                Some(bounds) if bounds.is_empty() => return self.use_own(name, symbol),
                Some(bounds) => find(name, bounds, rest),
                None => return,
            },
        };
        if let Some((binding, member)) = found
            && self.seen.insert((binding, member.unwrap_or_default(), symbol))
        {
            let member = member.map(str::to_owned);
            self.references.push(Reference {
                binding: binding.to_owned(),
                member,
                symbol,
                title: None,
                in_template: false,
                in_types: false,
            });
        }
    }

    fn use_own(&mut self, name: &'a str, symbol: Option<u32>) {
        let Some(symbol) = symbol else { return };
        if self.seen.insert((name, "", Some(symbol))) {
            self.own_uses.push(OwnUse { name: name.to_owned(), symbol });
        }
    }
}

/// Which of `bounds`, all called `name`, is meant, and what of it. None where it is `a.c` of `import a.b`: what `a` has
/// there came by other ways.
fn find<'a>(name: &'a str, bounds: &[Bound<'a>], rest: &[&'a str]) -> Option<(&'a str, Option<&'a str>)> {
    let dotted = bounds.iter().filter_map(|bound| match bound {
        Bound::Dotted(whole) => Some((*whole, whole.matches('.').count())),
        Bound::Name | Bound::Module => None,
    });
    let goes_on =
        |whole: &str| whole.split('.').skip(1).zip(rest).all(|(part, attribute)| part == *attribute);
    let mut meant = dotted.filter(|(whole, _)| goes_on(whole));
    let longest = meant.clone().filter(|(_, dots)| *dots <= rest.len()).max_by_key(|it| it.1);
    match (longest, bounds.first()) {
        (Some((whole, dots)), _) => Some((whole, rest.get(dots).copied())),
        (None, Some(Bound::Dotted(_))) if !bounds.contains(&Bound::Module) => Some((meant.next()?.0, None)),
        // What is taken of a package may be a module of it: those have no capitals.
        (None, Some(Bound::Name)) if name.contains(|c: char| c.is_uppercase()) => Some((name, None)),
        (None, _) => Some((name, rest.first().copied())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_import_is_meant() {
        let bounds = [Bound::Dotted("a.b"), Bound::Dotted("a.b.c"), Bound::Module];
        assert_eq!(find("a", &bounds, &["b", "c", "d"]), Some(("a.b.c", Some("d"))));
        assert_eq!(find("a", &bounds, &["b", "x"]), Some(("a.b", Some("x"))));
        assert_eq!(find("a", &bounds, &["x"]), Some(("a", Some("x"))));
        assert_eq!(find("a", &bounds[..2], &[]), Some(("a.b", None)));
        assert_eq!(find("a", &bounds[1..2], &["b"]), Some(("a.b.c", None)));
        assert_eq!(find("a", &bounds[..2], &["x"]), None);
        assert_eq!(find("a", &[Bound::Name], &["x"]), Some(("a", Some("x"))));
        assert_eq!(find("A", &[Bound::Name], &["x"]), Some(("A", None)));
    }
}
