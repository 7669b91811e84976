//! What the head of a declaration says: parameters, result, heritage, the right-hand side of a type.
//!
//! A signature is one line that may be cut at its end; nothing here fails, it only finds less. Pure.

pub(super) mod go;

use resolvers::facts::Symbol;

/// A signature of this length may have been cut.
pub(super) const CUT: usize = 190;
/// The longest text of a type that is told with its key, in bytes.
const LONGEST_TEXT: usize = 40;
/// The longest type that is quoted.
const LONGEST_TYPE: usize = 60;

/// What a function takes and gives.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::dsp) struct Call<'s> {
    /// Names of its parameters; those of a destructured one are its keys.
    pub(in crate::dsp) parameters: Vec<&'s str>,
    /// The type of the first parameter.
    pub(in crate::dsp) first_type: Option<&'s str>,
    /// The first parameter is taken apart.
    pub(in crate::dsp) destructured: bool,
    /// What it returns, where that says something.
    pub(in crate::dsp) result: Option<&'s str>,
    /// `T` of a predicate `x is T`.
    pub(in crate::dsp) predicate: Option<&'s str>,
    /// The parameters of the function that it returns, where it returns one.
    pub(in crate::dsp) returned: Option<Vec<&'s str>>,
    /// What that one returns, where its type says so.
    pub(in crate::dsp) returned_result: Option<&'s str>,
    /// There may be more parameters: the head was cut.
    pub(in crate::dsp) cut: bool,
    /// It is said that it gives nothing (Go).
    pub(in crate::dsp) gives_nothing: bool,
}

/// Parameters and result of the function whose head this is.
pub(in crate::dsp) fn call(signature: &str) -> Call<'_> {
    let mut call = Call::default();
    let Some(open) = find_top(signature, 0, |rest| rest.starts_with('(')) else {
        // `const f = x => …`
        let name =
            signature.rsplit_once('=').map(|(_, name)| name.trim().trim_start_matches("async ").trim());
        call.parameters.extend(name.filter(|name| is_identifier(name)));
        return call;
    };
    let close = find_top(signature, open + 1, |rest| rest.starts_with(')'));
    let inside = &signature[open + 1..close.unwrap_or(signature.len())];
    let mut parts = split_top(inside, ',');
    // The last one may be cut: its name is whole where a type follows.
    let is_named = |part: &&str| {
        let part = without_modifiers(part.trim());
        identifier(part).is_some_and(|name| part[name.len()..].trim_start_matches('?').starts_with(':'))
    };
    call.cut = close.is_none();
    let cut = if call.cut { parts.pop().filter(is_named) } else { None };
    for (at, part) in parts.into_iter().enumerate() {
        parameter(part, at == 0, &mut call);
    }
    call.parameters.extend(cut.and_then(|it| identifier(without_modifiers(it.trim()))));
    let Some(rest) = close.map(|close| signature[close + 1..].trim()) else { return call };
    (call.returned, call.returned_result) = returned(rest).map_or((None, None), |it| (Some(it.0), it.1));
    call.predicate =
        rest.strip_prefix(':').and_then(|kind| kind.split_once(" is ")).map(|(_, kind)| kind.trim());
    if call.returned.is_none() && signature.len() < CUT {
        call.result = result(rest);
    }
    call
}

/// The parameters of the function that is returned, and what its type says that it gives: `=> (a, b)`, `: (a: A) => B`.
fn returned(rest: &str) -> Option<(Vec<&str>, Option<&str>)> {
    let typed = rest.strip_prefix(':');
    let kind = typed.or_else(|| rest.strip_prefix("=>"))?.trim().trim_start_matches("async ");
    let kind = without_type_parameters(kind);
    let inside = kind.strip_prefix('(')?;
    let close = find_top(inside, 0, |rest| rest.starts_with(')'))?;
    let after = inside[close + 1..].trim_start();
    let is_function = after.starts_with("=> ") || typed.is_none() && after.is_empty();
    let gives = result(after).filter(|it| it.len() > 1);
    is_function.then(|| (call(&kind[..=close + 1]).parameters, gives))
}

