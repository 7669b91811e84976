//! What people meet in a component: its headings and other texts, and the elements that say what is done there. Pure.

use resolvers::facts::{
    ALL, Deed, FileFacts, METHODS, Shown, ShownSort, Symbol, SymbolKind, asks_people, shows_people,
};

use super::declared::{Declared, MANY, is_type};
use super::file::Told;
use super::function::has_word;
use super::place::is_python;
use super::{clean, few, headless, quoted};

/// How many texts are told.
const MOST: usize = 4;
/// A text of so many words is a sentence, and so many are told before others.
const FEWEST_OF_SENTENCE: usize = 6;
const MOST_SENTENCES: usize = 2;
/// What people see is no longer where it ends in dots of its own, in bytes.
const LONGEST_WHOLE: usize = 50;
/// How many elements.
const MOST_ELEMENTS: usize = 3;
/// How many addresses.
const MOST_REQUESTS: usize = 2;
/// How many addresses to which people are led.
const MOST_REDIRECTS: usize = 3;
/// How many denials of requests.
const MOST_DENIED: usize = 3;
/// How many variables of the environment.
const MOST_VARIABLES: usize = 3;
/// How many fields that a document of GraphQL asks for.
const MOST_OPERATIONS: usize = 4;
/// How many names that a component provides.
const MOST_PROVIDED: usize = 6;
/// Components that a framework gives to every file.
const COMMON: &[&str] = &["NuxtLink", "NuxtPage", "RouterLink", "RouterView", "i18n-t", "nuxt-link"];

/// Components of libraries that any page is made of, sorted: they say less than any other.
#[rustfmt::skip]
const LAYOUT: &[&str] = &[
    "a-card", "a-col", "a-row", "el-card", "el-col", "el-icon", "el-row", "v-alert", "v-app", "v-avatar", "v-btn", "v-card",
    "v-card-actions", "v-card-text", "v-card-title", "v-chip", "v-col", "v-container", "v-divider", "v-flex", "v-icon",
    "v-img", "v-layout", "v-list", "v-list-item", "v-main", "v-progress-circular", "v-progress-linear", "v-row", "v-sheet",
    "v-spacer", "v-subheader", "v-toolbar", "v-toolbar-title", "v-tooltip",
];

/// What names of components of libraries begin with, before a dash.
const LIBRARIES: &[&str] = &["a", "b", "el", "ion", "mat", "n", "q", "v", "van", "vs"];

/// How many components of a library are told.
const MOST_OF_LIBRARY: usize = 3;

impl<'f> Declared<'f> {
    /// What its own code and that of its members show.
    pub(super) fn own_shown(&self) -> impl Iterator<Item = &'f Shown> + Clone + use<'f> {
        let own = self.at..=self.at + self.members(None).count();
        let is_own = move |it: &&Shown| it.symbol.is_some_and(|at| own.contains(&(at as usize)));
        self.facts.shown.iter().filter(is_own)
    }

    /// What its markup says, after a colon; its elements where it is made of nothing else.
    pub(super) fn says(&self, made: &str) -> String {
        let said = said(&self.own_shown(), made.is_empty());
        if said.is_empty() { said } else { format!(": {said}") }
    }

    /// What it provides to all that it holds, after a colon.
    pub(super) fn provides(&self) -> String {
        self.provides_first(MOST_PROVIDED)
    }

    /// The same, at most so many things.
    pub(super) fn provides_first(&self, most: usize) -> String {
        let provided = self.own_shown().filter(|it| it.sort == ShownSort::Provision);
        let told = few(": provides ", provided.map(|it| it.text.as_str()), most);
        if told.is_empty() { told } else { format!("{told} to what it holds") }
    }

    /// The addresses that it asks, after a colon.
    pub(super) fn asks(&self) -> String {
        let asked = asked(self.own_shown());
        if asked.is_empty() { asked } else { format!(": {asked}") }
    }
}

