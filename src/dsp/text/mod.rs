//! The purposes that the tool writes (design §5, texts).
//!
//! From documentation where there is some, else from structure. One line, capped, without control and bidirectional
//! characters, ending in ` (auto)`; never a count or a line number. What documentation says stays as long as that does; where
//! there is none, what is told of a body follows its code. Pure.

mod action;
mod alias;
pub(in crate::dsp) mod asset;
mod base;
mod component;
mod conventional;
pub(super) mod declared;
mod deed;
mod django;
pub(in crate::dsp) mod doc;
pub(in crate::dsp) mod external;
mod file;
mod function;
mod go_modules;
mod graphql;
mod group;
mod headless;
mod initial;
mod languages;
mod made;
pub(in crate::dsp) mod named;
mod next;
mod package;
mod parts;
pub(in crate::dsp) mod place;
mod redux;
mod relation;
mod renowned;
mod script;
mod secret;
mod setting;
mod several;
mod shape;
mod shown;
pub(in crate::dsp) mod signature;
mod standard;
mod storybook;
pub(in crate::dsp) mod suite;
mod used;
pub(in crate::dsp) mod users;
mod value;
mod vuex;
pub(in crate::dsp) mod words;

use resolvers::facts::{BindingName, FileFacts, Injection};
use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use self::declared::Declared;
use self::named::Named;
use self::users::User;
use super::format::AUTO;
use super::roots::Root;
use crate::facts::SourceFile;
use crate::graph::External;
use crate::kept::Key;
use crate::resolution::packages::Package;

/// The longest text in characters, ` (auto)` not counted.
const LONGEST: usize = 400;
/// The longest part of a text that is taken over from documentation.
pub(super) const LONGEST_PART: usize = 240;
/// How many names a text lists.
const MOST_NAMES: usize = 8;

/// The text as one safe line that says who wrote it.
#[must_use]
pub fn auto(text: &str) -> String {
    let mut line = clean(&secret::without_secrets(text), LONGEST);
    line.push_str(AUTO);
    line
}

/// The local names that stand for whole modules: what is given of one is something in it, of which no name is known.
pub(in crate::dsp) fn modules(facts: &FileFacts) -> FxHashSet<&str> {
    let names = facts.imports.iter().flat_map(|import| &import.names);
    names.filter(|it| it.name == BindingName::Namespace).filter_map(|it| it.local.as_deref()).collect()
}

/// Whether what is given has the name itself, and is not something in it or in a module of that name.
pub(in crate::dsp) fn is_given(injection: &Injection, modules: &FxHashSet<&str>) -> bool {
    !injection.is_within && !modules.contains(injection.binding.as_str())
}

/// One line of at most `longest` characters: control and bidirectional characters removed, white space folded.
#[must_use]
pub fn clean(text: &str, longest: usize) -> String {
    let mut line = String::with_capacity(text.len().min(longest));
    let mut length = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = line.len();
        if start > 0 && !word.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !is_invisible(*c)));
        if line.len() == start + 1 && start > 0 {
            line.truncate(start);
        }
        length += line[start..].chars().count();
        if length > longest {
            return shortened(line, start, longest);
        }
    }
    line
}

/// `line` without the word that starts at `word` and the signs before it, or, where it is the first one, cut inside it.
fn shortened(mut line: String, word: usize, longest: usize) -> String {
    let cut = if word > 0 { word } else { line.char_indices().nth(longest).map_or(line.len(), |(at, _)| at) };
    line.truncate(cut);
    line.truncate(without_dangling(&line).len());
    // A piece of code that is cut stands for nothing.
    if let Some(open) =
        line.rfind('`').filter(|open| *open > 0 && !line.matches('`').count().is_multiple_of(2))
    {
        // Of statements the first ones say what they say.
        let statements = line[..open].ends_with("does ");
        match line[open..].rfind("; ").filter(|at| statements && *at >= SHORTEST_BODY) {
            Some(at) => {
                line.truncate(open + at);
                line.push_str("; …`");
                return line;
            }
            None => line.truncate(without_dangling(&line[..open]).len()),
        }
    }
    line.push('…');
    line
}

/// What is left of a body that is cut is no shorter, in bytes.
const SHORTEST_BODY: usize = 30;

/// Words behind which something is missing.
#[rustfmt::skip]
const LEADING: &[&str] = &[
    "a", "an", "and", "at", "by", "calls", "defines", "does", "for", "from", "given", "gives", "holds", "in", "is", "lists", "of",
    "or", "renders", "says", "sets", "shown", "takes", "taken", "the", "to", "used", "uses", "with",
];

/// The text without signs and words at its end that lead to nothing: `; used by` before what was cut away.
fn without_dangling(line: &str) -> &str {
    let plain = |text: &'_ str| text.trim_end_matches([',', ';', ':', '(', ' ', '…']).len();
    let mut end = plain(line);
    while let Some(last) = line[..end].rfind(' ')
        && LEADING.contains(&&line[last + 1..end])
    {
        end = plain(&line[..last]);
    }
    &line[..end]
}

/// Characters that change how a line reads without being seen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What an external is, and what the repository takes of it.
#[must_use]
pub(super) fn external(external: &External, used: &external::Use<'_>) -> String {
    auto(&external::about(external, used))
}

/// What other files have to do with a file or a declaration.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around<'f> {
    /// Who uses it.
    pub(super) users: &'f [User<'f>],
    /// What the heads in the file name that others declare.
    pub(super) named: &'f [Named<'f>],
    /// A digest of all that `named` says; `None` where nothing is kept of what follows from it.
    pub(super) named_key: Option<Key>,
}

