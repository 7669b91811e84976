//! What a conditional type is: `A extends B ? C : D`, or where that is too long what it may be in the end. Pure; what is read
//! may be cut at its end.

use resolvers::facts::ShownSort;

use super::whole;
use crate::dsp::text::declared::Declared;
use crate::dsp::text::initial::is_name;
use crate::dsp::text::used::mentions;
use crate::dsp::text::{quoted, quoted_body, quoted_code, signature};

/// How long a type may be that is told behind a plain one, in bytes.
const LONGEST_PLAIN: usize = 140;
/// A longer type that a condition decides for is not told as it is written, in bytes.
const LONGEST_BRANCH: usize = 72;

fn is_plain_type(kind: &str) -> bool {
    matches!(kind.trim_end_matches("[]"), "any" | "boolean" | "number" | "string" | "unknown")
}

/// What a type is where its parameter is known: behind `string extends T ? string :`.
fn behind_plain(value: &str) -> Option<&str> {
    let (plain, rest) = value.split_once(" extends ")?;
    let (parameter, rest) = rest.split_once(" ? ")?;
    let (given, rest) = rest.split_once(" : ")?;
    (is_plain_type(plain) && is_name(parameter) && !given.contains(" ? ")).then(|| rest.trim())
}

/// `A extends B ? C : D`, as far as it can be quoted; `cut` where its end may be missing.
fn conditional(value: &str, cut: bool) -> Option<String> {
    if let Some(rest) = behind_plain(value) {
        let told = conditional(rest, cut);
        let is_whole = !cut && !rest.contains(" extends ") && rest.len() <= LONGEST_PLAIN;
        let told = told.or_else(|| is_whole.then(|| format!(": {}", quoted(rest))));
        if let Some(told) = told.filter(|it| !it.contains("depends on")) {
            return Some(told);
        }
    }
    let (what, rest) = value.split_once(" extends ")?;
    let what = what.trim_start_matches('[').trim_end_matches(']');
    let ask = signature::find_top(rest, 0, |rest| rest.starts_with(" ? "))?;
    let (of, then) = (rest[..ask].trim(), rest[ask + 3..].trim());
    if !what.chars().all(|c| c.is_alphanumeric() || "_$.".contains(c)) || !signature::is_whole(of) {
        return None;
    }
    let colon = signature::find_top(then, 0, |rest| rest.starts_with(" : "));
    let (yes, no) = colon.map_or((then, ""), |at| (then[..at].trim(), then[at + 3..].trim()));
    let inferred = of
        .split("infer ")
        .skip(1)
        .map(|it| &it[..it.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(it.len())]);
    let condition = format!("{} extends {}", quoted(what), quoted(of));
    // What another condition decides is not what it gives.
    let is_decided = yes.contains(" ? ");
    if let Some(name) = inferred.into_iter().find(|name| mentions(yes, name)).filter(|_| !is_decided) {
        let is_whole = colon.is_some() && signature::is_closed(yes) && yes.len() <= LONGEST_BRANCH;
        let taken = match yes {
            yes if yes == name => format!("the {}", quoted(name)),
            yes if is_whole => quoted_body(yes),
            _ => format!("what {} gives", quoted(name)),
        };
        return Some(format!(": {taken} where {condition}"));
    }
    let named = |it: &str| signature::is_whole(it) && !it.is_empty() && !it.contains(" ? ") && it.len() <= 56;
    // `A extends B ? C : D extends E ? F : G`
    if named(yes)
        && colon.is_some()
        && let Some(others) = Some(no).filter(|it| it.contains(" ? ")).and_then(|it| conditional(it, cut))
        && others.contains(" where ")
    {
        let others = others.trim_start_matches(": ");
        return Some(format!(": {} where {condition}, else {others}", quoted(yes)));
    }
    // Without an end it may be cut.
    Some(match (named(yes) && (colon.is_some() || !cut), colon.is_some() && named(no)) {
        (true, true) => format!(": {} where {condition}, else {}", quoted(yes), quoted(no)),
        (true, false) => format!(": {} where {condition}", quoted(yes)),
        (false, _) => format!(": depends on whether {condition}"),
    })
}

impl Declared<'_> {
    /// What it is by its condition, after a colon; `None` of what has none.
    pub(super) fn decided(&self, value: &str, cut: bool) -> Option<String> {
        let decided = conditional(value, cut);
        let outcomes = self.outcomes();
        let is_told = |decided: &str| decided.contains(" where ") || behind_plain(value).is_some();
        // The only one is told with its condition.
        let is_only = |decided: &str| {
            let first = decided.split_once(" where ").map(|(first, _)| first);
            first.is_some_and(|it| outcomes.starts_with(it) && !outcomes.contains("` or `"))
        };
        match decided {
            Some(decided) if is_only(&decided) => Some(decided),
            _ if cut && !outcomes.is_empty() => Some(outcomes),
            Some(decided) if is_told(&decided) => Some(decided),
            Some(decided) => Some(whole(value, cut).unwrap_or(decided)),
            None => None,
        }
    }

    /// What a conditional type may be in the end, after a colon.
    fn outcomes(&self) -> String {
        let own = self.own_shown().filter(|it| it.sort == ShownSort::Outcome);
        let own: Vec<(&str, &str)> = own.filter_map(|it| it.text.split_once('`')).collect();
        let told: Vec<String> = own.iter().map(|(_, it)| quoted_code(it)).collect();
        let of = own.first().map(|(of, _)| *of).filter(|it| !it.is_empty());
        let by = of.map_or_else(String::new, |of| format!(", by what {} is", quoted(of)));
        if told.is_empty() { String::new() } else { format!(": {}{by}", told.join(" or ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_told() {
        for (value, expected) in [
            ("T extends Promise<infer U> ? U : T", ": the `U` where `T` extends `Promise<infer U>`"),
            ("T extends A<infer $B> ? C<$B> : T", ": `C<$B>` where `T` extends `A<infer $B>`"),
            ("string extends T ? string : Lower<T>", ": `Lower<T>`"),
            ("string extends T ? string : T extends A ? B : C", ": `B` where `T` extends `A`, else `C`"),
            ("T extends A ? B : C", ": `B` where `T` extends `A`, else `C`"),
            (
                "T extends A ? B : T extends C ? D : E",
                ": `B` where `T` extends `A`, else `D` where `T` extends `C`, else `E`",
            ),
            ("T extends A ? { b: string", ": depends on whether `T` extends `A`"),
        ] {
            assert_eq!(conditional(value, false).as_deref(), Some(expected), "{value}");
        }
        assert_eq!(conditional("{ a: T }", false), None);
        let cut = "T extends A ? B : T extends C ? Cu";
        assert_eq!(conditional(cut, true).as_deref(), Some(": `B` where `T` extends `A`"));
    }
}
