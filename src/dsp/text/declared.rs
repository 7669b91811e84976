//! What one declaration is for: its documentation, else what its name, its head, its members and its uses tell. Pure.

mod class;
mod overloads;

use resolvers::facts::{Deed, ExportSource, FileFacts, Origin, ShownSort, Symbol, SymbolKind};
use resolvers::path::RepoPath;

use super::base::with_tests;
use super::file::is_title;
use super::initial::{Initial, is_name};
use super::named::Named;
use super::place::{
    self, Role, about_words, extension, folder_words, is_python, role, test_place, without_letter,
};
use super::signature::{self, Call};
use super::users::User;
use super::words::{is_only_verb, is_verb, lowered, split};
use super::{Around, clean, conventional, doc, few, quoted, renowned, setting};
use crate::dsp::companion;

/// Larger files are not searched for what one of their declarations has to do with another.
pub(in crate::dsp) const MANY: usize = 4096;
/// How many parameters, members or used names a text lists.
pub(super) const MOST_PARTS: usize = 6;

/// So many members are told with what documentation says of each.
pub(super) const FEW_MEMBERS: usize = 6;
/// The longest documentation in a list.
const LONGEST_PHRASE: usize = 90;
/// What is shorter is no clause that says what something is for, in bytes.
const SHORTEST_CLAUSE: usize = 24;

/// How many fields a text lists at most.
pub(super) const MOST_FIELDS: usize = 8;
/// The longest value of a field that is told with its name, in bytes.
const LONGEST_VALUE: usize = 40;

/// A declaration, or several of one name that are merged.
#[derive(Clone, Copy)]
pub(in crate::dsp) struct Declared<'f> {
    pub(super) path: &'f RepoPath,
    pub(super) facts: &'f FileFacts,
    pub(super) at: usize,
    pub(super) symbol: &'f Symbol,
    pub(super) doc: Option<&'f str>,
    /// The type of the same name that is merged into it.
    pub(super) as_type: Option<&'f Symbol>,
    /// What others call it, where that is another name than its own.
    pub(super) outside: Option<&'f str>,
    /// The users in other files.
    pub(super) users: &'f [User<'f>],
    /// It speaks for its file, and so do these.
    pub(super) of_file: bool,
    /// What the heads of its file name that others declare.
    pub(super) named: &'f [Named<'f>],
}

/// Documentation that is no longer is told with who uses what it is about, in characters.
const SHORT_DOC: usize = 60;
/// The same of a value.
const SHORT_DOC_OF_VALUE: usize = 120;

/// In so many words documentation says what sort of thing it is about.
const FIRST_WORDS: usize = 3;
/// In a list of several a longer sentence takes the room of others, in characters.
const LONGEST_SHORT_PHRASE: usize = 72;

impl<'f> Declared<'f> {
    /// The declarations at `group`; of merged ones the first that runs says what the name is.
    pub(in crate::dsp) fn of(path: &'f RepoPath, facts: &'f FileFacts, group: &[u32]) -> Option<Self> {
        let declared =
            || group.iter().filter_map(|at| Some((*at as usize, facts.symbols.get(*at as usize)?)));
        // What is read says what it is; what sets it comes after.
        let sets = |it: &Symbol| it.signature.as_deref().is_some_and(|it| it.starts_with("set "));
        let (at, symbol) = declared().min_by_key(|(_, symbol)| (is_type(symbol.kind), sets(symbol)))?;
        // Of overloads only the implementation has a body.
        let has_body = |at: usize| {
            let is_it = |symbol: Option<u32>| symbol.is_some_and(|it| it as usize == at);
            let symbol = facts.symbols.get(at);
            let does = |it: &Symbol| {
                !matches!(it.deed.as_deref(), None | Some(Deed::Nothing)) || !it.effects.is_empty()
            };
            symbol.is_some_and(does) || facts.references.iter().any(|it| is_it(it.symbol))
        };
        let implementation = declared()
            .next_back()
            .filter(|(_, it)| group.len() > 1 && it.kind == SymbolKind::Function)
            .filter(|(last, _)| symbol.kind == SymbolKind::Function && *last != at && has_body(*last));
        let (at, symbol) = implementation.unwrap_or((at, symbol));
        let docs = || declared().filter_map(|(_, symbol)| symbol.doc.as_deref());
        // Of overloads the implementation stands last; what numbers them speaks of one alone.
        let overloaded = group.len() > 1 && symbol.kind == SymbolKind::Function;
        let accessor = symbol.signature.as_deref().is_some_and(|it| it.starts_with("get "));
        let last = if accessor { Some((at, symbol)) } else { declared().next_back() };
        let last = last.and_then(|(_, it)| it.doc.as_deref()).filter(|_| overloaded);
        let doc = last.into_iter().chain(docs()).find(|doc| !doc::is_numbered(doc));
        let as_type = || declared().map(|(_, it)| it).find(|it| is_type(it.kind));
        let as_type = (!is_type(symbol.kind)).then(as_type).flatten();
        Some(Self {
            path,
            facts,
            at,
            symbol,
            doc,
            as_type,
            outside: None,
            users: &[],
            named: &[],
            of_file: false,
        })
    }

