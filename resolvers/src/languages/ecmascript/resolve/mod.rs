//! What an import of a TypeScript or JavaScript file means.
//!
//! The order of the questions is TypeScript's: aliases of the config, then paths, then packages as an install
//! would link them; after it what bundlers add (assets, queries, loaders, aliases of their own) and, for packages of
//! the repository whose entry is a build output, its source. Installed packages are never read: the answer is the same
//! before and after an install.
//!
//! This module holds the order alone; each question is answered in a module of its own.

mod amd;
mod build_output;
mod builders;
mod builtins;
mod bundlers;
mod configs;
mod configuration;
mod deno;
mod engine;
mod exports;
mod external;
mod frameworks;
mod include;
mod json;
mod lockfile;
mod manifest;
mod named;
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

use self::amd::Loaders;
use self::bundlers::Bundlers;
use self::configs::Configs;
use self::deno::Deno;
use self::external::{from_scheme, typed};
use self::manifest::Manifest;
use self::packages::Packages;
use self::request::{Context, Request};
use self::workspace::Workspaces;
use super::Flavor;
use crate::bumps::Bumps;
use crate::facts::{Import, ImportSyntax};
use crate::path::RepoPath;
use crate::project::Project;
use crate::target::{How, Reason, Resolved, Target};
use crate::trace::Trace;
use crate::{ConfigProblem, Resolver, Unit};

/// What bundlers have before a colon for how something is loaded.
const LOADERS: &[&str] = &[
    "arraybuffer",
    "asset",
    "base64",
    "bundle-text",
    "data-url",
    "dataurl",
    "file",
    "inline",
    "jsx",
    "raw",
    "react",
    "text",
    "url",
    "worker",
];

/// Resolves the imports of one project.
pub(crate) struct EcmaScriptResolver<'p> {
    project: &'p Project<'p>,
    workspaces: Workspaces,
    configs: Configs<'p>,
    loaders: Loaders,
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

/// Whether a source at `path` is looked for among all files by its name, or lies where packages are installed: see
/// [`crate::Language::heeds`].
pub(super) fn heeds(path: &RepoPath) -> bool {
    is_installed(path) || bundlers::is_config(path) || frameworks::is_of_meteor(path) || amd::is_copy(path)
}

/// See [`crate::Language::has_aliases`].
pub(super) fn has_aliases(path: &RepoPath) -> bool {
    configs::is_called_so(path.file_name())
}

/// See [`crate::Language::bumps`].
pub(super) fn bumps(path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
    match path.file_name() {
        b"package.json" => manifest::bumps(path, before, now),
        name if configs::is_called_so(name) => configs::bumps(path, before, now),
        _ => lockfile::bumps(path, before, now),
    }
}

/// Whether it lies where packages are installed.
pub(super) fn is_installed(path: &RepoPath) -> bool {
    workspace::is_installed(path.as_bytes())
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
        let loaders = Loaders::read(project, &workspaces);
        let (bundlers, deno) = (Bundlers::new(project, &workspaces), Deno::read(project));
        Self {
            project,
            workspaces,
            configs: Configs::new(project),
            loaders,
            bundlers,
            deno,
            problems,
            contexts,
        }
    }

    fn context(&self, importer: &RepoPath) -> Context {
        let make = || {
            let (config, is_included) = self.configs.of(importer, &self.workspaces).unzip();
            Context {
                config,
                is_included: is_included.unwrap_or_default(),
                commonjs: self.is_commonjs(importer),
                format: request::format_by_extension(importer),
            }
        };
        match self.project.importer(importer) {
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
            ImportSyntax::Define | ImportSyntax::DefineRequire => {
                specifier::loaded_by_plugin(specifier).into()
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
            if let Some(resolved) = self.loaded(request, scheme, trace) {
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
        if let Some(resolved) = self.by_parcel(request, trace) {
            return resolved;
        }
        if specifier::is_relative(request.specifier) {
            return self.relative_leniently(request, trace);
        }
        if let Some(hit) = self.alias_leniently(request, trace) {
            return hit.into();
        }
        let aliased = self.by_loader(request, trace).or_else(|| self.aliased(request, trace));
        aliased.or_else(|| self.by_deno(request, trace)).unwrap_or_else(|| self.package(request, trace))
    }

    /// `worker:./x`, `url:package/x.wasm`: a loader of some bundler before a path that is there, or before a name that
    /// something of the repository explains.
    fn loaded(&self, request: &Request<'_>, scheme: &str, trace: &mut Trace) -> Option<Resolved> {
        let inner = &request.specifier[scheme.len() + 1..];
        // `auth:config` is made up by a plug-in.
        let is_loader = LOADERS.contains(&scheme) && specifier::scheme(inner).is_none();
        if !is_loader && !specifier::is_relative(inner) {
            return None;
        }
        let resolved = self.module(&Request { specifier: inner, ..*request }, &mut Trace::silent());
        let is_explained = !matches!(resolved.how, How::None | How::Undeclared | How::Scheme | How::Builtin);
        is_explained.then(|| {
            trace.say(|| format!("`{scheme}:` says how `{inner}` is loaded"));
            resolved
        })
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
        if let Some(hit) = self.in_own_package(request, trace) {
            return hit.into();
        }
        self.external(request, trace)
    }
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

    fn is_own(&self, package: &str) -> bool {
        let mut of_deno = self.deno.manifests().filter_map(Manifest::name);
        self.workspaces.is_own(package) || of_deno.any(|name| name == package)
    }

    fn may_mean(&self, package: &str) -> bool {
        self.bundlers.may_mean(package, &self.workspaces)
            || self.workspaces.manifests().iter().any(|manifest| manifest.may_mean(package))
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
