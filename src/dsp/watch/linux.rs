//! The system tells by inotify, and who asks comes to a socket beside the index. Part of the door.
#![expect(clippy::disallowed_methods, reason = "part of the door `watch`: the socket belongs to the tool")]

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustc_hash::FxHashMap;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::{Errno, retry_on_intr};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

use super::{Identity, WatchError, Word};
use crate::dsp::disk::{Folder, Kind};
use crate::dsp::index::Index;
use crate::dsp::names::Names;
use crate::dsp::reader::{COLUMNS, EXPORTS};
use crate::identity::drawn_mark;

/// The names of the socket and of what its owner holds locked.
const SOCKET: &str = "watch";
const LOCK: &str = "watch.lock";

/// How long an answer is waited for: a watcher may have been stopped.
const PATIENCE: Duration = Duration::from_millis(100);
/// The most bytes of one: it is sent in one piece, which the socket takes without waiting.
const LONGEST: u64 = 1 << 17;
/// How many entities may be touched within one epoch. Each costs a question a status at least.
const MOST: usize = 4000;
/// What was lost is looked for once the system has had nothing to tell for that long.
const QUIET: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };

/// What is asked of the system about `.dsp/` and each entity's directory.
const CHANGES: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MODIFY)
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::MOVE)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);
/// About each `exports/`, of which the names count.
const NAMES: WatchFlags = WatchFlags::CREATE
    .union(WatchFlags::DELETE)
    .union(WatchFlags::MOVE)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);
/// And about the directory around `.dsp/`: who is held open is not said to be removed.
const PLACES: WatchFlags = WatchFlags::DELETE.union(WatchFlags::MOVE).union(WatchFlags::ONLYDIR);

/// What the watcher of `dir` says, whose index lies at `place`; `None` where nobody answers.
pub(in crate::dsp) fn ask(place: &Path, dir: Identity) -> Option<Word> {
    let place = Folder::open(place).ok()?;
    // Who goes through the handle has a short way: the address of a socket holds some hundred bytes.
    let address = SocketAddrUnix::new(place.way_to(SOCKET.as_bytes())).ok()?;
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).ok()?;
    rustix::net::connect(&socket, &address).ok()?;
    let stream = UnixStream::from(socket);
    stream.set_nonblocking(false).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let mut bytes = Vec::new();
    stream.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Word::parse(&bytes, dir)
}

/// A directory that is watched.
#[derive(Debug)]
enum Place {
    Dsp,
    /// That of an entity.
    Entity(Vec<u8>),
    /// The `exports/` of an entity.
    Exports(Vec<u8>),
}

/// One who watches a `.dsp/`.
#[derive(Debug)]
pub struct Watch {
    dir: PathBuf,
    folder: Folder,
    identity: Identity,
    word: Word,
    /// Entities touched within the epoch.
    touched: BTreeSet<Vec<u8>>,
    /// Entities whose directory cannot be watched.
    unwatched: BTreeSet<Vec<u8>>,
    /// What is watched, by the number that the system gave it.
    places: FxHashMap<i32, Place>,
    /// The number of the directory around `.dsp/`.
    around: i32,
    /// Whether the system had more to tell than it kept: nothing is known until all is looked at again.
    is_lost: bool,
    events: OwnedFd,
    listener: UnixListener,
    _lock: File,
}

