//! Facts as texts: a file in, lines out.

mod referee;

use super::extract;
use crate::facts::{FileFacts, ImportSyntax, Origin, Parse};

/// `imports`, `uses` and `symbols` of a file, a line each.
fn told(source: &str) -> String {
    let facts = extract(source.as_bytes(), false);
    let mut lines = Vec::new();
    for import in &facts.imports {
        let names: Vec<_> =
            import.names.iter().map(|it| it.local.clone().unwrap_or_else(|| "*".to_owned())).collect();
        let form = match import.syntax {
            ImportSyntax::Import => "import as",
            ImportSyntax::ImportPackage => "import",
            ImportSyntax::ImportAll => "import all",
            ImportSyntax::SideEffect => "load",
            _ => "embed",
        };
        lines.push(format!("{form} {}: {}", import.specifier, names.join(" ")).trim_end().to_owned());
    }
    for reference in &facts.references {
        let place = reference.symbol.map_or("the file", |at| &facts.symbols[at as usize].name);
        lines.push(format!("{} in {place}", reference.binding));
    }
    lines.join("\n")
}

fn symbols(source: &str) -> String {
    let facts = extract(source.as_bytes(), false);
    let told = facts.symbols.iter().map(|it| {
        let of = it.container.map_or(String::new(), |at| format!(" of {}", facts.symbols[at as usize].name));
        let doc = it.doc.as_ref().map_or(String::new(), |doc| format!(" // {doc}"));
        let text = &source[it.span.start as usize..it.span.end as usize];
        let head = text.lines().next().unwrap_or_default();
        format!("{:?} {}{of} `{head}`{doc}", it.kind, it.name)
    });
    told.collect::<Vec<_>>().join("\n")
}

fn check(source: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    assert_eq!(told(source).lines().collect::<Vec<_>>(), expected, "{source}");
}

fn check_symbols(source: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    assert_eq!(symbols(source).lines().collect::<Vec<_>>(), expected, "{source}");
}

#[test]
fn every_form_of_an_import() {
    check(
        "package a\nimport \"fmt\"\nimport (\n\ty \"gopkg.in/yaml.v2\"; `os`\n\t. \"strings\"\n\t_ \"embed\"\n\n\t\"C\"\n)\n\
         //go:embed a.txt \"b c\" `d`\nvar s = Repeat(fmt.Sprint(y.Marshal), 2)\nfunc f() { fmt.Println(T{Key: os.Args}) }\n",
        "import fmt: fmt.Sprint fmt.Println
         import as gopkg.in/yaml.v2: y.Marshal
         import os: os.Args
         import all strings: *
         load embed:
         import C: C
         embed a.txt:
         embed b c:
         embed d:
         Repeat in s
         fmt.Sprint in s
         y.Marshal in s
         fmt.Println in f
         T in f
         os.Args in f",
    );
}

#[test]
fn what_another_file_of_the_package_may_declare() {
    check(
        "package a
         type Own struct { Field Type; Embedded; *Other }
         type Face interface { Method(Arg) Result }
         func (o *Own) Method() (Given, error) { return Given{Key: Value}, nil }
         func Map[K comparable, Elem Bound](k K, e []Elem) { var Local = Call(func() struct{ Inner Kind } { return X }) }
         func (s *Set[Item]) Add(i Item) {
         Loop:
             for { if Ready() { break Loop }; goto Done }
             Own{}.Method()
             switch i.(type) { case *Kept, Held: return; default: }
         }",
        "Type in Field
         Other in Own
         Arg in Method
         Result in Method
         Given in Method
         Value in Method
         Call in Map
         X in Map
         Ready in Set.Add
         Kept in Set.Add
         Held in Set.Add",
    );
}

