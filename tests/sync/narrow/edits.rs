//! Edits drawn at random: what files declare, import and use of others, and files that are new.

use super::super::random::Dice;
use super::{Way, Ways, check, leads_to_the_same};
use crate::support::Repo;
use std::fs;

/// A file. What it declares, imports, and uses of others, changes.
struct File {
    path: &'static str,
    head: &'static str,
    /// Lines that may stand in its head too.
    more: &'static [&'static str],
    /// What it may use: local names, and members of them.
    uses: &'static [&'static str],
}

const FILES: &[File] = &[
    File { path: "src/main.ts", head: "import { run } from './app';\nrun();\n", more: &[], uses: &["run"] },
    File {
        path: "src/app.ts",
        head: "import { alpha, beta as other, Gamma } from './lib';\nimport * as math from './lib/math';\nimport load from './lib/load';\nimport type { Shape } from './lib/shape';\n",
        more: &[
            "import { delta } from './lib/inner';",
            "import { sum, z as zod } from './lib';",
            "import fs from 'node:fs';",
        ],
        uses: &["alpha", "other", "Gamma", "math.sum", "math.alpha", "load", "Shape"],
    },
    File {
        path: "src/lib/index.ts",
        head: "export * from './alpha';\nexport * from './math';\nexport { delta as beta, Gamma } from './inner';\n",
        more: &[
            "import { helper } from './load';",
            "import * as fs from 'node:fs';",
            "export * from './shape';",
            "export { helper as alpha, Shape } from './load';",
            "export * as all from './inner';",
        ],
        uses: &[],
    },
    File {
        path: "src/lib/inner.ts",
        head: "export * from './gamma';\nexport * from './alpha';\n",
        more: &["import './load';", "export { Shape as Gamma } from './shape';", "export * from './math';"],
        uses: &[],
    },
    File {
        path: "src/lib/alpha.ts",
        head: "import { sum } from './math';\n",
        more: &["import { Gamma } from './gamma';", "import { object } from 'zod';", "import '../view';"],
        uses: &["sum"],
    },
    File {
        path: "src/lib/math.ts",
        head: "import z from 'zod';\n",
        more: &[
            "import { alpha } from './alpha';",
            "import { helper } from './missing';",
            "import { z as other } from 'zod';",
        ],
        uses: &["z.object", "z.string", "z"],
    },
    File {
        path: "src/lib/gamma.ts",
        head: "import { Shape } from './shape';\nimport { alpha } from '.';\n",
        more: &[
            "import * as all from './inner';",
            "import { readFile } from 'node:fs';",
            "const late = () => import('./load');",
        ],
        uses: &["Shape", "alpha"],
    },
    File {
        path: "src/lib/shape.ts",
        head: "",
        more: &["import { sum } from './math';", "import fs from 'node:fs';"],
        uses: &[],
    },
    File {
        path: "src/lib/load.ts",
        head: "import text from './words.json';\n",
        more: &["import more from './words.json';", "import { Page } from '../page';"],
        uses: &["text.title"],
    },
    File {
        path: "src/view.tsx",
        head: "import { Gamma, delta } from './lib/inner';\nimport { Page } from './page';\n",
        more: &["import { alpha } from './lib/alpha';", "import z from 'zod';"],
        uses: &["Gamma", "delta", "Page"],
    },
    File {
        path: "src/page.tsx",
        head: "import { sum as add } from './lib';\n",
        more: &["import { Gamma } from './lib/gamma';", "import { run } from './app';"],
        uses: &["add"],
    },
    File {
        path: "src/lib/math.test.ts",
        head: "import { sum, alpha } from './math';\n",
        more: &["import { readFile } from 'node:fs';", "import type { Shape } from './shape';"],
        uses: &["sum", "alpha"],
    },
    File {
        path: "old/a.js",
        head: "const { sum, delta } = require('./b');\n",
        more: &["const other = require('../src/lib/shape');", "const fs = require('node:fs');"],
        uses: &["sum", "delta"],
    },
    File { path: "old/b.js", head: "", more: &["const a = require('./a');"], uses: &[] },
    File {
        path: "pkg/__init__.py",
        head: "from .one import *\nfrom .two import sum\n",
        more: &["import json"],
        uses: &["sum"],
    },
    File {
        path: "pkg/one.py",
        head: "import json\nfrom . import two\n",
        more: &["from .three import alpha", "import pkg.two"],
        uses: &["two.sum", "json.dumps"],
    },
    File {
        path: "pkg/two.py",
        head: "from .three import alpha, Gamma\n",
        more: &["import json", "from . import one"],
        uses: &["alpha", "Gamma"],
    },
    File {
        path: "pkg/three.py",
        head: "",
        more: &["from json import dumps", "from . import two"],
        uses: &[],
    },
    File {
        path: "tool.py",
        head: "from pkg import sum, delta\nimport pkg.three as three\n",
        more: &["from pkg.two import Gamma", "import json as text"],
        uses: &["sum", "delta", "three.Gamma"],
    },
    File {
        path: "pkg/four.py",
        head: "from .two import alpha\n",
        more: &[
            "def late():\n    from pkg import sum\n    return sum",
            "from pkg import _hidden",
            "from .three import _hidden",
        ],
        uses: &["alpha"],
    },
    File {
        path: "tools/redis.py",
        head: "import json\n",
        more: &["import redis", "def at():\n    import redis.asyncio", "from redis import Gamma"],
        uses: &["json.dumps"],
    },
    File {
        path: "tools/use.py",
        head: "import redis\nfrom pkg import four\n",
        more: &["from redis import alpha", "from wrap import alpha as sum"],
        uses: &["redis.alpha", "four.late", "alpha"],
    },
    File {
        path: "tools/wrap.py",
        head: "from redis import alpha, beta\n__all__ = [\"alpha\"]\n",
        more: &["import redis.asyncio"],
        uses: &["alpha", "beta"],
    },
    File { path: "src/deno.ts", head: "import chalk from 'npm:chalk@5';\n", more: &[], uses: &["chalk.red"] },
    File {
        path: "src/cli.ts",
        head: "import { red } from 'npm:chalk@5';\n",
        more: &["import { blue } from 'npm:chalk@4';", "import 'npm:chalk@4';"],
        uses: &["red"],
    },
    File { path: "go/a/a.go", head: "package a\n", more: &[], uses: &[] },
    File {
        path: "go/a/a_test.go",
        head: "package a\nimport \"testing\"\n",
        more: &["import \"m/b\""],
        uses: &["b.Gamma", "testing.T"],
    },
    File { path: "go/b/b.go", head: "package b\n", more: &[], uses: &[] },
    File {
        path: "go/c/c.go",
        head: "package c\nimport \"m/b\"\n",
        more: &["import \"m/a\""],
        uses: &["b.Gamma", "a.Page"],
    },
];

