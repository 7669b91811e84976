//! Files that are no more, or lie elsewhere.

use super::{Way, leads_to_the_same, marked, synced};
use crate::support::Repo;
use crate::sync::{graph, uid};

const FILES: &[(&str, &str)] = &[
    (
        "package.json",
        "{ \"name\": \"gone\", \"main\": \"main.ts\", \"dependencies\": { \"acme\": \"1\" } }\n",
    ),
    ("main.ts", "import { run } from './lib/run';\nimport { late } from './lib/late';\nrun(late);\n"),
    (
        "lib/run.ts",
        "import { one } from 'acme';\nimport { help } from './help';\n/** Runs all. */\nexport const run = (it: unknown) => one(help(it));\n",
    ),
    (
        "lib/help.ts",
        "/** Helps a lot. */\nexport function help(it: unknown) {\n  if (!it) throw new Error('nothing to help');\n  return [it, it].map(one => String(one).trim());\n}\n",
    ),
    ("lib/late.ts", "import { one } from 'acme';\nexport const late = one(1);\n"),
    (
        "lib/spare.ts",
        "import { help } from './help';\n/** Spares all. */\nexport const spare = () => help(2);\n",
    ),
    ("lib/alone/only.ts", "export const only = 1;\n"),
    ("docs/more.md", "More.\n"),
    ("docs/most.md", "Most.\n"),
];

/// Takes the file away.
fn remove(repo: &Repo, path: &str) {
    std::fs::remove_file(repo.path(path)).expect("it is there");
}

#[test]
fn what_nobody_needs_is_gone() {
    let repo = synced(FILES, |_| ());
    remove(&repo, "lib/spare.ts");
    assert_eq!(leads_to_the_same(&repo, "spare"), Way::OfFew);
    remove(&repo, "docs/more.md");
    assert_eq!(leads_to_the_same(&repo, "more"), Way::Nothing);
    // With who imports it.
    remove(&repo, "lib/late.ts");
    repo.write("main.ts", "import { run } from './lib/run';\nrun(1);\n");
    assert_eq!(leads_to_the_same(&repo, "late"), Way::OfFew);
    repo.write("lib/new.ts", "import { run } from './run';\nexport const fresh = run;\n");
    assert_eq!(leads_to_the_same(&repo, "new"), Way::OfFew);
    remove(&repo, "lib/new.ts");
    assert_eq!(leads_to_the_same(&repo, "new again"), Way::OfFew);
}

#[test]
fn what_others_may_miss_is_gone() {
    let repo = synced(FILES, |_| ());
    // A folder goes with its last file.
    remove(&repo, "lib/alone/only.ts");
    assert_eq!(leads_to_the_same(&repo, "only"), Way::OfFew);
    remove(&repo, "docs/more.md");
    remove(&repo, "docs/most.md");
    assert_eq!(leads_to_the_same(&repo, "docs"), Way::Nothing);
    // Somebody imports it.
    remove(&repo, "lib/help.ts");
    assert_eq!(leads_to_the_same(&repo, "help"), Way::OfAll);
    remove(&repo, "main.ts");
    assert_eq!(leads_to_the_same(&repo, "main"), Way::OfAll);
}

#[test]
fn what_a_test_only_speaks_of_may_go() {
    let mocking = (
        "lib/run.test.ts",
        "import { run } from './run';\njest.mock('./spare');\ntest('runs', () => run(1));\n",
    );
    let repo = synced(&[FILES, &[mocking]].concat(), |_| ());
    remove(&repo, "lib/spare.ts");
    assert_eq!(leads_to_the_same(&repo, "spare"), Way::OfFew);
}

#[test]
fn what_lies_elsewhere_keeps_its_uid() {
    let repo = synced(FILES, |repo| {
        let help = uid(repo, "lib/help.ts#help");
        repo.run(&["update-description", &help, "--purpose", "Helps with care."]);
    });
    let before = ["lib/help.ts", "lib/help.ts#help"].map(|source| uid(&repo, source));
    let (text, spare) = (FILES[3].1, FILES[5].1);
    remove(&repo, "lib/help.ts");
    repo.write("lib/helper.ts", text);
    repo.write("lib/run.ts", FILES[2].1.replace("./help'", "./helper'"));
    repo.write("lib/spare.ts", spare.replace("./help'", "./helper'"));
    assert_eq!(leads_to_the_same(&repo, "helper"), Way::OfFew);
    assert_eq!(["lib/helper.ts", "lib/helper.ts#help"].map(|source| uid(&repo, source)), before);
    repo.git(&["add", "--all"]);
    repo.git(&["commit", "--quiet", "--message", "x"]);
    // One that nobody imports, changed a little.
    let before = uid(&repo, "lib/spare.ts");
    remove(&repo, "lib/spare.ts");
    repo.write("lib/other.ts", spare.replace("./help'", "./helper'").replace("help(2)", "help(3)"));
    assert_eq!(leads_to_the_same(&repo, "other"), Way::OfFew);
    assert_eq!(uid(&repo, "lib/other.ts"), before);
}

