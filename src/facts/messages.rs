//! What the keys of translated texts stand for: `t('nav.home')` shows people what a catalogue of the repository has behind
//! that key, in English where it has that. So code is told by what it shows, rather than by keys.
//!
//! Catalogues of JSON are read here, and the facts that follow from them changed. A key of which they do not tell for sure
//! what it stands for stays a key.

use std::collections::BTreeMap;

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::facts::Shown;
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::SourceFile;
use crate::kept::digest;
use crate::universe::{Class, Universe};

/// Folders of what is translated.
pub(crate) const TRANSLATED: &[&str] =
    &["i18n", "l10n", "lang", "langs", "languages", "locale", "locales", "translations"];
/// Folders that hold catalogues in some repositories, and something else in others.
const CATALOGUES: &[&str] = &["_locales", "messages"];
/// Names of files that are no part of the keys in them.
const WHOLE: &[&str] = &["index", "messages", "translation", "translations"];
/// Keys that tools have for the text of what the object around it is called.
const INSIDE: &[&str] = &["defaultMessage", "message", "string", "translation"];
/// What i18next has behind a key where the text depends on a number.
const PLURALS: &[&str] = &["", "_one", "_other"];
/// A larger file is no catalogue that people write, in bytes.
const LARGEST: usize = 4 << 20;
/// How deep keys are looked for.
const DEEPEST: usize = 16;
/// Through how many others a text is looked for that only says where it stands.
const MOST_LINKS: usize = 8;
/// A longer text is cut, in bytes.
const LONGEST: usize = 60;

/// Whether a file at `path` would be such a catalogue.
#[must_use]
pub fn is_catalogue(path: &RepoPath) -> bool {
    Place::of(path).is_some()
}

/// Puts what people read in place of the keys that `sources` show, where the catalogues of `universe` tell it.
pub fn translate(universe: &Universe, sources: &mut [SourceFile]) {
    let shows = |it: &Shown| it.sort.of_key().is_some();
    let mut wanted: Vec<&mut SourceFile> =
        sources.iter_mut().filter(|source| source.facts.shown.iter().any(shows)).collect();
    if wanted.is_empty() {
        return;
    }
    let own = universe.files.iter().filter(|file| file.class == Class::Ordinary).map(|file| &file.path);
    let catalogues = Catalogues::of(own, |path| universe.snapshot.read_for_words(path).ok());
    if catalogues.dirs.is_empty() {
        return;
    }
    wanted.par_iter_mut().for_each(|source| {
        let dir = source.path.parent();
        let mut told = Vec::new();
        for (it, at) in source.facts.shown.iter_mut().zip(0_u32..) {
            let Some(sort) = it.sort.of_key() else { continue };
            if let Some(text) = catalogues.find(dir, &it.text) {
                told.push((at, text.to_owned()));
                (it.text, it.sort) = (text.to_owned(), sort);
            }
        }
        // What follows from the facts follows from catalogues too now.
        source.key = source.key.and_then(|key| {
            let told = postcard::to_stdvec(&told).ok()?;
            Some(digest([&key[..], &told]))
        });
    });
}

/// The texts of one folder, in the plainest English that it has.
#[derive(Default)]
struct Catalogue {
    /// By their keys; `None` where one key has several.
    whole: Texts,
    /// By what their keys end in; `None` where that is the end of several.
    ends: Texts,
}

/// The texts of one catalogue.
type Texts = BTreeMap<String, Option<String>>;

/// Those of all, by the numbers of their catalogues.
type OfAll = FxHashMap<String, Vec<(u32, Option<String>)>>;

/// All catalogues.
#[derive(Default)]
struct Catalogues {
    /// What the folder of each lies in, as that is sorted; sorted.
    dirs: Vec<Vec<u8>>,
    whole: OfAll,
    ends: OfAll,
}

