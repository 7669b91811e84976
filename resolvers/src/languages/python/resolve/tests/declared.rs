//! What manifests declare: distributions, their versions and where they are taken from.

use super::units::units;
use super::{check, empty, import, with};
use crate::Resolver;
use crate::path::RepoPath;
use crate::target::How;

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
fn collections_of_ansible_lie_in_a_folder_that_is_called_so() {
    check(
        &empty(&[
            "it/a/ansible_collections/ns/c/plugins/module_utils/m.py",
            "it/a/ansible_collections/ns/c/plugins/modules/x.py",
            "it/a/ansible_collections/ns/d/plugins/modules/x.py",
            "it/b/ansible_collections/ns/c/plugins/module_utils/__init__.py",
            "it/b/ansible_collections/ns/c/plugins/module_utils/m.py",
            "it/b/ansible_collections/ns/c/galaxy.yml",
            "play/collections/ansible_collections/ns/e/plugins/module_utils/n.py",
            "play/library/x.py",
        ]),
        "it/a/ansible_collections/ns/c/plugins/modules/x.py: from ansible_collections.ns.c.plugins.module_utils.m import M => it/a/ansible_collections/ns/c/plugins/module_utils/m.py
it/a/ansible_collections/ns/c/plugins/modules/x.py: from ansible_collections.ns.c.plugins.module_utils import m => it/a/ansible_collections/ns/c/plugins/module_utils/m.py
it/a/ansible_collections/ns/d/plugins/modules/x.py: import ansible_collections.ns.c.plugins.module_utils.m => it/a/ansible_collections/ns/c/plugins/module_utils/m.py
it/a/ansible_collections/ns/d/plugins/modules/x.py: import ansible_collections.ns.gone.plugins.module_utils.m => ansible-collections ?
play/library/x.py: import ansible_collections.ns.e.plugins.module_utils.n => play/collections/ansible_collections/ns/e/plugins/module_utils/n.py",
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
