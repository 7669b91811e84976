//! Texts with `@` where markers go, and properties over them and over real files.

mod properties;

use self::properties::{broken, language, marked};
use crate::facts::Subject;

/// The places in `source`, which is marked for `name` with all markers that can stand there, as text.
fn check(name: &str, source: &str, expected: &str) {
    let told = marked(name, source.as_bytes(), &|_| true).unwrap_or_else(|| panic!("{source}"));
    let mut text = String::from_utf8(told.text).unwrap();
    for (uid, name) in &told.uids {
        text = text.replace(uid, name);
    }
    assert_eq!(text, expected);
    assert_eq!(broken(name, source.as_bytes()), Some(Vec::new()), "{source}");
}

/// What each marker of `source` speaks of.
fn subjects(name: &str, source: &str) -> Vec<String> {
    let (language, dialect) = language(name);
    let facts = language.extract(dialect, source.as_bytes());
    let told = |subject| match subject {
        Subject::File => "file".to_owned(),
        Subject::Nothing => "nothing".to_owned(),
        Subject::Symbol(at) => facts.symbols[at as usize].name.clone(),
    };
    facts.markers.iter().map(|it| told(it.subject)).collect()
}

#[test]
fn a_marker_stands_above_the_whole_block() {
    check(
        "a.ts",
        "/* License of x */\n'use client';\n\nimport a from 'a';\n\n/** F is. */\n// @ts-ignore\nexport function f() {}\nconst x = 1; // x\nexport const y = 2,\n  z = 3;\n",
        "/* License of x */\n'use client';\n\n// @dsp FILE\nimport a from 'a';\n\n// @dsp f\n/** F is. */\n// @ts-ignore\nexport function f() {}\n// @dsp x\nconst x = 1; // x\n// @dsp y\nexport const y = 2,\n  // @dsp z\n  z = 3;\n",
    );
    check(
        "a.py",
        "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\"\"\"Doc.\"\"\"\nimport a\n\n# It is.\n@a.b(\n    1\n)\ndef f(): pass\nx = 1; y = 2\nif a:\n    # inner\n    class C:\n        z = 1\n",
        "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n# @dsp FILE\n\"\"\"Doc.\"\"\"\nimport a\n\n# @dsp f\n# It is.\n@a.b(\n    1\n)\ndef f(): pass\n# @dsp x\nx = 1; y = 2\nif a:\n    # @dsp C\n    # inner\n    class C:\n        # @dsp z\n        z = 1\n",
    );
    check(
        "a.go",
        "// Copyright x\n\n//go:build linux\n\n// Package a is.\npackage a\n\n// #include <x.h>\nimport \"C\"\n\n// F is.\n//\n//go:noinline\nfunc F() {}\n\nconst (\n\tA = 1\n)\n\nvar B, D = 1, 2\n",
        "// Copyright x\n\n//go:build linux\n\n// @dsp FILE\n\n// Package a is.\npackage a\n\n// #include <x.h>\nimport \"C\"\n\n// @dsp F\n\n// F is.\n//\n//go:noinline\nfunc F() {}\n\nconst (\n\tA = 1\n)\n\n// @dsp B\n\nvar B, D = 1, 2\n",
    );
}

#[test]
fn what_stands_behind_the_head_on_its_line_is_passed_over() {
    check(
        "a.js",
        "#!/usr/bin/env node\n'use strict'; // x\n// y\ng();\n",
        "#!/usr/bin/env node\n'use strict'; // x\n// @dsp FILE\n// y\ng();\n",
    );
    check("a.js", "'use strict'; /* x\n*/ g();\n", "'use strict'; /* x\n*/ g();\n");
    check(
        "a.vue",
        "<script>\n</script>\n<script src='a'>\n</script>\n",
        "<script>\n</script>\n<script src='a'>\n</script>\n",
    );
    check(
        "a.vue",
        "<script>\n</script>\n<script setup>\ng();\n</script>\n",
        "<script>\n</script>\n<script setup>\n// @dsp FILE\ng();\n</script>\n",
    );
}

#[test]
fn blocks_of_a_component_that_are_no_scripts_take_none() {
    let text = "<docs lang='md'>\n<script>\nexport function f() {}\n</script>\n</docs>\n\
        <template><p a=\"<script>\nexport function g() {}\n</script>\"/><template>a</template></template>\n\
        <style>\n</style>\n<i18n/>\n<!-- <script> -->\n<script>\nf();\nexport function h() {}\n</script>\n";
    let marked = text.replace("\nf();\n", "\n// @dsp FILE\nf();\n// @dsp h\n");
    check("a.vue", text, &marked);
}

