//! A sync of the index that looks at a few files only: it leaves what a sync leaves that remembers nothing, whatever the
//! few files say now.

use std::fs;

use super::random::{Dice, staged_tree};
use super::{graph, uid};
use crate::support::Repo;

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
        more: &["import { helper } from './load';", "import * as fs from 'node:fs';"],
        uses: &[],
    },
    File {
        path: "src/lib/inner.ts",
        head: "export * from './gamma';\nexport * from './alpha';\n",
        more: &["import './load';"],
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

/// How a sync went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Nothing came of it, as a run over a few files found out, or one over all.
    Nothing,
    NothingOfAll,
    OfAll,
    OfFew,
}

/// Stages all, and syncs: with what is kept and without, which tells and leaves the same.
#[track_caller]
fn leads_to_the_same(repo: &Repo, what: &str) -> Way {
    repo.git(&["add", "--all"]);
    let index = fs::read(repo.path(".git/index")).expect("it is there");
    let before = graph(repo);
    let facts = repo.path(".git/dsp-cli/facts");
    let known = fs::read(&facts).ok();
    fs::remove_file(&facts).unwrap_or_default();
    let checked = repo.run(&["check", "--staged", "-q"]);
    // A run over all keeps facts.
    let is_checked_by_all = facts.exists();
    let forgetful = repo.run(&["check", "--staged", "-q", "--no-cache"]);
    assert_eq!((checked.code, checked.text()), (forgetful.code, forgetful.text()), "{what}");
    let synced = repo.table(&["sync", "--staged", "--no-cache"]);
    let (tree, expected) = (staged_tree(repo), graph(repo));
    let kept = repo.path(".git/dsp-cli");
    let seal = ["seal", "ground"].map(|name| (kept.join(name), fs::read(kept.join(name)).ok()));
    let again = || {
        fs::write(repo.path(".git/index"), &index).expect("it can be written");
        repo.git(&["checkout", "--quiet", "--", ".dsp"]);
        repo.git(&["clean", "--quiet", "--force", "-d", ".dsp"]);
        assert_eq!(graph(repo), before, "{what}");
        let again = repo.table(&["sync", "--staged"]);
        assert_eq!((again.text(), story(&again.err)), (synced.text(), story(&synced.err)), "{what}");
        assert_eq!((&staged_tree(repo), &graph(repo)), (&tree, &expected), "{what}");
    };
    // With what is known of the sources too.
    if let Some(known) = known {
        fs::write(&facts, known).expect("it can be written");
        again();
        fs::remove_file(&facts).expect("it is there");
        for (file, bytes) in seal {
            fs::write(file, bytes.unwrap_or_default()).expect("it can be written");
        }
    }
    again();
    let is_of_all = is_checked_by_all || facts.exists();
    if !is_of_all {
        assert_eq!(lacking_after(repo), None, "{what}");
    }
    match (synced.out.is_empty(), is_of_all) {
        (true, false) => Way::Nothing,
        (true, true) => Way::NothingOfAll,
        (false, true) => Way::OfAll,
        (false, false) => Way::OfFew,
    }
}

/// What the ground lacks that a run over a few files left, beside that of a run over all.
fn lacking_after(repo: &Repo) -> Option<String> {
    let place = repo.path(".git/dsp-cli/ground");
    // Behind a mark, a checksum and another mark.
    let ground = || fs::read(&place).expect("it is there")[28..].to_vec();
    let kept = ["ground", "seal"].map(|name| repo.path(".git/dsp-cli").join(name));
    let bytes = kept.each_ref().map(|file| fs::read(file).expect("it is there"));
    let few = ground();
    fs::remove_file(&kept[1]).expect("it is there");
    assert_eq!(repo.run(&["check", "--staged", "-q"]).code, Some(0));
    let lacking = dsp_cli::dsp::narrow::lacking(&few, &ground());
    for (file, bytes) in kept.iter().zip(bytes) {
        fs::write(file, bytes).expect("it can be written");
    }
    lacking
}

