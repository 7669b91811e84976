//! What a file of tests is for: what it tests, and in which cases. Pure.

use resolvers::facts::{BindingName, Import, ImportedName, Reference, Symbol, SymbolKind, TitleSort};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

use super::{Told, is_test_of_types};
use crate::dsp::text::place::{extension, folder, is_among_tests, is_python, stem};
use crate::dsp::text::words::split;
use crate::dsp::text::{few, quoted, suite};

/// What Go runs in place of the tests of a package.
const SET_UP: &str = "TestMain";
/// What is shorter says too little of what is tested, in bytes.
const SHORT_CASES: usize = 60;
/// How many tests a text lists that have no titles.
const MOST_CASES: usize = 8;
/// How many names of the tested package a text lists.
const MOST_OF_PACKAGE: usize = 4;

impl<'f> Told<'f> {
    pub(in crate::dsp::text) fn tests(&self, word: &str) -> String {
        let titles = suite::titles(self.facts);
        let head = titles.as_ref().and_then(|it| it.head.clone());
        // What the file is called by may be no part of what it tests, or say nothing.
        let is_bare = self.is_bare_test();
        let instead = head.filter(|_| is_bare || self.is_called_otherwise());
        let subject = match instead {
            Some(head) => head,
            None if is_bare => self.tested().unwrap_or_default(),
            None => {
                let subject = self.subject();
                subject.strip_suffix(" tests").unwrap_or(&subject).to_owned()
            }
        };
        let of_types = is_test_of_types(self.path) || self.expects_types();
        let lead = match (subject.as_str(), of_types) {
            ("" | "types", true) => format!("{word} of types"),
            (subject, true) => format!("{word} of the types of {subject}"),
            ("", false) => word.to_owned(),
            (subject, false) => format!("{word} of {subject}"),
        };
        match titles {
            Some(titles) => {
                let titles = titles.behind(&subject);
                let is_short = titles.len() < SHORT_CASES;
                let uses = if is_short { self.uses_of_package() } else { String::new() };
                let uses = if is_short && uses.is_empty() { self.uses_of_tested() } else { uses };
                let does = self.sketched().filter(|it| is_short && !suite::only_names_tests(it));
                let does = does.map(|it| format!("; {it}"));
                lead + &titles + &does.unwrap_or(uses)
            }
            None => match self.test_functions(&subject) {
                cases if cases.is_empty() && self.sets_up_tests() => {
                    let package = self.facts.header.package.as_deref().unwrap_or_default();
                    self.with_uses(format!("Set-up of the tests of package {}", quoted(package)), "")
                }
                cases if cases.is_empty() => {
                    match (self.uses_of_package().strip_prefix("; "), self.sketched()) {
                        (Some(uses), _) => format!("{lead}: {uses}"),
                        // Of tests of types these are their statements.
                        (None, Some(does)) => format!("{lead}: {does}"),
                        (None, None) => self.uses_of_others(&lead),
                    }
                }
                cases if cases.len() < SHORT_CASES => lead + &cases + &self.uses_of_package(),
                cases => lead + &cases,
            },
        }
    }

    /// Whether all that it tests is what a checker of types says.
    fn expects_types(&self) -> bool {
        let checkers = ["expect-type", "ts-expect", "tsd", "tstyche"];
        let checks = |it: &Import| match it.specifier.as_str() {
            "@hapi/lab" | "lab" => {
                let is_its =
                    |binding: &str| it.names.iter().any(|name| name.local.as_deref() == Some(binding));
                let is_types = |it: &Reference| it.member.as_deref() == Some("types") && is_its(&it.binding);
                self.facts.references.iter().any(is_types)
            }
            specifier => checkers.contains(&specifier),
        };
        !suite::has_tests(self.facts) && self.facts.imports.iter().any(checks)
    }

    /// Whether the file is called by no more than that it is a test: `test.js`, `test/index.test-d.ts`.
    fn is_bare_test(&self) -> bool {
        let is_bare = |name: &str| {
            matches!(name, "bench" | "index" | "spec" | "test" | "test-d" | "tests" | "__tests__")
        };
        let folders = folder(self.path);
        let is_script = !is_python(self.path) && extension(self.path) != "go";
        is_script
            && is_bare(stem(self.path).trim_start_matches("index."))
            && folders.split('/').all(|it| it.is_empty() || is_bare(it))
    }

