//! Whatever stands on disk, the program ends by itself, with 0 and a table.

use std::fmt::Write;
use std::fs;

use bstr::ByteSlice;

use crate::support::{Repo, finish};

mod go;
mod python;

/// A file without imports of its own that imports `./found`, to show that the others were read.
const WITNESS: (&str, &str) = ("witness.ts", "import './found'\n");
const FOUND: (&str, &str) = ("found.ts", "");
const SEEN: &str = "./found runtime source found.ts relative";

/// A repository with `files`, the witness among them.
fn repo(files: &[(&str, &str)]) -> Repo {
    Repo::of(&[&[WITNESS, FOUND], files].concat())
}

/// The problems of a repository whose witness must be seen.
fn problems(repo: &Repo) -> String {
    assert_eq!(repo.rows("witness.ts"), [SEEN]);
    let run = repo.table(&["edges", "--verbose"]);
    run.problems()
}

#[test]
fn a_folder_without_git() {
    let plain = Repo::folder("plain");
    plain.write("a.ts", "import './b'\nimport './node_modules/x'\n");
    plain.write("b.ts", "");
    plain.write("node_modules/x/index.js", "import './y'\n");
    assert_eq!(plain.rows("a.ts")[0], "./b runtime source b.ts relative");
    assert!(!plain.path(".git").exists() && !plain.path(".dsp").exists());
    let bootstrap = plain.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
    plain.write(".git", "gitdir: /no/such/place\n");
    assert_eq!(plain.rows("a.ts")[0], "./b runtime source b.ts relative");
    assert!(plain.table(&["edges"]).problems().contains(".git"));
}

#[test]
fn an_empty_folder() {
    for repo in [Repo::folder("plain"), Repo::empty()] {
        let run = repo.table(&["edges", "--format", "tsv"]);
        assert_eq!(run.text(), "importer\tspecifier\tkind\tstatus\ttarget\thow\tconfig\n");
        assert_eq!(repo.table(&["edges", "--format", "json"]).text(), "{\"edges\":[\n]}\n");
        assert_eq!(repo.table(&["edges"]).text(), "");
    }
}

#[test]
fn an_unborn_head() {
    let repo = Repo::empty();
    repo.write(WITNESS.0, WITNESS.1);
    repo.write(FOUND.0, FOUND.1);
    assert_eq!(problems(&repo), "");
    assert_eq!(repo.table(&["edges", "--staged"]).text(), "");
    assert_eq!(repo.run(&["edges", "--at", "HEAD"]).code, Some(2));
    repo.git(&["add", "--all"]);
    assert_eq!(repo.table(&["edges", "--staged"]).out, repo.table(&["edges"]).out);
}

#[test]
fn a_bare_repository() {
    let repo = repo(&[]);
    let expected = repo.table(&["edges"]).out;
    let bare = repo.outside().join("bare.git");
    repo.git(&["clone", "--quiet", "--bare", ".", bare.to_str().unwrap()]);
    let run = |args: &[&str]| finish(repo.program().current_dir(&bare).args(args));
    let refused = run(&["edges"]);
    assert_eq!((refused.code, refused.text()), (Some(3), ""));
    assert!(refused.err.contains("hint: name a revision with --at\n"), "{}", refused.err);
    assert_eq!(run(&["edges", "--staged"]).code, Some(3));
    let at = run(&["edges", "--at", "HEAD"]);
    assert_eq!((at.code, at.out), (Some(0), expected));
    assert_eq!(run(&["bootstrap"]).code, Some(3));
}

#[test]
fn an_index_with_conflicts() {
    let repo = repo(&[("a.ts", "import './base'\n")]);
    repo.git(&["checkout", "--quiet", "-b", "other"]);
    repo.write("a.ts", "import './theirs'\n");
    repo.commit();
    repo.git(&["checkout", "--quiet", "main"]);
    repo.write("a.ts", "import './ours'\n");
    repo.commit();
    let merge = std::process::Command::new("git").current_dir(repo.dir()).args(["merge", "other"]).output();
    assert!(!merge.unwrap().status.success(), "the merge is a conflict");
    assert_eq!(repo.rows("witness.ts"), [SEEN]);
    // The work tree holds both sides between marks that are no JavaScript.
    let rows = repo.rows("a.ts");
    assert!(rows.iter().any(|row| row.starts_with("./ours ")), "{rows:?}");
    let staged = repo.table(&["edges", "--staged"]);
    assert!(staged.text().contains("witness.ts\n"), "{}", staged.text());
    let bootstrap = repo.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}

