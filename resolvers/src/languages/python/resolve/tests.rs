//! Trees in, targets out.

use super::PythonResolver;
use crate::facts::{BindingName, Import, ImportKind, ImportSyntax, ImportedName, Span};
use crate::path::RepoPath;
use crate::project::Project;
use crate::target::{How, Target};
use crate::{Resolver, Unit};

/// Files, each with its text, and what is asked of a resolver over them.
fn with<T>(files: &[(&str, &str)], ask: impl FnOnce(&PythonResolver<'_>) -> T) -> T {
    let mut texts: Vec<(RepoPath, String)> = files
        .iter()
        .map(|(path, text)| (RepoPath::new(path.as_bytes()).unwrap(), (*text).to_owned()))
        .collect();
    texts.sort();
    let paths = texts.iter().map(|(path, _)| path.clone()).collect();
    let reader = |path: &RepoPath| {
        let at = texts.binary_search_by(|(known, _)| known.cmp(path)).ok()?;
        Some(texts[at].1.clone().into_bytes())
    };
    let project = Project::new(paths, &[], &reader);
    ask(&PythonResolver::new(&project))
}

/// `import a.b`, `from .a import b`, in a type position after `type `, of Python 2 after `implicit `, of what a package
/// does not have yet after `early `.
fn import(text: &str) -> Import {
    let (kind, text) = match text.strip_prefix("type ") {
        Some(rest) => (ImportKind::Type, rest),
        None => (ImportKind::Runtime, text),
    };
    let (syntax, text) = match text.strip_prefix("implicit ") {
        Some(rest) => (ImportSyntax::ImplicitImport, rest),
        None => match text.strip_prefix("early ") {
            Some(rest) => (ImportSyntax::SubmoduleImport, rest),
            None => (ImportSyntax::Import, text),
        },
    };
    let (specifier, name) = match text.strip_prefix("from ").and_then(|it| it.split_once(" import ")) {
        Some((module, "*")) => (module, BindingName::Namespace),
        Some((module, name)) => (module, BindingName::Named(name.to_owned())),
        None => (text.strip_prefix("import ").unwrap(), BindingName::Namespace),
    };
    let local = (!text.ends_with('*')).then(|| "x".to_owned());
    let names = vec![ImportedName { name, local, type_only: false }];
    let (specifier, span) = (specifier.to_owned(), Span::default());
    Import { specifier, syntax, kind, names, pattern: None, span }
}

fn shown(target: &Target) -> String {
    match target {
        Target::Source(path) => path.to_string(),
        Target::Parent(path) => format!("({path})"),
        Target::Member { package, module } => format!("{} or {package}", shown(module)),
        Target::Namespace(dirs) => format!("{dirs:?}"),
        Target::External { package, version, .. } => {
            format!("{package} {}", version.as_deref().unwrap_or("?"))
        }
        Target::Builtin { name, .. } => format!("python {name}"),
        other => format!("{other:?}"),
    }
}

/// `importer: import => targets`, a line each.
fn check(files: &[(&str, &str)], expected: &str) {
    with(files, |resolver| {
        for line in expected.lines() {
            let (asked, targets) = line.split_once(" => ").unwrap();
            let (importer, text) = asked.split_once(": ").unwrap();
            let importer = RepoPath::new(importer.as_bytes()).unwrap();
            let answer = resolver.resolve(&importer, &import(text));
            let told: Vec<String> = answer.targets.iter().map(shown).collect();
            assert_eq!(told.join(" "), targets, "{line}: {:?}", resolver.explain(&importer, &import(text)).1);
        }
    });
}

fn empty<'a>(paths: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    paths.iter().map(|path| (*path, "")).collect()
}

#[test]
fn a_file_that_has_no_module_name_imports_all_the_same() {
    let files = [
        ("pyproject.toml", "[project]\nname = 'x'\ndependencies = ['numpy']\n"),
        ("versions/2022-02-21-19.56.24_initial.py", ""),
        ("pkg/__init__.py", ""),
        ("pkg/types.py", ""),
    ];
    check(
        &files,
        "versions/2022-02-21-19.56.24_initial.py: import numpy => numpy ?
versions/2022-02-21-19.56.24_initial.py: import uuid => python uuid
versions/2022-02-21-19.56.24_initial.py: from pkg import types => pkg/types.py or pkg/__init__.py",
    );
    check(&empty(&["run.v2.py"]), "run.v2.py: import uuid => python uuid");
    check(&empty(&["win/run.pyw", "win2/a.b.py"]), "win/run.pyw: import uuid => python uuid");
}

#[test]
fn python_2_looks_beside_the_importer_first() {
    check(
        &empty(&[
            "p/__init__.py",
            "p/base.py",
            "p/os.py",
            "p/m.py",
            "p/sub/__init__.py",
            "p/sub/x.py",
            "p/json/x.py",
            "base.py",
            "q/base.py",
            "q/m.py",
        ]),
        "p/m.py: implicit import base => p/base.py (p/__init__.py)\n\
         p/m.py: implicit from base import B => p/base.py (p/__init__.py)\n\
         p/m.py: import base => base.py\n\
         p/m.py: implicit import os => p/os.py (p/__init__.py)\n\
         p/m.py: implicit import sub.x => p/sub/x.py (p/__init__.py) (p/sub/__init__.py)\n\
         p/sub/x.py: implicit import base => base.py\n\
         p/m.py: implicit import sys => python sys\n\
         p/m.py: implicit import json => python json\n\
         q/m.py: implicit import base => q/base.py",
    );
}

#[test]
fn what_only_python_2_reads_tells_how_the_files_around_it_import() {
    let old = "print 'old'";
    let absolute = "from __future__ import absolute_import";
    let files = |project| {
        [
            ("setup.py", project),
            ("p/__init__.py", ""),
            ("p/old.py", old),
            ("p/base.py", ""),
            ("p/token.py", ""),
            ("p/m.py", ""),
            ("p/yaml.py", ""),
            ("p/new.py", absolute),
            ("p/sub/__init__.py", ""),
            ("p/sub/x.py", ""),
            ("p/sub/y.py", ""),
            ("p/sub/new.py", absolute),
            ("p/sub/token.py", ""),
            ("p/sub/yaml.py", ""),
            ("q/__init__.py", ""),
            ("q/new.py", "from __future__ import absolute_import\nprint 'old'"),
            ("q/base.py", ""),
            ("q/m.py", ""),
        ]
    };
    check(
        &files("setup(name='p', install_requires=['PyYAML'])"),
        "p/m.py: import base => p/base.py (p/__init__.py)
p/__init__.py: from base import * => p/base.py
p/m.py: from token import Token => p/token.py (p/__init__.py)
p/m.py: import sub.x => p/sub/x.py (p/__init__.py) (p/sub/__init__.py)
p/token.py: import token => python token
p/yaml.py: import yaml => PyYAML ?
p/m.py: import sys => python sys
p/m.py: import gone => gone ?
p/new.py: import base => base ?
p/new.py: import token => python token
p/sub/x.py: import y => p/sub/y.py (p/sub/__init__.py)
p/sub/x.py: import token => python token
p/sub/x.py: import yaml => PyYAML ?
p/sub/x.py: import x => x ?
p/sub/x.py: import base => base ?
p/sub/new.py: import y => y ?
q/m.py: import base => base ?",
    );
    check(
        &files("setup(name='p', python_requires='>=3.6')"),
        "p/m.py: import base => base ?
p/m.py: import token => python token
p/sub/x.py: import y => y ?",
    );
}

