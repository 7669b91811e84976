//! What a file is for: its documentation, else what it exports, else what it uses. Pure.

mod tested;

use std::collections::BTreeSet;

use resolvers::facts::{
    FileFacts, Import, ImportKind, ImportSyntax, METHODS, Origin, Parse, ShownSort, Symbol, SymbolKind,
};
use resolvers::path::RepoPath;

use super::declared::Declared;
use super::function::migrations::{is_migration, steps_up};
use super::function::routed::served;
use super::initial::Initial;
use super::parts::{Parts, main_part};
use super::place::{
    HANDLERS, Role, about_words, example_of, extension, folder, is_helper, is_known_tool, is_python,
    is_vague, role, role_of, stem, test_place, without_stories,
};
use super::signature;
use super::words::{capitalised, is_only_verb, is_verb, split};
use super::{Around, asset, conventional, doc, few, quoted, setting, several, suite, users};

/// What the file says of itself.
pub(in crate::dsp) fn about(path: &RepoPath, facts: Option<&FileFacts>, around: Around<'_>) -> String {
    let Some(facts) = facts.filter(|facts| facts.parse != Parse::Failed) else {
        return asset::about(path, facts.is_some());
    };
    let text = of_yarn(path).unwrap_or_else(|| said(path, facts, around));
    let text = match built_for(path) {
        Some(system) => {
            format!("{}; built for {} only", text.trim_end_matches('.'), quoted(system))
        }
        None => text,
    };
    let is_told = facts.origin != Origin::Generated || text.to_lowercase().contains("generated");
    if is_told { text } else { format!("{}; generated", text.trim_end_matches('.')) }
}

/// What Yarn keeps in its folder: itself, its plugins and what makes editors find packages.
fn of_yarn(path: &RepoPath) -> Option<String> {
    let text = path.to_text();
    let mut parts = text.split('/').skip_while(|it| *it != ".yarn").skip(1);
    let (place, rest) = (parts.next()?, parts.next()?);
    match place {
        "plugins" => {
            Some(format!("Plugin of Yarn, bundled: {}", quoted(stem(path).trim_start_matches("plugin-"))))
        }
        "releases" => Some("Yarn itself, bundled".to_owned()),
        "sdks" => Some(format!("Makes editors find {} where Yarn keeps it", quoted(rest))),
        _ => None,
    }
}

/// Systems of Go that names of files end in, sorted.
#[rustfmt::skip]
const SYSTEMS: &[&str] = &[
    "aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "linux", "netbsd", "openbsd", "plan9",
    "solaris", "wasip1", "windows",
];

/// The same of processors.
const PROCESSORS: &[&str] = &[
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le",
    "riscv64", "s390x", "wasm",
];

/// The system that the name of a file of Go says it is built for: `size_windows.go`, `size_linux_amd64_test.go`.
fn built_for(path: &RepoPath) -> Option<&'static str> {
    let name = path.file_name().strip_suffix(b".go")?;
    let name = std::str::from_utf8(name.strip_suffix(b"_test").unwrap_or(name)).ok()?;
    let (rest, last) = name.rsplit_once('_')?;
    let system = match PROCESSORS.binary_search(&last) {
        Ok(_) => rest.rsplit_once('_')?.1,
        Err(_) => last,
    };
    SYSTEMS.binary_search(&system).ok().map(|at| SYSTEMS[at])
}