#[test]
fn broken_configs_are_problems_with_a_line() {
    let check = |path: &str, text: &str, expected: &str| {
        let repo = repo(&[]);
        repo.write(path, text);
        let told = problems(&repo);
        assert!(told.starts_with(&format!("problem: {expected}")), "{path}: {told:?}");
    };
    check("tsconfig.json", "{\n  \"compilerOptions\": {\n", "tsconfig.json:");
    check("tsconfig.json", "\0\u{1}", "tsconfig.json:1: ");
    check("tsconfig.json", &"[".repeat(100_000), "tsconfig.json");
    check("tsconfig.json", "{ \"extends\": \"./gone.json\" }", "tsconfig.json:1: ");
    check("package.json", "{\n  \"name\": \"x\"\n  \"main\": 1\n}", "package.json:3: ");
    check("package.json", &"{\"a\":".repeat(100_000), "package.json");
    check("pnpm-workspace.yaml", "packages: [\n", "pnpm-workspace.yaml");
    check("dsp.toml", "[files]\ninclude = [", "dsp.toml:");
}

#[test]
fn configs_of_the_wrong_shape_stop_nothing() {
    let shapes = ["null", "1", "\"text\"", "[]", "{}", "[null]", "{\"\": null}", "true"];
    let keys = ["extends", "references", "files", "include", "compilerOptions", "exclude"];
    let options = ["paths", "baseUrl", "rootDirs", "moduleSuffixes", "customConditions", "module", "outDir"];
    let manifest_keys = ["name", "main", "exports", "imports", "workspaces", "dependencies", "type", "bin"];
    let repo = repo(&[]);
    for (at, shape) in shapes.iter().enumerate() {
        for key in keys {
            repo.write(format!("t{at}/{key}/tsconfig.json"), format!("{{\"{key}\": {shape}}}"));
            repo.write(format!("t{at}/{key}/a.ts"), "import './b'\nimport 'c'\nimport '#d'\n");
        }
        for key in options {
            let text = format!("{{\"compilerOptions\": {{\"{key}\": {shape}}}}}");
            repo.write(format!("o{at}/{key}/tsconfig.json"), text);
            repo.write(format!("o{at}/{key}/a.ts"), "import './b'\nimport 'c'\nimport '#d'\n");
        }
        for key in manifest_keys {
            repo.write(format!("m{at}/{key}/package.json"), format!("{{\"{key}\": {shape}}}"));
            repo.write(format!("m{at}/{key}/a.ts"), "import '.'\nimport 'c'\nimport '#d'\n");
        }
    }
    problems(&repo);
    let bootstrap = repo.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}

#[test]
fn configs_that_go_in_circles() {
    let repo = repo(&[
        ("a/tsconfig.json", "{ \"extends\": \"./tsconfig.json\" }"),
        ("a/x.ts", "import './y'\n"),
        (
            "b/tsconfig.json",
            "{ \"extends\": \"../c/tsconfig.json\", \"references\": [{ \"path\": \"../c\" }] }",
        ),
        ("b/x.ts", "import './y'\n"),
        (
            "c/tsconfig.json",
            "{ \"files\": [], \"extends\": \"../b/tsconfig.json\", \"references\": [{ \"path\": \"../b\" }, { \"path\": \".\" }] }",
        ),
        ("c/x.ts", "import './y'\n"),
        (
            "package.json",
            "{ \"name\": \"self\", \"workspaces\": [\".\", \"*\", \"..\", \"**\"], \"exports\": \"./package.json\", \"imports\": { \"#a\": \"#b\", \"#b\": \"#a\", \"#c\": \"self\" } }",
        ),
        ("d/package.json", "{ \"main\": \"../d\" }"),
        ("e/package.json", "{ \"main\": \".\" }"),
        (
            "use.js",
            "import '#a'\nimport '#b'\nimport '#c'\nimport './d'\nimport './e'\nrequire('./d')\nrequire('.')\n",
        ),
    ]);
    let told = problems(&repo);
    assert!(told.contains("a/tsconfig.json"), "a config that extends itself is told: {told}");
    assert_eq!(repo.rows("b/x.ts"), ["./y runtime missing no-such-file"]);
}

