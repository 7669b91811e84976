//! package.json: what a package calls itself and what it lets others reach.
//!
//! Accessors over the parsed text; a field of the wrong type counts as absent. Resolution itself does not live here.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{builders, frameworks, json, specifier, workspace};
use crate::bumps::{Bump, Bumps, Reach};
use crate::languages::ecmascript::ID;
use crate::path::RepoPath;

/// The fields of a manifest that declare packages, in the order in which npm lets them win.
const DEPENDENCIES: [&str; 4] =
    ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/// One package.json.
#[derive(Debug)]
pub(super) struct Manifest {
    /// The file.
    pub(super) path: RepoPath,
    json: Value,
}

impl Manifest {
    /// `None` when the text is no JSON object.
    pub(super) fn new(path: RepoPath, mut json: Value) -> Option<Self> {
        // What nobody reads, nobody can: `bumps` says that it is of no matter.
        json.as_object_mut()?.retain(|name, _| !UNREAD.contains(&name.as_str()));
        Some(Self { path, json })
    }

    /// The package's directory; empty for the repo root.
    pub(super) fn dir(&self) -> &[u8] {
        self.path.parent()
    }

    /// A field that should be text.
    pub(super) fn text(&self, field: &str) -> Option<&str> {
        self.json.get(field)?.as_str()
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.text("name").filter(|name| !name.is_empty())
    }

    /// Any field, unless it is `null`.
    pub(super) fn field(&self, field: &str) -> Option<&Value> {
        self.json.get(field).filter(|value| !value.is_null())
    }

    pub(super) fn exports(&self) -> Option<&Value> {
        self.field("exports")
    }

    /// The workspace globs; both forms of `workspaces`.
    pub(super) fn workspaces(&self) -> Vec<String> {
        let globs = match self.field("workspaces") {
            Some(Value::Object(object)) => object.get("packages"),
            other => other,
        };
        texts(globs)
    }

    /// The commands of `scripts` with their names, in file order.
    pub(super) fn scripts(&self) -> impl Iterator<Item = (&str, &str)> {
        let scripts = self.json.get("scripts").and_then(Value::as_object);
        scripts.into_iter().flatten().filter_map(|(name, command)| Some((name.as_str(), command.as_str()?)))
    }

    /// The version range under which the manifest takes `package`.
    pub(super) fn dependency(&self, package: &str) -> Option<&str> {
        DEPENDENCIES.iter().find_map(|field| self.json.get(field)?.get(package)?.as_str())
    }

    /// Every declared package with its range, in file order.
    pub(super) fn dependencies(&self) -> impl Iterator<Item = (&str, &str)> {
        DEPENDENCIES
            .iter()
            .filter_map(|field| self.json.get(field)?.as_object())
            .flatten()
            .filter_map(|(name, range)| Some((name.as_str(), range.as_str()?)))
    }

    /// The names of all declared packages.
    fn declared(&self) -> impl Iterator<Item = &str> {
        let fields = DEPENDENCIES.iter().filter_map(|field| self.json.get(field)?.as_object());
        fields.flat_map(|declared| declared.keys().map(String::as_str))
    }

    /// What each of these fields says of `package`.
    fn declarations(&self, package: &str) -> [Option<&Value>; 4] {
        DEPENDENCIES.map(|field| self.json.get(field)?.get(package))
    }

    /// All that it says to somebody but what [`bumps`] tells one by one, in its order.
    fn without_declared(&self) -> String {
        let mut json = self.json.clone();
        if let Some(fields) = json.as_object_mut() {
            let is_apart = |name: &str, value: &Value| {
                APART.contains(&name) || DEPENDENCIES.contains(&name) && value.is_object()
            };
            fields.retain(|name, value| !is_apart(name, value));
        }
        json.to_string()
    }

    /// Whether a field that may lead somewhere speaks of `package`, or has something stand for what may begin so, or for what it
    /// begins with.
    pub(super) fn may_mean(&self, package: &str) -> bool {
        let leads = |name: &str| {
            !DEPENDENCIES.contains(&name) && !APART.contains(&name) && !LEADING_NOWHERE.contains(&name)
        };
        let mut fields = self.json.as_object().into_iter().flatten().filter(|(name, _)| leads(name));
        fields.any(|(name, value)| {
            value.to_string().contains(package) || stands_before(value, package, name == "imports")
        })
    }