fn said(path: &RepoPath, facts: &FileFacts, around: Around<'_>) -> String {
    // What somebody imports helps the tests.
    if let Some(data) = setting::test_data(path, facts.doc.is_some()).filter(|_| around.users.is_empty()) {
        return format!("{data}: {}", about_words(path));
    }
    let doc = facts.doc.as_deref().or_else(|| description(facts));
    // `utils/store.ts`, and then what it is for.
    let text = path.to_text();
    let is_own = |word: &str| text.strip_suffix(word).is_some_and(|it| it.is_empty() || it.ends_with('/'));
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_uppercase() || matches!(c, '-' | ':'));
    let doc = doc.map(|doc| match doc.split_once(' ') {
        Some((word, rest)) if word.contains('.') && is_own(word) && begins(rest) => rest,
        _ => doc,
    });
    // That a file of declarations is one says nothing of it.
    let is_bare = |doc: &str| role(path) == Role::Declarations && doc::is_about_file(doc);
    let doc = doc.filter(|doc| !doc::is_numbered(doc) && !doc::is_of_part(doc) && !is_bare(doc));
    let Some(doc) = doc.and_then(|doc| doc::purpose(doc, &about_words(path))) else {
        let told = Told { path, facts, around }.by_role();
        return with_remark(conventional::with_purpose(told, path, facts), facts);
    };
    if doc::is_advice(&doc) {
        let told = Told { path, facts, around }.by_role();
        let remark = doc::first_sentence(&doc).trim_end_matches('.');
        return format!("{}; its comment says '{remark}'", told.trim_end_matches('.'));
    }
    // A title is no sentence: what follows says more.
    if is_title(&doc) {
        let told = Told { path, facts, around }.by_role();
        let doc = doc.trim_end_matches('.');
        let is_again = told.strip_prefix(doc).is_some_and(|rest| rest.starts_with([':', ';', '.']));
        return if is_again { told } else { format!("{doc}. {told}") };
    }
    doc
}

/// With what a comment says below the imports that does not speak of the file itself.
fn with_remark(told: String, facts: &FileFacts) -> String {
    let remark = facts.shown.iter().find(|it| it.sort == ShownSort::Note && it.symbol.is_none());
    let Some(remark) = remark.filter(|_| told.len() <= MOST_BESIDE_REMARK) else { return told };
    let said = doc::first_sentence(&remark.text).trim_end_matches(['.', ':']);
    format!("{}; its comment says '{said}'", told.trim_end_matches('.'))
}

/// What is longer leaves no room for a remark, in bytes.
const MOST_BESIDE_REMARK: usize = 260;

/// Two that a file exports and nothing else.
fn of_names<'f>(running: &[(&str, Declared<'f>)], names: [&str; 2]) -> Option<[Declared<'f>; 2]> {
    let [one, other] = running else { return None };
    let find = |name: &str| [one, other].into_iter().find(|it| it.0 == name).map(|it| it.1);
    Some([find(names[0])?, find(names[1])?])
}

/// What titles of files name.
const TITLED: &[&str] = &[
    "adapter",
    "component",
    "constant",
    "helper",
    "hook",
    "middleware",
    "plugin",
    "type",
    "util",
    "utilitie",
];
/// How many words a title has at most.
const LONGEST_TITLE: usize = 6;

/// Whether the text names something and says nothing of it: `Logger middleware for the server.`
pub(super) fn is_title(doc: &str) -> bool {
    let words: Vec<String> = split(doc).iter().map(|word| word.to_lowercase()).collect();
    let says = |word: &String| {
        matches!(&**word, "are" | "is" | "that" | "to" | "which" | "with")
            || is_only_verb(word)
            || word
                .strip_suffix('s')
                .is_some_and(|it| is_only_verb(it) || is_only_verb(it.trim_end_matches('e')))
    };
    // `Logs what is sent`, and `Types of users`.
    let second = words.get(1).map_or("", String::as_str);
    let acts = words.first().and_then(|first| first.strip_suffix('s')).is_some_and(is_verb)
        && !matches!(second, "" | "and" | "for" | "in" | "of");
    // `Package units lists measures`
    let is_said = |word: &String| word.strip_suffix('s').is_some_and(is_verb);
    let acts = acts
        || doc.starts_with("Package ")
        || matches!(words.first().map(String::as_str), Some("how" | "what" | "when" | "where"))
        || words.iter().skip(1).rev().skip(1).any(is_said);
    // `Combine middleware for servers`
    let names = |word: &String| TITLED.contains(&word.trim_end_matches('s'));
    let acts = acts && !words.iter().take(LONGEST_TITLE).any(names);
    let says = |word: &String| says(word) && !words.iter().any(names);
    let is_short = doc.split(' ').count() < 4;
    is_short
        || words.len() <= LONGEST_TITLE
            && !doc.contains([':', ',', '`', '('])
            && !acts
            && !words.iter().any(says)
}

