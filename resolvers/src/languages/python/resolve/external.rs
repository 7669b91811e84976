//! Distributions from elsewhere: which one has a module, as manifests and lock files declare it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use super::manifest::{Placed, normalised};
use super::stdlib::{ANY, Versions};
use crate::ConfigProblem;
use crate::bumps::{Bump, Bumps, Reach};
use crate::path::{self, RepoPath};
use crate::project::Project;
use crate::target::{How, Resolved, Target};

/// The ecosystem of what `pip` installs.
const ECOSYSTEM: &str = "pypi";

/// Names of lock files.
const LOCKS: [&[u8]; 5] = [b"uv.lock", b"poetry.lock", b"pdm.lock", b"Pipfile.lock", b"pylock.toml"];

/// What the manifests of a project declare.
pub(super) struct Externals<'p> {
    project: &'p Project<'p>,
    /// By folder.
    folders: FxHashMap<Vec<u8>, Folder<'p>>,
    /// How often a lock file was asked that cannot be read.
    flaws_met: AtomicUsize,
}

/// What is declared in one folder.
#[derive(Default)]
struct Folder<'p> {
    /// By normalised name: the version, where it is said, and the manifest.
    required: FxHashMap<String, (Option<String>, Option<&'p RepoPath>)>,
    /// By the name without separators: the normalised name of what is required.
    plain: FxHashMap<String, String>,
    /// By normalised name: the version that will do, wherever it is required.
    constrained: FxHashMap<String, String>,
    versions: Option<Versions>,
    locks: Vec<(&'p RepoPath, OnceLock<Lock>)>,
}

/// The versions in a lock file, by normalised name, and what is wrong with it.
type Lock = (FxHashMap<String, String>, Option<ConfigProblem>);

/// A distribution that is declared.
pub(super) struct Declared<'p> {
    pub(super) name: String,
    version: Option<String>,
    pub(super) config: &'p RepoPath,
}

impl Declared<'_> {
    pub(super) fn resolved(&self) -> Resolved {
        let target = Target::External {
            ecosystem: ECOSYSTEM,
            package: shown(&self.name),
            version: self.version.clone(),
        };
        Resolved { targets: vec![target], how: How::Declared, config: Some(self.config.clone()) }
    }
}

/// The answer for a module (or `name` of a namespace) that nothing declares.
pub(super) fn undeclared(module: &str, name: Option<&str>) -> Resolved {
    let name = name.filter(|_| is_namespace(module));
    let whole = name.map_or_else(|| module.to_owned(), |name| format!("{module}.{name}"));
    let own = own_part(&whole);
    let known = KNOWN.of_module(nameable(&whole)).into_iter().next();
    // No distribution is called `_x`: what is has no name that we know.
    let plain = if own.starts_with('_') { own.to_owned() } else { normalised(unversioned(own)) };
    let package = known.map_or(plain, str::to_owned);
    let target = Target::External { ecosystem: ECOSYSTEM, package, version: None };
    Resolved { targets: vec![target], how: How::Undeclared, config: None }
}

/// Whether a distribution is known that has `module`.
pub(super) fn is_known(module: &str) -> bool {
    KNOWN.of.contains_key(module)
}

impl<'p> Externals<'p> {
    pub(super) fn of(project: &'p Project<'p>, manifests: &[Placed<'p>]) -> Self {
        let mut folders: FxHashMap<Vec<u8>, Folder<'p>> = FxHashMap::default();
        for manifest in manifests {
            let folder = folders.entry(manifest.dir().to_vec()).or_default();
            if let Some(requires) = &manifest.said.requires_python {
                folder.versions.get_or_insert_with(|| Versions::required(requires));
            }
            for requirement in &manifest.said.requirements {
                let known = folder.required.entry(requirement.name.clone()).or_default();
                known.0 = known.0.take().or_else(|| requirement.version.clone());
                known.1 = known.1.or(Some(manifest.path));
                let plain = folder.plain.entry(plain(&requirement.name));
                plain.or_insert_with(|| requirement.name.clone());
            }
            for constraint in &manifest.said.constraints {
                if let Some(version) = &constraint.version {
                    folder.constrained.entry(constraint.name.clone()).or_insert_with(|| version.clone());
                }
            }
        }
        if !manifests.is_empty() {
            for path in project.files().iter().filter(|path| LOCKS.contains(&path.file_name())) {
                let folder = folders.entry(path.parent().to_vec()).or_default();
                folder.locks.push((path, OnceLock::new()));
            }
        }
        Self { project, folders, flaws_met: AtomicUsize::new(0) }
    }

    /// The folders that speak for an importer in `dir`, innermost first.
    fn around<'d>(&'d self, dir: &'d [u8]) -> impl Iterator<Item = &'d Folder<'p>> {
        path::ancestors(dir).filter_map(|dir| self.folders.get(dir))
    }

