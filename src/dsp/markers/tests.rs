//! From sources to their bytes with markers, and back.

use resolvers::facts::Subject;
use resolvers::path::RepoPath;

use super::*;
use crate::facts::SourceFile;
use crate::universe::Class;

mod properties;

/// A source as the languages read it.
pub(super) fn source(name: &str, bytes: &[u8]) -> SourceFile {
    let path = RepoPath::new(name.as_bytes()).unwrap();
    let (language, dialect) = resolvers::language_of(&path).unwrap();
    SourceFile { path, language, dialect, facts: language.extract(dialect, bytes), key: None }
}

/// A marker for each exported declaration at the top level: `func-00000001` and so on, in source order.
pub(super) fn wishes_of(source: &SourceFile) -> Vec<Wish> {
    let symbols = source.facts.symbols.iter().enumerate();
    let exported = symbols.filter(|(_, symbol)| symbol.container.is_none() && symbol.exported);
    let mut names: Vec<(&str, Vec<u32>)> = Vec::new();
    for (at, symbol) in exported {
        let at = u32::try_from(at).unwrap();
        match names.iter_mut().find(|(name, _)| *name == symbol.name) {
            Some((_, symbols)) => symbols.push(at),
            None => names.push((&symbol.name, vec![at])),
        }
    }
    let wish = |(number, (_, symbols)): (usize, (&str, Vec<u32>))| Wish {
        uid: Uid::parse(format!("func-{:08x}", number + 1).as_bytes()).unwrap(),
        spot: Spot::Symbols(symbols),
    };
    names.into_iter().enumerate().map(wish).collect()
}

/// Marks the source, checks that it is not marked again and that stripping restores it, and compares.
fn check(name: &str, before: &str, expected: &str) {
    let plain = source(name, before.as_bytes());
    let edited = insert(&plain, Class::Ordinary, before.as_bytes(), &wishes_of(&plain)).unwrap();
    let after = edited.map_or(before.as_bytes().to_vec(), |edited| edited.content);
    assert_eq!(String::from_utf8(after.clone()).unwrap(), expected);
    let marked = source(name, &after);
    assert_eq!(
        insert(&marked, Class::Ordinary, &after, &wishes_of(&marked)),
        Ok(None),
        "again changes nothing"
    );
    let stripped = strip(&marked, Class::Ordinary, &after).unwrap();
    let stripped = stripped.map_or(after, |edited| edited.content);
    assert_eq!(String::from_utf8(stripped).unwrap(), before);
}

#[test]
fn a_marker_has_the_line_ending_and_the_indent_of_its_neighbour() {
    check("a.ts", "export const a = 1;\n", "// @dsp func-00000001\nexport const a = 1;\n");
    check(
        "a.ts",
        "const x = 1;\r\nexport const a = 1;\nexport const b = 2;\r\n",
        "const x = 1;\r\n// @dsp func-00000001\nexport const a = 1;\n// @dsp func-00000002\r\nexport const b = 2;\r\n",
    );
    check(
        "a.ts",
        "const x = 1;\r\n\texport function f() {}",
        "const x = 1;\r\n\t// @dsp func-00000001\r\n\texport function f() {}",
    );
    check("a.ts", "\u{feff}export const a = 1;\n", "\u{feff}// @dsp func-00000001\nexport const a = 1;\n");
    check("a.py", "def f():\n    pass", "# @dsp func-00000001\ndef f():\n    pass");
    // The comment is about both, with markers too.
    check(
        "a.py",
        "import x\n\n# Revision identifiers that the tool reads.\none = 1\ntwo = 2\n",
        "import x\n\n# @dsp func-00000001\n# Revision identifiers that the tool reads.\none = 1\n# @dsp func-00000002\ntwo = 2\n",
    );
}

#[test]
fn in_go_an_empty_line_follows() {
    check(
        "a.go",
        "package a\r\n\r\nfunc F() {}\r\n",
        "package a\r\n\r\n// @dsp func-00000001\r\n\r\nfunc F() {}\r\n",
    );
}

