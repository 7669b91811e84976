//! `pyproject.toml`, with what each build backend says there, and `Pipfile`.

use toml::{Table, Value};

use super::{EntryPoint, Group, Manifest, Requirement, Unreadable, normalised};

/// The table of a TOML file.
pub(in super::super) fn table(text: &str) -> Result<Table, Unreadable> {
    text.parse::<Table>().map_err(|error| Unreadable {
        line: error.span().map(|span| {
            let lines = text.get(..span.start).unwrap_or_default().matches('\n').count();
            u32::try_from(lines + 1).unwrap_or(u32::MAX)
        }),
        message: format!("not valid TOML: {}", error.message()),
    })
}

pub(super) fn read(text: &str) -> Result<Manifest, Unreadable> {
    let table = table(text)?;
    let mut said = Manifest::default();
    let poetry = dig(&table, &["tool", "poetry"]).and_then(Value::as_table);
    said.is_distribution =
        table.contains_key("build-system") || table.contains_key("project") || poetry.is_some();
    said.requirements
        .extend(texts(dig(&table, &["build-system", "requires"])).filter_map(Requirement::parse));
    if let Some(project) = table.get("project").and_then(Value::as_table) {
        project_table(project, &mut said);
    }
    for group in dig(&table, &["dependency-groups"]).and_then(Value::as_table).into_iter().flatten() {
        said.requirements.extend(texts(Some(group.1)).filter_map(Requirement::parse));
    }
    if let Some(poetry) = poetry {
        poetry_table(poetry, &mut said);
    }
    tools(&table, &mut said);
    Ok(said)
}

fn project_table(project: &Table, said: &mut Manifest) {
    said.name = text(project.get("name"));
    said.version = text(project.get("version"));
    said.description = text(project.get("description"));
    said.requires_python = text(project.get("requires-python"));
    said.requirements.extend(texts(project.get("dependencies")).filter_map(Requirement::parse));
    for (_, extra) in project.get("optional-dependencies").and_then(Value::as_table).into_iter().flatten() {
        said.requirements.extend(texts(Some(extra)).filter_map(Requirement::parse));
    }
    said.entry_points.extend(scripts(project.get("scripts"), &Group::Console));
    said.entry_points.extend(scripts(project.get("gui-scripts"), &Group::Gui));
    for (group, points) in project.get("entry-points").and_then(Value::as_table).into_iter().flatten() {
        said.entry_points.extend(scripts(Some(points), &Group::of(group)));
    }
}

fn poetry_table(poetry: &Table, said: &mut Manifest) {
    said.name = said.name.take().or_else(|| text(poetry.get("name")));
    said.version = said.version.take().or_else(|| text(poetry.get("version")));
    said.description = said.description.take().or_else(|| text(poetry.get("description")));
    let groups = poetry.get("group").and_then(Value::as_table).into_iter().flatten();
    let in_groups = groups.filter_map(|(_, group)| group.get("dependencies"));
    let own = [poetry.get("dependencies"), poetry.get("dev-dependencies")];
    for dependencies in own.into_iter().flatten().chain(in_groups).filter_map(Value::as_table) {
        if let Some(python) = text(dependencies.get("python")) {
            said.requires_python.get_or_insert(python);
        }
        said.requirements.extend(named(dependencies));
        said.taken.extend(taken(dependencies));
    }
    said.entry_points.extend(scripts(poetry.get("scripts"), &Group::Console));
    for (group, points) in poetry.get("plugins").and_then(Value::as_table).into_iter().flatten() {
        said.entry_points.extend(scripts(Some(points), &Group::of(group)));
    }
    for package in poetry.get("packages").and_then(Value::as_array).into_iter().flatten() {
        let (from, include) = (text(package.get("from")), text(package.get("include")));
        let from = from.unwrap_or_else(|| ".".to_owned());
        match text(package.get("to")).zip(include.as_ref()) {
            Some((to, include)) => {
                // `pkg/**/*.py` is all of `pkg`; what other patterns leave out is not known.
                let parts: Vec<&str> = include.split('/').collect();
                let named = parts.iter().take_while(|part| !part.contains(['*', '?', '['])).count();
                if parts[named..].iter().all(|part| matches!(*part, "*" | "**" | "*.py")) {
                    let whole = parts[..named].join("/");
                    said.goes(&format!("{from}/{whole}"), &format!("{to}/{whole}"));
                }
            }
            None => said.roots.push(from),
        }
        said.modules.extend(include);
    }
}

