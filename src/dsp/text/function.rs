//! What a function does: by its name, its head and its body. What finds it by its place is told in `routed`. Pure.

mod deferred;
pub(super) mod migrations;
pub(super) mod routed;

use resolvers::facts::{Deed, Effect, FileFacts, Import, ShownSort, Title};

pub(super) use self::deferred::is_handler;
use self::deferred::{DECIDED, default_message, handled, judging, own_parameters};
use super::action::{Action, action};
use super::declared::{Declared, MANY, MOST_PARTS, joined};
use super::initial::is_name;
use super::place::{about_words, demo_of, folder_words, is_python};
use super::signature::{self, Call};
use super::words::{capitalised, is_only_verb, is_verb, lowered, split, with_article};
use super::{few, quoted, quoted_body, quoted_sketch, setting, suite};

/// So long may be what is told of a function with a sketch of its body, in bytes.
const LONGEST_SKETCHED: usize = 380;
/// So much may be left out of what the function does that is made, where it says more than what is set and called.
const MOST_LEFT_OUT: usize = 2;
/// Where what a function does says where it leads, on which conditions, and what its comments say.
const LEADS: usize = 3;
const BRANCHES: usize = 5;
const NOTES: usize = 7;
const REFUSES: usize = 12;

impl<'f> Declared<'f> {
    /// What it does, as its name says. A capital means nothing in Go; what begins with `With` there may be an option, a
    /// copy or a context, and `Must` says what happens to errors.
    pub(super) fn action(&self, call: &Call<'f>, about: &str) -> Option<Action> {
        let name = self.name();
        // Of what has no name the file's may be no sentence: `import-attributes.ts` is about import attributes.
        let own = matches!(self.symbol.name.as_str(), "default" | "exports" | "module.exports");
        let words = name.split_once(' ').map(|(first, _)| first);
        if own && words.is_some_and(|first| is_verb(first) && !is_only_verb(first)) {
            return None;
        }
        // A loader that gives the address of an image loads nothing.
        if name.ends_with("Loader")
            && matches!(self.symbol.deed.as_deref(), Some(Deed::Gives(it)) if it.starts_with(['`', '\'', '"']))
        {
            return None;
        }
        if !self.is_go() {
            // What takes nothing wraps nothing.
            let wraps = is_python(self.path) && call.parameters.is_empty() && name.starts_with("with_");
            // `createUserAction` of a server is no action that is created.
            let is_run = self.signature().split('(').next().is_some_and(|head| head.contains("async"));
            let name =
                name.strip_suffix("Action").filter(|it| is_run && split(it).len() > 1).unwrap_or(&name);
            let action = action(name, call, about).filter(|_| !wraps)?;
            return Some(self.run_with(&action, call).unwrap_or(action));
        }
        let bare = name.strip_prefix("Must").filter(|rest| rest.starts_with(char::is_uppercase));
        let words = split(bare.unwrap_or(&name));
        let spoken =
            words.iter().enumerate().map(|(at, it)| if at == 0 { lowered(it) } else { capitalised(it) });
        let spoken: String = spoken.collect();
        if words.first().is_some_and(|first| first == "with") {
            return None;
        }
        // What gives nothing tells nothing.
        let tells = |it: &Action| it.text.starts_with("Tells whether");
        let action = action(&spoken, call, about).filter(|it| !call.gives_nothing || !tells(it))?;
        match bare {
            Some(_) => Some(Action { text: format!("{}, or panics", action.text), ..action }),
            None => Some(action),
        }
    }

    /// What gives nothing wraps nothing: `withTimer(test)` may run what it is given.
    fn run_with(&self, action: &Action, call: &Call<'_>) -> Option<Action> {
        let (_, with) = action.text.strip_prefix("Wraps ")?.split_once(" with ")?;
        let gives = call.result.is_some_and(|it| !it.contains("void")) || call.returned.is_some();
        let gives = gives || !matches!(self.symbol.deed.as_deref(), None | Some(Deed::Calls(_)));
        let runs = |name: &&str| {
            let called = self.symbol.effects.iter().filter_map(|it| match it {
                Effect::Calls(callee) => Some(callee.as_str()),
                Effect::Sets(_) => None,
            });
            let by_deed = match self.symbol.deed.as_deref() {
                Some(Deed::Calls(called)) => &called[..],
                _ => &[],
            };
            called.chain(by_deed.iter().map(String::as_str)).any(|it| it.split('(').next() == Some(name))
        };
        let run = call.parameters.iter().copied().find(runs).filter(|_| !gives)?;
        Some(Action { text: format!("Runs {} with {with}", quoted(run)), told: 0 })
    }

