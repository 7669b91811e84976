//! Objects that statements of the file fill: `const db = {}; db.user = User` holds `user` as an object does that is written in
//! one piece.

use oxc_ast::ast::{AssignmentTarget, Expression, StaticMemberExpression};

use super::values;
use crate::facts::{FileFacts, Shown, ShownSort, Symbol, SymbolKind};

/// How many keys are told of one, and how long its head may get, in bytes.
const MOST: usize = 12;
const LONGEST: usize = 320;
/// Over how many declarations the object is looked for.
const MOST_BEHIND: usize = 500;

/// Adds the key that a statement of the file sets to the head of the constant that it is set in.
pub(super) fn assigned(statement: &Expression, facts: &mut FileFacts) {
    let Expression::AssignmentExpression(it) = statement else { return };
    let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return };
    let Expression::Identifier(holder) = target.object.get_inner_expression() else { return };
    set(target, holder.name.as_str(), &it.right, facts);
    // What it does is listed as a declaration of its own.
    if it.right.is_function() || matches!(holder.name.as_str(), "exports" | "module") {
        return;
    }
    let is_it = |it: &&mut Symbol| {
        it.name == holder.name.as_str() && it.container.is_none() && it.kind == SymbolKind::Variable
    };
    let Some(symbol) = facts.symbols.iter_mut().rev().take(MOST_BEHIND).find(is_it) else { return };
    let Some((head, value)) = symbol.signature.as_deref().and_then(|it| it.split_once(" = ")) else { return };
    let Some(keys) = value.strip_prefix('{').and_then(|it| it.strip_suffix('}')).map(str::trim) else {
        return;
    };
    let key = target.property.name.as_str();
    let known = || keys.split(", ").filter(|it| !it.is_empty());
    let key_of = |it: &'_ str| it.split(':').next().map_or(0, str::len);
    let count = known().count();
    // What is set again is not what was set first.
    if let Some(again) = known().find(|it| &it[..key_of(it)] == key) {
        // A part of a list or an object is no value.
        let count = |of: &[char]| again.matches(of).count();
        let is_whole = count(&['[', '{', '(']) == count(&[']', '}', ')']) && count(&['\'', '"']) % 2 == 0;
        if again.len() > key.len() && is_whole {
            let keys = known().map(|it| if it == again { key } else { it }).collect::<Vec<_>>().join(", ");
            symbol.signature = Some(format!("{head} = {{ {keys} }}"));
        }
        return;
    }
    if keys.ends_with('…') {
        return;
    }
    let told = values::with_value(key, &it.right, true);
    let told = if count == MOST || symbol.signature.as_ref().is_some_and(|it| it.len() + told.len() > LONGEST)
    {
        "…".to_owned()
    } else {
        told
    };
    let keys = if keys.is_empty() { told } else { format!("{keys}, {told}") };
    symbol.signature = Some(format!("{head} = {{ {keys} }}"));
}

/// What React itself asks of a component, and what says nothing of it.
const OF_REACT: &[&str] = &["defaultprops", "displayname", "proptypes", "whydidyourender"];
/// How long what a component is set to may be, in bytes.
const LONGEST_SETTING: usize = 48;

/// Lists what a component is set to by a statement of the file: `Page.theme = 'light'`.
fn set(target: &StaticMemberExpression, holder: &str, value: &Expression, facts: &mut FileFacts) {
    let key = target.property.name.as_str();
    let mut symbols = (0..).zip(facts.symbols.iter()).take(MOST_BEHIND);
    let is_it = |it: &Symbol| {
        it.name == holder
            && it.container.is_none()
            && it.exported
            && matches!(it.kind, SymbolKind::Function | SymbolKind::Variable)
    };
    let Some(at) = symbols.find(|(_, it)| is_it(it)).map(|(at, _)| at) else { return };
    let is_component = holder.starts_with(char::is_uppercase) && facts.markup.contains(&Some(at));
    let told = values::with_value(key, value, false);
    let is_told = is_component
        && told.len() > key.len()
        && told.len() <= LONGEST_SETTING
        && !OF_REACT.contains(&&*key.to_lowercase());
    if is_told {
        facts.shown.push(Shown { text: told, sort: ShownSort::Setting, symbol: Some(at) });
    }
}