/// Import roots that backends and tools declare, in a fixed order.
fn tools(table: &Table, said: &mut Manifest) {
    let tool = |keys: &[&str]| dig(table.get("tool")?.as_table()?, keys);
    for (name, dir) in tool(&["setuptools", "package-dir"]).and_then(Value::as_table).into_iter().flatten() {
        if let Some(dir) = dir.as_str() {
            said.package_dir(name, dir);
        }
    }
    said.roots.extend(texts(tool(&["setuptools", "packages", "find", "where"])).map(str::to_owned));
    said.modules.extend(texts(tool(&["setuptools", "py-modules"])).map(str::to_owned));
    said.modules.extend(texts(tool(&["setuptools", "packages"])).map(str::to_owned));
    for keys in
        [&["hatch", "build", "targets", "wheel", "packages"][..], &["scikit-build", "wheel", "packages"]]
    {
        for package in texts(tool(keys)) {
            let package = package.trim_end_matches('/');
            let (root, module) = package.rsplit_once('/').unwrap_or((".", package));
            said.roots.push(root.to_owned());
            said.modules.push(module.to_owned());
        }
    }
    for key in ["sources", "force-include"] {
        // What is said of the wheel takes the place of what is said of all that is built.
        let of_wheel = tool(&["hatch", "build", "targets", "wheel", key]);
        let said_of_it = of_wheel.or_else(|| tool(&["hatch", "build", key]));
        said.roots.extend(texts(said_of_it).map(str::to_owned));
        for (from, to) in said_of_it.and_then(Value::as_table).into_iter().flatten() {
            to.as_str().into_iter().for_each(|to| said.goes(from, to));
        }
    }
    // Here what is made comes first.
    let made = tool(&["scikit-build", "wheel", "packages"]).and_then(Value::as_table);
    for (to, from) in made.into_iter().flatten() {
        from.as_str().into_iter().for_each(|from| said.goes(from, to));
    }
    said.roots.extend(texts(tool(&["hatch", "build", "dev-mode-dirs"])).map(str::to_owned));
    for keys in [
        &["pdm", "build", "package-dir"][..],
        &["pdm", "package-dir"],
        &["uv", "build-backend", "module-root"],
        &["maturin", "python-source"],
    ] {
        said.roots.extend(text(tool(keys)).map(|root| if root.is_empty() { ".".to_owned() } else { root }));
    }
    said.modules.extend(text(tool(&["flit", "module", "name"])));
    said.modules.extend(texts(tool(&["uv", "build-backend", "module-name"])).map(str::to_owned));
    said.roots.extend(texts(tool(&["pytest", "ini_options", "pythonpath"])).map(str::to_owned));
    said.taken.extend(tool(&["uv", "sources"]).and_then(Value::as_table).into_iter().flat_map(taken));
    said.requirements.extend(texts(tool(&["uv", "dev-dependencies"])).filter_map(Requirement::parse));
    for (_, env) in tool(&["hatch", "envs"]).and_then(Value::as_table).into_iter().flatten() {
        let listed = ["dependencies", "extra-dependencies"].into_iter().flat_map(|key| texts(env.get(key)));
        said.requirements.extend(listed.filter_map(Requirement::parse));
    }
    for (_, group) in tool(&["pdm", "dev-dependencies"]).and_then(Value::as_table).into_iter().flatten() {
        said.requirements.extend(texts(Some(group)).filter_map(Requirement::parse));
    }
}

/// `Pipfile`: what is installed, without a distribution.
pub(super) fn pipfile(text: &str) -> Result<Manifest, Unreadable> {
    let table = table(text)?;
    let groups = ["packages", "dev-packages"].iter().filter_map(|key| table.get(*key)?.as_table());
    Ok(Manifest { requirements: groups.flat_map(named).collect(), ..Manifest::default() })
}

/// Those of a table that name a path: `name = { path = "…" }`.
fn taken(table: &Table) -> impl Iterator<Item = (String, String)> {
    table.iter().filter_map(|(name, value)| Some((normalised(name), text(value.get("path"))?)))
}

/// Dependencies as a table: `name = "^1.2"`, `name = { version = "…" }`.
fn named(dependencies: &Table) -> impl Iterator<Item = Requirement> {
    let dependencies = dependencies.iter().filter(|(name, _)| *name != "python");
    dependencies.map(|(name, value)| {
        let version = text(Some(value)).or_else(|| text(value.get("version"))).filter(|it| it != "*");
        let exact = version.map(|it| it.strip_prefix("==").map_or(it.clone(), str::to_owned));
        Requirement { name: normalised(name), version: exact }
    })
}

fn scripts(points: Option<&Value>, group: &Group) -> Vec<EntryPoint> {
    let points = points.and_then(Value::as_table).into_iter().flatten();
    let target =
        |value: &Value| text(Some(value)).or_else(|| text(value.get("reference").or(value.get("callable"))));
    points.filter_map(|(name, value)| Some(EntryPoint::new(group.clone(), name, &target(value)?))).collect()
}

fn dig<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t Value> {
    let (first, rest) = keys.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

fn text(value: Option<&Value>) -> Option<String> {
    value?.as_str().map(str::to_owned)
}

/// The texts of an array; a lone text stands for itself.
fn texts(value: Option<&Value>) -> impl Iterator<Item = &str> {
    let lone = value.and_then(Value::as_str);
    lone.into_iter().chain(value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str))
}
