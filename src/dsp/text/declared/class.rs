//! What a class is for: what it is a kind of, what it is made with, what it offers and does. Pure.

use resolvers::facts::{Deed, ShownSort, Symbol, SymbolKind};

use super::{Declared, FEW_MEMBERS, MANY, MOST_FIELDS, MOST_PARTS, joined, said_of_member};
use crate::dsp::text::action::doer;
use crate::dsp::text::made::{ANGULAR_COMPONENT, CUSTOM_ELEMENT, NEST_MODULE, of_nest};
use crate::dsp::text::named::is_error;
use crate::dsp::text::place::{about_words, is_python};
use crate::dsp::text::words::capitalised;
use crate::dsp::text::{few, few_said, is_given, modules, quoted, quoted_code, signature};

/// A class with no more fields may be told by what it does inside.
const FEW_FIELDS: usize = 3;
/// How many methods are told that a class keeps to itself.
const MOST_INSIDE: usize = 10;

impl Declared<'_> {
    pub(super) fn class(&self) -> String {
        if let Some(tests) = self.tests_of_class() {
            return tests;
        }
        let words = self.words();
        let (extends, implements) = signature::heritage(self.signature());
        let error = if self.is_go() {
            self.says_error()
        } else {
            let named = self.symbol.name.ends_with("Error") && !words.ends_with(" or error");
            named || extends.iter().any(|base| is_error(base) || self.extends_error(base))
        };
        let plain = || words.strip_suffix(" error").or_else(|| words.strip_suffix(" exception"));
        let words = if error { plain() } else { None }.unwrap_or(&words);
        let words = if error { words.strip_prefix("err ").unwrap_or(words) } else { words };
        let decorated =
            self.decorated().or_else(|| self.by_base()).map(|it| of_nest(it, &implements).unwrap_or(it));
        let lead = match decorated {
            _ if error && self.is_go() => format!("Error for {words}"),
            _ if error => format!("Error class for {words}"),
            _ if implements.iter().chain(&extends).any(|it| is_migration(it)) => self.migration_by(words),
            None if let Some(choice) = self.choice() => choice,
            None if let Some(doer) = doer(words) => doer,
            _ if let Some(table) = self.table() => {
                format!("{}{}, table {} of the database", capitalised(words), self.beyond(), quoted(table))
            }
            Some(kind) => {
                format!("{}{}, {}", capitalised(words), self.beyond(), self.with_reach(kind))
            }
            None if self.signature().starts_with("abstract ") => {
                format!("{}{}, an abstract class", capitalised(words), self.beyond())
            }
            None if let Some(kin) = self.kin() => format!("{}, {kin}", capitalised(words)),
            None if let Some(base) = self.sole_base() => {
                let kind = format!("a kind of {}{}", quoted(base), self.aside(base));
                format!("{}{}, {kind}", capitalised(words), self.beyond())
            }
            None => format!("{}{}, {}", capitalised(words), self.beyond(), self.class_word()),
        };
        if let Some(steps) = self.migrates() {
            return joined(&lead, &[steps]);
        }
        let methods: Vec<&Symbol> = self
            .listed_members(Some(SymbolKind::Method))
            .filter(|it| !self.is_inner(it))
            .filter(|it| !matches!(&*it.name, "constructor" | "__init__"))
            // Every error of Go has it.
            .filter(|it| !(error && self.is_go() && it.name == "Error"))
            .collect();
        let fields = self.fields_with_values();
        let is_small = methods.len() + fields.len() <= FEW_MEMBERS && !lead.starts_with("One choice ");
        let is_only = methods.len() == 1;
        let said = |it: &Symbol| {
            said_of_member(it).or_else(|| self.done_by(it).filter(|_| is_only)).filter(|_| is_small)
        };
        let in_short =
            if decorated.is_none() && !error { self.methods_in_short(&methods) } else { String::new() };
        let methods = match &methods[..] {
            _ if !in_short.is_empty() => in_short,
            [] => self.offers(),
            _ => few_said(": offers ", methods.iter().map(|it| (&*it.name, said(it))), 8),
        };
        let inside = if is_small && fields.len() <= FEW_FIELDS { self.done_inside() } else { String::new() };
        let notes = if inside.is_empty() { self.notes() } else { String::new() };
        let most = if methods.is_empty() { MOST_FIELDS } else { 4 };
        let fields = few_said(": holds ", fields.iter().map(|(told, it)| (&**told, said(it))), most);
        let told_to_base = if error { self.error_told_to_base() } else { self.told_to_base() };
        let fixed = if error { self.fixed() } else { String::new() };
        let shows = self.administers();
        let fields = if shows.is_empty() { vec![fields] } else { shows };
        let parts = [self.put_together(), vec![self.registers()]].concat();
        let given = self.given_from_outside();
        let given =
            if given.is_empty() && is_small && decorated.is_none() { self.made_from() } else { given };
        let uses = if decorated.is_some() {
            // What makes a module global is told of it.
            self.uses_beside_decorators(&[&given, &*parts.concat(), "`Global`"].concat())
        } else {
            self.uses_but(&given, None)
        };
        // Every class of Python is one.
        let extends = extends.into_iter().filter(|it| *it != "object" && !lead.contains(&quoted(it)));
        let made = signature::made_base(self.signature());
        let extends = extends.map(|it| made.as_deref().filter(|made| made.starts_with(it)).unwrap_or(it));
        let (extends, implements) =
            (few(": extends ", extends, 3), few(": implements ", implements.into_iter(), 3));
        // Who else uses it is told behind.
        let related = if self.users.iter().all(|it| it.in_tests) { self.relations() } else { String::new() };
        let is_shown = matches!(decorated, Some(ANGULAR_COMPONENT | CUSTOM_ELEMENT));
        let says = if is_shown { self.says(&lead) } else { String::new() };
        let before = [
            says,
            self.asks(),
            self.queries(),
            self.shapes(),
            extends,
            told_to_base,
            fixed,
            implements,
            related,
            methods,
            inside,
            notes,
        ];
        joined(&lead, &[&parts[..], &before, &fields, &[given, uses]].concat())
    }

    /// The kind of a class, and whether it stands for all of the application.
    fn with_reach(&self, kind: &str) -> String {
        let is_global = kind == NEST_MODULE && self.used().iter().any(|it| it == "Global");
        if is_global { kind.replacen("a ", "a global ", 1) } else { kind.to_owned() }
    }

    /// A migration, by the words of its name.
    fn migration_by(&self, words: &str) -> String {
        // Django calls each of them `Migration`.
        let about = about_words(self.path);
        let words = if words == "migration" { about.as_str() } else { words };
        let words = words.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
        // A name that a tool made says nothing.
        match words.trim_end_matches(" migration") {
            "auto" | "migration" | "" => "Migration".to_owned(),
            words => format!("Migration: {words}"),
        }
    }

    /// What the constructor of an error tells the class that it extends, after a colon: a status, a code, a text.
    fn error_told_to_base(&self) -> String {
        let code = match self.constructor().and_then(|it| it.deed.as_deref()) {
            Some(Deed::Calls(called)) => called.first().map(String::as_str),
            Some(Deed::Does(code)) => Some(code.split("; ").next().unwrap_or(code)),
            _ => None,
        };
        // Names alone are what it is given itself.
        let tells = |given: &str| given.contains(['\'', '"']) || given.contains(|c: char| c.is_ascii_digit());
        code.and_then(given_to_base).filter(|given| tells(given)).map_or_else(String::new, made_by)
    }

    /// What the constructor of another class tells the one that it extends beside what it takes itself, after a colon, where
    /// it does nothing else.
    fn told_to_base(&self) -> String {
        let constructor = self.constructor();
        let code = match constructor.and_then(|it| it.deed.as_deref()) {
            Some(Deed::Calls(called)) if called.len() == 1 => called.first().map(String::as_str),
            Some(Deed::Does(code)) => Some(code.as_str()),
            _ => None,
        };
        let own = signature::call(constructor.and_then(|it| it.signature.as_deref()).unwrap_or_default())
            .parameters;
        let is_own = |it: &&str| {
            let it = it.trim_start_matches("...");
            let keys = it.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
            let names = keys.map_or_else(|| vec![it], |keys| signature::split_top(keys, ','));
            it == "arguments" || names.iter().all(|it| it.is_empty() || own.contains(it) || it.contains('…'))
        };
        let tells =
            |given: &str| signature::is_closed(given) && !signature::split_top(given, ',').iter().all(is_own);
        code.and_then(given_to_base).filter(|given| tells(given)).map_or_else(String::new, made_by)
    }

    fn constructor(&self) -> Option<&Symbol> {
        self.listed_members(None).find(|it| it.name == "constructor")
    }

    /// What its constructor sets to literals, after a colon.
    fn fixed(&self) -> String {
        let own = u32::try_from(self.at).ok();
        let fixed = self.facts.shown.iter().filter(|it| it.sort == ShownSort::Fixed && it.symbol == own);
        few(": sets ", fixed.map(|it| it.text.as_str()), 3)
    }

    /// The methods of a class whose members are not listed, after a colon. What React calls by itself nobody else does.
    fn offers(&self) -> String {
        let is_own =
            |it: &&str| *it != "constructor" && !it.starts_with("component") && !it.starts_with("render");
        few(": offers ", self.members_of_prototype().filter(is_own), 8)
    }

    /// What it is given from outside, after a colon.
    fn given_from_outside(&self) -> String {
        let modules = modules(self.facts);
        let given = self.facts.injections.iter().filter(|it| it.class as usize == self.at);
        let given = given.filter(|it| is_given(it, &modules));
        few(": is given ", given.map(|it| it.binding.as_str()), MOST_PARTS)
    }

    /// What its constructor takes, after a colon.
    fn made_from(&self) -> String {
        let container = u32::try_from(self.at).ok();
        let own = self.facts.symbols.iter().skip(self.at + 1).take(MANY);
        let mut own = own.take_while(|it| it.container.is_some()).filter(|it| it.container == container);
        let constructor = own.find(|it| it.name == "constructor" && it.kind == SymbolKind::Method);
        let head = constructor.and_then(|it| it.signature.as_deref()).unwrap_or_default();
        few(": is made from ", signature::call(head).parameters.into_iter(), MOST_PARTS)
    }

    /// The methods that it keeps to itself, after a colon: what it does where it offers little.
    fn done_inside(&self) -> String {
        let container = u32::try_from(self.at).ok();
        let own = self.facts.symbols.iter().skip(self.at + 1).take(MANY);
        let own = own.take_while(|it| it.container.is_some()).filter(|it| it.container == container);
        let hidden = own.filter(|it| it.kind == SymbolKind::Method && it.name.starts_with('#'));
        few(": does inside ", hidden.map(|it| it.name.as_str()), MOST_INSIDE)
    }

    /// Whether a member is there for classes that extend this one, or by its name for nobody else.
    pub(super) fn is_inner(&self, it: &Symbol) -> bool {
        !is_python(self.path)
            && !self.is_go()
            && (!it.exported || it.name.starts_with('_') && it.name != "_id")
    }

    /// Whether it is an error of Go, which has a method that says what went wrong.
    fn says_error(&self) -> bool {
        let container = u32::try_from(self.at).ok();
        let own = self.facts.symbols.iter().take(MANY).filter(|it| it.container == container);
        let signature = |it: &Symbol| it.signature.as_deref().is_some_and(|it| it.contains("Error() string"));
        own.into_iter().any(|it| it.name == "Error" && signature(it))
    }
}

/// What a call of `super` is given, where the code is nothing else.
fn given_to_base(code: &str) -> Option<&str> {
    code.trim_end_matches(';').strip_prefix("super(")?.strip_suffix(')')
}

fn made_by(given: &str) -> String {
    format!(": makes it by {}", quoted_code(&format!("super({given})")))
}

/// Whether it is the base of migrations, and not of what loads them: `migrations.Migration`, `Migration<'a'>`.
fn is_migration(base: &str) -> bool {
    let name = base.split(['<', '(']).next().unwrap_or(base);
    ["Migration", "MigrationInterface"].iter().any(|end| name.ends_with(end))
}
