//! Go that lies, and Go that ends nowhere.

use super::{problems, repo};

#[test]
fn go_that_nobody_could_build() {
    let deep = format!("package d\nvar x = {}1", "(".repeat(100_000));
    let run = repo(&[
        ("go.mod", "module example.com/m\nrequire (\n\u{1}\n"),
        ("twin/go.mod", "module example.com/m\n"),
        ("twin/t.go", "package t\nimport \"example.com/m/two\"\n"),
        ("bad/go.work", "use (\n./nowhere\nuse ../twin\nreplace x\n"),
        ("two/a.go", "package two\nfunc A() {}\n"),
        ("two/b.go", "package other\nfunc B() {}\n"),
        ("two/c.go", "package two\nvar C = `\n"),
        ("main.go", "package main\nimport \"example.com/m/two\"\nfunc main() { two.A(); two.B(); two.C }\n"),
        ("half.go", "package main\nimport (\n\"fmt\"\nfunc f() { fmt.Println(\"}\n"),
        ("merge.go", "<<<<<<< ours\npackage main\n=======\npackage m\n>>>>>>> theirs\n"),
        ("empty.go", ""),
        ("deep/d.go", &deep),
    ]);
    assert_eq!(run.rows("main.go"), ["example.com/m/two runtime source two self"]);
    assert_eq!(run.rows("twin/t.go"), ["example.com/m/two runtime missing no-such-package"]);
    assert_eq!(run.rows("half.go"), ["fmt runtime builtin fmt builtin"]);
    let told = problems(&run);
    for place in ["go.mod", "bad/go.work", "two/c.go", "half.go", "merge.go", "empty.go", "deep/d.go"] {
        assert!(told.contains(&format!("problem: {place}")), "{place}: {told}");
    }
    let bootstrap = run.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
    let again = run.run(&["bootstrap"]);
    assert!(again.err.contains(" 0 files written"), "{}", again.err);
}

#[test]
fn go_configuration_that_lies() {
    let outside = "module m.org/m\ngo 1.21\nrequire (\nout.org/out v1.0.0\nv.org/v v1.0.0\n)\n\
                   replace out.org/out => ../../../out\nreplace v.org/v => /etc\n";
    let run = repo(&[
        ("go.mod", outside),
        ("m.go", "package m\nimport (\n\"out.org/out\"\n\"v.org/v\"\n\"m.org/m/dir\"\n)\n"),
        ("dir/go.mod/file", "no file of that name"),
        ("dir/d.go", "package d\nimport \"m.org/m/dir\"\n"),
        // Each workspace uses the other's folder and its own, over and over.
        ("a/go.work", "go 1.22\nuse (\n.\n./\n../b\n../a\n../../..\n/\n)\n"),
        ("a/go.mod", "module m.org/a\n"),
        ("a/a.go", "package a\nimport \"m.org/b\"\n"),
        ("b/go.work", "go 1.22\nuse (\n../a\n.\n)\n"),
        (
            "b/go.mod",
            "module m.org/b\nrequire m.org/a v1.0.0\nreplace m.org/a => ../a\nreplace m.org/b => ../b\n",
        ),
        ("b/b.go", "package b\nimport \"m.org/a\"\n"),
        ("v/go.mod", "module m.org/v\ngo 1.21\nrequire gone.org/gone v1.0.0\n"),
        ("v/v.go", "package v\nimport (\n\"gone.org/gone\"\n\"there.org/there\"\n)\n"),
        (
            "v/vendor/modules.txt",
            "# gone.org/gone v1.0.0\n## explicit\ngone.org/gone\n../../../etc\n\0\n# \n",
        ),
        ("v/vendor/there.org/there/t.go", "package there\n"),
    ]);
    assert_eq!(
        run.rows("m.go"),
        [
            "m.org/m/dir runtime source dir self",
            "out.org/out runtime external out.org/out declared",
            "v.org/v runtime external v.org/v declared",
        ]
    );
    assert_eq!(run.rows("a/a.go"), ["m.org/b runtime source b workspace"]);
    assert_eq!(run.rows("b/b.go"), ["m.org/a runtime source a workspace"]);
    let vendored = [
        "gone.org/gone runtime external gone.org/gone declared",
        "there.org/there runtime source v/vendor/there.org/there vendor",
    ];
    assert_eq!(run.rows("v/v.go"), vendored);
    assert!(problems(&run).contains("a/go.work"));
    let bootstrap = run.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}

#[test]
fn go_texts_of_every_kind() {
    let huge = format!("package big\nimport \"m.org/m/found\"\n{}", "var _ = found.F(`x`)\n".repeat(200_000));
    let raw = "package raw\nimport \"m.org/m/found\"\nvar a = found.F\nvar s = `";
    let cgo = "package c\n\n/*\n#include <a.h>\nimport \"m.org/m/no\"\n*/\nimport \"C\"\nimport \"m.org/m/found\"\n";
    let embed = "package e\nimport _ \"embed\"\n//go:embed ../secret all:../x /etc/passwd\n//go:embed all:static gone.txt *.md \"a b\" []\nvar s string\n";
    let run = repo(&[
        ("go.mod", "module m.org/m\r\ngo 1.21\r\n"),
        // The go command refuses it too.
        ("bom/go.mod", "\u{feff}module m.org/bom\n"),
        ("bom/b.go", "package b\nimport \"m.org/bom\"\n"),
        ("secret", ""),
        ("found/f.go", "package found\nfunc F() {}\n"),
        (
            "crlf.go",
            "\u{feff}package m\r\n\r\nimport (\r\n\t\"m.org/m/found\"\r\n)\r\nvar s = `\r\n`\r\nvar F = found.F\r\n",
        ),
        ("nul/n.go", "package n\nimport \"m.org/m/found\"\n\0"),
        ("big/b.go", &huge),
        ("raw/r.go", raw),
        ("c/c.go", cgo),
        ("e/e.go", embed),
        ("e/static/.hidden", ""),
    ]);
    let found = "m.org/m/found runtime source found self";
    assert_eq!(run.rows("crlf.go"), [found]);
    assert_eq!(run.rows("big/b.go"), [found]);
    assert_eq!(run.rows("raw/r.go"), [found]);
    assert_eq!(run.rows("nul/n.go"), [""; 0]);
    assert_eq!(run.rows("c/c.go"), ["C runtime builtin C builtin", found]);
    let embedded = run.rows("e/e.go");
    assert!(
        embedded.iter().any(|row| row == "all:static runtime source e/static/.hidden embed"),
        "{embedded:?}"
    );
    let sources = embedded.iter().filter(|row| row.contains(" source ")).count();
    assert_eq!((sources, embedded.len()), (1, 9), "{embedded:?}");
    let told = problems(&run);
    for place in ["bom/go.mod", "nul/n.go", "raw/r.go"] {
        assert!(told.contains(&format!("problem: {place}")), "{place}: {told}");
    }
    let bootstrap = run.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}