#[test]
fn imports_of_broken_sources_are_found() {
    let broken = "import './before'\nconst x = ;\nimport './after'\nexport * from './last'\nfunction f( {\n";
    for name in ["a.ts", "a.tsx", "a.js", "a.mjs", "a.cts", "a.jsx"] {
        let repo = repo(&[(name, broken)]);
        let told = problems(&repo);
        assert!(told.contains(name), "{name}: {told:?}");
        let rows = repo.rows(name);
        let names: Vec<_> = rows.iter().map(|row| row.split(' ').next().unwrap_or_default()).collect();
        assert_eq!(names, ["./after", "./before", "./last"], "{name}");
    }
    let script = format!("<script lang=\"ts\">\n{broken}</script>\n");
    for name in ["a.vue", "a.svelte", "a.astro"] {
        let repo = repo(&[(name, &script)]);
        problems(&repo);
        assert_eq!(repo.rows(name).len(), 3, "{name}");
    }
}

#[test]
fn deep_nesting_ends_by_itself() {
    let repo = repo(&[]);
    let deep = format!("import './found'\n{}\n", "[".repeat(100_000));
    repo.write("open.ts", &deep);
    repo.write("open.js", &deep);
    repo.write("open.vue", format!("<script>\n{deep}</script>\n"));
    let closed = format!("import './found'\nlet x = {}1{}\n", "[".repeat(100_000), "]".repeat(100_000));
    repo.write("closed.ts", &closed);
    let told = problems(&repo);
    for name in ["open.ts", "open.js", "open.vue", "closed.ts"] {
        assert_eq!(repo.rows(name), [SEEN], "{name}");
        assert!(told.contains(name) || name == "closed.ts", "{name}: {told}");
    }
}

