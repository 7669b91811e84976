//! A sync of the index that looks at a few files only: it leaves what a sync leaves that remembers nothing, whatever the
//! few files say now.

mod anew;
mod assets;
mod config;
mod declared;
mod edits;
mod gone;
mod heirs;
mod new;
mod packages;
mod roots;

use std::collections::BTreeSet;
use std::fs;

use super::random::staged_tree;
use super::{graph, uid};
use crate::support::Repo;

/// How a sync went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Nothing came of it, as a run over a few files found out, or one over all.
    Nothing,
    NothingOfAll,
    OfAll,
    OfFew,
}

/// How many of the syncs that did something looked at a few files.
#[derive(Default)]
struct Ways {
    few: usize,
    all: usize,
}

impl Ways {
    fn count(&mut self, way: Way) {
        match way {
            Way::Nothing | Way::NothingOfAll => {}
            Way::OfAll => self.all += 1,
            Way::OfFew => self.few += 1,
        }
    }

    /// At least every third.
    #[track_caller]
    fn are_often_short(&self) {
        let Self { few, all } = self;
        assert!(few * 2 > *all, "{few} runs looked at a few files, {all} at all");
    }
}

/// Stages all, and syncs: with what is kept and without, which tells and leaves the same.
#[track_caller]
fn leads_to_the_same(repo: &Repo, what: &str) -> Way {
    repo.git(&["add", "--all"]);
    let index = fs::read(repo.path(".git/index")).expect("it is there");
    let before = graph(repo);
    let facts = repo.path(".git/dsp-cli/facts");
    let texts = repo.path(".git/dsp-cli/texts");
    let known = fs::read(&facts).ok();
    fs::remove_file(&facts).unwrap_or_default();
    fs::remove_file(&texts).unwrap_or_default();
    let checked = repo.run(&["check", "--staged", "-q"]);
    // A run over all keeps texts.
    let is_checked_by_all = texts.exists();
    let forgetful = repo.run(&["check", "--staged", "-q", "--no-cache"]);
    assert_eq!((checked.code, checked.text()), (forgetful.code, forgetful.text()), "{what}");
    let synced = repo.table(&["sync", "--staged", "--no-cache"]);
    let (tree, expected) = (staged_tree(repo), graph(repo));
    let kept = repo.path(".git/dsp-cli");
    let seal = ["seal", "ground"].map(|name| (kept.join(name), fs::read(kept.join(name)).ok()));
    let again = || {
        fs::write(repo.path(".git/index"), &index).expect("it can be written");
        // Git takes a file for what an index of before lists that was written in the same second and got the same inode.
        fs::remove_dir_all(repo.path(".dsp")).expect("it is there");
        repo.git(&["checkout", "--quiet", "--", ".dsp"]);
        let restored = graph(repo);
        assert!(restored == before, "{what}\n{}", differing(&restored, &before));
        let again = repo.table(&["sync", "--staged"]);
        assert_eq!((again.text(), story(&again.err)), (synced.text(), story(&synced.err)), "{what}");
        let odd = differing(&graph(repo), &expected);
        assert!(odd.is_empty(), "{what}\n{odd}");
        assert_eq!(staged_tree(repo), tree, "{what}");
    };
    // With what is known of the sources too.
    if let Some(known) = known {
        fs::write(&facts, known).expect("it can be written");
        again();
        fs::remove_file(&facts).expect("it is there");
        fs::remove_file(&texts).unwrap_or_default();
        for (file, bytes) in seal {
            fs::write(file, bytes.unwrap_or_default()).expect("it can be written");
        }
    }
    again();
    let is_of_all = is_checked_by_all || texts.exists();
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

/// The lines that stand in one of both alone.
fn differing(one: &str, other: &str) -> String {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<String>>();
    lines(one)
        .symmetric_difference(&lines(other))
        .map(|line| format!("{line}\n"))
        .collect::<Vec<_>>()
        .concat()
}

/// What the ground lacks that a run over a few files left, beside that of a run over all.
fn lacking_after(repo: &Repo) -> Option<String> {
    let place = repo.path(".git/dsp-cli/ground");
    // Behind a mark, a checksum and another mark.
    let ground = || fs::read(&place).expect("it is there")[28..].to_vec();
    // Answers that are known rest on what was asked for when they were found, by whomever.
    let kept = ["ground", "seal", "answers-of-blobs"].map(|name| repo.path(".git/dsp-cli").join(name));
    let bytes = kept.each_ref().map(|file| fs::read(file).ok());
    let few = ground();
    for file in &kept[1..] {
        fs::remove_file(file).unwrap_or_default();
    }
    assert_eq!(repo.run(&["check", "--staged", "-q"]).code, Some(0));
    let lacking = dsp_cli::dsp::narrow::lacking(&few, &ground());
    for (file, bytes) in kept.iter().zip(bytes) {
        match bytes {
            Some(bytes) => fs::write(file, bytes).expect("it can be written"),
            None => fs::remove_file(file).unwrap_or_default(),
        }
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
    let repo = synced(files, prepare);
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
            // The other one does again.
            ("b.ts", "export const w = 3;\nexport const v = 4;\n", Way::OfFew),
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

/// A repository of `files` whose index is in step, where `prepare` wrote something.
fn synced(files: &[(&str, &str)], prepare: impl Fn(&Repo)) -> Repo {
    marked("off", files, prepare)
}

/// The same with `markers`.
fn marked(markers: &str, files: &[(&str, &str)], prepare: impl Fn(&Repo)) -> Repo {
    let repo = Repo::of(files);
    repo.table(&["bootstrap", "--markers", markers, "-q"]);
    prepare(&repo);
    repo.commit();
    repo.table(&["sync", "--staged", "-q"]);
    repo
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
            ("a.ts", "export const a = 1;\n", Way::OfFew),
            ("a.ts", "import path from 'node:path';\nexport const a = path.sep;\n", Way::OfFew),
            ("c.ts", "export const c = 1;\nexport const d = 2;\n", Way::OfFew),
            // A name that is passed on.
            ("d.ts", "export { c } from './c';\n", Way::OfFew),
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
fn what_is_named_as_the_project_says_what_that_is_for() {
    check(
        &[
            (
                "package.json",
                "{ \"name\": \"sums\", \"main\": \"index.ts\", \"description\": \"Adds numbers.\" }\n",
            ),
            ("index.ts", "export function sums(list) { return list.total; }\nexport const z = 1;\n"),
        ],
        |repo| assert!(graph(repo).contains("\npurpose: Adds numbers; takes `list`"), "{}", graph(repo)),
        &[
            ("index.ts", "export function sums(list, from) { return list.total; }\n", Way::OfFew),
            ("index.ts", "/** Sums it up. */\nexport function sums() { return 1; }\n", Way::OfFew),
            ("index.ts", "export function sums() { return 1; }\nexport const z = 1;\n", Way::OfFew),
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
            ("a.css", ".card { color: red; margin: 0; padding: 0; border: 0; width: 1em }\n"),
            ("b.css", ".page { color: red }\n"),
            ("c.css", ".none { color: red }\n"),
        ],
        |_| (),
        &[
            // Of many declarations none is told, of few all are.
            ("a.css", ".card { color: blue; margin: 0; padding: 0; border: 0; width: 1em }\n", Way::Nothing),
            ("a.css", ".card { color: blue }\n.title { color: red }\n", Way::OfFew),
            ("a.css", ".card { color: blue }\n.title { color: blue }\n", Way::OfFew),
            ("c.css", ".none { color: blue }\n.title { color: red }\n", Way::Nothing),
            ("b.css", "/* The page. */\n.title { color: red }\n", Way::OfFew),
            ("a.ts", "import './b.css';\nexport const a = 2;\nexport const b = 2;\n", Way::OfFew),
        ],
    );
}
