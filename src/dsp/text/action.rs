//! What a function does, told from its name and its parameters. Pure; knows no facts.

use super::function::is_handler;
use super::quoted;
use super::signature::Call;
use super::words::{
    capitalised, is_intransitive, is_only_verb, is_thing, is_verb, lowered, split, third_person, verb_of,
    with_article,
};

/// A sentence about a function, and how many of its parameters the sentence names.
pub(in crate::dsp) struct Action {
    pub(in crate::dsp) text: String,
    pub(in crate::dsp) told: usize,
}

/// Parameters that are no subject and no object of what is done.
#[rustfmt::skip]
const CIRCUMSTANCES: &[&str] = &[
    "_", "args", "callback", "cb", "config", "context", "ctx", "e", "env", "event", "fn", "next", "opts",
    "options", "params", "props", "req", "request", "res", "settings", "state",
];

/// What things are that a predicate tells from others, sorted.
#[rustfmt::skip]
const KINDS: &[&str] = &[
    "URL", "admin", "array", "bigint", "boolean", "buffer", "class", "component", "constructor", "date", "declaration",
    "directory", "element", "email", "enum", "error", "event", "expression", "file", "folder", "function", "identifier",
    "instance", "integer", "key", "list", "literal", "map", "method", "module", "node", "number", "object", "package", "path",
    "primitive", "promise", "request", "response", "set", "statement", "stream", "string", "symbol", "tag", "token", "tuple",
    "type", "url", "user", "value",
];

/// Whether something is called so that is in a state, at the end of a name.
fn is_state(word: &str) -> bool {
    let known = [
        "active",
        "allowed",
        "available",
        "empty",
        "equal",
        "missing",
        "open",
        "present",
        "ready",
        "valid",
        "visible",
    ];
    known.contains(&word) || word.len() > 4 && ["ed", "able", "ible"].iter().any(|end| word.ends_with(end))
}

/// How something came out.
fn is_outcome(word: &str) -> bool {
    matches!(
        word,
        "completed" | "done" | "ended" | "failed" | "finished" | "started" | "stopped" | "succeeded"
    )
}

/// Parameters that are functions.
const CALLBACKS: &[&str] = &["callback", "cb", "fn", "func", "handler", "hook", "listener"];

/// What the function called `name` does; `None` where its name is no action. `about` are the words of what it belongs
/// to, for a verb without an object.
pub(in crate::dsp) fn action(name: &str, call: &Call<'_>, about: &str) -> Option<Action> {
    // What begins with a capital is made or is a decorator, whatever its first word is.
    let mut words =
        split(name).into_iter().filter(|_| !name.starts_with(char::is_uppercase)).collect::<Vec<_>>();
    if words.first().is_some_and(|it| it == "mk") {
        "make".clone_into(&mut words[0]);
    }
    let first = words.first()?.as_str();
    // `neverDelete`
    if matches!(first, "dont" | "never" | "not") {
        return None;
    }
    if words.len() == 1 {
        return (is_verb(first) && !NOUNS.contains(&first)).then(|| alone(first, call, about));
    }
    // A hook of git.
    if words.len() > 2 && words[..3] == ["prepare", "commit", "msg"] {
        return None;
    }
    // `orderCreateReducer` creates nothing.
    if words.last().is_some_and(|it| it == "reducer") && !is_only_verb(first) {
        return None;
    }
    switched(&words, name, call)
        .or_else(|| filtered(&words, call))
        .or_else(|| open_ended(&words, call))
        .or_else(|| match first {
            "is" | "are" | "was" | "has" | "had" | "have" | "contains" | "includes" | "needs"
            | "supports" | "equals" | "matches" | "allows" | "exists" => {
                if !may_tell(call) || makes_other(call) {
                    return None;
                }
                // What it gives tells it, of what that is given.
                Some(match &call.returned {
                    // A request is not what is asked about.
                    Some(given) => {
                        let asked = if is_handler(given) { Vec::new() } else { given.clone() };
                        plain(predicate(&words, &Call { parameters: asked, ..Call::default() }).text)
                    }
                    None => told_of(predicate(&words, call), call),
                })
            }
            "can" | "should" | "must" | "may" | "will" | "could" if makes_other(call) => None,
            "can" | "should" | "must" | "may" | "will" | "could" => {
                may_tell(call).then(|| wondered(&words, call))
            }
            "does" if let Some(told) = does(&words).filter(|_| may_tell(call)) => Some(plain(told)),
            "does" | "did" if !is_verb(&words[1]) => may_tell(call).then(|| wondered(&words, call)),
            // `doBoundsIntersect`
            "do" if !is_verb(&words[1]) && words[2..].iter().any(|word| is_told(word)) => {
                may_tell(call).then(|| plain(format!("Tells whether {}", words[1..].join(" "))))
            }
            "do" if !is_verb(&words[1]) => Some(plain(format!("Does {}", words[1..].join(" ")))),
            "on" if let Some(("emitter" | "factory" | "runner" | "wrapper", _)) = ends(&words) => None,
            // `onClickHandler`
            "on" if let Some(("callback" | "handler" | "listener", before)) = ends(&words) => {
                Some(led(before, call))
            }
            "on" | "to" | "as" | "from" | "with" | "new" => Some(led(&words, call)),
            // `setToEntries(set)` sets nothing.
            _ if words[1] == "to" && call.parameters.first().is_some_and(|it| *it == first) => {
                conversion(&words, call).map(plain)
            }
            _ => {
                let text = sentence(&words, call)?;
                let told = usize::from(sole(call).is_some_and(|it| text.contains(&it)));
                Some(Action { text, told })
            }
        })
}

