//! Names of packages: `#imports`, the importer's own package, and packages that an install would link.

use super::configs::Configs;
use super::engine;
use super::exports::{self, Likely, Match, Outcome};
use super::frameworks;
use super::manifest::Manifest;
use super::probe::{self, Pass, Probe};
use super::tsconfig::ModuleResolution;
use super::versions;
use super::workspace::Workspaces;
use super::{EcmaScriptResolver, Hit, Request, build_output, missing, settled, specifier};
use crate::path::{self, RepoPath};
use crate::target::{How, Reason, Resolved, Target};
use crate::trace::Trace;

/// Looks one specifier up among the packages of a project.
pub(super) struct Packages<'a> {
    resolver: &'a EcmaScriptResolver<'a>,
    request: &'a Request<'a>,
    name: &'a str,
    sub: &'a str,
}

impl<'a> Packages<'a> {
    pub(super) fn new(resolver: &'a EcmaScriptResolver<'_>, request: &'a Request<'_>) -> Self {
        let (name, sub) = specifier::split_package(request.specifier);
        Self { resolver, request, name, sub }
    }

    fn probe(&self) -> Probe<'a, 'a> {
        self.resolver.probe(self.request.config)
    }

    /// What TypeScript finds.
    pub(super) fn find(&self, trace: &mut Trace) -> Option<Hit> {
        if self.request.specifier.starts_with('#') {
            return self.imports(trace);
        }
        self.own(trace).or_else(|| self.linked(trace)).or_else(|| self.described(trace))
    }

    /// The types of the package where a package of the repository has them that the importer declares for that, or a
    /// declaration in one of the config's `typeRoots`.
    fn described(&self, trace: &mut Trace) -> Option<Hit> {
        let typed = match self.name.strip_prefix('@').and_then(|it| it.split_once('/')) {
            Some((scope, name)) => format!("@types/{scope}__{name}"),
            None => format!("@types/{}", self.name),
        };
        if let Some((manifest, _)) = self.resolver.workspaces.declared(self.request.dir, &typed) {
            let specifier = if self.sub.is_empty() { typed.clone() } else { format!("{typed}/{}", self.sub) };
            let inner = Request { specifier: &specifier, ..*self.request };
            if self.request.types
                && let Some(hit) = Packages::new(self.resolver, &inner).linked(trace)
            {
                return Some(hit);
            }
            // What is installed goes before.
            trace.say(|| format!("{} declares `{typed}`, which goes before `typeRoots`", manifest.path));
            return None;
        }
        let config = self.request.config?;
        let mut paths =
            config.type_roots.iter().filter_map(|root| path::join(root, self.request.specifier.as_bytes()));
        let file = paths.find_map(|path| self.probe().declaration(&path))?;
        trace.say(|| format!("`typeRoots` leads to {file}"));
        Some(Hit { file: file.clone(), how: How::TypeRoots, config: config.file() })
    }

    /// `#name` in `imports` of the nearest manifest.
    fn imports(&self, trace: &mut Trace) -> Option<Hit> {
        if !self.request.reads_maps() {
            return None;
        }
        let manifest = self.resolver.workspaces.nearest(self.request.dir)?;
        let found = exports::find(manifest.field("imports")?, self.request.specifier)?;
        let file = self.conditional(found, Pass::All, |target, pass| {
            if target.starts_with("./") {
                return self.target(manifest.dir(), target, pass);
            }
            let inner = self.elsewhere(manifest.dir(), target)?;
            Packages::new(self.resolver, &inner).linked(&mut Trace::silent()).map(|hit| hit.file)
        })?;
        trace.say(|| format!("`imports` of {} leads to {file}", manifest.path));
        Some(Hit { file, how: How::Imports, config: Some(manifest.path.clone()) })
    }

