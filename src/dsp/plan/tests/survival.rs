//! What people wrote outlives odd graphs, moved ways and other roots.

use super::*;

/// Two barrels pass on what `a.ts` declares.
const BARRELS: &str = "== a.ts\nfunction f\n== b1.ts\nreexport a.ts f\nexport f from a.ts\n\
                       == b2.ts\nreexport a.ts f\nexport f from a.ts\n";

#[test]
fn words_move_to_another_way_that_was_there_already() {
    let project = Project::new(&[]);
    project.bootstrap(&format!("== index.ts\nimport b1.ts f\nimport b2.ts f\n{BARRELS}"));
    let [index, one, two, f] = ["index.ts", "b1.ts", "b2.ts", "a.ts#f"].map(|source| project.uid(source));
    project.write(&format!("{one}/exports/{f}/{index}"), "because\n");
    let outcome = project.bootstrap(&format!("== index.ts\nimport b2.ts f\n{BARRELS}"));
    assert_eq!(project.read(&format!("{two}/exports/{f}/{index}")).as_deref(), Some("because\n"));
    assert_eq!(outcome.plan.dropped, []);
}

#[test]
fn words_that_find_no_place_are_listed() {
    let project = Project::new(&[]);
    project.bootstrap(&format!("== index.ts\nimport b1.ts f\nimport b2.ts f\n{BARRELS}"));
    let [index, one, two, f] = ["index.ts", "b1.ts", "b2.ts", "a.ts#f"].map(|source| project.uid(source));
    project.write(&format!("{one}/exports/{f}/{index}"), "first\n");
    project.write(&format!("{two}/exports/{f}/{index}"), "second\n");
    let outcome = project.once(&format!("== index.ts\nimport b2.ts f\n{BARRELS}"));
    assert_eq!(project.read(&format!("{two}/exports/{f}/{index}")).as_deref(), Some("second\n"));
    let dropped: Vec<&str> = outcome.plan.dropped.iter().map(|edge| edge.why.as_str()).collect();
    assert_eq!(dropped, ["first"]);
}

#[test]
fn words_move_to_what_a_declaration_became() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nimport a.ts f\n== a.ts\nfunction f\n");
    let [index, a, f] = ["index.ts", "a.ts", "a.ts#f"].map(|source| project.uid(source));
    project.write(&format!("{a}/exports/{f}/{index}"), "because\n");
    let outcome = project.bootstrap("== index.ts\nimport a.ts f\n== a.ts\nclass f\n");
    let class = project.uid("a.ts#f");
    assert_ne!(class, f);
    assert_eq!(project.read(&format!("{a}/exports/{class}/{index}")).as_deref(), Some("because\n"));
    assert_eq!(outcome.plan.dropped, []);
}

#[test]
fn a_version_goes_with_what_declared_it_unless_it_may_be_somebodys() {
    let project = Project::new(&[]);
    let declared = "== index.ts\nimport npm:one@1\nimport npm:two@2\n";
    project.bootstrap(declared);
    let [index, one, two] = ["index.ts", "one", "two"].map(|source| project.uid(source));
    let has_version = |uid: &str| project.read(&format!("{uid}/description")).unwrap().contains("version:");
    let text = project.read(&format!("{index}/description")).unwrap();
    project.write(&format!("{index}/description"), &format!("{text}version: mine\n"));
    let text = "source: two\nkind: external\npurpose: Two.\necosystem: npm\nversion: 2\n";
    project.write(&format!("{two}/description"), text);
    project.bootstrap("== index.ts\nimport npm:one\nimport npm:two\n");
    assert_eq!([&index, &one, &two].map(|uid| has_version(uid)), [true, false, true]);
}

