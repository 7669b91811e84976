//! The verbs that keep `.dsp/` well and hand it on, seen from outside.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use dsp_cli::dsp::fsck::Code;
use dsp_cli::transaction::{PATIENCE, Transaction};

use crate::operations::piped;
use crate::support::{FIXTURES, Repo, Run, finish, golden, tree};

/// A repository with a file, and a graph of two objects, a function that one of them owns and shares, and an external.
pub(crate) fn repo() -> Repo {
    let repo = Repo::of(&[("src/main.ts", ""), ("src/lib.ts", "")]);
    fine(&repo, &["init"]);
    for args in [
        &["create-object", "src/main.ts", "Starts.", "--uid", "obj-00000001"][..],
        &["create-object", "src/lib.ts", "A library.", "--uid", "obj-00000002"],
        &[
            "create-function",
            "src/lib.ts#run",
            "Runs. (auto)",
            "--owner",
            "obj-00000002",
            "--uid",
            "func-00000001",
        ],
        &["create-object", "lodash", "Helpers. (auto)", "--kind", "external", "--uid", "obj-00000003"],
        &["create-shared", "obj-00000002", "func-00000001"],
        &["add-import", "obj-00000001", "func-00000001", "to run (auto)", "--exporter", "obj-00000002"],
        &["add-import", "obj-00000001", "obj-00000002", "its types"],
        &["add-import", "obj-00000002", "obj-00000003", "uses `map` (auto)"],
        &["add-import", "obj-00000001", "obj-00000003", "uses `map` (auto)"],
    ] {
        fine(&repo, args);
    }
    repo
}

#[track_caller]
fn fine(repo: &Repo, args: &[&str]) -> String {
    repo.table(args).text().to_owned()
}

/// What a run prints, with its exit code.
fn told(run: &Run) -> String {
    format!("{}exit {}\n", run.text(), run.code.expect("it ends by itself"))
}

/// The closing line, without the time.
fn numbers(run: &Run) -> String {
    let last = run.err.lines().last().unwrap_or_default();
    last.rsplit_once(", ").map_or(last, |(numbers, _)| numbers).to_owned()
}

/// Damage of every kind.
fn broken() -> Repo {
    let repo = repo();
    let dsp = |path: &str, text: &str| repo.write(format!(".dsp/{path}"), text);
    dsp("TOC", "obj-00000001\nobj-00000002\nobj-00000009\nfunc-00000001\nobj-00000002\nwhat\n");
    dsp("obj-00000001/imports", "obj-00000002\nfunc-00000001 via=obj-00000002\nobj-00000009\nobj-00000003\n");
    dsp("obj-00000001/shared", "func-00000001\n");
    dsp("obj-00000002/exports/obj-00000009", "wired by hand\n");
    dsp("obj-00000002/imports", "func-00000001\nobj-00000003\nobj-00000001\n");
    dsp("obj-00000003/exports/func-00000001", "calls it\n");
    dsp("obj-00000004/description", "source: src/gone.ts\nkind: module\npurpose: \n");
    dsp("obj-00000005/description", "source: src/lib.ts\nkind: object\npurpose: Again.\n");
    dsp("obj-00000006/description", "source: src/../../x\nkind: object\npurpose: \u{feff}\n");
    dsp("obj-x/description", "source: x\n");
    dsp("notes.txt", "mine\n");
    dsp(".transaction/journal.part", "");
    fs::write(repo.path(".dsp/obj-00000003/shared"), b"\xff\n").expect("a file can be written");
    fs::remove_file(repo.path(".dsp/func-00000001/exports/obj-00000002")).expect("it was there");
    fs::create_dir_all(repo.path(".dsp/obj-00000007/exports")).expect("a folder can be made");
    fs::create_dir_all(repo.path(".dsp.incoming")).expect("a folder can be made");
    repo
}

