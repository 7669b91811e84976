//! What people meet in the markup of Vue, Svelte and Astro components. Only tags, the values of their attributes and
//! the texts between them are read; where code in braces looks like a tag, what follows reads as code and is left out.

use super::markup::{
    is_heading, is_heading_class, is_telling, is_text, list, said_by, show, show_value, translates,
};
use super::scripts::block_name;
use crate::facts::{FileFacts, ShownSort};

/// A larger component is not read to its end, in bytes.
const LONGEST: usize = 1 << 18;

/// No attribute that says something has a longer name, in bytes.
const LONGEST_NAME: usize = 64;

/// Adds what stands outside the scripts and styles of the component `text`.
pub(super) fn read(text: &str, facts: &mut FileFacts) {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'<', &bytes[at..]) {
        let start = at + next;
        let rest = &text[start..];
        at = if rest.starts_with("<!--") {
            rest.find("-->").map_or(text.len(), |end| start + end)
        } else if let Some(name) = block_name(rest) {
            let is_code = !shows_text(name) || name == "i18n";
            // `Array<Post>`
            if !is_code && text[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')) {
                at = start + 1;
                continue;
            }
            let end = tag_end(bytes, start);
            if is_code && !text[..end].ends_with("/>") {
                let close = format!("</{name}");
                text[end..].find(&close).map_or(text.len(), |found| end + found + 1)
            } else {
                element(name, &text[start..end], &text[end..], facts);
                end
            }
        } else if rest.starts_with("</") {
            let end = tag_end(bytes, start);
            texts(&text[end..], ShownSort::Text, facts);
            end
        } else {
            start + 1
        };
    }
}

/// The text up to the next tag.
fn texts(after: &str, sort: ShownSort, facts: &mut FileFacts) {
    let text = &after[..memchr::memchr(b'<', after.as_bytes()).unwrap_or(after.len())];
    keys(text, facts);
    let spaced = text.replace("&nbsp;", " ").replace("&amp;", "&");
    show(spaced.trim(), sort, None, facts);
    // `{{ article.date | date }}`, and `{article.date}` of Svelte
    let mut rest = text;
    while let Some((value, behind)) = rest.split_once('{').and_then(|(_, inside)| inside.split_once('}')) {
        let value = value.trim_start_matches('{');
        show_value(value.split('|').next().unwrap_or_default().trim(), None, facts);
        rest = behind;
    }
}