#[test]
fn who_still_imports_it_is_told_where_that_leads_now() {
    let repo = synced(FILES, |_| ());
    let text = |file: &str, text: &str| {
        repo.write(file, format!("{text}/** And more. */\nexport const more_{} = 1;\n", text.len()));
    };
    let (run, help, spare) = (FILES[2].1, FILES[3].1, FILES[5].1);
    // Both say something else, and import it as they did.
    remove(&repo, "lib/help.ts");
    repo.write("lib/help/index.ts", help);
    text("lib/run.ts", run);
    text("lib/spare.ts", spare);
    assert_eq!(leads_to_the_same(&repo, "a folder"), Way::OfFew);
    assert!(graph(&repo).contains("source: lib/help/index.ts#help\n"));
    remove(&repo, "lib/late.ts");
    repo.write("main.ts", format!("{}export const last = 1;\n", FILES[1].1));
    assert_eq!(leads_to_the_same(&repo, "nowhere"), Way::OfFew);
}

#[test]
fn a_marker_elsewhere_decides_on_who_comes_after() {
    let files = [
        ("package.json", "{ \"name\": \"gone\", \"main\": \"main.ts\" }\n"),
        ("main.ts", "export function main() { return 1 }\n"),
        ("lib/a.ts", "import './b';\nexport function a() {\n  const one = 1;\n  return one;\n}\n"),
        ("lib/b.ts", "export const b = { x: 12 };\n"),
    ];
    // What has the marker now is not what had it, and stays as it is.
    let repo = marked("files", &files, |_| ());
    std::fs::rename(repo.path("lib/a.ts"), repo.path("lib/c.ts")).expect("it can be renamed");
    repo.write("lib/a.ts", "export const fresh = 2;\n");
    leads_to_the_same(&repo, "another file");
    repo.git(&["commit", "--quiet", "--message", "x"]);
    remove(&repo, "lib/a.ts");
    assert_eq!(leads_to_the_same(&repo, "gone"), Way::OfAll);
    // Something stands between the marker and its own; they change places.
    let repo = marked("shared", &files, |_| ());
    let text = std::fs::read_to_string(repo.path("main.ts")).expect("it is there");
    let (marker, own) = text.split_once('\n').expect("two lines");
    let between = "export function g() {\n  return 2;\n}\n";
    repo.write("main.ts", format!("{marker}\n{between}{own}"));
    leads_to_the_same(&repo, "between");
    repo.write("main.ts", format!("{own}{marker}\n{between}"));
    assert_eq!(leads_to_the_same(&repo, "changed places"), Way::OfAll);
}

#[test]
fn what_was_not_counted_is_not_counted_out() {
    let more = [
        ("dsp.toml", "[files]\nexclude = [\"notes/**\"]\n"),
        ("notes/one.md", "One.\n"),
        ("notes/two.md", "Two.\n"),
        ("third_party/one.ts", "export const one = 1;\n"),
        ("third_party/two.ts", "export const two = 2;\n"),
    ];
    let repo = synced(&[FILES, &more].concat(), |_| ());
    for path in ["notes/one.md", "third_party/one.ts"] {
        remove(&repo, path);
        leads_to_the_same(&repo, path);
    }
}

#[test]
fn the_marker_of_what_goes_is_free_at_once() {
    let repo = synced(FILES, |_| ());
    let [late, spare] = ["lib/late.ts", "lib/spare.ts#spare"].map(|source| uid(&repo, source));
    // A declaration has that of a file, and a file that of a declaration.
    repo.write("lib/run.ts", format!("{}\n// @dsp {late}\nexport const more = {{ run }};\n", FILES[2].1));
    repo.write("lib/alone/only.ts", format!("// @dsp {spare}\n\nimport 'acme';\n{}", FILES[6].1));
    leads_to_the_same(&repo, "markers");
    remove(&repo, "lib/late.ts");
    remove(&repo, "lib/spare.ts");
    repo.write("main.ts", "import { run } from './lib/run';\nrun(1);\n");
    leads_to_the_same(&repo, "gone");
    let again = repo.run(&["check", "--staged", "--no-cache", "-q"]);
    assert_eq!((again.code, again.text()), (Some(0), ""));
    assert_eq!(uid(&repo, "lib/run.ts#more"), late);
}
