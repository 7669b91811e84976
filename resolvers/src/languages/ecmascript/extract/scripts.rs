//! The scripts of Vue, Svelte and Astro components.
//!
//! Everything outside the scripts becomes blanks, so that offsets stay; the rest of the component is searched for
//! uses of what the scripts import. No markup is parsed beyond the tags of scripts.

use rustc_hash::FxHashSet;

use super::{Flavor, Grammar, Mode, layout_of, names, parsed, pug, read, template};
use crate::facts::{FileFacts, Import, ImportKind, ImportSyntax, Reference, Span};
use crate::marker::Layout;

/// The facts of a component.
pub(super) fn extract(flavor: Flavor, text: &str) -> FileFacts {
    let scripts = Scripts::of(flavor, text);
    let javascript = !scripts.are_typescript(flavor);
    let mode = Mode { javascript, ..Mode::of(flavor) };
    let mut facts = read(&scripts.code(text), scripts.chain(flavor), mode);
    facts.imports.extend(scripts.sources);
    facts.imports.sort_by_key(|import| import.span);
    facts.header.is_module = true;
    let parts = markup(flavor, text);
    template_references(flavor, text, &scripts.bodies, &parts, &mut facts);
    for part in parts {
        match part {
            Markup::Html(text) => template::read(text, &mut facts),
            Markup::Pug(text) => pug::read(text, &mut facts),
        }
    }
    facts
}

/// A part of a component that is markup.
enum Markup<'t> {
    Html(&'t str),
    Pug(&'t str),
}

/// What of a component is markup: all of it but for its scripts, of Vue the templates alone.
fn markup(flavor: Flavor, text: &str) -> Vec<Markup<'_>> {
    if flavor != Flavor::Vue {
        let code = frontmatter(text).filter(|_| flavor == Flavor::Astro);
        return vec![Markup::Html(&text[code.map_or(0, |(_, end)| end)..])];
    }
    let (bytes, mut at, mut parts) = (text.as_bytes(), 0, Vec::new());
    while let Some(next) = memchr::memchr(b'<', &bytes[at..]) {
        let start = at + next;
        at = start + 1;
        if text[start..].starts_with("<!--") {
            at = text[start..].find("-->").map_or(text.len(), |end| start + end);
        } else if let Some(name) = block_name(&text[start..]) {
            let end = tag_end(bytes, start);
            let tag = &text[start..end];
            at = if tag.ends_with("/>") { end } else { block_end(text, name, end) };
            // What never closes may hold anything.
            if at == end && !tag.ends_with("/>") {
                break;
            }
            if name.eq_ignore_ascii_case("template") {
                let inside = &text[end.min(at)..at];
                match attribute(tag, "lang") {
                    None | Some("html") => parts.push(Markup::Html(inside)),
                    Some("pug" | "jade") => parts.push(Markup::Pug(inside)),
                    // Another language of templates has other tags.
                    Some(_) => {}
                }
            }
        }
    }
    parts
}

/// Where markers may stand in a component: in its scripts, that of the file in the first one.
pub(super) fn layout(flavor: Flavor, text: &str) -> Option<Layout> {
    let scripts = Scripts::of(flavor, text);
    let layout = parsed(&scripts.code(text), scripts.chain(flavor), layout_of).ok()?;
    let head = scripts.bodies.first().map(|(start, _)| offset(*start).max(layout.prologue));
    Some(Layout { head, prologue: head.unwrap_or(0), ..layout })
}

/// The code of a component, and the grammars that may read it.
#[cfg(test)]
pub(super) fn parts(flavor: Flavor, text: &str) -> (String, &'static [Grammar]) {
    let scripts = Scripts::of(flavor, text);
    (scripts.code(text), scripts.chain(flavor))
}

/// What the tags of a component say.
#[derive(Default)]
struct Scripts {
    /// The ranges of the scripts' texts that are more than blanks, in order.
    bodies: Vec<(usize, usize)>,
    /// `lang` of the last script that has one.
    language: String,
    /// `<script src>`
    sources: Vec<Import>,
}

