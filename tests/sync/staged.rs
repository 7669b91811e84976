//! `sync --staged`: what a commit would hold, and nobody's unstaged work.

use std::fs;

use bstr::ByteSlice;

use super::{graph, mapped, replace, told, uid};
use crate::support::{Repo, Run, golden};

/// What git says of `.dsp/` and the sources, a line each.
fn status(repo: &Repo) -> String {
    repo.git(&["status", "--porcelain", "--untracked-files=all"]).to_str().expect("it is UTF-8").to_owned()
}

/// The text that is staged at `path`.
fn staged(repo: &Repo, path: &str) -> String {
    repo.git(&["show", &format!(":{path}")]).to_str().expect("it is UTF-8").to_owned()
}

#[test]
fn a_story_of_a_partial_commit() {
    let repo = mapped();
    let cart = uid(&repo, "src/cart.ts");
    // Unstaged: words of somebody, a file that is not to be committed, and half of an edit.
    repo.table(&["update-description", &cart, "--purpose", "What is bought."]);
    repo.write("src/draft.ts", "import { round } from './math';\nexport const draft = round(1);\n");
    repo.table(&["sync"]);
    repo.write("src/tax.ts", "import { round } from './math';\nexport const tax = round(2);\n");
    replace(&repo, "src/main.ts", "./cart'", "./cart'; import { tax } from './tax'");
    repo.git(&["add", "src/tax.ts", "src/main.ts"]);
    replace(&repo, "src/main.ts", "return total([])", "return total([1])");
    let sources = fs::read(repo.path("src/main.ts")).expect("it is there");
    let story = [
        format!("== what would be done\n{}", told(&repo.table(&["sync", "--staged", "--dry-run"]))),
        format!("== what is done\n{}", told(&repo.table(&["sync", "--staged"]))),
        format!("== what git sees\n{}", status(&repo)),
        format!("== the table of contents, staged\n{}== the work tree\n", staged(&repo, ".dsp/TOC")),
    ];
    assert_eq!(fs::read(repo.path("src/main.ts")).expect("it is there"), sources);
    golden!("sync-staged", story.concat() + &graph(&repo));
    assert_eq!(told(&repo.table(&["check", "--staged"])), "");
    assert_eq!(told(&repo.table(&["sync", "--staged"])), "");
    repo.git(&["commit", "--quiet", "--message=tax"]);
    assert_eq!(repo.run(&["check", "--against", "HEAD"]).code, Some(0));
    repo.table(&["sync"]);
    assert!(graph(&repo).contains("purpose: What is bought.\n") && graph(&repo).contains("src/draft.ts"));
}

#[test]
fn the_index_alone_is_left_alone_when_asked() {
    let repo = mapped();
    repo.write("src/tax.ts", "export const tax = 1;\n");
    repo.git(&["add", "src/tax.ts"]);
    let before = repo.git(&["ls-files", "--stage"]);
    repo.table(&["sync", "--staged", "--no-stage"]);
    assert_eq!(repo.git(&["ls-files", "--stage"]), before);
    assert_eq!(repo.run(&["check"]).code, Some(0));
    assert_eq!(repo.run(&["sync", "--no-stage"]).code, Some(2), "it is nothing without --staged");
}

#[test]
fn what_stays_on_disk_stays_in_the_work_tree() {
    let repo = mapped();
    let before = graph(&repo);
    let math = uid(&repo, "src/math.ts");
    repo.git(&["rm", "--quiet", "--cached", "src/math.ts"]);
    let run = repo.table(&["sync", "--staged"]);
    assert!(run.text().contains(&format!("remove-entity {math}")), "{}", run.text());
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
    assert!(graph(&repo).contains(&format!("== {math}/description\n")));
    repo.table(&["sync"]);
    assert_eq!(graph(&repo), before, "on disk nothing has changed");
}

