//! What a value begins as: what stands behind its `=`, taken apart. Pure; like signatures it may be cut at its end.

use resolvers::facts::{AT_ONCE, FUNCTION_AT_ONCE};

use super::declared::Declared;
use super::signature::{self, Call};
use super::words::{is_thing, split};
use super::{clean, few, graphql, quoted, quoted_code};

/// What Vue calls the parts of a component or mixin.
const VUE_OPTIONS: &[&str] = &[
    "activated",
    "beforeCreate",
    "beforeDestroy",
    "beforeMount",
    "beforeUnmount",
    "beforeUpdate",
    "components",
    "computed",
    "created",
    "data",
    "deactivated",
    "destroyed",
    "directives",
    "emits",
    "extends",
    "filters",
    "inheritAttrs",
    "inject",
    "methods",
    "mixins",
    "mounted",
    "name",
    "props",
    "provide",
    "render",
    "setup",
    "unmounted",
    "updated",
    "watch",
];

/// What stands behind the `=`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Initial<'s> {
    /// An object with these keys.
    Held(Vec<&'s str>),
    /// A list of objects; the first one has these keys.
    Rows(Vec<&'s str>),
    /// A list of these items.
    Listed(Vec<&'s str>),
    /// What `callee` (with `new`, if so) makes of what it is given.
    Made { callee: &'s str, given: Vec<&'s str> },
    /// A literal, or another name.
    Plain(&'s str),
}

/// How many of the things are told that a call is given.
const MOST_GIVEN: usize = 3;
/// How many keys of the objects of a list are told.
const MOST_COLUMNS: usize = 8;

/// `` : a list of objects with `a`, `b` ('x', 'y'), some with `c` ``: the keys with what all of the objects hold there, after
/// a colon.
fn of_rows(keys: &[&str]) -> String {
    let (some, all): (Vec<&str>, Vec<&str>) =
        keys.iter().take(MOST_COLUMNS).partition(|key| key.ends_with('?'));
    let told = all.into_iter().map(|key| match key.split_once(": ") {
        Some((key, held)) if held.contains(" | ") && held.split(" | ").all(signature::is_closed) => {
            format!("{} ({})", quoted(key), held.replace('`', "'").replace(" | ", ", "))
        }
        _ => quoted(key),
    });
    let told = told.collect::<Vec<_>>().join(", ");
    let some = some.into_iter().map(|key| quoted(key.trim_end_matches('?'))).collect::<Vec<_>>().join(", ");
    let more = if keys.len() > MOST_COLUMNS { ", …" } else { "" };
    match (told.is_empty(), some.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!(": a list of objects with {told}{more}"),
        (true, false) => format!(": a list of objects, some with {some}{more}"),
        (false, false) => format!(": a list of objects with {told}, some with {some}{more}"),
    }
}

/// The environment variable that `callee` is given to read.
fn of_environment<'s>(callee: &str, given: &[&'s str]) -> Option<&'s str> {
    let reads = ["environ.get", "getenv", "os.Getenv", "os.environ.get", "os.getenv"];
    let name = given.first().filter(|_| reads.contains(&callee))?;
    let quote = name.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    name.strip_prefix(quote)?.strip_suffix(quote).filter(|it| !it.contains(quote))
}

/// The holder and the name of the environment variable that `value` is and nothing else: `process.env.PORT`.
fn variable(value: &str) -> Option<(&'static str, &str)> {
    let holder = ENVIRONMENTS.iter().find(|holder| value.starts_with(**holder))?;
    let name = &value[holder.len()..];
    let is_name = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    (name.len() > 1 && is_name).then_some((holder.trim_end_matches('.'), name))
}

/// Which of two values it is by what an environment variable says: `rest` is `=== 'production' ? 'https' : 'http'`.
fn chosen_by(variable: &str, sign: &str, rest: &str) -> Option<String> {
    let rest = rest.strip_prefix(sign)?;
    let question = signature::find_top(rest, 0, |rest| rest.starts_with(" ? "))?;
    let behind = &rest[question + 3..];
    let colon = signature::find_top(behind, 0, |rest| rest.starts_with(" : "))?;
    let (yes, no) = (behind[..colon].trim(), behind[colon + 3..].trim());
    let told = |it: &str| quoted(&clean(&it.replace('`', "'"), 60));
    let is_whole = signature::is_whole(yes) && signature::is_whole(no) && !no.contains(" ? ");
    let is = if sign.starts_with('=') { "is" } else { "is not" };
    is_whole.then(|| {
        let test = told(rest[..question].trim());
        format!(
            "{} if the environment variable {} {is} {test}, else {}",
            told(yes),
            quoted(variable),
            told(no)
        )
    })
}

