//! What an import of a TypeScript or JavaScript file means.
//!
//! The order of the questions is TypeScript's: aliases of the config, then paths, then packages as an install
//! would link them; after it what bundlers add (assets, queries, loaders, aliases of their own) and, for packages of
//! the repository whose entry is a build output, its source. Installed packages are never read: the answer is the same
//! before and after an install.
//!
//! This module holds the order alone; each question is answered in a module of its own.

mod build_output;
mod builtins;
mod bundlers;
mod configs;
mod configuration;
mod deno;
mod exports;
mod frameworks;
mod include;
mod json;
mod lockfile;
mod manifest;
mod packages;
mod pattern;
mod pnpm;
mod probe;
mod request;
mod specifier;
#[cfg(test)]
mod tests;
mod tsconfig;
mod units;
mod versions;
mod workspace;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use self::bundlers::Bundlers;
use self::configs::Configs;
use self::deno::{Deno, Meaning, Published};
use self::packages::Packages;
use self::probe::{Pass, Probe};
use self::request::{Context, Request};
use self::tsconfig::{ModuleResolution, TsConfig};
use self::workspace::Workspaces;
use super::Flavor;
use crate::facts::{Import, ImportSyntax};
use crate::path::{self, RepoPath};
use crate::project::Project;
use crate::target::{How, Reason, Resolved, SCHEMES, Target};
use crate::trace::Trace;
use crate::{ConfigProblem, Resolver, Unit};

/// Resolves the imports of one project.
pub(crate) struct EcmaScriptResolver<'p> {
    project: &'p Project<'p>,
    workspaces: Workspaces,
    configs: Configs<'p>,
    bundlers: Bundlers<'p>,
    deno: Deno,
    problems: BTreeSet<ConfigProblem>,
    /// By the importer's position in the project's files.
    contexts: Vec<OnceLock<Context>>,
}

/// A file, the rule that found it, and the configuration the rule read.
struct Hit {
    file: RepoPath,
    how: How,
    config: Option<RepoPath>,
}

impl Hit {
    fn new(file: &RepoPath, how: How) -> Self {
        Self { file: file.clone(), how, config: None }
    }
}

impl From<Hit> for Resolved {
    fn from(hit: Hit) -> Self {
        Self { targets: vec![Target::Source(hit.file)], how: hit.how, config: hit.config }
    }
}

fn settled(target: Target, how: How, config: Option<RepoPath>) -> Resolved {
    Resolved { targets: vec![target], how, config }
}

fn missing(reason: Reason) -> Resolved {
    settled(Target::Missing(reason), How::None, None)
}

impl<'p> EcmaScriptResolver<'p> {
    pub(crate) fn new(project: &'p Project<'p>) -> Self {
        let mut problems = BTreeSet::new();
        let workspaces = Workspaces::read(project, &mut problems);
        let contexts = project.files().iter().map(|_| OnceLock::new()).collect();
        let (bundlers, deno) = (Bundlers::new(project, &workspaces), Deno::read(project));
        Self { project, workspaces, configs: Configs::new(project), bundlers, deno, problems, contexts }
    }

    fn context(&self, importer: &RepoPath) -> Context {
        let make = || Context {
            config: self.configs.of(importer, &self.workspaces),
            commonjs: self.is_commonjs(importer),
            format: request::format_by_extension(importer),
        };
        match self.project.position(importer.as_bytes()) {
            Some(at) => self.contexts[at].get_or_init(make).clone(),
            None => make(),
        }
    }

    /// Node's rule: the extension, else `type` of the nearest manifest.
    fn is_commonjs(&self, file: &RepoPath) -> bool {
        request::format_by_extension(file).unwrap_or_else(|| {
            let manifest = self.workspaces.nearest(file.parent());
            manifest.and_then(|manifest| manifest.text("type")) != Some("module")
        })
    }