#[test]
fn an_unnamed_import_is_known_by_what_is_used() {
    check(
        "package a\nimport (\n\"go.etcd.io/etcd/client/v3\"\n\"github.com/x/go-cmp\"\n\"github.com/x/y-sql\"\n\"gopkg.in/z.v1\"\n)\n\
         var _ = client.New(cmp.Diff, sql.Open, zed.Z)\n",
        "import go.etcd.io/etcd/client/v3: client.New
         import github.com/x/go-cmp: cmp.Diff
         import github.com/x/y-sql: sql.Open
         import gopkg.in/z.v1: z
         client.New in the file
         cmp.Diff in the file
         sql.Open in the file
         zed.Z in the file",
    );
}

#[test]
fn local_names_hide_packages() {
    check(
        "package a
         import (\"net/url\"; \"path\"; \"log\")
         var log2 = log.Default()
         func f(url *url.URL, n int) (path string) { return url.Path + path.Join }
         func g() {
             url, err := url.Parse(\"x\")
             _ = url.Host
             if path := path.Join(\"a\"); path.Base != \"\" { path.Dir() } else { path.Ext() }
             path.Clean()
             for _, log := range log.Writers() { log.Print() }
             func(log int) { log.Fatal() }(1)
             log.Panic()
             switch path := any(err).(type) { case error: path.Error() }
             var path, other = path.Match, 1
             path.Split()
         }
         func (log *T) h(x, y url.Values) { log.M(); x.Y() }
         type T struct { url url.Userinfo; F func(path path.P) path.R }
         func k() { { path := 1; path.A() }; path.B() }
         func l() { select { case log := <-log.C: log.X(); default: log.Y() } }
         func m(f func(log int) bool, g ...string) func(url int) { log.Z(); return func(a int) { url.Q() } }",
        "import net/url: url.URL url.Parse url.Values url.Userinfo url.Q
         import path: path.Join path.Clean path.Match path.P path.R path.B
         import log: log.Default log.Writers log.Panic log.C log.Y log.Z
         log.Default in log2
         url.URL in f
         url.Parse in g
         path.Join in g
         path.Clean in g
         log.Writers in g
         log.Panic in g
         path.Match in g
         url.Values in h
         url.Userinfo in T
         path.P in F
         path.R in F
         path.B in k
         log.C in l
         log.Y in l
         log.Z in m
         url.Q in m",
    );
}

#[test]
fn what_stands_in_texts_and_comments_is_no_code() {
    check(
        "// Package a.\npackage a /* import \"no\" */\nimport \"fmt\" // import \"no\"\nvar a = `fmt.A\n\\` + \"fmt.\\\"B\" + string('\"') + \"\\\\\"\n\
         // fmt.C\n/* fmt.D */ var b = 'x' + '\\'' + fmt.E + 0x1p-2 + 1e+3 + 0xe+fmt.F\nvar c = a.\n\tb.C + x[fmt.G:fmt.H]\n",
        "import fmt: fmt.E fmt.F fmt.G fmt.H
         fmt.E in b
         fmt.F in b
         fmt.G in c
         fmt.H in c",
    );
}

#[test]
fn declarations_with_documentation() {
    check_symbols(
        "package a
/* Adds
 * numbers. */
//go:noinline
// revive:disable-next-line:unexported-return
func Add(a, b int) int { return a + b }

// Group.
const (
\t// One is first.
\tOne, two = iota, 1 // no
\tThree // Three is third.
)
var Single = 1; var _ = Single
// T is a type.
// It has parts.
//
// More.
type T[K comparable, V any] struct {
\t// A is a field.
\tA, b K
\tC struct { D int } // C is behind.
\tio.Reader
\tGeneric[K]
\t*Base `json:\"x\"`
}
type (
\tI interface { M(x int) error; I2; ~int | string }
\tArray [4]struct{ X int }
\tAlias = T[int, string]
\tOther = struct { Z int }
)
// M is a method.
func (t *T[K, V]) M(x int) error { return nil }
func (Elsewhere) N() {}
func (a Array) len() struct{ Y int } { type local struct { Z int }; var Inner int }
func Generic[T interface{ M() }](t T) (r struct{}, err error) { return }
func external(x int)
func _() {}
",
        "Function Add `func Add(a, b int) int { return a + b }` // Adds numbers.
         Variable One `One, two = iota, 1` // One is first.
         Variable two `two = iota, 1` // no
         Variable Three `Three` // Three is third.
         Variable Single `var Single = 1`
         Class T `type T[K comparable, V any] struct {` // T is a type. It has parts.
         Field A of T `A, b K` // A is a field.
         Field C of T `C struct { D int }` // C is behind.
         Interface I `I interface { M(x int) error; I2; ~int | string }`
         Method M of I `M(x int) error`
         Type Array `Array [4]struct{ X int }`
         Type Alias `Alias = T[int, string]`
         Class Other `Other = struct { Z int }`
         Field Z of Other `Z int`
         Method M of T `func (t *T[K, V]) M(x int) error { return nil }` // M is a method.
         Method Elsewhere.N `func (Elsewhere) N() {}`
         Method len of Array `func (a Array) len() struct{ Y int } { type local struct { Z int }; var Inner int }`
         Function Generic `func Generic[T interface{ M() }](t T) (r struct{}, err error) { return }`
         Function external `func external(x int)`",
    );
}

fn facts(source: &str) -> FileFacts {
    extract(source.as_bytes(), false)
}

#[test]
fn a_package_has_documentation_and_constraints() {
    let head = "// Copyright of somebody.\n\n//go:build ignore\n// +build ignore\n\n// Package a does.\n//\n// More.\npackage a // b\n";
    let told = facts(head);
    assert_eq!((told.doc.as_deref(), told.header.never_built), (Some("Package a does."), true));
    assert_eq!((told.header.package.as_deref(), told.parse), (Some("a"), Parse::Complete));
    let old = facts("// +build ignore\n\npackage a\n");
    assert!(old.header.never_built && !facts("// +build ignore\npackage a\n").header.never_built);
    let generated = facts("// Code generated by x. DO NOT EDIT.\n\npackage a\n");
    assert_eq!((generated.origin, generated.doc), (Origin::Generated, None));
    assert_eq!(facts("// Copyright 1999\npackage a\n").doc, None);
    let marked =
        facts("package a\n\n// @dsp func-00000001\n\n// F is.\nfunc F() {\n\t// @dsp func-00000002\n}\n");
    assert_eq!(
        marked.markers.iter().map(|it| it.uid.as_str()).collect::<Vec<_>>(),
        ["func-00000001", "func-00000002"]
    );
}

#[test]
fn layout_does_not_tell_fields_from_types() {
    check_symbols(
        "package a\ntype T struct {\nItems[]Issue\nList[4]int\nBase[K]\nOther [V] `x`\nM map[string]int; P[Q[R], S] // s\n}\nfunc (x T) T {}\nfunc () *F {}\n",
        "Class T `type T struct {`
         Field Items of T `Items[]Issue`
         Field List of T `List[4]int`
         Field M of T `M map[string]int`",
    );
}

#[test]
fn a_type_is_used_by_what_it_is_the_type_of() {
    let source = "package a\ntype G struct {\nName string\nMode Mode\nA, B Kind\nBase\nC x.Y\n}\nvar Z, W Other\nfunc F(p Part) Whole { return Made(p) }\n";
    let facts = facts(source);
    let told: Vec<String> = facts
        .references
        .iter()
        .map(|it| {
            let by = it.symbol.map_or("-", |at| &facts.symbols[at as usize].name);
            format!("{} by {by}", it.binding)
        })
        .collect();
    assert_eq!(
        told.join(", "),
        "Mode by Mode, Kind by A, x.Y by C, Other by Z, Part by F, Whole by F, Made by F"
    );
}

#[test]
fn signatures_are_heads_without_bodies() {
    let source = "package a\n
        func F(ctx context.Context, a, b int, // x\n\tf func(int) error) (n int, err error) { G(1) }
        func (t *T[K]) M() {}
        func L(a int)\n
        type T[K any] struct { /* x */ A, B string `json:\"a\"`; c int; D struct { E int } }
        type I interface { N(a int) error; fmt.Stringer }
        type (\nN = map[string]int\nH func(w io.Writer)\n)
        var V = map[string]int{\"a\": 1}
        var X, Y = f()
        const (\nP Kind = iota\nQ\n)
        var Z = func() int { return 1 }
    ";
    let facts = facts(source);
    let told: Vec<_> = facts.symbols.iter().map(|it| it.signature.as_deref().unwrap_or("-")).collect();
    assert_eq!(
        told,
        [
            "func F(ctx context.Context, a, b int, f func(int) error) (n int, err error)",
            "func M()",
            "func L(a int)",
            "type T[K any] struct",
            "A, B string `json:\"a\"`",
            "B string `json:\"a\"`",
            "D struct { E int }",
            "type I interface",
            "func N(a int) error",
            "type N = map[string]int",
            "type H func(w io.Writer)",
            "var V = map[string]int{\"a\": 1}",
            "-",
            "-",
            "const P Kind = iota",
            "const Q Kind",
            "var Z = func() int { return 1 }",
        ]
    );
    let long = format!("package a\nfunc F({}) {{}}\n", "größe int, ".repeat(100_000));
    let cut = super::tests::facts(&long).symbols[0].signature.clone().unwrap();
    assert!(cut.len() <= 200 && cut.starts_with("func F(größe int, "), "{cut}");
}

/// How the file was read, what is wrong, and what is declared all the same.
fn check_broken(source: &str, expected: &str) {
    let facts = facts(source);
    let wrong: Vec<_> = facts.problems.iter().map(|it| format!("{} at {}", it.message, it.offset)).collect();
    let names: Vec<_> = facts.symbols.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(format!("{:?}; {}; {}", facts.parse, wrong.join(", "), names.join(" ")), expected, "{source}");
}

#[test]
fn broken_source_gives_what_can_be_read() {
    check_broken("", "Recovered; no package clause at 0; ");
    check_broken("func F() {}\n", "Recovered; no package clause at 0; F");
    check_broken("package\nfunc F() {}", "Recovered; a package clause without a name at 8; F");
    check_broken(
        "package a\nfunc F() {\nfunc G() {}\n",
        "Recovered; a bracket that nothing closes at 21; F G",
    );
    check_broken(
        "package a\nfunc F() { ) }\nfunc G() {}\n",
        "Recovered; a bracket that nothing opens at 21; F G",
    );
    check_broken("package a\nvar s = `x\nfunc G() {}\n", "Recovered; a literal that nothing ends at 18; s");
    check_broken(
        "package a\nvar s = \"x\nfunc G() {}\n",
        "Recovered; a literal that nothing ends at 18; s G",
    );
    check_broken("package a\nfunc G() {}\n/* x", "Recovered; a comment that nothing ends at 22; G");
    check_broken("package a\n<<<<<<< x\nfunc G() {}\n", "Recovered; no declaration at 11; G");
    check_broken("package a\nhello world\nfunc G() {}\n", "Recovered; no declaration at 21; G");
    check_broken("\u{feff}package a\nfunc G() {}\n", "Complete; ; G");
    check_broken("package a\nfunc Größe() {}\nvar Ünder int\n", "Complete; ; Größe Ünder");
    assert_eq!(facts("a\0b").parse, Parse::Failed);
    assert_eq!(extract(b"\xff\xfep\0", false).parse, Parse::Failed);
}

#[test]
fn depth_and_length_are_no_danger() {
    for open in [
        "(",
        "[",
        "{",
        "func(",
        "func(x func(",
        "map[",
        "f(func() {",
        "struct{ A struct{",
        "if x := ",
        "/*",
        "`",
        "\"",
    ] {
        let facts = facts(&format!("package a\nimport \"fmt\"\nvar x = {}fmt.A", open.repeat(200_000)));
        assert_eq!(facts.imports.len(), 1, "{open}");
    }
    let long = format!("package a\n{}", "func F() { x := y.Z; x.Y() }\n".repeat(100_000));
    assert_eq!(facts(&long).symbols.len(), 100_000);
}

/// `suite: title`, or `case: title`.
#[test]
fn cases_of_tests_are_called_by_what_they_are_run_with() {
    let titles = |source: &str| {
        let facts = extract(format!("package a\n{source}").as_bytes(), true);
        let told = facts.titles.iter().map(|it| format!("{:?}: {}", it.sort, it.text).to_lowercase());
        told.collect::<Vec<_>>().join("; ")
    };
    for (source, expected) in [
        (
            "func TestA(t *testing.T) { t.Run(\"finds one\", func(t *testing.T) {}) }",
            "suite: testa; case: finds one",
        ),
        (
            "func TestA(t *testing.T) { for _, tt := range []struct{name string}{{name: \"one\"}, {\n\"name\": 2, name:   `two`,\n}} { t.Run(tt.name, f) } }\nfunc TestB(t *testing.T) {}",
            "suite: testa; case: one; case: two; suite: testb",
        ),
        (
            "func (s *S) TestA() { for name, c := range map[string]c{\"one\": {1}, \"two\": {} } { s.Run(name, func() {}) } }",
            "suite: s.testa; case: one; case: two",
        ),
        (
            "func TestA() { ns := Space{Name: \"x\"}; for _, c := range []c{{Name: \"one\", of: Pod{Name: \"p\"}, all: []Pod{{Name: \"q\"}}}} { t.Run(c.Name, f) } }",
            "suite: testa; case: one",
        ),
        (
            "func TestA() { for _, c := range []c{{name: \"one\", f: func(x int) { y := []P{{name: \"p\"}} }}} { t.Run(c.name, f) }; t.Run(\"group\", func(t *T) { for _, c := range []c{{name: \"two\"}} { t.Run(c.name, f) } }) }",
            "suite: testa; case: one; case: group; case: two",
        ),
        (
            "func TestA() { for name := range map[string]c{\"one\": {headers: map[string]H{\"Accept\": {}}}} { t.Run(name, func() {}) } }",
            "suite: testa; case: one",
        ),
        // Not everything that is called so is a test, or runs one.
        (
            "type TestCase struct{}\nvar TestConfig = 1\nfunc TestdataPath() {}\nfunc TestA() { t.Run(\"a b\", f) }",
            "suite: testa; case: a b",
        ),
        (
            "func TestA() { git.Run(\"rev-parse\", \"HEAD\"); m := map[string]c{\"one\": {}}; cmd.Run(ctx, m) }",
            "",
        ),
        // What nothing is run with is no title.
        ("func TestA(t *testing.T) { f(user{name: \"bob\"}); m := map[string]a{\"b\": {}} }", ""),
        (
            "func TestA(t *testing.T) { t.Run(fmt.Sprint(1), f); t.Run(\"a\\nb\", f); cmd.Run(); s.When(\"x\", f) }",
            "",
        ),
        (
            "var _ = Describe(\"users\", func() { It(\"can log in\", func() {}); ginkgo.Context(\"as admins\", func() {}) })",
            "suite: users; case: can log in; suite: as admins",
        ),
        ("func TestA(t *testing.T) { t.Run(\"open", ""),
        ("func TestA() { Describe(\"a\", ", "suite: a"),
    ] {
        assert_eq!(titles(source), expected, "{source}");
    }
    let nested = extract(b"package a\nvar _ = Describe(\"a\", func() { It(\"b\", f()) })\n", true);
    assert!(nested.titles[0].span.end > nested.titles[1].span.end);
    assert!(extract(b"package a\nfunc f(t *testing.T) { t.Run(\"a\", f) }", false).titles.is_empty());
}