    /// The versions of Python that code in `dir` is for.
    pub(super) fn versions(&self, dir: &[u8]) -> Versions {
        self.around(dir).find_map(|folder| folder.versions).unwrap_or(ANY)
    }

    /// The distribution that has `module` (or `name` of it), if one is declared that may.
    pub(super) fn declared(&self, dir: &[u8], module: &str, name: Option<&str>) -> Option<Declared<'p>> {
        let candidates = candidates(module, name);
        let required = |folder| candidates.iter().find_map(|name| self.required(dir, folder, name));
        if let Some(required) = self.around(dir).find_map(required) {
            return Some(required);
        }
        let locked = candidates.into_iter().find_map(|name| {
            let (version, config) = self.locked(dir, &name)?;
            Some(Declared { name, version: Some(version), config })
        });
        locked.or_else(|| self.spelled_otherwise(dir, module, name))
    }

    /// The distribution called `name`, if `folder`, which speaks for an importer in `dir`, requires it.
    fn required(&self, dir: &[u8], folder: &Folder<'p>, name: &str) -> Option<Declared<'p>> {
        let (version, Some(config)) = folder.required.get(name)? else { return None };
        let version = version.as_ref().or_else(|| folder.constrained.get(name));
        let version = self.locked(dir, name).map(|(it, _)| it).or_else(|| version.cloned());
        Some(Declared { name: name.to_owned(), version, config })
    }

    /// The distribution that is called like `module`, or like what that is a part of, but for separators: the index has
    /// no two whose names differ in nothing else. The parts of a namespace carry the version of what they talk to
    /// (`google.cloud.vision_v1`), their distribution does not.
    fn spelled_otherwise(&self, dir: &[u8], module: &str, name: Option<&str>) -> Option<Declared<'p>> {
        let name = name.filter(|_| is_namespace(module));
        let whole = name.map_or_else(|| module.to_owned(), |name| format!("{module}.{name}"));
        let whole = nameable(&whole);
        if !KNOWN.of_module(whole).is_empty() {
            return None;
        }
        let head = format!("{}-", normalised(whole.split('.').next().unwrap_or(whole)));
        let parts = || std::iter::successors(Some(whole), |part| Some(part.rsplit_once('.')?.0));
        self.around(dir).find_map(|folder| {
            parts().find_map(|part| {
                let name = folder.plain.get(&plain(unversioned(part)))?;
                // Of a dotted name the distribution shows at least where it begins.
                let fits = !part.contains('.') || name.starts_with(&head);
                if fits { self.required(dir, folder, name) } else { None }
            })
        })
    }

    /// A distribution that is declared by what its name is for Python, or Django, and otherwise that of the module: last,
    /// since a library may be called so itself. Django's own have one word that others have too (`redis`).
    pub(super) fn bindings(&self, dir: &[u8], module: &str) -> Option<Declared<'p>> {
        let head = module.split('.').next().unwrap_or(module);
        if KNOWN.of.contains_key(head) {
            return None;
        }
        let name = normalised(head);
        let prefixes = ["python-", "py-"].into_iter().chain(name.contains('-').then_some("django-"));
        let names: Vec<String> = prefixes.map(|prefix| format!("{prefix}{name}")).collect();
        self.around(dir).find_map(|folder| names.iter().find_map(|name| self.required(dir, folder, name)))
    }

    /// The version of `name` in the nearest lock file that has one.
    fn locked(&self, dir: &[u8], name: &str) -> Option<(String, &'p RepoPath)> {
        self.around(dir).flat_map(|folder| &folder.locks).find_map(|(path, lock)| {
            let (versions, problem) = lock.get_or_init(|| read_lock(self.project, path));
            if problem.is_some() {
                self.flaws_met.fetch_add(1, Ordering::Relaxed);
            }
            Some((versions.get(name)?.clone(), *path))
        })
    }

    /// See [`crate::Resolver::flaws_met`].
    pub(super) fn flaws_met(&self) -> usize {
        self.flaws_met.load(Ordering::Relaxed)
    }

    /// What is wrong in the lock files that were read.
    pub(super) fn problems(&self) -> BTreeSet<ConfigProblem> {
        let folders = self.folders.values();
        let locks = folders.flat_map(|folder| folder.locks.iter().filter_map(|(_, lock)| lock.get()));
        locks.filter_map(|(_, problem)| problem.clone()).collect()
    }
}

