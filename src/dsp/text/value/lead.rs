//! What a value is by the form of its name and the place that it stands at, before its value is told. Pure.

use resolvers::facts::{FUNCTION_AT_ONCE, Origin, Symbol, SymbolKind};

use crate::dsp::text::action::action;
use crate::dsp::text::declared::{Declared, MANY};
use crate::dsp::text::initial::{Initial, is_name};
use crate::dsp::text::place::{Role, about_words, is_python, role, stem};
use crate::dsp::text::signature::Call;
use crate::dsp::text::words::{capitalised, is_only_verb, is_thing, is_verb, split};
use crate::dsp::text::{clean, few, quoted, setting, signature};

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

/// Fewer texts are no list.
const FEWEST_TEXTS: usize = 5;

impl Declared<'_> {
    /// One of the two tables that protoc makes beside an enumeration.
    pub(super) fn table_of_enum(&self) -> Option<String> {
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
    pub(super) fn names_outside(&self, initial: &Initial<'_>) -> Option<String> {
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

    /// A mark of pytest, or a decorator of unittest, by which tests are left out, and the reason that it gives.
    pub(super) fn mark_that_skips(&self) -> Option<String> {
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

    pub(super) fn value_lead(&self, words: &str) -> String {
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

    /// Where a value stands, after the words of its name.
    pub(super) fn standing(&self) -> String {
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
pub(super) fn of_logger(value: String) -> String {
    let Some(from) = value.strip_prefix(": from ").filter(|it| !it.contains(" (")) else { return value };
    if from.starts_with("`\"") || from.starts_with("`'") {
        return format!(": called {from}");
    }
    // `getLogger(['app'])`
    let name = from.strip_prefix("`['").and_then(|it| it.strip_suffix("']`")).filter(|it| !it.contains('\''));
    name.map_or_else(String::new, |name| format!(": called {}", quoted(&format!("'{name}'"))))
}

/// Whether a translation is called by its language or topic.
pub(super) fn setting_names(words: &str, it: &Declared<'_>) -> bool {
    let plain = |it: &str| split(it).concat().to_lowercase();
    plain(&it.symbol.name) == plain(&stem(it.path)) || words.starts_with("translation")
}
