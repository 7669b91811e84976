//! What an import of a Go file means, as the go command would answer offline.
//!
//! The order of the questions is that of the go command: the standard library, the main modules and vendored copies,
//! else the modules of the build by the longest path that fits. A package is a directory: which of its files a build
//! takes is no part of the answer.

mod embed;
mod gopath;
mod modfile;
mod modules;
mod std;
#[cfg(test)]
mod tests;
mod units;
mod version;

use ::std::collections::{BTreeMap, BTreeSet};

use self::gopath::Called;
use self::modules::{Module, Modules, Sight, View};
use super::is_of_package;
use crate::bumps::{Bump, Bumps, Reach};
use crate::facts::{Import, ImportSyntax};
use crate::path::{self, RepoPath};
use crate::project::Project;
use crate::target::{Ecosystem, How, Reason, Resolved, Target};
use crate::{ConfigProblem, Resolver, Unit};

/// Resolves the imports of one project.
pub(super) struct GoResolver<'p> {
    project: &'p Project<'p>,
    modules: Modules,
    /// The directories with a file that can be imported, and such files, sorted.
    packages: BTreeMap<&'p [u8], Vec<&'p RepoPath>>,
    /// What folders are called that no go.mod holds for.
    called: BTreeMap<Vec<u8>, Called>,
    problems: BTreeSet<ConfigProblem>,
}

const ECOSYSTEM: Ecosystem = "go";

/// Takes down the steps of an answer, where somebody asks for them.
type Say<'t> = dyn FnMut(&dyn Fn() -> String) + 't;

impl<'p> GoResolver<'p> {
    pub(super) fn new(project: &'p Project<'p>) -> Self {
        let mut problems = BTreeSet::new();
        let modules = Modules::read(project, &mut problems);
        let mut packages: BTreeMap<&[u8], Vec<&RepoPath>> = BTreeMap::new();
        for file in project.files().iter().filter(|file| is_of_package(file.file_name())) {
            packages.entry(file.parent()).or_default().push(file);
        }
        // Without Go there is nobody to ask.
        let called = if packages.is_empty() { BTreeMap::new() } else { gopath::read(project) };
        Self { project, modules, packages, called, problems }
    }

    fn resolve_telling(&self, importer: &RepoPath, import: &Import, say: &mut Say<'_>) -> Resolved {
        let specifier = import.specifier.as_str();
        if import.syntax == ImportSyntax::Embed {
            return self.embedded(importer, specifier);
        }
        match specifier {
            "" => return missing(Reason::Empty),
            "C" => {
                return settled(
                    Target::Builtin { ecosystem: ECOSYSTEM, name: "C".to_owned() },
                    How::Builtin,
                    None,
                );
            }
            _ if specifier.starts_with('/') => return missing(Reason::NoSuchPackage),
            "." | ".." => return self.relative(importer, specifier),
            _ if specifier.starts_with("./") || specifier.starts_with("../") => {
                return self.relative(importer, specifier);
            }
            _ => {}
        }
        let Some((module, view)) = self.modules.of(importer.parent()) else {
            say(&|| format!("no go.mod holds for {importer}"));
            return self.without_module(importer, specifier);
        };
        say(&|| format!("{} holds for {importer}", module.file));
        if std::contains(specifier) && module.path != "std" {
            say(&|| format!("`{specifier}` is part of the standard library"));
            return builtin(specifier);
        }
        let found = self.in_module(module, view, specifier, say);
        let is_here = matches!(found.targets[..], [Target::Package(_)]);
        if is_here && !view.allows(module, importer.parent(), specifier) {
            say(&|| format!("`{specifier}` is internal to what lies beside it"));
            return Resolved { config: found.config, ..missing(Reason::Internal) };
        }
        found
    }