/// The names of what a tuple holds: `[id: string, filters?: Filters]`.
fn labels(kind: &str) -> Option<Vec<&str>> {
    let inside = kind.strip_prefix('[')?.strip_suffix(']')?;
    let label = |part: &&str| {
        let name = identifier(part).filter(|name| {
            part.trim_start_matches([' ', '.'])[name.len()..].trim_start_matches('?').starts_with(':')
        });
        name.is_some()
    };
    let parts: Vec<&str> =
        split_top(inside, ',').into_iter().map(str::trim).filter(|it| !it.is_empty()).collect();
    let all = !parts.is_empty() && parts.iter().all(label);
    all.then(|| parts.into_iter().filter_map(identifier).collect())
}

fn parameter<'s>(text: &'s str, first: bool, call: &mut Call<'s>) {
    let text_is_rest = text.trim_start().starts_with("...");
    let text = without_modifiers(text.trim());
    let kind = find_top(text, 0, |rest| rest.starts_with(':')).map(|at| text[at + 1..].trim());
    if first {
        call.first_type = kind.map(|kind| split_top(kind, '=')[0].trim());
    }
    if let Some(keys) = text.strip_prefix('{') {
        call.destructured |= first;
        let end = find_top(keys, 0, |rest| rest.starts_with('}')).unwrap_or(keys.len());
        // `...rest` is what has no name.
        let keys = split_top(&keys[..end], ',').into_iter().filter(|key| !key.starts_with("..."));
        call.parameters.extend(keys.filter_map(identifier));
    } else if let Some(labels) = kind.filter(|_| text_is_rest).and_then(labels) {
        call.parameters.extend(labels);
    } else {
        let is_own = |name: &str| matches!(name, "this" | "_") || first && matches!(name, "self" | "cls");
        call.parameters.extend(identifier(text).filter(|name| !is_own(name)));
    }
}

/// Without decorators, accessibility and dots.
fn without_modifiers(mut text: &str) -> &str {
    loop {
        let word = text.split([' ', '(']).next().unwrap_or_default();
        let rest = &text[word.len()..];
        text = match word {
            "public" | "private" | "protected" | "readonly" | "override" | "static" | "async" | "get"
            | "set" | "abstract"
                if rest.starts_with(' ') =>
            {
                rest.trim_start()
            }
            _ if word.starts_with('@') => match rest.strip_prefix('(') {
                Some(inside) => match find_top(inside, 0, |rest| rest.starts_with(')')) {
                    Some(end) => inside[end + 1..].trim_start(),
                    None => return "",
                },
                None => rest.trim_start(),
            },
            _ => return text.trim_start_matches("..."),
        };
    }
}

/// The identifier that the text begins with.
fn identifier(text: &str) -> Option<&str> {
    let text = text.trim().trim_start_matches("...");
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len());
    Some(&text[..end]).filter(|name| !name.is_empty())
}

fn is_identifier(text: &str) -> bool {
    identifier(text) == Some(text)
}

fn result(rest: &str) -> Option<&str> {
    let of_python = rest.strip_prefix("->").map(|kind| unquoted(kind.trim()));
    let kind = of_python.or_else(|| rest.strip_prefix(':')).or_else(|| rest.strip_prefix("=>"))?;
    let kind = kind.split(" => ").next().filter(|_| rest.starts_with(':')).unwrap_or(kind).trim();
    // `const f: (a: A) => B = a =>`
    let kind = before_assignment(kind);
    let inner = kind.strip_prefix("Promise<").and_then(|kind| kind.strip_suffix('>')).unwrap_or(kind);
    let empty = [
        "",
        "void",
        "any",
        "unknown",
        "undefined",
        "never",
        "this",
        "boolean",
        "{",
        "object",
        "Any",
        "None",
        "NoReturn",
        "Self",
        "bool",
    ];
    // `x is T` is told by the name.
    let predicate = inner.contains(" is ") || inner.starts_with("asserts ");
    (!empty.contains(&inner) && !predicate && is_whole(inner)).then_some(inner)
}

