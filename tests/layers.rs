//! The drawing at the head of `src/lib.rs` holds: what a file of `src/` names lies to its left.
//!
//! Test code is free: modules called `tests` and `testing` are not looked at.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::list;

/// The stages, left to right. Each sees itself and what stands before it.
const STAGES: [&str; 6] = ["settings", "git", "universe", "facts", "resolution", "graph"];
/// Each sees every stage, and none of the others.
const PRODUCTS: [&str; 3] = ["dsp", "context", "symbols"];
/// Seen by everything; they see each other and no stage.
const SUPPORT: [&str; 4] = ["event", "identity", "kept", "transaction"];
/// The command line, which sees everything and is seen by none but the binary.
const TOP: [&str; 3] = ["cli", "lib", "main"];

/// Whether a file in `from` may name `to`.
fn may_see(from: &str, to: &str) -> bool {
    let stage = |name: &str| STAGES.iter().position(|stage| *stage == name);
    let supports = |name: &str| SUPPORT.contains(&name);
    if from == to || TOP.contains(&from) {
        return true;
    }
    match (stage(from), stage(to)) {
        (Some(from), Some(to)) => to < from,
        (Some(_), None) => supports(to),
        (None, Some(_)) => PRODUCTS.contains(&from) || from == "pipeline",
        (None, None) if supports(from) || PRODUCTS.contains(&from) => supports(to),
        (None, None) => from == "pipeline" && (supports(to) || PRODUCTS.contains(&to)),
    }
}

/// The folder of `src/` in which `file` lies, `["dsp", "plan"]` for `dsp/plan.rs`: its path as a module.
fn module(file: &Path) -> Vec<String> {
    let mut segments: Vec<String> =
        file.with_extension("").iter().map(|segment| segment.to_string_lossy().into_owned()).collect();
    if segments.last().is_some_and(|last| last == "mod") {
        segments.pop();
    }
    segments
}

/// What `text`, the text of the module `path`, breaks.
fn complaints(path: &[String], text: &str) -> Vec<String> {
    let from = path.first().map_or("lib", String::as_str);
    let code = code_of(text);
    let named = paths(&code, path);
    let wrong = named.iter().filter(|to| is_module(to) && !may_see(from, to));
    let mut complaints: Vec<String> = wrong.map(|to| format!("{from} names {to}")).collect();
    if from != "git" && names_word(&code, "gix") {
        complaints.push(format!("{from} names gix"));
    }
    let prints = ["print!", "println!", "eprint!", "eprintln!", "stdout()", "stderr()"];
    if !TOP.contains(&from) && prints.iter().any(|print| names_word(&code, print)) {
        complaints.push(format!("{from} prints"));
    }
    complaints
}

fn is_module(name: &str) -> bool {
    STAGES.contains(&name)
        || PRODUCTS.contains(&name)
        || SUPPORT.contains(&name)
        || ["cli", "pipeline", "testing"].contains(&name)
}

/// `text` without comments and test modules. Crude, and enough for formatted code.
fn code_of(text: &str) -> String {
    let code = text.find("#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at]);
    let lines = code.lines().map(|line| line.split_once("//").map_or(line, |(before, _)| before));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

/// Whether `word` stands in `code` and is no part of a longer word.
fn names_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let after = &code[at + word.len()..];
        !code[..at].ends_with(is_word) && (word.ends_with('!') || !after.starts_with(is_word))
    })
}

/// The first segment below `src/` of every path that starts with `crate` or with enough `super`.
fn paths(code: &str, module: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, start) in code.match_indices("crate::").chain(code.match_indices("super::")) {
        let before = &code[..at];
        if before.ends_with(is_word) || before.ends_with("::") {
            continue;
        }
        let rest = &code[at..];
        if start == "crate::" {
            found.extend(heads(&rest[start.len()..]));
            continue;
        }
        let ups = rest.split("::").take_while(|segment| *segment == "super").count();
        // One `super` from a module at the top of `src/` already names its neighbours.
        if ups >= module.len() {
            found.extend(heads(&rest[ups * "super::".len()..]));
        }
    }
    found
}

