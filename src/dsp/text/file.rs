//! What a file is for: its documentation, else what it exports, else what it uses. Pure.

use resolvers::facts::{BindingName, FileFacts, Import, ImportKind, ImportSyntax, Parse, Symbol, SymbolKind};
use resolvers::path::RepoPath;

use super::action::action;
use super::declared::Declared;
use super::parts::{Parts, main_part};
use super::place::{
    Role, about_words, extension, folder, folder_words, is_helper, is_vague, role, stem, test_place,
};
use super::signature::{self, Call};
use super::users::User;
use super::words::{capitalised, is_only_verb, lowered, split};
use super::{asset, doc, few, quoted, setting, several, suite, users};

/// What the file says of itself.
pub(in crate::dsp) fn about(path: &RepoPath, facts: Option<&FileFacts>, users: &[User<'_>]) -> String {
    let Some(facts) = facts.filter(|facts| facts.parse != Parse::Failed) else {
        return asset::about(path, facts.is_some());
    };
    let doc = facts.doc.as_deref().or_else(|| description(facts));
    let Some(doc) = doc.and_then(|doc| doc::purpose(doc, &about_words(path))) else {
        return Told { path, facts, users }.by_role();
    };
    // A title is no sentence: what follows says more.
    if doc.split(' ').count() < 4 {
        let told = Told { path, facts, users }.by_role();
        return format!("{}. {told}", doc.trim_end_matches('.'));
    }
    doc
}

/// What a file exports as its description, for those that list such files.
fn description(facts: &FileFacts) -> Option<&str> {
    let is_it = |it: &&Symbol| it.exported && it.container.is_none() && it.name == "description";
    let value = signature::value(facts.symbols.iter().find(is_it)?.signature.as_deref()?)?;
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\'' | '`'))?;
    let text = value.strip_prefix(quote)?.strip_suffix(quote)?;
    (text.split(' ').count() > 2).then_some(text)
}

/// How many tests a text lists that have no titles.
const MOST_CASES: usize = 8;

struct Told<'f> {
    path: &'f RepoPath,
    facts: &'f FileFacts,
    /// The files that use it.
    users: &'f [User<'f>],
}

impl<'f> Told<'f> {
    fn by_role(&self) -> String {
        let about = about_words(self.path);
        match role(self.path) {
            // A folder of tests also holds what helps them.
            Role::Test if is_helper(self.path) && self.facts.titles.is_empty() && self.offers() => {
                self.structure()
            }
            Role::Test => self.tests("Tests"),
            Role::Benchmark => self.tests("Benchmarks"),
            Role::Story => self.uses_of_others(&format!("Stories that show {}", self.subject())),
            Role::Config(tool) => self.configuration(&tool),
            Role::Declarations => self.declarations(),
            // A folder of migrations also holds what runs them.
            Role::Migration
                if self.facts.symbols.iter().any(|it| matches!(it.name.as_str(), "up" | "down")) =>
            {
                format!("Migration: {about}")
            }
            Role::Routed(word, place) => self.routed(word, &place),
            Role::Plain if matches!(extension(self.path), "vue" | "svelte" | "astro") => {
                self.component(&format!("{about} component"))
            }
            Role::Migration | Role::Plain => self.structure(),
        }
    }

    /// Whether others may run something of it.
    fn offers(&self) -> bool {
        !Parts::of(self.path, self.facts).running.is_empty()
    }

    fn tests(&self, word: &str) -> String {
        let subject = self.subject();
        let subject = subject.strip_suffix(" tests").unwrap_or(&subject).to_owned();
        let lead = format!("{word} of {subject}");
        match suite::titles(self.facts, &subject) {
            Some(titles) => lead + &titles,
            None => match self.test_functions() {
                cases if cases.is_empty() => self.uses_of_others(&lead),
                cases => lead + &cases,
            },
        }
    }

