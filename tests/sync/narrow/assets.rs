//! Files that no language reads, which are entities where somebody imports them.

use super::anew::put;
use super::{Way, Ways, leads_to_the_same, synced};
use crate::support::Repo;
use crate::sync::random::Dice;

const FILES: &[(&str, &str)] = &[
    (
        "package.json",
        "{ \"name\": \"assets\", \"main\": \"main.ts\", \"bin\": \"cli.ts\", \"dependencies\": { \"acme\": \"1\" } }\n",
    ),
    ("main.ts", "import './a.css';\nimport { a } from './lib/a';\nexport const z = a;\n"),
    ("cli.ts", "import { a } from './lib/a';\na();\n"),
    ("lib/a.ts", "export const a = () => 1;\n"),
    ("a.css", "/* The looks of all. */\n.card { color: red }\n"),
    ("lib/b.css", ".page { color: red }\n"),
    ("lib/logo.svg", "<svg><title>Logo</title></svg>\n"),
    ("lib/data.json", "{ \"one\": 1 }\n"),
    ("vendor/node_modules/x/x.css", ".x { color: red }\n"),
];

/// Writes these files, or takes them away where they are empty, and syncs.
#[track_caller]
fn follow(repo: &Repo, edits: &[(&str, &str)], way: Way) {
    for (path, text) in edits {
        put(repo, path, text);
    }
    assert_eq!(leads_to_the_same(repo, &format!("{edits:?}")), way, "{edits:?}");
}

#[test]
fn who_imports_one_first_and_last_is_followed() {
    let repo = synced(FILES, |_| ());
    let a = |imports: &str| format!("{imports}export const a = () => 1;\n");
    follow(&repo, &[("lib/a.ts", &a("import './b.css';\n"))], Way::OfFew);
    // What it says is of interest from now on.
    follow(&repo, &[("lib/b.css", ".sheet { color: blue }\n")], Way::OfFew);
    follow(&repo, &[("lib/a.ts", &a("import './b.css';\nimport logo from './logo.svg';\n"))], Way::OfFew);
    follow(&repo, &[("main.ts", "import './lib/b.css';\nimport { a } from './lib/a';\na();\n")], Way::OfFew);
    follow(&repo, &[("lib/a.ts", &a("import data from './data.json';\n"))], Way::OfFew);
    // Where in it the file is used, and as what.
    let shown = "export const a = () => 1;\nexport function show() { return logo }\n";
    follow(&repo, &[("lib/a.ts", &format!("import logo from './logo.svg';\n{shown}"))], Way::OfFew);
    let icon = shown.replace("logo", "icon");
    follow(&repo, &[("lib/a.ts", &format!("import icon from './logo.svg';\n{icon}"))], Way::OfFew);
    follow(
        &repo,
        &[
            ("lib/logo.svg", "<svg><title>The mark</title></svg>\n"),
            ("lib/a.ts", &format!("import logo from './logo.svg';\n{shown}")),
            ("cli.ts", "import logo from './lib/logo.svg';\nexport const all = [logo];\n"),
        ],
        Way::OfFew,
    );
    follow(&repo, &[("cli.ts", "import { a } from './lib/a';\na();\n")], Way::OfFew);
    follow(&repo, &[("lib/a.ts", &a(""))], Way::OfFew);
    // It is new itself, and goes with who imports it.
    let with_new = a("import './new.css';\nimport { one } from 'acme';\n");
    follow(&repo, &[("lib/new.css", ".new { color: red }\n"), ("lib/a.ts", &with_new)], Way::OfFew);
    follow(&repo, &[("lib/new.css", ""), ("lib/a.ts", &a(""))], Way::OfFew);
    // What it says changes with who imports it.
    follow(
        &repo,
        &[("lib/b.css", ".b { color: red }\n"), ("lib/a.ts", &a("import './b.css';\n"))],
        Way::OfFew,
    );
    follow(
        &repo,
        &[
            ("lib/b.css", "/* Once more. */\n.b { color: blue }\n"),
            ("lib/a.ts", &a("")),
            ("main.ts", "import { a } from './lib/a';\na();\n"),
        ],
        Way::OfFew,
    );
}