/// The first words of `a::b`, or of each member of `{a::b, c::{d, e}}`.
fn heads(rest: &str) -> Vec<String> {
    let word = |text: &str| text.trim_start().chars().take_while(|char| is_word(*char)).collect::<String>();
    let Some(group) = rest.strip_prefix('{') else { return vec![word(rest)] };
    let mut heads = vec![word(group)];
    let mut depth = 1;
    for (at, char) in group.char_indices() {
        match char {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => heads.push(word(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

/// The Rust files below `dir`, from there, less those that are tests.
fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    list(dir, &mut files);
    let is_test = |file: &Path| module(file).iter().any(|segment| segment == "tests" || segment == "testing");
    let files = files.into_iter().map(|file| file.strip_prefix(dir).expect("it lies there").to_owned());
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "rs") && !is_test(file)).collect();
    files.sort();
    files
}

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn nothing_is_imported_from_right_to_left() {
    let src = top().join("src");
    let files = rust_files(&src);
    assert!(files.len() > 40, "the sources were found");
    let mut all = Vec::new();
    for file in files {
        let text = fs::read_to_string(src.join(&file)).unwrap();
        let found = complaints(&module(&file), &text);
        all.extend(found.iter().map(|complaint| format!("src/{}: {complaint}", file.display())));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn every_folder_has_its_place_in_the_drawing() {
    for entry in fs::read_dir(top().join("src")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(is_module(&name) || TOP.contains(&name.as_str()), "src/{name} is in no layer");
    }
}

#[test]
fn resolvers_know_neither_git_nor_us() {
    let dir = top().join("resolvers");
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).unwrap();
    assert!(!manifest.lines().any(|line| line.starts_with("gix") || line.starts_with("dsp-cli")));
    for file in rust_files(&dir.join("src")) {
        let code = code_of(&fs::read_to_string(dir.join("src").join(&file)).unwrap());
        for word in ["gix", "dsp_cli", "println!", "eprintln!", "print!", "eprint!", "stdout()", "stderr()"] {
            assert!(!names_word(&code, word), "resolvers: {} names {word}", file.display());
        }
    }
}

#[test]
fn a_wrong_import_would_be_caught() {
    let check = |path: &[&str], text: &str, expected: &[&str]| {
        let path: Vec<String> = path.iter().map(|&segment| segment.to_owned()).collect();
        assert_eq!(complaints(&path, text), expected, "{text}");
    };
    check(&["facts"], "use crate::resolution::table;\n", &["facts names resolution"]);
    check(&["facts", "cache"], "use super::super::graph;\n", &["facts names graph"]);
    check(&["facts", "cache"], "use super::graph;\n", &[]);
    check(&["facts"], "fn f() { super::cli::main(); }\n", &["facts names cli"]);
    check(&["pipeline"], "use crate::cli;\n", &["pipeline names cli"]);
    check(&["git"], "use crate::{event::{Event, Stage}, dsp::store};\n", &["git names dsp"]);
    check(&["dsp", "text"], "let x = crate::context::state();\n", &["dsp names context"]);
    check(&["symbols"], "use crate::graph::FileGraph;\nuse crate::dsp;\n", &["symbols names dsp"]);
    check(&["identity"], "use crate::universe::Snapshot;\n", &["identity names universe"]);
    check(&["settings"], "use crate::testing::path;\n", &["settings names testing"]);
    check(&["universe"], "use gix::open;\n", &["universe names gix"]);
    check(&["graph"], "fn f() { eprintln!(); }\n", &["graph prints"]);
    check(
        &["graph"],
        "// crate::cli\nuse crate::facts;\n#[cfg(test)]\nmod tests {\n use crate::cli;\n}\n",
        &[],
    );
    check(&["cli", "scene"], "use crate::pipeline;\nuse std::io::stdout();\n", &[]);
    check(&["lib"], "pub mod cli;\n", &[]);
}
