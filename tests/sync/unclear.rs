//! What cannot be understood, or seen, is not taken for what is not there.

use std::fs;

use super::{graph, is_in_step, mapped, replace, uid};
use crate::support::Repo;

/// Each of `arguments` is refused with `message`, and neither `.dsp/` nor a source changes.
fn refused(repo: &Repo, calls: &[&[&str]], message: &str) {
    let state = || (graph(repo), fs::read(repo.path("src/main.ts")).ok());
    let before = state();
    for arguments in calls {
        let run = repo.run(arguments);
        assert_eq!(run.code, Some(3), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(message), "{arguments:?}: {}", run.err);
        assert!(state() == before, "{arguments:?}");
    }
}

const WRITERS: &[&[&str]] = &[
    &["bootstrap"],
    &["sync"],
    &["check"],
    &["sync", "--staged"],
    &["check", "--staged"],
    &["markers", "insert"],
];

#[test]
fn settings_with_a_mistake_write_nothing() {
    let repo = mapped();
    let wrong = [
        ("<<<<<<< HEAD\n", "dsp.toml:1: is no TOML"),
        ("[markers]\ninsert = 'of'\n", "dsp.toml:2: `markers.insert` must be one of"),
        ("[files]\nexclude = 'a'\n", "dsp.toml:2: `files.exclude` must be a list of patterns"),
    ];
    for (text, message) in wrong {
        repo.write("dsp.toml", text);
        repo.git(&["add", "--all"]);
        refused(&repo, WRITERS, message);
        let edges = repo.run(&["edges"]);
        assert_eq!((edges.code, edges.err.contains(message)), (Some(0), true), "{}", edges.err);
    }
    repo.write("dsp.toml", "[files]\ncolour = 1\n");
    assert!(repo.table(&["sync"]).err.contains("unknown key `files.colour`"));
}

#[test]
fn records_with_a_mistake_write_nothing() {
    let repo = mapped();
    repo.write(".dsp/config.toml", "[markers]\ninsert = 'off'\nxx\n");
    repo.git(&["add", "--all"]);
    refused(&repo, WRITERS, ".dsp/config.toml:3: is no TOML");
}

#[test]
fn a_record_that_is_no_file_writes_nothing() {
    let repo = mapped();
    fs::remove_file(repo.path(".dsp/config.toml")).expect("it is there");
    repo.write(".dsp/config.toml/x", "x\n");
    repo.git(&["add", "--all"]);
    refused(&repo, WRITERS, ".dsp/config.toml is no regular file");
}