/// What stands between two quotes, where nothing else does: `"Later"`.
fn unquoted(kind: &str) -> &str {
    let inside = |quote: char| kind.strip_prefix(quote)?.strip_suffix(quote).filter(|it| !it.contains(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(kind)
}

/// A type as it can be quoted: not cut, not too long.
pub(in crate::dsp) fn is_whole(kind: &str) -> bool {
    kind.len() <= LONGEST_TYPE && is_closed(kind)
}

/// Whether a piece of code closes every bracket again that it opens.
pub(in crate::dsp) fn is_balanced(code: &str) -> bool {
    let count = |signs: &[char]| code.matches(signs).count();
    [['(', ')'], ['[', ']'], ['{', '}']].iter().all(|[open, close]| count(&[*open]) == count(&[*close]))
}

/// The same of a type, which has others.
pub(in crate::dsp) fn is_closed(kind: &str) -> bool {
    let mut depth = 0_i32;
    for (at, c) in kind.char_indices() {
        depth += match c {
            '(' | '[' | '{' | '<' => 1,
            ')' | ']' | '}' => -1,
            '>' if !kind[..at].ends_with('=') => -1,
            _ => 0,
        };
    }
    depth == 0
}

/// The type that a variable or field is declared with.
pub(in crate::dsp) fn annotation(signature: &str) -> Option<&str> {
    let at = find_top(signature, 0, |rest| rest.starts_with(':') || rest.starts_with('='))?;
    let kind = signature[at..].strip_prefix(':')?.trim();
    let kind = before_assignment(kind);
    (!matches!(kind, "" | "any" | "unknown" | "object" | "{") && is_whole(kind)).then_some(kind)
}

/// A type without the value behind it: `string` of `string='a'`.
fn before_assignment(kind: &str) -> &str {
    let assigns = |rest: &str| rest.starts_with('=') && !rest.starts_with("=>");
    find_top(kind, 0, assigns).map_or(kind, |end| kind[..end].trim())
}

/// Whether a variable is declared with the type of a function, whole or cut.
pub(in crate::dsp) fn is_of_function_type(signature: &str) -> bool {
    let kind = find_top(signature, 0, |rest| rest.starts_with(':') || rest.starts_with('='))
        .and_then(|at| signature[at..].strip_prefix(':'))
        .map_or("", str::trim_start);
    let kind = without_type_parameters(kind);
    let close = kind.strip_prefix('(').and_then(|inside| find_top(inside, 0, |rest| rest.starts_with(')')));
    close.is_some_and(|at| kind[at + 2..].trim_start().starts_with("=>"))
}

/// The type of a function behind its own parameters of types: `(a: A) => B` of `<A>(a: A) => B`.
fn without_type_parameters(kind: &str) -> &str {
    let Some(inside) = kind.strip_prefix('<') else { return kind };
    let is_arrow = |rest: &str| inside[..inside.len() - rest.len()].ends_with('=');
    let close = find_top(inside, 0, |rest| rest.starts_with('>') && !is_arrow(rest));
    close.map_or(kind, |at| inside[at + 1..].trim_start())
}

/// The name of a variable and its type; empty where the text is nothing but a value.
pub(in crate::dsp) fn without_value(signature: &str) -> &str {
    if !["const ", "let ", "var ", "using "].iter().any(|word| signature.starts_with(word)) {
        return "";
    }
    before_value(signature)
}

/// What stands before the `=`, with the type; all of it where there is no value.
pub(in crate::dsp) fn before_value(signature: &str) -> &str {
    &signature[..assignment(signature).unwrap_or(signature.len())]
}

/// Where the first `=` stands that is no part of `=>` or of a comparison.
fn assignment(signature: &str) -> Option<usize> {
    let compares = |rest: &str| {
        let before = &signature[..signature.len() - rest.len()];
        // `Box<T>={}`
        rest.starts_with("==")
            || [" <", " >"].iter().any(|it| before.ends_with(it))
            || before.ends_with(['!', '='])
    };
    let assigns = |rest: &str| rest.starts_with('=') && !rest.starts_with("=>") && !compares(rest);
    find_top(signature, 0, assigns)
}

/// What stands behind the `=` of a literal or of a type alias, whole or cut.
pub(in crate::dsp) fn value(signature: &str) -> Option<&str> {
    let at = assignment(signature)?;
    Some(signature[at + 1..].trim()).filter(|value| !value.is_empty())
}

/// The keys of an object that is a value, as far as the text goes.
pub(in crate::dsp) fn held(signature: &str) -> Vec<&str> {
    let value = value(signature).unwrap_or(signature);
    let Some(inside) = value.strip_prefix('{') else { return Vec::new() };
    let close = find_top(inside, 0, |rest| rest.starts_with('}'));
    let mut keys = split_top(&inside[..close.unwrap_or(inside.len())], ',');
    if close.is_none() {
        // The last one may be cut.
        keys.pop();
    }
    keys.retain(|key| !key.is_empty() && *key != "…");
    keys
}

/// Whether the value is an object that has the key, or may have it where its text is cut.
pub(in crate::dsp) fn may_hold(object: &Symbol, key: &str) -> bool {
    let text = object.signature.as_deref().unwrap_or_default();
    let inside = value(text).unwrap_or(text);
    inside.starts_with('{') && (text.len() >= CUT || held(text).contains(&key))
}

/// The keys of an object type, as far as the text goes.
pub(in crate::dsp) fn keys(kind: &str) -> Option<Vec<&str>> {
    Some(keys_and_rests(kind)?.into_iter().map(|(key, _)| key).collect())
}

/// The same with the one text that a key may hold, and for a small object with what that has: `type: 'gone'`, `user.name`.
pub(in crate::dsp) fn keys_with_texts(kind: &str) -> Option<Vec<String>> {
    // Behind the last one there may be more.
    let is_whole = kind.ends_with('}');
    let told = |(key, rest): (&str, &str)| match (only_text(rest, is_whole), inner_keys(rest)) {
        (Some(text), _) => vec![format!("{key}: '{text}'")],
        // What is never there tells the type from others.
        (None, _) if let Some(never) = never_there(rest) => vec![format!("{key}: {never}")],
        (None, Some(inner)) => inner.iter().map(|it| format!("{key}.{it}")).collect(),
        (None, None) => vec![key.to_owned()],
    };
    Some(keys_and_rests(kind)?.into_iter().flat_map(told).collect())
}

/// The types of the keys of an object type, where each stands there in full.
pub(in crate::dsp) fn kinds_of_keys(kind: &str) -> Option<Vec<&str>> {
    let rests = keys_and_rests(kind).filter(|_| kind.ends_with('}'))?;
    let end = |rest: &str| find_top(rest, 0, |rest| rest.starts_with([';', ','])).unwrap_or(rest.len());
    // Lines may have been joined without a separator.
    let whole = |it: &&str| !it.is_empty() && !it.contains(':');
    rests.into_iter().map(|(_, rest)| Some(rest[..end(rest)].trim()).filter(whole)).collect()
}

/// How many keys an object has at most that are told in place of its own.
const MOST_INNER: usize = 3;

/// The keys of the small object type that `text` begins with.
fn inner_keys(text: &str) -> Option<Vec<&str>> {
    let text = text.trim_start();
    let end = find_top(text.strip_prefix('{')?, 0, |rest| rest.starts_with('}'))? + 2;
    // A list of such objects has no such member.
    let is_object = !text[end..].trim_start().starts_with(['[', '|', '&']);
    keys(&text[..end]).filter(|it| is_object && (1..=MOST_INNER).contains(&it.len()))
}

/// What stands between the quotes of the type that `text` begins with, where it is that one text.
fn only_text(text: &str, may_end: bool) -> Option<&str> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|it| matches!(it, '\'' | '"'))?;
    let (inside, behind) = text[1..].split_once(quote)?;
    let is_end = |c: char| c.is_alphanumeric() || matches!(c, ';' | ',' | '_' | '$' | '\'' | '"');
    let is_whole = behind.trim_start().chars().next().map_or(may_end, is_end);
    let is_plain = !inside.contains(['\'', '"', '`', '\\']) && !inside.chars().any(char::is_control);
    (is_whole && is_plain && (1..=LONGEST_TEXT).contains(&inside.len())).then_some(inside)
}

