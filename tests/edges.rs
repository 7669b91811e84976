//! `edges` and `explain`.

use std::process::Stdio;

use crate::support::{FIXTURES, Repo, Run, finish, golden};

/// The table of a fixture, and the problems that were told.
fn check(name: &str) {
    let run = Repo::fixture(name).table(&["edges", "--weak", "--format", "tsv", "--verbose"]);
    golden!(format!("edges-{name}"), format!("{}\n{}", run.text(), run.problems()));
}

#[test]
fn resolves_a_monorepo_that_was_never_built() {
    check("pnpm-monorepo");
}

#[test]
fn finds_the_config_that_holds_for_a_file() {
    check("project-references");
}

#[test]
fn resolves_commonjs_as_node_does() {
    check("commonjs");
}

#[test]
fn reads_components() {
    check("components");
}

#[test]
fn tells_extensions_that_are_written_from_those_that_exist() {
    check("extensions");
}

#[test]
fn tracked_files_are_ordinary_wherever_they_are() {
    check("tracked-modules");
}

#[test]
fn follows_barrels_and_cycles() {
    check("barrels-and-cycles");
}

#[test]
fn names_are_taken_as_they_are() {
    check("names");
}

#[test]
fn odd_specifiers_lead_where_a_bundler_leads_or_nowhere() {
    check("oddities");
}

#[test]
fn resolves_go_in_a_workspace_with_replacements() {
    check("go-workspace");
}

#[test]
fn every_language_is_resolved_by_its_own_rules() {
    check("mixed-languages");
}

#[test]
fn resolves_go_with_vendored_copies() {
    check("go-vendored");
}

#[test]
fn two_roots_share_a_package() {
    check("two-roots");
}

#[test]
fn unites_the_portions_of_a_python_namespace() {
    check("python-namespaces");
}

#[test]
fn resolves_python_as_the_interpreter_does() {
    check("python-src");
}

#[test]
fn python_scripts_and_tests_see_their_own_folder() {
    check("python-scripts");
}

#[test]
fn two_ecosystems_may_have_one_name() {
    check("python-beside-ts");
}

#[test]
fn no_fixture_is_forgotten() {
    let dir = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut names: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, FIXTURES);
}

#[test]
fn the_three_forms_agree() {
    for fixture in FIXTURES {
        let repo = Repo::fixture(fixture);
        let tsv = repo.edges();
        let json = repo.table(&["edges", "--weak", "--format", "json"]);
        let text = repo.table(&["edges", "--weak"]);
        let json: serde_json::Value = serde_json::from_str(json.text()).unwrap();
        let rows: Vec<String> = tsv.lines().skip(1).map(str::to_owned).collect();
        let field = |row: &serde_json::Value, name: &str| {
            let text = row[name].as_str().unwrap_or_default();
            text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
        };
        let of_json = |row: &serde_json::Value| {
            ["importer", "specifier", "kind", "status", "target", "how", "config"]
                .map(|name| field(row, name))
                .join("\t")
        };
        let edges = json["edges"].as_array().unwrap();
        assert_eq!(edges.iter().map(of_json).collect::<Vec<_>>(), rows, "{fixture}");
        assert_eq!(of_text(text.text()), edges.iter().map(short).collect::<Vec<_>>(), "{fixture}");
        assert!(edges.iter().all(|row| row["reason"].is_null() == (row["status"] != "missing")), "{fixture}");
    }
}

/// A row as the text form shows it, its importer in front.
fn short(row: &serde_json::Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let target = match row["reason"].as_str() {
        Some(reason) => format!("nowhere: {reason}"),
        None => text("target").to_owned(),
    };
    format!("{}  {} -> {target}  ({}, {})", text("importer"), text("specifier"), text("kind"), text("how"))
}

fn of_text(text: &str) -> Vec<String> {
    let mut importer = "";
    let mut rows = Vec::new();
    for line in text.lines() {
        if line.starts_with("  ") { rows.push(format!("{importer}{line}")) } else { importer = line }
    }
    rows
}

