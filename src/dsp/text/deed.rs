//! What the body of a function shows that it does, where nobody has said it in words. Pure.

use std::borrow::Cow;

use resolvers::facts::{Deed, Effect, MOST_TEXTS, Origin, Shown, ShownSort, Symbol, SymbolKind};

use super::declared::{Declared, MANY, said_of_member};
use super::function::gives;
use super::initial::{Initial, is_name};
use super::place::is_python;
use super::signature::{self, Call};
use super::used::mentions;
use super::{few, few_said, quoted, quoted_code, quoted_sketch};

/// How long what a function does may be that is one of several, in bytes.
const LONGEST_SHORT: usize = 72;
/// How many methods of a class are told by their bodies, and how long these may be together, in bytes.
const MOST_IN_SHORT: usize = 3;
const LONGEST_IN_SHORT: usize = 250;
/// What is cut of a body says so much at least, in bytes.
const SHORTEST_SAID: usize = 24;
/// Less says nothing of a body, in bytes.
const SHORTEST_IN_SHORT: usize = 60;
/// How many methods are told of what is constructed.
const MOST_OFFERED: usize = 6;
/// How many effects of one sort are told.
const MOST_EFFECTS: usize = 4;

impl Declared<'_> {
    /// What it gives and does, after a colon.
    pub(super) fn deed(&self, call: &Call<'_>) -> String {
        match self.symbol.deed.as_deref() {
            Some(Deed::Gives(value)) if call.returned.is_none() && !self.is_of_local(value, call) => {
                self.given_value(value, call.result) + &self.offered_by(value)
            }
            // What it gives where it has nothing else to give says little.
            Some(Deed::GivesLast(value))
                if call.returned.is_none() && !is_nothing(value) && !is_fallback(value) =>
            {
                self.given_value(value, call.result).replacen(": gives", ": in the end gives", 1)
            }
            Some(Deed::GivesEither([one, other])) if call.returned.is_none() => {
                // A name is known to be something where it is given.
                let tells = |it: &str| {
                    !is_nothing(it) && !is_fallback(it) && (!is_name(it) || call.parameters.contains(&it))
                };
                match (tells(one), tells(other)) {
                    (true, true) => format!(": gives {} or {}", quoted_code(one), quoted_code(other)),
                    (false, true) if !is_name(other) => {
                        self.given_value(other, call.result).replacen(": gives", ": in the end gives", 1)
                    }
                    _ => gives(call),
                }
            }
            Some(Deed::Always(Some(value))) => format!(": always gives {}", quoted(value)),
            Some(Deed::Always(None)) => ": always gives the same number".to_owned(),
            Some(Deed::GivesAround(value)) => self.given_value(value, call.result),
            Some(Deed::Answers(value)) => {
                self.given_value(value, None).replacen(": gives", ": answers with", 1)
            }
            Some(Deed::AnswersLast(value)) => {
                self.given_value(value, None).replacen(": gives", ": in the end answers with", 1)
            }
            Some(Deed::Throws(what)) => {
                format!(": only {} {}", if self.is_python() { "raises" } else { "throws" }, quoted(what))
            }
            Some(Deed::GivesOneOf(texts)) => {
                let kind = call.result.filter(|kind| !kind.contains(['|', '"', '\'']));
                let kind = kind.map_or_else(String::new, |kind| format!(" ({})", quoted(kind)));
                few(": gives one of ", texts.iter().map(String::as_str), MOST_TEXTS - 1) + &kind
            }
            deed => {
                let does = match deed {
                    Some(Deed::Yields(value)) => format!("yields {}", quoted(value)),
                    Some(Deed::Sets(target)) => format!("sets {}", quoted(target)),
                    Some(Deed::Calls(called)) => {
                        let called = called.iter().map(String::as_str);
                        let called = called.filter(|it| !self.is_told(it) && *it != self.symbol.name);
                        let called = by_weight(handled(called));
                        few("calls ", called.iter().map(|it| &**it), MOST_EFFECTS)
                    }
                    // One with an empty body may keep what it takes.
                    Some(Deed::Nothing) if call.result.is_none() && self.symbol.name != "constructor" => {
                        "does nothing".to_owned()
                    }
                    Some(Deed::Titled(title)) => {
                        format!("the command says '{}'", title.trim_end_matches('.'))
                    }
                    _ => String::new(),
                };
                match (gives(call), does.is_empty()) {
                    (gives, true) => gives,
                    (gives, false) if gives.is_empty() => format!(": {does}"),
                    (gives, false) => format!("{gives}; {does}"),
                }
            }
        }
    }

    /// What a function does in few words: what it asks, or what it calls and sets. What it gives changes with every edit.
    pub(super) fn does_in_short(&self) -> Option<String> {
        let told = self.effects_in_short().filter(|it| it.len() <= LONGEST_SHORT && !it.contains('('));
        told.or_else(|| self.called_alone())
    }

    fn effects_in_short(&self) -> Option<String> {
        if self.kind() != SymbolKind::Function {
            return None;
        }
        let call = self.call();
        let [sets, calls] = self.effects();
        let deed = Some(self.deed(&call)).filter(|it| it.starts_with(": calls ")).unwrap_or_default();
        // What is handed on beside the answer says less than that.
        let sets = if self.handles_errors() { String::new() } else { sets };
        let told = [self.asks(), self.queries(), deed, calls, sets];
        told.into_iter().find_map(|it| it.strip_prefix(": ").map(str::to_owned))
    }

    /// Its body in at most about `most` bytes, or else what of that is told in short.
    pub(super) fn body_in_short(&self, most: usize) -> Option<String> {
        let is_function = self.kind() == SymbolKind::Function && !self.is_go() && !is_python(self.path);
        let asked = [self.asks(), self.queries()].iter().any(|it| !it.is_empty());
        let body = Some(self).filter(|_| is_function && !asked && most >= SHORTEST_IN_SHORT);
        let body = body.and_then(|it| it.body_of(it.symbol, most));
        let told = |it: String| match it.strip_prefix("`return ").filter(|rest| !rest.contains("; ")) {
            Some(value) => format!("gives `{value}"),
            None => format!("does {it}"),
        };
        let (whole, cut): (Option<String>, Option<String>) = match body {
            Some(body) if body.ends_with("…`") => (None, Some(body)),
            body => (body, None),
        };
        let bare = || self.effects_in_short().map(|it| without_given(&it));
        let does = whole.map(told).or_else(|| self.does_in_short()).or_else(|| cut.map(told));
        does.or_else(|| bare().filter(|it| it.len() <= LONGEST_SHORT && !it.contains('(')))
    }

    /// The methods of what is constructed, where the file declares that, after a comma: of `new Store(a)`.
    pub(super) fn offered_by(&self, value: &str) -> String {
        let made = value.strip_prefix("new ").unwrap_or_default();
        let (name, given) = made.split_once('(').unwrap_or((made, ""));
        // Of what one of its methods gives nobody knows.
        if signature::find_top(given, 0, |rest| rest.starts_with(')')).is_some_and(|it| it + 1 < given.len())
        {
            return String::new();
        }
        // A class says what it offers itself.
        let is_own = self.owner().is_some_and(|owner| owner == name);
        let made = self.beside(|it| it == name).filter(|_| !name.is_empty() && !is_own);
        let Some(made) = made else { return String::new() };
        let methods = made.members(Some(SymbolKind::Method)).filter(|it| *it != "constructor");
        few(", which offers ", methods.chain(made.members_of_prototype()), MOST_OFFERED)
    }

    /// The call that its body is and nothing else, without what that is given.
    fn called_alone(&self) -> Option<String> {
        let Some(Deed::Does(code)) = self.symbol.deed.as_deref() else { return None };
        let (callee, given) = code.trim_end_matches(';').split_once('(')?;
        let is_path = !callee.is_empty()
            && callee.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '$' | '.' | '?' | '#'));
        let is_alone = signature::find_top(given, 0, |rest| rest.starts_with(')'))
            .is_some_and(|close| close + 1 == given.len());
        let is_statement = matches!(callee, "catch" | "for" | "if" | "return" | "switch" | "throw" | "while");
        (is_path && is_alone && !is_statement)
            .then(|| format!("calls {}", quoted(callee.trim_end_matches("?."))))
    }

    /// What it gives where that is a call, after a colon.
    pub(super) fn given_by_call(&self) -> String {
        let call = if self.kind() == SymbolKind::Function { self.call() } else { Call::default() };
        let deed = self.deed(&call);
        let gives = deed.starts_with(": gives `") || deed.starts_with(": in the end gives `");
        if gives && deed.ends_with(")`") { deed } else { String::new() }
    }

    /// The value, and its type where that is known and does not stand in it.
    fn given_value(&self, value: &str, kind: Option<&str>) -> String {
        // `{key: f(key) for key in keys}` is no list of keys.
        let is_made =
            value.split_once(" for ").is_some_and(|(before, _)| before.matches(['"', '\'']).count() % 2 == 0);
        if value.starts_with('{') && !is_made {
            let lead = kind
                .map_or_else(|| ": gives an object".to_owned(), |kind| format!(": gives {}", quoted(kind)));
            let keys = signature::held(value).into_iter();
            let keys = keys.map(|it| (it, kind.and_then(|kind| self.said_of_key(kind, it))));
            let keys = few_said(" with ", keys, 8);
            // What is not told is there all the same.
            let more = if value.contains("…, ") && !keys.is_empty() && !keys.ends_with('…') {
                ", …"
            } else {
                ""
            };
            return lead + &keys + more;
        }
        match kind.filter(|kind| !value.contains(kind.trim_matches('`'))) {
            Some(kind) => format!(": gives {} ({})", quoted_code(value), quoted(kind)),
            None => format!(": gives {}", quoted_code(value)),
        }
    }

    /// What is said of the member of an interface of the file that what is given is of.
    fn said_of_key(&self, kind: &str, key: &str) -> Option<String> {
        let root = kind.split('<').next().unwrap_or(kind);
        let whole = self.beside(|it| it == root).filter(|it| it.kind() == SymbolKind::Interface)?;
        let own = u32::try_from(whole.at).ok();
        let name = key.split(':').next().unwrap_or(key);
        let is_it = |it: &&Symbol| it.container == own && it.name == name;
        said_of_member(self.facts.symbols.iter().skip(whole.at).take(MANY).find(is_it)?)
    }

    /// What its body changes beside what it gives: what it sets, and what it calls, each after a colon.
    pub(super) fn effects(&self) -> [String; 2] {
        let effects = &self.symbol.effects;
        let answered = match self.symbol.deed.as_deref() {
            Some(Deed::Answers(value) | Deed::AnswersLast(value)) => value.split('(').next(),
            _ => None,
        };
        let sets = effects.iter().filter_map(|it| match it {
            Effect::Sets(target) => Some(target.as_str()),
            Effect::Calls(_) => None,
        });
        let calls = effects.iter().filter_map(|it| match it {
            Effect::Calls(callee) => {
                Some(callee.as_str()).filter(|it| !self.is_told(it) && Some(*it) != answered)
            }
            Effect::Sets(_) => None,
        });
        let [set, call] = match self.symbol.deed.as_deref() {
            Some(Deed::GivesAround(_)) => [": in that it sets ", ": in that it calls "],
            Some(Deed::Makes) => [": what it gives sets ", ": what it gives calls "],
            _ => [": sets ", ": calls "],
        };
        let calls = by_weight(handled(calls));
        [few(set, sets, MOST_EFFECTS), few(call, calls.iter().map(|it| &**it), MOST_EFFECTS)]
    }

    /// What a member does whose name does not say it, as its body shows.
    pub(super) fn done_by(&self, member: &Symbol) -> Option<String> {
        let at = self.facts.symbols.iter().position(|it| std::ptr::eq(it, member))?;
        let symbol = self.facts.symbols.get(at)?;
        let member = Self { at, symbol, doc: None, as_type: None, outside: None, ..*self };
        let [sets, calls] = member.effects();
        let deed = member.deed_that_does(&Call::default());
        let parts = [member.queries(), deed, sets, calls, member.refuses()];
        let told: Vec<&str> = parts.iter().filter_map(|it| it.strip_prefix(": ")).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// The few methods of a class that nobody describes, each with its body in short, after a colon; of one that offers none
    /// those that it keeps to itself. Empty where one of them is described, or no body says anything.
    pub(super) fn methods_in_short(&self, offered: &[&Symbol]) -> String {
        let own = u32::try_from(self.at).ok();
        let is_method = |it: &Symbol| it.container == own && it.kind == SymbolKind::Method;
        let all = || self.facts.symbols.iter().skip(self.at + 1).take_while(|it| it.container.is_some());
        let inner = all().filter(|it| is_method(it)).filter(|it| !self.only_sets_fields(it));
        let told: Vec<&Symbol> = if offered.is_empty() { inner.collect() } else { offered.to_vec() };
        let is_many = told.len() > MOST_IN_SHORT || self.is_go() || is_python(self.path);
        // What nobody wrote so nobody reads.
        let is_many = is_many || self.facts.origin == Origin::Minified;
        if is_many || told.iter().any(|it| it.doc.is_some()) {
            return String::new();
        }
        let bodies = told.iter().filter(|it| self.body_of(it, LONGEST_IN_SHORT).is_some()).count();
        let most = LONGEST_IN_SHORT / bodies.max(1);
        let sketches: Vec<(&str, Option<String>)> =
            told.iter().map(|it| (it.name.as_str(), self.body_of(it, most))).collect();
        if sketches.iter().all(|(_, body)| body.is_none()) {
            return String::new();
        }
        let bare = few_said(
            "offers ",
            told.iter()
                .zip(&sketches)
                .filter(|(_, it)| it.1.is_none())
                .map(|(it, (name, _))| (*name, self.done_by(it))),
            MOST_IN_SHORT,
        );
        let told = sketches.iter().filter_map(|(name, body)| {
            let body = body.as_deref()?;
            let given = body.strip_prefix("`return ").filter(|it| !it.contains("; "));
            Some(match given {
                Some(value) => format!("{} gives `{value}", quoted(name)),
                None => format!("{} does {body}", quoted(name)),
            })
        });
        let told: Vec<String> = [bare].into_iter().filter(|it| !it.is_empty()).chain(told).collect();
        format!(": {}", told.join("; "))
    }

    /// Whether it is a constructor that does nothing but to keep what it is given.
    fn only_sets_fields(&self, it: &Symbol) -> bool {
        let keeps =
            |piece: &str| piece.starts_with("super(") || piece.starts_with("this.") && piece.contains(" = ");
        let body = self.body_of(it, LONGEST_IN_SHORT);
        it.name == "constructor"
            && body.is_some_and(|it| {
                it.trim_matches('`')
                    .split(';')
                    .map(str::trim)
                    .all(|it| it.is_empty() || it == "…" || keeps(it))
            })
    }

    /// The body of a member in short, in at most about `most` bytes.
    fn body_of(&self, member: &Symbol, most: usize) -> Option<String> {
        let at = self.facts.symbols.iter().position(|it| std::ptr::eq(it, member))?;
        let at = u32::try_from(at).ok();
        let is_own = |it: &&Shown| it.sort == ShownSort::Sketch && it.symbol == at;
        let code = match (self.facts.shown.iter().find(is_own), member.deed.as_deref()) {
            (Some(sketch), _) => sketch.text.clone(),
            (None, Some(Deed::Does(code))) => code.clone(),
            (None, Some(Deed::Gives(value))) => format!("return {value}"),
            _ => return None,
        };
        if code.len() <= most {
            return Some(quoted_sketch(&code));
        }
        let end = code.match_indices("; ").map(|(at, _)| at).take_while(|at| *at <= most).last()?;
        // What is mostly left out says nothing.
        let said: usize = code[..end].split("; ").filter(|it| *it != "…").map(str::len).sum();
        if said < SHORTEST_SAID {
            return None;
        }
        Some(quoted_sketch(&format!("{}; …", &code[..end])))
    }

    /// What the function does that is handed to what makes the value, each after a colon; nothing of what has none.
    pub(super) fn done_by_handed(&self, told: &str) -> Vec<String> {
        // What an object holds that holds one function is done by that.
        let is_run = |it: Initial<'_>| {
            it.function().is_some() || matches!(&it, Initial::Held(keys) if keys.len() == 1)
        };
        if !self.initial().is_some_and(is_run) {
            return Vec::new();
        }
        let mut deed = self.deed_that_does(&Call::default());
        if deed.contains("import(") || told.contains(&deed) {
            deed.clear();
        }
        let [sets, calls] = self.effects();
        let parts = [self.queries(), self.redirects(), deed, sets, calls, self.refuses()];
        parts.into_iter().filter(|it| !it.is_empty()).collect()
    }

    /// The same of what does anything.
    fn deed_that_does(&self, call: &Call<'_>) -> String {
        let nothing = matches!(self.symbol.deed.as_deref(), Some(Deed::Nothing));
        if nothing { String::new() } else { self.deed(call) }
    }

    /// Whether something else tells what is called for.
    fn is_told(&self, callee: &str) -> bool {
        is_answer(callee)
            || self.is_registration(callee)
            || self.is_lead(callee)
            || self.is_notice(callee)
            || self.is_request(callee)
    }

    /// Whether what is called asks an address, and [`Self::asks`] tells which.
    fn is_request(&self, callee: &str) -> bool {
        let callee = callee.split('(').next().unwrap_or_default();
        let asks = matches!(callee, "$fetch" | "axios" | "fetch" | "ofetch" | "window.fetch")
            || callee.starts_with("axios.");
        asks && !self.asks().is_empty()
    }

    /// Whether the value is what something gives that only the body knows, and its type is known: `buf.String()`.
    fn is_of_local(&self, value: &str, call: &Call<'_>) -> bool {
        let Some((root, rest)) = value.split_once('.') else { return false };
        let imported = || self.facts.imports.iter().flat_map(|it| &it.names);
        call.result.is_some()
            && rest.ends_with(')')
            && is_name(root)
            && !matches!(root, "cls" | "self" | "super" | "this")
            && root.starts_with(char::is_lowercase)
            && !call.parameters.contains(&root)
            && self.beside(|it| it == root).is_none()
            && !imported().any(|it| it.local.as_deref().is_some_and(|it| it.split('.').next() == Some(root)))
    }

    /// Whether a call that it gives is given, or made on, what only its body knows: `new Response(runner.stream())`.
    pub(super) fn gives_of_local(&self, value: &str) -> bool {
        let call = self.call();
        let imported = |name: &str| {
            self.facts.imports.iter().flat_map(|it| &it.names).any(|it| it.local.as_deref() == Some(name))
        };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let (mut before, mut sign, mut depth) = (' ', ' ', 0_i32);
        let mut rest = value;
        while let Some(at) = rest.find(|c: char| is_part(c) || matches!(c, '\'' | '"')) {
            for c in rest[..at].chars() {
                depth += i32::from(c == '{') - i32::from(c == '}');
                before = c;
                sign = if c == ' ' { sign } else { c };
            }
            rest = &rest[at..];
            // Texts hold no names.
            if let Some(quote) = rest.chars().next().filter(|c| matches!(c, '\'' | '"')) {
                rest = rest[1..].split_once(quote).map_or("", |(_, behind)| behind);
                before = ' ';
                continue;
            }
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let (name, behind) = rest.split_at(end);
            let is_key = depth > 0 && matches!(sign, '{' | ',');
            // `read(size, { length: size })`
            let is_given = behind.starts_with(',') && matches!(sign, '(' | ',')
                || behind.trim_start().starts_with([',', '}']) && depth > 0 && sign == ':';
            let is_local = !is_key
                && (behind.starts_with(['.', ')']) || is_given)
                && before != '.'
                && name.starts_with(|c: char| c.is_ascii_lowercase())
                && !is_word_of_language(name)
                && !call.parameters.contains(&name)
                && self.beside(|it| it == name).is_none()
                && !imported(name);
            if is_local {
                return true;
            }
            before = name.chars().next_back().unwrap_or(' ');
            sign = before;
            rest = behind;
        }
        false
    }

    /// What is called for the value that it gives, after a colon.
    pub(super) fn made_by(&self) -> String {
        match self.symbol.deed.as_deref() {
            Some(Deed::Gives(value)) if value.ends_with(')') => format!(": made by {}", quoted(value)),
            _ => String::new(),
        }
    }

    fn is_python(&self) -> bool {
        super::place::is_python(self.path)
    }

    /// The imported names that it uses and that what is `said` of it does not tell.
    pub(super) fn uses_beside(&self, said: &str) -> String {
        let plain = self.uses(false);
        if said.is_empty() || plain.is_empty() {
            return plain;
        }
        let mut used = self.telling();
        used.retain(|name| !mentions(said, name));
        self.few_used(": uses ", used, super::used::MOST_USED)
    }
}

