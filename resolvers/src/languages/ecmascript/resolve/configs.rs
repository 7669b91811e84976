//! Which tsconfig or jsconfig belongs to a file, and what a config inherits.
//!
//! The nearest config that includes the file, or that references, directly or through others, one that does; when
//! none includes it, the nearest one all the same: aliases hold for excluded tests too, but against a manifest nearer
//! to the file that takes a package of that name from somewhere else. A config inside `node_modules` belongs to no file.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use bstr::{BStr, ByteSlice};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::exports::{self, Outcome};
use super::json;
use super::tsconfig::{Fields, TsConfig};
use super::workspace::Workspaces;
use crate::ConfigProblem;
use crate::bumps::Bumps;
use crate::languages::ecmascript::ID;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// How deep `extends` may go.
const DEEPEST: usize = 10_000;

/// The configs on the way from a child to the parent that is being read.
#[derive(Default)]
struct Chain {
    configs: Vec<Vec<u8>>,
    /// Where configs extend each other in a ring, those already read: each is read once, wherever the ring was
    /// entered. `None` where there is no ring.
    read: Option<FxHashSet<Vec<u8>>>,
}

impl Chain {
    /// Why `extends` `parent`, which was `found`, leads nowhere; `None` where it leads on.
    fn refusal(&self, parent: &str, found: Option<&[u8]>) -> Option<String> {
        let above = |found: &[u8]| self.configs.iter().any(|config| config == found);
        match found {
            None => Some(format!("`extends` {parent:?} is not in the repository: its options are unknown")),
            Some(found) if self.read.is_some() && above(found) => {
                Some(format!("`extends` {parent:?} leads back to this config"))
            }
            Some(_) if self.configs.len() > DEEPEST => {
                Some(format!("`extends` {parent:?} is one parent too many: its options are not read"))
            }
            Some(_) => None,
        }
    }

    fn was_read(&self, config: &[u8]) -> bool {
        self.read.as_ref().is_some_and(|read| read.contains(config))
    }
}

/// A config as it is written.
#[derive(Default)]
struct Written {
    /// `null` where it cannot be read.
    json: Value,
    text: Vec<u8>,
    /// Something in it was told as a problem.
    is_flawed: bool,
    /// Nothing in it is known.
    is_hidden: bool,
}

/// Whether a file of that name is a config, where it is read at all.
pub(super) fn is_called_so(name: &[u8]) -> bool {
    let is_variant = |rest: &[u8]| rest.starts_with(b".") && rest.ends_with(b".json");
    [b"tsconfig", b"jsconfig"].iter().any(|stem| name.strip_prefix(&stem[..]).is_some_and(is_variant))
}

/// See [`crate::Language::bumps`]: nothing changes but aliases where both say the same else to resolution, however that compiles.
pub(super) fn bumps(path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
    let (before, now) = (json::parse(before).ok()?, json::parse(now).ok()?);
    let is_same = before.is_object() == now.is_object()
        && references(&before, path.parent()) == references(&now, path.parent())
        && parents(&before) == parents(&now)
        && wrong_types(&before) == wrong_types(&now);
    let said = |json: &Value| Fields::read(json, path.parent());
    let aliased = said(&before).aliased(&said(&now)).filter(|_| is_same)?;
    Some(Bumps { aliased: aliased.into_iter().map(|lead| (ID, lead)).collect(), ..Bumps::default() })
}

/// Both forms of `extends`.
fn parents(json: &Value) -> Vec<&str> {
    match json.get("extends") {
        Some(Value::String(parent)) => vec![parent],
        Some(Value::Array(parents)) => parents.iter().filter_map(Value::as_str).collect(),
        _ => vec![],
    }
}

/// The configs of a project, each loaded once.
pub(super) struct Configs<'p> {
    project: &'p Project<'p>,
    loaded: Mutex<FxHashMap<Vec<u8>, Option<Arc<TsConfig>>>>,
    /// Configs with all that they inherit, not yet settled for a child.
    merged: Mutex<FxHashMap<Vec<u8>, Fields>>,
    problems: Mutex<BTreeSet<ConfigProblem>>,
    /// How often a config was asked for in which, or in what it inherits, something is wrong.
    flaws_met: AtomicUsize,
}

impl<'p> Configs<'p> {
    pub(super) fn new(project: &'p Project<'p>) -> Self {
        Self {
            project,
            loaded: Mutex::default(),
            merged: Mutex::default(),
            problems: Mutex::default(),
            flaws_met: AtomicUsize::new(0),
        }
    }