#[test]
fn threads_and_cache_change_no_byte() {
    for fixture in FIXTURES {
        let repo = Repo::fixture(fixture);
        let run = |extra: &[&str]| {
            let run = repo.table(&[&["edges", "--weak", "--format", "json"], extra].concat());
            (run.out, run.err.lines().last().unwrap_or_default().to_owned())
        };
        let (alone, story) = run(&["--threads", "1", "--no-cache"]);
        assert!(story.contains(" 0 reused,"), "{story}");
        assert_eq!(run(&["--threads", "2"]).0, alone, "{fixture}");
        let (warm, story) = run(&[]);
        assert_eq!(warm, alone, "{fixture}");
        assert!(story.contains(" 0 parsed,"), "{story}");
        assert_eq!(run(&["--staged"]).0, alone, "{fixture}");
        assert_eq!(run(&["--at", "HEAD"]).0, alone, "{fixture}");
    }
}

#[test]
fn a_cache_that_is_broken_changes_nothing() {
    let repo = Repo::fixture("two-roots");
    let expected = repo.edges();
    let mut files = Vec::new();
    crate::support::list(&repo.path(".git"), &mut files);
    let cached: Vec<_> = files.iter().filter(|file| file.to_string_lossy().contains("dsp")).collect();
    assert!(!cached.is_empty(), "the cache lies in the git directory");
    for bytes in [&b""[..], b"garbage", &[0xff; 4096]] {
        for file in &cached {
            std::fs::write(file, bytes).unwrap();
        }
        assert_eq!(repo.edges(), expected);
    }
}

#[test]
fn index_and_commits_are_not_the_work_tree() {
    let repo = Repo::of(&[("main.ts", "import './a'\n"), ("a.ts", ""), ("b.ts", ""), ("c.ts", "")]);
    repo.write("main.ts", "import './b'\n");
    repo.git(&["add", "main.ts"]);
    repo.write("main.ts", "import './c'\nimport './new'\n");
    repo.write("new.ts", "");
    std::fs::remove_file(repo.path("b.ts")).unwrap();
    let edges = |args: &[&str]| {
        let run = repo.table(&[&["edges"], args].concat());
        run.text().lines().skip(1).map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("; ")
    };
    let found = |name: &str| format!("./{name} -> {name}.ts  (runtime, relative)");
    assert_eq!(edges(&[]), format!("{}; {}", found("c"), found("new")));
    assert_eq!(edges(&["--staged"]), found("b"));
    assert_eq!(edges(&["--at", "HEAD"]), found("a"));
    assert_eq!(edges(&["--at", "main"]), found("a"));
    repo.git(&["rm", "--quiet", "--cached", "c.ts"]);
    assert_eq!(edges(&["--staged"]), found("b"), "what is staged for deletion is gone only from the index");
}

#[test]
fn an_install_changes_nothing() {
    let repo = Repo::fixture("pnpm-monorepo");
    let before = repo.edges();
    // Nobody ignores `node_modules` here: what git does not track in it is not input all the same.
    repo.write(".git/info/exclude", "dist\n");
    for name in ["@acme/core", "@acme/util", "@acme/built", "@acme/icons", "react", "left-pad", "core-alias"]
    {
        for place in ["", "apps/web/", "apps/paths/", "examples/registry/"] {
            let dir = format!("{place}node_modules/{name}");
            let manifest =
                format!("{{ \"name\": \"{name}\", \"version\": \"9.9.9\", \"main\": \"index.js\" }}");
            repo.write(format!("{dir}/package.json"), manifest);
            repo.write(format!("{dir}/index.js"), "module.exports = require('./other')\n");
            repo.write(format!("{dir}/nope.js"), "");
        }
    }
    repo.write("apps/paths/node_modules/@types/react/index.d.ts", "export {}\n");
    repo.write("packages/core/dist/index.js", "export {}\n");
    assert_eq!(repo.edges(), before);
}

#[test]
fn an_install_into_a_plain_folder_changes_nothing() {
    let repo = Repo::folder("plain");
    repo.write("a.ts", "import 'left-pad'\n");
    let before = repo.edges();
    repo.write("node_modules/left-pad/index.js", "require('./other')\n");
    assert_eq!(repo.edges(), before);
    repo.write("dsp.toml", "[files]\ninclude = [\"node_modules/**\"]\n");
    assert!(repo.edges().contains("node_modules/left-pad/index.js"), "an include brings it back");
}