#[test]
fn an_entity_goes_with_the_line_that_would_hold_it() {
    let config = "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"../lib/*\"] } } }\n";
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"shop\", \"main\": \"src/main.ts\" }\n"),
        ("src/tsconfig.json", config),
        ("src/main.ts", "import { a } from '@lib/a';\nexport const all = [a];\n"),
        ("lib/a.ts", "export const a = 1;\nexport const b = 2;\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.write("src/tsconfig.json", "<<<<<<< HEAD\n");
    repo.write("lib/a.ts", "export const b = 2;\n");
    let main = "import { b } from '../lib/a';\nimport { c } from '@lib/c';\nexport const all = [b, c];\n";
    repo.write("src/main.ts", main);
    repo.table(&["sync"]);
    assert_eq!(repo.table(&["check"]).text(), "");
}

/// `src/main.ts` takes `@lib/a` by an alias of a config, and somebody said why.
fn aliased(config: &str, inherited: &str) -> (Repo, String) {
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"shop\", \"main\": \"src/main.ts\" }\n"),
        ("tsconfig.json", config),
        ("base/tsconfig.json", inherited),
        (
            "src/main.ts",
            "import { a } from '@lib/a';\nimport { b } from './b';\nexport const all = [a, b];\n",
        ),
        ("src/b.ts", "export const b = 1;\n"),
        ("lib/a.ts", "export const a = 1;\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    let [importer, a, shared] = ["src/main.ts", "lib/a.ts", "lib/a.ts#a"].map(|source| uid(&repo, source));
    repo.table(&["update-import-why", &importer, &shared, "In words.", "--exporter", &a]);
    repo.commit();
    (repo, format!(".dsp/{a}/exports/{shared}/{importer}"))
}

#[test]
fn what_a_broken_config_decides_stays_as_it_was() {
    let paths = "{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"./lib/*\"] } } }\n";
    let base = paths.replace("./lib", "../lib");
    for (config, inherited, broken) in [
        (paths, "{}\n", "tsconfig.json"),
        ("{ \"extends\": \"./base/tsconfig.json\" }\n", base.as_str(), "base/tsconfig.json"),
    ] {
        let (repo, why) = aliased(config, inherited);
        let before = graph(&repo);
        let whole = fs::read_to_string(repo.path(broken)).expect("it is there");
        repo.write(broken, format!("{whole}<<<<<<< HEAD\n"));
        replace(
            &repo,
            "src/main.ts",
            "import { b } from './b';\nexport const all = [a, b]",
            "export const all = [a]",
        );
        let run = repo.table(&["sync"]);
        assert!(!run.err.contains("removed:"), "{}", run.err);
        let told = fs::read_to_string(repo.path(&why)).expect("the words stay");
        assert_eq!(told, "In words.\n");
        assert_eq!(repo.table(&["check"]).text(), "");
        replace(
            &repo,
            "src/main.ts",
            "export const all = [a]",
            "import { b } from './b';\nexport const all = [a, b]",
        );
        repo.write(broken, &whole);
        repo.table(&["sync"]);
        assert_eq!(graph(&repo), before, "{broken}");
    }
}

#[test]
fn what_a_whole_config_decides_no_more_goes() {
    let (repo, why) =
        aliased("{ \"compilerOptions\": { \"paths\": { \"@lib/*\": [\"./lib/*\"] } } }\n", "{}\n");
    repo.write("tsconfig.json", "{}\n");
    assert!(repo.table(&["sync"]).err.contains("removed:"));
    assert!(!repo.path(&why).exists());
}

#[cfg(unix)]
#[test]
fn what_lies_in_a_directory_that_cannot_be_listed_stays() {
    use std::os::unix::fs::PermissionsExt;

    let repo = mapped();
    let [cart, math] = ["src/cart.ts", "src/math.ts"].map(|source| uid(&repo, source));
    let round = uid(&repo, "src/math.ts#round");
    repo.table(&["update-import-why", &cart, &round, "In words.", "--exporter", &math]);
    repo.commit();
    let before = graph(&repo);
    let shut = |mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(repo.path("src"), mode).expect("it is ours");
    };
    shut(0);
    if fs::read_dir(repo.path("src")).is_ok() {
        shut(0o755);
        return; // The superuser lists everything.
    }
    let run = repo.run(&["sync"]);
    shut(0o755);
    assert!(run.err.contains("src: cannot be listed"), "{}", run.err);
    repo.table(&["sync"]);
    assert_eq!(graph(&repo), before);
    // Without git nothing says what was there.
    fs::remove_dir_all(repo.path(".git")).expect("it is ours");
    shut(0);
    let run = repo.run(&["sync"]);
    shut(0o755);
    assert!(run.code == Some(3) && run.err.contains("`src` cannot be listed"), "{}", run.err);
    assert_eq!(graph(&repo), before);
}

#[test]
fn a_graph_that_a_sparse_checkout_leaves_out_is_not_made_anew() {
    let repo = mapped();
    repo.git(&["sparse-checkout", "set", "--no-cone", "/*", "!/.dsp/"]);
    assert!(!repo.path(".dsp").exists());
    let calls: &[&[&str]] =
        &[&["init"], &["get-stats"], &["create-object", "a", "b"], &["bootstrap"], &["sync"]];
    for arguments in calls {
        let run = repo.run(arguments);
        assert_eq!(run.code, Some(3), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("`git sparse-checkout add .dsp` brings it back"), "{}", run.err);
        assert!(!repo.path(".dsp").exists(), "{arguments:?}");
    }
}

/// What stands in lists and is left out is not nowhere.
#[test]
fn a_graph_of_which_a_sparse_checkout_leaves_out_a_part_is_not_taken_for_all() {
    let repo = mapped();
    repo.write("shop.cfg", "x = 1\n");
    let main = uid(&repo, "src/main.ts");
    let created = repo.table(&["create-object", "shop.cfg", "How the shop is set up"]);
    let shop = created.text().lines().last().expect("a uid").to_owned();
    repo.table(&["add-import", &main, &shop, "manual: read at the start"]);
    repo.table(&["sync"]);
    repo.commit();
    repo.git(&["sparse-checkout", "set", "--no-cone", "/*", &format!("!/.dsp/{shop}/")]);
    assert!(!repo.path(&format!(".dsp/{shop}")).exists());
    let calls: &[&[&str]] = &[&["sync"], &["check"], &["bootstrap"], &["fsck", "--fix"]];
    refused(&repo, calls, "`git sparse-checkout add .dsp` brings it back");
}

#[test]
fn the_scope_of_a_root_moves_with_it_also_where_that_is_not_understood() {
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"top\", \"main\": \"top.ts\" }\n"),
        ("top.ts", "export const top = 1;\n"),
        ("core/package.json", "{ \"name\": \"core\", \"main\": \"broken.ts\" }\n"),
        ("core/broken.ts", "export const broken = (((\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    repo.commit();
    repo.git(&["mv", "core", "kern"]);
    repo.write("kern/more.ts", "export const more = 1;\n");
    repo.git(&["add", "--all"]);
    repo.table(&["sync", "--staged"]);
    let description = format!(".dsp/{}/description", uid(&repo, "kern/broken.ts"));
    let text = fs::read_to_string(repo.path(&description)).expect("it is there");
    assert!(text.contains("\nscope: kern\n"), "{text}");
    is_in_step(&repo);
}

#[test]
fn the_scope_of_a_root_moves_with_it_also_where_that_is_the_only_one_left() {
    for text in ["export const main = 1;\n", "export const main = (((\n"] {
        let repo = Repo::of(&[
            ("package.json", "{ \"name\": \"top\", \"main\": \"top.ts\" }\n"),
            ("top.ts", "export const top = 1;\n"),
            ("core/package.json", "{ \"name\": \"core\", \"main\": \"main.ts\" }\n"),
            ("core/README.md", "# Core\n\nCounts what is there.\n"),
            ("core/main.ts", text),
        ]);
        repo.table(&["bootstrap", "--markers", "off"]);
        repo.commit();
        repo.git(&["mv", "core", "kern"]);
        repo.git(&["rm", "--quiet", "top.ts", "package.json"]);
        repo.table(&["sync", "--staged"]);
        let path = format!(".dsp/{}/description", uid(&repo, "kern/main.ts"));
        let description = fs::read_to_string(repo.path(&path)).expect("it is there");
        assert!(description.contains("\nscope: kern\n"), "{description}");
        is_in_step(&repo);
    }
}

#[test]
fn a_root_of_which_only_the_table_is_left_is_none() {
    for text in ["export const a = 1;\n", "export const a = (((\n"] {
        let repo = Repo::of(&[("ui/src/index.ts", text), ("top/__init__.py", "def k(): pass\n")]);
        repo.write("package.json", "{ \"main\": \"ui/src/index.ts\" }\n");
        repo.table(&["bootstrap", "--markers", "off"]);
        let root = uid(&repo, "ui/src/index.ts");
        fs::remove_dir_all(repo.path(".dsp")).expect("it is there");
        fs::remove_file(repo.path("package.json")).expect("it is there");
        repo.write(format!(".dsp/TOC-{root}"), format!("{root}\nobj-11111111\nsomebody's line\n"));
        repo.commit();
        let synced = repo.table(&["sync", "--staged"]);
        assert!(synced.err.contains("1 root,"), "{}", synced.err);
        let table = fs::read_to_string(repo.path(".dsp/TOC")).expect("it is there");
        assert!(table.ends_with("\nsomebody's line\n") && !table.contains("obj-11111111"), "{table}");
        is_in_step(&repo);
    }
}