    /// `showActions` of what gives yes or no and does nothing else: whether something is to be shown.
    fn decides(&self) -> Option<String> {
        let words = split(&self.name());
        let (first, rest) = words.split_first().filter(|(_, rest)| !rest.is_empty())?;
        let Some(Deed::Gives(value)) = self.symbol.deed.as_deref() else { return None };
        let is_answer = value.starts_with("Boolean(") || value.starts_with('!');
        let is_told = is_answer && self.symbol.effects.is_empty() && DECIDED.contains(&first.as_str());
        is_told.then(|| format!("Tells whether to {first} {}", rest.join(" ")))
    }

    pub(super) fn function(&self) -> String {
        self.function_by(None)
    }

    /// The same where `said` tells what it does.
    pub(super) fn function_by(&self, said: Option<&str>) -> String {
        let call = self.call();
        let about = self.owner().map_or_else(|| about_words(self.path), |owner| split(&owner).join(" "));
        if let Some(tests) = self.defined_tests() {
            return joined(&tests, &[takes(&call, 0)]);
        }
        if let Some(migration) = self.migration() {
            let steps = self.steps();
            let does = if steps.is_empty() { self.deed(&Call::default()) } else { steps };
            return joined(said.unwrap_or(&migration), &[does]);
        }
        if let Some(setting) = self.config_setting() {
            let deed = self.deed(&call);
            let does = if deed.is_empty() { self.sketched().unwrap_or_default() } else { deed };
            return joined(said.unwrap_or(&setting), &[takes(&call, 0), does, self.uses(false)]);
        }
        let (lead, told) = self.lead(&call, &about);
        let (lead, told) = match said {
            Some(said) => (self.with_route(said.to_owned()), 0),
            None => (self.with_route(lead) + &self.which_does(&call), told),
        };
        let lead = match self.registered() {
            Some(what) => format!("{what}: {}", lowered(&lead)),
            None => lead,
        };
        let says_all =
            lead.starts_with("Makes a request handler ") || self.translation().is_some_and(|it| lead == it);
        let deed = match &lead {
            lead if lead.starts_with("Gives ") => self.made_by(),
            lead if lead.starts_with("Redux thunk ") => String::new(),
            _ if says_all => String::new(),
            _ => {
                let deed = self.deed(&call);
                let which = self.which_gives(&call, &deed).filter(|_| !lead.contains(", which "));
                let deed = deed + &which.unwrap_or_default();
                // That a function is made is said.
                match deed.strip_prefix(": gives a function") {
                    Some("") if lead.starts_with("Makes a function that ") => String::new(),
                    Some(rest) if lead.starts_with("Makes a function that ") && rest.starts_with("; ") => {
                        format!(": {}", &rest[2..])
                    }
                    _ => deed,
                }
            }
        };
        let written = self.own_shown().find(|it| it.sort == ShownSort::Written);
        let is_open = deed.is_empty() || deed.starts_with(": gives `string");
        let deed = match written.filter(|_| is_open && !says_all) {
            Some(it) => format!(": gives a text that says '{}'", it.text),
            None => deed,
        };
        let ([sets, calls], loads) = (self.effects(), self.loads(&deed));
        let queries = self.queries();
        let tells = self.tells(&deed);
        let uses = self.uses_beside(&[&*deed, &*sets, &*calls, &*queries].concat());
        let mut does = [
            self.asks(),
            queries,
            self.registers(),
            self.redirects(),
            self.replies(),
            self.branches(),
            deed,
            self.notes(),
            tells,
            sets,
            calls,
            loads,
            self.refuses(),
        ];
        let takes = takes(&call, told);
        if !says_all {
            let room = LONGEST_SKETCHED.saturating_sub(lead.len() + takes.len());
            self.sketch(&mut does, room);
        }
        if !says_all && does.iter().all(String::is_empty) {
            does[0] = self.code();
        }
        let offers = few(": offers ", self.members_of_prototype(), 8);
        let mut parts = vec![takes, offers];
        parts.extend(does);
        parts.push(self.reads(&parts.concat()));
        parts.push(uses);
        parts.push(if said.is_none() { self.of_function_type() } else { String::new() });
        let text = joined(&lead, &parts);
        // The words of a name that is no sentence say too little.
        let bare = said.is_none() && text == self.titled() && self.symbol.container.is_none();
        match setting::plural(self.path).filter(|_| bare) {
            Some((many, _)) => format!("{text}, one of the {many}"),
            None if bare && self.of_file => match setting::sort(self.path) {
                Some(sort) => format!("{text}, {}", with_article(sort)),
                None => format!("{text}, a function"),
            },
            None if bare => format!("{text}, a function of {}", setting::short(self.path)),
            None => text,
        }
    }