/// Whether what is called only answers a request, as whatever handles one does: `res.status(200).json`.
fn is_answer(callee: &str) -> bool {
    let (root, rest) = callee.split_once('.').unwrap_or_default();
    let ends = [".end", ".json", ".send", ".sendStatus"];
    matches!(root, "reply" | "res" | "response")
        && (ends.iter().any(|end| callee.ends_with(end))
            || rest.starts_with("json(")
            || rest.starts_with("send("))
}

/// Names and words that code knows without declaring them.
fn is_word_of_language(name: &str) -> bool {
    matches!(
        name,
        "await"
            | "console"
            | "crypto"
            | "document"
            | "exports"
            | "false"
            | "globalThis"
            | "localStorage"
            | "location"
            | "module"
            | "navigator"
            | "new"
            | "null"
            | "performance"
            | "process"
            | "sessionStorage"
            | "this"
            | "true"
            | "typeof"
            | "undefined"
            | "window"
    )
}

/// Whether the value is what is given where nothing else was: a literal, or what says that something is wrong.
fn is_fallback(value: &str) -> bool {
    let literal =
        value.starts_with(['"', '\'', '`', '-']) || value.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let word = value.split('(').next().unwrap_or_default();
    let last = word.rsplit('.').next().unwrap_or_default().to_lowercase();
    let wrong = [
        "bad",
        "err",
        "fail",
        "forbidden",
        "invalid",
        "missing",
        "notfound",
        "not_found",
        "reject",
        "unauthorized",
    ];
    literal
        || matches!(value, "False" | "True" | "false" | "true")
        || value.contains('(') && wrong.iter().any(|it| last.starts_with(it))
}