    /// The same request for a package that `imports` names.
    fn elsewhere<'b>(&'b self, dir: &'b [u8], specifier: &'b str) -> Option<Request<'b>> {
        let fine = !specifier.starts_with(['#', '/', '.']);
        fine.then_some(Request { dir, specifier, ..*self.request })
    }

    /// The importer's own package by its name, through its `exports`.
    fn own(&self, trace: &mut Trace) -> Option<Hit> {
        if !self.request.reads_maps() {
            return None;
        }
        let manifest = self.resolver.workspaces.nearest(self.request.dir)?;
        if manifest.name() != Some(self.name) {
            return None;
        }
        let file = self.exported(manifest)?;
        if let Some(built) = self.built(manifest, &file, trace) {
            return Some(built);
        }
        trace.say(|| {
            format!(
                "`{}` is the importer's own package; `exports` of {} leads to {file}",
                self.name, manifest.path
            )
        });
        Some(Hit { file, how: How::SelfReference, config: Some(manifest.path.clone()) })
    }

    /// A package that an install links, or a tracked one.
    fn linked(&self, trace: &mut Trace) -> Option<Hit> {
        let found = self.resolver.workspaces.find(self.resolver.project, self.request.dir, self.name)?;
        if found.linked && self.takes_registry_copy(&found.dir) {
            trace.say(|| {
                format!(
                    "`{}` is a package of the repository, but this importer takes it from the registry",
                    self.name
                )
            });
            return None;
        }
        let manifest = self.resolver.workspaces.manifest_in(&found.dir);
        let mapped = manifest.filter(|manifest| manifest.exports().is_some() && self.request.reads_maps());
        let file = if let Some(manifest) = mapped {
            self.exported(manifest)?
        } else if let Some(places) = manifest.filter(|_| found.linked).and_then(|it| self.of_addon(it)) {
            let directory = self.sub.is_empty();
            places.iter().find_map(|place| self.resolver.at(self.request, place, directory))?.clone()
        } else {
            let path = path::join(&found.dir, self.sub.as_bytes())?;
            let directory = (found.linked && self.sub.is_empty()) || self.request.means_directory();
            // In every mode TypeScript looks for its own files in a package before it looks for scripts.
            let request = Request { explicit: false, resolution: ModuleResolution::Node10, ..*self.request };
            let runs = || self.run(manifest?, &path, directory);
            let is_open = !self.sub.is_empty() && manifest.and_then(Manifest::exports).is_none();
            let asset = || self.probe().exact(&path).filter(|_| is_open).cloned();
            runs().or_else(|| self.resolver.at(&request, &path, directory).cloned()).or_else(asset)?
        };
        if let Some(built) = manifest.filter(|_| found.linked).and_then(|it| self.built(it, &file, trace)) {
            return Some(built);
        }
        let how = if found.linked { How::Workspace } else { How::NodeModules };
        trace.say(|| format!("`{}` lies in {}; it leads to {file}", self.name, bstr::BStr::new(&found.dir)));
        Some(Hit { file, how, config: manifest.map(|manifest| manifest.path.clone()) })
    }

    /// Where what an addon of Ember calls so may lie: what stands at its top is for Node alone. A folder for tests that has
    /// the addon's own name in it takes the place of `test-support`.
    fn of_addon(&self, manifest: &Manifest) -> Option<Vec<Vec<u8>>> {
        let addon = path::join(manifest.dir(), b"addon").filter(|it| self.resolver.project.is_dir(it))?;
        let is_for_node = self.runs_under("require") || manifest.exports().is_some();
        if is_for_node || !frameworks::is_ember_addon(manifest) {
            return None;
        }
        let for_tests = path::join(manifest.dir(), b"addon-test-support")?;
        let rest = self.sub.strip_prefix("test-support");
        let tests = match rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) {
            Some(rest) => path::join(&for_tests, rest.as_bytes()),
            None => path::join(&for_tests, format!("{}/{}", self.name, self.sub).as_bytes()),
        };
        Some(path::join(&addon, self.sub.as_bytes()).into_iter().chain(tests).collect())
    }

    /// What runs may be built from a source of the repository, though its declaration `file` is written by hand.
    fn built(&self, manifest: &Manifest, file: &RepoPath, trace: &mut Trace) -> Option<Hit> {
        let is_declaration = |file: &RepoPath| probe::is_declaration(file.file_name());
        if self.request.types || !is_declaration(file) {
            return None;
        }
        let source =
            self.likely_source(manifest, &mut Trace::silent()).filter(|file| !is_declaration(file))?;
        trace.say(|| format!("`{}` is declared in {file}; what runs is built from {source}", self.name));
        Some(Hit { file: source.clone(), how: How::BuildOutput, config: Some(manifest.path.clone()) })
    }

    /// What runs in place of a declaration that `node10` reads at `path`: no runtime passes `exports` over. What is
    /// compiled to `require` gets `main`, for which that mode was made.
    fn run(&self, manifest: &Manifest, path: &[u8], directory: bool) -> Option<RepoPath> {
        if self.request.types || self.request.compiled || manifest.exports().is_none() {
            return None;
        }
        let read = self.probe().typescript(path, directory, ModuleResolution::Node10, false)?;
        let is_declaration = |file: &RepoPath| probe::is_declaration(file.file_name());
        if is_declaration(read) { self.exported(manifest).filter(|file| !is_declaration(file)) } else { None }
    }

    fn takes_registry_copy(&self, linked: &[u8]) -> bool {
        let Request { dir, .. } = *self.request;
        self.resolver.workspaces.is_registry_copy(self.resolver.project, dir, self.name, linked)
    }

    fn exported(&self, manifest: &Manifest) -> Option<RepoPath> {
        let key = self.key();
        let found = exports::find(manifest.exports()?, &key)?;
        let passes = [Pass::TypeScript, Pass::JavaScript];
        let load = |target: &str, pass| self.target(manifest.dir(), target, pass);
        passes.into_iter().find_map(|pass| self.conditional(found, pass, load))
    }

    fn is_refused(&self, manifest: &Manifest) -> bool {
        let key = self.key();
        let found = manifest.exports().and_then(|map| exports::find(map, &key));
        found.is_some_and(|found| exports::is_refused(found, &|c| self.runs_under(c)))
    }

    /// Whether this importer may have what it names, be it there or not.
    fn is_exported(&self, manifest: &Manifest) -> bool {
        let is_named = || !self.likely_targets(manifest).matched.is_empty();
        manifest.exports().is_none() || (!self.is_refused(manifest) && is_named())
    }

    fn key(&self) -> String {
        if self.sub.is_empty() { ".".to_owned() } else { format!("./{}", self.sub) }
    }

    /// The target under the conditions that hold, `types` among them; for an import that runs, the implementation
    /// in its place if the target is a declaration.
    fn conditional(
        &self,
        found: Match<'_, '_>,
        pass: Pass,
        mut load: impl FnMut(&str, Pass) -> Option<RepoPath>,
    ) -> Option<RepoPath> {
        let chosen = exports::choose(found, &|c| self.holds(c), &mut |target| load(target, pass));
        let Outcome::Found(file) = chosen else { return None };
        if self.request.types || !probe::is_declaration(file.file_name()) {
            return Some(file);
        }
        let mut running = |target: &str| {
            load(target, Pass::Implementation).filter(|file| !probe::is_declaration(file.file_name()))
        };
        match exports::choose(found, &|c| self.runs_under(c), &mut running) {
            Outcome::Found(implementation) => Some(implementation),
            Outcome::Nothing => Some(self.beside(&file).cloned().unwrap_or(file)),
            Outcome::Refused => None,
        }
    }

    /// What a declaration describes, by its name alone.
    fn beside(&self, declaration: &RepoPath) -> Option<&'a RepoPath> {
        let probe = self.probe();
        probe.replaced(declaration.as_bytes(), Pass::Implementation).or_else(|| probe.described(declaration))
    }

    fn holds(&self, condition: &str) -> bool {
        self.runs_under(condition)
            || condition == "types"
            || condition.strip_prefix("types@").is_some_and(versions::hold)
    }

    fn runs_under(&self, condition: &str) -> bool {
        condition == "default" || self.request.conditions.contains(&condition)
    }

    /// A target of `exports` or `imports`: the file itself or the source it is compiled from, never a directory.
    fn target(&self, dir: &[u8], target: &str, pass: Pass) -> Option<RepoPath> {
        let path = path::join(dir, target.as_bytes())?;
        let probe = self.probe();
        let declaration = |file: &&RepoPath| probe::is_declaration(file.file_name());
        // What it describes is what runs under the importer's conditions, and not just what is called like it.
        if let Some(exact) = probe.exact(&path).filter(declaration).filter(|_| pass != Pass::JavaScript) {
            return Some(exact.clone());
        }
        let asset = || probe.exact(&path).filter(|file| pass != Pass::TypeScript && !engine::is_source(file));
        let found = probe.replaced(&path, pass).or_else(asset)?;
        if self.request.types || !declaration(&found) {
            return Some(found.clone());
        }
        Some(probe.replaced(&path, Pass::Implementation).unwrap_or(found).clone())
    }

    /// After TypeScript found nothing: the source of a build output that `imports` names.
    pub(super) fn imports_leniently(&self, trace: &mut Trace) -> Resolved {
        let Some(manifest) = self.resolver.workspaces.nearest(self.request.dir) else {
            return missing(Reason::NotInImports);
        };
        let found = manifest.field("imports").and_then(|map| exports::find(map, self.request.specifier));
        let found = found.filter(|found| !exports::is_refused(*found, &|c| self.runs_under(c)));
        let targets = found.map(|found| exports::likely_targets(found, &|c| self.holds(c)));
        for target in targets.unwrap_or_default().all() {
            if let Some(inner) = self.elsewhere(manifest.dir(), target) {
                trace.say(|| format!("`imports` of {} leads to `{target}`", manifest.path));
                return self.resolver.module(&inner, trace);
            }
            if let Some(file) = self.source_of(manifest.dir(), target) {
                trace.say(|| {
                    format!("`imports` of {} leads to a build output; its source is {file}", manifest.path)
                });
                let config = Some(manifest.path.clone());
                return Hit { file: file.clone(), how: How::BuildOutput, config }.into();
            }
        }
        trace.say(|| format!("`imports` of {} leads to nothing for this name", manifest.path));
        settled(Target::Missing(Reason::NotInImports), How::None, Some(manifest.path.clone()))
    }

    fn source_of(&self, dir: &[u8], target: &str) -> Option<&'a RepoPath> {
        build_output::source_of(self.probe(), &self.resolver.configs, dir, target.as_bytes())
    }

    /// After TypeScript found nothing: a package of the repository whose entry is a build output; `None` when the
    /// name is no package of the repository.
    pub(super) fn leniently(&self, trace: &mut Trace) -> Option<Resolved> {
        let own = self
            .resolver
            .workspaces
            .nearest(self.request.dir)
            .filter(|own| own.name() == Some(self.name) && own.exports().is_some());
        let manifest = own.or_else(|| {
            let workspaces = &self.resolver.workspaces;
            let found = workspaces.find_own(self.resolver.project, self.request.dir, self.name)?;
            // A tracked copy is complete: what its manifest does not lead to is not there.
            if found.linked { workspaces.manifest_in(&found.dir) } else { None }
        })?;
        let config = Some(manifest.path.clone());
        let is_addon = self.of_addon(manifest).is_some();
        if let Some(file) = if is_addon { None } else { self.likely_source(manifest, trace) } {
            return Some(Hit { file: file.clone(), how: How::BuildOutput, config }.into());
        }
        trace.say(|| {
            format!("`{}` is a package of the repository, but nothing there answers this name", self.name)
        });
        let reason = if self.is_exported(manifest) { Reason::NoSuchFile } else { Reason::NotExported };
        Some(settled(Target::Missing(reason), How::None, config))
    }

    /// The source of what this importer would get, as far as it can be told; last comes what others get.
    fn likely_source(&self, manifest: &Manifest, trace: &mut Trace) -> Option<&'a RepoPath> {
        if self.is_refused(manifest) {
            trace.say(|| format!("`exports` of {} refuses it with `null`", manifest.path));
            return None;
        }
        let types = self.request.types;
        if let Some(inner) = self.inner(manifest)
            && let Some(file) = entry_source(self.probe(), &self.resolver.configs, inner, types)
        {
            trace.say(|| format!("{} leads to a build output; its source is {file}", inner.path));
            return Some(file);
        }
        let Likely { sources, matched, drafts, others } = self.likely_targets(manifest);
        let mut first = |targets: &[String]| {
            let mut found =
                targets.iter().filter_map(|target| self.source_of(manifest.dir(), target)).peekable();
            let first = *found.peek()?;
            // What runs is no declaration, unless nothing else is there.
            let runs = |file: &&RepoPath| types || !probe::is_declaration(file.file_name());
            let file = found.find(runs).or_else(|| self.beside(first)).unwrap_or(first);
            trace.say(|| format!("{} leads to a build output; its source is {file}", manifest.path));
            Some(file)
        };
        if let Some(file) = [sources, matched, drafts].iter().find_map(|targets| first(targets)) {
            return Some(file);
        }
        // What `exports` does not name nobody gets, be a source there that would be natural.
        if manifest.exports().is_some() && self.request.reads_maps() && !self.is_exported(manifest) {
            return None;
        }
        // What only `require` gets is no answer to an `import`.
        let any = self.runs_under("require") || manifest.exports().is_none();
        let is_for_this = |path: &[u8]| any || !build_output::is_for_require(path);
        let natural = natural_source(self.probe(), manifest, self.sub);
        let Some(file) = natural.filter(|file| is_for_this(file.as_bytes())) else {
            let others: Vec<String> = others.into_iter().filter(|it| is_for_this(it.as_bytes())).collect();
            return first(&others);
        };
        trace.say(|| format!("{} names nothing that is there; {file} is the natural source", manifest.path));
        Some(file)
    }

    /// What the manifest names for this importer. Nothing that runs reads `types`: those come behind, unless what runs
    /// is built from one source here and another one there, all of which they describe.
    fn likely_targets(&self, manifest: &Manifest) -> Likely {
        let types = self.request.types;
        let described = entry_targets(manifest, self.sub, types, &|c| self.holds(c));
        if types || self.depends_on_place(manifest) {
            return described;
        }
        let running = entry_targets(manifest, self.sub, types, &|c| self.runs_under(c));
        Likely { matched: [running.matched, described.matched].concat(), ..described }
    }

    /// Whether `exports` lead to another source under another condition, such as `node` and `browser`.
    fn depends_on_place(&self, manifest: &Manifest) -> bool {
        let runs = |condition: &str| condition != "require" && !condition.starts_with("types");
        let targets = entry_targets(manifest, self.sub, false, &runs).matched;
        let sources = targets.iter().filter_map(|target| self.source_of(manifest.dir(), target));
        let mut sources = sources.filter(|file| !probe::is_declaration(file.file_name()));
        let first = sources.next();
        manifest.exports().is_some() && sources.any(|source| Some(source) != first)
    }

    /// The manifest of the folder that a subpath of a package without `exports` means.
    fn inner(&self, manifest: &Manifest) -> Option<&'a Manifest> {
        let open = manifest.exports().is_none() && !self.sub.is_empty() && !self.request.explicit;
        open.then(|| folder(&self.resolver.workspaces, &path::join(manifest.dir(), self.sub.as_bytes())?))?
    }
}