#[test]
fn a_package_comes_before_a_module_and_both_before_a_namespace() {
    check(
        &empty(&["a/__init__.py", "a.py", "b.py", "b/x.py", "c/x.py", "m.py"]),
        "m.py: import a => a/__init__.py\n\
         m.py: import b => b.py\n\
         m.py: import b.x => Missing(NoSuchFile)\n\
         m.py: import c.x => c/x.py\n\
         m.py: from c import x => c/x.py\n\
         m.py: from a import x => a/__init__.py\n\
         m.py: import c => [\"c\"]",
    );
}

#[test]
fn the_standard_library_comes_before_a_namespace_and_after_a_module() {
    check(
        &empty(&["json/notes.py", "types.py", "sys.py", "m.py"]),
        "m.py: import json => python json\n\
         m.py: import json.notes => python json\n\
         m.py: import types => types.py\n\
         m.py: import sys => python sys",
    );
}

#[test]
fn relative_imports_go_by_folders() {
    check(
        &empty(&[
            "loose/a.py",
            "loose/b/__init__.py",
            "loose/b/c.py",
            "stubbed/__init__.pyi",
            "stubbed/x.py",
            "async/y.py",
            "async/z.py",
        ]),
        "loose/b/c.py: from ..a import x => loose/a.py\n\
         loose/b/c.py: from . import c => loose/b/c.py or loose/b/__init__.py\n\
         loose/b/c.py: from ... import x => Missing(NoSuchFile)\n\
         loose/b/c.py: from .... import x => Missing(OutsideRepository)\n\
         stubbed/x.py: from . import x => stubbed/x.py\n\
         async/y.py: from .z import q => async/z.py",
    );
}

#[test]
fn stubs_are_for_type_checkers_or_where_nothing_else_is() {
    check(
        &empty(&["p/__init__.py", "p/a.py", "p/a.pyi", "p/only.pyi", "p/fast.pyx", "p/fast.pyi", "m.py"]),
        "m.py: import p.a => p/a.py (p/__init__.py)\n\
         m.py: type import p.a => p/a.pyi\n\
         m.py: import p.only => p/only.pyi\n\
         m.py: import p.fast => p/fast.pyx\n\
         m.py: from p import only => p/only.pyi or p/__init__.py",
    );
}

#[test]
fn manifests_make_roots() {
    for (manifest, text) in [
        ("d/pyproject.toml", "[tool.setuptools.package-dir]\n\"\" = \"lib\""),
        ("d/pyproject.toml", "[tool.setuptools.packages.find]\nwhere = [\"lib\"]"),
        ("d/pyproject.toml", "[tool.poetry]\npackages = [{ include = \"p\", from = \"lib\" }]"),
        ("d/pyproject.toml", "[tool.hatch.build.targets.wheel]\npackages = [\"lib/p\"]"),
        ("d/pyproject.toml", "[tool.pdm.build]\npackage-dir = \"lib\""),
        ("d/pyproject.toml", "[tool.uv.build-backend]\nmodule-root = \"lib\""),
        ("d/pyproject.toml", "[tool.maturin]\npython-source = \"lib\""),
        ("d/pyproject.toml", "[tool.pytest.ini_options]\npythonpath = [\"lib\"]"),
        ("d/setup.cfg", "[options]\npackage_dir =\n    = lib\n"),
        ("d/setup.cfg", "[options.packages.find]\nwhere = lib\n"),
        ("d/setup.py", "import setuptools\nsetuptools.setup(package_dir={'': 'lib'})"),
        ("d/setup.py", "setup(packages=find_packages('lib'))"),
        ("d/pytest.ini", "[pytest]\npythonpath = lib\n"),
        ("pants.toml", "[source]\nroot_patterns = ['/d/l*']\n"),
        ("d/pants.toml", "[source]\nroot_patterns.add = ['lib']\n"),
        ("d/pants.toml", "[GLOBAL]\npythonpath = ['%(buildroot)s/lib', '/opt/lib']\n"),
    ] {
        let files = [(manifest, text), ("d/lib/p/__init__.py", ""), ("d/lib/p/a.py", ""), ("m.py", "")];
        check(&files, "m.py: import p.a => d/lib/p/a.py (d/lib/p/__init__.py)");
    }
}

#[test]
fn a_manifest_says_where_a_distribution_is_taken_from() {
    let named = |name: &str, rest: &str| format!("[project]\nname = \"{name}\"\n{rest}");
    let taken = |path: &str| named("x", &format!("[tool.uv.sources]\nS-hared = {{ path = \"{path}\" }}\n"));
    let poetry = "[tool.poetry]\nname = \"x\"\n[tool.poetry.dependencies]\ns_hared = { path = \"../old\" }\n";
    check(
        &[
            ("libs/pyproject.toml", &named("s.hared", "")),
            ("libs/src/shared.py", ""),
            ("libs/test.py", ""),
            ("old/pyproject.toml", &named("s-hared", "")),
            ("old/src/shared.py", ""),
            ("a/pyproject.toml", &taken("../old")),
            ("a/m.py", ""),
            ("b/pyproject.toml", &taken("sdk")),
            ("b/m.py", ""),
            ("c/pyproject.toml", poetry),
            ("c/m.py", ""),
            ("d/m.py", ""),
        ],
        "a/m.py: import shared => old/src/shared.py\n\
         b/m.py: import shared => shared ?\n\
         c/m.py: import shared => old/src/shared.py\n\
         d/m.py: import shared => libs/src/shared.py\n\
         libs/test.py: import shared => libs/src/shared.py",
    );
}

/// A collection of addons has nothing but links where its namespace begins.
#[test]
fn a_namespace_may_hold_links_alone() {
    let paths = ["a/__init__.py", "a/store.py", "setup/a/setup.py", "t.py"];
    let paths = paths.map(|it| RepoPath::new(it.as_bytes()).unwrap()).to_vec();
    let links = [(RepoPath::new(b"setup/a/odoo/addons/a").unwrap(), b"../../../../a".to_vec())];
    let reader = |path: &RepoPath| {
        (path.file_name() == b"setup.py").then(|| b"import setuptools\nsetuptools.setup()".to_vec())
    };
    let project = Project::new(paths, &links, &reader);
    let importer = RepoPath::new(b"t.py").unwrap();
    let resolver = PythonResolver::new(&project);
    let first = |text: &str| shown(&resolver.resolve(&importer, &import(text)).targets[0]);
    assert_eq!(first("import odoo.addons.a.store"), "a/store.py");
    assert_eq!(first("import odoo"), "odoo ?");
}

#[test]
fn pants_has_roots_by_the_ends_of_paths() {
    check(
        &[
            ("pants.toml", "[GLOBAL]\npants_version = '2.25'\n"),
            ("a/src/python/p/__init__.py", ""),
            ("a/src/python/p/m.py", ""),
            ("b/src/python/q/m.py", ""),
            ("c/python/r/m.py", ""),
        ],
        "a/src/python/p/m.py: import q.m => b/src/python/q/m.py
b/src/python/q/m.py: import p.m => a/src/python/p/m.py (a/src/python/p/__init__.py)
b/src/python/q/m.py: import r.m => r ?",
    );
}

