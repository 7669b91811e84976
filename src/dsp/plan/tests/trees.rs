//! Real sources before and after a change: which uids outlive it. What was before is known, as from a commit.

use std::collections::BTreeMap;

use super::*;
use crate::dsp::identify::Open;
use crate::dsp::memory::Memory;
use crate::facts::cache::Cache;
use crate::pipeline::{self, Analysis, Wanted};
use crate::universe::{Source, Universe};

mod moved;
mod scripts;

/// A repository without git, and what it was when it was bootstrapped last.
pub(super) struct Tree {
    now: TempDir,
    before: TempDir,
    pub(super) files: BTreeMap<String, String>,
    /// Whether texts of before are known.
    pub(super) remembers: bool,
}

impl Tree {
    pub(super) fn new(files: &[(&str, &str)]) -> Self {
        let folder = || TempDir::new().unwrap();
        let own = |(path, text): &(&str, &str)| ((*path).to_owned(), (*text).to_owned());
        let files = files.iter().map(own).collect();
        let tree = Self { now: folder(), before: folder(), files, remembers: true };
        tree.run();
        tree
    }

    /// Bootstraps, and again: the second time nothing may be left to do.
    pub(super) fn run(&self) -> Outcome {
        let outcome = self.once();
        let again = self.once();
        assert_eq!(again.plan.changes, []);
        assert_eq!(again.plan.uids, outcome.plan.uids);
        write(self.before.path(), &self.files);
        outcome
    }

    fn once(&self) -> Outcome {
        write(self.now.path(), &self.files);
        let open = |folder: &TempDir| Universe::open(folder.path(), &Source::WorkTree).unwrap();
        let (now, before) = (open(&self.now), open(&self.before));
        let wanted = Wanted { weak: false, units: true, uses: true };
        let Analysis { sources, resolved, units, .. } =
            pipeline::analyse(&now, &Cache::none(), wanted, &Silent);
        let files: Vec<_> = now.files.iter().map(|file| file.path.clone()).collect();
        let input = BootstrapInput {
            files: &files,
            sources: &sources,
            resolved: &resolved,
            units: &units,
            unsure: &[],
            unlisted: &[],
            unread: &(),
            memory: &Memory::none(),
            traced: false,
            absences: None,
        };
        let remembers =
            |open: &Open| pipeline::recall_from(&[&before.snapshot], &now.snapshot, &sources, open);
        let forgets = |_: &Open| Evidence::default();
        let recall: pipeline::Recall<'_> = if self.remembers { &remembers } else { &forgets };
        let choices = Choices { cover: Some(Cover::All), ..Choices::default() };
        let settings = Settings { choices, ..Settings::default() };
        let options = BootstrapOptions { recall, ..options(&settings, false) };
        bootstrap(&self.dsp(), &input, &options, &Silent).unwrap()
    }

    fn dsp(&self) -> std::path::PathBuf {
        self.now.path().join(".dsp")
    }

    /// The uid of the entity with exactly that source.
    pub(super) fn uid(&self, source: &str) -> String {
        self.sources().remove(source).unwrap_or_default()
    }

    /// Every entity: its uid by its source.
    pub(super) fn sources(&self) -> BTreeMap<String, String> {
        let store = store::read(&self.dsp()).unwrap();
        let text = |source: &[u8]| String::from_utf8_lossy(source).into_owned();
        store.uids().map(|(uid, entity)| (text(entity.source()), uid.to_string())).collect()
    }

    pub(super) fn rename(&mut self, from: &str, to: &str) {
        let text = self.files.remove(from).unwrap();
        self.files.insert(to.to_owned(), text);
    }

    fn set(&mut self, path: &str, text: &str) {
        self.files.insert(path.to_owned(), text.to_owned());
    }

    fn edit(&mut self, path: &str, from: &str, to: &str) {
        let text = self.files.get_mut(path).unwrap();
        assert!(text.contains(from), "{from}");
        *text = text.replace(from, to);
    }

    /// Everywhere.
    pub(super) fn replace(&mut self, from: &str, to: &str) {
        self.files.values_mut().for_each(|text| *text = text.replace(from, to));
    }

    /// After `change`, what was at the first of each pair is at the second, and nothing is new.
    fn keeps(mut self, change: impl FnOnce(&mut Self), pairs: &[(&str, &str)]) {
        let before: Vec<String> = pairs.iter().map(|(from, _)| self.uid(from)).collect();
        assert!(before.iter().all(|uid| !uid.is_empty()), "{:?}", self.sources());
        change(&mut self);
        self.run();
        let after: Vec<String> = pairs.iter().map(|(_, to)| self.uid(to)).collect();
        assert_eq!(before, after, "{pairs:?} {:?}", self.sources());
    }

