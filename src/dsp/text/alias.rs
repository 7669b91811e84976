//! What the right-hand side of a type alias says. Pure; like signatures it may be cut at its end.

mod combined;
mod conditional;

use resolvers::facts::{Shown, ShownSort, SymbolKind};

use self::combined::{combined, function_in_parentheses, options, ways_to_call};
use super::declared::{Declared, FEW_MEMBERS, joined};
use super::function::{gives, takes};
use super::initial::{Initial, is_name};
use super::shape::are_held;
use super::signature::{self, Call};
use super::used::mentions;
use super::words::lowered;
use super::{clean, doc, few, few_said, quoted, quoted_body, renowned};

/// How right-hand sides begin that are about one other name, and what that makes the type.
const DERIVED: &[(&str, &str)] = &[
    ("z.infer<typeof ", "the type that {} describes"),
    ("z.TypeOf<typeof ", "the type that {} describes"),
    ("TypeOf<typeof ", "the type that {} describes"),
    ("Infer<typeof ", "the type that {} describes"),
    ("Static<typeof ", "the type that {} describes"),
    ("InferOutput<typeof ", "the type that {} describes"),
    ("v.InferOutput<typeof ", "the type that {} describes"),
    ("InferSelectModel<typeof ", "a row of {}"),
    ("InferInsertModel<typeof ", "a new row of {}"),
    ("z.output<typeof ", "what {} gives"),
    ("z.input<typeof ", "what {} takes"),
    ("Awaited<ReturnType<typeof ", "what {} gives"),
    ("ReturnType<typeof ", "what {} returns"),
    ("Parameters<typeof ", "the parameters of {}"),
    ("InstanceType<typeof ", "an instance of {}"),
    ("ComponentProps<typeof ", "the props of {}"),
    ("React.ComponentProps<typeof ", "the props of {}"),
    ("(typeof ", "one of the values of {}"),
    ("keyof typeof ", "one of the keys of {}"),
    ("keyof ", "one of the keys of {}"),
    ("typeof ", "the type of {}"),
];

/// How much of what is said of a member is told of its type, in characters.
const LONGEST_LENT: usize = 140;
/// Later members of the types of a file are not searched.
const SEARCHED: usize = 512;
/// How much is told of what each of the keys of another type becomes, in characters.
const LONGEST_MAPPED: usize = 120;
/// A longer type is no name of another one, in bytes.
const LONGEST_ALIAS: usize = 48;
/// How many results of a function are told.
const MOST_RESULTS: usize = 6;
/// How many object types are told of which one is meant.
const MOST_SHAPES: usize = 3;

/// `A` of a generic type that is too long to be quoted.
fn short(kind: &str) -> &str {
    let name = kind.split('<').next().unwrap_or(kind);
    let plain = name.chars().all(|c| c.is_alphanumeric() || "_$.".contains(c)) && !name.is_empty();
    if kind.len() > 40 && plain { name } else { kind }
}

/// The object type that is the only thing made optional, required or constant, and what all of it is then.
fn unwrapped(value: &str) -> (&str, &'static str) {
    const WRAPPERS: &[(&str, &str)] = &[
        ("Partial<{", ", all optional"),
        ("Readonly<{", ", all read-only"),
        ("Required<{", ", all required"),
    ];
    let wrapped = WRAPPERS.iter().find(|(start, _)| value.starts_with(start));
    wrapped.map_or((value, ""), |(start, all)| (value[start.len() - 1..].trim_end_matches('>'), all))
}

/// `GapSnap[]`
fn list(value: &str) -> Option<String> {
    let value = value.strip_prefix("readonly ").unwrap_or(value);
    let of = value.strip_suffix("[]").or_else(|| value.strip_prefix("Array<")?.strip_suffix('>'))?;
    let plain = !of.is_empty() && of.chars().all(|c| c.is_alphanumeric() || "_$.".contains(c));
    plain.then(|| format!(": a list of {}", quoted(of)))
}

/// Of object types the values of the key that tells them apart, and the key.
fn told_apart<'v>(options: &[&'v str]) -> Option<(&'v str, Vec<&'v str>)> {
    let first = options.first()?.strip_prefix('{')?.trim_start();
    let (key, _) = first.split_once(':').filter(|(key, _)| key.chars().all(char::is_alphanumeric))?;
    let value = |option: &&'v str| {
        let rest = option.strip_prefix('{')?.trim_start().strip_prefix(key)?.strip_prefix(':')?.trim_start();
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        Some(rest[1..].split_once(quote)?.0)
    };
    let values: Vec<&str> = options.iter().map_while(value).collect();
    (values.len() > 1).then_some((key, values))
}