/// All that was told but for how long it took, and how many sources there are, known before or not.
fn story(err: &str) -> (Vec<&str>, usize) {
    let told = err.lines().flat_map(|line| line.split(", "));
    let count = |it: &str| {
        let count = it.strip_suffix(" parsed").or_else(|| it.strip_suffix(" reused"));
        count.map(|count| count.rsplit(' ').next().expect("a word").parse::<usize>().expect("a number"))
    };
    let sources = told.clone().filter_map(count).sum();
    let is_told = |it: &&str| ![" parsed", " reused", " s"].iter().any(|end| it.ends_with(end));
    (told.filter(is_told).collect(), sources)
}

/// What follows from `edits`, one after the other, in a repository of `files`, where `prepare` wrote something.
#[track_caller]
fn check(files: &[(&str, &str)], prepare: impl Fn(&Repo), edits: &[(&str, &str, Way)]) {
    let repo = Repo::of(files);
    repo.table(&["bootstrap", "--markers", "off", "-q"]);
    prepare(&repo);
    repo.commit();
    repo.table(&["sync", "--staged", "-q"]);
    for (path, text, way) in edits {
        repo.write(path, text);
        assert_eq!(leads_to_the_same(&repo, path), *way, "{path}: {text}");
    }
}

/// Two files that pass on what two others declare, and one that takes it.
const STARS: &[(&str, &str)] = &[
    ("package.json", "{ \"name\": \"stars\", \"main\": \"main.ts\" }\n"),
    ("main.ts", "import { x, y } from './all';\nexport const z = x(y);\n"),
    ("all.ts", "export * from './a';\nexport * from './b';\n"),
    ("a.ts", "export const x = 1;\nexport const y = 2;\n"),
    ("b.ts", "export const w = 3;\n"),
];

#[test]
fn what_is_passed_on_is_followed() {
    check(
        STARS,
        |_| (),
        &[
            ("a.ts", "/** The best of all. */\nexport const x = 1;\nexport const y = 2;\n", Way::OfFew),
            ("b.ts", "export const w = 3;\nexport const v = 4;\n", Way::OfFew),
            // Two stars bring it: nobody does.
            ("b.ts", "export const w = 3;\nexport const v = 4;\nexport const x = 5;\n", Way::OfFew),
            // The other one does again, of which nothing else is told anew.
            ("b.ts", "export const w = 3;\nexport const v = 4;\n", Way::OfAll),
            ("a.ts", "export const y = 2;\n", Way::OfFew),
        ],
    );
}

#[test]
fn words_are_left_to_a_run_over_all() {
    let said = |repo: &Repo| {
        let [x, main, all] = ["a.ts#x", "main.ts", "all.ts"].map(|source| uid(repo, source));
        repo.table(&["update-import-why", &main, &x, "manual: because", "--exporter", &all]);
        repo.table(&["update-description", &x, "--purpose", "Says X."]);
    };
    check(
        STARS,
        said,
        &[
            ("a.ts", "/** Says what others say. */\nexport const x = 1;\nexport const y = 2;\n", Way::OfFew),
            ("a.ts", "export const y = 2;\n", Way::OfAll),
        ],
    );
}

#[test]
fn users_are_those_of_what_got_another_place() {
    let files = [
        ("package.json", "{ \"name\": \"places\", \"main\": \"u.ts\" }\n"),
        (
            "u.ts",
            "import { three, two } from './a';\nexport function twice() { return two(); }\nexport function thrice() { return three(); }\n",
        ),
        (
            "a.ts",
            "/** Is 2. */\nexport function two() { go(); }\n/** Is 3. */\nexport function three() { go(); }\n",
        ),
    ];
    check(
        &files,
        |_| (),
        &[
            (
                "a.ts",
                "const helper = 1;\n/** Is 3. */\nexport function three() { go(); }\n/** Is 2. */\nexport function two() { go(); }\n",
                Way::OfFew,
            ),
            (
                "a.ts",
                "const helper = 1;\nexport function three() { go(); }\nexport function two() { go(); }\n",
                Way::OfFew,
            ),
        ],
    );
}

