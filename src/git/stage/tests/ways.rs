//! Both ways to write an index come to the same, as `git` sees it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::SystemTime;

use proptest::prelude::*;

use super::*;
use crate::git::plain::PlainIndex;
use crate::git::splice::{self, Edits};

/// What a way is called.
pub(super) fn name(written: &Written) -> &'static str {
    match written {
        Written::Not => "none",
        Written::ByGit => "git",
        Written::Spliced(_) => "ours",
    }
}

/// Has the repository say itself what could be said of all repositories of a user.
pub(super) fn plain(repo: &Scratch) {
    for (key, value) in
        [("core.fsync", "loose-object"), ("core.ignoreStat", "false"), ("core.sharedRepository", "umask")]
    {
        repo.git(&["config", key, value]);
    }
}

/// A repository with files of many sorts, in which nothing has changed for a while.
fn old() -> Scratch {
    let repo = Scratch::with(&[
        ("a", "1"),
        (".map/TOC", "toc"),
        (".map/a/b/c", "1"),
        (".map/a/b/d", "2"),
        (".map/a/e", "3"),
        (".map/f/g", "4"),
        (".map/h", "5"),
        (".maple/x", "6"),
        ("src/x/y", "7"),
        ("z", "8"),
    ]);
    plain(&repo);
    repo
}

/// When the files were last written, and when the index was.
const FILES: Duration = Duration::from_secs(1_600_000_000);
const INDEX: Duration = Duration::from_secs(1_700_000_000);

fn set_time(place: &Path, time: Duration) {
    let file = fs::File::open(place).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + time).unwrap();
}

fn place_of(repo: &Scratch) -> PathBuf {
    let place = repo.git(&["rev-parse", "--path-format=absolute", "--git-path", "index"]);
    place.trim_end().into()
}

/// Makes everything as old as it is said to be: no file is as young as the index then.
fn age(repo: &Scratch) {
    for path in repo.git(&["ls-files", "-z"]).split_terminator('\0') {
        let place = repo.root().join(path);
        if place.symlink_metadata().is_ok_and(|status| status.is_file()) {
            set_time(&place, FILES);
        }
    }
    // Says so of conflicts too.
    let _unmerged = repo.try_git(&["update-index", "-q", "--force-write-index", "--refresh"]);
    if place_of(repo).exists() {
        set_time(&place_of(repo), INDEX);
    }
}

fn entry_id(repo: &Scratch, path: &str) -> ContentId {
    let id = repo.git(&["rev-parse", &format!(":{path}")]);
    ContentId(gix::ObjectId::from_hex(id.trim().as_bytes()).unwrap())
}

/// All that git sees in the index.
fn account(repo: &Scratch) -> String {
    let (index, copy) = (place_of(repo), repo.beside("seen"));
    fs::copy(&index, &copy).unwrap();
    let time = fs::metadata(&index).unwrap().modified().unwrap();
    fs::File::open(&copy).unwrap().set_modified(time).unwrap();
    let mut told = String::new();
    for arguments in [
        &["ls-files", "--stage", "--debug"][..],
        &["ls-files", "-v", "-f"],
        &["ls-files", "--resolve-undo"],
        &["diff-index", "--cached", "HEAD"],
        &["fsck", "--strict", "--no-dangling"],
        &["status", "--porcelain=v2", "--untracked-files=all"],
        &["write-tree"],
        &["diff-index", "--cached", "HEAD"],
        &["fsck", "--strict", "--no-dangling"],
        &["status", "--porcelain=v2", "--untracked-files=all"],
    ] {
        let output = git(&repo.root()).args(arguments).env("GIT_INDEX_FILE", &copy).output().unwrap();
        let (said, complaint) = (output.stdout.as_bstr(), output.stderr.as_bstr());
        write!(told, "== {arguments:?} {}\n{said}{complaint}", output.status).unwrap();
    }
    told
}

