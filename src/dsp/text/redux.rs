//! What the parts are for that Redux Toolkit gives with a slice or with an API: its reducer, its hooks, its helpers.
//! Pure; an open set: one table.

use resolvers::facts::ShownSort;

use super::declared::Declared;
use super::initial::{Initial, is_name};
use super::words::split;
use super::{few, few_said, quoted};

/// How many things are told that a reducer takes or changes.
const MOST_TAKEN: usize = 4;
/// How many parts of the state of a slice are told, and how many of its actions.
const MOST_KEPT: usize = 6;
/// Over how many constants a part is followed to what makes it.
const LONGEST_WAY: usize = 4;

/// Of a slice: the member, and what it is for; `{}` stands for the slice.
#[rustfmt::skip]
const OF_SLICE: &[(&str, &str)] = &[
    ("actions", "Action creators of {}"),
    ("caseReducers", "Case reducers of {}"),
    ("getInitialState", "Gives the initial state of {}"),
    ("getSelectors", "Gives the selectors of {}, bound to where its state lies"),
    ("injectInto", "Adds {} to a reducer that grows"),
    ("reducer", "Reducer of {}"),
    ("reducerPath", "Where the state of {} lies in that of the store"),
    ("selectSlice", "Selects the state of {} from that of the store"),
    ("selectors", "Selectors of {}"),
];

/// Of an API.
#[rustfmt::skip]
const OF_API: &[(&str, &str)] = &[
    ("endpoints", "Endpoints of {}"),
    ("enhanceEndpoints", "Adds settings to the endpoints of {}"),
    ("injectEndpoints", "Adds endpoints to {}"),
    ("middleware", "Middleware by which {} caches, refreshes and polls"),
    ("reducer", "Reducer that keeps what {} has fetched"),
    ("reducerPath", "Where the state of {} lies in that of the store"),
    ("usePrefetch", "Hook by which an endpoint of {} is fetched ahead"),
    ("util", "Helpers of {} for its cache"),
    ("util.getRunningMutationThunk", "Gives the request of one running mutation of {}"),
    ("util.getRunningMutationsThunk", "Gives the requests of all running mutations of {}"),
    ("util.getRunningQueriesThunk", "Gives the requests of all running queries of {}"),
    ("util.getRunningQueryThunk", "Gives the request of one running query of {}"),
    ("util.invalidateTags", "Makes {} fetch again what has these tags"),
    ("util.patchQueryData", "Applies patches to what {} keeps of a query"),
    ("util.prefetch", "Fetches ahead what an endpoint of {} gives"),
    ("util.resetApiState", "Throws away what {} keeps"),
    ("util.selectCachedArgsForQuery", "Selects with which arguments {} keeps a query"),
    ("util.selectInvalidatedBy", "Selects which queries of {} have these tags"),
    ("util.updateQueryData", "Changes what {} keeps of a query"),
    ("util.upsertQueryData", "Puts into what {} keeps of a query"),
];

/// Of an endpoint of an API.
#[rustfmt::skip]
const OF_ENDPOINT: &[(&str, &str)] = &[
    ("initiate", "Starts a request of {}"),
    ("matchFulfilled", "Tells whether an action says that a request of {} succeeded"),
    ("matchPending", "Tells whether an action says that a request of {} began"),
    ("matchRejected", "Tells whether an action says that a request of {} failed"),
    ("select", "Makes a selector of what is kept of {}"),
    ("useLazyQuery", "Hook that runs the query {} when asked"),
    ("useLazyQuerySubscription", "Hook that subscribes to the query {} when asked"),
    ("useMutation", "Hook that runs the mutation {}"),
    ("useQuery", "Hook that runs the query {}"),
    ("useQueryState", "Hook that reads what is kept of the query {}"),
    ("useQuerySubscription", "Hook that subscribes to the query {}"),
];