    /// Whether the manifest declares `package` or its types.
    pub(super) fn declares(&self, package: &str) -> bool {
        let declared =
            |name: &str| DEPENDENCIES.iter().any(|f| self.json.get(f).is_some_and(|d| d.get(name).is_some()));
        declared(package) || declared(&format!("@types/{package}"))
    }
}

/// Fields that no resolver reads.
const UNREAD: [&str; 28] = [
    "author",
    "babel",
    "browserslist",
    "bugs",
    "c8",
    "commitlint",
    "contributors",
    "dependenciesMeta",
    "devEngines",
    "engines",
    "eslintConfig",
    "funding",
    "homepage",
    "husky",
    "license",
    "lint-staged",
    "maintainers",
    "nyc",
    "overrides",
    "packageManager",
    "peerDependenciesMeta",
    "pnpm",
    "prettier",
    "repository",
    "resolutions",
    "simple-git-hooks",
    "stylelint",
    "volta",
];
/// Fields that say nothing of where an import leads, whatever stands there.
const LEADING_NOWHERE: [&str; 6] = ["description", "files", "keywords", "name", "private", "type"];
/// Fields of which [`bumps`] tells one by one what they change.
const APART: [&str; 2] = ["scripts", "version"];
/// What Nuxt is called, whose version decides on where the sources of a project lie.
pub(super) const NUXT: [&str; 3] = ["nuxt", "nuxt3", "nuxt-nightly"];

/// See [`crate::Language::bumps`]. Packages may be declared otherwise, where these are no more than versions. So may be the version
/// of the package itself, where the same ranges fit; and what it is entered by, where nothing is built from elsewhere then.
pub(super) fn bumps(path: &RepoPath, before: &[u8], now: &[u8]) -> Option<Bumps> {
    let read = |bytes: &[u8]| Manifest::new(path.clone(), json::parse(bytes).ok()?);
    let (before, now) = (read(before)?, read(now)?);
    if before.without_declared() != now.without_declared() {
        return None;
    }
    let (version, other) = (before.text("version"), now.text("version"));
    let fits = version.is_some() == other.is_some()
        && version.map(workspace::fitting) == other.map(workspace::fitting)
        && builders::folders(&before) == builders::folders(&now);
    if !fits {
        return None;
    }
    let may_start = before.field("scripts") != now.field("scripts");
    let mut bumps = Bumps { may_start, ..Bumps::default() };
    let packages: BTreeSet<&str> = before.declared().chain(now.declared()).collect();
    for package in packages {
        let (was, is) = (before.declarations(package), now.declarations(package));
        if was == is {
            continue;
        }
        let others = was.iter().zip(&is).filter(|(was, is)| was != is);
        let mut others = others.flat_map(|(was, is)| [was, is]).flatten();
        if !others.all(|range| range.as_str().is_some_and(is_version)) || NUXT.contains(&package) {
            return None;
        }
        bumps.foreign.push(package.to_owned());
        match (before.dependency(package), now.dependency(package)) {
            (Some(was), Some(is)) if was == is => {}
            (Some(was), Some(is)) => bumps.versions.push(Bump {
                ecosystem: "npm",
                package: package.to_owned(),
                before: was.to_owned(),
                now: is.to_owned(),
                reach: Reach::Naming,
            }),
            _ => {
                let names = meant(package);
                if names.iter().any(|name| frameworks::are_told_by(name)) {
                    return None;
                }
                bumps.declared.extend(names.into_iter().map(|name| (ID, name)));
            }
        }
    }
    Some(bumps)
}

/// Whether a text in `value` is what `package` begins with, as far as it stands there; one of which nothing does may be all.
fn stands_before(value: &Value, package: &str, is_any: bool) -> bool {
    match value {
        Value::String(text) => {
            let lead = text.split('*').next().unwrap_or_default();
            package.starts_with(lead) && (!lead.is_empty() || is_any)
        }
        Value::Array(list) => list.iter().any(|it| stands_before(it, package, is_any)),
        Value::Object(fields) => fields.values().any(|it| stands_before(it, package, is_any)),
        _ => false,
    }
}

/// Whether the range can only mean a registry.
fn is_version(range: &str) -> bool {
    !range.contains([':', '/']) && !specifier::is_relative(range)
}

