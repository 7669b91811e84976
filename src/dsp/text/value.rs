//! What a value is: by its literal, its type, what makes it, the form of its name and its folder. Pure.

use resolvers::facts::{
    BindingName, Deed, ExportSource, FUNCTION_AT_ONCE, Import, ImportedName, Origin, Route, Symbol,
    SymbolKind,
};

use super::action::action;
use super::declared::{Declared, MANY, joined};
use super::function::is_shown_by;
use super::initial::{EMPTY_LIST, Initial, is_name};
use super::place::{Role, about_words, extension, folder, is_python, role, role_of};
use super::signature::{self, Call};
use super::words::{capitalised, is_only_verb, is_thing, is_verb, lowered, split};
use super::{clean, django, few, quoted, renowned, setting};

/// Last words of names of values, and what the rest of the name is then about.
#[rustfmt::skip]
const NAMED: &[(&str, &str)] = &[
    ("re", "Regular expression for {}"),
    ("regex", "Regular expression for {}"),
    ("regexp", "Regular expression for {}"),
];

/// First words of names of values.
const BEGUN: &[(&str, &str)] =
    &[("action", "Action: {}"), ("mock", "Mock of {}"), ("mocked", "Mock of {}"), (VUE, "Vue directive: {}")];
/// `vShow`; in `V_SHOW`, and before a symbol, it is a letter.
const VUE: &str = "v";

/// Packages of which all sorts of things are made.
const AROUND_ALL: &[&str] = &["joi", "lodash", "preact", "react", "solid-js", "vue", "yup", "zod"];

/// Fewer texts are no list.
const FEWEST_TEXTS: usize = 5;

/// Over how many members a value is followed to where it comes from.
const LONGEST_WAY: usize = 4;
/// So long may be what is told of a value with a sketch, in bytes.
const LONGEST_WITH_SKETCH: usize = 370;
/// How many members of a type are told.
const MOST_MEMBERS: usize = 6;
/// How much is told of the options by which something is made.
const MOST_OPTIONS: usize = 4;
/// How many addresses of a table of routes are told.
const MOST_ROUTES: usize = 6;

/// Words that say what something is, and no names of several things.
fn is_being(word: &str) -> bool {
    matches!(word, "has" | "is" | "does" | "says")
}

/// What is used to make it, `os.environ` of `os.environ.get`.
fn reader<'s>(initial: &Initial<'s>) -> Option<&'s str> {
    if let Some((holder, _)) = initial.environment() {
        return Some(holder);
    }
    let callee = initial.callee()?;
    Some(callee.strip_suffix(".get").filter(|it| it.ends_with("environ")).unwrap_or(callee))
}

/// How files of data end.
const DATA: &[&str] = &[".json", ".json5", ".toml", ".yaml", ".yml"];

