//! What goes where something comes, which it may have become.

use std::fs;

use super::{Way, check, leads_to_the_same, marked, synced};
use crate::sync::{graph, uid};

const BODY: &str = "(it: number) {\n  const doubled = it * 2;\n  if (doubled > 10) throw new Error('too much');\n  return doubled;\n}\n";
const OTHER: &str = "(all: string[]) {\n  for (const one of all) console.log(one.trim().toUpperCase());\n  return all.map(one => one.length).filter(it => it > 3);\n}\n";

/// A file with functions of these names and bodies.
fn declaring(functions: &[(&str, &str)]) -> String {
    let text = functions.iter().map(|(name, body)| format!("export function {name}{body}"));
    text.collect::<Vec<_>>().concat()
}

fn files() -> Vec<(&'static str, String)> {
    vec![
        ("package.json", "{ \"name\": \"heirs\", \"main\": \"main.ts\" }\n".to_owned()),
        ("main.ts", "import { run } from './run';\nrun();\n".to_owned()),
        ("run.ts", "import * as tools from './tools';\nexport const run = () => tools.double(tools.sizes([]).length);\n".to_owned()),
        ("tools.ts", declaring(&[("double", BODY), ("sizes", OTHER)])),
        ("other.ts", "import { run } from './run';\nexport const other = run;\n".to_owned()),
    ]
}

fn borrowed<'f>(files: &'f [(&'static str, String)]) -> Vec<(&'f str, &'f str)> {
    files.iter().map(|(path, text)| (*path, &text[..])).collect()
}

#[test]
fn a_declaration_that_is_called_otherwise_keeps_its_uid() {
    let files = files();
    let repo = synced(&borrowed(&files), |_| ());
    let before = uid(&repo, "tools.ts#double");
    repo.write("tools.ts", declaring(&[("twice", BODY), ("sizes", OTHER)]));
    repo.write(
        "run.ts",
        "import * as tools from './tools';\nexport const run = () => tools.twice(tools.sizes([]).length);\n",
    );
    assert_eq!(leads_to_the_same(&repo, "renamed"), Way::OfFew);
    assert_eq!(uid(&repo, "tools.ts#twice"), before);
    // What it was is not known of the last commit: the graph has to tell.
    repo.write("tools.ts", declaring(&[("again", BODY), ("sizes", OTHER)]));
    assert_eq!(leads_to_the_same(&repo, "renamed again"), Way::OfAll);
}

#[test]
fn what_is_unlike_is_new() {
    let files = files();
    let edits = [
        // Another one, of which nothing is alike, and two at a time.
        (
            "tools.ts",
            declaring(&[("double", BODY), ("names", "(): string {\n  return 'it';\n}\n")]),
            Way::OfFew,
        ),
        ("other.ts", declaring(&[("one", "() {}\n"), ("two", OTHER)]), Way::OfFew),
    ];
    let edits: Vec<(&str, &str, Way)> =
        edits.iter().map(|(path, text, way)| (*path, &text[..], *way)).collect();
    check(&borrowed(&files), |_| (), &edits);
}

#[test]
fn words_stay_with_what_is_called_otherwise() {
    let files = files();
    let repo = synced(&borrowed(&files), |repo| {
        let double = uid(repo, "tools.ts#double");
        repo.run(&["update-description", &double, "--purpose", "Doubles with care."]);
    });
    repo.write("tools.ts", declaring(&[("twice", BODY), ("sizes", OTHER)]));
    assert_eq!(leads_to_the_same(&repo, "renamed"), Way::OfFew);
    assert!(graph(&repo).contains("Doubles with care."));
}

#[test]
fn what_goes_to_another_file_is_followed() {
    let files = files();
    let repo = synced(&borrowed(&files), |_| ());
    let before = uid(&repo, "tools.ts#sizes");
    repo.write("tools.ts", declaring(&[("double", BODY)]));
    repo.write("other.ts", declaring(&[("sizes", OTHER)]));
    assert_eq!(leads_to_the_same(&repo, "moved"), Way::OfAll);
    assert_eq!(uid(&repo, "other.ts#sizes"), before);
}

#[test]
fn what_has_a_marker_keeps_its_kind() {
    let files = [
        ("package.json", "{ \"name\": \"r\", \"main\": \"main.ts\" }\n"),
        ("main.ts", "export const gamma = { a: 8 };\n\nexport function other(x) { return 3 }\n"),
    ];
    let repo = marked("files,shared", &files, |_| ());
    let text = fs::read_to_string(repo.path("main.ts")).expect("it is there");
    repo.write("main.ts", text.replace("const gamma = { a: 8 };", "function gamma(x) { return 29 }"));
    assert_eq!(leads_to_the_same(&repo, "function"), Way::OfAll);
    repo.write("main.ts", text.replace("function other(x) { return 3 }", "class other {}"));
    leads_to_the_same(&repo, "class");
}

#[test]
fn what_is_new_below_a_marker_has_its_uid() {
    let files = [
        ("package.json", "{ \"name\": \"r\", \"main\": \"main.ts\" }\n"),
        (
            "main.ts",
            "import './other';\nexport const main = 1;\n\n// @dsp func-12345678\nfunction foo() {}\n",
        ),
        ("other.ts", "export const other = 1;\n"),
    ];
    let repo = synced(&files, |_| ());
    let text = fs::read_to_string(repo.path("main.ts")).expect("it is there");
    repo.write("main.ts", text.replace("function foo", "export function foo"));
    assert_eq!(leads_to_the_same(&repo, "exported"), Way::OfAll);
    assert_eq!(uid(&repo, "main.ts#foo"), "func-12345678");
    // It goes, and its marker stays.
    repo.write("main.ts", text);
    assert_eq!(leads_to_the_same(&repo, "not any more"), Way::OfAll);
    repo.write("other.ts", "export const other = 1;\nexport const more = 2;\n");
    assert_eq!(leads_to_the_same(&repo, "another"), Way::OfFew);
}