/// What a file exports as its description, for those that list such files.
fn description(facts: &FileFacts) -> Option<&str> {
    let is_it = |it: &&Symbol| it.exported && it.container.is_none() && it.name == "description";
    let value = signature::value(facts.symbols.iter().find(is_it)?.signature.as_deref()?)?;
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\'' | '`'))?;
    let text = value.strip_prefix(quote)?.strip_suffix(quote)?;
    (text.split(' ').count() > 2).then_some(text)
}
/// How many members of a type a list of types tells.
const MOST_KEYS_OF_TYPE: usize = 4;
/// How many types a text lists.
const MOST_TYPES: usize = 6;
/// How long the list may grow with what documentation says of them, in bytes.
const LONGEST_TYPES: usize = 240;
/// Of more functions none is told alone.
const FEW: usize = 3;

/// Words of the names of files that say nothing of what is in them.
#[rustfmt::skip]
const HOLLOW_WORDS: &[&str] = &[
    "action", "actions", "api", "client", "component", "components", "fn", "func", "function", "functions", "handler", "handlers",
    "helper", "helpers", "hook", "hooks", "index", "lib", "method", "methods", "server", "service", "services", "shared", "test",
    "ts", "type", "types", "util", "utilities", "utility", "utils",
];

/// What the value is called behind the name of its file that the file is there for.
const ROLES: &[&str] = &[
    "api",
    "app",
    "controller",
    "module",
    "plugin",
    "reducer",
    "router",
    "routes",
    "service",
    "slice",
    "store",
];

pub(super) struct Told<'f> {
    pub(super) path: &'f RepoPath,
    pub(super) facts: &'f FileFacts,
    /// `users` are the files that use it.
    pub(super) around: Around<'f>,
}

impl<'f> Told<'f> {
    fn by_role(&self) -> String {
        let about = about_words(self.path);
        match role_of(self.path, self.facts) {
            // A folder of tests also holds what helps them.
            Role::Test if is_helper(self.path) && !suite::has_tests(self.facts) && self.offers() => {
                self.structure()
            }
            // What others take of it is what it is there for, and one test keeps the runner quiet.
            Role::Test if self.facts.titles.len() < 2 && !self.around.users.is_empty() && self.offers() => {
                self.structure()
            }
            // `/test` may be a page.
            Role::Test
                if matches!(self.path.file_name(), b"test.jsx" | b"test.tsx")
                    && !suite::has_tests(self.facts)
                    && self.offers() =>
            {
                self.structure()
            }
            Role::Test => self.tests("Tests"),
            Role::Benchmark => self.tests("Benchmarks"),
            Role::Story => {
                self.uses_of_others(&format!("Stories that show {}", without_stories(&self.about())))
            }
            Role::Config(tool) if !self.is_of_classes() && !self.is_module(&tool) => {
                self.configuration(&tool)
            }
            Role::Declarations => self.declarations(),
            // A folder of migrations also holds what runs them.
            Role::Migration | Role::Plain if is_migration(self.path, self.facts) => {
                // A date says nothing of what is done.
                let words = about.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
                let steps = steps_up(self.facts);
                if words == "migration" && !steps.is_empty() {
                    format!("Migration{steps}")
                } else {
                    format!("Migration: {about}{steps}")
                }
            }
            Role::Routed(word, place) => self.routed(word, &place),
            Role::Plain if matches!(extension(self.path), "vue" | "svelte" | "astro") => {
                self.with_users(self.component(&format!("{about} component")))
            }
            Role::Config(_) | Role::Migration | Role::Plain => self.with_example(self.structure()),
        }
    }

    /// Whether it only is called like the configuration of a tool: of none that is known, and it exports functions or classes.
    fn is_module(&self, tool: &str) -> bool {
        let own = self.facts.symbols.iter().filter(|it| it.exported && it.container.is_none());
        let runs = |it: &Symbol| matches!(it.kind, SymbolKind::Class | SymbolKind::Function);
        let is_default = |it: &Symbol| matches!(it.name.as_str(), "default" | "exports" | "module.exports");
        !is_known_tool(tool) && own.into_iter().any(|it| runs(it) && !is_default(it))
    }

    /// Whether all that it exports are classes and types: what is called like a tool's configuration is none then.
    fn is_of_classes(&self) -> bool {
        let own = |it: &&Symbol| it.exported && it.container.is_none();
        let mut exported = self.facts.symbols.iter().filter(own).peekable();
        let is_one = |it: &Symbol| {
            matches!(it.kind, SymbolKind::Class | SymbolKind::Enum | SymbolKind::Interface | SymbolKind::Type)
        };
        exported.peek().is_some() && exported.all(is_one)
    }

