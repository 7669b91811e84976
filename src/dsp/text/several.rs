//! What several exports of one file have in common, and what each of them does. Pure.

use resolvers::facts::SymbolKind;
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;

use super::action::is_mostly_verb;
use super::declared::Declared;
use super::initial::Initial;
use super::words::{capitalised, is_only_verb, lowered, plural, split};
use super::{few, quoted, setting, signature};

/// How long the list of phrases may grow, in bytes.
const LONGEST_LIST: usize = 260;
/// The same where there are few.
const LONGEST_SHORT_LIST: usize = 340;
/// Fewer classes are told one by one.
const FEWEST_CLASSES: usize = 9;
/// How many keys are told of an object in another one.
const MOST_INNER: usize = 4;
/// How many keys of the default are told.
const MOST_HELD: usize = 5;
/// So few functions are told with how they do what they do.
const FEW_FUNCTIONS: usize = 3;
/// How long the bodies of few functions may be that are told in short, together, in bytes.
const LONGEST_BODIES: usize = 220;
/// How many exports are told with what they do.
const MOST_TOLD: usize = 6;

/// What is told of several exports.
pub(super) struct Several {
    pub(super) text: String,
    /// Of at least one it is told what it does.
    pub(super) says: bool,
}

/// What is known of one export beside its name.
enum About {
    /// Its name alone says something.
    Nothing,
    /// What it does, and how in few words.
    Does(String, Option<String>),
    /// What it is.
    Is(String),
}

/// One export, its name quoted.
struct Item {
    name: String,
    about: About,
}

impl Item {
    fn text(&self) -> String {
        match &self.about {
            About::Nothing => self.name.clone(),
            // `is the prefix of offers`
            About::Does(phrase, _) if let Some(kind) = phrase.strip_prefix("is ") => {
                format!("{} ({kind})", self.name)
            }
            About::Does(phrase, Some(how)) => format!("{phrase} ({}: {how})", self.name),
            About::Does(phrase, None) => format!("{phrase} ({})", self.name),
            About::Is(kind) => format!("{} ({kind})", self.name),
        }
    }

    fn says(&self) -> bool {
        !matches!(self.about, About::Nothing)
    }

    fn does(&self) -> bool {
        matches!(self.about, About::Does(..))
    }
}

