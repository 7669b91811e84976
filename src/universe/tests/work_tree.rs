//! What is on disk: ignore rules, what git tracks, and what only looks like a file.

use super::*;

#[test]
fn nested_ignore_files_with_negation() {
    let repo = Folder::with(&[
        (".gitignore", "*.log\n/build/\n!keep.log\nout/\n# comment\n\\#odd\ntrailing  \n"),
        ("a/.gitignore", "!*.log\nlocal\n"),
        ("a/b/.gitignore", "*.log\n!b.log\n"),
        ("src/x.ts", ""),
    ]);
    for path in [
        "x.log",
        "keep.log",
        "a/x.log",
        "a/local",
        "a/b/x.log",
        "a/b/b.log",
        "build/x",
        "src/build/x",
        "out/keep.log",
        "src/out/y",
        "#odd",
        "trailing",
        "new.ts",
        "src/new.ts",
    ] {
        repo.write(path, "");
    }
    repo.check_against_git();
}

#[test]
fn many_directories_are_walked_by_many_with_the_same_rules() {
    let repo = Folder::with(&[(".gitignore", "*.log\n"), ("wide/.gitignore", "!3.log\nskipped/\n")]);
    for at in 0..100 {
        repo.write(&format!("wide/{at}/deep/{at}.log"), "");
        repo.write(&format!("wide/{at}/deep/skipped/x"), "");
        repo.write(&format!("wide/3/{at}/.gitignore"), format!("!{at}.log\n"));
        repo.write(&format!("wide/3/{at}/{at}.log"), "");
    }
    repo.check_against_git();
}

#[test]
fn a_negation_below_an_ignored_directory_brings_nothing_back() {
    let repo = Folder::with(&[(".gitignore", "dir/*\n!dir/sub\n/gone/\n")]);
    for path in ["dir/x", "dir/sub/y", "gone/.gitignore", "gone/z"] {
        repo.write(path, "!*\n");
    }
    repo.check_against_git();
    repo.check(&Source::WorkTree, ".gitignore\ndir/sub/y new\n");
}

#[test]
fn global_rules_of_the_repository_and_the_user() {
    let repo = Folder::with(&[("a", "")]);
    repo.write(".git/info/exclude", "*.private\n");
    repo.write_outside("excludes", "*.swp\n");
    for path in ["x.private", "x.swp", "sub/y.swp", "z"] {
        repo.write(path, "");
    }
    repo.check_against_git();
    repo.check(&Source::WorkTree, "a\nz new\n");
}

#[test]
fn tracked_files_count_even_where_ignored() {
    let repo = Folder::with(&[
        (".gitignore", "node_modules/\n*.log\n"),
        ("node_modules/dep/index.js", ""),
        ("kept.log", ""),
    ]);
    repo.write("node_modules/dep/untracked.js", "");
    repo.write("node_modules/other/x.js", "");
    repo.write("lost.log", "");
    repo.check_against_git();
    repo.check(&Source::WorkTree, ".gitignore\nkept.log\nnode_modules/dep/index.js vendored\n");
}

#[test]
fn deleted_files_are_not_there() {
    let repo = Folder::with(&[("a/b.ts", ""), ("c.ts", ""), ("d/e.ts", "")]);
    repo.remove("c.ts");
    fs::remove_dir_all(repo.root().join("d")).unwrap();
    repo.check_against_git();
    repo.check(&Source::WorkTree, "a/b.ts\n");
}

#[test]
fn a_file_that_vanishes_or_was_never_there_is_an_error_of_its_own() {
    let repo = Folder::with(&[("a.ts", "x"), ("b.ts", "y")]);
    let universe = repo.open(&Source::WorkTree);
    repo.remove("a.ts");
    let error = |name| universe.snapshot.read(&path(name)).unwrap_err().to_string();
    assert_eq!(error("a.ts"), "`a.ts` does not exist");
    assert_eq!(error("no/such"), "`no/such` does not exist");
    assert_eq!(error("b.ts/below"), "`b.ts/below` does not exist");
    assert_eq!(universe.snapshot.read(&path("b.ts")).unwrap(), b"y");
}