    /// With the example that the file is a part of, where nothing says so.
    fn with_example(&self, text: String) -> String {
        match example_of(self.path).filter(|_| !text.to_lowercase().contains("example")) {
            Some(of) => format!("{}; in an example of {of}", text.trim_end_matches('.')),
            None => text,
        }
    }

    /// Whether others may run something of it.
    fn offers(&self) -> bool {
        !Parts::of(self.path, self.facts, self.around.named).running.is_empty()
    }

    fn structure(&self) -> String {
        let parts = Parts::of(self.path, self.facts, self.around.named);
        let passed = parts.passed();
        if parts.running.is_empty() && parts.types.is_empty() {
            return match (passed.is_empty(), parts.others.is_empty()) {
                (true, true) if self.only_augments() => self.declarations(),
                (true, true) => self.script(),
                (true, false) => self.script_or_value(&parts.others),
                (false, _) => format!("{}gathers {passed}", self.face()),
            };
        }
        let types = few("types ", parts.types.iter().map(|(name, _)| *name), 6);
        let mut types_left = !types.is_empty();
        let mut text = match (&parts.running[..], &parts.types[..]) {
            ([(_, only)], types) if let Some(type_) = self.type_named_as_file(only, types) => {
                let also = few("also exports ", std::iter::once(only.symbol.name.as_str()), 1);
                format!("{}; {also}", type_.with(self.around).purpose().trim_end_matches('.'))
            }
            ([(name, only)], _)
                if only.kind() == SymbolKind::Variable
                    && let Some(own) = self.kept_part_named_as_file() =>
            {
                let also = few("also exports ", std::iter::once(*name), 1);
                format!("{}; {also}", own.with(self.around).purpose().trim_end_matches('.'))
            }
            ([(name, only)], _) if self.is_there_to_run(name, only) => {
                let also = quoted(several::outside(&(*name, *only)));
                format!("{}; also exports {also}", self.script().trim_end_matches('.'))
            }
            ([(_, only)], _) if let Some(told) = only.passed_to_next() => told,
            ([], [(_, only)]) | ([(_, only)], _) => {
                self.with_own_name(only, only.with(self.around).purpose())
            }
            ([], _) => {
                let about = self.about();
                let about = if about.starts_with("types ") { self.subject() } else { about };
                let types = told_types(&parts.types);
                let interfaces = parts.types.iter().all(|(_, it)| it.kind() == SymbolKind::Interface);
                let word = if interfaces { "Interfaces" } else { "Types" };
                let about = without_role(&about);
                let of =
                    if matches!(about, "types" | "type") { String::new() } else { format!(" of {about}") };
                self.with_users(format!("{word}{of}: {types}"))
            }
            (running, _) if let Some(migration) = self.migration_of_django(running) => migration,
            (running, _) if let Some(named) = self.named_as_file(running) => self.with_rest(named, running),
            (running, types) if let Some(type_) = type_of_constants(running, types) => {
                let purpose = type_.with(self.around).purpose();
                let values = few("; with the values ", running.iter().map(|(name, _)| *name), 6);
                // The only type is told.
                types_left = false;
                purpose.trim_end_matches('.').to_owned() + &values
            }
            (running, _)
                if stem(self.path) == "route" && running.iter().all(|(name, _)| METHODS.contains(name)) =>
            {
                self.routed(HANDLERS, &served(self.path))
            }
            (running, _)
                if let Some(told) = of_names(running, ["default", "config"])
                    .or_else(|| of_names(running, ["proxy", "config"]))
                    .or_else(|| of_names(running, ["middleware", "config"]))
                    .and_then(|[runs, config]| runs.middleware_of_next(&config)) =>
            {
                told
            }
            (running, _) if let Some(main) = taken_apart(running) => self.with_rest(main, running),
            (running, _) if running.iter().all(|(_, it)| it.kind() == SymbolKind::Variable) => {
                let told = several::told(self.path, &self.about(), running).text;
                let answers = self.answers();
                let told = if answers.is_empty() { told } else { format!("{told}; {answers}") };
                self.with_users(told)
            }
            (running, _) => match main_part(self.path, running) {
                // What it only serves is what the file is there for.
                Some((main, others)) if let Some((name, served)) = self.served_by(main, running) => {
                    let beside = std::iter::once(main.symbol.name.as_str());
                    let others = beside.chain(others.into_iter().filter(|it| it != name));
                    let others = few("also exports ", others, 6);
                    let served = served.with(self.around);
                    format!("{}; {others}", served.purpose().trim_end_matches('.'))
                }
                Some((main, others)) => {
                    format!(
                        "{}; {}",
                        main.purpose().trim_end_matches('.'),
                        few("also exports ", others.into_iter(), 6)
                    )
                }
                None => match self.only_taken(running) {
                    Some(only) => self.with_rest(only, running),
                    None => self.of_several(running),
                },
            },
        };
        let companions = !parts.running.is_empty() && types_left;
        let companions = companions.then(|| format!("with {types}"));
        let passed = (!passed.is_empty()).then(|| format!("re-exports {passed}"));
        for more in companions.into_iter().chain(passed) {
            text = format!("{}; {more}", text.trim_end_matches('.'));
        }
        text
    }

