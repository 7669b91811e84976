//! What a type has to do with the other declarations of its file: which heads name it, and where in them. Pure.

use std::borrow::Cow;

use resolvers::facts::{Symbol, SymbolKind};

use super::alias::without_helper;
use super::declared::Declared;
use super::used::mentions;
use super::{clean, initial, quoted, signature};

/// Later declarations of a file are not searched.
const SEARCHED: usize = 512;
/// How many relations are told.
const MOST: usize = 2;
/// How many values of an enumeration are.
const MOST_VALUES: usize = 8;
/// What the constants of a type of Go are to it, where there are several.
const ONE_OF: &str = "one of";
/// What the values of a type are to a table that has something for each.
const KEYS_OF: &str = "keys of";
/// What one in a list is.
const ITEM_OF: &str = "item of";
/// What the only one is.
const TYPE_OF: &str = "type of";
/// What is an argument of a function that is taken there, or stands there.
const HANDED: &str = "handed to callbacks of";
/// What stands in an object that is taken: `(context: { options: Options }) => void`.
const IN_TAKEN: &str = "in what is taken by";
/// What is an argument of that, or stands in an object.
const IN_TYPE_OF: &str = "in the type of";
/// Generic types that stand for what they are given, or hold it.
#[rustfmt::skip]
const HOLDERS: &[&str] = &[
    "Array", "Iterable", "Map", "Maybe", "Nullable", "Optional", "Partial", "Promise", "Readonly", "ReadonlyArray", "Record",
    "Ref", "Required", "Set",
];

impl Declared<'_> {
    /// Who takes it, gives it or holds it, after a colon; empty where nobody in the file does.
    pub(super) fn relations(&self) -> String {
        let own = u32::try_from(self.at).ok();
        let name = self.symbol.name.as_str();
        let mut told: Vec<(&str, Vec<String>)> = Vec::new();
        let mut before = None;
        for it in self.facts.symbols.iter().take(SEARCHED) {
            let head = it.signature.as_deref().unwrap_or_default();
            // A constant of Go without type and value has those of the one before.
            let repeats = self.is_go() && head.strip_prefix("const ") == Some(it.name.as_str());
            if repeats && before == Some(ONE_OF) {
                note(&mut told, ONE_OF, self.full_name(it));
                continue;
            }
            before = None;
            if it.container.is_some_and(|at| Some(at) == own)
                || it.name == name && it.container.is_none()
                || is_hidden(it)
                || !mentions(head, name)
                || self.is_hidden_from(it)
            {
                continue;
            }
            let Some(word) = relation(it, name, self.kind(), self.is_go()) else { continue };
            before = Some(word);
            note(&mut told, word, self.full_name(it));
        }
        let is_lone = |(word, subjects): &(&str, Vec<String>)| *word == ONE_OF && subjects.len() == 1;
        let told: Vec<String> = told
            .into_iter()
            .map(|it| if is_lone(&it) { (TYPE_OF, it.1) } else { it })
            .take(MOST)
            .map(|(word, subjects)| {
                let most = if word == ONE_OF { MOST_VALUES } else { 2 };
                let more = if subjects.len() > most { ", …" } else { "" };
                format!("{word} {}{more}", subjects[..subjects.len().min(most)].join(", "))
            })
            .collect();
        if told.is_empty() { String::new() } else { format!(": {}", told.join("; ")) }
    }

    /// Whether a namespace around `it` declares something else of that name.
    fn is_hidden_from(&self, it: &Symbol) -> bool {
        let Some(around) =
            it.container.filter(|at| *at as usize != self.at && self.symbol.container != Some(*at))
        else {
            return false;
        };
        let is_namespace =
            self.facts.symbols.get(around as usize).is_some_and(|it| it.kind == SymbolKind::Namespace);
        let declares = |it: &Symbol| it.container == Some(around) && it.name == self.symbol.name;
        is_namespace && self.facts.symbols.iter().skip(around as usize).take(SEARCHED).any(declares)
    }

    /// `run` of `Job` is `Job.run`.
    pub(super) fn full_name(&self, it: &Symbol) -> String {
        let owner = it.container.and_then(|at| self.facts.symbols.get(at as usize));
        quoted(&owner.map_or_else(|| it.name.clone(), |owner| format!("{}.{}", owner.name, it.name)))
    }
}