/// The type that `text` begins with, where nothing can be of it.
fn never_there(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    let is_it = |it: &&str| {
        let behind = text.strip_prefix(it).map(str::trim_start);
        behind.is_some_and(|it| it.is_empty() || it.starts_with([';', ',', '}']))
    };
    ["never", "null", "undefined"].into_iter().find(is_it)
}

/// `content-type` of `"content-type"?`
fn quoted_key(word: &str) -> Option<&str> {
    let word = word.trim().trim_end_matches('?');
    let quote = word.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let key = word.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_plain = key.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':' | '/' | '@'));
    (is_plain && !key.is_empty()).then_some(key)
}

/// Each key with all that stands behind its colon.
fn keys_and_rests(kind: &str) -> Option<Vec<(&str, &str)>> {
    let inside = kind.strip_prefix('{')?;
    let end = find_top(inside, 0, |rest| rest.starts_with('}'));
    if end.is_some_and(|end| end + 1 < inside.len()) {
        return None;
    }
    let text = &inside[..end.unwrap_or(inside.len())];
    let mut keys = Vec::new();
    let mut rest = text;
    // Lines may have been joined without a separator: a key is the word before a colon.
    while let Some(at) = find_top(rest, 0, |rest| rest.starts_with(':')) {
        // `choices?: A extends B ? C : D` has one key.
        if find_top(&rest[..at], 0, |rest| rest.starts_with(" ? ")).is_some() && !keys.is_empty() {
            rest = &rest[at + 1..];
            continue;
        }
        let words = split_top(&rest[..at], ' ');
        let word =
            words.iter().flat_map(|word| split_top(word, ';')).flat_map(|word| split_top(word, ',')).last();
        rest = &rest[at + 1..];
        let key = word.and_then(|word| identifier(word).or_else(|| quoted_key(word)));
        // Behind a method stands what it gives.
        let is_method = word.is_some_and(|word| word.contains(['(', '<']));
        keys.extend(key.map(|key| (key, if is_method { "" } else { rest })));
    }
    Some(keys)
}

