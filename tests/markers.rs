//! Markers in sources: what is written, what is left alone, and what is told.

use std::fs;
use std::path::Path;

use bstr::ByteSlice;

use crate::support::{Repo, Run, finish, golden, tree};

const A: &str = "/** Adds. */\nexport function add(a: number) {\n  return a\n}\n";

/// A repository of one package, whose entry is `src/a.ts`.
fn app() -> Repo {
    Repo::of(&[
        ("package.json", "{ \"name\": \"app\", \"main\": \"src/a.ts\" }\n"),
        ("src/a.ts", A),
        ("src/b.ts", "import { add } from './a'\nexport const two = add(1)\n"),
    ])
}

fn refused(repo: &Repo, args: &[&str], code: i32, told: &str) -> Run {
    let before = files(repo);
    let run = repo.run(args);
    assert_eq!(run.code, Some(code), "{}", run.err);
    assert!(run.err.contains(told), "{}", run.err);
    assert_eq!(files(repo), before, "nothing is written");
    run
}

fn status(repo: &Repo) -> String {
    let status = repo.git(&["status", "--porcelain", "--", ":!.dsp"]);
    status.to_str_lossy().into_owned()
}

fn read(repo: &Repo, path: &str) -> String {
    String::from_utf8(fs::read(repo.path(path)).expect("it is there")).expect("it is UTF-8")
}

/// Everything that stands in the repository, but for git's own files.
fn files(repo: &Repo) -> String {
    let files = format!("\n{}", tree(repo.dir()));
    let ours: Vec<_> = files.split("\n== ").filter(|file| !file.starts_with(".git/")).collect();
    ours.join("\n== ")
}

/// The files with `@dsp` in them, but for those of `.dsp/`.
fn sources(repo: &Repo) -> String {
    let files = files(repo);
    let marked = files.split("\n== ").filter(|file| file.contains("@dsp") && !file.starts_with(".dsp"));
    marked.flat_map(|file| ["== ", file, "\n"]).collect()
}

#[test]
fn a_tree_of_three_languages_has_markers() {
    let repo = Repo::fixture("mixed-languages");
    let run = repo.table(&["bootstrap", "--markers", "files,shared"]);
    assert!(run.err.contains("0 files left alone"), "{}", run.err);
    let list = repo.table(&["markers", "list"]);
    golden!("markers-mixed-languages", format!("{}\n{}", sources(&repo), list.text()));
    assert_eq!(repo.table(&["markers", "check"]).text(), "");
    assert_eq!(read(&repo, ".dsp/config.toml"), "[markers]\ninsert = \"files,shared\"\n");
    let before = files(&repo);
    let again = repo.table(&["bootstrap"]);
    assert!(again.err.contains("0 files written, 0 markers written"), "{}", again.err);
    assert!(files(&repo) == before, "a second run changes no byte");
    assert_eq!(repo.table(&["fsck"]).text(), "");
    repo.table(&["markers", "strip", "--allow-dirty"]);
    assert_eq!(status(&repo), "");
}

#[test]
fn the_graph_does_not_depend_on_markers() {
    for name in crate::support::FIXTURES {
        let (with, without) = (Repo::fixture(name), Repo::fixture(name));
        with.table(&["bootstrap"]);
        without.table(&["bootstrap", "--markers", "off"]);
        fs::remove_file(without.path(".dsp/config.toml")).expect("it is there");
        assert!(tree(&with.path(".dsp")) == tree(&without.path(".dsp")), "{name}");
        let before = tree(&with.path(".dsp"));
        let again = with.table(&["bootstrap", "--no-cache"]);
        assert!(again.err.contains("0 files written, 0 markers written"), "{name}: {}", again.err);
        assert!(tree(&with.path(".dsp")) == before, "{name}");
    }
}