#[test]
fn settings_declare_source_roots() {
    let files =
        ["d/lib/p/__init__.py", "d/lib/p/a.py", "m.py"].map(|it| RepoPath::new(it.as_bytes()).unwrap());
    let settings = RepoPath::new(b"dsp.toml").unwrap();
    let nothing = |_: &RepoPath| None;
    let project = Project::new(files.to_vec(), &[], &nothing);
    let project = project.with_python_roots(&settings, &[b"d/lib".to_vec()]);
    let resolved = PythonResolver::new(&project).resolve(&files[2], &import("import p.a"));
    assert_eq!(
        resolved.targets.iter().map(shown).collect::<Vec<_>>(),
        ["d/lib/p/a.py", "(d/lib/p/__init__.py)"]
    );
    assert_eq!(resolved.config, Some(settings));
}

#[test]
fn distributions_are_declared() {
    let files = [
        ("requirements.txt", "PyYAML==6.0\n"),
        ("requirements.d/dev.lock.txt", "click==8\n"),
        ("setup.cfg", "[options]\ninstall_requires =\n  google-cloud-storage>=2\n"),
        ("a/pyproject.toml", "[tool.poetry.dependencies]\nrequests = \"^2\"\npillow = \"*\""),
        ("a/poetry.lock", "[[package]]\nname = \"requests\"\nversion = \"2.31.0\"\n"),
        ("b/Pipfile", "[packages]\nrequests = \"*\""),
        ("b/Pipfile.lock", "{\"default\": {\"requests\": {\"version\": \"==2.28\"}}}"),
        ("m.py", ""),
        ("a/m.py", ""),
        ("b/m.py", ""),
    ];
    check(
        &files,
        "m.py: import yaml => PyYAML 6.0\n\
         m.py: import click => click 8\n\
         a/m.py: import yaml => PyYAML 6.0\n\
         m.py: import requests => requests ?\n\
         a/m.py: from requests import get => requests 2.31.0\n\
         b/m.py: import requests.adapters => requests 2.28\n\
         a/m.py: from PIL import Image => pillow ?\n\
         m.py: from google.cloud import storage => google-cloud-storage >=2\n\
         m.py: import _typeshed => _typeshed ?",
    );
    let tools = "[tool.hatch.envs.default]\ndependencies = ['ruff']\n\
        [tool.hatch.envs.test]\nextra-dependencies = ['pytest==8.1']\n\
        [tool.pdm.dev-dependencies]\nlint = ['mypy>=1']\n";
    check(
        &[("pyproject.toml", tools), ("m.py", "")],
        "m.py: import ruff => ruff ?
m.py: import pytest => pytest 8.1
m.py: import mypy.api => mypy >=1",
    );
    let how = with(&[("pyproject.toml", tools), ("m.py", "")], |resolver| {
        resolver.resolve(&RepoPath::new(b"m.py").unwrap(), &import("import ruff")).how
    });
    assert_eq!(how, How::Declared);
}

#[test]
fn names_in_setup_py_stand_for_what_is_assigned_to_them() {
    let written = "NAME = 'z-y'
requires = ['flask==1']
requires = requires + ['click>=2']
extras = dict(web=['jinja2'])
points = \"\"\"
[console_scripts]
z = z_y.cli:main
\"\"\"
options = {'name': NAME, 'install_requires': requires, 'package_dir': {'': 'lib'}}
options['extras_require'] = extras
options['entry_points'] = points
loop = loop + loop
setup(scripts=loop, **options)";
    let files = [("setup.py", written), ("lib/z_y/__init__.py", ""), ("lib/z_y/cli.py", ""), ("m.py", "")];
    check(
        &files,
        "m.py: import flask => flask 1
m.py: import click => click >=2
m.py: import jinja2 => jinja2 ?
m.py: import z_y => lib/z_y/__init__.py",
    );
    units(&files, ": lib/z_y/cli.py lib/z_y/__init__.py");
    let called = "if a:\n    name = 'a'\nelse:\n    name = 'b'\nsetup(name=name, packages=['p'])";
    let name = with(&[("setup.py", called), ("p/__init__.py", "")], |it| it.units()[0].name.clone());
    assert_eq!(name, None);
}

#[test]
fn distributions_that_are_called_otherwise_are_known() {
    let requirements = "pydocket\ndbt-core\nopentelemetry-api\nopentelemetry-exporter-otlp-proto-grpc==1\n\
        google-cloud-core\ngoogle-cloud-storage\n";
    check(
        &[("requirements.txt", requirements), ("m.py", "")],
        "m.py: import docket => pydocket ?\n\
         m.py: from dbt.adapters.base import x => dbt-core ?\n\
         m.py: from opentelemetry import trace => opentelemetry-api ?\n\
         m.py: import opentelemetry.exporter.otlp.proto.grpc.x => opentelemetry-exporter-otlp-proto-grpc 1\n\
         m.py: import opentelemetry.sdk.trace => opentelemetry-sdk ?\n\
         m.py: from google.cloud import storage => google-cloud-storage ?\n\
         m.py: import google.cloud => google-cloud-core ?",
    );
    let how = |name: &str| {
        let importer = RepoPath::new(b"m.py").unwrap();
        let files = [("requirements.txt", requirements), ("m.py", "")];
        with(&files, |resolver| resolver.resolve(&importer, &import(&format!("import {name}"))).how)
    };
    assert_eq!(how("opentelemetry.trace"), How::Declared);
    assert_eq!(how("opentelemetry.sdk"), How::Undeclared);
}

#[test]
fn lists_of_requirements_name_other_lists() {
    let files = [
        (
            "requirements.txt",
            "-r deps/base.txt\n--requirement=gone.txt\n-r https://x.org/a.txt\n-c pins.txt\nattrs\n",
        ),
        ("deps/base.txt", "--requirement more.txt # why\nflask==1.0\nattrs\n"),
        ("deps/more.txt", "-r base.txt\n-r ../requirements.txt\n-r /pins.txt\nclick\n"),
        ("pins.txt", "attrs==23.1\nidna==3.4\nflask==9\n"),
        ("site/requirements/python3/dev.txt", "-r base.txt\nidna==3.7\n"),
        ("site/requirements/python3/base.txt", "jinja2==3.0\n"),
        ("site/app/m.py", ""),
        ("m.py", ""),
    ];
    check(
        &files,
        "m.py: import flask => flask 1.0\n\
         m.py: import click => click ?\n\
         m.py: import attr => attrs 23.1\n\
         m.py: import idna => idna ?\n\
         site/app/m.py: import jinja2 => jinja2 3.0\n\
         site/app/m.py: import idna => idna 3.7\n\
         site/app/m.py: import flask => flask 1.0",
    );
    let config = |name: &str| {
        let importer = RepoPath::new(b"m.py").unwrap();
        with(&files, |resolver| resolver.resolve(&importer, &import(&format!("import {name}"))).config)
    };
    assert_eq!(config("click").unwrap().to_string(), "deps/more.txt");
    assert_eq!(config("idna"), None);
}

#[test]
fn prose_beside_lists_of_requirements_is_no_list() {
    check(
        &[
            ("requirements/base.txt", "click==8 # why\nattrs ; python_version > '3'\n"),
            ("requirements/lib/notes.txt", "flask is what we use\nidna==2\n"),
            ("requirements/lib/all.txt", "jinja2 == 3\n--hash=a\nyarl==1\n"),
            ("m.py", ""),
        ],
        "m.py: import click => click 8\n\
         m.py: import idna => idna ?\n\
         m.py: import jinja2 => jinja2 3\n\
         m.py: import yarl => yarl 1",
    );
}