/// How many cases are told that a function tells apart.
const MOST_CASES: usize = 6;
/// How many items of the list of a component are told.
const MOST_ITEMS: usize = 5;
/// Of how many lists it is told what a component shows for each of their items.
const MOST_EACH: usize = 2;
/// How many messages of a function are told.
const MOST_NOTICES: usize = 4;
/// How many comments are told.
const MOST_NOTES: usize = 2;
/// By how many of its columns it is told that a table is read.
const MOST_SOUGHT: usize = 3;
/// How many tables are told.
const MOST_TABLES: usize = 4;

impl Declared<'_> {
    /// The tables of a database that its SQL reads and changes, after a colon; that of the whole file where it is alone in
    /// being exported and has none itself.
    pub(super) fn queries(&self) -> String {
        let own: Vec<&Shown> = self.own_shown().filter(|it| is_table(it)).collect();
        let is_alone = || {
            let others = |it: &Symbol| it.exported && it.container.is_none() && it.name != self.symbol.name;
            !self.facts.symbols.iter().take(MANY).any(|it| others(it) && !is_type(it.kind))
        };
        let found = if own.is_empty() && is_alone() {
            // What runs with the file is not what the function does.
            let runs = |at: u32| {
                self.facts
                    .symbols
                    .get(at as usize)
                    .is_some_and(|it| matches!(it.kind, SymbolKind::Function | SymbolKind::Method))
            };
            self.facts.shown.iter().filter(|it| is_table(it) && it.symbol.is_some_and(runs)).collect()
        } else {
            own
        };
        let told = |sort: ShownSort, verb: &str| {
            let mut tables: Vec<&str> =
                found.iter().filter(|it| it.sort == sort).map(|it| it.text.as_str()).collect();
            tables.sort_unstable();
            tables.dedup();
            let lead = format!("{verb} the {} ", if tables.len() > 1 { "tables" } else { "table" });
            let told = few(&lead, tables.iter().copied(), MOST_TABLES);
            match &tables[..] {
                [only] => told + &self.sought(only, sort),
                _ => told,
            }
        };
        let said = [told(ShownSort::TableRead, "reads"), told(ShownSort::TableChanged, "changes")];
        let said: Vec<String> = said.into_iter().filter(|it| !it.is_empty()).collect();
        if said.is_empty() { String::new() } else { format!(": {}", said.join("; ")) }
    }

    /// By what it chooses from the only table, behind the name of that.
    fn sought(&self, table: &str, done: ShownSort) -> String {
        let by = if done == ShownSort::TableChanged { ShownSort::ChangedBy } else { ShownSort::ReadBy };
        let own = self.own_shown().filter(|it| it.sort == by);
        let keys = own.filter_map(|it| it.text.split_once(' ')).filter(|(of, _)| *of == table);
        let keys: Vec<&str> = keys.map(|(_, key)| key).collect();
        if keys.contains(&ALL) { String::new() } else { few(" by ", keys.into_iter(), MOST_SOUGHT) }
    }
}

fn is_table(it: &Shown) -> bool {
    matches!(it.sort, ShownSort::TableRead | ShownSort::TableChanged)
}

/// The addresses that are asked, the first ones, each behind its method where that is known.
fn asked<'f>(shown: impl Iterator<Item = &'f Shown>) -> String {
    let asked: Vec<&str> =
        shown.filter(|it| it.sort == ShownSort::Request).map(|it| it.text.as_str()).collect();
    let told = asked.iter().take(MOST_REQUESTS).map(|it| match it.split_once(' ') {
        Some((method, address)) => format!("{method} {}", quoted(address)),
        None => quoted(it),
    });
    let more = if asked.len() > MOST_REQUESTS { ", …" } else { "" };
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!("requests {}{more}", told.join(", ")) }
}

/// The methods of HTTP that code asks a request for, in the order in which people list them.
pub(super) fn methods<'f>(shown: impl Iterator<Item = &'f Shown>) -> Vec<&'f str> {
    let asked: Vec<&str> =
        shown.filter(|it| it.sort == ShownSort::Method).map(|it| it.text.as_str()).collect();
    METHODS.iter().copied().filter(|it| asked.contains(it)).collect()
}

/// What tells requests apart, behind a lead; which of them are refused is not known.
pub(super) fn by_method(methods: &[&str]) -> String {
    match methods {
        [] => String::new(),
        // The others may be refused, or answered in one way.
        [only] => format!(", telling {only} from other methods"),
        _ => format!(", by method: {}", methods.join(", ")),
    }
}

