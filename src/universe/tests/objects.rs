//! The index and commits: what they list, what they hold, and the repositories that make it hard.

use super::*;
use crate::universe::{UniverseError, refuse_bare};

fn head() -> Source {
    Source::Commit("HEAD".to_owned())
}

#[test]
fn each_snapshot_has_its_own_contents() {
    let repo = Folder::with(&[("a", "committed"), ("gone", "")]);
    repo.write("a", "staged");
    repo.write("added", "");
    repo.git(&["rm", "-q", "--cached", "gone"]);
    repo.git(&["add", "a", "added"]);
    repo.write("a", "on disk");
    repo.check(&head(), "a\ngone\n");
    repo.check(&Source::Index, "a\nadded\n");
    repo.check(&Source::WorkTree, "a\nadded\ngone new\n");
    for (source, bytes) in [(head(), "committed"), (Source::Index, "staged"), (Source::WorkTree, "on disk")] {
        assert_eq!(repo.open(&source).snapshot.read(&path("a")).unwrap(), bytes.as_bytes());
    }
}

#[test]
fn content_ids_are_those_of_git() {
    for format in ["sha1", "sha256"] {
        let repo = Folder::init(&["--object-format", format]);
        repo.write("a", "text");
        repo.commit();
        let expected = repo.git(&["rev-parse", "HEAD:a"]);
        for source in [head(), Source::Index] {
            let snapshot = repo.open(&source).snapshot;
            let id = snapshot.content_id(&path("a")).unwrap();
            assert_eq!(id.to_string().as_bytes(), expected.trim_ascii());
            assert_eq!(snapshot.read(&path("a")).unwrap(), b"text");
            assert_eq!(snapshot.content_id(&path("none")), None);
        }
        repo.check(&Source::WorkTree, "a\n");
        assert_eq!(repo.open(&Source::WorkTree).snapshot.content_id(&path("a")), None);
    }
}

#[test]
fn revisions_are_named_as_for_git() {
    let repo = Folder::with(&[("old", "")]);
    repo.git(&["tag", "-a", "-m", "x", "v1"]);
    repo.write("new", "");
    repo.commit();
    for revision in ["v1", "HEAD~1", "main^", "v1^{tree}", "HEAD~1:"] {
        repo.check(&Source::Commit(revision.to_owned()), "old\n");
    }
    let message = |revision: &str| {
        let error = Universe::open(&repo.root(), &Source::Commit(revision.to_owned())).unwrap_err();
        assert!(error.is_wrong_call());
        crate::event::chain(&error)
    };
    let unknown = "0123456789012345678901234567890123456789";
    for revision in ["nope", "HEAD~9", "HEAD:none", "v1..main", "--all", "main\n", unknown] {
        assert_eq!(message(revision), format!("no such revision `{revision}`"));
    }
    assert_eq!(message(&"x".repeat(5000)), format!("no such revision `{}…`", "x".repeat(80)));
    assert_eq!(message(""), "the revision is empty");
    assert_eq!(message("HEAD:old"), "`HEAD:old` names a file, not a tree");
}

#[test]
fn conflicts_take_our_side() {
    let repo = Folder::with(&[("both", "base\n"), ("theirs", "base\n"), ("fine", "")]);
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write("both", "side\n");
    repo.write("theirs", "side\n");
    repo.commit();
    repo.git(&["checkout", "-q", "main"]);
    repo.write("both", "main\n");
    repo.remove("theirs");
    repo.commit();
    assert!(!repo.try_git(&["merge", "-q", "side"]).0);
    let problems = "! both: has unresolved merge conflicts\n! theirs: has unresolved merge conflicts\n";
    repo.check(&Source::Index, &format!("both\nfine\ntheirs\n{problems}"));
    repo.check(&Source::WorkTree, &format!("both\nfine\ntheirs\n{problems}"));
    assert_eq!(repo.open(&Source::Index).snapshot.read(&path("both")).unwrap(), b"main\n");
}

