//! What is gathered for one why, and how it is told. Pure.

use rustc_hash::FxHashSet;

use crate::dsp::text::list;

/// Where something stands that no declaration holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Top {
    /// As it is said.
    Said(&'static str),
    /// Around tests that have titles.
    AroundTests,
}

impl Top {
    pub(super) const BODY: &str = "in the body of the file";

    /// Where nothing else is told.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Said(text) => text,
            Self::AroundTests => Self::BODY,
        }
    }

    /// The same behind what is told of declarations and tests; empty where that says it.
    fn behind(self, places: &str, tests: &str) -> &'static str {
        match self {
            Self::Said(text) => text,
            Self::AroundTests if !places.is_empty() || tests.is_empty() => Self::BODY,
            Self::AroundTests if tests.starts_with("around") => "",
            Self::AroundTests => "around them",
        }
    }
}

/// So many groups of names are told each with its places: of more, the names and the places are told apart.
const MOST_GROUPS: usize = 6;

#[derive(Default)]
pub(super) struct Story {
    /// What is told of is a module, whatever name it is taken by.
    pub(super) is_module: bool,
    /// The name that is being told.
    pub(super) name: Name,
    /// Those before it.
    names: Vec<Name>,
    pub(super) re_exported: Vec<String>,
    pub(super) actions: Vec<String>,
    /// Imported, and not used.
    pub(super) idle: Vec<String>,
}

/// What is taken by one name, or by several that are used in the same places.
#[derive(Clone, Default)]
pub(super) struct Name {
    pub(super) used: Vec<String>,
    pub(super) types: Vec<String>,
    pub(super) places: Vec<String>,
    /// The titles of the tests that use it.
    pub(super) titles: Vec<u32>,
    /// It is used where no declaration is.
    pub(super) top: Option<Top>,
    /// It is used in the template around the scripts.
    pub(super) in_template: bool,
}

impl Story {
    pub(super) fn of(is_module: bool) -> Self {
        Self { is_module, ..Self::default() }
    }

    pub(super) fn act(&mut self, action: &str) {
        self.actions.push(action.to_owned());
    }

    /// What comes next is told of another name.
    pub(super) fn close(&mut self) {
        let mut name = std::mem::take(&mut self.name);
        let mut told = FxHashSet::default();
        name.places.retain(|place| told.insert(place.clone()));
        name.titles.sort_unstable();
        name.titles.dedup();
        self.names.push(name);
    }

    /// `tests` says where in tests something is used that stands under those titles.
    pub(super) fn text(mut self, tests: impl Fn(&[u32]) -> String) -> String {
        self.close();
        let mut clauses = clauses(&self.names, &tests);
        if !self.re_exported.is_empty() {
            clauses.push(format!("re-exports {}", once(self.re_exported)));
        }
        if !self.idle.is_empty() {
            clauses.push(format!("imports {}, which its code does not use", once(self.idle)));
        }
        let mut told = FxHashSet::default();
        clauses.extend(self.actions.into_iter().filter(|action| told.insert(action.clone())).take(6));
        clauses.join("; ")
    }
}

/// Names that are used in the same places stand together, as long as these are few groups and have room.
fn clauses(names: &[Name], tests: &impl Fn(&[u32]) -> String) -> Vec<String> {
    let mut groups: Vec<Name> = Vec::new();
    for name in names.iter().filter(|it| it.is_told()) {
        match groups.iter_mut().find(|it| it.is_beside(name)) {
            Some(group) => group.take_names(name),
            None => groups.push(name.clone()),
        }
    }
    if (2..=MOST_GROUPS).contains(&groups.len()) && groups.iter().all(Name::is_placed) {
        let told: Vec<String> = groups.into_iter().map(|it| it.clause(tests)).collect();
        if told.iter().map(String::len).sum::<usize>() <= LONGEST {
            return told;
        }
    }
    let mut all = Name::default();
    for it in names {
        all.take(it);
    }
    if all.is_told() { vec![all.clause(tests)] } else { Vec::new() }
}

impl Name {
    fn is_told(&self) -> bool {
        !self.used.is_empty() || !self.types.is_empty()
    }

    /// Whether anything shows where it is used.
    fn is_placed(&self) -> bool {
        !self.places.is_empty() || !self.titles.is_empty() || self.top.is_some() || self.in_template
    }

    fn is_beside(&self, other: &Self) -> bool {
        self.places == other.places
            && self.titles == other.titles
            && self.top == other.top
            && self.in_template == other.in_template
    }

    fn take_names(&mut self, other: &Self) {
        self.used.extend_from_slice(&other.used);
        self.types.extend_from_slice(&other.types);
    }

    fn take(&mut self, other: &Self) {
        self.take_names(other);
        self.places.extend_from_slice(&other.places);
        self.titles.extend_from_slice(&other.titles);
        self.top = self.top.or(other.top);
        self.in_template |= other.in_template;
    }

    fn clause(self, tests: &impl Fn(&[u32]) -> String) -> String {
        let tests = tests(&self.titles);
        let mut named = Vec::new();
        // Where nothing shows a use, nothing is said of one.
        let is_used = !self.places.is_empty() || !tests.is_empty() || self.top.is_some() || self.in_template;
        let verb = if is_used { "uses" } else { "imports" };
        if !self.used.is_empty() {
            named.push(format!("{verb} {}", once(self.used)));
        }
        if !self.types.is_empty() {
            let verb = if named.is_empty() { format!("{verb} ") } else { String::new() };
            let several = self.types.iter().any(|it| *it != self.types[0]);
            let types = if several { "types" } else { "type" };
            named.push(format!("{verb}{types} {}", once(self.types)));
        }
        let mut clause = named.join(" and ");
        let places = once(self.places);
        let among = if places.is_empty() { String::new() } else { format!("in {places}") };
        let top = self.top.map(|top| top.behind(&places, &tests));
        let template = if self.in_template { "in its template" } else { "" };
        let places: Vec<&str> = [among.as_str(), &tests, template, top.unwrap_or_default()]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect();
        if !places.is_empty() {
            let places = places.join(" and ");
            // Where it is used says more than the last of the names.
            if clause.len() + places.len() > LONGEST {
                clause = cut(clause);
            }
            clause.push(' ');
            clause.push_str(&places);
        }
        clause
    }
}

/// How many bytes names and places surely have room for.
const LONGEST: usize = 380;
/// How many of them are left to the names where both are too long.
const LONGEST_LIST: usize = 240;

/// The first of the names where they are many.
fn cut(names: String) -> String {
    let end = names.match_indices(", ").map(|(at, _)| at).take_while(|at| *at <= LONGEST_LIST).last();
    match end.filter(|_| names.len() > LONGEST_LIST) {
        Some(end) => format!("{}, …", &names[..end]),
        None => names,
    }
}

/// Each name once, in order.
fn once(names: Vec<String>) -> String {
    let mut told = FxHashSet::default();
    list(names.into_iter().filter(|name| told.insert(name.clone())))
}