const NAMES: &[&str] = &["alpha", "beta", "sum", "delta", "Gamma", "Shape", "run", "Page", "helper", "text"];

/// Something that a file declares: its name, its sort, what it uses, and a number in its words.
type Declared = (&'static str, usize, &'static str, usize);

/// The lines of its head, and what it declares.
type Own = (Vec<&'static str>, Vec<Declared>);

/// What the files say, in their order.
type Code = Vec<Own>;

fn declared(file: &File, dice: &mut Dice) -> Declared {
    let used = if file.uses.is_empty() { "1" } else { *dice.pick(file.uses) };
    (*dice.pick(NAMES), dice.below(7), used, dice.below(4))
}

/// Whether the file may declare something called so.
fn is_free(file: &File, code: &[Declared], name: &str) -> bool {
    let mut lines = file.head.lines().chain(file.more.iter().copied());
    let is_bound = lines.any(|line| !line.starts_with("export") && line.contains(name));
    !is_bound && code.iter().all(|(known, ..)| *known != name)
}

/// Changes what one file says, and says which.
fn edit(code: &mut Code, dice: &mut Dice) -> usize {
    let at = dice.below(FILES.len());
    let (file, (head, own)) = (&FILES[at], &mut code[at]);
    if dice.below(3) == 0 {
        let line =
            *dice.pick(&file.head.lines().chain(file.more.iter().copied()).chain([""]).collect::<Vec<_>>());
        match head.iter().position(|known| *known == line) {
            Some(known) if dice.below(3) > 0 => _ = head.remove(known),
            Some(known) => head.swap(0, known),
            None => head.insert(dice.below(head.len() + 1), line),
        }
        return at;
    }
    let new = declared(file, dice);
    match (dice.below(6), own.len()) {
        (0, 1..) => _ = own.remove(dice.below(own.len())),
        (1, 2..) => own.swap(0, 1),
        (2.., 1..) => {
            let known = dice.below(own.len());
            (own[known].2, own[known].3) = (new.2, new.3);
        }
        _ if is_free(file, own, new.0) => own.push(new),
        _ => {}
    }
    at
}

fn text(file: &File, (head, code): &Own) -> String {
    let declared =
        |(name, sort, used, word): &Declared| match (file.path.rsplit_once('.').expect("an end").1, sort) {
            ("py", 0 | 1) => format!("def {name}(a):\n    return {used}(a)\n\n"),
            ("py", 2) => {
                format!("class {name}({}):\n    pass\n\n", if *used == "1" { "object" } else { used })
            }
            ("py", 3) => format!("{name} = {used}\n"),
            ("py", _) => format!("def {name}(a):\n    \"\"\"Does {word}.\"\"\"\n    {used}\n\n"),
            ("go", 0..4) => format!("func {name}() {{ {used} }}\n"),
            ("go", _) => format!("// {name} does {word}.\nvar {name} = {used}\n"),
            ("js", 0) => format!("function {name}() {{ {used}; }}\n"),
            ("js", _) => format!("exports.{name} = function () {{ return {used}; }};\n"),
            (_, 0) => format!(
                "const top_{name} = 1;\nexport function {name}(a{word}: string) {{ return {used}; }}\n"
            ),
            (_, 1) if *word == 0 => format!("export const {name} = () => {used};\n"),
            (_, 1) => format!("/** Does {word}. */\nexport const {name} = () => {used};\n"),
            (_, 2) => format!("export class {name} extends Base {{ at() {{ return {used}({word}); }} }}\n"),
            (_, 3) => format!("export class {name} extends {used} {{ at = {word}; }}\n"),
            (_, 4) => format!("export type {name} = {{ a: typeof {used} }};\n"),
            (_, 5) => format!("const {name} = {{ sum() {{ {used}; }} }};\nexport {{ {name} }};\n"),
            _ => format!("const inner_{name} = {used};\n"),
        };
    head.iter().map(|line| format!("{line}\n")).chain(code.iter().map(declared)).collect()
}

fn start(dice: &mut Dice) -> (Repo, Code) {
    let mut code: Code = FILES.iter().map(|file| (file.head.lines().collect(), Vec::new())).collect();
    for (file, (_, own)) in FILES.iter().zip(&mut code) {
        for _ in 0..3 {
            let new = declared(file, dice);
            if is_free(file, own, new.0) {
                own.push(new);
            }
        }
    }
    let repo = Repo::of(&[
        (
            "package.json",
            "{ \"name\": \"narrow\", \"main\": \"src/main.ts\", \"dependencies\": { \"zod\": \"3\" } }\n",
        ),
        ("src/lib/words.json", "{ \"title\": \"Words\" }\n"),
        ("pyproject.toml", "[project]\nname = \"narrow\"\ndependencies = [\"redis\"]\n"),
        ("go/go.mod", "module m\n\ngo 1.24\n"),
    ]);
    for (file, own) in FILES.iter().zip(&code) {
        repo.write(file.path, text(file, own));
    }
    repo.table(&["bootstrap", "--markers", "off", "-q"]);
    repo.commit();
    repo.table(&["sync", "--staged", "-q"]);
    (repo, code)
}

#[test]
fn a_few_files_are_told_as_by_a_sync_of_all() {
    let mut ways = Ways::default();
    for seed in 1..=5 {
        let mut dice = Dice::new(0x2f_6e2b * seed);
        let (repo, mut code) = start(&mut dice);
        let mut done = Vec::new();
        for step in 0..14 {
            for _ in 0..=dice.below(2) {
                let at = edit(&mut code, &mut dice);
                repo.write(FILES[at].path, text(&FILES[at], &code[at]));
                done.push(FILES[at].path);
            }
            if dice.below(6) == 0 {
                author(&repo, &mut dice);
                done.push("words");
            }
            if dice.below(4) == 0 {
                done.push(add(&repo, &mut code, &mut dice, done.len()));
            }
            ways.count(leads_to_the_same(&repo, &format!("seed {seed}, {step}: {done:#?}")));
        }
    }
    ways.are_often_short();
}

/// Adds a file that was not there, which may be one that somebody asks for, and perhaps somebody who asks for it then.
fn add(repo: &Repo, code: &mut Code, dice: &mut Dice, number: usize) -> &'static str {
    let name =
        *dice.pick(&["n#", "n#", "n#/index", "lib/n#", "lib/missing", "view", "lib", "n#.test", "index"]);
    let (name, end) = (name.replace('#', &number.to_string()), *dice.pick(&["ts", "ts", "tsx", "js", "css"]));
    let path: &'static str = format!("src/{name}.{end}").leak();
    if repo.path(path).exists() {
        return "nothing";
    }
    let heads =
        ["import { alpha } from './lib';\n", "import z from 'zod';\n", "export * from './app';\n", "", ""];
    repo.write(path, format!("{}export const n{number} = () => 'new';\n", dice.pick(&heads)));
    if dice.below(2) == 0 {
        let line: &'static str = format!("import {{ n{number} }} from './{name}';").leak();
        let at = FILES.iter().position(|file| file.path == "src/app.ts").expect("it is there");
        code[at].0.push(line);
        repo.write(FILES[at].path, text(&FILES[at], &code[at]));
    }
    path
}