/// What a file is; `facts` where a language reads it.
#[must_use]
pub(super) fn file(path: &RepoPath, facts: Option<&FileFacts>, around: Around<'_>) -> String {
    auto(&file::about(path, facts, around))
}

/// What a file is that no language reads, and who uses it; `text` where it is known.
#[must_use]
pub(super) fn asset(path: &RepoPath, text: Option<&str>, used: &external::Use<'_>) -> String {
    auto(&asset::told(path, text, used))
}

/// What a package is: the directory, and the files in it.
#[must_use]
pub(super) fn package(package: &Package<'_>, files: &[&SourceFile], users: &[User<'_>]) -> String {
    auto(&package::about(package, files, users))
}

/// Why the package `name` lists a file: what that declares for others.
#[must_use]
pub(super) fn member(name: &str, file: &SourceFile) -> String {
    let declares = few(" that declares ", package::declared(file), MOST_NAMES);
    auto(&format!("a file of package {}{declares}", quoted(name)))
}

/// What a declaration of the file at `path` is: `group` are the positions in `FileFacts::symbols` of all declarations
/// of one name that are merged into it, in source order.
#[must_use]
pub(super) fn symbol(path: &RepoPath, facts: &FileFacts, group: &[u32], around: Around<'_>) -> String {
    let declared = Declared::of(path, facts, group).map(|it| it.with(around));
    // The component of a file of one is the file.
    if declared.as_ref().is_some_and(Declared::is_single_file) {
        return file(path, Some(facts), around);
    }
    auto(&declared.map(|it| it.purpose()).unwrap_or_default())
}

/// Whether the words of `start` are the first ones of `text`.
fn begins_with(text: &str, start: &str) -> bool {
    // One has a comma, or quotes, that the other has not.
    let (text, start) = (text.replace([',', '`'], ""), start.replace([',', '`'], ""));
    let rest = text.strip_prefix(start.as_str());
    rest.is_some_and(|rest| start.is_empty() || !rest.starts_with(char::is_alphanumeric))
}

/// By what a root enters its project.
#[derive(Clone, Copy)]
pub enum Entered<'a> {
    /// The root's file; `None` where no language reads it.
    File(Option<&'a FileFacts>),
    /// The package that the root's file is a part of, and its files.
    Package(&'a Package<'a>, &'a [&'a SourceFile]),
}

/// What is said of the project that a root enters, but for what its README says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lead {
    /// The name of the package; empty where it has none.
    name: String,
    /// Nothing says that the root is an entry.
    is_guessed: bool,
    /// What its manifest, or who named the root, says of it; empty where nobody says anything.
    description: String,
    /// The part of the package that the root enters, where nothing enters it as a whole.
    subpath: Option<String>,
}

impl Lead {
    /// That of what `root` enters.
    #[must_use]
    pub fn of(root: &Root) -> Self {
        let description = root.description.as_deref().map(|text| clean(text, LONGEST_PART));
        Self {
            name: root.name.clone(),
            is_guessed: root.guessed,
            description: description.unwrap_or_default(),
            subpath: root.subpath.clone(),
        }
    }

    /// The project in short, whose README begins with `intro`.
    #[must_use]
    pub fn project(&self, intro: &str) -> String {
        let mut text = if self.is_guessed { "Guessed entry" } else { "Entry" }.to_owned();
        // What is said of a package says little of a part of it.
        if let Some(subpath) = &self.subpath {
            return format!("{text} {} of {}", quoted(subpath), quoted(&self.name));
        }
        let [mut own, mut more] = [self.description.trim_end_matches('.'), intro.trim_end_matches('.')];
        // One often begins with the other.
        (own, more) = if begins_with(more, own) { (more, "") } else { (own, more) };
        more = if begins_with(own, more) { "" } else { more };
        // What is said of a project is nothing that its entry does.
        match (self.name.as_str(), own.is_empty() && more.is_empty()) {
            ("", true) => {}
            ("", false) => text.push_str(" of the project"),
            (name, _) => text.extend([" of ", &quoted(name)]),
        }
        for (at, part) in [own, more].into_iter().filter(|part| !part.is_empty()).enumerate() {
            text.push_str(if at == 0 { ": " } else { ". " });
            text.push_str(part);
        }
        text
    }