/// What the class or interface extends and implements, without type arguments.
pub(in crate::dsp) fn heritage(signature: &str) -> (Vec<&str>, Vec<&str>) {
    if let Some(bases) = bases(signature) {
        return (bases, Vec::new());
    }
    // An interface that is that of a function has the type of that behind it.
    let end = find_top(signature, 0, |rest| rest.starts_with(" = "));
    let signature = &signature[..end.unwrap_or(signature.len())];
    let clause = |word: &str| -> Vec<&str> {
        let Some(at) = find_top(signature, 0, |rest| rest.starts_with(word)) else { return Vec::new() };
        let text = &signature[at + word.len()..];
        let end = find_top(text, 0, |rest| rest.starts_with(" implements ") || rest.starts_with('{'));
        let names = split_top(&text[..end.unwrap_or(text.len())], ',').into_iter().filter_map(|name| {
            let end = name.find(['<', '(']).unwrap_or(name.len());
            Some(name[..end].trim()).filter(|name| !name.is_empty() && name.len() <= LONGEST_TYPE)
        });
        names.collect()
    };
    (clause(" extends "), clause(" implements "))
}

/// The base of a class where a call makes it: `PartialType(User)` of `class Patch extends PartialType(User)`.
pub(in crate::dsp) fn made_base(signature: &str) -> Option<String> {
    let at = find_top(signature, 0, |rest| rest.starts_with(" extends "))?;
    let base = &signature[at + " extends ".len()..];
    let end = find_top(base, 0, |rest| rest.starts_with(" implements ") || rest.starts_with('{'));
    let base = base[..end.unwrap_or(base.len())].trim();
    let is_call = base.contains('(') && base.ends_with(')') && !base.contains(['`', '\n', '{']);
    // A call over several lines has gaps, and a comma at its end.
    let base = base.replace("( ", "(").replace(", )", ")").replace(" )", ")");
    (is_call && base.len() <= LONGEST_TYPE).then_some(base)
}

/// The bases of a class of Python, without what their brackets hold and without keywords: `class A(B, C[T], metaclass=D)`.
fn bases(signature: &str) -> Option<Vec<&str>> {
    let rest = signature.strip_prefix("class ")?;
    let inside = rest[identifier(rest)?.len()..].strip_prefix('(')?;
    let end = find_top(inside, 0, |rest| rest.starts_with(')'));
    let mut bases = split_top(&inside[..end.unwrap_or(inside.len())], ',');
    bases.truncate(bases.len() - usize::from(end.is_none()));
    let plain = bases.into_iter().filter_map(|it| it.split(['[', '(']).next()).map(str::trim);
    Some(plain.filter(|it| !it.is_empty() && !it.contains(['=', '*']) && it.len() <= LONGEST_TYPE).collect())
}

/// The first place from `from` on, outside brackets and quotes opened after it, where `is` holds.
pub(in crate::dsp) fn find_top(text: &str, from: usize, is: impl Fn(&str) -> bool) -> Option<usize> {
    let mut depth = 0_u32;
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in text[from..].char_indices() {
        let at = from + at;
        if quote.is_none() && depth == 0 && is(&text[at..]) {
            return Some(at);
        }
        match (quote, c) {
            (Some(open), c) if open == c && before != '\\' => quote = None,
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '(' | '[' | '{' | '<') => depth += 1,
            (None, '>') if before == '=' => {}
            (None, ')' | ']' | '}' | '>') => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = c;
    }
    None
}

