//! The system tells by inotify, and who asks comes to a socket beside the index. A door.
#![expect(
    clippy::disallowed_methods,
    reason = "the door to what the system tells, and to the tool's own socket"
)]

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustc_hash::FxHashMap;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::fs::Access;
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType};

use super::{Epoch, NO_EPOCH, WatchError, Word};
use crate::dsp::disk::{Folder, Kind};
use crate::dsp::model::TocName;
use crate::dsp::names::Names;
use crate::dsp::part::Part;
use crate::identity::drawn_mark;

/// What the socket is called.
const SOCKET: &str = "watch";
/// What is left behind where nobody could begin to watch.
const REFUSED: &str = "unwatched";
/// So long nobody tries again then.
const REFUSED_FOR: Duration = Duration::from_hours(1);
/// Once in so long nothing is known: what the system does not tell comes out then.
const ANEW: Duration = Duration::from_mins(5);
/// The most bytes of an answer.
const LONGEST: u64 = 1 << 17;
/// How many entities may be touched within one epoch: each costs a question a status at least.
const MOST: usize = if cfg!(test) { 40 } else { 4000 };
/// How many changes are read at once. Where there are more, looking anew costs less than following them.
const MOST_AT_ONCE: usize = 1 << 16;
/// What was lost is looked for once the system has had nothing to tell for that long.
const QUIET: Duration = Duration::from_millis(200);

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

/// About directories in which one name counts.
const PLACES: WatchFlags = WatchFlags::DELETE.union(WatchFlags::MOVE).union(WatchFlags::ONLYDIR);

/// So long one may take to end that is told to.
const ENDS: Duration = Duration::from_secs(10);
/// How many of the directories that the system watches for the user are left to others.
const LEFT_TO_OTHERS: f64 = 0.25;

/// What the watcher of `dir` says, whose index lies at `place`; `None` where nobody answers in time.
pub(in crate::dsp) fn ask(place: &Path, dir: &Folder, patience: Duration) -> Option<Word> {
    let mut stream = UnixStream::from(connect(place)?).take(LONGEST);
    stream.get_ref().set_nonblocking(false).ok()?;
    let (begun, mut bytes, mut room) = (Instant::now(), Vec::new(), [0; 1 << 12]);
    loop {
        let left = patience.checked_sub(begun.elapsed()).filter(|left| !left.is_zero())?;
        stream.get_ref().set_read_timeout(Some(left)).ok()?;
        match stream.read(&mut room).ok()? {
            0 => return Word::parse(&bytes, dir.identity().ok()?),
            read => bytes.extend_from_slice(&room[..read]),
        }
    }
}

/// To who watches what has its index at `place`.
fn connect(place: &Path) -> Option<OwnedFd> {
    let place = Folder::open(place).ok()?;
    // Who goes through the handle has a short way: the address of a socket holds some hundred bytes.
    let address = SocketAddrUnix::new(place.way_to(SOCKET.as_bytes())).ok()?;
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    let socket = rustix::net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None).ok()?;
    rustix::net::connect(&socket, &address).ok()?;
    Some(socket)
}

/// The lock of who watches `dir` with so many entities, whose index lies at `place`, if nobody has it and somebody may have
/// it: the folder is the user's own, the system tells of what happens there (of all, where nobody `asked` for this), others
/// who watch something for the user do not go short, and nobody failed in it lately.
pub(in crate::dsp) fn lock(place: &Path, dir: &Folder, entities: usize, asked: bool) -> Option<File> {
    let most = fs::read_to_string("/proc/sys/fs/inotify/max_user_watches").ok();
    let most = most.and_then(|most| most.trim().parse::<u32>().ok()).map_or(0.0, f64::from);
    let needed = u32::try_from(2 * entities).map_or(f64::INFINITY, f64::from);
    let refused = || {
        let left = fs::metadata(place.join(REFUSED)).and_then(|it| it.modified());
        left.is_ok_and(|left| left.elapsed().is_ok_and(|since| since < REFUSED_FOR))
    };
    let is_open = needed <= most * (1.0 - LEFT_TO_OTHERS)
        && dir.tells_changes()
        && (asked || !dir.is_layered())
        && dir.is_own()
        && rustix::fs::access(place, Access::WRITE_OK).is_ok()
        && !refused();
    let lock = File::open(place).ok().filter(|_| is_open)?;
    lock.try_lock().ok().map(|()| lock)
}

