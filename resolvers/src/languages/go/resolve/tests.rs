//! Resolution as texts: a tree of files, and for each question `importer specifier` the answer `how target`.

use crate::facts::{Import, ImportKind, ImportSyntax, Span};
use crate::path::{RepoPath, shown};
use crate::project::Project;
use crate::target::Target;
use crate::{Language, Resolver};

use super::super::Go;

/// `tree` is a list of `== path` lines, each followed by the file's text; `-> text` after a path makes it a link.
fn check(tree: &str, answers: &[(&str, &str)]) {
    with_resolver(tree, |resolver| {
        for (question, expected) in answers {
            assert_eq!(answer(resolver, question), *expected, "{question}\n{tree}");
        }
    });
}

fn with_resolver(tree: &str, ask: impl FnOnce(&dyn Resolver)) {
    let (mut texts, mut links) = (Vec::new(), Vec::new());
    for file in tree.split("== ").skip(1) {
        let (head, text) = file.split_once('\n').unwrap();
        match head.split_once(" -> ") {
            Some((link, target)) => links.push((path(link), target.trim().as_bytes().to_vec())),
            None => texts.push((path(head), text.to_owned())),
        }
    }
    texts.sort();
    let files = texts.iter().map(|(path, _)| path.clone()).collect();
    let reader =
        |path: &RepoPath| Some(texts.iter().find(|(known, _)| known == path)?.1.clone().into_bytes());
    let project = Project::new(files, &links, &reader);
    ask(&*Go.resolver(&project));
}

fn path(text: &str) -> RepoPath {
    RepoPath::new(text.trim().as_bytes()).unwrap()
}

fn answer(resolver: &dyn Resolver, question: &str) -> String {
    let (importer, specifier) = question.split_once(' ').unwrap();
    let (syntax, specifier) = match specifier.strip_prefix("embed ") {
        Some(pattern) => (ImportSyntax::Embed, pattern),
        None => (ImportSyntax::ImportPackage, specifier),
    };
    let import = Import {
        specifier: specifier.to_owned(),
        syntax,
        kind: ImportKind::Runtime,
        names: Vec::new(),
        pattern: None,
        mode: None,
        span: Span::default(),
    };
    let found = resolver.resolve(&path(importer), &import);
    assert_eq!(resolver.explain(&path(importer), &import).0, found);
    let targets: Vec<String> = found.targets.iter().map(target).collect();
    format!("{} {}", found.how.name(), targets.join(" "))
}

fn target(target: &Target) -> String {
    match target {
        Target::Source(path) => path.to_text(),
        Target::Package(dir) => String::from_utf8_lossy(shown(dir)).into_owned(),
        Target::External { package, version, .. } => {
            version.as_ref().map_or_else(|| package.clone(), |version| format!("{package}@{version}"))
        }
        Target::Builtin { name, .. } => name.clone(),
        Target::Missing(reason) => reason.name().to_owned(),
        Target::Namespace(_) | Target::Parent(_) | Target::Member { .. } => unreachable!(),
    }
}