#[test]
fn texts_of_other_files_are_left_to_a_run_over_all() {
    let texts = "texts = defineMessages({ title: { id: 'a', defaultMessage: 'All users' } });\n";
    let (hidden, shown) =
        (format!("export const k = 1;\nconst {texts}"), format!("export const k = 1;\nexport const {texts}"));
    let files = [
        ("package.json", "{ \"name\": \"texts\", \"main\": \"main.tsx\" }\n"),
        ("main.tsx", "import { Page } from './page';\nexport const Main = () => <Page />;\n"),
        (
            "page.tsx",
            "import { texts } from './texts';\nexport const Page = () => <h1>{intl.formatMessage(texts.title)}</h1>;\n",
        ),
        ("texts.ts", &*hidden),
    ];
    check(&files, |_| (), &[("texts.ts", &shown, Way::OfAll), ("texts.ts", &hidden, Way::OfAll)]);
}

#[test]
fn a_default_is_followed() {
    let files = [
        ("package.json", "{ \"name\": \"defaults\", \"main\": \"main.ts\" }\n"),
        (
            "main.ts",
            "import it from './a';\nimport { Named } from './barrel';\nexport class Main extends Named { at = it; }\n",
        ),
        ("barrel.ts", "export { default as Named } from './a';\n"),
        ("other.ts", "import it from './b';\nexport const other = it;\n"),
        ("a.ts", "export const k = 1;\nclass A {}\nexport default A;\n"),
        ("b.ts", "export default 1;\n"),
    ];
    check(
        &files,
        |_| (),
        &[
            ("a.ts", "export const k = 1;\n/** Ay. */\nclass A {}\nexport default A;\n", Way::OfFew),
            ("a.ts", "export const k = 1;\n/** Ay. */\nclass A {}\n", Way::OfFew),
            ("a.ts", "export const k = 1;\n/** Ay. */\nclass A {}\nexport default A;\n", Way::OfFew),
        ],
    );
}

#[test]
fn a_few_files_are_told_as_by_a_sync_of_all() {
    let (mut narrow, mut steps) = (0, 0);
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
            match leads_to_the_same(&repo, &format!("seed {seed}, {step}: {done:#?}")) {
                Way::Nothing | Way::NothingOfAll => {}
                Way::OfAll => steps += 1,
                Way::OfFew => (narrow, steps) = (narrow + 1, steps + 1),
            }
        }
    }
    assert!(narrow * 3 > steps, "{narrow} of {steps} runs looked at a few files");
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
fn other_imports_are_followed() {
    let files = [
        (
            "package.json",
            "{ \"name\": \"imports\", \"main\": \"main.ts\", \"dependencies\": { \"acme\": \"^3.1.0\" } }\n",
        ),
        ("main.ts", "import { b } from './b';\nimport { a } from './a';\nb(a);\n"),
        ("a.ts", "import fs from 'node:fs';\nexport const a = fs.readFileSync('a');\n"),
        ("b.ts", "import { one } from 'acme';\nimport { c } from './c';\nexport const b = () => one(c);\n"),
        ("c.ts", "import text from './text.txt';\nexport const c = 1;\nexport const d = text;\n"),
        ("d.ts", "import { c } from './c';\nexport const e = c;\n"),
        ("text.txt", "Words.\n"),
    ];
    check(
        &files,
        |_| (),
        &[
            // Somewhere else, and something else of an external.
            (
                "b.ts",
                "import { one, two } from 'acme';\nimport { a } from './a';\nimport { c } from './c';\nexport const b = () => one(a, c, two);\n",
                Way::OfFew,
            ),
            // A circle, and an import that leads nowhere.
            (
                "c.ts",
                "import text from './text.txt';\nimport { b } from './b';\nimport { no } from './no';\nexport const c = b(no);\nexport const d = text;\n",
                Way::OfFew,
            ),
            // What others import too.
            (
                "a.ts",
                "import { two } from 'acme';\nimport fs from 'node:fs';\nexport const a = fs.statSync(two);\n",
                Way::OfFew,
            ),
            // The last that imported it, and the first.
            ("a.ts", "export const a = 1;\n", Way::OfAll),
            ("a.ts", "import path from 'node:path';\nexport const a = path.sep;\n", Way::OfAll),
            ("c.ts", "export const c = 1;\nexport const d = 2;\n", Way::OfAll),
            // A name that is passed on.
            ("d.ts", "export { c } from './c';\n", Way::OfAll),
            ("d.ts", "import { b } from './b';\nexport { c } from './c';\nexport const e = b;\n", Way::OfFew),
        ],
    );
}