#[test]
fn what_the_code_shows_by_another_way_is_not_manual() {
    let project = Project::new(&[]);
    project.write("TOC", "obj-aaaaaaaa\nobj-bbbbbbbb\nfunc-cccccccc\n");
    project.write("obj-aaaaaaaa/description", "source: index.ts\nkind: object\npurpose: Entry\n");
    project.write("obj-aaaaaaaa/imports", "func-cccccccc\n");
    project.write("obj-bbbbbbbb/description", "source: lib.ts\nkind: object\npurpose: Lib\n");
    project.write("func-cccccccc/description", "source: lib.ts#go\nkind: function\npurpose: go\n");
    project.write("func-cccccccc/exports/obj-aaaaaaaa", "goes\n");
    let outcome = project.bootstrap("== index.ts\nimport lib.ts go\n== lib.ts\nfunction go\n");
    assert_eq!(outcome.plan.unshown, []);
    assert_eq!(project.read("obj-aaaaaaaa/imports").as_deref(), Some("func-cccccccc via=obj-bbbbbbbb\n"));
    let why = project.read("obj-bbbbbbbb/exports/func-cccccccc/obj-aaaaaaaa");
    assert_eq!(why.as_deref(), Some("goes\n"));
}

/// Three files that somebody described, each importing another in a way that the code does not show.
fn by_hand() -> Project {
    let project = Project::new(&[]);
    for (uid, source) in [("obj-aaaaaaaa", "a.ts"), ("obj-bbbbbbbb", "b.ts"), ("obj-cccccccc", "c.ts")] {
        let text = format!("source: {source}\nkind: object\npurpose: Mine\n");
        project.write(&format!("{uid}/description"), &text);
    }
    project.write("obj-aaaaaaaa/imports", "obj-bbbbbbbb via=obj-cccccccc\n");
    project.write("obj-bbbbbbbb/imports", "obj-cccccccc\n");
    project
}

#[test]
fn a_line_that_cannot_have_a_why_is_not_manual() {
    let project = by_hand();
    project.write("obj-cccccccc/exports/obj-bbbbbbbb", "a file where a directory belongs\n");
    let outcome = project.bootstrap("== a.ts\n== b.ts\n== c.ts\n");
    assert_eq!(outcome.plan.dropped.len(), 1);
    let why = project.read("obj-cccccccc/exports/obj-bbbbbbbb");
    assert_eq!(why.as_deref(), Some("manual: a file where a directory belongs\n"));
}

#[test]
fn of_two_whys_in_one_place_one_is_written() {
    let outcome = by_hand().bootstrap("== a.ts\n== b.ts\n== c.ts\n");
    assert_eq!((outcome.plan.unshown.len(), outcome.plan.dropped.len()), (1, 1));
    let outcome = by_hand().bootstrap("== a.ts\n== b.ts\nimport c.ts\n== c.ts\n");
    assert_eq!((outcome.plan.unshown.len(), outcome.plan.dropped.len()), (0, 1));
}

#[test]
fn nothing_imports_what_is_kept_for_its_words_alone() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport a.ts g\nimport b.ts f\n== a.ts\nexport f from b.ts\nfunction g\n== b.ts\nfunction f\n";
    project.bootstrap(text);
    let [index, a, b, f] = ["index.ts", "a.ts", "b.ts", "b.ts#f"].map(|source| project.uid(source));
    for uid in [&b, &f] {
        let place = format!("{uid}/description");
        project.write(&place, &project.read(&place).unwrap().replace(" (auto)", ""));
    }
    project.write(&format!("{b}/exports/{f}/{index}"), "because\n");
    let gone = "== index.ts\nimport a.ts g\n== a.ts\nfunction g\n";
    let outcome = project.once(gone);
    let whys =
        |outcome: &Outcome| outcome.plan.dropped.iter().map(|edge| edge.why.clone()).collect::<Vec<_>>();
    assert_eq!((whys(&outcome), outcome.plan.gone.len()), (vec!["because".to_owned()], 2));
    let before = project.bytes();
    let imports = project.read(&format!("{index}/imports")).unwrap();
    // As a merge brings them back.
    for (line, why) in [
        (b.clone(), None),
        (format!("{f} via={a}"), None),
        (b.clone(), Some(format!("{b}/exports/{index}"))),
        (format!("{f} via={a}"), Some(format!("{a}/exports/{f}/{index}"))),
    ] {
        project.write(&format!("{index}/imports"), &format!("{imports}{line}\n"));
        if let Some(why) = &why {
            project.write(why, "as on the other branch\n");
        }
        let outcome = project.bootstrap(gone);
        assert_eq!(whys(&outcome), [why.map_or("", |_| "as on the other branch")], "{line}");
        assert_eq!(project.bytes(), before, "{line}");
    }
}