/// An object type whose keys are those of another, or any.
fn mapped(value: &str) -> Option<String> {
    let inside = value.strip_prefix('{')?.trim_start();
    // `-readonly [P in keyof T]`
    let changed = inside.strip_prefix("-readonly ").map(str::trim_start);
    let inside = changed.unwrap_or(inside).trim_start_matches("readonly ").strip_prefix('[')?;
    let (head, rest) = inside.split_once(']')?;
    // `{ … } & {}` is more than that.
    let mut depth = 1_i32;
    let end = rest.find(|char| {
        depth += i32::from(char == '{') - i32::from(char == '}');
        depth == 0
    });
    if end.is_some_and(|end| end + 1 < rest.trim_end().len()) {
        return None;
    }
    let kind =
        rest.trim_start_matches(['-', '+', '?']).strip_prefix(':')?.trim().trim_end_matches(['}', ';', ' ']);
    // Of a long one the beginning says what each becomes by.
    let kind = match kind {
        kind if signature::is_whole(kind) => format!(" to {}", quoted(kind)),
        kind if kind.contains(" ? ") => format!(" to {}", quoted_body(&clean(kind, LONGEST_MAPPED))),
        _ => String::new(),
    };
    if let Some((_, keys)) = head.split_once(" in ") {
        let (keys, other) = keys.split_once(" as ").map_or((keys, None), |(keys, other)| (keys, Some(other)));
        let of = keys.strip_prefix("keyof ");
        let keys = of
            .map_or_else(|| format!("each of {}", quoted(keys)), |of| format!("the keys of {}", quoted(of)));
        // Not all of them, or under other names.
        let keys =
            other.map_or_else(|| keys.clone(), |other| format!("{keys}, as {},", quoted_body(other.trim())));
        let written = if changed.is_some() { ", none of them read-only" } else { "" };
        return Some(format!(": maps {keys}{kind}{written}"));
    }
    let (_, key) = head.split_once(':')?;
    Some(format!(": maps any {}{kind}", quoted(key.trim())))
}

/// The type as it is written, after a colon, where all of it is there and not too long.
fn whole(value: &str, cut: bool) -> Option<String> {
    let is_whole = !cut && value.len() <= LONGEST_WHOLE && signature::is_closed(value);
    is_whole.then(|| format!(": {}", quoted_body(value.trim_start_matches(['|', '&', ' ', '\n']))))
}

/// The longest type that is told as it is written, in bytes.
const LONGEST_WHOLE: usize = 180;

/// `A` of `Omit<A, B>`.
pub(super) fn without_helper(kind: &str) -> &str {
    let helpers =
        ["Except<", "Exclude<", "NonNullable<", "Omit<", "Partial<", "Pick<", "Readonly<", "Required<"];
    helpers.iter().find_map(|it| kind.strip_prefix(it)).map_or(kind, |rest| without_helper(rest.trim_start()))
}

fn is_word(value: &str) -> bool {
    matches!(value, "true" | "false") || is_name(value)
}

/// A generic type that is too long to be quoted: its name, and the names that it is given.
fn generic(name: &str, rest: &str) -> String {
    let inside = rest.strip_prefix('<').unwrap_or_default();
    let end = signature::find_top(inside, 0, |rest| rest.starts_with('>')).unwrap_or(inside.len());
    let names = signature::split_top(&inside[..end], ',').into_iter();
    let names =
        names.map(|it| without_helper(it).split(['<', '[', ' ', '|', '&', ',']).next().unwrap_or_default());
    let plain = |it: &&str| it.len() > 1 && it.starts_with(char::is_uppercase);
    // `Required<Omit<A, 'b'>>`: what it is made of says more than what makes it.
    let whole = format!("{name}{rest}");
    let base = without_helper(&whole);
    if base.len() < whole.len() {
        let end = base.find(|c: char| !c.is_alphanumeric() && !"_$.".contains(c)).unwrap_or(base.len());
        let helpers = whole[..whole.len() - base.len()].split('<').map(str::trim).filter(|it| !it.is_empty());
        let helpers: Vec<String> = helpers.map(quoted).collect();
        if end > 0 {
            return format!("{} as {} makes it", quoted(&base[..end]), helpers.join(" of "));
        }
    }
    let given = few(" of ", names.filter(plain), 3);
    let keys = signature::keys(&inside[..end]).unwrap_or_default();
    if given.is_empty() && !keys.is_empty() {
        format!("{} of an object with{}", quoted(name), few(" ", keys.into_iter(), 6))
    } else if given.is_empty() {
        format!("a type made with {}", quoted(name))
    } else {
        format!("{}{given}", quoted(name))
    }
}

