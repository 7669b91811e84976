use std::fs;
use std::io;

use super::*;

/// What both ways tell of one directory.
type Told = (Vec<(Vec<u8>, Kind)>, Vec<Result<(Kind, usize), io::ErrorKind>>, Vec<u8>);

macro_rules! told {
    ($way:ident, $dir:expr) => {{
        let folder = $way::Folder::open($dir).unwrap().again().unwrap();
        let mut entries = folder.list().unwrap();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        let paths = ["file", "dir", "dir/inner", "none", "file/inner", "dir/none"];
        let status = |path: &str| folder.status(path.as_bytes());
        let statuses = paths.map(|path| {
            let size = |kind, size| if kind == Kind::File { size } else { 0 };
            status(path).map(|s| (s.kind, size(s.kind, s.size))).map_err(|error| error.kind())
        });
        let mut bytes = b"before ".to_vec();
        for guess in [0, 5, 1000] {
            folder.read(b"dir/inner", guess, &mut bytes).unwrap();
        }
        for dir in ["dir", "."] {
            folder.names(dir.as_bytes(), &mut bytes).unwrap();
        }
        assert!(folder.names(b"none", &mut bytes).is_err() && folder.names(b"file", &mut bytes).is_err());
        assert_eq!(folder.read(b"none", 0, &mut bytes).unwrap_err().kind(), io::ErrorKind::NotFound);
        (entries, statuses.to_vec(), bytes)
    }};
}

#[test]
fn both_ways_tell_the_same() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("dir")).unwrap();
    fs::write(dir.path().join("dir/inner"), "inner ".repeat(10)).unwrap();
    fs::write(dir.path().join("file"), "12345").unwrap();
    let plain: Told = told!(plain, dir.path());
    assert_eq!(plain.0.len(), 2);
    assert_eq!(plain.1[0], Ok((Kind::File, 5)));
    assert_eq!(plain.1[3], Err(io::ErrorKind::NotFound));
    assert_eq!(
        plain.2,
        [b"before ".to_vec(), b"inner ".repeat(30), b"inner\0dir/\0file\0".to_vec()].concat()
    );
    let folder = plain::Folder::open(dir.path()).unwrap();
    assert_eq!(folder.stamp().unwrap(), None);
    assert!(!folder.dates_directories());
    #[cfg(unix)]
    assert_eq!(plain, told!(unix, dir.path()));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_told_and_not_opened() {
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("none", dir.path().join("link")).unwrap();
    let folder = Folder::open(dir.path()).unwrap();
    assert_eq!(folder.list().unwrap(), [(b"link".to_vec(), Kind::Other)]);
    assert_eq!(folder.status(b"link").unwrap().kind, Kind::Other);
    fs::write(dir.path().join("none"), "text").unwrap();
    assert!(folder.read(b"link", 4, &mut Vec::new()).is_err());
    assert!(Folder::open(&dir.path().join("none")).is_err());
}
