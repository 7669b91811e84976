//! From a repository as a text, over a real `.dsp/`, to its tree as a text.
#![expect(clippy::disallowed_methods, reason = "tests look at the files that were written")]

use std::fs;
use std::path::Path;

use bstr::ByteSlice;
use resolvers::Unit;
use tempfile::TempDir;

use super::*;
use crate::dsp::desired::Unread;
use crate::dsp::identify::{Evidence, Known, Matcher, Open};
use crate::dsp::memory::Memory;
use crate::dsp::roots::{self, RootInput};
use crate::dsp::{BootstrapInput, Cover, Granularity, store};
use crate::event::Silent;
use crate::pipeline::{BootstrapError, BootstrapOptions, Outcome, bootstrap};
use crate::settings::{Choices, Places, Settings};
use crate::testing::{Fixture, unit};
use crate::transaction::Applied;

mod identity;
mod properties;
mod survival;
mod trees;

fn options(declared: &Settings, dry_run: bool) -> BootstrapOptions<'_> {
    const NOTHING: &Choices = &Choices { cover: None, granularity: None, markers: None, roots: Vec::new() };
    let recall = &|_: &Open| Evidence::default();
    BootstrapOptions { recall, given: NOTHING, declared, marking: None, dry_run }
}

struct Project {
    folder: TempDir,
    units: Vec<Unit>,
    readme: Option<&'static str>,
    cover: Cover,
    granularity: Granularity,
    unsure: Vec<Vec<u8>>,
}

impl Unread for Project {
    fn intro(&self, dir: &[u8]) -> Option<String> {
        self.readme.filter(|_| dir.is_empty()).map(str::to_owned)
    }

    fn text(&self, _: &RepoPath) -> Option<String> {
        None
    }
}

impl Project {
    fn new(units: &[Unit]) -> Self {
        Self {
            folder: TempDir::new().unwrap(),
            units: units.to_vec(),
            unsure: Vec::new(),
            readme: None,
            cover: Cover::Reachable,
            granularity: Granularity::Shared,
        }
    }

    /// Bootstraps, and again: the second time nothing may be left to do.
    fn bootstrap(&self, fixture: &str) -> Outcome {
        let outcome = self.once(fixture);
        let again = self.once(fixture);
        assert_eq!(again.plan.changes, []);
        assert_eq!(again.applied, Applied::default());
        assert_eq!(again.plan.uids, outcome.plan.uids);
        outcome
    }

    fn once(&self, fixture: &str) -> Outcome {
        self.attempt(fixture).unwrap()
    }

    fn attempt(&self, fixture: &str) -> Result<Outcome, BootstrapError> {
        let Fixture { files, sources, resolved } = Fixture::parse(fixture);
        let input = BootstrapInput {
            files: &files,
            sources: &sources,
            resolved: &resolved,
            units: &self.units,
            unsure: &self.unsure,
            unlisted: &[],
            unread: self,
            memory: &Memory::none(),
            traced: false,
            absences: None,
        };
        let dir = self.folder.path().join(".dsp");
        bootstrap(&dir, &input, &options(&self.settings(), false), &Silent)
    }

    /// As `dsp.toml` would say it.
    fn settings(&self) -> Settings {
        let choices =
            Choices { cover: Some(self.cover), granularity: Some(self.granularity), ..Choices::default() };
        Settings { choices, ..Settings::default() }
    }

