//! Who uses a declaration in other files, told where it says little of itself. Pure.

use std::collections::BTreeSet;

use resolvers::facts::{
    BindingName, Export, ExportSource, FileFacts, Import, ImportedName, Route, ShownSort, Symbol, SymbolKind,
    TitleSort,
};
use resolvers::path::RepoPath;

use super::declared::{Declared, MANY, is_type};
use super::initial::Initial;
use super::place::{Role, extension, is_helper, role, role_of};
use super::relation::relation_elsewhere;
use super::{LONGEST, few, quoted, setting, suite};
use crate::kept::Key;

/// How many addresses of one user are told.
const MOST_ADDRESSES: usize = 2;
/// How much of what stands before what answers there, and how long that may be, in bytes.
const MOST_GUARDS: usize = 3;
const LONGEST_GUARDS: usize = 110;
/// How much of what a component is given is told of who shows it, in bytes.
const LONGEST_GIVEN: usize = 60;
/// How many members are told that others take, and of what said so little, in bytes.
const MOST_MEMBERS: usize = 5;
const LONGEST_BARE: usize = 90;
/// What who shows a component has to do with it.
const SHOWN: &str = "shown by";
/// What those have to do with what answers there.
const REACHED: &str = "reached by";

/// Another file that uses it.
#[derive(Debug, Clone, Copy)]
pub(in crate::dsp) struct User<'f> {
    pub(in crate::dsp) path: &'f RepoPath,
    pub(in crate::dsp) facts: &'f FileFacts,
    /// As of [`SourceFile::key`](crate::facts::SourceFile::key).
    pub(in crate::dsp) key: Option<Key>,
    /// It is there to try it: a test, a benchmark, a story.
    pub(in crate::dsp) in_tests: bool,
    /// The position of the declaration there that uses it; `None` at the top level.
    pub(in crate::dsp) symbol: Option<u32>,
    /// Whether other declarations there use it too.
    pub(in crate::dsp) also: bool,
    /// The position of the first title there under which it is used, and whether it is under others.
    pub(in crate::dsp) title: Option<(u32, bool)>,
    /// There are others behind it that are not known.
    pub(in crate::dsp) more: bool,
    /// What it is called there.
    pub(in crate::dsp) local: &'f str,
    /// Where it is a member, what that is taken of.
    pub(in crate::dsp) of_module: Option<&'f str>,
}

impl User<'_> {
    /// What the user has to do with it.
    fn word(&self, of_type: Option<SymbolKind>) -> &'static str {
        let is_go = extension(self.path) == "go";
        let told = of_type.and_then(|kind| relation_elsewhere(self.user()?, self.local, kind, is_go));
        match told {
            Some(word) => word,
            None if self.hands_on() => "handed on by",
            None if self.facts.elements.iter().any(|it| it == self.local) => SHOWN,
            None => "used by",
        }
    }

    /// Whether the file only exports it again.
    fn hands_on(&self) -> bool {
        let exports = |it: &Export| matches!(&it.source, ExportSource::Local(local) if local == self.local);
        self.symbol.is_none() && self.title.is_none() && self.facts.exports.iter().any(exports)
    }

    /// With what the user gives it in plain sight, where that is little and stands there once.
    fn given(&self) -> Option<&str> {
        let own =
            self.facts.shown.iter().filter(|it| it.sort == ShownSort::Given && it.symbol == self.symbol);
        let mut given = own.filter(|it| it.text.split(' ').next() == Some(self.local));
        let (_, given) = given.next().filter(|_| given.next().is_none())?.text.split_once(' ')?;
        // How it looks there is no matter of what it is for.
        let is_style = ["className=", "css=", "style=", "sx="].iter().any(|it| given.contains(it));
        (given.len() <= LONGEST_GIVEN && !is_style).then_some(given)
    }

    fn user(&self) -> Option<&Symbol> {
        self.facts.symbols.get(self.symbol? as usize)
    }

    /// `` `Job.run` in `jobs/job.ts` ``, told from the `others`.
    fn called(&self, others: &[&RepoPath]) -> String {
        let place = setting::short_beside(self.path, others);
        let Some(symbol) = self.user() else {
            return self
                .titled()
                .map_or_else(|| format!("{}{place}", self.what()), |title| format!("{title} {place}"));
        };
        let owner = symbol.container.and_then(|at| self.facts.symbols.get(at as usize));
        let also = if self.also { ", …" } else { "" };
        match (owner.map(|it| it.name.as_str()), symbol.name.as_str()) {
            (None, "default" | "exports" | "module.exports") => format!("{}{place}", self.what()),
            (None | Some("default"), name) => format!("{}{also} in {place}", quoted(name)),
            (Some(owner), name) => format!("{}{also} in {place}", quoted(&format!("{owner}.{name}"))),
        }
    }

    /// The test that uses it, or what is called with the function that does.
    fn titled(&self) -> Option<String> {
        let (at, more) = self.title?;
        let it = self.facts.titles.get(at as usize)?;
        // What only a run, or a table, gives its name is told by what it stands in.
        let around = |at| self.facts.titles.get(suite::test_around(self.facts, at)? as usize);
        let it = if it.sort == TitleSort::Rows { around(at)? } else { it };
        let (title, what) = (suite::title(it), suite::case_word(self.facts));
        Some(match (it.sort, more) {
            (TitleSort::Call, false) => format!("{} in", quoted(&it.text)),
            (TitleSort::Call, true) => format!("{}, … in", quoted(&it.text)),
            (TitleSort::Case | TitleSort::Rows, false) => format!("the {what} {title} of"),
            (_, true) => format!("the {what}s {title}, … of"),
            (TitleSort::Suite, false) => format!("the {what}s {title} of"),
        })
    }

    /// What a file is that uses it as a whole.
    fn what(&self) -> &'static str {
        match role(self.path) {
            _ if !self.in_tests => "",
            Role::Benchmark => "the benchmarks in ",
            Role::Story => "the stories in ",
            Role::Test => "the tests in ",
            _ if suite::is_test(self.path, self.facts) => "the tests in ",
            // A page that tests open, say.
            _ => "",
        }
    }
}

