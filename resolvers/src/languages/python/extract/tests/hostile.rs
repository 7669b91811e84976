//! Broken and hostile texts: nothing may abort the process, and imports are found all the same.

use std::thread;

use super::{Flavor, check, extract, imports, symbols};
use crate::facts::Parse;

/// The levels that a hostile text nests; a parser without optimisation is too slow for more.
const DEEP: usize = if cfg!(debug_assertions) { 10_000 } else { 100_000 };

/// `extract` on a thread with the stack of a test, `source` after an import.
fn on_small_stack(source: String) -> (Parse, usize) {
    let run = move || {
        let facts = extract(Flavor::Module, format!("import x\n{source}").as_bytes());
        (facts.parse, facts.imports.len())
    };
    thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread").join().expect("no panic")
}

#[test]
fn deep_nesting_is_read_or_reported() {
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let blocks = (0..400).map(|at| " ".repeat(at) + "if a:\n").collect::<String>();
    for source in [
        nested("(", "1", ")"),
        nested("[", "", "]"),
        nested("{1:", "2", "}"),
        nested("f(", "", ")"),
        nested("a[", "1", "]"),
        nested("not ", "a", ""),
        nested("-", "1", ""),
        nested("lambda: ", "1", ""),
        nested("a if b else ", "c", ""),
        nested("await ", "a", ""),
        nested("2**", "2", ""),
        nested("*", "a", ""),
        nested("x = ", "1", ""),
        nested("(yield ", "1", ")"),
        nested("[a for a in ", "b", "]"),
        format!("1{}", "+1".repeat(DEEP)),
        format!("a{}", ".b()".repeat(DEEP)),
        format!("a{}", ".b".repeat(DEEP)),
        format!("f(){}", ".b".repeat(DEEP)),
        format!("1{}", "<1".repeat(DEEP)),
        format!("{blocks}{}pass\n", " ".repeat(400)),
        format!("if a: pass\n{}", "elif b: pass\n".repeat(DEEP)),
        format!("match a:\n case {}: pass\n", nested("[", "b", "]")),
        format!("def f(a: {}): pass\n", nested("A[", "b", "]")),
        format!("'a'{}", " 'a'".repeat(DEEP)),
        format!("from {} import a\n", ".".repeat(DEEP)),
        "(".repeat(DEEP),
        "f'{".repeat(DEEP / 10),
        "if a:\n".repeat(DEEP),
    ] {
        let head: String = source.chars().take(20).collect();
        let (parse, imports) = on_small_stack(source);
        assert!(parse == Parse::Failed || imports >= 1, "{head}: {parse:?}, {imports} imports");
    }
}

#[test]
fn python_2_is_read() {
    let source = "import urllib2\nfrom a import b\nprint 'x', b\nexec 'y'\nclass C:\n    '''A class.'''\n    def f(self):\n        print b\n";
    check(Flavor::Module, source, imports, "runtime urllib2 {* as urllib2}\nruntime a {b}");
    check(Flavor::Module, source, symbols, "+C Class: class C: A class.\n+C.f Method: def f(self)");
    let facts = extract(Flavor::Module, source.as_bytes());
    assert_eq!((facts.parse, facts.problems.len()), (Parse::Complete, 0));
    check(
        Flavor::Package,
        "from . import a\nprint 1\n",
        |facts| format!("{:?}", facts.header.binds.iter().map(|it| it.import).collect::<Vec<_>>()),
        "[Some(0)]",
    );
}

#[test]
fn what_is_broken_is_read_around_its_errors() {
    for (source, expected) in [
        ("import a\ndef f(:\n    pass\nfrom b import c\n", "runtime a {* as a}\nruntime b {c}"),
        (
            "import a\n<<<<<<< HEAD\nimport b\n=======\nimport c\n>>>>>>> x\n",
            "runtime a {* as a}\nruntime b {* as b}\nruntime c {* as c}",
        ),
        ("import a\nx = (1,\n", "runtime a {* as a}"),
        ("from a import (\n  b,  # why\n  c as d,\n)\nx = = 1\n", "runtime a {b}\nruntime a {c as d}"),
        ("if TYPE_CHECKING:\n    import a\nx = = 1\n", "type a {* as a}"),
    ] {
        check(Flavor::Module, source, imports, expected);
        let facts = extract(Flavor::Module, source.as_bytes());
        assert!(facts.parse == Parse::Recovered && !facts.problems.is_empty(), "{source}");
    }
}

#[test]
fn what_is_no_text_is_told() {
    for source in [&[0; 10_000][..], b"\x7fELF\x02\x01\x01\0\0\0\xde\xad\xbe\xef", b"\xff\xfei\0m\0"] {
        let facts = extract(Flavor::Module, source);
        assert!(facts.parse != Parse::Complete && !facts.problems.is_empty(), "{source:?}");
    }
    for source in [
        &b""[..],
        b"\xef\xbb\xbfimport a",
        b"import a\r\nimport b\r\n",
        b"\x0cimport a\n",
        b"import a\\\n  .b\n",
    ] {
        let facts = extract(Flavor::Module, source);
        assert_eq!(facts.parse, Parse::Complete, "{}", bstr::BStr::new(source));
    }
    let facts = extract(Flavor::Module, b"\xef\xbb\xbfimport a\nx = = 1\n");
    assert_eq!((facts.imports[0].span.start, facts.problems[0].offset), (3, 16));
}

#[test]
fn noise_costs_no_more_than_its_length() {
    let mut state = 7_u32;
    let mut noise = Vec::new();
    for _ in 0..100_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push(b"(){}[]:='\"\n \t#.,imaport*@"[(state >> 16) as usize % 25]);
    }
    let facts = extract(Flavor::Module, &noise);
    assert_ne!(facts.parse, Parse::Complete);
    let many = "x: A\n".repeat(20_000);
    let facts = extract(
        Flavor::Module,
        format!("from a import A\n@dataclass\nclass C:\n {}", many.replace('\n', "\n ")).as_bytes(),
    );
    assert_eq!(facts.injections.len(), 1);
}

/// What grows with the square of the length takes minutes for one of them.
#[test]
fn long_bodies_are_read_once() {
    const MANY: usize = 20_000;
    let many = |piece: &dyn Fn(usize) -> String| (0..MANY).map(piece).collect::<String>();
    for body in [
        many(&|at| format!("    a{at}.b = {at}\n")),
        many(&|at| format!("    b{at} = a.get({at})\n    b{at}.save()\n")),
        many(&|at| format!("    if a:\n        b{at}.c()\n")),
        many(&|at| format!("    run('SELECT a FROM t{at}')\n")),
        "    a.b()\n".repeat(MANY),
    ] {
        extract(Flavor::Module, format!("def f(a):\n{body}    return a.b.c\n").as_bytes());
        extract(Flavor::Module, format!("def f(a):\n{body}").as_bytes());
    }
    let urls = many(&|at| format!("u{at} = [path('a/', include(u{}))]\n", at + 1));
    extract(Flavor::Module, urls.as_bytes());
}
