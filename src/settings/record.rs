//! `.dsp/config.toml`: the choices that were given to a bootstrap and are not the default.
//!
//! Texts in, texts out. Only the keys of what was given change; all others, comments among them, stay.

use resolvers::ConfigProblem;
use resolvers::path::RepoPath;
use toml_edit::{DocumentMut, Item, Table, Value, value};

use super::{Choices, GivenRoot};

/// Where choices are recorded, from `.dsp/`.
pub const RECORD: &str = "config.toml";

/// What the recorded text shall be after a run that was given `given`; `None` when nothing is left to record. `before`
/// is what stands there.
///
/// # Errors
/// The text is no TOML: nothing can be recorded in it.
pub fn record(before: Option<&[u8]>, given: &Choices) -> Result<Option<Vec<u8>>, ConfigProblem> {
    if *given == Choices::default() {
        return Ok(before.map(<[u8]>::to_vec));
    }
    let broken = |message: &str| ConfigProblem {
        path: place(),
        line: None,
        message: format!("the choices of this run are not recorded: {message}"),
        hides: true,
    };
    let text = std::str::from_utf8(before.unwrap_or_default()).map_err(|_| broken("no UTF-8"))?;
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| broken(error.message()))?;
    let no_table = |table: &str| broken(&format!("`{table}` is no table"));
    if let Some(cover) = given.cover {
        let name = (cover != super::Cover::default()).then(|| cover.name());
        set(&mut document, ("bootstrap", "cover"), name).ok_or_else(|| no_table("bootstrap"))?;
    }
    if let Some(granularity) = given.granularity {
        let name = (granularity != super::Granularity::default()).then(|| granularity.name());
        set(&mut document, ("bootstrap", "granularity"), name).ok_or_else(|| no_table("bootstrap"))?;
    }
    if let Some(markers) = given.markers {
        let name = (markers != super::Markers::default()).then(|| markers.name());
        set(&mut document, ("markers", "insert"), name).ok_or_else(|| no_table("markers"))?;
    }
    if !given.roots.is_empty() {
        let tables: Option<_> = given.roots.iter().map(root).collect();
        let tables = tables.ok_or_else(|| broken("a root has a name that is no UTF-8"))?;
        document.insert("root", Item::ArrayOfTables(tables));
    }
    let text = document.to_string();
    // The blank line that stood between two tables belongs to the one that stayed.
    let text = text.trim_start_matches('\n');
    Ok((!text.trim().is_empty()).then(|| text.as_bytes().to_vec()))
}

/// The record as problems name it.
#[must_use]
pub fn place() -> RepoPath {
    RepoPath::new(b".dsp/config.toml").unwrap_or_else(|_| unreachable!("it is a path"))
}

/// `None` where no table stands to hold the key.
fn set(document: &mut DocumentMut, (table, key): (&str, &str), name: Option<&str>) -> Option<()> {
    let Some(name) = name else {
        let Some(item) = document.get_mut(table) else { return Some(()) };
        let decor = item.as_table().and_then(|table| table.decor().prefix()?.as_str());
        let has_comment = decor.is_some_and(|comment| !comment.trim().is_empty());
        let inside = item.as_table_like_mut()?;
        inside.remove(key);
        if inside.is_empty() && !has_comment {
            document.remove(table);
        }
        return Some(());
    };
    let table = document.entry(table).or_insert_with(|| Item::Table(Table::new()));
    let table = table.as_table_like_mut()?;
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = name.into();
            *old.decor_mut() = decor;
        }
        None => drop(table.insert(key, value(name))),
    }
    Some(())
}

/// `None` for a path that is no UTF-8, which TOML cannot hold.
fn root(given: &GivenRoot) -> Option<Table> {
    let mut table = Table::new();
    table.insert("path", on_one_line(std::str::from_utf8(given.path.as_bytes()).ok()?));
    if let Some(scope) = &given.scope {
        let scope = if scope.is_empty() { "." } else { std::str::from_utf8(scope).ok()? };
        table.insert("scope", on_one_line(scope));
    }
    for (key, text) in [("name", &given.name), ("description", &given.description)] {
        if let Some(text) = text {
            table.insert(key, on_one_line(text));
        }
    }
    Some(table)
}

/// `text` with its line ends escaped: at the beginning of a line it could pass for the mark of an unfinished merge.
fn on_one_line(text: &str) -> Item {
    let plain = value(text);
    if !text.contains(['\n', '\r']) {
        return plain;
    }
    let escaped = text.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    });
    let quoted = format!("\"{}\"", escaped.collect::<String>());
    quoted.parse::<Value>().map_or(plain, Item::Value)
}