#[test]
fn many_markers_and_declarations_on_a_line_are_told_in_no_time() {
    let markers = "/* @dsp x */ ".repeat(50_000);
    assert_eq!(subjects("a.ts", &format!("{markers}\nexport class A {{}}\n")).len(), 50_000);
    let lines = "// @dsp obj-00000001\n".repeat(50_000);
    assert_eq!(subjects("a.ts", &format!("g();\n{lines}export class A {{}}\n")).last().unwrap(), "A");
    let names: Vec<String> = (0..50_000).map(|at| format!("a{at}")).collect();
    let told = marked("a.ts", format!("g();\nvar {};\n", names.join(",")).as_bytes(), &|_| true).unwrap();
    assert_eq!(told.uids.len(), 2);
    let names =
        format!("g();\n{}const {{ {} }} = f();\n", "// What it is.\n".repeat(20_000), names.join(", "));
    assert_eq!(marked("a.ts", names.as_bytes(), &|_| true).unwrap().uids.len(), 2);
}

#[test]
fn what_shares_a_line_or_a_statement_has_no_place() {
    check(
        "a.ts",
        "f(); const a = 1;\nconst b = 2; const c = 3;\n",
        "// @dsp FILE\nf(); const a = 1;\n// @dsp b\nconst b = 2; const c = 3;\n",
    );
    check(
        "a.ts",
        "g();\nexport const { a, b } = f();\n",
        "// @dsp FILE\ng();\n// @dsp a\nexport const { a, b } = f();\n",
    );
    check(
        "a.ts",
        "g();\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) {}\n",
        "// @dsp FILE\ng();\n// @dsp f\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;\nexport function f(a: any) {}\n",
    );
    check(
        "a.go",
        "package a\n\nvar B = 1\nvar C = 2\n",
        "// @dsp FILE\n\npackage a\n\n// @dsp B\n\nvar B = 1\nvar C = 2\n",
    );
    check(
        "a.py",
        "import x\nif x:\n\n    def f(): pass\n\n    def g(): pass\n",
        "# @dsp FILE\nimport x\nif x:\n\n    def f(): pass\n\n    # @dsp g\n    def g(): pass\n",
    );
    check(
        "a.py",
        "import x\nx = \\\n  1\na = b = 2\n",
        "# @dsp FILE\nimport x\n# @dsp a\na = b = 2\n"
            .replace("import x\n", "import x\nx = \\\n  1\n")
            .as_str(),
    );
}

#[test]
fn a_marker_speaks_of_what_follows() {
    let check = |name: &str, source: &str, expected: &str| {
        assert_eq!(subjects(name, source).join(" "), expected, "{source}");
    };
    check(
        "a.ts",
        "// @dsp obj-00000001\nimport 'a';\n\n// @dsp obj-00000002\n\nexport class A {}\n",
        "file A",
    );
    check("a.ts", "// @dsp obj-00000001\nexport class A {}\n", "A");
    check("a.ts", "// @dsp obj-00000001\n// @dsp obj-00000002\nexport class A {}\n", "file A");
    check("a.ts", "// @dsp obj-00000001 x\n//@dsp obj-00000002\nexport class A {}\n", "file A");
    check("a.ts", "// @dsp\n// @dsp obj-00000002\nexport class A {}\n", "A A");
    check(
        "a.ts",
        "g();\n/** A. */\n// @dsp obj-00000002\nexport class A {\n  // @dsp obj-1\n}\n",
        "A nothing",
    );
    check("a.ts", "g();\n@b()\n// @dsp obj-00000002\n@c()\n/* @dsp x */\nexport class A {}\n", "A A");
    check(
        "a.ts",
        "g(); // @dsp obj-00000001\nexport class A {}\n// @dsp obj-00000002\ng();\n",
        "nothing nothing",
    );
    check("a.ts", "g();\n/* a */ g(); // @dsp obj-00000001\nexport class A {}\n", "nothing");
    check("a.ts", "g();\n/* a */ /* @dsp x */ /* @dsp y */\nexport class A {}\n", "A A");
    check("a.ts", "'use client';\n// @dsp obj-00000001\nconst a = require('a');\n", "file");
    check("a.ts", "// @dsp obj-00000001\n'use client';\nconst a = 1;\n", "file");
    check("a.py", "# @dsp obj-00000001\n'''Doc.'''\n@a\n# @dsp func-00000002\ndef f(): pass\n", "file f");
    check("a.py", "x = '''\n# @dsp obj-00000001\n'''\n# @dsp obj-00000002\nif a: pass\n", "nothing");
    check(
        "a.py",
        "'''Doc.'''\n# @dsp obj-00000001\nimport a\nif a:\n  # @dsp func-00000001\n  def f(): pass\n",
        "file f",
    );
    check(
        "a.go",
        "// @dsp obj-00000001\n\npackage a\n\n// @dsp func-00000001\n\n// F is.\nfunc F() {\n\t// @dsp x\n}\n",
        "file F nothing",
    );
    check(
        "a.go",
        "package a\n\n// @dsp obj-00000001\nimport \"b\"\n\nconst (\n\t// @dsp obj-00000001\n\tA = 1\n)\n",
        "file A",
    );
    check(
        "a.vue",
        "<script>\n// @dsp obj-00000001\nimport a from 'a'\n</script>\n<!-- // @dsp x -->\n",
        "file",
    );
    // Broken text has markers all the same.
    check(
        "a.ts",
        "// @dsp obj-00000001\nimport 'a';\n// @dsp obj-00000002\nexport class A {}\nclass {{{",
        "file A",
    );
}
