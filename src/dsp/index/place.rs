//! Where the index of a `.dsp/` lies: in the git directory of its work tree, or in the user's cache folder. Part of
//! the door.

use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};

use crate::transaction::git_dir;

/// The folder of the index of `dsp_dir`, an absolute path, beside whatever else the tool keeps in that git directory;
/// it need not be there yet. `cache` tells the user's cache folder, for which the system may have to look up the user.
pub(super) fn of(dsp_dir: &Path, cache: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    let found = dsp_dir.ancestors().skip(1).find_map(|top| Some((top, git_dir(top)?)));
    match found {
        Some((top, git_dir)) => {
            Some(git_dir.join("dsp-cli/index").join(key(dsp_dir.strip_prefix(top).ok()?)))
        }
        None => Some(cache()?.join("dsp-cli/index").join(key(dsp_dir))),
    }
}

/// The user's folder for what can be made again.
pub(super) fn user_cache() -> Option<PathBuf> {
    let dir = etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir();
    // A relative one would lie wherever the command is run.
    dir.is_absolute().then_some(dir)
}

/// A folder name for a path: several `.dsp/` may lie in one repository.
fn key(path: &Path) -> String {
    let bytes = <[u8]>::from_path(path)
        .map_or_else(|| path.to_string_lossy().into_owned().into_bytes(), <[u8]>::to_vec);
    let digest = Sha256::digest(bytes);
    let (start, _) = digest.split_at(8);
    start.iter().fold(String::new(), |key, byte| format!("{key}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn repository(dir: &Path) {
        fs::create_dir_all(dir.join("objects")).unwrap();
        fs::write(dir.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    }

    #[test]
    fn each_dsp_has_a_place_of_its_own() {
        let temp = tempfile::tempdir().unwrap();
        let top = temp.path().join("repo");
        repository(&top.join(".git"));
        let cache = temp.path().join("cache");
        let place = |dir: &str| of(&temp.path().join(dir), || Some(cache.clone())).unwrap();
        let places = ["repo/.dsp", "repo/a/.dsp", "repo/a/b/.dsp"].map(place);
        assert!(
            places.iter().all(|place| place.parent() == Some(&top.join(".git/dsp-cli/index"))),
            "{places:?}"
        );
        assert!(places[0] != places[1] && places[1] != places[2]);
        let outside = ["a/.dsp", "b/.dsp"].map(place);
        assert!(
            outside.iter().all(|place| place.parent() == Some(&cache.join("dsp-cli/index"))),
            "{outside:?}"
        );
        assert_ne!(outside[0], outside[1]);
        assert_eq!(of(&temp.path().join("a/.dsp"), || None), None);
    }

    #[test]
    fn a_work_tree_has_its_own_git_directory() {
        let temp = tempfile::tempdir().unwrap();
        let own = temp.path().join("main/.git/worktrees/other");
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("HEAD"), "ref: refs/heads/other\n").unwrap();
        fs::write(own.join("commondir"), "../..\n").unwrap();
        let other = temp.path().join("other");
        fs::create_dir(&other).unwrap();
        for named in [own.to_str().unwrap(), "../main/.git/worktrees/other"] {
            fs::write(other.join(".git"), format!("gitdir: {named}\n")).unwrap();
            let place = of(&other.join(".dsp"), || None).unwrap();
            assert_eq!(place.parent().unwrap(), other.join(named).join("dsp-cli/index"));
        }
    }

    #[test]
    fn what_is_no_git_directory_is_passed_over() {
        let temp = tempfile::tempdir().unwrap();
        let dot_git = temp.path().join(".git");
        for text in ["", "gitdir:", "gitdir: none", "ref: x", &"gitdir: ".repeat(1000), "gitdir: ."] {
            fs::write(&dot_git, text).unwrap();
            assert_eq!(of(&temp.path().join(".dsp"), || None), None, "{text}");
        }
        fs::remove_file(&dot_git).unwrap();
        fs::create_dir(&dot_git).unwrap();
        assert_eq!(of(&temp.path().join(".dsp"), || None), None);
        repository(&dot_git);
        assert!(of(&temp.path().join(".dsp"), || None).is_some());
    }
}
