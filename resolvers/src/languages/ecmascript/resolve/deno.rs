//! What Deno says that names stand for: the import maps of `deno.json`, and the members of a workspace by their names.
//!
//! Whether anything is at a place is not asked here. `scopes` are not read.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::json;
use super::manifest::{Manifest, texts};
use super::specifier;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// The configurations, the first of a folder first.
const CONFIGS: [&[u8]; 2] = [b"deno.json", b"deno.jsonc"];

/// Bytes of the longest value of an import map.
const LONGEST: usize = 4096;

/// All configurations of Deno in a project.
#[derive(Default)]
pub(super) struct Deno {
    /// By folder.
    configs: BTreeMap<Vec<u8>, Config>,
    /// The folders of the packages of each name.
    by_name: FxHashMap<String, Vec<Vec<u8>>>,
}

struct Config {
    /// The configuration as a manifest: tasks are scripts.
    manifest: Manifest,
    /// The import map, and the folder from which its paths count.
    imports: Vec<(String, String)>,
    base: Vec<u8>,
    /// The folders of the members of a workspace; `*` stands for any one name.
    members: Vec<Vec<u8>>,
    /// The folder of the workspace that it is, or is a member of; its own where it stands alone.
    root: Vec<u8>,
}

/// What a name means.
pub(super) enum Meaning<'d> {
    /// A place that an import map of this configuration names.
    Mapped(Vec<u8>, &'d RepoPath),
    /// What a member of the workspace offers under that name.
    Member(Vec<u8>, &'d RepoPath),
    /// What a member of the workspace does not offer.
    Unexported(&'d RepoPath),
    /// Something from elsewhere, as an import map of this configuration writes it.
    Elsewhere(String, &'d RepoPath),
}

impl Meaning<'_> {
    /// The configuration that says it.
    pub(super) fn config(&self) -> &RepoPath {
        match self {
            Self::Mapped(_, config)
            | Self::Member(_, config)
            | Self::Elsewhere(_, config)
            | Self::Unexported(config) => config,
        }
    }
}

impl Deno {
    pub(super) fn read(project: &Project<'_>) -> Self {
        let mut configs = BTreeMap::new();
        for name in CONFIGS.iter().rev() {
            for file in project.files().iter().filter(|file| file.file_name() == *name) {
                if let Some(config) = Config::read(project, file) {
                    configs.insert(file.parent().to_vec(), config);
                }
            }
        }
        let roots: Vec<Vec<u8>> = configs.values().map(|config| root(config, &configs)).collect();
        for (config, root) in configs.values_mut().zip(roots) {
            config.root = root;
        }
        let mut by_name = FxHashMap::<String, Vec<Vec<u8>>>::default();
        for (dir, config) in &configs {
            if let Some(name) = config.manifest.name() {
                by_name.entry(name.to_owned()).or_default().push(dir.clone());
            }
        }
        Self { configs, by_name }
    }

    /// The configurations as manifests, by folder.
    pub(super) fn manifests(&self) -> impl Iterator<Item = &Manifest> {
        self.configs.values().map(|config| &config.manifest)
    }

    /// What `specifier` means in `dir`; `None` where no configuration speaks of it.
    pub(super) fn meaning(&self, dir: &[u8], specifier: &str) -> Option<Meaning<'_>> {
        if self.configs.is_empty() {
            return None;
        }
        let own = path::ancestors(dir).find_map(|dir| self.configs.get(dir))?;
        let root = self.configs.get(&own.root)?;
        let mapped = [own, root].into_iter().find_map(|it| Some((it.mapped(specifier)?, it)));
        let Some((text, config)) = mapped else { return self.member(root, specifier) };
        let source = &config.manifest.path;
        if specifier::is_relative(&text) || text.starts_with('/') {
            return Some(Meaning::Mapped(path::join(&config.base, text.as_bytes())?, source));
        }
        Some(self.member(root, &text).unwrap_or(Meaning::Elsewhere(text, source)))
    }

    /// What a member of `root` offers under `name`, which may be one of JSR, with a version that the member has.
    fn member(&self, root: &Config, name: &str) -> Option<Meaning<'_>> {
        let Published { name, range, sub } = Published::of(name.strip_prefix("jsr:").unwrap_or(name));
        let named = self.by_name.get(name)?.iter().filter_map(|dir| self.configs.get(dir));
        let config = named.into_iter().find(|it| it.root == root.root)?;
        let major = |version: &str| {
            let digits = version.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.split(|c: char| !c.is_ascii_digit()).next().map(str::to_owned).filter(|it| !it.is_empty())
        };
        let (wanted, is) = (range.and_then(major), config.manifest.text("version").and_then(major));
        if wanted.zip(is).is_some_and(|(wanted, is)| wanted != is) {
            return None;
        }
        let key = if sub.is_empty() { ".".to_owned() } else { format!("./{sub}") };
        let target = match config.manifest.exports() {
            Some(Value::String(target)) => Some(target.as_str()).filter(|_| sub.is_empty()),
            Some(Value::Object(map)) => map.get(&key).and_then(Value::as_str),
            _ => None,
        };
        let source = &config.manifest.path;
        let place = target.and_then(|target| path::join(config.manifest.dir(), target.as_bytes()));
        Some(place.map_or(Meaning::Unexported(source), |place| Meaning::Member(place, source)))
    }
}