/// Of several values, one of which is read from the environment, the first that there is: `a || process.env.B || 'c'`.
fn first_of_several(value: &str) -> Option<(&'static str, String)> {
    let sign = [" || ", " ?? "].into_iter().find(|sign| value.matches(sign).count() > 1)?;
    let mut parts = Vec::new();
    let mut rest = value;
    while let Some(at) = signature::find_top(rest, 0, |rest| rest.starts_with(sign)) {
        parts.push(rest[..at].trim());
        rest = &rest[at + sign.len()..];
    }
    parts.push(rest.trim());
    parts.retain(|part| !["null", "undefined"].contains(part));
    let (holder, _) = parts.iter().find_map(|part| variable(part))?;
    let told = |part: &&str| match variable(part) {
        Some((_, name)) => Some(format!("the environment variable {}", quoted(name))),
        None => signature::is_whole(part).then(|| quoted(&clean(&part.replace('`', "'"), 60))),
    };
    let told: Option<Vec<String>> = parts.iter().map(told).collect();
    Some((holder, format!("the first there is of {}", told?.join(", "))))
}

/// What is made by functions that everybody knows.
#[rustfmt::skip]
const KNOWN: &[(&str, &str)] = &[
    ("ContextVar", "a variable of the context"), ("ParamSpec", "a type variable for parameters"),
    ("Symbol", "a symbol"), ("Symbol.for", "a symbol"), ("TypeVar", "a type variable"), ("new AbortController", "an abort controller"),
    ("new AsyncLocalStorage", "storage that follows asynchronous calls"), ("new Date", "a date"),
    ("new EventEmitter", "an event emitter"), ("new Map", "a map"), ("new Proxy", "a proxy"),
    ("new RegExp", "a regular expression"), ("new Set", "a set"), ("new TextDecoder", "decodes bytes to text"),
    ("new TextEncoder", "a text encoder"), ("new WeakMap", "a weak map"), ("new WeakSet", "a weak set"),
];
/// A longer piece of code is not read at a glance, in bytes.
const LONGEST_CODE: usize = 120;
/// What holds the variables of the environment.
const ENVIRONMENTS: &[&str] = &["Bun.env.", "env.", "import.meta.env.", "process.env."];
/// Functions that give what they are given.
const THROUGH: &[&str] = &["Object.freeze", "Object.seal", "markRaw", "readonly"];

impl Declared<'_> {
    /// The text or the number that it is, where that is short.
    pub(super) fn short_value(&self) -> Option<String> {
        self.plain_value().map(quoted)
    }

    /// The same as it is written.
    pub(super) fn plain_value(&self) -> Option<&str> {
        match self.initial()? {
            Initial::Plain(value)
                if value.len() <= LONGEST_SHORT
                    && !value.contains('`')
                    && (value.starts_with(['"', '\''])
                        || value.starts_with(|c: char| c.is_ascii_digit())) =>
            {
                Some(value)
            }
            _ => None,
        }
    }
}

/// A longer value is no short one, in bytes.
const LONGEST_SHORT: usize = 60;

impl<'s> Initial<'s> {
    /// Of the value whose head this is; one without a name of its own has a head that is its value.
    pub(super) fn of(signature: &'s str, nameless: bool) -> Option<Self> {
        let value = signature::value(signature).or(Some(signature).filter(|it| nameless && !it.is_empty()))?;
        Some(Self::read(value))
    }