/// Notes at `place` that nobody could begin to watch, so that not every question tries.
pub(in crate::dsp) fn note_refusal(place: &Path) {
    // Where it cannot be noted, nobody tries either.
    let _unnoted = File::create(place.join(REFUSED)).and_then(|note| note.set_modified(SystemTime::now()));
}

/// Ends who watches what has its index at `place`, and waits for it; whether somebody did. Who watches ends when the socket
/// is gone: that is heard in another container, too, and of another user's one the system says that it may not be removed.
pub(in crate::dsp) fn stop(place: &Path) -> io::Result<bool> {
    let lock = match File::open(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        opened => opened?,
    };
    // Who watches has the lock from before the socket is there until behind its end.
    let (begun, mut ended) = (Instant::now(), false);
    loop {
        let is_free = lock.try_lock().is_ok();
        let removed = remove_socket(&place.join(SOCKET));
        if is_free {
            // One that was killed left it.
            return Ok(ended);
        }
        ended |= removed?;
        if begun.elapsed() >= ENDS {
            let stays = "who watches was told to end and has not: it may have been stopped (SIGSTOP)";
            return Err(io::Error::new(io::ErrorKind::TimedOut, stays));
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Removes the socket; whether there was one.
fn remove_socket(socket: &Path) -> io::Result<bool> {
    match fs::remove_file(socket) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}

/// A directory that is watched.
#[derive(Debug)]
enum Place {
    /// The one around `.dsp/`: who is held open is not said to be removed.
    Around,
    /// The one in which the socket is.
    Socket,
    Dsp,
    /// That of an entity.
    Entity(Vec<u8>),
    /// The `exports/` of an entity.
    Exports(Vec<u8>),
}

/// One who watches a `.dsp/`.
#[derive(Debug)]
pub struct Watch {
    known: Known,
    /// When somebody asked last.
    asked: Instant,
    listener: UnixListener,
    /// Locked.
    place: File,
}

/// What is known of a `.dsp/`.
#[derive(Debug)]
struct Known {
    dir: PathBuf,
    folder: Folder,
    /// Device and inode.
    identity: [u64; 2],
    socket: PathBuf,
    /// Whether questions can come to it.
    is_open: bool,
    epoch: Epoch,
    /// When the epoch began.
    begun: Instant,
    /// Entities and tables of contents touched within the epoch.
    touched: BTreeSet<Vec<u8>>,
    /// Entities whose directories cannot be watched.
    unwatched: BTreeSet<Vec<u8>>,
    /// What is watched, by the number that the system gave it.
    places: FxHashMap<i32, Place>,
    /// Where the system had more to tell than could be kept: when it last told something. Nothing is known until all is
    /// looked at again.
    lost: Option<Instant>,
    events: OwnedFd,
}

impl Watch {
    /// Begins to watch `dsp_dir`, whose index lies at `place`, both absolute; takes as long as listing it does. Nobody is
    /// answered before [`Self::run`]. Who was given the lock of `place` by whoever started it has it as `given`.
    pub(in crate::dsp) fn start(
        dsp_dir: &Path,
        place: &Path,
        given: Option<File>,
    ) -> Result<Self, WatchError> {
        let refused = |path: &Path| {
            let path = path.to_owned();
            move |source| WatchError::Io { path, source }
        };
        let folder = Folder::open(dsp_dir).map_err(refused(dsp_dir))?;
        let identity = folder.identity().map_err(refused(dsp_dir))?;
        if !folder.tells_changes() {
            return Err(WatchError::Untold(dsp_dir.to_owned()));
        }
        fs::create_dir_all(place).map_err(refused(place))?;
        let locked = match given.filter(|it| is_same(it, place)) {
            Some(given) => given,
            None => File::open(place).map_err(refused(place))?,
        };
        locked.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => WatchError::Watched(dsp_dir.to_owned()),
            TryLockError::Error(source) => refused(place)(source),
        })?;
        let socket = place.join(SOCKET);
        // One that was killed left its own, at which nobody is to wait.
        remove_socket(&socket).map_err(refused(&socket))?;
        let events = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK);
        let mut known = Known {
            events: events.map_err(|error| failed(dsp_dir, error))?,
            dir: dsp_dir.to_owned(),
            folder,
            identity,
            socket,
            is_open: false,
            epoch: NO_EPOCH,
            begun: Instant::now(),
            touched: BTreeSet::new(),
            unwatched: BTreeSet::new(),
            places: FxHashMap::default(),
            lost: None,
        };
        known.begin()?;
        // Until all is watched nobody is let in: whoever asks does not wait.
        let listener = listen(&known.socket, place).map_err(|source| match source.kind() {
            // Somebody ended it at once.
            io::ErrorKind::NotFound => known.closed(),
            _ => refused(&known.socket)(source),
        })?;
        known.is_open = true;
        let _none = fs::remove_file(place.join(REFUSED));
        Ok(Self { known, asked: Instant::now(), listener, place: locked })
    }

    /// Answers until nobody has asked for as long as `idle`, or somebody ends it.
    ///
    /// # Errors
    /// Why it cannot answer any more.
    pub fn run(mut self, idle: Option<Duration>) -> Result<(), WatchError> {
        match self.answer_all(idle) {
            Err(WatchError::Ended(_)) => Ok(()),
            other => other,
        }
    }

    fn answer_all(&mut self, idle: Option<Duration>) -> Result<(), WatchError> {
        loop {
            let left = idle.map(|idle| idle.saturating_sub(self.asked.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(());
            }
            self.step(left)?;
        }
    }

    /// Waits until something happens, at most so long, and sees to it.
    fn step(&mut self, most: Option<Duration>) -> Result<(), WatchError> {
        let known = &mut self.known;
        let left = known.lost.map(|last| QUIET.saturating_sub(last.elapsed()));
        let least = [left, most].into_iter().flatten().min();
        wait(&known.events, &self.listener, least).map_err(|error| failed(&known.dir, error))?;
        // Who was let in before the line is read gets to know all that was changed before.
        let asking = self.listener.accept();
        known.hear()?;
        if known.begun.elapsed() >= ANEW {
            known.renew();
        }
        match asking {
            Ok((stream, _)) => {
                self.asked = Instant::now();
                known.answer(stream);
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // Whoever asked looks for itself. What the system lacks it may have again soon.
            Err(_) => thread::sleep(QUIET),
        }
        if known.lost.is_some_and(|last| last.elapsed() >= QUIET) {
            known.begin()?;
        }
        Ok(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // It has the lock: nobody else has put one there. One that stays is removed by the next who watches.
        if self.known.socket.parent().is_some_and(|place| is_same(&self.place, place)) {
            let _left = remove_socket(&self.known.socket);
        }
    }
}

/// At most so long, until there is something to hear or somebody asks.
fn wait(events: &OwnedFd, listener: &UnixListener, most: Option<Duration>) -> Result<usize, Errno> {
    let mut both = [PollFd::new(events, PollFlags::IN), PollFd::new(listener, PollFlags::IN)];
    let most = most.and_then(|most| Timespec::try_from(most).ok());
    match poll(&mut both, most.as_ref()) {
        Err(Errno::INTR) => Ok(0),
        other => other,
    }
}

/// Whether what is open lies at `path`.
fn is_same(open: &File, path: &Path) -> bool {
    let identity = |it: fs::Metadata| (it.dev(), it.ino());
    open.metadata().map(identity).ok().is_some_and(|own| fs::metadata(path).map(identity).ok() == Some(own))
}

impl Known {
    /// Sends what is known. Who gets nothing looks for itself.
    fn answer(&self, mut stream: UnixStream) {
        if self.lost.is_some() {
            return;
        }
        let touched = self.touched.union(&self.unwatched).cloned().collect();
        let bytes = Word { epoch: self.epoch, touched }.to_bytes(self.identity);
        let _unheard = stream.set_nonblocking(true).and_then(|()| stream.write_all(&bytes));
    }

    /// Begins an epoch: watches all that is there.
    fn begin(&mut self) -> Result<(), WatchError> {
        self.lost = None;
        self.places.clear();
        self.unwatched.clear();
        for place in [Place::Around, Place::Socket] {
            let inner = if matches!(place, Place::Around) { &self.dir } else { &self.socket };
            let number = inner.parent().ok_or(Errno::NOTDIR);
            let number = number.and_then(|dir| inotify::add_watch(&self.events, dir, PLACES));
            self.places.insert(number.map_err(|error| failed(&self.dir, error))?, place);
        }
        self.add(b".", CHANGES, Place::Dsp).map_err(|error| failed(&self.dir, error))?;
        // What was replaced before it was watched is not told.
        let stands = Folder::open(&self.dir).and_then(|folder| folder.identity());
        if stands.ok() != Some(self.identity) {
            return Err(WatchError::Gone(self.dir.clone()));
        }
        // Nor what was removed while there was too much to tell.
        if self.is_open && fs::symlink_metadata(&self.socket).is_err() {
            return Err(self.closed());
        }
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
        self.epoch = drawn_mark();
        self.begun = Instant::now();
        self.touched.clear();
    }

    /// Watches the directory of an entity and its `exports/`, if there are such.
    fn watch(&mut self, name: &[u8]) -> Result<(), WatchError> {
        self.unwatched.remove(name);
        let own = self.add(name, CHANGES, Place::Entity(name.to_vec()));
        let exports = [name, b"/", Part::Exports.name().as_bytes()].concat();
        match own.and_then(|()| self.add(&exports, NAMES, Place::Exports(name.to_vec()))) {
            Err(Errno::ACCESS | Errno::XDEV) => drop(self.unwatched.insert(name.to_vec())),
            Ok(()) | Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => {}
            Err(error) => return Err(failed(&self.dir, error)),
        }
        Ok(())
    }

    /// Watches the directory at `path` of `.dsp/`, which is `place`. Of another file system nobody knows what it tells.
    fn add(&mut self, path: &[u8], what: WatchFlags, place: Place) -> Result<(), Errno> {
        let way = self.folder.way_to(path);
        let number = inotify::add_watch(&self.events, &way, what)?;
        if rustix::fs::lstat(&way)?.st_dev != self.identity[0] {
            return Err(Errno::XDEV);
        }
        self.places.insert(number, place);
        Ok(())
    }

    /// Why questions cannot come any more: the socket was removed, or all of its folder.
    fn closed(&self) -> WatchError {
        if self.socket.parent().is_some_and(|place| fs::metadata(place).is_ok()) {
            WatchError::Ended(self.dir.clone())
        } else {
            WatchError::Lost(self.socket.clone())
        }
    }

    /// Reads all that the system has to tell.
    fn hear(&mut self) -> Result<(), WatchError> {
        let mut line = Vec::new();
        let mut room = [MaybeUninit::uninit(); 1 << 14];
        let mut reader = inotify::Reader::new(&self.events, &mut room);
        loop {
            match reader.next() {
                Ok(event) => {
                    let name = event.file_name().map(|name| name.to_bytes().to_vec());
                    line.push((event.wd(), event.events(), name));
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(failed(&self.dir, error)),
            }
            if line.len() > MOST_AT_ONCE {
                line.clear();
                self.lost = Some(Instant::now());
            }
        }
        if self.lost.is_some() && !line.is_empty() {
            self.lost = Some(Instant::now());
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
            self.lost = Some(Instant::now());
        }
        let counts = |name: &[u8]| Part::ALL.iter().any(|part| part.name().as_bytes() == name);
        // Of the directory itself, or of what is called like the last part of `path`.
        let is_of = |path: &Path| {
            name.is_none_or(|name| path.file_name().is_none_or(|it| it.as_encoded_bytes() == name))
        };
        let touched = match self.places.get(&number) {
            Some(Place::Around) if is_of(&self.dir) => return Err(WatchError::Gone(self.dir.clone())),
            Some(Place::Socket) if is_of(&self.socket) => return Err(self.closed()),
            Some(Place::Dsp) => name.filter(|name| is_listed(name)).map(<[u8]>::to_vec),
            Some(Place::Entity(entity)) => name.is_none_or(counts).then(|| entity.clone()),
            Some(Place::Exports(entity)) => Some(entity.clone()),
            // A directory that is no entity's any more may still be watched.
            Some(Place::Around | Place::Socket) | None => None,
        };
        if let Some(entity) = touched {
            // What came or took a place is to be watched.
            if what.contains(ReadFlags::ISDIR) && Names::looks_like(&entity) {
                self.watch(&entity)?;
            }
            self.touched.insert(entity);
        }
        if what.contains(ReadFlags::IGNORED) {
            self.places.remove(&number);
        }
        Ok(())
    }
}

/// Whether what has that name in `.dsp/` may be an entity or a table of contents.
fn is_listed(name: &[u8]) -> bool {
    Names::looks_like(name) || TocName::parse(name).is_some()
}

fn failed(dir: &Path, error: Errno) -> WatchError {
    match error {
        Errno::NOSPC | Errno::MFILE => WatchError::Limit,
        error => WatchError::Io { path: dir.to_owned(), source: error.into() },
    }
}

/// The socket, in `place`, to which the user's own programs come.
fn listen(socket: &Path, place: &Path) -> io::Result<UnixListener> {
    let listener = UnixListener::bind(Folder::open(place)?.way_to(SOCKET.as_bytes()))?;
    fs::set_permissions(socket, Permissions::from_mode(0o600))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

#[cfg(test)]
mod tests;
