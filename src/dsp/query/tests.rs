#![expect(clippy::disallowed_methods, reason = "tests make files")]

use std::fmt::Display;
use std::fs;

use bstr::ByteSlice;
use serde::Serialize;
use tempfile::TempDir;

use super::*;
use crate::dsp::model::TocName;
use crate::dsp::reader::Reader;
use crate::identity::Uid;

mod properties;

/// A `.dsp/` of `name: imports / shared / exports / source [kind]` per line, words separated by spaces, `+` for a space
/// in a word; `TOC:` lines are tables. An export is `importer=why`, or `shared/importer=why`.
fn folder(text: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    for line in text.lines() {
        let (name, rest) = line.split_once(':').unwrap();
        let mut parts = vec![Vec::new()];
        for word in rest.split_whitespace() {
            match (word, parts.last_mut()) {
                ("/", _) => parts.push(Vec::new()),
                (word, Some(part)) => part.push(word.replace('+', " ")),
                (_, None) => unreachable!("there is one from the start"),
            }
        }
        let part = |at: usize| parts.get(at).map(Vec::as_slice).unwrap_or_default();
        if name.starts_with("TOC") {
            fs::write(folder.path().join(name), part(0).join("\n")).unwrap();
            continue;
        }
        let dir = folder.path().join(name);
        fs::create_dir_all(dir.join("exports")).unwrap();
        let kind = if name.starts_with("func-") { "function" } else { "object" };
        let source = part(3).first().cloned().unwrap_or_else(|| format!("src/{name}"));
        let kind = part(3).get(1).map_or(kind, String::as_str);
        let purpose = format!("The {name}.");
        fs::write(dir.join("description"), format!("source: {source}\nkind: {kind}\npurpose: {purpose}\n"))
            .unwrap();
        fs::write(dir.join("imports"), part(0).join("\n")).unwrap();
        fs::write(dir.join("shared"), part(1).join("\n")).unwrap();
        for export in part(2) {
            let (place, why) = export.split_once('=').unwrap();
            let file = dir.join("exports").join(place);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, why).unwrap();
        }
    }
    folder
}

fn reader(folder: &TempDir) -> Reader {
    Reader::open(folder.path()).unwrap()
}

/// `obj-0000000N` or `func-0000000N`.
fn uid(text: &str) -> Uid {
    let (family, number) = text.split_once('-').unwrap();
    format!("{family}-{number:0>8}").parse().unwrap()
}

/// Every `o1` of `text` as `obj-00000001`, every `f1` as `func-00000001`.
fn long(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    let mut in_word = false;
    while let Some(char) = rest.next() {
        let is_digit = rest.peek().is_some_and(char::is_ascii_hexdigit)
            && rest.peek().is_some_and(|c| !c.is_lowercase());
        match char {
            'o' | 'f' if is_digit && !in_word => {
                let digit = rest.next().unwrap();
                out.push_str(if char == 'o' { "obj-0000000" } else { "func-0000000" });
                out.push(digit);
            }
            _ => out.push(char),
        }
        in_word = char.is_alphanumeric();
    }
    out
}

/// Asks `question` of the folder `text`; both and the answer are written short.
#[track_caller]
fn check<A: Display>(text: &str, question: impl Fn(&Reader) -> A, expected: &str) {
    let folder = folder(&long(text));
    assert_eq!(question(&reader(&folder)).to_string(), long(expected), "{text}");
}

#[track_caller]
fn check_json<A: Serialize>(text: &str, question: impl Fn(&Reader) -> A, expected: &str) {
    let folder = folder(&long(text));
    assert_eq!(serde_json::to_string(&question(&reader(&folder))).unwrap(), long(expected), "{text}");
}

#[test]
fn steps_one_by_one_lead_where_the_whole_graph_leads() {
    // Who imports whom is mixed up enough to have circles, stars and names that are nobody's.
    let imports =
        |at: usize| [at * 7 + 3, at * at + 1, at / 2].map(|to| format!("obj-{:08x}", to % 23)).join(" ");
    let lines: Vec<String> = (0..20).map(|at| format!("obj-{at:08x}: {}", imports(at))).collect();
    let folder = folder(&lines.join("\n"));
    let reader = reader(&folder);
    for name in reader.names().unwrap().iter() {
        let uid = name.to_str_lossy().parse().unwrap();
        for steps in ["0", "1", "2", "3", "4", "inf"] {
            let whole = tree::parents_in_all(&reader, uid, depth(steps)).unwrap().to_string();
            assert!(tree::Near::above(&reader, name, depth(steps).steps()).unwrap().is_some());
            assert_eq!(
                parents(&reader, uid, depth(steps)).unwrap().to_string(),
                whole,
                "{steps} steps from {name:?}"
            );
        }
    }
}

