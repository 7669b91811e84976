//! What a type describes: interfaces, aliases and enums, told from their names, members and right-hand sides. Pure.

use resolvers::facts::{Symbol, SymbolKind};

use super::declared::{Declared, FEW_MEMBERS, MOST_FIELDS, is_type, joined, said_of_member};
use super::place::{about_words, folder_words, is_vague, stem, without_i};
use super::signature;
use super::used::mentions;
use super::words::{capitalised, split};
use super::{few, few_said, initial, quoted};

/// Last words of names that say what part a type plays for the thing named before them, sorted.
#[rustfmt::skip]
const ROLES: &[&str] = &[
    "args", "arguments", "attributes", "config", "configuration", "context", "data", "emits", "event", "events",
    "input", "metadata", "options", "opts", "output", "parameters", "params", "payload", "props", "query", "request",
    "response", "result", "return", "settings", "slots", "state",
];

/// Of how many members the types are told, and how long these may be, in bytes.
const FEW_WITH_KINDS: usize = 2;
const LONGEST_KIND: usize = 40;
/// Of how many members the types are told where they are types of something, and how long these may be, in bytes.
const MOST_HELD: usize = 5;
const LONGEST_KINDS: usize = 100;
/// A longer base is told by its name alone, in bytes.
const LONGEST_BASE: usize = 72;
/// A name of no more bytes says nothing.
const SHORTEST_BASE: usize = 2;

/// Whether its documentation advises against it.
fn is_deprecated(it: &Symbol) -> bool {
    it.doc.as_deref().is_some_and(|doc| doc.contains("Deprecated:") || doc == "Deprecated")
}

/// The text behind a member of an enum, where that is not its name again: `'gpt-4'` of `Best = 'gpt-4'`.
fn value_of_member(it: &Symbol) -> Option<String> {
    let value = it.signature.as_deref()?.split_once(" = ")?.1.trim();
    let text = value.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    let plain = |text: &str| split(text).concat().to_lowercase().replace(['-', '_', ' '], "");
    (plain(text) != plain(&it.name) && !text.contains(['`', '\''])).then(|| format!("'{text}'"))
}

impl<'f> Declared<'f> {
    pub(super) fn interface(&self) -> String {
        let (lead, relations) = self.shape("an interface");
        let bases: Vec<&str> = self.extended().into_iter().filter(|it| !it.is_empty()).collect();
        let package = match bases[..] {
            [only] => self.package_of(only).map_or_else(String::new, |it| format!(" of {}", quoted(it))),
            _ => String::new(),
        };
        let inherited = match bases[..] {
            [only] if self.listed_members(None).next().is_none() && !self.is_merged() => self.inherited(only),
            _ => String::new(),
        };
        let extends = few(": extends ", bases.into_iter(), 3) + &package + &inherited;
        let is_small = self.current_members().count() <= FEW_MEMBERS;
        let said = |it: &Symbol| said_of_member(it).filter(|_| is_small);
        let methods = self.listed_members(Some(SymbolKind::Method)).filter(|it| !is_optional(it));
        // What a component is given it calls.
        let is_called = |it: &Symbol| {
            ["on", "handle"].iter().any(|start| {
                it.name.strip_prefix(start).is_some_and(|rest| rest.starts_with(char::is_uppercase))
            })
        };
        let calls_back = self.symbol.name.ends_with("Props")
            && self.listed_members(Some(SymbolKind::Method)).all(is_called);
        let offers = if calls_back { ": calls back " } else { ": offers " };
        let methods = few_said(offers, methods.map(|it| (&*it.name, said(it))), 8);
        let alone = extends.is_empty() && relations.is_empty() && methods.is_empty();
        let fields = self.fields_with_kinds();
        let fields = fields.iter().map(|(told, it)| (&**told, said(it)));
        let fields = few_said(if alone { ": " } else { ": has " }, fields, MOST_FIELDS);
        joined(&lead, &[relations, extends, self.said_of_call(), fields, methods, self.lent()])
    }

    /// Whether the file declares it several times.
    fn is_merged(&self) -> bool {
        let (name, kind) = (&self.symbol.name, self.symbol.kind);
        self.facts.symbols.iter().filter(|it| it.name == *name && it.kind == kind).nth(1).is_some()
    }

    /// What the only base has, where all that it is comes from there.
    fn inherited(&self, base: &str) -> String {
        let base = self.behind(base).filter(|it| it.kind() == SymbolKind::Interface);
        base.map_or_else(String::new, |base| {
            let members = base.current_members().map(|it| (&*it.name, said_of_member(it)));
            few_said(", with ", members, FEW_MEMBERS)
        })
    }

