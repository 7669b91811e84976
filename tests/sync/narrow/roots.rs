//! Roots that say something else.

use super::{Way, check, leads_to_the_same, synced};
use crate::sync::{graph, uid};

const FILES: &[(&str, &str)] = &[
    ("package.json", "{ \"name\": \"roots\", \"workspaces\": [\"parts/*\"], \"main\": \"src/main.ts\" }\n"),
    ("README.md", "# Roots\n\nTells letters from numbers.\n"),
    ("src/main.ts", "import { a } from './one/a';\na();\n"),
    ("src/one/a.ts", "export const a = () => 1;\n"),
    ("src/two/b.ts", "export const b = () => 2;\n"),
    ("parts/p/package.json", "{ \"name\": \"p\", \"main\": \"p.ts\", \"description\": \"Counts\" }\n"),
    (
        "parts/p/p.ts",
        "/** Counts letters. */\nexport function count(text: string) {\n  return text.length;\n}\n",
    ),
    ("parts/p/q.ts", "import { count } from './p';\nexport const q = count('q');\n"),
];

const MORE: &str = "import { a } from './one/a';\nimport { b } from './two/b';\na();\nb();\n";

#[test]
fn roots_are_told_by_what_they_say() {
    check(
        FILES,
        |_| (),
        &[
            // Another part is a main one.
            ("src/main.ts", MORE, Way::OfFew),
            ("src/two/b.ts", "export const b = () => 3;\nexport const c = 4;\n", Way::OfFew),
            (
                "parts/p/p.ts",
                "/** Counts all. */\nexport function count(text: string) {\n  return text.length;\n}\n",
                Way::OfFew,
            ),
            (
                "parts/p/p.ts",
                "/** Counts all. */\nexport function count(text: string) {\n  return text.length;\n}\nexport const most = 9;\n",
                Way::OfFew,
            ),
            ("src/main.ts", "// Nothing.\n", Way::OfAll),
            ("README.md", "# Roots\n\nTells all.\n", Way::OfFew),
            ("src/main.ts", MORE, Way::OfAll),
        ],
    );
}

#[test]
fn words_about_a_root_stay() {
    let repo = synced(FILES, |repo| {
        let main = uid(repo, "src/main.ts");
        repo.run(&["update-description", &main, "--purpose", "Begins all.", "--section", "notes=With care."]);
    });
    repo.write("src/main.ts", MORE);
    assert_eq!(leads_to_the_same(&repo, "main"), Way::OfFew);
    assert!(graph(&repo).contains("Begins all.") && graph(&repo).contains("With care."));
}
