//! What depends on how the importing file is run: scripts, tests, Python 2.

use super::{check, empty};

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
fn what_nothing_else_is_called_is_the_package_that_the_importer_lies_in() {
    let mut files = empty(&[
        "lib/tests/streams/__init__.py",
        "lib/tests/streams/events.py",
        "lib/tests/streams/replays.py",
        "lib/tests/streams/redis.py",
        "lib/tests/redis/__init__.py",
        "lib/tests/redis/wrap.py",
        "lib/tests/redis/client.py",
        "lib/tests/loose.py",
    ]);
    files.push(("lib/pyproject.toml", "[project]\nname = 'x'\ndependencies = ['redis']"));
    check(
        &files,
        "lib/tests/streams/replays.py: from streams.events import E => lib/tests/streams/events.py (lib/tests/streams/__init__.py)
lib/tests/streams/replays.py: from streams import events => lib/tests/streams/events.py or lib/tests/streams/__init__.py
lib/tests/streams/replays.py: import streams.gone => streams ?
lib/tests/redis/wrap.py: import redis.client => redis ?
lib/tests/loose.py: import streams.events => streams ?",
    );
}

#[test]
fn a_test_that_asks_for_conftest_means_the_nearest_one() {
    check(
        &empty(&[
            "flow/__init__.py",
            "flow/conftest.py",
            "flow/a/e2e_test.py",
            "flow/b/__init__.py",
            "flow/b/conftest.py",
            "flow/b/helper.py",
            "other/a_test.py",
        ]),
        "flow/a/e2e_test.py: import conftest => flow/conftest.py
flow/b/helper.py: from conftest import Utils => flow/b/conftest.py
flow/b/conftest.py: from conftest import Utils => flow/conftest.py
other/a_test.py: import conftest => conftest ?",
    );
}

#[test]
fn what_only_type_checkers_know_is_part_of_the_library() {
    check(
        &empty(&["m.py", "stubs/_typeshed/__init__.pyi", "stubs/m.pyi"]),
        "m.py: type from _typeshed import StrPath => python _typeshed
stubs/m.pyi: type from _typeshed import StrPath => stubs/_typeshed/__init__.pyi",
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
