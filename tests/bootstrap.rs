//! `bootstrap`, and the verbs that read what it wrote.

use std::fmt::Write;
use std::fs;

use bstr::ByteSlice;

use crate::support::{Repo, Run, finish, golden, tree};

/// A bootstrap that goes well.
fn bootstrap(repo: &Repo, extra: &[&str]) -> Run {
    repo.table(&[&["bootstrap"], extra].concat())
}

fn graph(repo: &Repo) -> String {
    tree(&repo.path(".dsp"))
}

/// What a bootstrap of a fixture prints and writes, to be read: every uid by the source it stands for.
fn check(name: &str, extra: &[&str]) {
    let repo = Repo::fixture(name);
    let run = bootstrap(&repo, extra);
    golden!(format!("bootstrap-{name}"), named(&repo, &format!("{}\n{}", run.text(), graph(&repo))));
    let marked = repo.git(&["diff", "--unified=0"]);
    let is_marker = |line: &[u8]| line == b"+" || line.contains_str(" @dsp ");
    let added = marked.lines().filter(|line| line.starts_with(b"+") && !line.starts_with(b"+++"));
    assert!(added.clone().count() > 0 && added.into_iter().all(is_marker), "{}", marked.as_bstr());
    repo.table(&["markers", "strip", "--allow-dirty"]);
    assert_eq!(repo.git(&["status", "--porcelain", "--untracked-files=all", "--", ":!.dsp"]), b"");
}

/// `text` with names for uids; its files by name.
fn named(repo: &Repo, text: &str) -> String {
    let mut names = Vec::new();
    for uid in uids(repo) {
        let description =
            fs::read_to_string(repo.path(&format!(".dsp/{uid}/description"))).expect("it is there");
        let source =
            description.lines().next().and_then(|line| line.strip_prefix("source: ")).expect("it is there");
        let (family, _) = uid.split_once('-').expect("it is there");
        names.push((uid.clone(), format!("{family}<{source}>")));
    }
    let mut text = text.to_owned();
    for (uid, name) in names {
        text = text.replace(&uid, &name);
    }
    let (roots, files) = text.split_once("\n== ").expect("it is there");
    let mut files: Vec<&str> = files.split("\n== ").map(|file| file.trim_end_matches('\n')).collect();
    files.sort_unstable();
    format!("{roots}\n== {}", files.join("\n== "))
}

fn uids(repo: &Repo) -> Vec<String> {
    let entries = fs::read_dir(repo.path(".dsp")).expect("it is there");
    let names =
        entries.map(|entry| entry.expect("it is there").file_name().into_string().expect("it is there"));
    names.filter(|name| name.starts_with("obj-") || name.starts_with("func-")).collect()
}

#[test]
fn writes_barrels_and_cycles() {
    check("barrels-and-cycles", &[]);
}

/// The purpose of what stands for `source`.
fn purpose(repo: &Repo, source: &str) -> String {
    let tree = tree(&repo.path(".dsp"));
    let start = tree.find(&format!("source: {source}\n")).expect("it is there");
    let purpose = tree[start..].lines().find_map(|line| line.strip_prefix("purpose: "));
    purpose.expect("it has one").to_owned()
}

