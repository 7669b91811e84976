//! Lock files, as far as they decide whether a name means the workspace copy or the registry's.
//!
//! Read line by line and only when a name is in question: they are machine-written, and parsing megabytes of
//! YAML for a few names would cost more than all the rest of resolution.

use std::sync::OnceLock;

use bstr::ByteSlice;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bumps::Bumps;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// The lock files of a project.
#[derive(Default)]
pub(super) struct Lockfiles {
    pnpm: Vec<RepoPath>,
    yarn: FxHashMap<Vec<u8>, (RepoPath, OnceLock<Yarn>)>,
    importers: OnceLock<Importers>,
}

/// Directory → package → version as pnpm installs it.
type Importers = FxHashMap<Vec<u8>, FxHashMap<String, String>>;

/// The entries of a yarn.lock: the text before each colon at the start of a line, split at commas.
#[derive(Default)]
struct Yarn {
    entries: FxHashSet<String>,
    /// Yarn 2 and later list workspace packages too; the classic format lists only what the registry gives.
    berry: bool,
}

impl Lockfiles {
    /// Remembers `file` if it is a lock file.
    pub(super) fn notice(&mut self, file: &RepoPath, name: &[u8]) {
        match name {
            b"pnpm-lock.yaml" => self.pnpm.push(file.clone()),
            b"yarn.lock" => drop(self.yarn.insert(file.parent().to_vec(), (file.clone(), OnceLock::new()))),
            _ => {}
        }
    }

    /// Whether the package in `dir` takes `name` from the registry; `None` when no pnpm-lock.yaml speaks of it.
    pub(super) fn pnpm(&self, project: &Project<'_>, dir: &[u8], name: &str) -> Option<bool> {
        let importers = self.importers.get_or_init(|| {
            self.pnpm
                .iter()
                .filter_map(|file| Some((file, project.read(file.as_bytes())?)))
                .flat_map(|(file, bytes)| pnpm_importers(file.parent(), &bytes))
                .collect()
        });
        importers.get(dir)?.get(name).map(|version| !is_link(version))
    }

    /// Whether a member of the workspace at `root` that asks for `name@range` gets it from the registry; `None`
    /// when there is no yarn.lock or it does not tell.
    pub(super) fn yarn(&self, project: &Project<'_>, root: &[u8], name: &str, range: &str) -> Option<bool> {
        let (file, lock) = self.yarn.get(root)?;
        let lock = lock.get_or_init(|| Yarn::read(&project.read(file.as_bytes()).unwrap_or_default()));
        let listed = |entry: String| lock.entries.contains(&entry);
        if lock.berry {
            return Some(!listed(format!("{name}@{range}")) && !listed(format!("{name}@npm:{range}")));
        }
        listed(format!("{name}@{range}")).then_some(true)
    }
}

/// The names of pnpm's lock files: what several say of one folder, the last one says.
const PNPM: [&[u8]; 1] = [b"pnpm-lock.yaml"];

/// See [`crate::Language::bumps`]: packages of which the lock file at `path` says whether they are the registry's.
pub(super) fn bumps(path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
    match path.file_name() {
        b"pnpm-lock.yaml" => {
            let read = |bytes| pnpm_importers(path.parent(), bytes);
            Some(Bumps {
                foreign: pnpm_foreign(&read(before), &read(now))?,
                rivals: &PNPM,
                ..Bumps::default()
            })
        }
        b"yarn.lock" => {
            Some(Bumps { foreign: yarn_foreign(&Yarn::read(before), &Yarn::read(now))?, ..Bumps::default() })
        }
        _ => None,
    }
}