#[test]
fn a_module_finds_its_own_packages_and_nothing_of_modules_within() {
    check(
        "== go.mod\nmodule example.com/m/v2\nrequire example.com/m/v2/n v1.0.0\n== a.go\n== p/q/x.go\n== p/only_test.go\n\
         == n/go.mod\nmodule example.com/m/v2/n\n== n/x.go\n== o/go.mod\nmodule o.org/o\n== o/x.go\n== testdata/x/x.go\n== mp/x.go\n",
        &[
            ("a.go example.com/m/v2", "self ."),
            ("a.go example.com/m/v2/p/q", "self p/q"),
            ("a.go example.com/m/v2/testdata/x", "self testdata/x"),
            ("a.go example.com/m/v2/p", "none no-such-package"),
            ("a.go example.com/m/v2p", "undeclared example.com/m/v2p"),
            ("a.go example.com/m/v2/n", "declared example.com/m/v2/n@v1.0.0"),
            ("a.go example.com/m/v2/o", "undeclared example.com/m/v2/o"),
            ("n/x.go example.com/m/v2", "undeclared example.com/m/v2"),
            ("n/x.go example.com/m/v2/n", "self n"),
            ("a.go net/http", "builtin net/http"),
            ("a.go C", "builtin C"),
            ("a.go nosuch/pkg", "none no-such-package"),
            ("a.go ./p/q", "relative p/q"),
            ("p/q/x.go ../..", "relative ."),
            ("p/q/x.go ../../..", "none outside-repository"),
            ("a.go ./p", "none no-such-package"),
            ("a.go /p", "none no-such-package"),
            ("a.go github.com/x/y/z/v2", "undeclared github.com/x/y"),
            ("a.go github.com/x/y/v2", "undeclared github.com/x/y/v2"),
            ("a.go github.com/x/y/v12/z", "undeclared github.com/x/y/v12"),
            ("a.go github.com/x/y/v1/z", "undeclared github.com/x/y"),
            ("a.go github.com/x/y/v2p", "undeclared github.com/x/y"),
            ("a.go gopkg.in/y.v3/z", "undeclared gopkg.in/y.v3"),
            ("a.go gopkg.in/x/y.v3/z", "undeclared gopkg.in/x/y.v3"),
        ],
    );
}

#[test]
fn replacements_count_where_the_replaced_is_required() {
    check(
        "== go.mod\nmodule a.org/a\nrequire (\nb.org/b v1.0.0\nb.org/b/c v1.0.0\nd.org/d v1.1.0\nf.org/f v1.0.0\n)\n\
         replace (\nb.org/b => ./b\nd.org/d v1.0.0 => ./d\ne.org/e => ./e\nf.org/f => g.org/g v1.0.0\nh.org/h => ./h\n)\n== a.go\n\
         == b/go.mod\nmodule other.org/name\nrequire h.org/h v1.0.0\nreplace h.org/h => ./no\n== b/x.go\n== b/c/x.go\n== d/x.go\n== e/x.go\n== h/x.go\n",
        &[
            ("a.go b.org/b", "replace b"),
            ("a.go b.org/b/c", "replace b/c"),
            ("a.go d.org/d", "declared d.org/d@v1.1.0"),
            ("a.go e.org/e", "undeclared e.org/e"),
            ("a.go f.org/f/x", "declared f.org/f@v1.0.0"),
            ("a.go h.org/h", "replace h"),
            ("b/x.go a.org/a", "undeclared a.org/a"),
        ],
    );
}

#[test]
fn the_highest_version_that_is_required_is_the_one_that_replacements_fit() {
    check(
        "== go.mod\nmodule a.org/a\nrequire (\nb.org/b v1.0.0\nc.org/c v1.2.0\nd.org/d v1.0.0\n)\n\
         replace (\nb.org/b => ./b\nc.org/c v1.2.0 => ./old\nc.org/c v1.10.0 => ./new\nd.org/d => ./all\nd.org/d v1.0.0 => ./one\n)\n\
         == a.go\n== b/go.mod\nmodule b.org/b\nrequire c.org/c v1.10.0\n== b/x.go\n== old/x.go\n== new/x.go\n== all/x.go\n== one/x.go\n",
        &[("a.go c.org/c", "replace new"), ("b/x.go b.org/b", "self b"), ("a.go d.org/d", "replace one")],
    );
}