    /// The same, speaking for its file, with what is around that.
    pub(super) fn with(self, Around { users, named, .. }: Around<'f>) -> Self {
        Self { users, named, of_file: true, ..self }
    }

    /// The same under the name that it has for others.
    pub(super) fn called(self, outside: &'f str) -> Self {
        let is_name = !matches!(outside, "default" | "exports" | "module.exports");
        Self { outside: Some(outside).filter(|_| is_name), ..self }
    }

    pub(in crate::dsp) fn kind(&self) -> SymbolKind {
        self.symbol.kind
    }

    /// Whether it is the component that its file is.
    pub(in crate::dsp) fn is_single_file(&self) -> bool {
        extension(self.path) == "vue" && self.symbol.name == "default" && self.documented().is_none()
    }

    /// The whole purpose.
    pub(in crate::dsp) fn purpose(&self) -> String {
        let is_documented = self.documented().is_some();
        if let Some(data) = setting::test_data(self.path, is_documented).filter(|_| self.users.is_empty()) {
            return format!("{} in {}: {}", quoted(&self.name()), lowered(&data), about_words(self.path));
        }
        let text = match self.documented() {
            // What is only deprecated is not told.
            Some(notice) if notice.starts_with("Deprecated: ") && !notice.contains(". ") => {
                format!("{}. {notice}", self.told())
            }
            Some(documented) if let Some(tests) = self.tests_of_class() => with_tests(documented, &tests),
            // What the name and the place say already says little without what it takes, gives or holds.
            Some(documented) if self.is_said_by_place(&documented) => {
                let said = documented.trim_end_matches('.');
                let told = match self.kind() {
                    SymbolKind::Function if !self.is_component() => self.function_by(Some(said)),
                    _ => {
                        self.told().split_once(": ").map_or(said.to_owned(), |it| format!("{said}; {}", it.1))
                    }
                };
                let told = self.with_users(told);
                if told == said { documented } else { told }
            }
            Some(documented) if let Some(story) = self.named_story() => format!("{story}: {documented}"),
            // What a setting is for says the tool's documentation: what it is here says its value.
            Some(documented) if self.config_setting().is_some() => {
                let value = self.initial().map_or_else(String::new, |it| it.told(true));
                joined(documented.trim_end_matches('.'), &[value])
            }
            Some(documented) if self.serves() => self.with_route(documented.trim_end_matches('.').to_owned()),
            // What is said of something else says nothing of what this is for.
            Some(documented) if doc::is_of_other(&documented, &self.name()) => {
                let told = self.with_users(self.told());
                let remark = doc::first_sentence(&documented).trim_end_matches('.');
                format!("{}; its comment says '{remark}'", told.trim_end_matches('.'))
            }
            // A few words may leave open what it is there for.
            Some(documented)
                if documented.chars().count() <= self.short_doc() && test_place(self.path).is_none() =>
            {
                let told = self.with_users(documented.clone());
                if told == documented.trim_end_matches('.') { documented } else { told }
            }
            Some(documented) => documented,
            None => match test_place(self.path).filter(|_| self.symbol.container.is_none()) {
                Some(place) => {
                    let told = self.with_users(self.told());
                    // Who has it as a part is one that uses it.
                    let is_told = [
                        "used by",
                        "part of `",
                        "some of it is `",
                        "handed to ",
                        "taken by `",
                        "given by `",
                        "looked up by `",
                        "base of `",
                        "tested for by `",
                    ]
                    .iter()
                    .any(|it| told.contains(it));
                    let own = if is_told { String::new() } else { self.own_users() };
                    let place = if own.is_empty() { format!("for {place}") } else { own };
                    format!("{}; {place}", told.trim_end_matches('.'))
                }
                None => self.in_language(self.with_users(self.told())),
            },
        };
        let is_module = (self.is_default_export() || conventional::is_taken(self.path, &self.symbol.name))
            && self.symbol.container.is_none()
            && !is_documented;
        let text = if is_module { conventional::with_purpose(text, self.path, self.facts) } else { text };
        let generated = self.facts.origin == Origin::Generated
            && self.symbol.container.is_none()
            && self.documented().is_none();
        let text = if generated { format!("{}; generated", text.trim_end_matches('.')) } else { text };
        let is_told = |whom: &String| {
            let name = whom.trim_matches('`');
            text.contains(whom)
                || text.contains(&format!(" of {name}:"))
                || text.contains(&format!(" of {name} "))
        };
        let text = match self.declared_for().filter(|it| !is_documented && !is_told(it)) {
            Some(whom) => format!("{}; declared for {whom}", text.trim_end_matches('.')),
            None => text,
        };
        match self.owner() {
            Some(owner) if self.in_enum() => {
                format!("{} (a value of {})", text.trim_end_matches('.'), quoted(&owner))
            }
            Some(owner) => {
                format!("{} ({} of {})", text.trim_end_matches('.'), self.member_word(), quoted(&owner))
            }
            None => text,
        }
    }

