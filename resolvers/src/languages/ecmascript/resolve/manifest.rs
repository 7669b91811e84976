//! package.json: what a package calls itself and what it lets others reach.
//!
//! Accessors over the parsed text; a field of the wrong type counts as absent. Resolution itself does not live here.

use serde_json::Value;

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
    pub(super) fn new(path: RepoPath, json: Value) -> Option<Self> {
        json.is_object().then_some(Self { path, json })
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

    /// Whether the manifest declares `package` or its types.
    pub(super) fn declares(&self, package: &str) -> bool {
        let declared =
            |name: &str| DEPENDENCIES.iter().any(|f| self.json.get(f).is_some_and(|d| d.get(name).is_some()));
        declared(package) || declared(&format!("@types/{package}"))
    }
}

/// The texts of a JSON array, others left out.
pub(super) fn texts(value: Option<&Value>) -> Vec<String> {
    let array = value.and_then(Value::as_array);
    array.into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}
