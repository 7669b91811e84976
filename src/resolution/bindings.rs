//! Which declaration stands behind an exported name: the one resolver of re-export chains.
//!
//! Decides what depends on the exports of other files, after imports were resolved. Barrels, stars and cycles of
//! them follow the rules of ECMAScript: an explicit export hides what a star brings, a star brings no default, and
//! a name for which two stars lead to different declarations is no export. Iterative. No `.dsp/` and no text may
//! live here.

mod chains;

use std::collections::BTreeMap;

use resolvers::facts::{BindingName, Export, ExportSource, ImportKind, Parse};
use resolvers::target::{How, Target};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::ResolvedFile;
use super::members::star_files;
use super::packages::{Package, Packages};
use crate::facts::SourceFile;

/// A declaration at the top level of a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Declaration {
    /// Position among the sources.
    pub source: u32,
    /// Position in `FileFacts::symbols` of the first declaration with its name.
    pub symbol: u32,
}

/// What an exported name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// One declaration of this repository.
    Declared(Declaration),
    /// A whole module, something outside the repository, an ambiguous name, or nothing at all.
    Other,
    /// Nothing was found, but a file on the way could not be read completely: it may be there.
    Uncertain,
}

/// The exported names of all source files.
pub struct Bindings<'a> {
    files: Vec<Exports<'a>>,
    resolved: &'a [ResolvedFile],
    /// What the files of each package declare and export, by name: one declaration for each of the files that builds
    /// choose from.
    packages: Vec<Offered<'a>>,
}

/// The exports of one package.
#[derive(Default)]
struct Offered<'a> {
    names: FxHashMap<&'a str, Vec<Declaration>>,
    /// One of its files could not be read completely.
    open: bool,
}

/// The exports of one file.
#[derive(Default)]
struct Exports<'a> {
    /// What the file names itself, in source order, each name once.
    explicit: Vec<(&'a str, Explicit<'a>)>,
    /// Positions in `explicit`.
    by_name: FxHashMap<&'a str, usize>,
    /// The sources behind `export *`.
    stars: Vec<u32>,
    /// The file says which names it offers, whatever its stars bring.
    only: Option<FxHashSet<&'a str>>,
    /// Names that stars bring, each with the files that name it explicitly.
    starred: FxHashMap<&'a str, Vec<u32>>,
    /// The file, or one behind its stars, could not be read completely: it may export more than is known.
    open: bool,
}

#[derive(Clone, PartialEq, Eq)]
enum Explicit<'a> {
    /// A declaration of the file itself, by its symbol.
    Here(u32),
    /// A name of other files.
    There(There<'a>),
    /// Nothing that is declared in the repository.
    Elsewhere,
}

#[derive(Clone, PartialEq, Eq, Default)]
struct There<'a> {
    files: Vec<u32>,
    name: &'a str,
    /// A file on the way to them could not be read completely.
    open: bool,
}

impl<'a> Bindings<'a> {
    /// `resolved` belongs to `sources` by position; `sources` are sorted by path.
    #[must_use]
    pub fn of(sources: &'a [SourceFile], resolved: &'a [ResolvedFile]) -> Self {
        use rayon::prelude::*;
        let files =
            sources.par_iter().zip(resolved).map(|(source, resolved)| exports(sources, source, resolved));
        let mut bindings = Self { files: files.collect(), packages: Vec::new(), resolved };
        let packages = Packages::of(sources);
        bindings.packages = packages.all().iter().map(|package| bindings.offered(package)).collect();
        bindings.follow_stars();
        bindings.shorten();
        bindings
    }

    /// What `name`, which the import at `import` of the file at `importer` takes from the file at `source`, stands for.
    #[must_use]
    pub fn taken(&self, (importer, import): (u32, u32), source: u32, name: &BindingName) -> Binding {
        let answers = self.resolved.get(importer as usize);
        let answer = answers.and_then(|answers| answers.imports.get(import as usize));
        if answer.is_some_and(|answer| answer.how == How::Submodule) {
            return Binding::Other;
        }
        self.find(source, name)
    }