/// Takes down that `subject` has to do with it what `word` says.
fn note<'w>(told: &mut Vec<(&'w str, Vec<String>)>, word: &'w str, subject: String) {
    match told.iter_mut().find(|(known, _)| *known == word) {
        Some((_, subjects)) if subjects.contains(&subject) => {}
        Some((_, subjects)) => subjects.push(subject),
        None => told.push((word, vec![subject])),
    }
}

/// What `#` hides is no part of what others see.
fn is_hidden(it: &Symbol) -> bool {
    it.name.starts_with('#')
}

/// The type without what others are given: `Selector` of `Selector<State>`. What holds something is of that type.
fn without_arguments(kind: &str) -> String {
    let mut told = String::new();
    let mut depth = 0_usize;
    for (at, char) in kind.char_indices() {
        match char {
            '<' if depth > 0 || !is_holder(&kind[..at]) => depth += 1,
            '>' if depth > 0 && !kind[..at].ends_with('=') => depth -= 1,
            _ if depth == 0 => told.push(char),
            _ => {}
        }
    }
    told
}

/// The text without what stands in object types, but for those of parameters that are taken apart:
/// `open: { name: Name } | null`, not `({ name }: { name: Name })`.
fn without_objects(text: &str) -> String {
    let mut told = String::new();
    let (mut depth, mut quote) = (0_usize, None);
    for (at, char) in text.char_indices() {
        let before = text[..at].trim_end();
        let is_of_pattern =
            || before.trim_end_matches([':', '?', ' ']).ends_with('}') || before.ends_with(['(', ',']);
        match char {
            // A brace in a text opens nothing.
            '\'' | '"' | '`' if quote.is_none_or(|it| it == char) => {
                quote = if quote.is_none() { Some(char) } else { None };
            }
            '{' if quote.is_none() && (depth > 0 || !is_of_pattern()) => depth += 1,
            '}' if quote.is_none() && depth > 0 => depth -= 1,
            _ if depth == 0 => told.push(char),
            _ => {}
        }
    }
    told
}

/// The type without what its functions and methods take: `{ run: (job: Job) => void }`.
fn without_parameters(kind: &str) -> String {
    let mut told = String::new();
    let mut rest = kind;
    while let Some((before, inside)) = rest.split_once('(') {
        told.push_str(before);
        let close = signature::find_top(inside, 0, |rest| rest.starts_with(')'));
        let Some(close) = close else { return told + inside };
        let behind = inside[close + 1..].trim_start();
        if !behind.starts_with("=>") && !behind.starts_with(':') {
            told.push_str(&without_parameters(&inside[..close]));
        }
        rest = &inside[close + 1..];
    }
    told + rest
}

/// The head where what is taken of a namespace called `name` stands alone: `Core.Account` is no `Core`.
fn without_qualifiers<'h>(head: &'h str, name: &str) -> Cow<'h, str> {
    let qualifier = format!("{name}.");
    if name.is_empty() || !head.contains(&qualifier) {
        return head.into();
    }
    let mut told = String::new();
    let mut rest = head;
    while let Some(at) = rest.find(&qualifier) {
        let (before, behind) = (&rest[..at], &rest[at + qualifier.len()..]);
        let begins = !before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let goes_on = behind.starts_with(|c: char| c.is_uppercase());
        told.push_str(before);
        if !begins || !goes_on {
            told.push_str(&qualifier);
        }
        rest = behind;
    }
    (told + rest).into()
}

/// Parameters without what they are decorated with: `@Inject(TOKEN) store: Store`.
fn without_decorators(parameters: &str) -> String {
    let mut told = String::new();
    let mut rest = parameters;
    while let Some((before, behind)) = rest.split_once('@') {
        told.push_str(before);
        let end = behind.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.'));
        rest = &behind[end.unwrap_or(behind.len())..];
        if rest.starts_with('(') {
            let close = signature::find_top(rest, 1, |rest| rest.starts_with(')'));
            rest = close.map_or("", |close| &rest[close + 1..]);
        }
    }
    told + rest
}