/// The addresses for which a file has something called, or shown, that it calls by one of `names`, as a member of `of`.
fn addresses(facts: &FileFacts, of: Option<&str>, names: &[&str]) -> String {
    let mut answered: Vec<&Route> = Vec::new();
    for it in facts.routes.iter().filter(|it| names.iter().any(|name| it.is_answered_by(of, name))) {
        if answered.iter().all(|known| known.address != it.address) {
            answered.push(it);
        }
        if answered.len() > MOST_ADDRESSES {
            break;
        }
    }
    let more = if answered.len() > MOST_ADDRESSES { ", …" } else { "" };
    let told = answered.into_iter().take(MOST_ADDRESSES).map(|it| quoted(&it.address) + &behind(it));
    told.collect::<Vec<String>>().join(", ") + more
}

/// What is called before what answers.
pub(super) fn behind(it: &Route) -> String {
    let told = |most| few(" (behind ", it.guards.iter().map(String::as_str), most);
    let all = told(MOST_GUARDS);
    let text = if all.len() > LONGEST_GUARDS { told(1) } else { all };
    if text.is_empty() { text } else { text + ")" }
}

impl<'f> User<'f> {
    /// What its file takes of the value.
    fn members(&self) -> impl Iterator<Item = &'f str> + use<'f> {
        let Self { facts, local, .. } = *self;
        let of_module = facts.references.iter().take(MANY).filter(move |it| it.binding == local);
        let of_value = facts.member_uses.iter().filter(move |it| it.binding == local);
        of_module.filter_map(|it| it.member.as_deref()).chain(of_value.map(|it| &*it.member))
    }

    /// What its file takes from where it takes this.
    fn taken_beside(&self) -> Vec<&'f str> {
        let imports = &self.facts.imports;
        let takes = |it: &&Import| it.names.iter().any(|it| it.local.as_deref() == Some(self.local));
        let Some(own) = imports.iter().find(takes) else { return vec![self.local] };
        let beside = imports.iter().filter(|it| it.specifier == own.specifier);
        beside.flat_map(|it| &it.names).filter_map(|it| it.local.as_deref()).collect()
    }
}

impl User<'_> {
    /// The same file, which takes several things, as the user of the one that is called `name` outside.
    fn as_user_of(self, name: &str) -> Self {
        let names = self.facts.imports.iter().flat_map(|it| &it.names);
        let is_it = |it: &&ImportedName| matches!(&it.name, BindingName::Named(outer) if outer == name);
        let local = names.filter(is_it).find_map(|it| it.local.as_deref());
        let Some(local) = local else { return self };
        let used = self.facts.references.iter().find(|it| it.binding == local);
        let Some(used) = used else { return self };
        Self { symbol: used.symbol, title: used.title.map(|at| (at, false)), local, ..self }
    }
}