/// See [`crate::Language::bumps`].
pub(in crate::languages::python) fn bumps(name: &[u8], before: &[u8], now: &[u8]) -> Option<Bumps> {
    if !LOCKS.contains(&name) {
        return None;
    }
    let (before, now) = (versions_in(name, before)?, versions_in(name, now)?);
    // What is named nowhere else may be what an import means.
    if before.len() != now.len() {
        return None;
    }
    let both = before.into_iter().map(|(package, was)| Some((now.get(&package)?.clone(), package, was)));
    let both = both.collect::<Option<Vec<_>>>()?;
    let bump = |(is, package, was): (String, String, String)| Bump {
        ecosystem: ECOSYSTEM,
        package: shown(&package),
        before: was,
        now: is,
        reach: Reach::Below,
    };
    let mut versions: Vec<Bump> = both.into_iter().filter(|(is, _, was)| is != was).map(bump).collect();
    versions.sort_unstable_by(|a, b| a.package.cmp(&b.package));
    Some(Bumps { versions, rivals: &LOCKS, ..Bumps::default() })
}

fn read_lock(project: &Project<'_>, path: &RepoPath) -> Lock {
    let bytes = project.read(path.as_bytes()).unwrap_or_default();
    if let Some(versions) = versions_in(path.file_name(), &bytes) {
        return (versions, None);
    }
    let message = "not a valid lock file".to_owned();
    (FxHashMap::default(), Some(ConfigProblem { path: path.clone(), line: None, message, hides: false }))
}

/// The versions that a lock file called `name` holds.
fn versions_in(name: &[u8], bytes: &[u8]) -> Option<FxHashMap<String, String>> {
    let text = String::from_utf8_lossy(bytes);
    if name == b"Pipfile.lock" { pipfile_lock(&text) } else { toml_lock(&text) }
}

/// `[[package]]` with `name` and `version`: uv, Poetry, PDM and PEP 751 agree on that.
fn toml_lock(text: &str) -> Option<FxHashMap<String, String>> {
    let table = text.parse::<toml::Table>().ok()?;
    let packages = ["package", "packages"].iter().find_map(|key| table.get(*key)?.as_array());
    let one = |package: &toml::Value| {
        Some((normalised(package.get("name")?.as_str()?), package.get("version")?.as_str()?.to_owned()))
    };
    Some(packages.into_iter().flatten().filter_map(one).collect())
}

fn pipfile_lock(text: &str) -> Option<FxHashMap<String, String>> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    let groups = ["develop", "default"].iter().filter_map(|group| value.get(*group)?.as_object());
    let one = |(name, package): (&String, &serde_json::Value)| {
        let version = package.get("version")?.as_str()?.trim_start_matches("==").to_owned();
        Some((normalised(name), version))
    };
    Some(groups.flatten().filter_map(one).collect())
}

/// Normalised names of distributions that may have `name` of `module`, the likeliest first: what is known to have it
/// before what is called so, and then of what that is a part of (`google.cloud.storage`, `google.cloud`, `google`). Who
/// is known to have a part has it alone. What is called like a name in a module that is no namespace comes last: that is
/// a part of the module, as `session` is of `flask`.
fn candidates(module: &str, name: Option<&str>) -> Vec<String> {
    let is_dotted = module.contains('.') || is_namespace(module);
    let whole = name.map_or_else(|| module.to_owned(), |name| format!("{module}.{name}"));
    let whole = nameable(&whole);
    let mut candidates = Vec::new();
    let mut dotted = whole;
    let is_guess = name.is_some() && !is_dotted && !KNOWN.of.contains_key(dotted);
    let guess = is_guess.then(|| normalised(dotted));
    dotted = if is_guess { nameable(module) } else { dotted };
    loop {
        let known = KNOWN.get(dotted).filter(|_| dotted == whole || !is_namespace(dotted));
        candidates.extend(known.into_iter().flatten().map(|name| normalised(name)));
        candidates.push(normalised(dotted));
        match dotted.rsplit_once('.') {
            Some((head, _)) if known.is_none() => dotted = head,
            _ => break,
        }
    }
    candidates.extend(guess);
    candidates
}

