//! Who watches, step by step.

use tempfile::TempDir;

use super::*;

/// A `.dsp/` with a few entities, and a place for its index.
struct Scene(TempDir);

impl Scene {
    fn of(entities: usize) -> Self {
        let scene = Self(TempDir::new().unwrap());
        for at in 0..entities {
            fs::create_dir_all(scene.at(&format!(".dsp/obj-{at:08x}"))).unwrap();
        }
        scene
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str) {
        fs::write(self.at(".dsp").join(path), "text").unwrap();
    }

    fn start(&self) -> Result<Watch, WatchError> {
        Watch::start(&self.at(".dsp"), &self.at("index"), None)
    }

    fn lock(&self, entities: usize) -> Option<File> {
        lock(&self.at("index"), &Folder::open(&self.at(".dsp")).unwrap(), entities, true)
    }

    /// After one that ended. What another test starts has the lock for as long as it is not yet another program.
    fn start_again(&self) -> Watch {
        for _ in 0..500 {
            match self.start() {
                Err(WatchError::Watched(_)) => std::thread::sleep(Duration::from_millis(10)),
                other => return other.unwrap(),
            }
        }
        panic!("it is watched all the time")
    }

    /// What `watch` says to who asks now.
    fn ask(&self, watch: &mut Watch) -> Option<Word> {
        let place = self.at("index");
        let folder = Folder::open(&self.at(".dsp")).unwrap();
        std::thread::scope(|scope| {
            let asking = scope.spawn(move || ask(&place, &folder, Duration::from_secs(20)));
            while !asking.is_finished() {
                // Somebody asks, or something happened.
                if wait(&watch.known.events, &watch.listener, Some(Duration::from_millis(1))).unwrap() > 0 {
                    watch.step(None).unwrap();
                }
            }
            asking.join().unwrap()
        })
    }

    fn touched(&self, watch: &mut Watch) -> Vec<String> {
        let word = self.ask(watch).unwrap();
        word.touched.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    }
}

#[test]
fn each_change_of_an_entity_is_told() {
    let scene = Scene::of(3);
    scene.write("obj-00000000/imports");
    let mut watch = scene.start().unwrap();
    let mut check = |expected: &[&str]| assert_eq!(scene.touched(&mut watch), expected);
    check(&[]);
    scene.write("obj-00000001/unknown");
    scene.write("notes.md");
    check(&[]);
    scene.write("TOC");
    check(&["TOC"]);
    fs::create_dir(scene.at(".dsp/TOC-obj-00000001")).unwrap();
    check(&["TOC", "TOC-obj-00000001"]);
    watch.known.renew();
    let mut check = |expected: &[&str]| assert_eq!(scene.touched(&mut watch), expected);
    fs::create_dir(scene.at(".dsp/obj-00000001/exports")).unwrap();
    check(&["obj-00000001"]);
    watch.known.renew();
    let mut check = |expected: &[&str]| assert_eq!(scene.touched(&mut watch), expected);
    scene.write("obj-00000001/exports/obj-00000000");
    check(&["obj-00000001"]);
    watch.known.renew();
    let mut check = |expected: &[&str]| assert_eq!(scene.touched(&mut watch), expected);
    scene.write("obj-00000001/exports/obj-00000000");
    check(&[]);
    scene.write("obj-00000001/imports");
    check(&["obj-00000001"]);
    fs::rename(scene.at(".dsp/obj-00000001"), scene.at(".dsp/func-00000009")).unwrap();
    check(&["func-00000009", "obj-00000001"]);
    fs::create_dir(scene.at(".dsp/obj-00000004")).unwrap();
    check(&["func-00000009", "obj-00000001", "obj-00000004"]);
    fs::set_permissions(
        scene.at(".dsp/obj-00000000/imports"),
        std::os::unix::fs::PermissionsExt::from_mode(0o600),
    )
    .unwrap();
    check(&["func-00000009", "obj-00000000", "obj-00000001", "obj-00000004"]);
    fs::remove_dir_all(scene.at(".dsp/obj-00000002")).unwrap();
    check(&["func-00000009", "obj-00000000", "obj-00000001", "obj-00000002", "obj-00000004"]);
}

#[test]
fn one_that_came_or_took_a_place_is_watched_too() {
    let scene = Scene::of(2);
    let mut watch = scene.start().unwrap();
    fs::create_dir(scene.at(".dsp/obj-00000007")).unwrap();
    fs::create_dir(scene.at("new")).unwrap();
    fs::remove_dir(scene.at(".dsp/obj-00000001")).unwrap();
    fs::rename(scene.at("new"), scene.at(".dsp/obj-00000001")).unwrap();
    fs::rename(scene.at(".dsp/obj-00000000"), scene.at(".dsp/obj-00000008")).unwrap();
    assert_eq!(scene.touched(&mut watch).len(), 4);
    watch.known.renew();
    assert_eq!(scene.touched(&mut watch), [""; 0]);
    for name in ["obj-00000007", "obj-00000001", "obj-00000008"] {
        scene.write(&format!("{name}/shared"));
    }
    assert_eq!(scene.touched(&mut watch), ["obj-00000001", "obj-00000007", "obj-00000008"]);
}

#[test]
fn too_many_that_were_touched_begin_another_epoch() {
    let scene = Scene::of(MOST + 1);
    let mut watch = scene.start().unwrap();
    let before = scene.ask(&mut watch).unwrap().epoch;
    (0..MOST).for_each(|at| scene.write(&format!("obj-{at:08x}/imports")));
    let word = scene.ask(&mut watch).unwrap();
    assert_eq!((word.epoch, word.touched.len()), (before, MOST));
    scene.write(&format!("obj-{MOST:08x}/imports"));
    let word = scene.ask(&mut watch).unwrap();
    assert!(word.epoch != before && word.touched.is_empty());
}

