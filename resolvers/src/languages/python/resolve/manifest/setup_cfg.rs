//! `setup.cfg`.

use super::{EntryPoint, Group, Manifest, Requirement, Unreadable, ini};

#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    let metadata =
        |key| ini::value(text, "metadata", key).filter(|it| !it.starts_with(['a', 'f']) || !is_link(it));
    let options = |key| ini::value(text, "options", key);
    let mut said = Manifest {
        name: metadata("name"),
        version: metadata("version"),
        description: metadata("description").or_else(|| metadata("summary")),
        requires_python: options("python_requires"),
        is_distribution: ini::value(text, "metadata", "name").is_some(),
        ..Manifest::default()
    };
    for line in options("package_dir").unwrap_or_default().replace(',', "\n").lines() {
        if let Some((name, dir)) = line.split_once('=') {
            said.package_dir(name, dir);
        }
    }
    said.roots.extend(ini::value(text, "options.packages.find", "where").filter(|it| !it.is_empty()));
    for section in ["tool:pytest", "pytest"] {
        let path = ini::value(text, section, "pythonpath").unwrap_or_default();
        said.roots.extend(path.split_whitespace().map(str::to_owned));
    }
    for key in ["py_modules", "packages"] {
        let listed = options(key).unwrap_or_default();
        said.modules.extend(ini::lines(&listed).filter(|it| !it.starts_with("find")).map(str::to_owned));
    }
    let extras = ini::entries(text, "options.extras_require").into_iter().map(|(_, value)| value);
    for value in options("install_requires").into_iter().chain(extras) {
        said.requirements.extend(ini::lines(&value).filter_map(Requirement::parse));
    }
    for (group, value) in ini::entries(text, "options.entry_points") {
        let group = Group::of(&group);
        said.entry_points.extend(ini::lines(&value).filter_map(|line| EntryPoint::line(&group, line)));
    }
    Ok(said)
}

/// `attr: a.b`, `file: VERSION`
fn is_link(value: &str) -> bool {
    value.starts_with("attr:") || value.starts_with("file:")
}
