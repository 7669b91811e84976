//! What holds of any bytes.

use proptest::prelude::*;

use super::*;

/// Lines of descriptions as tools and people write them, and odd ones.
fn text() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "source",
        "kind",
        "purpose",
        "scope",
        "owner",
        "notes",
        "unknown_key",
        "Key",
        "a-b",
    ]);
    let value = prop::sample::select(vec!["", " x", " y (auto)", "\tz ", " a: b", "x", " purpose: no"]);
    let free = prop::sample::select(vec![
        "",
        "  indented",
        "# Title",
        "free text",
        "http://x/y",
        "\u{feff}",
        "- item",
        " ",
    ]);
    let line = prop_oneof![
        3 => (key, value).prop_map(|(key, value)| format!("{key}:{value}")),
        2 => free.prop_map(str::to_owned),
    ];
    let ending = prop::sample::select(vec!["\n", "\r\n"]);
    (prop::collection::vec((line, ending), 0..8), any::<bool>()).prop_map(|(lines, last)| {
        let mut text: String = lines.iter().flat_map(|(line, ending)| [line.as_str(), ending]).collect();
        if !last {
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_parsed_prints_as_it_was(raw in prop::collection::vec(any::<u8>(), 0..64)) {
        prop_assert_eq!(Description::parse(raw.clone()).into_bytes(), raw);
    }

    /// One paragraph changes; every other field keeps its value, every other line its place.
    #[test]
    fn setting_a_field_leaves_the_rest(
        raw in text(),
        key in prop::sample::select(vec!["source", "purpose", "scope", "version"]),
        value in "[a-z]{1,6}( [a-z]{1,6})?",
    ) {
        let before = Description::parse(raw.clone().into_bytes());
        let mut after = before.clone();
        after.set(key, value.as_bytes());
        prop_assert_eq!(after.paragraph(key), Some(value.as_bytes()));
        for other in ["source", "kind", "purpose", "scope", "owner", "notes", "unknown_key"] {
            if other != key {
                prop_assert_eq!(after.paragraph(other), before.paragraph(other), "{} of {:?}", other, raw);
            }
        }
        let replaced = before.paragraph(key).unwrap_or_default().to_vec();
        let rest = |bytes: &[u8]| -> Vec<Vec<u8>> { lines(bytes).map(<[u8]>::to_vec).collect() };
        let (old, mut new) = (rest(before.as_bytes()), rest(after.as_bytes()).into_iter());
        for line in old.iter().filter(|line| !replaced.contains_str(line) && !line.starts_with(key.as_bytes())) {
            prop_assert!(new.any(|now| now == *line), "{:?} lost {:?}", raw, line.as_bstr());
        }
        let mut again = after.clone();
        again.set(key, value.as_bytes());
        prop_assert_eq!(again, after);
    }

    #[test]
    fn a_source_can_be_read_back(path in prop::collection::vec(any::<u8>(), 1..24)) {
        let field = source_field(&path);
        prop_assert_eq!(source_path(&field).into_owned(), path.clone());
        let line = [b"source: ", field.as_ref(), b"\nkind: object\n"].concat();
        let description = Description::parse(line);
        prop_assert_eq!(description.get("source").map(|value| source_path(value).into_owned()), Some(path));
        prop_assert_eq!(description.get("kind"), Some(&b"object"[..]));
    }

    #[test]
    fn lines_print_as_they_were(imports in prop::collection::vec((any::<u32>(), any::<Option<u32>>()), 0..6)) {
        let line = |(to, via): &(u32, Option<u32>)| match via {
            Some(via) => format!("func-{to:08x} via=obj-{via:08x}"),
            None => format!("obj-{to:08x}"),
        };
        let text: String = imports.iter().map(|import| line(import) + "\n").collect();
        let read: String = import_lines(text.as_bytes())
            .map(|line| match (line.imported().unwrap(), line.via()) {
                (to, Some(via)) => format!("{to} via={via}\n"),
                (to, None) => format!("{to}\n"),
            })
            .collect();
        prop_assert_eq!(read, text);
    }
}