    /// What `name` of the file at `source` stands for.
    #[must_use]
    pub fn find(&self, source: u32, name: &BindingName) -> Binding {
        match name {
            BindingName::Namespace => Binding::Other,
            BindingName::Default => self.find_name(source, "default"),
            BindingName::Named(name) => self.find_name(source, name),
        }
    }

    /// What `name` of the package at `package` (see [`Packages`]) stands for; and whether it may be more than that.
    #[must_use]
    pub fn find_in_package(&self, package: u32, name: &BindingName) -> (&[Declaration], bool) {
        let (Some(offered), BindingName::Named(name)) = (self.packages.get(package as usize), name) else {
            return (&[], false);
        };
        let found = offered.names.get(name.as_str()).map_or(&[][..], Vec::as_slice);
        (found, offered.open && found.is_empty())
    }

    fn offered(&self, package: &Package<'_>) -> Offered<'a> {
        let mut offered = Offered::default();
        for source in &package.members {
            let file = &self.files[*source as usize];
            offered.open |= file.open;
            for (name, explicit) in &file.explicit {
                if let Explicit::Here(symbol) = explicit {
                    let declaration = Declaration { source: *source, symbol: *symbol };
                    offered.names.entry(name).or_default().push(declaration);
                }
            }
        }
        offered
    }

    /// The declarations that the file at `source` exports, its own and others', each once: those that it names in
    /// source order, then those that stars bring, by name.
    #[must_use]
    pub fn exported(&self, source: u32) -> Vec<Declaration> {
        let Some(file) = self.files.get(source as usize) else { return Vec::new() };
        let mut starred: Vec<&str> = file.starred.keys().copied().collect();
        starred.sort_unstable();
        let names = file.explicit.iter().map(|(name, _)| *name).chain(starred);
        let mut told = FxHashSet::default();
        let found = names.filter_map(|name| match self.find_name(source, name) {
            Binding::Declared(declaration) => told.insert(declaration).then_some(declaration),
            Binding::Other | Binding::Uncertain => None,
        });
        found.collect()
    }

    /// Each name that the file at `source` exports, with the declaration behind it, where that is one; and whether there may
    /// be more names.
    #[must_use]
    pub fn names(&self, source: u32) -> (BTreeMap<&str, Option<Declaration>>, bool) {
        let Some(file) = self.files.get(source as usize) else { return Default::default() };
        let names = file.explicit.iter().map(|(name, _)| *name).chain(file.starred.keys().copied());
        let declared = |name| match self.find_name(source, name) {
            Binding::Declared(declaration) => Some(declaration),
            Binding::Other | Binding::Uncertain => None,
        };
        (names.map(|name| (name, declared(name))).collect(), file.open)
    }

    /// The declarations that the files at `sources` export themselves, in that order.
    #[must_use]
    pub fn exported_by(&self, sources: &[u32]) -> Vec<Declaration> {
        let declared = |source: &u32| {
            let source = *source;
            self.declared(source).into_iter().map(move |symbol| Declaration { source, symbol })
        };
        sources.iter().flat_map(declared).collect()
    }

    /// The symbols that the file at `source` declares and exports itself, each once, in the order of its exports.
    #[must_use]
    pub fn declared(&self, source: u32) -> Vec<u32> {
        let explicit = self.files.get(source as usize).map_or(&[][..], |file| &file.explicit);
        let mut told = FxHashSet::default();
        let here = explicit.iter().filter_map(|(_, explicit)| match explicit {
            Explicit::Here(symbol) => told.insert(*symbol).then_some(*symbol),
            Explicit::There(_) | Explicit::Elsewhere => None,
        });
        here.collect()
    }

    fn find_name<'n>(&'n self, source: u32, name: &'n str) -> Binding {
        let mut found = None;
        let mut open = false;
        let mut seen: FxHashSet<(u32, &str)> = FxHashSet::default();
        let mut pending = vec![(source, name)];
        while let Some((at, name)) = pending.pop() {
            let Some(file) = self.files.get(at as usize) else { continue };
            open |= file.open;
            let explicit = file.by_name.get(name).and_then(|at| file.explicit.get(*at));
            if let Some((_, Explicit::Here(symbol))) = explicit {
                let declaration = Declaration { source: at, symbol: *symbol };
                if *found.get_or_insert(declaration) != declaration {
                    return Binding::Other;
                }
            } else if seen.insert((at, name)) {
                match explicit {
                    Some((_, Explicit::There(there))) => {
                        open |= there.open;
                        pending.extend(there.files.iter().map(|file| (*file, there.name)));
                    }
                    Some(_) => {}
                    None => {
                        pending
                            .extend(file.starred.get(name).into_iter().flatten().map(|file| (*file, name)));
                    }
                }
            }
        }
        match found {
            Some(declaration) => Binding::Declared(declaration),
            None if open => Binding::Uncertain,
            None => Binding::Other,
        }
    }