impl Declared<'_> {
    pub(super) fn variable(&self) -> String {
        let top = self.symbol.container.is_none();
        let words = self.words();
        let default = self.symbol.name == "default";
        if let (Role::Config(tool), true) = (role(self.path), default || self.is_default_export()) {
            let initial = self.initial();
            let value = self.settings();
            let uses = self.uses_but(&value, initial.as_ref().and_then(Initial::callee));
            let folder = folder(self.path);
            let place = if folder.is_empty() { folder } else { format!(" for {}", quoted(&folder)) };
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
            let uses = self.uses_but(&value, None);
            return joined(&request, &[value, uses]);
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
            return self.function();
        }
        self.value(&words)
    }

    /// What a configuration says, after a colon; what it is made of where that stands beside it.
    pub(super) fn settings(&self) -> String {
        let Some(initial) = self.initial() else { return String::new() };
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
        let named = match &initial {
            Initial::Plain(name) => beside(name),
            _ if initial.keys().is_empty() => initial.handed().find_map(beside),
            _ => None,
        };
        let inner = named.as_ref().and_then(Self::initial).filter(|it| !matches!(it, Initial::Plain(_)));
        // `plugin('./a')(base)`: a text is nothing that the configuration is taken from.
        let text = told(inner.as_ref().unwrap_or(&initial));
        match text.strip_prefix(": from `") {
            Some(rest) if rest.starts_with(['\'', '"']) => String::new(),
            _ => text,
        }
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
        let kind = kind.map_or_else(String::new, |kind| {
            let which = self.which_type(kind);
            let which = if which.is_empty() { self.package_of_type(kind) } else { which };
            let which =
                if which.is_empty() && initial.is_none() { self.members_of_type(kind) } else { which };
            format!(": of type {}{which}", quoted(kind))
        });
        if let Some(error) = initial.as_ref().and_then(|it| it.error(self.is_go())) {
            return format!("The error {}", clean(error, 120));
        }
        if let Some(named) = initial.as_ref().and_then(|it| self.names_outside(it)).filter(|_| top) {
            return named;
        }
        if let Some(table) = self.table_of_enum().filter(|_| top) {
            return table;
        }
        let known = self.made(&about_words(self.path)).filter(|_| top);
        if let Some(said) = self.described().filter(|_| top && known.is_none()) {
            let maker =
                initial.as_ref().and_then(Initial::callee).map(|it| format!(": made with {}", quoted(it)));
            return joined(&said, &[maker.unwrap_or_default()]);
        }
        let known = known.or_else(|| self.matcher_of_next().or_else(|| self.of_storybook()).filter(|_| top));
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
                let special = special.or_else(|| self.of_package(it));
                let special = special.or_else(|| self.derived_schema());
                let special = special.or_else(|| self.parts_of_object(it));
                special.unwrap_or_else(|| it.told(told))
            }
        });
        let value = initial.as_ref().map_or(value.clone(), |it| self.with_options(it, value));
        let value = if value.is_empty() { value } else { value + &self.joined_schemas() };
        let value = if value.is_empty() { value } else { value + &self.called_items() };
        let value = match value.strip_prefix(": `") {
            Some(rest) if self.signature().starts_with("let ") => format!(": at first `{rest}"),
            _ => value,
        };
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
        let first = [extends, kind, operates, value, answers, takes_in];
        let text = self.with_done(&lead, &first, &done, &[offers, uses]);
        // The words of a name alone say too little: where it stands says more.
        if text == lead && top && !told && !lead.contains(" constant") {
            format!("{text}, {}", self.standing())
        } else {
            text
        }
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

    /// With what the constant of the file has that is handed to what makes the value: `createLogger(options)`.
    fn with_options(&self, initial: &Initial<'_>, value: String) -> String {
        let held = |name: &str| {
            let options =
                self.beside(|it| it == name).filter(|it| it.at != self.at && !it.symbol.exported)?;
            match options.initial()? {
                _ if options.signature().starts_with("let ") => None,
                Initial::Held(keys) => {
                    Some(few("", keys.into_iter(), MOST_OPTIONS)).filter(|it| !it.is_empty())
                }
                // `model('User', schema)` of `const schema = new Schema({ name, email })`
                made @ Initial::Made { .. } => {
                    Some(few("", made.keys().into_iter(), MOST_OPTIONS)).filter(|it| !it.is_empty())
                }
                _ => None,
            }
        };
        let is_made = value.is_empty() || [": from ", ": made with "].iter().any(|it| value.starts_with(it));
        if !is_made || !initial.keys().is_empty() {
            return value;
        }
        initial.handed().find_map(|name| Some((name, held(name)?))).map_or(value.clone(), |(name, held)| {
            let name = quoted(name);
            if value.contains(&name) {
                value.replacen(&name, &format!("{name} ({held})"), 1)
            } else {
                format!("{value}{}{held}", if value.is_empty() { ": with " } else { ", with " })
            }
        })
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

    /// The value with what is known of `maker`, which makes it; what it makes may be told.
    fn with_maker(&self, value: &str, maker: &str, is_told: bool) -> String {
        let made = format!(": made with {}", quoted(maker));
        let aside = match self.aside(maker) {
            aside if aside.is_empty() => self.refused_by(maker),
            aside => aside,
        };
        let value = value.replacen(&made, &(made.clone() + &aside), 1);
        // Of what is constructed it is told what it offers, where nobody else has that.
        let constructed = format!("new {maker}");
        let offered = self.offered_by(&constructed);
        let constructed = quoted(&constructed);
        let value = value.replacen(&constructed, &(constructed.clone() + &offered), 1);
        // What a package is for that does nothing else says what it makes.
        match self.maker_known(maker).filter(|_| !is_told) {
            Some(known) => value.replacen(&quoted(maker), &format!("{} ({known})", quoted(maker)), 1),
            None => value,
        }
    }

    /// What the function of the file says is wrong that makes a value, and what it gives, after a comma.
    fn refused_by(&self, maker: &str) -> String {
        let Some(maker) = self.beside(|it| it == maker).filter(|it| !it.symbol.exported) else {
            return String::new();
        };
        let refuses = maker.refuses();
        if let Some(refuses) = refuses.strip_prefix(": ") {
            return format!(", which {refuses}");
        }
        let kind = if maker.kind() == SymbolKind::Function { maker.call().result } else { None };
        kind.map_or_else(String::new, |kind| {
            format!(", which gives {}{}", quoted(kind), self.which_type(kind))
        })
    }

    /// What the package is for that makes a value by the function `callee`, where all of it is there for that.
    pub(super) fn maker_known(&self, callee: &str) -> Option<&'static str> {
        let root = callee.split('.').next()?;
        let plain = |it: &str| it.to_lowercase().replace('-', "");
        let (import, name) = self.facts.imports.iter().find_map(|import| {
            let is_it = |it: &&ImportedName| it.local.as_deref() == Some(root);
            Some((import, import.names.iter().find(is_it)?))
        })?;
        let package = plain(import.specifier.rsplit('/').next()?);
        let is_whole = match &name.name {
            BindingName::Named(name) => root == callee && package.contains(&plain(name)),
            _ => root == callee || package == plain(root),
        };
        renowned::imported(&import.specifier)
            .filter(|_| is_whole && !AROUND_ALL.contains(&&*import.specifier))
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

    /// One of the two tables that protoc makes beside an enumeration.
    fn table_of_enum(&self) -> Option<String> {
        let is_made = self.is_go() && self.facts.origin == Origin::Generated;
        let (kind, what) = self.symbol.name.rsplit_once('_').filter(|_| is_made)?;
        let is_type = || self.beside(|it| it == kind).is_some_and(|it| it.kind() == SymbolKind::Type);
        match what {
            "name" if is_type() => Some(format!("Names of the values of {}, by their numbers", quoted(kind))),
            "value" if is_type() => {
                Some(format!("Numbers of the values of {}, by their names", quoted(kind)))
            }
            _ => None,
        }
    }

    /// What the text is called outside the program that it holds: a variable of the environment, a header of HTTP.
    fn names_outside(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Plain(value) = initial else { return None };
        let quote = value.chars().next().filter(|it| matches!(it, '"' | '\'' | '`'))?;
        let text = value.strip_prefix(quote)?.strip_suffix(quote)?;
        let words = split(&self.name());
        let has = |known: &[&str]| words.iter().any(|it| known.contains(&it.to_lowercase().as_str()));
        // `ENV_TYPE_STAGING = 'US_WEST'` shares no word with what it holds.
        let inner: Vec<String> = split(text).iter().map(|it| it.to_lowercase()).collect();
        let shares = words.iter().any(|it| inner.contains(&it.to_lowercase()));
        let of_environment = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
        if has(&["env", "environment"]) && shares && text.contains('_') && text.bytes().all(of_environment) {
            return Some(format!("Name of the environment variable {}", quoted(text)));
        }
        let of_headers = has(&["header"]) || split(&about_words(self.path)).iter().any(|it| it == "headers");
        let is_header = text.split('-').count() > 1
            && text.split('-').all(|it| it.starts_with(|c: char| c.is_ascii_uppercase()))
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        (of_headers && is_header && (shares || text.starts_with("X-")))
            .then(|| format!("Name of the HTTP header {}", quoted(text)))
    }

    /// The type of the file and the literal of Go that is made a value of it: `Kind("dev")`.
    fn converted<'s>(&self, initial: &Initial<'s>) -> Option<(&'s str, &'s str)> {
        let Initial::Made { callee, given } = initial else { return None };
        let [only] = given[..] else { return None };
        let literal = only.starts_with(['"', '`', '-']) || only.starts_with(|c: char| c.is_ascii_digit());
        let is_type = || self.beside(|it| it == *callee).is_some_and(|it| it.kind() == SymbolKind::Type);
        (self.is_go() && literal && is_type()).then_some((*callee, only))
    }

    /// What is said of a type: `, which says how …` of Go's `// Level says how …`, else in brackets.
    pub(super) fn which_type(&self, kind: &str) -> String {
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
    fn members_of_type(&self, kind: &str) -> String {
        let name = kind.rsplit('.').next().unwrap_or(kind);
        let is_it = |it: &Symbol| it.name == name && it.kind == SymbolKind::Interface;
        let at = self.facts.symbols.iter().take(MANY).position(is_it).and_then(|at| u32::try_from(at).ok());
        let declared = at.and_then(|at| Declared::of(self.path, self.facts, &[at]));
        declared.map_or_else(String::new, |it| few(", with ", it.members(None), MOST_MEMBERS))
    }

    /// The package that a type comes from, and what that is for where it is known.
    fn package_of_type(&self, kind: &str) -> String {
        let root = kind.split(['<', '[', '.']).next().unwrap_or(kind);
        let package = self
            .package_of(root)
            .filter(|it| !self.is_go() && !is_python(self.path) && !AROUND_ALL.contains(it));
        let Some(package) = package else { return String::new() };
        let known = renowned::imported(package).map_or_else(String::new, |it| format!(" ({it})"));
        format!(" of {}{known}", quoted(package))
    }

    /// A mark of pytest, or a decorator of unittest, by which tests are left out, and the reason that it gives.
    fn mark_that_skips(&self) -> Option<String> {
        let (_, value) = self.signature().split_once(" = ").filter(|_| is_python(self.path))?;
        let rest = ["pytest.mark.", "unittest."].iter().find_map(|it| value.strip_prefix(it))?;
        let does = match rest.split('(').next()? {
            "skip" | "skipif" | "skipIf" | "skipUnless" => "Skips tests",
            "xfail" => "Lets tests fail",
            _ => return None,
        };
        let quoted = |text: &str| {
            let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
            Some(clean(text[1..].split_once(quote)?.0, 110))
        };
        let reason = rest.split_once("reason=").and_then(|(_, text)| quoted(text));
        let reason = reason.or_else(|| quoted(rest.rsplit_once(", ")?.1));
        Some(format!(
            "{does} marked so ({}){}",
            self.words(),
            reason.map_or_else(String::new, |it| format!(": {it}"))
        ))
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

    /// What a package, or a file of data, has under the only name that stands there, after a colon.
    fn of_package(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Plain(name) = initial else { return None };
        let data = self.import_of(name).map(|it| it.specifier.as_str()).filter(|_| is_name(name));
        if let Some(data) = data.filter(|it| DATA.iter().any(|end| it.ends_with(end))) {
            return Some(format!(": what is in {}", quoted(data)));
        }
        let package =
            self.package_of(name).filter(|_| is_name(name) && !self.is_go() && !is_python(self.path))?;
        let known = renowned::imported(package).map_or_else(String::new, |it| format!(" ({it})"));
        Some(format!(": {} of {}{known}", quoted(self.outer_name(name)), quoted(package)))
    }

    /// The same of a member that has another name here.
    fn renamed(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Plain(path) = initial else { return None };
        let (of, member) = path.rsplit_once('.').filter(|_| path.split('.').all(is_name))?;
        let root = of.split('.').next().unwrap_or_default();
        self.beside(|it| it == root)
            .filter(|it| it.at != self.at && it.symbol.kind == SymbolKind::Variable)?;
        let way = self.taken_from(of);
        Some(format!(": {} of{}", quoted(member), way.strip_prefix(": taken from")?))
    }

    /// Of what is a member of a member of what the file declares, the whole way, and what makes that.
    fn taken_from(&self, of: &str) -> String {
        if self.package_of(of).is_some() && !of.contains('.') && !self.is_go() && !is_python(self.path) {
            let part = self.part_of_package(&format!("{of}.{}", self.symbol.name));
            if part.contains(" of `") {
                return part;
            }
        }
        let (mut of, mut made) = (of.to_owned(), String::new());
        for _ in 0..LONGEST_WAY {
            let root = of.split('.').next().unwrap_or_default();
            if let Some(module) = self.module_called(root) {
                let name = quoted(self.symbol.name.as_str());
                return match of.strip_prefix(root).and_then(|rest| rest.strip_prefix('.')) {
                    Some(inner) => format!(": taken from {} of {}", quoted(inner), quoted(module)),
                    None => format!(": the {name} of {}", quoted(module)),
                };
            }
            let Some(beside) = self.beside(|it| it == root).filter(|it| it.at != self.at) else { break };
            // `Format.RFC1738` of `const Format = { RFC1738: 'RFC1738' }`
            let member = of[root.len()..].to_owned() + "." + &self.symbol.name;
            match beside.initial() {
                Some(Initial::Held(keys))
                    if !beside.signature().starts_with("let ")
                        && let Some(value) = keys.iter().find_map(|it| {
                            it.strip_prefix(member.trim_start_matches('.'))?.strip_prefix(": ")
                        }) =>
                {
                    return format!(": {}, taken from {}", quoted(value), quoted(&of));
                }
                Some(Initial::Plain(path)) if path.contains('.') && path.split('.').all(is_name) => {
                    of = format!("{path}{}", &of[root.len()..]);
                }
                Some(Initial::Made { callee, .. }) => {
                    made = format!(", which is made with {}", quoted(callee));
                    break;
                }
                _ => break,
            }
        }
        format!(": taken from {}{made}", quoted(&of))
    }

    /// The specifier of the module that the file as a whole calls so: `./lib` of `const lib = require('./lib')`.
    fn module_called(&self, name: &str) -> Option<&str> {
        let is_whole = |it: &ImportedName| {
            !matches!(it.name, BindingName::Named(_)) && it.local.as_deref() == Some(name)
        };
        // What a function requires for itself is its own.
        let holds = |it: &Symbol, import: &Import| {
            matches!(it.kind, SymbolKind::Class | SymbolKind::Function | SymbolKind::Method)
                && it.span.start <= import.span.start
                && import.span.end <= it.span.end
        };
        let is_inside = |import: &Import| self.facts.symbols.iter().any(|it| holds(it, import));
        let all = self.facts.imports.iter().filter(|it| it.names.iter().any(is_whole));
        all.filter(|it| !is_inside(it)).map(|it| it.specifier.as_str()).next()
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
        Initial::of(self.signature(), nameless)
    }

    fn value_lead(&self, words: &str) -> String {
        let name = self.name();
        let parts = split(&name);
        let top = self.symbol.container.is_none();
        let (first, last) =
            (parts.first().map_or("", String::as_str), parts.last().map_or("", String::as_str));
        if self.symbol.kind == SymbolKind::Field && !top {
            return capitalised(words);
        }
        if setting::sort(self.path) == Some("mock") && self.symbol.name != "default" {
            return format!("Mock {}", quoted(&self.symbol.name));
        }
        if let Some(hook) = self.hook() {
            return hook;
        }
        if let Some(resolvers) = self.resolvers_of_graphql() {
            return resolvers;
        }
        let initial = self.initial();
        let runs = initial.as_ref().is_some_and(|it| it.function().is_some());
        let sure = is_only_verb(first) || runs && is_verb(first);
        // `const getUsers = getAll('users')` is one of those too.
        let source = initial.as_ref().and_then(|it| match it {
            Initial::Made { callee, .. } => Some(*callee),
            Initial::Plain(value) if value.split('.').all(is_name) => Some(*value),
            _ => None,
        });
        let source = source.map(|it| split(it.rsplit('.').next().unwrap_or_default()));
        let is_like = source.is_some_and(|it| it.len() > 1 && it[0] == first);
        let verb =
            name.contains(char::is_lowercase) && parts.len() > 1 && sure && (is_like || !is_thing(last));
        if verb && let Some(action) = action(&name, &Call::default(), "") {
            // `flipLeft` that `createIcon` makes is an icon.
            if let Some(thing) = initial.as_ref().and_then(Initial::thing) {
                return format!("{} {thing}", capitalised(words));
            }
            if is_like || initial.is_none_or(|it| it.is_function_made()) {
                return action.text;
            }
            // `createUser: { body }` of `user.validation.js` is what the file is about, and creates nothing.
            let about = about_words(self.path);
            let said = about.is_empty() || words.ends_with(&about);
            return if said { capitalised(words) } else { format!("{} ({about})", capitalised(words)) };
        }
        if parts.len() > 1 && matches!(first, "is" | "has" | "should" | "can") && self.may_be_flag() {
            return format!("Flag: {words}");
        }
        if parts.len() > 1 && matches!(first, "is" | "has" | "should" | "can") && self.may_tell() {
            return format!("Tells whether it {words}");
        }
        if let Some((_, what)) = BEGUN
            .iter()
            .find(|(start, _)| *start == first && (*start != VUE || self.may_be_directive()))
            .filter(|_| parts.len() > 1 && !self.is_go())
        {
            return what.replace("{}", &parts[1..].join(" "));
        }
        let rest = || parts[..parts.len() - 1].join(" ");
        if let Some((_, what)) =
            NAMED.iter().find(|(end, _)| last.eq_ignore_ascii_case(end)).filter(|_| parts.len() > 1)
        {
            return what.replace("{}", &rest());
        }
        let constant = name.contains(char::is_uppercase) && !name.contains(char::is_lowercase);
        if constant && top && initial.is_none() && role(self.path) == Role::Declarations {
            return self.declared_constant(words);
        }
        let literal = matches!(&initial, Some(Initial::Plain(value)) if !value.split('.').all(is_name));
        let fixed = constant && !self.is_go() || literal && self.signature().starts_with("const ");
        if let Some((group, others)) = self.group().filter(|_| fixed && top) {
            // `VSS_E_BAD_STATE`: a letter is no word.
            let is_code = constant && parts.iter().any(|it| it.chars().count() == 1);
            let name = if is_code { quoted(&name) } else { capitalised(words) };
            let beyond = if is_code { String::new() } else { self.beyond() };
            return format!("{name}{beyond}, {group}{others}");
        }
        let beyond = if self.is_one_of_texts() { self.listed() } else { self.beyond() };
        let lead = format!("{}{beyond}", capitalised(words));
        if constant && signature::value(self.signature()).is_some() {
            // Without a user the place says more.
            let place = if top && self.users.is_empty() && beyond.is_empty() {
                format!(" of {}", setting::short(self.path))
            } else {
                String::new()
            };
            format!("{lead}, a constant{place}")
        } else {
            lead
        }
    }

    /// Whether it is one of the texts of which its file exports many and little else.
    fn is_one_of_texts(&self) -> bool {
        let is_text = |it: &&Symbol| {
            let value = it.signature.as_deref().and_then(signature::value);
            it.kind == SymbolKind::Variable && value.is_some_and(|it| it.starts_with(['"', '\'', '`']))
        };
        let all = self.facts.symbols.iter().take(MANY).filter(|it| it.container.is_none() && it.exported);
        let texts = all.clone().filter(is_text).count();
        is_text(&self.symbol) && texts >= FEWEST_TEXTS && texts * 5 >= all.count() * 4
    }

    /// What the file lists, where its name says that.
    fn listed(&self) -> String {
        let about = about_words(self.path);
        if about.is_empty() { self.beyond() } else { format!(" ({about})") }
    }

    /// A constant of which only the type is declared.
    fn declared_constant(&self, words: &str) -> String {
        let about = about_words(self.path);
        let lead = format!("{}, ", capitalised(words));
        match self.group() {
            Some((group, others)) => format!("{lead}{group} of {about}{others}"),
            None => {
                format!("{lead}a constant of {about}{}", few(" beside ", self.neighbours().into_iter(), 2))
            }
        }
    }

    /// Whether it gives an answer to what it is called by: what is made by a function that is no constructor of the
    /// language, or is a member of something else.
    fn may_tell(&self) -> bool {
        match self.initial() {
            Some(Initial::Made { callee, .. }) => {
                callee.starts_with(|c: char| c.is_lowercase()) && !callee.starts_with("new ")
            }
            Some(Initial::Plain(value)) => {
                value == FUNCTION_AT_ONCE || value.contains('.') && value.split('.').all(is_name)
            }
            _ => false,
        }
    }

    /// Whether it is true or false, as far as its head shows.
    fn may_be_flag(&self) -> bool {
        match (self.annotation(), self.initial()) {
            (Some(kind), _) => matches!(kind, "boolean" | "bool"),
            // `axios.isCancel` may be a function.
            (None, Some(Initial::Plain(value))) => {
                let path = value.contains('.') && value.split('.').all(is_name) && !value.contains("env.");
                !path && value != FUNCTION_AT_ONCE && !value.starts_with(['/', '\'', '"', '`'])
            }
            // What is taken from an object in a declaration file may be anything.
            (None, initial) => initial.is_none() && role(self.path) != Role::Declarations,
        }
    }

    fn may_be_directive(&self) -> bool {
        let symbol = self.initial().is_some_and(|it| it.is_symbol());
        self.symbol.name.starts_with('v') && !symbol
    }

    /// Of `const A = B as …` the declaration of `B`, if it is no entity that has a text of its own.
    fn stands_for(&self) -> Option<Self> {
        let Some(Initial::Plain(name)) = self.initial() else { return None };
        let inner = self.beside(|it| it == name).filter(|it| is_name(name) && !it.symbol.exported)?;
        let further = matches!(inner.initial(), Some(Initial::Plain(it)) if is_name(it));
        // What others may give it says its own type.
        let is_typed = signature::is_of_function_type(self.signature());
        (!further && !is_typed && self.symbol.container.is_none()).then_some(inner)
    }

    /// Where a value stands, after the words of its name.
    fn standing(&self) -> String {
        let place = setting::short(self.path);
        if let Some(sort) = setting::sort(self.path) {
            return format!("a {sort} in {place}");
        }
        let about = about_words(self.path);
        let (file, own) = (split(&about), split(&self.name()));
        // `DiamondIcon` of `icons.tsx`
        if let (Some(many), Some(one)) = (file.last(), own.last())
            && (many.strip_suffix('s') == Some(one)
                || many.strip_suffix("ies").map(|it| format!("{it}y")).as_ref() == Some(one))
        {
            return format!("one of the {about}");
        }
        let constant = self.signature().starts_with("const ");
        match (self.symbol.name.as_str(), constant) {
            ("default" | "module.exports" | "exports", _) => format!("the default value of {place}"),
            (_, true) => format!("a constant of {place}"),
            (_, false) => format!("a value of {place}"),
        }
    }
}

/// What a logger is made from: what it is called, or else how it is set up, which says little.
fn of_logger(value: String) -> String {
    let Some(from) = value.strip_prefix(": from ").filter(|it| !it.contains(" (")) else { return value };
    if from.starts_with("`\"") || from.starts_with("`'") {
        return format!(": called {from}");
    }
    // `getLogger(['app'])`
    let name = from.strip_prefix("`['").and_then(|it| it.strip_suffix("']`")).filter(|it| !it.contains('\''));
    name.map_or_else(String::new, |name| format!(": called {}", quoted(&format!("'{name}'"))))
}

/// Whether a translation is called by its language or topic.
fn setting_names(words: &str, it: &Declared<'_>) -> bool {
    let plain = |it: &str| split(it).concat().to_lowercase();
    plain(&it.symbol.name) == plain(&super::place::stem(it.path)) || words.starts_with("translation")
}
