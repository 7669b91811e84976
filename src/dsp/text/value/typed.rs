//! What is said of the type of a value, by its declaration in the file or the package that it comes from. Pure.

use resolvers::facts::{Symbol, SymbolKind};

use super::maker::AROUND_ALL;
use crate::dsp::text::declared::{Declared, MANY};
use crate::dsp::text::initial::Initial;
use crate::dsp::text::place::is_python;
use crate::dsp::text::words::is_verb;
use crate::dsp::text::{few, quoted, renowned};

/// How many members of a type are told.
const MOST_MEMBERS: usize = 6;

impl Declared<'_> {
    /// The type of the file and the literal of Go that is made a value of it: `Kind("dev")`.
    pub(super) fn converted<'s>(&self, initial: &Initial<'s>) -> Option<(&'s str, &'s str)> {
        let Initial::Made { callee, given } = initial else { return None };
        let [only] = given[..] else { return None };
        let literal = only.starts_with(['"', '`', '-']) || only.starts_with(|c: char| c.is_ascii_digit());
        let is_type = || self.beside(|it| it == *callee).is_some_and(|it| it.kind() == SymbolKind::Type);
        (self.is_go() && literal && is_type()).then_some((*callee, only))
    }

    /// What is said of a type: `, which says how …` of Go's `// Level says how …`, else in brackets.
    pub(in crate::dsp::text) fn which_type(&self, kind: &str) -> String {
        let Some(said) = self.said_of(kind) else { return String::new() };
        // Behind the name of a type there stands a verb.
        let first = said.split(' ').next().unwrap_or_default();
        let mut words = said.split(' ').skip(1);
        // `// Options options for the client.`
        let is_noun = matches!(words.next(), Some("are" | "for" | "from" | "in" | "is" | "of" | "to"));
        let acts = first.ends_with('s') && !first.ends_with("ss") && first.len() > 1;
        let acts = acts && !matches!(first, "always" | "as" | "this");
        let acts = acts && (!is_noun || first.strip_suffix('s').is_some_and(is_verb) || is_being(first));
        let is_type = said.split(' ').any(|word| word == "type");
        match (self.is_go(), acts && !is_type) {
            (true, true) => format!(", which {said}"),
            // `// Level of all that is logged.` is no sentence.
            (true, false) => String::new(),
            (false, _) => format!(" ({said})"),
        }
    }

    /// What the interface has that the file declares by that name: of what is only declared, nothing else says what it is.
    pub(super) fn members_of_type(&self, kind: &str) -> String {
        let name = kind.rsplit('.').next().unwrap_or(kind);
        let is_it = |it: &Symbol| it.name == name && it.kind == SymbolKind::Interface;
        let at = self.facts.symbols.iter().take(MANY).position(is_it).and_then(|at| u32::try_from(at).ok());
        let declared = at.and_then(|at| Declared::of(self.path, self.facts, &[at]));
        declared.map_or_else(String::new, |it| few(", with ", it.members(None), MOST_MEMBERS))
    }

    /// The package that a type comes from, and what that is for where it is known.
    pub(super) fn package_of_type(&self, kind: &str) -> String {
        let root = kind.split(['<', '[', '.']).next().unwrap_or(kind);
        let package = self
            .package_of(root)
            .filter(|it| !self.is_go() && !is_python(self.path) && !AROUND_ALL.contains(it));
        let Some(package) = package else { return String::new() };
        let known = renowned::imported(package).map_or_else(String::new, |it| format!(" ({it})"));
        format!(" of {}{known}", quoted(package))
    }
}

/// Words that say what something is, and no names of several things.
fn is_being(word: &str) -> bool {
    matches!(word, "has" | "is" | "does" | "says")
}