#[test]
fn a_line_that_goes_tells_no_uncertain_import() {
    let project = Project::new(&[]);
    let rest = |star: &str| {
        format!("== index.ts\nimport a.ts\nimport a.ts x\n== a.ts\nreexport {star} *\nexport * from {star}\n")
    };
    project.bootstrap(&format!("{}== b.ts\nfunction x\n", rest("b.ts")));
    project.bootstrap(&format!("{}== c.ts\nfailed\n", rest("c.ts")));
}

#[test]
fn a_note_in_a_directory_outlives_its_entity() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport b.ts\n== b.ts\n";
    project.bootstrap(text);
    let b = project.uid("b.ts");
    project.write(&format!("{b}/notes.md"), "mine");
    project.write(&format!("{b}/exports/notes.md"), "mine too");
    project.bootstrap("== index.ts\n");
    let left: Vec<String> = project.files().into_iter().filter(|file| file.starts_with(&b)).collect();
    assert_eq!(left, ["exports/notes.md", "notes.md"].map(|name| format!("{b}/{name}")));
    project.bootstrap(text);
    assert_eq!(project.uid("b.ts"), b, "it comes back as what it was");
}

/// A merge may leave the one without the other.
#[test]
fn words_without_a_line_go_with_an_end_and_are_listed() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport a.ts\nimport b.ts f\n== a.ts\n== b.ts\nfunction f\n";
    project.bootstrap(text);
    let [index, a, b, f] = ["index.ts", "a.ts", "b.ts", "b.ts#f"].map(|source| project.uid(source));
    let alive = format!("{index}/exports/{a}");
    project.write(&alive, "both ends are there\n");
    for (at, place) in
        [format!("{b}/exports/{a}"), format!("{index}/exports/{b}"), format!("{b}/exports/{f}/{a}")]
            .iter()
            .enumerate()
    {
        project.write(place, &format!("words {at}\n"));
    }
    let outcome = project.bootstrap("== index.ts\nimport a.ts\n== a.ts\n");
    let mut whys: Vec<&str> = outcome.plan.dropped.iter().map(|edge| edge.why.as_str()).collect();
    whys.sort_unstable();
    assert_eq!(whys, ["words 0", "words 1", "words 2"]);
    assert!(!project.files().iter().any(|file| [&b, &f].iter().any(|gone| file.contains(*gone))));
    assert!(project.read(&alive).is_some());
}

#[test]
fn a_line_that_neither_the_code_shows_nor_somebody_explained_goes() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nimport a.ts\nimport b.ts\n== a.ts\n== b.ts\n");
    let [a, b] = ["a.ts", "b.ts"].map(|source| project.uid(source));
    let place = format!("{b}/description");
    project.write(&place, &project.read(&place).unwrap().replace(" (auto)", ""));
    let imports = format!("{b}/imports");
    project.write(&imports, &format!("{a}\n{b}\n"));
    // Of what is there none stays that the code does not show.
    let shown = project.read(&format!("{a}/imports")).unwrap();
    project.write("obj-0000000e/description", "source: redis\nkind: external\npurpose: Mine.\n");
    project.write(&format!("{a}/imports"), &format!("{shown}{a}\nobj-0000000e\n"));
    project.write(&format!("{a}/exports/{b}"), "because\n");
    project.bootstrap("== index.ts\nimport a.ts\n== a.ts\n");
    assert_eq!(project.read(&imports), Some(format!("{a}\n")));
    assert_eq!(project.read(&format!("{a}/imports")), Some(shown));
}