    fn in_module(&self, module: &Module, view: &View, specifier: &str, say: &mut Say<'_>) -> Resolved {
        let mut nested = false;
        for here in &view.here {
            if view.vendor.is_some() && here.sight == Sight::Replaced
                || modules::below(specifier, &here.path).is_none()
            {
                continue;
            }
            say(&|| {
                format!(
                    "{} has the module `{}` at `{}`",
                    here.config,
                    here.path,
                    bstr::BStr::new(path::shown(&here.dir))
                )
            });
            let dir = self.modules.dir_in(&here.path, &here.dir, specifier);
            nested |= dir.is_none();
            if let Some(dir) = dir.and_then(|dir| self.package(&dir)) {
                let how = match here.sight {
                    Sight::Replaced => How::Replace,
                    Sight::Main if here.dir == module.dir => How::SelfReference,
                    Sight::Main => How::Workspace,
                };
                return settled(Target::Package(dir), how, Some(here.config.clone()));
            }
        }
        if let Some(vendor) = &view.vendor {
            let dir = path::join(&vendor.dir, specifier.as_bytes()).and_then(|dir| self.package(&dir));
            if let Some(dir) = dir {
                say(&|| format!("{} says that the vendored copy counts", vendor.list));
                return settled(Target::Package(dir), How::Vendor, Some(vendor.list.clone()));
            }
        }
        if std::contains(specifier) {
            return builtin(specifier);
        }
        Self::elsewhere(view, specifier, nested, say)
    }

    /// Of what lies in no module of the repository: required, not there, or of no module that is known.
    fn elsewhere(view: &View, specifier: &str, nested: bool, say: &mut Say<'_>) -> Resolved {
        let parts = prefixes(specifier);
        if let Some((path, (version, file))) =
            parts.into_iter().find_map(|path| Some((path, view.required.get(path)?)))
        {
            say(&|| format!("{file} requires `{path}` {version}, which is not here"));
            let version = Some(version.clone());
            let target = Target::External { ecosystem: ECOSYSTEM, package: path.to_owned(), version };
            return settled(target, How::Declared, Some(file.clone()));
        }
        let own = view
            .here
            .iter()
            .any(|here| modules::below(specifier, &here.path).is_some() && here.path != "std");
        let has_host = specifier.split('/').next().is_some_and(|first| first.contains('.'));
        if own && !nested || !has_host {
            return missing(Reason::NoSuchPackage);
        }
        let package = assumed_module(specifier).to_owned();
        settled(Target::External { ecosystem: ECOSYSTEM, package, version: None }, How::Undeclared, None)
    }

    /// Without a go.mod, imports are those of a `GOPATH`: vendored by the nearest directory above, of a directory above
    /// that is called so, else elsewhere.
    fn without_module(&self, importer: &RepoPath, specifier: &str) -> Resolved {
        if std::contains(specifier) {
            return builtin(specifier);
        }
        let vendored = path::ancestors(importer.parent()).find_map(|dir| {
            let vendor = path::join(dir, b"vendor")?;
            self.package(&path::join(&vendor, specifier.as_bytes())?)
        });
        match vendored {
            Some(dir) => settled(Target::Package(dir), How::Vendor, None),
            None => self
                .below_called(importer, specifier)
                .unwrap_or_else(|| Self::elsewhere(&View::default(), specifier, false, &mut |_| {})),
        }
    }

    /// What a directory above the importer has that is called as `specifier` begins.
    fn below_called(&self, importer: &RepoPath, specifier: &str) -> Option<Resolved> {
        path::ancestors(importer.parent()).find_map(|dir| {
            let called = self.called.get(dir)?;
            let rest = modules::below(specifier, &called.path)?;
            let package = path::join(dir, rest.as_bytes()).and_then(|dir| self.package(&dir));
            let target = package.map_or(Target::Missing(Reason::NoSuchPackage), Target::Package);
            let how = if matches!(target, Target::Package(_)) { How::SelfReference } else { How::None };
            Some(settled(target, how, Some(called.file.clone())))
        })
    }

    fn relative(&self, importer: &RepoPath, specifier: &str) -> Resolved {
        let Some(dir) = path::join(importer.parent(), specifier.as_bytes()) else {
            return missing(Reason::OutsideRepository);
        };
        match self.package(&dir) {
            Some(dir) => settled(Target::Package(dir), How::Relative, None),
            None => missing(Reason::NoSuchPackage),
        }
    }