/// The last word of three or more, and those before.
fn ends(words: &[String]) -> Option<(&str, &[String])> {
    let (last, before) = words.split_last()?;
    (before.len() > 1).then_some((last.as_str(), before))
}

/// Whether the function that it gives is no check: a thunk, a reducer, what wraps a component or a class, a decorator.
fn makes_other(call: &Call<'_>) -> bool {
    let decorates = ["descriptor", "key", "property", "propertyKey", "propertyName"];
    match call.returned.as_deref() {
        Some(["dispatch", ..] | ["state", "action", ..]) => true,
        Some([_, second, ..]) if decorates.contains(second) => true,
        Some([first, ..]) => first.starts_with(char::is_uppercase),
        _ => false,
    }
}

/// Whether what it gives may be yes or no, as far as its head shows.
pub(super) fn may_tell(call: &Call<'_>) -> bool {
    let kind = call.result.unwrap_or_default();
    let words: Vec<String> = split(kind).iter().map(|it| it.to_lowercase()).collect();
    let is = |known: &[&str]| {
        words.iter().any(|it| known.contains(&it.trim_end_matches(|c: char| c.is_ascii_digit())))
    };
    // `isAdmin(req, res, next)` lets requests through, or does not.
    let lets_through = call.parameters.len() > 2 && call.parameters.last() == Some(&"next");
    !lets_through
        && words.first().is_none_or(|first| first != "callable")
        && (is(&["bool", "boolean"]) || !is(&["float", "int", "number", "str", "string", "uint"]))
}

/// An action whose sentence names no parameter.
fn plain(text: String) -> Action {
    Action { text, told: 0 }
}

/// `getUserById(id)`: what its last word asks for is the first parameter.
fn open_ended(words: &[String], call: &Call<'_>) -> Option<Action> {
    let open = ["at", "by", "for", "from", "in", "into", "of", "on", "to", "with", "without"];
    // `ensureStartsWith(text, start)`: a sentence of its own.
    let clause = |word: &String| word.strip_suffix('s').is_some_and(is_verb);
    // `groupBy(rows)` groups by something else.
    let is_long = words.len() > 2 || words.len() == 2 && !matches!(words[1].as_str(), "by" | "in" | "on");
    let is_open = is_long
        && words.last().is_some_and(|last| open.contains(&last.as_str()))
        && !words[1..].iter().any(clause);
    let subject = subject(call).filter(|_| is_open)?;
    Some(Action { text: format!("{} {subject}", action_of(words, "")?), told: 1 })
}

/// What gives an error where it is not so checks and does not tell.
fn told_of(it: Action, call: &Call<'_>) -> Action {
    let result = call.result.map(str::to_lowercase).unwrap_or_default();
    if result.contains("error") && !result.contains("bool") {
        return Action { text: it.text.replacen("Tells whether", "Checks whether", 1), ..it };
    }
    it
}

/// Parameters that act.
const ACTORS: &[&str] = &[
    "account",
    "actor",
    "currentUser",
    "current_user",
    "member",
    "principal",
    "user",
    "userId",
    "user_id",
    "viewer",
];

/// `doesRepoHaveTags`
fn does(words: &[String]) -> Option<String> {
    let verb = words.iter().skip(2).position(|word| word == "have" || is_only_verb(word))? + 2;
    let does = if words[verb] == "have" { "has".to_owned() } else { third_person(&words[verb]) };
    let (subject, rest) = (words[1..verb].join(" "), words[verb + 1..].join(" "));
    Some(format!("Tells whether {subject} {does} {rest}").trim_end().to_owned())
}

