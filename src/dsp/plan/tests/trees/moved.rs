//! Files that moved and of which the text alone says too little: marked ones, small ones, those of a package.

use super::*;

/// The declarations of the pool with their markers, and none for the file.
fn with_markers(mut tree: Tree) -> Tree {
    for (begin, name) in [
        ("export function open(", "open"),
        ("export function close(", "close"),
        ("export class Link ", "Link"),
    ] {
        let uid = tree.uid(&format!("db/pool.ts#{name}"));
        tree.edit("db/pool.ts", begin, &format!("// @dsp {uid}\n{begin}"));
    }
    tree.run();
    tree
}

#[test]
fn a_file_is_where_the_markers_of_its_declarations_are() {
    let change = |tree: &mut Tree| {
        tree.rename("db/pool.ts", "db/Pool.ts");
        tree.files.remove("db/config.ts");
        tree.edit("db/Pool.ts", "import { read } from './config';\n", "const read = () => '';\n");
        tree.set("main.ts", "import { open, close } from './db/Pool';\nopen(1);\nclose([]);\n");
    };
    let pairs = [("db/pool.ts", "db/Pool.ts"), ("db/pool.ts#open", "db/Pool.ts#open")];
    with_markers(Tree { remembers: false, ..shop() }).keeps(change, &pairs);
    with_markers(shop()).keeps(change, &pairs);
}

#[test]
fn a_file_of_which_few_declarations_went_to_a_new_one_is_not_that() {
    let mut tree = with_markers(Tree { remembers: false, ..shop() });
    let uid = tree.uid("db/pool.ts");
    let begin = tree.files["db/pool.ts"].find("// @dsp obj-").unwrap();
    let link = tree.files["db/pool.ts"][begin..].to_owned();
    tree.files.remove("db/pool.ts");
    tree.set("link.ts", &link);
    tree.set("main.ts", "import { Link } from './link';\nnew Link('');\n");
    tree.run();
    assert!(!tree.sources().values().any(|it| *it == uid));
}

const GO: [(&str, &str); 4] = [
    ("go.mod", "module shop\n\ngo 1.21\n"),
    ("main.go", "package main\n\nimport \"shop/p\"\n\nfunc main() { p.A(); p.B() }\n"),
    ("p/a.go", "package p\n\nfunc A() {}\n"),
    ("p/b.go", "package p\n\nfunc B() {}\n"),
];

#[test]
fn small_files_of_the_same_bytes_are_the_same_and_their_package_follows() {
    let change = |tree: &mut Tree| {
        tree.rename("p/a.go", "new/p/a.go");
        tree.rename("p/b.go", "new/p/b.go");
        tree.replace("shop/p", "shop/new/p");
    };
    let pairs =
        [("p", "new/p"), ("p/a.go", "new/p/a.go"), ("p/b.go", "new/p/b.go"), ("p/a.go#A", "new/p/a.go#A")];
    Tree::new(&GO).keeps(change, &pairs);
    Tree { remembers: false, ..Tree::new(&GO) }.keeps(change, &pairs);
    let mut two = GO;
    two[2].1 = "package p\n\nfunc A() {}\n\nfunc C(x int) int { return x + 1 }\n";
    Tree::new(&two).keeps(change, &pairs);
    Tree { remembers: false, ..Tree::new(&two) }.keeps(change, &pairs);
}

#[test]
fn small_files_of_the_same_bytes_and_other_names_are_told_apart_by_nothing() {
    let text = "export default {};\n";
    let mut tree =
        Tree::new(&[("main.ts", "import './a';\nimport './b';\n"), ("a.ts", text), ("b.ts", text)]);
    let lost = ["a.ts", "b.ts"].map(|source| tree.uid(source));
    tree.rename("a.ts", "c.ts");
    tree.rename("b.ts", "d.ts");
    tree.set("main.ts", "import './c';\nimport './d';\n");
    tree.run();
    assert!(!tree.sources().values().any(|uid| lost.contains(uid)));
}

#[test]
fn a_file_that_is_there_keeps_its_uid_whatever_the_head_of_another_says() {
    let change = |tree: &mut Tree| {
        let uid = tree.uid("db/pool.ts");
        tree.set("a.ts", &format!("// @dsp {uid}\n\nimport './db/pool';\nexport const a = 1;\n"));
    };
    shop().keeps(change, &[("db/pool.ts", "db/pool.ts"), ("db/pool.ts#open", "db/pool.ts#open")]);
    // Two files that change places with their markers in them are another thing.
    let mut pair = Tree::new(&[
        ("a.ts", "import './b';\nexport const a = 1;\n"),
        ("b.ts", "import './a';\nexport const b = 2;\n"),
    ]);
    let uids = pair.sources();
    pair.files.iter_mut().for_each(|(path, text)| *text = format!("// @dsp {}\n\n{text}", uids[path]));
    pair.run();
    let swap = |tree: &mut Tree| {
        tree.rename("a.ts", "between");
        tree.rename("b.ts", "a.ts");
        tree.rename("between", "b.ts");
    };
    pair.keeps(swap, &[("a.ts", "b.ts"), ("b.ts", "a.ts")]);
}

#[test]
fn what_is_typed_between_a_marker_and_its_declaration_is_new() {
    let mut tree = with_markers(shop());
    let [open, close] = ["open", "close"].map(|name| tree.uid(&format!("db/pool.ts#{name}")));
    tree.edit("db/pool.ts", "export function open(", "export function nn() {}\nexport function open(");
    tree.run();
    assert_eq!([tree.uid("db/pool.ts#open"), tree.uid("db/pool.ts#close")], [open.clone(), close.clone()]);
    assert!(![open.clone(), close, String::new()].contains(&tree.uid("db/pool.ts#nn")));
    // What is called otherwise, and nothing else is called so, is the same.
    tree.edit("db/pool.ts", "export function nn() {}\n", "");
    tree.run();
    tree.replace("open", "start");
    tree.run();
    assert_eq!(tree.uid("db/pool.ts#start"), open);
}