/// The fields of a manifest that name its entry, those that name sources first: as what runs reads them, and as the
/// type checker does.
const FOR_RUNNING: [&str; 5] = ["source", "module", "main", "types", "typings"];
const FOR_TYPES: [&str; 5] = ["source", "types", "typings", "module", "main"];

fn entry_fields(types: bool) -> [&'static str; 5] {
    if types { FOR_TYPES } else { FOR_RUNNING }
}

/// Everything that a manifest offers under `sub`, empty for the package itself, to an import for its `types` or for
/// what runs.
pub(super) fn entry_targets(
    manifest: &Manifest,
    sub: &str,
    types: bool,
    holds: &dyn Fn(&str) -> bool,
) -> Likely {
    let key = if sub.is_empty() { ".".to_owned() } else { format!("./{sub}") };
    if let Some(map) = manifest.exports() {
        return exports::find(map, &key).map(|f| exports::likely_targets(f, holds)).unwrap_or_default();
    }
    if !sub.is_empty() {
        return Likely { matched: vec![sub.to_owned()], ..Likely::default() };
    }
    let texts =
        |fields: &[&str]| fields.iter().filter_map(|field| manifest.text(field)).map(str::to_owned).collect();
    // Node never reads `browser`: what is written for browsers is no source of another entry.
    let is_alone = ["source", "module", "main"].iter().all(|field| manifest.text(field).is_none());
    let others = if is_alone { texts(&["browser"]) } else { vec![] };
    Likely { matched: texts(&entry_fields(types)), others, ..Likely::default() }
}