#[test]
fn what_is_not_committed_stops_the_run() {
    let repo = app();
    repo.write("src/a.ts", format!("{A}// mine\n"));
    let unstaged = refused(&repo, &["bootstrap"], 1, "differ from the last commit: src/a.ts\n");
    assert!(unstaged.err.contains("--allow-dirty") && unstaged.err.contains("--markers off"));
    repo.git(&["add", "--all"]);
    refused(&repo, &["bootstrap"], 1, "differ from the last commit: src/a.ts\n");
    repo.write("src/a.ts", A);
    refused(&repo, &["bootstrap"], 1, "differ from the last commit: src/a.ts\n");
    repo.git(&["add", "--all"]);
    repo.write("src/new.ts", "export const fresh = 1\n");
    refused(&repo, &["bootstrap"], 1, "differ from the last commit: src/new.ts\n");
    for at in 0..12 {
        repo.write(format!("src/new{at:02}.ts"), "export const fresh = 1\n");
    }
    refused(&repo, &["bootstrap"], 1, "src/new08.ts, … and 3 more\n");
    repo.write("README.md", "not a source\n");
    refused(&repo, &["bootstrap", "--dry-run"], 1, "differ from the last commit: ");
    let dry = repo.table(&["bootstrap", "--dry-run", "--allow-dirty"]);
    assert!(dry.err.contains("15 markers to write"), "{}", dry.err);
    assert!(!repo.path(".dsp").exists());
    repo.table(&["bootstrap", "--allow-dirty"]);
    assert!(read(&repo, "src/new.ts").starts_with("// @dsp obj-"));
    refused(&repo, &["markers", "strip"], 1, "--allow-dirty");
    repo.table(&["bootstrap"]);
}

#[test]
fn a_repository_without_a_commit_and_a_folder_without_git() {
    let repo = Repo::empty();
    repo.write("a.js", "export const a = 1\n");
    refused(&repo, &["bootstrap"], 1, "a.js");
    let folder = Repo::folder("plain");
    folder.write("a.js", "export const a = 1\n");
    folder.table(&["bootstrap"]);
    assert!(read(&folder, "a.js").starts_with("// @dsp obj-"));
    folder.table(&["markers", "strip"]);
    assert_eq!(read(&folder, "a.js"), "export const a = 1\n");
}

/// Git is the oracle: what its status calls clean is clean, whatever filters stand between the tree and the commit.
#[test]
fn filters_do_not_make_a_file_dirty() {
    let repo = Repo::empty();
    repo.git(&["config", "core.autocrlf", "true"]);
    repo.git(&["config", "filter.upper.clean", "tr a-z A-Z"]);
    repo.git(&["config", "filter.upper.smudge", "tr A-Z a-z"]);
    repo.write(".gitattributes", "latin.py working-tree-encoding=ISO-8859-1\nshout.js filter=upper\n");
    repo.write("crlf.js", "export const a = 1\r\nexport const b = 2\r\n");
    repo.write("latin.py", b"# -*- coding: latin-1 -*-\ndef caf\xe9(): pass\n");
    repo.write("shout.js", "export const shout = 1\n");
    repo.commit();
    assert_eq!(status(&repo), "");
    let later = std::time::SystemTime::now() + std::time::Duration::from_mins(1);
    for path in ["crlf.js", "latin.py", "shout.js"] {
        let file = fs::File::options().write(true).open(repo.path(path)).expect("it is there");
        file.set_modified(later).expect("a time can be set");
    }
    repo.table(&["bootstrap"]);
    let lines = read(&repo, "crlf.js");
    assert_eq!(lines.matches("\r\n").count(), 4);
    assert_eq!(lines.matches('\n').count(), 4);
    assert!(fs::read(repo.path("latin.py")).expect("it is there").contains_str(b"caf\xe9"));
    repo.table(&["markers", "strip", "--allow-dirty"]);
    assert_eq!(status(&repo), "");
}

