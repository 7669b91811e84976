//! Random changes to small projects of three languages: a sync is what a bootstrap over the same `.dsp/` is, does
//! nothing twice, and does something exactly where `check` says so.

use std::fs;
use std::path::Path;

use super::graph;
use crate::support::{Repo, copy, finish};

/// Numbers that look random and are the same every time.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(limit).expect("it is small")).expect("it is small")
    }

    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

const NAMES: [&str; 5] = ["alpha", "beta", "gamma", "delta", "omega"];

fn text(path: &str, dice: &mut Dice) -> String {
    let (name, other, word) = (*dice.pick(&NAMES), *dice.pick(&NAMES), dice.below(100));
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("ts") => match dice.below(6) {
            0 => format!("export * from './{other}';\nexport const {name} = {word};\n"),
            1 => format!(
                "import {{ {other} }} from '@/{other}';\n/** Does {word}. */\nexport function {name}() {{ return {other}; }}\n"
            ),
            2 => format!(
                "import {{ {other} }} from './{other}';\nimport express from 'express';\nexport class {name} {{ at = {other}(express); }}\n"
            ),
            3 => format!("import './{other}.css';\nexport const {name} = {word};\n"),
            4 => format!("export function {name}() {{ return h(t('{other}.title')); }}\n"),
            _ => format!("export const {name} = (((\n"),
        },
        Some("py") => match dice.below(3) {
            0 => format!(
                "\"\"\"Module {word}.\"\"\"\nfrom .{other} import {other}\n\ndef {name}():\n    return {other}()\n"
            ),
            1 => format!("import os\nfrom pkg import {other}\n\nclass {name}:\n    x = {other}\n"),
            _ => format!("def {name}(:\n"),
        },
        Some("json") => format!("{{ \"{other}\": {{ \"title\": \"Word {word}\" }} }}\n"),
        Some("css") => format!(".{name} {{ width: {word}px }}\n"),
        _ => match dice.below(2) {
            0 => format!(
                "package lib\n\nimport \"fmt\"\n\n// Up{name} says {word}.\nfunc Up{name}() {{ fmt.Println({word}) }}\n"
            ),
            _ => format!("package lib\n\n// Up{name} is {word}.\ntype Up{name} struct{{ N int }}\n"),
        },
    }
}

fn paths() -> Vec<String> {
    let of = |dir: &str, end: &str| NAMES.map(|name| format!("{dir}{name}.{end}"));
    let mut paths =
        [of("src/", "ts"), of("src/", "css"), of("src/deep/", "ts"), of("pkg/", "py"), of("go/lib/", "go")]
            .concat();
    paths.push("src/locales/en.json".to_owned());
    paths
}

/// One thing that somebody does.
fn change(repo: &Repo, dice: &mut Dice) -> String {
    let all = paths();
    let there: Vec<&String> = all.iter().filter(|path| repo.path(path).exists()).collect();
    match dice.below(10) {
        0..5 => {
            let path = dice.pick(&all).clone();
            repo.write(&path, text(&path, dice));
            format!("write {path}")
        }
        5 | 6 if !there.is_empty() => {
            let (from, to) = ((*dice.pick(&there)).clone(), dice.pick(&all).clone());
            let to = format!(
                "{}.{}",
                to.rsplit_once('.').expect("an end").0,
                from.rsplit_once('.').expect("an end").1
            );
            fs::create_dir_all(repo.path(&to).parent().expect("a folder")).expect("a folder");
            fs::rename(repo.path(&from), repo.path(&to)).expect("it can be moved");
            format!("move {from} to {to}")
        }
        7 if !there.is_empty() => {
            let path = *dice.pick(&there);
            fs::remove_file(repo.path(path)).expect("it is there");
            format!("remove {path}")
        }
        8 => {
            let dir = dice.pick(&["src", "src/deep", "."]);
            repo.write(
                "tsconfig.json",
                format!("{{ \"compilerOptions\": {{ \"paths\": {{ \"@/*\": [\"./{dir}/*\"] }} }} }}\n"),
            );
            format!("tsconfig to {dir}")
        }
        _ => {
            let exclude = *dice.pick(&[
                "",
                "[files]\nexclude = [\"src/deep\"]\n",
                "[files]\nexclude = [\"pkg/beta.py\"]\n",
            ]);
            repo.write("dsp.toml", exclude);
            repo.write("README.md", format!("# Random\n\nProject {}.\n", dice.below(9)));
            format!("settings {exclude:?}")
        }
    }
}

/// Two branches that both change and sync; who merges takes one side of each conflict.
fn merge(repo: &Repo, dice: &mut Dice) -> String {
    repo.commit();
    let mut told = Vec::new();
    repo.git(&["checkout", "--quiet", "-B", "side"]);
    for branch in ["side", "main"] {
        repo.git(&["checkout", "--quiet", branch]);
        told.push(format!("{branch}: {}", change(repo, dice)));
        repo.table(&["sync", "-q"]);
        repo.commit();
    }
    if !repo.run_git(&["merge", "--quiet", "--no-edit", "-X", "ours", "side"]).success() {
        // Gone on one side, changed on the other.
        repo.git(&["checkout", "--quiet", "--force", "HEAD"]);
    }
    told.join(", ")
}

/// The graph that a bootstrap without a cache and on one thread makes of a copy.
fn bootstrapped(repo: &Repo, at: &Path) -> String {
    copy(repo.dir(), at);
    let run = finish(repo.program().current_dir(at).args([
        "bootstrap",
        "--no-cache",
        "--threads",
        "1",
        "--markers",
        "off",
        "-q",
    ]));
    assert_eq!(run.code, Some(0), "{}", run.err);
    crate::support::tree(&at.join(".dsp"))
}