/// The packages of which somebody speaks who may mean `package`, which may have the types of another one.
fn meant(package: &str) -> Vec<String> {
    let mut names = vec![package.to_owned()];
    if let Some(typed) = package.strip_prefix("@types/") {
        names.push(typed.to_owned());
        names.extend(typed.split_once("__").map(|(scope, name)| format!("@{scope}/{name}")));
    }
    names
}

/// The texts of a JSON array, others left out.
pub(super) fn texts(value: Option<&Value>) -> Vec<String> {
    let array = value.and_then(Value::as_array);
    array.into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_is_told_from_more() {
        let check = |before: &str, now: &str, expected: Option<&str>| {
            let path = RepoPath::new(b"package.json").unwrap();
            let bumps = bumps(&path, before.as_bytes(), now.as_bytes());
            let told = bumps.map(|it| {
                let all = it.versions.iter().map(|it| format!("{} {} {}", it.package, it.before, it.now));
                let all = all.chain(it.declared.iter().map(|(_, it)| format!("no {it}")));
                all.collect::<Vec<_>>().join(", ")
            });
            assert_eq!(told.as_deref(), expected, "{before} {now}");
        };
        let of = |dependencies: &str| format!("{{ \"dependencies\": {{ {dependencies} }} }}");
        check("{}", "{ \"engines\": { \"node\": \"20\" } }", Some(""));
        check(&of("\"a\": \"1\", \"b\": \"1\""), &of("\"a\": \"2\", \"b\": \"1\""), Some("a 1 2"));
        let both = |a: &str, b: &str| {
            format!("{{ \"dependencies\": {{ \"a\": \"{a}\" }}, \"devDependencies\": {{ \"a\": \"{b}\" }} }}")
        };
        check(&both("1", "1"), &both("2", "2"), Some("a 1 2"));
        check(&both("1", "1"), &both("1", "2"), Some(""));
        for (before, now) in
            [("1", "file:b"), ("workspace:*", "1"), ("1", "../b"), ("1", "user/b"), ("npm:c@1", "npm:c@2")]
        {
            check(&of(&format!("\"a\": \"{before}\"")), &of(&format!("\"a\": \"{now}\"")), None);
        }
        check(&of("\"nuxt\": \"3\""), &of("\"nuxt\": \"4\""), None);
        check(&of("\"a\": 1"), &of("\"a\": 2"), None);
        check(&of("\"a\": \"1\", \"b\": \"1\""), &of("\"b\": \"1\", \"a\": \"1\""), Some(""));
        check(&of("\"a\": \"1\""), "{}", Some("no a"));
        check(
            "{}",
            &of("\"a\": \"1\", \"@types/b__c\": \"1\""),
            Some("no @types/b__c, no b__c, no @b/c, no a"),
        );
        check(&both("1", "1"), &of("\"a\": \"1\""), Some(""));
        check(&of("\"a\": \"1\""), "{ \"devDependencies\": { \"a\": \"2\" } }", Some("a 1 2"));
        check("{ \"dependencies\": [] }", &of("\"a\": \"1\""), None);
        for refused in [
            "\"a\": \"file:b\"",
            "\"umi\": \"1\"",
            "\"@types/requirejs\": \"1\"",
            "\"nuxt\": \"3\"",
            "\"a\": 1",
        ] {
            check(&of(""), &of(refused), None);
        }
        check("{}", "{", None);
        check("{ \"name\": \"a\" }", "{ \"name\": \"b\" }", None);
        check("{ \"version\": \"1.2.3\" }", "{ \"version\": \"1.10.0\" }", Some(""));
        check("{ \"version\": \"1.2.3\" }", "{ \"version\": \"2.0.0\" }", None);
        check("{ \"version\": \"0.2.3\" }", "{ \"version\": \"0.2.4\" }", Some(""));
        check("{ \"version\": \"0.2.3\" }", "{ \"version\": \"0.3.0\" }", None);
        check("{ \"version\": \"1.0.0\" }", "{}", None);
        let runs = |script: &str| format!("{{ \"scripts\": {{ \"build\": \"{script}\" }} }}");
        check(&runs("tsc"), &runs("tsc -b"), Some(""));
        check(&runs("tsc"), &runs("svelte-package -o out"), None);
        check(&runs("svelte-package"), &runs("svelte-package --watch"), Some(""));
    }
}