    /// What is extended, with what a helper of the language takes of it: `Pick<A, 'b'>`.
    fn extended(&self) -> Vec<&'f str> {
        const WORD: &str = " extends ";
        let helpers = ["Omit", "Partial", "Pick", "Readonly", "Record", "Required"];
        // `A<T extends B>` extends nothing.
        let at = signature::find_top(self.signature(), 0, |rest| rest.starts_with(WORD));
        let Some(at) = at else { return Vec::new() };
        let rest = &self.signature()[at + WORD.len()..];
        let end = signature::find_top(rest, 0, |rest| rest.starts_with('{')).unwrap_or(rest.len());
        let told = |base: &'f str| {
            let name = base[..base.find(['<', '(']).unwrap_or(base.len())].trim();
            // What a name of a letter or two takes, or what is taken by its name, says more.
            let says = name.len() <= SHORTEST_BASE || base.contains(['"', '\'']);
            let is_told =
                (says || helpers.contains(&name)) && base.len() <= LONGEST_BASE && signature::is_whole(base);
            if is_told { base } else { name }
        };
        signature::split_top(&rest[..end], ',').into_iter().map(|base| told(base.trim())).collect()
    }

    /// The names of the fields, with the literals that they may be: `ok: false`.
    fn fields_with_kinds(&self) -> Vec<(String, &'f Symbol)> {
        // Of one that has a member or two the types say what it holds; of some more where they are types of something.
        let is_small = self.current_members().count() <= FEW_WITH_KINDS;
        let is_held = self.holds_kinds();
        let kind = |it: &'f Symbol| {
            let kind = signature::annotation(it.signature.as_deref()?)?;
            let is_told = is_held
                || is_small && kind.len() <= LONGEST_KIND && !initial::is_name(kind) && it.doc.is_none();
            (is_literal(kind) || is_told).then_some(kind)
        };
        let told = |it: &'f Symbol| match kind(it) {
            Some(kind) if is_held && is_optional(it) => (format!("{}?: {kind}", it.name), it),
            Some(kind) => (format!("{}: {kind}", it.name), it),
            None => (it.name.clone(), it),
        };
        let has =
            |it: &&Symbol| it.kind == SymbolKind::Field || it.kind == SymbolKind::Method && is_optional(it);
        self.current_members().filter(has).take(MOST_FIELDS + 1).map(told).collect()
    }

    /// Whether it has some members that nobody describes, most of which are of types that are no plain values, in short.
    fn holds_kinds(&self) -> bool {
        let kind = |it: &'f Symbol| {
            signature::annotation(it.signature.as_deref().filter(|_| it.kind == SymbolKind::Field)?)
        };
        let members = || self.current_members().take(MOST_HELD + 1);
        let (count, kinds) = (members().count(), members().filter_map(kind).collect::<Vec<&str>>());
        kinds.len() == count && are_held(&kinds) && members().all(|it| it.doc.is_none())
    }

    /// The members that nobody is advised against.
    fn current_members(&self) -> impl Iterator<Item = &'f Symbol> {
        self.listed_members(None).filter(|it| !is_deprecated(it))
    }

    pub(super) fn enumeration(&self) -> String {
        let members = self
            .listed_members(None)
            .map(|it| (it.name.as_str(), said_of_member(it).or_else(|| value_of_member(it))));
        joined(&self.titled(), &[few_said(": one of ", members, 8), self.relations()])
    }

    /// The words of the name, with what the file is about where they are few.
    pub(super) fn titled(&self) -> String {
        format!("{}{}", capitalised(&self.words()), self.beyond())
    }

    /// What something with members describes, `kind` being the word for it, and what it has to do with others.
    pub(super) fn shape(&self, kind: &str) -> (String, String) {
        if let Some(role) = self.role() {
            return (role, String::new());
        }
        let words = self.type_words().join(" ");
        let quotes = words.chars().count() < 2 || words.starts_with("use ");
        let lead = if quotes { quoted(&self.symbol.name) } else { capitalised(&words) };
        (format!("{lead}{}, {kind}", self.beyond()), self.relations())
    }

    /// `IStore`, `StoreType` and `StoreInterface` are all about a store.
    fn type_words(&self) -> Vec<String> {
        let name = self.name();
        let mut words = split(without_i(self.without_mark(&name)));
        // `DefaultsForType` are for types.
        if let [.., before, "type" | "interface" | "shape"] =
            &words.iter().map(String::as_str).collect::<Vec<_>>()[..]
            && !matches!(*before, "by" | "for" | "from" | "of" | "per" | "to" | "with")
        {
            words.pop();
        }
        words
    }

    /// `PurgeOptions` beside `purge`, and names that are nothing but the part they play.
    pub(super) fn role(&self) -> Option<String> {
        if let Some(field) = self.field_with_arguments() {
            return Some(format!("Arguments of {field}"));
        }
        let words = self.type_words();
        let (role, rest) = words.split_last()?;
        ROLES.binary_search(&role.as_str()).ok()?;
        if rest.is_empty() {
            // Of many things there is a result, and a file is called after one of them.
            if role == "result" {
                return None;
            }
            // `Props` of `Auth/types.ts`
            let vague = is_vague(&stem(self.path));
            let about = if vague { folder_words(self.path.parent()) } else { about_words(self.path) };
            let told = about.is_empty() || split(&about).contains(role);
            return (!told).then(|| format!("{} of {about}", capitalised(role)));
        }
        let own = rest.concat().to_lowercase();
        // `trackProps` is no component: what has props is written as its type is.
        let written =
            |it: &str| !matches!(role.as_str(), "emits" | "props" | "slots") || self.symbol.name.contains(it);
        let owner = self.beside(|it| {
            it.len() == own.len() && it.to_lowercase() == own && *it != self.symbol.name && written(it)
        })?;
        // A type takes no options and gives no result.
        let runs = !is_type(owner.kind()) || matches!(role.as_str(), "emits" | "props" | "slots");
        if !runs || owner.kind() == SymbolKind::Class && !owner.names_in_head(&self.symbol.name) {
            return None;
        }
        // `ButtonProps` that only the parts of `Button` take.
        let users = self.uses_of_own().filter(|it| !is_type(it.kind)).map(|it| &it.name).collect::<Vec<_>>();
        if !users.is_empty() && !users.contains(&&owner.symbol.name) {
            return None;
        }
        let owner = quoted(&owner.symbol.name);
        Some(if role == "return" {
            format!("What {owner} returns")
        } else {
            format!("{} of {owner}", capitalised(role))
        })
    }

    /// The field whose arguments a type holds that GraphQL Code Generator wrote: `` `User.posts` `` of `UserPostsArgs`, to
    /// which it copies what is said of `User`.
    pub(super) fn field_with_arguments(&self) -> Option<String> {
        let (name, doc) = (self.symbol.name.strip_suffix("Args")?, self.symbol.doc.as_deref()?);
        let plain = |it: &str| it.replace('_', "").to_lowercase();
        self.facts.symbols.iter().find_map(|it| {
            let field = name.strip_prefix(&it.name).filter(|rest| !rest.is_empty())?;
            if it.container.is_some() || !is_type(it.kind) || it.doc.as_deref() != Some(doc) {
                return None;
            }
            let head = it.signature.as_deref()?;
            let keys = signature::value(head).and_then(signature::keys).unwrap_or_default();
            match keys.into_iter().find(|key| plain(key) == plain(field)) {
                Some(key) => Some(quoted(&format!("{}.{key}", it.name))),
                // Of many fields only the first stand there.
                None => (head.len() >= signature::CUT).then(|| format!("a field of {}", quoted(&it.name))),
            }
        })
    }

    /// Whether a list can tell more of a type than its name.
    pub(super) fn says_more(&self) -> bool {
        self.documented().is_some() || !self.fields().is_empty()
    }

    /// Whether a class may be made with what is of the type, as far as its members stand here.
    fn names_in_head(&self, name: &str) -> bool {
        let own = u32::try_from(self.at).ok();
        let members = || self.facts.symbols.iter().filter(|it| it.container == own);
        // What it is made with stands in its constructor; without one it may be made with what its base takes.
        if let Some(constructor) = members().find(|it| it.name == "constructor") {
            return constructor.signature.as_deref().is_some_and(|head| mentions(head, name));
        }
        members().next().is_none() || !signature::heritage(self.signature()).0.is_empty()
    }

    /// What an interface or an object type has.
    pub(super) fn fields(&self) -> Vec<&'f str> {
        let listed: Vec<&str> = self.members(None).collect();
        let keys = || signature::value(self.signature()).and_then(signature::keys);
        if listed.is_empty() { keys().unwrap_or_default() } else { listed }
    }
}