/// The manifest in `dir` that says by what the folder is entered.
pub(super) fn folder<'w>(workspaces: &'w Workspaces, dir: &[u8]) -> Option<&'w Manifest> {
    let says = |manifest: &&Manifest| FOR_TYPES.iter().any(|field| manifest.text(field).is_some());
    workspaces.manifest_in(dir).filter(says)
}

/// The source of what a package is entered by where `exports` do not hold.
pub(super) fn entry_source<'f>(
    probe: Probe<'f, '_>,
    configs: &Configs<'_>,
    manifest: &Manifest,
    types: bool,
) -> Option<&'f RepoPath> {
    let named = entry_fields(types).into_iter().filter_map(|field| manifest.text(field));
    let mut sources =
        named.filter_map(|it| build_output::source_of(probe, configs, manifest.dir(), it.as_bytes()));
    sources.next().or_else(|| natural_source(probe, manifest, ""))
}

/// Where a package's source lies when its manifest names nothing that is there.
pub(super) fn natural_source<'f>(
    probe: Probe<'f, '_>,
    manifest: &Manifest,
    sub: &str,
) -> Option<&'f RepoPath> {
    let inner = format!("src/{sub}");
    let stems = match sub {
        "" => vec!["src/index", "src/main", "src/mod", "index"],
        _ if manifest.exports().is_none() => vec![inner.as_str()],
        _ => vec![],
    };
    stems.iter().find_map(|stem| probe.lenient(&path::join(manifest.dir(), stem.as_bytes())?))
}