#[test]
fn lists_that_include_each_other_end() {
    let lines: Vec<String> = (0..200).map(|it| format!("-r ../r{it}/requirements.txt\n")).collect();
    let all: Vec<(String, String)> = (0..200)
        .map(|at| (format!("r{at}/requirements.txt"), lines.concat()))
        .chain([("r0/m.py".to_owned(), String::new())])
        .collect();
    let files: Vec<(&str, &str)> = all.iter().map(|(path, text)| (&**path, &**text)).collect();
    check(&files, "r0/m.py: import nothing => nothing ?");
}

#[test]
fn a_part_of_a_module_is_no_distribution_of_its_own() {
    check(
        &[("requirements.txt", "flask\nflask-session\ngoogle-auth\nazure-identity\n"), ("m.py", "")],
        "m.py: from flask import session => flask ?\n\
         m.py: from azure import identity => azure-identity ?\n\
         m.py: from google import auth => google-auth ?",
    );
}

#[test]
fn what_is_wrong_in_a_manifest_is_told() {
    let problems =
        with(&[("pyproject.toml", "[project\nname = 1"), ("m.py", "")], |resolver| resolver.problems());
    assert_eq!(problems.len(), 1);
    assert!(problems[0].message.contains("not valid TOML") && problems[0].line == Some(1), "{problems:?}");
}

/// `dir: entries`, a line for each unit.
fn units(files: &[(&str, &str)], expected: &str) {
    let told = |unit: &Unit| {
        let entries: Vec<String> = unit.entries.iter().map(|entry| entry.path.to_string()).collect();
        format!("{}: {}", bstr::BStr::new(&unit.dir), entries.join(" "))
    };
    let lines: Vec<String> = with(files, |resolver| resolver.units().iter().map(told).collect());
    assert_eq!(lines.join("\n"), expected);
}

#[test]
fn units_are_entered_by_what_is_run_then_by_what_is_imported() {
    let project = "[project]\nname = \"x-y\"\n[project.scripts]\nx = \"x_y.cli:main\"\n[project.entry-points.plug]\np = \"x_y.plug\"";
    units(
        &[
            ("pyproject.toml", project),
            ("x_y/__init__.py", ""),
            ("x_y/cli.py", ""),
            ("x_y/plug.py", ""),
            ("x_y/__main__.py", ""),
            ("tests/__init__.py", ""),
        ],
        ": x_y/cli.py x_y/__main__.py x_y/plug.py x_y/__init__.py",
    );
    let plugged = "[project]\nname = \"a\"\n[project.entry-points.pytest11]\na = \"a.plug\"";
    units(
        &[("pyproject.toml", plugged), ("a/__init__.py", "from .core import b"), ("a/plug.py", "")],
        ": a/__init__.py a/plug.py",
    );
    units(
        &[
            ("pyproject.toml", plugged),
            ("a/__init__.py", "'''Nothing important.'''"),
            ("a/plug.py", ""),
            ("more/x.py", ""),
        ],
        ": a/plug.py a/__init__.py",
    );
    // Below a namespace the module of the same name is the face.
    units(
        &[
            ("pyproject.toml", "[project]\nname = 'n-a'\n[project.entry-points.x]\np = 'n.a.plug'\n"),
            ("n/a/__init__.py", "from .b import c"),
            ("n/a/plug.py", ""),
        ],
        ": n/a/__init__.py n/a/plug.py",
    );
    units(&[("a/setup.py", "def setup(): ..."), ("a/__init__.py", "")], "");
    // Packages of a namespace, and scripts as they are written.
    units(
        &[
            ("setup.py", "setup(name=info['x'], packages=['n.b', 'n.b.c'])"),
            ("n/b/__init__.py", ""),
            ("n/b/c/__init__.py", ""),
        ],
        ": n/b/__init__.py",
    );
    units(
        &[
            ("pyproject.toml", "[project]\nname = 'x'\n[project.scripts]\nx-run = 'x.z'\nx-help = 'x.a'\n"),
            ("x/a.py", ""),
            ("x/z.py", ""),
        ],
        ": x/z.py x/a.py",
    );
    units(&[("site/manage.py", ""), ("site/conf/wsgi.py", "")], "site: site/manage.py site/conf/wsgi.py");
    let project = ("pyproject.toml", "[project]\nname = 'papers'\n");
    units(&[project, ("bin/tool.py", ""), ("src/manage.py", "")], ": src/manage.py");
    // A module of a package, and a tool beside the package that is called like the distribution.
    units(
        &[
            project,
            ("papers/__init__.py", "from .a import b"),
            ("papers/cmd/__init__.py", ""),
            ("papers/cmd/manage.py", ""),
            ("wrap/__init__.py", ""),
            ("wrap/__main__.py", ""),
        ],
        ": papers/__init__.py wrap/__init__.py",
    );
    // A demo beside a library is no part of it, though it is found in its folder first.
    units(
        &[project, ("papers/__init__.py", ""), ("demo/manage.py", "")],
        ": demo/manage.py papers/__init__.py\ndemo: demo/manage.py",
    );
    units(
        &[project, ("bin/tool.py", ""), ("one/manage.py", ""), ("two/manage.py", "")],
        ": one/manage.py two/manage.py\none: one/manage.py\ntwo: two/manage.py",
    );
    units(
        &[
            ("requirements.txt", "flask"),
            ("app.py", ""),
            ("docs/requirements.txt", "sphinx"),
            ("docs/conf.py", ""),
        ],
        ": app.py",
    );
    // In a package that offers nothing only what runs is entered by its name.
    let hollow = |app| [project, ("papers/__init__.py", "x = 1"), ("papers/app.py", app)];
    units(&hollow("class view: ...\nprint\n"), ": papers/__init__.py");
    units(&hollow("\"\"\"\nrun(1)\n\"\"\"\nlogging.basicConfig()\n"), ": papers/__init__.py");
    for app in ["app = Flask()", "if __name__=='__main__':\n  run()", "import x\nx.run(1)"] {
        units(&hollow(app), ": papers/app.py papers/__init__.py");
    }
    units(
        &[("setup.py", "setup(name='z', entry_points='[console_scripts]\\nz = z:main\\n')"), ("z.py", "")],
        ": z.py",
    );
    let written = "setup(name='z', entry_points=\"\"\"\n    [paste.app_factory]\n    main = z.web:make\n    # no\n\n    \
                   [console_scripts]\n    z-a = z.a:main [extra]\n    z-b=z.b\n    \"\"\")";
    units(
        &[("setup.py", written), ("z/__init__.py", ""), ("z/a.py", ""), ("z/b.py", ""), ("z/web.py", "")],
        ": z/a.py z/b.py z/web.py z/__init__.py",
    );
}