    /// The type that says what it is called for, with what documentation says of that: `const f: Formatter = () => …`.
    fn of_function_type(&self) -> String {
        let kind = self.annotation().filter(|_| !self.is_go());
        let said = kind.and_then(|kind| Some((kind, self.said_of(kind)?)));
        said.map_or_else(String::new, |(kind, said)| format!(": of type {} ({said})", quoted(kind)))
    }

    /// Its code, where nothing else says what it does.
    pub(super) fn code(&self) -> String {
        match self.symbol.deed.as_deref() {
            // Comments in markup leave holes.
            Some(Deed::Does(code)) if code.contains("{ }") && code.contains('<') => String::new(),
            Some(Deed::Does(code)) => match code.strip_prefix("return ") {
                Some(given) if !code.contains("; ") => {
                    format!(": gives {}", quoted_body(given.trim_end_matches(';')))
                }
                _ => format!(": does {}", quoted_body(code)),
            },
            _ => String::new(),
        }
    }

    /// The methods that what it constructs has: `get` of `Store.prototype.get = function () { … }`.
    pub(super) fn members_of_prototype(&self) -> impl Iterator<Item = &str> {
        let own = self.facts.symbols.iter().filter(|it| it.container.is_none()).take(MANY);
        let own = own.filter_map(|it| it.name.strip_prefix(&self.symbol.name)?.strip_prefix(".prototype."));
        let given =
            self.own_shown().filter(|it| it.sort == ShownSort::Constructed).map(|it| it.text.as_str());
        own.chain(given)
    }

    /// Puts its body in short in the place of what that shows, where there is room for it.
    fn sketch(&self, does: &mut [String; 13], room: usize) {
        // A short body is told as it stands, by itself where nothing else is told, and what it refuses in words.
        let whole = match self.symbol.deed.as_deref() {
            Some(Deed::Does(code)) if !code.ends_with('…') => {
                let is_told = does[REFUSES].is_empty() && !does.iter().all(String::is_empty);
                is_told.then(|| format!(": does {}", quoted_sketch(code.trim_end_matches(';'))))
            }
            // On which condition it leads elsewhere says what it is for.
            Some(Deed::GivesEither(_))
                if does[LEADS].is_empty() && does.iter().any(|it| it.contains("` or `")) =>
            {
                return;
            }
            _ => None,
        };
        let Some(sketch) = whole.or_else(|| self.sketched()) else { return };
        let mut kept = does.clone();
        if is_refused_by(&kept[REFUSES], &sketch) {
            kept[REFUSES].clear();
        }
        kept[BRANCHES..].iter_mut().filter(|it| is_shown_by(it, &sketch)).for_each(String::clear);
        let is_led =
            |address: &str| ["'", "\""].iter().any(|it| sketch.contains(&format!("{it}{address}{it}")));
        if kept[LEADS].split('`').skip(1).step_by(2).all(is_led) {
            kept[LEADS].clear();
        }
        let fits = |kept: &[String; 13]| kept.iter().map(String::len).sum::<usize>() + sketch.len() <= room;
        // On which condition it ends early says less than what is done else.
        if !fits(&kept) {
            let told =
                kept[BRANCHES].find("tells apart by ").map(|at| format!(": {}", &kept[BRANCHES][at..]));
            // Cases that the body shows are told by what is done in them.
            let is_shown =
                |told: &String| told.split('`').nth(3).is_none_or(|case| shows_case(&sketch, case));
            kept[BRANCHES] = told.filter(|it| !is_shown(it)).unwrap_or_default();
        }
        // So does what it answers where it denies something.
        if !fits(&kept) && kept[REFUSES].starts_with(": denies ") {
            kept[REFUSES].clear();
        }
        // What leads elsewhere without its condition says less than the body.
        if !fits(&kept) && !kept[LEADS].is_empty() {
            kept[LEADS].clear();
            kept[NOTES].clear();
        }
        // Where it does not fit, what is told apart says more.
        if fits(&kept) {
            kept[NOTES].push_str(&sketch.replacen(": ", if kept[NOTES].is_empty() { ": " } else { "; " }, 1));
            *does = kept;
        }
    }