    /// The module whose function or value a file declares that has nothing but declarations and is called by it, and what that
    /// is for.
    fn declared_for(&self) -> Option<String> {
        let runs = matches!(self.kind(), SymbolKind::Function | SymbolKind::Variable);
        let is_declared = matches!(role(self.path), Role::Declarations) && self.symbol.container.is_none();
        let name = place::name(self.path);
        let name = name.split(".d.").next()?;
        let is_name = !matches!(name, "env" | "global" | "globals" | "index" | "types" | "typings");
        let known = renowned::imported(name).map_or_else(String::new, |it| format!(" ({it})"));
        (runs && is_declared && is_name).then(|| format!("{}{known}", quoted(name)))
    }

    /// How long documentation is, in characters, that may leave open what it is there for. Of a value it often tells why it
    /// is what it is.
    fn short_doc(&self) -> usize {
        if self.kind() == SymbolKind::Variable { SHORT_DOC_OF_VALUE } else { SHORT_DOC }
    }

    /// With the language that a folder of translations is for.
    fn in_language(&self, text: String) -> String {
        match setting::language(self.path).filter(|_| self.symbol.container.is_none()).map(|it| quoted(&it)) {
            Some(language) if !text.contains(&language) => format!("{text}; for {language}"),
            _ => text,
        }
    }

    /// What documentation says, if anything.
    pub(in crate::dsp) fn documented(&self) -> Option<String> {
        if self.field_with_arguments().is_some() {
            return None;
        }
        if let Some(said) = self.overloads() {
            return Some(said);
        }
        let doc = self.doc.or_else(|| self.wrapped()?.symbol.doc.as_deref()).or_else(|| self.doc_of_file());
        let doc = doc.or_else(|| self.doc_beside())?;
        let doc = doc::purpose(doc, &self.name())?;
        Some(self.without_stale(doc)).filter(|doc| !doc::is_about_file(doc) && !self.is_no_list(doc))
    }

