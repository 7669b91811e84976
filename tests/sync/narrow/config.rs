//! Configuration in which nothing but versions changes.

use super::{Way, check, leads_to_the_same, synced};

/// A package whose parts take the same from elsewhere, in two versions.
const TWO: &[(&str, &str)] = &[
    (
        "package.json",
        "{ \"name\": \"two\", \"workspaces\": [\"parts/*\"], \"main\": \"main.ts\", \"dependencies\": { \"acme\": \"^3.1.0\", \"idle\": \"1\" } }\n",
    ),
    (
        "main.ts",
        "import { one } from 'acme';\nimport { a } from 'a';\nimport { more } from './more';\nexport const main = one(a, more);\n",
    ),
    ("more.ts", "import { one } from 'acme';\nexport const more = one();\n"),
    (
        "parts/a/package.json",
        "{ \"name\": \"a\", \"main\": \"a.ts\", \"devDependencies\": { \"acme\": \"^2.0.0\" }, \"peerDependencies\": { \"acme\": \"2 || 3\" } }\n",
    ),
    ("parts/a/a.ts", "import { two } from 'acme/deep';\nexport const a = two();\n"),
    (
        "parts/b/package.json",
        "{ \"name\": \"b\", \"main\": \"b.ts\", \"dependencies\": { \"a\": \"^1.0.0\" } }\n",
    ),
    ("parts/b/b.ts", "import { a } from 'a';\nexport const b = a;\n"),
    ("yarn.lock", "# yarn lockfile v1\n\nacme@^3.1.0:\n  version \"3.1.4\"\n"),
];

const ROOT: &str =
    "{ \"name\": \"two\", \"workspaces\": [\"parts/*\"], \"main\": \"main.ts\", \"dependencies\": { ";

/// The manifest of the root with these dependencies, and what follows.
fn root(dependencies: &str, rest: &str) -> String {
    format!("{ROOT}{dependencies} }}{rest} }}\n")
}

#[test]
fn versions_of_node_are_followed() {
    let part = |dev: &str, peer: &str| {
        format!(
            "{{ \"name\": \"a\", \"main\": \"a.ts\", \"devDependencies\": {{ \"acme\": \"{dev}\" }}, \"peerDependencies\": {{ \"acme\": \"{peer}\" }} }}\n"
        )
    };
    let edits = [
        // The first importer by path says which version it is.
        ("package.json", root("\"acme\": \"^4.0.0\", \"idle\": \"1\"", ""), Way::OfFew),
        ("parts/a/package.json", part("^2.1.0", "2 || 3"), Way::Nothing),
        // One that does not count, and one that nobody imports.
        ("parts/a/package.json", part("^2.1.0", "2 || 3 || 4"), Way::Nothing),
        ("package.json", root("\"acme\": \"^4.0.0\", \"idle\": \"2\"", ""), Way::Nothing),
        // What nobody reads.
        (
            "package.json",
            root("\"acme\": \"^4.0.0\", \"idle\": \"2\"", ", \"engines\": { \"node\": \">=20\" }"),
            Way::Nothing,
        ),
        ("yarn.lock", "# yarn lockfile v1\n\nacme@^4.0.0:\n  version \"4.0.0\"\n".to_owned(), Way::Nothing),
        // It may mean something else now: others, another order, a folder. Then all are asked.
        ("package.json", root("\"acme\": \"^4.0.0\"", ""), Way::Nothing),
        ("package.json", root("\"acme\": \"^4.0.0\", \"idle\": \"2\"", ""), Way::Nothing),
        ("package.json", root("\"idle\": \"2\", \"acme\": \"^4.0.0\"", ""), Way::Nothing),
        ("package.json", root("\"idle\": \"2\", \"acme\": \"file:parts/b\"", ""), Way::OfFew),
        ("package.json", root("\"idle\": \"2\", \"acme\": \"5\"", ""), Way::OfFew),
        ("package.json", root("\"idle\": \"2\", \"acme\": \"5\"", ", \"version\": \"2.0.0\""), Way::Nothing),
        // A package of the repository: from elsewhere now.
        (
            "parts/b/package.json",
            "{ \"name\": \"b\", \"main\": \"b.ts\", \"dependencies\": { \"a\": \"^1.0.1\" } }\n".to_owned(),
            Way::NothingOfAll,
        ),
        (
            "yarn.lock",
            "# yarn lockfile v1\n\nacme@^4.0.0:\n  version \"4.0.0\"\n\na@^1.0.1:\n  version \"1.0.1\"\n"
                .to_owned(),
            Way::OfAll,
        ),
        ("package.json", "{ broken\n".to_owned(), Way::OfAll),
    ];
    let edits: Vec<(&str, &str, Way)> =
        edits.iter().map(|(path, text, way)| (*path, &text[..], *way)).collect();
    check(TWO, |_| (), &edits);
}