    /// Fills `starred`: a file brings what the files behind its stars name or bring, as far as it does not name it
    /// itself. Repeated until nothing changes, which cycles of stars need; in the order of a depth-first walk, so
    /// that without cycles one round does all.
    fn follow_stars(&mut self) {
        let (order, has_cycle) = self.star_order();
        loop {
            let mut grown = false;
            for file in &order {
                grown |= self.gather(*file);
            }
            if !grown || !has_cycle {
                return;
            }
        }
    }

    /// The files that have stars, those behind the stars first.
    fn star_order(&self) -> (Vec<u32>, bool) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            UnderWay,
            Done,
        }
        let mut state = vec![State::New; self.files.len()];
        let mut order = Vec::new();
        let mut has_cycle = false;
        for start in (0..).take(self.files.len()) {
            if state[start as usize] != State::New || self.files[start as usize].stars.is_empty() {
                continue;
            }
            let mut path = vec![(start, 0)];
            state[start as usize] = State::UnderWay;
            while let Some((file, next)) = path.last_mut() {
                let Some(star) = self.files[*file as usize].stars.get(*next).copied() else {
                    state[*file as usize] = State::Done;
                    order.push(*file);
                    path.pop();
                    continue;
                };
                *next += 1;
                has_cycle |= state[star as usize] == State::UnderWay;
                if state[star as usize] == State::New && !self.files[star as usize].stars.is_empty() {
                    state[star as usize] = State::UnderWay;
                    path.push((star, 0));
                }
            }
        }
        (order, has_cycle)
    }

    /// Whether `starred` of `file` grew.
    fn gather(&mut self, file: u32) -> bool {
        let mut starred = std::mem::take(&mut self.files[file as usize].starred);
        let own = &self.files[file as usize];
        let open = own.open || own.stars.iter().any(|star| self.files[*star as usize].open);
        let mut grown = open != own.open;
        let mut add = |name: &'a str, holder: u32| {
            let offered = own.only.as_ref().is_none_or(|all| all.contains(name));
            if name != "default" && offered && !own.by_name.contains_key(name) {
                let holders = starred.entry(name).or_default();
                if let Err(at) = holders.binary_search(&holder) {
                    holders.insert(at, holder);
                    grown = true;
                }
            }
        };
        for star in own.stars.iter().filter(|star| **star != file) {
            let behind = &self.files[*star as usize];
            for (name, _) in &behind.explicit {
                add(name, *star);
            }
            #[expect(clippy::iter_over_hash_type, reason = "from one map into another; holders are sorted")]
            for (name, holders) in &behind.starred {
                for holder in holders {
                    add(name, *holder);
                }
            }
        }
        let own = &mut self.files[file as usize];
        (own.starred, own.open) = (starred, open);
        grown
    }
}

/// The files whose exports `source` passes on itself, whatever of them, in order; `sources` are all.
#[must_use]
pub fn passed_on(sources: &[SourceFile], source: &SourceFile, resolved: &ResolvedFile) -> Vec<u32> {
    let exports = exports(sources, source, resolved);
    let named = exports.explicit.iter().flat_map(|(_, explicit)| match explicit {
        Explicit::There(there) => &there.files[..],
        Explicit::Here(_) | Explicit::Elsewhere => &[],
    });
    let mut files: Vec<u32> = named.chain(&exports.stars).copied().collect();
    files.sort_unstable();
    files.dedup();
    files
}