#[test]
fn what_is_ignored_is_not_there() {
    let repo = Repo::fixture("tracked-modules");
    let before = repo.edges();
    repo.write("out/ignored.js", "import '../src/main.js'\n");
    repo.write("node_modules/registry/index.js", "");
    repo.write("src/other.gen.js", "import './main.js'\n");
    assert_eq!(repo.edges(), before);
}

#[test]
#[cfg(unix)]
fn a_config_may_be_a_link() {
    let repo = Repo::of(&[
        ("shared/tsconfig.json", "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"./*\"] } } }"),
        ("app/main.ts", "import '@/a'\n"),
        ("app/a.ts", ""),
    ]);
    std::os::unix::fs::symlink("../shared/tsconfig.json", repo.path("app/tsconfig.json")).unwrap();
    repo.commit();
    // `paths` count from the config's name, not from where the link leads.
    assert_eq!(repo.rows("app/main.ts"), ["@/a runtime source app/a.ts paths"]);
}

#[test]
fn the_repository_is_searched_upwards() {
    let repo = Repo::fixture("two-roots");
    let expected = repo.table(&["edges"]).out;
    assert_eq!(repo.table(&["edges", "--root", "apps/one"]).out, expected);
    assert_eq!(finish(repo.program().current_dir(repo.path("packages/common")).arg("edges")).out, expected);
}

#[test]
fn exit_codes() {
    let code = |repo: &Repo, args: &[&str]| {
        let run = repo.run(args);
        assert_eq!(run.out.is_empty(), run.code != Some(0), "{args:?}");
        assert_eq!(run.err.starts_with("error: "), run.code != Some(0), "{args:?}: {}", run.err);
        run.code
    };
    let broken = Repo::of(&[("a.ts", "import './missing'\nlet = {"), ("tsconfig.json", "{")]);
    assert_eq!(code(&broken, &["edges"]), Some(0));
    assert_eq!(code(&broken, &["edges", "--no-such-flag"]), Some(2));
    assert_eq!(code(&broken, &["edges", "--staged", "--at", "HEAD"]), Some(2));
    assert_eq!(code(&broken, &["edges", "--format", "xml"]), Some(2));
    assert_eq!(code(&broken, &["edges", "--threads", "many"]), Some(2));
    assert_eq!(code(&broken, &["no-such-verb"]), Some(2));
    assert_eq!(code(&broken, &["explain", "a.ts"]), Some(2));
    assert_eq!(code(&broken, &["explain", "no-such-file.ts", "./a"]), Some(2));
    assert_eq!(code(&broken, &["explain", "tsconfig.json", "./a"]), Some(2));
    assert_eq!(code(&broken, &["explain", "../a.ts", "./a"]), Some(2));
    assert_eq!(code(&broken, &["edges", "--root", "no-such-folder"]), Some(3));
    assert_eq!(code(&broken, &["edges", "--root", "a.ts"]), Some(3));
    assert_eq!(code(&broken, &["edges", "--at", "no-such-revision"]), Some(2));
    let plain = Repo::folder("plain");
    plain.write("a.ts", "import './b'\n");
    assert_eq!(code(&plain, &["edges"]), Some(0));
    assert_eq!(code(&plain, &["edges", "--at", "HEAD"]), Some(3));
    assert_eq!(code(&plain, &["edges", "--staged"]), Some(3));
}

#[test]
fn the_help_of_each_verb_begins_with_what_it_does() {
    let repo = Repo::empty();
    for (around, least) in [(&[][..], 31), (&["markers"], 5)] {
        let all = repo.run(&[around, &["--help"]].concat());
        let list = all.text().split("Commands:\n").nth(1).expect("there is a list");
        // A long one goes on in the next line.
        let verbs = list.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
        let told: Vec<(&str, &str)> =
            verbs.map(|line| line.trim().split_once(' ').unwrap_or((line, ""))).collect();
        assert!(told.len() >= least, "{told:?}");
        for (verb, about) in told.into_iter().filter(|(verb, _)| *verb != "help") {
            let help = repo.run(&[around, &[verb, "--help"]].concat());
            let is_told = !about.is_empty() && help.text().starts_with(about.trim());
            assert!(is_told, "{verb}: {}", help.text());
        }
    }
}

#[test]
fn help_and_version_are_the_product() {
    for args in [&["--help"][..], &["--version"], &["edges", "--help"], &["help", "explain"]] {
        let run = Repo::folder("plain").run(args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args:?}");
        assert!(!run.out.is_empty());
    }
}

#[test]
fn stdout_carries_the_product_and_stderr_the_story() {
    let repo = Repo::of(&[("a.ts", "import './missing'\n"), ("tsconfig.json", "{\n  \"files\": [")]);
    let loud = repo.run(&["edges"]);
    assert_eq!(loud.text(), "a.ts\n  ./missing -> nowhere: no such file  (runtime, no-such-file)\n");
    let story: Vec<_> = loud.err.lines().collect();
    assert!(story[0].starts_with("problem: tsconfig.json:2: "), "{story:?}");
    assert!(
        story[1].starts_with("2 files, 1 parsed, 0 reused, 1 import, 1 missing, 0 computed, 1 problem, "),
        "{story:?}"
    );
    assert_eq!(story.len(), 2);
    let quiet = repo.run(&["edges", "-q"]);
    assert_eq!(quiet, Run { code: Some(0), out: loud.out, err: String::new() });
    let failed = repo.run(&["edges", "-q", "--at", "nowhere"]);
    assert!(failed.err.starts_with("error: "), "a failure is told to the quiet too");
}

#[test]
fn twenty_problems_are_enough_unless_all_are_wanted() {
    let repo = Repo::empty();
    for at in 0..30 {
        repo.write(format!("d{at:02}/package.json"), "{");
    }
    let problems = |args: &[&str]| repo.table(args).problems().lines().count();
    assert_eq!(problems(&["edges"]), 20);
    assert_eq!(problems(&["edges", "--verbose"]), 30);
    assert_eq!(problems(&["edges", "--quiet"]), 0);
    assert!(repo.table(&["edges"]).err.contains("10 more problems"));
}

#[test]
fn colours_are_for_terminals() {
    let repo = Repo::of(&[("package.json", "{")]);
    assert!(!repo.table(&["edges"]).err.contains('\x1b'));
    assert!(repo.table(&["edges", "--color", "always"]).err.contains('\x1b'));
    assert!(!repo.table(&["edges", "--color", "never"]).err.contains('\x1b'));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let repo = Repo::empty();
    // More than any pipe holds.
    let imports: Vec<_> = (0..40_000).map(|at| format!("import './missing-{at}'")).collect();
    repo.write("a.ts", imports.join("\n"));
    for format in ["text", "tsv", "json"] {
        let mut program = repo.program();
        program.args(["edges", "--format", format]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{format}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{format}");
    }
}

#[test]
fn explains_the_way_to_a_target() {
    let mut text = String::new();
    let cases = [
        ("pnpm-monorepo", "apps/web/src/main.ts", "@acme/core/types"),
        ("pnpm-monorepo", "apps/dev/main.ts", "@acme/core"),
        ("pnpm-monorepo", "packages/core/src/index.ts", "#internal/clock"),
        ("pnpm-monorepo", "examples/registry/index.js", "@acme/core"),
        ("project-references", "packages/multi/lib/use.spec.ts", "env"),
        ("project-references", "src/main.tsx", "gone/away"),
        ("project-references", "src/util.ts", "@/not-written"),
        ("commonjs", "lib/index.js", "./plugin"),
        ("components", "src/main.ts", "./logo.svg?url"),
        ("extensions", "conditions/use.cts", "dual"),
        ("extensions", "suffixes/main.ts", "./where"),
        ("oddities", "weak.js", "./folder/*.js"),
    ];
    for (fixture, file, specifier) in cases {
        let run = Repo::fixture(fixture).run(&["explain", file, specifier]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{file} {specifier}");
        text.push_str(run.text());
        text.push('\n');
    }
    golden!("explain", text);
}

#[test]
fn explains_in_json_what_it_explains_in_text() {
    let repo = Repo::fixture("extensions");
    let run = repo.run(&["explain", "conditions/use.cts", "dual", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(run.text()).unwrap();
    assert_eq!(value["written"], true);
    let text = repo.run(&["explain", "conditions/use.cts", "dual"]);
    for import in value["imports"].as_array().unwrap() {
        for step in import["steps"].as_array().unwrap() {
            assert!(text.text().contains(step.as_str().unwrap()), "{step}");
        }
        for target in import["targets"].as_array().unwrap() {
            assert_eq!(target["status"], "source");
            assert!(text.text().contains(&format!("=> {}", target["target"].as_str().unwrap())), "{target}");
        }
    }
}

#[test]
fn a_file_is_named_from_the_current_folder() {
    let repo = Repo::fixture("two-roots");
    let from_top = repo.run(&["explain", "apps/one/main.ts", "common"]);
    let inside =
        finish(repo.program().current_dir(repo.path("apps")).args(["explain", "one/main.ts", "common"]));
    assert_eq!(inside, from_top);
    assert_eq!(inside.code, Some(0));
}

#[test]
fn what_explain_says_is_what_edges_say() {
    let repo = Repo::of(&[
        ("p/__init__.py", "from .api import *\nfrom .b import b\nfrom . import c\n"),
        ("p/api.py", "from .deep import *\n__all__ = ['a', 'd', 'e']\ndef a(): ...\n"),
        ("p/deep.py", "def d(): ...\ndef f(): ...\n"),
        ("p/a.py", ""),
        ("p/b.py", "def b(): ...\n"),
        ("p/c.py", ""),
        ("p/d.py", ""),
        ("p/e.py", ""),
        ("p/f.py", ""),
        ("q/__init__.py", "__all__ = ['x', 'y']\n"),
        ("q/x.py", ""),
        ("r/__init__.py", "from .core import *\n__all__ = ['core', 'run']\n"),
        ("r/core.py", "def run(): ...\n"),
        ("r/run.py", ""),
        ("main.py", "from p import a, b, c, d, e, f, g\nfrom q import *\nfrom r import *\n"),
    ]);
    let rows = repo.rows("main.py");
    let sources = |specifier: &str| {
        let rows = rows.iter().filter(|row| row.starts_with(&format!("{specifier} ")));
        let mut targets: Vec<_> = rows.map(|row| row.split(' ').nth(3).unwrap().to_owned()).collect();
        targets.sort();
        targets.dedup();
        targets
    };
    let explained = |specifier: &str| {
        let run = repo.run(&["explain", "main.py", specifier]);
        let lines = run.text().lines().filter_map(|line| line.trim().strip_prefix("=> "));
        let mut targets: Vec<_> = lines.map(|line| line.split(',').next().unwrap().to_owned()).collect();
        targets.sort();
        targets.dedup();
        targets
    };
    assert_eq!(sources("p"), ["p/__init__.py", "p/c.py", "p/f.py"]);
    assert_eq!(explained("p"), sources("p"));
    assert_eq!(sources("q"), ["q/__init__.py", "q/x.py"]);
    assert_eq!(explained("q"), sources("q"));
    // `run` is what `core` declares.
    assert_eq!(sources("r"), ["r/__init__.py", "r/core.py"]);
    assert_eq!(explained("r"), sources("r"));
}

#[test]
fn a_script_that_imports_its_own_name_is_not_what_the_scripts_beside_it_mean() {
    let repo = Repo::of(&[
        ("requirements.txt", "redis==5\n"),
        ("tools/redis.py", "def f():\n    from redis.client import Redis\n"),
        ("tools/helper.py", "import os\n"),
        ("tools/run.py", "import redis\nfrom redis import Redis\nimport helper\n"),
        ("tools/yaml.py", "from yaml.nodes import Node\n"),
        ("tools/again.py", "if __name__ == '__main__':\n    import again\n"),
        ("tools/main.py", "import yaml\nimport again\n"),
        ("main.py", "import redis\n"),
    ]);
    let leads = |file: &str| {
        let rows = repo.rows(file).into_iter();
        rows.map(|row| row.split(' ').skip(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let redis = "external redis declared";
    assert_eq!(leads("tools/run.py"), ["source tools/helper.py own-folder", redis]);
    assert_eq!(leads("tools/redis.py"), [redis]);
    assert_eq!(leads("main.py"), [redis]);
    assert_eq!(leads("tools/main.py"), ["source tools/again.py own-folder", "external PyYAML undeclared"]);
    let explained = repo.run(&["explain", "tools/run.py", "redis"]);
    assert!(explained.text().contains("=> redis") && !explained.text().contains("=> tools/redis.py"));
    assert!(explained.text().contains("is not meant"));
}

#[test]
fn who_does_not_mean_the_script_of_that_name_gets_what_it_asks_for_itself() {
    let repo = Repo::of(&[
        ("requirements.txt", "google-cloud-storage==2\ngoogle-auth==2\n"),
        ("tools/google.py", "from google.cloud import storage\n"),
        ("tools/run.py", "from google import auth\n"),
        // Nothing is asked for elsewhere by redis.py, but by who has parts of it.
        ("bin/redis.py", "import os\n"),
        ("bin/parts.py", "import redis.client\nfrom redis import Redis\n"),
        ("bin/whole.py", "from redis import Redis\n"),
    ]);
    let leads = |file: &str| {
        let rows = repo.rows(file).into_iter();
        rows.map(|row| row.split(' ').skip(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(leads("tools/run.py"), ["external google-auth declared"]);
    assert_eq!(leads("bin/parts.py"), ["external redis undeclared"; 2]);
    assert_eq!(leads("bin/whole.py"), ["source bin/redis.py own-folder"]);
    let explained = repo.run(&["explain", "bin/parts.py", "redis"]);
    assert!(explained.text().contains("=> redis") && !explained.text().contains("redis.client"));
}

#[test]
fn a_package_has_what_it_binds_above() {
    let repo = Repo::of(&[
        ("p/__init__.py", "from . import a as b\nfrom .a import a\n"),
        ("p/a.py", "def a(): ...\n"),
        ("q/__init__.py", "from q import a\nfrom .gone import b\n"),
        ("r/__init__.py", "from .b import a\nfrom . import a as c\na = c\n"),
        ("r/a.py", ""),
        ("r/b.py", "a = 1\n"),
        ("main.py", "from p import a\n"),
    ]);
    let told = |file: &str| repo.rows(file).join("\n");
    assert_eq!(told("p/__init__.py"), ". runtime source p/a.py submodule\n.a runtime source p/a.py relative");
    assert_eq!(told("main.py"), "p runtime source p/__init__.py source-root");
    assert_eq!(told("q/__init__.py"), ".gone runtime missing no-such-file\nq runtime missing no-such-file");
    assert_eq!(
        told("r/__init__.py"),
        ". runtime source r/__init__.py relative\n.b runtime source r/b.py relative"
    );
}

#[test]
fn a_name_that_goes_in_a_circle_is_the_submodule() {
    let repo = Repo::of(&[
        ("p/__init__.py", "from .api import models\nfrom .star import *\nfrom .own import made\n"),
        ("p/api.py", "from .deep import models\n"),
        ("p/deep.py", "from . import models\n"),
        ("p/models.py", "X = 1\n"),
        ("p/star.py", "from . import mod\nfrom .own import kept\n__all__ = ['mod', 'kept']\n"),
        ("p/mod.py", ""),
        ("p/own.py", "made = kept = 1\n"),
        ("p/made.py", ""),
        ("p/kept.py", ""),
        ("main.py", "from p import models, mod, made, kept\n"),
    ]);
    let targets = |file: &str| {
        let rows = repo.rows(file);
        let mut targets: Vec<_> = rows.iter().map(|row| row.split(' ').nth(3).unwrap().to_owned()).collect();
        targets.sort();
        targets.dedup();
        targets
    };
    assert_eq!(targets("p/deep.py"), ["p/__init__.py", "p/models.py"]);
    assert_eq!(targets("p/star.py"), ["p/__init__.py", "p/mod.py", "p/own.py"]);
    assert_eq!(targets("main.py"), ["p/__init__.py", "p/mod.py", "p/models.py"]);
    let explained = repo.run(&["explain", "main.py", "p"]);
    for target in ["=> p/models.py", "=> p/mod.py"] {
        assert!(explained.text().contains(target), "{}", explained.text());
    }
    assert!(!explained.text().contains("=> p/made.py"), "{}", explained.text());
}