#[test]
fn what_may_be_of_the_repository_is_left_to_a_run_over_all() {
    let tests = |range: &str| {
        format!(
            "{{ \"name\": \"a\", \"main\": \"a.ts\", \"devDependencies\": {{ \"test-utils\": \"{range}\" }} }}\n"
        )
    };
    // A member that is no package of its own, and one that goes by another name.
    check(
        &[
            ("package.json", "{ \"name\": \"x\", \"workspaces\": [\"packages/*\", \"tests/*\"] }\n"),
            (
                "tests/utils/package.json",
                "{ \"name\": \"test-utils\", \"version\": \"1.0.0\", \"main\": \"index.ts\" }\n",
            ),
            ("tests/utils/index.ts", "export const help = 1;\n"),
            ("packages/a/package.json", &tests("^1.0.0")),
            ("packages/a/a.ts", "import { help } from 'test-utils';\nexport const a = help;\n"),
            (
                "packages/c/package.json",
                "{ \"name\": \"c-real\", \"version\": \"1.0.0\", \"main\": \"c.ts\" }\n",
            ),
            ("packages/c/c.ts", "export const c = 1;\n"),
            (
                "packages/x/package.json",
                "{ \"name\": \"px\", \"main\": \"x.ts\", \"dependencies\": { \"b\": \"file:../c\" } }\n",
            ),
            ("packages/x/x.ts", "export const x = 1;\n"),
            ("packages/x/sub/package.json", "{ \"dependencies\": { \"b\": \"*\" } }\n"),
            ("packages/x/sub/s.ts", "import { c } from 'b';\nexport const s = c;\n"),
        ],
        |_| (),
        &[
            ("packages/a/package.json", &tests("^2.0.0"), Way::OfAll),
            ("packages/a/package.json", &tests("^1.0.0"), Way::OfAll),
            ("packages/x/sub/package.json", "{ \"dependencies\": { \"b\": \"^1\" } }\n", Way::OfAll),
        ],
    );
    let git = "git+ssh://git@github.com/x/a.git";
    let lock = "# yarn lockfile v1\n\nc@1:\n  version \"1.0.0\"\n";
    let locked = format!("{lock}\n\"a@{git}\":\n  version \"1.0.0\"\n");
    let manifest =
        format!("{{ \"name\": \"b\", \"main\": \"b.ts\", \"dependencies\": {{ \"a\": \"{git}\" }} }}\n");
    check(
        &[
            ("package.json", "{ \"name\": \"x\", \"workspaces\": [\"packages/*\"] }\n"),
            ("packages/a/package.json", "{ \"name\": \"a\", \"version\": \"1.0.0\", \"main\": \"a.ts\" }\n"),
            ("packages/a/a.ts", "export const a = 1;\n"),
            ("packages/b/package.json", &manifest),
            ("packages/b/b.ts", "import { a } from 'a';\nexport const b = a;\n"),
            ("yarn.lock", lock),
        ],
        |_| (),
        &[("yarn.lock", &locked, Way::OfAll)],
    );
    let of_pnpm = |version: &str| {
        format!(
            "lockfileVersion: '9.0'\n\nimporters:\n\n  ../shared:\n    dependencies:\n      ui:\n        specifier: ^1.0.0\n        version: {version}\n"
        )
    };
    check(
        &[
            ("package.json", "{ \"name\": \"x\", \"workspaces\": [\"frontend/*\", \"shared\"] }\n"),
            ("frontend/pnpm-lock.yaml", &of_pnpm("link:../frontend/ui")),
            (
                "frontend/ui/package.json",
                "{ \"name\": \"ui\", \"version\": \"1.0.0\", \"main\": \"ui.ts\" }\n",
            ),
            ("frontend/ui/ui.ts", "export const ui = 1;\n"),
            (
                "shared/package.json",
                "{ \"name\": \"shared\", \"main\": \"s.ts\", \"dependencies\": { \"ui\": \"^1.0.0\" } }\n",
            ),
            ("shared/s.ts", "import { ui } from 'ui';\nexport const s = ui;\n"),
        ],
        |_| (),
        &[("frontend/pnpm-lock.yaml", &of_pnpm("1.0.0"), Way::OfFew)],
    );
}

#[test]
fn what_is_wrong_is_told_whoever_asks() {
    check(
        &[
            ("package.json", "{ \"name\": \"wrong\", \"main\": \"main.ts\" }\n"),
            ("tsconfig.json", "{ \"extends\": \"@tsconfig/node20/tsconfig.json\" }\n"),
            ("main.ts", "import { a } from './a';\na();\n"),
            ("a.ts", "export const a = () => 1;\n"),
            ("b/tsconfig.json", "{ \"extends\": \"@tsconfig/none/tsconfig.json\" }\n"),
        ],
        |_| (),
        &[
            ("c.ts", "import { a } from './a';\nexport const c = a;\n", Way::OfFew),
            ("b/d.ts", "export const d = 1;\n", Way::OfFew),
            // Nobody had asked there, and then nobody does any more.
            ("b/d.ts", "import { a } from '../a';\nexport const d = a;\n", Way::OfAll),
            ("b/d.ts", "export const d = 1;\n", Way::OfAll),
        ],
    );
}