    /// The keys of the object that a call is given first.
    pub(super) fn options(&self) -> Vec<&'s str> {
        match self {
            Self::Made { given, .. } => given.first().map(|it| signature::held(it)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// What a call is given that is all that another one is given: `{ a }` of `one(other({ a }))`.
    pub(super) fn innermost(self) -> Self {
        match self {
            Self::Made { given, .. }
                if let [only] = given[..]
                    && only.ends_with(')') =>
            {
                Self::read(only).innermost()
            }
            it => it,
        }
    }

    fn read(value: &'s str) -> Self {
        if value.starts_with('{') {
            let mut keys = signature::held(value);
            // The head was cut.
            if !keys.is_empty() && !value.ends_with('}') {
                keys.push("…");
            }
            return Self::Held(keys);
        }
        // `['a', 'b'].join('-')` is no list.
        let whole = value.strip_prefix('[').and_then(|rest| {
            let end = signature::find_top(rest, 0, |rest| rest.starts_with(']'))?;
            Some(rest[end + 1..].trim_start())
        });
        if whole.is_some_and(|rest| rest.starts_with(['.', '[', '?'])) {
            return Self::Plain(value);
        }
        if let Some(inside) = value.strip_prefix("[{") {
            let close = signature::find_top(inside, 0, |rest| rest.starts_with('}'));
            return Self::Rows(signature::held(&value[1..close.map_or(value.len(), |at| at + 3)]));
        }
        if let Some(items) = value.strip_prefix('[') {
            // `[a] + B` is more than the list.
            let end = signature::find_top(items, 0, |rest| rest.starts_with(']'));
            let grows = end.is_some_and(|at| items[at + 1..].trim_start().starts_with('+'));
            return if grows { Self::Plain(value) } else { Self::Listed(list_parts(items)) };
        }
        let end = value.find(['(', '`']).filter(|at| *at > 0 && !value.starts_with(['\'', '"', '/']));
        let Some(end) = end else { return Self::Plain(value) };
        let callee = &value[..end];
        // `a(b) || c` is more than the call.
        let close = signature::find_top(&value[end + 1..], 0, |rest| rest.starts_with(')'));
        if close.is_some_and(|at| value[end + 1 + at + 1..].starts_with(' ')) {
            return Self::Plain(value);
        }
        if !callee.trim_start_matches("new ").chars().all(|c| c.is_alphanumeric() || "_$.".contains(c)) {
            return Self::Plain(value);
        }
        // What is called of a module without a name is not the module.
        if callee == "require" && close.is_some_and(|at| end + 1 + at + 1 < value.len()) {
            return Self::Plain(value);
        }
        let given = given(&value[end..]);
        match given.first().filter(|_| THROUGH.contains(&callee)) {
            Some(inner) => Self::read(inner),
            None => Self::Made { callee, given },
        }
    }

    /// Of a value that is read from the environment, as `process.env.PORT ?? 3000` is: what holds the environment, and
    /// what the value is.
    pub(super) fn environment(&self) -> Option<(&'s str, String)> {
        let (Self::Plain(value) | Self::Made { callee: value, .. }) = self else { return None };
        if let Some(told) = first_of_several(value) {
            return Some(told);
        }
        let holder = ENVIRONMENTS.iter().find(|holder| value.starts_with(**holder))?;
        let rest = &value[holder.len()..];
        let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'));
        let (variable, rest) = rest.split_at(end.unwrap_or(rest.len()));
        let rest = rest.trim_start_matches('!').trim();
        let (sign, other) = rest.split_once(' ').unwrap_or((rest, ""));
        let other = Some(other.trim()).filter(|it| signature::is_whole(it) && !it.is_empty());
        let other = || other.map(|it| quoted(&clean(&it.replace('`', "'"), 60)));
        let told = match sign {
            _ if variable.len() < 2 => return None,
            "" => format!("what the environment variable {} says", quoted(variable)),
            "??" | "||" => format!("what the environment variable {} says or {}", quoted(variable), other()?),
            "==" | "===" | "!=" | "!==" if let Some(told) = chosen_by(variable, sign, rest) => told,
            "==" | "===" => format!("whether the environment variable {} is {}", quoted(variable), other()?),
            "!=" | "!==" => {
                format!("whether the environment variable {} is not {}", quoted(variable), other()?)
            }
            _ => return None,
        };
        Some((holder.trim_end_matches('.'), told))
    }

    /// What the function that makes it is called, without `new`.
    pub(super) fn callee(&self) -> Option<&'s str> {
        match self {
            Self::Made { callee, .. } => Some(callee.trim_start_matches("new ")),
            _ => None,
        }
    }

    /// Whether the options of a component of Vue are handed to a function that is called after what it makes:
    /// `genericComponent({ name: 'Card', setup() {} })`.
    pub(super) fn makes_vue_component(&self) -> bool {
        let Self::Made { callee, given } = self else { return false };
        let key = |it: &'s str| it.split([':', '(', '.']).next().unwrap_or_default().trim();
        let mut keys = held_by(given).map(key).peekable();
        callee.ends_with("Component") && keys.peek().is_some() && keys.all(|it| VUE_OPTIONS.contains(&it))
    }

    /// Whether it may be a function: nothing in sight says that it is data or an instance.
    pub(super) fn may_run(&self) -> bool {
        let schematic = ["array", "keys", "number", "object", "shape", "string"];
        match self {
            Self::Held(_) | Self::Rows(_) | Self::Listed(_) => false,
            Self::Made { .. } if self.is_symbol() => false,
            // An item of what is made may be a function.
            Self::Plain(value) if item(value).is_some() => true,
            Self::Made { callee, .. } => {
                let last = callee.rsplit('.').next().unwrap_or_default();
                !callee.starts_with("new ") && !schematic.contains(&last)
            }
            Self::Plain(value) => {
                // `LIVE && !!config` is true or false.
                let is_truth =
                    !value.contains(" ? ") && ["!!", " === ", " !== "].iter().any(|it| value.contains(it));
                *value == FUNCTION_AT_ONCE
                    || !is_truth
                        && value.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
                        && !is_literal(value)
            }
        }
    }

    /// Whether it may be a function, and what makes it, if anything does, is called so that it may make one.
    pub(super) fn is_function_made(&self) -> bool {
        let Self::Made { callee, .. } = self else { return self.may_run() };
        let makers = [
            "bind",
            "build",
            "cache",
            "cached",
            "catch",
            "compose",
            "create",
            "curry",
            "debounce",
            "define",
            "make",
            "memo",
            "memoize",
            "once",
            "partial",
            "pipe",
            "promisify",
            "throttle",
            "use",
            "with",
            "wrap",
        ];
        let words = split(callee.rsplit('.').next().unwrap_or_default());
        let is_maker = words.first().is_some_and(|first| makers.contains(&first.as_str()));
        self.may_run() && (is_maker || self.function().is_some())
    }

    /// What the function that makes it says that it makes, where that does not run: `icon` of `createIcon`.
    pub(super) fn thing(&self) -> Option<String> {
        let words = split(self.callee()?.rsplit('.').next()?);
        let runs =
            ["action", "api", "factory", "middleware", "mutation", "plugin", "query", "rule", "selector"];
        let makes = matches!(words.first()?.as_str(), "build" | "create" | "define" | "make");
        let thing = words.last().filter(|it| makes && words.len() > 1 && is_thing(it))?;
        (!runs.contains(&thing.as_str())).then(|| thing.clone())
    }

    /// Made by `Symbol`.
    pub(super) fn is_symbol(&self) -> bool {
        matches!(self.callee(), Some("Symbol" | "Symbol.for"))
    }

    /// The name of the table of `SQLAlchemy` that it is, whose columns are told as keys: `Table("users", { id, name })`.
    pub(super) fn table(&self) -> Option<&'s str> {
        let Self::Made { callee, given } = self else { return None };
        let [name, columns] = given[..] else { return None };
        let is_table = callee.rsplit('.').next() == Some("Table") && columns.starts_with('{');
        inside(name).filter(|it| is_table && !it.is_empty())
    }

    /// What an error says: `"not found"` of `errors.New("not found")`, with its quotes.
    pub(super) fn error(&self, is_go: bool) -> Option<&'s str> {
        let Self::Made { callee, given } = self else { return None };
        // `errors.New`, `fmt.Errorf`, `status.Error`, `NewError`
        let of_go = || {
            let (package, name) = callee.rsplit_once('.').unwrap_or(("", callee));
            name == "Errorf" || name.ends_with("Error") || name == "New" && package.contains("err")
        };
        let of_class = callee.starts_with("new ") && callee.ends_with("Error");
        let said = given.iter().copied().find(|it| it.starts_with(['"', '\'', '`']))?;
        let inside = said.get(1..said.len().checked_sub(1)?)?;
        let is_plain =
            !inside.is_empty() && !inside.contains(['`', '\\', '\n', '"']) && said.ends_with(&said[..1]);
        ((of_class || is_go && of_go()) && is_plain).then_some(said)
    }