#[test]
fn overloads_have_one_marker() {
    check(
        "a.ts",
        "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown) {}\n",
        "// @dsp func-00000001\nexport function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: unknown) {}\n",
    );
}

#[test]
fn a_wrong_uid_is_replaced_and_nothing_else() {
    for (line, expected) in [
        ("//   @dsp   ", None),
        ("// @dsp obj-0000000f  ", Some("// @dsp func-00000001  ")),
        ("/* @dsp obj-e5f6g7h8 */", Some("/* @dsp func-00000001 */")),
    ] {
        let Some(expected) = expected else { continue };
        let before = format!("{line}\nexport const a = 1;\n");
        let plain = source("a.ts", before.as_bytes());
        let edited = insert(&plain, Class::Ordinary, before.as_bytes(), &wishes_of(&plain)).unwrap().unwrap();
        assert_eq!(edited.replaced, 1);
        assert_eq!(String::from_utf8(edited.content).unwrap(), format!("{expected}\nexport const a = 1;\n"));
    }
}

/// What becomes of a file whose markers somebody parted from their declarations; a second time nothing does.
fn comes_back(name: &str, before: &str, expected: &str) {
    let plain = source(name, before.as_bytes());
    let edited = insert(&plain, Class::Ordinary, before.as_bytes(), &wishes_of(&plain)).unwrap();
    let after = edited.map_or(before.to_owned(), |it| String::from_utf8(it.content).unwrap());
    assert_eq!(after, expected);
    let marked = source(name, after.as_bytes());
    assert_eq!(insert(&marked, Class::Ordinary, after.as_bytes(), &wishes_of(&marked)), Ok(None));
}

#[test]
fn a_marker_goes_back_to_its_declaration() {
    let marked = "g();\n\n// @dsp func-00000001\nexport const a = 1;\n";
    for between in ["import x from 'x';\n", "const y = 1;\n", "h();\n\n", "class X {}\n"] {
        let first = format!("{between}// @dsp func-00000001\nexport const a = 1;\n");
        comes_back("a.ts", &format!("// @dsp func-00000001\n{between}export const a = 1;\n"), &first);
        let before = marked.replace("export", &format!("{between}export"));
        let after = format!("g();\n\n{between}// @dsp func-00000001\nexport const a = 1;\n");
        comes_back("a.ts", &before, &after);
        // As an earlier version left it: the declaration has another one.
        comes_back("a.ts", &after.replace("g();\n\n", "g();\n\n// @dsp func-00000001\n"), &after);
    }
    comes_back(
        "a.ts",
        "// @dsp func-00000001\n// @dsp func-00000002\nimport x from 'x';\n// @dsp func-00000001\nexport const a = 1;\nexport const b = 1;\n",
        "import x from 'x';\n// @dsp func-00000001\nexport const a = 1;\n// @dsp func-00000002\nexport const b = 1;\n",
    );
    comes_back(
        "a.py",
        "# @dsp func-00000001\nimport x\n\n\ndef f():\n    # @dsp func-00000001\n    pass\n",
        "import x\n\n\n# @dsp func-00000001\ndef f():\n    pass\n",
    );
    comes_back(
        "a.go",
        "package a\n\n// @dsp func-00000001\n\nconst c = 1\n\n// F is.\nfunc F() {}\n",
        "package a\n\nconst c = 1\n\n// @dsp func-00000001\n\n// F is.\nfunc F() {}\n",
    );
}