/// `canEdit`
fn wondered(words: &[String], call: &Call<'_>) -> Action {
    let actor = call.parameters.first().filter(|it| ACTORS.contains(it));
    let what = actor.map_or_else(|| "it".to_owned(), |it| quoted(it));
    Action { text: format!("Tells whether {what} {}", words.join(" ")), told: usize::from(actor.is_some()) }
}

/// `isNodeEmpty(node)`
fn predicate(words: &[String], call: &Call<'_>) -> Action {
    let (first, rest) = (words[0].as_str(), words[1..].join(" "));
    let own = call.parameters.first().map(|first| split(first).join(" ")).unwrap_or_default();
    // `isOverBars(bars)`: it is no subject there.
    let loose =
        ["above", "at", "below", "for", "from", "in", "inside", "of", "on", "outside", "over", "within"];
    let part = rest.ends_with(&own) && loose.contains(&words[1].as_str());
    // `isAllowedToDelete(kind)`: what is given is not who may.
    let acts = || call.parameters.first().is_some_and(|it| ACTORS.contains(it));
    let may = matches!(words[1].as_str(), "able" | "allowed" | "authorized" | "permitted") && words.len() > 2;
    let subject = sole(call).filter(|_| !part && (!may || acts()));
    let told = usize::from(subject.is_some());
    if let Some(told) = state_of(words, told, &own) {
        return told;
    }
    // The subject is named once.
    let state =
        rest.strip_prefix(&own).and_then(|rest| rest.strip_prefix(' ')).filter(|_| told > 0).unwrap_or(&rest);
    let last = state.rsplit(' ').next().unwrap_or_default();
    let noun =
        matches!(first, "is" | "was") && (KINDS.binary_search(&last).is_ok() || names_kind(call, last));
    let state = if noun { with_article(state) } else { state.to_owned() };
    let it = subject.as_deref().unwrap_or(if first == "are" { "they" } else { "it" });
    Action { text: format!("Tells whether {it} {first} {state}"), told }
}

/// What begins with a word that is no verb and says what happens all the same.
fn led(words: &[String], call: &Call<'_>) -> Action {
    let (first, rest) = (words[0].as_str(), words[1..].join(" "));
    let given = call.parameters.first().copied();
    let (text, told) = match first {
        "on" => match given.filter(|it| CALLBACKS.contains(it)) {
            Some(callback) => (format!("Runs {} on {rest}", quoted(callback)), 1),
            None => (format!("Handles {rest}"), 0),
        },
        // `toHaveLength(list, size)`: what is expected of something.
        "to" if EXPECTED.contains(&words[1].as_str()) => {
            (format!("Matcher of tests: expects {}", words.join(" ")), 0)
        }
        "to" | "as" => match subject(call) {
            Some(it) => (format!("Converts {it} to {rest}"), 1),
            None => (format!("Converts to {rest}"), 0),
        },
        "with" => {
            let what = given.filter(|it| !call.destructured && it.len() > 1);
            let given = what.map_or_else(|| "what it is given".to_owned(), quoted);
            (format!("Wraps {given} with {rest}"), usize::from(what.is_some()))
        }
        // `NewFromString`
        "new" if ["by", "from", "in", "of", "with"].contains(&words[1].as_str()) => {
            (format!("Makes one {rest}"), 0)
        }
        "new" => (format!("Makes a new {rest}"), 0),
        _ => (format!("Converts from {rest}"), 0),
    };
    Action { text, told }
}

/// What follows `to` in the names of matchers of tests.
const EXPECTED: &[&str] = &["be", "have"];

/// `hideChangesEnabled`: whether something is to be done.
fn switched(words: &[String], name: &str, call: &Call<'_>) -> Option<Action> {
    let last = words.last().filter(|_| words.len() > 2 && is_only_verb(&words[0]))?;
    let what = ["Enabled", "Disabled"].iter().find_map(|end| name.strip_suffix(end))?;
    // What gets, ensures or handles tells nothing by that.
    let acts = ["apply", "assert", "ensure", "fetch", "get", "handle", "read", "require", "set"];
    let is_promised = call.result.is_none_or(|it| it.to_lowercase().contains("bool"));
    (is_promised && !acts.contains(&words[0].as_str()))
        .then(|| plain(format!("Tells whether {} is {last}", quoted(what))))
}