/// A function that may be left out is taken of whoever gives the rest, and not offered.
fn is_optional(it: &Symbol) -> bool {
    let rest = it.signature.as_deref().and_then(|head| head.strip_prefix(it.name.as_str()));
    rest.is_some_and(|rest| rest.starts_with('?'))
}

/// Whether of some members most are of types that are no plain values, and all are short.
pub(super) fn are_held(kinds: &[&str]) -> bool {
    let plain = |it: &&&str| matches!(**it, "any" | "boolean" | "number" | "string" | "unknown");
    (FEW_WITH_KINDS + 1..=MOST_HELD).contains(&kinds.len())
        && kinds.iter().filter(plain).count() * 2 < kinds.len()
        && kinds.iter().all(|it| it.len() <= LONGEST_KIND)
        && kinds.iter().map(|it| it.len()).sum::<usize>() <= LONGEST_KINDS
}

/// Whether a type is a few literals: `false`, `'and' | 'or'`.
fn is_literal(kind: &str) -> bool {
    let one = |it: &str| {
        let it = it.trim();
        let text = it.len() > 2
            && (it.starts_with('\'') && it.ends_with('\'') || it.starts_with('"') && it.ends_with('"'));
        text || matches!(it, "false" | "never" | "null" | "true" | "undefined")
            || !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())
    };
    kind.len() <= 32 && kind.split('|').all(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_sorted() {
        assert!(ROLES.is_sorted());
    }
}