#[test]
fn everything_that_nests_ends_by_itself() {
    let open = [
        "(",
        "{",
        "a[",
        "f(",
        "`${",
        "<a>",
        "!",
        "- ",
        "x=>",
        "if(x)",
        "a?b:",
        "async ",
        "new ",
        "+1",
        "let x: A<",
        "{}",
        "(x)",
        "class{a=",
        "/*",
        "//\n",
        "@a ",
        "\"\n",
        "export ",
        "import(",
        "<!--",
        "</script>",
    ];
    let repo = repo(&[]);
    for (at, text) in open.iter().enumerate() {
        let deep = format!("import './found'\n{}\n", text.repeat(2_000));
        repo.write(format!("deep{at}.tsx"), &deep);
        repo.write(format!("deep{at}.ts"), &deep);
        repo.write(format!("deep{at}.js"), &deep);
        repo.write(format!("deep{at}.svelte"), format!("{}<script>{deep}", text.repeat(2_000)));
    }
    problems(&repo);
    let tsv = repo.edges();
    let lost = (0..open.len()).filter(|at| !tsv.contains(&format!("\ndeep{at}.ts\t./found\t")));
    let lost: Vec<_> = lost.map(|at| open[at]).collect();
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn bytes_that_are_no_text() {
    let repo = repo(&[]);
    repo.write("nul.ts", b"import './found'\nconst a = '\0\0'\0\n");
    repo.write("nuls.js", [0; 10_000]);
    repo.write("latin.js", b"// caf\xe9\nimport './found'\nconst a = '\xff\xfe'\n");
    repo.write("latin-name.js", b"import './caf\xe9'\n");
    repo.write("bom.ts", b"\xef\xbb\xbfimport './found'\n");
    repo.write("crlf.ts", b"import {\r\n  a\r\n} from './found'\r\nimport './found'\r\n");
    repo.write("cr.ts", b"// one\rimport './found'\r");
    repo.write("separators.ts", "// one\u{2028}import './found'\u{2029}");
    repo.write("utf16.ts", b"\xff\xfei\0m\0p\0o\0r\0t\0 \0'\0.\0/\0f\0o\0u\0n\0d\0'\0");
    repo.write("utf16be.ts", b"\xfe\xff\0i\0m\0p\0o\0r\0t\0 \0'\0.\0/\0f\0o\0u\0n\0d\0'");
    repo.write("elf.js", b"\x7fELF\x02\x01\x01\0\0\0\xde\xad\xbe\xef");
    repo.write("empty.vue", b"");
    repo.write("half.vue", b"<script>import './found'");
    repo.write("bidi.ts", "import './\u{202e}gnp.found'\n");
    repo.write("bell.ts", "import './\\x07\\x1b[31m'\n");
    repo.write("surrogate.ts", "import './\\ud800'\nimport './\\u{110000}'\n");
    repo.write("video.ts", [0x47; 4096]);
    repo.write("tsconfig.json", b"\xef\xbb\xbf{ \"compilerOptions\": { \"module\": \"esnext\" } }\r\n");
    let told = problems(&repo);
    for name in ["nul.ts", "utf16.ts", "utf16be.ts"] {
        assert!(told.contains(&format!("problem: {name}:")), "{name}: {told}");
    }
    for name in ["latin.js", "bom.ts", "crlf.ts", "cr.ts", "separators.ts"] {
        assert_eq!(repo.rows(name), [SEEN], "{name}");
    }
    let text = repo.table(&["edges", "-v"]);
    assert!(
        !text.out.contains(&b'\x1b') && !text.out.contains_str("\u{202e}"),
        "nothing drives the terminal"
    );
    let json = repo.table(&["edges", "--format", "json"]);
    assert!(serde_json::from_str::<serde_json::Value>(json.text()).is_ok());
    let bootstrap = repo.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}

#[test]
fn names_that_javascript_objects_have() {
    let names = ["constructor", "__proto__", "hasOwnProperty", "toString", "valueOf", "prototype"];
    let repo = repo(&[]);
    for name in names {
        repo.write(format!("{name}.ts"), format!("import './{name}'\nexport const {name} = 1\n"));
        repo.write("package.json", "{ \"dependencies\": { \"constructor\": \"1\", \"__proto__\": \"2\" } }");
        repo.write(format!("use-{name}.ts"), format!("import '{name}'\nimport '#{name}'\n"));
    }
    assert_eq!(problems(&repo), "");
    for name in names {
        assert_eq!(repo.rows(&format!("{name}.ts")), [format!("./{name} runtime source {name}.ts relative")]);
    }
    assert_eq!(repo.rows("use-__proto__.ts")[1], "__proto__ runtime external __proto__ declared");
    assert_eq!(repo.run(&["bootstrap", "--allow-dirty"]).code, Some(0));
}

#[test]
#[cfg(unix)]
fn names_with_every_byte_that_unix_allows() {
    let repo = repo(&[]);
    let names = [
        "new\nline.ts",
        "tab\t.ts",
        "quote\".ts",
        "back\\slash.ts",
        "cr\r.ts",
        "\x1b[31mred.ts",
        " .ts",
        "*.ts",
        "a:b.ts",
        "CON.ts",
    ];
    for name in names {
        repo.write(name, "import './found'\n");
        let specifier =
            name.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r").replace('"', "\\\"");
        repo.write(
            "all.ts",
            format!(
                "{}import \"./{specifier}\"\n",
                fs::read_to_string(repo.path("all.ts")).unwrap_or_default()
            ),
        );
    }
    repo.commit();
    assert_eq!(problems(&repo), "");
    let rows = repo.rows("all.ts");
    assert_eq!(rows.len(), names.len());
    assert!(rows.iter().all(|row| row.contains(" runtime source ")), "{rows:#?}");
    // A row is a line, whatever the name.
    let tsv = repo.edges();
    assert!(tsv.lines().all(|row| row.split('\t').count() == 7), "{tsv}");
    assert!(
        tsv.contains("\nnew\\nline.ts\t")
            && tsv.contains("\ntab\\t.ts\t")
            && tsv.contains("\nback\\\\slash.ts\t")
    );
    assert!(!repo.table(&["edges"]).out.contains(&b'\x1b'));
    assert_eq!(repo.table(&["edges", "--at", "HEAD"]).out, repo.table(&["edges"]).out);
    let bootstrap = repo.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
    let again = repo.run(&["bootstrap"]);
    assert!(again.err.contains(" 0 files written"), "{}", again.err);
}

/// Not on macOS, whose file system refuses such names.
#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn names_that_are_no_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let repo = repo(&[]);
    repo.write(OsStr::from_bytes(b"caf\xe9.ts"), "import './found'\n");
    repo.write(OsStr::from_bytes(b"\xff\xfe/index.ts"), "import '../found'\n");
    repo.commit();
    problems(&repo);
    let tsv = repo.table(&["edges", "--format", "tsv"]).out;
    assert!(tsv.contains_str(b"\ncaf\xe9.ts\t./found\truntime\tsource\tfound.ts\t"), "{}", tsv.as_bstr());
    assert!(tsv.contains_str(b"\n\xff\xfe/index.ts\t../found\t"), "{}", tsv.as_bstr());
    let json = repo.table(&["edges", "--format", "json"]);
    assert!(serde_json::from_str::<serde_json::Value>(json.text()).is_ok());
    assert!(repo.table(&["edges"]).text().contains("caf\u{fffd}.ts"));
    assert_eq!(repo.table(&["edges", "--format", "tsv", "--at", "HEAD"]).out, tsv);
    let bootstrap = repo.run(&["bootstrap"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
}

/// Not on macOS, where the two names are one.
#[test]
#[cfg(not(target_os = "macos"))]
fn names_that_look_alike() {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}");
    let repo = repo(&[]);
    repo.write(format!("{composed}.ts"), "");
    repo.write(format!("{decomposed}.ts"), "");
    repo.write("use.ts", format!("import './{composed}'\nimport './{decomposed}'\n"));
    assert_eq!(problems(&repo), "");
    let row = |name: &str| format!("./{name} runtime source {name}.ts relative");
    assert_eq!(repo.rows("use.ts"), [row(decomposed), row(composed)]);
    fs::remove_file(repo.path(&format!("{composed}.ts"))).unwrap();
    assert_eq!(repo.rows("use.ts"), [row(decomposed), format!("./{composed} runtime missing no-such-file")]);
}

#[test]
#[cfg(unix)]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;

    let repo = repo(&[("real/inner.ts", "import '../found'\n")]);
    fs::write(repo.outside().join("secret.ts"), "import './never'\n").unwrap();
    symlink(".", repo.path("loop")).unwrap();
    symlink("itself.ts", repo.path("itself.ts")).unwrap();
    symlink("ping.ts", repo.path("pong.ts")).unwrap();
    symlink("pong.ts", repo.path("ping.ts")).unwrap();
    symlink("no-such-file.ts", repo.path("dangling.ts")).unwrap();
    symlink("../secret.ts", repo.path("secret.ts")).unwrap();
    symlink("..", repo.path("up")).unwrap();
    symlink("/", repo.path("slash")).unwrap();
    symlink("real", repo.path("linked")).unwrap();
    symlink("itself.json", repo.path("tsconfig.json")).unwrap();
    symlink("/dev/zero", repo.path("package.json")).unwrap();
    symlink("/dev/zero", repo.path("dsp.toml")).unwrap();
    symlink("/dev/zero", repo.path(".dspignore")).unwrap();
    repo.write("use.ts", "import './loop/loop/found'\nimport './secret'\nimport './dangling'\nimport './itself'\nimport './up/secret'\nimport './slash/etc/passwd'\n");
    repo.commit();
    problems(&repo);
    let tsv = repo.edges();
    assert!(!tsv.contains("never"), "{tsv}");
    assert!(!tsv.contains("\tsource\tup/") && !tsv.contains("\tsource\tslash/"), "{tsv}");
    for args in [&["edges", "--at", "HEAD"][..], &["edges", "--staged"]] {
        let run = repo.run(args);
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    }
    assert_eq!(repo.run(&["bootstrap"]).code, Some(3), "what `dsp.toml` asks for is not known");
    fs::remove_file(repo.path("dsp.toml")).unwrap();
    let run = repo.run(&["bootstrap"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;

    let repo = repo(&[("locked.ts", "import './found'\n"), ("shut/a.ts", "import '../found'\n")]);
    fs::set_permissions(repo.path("locked.ts"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(repo.path("shut"), fs::Permissions::from_mode(0o000)).unwrap();
    let is_root = fs::read(repo.path("locked.ts")).is_ok();
    let run = repo.run(&["edges", "--format", "tsv"]);
    fs::set_permissions(repo.path("shut"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.text().contains("witness.ts\t./found"));
    // Root reads everything.
    assert!(
        is_root || (run.problems().contains("locked.ts: ") && run.problems().contains("shut: ")),
        "{}",
        run.err
    );
}

#[test]
fn what_is_tracked_and_gone_is_gone() {
    let repo = repo(&[
        ("gone.ts", "import './found'\n"),
        ("dir/a.ts", ""),
        ("use.ts", "import './gone'\nimport './dir/a'\n"),
    ]);
    fs::remove_file(repo.path("gone.ts")).unwrap();
    fs::remove_dir_all(repo.path("dir")).unwrap();
    repo.write("dir", "a file now");
    assert_eq!(problems(&repo), "");
    assert_eq!(
        repo.rows("use.ts"),
        ["./dir/a runtime missing no-such-file", "./gone runtime missing no-such-file"]
    );
    assert!(repo.table(&["edges", "--staged"]).text().contains("./gone -> gone.ts"));
}

#[test]
fn a_repository_within_is_somebody_elses() {
    let repo = repo(&[]);
    repo.write("inner/a.ts", "import './b'\n");
    let inner = repo.path("inner");
    repo.git(&["-C", inner.to_str().unwrap(), "init", "--quiet"]);
    assert!(problems(&repo).contains("inner"));
    assert!(repo.rows("inner/a.ts").is_empty());
}

#[test]
fn a_huge_file_and_very_long_lines() {
    let repo = repo(&[]);
    let mut text = String::from("import './found'\n");
    for at in 0..150_000 {
        writeln!(text, "export const name{at} = {at};").unwrap();
    }
    assert!(text.len() > 4 << 20);
    text.push_str("import './found.js'\n");
    repo.write("huge.ts", &text);
    repo.write("long.js", format!("import './found';var a=\"{}\";import './found.js'", "x".repeat(5 << 20)));
    repo.write("path.ts", format!("import './{}'\n", "d/".repeat(50_000)));
    repo.write("dots.ts", format!("import '{}found'\n", "./".repeat(50_000)));
    repo.write("ups.ts", format!("import '{}found'\n", "../".repeat(50_000)));
    problems(&repo);
    assert_eq!(repo.rows("huge.ts").len(), 2);
    assert_eq!(repo.rows("long.js").len(), 2);
    assert!(repo.rows("ups.ts")[0].ends_with(" missing outside-repository"));
}

#[test]
fn many_files_import_in_one_ring() {
    let repo = Repo::empty();
    let count = 2000;
    for at in 0..count {
        let text = format!(
            "import {{ f{next} }} from './m{next}'\nexport const f{at} = () => f{next}\n",
            next = (at + 1) % count
        );
        repo.write(format!("m{at}.ts"), text);
    }
    repo.write("package.json", "{ \"main\": \"m0.ts\" }");
    assert_eq!(repo.edges().lines().count(), count + 1);
    let bootstrap = repo.run(&["bootstrap", "--allow-dirty"]);
    assert_eq!(bootstrap.code, Some(0), "{}", bootstrap.err);
    assert!(bootstrap.err.contains(" 2000 markers written,"), "{}", bootstrap.err);
    assert!(bootstrap.err.contains(" 1 cycle,"), "{}", bootstrap.err);
}
