//! Replays the history of a repository and holds every sync against a bootstrap:
//! `cargo run --profile quick --example replay -- REPOSITORY [COMMITS [BRANCH]]`.
//!
//! The newest so many commits along first parents are checked out one after the other in a clone that nothing else
//! uses, each while its parent is still HEAD, as before a commit. After each, these must hold:
//!
//! * a sync, with its cache and all threads, writes what a bootstrap over the same earlier `.dsp/` writes without a
//!   cache on one thread; and a sync again writes nothing;
//! * it is what a bootstrap from nothing writes that is given the same roots, once uids are mapped by what they stand
//!   for (not asked while a file does not parse to its end: then the earlier `.dsp/` counts);
//! * words that somebody wrote about a tenth of the entities and edges stay, or are told to have gone with their edge.
//!
//! Files that `git` says were renamed are counted, with those whose uid went with them. Whatever fails is printed, and
//! the exit code is 1 then.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a program of its own, which runs git, writes and prints"
)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use dsp_cli::dsp::BootstrapInput;
use dsp_cli::dsp::desired::Granularity;
use dsp_cli::dsp::format::Description;
use dsp_cli::dsp::memory::Memory;
use dsp_cli::dsp::model::{Export, Store, Toc, TocName};
use dsp_cli::dsp::store;
use dsp_cli::event::Silent;
use dsp_cli::facts::{self, cache::Cache};
use dsp_cli::identity::Uid;
use dsp_cli::pipeline::{self, Analysis, Base, BootstrapOptions, Outcome, Wanted};
use dsp_cli::settings::Choices;
use dsp_cli::universe::{Source, Universe};
use resolvers::facts::Parse;
use resolvers::path::RepoPath;

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let Some(repository) = given.first() else {
        println!("usage: replay REPOSITORY [COMMITS [BRANCH]]");
        return ExitCode::from(2);
    };
    let commits = given.get(1).and_then(|it| it.parse().ok()).unwrap_or(100);
    let branch = given.get(2).map_or("HEAD", String::as_str);
    let scratch = tempfile::tempdir().expect("a folder");
    let mut replay = Replay::begin(scratch.path(), repository);
    let history = replay.git(&["rev-list", "--first-parent", "-n", &commits.to_string(), branch]);
    let mut history: Vec<&str> = history.lines().collect();
    history.reverse();
    for (at, commit) in history.iter().enumerate() {
        replay.step(at, commit);
    }
    replay.tell(history.len())
}

struct Replay {
    clone: PathBuf,
    /// A `.dsp/` in which somebody writes.
    seeded: PathBuf,
    /// One in which nobody does.
    plain: PathBuf,
    /// For a run that starts from nothing, or from a copy.
    other: PathBuf,
    failures: usize,
    unparsed: usize,
    renamed: usize,
    followed: usize,
    written: usize,
    dropped: usize,
    stale: usize,
}

/// The files of a `.dsp/`.
type Files = BTreeMap<PathBuf, Vec<u8>>;

impl Replay {
    fn begin(scratch: &Path, repository: &str) -> Self {
        let at = |name: &str| scratch.join(name);
        let mut git = Command::new("git");
        git.args(["clone", "--quiet", "--no-checkout", "--shared", repository]).arg(at("clone"));
        assert!(git.status().expect("git is there").success(), "{repository} can be cloned");
        Self {
            clone: at("clone"),
            seeded: at("seeded"),
            plain: at("plain"),
            other: at("other"),
            failures: 0,
            unparsed: 0,
            renamed: 0,
            followed: 0,
            written: 0,
            dropped: 0,
            stale: 0,
        }
    }

    fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git").current_dir(&self.clone).args(args).output().expect("git is there");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// One commit, as it is before it is made.
    fn step(&mut self, at: usize, commit: &str) {
        if at == 0 {
            self.git(&["update-ref", "--no-deref", "HEAD", commit]);
        }
        self.git(&["read-tree", "--reset", "-u", commit]);
        let job = Job::of(&self.clone, 0, true);
        let bare = Job::of(&self.clone, 1, false);
        if at == 0 {
            for dir in [&self.seeded, &self.plain] {
                job.bootstrap(dir);
            }
        }
        for dir in [self.seeded.clone(), self.plain.clone()] {
            self.hold(&job, &bare, &dir, commit);
        }
        let is_partial = |source: &facts::SourceFile| source.facts.parse != Parse::Complete;
        if job.analysis.sources.iter().any(is_partial) {
            self.unparsed += 1;
        } else {
            self.hold_against_nothing(&bare, commit);
        }
        if at.is_multiple_of(10) {
            self.written += seed(&self.seeded);
        }
        self.git(&["update-ref", "--no-deref", "HEAD", commit]);
    }

