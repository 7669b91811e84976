//! Python in, facts out.

mod deeds;
mod hostile;

use std::fmt::Write;

use super::{Detail, Flavor};
use crate::facts::{BindingName, ExportSource, FileFacts, ImportSyntax, ImportedName, Parse, Route};

/// What `source` says. Whoever asks for links alone is told the same but for uses, deeds and documentation.
fn extract(flavor: Flavor, source: &[u8]) -> FileFacts {
    let facts = super::extract(flavor, source, Detail::Whole);
    let links = super::extract(flavor, source, Detail::Links);
    assert_eq!(without_uses(links), without_uses(facts.clone()), "{:?}", bstr::BStr::new(source));
    facts
}

fn without_uses(mut facts: FileFacts) -> FileFacts {
    facts.references.clear();
    facts.own_uses.clear();
    facts.shown.clear();
    facts.routes.clear();
    for symbol in &mut facts.symbols {
        (symbol.deed, symbol.doc) = (None, None);
        symbol.effects.clear();
    }
    facts
}

#[test]
fn links_are_found_wherever_they_stand() {
    let source = "def f(a=__import__('a')):
    class C:
        from b import c
        def g(self): import d
    if TYPE_CHECKING: import e
    try: import g
    except ImportError: return lambda: 1
@h(importlib.import_module('h'))
async def i():
    async with j: import k
    match l:
        case M(): import n";
    let expected = "dynamic a\nruntime b {c}\nruntime d {* as d}\ntype e {* as e}\nruntime g {* as g}\ndynamic h\nruntime k {* as k}\nruntime n {* as n}";
    check(Flavor::Module, source, imports, expected);
    // Without a call that imports, expressions are passed over.
    let plain = source.replace("__import__('a')", "a").replace("importlib.import_module('h')", "h");
    let expected = expected.replace("dynamic a\n", "").replace("dynamic h\n", "");
    check(Flavor::Module, &plain, imports, &expected);
    let renamed = "from importlib import import_module as f\ndef g(): return [f('a') for _ in b]";
    check(Flavor::Module, renamed, imports, "runtime importlib {import_module as f}\ndynamic a");
    check(Flavor::Module, "def f(): pytest.importorskip('a')", imports, "dynamic a");
    check(
        Flavor::Module,
        "def load():\n    import a\n    return a\na = load()",
        exports,
        "load = load\na = a",
    );
}