    fn write(&self, path: &str, content: &str) {
        let full = self.folder.path().join(".dsp").join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, content).unwrap();
    }

    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.folder.path().join(".dsp").join(path)).ok()
    }

    /// The uid of the entity with exactly that source.
    fn uid(&self, source: &str) -> String {
        let store = store::read(&self.folder.path().join(".dsp")).unwrap();
        let mut found = store.uids().filter(|(_, entity)| entity.source() == source.as_bytes());
        found.next().map(|(uid, _)| uid.to_string()).unwrap_or_default()
    }

    /// Every file with its bytes, sorted.
    fn bytes(&self) -> String {
        let dir = self.folder.path().join(".dsp");
        let mut files = Vec::new();
        list(&dir, &dir, &mut files);
        files.sort();
        files.iter().flat_map(|(name, content)| ["== ", name, "\n", content]).collect()
    }

    fn files(&self) -> Vec<String> {
        let dir = self.folder.path().join(".dsp");
        let mut files = Vec::new();
        list(&dir, &dir, &mut files);
        files.sort();
        files.into_iter().map(|(name, _)| name).collect()
    }

    /// The tree line by line, whatever the indentation of `expected`.
    fn shows(&self, expected: &str) {
        let lines: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let (tree, lines) = (self.tree(), lines.join("\n"));
        assert!(tree == lines, "{tree}");
    }

    /// Every file with its content, uids replaced by their sources.
    fn tree(&self) -> String {
        self.sorted(without_words)
    }

    /// The tree with every word in it.
    fn named(&self) -> String {
        self.sorted(|content| content.lines().map(str::to_owned).collect())
    }

    fn sorted(&self, words: impl Fn(&str) -> Vec<String>) -> String {
        let dir = self.folder.path().join(".dsp");
        let store = store::read(&dir).unwrap();
        let mut text = String::new();
        let mut files = Vec::new();
        list(&dir, &dir, &mut files);
        files.sort();
        for (name, content) in files {
            let line = format!("{name}: {}", words(content.trim_end()).join(" | "));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        for (uid, entity) in store.uids() {
            text = text.replace(&uid.to_string(), &format!("<{}>", entity.source().as_bstr()));
        }
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    }
}

/// The lines of a file; what the tool says is tested where it says it.
fn without_words(content: &str) -> Vec<String> {
    let line = |line: &str| match line.strip_suffix(" (auto)") {
        Some(text) => match text.split_once(": ").filter(|(key, _)| *key == "purpose") {
            Some(_) => "purpose: (auto)".to_owned(),
            None => "(auto)".to_owned(),
        },
        None => line.to_owned(),
    };
    content.lines().map(line).collect()
}

fn list(dir: &Path, base: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            list(&entry, base, files);
        } else {
            let name = entry.strip_prefix(base).unwrap().display().to_string();
            files.push((name, fs::read_to_string(&entry).unwrap()));
        }
    }
}

const SMALL: &str = "
    == src/index.ts
    doc Starts the server.
    function start
    import npm:express@4.18.2 default:express
    import src/db/pool.ts open
    import node:fs *:fs
    import src/app.css
    import missing x
    weak src/unused.ts
    use express in start
    use open in start
    use fs.readFileSync in start
    == src/db/pool.ts
    function open
    type src/index.ts Config
    import npm:pg Pool
    dynamic src/db/late.ts
    == src/db/late.ts
    class Late
    == src/app.css
    == src/unused.ts
    == README.md
";