/// The type without members of what is called `name`, and without conditions on it: `User['id']`, `T extends User ? A : B`.
fn without_parts(kind: &str, name: &str) -> String {
    if name.is_empty() {
        return kind.to_owned();
    }
    let extends = format!("extends {name}");
    let mut told = String::new();
    let mut rest = kind;
    while let Some(at) = rest.find(name) {
        let behind = &rest[at + name.len()..];
        let is_member = behind.starts_with("['") || behind.starts_with("[\"");
        let is_condition =
            rest[..at + name.len()].ends_with(&extends) && behind.trim_start().starts_with('?');
        told.push_str(&rest[..at]);
        if !is_member && !is_condition {
            told.push_str(name);
        }
        rest = behind;
    }
    told + rest
}

/// The type without what its conditions ask for: `T extends User<infer U> ? U : T`.
fn without_tests(kind: &str, name: &str) -> String {
    let asked = format!(" extends {name}");
    let mut told = String::new();
    let mut rest = kind;
    while let Some(at) = rest.find(&asked) {
        let behind = &rest[at + asked.len()..];
        let end = signature::find_top(behind, 0, |rest| rest.starts_with(" ? "));
        let is_it = behind.starts_with(['<', ' ']) && end.is_some();
        told.push_str(&rest[..at]);
        if !is_it {
            told.push_str(&asked);
        }
        rest = end.filter(|_| is_it).map_or(behind, |end| &behind[end..]);
    }
    told + rest
}

/// How many lists hold what is of the type called `name`, where the type `kind` is those lists and nothing else.
fn lists_around(kind: &str, name: &str) -> usize {
    const GENERIC: &[(&str, char)] =
        &[("Array<", '>'), ("ReadonlyArray<", '>'), ("list[", ']'), ("List[", ']')];
    let mut kind = kind.trim();
    let mut depth = 0;
    while kind != name {
        let generic = GENERIC.iter().find_map(|(open, close)| kind.strip_prefix(open)?.strip_suffix(*close));
        kind = match kind.strip_suffix("[]").or(generic) {
            Some(inner) => {
                depth += 1;
                inner
            }
            None => match kind.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
                Some(inner) => inner,
                None => return 0,
            },
        };
    }
    depth
}

/// Whether the text ends with the name of a generic type that holds what it is given.
fn is_holder(text: &str) -> bool {
    let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    HOLDERS.contains(&&text[start..])
}

/// What the declaration, whose head names the type, has to do with it; a constant of another file is told as its type.
pub(super) fn relation_elsewhere(
    it: &Symbol,
    name: &str,
    kind: SymbolKind,
    is_go: bool,
) -> Option<&'static str> {
    relation(it, name, kind, is_go).map(|word| if word == ONE_OF { TYPE_OF } else { word })
}