/// The users in their order; those with one word for it stand together. `names` are those of the parts of a file; what
/// is one thing is called as its users call it. `own` is where it stands, and `of_type` what sort of type it is, if it is one.
/// Empty without users.
pub(super) fn told(
    users: &[User<'_>],
    own: &RepoPath,
    names: &[&str],
    of_type: Option<SymbolKind>,
) -> String {
    let mut text = String::new();
    let mut last = "";
    let mut known: Vec<String> = Vec::new();
    for user in users {
        let mut others: Vec<&RepoPath> =
            users.iter().map(|it| it.path).filter(|it| *it != user.path).collect();
        others.push(own);
        let addresses = match user.of_module {
            Some(_) => addresses(user.facts, user.of_module, &[names, &[user.local]].concat()),
            None if names.is_empty() => addresses(user.facts, None, &[user.local]),
            None => addresses(user.facts, None, &user.taken_beside()),
        };
        let (word, called) = if addresses.is_empty() {
            let word = user.word(of_type);
            let given = user.given().filter(|_| word == SHOWN).map(|it| format!(" with {}", quoted(it)));
            (word, user.called(&others) + &given.unwrap_or_default())
        } else {
            (REACHED, format!("{addresses} in {}", setting::short_beside(user.path, &others)))
        };
        let again = word == last;
        if known.contains(&called) {
            continue;
        }
        text = match (text.is_empty(), again) {
            (true, _) => format!("{word} {called}"),
            (_, true) => format!("{text} and {called}"),
            (..) => format!("{text}, {word} {called}"),
        };
        last = word;
        known.push(called);
    }
    if users.last().is_some_and(|it| it.more) { text + ", …" } else { text }
}

/// The text without what it uses, where its users would not fit behind it: they say more.
fn fitting<'t>(text: &'t str, users: &str) -> &'t str {
    let fits = text.chars().count() + users.chars().count() + 2 <= LONGEST;
    let used = text.rfind("; uses `").filter(|at| !text[at + 2..].contains("; "));
    if fits { text } else { used.map_or(text, |at| &text[..at]) }
}

/// So many things are told that a constant is used as.
const MOST_ROLES: usize = 2;