    /// What the declarations beside a file of JavaScript say of it.
    fn doc_beside(&self) -> Option<&'f str> {
        if self.named.is_empty() || self.symbol.container.is_some() {
            return None;
        }
        let beside = companion::declarations(self.path.as_bytes())?;
        let is_it = |it: &&Named<'f>| it.name == self.symbol.name && it.path.as_bytes() == beside;
        let named = self.named.iter().find(is_it)?;
        // A type of that name is something else.
        let described = named.facts.symbols.get(named.symbol as usize).filter(|it| !is_type(it.kind));
        described?.doc.as_deref()
    }

    /// Without what is said behind the first sentence of arguments that the function does not take any more.
    fn without_stale(&self, doc: String) -> String {
        let takes_none = self.kind() == SymbolKind::Function
            && self.signature().replace(' ', "").contains("()")
            && self.call().parameters.is_empty();
        match doc.split_once(". ").filter(|_| takes_none) {
            Some((first, rest)) if rest.contains("as an argument") || rest.contains("as argument") => {
                first.to_owned()
            }
            _ => doc,
        }
    }

    /// What the head of a script says that exports this alone.
    fn doc_of_file(&self) -> Option<&'f str> {
        let [only] = &self.facts.exports[..] else { return None };
        let is_this = matches!(&only.source, ExportSource::Local(name) if *name == self.symbol.name);
        let is_script = !is_python(self.path) && !self.is_go();
        // What a file does that does something is not what it exports.
        let acts = self.is_component() || matches!(self.kind(), SymbolKind::Class | SymbolKind::Function);
        let runs = self.facts.shown.iter().any(|it| it.sort == ShownSort::Call && it.symbol.is_none());
        // What it is about may stand before it.
        let plain = |text: &str| split(text).join(" ").to_lowercase();
        let names = |doc: &str| format!(" {} ", plain(doc)).contains(&format!(" {} ", plain(&self.name())));
        let doc =
            self.facts.doc.as_deref().filter(|_| is_this && is_script && self.symbol.container.is_none())?;
        let is_meant = acts && !runs && (self.at == 0 || names(doc));
        let says = is_meant
            && !doc::is_numbered(doc)
            && !doc::is_of_part(doc)
            && !doc::is_advice(doc)
            && !is_title(doc);
        says.then_some(doc)
    }

    /// Whether documentation speaks of a list, and this is one value: then it is about what follows.
    fn is_no_list(&self, doc: &str) -> bool {
        let is_value = || match self.initial() {
            Some(Initial::Plain(value)) => {
                value.starts_with(['"', '\'', '-']) || value.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        let mut words = doc.split_whitespace().take(FIRST_WORDS).map(str::to_lowercase);
        let lists =
            words.any(|it| matches!(it.as_str(), "array" | "list" | "lists" | "map" | "registry" | "table"));
        let own = split(&self.name());
        self.kind() == SymbolKind::Variable
            && lists
            && !own.iter().any(|it| matches!(it.as_str(), "list" | "map" | "table" | "url" | "path"))
            && is_value()
    }

    fn is_said_by_place(&self, documented: &str) -> bool {
        // `Create a new Session with the given request`: what it takes says the same again.
        let constructs =
            ["Construct", "Create", "Initialize", "Instantiate"].iter().any(|it| documented.starts_with(it));
        let takes = constructs && self.kind() == SymbolKind::Function;
        let takes = if takes { self.call().parameters.join(" ") } else { String::new() };
        let place = format!("{} {} {takes}", self.name(), self.path.to_text());
        self.symbol.container.is_none() && doc::is_thin(documented, &place)
    }

    /// The declared name; that of an anonymous default is the file's.
    pub(in crate::dsp) fn name(&self) -> String {
        if let Some(outside) = self.outside {
            return outside.to_owned();
        }
        match self.symbol.name.as_str() {
            "default" | "exports" | "index" | "module.exports" => {
                let words = about_words(self.path);
                if words.is_empty() { "default".to_owned() } else { words }
            }
            "fn" if let Some(words) = self.of_sails() => words,
            name => self.parts_away().map_or(name, |(_, own)| own).to_owned(),
        }
    }

    /// What Sails calls a file by that exports `fn` and its `inputs`: `delete list` of `lists/delete-one.js`.
    fn of_sails(&self) -> Option<String> {
        let exports =
            |name: &str| self.facts.symbols.iter().take(MANY).any(|it| it.exported && it.name == name);
        let words = about_words(self.path);
        if !exports("inputs") || words.is_empty() {
            return None;
        }
        let many = folder_words(self.path.parent());
        let Some(one) = singular(&many) else { return Some(words) };
        let told = words.split(' ').map(|word| if word == "one" { one.as_str() } else { word });
        let told = told.collect::<Vec<_>>().join(" ");
        let is_bare = matches!(words.as_str(), "create" | "delete" | "find" | "show" | "update");
        Some(if is_bare { format!("{words} {one}") } else { told })
    }

    /// The names of the type and of its method, where another file declares the type.
    fn parts_away(&self) -> Option<(&'f str, &'f str)> {
        let is_away = self.symbol.kind == SymbolKind::Method && self.symbol.container.is_none();
        self.symbol.name.split_once('.').filter(|_| is_away)
    }

    pub(super) fn words(&self) -> String {
        let name = self.name();
        let words = split(self.without_mark(&name)).join(" ");
        if words == "default" && self.symbol.name == words {
            return format!("the default of {}", setting::short(self.path));
        }
        // `f` is no word, and `UseMouseProps` no request to use something.
        let quotes = words.chars().count() < 3 || words.starts_with("use ");
        if quotes { quoted(&self.symbol.name) } else { words }
    }

    /// The name without the letter that says that it is a type or a constant: `TUser`, `kUser`.
    pub(super) fn without_mark<'n>(&self, name: &'n str) -> &'n str {
        match self.symbol.kind {
            _ if self.is_go() => name,
            SymbolKind::Type | SymbolKind::Interface => without_letter(without_letter(name, 'T'), 'I'),
            // `kSession`
            SymbolKind::Variable if self.signature().contains("Symbol") => without_letter(name, 'k'),
            _ => name,
        }
    }

    pub(super) fn signature(&self) -> &'f str {
        self.symbol.signature.as_deref().unwrap_or_default()
    }

    /// What it takes and gives, if it is a function.
    pub(super) fn call(&self) -> Call<'f> {
        if !self.is_go() {
            let mut call = signature::call(self.signature());
            // Every step of a migration of Django takes these.
            if call.parameters.contains(&"schema_editor") {
                call.parameters.retain(|it| !matches!(*it, "app" | "apps" | "schema_editor"));
            }
            return call;
        }
        let mut call = signature::go::call(self.signature());
        // Contexts go through everything, and what runs a test is given to each.
        let tests = self.signature().contains(" *testing.") || self.signature().contains(" testing.TB");
        call.parameters.retain(|it| *it != "ctx" && !(tests && matches!(*it, "b" | "t" | "tb")));
        call
    }

    /// The type that it is declared with, if it is a variable or field.
    pub(super) fn annotation(&self) -> Option<&'f str> {
        let annotation = if self.is_go() { signature::go::annotation } else { signature::annotation };
        let kind = annotation(self.signature())?;
        // `Final[int]` of Python says that it stays an integer; `Final` alone is no type.
        match ["ClassVar", "Final"].iter().find_map(|it| kind.strip_prefix(it)) {
            Some("") => None,
            Some(rest) => Some(rest.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(kind)),
            None => Some(kind),
        }
    }

    pub(super) fn class_word(&self) -> &'static str {
        if self.is_go() { "a struct" } else { "a class" }
    }

    pub(super) fn is_go(&self) -> bool {
        extension(self.path) == "go"
    }

    pub(super) fn owner(&self) -> Option<String> {
        if let Some((owner, _)) = self.parts_away() {
            return Some(owner.to_owned());
        }
        let container = self.symbol.container?;
        Some(self.facts.symbols.get(container as usize)?.name.clone())
    }

    fn in_enum(&self) -> bool {
        let container =
            self.symbol.container.and_then(|container| self.facts.symbols.get(container as usize));
        container.is_some_and(|it| it.kind == SymbolKind::Enum)
    }

    fn member_word(&self) -> &'static str {
        match self.symbol.kind {
            SymbolKind::Method | SymbolKind::Function => "method",
            SymbolKind::Field => "field",
            _ => "member",
        }
    }

    /// What its name, its head and its members tell.
    pub(super) fn told(&self) -> String {
        match self.symbol.kind {
            kind if !is_type(kind)
                && let Some(told) = self.story().or_else(|| self.routed()) =>
            {
                told
            }
            _ if self.is_component() => self.component(),
            SymbolKind::Function | SymbolKind::Method => self.function(),
            SymbolKind::Class => self.class(),
            SymbolKind::Interface if signature::value(self.signature()).is_some() => self.alias(),
            SymbolKind::Interface => self.interface(),
            SymbolKind::Type => self.alias(),
            SymbolKind::Enum => self.enumeration(),
            SymbolKind::Namespace if !self.symbol.name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                let lead = format!("Declares the module {}", quoted(&self.symbol.name));
                joined(&lead, &[few(": with ", self.members(None), 8)])
            }
            SymbolKind::Namespace => {
                let members = self.members_of_namespace();
                joined(
                    &format!("Namespace {}", self.words()),
                    &[few(": ", members.iter().map(String::as_str), 8)],
                )
            }
            SymbolKind::Variable | SymbolKind::Field => self.variable(),
        }
    }

    /// The same for a list of several: of what is called by what it does, where documentation is long, what the name says.
    pub(super) fn short_phrase(&self) -> String {
        let phrase = self.phrase();
        let says_more = phrase.chars().count() > LONGEST_SHORT_PHRASE && self.documented().is_some();
        if !says_more {
            return phrase;
        }
        // A remark takes the room of others: a sentence that says what is done does not.
        let first = phrase.split(' ').next().unwrap_or_default().to_lowercase();
        let acts = is_only_verb(&first)
            || first.strip_suffix('s').is_some_and(|it| is_verb(it) || is_verb(it.trim_end_matches('e')));
        if acts {
            return clean(&phrase, LONGEST_SHORT_PHRASE);
        }
        let about = super::place::about_words(self.path);
        let named = self.hook().or_else(|| self.action(&self.call(), &about).map(|it| it.text));
        named.map_or(phrase, |it| lowered(&it))
    }

    /// A few words for a list: a sentence for what runs, the words of its name for the rest.
    pub(in crate::dsp) fn phrase(&self) -> String {
        if let Some(doc) = self.documented().filter(|doc| !doc.starts_with("Deprecated")) {
            let first = doc::first_sentence(&doc);
            let phrase = clause(first);
            let phrase = phrase.trim_end_matches('.');
            // Documentation of Go begins with the name.
            let own =
                phrase.split_once(' ').filter(|it| self.is_go() && it.0.eq_ignore_ascii_case(&self.name()));
            return own.map(|(_, own)| own).map_or_else(|| lowered(phrase), str::to_owned);
        }
        let call = self.call();
        match self.symbol.kind {
            _ if self.is_component() => format!("{} component", self.words()),
            SymbolKind::Function | SymbolKind::Method => match self.hook() {
                Some(hook) => lowered(&hook),
                None if self.is_named_as_result(&call) => self.words(),
                None => self.action(&call, "").map_or_else(|| self.words(), |it| lowered(&it.text)),
            },
            _ => self.words(),
        }
    }

    /// What protobuf makes of one choice of a `oneof`: a struct with one field, called by both.
    fn choice(&self) -> Option<String> {
        let (of, field) = self.symbol.name.rsplit_once('_')?;
        let is_made = self.is_go() && self.facts.origin == Origin::Generated;
        self.beside(|it| it == of).filter(|_| is_made)?;
        let mut fields = self.listed_members(Some(SymbolKind::Field));
        let only = fields.next().filter(|it| it.name == field && fields.next().is_none())?;
        let said = only.doc.as_deref().and_then(|doc| doc::purpose(doc, field));
        let said =
            said.map_or_else(String::new, |said| format!(" ({})", lowered(said.trim_end_matches('.'))));
        Some(format!("One choice of {}: {}{said}", quoted(of), split(field).join(" ")))
    }

    /// The names of the fields, in Python with the short values that they are set to.
    fn fields_with_values(&self) -> Vec<(String, &'f Symbol)> {
        let is_secret = |it: &Symbol| {
            let words = split(&it.name).into_iter().map(|word| word.to_lowercase());
            words.into_iter().any(|word| matches!(word.as_str(), "key" | "password" | "secret" | "token"))
        };
        let value =
            |it: &'f Symbol| signature::value(it.signature.as_deref()?).filter(|it| is_short_value(it));
        // Elsewhere than in Python a literal is told where it says what the whole is called.
        let names = |it: &Symbol| is_python(self.path) || matches!(&*it.name, "id" | "name" | "type");
        let told = |it: &'f Symbol| match value(it).filter(|_| names(it) && !is_secret(it)) {
            Some(value) => (format!("{} = {value}", it.name), it),
            None => (it.name.clone(), it),
        };
        let fields = self.listed_members(Some(SymbolKind::Field)).filter(|it| !self.is_inner(it));
        fields.take(MOST_FIELDS + 1).map(told).collect()
    }

    /// The names of what a namespace exports, wherever in the file it is opened; of what is nothing but a namespace in it, the
    /// names in that.
    fn members_of_namespace(&self) -> Vec<String> {
        let (facts, container) = (self.facts, self.symbol.container);
        let opened = (0..).zip(&facts.symbols).take(MANY).filter(|(_, it)| {
            it.kind == SymbolKind::Namespace && it.name == self.symbol.name && it.container == container
        });
        let mut names: Vec<String> = Vec::new();
        for (at, _) in opened {
            let Some(opened) = Declared::of(self.path, facts, &[at]) else { continue };
            for it in opened.listed_members(None) {
                let alone = |other: &Symbol| other.name != it.name || other.kind == SymbolKind::Namespace;
                let inner: Vec<String> = if opened.listed_members(None).all(alone) {
                    opened.names_in_namespace(it)
                } else {
                    Vec::new()
                };
                let told = if inner.is_empty() { vec![it.name.clone()] } else { inner };
                for name in told {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
        }
        names
    }

    /// `Core.Token` of what the namespace `it`, a member of this one, exports; empty where it is something else.
    fn names_in_namespace(&self, it: &Symbol) -> Vec<String> {
        let is_it = |other: &Symbol| std::ptr::eq(other, it);
        let at = self.facts.symbols.iter().position(is_it).and_then(|at| u32::try_from(at).ok());
        let inner = at.filter(|_| it.kind == SymbolKind::Namespace);
        let Some(inner) = inner.and_then(|at| Declared::of(self.path, self.facts, &[at])) else {
            return Vec::new();
        };
        inner.members(None).map(|name| format!("{}.{name}", it.name)).collect()
    }

    /// The names of the members of that kind.
    pub(super) fn members(&self, kind: Option<SymbolKind>) -> impl Iterator<Item = &'f str> {
        self.listed_members(kind).map(|it| it.name.as_str())
    }

    /// The members of that kind. Of Go, methods stand behind their type, and anything between.
    pub(super) fn listed_members(&self, kind: Option<SymbolKind>) -> impl Iterator<Item = &'f Symbol> {
        let (facts, container) = (self.facts, u32::try_from(self.at).ok());
        let (end, is_go) = (self.symbol.span.end, self.is_go());
        facts.symbols[self.at + 1..]
            .iter()
            .take(MANY)
            .take_while(move |it| is_go || it.container.is_some() && it.span.start <= end)
            .filter(move |it| it.container == container && kind.is_none_or(|kind| it.kind == kind))
            // What `#` hides is no part of what others see.
            .filter(move |it| {
                it.exported || !is_go && !it.name.starts_with('#') && it.name != "__tablename__"
            })
    }
}