/// A small project of three languages, mapped.
fn start() -> Repo {
    let repo = Repo::of(&[
        (
            "package.json",
            "{ \"name\": \"random\", \"main\": \"src/alpha.ts\", \"dependencies\": { \"express\": \"4\" } }\n",
        ),
        ("src/alpha.ts", "import { beta } from './beta';\nexport const alpha = beta;\n"),
        ("src/beta.ts", "export const beta = 1;\n"),
        ("pkg/__init__.py", ""),
        ("pkg/alpha.py", "from .beta import beta\n"),
        ("pkg/beta.py", "def beta():\n    pass\n"),
        ("go/go.mod", "module example.com/m\n\ngo 1.22\n"),
        ("go/main.go", "package main\n\nimport \"example.com/m/lib\"\n\nfunc main() { lib.Upalpha() }\n"),
        ("go/lib/alpha.go", "package lib\n\nfunc Upalpha() {}\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off", "-q"]);
    repo
}

#[test]
fn a_sync_is_a_bootstrap() {
    for seed in 1..=6 {
        let mut dice = Dice(0x9e37_79b9 * seed);
        let repo = start();
        let mut done = Vec::new();
        for step in 0..8 {
            done.push(if dice.below(5) == 0 { merge(&repo, &mut dice) } else { change(&repo, &mut dice) });
            if dice.below(3) == 0 {
                done.push(change(&repo, &mut dice));
            }
            let before = graph(&repo);
            let expected = bootstrapped(&repo, &repo.outside().join(format!("copy-{step}")));
            let checked = repo.run(&["check", "-q"]);
            assert_eq!(graph(&repo), before, "check writes nothing");
            let synced = repo.table(&["sync", "-q"]);
            let after = graph(&repo);
            assert!(after == expected, "seed {seed}: {done:#?}\n{}", first_difference(&after, &expected));
            assert_eq!(checked.code, Some(i32::from(before != after)), "seed {seed}: {done:#?}");
            assert_eq!(checked.out, synced.out, "seed {seed}: {done:#?}");
            assert_eq!(repo.table(&["sync", "-q"]).text(), "", "seed {seed}: {done:#?}");
            let again = repo.run(&["check", "-q"]);
            assert_eq!((again.code, again.text()), (Some(0), ""), "seed {seed}: {done:#?}");
            if dice.below(2) == 0 {
                repo.commit();
            }
        }
    }
}

/// Something that few stages see: a comment, a body, an asset.
fn inner_change(repo: &Repo, dice: &mut Dice) -> String {
    let all = paths();
    let there: Vec<&String> = all.iter().filter(|path| repo.path(path).exists()).collect();
    if there.is_empty() || dice.below(4) == 0 {
        repo.write("asset.css", format!("a {{ top: {}px }}\n", dice.below(100)));
        return "asset".to_owned();
    }
    let path = *dice.pick(&there);
    let old = fs::read_to_string(repo.path(path)).expect("it is text");
    let sign = if path.starts_with("pkg/") { "#" } else { "//" };
    repo.write(path, format!("{old}\n{sign} Word {}.\n", dice.below(100)));
    format!("inner {path}")
}

/// The tree that would be committed.
pub(super) fn staged_tree(repo: &Repo) -> Vec<u8> {
    repo.git(&["write-tree"]).clone()
}

/// The short way, which the later runs here take where they can, leads where the long one does.
#[test]
fn a_staged_sync_is_one_that_remembers_nothing() {
    let mut short = 0;
    for seed in 1..=6 {
        let mut dice = Dice(0x51_7cc1 * seed);
        let repo = start();
        repo.commit();
        let mut done = Vec::new();
        for _ in 0..14 {
            let is_inner = dice.below(3) > 0;
            done.push(if is_inner { inner_change(&repo, &mut dice) } else { change(&repo, &mut dice) });
            repo.git(&["add", "--all"]);
            let index = fs::read(repo.path(".git/index")).expect("it is there");
            let before = graph(&repo);
            let facts = repo.path(".git/dsp-cli/facts");
            fs::remove_file(&facts).unwrap_or_default();
            let checked = repo.run(&["check", "--staged", "-q"]);
            short += usize::from(!facts.exists());
            let forgetful = repo.run(&["check", "--staged", "-q", "--no-cache"]);
            assert_eq!(
                (checked.code, &checked.out),
                (forgetful.code, &forgetful.out),
                "seed {seed}: {done:#?}"
            );
            repo.table(&["sync", "--staged", "-q", "--no-cache"]);
            let (tree, expected) = (staged_tree(&repo), graph(&repo));
            fs::write(repo.path(".git/index"), index).expect("it can be written");
            repo.git(&["checkout", "--quiet", "--", ".dsp"]);
            repo.git(&["clean", "--quiet", "--force", "-d", ".dsp"]);
            assert_eq!(graph(&repo), before);
            repo.table(&["sync", "--staged", "-q"]);
            assert_eq!((staged_tree(&repo), graph(&repo)), (tree, expected), "seed {seed}: {done:#?}");
            assert_eq!(repo.run(&["check", "--staged", "-q", "--no-cache"]).code, Some(0));
            repo.git(&["add", "--all"]);
            if dice.below(2) == 0 {
                repo.commit();
            }
        }
    }
    assert!(short > 20, "{short} runs went the short way");
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let pairs = ours.lines().zip(theirs.lines());
    let found = pairs.enumerate().find(|(_, (ours, theirs))| ours != theirs);
    found.map_or("one is longer".to_owned(), |(at, (ours, theirs))| {
        format!("line {at}: {ours:?} / {theirs:?}")
    })
}