impl Catalogues {
    /// The catalogues among `files` that can be read.
    fn of<'p>(
        files: impl Iterator<Item = &'p RepoPath>,
        read: impl Fn(&RepoPath) -> Option<Vec<u8>> + Sync,
    ) -> Self {
        let mut folders: BTreeMap<Vec<u8>, Vec<(Place<'p>, &RepoPath)>> = BTreeMap::new();
        for (place, path) in files.filter_map(|path| Some((Place::of(path)?, path))) {
            folders.entry(order(place.dir)).or_default().push((place, path));
        }
        let of_folder = |(dir, files): (Vec<u8>, Vec<(Place<'p>, &RepoPath)>)| {
            let catalogue = Catalogue::of(&files, &read);
            (!catalogue.whole.is_empty()).then_some((dir, catalogue))
        };
        let folders: Vec<_> = folders.into_iter().collect();
        let catalogues: Vec<_> = folders.into_par_iter().filter_map(of_folder).collect();
        let mut all = Self::default();
        for ((dir, Catalogue { whole, ends }), number) in catalogues.into_iter().zip(0..) {
            all.dirs.push(dir);
            for (key, text) in whole {
                all.whole.entry(key).or_default().push((number, text));
            }
            for (key, text) in ends {
                all.ends.entry(key).or_default().push((number, text));
            }
        }
        all
    }

    /// What `key` stands for in `dir`: what the catalogues around it say, of which those count that have it and are
    /// nearest; nothing where they do not agree. Of a key of which only the end is told one key alone may end so.
    fn find(&self, dir: &[u8], key: &str) -> Option<&str> {
        let key = key.replace(':', ".");
        let of = |texts| {
            let texts: &OfAll = texts;
            let found = PLURALS.iter().find_map(|plural| texts.get(&format!("{key}{plural}")))?;
            self.nearest(&order(dir), found)
        };
        let whole = of(&self.whole);
        // One word is the end of too many.
        let ends = if key.contains('.') { of(&self.ends) } else { None };
        match (whole, ends) {
            (Some((depth, _)), Some((nearer, text))) if nearer > depth => text,
            (Some((_, text)), _) | (None, Some((_, text))) => text,
            (None, None) => None,
        }
    }

    /// Of texts that are sorted by their catalogues the one of the nearest, and how many folders that has in common
    /// with `dir`.
    fn nearest<'t>(
        &self,
        dir: &[u8],
        texts: &'t [(u32, Option<String>)],
    ) -> Option<(usize, Option<&'t str>)> {
        let place = |at: usize| &self.dirs[texts[at].0 as usize][..];
        let depth = |at: usize| common(place(at), dir);
        let start = texts.partition_point(|(number, _)| &self.dirs[*number as usize][..] < dir);
        let around = [start.checked_sub(1), Some(start).filter(|at| *at < texts.len())];
        let best = around.into_iter().flatten().map(depth).max()?;
        // What has as much in common stands together.
        let before = (0..start).rev().take_while(|at| depth(*at) >= best);
        let behind = (start..texts.len()).take_while(|at| depth(*at) >= best);
        let mut near = before.chain(behind).map(|at| texts[at].1.as_deref());
        let first = near.next()?;
        Some((best, first.filter(|_| near.all(|text| text == first))))
    }
}

/// The folder as it is sorted: what one folder holds stands together then.
fn order(dir: &[u8]) -> Vec<u8> {
    dir.replace("/", "\0")
}

/// How many folders both begin with, each as it is sorted.
fn common(one: &[u8], other: &[u8]) -> usize {
    let names = one.split(|byte| *byte == 0).zip(other.split(|byte| *byte == 0));
    names.take_while(|(one, other)| one == other && !one.is_empty()).count()
}

/// Where a catalogue stands.
struct Place<'p> {
    dir: &'p [u8],
    language: &'p str,
    /// What all of its keys begin with.
    lead: Vec<&'p str>,
}

impl<'p> Place<'p> {
    /// Of a file of English texts.
    fn of(path: &'p RepoPath) -> Option<Self> {
        let text = std::str::from_utf8(path.as_bytes().strip_suffix(b".json")?).ok()?;
        let mut names: Vec<&str> = text.split('/').collect();
        let stem = names.pop()?;
        let is_folder = |it: &&str| TRANSLATED.contains(it) || CATALOGUES.contains(it);
        let at = names.iter().rposition(is_folder)?;
        let dir = names[..at].iter().map(|it| it.len() + 1).sum::<usize>().saturating_sub(1);
        let inner = &names[at + 1..];
        // `en/users.json`, `users/en.json`, `en.json`, `messages.en.json`
        let (language, mut lead): (&str, Vec<&str>) =
            if let Some(at) = inner.iter().position(|it| is_english(it)) {
                let own = [stem].into_iter().filter(|it| !WHOLE.contains(it));
                (inner[at], inner[..at].iter().chain(&inner[at + 1..]).copied().chain(own).collect())
            } else {
                let behind = stem.rsplit_once(['.', '_']).filter(|(lead, _)| WHOLE.contains(lead));
                let language = behind.map_or(stem, |(_, language)| language);
                (Some(language).filter(|it| is_english(it))?, inner.to_vec())
            };
        lead.retain(|it| !is_folder(it));
        Some(Self { dir: &path.as_bytes()[..dir], language, lead })
    }
}