    /// What `main` is for, and what the file exports beside it.
    fn with_rest(&self, main: &(&str, Declared<'f>), running: &[(&str, Declared<'f>)]) -> String {
        let others = running.iter().filter(|it| it.0 != main.0).map(several::outside);
        let others = few("; also exports ", others, 6);
        format!("{}{others}", main.1.with(self.around).purpose().trim_end_matches('.'))
    }

    /// The only one of several that others take, where the file itself uses the rest.
    fn only_taken<'d>(&self, running: &'d [(&'d str, Declared<'f>)]) -> Option<&'d (&'d str, Declared<'f>)> {
        let users = self.around.users.iter().filter(|it| !it.in_tests);
        let names: BTreeSet<&str> = users.clone().map(|it| it.local).collect();
        let mut taken = running.iter().filter(|(name, _)| names.contains(name));
        let only = taken.next().filter(|_| taken.next().is_none() && names.len() == 1)?;
        let is_used = |name: &str| self.facts.own_uses.iter().any(|it| it.name == name);
        let is_rest_inner = running.iter().all(|it| it.0 == only.0 || is_used(&it.1.symbol.name));
        (only.1.kind() != SymbolKind::Variable && is_rest_inner).then_some(only)
    }

    /// The only value beside `main` that others take, where that uses it and nobody else does.
    fn served_by<'d>(
        &self,
        main: &Declared<'f>,
        running: &'d [(&'d str, Declared<'f>)],
    ) -> Option<&'d (&'d str, Declared<'f>)> {
        let is_taken = |name: &str| self.around.users.iter().any(|it| it.local == name);
        let mut taken = running.iter().filter(|(name, _)| is_taken(name));
        let only = taken.next().filter(|_| taken.next().is_none())?;
        let users = self.facts.own_uses.iter().filter(|it| it.name == main.symbol.name);
        let mut users = users.filter_map(|it| self.facts.symbols.get(it.symbol as usize));
        let serves = only.1.symbol.name != main.symbol.name && users.any(|it| it.name == only.1.symbol.name);
        serves.then_some(only)
    }

    /// Whether all that it does is to add to the types of other modules.
    fn only_augments(&self) -> bool {
        let augments = |it: &Import| it.syntax == ImportSyntax::Augment;
        let is_module = |it: &Symbol| it.container.is_some() || it.kind == SymbolKind::Namespace;
        let takes = |it: &Import| augments(it) || it.kind == ImportKind::Type || self.is_typing(it);
        self.facts.imports.iter().any(augments)
            && self.facts.imports.iter().all(takes)
            && self.facts.symbols.iter().all(is_module)
            && self.calls().is_empty()
    }

    /// Whether nothing that the import takes is there when the file runs.
    fn is_typing(&self, it: &Import) -> bool {
        let locals: Vec<&str> = it.names.iter().filter_map(|it| it.local.as_deref()).collect();
        let uses = self.facts.references.iter().filter(|it| locals.contains(&it.binding.as_str()));
        !locals.is_empty() && uses.clone().next().is_some() && uses.into_iter().all(|it| it.in_types)
    }

    /// Whether the file itself does something, about which the one function that it exports says nothing by its name.
    fn is_there_to_run(&self, name: &str, only: &Declared<'_>) -> bool {
        let about = self.about().to_lowercase();
        let shares = |word: &String| about.contains(&word.to_lowercase()) && word.len() > 2;
        only.kind() == SymbolKind::Function
            && only.documented().is_none()
            && name != "default"
            && !self.calls().is_empty()
            && !split(name).iter().any(shares)
    }

    /// What is `told` of the one function of the file, with what the name of the file says beside that: of `redux-theme.ts`,
    /// which stands beside `plain-theme.ts`.
    fn with_own_name(&self, only: &Declared<'_>, told: String) -> String {
        let about = self.about();
        let lower = told.to_lowercase();
        let is_new = |it: &&str| !HOLLOW_WORDS.contains(it) && !lower.contains(it.trim_end_matches('s'));
        let is_meant = only.kind() == SymbolKind::Function
            && only.symbol.name != "default"
            && only.documented().is_none()
            && role(self.path) == Role::Plain
            && about.contains(' ')
            && about.to_lowercase().split(' ').any(|it| is_new(&it));
        let end = told.find([':', ';', '(', '`']).filter(|at| told[*at..].starts_with([':', ';']));
        match end.or_else(|| (!told.contains(['(', '`'])).then_some(told.len())) {
            Some(end) if is_meant => format!("{} ({about}){}", &told[..end], &told[end..]),
            _ => told,
        }
    }

    /// What the class does that Django runs: functions beside it are its steps, or help them.
    fn migration_of_django(&self, running: &[(&str, Declared<'f>)]) -> Option<String> {
        let placed = role(self.path) == Role::Migration;
        let is_one = |it: &Declared<'_>| it.symbol.name == "Migration" && it.kind() == SymbolKind::Class;
        running.iter().find(|(_, it)| placed && is_one(it)).map(|(_, it)| it.purpose())
    }

    fn of_several(&self, running: &[(&str, Declared<'f>)]) -> String {
        let told = several::told(self.path, &self.about(), running);
        // Names alone say too little.
        if test_place(self.path).is_some() || !told.says { self.with_users(told.text) } else { told.text }
    }

    /// Of several the one that the file is called by or that it exports as the default: a class or a component, or of
    /// values of which a list would be nothing but names any.
    fn named_as_file<'d>(
        &self,
        running: &'d [(&'d str, Declared<'f>)],
    ) -> Option<&'d (&'d str, Declared<'f>)> {
        if running.len() < 2 || self.is_list() {
            return None;
        }
        let bare =
            running.iter().all(|(_, it)| it.kind() == SymbolKind::Variable && it.documented().is_none());
        // Of a few functions the one that the file is called by is what the others help.
        let functions =
            running.len() <= FEW && running.iter().all(|(_, it)| it.kind() == SymbolKind::Function);
        let leads = |it: &Declared<'_>| bare || it.kind() == SymbolKind::Class || it.is_component();
        let own = self.own_name();
        // `usersRouter` of `users.ts`
        let is_its_role = |name: &str, it: &Declared<'_>| {
            let words = split(name);
            let (Some(last), true) = (words.last(), it.kind() == SymbolKind::Variable) else { return false };
            ROLES.contains(&last.as_str()) && words[..words.len() - 1].concat().to_lowercase() == own
        };
        // Generators write `model_user.go`.
        let same = |name: &str| {
            let name = split(name).concat().to_lowercase();
            name == own || own.strip_prefix("model") == Some(&name)
        };
        // `module.exports = httpErrors` of `httpErrors.js`, beside which a helper is exported.
        let is_whole = |name: &str| matches!(name, "default" | "exports" | "module.exports");
        let routes = |it: &&(&str, Declared<'f>)| {
            is_python(self.path) && it.0 == "urlpatterns" && it.1.documented().is_none()
        };
        running
            .iter()
            .find(routes)
            .or_else(|| running.iter().find(|(name, it)| (functions || leads(it)) && same(name)))
            .or_else(|| running.iter().find(|(name, it)| is_its_role(name, it)))
            .or_else(|| running.iter().find(|(name, it)| is_whole(name) && same(&it.symbol.name)))
            .or_else(|| running.iter().find(|(name, it)| !bare && leads(it) && *name == "default"))
    }

    /// Of a file with types the one that it is called by, where what it has beside them is not.
    fn type_named_as_file<'d>(
        &self,
        only: &Declared<'f>,
        types: &'d [(&'d str, Declared<'f>)],
    ) -> Option<&'d Declared<'f>> {
        let own = self.own_name();
        let same = |name: &str| split(name).concat().to_lowercase() == own;
        let is_other =
            !matches!(only.symbol.name.as_str(), "default" | "module.exports") && !same(&only.name());
        types.iter().find(|(name, _)| is_other && same(name)).map(|(_, it)| it)
    }

    /// What the file is called by where it keeps that to itself: a page that it registers, say.
    fn kept_part_named_as_file(&self) -> Option<Declared<'f>> {
        let own = self.own_name();
        let is_it = |it: &Symbol| {
            !it.exported
                && it.container.is_none()
                && matches!(it.kind, SymbolKind::Class | SymbolKind::Function)
                && split(&it.name).concat().to_lowercase() == own
        };
        let at = self.facts.symbols.iter().position(is_it)?;
        Declared::of(self.path, self.facts, &[u32::try_from(at).ok()?])
    }

    fn own_name(&self) -> String {
        let stem = stem(self.path);
        // `user.types.ts`, `file-config.type.ts`
        let ends = [".type", ".types", ".interface", ".interfaces"];
        let stem = ends.iter().find_map(|end| stem.strip_suffix(end)).unwrap_or(&stem);
        split(stem).concat().to_lowercase()
    }

    /// Whether what the values are is told by the place.
    fn is_list(&self) -> bool {
        setting::translation(self.path).is_some() || setting::sort(self.path).is_some()
    }

    /// What is no sentence, with the files that use it; helpers of tests are told by their place.
    pub(super) fn with_users(&self, text: String) -> String {
        if let Some(place) = test_place(self.path) {
            return format!("{text}; for {place}");
        }
        let own = self.facts.symbols.iter().filter(|it| it.exported && it.container.is_none());
        let own: Vec<&str> = own.map(|it| it.name.as_str()).collect();
        let users = users::told(self.around.users, self.path, &own, None);
        let place = setting::translation(self.path).is_some() || role(self.path) == Role::Migration;
        if place || users.is_empty() { text } else { format!("{text}; {users}") }
    }

    pub(super) fn about(&self) -> String {
        let about = about_words(self.path);
        if about.is_empty() { quoted(&String::from_utf8_lossy(self.path.file_name())) } else { about }
    }

    /// What a test is of: the words of its name, or where these are vague the path.
    fn subject(&self) -> String {
        let (stem, about) = (stem(self.path), self.about());
        // `test-domain.js`
        let (stem, about) = match stem.strip_prefix("test-") {
            Some(rest) if !rest.is_empty() => {
                (rest.to_owned(), about.strip_prefix("test ").unwrap_or(&about).to_owned())
            }
            _ => (stem, about),
        };
        // Types are what is tested there.
        let about = match about.strip_prefix("test d") {
            Some("") => return "types".to_owned(),
            Some(rest) if rest.starts_with(' ') => rest[1..].to_owned(),
            _ => about,
        };
        // `@ember/application/type-tests/index.test.ts` is about what the folder lies in.
        if let (true, Some(of)) = (is_vague(&stem), folder(self.path).strip_suffix("/type-tests")) {
            return quoted(of.rsplit('/').next().unwrap_or(of));
        }
        let own = split(&stem).join(" ");
        // `GH1234`
        let number = own.trim_start_matches(|c: char| c.is_alphabetic());
        if number.len() > 2 && number.bytes().all(|it| it.is_ascii_digit()) {
            return quoted(&stem);
        }
        // `isFileInput` is what is tested.
        let is_camel =
            stem.starts_with(char::is_lowercase) && stem.bytes().all(|it| it.is_ascii_alphanumeric());
        if is_camel && stem.contains(char::is_uppercase) {
            return quoted(&stem);
        }
        // The test is not what is tested.
        if about.starts_with('`') {
            let name = String::from_utf8_lossy(self.path.file_name()).into_owned();
            return quoted(name.split('.').next().unwrap_or(&name));
        }
        if is_vague(&stem) && own != about {
            let folder = folder(self.path);
            let folders = folder
                .split('/')
                .rev()
                .filter(|it| !it.starts_with("__") && !matches!(*it, "" | "test" | "tests"));
            // `turf-center/test.ts` is the test of what it stands beside.
            let is_beside =
                self.facts.imports.iter().any(|it| it.specifier == "." || it.specifier.starts_with("./"));
            if matches!(&*stem, "spec" | "test" | "tests")
                && let Some(of) = folders
                    .clone()
                    .next()
                    .filter(|it| is_beside && !matches!(*it, "cypress" | "e2e" | "lib" | "src"))
            {
                return quoted(of);
            }
            return folders.take(1).fold(quoted(&stem), |_, folder| quoted(&format!("{folder}/{stem}")));
        }
        about
    }

    /// `index.ts` speaks for its folder.
    fn face(&self) -> String {
        let folder = folder(self.path);
        let name = self.path.file_name();
        let index = name.starts_with(b"index.") || name.starts_with(b"__init__.");
        match (index, folder.is_empty()) {
            (true, false) => format!("Public face of {}: ", quoted(&folder)),
            (true, true) => "Public face: ".to_owned(),
            (false, _) => format!("{}: ", capitalised(&self.about())),
        }
    }
}