#[test]
fn a_distribution_of_a_namespace_is_entered_by_its_packages() {
    let check = |root: &str, more: &str, further: &[&str], expected: &str| {
        let manifest = format!("[project]\nname = 'e-n'\n{more}");
        let inits = ["n/tools/e/__init__.py", "n/tools/e/more/__init__.py", "n/core/e/__init__.py"];
        let paths: Vec<String> = inits.iter().chain(further).map(|path| format!("{root}{path}")).collect();
        let mut files = vec![
            ("pyproject.toml", manifest.as_str()),
            ("examples/run.py", "if __name__ == '__main__': x()"),
            ("tests/__init__.py", ""),
        ];
        files.extend(paths.iter().map(|path| (path.as_str(), "from .a import b")));
        units(&files, expected);
    };
    let both = ": src/n/core/e/__init__.py src/n/tools/e/__init__.py";
    check("src/", "", &["n/tools/e/a.py"], both);
    check("src/", "[tool.hatch.build.targets.wheel]\npackages = ['src/n']\n", &[], both);
    // With modules of its own it is more than a namespace.
    check("src/", "", &["n/m.py"], ": ");
    // Beside the manifest a folder may hold anything, unless the manifest names it.
    check("", "", &[], ": ");
    let named = "[tool.hatch.build.targets.wheel]\npackages = ['n']\n";
    check("", named, &[], ": n/core/e/__init__.py n/tools/e/__init__.py");
    let around =
        "[tool.setuptools.packages.find]\nwhere = ['n']\n[tool.poetry]\npackages = [{ include = 'n' }]\n";
    check("n/", around, &["n/__init__.py", "scripts/__init__.py"], ": n/n/__init__.py");
}

#[test]
fn what_is_required_is_not_looked_for_beside_a_module_of_a_package() {
    check(
        &[
            ("pyproject.toml", "[project]\nname = 'app'\ndependencies = ['openai']"),
            ("app/__init__.py", ""),
            ("app/llm/openai.py", ""),
            ("app/llm/helper.py", ""),
            ("app/llm/other.py", ""),
            ("app/llm/test_it.py", ""),
            ("run/openai.py", ""),
            ("run/other.py", ""),
        ],
        "app/llm/other.py: import openai => openai ?\n\
         app/llm/openai.py: from openai.types import A => openai ?\n\
         app/llm/helper.py: import helper => helper ?\n\
         app/llm/other.py: import helper => app/llm/helper.py\n\
         app/llm/test_it.py: import openai => app/llm/openai.py\n\
         run/other.py: import openai => run/openai.py",
    );
}

#[test]
fn a_star_loads_what_all_lists_and_the_package_does_not_bind() {
    check(
        &[
            ("a/__init__.py", "from .d import x as b\n__all__ = ['b', 'c', 'd', 'e', 'n', 'x', *y]"),
            ("a/b.py", ""),
            ("a/c.py", ""),
            ("a/d.py", ""),
            ("a/e/__init__.py", ""),
            ("a/f.py", ""),
            ("a/n/m.py", ""),
            ("a/x.txt", ""),
            ("m.py", ""),
        ],
        "m.py: from a import * => a/__init__.py a/c.py a/d.py a/e/__init__.py\n\
         a/f.py: from . import * => a/__init__.py a/c.py a/d.py a/e/__init__.py\n\
         m.py: import a => a/__init__.py\n\
         m.py: from a.e import * => a/e/__init__.py (a/__init__.py)",
    );
}

#[test]
fn pytest_puts_the_folders_of_conftest_and_of_tests_on_the_path() {
    let files = [
        ("requirements.txt", "PyYAML==6.0\n"),
        ("tests/conftest.py", ""),
        ("tests/helpers.py", ""),
        ("tests/json.py", ""),
        ("tests/yaml.py", ""),
        ("tests/n/x.py", ""),
        ("tests/unit/test_x.py", ""),
        ("tests/unit/deep/util.py", ""),
        ("tests/pkg/__init__.py", ""),
        ("tests/pkg/test_y.py", ""),
        ("d/pyproject.toml", "[project]\nname = \"d\""),
        ("d/lib/__init__.py", ""),
        ("d/tests/test_z.py", ""),
        ("d/tests/helpers.py", ""),
        ("d/tests/plain.py", ""),
        ("main.py", ""),
    ];
    check(
        &files,
        "tests/unit/test_x.py: import helpers => tests/helpers.py\n\
         tests/unit/test_x.py: import conftest => tests/conftest.py\n\
         tests/unit/test_x.py: from helpers import f => tests/helpers.py\n\
         tests/unit/deep/util.py: import helpers => tests/helpers.py\n\
         tests/pkg/test_y.py: import helpers => tests/helpers.py\n\
         tests/unit/test_x.py: import json => python json\n\
         tests/unit/test_x.py: import yaml => PyYAML 6.0\n\
         tests/unit/test_x.py: from n import y => n ?\n\
         d/tests/test_z.py: import helpers => d/tests/helpers.py\n\
         d/tests/plain.py: import helpers => helpers ?\n\
         main.py: import helpers => helpers ?",
    );
}

#[test]
fn dots_lead_to_nothing_beyond_the_package_at_the_top() {
    check(
        &[
            ("setup.py", "setup(package_dir={'': 'lib'})"),
            ("lib/p/__init__.py", ""),
            ("lib/p/q/a.py", ""),
            ("lib/d.py", ""),
            ("d.py", ""),
            ("main.py", ""),
            ("scripts/run.py", ""),
        ],
        "lib/p/q/a.py: from .. import d => lib/p/__init__.py\n\
         lib/p/q/a.py: from ... import d => Missing(NoSuchFile)\n\
         lib/p/q/a.py: from .... import d => Missing(NoSuchFile)\n\
         lib/p/q/a.py: from ...d import x => Missing(NoSuchFile)\n\
         scripts/run.py: from .. import d => Missing(NoSuchFile)\n\
         main.py: from . import d => d.py",
    );
}

#[test]
fn a_test_and_what_is_in_its_package_see_its_own_folder_before_any_root() {
    let project = |path| (path, "[project]\nname = \"x\"");
    let mut files = empty(&[
        "tests/__init__.py",
        "tests/only.py",
        "util.py",
        "redis/__init__.py",
        "plug/plug/__init__.py",
        "plug/tests/__init__.py",
        "plug/tests/helpers.py",
        "plug/it/tests/__init__.py",
        "plug/it/tests/helpers.py",
        "plug/it/tests/test_a.py",
        "plug/it/tests/deep/__init__.py",
        "plug/it/tests/deep/more.py",
        "plug/loose/test_b.py",
        "plug/loose/util.py",
        "plug/loose/plain.py",
        "plug/ns/redis/__init__.py",
        "plug/ns/redis/wrap.py",
    ]);
    files.extend([project("pyproject.toml"), project("plug/pyproject.toml")]);
    check(
        &files,
        "plug/it/tests/test_a.py: from tests.helpers import x => plug/it/tests/helpers.py (plug/it/tests/__init__.py)\n\
         plug/it/tests/test_a.py: from tests import helpers => plug/it/tests/helpers.py or plug/it/tests/__init__.py\n\
         plug/it/tests/deep/more.py: import tests.helpers => plug/it/tests/helpers.py (plug/it/tests/__init__.py)\n\
         plug/it/tests/test_a.py: import tests.only => Missing(NoSuchFile)\n\
         plug/it/tests/test_a.py: import plug => plug/plug/__init__.py\n\
         plug/it/tests/helpers.py: import util => util.py\n\
         plug/loose/test_b.py: import util => plug/loose/util.py\n\
         plug/loose/plain.py: import util => util.py\n\
         plug/ns/redis/wrap.py: import redis => redis/__init__.py",
    );
}

#[test]
fn names_that_the_newest_library_keeps_to_itself_are_free_for_files() {
    let files = [
        ("s/_types.py", ""),
        ("s/types.py", ""),
        ("s/run.py", ""),
        ("new/pyproject.toml", "[project]\nname = 'new'\nrequires-python = '>=3.14'\n"),
        ("new/s/_types.py", ""),
        ("new/s/run.py", ""),
    ];
    check(
        &files,
        "s/run.py: import _types => s/_types.py\n\
         s/run.py: import types => python types\n\
         s/run.py: import _ctypes => python _ctypes\n\
         new/s/run.py: import _types => python _types",
    );
}

