//! What people meet in the markup of Vue, Svelte and Astro components. Only tags, the values of their attributes and
//! the texts between them are read; where code in braces looks like a tag, what follows reads as code and is left out.

use super::markup::{is_heading, is_telling, is_text, list, said_by, show, translates};
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
            let end = tag_end(bytes, start);
            if matches!(name, "script" | "style" | "pre" | "code" | "i18n") && !text[..end].ends_with("/>") {
                let close = format!("</{name}");
                text[end..].find(&close).map_or(text.len(), |found| end + found + 1)
            } else if text[..start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')) {
                // `Array<Post>`
                start + 1
            } else {
                element(name, &text[start..end], &text[end..], facts);
                end
            }
        } else {
            start + 1
        };
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

/// A tag, and the text up to the next one.
fn element(name: &str, tag: &str, after: &str, facts: &mut FileFacts) {
    if is_component(name) {
        list(name, facts);
    } else if is_telling(name) {
        show(name, ShownSort::Element, None, facts);
    }
    let slot = ["#title", "#header", "#heading", "v-slot:title", "slot=\"title\""];
    let heads = is_heading(name) || slot.iter().any(|it| tag.contains(it));
    attributes(tag, facts);
    let text = &after[..memchr::memchr(b'<', after.as_bytes()).unwrap_or(after.len())];
    keys(text, facts);
    show(text, if heads { ShownSort::Heading } else { ShownSort::Text }, None, facts);
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

/// The texts that attributes hold, and the keys in all of them.
fn attributes(tag: &str, facts: &mut FileFacts) {
    for (at, _) in tag.match_indices("=\"") {
        let name = tag[tag.floor_char_boundary(at.saturating_sub(LONGEST_NAME))..at]
            .rsplit(|c: char| c.is_whitespace())
            .next()
            .unwrap_or_default();
        let value = tag[at + 2..].split('"').next().unwrap_or_default();
        // `:title` holds code.
        if let Some(sort) = said_by(name) {
            show(value, sort, None, facts);
        }
    }
    keys(tag, facts);
}

/// The keys of `$t('a.b')` and its kin.
fn keys(text: &str, facts: &mut FileFacts) {
    for (at, open) in text.match_indices(['\'', '"']) {
        let Some(before) = text[..at].strip_suffix('(') else { continue };
        let start =
            before.rfind(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '_')).map_or(0, |it| it + 1);
        // What is cut from the name must not be a part of a character.
        let Some(function) = before.get(start..) else { continue };
        if translates(function)
            && let Some(key) = text[at + 1..].split_once(open).map(|(key, _)| key)
        {
            show(key, if is_text(key) { ShownSort::Text } else { ShownSort::Message }, None, facts);
        }
    }
}