impl Declared<'_> {
    /// What it is decorated with, as far as that is told.
    pub(super) fn decorators(&self) -> impl Iterator<Item = &str> {
        self.own_shown().filter(|it| it.sort == ShownSort::Decorator).map(|it| it.text.as_str())
    }

    /// The methods of HTTP that it asks a request for.
    pub(super) fn methods(&self) -> Vec<&str> {
        methods(self.own_shown())
    }

    /// What components are given that it shows, each behind its name.
    pub(super) fn given(&self) -> impl Iterator<Item = &str> {
        self.own_shown().filter(|it| it.sort == ShownSort::Given).map(|it| it.text.as_str())
    }

    /// The element of HTML that it is, or that it gives what it is given, after a colon.
    pub(super) fn based(&self, is_styled: bool) -> String {
        let mut bases = self.own_shown().filter(|it| it.sort == ShownSort::Base);
        let base = bases.next().map(|it| it.text.as_str());
        // What holds several parts of one component is that component, and its props may be meant for any of them.
        let pieces = || self.own_shown().filter(|it| it.sort == ShownSort::Piece).count();
        let given = match self.symbol.deed.as_deref() {
            Some(Deed::Gives(value)) if base.is_none() && pieces() < 2 => {
                value.strip_prefix('<').and_then(|it| it.strip_suffix('>'))
            }
            _ => None,
        };
        let element = base.or(given);
        let styled = if is_styled { "styled " } else { "" };
        let look = self.own_shown().find(|it| it.sort == ShownSort::Look).filter(|_| is_styled);
        let look = look.map_or_else(String::new, |it| format!(" (`{}`)", it.text.replace('`', "")));
        if let Some(part) = element.filter(|it| it.contains('.')) {
            let does = self.done_by_part(part);
            let part = self.part_of_package(part);
            let of = part.strip_prefix(": ").filter(|it| !it.starts_with("another "));
            let article = |of: &str| if is_styled { "a " } else { with_article_of(of) };
            return of.map_or_else(String::new, |of| format!(": {}{styled}{of}{look}{does}", article(of)));
        }
        let element = element.filter(|it| it.starts_with(|c: char| c.is_ascii_lowercase()));
        if element == Some("html") {
            return ": the HTML document around what it is given".to_owned();
        }
        element.map_or_else(String::new, |it| format!(": a {styled}{}{look}", quoted(it)))
    }

    /// What the part of a component without styles does, after a comma: of `DialogPrimitive.Close`.
    pub(super) fn done_by_part(&self, path: &str) -> String {
        let does = path.split_once('.').and_then(|(root, part)| headless::part(self.package_of(root)?, part));
        does.map_or_else(String::new, |does| format!(", which {does}"))
    }

    /// What its document of GraphQL does, after a colon.
    pub(super) fn operates(&self) -> String {
        let mut operations = self.own_shown().filter(|it| it.sort == ShownSort::Operation);
        let Some((sort, of)) = operations.next().and_then(|it| it.text.split_once(' ')) else {
            return String::new();
        };
        let sort = if sort == "fragment" { "a fragment of" } else { sort };
        few(&format!(": {sort} "), of.split(", "), MOST_OPERATIONS)
    }

    /// What the comments in its body say that it does, after a colon; of a class those in its methods.
    pub(super) fn notes(&self) -> String {
        let is_own = |it: &Shown| {
            let symbol = it.symbol.and_then(|at| self.facts.symbols.get(at as usize));
            it.symbol.is_some_and(|at| at as usize == self.at)
                || symbol.and_then(|it| it.container).is_some_and(|at| at as usize == self.at)
        };
        let notes =
            self.facts.shown.iter().filter(|it| it.sort == ShownSort::Note && is_own(it)).take(MOST_NOTES);
        let mut notes: Vec<String> =
            notes.map(|it| format!("'{}'", it.text.trim_end_matches(['.', ':']))).collect();
        notes.dedup();
        if notes.is_empty() { String::new() } else { format!(": its comments say {}", notes.join(", ")) }
    }

    /// What the items are called that a component has in a list, after a colon.
    pub(super) fn lists(&self) -> String {
        let own: Vec<&str> =
            self.own_shown().filter(|it| it.sort == ShownSort::Item).map(|it| it.text.as_str()).collect();
        let items = if own.is_empty() { self.items_beside() } else { own };
        // Of items that are called alike none is told.
        if items.len() < 2 {
            return String::new();
        }
        few(": lists ", items.into_iter(), MOST_ITEMS)
    }

    /// The elements that it is made of whose classes say what they are, after a colon.
    pub(super) fn classes(&self) -> String {
        let named = self.own_shown().filter(|it| it.sort == ShownSort::Class);
        few(": made of ", named.map(|it| it.text.as_str()), MOST_ITEMS)
    }

    /// What it shows for each of several things, after a colon: `` shows `Card` with `it.name` for each of `users` ``.
    pub(super) fn for_each(&self) -> String {
        let told = shown_for_each(self.own_shown());
        if told.is_empty() { told } else { format!(": {told}") }
    }

    /// What the items are called of the one list of the file itself that it uses.
    fn items_beside(&self) -> Vec<&str> {
        let used = self.facts.own_uses.iter().take(MANY).filter(|it| it.symbol as usize == self.at);
        let mut lists = used.filter_map(|it| {
            let is_it = |other: &Symbol| {
                other.name == it.name && other.container.is_none() && other.kind == SymbolKind::Variable
            };
            let at = self.facts.symbols.iter().position(is_it)?;
            let items = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Item);
            let items = items.filter(|it| it.symbol.is_some_and(|it| it as usize == at));
            let items: Vec<&str> = items.map(|it| it.text.as_str()).collect();
            (items.len() > 1).then_some(items)
        });
        lists.next().filter(|_| lists.next().is_none()).unwrap_or_default()
    }

    /// What the objects of the list are called that it is, after a comma.
    pub(super) fn called_items(&self) -> String {
        let items = self.own_shown().filter(|it| it.sort == ShownSort::Item);
        few(", called ", items.map(|it| it.text.as_str()), MOST_ITEMS)
    }

    /// What its code tells people beside markup, after a colon.
    pub(super) fn tells(&self, said: &str) -> String {
        let told = self.own_shown().filter(|it| it.sort == ShownSort::Notice && !said.contains(&it.text));
        let told: Vec<String> =
            told.take(MOST_NOTICES).map(|it| format!("'{}'", clean(&it.text, 60))).collect();
        if told.is_empty() { String::new() } else { format!(": says {}", told.join(", ")) }
    }

    /// Whether what is called shows people something, and [`Self::tells`] says what: `toast.success`, `inquirer.prompt`.
    pub(super) fn is_notice(&self, callee: &str) -> bool {
        let callee = callee.split('(').next().unwrap_or_default();
        (shows_people(callee) || asks_people(callee))
            && self.own_shown().any(|it| it.sort == ShownSort::Notice)
    }

    /// What it has the browser do, after a colon.
    pub(super) fn asks_browser(&self) -> String {
        let asked = self.own_shown().filter(|it| it.sort == ShownSort::Browser);
        few(": calls ", asked.map(|it| it.text.as_str()), MOST_REDIRECTS)
    }

    /// Where it leads people, after a colon.
    pub(super) fn redirects(&self) -> String {
        let led = self.own_shown().filter(|it| it.sort == ShownSort::Redirect);
        few(": leads to ", led.map(|it| it.text.as_str()), MOST_REDIRECTS)
    }

    /// What it answers requests with, after a colon, where what it does does not say it.
    pub(super) fn replies(&self) -> String {
        if matches!(self.symbol.deed.as_deref(), Some(Deed::Answers(_) | Deed::AnswersLast(_))) {
            return String::new();
        }
        let answered = self.own_shown().filter(|it| it.sort == ShownSort::Answer);
        few(": answers with ", answered.map(|it| it.text.as_str()), MOST_REDIRECTS)
    }

    /// Whether what is called leads people somewhere, and [`Self::redirects`] tells where: `router.push`.
    pub(super) fn is_lead(&self, callee: &str) -> bool {
        let callee = callee.split('(').next().unwrap_or_default();
        let (of, name) = callee.rsplit_once('.').unwrap_or(("", callee));
        let of = of.to_lowercase();
        let leads = match name {
            "navigateTo" | "permanentRedirect" | "redirect" => true,
            "navigate" => of.is_empty() || of.ends_with("router"),
            "navigateByUrl" | "push" | "replace" => of.ends_with("router") || of.ends_with("history"),
            _ => false,
        };
        leads && self.own_shown().any(|it| it.sort == ShownSort::Redirect)
    }

    /// What it gives on which condition, and what it tells cases apart by, each after a colon.
    pub(super) fn branches(&self) -> String {
        let deed = self.symbol.deed.as_deref();
        let gives = matches!(deed, Some(Deed::Gives(_) | Deed::GivesEither(_) | Deed::GivesOneOf(_)));
        if gives && self.symbol.effects.is_empty() {
            return String::new();
        }
        let own = |sort| self.own_shown().filter(move |it| it.sort == sort);
        let cases: Vec<String> = own(ShownSort::Case)
            .filter_map(|it| it.text.split_once('`'))
            .map(|(value, test)| match value {
                "…" => value.to_owned(),
                value => format!("{} if {}", quoted(value), quoted(test)),
            })
            .collect();
        let cases = if cases.iter().all(|it| it == "…") { Vec::new() } else { cases };
        let cases = if cases.is_empty() { String::new() } else { format!(": gives {}", cases.join(", ")) };
        let switch = own(ShownSort::Switch).find_map(|it| it.text.split_once('`'));
        let switch = switch.map_or_else(String::new, |(subject, cases)| {
            few(&format!(": tells apart by {} ", quoted(subject)), cases.split('`'), MOST_CASES)
        });
        if gives || cases.is_empty() { switch } else { cases + &switch.replacen(": ", "; ", 1) }
    }

    /// What its errors say, after a colon.
    pub(super) fn refuses(&self) -> String {
        // What does nothing else is told so.
        let only = matches!(self.symbol.deed.as_deref(), Some(Deed::Throws(_)));
        let told = |does: &str, sort: ShownSort| {
            let said: Vec<String> =
                self.own_shown().filter(|it| it.sort == sort).map(|it| refusal(&it.text)).collect();
            if said.is_empty() { String::new() } else { format!(": {does} {}", said.join(", ")) }
        };
        let word = if is_python(self.path) { "raises" } else { "throws" };
        let own = if only { String::new() } else { told(word, ShownSort::Refusal) };
        let handed = told("fails with", ShownSort::HandedError);
        let given = told("what it gives throws", ShownSort::RefusalOfGiven);
        // Where all that it gives is told, sentences are among that.
        let is_told = matches!(self.symbol.deed.as_deref(), Some(Deed::Gives(_) | Deed::GivesOneOf(_)));
        let replies = if is_told { String::new() } else { told("gives", ShownSort::Reply) };
        let all = [own, handed, given, replies, self.denies()].into_iter().filter(|it| !it.is_empty());
        all.reduce(|text, more| text + &more.replacen(": ", "; ", 1)).unwrap_or_default()
    }

    /// The variables of the environment that it reads, after a colon; but those that are `said`.
    pub(super) fn reads(&self, said: &str) -> String {
        let read = self.own_shown().filter(|it| it.sort == ShownSort::Variable);
        let read = read.map(|it| it.text.as_str()).filter(|it| !has_word(said, it));
        let told = few(": reads ", read, MOST_VARIABLES);
        if told.is_empty() { told } else { format!("{told} of the environment") }
    }

    /// What it denies requests with, after a colon.
    fn denies(&self) -> String {
        let given = match self.symbol.deed.as_deref() {
            Some(Deed::Gives(value) | Deed::GivesLast(value)) => value.clone(),
            Some(Deed::GivesEither(values)) => values.concat(),
            _ => String::new(),
        };
        let denied = self.own_shown().filter(|it| it.sort == ShownSort::Denial);
        let mut told: Vec<String> = denied
            .filter_map(|it| it.text.split_once('`'))
            .filter(|(said, _)| !given.contains(said))
            .map(|(said, status)| format!("'{said}' ({status})"))
            .collect();
        if told.len() > MOST_DENIED {
            told.truncate(MOST_DENIED);
            told.push("…".to_owned());
        }
        if told.is_empty() { String::new() } else { format!(": denies with {}", told.join(", ")) }
    }
}

