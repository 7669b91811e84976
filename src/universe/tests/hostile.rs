//! Names and files that somebody made to hurt, or that happen.
#![cfg(unix)]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;

fn link(repo: &Folder, text: &str, path: &str) {
    symlink(text, repo.root().join(path)).unwrap();
}

#[test]
fn names_of_every_kind() {
    let names: [&[u8]; 17] = [
        b"with space.ts",
        b"qu\"ote'.ts",
        b"new\nline.ts",
        b"back\\slash.ts",
        b"\xff\xfe.ts",
        b"caf\xc3\xa9.ts",
        b"cafe\xcc\x81.ts",
        b"Case.ts",
        b"case.ts",
        b"constructor",
        b"__proto__",
        b"-dash",
        b"!bang",
        b"#hash",
        b"*star?[x]",
        b" lead",
        b"tail ",
    ];
    let repo = Folder::init(&[]);
    let write = |dir: &str| {
        let dir = repo.root().join(dir);
        fs::create_dir_all(&dir).unwrap();
        // A file system may refuse some names or fold two into one; the referee sees the same.
        for name in names {
            drop(fs::write(dir.join(OsStr::from_bytes(name)), name));
        }
    };
    write("");
    write("tracked");
    repo.commit();
    write("new");
    repo.check_against_git();
    for source in [Source::WorkTree, Source::Index, Source::Commit("HEAD".to_owned())] {
        let universe = repo.open(&source);
        assert!(universe.files.len() >= 2 * 14);
        for file in &universe.files {
            assert_eq!(universe.snapshot.read(&file.path).unwrap(), file.path.file_name());
        }
    }
}

#[test]
fn links_are_listed_with_their_text_and_never_followed() {
    let repo = Folder::with(&[("real/a.ts", ""), (".gitignore", "ignored-link\n")]);
    link(&repo, "real", "dir-link");
    link(&repo, "real/a.ts", "file-link");
    link(&repo, "../..", "real/up");
    link(&repo, "loop", "loop");
    link(&repo, "/etc/passwd", "out");
    repo.commit();
    link(&repo, "nowhere", "new-link");
    link(&repo, "nowhere", "ignored-link");
    let files = ".gitignore\nreal/a.ts\n";
    let tracked = "loop -> loop\n";
    let head = "dir-link -> real\nfile-link -> real/a.ts\n";
    let tail = "out -> /etc/passwd\nreal/up -> ../..\n";
    repo.check(&Source::WorkTree, &format!("{files}{head}{tracked}new-link -> nowhere\n{tail}"));
    repo.check(&Source::Index, &format!("{files}{head}{tracked}{tail}"));
    repo.check(&Source::Commit("HEAD".to_owned()), &format!("{files}{head}{tracked}{tail}"));
    repo.check_against_git();
    let snapshot = repo.open(&Source::WorkTree).snapshot;
    let error = |name| snapshot.read(&path(name)).unwrap_err().to_string();
    assert_eq!(error("out"), "`out` is no regular file");
    assert_eq!(error("dir-link/a.ts"), "`dir-link/a.ts` lies behind a symbolic link");
}

#[test]
fn a_tracked_file_or_directory_that_became_a_link() {
    let repo = Folder::with(&[("a", ""), ("dir/b", ""), ("other/c", "")]);
    repo.remove("a");
    fs::remove_dir_all(repo.root().join("dir")).unwrap();
    link(&repo, "other/c", "a");
    link(&repo, "other", "dir");
    repo.check(&Source::WorkTree, "other/c\na -> other/c\ndir -> other\n");
    let error = repo.open(&Source::WorkTree).snapshot.read(&path("dir/b")).unwrap_err();
    assert_eq!(error.to_string(), "`dir/b` lies behind a symbolic link");
}

#[test]
fn a_link_where_the_file_system_has_none_is_a_link_all_the_same() {
    let repo = Folder::with(&[("a", "")]);
    link(&repo, "a", "b");
    repo.commit();
    repo.git(&["config", "core.symlinks", "false"]);
    repo.remove("b");
    repo.write("b", "a");
    repo.check(&Source::WorkTree, "a\nb -> a\n");
}

#[test]
fn a_linked_graph_or_settings_file_is_not_read() {
    let repo = Folder::with(&[("a", "")]);
    repo.write_outside("dsp.toml", "[files]\nexclude = ['*']\n");
    link(&repo, "../dsp.toml", "dsp.toml");
    link(&repo, "..", ".dsp");
    repo.check(&Source::WorkTree, "a\ndsp.toml -> ../dsp.toml\n! dsp.toml: is no regular file\n");
    let error = repo.open(&Source::WorkTree).snapshot.read(&path(".dsp/TOC")).unwrap_err();
    assert_eq!(error.to_string(), "`.dsp/TOC` lies behind a symbolic link");
}

