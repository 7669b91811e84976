//! The names that stand in the markup of a component: those of tags, and those in the code of braces and attributes. Text,
//! comments, strings, keys and members are no names. What a name means is not asked here.

use super::Flavor;

/// What stands deeper is not read.
const DEEPEST: usize = 96;
/// Elements that hold nothing and are not closed.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];
/// Directives of Svelte whose name is one of the script: `use:tooltip`.
const NAMING: &[&str] = &["animate", "in", "out", "transition", "use"];
/// The same where they have no value: `bind:value`.
const SHORT: &[&str] = &["bind", "class", "style"];

/// The names in `text`, each with whether it is that of a tag. A directive of Vue is a name too: `v-focus`.
pub(super) fn of(flavor: Flavor, text: &str) -> Vec<(&str, bool)> {
    let mut reader = Reader { flavor, text, at: 0, has_holes: true, found: Vec::new() };
    while reader.at < text.len() {
        reader.children(0);
        // What is closed that was not opened here.
        reader.skip_past(">");
    }
    reader.found
}

struct Reader<'t> {
    flavor: Flavor,
    text: &'t str,
    at: usize,
    /// There may be an end of `{{ … }}` to come.
    has_holes: bool,
    found: Vec<(&'t str, bool)>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    /// Goes on behind the next `end`, or to the end of all.
    fn skip_past(&mut self, end: &str) {
        self.at = self.rest().find(end).map_or(self.text.len(), |found| self.at + found + end.len());
    }

    /// Up to a closing tag.
    fn children(&mut self, depth: usize) {
        while let Some(c) = self.next() {
            let rest = self.rest();
            match c {
                _ if rest.starts_with("<!--") => self.skip_past("-->"),
                _ if rest.starts_with("</") => return,
                '<' if begins_tag(&rest[1..]) => self.element(depth),
                '{' if self.flavor == Flavor::Vue => {
                    let inside = rest.strip_prefix("{{").filter(|_| self.has_holes);
                    match inside.map(|it| it.find("}}")) {
                        Some(Some(length)) => {
                            let end = self.at + 2 + length;
                            self.at += 2;
                            self.code(end, depth);
                            self.at = end + 2;
                        }
                        Some(None) => self.has_holes = false,
                        None => self.skip(c),
                    }
                }
                '{' => self.braces(depth),
                c => self.skip(c),
            }
        }
    }

    /// A tag, what it holds, and what closes it.
    fn element(&mut self, depth: usize) {
        self.at += 1;
        if depth >= DEEPEST {
            return;
        }
        let name = self.word(|c| !c.is_whitespace() && !matches!(c, '>' | '/' | '{' | '<'));
        let first = name.split('.').next().unwrap_or_default();
        self.found.extend((!first.is_empty()).then_some((first, true)));
        let is_closed = self.attributes(depth);
        if is_closed || VOID.contains(&name) {
            return;
        }
        if matches!(name, "style" | "script") {
            return self.skip_past(&format!("</{name}"));
        }
        self.children(depth + 1);
        // What is not closed itself ends with what holds it.
        if self.rest().strip_prefix("</").is_some_and(|it| it.starts_with(name)) {
            self.skip_past(">");
        }
    }

    /// Up to the end of the tag; whether that closes the element.
    fn attributes(&mut self, depth: usize) -> bool {
        while let Some(c) = self.next() {
            match c {
                '>' => {
                    self.skip(c);
                    return false;
                }
                '/' if self.rest().starts_with("/>") => {
                    self.at += 2;
                    return true;
                }
                '{' => self.braces(depth),
                c if c.is_whitespace() || matches!(c, '/' | '=' | '"' | '\'') => self.skip(c),
                _ => {
                    let name = self.word(|c| !c.is_whitespace() && !matches!(c, '=' | '>' | '/' | '{'));
                    if name.is_empty() {
                        self.skip(c);
                        continue;
                    }
                    let has_value = self.rest().trim_start().starts_with('=');
                    self.directive(name, has_value);
                    if has_value {
                        self.skip_past("=");
                        self.at += self.rest().len() - self.rest().trim_start().len();
                        self.value(name, depth);
                    }
                }
            }
        }
        true
    }

    /// The name that stands in that of an attribute.
    fn directive(&mut self, name: &'t str, has_value: bool) {
        if self.flavor == Flavor::Vue {
            let own = name.split([':', '.']).next().unwrap_or(name);
            self.found.extend(own.starts_with("v-").then_some((own, false)));
        } else if let Some((kind, rest)) = name.split_once(':')
            && (NAMING.contains(&kind) || SHORT.contains(&kind) && !has_value)
        {
            let own = rest.split(['|', '.']).next().unwrap_or(rest);
            self.found.extend((!own.is_empty()).then_some((own, false)));
        }
    }

    fn value(&mut self, name: &str, depth: usize) {
        let Some(quote) = self.next() else { return };
        // `<script setup generic="T extends Item">`
        let is_code = name.starts_with([':', '@', '#', '.']) || name.starts_with("v-") || name == "generic";
        match quote {
            '"' | '\'' if self.flavor == Flavor::Vue => {
                self.skip(quote);
                let end = self.rest().find(quote).map_or(self.text.len(), |found| self.at + found);
                if is_code {
                    self.code(end, depth);
                }
                self.at = (end + 1).min(self.text.len());
            }
            '"' | '\'' => {
                self.skip(quote);
                while let Some(c) = self.next() {
                    match c {
                        '{' => self.braces(depth),
                        c => {
                            self.skip(c);
                            if c == quote {
                                return;
                            }
                        }
                    }
                }
            }
            '`' => self.template(depth),
            '{' => self.braces(depth),
            _ => {
                self.word(|c| !c.is_whitespace() && c != '>');
            }
        }
    }

    /// Code in braces.
    fn braces(&mut self, depth: usize) {
        self.at += 1;
        self.code(self.text.len(), depth);
        self.at = (self.at + 1).min(self.text.len());
    }

    /// Code up to `end`, or up to a brace that closes what was not opened in it.
    fn code(&mut self, end: usize, depth: usize) {
        let (mut open, mut before) = (0_usize, ' ');
        while self.at < end
            && let Some(c) = self.next()
        {
            let rest = self.rest();
            match c {
                '}' if open == 0 => return,
                '{' => open += 1,
                '}' => open -= 1,
                '"' | '\'' => {
                    self.string(c, end);
                    before = c;
                    continue;
                }
                '`' => {
                    self.template(depth);
                    before = c;
                    continue;
                }
                '/' if rest.starts_with("/*") => {
                    self.skip_past("*/");
                    continue;
                }
                '/' if rest.starts_with("//") => {
                    self.at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                // `a < b` compares.
                '<' if begins_tag(&rest[1..]) && !is_of_name(before) && !matches!(before, ')' | ']') => {
                    self.element(depth + 1);
                    before = '>';
                    continue;
                }
                c if is_of_name(c) => {
                    let is_member = before == '.' && !self.text[..self.at].trim_end().ends_with("...");
                    let word = self.word(is_of_name);
                    let is_named = self.rest().trim_start().starts_with(':')
                        && !self.rest().trim_start().starts_with("::");
                    let is_key = is_named && open > 0 && matches!(before, '{' | ',');
                    let name = word.trim_start_matches('$');
                    if !is_member && !is_key && !name.is_empty() {
                        self.found.push((name, false));
                    }
                    before = 'x';
                    continue;
                }
                _ => {}
            }
            if !c.is_whitespace() {
                before = c;
            }
            self.skip(c);
        }
        self.at = self.at.min(end);
    }

    /// A string up to its other quote, or to `end`.
    fn string(&mut self, quote: char, end: usize) {
        self.skip(quote);
        while self.at < end
            && let Some(c) = self.next()
        {
            self.skip(c);
            if c == '\\'
                && let Some(escaped) = self.next()
            {
                self.skip(escaped);
            }
            if c == quote {
                return;
            }
        }
    }

    /// A template, whose parts in braces are code.
    fn template(&mut self, depth: usize) {
        self.at += 1;
        while let Some(c) = self.next() {
            if self.rest().starts_with("${") && depth < DEEPEST {
                self.at += 1;
                self.braces(depth + 1);
                continue;
            }
            self.skip(c);
            if c == '\\'
                && let Some(escaped) = self.next()
            {
                self.skip(escaped);
            }
            if c == '`' {
                return;
            }
        }
    }

    /// What `is_one` holds for from here on.
    fn word(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !is_one(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }
}

fn begins_tag(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_alphabetic() || matches!(c, '>' | '_' | '$'))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