impl Scripts {
    fn of(flavor: Flavor, text: &str) -> Self {
        let mut scripts = Self::default();
        let (mut at, mut open) = (0, 0);
        if flavor == Flavor::Astro
            && let Some((start, end)) = frontmatter(text)
        {
            scripts.bodies.push((start, end));
            at = end;
        }
        while let Some(tag) = next_script(flavor, text, at, &mut open) {
            at = tag.end;
            if !tag.closed {
                let body_end = script_end(text, tag.body).unwrap_or(text.len());
                scripts.take(flavor, text, &tag, body_end);
                at = body_end;
            }
        }
        scripts.bodies.retain(|(start, end)| !text[*start..*end].trim().is_empty());
        scripts
    }

    fn take(&mut self, flavor: Flavor, text: &str, tag: &Tag, body_end: usize) {
        let attributes = &text[tag.start..tag.end];
        if !is_script(flavor, attributes) {
            return;
        }
        if let Some(language) = attribute(attributes, "lang") {
            language.clone_into(&mut self.language);
        }
        let Some(source) = attribute(attributes, "src") else {
            return self.bodies.push((tag.body, body_end));
        };
        // Between braces stands an expression.
        if !source.contains("://") && !source.contains('{') {
            self.sources.push(Import {
                specifier: source.to_owned(),
                syntax: ImportSyntax::ScriptSrc,
                kind: ImportKind::Runtime,
                names: Vec::new(),
                pattern: None,
                mode: None,
                span: Span { start: offset(tag.start), end: offset(tag.end) },
            });
        }
    }

    fn are_typescript(&self, flavor: Flavor) -> bool {
        flavor == Flavor::Astro || self.language.starts_with("ts") || self.language == "typescript"
    }

    /// What to try, in order.
    fn chain(&self, flavor: Flavor) -> &'static [Grammar] {
        match (self.are_typescript(flavor), self.language.as_str()) {
            (true, "tsx") => &[Grammar::Tsx],
            (true, _) => &[Grammar::Ts],
            (false, _) => &[Grammar::Js, Grammar::Ts, Grammar::Tsx],
        }
    }

    /// The text with blanks outside the scripts, which end in a line of their own.
    fn code(&self, text: &str) -> String {
        let mut code = String::with_capacity(text.len());
        let mut last = 0;
        for (start, end) in &self.bodies {
            blank(&text[last..*start], last > 0, &mut code);
            code.push_str(&text[*start..*end]);
            last = *end;
        }
        blank(&text[last..], last > 0, &mut code);
        code
    }
}

/// A script of a page.
pub(in super::super) struct Script<'t> {
    tag: &'t str,
    pub(in super::super) body: &'t str,
}

impl<'t> Script<'t> {
    /// The value of an attribute, empty for one without a value.
    pub(in super::super) fn attribute(&self, name: &str) -> Option<&'t str> {
        attribute(self.tag, name)
    }
}

/// The scripts of a page that stand in no comment.
pub(in super::super) fn of_page(text: &str) -> impl Iterator<Item = Script<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        // As in a component of Svelte, no block but a script is text.
        let tag = next_script(Flavor::Svelte, text, at, &mut 0)?;
        at = script_end(text, tag.body).unwrap_or(text.len());
        Some(Script { tag: &text[tag.start..tag.end], body: &text[tag.body..at] })
    })
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Blanks for every byte but line ends. After a script the first two bytes, which are those of `</script` or `---`,
/// end its last statement.
fn blank(text: &str, after_script: bool, code: &mut String) {
    let skip = if after_script && text.is_char_boundary(2) && text.len() >= 2 {
        code.push_str("\n;");
        2
    } else {
        0
    };
    code.extend(
        text.as_bytes()[skip..]
            .iter()
            .map(|byte| if matches!(byte, b'\n' | b'\r') { *byte as char } else { ' ' }),
    );
}