#[test]
fn what_is_internal_is_for_what_lies_beside_it() {
    check(
        "== go.mod\nmodule m.org/m\ngo 1.21\nrequire (\nr.org/r v1.0.0\nv.org/v v1.0.0\n)\nreplace r.org/r => ./r\n== a.go\n\
         == a/internal/x/x.go\n== a/b/b.go\n== ab/b.go\n== internal/i.go\n== internals/i.go\n== r/go.mod\nmodule other.org/name\n\
         == r/internal/i.go\n== r/x/x.go\n",
        &[
            ("a.go m.org/m/internal", "self internal"),
            ("ab/b.go m.org/m/internal", "self internal"),
            ("a/b/b.go m.org/m/a/internal/x", "self a/internal/x"),
            ("a/internal/x/x.go m.org/m/a/internal/x", "self a/internal/x"),
            ("a.go m.org/m/a/internal/x", "none internal"),
            ("ab/b.go m.org/m/a/internal/x", "none internal"),
            ("a.go m.org/m/internals", "self internals"),
            ("a.go r.org/r/internal", "none internal"),
            ("a.go r.org/r/x", "replace r/x"),
            ("r/x/x.go other.org/name/internal", "self r/internal"),
        ],
    );
    check(
        "== go.mod\nmodule m.org/m\ngo 1.21\n== a.go\n== vendor/modules.txt\n== vendor/v.org/v/internal/i.go\n== vendor/v.org/v/x/x.go\n",
        &[
            ("vendor/v.org/v/x/x.go v.org/v/internal", "vendor vendor/v.org/v/internal"),
            ("a.go v.org/v/internal", "none internal"),
        ],
    );
    check(
        "== go.work\ngo 1.22\nuse (\n./a\n./r\n)\nreplace r.org/r => ./r\n== a/go.mod\nmodule m.org/a\nrequire r.org/r v1.0.0\n\
         == a/x.go\n== r/go.mod\ngo 1.22\nrequire r.org/r v1.0.0\n== r/internal/i.go\n== r/x/x.go\n",
        &[("r/x/x.go r.org/r/internal", "replace r/internal")],
    );
}

#[test]
fn what_go_mod_ignores_is_entered_by_nobody() {
    let tree = "== go.mod\nmodule m.org/m\nignore (\n./ign\nstatic\n)\n== ign/x/m.go\npackage main\n== a/static/b/m.go\npackage main\n\
        == ignored/m.go\npackage main\n== a/ign/m.go\npackage main\n== m.go\npackage m\n";
    let expected = [
        ". as m.org/m: m.go (the root package of go.mod)",
        "a/ign as ign: a/ign/m.go (`package main`)",
        "ignored as ignored: ignored/m.go (`package main`)",
    ];
    assert_eq!(units(tree), expected);
    check(tree, &[("m.go m.org/m/ign/x", "self ign/x")]);
}

#[test]
fn a_workspace_joins_the_modules_that_it_uses() {
    check(
        "== go.work\ngo 1.22\nuse (\n./a\n./b\n./gone\n)\nreplace r.org/r => ./r\n== a/go.mod\nmodule m.org/a\nrequire r.org/r v1.0.0\n== a/x.go\n\
         == b/go.mod\nmodule m.org/a/b\n== b/x.go\n== a/b/x.go\n== c/go.mod\nmodule m.org/c\n== c/x.go\n== r/x.go\n",
        &[
            ("a/x.go m.org/a/b", "workspace b"),
            ("b/x.go m.org/a", "workspace a"),
            ("b/x.go r.org/r", "replace r"),
            ("a/x.go m.org/c", "undeclared m.org/c"),
            ("c/x.go m.org/a", "undeclared m.org/a"),
        ],
    );
}

#[test]
fn a_vendored_copy_comes_before_every_other_but_the_own() {
    let tree = |go: &str| {
        format!(
            "== go.mod\nmodule m.org/m\ngo {go}\nrequire v.org/v v1.0.0\nreplace v.org/v => ./v\n== a.go\n== v/x.go\n\
             == vendor/modules.txt\n== vendor/v.org/v/x.go\n== vendor/k.io/api -> ../../staging/api\n== staging/api/go.mod\nmodule k.io/api\n\
             == staging/api/x.go\n== staging/api/core/x.go\n"
        )
    };
    check(
        &tree("1.14"),
        &[
            ("a.go v.org/v", "vendor vendor/v.org/v"),
            ("vendor/v.org/v/x.go m.org/m", "self ."),
            ("a.go k.io/api/core", "vendor staging/api/core"),
            ("staging/api/x.go k.io/api/core", "self staging/api/core"),
        ],
    );
    check(&tree("1.13"), &[("a.go v.org/v", "replace v"), ("a.go k.io/api", "undeclared k.io/api")]);
}

