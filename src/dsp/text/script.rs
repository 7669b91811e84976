//! What a file is for that is told by what it takes and defines rather than by what it exports: scripts, configurations,
//! declarations. Pages and components are told in `page`. Pure.

mod page;

use resolvers::facts::{
    BindingName, Deed, ExportSource, Import, ImportKind, ImportSyntax, ImportedName, Origin, Shown,
    ShownSort, Symbol, SymbolKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::action::{action, is_mostly_verb};
use super::declared::Declared;
use super::deed::handled;
use super::file::{Told, told_types};
use super::function::routed;
use super::initial::Initial;
use super::parts::Parts;
use super::place::{Role, about_words, folder, folder_words, for_folder, role, stem, test_place};
use super::signature::Call;
use super::used::is_of_lodash;
use super::words::{capitalised, is_only_verb, lowered, split, with_article};
use super::{few, few_said, quoted, quoted_sketch, renowned, setting, suite};

/// How many of its own declarations a file that exports nothing is told by.
const MOST_DEFINED: usize = 5;
/// How many methods of a class in that list are told.
const MOST_OFFERED: usize = 3;
/// So much is told of the body of a function of a script, in bytes.
const LONGEST_SKETCH: usize = 110;
/// So few items of a list, and keys of an object, are told with the setting that has them.
const FEW_ITEMS: usize = 3;
/// How many calls of its own statements are told.
const MOST_CALLS: usize = 3;
/// How many names of what the function declares that a file is wrapped in are told.
const MOST_INNER: usize = 14;
/// How many addresses are told.
const MOST_ANSWERED: usize = 6;
/// How long what is told of what a call is given may be, in bytes.
const LONGEST_GIVEN: usize = 220;
/// How many options of a command line are told.
const MOST_FLAGS: usize = 6;
/// How many interfaces of a file of declarations are told, and how many members of each.
const MOST_INTERFACES: usize = 3;
const MOST_OF_INTERFACE: usize = 8;
/// How many namespaces around one are followed.
const MOST_NESTED: usize = 8;
/// How long the list of them may grow, in bytes.
const LONGEST_DEFINED: usize = 240;

impl<'f> Told<'f> {
    /// A file that exports nothing: what it does is what it uses and what it defines.
    pub(super) fn script(&self) -> String {
        if suite::is_test(self.path, self.facts) {
            let times = suite::case_word(self.facts) == "benchmark";
            return self.tests(if times { "Benchmarks" } else { "Tests" });
        }
        let named = |name: &str| split(&stem(self.path)).iter().any(|word| word == name);
        let is_test = |it: &str| matches!(it, "spec" | "specs" | "test" | "tests" | "__tests__");
        let is_bench = matches!(&*stem(self.path), "bench" | "benchmark" | "benchmarks");
        let is_bench = is_bench && !self.path.to_text().split('/').any(is_test);
        if is_bench && suite::has_tests(self.facts) {
            return self.tests("Benchmarks");
        }
        if let Some(only) = self.only_component() {
            return match test_place(self.path) {
                Some(place) => format!("{only}; for {place}"),
                None => only,
            };
        }
        let folders = ["scripts", "bin", "script", "tools", "build", "examples"];
        let folder = folder(self.path);
        let script = folder.split('/').any(|it| folders.contains(&it));
        // What it shows is no deed: `finish-event`.
        let is_example = matches!(&*folder, "example" | "examples");
        let about = self.about();
        // What its names stand for nobody can tell.
        if self.facts.origin == Origin::Minified {
            return sentence(
                format!("{}, a minified script", capitalised(&about)),
                &[self.answers(), self.asks()],
            );
        }
        // `format-mutate` is about two things.
        let begins = about.split_once(' ').is_some_and(|(first, rest)| {
            let second = rest.split(' ').next().unwrap_or_default();
            is_only_verb(first) || script && is_mostly_verb(first) && !is_only_verb(second)
        });
        let does = action(&about, &Call::default(), "").filter(|_| begins && !is_example);
        let first = about.split(' ').next().unwrap_or_default().to_lowercase();
        let lead = match (setting::sort(self.path), setting::plural(self.path), does) {
            _ if self.path.file_name() == b"__main__.py" => format!("Run by `python -m {about}`"),
            _ if test_place(self.path).is_some() && named("setup") => "Setup".to_owned(),
            // A file of a package is loaded with all of it.
            _ if self.facts.header.package.is_some() => self.part_of_package(&about),
            (Some(sort), ..) => match about.strip_suffix(sort).map(str::trim_end) {
                _ if suite::has_tests(self.facts) => {
                    let of = about.strip_suffix(sort).map_or(&*about, str::trim_end);
                    format!("{}, {} with tests", capitalised(of), with_article(sort))
                }
                Some(of) if !of.is_empty() => format!("{} of {of}", capitalised(sort)),
                _ => format!("{}, a {sort}", capitalised(&about)),
            },
            (_, Some((many, about)), _) if !script && test_place(self.path).is_none() => {
                format!("{} for {about}", capitalised(&many))
            }
            // When it runs is not known: it may ask whether it is the program.
            (.., Some(does)) => format!("Script that {}", lowered(&does.text)),
            // `with-redux` is for nothing.
            _ if script
                && ["by", "from", "in", "on", "to", "with", "without"].iter().any(|it| first == *it) =>
            {
                format!("Script for {}", quoted(&about.replace(' ', "-")))
            }
            _ if is_example && matches!(&*about, "example" | "examples") => "Example".to_owned(),
            _ if is_example => format!("Example of {}", about.trim_start_matches("examples ")),
            _ if script => format!("Script for {about}"),
            // `memory-cards/script.js`
            _ if matches!(&*about, "script" | "scripts") => {
                let of = folder_words(self.path.parent());
                if of.is_empty() { "A script".to_owned() } else { format!("Script of {of}") }
            }
            _ => format!("{}, a script", capitalised(&about)),
        };
        if self.is_empty_package() {
            return format!("Makes {} a Python package; it has no code itself", quoted(&folder));
        }
        let nothing = self.facts.imports.is_empty() && self.facts.symbols.is_empty();
        let calls = self.does();
        let inner = if self.facts.symbols.is_empty() { self.inner() } else { String::new() };
        let part = match (&*inner, &*calls) {
            ("", "") if nothing => "without imports and declarations",
            ("", calls) => calls,
            (inner, _) => inner,
        };
        // What it asks others for says more than what does that.
        let asks = self.asks();
        let answers = self.answers();
        let flags = self.flags();
        let part = [&*flags, &*answers, &*asks, part]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect::<Vec<_>>()
            .join("; ");
        let part = &*part;
        let text = match suite::titles(self.facts).filter(|_| suite::has_tests(self.facts)) {
            Some(titles) => lead + &titles.behind(&about),
            None => self.with_uses(lead, part),
        };
        match test_place(self.path) {
            Some(place) => format!("{text}; for {place}"),
            None => text,
        }
    }

    /// What the component is for that is all that a file declares and does, though nobody else has it.
    fn only_component(&self) -> Option<String> {
        let [at] = self.running_parts()[..] else { return None };
        let only = Declared::of(self.path, self.facts, &[at])?;
        let acts = !self.calls().is_empty() || self.sketched().is_some();
        let beside = [self.flags(), self.answers(), self.asks()];
        let is_alone = self.own_parts(&[SymbolKind::Variable]).iter().all(|it| *it == at);
        let is_it = only.is_component() && is_alone && !acts && beside.iter().all(String::is_empty);
        is_it.then(|| only.told())
    }

    /// What the command line says of itself that it is, and its options, with what is said of each.
    fn flags(&self) -> String {
        let flags = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Flag);
        let (whole, flags): (Vec<_>, Vec<_>) =
            flags.filter_map(|it| it.text.split_once('`')).partition(|(flag, _)| flag.is_empty());
        let said = |said: &str| Some(lowered(said)).filter(|it| !it.is_empty());
        let takes = few_said("takes ", flags.into_iter().map(|(flag, it)| (flag, said(it))), MOST_FLAGS);
        let whole = whole.first().map(|(_, it)| format!("a command line that says of itself '{it}'"));
        let told: Vec<String> = whole.into_iter().chain([takes]).filter(|it| !it.is_empty()).collect();
        told.join("; ")
    }

    /// The addresses that it has something answer.
    pub(super) fn answers(&self) -> String {
        routed::answered("answers ", self.facts.routes.iter(), self.facts, MOST_ANSWERED)
    }

    /// What it does itself: its statements in short, or else what these call.
    fn does(&self) -> String {
        let calls = self.calls();
        // What the only call is given says more than that it is made.
        let is_told = self.told_call().is_some() || calls.contains(", where `");
        let sketch = if is_told { None } else { self.own_sketch() };
        sketch.unwrap_or(calls)
    }

    /// Its own statements in short; where a remark says what is done, there is room for little else.
    fn own_sketch(&self) -> Option<String> {
        let has_remark = self.facts.shown.iter().any(|it| it.sort == ShownSort::Note && it.symbol.is_none());
        self.sketched().filter(|_| !has_remark)
    }

    /// The one function of its own that it calls and is told by, unless that hangs on conditions that are told.
    fn told_call(&self) -> Option<String> {
        let name = self.sole_call().filter(|it| self.done_by_own(it).is_some())?;
        (!self.own_sketch().is_some_and(|it| it.contains("if ("))).then_some(name)
    }

    /// What its statements call, where they call one thing: `main` of `main()`.
    fn sole_call(&self) -> Option<String> {
        let mut calls = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Call);
        let only = calls.next().filter(|_| calls.next().is_none())?;
        let (name, behind) = only.text.split_once('(')?;
        // `main().catch(fail)` is `main`; `make().listen(80)` is what that makes.
        let more = behind.split_once(").").map(|(_, more)| more.split('(').next().unwrap_or_default());
        let is_alone = more.is_none_or(|it| matches!(it, "catch" | "finally" | "then"));
        (is_alone && !name.contains('.')).then(|| name.to_owned())
    }

    /// Its own statements in short, where they do more than to set functions.
    pub(super) fn sketched(&self) -> Option<String> {
        let is_own = |it: &&Shown| it.sort == ShownSort::Sketch && it.symbol.is_none();
        let sketch = self.facts.shown.iter().find(is_own).filter(|it| !sets_functions(&it.text))?;
        Some(format!("does {}", quoted_sketch(&sketch.text)))
    }

    /// What its own statements call; where that is one function of its own, what that calls too.
    pub(super) fn calls(&self) -> String {
        let calls = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Call);
        let calls: Vec<&str> = calls.map(|it| it.text.as_str()).collect();
        let called = |call: &str| call.split(['(', '.']).next().unwrap_or_default().to_owned();
        let inner = self.sole_call().and_then(|it| self.done_by_own(&it));
        // That there is a `main` says nothing.
        // How it ends where something is wrong says nothing of what it does.
        let ends = |call: &str| matches!(called(call).as_ref(), "main" | "process.exit");
        let telling = handled(calls.into_iter().filter(|call| !ends(call)));
        let telling: Vec<&str> = telling.iter().map(|it| &**it).collect();
        match (&telling[..], inner) {
            ([], Some(inner)) => inner,
            (_, Some(inner)) => few("calls ", telling.into_iter(), MOST_CALLS) + ", which " + &inner,
            ([only], None) => few("calls ", telling.iter().copied(), MOST_CALLS) + &self.given_in(only),
            (_, None) => few("calls ", telling.into_iter(), MOST_CALLS),
        }
    }

    /// What the constant of the file is that is all a call is given, after a comma: `command` of `run(command)`.
    fn given_in(&self, call: &str) -> String {
        let given = call.split_once('(').and_then(|(_, given)| given.strip_suffix(')')).unwrap_or_default();
        let is_it =
            |it: &Symbol| it.name == given && it.kind == SymbolKind::Variable && it.container.is_none();
        let at = self.facts.symbols.iter().position(is_it).and_then(|at| u32::try_from(at).ok());
        let told = at.and_then(|at| Declared::of(self.path, self.facts, &[at])).map(|it| it.told());
        let made = told
            .as_deref()
            .and_then(|it| it.split_once(": made with "))
            .map(|(_, made)| made.split("; ").next().unwrap_or(made));
        let made = made.filter(|it| it.len() <= LONGEST_GIVEN && it.contains(" with "));
        made.map_or_else(String::new, |made| format!(", where {} is made with {made}", quoted(given)))
    }

    /// What the function called `name` does that is declared here and has no words of its own: in short, or what it calls.
    fn done_by_own(&self, name: &str) -> Option<String> {
        let is_it =
            |it: &Symbol| it.name == name && it.kind == SymbolKind::Function && it.container.is_none();
        let at = u32::try_from(self.facts.symbols.iter().position(is_it)?).ok()?;
        let declared = Declared::of(self.path, self.facts, &[at])?;
        if declared.documented().is_some() {
            return None;
        }
        if let Some(sketch) = declared.sketched() {
            return sketch.strip_prefix(": ").map(str::to_owned);
        }
        Some(match self.facts.symbols[at as usize].deed.as_deref() {
            Some(Deed::Calls(called)) => few("calls ", called.iter().map(String::as_str), MOST_CALLS),
            _ => declared.effects()[1].strip_prefix(": ")?.to_owned(),
        })
    }

    /// What the function declares that it is wrapped in.
    fn inner(&self) -> String {
        let inner = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Inner);
        few("defines ", inner.map(|it| it.text.as_str()), MOST_INNER)
    }

    fn is_empty_package(&self) -> bool {
        let empty = self.facts.imports.is_empty() && self.facts.symbols.is_empty();
        empty && self.path.file_name() == b"__init__.py" && !self.path.parent().is_empty()
    }

    fn part_of_package(&self, about: &str) -> String {
        let is_main = |it: &Symbol| it.name == "main" && it.kind == SymbolKind::Function;
        match self.facts.header.package.as_deref() {
            Some("main") if self.facts.symbols.iter().any(is_main) => format!("Program {}", quoted(about)),
            _ => capitalised(about),
        }
    }

    pub(super) fn script_or_value(&self, names: &[&str]) -> String {
        match names {
            ["default" | "module.exports"] => {
                let lead = setting::translation(self.path);
                let lead = lead.unwrap_or_else(|| {
                    format!("{}, the value that the file exports", capitalised(&self.about()))
                });
                self.with_users(self.with_uses(lead, ""))
            }
            _ => format!("{}: {}", capitalised(&self.about()), few("", names.iter().copied(), 8)),
        }
    }

    /// The lead, what is defined at the top level, and what is imported.
    pub(super) fn with_uses(&self, lead: String, part: &str) -> String {
        let defined = self.defined();
        let bare = |it: &ImportedName| it.local.is_none() && it.name == BindingName::Namespace;
        let loads = self.imports().filter(|it| it.names.iter().all(bare)).map(|it| it.specifier.as_str());
        let loads = few("loads ", loads, 5);
        let running: FxHashSet<&str> =
            self.facts.references.iter().filter(|it| !it.in_types).map(|it| it.binding.as_str()).collect();
        let in_types = self.facts.references.iter().map(|it| it.binding.as_str());
        let in_types: FxHashSet<&str> = in_types.filter(|it| !running.contains(it)).collect();
        let names = self.imports().flat_map(|it| &it.names).filter(|it| !it.type_only);
        let names = names.filter_map(|it| it.local.as_deref()).filter(|it| !in_types.contains(it));
        let (of_lodash, names): (Vec<&str>, Vec<&str>) = names.partition(|it| is_of_lodash(it));
        let uses = few("uses ", names.into_iter().chain(of_lodash), 6);
        sentence(lead, &[part.to_owned(), defined, uses, loads])
    }

    /// What it declares for itself alone, with what documentation says of that; where nothing runs, its types.
    fn defined(&self) -> String {
        let mut listed = self.running_parts();
        if listed.is_empty() {
            listed = self.own_parts(&[SymbolKind::Class, SymbolKind::Interface]);
        }
        // A file of Go may be there for what it sets, and of a script that takes nothing and calls nothing, what it sets is
        // everybody's.
        let sets = || self.facts.imports.is_empty() && self.calls().is_empty();
        if listed.is_empty() && (self.facts.header.package.is_some() || sets()) {
            listed = self.own_parts(&[SymbolKind::Variable]);
        }
        // What it does itself, and is told by, is said.
        let called = self.told_call();
        listed.retain(|at| Some(&self.facts.symbols[*at as usize].name) != called.as_ref());
        let mut told: Vec<String> =
            listed.into_iter().take(MOST_DEFINED + 1).map(|at| self.defined_as(at).0).collect();
        let mut room = LONGEST_DEFINED;
        let fits =
            told.iter().take_while(|it| room.checked_sub(it.len()).map(|left| room = left).is_some()).count();
        let fits = fits.clamp(1, MOST_DEFINED);
        if told.len() > fits {
            told.truncate(fits);
            told.push("…".to_owned());
        }
        if told.is_empty() { String::new() } else { format!("defines {}", told.join(", ")) }
    }

    /// What runs of its declarations, tests and what starts a program left out: first what says most, then what has
    /// methods.
    fn running_parts(&self) -> Vec<u32> {
        let in_tests = role(self.path) == Role::Test;
        let starts =
            |it: &Symbol| matches!(it.name.as_str(), "init" | "main") && self.facts.header.package.is_some();
        let is_test = |it: &Symbol| {
            in_tests
                && (suite::case_name(self.path, &it.name).is_some()
                    || it.kind == SymbolKind::Class && it.name.starts_with("Test"))
        };
        let parts =
            self.own_parts(&[SymbolKind::Class, SymbolKind::Function, SymbolKind::Method]).into_iter();
        let mut ranked: Vec<((bool, bool), u32)> = Vec::new();
        for at in parts {
            let symbol = &self.facts.symbols[at as usize];
            let is_class = symbol.kind == SymbolKind::Class;
            if starts(symbol) || is_test(symbol) {
                continue;
            }
            let says = (is_class || symbol.doc.is_some()) && self.defined_as(at).1;
            if says || !is_class {
                ranked.push(((symbol.doc.is_none() || !says, !is_class), at));
            }
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, at)| at).collect()
    }

    /// The declarations at the top of these kinds that it does not export; a method of Go whose type another file
    /// declares is no export of this one.
    fn own_parts(&self, kinds: &[SymbolKind]) -> Vec<u32> {
        let is_own = |it: &Symbol| {
            it.container.is_none()
                && (!it.exported || it.kind == SymbolKind::Method)
                && kinds.contains(&it.kind)
        };
        (0..).zip(&self.facts.symbols).filter(|(_, it)| is_own(it)).map(|(at, _)| at).collect()
    }

    /// One declaration for the list, and whether more than its name is told.
    fn defined_as(&self, at: u32) -> (String, bool) {
        let name = quoted(&self.facts.symbols[at as usize].name);
        let Some(declared) = Declared::of(self.path, self.facts, &[at]) else { return (name, false) };
        if declared.documented().is_some() {
            return (format!("{name} ({})", declared.phrase()), true);
        }
        // Of a script, what its functions do says what it does.
        let sketch = || declared.sketched()?.strip_prefix(": ").map(str::to_owned);
        let short = || sketch().filter(|it| it.len() <= LONGEST_SKETCH).or_else(|| declared.does_in_short());
        if let Some(does) = Some(&declared).filter(|_| self.facts.exports.is_empty()).and_then(|_| short()) {
            return (format!("{name} ({does})"), true);
        }
        let is_class = declared.kind() == SymbolKind::Class;
        let methods = declared.members(Some(SymbolKind::Method)).filter(|it| *it != "constructor");
        let methods = few("offers ", methods, MOST_OFFERED);
        if is_class && !methods.is_empty() { (format!("{name} ({methods})"), true) } else { (name, false) }
    }

    fn imports(&self) -> impl Iterator<Item = &'f Import> {
        self.facts.imports.iter().filter(|it| {
            !it.syntax.is_weak()
                && it.kind != ImportKind::Type
                && it.syntax != ImportSyntax::ReExport
                && !suite::RUNNERS.contains(&it.specifier.as_str())
        })
    }

    /// Tests, stories and benchmarks are about what they take from the repository.
    pub(super) fn uses_of_others(&self, lead: &str) -> String {
        let near = |import: &&Import| is_near(&import.specifier);
        let own = about_words(self.path).replace(' ', "").to_lowercase();
        let mut imports: Vec<&Import> = self.imports().filter(near).collect();
        imports.sort_by_key(|import| {
            let help = ["util", "helper", "fixture", "mock", "setup", "test"];
            let helps = help.iter().any(|word| import.specifier.contains(word));
            let last = import.specifier.rsplit('/').next().unwrap_or_default();
            let last = split(last).concat().to_lowercase();
            (!(own.contains(&last) && last.len() > 2 || last.contains(&own) && own.len() > 2), helps)
        });
        let mut text = lead.trim_end_matches(" of ").to_owned();
        let mut names = 0;
        for import in imports {
            let taken = import.names.iter().filter(|it| !it.type_only).filter_map(|it| match &it.name {
                BindingName::Named(name) => Some(name.as_str()),
                _ => it.local.as_deref(),
            });
            let taken = few("", taken, 5);
            if taken.is_empty() {
                continue;
            }
            text.push_str(if names == 0 { ": uses " } else { ", " });
            text = format!("{text}{taken} of {}", quoted(&import.specifier));
            names += 1;
            if names == 3 {
                break;
            }
        }
        if names > 0 {
            return text;
        }
        let folder = folder_words(self.path.parent());
        let lead =
            if folder.is_empty() || text.contains(&folder) { text } else { format!("{text} ({folder})") };
        self.with_uses(lead, "")
    }

    pub(super) fn configuration(&self, tool: &str) -> String {
        let place = for_folder(self.path);
        let packages = self.imports().map(|it| it.specifier.as_str()).filter(|it| !it.starts_with("node:"));
        let uses = few("uses ", packages, 6);
        let is_set_up = self.path.file_name().windows(7).any(|it| it == b".setup.");
        let lead = if is_set_up {
            format!("What {tool} runs before the tests")
        } else {
            format!("Configuration of {tool}{place}")
        };
        let text = sentence(lead, &[self.settings(), uses]);
        if test_place(self.path).is_some() { text } else { self.with_users(text) }
    }

    /// What it exports under names of its own.
    fn settings(&self) -> String {
        let own = |it: &&Symbol| it.exported && it.container.is_none() && !self.is_whole(it);
        let set: Vec<usize> =
            (0..self.facts.symbols.len()).filter(|at| own(&&self.facts.symbols[*at])).collect();
        // What it sets says more than that it sets one thing.
        if let [only] = set[..]
            && let Some(declared) =
                u32::try_from(only).ok().and_then(|at| Declared::of(self.path, self.facts, &[at]))
            && let Some(Initial::Held(keys)) = declared.initial()
            && !keys.is_empty()
        {
            let name = &self.facts.symbols[only].name;
            let keys: Vec<String> = keys.iter().map(|key| format!("{name}.{key}")).collect();
            return few("sets ", keys.iter().map(String::as_str), 6);
        }
        // What is short says what it is set to.
        let with_value = |at: usize| {
            let name = &self.facts.symbols[at].name;
            let declared = u32::try_from(at).ok().and_then(|at| Declared::of(self.path, self.facts, &[at]));
            let plain = declared.as_ref().and_then(|it| it.plain_value());
            match (plain, declared.as_ref().and_then(Declared::initial)) {
                (Some(value), _) => vec![format!("{name}: {value}")],
                (None, Some(Initial::Listed(items))) if items.len() <= FEW_ITEMS => {
                    vec![format!("{name}: [{}]", items.join(", "))]
                }
                (None, Some(Initial::Held(keys))) if (1..=FEW_ITEMS).contains(&keys.len()) => {
                    keys.iter().map(|key| format!("{name}.{key}")).collect()
                }
                _ => vec![name.clone()],
            }
        };
        let set: Vec<String> = set.into_iter().flat_map(with_value).collect();
        let sets = few("sets ", set.iter().map(String::as_str), 6);
        if !sets.is_empty() {
            return sets;
        }
        // `module.exports = { plugins: [] }`
        let at = self.facts.symbols.iter().position(|it| self.is_whole(it));
        let declared = at.and_then(|at| Declared::of(self.path, self.facts, &[u32::try_from(at).ok()?]));
        let told = declared.map(|it| it.settings()).unwrap_or_default();
        told.strip_prefix(": ").unwrap_or_default().to_owned()
    }

    /// Whether it is what the file exports as a whole.
    fn is_whole(&self, it: &Symbol) -> bool {
        let is_it = |of: &ExportSource| matches!(of, ExportSource::Local(name) if *name == it.name);
        let mut exports =
            self.facts.exports.iter().filter(|it| matches!(&*it.name, "default" | "module.exports"));
        let is_whole =
            matches!(it.name.as_str(), "default" | "module.exports") || exports.any(|it| is_it(&it.source));
        is_whole && it.container.is_none()
    }

    pub(super) fn declarations(&self) -> String {
        // `import Writable = stream.Writable` declares nothing new.
        let is_alias = |it: &&Symbol| it.signature.as_deref().is_some_and(|it| it.starts_with("import "));
        let symbols = self.facts.symbols.iter().filter(|it| it.container.is_none() && !is_alias(it));
        let added = self.added();
        let is_added = !added.is_empty() && symbols.clone().all(|it| it.kind == SymbolKind::Namespace);
        // What is there for one class says what that is.
        if let Some(class) = self.only_class() {
            return class.with(self.around).purpose();
        }
        let parts = Parts::of(self.path, self.facts, self.around.named);
        if let ([], [(_, only)], "") = (&parts.running[..], &parts.types[..], &*added) {
            return only.with(self.around).purpose();
        }
        let declares = match &parts.types[..] {
            _ if is_added => added,
            // Of what is nothing but types it is told what these are.
            types if parts.running.is_empty() && types.iter().any(|(_, it)| it.says_more()) => {
                format!("declares {}", told_types(types))
            }
            _ => {
                // What only serves the others comes behind them.
                let (offered, inner): (Vec<&Symbol>, Vec<&Symbol>) = symbols.partition(|it| it.exported);
                let symbols = offered.into_iter().chain(inner);
                few_said("declares ", symbols.map(|it| (it.name.as_str(), self.said_of(it))), 8)
            }
        };
        let augments = self.facts.imports.iter().filter(|it| it.syntax == ImportSyntax::Augment);
        let augments = few("augments ", augments.map(|it| it.specifier.as_str()), 4);
        let refers = |it: &&Import| {
            matches!(
                it.syntax,
                ImportSyntax::ReferenceTypes | ImportSyntax::ReferencePath | ImportSyntax::SideEffect
            )
        };
        let refers = self.facts.imports.iter().filter(refers).map(|it| it.specifier.as_str());
        // The types of Node.js are no package of that name.
        let known = |it: &str| renowned::imported(it).filter(|_| it != "node").map(str::to_owned);
        let refers = refers.map(|it| (it, known(it)));
        let refers = few_said("brings in the types of ", refers, 4);
        let passed = parts.passed();
        let passed = if passed.is_empty() { passed } else { format!("re-exports {passed}") };
        let global = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Global);
        let global = few("adds to the global scope ", global.map(|it| it.text.as_str()), MOST_OF_INTERFACE);
        sentence(self.declares_for(), &[global, declares, augments, refers, passed])
    }

    /// What documentation says of a declaration, in a few words.
    fn said_of(&self, it: &Symbol) -> Option<String> {
        let at = self.facts.symbols.iter().position(|other| std::ptr::eq(it, other))?;
        let declared = Declared::of(self.path, self.facts, &[u32::try_from(at).ok()?])?;
        declared.documented().map(|_| declared.phrase())
    }

    /// What the types are for; of a file that is only called after what it is nothing more is known.
    fn declares_for(&self) -> String {
        match &*self.about().replace("index.d.ts", "index") {
            "@types" | "types" | "typings" => "Type declarations".to_owned(),
            about => format!("Type declarations for {about}"),
        }
    }

    /// The class that a file declares for others and nothing else that runs: `export = Parser`.
    fn only_class(&self) -> Option<Declared<'_>> {
        let is_alias = |it: &Symbol| it.signature.as_deref().is_some_and(|it| it.starts_with("import "));
        let runs = |it: &Symbol| {
            it.container.is_none()
                && !is_alias(it)
                && matches!(it.kind, SymbolKind::Class | SymbolKind::Function | SymbolKind::Variable)
        };
        let mut found = (0..).zip(&self.facts.symbols).filter(|(_, it)| runs(it));
        let (at, only) = found.next().filter(|_| found.next().is_none())?;
        let is_it = |source: &ExportSource| matches!(source, ExportSource::Local(name) if *name == only.name);
        let is_given = self.facts.exports.iter().any(|it| is_it(&it.source));
        let declared = (only.kind == SymbolKind::Class && is_given).then_some(at)?;
        Declared::of(self.path, self.facts, &[declared])
    }

    /// The interfaces in its namespaces, which others may know too, with what each has here: `` `N.I` has `a` ``.
    fn added(&self) -> String {
        let symbols = &self.facts.symbols;
        let mut members: FxHashMap<u32, Vec<&str>> = FxHashMap::default();
        for it in symbols {
            if let Some(container) = it.container {
                members.entry(container).or_default().push(&it.name);
            }
        }
        let mut told: Vec<String> = Vec::new();
        for (at, it) in symbols.iter().enumerate().filter(|(_, it)| it.kind == SymbolKind::Interface) {
            let own = u32::try_from(at).ok().and_then(|at| members.get(&at));
            let Some((own, within)) = own.zip(self.namespace_of(it)) else { continue };
            if told.len() == MOST_INTERFACES {
                told.push("…".to_owned());
                break;
            }
            let has = few("has ", own.iter().copied(), MOST_OF_INTERFACE);
            told.push(format!("{} {has}", quoted(&format!("{within}.{}", it.name))));
        }
        told.join("; ")
    }

    /// The names of the namespaces around it, joined by dots.
    fn namespace_of(&self, it: &Symbol) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        let mut at = it.container;
        while let Some(around) = at.and_then(|at| self.facts.symbols.get(at as usize)) {
            if around.kind != SymbolKind::Namespace || names.len() == MOST_NESTED {
                return None;
            }
            names.push(&around.name);
            at = around.container;
        }
        names.reverse();
        (!names.is_empty()).then(|| names.join("."))
    }
}

/// Whether statements in short only say which functions there are: `helpers.write = (a, b) => …`.
fn sets_functions(sketch: &str) -> bool {
    let functions = sketch.split("; ").filter(|it| it.contains(" = ") && it.ends_with("=> …")).count();
    2 * functions >= sketch.split("; ").count()
}

/// Whether the specifier leads into the repository rather than to a package: relative, or by a common alias.
fn is_near(specifier: &str) -> bool {
    ["./", "../", "@/", "~/", "~", "#", "$lib"].iter().any(|start| specifier.starts_with(start))
        || specifier == "."
        || specifier == ".."
}

/// The lead and the parts that are not empty.
fn sentence(lead: String, parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { lead } else { format!("{lead}: {}", parts.join("; ")) }
}