#[test]
fn what_the_system_could_not_keep_begins_another_epoch() {
    let scene = Scene::of(2);
    let mut watch = scene.start().unwrap();
    let before = scene.ask(&mut watch).unwrap().epoch;
    let kept: usize =
        fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap().trim().parse().unwrap();
    if kept > 1 << 15 {
        // More than one waits for.
        return;
    }
    for _ in 0..kept / 2 {
        scene.write("obj-00000000/imports");
        scene.write("obj-00000001/imports");
    }
    fs::create_dir(scene.at(".dsp/obj-00000009")).unwrap();
    assert_eq!(scene.ask(&mut watch), None, "nothing is known");
    // Nothing happens for a while but questions.
    while watch.known.lost.is_some() {
        scene.ask(&mut watch);
    }
    let word = scene.ask(&mut watch).unwrap();
    assert!(word.epoch != before && word.touched.is_empty());
    scene.write("obj-00000009/imports");
    assert_eq!(scene.touched(&mut watch), ["obj-00000009"]);
}

#[test]
fn one_that_does_not_answer_is_not_waited_for() {
    let scene = Scene::of(1);
    let watch = scene.start().unwrap();
    let ask = || ask(&scene.at("index"), &Folder::open(&scene.at(".dsp")).unwrap(), Duration::from_millis(1));
    // More than who would wait in line for it.
    for _ in 0..200 {
        assert_eq!(ask(), None);
    }
    // One that is killed leaves its socket.
    fs::rename(scene.at("index").join(SOCKET), scene.at("left")).unwrap();
    drop(watch);
    assert!(!scene.at("index").join(SOCKET).exists());
    fs::rename(scene.at("left"), scene.at("index").join(SOCKET)).unwrap();
    assert_eq!(ask(), None);
    let mut again = scene.start_again();
    assert!(scene.ask(&mut again).is_some());
}

#[test]
fn there_is_one_at_a_time_and_it_ends_with_its_dsp() {
    let scene = Scene::of(1);
    let mut watch = scene.start().unwrap();
    assert!(matches!(scene.start(), Err(WatchError::Watched(_))));
    fs::rename(scene.at(".dsp"), scene.at("was")).unwrap();
    assert!(matches!(watch.step(None), Err(WatchError::Gone(_))));
    drop(watch);
    assert!(matches!(scene.start(), Err(WatchError::Io { .. })));
    fs::rename(scene.at("was"), scene.at(".dsp")).unwrap();
    let mut watch = scene.start_again();
    fs::remove_dir_all(scene.at(".dsp")).unwrap();
    assert!(matches!(watch.step(None), Err(WatchError::Gone(_))));
}

#[test]
fn it_ends_where_nobody_can_come_any_more() {
    let scene = Scene::of(1);
    let mut watch = scene.start().unwrap();
    fs::write(scene.at("index/imports"), "").unwrap();
    fs::rename(scene.at("index/imports"), scene.at("index/description")).unwrap();
    watch.step(None).unwrap();
    fs::remove_dir_all(scene.at("index")).unwrap();
    assert!(matches!(watch.step(None), Err(WatchError::Lost(_))));
}

#[test]
fn who_is_not_asked_any_more_ends() {
    let scene = Scene::of(1);
    let mut watch = scene.start().unwrap();
    assert!(scene.lock(1).is_none(), "it is watched");
    assert_eq!(scene.ask(&mut watch).map(|word| word.touched), Some(vec![]));
    scene.write("TOC");
    watch.run(Some(Duration::from_millis(50))).unwrap();
    assert_eq!(scene.start_again().known.touched, BTreeSet::new());
}

#[test]
fn a_question_gives_the_lock_to_whom_it_leaves_behind() {
    let scene = Scene::of(1);
    assert!(scene.lock(1).is_none(), "there is no place yet");
    fs::create_dir(scene.at("index")).unwrap();
    assert!(scene.lock(usize::MAX / 2).is_none(), "nobody watches that many");
    let lock = scene.lock(1).unwrap();
    assert!(scene.lock(1).is_none());
    let other = File::open(scene.at(".dsp")).unwrap();
    let start = |given| Watch::start(&scene.at(".dsp"), &scene.at("index"), given);
    assert!(matches!(start(Some(other)), Err(WatchError::Watched(_))), "that is another lock");
    let mut watch = start(Some(lock)).unwrap();
    assert!(scene.ask(&mut watch).is_some());
}

#[test]
fn where_nobody_could_begin_nobody_tries_for_a_while() {
    let scene = Scene::of(1);
    fs::create_dir(scene.at("index")).unwrap();
    note_refusal(&scene.at("index"));
    assert!(scene.lock(1).is_none());
    let long_ago = SystemTime::now() - 2 * REFUSED_FOR;
    File::open(scene.at("index").join(REFUSED)).unwrap().set_modified(long_ago).unwrap();
    assert!(scene.lock(1).is_some());
}

#[test]
fn who_watches_is_ended_and_waited_for() {
    let scene = Scene::of(1);
    assert!(!stop(&scene.at("index")).unwrap(), "there is no index");
    let watch = scene.start().unwrap();
    let watching = std::thread::spawn(move || watch.run(None));
    assert!(stop(&scene.at("index")).unwrap());
    assert!(watching.join().unwrap().is_ok());
    assert!(!stop(&scene.at("index")).unwrap());
    // One that was killed left its socket.
    fs::write(scene.at("index").join(SOCKET), "").unwrap();
    assert!(!stop(&scene.at("index")).unwrap());
    assert!(!scene.at("index").join(SOCKET).exists());
}