    /// Its body where that is short enough to be told as it stands, after a colon.
    pub(super) fn whole_body(&self) -> Option<String> {
        match self.symbol.deed.as_deref() {
            Some(Deed::Does(code)) if !code.ends_with('…') => Some(format!(": does {}", quoted_body(code))),
            _ => None,
        }
    }

    /// Its body in short, after a colon, where it may say more than what else is told of it.
    pub(super) fn sketched(&self) -> Option<String> {
        let is_open = match self.symbol.deed.as_deref() {
            Some(Deed::Gives(value)) => {
                // A name of its own says nothing of what is given.
                let is_own = is_name(value) && !self.call().parameters.contains(&value.as_str());
                value.contains('…') || value.contains("=>") || is_own || self.gives_of_local(value)
            }
            Some(Deed::Answers(_) | Deed::GivesAround(_) | Deed::Serves(_)) => false,
            _ => true,
        };
        let own = u32::try_from(self.at).ok();
        let sketch = self.own_shown().find(|it| it.sort == ShownSort::Sketch && it.symbol == own);
        // What the function that is made does may be told better by what it sets and calls.
        let is_made =
            matches!(self.symbol.deed.as_deref(), Some(Deed::Makes)) && !self.symbol.effects.is_empty();
        let is_open =
            is_open && !sketch.is_some_and(|it| is_made && it.text.matches('…').count() > MOST_LEFT_OUT);
        sketch.filter(|_| is_open).map(|it| format!(": does {}", quoted_sketch(&it.text)))
    }

    /// The tests that its body defines for whoever calls it: `module.exports = function (knex) { describe(…) }`.
    pub(super) fn defined_tests(&self) -> Option<String> {
        let span = self.symbol.span;
        let is_inside = |it: &&Title| span.start <= it.span.start && it.span.end <= span.end;
        let titles = self.facts.titles.iter().filter(is_inside).cloned().collect();
        let own = FileFacts { titles, header: self.facts.header.clone(), ..FileFacts::default() };
        let told = suite::titles(&own).filter(|_| suite::has_tests(&own) && !self.is_go())?;
        Some(format!("Defines tests{}", told.behind("")))
    }

    /// What is said of the type of Go that it makes: `, which keeps …` of `// Store keeps …`.
    fn which_does(&self, call: &Call<'f>) -> String {
        let makes = self.is_go() && self.name().starts_with("New");
        let kind = call.result.and_then(|it| it.split(", ").next()).unwrap_or_default();
        if makes { self.which_type(kind.trim_start_matches('*')) } else { String::new() }
    }

    /// What is said of the type of Go that it gives and nothing else: `, which is …`.
    fn which_gives(&self, call: &Call<'f>, deed: &str) -> Option<String> {
        let kind = call.result.filter(|_| self.is_go())?;
        let first = kind.split(", ").next()?.trim_start_matches('*');
        let gives_it = deed.strip_prefix(": gives ").is_some_and(|it| it == quoted(kind));
        gives_it.then(|| self.which_type(first))
    }