#[test]
fn intent_to_add_is_tracked_but_not_staged() {
    let repo = Folder::with(&[("a", "")]);
    repo.write("announced", "x");
    repo.git(&["add", "-N", "announced"]);
    repo.check(&Source::WorkTree, "a\nannounced\n");
    repo.check(&Source::Index, "a\n");
}

#[test]
fn bare_repositories_have_revisions_only() {
    let repo = Folder::with(&[("a", "x")]);
    let bare = Folder::plain();
    bare.git(&["clone", "-q", "--bare", repo.root().to_str().unwrap(), "."]);
    bare.check(&head(), "a\n");
    assert_eq!(bare.open(&head()).snapshot.read(&path("a")).unwrap(), b"x");
    for source in [Source::WorkTree, Source::Index] {
        assert_eq!(failure(&bare, &source), "`/repo` is a bare repository: only its revisions can be read");
    }
}

#[test]
fn references_in_a_reftable_are_asked_from_git() {
    let repo = Folder::plain();
    if !repo.try_git(&["init", "-q", "-b", "main", "--ref-format=reftable", "."]).0 {
        return; // This git is older than reftables.
    }
    repo.write("a", "x");
    repo.commit();
    for source in [Source::WorkTree, Source::Index, head(), Source::Commit("main".to_owned())] {
        repo.check(&source, "a\n");
        assert_eq!(repo.open(&source).snapshot.read(&path("a")).unwrap(), b"x");
    }
    for revision in ["nope", "--all"] {
        let message = failure(&repo, &Source::Commit(revision.to_owned()));
        assert_eq!(message, format!("no such revision `{revision}`"));
    }
}

#[test]
fn line_ends_are_those_of_the_place() {
    let repo = Folder::init(&[]);
    repo.git(&["config", "core.autocrlf", "true"]);
    repo.write("a", "1\r\n2\r\n");
    repo.git(&["-c", "core.autocrlf=true", "add", "a"]);
    repo.git(&["commit", "-q", "-m", "x"]);
    assert_eq!(repo.open(&Source::WorkTree).snapshot.read(&path("a")).unwrap(), b"1\r\n2\r\n");
    assert_eq!(repo.open(&Source::Index).snapshot.read(&path("a")).unwrap(), b"1\n2\n");
    assert_eq!(repo.open(&head()).snapshot.read(&path("a")).unwrap(), b"1\n2\n");
}

#[test]
fn a_damaged_repository_says_what_is_damaged() {
    let repo = Folder::with(&[("a", "x"), ("b", "y")]);
    let id = String::from_utf8(repo.git(&["rev-parse", "HEAD:a"])).unwrap();
    let (dir, name) = id.trim().split_at(2);
    repo.remove(&format!(".git/objects/{dir}/{name}"));
    let snapshot = repo.open(&head()).snapshot;
    let error = snapshot.read(&path("a")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read `a`");
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.starts_with(&format!("cannot read the object {}", id.trim())), "{cause}");
    assert_eq!(snapshot.read(&path("b")).unwrap(), b"y");

    assert_eq!(error.reason().matches("`a`").count(), 0);
    assert!(error.reason().starts_with(&format!("cannot be read: {cause}: ")), "{}", error.reason());

    repo.write(".git/index", "DIRC and then nothing");
    let damaged =
        "the index of `/repo/.git` is damaged; `git read-tree HEAD` rebuilds it without what was staged";
    assert_eq!(failure(&repo, &Source::Index), damaged);
    assert_eq!(failure(&repo, &Source::WorkTree), damaged);
    repo.git(&["read-tree", "HEAD"]);
    repo.check(&Source::Index, "a\nb\n");
    repo.write(".git/config", "[core\n");
    assert_eq!(failure(&repo, &Source::WorkTree), "cannot open the git repository of `/repo`");
}