fn depth(text: &str) -> Depth {
    text.parse().unwrap()
}

#[test]
fn counts_as_the_python_tool_does() {
    let counts = |reader: &Reader| {
        let stats = stats(reader).unwrap();
        format!("{:?}", [stats.entities, stats.imports, stats.shared, stats.cycles, stats.orphans])
    };
    check("o1: o2 o3 o1\no2: o1 o3\no3: o1 o2\no4: o4", counts, "[4, 8, 0, 5, 0]");
    check("o1: o2\no2: o3 o4\no3: o1\no4: o1 o5\no5:", counts, "[5, 6, 0, 2, 0]");
    check("o1: o2 o2+via=o3 o2\no2: o1 o1+via=o3\no3: o4\no4: o2 o5\no5: o3", counts, "[5, 9, 0, 3, 0]");
    check("o1: / o8 o9 o8\no2: / / o1=w\no3:\nTOC: o3 o1", counts, "[3, 0, 3, 0, 1]");
}

#[test]
fn who_imports_and_why() {
    let ask = |reader: &Reader| recipients(reader, uid("obj-1")).unwrap();
    check("o1:", ask, "no recipients\n");
    // By name, each once, out of `imports` alone; what the entity was told goes before what an exporter was told.
    check(
        "o1: / / o3=plain o4=no+line o5= o9/o2=odd\no2: o1+via=o9 o1\no3: o1 o1\no5: o1+via=o9\nf6: o1+via=o9+via=\n\
         o7: o1+via=o8 o1+via=o9\no9: / / o1/o2=by+way o1/o5=unheard o1/f6=unheard o1/o7=second",
        ask,
        "f6\no2: by way\no3: plain\no5\no7\n",
    );
    check_json(
        "o1: / / o2=w\no2: o1\no3: o1",
        ask,
        r#"{"uid":"o1","recipients":[{"uid":"o2","why":"w"},{"uid":"o3","why":null}]}"#,
    );
}

#[test]
fn what_is_shared_and_who_takes_it() {
    let ask = |reader: &Reader| shared(reader, uid("obj-1")).unwrap();
    check("o1:", ask, "no shared entities\n");
    check(
        "o1: / o3 o2 / o2/o5=w o2/description=The+two. o2/f4=",
        ask,
        "\no3:\n  description: \n\no2:\n  description: The two.\n  imported by:\n    f4\n    o5: w\n",
    );
}

#[test]
fn trees_show_each_once() {
    let text = "o1: o2 o3 o2 o9\no2: o4 o1\no3: o2\no4:\nf5: o4";
    let down =
        |levels: &'static str| move |reader: &Reader| children(reader, uid("obj-1"), depth(levels)).unwrap();
    let up = |reader: &Reader| parents(reader, uid("obj-4"), depth("2")).unwrap();
    check(text, down("0"), "o1: The o1.\n");
    check(text, down("1"), "o1: The o1.\n├── o2: The o2.\n├── o3: The o3.\n├── o2 ↻: The o2.\n└── o9: \n");
    check(
        text,
        down("INF"),
        "o1: The o1.\n├── o2: The o2.\n│   ├── o4: The o4.\n│   └── o1 ↻: The o1.\n├── o3: The o3.\n│   └── o2 ↻: The \
         o2.\n├── o2 ↻: The o2.\n└── o9: \n",
    );
    check(
        text,
        up,
        "o4: The o4.\n├── f5 [function]: The f5.\n└── o2: The o2.\n    ├── o1: The o1.\n    └── o3: The o3.\n",
    );
    check_json(
        "o1: o2\no2: / / o1=w",
        |reader: &Reader| parents(reader, uid("obj-2"), depth("1")).unwrap(),
        r#"{"nodes":[{"uid":"o2","depth":0,"parent":null,"kind":"object","purpose":"The o2.","why":null,"again":false},{"uid":"o1","depth":1,"parent":"o2","kind":"object","purpose":"The o1.","why":"w","again":false}]}"#,
    );
}