    /// `a.b`, where it is `a.b.name`.
    pub(super) fn member(&self, name: &str) -> Option<&'s str> {
        let Self::Plain(value) = self else { return None };
        let of = value.strip_suffix(name)?.strip_suffix('.')?;
        of.split('.').all(is_name).then_some(of)
    }

    /// The keys of the objects that are handed to it.
    pub(super) fn keys(&self) -> Vec<&'s str> {
        let given = match self {
            Self::Made { given, .. } => &given[..],
            _ => &[],
        };
        held_by(given).collect()
    }

    /// The values of which one is meant: those of `z.enum(['a', 'b'])`.
    pub(super) fn choices(&self) -> Vec<&'s str> {
        let Self::Made { callee, given } = self else { return Vec::new() };
        let is_enum = matches!(callee.rsplit('.').next(), Some("enum" | "picklist"));
        let listed = given.first().filter(|_| is_enum).and_then(|it| it.strip_prefix('['));
        let items = listed.map(list_parts).unwrap_or_default();
        items.into_iter().map(|it| it.trim_matches(['"', '\''])).collect()
    }

    /// The names that are handed to it, and to what is handed to it.
    pub(super) fn handed(&self) -> impl Iterator<Item = &'s str> {
        let inner = |it: &&'s str| {
            let (callee, rest) = it.split_once('(')?;
            let plain = callee.split('.').all(is_name);
            rest.strip_suffix(')').filter(|it| plain && is_name(it))
        };
        let given = match self {
            Self::Made { given, .. } => given.clone(),
            _ => Vec::new(),
        };
        given.into_iter().filter_map(move |it| Some(it).filter(|it| is_name(it)).or_else(|| inner(&it)))
    }

    /// The head of the function that is handed to what makes it.
    pub(super) fn function(&self) -> Option<Call<'s>> {
        let Self::Made { given, .. } = self else { return None };
        let head = given.iter().find(|it| it.contains("=>") || it.contains("function"))?;
        Some(signature::call(head.trim_end_matches(['…', ' ']).trim_end_matches("=>").trim_end()))
    }

    /// After a colon; what makes it is left out where that is `known`.
    pub(super) fn told(&self, known: bool) -> String {
        if let Some((_, told)) = self.environment() {
            return format!(": {told}");
        }
        match self {
            Self::Held(keys) if options_of_vue(keys) > 1 => {
                let own = keys.iter().copied().filter(|it| !VUE_OPTIONS.contains(it));
                format!(
                    ": options of a Vue component{}",
                    few(" with ", own.filter(|it| !it.starts_with("name:")), 8)
                )
            }
            Self::Held(keys) => few(": holds ", keys.iter().copied(), 8),
            Self::Rows(keys) => of_rows(keys),
            Self::Listed(items) => listed(items),
            Self::Plain(value) if let Some((made, at)) = item(value) => match made.split_once('(') {
                Some((maker, _)) => format!(": item {} of what {} gives", at + 1, quoted(maker)),
                None => format!(": item {} of {}", at + 1, quoted(made)),
            },
            // Which number it is tells nobody anything.
            Self::Plain("iota") => String::new(),
            Self::Plain(AT_ONCE) => ": what a function gives that runs once".to_owned(),
            Self::Plain(FUNCTION_AT_ONCE) => ": a function that is made once".to_owned(),
            Self::Plain(value) if is_name(value) && !is_literal(value) => {
                format!(": another name for {}", quoted(value))
            }
            Self::Plain(value) if value.starts_with('<') && value.ends_with('>') => {
                format!(": the markup {}", quoted(value))
            }
            Self::Plain(value) if let Some(operation) = inside(value).and_then(graphql::operation) => {
                format!(": the GraphQL {operation}")
            }
            Self::Plain(value) if let Some(text) = prose(value).or_else(|| spoken(value)) => {
                format!(": the text '{text}'")
            }
            Self::Plain(value) if value.starts_with(['"', '\'', '`']) => {
                format!(": {}", quoted(&clean(&value.replace('`', "'"), 60)))
            }
            Self::Plain(value) if signature::is_balanced(value) && value.len() <= LONGEST_CODE => {
                format!(": {}", quoted_code(value))
            }
            Self::Plain(_) => String::new(),
            Self::Made { given, .. } if known && self.table().is_some() => few(": holds ", held_by(given), 8),
            Self::Made { callee: "require", given } if let [module] = given[..] => {
                inside(module).map_or_else(String::new, |module| format!(": all of {}", quoted(module)))
            }
            Self::Made { .. } if !self.choices().is_empty() => {
                few(": one of ", self.choices().into_iter(), 8)
            }
            Self::Made { callee, given } if let Some(variable) = of_environment(callee, given) => {
                let other =
                    given.get(1).map_or_else(String::new, |it| format!(" or {}", quoted(&clean(it, 60))));
                format!(": what the environment variable {} says{other}", quoted(variable))
            }
            Self::Made { callee, given } if let Some(chosen) = chosen(callee, given) => chosen,
            // `` bold(`It is lost`) ``
            Self::Made { callee, given }
                if let [only] = given[..]
                    && let Some(text) = spoken(only).filter(|_| !known && !callee.starts_with("new ")) =>
            {
                format!(": made with {} from the text '{text}'", quoted(callee))
            }
            Self::Made { callee, given } => {
                let known_as = |name: &str| {
                    let at = KNOWN.binary_search_by_key(&name, |(name, _)| name).ok()?;
                    Some(format!(": {}", KNOWN[at].1))
                };
                // `t.TypeVar` of `import typing as t`
                let last = callee.rsplit('.').next().filter(|it| it.ends_with("Var") || *it == "ParamSpec");
                let lead = known_as(callee).or_else(|| known_as(last?));
                let lead = lead.unwrap_or_else(|| format!(": made with {}", quoted(callee)));
                let parts = [keys_of(given), plain_of(given)];
                let mut parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
                let takes = parameters_of(self.function());
                match takes.is_empty() {
                    true => {}
                    false if parts.is_empty() => parts.push(takes),
                    // Not what makes it takes that, but a function that it is given.
                    false => parts.push(format!("and a function {takes}")),
                }
                match (known, parts.is_empty()) {
                    (true, true) => String::new(),
                    (true, false) => format!(": {}", parts.join(", ").trim_start_matches("that ")),
                    (false, true) => lead,
                    (false, false) => format!("{lead} {}", parts.join(", ")),
                }
            }
        }
    }
}