/// The text between the first two lines `---` of an Astro component.
fn frontmatter(text: &str) -> Option<(usize, usize)> {
    let start = text.len() - text.trim_start().len();
    let body = text[start..].strip_prefix("---")?;
    let end = body.find("\n---")?;
    Some((start + 3, start + 3 + end + 1))
}

/// An opening tag: `<script …>`.
struct Tag {
    start: usize,
    /// After `>`.
    end: usize,
    body: usize,
    /// `<script … />`
    closed: bool,
}

/// How many blocks that never close are looked at: for each the text is read to its end.
const MOST_OPEN: u32 = 16;

/// The next script at or after `from` that stands in no comment, and in Vue in no other block; `open` counts the blocks
/// that never close.
fn next_script(flavor: Flavor, text: &str, from: usize, open: &mut u32) -> Option<Tag> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(next) = memchr::memchr(b'<', &bytes[at..]) {
        let start = at + next;
        if text[start..].starts_with("<!--") {
            at = text[start..].find("-->").map_or(text.len(), |end| start + end);
        } else if starts_ignore_case(bytes, start, b"<script")
            && bytes
                .get(start + 7)
                .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'))
        {
            let end = tag_end(bytes, start);
            return Some(Tag { start, end, body: end, closed: bytes[..end].ends_with(b"/>") });
        } else if let Some(name) =
            block_name(&text[start..]).filter(|_| flavor == Flavor::Vue && *open < MOST_OPEN)
        {
            let end = tag_end(bytes, start);
            let is_closed = bytes[..end].ends_with(b"/>");
            at = if is_closed { end } else { block_end(text, name, end) };
            *open += u32::from(at == end && !is_closed);
        } else {
            at = start + 1;
        }
    }
    None
}

/// What the tag is called that `text` begins with, if it opens a block.
pub(super) fn block_name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('<').filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))?;
    rest.split(|c: char| c.is_whitespace() || matches!(c, '/' | '<' | '>')).next()
}

/// Where the block `name` of a Vue component ends, whose text begins at `from`. Templates have templates in them; any
/// other block is text.
fn block_end(text: &str, name: &str, from: usize) -> usize {
    let (opening, closing) = (format!("<{name}"), format!("</{name}"));
    let is_nesting = name.eq_ignore_ascii_case("template");
    let (mut depth, mut at, mut end) = (1_u32, from, from);
    // What never closes is no comment, and neither is what begins so behind it.
    let mut has_comments = is_nesting;
    while let Some(start) = text.get(at..).and_then(|rest| Some(at + memchr::memchr(b'<', rest.as_bytes())?))
    {
        at = start + 1;
        if has_comments && text[start..].starts_with("<!--") {
            let end = text[start..].find("-->");
            has_comments = end.is_some();
            at = end.map_or(at, |end| start + end);
        } else if is_nesting && starts_ignore_case(text.as_bytes(), start, opening.as_bytes()) {
            at = tag_end(text.as_bytes(), start);
            depth += u32::from(!text[..at].ends_with("/>"));
        } else if starts_ignore_case(text.as_bytes(), start, closing.as_bytes()) {
            end = start + closing.len();
            depth -= 1;
            if depth == 0 {
                break;
            }
        }
    }
    end
}

