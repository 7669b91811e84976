//! Who is who after a change, and whose words are whose.

use super::*;

/// `index.ts` imports `go` of `lib.ts`; somebody wrote why. After the change the words stand at `place`.
fn words_move(project: &mut Project, change: impl FnOnce(&mut Project) -> &'static str, place: [&str; 2]) {
    let text = "== index.ts\nimport lib.ts go\n== lib.ts\nfunction go\n";
    project.bootstrap(text);
    let [index, lib, go] = ["index.ts", "lib.ts", "lib.ts#go"].map(|source| project.uid(source));
    project.write(&format!("{lib}/exports/{go}/{index}"), "my words\n");
    let after = change(project);
    let outcome = project.bootstrap(after);
    assert_eq!(outcome.plan.dropped, []);
    let [exporter, shared] = place.map(|source| project.uid(source));
    let place = if shared.is_empty() { index } else { format!("{shared}/{index}") };
    assert_eq!(project.read(&format!("{exporter}/exports/{place}")).as_deref(), Some("my words\n"));
}

#[test]
fn words_stay_with_an_edge_whose_end_gets_another_uid() {
    words_move(
        &mut Project::new(&[]),
        |_| "== index.ts\nimport lib.ts go\n== lib.ts\nclass go\n",
        ["lib.ts", "lib.ts#go"],
    );
}

#[test]
fn words_stay_with_an_edge_when_files_alone_are_entities() {
    let files = |project: &mut Project| {
        project.granularity = Granularity::Files;
        "== index.ts\nimport lib.ts go\n== lib.ts\nfunction go\n"
    };
    words_move(&mut Project::new(&[]), files, ["lib.ts", "none"]);
}

#[test]
fn an_edge_of_a_class_to_a_file_that_shares_it_finds_no_place() {
    let project = Project::new(&[]);
    project.write("TOC", "obj-aaaaaaaa\nobj-bbbbbbbb\nobj-cccccccc\n");
    project.write("obj-aaaaaaaa/description", "source: index.ts\nkind: object\npurpose: Entry\n");
    project.write("obj-bbbbbbbb/description", "source: lib.ts\nkind: object\npurpose: Lib\n");
    project.write("obj-cccccccc/description", "source: lib.ts#Go\nkind: object\npurpose: Goes\n");
    project.write("obj-cccccccc/imports", "obj-aaaaaaaa\n");
    let text = "== index.ts\nreexport lib.ts Go\nexport Go from lib.ts\n== lib.ts\nclass Go\n";
    let outcome = project.bootstrap(text);
    assert_eq!((outcome.plan.unshown.len(), outcome.plan.dropped.len()), (0, 1));
    assert_eq!(project.read("obj-cccccccc/imports").as_deref(), Some(""));
}

#[test]
fn a_file_that_fails_keeps_its_place_in_the_table() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    let text = |broken: &str| {
        format!("== index.ts\nimport a.ts A\n== a.ts\n{broken}class B\nimport b.ts\n== b.ts\nfunction f\n")
    };
    project.bootstrap(&text("class A\n"));
    let before = project.bytes();
    project.bootstrap(&text("failed\n"));
    assert_eq!(project.bytes(), before);
    project.bootstrap(&text("class A\n"));
    assert_eq!(project.bytes(), before);
}

#[test]
fn the_uid_in_a_marker_wins_and_its_source_follows() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nclass a\n");
    let uid = project.uid("index.ts#a");
    let renamed = format!("== index.ts\nclass a\nmarker {uid}\nclass b\n");
    project.bootstrap(&renamed);
    assert_eq!(project.uid("index.ts#b"), uid);
    assert_ne!(project.uid("index.ts#a"), uid);
}

#[test]
fn a_source_that_names_a_uid_is_found_by_its_marker() {
    let project = Project::new(&[]);
    project.bootstrap("== index.ts\nclass a\n");
    let uid = project.uid("index.ts#a");
    let text = project.read(&format!("{uid}/description")).unwrap();
    let text = text.replace("index.ts#a", &format!("index.ts#{uid}"));
    project.write(&format!("{uid}/description"), &text);
    let outcome = project.bootstrap(&format!("== index.ts\nmarker {uid}\nclass a\n"));
    assert_eq!((outcome.plan.minted, project.uid(&format!("index.ts#{uid}"))), (0, uid));
}

/// Another file, with a marker, then the state before and what is left.
fn marked(before: &str, after: impl Fn(&str) -> String, source: &str, place: &str) {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    project.bootstrap(before);
    let uid = project.uid(source);
    project.bootstrap(&after(&uid));
    assert_eq!(project.uid(place), uid);
}

#[test]
fn a_marker_names_its_declaration_in_any_file() {
    let after = |uid: &str| format!("== a.ts\nclass b\n== new.ts\nmarker {uid}\nclass other\n");
    marked("== a.ts\nclass a\nclass b\n", after, "a.ts#a", "new.ts#other");
}