#[test]
fn a_damaged_revision_is_not_called_unknown() {
    for object in ["HEAD", "HEAD^{tree}", "HEAD:dir"] {
        for garbage in [None, Some("garbage")] {
            let repo = Folder::with(&[("dir/a", "x")]);
            let id = String::from_utf8(repo.git(&["rev-parse", object])).unwrap();
            let (dir, name) = id.trim().split_at(2);
            let file = format!(".git/objects/{dir}/{name}");
            repo.remove(&file);
            if let Some(garbage) = garbage {
                repo.write(&file, garbage);
            }
            for revision in ["HEAD", "main", "HEAD~1"] {
                if revision == "HEAD~1" && object != "HEAD" {
                    continue;
                }
                let error = Universe::open(&repo.root(), &Source::Commit(revision.to_owned())).unwrap_err();
                let text = crate::event::chain(&error);
                assert!(
                    text.starts_with(&format!("the tree of `{revision}` is damaged or missing (")),
                    "{text}"
                );
                assert!(text.matches('`').count() <= 6 && !text.contains('\n'), "{text}");
            }
        }
    }
}

#[test]
fn a_folder_among_objects_is_no_place_to_write() {
    let repo = Folder::with(&[("a", "")]);
    assert!(refuse_bare(&repo.root()).is_ok());
    assert!(refuse_bare(&Folder::plain().root()).is_ok());
    let bare = Folder::plain();
    bare.git(&["init", "-q", "--bare", "."]);
    let bare_told = "`/repo` is a bare repository: it has no work tree to write `.dsp` into";
    let inside = |folder: &str| {
        format!("`/repo/{folder}` lies in the git directory of `/repo`: `.dsp` is in the work tree alone")
    };
    for (folder, place, told) in [
        (bare.root(), &bare, bare_told.to_owned()),
        (bare.root().join("refs"), &bare, bare_told.to_owned()),
        (repo.root().join(".git"), &repo, inside(".git")),
        (repo.root().join(".git/refs"), &repo, inside(".git/refs")),
    ] {
        let error = refuse_bare(&folder).unwrap_err().to_string();
        let top = place.temp.path().canonicalize().unwrap();
        assert_eq!(error.replace(top.to_str().unwrap(), ""), told);
    }
}

#[test]
fn names_that_no_file_may_have_are_left_out_and_reported() {
    let repo = Folder::with(&[("a", "x")]);
    let blob = String::from_utf8(repo.git(&["rev-parse", "HEAD:a"])).unwrap();
    let list = format!("100644 blob {0}\t..\0100644 blob {0}\t.git\0100644 blob {0}\tfine\0", blob.trim());
    repo.write_outside("list", &list);
    let input = fs::File::open(repo.temp.path().join("list")).unwrap();
    let made = git(&repo.root()).args(["mktree", "-z"]).stdin(input).output().unwrap();
    let tree = String::from_utf8(made.stdout).unwrap();
    repo.check(
        &Source::Commit(tree.trim().to_owned()),
        "fine\n! ..: was left out: the path has an empty, `.` or `..` segment\n\
         ! .git: was left out: the path leads into `.git`\n",
    );
}

#[test]
fn many_threads_read_at_once() {
    let names: Vec<_> = (0..64).map(|n| format!("f{n}")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
    let repo = Folder::with(&files);
    for source in [Source::WorkTree, head()] {
        let universe = repo.open(&source);
        let read = |n: usize| universe.snapshot.read(&universe.files[n % 64].path).unwrap();
        let check = |n: usize| assert_eq!(read(n), universe.files[n % 64].path.as_bytes());
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..512).for_each(check));
            }
        });
    }
}

/// What a hook sees: run again as a child, because the environment belongs to the whole process.
#[test]
fn a_hook_reads_the_index_that_git_names() {
    let repo = Folder::with(&[("a", "")]);
    let other = Folder::with(&[("other", "")]);
    repo.write("b", "");
    let index = repo.root().join(".git/next-index");
    fs::copy(repo.root().join(".git/index"), &index).unwrap();
    assert!(git(&repo.root()).args(["add", "b"]).env("GIT_INDEX_FILE", &index).status().unwrap().success());
    repo.check(&Source::Index, "a\n");
    let child = |start: &Folder, environment: &[(&str, &str)]| child(&repo, &start.root(), environment);
    assert_eq!(child(&repo, &[("GIT_INDEX_FILE", ".git/next-index")]), "a\nb\n");
    assert_eq!(child(&repo, &[("GIT_INDEX_FILE", ".git/next-index"), ("GIT_DIR", ".git")]), "a\nb\n");
    assert_eq!(child(&other, &[("GIT_INDEX_FILE", ".git/next-index"), ("GIT_DIR", ".git")]), "other\n");
    assert_eq!(child(&other, &[("GIT_INDEX_FILE", index.to_str().unwrap())]), "other\n");
}

