//! What code asks the browser to do for people: copy a text, open a window, print. What it shows is markup.

use oxc_ast::ast::CallExpression;

use super::values;
use crate::facts::FileFacts;

/// Functions of browsers that do something that people see or want, sorted.
const CALLED: &[&str] = &[
    "document.execCommand",
    "document.exitFullscreen",
    "localStorage.removeItem",
    "localStorage.setItem",
    "navigator.clipboard.readText",
    "navigator.clipboard.write",
    "navigator.clipboard.writeText",
    "navigator.geolocation.getCurrentPosition",
    "navigator.geolocation.watchPosition",
    "navigator.mediaDevices.getUserMedia",
    "navigator.share",
    "navigator.vibrate",
    "sessionStorage.removeItem",
    "sessionStorage.setItem",
    "speechSynthesis.speak",
    "window.history.back",
    "window.location.assign",
    "window.location.reload",
    "window.open",
    "window.print",
    "window.scrollTo",
];
/// Methods of elements that do so.
const METHODS: &[&str] = &["requestFullscreen", "scrollIntoView", "showModal"];

/// Lists what the call has the browser do for `symbol`.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Some(callee) = values::path(&it.callee) else { return };
    let own = callee.strip_prefix("window.").filter(|rest| CALLED.binary_search(rest).is_ok());
    let callee = own.unwrap_or(&callee);
    let method = callee.rsplit_once('.').map_or("", |(_, method)| method);
    if CALLED.binary_search(&callee).is_ok() || METHODS.contains(&method) {
        facts.ask_browser(callee, symbol);
    }
}

#[cfg(test)]
mod tests {
    use super::CALLED;

    #[test]
    fn functions_of_browsers_are_sorted() {
        assert!(CALLED.is_sorted());
    }
}