/// The parts between the separators that stand outside brackets and quotes; empty ones are left out but for the
/// first.
pub(in crate::dsp) fn split_top(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = find_top(rest, 0, |rest| rest.starts_with(separator)) {
        parts.push(rest[..at].trim());
        rest = &rest[at + separator.len_utf8()..];
    }
    if parts.is_empty() || !rest.trim().is_empty() {
        parts.push(rest.trim());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(signature: &str, expected: &str) {
        let call = call(signature);
        let returned = call.returned.map(|it| format!("({})", it.join(" ")));
        let result = returned.as_deref().or(call.result).unwrap_or("-");
        let told = format!("{} -> {result}", call.parameters.join(" "));
        assert_eq!(told, expected, "{signature}");
    }

    #[test]
    fn parameters_and_results() {
        check("function f(a: string, b = 1, ...rest: T[]): Promise<Foo>", "a b rest -> Foo");
        check("export async function f<T extends (x: A) => B>(a: T): void", "a -> -");
        check("const f = async ({ a, b: c = 2, ...d }: Props = {}, e: Map<A, B>)", "a b e -> -");
        check("const f = async x", "x -> -");
        check("const f", " -> -");
        check("constructor(@Inject(A) private readonly a: A, public b: B)", "a b -> -");
        check("const f: (a: A) => B = (a) =>", "a -> B");
        check("const f: F<A> = ({ a, b }) =>", "a b -> -");
        check("f(a: (x: number) => string, b: 'x,y'): a is Foo", "a b -> -");
        check("function f(this: Foo, abc: string, cut: Rec", "abc cut -> -");
        check("function f(): { a: string; b", " -> -");
        check("const f = (a) => async (b, { c })", "a -> (b c)");
        check("function f(a: A): (b: B) => C", "a -> (b)");
        check("const f = (a): (A | B)", "a -> (A | B)");
    }

    #[test]
    fn types() {
        assert_eq!(value("type A<T = X> = 'a' | 'b'"), Some("'a' | 'b'"));
        assert_eq!(value("const N = 3"), Some("3"));
        assert_eq!(value("const N"), None);
        assert_eq!(annotation("const a: Map<string, () => void>"), Some("Map<string, () => void>"));
        assert_eq!(annotation("a?: string"), Some("string"));
        assert_eq!(annotation("const a = { b: 1 }"), None);
        assert_eq!(keys("{ a: { x: 1 }; readonly b?: string; c"), Some(vec!["a", "b"]));
        assert_eq!(keys("{ a: A b?: B, c(x: X): C }"), Some(vec!["a", "b", "c"]));
        assert_eq!(keys("{ a: string } & B"), None);
        let told = |kind| keys_with_texts(kind).unwrap().join(" ");
        assert_eq!(told("{ a: 'x'; b: \"y\", c: 'p' | 'q' }"), "a: 'x' b: 'y' c");
        assert_eq!(told("{ a: 'x' }"), "a: 'x'");
        assert_eq!(told("{ a: 'x'"), "a", "more may stand behind it");
    }

    #[test]
    fn an_object_holds_its_keys() {
        let object = |signature: &str| Symbol {
            name: "db".to_owned(),
            kind: resolvers::facts::SymbolKind::Variable,
            container: None,
            signature: Some(signature.to_owned()),
            exported: true,
            doc: None,
            deed: None,
            effects: Vec::new(),
            span: resolvers::facts::Span::default(),
        };
        assert!(may_hold(&object("const db = { find, add }"), "find"));
        assert!(!may_hold(&object("const db = { find, add }"), "drop"));
        assert!(!may_hold(&object("const db = open()"), "find"));
        assert!(may_hold(&object(&format!("const db = {{ {}", "a".repeat(CUT))), "drop"));
    }

    #[test]
    fn heritage_is_found() {
        assert_eq!(
            heritage("class A<T extends X> extends B<T> implements C, D<E>"),
            (vec!["B"], vec!["C", "D"])
        );
        assert_eq!(heritage("interface A extends B, C"), (vec!["B", "C"], vec![]));
        assert_eq!(heritage("class A(b.B, C[T, U], metaclass=D)"), (vec!["b.B", "C"], vec![]));
        assert_eq!(heritage("class A"), (vec![], vec![]));
        assert_eq!(made_base("class A extends B( C, D, ) implements E").as_deref(), Some("B(C, D)"));
        assert_eq!(made_base("class A extends B"), None);
        assert_eq!(heritage("interface A = (b: B) => B extends C ? D : E"), (vec![], vec![]));
    }
}