/// The folder of the workspace that `config` is, or is a member of.
fn root(config: &Config, configs: &BTreeMap<Vec<u8>, Config>) -> Vec<u8> {
    let dir = config.manifest.dir();
    let mut above = path::ancestors(dir).filter_map(|dir| configs.get(dir));
    let root = above.find(|it| !it.members.is_empty() && (it.manifest.dir() == dir || it.has(dir)));
    root.unwrap_or(config).manifest.dir().to_vec()
}

impl Config {
    fn read(project: &Project<'_>, file: &RepoPath) -> Option<Self> {
        let mut value = json::parse(&project.read(file.as_bytes())?).ok()?;
        let (mut imports, mut base) = (import_map(&value), file.parent().to_vec());
        if let Some(map) = value.get("importMap").and_then(Value::as_str).filter(|_| imports.is_empty()) {
            let map = path::join(&base, map.as_bytes()).unwrap_or_default();
            let read = project.read(&map).and_then(|bytes| json::parse(&bytes).ok());
            imports = read.map(|map| import_map(&map)).unwrap_or_default();
            base = path::parent(&map).to_vec();
        }
        let members = match value.get("workspace") {
            Some(Value::Object(workspace)) => texts(workspace.get("members")),
            workspace => texts(workspace),
        };
        let members = members.iter().filter_map(|it| path::join(file.parent(), it.as_bytes())).collect();
        if let Some(object) = value.as_object_mut() {
            for (theirs, ours) in [("tasks", "scripts"), ("workspace", "workspaces")] {
                object.remove(theirs).map(|it| object.insert(ours.to_owned(), it));
            }
        }
        let root = Vec::new();
        Some(Self { manifest: Manifest::new(file.clone(), value)?, imports, base, members, root })
    }

    /// Whether `dir` is a member of this workspace.
    fn has(&self, dir: &[u8]) -> bool {
        let is = |member: &Vec<u8>| {
            let (mut member, mut dir) = (member.split(|it| *it == b'/'), dir.split(|it| *it == b'/'));
            member.by_ref().zip(dir.by_ref()).all(|(member, dir)| member == b"*" || member == dir)
                && member.next().is_none()
                && dir.next().is_none()
        };
        self.members.iter().any(is)
    }

    /// What the import map has `specifier` stand for: its own entry, else the longest beginning that ends in a slash.
    /// What comes from a registry may be followed by a path inside.
    fn mapped(&self, specifier: &str) -> Option<String> {
        let exact = self.imports.iter().find(|(key, _)| key == specifier);
        if let Some((_, text)) = exact {
            return Some(text.clone());
        }
        let below = |(key, text): &(String, String)| {
            let rest = specifier.strip_prefix(key.as_str())?;
            let is_published = || text.starts_with("npm:") || text.starts_with("jsr:");
            let whole = match rest.strip_prefix('/') {
                _ if key.ends_with('/') => format!("{text}{rest}"),
                Some(rest) if is_published() => format!("{}/{rest}", text.trim_end_matches('/')),
                _ => return None,
            };
            Some((key.len(), whole))
        };
        self.imports.iter().filter_map(below).max_by_key(|(length, _)| *length).map(|(_, whole)| whole)
    }
}

fn import_map(value: &Value) -> Vec<(String, String)> {
    let imports = value.get("imports").and_then(Value::as_object);
    let text = |(key, value): (&String, &Value)| {
        let text = value.as_str().filter(|text| text.len() <= LONGEST)?;
        Some((key.clone(), text.to_owned()))
    };
    imports.into_iter().flatten().filter_map(text).collect()
}

/// `@scope/name@^1/sub` in its parts.
pub(super) struct Published<'s> {
    pub(super) name: &'s str,
    pub(super) range: Option<&'s str>,
    pub(super) sub: &'s str,
}

impl<'s> Published<'s> {
    /// Of a text without its scheme; a slash may stand in front.
    pub(super) fn of(text: &'s str) -> Self {
        let (package, sub) = specifier::split_package(text.trim_start_matches('/'));
        let at = package.char_indices().skip(1).find(|(_, c)| *c == '@').map(|(at, _)| at);
        match at {
            Some(at) => Self { name: &package[..at], range: Some(&package[at + 1..]), sub },
            None => Self { name: package, range: None, sub },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_configuration_is_heeded() {
        for name in CONFIGS {
            assert!(!crate::is_idle(&RepoPath::new(name).unwrap()));
        }
    }
}
