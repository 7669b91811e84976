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
/// Words behind which there stands a value.
const BEFORE_VALUES: &[&str] = &["await", "case", "default", "else", "return", "typeof", "yield"];

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

/// Reads from `at` on, and never again what stands before.
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

    /// What `is_one` holds for from here on.
    fn word(&mut self, is_one: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !is_one(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Up to a closing tag.
    fn children(&mut self, depth: usize) {
        while let Some(c) = self.next() {
            let rest = self.rest();
            match c {
                _ if rest.starts_with("<!--") => self.skip_past("-->"),
                _ if rest.starts_with("</") => return,
                '<' if begins_tag(&rest[1..]) => self.element(depth),
                '{' if self.flavor == Flavor::Vue => self.hole(),
                '{' => self.braces(depth),
                c => self.skip(c),
            }
        }
    }

    /// `{{ code }}`, or a brace that is text.
    fn hole(&mut self) {
        let inside = self.rest().strip_prefix("{{").filter(|_| self.has_holes);
        match inside.map(|it| it.split_once("}}")) {
            Some(Some((code, _))) => {
                self.code_alone(code);
                self.at += code.len() + 4;
            }
            Some(None) => self.has_holes = false,
            None => self.at += 1,
        }
    }

    /// A tag, what it holds, and what closes it.
    fn element(&mut self, depth: usize) {
        self.at += 1;
        if depth >= DEEPEST {
            return;
        }
        let tag = self.word(|c| !c.is_whitespace() && !matches!(c, '>' | '/' | '{' | '<'));
        let first = tag.split('.').next().unwrap_or_default();
        // Elsewhere than in Vue what begins with a small letter is an element of HTML, be there an import of that name.
        let is_name = self.flavor == Flavor::Vue || first != tag || first.starts_with(char::is_uppercase);
        self.found.extend((is_name && !first.is_empty()).then_some((first, true)));
        let is_closed = self.attributes(tag, depth);
        if is_closed || VOID.contains(&tag) {
            return;
        }
        if matches!(tag, "style" | "script") {
            let close = format!("</{tag}");
            let inside = &self.rest()[..self.rest().find(&close).unwrap_or(self.rest().len())];
            if tag == "style" && self.flavor == Flavor::Vue {
                self.bound_in_style(inside);
            }
            self.at += inside.len();
        } else {
            self.children(depth + 1);
        }
        // What is not closed itself ends with what holds it.
        if self.rest().strip_prefix("</").is_some_and(|it| it.starts_with(tag)) {
            self.skip_past(">");
        }
    }

    /// `color: v-bind(color)`
    fn bound_in_style(&mut self, style: &'t str) {
        for rest in style.split("v-bind(").skip(1) {
            let code = rest.split_once(')').map_or("", |(code, _)| code).trim();
            self.code_alone(code.trim_matches(['\'', '"']));
        }
    }

    /// Up to the end of the tag; whether that closes the element.
    fn attributes(&mut self, tag: &str, depth: usize) -> bool {
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
                    let spaces = self.rest().len() - self.rest().trim_start().len();
                    let has_value = self.rest()[spaces..].starts_with('=');
                    self.directive(name, has_value);
                    if has_value {
                        self.at += spaces + 1;
                        self.at += self.rest().len() - self.rest().trim_start().len();
                        self.value(is_code(self.flavor, tag, name), depth);
                    }
                }
            }
        }
        true
    }

    /// The names that stand in that of an attribute.
    fn directive(&mut self, name: &'t str, has_value: bool) {
        match self.flavor {
            Flavor::Vue => {
                let own = name.split([':', '.']).next().unwrap_or(name);
                self.found.extend((own.starts_with("v-") && own.len() > 2).then_some((own, false)));
                // `:[key]="value"`
                if let Some((code, _)) = name.split_once('[').and_then(|(_, rest)| rest.split_once(']')) {
                    self.code_alone(code);
                }
                // `:id` is `:id="id"`.
                let short = name.strip_prefix("v-bind:").or_else(|| name.strip_prefix(':'));
                let short = short.filter(|it| !has_value && it.chars().all(is_of_name) && !it.is_empty());
                self.found.extend(short.map(|it| (it, false)));
            }
            Flavor::Svelte => {
                let Some((kind, rest)) = name.split_once(':') else { return };
                let own = rest.split(['|', '.']).next().unwrap_or(rest);
                let is_name = NAMING.contains(&kind) || SHORT.contains(&kind) && !has_value;
                self.found.extend((is_name && !own.is_empty()).then_some((own, false)));
            }
            _ => {}
        }
    }

    /// The value of an attribute, which as a whole may be code.
    fn value(&mut self, is_code: bool, depth: usize) {
        match self.next() {
            Some(quote @ ('"' | '\'')) => {
                self.skip(quote);
                if self.flavor == Flavor::Svelte && !is_code {
                    return self.quoted_with_braces(quote, depth);
                }
                let inside = self.word(|c| c != quote);
                if is_code {
                    self.code_alone(inside);
                }
                self.at = (self.at + 1).min(self.text.len());
            }
            Some('`') => self.template(depth),
            Some('{') => self.braces(depth),
            _ => {
                let braces = self.flavor != Flavor::Vue;
                let value = self.word(|c| !c.is_whitespace() && c != '>' && !(braces && c == '{'));
                if is_code {
                    self.code_alone(value);
                }
            }
        }
    }

    /// Text up to its quote, whose parts in braces are code.
    fn quoted_with_braces(&mut self, quote: char, depth: usize) {
        while let Some(c) = self.next() {
            if c == '{' {
                self.braces(depth);
                continue;
            }
            self.skip(c);
            if c == quote {
                return;
            }
        }
    }

    /// Code that is all of `code`, a part of the text.
    fn code_alone(&mut self, code: &'t str) {
        let mut inner = Reader { flavor: self.flavor, text: code, at: 0, has_holes: true, found: Vec::new() };
        while inner.at < code.len() {
            inner.code(DEEPEST);
            inner.at = (inner.at + 1).min(code.len());
            while !code.is_char_boundary(inner.at) {
                inner.at += 1;
            }
        }
        self.found.append(&mut inner.found);
    }

    /// Code in braces.
    fn braces(&mut self, depth: usize) {
        self.at += 1;
        // `{#if …}`, `{@render …}`, `{:else}`, `{/each}`
        if self.flavor == Flavor::Svelte && self.rest().starts_with(['#', '@', ':', '/']) {
            let is_comment = self.rest().starts_with("//") || self.rest().starts_with("/*");
            if !is_comment {
                self.at += 1;
                self.word(is_of_name);
            }
        }
        self.code(depth);
        self.at = (self.at + 1).min(self.text.len());
    }

    /// Code up to a brace that closes what was not opened in it, or to the end.
    fn code(&mut self, depth: usize) {
        let (mut open, mut before) = (0_usize, ' ');
        while let Some(c) = self.next() {
            let rest = self.rest();
            let is_behind_value = is_of_name(before) || matches!(before, ')' | ']' | '"' | '\'' | '`' | '<');
            match c {
                '}' if open == 0 => return,
                '"' | '\'' => self.string(c),
                '`' => self.template(depth),
                '/' if rest.starts_with("/*") => self.skip_past("*/"),
                '/' if rest.starts_with("//") => self.at += rest.find('\n').unwrap_or(rest.len()),
                '<' if rest.starts_with("<!--") => self.skip_past("-->"),
                // What stands behind a value divides it, or compares.
                '/' if !is_behind_value => self.pattern(),
                '<' if self.flavor == Flavor::Astro && !is_behind_value && begins_tag(&rest[1..]) => {
                    self.element(depth + 1);
                }
                c if is_of_name(c) => {
                    let word = self.identifier(open, before);
                    before = if BEFORE_VALUES.contains(&word) { ' ' } else { 'x' };
                    continue;
                }
                c => {
                    open = if c == '{' { open + 1 } else { open - usize::from(c == '}') };
                    before = if c.is_whitespace() { before } else { c };
                    self.skip(c);
                    continue;
                }
            }
            // What was passed over is a value, but for comments.
            before = if rest.starts_with("/*") || rest.starts_with("//") || rest.starts_with("<!--") {
                before
            } else {
                ')'
            };
        }
    }

    /// A word of code, in so many open braces, behind that sign.
    fn identifier(&mut self, open: usize, before: char) -> &'t str {
        let is_member = before == '.' && !self.text[..self.at].trim_end().ends_with("...");
        let word = self.word(is_of_name);
        let is_key = open > 0 && matches!(before, '{' | ',') && self.rest().trim_start().starts_with(':');
        if !is_member && !is_key {
            self.found.push((word, false));
            // The value of a store.
            let store = word.strip_prefix('$').filter(|it| self.flavor == Flavor::Svelte && !it.is_empty());
            self.found.extend(store.map(|it| (it, false)));
        }
        word
    }

    /// A string up to its other quote, or to the end of the line.
    fn string(&mut self, quote: char) {
        self.skip(quote);
        while let Some(c) = self.next().filter(|it| *it != '\n') {
            self.skip(c);
            match c {
                '\\' => self.at += self.next().map_or(0, char::len_utf8),
                c if c == quote => return,
                _ => {}
            }
        }
    }

    /// A regular expression up to its other slash, or to the end of the line.
    fn pattern(&mut self) {
        self.at += 1;
        let mut in_class = false;
        while let Some(c) = self.next().filter(|it| *it != '\n') {
            self.skip(c);
            match c {
                '\\' => self.at += self.next().map_or(0, char::len_utf8),
                '[' => in_class = true,
                ']' => in_class = false,
                '/' if !in_class => return,
                _ => {}
            }
        }
    }

    /// A template, whose parts in braces are code.
    fn template(&mut self, depth: usize) {
        self.at += 1;
        while let Some(c) = self.next() {
            if self.rest().starts_with("${") && depth < 2 * DEEPEST {
                self.at += 2;
                self.code(depth + 1);
                self.at = (self.at + 1).min(self.text.len());
                continue;
            }
            self.skip(c);
            match c {
                '\\' => self.at += self.next().map_or(0, char::len_utf8),
                '`' => return,
                _ => {}
            }
        }
    }
}

/// Whether the value of that attribute is code as it stands.
fn is_code(flavor: Flavor, tag: &str, name: &str) -> bool {
    match flavor {
        Flavor::Vue => {
            // `<script setup generic="T extends Item">`
            name.starts_with([':', '@', '#', '.'])
                || name.starts_with("v-")
                || tag == "script" && name == "generic"
        }
        Flavor::Svelte => tag == "script" && name == "generics",
        _ => false,
    }
}

fn begins_tag(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_alphabetic() || matches!(c, '>' | '_' | '$'))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
