//! The verbs that answer questions about `.dsp/`, seen from outside.

use std::fmt::Write;

use crate::support::{Repo, golden, tree};

/// A page that takes a function through a barrel, and a library that takes the page: a circle of files that the graph
/// of entities does not show.
fn repo() -> Repo {
    let repo = Repo::empty();
    for call in [
        "init",
        "create-object|src/main.ts|Starts the program.|--new-root|--scope|.|--uid|obj-00000001",
        "create-object|src/lib.ts|A library: it runs things.|--uid|obj-00000002",
        "create-object|src/index.ts|What others see.|--uid|obj-00000003",
        "create-object|src/page.ts|A page.|--uid|obj-00000004",
        "create-object|react|Renders.|--kind|external|--uid|obj-00000005",
        "create-object|src/alone.ts|Nobody knows.|--uid|obj-00000006",
        "create-function|src/lib.ts#run|Runs.|--owner|obj-00000002|--uid|func-00000001",
        "create-function|src/page.ts#show|Shows the page.|--owner|obj-00000004|--uid|func-00000002",
        "create-shared|obj-00000002|func-00000001",
        "create-shared|obj-00000003|func-00000001",
        "create-shared|obj-00000004|func-00000002",
        "add-import|obj-00000001|func-00000002|to show the first page|--exporter|obj-00000004",
        "add-import|obj-00000003|func-00000001|re-exports it|--exporter|obj-00000002",
        "add-import|obj-00000004|func-00000001|runs it in `show`|--exporter|obj-00000003",
        "add-import|obj-00000004|obj-00000005|renders with it",
        "add-import|obj-00000002|func-00000002|to show what failed|--exporter|obj-00000004",
        "add-import|func-00000002|obj-00000001|asks for the program\nand its name",
        "update-description|obj-00000002|--section|notes=It is slow.\nIt will be fast.",
    ] {
        repo.table(&call.split('|').collect::<Vec<_>>());
    }
    repo
}

/// Asks, and tells what was answered.
fn session(repo: &Repo, calls: &[&str]) -> String {
    let mut text = String::new();
    for call in calls {
        let run = repo.run(&call.split(' ').collect::<Vec<_>>());
        let code = run.code.expect("it was not killed");
        let exit = if code == 0 { String::new() } else { format!("exit {code}\n") };
        write!(text, "$ {call}\n{}{}{exit}\n", run.text(), run.err).expect("a text takes it");
    }
    text
}

const ASKED: [&str; 21] = [
    "get-entity obj-00000002",
    "get-entity func-00000002",
    "get-shared obj-00000003",
    "get-shared obj-00000006",
    "get-recipients func-00000001",
    "get-recipients obj-00000006",
    "get-children obj-00000001",
    "get-children obj-00000001 --depth inf",
    "get-parents func-00000001 --depth 2",
    "get-parents obj-00000005 --depth inf",
    "get-path obj-00000001 obj-00000005",
    "get-path obj-00000001 obj-00000006",
    "search PAGE",
    "search nowhere",
    "find-by-source src/lib.ts",
    "find-by-source src/none.ts",
    "read-toc --toc obj-00000001",
    "detect-cycles",
    "get-orphans",
    "get-stats",
    "get-children obj-00000009",
];

#[test]
fn questions_in_entities() {
    golden!("reading", session(&repo(), &ASKED));
}

#[test]
fn questions_as_json() {
    let calls = ASKED.map(|call| format!("{call} --format json"));
    golden!("reading-json", session(&repo(), &calls.each_ref().map(String::as_str)));
}

#[test]
fn questions_in_files() {
    let calls = [
        "get-children obj-00000001 --files --depth inf",
        "get-children src/lib.ts --files",
        "get-parents func-00000001 --files --depth inf",
        "get-parents react --files",
        "get-path src/main.ts src/lib.ts --files",
        "get-path src/main.ts react --files",
        "get-path src/main.ts src/alone.ts --files",
        "get-path src/main.ts src/none.ts --files",
        "get-children obj-00000009 --files",
        "detect-cycles --files",
        "get-orphans --files",
        "get-stats --files",
    ];
    let json = calls.map(|call| format!("{call} --format json"));
    let text = session(&repo(), &calls) + &session(&repo(), &json.each_ref().map(String::as_str));
    golden!("reading-files", text);
}