#[test]
fn a_small_repository() {
    let mut project = Project::new(&[unit("", "shop", Some("A little shop."), &["src/index.ts"])]);
    project.readme = Some("# Shop\n\nSells things.\n");
    let outcome = project.bootstrap(SMALL);
    assert_eq!(outcome.plan.minted, 10);
    project.shows(
        "
            <express>/description: source: express | kind: external | purpose: (auto) | ecosystem: npm | version: 4.18.2
            <express>/exports/<src/index.ts>: (auto)
            <express>/imports:
            <express>/shared:
            <node:fs>/description: source: node:fs | kind: external | purpose: (auto) | ecosystem: node
            <node:fs>/exports/<src/index.ts>: (auto)
            <node:fs>/imports:
            <node:fs>/shared:
            <pg>/description: source: pg | kind: external | purpose: (auto) | ecosystem: npm
            <pg>/exports/<src/db/pool.ts>: (auto)
            <pg>/imports:
            <pg>/shared:
            <src/app.css>/description: source: src/app.css | kind: object | purpose: (auto)
            <src/app.css>/exports/<src/index.ts>: (auto)
            <src/app.css>/imports:
            <src/app.css>/shared:
            <src/db/late.ts#Late>/description: source: src/db/late.ts#Late | kind: object | purpose: (auto)
            <src/db/late.ts#Late>/imports:
            <src/db/late.ts#Late>/shared:
            <src/db/late.ts>/description: source: src/db/late.ts | kind: object | purpose: (auto)
            <src/db/late.ts>/exports/<src/db/late.ts#Late>/description: (auto)
            <src/db/late.ts>/exports/<src/db/pool.ts>: (auto)
            <src/db/late.ts>/imports:
            <src/db/late.ts>/shared: <src/db/late.ts#Late>
            <src/db/pool.ts#open>/description: source: src/db/pool.ts#open | kind: function | purpose: (auto)
            <src/db/pool.ts#open>/exports/<src/db/pool.ts>: owner: method/member of this object
            <src/db/pool.ts#open>/imports:
            <src/db/pool.ts>/description: source: src/db/pool.ts | kind: object | purpose: (auto)
            <src/db/pool.ts>/exports/<src/db/pool.ts#open>/<src/index.ts>: (auto)
            <src/db/pool.ts>/exports/<src/db/pool.ts#open>/description: (auto)
            <src/db/pool.ts>/imports: <src/db/pool.ts#open> | <src/index.ts> | <pg> | <src/db/late.ts>
            <src/db/pool.ts>/shared: <src/db/pool.ts#open>
            <src/index.ts#start>/description: source: src/index.ts#start | kind: function | purpose: (auto)
            <src/index.ts#start>/exports/<src/index.ts>: owner: method/member of this object
            <src/index.ts#start>/imports:
            <src/index.ts>/description: source: src/index.ts | kind: object | purpose: (auto)
            <src/index.ts>/exports/<src/db/pool.ts>: (auto)
            <src/index.ts>/exports/<src/index.ts#start>/description: (auto)
            <src/index.ts>/imports: <src/index.ts#start> | <express> | <src/db/pool.ts#open> via=<src/db/pool.ts> | <node:fs> | <src/app.css>
            <src/index.ts>/shared: <src/index.ts#start>
            TOC: <src/index.ts> | <src/index.ts#start> | <express> | <node:fs> | <src/db/pool.ts> | <src/db/pool.ts#open> | <pg> | <src/db/late.ts> | <src/db/late.ts#Late> | <src/app.css>",
    );
}