/// The article before a name in back quotes, and a gap.
fn with_article_of(name: &str) -> &'static str {
    let first = name.trim_start_matches('`').chars().next().unwrap_or_default();
    if matches!(first.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o') { "an " } else { "a " }
}

/// What a message says, and on what condition it is thrown.
fn refusal(text: &str) -> String {
    let (said, condition) = text.split_once('`').map_or((text, None), |(said, test)| (said, Some(test)));
    let condition = condition.map_or_else(String::new, |test| format!(" if {}", quoted(test)));
    format!("'{}'{condition}", said.trim_end_matches('.'))
}

impl Told<'_> {
    /// What the markup of a component of one file says; its elements where it is made of nothing else.
    pub(super) fn says(&self, made: &str) -> String {
        let shown = self.facts.shown.iter().filter(|it| it.symbol.is_none());
        said(&shown, made.is_empty())
    }

    /// What the template of a component of one file shows for each of several things.
    pub(super) fn for_each(&self) -> String {
        shown_for_each(self.facts.shown.iter().filter(|it| it.symbol.is_none()))
    }

    /// What runs where people do something with what its template shows.
    pub(super) fn handles(&self) -> String {
        let handlers = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Handler);
        few("on events runs ", handlers.map(|it| it.text.as_str()), MOST_ITEMS)
    }
}