/// Stages `files` in the same index by git and as it is done when git is not asked for. All that git sees must be the
/// same then; gives the way that was taken.
#[track_caller]
fn compare(repo: &Scratch, files: &[Staged]) -> &'static str {
    let place = place_of(repo);
    let (before, time) = (fs::read(&place).unwrap(), fs::metadata(&place).unwrap().modified().unwrap());
    let fsync = repo.git(&["config", "core.fsync"]);
    repo.git(&["config", "core.fsync", "index"]);
    let by_git = stage(repo, files);
    repo.git(&["config", "core.fsync", fsync.trim_end()]);
    match by_git {
        Ok(Written::ByGit) => {}
        Ok(Written::Not) | Err(StageError::Occupied { .. } | StageError::Crossed { .. }) => return "none",
        other => panic!("{other:?}"),
    }
    let by_git = account(repo);
    fs::write(&place, &before).unwrap();
    fs::File::open(&place).unwrap().set_modified(time).unwrap();
    let repository = repo.open();
    let stamp = repository.index_stamp();
    let written = repository.stage(&path(".map"), files, Duration::ZERO).unwrap();
    assert_eq!(account(repo), by_git);
    assert!(!lock_of(&place).exists());
    let way = name(&written);
    if way == "ours" {
        assert_eq!(written.stamp_after(stamp.as_ref()), stamp.and(repository.index_stamp()));
    }
    way
}

/// In the old repository, changed by `prepare`, the way that is taken is `expected`.
#[track_caller]
fn check(expected: &str, prepare: impl FnOnce(&Scratch), files: &[Staged]) {
    let repo = old();
    prepare(&repo);
    age(&repo);
    assert_eq!(compare(&repo, files), expected);
}

/// Some of everything.
fn some() -> [Staged<'static>; 6] {
    [
        put(".map/TOC", "new"),
        put(".map/0", "first"),
        take(".map/a/b/c"),
        put(".map/a/b/cc", "new"),
        put(".map/zz/top", ""),
        take(".map/h"),
    ]
}

#[test]
fn entries_come_and_go() {
    let nothing = |_: &Scratch| {};
    check("ours", nothing, &some());
    check("ours", nothing, &[put(".map/h", "new")]);
    check("ours", nothing, &[put(".map/h2", "new")]);
    check("ours", nothing, &[take(".map/h")]);
    check(
        "ours",
        nothing,
        &[take(".map/a/b/c"), take(".map/a/b/d"), take(".map/a/e"), put(".map/a", "file")],
    );
    check("ours", nothing, &[take(".map/h"), put(".map/h/i", "dir")]);
    let all = ["TOC", "a/b/c", "a/b/d", "a/e", "f/g", "h"].map(|it| take(&format!(".map/{it}")));
    check("ours", nothing, &all);
    let many: Vec<_> = (0..1000).map(|it| put(&format!(".map/a/{}/{it}", it % 7), &it.to_string())).collect();
    check("ours", nothing, &many);
    check("none", nothing, &[put(".map/h", "5")]);
    check("ours", |repo| drop(repo.git(&["rm", "-q", "-r", "--cached", "."])), &some());
}

#[test]
fn names_of_every_length() {
    // No part of it is too long for a disk.
    let inner = |at: usize, end: usize| if at % 200 == 199 && at + 1 < end { '/' } else { 'n' };
    let long = |length: usize| (0..length).map(|at| inner(at, length)).collect::<String>();
    let names = (1..18).chain(4085..4096).map(|length| format!(".map/n/{}", long(length)));
    let files: Vec<_> = names.enumerate().map(|(at, name)| put(&name, &at.to_string())).collect();
    let repo = old();
    age(&repo);
    assert_eq!(compare(&repo, &files), "ours");
    // Not every index with such names can be read by gix, so here only bytes are compared.
    let index = fs::read(place_of(&repo)).unwrap();
    let blob = entry_id(&repo, ".map/h");
    let edited = |index: &[u8], id| {
        let edits = files.iter().map(|file| (file.path.as_bytes(), id)).collect();
        let kind = gix::hash::Kind::Sha1;
        let plain = PlainIndex::of(index.to_vec(), kind).unwrap();
        let mut pieces = spliced(&plain, &edits).unwrap();
        let hash = splice::hash(pieces.iter().map(|piece| &**piece), index, kind).unwrap();
        pieces.push(hash.into());
        pieces.concat()
    };
    let (with, without) = (edited(&index, Some(blob)), edited(&index, None));
    assert_eq!(edited(&without, Some(blob)), with);
    assert_eq!(edited(&with, None), without);
}