/// What documentation says of a member in a few words, where it says more than the name; where the first sentence does
/// not, the second one may.
pub(super) fn said_of_member(it: &Symbol) -> Option<String> {
    let said = doc::purpose(it.doc.as_deref()?, &it.name)?;
    let first = doc::first_sentence(&said);
    let second = || said[first.len()..].strip_prefix(". ").map(doc::first_sentence);
    let tells = |text: &&str| !doc::is_thin(text, &it.name) && !text.contains(['(', ')']);
    let first = first.trim_end_matches('.');
    if !doc::is_thin(first, &it.name) {
        return Some(first).filter(tells).map(lowered);
    }
    let second = second().map(|it| it.trim_end_matches('.')).filter(tells);
    // `Set this with care` speaks to who sets it.
    let speaks = ["Default", "It ", "The ", "They ", "This ", "Used "];
    second
        .filter(|text| speaks.iter().any(|start| text.starts_with(start)))
        .map(|text| lowered(&clause(text)))
}

/// `category` of `categories`; `None` where it is not known.
fn singular(many: &str) -> Option<String> {
    let unclear = ["ses", "xes", "us", "ss", "is"];
    if unclear.iter().any(|end| many.ends_with(end)) {
        return None;
    }
    many.strip_suffix("ies").map(|it| format!("{it}y")).or_else(|| many.strip_suffix('s').map(str::to_owned))
}