/// `` shows `Card` with `it.name` for each of `users` ``
fn shown_for_each<'f>(shown: impl Iterator<Item = &'f Shown>) -> String {
    let told = shown.filter(|it| it.sort == ShownSort::Each).take(MOST_EACH).filter_map(|it| {
        let (of, rest) = it.text.split_once('`')?;
        let (element, seen) = rest.split_once('`')?;
        let seen = few(" with ", seen.split(", ").filter(|it| !it.is_empty()), MOST_ITEMS);
        Some(format!("{}{seen} for each of {}", quoted(element), quoted(of)))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { format!("shows {}", told.join(" and ")) }
}

impl Told<'_> {
    /// The addresses that the scripts of a component of one file ask.
    pub(super) fn asks(&self) -> String {
        asked(self.facts.shown.iter())
    }
}

/// The components in the markup of a file that is one, each once under the name that it has there.
pub(super) fn components<'f>(facts: &'f FileFacts, imported: impl Iterator<Item = &'f str>) -> String {
    let plain = |name: &str| name.replace('-', "").to_lowercase();
    let mut known: Vec<String> = Vec::new();
    // What is imported may be for the script alone: it counts where no component is seen in the markup.
    let imported = imported.filter(|_| facts.elements.is_empty());
    let names = facts.elements.iter().map(String::as_str).chain(imported);
    let names = names.filter(|it| !COMMON.contains(it)).filter(|it| {
        let plain = plain(it);
        let new = !known.contains(&plain);
        known.extend(new.then_some(plain));
        new
    });
    let (of_library, told): (Vec<&str>, Vec<&str>) = names.partition(|it| is_of_library(it, facts));
    if !told.is_empty() {
        return few("made of ", told.into_iter(), 6);
    }
    // `v-list-item` is a part of `v-list`.
    let is_part = |name: &str| {
        let dashes = name.match_indices('-').skip(1);
        dashes.map(|(at, _)| &name[..at]).any(|whole| facts.elements.iter().any(|it| it == whole))
    };
    let (layout, mut told): (Vec<&str>, Vec<&str>) =
        of_library.into_iter().partition(|it| is_layout(it) || is_part(it));
    let is_text = |sort: ShownSort| TEXTS.contains(&sort) || sort.of_key().is_some();
    let speaks = facts.shown.iter().any(|it| it.symbol.is_none() && is_text(it.sort));
    if told.is_empty() && !speaks {
        told = layout;
    }
    few("made of ", told.into_iter(), MOST_OF_LIBRARY)
}