    fn resolve_traced(&self, importer: &RepoPath, import: &Import, trace: &mut Trace) -> Resolved {
        if let Some(pattern) = &import.pattern {
            return self.pattern(importer, &import.specifier, pattern, trace);
        }
        if import.specifier.is_empty() {
            return missing(Reason::Empty);
        }
        let context = self.context(importer);
        let specifier = self.written(importer, import);
        let conditions = request::conditions(import, &context);
        let request = Request::new(importer, import, &specifier, &context, &conditions);
        match &request.config {
            Some(config) => trace.say(|| format!("{} holds for {importer}", bstr::BStr::new(&config.path))),
            None => trace.say(|| format!("no tsconfig.json or jsconfig.json holds for {importer}")),
        }
        let resolved = self.module(&request, trace);
        if import.syntax == ImportSyntax::ReferenceTypes { typed(resolved) } else { resolved }
    }

    /// The specifier as an `import` would write it: some forms name paths without `./`, and the types of a package
    /// may be declared under `@types/`.
    fn written<'i>(&self, importer: &RepoPath, import: &'i Import) -> Cow<'i, str> {
        let specifier = import.specifier.as_str();
        let plain = !specifier.starts_with(['.', '/']) && specifier::scheme(specifier).is_none();
        match import.syntax {
            ImportSyntax::ReferencePath | ImportSyntax::ScriptSrc | ImportSyntax::NewUrl if plain => {
                format!("./{specifier}").into()
            }
            ImportSyntax::ReferenceTypes => {
                self.types_package(importer, specifier).map_or(Cow::Borrowed(specifier), Cow::Owned)
            }
            _ => Cow::Borrowed(specifier),
        }
    }

    /// `@types/x` for the types of `x`, where the nearest manifest that speaks of either declares just that.
    fn types_package(&self, importer: &RepoPath, specifier: &str) -> Option<String> {
        let (name, _) = specifier::split_package(specifier);
        let types = format!("@types/{}", name.trim_start_matches('@').replace('/', "__"));
        let (manifest, _) = self.workspaces.declared(importer.parent(), name)?;
        (manifest.dependency(name).is_none() && manifest.dependency(&types).is_some()).then_some(types)
    }

    fn module(&self, request: &Request<'_>, trace: &mut Trace) -> Resolved {
        if let Some(hit) = self.configured(request, trace) {
            return hit.into();
        }
        if let Some(name) = builtins::builtin(request.specifier) {
            trace.say(|| format!("`{name}` is part of Node"));
            return settled(Target::Builtin { ecosystem: "node", name }, How::Builtin, None);
        }
        if let Some(scheme) = specifier::scheme(request.specifier) {
            if let Some(resolved) = self.by_deno(request, trace) {
                return resolved;
            }
            trace.say(|| format!("`{scheme}:` is a scheme that no file of the repository answers"));
            return settled(from_scheme(scheme, request.specifier), How::Scheme, None);
        }
        if let Some(bare) = specifier::without_decoration(request.specifier) {
            trace.say(|| format!("without query, fragment and loaders: `{bare}`"));
            let resolved = self.module(&Request { specifier: bare, ..*request }, trace);
            // A path with a query may be a file of that very name; a loader before it can be nothing else.
            if !resolved.is_missing() || request.specifier.contains('!') {
                return resolved;
            }
        }
        if specifier::is_relative(request.specifier) {
            return self.relative_leniently(request, trace);
        }
        if let Some(hit) = self.alias_leniently(request, trace) {
            return hit.into();
        }
        let aliased = self.aliased(request, trace).or_else(|| self.by_deno(request, trace));
        aliased.unwrap_or_else(|| self.package(request, trace))
    }

    /// What TypeScript finds with the file's own config, else with `bundler` and the same aliases.
    fn configured(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
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
            let file = self.at(request, &path?, request.means_directory())?;
            trace.say(|| format!("{file} is there"));
            Some(Hit::new(file, How::Relative))
        })
    }

    /// The file that TypeScript, or Node for its own, takes for `path`; `directory` when it can be nothing else.
    fn at(&self, request: &Request<'_>, path: &[u8], directory: bool) -> Option<&RepoPath> {
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

    fn probe<'a, 's>(&'a self, config: Option<&'s TsConfig>) -> Probe<'a, 's> {
        let suffixes = config.map_or(&[][..], |config| &config.module_suffixes);
        Probe { project: self.project, workspaces: &self.workspaces, suffixes }
    }

    fn by_paths(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let config = request.config?;
        let (pattern, targets) = config.mapped(request.specifier)?;
        let hit = targets.iter().flatten().find_map(|target| {
            // A target that names its extension means just that file.
            let exact = self.project.file(target).filter(|file| is_source(file));
            let file = exact.or_else(|| self.at(request, target, false));
            trace.say(|| match file {
                Some(file) => format!("`paths` {pattern:?} leads to {file}"),
                None => format!("`paths` {pattern:?} leads to {}, where nothing is", bstr::BStr::new(target)),
            });
            file
        })?;
        Some(Hit { file: hit.clone(), how: How::Paths, config: config.file() })
    }

    fn by_base_url(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let config = request.config?;
        let path = path::join(config.base_url.as_ref()?, request.specifier.as_bytes())?;
        let file = self.at(request, &path, request.means_directory())?;
        trace.say(|| format!("`baseUrl` leads to {file}"));
        Some(Hit { file: file.clone(), how: How::BaseUrl, config: config.file() })
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
    fn relative_leniently(&self, request: &Request<'_>, trace: &mut Trace) -> Resolved {
        let Some(path) = path::join(request.dir, request.specifier.as_bytes()) else {
            trace.say(|| "the path leads above the root of the repository".to_owned());
            return missing(Reason::OutsideRepository);
        };
        let Some(file) = self.probe(request.config).lenient(&path) else {
            if let Some(hit) = self.compiled(request, &path, trace) {
                return hit.into();
            }
            trace.say(|| format!("{} is not there, with any extension", bstr::BStr::new(&path)));
            return missing(Reason::NoSuchFile);
        };
        trace.say(|| format!("{file} is there, though TypeScript would not find it"));
        Hit::new(file, How::Relative).into()
    }

    /// A path to what is compiled from a file of the repository, or to a folder whose `main` is such a path.
    fn compiled(&self, request: &Request<'_>, path: &[u8], trace: &mut Trace) -> Option<Hit> {
        let probe = self.probe(request.config);
        let source = |path: &[u8], directory| {
            build_output::compiled_from(probe, &self.configs, path, directory, request.explicit)
        };
        let main = || {
            let manifest = self.workspaces.manifest_in(path).filter(|_| !request.explicit)?;
            source(&path::join(path, manifest.text("main")?.as_bytes())?, false)
        };
        let (file, config) = source(path, request.means_directory()).or_else(main)?;
        trace.say(|| {
            format!("{} is compiled from {file}, says {}", request.specifier, bstr::BStr::new(&config.path))
        });
        Some(Hit { file: file.clone(), how: How::BuildOutput, config: config.file() })
    }

    /// Aliases onto files that TypeScript does not know, or onto build outputs.
    fn alias_leniently(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
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
                manifests.find_map(|it| packages::entry_source(probe, &self.configs, it))
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

    /// What bundlers and frameworks have a name stand for.
    fn aliased(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
        let table = self.bundlers.of(request.dir, request.specifier, &self.workspaces)?;
        for (place, config) in table.places(request.dir, request.specifier) {
            let found = self.placed(request, &place);
            trace.say(|| match found {
                Some(file) => format!("an alias of {config} leads to {file}"),
                None => {
                    format!("an alias of {config} leads to {}, where nothing is", bstr::BStr::new(&place))
                }
            });
            if let Some(file) = found {
                return Some(
                    Hit { file: file.clone(), how: How::Alias, config: Some(config.clone()) }.into(),
                );
            }
        }
        let (name, _) = specifier::split_package(request.specifier);
        if self.workspaces.declared(request.dir, name).is_some() {
            return None;
        }
        let renamed = table.renamed(request.dir, request.specifier).map(|(text, config)| {
            trace.say(|| format!("an alias of {config} says that it is `{text}`"));
            specifier::split_package(&text).0.to_owned()
        });
        let package = renamed.or_else(|| table.provider(request.specifier).map(str::to_owned))?;
        let (manifest, range) = self.workspaces.declared(request.dir, &package)?;
        trace.say(|| format!("{} declares `{package}`", manifest.path));
        let target = Target::External { ecosystem: "npm", package, version: range.map(str::to_owned) };
        Some(settled(target, How::Declared, Some(manifest.path.clone())))
    }

    /// What Deno has a name stand for, where no manifest of Node declares it.
    fn by_deno(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
        let (name, _) = specifier::split_package(request.specifier);
        let meaning = self.deno.meaning(request.dir, request.specifier)?;
        let declared = self.workspaces.declared(request.dir, name);
        // Of a manifest and a configuration the nearer one holds, of both in one place the manifest.
        if declared.is_some_and(|(manifest, _)| manifest.dir().len() >= meaning.config().parent().len()) {
            return None;
        }
        let (place, config, how) = match meaning {
            Meaning::Mapped(place, config) => (place, config, How::Alias),
            Meaning::Member(place, config) => (place, config, How::Workspace),
            Meaning::Unexported(config) => {
                trace.say(|| format!("`exports` of {config} do not have it"));
                return Some(settled(Target::Missing(Reason::NotExported), How::None, Some(config.clone())));
            }
            Meaning::Elsewhere(text, config) => {
                trace.say(|| format!("`imports` of {config} say that it is `{text}`"));
                if let Some(name) = builtins::builtin(&text) {
                    let target = Target::Builtin { ecosystem: "node", name };
                    return Some(settled(target, How::Builtin, Some(config.clone())));
                }
                let scheme = specifier::scheme(&text)?;
                return Some(settled(from_scheme(scheme, &text), How::Declared, Some(config.clone())));
            }
        };
        let found = self.placed(request, &place);
        trace.say(|| match found {
            Some(file) => format!("{config} leads to {file}"),
            None => format!("{config} leads to {}, where nothing is", bstr::BStr::new(&place)),
        });
        let config = Some(config.clone());
        Some(match found {
            Some(file) => Hit { file: file.clone(), how, config }.into(),
            None => settled(Target::Missing(Reason::AliasWithoutFile), How::None, config),
        })
    }

    /// The file that an alias onto `place` means: of a package of the repository its entry.
    fn placed(&self, request: &Request<'_>, place: &[u8]) -> Option<&RepoPath> {
        let probe = self.probe(request.config);
        let entry = || packages::entry_source(probe, &self.configs, self.workspaces.manifest_in(place)?);
        self.at(request, place, request.means_directory()).or_else(|| probe.lenient(place)).or_else(entry)
    }

    /// What is left: `#name`, `/x`, packages whose entry is not in the tree, and packages from elsewhere.
    fn package(&self, request: &Request<'_>, trace: &mut Trace) -> Resolved {
        if request.specifier.starts_with('#') {
            return Packages::new(self, request).imports_leniently(trace);
        }
        if request.specifier.starts_with('/') {
            return missing(Reason::ServerAbsolute);
        }
        if let Some(resolved) = Packages::new(self, request).leniently(trace) {
            return resolved;
        }
        self.external(request, trace)
    }

    /// The folder in which `a/b` would lie by `baseUrl`, or by an alias of everything, which make folders look like
    /// packages.
    fn folder_of(&self, request: &Request<'_>) -> Option<String> {
        let config = request.config?;
        let (head, _) = request.specifier.split_once('/')?;
        let aliased = config.mapped(request.specifier).filter(|(pattern, _)| *pattern == "*");
        let targets = aliased.iter().flat_map(|(_, targets)| targets.iter().flatten());
        let bases = targets
            .filter_map(|target| target.strip_suffix(request.specifier.as_bytes())?.strip_suffix(b"/"));
        let mut bases = bases.chain(config.base_url.as_deref());
        let folder = |base: &[u8]| self.project.dir(&path::join(base, head.as_bytes())?);
        bases.find_map(folder).map(|folder| bstr::BStr::new(folder.as_slice()).to_string())
    }

    fn external(&self, request: &Request<'_>, trace: &mut Trace) -> Resolved {
        let (name, _) = specifier::split_package(request.specifier);
        let npm = |version: Option<&str>| Target::External {
            ecosystem: "npm",
            package: name.to_owned(),
            version: version.map(str::to_owned),
        };
        if let Some((manifest, range)) = self.workspaces.declared(request.dir, name) {
            trace.say(|| format!("{} declares `{name}`", manifest.path));
            return settled(npm(range), How::Declared, Some(manifest.path.clone()));
        }
        if let Some((pattern, targets)) = request.config.and_then(|config| config.mapped(request.specifier)) {
            let installed = targets
                .iter()
                .flatten()
                .any(|target| bstr::ByteSlice::contains_str(target.as_slice(), "node_modules/"));
            if !installed && pattern != "*" {
                trace.say(|| format!("`paths` {pattern:?} matches, and nothing declares `{name}`"));
                let config = request.config.and_then(TsConfig::file);
                return settled(Target::Missing(Reason::AliasWithoutFile), How::None, config);
            }
        }
        if let Some(folder) = self.folder_of(request) {
            trace.say(|| format!("{folder} is a folder, no package, and has no such file"));
            let config = request.config.and_then(TsConfig::file);
            return settled(Target::Missing(Reason::AliasWithoutFile), How::None, config);
        }
        let table = self.bundlers.of(request.dir, request.specifier, &self.workspaces);
        if let Some(config) = table.and_then(|table| table.unanswered(request.dir, request.specifier)) {
            trace.say(|| format!("nothing else is called `{name}` by {config}"));
            return settled(Target::Missing(Reason::AliasWithoutFile), How::None, Some(config.clone()));
        }
        if !specifier::is_package_name(name) {
            trace.say(|| format!("`{name}` cannot be the name of a package, and no alias says what it is"));
            return missing(Reason::UnknownAlias);
        }
        trace.say(|| format!("no manifest above declares `{name}`"));
        settled(npm(None), How::Undeclared, None)
    }
}

/// The types of Node are in no package of that name. Of others that nobody declares it is not known.
fn typed(mut resolved: Resolved) -> Resolved {
    if let [Target::External { ecosystem: "npm", package, .. }] = &mut resolved.targets[..]
        && resolved.how == How::Undeclared
        && package == "node"
    {
        package.insert_str(0, "@types/");
    }
    resolved
}

/// What a specifier with a scheme names: a package of a registry, else all of it.
fn from_scheme(scheme: &str, specifier: &str) -> Target {
    let ecosystem = SCHEMES.into_iter().find(|known| *known == scheme).unwrap_or("scheme");
    let text = specifier.split_once(':').map_or("", |(_, text)| text);
    let Published { name, range, .. } = Published::of(text);
    if matches!(ecosystem, "npm" | "jsr") && !name.is_empty() {
        return Target::External { ecosystem, package: name.to_owned(), version: range.map(str::to_owned) };
    }
    Target::External { ecosystem, package: specifier.to_owned(), version: None }
}

/// A file that TypeScript or Node would run or check.
fn is_source(file: &RepoPath) -> bool {
    Flavor::of_name(file.file_name()).is_some_and(|flavor| !flavor.is_component())
}

impl Resolver for EcmaScriptResolver<'_> {
    fn resolve(&self, importer: &RepoPath, import: &Import) -> Resolved {
        self.resolve_traced(importer, import, &mut Trace::silent())
    }

    fn explain(&self, importer: &RepoPath, import: &Import) -> (Resolved, Vec<String>) {
        let mut trace = Trace::telling();
        let resolved = self.resolve_traced(importer, import, &mut trace);
        (resolved, trace.steps())
    }

    fn units(&self) -> Vec<Unit> {
        units::units(self)
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = self.problems.clone();
        problems.extend(self.configs.problems());
        problems.into_iter().collect()
    }

    fn flaws_met(&self) -> usize {
        self.configs.flaws_met()
    }
}