    /// The type of Go that a function is called by which makes one: `NewStore() *Store`, `New() *Store`.
    fn makes_in_go(&self, call: &Call<'f>) -> Option<&'f str> {
        let kind = call.result?.split(", ").next()?.trim_start_matches('*');
        let own = kind.rsplit('.').next().unwrap_or(kind);
        let is_named =
            |name: &str| name.strip_prefix("New").is_some_and(|rest| rest.is_empty() || rest == own);
        (self.is_go() && is_named(&self.name())).then_some(kind)
    }

    /// What it does, and how many of its parameters are told with that.
    fn lead(&self, call: &Call<'f>, about: &str) -> (String, usize) {
        match (self.request(), self.hook(), self.action(call, about)) {
            (Some(request), ..) => (request, 0),
            // What pytest gives to tests is called by what it is.
            _ if self.is_fixture() => {
                let words = self.words();
                let acts =
                    words.split(' ').next().is_some_and(|first| first == "setup" || is_only_verb(first));
                let what = if acts { format!(": {words}") } else { format!(", {}", with_article(&words)) };
                (format!("Fixture of tests{what}"), 0)
            }
            _ if matches!(call.parameters[..], ["file" | "fileInfo", "api", ..]) => {
                (format!("Codemod: {}{}", self.words(), self.beyond()), 2)
            }
            _ if let Some(target) = self.fuzzed(call) => (format!("Fuzz test of {target}"), 1),
            _ if let Some(translation) = self.translation() => (translation, 0),
            _ if let Some(decides) = self.decides() => (decides, 0),
            _ if let Some((what, told)) = self.of_angular() => (what, told),
            _ if let Some(what) = self.props_of_redux() => (what.to_owned(), 1),
            (_, Some(hook), _) => (hook, 0),
            _ if self.is_named_as_result(call) => {
                (format!("Gives {}{}", quoted(call.result.unwrap_or_default()), self.beyond()), 0)
            }
            _ if let Some(made) = self.makes_in_go(call) => (format!("Makes a new {}", quoted(made)), 0),
            // Of many things that are given none is the object of what the function does that is made.
            (_, _, Some(action))
                if own_parameters(self.signature()).first().is_some_and(|it| it.starts_with("..."))
                    && call.returned.as_ref().is_some_and(|it| !is_handler(it)) =>
            {
                let action = self.action(&Call::default(), about).unwrap_or(action);
                (self.deferred(call, &action.text), 0)
            }
            (_, _, Some(action)) if self.handles_errors() => {
                (format!("{}, called with errors of requests", action.text), 4)
            }
            // A handler does it to requests, by what its maker is given.
            (_, _, Some(action)) if let Some(verb) = judging(call, &action) => {
                (format!("Makes a request handler that {} requests", lowered(verb)), 0)
            }
            (_, _, Some(action)) => (self.deferred(call, &action.text), action.told),
            _ if self.is_go() && self.name() == "Error" && self.owner().is_some() => {
                ("Says what went wrong".to_owned(), 0)
            }
            _ if self.symbol.name.ends_with("Error") => {
                let said =
                    default_message(self.signature()).map(|it| format!(": '{it}'")).unwrap_or_default();
                (format!("Makes {}{said}", with_article(&self.words())), 0)
            }
            _ if matches!(self.name().as_str(), "constructor" | "__init__") => ("Constructor".to_owned(), 0),
            _ if matches!(call.parameters[..], ["apps", "schema_editor"]) => {
                (format!("Step of a migration: {}", lowered(&self.phrase())), 2)
            }
            _ if self.symbol.name == "main" => (format!("Main function of {}", setting::short(self.path)), 0),
            _ if call.returned.as_ref().is_some_and(|it| is_handler(it)) => {
                (format!("Makes a request handler for {}{}", self.words(), self.beyond()), 0)
            }
            _ if let Some(joins) = self.class_names() => (joins.to_owned(), 0),
            _ => match handled(call) {
                Some((what, told)) => (format!("{what}: {}{}", self.words(), self.beyond()), told),
                None => (self.titled(), 0),
            },
        }
    }

    /// What a function does of which all is that it joins names of classes of CSS: `cn`.
    fn class_names(&self) -> Option<&'static str> {
        const JOINERS: [&str; 4] = ["classNames", "classnames", "clsx", "cx"];
        let Some(Deed::Gives(value)) = self.symbol.deed.as_deref() else { return None };
        let (callee, _) = value.split_once('(')?;
        let names = self.facts.imports.iter().flat_map(|it| &it.names);
        if !names.filter_map(|it| it.local.as_deref()).any(|local| local == callee) {
            return None;
        }
        match callee {
            "twMerge" => Some(
                "Joins class names of CSS: of Tailwind classes that contradict each other the last one counts",
            ),
            _ if JOINERS.contains(&callee) => Some("Joins class names of CSS"),
            _ => None,
        }
    }