/// What begins with a verb, or with a word that says how, or says otherwise what is done.
fn sentence(words: &[String], call: &Call<'_>) -> Option<String> {
    match words[0].as_str() {
        // `syncFinished`: a thing, and what became of it.
        first if words.len() == 2 && is_outcome(&words[1]) && !is_only_verb(first) => None,
        // `query_debugger` debugs.
        first if words.len() == 2 && words[1] == "debugger" && !is_only_verb(first) => None,
        "try" if is_verb(&words[1]) => Some(format!("Tries to {}", words[1..].join(" "))),
        "do" | "perform" | "internal" => action_of(&words[1..], ""),
        "safe" => action_of(&words[1..], "safely "),
        "deep" => action_of(&words[1..], "deeply "),
        "auto" => action_of(&words[1..], "automatically "),
        "lazy" => action_of(&words[1..], "lazily "),
        "force" => action_of(&words[1..], "forcibly "),
        "graceful" => action_of(&words[1..], "gracefully "),
        "maybe" => action_of(&words[1..], "maybe "),
        how if how.ends_with("ly") && !NO_ADVERBS.contains(&how) && is_verb(&words[1]) => {
            action_of(&words[1..], &format!("{how} "))
        }
        // `redirectToPath`
        first if words.len() > 2 && words[1] == "to" && is_verb(first) => {
            Some(capitalised(&format!("{} {}", third_person(first), words[1..].join(" "))))
        }
        _ => action_of(words, "")
            .or_else(|| conversion(words, call))
            .or_else(|| result(words, call))
            .or_else(|| agent(words))
            .or_else(|| said_of_many(words, call))
            .or_else(|| prefixed(words, call))
            .or_else(|| inner_predicate(words))
            .or_else(|| derivation(words)),
    }
}

/// What ends like an adverb and is none.
const NO_ADVERBS: &[&str] =
    &["apply", "assembly", "family", "fly", "multiply", "only", "poly", "reply", "supply"];

/// `isPluginLoaded(key)`: what stands between is the subject, where no parameter is called so.
fn state_of(words: &[String], told: usize, own: &str) -> Option<Action> {
    let (last, between) = words[1..].split_last().filter(|(_, between)| !between.is_empty())?;
    let subject = between.join(" ");
    let adverb = between[0].ends_with("ly")
        || matches!(between[0].as_str(), "all" | "already" | "any" | "being" | "not");
    // `isJSONSerializable(value)`: a format is in no state.
    let is_format = matches!(subject.as_str(), "CSV" | "HTML" | "JSON" | "URI" | "URL" | "XML" | "YAML")
        && matches!(
            last.as_str(),
            "encoded" | "escaped" | "formatted" | "parsable" | "serializable" | "serialized"
        );
    let is_own = told > 0 && subject == own || is_format;
    (matches!(words[0].as_str(), "is" | "are" | "was") && is_state(last) && !adverb && !is_own)
        .then(|| Action { text: format!("Tells whether {subject} {} {last}", words[0]), told: 0 })
}

/// Whether the type that a predicate tells of is called by the word.
fn names_kind(call: &Call<'_>, word: &str) -> bool {
    let kind = call.predicate.and_then(|it| it.split(['<', '[', ' ']).next()).unwrap_or_default();
    split(kind).last().is_some_and(|last| last.eq_ignore_ascii_case(word))
}

/// Of the verbs that name things too, those that alone are as likely what is given.
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "cache", "group", "link", "list", "order", "place", "position", "post", "process", "proxy", "query", "queue", "record",
    "report", "request", "route", "store",
];

/// Of the verbs that name things too, those that are nearly always meant as verbs.
#[rustfmt::skip]
const MOSTLY: &[&str] = &[
    "build", "change", "check", "cleanup", "copy", "export", "format", "highlight", "import", "install", "join", "load", "match",
    "move", "open", "pause", "pick", "refresh", "replace", "reset", "set", "show", "sort", "split", "start", "stop", "switch",
    "throw", "toggle", "track", "transform", "trigger", "update", "upload", "visit", "wait", "watch", "wrap",
];

/// Whether the word is meant as a verb where it could be a noun.
pub(super) fn is_mostly_verb(word: &str) -> bool {
    MOSTLY.contains(&word)
}

/// Verbs that say what is done with another one.
const LEADS: &[&str] = &["call", "retry", "schedule", "test", "try"];

/// `processing`, but not `warning`, which is a thing, or `pending`, a state.
fn is_gerund(word: &str) -> bool {
    let Some(stem) = word.strip_suffix("ing") else { return false };
    !["existing", "following", "missing", "setting", "warning"].contains(&word)
        && (is_verb(stem) || is_verb(&format!("{stem}e")))
}

