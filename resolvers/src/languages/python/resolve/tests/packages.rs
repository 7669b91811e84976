//! Packages, modules, namespaces, the standard library and stubs: which comes first.

use super::super::PythonResolver;
use super::{check, empty, import, shown};
use crate::Resolver;
use crate::path::RepoPath;
use crate::project::Project;

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