/// `[a: A, b: B]` that is too long to be quoted: its names.
fn tuple(value: &str) -> Option<String> {
    let inside = value.strip_prefix("readonly ").unwrap_or(value).strip_prefix('[')?;
    let end = signature::find_top(inside, 0, |rest| rest.starts_with(']'));
    if signature::is_whole(value) || end.is_some_and(|end| end + 1 < inside.len()) {
        return None;
    }
    let mut parts = signature::split_top(&inside[..end.unwrap_or(inside.len())], ',');
    parts.truncate(parts.len() - usize::from(end.is_none()));
    let name = |it: &&str| {
        let name = it.split([':', '<', '?']).next().unwrap_or_default().trim();
        name.chars().all(|c| c.is_alphanumeric() || c == '_').then_some(())
    };
    parts.retain(|it| name(it).is_some());
    let told =
        few(": a tuple of ", parts.into_iter().map(|it| it.split([':', '<', '?']).next().unwrap_or(it)), 6);
    (!told.is_empty()).then(|| more(told, end.is_none()))
}

/// `Record<'a' | 'b', C>` that is too long to be quoted: its keys.
fn record(value: &str) -> Option<String> {
    let inside = value.strip_prefix("Record<").filter(|_| !signature::is_whole(value))?;
    let keys =
        &inside[..signature::find_top(inside, 0, |rest| rest.starts_with(',')).unwrap_or(inside.len())];
    let mut keys = signature::split_top(keys, '|');
    keys.retain(|it| it.starts_with('\'') && it.ends_with('\'') && it.len() > 2);
    let told = few(": an object with ", keys.into_iter().map(|it| it.trim_matches('\'')), 6);
    (!told.is_empty()).then(|| more(told, true))
}

/// `(a: A, …`
fn has_parameters(value: &str) -> bool {
    let inside = value.trim_start_matches(['(', ' ', '\n']);
    let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(inside.len());
    end > 0 && inside[end..].trim_start_matches('?').starts_with(':')
}

/// The type of a function, after a colon.
fn function(call: &Call<'_>) -> String {
    let parts = [takes(call, 0), gives(call)];
    let nothing = parts.iter().all(String::is_empty) && call.parameters.is_empty();
    let lead = if nothing { ": a function that takes nothing" } else { ": a function" };
    joined(lead, &parts).replacen("function: ", "function that ", 1)
}

/// What the type of Go says that a type is declared as, after a colon; `cut` where its end may be missing.
fn made_of_in_go(value: &str, cut: bool) -> String {
    let call = signature::go::call(value);
    if value.starts_with("func()") || value.starts_with("func(") && !call.parameters.is_empty() {
        return function(&call);
    }
    let kind = value.split(['[', '(', '{']).next().unwrap_or_default();
    match (signature::is_whole(value) && !cut, kind) {
        (true, _) => format!(": {}", quoted(value)),
        (_, "map") => ": a map".to_owned(),
        (_, "func") => ": a function".to_owned(),
        _ => String::new(),
    }
}

/// The list, with an ellipsis where more of it may be missing.
fn more(list: String, cut: bool) -> String {
    if cut && !list.is_empty() && !list.ends_with('…') && !list.ends_with(" with more") {
        list + ", …"
    } else {
        list
    }
}

/// What the right-hand side of an alias says, after a colon; `cut` where its end may be missing.
fn made_of(value: &str, cut: bool) -> String {
    let value = value.trim_start_matches('|').trim_start();
    // `((a: A) => B) & C`
    let inner = value.strip_prefix('(').map(str::trim_start);
    let inner = inner
        .filter(|it| it.starts_with('(') && (it.contains("=>") || cut && has_parameters(it)))
        .filter(|_| signature::split_top(value, '|').len() < 2);
    let value = inner.unwrap_or(value);
    // `ComponentProps<typeof A> & { b: B }`
    let parts = signature::split_top(value, '&');
    if let [first, rest @ ..] = &parts[..]
        && !rest.is_empty()
        && let Some(derived) = derived(first)
    {
        let keys: Vec<&str> = rest.iter().filter_map(|it| signature::keys(it)).flatten().collect();
        return more(derived + &few(" and ", keys.into_iter(), 6), cut);
    }
    let told = derived(value)
        .or_else(|| list(value))
        .or_else(|| values_of(value))
        .or_else(|| item_of(value, cut))
        .or_else(|| function_type(value, cut))
        .or_else(|| tuple(value))
        .or_else(|| record(value))
        .or_else(|| options(value, cut));
    let told = told.or_else(|| {
        (signature::is_whole(value) && !cut && !value.starts_with('{'))
            .then(|| format!(": {}", quoted(value)))
    });
    told.or_else(|| combined(value, cut)).unwrap_or_else(|| made_with(value))
}