#[test]
fn what_answers_an_address_says_so() {
    let repo = Repo::of(&[
        (
            "shop/urls.py",
            "from django.urls import path\nfrom . import views\nfrom .carts import Cart\n\nurlpatterns = [\n    path('', views.home),\n    path('carts/<int:pk>/', Cart.as_view()),\n]\n",
        ),
        ("shop/views.py", "def home(request):\n    return render(request)\n"),
        ("shop/carts.py", "class Cart(View):\n    name = 'x'\n"),
        ("shop/other.py", "from .carts import Cart\n\ndef other():\n    return Cart\n"),
        (
            "web/main.ts",
            "import { list } from './lists';\nimport Page from './page';\nconst app = express();\napp.get('/lists', list);\nexport const routes = [{ path: '/page', component: Page }, { path: '/late', component: () => import('./late') }];\n",
        ),
        ("web/lists.ts", "export function list(a: number) { return a + 1; }\n"),
        ("web/page.tsx", "export default function Page() { return <p>Hello you</p>; }\n"),
        ("web/late.tsx", "export default function Late() { return <p>Hello there</p>; }\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    for (source, expected) in [
        ("shop/urls.py#urlpatterns", "URL routes of `shop`: `/`, `carts/<int:pk>/`; uses"),
        ("shop/views.py#home", "; reached by `/` in `shop/urls.py`"),
        (
            "shop/carts.py#Cart",
            "; reached by `carts/<int:pk>/` in `shop/urls.py`, used by `other` in `shop/other.py`",
        ),
        ("web/lists.ts#list", "; reached by `GET /lists` in `web/main.ts`"),
        ("web/page.tsx#Page", "; reached by `/page` in `web/main.ts`"),
        ("web/late.tsx#Late", "; reached by `/late` in `web/main.ts`"),
    ] {
        let told = purpose(&repo, source);
        assert!(told.contains(expected), "{source}: {told}");
    }
}

#[test]
fn who_shows_a_component_says_what_it_gives_it() {
    let repo = Repo::of(&[
        (
            "index.tsx",
            "import Line from './line';\nimport Box from './box';\nexport default function Page() { return <div><Line text=\"Or by mail\" /><Box css={{ margin: 2 }} /><Box /></div>; }\n",
        ),
        ("line.tsx", "export default function Line({ text }) { return <div>{text}</div>; }\n"),
        ("box.tsx", "export default function Box({ inner }) { return <div>{inner}</div>; }\n"),
    ]);
    repo.table(&["bootstrap", "--markers", "off"]);
    let line = purpose(&repo, "line.tsx#Line");
    assert!(line.contains("; shown by `Page` in `index.tsx` with `text=\"Or by mail\"`"), "{line}");
    // How it looks there is no matter of what it is for.
    let layout = purpose(&repo, "box.tsx#Box");
    assert!(layout.contains("; shown by `Page` in `index.tsx` (auto)"), "{layout}");
}

#[test]
fn writes_commonjs() {
    check("commonjs", &[]);
}

#[test]
fn writes_single_file_components() {
    check("components", &[]);
}

#[test]
fn writes_a_monorepo() {
    check("pnpm-monorepo", &[]);
}

#[test]
fn writes_a_solution_of_projects() {
    check("project-references", &[]);
}

#[test]
fn writes_members() {
    check("members", &["--granularity", "members"]);
}

#[test]
fn writes_names_as_they_are() {
    check("names", &[]);
}

#[test]
fn writes_packages_of_a_go_workspace() {
    check("go-workspace", &[]);
}

#[test]
fn writes_a_table_for_each_language() {
    check("mixed-languages", &[]);
}

#[test]
fn writes_packages_of_go_with_members() {
    check("go-vendored", &["--granularity", "members"]);
}

#[test]
fn writes_bytes() {
    let repo = Repo::fixture("two-roots");
    let run = bootstrap(&repo, &[]);
    golden!("bootstrap-two-roots", format!("{}\n{}", run.text(), graph(&repo)));
}

#[test]
fn writes_python() {
    check("python-src", &["--granularity", "members"]);
}

#[test]
fn writes_a_namespace_of_two_distributions() {
    check("python-namespaces", &[]);
}

#[test]
fn writes_a_service_beside_its_pages() {
    check("python-beside-ts", &[]);
}

/// Fixtures of every shape; each has a root.
const FIXTURES: [&str; 14] = [
    "barrels-and-cycles",
    "commonjs",
    "components",
    "go-vendored",
    "go-workspace",
    "members",
    "mixed-languages",
    "names",
    "pnpm-monorepo",
    "python-beside-ts",
    "python-namespaces",
    "python-scripts",
    "python-src",
    "two-roots",
];

#[test]
fn a_second_run_writes_nothing() {
    for fixture in FIXTURES {
        let repo = Repo::fixture(fixture);
        let first = bootstrap(&repo, &[]);
        let written = graph(&repo);
        assert!(!first.err.contains(" 0 files written"), "{}", first.err);
        let second = bootstrap(&repo, &[]);
        assert!(second.err.contains(" 0 new,") && second.err.contains(" 0 files written,"), "{}", second.err);
        assert_eq!((second.out, graph(&repo)), (first.out, written), "{fixture}");
    }
}

#[test]
fn the_same_bytes_everywhere() {
    for fixture in FIXTURES {
        let repo = Repo::fixture(fixture);
        bootstrap(&repo, &["--threads", "1", "--no-cache"]);
        let expected = graph(&repo);
        for extra in [&["--threads", "2", "--no-cache"][..], &[], &[]] {
            fs::remove_dir_all(repo.path(".dsp")).unwrap();
            bootstrap(&repo, extra);
            assert_eq!(graph(&repo), expected, "{fixture} with {extra:?}");
        }
        for locale in ["C", "tr_TR.UTF-8"] {
            fs::remove_dir_all(repo.path(".dsp")).unwrap();
            let run = finish(repo.program().env("LC_ALL", locale).arg("bootstrap"));
            assert_eq!((run.code, graph(&repo)), (Some(0), expected.clone()), "{fixture} under {locale}");
        }
        let elsewhere = Repo::fixture(fixture);
        assert_ne!(elsewhere.dir(), repo.dir());
        bootstrap(&elsewhere, &["--quiet"]);
        assert_eq!(graph(&elsewhere), expected, "{fixture} in another place");
    }
}

#[test]
fn an_install_changes_no_byte() {
    let repo = Repo::fixture("two-roots");
    bootstrap(&repo, &[]);
    let expected = graph(&repo);
    repo.write(".git/info/exclude", "node_modules\n");
    repo.write("node_modules/express/package.json", "{ \"name\": \"express\", \"version\": \"5.1.0\" }");
    repo.write("node_modules/express/index.js", "import 'common'\n");
    bootstrap(&repo, &[]);
    assert_eq!(graph(&repo), expected);
}

#[test]
fn a_dry_run_writes_nothing() {
    let repo = Repo::fixture("two-roots");
    let dry = bootstrap(&repo, &["--dry-run"]);
    assert!(!repo.path(".dsp").exists());
    let wet = bootstrap(&repo, &[]);
    assert_eq!(dry.out, wet.out);
    let number = |run: &Run, words: &str| {
        let (before, _) = run.err.split_once(words).expect("the line of numbers says it");
        before.rsplit(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(number(&dry, " files to write"), number(&wet, " files written"));
    let before = graph(&repo);
    repo.write("apps/one/more.ts", "export const more = 1\n");
    repo.write("apps/one/main.ts", "import './more'\n");
    bootstrap(&repo, &["--dry-run", "--allow-dirty"]);
    assert_eq!(graph(&repo), before);
}

#[test]
fn authored_texts_survive() {
    let repo = Repo::fixture("barrels-and-cycles");
    bootstrap(&repo, &[]);
    let found = repo.run(&["find-by-source", "src/price.ts"]);
    let whole = found
        .text()
        .lines()
        .find(|uid| graph(&repo).contains(&format!("== {uid}/description\nsource: src/price.ts\n")));
    let uid = whole.expect("the file has an entity").to_owned();
    let description = format!(".dsp/{uid}/description");
    let text = "source: src/price.ts\nkind: object\npurpose: All prices.\n\nnotes: round late\n";
    repo.write(&description, text);
    repo.write("src/price.ts", "const total = 1\n");
    bootstrap(&repo, &[]);
    assert_eq!(fs::read_to_string(repo.path(&description)).unwrap(), text);
    let now = repo.run(&["find-by-source", "src/price.ts"]);
    assert_eq!(now.text().trim(), uid, "what the file no longer exports is gone");
}

#[test]
fn the_graph_can_be_asked() {
    let repo = Repo::fixture("two-roots");
    let empty = repo.run(&["get-stats"]);
    assert_eq!((empty.code, empty.text()), (Some(1), ""), "there is no graph yet");
    let roots = bootstrap(&repo, &[]);
    let mut text = String::new();
    let mut ask = |args: &[&str]| {
        let run = repo.run(args);
        let code = run.code.expect("it was not killed");
        write!(text, "$ {}\n{}{}exit {code}\n\n", args.join(" "), run.text(), run.err).unwrap();
    };
    ask(&["get-stats"]);
    ask(&["read-toc"]);
    ask(&["read-toc", "--toc", "default"]);
    ask(&["read-toc", "--toc", "obj-00000000"]);
    ask(&["read-toc", "--toc", "nonsense"]);
    for line in roots.text().lines() {
        ask(&["read-toc", "--toc", line.split(' ').next().unwrap()]);
    }
    for source in
        ["apps/one/main.ts", "./apps/one/main.ts", "express", "node:fs", "packages/common/lonely.ts"]
    {
        ask(&["find-by-source", source]);
    }
    golden!("questions", text);
}

#[test]
fn the_graph_is_found_from_below() {
    let repo = Repo::fixture("two-roots");
    let inside = finish(repo.program().current_dir(repo.path("apps/one")).arg("bootstrap"));
    assert_eq!(inside.code, Some(0));
    assert!(repo.path(".dsp").is_dir() && !repo.path("apps/one/.dsp").exists());
    let stats = repo.run(&["get-stats"]);
    assert_eq!(finish(repo.program().current_dir(repo.path("apps/one")).arg("get-stats")), stats);
    assert_eq!(repo.run(&["get-stats", "--root", "packages/common"]), stats);
}

#[test]
fn init_makes_an_empty_graph_and_again_is_fine() {
    let repo = Repo::fixture("two-roots");
    let first = repo.run(&["init"]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(repo.path(".dsp").is_dir());
    assert_eq!(repo.run(&["init"]).code, Some(0));
    bootstrap(&repo, &[]);
    let written = graph(&repo);
    assert_eq!(repo.run(&["init"]).code, Some(0));
    assert_eq!(graph(&repo), written);
}

#[test]
fn init_makes_its_folder_but_not_within_a_repository() {
    let repo = Repo::folder("plain");
    for _ in 0..2 {
        assert_eq!(repo.run(&["init", "--root", "a/b"]).code, Some(0));
        assert!(repo.path("a/b/.dsp").is_dir() && !repo.path(".dsp").exists());
    }
    let repo = Repo::fixture("two-roots");
    assert_eq!(repo.run(&["init", "--root", "a/b"]).code, Some(3));
    assert!(!repo.path("a").exists() && !repo.path(".dsp").exists());
}

#[test]
#[cfg(unix)]
fn a_graph_behind_a_link_is_refused() {
    let repo = Repo::fixture("two-roots");
    let target = repo.outside().join("elsewhere");
    fs::create_dir(&target).unwrap();
    std::os::unix::fs::symlink(&target, repo.path(".dsp")).unwrap();
    for args in [&["bootstrap"][..], &["bootstrap", "--dry-run"], &["init"]] {
        let run = repo.run(args);
        assert_eq!((run.code, run.text()), (Some(3), ""), "{args:?}: {}", run.err);
        assert!(run.err.starts_with("error: ") && run.err.contains("link"), "{}", run.err);
    }
    assert_eq!(fs::read_dir(&target).unwrap().count(), 0, "nothing was written through the link");
}

#[test]
fn without_a_source_there_is_no_root() {
    let repo = Repo::of(&[("README.md", "# Nothing\n")]);
    let run = repo.run(&["bootstrap"]);
    assert_eq!((run.code, run.text()), (Some(3), ""));
    assert!(run.err.contains("no root"), "{}", run.err);
    assert!(!repo.path(".dsp").exists());
}

#[test]
fn a_folder_without_git_and_sources_is_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_dsp-cli"))
        .args(["bootstrap", "--root"])
        .arg(dir.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(3));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn that_git_ignores_the_graph_is_told() {
    let repo = Repo::of(&[("src/a.ts", "export const a = 1\n")]);
    let told = || repo.run(&["bootstrap", "--markers", "off"]).err.contains("git ignores `.dsp`");
    assert!(!told());
    repo.write(".git/info/exclude", ".dsp\n");
    assert!(told());
    repo.git(&["add", "--force", ".dsp/TOC"]);
    assert!(!told(), "what git tracks is not ignored");
}

#[test]
fn a_rename_that_was_committed_keeps_the_uid() {
    let lib = "export function total(prices: number[]) {\n  let sum = 0\n  for (const price of prices) sum += price\n  return sum\n}\n";
    let repo = Repo::of(&[
        ("package.json", "{ \"name\": \"app\", \"main\": \"src/a.ts\" }\n"),
        ("src/a.ts", "import { total } from './lib'\nconsole.log(total([1]))\n"),
        ("src/lib.ts", lib),
    ]);
    repo.write(".git/info/exclude", ".dsp\n");
    repo.commit();
    bootstrap(&repo, &["--markers", "off"]);
    let uids = |source: &str| repo.run(&["find-by-source", source]).text().to_owned();
    let before = uids("src/lib.ts");
    let commit = |from: &str, to: &str| {
        fs::remove_file(repo.path(from)).unwrap();
        repo.write(to, lib.replace("total", "sum"));
        repo.write("src/a.ts", "console.log('on its own now')\n");
        repo.commit();
    };
    commit("src/lib.ts", "src/money/prices.ts");
    // No import tells, and the last commit has neither the file nor the declaration.
    repo.write("src/b.ts", "export const later = 1\n");
    repo.commit();
    let run = bootstrap(&repo, &["--verbose"]);
    assert!(run.err.contains("moved: src/lib.ts is src/money/prices.ts now\n"), "{}", run.err);
    assert_eq!(uids("src/money/prices.ts"), before);
    commit("src/money/prices.ts", "src/prices.ts");
    let json: serde_json::Value =
        serde_json::from_str(bootstrap(&repo, &["--format", "json"]).text()).unwrap();
    assert_eq!(json["moved"], serde_json::json!([{ "from": "src/money/prices.ts", "to": "src/prices.ts" }]));
    assert_eq!(json["merged"], serde_json::json!([]));
    // A declaration that another commit renamed, in a file that stayed.
    let before = uids("src/prices.ts");
    repo.write("src/prices.ts", lib.replace("total", "all"));
    repo.commit();
    repo.write("src/b.ts", "export const later = 2\n");
    repo.commit();
    bootstrap(&repo, &[]);
    assert_eq!(uids("src/prices.ts"), before);
}