#[test]
fn what_decides_on_imports_of_others_is_left_to_a_run_over_all() {
    let python = [
        ("pyproject.toml", "[project]\nname = \"names\"\ndependencies = [\"redis\"]\n"),
        ("app.py", "import redis\nfrom pkg import thing\n"),
        ("tools/redis.py", "def get(): pass\n"),
        ("tools/use.py", "import redis\nredis.get()\n"),
        ("pkg/__init__.py", "from .one import thing\n"),
        ("pkg/one.py", "def thing(): return 1\n"),
        ("pkg/thing.py", ""),
        ("pkg/other.py", "import json\ndef other(): return json.dumps(1)\n"),
        ("pkg/more.py", "from .other import other\ndef more(): return other()\n"),
    ];
    check(
        &python,
        |_| (),
        &[
            // A program that imports itself is a module by its name: others that find it so mean it no more.
            ("tools/redis.py", "def get():\n    import redis\n", Way::OfAll),
            ("tools/redis.py", "def get(): pass\n", Way::OfAll),
            // A name that comes back to the package is a module of it.
            ("pkg/one.py", "def one():\n    from pkg import thing\n", Way::OfAll),
            ("pkg/one.py", "def thing(): return 1\n", Way::OfAll),
            ("pkg/__init__.py", "from .other import other\nfrom .one import thing\n", Way::OfAll),
            // Nobody asks for these.
            (
                "pkg/other.py",
                "import json\nfrom .one import thing\ndef other(): return json.dumps(thing())\n",
                Way::OfFew,
            ),
            (
                "pkg/more.py",
                "from .other import other\nimport json\ndef more(): return other(json.loads(''))\ndef last(): pass\n",
                Way::OfFew,
            ),
            ("pkg/more.py", "def more(): return 1\n", Way::OfFew),
        ],
    );
    let go = [
        ("go.mod", "module m\n\ngo 1.24\n"),
        ("a/a.go", "package a\nfunc A() {}\nfunc D() {}\n"),
        ("a/a_test.go", "package a\nimport \"testing\"\nfunc TestA(t *testing.T) { A() }\n"),
        ("b/b.go", "package b\nfunc B() {}\n"),
        ("c/c.go", "package c\nimport \"m/b\"\nfunc C() { b.B() }\n"),
    ];
    check(
        &go,
        |_| (),
        &[
            ("a/a_test.go", "package a\nimport \"testing\"\nfunc TestA(t *testing.T) { D() }\n", Way::OfAll),
            (
                "a/a_test.go",
                "package a\nimport (\n\"m/b\"\n\"testing\"\n)\nfunc TestA(t *testing.T) { b.B() }\n",
                Way::OfAll,
            ),
        ],
    );
}

#[test]
fn versions_are_those_of_now() {
    let files = [
        ("deno.json", "{}\n"),
        ("main.ts", "import './a.ts';\nimport './b.ts';\n"),
        ("a.ts", "import { x } from 'npm:chalk@5';\nexport const a = x;\n"),
        ("b.ts", "import { x } from 'npm:chalk@5';\nexport const b = x;\n"),
    ];
    check(
        &files,
        |_| (),
        &[
            ("a.ts", "import { x } from 'npm:chalk@4';\nexport const a = x;\n", Way::OfFew),
            ("b.ts", "import { x } from 'npm:chalk@3';\nexport const b = x;\n", Way::Nothing),
        ],
    );
}

