//! What one declaration is for: its documentation, else what its name, its head, its members and its uses tell. Pure.

use resolvers::facts::{FileFacts, Import, ImportKind, Symbol, SymbolKind};
use resolvers::path::RepoPath;

use super::action::action;
use super::place::{Role, about_words, extension, folder_words, role, stem};
use super::signature::{self, Call};
use super::words::{capitalised, is_only_verb, lowered, split};
use super::{clean, code, doc, few, quoted};

/// Larger files are not searched for what one of their declarations has to do with another.
const MANY: usize = 4096;
/// How many parameters, members or used names a text lists.
const MOST_PARTS: usize = 6;
/// How many used names a text lists.
const MOST_USED: usize = 4;

/// A declaration, or several of one name that are merged.
#[derive(Clone, Copy)]
pub(in crate::dsp) struct Declared<'f> {
    path: &'f RepoPath,
    facts: &'f FileFacts,
    at: usize,
    symbol: &'f Symbol,
    doc: Option<&'f str>,
}

impl<'f> Declared<'f> {
    /// The declarations at `group`; of merged ones the first that runs says what the name is.
    pub(in crate::dsp) fn of(path: &'f RepoPath, facts: &'f FileFacts, group: &[u32]) -> Option<Self> {
        let declared =
            || group.iter().filter_map(|at| Some((*at as usize, facts.symbols.get(*at as usize)?)));
        let (at, symbol) = declared().min_by_key(|(_, symbol)| is_type(symbol.kind))?;
        let doc = declared().find_map(|(_, symbol)| symbol.doc.as_deref());
        Some(Self { path, facts, at, symbol, doc })
    }

    pub(in crate::dsp) fn kind(&self) -> SymbolKind {
        self.symbol.kind
    }

    /// The whole purpose.
    pub(in crate::dsp) fn purpose(&self) -> String {
        let text = self.documented().unwrap_or_else(|| self.told());
        match self.owner() {
            Some(owner) => {
                format!("{} ({} of {})", text.trim_end_matches('.'), self.member_word(), quoted(&owner))
            }
            None => text,
        }
    }

    /// What documentation says, if anything.
    pub(in crate::dsp) fn documented(&self) -> Option<String> {
        doc::purpose(self.doc?, &self.name())
    }

    /// The declared name; that of an anonymous default is the file's.
    pub(in crate::dsp) fn name(&self) -> String {
        match self.symbol.name.as_str() {
            "default" | "exports" | "module.exports" => {
                let words = about_words(self.path);
                if words.is_empty() { "default".to_owned() } else { words }
            }
            name => name.to_owned(),
        }
    }

    fn words(&self) -> String {
        let words = split(&self.name()).join(" ");
        if words.is_empty() { quoted(&self.symbol.name) } else { words }
    }