/// What `told` says of the facts of `source`.
fn check(flavor: Flavor, source: &str, told: fn(&FileFacts) -> String, expected: &str) {
    let facts = extract(flavor, source.as_bytes());
    assert_eq!(told(&facts).trim_end(), expected, "{source}");
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

fn name(name: &ImportedName) -> String {
    let local = name.local.as_deref().unwrap_or("~");
    match &name.name {
        BindingName::Named(name) if name == local => name.clone(),
        BindingName::Named(name) => format!("{name} as {local}"),
        _ => format!("* as {local}"),
    }
}

/// `kind specifier {names}`
pub(super) fn imports(facts: &FileFacts) -> String {
    lines(facts.imports.iter().map(|import| {
        let names: Vec<String> = import.names.iter().map(name).collect();
        let mut line = format!("{} {}", import.kind.name(), import.specifier);
        if !names.is_empty() {
            write!(line, " {{{}}}", names.join(", ")).unwrap();
        }
        line
    }))
}

/// `container.name kind +exported: signature: doc`
fn symbols(facts: &FileFacts) -> String {
    lines(facts.symbols.iter().map(|it| {
        let container = it.container.map(|at| format!("{}.", facts.symbols[at as usize].name));
        let (container, sign) = (container.unwrap_or_default(), if it.exported { '+' } else { '-' });
        let mut line = format!("{sign}{container}{} {:?}", it.name, it.kind);
        if let Some(signature) = &it.signature {
            write!(line, ": {signature}").unwrap();
        }
        if let Some(doc) = &it.doc {
            write!(line, ": {doc}").unwrap();
        }
        line
    }))
}

fn exports(facts: &FileFacts) -> String {
    lines(facts.exports.iter().map(|it| match &it.source {
        ExportSource::Local(local) => format!("{} = {local}", it.name),
        ExportSource::ReExport { specifier, .. } => format!("{} of {specifier}", it.name),
        ExportSource::Star { specifier } => format!("* of {specifier}"),
    }))
}

/// `binding.member in symbol`
fn uses(facts: &FileFacts) -> String {
    lines(facts.references.iter().map(|it| {
        let member = it.member.as_ref().map(|member| format!(".{member}")).unwrap_or_default();
        let place =
            it.symbol.map(|at| format!(" in {}", facts.symbols[at as usize].name)).unwrap_or_default();
        format!("{}{member}{place}", it.binding)
    }))
}

/// `__all__`, whether the package spreads, and whether the file is run itself, or outside of its package.
fn header(facts: &FileFacts) -> String {
    let all = facts.header.all.as_ref().map(|all| {
        let more = if all.open { " …" } else { "" };
        format!("{}{more}", all.names.join(" "))
    });
    let spreads = if facts.header.spreads { " spreads" } else { "" };
    let script = if facts.header.is_script { " script" } else { "" };
    let falls_back = facts.header.falls_back.iter().map(|name| format!(" falls back to {name}"));
    let falls_back: String = falls_back.collect();
    format!("{}{spreads}{script}{falls_back}", all.as_deref().unwrap_or("none"))
}

fn binds(facts: &FileFacts) -> String {
    lines(facts.header.binds.iter().map(|it| match it.import {
        Some(at) => format!("{} of {}", it.name, facts.imports[at as usize].specifier),
        None => it.name.clone(),
    }))
}

#[test]
fn every_import_is_found() {
    let check = |source, expected| check(Flavor::Module, source, imports, expected);
    check("import a.b as c, d.e, f", "runtime a.b {* as c}\nruntime d.e {* as d.e}\nruntime f {* as f}");
    check("from .. import a, b as c", "runtime .. {a}\nruntime .. {b as c}");
    check("from ...x.y import *", "runtime ...x.y {* as ~}");
    check(
        "def f():\n  if x:\n    import a\nclass C:\n  from b import c",
        "runtime a {* as a}\nruntime b {c}",
    );
    check("try:\n  import a\nexcept ImportError:\n  import b as a", "runtime a {* as a}\nruntime b {* as a}");
    check("async def f():\n  async with a: import b", "runtime b {* as b}");
    check("match x:\n  case 1: import a\n  case _: import b", "runtime a {* as a}\nruntime b {* as b}");
    check("while x: import a\nelse: import b", "runtime a {* as a}\nruntime b {* as b}");
    check("type X = int\nimport a\ndef f[T](x: T): import b", "runtime a {* as a}\nruntime b {* as b}");
    check("x = f\"{'a' + f'{b!r:>{w}}'}\"; import a", "runtime a {* as a}");
}

#[test]
fn what_only_type_checkers_see_is_a_type() {
    let check = |source, expected| check(Flavor::Module, source, imports, expected);
    check("if TYPE_CHECKING: import a\nelse: import b", "type a {* as a}\nruntime b {* as b}");
    check("if t.TYPE_CHECKING: import a\nelif x: import b", "type a {* as a}\nruntime b {* as b}");
    check(
        "if not TYPE_CHECKING: import a\nelif x: import b\nelse: import c",
        "runtime a {* as a}\ntype b {* as b}\ntype c {* as c}",
    );
    check(
        "if x: import a\nelif TYPE_CHECKING: import b\nelse: import c",
        "runtime a {* as a}\ntype b {* as b}\nruntime c {* as c}",
    );
    check("if TYPE_CHECKING and x: import a", "type a {* as a}");
    check("if TYPE_CHECKING or x: import a", "runtime a {* as a}");
    check(
        "if False: import a\nif MYPY: import b\nif 0: import c",
        "type a {* as a}\ntype b {* as b}\ntype c {* as c}",
    );
    check("if not not TYPE_CHECKING: import a", "type a {* as a}");
    super::tests::check(Flavor::Stub, "import a", imports, "type a {* as a}");
}

#[test]
fn dynamic_imports_with_literals_are_imports() {
    let check = |source, expected| check(Flavor::Module, source, imports, expected);
    check(
        "import importlib\nimportlib.import_module('a.b')",
        "runtime importlib {* as importlib}\ndynamic a.b",
    );
    check(
        "from importlib import import_module as load\nload('.a', __package__)",
        "runtime importlib {import_module as load}\ndynamic .a",
    );
    check("import_module('a')", "");
    check("x.import_module('..a', package='b.c')", "dynamic b.a");
    check("__import__('a', level=1), __import__('b.c')", "dynamic .a\ndynamic b.c");
    check("pytest.importorskip('numpy', minversion='1')", "dynamic numpy");
    let facts =
        extract(Flavor::Module, b"x.import_module(name)\nx.import_module('.a', p)\n__import__(f'{a}')");
    let told: Vec<_> = facts.discoveries.iter().map(|it| it.expression.as_str()).collect();
    assert_eq!((imports(&facts).as_str(), &told[..]), ("", &["name", "'.a'", "f'{a}'"][..]));
}

#[test]
fn declarations_are_told_with_their_docs() {
    let source = "\
\"\"\"The module.

More.\"\"\"
import yaml
LIMIT: int = 3
'''The limit.'''
_hidden, shown = 1, f()
yaml = None
type Alias = int
Other: TypeAlias = str
@cache
def f(a, # first
      *, b: int = 1) -> str:
    '''Does it.'''
    def inner(): ...
class C(Base, metaclass=M):
    '''A class.'''
    field: int = 0
    _own = 1
    def __init__(self): ...
    async def run(self): ...
    @property
    def p(self): ...
    class D:
        def g(self): ...
class E(enum.Enum):
    A = 1
if x:
    def g(): ...
";
    let expected = "\
+LIMIT Variable: LIMIT: int = 3: The limit.
-_hidden Variable: _hidden
+shown Variable: shown
+Alias Type: type Alias = int
+Other Type: Other: TypeAlias = str
+f Function: def f(a, *, b: int = 1) -> str: Does it.
+C Class: class C(Base, metaclass=M): A class.
+C.field Field: field: int = 0
-C.__init__ Method: def __init__(self)
+C.run Method: async def run(self)
+C.p Field: def p(self)
+E Enum: class E(enum.Enum)
+E.A Field: A = 1
+g Function: def g()";
    check(Flavor::Module, source, symbols, expected);
    assert_eq!(extract(Flavor::Module, source.as_bytes()).doc.as_deref(), Some("The module."));
}

#[test]
fn a_comment_directly_above_says_what_it_is_for() {
    let told = |above: &str, declared: &str| {
        let source = format!("import x\n{above}\n{declared}\n");
        extract(Flavor::Module, source.as_bytes()).symbols[0].doc.clone().unwrap_or_default()
    };
    let check = |above: &str, declared: &str, expected: &str| {
        assert_eq!(told(above, declared), expected, "{above}\n{declared}");
    };
    check("# How long a session lives, in seconds.", "TTL = 3600", "How long a session lives, in seconds.");
    check(
        "#: Splits the words\n#: of a line.\n#\n# More.",
        "def cut(line): ...",
        "Splits the words of a line.",
    );
    check(
        "# Splits the words.\n# @dsp func-01234567\n# noqa: E501",
        "@cache\ndef cut(line): ...",
        "Splits the words.",
    );
    check("# Holds the words.\r", "class A: ...\r", "Holds the words.");
    check("# Said above.", "def cut(line):\n    '''Said inside.'''", "Said inside.");
    for above in [
        "# Splits the words.\n",
        "# Words",
        "# Features of the day:",
        "# TODO split the words",
        "# ---------\n# The settings of all\n# ---------",
        "# old = cut(line)",
        "# noqa: E501",
        "# Copyright the people of x",
    ] {
        check(above, "A = 1", "");
    }
    check("# Two numbers of note.", "A = 1\nB = 2", "");
    check("# One number of note.", "A = 1\nregister(a=A)", "One number of note.");
    check("# One number of note.", "A = 1\nif A == 1: pass", "One number of note.");
    check("# One line of many.\n".repeat(60).trim_end(), "A = 1", "");
    check("# One number of note.", "A = 1\n# Another number of note.\nB = 2", "One number of note.");
    let head = "# What this file is for.\nA = 1\n";
    assert_eq!(extract(Flavor::Module, head.as_bytes()).symbols[0].doc, None);
}

#[test]
fn exports_are_what_others_are_offered() {
    check(Flavor::Module, "from a import b\ndef f(): ...\ndef _g(): ...", exports, "f = f");
    check(
        Flavor::Package,
        "from .a import b, _c\nimport d\nfrom .e import *\nx = 1",
        exports,
        "b = b\n* of .e\nx = x",
    );
    let all = "__all__ = ['_f', *x] + ('b',)\n__all__ += ['c']\n__all__.extend(['d'])\n__all__.append('e')\n";
    let rest = "from a import b, z\nc = d = e = g = 1\ndef _f(): ...";
    check(Flavor::Module, &format!("{all}{rest}"), exports, "b = b\nc = c\nd = d\ne = e\n_f = _f");
    check(Flavor::PackageStub, "from .a import A as A\nimport b", exports, "A = A");
}

#[test]
fn a_package_says_what_it_binds() {
    let source = "from . import a\nfrom .b import b\nfrom p import c\nimport d.e\nx: int\ny = z = 1\nfor i in j: k = 1\n\
        if TYPE_CHECKING: from . import t\nelse: u = 1\ndef f(): w = 1\ntry: from . import v\nexcept ImportError: v = None";
    check(Flavor::Package, source, binds, "a of .\nb of .b\nc of p\nd\ny\nz\ni\nk\nu\nf\nv");
    check(Flavor::Module, source, binds, "");
    let source =
        "with o() as a, p() as (b, c): d = 1\nif (e := f()): ...\n[g := h for h in i]\nlambda: (j := 1)";
    check(Flavor::Package, source, binds, "a\nb\nc\nd\ne");
}

/// The folders that the file puts on the path, `<` before what is there, and whether it makes modules.
fn loading(facts: &FileFacts) -> String {
    let shown = |dir: &str| if dir.is_empty() { ".".to_owned() } else { dir.to_owned() };
    let added = facts.header.paths.iter();
    let added = added.map(|it| format!("{}{}", if it.first { "<" } else { "" }, shown(&it.dir)));
    let makes = facts.header.makes_modules.then(|| "makes".to_owned());
    added.chain(makes).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_file_puts_folders_on_the_path_that_count_from_its_own() {
    for (source, expected) in [
        ("sys.path.insert(0, os.path.dirname(__file__))", "<."),
        ("sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'lib'))", "../lib"),
        ("sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'src/a'))", "<../src/a"),
        ("sys.path.insert(0, str(pathlib.Path(__file__).parents[1].joinpath('a', 'b')))", "<../a/b"),
        ("sys.path.append(dirname(realpath(__file__)) + '/lib')", "lib"),
        ("sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir))", ".."),
        ("sys.path.insert(0, os.path.abspath(os.path.join(__file__, '../..')))", "<.."),
        ("HERE = os.path.split(__file__)[0]\nif a:\n    sys.path.insert(0, join(HERE, 'x'))", "<x"),
        ("here = dirname(__file__)\nhere = dirname(here)\nsys.path += [here, join(here, 'x')]", ".. ../x"),
        (
            "for it in (dirname(__file__), join(dirname(__file__), 'a')):
    at = str(it)
    if at not in sys.path: sys.path.insert(0, at)",
            "<. <a",
        ),
        (
            "for it in ['a', 'b']:
    sys.path.append(join(dirname(__file__), it))",
            "a b",
        ),
        (
            "for it in ['a', 'b']:
    for other in ['c']:
        sys.path.append(join(dirname(__file__), it, other))",
            "",
        ),
        (
            "for it in found():
    sys.path.append(it)",
            "",
        ),
        ("sys.path[0:0] = [dirname(__file__)]", "<."),
        ("sys.path = [dirname(__file__)] + sys.path", "<."),
        ("import site\nsite.addsitedir(dirname(__file__))", "."),
        ("print 'old'\nhere = dirname(__file__)\nsys.path.insert(0, join(here, 'libs'))", "<libs"),
        // Nobody tells which, where from, or when.
        ("here = dirname(__file__)\nif a: here = dirname(here)\nsys.path.append(here)", ""),
        ("here = dirname(__file__)\nhere += '/x'\nsys.path.append(here)", ""),
        ("sys.path.append(os.path.abspath('..'))\nsys.path.append('/opt')\nsys.path.append(__file__)", ""),
        ("sys.path.append(join(dirname(__file__), '/opt'))\nsys.path.append(', '.join(__file__, 'a'))", ""),
        ("def f(): sys.path.append(dirname(__file__))", ""),
        ("sys.meta_path.append(_importer)", "makes"),
        ("for a in b: sys.modules[__name__ + '.' + a] = a", "makes"),
        ("sys.modules[f'{__name__}.moves'] = a", "makes"),
        ("sys.modules[__name__] = a\nsys.modules['a'] = b", ""),
    ] {
        check(Flavor::Module, source, loading, expected);
    }
}

#[test]
fn a_script_says_that_it_is_run() {
    for script in [
        "#!/usr/bin/env python3\nimport a",
        "import a\nif __name__ == '__main__': a.b()",
        "if \"__main__\" == __name__ and a: b()",
        "#!/usr/bin/python\nprint 'old'",
        "print 'old'\nif __name__ == '__main__':\n    print 'main'",
    ] {
        check(Flavor::Module, script, header, "none script");
    }
    for module in [
        "#!/bin/sh\n",
        "# python",
        "\"\"\"\nif __name__ == '__main__':\n\"\"\"",
        "def f():\n if __name__ == '__main__': a()",
    ] {
        check(Flavor::Module, module, header, "none");
    }
}

#[test]
fn a_package_takes_from_itself_what_it_does_not_have_yet() {
    let early = |facts: &FileFacts| {
        let early = facts.imports.iter().filter(|it| it.syntax == ImportSyntax::SubmoduleImport);
        lines(early.map(|it| it.names[0].local.clone().unwrap()))
    };
    let source = "from . import a\nfrom p import b as c\nfrom .d import d\nfrom . import d as e, f\nf = 1\n\
        for g in h: i = 1\nfrom . import g, __file__\nif TYPE_CHECKING: from . import j\n\
        try: from . import k\nexcept ImportError: k = None\nfrom . import k as l";
    check(Flavor::Package, source, early, "a\nc\nf\nk");
    check(Flavor::Module, source, early, "");
    check(Flavor::PackageStub, source, early, "");
    // What may come in unseen counts from there on.
    check(Flavor::Package, "from . import a\nfrom .x import *\nfrom . import b", early, "a");
    check(Flavor::Package, "from . import a\ndef __getattr__(n): ...\nfrom . import b", early, "a");
    check(Flavor::Package, "from . import a\nglobals().update(x)\nfrom . import b", early, "a");
    // A function runs when all is bound.
    check(Flavor::Package, "def f():\n from . import a, b\nb = 1", early, "a");
    check(Flavor::Package, "def f(): from . import a\nfrom .x import *", early, "");
}

#[test]
fn uses_are_told_with_their_places() {
    let source = "\
import a.b.c
import a.d as e
from f import g, h
def one(x: 'g.T', h): return a.b.c.d(h)
class C(g):
    def two(self):
        e.x.y
        [h for h in e]
        import late
        late.x
        g = 1
        g
def three(): return h(lambda e: e)
@g
def four(y=e.z) -> e.w: ...
";
    let expected = "\
g.T in one
a.b.c.d in one
g in C
e.x in two
e in two
late.x in two
h in three
g in four
e.z in four
e.w in four";
    check(Flavor::Module, source, uses, expected);
}

#[test]
fn constructors_tell_what_they_are_given() {
    let told: fn(&FileFacts) -> String = |facts| {
        lines(facts.injections.iter().map(|it| {
            let class = &facts.symbols[it.class as usize].name;
            format!("{class} {} as {}", it.binding, it.parameter.as_deref().unwrap_or_default())
        }))
    };
    let source = "\
from a import A, B, m
class C:
    def __init__(self, a: A, b: 'B | None', c: Optional[m.X], d: int): ...
@dataclass(frozen=True)
class D:
    a: A
    b: ClassVar[B]
    c: C = None
";
    check(Flavor::Module, source, told, "C A as a\nC m as c\nD A as a\nD C as c");
}

#[test]
fn markers_and_generated_files_are_seen() {
    let facts = extract(
        Flavor::Module,
        b"# Generated by x. DO NOT EDIT!\n\n# @dsp func-00000001\ndef f(): ...\n'@dsp x'\n",
    );
    let told: Vec<_> = facts.markers.iter().map(|it| it.uid.as_str()).collect();
    assert_eq!((&told[..], facts.origin), (&["func-00000001"][..], crate::facts::Origin::Generated));
    assert_eq!(facts.markers[0].span, crate::facts::Span { start: 32, end: 52 });
}

#[test]
fn a_header_tells_what_stars_take_and_whether_a_package_spreads() {
    let check = |source, expected| check(Flavor::Package, source, header, expected);
    check("a = 1", "none");
    check("__all__ = ['a'] + ('b',)\n__all__ += ['a', 'c']\n__all__.append('d')", "a b c d");
    check("__all__ = ['a', b]", "a …");
    check("__all__ = ['a'] + b.__all__", "a …");
    check("__all__ = []\n__all__.extend(x)", " …");
    check("__all__ = sorted(['a'])\n__all__.remove('a')", "a …");
    check("__path__ = __import__('pkgutil').extend_path(__path__, __name__)", "none spreads");
    check("try:\n  pkg_resources.declare_namespace(__name__)\nexcept: pass", "none spreads");
    check("# extend_path(__path__, __name__)\n'declare_namespace()'", "none");
    check("__all__ = ['a']\n__all__.insert(0, 'b')", "a …");
    check("__all__ = public(['a'])", "a …");
    check("__all__ = ['a', *x]\n__all__ = ['b']", "b");
    check("print 'a'\n__all__ = ['a', 'b']\n__all__ = ['b']", "b");
    check("__all__ = ['a']\n__all__ = __all__ + ['b']", "a b …");
    check("__all__ = ['a']\nif x: __all__ = ['b']", "a b");
    check("print 'a'\n__all__ = ['a'] + b\nextend_path(p, n)", "a … spreads");
    super::tests::check(Flavor::Module, "extend_path(p, n)", header, "none");
}

#[test]
fn what_a_constructor_sets_are_fields() {
    let source = "\
class C:
    shown: int = 0
    @overload
    def f(self, a: int) -> int: ...
    @overload
    def f(self, a: str) -> str: ...
    def f(self, a):
        self.later = 1
    @property
    def p(self): ...
    @p.setter
    def p(self, value): ...
    def __init__(self, a):
        self.shown = 1
        self.a, self._own = a, self
        self.b = self.c = 2
        if a:
            self.d: int = f(a)
        else:
            self.d = 1
        other.e = self.f.g = a
class D:
    def __init__(): self.x = 1
";
    let expected = "\
+C Class: class C
+C.shown Field: shown: int = 0
+C.f Method: def f(self, a: int) -> int
+C.f Method: def f(self, a: str) -> str
+C.f Method: def f(self, a)
+C.p Field: def p(self)
+C.p Field: def p(self, value)
-C.__init__ Method: def __init__(self, a)
+C.b Field: self.b = self.c = 2
+C.c Field: self.c = 2
+C.d Field: self.d: int
+D Class: class D
-D.__init__ Method: def __init__()";
    check(Flavor::Module, source, symbols, expected);
}

#[test]
fn every_syntax_is_read() {
    for source in [
        "if (n := len(a)) > 1: from x import y",
        "def f(a, /, b, *, c): from x import y",
        "print(f'{a=}'); from x import y",
        "@a.b[0](c)\ndef f(): from x import y",
        "with (open(a) as b, open(c) as d): from x import y",
        "match a:\n    case {'b': [C(d=1), *_]} | None if e: from x import y",
        "try: pass\nexcept* A as e: from x import y",
        "def f(*args: *Ts): from x import y\na[*b]",
        "type A[T: int, *Ts, **P] = list[T]\nclass B[T = int]:\n    from x import y",
        "a = f'{b['c']}{f'{'d'}'}'; from x import y",
        "try: pass\nexcept A, B: from x import y",
        "a = t'{b!r:>{c}}'; from x import y",
        "async def f():\n    async for a in b: from x import y\n    return [await c async for c in d]",
    ] {
        let facts = extract(Flavor::Module, source.as_bytes());
        assert_eq!((facts.parse, imports(&facts).as_str()), (Parse::Complete, "runtime x {y}"), "{source}");
    }
    for source in [
        "print 'a', b\nfrom x import y",
        "print >>f, 'a'\nfrom x import y",
        "exec 'a' in b\nfrom x import y",
        "print a\ntry: pass\nexcept A, e: from x import y",
        "print `a` <> 0777L, ur'b'\nfrom x import y",
        "print a\nraise A, 'b'\nfrom x import y",
        "lazy from x import y",
        "lazy import a\nfrom x import y",
        "a = [*b for b in c]\nfrom x import y",
    ] {
        let facts = extract(Flavor::Module, source.as_bytes());
        assert!(imports(&facts).contains("runtime x {y}"), "{source}: {:?}", imports(&facts));
    }
}

#[test]
fn python_2_means_what_lies_beside() {
    let syntaxes =
        |facts: &FileFacts| lines(facts.imports.iter().map(|it| format!("{:?} {}", it.syntax, it.specifier)));
    let source = "import a\nfrom b import c\nfrom .d import e\nprint 'f'";
    check(Flavor::Module, source, syntaxes, "ImplicitImport a\nImplicitImport b\nImport .d");
    let absolute = format!("from __future__ import absolute_import\n{source}");
    check(Flavor::Module, &absolute, syntaxes, "Import __future__\nImport a\nImport b\nImport .d");
    check(Flavor::Module, "import a\nx = = 1", syntaxes, "Import a");
    let rules = |facts: &FileFacts| format!("{:?}", facts.header.rules);
    check(Flavor::Module, source, rules, "Beside");
    check(Flavor::Module, &absolute, rules, "Absolute");
    check(Flavor::Module, "from __future__ import annotations, absolute_import\nimport a", rules, "Absolute");
    check(Flavor::Module, "from __future__ import annotations\nimport a", rules, "Unsaid");
    check(Flavor::Module, "import a\nx = = 1", rules, "Unsaid");
    for old in ["raise A, 'b'", "if a <> b: pass", "try: pass\nexcept A, e: raise B, 'c'"] {
        check(Flavor::Module, &format!("import a\n{old}"), syntaxes, "ImplicitImport a");
    }
}

#[test]
fn what_pytest_collects_is_offered_to_nobody() {
    let source = "def test_a(): ...\nclass TestB:\n    def test_c(self): ...\ndef helper(): ...\nclass Fake: ...\ntest_data = 1";
    let helpers = "helper = helper\nFake = Fake\ntest_data = test_data";
    check(Flavor::Test, source, exports, helpers);
    check(Flavor::Test, &format!("{source}\nprint 'a'"), exports, helpers);
    check(Flavor::Module, source, exports, &format!("test_a = test_a\nTestB = TestB\n{helpers}"));
    check(Flavor::Test, "__all__ = ['test_a']\ndef test_a(): ...", exports, "test_a = test_a");
}

/// `name in declaration`
fn own_uses(facts: &FileFacts) -> String {
    lines(
        facts.own_uses.iter().map(|it| format!("{} in {}", it.name, facts.symbols[it.symbol as usize].name)),
    )
}

#[test]
fn uses_of_what_the_file_declares_are_found() {
    let source = "def g():\n    return help(LIMIT)\ndef help(x=None): pass\nLIMIT = 3\ndef h(help):\n    LIMIT = 4\n    return help(LIMIT)\nclass A(B): pass\nclass B: pass\n";
    check(Flavor::Module, source, own_uses, "B in A\nLIMIT in g\nhelp in g");
}

fn routes(facts: &FileFacts) -> String {
    lines(facts.routes.iter().map(|it| format!("{} -> {}", it.address, it.answers)))
}

#[test]
fn addresses_that_something_answers() {
    for (source, expected) in [
        (
            "urlpatterns = [path('', views.home), re_path(r'^a/$', View.as_view(x=1)), path('b/', include(more)),
                path('c/', exempt(login(views.C.as_view()))), path('d/', view=d), path(e, f)]",
            "/ -> views.home\na/ -> View\nc/ -> views.C\nd/ -> d",
        ),
        (
            "one = [path('x/', views.x), path('', views.all)]\ntwo = [path('c/', include((one, 'n')))]\n\
             urlpatterns = [path('b/', include(two)), re_path('^d/', include([path('e/', views.e)])), path('f/', views.f)]",
            "b/c/x/ -> views.x\nb/c/ -> views.all\nd/e/ -> views.e\nf/ -> views.f",
        ),
        ("one: list = [path('x/', x)]\nurlpatterns: list[Any] = [path('a/', include(one))]", "a/x/ -> x"),
        ("one = [path('x/', x)]\nurlpatterns = [path('a/', include(one)), path('b/', include(one))]", "x/ -> x"),
        ("one = [path('x/', x), path('y/', include(one))]", "x/ -> x"),
        ("router.register('g', GSet, basename='x'); register('h', H); atexit.register(i); plugs.register('k', K); g.register('l', L, basename='m')", "g -> GSet\nl -> L"),
        ("url(r'^a\\$', a); url('^b$', b)", "a\\$ -> a\nb -> b"),
        ("mark('x,y', [('/missing', NotFound)]); t = [('/tmp/x', Handler)]", ""),
        ("class A:\n    handlers = [('/r', h.R)]\nself.urls = [(r'/s$', S)]\napp.add_handlers('.*', [('/t', T)])", "/r -> h.R\n/s -> S\n/t -> T"),
        ("app.add_url_rule('/j', 'j', j); app.add_url_rule('/k', view_func=k)", "/j -> j\n/k -> k"),
        ("app.router.add_get('/l', l); api.add_resource(M, '/m'); Route('/n', endpoint=n)", "GET /l -> l\n/m -> M\n/n -> n"),
        ("app = Application([(r'/o', OHandler), ('/p', q), ('r', S), (r'/t', T, dict())])", "/o -> OHandler\n/t -> T"),
    ] {
        check(Flavor::Module, source, routes, expected);
    }
}

/// `on: address -> answers`
fn registered(facts: &FileFacts) -> String {
    let on = |it: &Route| it.on.clone().unwrap_or_default();
    lines(facts.routes.iter().map(|it| format!("{}: {} -> {}", on(it), it.address, it.answers)))
}

#[test]
fn addresses_are_known_with_the_object_that_they_are_registered_on() {
    for (source, expected) in [
        (
            "@router.get('/a')\ndef a(): pass\nclass B:\n  @public_router.post('')\n  def b(self): pass",
            "router: GET /a -> \npublic_router: POST ->",
        ),
        (
            "@app.route('/c', methods=['post'])\ndef c(): pass\n@cache.get('/d')\ndef d(): pass",
            "app: POST /c ->",
        ),
        (
            "router.include_router(a.router)\nrouter.include_router(b.router, prefix='/b')\nrouter.include_router(c())",
            "router:  -> a.router\nrouter: /b -> b.router",
        ),
        (
            "app.register_blueprint(users, url_prefix='/u')\napp.add_url_rule('/j', 'j', j)",
            "app: /u -> users\napp: /j -> j",
        ),
        ("urlpatterns = [path('d', views.d)]", ": d -> views.d"),
    ] {
        check(Flavor::Module, source, registered, expected);
    }
}

#[test]
fn what_is_asked_for_without_a_dot_where_the_dot_fails_is_told() {
    let body = |tried: &str, caught: &str, instead: &str| {
        format!("def f():\n  try:\n    {tried}\n  except{caught}:\n    {instead}\n")
    };
    for (source, expected) in [
        (body("from .b import x", " ImportError", "from b import x"), "none falls back to b"),
        (
            body("from . import b, c", "", "import sys, c; import d.e"),
            "none falls back to c falls back to d falls back to sys",
        ),
        (
            body("from .b.d import x", " (ValueError, ImportError) as e", "from b.e import y"),
            "none falls back to b",
        ),
        (body("from .b import x", " KeyError", "from b import x"), "none"),
        (body("from .b import x", " ImportError", "from c import x"), "none"),
        (body("from ..b import x", " ImportError", "from b import x"), "none"),
        (body("from b import x", " ImportError", "from .b import x"), "none"),
    ] {
        check(Flavor::Module, &source, header, expected);
    }
}

#[test]
fn test_modules_are_known_by_their_names() {
    for (name, flavor) in [
        ("test_a.py", Flavor::Test),
        ("a_test.py", Flavor::Test),
        ("conftest.py", Flavor::Module),
        ("test_a.pyi", Flavor::Stub),
        ("tests.py", Flavor::Module),
        ("testing.py", Flavor::Module),
    ] {
        assert_eq!(Flavor::of_name(name.as_bytes()), Some(flavor), "{name}");
    }
}
