//! What is known of what a value is made by, and what it is taken from: packages, members of modules, options. Pure.

use resolvers::facts::{BindingName, Import, ImportedName, Symbol, SymbolKind};

use crate::dsp::text::declared::Declared;
use crate::dsp::text::initial::{Initial, is_name};
use crate::dsp::text::place::is_python;
use crate::dsp::text::{few, quoted, renowned, signature};

/// Packages of which all sorts of things are made.
pub(super) const AROUND_ALL: &[&str] = &["joi", "lodash", "preact", "react", "solid-js", "vue", "yup", "zod"];

/// Over how many members a value is followed to where it comes from.
const LONGEST_WAY: usize = 4;

/// How much is told of the options by which something is made.
const MOST_OPTIONS: usize = 4;

/// How long the body may be of a function that makes something, in bytes.
const LONGEST_BODY: usize = 110;

/// How files of data end.
const DATA: &[&str] = &[".json", ".json5", ".toml", ".yaml", ".yml"];

impl Declared<'_> {
    /// With what the constant of the file has that is handed to what makes the value: `createLogger(options)`.
    pub(super) fn with_options(&self, initial: &Initial<'_>, value: String) -> String {
        let held = |name: &str| {
            let own = self.beside(|it| it == name).filter(|it| it.at != self.at);
            // What others have who tell it themselves is listed where all of it is that.
            let Some(options) = own.as_ref().filter(|it| !it.symbol.exported) else {
                return self.listed_elsewhere(name).filter(|_| own.is_none());
            };
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
        let is_made = value.is_empty()
            || [": from ", ": made with ", ": a set from ", ": a map from "]
                .iter()
                .any(|it| value.starts_with(it));
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

    /// The items of the list that another file has under that name.
    fn listed_elsewhere(&self, name: &str) -> Option<String> {
        let it = self.named.iter().find(|it| it.name == name)?;
        let declared = Declared::of(it.path, it.facts, &[it.symbol])?;
        if declared.signature().starts_with("let ") || declared.signature().starts_with("var ") {
            return None;
        }
        match declared.initial()? {
            Initial::Listed(items) => {
                Some(few("", items.into_iter().map(|it| it.trim_matches(['\'', '"'])), MOST_OPTIONS))
                    .filter(|it| !it.is_empty())
            }
            _ => None,
        }
    }

    /// The value with what is known of `maker`, which makes it; what it makes may be told.
    pub(super) fn with_maker(&self, value: &str, maker: &str, is_told: bool) -> String {
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
        // What `send.bind(null, 'get')` makes does what `send` does.
        let is_all = |value: &str| {
            let inside = value.split_once('(').map_or("", |it| it.1);
            signature::find_top(inside, 0, |rest| rest.starts_with(')'))
                .is_some_and(|at| at + 1 == inside.len())
        };
        let bound =
            maker.strip_suffix(".bind").filter(|_| signature::value(self.signature()).is_some_and(is_all));
        let maker = self.beside(|it| it == bound.unwrap_or(maker));
        let Some(maker) = maker.filter(|it| bound.is_some() || !it.symbol.exported) else {
            return String::new();
        };
        let refuses = maker.refuses();
        if let Some(refuses) = refuses.strip_prefix(": ") {
            return if bound.is_some() {
                format!(" (which {refuses})")
            } else {
                format!(", which {refuses}")
            };
        }
        match if maker.kind() == SymbolKind::Function { maker.call().result } else { None } {
            Some(kind) => format!(", which gives {}{}", quoted(kind), self.which_type(kind)),
            None => maker
                .body_in_short(LONGEST_BODY)
                .filter(|it| {
                    let tells = bound.is_some() || it.starts_with("gives ") || it.starts_with("does ");
                    !it.ends_with("…`") && tells
                })
                .map_or_else(String::new, |does| format!(" (which {does})")),
        }
    }

    /// What the package is for that makes a value by the function `callee`, where all of it is there for that.
    pub(in crate::dsp::text) fn maker_known(&self, callee: &str) -> Option<&'static str> {
        let root = callee.split('.').next()?;
        let plain = |it: &str| it.to_lowercase().replace('-', "");
        // `require('minimist')(…)`
        let unbound = self.facts.imports.iter().find(|it| it.name_unbound() == Some(root) && root == callee);
        if let Some(import) = unbound {
            return renowned::imported(&import.specifier)
                .filter(|_| !AROUND_ALL.contains(&&*import.specifier));
        }
        let (import, name) = self.facts.imports.iter().find_map(|import| {
            let is_it = |it: &&ImportedName| it.local.as_deref() == Some(root);
            Some((import, import.names.iter().find(is_it)?))
        })?;
        let package = plain(import.specifier.rsplit('/').next()?);
        // `firebase/app`
        let whole = plain(import.specifier.split('/').next()?);
        let is_whole = match &name.name {
            BindingName::Named(name) => root == callee && package.contains(&plain(name)),
            _ => root == callee || [package, whole].contains(&plain(root)),
        };
        renowned::imported(&import.specifier)
            .filter(|_| is_whole && !AROUND_ALL.contains(&&*import.specifier))
    }

    /// What a package, or a file of data, has under the only name that stands there, after a colon.
    pub(super) fn of_package(&self, initial: &Initial<'_>) -> Option<String> {
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
    pub(super) fn renamed(&self, initial: &Initial<'_>) -> Option<String> {
        let Initial::Plain(path) = initial else { return None };
        let (of, member) = path.rsplit_once('.').filter(|_| path.split('.').all(is_name))?;
        let root = of.split('.').next().unwrap_or_default();
        self.beside(|it| it == root)
            .filter(|it| it.at != self.at && it.symbol.kind == SymbolKind::Variable)?;
        let way = self.taken_from(of);
        Some(format!(": {} of{}", quoted(member), way.strip_prefix(": taken from")?))
    }

    /// Of what is a member of a member of what the file declares, the whole way, and what makes that.
    pub(super) fn taken_from(&self, of: &str) -> String {
        if self.package_of(of).is_some() && !of.contains('.') && !self.is_go() && !is_python(self.path) {
            let part = self.part_of_package(&format!("{of}.{}", self.symbol.name));
            if part.contains(" of `") {
                let package = self.package_of(of).filter(|it| part.contains(&quoted(it)));
                let known = package.and_then(renowned::imported);
                return part + &known.map_or_else(String::new, |it| format!(" ({it})"));
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
}

/// What is used to make it, `os.environ` of `os.environ.get`.
pub(super) fn reader<'s>(initial: &Initial<'s>) -> Option<&'s str> {
    if let Some((holder, _)) = initial.environment() {
        return Some(holder);
    }
    let callee = initial.callee()?;
    Some(callee.strip_suffix(".get").filter(|it| it.ends_with("environ")).unwrap_or(callee))
}