/// What is about one other name.
fn derived(value: &str) -> Option<String> {
    // A formatter may have broken the line.
    let joined_up = value.replace("< ", "<");
    let of = DERIVED.iter().find_map(|(start, what)| {
        let rest = joined_up.strip_prefix(start)?;
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_$.".contains(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        // `typeof import('x')`
        if name == "import" {
            return None;
        }
        // Drizzle knows the rows of a table by a member of it.
        let rows = [(".$inferSelect", "a row of"), (".$inferInsert", "a new row of")];
        let is_all = *start == "typeof " && end == rest.len();
        let rows = rows.iter().filter(|_| is_all);
        let row = rows.into_iter().find_map(|(end, row)| Some((name.strip_suffix(end)?, row)));
        let row = row.map(|(table, row)| format!("{row} {}", quoted(table)));
        let told = || what.replace("{}", &quoted(name));
        // `ReturnType<typeof make>[0]`
        let looked_up = Some(rest[end..].trim_start_matches('>')).filter(|_| start.contains('<'));
        let told = || row.or_else(|| looked_up_in(&told(), looked_up.unwrap_or_default()));
        if end > 0 { told() } else { None }
    })?;
    Some(format!(": {of}"))
}

/// What of a type is looked up in it: `[0]`, `[number]['name']`; `[]` makes it a list. `None` where a key is computed.
fn looked_up_in(whole: &str, keys: &str) -> Option<String> {
    let Some(inside) = keys.strip_prefix('[') else { return Some(whole.to_owned()) };
    let end = signature::find_top(inside, 0, |rest| rest.starts_with(']'))?;
    let (key, rest) = (inside[..end].trim(), &inside[end + 1..]);
    let literal = |quote: char| key.strip_prefix(quote)?.strip_suffix(quote).filter(|it| !it.contains(quote));
    let told = if key.is_empty() {
        format!("a list of {whole}")
    } else if key == "number" || key.bytes().all(|it| it.is_ascii_digit()) {
        format!("{} of {whole}", if whole.starts_with("the ") { "one" } else { "an item" })
    } else {
        format!("{} of {whole}", quoted(literal('\'').or_else(|| literal('"'))?))
    };
    looked_up_in(&told, rest)
}

/// `A[keyof A]`
fn values_of(value: &str) -> Option<String> {
    let (of, keys) = value.split_once("[keyof ")?;
    let keys = keys.strip_suffix(']')?;
    (keys == of || keys.strip_prefix("typeof ") == Some(of))
        .then(|| format!(": one of the values of {}", quoted(of)))
}

/// `A['b'][number]`
fn item_of(value: &str, cut: bool) -> Option<String> {
    let of = value.strip_suffix("[number]").filter(|_| !cut)?;
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '[' | ']' | '\'' | '"');
    let is_path = of.split(['[', '.']).next().is_some_and(is_word) && of.chars().all(is_plain);
    is_path.then(|| format!(": an item of {}", quoted(of)))
}

/// The type of a function or a constructor, which may be generic: `<T>(a: A) => B`.
fn function_type(value: &str, cut: bool) -> Option<String> {
    let bare = value.strip_prefix('<').and_then(|rest| {
        let end = signature::find_top(rest, 0, |rest| rest.starts_with('>'))?;
        Some(rest[end + 1..].trim_start())
    });
    let value = bare.filter(|it| it.starts_with('(')).unwrap_or(value);
    if let Some(made) = value.strip_prefix("new ").filter(|it| it.starts_with('(')) {
        return Some(function(&signature::call(made)).replacen(": a function", ": a constructor", 1));
    }
    let is_function = value.contains("=>") || bare.is_some() || cut && has_parameters(value);
    // `((a: A) => B) | C` is no function alone.
    let is_one =
        signature::split_top(value, '|').first().is_none_or(|it| function_in_parentheses(it).is_none());
    let is_function = value.starts_with('(') && is_function && is_one;
    is_function.then(|| {
        let call = signature::call(value);
        let told = function(&call);
        let is_plain = call.result.is_none() && call.returned.is_none() && !cut;
        let tells = is_plain && value.ends_with(") => boolean");
        let told = if tells { told + "; gives `boolean`" } else { told };
        // Of many results each is told.
        let given =
            value.rsplit_once(") => ").map(|(_, given)| given).filter(|_| call.result.is_none() && !cut);
        let mut given = given.map_or_else(Vec::new, |given| signature::split_top(given, '|'));
        given.retain(|it| signature::is_whole(it) && !it.contains("=>"));
        let promises = call.result.is_none() && value.contains("=> Promise<") && !told.contains("gives");
        match given.len() {
            0 | 1 if promises => told + "; gives a promise",
            0 | 1 => told,
            _ => told + &few("; gives one of ", given.into_iter(), MOST_RESULTS),
        }
    })
}