/// After the `>` that closes the tag; one in quotes or in braces does not.
fn tag_end(bytes: &[u8], start: usize) -> usize {
    let (mut quote, mut braces) = (None, 0_usize);
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match (quote, byte) {
            (None, b'>') if braces == 0 => return at + 1,
            (None, b'"' | b'\'' | b'`') => quote = Some(*byte),
            (None, b'{') => braces += 1,
            (None, b'}') => braces = braces.saturating_sub(1),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    bytes.len()
}

/// What marks what stands in a slot as a heading.
pub(super) const SLOTS: &[&str] =
    &["#title", "#header", "#heading", "v-slot:title", "slot=\"title\"", "slot='title'"];

/// A tag, and the text up to the next one.
fn element(name: &str, tag: &str, after: &str, facts: &mut FileFacts) {
    named(name, facts);
    let heads = is_heading(name) || SLOTS.iter().any(|it| tag.contains(it));
    let heads = attributes(name, tag, facts) || heads;
    if !is_icon(name) || tag.ends_with("/>") {
        texts(after, if heads { ShownSort::Heading } else { ShownSort::Text }, facts);
    }
}

/// Lists an element as far as its name says something.
pub(super) fn named(name: &str, facts: &mut FileFacts) {
    if is_component(name) {
        list(name, facts);
    } else if name == "router-view" {
        // By the name that it has in code.
        list("RouterView", facts);
    } else if is_telling(name) {
        show(name, ShownSort::Element, None, facts);
    }
}

/// Whether what stands in an element of that name may be a text for people.
pub(super) fn shows_text(name: &str) -> bool {
    !matches!(name, "script" | "style" | "pre" | "code")
}

/// Whether what stands in it is the name of an image: `<v-icon>mdi-plus</v-icon>`.
pub(super) fn is_icon(name: &str) -> bool {
    name == "i" || name.ends_with("-icon") || name.ends_with("Icon")
}

/// `MyPart` and `my-part`; a framework's own are none.
fn is_component(name: &str) -> bool {
    let known =
        ["ClientOnly", "Fragment", "KeepAlive", "Suspense", "Teleport", "Transition", "TransitionGroup"];
    let own = name.contains(':') || known.contains(&name);
    let kebab = name.contains('-') && name.starts_with(|c: char| c.is_ascii_lowercase());
    let framework = ["keep-alive", "router-link", "router-view", "transition-group"];
    !own && (name.starts_with(|c: char| c.is_ascii_uppercase()) || kebab && !framework.contains(&name))
}

/// The texts that attributes hold, and the keys in all of them; whether a class says that it is a heading.
fn attributes(element: &str, tag: &str, facts: &mut FileFacts) -> bool {
    let mut heads = false;
    for (at, _) in tag.match_indices('=') {
        let Some(quote) = tag[at + 1..].chars().next().filter(|it| matches!(it, '"' | '\'')) else {
            continue;
        };
        let name = tag[tag.floor_char_boundary(at.saturating_sub(LONGEST_NAME))..at]
            .rsplit(|c: char| c.is_whitespace())
            .next()
            .unwrap_or_default();
        // It stands in the code of a handler: `@click="tab='home'"`.
        if name.contains(is_quote) {
            continue;
        }
        let value = || tag[at + 2..].split(quote).next().unwrap_or_default();
        if name == "v-for" {
            gone_through(element, value(), facts);
            continue;
        }
        if name.starts_with('@') || name.starts_with("v-on:") {
            // The function that the code names or calls; `$emit` is none of the component's own.
            let called = value().trim().split('(').next().unwrap_or_default();
            if is_path(called) && called.starts_with(char::is_alphabetic) {
                facts.handle_event(called, None);
            }
            continue;
        }
        let said = said_by(name, element);
        if said.is_none() && name != "class" {
            continue;
        }
        let value = value();
        // `:title` holds code.
        match said {
            Some(sort) => show(value, sort, None, facts),
            None => heads |= value.split_whitespace().any(is_heading_class),
        }
    }
    keys(tag, facts);
    heads
}

/// Whether code is a name, or a member of one.
fn is_path(code: &str) -> bool {
    !code.is_empty() && code.chars().all(|c| c.is_alphanumeric() || "_$.".contains(c))
}

/// Lists that an element is there for each of something: `v-for="user in users"`.
fn gone_through(element: &str, value: &str, facts: &mut FileFacts) {
    let Some((_, of)) = value.split_once(" in ").or_else(|| value.split_once(" of ")) else { return };
    let of = of.trim();
    // That there are so many of them says nothing.
    let is_count = of.chars().all(|c| c.is_ascii_digit());
    if is_path(of) && !is_count && !matches!(element, "div" | "span" | "template") {
        facts.show_each(&format!("{of}`{element}`"), None);
    }
}

/// The keys of `$t('a.b')` and its kin, and of `'a.b' | translate`.
pub(super) fn keys(text: &str, facts: &mut FileFacts) {
    for (at, open) in text.match_indices(is_quote) {
        let Some((key, behind)) = text[at + 1..].split_once(open) else { continue };
        let is_key = is_called(&text[..at]) || is_piped(behind);
        if is_key && !key.contains("${") {
            show(key, if is_text(key) { ShownSort::Text } else { ShownSort::Message }, None, facts);
        }
    }
}

/// Whether the code `before` a text calls with it what translates.
fn is_called(before: &str) -> bool {
    let Some(before) = before.strip_suffix('(') else { return false };
    let start =
        before.rfind(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '_')).map_or(0, |it| it + 1);
    // What is cut from the name must not be a part of a character.
    before.get(start..).is_some_and(translates)
}

/// Whether what is `behind` a text puts it through what translates: a pipe of Angular.
fn is_piped(behind: &str) -> bool {
    let pipe = behind.trim_start().strip_prefix('|').map(str::trim_start);
    let name = pipe.and_then(|it| it.split(|c: char| !c.is_alphanumeric()).next());
    matches!(name, Some("translate" | "transloco" | "i18next"))
}

/// Whether a text of code may begin and end with it.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '\'' | '"' | '`')
}
