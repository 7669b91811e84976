//! Without a go.mod, a folder of a `GOPATH` is called as what fetches its dependencies says: godep, govendor, glide.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::path::{self, RepoPath};
use crate::project::Project;

/// What a folder is imported as, and the file that says so.
#[derive(Debug)]
pub(super) struct Called {
    pub(super) path: String,
    pub(super) file: RepoPath,
}

/// The folders that are called something.
pub(super) fn read(project: &Project<'_>) -> BTreeMap<Vec<u8>, Called> {
    let mut called = BTreeMap::new();
    for file in project.files() {
        let (around, folder) = (path::parent(file.parent()), path::file_name(file.parent()));
        let text = || project.read(file.as_bytes()).unwrap_or_default();
        let (dir, path) = match (folder, file.file_name()) {
            (b"Godeps", b"Godeps.json") => (around, of_json(&text(), "ImportPath")),
            (b"vendor", b"vendor.json") => (around, of_json(&text(), "rootPath")),
            (_, b"glide.yaml") => (file.parent(), of_glide(&text())),
            _ => continue,
        };
        if let Some(path) = path.filter(|path| !path.is_empty()) {
            called.entry(dir.to_vec()).or_insert(Called { path, file: file.clone() });
        }
    }
    called
}

fn of_json(text: &[u8], key: &str) -> Option<String> {
    let value: Value = serde_json::from_slice(text).ok()?;
    Some(value.get(key)?.as_str()?.to_owned())
}

/// `package: example.com/a`, at the top of the file.
fn of_glide(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(text);
    let said = text.lines().find_map(|line| line.strip_prefix("package:"))?;
    let said = said.split('#').next().unwrap_or_default();
    Some(said.trim().trim_matches(['"', '\'']).to_owned())
}