#[test]
fn packages_lie_where_a_manifest_says() {
    for (manifest, text) in [
        ("d/pyproject.toml", "[tool.setuptools.package-dir]\nepk = \"impl\"\n\"epk.sub\" = \"other\""),
        ("d/setup.cfg", "[options]\npackage_dir =\n    epk = impl\n    epk.sub=other\n"),
        ("d/setup.cfg", "[options]\npackage_dir = epk=impl, epk.sub=other\n"),
        ("d/setup.py", "setup(package_dir={'epk.sub': 'other', 'epk': 'impl', 'far': 'nowhere'})"),
    ] {
        let mut files =
            empty(&["d/impl/__init__.py", "d/impl/a.py", "d/impl/in/b.py", "d/other/__init__.py", "m.py"]);
        files.extend([(manifest, text), ("d/other/c.py", "")]);
        check(
            &files,
            "m.py: import epk => d/impl/__init__.py\n\
             m.py: import epk.a => d/impl/a.py (d/impl/__init__.py)\n\
             m.py: from epk import a => d/impl/a.py or d/impl/__init__.py\n\
             m.py: import epk.in.b => d/impl/in/b.py (d/impl/__init__.py)\n\
             m.py: import epk.sub.c => d/other/c.py (d/impl/__init__.py) (d/other/__init__.py)\n\
             m.py: from epk import sub => d/other/__init__.py or d/impl/__init__.py\n\
             m.py: import epk.gone => Missing(NoSuchFile)\n\
             m.py: import far => far ?\n\
             d/impl/in/b.py: from .. import sub => d/other/__init__.py or d/impl/__init__.py\n\
             d/impl/a.py: from .sub import c => (d/impl/__init__.py) d/other/c.py or d/other/__init__.py\n\
             d/other/c.py: from ..a import x => d/impl/a.py (d/impl/__init__.py)\n\
             d/other/c.py: from ... import x => Missing(NoSuchFile)\n\
             d/other/c.py: from .... import x => Missing(NoSuchFile)",
        );
    }
}

#[test]
fn what_a_manifest_places_comes_before_the_roots_of_its_distribution() {
    let mut files = empty(&[
        "src/a/__init__.py",
        "src/a/m.py",
        "tests/__init__.py",
        "tests/helpers.py",
        "one/lib/__init__.py",
        "two/lib/__init__.py",
        "two/m.py",
        "in/a/__init__.py",
        "in/m.py",
        "ns/x.py",
        "lib/__init__.py",
        "lib/util.py",
        "lib/p/__init__.py",
        "lib/p/m.py",
        "m.py",
    ]);
    files.extend([
        (
            "setup.py",
            "setup(package_dir={'': 'src', 'a.tests': 'tests', 'b.c': 'tests', 'n': 'ns', 'p': 'lib/p'})",
        ),
        ("one/setup.py", "setup(package_dir={'common': 'lib'})"),
        ("two/setup.py", "setup(package_dir={'common': 'lib', 'two': '.'})"),
        ("in/setup.py", "setup()"),
    ]);
    check(
        &files,
        "src/a/m.py: from a.tests import helpers => (src/a/__init__.py) tests/helpers.py or tests/__init__.py\n\
         src/a/m.py: from .tests.helpers import x => tests/helpers.py (src/a/__init__.py) (tests/__init__.py)\n\
         tests/helpers.py: from ..m import x => src/a/m.py (src/a/__init__.py)\n\
         tests/helpers.py: import a.m => src/a/m.py (src/a/__init__.py)\n\
         m.py: import b.c => b ?\n\
         lib/p/m.py: from ..util import x => lib/util.py (lib/__init__.py)\n\
         lib/p/m.py: import p.m => lib/p/m.py (lib/p/__init__.py)\n\
         m.py: import n => [\"ns\"]\n\
         m.py: import n.x => ns/x.py\n\
         two/m.py: import common => two/lib/__init__.py\n\
         one/lib/__init__.py: import common => one/lib/__init__.py\n\
         one/lib/__init__.py: import two.m => two/m.py\n\
         in/m.py: import a => in/a/__init__.py",
    );
}

#[test]
fn projects_among_the_data_of_tests_are_found_by_their_own_files() {
    let files = [
        ("pyproject.toml", "[project]\nname = \"p\"\ndependencies = [\"build\"]"),
        ("src/p/__init__.py", ""),
        ("src/p/a.py", ""),
        ("tests/__init__.py", ""),
        ("tests/helpers.py", ""),
        ("tests/conftest.py", ""),
        ("tests/fixtures/x/pyproject.toml", "[project]\nname = \"x\""),
        ("tests/fixtures/x/build.py", ""),
        ("tests/fixtures/x/tests/__init__.py", ""),
        ("tests/fixtures/x/use.py", ""),
    ];
    check(
        &files,
        "src/p/a.py: import build => build ?\n\
         tests/conftest.py: import tests.helpers => tests/helpers.py (tests/__init__.py)\n\
         tests/fixtures/x/use.py: import build => tests/fixtures/x/build.py\n",
    );
}

#[test]
fn what_is_declared_goes_before_a_mere_folder_and_before_the_importer_itself() {
    let files = [
        ("requirements.txt", "redis\ndocker\n"),
        ("tests/redis/test_it.py", ""),
        ("tests/check.py", ""),
        ("tests/fixtures/docker.py", ""),
        ("stubs/stdlib/typing_extensions.pyi", ""),
        ("stubs/stdlib/os.pyi", ""),
    ];
    check(
        &files,
        "tests/check.py: import redis => redis ?\n\
         tests/fixtures/docker.py: import docker => docker ?\n\
         tests/fixtures/docker.py: import docker.errors => docker ?\n",
    );
}

#[test]
fn the_tests_of_the_interpreter_are_asked_last() {
    check(&empty(&["m.py"]), "m.py: import test.support => python test");
    check(
        &empty(&["m.py", "test/helpers.py"]),
        "m.py: from test import support => python test\n\
         m.py: import test.support.os_helper => python test\n\
         m.py: from test import helpers => test/helpers.py\n\
         m.py: import test.helpers => test/helpers.py",
    );
    check(
        &empty(&["m.py", "run/test/__init__.py", "run/test/helpers.py", "run/m.py"]),
        "run/m.py: import test.helpers => run/test/helpers.py (run/test/__init__.py)\n\
         run/m.py: import test.support => python test\n\
         m.py: import test.support => python test",
    );
}

#[test]
fn a_package_takes_submodules_from_itself_before_it_has_anything_else() {
    check(
        &[
            ("p/__init__.py", ""),
            ("p/__init__.pyi", ""),
            ("p/a.py", ""),
            ("p/data/x.json", "{}"),
            ("p/q/__init__.py", ""),
            ("s/__init__.py", "__path__ = extend_path(__path__, __name__)"),
        ],
        "p/__init__.py: early from . import a => p/a.py or p/__init__.py\n\
         p/__init__.py: early from p import a => p/a.py or p/__init__.py\n\
         p/__init__.py: early from . import b => Missing(NoSuchFile)\n\
         p/__init__.py: early from . import data => [\"p/data\"]\n\
         p/a.py: from . import data => p/__init__.py\n\
         p/__init__.py: early from p import b => Missing(NoSuchFile)\n\
         p/__init__.py: from . import b => p/__init__.py\n\
         p/__init__.py: early from .a import b => p/a.py\n\
         p/__init__.py: early from p.a import b => p/a.py\n\
         p/__init__.py: early from .q import b => p/q/__init__.py\n\
         p/q/__init__.py: early from .. import b => p/__init__.py\n\
         s/__init__.py: early from s import b => s ?",
    );
}