/// As many whole clauses of a sentence as a list has room for; the sentence cut where its first one is too long.
fn clause(sentence: &str) -> String {
    // `When it is new, this sorts all` says what it does behind the condition.
    let condition = ["After ", "Before ", "If ", "When "].iter().any(|it| sentence.starts_with(it));
    let main = sentence.split_once(", this ").or_else(|| sentence.split_once(", it "));
    let sentence = main.filter(|_| condition).map_or(sentence, |(_, main)| main);
    let whole = clean(sentence, LONGEST_PHRASE);
    if !whole.ends_with('…') {
        return whole;
    }
    let marks = [", ", "; ", ": ", " (", " - ", " – ", " — "];
    let ends = marks.into_iter().flat_map(|mark| whole.match_indices(mark)).map(|(at, _)| at);
    let end = ends.filter(|at| *at > SHORTEST_CLAUSE && is_closed(&whole[..*at])).max();
    end.map_or_else(|| whole.clone(), |end| whole[..end].to_owned())
}

/// Whether every bracket and every quoted piece of code ends in `text`.
fn is_closed(text: &str) -> bool {
    let count = |sign| text.matches(sign).count();
    count('(') == count(')') && count('[') == count(']') && count('`').is_multiple_of(2)
}

/// Whether a value is a literal that says something and takes little room.
fn is_short_value(value: &str) -> bool {
    let literal =
        value.starts_with(['"', '\'', '[', '(', '{', '-']) || value.starts_with(|c: char| c.is_ascii_digit());
    let word = matches!(value, "True" | "False" | "None")
        || value.trim_end_matches("()").split('.').all(is_name) && value.contains(char::is_uppercase);
    (literal || word)
        && value.len() <= LONGEST_VALUE
        && !value.contains(['`', '\n', '…'])
        && signature::is_whole(value)
}

/// The lead and the parts that are there: a colon before the first, semicolons between them.
pub(super) fn joined(lead: &str, parts: &[String]) -> String {
    let mut text = lead.to_owned();
    let mut first = true;
    for part in parts.iter().filter_map(|part| part.strip_prefix(": ")) {
        text.push_str(if first { ": " } else { "; " });
        text.push_str(part);
        first = false;
    }
    text
}

pub(in crate::dsp) fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Interface | SymbolKind::Type | SymbolKind::Namespace)
}