impl Declared<'_> {
    /// What it is for as a part of a slice or an API of Redux Toolkit.
    pub(super) fn part_of_redux(&self) -> Option<String> {
        let Some(Initial::Plain(path)) = self.initial() else { return None };
        let toolkit = |it: &str| it == "@reduxjs/toolkit" || it.starts_with("@reduxjs/toolkit/");
        if !self.facts.imports.iter().any(|it| toolkit(&it.specifier)) {
            return None;
        }
        if !path.contains('.') || !path.split('.').all(is_name) {
            return None;
        }
        let (path, maker) = self.made_way(path)?;
        let (whole, part) = path.split_once('.')?;
        let told = |table: &[(&str, &str)], part: &str, whole: &str| {
            let (_, what) = table.iter().find(|(known, _)| *known == part)?;
            Some(what.replace("{}", &quoted(whole)))
        };
        match maker.rsplit('.').next()? {
            maker if maker.starts_with("create") && maker.ends_with("Slice") => match part.split_once('.') {
                Some(("actions", own)) if !own.contains('.') => {
                    let does = self.reduces(whole, own);
                    Some(format!("Action creator of {}: {}{does}", quoted(whole), self.plain_words()))
                }
                Some(("selectors", own)) if !own.contains('.') => {
                    Some(format!("Selector of {}: {}", quoted(whole), self.plain_words()))
                }
                None if part == "reducer" => {
                    let slice = self.beside(|it| it == whole)?;
                    let keeps = slice.slice().map_or_else(String::new, |it| it.replacen(": ", ", which ", 1));
                    Some(told(OF_SLICE, part, whole)? + &keeps)
                }
                _ => told(OF_SLICE, part, whole),
            },
            "createApi" | "enhanceEndpoints" | "injectEndpoints" => match part.strip_prefix("endpoints.") {
                Some(endpoint) => match endpoint.split_once('.') {
                    Some((endpoint, part)) => told(OF_ENDPOINT, part, endpoint),
                    None => Some(format!("Endpoint {} of {}", quoted(endpoint), quoted(whole))),
                },
                None => told(OF_API, part, whole).or_else(|| hook(part, whole)),
            },
            _ => None,
        }
    }

    /// What a slice keeps, and by which actions of its own that changes, after a colon.
    pub(super) fn slice(&self) -> Option<String> {
        let initial = self.initial()?;
        let Initial::Made { callee, .. } = &initial else { return None };
        callee.rsplit('.').next().filter(|it| *it == "createSlice")?;
        let options = initial.options();
        let named = options.iter().find_map(|it| match it.split_once(": ") {
            None if *it == "initialState" => Some("initialState"),
            Some(("initialState", name)) if is_name(name) => Some(name),
            _ => None,
        });
        let state = named.and_then(|name| self.beside(|it| it == name));
        let state = state.as_ref().and_then(Self::initial);
        let inline = options.iter().filter_map(|it| it.strip_prefix("initialState."));
        let kept: Vec<&str> = match &state {
            Some(Initial::Held(keys)) => keys.clone(),
            _ => inline.collect(),
        };
        let kept = kept.iter().map(|it| it.split(':').next().unwrap_or(it));
        let keeps = few("keeps ", kept, MOST_KEPT);
        let reducers = self.reducers();
        let by_actions = reducers.iter().filter(|(name, _)| of_thunk(name).is_none());
        let changes = few("is changed by ", by_actions.map(|it| it.0), MOST_KEPT);
        let parts = [keeps, changes, by_thunks(&reducers)];
        let told: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        (!told.is_empty()).then(|| format!(": {}", told.join("; ")))
    }

    /// The reducers of a slice: the action that each is for, and what it takes and changes.
    fn reducers(&self) -> Vec<(&str, &str)> {
        let own = u32::try_from(self.at).ok();
        let reducers = self.facts.shown.iter();
        let reducers = reducers.filter(|it| it.sort == ShownSort::Reducer && it.symbol == own);
        reducers.filter_map(|it| it.text.split_once('`')).collect()
    }

    /// What the reducer of that name of a slice takes and changes, after a comma.
    fn reduces(&self, slice: &str, name: &str) -> String {
        let slice = self.beside(|it| it == slice);
        let own = slice.iter().flat_map(Self::reducers).find(|(own, _)| *own == name);
        let Some((payload, changes)) = own.and_then(|(_, rest)| rest.split_once('`')) else {
            return String::new();
        };
        let parts = |text: &'_ str| {
            text.split(", ").filter(|it| !it.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let (payload, changes) = (parts(payload), parts(changes));
        let takes = few(", which takes ", payload.iter().map(String::as_str), MOST_TAKEN);
        let lead = if takes.is_empty() { ", which changes " } else { " and changes " };
        takes + &few(lead, changes.iter().map(String::as_str), MOST_TAKEN)
    }

    fn plain_words(&self) -> String {
        split(&self.name()).join(" ")
    }

    /// The whole way to it from what a call makes, and what is called.
    fn made_way(&self, path: &str) -> Option<(String, String)> {
        let mut path = path.to_owned();
        for _ in 0..LONGEST_WAY {
            let root = path.split('.').next()?;
            let beside = self.beside(|it| it == root).filter(|it| it.at != self.at)?;
            match beside.initial()? {
                Initial::Plain(further) if further.split('.').all(is_name) => {
                    path = format!("{further}{}", &path[root.len()..]);
                }
                Initial::Made { callee, .. } => {
                    let callee = callee.to_owned();
                    return Some((path, callee));
                }
                _ => return None,
            }
        }
        None
    }
}

