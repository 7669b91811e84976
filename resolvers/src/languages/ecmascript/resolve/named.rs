//! Names that stand for something else because a bundler, a framework or Deno says so.

use super::deno::Meaning;
use super::external::from_scheme;
use super::request::Request;
use super::{EcmaScriptResolver, Hit, build_output, builtins, packages, settled, specifier};
use crate::path::{self, RepoPath};
use crate::target::{How, Reason, Resolved, Target};
use crate::trace::Trace;

impl EcmaScriptResolver<'_> {
    /// What bundlers and frameworks have a name stand for.
    pub(super) fn aliased(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
        let table = self.bundlers.of(request.dir, request.specifier, &self.workspaces)?;
        let places = table.places(request.dir, request.specifier);
        // What stands in the place of a part of a framework takes the types of that part itself: to the type checker
        // its name is no alias.
        let is_part = |place: &[u8]| {
            let is_inside = request.dir == place || path::strip_dir(request.dir, place).is_some();
            request.types
                && table.provides(request.specifier)
                && (is_inside || self.placed(request, place) == Some(request.importer))
        };
        for (place, config) in &places {
            if is_part(place) {
                trace.say(|| format!("`{}` is here what the framework has", request.specifier));
            } else if let Some(hit) = self.hit(request, place, config, trace) {
                return Some(hit.into());
            }
        }
        let (name, _) = specifier::split_package(request.specifier);
        if self.workspaces.declared(request.dir, name).is_some() {
            return None;
        }
        if let Some(resolved) = self.installed_at(request, &places, trace) {
            return Some(resolved);
        }
        let renamed = table.renamed(request.dir, request.specifier).map(|(text, config)| {
            trace.say(|| format!("an alias of {config} says that it is `{text}`"));
            specifier::split_package(&text).0.to_owned()
        });
        let is_declared = |package: &&str| self.workspaces.declared(request.dir, package).is_some();
        let provider = || table.providers(request.specifier).find(is_declared).map(str::to_owned);
        let package = renamed.or_else(provider)?;
        let (manifest, range) = self.workspaces.declared(request.dir, &package)?;
        trace.say(|| format!("{} declares `{package}`", manifest.path));
        let target = Target::External { ecosystem: "npm", package, version: range.map(str::to_owned) };
        Some(settled(target, How::Declared, Some(manifest.path.clone())))
    }

    /// What a loader of AMD has a name stand for.
    pub(super) fn by_loader(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
        let places: Vec<_> = self
            .loaders
            .of(request)
            .iter()
            .flat_map(|loader| {
                loader.places(request.specifier).into_iter().map(|place| (place, &loader.main))
            })
            .collect();
        let mut hits = places.iter().filter_map(|(place, config)| self.hit(request, place, config, trace));
        if let Some(hit) = hits.next() {
            return Some(hit.into());
        }
        let (name, _) = specifier::split_package(request.specifier);
        let is_declared = self.workspaces.declared(request.dir, name).is_some();
        if is_declared { None } else { self.installed_at(request, &places, trace) }
    }

    /// The file to which an alias of `config` leads.
    fn hit(&self, request: &Request<'_>, place: &[u8], config: &RepoPath, trace: &mut Trace) -> Option<Hit> {
        let found = self.placed(request, place).map(|file| (file, How::Alias));
        let found = found.or_else(|| Some((self.built_from(place)?, How::BuildOutput)));
        trace.say(|| match found {
            Some((file, How::BuildOutput)) => {
                format!("an alias of {config} leads to a build output; its source is {file}")
            }
            Some((file, _)) => format!("an alias of {config} leads to {file}"),
            None => format!("an alias of {config} leads to {}, where nothing is", bstr::BStr::new(place)),
        });
        let (file, how) = found?;
        Some(Hit { file: file.clone(), how, config: Some(config.clone()) })
    }

    /// The source of what a build would write to `place`, of whose folder nothing is there.
    pub(super) fn built_from(&self, place: &[u8]) -> Option<&RepoPath> {
        let package = self.workspaces.nearest(place).map_or(&b""[..], |manifest| manifest.dir());
        let inside = path::strip_dir(place, package)?;
        if self.project.is_dir(path::parent(place)) || !build_output::is_built(inside) {
            return None;
        }
        build_output::source_of(self.probe(None), &self.configs, package, inside)
    }

    /// What is installed where aliases lead.
    fn installed_at(
        &self,
        request: &Request<'_>,
        places: &[(Vec<u8>, &RepoPath)],
        trace: &mut Trace,
    ) -> Option<Resolved> {
        let (resolved, config) = places
            .iter()
            .find_map(|(place, config)| Some((self.installed(request, place, trace)?, config)))?;
        trace.say(|| format!("an alias of {config} leads there"));
        Some(resolved)
    }

    /// A loader of AMD knows a package by its name, in its own files too.
    pub(super) fn in_own_package(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Hit> {
        let (name, sub) = specifier::split_package(request.specifier);
        let own = self.workspaces.nearest(request.dir).filter(|own| own.name() == Some(name))?;
        let place = path::join(own.dir(), sub.as_bytes()).filter(|_| request.by_amd && !sub.is_empty())?;
        let file = self.placed(request, &place)?;
        trace.say(|| format!("`{name}` is the importer's own package; {file} is there"));
        Some(Hit { file: file.clone(), how: How::SelfReference, config: Some(own.path.clone()) })
    }

    /// A path from one module to another where these have names and no places.
    pub(super) fn by_module_name(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
        let table = self.bundlers.of(request.dir, "", &self.workspaces)?;
        let name = table.module_name(request.dir, request.specifier)?;
        trace.say(|| format!("the module there is called `{name}`"));
        let named = Request { specifier: &name, ..*request };
        self.aliased(&named, trace).filter(|resolved| resolved.how == How::Alias)
    }

    /// What Deno has a name stand for, where no manifest of Node declares it.
    pub(super) fn by_deno(&self, request: &Request<'_>, trace: &mut Trace) -> Option<Resolved> {
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
    pub(super) fn placed(&self, request: &Request<'_>, place: &[u8]) -> Option<&RepoPath> {
        let probe = self.probe(request.config);
        let entry = || {
            let manifest = self.workspaces.manifest_in(place)?;
            packages::entry_source(probe, &self.configs, manifest, request.types)
        };
        self.at(request, place, request.means_directory()).or_else(|| probe.lenient(place)).or_else(entry)
    }
}