#[test]
fn a_work_tree_may_be_named_by_the_environment_alone() {
    let folder = Folder::plain();
    folder.write("tracked/file", "");
    folder.write("new", "");
    let apart = ["--git-dir=../apart", "--work-tree=."];
    folder.git(&[&apart[..], &["init", "-q"]].concat());
    folder.git(&[&apart[..], &["add", "tracked"]].concat());
    let environment = [("GIT_DIR", "../apart"), ("GIT_WORK_TREE", ".")];
    assert_eq!(child(&folder, &folder.root().join("tracked"), &environment), "tracked/file\n");
    assert_eq!(child(&folder, folder.temp.path(), &environment), "in no git repository");
}

/// The listing of the index as a process sees it that runs in `here` with that environment.
fn child(here: &Folder, start: &Path, environment: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "universe::tests::objects::child_of_a_hook", "--nocapture"]);
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"] {
        command.env_remove(name);
    }
    command.env("DSP_TEST_START", start).envs(environment.iter().copied()).current_dir(here.root());
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    text.split("<<").nth(1).unwrap().split(">>").next().unwrap().to_owned()
}

#[test]
fn child_of_a_hook() {
    if let Some(start) = std::env::var_os("DSP_TEST_START") {
        match Universe::open(start.as_ref(), &Source::Index) {
            Ok(universe) => println!("<<{}>>", render(&universe)),
            Err(UniverseError::NoRepository { .. }) => println!("<<in no git repository>>"),
            Err(error) => println!("<<{error}>>"),
        }
    }
}

#[test]
fn the_history_of_a_path_is_told_along_first_parents() {
    let repo = Folder::with(&[("a/b", "1"), ("a/c", "c"), ("x", "x")]);
    repo.write("a/b", "2");
    repo.commit();
    repo.remove("a/b");
    repo.git(&["rm", "-q", "a/b"]);
    repo.commit();
    repo.write("x", "y");
    repo.commit();
    repo.git(&["checkout", "-q", "-b", "side", "HEAD~2"]);
    repo.write("a/b", "side");
    repo.commit();
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["merge", "-q", "-s", "ours", "side", "-m", "x"]);
    let path = |text: &str| RepoPath::new(text.as_bytes()).unwrap();
    let paths = ["x", "a/b", "a/c", "none/at/all", "a"].map(path);
    let history = repo.open(&Source::WorkTree).history("HEAD", 200, paths.to_vec()).unwrap().unwrap();
    let told = |text: &str| -> Vec<(usize, String)> {
        let read = |blob| String::from_utf8(history.read(blob).unwrap()).unwrap();
        history.versions(&path(text)).map(|(ago, blob)| (ago, read(blob))).collect()
    };
    assert_eq!(told("a/b"), [(3, "2".to_owned()), (4, "1".to_owned())]);
    assert_eq!(told("x"), [(0, "y".to_owned()), (2, "x".to_owned())]);
    assert_eq!(told("a/c"), [(0, "c".to_owned())]);
    assert_eq!((told("none/at/all"), told("a")), (vec![], vec![]), "a directory is no file");
    let at = |ago| history.at(&path("a/b"), ago).is_some();
    assert_eq!([0, 1, 2, 3, 4].map(at), [false, false, false, true, true]);
    assert!(repo.open(&Source::WorkTree).history("nonsense", 200, Vec::new()).is_err());
    assert!(Folder::plain().open(&Source::WorkTree).history("HEAD", 200, Vec::new()).unwrap().is_none());
}