#[test]
fn a_script_finds_what_lies_beside_it_in_a_package() {
    let guard = "if __name__ == '__main__': main()";
    check(
        &[
            ("pyproject.toml", "[project]\nname = 'x'\ndependencies = ['yaml']"),
            ("scripts/__init__.py", ""),
            ("scripts/_path.py", ""),
            ("scripts/yaml.py", ""),
            ("scripts/n/m.py", ""),
            ("scripts/run.py", guard),
            ("scripts/old.py", "#!/usr/bin/python2\nprint 'old'"),
            ("scripts/lib.py", ""),
            ("scripts/promise.py", ""),
            ("scripts/coiled.py", guard),
            ("scripts/json.py", ""),
            ("src/p/__init__.py", ""),
            ("src/p/run.py", guard),
            ("src/p/beside.py", ""),
        ],
        "scripts/run.py: import _path => scripts/_path.py\n\
         scripts/old.py: from _path import a => scripts/_path.py\n\
         src/p/run.py: import beside => src/p/beside.py\n\
         scripts/run.py: import yaml => yaml ?\n\
         scripts/run.py: import json => python json\n\
         scripts/run.py: import n => n ?\n\
         scripts/run.py: import n.m => scripts/n/m.py\n\
         scripts/run.py: import gone => gone ?\n\
         scripts/lib.py: import _path => _path ?\n\
         scripts/promise.py: import promise => promise ?\n\
         scripts/coiled.py: import coiled => coiled ?",
    );
}

#[test]
fn what_files_put_on_the_path_is_seen_by_what_runs_with_them() {
    let adds = |dir: &str| format!("sys.path.insert(0, os.path.join(os.path.dirname(__file__), '{dir}'))");
    let (libs, up) = (adds("libs"), adds(".."));
    let last = libs.replace("insert(0, ", "append(");
    let main = format!("{libs}\nif __name__ == '__main__': main()");
    check(
        &[
            ("app/run.py", &main),
            ("app/libs/__init__.py", ""),
            ("app/libs/yaml.py", ""),
            ("app/libs/json.py", ""),
            ("app/libs/soap/__init__.py", ""),
            ("app/libs/soap/client.py", ""),
            ("app/libs/soap/tool.py", "if __name__ == '__main__': main()"),
            ("app/libs/soap/wire.py", ""),
            ("app/libs/wire.py", ""),
            ("app/pkg/__init__.py", ""),
            ("app/pkg/m.py", ""),
            ("app/tool.py", ""),
            ("app/requirements.txt", "pyyaml==1"),
            ("t/a/conftest.py", &up),
            ("t/a/test_a.py", ""),
            ("t/a/deep/__init__.py", ""),
            ("t/a/deep/test_b.py", ""),
            ("t/b/test_c.py", &up),
            ("t/b/test_d.py", ""),
            ("t/base.py", ""),
            ("v/__init__.py", &last),
            ("v/m.py", ""),
            ("v/requirements.txt", "soap==1"),
            ("v/libs/__init__.py", ""),
            ("v/libs/soap.py", ""),
            ("v/libs/wire.py", ""),
        ],
        "app/run.py: import soap.client => app/libs/soap/client.py (app/libs/soap/__init__.py)
app/run.py: import yaml => app/libs/yaml.py
app/run.py: import json => python json
app/pkg/m.py: from soap import client => app/libs/soap/client.py or app/libs/soap/__init__.py
app/libs/soap/client.py: import yaml => app/libs/yaml.py
app/libs/soap/client.py: import wire => app/libs/wire.py
app/libs/soap/tool.py: import wire => app/libs/soap/wire.py
app/libs/soap/__init__.py: from soap.client import C => app/libs/soap/client.py
app/libs/yaml.py: import yaml => PyYAML 1
app/tool.py: import yaml => PyYAML 1
app/tool.py: import soap => soap ?
app/pkg/m.py: import gone => gone ?
t/a/test_a.py: import base => t/base.py
t/a/deep/test_b.py: import base => t/base.py
t/b/test_c.py: import base => t/base.py
t/b/test_d.py: import base => base ?
v/m.py: import soap => soap 1
v/m.py: import wire => v/libs/wire.py",
    );
}

#[test]
fn what_a_module_makes_below_itself_is_its_own() {
    check(
        &[
            ("p/__init__.py", ""),
            ("p/six.py", "sys.meta_path.append(_importer)"),
            ("p/plain.py", ""),
            ("p/m.py", ""),
            ("made/__init__.py", "for it in names: sys.modules[__name__ + '.' + it] = it"),
            ("made/here.py", ""),
        ],
        "p/m.py: import p.six.moves => p/six.py (p/__init__.py)
p/m.py: from .six.moves.urllib import parse => p/six.py (p/__init__.py)
p/m.py: import made.here => made/here.py (made/__init__.py)
p/m.py: import made.gone => made/__init__.py
p/m.py: import p.plain.gone => Missing(NoSuchFile)",
    );
}

#[test]
fn names_of_distributions_differ_in_separators_versions_and_what_they_are_for() {
    let requirements = "google-cloud-secret-manager==2\ngoogle-cloud-video-intelligence\nmulti-word\nauto-gen\n\
        python-thing==1\npy-other\ndjango-two-words\ndjango-redis\npyarrow\npy-test\n";
    check(
        &[("requirements.txt", requirements), ("m.py", "")],
        "m.py: import google.cloud.secretmanager_v1 => google-cloud-secret-manager 2
m.py: import google.cloud.videointelligence_v1p3beta1.types => google-cloud-video-intelligence ?
m.py: from google.cloud import videointelligence => google-cloud-video-intelligence ?
m.py: import multiword.x => multi-word ?
m.py: import auto.gen => auto-gen ?
m.py: import thing => python-thing 1
m.py: import other.x => py-other ?
m.py: import two_words => django-two-words ?
m.py: import redis => redis ?
m.py: import arrow => arrow ?
m.py: import yaml => PyYAML ?
m.py: import test.support => python test",
    );
}

#[test]
fn what_nothing_declares_is_called_by_its_own_part_of_a_namespace() {
    check(
        &empty(&["m.py"]),
        "m.py: import azure.storage.blob.aio => azure-storage-blob ?
m.py: from azure.storage import blob => azure-storage-blob ?
m.py: from azure.identity.aio import X => azure-identity ?
m.py: import google.cloud.vision_v1.types => google-cloud-vision ?
m.py: import google.cloud.secretmanager_v1 => google-cloud-secret-manager ?
m.py: from google.cloud.devtools import cloudbuild_v1 => google-cloud-build ?
m.py: from google.cloud.video import transcoder_v1 => google-cloud-video-transcoder ?
m.py: from google.cloud import bigquery => google-cloud-bigquery ?
m.py: from google.cloud.exceptions import NotFound => google-cloud-core ?
m.py: from google.api_core import retry => google-api-core ?
m.py: from google.api import annotations_pb2 => googleapis-common-protos ?
m.py: from google.iam.v1 import policy_pb2 => grpc-google-iam-v1 ?
m.py: from google.longrunning import operations_pb2 => googleapis-common-protos ?
m.py: import google => google ?
m.py: import proto => proto-plus ?
m.py: import opentelemetry.trace => opentelemetry-api ?
m.py: import zope.interface => zope-interface ?
m.py: from requests import auth => requests ?",
    );
}

