//! With the index and without it, every answer is the same.
#![expect(clippy::disallowed_methods, reason = "tests make files")]

use std::fs::{self, File};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::dsp::index::Packed;
use crate::dsp::ops::naming;
use crate::dsp::query;
use crate::dsp::stamp::Stamp;
use crate::dsp::view::Disk;
use crate::dsp::watch::{Epoch, NO_EPOCH};

/// Longer than a tick of the clock of any file system that tests run on, in nanoseconds.
const TICK: i64 = 30_000_000;

/// A `.dsp/` and a place for its index.
struct Scene {
    temp: TempDir,
    /// Whether somebody watches, so that an answer must be had from there.
    watched: AtomicBool,
    /// See [`Index::packing_for`].
    packing: usize,
}

/// A name, and where there is a file its bytes and stamp.
type Row<'r> = (&'r str, Option<(&'r [u8], Stamp)>);

/// A question's answer: the names, and the files of each column or the error.
type Answer = Vec<Result<Vec<Option<Vec<u8>>>, String>>;

impl Scene {
    fn of(files: &[(&str, &str)]) -> Self {
        let scene = Self { temp: TempDir::new().unwrap(), watched: AtomicBool::default(), packing: 500 };
        fs::create_dir(scene.dsp()).unwrap();
        for (path, text) in files {
            scene.write(path, text);
        }
        scene
    }

    fn dsp(&self) -> PathBuf {
        self.temp.path().join(".dsp")
    }

    fn place(&self) -> PathBuf {
        self.temp.path().join("index")
    }

    fn index(&self) -> Index {
        Index::for_test(&self.place(), TICK).packing_for(self.packing)
    }

    fn write(&self, path: &str, text: &str) {
        let full = self.dsp().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, text).unwrap();
    }

    /// Asks with the index, which must be as good as asking without.
    fn check(&self) -> Answer {
        let reader = Reader::indexed(&self.dsp(), self.index());
        assert_eq!(
            reader.as_ref().is_ok_and(|reader| reader.word().is_some()),
            self.watched.load(Ordering::Relaxed)
        );
        let with = answer(reader);
        assert_eq!(with, answer(Reader::open(&self.dsp())));
        let all_at_once = Reader::indexed(&self.dsp(), self.index()).inspect(Reader::read_all);
        assert_eq!(with, answer(all_at_once));
        // Twice: what the first leaves in the index, the second takes from there.
        for _ in 0..2 {
            let single = |index| importers(&Reader::indexed(&self.dsp(), index).unwrap());
            assert_eq!(single(self.index()), single(Index::none()));
        }
        let tables = |index: &Index| {
            let mut tocs = Listing::tocs(&Folder::open(&self.dsp()).unwrap(), index).unwrap();
            tocs.sort_unstable();
            tocs
        };
        assert_eq!(tables(&self.index()), tables(&Index::none()));
        self.check_ways();
        let kept = Reader::indexed(&self.dsp(), self.index()).unwrap().links();
        let read = Reader::open(&self.dsp()).unwrap();
        let has_all = read.imports().is_ok() && read.shared().is_ok() && read.export_names().is_ok();
        assert_eq!(kept.is_ok(), has_all);
        if let Ok(kept) = kept {
            let disk = Disk::open(&self.dsp()).unwrap();
            assert_eq!(by_name(kept), by_name(Links::read_all(&disk).unwrap()));
            for uid in ["obj-00000001", "obj-00000002", "obj-00000003", "func-00000001"] {
                let uid = Uid::parse(uid.as_bytes()).unwrap();
                let reader = Reader::indexed(&self.dsp(), self.index()).unwrap();
                assert_eq!(reader.naming(uid).unwrap(), naming(&disk, uid).unwrap(), "{uid}");
            }
        }
        with
    }

    /// Asks for the ways between some entities, which are the same with the index; who reads all may find what is wrong.
    fn check_ways(&self) {
        let uids = ["obj-00000001", "obj-00000002", "obj-00000003", "func-00000001"];
        let uids = uids.map(|uid| Uid::parse(uid.as_bytes()).unwrap());
        for (from, to) in uids.iter().flat_map(|from| uids.map(|to| (*from, to))) {
            let way = |index| {
                let reader = Reader::indexed(&self.dsp(), index).unwrap();
                query::path(&reader, from, to).map(|way| way.to_string())
            };
            if let Ok(read) = way(Index::none()) {
                assert_eq!(way(self.index()).unwrap(), read, "{from} {to}");
            }
        }
    }

    /// Asks when all that was written has settled, so that the index knows it.
    fn settle(&self) -> Answer {
        std::thread::sleep(Duration::from_nanos(TICK.unsigned_abs() + 5_000_000));
        self.check()
    }

    /// Watches until its `.dsp/` is removed.
    #[cfg(target_os = "linux")]
    fn watch(&self) {
        let watch = self.index().watch(&self.dsp(), None).unwrap();
        std::thread::spawn(|| watch.run(None));
        self.watched.store(true, Ordering::Relaxed);
    }

    /// That of who watches.
    #[cfg(target_os = "linux")]
    fn epoch(&self) -> Option<Epoch> {
        Some(self.index().ask(&Folder::open(&self.dsp()).unwrap())?.epoch)
    }

    /// Keeps bytes that only the index has, under stamps that files have: a name, and perhaps both.
    fn keep_imports(&self, epoch: Epoch, rows: &[Row<'_>]) {
        let names = Names::of(rows.iter().map(|(name, _)| name.as_bytes()));
        let files = rows.iter().map(|(_, row)| row.as_ref().map(|(bytes, _)| *bytes));
        let packed = Packed::of(epoch, &names, files).unwrap();
        let stamps =
            rows.iter().map(|(_, row)| row.as_ref().map_or(Stamp::OF_NOTHING, |(_, stamp)| stamp.to_bytes()));
        self.index().save("imports", &packed, &names, stamps);
    }

    fn kept(&self, file: &str) -> Vec<u8> {
        fs::read(self.place().join(file)).unwrap_or_default()
    }
}

fn by_name(mut links: Vec<Links>) -> Vec<Links> {
    for links in &mut links {
        links.exports.sort();
    }
    links.sort_by(|a, b| a.entity.cmp(&b.entity));
    links
}

fn answer(reader: Result<Reader, StoreError>) -> Answer {
    let reader = reader.unwrap();
    let tocs = reader
        .tocs()
        .map(|tocs| {
            tocs.iter()
                .map(|(name, toc)| Some(format!("{name} {}", toc.raw.as_bstr()).into_bytes()))
                .collect()
        })
        .map_err(|error| error.to_string());
    let files = |column: Result<&Column, StoreError>| {
        let column = column.map_err(|error| error.to_string())?;
        let own: Vec<_> = column.iter().map(|file| file.map(<[u8]>::to_vec)).collect();
        for word in ["obj-00000001", "2", "source"] {
            let holds = |file: &Option<Vec<u8>>| file.as_ref().is_some_and(|file| file.contains_str(word));
            let (all, found) =
                ((0..own.len()).filter(|at| holds(&own[*at])), column.may_hold(word.as_bytes()));
            assert!(found.is_sorted() && all.into_iter().all(|at| found.contains(&at)), "{word}: {found:?}");
        }
        let got: Vec<_> = (0..own.len()).map(|at| column.get(at).map(<[u8]>::to_vec)).collect();
        assert_eq!(own, got);
        Ok(own)
    };
    let names = reader.names().unwrap().iter().map(|name| Some(name.to_vec())).collect();
    let columns = [reader.descriptions(), reader.imports(), reader.shared(), reader.export_names()];
    [Ok(names)].into_iter().chain(columns.map(files)).chain([tocs]).collect()
}

/// What only the index has is told of whom nobody touched.
#[cfg(target_os = "linux")]
#[test]
fn what_is_kept_of_a_watched_time_is_not_looked_for() {
    let scene = three();
    scene.watch();
    let epoch = scene.epoch().unwrap();
    let importers = |name: &str| {
        let found = Reader::indexed(&scene.dsp(), scene.index()).unwrap().importers(name.as_bytes()).unwrap();
        found.iter().map(|importer| importer.name.as_bstr().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(importers("obj-00000002"), ["obj-00000001"]);
    let importer = |name: &str| Importer { name: name.into(), via: None };
    let kept = ["func-00000003", "obj-00000009"].map(importer).to_vec();
    let table = || [(&b"obj-00000002"[..], kept.clone())].into_iter();
    scene.index().save_reverse(epoch, table());
    assert_eq!(importers("obj-00000002"), ["func-00000003", "obj-00000009"]);
    scene.write("func-00000003/imports", "obj-00000004\n");
    scene.write("obj-00000007/imports", "obj-00000002\n");
    assert_eq!(importers("obj-00000002"), ["obj-00000007", "obj-00000009"]);
    assert_eq!(importers("obj-00000004"), ["func-00000003"]);
    scene.index().save_reverse([9; 16], table());
    assert_eq!(importers("obj-00000002"), ["obj-00000001", "obj-00000007"]);
    // So many were touched that it is of no use.
    scene.index().save_reverse(epoch, table());
    for at in 10..14 {
        scene.write(&format!("obj-000000{at}/imports"), "");
    }
    assert_eq!(importers("obj-00000002"), ["obj-00000001", "obj-00000007"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_damaged_block_is_written_anew() {
    let scene = three();
    scene.watch();
    let ask =
        || Reader::indexed(&scene.dsp(), scene.index()).unwrap().importers(b"obj-00000002").unwrap().len();
    assert_eq!(ask(), 1);
    let whole = scene.kept("importers");
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(scene.place().join("importers"), damaged).unwrap();
    assert_eq!(ask(), 1);
    assert_eq!(scene.kept("importers"), whole);
}

#[cfg(target_os = "linux")]
#[test]
fn questions_about_the_same_change_write_nothing_more() {
    let scene = three();
    scene.watch();
    scene.settle();
    scene.write("obj-00000001/imports", "obj-00000003\n");
    scene.write("obj-00000002/description", "source: b\n");
    scene.settle();
    let kept = || {
        ["imports", "description", "shared"]
            .map(|file| fs::metadata(scene.place().join(file)).unwrap().modified().unwrap())
    };
    let before = kept();
    scene.settle();
    assert_eq!(kept(), before);
}

#[test]
fn a_name_that_no_directory_can_have_is_nobody() {
    let scene = three();
    let long = format!("obj-{}", "0".repeat(300));
    scene.write("obj-00000001/imports", &format!("{long}\nobj-x/../obj-00000002\n"));
    let reader = Reader::open(&scene.dsp()).unwrap();
    for name in [long.as_str(), "obj-x/../obj-00000002", "obj-00000002/", "obj-00000002\\", "OBJ-00000002"] {
        assert!(!reader.has(name.as_bytes()).unwrap(), "{name}");
        assert_eq!(reader.imports_of(name.as_bytes()).unwrap(), None);
        assert_eq!(reader.export(name.as_bytes(), &[b"obj-00000001"]).unwrap(), None);
    }
}

/// Of each name, whether there is such an entity, and who imports it, as it is told before anything was listed.
fn importers(reader: &Reader) -> Vec<(bool, Result<Vec<Importer>, String>)> {
    let names = [
        "obj-00000000",
        "obj-00000001",
        "obj-00000002",
        "func-00000003",
        "obj-00000003",
        "obj-00000004",
        "x",
    ];
    let told = |name: &str| {
        let importers = reader.importers(name.as_bytes()).map_err(|error| error.to_string());
        (reader.has(name.as_bytes()).unwrap(), importers)
    };
    let first = names.map(told);
    let listed = reader.names().unwrap();
    for (name, (is_there, _)) in names.iter().zip(&first) {
        assert_eq!(*is_there, listed.find(name.as_bytes()).is_some(), "{name}");
    }
    first.into()
}

fn three() -> Scene {
    Scene::of(&[
        ("obj-00000001/description", "source: a\n"),
        ("obj-00000001/imports", "obj-00000002\n"),
        ("obj-00000002/imports", ""),
        ("func-00000003/description", "source: a#f\n"),
        ("TOC", "obj-00000001\n"),
    ])
}

#[test]
fn what_is_known_is_not_read_again() {
    let scene = three();
    scene.settle();
    let folder = Folder::open(&scene.dsp()).unwrap();
    let stamp = folder.status(b"obj-00000001/imports").unwrap().stamp;
    assert_eq!(stamp.is_some(), cfg!(unix));
    scene.keep_imports(NO_EPOCH, &[("obj-00000001", stamp.map(|stamp| (&b"known"[..], stamp)))]);
    let reader = Reader::indexed(&scene.dsp(), scene.index()).unwrap();
    let known: &[u8] = if cfg!(unix) { b"known" } else { b"obj-00000002\n" };
    assert_eq!(reader.imports().unwrap().iter().collect::<Vec<_>>(), [None, Some(known), Some(b"")]);
}

#[test]
fn what_was_just_written_is_not_relied_on() {
    let scene = three();
    let slow = || Index::for_test(&scene.place(), 60_000 * TICK);
    answer(Reader::indexed(&scene.dsp(), slow()));
    assert!(!scene.place().exists());
    scene.settle();
    let kept = scene.kept("description");
    assert_eq!(kept.is_empty(), cfg!(not(unix)));
    scene.write("obj-00000001/description", "source: b\n");
    scene.check();
    assert_eq!(scene.kept("description"), kept, "nothing that has settled is new");
    scene.settle();
    assert_eq!(scene.kept("description") == kept, cfg!(not(unix)));
}

#[test]
fn whoever_comes_goes_or_changes_hands_is_seen() {
    let scene = three();
    scene.settle();
    let kept = scene.kept("listing");
    let is_dated = Folder::open(&scene.dsp()).unwrap().stamp().unwrap().is_some();
    assert_eq!(kept.is_empty(), !is_dated);
    let names = || scene.check().remove(0).unwrap().into_iter().flatten().collect::<Vec<_>>();
    scene.write("obj-00000001/imports", "other\n");
    assert_eq!(scene.settle().len(), 6);
    assert_eq!(scene.kept("listing"), kept, "nobody came or went");
    scene.write("obj-00000004/imports", "");
    assert_eq!(names().len(), 4);
    scene.settle();
    fs::rename(scene.dsp().join("obj-00000004"), scene.dsp().join("obj-00000005")).unwrap();
    assert_eq!(names().pop().unwrap(), b"obj-00000005");
    scene.settle();
    fs::remove_dir_all(scene.dsp().join("obj-00000002")).unwrap();
    fs::write(scene.dsp().join("obj-00000002"), "a file").unwrap();
    assert_eq!(names().len(), 3);
    scene.settle();
    let tocs = || Reader::indexed(&scene.dsp(), scene.index()).unwrap().tocs().unwrap().len();
    assert_eq!(tocs(), 1);
    scene.write("TOC-obj-00000001", "obj-00000001\n");
    assert_eq!(tocs(), 2);
}

#[test]
fn a_new_entity_does_not_make_the_others_strangers() {
    let scene = three();
    scene.settle();
    scene.write("obj-00000000/imports", "obj-00000001\n");
    let folder = Folder::open(&scene.dsp()).unwrap();
    if let Some(stamp) = folder.status(b"obj-00000001/imports").unwrap().stamp {
        let known = Some((&b"known"[..], stamp));
        scene.keep_imports(
            NO_EPOCH,
            &[("func-00000003", None), ("obj-00000001", known), ("obj-00000002", None)],
        );
        let reader = Reader::indexed(&scene.dsp(), scene.index()).unwrap();
        let imports: Vec<_> = reader.imports().unwrap().iter().collect();
        assert_eq!(imports, [None, Some(&b"obj-00000001\n"[..]), Some(b"known"), Some(b"")]);
    }
}

#[test]
fn a_time_that_was_set_back_hides_nothing() {
    let scene = three();
    let path = scene.dsp().join("obj-00000001/imports");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    scene.settle();
    fs::write(&path, "obj-00000003\n").unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    assert_eq!(scene.settle()[2].as_ref().unwrap()[1].as_deref(), Some(&b"obj-00000003\n"[..]));
    let future = SystemTime::now() + Duration::from_secs(1000);
    File::options().write(true).open(&path).unwrap().set_modified(future).unwrap();
    scene.settle();
}

#[test]
fn what_comes_and_goes_is_seen() {
    let scene = three();
    scene.settle();
    let dsp = scene.dsp();
    scene.write("obj-00000000/imports", "first\n");
    scene.write("obj-ffffffff/imports", "last\n");
    scene.check();
    fs::remove_dir_all(dsp.join("obj-00000001")).unwrap();
    scene.check();
    fs::remove_file(dsp.join("obj-00000002/imports")).unwrap();
    fs::create_dir(dsp.join("obj-00000002/imports")).unwrap();
    assert_eq!(scene.settle()[2].as_ref().unwrap()[2], None);
    fs::remove_dir_all(dsp.join("func-00000003")).unwrap();
    fs::write(dsp.join("func-00000003"), "a file").unwrap();
    scene.settle();
    #[cfg(unix)]
    {
        fs::remove_file(dsp.join("obj-ffffffff/imports")).unwrap();
        std::os::unix::fs::symlink("../obj-00000000/imports", dsp.join("obj-ffffffff/imports")).unwrap();
        assert_eq!(scene.settle()[2].as_ref().unwrap()[2], None);
    }
}

#[test]
fn files_change_places() {
    let scene = Scene::of(&[("obj-00000001/imports", "aaaa"), ("obj-00000002/imports", "bbbb")]);
    scene.settle();
    let dir = |name: &str| scene.dsp().join(name);
    for (from, to) in [("obj-00000001", "x"), ("obj-00000002", "obj-00000001"), ("x", "obj-00000002")] {
        fs::rename(dir(from), dir(to)).unwrap();
    }
    assert_eq!(scene.check()[2].as_ref().unwrap()[0].as_deref(), Some(&b"bbbb"[..]));
}

#[test]
fn errors_are_those_of_the_files() {
    let scene = three();
    scene.settle();
    scene.write("obj-00000002/imports", "<<<<<<< HEAD\n");
    scene.write("obj-00000001/imports", "a\n>>>>>>> other\n");
    let told = scene.settle()[2].clone().unwrap_err();
    assert!(told.contains("obj-00000001") && told.ends_with("resolve them first"), "{told}");
    scene.write("obj-00000001/imports", "");
    scene.write("obj-00000002/imports", "");
    scene.settle();
}

#[test]
fn a_damaged_index_counts_as_none() {
    let scene = three();
    scene.settle();
    for file in ["description", "imports", "shared", "exports", "listing", "tables"] {
        let whole = scene.kept(file);
        let path = scene.place().join(file);
        let cut = (0..whole.len()).step_by(7).map(|end| whole[..end].to_vec());
        let flipped = (0..whole.len()).step_by(5).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x10;
            bytes
        });
        for damaged in cut.chain(flipped).chain([b"dspcolm0".to_vec(), scene.kept("description")]) {
            fs::create_dir_all(scene.place()).unwrap();
            fs::write(&path, damaged).unwrap();
            scene.check();
        }
        fs::remove_file(&path).unwrap();
        scene.check();
    }
    fs::remove_dir_all(scene.place()).unwrap();
    scene.check();
    assert_eq!(scene.place().exists(), cfg!(unix), "it is made anew");
}

#[test]
fn what_stands_in_its_place_is_left_alone() {
    let scene = three();
    fs::write(scene.place(), "a file").unwrap();
    scene.settle();
    assert_eq!(fs::read(scene.place()).unwrap(), b"a file");
    fs::remove_file(scene.place()).unwrap();
    fs::create_dir_all(scene.place().join("imports/full")).unwrap();
    scene.check();
    assert!(scene.place().join("imports/full").is_dir());
    #[cfg(unix)]
    {
        let elsewhere = scene.temp.path().join("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        fs::rename(scene.place(), scene.temp.path().join("was")).unwrap();
        std::os::unix::fs::symlink(&elsewhere, scene.place()).unwrap();
        scene.check();
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    }
}

#[test]
fn many_readers_do_not_disturb_each_other() {
    let files: Vec<_> = (0..600).map(|at| format!("obj-{at:08x}/imports")).collect();
    let scene = Scene::of(&files.iter().map(|path| (path.as_str(), "obj-00000001\n")).collect::<Vec<_>>());
    std::thread::scope(|scope| {
        for number in 0..4 {
            let scene = &scene;
            scope.spawn(move || {
                for turn in 0..5 {
                    if number == 0 {
                        let _raced = fs::remove_dir_all(scene.place());
                    }
                    let reader =
                        Reader::indexed(&scene.dsp(), Index::for_test(&scene.place(), TICK)).unwrap();
                    let files =
                        reader.imports().unwrap().iter().flatten().filter(|file| *file == b"obj-00000001\n");
                    assert_eq!(files.count(), 600, "turn {turn}");
                }
            });
        }
    });
    scene.settle();
}

/// What somebody does to a `.dsp/` between two questions.
#[derive(Debug, Clone)]
enum Edit {
    /// In place.
    Write {
        path: String,
        text: &'static str,
    },
    /// By a file beside it, as editors do.
    Replace {
        path: String,
        text: &'static str,
    },
    /// By another name of the same file.
    Through {
        path: String,
        text: &'static str,
    },
    Remove(String),
    Directory(String),
    /// One entity in another one's place.
    Move(String, String),
    Settle,
}

fn edit() -> impl Strategy<Value = Edit> {
    let below = ["exports/obj-1", "exports/obj-00000002", "exports/obj-00000001/func-00000001"];
    let inner = [&["description", "imports", "shared", "exports", ""][..], &below].concat();
    let file = (0..4_u8, prop::sample::select(inner))
        .prop_map(|(at, file)| format!("obj-0000000{at}/{file}").trim_end_matches('/').to_owned());
    let toc = prop::sample::select(&["TOC", "TOC-obj-00000001"][..]).prop_map(str::to_owned);
    let path = prop_oneof![8 => file, 1 => toc];
    let text = prop::sample::select(
        &[
            "",
            "obj-00000001",
            "obj-00000002 via=obj-00000001",
            "obj-00000003\nobj-00000001\n",
            "func-00000001",
            "<<<<<<< x",
        ][..],
    );
    let entity = || (0..4_u8).prop_map(|at| format!("obj-0000000{at}"));
    prop_oneof![
        1 => (path.clone(), text.clone()).prop_map(|(path, text)| Edit::Through { path, text }),
        1 => (entity(), entity()).prop_map(|(from, to)| Edit::Move(from, to)),
        6 => (path.clone(), text.clone()).prop_map(|(path, text)| Edit::Write { path, text }),
        2 => (path.clone(), text).prop_map(|(path, text)| Edit::Replace { path, text }),
        2 => path.clone().prop_map(Edit::Remove),
        1 => path.prop_map(Edit::Directory),
        2 => Just(Edit::Settle),
    ]
}

impl Edit {
    /// What cannot be done is not done.
    fn run(&self, scene: &Scene) {
        let at = |path: &String| scene.dsp().join(path);
        let parent = |path: &String| at(path).parent().map(fs::create_dir_all);
        let _undone = match self {
            Self::Write { path, text } => parent(path).map(|_| fs::write(at(path), text)),
            Self::Replace { path, text } => parent(path).map(|_| {
                fs::write(scene.temp.path().join("new"), text)?;
                fs::rename(scene.temp.path().join("new"), at(path))
            }),
            Self::Through { path, text } => {
                let other = scene.temp.path().join("other");
                let _none = fs::remove_file(&other);
                Some(fs::hard_link(at(path), &other).and_then(|()| {
                    scene.check();
                    fs::write(&other, text)
                }))
            }
            Self::Move(from, to) => {
                let _none = fs::remove_dir_all(at(to));
                Some(fs::rename(at(from), at(to)))
            }
            Self::Remove(path) => Some(fs::remove_file(at(path)).or_else(|_| fs::remove_dir_all(at(path)))),
            Self::Directory(path) => Some(fs::create_dir_all(at(path))),
            Self::Settle => {
                scene.settle();
                None
            }
        };
    }
}

fn two() -> Scene {
    Scene::of(&[("obj-00000001/imports", "obj-1"), ("obj-00000002/description", "source: x")])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn after_any_edits_the_index_tells_the_truth(
        edits in prop::collection::vec(edit(), 1..24),
        packing in prop::sample::select(&[1, 500][..]),
    ) {
        let scene = Scene { packing, ..two() };
        for edit in edits {
            edit.run(&scene);
            scene.check();
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn after_any_edits_who_watches_tells_the_truth(
        edits in prop::collection::vec(edit(), 1..24),
        packing in prop::sample::select(&[1, 500][..]),
    ) {
        let scene = Scene { packing, ..two() };
        scene.watch();
        // By another name nothing is told.
        for edit in edits.iter().filter(|edit| !matches!(edit, Edit::Through { .. })) {
            edit.run(&scene);
            scene.check();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn whom_nobody_touched_is_not_looked_at() {
    let scene = three();
    scene.watch();
    let stamp = Stamp { size: 5, modified: 1, changed: 1, inode: 1 };
    let known = Some((&b"known"[..], stamp));
    let rows = [("func-00000003", None), ("obj-00000001", known), ("obj-00000002", known)];
    let keep = |epoch| scene.keep_imports(epoch, &rows);
    let imports = || {
        let reader = Reader::indexed(&scene.dsp(), scene.index()).unwrap();
        let imports = reader.imports().unwrap();
        imports.iter().map(|file| file.map(|it| String::from_utf8_lossy(it).into_owned())).collect::<Vec<_>>()
    };
    let told = |texts: [Option<&str>; 3]| texts.map(|text| text.map(str::to_owned)).to_vec();
    keep(scene.epoch().unwrap());
    assert_eq!(imports(), told([None, Some("known"), Some("known")]));
    scene.write("func-00000003/imports", "obj-00000001\n");
    scene.write("obj-00000002/imports", "obj-00000003\n");
    keep(scene.epoch().unwrap());
    assert_eq!(imports(), told([Some("obj-00000001\n"), Some("known"), Some("obj-00000003\n")]));
    keep([9; 16]);
    scene.check();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_with_two_names_is_looked_at() {
    let scene = three();
    let other = scene.temp.path().join("other");
    fs::hard_link(scene.dsp().join("obj-00000001/imports"), &other).unwrap();
    scene.watch();
    for text in ["obj-00000003\n", "obj-00000001\n"] {
        scene.settle();
        fs::write(&other, text).unwrap();
        assert_eq!(scene.check()[2].as_ref().unwrap()[1].as_deref(), Some(text.as_bytes()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn another_dsp_in_its_place_is_not_watched() {
    let scene = three();
    scene.watch();
    assert!(scene.epoch().is_some());
    fs::rename(scene.dsp(), scene.temp.path().join("was")).unwrap();
    fs::create_dir(scene.dsp()).unwrap();
    scene.write("obj-00000001/imports", "obj-00000007\n");
    assert_eq!(scene.epoch(), None);
    scene.watched.store(false, Ordering::Relaxed);
    scene.check();
}

#[test]
fn how_many_questions_came_before_does_not_show() {
    let names: Vec<String> = (0..MANY + 100).map(|at| format!("obj-{at:08x}")).collect();
    let files: Vec<_> = names.iter().map(|name| (format!("{name}/imports"), format!("{name}\n"))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let scene = Scene::of(&files);
    let ask = || {
        let reader = Reader::open(&scene.dsp()).unwrap();
        let own = |name: &String| {
            let imports = reader.imports_of(name.as_bytes());
            imports
                .map(|it| it.is_some_and(|it| it.trim() == name.as_bytes()))
                .map_err(|error| error.to_string())
        };
        let told: Vec<_> = names.iter().map(own).collect();
        assert_eq!(reader.imports_of(b"../outside").unwrap(), None);
        (told, reader.columns[Part::Imports as usize].get().is_some())
    };
    let (told, at_once) = ask();
    assert!(at_once && told.iter().all(|own| *own == Ok(true)));
    scene.write("obj-00000003/imports", "<<<<<<< ours\n");
    let (told, at_once) = ask();
    assert!(!at_once);
    assert_eq!(told.iter().filter(|own| **own != Ok(true)).count(), 1);
    assert!(told[3].is_err());
}