#[test]
fn without_a_go_mod_vendor_directories_above_count() {
    check(
        "== a.go\n== p/a.go\n== p/vendor/x.org/y/a.go\n== vendor/x.org/y/a.go\n== vendor/fmt/a.go\n",
        &[
            ("p/a.go x.org/y", "vendor p/vendor/x.org/y"),
            ("a.go x.org/y", "vendor vendor/x.org/y"),
            ("vendor/x.org/y/a.go x.org/y", "vendor vendor/x.org/y"),
            ("a.go fmt", "builtin fmt"),
            ("a.go x.org/z", "undeclared x.org/z"),
        ],
    );
}

#[test]
fn without_a_go_mod_folders_are_called_as_their_dependencies_are_fetched() {
    check(
        "== a.go\n== b/a.go\n== Godeps/Godeps.json\n{\"ImportPath\": \"x.org/a\", \"GoVersion\": \"go1.9\"}\n\
         == vendor/x.org/y/a.go\n== vendor/x.org/y/b/a.go\n== vendor/x.org/y/glide.yaml\n# y\npackage: x.org/y # y\nimport:\n- package: x.org/z\n\
         == v/a.go\n== v/b/a.go\n== v/vendor/vendor.json\n{\"rootPath\": \"x.org/v\"}\n\
         == m/go.mod\nmodule x.org/m\n== m/a.go\n== w/Godeps/Godeps.json\n[\n== w/a.go\n",
        &[
            ("a.go x.org/a/b", "self b"),
            ("b/a.go x.org/a", "self ."),
            ("b/a.go x.org/a/gone", "none no-such-package"),
            ("b/a.go x.org/ab", "undeclared x.org/ab"),
            ("vendor/x.org/y/a.go x.org/y/b", "vendor vendor/x.org/y/b"),
            ("vendor/x.org/y/a.go x.org/z", "undeclared x.org/z"),
            ("v/a.go x.org/v/b", "self v/b"),
            ("v/a.go x.org/a/b", "self b"),
            ("m/a.go x.org/a/b", "undeclared x.org/a/b"),
            ("w/a.go x.org/a/b", "self b"),
        ],
    );
}

#[test]
fn vendor_mod_stands_for_the_go_mod_that_is_not_there() {
    check(
        "== vendor.mod\nmodule x.org/a\ngo 1.25\nrequire x.org/y v1.0.0\n== a.go\n== b/a.go\n\
         == vendor/modules.txt\n# x.org/y v1.0.0\n## explicit\nx.org/y\n== vendor/x.org/y/a.go\n\
         == c/go.mod\nmodule x.org/a/c\n== c/vendor.mod\nmodule x.org/d\n== c/a.go\n== c/e/a.go\n",
        &[
            ("a.go x.org/a/b", "self b"),
            ("b/a.go x.org/y", "vendor vendor/x.org/y"),
            ("a.go x.org/a/c", "undeclared x.org/a/c"),
            ("c/a.go x.org/a/c/e", "self c/e"),
            ("c/a.go x.org/d/e", "undeclared x.org/d/e"),
        ],
    );
}