#[test]
fn a_folder_that_is_only_thought_to_be_on_the_path_must_have_the_whole_name() {
    check(
        &[
            ("requirements.txt", "celery\ndocker==7\n"),
            ("celery.py", ""),
            ("docker/__init__.py", ""),
            ("own/__init__.py", ""),
            ("m.py", ""),
            ("tools/yaml.py", ""),
            ("tools/lib/__init__.py", ""),
            ("tools/nacl/__init__.py", ""),
            ("tools/run.py", ""),
            ("tools/lib/m.py", ""),
        ],
        "celery.py: import celery.schedules => celery ?
m.py: import docker.errors => docker 7
m.py: import own.gone => Missing(NoSuchFile)
tools/run.py: import yaml.nodes => PyYAML ?
tools/run.py: import lib.gone => Missing(NoSuchFile)
tools/run.py: import nacl.gone => PyNaCl ?
tools/lib/m.py: import lib.gone => Missing(NoSuchFile)
tools/run.py: import yaml => tools/yaml.py",
    );
}

#[test]
fn the_file_of_a_package_is_no_script() {
    let shebang = "#!/usr/bin/env python";
    check(
        &[
            ("src/p/__init__.py", shebang),
            ("src/p/m.py", shebang),
            ("src/p/yaml.py", ""),
            ("setup.py", "setup()"),
        ],
        "src/p/__init__.py: import yaml => PyYAML ?
src/p/m.py: import yaml => src/p/yaml.py",
    );
}

#[test]
fn a_module_is_taken_from_a_namespace_beside_a_script() {
    let guard = "if __name__ == '__main__': main()";
    check(
        &[("setup.py", "setup()"), ("p/__init__.py", ""), ("p/run.py", guard), ("p/lib/util.py", "")],
        "p/run.py: from lib import util => p/lib/util.py
p/run.py: from lib import gone => lib ?
p/run.py: import lib => lib ?",
    );
}

#[test]
fn a_package_that_spreads_has_portions_that_are_no_packages() {
    let spread = "__path__ = __import__('pkgutil').extend_path(__path__, __name__)";
    check(
        &[
            ("a/setup.py", "setup()"),
            ("a/ns/x.py", ""),
            ("b/setup.py", "setup()"),
            ("b/ns/__init__.py", spread),
            ("b/ns/y.py", ""),
            ("c/setup.py", "setup()"),
            ("c/ns/z/__init__.py", ""),
        ],
        "a/ns/x.py: import ns.y => b/ns/y.py (b/ns/__init__.py)
a/ns/x.py: import ns.x => a/ns/x.py (b/ns/__init__.py)
b/ns/y.py: from ns import x => a/ns/x.py or b/ns/__init__.py
b/ns/y.py: import ns.z => c/ns/z/__init__.py (b/ns/__init__.py)
b/ns/y.py: import ns.gone => ns ?",
    );
}

#[test]
fn a_folder_that_no_import_can_name_is_no_package() {
    check(
        &empty(&[
            "my-app/__init__.py",
            "my-app/main.py",
            "my-app/util.py",
            "app2/__init__.py",
            "app2/m.py",
            "app2/util.py",
        ]),
        "my-app/main.py: import util => my-app/util.py
my-app/main.py: from . import util => my-app/util.py or my-app/__init__.py
my-app/main.py: implicit import util => my-app/util.py
app2/m.py: import util => util ?",
    );
}

#[test]
fn what_another_version_of_the_library_has_is_no_distribution() {
    check(
        &[("pyproject.toml", "[project]\nname = 'x'\nrequires-python = '>=3.12'"), ("m.py", "")],
        "m.py: import urllib2 => python urllib2
m.py: from ConfigParser import SafeConfigParser => python ConfigParser
m.py: import imp => python imp
m.py: import gdbm => python gdbm",
    );
}

#[test]
fn a_collection_of_ansible_is_called_as_its_galaxy_says() {
    let galaxy =
        "---\nnamespace: acme\nname: tools  # as on Galaxy\nversion: 1.0.0\ndependencies:\n  name: 1\n";
    check(
        &[
            ("galaxy.yml", galaxy),
            ("plugins/modules/m.py", ""),
            ("plugins/module_utils/base.py", ""),
            ("plugins/module_utils/_c/__init__.py", ""),
            ("plugins/module_utils/_c/x.py", ""),
            ("more/galaxy.yml", "name: more\nnamespace: 'acme'\n"),
            ("more/plugins/module_utils/y.py", ""),
        ],
        "plugins/modules/m.py: from ansible_collections.acme.tools.plugins.module_utils.base import B => plugins/module_utils/base.py
plugins/modules/m.py: from ansible_collections.acme.tools.plugins.module_utils._c import x => plugins/module_utils/_c/x.py or plugins/module_utils/_c/__init__.py
plugins/modules/m.py: from ansible_collections.acme.tools.plugins.module_utils import base => plugins/module_utils/base.py
plugins/modules/m.py: import ansible_collections.acme.more.plugins.module_utils.y => more/plugins/module_utils/y.py
plugins/modules/m.py: import ansible_collections.other.tools.plugins => ansible-collections ?
plugins/modules/m.py: from ..module_utils.base import B => plugins/module_utils/base.py
plugins/module_utils/_c/x.py: from ..base import B => plugins/module_utils/base.py",
    );
}

#[test]
fn a_file_that_falls_back_from_dots_finds_what_lies_beside_it() {
    let falls_back =
        |name: &str| format!("try:\n  from .{name} import x\nexcept ImportError:\n  from {name} import x\n");
    check(
        &[
            ("setup.py", "setup(install_requires=['six'])"),
            ("p/__init__.py", &falls_back("b")),
            ("p/b.py", ""),
            ("p/six.py", ""),
            ("p/m.py", &falls_back("b")),
            ("p/n.py", &falls_back("six")),
            ("p/yaml.py", ""),
            ("p/plain.py", ""),
        ],
        "p/m.py: from b import x => p/b.py
p/m.py: import yaml => PyYAML ?
p/__init__.py: from b import x => p/b.py
p/n.py: from six import x => six ?
p/plain.py: from b import x => b ?",
    );
}

#[test]
fn a_package_of_the_repository_that_lacks_a_part_is_no_distribution() {
    let guard = "if __name__ == '__main__': main()";
    check(
        &[
            ("setup.py", "setup(install_requires=['docker'])"),
            ("src/p/__init__.py", ""),
            ("src/p/q/__init__.py", ""),
            ("src/p/q/r/__init__.py", ""),
            ("src/p/yaml/__init__.py", ""),
            ("src/p/docker/__init__.py", ""),
            ("src/p/run.py", guard),
            ("src/p/plain.py", ""),
            ("src/p/bare/x.py", ""),
        ],
        "src/p/run.py: import q.r.gone => Missing(NoSuchFile)
src/p/run.py: import p.q.gone => Missing(NoSuchFile)
src/p/run.py: import yaml.nodes => PyYAML ?
src/p/run.py: import docker.errors => docker ?
src/p/run.py: import bare.gone => bare ?
src/p/plain.py: import q.r.gone => q ?",
    );
}
