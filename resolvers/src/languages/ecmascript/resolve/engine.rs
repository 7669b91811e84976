//! What TypeScript and Node find: a path, an alias of a tsconfig, what lies at `baseUrl` or in a package; and what they
//! would find once the repository is built, or a bundler has added an extension.

use super::packages::{self, Packages};
use super::probe::{self, Pass, Probe};
use super::request::Request;
use super::tsconfig::{ModuleResolution, TsConfig};
use super::{EcmaScriptResolver, Hit, build_output, missing, specifier, workspace};
use crate::languages::ecmascript::Flavor;
use crate::path::{self, RepoPath};
use crate::target::{How, Reason, Resolved};
use crate::trace::Trace;

impl EcmaScriptResolver<'_> {
    /// What TypeScript finds with the file's own config, else with `bundler` and the same aliases.
    pub(super) fn configured(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        self.by_engine(request, trace).or_else(|| {
            let retry = request.resolution == ModuleResolution::Node10 || request.explicit;
            let bundler = Request { resolution: ModuleResolution::Bundler, explicit: false, ..*request };
            retry.then(|| self.by_engine(&bundler, trace))?
        })
    }

    fn by_engine(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        if specifier::is_relative(request.specifier) {
            return self.by_path(request, trace);
        }
        // An alias that matches has the word of `baseUrl` too, even where it leads to nothing; and a rooted path is
        // no name of a package.
        let aliased = request.config.is_some_and(|config| config.mapped(request.specifier).is_some());
        let rooted = request.specifier.starts_with('/');
        self.by_paths(request, trace)
            .or_else(|| if aliased || rooted { None } else { self.by_base_url(request, trace) })
            .or_else(|| if rooted { None } else { Packages::new(self, request).find(trace) })
    }

    fn by_path(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let path = path::join(request.dir, request.specifier.as_bytes());
        self.by_root_dirs(request, trace).or_else(|| {
            let path = path?;
            let file = self.at(request, &path, request.means_directory())?;
            trace.say(|| format!("{file} is there"));
            // Where a folder has a declaration only, what runs may be built from a source.
            let is_source = |hit: &Hit| !probe::is_declaration(hit.file.file_name());
            if !request.types
                && probe::is_declaration(file.file_name())
                && let Some(hit) = self.entered(request, &path, trace).filter(is_source)
            {
                return Some(hit);
            }
            Some(Hit::new(file, How::Relative))
        })
    }

    /// The file that TypeScript, or Node for its own, takes for `path`; `directory` when it can be nothing else.
    pub(super) fn at(&self, request: &Request<'_>, path: &[u8], directory: bool) -> Option<&RepoPath> {
        let probe = self.probe(request.config);
        if request.node
            && let Some(file) = probe.node(path, directory)
        {
            return Some(file);
        }
        if request.verbatim
            && !directory
            && let Some(file) = probe.exact(path).filter(|file| is_source(file))
        {
            return Some(file);
        }
        if request.explicit && (directory || probe.replaced(path, Pass::All).is_none()) {
            return None;
        }
        let file = probe.typescript(path, directory, request.resolution, false)?;
        if request.types || !probe::is_declaration(file.file_name()) {
            return Some(file);
        }
        // At run time the implementation is loaded, not the declaration beside it.
        let implementation = probe.typescript(path, directory, request.resolution, true);
        let asset = || probe.exact(path).filter(|_| !directory);
        implementation.or_else(asset).or_else(|| probe.described(file)).or(Some(file))
    }

    pub(super) fn probe<'a, 's>(&'a self, config: Option<&'s TsConfig>) -> Probe<'a, 's> {
        let suffixes = config.map_or(&[][..], |config| &config.module_suffixes);
        Probe { project: self.project, workspaces: &self.workspaces, suffixes }
    }

    /// Whether an alias may lead the importer to `file`. The config of an alias that does not include the importer has no
    /// word about a package that a manifest between the two takes from somewhere else. A sync asks for the word of such
    /// manifests where a specifier speaks of the package: nothing else of them may decide here.
    fn may_mean(&self, request: &Request<'_>, file: &RepoPath, trace: &mut Trace) -> bool {
        let Some(config) = request.config.filter(|_| !request.is_included) else { return true };
        let (name, _) = specifier::split_package(request.specifier);
        let Some((manifest, range)) = self.workspaces.declared(request.dir, name) else { return true };
        // Both lie above the importer.
        if manifest.dir().len() <= path::parent(&config.path).len() {
            return true;
        }
        let may_mean = match self.workspaces.find_own(self.project, request.dir, name) {
            Some(found) => path::strip_dir(file.as_bytes(), &found.dir).is_some(),
            None => range.is_some_and(workspace::means_repository),
        };
        if !may_mean {
            let config = bstr::BStr::new(&config.path);
            trace.say(|| {
                format!(
                    "{config} does not include {}: `{name}` is what {} says",
                    request.importer, manifest.path
                )
            });
        }
        may_mean
    }

    fn by_paths(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let config = request.config?;
        let (pattern, targets) = config.mapped(request.specifier)?;
        let hit = targets.iter().flatten().find_map(|target| {
            // A target that names its extension means just that file.
            let exact = self.project.meant(target).filter(|file| is_source(file));
            let file = exact.or_else(|| self.at(request, target, false));
            trace.say(|| match file {
                Some(file) => format!("`paths` {pattern:?} leads to {file}"),
                None => format!("`paths` {pattern:?} leads to {}, where nothing is", bstr::BStr::new(target)),
            });
            file
        })?;
        if !self.may_mean(request, hit, trace) {
            return None;
        }
        // What runs is no declaration: where the package of that name is at hand, its source runs.
        if !request.types
            && probe::is_declaration(hit.file_name())
            && let Some(run) = Packages::new(self, request).find(&mut Trace::silent())
            && !probe::is_declaration(run.file.file_name())
        {
            trace.say(|| format!("{hit} only declares; {} is what runs", run.file));
            return Some(run);
        }
        Some(Hit { file: hit.clone(), how: How::Paths, config: config.file() })
    }

    fn by_base_url(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let config = request.config?;
        let path = path::join(config.base_url.as_ref()?, request.specifier.as_bytes())?;
        let file = self.at(request, &path, request.means_directory())?;
        trace.say(|| format!("`baseUrl` leads to {file}"));
        let hit = || Hit { file: file.clone(), how: How::BaseUrl, config: config.file() };
        self.may_mean(request, file, trace).then(hit)
    }

    fn by_root_dirs(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let config = request.config.filter(|config| !config.root_dirs.is_empty())?;
        let path = path::join(request.dir, request.specifier.as_bytes())?;
        let inside = |dir: &&Vec<u8>| path::strip_dir(&path, dir).is_some();
        let own = config.root_dirs.iter().filter(inside).max_by_key(|dir| dir.len())?;
        let rest = path::strip_dir(&path, own)?;
        let others = config.root_dirs.iter().filter(|dir| *dir != own);
        let file = [own]
            .into_iter()
            .chain(others)
            .find_map(|dir| self.at(request, &path::join(dir, rest)?, request.means_directory()))?;
        trace.say(|| format!("`rootDirs` leads to {file}"));
        Some(Hit { file: file.clone(), how: How::RootDirs, config: config.file() })
    }

    /// A path that TypeScript does not know: an asset, or one whose extension only a bundler adds.
    pub(super) fn relative_leniently(&self, request: &Request<'_>, trace: &mut Trace) -> Resolved {
        let Some(path) = path::join(request.dir, request.specifier.as_bytes()) else {
            trace.say(|| "the path leads above the root of the repository".to_owned());
            return missing(Reason::OutsideRepository);
        };
        let Some(file) = self.probe(request.config).lenient(&path) else {
            let built = self.compiled(request, &path, trace);
            if let Some(hit) = built.or_else(|| self.entered(request, &path, trace)) {
                return hit.into();
            }
            if let Some(resolved) = self.installed(request, &path, trace) {
                return resolved;
            }
            if let Some(resolved) = self.by_module_name(request, trace) {
                return resolved;
            }
            trace.say(|| format!("{} is not there, with any extension", bstr::BStr::new(&path)));
            return missing(Reason::NoSuchFile);
        };
        trace.say(|| format!("{file} is there, though TypeScript would not find it"));
        Hit::new(file, How::Relative).into()
    }

    /// A path into the packages that are installed means what the name does there; but a path passes `exports` over, and
    /// never means a module of Node.
    pub(super) fn installed(
        &self,
        request: &Request<'_>,
        path: &[u8],
        trace: &mut Trace,
    ) -> Option<Resolved> {
        let (dir, inside) = specifier::split_installed(path)?;
        let (name, sub) = specifier::split_package(inside);
        if !specifier::is_package_name(name) {
            return None;
        }
        let request = Request { dir, specifier: inside, by_amd: false, ..*request };
        if let Some(found) = self.workspaces.find_own(self.project, dir, name) {
            let file = self.placed(&request, &path::join(&found.dir, sub.as_bytes())?)?;
            trace.say(|| format!("what is installed as `{name}` is {}", bstr::BStr::new(&found.dir)));
            return Some(Hit::new(file, How::Workspace).into());
        }
        trace.say(|| format!("what is installed as `{name}`"));
        Some(self.external(&request, trace))
    }

    /// A path to what is compiled from a file of the repository.
    fn compiled(&self, request: &Request<'_>, path: &[u8], trace: &mut Trace) -> Option<Hit> {
        let (probe, directory) = (self.probe(request.config), request.means_directory());
        let (file, config) =
            build_output::compiled_from(probe, &self.configs, path, directory, request.explicit)?;
        trace.say(|| {
            format!("{} is compiled from {file}, says {}", request.specifier, bstr::BStr::new(&config.path))
        });
        Some(Hit { file: file.clone(), how: How::BuildOutput, config: config.file() })
    }

    /// A path to a folder whose own manifest names a build output as its entry.
    fn entered(&self, request: &Request<'_>, path: &[u8], trace: &mut Trace) -> Option<Hit> {
        let manifest = packages::folder(&self.workspaces, path).filter(|_| !request.explicit)?;
        let probe = self.probe(request.config);
        let file = packages::entry_source(probe, &self.configs, manifest, request.types)?;
        trace.say(|| format!("{} leads to a build output; its source is {file}", manifest.path));
        Some(Hit { file: file.clone(), how: How::BuildOutput, config: Some(manifest.path.clone()) })
    }

    /// Aliases onto files that TypeScript does not know, or onto build outputs.
    pub(super) fn alias_leniently(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let hit = self.likely_alias(request, trace)?;
        self.may_mean(request, &hit.file, trace).then_some(hit)
    }

    fn likely_alias(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let config = request.config?;
        let probe = self.probe(Some(config));
        let found = |file: &RepoPath, how| Some(Hit { file: file.clone(), how, config: config.file() });
        if let Some((pattern, targets)) = config.mapped(request.specifier) {
            if let Some(file) = targets.iter().flatten().find_map(|target| probe.lenient(target)) {
                trace.say(|| {
                    format!("`paths` {pattern:?} leads to {file}, though TypeScript would not find it")
                });
                return found(file, How::Paths);
            }
            let source = targets.iter().flatten().find_map(|target| {
                let package = self.workspaces.nearest(target)?.dir();
                build_output::source_of(probe, &self.configs, package, path::strip_dir(target, package)?)
            });
            let package = || {
                let mut manifests = targets.iter().flatten().filter_map(|it| self.workspaces.manifest_in(it));
                manifests.find_map(|it| packages::entry_source(probe, &self.configs, it, request.types))
            };
            let source = source.or_else(package);
            if let Some(file) = source {
                trace.say(|| format!("`paths` {pattern:?} leads to a build output; its source is {file}"));
                return found(file, How::BuildOutput);
            }
        }
        let path = path::join(config.base_url.as_ref()?, request.specifier.as_bytes())?;
        let file = probe.exact(&path)?;
        trace.say(|| format!("`baseUrl` leads to {file}"));
        found(file, How::BaseUrl)
    }
}

/// A file that TypeScript or Node would run or check.
pub(super) fn is_source(file: &RepoPath) -> bool {
    Flavor::of_name(file.file_name()).is_some_and(|flavor| !flavor.is_component())
}