/// What makes the list that a value is an item of, and which one it is: of `(useState(0))[1]`.
fn item(value: &str) -> Option<(&str, usize)> {
    let (made, at) = value.strip_prefix('(')?.strip_suffix(']')?.rsplit_once(")[")?;
    Some((made, at.parse().ok()?))
}

/// How many options of a component of Vue there are: `data` of `data.user`, `data.name`.
fn options_of_vue(keys: &[&str]) -> usize {
    let option = |it: &&str| it.split('.').next().unwrap_or_default().to_owned();
    let mut options: Vec<String> =
        keys.iter().map(option).filter(|it| VUE_OPTIONS.contains(&it.as_str())).collect();
    options.dedup();
    options.len()
}

/// `` those of `A` where `it.open` `` of `A.filter(it => it.open)`.
fn chosen(callee: &str, given: &[&str]) -> Option<String> {
    let lists = [(".filter", "those"), (".find", "the first")];
    let (of, which) = lists.iter().find_map(|(end, which)| Some((callee.strip_suffix(end)?, which)))?;
    let condition = given.first()?.split_once("=>")?.1.trim();
    let is_told = !condition.is_empty() && condition != "…" && !condition.contains('`');
    is_told.then(|| format!(": {which} of {} where {}", quoted(of), quoted(condition)))
}