    /// See [`crate::Resolver::flaws_met`].
    pub(super) fn flaws_met(&self) -> usize {
        self.flaws_met.load(Ordering::Relaxed)
    }

    /// What was wrong in the configs loaded so far.
    pub(super) fn problems(&self) -> BTreeSet<ConfigProblem> {
        self.problems.lock().map(|problems| problems.clone()).unwrap_or_default()
    }

    /// The config that holds for the source file `file`, and whether it includes it.
    pub(super) fn of(&self, file: &RepoPath, workspaces: &Workspaces) -> Option<(Arc<TsConfig>, bool)> {
        if super::is_installed(file) {
            return None;
        }
        let mut nearest = None;
        for dir in path::ancestors(file.parent()) {
            let Some(config) = self.in_dir(dir).and_then(|path| self.load(&path, workspaces)) else {
                continue;
            };
            if let Some(holder) = self.holder(&config, file, workspaces) {
                return Some((holder, true));
            }
            nearest.get_or_insert(config);
        }
        nearest.map(|config| (config, false))
    }

    /// The config's own path in `dir`.
    fn in_dir(&self, dir: &[u8]) -> Option<Vec<u8>> {
        let names = [&b"tsconfig.json"[..], b"jsconfig.json"];
        let mut paths = names.iter().filter_map(|name| path::join(dir, name));
        paths.find(|path| self.project.file(path).is_some())
    }

    /// `config`, or the first of the configs it references that holds `file`.
    fn holder(
        &self,
        config: &Arc<TsConfig>,
        file: &RepoPath,
        workspaces: &Workspaces,
    ) -> Option<Arc<TsConfig>> {
        let mut seen = BTreeSet::from([config.path.clone()]);
        let mut open = vec![config.clone()];
        while let Some(config) = open.pop() {
            if config.set.holds(file.as_bytes()) {
                return Some(config);
            }
            // The last pushed is looked at first, so the references go in backwards.
            for path in config.references.iter().rev() {
                if seen.insert(path.clone()) {
                    open.extend(self.load(path, workspaces));
                }
            }
        }
        None
    }

    /// The config at `path`, which may be a link.
    pub(super) fn load(&self, path: &[u8], workspaces: &Workspaces) -> Option<Arc<TsConfig>> {
        let known = self.loaded.lock().ok()?.get(path).cloned();
        let config = known.unwrap_or_else(|| {
            // Loaded outside the lock: two threads may do it twice, to the same end.
            let config = self.project.file(path).map(|_| Arc::new(self.read(path, workspaces)));
            drop(self.loaded.lock().map(|mut loaded| loaded.insert(path.to_vec(), config.clone())));
            config
        });
        if config.as_ref().is_some_and(|config| config.is_flawed) {
            self.flaws_met.fetch_add(1, Ordering::Relaxed);
        }
        config
    }

    fn read(&self, path: &[u8], workspaces: &Workspaces) -> TsConfig {
        let Written { json, text, mut is_flawed, .. } = self.written(path);
        let ring = json.get("extends").is_some() && self.is_ring(path, workspaces);
        let mut chain = Chain { read: ring.then(FxHashSet::default), ..Chain::default() };
        let fields = self.merged(path, workspaces, &mut chain);
        let references = references(&json, path::parent(path));
        for absent in references.iter().filter(|path| self.project.file(path).is_none()) {
            let message =
                format!("`references` leads to {:?}, which is not in the repository", BStr::new(absent));
            self.complain(path, &text, ("references", false), &message);
            is_flawed = true;
        }
        let config = fields.settle(path, references);
        TsConfig { is_flawed: config.is_flawed || is_flawed, ..config }
    }

    /// What stands in a config; a broken one is a problem.
    fn written(&self, path: &[u8]) -> Written {
        let Some(text) = self.project.read(path) else { return Written::default() };
        match json::parse(&text) {
            Ok(json) if json.is_object() => {
                let wrong = wrong_types(&json);
                for (field, expected) in &wrong {
                    let message = format!("`{field}` is no {expected}: it is passed over");
                    self.complain(path, &text, (field, false), &message);
                }
                Written { json, text, is_flawed: !wrong.is_empty(), is_hidden: false }
            }
            Ok(_) => {
                self.complain(path, &text, ("", true), "is no object: nothing in it holds");
                Written { is_flawed: true, is_hidden: true, ..Written::default() }
            }
            Err(error) => {
                if let Ok(path) = RepoPath::new(path) {
                    self.tell(error.problem(&path));
                }
                Written { is_flawed: true, is_hidden: true, ..Written::default() }
            }
        }
    }

