//! What a file exports, sorted by what runs, what is a type, and what comes from elsewhere. Pure.

use resolvers::facts::{BindingName, Export, ExportSource, FileFacts, Import, ImportedName, SymbolKind};
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::declared::{Declared, is_type};
use super::named::Named;
use super::place::{is_python, stem};
use super::{list, quoted};

/// What a file exports, sorted out.
#[derive(Default)]
pub(super) struct Parts<'f> {
    /// What is declared here and runs, with the name outside.
    pub(super) running: Vec<(&'f str, Declared<'f>)>,
    /// Types that are declared here.
    pub(super) types: Vec<(&'f str, Declared<'f>)>,
    /// Names from elsewhere by the specifier they come from, in order; an empty list is everything.
    passed: Vec<(&'f str, Vec<String>)>,
    /// Exported, and declared nowhere in sight.
    pub(super) others: Vec<&'f str>,
}

impl<'f> Parts<'f> {
    /// `named` are what the heads of the file name, with what is said of them elsewhere.
    pub(super) fn of(path: &'f RepoPath, facts: &'f FileFacts, named: &'f [Named<'f>]) -> Self {
        let mut declared: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        for (at, symbol) in (0_u32..).zip(&facts.symbols) {
            if symbol.container.is_none() {
                declared.entry(symbol.name.as_str()).or_default().push(at);
            }
        }
        let imported: FxHashMap<&str, &Import> = (facts.imports.iter())
            .flat_map(|import| {
                import.names.iter().filter_map(move |name| Some((name.local.as_deref()?, import)))
            })
            .collect();
        let used = used_in_python(path, facts);
        let mut parts = Self::default();
        let mut seen = FxHashSet::default();
        for export in &facts.exports {
            match &export.source {
                ExportSource::Star { specifier } => parts.pass(specifier, None),
                ExportSource::ReExport { specifier, name } => {
                    parts.pass(specifier, Some(re_exported(export, name)));
                }
                ExportSource::Local(local) if seen.insert(local.as_str()) => {
                    let group = declared.get(local.as_str());
                    let group = group.and_then(|group| Declared::of(path, facts, group));
                    let group = group.map(|it| Declared { named, ..it });
                    match (group, imported.get(local.as_str())) {
                        (Some(it), _) if is_type(it.kind()) => parts.types.push((&export.name, it)),
                        (Some(it), _) => parts.running.push((&export.name, it)),
                        (None, Some(_)) if used.contains(local.as_str()) => {}
                        (None, Some(import)) => {
                            let is_it = |it: &&ImportedName| it.local.as_deref() == Some(local);
                            let name =
                                import.names.iter().find(is_it).map_or(&BindingName::Default, |it| &it.name);
                            parts.pass(&import.specifier, Some(re_exported(export, name)));
                        }
                        (None, None) => parts.others.push(&export.name),
                    }
                }
                ExportSource::Local(_) => {}
            }
        }
        parts
    }

    /// `name` comes from `specifier`; none is everything.
    fn pass(&mut self, specifier: &'f str, name: Option<String>) {
        match self
            .passed
            .last_mut()
            .filter(|(last, names)| *last == specifier && !names.is_empty() && name.is_some())
        {
            Some((_, names)) => names.extend(name),
            None => self.passed.push((specifier, name.into_iter().collect())),
        }
    }

    /// `a`, `b` of `./x`, everything of `./y`, `./z`
    pub(super) fn passed(&self) -> String {
        let mut after_star = false;
        list(self.passed.iter().map(|(specifier, names)| {
            let star = names.is_empty();
            let repeated = std::mem::replace(&mut after_star, star);
            match (star, repeated) {
                (true, true) => quoted(specifier),
                (true, false) => format!("everything of {}", quoted(specifier)),
                (false, _) => format!("{} of {}", list(names.iter().cloned()), quoted(specifier)),
            }
        }))
    }
}

/// Of more parts one function is not what the others are for.
const MANY_VALUES: usize = 6;

/// The one function or class among values, and the names of these. What stands for a function that the file keeps to itself,
/// and is called like the file at `path`, is that one.
pub(super) fn main_part<'d, 'f>(
    path: &RepoPath,
    running: &'d [(&'d str, Declared<'f>)],
) -> Option<(&'d Declared<'f>, Vec<&'d str>)> {
    let own = stem(path);
    let is_face = |(name, it): &&(&str, Declared<'_>)| *name == own && it.stands_for().is_some();
    let face = running.iter().find(is_face);
    let mut main = running.iter().filter(|(_, it)| match face {
        Some((face, _)) => it.name() == *face,
        None => !matches!(it.kind(), SymbolKind::Enum | SymbolKind::Variable),
    });
    let (name, only) = main.next().filter(|_| main.next().is_none())?;
    // Among many values it is one of them.
    if only.kind() == SymbolKind::Function && !only.is_component() && running.len() > MANY_VALUES {
        return None;
    }
    // `DropdownShortcut` is one of the parts beside `Dropdown` and its kin.
    let pascal = |it: &str| it.starts_with(char::is_uppercase) && it.contains(char::is_lowercase);
    if only.is_component() && running.iter().any(|(other, _)| other != name && pascal(other)) {
        return None;
    }
    Some((only, running.iter().map(|(other, _)| *other).filter(|other| other != name).collect()))
}

/// A package of Python has every name that it takes; what it uses it has not taken to hand on.
fn used_in_python<'f>(path: &RepoPath, facts: &'f FileFacts) -> FxHashSet<&'f str> {
    let references = if is_python(path) { &facts.references[..] } else { &[] };
    references.iter().map(|it| it.binding.as_str()).collect()
}

/// What is passed on, by the name that it has where it comes from, and by another one that it gets here.
fn re_exported(export: &Export, name: &BindingName) -> String {
    let told = |name: &str| if name == "default" { "the default".to_owned() } else { quoted(name) };
    let inner = match name {
        BindingName::Namespace => return format!("everything as {}", quoted(&export.name)),
        BindingName::Default => "default",
        BindingName::Named(name) => name,
    };
    // A default is called by whoever passes it on.
    if inner == export.name || inner == "default" {
        return told(&export.name);
    }
    format!("{} (as {})", quoted(inner), told(&export.name))
}