fn is_nothing(value: &str) -> bool {
    matches!(value, "\"\"" | "''" | "``" | "nil" | "null" | "None" | "undefined" | "[]" | "{}")
}

/// Calls, those of one function that are each given another name together: `socket.on('login'/'logout', …)`.
pub(super) fn handled<'c>(calls: impl Iterator<Item = &'c str>) -> Vec<Cow<'c, str>> {
    let mut told: Vec<Cow<'c, str>> = Vec::new();
    // What each is called, where its call stands, and what it is given, by the order of these.
    let mut named: Vec<(&str, usize, Vec<&str>)> = Vec::new();
    for call in calls {
        let Some((callee, name)) = named_call(call) else {
            told.push(call.into());
            continue;
        };
        if let Some((_, at, given)) = named.iter_mut().find(|(known, ..)| *known == callee) {
            if given.len() < MOST_EVENTS && !given.contains(&name) {
                given.push(name);
            }
            let more = if told[*at].ends_with(", …)") || call.ends_with(", …)") { ", …" } else { "" };
            told[*at] = format!("{callee}('{}'{more})", given.join("'/'")).into();
        } else {
            named.push((callee, told.len(), vec![name]));
            told.push(call.into());
        }
    }
    told
}

/// `` calls `socket.on` `` of `` calls `socket.on('login', …)` ``: names alone, where there is room for little else.
fn without_given(told: &str) -> String {
    let names = told.split('`').enumerate().map(|(at, part)| match part.split_once('(') {
        Some((callee, given)) if at % 2 == 1 && given.starts_with(['"', '\'']) => callee,
        _ => part,
    });
    names.collect::<Vec<&str>>().join("`")
}