#[test]
fn a_copied_marker_stays_with_the_original() {
    let before = "== a.ts\nclass a\n== z.ts\nclass z\n";
    let after = |uid: &str| {
        format!("== 0.ts\nmarker {uid}\nclass a\n{before}")
            .replace("== a.ts\n", &format!("== a.ts\nmarker {uid}\n"))
    };
    marked(before, after, "a.ts#a", "a.ts#a");
    // The original went with its file, whose other declarations tell where.
    let before = "== a.ts\nclass a\nclass b\nclass c\nclass d\nclass e\n";
    let after = |uid: &str| {
        let moved = before.replace("== a.ts\n", &format!("== moved/a.ts\nmarker {uid}\n"));
        format!("== 0.ts\nmarker {uid}\nclass a\n{moved}")
    };
    marked(before, after, "a.ts#a", "moved/a.ts#a");
}

#[test]
fn an_unknown_uid_is_adopted_once() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    let marker = "marker func-0000000a\n";
    project
        .bootstrap(&format!("== b.ts\n{marker}function b\n== a.ts\n{marker}function a\n{marker}class c\n"));
    assert_eq!(project.uid("a.ts#a"), "func-0000000a");
    assert!(["b.ts#b", "a.ts#c"].iter().all(|source| !project.uid(source).is_empty()));
    let with = |kind: &str| format!("== a.ts\nmarker func-0000000a\n{kind} a\n");
    project.bootstrap(&with("class"));
    assert_eq!(project.uid("a.ts#a"), "func-0000000a", "a marked uid keeps its family");
}

#[test]
fn of_several_markers_before_a_declaration_its_own_counts() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    project.bootstrap("== a.ts\nclass a\nclass b\n");
    let [a, b] = ["a.ts#a", "a.ts#b"].map(|source| project.uid(source));
    project.bootstrap(&format!("== a.ts\nclass a\nmarker {a}\nmarker {b}\nclass b\n"));
    assert_eq!(["a.ts#a", "a.ts#b"].map(|source| project.uid(source)), [a.clone(), b.clone()]);
    project.bootstrap(&format!("== a.ts\nmarker {a}\nmarker {b}\nclass b\n"));
    assert_eq!(project.uid("a.ts#b"), b);
}

#[test]
fn a_marker_that_names_an_external_or_a_file_is_nobodys() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    project.bootstrap("== a.ts\nimport npm:pg Pool\nclass a\n");
    let [pg, file] = ["pg", "a.ts"].map(|source| project.uid(source));
    project
        .bootstrap(&format!("== a.ts\nimport npm:pg Pool\nmarker {pg}\nclass a\nmarker {file}\nclass b\n"));
    assert_eq!(["pg", "a.ts"].map(|source| project.uid(source)), [pg, file]);
}

#[test]
fn without_texts_a_renamed_declaration_is_known_by_its_users() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport lib.ts go\n== lib.ts\nfunction go\nfunction stay\n";
    project.bootstrap(text);
    let uid = project.uid("lib.ts#go");
    project.bootstrap(&text.replace("go", "run"));
    assert_eq!(project.uid("lib.ts#run"), uid);
    // Nobody uses what is new: it may be anything.
    project.bootstrap("== index.ts\nimport lib.ts\n== lib.ts\nfunction walk\nfunction stay\n");
    assert_ne!(project.uid("lib.ts#walk"), uid);
}

/// The graph of `before`, with `b.ts` once more as another uid that is mentioned wherever the first is not.
fn with_a_twin(project: &Project, before: &str, purpose: &str) -> (String, String) {
    project.bootstrap(before);
    let (index, b) = (project.uid("index.ts"), project.uid("b.ts"));
    let twin = if b.as_str() < "obj-ffffffff" { "obj-ffffffff" } else { "obj-00000000" }.to_owned();
    project
        .write(&format!("{twin}/description"), &format!("source: b.ts\nkind: object\npurpose: {purpose}\n"));
    project.write(&format!("{twin}/imports"), "");
    project.write(&format!("{twin}/shared"), "");
    project.write(&format!("{twin}/exports/{index}"), "Loads `b.ts`. (auto)\n");
    project.write(&format!("{index}/imports"), &format!("{twin}\n"));
    let toc = project.read("TOC").unwrap();
    project.write("TOC", &toc.replace(&b, &twin));
    (b, twin)
}

#[test]
fn two_entities_for_one_file_become_one() {
    let text = "== index.ts\nimport b.ts\n== b.ts\n";
    for (purpose, kept) in [("Does things. (auto)", false), ("Mine alone.", true)] {
        let project = Project::new(&[]);
        let (b, twin) = with_a_twin(&project, text, purpose);
        let winner = b.clone().min(twin.clone());
        let outcome = project.bootstrap(text);
        assert_eq!((outcome.plan.merged.len(), project.uid("b.ts")), (1, winner.clone()));
        let all = project.bytes();
        let loser = if winner == b { twin } else { b };
        assert!(!all.contains(&loser), "{all}");
        assert_eq!(all.contains("purpose: Mine alone.\n"), kept);
        assert_eq!(project.read("TOC"), Some(format!("{}\n{winner}\n", project.uid("index.ts"))));
    }
}

