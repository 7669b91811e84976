//! Types that are one of several, or several at once: `A | B`, `A & B`. Pure; they may be cut at their end.

use super::{MOST_SHAPES, function, mapped, more, short, told_apart, whole, without_helper};
use crate::dsp::text::{few, quoted, signature};

/// A longer option beside functions is not told, in bytes.
const LONGEST_OPTION: usize = 72;
/// How many ways to call something are told.
const MOST_WAYS: usize = 3;

/// `A | B | 'c'`
pub(super) fn options(value: &str, cut: bool) -> Option<String> {
    let mut options = signature::split_top(value, '|');
    if options.len() < 2 || value.contains(" ? ") {
        return None;
    }
    if let Some(told) = mixed(&options, cut).or_else(|| of_functions(&options, cut)) {
        return Some(told);
    }
    if let Some(keys) = signature::keys(options[0]).filter(|it| !it.is_empty()) {
        if let Some((key, values)) = told_apart(&options) {
            let cut = cut || values.len() < options.len();
            let values = more(few("one of ", values.into_iter(), 8), cut);
            let others = few("; with ", keys.into_iter().filter(|it| *it != key), 6);
            return Some(format!(": by {} {values}{others}", quoted(key)));
        }
        // Each is told where there are few and all of them are whole.
        let all =
            options.iter().map(|it| signature::keys(it).filter(|keys| !keys.is_empty() && it.ends_with('}')));
        if let Some(all) = all.collect::<Option<Vec<_>>>().filter(|it| it.len() <= MOST_SHAPES && !cut) {
            let all: Vec<String> = all.into_iter().map(|keys| few("with ", keys.into_iter(), 4)).collect();
            return Some(format!(": an object {}", all.join(" or ")));
        }
        let keys = few("with ", keys.into_iter(), 6);
        return Some(format!(": one of several object types, the first {keys}"));
    }
    // Of a long one the name is told.
    for option in &mut options {
        *option = short(option);
    }
    let named = |it: &str| signature::is_whole(it) && it.len() <= 40;
    let cut = cut || options.last().is_some_and(|last| !named(last));
    options.truncate(options.len() - usize::from(cut));
    let literal = |it: &str| it.starts_with(|c: char| matches!(c, '\'' | '"' | '-') || c.is_ascii_digit());
    let plain = options.iter().map(|it| if literal(it) { it.trim_matches(['\'', '"']) } else { it });
    options.iter().all(|it| named(it)).then(|| more(few(": one of ", plain, 8), cut))
}

/// `A | { b: B }`: object types are told by their keys, others by their names.
fn mixed(options: &[&str], cut: bool) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for option in options {
        told.push(match signature::keys(option) {
            Some(keys) if !keys.is_empty() => few("an object with ", keys.into_iter(), 4),
            _ if signature::is_whole(option) && option.len() <= 40 => quoted(short(option)),
            _ => return None,
        });
    }
    let objects = told.iter().filter(|it| it.starts_with("an object ")).count();
    let is_mixed = objects > 0 && objects < told.len() && told.len() <= MOST_SHAPES + 1;
    is_mixed.then(|| more(format!(": {}", told.join(" or ")), cut))
}

/// `((a: A) => B) | C`: functions are told by what they take, others as they are written.
fn of_functions(options: &[&str], cut: bool) -> Option<String> {
    let told: Option<Vec<String>> = options
        .iter()
        .map(|option| match function_in_parentheses(option) {
            // What takes nothing is known by what it gives.
            Some(it) if it.starts_with("()") && it.len() <= LONGEST_OPTION => Some(quoted(it)),
            Some(it) => Some(function(&signature::call(it)).trim_start_matches(": ").to_owned()),
            None => (signature::is_whole(option) && option.len() <= LONGEST_OPTION).then(|| quoted(option)),
        })
        .collect();
    let is_function = |it: &String| it.starts_with("a function") || it.starts_with("`() =>");
    let told = told.filter(|told| !cut && told.iter().any(is_function))?;
    Some(format!(": {}", told.join(", or ")))
}

/// `(a: A) => B` of `((a: A) => B)`
pub(super) fn function_in_parentheses(option: &str) -> Option<&str> {
    let inside = option.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    (inside.starts_with('(') && inside.contains("=>") && signature::is_whole(inside)).then_some(inside)
}

