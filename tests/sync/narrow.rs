//! A sync of the index that looks at a few files only: it leaves what a sync leaves that remembers nothing, whatever the
//! few files say now.

use std::fs;

use super::graph;
use super::random::{Dice, staged_tree};
use crate::support::Repo;

/// A file whose imports stay what they are. What it declares, and uses of others, changes.
struct File {
    path: &'static str,
    head: &'static str,
    /// What it may use: local names, and members of them.
    uses: &'static [&'static str],
}

const FILES: &[File] = &[
    File { path: "src/main.ts", head: "import { run } from './app';\nrun();\n", uses: &["run"] },
    File {
        path: "src/app.ts",
        head: "import { alpha, beta as other, Gamma } from './lib';\nimport * as math from './lib/math';\nimport load from './lib/load';\nimport type { Shape } from './lib/shape';\n",
        uses: &["alpha", "other", "Gamma", "math.sum", "math.alpha", "load", "Shape"],
    },
    File {
        path: "src/lib/index.ts",
        head: "export * from './alpha';\nexport * from './math';\nexport { delta as beta, Gamma } from './inner';\n",
        uses: &[],
    },
    File {
        path: "src/lib/inner.ts",
        head: "export * from './gamma';\nexport * from './alpha';\n",
        uses: &[],
    },
    File { path: "src/lib/alpha.ts", head: "import { sum } from './math';\n", uses: &["sum"] },
    File { path: "src/lib/math.ts", head: "import z from 'zod';\n", uses: &["z.object", "z.string", "z"] },
    File {
        path: "src/lib/gamma.ts",
        head: "import { Shape } from './shape';\nimport { alpha } from '.';\n",
        uses: &["Shape", "alpha"],
    },
    File { path: "src/lib/shape.ts", head: "", uses: &[] },
    File { path: "src/lib/load.ts", head: "import text from './words.json';\n", uses: &["text.title"] },
    File {
        path: "src/view.tsx",
        head: "import { Gamma, delta } from './lib/inner';\nimport { Page } from './page';\n",
        uses: &["Gamma", "delta", "Page"],
    },
    File { path: "src/page.tsx", head: "import { sum as add } from './lib';\n", uses: &["add"] },
    File {
        path: "src/lib/math.test.ts",
        head: "import { sum, alpha } from './math';\n",
        uses: &["sum", "alpha"],
    },
    File { path: "old/a.js", head: "const { sum, delta } = require('./b');\n", uses: &["sum", "delta"] },
    File { path: "old/b.js", head: "", uses: &[] },
    File { path: "pkg/__init__.py", head: "from .one import *\nfrom .two import sum\n", uses: &["sum"] },
    File { path: "pkg/one.py", head: "import json\nfrom . import two\n", uses: &["two.sum", "json.dumps"] },
    File { path: "pkg/two.py", head: "from .three import alpha, Gamma\n", uses: &["alpha", "Gamma"] },
    File { path: "pkg/three.py", head: "", uses: &[] },
    File {
        path: "tool.py",
        head: "from pkg import sum, delta\nimport pkg.three as three\n",
        uses: &["sum", "delta", "three.Gamma"],
    },
];

const NAMES: &[&str] = &["alpha", "beta", "sum", "delta", "Gamma", "Shape", "run", "Page", "helper", "text"];

/// Something that a file declares: its name, its sort, what it uses, and a number in its words.
type Declared = (&'static str, usize, &'static str, usize);

/// What the files declare, in their order.
type Code = Vec<Vec<Declared>>;

fn declared(file: &File, dice: &mut Dice) -> Declared {
    let used = if file.uses.is_empty() { "1" } else { *dice.pick(file.uses) };
    (*dice.pick(NAMES), dice.below(7), used, dice.below(4))
}

/// Whether the file may declare something called so.
fn is_free(file: &File, code: &[Declared], name: &str) -> bool {
    let is_bound = file.head.lines().any(|line| !line.starts_with("export") && line.contains(name));
    !is_bound && code.iter().all(|(known, ..)| *known != name)
}

/// Changes what one file declares, and says which.
fn edit(code: &mut Code, dice: &mut Dice) -> usize {
    let at = dice.below(FILES.len());
    let (file, own) = (&FILES[at], &mut code[at]);
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

fn text(file: &File, code: &[Declared]) -> String {
    let declared =
        |(name, sort, used, word): &Declared| match (file.path.rsplit_once('.').expect("an end").1, sort) {
            ("py", 0 | 1) => format!("def {name}(a):\n    return {used}(a)\n\n"),
            ("py", 2) => {
                format!("class {name}({}):\n    pass\n\n", if *used == "1" { "object" } else { used })
            }
            ("py", 3) => format!("{name} = {used}\n"),
            ("py", _) => format!("def {name}(a):\n    \"\"\"Does {word}.\"\"\"\n    {used}\n\n"),
            ("js", 0) => format!("function {name}() {{ {used}; }}\n"),
            ("js", _) => format!("exports.{name} = function () {{ return {used}; }};\n"),
            (_, 0) => format!("export function {name}(a{word}: string) {{ return {used}; }}\n"),
            (_, 1) => format!("/** Does {word}. */\nexport const {name} = () => {used};\n"),
            (_, 2) => format!("export class {name} extends Base {{ at() {{ return {used}({word}); }} }}\n"),
            (_, 3) => format!("export class {name} extends {used} {{ at = {word}; }}\n"),
            (_, 4) => format!("export type {name} = {{ a: typeof {used} }};\n"),
            (_, 5) => format!("const {name} = {{ sum() {{ {used}; }} }};\nexport {{ {name} }};\n"),
            _ => format!("const inner_{name} = {used};\n"),
        };
    file.head.to_owned() + &code.iter().map(declared).collect::<String>()
}

fn start(dice: &mut Dice) -> (Repo, Code) {
    let mut code: Code = FILES.iter().map(|_| Vec::new()).collect();
    for (file, own) in FILES.iter().zip(&mut code) {
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
        ("pyproject.toml", "[project]\nname = \"narrow\"\n"),
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
            repo.git(&["add", "--all"]);
            let index = fs::read(repo.path(".git/index")).expect("it is there");
            let before = graph(&repo);
            let facts = repo.path(".git/dsp-cli/facts");
            fs::remove_file(&facts).unwrap_or_default();
            let checked = repo.run(&["check", "--staged", "-q"]);
            let forgetful = repo.run(&["check", "--staged", "-q", "--no-cache"]);
            assert_eq!(
                (checked.code, checked.text()),
                (forgetful.code, forgetful.text()),
                "seed {seed}, {step}: {done:#?}"
            );
            let synced = repo.table(&["sync", "--staged", "-q", "--no-cache"]);
            let (tree, expected) = (staged_tree(&repo), graph(&repo));
            fs::write(repo.path(".git/index"), index).expect("it can be written");
            repo.git(&["checkout", "--quiet", "--", ".dsp"]);
            repo.git(&["clean", "--quiet", "--force", "-d", ".dsp"]);
            assert_eq!(graph(&repo), before);
            let again = repo.table(&["sync", "--staged", "-q"]);
            assert_eq!(again.text(), synced.text(), "seed {seed}, {step}: {done:#?}");
            assert_eq!(
                (staged_tree(&repo), graph(&repo)),
                (tree, expected),
                "seed {seed}, {step}: {done:#?}"
            );
            // A run over all keeps facts.
            narrow += usize::from(!facts.exists() && !synced.out.is_empty());
            steps += usize::from(!synced.out.is_empty());
        }
    }
    assert!(narrow * 3 > steps, "{narrow} of {steps} runs looked at a few files");
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