#[test]
fn the_standard_library_itself() {
    check(
        "== src/go.mod\nmodule std\ngo 1.22\n== src/fmt/print.go\n== src/internal/abi/x.go\n== src/vendor/modules.txt\n\
         == src/vendor/golang.org/x/net/idna/x.go\n== src/cmd/go.mod\nmodule cmd\n== src/cmd/go/x.go\n",
        &[
            ("src/fmt/print.go internal/abi", "self src/internal/abi"),
            ("src/fmt/print.go fmt", "self src/fmt"),
            ("src/fmt/print.go golang.org/x/net/idna", "vendor src/vendor/golang.org/x/net/idna"),
            ("src/cmd/go/x.go fmt", "builtin fmt"),
            ("src/cmd/go/x.go cmd/go", "self src/cmd/go"),
        ],
    );
}

#[test]
fn embedded_files() {
    check(
        "== go.mod\nmodule m\n== p/a.go\n== p/s/a.txt\n== p/s/_b.txt\n== p/s/t/c.txt\n== p/s/t/.d\n== p/s/n/go.mod\nmodule n\n== p/s/n/e\n\
         == p/[x].txt\n== p/{y}.txt\n",
        &[
            ("p/a.go embed s", "embed p/s/a.txt p/s/t/c.txt"),
            ("p/a.go embed all:s", "embed p/s/_b.txt p/s/a.txt p/s/t/.d p/s/t/c.txt"),
            ("p/a.go embed s/*", "embed p/s/_b.txt p/s/a.txt p/s/t/c.txt"),
            ("p/a.go embed s/t/c.txt", "embed p/s/t/c.txt"),
            ("p/a.go embed s/_b.txt", "embed p/s/_b.txt"),
            ("p/a.go embed s/*/?.txt", "embed p/s/t/c.txt"),
            ("p/a.go embed {y}.txt", "embed p/{y}.txt"),
            ("p/a.go embed \\[x].txt", "embed p/[x].txt"),
            ("p/a.go embed *.md", "none no-match"),
            ("p/a.go embed s/[", "none unreadable-pattern"),
            ("p/a.go embed ../p", "none no-match"),
        ],
    );
}

fn units(tree: &str) -> Vec<String> {
    let mut told = Vec::new();
    with_resolver(tree, |resolver| {
        for unit in resolver.units() {
            let entries: Vec<String> =
                unit.entries.iter().map(|it| format!("{} ({})", it.path, it.whys.join(", "))).collect();
            let dir = String::from_utf8_lossy(shown(&unit.dir)).into_owned();
            told.push(format!("{dir} as {}: {}", unit.name.unwrap_or_default(), entries.join(" ")));
        }
    });
    told
}