    /// A sync of `dir` against a bootstrap over a copy, and what became of words and uids.
    fn hold(&mut self, job: &Job, bare: &Job, dir: &Path, commit: &str) {
        let (before, store) = (files(dir), store::read(dir).expect("a store"));
        write(&self.other, &before);
        let outcome = job.sync(dir);
        bare.bootstrap(&self.other);
        let (ours, theirs) = (files(dir), files(&self.other));
        self.compare(commit, "a bootstrap over the same `.dsp/`", &ours, &theirs);
        self.stale += usize::from(ours != before);
        if !job.sync(dir).plan.changes.is_empty() {
            self.fail(commit, "a second sync writes something");
        }
        self.hold_words(&store, dir, &outcome, commit);
        if dir == self.plain {
            self.follow(&store, dir, commit);
        }
    }

    fn hold_against_nothing(&mut self, bare: &Job, commit: &str) {
        let synced = store::read(&self.plain).expect("a store");
        write(&self.other, &roots_of(&synced));
        bare.bootstrap(&self.other);
        let fresh = store::read(&self.other).expect("a store");
        let known: BTreeMap<_, Uid> = synced.uids().map(|(uid, entity)| (name(entity), uid)).collect();
        let pairs = fresh.uids().filter_map(|(uid, entity)| Some((uid, *known.get(&name(entity))?)));
        let mapped = mapped(&files(&self.other), &pairs.collect());
        self.compare(commit, "a bootstrap from nothing", &files(&self.plain), &mapped);
    }

    /// Words of a person stay with what they are about.
    fn hold_words(&mut self, before: &Store, dir: &Path, outcome: &Outcome, commit: &str) {
        let after = store::read(dir).expect("a store");
        let merged = |uid: Uid| outcome.plan.merged.iter().any(|(gone, _)| *gone == uid);
        for (uid, entity) in before.uids() {
            let purpose =
                |store: &Store| Some(store.entity(uid)?.description.as_ref()?.paragraph("purpose")?.to_vec());
            let words = purpose(before).filter(|words| words.starts_with(SEEDED));
            if words.is_some() && words != purpose(&after) && !merged(uid) {
                self.fail(commit, &format!("the purpose of {uid} is lost"));
            }
            for (name, why) in whys(entity).into_iter().filter(|(_, why)| why.starts_with(SEEDED)) {
                let stays = after.entity(uid).is_some_and(|it| whys(it).get(&name) == Some(&why));
                let told = String::from_utf8_lossy(&why);
                let is_told = outcome.plan.dropped.iter().any(|edge| edge.why == told.trim());
                self.dropped += usize::from(!stays && is_told);
                if !stays && !is_told && !merged(uid) {
                    self.fail(commit, &format!("a why is lost: {uid} {told}"));
                }
            }
        }
    }

    /// Files that git says were renamed keep their uids.
    fn follow(&mut self, before: &Store, dir: &Path, commit: &str) {
        let after = store::read(dir).expect("a store");
        let uid_of = |store: &Store, path: &str| {
            store.uids().find(|(_, entity)| entity.source() == path.as_bytes()).map(|(uid, _)| uid)
        };
        let changes = self.git(&["diff-index", "-M", "--cached", "--name-status", "HEAD"]);
        for line in changes.lines().filter(|line| line.starts_with('R')) {
            let mut paths = line.split('\t').skip(1);
            let (Some(from), Some(to)) = (paths.next(), paths.next()) else { continue };
            let (Some(was), Some(is)) = (uid_of(before, from), uid_of(&after, to)) else { continue };
            self.renamed += 1;
            self.followed += usize::from(was == is);
            if was != is {
                println!("{commit}: new uid: {line}");
            }
        }
    }