#[test]
fn words_behind_a_uid_stay() {
    let replaced = |before: &str, after: &str| comes_back("a.ts", before, after);
    replaced(
        "g();\n// @dsp obj-1234abcd keep in step with x.ts\nexport const a = 1;\n",
        "g();\n// @dsp func-00000001 keep in step with x.ts\nexport const a = 1;\n",
    );
    replaced(
        "// @dsp func-00000001 keep in step\nimport x from 'x';\nexport const a = 1;\n",
        "// keep in step\nimport x from 'x';\n// @dsp func-00000001\nexport const a = 1;\n",
    );
    let stripped = |before: &str, after: &str| {
        let edited = strip(&source("a.ts", before.as_bytes()), Class::Ordinary, before.as_bytes());
        let edited = edited.unwrap().unwrap();
        assert_eq!((&*String::from_utf8(edited.content).unwrap(), edited.removed), (after, 1));
    };
    let end = "const a = 1;\nexport { a };\n";
    stripped(&format!("// @dsp obj-1234abcd keep in step\n{end}"), &format!("// keep in step\n{end}"));
    stripped(&format!("// @dsp obj-1234abcd, keep in step\n{end}"), &format!("// keep in step\n{end}"));
    stripped(&format!("/* @dsp obj-1234abcd\n * x\n */\n{end}"), &format!("/* \n * x\n */\n{end}"));
    stripped(&format!("/*\n * @dsp obj-1234abcd\n * x\n */\n{end}"), &format!("/*\n * x\n */\n{end}"));
}

#[test]
fn what_is_no_marker_line_stays() {
    let text = "// @dsp TODO\nexport const a = 1;\n// see @dsp obj-00000001 for more\n";
    let plain = source("a.ts", text.as_bytes());
    assert_eq!(strip(&plain, Class::Ordinary, text.as_bytes()), Ok(None));
    let beside = "export const a = 1; // @dsp obj-00000001\nexport const b = 2;\n";
    let plain = source("a.ts", beside.as_bytes());
    assert_eq!(strip(&plain, Class::Ordinary, beside.as_bytes()), Err(Reason::Unsafe));
}

#[test]
fn files_that_are_not_ours_to_mark_are_left_alone() {
    let check = |text: &str, class: Class, expected: Reason| {
        let plain = source("a.ts", text.as_bytes());
        let wishes = wishes_of(&source("a.ts", b"export const a = 1;\n"));
        assert_eq!(insert(&plain, class, text.as_bytes(), &wishes), Err(expected));
    };
    check("export const a = 1;\n", Class::Vendored, Reason::Class(Class::Vendored));
    check("export const a = 1;\n", Class::VirtualEnv, Reason::Class(Class::VirtualEnv));
    check("// Code generated by x. DO NOT EDIT.\nexport const a = 1;\n", Class::Ordinary, Reason::Generated);
    check("export const a = ;\n", Class::Ordinary, Reason::Broken);
    check("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", Class::Ordinary, Reason::LfsPointer);
    let long = format!("export const a = \"{}\";", "x;".repeat(60_000));
    check(&long, Class::Ordinary, Reason::Minified);
    let (old, new) = ("export const a = 1;\n", "export const b = 1;\n");
    let changed = insert(&source("a.ts", old.as_bytes()), Class::Ordinary, new.as_bytes(), &[]);
    assert_eq!(changed, Err(Reason::Changed));
}

fn seen(line: usize, text: &str, subject: Subject, owner: &str) -> Seen {
    Seen {
        path: RepoPath::new(b"a.ts").unwrap(),
        line,
        text: text.to_owned(),
        uid: Uid::parse(text.as_bytes()),
        subject,
        name: "a".to_owned(),
        owner: Uid::parse(owner.as_bytes()),
    }
}

#[test]
fn what_is_wrong_is_told_by_place() {
    let one = Subject::Symbol(0);
    let markers = [
        seen(1, "obj-00000001", one, "obj-00000002"),
        seen(2, "obj-00000001", one, "obj-00000001"),
        seen(3, "obj-00000003", one, "obj-00000002"),
        seen(4, "obj-00000004", Subject::Nothing, ""),
        seen(5, "obj-0000000f", one, ""),
        seen(6, "obj-nothexxx", one, ""),
        seen(7, "obj-00000005", one, ""),
        seen(8, "obj-00000006", Subject::File, "obj-00000006"),
    ];
    let known = |uid: Uid| uid != Uid::parse(b"obj-0000000f").unwrap();
    let told: Vec<_> = self::super::check(&markers, known)
        .iter()
        .map(|it| format!("{} {}", it.line, it.code.name()))
        .collect();
    assert_eq!(told, ["1 duplicate", "3 misplaced", "4 misplaced", "5 unknown", "6 malformed"]);
}