/// Somebody describes an entity, and stages that.
fn author(repo: &Repo, dice: &mut Dice) {
    let all = fs::read_dir(repo.path(".dsp")).expect("it is there");
    let names = all.map(|it| it.expect("an entry").file_name().into_string().expect("a name"));
    let mut uids: Vec<String> = names.filter(|it| it.contains('-') && !it.starts_with("TOC")).collect();
    uids.sort();
    let uid = dice.pick(&uids).clone();
    repo.table(&["update-description", &uid, "--purpose", "Somebody's words."]);
}

#[test]
fn who_comes_to_share_what_others_declare_is_known() {
    let doc = "/** New words for it. */\nexport function x() { return 3; }\n";
    let files = |top, mid| {
        [
            ("package.json", "{ \"name\": \"x\", \"main\": \"main.ts\" }\n"),
            (
                "main.ts",
                "import { x } from './top';\nimport * as m from './mid';\nexport function z() { return x() + m.y(); }\n",
            ),
            ("top.ts", top),
            ("mid.ts", mid),
            ("a.ts", "export function x() { return 1; }\nexport function y() { return 2; }\n"),
            ("b.ts", "export function x() { return 3; }\n"),
        ]
    };
    let stars = "export * from './mid';\nexport * from './b';\n";
    let (passing, declaring) = (
        "export { x, y } from './a';\n",
        "export function x() { return 1; }\nexport function y() { return 2; }\n",
    );
    let hiding = "export * from './b';\nexport function x() {}\n";
    for (top, mid, edit) in [
        (stars, passing, ("mid.ts", "export { y } from './a';\n")),
        (stars, declaring, ("mid.ts", "export function y() { return 2; }\n")),
        (hiding, declaring, ("top.ts", "export * from './b';\nexport function w() {}\n")),
    ] {
        check(&files(top, mid), |_| (), &[(edit.0, edit.1, Way::OfFew), ("b.ts", doc, Way::OfFew)]);
    }
    let of = |module: &str| {
        format!("from p.{module} import x\n\n__all__ = [\"x\"]\n\n\ndef use():\n    return x()\n")
    };
    let python = [
        ("pyproject.toml", "[project]\nname = \"p\"\n"),
        ("p/__init__.py", ""),
        ("p/main.py", "import p.api\n\n\ndef go():\n    return p.api.use()\n"),
        ("p/a.py", "def x():\n    \"\"\"Ax it.\"\"\"\n    return 1\n"),
        ("p/b.py", "def x():\n    \"\"\"Bx it.\"\"\"\n    return 3\n"),
        ("p/api.py", &of("a")),
    ];
    let doc = "def x():\n    \"\"\"Says it.\"\"\"\n    return 3\n";
    check(&python, |_| (), &[("p/api.py", &of("b"), Way::OfFew), ("p/b.py", doc, Way::OfFew)]);
    check(&python, |_| (), &[("p/n.py", &of("b"), Way::OfFew), ("p/b.py", doc, Way::OfFew)]);
}