fn action_of(words: &[String], adverb: &str) -> Option<String> {
    let (verb, rest) = words.split_first().filter(|(verb, _)| is_verb(verb))?;
    // `queryOptions` are options.
    // `queryBuilderOptions` too.
    let compound = || {
        rest.first().is_some_and(|second| verb_of(second).is_some())
            || rest.last().is_some_and(|last| is_thing(last))
    };
    let is_sure = is_only_verb(verb) || is_mostly_verb(verb);
    if !is_sure && compound() {
        return None;
    }
    if let ([other], false) = (rest, is_sure) {
        // `queryEscape`; in `retryFetch` the first is the verb.
        if is_only_verb(other) && !LEADS.contains(&verb.as_str()) {
            return Some(capitalised(&format!("{adverb}{} {verb}", third_person(other))));
        }
        // `linkProcessing`
        if is_gerund(other) {
            return None;
        }
    }
    let (second, tail) = rest.split_first().map_or(("", rest), |(second, tail)| (second.as_str(), tail));
    let text = format!("{adverb}{}", third_person(verb));
    if matches!(second, "and" | "or") && tail.first().is_some_and(|verb| is_verb(verb)) {
        let text = format!("{text} {second} {}", third_person(&tail[0]));
        return Some(capitalised(&with_words(text, &tail[1..])));
    }
    if let [only @ ("for" | "if" | "else" | "on" | "once" | "of" | "in")] =
        rest.iter().map(String::as_str).collect::<Vec<_>>()[..]
    {
        // `signIn`
        let is_phrasal = matches!(
            (verb.as_str(), only),
            ("check" | "log" | "opt" | "plug" | "sign" | "zoom", "in") | ("log" | "turn", "on")
        );
        let only = if is_phrasal { only.to_owned() } else { quoted(only) };
        return Some(capitalised(&format!("{text} {only}")));
    }
    Some(capitalised(&with_words(text, rest)))
}

fn with_words(text: String, words: &[String]) -> String {
    let mut joins = false;
    words.iter().fold(text, |text, word| {
        // `ensureValidOrThrow`
        let verb = std::mem::replace(&mut joins, matches!(word.as_str(), "and" | "or"))
            && (is_only_verb(word) || is_mostly_verb(word));
        text + " " + if verb { third_person(word) } else { word.clone() }.as_str()
    })
}

/// `ssrRenderList`, `jsxEscape`
fn prefixed(words: &[String], call: &Call<'_>) -> Option<String> {
    let (prefix, rest) =
        words.split_first().filter(|(_, rest)| !rest.is_empty() && is_only_verb(&rest[0]))?;
    // `fileSave`; of `httpGet` the first is no object.
    let plain = prefix.chars().all(char::is_lowercase) && !is_verb(prefix) && !call.parameters.is_empty();
    if let ([verb], true) = (rest, plain) {
        // `klaviyoSubscribe(email)`: what is given is another thing than that which stands before the verb.
        let told = match sole(call).filter(|it| it.trim_matches('`') != prefix.as_str()) {
            Some(object) if !is_intransitive(verb) && KINDS.binary_search(&prefix.as_str()).is_err() => {
                format!("{} {object} ({prefix})", third_person(verb))
            }
            _ => format!("{} {prefix}", third_person(verb)),
        };
        return Some(capitalised(&told));
    }
    Some(format!("{} ({prefix})", action_of(rest, "")?))
}

/// `hubDownloader(): Downloader` is called by what it gives, and downloads nothing.
fn result(words: &[String], call: &Call<'_>) -> Option<String> {
    let last = words.last().filter(|last| words.len() > 1 && verb_of(last).is_some())?;
    let kind = split(call.result?);
    kind.last()
        .is_some_and(|it| it.eq_ignore_ascii_case(last))
        .then(|| format!("Gives the {}", words.join(" ")))
}

/// `urlValidator`, `clientFactory`
fn agent(words: &[String]) -> Option<String> {
    let (last, rest) = words.split_last().filter(|(_, rest)| !rest.is_empty())?;
    let object = rest.join(" ");
    if last == "factory" {
        return Some(format!("Makes {}", with_article(&object)));
    }
    if last == "logger" {
        return Some(format!("Logger ({object})"));
    }
    if last == "decorator" {
        return Some(format!("Decorator for {object}"));
    }
    let text = third_person(&verb_of(last)?);
    Some(capitalised(&format!("{text} {object}")))
}

/// Last words of names of what does what the words before them say.
#[rustfmt::skip]
const DOERS: &[&str] = &[
    "button", "codemod", "command", "dialog", "form", "interceptor", "job", "link", "menu", "middleware", "modal", "mutation",
    "plugin", "processor", "request", "rule", "script", "step", "strategy", "task", "transform", "use case", "visitor", "worker",
];

