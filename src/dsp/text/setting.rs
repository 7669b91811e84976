//! What the folders of a file make of what is in it: translations, fixtures, mocks and their kin. Pure.

use resolvers::path::RepoPath;

use super::place::{Role, about_words, role, stem};
use super::words::split;
use super::{languages, quoted};
use crate::facts::messages::{TRANSLATED, is_language};

/// Folders that hold one kind of thing, and the words for what one file of them has.
#[rustfmt::skip]
const FOLDERS: &[(&[&str], &str)] = &[
    (&["__fixtures__", "fixtures", "fixture"], "fixture"),
    (&["__mocks__", "mocks"], "mock"),
    (&["__snapshots__", "snapshots"], "snapshot"),
];
/// Folders whose names, in the plural, say what a file of them has for what it is called.
#[rustfmt::skip]
const PLURALS: &[&str] = &[
    "actions", "adapters", "animations", "benchmarks", "codemods", "commands", "constants", "controllers", "cron",
    "demos", "effects", "emails", "endpoints", "enums", "events", "examples", "extensions", "factories", "filters",
    "guards", "handlers", "hooks", "icons", "jobs", "listeners", "loaders", "messages", "middleware", "middlewares",
    "models", "mutations", "policies", "polyfills", "presenters", "processors", "queries", "reducers", "resolvers",
    "rules", "schemas", "scripts", "seeders", "seeds", "selectors", "serializers", "services", "shims", "stores",
    "styles", "subscribers", "tasks", "themes", "transformers", "validators", "workers",
];

/// What may stand before the language in the name of a file of translations.
const LEADS: &[&str] = &["lang", "locale", "messages", "strings", "translation", "translations"];

/// The language of the files in a folder of translations.
pub(super) fn language(path: &RepoPath) -> Option<String> {
    let text = path.to_text();
    let (folders, _) = text.rsplit_once('/')?;
    let mut folders = folders.split('/').skip_while(|it| !TRANSLATED.contains(it));
    folders.find(|it| !TRANSLATED.contains(it)).filter(|it| is_language(it)).map(str::to_owned)
}

/// The language of a translation and what it is about; `None` elsewhere.
pub(super) fn translation(path: &RepoPath) -> Option<String> {
    let text = path.to_text();
    let (folders, _) = text.rsplit_once('/')?;
    let folders = folders.split('/').skip_while(|it| !TRANSLATED.contains(it)).skip(1);
    let mut folders = folders.skip_while(|it| TRANSLATED.contains(it)).peekable();
    let own = stem(path);
    // `locale_es-ES.ini`, `messages.de.yml`
    let behind =
        own.split_once(['_', '.']).filter(|(lead, _)| LEADS.contains(lead)).map(|(_, rest)| rest.to_owned());
    let own = behind.filter(|rest| is_language(rest)).unwrap_or(own);
    let within = text.split('/').rev().skip(1).any(|it| TRANSLATED.contains(&it));
    if !within {
        return None;
    }
    let Some(language) = folders.next_if(|it| is_language(it)) else {
        return (is_language(&own) && folders.next().is_none()).then(|| translations(&own));
    };
    let topic =
        folders.filter(|it| !matches!(*it, "translation" | "translations")).map(|it| split(it).join(" "));
    let own = (own != "index").then(|| split(&own).join(" "));
    let topics: Vec<String> = topic.chain(own).collect();
    let lead = translations(language);
    Some(if topics.is_empty() { lead } else { format!("{lead}: {}", topics.join(", ")) })
}

/// `` Portuguese translations (`pt-BR`) ``
fn translations(locale: &str) -> String {
    match languages::named(locale) {
        Some(language) => format!("{language} translations ({})", quoted(locale)),
        None => format!("Translations for {}", quoted(locale)),
    }
}

/// What the code of a folder of data for tests is there for: `data of tests`, what goes into a tool or comes out of it.
/// Its comments are data too.
pub(super) fn test_data(path: &RepoPath, is_documented: bool) -> Option<String> {
    if role(path) == Role::Test {
        return None;
    }
    let text = path.to_text();
    let (folders, name) = text.rsplit_once('/')?;
    let segments: Vec<&str> = folders.split('/').collect();
    let is_data = |at: &usize| match segments[*at] {
        "__testfixtures__" | "testdata" | "test-data" | "test_data" => true,
        // In Go that is a package like any other; what is documented there helps the tests.
        "data" => {
            !is_documented
                && path.extension() != b"go"
                && at.checked_sub(1).is_some_and(|at| matches!(segments[at], "test" | "tests"))
        }
        _ => false,
    };
    let at = (0..segments.len()).find(is_data)?;
    let tagged = |tag: &str| name.contains(&format!(".{tag}.")) || name.contains(&format!("_{tag}."));
    let what = match (tagged("input"), tagged("output") || tagged("expected")) {
        (true, _) => "Input",
        (_, true) => "Expected output",
        _ => "Data",
    };
    let of = segments[..at].iter().rev().find(|it| !matches!(**it, "src" | "test" | "tests" | "__tests__"));
    let of = of.map_or_else(String::new, |it| format!(" of {}", quoted(it)));
    Some(format!("{what} for the tests{of}"))
}