fn exports<'a>(sources: &'a [SourceFile], source: &'a SourceFile, resolved: &'a ResolvedFile) -> Exports<'a> {
    let facts = &source.facts;
    let mut exports = Exports { open: facts.parse != Parse::Complete, ..Exports::default() };
    if facts.exports.is_empty() {
        return exports;
    }
    let names = Names::of(sources, source, resolved);
    for export in &facts.exports {
        match &export.source {
            ExportSource::Star { specifier } => exports.stars.extend(names.files_of_star(specifier, export)),
            ExportSource::Local(local) => exports.add(export, names.local(local)),
            ExportSource::ReExport { specifier, name } => {
                exports.add(export, there(names.files_of(specifier, export), name));
            }
        }
    }
    exports.stars.sort_unstable();
    exports.stars.dedup();
    let only = facts.header.all.as_ref().filter(|all| !all.open);
    exports.only = only.map(|all| all.names.iter().map(String::as_str).collect());
    exports
}

impl<'a> Exports<'a> {
    /// Of several statements with one name the first counts that leads to something.
    fn add(&mut self, export: &'a Export, explicit: Explicit<'a>) {
        match self.by_name.get(export.name.as_str()) {
            None => {
                self.by_name.insert(&export.name, self.explicit.len());
                self.explicit.push((&export.name, explicit));
            }
            Some(at) if self.explicit[*at].1 == Explicit::Elsewhere => self.explicit[*at].1 = explicit,
            Some(_) => {}
        }
    }
}

fn there(files: Vec<u32>, name: &BindingName) -> Explicit<'_> {
    match name {
        _ if files.is_empty() => Explicit::Elsewhere,
        BindingName::Namespace => Explicit::Elsewhere,
        BindingName::Default => Explicit::There(There { files, name: "default", open: false }),
        BindingName::Named(name) => Explicit::There(There { files, name, open: false }),
    }
}

/// The names that one file knows.
struct Names<'a> {
    sources: &'a [SourceFile],
    source: &'a SourceFile,
    resolved: &'a ResolvedFile,
    /// Top-level declarations, each with its first symbol.
    declared: FxHashMap<&'a str, u32>,
    /// Imported bindings: position of the import and of the name in it.
    imported: FxHashMap<&'a str, (usize, usize)>,
    /// The imports of each specifier.
    specifiers: FxHashMap<&'a str, Vec<usize>>,
}

impl<'a> Names<'a> {
    fn of(sources: &'a [SourceFile], source: &'a SourceFile, resolved: &'a ResolvedFile) -> Self {
        let mut names = Self {
            sources,
            source,
            resolved,
            declared: FxHashMap::default(),
            imported: FxHashMap::default(),
            specifiers: FxHashMap::default(),
        };
        for (symbol, at) in source.facts.symbols.iter().zip(0..).filter(|(it, _)| it.container.is_none()) {
            names.declared.entry(&symbol.name).or_insert(at);
        }
        for (at, import) in source.facts.imports.iter().enumerate().filter(|(_, it)| !it.syntax.is_weak()) {
            names.specifiers.entry(&import.specifier).or_default().push(at);
            for (number, name) in import.names.iter().enumerate() {
                if let Some(local) = &name.local {
                    names.imported.entry(local).or_insert((at, number));
                }
            }
        }
        names
    }

