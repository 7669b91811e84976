//! Configuration, texts and files that others go by, drawn at random: all imports are answered anew, and little is told.

use std::fs;

use super::super::random::Dice;
use super::{Way, Ways, check, leads_to_the_same};
use crate::support::Repo;

/// Files, each with what it may hold; an empty text is none.
const FILES: &[(&str, &[&str])] = &[
    (
        "package.json",
        &[
            "{ \"name\": \"all\", \"main\": \"src/main.ts\", \"workspaces\": [\"parts/*\"], \"dependencies\": { \"zod\": \"3\", \"p\": \"^1.0.0\" } }\n",
            "{ \"name\": \"all\", \"main\": \"src/main.ts\", \"workspaces\": [\"parts/*\"], \"dependencies\": { \"zod\": \"4\", \"yup\": \"1\", \"p\": \"^1.0.0\" } }\n",
            "{ \"name\": \"all\", \"main\": \"src/main.ts\", \"workspaces\": [\"parts/*\"], \"dependencies\": { \"yup\": \"2\", \"zod\": \"3\", \"p\": \"^2.0.0\" }, \"license\": \"MIT\" }\n",
            "{ \"name\": \"all\", \"main\": \"src/main.ts\", \"workspaces\": [\"parts/*\"], \"imports\": { \"#lib\": \"./src/lib/index.ts\" }, \"dependencies\": { \"p\": \"workspace:*\" } }\n",
            "{ \"name\": \"all\", \"main\": \"src/main.ts\", \"imports\": { \"#lib\": \"./src/lib/a.ts\" }, \"dependencies\": { \"zod\": \"3\" } }\n",
            "{ \"name\": \"all\", \"main\": \"src/main.ts\", \"workspaces\": [\"parts/*\"], \"scripts\": { \"start\": \"tsx src/other.ts\" }, \"description\": \"All of it\" }\n",
        ],
    ),
    (
        "tsconfig.json",
        &[
            "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./src/*\"] } } }\n",
            "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./lib/*\", \"./src/*\"] } } }\n",
            "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./lib/*\"] }, \"strict\": true } }\n",
            "{ \"extends\": \"./base.json\" }\n",
            "",
        ],
    ),
    ("base.json", &["{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./src/lib/*\"] } } }\n", ""]),
    (
        "parts/p/package.json",
        &[
            "{ \"name\": \"p\", \"version\": \"1.0.0\", \"main\": \"dist/index.js\", \"description\": \"Counts\" }\n",
            "{ \"name\": \"p\", \"version\": \"1.1.0\", \"main\": \"dist/index.js\", \"description\": \"Counts\" }\n",
            "{ \"name\": \"p\", \"version\": \"2.0.0\", \"exports\": { \".\": \"./src/index.ts\", \"./more\": \"./src/more.ts\" } }\n",
            "{ \"name\": \"q\", \"version\": \"1.0.0\", \"main\": \"src/more.ts\" }\n",
        ],
    ),
    ("README.md", &["# All\n\nDoes all.\n", "# All\n\nDoes most of it.\n", ""]),
    ("parts/p/README.md", &["Counts letters.\n", "Counts words.\n", ""]),
    (
        "locales/en.json",
        &[
            "{ \"nav\": { \"home\": \"Home\", \"away\": \"Away\" } }\n",
            "{ \"nav\": { \"home\": \"At home\" } }\n",
            "{ \"nav\": { \"home\": \"Home\", \"away\": \"Far away\" }, \"more\": \"More\" }\n",
            "",
        ],
    ),
    ("src/locales/de.json", &["", "{ \"nav\": { \"home\": \"Zuhause\" } }\n"]),
    ("src/view.html", &["<h1>Title</h1>\n", "<h1>Other title</h1>\n", ""]),
    (
        "src/main.ts",
        &[
            "import { a } from '@/lib/a';\nimport { p } from 'p';\na(p);\n",
            "import { a } from '#lib';\nimport { m } from 'p/more';\na(m);\n",
            "import { b as a } from './lib';\nimport * as p from 'p';\na(p.p);\n",
        ],
    ),
    (
        "src/other.ts",
        &["import { z } from 'zod';\nimport { a } from '@/a';\nexport const other = () => a(z);\n"],
    ),
    (
        "src/nav.tsx",
        &[
            "import { a } from './lib';\nexport function Nav() { a(); return <a title={t('nav.home')}>{t('nav.away')}</a>; }\n",
            "import { b } from './lib/b';\nexport function Nav() { return <a title={t('nav.home')}>{b}</a>; }\n",
        ],
    ),
    (
        "src/view.ts",
        &[
            "import { Component } from '@angular/core';\n@Component({ selector: 'app-view', templateUrl: './view.html' })\nexport class View {}\n",
        ],
    ),
    (
        "src/lib/index.ts",
        &[
            "export * from './a';\nexport { b } from './b';\n",
            "export * from './b';\nexport { c as b } from '../../lib/a';\n",
            "export * from '@/lib/a';\nexport * from './b';\n",
            "import { a } from '@/a';\nexport { a };\nexport const b = 1;\n",
        ],
    ),
    (
        "src/lib/a.ts",
        &[
            "export const a = (...all: unknown[]) => all;\n",
            "export const a = () => 1;\nexport const c = 2;\n",
        ],
    ),
    (
        "src/lib/b.ts",
        &["import { a } from '@/a';\nexport const b = a;\n", "export const b = 2;\nexport const a = 3;\n"],
    ),
    ("src/a.ts", &["", "export const a = (it: unknown) => it;\n"]),
    ("lib/a.ts", &["", "export const a = 4;\nexport const c = 5;\n"]),
    ("lib/lib/a.ts", &["", "export const a = 6;\n"]),
    (
        "parts/p/src/index.ts",
        &[
            "export const p = 1;\nexport { m } from './more';\n",
            "import { z } from 'zod';\nexport const p = z;\n",
        ],
    ),
    ("parts/p/src/more.ts", &["export const m = 2;\n"]),
    (
        "pyproject.toml",
        &[
            "[project]\nname = \"tools\"\ndependencies = [\"redis>=4\"]\n",
            "[project]\nname = \"tools\"\ndependencies = [\"redis>=5\", \"requests\"]\n",
            "[project]\nname = \"tools\"\n\n[tool.setuptools.packages.find]\nwhere = [\"py\"]\n",
        ],
    ),
    ("py/pkg/__init__.py", &["", "from .one import one\n", "one = 1\n"]),
    ("py/pkg/one.py", &["import redis\nimport requests\none = redis\n", "def one():\n    return 1\n"]),
    (
        "py/pkg/two.py",
        &[
            "from pkg import one\nfrom . import three\nprint(one, three)\n",
            "from .one import one\ntwo = one\n",
        ],
    ),
    ("py/pkg/three.py", &["", "three = 3\n"]),
    ("py/redis.py", &["", "import redis\n"]),
    ("pkg/one.py", &["", "one = 5\n"]),
    (
        "go.mod",
        &[
            "module m\n\ngo 1.24\n",
            "module m\n\ngo 1.24\n\nrequire x.org/kit v1.0.0\n",
            "module n\n\ngo 1.24\n",
        ],
    ),
    (
        "go/a/a.go",
        &[
            "package a\n\nimport \"m/go/b\"\n\nvar A = b.B\n",
            "package a\n\nimport \"x.org/kit\"\n\nvar A = kit.New()\n",
        ],
    ),
    ("go/b/b.go", &["package b\n\nvar B = 1\n"]),
    ("go/b/c.go", &["", "package b\n\n// C counts.\nvar C = B\n"]),
    ("go/d/d.go", &["", "package d\n\nvar D = 1\n"]),
];