/// `CleanupOldFilesTask` is a task that cleans up old files: the words of a name that are a sentence and who does it.
pub(in crate::dsp) fn doer(words: &str) -> Option<String> {
    let who = DOERS.iter().find(|who| words.strip_suffix(**who).is_some_and(|rest| rest.ends_with(' ')))?;
    let rest: Vec<String> = words[..words.len() - who.len()].split_whitespace().map(str::to_owned).collect();
    let verb = rest.first().filter(|verb| is_only_verb(verb) || rest.len() > 1 && is_mostly_verb(verb));
    let told = action_of(&rest, "").filter(|_| verb.is_some() && rest.len() > 1)?;
    Some(format!("{} that {}", capitalised(who), lowered(&told)))
}

/// `polygonIncludesPoint`
fn inner_predicate(words: &[String]) -> Option<String> {
    let tells = [
        "contains",
        "equals",
        "exceeds",
        "exists",
        "has",
        "includes",
        "intersects",
        "is",
        "matches",
        "overlaps",
    ];
    let found = words.iter().skip(1).any(|word| tells.contains(&word.as_str()));
    found.then(|| format!("Tells whether {}", words.join(" ")))
}

/// What several things do that a predicate tells.
fn is_told(word: &str) -> bool {
    let told =
        ["are", "contain", "differ", "equal", "exist", "have", "include", "intersect", "match", "overlap"];
    told.contains(&word)
}

/// `rangesOverlap`, `groupsAreOutOfFrame`
fn said_of_many(words: &[String], call: &Call<'_>) -> Option<String> {
    let at = words.iter().skip(1).position(|word| is_told(word))?;
    let is_many = words[at].ends_with('s') && !words[at].ends_with("ss");
    // `linesIntersectAt` gives where.
    let is_open = words.last().is_some_and(|last| matches!(last.as_str(), "at" | "by" | "for"));
    (is_many && !is_open && may_tell(call)).then(|| format!("Tells whether {}", words.join(" ")))
}

/// `vectorFromPoint`
fn derivation(words: &[String]) -> Option<String> {
    let at = words.iter().position(|word| word == "from").filter(|at| *at > 0 && at + 1 < words.len())?;
    let what = words[..at].join(" ");
    Some(format!("Makes {} from {}", with_article(&what), words[at + 1..].join(" ")))
}

/// `hexToRgb`
fn conversion(words: &[String], call: &Call<'_>) -> Option<String> {
    let at = words.iter().position(|word| word == "to").filter(|at| *at > 0 && at + 1 < words.len())?;
    // `downloadCanvasToImage()` is given nothing that it could convert.
    if at > 1 && is_verb(&words[0]) && call.parameters.is_empty() {
        return Some(capitalised(&format!("{} {}", third_person(&words[0]), words[1..].join(" "))));
    }
    // `streamToNull` makes nothing of it.
    let is_nothing = matches!(words[at + 1].as_str(), "nothing" | "null" | "undefined" | "void");
    (!is_nothing).then(|| format!("Converts {} to {}", words[..at].join(" "), words[at + 1..].join(" ")))
}

/// A name that is a verb alone: what it is given is its object.
fn alone(verb: &str, call: &Call<'_>, about: &str) -> Action {
    if let Some(text) = named_elsewhere(verb, about) {
        return Action { text, told: 0 };
    }
    let text = capitalised(&third_person(verb));
    // `request(method, url)`: a noun as well, and what it is given need not be its object.
    let sure = is_only_verb(verb) || is_mostly_verb(verb);
    // `load(app)`: into it.
    let into = verb == "load"
        && matches!(call.parameters.first(), Some(&("app" | "bot" | "program" | "router" | "server" | "vm")));
    match sole(call).filter(|_| sure && !into && !is_intransitive(verb) && !OF_ELSE.contains(&verb)) {
        // What is done is done to what goes by it.
        Some(object) if LOOKING_UP.contains(&verb) && is_key(object.trim_matches('`')) => {
            Action { text: format!("{text} by {object}"), told: 1 }
        }
        Some(object) => Action { text: format!("{text} {object}"), told: 1 },
        None if about.is_empty() || about == verb => Action { text, told: 0 },
        // `normalize` of `normalize-args.ts`
        None if let Some(rest) = about.strip_prefix(verb).and_then(|rest| rest.strip_prefix(' '))
            && !rest.rsplit(' ').next().is_some_and(|last| HOLLOW.contains(&last)) =>
        {
            Action { text: format!("{text} {rest}"), told: 0 }
        }
        None => Action { text: format!("{text} ({about})"), told: 0 },
    }
}