#[cfg(test)]
mod tests {
    use super::super::{Cover, Granularity, Markers};
    use super::*;

    fn given(cover: Option<Cover>, granularity: Option<Granularity>, roots: &[&str]) -> Choices {
        let root = |path: &&str| GivenRoot::at(RepoPath::new(path.as_bytes()).unwrap());
        Choices { cover, granularity, roots: roots.iter().map(root).collect(), ..Choices::default() }
    }

    fn check(before: &str, given: &Choices, expected: &str) {
        let before = (!before.is_empty()).then_some(before.as_bytes());
        let after = record(before, given).unwrap().unwrap_or_default();
        assert_eq!(String::from_utf8(after.clone()).unwrap(), expected);
        assert_eq!(record(Some(&after), given).unwrap().unwrap_or_default(), after, "again changes nothing");
    }

    #[test]
    fn keeps_what_is_no_default() {
        let (all, reachable) = (Some(Cover::All), Some(Cover::Reachable));
        check("", &given(None, None, &[]), "");
        check("", &given(all, Some(Granularity::Shared), &[]), "");
        check("", &given(reachable, None, &[]), "[bootstrap]\ncover = \"reachable\"\n");
        check("[bootstrap]\ncover = \"reachable\"\n", &given(all, None, &[]), "");
        check(
            "[bootstrap]\ncover = \"reachable\"\n",
            &given(all, Some(Granularity::Files), &[]),
            "[bootstrap]\ngranularity = \"files\"\n",
        );
        check(
            "",
            &given(None, None, &["a.ts", "b/c.ts"]),
            "[[root]]\npath = \"a.ts\"\n\n[[root]]\npath = \"b/c.ts\"\n",
        );
        check(
            "[bootstrap]\ncover = \"reachable\"\n\n[[root]]\npath = \"a.ts\"\n",
            &given(all, None, &[]),
            "[[root]]\npath = \"a.ts\"\n",
        );
        check("[[root]]\npath = \"a.ts\"\n", &given(None, None, &["x.ts"]), "[[root]]\npath = \"x.ts\"\n");
    }

    #[test]
    fn keeps_where_markers_go() {
        let markers = |markers| Choices { markers: Some(markers), ..Choices::default() };
        let off = "[markers]\ninsert = \"off\"\n";
        check("", &markers(Markers::Shared), "");
        check("", &markers(Markers::Off), off);
        check(off, &markers(Markers::FilesAndShared), "[markers]\ninsert = \"files,shared\"\n");
        check(off, &markers(Markers::Shared), "");
        let both = format!("[bootstrap]\ncover = \"reachable\"\n\n{off}");
        check("[bootstrap]\ncover = \"reachable\"\n", &markers(Markers::Off), &both);
        check(&both, &markers(Markers::Shared), "[bootstrap]\ncover = \"reachable\"\n");
        let no_table = record(Some(b"markers = 3\n"), &markers(Markers::Off)).unwrap_err();
        assert!(no_table.message.contains("`markers` is no table"), "{}", no_table.message);
    }

    #[test]
    fn an_odd_path_stays_on_its_line() {
        let odd = "a\n<<<<<<< \"b\\\u{1}\r.ts";
        let text = "[[root]]\npath = \"a\\u000A<<<<<<< \\\"b\\\\\\u0001\\u000D.ts\"\n";
        check("", &given(None, None, &[odd]), text);
        let document: DocumentMut = text.parse().unwrap();
        assert_eq!(document["root"][0]["path"].as_str(), Some(odd));
    }

    #[test]
    fn leaves_alone_what_it_does_not_know() {
        check(
            "# mine\nlater = 1\n\n[bootstrap]\nfoo = 2 # why\ncover = \"reachable\"\n",
            &given(Some(Cover::All), None, &[]),
            "# mine\nlater = 1\n\n[bootstrap]\nfoo = 2 # why\n",
        );
        check("bootstrap = { cover = \"reachable\" }\n", &given(Some(Cover::All), None, &[]), "");
        check(
            "bootstrap = { cover = \"reachable\", foo = 1 }\n",
            &given(Some(Cover::All), None, &[]),
            "bootstrap = { foo = 1 }\n",
        );
        let no_table = record(Some(b"bootstrap = 3\n"), &given(Some(Cover::All), None, &[])).unwrap_err();
        assert!(no_table.message.contains("not recorded"), "{}", no_table.message);
        check("later = 1\n", &given(Some(Cover::All), None, &[]), "later = 1\n");
        let broken = record(Some(b"= ?"), &given(Some(Cover::Reachable), None, &[])).unwrap_err();
        assert!(broken.message.contains("not recorded"), "{}", broken.message);
    }
}