    fn signature(&self) -> &'f str {
        self.symbol.signature.as_deref().unwrap_or_default()
    }

    fn owner(&self) -> Option<String> {
        let container = self.symbol.container?;
        Some(self.facts.symbols.get(container as usize)?.name.clone())
    }

    fn member_word(&self) -> &'static str {
        match self.symbol.kind {
            SymbolKind::Method | SymbolKind::Function => "method",
            SymbolKind::Field => "field",
            _ => "member",
        }
    }

    fn told(&self) -> String {
        match self.symbol.kind {
            _ if self.is_component() => self.component(),
            SymbolKind::Function | SymbolKind::Method => self.function(),
            SymbolKind::Class => self.class(),
            SymbolKind::Interface => self.interface(),
            SymbolKind::Type => self.alias(),
            SymbolKind::Enum => {
                joined(&format!("Values of {}", self.words()), &[few(": ", self.members(None), 8)])
            }
            SymbolKind::Namespace if !self.symbol.name.chars().all(|c| c.is_alphanumeric() || c == '_') => {
                let lead = format!("Declares the module {}", quoted(&self.symbol.name));
                joined(&lead, &[few(": with ", self.members(None), 8)])
            }
            SymbolKind::Namespace => {
                joined(&format!("Namespace for {}", self.words()), &[few(": ", self.members(None), 8)])
            }
            SymbolKind::Variable | SymbolKind::Field => self.variable(),
        }
    }

    /// A few words for a list: a sentence for what runs, the words of its name for the rest.
    pub(in crate::dsp) fn phrase(&self) -> String {
        if let Some(doc) = self.documented().filter(|doc| doc.chars().count() <= 90) {
            return lowered(doc.trim_end_matches('.'));
        }
        let call = signature::call(self.signature());
        match self.symbol.kind {
            _ if self.is_component() => format!("{} component", self.words()),
            SymbolKind::Function | SymbolKind::Method => match self.hook() {
                Some(hook) => lowered(&hook),
                None => action(&self.name(), &call, "").map_or_else(|| self.words(), |it| lowered(&it.text)),
            },
            _ => self.words(),
        }
    }

    fn function(&self) -> String {
        let call = signature::call(self.signature());
        let about = self.owner().map_or_else(|| about_words(self.path), |owner| split(&owner).join(" "));
        if let Some(migration) = self.migration() {
            return migration;
        }
        let (lead, told) = match (self.request(), self.hook(), action(&self.name(), &call, &about)) {
            (Some(request), ..) => (request, 0),
            (_, Some(hook), _) => (hook, 0),
            (_, _, Some(action)) => (action.text, action.told),
            _ if self.symbol.name.ends_with("Error") => {
                (format!("Makes the error: {}", self.words().trim_end_matches(" error")), 0)
            }
            _ if self.name() == "constructor" => ("Constructor".to_owned(), 0),
            _ if call.result.is_some() => (format!("Gives {}", self.words()), 0),
            _ => (format!("Function for {}{}", self.words(), self.beyond()), 0),
        };
        joined(&lead, &[takes(&call, told), gives(&call), self.uses(false)])
    }

    /// What the file is about, where a name of one word says too little.
    fn beyond(&self) -> String {
        let (name, about) = (split(&self.name()), about_words(self.path));
        let known = about.to_lowercase().replace(' ', "").contains(&name.concat().to_lowercase());
        if self.symbol.name == "default" && name.len() == 1 {
            let folder = folder_words(self.path.parent());
            return if folder.is_empty() || name.concat() == folder {
                String::new()
            } else {
                format!(" ({folder})")
            };
        }
        if name.len() > 1 || about.is_empty() || known || self.symbol.name == "default" {
            String::new()
        } else {
            format!(" ({about})")
        }
    }

    /// `export function GET` of a route.
    fn request(&self) -> Option<String> {
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
        let folder = String::from_utf8_lossy(self.path.parent()).into_owned();
        methods
            .contains(&self.symbol.name.as_str())
            .then(|| format!("Handles {} requests of {}", self.symbol.name, quoted(&folder)))
    }

    /// The two functions of a migration.
    fn migration(&self) -> Option<String> {
        let lead = match self.symbol.name.as_str() {
            "up" => "Applies",
            "down" => "Reverts",
            _ => return None,
        };
        (role(self.path) == Role::Migration)
            .then(|| format!("{lead} the migration: {}", about_words(self.path)))
    }

    fn hook(&self) -> Option<String> {
        if !self.symbol.name.starts_with("use") {
            return None;
        }
        let words = split(&self.name());
        let rest = words.strip_prefix(&["use".to_owned()])?;
        let uses = |package: &str| self.facts.imports.iter().any(|it| it.specifier == package);
        let vue = extension(self.path) == "vue"
            || uses("vue")
            || uses("#imports")
            || self.path.to_text().contains("composables/");
        let lead = if vue { "Composable" } else { "Hook" };
        (!rest.is_empty() && self.symbol.container.is_none())
            .then(|| format!("{lead} for {}", rest.join(" ")))
    }

    fn is_component(&self) -> bool {
        let name = if self.symbol.name == "default" { stem(self.path) } else { self.symbol.name.clone() };
        let pascal = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        let markup = matches!(extension(self.path), "tsx" | "jsx")
            || extension(self.path) == "js" && self.facts.imports.iter().any(|it| it.specifier == "react");
        if !pascal || self.symbol.container.is_some() {
            return false;
        }
        if !markup {
            return self.symbol.kind == SymbolKind::Variable
                && self
                    .used()
                    .iter()
                    .any(|name| matches!(name.as_str(), "defineComponent" | "defineAsyncComponent"));
        }
        match self.symbol.kind {
            SymbolKind::Function => signature::call(self.signature()).result.is_none_or(is_element),
            SymbolKind::Class => {
                let (extends, _) = signature::heritage(self.signature());
                extends.iter().any(|base| base.ends_with("Component"))
            }
            SymbolKind::Variable => {
                signature::annotation(self.signature()).is_some_and(is_component_type)
                    || !name.ends_with("Context") && self.used().iter().any(|name| makes_component(name))
            }
            _ => false,
        }
    }

    fn component(&self) -> String {
        let words = self.words();
        let words = words.strip_suffix(" component").unwrap_or(&words);
        let inner = self.wrapped().unwrap_or(*self);
        joined(&capitalised(&format!("{words} component")), &[inner.props(), inner.uses(true)])
    }

    /// Of `export default observer(Name)` the declaration of `Name`, which the file is called by.
    fn wrapped(&self) -> Option<Self> {
        let name = stem(self.path);
        (self.symbol.name == "default" && self.symbol.kind == SymbolKind::Variable)
            .then(|| self.beside(|it| it == name))
            .flatten()
    }

    /// A declaration of the same file.
    fn beside(&self, is: impl Fn(&str) -> bool) -> Option<Self> {
        let mut symbols = self.facts.symbols.iter().take(MANY);
        let at = symbols.position(|it| it.container.is_none() && is(&it.name))?;
        Some(Self { at, symbol: &self.facts.symbols[at], doc: None, ..*self })
    }

    /// What a component is given.
    fn props(&self) -> String {
        let call = signature::call(self.signature());
        if call.destructured {
            return few(": takes props ", call.parameters.into_iter(), MOST_PARTS);
        }
        let shape = call.first_type.and_then(|name| self.beside(|it| it == name));
        shape.map_or_else(String::new, |shape| few(": takes props ", shape.fields().into_iter(), MOST_PARTS))
    }

    fn class(&self) -> String {
        let words = self.words();
        let (extends, implements) = signature::heritage(self.signature());
        let error = self.symbol.name.ends_with("Error") || extends.iter().any(|base| base.ends_with("Error"));
        let words = words.strip_suffix(" error").filter(|_| error).unwrap_or(&words);
        let lead =
            if error { format!("Error about {words}") } else { format!("{}, a class", capitalised(words)) };
        let methods =
            few(": offers ", self.members(Some(SymbolKind::Method)).filter(|name| *name != "constructor"), 8);
        let fields =
            few(": holds ", self.members(Some(SymbolKind::Field)), if methods.is_empty() { 8 } else { 4 });
        let given = self.facts.injections.iter().filter(|it| it.class as usize == self.at);
        let given = few(": is given ", given.map(|it| it.binding.as_str()), MOST_PARTS);
        let uses = self.uses(false);
        let parts =
            [few(": extends ", extends.into_iter(), 3), few(": implements ", implements.into_iter(), 3)];
        joined(&lead, &[parts[0].clone(), parts[1].clone(), methods, fields, given, uses])
    }

    fn interface(&self) -> String {
        let (extends, _) = signature::heritage(self.signature());
        let fields = few(": with ", self.members(Some(SymbolKind::Field)), 8);
        let methods = few(": offers ", self.members(Some(SymbolKind::Method)), 8);
        joined(&self.shape(), &[few(": extends ", extends.into_iter(), 3), fields, methods])
    }

    fn alias(&self) -> String {
        let lead = self.shape();
        let Some(value) = signature::value(self.signature()) else { return lead };
        if let Some(keys) = signature::keys(value) {
            return joined(&lead, &[few(": with ", keys.into_iter(), 8)]);
        }
        let options: Vec<&str> = signature::split_top(value, '|');
        let literals = options
            .iter()
            .filter(|it| it.starts_with(|c: char| matches!(c, '\'' | '"' | '-') || c.is_ascii_digit()));
        if options.len() > 1 && literals.clone().count() + 1 >= options.len() {
            let literals = literals.map(|it| it.trim_matches(['\'', '"']));
            return joined(&lead, &[few(": one of ", literals, 8)]);
        }
        if value.starts_with('(') && value.contains("=>") {
            let call = signature::call(value);
            return joined(
                &lead.replacen("Type of", "Function type for", 1),
                &[takes(&call, 0), gives(&call)],
            );
        }
        if signature::is_whole(value) {
            return format!("{lead}: {}", quoted(value));
        }
        let made =
            value.split(['<', '[', ' ', '|', '&']).next().filter(|it| it.starts_with(char::is_alphabetic));
        let plain = ["typeof", "keyof", "readonly", "infer", "unique"];
        // A condition is made of nothing that could be named.
        made.filter(|it| !plain.contains(it) && !value[it.len()..].starts_with(" extends "))
            .map_or(lead.clone(), |it| format!("{lead}: made of {}", quoted(it)))
    }

    /// What a type describes.
    fn shape(&self) -> String {
        #[rustfmt::skip]
        const ROLES: &[&str] = &[
            "args", "arguments", "attributes", "config", "configuration", "context", "data", "emits", "event",
            "events", "input", "metadata", "options", "opts", "output", "params", "parameters", "payload",
            "props", "query", "request", "response", "result", "return", "settings", "slots", "state",
        ];
        let mut words = split(&self.name());
        // `IStore`
        if words.len() > 1 && words[0] == "i" {
            words.remove(0);
        }
        let (role, rest) = match words.split_last() {
            Some((last, rest)) if ROLES.binary_search(&last.as_str()).is_ok() => (last.as_str(), rest),
            _ => ("", &words[..]),
        };
        let rest = rest.strip_suffix(&["type".to_owned()]).filter(|rest| !rest.is_empty()).unwrap_or(rest);
        let whole = words.join(" ");
        let owner = || {
            let own = rest.concat().to_lowercase();
            self.beside(|it| it.len() == own.len() && it.to_lowercase() == own && *it != self.symbol.name)
        };
        match (role, rest.is_empty()) {
            ("", true) => format!("Type {}", quoted(&self.symbol.name)),
            ("", false) => format!("Type of {}", rest.join(" ")),
            (role, true) => match about_words(self.path) {
                about if about.is_empty() || about == role => format!("Type of {role}"),
                about => format!("Type of {role} ({about})"),
            },
            ("return", false) => owner()
                .map_or(format!("Type of {whole}"), |it| format!("What {} returns", quoted(&it.symbol.name))),
            (role, false) => owner().map_or(format!("Type of {whole}"), |it| {
                format!("{} of {}", capitalised(role), quoted(&it.symbol.name))
            }),
        }
    }

    fn variable(&self) -> String {
        if let (Role::Config(tool), "default") = (role(self.path), self.symbol.name.as_str()) {
            return joined(&format!("Configuration of {tool}"), &[self.uses(false)]);
        }
        let name = self.name();
        let words = self.words();
        let verb = name.contains(char::is_lowercase)
            && split(&name).first().is_some_and(|word| is_only_verb(word))
            && split(&name).len() > 1;
        let lead = match self.hook() {
            Some(hook) => hook,
            None if verb && self.symbol.container.is_none() => {
                action(&name, &Call::default(), "").map_or_else(|| capitalised(&words), |it| it.text)
            }
            None if ["is ", "has ", "should ", "can "].iter().any(|verb| words.starts_with(verb)) => {
                format!("Flag: {words}")
            }
            None if name.contains(char::is_uppercase) && !name.contains(char::is_lowercase) => {
                format!("Constant {words}")
            }
            None => capitalised(&words),
        };
        let lead = if self.symbol.container.is_none() { format!("{lead}{}", self.beyond()) } else { lead };
        if extension(self.path) == "svelte" && self.symbol.container.is_none() {
            return format!("Prop {} of the {} component", quoted(&self.symbol.name), about_words(self.path));
        }
        let literal = signature::value(self.signature())
            .filter(|it| it.starts_with(['"', '\'', '`']) || signature::is_whole(it));
        let literal = literal.map(|it| clean(&it.replace('`', "'"), 60));
        let kind = signature::annotation(self.signature());
        let value = match (kind, literal) {
            (_, Some(literal)) => format!(": {}", quoted(&literal)),
            (Some(kind), None) => format!(": of type {}", quoted(kind)),
            _ => String::new(),
        };
        let made = self.uses(false).replacen(": uses", ": made with", 1);
        let text = joined(&lead, &[value, made]);
        // The words of a name alone say too little: where it stands says more.
        if text == capitalised(&words) && self.symbol.container.is_none() {
            let word = if self.symbol.name == "default" { "the default" } else { "a value" };
            return format!("{text}, {word} of {}", code(&self.path.to_text()));
        }
        text
    }

    /// The names of the members of that kind.
    fn members(&self, kind: Option<SymbolKind>) -> impl Iterator<Item = &'f str> {
        let (facts, container) = (self.facts, u32::try_from(self.at).ok());
        let end = self.symbol.span.end;
        facts.symbols[self.at + 1..]
            .iter()
            .take_while(move |it| it.container.is_some() && it.span.start <= end)
            .filter(move |it| it.container == container && kind.is_none_or(|kind| it.kind == kind))
            .map(|it| it.name.as_str())
    }

    /// What an interface or an object type has.
    fn fields(&self) -> Vec<&'f str> {
        let listed: Vec<&str> = self.members(None).collect();
        let keys = || signature::value(self.signature()).and_then(signature::keys);
        if listed.is_empty() { keys().unwrap_or_default() } else { listed }
    }

    /// The imported names that the declaration and its members use, in the order of the imports.
    fn used(&self) -> Vec<String> {
        let references = &self.facts.references;
        if references.len() > MANY {
            return Vec::new();
        }
        let last = self.at + self.members(None).count();
        let own = references
            .iter()
            .filter(|it| it.symbol.is_some_and(|at| (self.at..=last).contains(&(at as usize))));
        // Not in order of use: statements may change places.
        let mut found: Vec<(&str, Option<&str>)> =
            own.map(|it| (it.binding.as_str(), it.member.as_deref())).collect();
        found.sort_unstable();
        found.dedup();
        let mut used: Vec<(usize, &str, Option<&str>)> = found
            .into_iter()
            .filter_map(|(binding, member)| Some((self.runs(binding)?, binding, member)))
            .collect();
        used.sort_by_key(|(import, ..)| *import);
        let named = used.into_iter().map(|(_, binding, member)| match member {
            Some(member) => format!("{binding}.{member}"),
            None => binding.to_owned(),
        });
        named.collect()
    }

    /// The position of the import that takes the name, if it is more than a type.
    fn runs(&self, binding: &str) -> Option<usize> {
        let taken = |(at, import): (usize, &Import)| {
            let name = import.names.iter().find(|it| it.local.as_deref() == Some(binding))?;
            let styles = ["css", "scss", "sass", "less"].iter().any(|end| import.specifier.ends_with(end));
            Some((!name.type_only && import.kind != ImportKind::Type && !styles).then_some(at))
        };
        let found = self.facts.imports.iter().enumerate().find_map(taken)?;
        found.filter(|_| !mentions(self.signature(), binding))
    }

    /// The names that say most first: for a component other components; what every file of a framework uses goes
    /// where there is anything else.
    fn uses(&self, component: bool) -> String {
        let mut used = self.used();
        if component || used.iter().any(|name| !is_framework(name)) {
            used.retain(|name| !is_framework(name));
        }
        if component {
            used.sort_by_key(|name| !name.starts_with(char::is_uppercase));
        }
        few(": uses ", used.iter().map(String::as_str), MOST_USED)
    }
}