    /// What a test takes from the repository by its name as a whole: `Store` of `import Store from './index.js'`.
    fn tested(&self) -> Option<String> {
        let near = self.facts.imports.iter();
        let near = near.filter(|it| it.specifier.starts_with('.') && !it.syntax.is_weak());
        let whole = |it: &'f Import| {
            let is_whole = |it: &&ImportedName| !it.type_only && !matches!(it.name, BindingName::Named(_));
            it.names.iter().find(is_whole)?.local.as_deref()
        };
        let of_all: Vec<(&Import, &str)> = near.filter_map(|it| Some((it, whole(it)?))).collect();
        // Beside helpers it is what stands for the package.
        let is_entry = |it: &Import| {
            let last = it.specifier.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            matches!(last.split('.').next(), Some("" | "index" | "lib" | "main" | "source" | "src"))
        };
        let entry = of_all.iter().find(|(it, _)| is_entry(it));
        let only = of_all.first().filter(|_| of_all.len() == 1);
        entry.or(only).map(|(_, name)| quoted(name))
    }

    /// Whether the file is called by a name of code that nothing in it knows.
    fn is_called_otherwise(&self) -> bool {
        let stem = stem(self.path);
        let is_code = stem.starts_with(char::is_lowercase)
            && stem.contains(char::is_uppercase)
            && stem.bytes().all(|it| it.is_ascii_alphanumeric());
        let takes = |it: &ImportedName| {
            it.local.as_deref() == Some(&*stem)
                || matches!(&it.name, BindingName::Named(name) if *name == stem)
        };
        let names = |it: &Import| {
            let last = it.specifier.rsplit('/').next().unwrap_or_default();
            last.split('.').next() == Some(&*stem) || it.names.iter().any(takes)
        };
        let is_used = || self.facts.references.iter().any(|it| it.member.as_deref() == Some(&*stem));
        let is_titled = || self.facts.titles.iter().any(|it| it.text.contains(&stem));
        is_code && !self.facts.imports.iter().any(names) && !is_used() && !is_titled()
    }

    /// What a test of Go uses of the package that it is a part of.
    fn uses_of_package(&self) -> String {
        let imported = self.facts.imports.iter().flat_map(|it| &it.names);
        let imported: FxHashSet<&str> = imported.filter_map(|it| it.local.as_deref()).collect();
        let own = self.facts.references.iter().map(|it| it.binding.as_str());
        let own =
            own.filter(|it| extension(self.path) == "go" && !it.contains('.') && !imported.contains(it));
        // Not in order of use: statements may change places.
        few("; uses ", own.collect::<BTreeSet<_>>().into_iter(), MOST_OF_PACKAGE)
    }

    /// What tests use of the files of the repository that are no tests, where few titles say what they are about.
    fn uses_of_tested(&self) -> String {
        // Where there are no cases, what helps has them.
        let has_cases =
            self.facts.titles.iter().any(|it| matches!(it.sort, TitleSort::Case | TitleSort::Rows));
        // `turf-center/test.ts` takes it from `./index.js`.
        let is_beside = !is_among_tests(self.path);
        let help = ["util", "helper", "fixture", "mock", "setup", "test"];
        // `./utils` of `utils.test.ts` is what is tested, and `./latest` helps nobody.
        let own = split(&stem(self.path));
        let helps = |it: &Import| {
            let words = |part: &str| split(part.split('.').next().unwrap_or_default());
            let is_help = |word: &String| help.contains(&word.trim_end_matches('s'));
            let last = words(it.specifier.rsplit('/').next().unwrap_or_default());
            let is_own = !last.is_empty() && own.starts_with(&last);
            !is_own && it.specifier.split('/').flat_map(words).any(|it| is_help(&it))
        };
        let near = |it: &&Import| {
            let is_tested = (it.specifier.starts_with("..") || is_beside) && !helps(it);
            it.specifier.starts_with('.') && (is_tested || !has_cases) && !it.syntax.is_weak()
        };
        let taken =
            self.facts.imports.iter().filter(near).flat_map(|it| &it.names).filter(|it| !it.type_only);
        let names = taken.filter_map(|it| match &it.name {
            BindingName::Named(name) => Some(name.as_str()),
            _ => it.local.as_deref(),
        });
        few("; uses ", names, MOST_OF_PACKAGE)
    }

    /// Whether it has only what Go runs in place of the tests of a package, and which runs these.
    fn sets_up_tests(&self) -> bool {
        let symbols = &self.facts.symbols;
        let is_test =
            |it: &Symbol| it.kind == SymbolKind::Function && suite::case_name(self.path, &it.name).is_some();
        extension(self.path) == "go"
            && symbols.iter().any(|it| it.name == SET_UP)
            && !symbols.iter().any(is_test)
    }

    /// Python and Go call a test by the name of a function.
    fn test_functions(&self, subject: &str) -> String {
        let runs = |it: &&Symbol| matches!(it.kind, SymbolKind::Function | SymbolKind::Method);
        let named = self.facts.symbols.iter().filter(runs);
        let cases = named.filter_map(|it| suite::case_name(self.path, &it.name));
        let cases = cases.map(|it| split(it).join(" "));
        let cases = cases.filter(|it| !it.is_empty());
        let cases: Vec<String> = cases.take(MOST_CASES + 1).collect();
        match cases.len() {
            0 => String::new(),
            // It says the same again.
            1 if suite::repeats(&cases[0], subject) => String::new(),
            _ if cases.len() > MOST_CASES => format!(": {}; …", cases[..MOST_CASES].join("; ")),
            _ => format!(": {}", cases.join("; ")),
        }
    }
}