    fn embedded(&self, importer: &RepoPath, pattern: &str) -> Resolved {
        let Some(files) = embed::files(self.project, &self.modules, importer.parent(), pattern) else {
            return missing(Reason::UnreadablePattern);
        };
        if files.is_empty() {
            return missing(Reason::NoMatch);
        }
        let targets = files.into_iter().cloned().map(Target::Source).collect();
        Resolved { targets, how: How::Embed, config: None }
    }

    /// `dir`, links followed, if there is a package in it.
    fn package(&self, dir: &[u8]) -> Option<Vec<u8>> {
        self.project.dir(dir).filter(|dir| self.packages.contains_key(dir.as_slice()))
    }
}

/// What changes where `before` becomes `now` in the go.mod at `path`: see [`crate::Language::bumps`].
pub(super) fn bumps(path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
    if !modules::is_mod_file(path) {
        return None;
    }
    let mut problems = BTreeSet::new();
    let [before, now] = [before, now].map(|text| modfile::read(path, text, &mut problems));
    if !problems.is_empty() {
        return None;
    }
    let versions = before.bumped(&now)?.map(|(package, before, now)| Bump {
        ecosystem: ECOSYSTEM,
        package: package.to_owned(),
        before: before.to_owned(),
        now: now.to_owned(),
        reach: Reach::Naming,
    });
    Some(Bumps { versions: versions.collect(), ..Bumps::default() })
}

fn settled(target: Target, how: How, config: Option<RepoPath>) -> Resolved {
    Resolved { targets: vec![target], how, config }
}

fn missing(reason: Reason) -> Resolved {
    settled(Target::Missing(reason), How::None, None)
}

fn builtin(name: &str) -> Resolved {
    settled(Target::Builtin { ecosystem: ECOSYSTEM, name: name.to_owned() }, How::Builtin, None)
}

/// The path itself, then what is left without each of its last segments.
fn prefixes(import_path: &str) -> impl Iterator<Item = &str> {
    ::std::iter::successors(Some(import_path), |path| path.rsplit_once('/').map(|(head, _)| head))
}

/// Hosts whose modules are repositories of an owner, or as deep as these.
const WITH_OWNERS: [&str; 4] = ["github.com", "gitlab.com", "bitbucket.org", "golang.org"];

/// The module that an undeclared package most likely is of, for counting it once: the repository on a host with owners,
/// with the major version behind it, which makes it a module of its own; else the whole path.
fn assumed_module(import_path: &str) -> &str {
    let mut parts = import_path.split('/');
    let (host, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let segments = match host {
        "google.golang.org" => 2,
        // gopkg.in/name.v1 or gopkg.in/owner/name.v1
        "gopkg.in" => 2 + usize::from(!second.contains(".v")),
        _ if WITH_OWNERS.contains(&host) => 3,
        _ => return import_path,
    };
    let has_major = import_path.split('/').nth(segments).is_some_and(is_major);
    let segments = segments + usize::from(has_major);
    let end = import_path.match_indices('/').nth(segments - 1).map_or(import_path.len(), |(at, _)| at);
    &import_path[..end]
}

/// `v2` and above: the first two have none.
fn is_major(segment: &str) -> bool {
    segment
        .strip_prefix('v')
        .is_some_and(|it| !it.starts_with('0') && it.parse::<u32>().is_ok_and(|it| it > 1))
}

impl Resolver for GoResolver<'_> {
    fn resolve(&self, importer: &RepoPath, import: &Import) -> Resolved {
        self.resolve_telling(importer, import, &mut |_| {})
    }

    fn explain(&self, importer: &RepoPath, import: &Import) -> (Resolved, Vec<String>) {
        let mut steps = Vec::new();
        let resolved = self.resolve_telling(importer, import, &mut |step| steps.push(step()));
        (resolved, steps)
    }

    fn units(&self) -> Vec<Unit> {
        units::units(self)
    }

    fn tells_alone(&self, file: &RepoPath, package: &str) -> bool {
        self.modules.tells_alone(file, package)
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        self.problems.iter().cloned().collect()
    }
}