#[test]
fn what_cannot_be_read_is_reported_and_stops_nothing() {
    let repo = Folder::with(&[("a.ts", ""), ("shut/b.ts", ""), ("secret.ts", ""), ("sub/.gitignore", "*")]);
    repo.write("sub/new.ts", "");
    let chmod = |path: &str, mode| {
        fs::set_permissions(repo.root().join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    chmod("shut", 0);
    chmod("secret.ts", 0);
    chmod("sub/.gitignore", 0);
    if fs::read(repo.root().join("secret.ts")).is_ok() {
        chmod("shut", 0o755);
        return; // The superuser reads everything.
    }
    repo.check(
        &Source::WorkTree,
        "a.ts\nsecret.ts\nshut/b.ts\nsub/.gitignore\nsub/new.ts new\n\
         ! shut: cannot be listed: Permission denied (os error 13)\n\
         ! sub: has ignore rules that cannot be read: Permission denied (os error 13)\n",
    );
    let error = repo.open(&Source::WorkTree).snapshot.read(&path("secret.ts")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read `secret.ts`");
    chmod("shut", 0o755);
}

#[test]
fn devices_and_pipes_are_no_files() {
    let repo = Folder::with(&[("a", ""), ("b", "")]);
    repo.remove("b");
    let made = Command::new("mkfifo").arg(repo.root().join("b")).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    repo.check(&Source::WorkTree, "a\n");
    let error = repo.open(&Source::WorkTree).snapshot.read(&path("b")).unwrap_err();
    assert_eq!(error.to_string(), "`b` is no regular file");
}

fn pipe(place: &Path) -> bool {
    drop(fs::remove_file(place));
    Command::new("mkfifo").arg(place).status().is_ok_and(|status| status.success())
}

#[test]
fn a_pipe_for_an_ignore_file_is_not_waited_for() {
    let repo = Folder::with(&[("a", ""), (".gitignore", "*.log\n"), ("dir/sub/b", "")]);
    repo.write("x.log", "");
    repo.write("dir/y.log", "");
    repo.write("dir/sub/z.log", "");
    if !pipe(&repo.root().join("dir/.gitignore")) {
        return;
    }
    pipe(&repo.root().join(".dspignore"));
    pipe(&repo.root().join("dsp.toml"));
    let problem = "has a `.gitignore` that is no regular file: no ignore rule holds in it";
    repo.check(
        &Source::WorkTree,
        &format!(
            ".gitignore\na\ndir/sub/b\ndir/sub/z.log new\ndir/y.log new\n! dir: {problem}\n\
             ! dsp.toml: is no regular file\n"
        ),
    );
    repo.remove("dsp.toml");
    pipe(&repo.root().join(".gitignore"));
    assert!(repo.listing(&Source::WorkTree).ends_with(&format!("x.log new\n! : {problem}\n")));
    let folder = Folder::plain();
    pipe(&folder.root().join(".gitignore"));
    folder.check(&Source::WorkTree, &format!("! : {problem}\n"));
}

#[test]
fn linked_ignore_files_are_not_followed() {
    let repo = Folder::with(&[("a", ""), ("real", "*.log\n"), ("dir/.gitignore/b", "")]);
    link(&repo, "real", ".gitignore");
    repo.write("x.log", "");
    repo.write("dir/y", "");
    repo.check(&Source::WorkTree, "a\ndir/.gitignore/b\ndir/y new\nreal\nx.log new\n.gitignore -> real\n");
}

#[test]
fn pipes_in_the_place_of_what_git_reads_are_an_error() {
    for (name, message) in [
        (".git/info/exclude", "cannot read the ignore rules of `/repo/.git`: "),
        ("../excludes", "cannot read the ignore rules of `/repo/.git`: "),
        (".git/HEAD", "cannot open the git repository of `/repo`: "),
        (".git/config", "cannot open the git repository of `/repo`: "),
        (".git/index", "cannot open the git repository of `/repo`: "),
        (".git/objects/info/alternates", "cannot open the git repository of `/repo`: "),
    ] {
        let repo = Folder::with(&[("a", "")]);
        if !pipe(&repo.root().join(name)) {
            return;
        }
        let error = Universe::open(&repo.root(), &Source::WorkTree).unwrap_err();
        let text = crate::event::chain(&error).replace(repo.temp.path().to_str().unwrap(), "");
        assert!(text.starts_with(message) && text.ends_with("is no regular file"), "{text}");
    }
    let folder = Folder::plain();
    pipe(&folder.root().join(".git"));
    folder.check(&Source::WorkTree, "! .git: leads to no git repository; the folder is read without git\n");
}

#[test]
fn a_git_directory_that_may_not_be_read_is_an_error() {
    for (name, mode) in [(".git", 0o755), (".git/HEAD", 0o644), (".git/index", 0o644)] {
        let repo = Folder::with(&[("a", "")]);
        let place = repo.root().join(name);
        fs::set_permissions(&place, fs::Permissions::from_mode(0o0)).unwrap();
        let refused = fs::read_dir(&place).is_err() && fs::read(&place).is_err();
        let result = Universe::open(&repo.root(), &Source::WorkTree);
        fs::set_permissions(&place, fs::Permissions::from_mode(mode)).unwrap();
        if refused {
            let text = crate::event::chain(&result.unwrap_err());
            assert!(text.starts_with("cannot ") && text.contains("ermission denied"), "{text}");
        } // The superuser reads everything.
    }
}

#[test]
fn large_files_are_files() {
    let repo = Folder::init(&[]);
    let file = fs::File::create(repo.root().join("large.bin")).unwrap();
    file.set_len(50 << 20).unwrap();
    repo.check(&Source::WorkTree, "large.bin new\n");
    let bytes = repo.open(&Source::WorkTree).snapshot.read(&path("large.bin")).unwrap();
    assert_eq!(bytes.len(), 50 << 20);
    file.set_len((1 << 30) + 1).unwrap();
    let error = repo.open(&Source::WorkTree).snapshot.read(&path("large.bin")).unwrap_err();
    assert_eq!(error.to_string(), "`large.bin` is too large to be read (1073741825 bytes)");
}

#[test]
fn a_git_directory_in_another_letter_case_is_left_out() {
    let repo = Folder::with(&[("a", "")]);
    repo.write("sub/.GIT/config", "");
    repo.check(&Source::WorkTree, "a\n");
}

#[test]
fn deep_trees_do_not_overflow() {
    let repo = Folder::with(&[("a", "")]);
    let deep = vec!["d"; 900].join("/");
    repo.write(&format!("{deep}/x"), "");
    let universe = repo.open(&Source::WorkTree);
    assert_eq!(universe.files.len(), 2);
    assert_eq!(universe.problems, []);
}
