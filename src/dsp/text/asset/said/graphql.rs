//! What a GraphQL document asks for, or defines. Pure.

use super::super::super::{MOST_NAMES, few, quoted};

/// How definitions of a schema begin, and what they are called together.
const TYPES: &[(&str, &str)] = &[
    ("type", "types "),
    ("interface", "interfaces "),
    ("input", "inputs "),
    ("enum", "enums "),
    ("union", "unions "),
    ("scalar", "scalars "),
    ("directive", "directives "),
];

/// Kinds of definitions that a text names.
const MOST_KINDS: usize = 3;

/// What the operations of `text` ask for, and which types it defines.
pub(super) fn told(text: &str) -> Option<String> {
    let mut reading = Reading { words: words(text), at: 0 };
    let mut told: Vec<String> = Vec::new();
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    while let Some(word) = reading.next() {
        match word {
            "query" | "mutation" | "subscription" => told.push(format!("{word}{}", reading.operation())),
            "{" => {
                reading.at -= 1;
                told.push(format!("query{}", reading.operation()));
            }
            "fragment" => {
                let (name, on) = (reading.next(), reading.next().and_then(|_| reading.next()));
                told.push(format!("fragment {} on {}", quoted(name?), quoted(on?)));
                reading.block();
            }
            _ => {
                if let Some((_, lead)) = TYPES.iter().find(|(kind, _)| *kind == word) {
                    let name = reading.next()?;
                    match kinds.iter_mut().find(|(known, _)| known == lead) {
                        Some((_, names)) => names.push(name),
                        None => kinds.push((lead, vec![name])),
                    }
                    reading.definition();
                }
            }
        }
    }
    told.truncate(MOST_NAMES);
    let kinds = kinds.iter().take(MOST_KINDS);
    told.extend(kinds.map(|(lead, names)| few(lead, names.iter().copied(), MOST_NAMES)));
    (!told.is_empty()).then(|| told.join("; "))
}

/// Names, and signs one by one; strings, comments and commas are left out.
fn words(text: &str) -> Vec<&str> {
    let is_name = |it: char| it.is_alphanumeric() || it == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(inner) = rest.strip_prefix("\"\"\"") {
            inner.find("\"\"\"").map_or(rest.len(), |end| end + 6)
        } else if first == '"' {
            rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2)
        } else if first == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let length = rest.find(|it| !is_name(it)).unwrap_or(rest.len()).max(first.len_utf8());
            if !first.is_whitespace() && first != ',' && first != '\u{feff}' {
                words.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    words
}

struct Reading<'t> {
    words: Vec<&'t str>,
    at: usize,
}

impl<'t> Reading<'t> {
    fn next(&mut self) -> Option<&'t str> {
        let word = self.peek();
        self.at += usize::from(word.is_some());
        word
    }

    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).copied()
    }

    /// What follows the word for an operation, up to its end: its name and what it asks for.
    fn operation(&mut self) -> String {
        let name = self.peek().filter(|it| it.starts_with(|it: char| it.is_alphabetic() || it == '_'));
        while let Some(word) = self.peek().filter(|word| *word != "{") {
            self.at += 1;
            if word == "(" {
                self.skip("(", ")");
            }
        }
        let start = self.at;
        let fields = self.fields();
        self.at = start;
        self.block();
        let name = name.map(|name| format!(" {}", quoted(name))).unwrap_or_default();
        format!("{name}{}", few(" of ", fields.iter().map(String::as_str), MOST_NAMES))
    }

    /// The fields of the block that begins here; `group.field` where that is all there is.
    fn fields(&mut self) -> Vec<String> {
        let (names, inner) = self.level();
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let ([group], Some(inner)) = (&names[..], inner) else { return names };
        self.at = inner;
        match self.level() {
            (below, Some(_)) if below.len() == 1 => vec![format!("{group}.{}", below[0])],
            _ => names,
        }
    }

    /// The names of the fields in the block that begins here, and where the first block within it begins.
    fn level(&mut self) -> (Vec<&'t str>, Option<usize>) {
        let (mut names, mut inner) = (Vec::new(), None);
        if self.next() != Some("{") {
            return (names, inner);
        }
        while let Some(word) = self.next().filter(|word| *word != "}") {
            match word {
                "{" => {
                    inner = inner.or(Some(self.at - 1));
                    self.skip("{", "}");
                }
                "(" => self.skip("(", ")"),
                // `alias: field`
                ":" => drop(names.pop()),
                // `...Fragment`, `... on Type`
                "." => {
                    while self.peek() == Some(".") {
                        self.at += 1;
                    }
                    self.at += usize::from(self.peek() == Some("on"));
                    self.at += usize::from(self.peek().is_some_and(|it| it != "{" && it != "@"));
                }
                "@" => self.at += 1,
                _ => names.push(word),
            }
        }
        (names, inner)
    }

    /// Passes over what is left of a definition: its block, or what stands before the next one.
    fn definition(&mut self) {
        while let Some(word) = self.peek() {
            match word {
                "{" => return self.block(),
                "extend" | "schema" | "query" | "mutation" | "fragment" | "subscription" => return,
                _ if TYPES.iter().any(|(kind, _)| *kind == word) => return,
                _ => self.at += 1,
            }
            if word == "(" {
                self.skip("(", ")");
            }
        }
    }

    /// Passes over the next block.
    fn block(&mut self) {
        while self.next().is_some_and(|word| word != "{") {}
        self.skip("{", "}");
    }

    /// Passes over what stands up to the sign that closes what was opened.
    fn skip(&mut self, open: &str, close: &str) {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                Some(word) if word == open => depth += 1,
                Some(word) if word == close => depth -= 1,
                Some(_) => {}
                None => return,
            }
        }
    }
}
