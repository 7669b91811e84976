//! What the body of a function shows that it does, and of which functions that is asked.

use serde::{Deserialize, Serialize};

use super::Symbol;

impl Symbol {
    /// Whether its body is asked what it does.
    pub(crate) fn is_told_by_body(&self) -> bool {
        let documented = self.doc.as_ref().is_some_and(|doc| doc.len() > LONGEST_TITLE);
        self.exported && self.container.is_none() && !documented
    }
}

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