/// After a sync of the index, in which nothing is partly staged, the work tree's `.dsp/` is what is staged, and sound.
#[track_caller]
fn is_in_step(repo: &Repo) {
    is_staged_only(repo);
    assert_eq!(told(&repo.table(&["check"])), "");
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
}

#[test]
fn what_is_shown_no_more_goes_from_the_work_tree_too() {
    let repo = Repo::of(&[
        ("a.ts", "import d from './data.json';\nexport const one = d;\nexport function two() {}\n"),
        ("b#x.ts", "import { one } from './a';\nexport const b = one;\n"),
        ("data.json", "{}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.write("a.ts", "import d from './data.json';\nexport const one = d;\n");
    repo.git(&["add", "--all"]);
    is_in_step(&repo);
    repo.git(&["rm", "--quiet", "--force", "a.ts"]);
    repo.write("b#x.ts", "export const c = 1;\n");
    repo.write("new.ts", "export const n = 1;\n");
    repo.git(&["add", "--all"]);
    is_in_step(&repo);
}

#[test]
fn a_package_that_left_an_empty_directory_goes() {
    let repo = Repo::of(&[
        ("go.mod", "module example.org/m\n\ngo 1.22\n"),
        ("a/inner/a.go", "package inner\n\nfunc A() {}\n"),
        ("main.go", "package main\n\nimport \"example.org/m/a/inner\"\n\nfunc main() { inner.A() }\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["rm", "--quiet", "--cached", "a/inner/a.go"]);
    std::fs::remove_file(repo.path("a/inner/a.go")).unwrap();
    repo.write("main.go", "package main\n\nfunc main() {}\n");
    repo.git(&["add", "--all"]);
    assert!(repo.path("a/inner").exists());
    is_in_step(&repo);
}

#[test]
fn what_goes_beside_what_is_left_goes_whole() {
    let repo = Repo::of(&[
        ("a.ts", "export const a = 1;\n"),
        ("b.ts", "import { a } from './a';\nexport const b = a;\n"),
        ("c.ts", "export const c = 1;\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["rm", "--quiet", "--cached", "a.ts"]);
    repo.git(&["rm", "--quiet", "b.ts"]);
    repo.write("new.ts", "import { c } from './c';\nexport const n = c;\n");
    repo.git(&["add", "new.ts"]);
    repo.table(&["sync", "--staged"]);
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
    assert!(graph(&repo).contains("source: a.ts\n"));
    repo.table(&["sync"]);
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
}

/// What goes from the index, and of which somebody wrote in the work tree alone, waits there for a sync of it.
#[test]
fn words_of_the_work_tree_alone_keep_what_they_are_about() {
    for (removed, about) in [(true, "a part"), (true, "an owner"), (true, "an import"), (false, "an import")]
    {
        let about_edge = about == "an import";
        let repo = mapped();
        let [cart, math, round] =
            ["src/cart.ts", "src/math.ts", "src/math.ts#round"].map(|source| uid(&repo, source));
        if about_edge {
            repo.table(&["update-import-why", &cart, &round, "Somebody's words.", "--exporter", &math]);
        } else {
            let described = if about == "a part" { &round } else { &math };
            repo.table(&["update-description", described, "--purpose", "Somebody's words."]);
        }
        replace(&repo, "src/cart.ts", "import { round } from './math';\n", "");
        replace(&repo, "src/cart.ts", "round(prices[0])", "prices[0]");
        if removed {
            fs::remove_file(repo.path("src/math.ts")).expect("it is there");
        }
        repo.git(&["add", "src"]);
        let is_sound = |has_words: bool| {
            let found = repo.run(&["fsck"]);
            assert!(found.text().lines().all(|line| line.contains("[source-gone]")), "{}", found.text());
            assert_eq!(graph(&repo).contains("Somebody's words."), has_words);
            assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
        };
        let run = repo.table(&["sync", "--staged"]);
        assert!(run.err.contains("kept: .dsp/"), "{}", run.err);
        is_sound(true);
        let run = repo.table(&["sync"]);
        assert_eq!(run.err.contains("Somebody's words."), about_edge, "{}", run.err);
        is_sound(!about_edge);
        assert_eq!(repo.run(&["check"]).code, Some(0));
        if about_edge {
            is_staged_only(&repo);
        }
    }
}

/// After a sync of the index, nothing in the work tree is other than what is staged.
#[track_caller]
fn is_staged_only(repo: &Repo) {
    repo.table(&["sync", "--staged"]);
    let differing: Vec<String> =
        status(repo).lines().filter(|it| it[1..2] != *" ").map(str::to_owned).collect();
    assert_eq!(differing, [""; 0]);
    assert_eq!(told(&repo.table(&["check", "--staged"])), "");
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_not_missed() {
    let repo = Repo::of(&[("src/a.ts", "export const a = 1;\n"), ("b.ts", "import './src/a';\n")]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["sparse-checkout", "set", "src"]);
    repo.write("src/a.ts", "export const a = 1;\nexport function b() {}\n");
    repo.git(&["add", "src"]);
    is_staged_only(&repo);
    repo.git(&["sparse-checkout", "set", "--sparse-index", "src"]);
    repo.write("src/a.ts", "export const c = 1;\n");
    repo.git(&["add", "src"]);
    is_staged_only(&repo);
    assert!(!repo.path(".dsp").exists());
}

/// What the closing line tells of files of `.dsp/`.
fn files_told(run: &Run) -> String {
    let last = run.err.lines().last().unwrap_or_default();
    let is_told =
        |part: &&str| part.starts_with(|first: char| first.is_ascii_digit()) && part.contains(" file");
    last.split(", ").filter(is_told).skip(1).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_closing_line_tells_what_was_staged() {
    let repo = mapped();
    let told = |args: &[&str]| files_told(&repo.table(args));
    repo.write("src/tax.ts", "export const tax = 1;\n");
    repo.git(&["add", "src/tax.ts"]);
    assert_eq!(told(&["sync", "--staged", "--dry-run"]), "8 files to write");
    assert_eq!(told(&["sync", "--staged"]), "8 files written, 8 files staged");
    for args in [&["sync", "--staged"][..], &["sync", "--staged", "--no-cache"]] {
        assert_eq!(told(args), "0 files written, 0 files staged", "{args:?}");
    }
    for args in [&["sync", "--staged", "--dry-run"][..], &["check", "--staged"], &["check"]] {
        assert_eq!(told(args), "0 files to write", "{args:?}");
    }
    assert_eq!(told(&["sync"]), "0 files written");
    repo.git(&["commit", "--quiet", "--message=tax"]);
    repo.git(&["sparse-checkout", "set", "src"]);
    repo.git(&["rm", "--quiet", "src/tax.ts"]);
    assert_eq!(told(&["sync", "--staged", "--no-stage"]), "0 files written");
    assert_eq!(told(&["sync", "--staged"]), "0 files written, 8 files staged");
}

#[test]
fn a_work_tree_without_a_graph_gets_none() {
    let repo = mapped();
    fs::remove_dir_all(repo.path(".dsp")).expect("it is there");
    repo.write("src/tax.ts", "export const tax = 1;\n");
    repo.git(&["add", "src/tax.ts"]);
    repo.table(&["sync", "--staged"]);
    assert!(!repo.path(".dsp").exists());
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
}

#[test]
fn unresolved_conflicts_are_refused() {
    let repo = mapped();
    repo.git(&["checkout", "--quiet", "-b", "side"]);
    replace(&repo, "src/math.ts", "Rounds to cents.", "Rounds.");
    repo.commit();
    repo.git(&["checkout", "--quiet", "main"]);
    replace(&repo, "src/math.ts", "Rounds to cents.", "Rounds to whole cents.");
    repo.commit();
    let merged = repo.run_git(&["merge", "--quiet", "side"]);
    assert!(!merged.success());
    let before = repo.git(&["ls-files", "--stage"]);
    let run = repo.run(&["sync", "--staged"]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("src/math.ts"), "{}", run.err);
    assert_eq!(repo.git(&["ls-files", "--stage"]), before);
}

/// The hook that the README tells to write, in each way of committing.
#[cfg(unix)]
#[test]
fn as_a_hook_it_makes_every_commit_true() {
    use std::os::unix::fs::PermissionsExt;
    let repo = mapped();
    let program = env!("CARGO_BIN_EXE_dsp-cli");
    repo.write(".git/hooks/pre-commit", format!("#!/bin/sh\nexec '{program}' -q sync --staged\n"));
    let hook = repo.path(".git/hooks/pre-commit");
    fs::set_permissions(hook, fs::Permissions::from_mode(0o755)).expect("it is there");
    let holds = |repo: &Repo, what: &str| {
        let run = repo.run(&["check", "--against", "HEAD"]);
        assert_eq!(run.code, Some(0), "{what}: {}", run.text());
        assert_eq!(status(repo), "", "{what}");
    };
    repo.write("src/one.ts", "export const one = 1;\n");
    repo.git(&["add", "src/one.ts"]);
    repo.git(&["commit", "--quiet", "--message=plain"]);
    holds(&repo, "commit");
    replace(&repo, "src/one.ts", "one = 1;", "one = 1;\nexport const two = 2;");
    repo.git(&["commit", "--quiet", "--all", "--message=all"]);
    holds(&repo, "commit --all");
    replace(&repo, "src/one.ts", "two = 2;", "two = 2;\nexport const three = 3;");
    repo.git(&["commit", "--quiet", "--message=path", "--", "src/one.ts"]);
    holds(&repo, "commit PATH");
    repo.git(&["mv", "src/one.ts", "src/numbers.ts"]);
    repo.git(&["commit", "--quiet", "--amend", "--no-edit"]);
    holds(&repo, "commit --amend");
    let linked = repo.outside().join("linked");
    repo.git(&["worktree", "add", "--quiet", &linked.to_string_lossy(), "-b", "linked"]);
    fs::write(linked.join("src/far.ts"), "export const far = 1;\n").expect("it can be written");
    let at = linked.to_string_lossy();
    repo.git(&["-C", &at, "add", "--all"]);
    repo.git(&["-C", &at, "commit", "--quiet", "--message=linked"]);
    assert_eq!(repo.run(&["check", "--against", "linked"]).code, Some(0));
    assert!(repo.git(&["show", "--name-only", "linked"]).contains_str(".dsp/TOC"));
    holds(&repo, "another work tree");
    // What one of them found out, the other need not.
    let story = repo.run(&["check", "--root", &at]).err;
    assert!(story.contains(" 0 parsed, "), "{story}");
}

/// `git commit --all` takes the tables and lists of the work tree, and no entity of a file that git does not know.
#[test]
fn what_is_not_committed_is_not_named_either() {
    let repo = mapped();
    repo.write("src/tax.ts", "export const tax = 1;\nexport function due() { return tax; }\n");
    replace(&repo, "src/main.ts", "./cart'", "./cart'; import { tax, due } from './tax'");
    repo.table(&["sync"]);
    let [tax, due, main] = ["src/tax.ts", "src/tax.ts#due", "src/main.ts"].map(|source| uid(&repo, source));
    repo.table(&["update-import-why", &main, &due, "--exporter", &tax, "to pay"]);
    let here = graph(&repo);
    repo.git(&["add", "--update"]);
    assert!(staged(&repo, ".dsp/TOC").contains(&tax));
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(1));
    repo.table(&["sync", "--staged"]);
    assert_eq!(graph(&repo), here);
    let committed = [".dsp/TOC".to_owned(), format!(".dsp/{main}/imports")].map(|path| staged(&repo, &path));
    assert!(!committed.concat().contains(&tax) && !committed.concat().contains(&due), "{committed:?}");
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
    repo.git(&["commit", "--quiet", "--message=half"]);
    let clone = repo.outside().join("clone");
    repo.git(&["clone", "--quiet", ".", &clone.to_string_lossy()]);
    let at = clone.to_string_lossy();
    assert_eq!(repo.run(&["fsck", "--root", &at]).code, Some(0));
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    assert_eq!(graph(&repo), here);
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
}

/// The line of a manual edge is in a file that git knows, and its why is a new one.
#[test]
fn a_line_stays_where_its_why_does() {
    let repo = mapped();
    let [main, math] = ["src/main.ts", "src/math.ts"].map(|source| uid(&repo, source));
    repo.table(&["add-import", &main, &math, "manual: wired at run time"]);
    let here = graph(&repo);
    repo.git(&["add", "--update"]);
    repo.table(&["sync", "--staged"]);
    assert_eq!(graph(&repo), here);
    assert!(!staged(&repo, &format!(".dsp/{main}/imports")).contains(&math));
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
    repo.git(&["add", "--all"]);
    assert_eq!(told(&repo.table(&["sync", "--staged"])), "");
    assert_eq!(graph(&repo), here);
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
}

/// Mapped, with a file that git does not know and that imports `round` of `math.ts`, as somebody says why; with the uids of
/// these two.
fn with_a_draft(why: &str) -> (Repo, [String; 2]) {
    let repo = mapped();
    repo.write("src/draft.ts", "import { round } from './math';\nexport const draft = round(1);\n");
    repo.table(&["sync"]);
    let [draft, math, round] =
        ["src/draft.ts", "src/math.ts", "src/math.ts#round"].map(|source| uid(&repo, source));
    repo.table(&["update-import-why", &draft, &round, "--exporter", &math, why]);
    (repo, [math, round])
}

/// Words about an edge go with what it leads to, also where the index knew nothing of them.
#[test]
fn words_about_what_is_gone_are_not_left_behind() {
    let (repo, _) = with_a_draft("to draw");
    replace(&repo, "src/math.ts", "function round", "function cents");
    repo.git(&["add", "--update"]);
    repo.table(&["sync", "--staged"]);
    let run = repo.table(&["sync"]);
    assert!(run.err.contains("to draw"), "{}", run.err);
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
    repo.git(&["add", "--all"]);
    assert_eq!(told(&repo.table(&["sync", "--staged"])), "");
}

/// A why is staged, and neither its line nor who imports.
#[test]
fn words_of_who_is_not_staged_stay_in_the_work_tree() {
    let (repo, [math, round]) = with_a_draft("to draft");
    let here = graph(&repo);
    repo.git(&["add", &format!(".dsp/{math}"), &format!(".dsp/{round}")]);
    repo.table(&["sync", "--staged"]);
    repo.table(&["sync"]);
    assert_eq!(graph(&repo), here);
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
}

/// What is described keeps in the work tree what is imported of it there, though its file is not staged.
#[test]
fn what_the_work_tree_imports_stays_there() {
    let repo = mapped();
    repo.write("src/tax.ts", "export function due() {}\n");
    replace(&repo, "src/main.ts", "./cart'", "./cart'; import { due } from './tax'; due()");
    repo.table(&["sync"]);
    let [tax, due, main] = ["src/tax.ts", "src/tax.ts#due", "src/main.ts"].map(|source| uid(&repo, source));
    repo.table(&["update-description", &tax, "--purpose", "Taxes."]);
    repo.table(&["update-description", &due, "--purpose", "Pays."]);
    repo.table(&["update-import-why", &main, &due, "--exporter", &tax, "to pay"]);
    repo.table(&["sync"]);
    let here = graph(&repo);
    repo.git(&["add", ".dsp"]);
    repo.table(&["sync", "--staged"]);
    // What the tool says of `main.ts` follows what is staged.
    repo.table(&["sync"]);
    assert_eq!(graph(&repo), here);
    assert!(!staged(&repo, &format!(".dsp/{main}/imports")).contains(&due));
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    assert_eq!(graph(&repo), here);
}

/// What a run told, without the numbers of files read and the time.
fn story(run: &Run) -> Vec<String> {
    let is_told = |part: &&str| !["parsed", "reused", " s"].iter().any(|end| part.ends_with(end));
    let line = |line: &str| line.split(", ").filter(is_told).collect::<Vec<_>>().join(", ");
    run.err.lines().map(line).collect()
}

#[test]
fn what_shows_in_no_stage_goes_the_short_way() {
    let repo = mapped();
    repo.write("src/gone.ts", "export const gone = 1;\n");
    repo.write("tsconfig.json", "{ \"extends\": \"./nowhere.json\" }\n");
    repo.write("src/made.ts", "// Code generated by x. DO NOT EDIT.\nimport './missing';\n");
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    repo.table(&["update-description", &uid(&repo, "src/gone.ts"), "--purpose", "Somebody's words."]);
    repo.git(&["rm", "--quiet", "--force", "src/gone.ts"]);
    repo.git(&["add", "--all"]);
    let facts = repo.path(".git/dsp-cli/facts");
    let goes_short = |repo: &Repo| {
        repo.git(&["add", "--all"]);
        fs::remove_file(&facts).unwrap_or_default();
        let checked = repo.run(&["check", "--staged"]);
        let is_short = !facts.exists();
        let long = repo.run(&["check", "--staged", "--no-cache"]);
        assert_eq!((long.text(), long.code), (checked.text(), checked.code));
        if is_short {
            assert_eq!((checked.text(), checked.code), ("", Some(0)));
            assert_eq!(story(&checked), story(&long), "the short way tells what the long one does");
        }
        repo.table(&["sync", "--staged"]);
        is_short
    };
    assert!(!goes_short(&repo), "the index has another `.dsp/`");
    assert!(goes_short(&repo), "nothing changed");
    replace(&repo, "src/math.ts", "return Math.round(n)", "// To cents.\n return Math.round(n)");
    assert!(goes_short(&repo), "an inner edit that nobody is told of");
    repo.write("README.txt", "Two lines\nof no interest.\n");
    assert!(!goes_short(&repo), "a new file");
    repo.write("notes.css", "a {}\n");
    assert!(!goes_short(&repo), "a new file");
    repo.write("notes.css", "b {}\n");
    assert!(goes_short(&repo), "a file that nobody reads");
    replace(&repo, "src/math.ts", "export function", "import '../notes.css';\nexport function");
    assert!(!goes_short(&repo), "a new import");
    repo.write("notes.css", ".c {}\n");
    assert!(!goes_short(&repo), "a file whose text tells what it is for");
    repo.write("src/view.tsx", "export const View = () => <p>{t('cart.empty')}</p>;\n");
    assert!(!goes_short(&repo), "a new source");
    for said in ["Nothing yet", "Nothing at all"] {
        repo.write("src/locales/en.json", format!("{{ \"cart\": {{ \"empty\": \"{said}\" }} }}\n"));
        assert!(!goes_short(&repo), "a text that code shows");
        assert!(graph(&repo).contains(&format!("View component: says '{said}'")), "{}", graph(&repo));
    }
    let component = "import { Component } from '@angular/core';\n@Component({ templateUrl: './it.html' })\n";
    repo.write("src/app/it.ts", format!("{component}export class ItComponent {{}}\n"));
    for said in ["No template yet", "Words of it"] {
        repo.write("src/app/it.html", format!("<h1>{said}</h1>\n"));
        assert!(!goes_short(&repo), "what a component shows");
        assert!(graph(&repo).contains(&format!("an Angular component: says '{said}'")), "{}", graph(&repo));
    }
    repo.write("README.txt", "Two other lines\nof interest to the root.\n");
    assert!(!goes_short(&repo), "the root tells what the project is");
    replace(&repo, "src/math.ts", "Rounds to cents.", "Rounds to whole cents.");
    assert!(!goes_short(&repo), "documentation");
    replace(&repo, "src/math.ts", "Math.round(n)", "(((");
    assert!(!goes_short(&repo), "it does not parse");
    assert!(goes_short(&repo), "nothing changed since");
    replace(&repo, "src/math.ts", "(((", "n");
    assert!(!goes_short(&repo), "it does again");
    replace(&repo, "package.json", "shop", "store");
    assert!(!goes_short(&repo), "a manifest");
    repo.git(&["mv", "src/math.ts", "src/maths.ts"]);
    assert!(!goes_short(&repo), "a file has moved");
    fs::write(repo.path(".git/dsp-cli/seal"), "something else").expect("it can be written");
    assert!(!goes_short(&repo), "there is no seal");
    assert!(goes_short(&repo), "there is one again");
}

#[test]
fn the_index_that_a_sync_wrote_is_known_unread() {
    let repo = mapped();
    replace(&repo, "src/math.ts", "/** Rounds", "export const more = 1;\n/** Rounds");
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    // By its length and the hash at its end alone.
    let mut index = fs::read(repo.path(".git/index")).expect("it is there");
    let end = index.len() - 20;
    index[..end].fill(0);
    fs::write(repo.path(".git/index"), index).expect("it can be written");
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(0));
}

#[test]
fn nothing_is_known_of_the_index_from_elsewhere() {
    let repo = mapped();
    repo.table(&["sync", "--staged"]);
    replace(&repo, "src/math.ts", "/** Rounds", "export const more = 1;\n/** Rounds");
    repo.git(&["commit", "--quiet", "--all", "--message=around the hook"]);
    repo.table(&["sync", "--to", "HEAD"]);
    repo.table(&["sync", "--to", "HEAD"]);
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(1), "the commit has the old `.dsp/`");
    let seal = repo.path(".git/dsp-cli/seal");
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    let kept = fs::read(&seal).expect("it is there");
    repo.run(&["check", "--against", "HEAD~1"]);
    assert_eq!(fs::read(&seal).expect("it is there"), kept, "another commit is of no interest");
    fs::remove_file(&seal).expect("it is there");
    repo.table(&["sync", "--staged", "--no-cache"]);
    assert!(!seal.exists());
}

#[cfg(unix)]
#[test]
fn the_short_way_refuses_what_the_long_way_does() {
    let repo = mapped();
    repo.table(&["sync", "--staged"]);
    fs::rename(repo.path(".dsp"), repo.outside().join("dsp")).expect("it can be moved");
    std::os::unix::fs::symlink(repo.outside().join("dsp"), repo.path(".dsp")).expect("it can be made");
    let run = repo.run(&["sync", "--staged"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
}

#[test]
fn when_the_index_is_locked_nothing_changes() {
    let repo = mapped();
    repo.write("src/tax.ts", "export const tax = 1;\n");
    repo.git(&["add", "src/tax.ts"]);
    let before = graph(&repo);
    repo.write(".git/index.lock", "");
    let run = repo.run(&["sync", "--staged"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("index.lock"), "{}", run.err);
    assert_eq!(graph(&repo), before);
    fs::remove_file(repo.path(".git/index.lock")).expect("it is there");
    assert_eq!(repo.run(&["check", "--staged"]).code, Some(1));
}

#[test]
fn a_map_that_git_does_not_have_is_told_from_none() {
    let repo = mapped();
    repo.git(&["rm", "-r", "--quiet", "--cached", ".dsp"]);
    for args in [&["sync", "--staged"][..], &["check", "--staged"]] {
        let run = repo.run(args);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains("git has no .dsp there"), "{}", run.err);
    }
}

#[test]
fn a_verdict_holds_when_nobody_reads_it_to_the_end() {
    use std::process::Stdio;
    let repo = mapped();
    repo.write("src/tax.ts", "export const tax = 1;\n");
    repo.git(&["add", "src/tax.ts"]);
    let mut program = repo.program();
    let mut child = program
        .args(["check", "--staged"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}
