//! Packages of Go, which are directories: they move, are roots, and go while something else stays where they lay.

use std::fs;

use super::{graph, is_in_step, uid};
use crate::support::Repo;

/// `files`, mapped and committed.
fn mapped(files: &[(&str, &str)]) -> Repo {
    let repo = Repo::of(files);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo
}

/// Moves files, which lie each in a directory that is made for it, and brings `.dsp/` in step with it at once.
fn moved(repo: &Repo, moves: &[(&str, &str)]) {
    for (from, to) in moves {
        let to = repo.path(to);
        fs::create_dir_all(to.parent().expect("it lies in one")).expect("it can be made");
        repo.git(&["mv", from, to.to_str().expect("it is text")]);
    }
    repo.table(&["sync", "--staged"]);
    is_in_step(repo);
    repo.commit();
}

fn description(repo: &Repo, source: &str) -> String {
    fs::read_to_string(repo.path(&format!(".dsp/{}/description", uid(repo, source)))).expect("it is there")
}

const MODULE: &str = "module example.org/m\n\ngo 1.22\n";
const MAIN: &str = "package main\n\nfunc main() {}\n";
const ALPHA: &str = "package lib\n\nfunc Alpha(a int) int { return a + 1 }\n";
const BETA: &str = "package lib\n\nfunc Beta(b string) string { return b + b }\n";
const DEEP: &str = "package deep\n\nfunc Deep() {}\n";

#[test]
fn a_package_keeps_its_uid_and_words_wherever_it_goes() {
    let check = |files: &[(&str, &str)], from: &str, to: &str, moves: &[(&str, &str)]| {
        let repo = mapped(&[&[("go.mod", MODULE)], files].concat());
        let package = uid(&repo, from);
        repo.table(&["update-description", &package, "--purpose", "Counts what is there"]);
        repo.commit();
        moved(&repo, moves);
        assert_eq!(uid(&repo, to), package, "{from} is {to} now");
        assert!(description(&repo, to).contains("\npurpose: Counts what is there\n"));
    };
    let top = [("a.go", ALPHA), ("b.go", BETA)];
    check(&top, ".", "lib", &[("a.go", "lib/a.go"), ("b.go", "lib/b.go")]);
    let lib = [("lib/a.go", ALPHA), ("lib/b.go", BETA)];
    check(&lib, "lib", ".", &[("lib/a.go", "a.go"), ("lib/b.go", "b.go")]);
    check(&lib, "lib", "core/lib", &[("lib/a.go", "core/lib/a.go"), ("lib/b.go", "core/lib/b.go")]);
    // Something stays in the directory, which is no package any more.
    let around = [("lib/a.go", ALPHA), ("lib/deep/d.go", DEEP), ("lib/notes.txt", "Notes.\n")];
    check(&around, "lib", "core", &[("lib/a.go", "core/a.go")]);
}

#[test]
fn a_root_that_is_a_package_is_followed_with_its_scope() {
    let repo = mapped(&[
        ("go/go.mod", MODULE),
        ("go/cmd/run/main.go", MAIN),
        ("go/lib/alpha.go", ALPHA),
        ("go/lib/deep/deep.go", DEEP),
        ("package.json", "{ \"name\": \"r\", \"main\": \"src/a.ts\" }\n"),
        ("src/a.ts", "export const a = 1;\n"),
    ]);
    let root = uid(&repo, "go/cmd/run");
    moved(&repo, &[("go/cmd", "apps/cmd")]);
    // Its scope is still there, so that it is what somebody may have chosen.
    assert!(description(&repo, "apps/cmd/run").contains("\nscope: go\n"));
    moved(&repo, &[("go", "all/go")]);
    assert!(description(&repo, "apps/cmd/run").ends_with("\nscope: go\n"));
    assert_eq!(uid(&repo, "apps/cmd/run"), root);
    assert!(repo.path(&format!(".dsp/TOC-{root}")).exists());

    let repo = mapped(&[
        ("x/go.mod", MODULE),
        ("x/cmd/main.go", MAIN),
        ("x/x.go", ALPHA),
        ("y/package.json", "{ \"name\": \"y\", \"main\": \"i.ts\" }\n"),
        ("y/i.ts", "export const y = 1;\n"),
    ]);
    let roots = ["x/cmd", "x"].map(|root| uid(&repo, root));
    let is_told = |places: [&str; 2], scopes: [&str; 2]| {
        for ((place, scope), root) in places.iter().zip(scopes).zip(&roots) {
            assert_eq!(uid(&repo, place), *root);
            assert!(description(&repo, place).contains(&format!("\nscope: {scope}\n")), "{place}");
        }
    };
    moved(&repo, &[("x", "z/x")]);
    is_told(["z/x/cmd", "z/x"], ["z/x/cmd", "z/x"]);
    moved(&repo, &[("z/x/go.mod", "go.mod"), ("z/x/cmd", "cmd"), ("z/x/x.go", "x.go")]);
    is_told(["cmd", "."], ["cmd", "."]);
}