#[test]
fn versions_change_with_the_sources() {
    let repo = synced(TWO, |_| ());
    // What is taken stays, and then becomes another thing too.
    repo.write("package.json", root("\"acme\": \"^5.0.0\", \"idle\": \"1\"", ""));
    repo.write(
        "more.ts",
        "import { one } from 'acme';\nexport const more = one();\nexport const most = more;\n",
    );
    assert_eq!(leads_to_the_same(&repo, "both"), Way::OfFew);
    repo.write("package.json", root("\"acme\": \"^6.0.0\", \"idle\": \"1\"", ""));
    repo.write("more.ts", "import { one, two } from 'acme';\nexport const more = one(two);\n");
    assert_eq!(leads_to_the_same(&repo, "what is taken"), Way::OfFew);
}

#[test]
fn versions_in_locks_of_python_are_followed() {
    let lock = |version: &str| {
        format!(
            "[[package]]\nname = \"requests\"\nversion = \"{version}\"\n\n[[package]]\nname = \"idna\"\nversion = \"3\"\n"
        )
    };
    let (first, second, third) = (lock("2.0"), lock("2.1"), lock("2.2"));
    let more = format!("{third}\n[[package]]\nname = \"yaml\"\nversion = \"1\"\n");
    check(
        &[
            (
                "pyproject.toml",
                "[project]\nname = \"it\"\nversion = \"1\"\ndependencies = [\"requests>=2\"]\n",
            ),
            ("poetry.lock", &first),
            ("it/__init__.py", ""),
            ("it/get.py", "import requests\n\n\ndef get():\n    return requests.get('x')\n"),
        ],
        |_| (),
        &[
            ("poetry.lock", &second, Way::OfFew),
            ("poetry.lock", &more, Way::OfFew),
            ("poetry.lock", &third, Way::Nothing),
            ("poetry.lock", "[[package]\n", Way::OfAll),
            ("poetry.lock", &first, Way::OfAll),
            // Another one that may say the same.
            ("uv.lock", &second, Way::NothingOfAll),
            ("poetry.lock", &second, Way::OfAll),
        ],
    );
}

#[test]
fn versions_of_go_are_followed() {
    let required = |acme: &str, other: &str| {
        format!(
            "module m.org/m\n\ngo 1.24\n\nrequire (\n\tgithub.com/acme/kit {acme}\n\tx.org/other {other} // indirect\n)\n"
        )
    };
    let tools =
        |version: &str| format!("module m.org/m/tools\n\ngo 1.24\n\nrequire github.com/acme/kit {version}\n");
    let files = [
        ("go.mod", &required("v1.2.0", "v0.1.0")[..]),
        ("go.sum", "github.com/acme/kit v1.2.0 h1:abc=\n"),
        (
            "main.go",
            "package main\n\nimport (\n\t\"github.com/acme/kit/log\"\n\t\"m.org/m/a\"\n)\n\nfunc main() { log.Print(a.A) }\n",
        ),
        ("a/a.go", "package a\n\nimport \"github.com/acme/kit\"\n\nvar A = kit.New()\n"),
        ("tools/go.mod", &tools("v1.0.0")),
        ("tools/gen.go", "package main\n\nimport \"github.com/acme/kit\"\n\nfunc main() { kit.New() }\n"),
    ];
    let edits = [
        ("go.mod", required("v1.3.0", "v0.1.0"), Way::OfFew),
        ("go.sum", "github.com/acme/kit v1.3.0 h1:def=\n".to_owned(), Way::Nothing),
        // Nobody imports it.
        ("go.mod", required("v1.3.0", "v0.2.0"), Way::Nothing),
        // A module of its own.
        ("tools/go.mod", tools("v1.1.0"), Way::Nothing),
        // It says more.
        ("go.mod", required("v1.3.0", "v0.2.0").replace("1.24", "1.25"), Way::Nothing),
        ("go.mod", format!("{}replace x.org/other => ./tools\n", required("v1.3.0", "v0.2.0")), Way::Nothing),
        // The highest version counts of what several say that go by each other.
        ("go.work", "go 1.24\n\nuse (\n\t.\n\t./tools\n)\n".to_owned(), Way::Nothing),
        ("tools/go.mod", tools("v1.4.0"), Way::OfAll),
    ];
    let edits: Vec<(&str, &str, Way)> =
        edits.iter().map(|(path, text, way)| (*path, &text[..], *way)).collect();
    check(&files, |_| (), &edits);
}