#[test]
fn what_declarations_say_of_code_beside_them_is_followed() {
    let declared = |said: &str| {
        format!("/** {said} */\nexport function run(it: string): number;\nexport default class Store {{}}\n")
    };
    let (first, second) = (declared("Runs it once."), declared("Runs it until it ends."));
    check(
        &[
            ("package.json", "{ \"name\": \"a\", \"main\": \"main.js\" }\n"),
            ("main.js", "import { run } from './run.js';\nexport const go = () => run('a');\n"),
            ("run.js", "export function run(it) { return it.length; }\nexport default class Store {}\n"),
            ("run.d.ts", &first),
        ],
        |_| (),
        &[
            ("run.d.ts", &second, Way::OfFew),
            // It changes itself, and says something of its own.
            (
                "run.js",
                "export function run(it) { return it.size; }\nexport default class Store {}\n",
                Way::Nothing,
            ),
            ("run.js", "/** Own words. */\nexport function run(it) { return it.size; }\n", Way::OfFew),
            ("run.js", "export function run(it) { return it.size; }\n", Way::OfFew),
            ("run.d.ts", "export function run(it: string): number;\n", Way::OfFew),
            ("run.d.ts", &first, Way::OfFew),
        ],
    );
    // Nobody imports it, and the declarations say nothing of it at first.
    let apart = "export type Opts = { a: string };\n";
    check(
        &[
            ("package.json", "{ \"name\": \"a\", \"main\": \"main.js\" }\n"),
            ("main.js", "export const go = () => 'a';\n"),
            ("run.js", "export function run(it) { return it.length; }\nexport default class Store {}\n"),
            ("run.d.ts", apart),
        ],
        |_| (),
        &[("run.d.ts", &format!("{apart}{first}"), Way::OfFew), ("run.d.ts", apart, Way::OfFew)],
    );
}