/// The text of a template that people read, what is put into it left out: `It is lost` of `` `${mark} It is lost` ``.
fn spoken(value: &str) -> Option<String> {
    let mut rest = value.strip_prefix('`')?.trim_end_matches('`');
    let mut text = String::new();
    while let Some((before, inner)) = rest.split_once("${") {
        text.push_str(before);
        let end = inner.find('}').map_or(inner.len(), |at| at + 1);
        text.push_str(if text.replace("\\n", "").trim().is_empty() { "" } else { "…" });
        rest = &inner[end..];
    }
    text.push_str(rest);
    let text = text.replace("\\n", " ").replace("\\`", "'").replace('\\', "").replace('`', "'");
    let text = text.trim().to_owned();
    (text.split_whitespace().count() > 3 && !text.contains(['{', '}', '<', '=', ';']))
        .then(|| clean(&text, 110))
}

/// What stands between the quotes of a literal.
fn inside(value: &str) -> Option<&str> {
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\'' | '`'))?;
    Some(value.trim_matches(quote).trim())
}

/// The text of a literal that people read: words, and no code.
fn prose(value: &str) -> Option<String> {
    let text = inside(value)?;
    let is_prose =
        text.split_whitespace().count() > 4 && !text.contains(['{', '<', '=', ';', '\\', '$', '%', '`']);
    is_prose.then(|| clean(text, 110))
}