/// A generic type by its name.
fn made_with(value: &str) -> String {
    let name = value.split(['<', '[', ' ', '|', '&']).next().unwrap_or_default();
    let plain = ["typeof", "keyof", "readonly", "infer", "unique"];
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !plain.contains(&name);
    if !is_name || value[name.len()..].starts_with(" extends ") {
        return String::new();
    }
    format!(": {}", generic(name, &value[name.len()..]))
}

/// What an object type is that begins with what a call of it takes: `{ (a: A): B; }`, `{ new (a: A): B }`.
fn called(value: &str) -> Option<&'static str> {
    let inside = value.strip_prefix('{')?.trim_start();
    let made = inside.strip_prefix("new ").map(str::trim_start);
    let takes = |text: &str| text.starts_with(['(', '<']);
    match made {
        Some(made) => takes(made).then_some("a constructor type"),
        None => takes(inside).then_some("a function type"),
    }
}

/// Whether a type is that of the name, or of what holds it: what a function takes is none, and what is said of several is
/// said of one of the others.
fn is_of(kind: &str, name: &str) -> bool {
    let is_nothing = |it: &str| matches!(it, "" | "false" | "null" | "undefined");
    let mut somethings = signature::split_top(kind, '|').into_iter().filter(|it| !is_nothing(it.trim()));
    let is_one = somethings.next().is_some() && somethings.next().is_none();
    is_one && mentions(kind, name) && !kind.contains(['(', '{', '='])
}

/// The name of a member of an object type, its type, and what documentation says of it.
fn member(it: &Shown) -> Option<(&str, &str, &str)> {
    let (name, rest) = it.text.split_once('`').filter(|_| it.sort == ShownSort::Member)?;
    let (kind, doc) = rest.split_once('`')?;
    Some((name, kind, doc))
}

/// What documentation says of a member, in a few words.
fn in_words(name: &str, said: &str) -> Option<String> {
    let said = doc::purpose(said, name)?;
    let first = doc::first_sentence(&said).trim_end_matches('.');
    (!doc::is_thin(first, name)).then(|| lowered(first))
}

impl<'f> Declared<'f> {
    /// What documentation says of a member that the type lists in its head.
    fn said_of_own(&self, name: &str) -> Option<String> {
        let mut own = self.own_shown().filter_map(member);
        let (_, _, said) = own.find(|(it, ..)| *it == name)?;
        in_words(name, said).filter(|it| !it.contains(['(', ')']))
    }

    /// What documentation says of calling it, after a colon.
    pub(super) fn said_of_call(&self) -> String {
        let said = self.own_shown().filter_map(member).find(|(name, ..)| *name == "()");
        let said = said.and_then(|(_, _, said)| in_words("", said));
        said.map_or_else(String::new, |said| format!(": when it is called, '{said}'"))
    }

    /// What documentation says of the first member of the file's types that has this type, which has none of its own, after
    /// a colon.
    pub(super) fn lent(&self) -> String {
        let name = self.symbol.name.as_str();
        let of_types = self.facts.shown.iter().take(SEARCHED).filter_map(|it| {
            let (own, kind, said) = member(it)?;
            let owner = self.facts.symbols.get(it.symbol? as usize)?;
            (owner.name != name && is_of(kind, name)).then_some((owner.name.as_str(), own, said))
        });
        let of_interfaces = self.facts.symbols.iter().take(SEARCHED).filter_map(|it| {
            let owner = self.facts.symbols.get(it.container? as usize)?;
            let kind = signature::annotation(it.signature.as_deref()?)?;
            let is_it = owner.kind == SymbolKind::Interface && owner.name != name && is_of(kind, name);
            Some((owner.name.as_str(), it.name.as_str(), it.doc.as_deref().filter(|_| is_it)?))
        });
        let said = of_types.chain(of_interfaces).find_map(|(owner, own, said)| {
            let said = clean(&in_words(own, said)?, LONGEST_LENT);
            Some(format!(": as {} it is '{said}'", quoted(&format!("{owner}.{own}"))))
        });
        said.unwrap_or_default()
    }

