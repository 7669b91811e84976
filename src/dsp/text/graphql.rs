//! What a GraphQL document asks for, or defines: a file, or a literal that may be cut at its end. Pure.

use super::{MOST_NAMES, few, quoted};

/// Fields that say nothing of what is read.
const WRAPPERS: &[&str] = &["__typename", "edges", "id", "items", "node", "nodes", "pageInfo", "totalCount"];
/// How many fields of what a query reads are told.
const MOST_SELECTED: usize = 4;
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

/// What the operations of a file ask for, and which types it defines.
pub(super) fn document(text: &str) -> Option<String> {
    let mut reading = Reading { words: words(text), at: 0 };
    let mut told: Vec<String> = Vec::new();
    let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
    while let Some(word) = reading.peek() {
        if let Some(definition) = reading.definition() {
            told.push(definition);
            continue;
        }
        reading.at += 1;
        if let Some((_, lead)) = TYPES.iter().find(|(kind, _)| *kind == word) {
            let name = reading.name()?;
            match kinds.iter_mut().find(|(known, _)| known == lead) {
                Some((_, names)) => names.push(name),
                None => kinds.push((lead, vec![name])),
            }
            reading.skip_type();
        }
    }
    told.truncate(MOST_NAMES);
    let kinds = kinds.iter().take(MOST_KINDS);
    told.extend(kinds.map(|(lead, names)| few(lead, names.iter().copied(), MOST_NAMES)));
    (!told.is_empty()).then(|| told.join("; "))
}

/// `` query `Users` of `users` ``: what the operation or fragment is with which `text` begins, if it begins with one that
/// says so.
pub(super) fn operation(text: &str) -> Option<String> {
    let mut reading = Reading { words: words(text), at: 0 };
    reading.peek().filter(|word| *word != "{")?;
    reading.definition()
}

fn is_name(word: &str) -> bool {
    word.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

/// Names, and signs one by one; strings, comments and commas are left out.
fn words(text: &str) -> Vec<&str> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
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
            let length = rest.find(|it| !is_part(it)).unwrap_or(rest.len()).max(first.len_utf8());
            if !first.is_whitespace() && first != ',' {
                words.push(&rest[..length]);
            }
            length
        };
        rest = &rest[length..];
    }
    words
}

/// A field of a block.
struct Field<'t> {
    name: &'t str,
    /// Where its own block begins.
    inner: Option<usize>,
    /// Whether it has arguments.
    is_given: bool,
}

struct Reading<'t> {
    words: Vec<&'t str>,
    at: usize,
}

