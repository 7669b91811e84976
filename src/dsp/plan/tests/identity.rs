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