#[test]
fn a_tracked_file_that_became_a_directory_and_the_reverse() {
    let repo = Folder::with(&[("file", ""), ("dir/x", "")]);
    repo.remove("file");
    repo.write("file/inner", "");
    fs::remove_dir_all(repo.root().join("dir")).unwrap();
    repo.write("dir", "");
    repo.check_against_git();
    repo.check(&Source::WorkTree, "dir new\nfile/inner new\n");
}

#[test]
fn the_universe_is_the_whole_repository_from_any_folder_in_it() {
    let repo = Folder::with(&[("a.ts", ""), ("deep/er/b.ts", "")]);
    let universe = Universe::open(&repo.root().join("deep/er"), &Source::WorkTree).unwrap();
    assert_eq!(render(&universe), "a.ts\ndeep/er/b.ts\n");
    let top = |place: &Path| place.canonicalize().unwrap();
    assert_eq!(top(universe.snapshot.root()), top(&repo.root()));
}

#[test]
fn the_graph_and_the_stan_folder_are_never_input() {
    let repo = Folder::with(&[
        (".dsp/TOC", "x"),
        (".dsp/obj-1/description", "y"),
        (".stan/a.ts", ""),
        ("sub/.stan/a.ts", ""),
    ]);
    repo.write(".dsp/new", "");
    let listed = "sub/.stan/a.ts\n";
    for source in [Source::WorkTree, Source::Index, Source::Commit("HEAD".to_owned())] {
        repo.check(&source, listed);
        let snapshot = repo.open(&source).snapshot;
        assert_eq!(snapshot.read(&path(".dsp/TOC")).unwrap(), b"x");
    }
    repo.write("stan.config.yml", "stan-core:\n  stanPath: sub/.stan\n");
    repo.check(&Source::WorkTree, ".stan/a.ts\nstan.config.yml new\n");
}

#[test]
fn a_folder_without_git_obeys_its_own_ignore_files() {
    let folder = Folder::plain();
    for (path, text) in [(".gitignore", "*.log\nout/\n"), ("a/.gitignore", "!x.log\n"), (".hidden/x", "")] {
        folder.write(path, text);
    }
    for path in ["x.log", "a/x.log", "a/y.log", "out/z", "b.ts", "yarn.lock"] {
        folder.write(path, "");
    }
    folder.write_outside(".gitignore", "*.ts\n");
    folder.check(
        &Source::WorkTree,
        ".gitignore new\n.hidden/x new\na/.gitignore new\na/x.log new\nb.ts new\nyarn.lock new generated\n",
    );
    assert_eq!(folder.open(&Source::WorkTree).snapshot.git_dir(), None);
    assert_eq!(
        failure(&folder, &Source::Index),
        "`/repo` is in no git repository, so it has neither index nor revisions"
    );
}

#[test]
fn without_git_a_rule_holds_from_its_file_downwards() {
    let folder = Folder::plain();
    folder.write("b/.gitignore", "*.log\n");
    for path in ["a/x.log", "b/x.log", "b/c/d/x.log", "b/c/y", "c/x.log", "x.log"] {
        folder.write(path, "");
    }
    folder.check(&Source::WorkTree, "a/x.log new\nb/.gitignore new\nb/c/y new\nc/x.log new\nx.log new\n");
}

#[test]
fn a_git_folder_that_is_none_is_reported() {
    let folder = Folder::plain();
    folder.write("a", "");
    let report = "a new\n! .git: leads to no git repository; the folder is read without git\n";
    folder.write(".git", "gitdir: /no/such/folder\n");
    folder.check(&Source::WorkTree, report);
    folder.remove(".git");
    folder.write(".git/config", "");
    folder.check(&Source::WorkTree, report);
}

#[test]
fn empty_and_unborn() {
    let repo = Folder::init(&[]);
    repo.check(&Source::WorkTree, "");
    repo.check(&Source::Index, "");
    repo.write("a", "x");
    repo.git(&["add", "a"]);
    repo.write("b", "");
    repo.check(&Source::WorkTree, "a\nb new\n");
    repo.check(&Source::Index, "a\n");
    let head = Source::Commit("HEAD".to_owned());
    assert_eq!(failure(&repo, &head), "`HEAD` has no commit yet");
    assert_eq!(failure(&repo, &Source::Commit("@~1".to_owned())), "`HEAD` has no commit yet");
    assert_eq!(failure(&repo, &Source::Commit("main".to_owned())), "no such revision `main`");
}