    /// A declaration, or an imported binding that is passed on.
    fn local(&self, local: &str) -> Explicit<'a> {
        if let Some(symbol) = self.declared.get(local) {
            return Explicit::Here(*symbol);
        }
        let Some((import, name)) = self.imported.get(local) else { return Explicit::Elsewhere };
        // A submodule is taken as a whole, though by a name.
        if self.resolved.imports.get(*import).is_some_and(|answer| answer.how == How::Submodule) {
            return Explicit::Elsewhere;
        }
        there(self.targets(*import), &self.source.facts.imports[*import].names[*name].name)
    }

    /// The same for a star: of several statements with that specifier the one that takes the whole.
    fn files_of_star(&self, specifier: &str, export: &Export) -> Vec<u32> {
        let imports = self.specifiers.get(specifier).map_or(&[][..], Vec::as_slice);
        let is_star = |at: &&usize| {
            let import = &self.source.facts.imports[**at];
            import.span == export.span && import.names.iter().any(|it| it.name == BindingName::Namespace)
        };
        let star = imports.iter().find(is_star);
        let Some(answer) = star.and_then(|at| self.resolved.imports.get(*at)) else {
            return self.files_of(specifier, export);
        };
        star_files(answer).filter_map(|path| position(self.sources, path.as_bytes())).collect()
    }

    /// The sources that the specifier of `export` leads to, asked by its statement, or else as the kind of import that it
    /// is.
    fn files_of(&self, specifier: &str, export: &Export) -> Vec<u32> {
        let imports = self.specifiers.get(specifier).map_or(&[][..], Vec::as_slice);
        let of_kind =
            |at: &&usize| (self.source.facts.imports[**at].kind == ImportKind::Type) == export.type_only;
        let is_statement = |at: &&usize| {
            let statement = self.source.facts.imports[**at].span;
            statement.start <= export.span.start && export.span.end <= statement.end
        };
        let import = imports.iter().find(is_statement).or_else(|| imports.iter().find(of_kind));
        let import = import.or(imports.first());
        import.map_or_else(Vec::new, |at| self.targets(*at))
    }

    fn targets(&self, import: usize) -> Vec<u32> {
        let targets = self.resolved.imports.get(import).map_or(&[][..], |resolved| &resolved.targets);
        let sources = targets.iter().filter_map(|target| match target {
            Target::Source(path) => position(self.sources, path.as_bytes()),
            _ => None,
        });
        sources.collect()
    }
}