#[test]
fn members_belong_to_their_class_and_what_it_is_given_is_imported() {
    let granularity = Granularity::Members;
    let project = Project { granularity, ..Project::new(&[]) };
    project.bootstrap(
        "== index.ts
         class Shop
         method open of Shop
         field name of Shop
         method open of Shop
         method constructor of Shop
         import stock.ts Stock:Store Bin
         import npm:pg Pool
         import log.ts *:log
         class Till
         give Shop Store:stock
         give Shop Store:reserve
         give Shop Pool:pool
         give Shop Till:till
         give Shop Shop:parent
         give Shop log:log
         == stock.ts
         class Stock
         == log.ts",
    );
    let lines = |source: &str, file: &str| {
        let text = project.tree();
        let start = format!("<{source}>/{file}: ");
        text.lines().find_map(|line| line.strip_prefix(&start)).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(
        lines("index.ts#Shop", "imports"),
        "<index.ts#Shop.open> | <stock.ts#Stock> via=<stock.ts> | <pg> | <index.ts#Till> via=<index.ts>"
    );
    assert_eq!(lines("index.ts#Shop", "shared"), "<index.ts#Shop.open> | <index.ts#Shop.name>");
    assert_eq!(lines("index.ts#Shop.open", "exports/<index.ts#Shop>"), "owner: method/member of this object");
    assert_eq!(lines("index.ts", "shared"), "<index.ts#Shop> | <index.ts#Till>");
    let order =
        ["index.ts", "index.ts#Shop", "index.ts#Shop.open", "index.ts#Shop.name", "index.ts#Till", "pg"];
    let order: String = order.iter().map(|source| project.uid(source) + "\n").collect();
    assert!(project.read("TOC").unwrap().starts_with(&order));
    let shop = project.uid("index.ts#Shop");
    let given = project.read(&format!(
        "{}/exports/{}/{shop}",
        project.uid("stock.ts"),
        project.uid("stock.ts#Stock")
    ));
    assert_eq!(given.as_deref(), Some("injected as `stock`, `reserve` (auto)\n"));
}

#[test]
fn each_package_has_a_table_and_a_scope() {
    let project = Project::new(&[
        unit("packages/a", "a", None, &["packages/a/index.ts"]),
        unit("packages/b", "b", None, &["packages/b/index.ts"]),
    ]);
    project.bootstrap(
        "== packages/a/index.ts\nimport packages/b/index.ts b\n== packages/b/index.ts\nfunction b\n",
    );
    project.shows(
        "
            <packages/a/index.ts>/description: source: packages/a/index.ts | kind: object | purpose: (auto) | scope: packages/a
            <packages/a/index.ts>/imports: <packages/b/index.ts#b> via=<packages/b/index.ts>
            <packages/a/index.ts>/shared:
            <packages/b/index.ts#b>/description: source: packages/b/index.ts#b | kind: function | purpose: (auto)
            <packages/b/index.ts#b>/exports/<packages/b/index.ts>: owner: method/member of this object
            <packages/b/index.ts#b>/imports:
            <packages/b/index.ts>/description: source: packages/b/index.ts | kind: object | purpose: (auto) | scope: packages/b
            <packages/b/index.ts>/exports/<packages/b/index.ts#b>/<packages/a/index.ts>: (auto)
            <packages/b/index.ts>/exports/<packages/b/index.ts#b>/description: (auto)
            <packages/b/index.ts>/imports: <packages/b/index.ts#b>
            <packages/b/index.ts>/shared: <packages/b/index.ts#b>
            TOC-<packages/a/index.ts>: <packages/a/index.ts> | <packages/b/index.ts> | <packages/b/index.ts#b>
            TOC-<packages/b/index.ts>: <packages/b/index.ts> | <packages/b/index.ts#b>",
    );
}

#[test]
fn from_one_root_to_two_and_back_the_table_changes_its_name() {
    let (a, b) = (unit("a", "a", None, &["a/index.ts"]), unit("b", "b", None, &["b/index.ts"]));
    let mut project = Project::new(std::slice::from_ref(&a));
    let text = "== a/index.ts\nfunction a\n";
    project.bootstrap(text);
    let (root, toc) = (project.uid("a/index.ts"), project.read("TOC"));
    assert!(toc.is_some());
    project.units.push(b);
    project.bootstrap(&format!("{text}== b/index.ts\nfunction b\n"));
    assert_eq!(project.read("TOC"), None);
    assert_eq!(project.read(&format!("TOC-{root}")), toc);
}

#[test]
fn what_people_wrote_survives_and_what_the_tool_wrote_follows_the_code() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport a.ts f\nimport b.ts g\n== a.ts\nfunction f\n== b.ts\nfunction g\n";
    project.bootstrap(text);
    let [index, a, b] = ["index.ts", "a.ts", "b.ts"].map(|source| project.uid(source));
    let authored = "owner: me\nsource: a.ts\r\nkind: object\npurpose: The heart\n of it.\n\n## Notes\nsee b";
    project.write(&format!("{a}/description"), authored);
    project.write(&format!("{a}/exports/{index}"), "because");
    project.bootstrap(
        &text
            .replace("function f", "function f2")
            .replace("function g", "function g2")
            .replace("a.ts f", "a.ts f2"),
    );
    assert_eq!(project.read(&format!("{a}/description")).as_deref(), Some(authored));
    assert_eq!(project.read(&format!("{a}/exports/{index}")).as_deref(), Some("because"));
    let described = project.read(&format!("{b}/description")).unwrap();
    assert!(described.contains("g2") && described.ends_with(" (auto)\n"), "{described}");
}