impl Watch {
    /// Begins to watch `dsp_dir`, and to answer who asks for what `index` knows of it.
    ///
    /// # Errors
    /// See [`WatchError`].
    pub fn start(dsp_dir: &Path, index: &Index) -> Result<Self, WatchError> {
        let failed = |source| WatchError::Io { path: dsp_dir.to_owned(), source };
        let folder = Folder::open(dsp_dir).map_err(failed)?;
        let identity = folder.identity().map_err(failed)?;
        if !folder.dates_directories() {
            return Err(WatchError::Untold(dsp_dir.to_owned()));
        }
        let place = index.place().ok_or_else(|| WatchError::NoPlace(dsp_dir.to_owned()))?;
        let (listener, lock) = meet(place, dsp_dir)?;
        let events = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK);
        let events = events.map_err(|error| failed(error.into()))?;
        let parent = dsp_dir.parent().ok_or_else(|| failed(io::ErrorKind::NotADirectory.into()))?;
        let around = inotify::add_watch(&events, parent, PLACES).map_err(|error| failed(error.into()))?;
        let word = Word { epoch: drawn_mark(), touched: Vec::new() };
        let mut watch = Self {
            dir: dsp_dir.to_owned(),
            folder,
            identity,
            word,
            touched: BTreeSet::new(),
            unwatched: BTreeSet::new(),
            places: FxHashMap::default(),
            around,
            is_lost: false,
            events,
            listener,
            _lock: lock,
        };
        watch.begin()?;
        Ok(watch)
    }

    /// Answers until it cannot any more, and says why.
    #[must_use]
    pub fn run(mut self) -> WatchError {
        loop {
            if let Err(error) = self.step() {
                return error;
            }
        }
    }

    /// Waits until something happens, and sees to it.
    fn step(&mut self) -> Result<(), WatchError> {
        let mut both = [PollFd::new(&self.events, PollFlags::IN), PollFd::new(&self.listener, PollFlags::IN)];
        let ready = retry_on_intr(|| poll(&mut both, self.is_lost.then_some(&QUIET)));
        let is_quiet = ready.map_err(|error| self.failed(error))? == 0;
        // Who was let in before the line is read gets to know all that was changed before.
        let asking = self.listener.accept();
        self.hear()?;
        match asking {
            Ok((stream, _)) => self.answer(stream),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // Whoever asked has gone.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(source) => return Err(WatchError::Io { path: self.dir.clone(), source }),
        }
        if is_quiet && self.is_lost {
            self.begin()?;
        }
        Ok(())
    }

    /// Sends what is known. Who gets nothing looks for itself.
    fn answer(&self, mut stream: UnixStream) {
        if self.is_lost {
            return;
        }
        let touched = self.touched.union(&self.unwatched).cloned().collect();
        let bytes = Word { touched, ..self.word.clone() }.to_bytes(self.identity);
        let _unheard = stream.set_nonblocking(true).and_then(|()| stream.write_all(&bytes));
    }

    /// Begins an epoch: watches all that is there.
    fn begin(&mut self) -> Result<(), WatchError> {
        self.is_lost = false;
        self.places.clear();
        self.unwatched.clear();
        self.add(b".", CHANGES, Place::Dsp).map_err(|error| self.failed(error))?;
        let listed =
            self.folder.list().map_err(|source| WatchError::Io { path: self.dir.clone(), source })?;
        for (name, kind) in listed {
            if kind == Kind::Directory && Names::looks_like(&name) {
                self.watch(&name)?;
            }
        }
        self.renew();
        Ok(())
    }

    /// Begins an epoch where all is watched already.
    fn renew(&mut self) {
        self.word.epoch = drawn_mark();
        self.touched.clear();
    }

    /// Watches the directory of an entity and its `exports/`, if there are such.
    fn watch(&mut self, name: &[u8]) -> Result<(), WatchError> {
        self.unwatched.remove(name);
        let own = self.add(name, CHANGES, Place::Entity(name.to_vec()));
        let exports = [name, b"/", EXPORTS.as_bytes()].concat();
        match own.and_then(|()| self.add(&exports, NAMES, Place::Exports(name.to_vec()))) {
            Err(Errno::ACCESS) => drop(self.unwatched.insert(name.to_vec())),
            Ok(()) | Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
            Err(error) => return Err(self.failed(error)),
        }
        Ok(())
    }

    /// Watches the directory at `path`, which is `place`.
    fn add(&mut self, path: &[u8], what: WatchFlags, place: Place) -> Result<(), Errno> {
        let number = inotify::add_watch(&self.events, self.folder.way_to(path), what)?;
        self.places.insert(number, place);
        Ok(())
    }

    /// Reads all that the system has to tell.
    fn hear(&mut self) -> Result<(), WatchError> {
        let mut line = Vec::new();
        let mut room = [MaybeUninit::uninit(); 1 << 14];
        let mut reader = inotify::Reader::new(&self.events, &mut room);
        loop {
            match reader.next() {
                Ok(event) => line.push((
                    event.wd(),
                    event.events(),
                    event.file_name().map(|name| name.to_bytes().to_vec()),
                )),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        for (number, what, name) in line {
            self.learn(number, what, name.as_deref())?;
        }
        if self.touched.len() > MOST {
            self.renew();
        }
        Ok(())
    }

    /// One change: of the directory with that number, or of what is called `name` in it.
    fn learn(&mut self, number: i32, what: ReadFlags, name: Option<&[u8]>) -> Result<(), WatchError> {
        if what.contains(ReadFlags::QUEUE_OVERFLOW) {
            self.is_lost = true;
        }
        if number == self.around {
            let is_of =
                name.is_none_or(|name| self.dir.file_name().is_none_or(|own| own.as_encoded_bytes() == name));
            return if is_of { Err(WatchError::Gone(self.dir.clone())) } else { Ok(()) };
        }
        // A directory that is no entity's any more may still be watched.
        let counts = |name: &[u8]| COLUMNS.iter().any(|file| file.as_bytes() == name);
        let touched = match self.places.get(&number) {
            Some(Place::Dsp) => name.filter(|name| Names::looks_like(name)).map(<[u8]>::to_vec),
            Some(Place::Entity(entity)) => name.is_none_or(counts).then(|| entity.clone()),
            Some(Place::Exports(entity)) => Some(entity.clone()),
            None => None,
        };
        if let Some(entity) = touched {
            // What came or took a place is to be watched.
            if what.contains(ReadFlags::ISDIR) {
                self.watch(&entity)?;
            }
            self.touched.insert(entity);
        }
        if what.contains(ReadFlags::IGNORED) {
            self.places.remove(&number);
        }
        Ok(())
    }

    fn failed(&self, error: Errno) -> WatchError {
        match error {
            Errno::NOSPC => WatchError::Limit,
            error => WatchError::Io { path: self.dir.clone(), source: error.into() },
        }
    }
}

/// Where who watches `dsp_dir` is asked, at `place`, and what nobody else holds as long.
fn meet(place: &Path, dsp_dir: &Path) -> Result<(UnixListener, File), WatchError> {
    let failed = |source| WatchError::Io { path: place.to_owned(), source };
    fs::create_dir_all(place).map_err(failed)?;
    let lock =
        File::options().create(true).truncate(false).write(true).open(place.join(LOCK)).map_err(failed)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => WatchError::Watched(dsp_dir.to_owned()),
        TryLockError::Error(source) => failed(source),
    })?;
    let folder = Folder::open(place).map_err(failed)?;
    // One that was killed left its socket.
    match fs::remove_file(place.join(SOCKET)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let listener = UnixListener::bind(folder.way_to(SOCKET.as_bytes())).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok((listener, lock))
}

#[cfg(test)]
mod tests;