/// The thunk whose course an action tells: `load` of `load.fulfilled`.
fn of_thunk(action: &str) -> Option<&str> {
    let (thunk, step) = action.rsplit_once('.')?;
    let is_step = matches!(step, "fulfilled" | "pending" | "rejected" | "settled");
    (is_step && !thunk.is_empty()).then_some(thunk)
}

/// What a slice sets as thunks go on, by its reducers: the action of each, and what it takes and changes.
fn by_thunks(reducers: &[(&str, &str)]) -> String {
    let mut set: Vec<(&str, Vec<&str>)> = Vec::new();
    for (action, does) in reducers {
        let Some(thunk) = of_thunk(action) else { continue };
        let at = set.iter().position(|(it, _)| *it == thunk).unwrap_or(set.len());
        if at == set.len() {
            set.push((thunk, Vec::new()));
        }
        let changed = does.split_once('`').map_or("", |it| it.1).split(", ");
        let parts = changed.filter_map(|it| it.split_once('.')?.1.split(['[', '.', '?', '!']).next());
        for part in parts.filter(|it| is_name(it)) {
            if !set[at].1.contains(&part) {
                set[at].1.push(part);
            }
        }
    }
    let told = set.iter().map(|(thunk, parts)| {
        let parts = few("changes ", parts.iter().copied(), MOST_TAKEN);
        (*thunk, Some(parts).filter(|it| !it.is_empty()))
    });
    few_said("follows the course of ", told, MOST_KEPT)
}

/// `useLazyGetPostQuery`: the hook that is made for an endpoint and called after it, whose first letter may be any.
fn hook(name: &str, api: &str) -> Option<String> {
    let rest = name.strip_prefix("use").filter(|it| it.starts_with(char::is_uppercase))?;
    let (lazy, rest) = rest.strip_prefix("Lazy").map_or((false, rest), |rest| (true, rest));
    let (what, endpoint) =
        [("a mutation", "Mutation"), ("an endless query", "InfiniteQuery"), ("a query", "Query")]
            .into_iter()
            .find_map(|(what, end)| Some((what, rest.strip_suffix(end)?)))?;
    let when = if lazy { " when asked" } else { "" };
    (!endpoint.is_empty()).then(|| {
        let words = split(endpoint).join(" ");
        format!("Hook that runs {what} of {}{when}: {words}", quoted(api))
    })
}