/// The names of types, with what documentation says of each in a few words. Where there is no room for all, the one that
/// the file is called after comes first, then those of which something is said.
pub(super) fn told_types(types: &[(&str, Declared<'_>)]) -> String {
    let mut text = String::new();
    let mut types: Vec<&(&str, Declared<'_>)> = types.iter().collect();
    if types.len() > MOST_TYPES {
        types.sort_by_cached_key(|(name, it)| (!is_called_as_file(it.path, name), it.documented().is_none()));
    }
    for (at, (name, it)) in types.into_iter().enumerate() {
        if at == MOST_TYPES {
            return text + ", …";
        }
        let own = || few("", it.fields().into_iter(), MOST_KEYS_OF_TYPE);
        let phrase = it.documented().map(|_| it.phrase()).or_else(|| Some(own()).filter(|it| !it.is_empty()));
        let phrase = phrase.or_else(|| it.as_alias().map(quoted));
        let phrase = phrase.filter(|it| it.len() + text.len() < LONGEST_TYPES);
        let separator = if at == 0 { "" } else { ", " };
        let told = phrase.map_or_else(|| quoted(name), |phrase| format!("{} ({phrase})", quoted(name)));
        text = text + separator + &told;
    }
    text
}

/// Whether the file is called after that: `encoder.d.ts` after `Encoder`.
fn is_called_as_file(path: &RepoPath, name: &str) -> bool {
    let plain = |text: &str| split(text).concat().to_lowercase();
    let stem = stem(path);
    plain(stem.strip_suffix(".d").unwrap_or(&stem)) == plain(name)
}

/// The one type of a file of Go, where nothing else is there but its values.
fn type_of_constants<'d, 'f>(
    running: &[(&str, Declared<'f>)],
    types: &'d [(&str, Declared<'f>)],
) -> Option<&'d Declared<'f>> {
    let [(name, declared)] = types else { return None };
    let is_value =
        |it: &Declared<'_>| it.kind() == SymbolKind::Variable && it.is_go() && it.annotation() == Some(*name);
    (!running.is_empty() && running.iter().all(|(_, it)| is_value(it))).then_some(declared)
}

/// The value of which all others are members: `api` beside `const { useList } = api`.
fn taken_apart<'d, 'f>(running: &'d [(&'d str, Declared<'f>)]) -> Option<&'d (&'d str, Declared<'f>)> {
    let of = |it: &Declared<'_>| match it.initial() {
        Some(Initial::Plain(path)) if it.kind() == SymbolKind::Variable => {
            path.split_once('.').map(|it| it.0.to_owned())
        }
        _ => None,
    };
    let main = running.iter().find(|(_, it)| of(it).is_none())?;
    let is_member = |it: &Declared<'_>| of(it).as_deref() == Some(main.1.symbol.name.as_str());
    let others = running.iter().filter(|it| it.0 != main.0);
    (running.len() > 1 && others.into_iter().all(|(_, it)| is_member(it))).then_some(main)
}

fn without_role(about: &str) -> &str {
    let ends = [" types", " type", " interfaces", " interface"];
    ends.iter().find_map(|end| about.strip_suffix(end)).unwrap_or(about)
}

/// Whether nothing of it runs: what is tested is that a compiler takes it.
fn is_test_of_types(path: &RepoPath) -> bool {
    let name = super::place::name(path);
    let in_folder = folder(path).split('/').any(|it| it == "test-d");
    [".test-d.", ".tst."].iter().any(|it| name.contains(it)) || in_folder
}