/// Who takes one from a file that hands it on is told of it: that is two steps away.
#[test]
fn what_is_handed_on_is_told_by_who_takes_it() {
    let repo = synced(FILES, |_| ());
    let barrel = "import logo from './logo.svg';\nexport { logo };\n";
    follow(&repo, &[("lib/index.ts", barrel)], Way::OfAll);
    let main = |rows: &str| {
        format!(
            "import {{ logo as mark }} from './lib';\nimport {{ a }} from './lib/a';\nexport const rows = {rows};\na();\n"
        )
    };
    follow(&repo, &[("main.ts", &main("[{ name: 'Home', icon: mark }]"))], Way::OfAll);
    let uid = crate::sync::uid(&repo, "lib/logo.svg");
    let says = |words: &str| {
        let entity = String::from_utf8(repo.table(&["get-entity", &uid]).out).unwrap();
        assert!(entity.contains(words), "{entity}");
    };
    says("(the `icon` of 'Home') by `rows` in `main.ts`");
    follow(&repo, &[("main.ts", &main("[{ name: 'Start', icon: mark }]"))], Way::OfAll);
    says("(the `icon` of 'Start') by `rows` in `main.ts`");
    follow(&repo, &[("lib/index.ts", "export { default as logo } from './logo.svg';\n")], Way::OfAll);
    says("by `rows` in `main.ts`");
    follow(&repo, &[("main.ts", "import { a } from './lib/a';\na();\n")], Way::OfAll);
    // Who takes nothing from there is followed as before.
    follow(&repo, &[("lib/a.ts", "import './b.css';\nexport const a = () => 1;\n")], Way::OfFew);
}

#[test]
fn what_may_be_another_ones_heir_is_left_to_a_run_over_all() {
    let repo = synced(FILES, |_| ());
    // It is called otherwise.
    let main = "import './c.css';\nimport { a } from './lib/a';\nexport const z = a;\n";
    follow(&repo, &[("a.css", ""), ("c.css", FILES[4].1), ("main.ts", main)], Way::OfAll);
    // Somebody still imports what is there no more.
    follow(&repo, &[("c.css", "")], Way::OfAll);
    // Others keep it.
    let a = "import '../vendor/node_modules/x/x.css';\nexport const a = () => 1;\n";
    follow(&repo, &[("lib/a.ts", a)], Way::OfAll);
}

#[test]
fn words_about_one_stay_while_it_is_one() {
    let repo = synced(FILES, |_| ());
    let uid = crate::sync::uid(&repo, "a.css");
    repo.table(&["update-description", &uid, "--purpose", "What all looks like."]);
    repo.commit();
    repo.table(&["sync", "--staged", "-q"]);
    let main =
        "import './lib/b.css';\nimport './a.css';\nimport { a } from './lib/a';\nexport const z = a;\n";
    follow(&repo, &[("main.ts", main)], Way::OfFew);
    follow(&repo, &[("main.ts", "import { a } from './lib/a';\nexport const z = a;\n")], Way::OfAll);
}

/// What a source may import.
const IMPORTED: &[&str] = &[
    "import './a.css';",
    "import './b.css';",
    "import logo from './logo.svg';",
    "import data from './data.json';",
    "import '../shared/reset.css';",
    "import { one } from 'acme';",
    "import { a } from './a';",
    "import { b } from './b';",
    "import { mark } from './b';",
    "import './no.css';",
];

fn source(dice: &mut Dice, name: &str) -> String {
    let count = dice.below(4);
    let imports: Vec<&str> = (0..count).map(|_| IMPORTED[dice.below(IMPORTED.len())]).collect();
    let value = ["1", "2", "logo", "data", "() => [logo, data]", "{ name: 'x', icon: mark }"][dice.below(6)];
    let hands_on = if dice.below(4) == 0 { "export { logo as mark };\n" } else { "" };
    format!("{}\nexport const {name} = {value};\n{hands_on}", imports.join("\n"))
}