/// What the declaration, whose head names the type, has to do with it, which is of this kind.
fn relation(it: &Symbol, name: &str, kind: SymbolKind, is_go: bool) -> Option<&'static str> {
    let head = it.signature.as_deref().unwrap_or_default();
    // What is taken of an enumeration is one of its values.
    let is_whole = is_go || kind == SymbolKind::Enum;
    let head = &*if is_whole { Cow::Borrowed(head) } else { without_qualifiers(head, name) };
    let is_call = |head: &str| {
        let open = signature::find_top(head, 0, |rest| rest.starts_with('('))?;
        let close = signature::find_top(head, open + 1, |rest| rest.starts_with(')')).unwrap_or(head.len());
        let taken = without_decorators(&head[open..close]);
        let taken = without_arguments(&without_parts(&taken, name));
        if mentions(&taken, name) {
            let inside = taken.strip_prefix('(').unwrap_or(&taken);
            if !mentions(&without_objects(&taken), name) {
                return Some(IN_TAKEN);
            }
            // What a function takes that is taken is no argument of this one.
            return Some(if mentions(&without_parameters(inside), name) { "taken by" } else { HANDED });
        }
        if is_go {
            return mentions(&head[close..], name).then_some("given by");
        }
        // A function that is given is none of what it takes and gives itself.
        let result = signature::call(head).result.filter(|kind| !kind.contains("=>"))?;
        mentions(&without_arguments(&without_parts(result, name)), name).then_some("given by")
    };
    match it.kind {
        SymbolKind::Function | SymbolKind::Method => is_call(head),
        // `const make: () => User`
        SymbolKind::Variable if !is_go && signature::is_of_function_type(head) => is_call(head),
        SymbolKind::Class | SymbolKind::Interface => {
            let (extends, implements) = signature::heritage(head);
            match (extends.contains(&name), implements.contains(&name)) {
                (true, _) => Some("base of"),
                (_, true) => Some("implemented by"),
                _ => None,
            }
        }
        SymbolKind::Field | SymbolKind::Variable => of_annotation(head, name, is_go),
        SymbolKind::Type => {
            // A parameter of the type is no part of it.
            let value = signature::value(head)?;
            // `keyof typeof A`
            if value == format!("keyof typeof {name}") || value == format!("keyof {name}") {
                return Some("its keys are");
            }
            // `A[keyof A]` is a part of it.
            if value.strip_prefix(name).is_some_and(|rest| rest.starts_with("[keyof ")) {
                return Some("looked up by");
            }
            // `Required<A['b']>`
            let is_key = |rest: &str| rest.starts_with("['") || rest.starts_with("[\"");
            if without_helper(value).strip_prefix(name).is_some_and(is_key) {
                return Some("looked up by");
            }
            let whole = clean(value, 400);
            if mentions(&whole, name) && !mentions(&without_tests(&whole, name), name) {
                return Some("tested for by");
            }
            if mentions(&whole, name) && !mentions(&without_parameters(&whole), name) {
                return Some("taken by functions of");
            }
            // `{ signal: A['signal'] }`
            if mentions(&whole, name) && !mentions(&without_parts(&whole, name), name) {
                return Some("looked up by");
            }
            // `Partial<Pick<A, 'b'>>`
            let part = ["Partial<", "Readonly<", "Required<"]
                .iter()
                .fold(&*whole, |it, helper| it.strip_prefix(helper).unwrap_or(it));
            let takes = |helper: &str| {
                part.strip_prefix(helper)
                    .and_then(|it| it.strip_prefix(name))
                    .is_some_and(|it| it.starts_with(','))
            };
            if takes("Pick<") || takes("Omit<") {
                return Some("some of it is");
            }
            mentions(&whole, name).then_some("part of")
        }
        _ => None,
    }
}

/// What a value whose head this is has to do with the type that it is declared with.
fn of_annotation(head: &str, name: &str, is_go: bool) -> Option<&'static str> {
    let annotation = if is_go { signature::go::annotation } else { signature::annotation };
    let kind = annotation(head).filter(|kind| mentions(kind, name))?;
    // `const Default Level = Info` is no value of its own.
    let is_other = |it: &str| it != "iota" && initial::is_name(it);
    let is_value =
        is_go && kind == name && head.starts_with("const ") && !signature::value(head).is_some_and(is_other);
    // `Record<Kind, string>`
    let is_key = ["Record<", "Map<"].iter().any(|it| {
        kind.find(it)
            .and_then(|at| kind[at + it.len()..].split(',').next())
            .is_some_and(|key| key.trim() == name)
    });
    Some(match (is_value, is_key, lists_around(kind, name)) {
        (true, ..) => ONE_OF,
        (_, true, _) => KEYS_OF,
        (_, _, 1) => ITEM_OF,
        // `Array<Step[]>`
        (_, _, 2..) => IN_TYPE_OF,
        _ if !mentions(&without_objects(&without_arguments(&without_parts(kind, name))), name) => IN_TYPE_OF,
        _ if !mentions(&without_parameters(kind), name) => "handed to",
        _ => TYPE_OF,
    })
}
