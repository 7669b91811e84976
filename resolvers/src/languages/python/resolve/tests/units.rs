//! What a package or an app is entered by.

use super::with_links;
use crate::{Resolver, Unit};

/// `dir: entries`, a line for each unit.
pub(super) fn units(files: &[(&str, &str)], expected: &str) {
    linked_units(files, &[], expected);
}

/// The same of files with symbolic links, each with its text.
fn linked_units(files: &[(&str, &str)], links: &[(&str, &str)], expected: &str) {
    let told = |unit: &Unit| {
        let entries: Vec<String> = unit.entries.iter().map(|entry| entry.path.to_string()).collect();
        format!("{}: {}", bstr::BStr::new(&unit.dir), entries.join(" "))
    };
    let told: Vec<String> = with_links(files, links, |resolver| resolver.units().iter().map(told).collect());
    assert_eq!(told.join("\n"), expected);
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
fn what_a_server_loads_has_an_application() {
    let served = |wsgi| [("site/manage.py", ""), ("site/conf/wsgi.py", wsgi)];
    for wsgi in ["application = made()", "def app(environ, start):\n    ...", "from site import app"] {
        units(&served(wsgi), "site: site/manage.py site/conf/wsgi.py");
    }
    for wsgi in ["def get_host(environ): ...", "from app import get_host", "def wrap(app): ..."] {
        units(&served(wsgi), "site: site/manage.py");
    }
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
fn a_distribution_of_links_alone_is_the_package_behind_them() {
    let setup = "import setuptools\nsetuptools.setup(setup_requires=['setuptools-odoo'], odoo_addon=True)\n";
    linked_units(
        &[
            ("setup/a/setup.py", setup),
            ("setup/b/setup.py", setup),
            ("setup/b/own.py", ""),
            ("setup/meta/setup.py", setup),
            ("a/__init__.py", ""),
            ("b/__init__.py", ""),
        ],
        &[("setup/a/odoo/addons/a", "../../../../a"), ("setup/b/odoo/addons/b", "../../../../b")],
        "a: a/__init__.py\nsetup/b: \nsetup/meta: ",
    );
}