    /// After `change`, nothing has any of the uids that these sources had.
    fn loses(mut self, change: impl FnOnce(&mut Self), sources: &[&str]) {
        let lost: Vec<String> = sources.iter().map(|source| self.uid(source)).collect();
        change(&mut self);
        self.run();
        let left = self.sources();
        assert!(!left.values().any(|uid| lost.contains(uid)), "{sources:?} {left:?}");
    }
}

fn write(root: &Path, files: &BTreeMap<String, String>) {
    for entry in fs::read_dir(root).unwrap().map(|entry| entry.unwrap()) {
        match entry.path().is_dir() {
            true if entry.file_name() != ".dsp" => fs::remove_dir_all(entry.path()).unwrap(),
            true => {}
            false => fs::remove_file(entry.path()).unwrap(),
        }
    }
    for (path, text) in files {
        let place = root.join(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }
}

const POOL: &str = "import { read } from './config';\n\
    export function open(size: number) {\n  const made = [];\n  for (let i = 0; i < size; i++) made.push(connect(read(), i));\n  return made;\n}\n\
    export function close(pool: Link[]) {\n  for (const link of pool) {\n    link.flush();\n    link.end();\n  }\n}\n\
    export class Link {\n  constructor(private readonly host: string) {}\n  flush() { return this.host.length; }\n  end() { this.flush(); }\n}\n\
    function connect(host: string, at: number) { return new Link(host + at); }\n";
const CONFIG: &str = "export function read() {\n  const raw = process.env.HOST ?? 'localhost';\n  if (!raw.trim()) throw new Error('no host');\n  return raw.trim().toLowerCase();\n}\nexport const RETRIES = 3;\n";
const MAIN: &str = "import { open, close } from './db/pool';\nimport { RETRIES } from './db/config';\nimport './app.css';\nexport function main() {\n  const pool = open(RETRIES);\n  close(pool);\n}\n";

fn shop() -> Tree {
    Tree::new(&[
        ("main.ts", MAIN),
        ("db/pool.ts", POOL),
        ("db/config.ts", CONFIG),
        ("app.css", "body { color: red; margin: 0; padding: 0; display: grid; gap: 1em }\n"),
    ])
}

#[test]
fn a_renamed_file_keeps_its_uid_and_those_of_what_is_in_it() {
    let change = |tree: &mut Tree| {
        tree.rename("db/pool.ts", "db/links.ts");
        tree.rename("app.css", "look.css");
        tree.replace("./db/pool", "./db/links");
        tree.replace("app.css", "look.css");
    };
    let pairs = [
        ("main.ts", "main.ts"),
        ("db/pool.ts", "db/links.ts"),
        ("db/pool.ts#open", "db/links.ts#open"),
        ("db/pool.ts#Link", "db/links.ts#Link"),
        ("app.css", "look.css"),
    ];
    shop().keeps(change, &pairs);
    let forgetful = Tree { remembers: false, ..shop() };
    forgetful.keeps(change, &pairs[..4]);
}

#[test]
fn a_renamed_directory_takes_all_with_it() {
    let change = |tree: &mut Tree| {
        tree.rename("db/pool.ts", "storage/sql/pool.ts");
        tree.rename("db/config.ts", "storage/sql/config.ts");
        tree.replace("./db/", "./storage/sql/");
    };
    let pairs = [
        ("db/pool.ts", "storage/sql/pool.ts"),
        ("db/config.ts", "storage/sql/config.ts"),
        ("db/config.ts#RETRIES", "storage/sql/config.ts#RETRIES"),
        ("db/pool.ts#close", "storage/sql/pool.ts#close"),
    ];
    shop().keeps(change, &pairs);
    Tree { remembers: false, ..shop() }.keeps(change, &pairs);
}

#[test]
fn a_tiny_file_goes_with_its_directory() {
    let mut tree = shop();
    tree.set("db/flag.ts", "");
    tree.run();
    let change = |tree: &mut Tree| {
        for name in ["pool", "config", "flag"] {
            tree.rename(&format!("db/{name}.ts"), &format!("store/{name}.ts"));
        }
        tree.replace("./db/", "./store/");
    };
    tree.keeps(change, &[("db/flag.ts", "store/flag.ts")]);
}

#[test]
fn a_renamed_declaration_keeps_its_uid() {
    let change = |tree: &mut Tree| {
        tree.replace("open(", "acquire(");
        tree.replace("open,", "acquire,");
        tree.replace("Link", "Wire");
    };
    let pairs = [("db/pool.ts#open", "db/pool.ts#acquire"), ("db/pool.ts#Link", "db/pool.ts#Wire")];
    shop().keeps(change, &pairs);
}

#[test]
fn a_declaration_and_its_file_may_be_renamed_at_once() {
    let change = |tree: &mut Tree| {
        tree.rename("db/pool.ts", "db/links.ts");
        tree.replace("./db/pool", "./db/links");
        tree.replace("close", "shut");
    };
    shop()
        .keeps(change, &[("db/pool.ts#close", "db/links.ts#shut"), ("db/pool.ts#open", "db/links.ts#open")]);
}

#[test]
fn a_declaration_that_went_to_another_file_keeps_its_uid() {
    let text = POOL.find("export function close").unwrap()..POOL.find("export class").unwrap();
    let moved = &POOL[text.clone()];
    let take = |tree: &mut Tree| {
        tree.edit("db/pool.ts", moved, "");
        tree.set("main.ts", &MAIN.replace("open, close }", "open }"));
    };
    let same = |tree: &mut Tree| {
        take(tree);
        tree.files.get_mut("db/config.ts").unwrap().push_str(moved);
    };
    shop().keeps(same, &[("db/pool.ts#close", "db/config.ts#close")]);
    let renamed = |tree: &mut Tree| {
        take(tree);
        let text = moved.replace("close", "finish");
        tree.set("new.ts", &text);
    };
    shop().keeps(renamed, &[("db/pool.ts#close", "new.ts#finish")]);
}

#[test]
fn what_is_new_by_accident_inherits_nothing() {
    let replaced = |tree: &mut Tree| {
        tree.files.remove("db/config.ts");
        let text = "export const table = new Map<string, number[]>();\nexport function read(key: string) {\n  \
                    const found = table.get(key);\n  return found === undefined ? [] : [...found].sort();\n}\n\
                    export const RETRIES = 3, LIMIT = 12;\n";
        tree.set("cache/table.ts", text);
        tree.edit("db/pool.ts", "'./config'", "'../cache/table'");
    };
    shop().loses(replaced, &["db/config.ts", "db/config.ts#read"]);
    let other = |tree: &mut Tree| {
        let end = POOL.find("export function close").unwrap();
        let text = "export function measure() {\n  return globalThis.performance.now() / 1000;\n}\n";
        tree.set("db/pool.ts", &[text, &POOL[end..]].concat());
    };
    shop().loses(other, &["db/pool.ts#open"]);
}

#[test]
fn what_is_hidden_now_is_not_what_was_hidden_before() {
    let change = |tree: &mut Tree| {
        tree.replace("export function close", "function close");
        tree.replace("function connect", "export function connect");
        tree.replace(", close }", " }");
    };
    shop().loses(change, &["db/pool.ts#close"]);
}

#[test]
fn of_two_equal_files_none_inherits() {
    let change = |tree: &mut Tree| {
        tree.files.remove("db/config.ts");
        tree.set("db/one.ts", CONFIG);
        tree.set("db/two.ts", CONFIG);
    };
    shop().loses(change, &["db/config.ts"]);
}

#[test]
fn a_copy_is_new_and_the_original_stays_what_it_is() {
    let change = |tree: &mut Tree| tree.set("db/copy.ts", POOL);
    shop().keeps(change, &[("db/pool.ts", "db/pool.ts"), ("db/pool.ts#open", "db/pool.ts#open")]);
}

#[test]
fn authored_texts_go_with_a_file() {
    let mut tree = shop();
    let [pool, open, main] = ["db/pool.ts", "db/pool.ts#open", "main.ts"].map(|source| tree.uid(source));
    let place = tree.dsp().join(&pool);
    fs::write(place.join("description"), "source: db/pool.ts\nkind: object\npurpose: Mine.\n\nnotes: keep\n")
        .unwrap();
    fs::write(place.join("exports").join(&open).join(&main), "my words\n").unwrap();
    fs::create_dir_all(tree.dsp().join("obj-0000000a")).unwrap();
    let hidden = "source: db/pool.ts#connect\nkind: function\npurpose: Hidden.\n";
    fs::write(tree.dsp().join("obj-0000000a/description"), hidden).unwrap();
    tree.run();
    tree.rename("db/pool.ts", "db/links.ts");
    tree.replace("./db/pool", "./db/links");
    let outcome = tree.run();
    let text = fs::read_to_string(place.join("description")).unwrap();
    assert_eq!(text, "source: db/links.ts\nkind: object\npurpose: Mine.\n\nnotes: keep\n");
    let why = fs::read_to_string(place.join("exports").join(&open).join(&main)).unwrap();
    assert_eq!(why, "my words\n");
    assert_eq!((outcome.plan.minted, outcome.plan.dropped.len(), outcome.plan.gone.len()), (0, 0, 0));
    assert_eq!(tree.uid("db/links.ts#connect"), "obj-0000000a");
}

#[test]
fn a_package_goes_where_its_files_go() {
    let tree = Tree::new(&[
        ("go.mod", "module shop\n\ngo 1.21\n"),
        ("main.go", "package main\n\nimport \"shop/db\"\n\nfunc main() { db.Open(3) }\n"),
        (
            "db/db.go",
            "package db\n\nimport \"fmt\"\n\nfunc Open(size int) {\n\tfor i := 0; i < size; i++ {\n\t\tfmt.Println(\"link\", i)\n\t}\n}\n",
        ),
    ]);
    let change = |tree: &mut Tree| {
        tree.rename("db/db.go", "internal/db/db.go");
        tree.replace("shop/db", "shop/internal/db");
    };
    tree.keeps(change, &[("db", "internal/db"), ("db/db.go#Open", "internal/db/db.go#Open")]);
}

#[test]
fn a_root_that_somebody_chose_is_one_wherever_it_lies() {
    let mut tree = shop();
    let pool = tree.uid("db/pool.ts");
    fs::rename(tree.dsp().join("TOC"), tree.dsp().join(format!("TOC-{}", tree.uid("main.ts")))).unwrap();
    fs::write(tree.dsp().join(format!("TOC-{pool}")), format!("{pool}\n")).unwrap();
    let place = tree.dsp().join(&pool).join("description");
    fs::write(&place, "source: db/pool.ts\nkind: object\npurpose: Mine.\nscope: db\n").unwrap();
    tree.run();
    tree.rename("db/pool.ts", "db/links.ts");
    tree.replace("./db/pool", "./db/links");
    let outcome = tree.run();
    let roots: Vec<String> = outcome.roots.iter().map(|(_, root)| root.path.to_string()).collect();
    assert_eq!(roots, ["main.ts", "db/links.ts"]);
    assert!(tree.dsp().join(format!("TOC-{pool}")).exists());
}

/// The same with a marker in the first line of every file.
fn marked_shop() -> Tree {
    let mut tree = shop();
    let uids = tree.sources();
    for (path, text) in tree.files.iter_mut().filter(|(path, _)| *path != "app.css") {
        *text = format!("// @dsp {}\n\n{text}", uids[path]);
    }
    tree.run();
    tree
}

#[test]
fn what_lay_in_a_file_that_is_known_by_its_marker_follows_it() {
    let mut tree = marked_shop();
    fs::create_dir_all(tree.dsp().join("obj-0000000a")).unwrap();
    let hidden = "source: db/pool.ts#connect\nkind: function\npurpose: Hidden.\n";
    fs::write(tree.dsp().join("obj-0000000a/description"), hidden).unwrap();
    tree.run();
    // No declaration is lost nor new: markers and names tell all.
    for name in ["open", "close", "Link"] {
        let uid = tree.uid(&format!("db/pool.ts#{name}"));
        let (function, class) = (format!("export function {name}("), format!("export class {name} "));
        let begin = if name == "Link" { class } else { function };
        tree.edit("db/pool.ts", &begin, &format!("// @dsp {uid}\n{begin}"));
    }
    tree.run();
    tree.rename("db/pool.ts", "db/links.ts");
    tree.replace("./db/pool", "./db/links");
    let outcome = tree.run();
    assert_eq!((outcome.plan.minted, outcome.plan.moved.len(), outcome.plan.gone.len()), (0, 1, 0));
    assert_eq!(tree.uid("db/links.ts#connect"), "obj-0000000a");
}

#[test]
fn somebodys_second_entity_of_a_file_does_not_keep_the_first_from_moving() {
    let mut tree = shop();
    fs::create_dir_all(tree.dsp().join("obj-ffffffff")).unwrap();
    let other = "source: db/pool.ts\nkind: object\npurpose: Its other half.\n";
    fs::write(tree.dsp().join("obj-ffffffff/description"), other).unwrap();
    tree.run();
    let pool = tree.uid("db/pool.ts#open");
    tree.rename("db/pool.ts", "db/links.ts");
    tree.replace("./db/pool", "./db/links");
    let outcome = tree.run();
    assert_eq!((outcome.plan.minted, outcome.plan.gone.len()), (0, 0));
    assert_eq!(tree.uid("db/links.ts#open"), pool);
}

#[test]
fn of_copies_of_a_marked_declaration_the_likest_keeps_the_uid() {
    let mut tree = shop();
    let text = POOL.find("export function close").unwrap()..POOL.find("export class").unwrap();
    let uid = tree.uid("db/pool.ts#close");
    let marked = format!("// @dsp {uid}\n{}", &POOL[text.clone()]);
    tree.edit("db/pool.ts", &POOL[text], &marked);
    tree.run();
    tree.edit("db/pool.ts", &marked, "");
    tree.set("a.ts", &marked.replace("link.flush();\n    link.end();", "console.log(pool, link, 'closed');"));
    tree.set("z.ts", &marked);
    tree.set("main.ts", &MAIN.replace("open, close }", "open }"));
    tree.run();
    assert_eq!(tree.uid("z.ts#close"), uid);
}