#[test]
fn an_entity_of_somebody_beside_that_of_its_file_stays() {
    let project = Project::new(&[]);
    let text = "== index.ts\nimport b.ts\n== b.ts\n";
    project.bootstrap(text);
    project.write("obj-ffffffff/description", "source: b.ts\nkind: object\npurpose: Its other half.\n");
    let outcome = project.bootstrap(text);
    assert_eq!((outcome.plan.merged.len(), outcome.plan.foreign.len()), (0, 1));
}

#[test]
fn a_marker_that_brings_another_uid_takes_over_what_the_tool_had_a_hand_in() {
    // From a branch whose `.dsp/` did not come along; the second bootstrap must find nothing to do.
    let text = "== index.ts\nimport lib.ts go\n== lib.ts\nfunction go\n";
    let project = Project::new(&[]);
    project.bootstrap(text);
    let [lib, go] = ["lib.ts", "lib.ts#go"].map(|source| project.uid(source));
    let place = format!("{go}/description");
    let mine = project.read(&place).unwrap().replace("purpose: ", "purpose: Mine, not ");
    project.write(&place, &mine.replace(" (auto)", ""));
    let outcome = project.bootstrap(&text.replace("function", "marker func-0000000a\nfunction"));
    assert_eq!(outcome.plan.merged.len(), 1);
    assert_eq!(project.uid("lib.ts#go"), "func-0000000a");
    let text = project.read("func-0000000a/description").unwrap();
    assert!(text.contains("purpose: Mine, not"), "{text}");
    assert_eq!(project.read(&format!("{lib}/shared")).as_deref(), Some("func-0000000a\n"));
}

#[test]
fn a_declaration_that_takes_the_name_of_another_settles_at_once() {
    let text = "== index.ts\nimport lib.ts a b\n== lib.ts\nclass a\nclass b\n";
    let project = Project::new(&[]);
    project.bootstrap(text);
    let [a, b] = ["lib.ts#a", "lib.ts#b"].map(|source| project.uid(source));
    let mine = "source: lib.ts#a\nkind: object\npurpose: Mine.\n";
    project.write(&format!("{a}/description"), mine);
    project.bootstrap(&format!("== index.ts\nimport lib.ts a\n== lib.ts\nmarker {b}\nclass a\n"));
    assert!(project.bytes().contains("purpose: Mine.\n"));
}

#[test]
fn two_tables_of_twins_are_one_table() {
    let text = "== index.ts\nimport b.ts\n== b.ts\n";
    let project = Project::new(&[]);
    let (b, twin) = with_a_twin(&project, text, "Does things. (auto)");
    let index = project.uid("index.ts");
    project.write("obj-0000000f/description", "source: notes\nkind: object\npurpose: Kept apart.\n");
    let (winner, loser) = (b.clone().min(twin.clone()), b.max(twin));
    fs::remove_file(project.folder.path().join(".dsp/TOC")).unwrap();
    project.write(&format!("TOC-{index}"), &format!("{index}\n"));
    project.write(&format!("TOC-{winner}"), &format!("{winner}\n"));
    project.write(&format!("TOC-{loser}"), &format!("{loser}\nobj-0000000f\n"));
    project.bootstrap(text);
    assert!(project.read(&format!("TOC-{winner}")).unwrap().contains("obj-0000000f"), "{}", project.bytes());
}

#[test]
fn the_uid_of_a_directory_is_not_that_of_a_file_in_it() {
    let project = Project { cover: Cover::All, ..Project::new(&[]) };
    project.bootstrap("== lib/a.ts\nclass a\n");
    project.write("obj-0000000a/description", "source: lib\nkind: object\npurpose: All of it.\n");
    let a = project.uid("lib/a.ts");
    project.bootstrap("== lib/a.ts\nmarker-of-file obj-0000000a\nclass a\n");
    assert_eq!([project.uid("lib"), project.uid("lib/a.ts")], ["obj-0000000a".to_owned(), a]);
}

#[test]
fn words_go_over_to_a_uid_that_is_adopted_whatever_its_family() {
    let text = "== index.ts\nimport lib.ts go\n== lib.ts\nfunction go\n";
    for uid in ["func-0000000a", "obj-0000000a"] {
        let project = Project::new(&[]);
        project.bootstrap(text);
        let [index, lib, go] = ["index.ts", "lib.ts", "lib.ts#go"].map(|source| project.uid(source));
        project.write(
            &format!("{go}/description"),
            "source: lib.ts#go\nkind: function\npurpose: Mine.\n\nnotes: keep\n",
        );
        project.write(&format!("{lib}/exports/{go}/{index}"), "my words\n");
        let outcome = project.bootstrap(&text.replace("function", &format!("marker {uid}\nfunction")));
        let now = uid;
        assert_eq!(outcome.plan.dropped, []);
        let text = project.read(&format!("{now}/description")).unwrap();
        assert!(
            text.contains("purpose: Mine.") && text.contains("notes: keep"),
            "{uid}: {}",
            project.bytes()
        );
        let why = project.read(&format!("{lib}/exports/{now}/{index}"));
        assert_eq!(why.as_deref(), Some("my words\n"), "{uid}");
        assert_eq!(project.bytes().matches("source: lib.ts#go\n").count(), 1, "{uid}");
    }
}