fn starts_ignore_case(bytes: &[u8], at: usize, word: &[u8]) -> bool {
    bytes.get(at..at + word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

/// After the `>` that closes the tag; one in quotes does not.
fn tag_end(bytes: &[u8], start: usize) -> usize {
    let mut quote = None;
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    bytes.len()
}

/// Where the tag stands that ends a script: `</script\>` in a literal does not.
fn script_end(text: &str, from: usize) -> Option<usize> {
    const END: &[u8] = b"</script";
    let bytes = text.as_bytes();
    let ends_name =
        |byte: Option<&u8>| byte.is_none_or(|it| matches!(it, b'>' | b'/') || it.is_ascii_whitespace());
    memchr::memchr_iter(b'<', &bytes[from..])
        .map(|at| from + at)
        .find(|at| starts_ignore_case(bytes, *at, END) && ends_name(bytes.get(at + END.len())))
}

/// Whether the bundler reads the script as a module of the component.
fn is_script(flavor: Flavor, tag: &str) -> bool {
    let module = match attribute(tag, "type") {
        None | Some("" | "module") => true,
        Some(other) => {
            other.contains("javascript") || other.contains("typescript") || other.contains("ecmascript")
        }
    };
    module && !(flavor == Flavor::Astro && attribute(tag, "is:inline").is_some())
}

/// The value of an attribute of `tag`, empty for one without a value.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = tag.strip_prefix('<')?.trim_end_matches(['>', '/']);
    rest = rest.trim_start_matches(|c: char| !c.is_whitespace());
    loop {
        rest = rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
        let key = &rest[..end];
        if rest.is_empty() || (key.is_empty() && !rest.starts_with('=')) {
            return None;
        }
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let (text, after) = attribute_value(after.trim_start());
            (value, rest) = (text, after);
        }
        if key.eq_ignore_ascii_case(name) {
            return Some(value);
        }
    }
}

fn attribute_value(text: &str) -> (&str, &str) {
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => text[1..].split_once(quote).unwrap_or((&text[1..], "")),
        _ => text.split_at(text.find(char::is_whitespace).unwrap_or(text.len())),
    }
}

/// Imported names that stand in tags or braces outside the scripts.
fn template_references(
    flavor: Flavor,
    text: &str,
    bodies: &[(usize, usize)],
    parts: &[Markup<'_>],
    facts: &mut FileFacts,
) {
    let locals: FxHashSet<&str> =
        facts.imports.iter().flat_map(|it| &it.names).filter_map(|it| it.local.as_deref()).collect();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut outside = Vec::new();
    let mut last = 0;
    for (start, end) in bodies.iter().copied().chain([(text.len(), text.len())]) {
        outside.push(&text[last..start]);
        last = end;
    }
    let of_pug = parts.iter().flat_map(|it| match it {
        Markup::Html(_) => Vec::new(),
        Markup::Pug(text) => pug::names(text),
    });
    let of_pug = of_pug.flat_map(|(text, is_tag)| code_words(text).map(move |it| (it, is_tag)));
    let mut found = Vec::new();
    for (word, is_tag) in outside.into_iter().flat_map(|text| names::of(flavor, text)).chain(of_pug) {
        // Only Vue knows them by other names: `MyPart` as `<my-part>`, `vFocus` as `v-focus`.
        let of_tag = is_tag && flavor == Flavor::Vue;
        let of_directive = word.starts_with("v-") && flavor == Flavor::Vue;
        let mut names = vec![word.to_owned()];
        names.extend(of_tag.then(|| pascal(word)));
        names.extend((of_tag || of_directive).then(|| camel(word)));
        if let Some(local) = names.iter().find_map(|name| locals.get(name.as_str()))
            && seen.insert(local)
        {
            let binding = (*local).to_owned();
            found.push(Reference {
                binding,
                member: None,
                symbol: None,
                title: None,
                in_template: true,
                in_types: false,
            });
        }
    }
    facts.references.extend(found);
}

/// The words in code.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !is_of_word(c)).map(|it| it.trim_start_matches('-')).filter(|it| !it.is_empty())
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

/// `my-part` as `MyPart`
fn pascal(word: &str) -> String {
    word.split('-').map(capitalised).collect()
}

/// `my-part` as `myPart`
fn camel(word: &str) -> String {
    let mut parts = word.split('-');
    parts.next().unwrap_or_default().to_owned() + &parts.map(capitalised).collect::<String>()
}

fn capitalised(part: &str) -> String {
    let mut chars = part.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