fn spliced<'b>(index: &'b PlainIndex, edits: &Edits<'_>) -> Option<Vec<Cow<'b, [u8]>>> {
    Some([splice::entries(index, edits, &[])?, splice::extensions(index, edits)?].concat())
}

#[test]
fn trees_that_git_knows() {
    let write_tree = |repo: &Scratch| drop(repo.git(&["write-tree"]));
    check("ours", write_tree, &some());
    for forgotten in ["a", "src/x/y", ".map/a/b/c", ".map/f/g"] {
        let prepare = |repo: &Scratch| {
            write_tree(repo);
            repo.git(&["rm", "-q", "--cached", forgotten]);
        };
        check("ours", prepare, &some());
        check("ours", prepare, &[put(".map/f/g", "new")]);
    }
    check("ours", |repo| drop(repo.git(&["read-tree", "--empty"])), &some());
    check("ours", |repo| drop(repo.git(&["read-tree", "HEAD"])), &some());
}

#[test]
fn flags_of_others_stay() {
    check("ours", |repo| drop(repo.git(&["update-index", "--assume-unchanged", "a", "src/x/y"])), &some());
    check("ours", |repo| drop(repo.git(&["update-index", "--skip-worktree", "a", "src/x/y"])), &some());
    check("ours", |repo| drop(repo.git(&["sparse-checkout", "set", "--no-cone", "/.map", "/z"])), &some());
    let submodule = "160000,1111111111111111111111111111111111111111,sub";
    check("ours", |repo| drop(repo.git(&["update-index", "--add", "--cacheinfo", submodule])), &some());
}

/// A repository in which the two sides of a merge change `.map/h` and `z`.
fn merged(repo: &Scratch) {
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write_all(&[(".map/h", "theirs"), ("z", "theirs")]);
    repo.commit();
    repo.git(&["checkout", "-q", "main"]);
    repo.write_all(&[(".map/h", "ours"), ("z", "ours")]);
    repo.commit();
    assert!(!repo.try_git(&["merge", "-q", "side"]).0);
}

#[test]
fn conflicts_are_for_git_and_settled_ones_are_not() {
    check("git", merged, &some());
    let settled = |repo: &Scratch| {
        merged(repo);
        repo.git(&["add", "-A"]);
        assert!(repo.git(&["ls-files", "--resolve-undo"]).contains(".map/h"));
    };
    check("ours", settled, &some());
    check("ours", settled, &[put(".map/a/e", "new")]);
}

#[test]
fn an_index_without_a_hash_stays_without() {
    let hash = |repo: &Scratch| fs::read(place_of(repo)).unwrap().split_off_tail(20);
    for (value, is_hashed) in [("true", false), ("false", true)] {
        let repo = old();
        repo.git(&["config", "index.skipHash", value]);
        age(&repo);
        assert_eq!(compare(&repo, &some()), "ours");
        assert_eq!(hash(&repo) != [0; 20], is_hashed);
    }
}

/// The last bytes.
trait Tail {
    fn split_off_tail(self, length: usize) -> Self;
}

impl Tail for Vec<u8> {
    fn split_off_tail(mut self, length: usize) -> Self {
        self.split_off(self.len() - length)
    }
}