#[test]
fn words_that_are_those_of_the_tool_stay_where_they_are_repeated() {
    let accept = |repo: &Repo| {
        let b = uid(repo, "b.ts#b");
        let told = repo.table(&["get-entity", &b]);
        let told = told.text();
        let purpose = told.lines().find_map(|line| line.trim().strip_prefix("purpose: ")).expect("a purpose");
        let purpose = purpose.strip_suffix(" (auto)").expect("the tool's").to_owned();
        repo.table(&["update-description", &b, "--purpose", &purpose]);
    };
    check(
        &[
            ("package.json", "{ \"name\": \"words\", \"main\": \"index.ts\" }\n"),
            ("index.ts", "import { a } from './a';\nimport { b } from './all';\nexport const z = [a, b];\n"),
            ("all.ts", "export * from './b';\n"),
            ("a.ts", "export const a = 1;\n"),
            ("b.ts", "export function b() {}\n"),
        ],
        accept,
        &[
            ("a.ts", "import { b } from './b';\nexport const a = b;\n", Way::OfFew),
            ("b.ts", "/** Says what it does. */\nexport function b() {}\n", Way::OfFew),
            ("b.ts", "export function b() {}\n", Way::OfFew),
        ],
    );
}

#[test]
fn what_comes_into_another_table_is_told_by_its_source() {
    check(
        &[
            ("package.json", "{ \"name\": \"a\", \"main\": \"src/index.ts\" }\n"),
            ("src/index.ts", "import { a } from './a';\nexport const z = a;\n"),
            ("src/a.ts", "export const a = 1;\n"),
            ("packages/p/package.json", "{ \"name\": \"p\", \"main\": \"index.ts\" }\n"),
            ("packages/p/index.ts", "import { b } from './b';\nexport const y = b;\n"),
            ("packages/p/b.ts", "import { c } from './c';\nexport const b = c;\n"),
            ("packages/p/c.ts", "import { d } from './d';\nimport 'left-pad';\nexport const c = d;\n"),
            ("packages/p/d.ts", "export const d = 1;\n"),
        ],
        |_| (),
        &[
            ("src/a.ts", "import { b } from '../packages/p/b';\nexport const a = b;\n", Way::OfFew),
            ("src/a.ts", "export const a = 1;\n", Way::OfFew),
        ],
    );
}

#[test]
fn who_uses_it_most_is_found_anew() {
    let user = |name: &str, from: &str, used: bool| {
        let body = if used { "tool()" } else { "1" };
        format!("import {{ tool }} from '{from}';\nexport function {name}() {{ return {body}; }}\n")
    };
    let files: Vec<(String, String)> =
        [("a", "./tool"), ("b", "./all"), ("c", "./tool"), ("d", "./all"), ("e", "./tool")]
            .iter()
            .map(|(name, from)| (format!("src/{name}.ts"), user(name, from, true)))
            .collect();
    let mut all = vec![
        ("package.json", "{ \"name\": \"most\", \"main\": \"src/index.ts\" }\n"),
        ("src/index.ts", "export const index = 1;\n"),
        ("src/tool.ts", "export function tool() {}\n"),
        ("src/all.ts", "export * from './tool';\n"),
    ];
    all.extend(files.iter().map(|(path, text)| (&**path, &**text)));
    let without =
        [user("a", "./tool", false), user("b", "./all", false), "export function c() {}\n".to_owned()];
    check(
        &all,
        |_| (),
        &[
            ("src/a.ts", &without[0], Way::OfFew),
            ("src/c.ts", &without[2], Way::OfFew),
            ("src/b.ts", &without[1], Way::OfFew),
        ],
    );
}

#[test]
fn what_no_language_reads_is_told_anew() {
    check(
        &[
            ("package.json", "{ \"name\": \"assets\", \"main\": \"main.ts\" }\n"),
            ("main.ts", "import './a.css';\nimport { a } from './a';\nexport const z = a;\n"),
            ("a.ts", "import './b.css';\nexport const a = 1;\n"),
            ("a.css", ".card { color: red }\n"),
            ("b.css", ".page { color: red }\n"),
            ("c.css", ".none { color: red }\n"),
        ],
        |_| (),
        &[
            ("a.css", ".card { color: blue }\n", Way::Nothing),
            ("a.css", ".card { color: blue }\n.title { color: red }\n", Way::OfFew),
            ("c.css", ".none { color: blue }\n.title { color: red }\n", Way::Nothing),
            ("b.css", "/* The page. */\n.title { color: red }\n", Way::OfFew),
            ("a.ts", "import './b.css';\nexport const a = 2;\nexport const b = 2;\n", Way::OfFew),
        ],
    );
}