/// `en`, `en-US`
fn is_english(language: &str) -> bool {
    language.strip_prefix("en").is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
        && is_language(language)
}

/// `en`, `pt-br`, `zh_Hant`
pub(crate) fn is_language(name: &str) -> bool {
    let (language, region) = name.split_once(['-', '_']).unwrap_or((name, "XX"));
    let letters = |text: &str, longest: usize| {
        (2..=longest).contains(&text.len()) && text.bytes().all(|it| it.is_ascii_alphanumeric())
    };
    letters(language, 3)
        && letters(region, 4)
        && language.bytes().all(|it| it.is_ascii_lowercase())
        && !matches!(language, "src" | "lib" | "api" | "app" | "get" | "set" | "map" | "url" | "ts" | "js")
}

impl Catalogue {
    /// That of `files` of one folder which are in the plainest English there.
    fn of(files: &[(Place<'_>, &RepoPath)], read: impl Fn(&RepoPath) -> Option<Vec<u8>>) -> Self {
        let (mut catalogue, mut links) = (Self::default(), Vec::new());
        let language = files.iter().map(|(it, _)| it.language).min_by_key(|it| (it.len(), *it));
        for (place, path) in files.iter().filter(|(it, _)| Some(it.language) == language) {
            let bytes = read(path).filter(|bytes| bytes.len() <= LARGEST);
            let value = bytes.and_then(|bytes| {
                serde_json::from_slice(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).ok()
            });
            if let Some(value) = value {
                catalogue.take(&mut place.lead.clone(), &value, &mut links);
            }
        }
        catalogue.follow(links);
        catalogue
    }

    /// Has what only says where its text stands say that text.
    fn follow(&mut self, mut links: Vec<(String, String)>) {
        for _ in 0..MOST_LINKS {
            let before = links.len();
            links.retain(|(key, to)| match self.whole.get(to).cloned().flatten() {
                Some(text) => {
                    self.put(key, &text);
                    false
                }
                None => true,
            });
            if links.len() == before {
                break;
            }
        }
    }

    /// Lists what `value` holds behind `keys`; what only says where its text stands goes to `links`, with the key of that.
    fn take<'v>(&mut self, keys: &mut Vec<&'v str>, value: &'v Value, links: &mut Vec<(String, String)>) {
        match value {
            Value::String(text) if let Some(to) = link(text) => links.push((keys.join("."), to)),
            Value::String(text) => {
                let own = keys.split_last().filter(|(last, rest)| INSIDE.contains(last) && !rest.is_empty());
                if let Some(text) = readable(text) {
                    self.put(&keys.join("."), &text);
                    if let Some((_, rest)) = own {
                        self.put(&rest.join("."), &text);
                    }
                }
            }
            Value::Object(values) if keys.len() < DEEPEST => {
                for (key, value) in values {
                    keys.push(key);
                    self.take(keys, value, links);
                    keys.pop();
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, key: &str, text: &str) {
        let put = |texts: &mut Texts, key: &str| {
            let known = texts.entry(key.to_owned()).or_insert_with(|| Some(text.to_owned()));
            known.take_if(|known| known != text);
        };
        put(&mut self.whole, key);
        let mut rest = key;
        while let Some((_, end)) = rest.split_once('.') {
            put(&mut self.ends, end);
            rest = end;
        }
    }
}

/// The key of the text that stands elsewhere: `$t(a.b)` of i18next, `@:a.b` of vue-i18n, `[%key:a::b%]` of Home Assistant.
fn link(text: &str) -> Option<String> {
    let text = text.trim();
    let inside = text.strip_prefix("$t(").and_then(|rest| rest.strip_suffix(')'));
    let inside = inside.or_else(|| text.strip_prefix("@:"));
    let inside = inside.or_else(|| text.strip_prefix("[%key:").and_then(|rest| rest.strip_suffix("%]")));
    let key = inside?.replace("::", ".");
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-'));
    is_key.then_some(key)
}

/// What people read of `text`, as far as it is the same each time.
pub(crate) fn readable(text: &str) -> Option<String> {
    // `{count, plural, one {# user} other {# users}}`
    if [", plural,", ", select,", ", selectordinal,"].iter().any(|it| text.contains(it)) {
        return None;
    }
    // A part of it stands elsewhere.
    if ["[%key:", "$t("].iter().any(|it| text.contains(it)) {
        return None;
    }
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '{']) {
        let (before, from) = rest.split_at(at);
        if let Some(end) = end_of_tag(from) {
            said.push_str(before);
            rest = &from[end..];
        } else if let Some(end) = end_of_value(from) {
            said.push_str(before.trim_end_matches(['$', '%']));
            said.push('…');
            rest = &from[end..];
        } else {
            said.push_str(&rest[..=at]);
            rest = &from[1..];
        }
    }
    said.push_str(rest);
    let words = said.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let said = words.collect::<Vec<_>>().join(" ").replace('`', "'");
    if said.chars().filter(|c| c.is_alphabetic()).count() < 2 {
        return None;
    }
    let cut = said.floor_char_boundary(LONGEST);
    if cut == said.len() {
        return Some(said);
    }
    let start = said[..cut].rsplit_once(' ').map_or(&said[..cut], |(start, _)| start);
    Some(format!("{}…", start.trim_end_matches('…')))
}

/// Where a tag ends with which `text` begins: `<b>`, `</0>`. Where nothing closes it people read it: `in the <head> of a page`.
fn end_of_tag(text: &str) -> Option<usize> {
    let end = text.find('>')?;
    let inside = text[..end].strip_prefix('<')?;
    let name = inside.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default();
    let is_alone = inside.ends_with('/') || ALONE.iter().any(|it| it.eq_ignore_ascii_case(name));
    let is_closed = || text[end..].contains(&format!("</{name}>"));
    let is_tag = inside.starts_with('/')
        || name.starts_with(|c: char| c.is_ascii_alphanumeric()) && (is_alone || is_closed());
    is_tag.then_some(end + 1)
}

/// Elements of HTML that nothing closes.
const ALONE: &[&str] = &["br", "hr", "img", "input", "p", "wbr"];

/// The same of what a value is put for: `{name}`, `{{name}}`.
fn end_of_value(text: &str) -> Option<usize> {
    let close = if text.starts_with("{{") { "}}" } else { "}" };
    text.find(close).filter(|_| text.starts_with('{')).map(|at| at + close.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each key, behind the folder where it is asked for, stands for in catalogues of these paths and texts.
    fn check(files: &[(&str, &str)], expected: &[(&str, &str)]) {
        let files: BTreeMap<RepoPath, &str> =
            files.iter().map(|(path, text)| (RepoPath::new(path.as_bytes()).unwrap(), *text)).collect();
        let catalogues = Catalogues::of(files.keys(), |path| Some(files[path].as_bytes().to_vec()));
        for (place, text) in expected {
            let (dir, key) = place.rsplit_once(' ').unwrap_or(("", place));
            assert_eq!(catalogues.find(dir.as_bytes(), key).unwrap_or_default(), *text, "{place}");
        }
    }

    #[test]
    fn keys_stand_for_texts() {
        check(
            &[(
                "src/i18n/en.json",
                r#"{ "a": { "b": { "title": "Users", "note": "All" } }, "x.y": "Flat", "list": ["n"] }"#,
            )],
            &[
                ("a.b.title", "Users"),
                ("b.title", "Users"),
                ("title", ""),
                ("x.y", "Flat"),
                ("list", ""),
                ("z", ""),
            ],
        );
        check(
            &[
                (
                    "locales/en/users.json",
                    r#"{ "list": { "title": "Users" }, "n_one": "one", "n_other": "all" }"#,
                ),
                ("locales/en/common.json", r#"{ "list": { "title": "Things" }, "save": "Save" }"#),
            ],
            &[
                ("users:list.title", "Users"),
                ("common.save", "Save"),
                ("list.title", ""),
                ("users:n", "one"),
                ("save", ""),
            ],
        );
        check(
            &[(
                "_locales/en/messages.json",
                r#"{ "open": { "message": "Open it", "description": "A button" } }"#,
            )],
            &[("open", "Open it")],
        );
    }

    #[test]
    fn what_stands_elsewhere_is_found_there() {
        check(
            &[(
                "src/translations/en.json",
                r#"{ "a": { "open": "Open it", "b": "[%key:c::d%]", "e": "@:a.b", "f": "$t(a.f)", "g": "$t(x.y)" },
                     "c": { "d": "$t(a.open)" }, "h": "See $t(a.open)" }"#,
            )],
            &[
                ("a.b", "Open it"),
                ("a.e", "Open it"),
                ("c.d", "Open it"),
                ("a.f", ""),
                ("a.g", ""),
                ("h", ""),
            ],
        );
    }

    #[test]
    fn the_same_key_of_two_texts_stands_for_none() {
        let files = [(
            "lang/en.json",
            r#"{ "a": { "k": { "t": "One" } }, "b": { "k": { "t": "Two" } }, "c": { "k": { "u": "Same" } }, "d": { "k": { "u": "Same" } } }"#,
        )];
        check(&files, &[("k.t", ""), ("a.k.t", "One"), ("k.u", "Same")]);
    }

    #[test]
    fn the_nearest_catalogues_count() {
        let text = |text: &str| {
            format!(r#"{{ "a": {{ "b": "{text}" }}, "of": {{ "{text}": {{ "c": "{text}" }} }} }}"#)
        };
        let texts: Vec<String> = ["One", "Two", "Three", "Four"].map(text).into();
        check(
            &[
                ("apps/web/public/locales/en.json", &texts[0]),
                ("apps/web-old/locales/en.json", &texts[1]),
                ("apps/web/locales/en.json", &texts[2]),
                ("packages/i18n/en.json", &texts[3]),
            ],
            &[
                ("apps/web/public/js a.b", "One"),
                ("apps/web/src a.b", ""),
                ("apps/web-old/src a.b", "Two"),
                ("apps/other a.b", ""),
                ("packages/ui a.b", "Four"),
                ("libs Two.c", "Two"),
                ("libs a.b", ""),
            ],
        );
    }

    #[test]
    fn catalogues_of_english_are_found_by_their_places() {
        let place = |path: &str| {
            let path = RepoPath::new(path.as_bytes()).unwrap();
            let place = Place::of(&path)?;
            Some(format!(
                "{} {} {}",
                String::from_utf8_lossy(place.dir),
                place.language,
                place.lead.join(".")
            ))
        };
        for (path, expected) in [
            ("packages/translation/src/lang/en.json", Some("packages/translation/src en ")),
            ("web/messages/en-US.json", Some("web en-US ")),
            ("i18n/locales/en/users.json", Some("i18n en users")),
            ("app/locales/common/en.json", Some("app en common")),
            ("src/locale/messages.en.json", Some("src en ")),
            ("public/locales/en/translation.json", Some("public en ")),
            ("locales/de.json", None),
            ("locales/english.json", None),
            ("data/en.json", None),
        ] {
            assert_eq!(place(path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn texts_are_what_is_the_same_each_time() {
        for (text, expected) in [
            ("Delete <b>{{name}}</b> now?", Some("Delete … now?")),
            (
                "Put into the <head> of <1>all</1> pages<br>, <x/>always",
                Some("Put into the <head> of all pages, always"),
            ),
            ("Read <terms_link>our terms</terms_link><BR>", Some("Read our terms")),
            ("Hello %{name}, ${x} and {y}", Some("Hello …, … and …")),
            ("a < b `c`\n d", Some("a < b 'c' d")),
            ("{count, plural, one {# user} other {# users}}", None),
            ("{x}", None),
            ("{ open", Some("{ open")),
            (
                "A text that goes on and on until nobody would like to read it to its end",
                Some("A text that goes on and on until nobody would like to read…"),
            ),
        ] {
            assert_eq!(readable(text).as_deref(), expected, "{text}");
        }
    }
}