/// Verbs of what is done to that which goes by what is given.
const LOOKING_UP: &[&str] = &[
    "delete", "destroy", "drop", "fetch", "find", "get", "load", "lookup", "query", "read", "remove",
    "restore", "retrieve", "select", "show", "update",
];

/// Whether a parameter only says which one is meant.
fn is_key(parameter: &str) -> bool {
    matches!(parameter, "id" | "ids" | "key" | "slug" | "uuid")
        || parameter.strip_suffix("Id").is_some_and(|it| !it.is_empty())
        || parameter.strip_suffix("_id").is_some_and(|it| !it.is_empty())
}

/// `filter_search(qs, value)`: what is filtered is given, and the name says by what.
fn filtered(words: &[String], call: &Call<'_>) -> Option<Action> {
    let [given @ ("qs" | "queryset"), _, ..] = call.parameters[..] else { return None };
    let by = words.strip_prefix(&["filter".to_owned()])?.join(" ");
    let by = ["qs ", "queryset ", "by ", "for ", "where "]
        .iter()
        .fold(by.as_str(), |by, word| by.strip_prefix(word).unwrap_or(by));
    let says = !matches!(by, "" | "by" | "in" | "out" | "qs" | "queryset" | "where");
    says.then(|| Action { text: format!("Filters {} by {by}", quoted(given)), told: 1 })
}

/// Of what is only said to run, what its file or its class is called by: `run` of `send-mail.handler.ts` sends mail.
fn named_elsewhere(verb: &str, about: &str) -> Option<String> {
    let words: Vec<String> = about.split(' ').map(str::to_owned).collect();
    let rest = words.split_last().filter(|(last, _)| DOERS.contains(&last.as_str()) || *last == "handler");
    let words = rest.map_or(&words[..], |(_, rest)| rest);
    let runs = matches!(verb, "execute" | "handle" | "invoke" | "perform" | "run");
    let acts = words.len() > 1 && (is_only_verb(&words[0]) || rest.is_some() && is_mostly_verb(&words[0]));
    if runs && acts { action_of(words, "") } else { None }
}

/// Last words of names of files that are no objects of what these do.
const HOLLOW: &[&str] =
    &["fn", "function", "functions", "helper", "helpers", "lib", "middleware", "util", "utility", "utils"];

/// Verbs whose object need not be what they are given: `build(options)`, `register(app)`.
#[rustfmt::skip]
const OF_ELSE: &[&str] = &[
    "apply", "attach", "build", "construct", "create", "define", "derive", "generate", "install", "instantiate",
    "instrument", "make", "mount", "produce", "register",
];

/// Where things are looked for or told, and never what is told of them.
const HOSTS: &[&str] = &["conn", "db", "fs", "host", "lg", "log", "logger", "tree", "tx"];

/// The first parameter, where nothing else is given that the function may be about.
fn sole(call: &Call<'_>) -> Option<String> {
    let (first, others) = call.parameters.split_first()?;
    let is_sole = !HOSTS.contains(first) && others.iter().all(|it| CIRCUMSTANCES.contains(it));
    subject(call).filter(|_| is_sole)
}

/// The first parameter, where it is what the function is about.
fn subject(call: &Call<'_>) -> Option<String> {
    let first = call.parameters.first().filter(|_| !call.destructured)?;
    let subject = first.trim_start_matches('_');
    (subject.len() > 1 && !CIRCUMSTANCES.contains(&subject)).then(|| quoted(first))
}

#[cfg(test)]
mod tests {
    use super::super::signature::call;
    use super::*;

    fn check(signature: &str, expected: &str) {
        let name = signature.split('(').next().unwrap_or_default();
        let told = action(name, &call(signature), "user settings").map(|it| it.text);
        assert_eq!(told.as_deref().unwrap_or("-"), expected, "{signature}");
    }

    #[test]
    fn kinds_are_sorted() {
        assert!(KINDS.is_sorted());
    }