#[cfg(unix)]
#[test]
fn what_is_left_alone_is_listed_with_a_reason() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let repo = app();
    let text = "export const one = 1\n";
    repo.write("src/gen.ts", format!("// Code generated by x. DO NOT EDIT.\n{text}"));
    repo.write("src/x.generated.ts", text);
    repo.write("src/broken.ts", format!("{text}const = 1\n"));
    repo.write("src/readonly.ts", text);
    repo.write("src/tool.ts", format!("#!/usr/bin/env node\n{text}"));
    repo.write("assets/logo.svg", "<svg/>");
    symlink("a.ts", repo.path("src/link.ts")).expect("a link can be made");
    let mode = |path: &str, mode| {
        fs::set_permissions(repo.path(path), fs::Permissions::from_mode(mode)).expect("it is there");
    };
    mode("src/tool.ts", 0o755);
    repo.commit();
    mode("src/readonly.ts", 0o444);
    let run = repo.table(&["bootstrap", "-v"]);
    for told in [
        "left alone: src/broken.ts (does not parse)\n",
        "left alone: src/gen.ts (generated)\n",
        "left alone: src/readonly.ts (is read-only)\n",
        "left alone: src/x.generated.ts (generated)\n",
        "3 markers written, 4 files left alone",
    ] {
        assert!(run.err.contains(told), "{told}: {}", run.err);
    }
    assert_eq!(status(&repo), " M src/a.ts\n M src/b.ts\n M src/tool.ts\n");
    let bits = fs::metadata(repo.path("src/tool.ts")).expect("it is there").permissions().mode();
    assert_eq!(bits & 0o777, 0o755);
    assert!(read(&repo, "src/tool.ts").starts_with("#!/usr/bin/env node\n// @dsp obj-"));
    repo.write(".gitignore", "ignored.ts\n");
    repo.write("ignored.ts", "export const i = 1\n");
    let named = ["markers", "insert", "src/link.ts", "assets", "ignored.ts", "src/a.ts"];
    let run = repo.table(&named);
    for told in [
        "left alone: assets (is in no language that is read)\n",
        "left alone: ignored.ts (is not selected)\n",
        "left alone: src/link.ts (is a symbolic link, or lies behind one)\n",
        "0 files written, 0 inserted, 0 replaced, 0 removed, 3 files left alone",
    ] {
        assert!(run.err.contains(told), "{told}: {}", run.err);
    }
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_told_as_such() {
    let repo = app();
    repo.table(&["bootstrap"]);
    repo.commit();
    repo.git(&["sparse-checkout", "set", ".dsp"]);
    assert!(!repo.path("src").exists());
    let expected = ["a", "b"].map(|name| format!("left alone: src/{name}.ts (is not checked out)"));
    for args in [&["markers", "strip"][..], &["markers", "insert", "--markers", "files,shared"]] {
        let run = repo.table(args);
        let left: Vec<&str> = run.err.lines().filter(|line| line.starts_with("left alone: ")).collect();
        assert_eq!(left, expected, "{args:?}");
        assert!(!repo.path("src").exists());
    }
    assert_eq!(repo.table(&["markers", "check"]).text(), "");
}

#[test]
fn markers_are_inserted_and_stripped_where_they_are_asked_for() {
    let repo = app();
    refused(&repo, &["markers", "insert"], 1, "run `dsp-cli init` or `dsp-cli bootstrap` first");
    repo.table(&["bootstrap", "--markers", "off"]);
    assert_eq!(sources(&repo), "");
    let off = repo.table(&["markers", "insert"]);
    assert!(off.err.contains("markers are off here"), "{}", off.err);
    assert_eq!(repo.table(&["markers", "check"]).text(), "");
    let dry = repo.table(&["markers", "insert", "--markers", "shared", "--dry-run", "src/b.ts"]);
    assert_eq!(dry.text(), "src/b.ts: 1 inserted\n");
    assert_eq!(sources(&repo), "");
    repo.table(&["markers", "insert", "--markers", "shared", "src/b.ts"]);
    assert_eq!(status(&repo), " M src/b.ts\n");
    let missing = repo.run(&["markers", "check", "--markers", "shared"]);
    assert_eq!(
        (missing.code, missing.text()),
        (Some(1), "src/a.ts:1: missing: func-821a812b: `src/a.ts#add` has no marker\n")
    );
    assert_eq!(repo.run(&["markers", "check", "--markers", "shared", "src/b.ts"]).code, Some(0));
    fs::remove_dir_all(repo.path(".dsp")).expect("it is there");
    let stripped = repo.table(&["markers", "strip", "--allow-dirty", "--format", "json"]);
    let file = "{\"path\":\"src/b.ts\",\"inserted\":0,\"replaced\":0,\"removed\":1}";
    let json = format!("{{\"files\":[{file}],\"left_alone\":[]}}\n");
    assert_eq!(stripped.text(), json);
    assert_eq!(status(&repo), "");
    assert!(!repo.path(".dsp").exists());
}

