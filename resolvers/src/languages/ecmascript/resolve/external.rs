//! What no file of the repository answers: a package of a registry, declared or not, or a name that nothing explains.

use super::bundlers::Table;
use super::deno::Published;
use super::request::Request;
use super::tsconfig::TsConfig;
use super::{EcmaScriptResolver, missing, settled, specifier};
use crate::path;
use crate::target::{How, Reason, Resolved, SCHEMES, Target};
use crate::trace::Trace;

impl EcmaScriptResolver<'_> {
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

    pub(super) fn external(&self, request: &Request<'_>, trace: &mut Trace) -> Resolved {
        let (name, _) = specifier::split_package(request.specifier);
        let npm = |version: Option<&str>| Target::External {
            ecosystem: "npm",
            package: name.to_owned(),
            // What only a workspace could answer is no version.
            version: version.filter(|it| !it.starts_with("workspace:")).map(str::to_owned),
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
        let loaders = self.loaders.of(request);
        let told = loaders.iter().find(|it| it.names(request.specifier)).map(|it| &it.main);
        let aliased = || table?.unanswered(request.dir, request.specifier);
        if let Some(config) = told.or_else(aliased) {
            trace.say(|| format!("nothing else is called `{name}` by {config}"));
            return settled(Target::Missing(Reason::AliasWithoutFile), How::None, Some(config.clone()));
        }
        let bases = loaders.iter().map(|it| (&it.base, &it.main));
        let modules = table.map(Table::modules).unwrap_or_default().iter().map(|(dir, config)| (dir, config));
        let is_folder = |dir: &[u8]| {
            name.len() < request.specifier.len()
                && path::join(dir, name.as_bytes()).is_some_and(|folder| self.project.is_dir(&folder))
        };
        if let Some((dir, config)) = bases.chain(modules).find(|(dir, _)| is_folder(dir)) {
            trace.say(|| format!("`{name}` is a folder of {}, no package", bstr::BStr::new(dir)));
            return settled(Target::Missing(Reason::AliasWithoutFile), How::None, Some(config.clone()));
        }
        // What no configuration that is read explains may be anything, but for a name that stands alone.
        if request.by_amd && !name.starts_with('@') && name.len() < request.specifier.len() {
            trace.say(|| format!("nothing says where `{name}` lies"));
            return missing(Reason::UnknownAlias);
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
pub(super) fn typed(mut resolved: Resolved) -> Resolved {
    if let [Target::External { ecosystem: "npm", package, .. }] = &mut resolved.targets[..]
        && resolved.how == How::Undeclared
        && package == "node"
    {
        package.insert_str(0, "@types/");
    }
    resolved
}

/// What a specifier with a scheme names: a package of a registry, else all of it.
pub(super) fn from_scheme(scheme: &str, specifier: &str) -> Target {
    let ecosystem = SCHEMES.into_iter().find(|known| *known == scheme).unwrap_or("scheme");
    let text = specifier.split_once(':').map_or("", |(_, text)| text);
    let Published { name, range, .. } = Published::of(text);
    if matches!(ecosystem, "npm" | "jsr") && !name.is_empty() {
        return Target::External { ecosystem, package: name.to_owned(), version: range.map(str::to_owned) };
    }
    Target::External { ecosystem, package: specifier.to_owned(), version: None }
}