    #[test]
    fn names_are_sentences() {
        check("parseConfigFile(path)", "Parses config file");
        check("isPlainObject(value)", "Tells whether `value` is a plain object");
        check("IsValidRules(rules string) *locale.LocalizedError", "-");
        check("isValidRules(): RulesError | undefined", "Checks whether it is valid rules");
        check("isValidRules(): Result<bool, Error>", "Tells whether it is valid rules");
        check("isExecaError(error)", "Tells whether `error` is an execa error");
        check("isOverScrollBars(scrollBars, x)", "Tells whether it is over scroll bars");
        check("urlValidator(url)", "Validates URL");
        check("newFromString(text)", "Makes one from string");
        check("newStore(text)", "Makes a new store");
        check("clientFactory()", "Makes a client");
        check("isPluginLoaded(pluginKey)", "Tells whether plugin is loaded");
        check("isFullyLoaded(plugin)", "Tells whether `plugin` is fully loaded");
        check("isSet(target: any): target is AnySet", "Tells whether `target` is a set");
        check("isGroup(target: any): target is Group<A>", "Tells whether `target` is a group");
        check("hasAccess()", "Tells whether it has access");
        check("doesRepoHaveAnyTags()", "Tells whether repo has any tags");
        check("canEdit(user)", "Tells whether `user` can edit");
        check("canEdit(post)", "Tells whether it can edit");
        check("isAllowedToDelete(kind)", "Tells whether it is allowed to delete");
        check("isAllowedToDelete(user)", "Tells whether `user` is allowed to delete");
        check("onClick(event)", "Handles click");
        check("isJSONSerializable(value)", "Tells whether `value` is JSON serializable");
        check("onClickHandler(event)", "Handles click");
        check("onMounted(hook)", "Runs `hook` on mounted");
        check("neverDelete(it)", "-");
        check("dontSendToServer(it)", "-");
        check("toCamelCase(text)", "Converts `text` to camel case");
        check("hexToRGB(hex)", "Converts hex to RGB");
        check("setToEntries(set)", "Converts set to entries");
        check("downloadCanvasToImage()", "Downloads canvas to image");
        check("redirectToPath(path)", "Redirects to path");
        check("format(date, options)", "Formats `date`");
        check("load()", "Loads (user settings)");
        check("getOrCreateUser(id)", "Gets or creates user");
        check("ensureRoleOrThrow(user)", "Ensures role or throws");
        check("query(text)", "-");
        check("tryParse(text)", "Tries to parse");
        check("safeParse(text)", "Safely parses");
        check("ssrRenderList(items)", "Renders list (SSR)");
        check("polygonIncludesPoint(point)", "Tells whether polygon includes point");
        check("genCode(node)", "Generates code");
        check("jsxEscape(value)", "Escapes (JSX)");
        check("fileSave(blob)", "Saves file");
        check("transformOn(node)", "Transforms `on`");
        check("signIn(user)", "Signs in");
        check("hideChangesEnabled(state)", "Tells whether `hideChanges` is enabled");
        check("getMailEnabled(state)", "Gets mail enabled");
        check("queryBuilderParameters(file)", "-");
        check("formatComponentName(instance)", "Formats component name");
        check("queryOptions(options)", "-");
        check("queryEscape(text)", "Escapes query");
        check("cacheInit(x)", "Initializes cache");
        check("linkProcessing(interval)", "-");
        check("logWarning(text)", "Logs warning");
        check("processPending(jobs)", "Processes pending");
        check("retryFetch(url)", "Retries fetch");
        check("load(app)", "Loads (user settings)");
        check("hubDownloader(ctx): Downloader", "Gives the hub downloader");
        check("userName(user)", "-");
        check("toHaveLength(list, size)", "Matcher of tests: expects to have length");
        check("x()", "-");
        check("ensureStartsWith(text, start)", "Ensures starts with");
        check("getUsersAt(path, time)", "Gets users at `path`");
        check("mask(method, url)", "Masks (user settings)");
        // Of several things that are given the first need not be the object.
        check("encrypt(key, text)", "Encrypts (user settings)");
        check("register(router)", "Registers (user settings)");
        check("isLib(host, options)", "Tells whether it is lib");
        check("hasAccess(model, user)", "Tells whether it has access");
        check("syncFinished(at)", "-");
        check("deferToConnect(socket, fn)", "Defers to connect");
        check("redrawTextBox(box)", "Redraws text box");
        check("designSystem(box)", "-");
        check("iterSysPath()", "Iterates over sys path");
        check("safelyParseJSON(text)", "Safely parses JSON");
        check("maybeHandleDrag(app)", "Maybe handles drag");
        check("applyFilter(list)", "Applies filter");
        check("multiplyScale(a)", "Multiplies scale");
        check("rangesOverlap(a, b)", "Tells whether ranges overlap");
        check("rangesOverlap(a, b): number", "-");
        check("groupsAreOutOfFrame(ids)", "Tells whether groups are out of frame");
        check("doBoundsIntersect(a, b)", "Tells whether bounds intersect");
        check("linesMatchAt(a, b)", "-");
        check("setsIntersect(a, b)", "Tells whether sets intersect");
        check("vectorFromPoint(point)", "Makes a vector from point");
        check("injectDecorator()", "Injects decorator");
        check("wsInjectDecorator()", "Decorator for ws inject");
    }
}
