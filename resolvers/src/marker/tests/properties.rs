//! What must hold of every text: markers go in and out without a trace, and each speaks of that for which it was put.

#![expect(clippy::disallowed_methods, reason = "tests read the folder that somebody names")]

use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser};

use crate::facts::{FileFacts, Marker, Origin, Parse, Span, Subject};
use crate::languages::{ecmascript, python};
use crate::marker::Places;
use crate::path::RepoPath;
use crate::{Dialect, Language, language_of};

pub(super) fn language(name: &str) -> (&'static dyn Language, Dialect) {
    language_of(&RepoPath::new(name.as_bytes()).unwrap()).unwrap()
}

/// A text with markers.
pub(super) struct Marked {
    pub(super) text: Vec<u8>,
    /// Each uid with the name of what it was put for.
    pub(super) uids: Vec<(String, String)>,
    /// The same, with the subject.
    subjects: Vec<(String, Subject)>,
}

/// `source` with the markers of those symbols that `is_chosen`, and that of the file. `None` where none may be put.
pub(super) fn marked(name: &str, source: &[u8], is_chosen: &dyn Fn(usize) -> bool) -> Option<Marked> {
    let (language, dialect) = language(name);
    let facts = language.extract(dialect, source);
    let places = language.places(dialect, source, &facts)?;
    let mut told = Marked { text: source.to_vec(), uids: Vec::new(), subjects: Vec::new() };
    let has_place = |symbol: u32| is_chosen(symbol as usize) && places.symbols[symbol as usize].is_some();
    let mut lines = Vec::new();
    if let Some(at) = places.file.filter(|_| places.file_with.is_none_or(has_place)) {
        lines.push((at, "obj-ffffffff".to_owned()));
        told.uids.push(("obj-ffffffff".to_owned(), "FILE".to_owned()));
        told.subjects.push(("obj-ffffffff".to_owned(), Subject::File));
    }
    for (at, place) in places.symbols.iter().enumerate().filter(|(at, _)| is_chosen(*at)) {
        let Some(place) = place else { continue };
        let uid = format!("obj-{at:08x}");
        lines.push((*place, uid.clone()));
        told.uids.push((uid.clone(), facts.symbols[at].name.clone()));
        told.subjects.push((uid, Subject::Symbol(u32::try_from(at).unwrap())));
    }
    lines.sort_by_key(|(at, _)| *at);
    for (at, uid) in lines.into_iter().rev() {
        insert(&mut told.text, at as usize, &uid, &places);
    }
    Some(told)
}

fn insert(text: &mut Vec<u8>, at: usize, uid: &str, places: &Places) {
    let end = if memchr::memmem::find(text, b"\r\n").is_some() { "\r\n" } else { "\n" };
    let indent: Vec<u8> = text[at..].iter().copied().take_while(|it| matches!(it, b' ' | b'\t')).collect();
    let mut line = [&indent[..], format!("{} @dsp {uid}{end}", places.comment).as_bytes()].concat();
    if places.parted {
        line.extend(end.as_bytes());
    }
    text.splice(at..at, line);
}

/// `text` without the lines of its markers.
fn stripped(text: &[u8], markers: &[Marker], parted: bool) -> Vec<u8> {
    let mut text = text.to_vec();
    for marker in markers.iter().rev() {
        let first = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let start = memchr::memrchr(b'\n', &text[..marker.span.start as usize]).map_or(first, |at| at + 1);
        let mut end = start;
        for _ in 0..=usize::from(parted) {
            end += memchr::memchr(b'\n', &text[end..]).unwrap() + 1;
        }
        text.drain(start..end);
    }
    text
}

/// What a text says but for where it says so.
fn without_places(mut facts: FileFacts) -> FileFacts {
    let none = Span::default();
    facts.markers.clear();
    facts.symbols.iter_mut().for_each(|it| it.span = none);
    facts.imports.iter_mut().for_each(|it| it.span = none);
    facts.exports.iter_mut().for_each(|it| it.span = none);
    facts.discoveries.iter_mut().for_each(|it| it.span = none);
    facts.titles.iter_mut().for_each(|it| it.span = none);
    facts.problems.iter_mut().for_each(|it| it.offset = 0);
    facts
}