    /// What a function gives that `connect` of React Redux takes, by the name that everybody gives it.
    fn props_of_redux(&self) -> Option<&'static str> {
        let of_redux = |it: &Import| it.specifier == "react-redux";
        let what = match self.symbol.name.as_str() {
            "mapDispatchToProps" => "Makes the props of a component that dispatch actions of Redux",
            "mapStateToProps" | "makeMapStateToProps" => {
                "Picks the props of a component from the state of Redux"
            }
            _ => return None,
        };
        self.facts.imports.iter().any(of_redux).then_some(what)
    }

    /// What a function is that Angular calls, by the type that it is declared with, and how many of its parameters that tells.
    fn of_angular(&self) -> Option<(String, usize)> {
        let kind = signature::annotation(self.signature())?.split('<').next()?;
        self.facts.imports.iter().find(|it| {
            it.specifier.starts_with("@angular/")
                && it.names.iter().any(|it| it.local.as_deref() == Some(kind))
        })?;
        let (what, told) = match kind {
            "CanActivateFn" | "CanActivateChildFn" | "CanDeactivateFn" | "CanMatchFn" => ("Route guard", 0),
            "HttpInterceptorFn" => ("Interceptor of HTTP requests", 2),
            "ResolveFn" => ("Route resolver", 0),
            _ => return None,
        };
        let words = self.words();
        let bare =
            words.trim_end_matches(" interceptor").trim_end_matches(" guard").trim_end_matches(" resolver");
        Some((format!("{what} of Angular: {bare}{}", self.beyond()), told))
    }

    /// What a function of Go is about that is given made up bytes: `func FuzzParse(data []byte) int`.
    fn fuzzed(&self, call: &Call<'_>) -> Option<String> {
        let is_given = matches!(call.first_type, Some("[]byte" | "*testing.F"));
        let rest = self.symbol.name.strip_prefix("Fuzz").filter(|_| self.is_go() && is_given)?;
        rest.starts_with(char::is_uppercase).then(|| quoted(rest))
    }

    /// Whether pytest gives to tests what it gives.
    fn is_fixture(&self) -> bool {
        is_python(self.path) && self.used().iter().any(|it| self.makes_fixtures(it))
    }

    /// `set(…): ZodSet`: what is called like what it gives is named by that and not by what it does.
    pub(super) fn is_named_as_result(&self, call: &Call<'_>) -> bool {
        let Some(kind) = call.result.filter(|it| it.starts_with(char::is_alphabetic) || it.starts_with('$'))
        else {
            return false;
        };
        let kind = kind.split(['<', '[', ' ']).next().unwrap_or_default();
        let kind = split(kind.rsplit('.').next().unwrap_or_default()).concat().to_lowercase();
        let own = split(&self.name()).concat().to_lowercase();
        own.len() > 2 && kind.ends_with(&own) && self.symbol.container.is_none()
    }

    /// The translation that a function gives which its file exports as the default.
    pub(super) fn translation(&self) -> Option<String> {
        let translation = setting::translation(self.path).filter(|_| self.symbol.container.is_none())?;
        (self.symbol.name == "default" || self.is_default_export()).then_some(translation)
    }

    /// What the file or its folder is about, where a name of one word says too little.
    pub(super) fn beyond(&self) -> String {
        let name = split(&self.name());
        if let Some(of) =
            demo_of(self.path).filter(|_| self.symbol.container.is_none() && self.is_default_of_file())
        {
            return format!(" (a demo of {of})");
        }
        if name.len() != 1 || self.symbol.container.is_some() {
            return String::new();
        }
        let own = name.concat().to_lowercase();
        let said = |about: &String| {
            let plain = about.to_lowercase().replace(' ', "");
            // What has many words was not made to be read.
            !plain.is_empty()
                && !plain.contains(&own)
                && !own.contains(&plain)
                && (about.split(' ').count() < 4 || self.facts.exports.len() == 1)
        };
        let about = Some(about_words(self.path)).filter(said);
        let hollow = ["component", "components", "helpers", "types", "utilities", "utils"];
        let folder = || {
            Some(folder_words(self.path.parent())).filter(said).filter(|it| !hollow.contains(&it.as_str()))
        };
        about.or_else(folder).map_or_else(String::new, |about| format!(" ({about})"))
    }

    fn is_default_of_file(&self) -> bool {
        self.symbol.name == "default" || self.is_default_export()
    }
}

