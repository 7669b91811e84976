//! Python that nobody could run.

use std::fmt::Write;

use super::{problems, repo};

#[test]
fn python_that_nobody_could_run() {
    let deep = format!("import found\nx = {}1", "(".repeat(100_000));
    let mut many = String::new();
    (0..50_000).for_each(|at| writeln!(many, "import found.m{at}").unwrap());
    let long = format!("import found; x = '{}'; import found", "y".repeat(5 << 20));
    let run = repo(&[
        ("pyproject.toml", "null"),
        ("one/pyproject.toml", "[tool.setuptools]\npackages = 1\n[project]\nname = []\nscripts = 'x'\n"),
        ("two/pyproject.toml/found.py", ""),
        ("three/pyproject.toml", "[tool.setuptools.package-dir]\n'' = 'a'\na = 'b'\nb = 'a'\nc = '../..'\n"),
        ("three/a/b/c.py", "import c\n"),
        (
            "four/setup.py",
            "from setuptools import setup\nsetup(package_dir={'': '../../..'}, packages=['.', '/'])\n",
        ),
        ("five/setup.cfg", "[options\npackage_dir =\n = \u{1}\n"),
        ("found.py", ""),
        ("pkg/__init__.py/found.py", "import found\n"),
        ("pkg/m.py", "from . import found\nimport found\n"),
        ("tabs.py", "if a:\n\timport found\n        import found\n"),
        ("nul.py", "import found\nx = 'a\0b'\n\0\nimport found\n"),
        ("deep.py", &deep),
        ("many.py", &many),
        ("long.py", &long),
        ("dots.py", &format!("from {} import found\n", ".".repeat(70_000))),
        ("parts.py", &format!("import found{}\n", ".a".repeat(50_000))),
    ]);
    run.write("latin.py", b"# coding: latin-1\nx = '\xe9'\nimport found\n");
    run.write("wide.py", b"\xff\xfei\0m\0p\0o\0r\0t\0 \0f\0");
    run.commit();
    let found = "found\truntime\tsource\tfound.py\t";
    let edges = run.edges();
    for importer in ["tabs.py", "nul.py", "deep.py", "long.py", "latin.py", "pkg/m.py"] {
        let row = format!("{importer}\t{found}");
        assert!(edges.lines().any(|it| it.starts_with(&row)), "{importer}");
    }
    assert_eq!(edges.lines().filter(|row| row.starts_with("many.py\t")).count(), 50_000);
    let dots = edges.lines().find(|row| row.starts_with("dots.py\t"));
    assert!(dots.is_some_and(|row| row.contains("\toutside-repository\t")), "{dots:?}");
    let told = problems(&run);
    for place in ["pyproject.toml", "wide.py", "deep.py", "nul.py"] {
        assert!(told.contains(&format!("problem: {place}")), "{place}: {told}");
    }
    let bootstrap = run.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}

#[test]
#[cfg(unix)]
fn python_behind_links_that_go_in_circles() {
    let run = repo(&[("pkg/__init__.py", ""), ("pkg/m.py", "from pkg import loop\nimport pkg.loop.m\n")]);
    std::os::unix::fs::symlink("../pkg", run.path("pkg/loop")).unwrap();
    std::os::unix::fs::symlink("b", run.path("a")).unwrap();
    std::os::unix::fs::symlink("a", run.path("b")).unwrap();
    std::os::unix::fs::symlink("/", run.path("root")).unwrap();
    run.write("main.py", "import a, b.c, root.etc\nfrom pkg.loop.loop import m\n");
    run.commit();
    assert!(!run.rows("main.py").is_empty());
    problems(&run);
}
