//! `sync` and `check`: `.dsp/` follows what somebody did to the code.

use std::fs;
use std::process::Stdio;

use bstr::ByteSlice;

use crate::support::{Repo, Run, golden, tree};

mod kept;
mod narrow;
mod packages;
mod random;
mod staged;
mod unclear;

/// A small program of three files, mapped, and all of it committed.
pub(super) fn mapped() -> Repo {
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"shop\", \"main\": \"src/main.ts\" }\n"),
        ("src/main.ts", "import { total } from './cart';\nexport function run() { return total([]); }\n"),
        (
            "src/cart.ts",
            "import { round } from './math';\n/** Adds up prices. */\nexport function total(prices: number[]) { return round(prices[0]); }\n",
        ),
        (
            "src/math.ts",
            "/** Rounds to cents. */\nexport function round(n: number) { return Math.round(n); }\n",
        ),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo
}

/// The uid of what stands for `source`.
pub(super) fn uid(repo: &Repo, source: &str) -> String {
    let stats = repo.table(&["search", source, "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&stats.out).expect("it is JSON");
    let results = found["results"].as_array().expect("a list");
    let is_it = |uid: &&str| repo.table(&["get-entity", uid]).text().contains(&format!("source: {source}\n"));
    let uids = results.iter().filter_map(|result| result["uid"].as_str());
    uids.into_iter().find(is_it).expect("it is there").to_owned()
}

/// What a run said, the numbers apart.
pub(super) fn told(run: &Run) -> String {
    let story = run.err.lines().filter(|line| !line.ends_with(" s") && !line.starts_with("of these files"));
    let story: String = story.flat_map(|line| ["! ", line, "\n"]).collect();
    format!("{}{story}", run.text())
}

/// Told anew, the `.dsp/` of the index is what stands there.
pub(super) fn is_in_step(repo: &Repo) {
    let check = repo.run(&["check", "--staged", "--no-cache"]);
    assert_eq!((check.text(), check.code), ("", Some(0)));
}

pub(super) fn graph(repo: &Repo) -> String {
    tree(&repo.path(".dsp"))
}

fn replace(repo: &Repo, path: &str, from: &str, to: &str) {
    let text = fs::read_to_string(repo.path(path)).expect("it is there");
    assert!(text.contains(from), "{path} has no {from}");
    repo.write(path, text.replace(from, to));
}

#[test]
fn a_story_of_changes() {
    let repo = mapped();
    let mut story = Vec::new();
    let mut step = |title: &str| {
        let stale = repo.run(&["check"]);
        let run = repo.table(&["sync"]);
        assert_eq!(stale.out, run.out, "{title}: check tells what sync does");
        assert_eq!(stale.code, Some(i32::from(!run.out.is_empty())), "{title}");
        assert_eq!(repo.table(&["check"]).text(), "", "{title}: nothing is left to do");
        story.push(format!("== {title}\n{}\n", told(&run)));
        repo.commit();
    };
    step("nothing happened");
    replace(&repo, "src/math.ts", "Math.round(n)", "Math.round(n * 100) / 100");
    step("a body changed that nobody imports");
    replace(&repo, "src/math.ts", "Rounds to cents.", "Rounds to whole cents.");
    repo.write(
        "src/tax.ts",
        "import { round } from './math';\nexport const tax = (n: number) => round(n * 0.2);\n",
    );
    step("other words, and a new file");
    replace(&repo, "src/cart.ts", "round(prices[0])", "tax(round(prices[0]))");
    replace(&repo, "src/cart.ts", "import { round }", "import { tax } from './tax';\nimport { round }");
    step("a new import");
    let (tax, cart, exporter) =
        (uid(&repo, "src/tax.ts#tax"), uid(&repo, "src/cart.ts"), uid(&repo, "src/tax.ts"));
    repo.table(&["update-import-why", &cart, &tax, "prices are shown with tax", "--exporter", &exporter]);
    repo.table(&["update-description", &tax, "--purpose", "The tax on a price."]);
    step("somebody says why");
    repo.git(&["mv", "src/tax.ts", "src/levy.ts"]);
    replace(&repo, "src/cart.ts", "./tax", "./levy");
    step("a file is renamed");
    replace(&repo, "src/levy.ts", "n * 0.2", "n * 0.2 (((");
    step("it does not parse");
    replace(&repo, "src/levy.ts", "n * 0.2 (((", "n * 0.25");
    replace(&repo, "src/cart.ts", "tax(round(prices[0]))", "round(prices[0])");
    replace(&repo, "src/cart.ts", "import { tax } from './levy';\n", "");
    step("an import goes that somebody explained");
    fs::remove_file(repo.path("src/levy.ts")).expect("it is there");
    step("a file goes of which somebody described a part");
    golden!("sync-story", story.concat() + &graph(&repo));
}

#[test]
fn json_has_the_operations() {
    let repo = mapped();
    repo.write("src/new.ts", "export const n = 1;\n");
    let run = repo.table(&["sync", "--format", "json", "--dry-run"]);
    let value: serde_json::Value = serde_json::from_slice(&run.out).expect("it is JSON");
    let operation = &value["operations"][0];
    assert_eq!(
        (operation["op"].as_str(), operation["about"][0].as_str()),
        (Some("create-object"), Some("src/new.ts"))
    );
    assert!(value["changes"].as_array().is_some_and(|changes| !changes.is_empty()));
    assert_eq!(repo.run(&["check", "--format", "json"]).code, Some(1));
    assert!(
        !repo.path(".dsp").join(operation["on"][0].as_str().expect("a uid")).exists(),
        "a dry run writes nothing"
    );
}

#[test]
fn without_a_graph_bootstrap_is_named() {
    let repo = Repo::of(&[("a.ts", "export const a = 1;\n")]);
    for call in [
        &["sync"][..],
        &["sync", "--staged"],
        &["sync", "--to", "HEAD"],
        &["check"],
        &["check", "--staged"],
        &["check", "--against", "HEAD"],
    ] {
        let run = repo.run(call);
        assert_eq!((run.code, run.text()), (Some(1), ""), "{call:?}: {}", run.err);
        assert!(run.err.contains("dsp-cli bootstrap"), "{call:?}: {}", run.err);
    }
    assert!(!repo.path(".dsp").exists() && !repo.path(".dsp.lock").exists());
}

#[test]
fn a_graph_that_cannot_be_read_stays_as_it_is() {
    let repo = mapped();
    repo.write("src/main.ts", "export const other = 1;\n");
    let main = uid(&repo, "src/main.ts");
    let place = format!(".dsp/{main}/imports");
    repo.write(&place, "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> side\n");
    let before = graph(&repo);
    for call in [&["sync"][..], &["check"]] {
        let run = repo.run(call);
        assert_eq!(run.code, Some(3), "{call:?}");
        assert!(run.err.contains("merge-conflict marks"), "{call:?}: {}", run.err);
    }
    repo.git(&["add", ".dsp"]);
    for call in [&["sync", "--staged"][..], &["check", "--staged"]] {
        let run = repo.run(call);
        assert_eq!(run.code, Some(3), "{call:?}");
        assert!(run.err.contains("merge-conflict marks"), "{call:?}: {}", run.err);
    }
    assert_eq!(graph(&repo), before);
}

#[cfg(unix)]
#[test]
fn a_link_is_not_followed() {
    let repo = mapped();
    fs::rename(repo.path(".dsp"), repo.outside().join("elsewhere")).expect("it can be moved");
    std::os::unix::fs::symlink(repo.outside().join("elsewhere"), repo.path(".dsp"))
        .expect("a link can be made");
    let before = tree(&repo.outside().join("elsewhere"));
    repo.write("src/new.ts", "export const n = 1;\n");
    repo.git(&["add", "--all"]);
    for call in [&["sync"][..], &["check"], &["sync", "--staged"], &["check", "--staged"]] {
        let run = repo.run(call);
        assert_eq!(run.code, Some(3), "{call:?}");
        assert!(run.err.contains("symbolic link"), "{call:?}: {}", run.err);
    }
    assert_eq!(tree(&repo.outside().join("elsewhere")), before);
}

#[test]
fn commits_are_synced_and_checked() {
    let repo = mapped();
    repo.write("src/new.ts", "export const n = 1;\n");
    repo.commit();
    repo.write("src/later.ts", "export const l = 1;\n");
    let stale = repo.run(&["check", "--against", "HEAD"]);
    assert_eq!(stale.code, Some(1));
    assert!(
        stale.text().contains("src/new.ts") && !stale.text().contains("src/later.ts"),
        "{}",
        stale.text()
    );
    assert_eq!(repo.run(&["check", "--against", "HEAD^"]).code, Some(0));
    let synced = repo.table(&["sync", "--from", "HEAD^", "--to", "HEAD"]);
    assert_eq!(synced.out, stale.out);
    assert_eq!(repo.run(&["check", "--against", "HEAD"]).code, Some(1), "nothing is committed yet");
    repo.commit();
    let bare = repo.outside().join("bare");
    repo.git(&["clone", "--quiet", "--bare", ".", &bare.to_string_lossy()]);
    let root = bare.to_string_lossy();
    assert_eq!(repo.run(&["check", "--root", &root, "--against", "HEAD^"]).code, Some(1));
    for call in [&["check", "--root", &root][..], &["check", "--root", &root, "--staged"]] {
        let refused = repo.run(call);
        assert_eq!(refused.code, Some(3));
        assert!(refused.err.contains("hint: name a revision with --against\n"), "{}", refused.err);
    }
    assert_eq!(repo.run(&["sync", "--root", &root]).code, Some(3));
    for call in
        [&["sync", "--from", "nowhere"][..], &["sync", "--to", "nowhere"], &["check", "--against", ""]]
    {
        assert_eq!(repo.run(call).code, Some(2), "{call:?}");
    }
}

#[test]
fn works_without_git_and_before_the_first_commit() {
    let folder = Repo::folder("plain");
    folder.write("a.ts", "export const a = 1;\n");
    folder.table(&["bootstrap", "--markers", "off"]);
    folder.write("b.ts", "import { a } from './a';\nexport const b = a;\n");
    assert_eq!(folder.run(&["check"]).code, Some(1));
    folder.table(&["sync"]);
    assert_eq!(folder.run(&["check"]).code, Some(0));
    assert_eq!(folder.run(&["sync", "--staged"]).code, Some(3));
    folder.init();
    folder.git(&["add", "--all"]);
    folder.write("c.ts", "import { a } from './a';\nexport const c = a;\n");
    folder.git(&["add", "c.ts"]);
    assert_eq!(folder.run(&["check", "--staged"]).code, Some(1));
    folder.table(&["sync", "--staged"]);
    assert_eq!(folder.run(&["check", "--staged"]).code, Some(0));
    assert_eq!(folder.run(&["check"]).code, Some(0));
}

#[test]
fn a_move_that_was_committed_without_a_sync_is_found() {
    let repo = mapped();
    let cart = uid(&repo, "src/cart.ts");
    repo.table(&["update-description", &cart, "--purpose", "What is bought."]);
    repo.commit();
    repo.git(&["mv", "src/cart.ts", "src/basket.ts"]);
    replace(&repo, "src/main.ts", "./cart", "./basket");
    repo.commit();
    repo.write("unrelated.txt", "1\n");
    repo.commit();
    let operations = repo.table(&["sync", "--dry-run"]);
    repo.table(&["sync"]);
    assert_eq!(uid(&repo, "src/basket.ts"), cart, "{}", operations.text());
}

#[test]
fn markers_follow_the_recorded_choice() {
    let repo = Repo::of(&[("a.ts", "export const a = 1;\n")]);
    repo.table(&["bootstrap"]);
    repo.commit();
    let count = |repo: &Repo| {
        let text = fs::read(repo.path("a.ts")).expect("it is there");
        text.find_iter(" @dsp ").count()
    };
    assert_eq!(count(&repo), 1);
    let text = fs::read_to_string(repo.path("a.ts")).expect("it is there");
    repo.write("a.ts", text + "export const b = 2;\n");
    let run = repo.table(&["sync", "-v"]);
    assert!(run.err.contains("left alone: a.ts (differs from the last commit)"), "{}", run.err);
    assert_eq!(count(&repo), 1, "nobody's unstaged work is touched");
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    assert_eq!(count(&repo), 1);
    repo.commit();
    repo.table(&["sync"]);
    assert_eq!(count(&repo), 2, "what is committed gets its marker");
    repo.commit();
    let text = fs::read_to_string(repo.path("a.ts")).expect("it is there");
    repo.write("a.ts", text + "export const c = 3;\n");
    repo.table(&["sync", "--allow-dirty"]);
    assert_eq!(count(&repo), 3);
    assert_eq!(repo.run(&["check"]).code, Some(0));
}

#[test]
fn two_at_once_wait_for_each_other() {
    let repo = mapped();
    for at in 0..20 {
        repo.write(
            format!("src/n{at}.ts"),
            format!("import {{ round }} from './math';\nexport const n{at} = round({at});\n"),
        );
    }
    repo.git(&["add", "--all"]);
    for call in [&["sync"][..], &["sync", "--staged"]] {
        let mut running: Vec<_> = (0..4)
            .map(|_| {
                repo.program()
                    .args(call)
                    .args(["-q"])
                    .stdout(Stdio::null())
                    .spawn()
                    .expect("it can be started")
            })
            .collect();
        for child in &mut running {
            assert!(child.wait().expect("it ends").success(), "{call:?}");
        }
    }
    for call in [&["check"][..], &["check", "--staged"], &["fsck"]] {
        assert_eq!(repo.run(call).code, Some(0), "{call:?}: {}", repo.run(call).text());
    }
}

#[test]
fn a_root_that_became_a_part_of_a_package_is_the_package() {
    let repo = Repo::of(&[
        ("go.mod", "module m\n\ngo 1.22\n"),
        ("main.go", "package x\n\nfunc M() {}\n"),
        ("foo/a.go", "package x\n\nfunc A() {}\n"),
        ("foo/b.go", "package y\n\nfunc B() {}\n"),
        ("foo/c.go", "package y\n\nfunc C() {}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off", "-q", "foo/a.go", "main.go"]);
    fs::remove_file(repo.path(".dsp/config.toml")).expect("it is there");
    repo.write("foo/a.go", "package y\n\nfunc A() {}\n");
    repo.table(&["sync", "-q"]);
    let check = repo.run(&["check"]);
    assert_eq!((check.text(), check.code), ("", Some(0)));
    assert!(graph(&repo).contains("source: foo\nkind: object\npurpose: Entry"));
}

#[test]
fn the_scope_of_a_root_goes_where_all_that_lay_in_it_went() {
    let repo = Repo::of(&[
        ("package.json", "{ \"workspaces\": [\"packages/*\"] }\n"),
        ("packages/a/package.json", "{ \"name\": \"a\", \"main\": \"src/index.ts\" }\n"),
        ("packages/a/src/index.ts", "export const a = 1;\n"),
        ("packages/b/package.json", "{ \"name\": \"b\", \"main\": \"src/index.ts\" }\n"),
        ("packages/b/src/index.ts", "export function b() {}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["mv", "packages/a", "packages/c"]);
    repo.table(&["sync", "--staged"]);
    let described = graph(&repo);
    assert!(described.contains("scope: packages/c\n") && !described.contains("scope: packages/a\n"));
    assert!(described.contains("scope: packages/b\n"));
    assert_eq!(repo.run(&["check"]).code, Some(0));
    repo.table(&["create-object", "packages/c/src/more.ts", "More."]);
}

#[test]
fn what_a_broken_file_held_stands_behind_it_under_a_new_root_too() {
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"p\", \"main\": \"one.ts\" }\n"),
        ("one.ts", "import './broken';\nimport './late';\n"),
        ("broken.ts", "export const b = 1;\nexport function f() {}\n"),
        ("late.ts", "export const late = 1;\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["rm", "--quiet", "one.ts"]);
    repo.write("package.json", "{ \"name\": \"p\", \"main\": \"two.ts\" }\n");
    repo.write("two.ts", "import './broken';\nimport './late';\nexport const two = 2;\n");
    repo.write("broken.ts", "export const = = ;\n}} export function {{{\n");
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    is_in_step(&repo);
    let table = fs::read_to_string(repo.path(".dsp/TOC")).expect("it is there");
    let [broken, b, late] = ["broken.ts", "broken.ts#b", "late.ts"].map(|source| {
        let uid = uid(&repo, source);
        table.lines().position(|line| line == uid).expect("it is listed")
    });
    assert!(broken < b && b < late, "{table}");
}

#[test]
fn the_scope_of_the_whole_repository_stays_when_its_root_is_moved() {
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"top\", \"main\": \"index.ts\", \"workspaces\": [\"packages/*\"] }\n"),
        ("index.ts", "export const top = 1;\nexport const more = 2;\n"),
        ("packages/a/package.json", "{ \"name\": \"a\", \"main\": \"index.ts\" }\n"),
        ("packages/a/index.ts", "export function a() {}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    assert!(graph(&repo).contains("scope: .\n"));
    repo.write(
        "package.json",
        "{ \"name\": \"top\", \"main\": \"src/index.ts\", \"workspaces\": [\"packages/*\"] }\n",
    );
    fs::create_dir(repo.path("src")).expect("it is new");
    repo.git(&["mv", "index.ts", "src/index.ts"]);
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    assert!(graph(&repo).contains("scope: .\n"));
    assert_eq!(repo.run(&["check", "--no-cache"]).code, Some(0));
}

/// What somebody noted of a file that breaks for a while.
#[test]
fn a_broken_file_leaves_no_trace_in_other_tables() {
    let repo = Repo::of(&[
        ("package.json", "{ \"workspaces\": [\"packages/*\"] }\n"),
        ("packages/a/package.json", "{ \"name\": \"a\", \"main\": \"index.ts\" }\n"),
        ("packages/a/index.ts", "export { b } from '../b/index';\n"),
        ("packages/b/package.json", "{ \"name\": \"b\", \"main\": \"index.ts\" }\n"),
        ("packages/b/index.ts", "export function b() {}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.table(&["create-object", "packages/b/index.ts#note", "What is odd."]);
    repo.table(&["sync"]);
    let before = graph(&repo);
    repo.write("packages/b/index.ts", "export = = function {{{\n");
    repo.table(&["sync"]);
    assert_eq!(repo.run(&["check"]).code, Some(0));
    repo.write("packages/b/index.ts", "export function b() {}\n");
    repo.table(&["sync"]);
    assert_eq!(graph(&repo), before);
}

#[test]
fn with_the_last_source_goes_what_the_tool_said() {
    let repo = Repo::of(&[("src/a.ts", "export const a = 1\n"), ("README.md", "# A\n")]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.git(&["add", "."]);
    repo.git(&["rm", "-q", "--cached", "src/a.ts"]);
    fs::remove_file(repo.path("src/a.ts")).unwrap();
    let run = repo.run(&["sync", "--staged"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
    assert_eq!(repo.run(&["check"]).code, Some(0));
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
    let left = String::from_utf8(repo.git(&["ls-files", ".dsp"])).unwrap();
    assert!(!left.contains("obj-"), "{left}");
}

#[test]
fn what_somebody_wrote_outlives_the_last_source() {
    let repo = Repo::of(&[("a.py", "def f(): pass\n"), ("README.md", "# A\n")]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.table(&["update-description", &uid(&repo, "a.py#f"), "--purpose", "Somebody's words."]);
    let lines = fs::read_to_string(repo.path(".dsp/TOC")).expect("it is there");
    repo.commit();
    repo.git(&["rm", "--quiet", "a.py"]);
    repo.table(&["sync"]);
    assert!(!repo.path(".dsp/TOC").exists(), "nothing is an entry");
    let before = graph(&repo);
    for call in ["check", "sync", "bootstrap"] {
        assert_eq!(repo.table(&[call]).text(), "", "{call}");
    }
    assert_eq!(graph(&repo), before);
    assert_eq!(repo.run(&["fsck"]).text().matches("[source-gone]").count(), 1);
    // As a merge brings it back.
    repo.write(".dsp/TOC", lines.lines().next().expect("a root").to_owned() + "\n");
    repo.table(&["sync"]);
    assert_eq!(graph(&repo), before);
    repo.git(&["checkout", "--quiet", "HEAD", "--", "a.py"]);
    repo.table(&["sync"]);
    assert_eq!(fs::read_to_string(repo.path(".dsp/TOC")).expect("it is there"), lines);
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
}

#[test]
fn without_any_source_a_graph_of_others_stays() {
    let repo = Repo::of(&[("b.rb", ""), ("README.md", "# A\n")]);
    repo.table(&["init"]);
    repo.table(&["create-object", "a.rb", "Is gone.", "--uid", "obj-00000001"]);
    repo.table(&["create-object", "b.rb", "Is there.", "--uid", "obj-00000002"]);
    repo.table(&["add-import", "obj-00000002", "obj-00000001", "needs it"]);
    let before = graph(&repo);
    for call in ["check", "sync", "bootstrap"] {
        assert_eq!(repo.table(&[call]).text(), "", "{call}");
    }
    assert_eq!(graph(&repo), before);
}

/// Merges `side` as README tells to: conflicts in sources as on the branch that is checked out, those in `.dsp/` healed.
#[track_caller]
fn merge_side(repo: &Repo) {
    repo.run_git(&["merge", "--quiet", "--no-edit", "side"]);
    for path in repo.git(&["diff", "--name-only", "--diff-filter=U", "-z", "--", ":!.dsp"]).split_str(b"\0") {
        let path = path.to_str().expect("it is UTF-8");
        if !path.is_empty() && !repo.run_git(&["checkout", "--quiet", "--ours", "--", path]).success() {
            fs::remove_file(repo.path(path)).expect("it is there");
        }
    }
    repo.run(&["fsck", "--fix"]);
    repo.table(&["sync"]);
    repo.commit();
    assert_eq!(repo.run(&["check", "--no-cache"]).code, Some(0));
    let found = repo.run(&["fsck"]);
    assert_eq!((found.text(), found.code), ("", Some(0)));
}

#[test]
fn what_a_merge_left_of_an_entity_goes() {
    let repo = Repo::of(&[
        ("main.py", "import a\nimport b\n"),
        ("a.py", "\"\"\"The first.\"\"\"\nimport b\n"),
        ("b.py", "def b(): pass\n"),
        ("c.py", "def c(): pass\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["checkout", "--quiet", "-b", "side"]);
    replace(&repo, "a.py", "import b", "import c");
    repo.table(&["sync"]);
    repo.commit();
    repo.git(&["checkout", "--quiet", "main"]);
    repo.git(&["rm", "--quiet", "a.py"]);
    replace(&repo, "main.py", "import a\n", "");
    repo.table(&["sync"]);
    repo.commit();
    let before = graph(&repo);
    merge_side(&repo);
    assert_eq!(graph(&repo), before);
}
