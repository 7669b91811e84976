//! What a file is that no language reads, or that could not be read: its kind and its place. Pure.

use resolvers::path::RepoPath;

use super::place::{about_words, folder, stem};
use super::words::split;
use super::{quoted, setting};

/// The kind by extension, and whether the words of the name say what it is of.
const KINDS: &[(&[&str], &str)] = &[
    (&["css", "scss", "sass", "less", "styl", "pcss"], "Style sheet"),
    (&["svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp"], "Image"),
    (&["json", "json5", "jsonc", "yaml", "yml", "toml", "csv", "xml"], "Data"),
    (&["html", "htm"], "Page"),
    (&["md", "mdx", "txt"], "Text"),
    (&["woff", "woff2", "ttf", "otf", "eot"], "Font"),
    (&["mp3", "mp4", "webm", "ogg", "wav"], "Media"),
    (&["wasm"], "WebAssembly module"),
    (&["sql"], "SQL"),
    (&["graphql", "gql"], "GraphQL document"),
    (&["glsl", "vert", "frag", "wgsl"], "Shader"),
    (&["hbs", "ejs", "pug", "mustache", "njk"], "Template"),
    (&["node"], "Native add-on"),
    (&["vue", "svelte", "astro"], "Component"),
];

pub(super) fn about(path: &RepoPath, is_source: bool) -> String {
    let name = String::from_utf8_lossy(path.file_name()).into_owned();
    let folder = folder(path);
    let place = if folder.is_empty() { String::new() } else { format!(" in {}", quoted(&folder)) };
    if let Some(known) = known(&name) {
        let place = if folder.is_empty() { String::new() } else { format!(" of {}", quoted(&folder)) };
        return format!("{known}{place}");
    }
    if let Some(translation) = setting::translation(path).filter(|_| !is_source) {
        return translation;
    }
    let extension = path.extension().to_ascii_lowercase();
    let kind = KINDS.iter().find(|(ends, _)| ends.iter().any(|end| end.as_bytes() == extension));
    let word = kind.map_or(if is_source { "Module" } else { "File" }, |(_, word)| *word);
    let stem = stem(path);
    let parts: Vec<&str> = stem.split(['-', '.', '_', ' ']).collect();
    let own: Vec<&str> = parts.iter().copied().filter(|part| !is_digest(part)).collect();
    let about = if own.len() < parts.len() { split(&own.join("-")).join(" ") } else { about_words(path) };
    if about.is_empty() || kind.is_none() && !is_source {
        return format!("{word} {}{place}", quoted(&name));
    }
    if word == "SQL" && folder.split('/').any(|it| matches!(it, "migration" | "migrations")) {
        return format!("SQL of the migration: {about}{place}");
    }
    if word == "Data" && setting::is_locale(&stem) {
        return format!("Data for locale {}{place}", quoted(&stem));
    }
    // `style.css` is the style of its folder.
    let about = match about.rsplit_once(' ') {
        Some((of, "style" | "styles")) if word == "Style sheet" => of.to_owned(),
        _ => about,
    };
    let link = match word {
        "Style sheet" | "Component" | "Shader" | "Module" => "for",
        _ => "of",
    };
    format!("{word} {link} {about}{place}")
}

/// A digest says nothing.
fn is_digest(part: &str) -> bool {
    let hex = part.len() >= 8 && part.bytes().all(|it| it.is_ascii_hexdigit());
    let dense = part.len() >= 20 && part.bytes().all(|it| it.is_ascii_alphanumeric());
    (hex || dense) && part.contains(|it: char| it.is_ascii_digit())
}

fn known(name: &str) -> Option<&'static str> {
    match name {
        "package.json" => Some("Package manifest"),
        "tsconfig.json" | "jsconfig.json" => Some("Compiler configuration"),
        _ if name.starts_with("tsconfig.") => Some("Compiler configuration"),
        _ => None,
    }
}