    /// The fields of the config at `path` with its parents', later ones of a list over earlier ones.
    fn merged(&self, path: &[u8], workspaces: &Workspaces, chain: &mut Chain) -> Fields {
        if let Some(known) = self.merged.lock().ok().and_then(|merged| merged.get(path).cloned()) {
            return known;
        }
        let Written { json, text, is_flawed, is_hidden } = self.written(path);
        let mut fields = Fields::read(&json, path::parent(path));
        (fields.is_flawed, fields.is_hidden) = (is_flawed, is_hidden);
        chain.configs.push(path.to_vec());
        for parent in parents(&json).into_iter().rev() {
            let found = self.parent(path::parent(path), parent, workspaces);
            if let Some(refusal) = chain.refusal(parent, found.as_deref()) {
                self.complain(path, &text, ("extends", false), &refusal);
                fields.is_flawed = true;
            } else if let Some(found) = found.filter(|found| !chain.was_read(found)) {
                let inherited = self.merged(&found, workspaces, chain);
                if inherited.is_hidden {
                    let message =
                        format!("`extends` {parent:?} cannot be understood: its options are unknown");
                    self.complain(path, &text, ("extends", true), &message);
                }
                fields = fields.inherit(inherited);
            }
        }
        chain.configs.pop();
        match &mut chain.read {
            Some(read) => drop(read.insert(path.to_vec())),
            None => drop(self.merged.lock().map(|mut merged| merged.insert(path.to_vec(), fields.clone()))),
        }
        fields
    }

    /// Whether the parents of the config at `path` extend each other in a ring.
    fn is_ring(&self, path: &[u8], workspaces: &Workspaces) -> bool {
        let mut above = FxHashSet::default();
        let mut done = FxHashSet::default();
        // A config is met twice: before its parents, and after them.
        let mut open = vec![(path.to_vec(), false)];
        while let Some((config, after)) = open.pop() {
            if after {
                above.remove(&config);
                done.insert(config);
                continue;
            }
            if above.contains(&config) {
                return true;
            }
            if done.contains(&config) {
                continue;
            }
            let json =
                self.project.read(&config).and_then(|bytes| json::parse(&bytes).ok()).unwrap_or_default();
            let dir = path::parent(&config).to_vec();
            open.push((config.clone(), true));
            open.extend(
                parents(&json).into_iter().filter_map(|p| Some((self.parent(&dir, p, workspaces)?, false))),
            );
            above.insert(config);
        }
        false
    }

    /// The file that `extends` means.
    fn parent(&self, dir: &[u8], parent: &str, workspaces: &Workspaces) -> Option<Vec<u8>> {
        if super::specifier::is_relative(parent) {
            let path = path::join(dir, parent.as_bytes())?;
            return self.config_at(&path).or_else(|| self.installed(&path, workspaces));
        }
        if parent.starts_with('/') {
            return None;
        }
        let (name, sub) = super::specifier::split_package(parent);
        let package = workspaces.find(self.project, dir, name)?.dir;
        let manifest = workspaces.manifest_in(&package);
        if let Some(map) = manifest.and_then(|manifest| manifest.exports()) {
            let key = if sub.is_empty() { ".".to_owned() } else { format!("./{sub}") };
            let holds = |condition: &str| matches!(condition, "default" | "node" | "require" | "import");
            let mut accept = |target: &str| self.config_at(&path::join(&package, target.as_bytes())?);
            if let Some(Outcome::Found(path)) =
                exports::find(map, &key).map(|found| exports::choose(found, &holds, &mut accept))
            {
                return Some(path);
            }
        }
        let main = || manifest.and_then(|manifest| manifest.text("tsconfig")).unwrap_or("tsconfig.json");
        self.config_at(&path::join(&package, if sub.is_empty() { main() } else { sub }.as_bytes())?)
    }

    /// The file at a path into the packages that are installed, where an install links one of the repository.
    fn installed(&self, path: &[u8], workspaces: &Workspaces) -> Option<Vec<u8>> {
        let (dir, inside) = super::specifier::split_installed(path)?;
        let (name, sub) = super::specifier::split_package(inside);
        let found = workspaces.find_own(self.project, dir, name)?;
        self.config_at(&path::join(&found.dir, sub.as_bytes())?)
    }