#[test]
fn damage_is_told_and_healed_where_there_is_one_answer() {
    let repo = broken();
    let before = tree(&repo.path(".dsp"));
    let mut text = String::new();
    let mut call = |args: &[&str]| {
        let run = repo.run(args);
        writeln!(text, "$ {}\n{}{}\n", args.join(" "), told(&run), numbers(&run)).expect("a text takes it");
    };
    call(&["fsck"]);
    assert_eq!(tree(&repo.path(".dsp")), before);
    call(&["fsck", "--fix"]);
    call(&["fsck", "--fix"]);
    call(&["fsck", "--format", "json"]);
    golden!("fsck", format!("{text}{}", tree(&repo.path(".dsp"))));
}

#[test]
fn what_is_well_is_well() {
    let repo = repo();
    let run = repo.run(&["fsck"]);
    assert_eq!((told(&run).as_str(), numbers(&run).as_str()), ("exit 0\n", "0 errors, 0 warnings, 0 to fix"));
    assert_eq!(fine(&repo, &["fsck", "--fix", "--format", "json"]), "{\"fixed\":[],\"findings\":[]}\n");
    for name in FIXTURES {
        let repo = Repo::fixture(name);
        fine(&repo, &["bootstrap"]);
        assert_eq!(told(&repo.run(&["fsck"])), "exit 0\n", "{name}");
    }
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_gone() {
    let repo = Repo::of(&[
        ("go.mod", "module example.org/m\n\ngo 1.22\n"),
        ("inner/a.go", "package inner\n\nfunc A() {}\n"),
        ("src/b#c.ts", "export const c = 1;\n"),
        ("top.ts", "export const top = 1;\n"),
    ]);
    fine(&repo, &["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["sparse-checkout", "set", ".dsp"]);
    for sparse_index in ["--no-sparse-index", "--sparse-index"] {
        repo.git(&["sparse-checkout", "reapply", sparse_index]);
        assert!(!repo.path("src").exists());
        assert_eq!(told(&repo.run(&["fsck"])), "exit 0\n", "{sparse_index}");
    }
    repo.git(&["rm", "--quiet", "--cached", "--sparse", "src/b#c.ts"]);
    fs::remove_file(repo.path("top.ts")).expect("it is there");
    let text = told(&repo.run(&["fsck"]));
    assert_eq!(text.matches("[source-gone]").count(), 4, "{text}");
}

#[test]
fn without_a_graph_there_is_nothing_to_look_at() {
    let run = Repo::empty().run(&["fsck"]);
    assert_eq!((run.code, run.text()), (Some(1), ""));
    assert!(run.err.contains("run `dsp-cli init`"), "{}", run.err);
}

#[test]
fn every_conflict_is_told_and_nothing_is_healed() {
    let repo = broken();
    for path in ["TOC", "obj-00000001/imports", "obj-00000005/description"] {
        repo.write(format!(".dsp/{path}"), "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    }
    let run = repo.run(&["fsck"]);
    assert_eq!(run.text().matches("[merge-conflict]").count(), 3, "{}", run.text());
    assert!(!run.text().contains("--fix"), "{}", run.text());
    let before = tree(&repo.path(".dsp"));
    let run = repo.run(&["fsck", "--fix"]);
    assert!(run.err.contains("nothing was healed"), "{}", run.err);
    // What a dead run left is cleared away by whoever writes next.
    let rest: String = before.split("== ").filter(|file| !file.starts_with(".transaction")).collect();
    assert_eq!(tree(&repo.path(".dsp")).replace("== ", ""), rest);
}

/// A write that is half done is no damage: whoever looks waits for its end.
#[test]
fn a_writer_is_waited_for() {
    let repo = repo();
    let (dsp, half) = (repo.path(".dsp"), repo.path(".dsp/func-00000001/exports/obj-00000002"));
    let writer = Transaction::begin(&dsp, PATIENCE).expect("nobody else writes");
    fs::rename(&half, repo.path("kept")).expect("it was there");
    let mut looking = repo.program();
    let looking = std::thread::spawn(move || finish(looking.arg("fsck")));
    std::thread::sleep(Duration::from_millis(500));
    assert!(!looking.is_finished());
    fs::rename(repo.path("kept"), &half).expect("it can be put back");
    drop(writer);
    assert_eq!(told(&looking.join().expect("it ends")), "exit 0\n");
}

/// Systems put files of their own into folders that somebody looks at.
#[test]
fn what_a_system_puts_into_folders_is_passed_over() {
    let repo = repo();
    let before = tree(&repo.path(".dsp"));
    let left = [
        ".DS_Store",
        "obj-00000001/.DS_Store",
        "obj-00000001/exports/Thumbs.db",
        "func-00000001/Desktop.ini",
    ];
    let alone = [
        "obj-00000004/.DS_Store",
        "obj-00000001/exports/func-00000001/desktop.ini",
        "obj-00000005/exports/Thumbs.db",
    ];
    for path in left.iter().chain(&alone) {
        repo.write(format!(".dsp/{path}"), "1");
    }
    for args in [&["fsck"][..], &["fsck", "--fix"], &["fsck"]] {
        assert_eq!(told(&repo.run(args)), "exit 0\n", "{args:?}");
    }
    for path in left.iter().chain(&alone) {
        fs::remove_file(repo.path(&format!(".dsp/{path}"))).expect("it is there still");
    }
    assert_eq!(tree(&repo.path(".dsp")), before);
    fs::create_dir(repo.path(".dsp/Thumbs.db")).expect("a folder can be made");
    assert_eq!(told(&repo.run(&["fsck"])).matches("[unknown-file]").count(), 1);
}

/// What is no part of the protocol may be of any size.
#[cfg(target_os = "linux")]
#[test]
fn a_strange_file_is_not_read() {
    let repo = repo();
    for path in [".dsp/dump.bin", ".dsp/obj-00000001/exports/core"] {
        repo.write(path, "");
        let file = fs::File::options().write(true).open(repo.path(path)).expect("it was written");
        file.set_len(1 << 40).expect("a hole takes no room");
    }
    let expected = "dump.bin: warning [unknown-file]: no part of the protocol\n\
                    obj-00000001/exports/core: warning [unknown-file]: no part of the protocol\nexit 1\n";
    assert_eq!(told(&repo.run(&["fsck"])), expected);
}

#[cfg(unix)]
#[test]
fn no_link_is_followed_and_none_is_removed() {
    let repo = repo();
    let outside = repo.outside().join("elsewhere");
    fs::rename(repo.path(".dsp/obj-00000003"), &outside).expect("a folder can be moved");
    std::os::unix::fs::symlink(&outside, repo.path(".dsp/obj-00000003")).expect("a link can be made");
    std::os::unix::fs::symlink("/", repo.path(".dsp/obj-00000001/exports")).expect("a link can be made");
    let before = tree(&outside);
    let run = repo.run(&["fsck", "--fix"]);
    let expected = "obj-00000001/exports: error [link]: a symbolic link, which is not followed\n\
                    obj-00000003: error [link]: a symbolic link, which is not followed\nexit 1\n";
    assert_eq!(told(&run), expected);
    assert_eq!(tree(&outside), before);
}

#[test]
fn what_is_pending_is_told_with_what_it_takes() {
    let repo = repo();
    let mut text = String::new();
    for args in [
        &["pending"][..],
        &["pending", "--format", "json"],
        &["pending", "--format", "jsonl"],
        &["pending", "--format", "jsonl", "--limit", "3"],
        &["pending", "--entities"],
        &["pending", "--edges", "--limit", "1"],
    ] {
        let run = repo.run(args);
        writeln!(text, "$ {}\n{}{}\n", args.join(" "), told(&run), numbers(&run)).expect("a text takes it");
    }
    golden!("pending", text);
}

/// What is pending goes round unchanged; better words are no more pending.
#[test]
fn pending_lines_are_operations() {
    for name in ["pnpm-monorepo", "members", "components", "oddities"] {
        let repo = Repo::fixture(name);
        fine(&repo, &["bootstrap", "--granularity", "members"]);
        let before = tree(&repo.path(".dsp"));
        let lines = fine(&repo, &["pending", "--format", "jsonl"]);
        assert!(lines.lines().count() > 5, "{lines}");
        let run = piped(&repo, &["apply", "-"], &lines);
        assert_eq!((run.code, run.text().lines().count()), (Some(0), lines.lines().count()), "{}", run.err);
        assert_eq!(tree(&repo.path(".dsp")), before, "{name}");

        let run = piped(&repo, &["apply", "-"], &lines.replace(" (auto)\"", " It was read.\""));
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(fine(&repo, &["pending"]), "");
        let read = || tree(&repo.path(".dsp")).matches("It was read.").count();
        let words = read();
        fine(&repo, &["bootstrap"]);
        assert_eq!(fine(&repo, &["pending"]), "");
        assert!(read() >= words && words >= lines.lines().count(), "{name}");
    }
}

/// What no operation could name is not pending, and nothing is so twice.
#[test]
fn pending_lines_of_odd_graphs_are_operations() {
    let repo = repo();
    let dsp = |path: &str, text: &str| repo.write(format!(".dsp/{path}"), text);
    dsp("obj-ODD/description", "source: src/odd.ts\nkind: object\npurpose: Odd. (auto)\n");
    dsp("obj-ODD/imports", "obj-00000002\n");
    dsp("obj-00000002/exports/obj-ODD", "odd (auto)\n");
    dsp("obj-ODD/exports/obj-00000002", "odd (auto)\n");
    dsp("obj-00000002/imports", "func-00000001\nobj-00000003\nobj-00000003\nobj-ODD\n");
    dsp("obj-00000004/imports", "obj-00000003\n");
    dsp("obj-00000003/exports/obj-00000004", "\n");
    let before = tree(&repo.path(".dsp"));
    let lines = fine(&repo, &["pending", "--format", "jsonl"]);
    let ops: Vec<&str> = lines.lines().filter_map(|line| line.split(",\"about\"").next()).collect();
    let expected = [
        r#"{"op":"update-description","uid":"obj-00000003","purpose":"Helpers. (auto)""#,
        r#"{"op":"update-description","uid":"func-00000001","purpose":"Runs. (auto)""#,
        r#"{"op":"update-import-why","importer":"obj-00000001","imported":"func-00000001","why":"to run (auto)","exporter":"obj-00000002""#,
        r#"{"op":"update-import-why","importer":"obj-00000001","imported":"obj-00000003","why":"uses `map` (auto)""#,
        r#"{"op":"update-import-why","importer":"obj-00000002","imported":"obj-00000003","why":"uses `map` (auto)""#,
        r#"{"op":"update-import-why","importer":"obj-00000004","imported":"obj-00000003","why":"""#,
    ];
    let sorted = |mut lines: Vec<&str>| {
        lines.sort_unstable();
        lines.join("\n")
    };
    assert_eq!(sorted(ops), sorted(expected.to_vec()));
    let run = piped(&repo, &["apply", "-"], &lines);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(tree(&repo.path(".dsp")), before);
}

/// A `#` may stand in the name of a file or folder.
#[test]
fn a_file_is_told_from_what_is_in_it() {
    let repo = repo();
    fine(&repo, &["create-object", "src/#x/a.ts", "Odd. (auto)", "--uid", "obj-00000005"]);
    fine(&repo, &["create-function", "src/#x/a.ts#f", "Odd. (auto)", "--uid", "func-00000005"]);
    fine(&repo, &["add-import", "obj-00000005", "obj-00000003", "maps"]);
    let run = repo.run(&["bundle", "src/"]);
    assert_eq!((run.code, run.text()), (Some(1), ""));
    assert!(fine(&repo, &["bundle", "src/#x/a.ts"]).starts_with("## src/#x/a.ts (obj-00000005, object)\n"));
    fine(&repo, &["update-description", "obj-00000005", "--source", "src/#x/b.ts"]);
    assert!(fine(&repo, &["bundle", "./src/#x/a.ts"]).starts_with("## src/#x/a.ts#f (func-00000005, "));
    let pending = fine(&repo, &["pending", "--entities"]);
    assert!(pending.contains("used by 3: src/#x/b.ts, src/lib.ts, src/main.ts\n"), "{pending}");
}

#[test]
fn a_bundle_has_what_a_model_must_know() {
    let repo = repo();
    fine(&repo, &["update-description", "obj-00000002", "--section", "notes=first\nsecond"]);
    let mut text = String::new();
    for args in [
        &["bundle", "src/lib.ts"][..],
        &["bundle", "obj-00000001", "--depth", "1"],
        &["bundle", "obj-00000001", "--depth", "inf", "--budget", "110"],
        &["bundle", "obj-00000001", "func-00000001", "--budget", "20"],
        &["bundle", "lodash", "--budget", "35"],
        &["bundle", "obj-00000001", "obj-00000003", "--budget", "0"],
        &["bundle", "src/lib.ts", "lodash", "--format", "json"],
        &["bundle", "src/lib.ts#run"],
    ] {
        writeln!(text, "$ {}\n{}", args.join(" "), told(&repo.run(args))).expect("a text takes it");
    }
    golden!("bundle", text);
    for (argument, error) in [
        ("obj-00000009", "error: entity obj-00000009 does not exist\nhint: `dsp-cli find-by-source PATH` "),
        ("src/none.ts", "error: no entity has the source `src/none.ts`\nhint: paths count from the top "),
    ] {
        let run = repo.run(&["bundle", argument]);
        assert_eq!(run.code, Some(1));
        assert!(run.err.starts_with(error), "{}", run.err);
    }
    let run = repo.run(&["get-children", "src/main.ts"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("hint: a path needs --files"), "{}", run.err);
}

/// What is left out is told on one line more.
#[test]
fn a_bundle_keeps_to_its_budget() {
    let fixture = Repo::fixture("pnpm-monorepo");
    fine(&fixture, &["bootstrap"]);
    let root = fine(&fixture, &["pending", "--entities", "--limit", "1", "--format", "jsonl"]);
    let root = root.split('"').nth(7).expect("the uid is the second value");
    assert!(within_budget(&fixture, root) > 5);
    assert!(within_budget(&hostile(), "obj-00000001") > 2);
}

/// Bundles with many budgets; how many entities the largest one holds.
fn within_budget(repo: &Repo, root: &str) -> usize {
    let mut most = 0;
    for budget in [0_usize, 10, 50, 100, 150, 200, 250, 300, 400, 1000, 100_000] {
        let text = fine(repo, &["bundle", root, "--depth", "inf", "--budget", &budget.to_string()]);
        let last = text.lines().last().unwrap_or_default();
        let is_cut = last.ends_with("left out)");
        assert!(is_cut || budget > 10, "{budget}: {text}");
        assert!(!is_cut || budget < 100_000, "{budget}: {text}");
        let cut = if is_cut { last.len() + 1 } else { 0 };
        assert!(text.len() - cut <= budget * 4, "{budget}: {text}");
        most = text.lines().filter(|line| line.starts_with("## ")).count();
    }
    most
}

/// Texts that look like parts of a bundle, and such that drive a terminal.
fn hostile() -> Repo {
    let repo = repo();
    let dsp = |path: &str, text: &str| repo.write(format!(".dsp/{path}"), text);
    let fake = "## fake.ts (obj-0000000f, object)\nimports:\n- fake";
    let control = "\u{1b}[31m\u{202e}\u{7}".repeat(8);
    dsp(
        "obj-00000002/description",
        &format!("source: src/lib.ts\nkind: object\npurpose: {fake}{control}\nnotes: a\tb\n{fake}\n"),
    );
    dsp("obj-00000002/exports/obj-00000001", &format!("{fake}\r\n{fake}{control}\n"));
    dsp("obj-00000002/exports/func-00000001/description", &format!("{fake}\n"));
    dsp("obj-00000003/exports/obj-00000002", "\n");
    dsp("obj-00000003/description", "source: \"lo\\n## dash\"\nkind: external\npurpose: Helps.\n");
    repo
}

/// Whatever texts say, a line that begins a record or a part of one is one.
#[test]
fn a_bundle_is_not_forged() {
    let repo = hostile();
    let mut text = String::new();
    for args in [&["bundle", "obj-00000002"][..], &["bundle", "obj-00000001", "--depth", "inf"]] {
        writeln!(text, "$ {}\n{}", args.join(" "), told(&repo.run(args))).expect("a text takes it");
    }
    assert_eq!(text.lines().filter(|line| line.starts_with("## ")).count(), 5, "{text}");
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{7}', '\r']), "{text:?}");
    golden!("bundle-hostile", text);
}

/// What lines name is not trusted to be in `.dsp/`.
#[test]
fn nothing_outside_is_read() {
    let repo = repo();
    repo.write("secret/description", "source: secret\nkind: object\npurpose: SECRET (auto)\n");
    repo.write("secret/exports/obj-00000001", "SECRET (auto)\n");
    repo.write(".dsp/obj-00000001/imports", "../secret\nobj-00000002 via=../secret\n../../etc/passwd\n");
    repo.write(".dsp/obj-00000001/shared", "../secret\n");
    for (args, code) in [
        (&["bundle", "obj-00000001", "--depth", "inf"][..], 0),
        (&["pending"], 0),
        (&["fsck", "--fix"], 1),
        (&["bundle", "../secret"], 1),
    ] {
        let run = repo.run(args);
        assert_eq!(run.code, Some(code), "{args:?}: {}", run.err);
        assert!(!run.text().contains("SECRET") && !run.err.contains("SECRET"), "{}", run.text());
    }
}

/// What findings are called is relied upon.
#[test]
fn every_code_is_explained() {
    let guide = include_str!("../GUIDE.md");
    for code in Code::ALL {
        assert!(guide.contains(&format!("`{}`", code.name())), "{}", code.name());
    }
}

/// Every call that the prompt shows is one.
#[test]
fn the_prompt_names_what_there_is() {
    let repo = Repo::empty();
    let prompt = fine(&repo, &["prompt"]);
    let spans: Vec<&str> = prompt.split('`').skip(1).step_by(2).collect();
    let calls: Vec<&str> = spans.iter().filter_map(|span| span.strip_prefix("dsp-cli ")).collect();
    assert!(calls.len() > 20, "{calls:?}");
    for call in calls {
        let verb = call.split(' ').next().expect("a verb follows");
        let help = repo.run(&[verb, "--help"]);
        assert_eq!(help.code, Some(0), "{call}: {}", help.err);
        for flag in call.split(' ').filter(|word| word.starts_with("--")) {
            assert!(help.text().contains(flag), "{call}: {flag}");
        }
    }
    assert!(prompt.lines().all(|line| line.chars().count() <= 120));
}

/// Git finds conflicts where two branches changed what the tool wrote; nobody but the tool has to read them.
#[test]
fn a_merge_of_two_branches_is_finished() {
    let repo = Repo::of(&[
        ("package.json", r#"{"name":"x","main":"a.ts"}"#),
        ("a.ts", "import {b} from './b'\nexport const a = () => b()\n"),
        ("b.ts", "export const b = () => 1\n"),
    ]);
    repo.commit();
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["checkout", "--quiet", "-b", "other"]);
    repo.write("c.ts", "import {b} from './b'\nexport const c = () => b()\n");
    repo.table(&["sync"]);
    repo.commit();
    repo.git(&["checkout", "--quiet", "-"]);
    repo.write("b.ts", "export const b = () => 1\nexport const d = 1\n");
    repo.table(&["sync"]);
    repo.commit();
    let merge = std::process::Command::new("git").current_dir(repo.dir()).args(["merge", "other"]).output();
    assert!(!merge.unwrap().status.success(), "the merge is a conflict");
    let refused = repo.run(&["sync"]);
    assert!(refused.code == Some(3) && refused.err.contains("fsck --fix"), "{}", refused.err);
    let healed = repo.run(&["fsck", "--fix"]);
    assert_eq!(healed.code, Some(0), "{}{}", healed.text(), healed.err);
    repo.table(&["sync"]);
    repo.commit();
    let check = repo.run(&["check"]);
    assert_eq!(check.code, Some(0), "{}{}", check.text(), check.err);
}