#[test]
fn a_work_tree_that_is_elsewhere_is_named() {
    let repo = Folder::with(&[("a", "")]);
    let other = Folder::plain();
    other.write("b", "");
    repo.git(&["config", "core.worktree", other.root().to_str().unwrap()]);
    let real = |folder: &Folder| folder.root().canonicalize().unwrap().display().to_string();
    let (here, there) = (real(&repo), real(&other));
    repo.check(
        &Source::WorkTree,
        &format!(
            "b new\n! : the work tree of the repository is `{there}`: that is what is read, and `{here}` is not in it\n"
        ),
    );
}

#[test]
fn what_is_no_folder_is_named() {
    let folder = Folder::plain();
    folder.write("file", "");
    for name in ["file", "none"] {
        let place = folder.root().join(name);
        let error = Universe::open(&place, &Source::WorkTree).unwrap_err().to_string();
        assert_eq!(error, format!("cannot read the folder `{}`", place.display()));
    }
}

#[test]
fn submodules_and_repositories_inside_are_not_entered() {
    let inner = Folder::with(&[("in.ts", "")]);
    let repo = Folder::with(&[("a.ts", "")]);
    let url = inner.root();
    repo.git(&["submodule", "--quiet", "add", url.to_str().unwrap(), "mod"]);
    repo.commit();
    repo.git(&["clone", "-q", url.to_str().unwrap(), "clone"]);
    repo.write("odd/.git/not-a-repository", "");
    repo.write("odd/x.ts", "");
    let kept = ".gitmodules\na.ts\nodd/x.ts new\nmod submodule\n! clone: is a git repository of its own and was not entered\n";
    repo.check(&Source::WorkTree, kept);
    repo.check(&Source::Index, ".gitmodules\na.ts\nmod submodule\n");
    repo.check(&Source::Commit("HEAD".to_owned()), ".gitmodules\na.ts\nmod submodule\n");
    let inside = repo.open(&Source::Index).snapshot.read(&path("mod")).unwrap_err();
    assert_eq!(inside.to_string(), "`mod` is no regular file");
}

#[test]
fn linked_work_trees_have_their_own_index() {
    let repo = Folder::with(&[("a.ts", "")]);
    repo.git(&["worktree", "add", "-q", "-b", "other", "../linked"]);
    repo.write("main.ts", "");
    let linked = repo.temp.path().join("linked");
    fs::write(linked.join("side.ts"), "").unwrap();
    assert!(git(&linked).args(["add", "side.ts"]).status().unwrap().success());
    let open = |source| render(&Universe::open(&linked, &source).unwrap());
    assert_eq!(open(Source::WorkTree), "a.ts\nside.ts\n");
    assert_eq!(open(Source::Index), "a.ts\nside.ts\n");
    repo.check(&Source::Index, "a.ts\n");
}

#[test]
fn sparse_checkouts_with_and_without_a_sparse_index() {
    let repo = Folder::with(&[("in/a.ts", "1"), ("out/b.ts", "2"), ("out/deep/c.ts", "3"), ("top", "")]);
    repo.git(&["sparse-checkout", "set", "--cone", "in"]);
    for sparse_index in ["--no-sparse-index", "--sparse-index"] {
        repo.git(&["sparse-checkout", "reapply", sparse_index]);
        assert!(!repo.root().join("out").exists());
        for source in [Source::WorkTree, Source::Index] {
            // What is not checked out is not gone.
            repo.check(&source, "in/a.ts\nout/b.ts\nout/deep/c.ts\ntop\n");
            let snapshot = repo.open(&source).snapshot;
            assert_eq!(snapshot.read(&path("out/deep/c.ts")).unwrap(), b"3");
            assert!(matches!(
                snapshot.read(&path("out/gone")),
                Err(crate::universe::ReadError::NoSuchFile { .. })
            ));
        }
        let universe = repo.open(&Source::WorkTree);
        assert!(universe.refuse_left_out("in").is_ok());
        assert!(universe.refuse_left_out("none").is_ok());
        assert!(universe.refuse_left_out("out").is_err());
    }
}