/// Whether a sketch of the body has all that is `told` in quotes to be said.
fn is_refused_by(told: &str, sketch: &str) -> bool {
    let mut said = told.split('\'').skip(1).step_by(2).peekable();
    said.peek().is_some() && said.all(|it| sketch.contains(it))
}

/// Whether the code has the piece, and not as a part of other names: `get` of `get(a)`, and none of `cache.get(a)`.
pub(super) fn has_word(code: &str, piece: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    code.match_indices(piece).any(|(at, _)| {
        let behind = &code[at + piece.len()..];
        let begins = piece.starts_with(is_part) && code[..at].ends_with(|c| is_part(c) || c == '.');
        let goes_on = piece.ends_with(is_part) && behind.starts_with(is_part);
        !begins && !goes_on
    })
}

/// Whether a sketch of the body has all the pieces of code in what is `told`; what is called may be told without what it is
/// given.
pub(super) fn is_shown_by(told: &str, sketch: &str) -> bool {
    let mut pieces = told.split('`').skip(1).step_by(2).peekable();
    // What a call is given may be told otherwise.
    let callee = |it: &str| it.find('(').filter(|at| *at > 0).is_some_and(|at| has_word(sketch, &it[..=at]));
    pieces.peek().is_some() && pieces.all(|it| has_word(sketch, it) || callee(it))
}

/// What is called so, in bytes, says its type.
const SHORTEST_NAME: usize = 2;

pub(super) fn takes(call: &Call<'_>, told: usize) -> String {
    let lead = if told > 0 { ": also takes " } else { ": takes " };
    // What an object has says more than what it is called.
    let inner = call.first_type.filter(|_| told == 0 && call.parameters.len() == 1 && !call.cut);
    let inner = inner.and_then(signature::keys).filter(|it| !it.is_empty());
    // A letter or two say nothing: `ma` (`Option<A>`).
    let only = match &call.parameters[..] {
        [only] if told == 0 && !call.cut && !call.destructured && only.len() <= SHORTEST_NAME => Some(*only),
        _ => None,
    };
    let tells = |name: &str, kind: &str| {
        // What a handler is given is an event by what it handles.
        let is_named = kind.starts_with(char::is_uppercase) && kind.len() > 1 && !kind.contains("Event");
        is_named && signature::is_whole(kind) && !kind.contains('`') && kind.to_lowercase() != name
    };
    let typed = only.zip(call.first_type).filter(|(name, kind)| tells(name, kind));
    let told = match (&inner, typed) {
        (Some(keys), _) => few(lead, keys.iter().copied(), MOST_PARTS),
        (None, Some((name, kind))) => format!("{lead}{} ({})", quoted(name), quoted(kind)),
        (None, None) => few(lead, call.parameters.iter().skip(told).copied(), MOST_PARTS),
    };
    if told.is_empty() || told.ends_with('…') || !call.cut { told } else { told + ", …" }
}

/// Whether code in short asks for a case, which is a text or a constant.
fn shows_case(sketch: &str, case: &str) -> bool {
    let forms = [format!("'{case}'"), format!("\"{case}\""), format!("case {case}:"), format!("=== {case}")];
    forms.iter().any(|it| sketch.contains(it))
}

pub(super) fn gives(call: &Call<'_>) -> String {
    if let Some(parameters) = &call.returned {
        let takes = few(" that takes ", parameters.iter().copied(), MOST_PARTS);
        let gives = call.returned_result.filter(|_| !takes.is_empty() && !takes.ends_with('…'));
        let gives = gives.map_or_else(String::new, |kind| format!(" and gives {}", quoted(kind)));
        return format!(": gives a function{takes}{gives}");
    }
    // `T` says nothing.
    let kind = call.result.filter(|kind| kind.len() > 1 || !kind.starts_with(char::is_uppercase));
    kind.map_or_else(String::new, |kind| format!(": gives {}", quoted(kind)))
}