/// `pt-BR`, `en_US`: a language with its region.
pub(super) fn is_locale(name: &str) -> bool {
    let region = name.split_once(['-', '_']).map_or("", |(_, region)| region);
    let is_country = region.len() == 2 && region.bytes().all(|b| b.is_ascii_uppercase());
    let is_script = region.len() == 4 && matches!(region, "Arab" | "Cyrl" | "Hans" | "Hant" | "Latn");
    is_language(name) && (is_country || is_script || region == "419")
}

/// `fixture`, `mock`: what everything in the file's folders is.
pub(super) fn sort(path: &RepoPath) -> Option<&'static str> {
    let text = path.to_text();
    let mut folders = text.split('/').rev().skip(1);
    folders
        .find_map(|folder| FOLDERS.iter().find(|(names, _)| names.contains(&folder)))
        .map(|(_, word)| *word)
}

/// `Policies for user`: the words of the folder, where it is one of [`PLURALS`], and what the file is about.
pub(super) fn plural(path: &RepoPath) -> Option<(String, String)> {
    let text = path.to_text();
    let folder = text.split('/').rev().nth(1)?;
    let folder = PLURALS.iter().find(|it| **it == folder)?;
    let about = about_words(path);
    (!about.is_empty() && !about.starts_with(folder)).then(|| (split(folder).join(" "), about))
}

/// The parts of a path that is told as it is.
const SHORT_PATH: usize = 4;

/// The path, or the last two parts of a long one behind an ellipsis.
pub(super) fn short(path: &RepoPath) -> String {
    cut(&path.to_text(), 2)
}

/// The same, with as many as tell it from `others`.
pub(super) fn short_beside(path: &RepoPath, others: &[&RepoPath]) -> String {
    let text = path.to_text();
    let parts = text.matches('/').count() + 1;
    let is_other =
        |it: &&RepoPath, parts: usize| last_parts(&text, parts) == last_parts(&it.to_text(), parts);
    let told = (2..parts).find(|parts| !others.iter().any(|it| is_other(it, *parts)));
    cut(&text, told.unwrap_or(parts))
}

/// The last parts of a path that has more than a few.
fn cut(text: &str, parts: usize) -> String {
    let all = text.matches('/').count() + 1;
    if all <= SHORT_PATH.max(parts) {
        quoted(text)
    } else {
        quoted(&format!("…/{}", last_parts(text, parts)))
    }
}

fn last_parts(text: &str, parts: usize) -> &str {
    let from = text.rmatch_indices('/').nth(parts - 1).map_or(0, |(at, _)| at + 1);
    &text[from..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::path;

    #[test]
    fn a_short_path_is_told_from_its_own() {
        let check = |one: &str, own: &str, expected: &str| {
            assert_eq!(short_beside(&path(one), &[&path(own)]), expected);
        };
        check("src/a/page.tsx", "src/b/page.tsx", "`src/a/page.tsx`");
        check("src/app/ui/a/b/page.tsx", "src/views/x/page.tsx", "`…/b/page.tsx`");
        check("src/app/ui/a/b/page.tsx", "src/views/a/b/page.tsx", "`…/ui/a/b/page.tsx`");
        check("a/page.tsx", "src/a/page.tsx", "`a/page.tsx`");
    }

    #[test]
    fn translations_say_their_language() {
        for (file, expected) in [
            ("src/locales/pt-br/errors/scope.ts", Some("Portuguese translations (`pt-br`): errors, scope")),
            ("locales/en.json", Some("English translations (`en`)")),
            ("locales/fr/index.ts", Some("French translations (`fr`)")),
            ("conf/locale/locale_es-ES.ini", Some("Spanish translations (`es-ES`)")),
            ("locale/xx.json", Some("Translations for `xx`")),
            ("i18n/detect.ts", None),
            ("src/en/a.ts", None),
        ] {
            assert_eq!(translation(&path(file)).as_deref(), expected, "{file}");
        }
    }

    #[test]
    fn folders_say_what_is_in_them() {
        let data = |it| test_data(&path(it), false);
        assert_eq!(test_data(&path("tests/data/seed.py"), true), None);
        assert_eq!(data("tests/data/test_loader.py"), None);
        assert_eq!(
            data("codemods/up/__testfixtures__/a.input.ts").as_deref(),
            Some("Input for the tests of `up`")
        );
        assert_eq!(data("tests/data/cases/a.py").as_deref(), Some("Data for the tests"));
        assert_eq!(data("src/data/a.py"), None);
        assert!(is_locale("pt-BR") && is_locale("en_US") && !is_locale("en") && !is_locale("my-table"));
        assert_eq!(sort(&path("a/__mocks__/b/c.ts")), Some("mock"));
        assert_eq!(plural(&path("server/policies/user.ts")), Some(("policies".into(), "user".into())));
        assert_eq!(plural(&path("server/a.ts")), None);
        assert_eq!(short(&path("a/b/c.ts")), "`a/b/c.ts`");
        assert_eq!(short(&path("a/b/c/d/e.ts")), "`…/d/e.ts`");
    }
}