#[test]
fn a_lost_description_is_written_again() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport b.ts\n== b.ts\nfunction f\n";
    project.bootstrap(text);
    let before = project.bytes();
    for source in ["index.ts", "b.ts", "b.ts#f"] {
        let place = format!(".dsp/{}/description", project.uid(source));
        fs::remove_file(project.folder.path().join(place)).unwrap();
        project.bootstrap(text);
        assert_eq!(project.bytes(), before, "{source}");
    }
}

#[test]
fn what_a_merge_left_of_an_entity_goes() {
    let project = Project::new(&[]);
    let both =
        "== index.ts\nimport a.ts\nimport b.ts\n== a.ts\nimport b.ts f\nfunction g\n== b.ts\nfunction f\n";
    project.bootstrap(both);
    let [index, a, b] = ["index.ts", "a.ts", "b.ts"].map(|source| project.uid(source));
    let files = ["imports", "shared", &format!("exports/{index}")].map(|file| format!("{a}/{file}"));
    let left = files.map(|file| (project.read(&file).unwrap(), file));
    let one = "== index.ts\nimport b.ts\n== b.ts\nfunction f\n";
    project.bootstrap(one);
    let before = project.bytes();
    for (text, file) in &left {
        project.write(file, text);
        let outcome = project.bootstrap(one);
        assert_eq!((project.bytes(), outcome.plan.removed), (before.clone(), Vec::new()), "{file}");
    }
    for (text, file) in &left {
        project.write(file, text);
    }
    for (uid, line) in [(&index, format!("{b}\n{a}\n")), (&b, format!("{a}\n"))] {
        project.write(&format!("{uid}/imports"), &line);
    }
    project.write(&format!("{a}/exports/{index}"), "because\n");
    project.write(&format!("{a}/exports/{b}"), "manual: wired\n");
    let dropped = project.bootstrap(one).plan.dropped;
    let mut whys: Vec<&str> = dropped.iter().map(|edge| edge.why.as_str()).collect();
    whys.sort_unstable();
    assert_eq!(whys, ["because", "manual: wired"]);
    assert_eq!(project.bytes(), before);
}

#[test]
fn what_somebody_wrote_in_what_a_merge_left_stays() {
    let project = Project::new(&[]);
    let text = "== index.ts\n";
    project.bootstrap(text);
    project.write("obj-00000001/imports", "");
    project.write("obj-00000001/exports/obj-00000002/description", "What it is for.\n");
    let before = project.bytes();
    project.bootstrap(text);
    assert_eq!(project.bytes(), before);
}

#[test]
fn named_roots_replace_the_tables_of_those_that_were_found() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    let text = "== index.ts\nimport c.ts\n== b.ts\nimport c.ts\n== c.ts\n";
    project.bootstrap(text);
    project.write("config.toml", "[[root]]\npath = \"b.ts\"\n");
    project.bootstrap(text);
    let table: String = ["b.ts", "c.ts", "index.ts"].map(|source| project.uid(source) + "\n").concat();
    assert_eq!(project.read("TOC"), Some(table));
    assert_eq!(project.files().iter().filter(|file| file.starts_with("TOC")).count(), 1);
}

#[test]
fn a_table_of_a_root_without_a_description_is_nobodys() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport b.ts\n== b.ts\n";
    project.bootstrap(text);
    let b = project.uid("b.ts");
    fs::remove_file(project.folder.path().join(format!(".dsp/{b}/description"))).unwrap();
    project.write(&format!("TOC-{b}"), &format!("{b}\n"));
    project.bootstrap(text);
    assert_eq!(project.read(&format!("TOC-{b}")), None);
}