/// Words that are values: of Python, JavaScript and Go.
fn is_literal(word: &str) -> bool {
    matches!(
        word,
        "False"
            | "Infinity"
            | "NaN"
            | "None"
            | "True"
            | "false"
            | "iota"
            | "nil"
            | "null"
            | "true"
            | "undefined"
    )
}

/// A name that stands for something else; words of the language are values.
pub(super) fn is_name(value: &str) -> bool {
    let plain = value.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    plain
        && !value.starts_with(|c: char| c.is_ascii_digit())
        && !["true", "false", "null", "this"].contains(&value)
}

/// What is given in all calls of `(a)(b)`.
fn given(mut calls: &str) -> Vec<&str> {
    let mut given = Vec::new();
    while let Some(inside) = calls.strip_prefix('(') {
        given.extend(whole_parts(inside, ')'));
        let close = signature::find_top(inside, 0, |rest| rest.starts_with(')'));
        // Behind those that are told there may be more.
        let goes_on = close.is_some_and(|at| inside[..at].ends_with(", …"));
        if goes_on && given.len() >= MOST_GIVEN {
            given.push("…");
        }
        calls = close.map_or("", |close| &inside[close + 1..]);
    }
    given
}

/// The parts of a list up to `end`, but for a last one that may be cut.
fn whole_parts(text: &str, end: char) -> Vec<&str> {
    let close = signature::find_top(text, 0, |rest| rest.starts_with(end));
    let mut parts = signature::split_top(&text[..close.unwrap_or(text.len())], ',');
    // A function that is cut still has a head.
    if close.is_none() && parts.last().is_some_and(|it| !it.contains("=>") && !it.starts_with(['{', '['])) {
        parts.pop();
    }
    parts.retain(|it| !matches!(*it, "" | "…" | "''" | "\"\""));
    parts
}

/// A list without items may get some later.
pub(super) const EMPTY_LIST: &str = ": a list, empty at first";

/// The items of a list, after a colon, and behind them the lists that it takes in as a whole.
fn listed(items: &[&str]) -> String {
    if items.is_empty() {
        return EMPTY_LIST.to_owned();
    }
    let (mut whole, mut own): (Vec<&str>, Vec<&str>) = items.iter().partition(|it| it.starts_with("..."));
    // What is passed over stands last.
    if own == ["…"] && !whole.is_empty() {
        whole.append(&mut own);
    }
    let own = few(": lists ", own.into_iter().map(|it| it.trim_matches('\'')), 8);
    let whole = whole.iter().map(|it| it.trim_start_matches('.'));
    let lead = if own.is_empty() { ": lists all of " } else { " and all of " };
    own + &few(lead, whole, 6)
}

/// The items of a list, with dots where it has more.
fn list_parts(items: &str) -> Vec<&str> {
    let mut parts = whole_parts(items, ']');
    if items.trim_start().starts_with('…') && parts.first() != Some(&"…") {
        parts.insert(0, "…");
    }
    let close = signature::find_top(items, 0, |rest| rest.starts_with(']'));
    // Where the head is cut there may be more.
    if close.is_none_or(|close| items[..close].trim_end().ends_with('…')) {
        parts.push("…");
    }
    parts
}

