//! What a file is that no language reads, or that could not be read: its kind, its place, and what it says. Pure.

mod said;

use resolvers::path::RepoPath;

use super::external::Use;
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

pub(in crate::dsp) use said::{LONGEST, is_text};

/// What an asset is that holds `text`, where that is known, and who uses it.
pub(super) fn told(path: &RepoPath, text: Option<&str>, used: &Use<'_>) -> String {
    let (what, used) = (what(path, text), used.of_file());
    match (used.is_empty(), what.contains(": ")) {
        (true, _) => what,
        // What ends as a sentence is not ended twice.
        (false, true) => format!("{}; {used}", what.trim_end_matches('.')),
        (false, false) => format!("{what}: {used}"),
    }
}

fn what(path: &RepoPath, text: Option<&str>) -> String {
    let about = about(path, false);
    let Some(text) = text else { return about };
    if path.file_name() == b"package.json" {
        return match said::manifest(text) {
            Some((name, Some(description))) => {
                format!("Package manifest of {}: {description}", quoted(&name))
            }
            Some((name, None)) => format!("Package manifest of {}", quoted(&name)),
            None => about,
        };
    }
    // What configures a compiler, or holds words in some language, is that and nothing else.
    let is_told =
        known(&String::from_utf8_lossy(path.file_name())).is_some() || setting::translation(path).is_some();
    // A title that is the name again is none.
    let own = split(&stem(path)).concat().to_lowercase();
    let is_title = |said: &String| {
        said.strip_prefix("titled ").is_some_and(|it| split(it).concat().to_lowercase() == own)
    };
    match said::said(path, text).filter(|said| !is_told && !is_title(said)) {
        Some(said) => format!("{about}: {said}"),
        None => about,
    }
}

/// What the path alone says; `is_source` where a language would read it.
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
    // A letter says no more with its folder, which is told.
    let is_bare = word == "Image" && stem.chars().count() < 3;
    if about.is_empty() || is_bare || kind.is_none() && !is_source {
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
        ".htaccess" => Some("Settings of the web server Apache"),
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
    fn a_text_tells_what_it_is_for() {
        for (file, text, expected) in [
            (
                "a/nav.css",
                "/* Copyright 2020 */\n.nav, .nav-item:hover > a { color: red; }\n@media print { .nav { x: y } a { } }",
                "Style sheet for nav in `a`: styles `.nav`, `.nav-item` with `color: red`, `x: y`",
            ),
            (
                "a/nav.scss",
                "// The bar at the top of every page.\n.nav { .inner { a: b; } }",
                "Style sheet for nav in `a`: The bar at the top of every page.",
            ),
            (
                "a/theme.css",
                "@import url('https://x.y/{z}.css');\n:root { --fg: #000; --bg: url(//a.b/c); }\nbody { margin: 0 }",
                "Style sheet for theme in `a`: styles `body` with `margin: 0`; sets `--fg`, `--bg`",
            ),
            (
                "a/all.scss",
                "@use 'base' as b;\n@import \"x\";\n@mixin dense($a) { b { c: d } }\n$gap: 2px;",
                "Style sheet for all in `a`: has mixins `dense`; sets `$gap`",
            ),
            (
                "a/quoted.css",
                "@import url(\"b;c.css\");\n.a { content: \"x;y{z}\" }",
                "Style sheet for quoted in `a`: styles `.a` with `content: \"x;y{z}\"`; takes in `b;c.css`",
            ),
            ("a/odd.css", "} } .a { { { \" ' /* ", "Style sheet for odd in `a`: styles `.a`"),
            (
                "db/init.sql",
                "CREATE TABLE IF NOT EXISTS \"users\" (id int);\ncreate unique index a_b on a (b);\nINSERT INTO t VALUES (1)",
                "SQL of db init in `db`: creates table `users`; creates index `a_b`; inserts into `t`",
            ),
            (
                "db/get.sql",
                "-- Finds those who have not paid yet.\nSELECT 1",
                "SQL of get in `db`: Finds those who have not paid yet.",
            ),
            (
                "g/del.gql",
                "mutation ($id: Int! = 3) { assets { deleteAsset(id: $id) { ok } } }",
                "GraphQL document of del in `g`: mutation of `assets.deleteAsset`",
            ),
            (
                "g/tree.gql",
                "mutation { pages { rebuildTree { result { ok } } } }",
                "GraphQL document of tree in `g`: mutation of `pages.rebuildTree`",
            ),
            (
                "g/user.graphql",
                "query User($id: ID) @live { me: user(id: $id) { ...F name } teams { id } }\nfragment F on User { id }",
                "GraphQL document of user in `g`: query `User` of `user`, `teams`; fragment `F` on `User` with `id`",
            ),
            (
                "g/api.graphql",
                "\"\"\"a { type X \"\"\"\ntype A implements B & C @x(y: {z: 1}) { id(of: [Int]): ID! }\nscalar D\nenum E { A }\nextend type A { b: Int }",
                "GraphQL document of g API in `g`: types `A`; scalars `D`; enums `E`",
            ),
            ("g/odd.gql", "query { a(((", "GraphQL document of odd in `g`: query of `a`"),
            (
                "d/cities.json",
                "[{\"name\": \"x\", \"zip\": 1}]",
                "Data of cities in `d`: a list of objects with `name`, `zip`",
            ),
            ("d/map.json", "{\"$schema\": \"x\", \"a\": 1, \"b\": 2}", "Data of map in `d`: with `a`, `b`"),
            ("d/odd.json", "{", "Data of odd in `d`"),
            (
                "d/ci.yml",
                "# How a change is built\n# and tested.\non: push",
                "Data of d ci in `d`: How a change is built and tested.",
            ),
            ("d/x.toml", "[tool.a]\nb = 1\n[[c]]\n", "Data of d x in `d`: with `tool`, `c`"),
            ("d/t.csv", "id,name\n1,a\n", "Data of d t in `d`: with the columns `id`, `name`"),
            (
                "p/help.html",
                "<html><title>\n How to  start</title>",
                "Page of help in `p`: titled 'How to start'",
            ),
            (
                "p/package.json",
                "{\"name\": \"@a/b\", \"description\": \"Reads letters aloud.\"}",
                "Package manifest of `@a/b`: Reads letters aloud.",
            ),
            ("p/tsconfig.json", "{\"files\": []}", "Compiler configuration of `p`"),
            ("locales/de.json", "{\"a\": \"b\"}", "German translations (`de`)"),
        ] {
            assert_eq!(what(&path(file), Some(text)), expected, "{file}");
        }
    }

    #[test]
    fn who_uses_an_asset_is_told() {
        let check = |fixture: &str, file: &str, text: &str, expected: &str| {
            let fixture = crate::testing::Fixture::parse(fixture);
            let mut used = Use::default();
            for source in &fixture.sources {
                for import in &source.facts.imports {
                    used.note(&source.path, (import, &source.facts), true);
                }
            }
            assert_eq!(told(&path(file), Some(text), &used), expected);
        };
        let one = "== src/a.ts\nfunction draw\nimport src/x.svg default:icon\nuse icon in draw";
        check(
            one,
            "src/x.svg",
            "<svg><title>X</title></svg>",
            "Image `x.svg` in `src`: used as `icon` by `draw` of `src/a.ts`",
        );
        let loaded = "== src/a.ts\nimport src/all.css\n== src/b.ts\nimport src/all.css";
        check(
            loaded,
            "src/all.css",
            ".a {}",
            "Style sheet for all in `src`: styles `.a`; loaded by `src/a.ts`, `src/b.ts`",
        );
    }

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