/// Where among the sorted `sources` that file stands.
#[must_use]
pub fn position(sources: &[SourceFile], path: &[u8]) -> Option<u32> {
    let at = sources.binary_search_by(|source| source.path.as_bytes().cmp(path)).ok()?;
    u32::try_from(at).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    /// What each file exports, a line each.
    fn check(fixture: &str, expected: &str) {
        let fixture = Fixture::parse(fixture);
        let bindings = Bindings::of(&fixture.sources, &fixture.resolved);
        let told = |declaration: Declaration| {
            let source = &fixture.sources[declaration.source as usize];
            format!("{}#{}", source.path, source.facts.symbols[declaration.symbol as usize].name)
        };
        let lines = fixture.sources.iter().zip(0..).map(|(source, at)| {
            let exported: Vec<String> = bindings.exported(at).into_iter().map(told).collect();
            format!("{}: {}", source.path, exported.join(" ")).trim_end().to_owned()
        });
        let lines: Vec<String> = lines.collect();
        let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn names_are_followed_to_their_declarations() {
        check(
            "== a.ts\nfunction f\nclass G\n\
             == b.ts\nreexport a.ts f\nexport f from a.ts\n\
             == c.ts\nimport b.ts f:h\nexport h as k\nexport gone\nreexport npm:x y\nexport y from npm:x\n",
            "a.ts: a.ts#f a.ts#G\nb.ts: a.ts#f\nc.ts: a.ts#f",
        );
    }

    #[test]
    fn stars_bring_what_is_not_hidden_and_not_ambiguous() {
        check(
            "== a.ts\nvariable z\nfunction x\nvariable default\n\
             == b.ts\nfunction x\nfunction y\n\
             == both.ts\nreexport a.ts *\nexport * from a.ts\nreexport b.ts *\nexport * from b.ts\n\
             == hides.ts\nreexport both.ts *\nexport * from both.ts\nfunction z\n\
             == twice.ts\nreexport both.ts *\nexport * from both.ts\nreexport a.ts *\nexport * from a.ts\n",
            "a.ts: a.ts#z a.ts#x a.ts#default\nb.ts: b.ts#x b.ts#y\nboth.ts: b.ts#y a.ts#z
             hides.ts: hides.ts#z b.ts#y\ntwice.ts: b.ts#y a.ts#z",
        );
    }

    #[test]
    fn of_what_stars_bring_a_file_offers_what_it_lists() {
        check(
            "== a.py\nfunction f\nfunction g\n\
             == p/__init__.py\nall f\nreexport a.py *\nexport * from a.py\n\
             == q.py\nreexport p/__init__.py *\nexport * from p/__init__.py\n",
            "a.py: a.py#f a.py#g\np/__init__.py: a.py#f\nq.py: a.py#f",
        );
    }

    #[test]
    fn cycles_of_stars_and_names_end() {
        check(
            "== a.ts\nreexport b.ts *\nexport * from b.ts\nfunction a\n\
             == b.ts\nreexport c.ts *\nexport * from c.ts\nfunction b\n\
             == c.ts\nreexport a.ts *\nexport * from a.ts\nfunction c\n\
             == d.ts\nreexport e.ts n\nexport n from e.ts\n\
             == e.ts\nreexport d.ts n\nexport n from d.ts\n\
             == f.ts\nreexport f.ts *\nexport * from f.ts\n",
            "a.ts: a.ts#a b.ts#b c.ts#c\nb.ts: b.ts#b a.ts#a c.ts#c\nc.ts: c.ts#c a.ts#a b.ts#b\nd.ts:\ne.ts:\nf.ts:",
        );
    }

    #[test]
    fn a_chain_is_as_good_as_its_end() {
        check(
            "== a.ts\nreexport b.ts f\nexport f from b.ts\n\
             == b.ts\nreexport c.ts f\nexport f from c.ts\n\
             == c.ts\nreexport d.ts *\nexport * from d.ts\n\
             == d.ts\nfunction f\n\
             == into.ts\nreexport loop1.ts f\nexport f from loop1.ts\n\
             == loop1.ts\nreexport loop2.ts f\nexport f from loop2.ts\n\
             == loop2.ts\nreexport loop1.ts f\nexport f from loop1.ts\n\
             == own.ts\nreexport own.ts f\nexport f from own.ts\n",
            "a.ts: d.ts#f\nb.ts: d.ts#f\nc.ts: d.ts#f\nd.ts: d.ts#f\ninto.ts:\nloop1.ts:\nloop2.ts:\nown.ts:",
        );
    }

    #[test]
    fn what_was_not_read_on_the_way_leaves_a_name_open() {
        let fixture = Fixture::parse(
            "== a.ts\nreexport b.ts f\nexport f from b.ts\n\
             == b.ts\nfailed\nreexport c.ts f\nexport f from c.ts\n\
             == c.ts\nreexport d.ts f\nexport f from d.ts\n== d.ts\n\
             == l1.ts\nreexport l2.ts f\nexport f from l2.ts\n\
             == l2.ts\nfailed\nreexport l1.ts f\nexport f from l1.ts\n\
             == to.ts\nreexport l1.ts f\nexport f from l1.ts\n",
        );
        let bindings = Bindings::of(&fixture.sources, &fixture.resolved);
        let name = BindingName::Named("f".to_owned());
        let found: Vec<bool> = (0..7).map(|at| bindings.find(at, &name) == Binding::Uncertain).collect();
        assert_eq!(found, [true, true, false, false, true, true, true]);
    }

    #[test]
    fn a_long_chain_is_walked_once() {
        let last = 30_000;
        let link = |at: u32| {
            format!("== m{at:06}.ts\nreexport m{:06}.ts f\nexport f from m{:06}.ts\n", at + 1, at + 1)
        };
        let text = (0..last).map(link).collect::<String>() + &format!("== m{last:06}.ts\nfunction f\n");
        let fixture = Fixture::parse(&text);
        let bindings = Bindings::of(&fixture.sources, &fixture.resolved);
        let end = Declaration { source: last, symbol: 0 };
        assert!((0..=last).all(|at| bindings.exported(at) == [end]));
    }

    #[test]
    fn a_file_that_was_not_read_leaves_its_names_open() {
        let fixture = Fixture::parse(
            "== a.ts\nfailed\n== b.ts\nreexport a.ts *\nexport * from a.ts\nfunction f\n== c.ts\n",
        );
        let bindings = Bindings::of(&fixture.sources, &fixture.resolved);
        let name = BindingName::Named("x".to_owned());
        let found: Vec<Binding> = (0..3).map(|at| bindings.find(at, &name)).collect();
        assert_eq!(found, [Binding::Uncertain, Binding::Uncertain, Binding::Other]);
    }
}