#[test]
fn what_git_does_otherwise_is_left_to_git() {
    for arguments in [
        &["update-index", "--index-version=4"][..],
        &["update-index", "--split-index"],
        &["update-index", "--untracked-cache"],
        &["sparse-checkout", "set", "--cone", "--sparse-index", "src"],
        &["sparse-checkout", "set", "--no-cone", "/src"],
        &["config", "index.recordEndOfIndexEntries", "true"],
        &["config", "core.sharedRepository", "group"],
        &["config", "core.ignoreStat", "true"],
        &["config", "core.fsync", "committed, index"],
    ] {
        let repo = old();
        repo.git(arguments);
        age(&repo);
        assert_eq!(compare(&repo, &some()), "git", "{arguments:?}");
    }
    let announce = |repo: &Scratch| {
        repo.write("new", "1");
        repo.git(&["add", "-N", "new"]);
    };
    check("git", announce, &some());
    let link = |repo: &Scratch| {
        fs::rename(place_of(repo), repo.beside("elsewhere")).unwrap();
        symlink(repo.beside("elsewhere"), place_of(repo)).unwrap();
    };
    check("git", link, &[put(".map/h", "new")]);
    let repo = Scratch::new(&[]);
    plain(&repo);
    assert_eq!(stage(&repo, &[put(".map/a", "1")]).unwrap(), Written::ByGit);
    assert_eq!(name(&stage(&repo, &[put(".map/a", "2")]).unwrap()), "ours");
}

#[test]
fn every_hash_and_every_work_tree() {
    let repo = Scratch::new(&["--object-format=sha256"]);
    plain(&repo);
    repo.write_all(&[(".map/TOC", "1"), (".map/a/b/c", "2"), (".map/h", "3"), ("src/x", "4")]);
    repo.commit();
    age(&repo);
    assert_eq!(compare(&repo, &some()), "ours");
    let repo = old();
    repo.git(&["worktree", "add", "-q", "-b", "side", "../linked"]);
    let index = |place: &Path| git(place).args(["ls-files", "-s"]).output().unwrap().stdout;
    let before = index(&repo.root());
    let linked = Repository::find(&repo.beside("linked")).unwrap().unwrap();
    let written = linked.stage(&path(".map"), &some(), Duration::ZERO).unwrap();
    assert_eq!(name(&written), "ours");
    assert_eq!(index(&repo.root()), before);
    stage(&repo, &some()).unwrap();
    assert_eq!(index(&repo.root()), index(&repo.beside("linked")));
}

/// The status of a file that changed in the second of the old index proves nothing, and must not begin to.
#[test]
fn what_changed_in_the_second_of_the_index_is_seen() {
    let repo = old();
    // By its other times a change would be seen all the same.
    repo.git(&["config", "core.trustCtime", "false"]);
    symlink("here", repo.root().join("link")).unwrap();
    repo.git(&["add", "link"]);
    age(&repo);
    set_time(&place_of(&repo), FILES + Duration::from_millis(900));
    for (path, text) in [("src/x/y", "9"), (".map/a/e", "8"), ("z", "longer")] {
        repo.write(path, text);
        set_time(&repo.root().join(path), FILES + Duration::from_millis(500));
    }
    repo.remove("a");
    assert_eq!(compare(&repo, &[put(".map/h", "new")]), "ours");
    let sizes = repo.git(&["ls-files", "--debug", "src", ".map/f"]);
    assert!(sizes.contains("size: 0") && sizes.contains("size: 1"), "{sizes}");
    repo.write(".map/h", "new");
    assert_eq!(repo.git(&["status", "-s"]), " M .map/a/e\nM  .map/h\n D a\nA  link\n M src/x/y\n M z\n");
    assert_eq!(repo.git(&["diff", "--name-only"]), ".map/a/e\na\nsrc/x/y\nz\n");
}

#[test]
fn an_index_that_is_another_one_by_now_is_left_to_git() {
    for skip_hash in ["false", "true"] {
        let repo = old();
        repo.git(&["config", "index.skipHash", skip_hash]);
        repo.git(&["update-index", "--force-write-index"]);
        let id =
            ContentId(gix::ObjectId::from_hex(repo.git(&["rev-parse", ":z"]).trim().as_bytes()).unwrap());
        let (repository, place) = (repo.open(), place_of(&repo));
        let index = repository.with(|it| repository.plain_index(it)).unwrap();
        let named = path(".map/h");
        let lines = [Line { path: &named, blob: Some((id, b"")) }];
        let begin =
            || repository.with(|it| by_splice::begin(it, (&place, &index), &lines, Duration::ZERO)).unwrap();
        repo.git(&["update-index", "--chmod=+x", "z"]);
        let before = fs::read(&place).unwrap();
        assert!(begin().is_none());
        assert_eq!(fs::read(&place).unwrap(), before);
        repo.git(&["update-index", "--chmod=-x", "z"]);
    }
}

