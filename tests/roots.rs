//! `roots`, and how `bootstrap` is told where to start and how much to cover.

use std::fs;

use crate::support::{FIXTURES, Repo, Run, finish, golden, tree};

/// A lone app with a page beside it that nothing imports.
fn app() -> Repo {
    Repo::of(&[
        (
            "package.json",
            "{ \"name\": \"app\", \"scripts\": { \"start\": \"node src/serve.js\" }, \"bin\": \"cli.js\" }",
        ),
        ("src/serve.js", "import './db.js'\n"),
        ("src/db.js", "export const db = 1\n"),
        ("cli.js", "import(process.argv[2])\nimport './gone.js'\n"),
        ("lonely.js", "export const x = 1\n"),
        ("notes.md", "\n"),
    ])
}

fn roots(repo: &Repo) -> String {
    repo.table(&["roots"]).text().to_owned()
}

fn recorded(repo: &Repo) -> Option<String> {
    fs::read_to_string(repo.path(".dsp/config.toml")).ok()
}

fn refused(repo: &Repo, args: &[&str], code: i32, words: &str) -> Run {
    let run = repo.run(args);
    assert_eq!((run.code, run.text()), (Some(code), ""), "{args:?}: {}", run.err);
    assert!(run.err.contains(words), "{args:?}: {}", run.err);
    run
}

#[test]
fn roots_are_those_that_bootstrap_uses() {
    for fixture in FIXTURES {
        let repo = Repo::fixture(fixture);
        let paths = |text: &str, column: usize| -> Vec<String> {
            text.lines().filter_map(|line| Some(line.split("  ").nth(column)?.to_owned())).collect()
        };
        let before = roots(&repo);
        let run = repo.table(&["bootstrap"]);
        assert_eq!(paths(&before, 0), paths(run.text(), 1), "{fixture}");
        assert_eq!(roots(&repo), before, "{fixture}: a graph of ours changes no root");
        repo.commit();
        for place in [&["roots", "--staged"][..], &["roots", "--at", "HEAD"]] {
            assert_eq!(repo.table(place).text(), before, "{fixture} {place:?}");
        }
    }
}

#[test]
fn roots_are_explained() {
    let repo = Repo::fixture("pnpm-monorepo");
    let text = repo.table(&["roots", "-v"]);
    let json = repo.table(&["roots", "--format", "json"]);
    golden!("roots", format!("{}\n{}{}", roots(&repo), text.text(), json.text()));
}

#[test]
fn a_file_in_the_call_is_the_root() {
    let repo = app();
    assert_eq!(roots(&repo), "cli.js  [.]  app  (`bin` of package.json)\n");
    let inside = finish(repo.program().current_dir(repo.path("src")).args(["bootstrap", "serve.js"]));
    assert_eq!(inside.code, Some(0), "{}", inside.err);
    assert!(inside.text().ends_with("  src/serve.js  (named in the call)\n"), "{}", inside.text());
    assert_eq!(recorded(&repo).as_deref(), Some("[[root]]\npath = \"src/serve.js\"\n"));
    let written = tree(&repo.path(".dsp"));
    assert_eq!(roots(&repo), "src/serve.js  [.]  app  (named in an earlier call)\n");
    let again = repo.table(&["bootstrap"]);
    assert!(again.err.contains(" 0 files written"), "{}", again.err);
    assert_eq!(tree(&repo.path(".dsp")), written);
    repo.table(&["bootstrap", "cli.js", "lonely.js"]);
    let two = "[[root]]\npath = \"cli.js\"\n\n[[root]]\npath = \"lonely.js\"\n";
    assert_eq!(recorded(&repo).as_deref(), Some(two));
    repo.write("dsp.toml", "[[root]]\npath = 'src/db.js'\nscope = 'src'\nname = 'DB'\n");
    assert_eq!(roots(&repo), "src/db.js  [src]  DB  (`[[root]]` of dsp.toml)\n");
}

#[test]
fn what_cannot_be_a_root_is_told() {
    let repo = app();
    refused(&repo, &["bootstrap", "notes.md"], 2, "`notes.md` is in no language that is read here");
    refused(&repo, &["bootstrap", "src/gone.ts"], 2, "`src/gone.ts` is no file of the repository");
    refused(&repo, &["bootstrap", "../x.ts"], 2, "does not lie in the repository");
    assert!(!repo.path(".dsp").exists());
    repo.write("dsp.toml", "[[root]]\npath = 'src/gone.js'\n\n[[root]]\npath = 'notes.md'\n");
    let run = repo.table(&["bootstrap"]);
    assert_eq!(
        run.problems(),
        "problem: dsp.toml:1: the root `src/gone.js` is no source file of the repository; it is left out\n\
         problem: dsp.toml:4: the root `notes.md` is no source file of the repository; it is left out\n"
    );
    assert!(run.text().contains("(`bin` of package.json)"), "detection goes on: {}", run.text());
}