#[test]
fn what_is_wrong_with_markers_is_told_by_place() {
    let repo = app();
    repo.table(&["bootstrap"]);
    let a = read(&repo, "src/a.ts");
    let marker = a.lines().next().expect("it is marked").to_owned();
    let b = read(&repo, "src/b.ts").replace("// @dsp obj-", "// @dsp obj-zz");
    repo.write("src/b.ts", format!("{b}{marker}\nexport const copy = 1\n"));
    repo.write(
        "src/c.ts",
        "// @dsp obj-0123abcd\nexport const unknown = 1\n\nif (unknown) {\n  // @dsp nothing\n}\n",
    );
    let check = repo.run(&["markers", "check"]);
    assert_eq!(check.code, Some(1));
    let json = repo.run(&["markers", "check", "--format", "json"]);
    let list = repo.table(&["markers", "list", "--format", "json"]);
    let text = format!("{}\n{}\n{}", check.text(), json.text(), list.text());
    golden!("markers-check", text.replace("},{", "},\n{"));
}

#[test]
fn where_markers_go_is_chosen_as_everything_else() {
    let repo = app();
    repo.write("dsp.toml", "[markers]\ninsert = \"files\"\n");
    let told = |run: &Run| {
        let words = run.err.split(", ").filter(|word| word.contains(" to write") && word.contains("marker"));
        words.map(str::to_owned).collect::<String>()
    };
    // Above a declaration without a marker that of a file would speak of the declaration.
    assert_eq!(told(&repo.table(&["bootstrap", "--dry-run"])), "1 marker to write");
    let by_environment =
        finish(repo.program().env("DSP_MARKERS", "files,shared").args(["bootstrap", "--dry-run"]));
    assert_eq!(told(&by_environment), "4 markers to write");
    assert_eq!(told(&repo.table(&["bootstrap", "--dry-run", "--markers", "off"])), "");
    repo.table(&["bootstrap"]);
    assert!(!Path::new(&repo.path(".dsp/config.toml")).exists(), "dsp.toml is no choice of a run");
    assert!(read(&repo, "src/b.ts").starts_with("// @dsp obj-"));
}

/// Two that each mark the tree write the same lines, so that git has nothing to ask when both are merged.
#[test]
fn branches_that_were_marked_apart_are_merged_without_a_conflict() {
    let text = |ending: &str, one: &str, two: &str| match ending {
        "py" => format!("import os\n\n\ndef one():\n    return {one}\n\n\ndef two():\n    return {two}\n"),
        "go" => format!(
            "package a\n\nfunc One() int {{\n\treturn {one}\n}}\n\nfunc Two() int {{\n\treturn {two}\n}}\n"
        ),
        _ => format!(
            "import './b'\n\nexport function one() {{\n  return {one}\n}}\n\nexport function two() {{\n  return {two}\n}}\n"
        ),
    };
    let repo = Repo::empty();
    repo.write("b.ts", "");
    repo.write("go.mod", "module a\n");
    let write = |one: &str, two: &str| {
        for ending in ["ts", "py", "go"] {
            repo.write(format!("a.{ending}"), text(ending, one, two));
        }
    };
    write("1", "1");
    repo.commit();
    repo.git(&["branch", "other"]);
    for (branch, one, two) in [("main", "2", "1"), ("other", "1", "2")] {
        repo.git(&["checkout", "--quiet", branch]);
        write(one, two);
        repo.commit();
        repo.table(&["bootstrap", "--markers", "files,shared"]);
        repo.commit();
    }
    repo.git(&["merge", "--quiet", "--no-edit", "main"]);
    for ending in ["ts", "py", "go"] {
        assert_eq!(read(&repo, &format!("a.{ending}")).matches("@dsp").count(), 3, "{ending}");
    }
    assert_eq!(repo.table(&["markers", "check"]).text(), "");
    let again = repo.table(&["bootstrap"]);
    assert!(again.err.contains("0 files written, 0 markers written"), "{}", again.err);
    repo.table(&["markers", "strip", "--allow-dirty"]);
    for ending in ["ts", "py", "go"] {
        assert_eq!(read(&repo, &format!("a.{ending}")), text(ending, "2", "2"));
    }
}

