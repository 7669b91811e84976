//! What a value is: by its literal, its type and what it stands for; forms of names and makers have modules of their own.
//! Pure.

mod lead;
mod maker;
mod typed;

use resolvers::facts::{BindingName, Deed, ExportSource, Route, Shown, ShownSort, Symbol, SymbolKind};

use self::lead::{of_logger, setting_names};
use self::maker::reader;
use super::declared::{Declared, MANY, is_type, joined};
use super::function::is_shown_by;
use super::initial::{EMPTY_LIST, Initial, is_name};
use super::place::{Role, about_words, extension, folder, for_folder, is_python, role, role_of};
use super::words::{capitalised, lowered, split};
use super::{clean, django, few, quoted, renowned, secret, setting, several, signature};

/// So long may be what is told of a value with a sketch, in bytes.
const LONGEST_WITH_SKETCH: usize = 370;
/// How many addresses of a table of routes are told.
const MOST_ROUTES: usize = 6;

/// How much is told of what makes a configuration.
const MOST_GIVEN: usize = 3;

impl Declared<'_> {
    pub(super) fn variable(&self) -> String {
        let top = self.symbol.container.is_none();
        let words = self.words();
        let default = self.symbol.name == "default";
        if let (Role::Config(tool), true) = (role(self.path), default || self.is_default_export()) {
            let initial = self.initial();
            let value = self.settings();
            let uses = self.uses_but(&value, initial.as_ref().and_then(Initial::callee));
            let place = for_folder(self.path);
            return joined(&format!("Configuration of {tool}{place}"), &[value, uses]);
        }
        if let Some(setting) = self.config_setting() {
            let initial = self.initial();
            let value = initial.as_ref().map_or_else(String::new, |it| it.told(false));
            let value = if value == EMPTY_LIST { ": an empty list".to_owned() } else { value };
            let uses = self.uses_but(&value, initial.as_ref().and_then(Initial::callee));
            return joined(&setting, &[value, uses]);
        }
        if let Some(inner) = self.wrapped().filter(|it| it.kind() == SymbolKind::Function) {
            let by = self.initial().and_then(|it| it.callee().map(quoted));
            return format!(
                "{}{}",
                inner.purpose(),
                by.map_or_else(String::new, |by| format!("; wrapped by {by}"))
            );
        }
        if let Some(inner) = self.stands_for() {
            let is_routed = matches!(role_of(self.path, self.facts), Role::Routed(..));
            let shape =
                || inner.told().split_once(": ").map_or_else(String::new, |(_, shape)| format!(": {shape}"));
            let told = || inner.documented().map_or_else(shape, |doc| format!(": {}", lowered(&doc)));
            // What is said of the other is not said of this one.
            let is_other = inner.kind() == SymbolKind::Variable && inner.symbol.name != self.symbol.name;
            if let Some(doc) =
                inner.documented().filter(|_| is_other && !is_routed && self.symbol.name != "default")
            {
                let said = lowered(super::doc::first_sentence(&doc).trim_end_matches('.'));
                return format!(
                    "{}: the same as {} ({said})",
                    capitalised(&words),
                    quoted(&inner.symbol.name)
                );
            }
            let request = self.request().filter(|_| is_routed).map(|request| joined(&request, &[told()]));
            return request.unwrap_or_else(|| inner.called(&self.symbol.name).purpose());
        }
        if self.symbol.name == "urlpatterns" && is_python(self.path) && top {
            let place = format!("URL routes of {}", quoted(&folder(self.path)));
            // What a decorator registers is another one's.
            let is_decorated = |it: &Route| it.on.is_some() && it.answers.is_empty();
            let listed = self.facts.routes.iter().filter(|it| !is_decorated(it));
            let addresses = listed.map(|it| it.address.as_str()).filter(|it| !it.is_empty());
            return joined(&place, &[few(": ", addresses, MOST_ROUTES), self.uses(false)]);
        }
        if self.symbol.name == "pytestmark" && is_python(self.path) && top {
            let name = |rest: &'_ str| {
                rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())].to_owned()
            };
            let marks: Vec<String> = self.signature().split("pytest.mark.").skip(1).map(name).collect();
            return joined(
                "Marks of all tests of the file",
                &[few(": ", marks.iter().map(String::as_str), 8)],
            );
        }
        if let Some(mark) = self.mark_that_skips().filter(|_| top) {
            return mark;
        }
        if let Some(what) = django::setting(self.path, self.facts, &self.symbol.name).filter(|_| top) {
            let is_secret = ["KEY", "PASSWORD"].iter().any(|end| self.symbol.name.ends_with(end));
            let initial = self.initial();
            let value = initial.as_ref().filter(|_| !is_secret).map_or_else(String::new, |it| it.told(true));
            let uses = self.uses_but(&value, initial.as_ref().and_then(reader));
            return joined(&format!("Django setting, {what}"), &[value, uses]);
        }
        if let Some(field) = self.field_of_migration().filter(|_| top) {
            // That there is none is said.
            let value = self.initial().filter(|it| *it != Initial::Plain("None"));
            return joined(&field, &[value.map_or_else(String::new, |it| it.told(true))]);
        }
        if let Some(kept) = self.kept_for().filter(|_| top) {
            return kept;
        }
        if let Some(request) = self.request().filter(|_| top) {
            let value = self.initial().map_or_else(String::new, |it| it.told(true));
            // What is handed to what makes it answers.
            let done = self.done_for(None, &value);
            let uses = self.uses_but(&[&*value, &*done.concat()].concat(), None);
            return self.with_done(&request, &[value], &done, &[uses]);
        }
        if extension(self.path) == "svelte" && top {
            return format!("Prop {} of the {} component", quoted(&self.symbol.name), about_words(self.path));
        }
        let translation = setting::translation(self.path)
            .filter(|_| top && (default || self.is_default_export() || setting_names(&words, self)));
        if let Some(translation) = translation {
            return translation;
        }
        if top && signature::is_of_function_type(self.signature()) {
            return self.with_making(self.function());
        }
        self.vuex_module().filter(|_| top).unwrap_or_else(|| self.value(&words))
    }

    /// What the type of a function tells of it, with what makes it.
    fn with_making(&self, told: String) -> String {
        let initial = self.initial().filter(|it| it.function().is_none());
        let made = initial.as_ref().map(|it| it.told(false)).unwrap_or_default();
        let made = made.strip_prefix(": ").filter(|it| it.starts_with("made with ") && told.contains(": "));
        let Some(made) = made else { return told };
        let used = initial.as_ref().and_then(Initial::callee).map(|it| format!("; uses {}", quoted(it)));
        let told = used.and_then(|it| told.strip_suffix(&it)).unwrap_or(&told);
        format!("{told}; {made}")
    }

    /// What a configuration says, after a colon; what it is made of where that stands beside it.
    pub(super) fn settings(&self) -> String {
        let Some(initial) = self.initial().map(Initial::innermost) else { return String::new() };
        if matches!(&initial, Initial::Held(keys) if keys.is_empty()) && self.signature().ends_with("{}") {
            return if self.is_filled() { String::new() } else { ": sets nothing".to_owned() };
        }
        // `registerAs('mail', () => ({ … }))`
        if let Some(Deed::Gives(given) | Deed::GivesLast(given)) = self.symbol.deed.as_deref()
            && initial.function().is_some()
            && given.starts_with('{')
        {
            return few(": sets ", signature::held(given).into_iter(), 8);
        }
        let told = |it: &Initial<'_>| {
            let told = it.told(true);
            let keys = [": with ", ": holds "].iter().find_map(|lead| told.strip_prefix(lead));
            keys.map_or(told.clone(), |keys| format!(": sets {}", keys.replacen(", from ", "; takes in ", 1)))
        };
        let beside = |name: &str| self.beside(|it| it == name).filter(|it| it.at != self.at);
        // `withErrors(config, { org: 'a' })`: what is given beside it configures what wraps it.
        if let Initial::Made { callee, given } = &initial
            && let Some(own) = given.first().and_then(|name| beside(name)).as_ref().and_then(Self::initial)
            && matches!(own, Initial::Held(_))
            && !initial.keys().is_empty()
        {
            let with = few(" with ", initial.keys().into_iter(), MOST_GIVEN);
            return format!("{}; wrapped by {}{with}", told(&own), quoted(callee));
        }
        let named = match &initial {
            Initial::Plain(name) => beside(name),
            _ if initial.keys().is_empty() => initial.handed().find_map(beside),
            _ => None,
        };
        let inner = named.as_ref().and_then(Self::initial).filter(|it| !matches!(it, Initial::Plain(_)));
        // `plugin('./a')(base)`: a text is nothing that the configuration is taken from.
        let text = told(inner.as_ref().unwrap_or(&initial));
        let text = match text.strip_prefix(": from `") {
            Some(rest) if rest.starts_with(['\'', '"']) => String::new(),
            _ => text,
        };
        match self.wrapped_settings() {
            made if made.is_empty() => text,
            made if text.is_empty() => format!(": {made}"),
            made => format!("{text}; {made}"),
        }
    }

    /// Whether the file may do something else with the value that it has under its name.
    fn is_filled(&self) -> bool {
        let name = self.symbol.name.as_str();
        let names = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|it| it == name);
        let is_set = |it: &Symbol| it.name != name && names(&it.name);
        let is_called = |it: &Shown| it.sort == ShownSort::Call && names(&it.text);
        self.signature().starts_with("let ")
            || self.facts.symbols.iter().take(MANY).any(is_set)
            || self.facts.shown.iter().take(MANY).any(is_called)
            || self.facts.titles.iter().take(MANY).any(|it| names(&it.text))
    }

    /// What a configuration is made by that the file has made itself: `withDocs(config)` of
    /// `const withDocs = docs({ theme: 'blog' })`.
    fn wrapped_settings(&self) -> String {
        let initial = self.initial();
        let made = initial
            .as_ref()
            .and_then(Initial::callee)
            .and_then(|name| self.beside(|it| it == name))
            .filter(|it| it.at != self.at);
        let Some(value) = made.as_ref().and_then(|it| signature::value(it.signature())) else {
            return String::new();
        };
        // `require('docs')('blog')`
        let required = value.strip_prefix("require('").and_then(|rest| rest.split_once("')("));
        let required = required.filter(|(package, given)| {
            let close = signature::find_top(given, 0, |rest| rest.starts_with(')'));
            !package.contains(['\'', '(']) && close.is_some_and(|at| at + 1 == given.len())
        });
        let (maker, told) = match (required, made.as_ref().and_then(Self::initial)) {
            (Some((package, given)), _) if given.ends_with(')') => {
                let given = signature::split_top(&given[..given.len() - 1], ',').into_iter().map(str::trim);
                (package, few(" from ", given.filter(|it| !it.is_empty()), MOST_GIVEN))
            }
            (None, Some(it @ Initial::Made { callee, .. })) => (callee, it.told(true).replacen(": ", " ", 1)),
            _ => return String::new(),
        };
        format!("made by what {} gives{told}", quoted(maker))
    }

    /// What a configuration has under a name: `exports.name` of CommonJS.
    pub(super) fn config_setting(&self) -> Option<String> {
        let Role::Config(tool) = role(self.path) else { return None };
        let declared = ["const ", "let ", "var ", "function ", "async ", "class ", "def "];
        let is_key = !declared.iter().any(|word| self.signature().starts_with(word));
        let own = !matches!(self.symbol.name.as_str(), "default" | "module.exports")
            && self.symbol.container.is_none();
        let known = || {
            let meaning = renowned::setting(&tool, &self.symbol.name);
            meaning.map_or_else(String::new, |it| format!(" ({it})"))
        };
        let name = quoted(&self.symbol.name);
        (is_key && own).then(|| format!("Setting {name} of the {tool} configuration{}", known()))
    }

    /// The type that the file declares by that name.
    fn type_beside(&self, name: &str) -> Option<Self> {
        let is_it = |it: &Symbol| it.container.is_none() && it.name == name && is_type(it.kind);
        let at = self.facts.symbols.iter().take(MANY).position(is_it)?;
        Declared::of(self.path, self.facts, &[u32::try_from(at).ok()?])
    }

    /// What is known of the type of a value; with its members, where no value tells more.
    fn of_type(&self, kind: &str, with_members: bool) -> String {
        // `declare const Errors: Errors`
        if let Some(own) = self.type_beside(kind).filter(|_| kind == self.symbol.name) {
            let told = own.told();
            return told.split_once(": ").map_or_else(String::new, |(_, told)| format!(": {told}"));
        }
        let which = self.which_type(kind);
        let which = if which.is_empty() { self.package_of_type(kind) } else { which };
        let which = if which.is_empty() && with_members { self.members_of_type(kind) } else { which };
        format!(": of type {}{which}", quoted(kind))
    }

    /// What is only a value: what it is of, what makes it, what it uses.
    fn value(&self, words: &str) -> String {
        let top = self.symbol.container.is_none();
        let initial = self.initial();
        // A symbol is one by what makes it.
        let symbol = initial.as_ref().is_some_and(Initial::is_symbol);
        let kind = self.annotation().filter(|it| !symbol || !matches!(*it, "symbol" | "unique symbol"));
        // `core.$constructor<A>` of what `core.$constructor` makes says nothing more.
        let maker = initial.as_ref().and_then(Initial::callee);
        let kind = kind.filter(|kind| maker.is_none_or(|it| kind.split('<').next() != Some(it)));
        let converted = initial.as_ref().and_then(|it| self.converted(it));
        let kind = kind.or(converted.map(|(kind, _)| kind));
        let kind = kind.map_or_else(String::new, |it| self.of_type(it, initial.is_none()));
        if let Some(error) = initial.as_ref().and_then(|it| it.error(self.is_go())) {
            return format!("The error {}", clean(error, 120));
        }
        if let Some(named) = initial.as_ref().and_then(|it| self.names_outside(it)).filter(|_| top) {
            return named;
        }
        if let Some(table) = self.table_of_enum().filter(|_| top) {
            return table;
        }
        if let Some(tests) = self.tests_of_call().filter(|_| top) {
            return tests;
        }
        let known = self.made(&about_words(self.path)).filter(|_| top);
        if let Some(said) = self.described().filter(|_| top && known.is_none()) {
            let maker =
                initial.as_ref().and_then(Initial::callee).map(|it| format!(": made with {}", quoted(it)));
            return joined(&said, &[maker.unwrap_or_default()]);
        }
        let known = known.or_else(|| {
            self.matcher_of_next()
                .or_else(|| self.handler_of_route())
                .or_else(|| self.of_storybook())
                .filter(|_| top)
        });
        let part = self.part_of_redux().filter(|_| top);
        // The way to it says the same again.
        let is_part = part.is_some();
        let made = part.or(known);
        let told = made.is_some();
        let shown = initial.as_ref().filter(|_| !is_part);
        let value = shown.map_or_else(String::new, |it| match it.member(&self.symbol.name) {
            Some(of) if it.environment().is_none() => self.taken_from(of),
            None if let (SymbolKind::Field, Initial::Plain(name)) = (self.kind(), it)
                && is_name(name) =>
            {
                format!(": {}", quoted(name))
            }
            None if let Some((_, value)) = converted => format!(": {}", quoted(value)),
            _ => {
                let special = made.as_deref().and_then(|made| self.of_database(made));
                let special = special.or_else(|| self.renamed(it)).or_else(|| self.with_members(it));
                let special = special.or_else(|| self.of_package(it)).or_else(|| self.derived_schema());
                let special = special.or_else(|| self.parts_of_object(it)).or_else(|| self.slice());
                let special = special.or_else(|| self.parts_held(it));
                special.unwrap_or_else(|| it.told(told))
            }
        });
        let value = initial.as_ref().map_or(value.clone(), |it| self.with_options(it, value));
        let value = if value.is_empty() { value } else { value + &self.joined_schemas() };
        let value = if value.is_empty() { value } else { value + &self.called_items() };
        let value = self.at_first(value);
        // `admin = Blueprint("admin")`
        let said = made.as_deref().unwrap_or_default().to_lowercase();
        let again = |it: &str| {
            said.ends_with(&format!(" {}", split(it.trim_matches(['`', '"', '\''])).join(" ").to_lowercase()))
        };
        let value = if value.strip_prefix(": from ").is_some_and(again) { String::new() } else { value };
        let is_logger = made.as_ref().is_some_and(|it| it == "Logger" || it.starts_with("Logger for "));
        let value = if is_logger { of_logger(value) } else { value };
        let told_of = initial.as_ref().and_then(|it| match it {
            // Uses are known by two names at most.
            Initial::Plain(path) if it.member(&self.symbol.name).is_some() && it.environment().is_none() => {
                path.match_indices('.').nth(1).map_or(Some(*path), |(end, _)| path.get(..end))
            }
            _ => reader(it),
        });
        let done = if top { self.done_for(made.as_deref(), &value) } else { Vec::new() };
        let uses = self.with_outer_names(self.uses_but(&[&*value, &*done.concat()].concat(), told_of));
        let value = maker.map_or(value.clone(), |it| self.with_maker(&value, it, told));
        let uses = match (told, &initial) {
            // What makes it is said.
            (true, _) if !uses.contains(',') => String::new(),
            (true, Some(_)) if self.table_made().is_some() => String::new(),
            (false, None) => uses.replacen(": uses", ": made with", 1),
            _ => uses,
        };
        let offers = few(": offers ", self.assigned(), 8);
        let lead = made.unwrap_or_else(|| self.value_lead(words));
        let extends =
            self.as_type.map(|it| signature::heritage(it.signature.as_deref().unwrap_or_default()).0);
        let extends = few(": extends ", extends.unwrap_or_default().into_iter(), 3);
        let [answers, takes_in] = self.answered(Some(&*lead).filter(|_| told));
        let answers = if answers.is_empty() { self.registers() } else { answers };
        let value = self.with_outer_names(value);
        let operates = if lead.starts_with("GraphQL document") { self.operates() } else { String::new() };
        let first = [extends, kind, operates, value, answers, takes_in, self.mounts()];
        let text = self.with_done(&lead, &first, &done, &[offers, uses]);
        // The words of a name alone say too little: where it stands says more.
        if text == lead && top && !told && !lead.contains(" constant") {
            format!("{text}, {}", self.standing())
        } else {
            text
        }
    }

    /// The value, which is only the first one of what may get another.
    fn at_first(&self, value: String) -> String {
        if !self.signature().starts_with("let ") {
            return value;
        }
        let is_told = [": `", ": lists ", ": a list of objects "].iter().any(|lead| value.starts_with(lead));
        if is_told { value.replacen(": ", ": at first ", 1) } else { value }
    }

    /// The lead with the `first` parts; what is `done`, in short where there is room for that; and the rest.
    fn with_done(&self, lead: &str, first: &[String], done: &[String], rest: &[String]) -> String {
        let whole = |done: &[String]| joined(lead, &[first, done, rest].concat());
        let is_open = self.symbol.container.is_none() && !done.iter().any(|it| it.contains("` or `"));
        let body = self.sketched().or_else(|| self.whole_body());
        let shorter = body.filter(|_| is_open).map(|sketch| {
            // What a sketch shows need not be said twice.
            let mut done = done.to_vec();
            done.retain(|it| !is_shown_by(it, &sketch));
            done.push(sketch);
            whole(&done)
        });
        shorter.filter(|it| it.len() <= LONGEST_WITH_SKETCH).unwrap_or_else(|| whole(done))
    }

    /// What the function does that is handed to what makes the value, which is `made` as something; its value is told.
    fn done_for(&self, made: Option<&str>, value: &str) -> Vec<String> {
        // What a table of a database is given besides are its indexes.
        if made.is_some_and(|it| it.starts_with("Database table of ")) {
            return Vec::new();
        }
        let mut done = self.done_by_handed(value);
        if made.is_some() {
            // What it is says what is done with what the function gives.
            for it in &mut done {
                *it = it.replacen(": gives an object with ", ": with ", 1);
            }
        }
        done
    }

    /// `` the keys of `A`: `b`, `c` `` of `Object.keys(A)` where the file has `A`, after a colon.
    fn parts_of_object(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Made { callee: "Object.keys", given } = initial else { return None };
        let [only] = given[..] else { return None };
        // What is done with them makes something else of them.
        let value = signature::value(self.signature())?;
        let object =
            self.beside(|it| it == only).filter(|_| value.trim_end() == format!("Object.keys({only})"))?;
        let Some(Initial::Held(keys)) = object.initial() else { return None };
        let is_whole = object.signature().starts_with("const ")
            && !keys.iter().any(|it| it.contains('…') || it.starts_with("...") || it.starts_with('['));
        let keys = keys.iter().map(|it| it.split(": ").next().unwrap_or(it));
        is_whole.then(|| format!(": the keys of {}{}", quoted(only), few(": ", keys, 8)))
    }

    /// What it is said to be where it is made: `prometheus.CounterOpts{ Help: "Requests that failed" }`.
    fn described(&self) -> Option<String> {
        let parts: Vec<&str> = match self.initial()? {
            Initial::Made { given, .. } if is_python(self.path) => given,
            Initial::Made { given, .. } if self.is_go() => {
                given.into_iter().flat_map(signature::go::fields).collect()
            }
            Initial::Plain(value) if self.is_go() => signature::go::fields(value.trim_start_matches('&')),
            _ => return None,
        };
        let said = parts.into_iter().find_map(|part| {
            let (key, said) = part.split_once([':', '='])?;
            let known = ["Help", "Short", "Summary", "Description", "help", "description"];
            known.contains(&key.trim()).then(|| said.trim())
        })?;
        let quote = said.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let said = said[1..].strip_suffix(quote)?;
        let whole = said.split_whitespace().count() > 1 && !said.contains([quote, '\\']);
        whole.then(|| capitalised(&clean(said.trim_end_matches(['.', ' ']), 160)))
    }

    /// Another name for something that is given members of its own, `Icon.Color = Color`, after a colon.
    fn with_members(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Plain(name) = initial else { return None };
        let own = self.facts.titles.iter().filter_map(|it| it.text.strip_prefix(self.symbol.name.as_str()));
        let members = few(" with ", own.filter_map(|it| it.strip_prefix('.')).filter(|it| is_name(it)), 6);
        (is_name(name) && !members.is_empty()).then(|| format!(": {}{members}", quoted(name)))
    }

    /// The functions that the file sets as members of it: `use` of `app.use = function …`.
    fn assigned(&self) -> impl Iterator<Item = &str> {
        let of_it = |it: &Symbol| it.kind == SymbolKind::Function && it.container.is_none() && !it.exported;
        let own = self.facts.symbols.iter().take(MANY).filter(move |it| of_it(it));
        let members = own.filter_map(|it| it.name.strip_prefix(self.symbol.name.as_str())?.strip_prefix('.'));
        members.filter(|it| !it.contains('.'))
    }

    /// With the names that what is imported has outside in place of those that it gets here.
    fn with_outer_names(&self, mut value: String) -> String {
        for name in self.facts.imports.iter().flat_map(|it| &it.names) {
            // `errors.New` of Go is called so here and there.
            if let (BindingName::Named(outer), Some(local)) = (&name.name, name.local.as_deref())
                && outer != local
                && !local.contains('.')
                && outer != "default"
                && !value.contains(&quoted(outer))
            {
                value = value.replace(&quoted(local), &quoted(outer));
            }
        }
        value
    }

    /// The tests that a function defines which is handed to what makes it.
    fn tests_of_call(&self) -> Option<String> {
        self.initial().filter(|it| it.function().is_some())?;
        self.defined_tests()
    }

    /// What it holds that the file declares for nobody else, after a colon, where it holds nothing else: what the functions do,
    /// and what objects hold.
    fn parts_held(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Held(keys) = initial else { return None };
        let own = |name| {
            let it = self.beside(|it| it == name)?;
            (!it.symbol.exported && it.at != self.at).then_some((name, it))
        };
        let held: Vec<(&str, Declared<'_>)> = keys.iter().copied().map(own).collect::<Option<_>>()?;
        let told = several::of_object(&held)?;
        Some(format!(": holds {told}"))
    }

    /// What answers the operations of one kind.
    fn resolvers_of_graphql(&self) -> Option<String> {
        let kinds = match self.symbol.name.as_str() {
            "Query" => "queries",
            "Mutation" => "mutations",
            "Subscription" => "subscriptions",
            _ => return None,
        };
        let text = self.path.to_text();
        let holds = matches!(self.initial(), Some(Initial::Held(_)));
        let placed = text.split('/').any(|it| it.starts_with("resolver") || it == "graphql");
        let about = about_words(self.path);
        let about = if about.starts_with("resolver") { String::new() } else { format!(" ({about})") };
        (holds && placed).then(|| format!("GraphQL resolvers of {kinds}{about}"))
    }

    /// What other files know as the default.
    pub(super) fn is_default_export(&self) -> bool {
        let is = |it: &ExportSource| matches!(it, ExportSource::Local(name) if *name == self.symbol.name);
        self.facts.exports.iter().any(|it| it.name == "default" && is(&it.source))
    }

    /// What stands behind its `=`.
    pub(super) fn initial(&self) -> Option<Initial<'_>> {
        let nameless =
            !["const ", "let ", "var ", "using "].iter().any(|word| self.signature().starts_with(word));
        // Python declares a variable by its name alone, with its type where that is annotated.
        let named = self.signature().strip_prefix(self.symbol.name.as_str());
        let bare = named.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
        let nameless = nameless && self.symbol.container.is_none() && !bare;
        let is_secret = |text: &str| secret::is_literal_of(&self.symbol.name, text);
        Initial::of(self.signature(), nameless).filter(|it| match it {
            Initial::Plain(text) => !is_secret(text),
            Initial::Listed(items) => !items.iter().any(|it| is_secret(it)),
            _ => true,
        })
    }

    /// Of `const A = B as …` the declaration of `B`, if it is no entity that has a text of its own.
    pub(super) fn stands_for(&self) -> Option<Self> {
        let Some(Initial::Plain(name)) = self.initial() else { return None };
        let inner = self.beside(|it| it == name).filter(|it| is_name(name) && !it.symbol.exported)?;
        let further = matches!(inner.initial(), Some(Initial::Plain(it)) if is_name(it));
        // What others may give it says its own type.
        let is_typed = signature::is_of_function_type(self.signature());
        (!further && !is_typed && self.symbol.container.is_none()).then_some(inner)
    }
}