/// What unites `running`, exports with their names outside, then each with what it does; `about` is what the file is.
pub(super) fn told(path: &RepoPath, about: &str, running: &[(&str, Declared<'_>)]) -> Several {
    let lead = format!("{}{}: ", lead(path, about, running), kinds(running));
    let Several { text, says } = listed(running, lead.len());
    Several { text: lead + &text, says }
}

/// Each of `running`, exports with their names outside, with what it does: what says something of itself stands before
/// what is known by its name alone.
pub(super) fn listed(running: &[(&str, Declared<'_>)], before: usize) -> Several {
    // What it does says most of what a file is for, what goes wrong least.
    let mut running = running.to_vec();
    let are_tables = are_tables(&running);
    running.sort_by_cached_key(|(_, it)| match it.kind() {
        SymbolKind::Variable if it.is_error_value() => 3,
        SymbolKind::Enum => 2,
        SymbolKind::Variable if are_tables && !is_table(it) => 2,
        SymbolKind::Variable => 1,
        _ => 0,
    });
    let (mut items, bare): (Vec<Item>, Vec<Item>) = items(&running).into_iter().partition(Item::says);
    items.extend(bare);
    let mut text = String::new();
    for (at, item) in items.iter().enumerate() {
        let told = if at < MOST_TOLD || !item.does() { item.text() } else { item.name.clone() };
        if at > 0 {
            text.push_str(", ");
        }
        let longest = if items.len() <= FEW_FUNCTIONS { LONGEST_SHORT_LIST } else { LONGEST_LIST };
        if at >= 2 * MOST_TOLD || before + text.len() + told.len() > longest {
            text.push('…');
            break;
        }
        text.push_str(&told);
    }
    Several { text, says: items.iter().any(Item::does) }
}

fn lead(path: &RepoPath, about: &str, running: &[(&str, Declared<'_>)]) -> String {
    let functions = running.iter().all(|(_, it)| it.kind() == SymbolKind::Function);
    let values = running.iter().all(|(_, it)| it.kind() == SymbolKind::Variable);
    let has_word = |words: &[&str]| split(about).last().is_some_and(|last| words.contains(&last.as_str()));
    match (setting::sort(path), setting::translation(path)) {
        _ if path.file_name() == b"conftest.py" => "Fixtures of pytest".to_owned(),
        _ if running.iter().all(|(_, it)| it.styled().is_some()) => format!("Styled parts of {about}"),
        _ if running.iter().all(|(_, it)| it.is_component()) => of_sort("Components", about),
        _ if running.iter().all(|(_, it)| it.is_schema()) => {
            let ends = [" schemas", " schema", " types", " type"];
            let about = ends.iter().find_map(|end| about.strip_suffix(end)).unwrap_or(about);
            format!("Zod schemas of {}", about.trim_end_matches('s'))
        }
        _ if are_tables(running) => format!("Database tables of {}", about.trim_end_matches(" schema")),
        _ if let Some(hooks) = hooks(running) => of_sort(hooks, about),
        _ if running.iter().all(|(_, it)| it.handles_requests()) => {
            of_sort("Request handlers", about.trim_end_matches(" controller"))
        }
        (_, Some(translation)) if values => translation,
        (Some(sort), _) if values && !about.contains(sort) => format!("{}, {sort}s", capitalised(about)),
        _ if let Some(sort) = common_word(running).filter(|it| values && it != "Components") => {
            of_sort(&sort, about)
        }
        _ if values && !has_word(&["constants", "config", "styles", "schemas", "values"]) => {
            format!("Values for {about}")
        }
        _ if running.iter().all(|(_, it)| it.handles_errors()) => "Handlers of errors of requests".to_owned(),
        _ if functions && begins_sentence(about) => format!("Functions of {}", setting::short(path)),
        _ if functions && !has_word(&["utils", "helpers", "functions", "utilities", "api", "hooks"]) => {
            format!("Functions for {about}")
        }
        _ => capitalised(about),
    }
}

/// Of many classes what most of them extend.
fn kinds(running: &[(&str, Declared<'_>)]) -> String {
    let classes: Vec<_> = running.iter().filter(|(_, it)| it.kind() == SymbolKind::Class).collect();
    if classes.len() < FEWEST_CLASSES || classes.len() * 2 < running.len() {
        return String::new();
    }
    let mut often: FxHashMap<&str, usize> = FxHashMap::default();
    for base in classes.iter().flat_map(|(_, it)| signature::heritage(it.signature()).0) {
        *often.entry(base).or_default() += 1;
    }
    let is_most = |(base, often): &(&str, usize)| often * 2 > running.len() && *base != "object";
    let mut bases: Vec<&str> = often.into_iter().filter(is_most).map(|(base, _)| base).collect();
    bases.sort_unstable();
    few(", most of them kinds of ", bases.into_iter(), 2)
}

/// `Queries for product`; `Product queries` where the file is called so.
fn of_sort(sort: &str, about: &str) -> String {
    let about = about.strip_prefix("use ").unwrap_or(about);
    let is_said = split(about).last().is_some_and(|last| plural(last).eq_ignore_ascii_case(sort));
    match (is_said, about.rsplit_once(' ')) {
        (true, Some((rest, _))) => format!("{} {}", capitalised(rest), lowered(sort)),
        (true, None) => sort.to_owned(),
        (false, _) => format!("{sort} for {about}"),
    }
}

/// What hooks are called, if all are.
fn hooks(running: &[(&str, Declared<'_>)]) -> Option<&'static str> {
    let mut leads = running.iter().map(|(_, it)| it.hook());
    let is_one =
        |it: Option<String>| it.is_some_and(|it| it.starts_with("Hook") || it.starts_with("Composable"));
    let first = leads.next()?.filter(|it| is_one(Some(it.clone())))?;
    leads.all(is_one).then_some(if first.starts_with("Hook") { "Hooks" } else { "Composables" })
}

/// The last word of all their names, in the plural and with a capital.
fn common_word(running: &[(&str, Declared<'_>)]) -> Option<String> {
    let last = |it: &(&str, Declared<'_>)| {
        let mut words = split(outside(it));
        words
            .pop()
            .filter(|word| !words.is_empty() && word.len() > 2 && word.chars().all(char::is_alphabetic))
    };
    let word = last(running.first()?)?;
    (running.len() > 1 && running.iter().all(|it| last(it).as_ref() == Some(&word)))
        .then(|| capitalised(&plural(&word)))
}

/// So many values are told with what they are.
const FEW_VALUES: usize = 5;

/// What is wrong with the requests that it lets not through, in at most so many bytes.
fn guards(it: &Declared<'_>, most: usize) -> Option<String> {
    let may_go_on = it.handles_requests() && it.call().parameters.last() == Some(&"next");
    let refuses = may_go_on.then(|| it.refuses())?;
    let denies = refuses.strip_prefix(": ").filter(|it| it.starts_with("denies "));
    denies.filter(|it| it.len() <= most).map(str::to_owned)
}

/// What an object holds, functions with what they do and objects with their keys; `None` where nothing is known of any.
pub(super) fn of_object(held: &[(&str, Declared<'_>)]) -> Option<String> {
    let most = LONGEST_SHORT_LIST / held.len().max(1);
    let about = |it: &Declared<'_>| {
        let said = || it.documented().map(|_| it.short_phrase());
        let does = || it.body_in_short(most).filter(|_| !it.is_component());
        let keys = || match it.initial()? {
            Initial::Held(keys) => {
                let bare = keys.into_iter().map(|it| it.split(": ").next().unwrap_or(it));
                Some(few("", bare, MOST_INNER)).filter(|it| it.len() <= most)
            }
            _ => None,
        };
        guards(it, most).or_else(said).or_else(does).or_else(keys)
    };
    let told: Vec<(String, Option<String>)> =
        held.iter().map(|(name, it)| (quoted(name), about(it))).collect();
    told.iter().any(|(_, about)| about.is_some()).then(|| {
        let told = told.into_iter().map(|(name, about)| match about {
            Some(about) => format!("{name} ({about})"),
            None => name,
        });
        told.collect::<Vec<String>>().join(", ")
    })
}

/// Each export with what is known of it.
fn items(running: &[(&str, Declared<'_>)]) -> Vec<Item> {
    let components = running.iter().all(|(_, it)| it.is_component());
    let mut told = rustc_hash::FxHashSet::default();
    let mut about = |export: &(&str, Declared<'_>)| {
        let it = &export.1;
        let documented = it.documented().is_some();
        let room = LONGEST_SHORT_LIST / running.len();
        if let Some(guards) = Some(it).filter(|_| !documented).and_then(|it| guards(it, room)) {
            return About::Is(guards);
        }
        if let Some(kind) = kind_of(it).filter(|_| running.len() <= 4 && !documented) {
            return About::Is(kind);
        }
        // Of few values the short ones say what they are.
        if running.len() <= FEW_VALUES
            && running.iter().all(|(_, it)| it.kind() == SymbolKind::Variable)
            && !documented
            && !it.signature().starts_with("let ")
            && let Some(value) = it.short_value()
        {
            return About::Is(value);
        }
        let phrase = it.short_phrase();
        // The words of a name beside the name are noise.
        let noise = phrase == split(outside(export)).join(" ")
            || !documented && (it.kind() == SymbolKind::Variable || !phrase.contains(' '));
        if components || noise || !told.insert(phrase.clone()) {
            // What it does says more than its name.
            let does = Some(it).filter(|_| !components && !documented);
            let most = if running.len() <= FEW_FUNCTIONS { LONGEST_BODIES / running.len() } else { 0 };
            let does = does.and_then(|it| it.body_in_short(most));
            return does.map_or(About::Nothing, About::Is);
        }
        // Of few the name's words need not be all.
        let how = Some(it).filter(|_| running.len() <= FEW_FUNCTIONS && !documented);
        let how = how.and_then(|it| it.body_in_short(LONGEST_BODIES / running.len()));
        About::Does(phrase, how)
    };
    running.iter().map(|export| Item { name: quoted(outside(export)), about: about(export) }).collect()
}

/// The name by which people know an export: that of the declaration where it is the default.
pub(super) fn outside<'d>((name, it): &'d (&'d str, Declared<'_>)) -> &'d str {
    if matches!(*name, "default" | "module.exports") { &it.symbol.name } else { name }
}

/// `is code`, `get user`: words that nothing can be said to be for.
fn begins_sentence(about: &str) -> bool {
    let first = about.split(' ').next().unwrap_or_default();
    matches!(first, "is" | "has" | "can" | "should" | "to" | "from" | "use" | "on")
        || is_mostly_verb(first) && about.contains(' ')
        || is_only_verb(first)
}

/// How many methods are told of a class among others.
const MOST_METHODS: usize = 4;

/// How many columns are told of a table among others.
const MOST_COLUMNS: usize = 3;

/// Whether it is a table of a database.
fn is_table(it: &Declared<'_>) -> bool {
    it.made("").is_some_and(|it| it.starts_with("Database table"))
}

/// Whether all are tables of a database, or what says how these hang together and what they may hold.
fn are_tables(running: &[(&str, Declared<'_>)]) -> bool {
    let (tables, others): (Vec<_>, Vec<_>) = running.iter().partition(|(_, it)| is_table(it));
    let is_beside = |it: &Declared<'_>| {
        let initial = it.initial();
        let maker = initial.as_ref().and_then(Initial::callee).and_then(|it| it.rsplit('.').next());
        it.kind() == SymbolKind::Enum || maker.is_some_and(|it| it == "relations" || it.ends_with("Enum"))
    };
    !tables.is_empty()
        && (others.is_empty() || tables.len() > 1)
        && others.iter().all(|(_, it)| is_beside(it))
}

/// What makes a value, what a class is.
fn kind_of(it: &Declared<'_>) -> Option<String> {
    match it.kind() {
        _ if it.is_schema() => None,
        SymbolKind::Variable if let Some(element) = it.styled() => Some(format!("a styled {element}")),
        _ if it.is_component() => Some(it.in_short()),
        SymbolKind::Variable
            if it.symbol.name == "default"
                && let Some(Initial::Held(keys)) = it.initial() =>
        {
            Some(few("holds ", keys.iter().copied(), MOST_HELD))
        }
        SymbolKind::Variable if is_table(it) => it.told().split_once(": ").map(|(_, told)| {
            told.split("; ").next().and_then(|it| it.split_once(", with columns ")).map_or_else(
                || "a database table".to_owned(),
                |(_, columns)| few("", columns.split(", ").map(|it| it.trim_matches('`')), MOST_COLUMNS),
            )
        }),
        SymbolKind::Variable => it.initial()?.callee().map(|callee| {
            let known = it.maker_known(callee).map_or_else(String::new, |known| format!(", {known}"));
            format!("made with {}{known}", quoted(callee))
        }),
        SymbolKind::Class => {
            let (extends, _) = signature::heritage(it.signature());
            let base = extends.first().map(|base| format!("a class that extends {}", quoted(base)));
            let word = it.decorated().map(str::to_owned).or(base);
            let word = word.unwrap_or_else(|| it.class_word().to_owned());
            let methods = it.members(Some(SymbolKind::Method));
            let methods = methods.filter(|it| !matches!(*it, "constructor" | "__init__"));
            Some(word + &few(" with ", methods, MOST_METHODS))
        }
        SymbolKind::Enum => Some("an enum".to_owned()),
        _ => None,
    }
}