    /// What a type is that is only another name, after a colon.
    fn other_name(&self, value: &str) -> String {
        // What nobody else has is told here.
        let own = self.beside(|it| it == value).filter(|it| it.at != self.at);
        let own = own.filter(|it| matches!(it.kind(), SymbolKind::Type | SymbolKind::Interface));
        let shape = own.and_then(|it| {
            let shape = it.told().split_once(": ")?.1.to_owned();
            (!it.symbol.exported || shape.starts_with("a function ")).then_some(shape)
        });
        let shape = shape
            .map_or_else(String::new, |shape| format!(", {}", shape.split("; ").next().unwrap_or(&shape)));
        let outer = self.part_of_package(value);
        if shape.is_empty() && outer.contains(" of `") {
            outer
        } else {
            // `import { Options as AcmeOptions } from 'acme'` is known by its own name.
            match self.import_of(value).filter(|_| shape.is_empty()) {
                Some(it) => format!(
                    ": another name for {} of {}",
                    quoted(self.outer_name(value)),
                    quoted(&it.specifier)
                ),
                None => format!(": another name for {}{shape}", quoted(value)),
            }
        }
    }

    pub(super) fn alias(&self) -> String {
        let value = if self.is_go() { signature::go::defined } else { signature::value };
        let Some(value) = value(self.signature()) else {
            let (lead, relations) = self.shape("a type");
            return joined(&lead, &[relations]);
        };
        let cut = self.signature().len() >= signature::CUT;
        if let Some(mapped) = mapped(value) {
            // What each becomes says what the type is there for.
            let is_told = mapped.contains("` to `");
            let mapped = whole(value, cut).filter(|_| !is_told).unwrap_or(mapped);
            return joined(&self.titled(), &[mapped, self.relations()]);
        }
        let (value, all) = unwrapped(value);
        if let Some(keys) = signature::keys_with_texts(value) {
            let called = called(value);
            let (lead, relations) = self.shape(&format!("{}{all}", called.unwrap_or("an object type")));
            let calls = self.said_of_call();
            let ways = ways_to_call(value).filter(|it| !it.is_empty() && calls.is_empty() && !cut);
            let calls = ways.map_or(calls, |it| format!(": called{}", it.join(", or")));
            let has = if relations.is_empty() && called.is_none() { ": " } else { ": has " };
            let is_small = keys.len() <= FEW_MEMBERS;
            let kinds = signature::kinds_of_keys(value).filter(|it| are_held(it) && !cut);
            let is_plain = !keys.iter().any(|key| key.contains([':', '.']));
            let keys: Vec<String> = match kinds.filter(|it| is_plain && it.len() == keys.len()) {
                Some(kinds) => keys.iter().zip(kinds).map(|(key, kind)| format!("{key}: {kind}")).collect(),
                None => keys,
            };
            let said =
                |key: &str| self.said_of_own(key.split(':').next().unwrap_or(key)).filter(|_| is_small);
            let keys = few_said(has, keys.iter().map(|key| (key.as_str(), said(key))), 8);
            return joined(&lead, &[relations, calls, more(keys, cut), self.lent()]);
        }
        let made_of = if self.is_go() { made_of_in_go } else { made_of };
        let what = self.value_of(value).unwrap_or_else(|| made_of(value, cut)) + &self.held_by_schema(value);
        // `HydratedDocument<User>` of a package
        let what = match value.split_once('<').and_then(|(root, _)| self.package_of(root)) {
            Some(package) if value.ends_with('>') && what == format!(": {}", quoted(value)) => {
                let known = renowned::imported(package).map_or_else(String::new, |it| format!(" ({it})"));
                format!("{what}, a type of {}{known}", quoted(package))
            }
            _ => what,
        };
        // `globalThis.Event`
        let is_name = value.split('.').all(is_name) && !value.is_empty();
        let is_other = is_name && !self.is_go() && what == format!(": {}", quoted(value));
        let what = if is_other { self.other_name(value) } else { what };
        // What it is made with says less than what it is.
        let what = match whole(value, cut).filter(|_| what.contains("a type made with `")) {
            Some(code) => code,
            None => what,
        };
        if let Some(decided) = self.decided(value, cut) {
            return joined(&self.titled(), &[decided, self.relations()]);
        }
        if let Some(bound) = self.bound_of(value) {
            return joined(
                &self.titled(),
                &[format!(": accepts only types that extend {}", quoted(bound)), self.relations()],
            );
        }
        // `(<T>() => …) extends …`
        if let Some(inside) = value.strip_prefix('(')
            && let Some(close) = signature::find_top(inside, 0, |rest| rest.starts_with(')'))
            && inside[close + 1..].starts_with(" extends ")
        {
            let (_, last) =
                value.split_once(" ? ").filter(|(_, last)| !last.contains(" ? ")).unwrap_or_default();
            let ends = last.split_once(" : ").filter(|(yes, no)| [yes, no].iter().all(|it| is_word(it)));
            let ends =
                ends.map_or_else(String::new, |(yes, no)| format!(": {} or {}", quoted(yes), quoted(no)));
            let code = whole(value, cut).unwrap_or(ends);
            return joined(&(self.titled() + ", a conditional type"), &[code, self.relations()]);
        }
        // What is asked first is not what it is.
        if let Some(at) = signature::find_top(value, 0, |rest| rest.starts_with(" extends "))
            && !value.starts_with(['(', '{', '<'])
        {
            let asked = quoted(value[..at].trim());
            let told = whole(value, cut).unwrap_or_else(|| format!(": depends on what {asked} extends"));
            return joined(&self.titled(), &[told, self.relations()]);
        }
        // What is made of nothing that could be named.
        if what.is_empty() {
            let computed = match self.parameter() {
                // Nothing else begins so; the head is cut within what it is generic over.
                _ if value.starts_with('<') => ", a function type".to_owned(),
                Some(of) => format!(", a type computed from {}", quoted(of)),
                None => ", a type".to_owned(),
            };
            let code = whole(value, cut).filter(|_| !value.starts_with('<')).unwrap_or_default();
            return joined(&(self.titled() + &computed), &[code, self.relations()]);
        }
        let offers = few(": offers ", self.members(Some(SymbolKind::Method)).filter(|it| *it != "String"), 6);
        match self.role() {
            // What the values of a type of Go are, only its constants tell.
            Some(role) if self.is_go() => joined(&role, &[what, offers, self.relations()]),
            Some(role) => role + &what,
            None => {
                let calls = self.said_of_call();
                // `' '` alone reads like a constant.
                let is_literal = value.starts_with(['\'', '"']) && what == format!(": {}", quoted(value));
                let lead = if is_literal { self.titled() + ", a literal type" } else { self.titled() };
                joined(&lead, &[what, calls, offers, self.relations(), self.lent()])
            }
        }
    }