    fn compare(&mut self, commit: &str, with: &str, ours: &Files, theirs: &Files) {
        if ours == theirs {
            return;
        }
        self.fail(commit, &format!("a sync is not what {with} is:"));
        let paths = ours.keys().chain(theirs.keys());
        let mut differing: Vec<_> = paths.filter(|path| ours.get(*path) != theirs.get(*path)).collect();
        differing.sort();
        differing.dedup();
        for path in differing.into_iter().take(5) {
            let text = |files: &Files| files.get(path).map(|it| String::from_utf8_lossy(it).into_owned());
            println!("  {}: {:?} / {:?}", path.display(), text(ours), text(theirs));
        }
    }

    fn fail(&mut self, commit: &str, what: &str) {
        self.failures += 1;
        println!("{commit}: {what}");
    }

    fn tell(&self, commits: usize) -> ExitCode {
        let Self { failures, unparsed, renamed, followed, written, dropped, stale, .. } = self;
        println!(
            "{commits} commits ({stale} of {} syncs wrote; {unparsed} with files that do not parse), \
             {renamed} renames by git of which {followed} kept their uid, {written} texts written by hand of \
             which {dropped} went with their edges, {failures} failures",
            2 * commits
        );
        ExitCode::from(u8::from(*failures > 0))
    }
}

/// A work tree, read and understood.
struct Job {
    universe: Universe,
    analysis: Analysis,
    files: Vec<RepoPath>,
    memory: Memory,
    threads: usize,
}

impl Job {
    fn of(root: &Path, threads: usize, is_cached: bool) -> Self {
        let universe = Universe::open(root, &Source::WorkTree).expect("a repository");
        let cache = if is_cached { Cache::open(universe.snapshot.common_dir()) } else { Cache::none() };
        let common_dir = universe.snapshot.common_dir().filter(|_| is_cached);
        let memory = Memory::open(common_dir);
        let wanted = Wanted { weak: false, units: true, uses: true };
        let analysis = on(threads, || pipeline::analyse(&universe, &cache, wanted, &Silent));
        let files = universe.files.iter().map(|file| file.path.clone()).collect();
        Self { universe, analysis, files, memory, threads }
    }

    fn bootstrap(&self, dir: &Path) -> Outcome {
        let run = |options: &BootstrapOptions<'_>| {
            pipeline::bootstrap(dir, &self.input(), options, &Silent).expect("a bootstrap")
        };
        self.with_options(run)
    }

    fn sync(&self, dir: &Path) -> Outcome {
        let run = |options: &BootstrapOptions<'_>| {
            pipeline::sync(dir, &self.input(), options, &Silent).expect("a sync").outcome
        };
        self.with_options(run)
    }

    fn with_options(&self, run: impl Fn(&BootstrapOptions<'_>) -> Outcome + Sync) -> Outcome {
        let given = Choices { granularity: Some(Granularity::default()), ..Choices::default() };
        on(self.threads, || {
            let base = Base::Before(Source::WorkTree);
            run(&BootstrapOptions {
                recall: &|open| pipeline::recall(&self.universe, &self.analysis.sources, open, &base),
                given: &given,
                declared: &self.universe.settings,
                marking: None,
                dry_run: false,
            })
        })
    }

    fn input(&self) -> BootstrapInput<'_> {
        let Analysis { sources, resolved, units, unsure, .. } = &self.analysis;
        let (memory, unread, unlisted) = (&self.memory, &self.universe, &self.universe.unlisted);
        BootstrapInput {
            files: &self.files,
            sources,
            resolved,
            units,
            unsure,
            unlisted,
            unread,
            memory,
            traced: false,
            absences: None,
        }
    }
}

fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(facts::STACK_SIZE).build();
    pool.expect("threads").install(work)
}

/// How words begin that somebody wrote.
const SEEDED: &[u8] = b"By hand: ";

