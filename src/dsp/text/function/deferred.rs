//! What the function that a function makes does once it is called: by words of the name, and by what it is given. Pure.

use resolvers::facts::{Deed, ShownSort};

use crate::dsp::text::action::Action;
use crate::dsp::text::declared::Declared;
use crate::dsp::text::signature::Call;
use crate::dsp::text::words::lowered;
use crate::dsp::text::{clean, quoted, signature};

/// What is done or left, as something else tells.
pub(super) const DECIDED: &[&str] = &[
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

impl<'f> Declared<'f> {
    /// What it does, or the function that it gives.
    pub(super) fn deferred(&self, call: &Call<'_>, does: &str) -> String {
        let own = u32::try_from(self.at).ok();
        let sketch = self.own_shown().find(|it| it.sort == ShownSort::Sketch && it.symbol == own);
        // What is done at once is no matter of the function that is given: that may undo it.
        let acts = sketch.and_then(|it| it.text.split_once("; return ")).is_some_and(|(before, _)| {
            let is_call = |it: &str| {
                let callee = it.trim_start_matches("await ").split('(').next().unwrap_or_default();
                it.ends_with(')')
                    && callee.contains('.')
                    && callee.chars().all(|c| c.is_alphanumeric() || "_$.?".contains(c))
            };
            let loops = |it: &str| ["for (", "while ("].iter().any(|start| it.starts_with(start));
            before.split("; ").any(|it| loops(it) || is_call(it))
        });
        if acts { does.to_owned() } else { deferred(call, does) }
    }

    /// The title among what it gives: of `[{ title: "Sign up" }]`.
    pub(super) fn given_title(&self) -> Option<&'f str> {
        let Deed::Gives(value) = self.symbol.deed.as_deref()? else { return None };
        // `subtitle: ` is another one.
        let (_, rest) = value.split_once("{ title: ").or_else(|| value.split_once(", title: "))?;
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let (title, _) = rest[1..].split_once(quote)?;
        (!title.is_empty()).then_some(title)
    }
}

/// What the handler does to requests that is made by a function which says to do it to what it is given.
pub(super) fn judging(call: &Call<'_>, action: &Action) -> Option<&'static str> {
    let given =
        call.parameters.first().filter(|_| call.returned.as_ref().is_some_and(|it| is_handler(it)))?;
    let verb = action.text.strip_suffix(&format!(" {}", quoted(given)))?;
    JUDGING.iter().find(|it| **it == verb).copied()
}

/// What a function does whose name says what the function does that it gives.
pub(super) fn deferred(call: &Call<'_>, does: &str) -> String {
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
        "Uses ",
        "Wraps ",
    ];
    match &call.returned {
        // Whether a request goes on, it tells nobody.
        Some(given) if is_handler(given) => {
            format!(
                "Makes a request handler that {}",
                lowered(&does.replacen("Tells whether ", "Checks whether ", 1))
            )
        }
        Some(given) if given.first() == Some(&"dispatch") => format!("Redux thunk that {}", lowered(does)),
        Some(_) if !makers.iter().any(|it| does.starts_with(it)) => {
            // `redirectHook` makes a hook that redirects.
            let acts_on_it =
                || ON_MADE.iter().any(|verb| does.strip_prefix(verb).is_some_and(|it| it.starts_with(' ')));
            let kind = does.rsplit_once(' ').filter(|(_, last)| MADE.contains(last) && !acts_on_it());
            let (does, kind) = kind.unwrap_or((does, "function"));
            // `shouldHaveBody(text)` gives what fails where it has none, as often as what tells.
            let does = does.replacen("Tells whether it should ", "Checks whether it should ", 1);
            format!("Makes a {kind} that {}", lowered(&does))
        }
        _ => does.to_owned(),
    }
}

/// The text that the message has where none is given: of `(message = 'It is lost')`.
pub(super) fn default_message(signature: &str) -> Option<String> {
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
pub(super) fn own_parameters(signature: &str) -> Vec<&str> {
    let open = signature::find_top(signature, 0, |rest| rest.starts_with('('));
    let inside = open.map_or("", |open| &signature[open + 1..]);
    let close = signature::find_top(inside, 0, |rest| rest.starts_with(')')).unwrap_or(inside.len());
    signature::split_top(&inside[..close], ',').into_iter().map(str::trim).collect()
}

/// Whether a web server may call a function with these parameters.
pub(in crate::dsp::text) fn is_handler(parameters: &[&str]) -> bool {
    let plain: Vec<&str> = parameters.iter().map(|it| it.trim_start_matches('_')).collect();
    matches!(plain[..], ["req" | "request", "res" | "response" | "reply", ..] | ["ctx" | "c", "next"])
}

/// What a function does whose parameters are those of a web server's handlers, and how many these are.
pub(super) fn handled(call: &Call<'_>) -> Option<(&'static str, usize)> {
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