#[test]
fn choices_are_remembered_until_they_are_taken_back() {
    let repo = app();
    let left_out = |run: &Run| {
        let words = run.err.split(", ").filter(|word| word.ends_with(" not covered"));
        words.map(str::to_owned).collect::<String>()
    };
    let reachable = repo.table(&["bootstrap", "--cover", "reachable", "src/serve.js"]);
    assert_eq!(left_out(&reachable), "2 not covered");
    let text = "[bootstrap]\ncover = \"reachable\"\n\n[[root]]\npath = \"src/serve.js\"\n";
    assert_eq!(recorded(&repo).as_deref(), Some(text));
    assert_eq!(left_out(&repo.table(&["bootstrap"])), "2 not covered", "the record is read");
    repo.write("dsp.toml", "[bootstrap]\ncover = 'all'\n");
    assert_eq!(left_out(&repo.table(&["bootstrap"])), "0 not covered", "dsp.toml beats the record");
    let by_environment =
        finish(repo.program().env("DSP_COVER", "reachable").args(["bootstrap", "--dry-run"]));
    assert_eq!(left_out(&by_environment), "2 not covered", "the environment beats dsp.toml");
    let by_flag = repo.program().env("DSP_COVER", "reachable").args(["bootstrap", "--cover", "all"]).output();
    assert!(by_flag.unwrap().status.success());
    assert_eq!(
        recorded(&repo).as_deref(),
        Some("[[root]]\npath = \"src/serve.js\"\n"),
        "the flag beats both"
    );
}

#[test]
fn the_record_keeps_what_it_does_not_know() {
    let repo = app();
    repo.write(".dsp/config.toml", "# ours\nlater = 1\n\n[bootstrap]\ngranularity = \"files\" # why\n");
    repo.table(&["bootstrap"]);
    repo.table(&["bootstrap", "--granularity", "members"]);
    let text = "# ours\nlater = 1\n\n[bootstrap]\ngranularity = \"members\" # why\n";
    assert_eq!(recorded(&repo).as_deref(), Some(text));
    repo.table(&["bootstrap", "--granularity", "shared"]);
    assert_eq!(recorded(&repo).as_deref(), Some("# ours\nlater = 1\n"));
    repo.write(".dsp/config.toml", "[bootstrap\n");
    refused(&repo, &["bootstrap", "--cover", "reachable"], 3, ".dsp/config.toml:1: is no TOML");
    assert_eq!(recorded(&repo).as_deref(), Some("[bootstrap\n"));
    repo.write(".dsp/config.toml", "<<<<<<< HEAD\n=======\n>>>>>>> x\n");
    refused(&repo, &["bootstrap"], 3, "merge-conflict marks");
    refused(&repo, &["roots"], 3, "merge-conflict marks");
}

#[test]
fn a_default_that_is_given_leaves_no_record() {
    let repo = app();
    repo.table(&["bootstrap", "--cover", "all", "--granularity", "shared", "--markers", "shared"]);
    assert_eq!(recorded(&repo), None);
}

#[test]
fn calls_that_mean_nothing_are_refused() {
    let repo = app();
    refused(&repo, &["bootstrap", "--markers", "on"], 2, "files,shared");
    refused(&repo, &["bootstrap", "--cover", "some"], 2, "reachable");
    refused(&repo, &["bootstrap", "--granularity", "atoms"], 2, "members");
    assert!(!repo.path(".dsp").exists());
}

#[test]
fn a_run_reports_as_one_object() {
    let repo = app();
    repo.write("src/db.js", "import './serve.js'\n");
    let dry = repo.table(&["bootstrap", "--dry-run", "--format", "json"]);
    assert!(!repo.path(".dsp").exists());
    let wet = repo.table(&["bootstrap", "--format", "json"]);
    let again = repo.table(&["bootstrap", "--format", "json", "--no-cache"]);
    let text = |run: &Run| run.text().replace(",\"", ",\n\"");
    golden!("bootstrap-json", format!("{}\n{}\n{}", text(&dry), text(&wet), text(&again)));
}

#[test]
fn findings_are_listed_on_demand() {
    let repo = app();
    repo.write("src/db.js", "import './serve.js'\n");
    let run = repo.table(&["bootstrap", "-v"]);
    for line in [
        "cycle: src/db.js, src/serve.js\n",
        "missing: cli.js imports ./gone.js (no-such-file)\n",
        "computed: cli.js imports process.argv[2]\n",
    ] {
        assert!(run.err.contains(line), "{}", run.err);
    }
    assert!(!repo.table(&["bootstrap"]).err.contains("cycle: "));
}