    /// `path`, `path.json` or `path/tsconfig.json`.
    fn config_at(&self, path: &[u8]) -> Option<Vec<u8>> {
        let candidates = [path.to_vec(), [path, b".json"].concat(), [path, b"/tsconfig.json"].concat()];
        candidates.into_iter().find(|path| self.project.file(path).is_some())
    }

    /// A problem at the line of `field`, and whether it [hides](ConfigProblem::hides) something.
    fn complain(&self, path: &[u8], text: &[u8], (field, hides): (&str, bool), message: &str) {
        let line = text.find(format!("\"{field}\"")).map(|at| json::line_of(text, at));
        if let Ok(path) = RepoPath::new(path) {
            let line = line.and_then(|line| u32::try_from(line).ok());
            self.tell(ConfigProblem { path, line, message: message.to_owned(), hides });
        }
    }

    fn tell(&self, problem: ConfigProblem) {
        if let Ok(mut problems) = self.problems.lock() {
            problems.insert(problem);
        }
    }
}

/// The configs that `references` names: a `.json` file, or `tsconfig.json` in the directory.
fn references(json: &Value, dir: &[u8]) -> Vec<Vec<u8>> {
    let list = json.get("references").and_then(Value::as_array).into_iter().flatten();
    let paths = list.filter_map(|reference| path::join(dir, reference.get("path")?.as_str()?.as_bytes()));
    paths
        .filter_map(
            |path| if path.ends_with(b".json") { Some(path) } else { path::join(&path, b"tsconfig.json") },
        )
        .collect()
}

/// Fields whose value is of a type that TypeScript refuses, with the type they should have.
fn wrong_types(json: &Value) -> Vec<(&'static str, &'static str)> {
    let parents: fn(&Value) -> bool = |value| value.is_string() || value.is_array();
    let rules = [
        ("compilerOptions", "object", Value::is_object as fn(&Value) -> bool),
        ("extends", "text or list", parents),
        ("files", "list", Value::is_array),
        ("include", "list", Value::is_array),
        ("exclude", "list", Value::is_array),
        ("references", "list", Value::is_array),
    ];
    let wrong = rules.iter().filter(|(field, _, fits)| json.get(field).is_some_and(|value| !fits(value)));
    wrong.map(|(field, expected, _)| (*field, *expected)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_aliases_stand_for_is_told_from_more() {
        let check = |before: &str, now: &str, expected: Option<&[&str]>| {
            let path = RepoPath::new(b"a/tsconfig.json").unwrap();
            for (before, now) in [(before, now), (now, before)] {
                let bumps = bumps(&path, before.as_bytes(), now.as_bytes());
                let leads = bumps.map(|it| it.aliased.into_iter().map(|(_, lead)| lead).collect::<Vec<_>>());
                assert_eq!(
                    leads.as_deref(),
                    expected.map(|it| it.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()).as_deref(),
                    "{before} {now}"
                );
            }
        };
        let of = |paths: &str| format!("{{ \"compilerOptions\": {{ \"paths\": {{ {paths} }} }} }}");
        check("{}", "{ \"compilerOptions\": { \"strict\": true } }", Some(&[]));
        check(&of("\"a\": [\"b\"]"), &of("\"a\": [\"b\"], \"c/*\": [\"d\"]"), Some(&["c/"]));
        check(&of("\"@/*/x\": [\"b\"], \"e\": []"), &of("\"e\": [], \"@/*/x\": [\"c\"]"), Some(&["@/"]));
        // Aliases of a parent hold where there are none, and those that stand first.
        check("{}", &of(""), None);
        check(&of("\"a*b\": [\"b\"], \"a*c\": [\"d\"]"), &of("\"a*c\": [\"d\"], \"a*b\": [\"b\"]"), None);
        for any in ["*", "*/a", "./a", "/a", "@*", "@t*", "@types/a"] {
            check(&of(""), &of(&format!("\"{any}\": [\"b\"]")), None);
        }
        check(&of(""), "{ \"compilerOptions\": { \"paths\": { \"a\": [] }, \"baseUrl\": \".\" } }", None);
        check(&of(""), "{ \"compilerOptions\": { \"paths\": 1 } }", None);
        let many = |count| (0..count).map(|at| format!("\"a{at}\": []")).collect::<Vec<_>>().join(", ");
        check(&of(&many(1)), &of(&many(18)), None);
    }
}