/// What nearly every file of React or Vue uses.
fn is_framework(name: &str) -> bool {
    name.starts_with("React.")
        || matches!(
            name,
            "React"
                | "Fragment"
                | "useState"
                | "useEffect"
                | "useCallback"
                | "useMemo"
                | "useRef"
                | "clsx"
                | "classNames"
                | "classnames"
                | "cx"
                | "cn"
                | "useContext"
                | "useLayoutEffect"
                | "forwardRef"
                | "memo"
                | "observer"
                | "ref"
                | "shallowRef"
                | "computed"
                | "reactive"
                | "watch"
                | "onMounted"
                | "defineComponent"
                | "FC"
                | "ReactNode"
        )
        || name.ends_with("Event") && name.len() > 5
}

/// Whether `word` stands in `text` as a whole word.
fn mentions(text: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(inside) && !text[at + word.len()..].starts_with(inside))
}

fn is_element(kind: &str) -> bool {
    ["Element", "Node", "JSX", "null"].iter().any(|word| kind.contains(word))
}

fn is_component_type(kind: &str) -> bool {
    let name = kind.split('<').next().unwrap_or_default();
    let name = name.rsplit('.').next().unwrap_or_default();
    matches!(name, "FC" | "VFC" | "FunctionComponent" | "ComponentType" | "Component" | "NextPage")
}

fn makes_component(name: &str) -> bool {
    let name = name.strip_prefix("React.").unwrap_or(name);
    let first = name.split('.').next().unwrap_or_default();
    matches!(first, "forwardRef" | "memo" | "lazy" | "observer" | "styled" | "dynamic")
}

fn takes(call: &Call<'_>, told: usize) -> String {
    let lead = if told > 0 { ": also takes " } else { ": takes " };
    few(lead, call.parameters.iter().skip(told).copied(), MOST_PARTS)
}

fn gives(call: &Call<'_>) -> String {
    call.result.map_or_else(String::new, |kind| format!(": gives {}", quoted(kind)))
}

/// The lead and the parts that are there: a colon before the first, semicolons between them.
fn joined(lead: &str, parts: &[String]) -> String {
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