/// `socket.on` and `login` of `socket.on('login', …)`.
fn named_call(call: &str) -> Option<(&str, &str)> {
    let (callee, given) = call.split_once('(').filter(|_| call.ends_with(')'))?;
    let quote = given.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let (name, rest) = given[1..].split_once(quote)?;
    let is_name = !name.is_empty() && !name.contains([' ', '`']) && callee.contains('.');
    let is_alone = rest == ")" && !name.contains('/');
    (is_name && (is_alone || rest.starts_with(','))).then_some((callee, name))
}

/// Of more calls than are told, those first that change something: they say more than what only shows how far it is.
fn by_weight(mut calls: Vec<Cow<'_, str>>) -> Vec<Cow<'_, str>> {
    if calls.len() > MOST_EFFECTS {
        calls.sort_by_key(|it| rank(it));
    }
    calls
}

/// Whether a call surely changes something, zero, may do so, or hardly does.
fn rank(call: &str) -> u8 {
    let path = call.split('(').next().unwrap_or(call);
    let (object, method) = path.rsplit_once('.').unwrap_or(("", path));
    let is_one_of = |verbs: &[&str]| {
        verbs.iter().any(|verb| {
            method.strip_prefix(verb).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_lowercase()))
        })
    };
    let of = object.rsplit('.').next().unwrap_or_default().to_lowercase();
    if ["bar", "logger", "ora", "progress", "spinner", "timer"].iter().any(|it| of.contains(it)) {
        return 2;
    }
    match () {
        () if is_one_of(&[
            "create", "delete", "insert", "remove", "save", "send", "update", "upload", "upsert", "write",
        ]) =>
        {
            0
        }
        () if is_one_of(&["close", "end", "exit", "log", "start", "stop"]) => 2,
        () => 1,
    }
}

/// So many events are told that something waits for.
const MOST_EVENTS: usize = 6;
