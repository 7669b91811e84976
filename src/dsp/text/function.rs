//! What a function does: by its name, its head, and what finds it by its place. Pure.

use resolvers::facts::{Deed, Effect, FileFacts, Import, METHODS, ShownSort, SymbolKind, Title};
use resolvers::path::RepoPath;

use super::action::{Action, action};
use super::base::MOST_STEPS;
use super::declared::{Declared, MANY, MOST_PARTS, joined};
use super::initial::{Initial, is_name};
use super::place::{
    HANDLERS, Role, about_words, address_below_pages, demo_of, folder, folder_words, is_python, role,
    role_of, stem,
};
use super::shown::by_method;
use super::signature::{self, Call};
use super::words::{capitalised, is_only_verb, is_verb, lowered, split, with_article};
use super::{clean, few, quoted, quoted_body, quoted_sketch, setting, suite};

/// So long may be what is told of a function with a sketch of its body, in bytes.
const LONGEST_SKETCHED: usize = 380;
/// Where what a function does says on which conditions, and what its comments say.
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
        parts.push(uses);
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
            Some(Deed::GivesEither(_)) if does.iter().any(|it| it.contains("` or `")) => return,
            _ => None,
        };
        let Some(sketch) = whole.or_else(|| self.sketched()) else { return };
        let mut kept = does.clone();
        if is_refused_by(&kept[REFUSES], &sketch) {
            kept[REFUSES].clear();
        }
        kept[BRANCHES..].iter_mut().filter(|it| is_shown_by(it, &sketch)).for_each(String::clear);
        let fits = |kept: &[String; 13]| kept.iter().map(String::len).sum::<usize>() + sketch.len() <= room;
        // On which condition it ends early says less than what is done else.
        if !fits(&kept) {
            kept[BRANCHES].clear();
        }
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
                value.contains('…') || value.contains("=>") || is_own
            }
            Some(Deed::Makes) => self.symbol.effects.is_empty(),
            Some(Deed::Answers(_) | Deed::GivesAround(_) | Deed::Serves(_)) => false,
            _ => true,
        };
        let own = u32::try_from(self.at).ok();
        let sketch = self.own_shown().find(|it| it.sort == ShownSort::Sketch && it.symbol == own);
        sketch.filter(|_| is_open).map(|it| format!(": does {}", quoted_sketch(&it.text)))
    }

    /// The tests that its body defines for whoever calls it: `module.exports = function (knex) { describe(…) }`.
    fn defined_tests(&self) -> Option<String> {
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

    /// Whether it is called for requests, as its decorators say.
    pub(super) fn serves(&self) -> bool {
        matches!(self.symbol.deed.as_deref(), Some(Deed::Serves(_)))
    }

    /// With the requests that it is called for.
    pub(super) fn with_route(&self, lead: String) -> String {
        let Some(Deed::Serves(routes)) = self.symbol.deed.as_deref() else { return lead };
        let told = routes.iter().map(|it| match it.split_once(" below ") {
            Some((path, object)) => match self.prefix_of(object) {
                Some(prefix) => {
                    let (method, path) = path.rsplit_once(' ').unwrap_or(("", path));
                    quoted(format!("{method} {prefix}{path}").trim_start())
                }
                None => format!("{} below {}", quoted(path), quoted(object)),
            },
            None => quoted(it),
        });
        format!("{lead}, for requests to {}", told.collect::<Vec<_>>().join(", "))
    }

    /// What all addresses of a router of the file begin with: `/users` of `router = APIRouter(prefix="/users")`.
    fn prefix_of(&self, router: &str) -> Option<&'f str> {
        let (_, rest) = self.beside(|it| it == router)?.signature().split_once("prefix=")?;
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let prefix = rest[1..].split_once(quote)?.0;
        (prefix.starts_with('/') && !prefix.contains(['`', ' '])).then(|| prefix.trim_end_matches('/'))
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

    /// What it does, or the function that it gives.
    fn deferred(&self, call: &Call<'_>, does: &str) -> String {
        let own = u32::try_from(self.at).ok();
        let sketch = self.own_shown().find(|it| it.sort == ShownSort::Sketch && it.symbol == own);
        // What is done at once is no matter of the function that is given: that may undo it.
        let acts = sketch.and_then(|it| it.text.split_once("; return ")).is_some_and(|(before, _)| {
            before.split("; ").any(|it| ["for (", "while ("].iter().any(|start| it.starts_with(start)))
        });
        if acts { does.to_owned() } else { deferred(call, does) }
    }

    /// The title among what it gives: of `[{ title: "Sign up" }]`.
    fn given_title(&self) -> Option<&'f str> {
        let Deed::Gives(value) = self.symbol.deed.as_deref()? else { return None };
        // `subtitle: ` is another one.
        let (_, rest) = value.split_once("{ title: ").or_else(|| value.split_once(", title: "))?;
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let (title, _) = rest[1..].split_once(quote)?;
        (!title.is_empty()).then_some(title)
    }

    /// Whether a web server calls it with what went wrong.
    pub(super) fn handles_errors(&self) -> bool {
        self.kind() == SymbolKind::Function && handled(&self.call()).is_some_and(|(_, told)| told == 4)
    }

    /// Whether a web server calls it for requests.
    pub(super) fn handles_requests(&self) -> bool {
        self.kind() == SymbolKind::Function && is_handler(&self.call().parameters)
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

    /// What a router takes of a file without a name.
    pub(super) fn routed(&self) -> Option<String> {
        let Role::Routed(word, place) = role_of(self.path, self.facts) else { return None };
        // A page is a component too, and a component may say more.
        let is_default = self.symbol.name == "default" || word == HANDLERS && self.is_default_export();
        (is_default && self.symbol.container.is_none()).then(|| {
            let call = if self.kind() == SymbolKind::Function { self.call() } else { Call::default() };
            if word == HANDLERS {
                let told = handled(&call).map_or(0, |(_, told)| told);
                let lead = format!("Handles requests to {}{}", quoted(&place), by_method(&self.methods()));
                let does = [self.asks(), self.queries(), self.replies(), self.refuses()];
                let mut parts = vec![takes(&call, told)];
                parts.extend(does);
                parts.push(self.uses(false));
                return joined(&lead, &parts);
            }
            if let Some(inner) = self.wrapped().filter(Self::is_component) {
                let told = inner.component();
                let does = told.split_once(": ").map_or_else(String::new, |(_, does)| format!(": {does}"));
                let by = self.initial().and_then(|it| it.callee().map(quoted));
                let by = by.map_or_else(String::new, |by| format!(": wrapped by {by}"));
                return joined(&format!("{word} {}", quoted(&place)), &[does, by]);
            }
            let uses = self.uses(true);
            joined(&format!("{word} {}", quoted(&place)), &[takes(&call, 0), self.says(&uses), uses])
        })
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

    /// What a router finds by its name: `GET` of a route, `load` and `actions` of a page.
    pub(super) fn request(&self) -> Option<String> {
        let name = self.symbol.name.as_str();
        let is_placed = || {
            matches!(role_of(self.path, self.facts), Role::Routed(..))
                || address_below_pages(self.path).is_some()
        };
        let is_data = || match self.initial() {
            Some(Initial::Held(_) | Initial::Rows(_) | Initial::Listed(_)) => true,
            Some(Initial::Plain(value)) => {
                value.starts_with(['"', '\'', '`']) || value.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        if METHODS.contains(&name) && is_placed() && !is_data() {
            return Some(format!("Handles {name} requests of {}", quoted(&served(self.path))));
        }
        if let Some(lead) = ROUTED.iter().find(|(known, _)| *known == name).map(|(_, lead)| lead)
            && is_route(self.path)
            && !self.is_default_export()
            && (!OF_REACT_ROUTER.contains(&name) || self.is_of_react_router())
        {
            // What a layout has is for all pages below it.
            let below = lead.strip_suffix(" page").filter(|_| stem(self.path) == "layout");
            let title = self.given_title().filter(|_| name == "meta");
            let title = title.map_or_else(String::new, |it| format!(": title {}", quoted(it)));
            return Some(match below {
                Some(lead) => format!("{lead} the pages below layout {}{title}", setting::short(self.path)),
                None => format!("{lead} {}{title}", setting::short(self.path)),
            });
        }
        if name == "default" || self.is_default_export() {
            // What Next makes a file of that others than people read.
            let made = ["What robots ", "Site map ", "Manifest of "];
            return match role_of(self.path, self.facts) {
                Role::Routed(word, place) if made.iter().any(|it| word.starts_with(it)) => {
                    Some(format!("{word} {}", quoted(&place)))
                }
                _ => None,
            };
        }
        let lead = match name {
            "load" => "Loads the data of",
            "actions" => "Form actions of",
            _ => return None,
        };
        let Role::Routed(word, place) = role_of(self.path, self.facts) else { return None };
        let what = word.strip_prefix("Data of ")?;
        Some(format!("{lead} {what} {}", quoted(&place)))
    }

    /// Whether React Router, or Remix before it, may ask the file for what it loads and takes.
    fn is_of_react_router(&self) -> bool {
        let is_from = |it: &Import| {
            ["@remix-run/", "react-router", "./+types/"].iter().any(|from| it.specifier.starts_with(from))
        };
        let within = |text: String| text.split('/').rev().skip(1).any(|it| it == "routes");
        within(self.path.to_text()) || self.facts.imports.iter().any(is_from)
    }

    /// What Alembic reads of a migration beside these.
    pub(super) fn field_of_migration(&self) -> Option<String> {
        let what = match self.symbol.name.as_str() {
            "branch_labels" => "Branches that the migration begins",
            "depends_on" => "Migrations that must come before, beside the one right before",
            "down_revision" => "Id of the migration right before",
            "revision" => "Id of the migration",
            _ => return None,
        };
        let none = matches!(self.initial(), Some(Initial::Plain("None")));
        let what = match self.symbol.name.as_str() {
            "branch_labels" if none => "The migration begins no branch",
            "depends_on" if none => "No migration but the one right before must come before",
            "down_revision" if none => "No migration comes before",
            _ => what,
        };
        is_migration(self.path, self.facts).then(|| format!("{what}: {}", self.title_of_migration()))
    }

    /// Whether it is a step of a migration of goose: `Up20200220`, `downAddUsers`.
    fn is_of_goose(&self) -> bool {
        let of_goose = || self.facts.imports.iter().any(|it| it.specifier.contains("/goose"));
        let rest = ["Up", "up", "Down", "down"].iter().find_map(|it| self.symbol.name.strip_prefix(it));
        // goose orders its files by the numbers that they begin with.
        let is_numbered = || self.path.file_name().first().is_some_and(u8::is_ascii_digit);
        self.is_go()
            && is_numbered()
            && rest.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
            && of_goose()
    }

    /// The two functions of a migration.
    fn migration(&self) -> Option<String> {
        let is_of_goose = self.is_of_goose();
        let lead = match self.symbol.name.as_str() {
            "up" | "upgrade" => "Applies",
            "down" | "downgrade" => "Reverts",
            name if is_of_goose && name.starts_with(['U', 'u']) => "Applies",
            _ if is_of_goose => "Reverts",
            _ => return None,
        };
        (is_of_goose || is_migration(self.path, self.facts))
            .then(|| format!("{lead} the migration: {}", self.title_of_migration()))
    }

    /// The steps of a migration that it takes, after a colon.
    pub(super) fn steps(&self) -> String {
        let own = u32::try_from(self.at).ok();
        few(": ", steps(self.facts).filter(|(at, _)| *at == own).map(|(_, step)| step), MOST_STEPS)
    }

    /// What its message says, where Alembic put that at the head of the file; the name of the file may be cut.
    fn title_of_migration(&self) -> String {
        let message = self.facts.doc.as_deref().filter(|_| is_python(self.path));
        let message = message.and_then(|doc| doc.lines().next()).map(|it| it.trim().trim_end_matches('.'));
        let is_one = |it: &&str| {
            !it.is_empty()
                && *it != "empty message"
                && it.chars().count() <= 100
                && !it.contains("Revision ID")
        };
        message.filter(is_one).map_or_else(|| about_words(self.path), lowered)
    }
}

/// Whether a sketch of the body has all that is `told` in quotes to be said.
fn is_refused_by(told: &str, sketch: &str) -> bool {
    let mut said = told.split('\'').skip(1).step_by(2).peekable();
    said.peek().is_some() && said.all(|it| sketch.contains(it))
}

/// Whether the code has the piece, and not as a part of other names: `get` of `get(a)`, and none of `cache.get(a)`.
fn has_word(code: &str, piece: &str) -> bool {
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

/// What the functions of a file handle requests of that are called by methods of HTTP.
pub(super) fn served(path: &RepoPath) -> String {
    match role(path) {
        Role::Routed(_, place) => place,
        _ => address_below_pages(path).unwrap_or_else(|| folder(path)),
    }
}

/// What a framework takes of the module of a route by its name, and what it is for.
#[rustfmt::skip]
const ROUTED: &[(&str, &str)] = &[
    ("ErrorBoundary", "Shows the errors of route"), ("HydrateFallback", "Stands until it is hydrated for route"),
    ("action", "Handles what is submitted to route"), ("clientAction", "Handles in the browser what is submitted to route"),
    ("clientLoader", "Loads in the browser the data of route"), ("generateMetadata", "Makes the metadata of page"),
    ("generateStaticParams", "Lists the parameters to build statically of page"),
    ("config", "Configures route"), ("dynamic", "Says whether to render at each request page"),
    ("getServerSideProps", "Loads on the server the data of page"), ("getStaticPaths", "Lists the paths to build statically of page"),
    ("getStaticProps", "Loads while building the data of page"), ("headers", "Gives the HTTP headers of route"),
    ("links", "Lists the linked resources of route"), ("loader", "Loads the data of route"), ("meta", "Gives the meta tags of route"),
    ("metadata", "Metadata of page"), ("revalidate", "Says how long to keep what was rendered of page"), ("runtime", "Names the runtime of route"),
    ("shouldRevalidate", "Tells whether to load the data again of route"),
];

/// Those of them that only React Router takes.
#[rustfmt::skip]
const OF_REACT_ROUTER: &[&str] = &[
    "ErrorBoundary", "HydrateFallback", "action", "clientAction", "clientLoader", "headers", "links", "loader", "meta",
    "shouldRevalidate",
];

/// Whether the file holds a step by which a database is brought up to date: its folders and its functions tell.
pub(super) fn is_migration(path: &RepoPath, facts: &FileFacts) -> bool {
    let has = |name: &str| facts.symbols.iter().any(|it| it.exported && it.name == name);
    // `migrations`, `db_migrate`, `alembic/versions`
    let folder = folder(path).to_lowercase();
    let placed = || folder.contains("migrat") || folder.split('/').any(|it| it == "alembic");
    (has("up") || has("down") || has("upgrade") && has("downgrade")) && placed()
}

/// The steps that a file takes to bring up to date what `up` or `upgrade` is for, after a colon.
pub(super) fn steps_up(facts: &FileFacts) -> String {
    let leads_up =
        |at: u32| facts.symbols.get(at as usize).is_some_and(|it| matches!(&*it.name, "up" | "upgrade"));
    let up = steps(facts).filter(|(at, _)| at.is_some_and(leads_up)).map(|(_, step)| step);
    few(": ", up, MOST_STEPS)
}

/// The steps of migrations, each with the declaration that takes it.
fn steps(facts: &FileFacts) -> impl Iterator<Item = (Option<u32>, &str)> {
    let steps = facts.shown.iter().filter(|it| it.sort == ShownSort::Step);
    steps.map(|it| (it.symbol, it.text.as_str()))
}

/// Whether a framework may find the file by its place.
pub(super) fn is_route(path: &RepoPath) -> bool {
    let text = path.to_text();
    let within = text.split('/').rev().skip(1).any(|it| matches!(it, "app" | "pages" | "routes"));
    within
        && matches!(super::place::extension(path), "js" | "jsx" | "ts" | "tsx")
        && (!text.contains("/app/")
            || text.contains("/routes/")
            || text.contains("page.")
            || is_nameless(path))
}

fn is_nameless(path: &RepoPath) -> bool {
    matches!(super::place::stem(path).as_str(), "layout" | "page" | "root" | "route")
}

/// What the handler does to requests that is made by a function which says to do it to what it is given.
fn judging(call: &Call<'_>, action: &Action) -> Option<&'static str> {
    let given =
        call.parameters.first().filter(|_| call.returned.as_ref().is_some_and(|it| is_handler(it)))?;
    let verb = action.text.strip_suffix(&format!(" {}", quoted(given)))?;
    JUDGING.iter().find(|it| **it == verb).copied()
}

/// What is done or left, as something else tells.
const DECIDED: &[&str] = &[
    "allow", "disable", "display", "enable", "exclude", "hide", "ignore", "include", "render", "show", "skip",
];

/// What is done to requests by whatever is called so before others handle them.
const JUDGING: &[&str] = &[
    "Allows",
    "Authenticates",
    "Authorizes",
    "Checks",
    "Guards",
    "Limits",
    "Logs",
    "Protects",
    "Restricts",
    "Throttles",
    "Validates",
    "Verifies",
];

/// What a function does whose name says what the function does that it gives.
fn deferred(call: &Call<'_>, does: &str) -> String {
    let makers = [
        "Adds ",
        "Binds ",
        "Builds ",
        "Combines ",
        "Composes ",
        "Constructs ",
        "Creates ",
        "Defines ",
        "Generates ",
        "Gets ",
        "Gives ",
        "Implements ",
        "Installs ",
        "Makes ",
        "Produces ",
        "Provides ",
        "Registers ",
        "Resolves ",
        "Sets up ",
        "Subscribes",
        "Tells ",
        "Uses ",
        "Wraps ",
    ];
    match &call.returned {
        Some(given) if is_handler(given) => format!("Makes a request handler that {}", lowered(does)),
        Some(given) if given.first() == Some(&"dispatch") => format!("Redux thunk that {}", lowered(does)),
        Some(_) if !makers.iter().any(|it| does.starts_with(it)) => {
            // `redirectHook` makes a hook that redirects.
            let acts_on_it =
                || ON_MADE.iter().any(|verb| does.strip_prefix(verb).is_some_and(|it| it.starts_with(' ')));
            let kind = does.rsplit_once(' ').filter(|(_, last)| MADE.contains(last) && !acts_on_it());
            let (does, kind) = kind.unwrap_or((does, "function"));
            format!("Makes a {kind} that {}", lowered(does))
        }
        _ => does.to_owned(),
    }
}

/// What is done to listeners and their kin: it makes none.
const ON_MADE: &[&str] = &[
    "Applies",
    "Attaches",
    "Calls",
    "Cancels",
    "Clears",
    "Debounces",
    "Deletes",
    "Detaches",
    "Disables",
    "Enables",
    "Executes",
    "Invokes",
    "Removes",
    "Runs",
    "Skips",
    "Throttles",
    "Unregisters",
];

/// What functions that others make are called by their last words.
const MADE: &[&str] = &["callback", "guard", "handler", "hook", "listener", "middleware", "resolver"];

/// The text that the message has where none is given: of `(message = 'It is lost')`.
fn default_message(signature: &str) -> Option<String> {
    let text = own_parameters(signature).into_iter().find_map(|it| {
        let (name, value) = it.split_once('=')?;
        let name = name.split(':').next().unwrap_or(name).trim();
        matches!(name, "message" | "msg" | "reason" | "text").then(|| value.trim())
    })?;
    let quote = text.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let text = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (text.contains(' ') && !text.contains('\\')).then(|| clean(text.trim_end_matches('.'), 100))
}

/// The parameters as they are written.
fn own_parameters(signature: &str) -> Vec<&str> {
    let open = signature::find_top(signature, 0, |rest| rest.starts_with('('));
    let inside = open.map_or("", |open| &signature[open + 1..]);
    let close = signature::find_top(inside, 0, |rest| rest.starts_with(')')).unwrap_or(inside.len());
    signature::split_top(&inside[..close], ',').into_iter().map(str::trim).collect()
}

/// Whether a web server may call a function with these parameters.
fn is_handler(parameters: &[&str]) -> bool {
    let plain: Vec<&str> = parameters.iter().map(|it| it.trim_start_matches('_')).collect();
    matches!(plain[..], ["req" | "request", "res" | "response" | "reply", ..] | ["ctx" | "c", "next"])
}

/// What a function does whose parameters are those of a web server's handlers, and how many these are.
fn handled(call: &Call<'_>) -> Option<(&'static str, usize)> {
    let plain: Vec<&str> = call.parameters.iter().map(|it| it.trim_start_matches('_')).collect();
    match plain[..] {
        ["err" | "error", "req" | "request", "res" | "response", "next"] => {
            Some(("Handles errors of requests", 4))
        }
        ["req" | "request", "res" | "response", "next"] => Some(("Handles requests", 3)),
        ["req" | "request", "res" | "response"] => Some(("Handles requests", 2)),
        [_, _] if call.first_type == Some("http.ResponseWriter") => Some(("Handles requests", 2)),
        ["ctx" | "c", "next"] => Some(("Middleware", 2)),
        ["target", "key" | "property" | "propertyKey" | "propertyName", ..] => Some(("Decorator", 2)),
        _ => None,
    }
}

pub(super) fn takes(call: &Call<'_>, told: usize) -> String {
    let lead = if told > 0 { ": also takes " } else { ": takes " };
    // What an object has says more than what it is called.
    let inner = call.first_type.filter(|_| told == 0 && call.parameters.len() == 1 && !call.cut);
    let inner = inner.and_then(signature::keys).filter(|it| !it.is_empty());
    let told = match &inner {
        Some(keys) => few(lead, keys.iter().copied(), MOST_PARTS),
        None => few(lead, call.parameters.iter().skip(told).copied(), MOST_PARTS),
    };
    if told.is_empty() || told.ends_with('…') || !call.cut { told } else { told + ", …" }
}

pub(super) fn gives(call: &Call<'_>) -> String {
    if let Some(parameters) = &call.returned {
        return ": gives a function".to_owned()
            + &few(" that takes ", parameters.iter().copied(), MOST_PARTS);
    }
    // `T` says nothing.
    let kind = call.result.filter(|kind| kind.len() > 1 || !kind.starts_with(char::is_uppercase));
    kind.map_or_else(String::new, |kind| format!(": gives {}", quoted(kind)))
}