    /// Python calls a test by the name of a function.
    fn test_functions(&self) -> String {
        let named = self.facts.symbols.iter().filter(|it| it.kind != SymbolKind::Variable);
        let cases = named.filter_map(|it| it.name.strip_prefix("test_")).map(|it| split(it).join(" "));
        let cases: Vec<String> = cases.take(MOST_CASES + 1).collect();
        match cases.len() {
            0 => String::new(),
            _ if cases.len() > MOST_CASES => format!(": {}; …", cases[..MOST_CASES].join("; ")),
            _ => format!(": {}", cases.join("; ")),
        }
    }

    fn structure(&self) -> String {
        let parts = Parts::of(self.path, self.facts);
        let passed = parts.passed();
        if parts.running.is_empty() && parts.types.is_empty() {
            return match (passed.is_empty(), parts.others.is_empty()) {
                (true, true) => self.script(),
                (true, false) => self.script_or_value(&parts.others),
                (false, _) => format!("{}gathers {passed}", self.face()),
            };
        }
        let types = few("types ", parts.types.iter().map(|(name, _)| *name), 6);
        let mut text = match (&parts.running[..], &parts.types[..]) {
            ([(_, only)], types) if let Some(type_) = self.type_named_as_file(only, types) => {
                let also = few("also exports ", std::iter::once(only.symbol.name.as_str()), 1);
                format!(
                    "{}; {also}",
                    Declared { users: self.users, ..*type_ }.purpose().trim_end_matches('.')
                )
            }
            ([], [(_, only)]) | ([(_, only)], _) => Declared { users: self.users, ..*only }.purpose(),
            ([], _) => {
                let about = self.about();
                let about = if about.starts_with("types ") { self.subject() } else { about };
                let types = types.trim_start_matches("types ");
                self.with_users(format!("Types of {}: {types}", without_role(&about)))
            }
            (running, _) if let Some(named) = self.named_as_file(running) => {
                let others = running.iter().filter(|it| it.0 != named.0).map(|it| several::outside(it));
                let others = few("also exports ", others, 6);
                let named = Declared { users: self.users, ..named.1 };
                format!("{}; {others}", named.purpose().trim_end_matches('.'))
            }
            (running, _) if running.iter().all(|(_, it)| it.kind() == SymbolKind::Variable) => {
                self.with_users(several::told(self.path, &self.about(), running))
            }
            (running, _) => match main_part(running) {
                Some((main, others)) => {
                    format!(
                        "{}; {}",
                        main.purpose().trim_end_matches('.'),
                        few("also exports ", others.into_iter(), 6)
                    )
                }
                None => match test_place(self.path) {
                    Some(place) => {
                        format!("{}; for {place}", several::told(self.path, &self.about(), running))
                    }
                    None => several::told(self.path, &self.about(), running),
                },
            },
        };
        let companions = !parts.running.is_empty() && !types.is_empty();
        let companions = companions.then(|| format!("with {types}"));
        let passed = (!passed.is_empty()).then(|| format!("re-exports {passed}"));
        for more in companions.into_iter().chain(passed) {
            text = format!("{}; {more}", text.trim_end_matches('.'));
        }
        text
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
        let leads = |it: &Declared<'_>| bare || it.kind() == SymbolKind::Class || it.is_component();
        let own = self.own_name();
        let same = |name: &str| split(name).concat().to_lowercase() == own;
        running
            .iter()
            .find(|(name, it)| leads(it) && same(name))
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

    fn own_name(&self) -> String {
        split(&stem(self.path)).concat().to_lowercase()
    }

    /// Whether what the values are is told by the place.
    fn is_list(&self) -> bool {
        setting::translation(self.path).is_some() || setting::sort(self.path).is_some()
    }

    /// What is no sentence, with the files that use it; helpers of tests are told by their place.
    fn with_users(&self, text: String) -> String {
        if let Some(place) = test_place(self.path) {
            return format!("{text}; for {place}");
        }
        let users = users::told(self.users, false);
        let place = setting::translation(self.path).is_some() || role(self.path) == Role::Migration;
        match users.strip_prefix(": ").filter(|_| !place) {
            Some(users) => format!("{text}; {users}"),
            None => text,
        }
    }

    fn about(&self) -> String {
        let about = about_words(self.path);
        if about.is_empty() { quoted(&String::from_utf8_lossy(self.path.file_name())) } else { about }
    }

    /// What a test is of: the words of its name, or where these are vague the path.
    fn subject(&self) -> String {
        let (stem, about) = (stem(self.path), self.about());
        let own = split(&stem).join(" ");
        // `GH1234`
        let number = own.trim_start_matches(|c: char| c.is_alphabetic());
        if number.len() > 2 && number.bytes().all(|it| it.is_ascii_digit()) {
            return quoted(&stem);
        }
        if is_vague(&stem) && own != about {
            let folder = folder(self.path);
            let folders = folder
                .split('/')
                .rev()
                .filter(|it| !it.starts_with("__") && !matches!(*it, "test" | "tests"));
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

    /// A file that exports nothing: what it does is what it uses and what it defines.
    fn script(&self) -> String {
        if suite::is_test(self.path, self.facts) {
            return self.tests("Tests");
        }
        let folders = ["scripts", "bin", "script", "tools", "build", "examples"];
        let folder = folder(self.path);
        let script = folder.split('/').any(|it| folders.contains(&it));
        let about = self.about();
        let begins = about.split(' ').next().is_some_and(is_only_verb);
        let does = action(&about, &Call::default(), "").filter(|_| begins && about.contains(' '));
        let named = |name: &str| split(&stem(self.path)).iter().any(|word| word == name);
        let lead = match (setting::sort(self.path), setting::plural(self.path), does) {
            _ if self.path.file_name() == b"__main__.py" => format!("Run by `python -m {about}`"),
            _ if test_place(self.path).is_some() && named("setup") => "Setup".to_owned(),
            // A file of a package is loaded with all of it.
            _ if self.facts.header.package.is_some() => self.part_of_package(&about),
            (Some(sort), ..) => format!("{}, a {sort}", capitalised(&about)),
            (_, Some((many, about)), _) if !script => format!("{} for {about}", capitalised(&many)),
            (.., Some(does)) if script => format!("Script that {}", lowered(&does.text)),
            (.., Some(does)) => format!("{} when it is loaded", does.text),
            _ if script => format!("Script for {about}"),
            _ => format!("{}, run when it is loaded", capitalised(&about)),
        };
        let nothing = self.facts.imports.is_empty() && self.facts.symbols.is_empty();
        let text = self.with_uses(lead, if nothing { "without imports and declarations" } else { "" });
        match test_place(self.path) {
            Some(place) => format!("{text}; for {place}"),
            None => text,
        }
    }

    fn part_of_package(&self, about: &str) -> String {
        let is_main = |it: &Symbol| it.name == "main" && it.kind == SymbolKind::Function;
        match self.facts.header.package.as_deref() {
            Some("main") if self.facts.symbols.iter().any(is_main) => format!("Program {}", quoted(about)),
            _ => capitalised(about),
        }
    }

    fn script_or_value(&self, names: &[&str]) -> String {
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
    fn with_uses(&self, lead: String, part: &str) -> String {
        let defined = self
            .facts
            .symbols
            .iter()
            .filter(|it| it.container.is_none() && !it.exported && it.kind == SymbolKind::Function);
        let defined = few("defines ", defined.map(|it| it.name.as_str()), 5);
        let loads = self.imports().filter(|it| it.names.is_empty()).map(|it| it.specifier.as_str());
        let loads = few("loads ", loads, 5);
        let names = self.imports().flat_map(|it| &it.names).filter(|it| !it.type_only);
        let uses = few("uses ", names.filter_map(|it| it.local.as_deref()), 6);
        sentence(lead, &[part.to_owned(), defined, uses, loads])
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
    fn uses_of_others(&self, lead: &str) -> String {
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

    fn configuration(&self, tool: &str) -> String {
        let folder = folder(self.path);
        let place = if folder.is_empty() { String::new() } else { format!(" for {}", quoted(&folder)) };
        let packages = self.imports().map(|it| it.specifier.as_str()).filter(|it| !it.starts_with("node:"));
        sentence(format!("Configuration of {tool}{place}"), &[few("uses ", packages, 6)])
    }

    fn declarations(&self) -> String {
        let symbols = self.facts.symbols.iter().filter(|it| it.container.is_none());
        let declares = few("declares ", symbols.map(|it| it.name.as_str()), 8);
        let augments = self.facts.imports.iter().filter(|it| it.syntax == ImportSyntax::Augment);
        let augments = few("augments ", augments.map(|it| it.specifier.as_str()), 4);
        let passed = Parts::of(self.path, self.facts).passed();
        let passed = if passed.is_empty() { passed } else { format!("re-exports {passed}") };
        sentence(format!("Type declarations for {}", self.about()), &[declares, augments, passed])
    }

    fn routed(&self, word: &str, place: &str) -> String {
        let lead = format!("{word} {}", quoted(place));
        let running = Parts::of(self.path, self.facts).running;
        let others =
            few("exports ", running.iter().map(|(name, _)| *name).filter(|name| *name != "default"), 6);
        let shown = self.shown();
        let text = if shown.is_empty() {
            self.with_uses(lead.clone(), &others)
        } else {
            sentence(lead.clone(), &[others, shown])
        };
        if text != lead {
            return text;
        }
        sentence(lead, &[self.works_with()])
    }

    /// The values of a component that imports nothing.
    fn works_with(&self) -> String {
        let runs = |kind| matches!(kind, SymbolKind::Variable | SymbolKind::Function);
        let own = |it: &&Symbol| it.container.is_none() && !it.exported && runs(it.kind);
        let values = self.facts.symbols.iter().filter(own);
        let names =
            values.map(|it| it.name.as_str()).filter(|it| !matches!(*it, "emit" | "props" | "t" | "_"));
        few("works with ", names, 5)
    }

    fn component(&self, lead: &str) -> String {
        let functions =
            self.facts.symbols.iter().filter(|it| it.container.is_none() && it.kind == SymbolKind::Function);
        let functions = few("with functions ", functions.map(|it| it.name.as_str()), 5);
        let rest = self.imports().flat_map(|it| &it.names).filter(|it| !it.type_only);
        let rest = rest.filter_map(|it| it.local.as_deref()).filter(|it| !it.starts_with(char::is_uppercase));
        let given = self.facts.symbols.iter().filter(|it| it.exported && it.container.is_none());
        let given = given.filter(|it| it.kind == SymbolKind::Variable && extension(self.path) == "svelte");
        let given = few("takes props ", given.map(|it| it.name.as_str()), 6);
        let mut parts = [given, self.shown(), functions, few("uses ", rest, 5)];
        if parts.iter().all(String::is_empty) {
            parts[0] = self.works_with();
        }
        let folder = folder_words(self.path.parent());
        let said = folder
            .split(' ')
            .any(|word| lead.split(' ').any(|it| it == word) || word.starts_with("component"));
        let lead = if folder.is_empty() || said {
            capitalised(lead)
        } else {
            format!("{} ({folder})", capitalised(lead))
        };
        sentence(lead, &parts)
    }

    /// The components that are imported.
    fn shown(&self) -> String {
        let ends = [".vue", ".svelte", ".astro"];
        let names = self.imports().flat_map(|import| import.names.iter().map(move |name| (import, name)));
        let shown = names.filter(|(import, name)| {
            let local = name.local.as_deref().unwrap_or_default();
            let pascal = local.starts_with(char::is_uppercase) && local.contains(char::is_lowercase);
            !name.type_only
                && pascal
                && (ends.iter().any(|end| import.specifier.ends_with(end))
                    || matches!(extension(self.path), "tsx" | "jsx") && is_near(&import.specifier))
        });
        few("made of ", shown.filter_map(|(_, name)| name.local.as_deref()), 6)
    }
}

fn without_role(about: &str) -> &str {
    let ends = [" types", " type", " interfaces", " interface"];
    ends.iter().find_map(|end| about.strip_suffix(end)).unwrap_or(about)
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
