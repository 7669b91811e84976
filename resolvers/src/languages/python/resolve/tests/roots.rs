//! Where absolute imports start: roots that manifests, settings, test runners and files themselves put on the path.

use super::super::PythonResolver;
use super::{check, empty, import, shown};
use crate::Resolver;
use crate::path::RepoPath;
use crate::project::Project;

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
fn backends_copy_folders_to_where_they_are_imported() {
    for text in [
        "[tool.hatch.build.targets.wheel.sources]\n\"lib/core-impl\" = \"epk/core\"",
        "[tool.hatch.build.targets.wheel.force-include]\n\"lib/core-impl\" = \"epk/core\"",
        "[tool.hatch.build.force-include]\n\"./lib/core-impl/\" = \"/epk/core\"\n\"lib/data\" = \"share/my-data\"",
        "[tool.scikit-build.wheel.packages]\n\"epk/core\" = \"lib/core-impl\"",
    ] {
        let mut files = empty(&["d/lib/core-impl/__init__.py", "d/lib/core-impl/a.py", "m.py"]);
        files.extend([("d/pyproject.toml", text), ("d/lib/core-impl/b.py", "")]);
        check(
            &files,
            "m.py: import epk.core.a => d/lib/core-impl/a.py (d/lib/core-impl/__init__.py)\n\
             m.py: from epk import core => d/lib/core-impl/__init__.py\n\
             m.py: import epk.core.gone => Missing(NoSuchFile)\n\
             d/lib/core-impl/a.py: from .b import x => d/lib/core-impl/b.py (d/lib/core-impl/__init__.py)\n\
             d/lib/core-impl/a.py: import b => b ?",
        );
    }
    check(
        &[
            (
                "pyproject.toml",
                "[tool.poetry]\npackages = [{ include = \"pkg\", from = \"lib\", to = \"far/away\" }]",
            ),
            ("lib/pkg/__init__.py", ""),
            ("lib/pkg/a.py", ""),
            ("m.py", ""),
        ],
        "m.py: import far.away.pkg.a => lib/pkg/a.py (lib/pkg/__init__.py)\n\
         m.py: import far.away.pkg => lib/pkg/__init__.py",
    );
}

#[test]
fn backends_copy_modules_and_patterns_too() {
    // What is said of the wheel alone counts for it.
    check(
        &[
            (
                "pyproject.toml",
                "[tool.hatch.build.targets.wheel.force-include]\n\"extra/tool.py\" = \"pkg/tool.py\"\n\"extra/other.py\" = \"far.py\"\n\
                 [tool.hatch.build.force-include]\nflat = \"epk\"",
            ),
            ("extra/tool.py", ""),
            ("extra/other.py", ""),
            ("flat/__init__.py", ""),
            ("pkg/__init__.py", ""),
            ("m.py", ""),
        ],
        "m.py: import pkg.tool => extra/tool.py (pkg/__init__.py)\n\
         m.py: import far => extra/other.py\n\
         m.py: import epk => epk ?",
    );
    check(
        &[
            (
                "pyproject.toml",
                "[tool.poetry]\npackages = [{ include = \"pkg/**/*.py\", to = \"far\" }, { include = \"one.py\", to = \"far\" }]",
            ),
            ("pkg/a.py", ""),
            ("one.py", ""),
            ("m.py", ""),
        ],
        "m.py: import far.pkg.a => pkg/a.py\n\
         m.py: import far.one => one.py",
    );
    // A package that is only named stays where it is, whatever lies beside it.
    check(
        &[
            ("setup.py", "setup(packages=['flat'], package_dir={'flat': 'flat'})"),
            ("flat/__init__.py", ""),
            ("src/x/__init__.py", ""),
            ("src/m.py", ""),
        ],
        "src/m.py: import flat => flat/__init__.py",
    );
}

#[test]
fn what_a_manifest_calls_otherwise_is_seen_where_it_holds() {
    // What lies at the top is nearer to what does too than what some manifest calls so.
    check(
        &[
            ("other/pyproject.toml", "[tool.hatch.build.targets.wheel.force-include]\n\"alt\" = \"pkg\""),
            ("other/alt/__init__.py", ""),
            ("other/alt/a.py", ""),
            ("other/m.py", ""),
            (
                "packaging/pyproject.toml",
                "[tool.hatch.build.targets.wheel.force-include]\n\"../alt\" = \"pkg\"",
            ),
            ("alt/a.py", ""),
            ("pkg/__init__.py", ""),
            ("pkg/a.py", ""),
            ("m.py", ""),
        ],
        "m.py: import pkg.a => pkg/a.py (pkg/__init__.py)\n\
         other/m.py: import pkg.a => other/alt/a.py (other/alt/__init__.py)",
    );
    // The folder `src` that nobody names is looked into.
    check(
        &[
            (
                "pyproject.toml",
                "[build-system]\n[tool.hatch.build.targets.wheel.force-include]\n\"gen/version.py\" = \"pkg/version.py\"",
            ),
            ("gen/version.py", ""),
            ("src/pkg/__init__.py", ""),
            ("m.py", ""),
        ],
        "m.py: import pkg.version => gen/version.py (src/pkg/__init__.py)",
    );
    // What lies among fixtures is seen there; beside the manifest there need be no Python.
    check(
        &[
            ("tests/fixtures/x/pyproject.toml", "[tool.setuptools.package-dir]\nrequests = \"impl\""),
            ("tests/fixtures/x/impl/__init__.py", ""),
            ("tests/fixtures/x/m.py", ""),
            ("a/setup.cfg", "[options]\npackage_dir =\n    a = ../shared\n"),
            ("shared/x.py", ""),
            ("m.py", ""),
        ],
        "m.py: import requests => requests ?\n\
         tests/fixtures/x/m.py: import requests => tests/fixtures/x/impl/__init__.py\n\
         m.py: import a.x => shared/x.py",
    );
    // A distribution that is taken from a path is the one there.
    check(
        &[
            (
                "app/pyproject.toml",
                "[project]\nname = \"app\"\n[tool.uv.sources]\nlib = { path = \"../v2\" }",
            ),
            ("app/m.py", ""),
            (
                "v1/pyproject.toml",
                "[project]\nname = \"lib\"\n[tool.setuptools.package-dir]\nmylib = \"impl\"",
            ),
            ("v1/impl/__init__.py", ""),
            (
                "v2/pyproject.toml",
                "[project]\nname = \"lib\"\n[tool.setuptools.package-dir]\nmylib = \"impl\"",
            ),
            ("v2/impl/__init__.py", ""),
        ],
        "app/m.py: import mylib => v2/impl/__init__.py",
    );
    // What goes where it is anyway.
    check(
        &[
            (
                "pyproject.toml",
                "[tool.hatch.build.force-include]\n\"src/pkg/sub\" = \"pkg/sub\"\n\"src\" = \"\"",
            ),
            ("src/pkg/__init__.py", ""),
            ("src/pkg/sub/__init__.py", ""),
        ],
        "src/pkg/__init__.py: import pkg.sub => src/pkg/sub/__init__.py",
    );
    // A list of packages; module names in a list.
    check(
        &[
            ("pyproject.toml", "[tool.scikit-build.wheel]\npackages = [\"lib/pkg\"]"),
            ("lib/pkg/__init__.py", ""),
            ("m.py", ""),
        ],
        "m.py: import pkg => lib/pkg/__init__.py",
    );
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
         m.py: import b.c => tests/__init__.py\n\
         m.py: import b.d => b ?\n\
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