/// Whether it was written, or taken away.
pub(super) fn put(repo: &Repo, path: &str, text: &str) {
    if text.is_empty() && !path.ends_with("__init__.py") {
        fs::remove_file(repo.path(path)).unwrap_or_default();
    } else {
        repo.write(path, text);
    }
}

#[test]
fn what_others_go_by_is_told_as_by_a_sync_of_all() {
    let mut ways = Ways::default();
    for seed in 1..=4 {
        let mut dice = Dice::new(0x3d_51f3 * seed);
        let repo = Repo::of(&[(".gitignore", "dist\n")]);
        for (path, texts) in FILES {
            put(&repo, path, texts[if dice.below(3) == 0 { dice.below(texts.len()) } else { 0 }]);
        }
        repo.table(&["bootstrap", "--markers", "off", "-q"]);
        repo.commit();
        repo.table(&["sync", "--staged", "-q"]);
        let mut done = Vec::new();
        for step in 0..12 {
            for _ in 0..=dice.below(3) {
                let (path, texts) = dice.pick(FILES);
                let text = dice.pick(texts);
                put(&repo, path, text);
                done.push(format!("{path}: {text}"));
            }
            ways.count(leads_to_the_same(&repo, &format!("seed {seed}, {step}: {done:#?}")));
        }
    }
    ways.are_often_short();
}