/// The leaves of the tree but for comments.
fn leaves(source: &[u8]) -> Vec<&[u8]> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_go::LANGUAGE.into()).unwrap();
    let tree = parser.parse(source, None).unwrap();
    let mut cursor = tree.walk();
    let mut found = Vec::new();
    let leaf = |node: Node<'_>| {
        let text = &source[node.byte_range()];
        let is_leaf = node.child_count() == 0 && node.kind() != "comment" && !text.trim_ascii().is_empty();
        is_leaf.then_some(text)
    };
    loop {
        found.extend(leaf(cursor.node()));
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

fn same_tree(name: &str, one: &[u8], other: &[u8]) -> bool {
    let (language, dialect) = language(name);
    match language.id() {
        "go" => leaves(one) == leaves(other),
        // Python 2 has no strict parser: its facts are compared all the same.
        "python" => python::same_tree(dialect, one, other).unwrap_or(true),
        _ => ecmascript::same_tree(dialect, one, other),
    }
}

/// What does not hold of `source`; `None` where it takes no markers.
pub(super) fn broken(name: &str, source: &[u8]) -> Option<Vec<String>> {
    let (language, dialect) = language(name);
    let facts = language.extract(dialect, source);
    if facts.parse != Parse::Complete || facts.origin != Origin::Written || !facts.markers.is_empty() {
        return None;
    }
    let mut found = Vec::new();
    for choice in [0, 1, 2] {
        let told = marked(name, source, &|at| choice == 2 || at % 2 == choice)?;
        found.extend(wrong(name, source, &facts, &told));
    }
    Some(found)
}

fn wrong(name: &str, source: &[u8], before: &FileFacts, told: &Marked) -> Vec<String> {
    let (language, dialect) = language(name);
    let after = language.extract(dialect, &told.text);
    let mut found = Vec::new();
    for (uid, subject) in &told.subjects {
        let markers: Vec<_> = after.markers.iter().filter(|it| it.uid == *uid && it.well_formed).collect();
        if !matches!(&markers[..], [marker] if marker.subject == *subject) {
            found.push(format!("{uid} was put for {subject:?}, not {markers:?}"));
        }
    }
    if after.markers.len() != told.subjects.len() {
        found.push("markers that nobody put".to_owned());
    }
    let again = language.places(dialect, &told.text, &after);
    if again.is_none_or(|it| it.symbols.iter().flatten().count() != put_places(name, source, before)) {
        found.push("other places than before".to_owned());
    }
    if !same_tree(name, source, &told.text) {
        found.push("another tree".to_owned());
    }
    if stripped(&told.text, &after.markers, language.id() == "go") != source {
        found.push("not restored".to_owned());
    }
    let (before, after) = (without_places(before.clone()), without_places(after));
    if before != after {
        let (before, after) = (format!("{before:#?}"), format!("{after:#?}"));
        let line = before.lines().zip(after.lines()).find(|(before, after)| before != after);
        found.push(format!("other facts: {line:?}"));
    }
    found
}

fn put_places(name: &str, source: &[u8], facts: &FileFacts) -> usize {
    let (language, dialect) = language(name);
    let places = language.places(dialect, source, facts);
    places.map_or(0, |it| it.symbols.iter().flatten().count())
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() && !path.ends_with(".git") {
            sources(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

/// How many files took markers. Where `into` is a folder, it gets each of them with markers.
fn check(dir: &Path, into: Option<&Path>) -> usize {
    let mut paths = Vec::new();
    sources(dir, &mut paths);
    let (mut checked, mut all) = (0, Vec::new());
    for path in paths {
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default();
        if RepoPath::new(name.as_bytes()).ok().is_none_or(|it| language_of(&it).is_none()) {
            continue;
        }
        let Ok(source) = std::fs::read(&path) else { continue };
        let Some(found) = broken(name, &source) else { continue };
        checked += 1;
        all.extend(found.into_iter().map(|it| format!("{}: {it}", path.display())));
        if let Some((told, into)) = marked(name, &source, &|_| true).zip(into) {
            let target = into.join(path.strip_prefix(dir).unwrap());
            std::fs::create_dir_all(target.parent().unwrap()).unwrap();
            std::fs::write(target, told.text).unwrap();
        }
    }
    assert!(all.is_empty(), "{} wrong in {checked} files:\n{}", all.len(), all.join("\n"));
    checked
}

#[test]
fn the_fixtures_take_markers() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    assert!(check(&fixtures, None) > 100);
}

#[test]
#[ignore = "reads the folder that DSP_MARKER_CORPUS names"]
fn a_corpus_takes_markers() {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let checked = check(&folder("DSP_MARKER_CORPUS").unwrap(), folder("DSP_MARKER_OUT").as_deref());
    assert!(checked > 0);
}