#[test]
fn edges_go_with_the_import_authored_ones_are_listed_and_manual_ones_stay() {
    let project = Project::new(&[]);
    project.bootstrap(
        "== index.ts\nimport a.ts f\nimport b.ts g\nimport c.ts\n== a.ts\nimport b.ts g\n== b.ts\nimport a.ts f\n== c.ts\n",
    );
    let [index, a, b, c] = ["index.ts", "a.ts", "b.ts", "c.ts"].map(|source| project.uid(source));
    project.write(&format!("{b}/exports/{index}"), "wired at run time\n");
    project.write(&format!("{c}/exports/{index}"), "manual: loaded by name\n");
    let outcome = project.once("== index.ts\nimport a.ts f\n== a.ts\nimport b.ts g\n== b.ts\n== c.ts\n");
    let dropped: Vec<&str> = outcome.plan.dropped.iter().map(|edge| edge.why.as_str()).collect();
    assert_eq!(dropped, ["wired at run time"]);
    assert_eq!(project.read(&format!("{index}/imports")), Some(format!("{a}\n{c}\n")));
    assert_eq!(project.read(&format!("{b}/imports")).as_deref(), Some(""));
    assert_eq!(project.read(&format!("{a}/exports/{b}")), None);
    assert_eq!(project.read(&format!("{b}/exports/{index}")), None);
    assert_eq!(project.read(&format!("{c}/exports/{index}")).as_deref(), Some("manual: loaded by name\n"));
}

#[test]
fn a_file_that_fails_to_parse_keeps_what_was_known_of_it() {
    let project = Project::new(&[]);
    let rest = "== b.ts\nimport c.ts g\n== c.ts\n";
    project.bootstrap(&format!("== index.ts\ndoc Starts.\nimport a.ts f\nimport b.ts f\n== a.ts\n{rest}"));
    let before = project.tree();
    let outcome = project.bootstrap(&format!("== index.ts\nfailed\n== a.ts\n{rest}"));
    assert_eq!(outcome.plan.foreign.len(), 3);
    assert_eq!(outcome.plan.removed, []);
    assert_eq!(project.tree(), before);
}

#[test]
fn a_graph_of_the_python_tool_keeps_its_uids_and_its_own_entities() {
    let project = Project::new(&[]);
    project.write("TOC", "obj-aaaaaaaa\nfunc-cccccccc\nobj-dddddddd\n");
    project.write("obj-aaaaaaaa/description", "source: main.ts\nkind: object\npurpose: Entry\n");
    project.write("obj-aaaaaaaa/imports", "obj-dddddddd\nfunc-cccccccc via=obj-bbbbbbbb\nobj-99999999\n");
    project.write("obj-aaaaaaaa/shared", "");
    project.write("obj-bbbbbbbb/description", "source: lib.ts\nkind: object\npurpose: Lib\n");
    project.write("obj-bbbbbbbb/imports", "func-cccccccc\n");
    project.write("obj-bbbbbbbb/shared", "func-cccccccc\n");
    project.write("obj-bbbbbbbb/exports/func-cccccccc/description", "go\n");
    project.write("obj-bbbbbbbb/exports/func-cccccccc/obj-aaaaaaaa", "goes\n");
    project.write("func-cccccccc/description", "source: lib.ts#go\nkind: function\npurpose: go\n");
    project.write("func-cccccccc/imports", "");
    project.write("func-cccccccc/exports/obj-bbbbbbbb", "owner: method/member of this object\n");
    project.write("obj-dddddddd/description", "source: express\nkind: external\npurpose: http\n");
    project.write(".cache/built", "1\n");
    project.write("junk/file", "x");
    let outcome = project.bootstrap(
        "== index.ts\n== main.ts\nimport lib.ts go\nimport npm:express@5 e\nimport npm:left l\n== lib.ts\nfunction go\n",
    );
    assert_eq!(outcome.plan.foreign, []);
    assert_eq!(outcome.plan.minted, 1);
    project.shows(
        "
            <express>/description: source: express | kind: external | purpose: http | ecosystem: npm | version: 5
            <express>/exports/<main.ts>: (auto)
            <express>/imports:
            <express>/shared:
            <left>/description: source: left | kind: external | purpose: (auto) | ecosystem: npm
            <left>/exports/<main.ts>: (auto)
            <left>/imports:
            <left>/shared:
            <lib.ts#go>/description: source: lib.ts#go | kind: function | purpose: go
            <lib.ts#go>/exports/<lib.ts>: owner: method/member of this object
            <lib.ts#go>/imports:
            <lib.ts>/description: source: lib.ts | kind: object | purpose: Lib
            <lib.ts>/exports/<lib.ts#go>/<main.ts>: goes
            <lib.ts>/exports/<lib.ts#go>/description: go
            <lib.ts>/imports: <lib.ts#go>
            <lib.ts>/shared: <lib.ts#go>
            <main.ts>/description: source: main.ts | kind: object | purpose: Entry
            <main.ts>/imports: <lib.ts#go> via=<lib.ts> | <express> | <left>
            <main.ts>/shared:
            TOC: <main.ts> | <express> | <left> | <lib.ts> | <lib.ts#go>
            junk/file: x",
    );
}