#[test]
fn whatever_is_spliced_it_comes_to_an_end() {
    let repo = old();
    repo.git(&["write-tree"]);
    let index = fs::read(place_of(&repo)).unwrap();
    let edits = [(&b".map/h"[..], None)].into();
    let splice = |bytes: &[u8]| {
        let plain = PlainIndex::of(bytes.to_vec(), gix::hash::Kind::Sha1)?;
        spliced(&plain, &edits).map(|pieces| pieces.concat())
    };
    assert!(splice(&index).is_some());
    assert_eq!(splice(b""), None);
    for at in 0..index.len() {
        let _left = splice(&index[..at]);
        for byte in [0, 1, 0x7f, 0xff] {
            let mut index = index.clone();
            index[at] = byte;
            let _left = splice(&index);
        }
    }
}

#[test]
fn rights_stay() {
    let repo = old();
    let place = place_of(&repo);
    fs::set_permissions(&place, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(name(&stage(&repo, &some()).unwrap()), "ours");
    assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o600);
}

/// Names that are files of some and directories of others, and sort oddly.
const PATHS: [&str; 12] = [
    ".map/a",
    ".map/a.b",
    ".map/a/x",
    ".map/a/y",
    ".map/a/b/x",
    ".map/b/x",
    ".map/b-c/x",
    ".map/c/d/e/f",
    ".map/c/d/e.x",
    ".map/c",
    ".map/ä/ö",
    ".map/z z",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_edit_of_any_index(
        first in prop::collection::vec((0..PATHS.len(), "[ab]"), 0..10),
        forgotten in prop::option::of(0..PATHS.len()),
        edits in prop::collection::vec((0..PATHS.len(), prop::option::of("[ab]")), 1..10),
        knows_trees in any::<bool>(),
    ) {
        let repo = Scratch::with(&[("a", "1"), ("src/x/y", "2"), (".maq", "3")]);
        plain(&repo);
        // What does not fit beside what is there is not staged.
        for (at, text) in first {
            let _occupied = stage(&repo, &[put(PATHS[at], &text)]);
        }
        repo.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
        if knows_trees {
            repo.git(&["write-tree"]);
        }
        if let Some(at) = forgotten {
            let _absent = repo.try_git(&["rm", "-q", "--cached", PATHS[at]]);
        }
        age(&repo);
        let files: BTreeMap<_, _> = edits.into_iter().collect();
        let files: Vec<_> = files
            .into_iter()
            .map(|(at, text)| text.map_or_else(|| take(PATHS[at]), |text| put(PATHS[at], &text)))
            .collect();
        let way = compare(&repo, &files);
        prop_assert!(["ours", "none"].contains(&way));
    }
}

/// It is found out while the index is written.
#[test]
fn a_blob_that_is_called_otherwise_leaves_the_index_as_it_was() {
    let repo = old();
    let other = repo.open().name_of(b"another one");
    let before = fs::read(place_of(&repo)).unwrap();
    let files = [put(".map/new", "new"), Staged { id: other, ..put(".map/other", "one") }];
    let refused = stage(&repo, &files).unwrap_err();
    assert!(matches!(refused, StageError::Object { .. }), "{refused}");
    assert_eq!(fs::read(place_of(&repo)).unwrap(), before);
    let left = fs::read_dir(repo.root().join(".git")).unwrap().map(|it| it.unwrap().file_name());
    let locks: Vec<_> = left.filter(|name| name.to_string_lossy().contains("lock")).collect();
    assert!(locks.is_empty(), "{locks:?}");
}
