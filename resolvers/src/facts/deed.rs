//! What the body of a function shows that it does, and of which functions that is asked.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::{Symbol, SymbolKind};

impl Symbol {
    /// Whether its body is asked what it does.
    pub(crate) fn is_told_by_body(&self) -> bool {
        let documented = self.doc.as_ref().is_some_and(|doc| doc.len() > LONGEST_TITLE);
        let name = self.name.as_str();
        let tells = match self.container {
            None => self.exported || STARTS.contains(&name),
            Some(_) => self.exported && self.kind == SymbolKind::Method,
        };
        tells && !documented
    }

    /// The same in a script, which exports nothing: all its functions may tell what it is for.
    pub(crate) fn is_told_in_script(&self) -> bool {
        let is_own = self.container.is_none() && self.kind == SymbolKind::Function;
        self.is_told_by_body() || is_own && self.doc.is_none()
    }
}

/// What people call the function that a script consists in.
const STARTS: &[&str] = &["bootstrap", "init", "main", "run", "start"];

/// Longer documentation is surely more than a title.
const LONGEST_TITLE: usize = 48;

/// What the body of a function does in plain sight. Texts are code on one line, short enough to be quoted. Kept by the
/// position of the variant: a new one comes last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// The value of the `return` that it ends with.
    Gives(String),
    /// The same, where it may also end before.
    GivesLast(String),
    /// What it yields first.
    Yields(String),
    /// It does nothing but throw this.
    Throws(String),
    /// It does nothing but set this.
    Sets(String),
    /// What the statements call that are nothing but calls, the first ones in source order, each once.
    Calls(Vec<String>),
    /// Its body is empty.
    Nothing,
    /// It is called for requests to these: the paths of its decorators, the method before each where that is said, and
    /// ` below router` behind what is only the end of a path.
    Serves(Vec<String>),
    /// Its `Meta` names the model that it serializes, shows or filters, and the fields of it, the first ones.
    Shapes(Vec<String>),
    /// It makes what introduces itself so: a command of a command line.
    Titled(String),
    /// Whatever it gives is one of these texts: the first [`MOST_TEXTS`], in source order, each once.
    GivesOneOf(Vec<String>),
    /// It gives the one or the other: what it may end with before, and what it ends with.
    GivesEither([String; 2]),
    /// It answers a request with this: `res.json(this)`.
    Answers(String),
    /// The same, where it may also answer, or end, before.
    AnswersLast(String),
    /// It gives a function, whose effects these are.
    Makes,
    /// It does nothing but give this literal, or a number.
    Always(Option<String>),
    /// It gives this, a call that is given a function, whose effects these are.
    GivesAround(String),
    /// Nothing of that: its code on one line, or how that begins, which ends in an ellipsis then.
    Does(String),
}

/// What a body changes beside what it gives: code on one line, short enough to be quoted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Effect {
    /// It sets this member of something that is not its own: `user.name`.
    Sets(String),
    /// It calls this for nothing but what that does: `user.save`.
    Calls(String),
}

/// How many effects of one sort are listed.
const MOST_EFFECTS: usize = 12;
/// How many statements of one body are asked for effects.
pub(crate) const MOST_CHANGES: usize = 256;
/// Methods that say nothing of what is done: of lists and maps, of events, of promises, of cursors.
#[rustfmt::skip]
const DULL: &[&str] = &[
    "append", "assert", "assign", "callback", "catch", "cb", "clearTimeout", "done", "each", "emit", "execute", "extend",
    "fetchall", "fetchone", "finally", "forEach", "insert", "next", "preventDefault", "push", "reject", "resolve", "setTimeout", "setdefault", "sort", "splice",
    "stopPropagation", "then", "unshift", "warn",
];
/// What shows people for a moment what was done.
const NOTICES: &[&str] = &["message", "messages", "notification", "notifications", "toast"];

/// What one statement of a body changes.
pub(crate) struct Change<'c> {
    /// The name that it begins with.
    pub(crate) root: &'c str,
    /// It is a call.
    pub(crate) is_call: bool,
    /// The code as it is written.
    pub(crate) code: String,
    /// The same with what the name stands for.
    pub(crate) spelled: Option<String>,
}