#[test]
fn files_of_all_sorts_are_told_as_by_a_sync_of_all() {
    let mut ways = Ways::default();
    for seed in 1..=4 {
        let mut dice = Dice::new(0x0a_55e7 * seed);
        let assets = ["lib/a.css", "lib/b.css", "lib/logo.svg", "lib/data.json", "shared/reset.css"];
        let text = |dice: &mut Dice| format!("/* {} */\n.a{} {{}}\n", dice.below(3), dice.below(3));
        let heads = [FILES[0], ("main.ts", "import './lib/a';\n"), ("cli.ts", "import './lib/b';\n")];
        let mut files = heads.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
        files.extend(assets.map(|asset| (asset.to_owned(), text(&mut dice))));
        files.extend(["a", "b", "c"].map(|name| (format!("lib/{name}.ts"), source(&mut dice, name))));
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&path[..], &text[..])).collect();
        let repo = synced(&files, |_| ());
        let mut done = Vec::new();
        for _ in 0..10 {
            for _ in 0..=dice.below(2) {
                let (path, text) = match dice.below(5) {
                    0 => (assets[dice.below(assets.len())].to_owned(), text(&mut dice)),
                    1 => (assets[dice.below(assets.len())].to_owned(), String::new()),
                    _ => {
                        let name = ["a", "b", "c"][dice.below(3)];
                        (format!("lib/{name}.ts"), source(&mut dice, name))
                    }
                };
                put(&repo, &path, &text);
                done.push((path, text));
            }
            ways.count(leads_to_the_same(&repo, &format!("seed {seed}: {done:#?}")));
        }
    }
    ways.are_often_short();
}

#[test]
fn a_file_before_packages_leaves_their_users_as_they_are() {
    let run = |embeds: &str, body: &str| {
        let head = format!("package main\n\nimport (\n{embeds}\t\"m/pkg/x\"\n)\n");
        format!(
            "{head}{}\nfunc main() {{ x.F(){body} }}\n",
            if body.is_empty() { "" } else { "\n//go:embed hello.txt\nvar hello string\n" }
        )
    };
    let files = [
        ("go.mod", "module m\n\ngo 1.24\n"),
        ("pkg/x/x.go", "package x\n\nfunc F() int { return 1 }\n"),
        ("cmd/a/main.go", &run("", "")),
        ("cmd/b/main.go", &run("", "")),
        ("cmd/a/hello.txt", "hello\n"),
    ];
    let repo = synced(&files, |_| ());
    follow(&repo, &[("cmd/a/main.go", &run("\t_ \"embed\"\n", "; print(hello)"))], Way::OfFew);
    follow(
        &repo,
        &[("cmd/c/c.go", "package main\n\nimport \"m/pkg/x\"\n\nfunc C() { x.F() }\n")],
        Way::OfAll,
    );
    follow(&repo, &[("cmd/b/main.go", "package main\n\nfunc main() {}\n")], Way::OfFew);
    follow(&repo, &[("cmd/a/main.go", &run("", ""))], Way::OfFew);
}

#[test]
fn a_marker_elsewhere_decides_on_who_comes_after_a_file() {
    for import in ["import './b.css';\n", "import 'acme';\n"] {
        let files = [
            FILES[0],
            ("main.ts", &*format!("{import}export const a = 1;\n")),
            ("b.css", ".b { color: red }\n"),
            ("cli.ts", "export function z() {}\n"),
        ];
        let repo = synced(&files, |_| ());
        let uid = crate::sync::uid(&repo, if import.contains("css") { "b.css" } else { "acme" });
        repo.write("cli.ts", format!("// @dsp {uid}\nexport function z() {{}}\n"));
        leads_to_the_same(&repo, "the marker");
        follow(&repo, &[("main.ts", "export const a = 1;\n")], Way::OfAll);
        follow(&repo, &[("main.ts", &*format!("{import}export const a = 1;\n"))], Way::OfAll);
    }
}
