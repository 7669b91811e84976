//! The verbs that write `.dsp/`, seen from outside.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};

use crate::support::{Repo, Run, golden, tree};

/// A call that goes well.
#[track_caller]
fn fine(repo: &Repo, args: &[&str]) -> String {
    repo.table(args).text().to_owned()
}

/// A call that fails with that code and leaves no trace.
#[track_caller]
fn refused(repo: &Repo, args: &[&str], code: i32) -> String {
    let before = tree(repo.dir());
    let run = repo.run(args);
    assert_eq!((run.code, run.text()), (Some(code), ""), "{args:?}: {}", run.err);
    assert!(run.err.starts_with("error: "), "{}", run.err);
    assert_eq!(tree(repo.dir()), before, "{args:?}");
    run.err
}

/// A repository with an object, another one, and a function that the first owns and shares.
fn repo() -> Repo {
    let repo = Repo::empty();
    fine(&repo, &["init"]);
    for args in [
        &["create-object", "src/main.ts", "Starts.", "--uid", "obj-00000001"][..],
        &["create-object", "src/lib.ts", "A library.", "--uid", "obj-00000002"],
        &["create-function", "src/lib.ts#run", "Runs.", "--owner", "obj-00000002", "--uid", "func-00000001"],
        &["create-shared", "obj-00000002", "func-00000001"],
        &["add-import", "obj-00000001", "func-00000001", "to run", "--exporter", "obj-00000002"],
    ] {
        fine(&repo, args);
    }
    repo
}