#[test]
fn a_depth_is_a_number_or_endless() {
    for (word, fine) in [
        ("0", true),
        ("-0", true),
        (" 7 ", true),
        ("+1", true),
        ("99999999999999999999", true),
        ("Infinity", true),
    ]
    .into_iter()
    .chain([("-1", false), ("", false), ("1.5", false), ("x", false), ("inf ", false), ("- 1", false)])
    {
        assert_eq!(word.parse::<Depth>().is_ok(), fine, "{word:?}");
    }
}

#[test]
fn a_way_goes_along_imports_in_either_direction() {
    let way = |from: &'static str, to: &'static str| {
        move |reader: &Reader| path(reader, uid(from), uid(to)).unwrap()
    };
    let text = "o1: o5 o3\no2: o3 o5\no3:\no4: o9\no5:\no6: o9";
    check(text, way("obj-1", "obj-2"), "o1 -> o3 -> o2\n");
    check(text, way("obj-5", "obj-5"), "o5\n");
    check(text, way("obj-1", "obj-4"), "no path found\n");
    // Two that name the same thing which is not there have nothing in common.
    check(text, way("obj-4", "obj-6"), "no path found\n");
    check_json(text, way("obj-1", "obj-4"), r#"{"path":null}"#);
}

#[test]
fn cycles_begin_where_they_are_met() {
    let ask = |reader: &Reader| cycles(reader).unwrap().to_string();
    check("o1: o2\no2:", ask, "no cycles detected\n");
    check(
        "o1: o3\no2: o1\no3: o2 o4\no4: o3 o4",
        ask,
        "cycle 1: o1 -> o3 -> o2 -> o1\ncycle 2: o3 -> o4 -> o3\ncycle 3: o4 -> o4\n",
    );
    check_json(
        "o1: o1",
        |reader: &Reader| serde_json::to_value(cycles(reader).unwrap()).unwrap(),
        r#"{"cycles":[["o1"]]}"#,
    );
}

#[test]
fn search_finds_the_first_field_that_says_it() {
    let ask = |query: &'static str| move |reader: &Reader| search(reader, query).unwrap();
    let text = "o1: / / o7=w / src/Straße.ts\no2: / / o7=w / lib/App.TS external";
    check(text, ask("STRASSE"), "no matches\n");
    check(text, ask("straße"), "o1  [source] src/Straße.ts\n");
    check(text, ask(".ts"), "o1  [source] src/Straße.ts\no2  [source] lib/App.TS\n");
    check(text, ask("EXTERN"), "o2  [kind] external\n");
    check(text, ask("00007"), "o1  [exports] o7\no2  [exports] o7\n");
    check_json(
        text,
        ask("app"),
        r#"{"query":"app","results":[{"uid":"o2","field":"source","text":"lib/App.TS"}]}"#,
    );
}

#[test]
fn finds_a_file_and_what_is_in_it() {
    let text = "o1: / / / src/a\no2:\nf3: / / / src/a#go\nf4: / / / \"src/\\141#\\\"\"";
    let find =
        |source: &'static str| move |reader: &Reader| find_by_source(reader, source.as_bytes()).unwrap();
    check(text, find("src/a"), "f3\nf4\no1\n");
    check(text, find("src/a#go"), "f3\n");
    check(text, find("src/a#\""), "f4\n");
    check(text, find("src/"), "not found\n");
    check_json(text, find("src"), r#"{"source":"src","uids":[]}"#);
}

#[test]
fn a_source_may_be_asked_for_as_git_quotes_it() {
    let text = "o1: / / / \"non\\377.ts\"\nf2: / / / non-ü.ts#go\no3: / / / \"a\\\"\nf4: / / / src/a#go";
    let find =
        |source: &'static str| move |reader: &Reader| find_by_source(reader, source.as_bytes()).unwrap();
    check(text, find(r#""non\377.ts""#), "o1\n");
    check(text, find(r#""non-\303\274.ts""#), "f2\n");
    check(text, find(r#""non-\303\274.ts#go""#), "f2\n");
    check(text, find(r#""src/a""#), "f4\n");
    check(text, find(r#""src/\141#go""#), "f4\n");
    // What is no quotation stands for itself.
    check(text, find(r#""a\""#), "o3\n");
    check(text, find(r#""non\377""#), "not found\n");
}

#[test]
fn a_backslash_stands_for_a_slash() {
    let text = "o1: / / / src/lib/a.ts\no2: / / / src\\lib/b.ts#go\no3: / / / a.ts";
    let find =
        |source: &'static str| move |reader: &Reader| find_by_source(reader, source.as_bytes()).unwrap();
    check(text, find(r"src\lib\a.ts"), "o1\n");
    check(text, find("src/lib/b.ts"), "o2\n");
    check(text, find(r"src/lib\b.ts#go"), "o2\n");
    check(text, find(r".\a.ts"), "not found\n");
}

#[test]
fn a_table_is_shown_as_it_stands() {
    let text = "TOC-o1: o1 junk o1";
    let ask = |name: &'static str| {
        move |reader: &Reader| match toc(reader, TocName::parse(long(name).as_bytes()).unwrap()) {
            Ok(contents) => contents.to_string(),
            Err(error) => error.to_string(),
        }
    };
    check(text, ask("TOC-o1"), "o1 [root]\njunk\no1\n");
    check(text, ask("TOC"), "there is no TOC; name one of them: --toc o1");
    check("o1:", ask("TOC"), "there is no table of contents yet: run `dsp-cli bootstrap`");
}

/// A page that takes a name of `lib` through a barrel, and is taken by `lib` in turn.
const FILES: &str = "o1: f2 o9 f4+via=o5 / f2 / / src/page.ts\nf2: / / / src/page.ts#f\no3: f4 o1 / f4 / / src/lib.ts\n\
                     f4: o9 / / / src/lib.ts#g\no5: f4+via=o3 / f4 / / src/index.ts\no6: o8 / / / src/alone.ts\n\
                     o9: / / / react external\nTOC: f2 o3";

#[test]
fn files_stand_for_what_is_in_them() {
    let ask = |files: &dyn Fn(&Files<'_>) -> String| {
        let folder = folder(&long(FILES));
        files(&Files::of(&reader(&folder)).unwrap())
    };
    let page = Asked::parse(b"./src/page.ts");
    let tree = ask(&|files| files.children(&page, depth("inf")).unwrap().to_string());
    let expected = "src/page.ts: The o1.\n├── react [external]: The o9.\n└── src/index.ts: The o5.\n    └── src/lib.ts: The \
                    o3.\n        ├── src/page.ts ↻: The o1.\n        └── react [external] ↻: The o9.\n";
    assert_eq!(tree, long(expected));
    let tree = ask(&|files| files.parents(&Asked::Uid(uid("func-4")), depth("1")).unwrap().to_string());
    assert_eq!(tree, long("src/lib.ts: The o3.\n└── src/index.ts: The o5.\n"));
    let of_symbol = Asked::parse(b"./src/lib.ts#g");
    let tree = ask(&|files| files.parents(&of_symbol, depth("1")).unwrap().to_string());
    assert_eq!(tree, long("src/lib.ts: The o3.\n└── src/index.ts: The o5.\n"));
    let tree = ask(&|files| files.parents(&Asked::parse(b"react"), depth("1")).unwrap().to_string());
    assert_eq!(tree, long("react [external]: The o9.\n├── src/lib.ts: The o3.\n└── src/page.ts: The o1.\n"));
    let way = |to: &'static [u8]| ask(&|files| files.path(&page, &Asked::parse(to)).unwrap().to_string());
    assert_eq!(way(b"src/index.ts"), "src/page.ts -> src/index.ts\n");
    assert_eq!(way(b"react"), "src/page.ts -> react\n");
    assert_eq!(way(b"src/alone.ts"), "no path found\n");
    let cycles = ask(&|files| files.cycles().to_string());
    assert_eq!(cycles, "cycle 1: src/index.ts, src/lib.ts, src/page.ts\n");
    assert_eq!(ask(&|files| files.orphans().to_string()), "src/alone.ts\n");
    assert_eq!(
        ask(&|files| serde_json::to_string(&files.stats()).unwrap()),
        r#"{"files":4,"external":1,"imports":3,"cycles":1,"orphans":1}"#
    );
    let unknown =
        ask(&|files| files.children(&Asked::parse(b"src/none.ts"), depth("1")).unwrap_err().to_string());
    assert_eq!(unknown, "no entity has the source `src/none.ts`");
}

#[test]
fn a_symbol_is_in_a_file_or_nowhere() {
    let text = "o1: o5 / / / src/a.ts\nf2: / / / ./src/a.ts#go\nf3: / / / src/b.ts#C.m\no4: o1 / / / src/odd#x.ts\n\
                o5: / / / react external";
    let ask = |path: &'static str| {
        move |reader: &Reader| {
            let files = Files::of(reader).unwrap();
            match files.parents(&Asked::parse(path.as_bytes()), depth("0")) {
                Ok(tree) => tree.to_string(),
                Err(error) => error.to_string(),
            }
        }
    };
    check(text, ask("src/a.ts#go"), "src/a.ts: The o1.\n");
    check(text, ask("./src/b.ts#C.m"), "src/b.ts: The f3.\n");
    check(text, ask("src/odd#x.ts"), "src/odd#x.ts: The o4.\n");
    for path in ["src/a.ts#zz", "src/a.ts#", "src/b.ts#C", "src/odd#x.ts#go", "react#use", "#go"] {
        check(text, ask(path), &format!("no entity has the source `{path}`"));
    }
}

#[test]
fn a_file_imports_itself_where_it_says_so() {
    let ask = |reader: &Reader| {
        let files = Files::of(reader).unwrap();
        format!("{}{}", files.cycles(), files.stats().imports)
    };
    check("o1: f2 / / / a.ts\nf2: f3 / / / a.ts#f\nf3: f2+via=o1 / / / a.ts#g", ask, "no cycles detected\n0");
    check("o1: o1 / / / a.ts", ask, "cycle 1: a.ts\n0");
    check("o1: f2+via=o1 / / / a.ts\nf2: / / / a.ts#f", ask, "cycle 1: a.ts\n0");
}

#[test]
fn what_is_not_there_is_told() {
    let folder = folder("obj-00000001:");
    let reader = reader(&folder);
    let missing = uid("obj-9");
    for error in [
        entity(&reader, missing).unwrap_err(),
        shared(&reader, missing).unwrap_err(),
        recipients(&reader, missing).unwrap_err(),
        children(&reader, missing, Depth::default()).unwrap_err(),
        parents(&reader, missing, Depth::default()).unwrap_err(),
        path(&reader, uid("obj-1"), missing).unwrap_err(),
        Files::of(&reader).unwrap().children(&Asked::Uid(missing), Depth::default()).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "entity obj-00000009 does not exist");
    }
}

/// Deep chains, in entities and in files: nothing recurses, and margins do not fill the memory.
#[test]
fn a_long_chain_is_walked() {
    let long: usize = 3000;
    let lines = (0..long).map(|at| {
        let next = if at + 1 < long { format!("obj-{:08x}", at + 1) } else { "obj-00000000".to_owned() };
        format!("obj-{at:08x}: {next}\n")
    });
    let folder = folder(&lines.collect::<String>());
    let reader = reader(&folder);
    let tree = children(&reader, uid("obj-0"), depth("inf")).unwrap().to_string();
    let lines: Vec<&str> = tree.lines().collect();
    assert_eq!(lines.len(), long + 1);
    assert!(lines[1000].ends_with("    └── obj-000003e8: The obj-000003e8."), "{}", lines[1000]);
    assert_eq!(lines[1001], "[1001] obj-000003e9: The obj-000003e9.");
    assert_eq!(lines[long], "[3000] obj-00000000 ↻: The obj-00000000.");
    assert_eq!(cycles(&reader).unwrap().to_string().matches(" -> ").count(), long);
    let files = Files::of(&reader).unwrap();
    assert_eq!(files.cycles().to_string().matches(", ").count(), long - 1);
    assert_eq!(
        files.parents(&Asked::Uid(uid("obj-0")), depth("inf")).unwrap().to_string().lines().count(),
        long + 1
    );
}
