//! Roots as texts: files and packages in, `path in scope as name` out.

use super::super::format::Description;
use super::super::model::{Entity, Name, Toc, TocName};
use super::*;
use crate::settings::Choices;
use crate::testing::{Fixture, path, unit};

/// The roots of `files` where `.dsp/` is `existing`, `arguments` are given and dsp.toml names `declared`.
fn found(
    files: &str,
    units: &[Unit],
    existing: &Store,
    arguments: &[GivenRoot],
    declared: &[GivenRoot],
) -> (Vec<Root>, Vec<Problem>) {
    let text = files.split_whitespace().map(|file| format!("== {file}\n")).collect::<Vec<_>>().concat();
    let fixture = Fixture::parse(&text);
    let sources: Vec<&RepoPath> = fixture.sources.iter().map(|source| &source.path).collect();
    let input = RootInput { files: &fixture.files, sources: &sources, units };
    let choices = |roots: &[GivenRoot]| Choices { roots: roots.to_vec(), ..Choices::default() };
    let (given, declared) = (choices(arguments), choices(declared));
    let places = Places { given: &given, declared: &declared, recorded: &Choices::default() };
    find(&input, existing, places)
}

fn check(files: &str, units: &[Unit], expected: &str) {
    let (roots, problems) = found(files, units, &Store::default(), &[], &[]);
    assert_eq!(problems, []);
    let told: Vec<String> = roots
        .iter()
        .map(|root| format!("{} in {} as {}", root.path, String::from_utf8_lossy(&root.scope), root.name))
        .collect();
    assert_eq!(told.join("; "), expected);
}

#[test]
fn a_manifest_decides() {
    check("a.ts src/index.ts", &[unit("", "p", None, &["gone.ts", "a.ts"])], "a.ts in  as p");
}

#[test]
fn of_several_packages_in_one_place_the_root_is_called_like_its_own() {
    let units = [unit("", "pages", None, &["gone.js"]), unit("", "server", None, &["manage.py"])];
    check("manage.py web.js", &units, "manage.py in  as server");
}

#[test]
fn each_language_of_one_place_is_entered() {
    let units =
        [unit("", "pages", None, &["web.js", "more.js"]), unit("", "server", None, &["manage.py", "a.py"])];
    let files = "a.py manage.py more.js web.js x/b.js x/c.py";
    check(files, &units, "manage.py in  as server; web.js in  as pages");
    let (roots, _) = found(files, &units, &Store::default(), &[], &[]);
    let passed_over =
        |root: &Root| root.passed_over.iter().map(|entry| entry.path.to_text()).collect::<String>();
    assert_eq!(roots.iter().map(passed_over).collect::<Vec<_>>(), ["a.py", "more.js"]);
    let homes = Homes::of(&roots);
    assert_eq!(["x/b.js", "x/c.py", "x/d.css"].map(|file| homes.of_file(&path(file))), [1, 0, 0]);
}

#[test]
fn what_a_tool_wrote_is_entered_last() {
    check("p/demo_pb2.py p/q/z.py", &[], "p/q/z.py in  as ");
    check("p/demo_pb2.py", &[], "p/demo_pb2.py in  as ");
}