/// Packages that one of both has and the other has not; `None` where one of them is linked, or where the folders are others.
fn pnpm_foreign(before: &Importers, now: &Importers) -> Option<Vec<String>> {
    if before.len() != now.len() {
        return None;
    }
    let of_one = |(dir, was): (&Vec<u8>, &FxHashMap<String, String>)| {
        let is = now.get(dir)?;
        let all = was.iter().chain(is).map(|(name, _)| name);
        let of_both = |name: &String| [was, is].map(|it| it.get(name).map(|version| is_link(version)));
        let others: Vec<&String> = all
            .filter(|name| {
                let [was, is] = of_both(name);
                was != is
            })
            .collect();
        let are_foreign = others.iter().all(|name| of_both(name).iter().all(|it| *it != Some(true)));
        are_foreign.then(|| others.into_iter().cloned().collect::<Vec<_>>())
    };
    Some(sorted(before.iter().map(of_one).collect::<Option<Vec<_>>>()?.concat()))
}

/// The packages of entries that one of both has and the other has not; `None` where one of them is of a workspace.
fn yarn_foreign(before: &Yarn, now: &Yarn) -> Option<Vec<String>> {
    if before.berry || now.berry {
        return (before.berry == now.berry && before.entries == now.entries).then(Vec::new);
    }
    // The name itself may begin with the sign that ends it.
    let name = |entry: &String| Some(entry[..=entry.get(1..)?.find('@')?].to_owned());
    let others = before.entries.symmetric_difference(&now.entries);
    Some(sorted(others.map(name).collect::<Option<Vec<_>>>()?))
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a version of pnpm's is a folder of the repository.
fn is_link(version: &str) -> bool {
    version.starts_with("link:") || version.starts_with("file:")
}

impl Yarn {
    fn read(bytes: &[u8]) -> Self {
        let mut yarn = Self::default();
        for line in bytes.lines() {
            yarn.berry |= line.starts_with(b"__metadata:");
            let head =
                line.strip_suffix(b":").filter(|head| !head.starts_with(b" ") && !head.starts_with(b"#"));
            if let Some(head) = head {
                let head = head.to_str_lossy().into_owned();
                let entries = head.split(", ").map(|entry| entry.trim_matches('"').to_owned());
                yarn.entries.extend(entries.filter(|_| !yarn.berry || head.contains("@workspace:")));
            }
        }
        yarn
    }
}

/// The section `importers:`, which comes first in the file.
fn pnpm_importers(lock_dir: &[u8], bytes: &[u8]) -> Importers {
    let mut importers = Importers::default();
    let mut importer: Option<Vec<u8>> = None;
    let mut package = String::new();
    let lines = bytes.lines().skip_while(|line| !line.starts_with(b"importers:")).skip(1);
    for line in lines.take_while(|line| line.is_empty() || line.starts_with(b" ")) {
        let text = line.trim().to_str_lossy();
        let Some((key, value)) = text.split_once(": ").or_else(|| Some((text.strip_suffix(':')?, ""))) else {
            continue;
        };
        let key = key.trim_matches(['\'', '"']);
        match line.iter().take_while(|b| **b == b' ').count() {
            2 => {
                importer = path::join(lock_dir, key.as_bytes());
                importers.extend(importer.iter().map(|dir| (dir.clone(), FxHashMap::default())));
            }
            6 => {
                key.clone_into(&mut package);
                note(&mut importers, importer.as_deref(), &package, value);
            }
            8 if key == "version" => note(&mut importers, importer.as_deref(), &package, value),
            _ => {}
        }
    }
    importers
}

fn note(importers: &mut Importers, importer: Option<&[u8]>, package: &str, version: &str) {
    if let Some(packages) = importer.and_then(|dir| importers.get_mut(dir)) {
        packages.insert(package.to_owned(), version.trim_matches(['\'', '"']).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_importers_of_pnpm() {
        let text = "lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    devDependencies:\n      '@a/b':\n        specifier: workspace:*\n        version: link:packages/b\n  packages/b:\n    dependencies:\n      c:\n        specifier: ^1.0.0\n        version: 1.2.3\n      d: 2.0.0\n\npackages:\n\n  x@1.0.0:\n    version: link:no\n";
        let importers = pnpm_importers(b"", text.as_bytes());
        let check =
            |dir: &str, name: &str, version: &str| assert_eq!(importers[dir.as_bytes()][name], version);
        check("", "@a/b", "link:packages/b");
        check("packages/b", "c", "1.2.3");
        check("packages/b", "d", "2.0.0");
        assert_eq!(importers.len(), 2);
    }

    #[test]
    fn reads_both_formats_of_yarn() {
        let classic =
            Yarn::read(b"# yarn lockfile v1\n\n\"@a/b@^1.0.0\", \"@a/b@^1.1.0\":\n  version \"1.2.0\"\n");
        assert!(!classic.berry && classic.entries.contains("@a/b@^1.1.0"));
        let berry = Yarn::read(b"__metadata:\n  version: 8\n\n\"@a/b@npm:^1.0.0, @a/b@workspace:packages/b\":\n  version: 0\n\"c@npm:1\":\n");
        assert!(
            berry.berry && berry.entries.contains("@a/b@npm:^1.0.0") && !berry.entries.contains("c@npm:1")
        );
    }

    #[test]
    fn what_is_the_registrys_is_told_from_links() {
        let pnpm = |entries: &str| {
            format!("lockfileVersion: '9.0'\n\nimporters:\n\n  .:\n    dependencies:\n{entries}")
        };
        let entry = |name: &str, version: &str| {
            format!("      {name}:\n        specifier: x\n        version: {version}\n")
        };
        let named = |file: &str, before: &str, now: &str| {
            let path = RepoPath::new(file.as_bytes()).unwrap();
            bumps(&path, before.as_bytes(), now.as_bytes()).map(|it| it.foreign.join(" "))
        };
        let is = |before: &str, now: &str| named("pnpm-lock.yaml", &pnpm(before), &pnpm(now));
        assert_eq!(is(&entry("a", "1.0.0"), &entry("a", "2.0.0")).as_deref(), Some(""));
        assert_eq!(is(&entry("a", "1.0.0"), &entry("b", "1.0.0")).as_deref(), Some("a b"));
        assert_eq!(is(&entry("a", "1.0.0"), &entry("a", "link:a")), None);
        assert_eq!(is("", &entry("a", "link:a")), None);
        // A folder outside of that of the lock file, and one more.
        let beside = |version: &str| {
            let text = format!("importers:\n\n  ../b:\n    dependencies:\n{}", entry("a", version));
            (text.clone(), format!("{text}  c: {{}}\n"))
        };
        let ((linked, _), (registry, more)) = (beside("link:../a"), beside("1.0.0"));
        assert_eq!(named("a/pnpm-lock.yaml", &linked, &registry), None);
        assert_eq!(named("a/pnpm-lock.yaml", &registry, &registry).as_deref(), Some(""));
        assert_eq!(named("a/pnpm-lock.yaml", &registry, &more), None);
        let is = |before: &str, now: &str| named("yarn.lock", before, now);
        assert_eq!(is("a@^1:\n", "a@^2:\n").as_deref(), Some("a"));
        assert_eq!(is("", "\"@s/a@npm:@s/b@^1\", a@git+ssh://git@b/a.git:\n").as_deref(), Some("@s/a a"));
        assert_eq!(is("a@^1:\n  x\n", "a@^1:\n  y\n").as_deref(), Some(""));
        assert_eq!(is("a@^1:\n", "__metadata:\n"), None);
        let berry = |entry: &str| format!("__metadata:\n{entry}:\n");
        assert_eq!(is(&berry("\"a@npm:1\""), &berry("\"a@npm:2\"")).as_deref(), Some(""));
        assert_eq!(is(&berry("\"a@npm:1\""), &berry("\"a@workspace:a\"")), None);
        assert_eq!(named("package-lock.json", "{}", "{}"), None);
    }
}