/// The longest name of a distribution, in bytes: its files are called by it, and no file system has longer names.
const LONGEST_NAME: usize = 255;

/// As many of the first parts of `dotted` as a distribution can be called by. Without that an import of so many parts
/// would be asked for in so many ways.
fn nameable(dotted: &str) -> &str {
    let mut short = &dotted[..dotted.floor_char_boundary(LONGEST_NAME)];
    if short.len() < dotted.len() {
        short = short.rsplit_once('.').map_or(short, |(parts, _)| parts);
    }
    short
}

/// Modules that several distributions share. What is known to have one has nothing of what others put there.
const NAMESPACES: &[&str] = &[
    "azure",
    "azure.ai",
    "azure.cognitiveservices",
    "azure.communication",
    "azure.data",
    "azure.keyvault",
    "azure.mgmt",
    "azure.monitor",
    "azure.search",
    "azure.storage",
    "backports",
    "google",
    "google.ai",
    "google.analytics",
    "google.cloud",
    "google.cloud.devtools",
    "google.cloud.security",
    "google.cloud.video",
    "jaraco",
    "opentelemetry",
    "plone",
    "plone.app",
    "ruamel",
    "sphinxcontrib",
    "zope",
];

fn is_namespace(module: &str) -> bool {
    NAMESPACES.contains(&module)
}

/// The first part of `module` that distributions do not share: by it one of them is usually called.
fn own_part(module: &str) -> &str {
    let ends = memchr::memchr_iter(b'.', module.as_bytes()).chain([module.len()]);
    ends.map(|end| &module[..end]).find(|part| !is_namespace(part)).unwrap_or(module)
}

/// A normalised name without its separators.
fn plain(name: &str) -> String {
    normalised(name).replace('-', "")
}

/// What is below a namespace, without the version that ends its name: `_v1`, `_v2beta1`, `_v1p3beta1`.
fn unversioned(module: &str) -> &str {
    let version = |it: &str| {
        it.starts_with(|c: char| c.is_ascii_digit())
            && it.split(|c: char| c.is_ascii_digit()).all(|word| matches!(word, "" | "p" | "alpha" | "beta"))
    };
    match module.rsplit_once("_v") {
        Some((rest, tail)) if rest.contains('.') && version(tail) => rest,
        _ => module,
    }
}

/// The name of a distribution as its own page spells it, where it is known, else normalised.
fn shown(name: &str) -> String {
    KNOWN.spelled.get(name).map_or_else(|| name.to_owned(), |name| (*name).to_owned())
}

/// Distributions whose modules are called otherwise. `distributions.txt` has a module and its distributions a line,
/// the likeliest first; from the pages of `PyPI`.
struct Known {
    of: FxHashMap<&'static str, Vec<&'static str>>,
    /// By normalised name.
    spelled: FxHashMap<String, &'static str>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let mut known = Known { of: FxHashMap::default(), spelled: FxHashMap::default() };
    for line in include_str!("distributions.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let Some(module) = words.next() else { continue };
        let names: Vec<&str> = words.collect();
        known.spelled.extend(names.iter().map(|name| (normalised(name), *name)));
        known.of.insert(module, names);
    }
    known
});

impl Known {
    /// The distributions that are known to have `module`, or what it is a part of.
    fn of_module(&self, module: &str) -> Vec<&'static str> {
        let mut parts = std::iter::successors(Some(module), |part| Some(part.rsplit_once('.')?.0));
        let is_own = |part: &str| part == module || !is_namespace(part);
        parts.find_map(|part| self.get(part).filter(|_| is_own(part)).cloned()).unwrap_or_default()
    }

    fn get(&self, module: &str) -> Option<&Vec<&'static str>> {
        self.of.get(module).or_else(|| self.of.get(unversioned(module)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_has_few_candidates() {
        let name = format!("a{}", ".a".repeat(50_000));
        let candidates = candidates(&name, Some("b"));
        assert_eq!((candidates.len(), candidates.last().map(String::as_str)), (LONGEST_NAME / 2, Some("a")));
    }
}