#[test]
fn a_path_cannot_inject_a_field() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nimport evil\\nkind:external.ts x\n== evil\\nkind:external.ts\n");
    let uid = project.uid("\"evil\\nkind:external.ts\"");
    let text = project.read(&format!("{uid}/description")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["source: \"evil\\nkind:external.ts\"", "kind: object"]);
    assert!(lines.len() == 3 && lines[2].starts_with("purpose: ") && lines[2].ends_with(" (auto)"), "{text}");
}

#[test]
fn without_any_root_every_source_is_covered() {
    let project = Project::new(&[]);
    project.bootstrap("== b.ts\nimport d.ts x\n== c.ts\n== d.ts\n== z.css\n");
    assert!(project.uid("c.ts").starts_with("obj-"));
    assert_eq!(project.uid("z.css"), "");
    let order: String = ["b.ts", "d.ts", "c.ts"].iter().map(|source| project.uid(source) + "\n").collect();
    assert_eq!(project.read("TOC"), Some(order));
}

#[test]
fn an_import_that_is_gone_leaves_no_line_even_to_a_file_that_nothing_reaches_any_more() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nimport b.ts x\n== b.ts\n");
    let (index, b) = (project.uid("index.ts"), project.uid("b.ts"));
    assert_eq!(project.read(&format!("{index}/imports")), Some(format!("{b}\n")));
    project.bootstrap("== index.ts\n== b.ts\n");
    assert_eq!(project.read(&format!("{index}/imports")).as_deref(), Some(""));
    assert_eq!(project.read(&format!("{b}/exports/{index}")), None);
}

#[test]
fn a_section_of_ones_own_behind_the_last_field_changes_nothing_else() {
    let project = Project::new(&[]);
    let fixture = "== index.ts\nimport node:fs x\n";
    project.bootstrap(fixture);
    let entity = |name: &str| {
        let dirs = fs::read_dir(project.folder.path().join(".dsp")).unwrap();
        let names = dirs.map(|dir| dir.unwrap().file_name().into_string().unwrap());
        let files = names.map(|dir| format!("{dir}/description"));
        files.filter(|file| project.read(file).is_some_and(|text| text.contains(name))).collect::<Vec<_>>()
    };
    let [description] = &entity("source: node:fs")[..] else { panic!("one entity") };
    let text = project.read(description).unwrap() + "\n## Notes\n\nMine.\n";
    project.write(description, &text);
    assert_eq!(project.bootstrap(fixture).plan.changes, []);
    assert_eq!(entity("source: node:fs").len(), 1);
}

