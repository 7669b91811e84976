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

/// What the body of a function does in plain sight. Texts are code on one line, short enough to be quoted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// The value of the `return` that it ends with.
    Gives(String),
    /// The same, where it may also end before.
    GivesLast(String),
    /// Whatever it gives is one of these texts: the first ones, in source order, each once.
    GivesOneOf(Vec<String>),
    /// What it yields first; empty where nobody can tell.
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
}