#[test]
fn texts_of_others_are_followed() {
    check(
        &[
            ("package.json", "{ \"name\": \"texts\", \"main\": \"main.ts\" }\n"),
            ("main.ts", "import { Nav } from './nav';\nNav();\n"),
            ("nav.tsx", "export function Nav() { return <a>{t('nav.home')}</a>; }\n"),
            ("locales/en.json", "{ \"nav\": { \"home\": \"Home\" } }\n"),
        ],
        |_| (),
        &[
            ("locales/en.json", "{ \"nav\": { \"home\": \"At home\" } }\n", Way::OfFew),
            ("locales/en.json", "{ \"nav\": { \"away\": \"Away\" } }\n", Way::OfFew),
            ("locales/en.json", "{ \"nav\": { \"far\": \"Away\" } }\n", Way::Nothing),
            ("locales/en-GB.json", "{ \"nav\": { \"home\": \"At my home\" } }\n", Way::Nothing),
            ("nav.tsx", "export function Nav() { return <b>{t('nav.far')}</b>; }\n", Way::OfFew),
        ],
    );
}

#[test]
fn catalogues_and_templates_may_be_called_anything() {
    let component = "import { Component } from '@angular/core';\n\n@Component({ selector: 'app-a', templateUrl: './readme.component.html' })\nexport class A {}\n";
    check(
        &[
            ("package.json", "{ \"name\": \"texts\", \"main\": \"main.ts\" }\n"),
            ("main.ts", "import { Nav } from './nav';\nimport { A } from './a';\nNav(A);\n"),
            (
                "nav.tsx",
                "export function Nav() { return <a title={t('package.license')}>{t('readme.title')}</a>; }\n",
            ),
            ("a.ts", component),
            ("readme.component.html", "<h1>Hello</h1>\n<p>There</p>\n"),
            ("locales/en/readme.json", "{ \"title\": \"Read me\" }\n"),
            ("locales/en/package.json", "{ \"license\": \"The license\", \"scripts\": \"Scripts\" }\n"),
        ],
        |_| (),
        &[
            ("locales/en/readme.json", "{ \"title\": \"Read it\" }\n", Way::OfFew),
            (
                "locales/en/package.json",
                "{ \"license\": \"Its license\", \"scripts\": \"Scripts\" }\n",
                Way::OfFew,
            ),
            ("readme.component.html", "<h1>Hello</h1>\n<p>Here</p>\n", Way::OfFew),
        ],
    );
}

/// A package that passes on what others have, which may be a module too.
const PASSING: &[(&str, &str)] = &[
    ("pyproject.toml", "[project]\nname = \"it\"\ndependencies = [\"redis>=4\"]\n"),
    ("pkg/__init__.py", "\"\"\"First.\"\"\"\nfrom .one import *\nfrom .two import other, helper\n"),
    ("pkg/one.py", "def one():\n    return 1\n"),
    ("pkg/two.py", "def other():\n    return 2\n"),
    ("pkg/helper.py", "def help():\n    return 3\n"),
    ("app.py", "from pkg import helper, other\nprint(helper, other)\n"),
    ("get.py", "import redis\nprint(redis)\n"),
];

#[test]
fn who_passes_on_a_name_of_a_module_may_change_too() {
    let more = "def one():\n    return 1\n\n\ndef helper():\n    return 4\n";
    let class = "class other:\n    pass\n";
    let both = "def other():\n    return 2\n\n\ndef helper():\n    return 5\n";
    let second = |text: &str| text.replace("First", "Second");
    for heeded in [false, true] {
        for (path, text) in [("pkg/one.py", more), ("pkg/two.py", class), ("pkg/two.py", both)] {
            let repo = super::synced(PASSING, |_| ());
            repo.write(path, text);
            repo.write("pkg/__init__.py", second(PASSING[1].1));
            if heeded {
                repo.write(
                    "pyproject.toml",
                    PASSING[0].1.replace('4', "5").replace("[\"", "[\"requests\", \""),
                );
            }
            let way = leads_to_the_same(&repo, &format!("{path}, {heeded}"));
            assert_ne!(way, Way::Nothing, "{path}, {heeded}");
        }
    }
}

#[test]
fn a_catalogue_that_nobody_has_any_more_is_missed() {
    let repo = super::synced(
        &[
            ("package.json", "{ \"name\": \"texts\", \"main\": \"main.tsx\" }\n"),
            ("main.tsx", "export function Nav() { return <a>{t('nav.home')}</a>; }\n"),
        ],
        |_| (),
    );
    repo.write("locales/en.json", "{ \"nav\": { \"home\": \"Home\" } }\n");
    assert_eq!(leads_to_the_same(&repo, "there"), Way::OfFew);
    fs::remove_file(repo.path("locales/en.json")).expect("it is there");
    repo.git(&["add", "--all"]);
    repo.git(&["reflog", "expire", "--expire=now", "--all"]);
    repo.git(&["gc", "--quiet", "--prune=now"]);
    assert_eq!(leads_to_the_same(&repo, "gone"), Way::OfAll);
}