#[test]
fn a_repository_without_sources_is_refused_and_nothing_is_written() {
    let project = Project::new(&[]);
    let error = project.attempt("== README.md\n").unwrap_err();
    assert!(error.to_string().contains("no root"), "{error}");
    assert!(!project.folder.path().join(".dsp").exists());
}

#[test]
fn a_linked_dsp_is_refused_and_nothing_is_written_through_it() {
    let project = Project::new(&[]);
    let outside = project.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&outside, project.folder.path().join(".dsp")).unwrap();
    let memory = &Memory::none();
    let empty = BootstrapInput {
        files: &[],
        sources: &[],
        resolved: &[],
        units: &[],
        unsure: &[],
        unlisted: &[],
        unread: &(),
        memory,
        traced: false,
        absences: None,
    };
    for dry_run in [false, true] {
        let error = bootstrap(
            &project.folder.path().join(".dsp"),
            &empty,
            &options(&project.settings(), dry_run),
            &Silent,
        )
        .unwrap_err();
        assert!(error.to_string().contains("symbolic link"), "{error}");
    }
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[test]
fn writers_in_parallel_leave_one_whole_graph() {
    let project = Project::new(&[]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| project.once(SMALL));
        }
    });
    assert_eq!(project.once(SMALL).plan.changes, []);
}

/// What may stand in a description that somebody edited by hand: none of it may be lost or hang a second run.
#[test]
fn odd_descriptions_survive() {
    let odd = [
        "source: index.ts",
        "source: ./index.ts\nkind: object\n",
        "source: index.ts\r\nkind: object\r\n\r\nfree\r\n",
        "\u{feff}x\nsource: index.ts\npurpose: a\npurpose: b\n",
        "source: index.ts\npurpose:\n\n\n# Title\nscope: deep\n",
        "source: index.ts\npurpose: mine (auto) not\nmore\n",
        "source: index.ts\npurpose: old (auto)\nmy own words\n",
        "source: index.ts\nnotes: x\n y\n\n z\nunknown_key: v",
    ];
    for text in odd {
        let project = Project::new(&[]);
        project.write("obj-00000001/description", text);
        assert_eq!(project.bootstrap("== index.ts\nfunction f\n").plan.minted, 1, "{text}");
        let now = project.read("obj-00000001/description").unwrap();
        for line in text.lines().map(str::trim).filter(|line| *line != "purpose:") {
            assert!(now.contains(line), "{text:?} lost {line:?}: {now:?}");
        }
    }
}

#[test]
fn a_ring_of_many_files_gets_a_uid_for_each() {
    let last = 20_000;
    let chain = (0..=last).map(|n| format!("f{n:06} -> f{:06} npm:p{n}\n", (n + 1) % (last + 1)));
    let fixture = Fixture::arrows(&chain.collect::<Vec<_>>().concat());
    let graph = fixture.graph();
    let input = BootstrapInput {
        files: &fixture.files,
        sources: &fixture.sources,
        resolved: &fixture.resolved,
        units: &[],
        unsure: &[],
        unlisted: &[],
        unread: &(),
        memory: &Memory::none(),
        traced: false,
        absences: None,
    };
    let sources: Vec<_> = fixture.sources.iter().map(|source| &source.path).collect();
    let root_input = RootInput { files: input.files, sources: &sources, units: &[] };
    let nothing = Choices::default();
    let places = Places { given: &nothing, declared: &nothing, recorded: &nothing };
    let (roots, _) = roots::find(&root_input, &Store::default(), places);
    let desired = crate::dsp::desired(&input, &graph, &roots, (Cover::Reachable, Granularity::Shared));
    let store = Store::default();
    let identified = Matcher::new((&store, &Known::of(&store)), &desired, input.files, &FxHashSet::default())
        .finish(&Evidence::default());
    let plan = plan(&store, &desired, input.files, identified);
    assert_eq!(plan.minted, 2 * (last + 1));
    assert_eq!(plan.uids.iter().collect::<FxHashSet<_>>().len(), plan.minted, "no uid twice");
}