    /// What is told of something that the root exports and nothing documents, where its name alone leads it and that is the
    /// one of the project: what is said of the project says what it is for. A value is no more than that, unless it is made.
    #[must_use]
    pub fn of_main(&self, told: &str, is_value: bool) -> Option<String> {
        if self.subpath.is_some() {
            return None;
        }
        let said = doc::first_sentence(&self.description);
        let is_state = ["deprecated", "todo", "http", "this project", "the monorepo"];
        let lower = said.to_lowercase();
        let is_purpose = said.split_whitespace().count() > 1
            && !is_state.iter().any(|it| lower.starts_with(it))
            && !said.contains(['<', '>'])
            && said.matches('`').count().is_multiple_of(2);
        let (lead, rest) = told.split_once(": ").filter(|_| is_purpose)?;
        let makes = ["made with ", "of type ", "takes "].iter().any(|it| rest.starts_with(it));
        if is_value && !makes {
            return None;
        }
        let plain = |name: &str| words::split(name).concat().to_lowercase();
        let own = self.name.rsplit('/').next()?;
        // `redux-thunk` has `thunk`.
        let bare = own.split_once('-').filter(|(family, _)| FAMILIES.contains(family)).map_or(own, |it| it.1);
        let names = [&self.name, own, bare].map(plain);
        let is_it = |lead: &str| !lead.is_empty() && names.contains(&plain(lead));
        let said = said.trim_end_matches(['.', '…', ' ']);
        if is_it(said) {
            return None;
        }
        if is_it(lead) {
            return Some(format!("{said}; {rest}"));
        }
        if lead.strip_suffix(", a class").is_some_and(is_it) {
            return Some(format!("{said}; a class: {rest}"));
        }
        // `Makes a request handler for method override`
        let made = lead.strip_prefix("Makes ").and_then(|it| it.split_once(" for "));
        made.filter(|(_, what)| is_it(what)).map(|_| format!("{lead} ({said}): {rest}"))
    }
}

/// What packages begin with that are made for something, sorted.
const FAMILIES: &[&str] =
    &["express", "fastify", "koa", "node", "preact", "react", "redux", "remix", "solid", "svelte", "vue"];

/// What a root of `project` is, whose file lies at `path`: the project in short, then what is entered.
#[must_use]
pub fn root(project: &str, path: &RepoPath, entered: Entered<'_>, parts: &[String]) -> String {
    let mut text = project.to_owned();
    let about = match entered {
        Entered::File(facts) => facts.map(|facts| file::about(path, Some(facts), Around::default())),
        Entered::Package(package, files) => Some(package::about(package, files, &[])),
    };
    if let Some(about) = about {
        text.push_str(". ");
        text.push_str(about.trim_end_matches('.'));
    }
    if !parts.is_empty() {
        text.push_str(". Main parts: ");
        text.push_str(&list(parts.iter().map(|part| quoted(part))));
    }
    auto(&text)
}

/// `name` in back quotes; what could end them is taken out.
pub(super) fn quoted(name: &str) -> String {
    // Nearly every name is as it should be.
    if name.len() <= 80 && name.bytes().all(|it| it.is_ascii_graphic() && it != b'`') {
        return ["`", name, "`"].concat();
    }
    format!("`{}`", clean(&name.replace('`', ""), 80))
}

/// A piece of code in back quotes: it may be longer than a name.
pub(super) fn quoted_code(code: &str) -> String {
    format!("`{}`", clean(&code.replace('`', "'"), 130))
}

/// The code of a body in back quotes: it is the longest piece of code that is told.
pub(super) fn quoted_body(code: &str) -> String {
    format!("`{}`", clean(&code.replace('`', "'"), 190))
}

/// A sketch of a body in back quotes: it takes the place of all else that is told of what is done.
pub(super) fn quoted_sketch(code: &str) -> String {
    format!("`{}`", clean(&code.replace('`', "'"), 260))
}

/// The first names, separated by commas; an ellipsis stands for the rest.
pub(super) fn list(names: impl Iterator<Item = String>) -> String {
    let mut names = names.peekable();
    let mut listed: Vec<String> = names.by_ref().take(MOST_NAMES).collect();
    if names.peek().is_some() {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

/// `lead` and the first `most` of the names, quoted, each once; empty without names.
pub(super) fn few<'n>(lead: &str, names: impl Iterator<Item = &'n str>, most: usize) -> String {
    few_said(lead, names.map(|name| (name, None)), most)
}

/// The longest sentence that is told of one name in a list, and all of a list, in bytes.
const LONGEST_SAID: usize = 64;
const LONGEST_SAID_LIST: usize = 200;

/// The same of names of which something may be said, which stands in brackets as long as there is room.
pub(super) fn few_said<'n>(
    lead: &str,
    names: impl Iterator<Item = (&'n str, Option<String>)>,
    most: usize,
) -> String {
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    for (name, said) in names {
        if told.contains(&name) {
            continue;
        }
        text.push_str(if told.is_empty() { lead } else { ", " });
        told.push(name);
        if told.len() > most {
            text.push('…');
            break;
        }
        text.push_str(&if name == "…" { name.to_owned() } else { quoted(name) });
        let fits = |it: &String| it.len() <= LONGEST_SAID && text.len() + it.len() < LONGEST_SAID_LIST;
        if let Some(said) = said.filter(fits) {
            text.extend([" (", &said, ")"]);
        }
    }
    text
}

#[cfg(test)]
mod tests;