fn scoped(roots: &[Root]) -> String {
    let told = roots.iter().map(|root| format!("{}@{}", root.path, String::from_utf8_lossy(&root.scope)));
    told.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_source_has_a_home() {
    let made = |file: &str, scope: &str, package: &str| {
        let root = root(path(file), scope.as_bytes(), String::new(), None);
        Root { package: package.as_bytes().to_vec(), ..root }
    };
    let roots = [made("q/a.ts", "q", "q"), made("b/x/y.ts", "b/x", "b"), made("b/x/z/w.ts", "b/x/z", "c")];
    let homes = Homes::of(&roots);
    let at = |file: &str| homes.of_file(&path(file));
    assert_eq!(["q/r/s.ts", "b/x/z/t.ts", "b/u.ts", "c/u.ts", "else.ts"].map(at), [0, 2, 1, 2, 0]);
}

#[test]
fn given_roots_are_all_there_are() {
    let units = [unit("", "r", None, &["a.ts"]), unit("p", "p", None, &["p/c.ts"])];
    let check = |arguments: &[&str], declared: &[&str], expected: &str, wrong: &str| {
        let given = |list: &[&str]| list.iter().map(|at| GivenRoot::at(path(at))).collect::<Vec<_>>();
        let (roots, problems) = found(
            "a.ts b.ts p/c.ts p/d.ts x.css",
            &units,
            &Store::default(),
            &given(arguments),
            &given(declared),
        );
        let wrongs: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!((scoped(&roots).as_str(), wrongs.join("; ").as_str()), (expected, wrong));
    };
    check(&["p/d.ts"], &["b.ts"], "p/d.ts@", "");
    check(&["p/d.ts", "b.ts", "b.ts"], &[], "b.ts@ p/d.ts@p", "");
    check(&[], &["b.ts"], "b.ts@", "");
    let wrong = "the root `x.css` is no source file of the repository; it is left out";
    check(&[], &["x.css", "p/d.ts"], "p/d.ts@", wrong);
    check(&[], &["x.css"], "a.ts@ p/c.ts@p", wrong);
}

#[test]
fn a_given_root_says_what_it_is() {
    let given = GivenRoot {
        scope: Some(b"p".to_vec()),
        name: Some("mine".to_owned()),
        ..GivenRoot::at(path("p/d.ts"))
    };
    let units = [unit("p", "p", Some("The package."), &["p/c.ts"])];
    let (roots, _) = found("p/c.ts p/d.ts", &units, &Store::default(), &[given], &[]);
    assert_eq!((roots[0].name.as_str(), roots[0].description.as_deref()), ("mine", Some("The package.")));
}

#[test]
fn authored_tables_stay() {
    let check = |toc: &str, description: &str, expected: &str| {
        let units = [unit("", "r", None, &["a.ts"]), unit("p", "p", None, &["p/c.ts"])];
        let mut store = Store::default();
        store.tocs.insert(TocName::Plain, Toc { raw: toc.as_bytes().to_vec() });
        let description = Some(Description::parse(description.as_bytes().to_vec()));
        store.entities.insert(Name::from_slice(b"obj-00000001"), Entity { description, ..Entity::default() });
        let (roots, _) = found("a.ts b.ts g/a.py g/b.go g/c.go p/c.ts p/d.ts", &units, &store, &[], &[]);
        assert_eq!(scoped(&roots), expected);
    };
    // Of another language: it takes nobody's place.
    check("obj-00000001", "source: g\nscope: .\n", "a.ts@ g/b.go@ p/c.ts@p");
    check("obj-00000001", "source: g\nscope: g\n", "a.ts@ g/b.go@g p/c.ts@p");
    check("", "source: b.ts\n", "a.ts@ p/c.ts@p");
    check("obj-00000001", "source: b.ts\n", "b.ts@ p/c.ts@p");
    check("obj-00000001", "source: p/d.ts\n", "a.ts@ p/d.ts@p");
    check("obj-00000001", "source: p/d.ts\nscope: .\n", "p/d.ts@ p/c.ts@p");
    check("obj-00000001", "source: p/c.ts\nscope: p/x/\n", "a.ts@ p/c.ts@p/x");
    check("obj-00000001", "source: a.ts\nscope: p/x/\n", "a.ts@p/x p/c.ts@p");
    check("obj-00000001", "source: gone.ts\n", "a.ts@ p/c.ts@p");
    check("obj-00000001", "source: p\nscope: p/x\n", "a.ts@ p/c.ts@p/x");
    check("obj-00000001", "source: .\nscope: p/x\n", "a.ts@p/x p/c.ts@p");
}

#[test]
fn else_the_most_natural_name_of_the_package() {
    check("index.ts src/main.ts src/main.test.ts", &[unit("", "p", None, &[])], "src/main.ts in  as p");
    check("server.js lib.js", &[], "server.js in  as ");
    check("index.d.ts x.ts", &[], "x.ts in  as ");
    check("index.d.ts", &[], "index.d.ts in  as ");
}

#[test]
fn one_root_for_each_package_and_none_for_a_mere_workspace() {
    let units = [
        unit("", "mono", None, &[]),
        unit("packages/a", "a", None, &["packages/a/x.ts"]),
        unit("packages/b", "b", None, &[]),
    ];
    check(
        "packages/a/x.ts packages/a/index.ts packages/b/src/index.ts",
        &units,
        "packages/a/x.ts in packages/a as a; packages/b/src/index.ts in packages/b as b",
    );
    check(
        "packages/a/x.ts zed/main.ts index.ts packages/b/u.ts",
        &units,
        "index.ts in  as mono; packages/a/x.ts in packages/a as a; packages/b/u.ts in packages/b as b",
    );
}

#[test]
fn every_source_lies_in_the_scope_of_a_root() {
    let units = [unit("p", "p", None, &["p/c.ts"])];
    check("p/c.ts x/tool.ts x/a.test.ts", &units, "x/tool.ts in  as ; p/c.ts in p as p");
    check("p/c.ts eslint.config.js", &units, "eslint.config.js in  as ; p/c.ts in p as p");
}

#[test]
fn a_package_of_which_nothing_is_said_has_a_root_too() {
    let check = |files: &str, expected: &str| {
        check(files, &[unit("", "@x/cool", None, &[])], &format!("{expected} in  as @x/cool"));
    };
    check("b/z.ts a.test.ts vite.config.ts scripts/x.ts b/a.ts", "b/a.ts");
    check("a.ts src/cool.ts", "src/cool.ts");
    check("vite.config.ts scripts/x.ts", "scripts/x.ts");
    check("test/index.ts .eslintrc.js", ".eslintrc.js");
    check("x.d.ts test/index.ts", "test/index.ts");
    check("gui/test_gui.py gui/gui/update.py", "gui/gui/update.py");
    check("a/generated/b.ts scripts/c/d.ts", "scripts/c/d.ts");
    // As likely ones in the language of the manifest come first.
    check("__init__.py web/a.js", "web/a.js");
    check("main.py commitlint.config.js", "main.py");
    check("src/test-setup.ts src/setup-jest.ts src/lib/a.ts", "src/lib/a.ts");
}

#[test]
fn an_entry_in_a_package_within_belongs_to_that_package() {
    let units = [unit("", "r", None, &["p/c.ts"]), unit("p", "p", None, &[])];
    check("p/c.ts p/z.ts x.ts", &units, "x.ts in  as r; p/c.ts in p as p");
}