/// Whether a component that the file does not import is one of a library, as its name tells.
fn is_of_library(name: &str, facts: &FileFacts) -> bool {
    let kebab = kebab(name);
    let prefix = kebab.split_once('-').map_or("", |(prefix, _)| prefix);
    // `QRCode` need not be Quasar's.
    let tells = name.contains('-') || matches!(prefix, "el" | "v");
    let names = facts.imports.iter().flat_map(|it| &it.names).filter_map(|it| it.local.as_deref());
    let plain = |name: &str| name.replace('-', "").to_lowercase();
    let own = plain(name);
    tells && LIBRARIES.contains(&prefix) && !names.into_iter().any(|it| plain(it) == own)
}

/// Whether `name` is in [`LAYOUT`], as it is written there or as `VCardText`.
fn is_layout(name: &str) -> bool {
    LAYOUT.binary_search(&kebab(name).as_str()).is_ok()
}

/// `v-card-text` of `VCardText`
fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    kebab
}

/// Texts that people read, those first that say most.
const TEXTS: &[ShownSort] = &[ShownSort::Heading, ShownSort::Text, ShownSort::Notice];

/// Headings first, then other texts; keys where no text stands.
fn said<'f>(shown: &(impl Iterator<Item = &'f Shown> + Clone), with_elements: bool) -> String {
    let of = |sort| shown.clone().filter(move |it| it.sort == sort).map(|it| it.text.as_str());
    let mut texts: Vec<String> = Vec::new();
    // A sentence says more than the words on a button.
    let is_sentence = |it: &&str| it.split(' ').count() >= FEWEST_OF_SENTENCE;
    let sentences = of(ShownSort::Text).filter(is_sentence).take(MOST_SENTENCES);
    let (heads, rest) = TEXTS.split_at(1);
    let all = heads.iter().flat_map(|sort| of(*sort)).chain(sentences);
    for text in all.chain(rest.iter().flat_map(|sort| of(*sort))) {
        // A part of a sentence may begin with what ends the one before.
        let text = text.trim_start_matches(|c: char| {
            matches!(c, '.' | ',' | ':' | ')' | '-' | '–' | '—') || c.is_whitespace()
        });
        // A long one that ends so was cut.
        let cut = if text.ends_with('…') && text.len() > LONGEST_WHOLE { "…" } else { "" };
        let text = text.trim_end_matches([':', ' ', '.', '…', '(', ',']);
        let word = text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        let text = format!("'{}{cut}'", clean(text, 80));
        if texts.len() < MOST && !word && !texts.contains(&text) {
            texts.push(text);
        }
    }
    // Of what is translated the few texts that are not say little.
    let keys = || TEXTS.iter().flat_map(|sort| shown.clone().filter(|it| it.sort.of_key() == Some(*sort)));
    let mut told =
        if texts.is_empty() || of(ShownSort::Heading).next().is_none() && keys().count() > texts.len() {
            few("shows the texts ", keys().map(|it| it.text.as_str()), MOST)
        } else {
            format!("says {}", texts.join(", "))
        };
    // One text says little of what is shown.
    if texts.len() < 2 {
        let lead = if told.is_empty() { "shows " } else { "; shows " };
        // What is shown of each of several things is told with these.
        let of_each: Vec<&str> = of(ShownSort::Each)
            .filter_map(|it| it.rsplit('`').next())
            .flat_map(|it| it.split(", "))
            .collect();
        told.push_str(&few(lead, of(ShownSort::Value).filter(|it| !of_each.contains(it)), MOST));
    }
    if with_elements {
        told.push_str(&few(
            if told.is_empty() { "made of " } else { "; made of " },
            of(ShownSort::Element),
            MOST_ELEMENTS,
        ));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::{LAYOUT, is_layout};

    #[test]
    fn what_lays_out_is_found_as_it_is_written() {
        assert!(LAYOUT.is_sorted());
        for (name, expected) in [
            ("v-card-text", true),
            ("VCardText", true),
            ("ElRow", true),
            ("Vcard", false),
            ("UserCard", false),
        ] {
            assert_eq!(is_layout(name), expected, "{name}");
        }
    }
}