/// Writes about a tenth of the entities and edges; says how many texts are new.
fn seed(dir: &Path) -> usize {
    let store = store::read(dir).expect("a store");
    let mut written = 0;
    for (uid, entity) in store.uids() {
        let is_chosen = |text: &[u8]| !text.starts_with(SEEDED) && sum(text, uid).is_multiple_of(10);
        let place = dir.join(uid.to_string());
        if let Some(description) = &entity.description
            && is_chosen(description.get("source").unwrap_or_default())
        {
            let mut description = description.clone();
            if !description.paragraph("purpose").unwrap_or_default().starts_with(SEEDED) {
                description.set("purpose", &[SEEDED, uid.to_string().as_bytes()].concat());
                fs::write(place.join("description"), description.as_bytes()).expect("a file");
                written += 1;
            }
        }
        for (name, why) in whys(entity) {
            if is_chosen(&why) && why.ends_with(b"(auto)") {
                let text = [SEEDED, uid.to_string().as_bytes(), b" ", name.as_bytes()].concat();
                fs::write(place.join("exports").join(&name), text).expect("a file");
                written += 1;
            }
        }
    }
    written
}

fn sum(text: &[u8], uid: Uid) -> u32 {
    let bytes = text.iter().copied().chain(uid.to_string().into_bytes());
    bytes.fold(7, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

/// What an entity records of who imports it or from it, by the path below `exports/`.
fn whys(entity: &dsp_cli::dsp::model::Entity) -> BTreeMap<String, Vec<u8>> {
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let mut whys = BTreeMap::new();
    for (name, export) in &entity.exports {
        match export {
            Export::Why(why) => drop(whys.insert(text(name), why.clone())),
            Export::Shared(recipients) => {
                let recipients =
                    recipients.iter().filter(|(importer, _)| importer.as_slice() != b"description");
                whys.extend(
                    recipients
                        .map(|(importer, why)| (format!("{}/{}", text(name), text(importer)), why.clone())),
                );
            }
        }
    }
    whys
}

/// What an entity stands for.
fn name(entity: &dsp_cli::dsp::model::Entity) -> (Vec<u8>, Option<String>) {
    (entity.source().to_vec(), entity.ecosystem().map(str::to_owned))
}

/// A `.dsp/` that knows the roots of `store` and nothing else.
fn roots_of(store: &Store) -> Files {
    let mut files = Files::new();
    for (toc, Toc { raw }) in &store.tocs {
        let root = raw.split_inclusive(|byte| *byte == b'\n').next().unwrap_or_default();
        files.insert(toc.to_string().into(), root.to_vec());
        let uid = Uid::parse(root.trim_ascii_end());
        let description = uid.and_then(|uid| store.entity(uid)?.description.as_ref());
        if let (Some(uid), Some(description)) = (uid, description) {
            let path = PathBuf::from(uid.to_string()).join("description");
            files.insert(path, Description::as_bytes(description).to_vec());
        }
    }
    debug_assert!(files.keys().any(|path| TocName::parse(path.as_os_str().as_encoded_bytes()).is_some()));
    files
}

/// `files` with other uids, in names and texts.
fn mapped(files: &Files, uids: &BTreeMap<Uid, Uid>) -> Files {
    let turn = |bytes: &[u8]| {
        let mut out = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        while let Some(first) = rest.first() {
            let found = ["obj-".len() + 8, "func-".len() + 8].into_iter().find_map(|length| {
                let uid = Uid::parse(rest.get(..length)?)?;
                Some((uids.get(&uid).copied().unwrap_or(uid), length))
            });
            let taken = if let Some((uid, length)) = found {
                out.extend_from_slice(uid.to_string().as_bytes());
                length
            } else {
                out.push(*first);
                1
            };
            rest = &rest[taken..];
        }
        out
    };
    let path = |path: &Path| {
        PathBuf::from(String::from_utf8(turn(path.as_os_str().as_encoded_bytes())).expect("a path"))
    };
    files.iter().map(|(name, bytes)| (path(name), turn(bytes))).collect()
}

/// Every file below `dir`.
fn files(dir: &Path) -> Files {
    let mut files = Files::new();
    let mut pending = vec![dir.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(dir).expect("it lies there").to_owned();
                files.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

/// Makes `dir` hold `files` and nothing else.
fn write(dir: &Path, files: &Files) {
    if dir.exists() {
        fs::remove_dir_all(dir).expect("it goes");
    }
    for (path, bytes) in files {
        let place = dir.join(path);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, bytes).expect("a file");
    }
}