#[test]
fn wrong_calls_are_told() {
    let repo = repo();
    for call in [
        "get-entity junk",
        "get-entity ../x",
        "get-entity",
        "get-children obj-0000000A",
        "get-children obj-00000001 --depth -1",
        "get-parents obj-00000001 --depth many",
        "get-path obj-00000001",
        "get-path obj-00000001 src/lib.ts",
        "search",
        "search -x",
        "get-orphans all",
        "get-entity obj-00000001 --files",
    ] {
        let run = repo.run(&call.split(' ').collect::<Vec<_>>());
        assert_eq!((run.code, run.text()), (Some(2), ""), "{call}: {}", run.err);
        assert!(run.err.starts_with("error: "), "{call}: {}", run.err);
    }
    let run = Repo::folder("plain").run(&["get-stats"]);
    assert_eq!((run.code, run.text()), (Some(1), ""));
}

/// Names of all sorts in the files of a graph: nothing outside of it is read, and nothing is changed.
#[test]
fn odd_graphs_are_read() {
    let repo = repo();
    let secret = repo.outside().join("secret");
    for (path, text) in [
        ("description", "source: MARK\nkind: object\npurpose: MARK\n"),
        ("imports", "MARK\n"),
        ("shared", "MARK\n"),
        ("exports/obj-00000007", "MARK\n"),
        ("exports/obj-00000001/description", "MARK\n"),
        ("exports/obj-00000001/obj-00000007", "MARK\n"),
    ] {
        repo.write(secret.join(path), text);
    }
    repo.write(
        ".dsp/obj-00000007/imports",
        b"../../secret\nobj-00000001 via=../../secret\nobj-00000001/../../../secret\n\xff\xfe via=../..\n\r\n.\n..\n",
    );
    repo.write(".dsp/obj-00000007/shared", "../../../secret\n/etc/passwd\n.\n..\nobj-00000001\n");
    repo.write(".dsp/obj-00000007/description", b"source: src/\xff\x1b[31m.ts\r\npurpose: a\r\nb\rc\r\n");
    repo.write(".dsp/obj-00000008/description/x", "a folder");
    repo.write(".dsp/obj-00000008/imports/x", "a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(secret.join("exports"), repo.path(".dsp/obj-00000008/exports"))
        .expect("a link can be made");
    let before = tree(&repo.path(".dsp/obj-00000007"));
    for call in ["get-entity", "get-shared", "get-recipients", "get-children", "get-parents"] {
        for uid in ["obj-00000007", "obj-00000008"] {
            for format in ["text", "json"] {
                let run = repo.table(&[call, uid, "--format", format]);
                assert!(!run.text().contains("MARK"), "{call}: {}", run.text());
            }
        }
    }
    for call in ["get-children", "get-parents"] {
        repo.table(&[call, "obj-00000007", "--depth", "inf", "--files"]);
    }
    for call in ["detect-cycles", "get-orphans", "get-stats"] {
        repo.table(&[call]);
        repo.table(&[call, "--files"]);
    }
    assert_eq!(repo.table(&["search", "MARK"]).text(), "no matches\n");
    assert_eq!(tree(&repo.path(".dsp/obj-00000007")), before);
}

/// What a bootstrap says of files and what the folded graph says is the same.
#[test]
fn files_count_as_a_bootstrap_counts() {
    for fixture in ["barrels-and-cycles", "members", "components", "commonjs"] {
        let repo = Repo::fixture(fixture);
        let told = repo.table(&["bootstrap", "--format", "json"]);
        let told: serde_json::Value = serde_json::from_slice(&told.out).expect("it is JSON");
        let ask = |verb: &str| -> serde_json::Value {
            serde_json::from_slice(&repo.table(&[verb, "--files", "--format", "json"]).out)
                .expect("it is JSON")
        };
        let stats = ask("get-stats");
        assert_eq!(stats["imports"], told["numbers"]["edges"], "{fixture}");
        assert_eq!(stats["external"], told["numbers"]["externals"], "{fixture}");
        assert_eq!(ask("detect-cycles")["cycles"], told["cycles"], "{fixture}");
    }
}
