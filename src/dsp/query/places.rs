//! Which file each entity is or lies in: its `source:` without the symbol.

use bstr::ByteSlice;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::super::format::{Description, plain_path};
use super::super::reader::Reader;
use super::super::store::StoreError;

/// Files come first, by path, then externals, by name and ecosystem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) enum Place {
    File(Vec<u8>),
    External(Vec<u8>, Vec<u8>),
}

/// Where an entity is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in super::super) struct Source {
    /// `None`: its description does not say.
    pub(in super::super) place: Option<Place>,
    /// It stands for all of it, and not for something in it. A function never does.
    pub(in super::super) is_whole: bool,
}

/// The places of all entities, in the order of [`Reader::names`].
///
/// A name may hold a `#` itself. What stands before one is a file where an entity has it for its source; where none
/// has, the last `#` begins a symbol unless what follows looks like a file and what stands before it does not.
pub(in super::super) fn of_all(reader: &Reader) -> Result<Vec<Source>, StoreError> {
    let column = reader.descriptions()?;
    let entities = (0..reader.names()?.len()).into_par_iter().with_min_len(64);
    let mut sources: Vec<Source> = entities.map(|at| column.get(at).map(read).unwrap_or_default()).collect();
    settle(&mut sources);
    Ok(sources)
}

/// Decides of each source with a `#` where the symbol begins.
fn settle(sources: &mut [Source]) {
    let is_plain = |path: &&Vec<u8>| !path.contains(&b'#');
    let mut files: FxHashSet<Vec<u8>> =
        sources.iter().filter_map(Source::path).filter(is_plain).cloned().collect();
    let mut open: Vec<&mut Source> =
        sources.iter_mut().filter(|source| source.path().is_some_and(|path| path.contains(&b'#'))).collect();
    // The shorter ones first: they may be the files of others.
    open.sort_by_key(|source| source.path().map(Vec::len));
    for source in open {
        source.cut(&mut files);
    }
}

/// The source of an entity, with its symbol.
fn read(raw: &[u8]) -> Source {
    let description = Description::parse(raw.to_vec());
    let source = plain_path(description.get("source").unwrap_or_default()).into_owned();
    if source.is_empty() {
        return Source::default();
    }
    match description.get("kind") {
        Some(b"external") => {
            let ecosystem = description.paragraph("ecosystem").unwrap_or_default().to_vec();
            Source { place: Some(Place::External(source, ecosystem)), is_whole: true }
        }
        kind => Source { place: Some(Place::File(source)), is_whole: kind != Some(b"function") },
    }
}

impl Source {
    fn path(&self) -> Option<&Vec<u8>> {
        match &self.place {
            Some(Place::File(path)) => Some(path),
            _ => None,
        }
    }

    fn cut(&mut self, files: &mut FxHashSet<Vec<u8>>) {
        let Some(Place::File(path)) = &mut self.place else { return };
        let mut cuts = (1..path.len()).rev().filter(|at| path[*at] == b'#');
        let last = cuts.clone().next();
        let cut = cuts.find(|at| files.contains(&path[..*at]));
        let cut = cut.or_else(|| last.filter(|at| !is_name(&path[..*at], &path[at + 1..])));
        if let Some(at) = cut {
            path.truncate(at);
            self.is_whole = false;
        }
        files.insert(path.clone());
    }
}

/// Whether the `#` between `before` and `after` is a part of a file's name.
fn is_name(before: &[u8], after: &[u8]) -> bool {
    let base = before.rsplit_str("/").next().unwrap_or_default();
    after.contains(&b'/') || (after.contains(&b'.') && !base.contains(&b'.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected`: the file of each source, and `*` behind it where the source is all of it.
    fn check(sources: &[&str], expected: &[&str]) {
        let mut all: Vec<Source> =
            sources.iter().map(|source| read(format!("source: {source}\n").as_bytes())).collect();
        settle(&mut all);
        let told = |source: &Source| {
            let path = source.path().map(|path| path.to_str_lossy().into_owned()).unwrap_or_default();
            path + if source.is_whole { "*" } else { "" }
        };
        assert_eq!(all.iter().map(told).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_hash_begins_a_symbol_or_stands_in_a_name() {
        check(&["src/a.ts#f", "src/a.ts", "./src/a.ts#C.m"], &["src/a.ts", "src/a.ts*", "src/a.ts"]);
        check(&["src/a.ts#f", "src/b.ts#C.m"], &["src/a.ts", "src/b.ts"]);
        check(
            &["src/a#b.ts", "src/a#b.ts#f", "src/a#b.ts#C#p"],
            &["src/a#b.ts*", "src/a#b.ts", "src/a#b.ts"],
        );
        check(&["src/#x/a.ts", "src/#x/a.ts#f"], &["src/#x/a.ts*", "src/#x/a.ts"]);
        check(&["Makefile#all", "\"a\\nb\"", "", "#x"], &["Makefile", "a\nb*", "", "#x*"]);
        check(&["a#b.ts", "a"], &["a", "a*"]);
    }
}