#[test]
fn a_table_of_a_root_that_somebody_described_stays() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    let text = "== index.ts\n== b.ts\n";
    project.bootstrap(text);
    let index = project.uid("index.ts");
    project.write(&format!("{index}/description"), "source: index.ts\nkind: object\npurpose: The heart.\n");
    project.write("config.toml", "[[root]]\npath = \"b.ts\"\n");
    project.bootstrap(text);
    assert_eq!(project.read("TOC"), Some(format!("{index}\n{}\n", project.uid("b.ts"))));
}

#[test]
fn a_root_that_is_gone_has_no_table() {
    let unit = |dir: &str| unit(dir, dir, None, &[&format!("{dir}/index.ts")]);
    let mut project = Project::new(&[unit("a"), unit("b")]);
    let one = "== a/index.ts\nfunction a\n";
    project.bootstrap(&format!("{one}== b/index.ts\n"));
    let [a, b] = ["a/index.ts", "b/index.ts"].map(|source| project.uid(source));
    let [place, table] = [format!("{b}/description"), format!("TOC-{b}")];
    let (description, lines) = (project.read(&place).unwrap(), project.read(&table).unwrap());
    project.units.pop();
    project.bootstrap(one);
    let (before, toc) = (project.bytes(), project.read("TOC").unwrap());
    // As a merge brings it back, with the entity and without.
    project.write(&table, &lines);
    project.bootstrap(one);
    assert_eq!(project.bytes(), before);
    project.write(&table, &lines);
    project.write(&place, &description);
    project.bootstrap(one);
    assert_eq!(project.bytes(), before);
    project.write(&table, &format!("{lines}{a}\nsomebody's line\n"));
    project.write(&place, &description.replace(" (auto)", ""));
    project.bootstrap(one);
    assert_eq!(project.read("TOC"), Some(format!("{toc}{b}\nsomebody's line\n")));
    assert_eq!(project.files().iter().filter(|file| file.starts_with("TOC")).count(), 1);
}

#[test]
fn entities_of_somebody_keep_a_table_when_theirs_goes() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\n");
    let toc = project.read("TOC").unwrap();
    project.write("TOC", &format!("{toc}obj-0000000f\n"));
    project.write("obj-0000000f/description", "source: conf\nkind: object\npurpose: Settings\n");
    project.bootstrap("== main.ts\n");
    assert_eq!(project.read("TOC"), Some(format!("{}\nobj-0000000f\n", project.uid("main.ts"))));
}

#[test]
fn lines_that_name_what_is_not_there_go() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nimport a.ts f\n== a.ts\nfunction f\n");
    let [index, a] = ["index.ts", "a.ts"].map(|source| project.uid(source));
    let places = ["TOC".to_owned(), format!("{index}/imports"), format!("{a}/shared")];
    let before = places.clone().map(|place| project.read(&place).unwrap());
    let more =
        ["obj-00000000\nnot a uid\n", "obj-00000000\nfunc-00000000 via=obj-00000001\n", "func-00000000\n"];
    for ((place, text), more) in places.iter().zip(&before).zip(more) {
        project.write(place, &format!("{text}{more}"));
    }
    project.write(&format!("{a}/exports/func-00000000/{index}"), "because\n");
    let outcome = project.once("== index.ts\nimport a.ts f\n== a.ts\nfunction f\n");
    let [toc, imports, shared] = before;
    assert_eq!(
        places.map(|place| project.read(&place).unwrap()),
        [format!("{toc}not a uid\n"), imports, shared]
    );
    let absent: Vec<String> = outcome.plan.absent.iter().map(ToString::to_string).collect();
    assert_eq!(absent, ["func-00000000", "obj-00000000", "obj-00000001"]);
    assert_eq!(project.read(&format!("{a}/exports/func-00000000/{index}")), None);
    let dropped: Vec<&str> = outcome.plan.dropped.iter().map(|edge| edge.why.as_str()).collect();
    assert_eq!(dropped, ["because"]);
}
