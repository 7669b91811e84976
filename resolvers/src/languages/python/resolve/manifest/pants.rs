//! `pants.toml`, at the top of what Pants builds: by what the paths of its import roots are told.

use toml::Value;

use super::{Manifest, Unreadable, pyproject};

/// What holds where nothing is said.
const PATTERNS: [&str; 9] =
    ["/", "src", "src/python", "src/py", "src/thrift", "src/protobuf", "src/protos", "src/scala", "src/java"];

pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    let table = pyproject::table(text)?;
    let said = table.get("source").and_then(|it| it.get("root_patterns"));
    let plugins = table.get("GLOBAL").and_then(|it| it.get("pythonpath"));
    let plugins = texts(plugins.map(|it| it.get("add").unwrap_or(it)));
    // Above the folder of the file is nothing of it.
    let roots = plugins.into_iter().filter_map(|it| it.strip_prefix("%(buildroot)s").map(str::to_owned));
    Ok(Manifest { root_patterns: patterns(said), roots: roots.collect(), ..Manifest::default() })
}

/// A list says all; `.add` and `.remove` say what is other than usual.
fn patterns(said: Option<&Value>) -> Vec<String> {
    let usual = PATTERNS.map(str::to_owned);
    match said {
        None => usual.to_vec(),
        Some(Value::Table(changes)) => {
            let removed = texts(changes.get("remove"));
            let kept = usual.into_iter().filter(|it| !removed.contains(it));
            kept.chain(texts(changes.get("add"))).collect()
        }
        Some(all) => texts(Some(all)),
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// Whether a folder at `path`, counted from the file, is a root by `pattern`: its last segments are those, all of them
/// behind a slash; an asterisk stands for any text in one.
pub(in super::super) fn matches(pattern: &str, path: &[u8]) -> bool {
    let wanted: Vec<&str> = pattern.split('/').filter(|it| !it.is_empty()).collect();
    let has: Vec<&[u8]> = path.split(|byte| *byte == b'/').filter(|it| !it.is_empty()).collect();
    let fits = if pattern.starts_with('/') {
        wanted.len() == has.len()
    } else {
        !wanted.is_empty() && wanted.len() <= has.len()
    };
    fits && wanted.iter().rev().zip(has.iter().rev()).all(|(wanted, name)| is_meant(wanted, name))
}

fn is_meant(wanted: &str, name: &[u8]) -> bool {
    match wanted.split_once('*') {
        Some((head, tail)) => {
            name.len() >= head.len() + tail.len()
                && name.starts_with(head.as_bytes())
                && name.ends_with(tail.as_bytes())
        }
        None => wanted.as_bytes() == name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_the_end_of_a_path() {
        let check = |pattern: &str, path: &str, expected: bool| {
            assert_eq!(matches(pattern, path.as_bytes()), expected, "{pattern} {path}");
        };
        check("/", "", true);
        check("/", "src", false);
        check("src/python", "a/src/python", true);
        check("src/python", "python", false);
        check("/src/python", "a/src/python", false);
        check("/src/*", "src/python", true);
        check("src/py*", "src/python", true);
        check("src/*", "src", false);
        check("src/*", "src/a/b", false);
    }
}