#[test]
fn new_sources_are_followed() {
    let files = [
        (
            "package.json",
            "{ \"name\": \"new\", \"main\": \"main.ts\", \"dependencies\": { \"acme\": \"^3.1.0\", \"other\": \"1\" } }\n",
        ),
        (
            "main.ts",
            "import { a } from './a';\nimport { g } from './gone';\nimport lib from './lib';\na(g, lib);\n",
        ),
        ("a.ts", "import { one } from 'acme';\nexport const a = (...all: unknown[]) => one(all);\n"),
        ("lib/index.js", "module.exports = 1;\n"),
        ("part/package.json", "{ \"name\": \"part\" }\n"),
        ("part/m.ts", "export const m = 1;\n"),
        ("z.ts", "import { m } from './part/m';\nexport const z = m;\n"),
    ];
    check(
        &files,
        |_| (),
        &[
            // Nobody imports it, and then somebody does.
            ("b.ts", "/** Doubles. */\nexport function double(it: number) { return 2 * it; }\n", Way::OfFew),
            (
                "z.ts",
                "import { double } from './b';\nimport { m } from './part/m';\nexport const z = double(m);\n",
                Way::OfFew,
            ),
            // It imports what is there, also outside.
            (
                "deep/er/c.ts",
                "import { one } from 'acme';\nimport { z } from '../../z';\nimport { a } from '../../a';\nexport class C { run() { return a(one, z); } }\n",
                Way::OfFew,
            ),
            ("b.test.ts", "import { double } from './b';\ntest('doubles', () => double(1));\n", Way::OfFew),
            // A circle with what is new.
            (
                "b.ts",
                "import { C } from './deep/er/c';\nexport function double(it: number) { return C; }\n",
                Way::OfFew,
            ),
            // A folder beside a file of that name, which comes first.
            ("a/index.ts", "export const a = 2;\n", Way::OfFew),
            // What nobody found till now, what comes before what was found, and what describes a file.
            ("gone.ts", "export const g = 1;\n", Way::OfAll),
            ("lib.ts", "export default 2;\n", Way::OfAll),
            ("lib/index.d.ts", "declare const it: number;\nexport default it;\n", Way::OfAll),
            // By what a package is entered where nothing says so.
            ("part/n.ts", "export const n = 1;\n", Way::OfFew),
            ("part/l.ts", "export const l = 1;\n", Way::OfAll),
            // Others say what it says, or it is none of the sources that say only what they say.
            ("all.ts", "export * from './a';\n", Way::OfAll),
            ("first.ts", "import other from 'other';\nexport const first = other;\n", Way::OfAll),
            ("vite.config.ts", "export default {};\n", Way::OfAll),
            ("said.ts", "// @dsp obj-1234abcd\nexport const said = 1;\n", Way::OfAll),
            ("broken.ts", "export const = ;\n", Way::OfAll),
            ("c.gen.ts", "export const generated = 1;\n", Way::OfAll),
            ("node_modules/x/index.js", "module.exports = 1;\n", Way::OfAll),
            ("tool.py", "import os\n", Way::OfAll),
            // What no language reads, and who asks for it then.
            ("look.css", "a { color: red }\n", Way::Nothing),
            ("z.ts", "import './look.css';\nexport const z = 1;\n", Way::OfAll),
            ("docs/more.md", "More.\n", Way::Nothing),
            ("docs/README.md", "More.\n", Way::NothingOfAll),
            ("more.json", "{}\n", Way::NothingOfAll),
        ],
    );
}