/// Has each change stand as it reads best: what is done to one thing is told of one name, else what the name stands for.
pub(crate) fn settle(changes: &mut [Change<'_>]) {
    // What each name stands for; nothing where that is not known, or is several things.
    let mut stands: FxHashMap<&str, (usize, Option<String>)> = FxHashMap::default();
    let mut differ: FxHashSet<&str> = FxHashSet::default();
    for it in changes.iter() {
        let base = it
            .spelled
            .as_deref()
            .and_then(|spelled| spelled.strip_suffix(it.code.strip_prefix(it.root)?).map(str::to_owned));
        let (times, known) = stands.entry(it.root).or_insert((0, base.clone()));
        *times += 1;
        if known.is_some() && base.is_some() && *known != base {
            differ.insert(it.root);
        }
    }
    let once: FxHashSet<&str> =
        stands.iter().filter(|(_, (times, _))| *times == 1).map(|(it, _)| *it).collect();
    for it in changes {
        if once.contains(it.root) || differ.contains(it.root) {
            it.code = it.spelled.take().unwrap_or_else(|| std::mem::take(&mut it.code));
        }
    }
}

/// The effects of a body whose statements change this, in source order; `is_local` tells names that it binds itself.
/// They come in the order of their names: statements may change places.
pub(crate) fn effects(mut changes: Vec<Change<'_>>, is_local: impl Fn(&str) -> bool) -> Vec<Effect> {
    let called: FxHashSet<&str> = changes.iter().filter(|it| it.is_call).map(|it| it.root).collect();
    settle(&mut changes);
    let mut effects: Vec<Effect> = Vec::new();
    for Change { root, is_call, code, .. } in changes {
        // What it made and only fills is its own affair.
        let is_kept = is_call || !is_local(root) || called.contains(root);
        let effect = if is_call { Effect::Calls(code) } else { Effect::Sets(code) };
        let is_like = |it: &&Effect| std::mem::discriminant(*it) == std::mem::discriminant(&effect);
        let is_full = effects.iter().filter(is_like).count() == MOST_EFFECTS;
        if is_kept && !is_full && !effect.is_dull() && !effects.contains(&effect) {
            effects.push(effect);
        }
    }
    effects.sort();
    effects
}

impl Effect {
    /// Whether it says nothing by its name, or only what happens.
    pub(crate) fn is_dull(&self) -> bool {
        let Self::Calls(callee) = self else { return false };
        let root = callee.split('.').next().unwrap_or_default();
        let mut names = callee.rsplit('.');
        let (last, object) = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
        let notifies = NOTICES.contains(&object) && LEVELS.contains(&last);
        is_log(callee)
            || DULL.contains(&last)
            || notifies
            || matches!(root, "_" | "JSON" | "Object" | "Promise" | "lodash")
    }
}

/// How many texts that a function may give are listed: one more than a text tells.
pub const MOST_TEXTS: usize = 9;

/// What loggers are called, in small letters and without what begins names of members.
const LOGGERS: &[&str] = &["console", "log", "logger", "logging"];
/// What loggers are asked for.
const LEVELS: &[&str] = &[
    "critical",
    "debug",
    "error",
    "exception",
    "fatal",
    "info",
    "log",
    "notice",
    "silly",
    "success",
    "trace",
    "verbose",
    "warn",
    "warning",
];

/// Whether what is called only says what happens: `console.log`, `log.debug`, `app.logger.info`.
pub(crate) fn is_log(callee: &str) -> bool {
    let mut names = callee.rsplit('.');
    let (last, object) = (names.next().unwrap_or_default(), names.next());
    let root = callee.split('.').next().unwrap_or_default();
    let logs = |name: &str| LOGGERS.contains(&name.trim_start_matches(['_', '$']).to_lowercase().as_str());
    logs(root) || root == "debug" || LEVELS.contains(&last) && object.is_some_and(logs)
}

/// Whether a text that a function gives can be quoted as it is.
pub(crate) fn is_quotable(text: &str) -> bool {
    (1..=LONGEST_GIVEN).contains(&text.len()) && !text.contains('`') && !text.chars().any(char::is_control)
}

const LONGEST_GIVEN: usize = 72;