#[test]
fn programs_and_root_packages_are_entered() {
    let library = "== go.mod\nmodule x.org/lib/v2\n== lib.go\npackage lib\n== a.go\npackage lib\n== gen.go\n//go:build ignore\n\npackage main\n\
        == cmd/x/run.go\npackage main\n\nfunc main() {}\n== cmd/x/a.go\npackage main\n== cmd/x/gen.go\n//go:build ignore\n\npackage main\n\nfunc main() {}\n== p/p.go\npackage p\n== testdata/main.go\npackage main\n\
        == _old/main.go\npackage main\n== sub/go.mod\nmodule x.org/sub\n== sub/p/p.go\npackage p\n";
    assert_eq!(
        units(library),
        [
            ". as x.org/lib/v2: lib.go (the root package of go.mod)",
            "cmd/x as x: cmd/x/run.go (`package main`)",
            "sub as x.org/sub: ",
        ]
    );
    let program = "== go.mod\nmodule x.org/tool/v2\n== cmd/gen/main.go\npackage main\n== cmd/tool/main.go\npackage main\n== hack/a.go\npackage main\n";
    assert_eq!(
        units(program),
        [
            ". as x.org/tool/v2: cmd/tool/main.go (`package main`)",
            "cmd/gen as gen: cmd/gen/main.go (`package main`)",
            "hack as hack: hack/a.go (`package main`)",
        ]
    );
    let generated = "== go.mod\nmodule x.org/push\n== a.pb.go\n// Code generated by protoc. DO NOT EDIT.\n\npackage p\n== types.go\npackage p\n";
    assert_eq!(units(generated), [". as x.org/push: types.go (the root package of go.mod)"]);
    // Without a file that is called like the package, its own documentation is its face.
    let told = |text: &str| {
        units(&format!(
            "== go.mod\nmodule x.org/told\n== a.go\n// Copyright: nobody.\n\npackage log\n\n// Package log is not this.\n\
             == handler.go\n{text}== handler_test.go\n// Package log is tested.\npackage log\n"
        ))
    };
    for text in [
        "// Copyright: nobody.\n\n// Package log writes.\n//\n// And so on.\npackage log // import \"x.org/told\"\n",
        "/*\nPackage log writes.\n*/\npackage log\n",
        "/* Package log writes. */\r\npackage log\r\n",
        "//go:build !js\n\n// Package log writes.\npackage log\n",
    ] {
        assert_eq!(told(text), [". as x.org/told: handler.go (the root package of go.mod)"], "{text}");
    }
    for text in ["// Package log\n\npackage log\n", "// Handles it.\npackage log\n"] {
        assert_eq!(told(text), [". as x.org/told: a.go (the root package of go.mod)"], "{text}");
    }
    let operator = "== go.mod\nmodule x.org/tool/operator\n== cmd/any/main.go\npackage main\n== cmd/tool-operator/main.go\npackage main\n";
    assert_eq!(units(operator)[0], ". as x.org/tool/operator: cmd/tool-operator/main.go (`package main`)");
    // Something else for the operator.
    let foreign = "== go.mod\nmodule x.org/tool/operator\n== cmd/any/main.go\npackage main\n== cmd/load-operator/main.go\npackage main\n";
    assert_eq!(units(foreign)[0], ". as x.org/tool/operator: cmd/any/main.go (`package main`)");
    assert_eq!(
        units("== x/main.go\npackage main\n== y/y.go\npackage y\n"),
        ["x as x: x/main.go (`package main`)"]
    );
    // What shows or makes something for a module comes last, then the shortest name first.
    let first = |dirs: &[&str], expected: &str| {
        let programs: Vec<_> = dirs.iter().map(|dir| format!("== {dir}/main.go\npackage main\n")).collect();
        with_resolver(&format!("== go.mod\nmodule x.org/y\n{}", programs.concat()), |resolver| {
            let units = resolver.units();
            let root = units.iter().find(|unit| unit.dir.is_empty()).unwrap();
            assert_eq!(root.entries[0].path.to_text(), expected);
        });
    };
    first(&["samples/a", "deep/down/run"], "deep/down/run/main.go");
    first(&["cmd/gen-docs", "cmd/gh"], "cmd/gh/main.go");
    first(&["cmd/docker-proxy", "cmd/dockerd"], "cmd/dockerd/main.go");
}

#[test]
fn what_is_wrong_is_told_and_the_rest_counts() {
    let tree = "== go.work\nuse ./a\nuse ./b\nuse ./gone\n== a/go.mod\nmodule m.org/m\nrequire (\n== a/x.go\n== b/go.mod\nmodule m.org/m\n== b/x.go\n\
        == c/go.mod\n\u{0}\n== c/x.go\n";
    with_resolver(tree, |resolver| {
        let told: Vec<String> =
            resolver.problems().iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
        assert_eq!(
            told,
            [
                "a/go.mod: ends inside of parentheses",
                "b/go.mod: is called `m.org/m` like another module that it is used with",
                "c/go.mod: names no module",
                "c/go.mod: cannot be read and counts for nothing",
                "go.work: uses `./gone`, where no go.mod is",
            ]
        );
        assert_eq!(answer(resolver, "b/x.go m.org/m"), "workspace a");
        assert_eq!(answer(resolver, "c/x.go m.org/m"), "undeclared m.org/m");
    });
}