    /// `A[keyof A]`, where the keys of `A` stand in the same file.
    fn value_of(&self, value: &str) -> Option<String> {
        // `(typeof A)[number]`, where `A` is a list of the same file.
        if let Some(name) = value.strip_prefix("(typeof ").and_then(|it| it.strip_suffix(")[number]")) {
            let list = self.beside(|it| it == name);
            let listed = match list.as_ref().and_then(Self::initial) {
                Some(Initial::Listed(items)) => items,
                _ => Vec::new(),
            };
            let told = few(": one of ", listed.into_iter().map(|it| it.trim_matches(['\'', '"'])), 8);
            return (!told.is_empty()).then_some(told);
        }
        let (of, keys) = value.split_once("[keyof ")?;
        if keys.strip_suffix(']') != Some(of) {
            return None;
        }
        let holder = self.beside(|it| it == of)?;
        let is_cut = holder.signature().len() >= signature::CUT;
        let keys = more(few(" under ", holder.fields().into_iter(), 6), is_cut);
        (!keys.is_empty()).then(|| format!(": one of what {} holds{keys}", quoted(of)))
    }

    /// What the values of `z.infer<typeof A>` hold, where `A` stands in the same file.
    fn held_by_schema(&self, value: &str) -> String {
        let described = value.strip_prefix("z.").and_then(|it| it.split_once("<typeof "));
        let name = described.and_then(|(_, rest)| rest.trim_end().strip_suffix('>')).unwrap_or_default();
        let schema = self.beside(|it| it == name);
        let initial = schema.as_ref().and_then(Self::initial);
        let choices = initial.as_ref().map(Initial::choices).unwrap_or_default();
        if !choices.is_empty() {
            return few(", one of ", choices.into_iter(), 8);
        }
        // `base.extend({ a })`
        let base = initial.as_ref().and_then(Initial::callee).and_then(|it| it.strip_suffix(".extend"));
        if let (Some(base), Some(initial)) = (base, &initial) {
            return format!(", {}{}", quoted(base), few(" with ", initial.keys().into_iter(), 8));
        }
        // What another schema is made of is not told by what it is given.
        let whole = initial
            .as_ref()
            .filter(|it| matches!(it.callee(), Some("object" | "z.object" | "z.strictObject")));
        let keys = few(", with ", whole.map(Initial::keys).unwrap_or_default().into_iter(), 8);
        if keys.is_empty() { keys } else { keys + &schema.map_or_else(String::new, |it| it.joined_schemas()) }
    }