#[test]
fn what_was_looked_for_before_it_was_there_is_left_to_a_run_over_all() {
    let component = "import { Component } from '@angular/core';\n\n@Component({ selector: 'app-logo', templateUrl: './logo.svg' })\nexport class Logo {}\n";
    check(
        &[("package.json", "{ \"name\": \"a\", \"main\": \"logo.ts\" }\n"), ("logo.ts", component)],
        |_| (),
        &[("logo.svg", "<svg><title>Our logo</title></svg>\n", Way::OfAll)],
    );
    // With one configuration it is looked for, with another one not, and then it is again.
    let config = |to: &str| format!("{{ \"compilerOptions\": {{ \"paths\": {{ \"@/*\": [{to}] }} }} }}\n");
    let (both, one) = (config("\"./lib/*\", \"./src/a/*\""), config("\"./src/a/*\""));
    check(
        &[
            ("package.json", "{ \"name\": \"a\", \"main\": \"src/main.ts\" }\n"),
            ("tsconfig.json", &both),
            ("src/main.ts", "import { A } from '@/foo';\nexport const go = () => A();\n"),
            ("src/a/foo.ts", "export const A = () => 1;\n"),
            ("lib/x.ts", "export const x = 1;\n"),
        ],
        |_| (),
        &[
            ("tsconfig.json", &one, Way::NothingOfAll),
            ("tsconfig.json", &both, Way::NothingOfAll),
            ("lib/foo.ts", "export const A = () => 2;\n", Way::OfAll),
        ],
    );
    // The same where nothing but the import is another one meanwhile.
    let import = |name: &str| format!("import {{ {name} }} from './{name}';\nexport const q = {name};\n");
    let (one, other) = (import("one"), import("other"));
    check(
        &[("package.json", "{ \"name\": \"x\", \"main\": \"m.ts\" }\n"), ("m.ts", &one)],
        |_| (),
        &[
            // A root, of which a run over all tells.
            ("m.ts", &other, Way::OfAll),
            ("m.ts", &one, Way::OfAll),
            ("one.ts", "export const one = 1;\n", Way::OfAll),
        ],
    );
}

#[test]
fn what_is_new_in_another_table_is_counted_once() {
    let repo = synced(&[
        (
            "package.json",
            "{ \"name\": \"x\", \"main\": \"src/main.ts\", \"workspaces\": [\"packages/*\"] }\n",
        ),
        ("src/main.ts", "export const m = 1;\n"),
        ("packages/p/package.json", "{ \"name\": \"p\", \"main\": \"index.ts\" }\n"),
        ("packages/p/index.ts", "import { a } from './a';\nexport const i = a;\n"),
        ("packages/p/a.ts", "export const a = 1;\n"),
        ("dsp.toml", "[files]\ninclude = [\"bower_components/\"]\n"),
        ("bower_components/q/v.js", "export const v = 1;\n"),
    ]);
    repo.write("src/n.ts", "export const n = 1;\n");
    repo.write("packages/p/a.ts", "import { n } from '../../src/n';\nexport const a = n;\n");
    assert_eq!(leads_to_the_same(&repo, "two tables"), Way::OfFew);
    // A copy of what others keep, whatever the settings say.
    repo.write("bower_components/q/w.js", "export const w = 1;\n");
    assert_eq!(leads_to_the_same(&repo, "a copy"), Way::OfAll);
}

/// A repository of `files` whose index is in step.
fn synced(files: &[(&str, &str)]) -> Repo {
    let repo = Repo::of(files);
    repo.table(&["bootstrap", "--markers", "off", "-q"]);
    repo.commit();
    repo.table(&["sync", "--staged", "-q"]);
    repo
}

#[test]
fn more_may_be_new_than_there_was() {
    let repo = synced(&[
        ("package.json", "{ \"name\": \"a\", \"main\": \"a.ts\" }\n"),
        ("a.ts", "export const a = 1;\n"),
    ]);
    for name in ["b", "c", "d"] {
        repo.write(format!("{name}.ts"), format!("export const {name} = 1;\n"));
    }
    assert_eq!(leads_to_the_same(&repo, "three more"), Way::OfFew);
}
