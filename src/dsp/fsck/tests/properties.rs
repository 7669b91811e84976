//! What holds of any operations and of any damage.

use proptest::prelude::*;

use super::*;
use crate::dsp::ops::View;
use crate::dsp::ops::tests::properties::op;
use crate::identity::Uid;

/// What becomes of a file.
#[derive(Debug, Clone)]
enum Damage {
    Remove,
    Empty,
    Append(&'static str),
    Twice,
    Reverse,
}

fn damage() -> impl Strategy<Value = (prop::sample::Index, Damage)> {
    let damage = prop_oneof![
        4 => Just(Damage::Remove),
        1 => Just(Damage::Empty),
        4 => prop::sample::select(vec!["o1\n", "f2\n", "f3 via=o1\n", "o9\n", "f1 via=o9\n", "junk\n", "kind: odd\n"])
            .prop_map(Damage::Append),
        1 => Just(Damage::Twice),
        1 => Just(Damage::Reverse),
    ];
    (any::<prop::sample::Index>(), damage)
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "TOC",
        "TOC-o1",
        "TOC-x",
        "o1",
        "o2",
        "f1",
        "obj-x",
        "description",
        "imports",
        "shared",
        "exports",
        "exports/o2",
        "exports/f1",
        "exports/x",
        ".transaction",
        "x",
    ])
}

fn content() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "o1\n",
        "o2\no1\nf1 via=o2\n",
        "f1\nf1\no9 via=o1",
        "source: a#b\nkind: function\npurpose: p (auto)\n",
        "source: ..\nkind: external\n",
        "source: a\nscope: .\n",
        "\u{fffd}\r\n\t",
        "<<<<<<< ours\no1\n>>>>>>> theirs",
    ])
}

fn harm(memory: &mut Memory, at: prop::sample::Index, damage: &Damage) {
    let paths: Vec<Vec<u8>> = memory.files.keys().cloned().collect();
    if paths.is_empty() {
        return;
    }
    let path = at.get(&paths);
    let Some(bytes) = memory.files.get_mut(path) else { return };
    match damage {
        Damage::Remove => drop(memory.files.remove(path)),
        Damage::Empty => bytes.clear(),
        Damage::Append(line) => bytes.extend_from_slice(long(line).as_bytes()),
        Damage::Twice => *bytes = bytes.repeat(2),
        Damage::Reverse => *bytes = bytes.lines_with_terminator().rev().flatten().copied().collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_operations_write_has_no_error(ops in prop::collection::vec(op(), 1..50)) {
        let mut memory = Memory::default();
        for op in &ops {
            let _refused = memory.apply(std::slice::from_ref(op)).is_err();
        }
        let errors = super::super::check(&picture(&memory)).into_iter();
        let errors: Vec<Finding> = errors.filter(|it| it.code.severity() == Severity::Error).collect();
        prop_assert_eq!(errors, Vec::new());
    }

    /// Nothing that may stand there stops the work.
    #[test]
    fn any_tree_can_be_healed(files in prop::collection::vec((name(), name(), name(), content()), 0..12)) {
        let mut picture = Picture::default();
        for (first, second, third, content) in files {
            let names = [first, second, third].into_iter().filter(|name| !name.is_empty());
            let path = names.collect::<Vec<_>>().join("/");
            picture.set(long(&path).as_bytes(), Some(long(content).into_bytes()));
        }
        let _told = report(&picture);
    }

    /// One `--fix` is enough, whatever was done to the files; what it leaves was there before, and no text of somebody is
    /// lost that is about two entities which are there.
    #[test]
    fn a_second_healing_has_nothing_to_do(
        ops in prop::collection::vec(op(), 1..40),
        damage in prop::collection::vec(damage(), 0..8),
    ) {
        let mut memory = Memory::default();
        for op in &ops {
            let _refused = memory.apply(std::slice::from_ref(op)).is_err();
        }
        for (at, damage) in &damage {
            harm(&mut memory, *at, damage);
        }
        let before = picture(&memory);
        let healing = heal(&before);
        let mut after = before.clone();
        for change in healing.outcome.changes {
            let uids: Vec<Uid> = change.path.as_bytes().split(|byte| *byte == b'/').filter_map(Uid::parse).collect();
            let all_there = uids.iter().all(|uid| before.is_dir(uid.to_string().as_bytes()));
            if change.content.is_none() && change.path.as_bytes().contains_str("/exports/") {
                let is_copy = change.path.as_bytes().ends_with(b"/description");
                prop_assert!(!all_there || is_copy, "{} is lost", change.path);
            }
            after.set(change.path.as_bytes(), change.content);
        }
        for dir in healing.outcome.emptied {
            after.set(dir.as_bytes(), None);
        }
        let again = heal(&after);
        prop_assert_eq!(again.fixed, Vec::new());
        prop_assert_eq!(again.left, healing.left);
        prop_assert!(again.outcome.changes.is_empty());
    }
}