    /// What a type is another name for, where that is short and made of named types.
    pub(super) fn as_alias(&self) -> Option<&'f str> {
        let value = signature::value(self.signature()).filter(|_| self.kind() == SymbolKind::Type)?;
        let is_named = value.starts_with(char::is_uppercase) && value.contains('<');
        (is_named && value.len() <= LONGEST_ALIAS && signature::is_closed(value)).then_some(value)
    }

    /// What the parameter of `A<T extends B> = T` must extend.
    fn bound_of(&self, value: &str) -> Option<&'f str> {
        let rest = self.signature().split_once('<')?.1.trim_start_matches("const ");
        let bound = rest.strip_prefix(self.parameter()?).filter(|_| self.parameter() == Some(value))?;
        let bound = bound.strip_prefix(" extends ")?;
        let end = signature::find_top(bound, 0, |rest| rest.starts_with(['>', ',', '=']))?;
        Some(bound[..end].trim()).filter(|it| signature::is_whole(it) && !it.is_empty())
    }

    /// The first type parameter of an alias.
    fn parameter(&self) -> Option<&'f str> {
        let (head, rest) = self.signature().split_once('<')?;
        let rest = rest.strip_prefix("const ").unwrap_or(rest);
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        (!head.contains('=') && end > 0).then_some(&rest[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapped_types_are_told_where_they_are_all() {
        for (value, expected) in [
            ("{ [K in keyof T]: T[K] }", Some(": maps the keys of `T` to `T[K]`")),
            ("{ [K in keyof T]: { a: T[K] } }", Some(": maps the keys of `T`")),
            (
                "{ -readonly [K in keyof T]: T[K] }",
                Some(": maps the keys of `T` to `T[K]`, none of them read-only"),
            ),
            (
                "{ [K in keyof T as Exclude<K, 'a'>]: T[K] }",
                Some(": maps the keys of `T`, as `Exclude<K, 'a'>`, to `T[K]`"),
            ),
            ("{ [K in keyof T]: T[K] } & {}", None),
        ] {
            assert_eq!(mapped(value).as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn right_hand_sides_are_told() {
        for (value, expected) in [
            (
                "{ (): A; <U>(pick: (a: A) => U): U } & S",
                ": `S` that can be called with nothing (gives `A`), or with `pick` (gives `U`)",
            ),
            ("'a' | \"b\"", ": one of `a`, `b`"),
            ("| A | B<C>", ": one of `A`, `B<C>`"),
            ("| ((a: A) => B) | (C | [C, D])", ": a function that takes `a`, or `(C | [C, D])`"),
            ("A | (() => A) | ((b: B) => A)", ": `A`, or `() => A`, or a function that takes `b`"),
            (
                "_A<'some-long-key'> & { [K in keyof T]: B<T[K]> } & { [K in keyof T as OtherName<K>]: B<T[K]> }",
                ": `_A`, and maps the keys of `T` to `B<T[K]>`, …",
            ),
            (
                "Omit<_A, 'b'> & { some: C; other: C; third: LongNameOfIt; fourth: AnotherOne<OfThat>; c: C }",
                ": `_A` without `b`, but with `some`, `other`, `third`, `fourth`, `c`",
            ),
            ("A | { b: B; 'c-d'?: C }", ": `A` or an object with `b`, `c-d`"),
            ("string", ": `string`"),
            ("(a: A, b: B) => Cut", ": a function that takes `a`, `b`; gives `Cut`"),
            ("(a: A) => boolean", ": a function that takes `a`; gives `boolean`"),
            ("() => (a: A) => boolean", ": a function that gives a function that takes `a`"),
            ("Config['ops'][number]", ": an item of `Config['ops']`"),
            ("A['x'] | B[number]", ": one of `A['x']`, `B[number]`"),
            ("() => void", ": a function that takes nothing"),
            ("A[keyof A]", ": one of the values of `A`"),
            ("{ a: B } & C<D> & E", ": combines `C`, `E` with `a`"),
            (
                "Omit<A, 'some-key' | 'another-key' | 'third-key'> & { b: B; c: C }",
                ": `A` without `some-key`, `another-key`, `third-key`, but with `b`, `c`",
            ),
            ("<T>(a: A) => T", ": a function that takes `a`"),
            ("z.infer< typeof user >", ": the type that `user` describes"),
            ("z.infer<typeof user>", ": the type that `user` describes"),
            ("(typeof KINDS)[number]", ": one of the values of `KINDS`"),
            ("typeof teams.$inferInsert", ": a new row of `teams`"),
            (
                "Exclude<{ [K in keyof T]: T[K] extends string ? K : never }[keyof T], undefined>",
                ": a type made with `Exclude`",
            ),
            ("T extends A ? { some: string; other: string; third: string } : never", ""),
        ] {
            assert_eq!(made_of(value, false), expected, "{value}");
        }
    }
}