/// Somebody imports something, and puts the line right above a declaration.
#[test]
fn a_statement_between_a_marker_and_its_declaration_is_no_harm() {
    let repo = app();
    repo.table(&["bootstrap"]);
    repo.commit();
    let before = read(&repo, "src/a.ts");
    let (marker, declared) = before.split_once('\n').expect("it is marked");
    repo.write("src/a.ts", format!("{marker}\nimport 'node:fs'\n{declared}"));
    assert_eq!(repo.run(&["markers", "check"]).code, Some(1));
    repo.table(&["bootstrap", "--allow-dirty"]);
    assert_eq!(read(&repo, "src/a.ts"), format!("import 'node:fs'\n{before}"));
    assert_eq!(repo.table(&["markers", "check"]).text(), "");
    // What an earlier version left: a second marker, where nothing is declared.
    repo.write("src/a.ts", format!("{marker}\nimport 'node:fs'\n{before}"));
    let run = repo.table(&["markers", "insert", "--allow-dirty"]);
    assert_eq!(run.text(), "src/a.ts: 1 removed\n");
    assert_eq!(read(&repo, "src/a.ts"), format!("import 'node:fs'\n{before}"));
    assert_eq!(repo.table(&["markers", "insert", "--allow-dirty"]).text(), "");
    assert_eq!(repo.table(&["fsck"]).text(), "");
}

#[test]
fn what_is_named_and_cannot_be_marked_is_told() {
    let repo = app();
    repo.write("src/big.ts", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    repo.commit();
    repo.table(&["bootstrap"]);
    fs::create_dir(repo.path("empty")).expect("a folder can be made");
    for (path, why) in [
        ("src/big.ts", "left alone: src/big.ts (is a pointer of Git LFS)\n"),
        ("empty", "left alone: empty (is not selected)\n"),
    ] {
        let run = repo.table(&["markers", "insert", path]);
        assert!(run.err.contains(why), "{path}: {}", run.err);
    }
}

#[test]
fn what_is_named_and_not_there_is_a_wrong_call() {
    let repo = app();
    repo.table(&["bootstrap"]);
    repo.commit();
    for verb in ["insert", "strip", "list", "check"] {
        for path in ["nope.ts", "src/nope", "src/a.ts/x"] {
            let told = format!("error: `{path}` is neither a file nor a folder of the repository\n");
            refused(&repo, &["markers", verb, "src/a.ts", path], 2, &told);
        }
    }
    let all = repo.table(&["markers", "list"]);
    for folder in ["src", "."] {
        assert_eq!(repo.table(&["markers", "list", folder]).out, all.out, "{folder}");
    }
}

/// A marker that somebody wrote with the other prefix is adopted, and with it the files that belong to that.
#[test]
fn a_function_that_is_called_an_object_has_the_files_of_one() {
    let repo = Repo::of(&[
        ("a.ts", "// @dsp obj-0123abcd\nimport './b'\n"),
        ("b.ts", "g()\n// @dsp obj-1234abcd\nexport function f() {}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "files,shared"]);
    assert_eq!(read(&repo, ".dsp/obj-1234abcd/shared"), "");
    assert!(!repo.run(&["fsck"]).text().contains("no shared file"));
}