/// Gives `text` to stdin.
pub(crate) fn piped(repo: &Repo, args: &[&str], text: &str) -> Run {
    let mut child = spawn(repo, args);
    child.stdin.take().expect("it is a pipe").write_all(text.as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code(),
        out: output.stdout,
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn spawn(repo: &Repo, args: &[&str]) -> Child {
    let mut command = repo.program();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program can be started")
}

/// A session as an agent would have it: what each call prints, and what stands there at the end.
#[test]
fn a_graph_is_written_by_hand() {
    let repo = Repo::empty();
    let mut text = String::new();
    for call in [
        "init",
        "create-object|src/main.ts|Starts the program.|--new-root|--scope|.|--uid|obj-00000001",
        "create-object|packages/ui/index.ts|The widgets.|--new-root|--scope|packages/ui/|--uid|obj-00000002",
        "create-object|packages/ui/button.ts|- a button: it can be pressed|--uid|obj-00000003",
        "create-function|packages/ui/button.ts#press|Presses.|--owner|obj-00000003|--uid|func-00000001",
        "create-object|react|Renders.|--kind|external|--uid|obj-00000004|--toc|obj-00000002|--toc|obj-00000001",
        "create-shared|obj-00000003|func-00000001",
        "create-shared|obj-00000002|func-00000001|obj-00000003",
        "add-import|obj-00000002|obj-00000003|re-exports it",
        "add-import|obj-00000001|func-00000001|presses it|--exporter|obj-00000002",
        "add-import|obj-00000003|obj-00000004|renders with it",
        "update-import-why|obj-00000003|obj-00000004|uses `useState` in `press`",
        "update-description|obj-00000001|--purpose|Starts it all.|--section|notes=first\nsecond",
        "move-entity|obj-00000003|packages/ui/src/button.ts",
        "add-to-toc|obj-00000001|obj-00000003|--toc|obj-00000002|--toc|obj-00000001",
        "move-to-toc|func-00000001|--from|obj-00000001|--to|obj-00000002",
        "remove-shared|obj-00000003|func-00000001",
        "remove-import|obj-00000002|obj-00000003",
        "remove-entity|obj-00000004",
        "rebuild-cache",
    ] {
        let args: Vec<&str> = call.split('|').collect();
        let answer = fine(&repo, &args).replace(&*repo.dir().to_string_lossy(), "REPO");
        text.extend(["$ ", &args.join(" "), "\n", &answer]);
    }
    golden!("operations", format!("{text}\n{}", tree(&repo.path(".dsp"))));
}

#[test]
fn new_uids_are_drawn() {
    let repo = repo();
    let uids: Vec<String> = (0..2)
        .map(|_| {
            let answer = fine(&repo, &["create-function", "src/main.ts#start", "Starts."]);
            answer.lines().last().expect("it is there").to_owned()
        })
        .collect();
    assert_ne!(uids[0], uids[1]);
    assert!(uids.iter().all(|uid| repo.path(&format!(".dsp/{uid}/description")).is_file()));
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing() {
    let repo = repo();
    for args in [
        &["remove-entity", "../x"][..],
        &["remove-entity", "obj-0000000A"],
        &["create-object", "a.ts"],
        &["create-object", "a.ts", "p", "--uid", "obj-1"],
        &["create-object", "a.ts", "p", "--kind", "function"],
        &["create-object", "a.ts", "p", "--toc", "TOC"],
        &["create-object", "a.ts", "p", "--toc", "default", "--new-root"],
        &["create-object", "a.ts", "-p"],
        &["create-shared", "obj-00000001"],
        &["add-to-toc", "obj-00000001"],
        &["move-to-toc", "obj-00000001", "--from", "default"],
        &["update-description", "obj-00000001", "--section", "notes"],
        &["apply", "no-such-file"],
    ] {
        refused(&repo, args, 2);
    }
    for args in [
        &["create-object", "../a.ts", "p"][..],
        &["create-object", "a.ts", "p", "--uid", "obj-00000001"],
        &["create-function", "a.ts", "p", "--owner", "obj-99999999"],
        &["add-import", "func-00000001", "obj-00000002", "whole"],
        &["create-shared", "obj-00000001", "obj-00000002", "obj-99999999"],
        &["update-description", "obj-00000001"],
        &["remove-import", "obj-00000001", "func-00000001"],
        &["remove-entity", "obj-99999999"],
    ] {
        refused(&repo, args, 1);
    }
}

#[test]
fn what_the_python_tool_takes_is_taken() {
    let repo = repo();
    fine(&repo, &["create-object", "a.ts", "p", "--uid", "obj-00000003", "--scope", ""]);
    fine(
        &repo,
        &["update-import-why", "--exporter", "obj-00000002", "--", "obj-00000001", "func-00000001", "-v"],
    );
    let why =
        fs::read(repo.path(".dsp/obj-00000002/exports/func-00000001/obj-00000001")).expect("it is there");
    assert_eq!(why, b"-v\n");
    repo.write(".dsp/obj-00000003/description", "kind: object\npurpose: one\n\ntwo\n");
    fine(&repo, &["update-description", "obj-00000003", "--sour", "b.ts", "--source", "c.ts"]);
    let description = fs::read_to_string(repo.path(".dsp/obj-00000003/description")).expect("it is there");
    assert_eq!(description, "kind: object\nsource: c.ts\npurpose: one\n\ntwo\n");
}

#[test]
fn without_a_graph_nothing_is_made() {
    let repo = Repo::folder("plain");
    let told = refused(&repo, &["create-object", "a.ts", "p"], 1);
    assert!(told.contains("run `dsp-cli init`"), "{told}");
}

#[test]
fn a_file_of_operations_is_all_or_nothing() {
    let repo = repo();
    let ops = concat!(
        r#"{"op":"update-description","uid":"obj-00000001","purpose":"Starts the server."}"#,
        "\n\n",
        r#"{"op":"create-function","source":"src/main.ts#f","purpose":"F.","uid":"func-00000002","owner":"obj-00000001"}"#,
        "\n",
    );
    let run = piped(&repo, &["apply", "-"], ops);
    assert_eq!((run.code, run.text()), (Some(0), "ok\nfunc-00000002\n"), "{}", run.err);
    let description = fs::read_to_string(repo.path(".dsp/obj-00000001/description")).expect("it is there");
    assert_eq!(description, "source: src/main.ts\nkind: object\npurpose: Starts the server.\n");

    let again = tree(&repo.path(".dsp"));
    let run = piped(&repo, &["apply", "-"], ops);
    assert_eq!((run.code, run.text()), (Some(1), ""));
    assert!(run.err.starts_with("error: line 3: entity func-00000002 already exists"), "{}", run.err);
    let run = piped(
        &repo,
        &["apply", "-"],
        &(ops.replace("func-00000002", "func-00000003") + "{\"op\":\"odd\"}\n"),
    );
    assert_eq!((run.code, run.text()), (Some(2), ""));
    assert!(run.err.starts_with("error: line 4: unknown operation `odd`"), "{}", run.err);
    assert_eq!(tree(&repo.path(".dsp")), again);

    repo.write("ops.jsonl", r#"{"op":"remove-entity","uid":"func-00000002"}"#);
    assert_eq!(fine(&repo, &["apply", "ops.jsonl"]), "ok\n");
}

#[test]
fn what_the_python_tool_leaves_behind_goes_too() {
    let repo = repo();
    for empty in ["obj-00000009/exports/obj-00000008", "obj-00000002/exports/obj-00000009"] {
        fs::create_dir_all(repo.path(&format!(".dsp/{empty}"))).expect("a folder can be made");
    }
    repo.write(".dsp/.cache/built", "1\n");
    assert_eq!(fine(&repo, &["remove-entity", "obj-00000009"]), "ok\n");
    assert!(!repo.path(".dsp/obj-00000009").exists());
    assert!(!repo.path(".dsp/obj-00000002/exports/obj-00000009").exists());
    assert!(!repo.path(".dsp/.cache/built").exists());
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let repo = repo();
    let outside = repo.outside().join("elsewhere");
    fs::create_dir(&outside).expect("a folder can be made");
    fs::write(outside.join("imports"), "").expect("a file can be written");
    std::os::unix::fs::symlink(&outside, repo.path(".dsp/obj-00000005")).expect("a link can be made");
    refused(&repo, &["add-import", "obj-00000005", "obj-00000001", "w"], 1);
    let run = repo.run(&["create-object", "a.ts", "p", "--uid", "obj-00000005"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert_eq!(tree(&outside), "== imports\n");
}

/// All at once, and none is lost.
#[test]
fn writers_wait_for_each_other() {
    let repo = repo();
    let all = |calls: Vec<Vec<String>>| -> Vec<String> {
        let start = |call: &Vec<String>| spawn(&repo, &call.iter().map(String::as_str).collect::<Vec<_>>());
        let running: Vec<Child> = calls.iter().map(start).collect();
        let end = |child: Child| {
            let output = child.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("it is text")
        };
        running.into_iter().map(end).collect()
    };
    let word = |text: &str| text.to_owned();
    let create =
        |number: usize| vec![word("create-object"), format!("src/{number}.ts"), word("One of many.")];
    let answers = all((0..32).map(create).collect());
    let uids: Vec<&str> = answers.iter().filter_map(|answer| answer.lines().last()).collect();
    let import = |uid: &&str| vec![word("add-import"), word("obj-00000001"), word(uid), word("w")];
    all(uids.iter().map(import).collect());
    let read = |path: &str| fs::read_to_string(repo.path(path)).expect("it is there");
    let (toc, imports) = (read(".dsp/TOC"), read(".dsp/obj-00000001/imports"));
    assert_eq!((toc.lines().count(), imports.lines().count()), (3 + 32, 1 + 32));
    for uid in uids {
        assert!(toc.lines().chain(imports.lines()).filter(|line| *line == uid).count() == 2, "{uid}");
        assert_eq!(read(&format!(".dsp/{uid}/exports/obj-00000001")), "w\n");
    }
}

/// As of Python's argparse: what stands behind `=` is a text, however it begins.
#[test]
fn a_text_behind_an_equals_sign_may_begin_like_a_flag() {
    let repo = repo();
    fine(&repo, &["update-description", "obj-00000001", "--purpose=-x", "--source=-y.ts"]);
    let told = fine(&repo, &["get-entity", "obj-00000001"]);
    assert!(told.contains("-x") && told.contains("-y.ts"), "{told}");
    refused(&repo, &["update-description", "obj-00000001", "--purpose", "-x"], 2);
    refused(&repo, &["update-description", "obj-00000001", "--purposes=-x"], 2);
}
