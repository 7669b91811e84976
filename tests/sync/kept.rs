//! What runs keep for later ones makes no difference: whatever changed meanwhile, they tell what a run tells that knows
//! nothing.

use crate::support::Repo;

/// The answers of a run that may know something, which must be those of one that does not.
#[track_caller]
fn holds(repo: &Repo, arguments: &[&str]) {
    let knowing = repo.run(arguments);
    let forgetful = repo.run(&[arguments, &["--no-cache"]].concat());
    let told = |text: &str| {
        let lines = text.lines().filter(|line| !line.contains(" reused, "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!((knowing.code, &knowing.out), (forgetful.code, &forgetful.out), "{arguments:?}");
    assert_eq!(told(&knowing.err), told(&forgetful.err), "{arguments:?}");
}

#[test]
fn a_package_of_go_got_another_name() {
    let repo = Repo::of(&[
        ("go.mod", "module ex\n\ngo 1.22\n"),
        ("foo/a.go", "package bar\n\nfunc New() int { return 1 }\n"),
        ("main.go", "package main\n\nimport \"ex/foo\"\n\nfunc main() { println(bar.New(), foo.New()) }\n"),
        ("all.go", "package main\n\nimport . \"ex/foo\"\n\nfunc all() { println(New(), Old()) }\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off", "-q"]);
    repo.write("foo/a.go", "package foo\n\nfunc New() int { return 1 }\n");
    repo.table(&["sync", "-q"]);
    holds(&repo, &["check"]);
    repo.write("foo/a.go", "package foo\n\nfunc Old() int { return 1 }\n");
    repo.table(&["sync", "-q"]);
    holds(&repo, &["check"]);
}

#[test]
fn nobody_asks_for_a_broken_configuration_any_more() {
    let repo = Repo::of(&[
        ("sub/tsconfig.json", "{ broken"),
        ("sub/a.ts", "import 'cc';\n"),
        ("b.ts", "import './sub/a';\n"),
    ]);
    holds(&repo, &["edges"]);
    repo.write("sub/a.ts", "export const a = 1;\n");
    holds(&repo, &["edges"]);
    repo.write("sub/a.ts", "import 'cc';\n");
    holds(&repo, &["edges"]);
}

#[test]
fn what_rests_on_flaws_is_told_as_long_as_somebody_asks() {
    let repo = Repo::of(&[
        ("base.json", "{ \"compilerOptions\": [] }"),
        ("heir/tsconfig.json", "{ \"extends\": \"../base.json\" }"),
        ("refers/tsconfig.json", "{ \"references\": [{ \"path\": \"../nowhere\" }] }"),
        ("absent/tsconfig.json", "{ \"extends\": \"@tsconfig/node20/tsconfig.json\" }"),
        ("heir/a.ts", "import 'aa';\n"),
        ("refers/a.ts", "import 'aa';\n"),
        ("absent/a.ts", "import 'aa';\n"),
        ("sound/a.ts", "import 'aa';\n"),
        ("pyproject.toml", "[project]\nname = 'p'\n"),
        ("poetry.lock", "["),
        ("m.py", "import yaml\n"),
    ]);
    holds(&repo, &["edges"]);
    let told = repo.run(&["edges"]).err;
    for place in ["base.json", "refers/tsconfig.json", "absent/tsconfig.json", "poetry.lock"] {
        assert!(told.contains(&format!("problem: {place}")), "{place} in {told}");
    }
    for changed in ["heir/a.ts", "refers/a.ts", "absent/a.ts", "sound/a.ts", "m.py"] {
        repo.write(changed, "");
        holds(&repo, &["edges"]);
        holds(&repo, &["edges"]);
    }
}

#[test]
fn an_object_stands_in_the_place_of_another() {
    let repo = Repo::of(&[("a.py", "import os\n"), ("b.py", "import a\n")]);
    repo.table(&["bootstrap", "--markers", "off", "-q"]);
    repo.commit();
    holds(&repo, &["edges", "--at", "HEAD"]);
    holds(&repo, &["check", "--staged"]);
    repo.write("other.txt", "import json\n");
    let other = String::from_utf8(repo.git(&["hash-object", "-w", "other.txt"])).expect("it is text");
    repo.git(&["replace", "HEAD:a.py", other.trim()]);
    holds(&repo, &["edges", "--at", "HEAD"]);
    holds(&repo, &["check", "--staged"]);
}