fn is_object(given: &str) -> bool {
    given.starts_with('{') || given.starts_with("[{")
}

fn keys_of(given: &[&str]) -> String {
    few("with ", held_by(given), 8)
}

/// The keys of the objects that are given.
pub(super) fn held_by<'s>(given: &[&'s str]) -> impl Iterator<Item = &'s str> {
    given.iter().filter(|it| is_object(it)).flat_map(|it| signature::held(it.trim_matches(['[', ']'])))
}

fn plain_of(given: &[&str]) -> String {
    let plain =
        |it: &&&str| !is_object(it) && !it.contains("=>") && !it.contains("function") && **it != "__name__";
    few("from ", given.iter().filter(plain).copied(), MOST_GIVEN)
}

fn parameters_of(call: Option<Call<'_>>) -> String {
    call.map_or_else(String::new, |call| few("that takes ", call.parameters.into_iter(), 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_makers_are_sorted() {
        assert!(KNOWN.is_sorted());
    }

    #[test]
    fn an_error_is_told_by_what_it_says() {
        let said = |signature, is_go| Initial::of(signature, false).unwrap().error(is_go);
        assert_eq!(said("var ErrMFA = errors.New(\"mfa required\")", true), Some("\"mfa required\""));
        assert_eq!(said("var gone = status.Error(codes.NotFound, `gone`)", true), Some("`gone`"));
        assert_eq!(said("const lost = new LostError('it is lost')", false), Some("'it is lost'"));
        assert_eq!(said("var ErrPattern = regexp.MustCompile(\"^err:\")", true), None);
        assert_eq!(said("var ErrTotal = metrics.NewErrorCounter(\"errors_total\")", true), None);
        assert_eq!(said("var ErrX = errors.New(\"x: \" + reason + \"\")", true), None);
        assert_eq!(said("const ErrIcon = icon(\"warning\")", false), None);
        assert_eq!(said("var ErrX = errors.New(\"\")", true), None);
        assert_eq!(said("var ErrX = errors.New(\"run `x`\\n\")", true), None);
        assert_eq!(said("var ErrX = errors.Join(ErrY)", true), None);
    }

    #[test]
    fn values_are_told() {
        for (signature, expected) in [
            ("const a = { b, c }", ": holds `b`, `c`"),
            ("const a = ['b', C.d]", ": lists `b`, `C.d`"),
            ("const a = ['b', …]", ": lists `b`, …"),
            ("const a = [...B, 'c', ...d.e]", ": lists `c` and all of `B`, `d.e`"),
            ("const a = [...B, …]", ": lists all of `B`, …"),
            ("const a = [{ b, c }]", ": a list of objects with `b`, `c`"),
            ("const a = 'b'", ": `'b'`"),
            ("const a = /b+/g", ": `/b+/g`"),
            ("const a = new Map()", ": a map"),
            ("const a = Object.freeze({ b, c })", ": holds `b`, `c`"),
            ("const a = z.object({ b, c })", ": made with `z.object` with `b`, `c`"),
            ("const a = action('b/c', D)", ": made with `action` from `'b/c'`, `D`"),
            ("const a = memo(({ b, c }: Props) =>…)", ": made with `memo` that takes `b`, `c`"),
            ("const a = wrap({ b })(c)", ": made with `wrap` with `b`, from `c`"),
            ("const a = styled.div`…`", ": made with `styled.div`"),
            ("const a = A.filter(it => it.b)", ": those of `A` where `it.b`"),
            ("typeof A !== 'undefined' ? A : null", ": `typeof A !== 'undefined' ? A : null`"),
            ("const a = b", ": another name for `b`"),
            ("const a = require('./b')", ": all of `./b`"),
            ("const a = true", ": `true`"),
            ("const a: B = c(d)", ": made with `c` from `d`"),
            ("const a = process.env.B ?? 'c'", ": `process.env.B ?? 'c'`"),
        ] {
            let nameless = !signature.starts_with("const ");
            assert_eq!(Initial::of(signature, nameless).unwrap().told(false), expected, "{signature}");
        }
    }
}