/// `A & B & { c: C }`
pub(super) fn combined(value: &str, cut: bool) -> Option<String> {
    let mut parts = signature::split_top(value, '&');
    let is_conditional = |it: &&str| signature::find_top(it, 0, |rest| rest.starts_with(" ? ")).is_some();
    if parts.len() < 2 || parts.iter().any(is_conditional) {
        return None;
    }
    // Of an object that is cut the first keys are whole.
    let is_named = parts.last().is_some_and(|it| cut && !it.trim_start().starts_with('{'));
    parts.truncate(parts.len() - usize::from(is_named));
    let names = parts.iter().filter_map(|part| without_helper(part).split(['<', ' ', ',', '>', '[']).next());
    let is_type = |it: &&str| it.trim_start_matches('_').starts_with(char::is_uppercase);
    let names: Vec<&str> = names.filter(is_type).collect();
    // The keys of `{ [K in keyof T]: … }` are no names.
    let is_mapped = |it: &&&str| {
        it.trim_start().strip_prefix('{').is_some_and(|it| it.trim_start().starts_with(['[', '-']))
    };
    let literal = parts.iter().filter(|it| !is_mapped(it));
    let keys: Vec<String> = literal.filter_map(|it| signature::keys_with_texts(it)).flatten().collect();
    // What a helper makes of a type is not that type.
    let is_helped = parts.iter().any(|it| {
        let bare = it.trim();
        without_helper(bare) != bare && left_out(bare).is_none()
    });
    // What is there anew is not without it.
    let anew = |key: &str| keys.iter().any(|it| it.split([':', '.']).next() == Some(key));
    let gone = parts.iter().find_map(|part| left_out(part)).unwrap_or_default().into_iter();
    let without = few(" without ", gone.filter(|it| !anew(it)), 4);
    let but = if without.is_empty() { "" } else { ", but" };
    let keys = few(" with ", keys.iter().map(String::as_str), 6);
    let called = parts.iter().find_map(|it| callable_part(it)).unwrap_or_default();
    let combined = match (&names[..], keys.is_empty()) {
        ([], _) => keys.replacen(" with ", ": has ", 1),
        (["Record"], _) if let Some(code) = whole(value, cut) => code,
        ([only], true) if !called.is_empty() => format!(": {}{called}", quoted(only)),
        (_, true) if is_helped => whole(value, cut).unwrap_or_default(),
        ([only], true) => match parts.iter().find_map(|it| mapped(it.trim())) {
            Some(maps) if without.is_empty() => {
                format!(": {}, and {}", quoted(only), maps.trim_start_matches(": "))
            }
            _ if without.is_empty() => format!(": {} with more", quoted(only)),
            _ => format!(": {}{without}, but with more", quoted(only)),
        },
        ([only], false) => format!(": {}{without}{but}{keys}", quoted(only)),
        (names, _) => few(": combines ", names.iter().copied(), 6) + &keys,
    };
    // What keys become is told of one part that has no others beside it.
    let maps = parts.iter().filter(is_mapped).count();
    let is_told = combined.contains(", and maps ") || combined.contains(" & ");
    let is_more = maps > usize::from(is_told) && !combined.contains(" & ");
    (!combined.is_empty()).then(|| more(combined, cut || is_more))
}

/// That something of an object type can be called, with what, and what that gives: of `{ (): A; (pick: B): C }`.
fn callable_part(part: &str) -> Option<String> {
    let ways = ways_to_call(part)?;
    Some(format!(" that can be called{}", ways.join(", or")))
}

/// The ways in which what an object type is of can be called: `` with `pick` (gives `C`) `` of `{ (pick: B): C }`.
pub(super) fn ways_to_call(part: &str) -> Option<Vec<String>> {
    let inside = part.trim().strip_prefix('{')?.trim_start();
    inside.starts_with(['(', '<']).then_some(())?;
    // Behind the last brace that is there nothing is a member.
    let end = signature::find_top(inside, 0, |rest| rest.starts_with('}')).unwrap_or(inside.len());
    let mut ways = Vec::new();
    let members = signature::split_top(&inside[..end], ';');
    for member in members.iter().take(MOST_WAYS + 1) {
        let Some(open) = signature::find_top(member, 0, |rest| rest.starts_with('(')) else { continue };
        // `size(): number` is a method.
        if member[..open].trim_end_matches('>').trim_start().starts_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        if ways.len() == MOST_WAYS {
            ways.push(" in other ways".to_owned());
            break;
        }
        let call = signature::call(member[open..].trim_end());
        let given = call.result.map_or_else(String::new, |it| format!(" (gives {})", quoted(it)));
        let takes = few(" with ", call.parameters.into_iter(), 4);
        ways.push(if takes.is_empty() { format!(" with nothing{given}") } else { takes + &given });
    }
    Some(ways)
}

/// The keys that a type has not of the one that it is made from: `a` and `b` of `Omit<C, 'a' | 'b'>`.
fn left_out(part: &str) -> Option<Vec<&str>> {
    let inside =
        ["Except<", "Omit<"].iter().find_map(|it| part.trim().strip_prefix(it))?.strip_suffix('>')?;
    let comma = signature::find_top(inside, 0, |rest| rest.starts_with(','))?;
    let keys = signature::split_top(&inside[comma + 1..], '|').into_iter();
    let keys = keys.map(|it| it.trim().strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"']));
    keys.collect()
}
