//! What holds of any repository and any edit.

use std::fmt::Write;

use proptest::prelude::*;

use super::{Cover, Granularity, Project};

/// One line of a file: a declaration, an import or a re-export.
fn line() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["f", "g", "K", "default"]);
    let target = prop::sample::select(vec![
        "a.ts", "b.ts", "c.ts", "d.ts", "gone.ts", "x.css", "npm:p", "npm:q@1", "node:fs",
    ]);
    let kind = prop::sample::select(vec!["function", "class", "variable", "interface"]);
    prop_oneof![
        (kind, name.clone()).prop_map(|(kind, name)| format!("{kind} {name}")),
        (target.clone(), name.clone()).prop_map(|(target, name)| format!("import {target} {name}")),
        target.clone().prop_map(|target| format!("import {target} *:ns")),
        target.clone().prop_map(|target| format!("import {target}")),
        (target.clone(), name.clone()).prop_map(|(target, name)| {
            format!("class L\nmethod m of L\nfield {name} of L\nimport {target} {name}\ngive L {name}:it")
        }),
        target.clone().prop_map(|target| format!("reexport {target} *\nexport * from {target}")),
        (target, name)
            .prop_map(|(target, name)| format!("reexport {target} {name}\nexport {name} from {target}")),
    ]
}

fn granularity() -> impl Strategy<Value = Granularity> {
    prop::sample::select(vec![Granularity::Files, Granularity::Shared, Granularity::Members])
}

/// A repository with some of five files.
fn repository() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::option::weighted(0.8, prop::collection::vec(line(), 0..6)), 4).prop_map(
        |files| {
            let mut text = "== index.ts\nimport a.ts f\nimport c.ts\n== x.css\n".to_owned();
            for (name, lines) in ["a", "b", "c", "d"].iter().zip(files) {
                if let Some(lines) = lines {
                    write!(text, "== {name}.ts\n{}\n", lines.join("\n")).unwrap();
                }
            }
            text
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stood in the repository before, the graph is that of a bootstrap from nothing; and a second one
    /// has nothing to do.
    #[test]
    fn a_later_bootstrap_equals_a_first_one(
        before in repository(),
        after in repository(),
        all: bool,
        from in granularity(),
        to in granularity(),
    ) {
        let cover = if all { Cover::All } else { Cover::Reachable };
        let [mut old, new] = [from, to].map(|granularity| Project { cover, granularity, ..Project::new(&[]) });
        old.bootstrap(&before);
        old.granularity = to;
        old.bootstrap(&after);
        new.bootstrap(&after);
        // What was found again under another name keeps its uid: the same but for uids, then.
        let (old, new) = (old.named(), new.named());
        prop_assert!(old == new, "{old}\n-----\n{new}");
    }

    /// Whatever somebody wrote is there after any edit of the code, or was listed as it went; and a further run has
    /// nothing to do.
    #[test]
    fn nothing_authored_is_lost(
        before in repository(),
        after in repository(),
        to in granularity(),
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8), 1..6),
        all: bool,
    ) {
        let cover = if all { Cover::All } else { Cover::Reachable };
        let mut project = Project { cover, ..Project::new(&[]) };
        project.bootstrap(&before);
        let files: Vec<String> = project.files();
        let texts: Vec<&String> =
            files.iter().filter(|file| file.ends_with("/description") || file.contains("/exports/")).collect();
        let mut written = Vec::new();
        for (number, (pick, how)) in picks.iter().enumerate() {
            let file = pick.get(&texts);
            let word = format!("word {number}");
            let old = project.read(file).unwrap();
            let is_description = old.starts_with("source: ");
            let new = match how {
                0 if is_description => format!("{old}\n## Notes\n\n{word}\n"),
                1 if is_description => format!("{old}owner: {word}\n"),
                _ if is_description => old.replace("purpose: ", &format!("purpose: {word} ")).replace(" (auto)", ""),
                0 => format!("manual: {word}\n"),
                _ => format!("{word}\r\n"),
            };
            project.write(file, &new);
            written.retain(|(other, _)| other != *file);
            written.push(((*file).clone(), word));
        }
        project.granularity = to;
        let dropped = project.once(&after).plan.dropped;
        let text = project.bytes();
        for (file, word) in written {
            let listed = dropped.iter().any(|edge| edge.why.contains(&word));
            prop_assert!(text.contains(&word) || listed, "{word} in {file} is lost\n{text}");
        }
        project.bootstrap(&after);
    }
}