#[test]
fn a_root_that_is_a_package_is_no_file_of_another_language() {
    let repo = mapped(&[
        ("go/go.mod", MODULE),
        ("go/o_test.go", "package x\n\nfunc TestIt() {}\n"),
        ("src/z.ts", "export const z = 1;\n"),
        ("package.json", "{ \"name\": \"r\" }\n"),
    ]);
    repo.write("lib/delta.ts", "export const l = 1;\n");
    repo.git(&["add", "--all"]);
    moved(&repo, &[("go/o_test.go", "lib/a.go")]);
    assert!(description(&repo, "lib/a.go").contains("\nscope: go\n"));

    let repo = mapped(&[("go.mod", MODULE), ("lib/a.go", ALPHA)]);
    let root = uid(&repo, "lib");
    repo.write("cmd/run/main.go", MAIN);
    repo.write("lib/package.json", "{ \"name\": \"web\", \"main\": \"index.ts\" }\n");
    repo.write("lib/index.ts", "export const web = 1;\n");
    repo.git(&["add", "--all"]);
    moved(&repo, &[]);
    let table = fs::read_to_string(repo.path(&format!(".dsp/TOC-{root}"))).expect("it is there");
    assert!(table.starts_with(&format!("{root}\n")), "{table}");
    assert_eq!(uid(&repo, "lib"), root);
}

#[test]
fn a_package_goes_from_the_work_tree_whatever_else_lies_there() {
    let files = [("go.mod", MODULE), ("main.go", MAIN), ("x/x.go", ALPHA)];
    let repo = mapped(&files);
    repo.write(".git/info/exclude", "*.txt\n");
    repo.write("x/notes.txt", "Notes.\n");
    repo.write("x/y/z.md", "Notes.\n");
    repo.git(&["rm", "--quiet", "x/x.go"]);
    repo.table(&["sync", "--staged"]);
    is_in_step(&repo);
    assert!(!graph(&repo).contains("source: x\n"));
    assert_eq!(repo.run(&["check", "-q"]).code, Some(0));
    // It stays where a file of its own does.
    let repo = mapped(&[("go.mod", MODULE), ("a.go", ALPHA), ("x/x.go", ALPHA), ("y/y.go", DEEP)]);
    repo.git(&["rm", "--quiet", "--cached", "x/x.go", "a.go"]);
    repo.table(&["sync", "--staged"]);
    is_in_step(&repo);
    for package in ["x", "."] {
        assert!(graph(&repo).contains(&format!("source: {package}\n")), "{package}");
    }
    assert_eq!(repo.run(&["fsck"]).code, Some(0));
}

#[test]
fn a_package_of_which_a_file_is_left_stays() {
    let files = [("go.mod", MODULE), ("lib/a.go", ALPHA), ("lib/b.go", BETA)];
    let is_told = |repo: &Repo| {
        assert!(description(repo, "lib").contains("\npurpose: Words of lib\n"));
        assert!(!description(repo, "core").contains("of lib"));
    };
    // Two that stand for the same, as branches leave them: the one that is not kept is no package that went.
    let repo = mapped(&files);
    let package = uid(&repo, "lib");
    repo.table(&["update-description", &package, "--purpose", "Words of lib"]);
    let (name, twin) = (format!(".dsp/{package}/description"), ".dsp/obj-ffffffff/description");
    let text = fs::read_to_string(repo.path(&name)).expect("it is there");
    repo.write(twin, text.replace("Words of lib", "More of lib"));
    repo.commit();
    moved(&repo, &[("lib/a.go", "core/a.go")]);
    is_told(&repo);
    // One of which the graph shows nothing more.
    let main = "package main\n\nimport _ \"example.org/m/lib\"\n\nfunc main() {}\n";
    let repo = Repo::of(&[&files[..], &[("main.go", main)]].concat());
    repo.table(&["bootstrap", "--markers", "off", "--cover", "reachable"]);
    let package = uid(&repo, "lib");
    repo.table(&["update-description", &package, "--purpose", "Words of lib"]);
    repo.commit();
    repo.write("main.go", main.replace("m/lib", "m/core"));
    repo.git(&["add", "--all"]);
    moved(&repo, &[("lib/a.go", "core/a.go")]);
    is_told(&repo);
}
