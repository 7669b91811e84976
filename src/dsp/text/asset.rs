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
        return sql_of_migration(&stem, &place);
    }
    if word == "Data" && setting::is_locale(&stem) {
        return format!("Data for locale {}{place}", quoted(&stem));
    }
    if let Some(of) = about.strip_suffix(" schema").filter(|_| word == "Data" && stem.ends_with(".schema")) {
        return format!("JSON Schema of {of}{place}");
    }
    if let Some((of, theme @ ("dark" | "light"))) = about.rsplit_once(' ').filter(|_| word == "Image") {
        return format!("Image of {of} ({theme}){place}");
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

/// Words by which the names of migrations say for which database they are.
const DATABASES: &[(&str, &str)] = &[
    ("autocommit", ""),
    ("cockroach", "CockroachDB"),
    ("mariadb", "MariaDB"),
    ("mssql", "SQL Server"),
    ("mysql", "MySQL"),
    ("postgres", "PostgreSQL"),
    ("postgresql", "PostgreSQL"),
    ("sqlite", "SQLite"),
    ("sqlite3", "SQLite"),
];

/// `20210410_add_users.mysql.down.sql`: what a migration is called, for which database it is, and which way it leads.
fn sql_of_migration(stem: &str, place: &str) -> String {
    let mut parts = stem.split('.');
    let title = parts.next().unwrap_or_default();
    let title = title.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    let (mut lead, mut database) = ("SQL of", "");
    let mut title = split(title).join(" ");
    for part in parts {
        match (part, DATABASES.binary_search_by_key(&part, |(name, _)| name)) {
            ("up", _) => lead = "SQL that applies",
            ("down", _) => lead = "SQL that reverts",
            (_, Ok(at)) => database = DATABASES[at].1,
            _ => title = format!("{title} {}", split(part).join(" ")),
        }
    }
    let database = if database.is_empty() { String::new() } else { format!(" ({database})") };
    format!("{lead} the migration: {}{database}{place}", title.trim())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::path;

    #[test]
    fn the_path_tells_what_an_asset_is() {
        assert!(DATABASES.is_sorted());
        for (file, expected) in [
            (
                "db/migrations/20210410_add_users.mysql.down.sql",
                "SQL that reverts the migration: add users (MySQL) in `db/migrations`",
            ),
            ("migrations/0001_init.up.sql", "SQL that applies the migration: init in `migrations`"),
            ("migrations/0001_init.sql", "SQL of the migration: init in `migrations`"),
            ("conf/cors.schema.json", "JSON Schema of CORS in `conf`"),
            ("img/search-dark.webp", "Image of search (dark) in `img`"),
        ] {
            assert_eq!(about(&path(file), false), expected, "{file}");
        }
    }
}