impl<'t> Reading<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.words.get(self.at).copied()
    }

    fn next(&mut self) -> Option<&'t str> {
        let word = self.peek();
        self.at += usize::from(word.is_some());
        word
    }

    fn name(&mut self) -> Option<&'t str> {
        self.peek().filter(|word| is_name(word)).inspect(|_| self.at += 1)
    }

    /// The operation or fragment that begins here, which is read then.
    fn definition(&mut self) -> Option<String> {
        let start = self.at;
        let told = match self.peek()? {
            "{" => self.operation("query"),
            sort @ ("query" | "mutation" | "subscription") => {
                self.at += 1;
                self.operation(sort)
            }
            "fragment" => {
                self.at += 1;
                self.fragment()
            }
            _ => None,
        };
        if told.is_none() {
            self.at = start;
        }
        told
    }

    fn fragment(&mut self) -> Option<String> {
        let name = self.name()?;
        let on = self.next().filter(|word| *word == "on").and_then(|_| self.name())?;
        self.peek().filter(|word| matches!(*word, "{" | "@"))?;
        self.skip_to_block();
        let start = self.at;
        let fields = self.fields(start);
        // What is cut is no name.
        let is_cut = self.words[..self.at].last() != Some(&"}");
        let fields = &fields[..fields.len().saturating_sub(usize::from(is_cut))];
        let selected = few(" with ", fields.iter().map(|it| it.name), MOST_SELECTED);
        self.at = start;
        self.skip_block();
        Some(format!("fragment {} on {}{selected}", quoted(name), quoted(on)))
    }

    /// What follows the word for an operation, up to its end.
    fn operation(&mut self, sort: &str) -> Option<String> {
        let name = self.name().map(|name| format!(" {}", quoted(name))).unwrap_or_default();
        let has_variables = self.peek() == Some("(") && self.words.get(self.at + 1) == Some(&"$");
        if !has_variables && !matches!(self.peek(), Some("{" | "@")) {
            return None;
        }
        self.skip_to_block();
        let start = self.at;
        let mut fields = self.fields(start);
        let mut group = String::new();
        // `assets { deleteAsset(id: 1) { … } }`: what is asked for stands in what only leads to it.
        if let [Field { name, inner: Some(inner), is_given: false }] = fields[..]
            && sort != "query"
        {
            let below = self.fields(inner);
            if let [Field { inner: Some(deeper), is_given, .. }] = below[..]
                && (is_given || self.fields(deeper).iter().any(|it| it.inner.is_some()))
            {
                group = format!("{name}.");
                fields = below;
            }
        }
        // What a mutation gives back is not what it is for.
        let read = match &fields[..] {
            [Field { inner: Some(inner), .. }] if sort == "query" => self.selected(*inner),
            _ => String::new(),
        };
        let names: Vec<String> = fields.iter().map(|it| format!("{group}{}", it.name)).collect();
        self.at = start;
        self.skip_block();
        Some(format!("{sort}{name}{}{read}", few(" of ", names.iter().map(String::as_str), MOST_NAMES)))
    }

    /// The fields of the block that begins at `start`.
    fn fields(&mut self, start: usize) -> Vec<Field<'t>> {
        let mut fields: Vec<Field<'t>> = Vec::new();
        self.at = start + 1;
        while let Some(word) = self.next().filter(|word| *word != "}") {
            match word {
                "{" => {
                    if let Some(field) = fields.last_mut() {
                        field.inner = field.inner.or(Some(self.at - 1));
                    }
                    self.at -= 1;
                    self.skip_block();
                }
                "(" => {
                    self.skip("(", ")");
                    if let Some(field) = fields.last_mut() {
                        field.is_given = true;
                    }
                }
                // `alias: field`
                ":" => drop(fields.pop()),
                "." => self.spread(),
                "@" => self.at += 1,
                _ if is_name(word) => fields.push(Field { name: word, inner: None, is_given: false }),
                _ => {}
            }
        }
        fields
    }

    /// Passes over what follows the first dot of `...Fragment` and `... on Type`.
    fn spread(&mut self) {
        while self.peek() == Some(".") {
            self.at += 1;
        }
        if self.peek() == Some("on") {
            self.at += 1;
        }
        let _fragment = self.name();
    }

    /// The fields that a query reads in the block that begins at `start`, those that wrap others left out. What is cut is
    /// no name.
    fn selected(&mut self, start: usize) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut depth = 0_usize;
        self.at = start;
        while let Some(word) = self.next() {
            match word {
                "{" => depth += 1,
                "}" if depth <= 1 => break,
                "}" => depth -= 1,
                "(" => self.skip("(", ")"),
                "." => self.spread(),
                "@" => self.at += 1,
                _ if is_name(word)
                    && !matches!(self.peek(), None | Some(":"))
                    && !WRAPPERS.contains(&word) =>
                {
                    names.push(word);
                }
                _ => {}
            }
        }
        few(" with ", names.into_iter(), MOST_SELECTED)
    }

    /// Passes over what is left of the definition of a type: its block, or what stands before the next one.
    fn skip_type(&mut self) {
        while let Some(word) = self.peek() {
            match word {
                "{" => return self.skip_block(),
                "extend" | "schema" | "query" | "mutation" | "fragment" | "subscription" => return,
                _ if TYPES.iter().any(|(kind, _)| *kind == word) => return,
                _ => self.at += 1,
            }
            if word == "(" {
                self.skip("(", ")");
            }
        }
    }

    /// Passes over variables and directives.
    fn skip_to_block(&mut self) {
        while let Some(word) = self.peek().filter(|word| *word != "{") {
            self.at += 1;
            if word == "(" {
                self.skip("(", ")");
            }
        }
    }

    /// Passes over the block that begins here.
    fn skip_block(&mut self) {
        self.at += 1;
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