impl Declared<'_> {
    /// Its users, where `text` does not name those in its own file.
    pub(super) fn with_users(&self, text: String) -> String {
        if self.symbol.container.is_some() || self.is_told_by_place() {
            return text;
        }
        let text = match self.roles() {
            roles if roles.is_empty() => text,
            roles => format!("{}; {roles}", text.trim_end_matches('.')),
        };
        let text = match self.members_used() {
            members if members.is_empty() || text.len() > LONGEST_BARE => text,
            members => format!("{}; {members}", text.trim_end_matches('.')),
        };
        let addresses = addresses(self.facts, None, &[&self.symbol.name]);
        if !addresses.is_empty() {
            let reached = format!("{REACHED} {addresses}");
            return format!("{}; {reached}", fitting(text.trim_end_matches('.'), &reached));
        }
        if self.users.is_empty() && self.facts.own_uses.is_empty() {
            return text;
        }
        let is_one =
            |kind: &SymbolKind| is_type(*kind) || matches!(kind, SymbolKind::Class | SymbolKind::Enum);
        let of_type = Some(self.kind()).filter(is_one);
        let related = [
            "handed to",
            "taken by",
            "in what is taken by",
            "given by",
            "part of",
            "some of it is",
            "item of",
            "type of",
            "in the type of",
            "keys of",
            "base of",
            "implemented by",
            "looked up by",
        ];
        // What a constant beside it is says nothing of what it is for.
        let is_of_constant = |clause: &str| {
            let of = clause.strip_prefix("type of `").and_then(|rest| rest.strip_suffix('`'));
            of.is_some_and(|of| !of.contains(['.', '`']))
        };
        let mut clauses = text.split([':', ';']).skip(1).map(str::trim).filter(|it| !is_of_constant(it));
        if of_type.is_some() && clauses.any(|clause| related.iter().any(|word| clause.starts_with(word))) {
            return text;
        }
        // Tests use everything: who uses it beside it says more.
        let in_tests = self.users.iter().all(|it| it.in_tests);
        // A constant is for its own file first.
        let is_constant = self.kind() == SymbolKind::Variable && !self.is_component();
        let own = if in_tests || is_constant { self.own_users() } else { String::new() };
        // Who tests for a type is told.
        let is_told = !own.is_empty() && text.contains(&own.replacen("used by", "tested for by", 1));
        let own = if is_told { String::new() } else { own };
        let others = if own.is_empty() || !in_tests { self.told_users(of_type) } else { String::new() };
        let users = match others.strip_prefix("used by ") {
            Some(others) if !own.is_empty() => format!("{own} beside it and by {others}"),
            _ if own.is_empty() => others,
            _ => own,
        };
        // `Options of `send``
        let is_said = users.strip_prefix("used by ").is_some_and(|it| {
            text.contains(&format!(" of {it}:")) || text.contains(&format!("type of {it}"))
        });
        if users.is_empty() || is_said {
            text
        } else {
            format!("{}; {users}", fitting(text.trim_end_matches('.'), &users))
        }
    }

    /// What others take of what something has made: of an object of which nobody here knows the methods.
    fn members_used(&self) -> String {
        let made = match self.initial() {
            Some(Initial::Made { callee, .. }) => callee.trim_start_matches("new "),
            _ => return String::new(),
        };
        if self.is_component() || self.beside(|it| it == made).is_some() {
            return String::new();
        }
        let users = self.users.iter().filter(|it| !it.in_tests && it.of_module.is_none());
        let members: BTreeSet<&str> = users.flat_map(User::members).collect();
        // A context is known by what it is.
        let members =
            members.into_iter().filter(|it| !matches!(*it, "Consumer" | "Provider" | "displayName"));
        few("used for its ", members, MOST_MEMBERS)
    }

    /// What a constant is used as, by others or else in its own file.
    fn roles(&self) -> String {
        if self.kind() != SymbolKind::Variable {
            return String::new();
        }
        let of = |facts: &'_ FileFacts, name: &str| -> Vec<String> {
            facts.roles.iter().filter(|it| it.name == name).map(|it| it.role.clone()).collect()
        };
        let mut told: Vec<String> = Vec::new();
        let name = self.symbol.name.as_str();
        for role in self.users.iter().flat_map(|it| of(it.facts, it.local)).chain(of(self.facts, name)) {
            if told.len() < MOST_ROLES && !told.contains(&role) {
                told.push(role);
            }
        }
        // `compared with `a`, `b``
        let word = |role: &str| role.split('`').next().map(str::len).unwrap_or_default();
        match &told[..] {
            [first, second] if first[..word(first)] == second[..word(second)] => {
                format!("{first}, {}", &second[word(second)..])
            }
            _ => told.join(", "),
        }
    }

    /// Its users in other files. What speaks for its file has those of that: who uses something else of it is told with that.
    fn told_users(&self, of_type: Option<SymbolKind>) -> String {
        let exports = self.facts.exports.iter().map(|it| it.name.as_str());
        let beside: Vec<&str> =
            exports.filter(|it| self.of_file && *it != self.symbol.name && *it != "default").collect();
        let (others, mut own): (Vec<User<'_>>, Vec<User<'_>>) = self.users.iter().copied().partition(|it| {
            // Who takes several things takes it too.
            let takes_it =
                || it.of_module.is_none() && it.taken_beside().contains(&self.symbol.name.as_str());
            beside.contains(&it.local) && !takes_it()
        });
        // Of whom there are more is not known where they take several things.
        let more = others.is_empty() && self.users.last().is_some_and(|it| it.more);
        for it in own.iter_mut().filter(|it| beside.contains(&it.local)) {
            *it = it.as_user_of(&self.symbol.name);
        }
        if let Some(last) = own.last_mut() {
            last.more = more;
            return told(&own, self.path, &[], of_type);
        }
        let Some(first) = others.first() else { return String::new() };
        let alike = others.iter().filter(|it| it.local == first.local);
        let alike: Vec<User<'_>> = alike.map(|it| User { more: false, ..*it }).collect();
        let told = told(&alike, self.path, &[], of_type);
        if told.is_empty() { told } else { format!("its {} {told}", quoted(first.local)) }
    }

    /// The declarations of its own file that use it, in source order.
    pub(super) fn own_users(&self) -> String {
        // What nobody else has is told by who uses it.
        if !self.symbol.exported {
            return String::new();
        }
        // A namespace of the same name is what types are taken of; it is looked for only where that matters.
        let is_namespace = |it: &Symbol| it.name == self.symbol.name && it.kind == SymbolKind::Namespace;
        let is_used = self.uses_of_own().next().is_some();
        let is_merged = is_used && !is_type(self.kind()) && self.facts.symbols.iter().any(is_namespace);
        let is_of_types = |it: &&Symbol| is_type(it.kind) || it.kind == SymbolKind::Field;
        let places = self.uses_of_own().filter(|it| !(is_merged && is_of_types(it)));
        let names: Vec<String> = places.map(|it| self.full_name(it)).collect();
        few("used by ", names.iter().map(|it| it.trim_matches('`')).filter(|it| *it != "default"), 2)
    }

    /// The declarations of the file that use it, but for itself and its members.
    pub(super) fn uses_of_own(&self) -> impl Iterator<Item = &Symbol> {
        let (uses, name) = (&self.facts.own_uses, self.symbol.name.as_str());
        let own = &uses[uses.partition_point(|it| it.name.as_str() < name)..];
        let places = own.iter().take_while(move |it| it.name == name);
        let is_inside = |it: &Symbol| {
            it.name == self.symbol.name || it.container.is_some_and(|at| at as usize == self.at)
        };
        places.filter_map(|it| self.facts.symbols.get(it.symbol as usize)).filter(move |it| !is_inside(it))
    }

    /// Migrations, routes and settings are found by their place, and so is what they are for.
    fn is_told_by_place(&self) -> bool {
        let placed = match role_of(self.path, self.facts) {
            Role::Migration | Role::Routed(..) | Role::Story => true,
            Role::Test => !is_helper(self.path),
            _ => false,
        };
        placed || setting::translation(self.path).is_some()
    }
}
