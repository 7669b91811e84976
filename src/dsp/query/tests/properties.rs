//! Small random graphs against models that are too slow to be wrong.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::prelude::*;

use super::*;

/// `imports` of each of a few entities: what is imported, and by way of what.
type Lines = Vec<Vec<(usize, Option<usize>)>>;

fn graph() -> impl Strategy<Value = Lines> {
    (1_usize..7).prop_flat_map(|entities| {
        let line = (0..entities + 1, prop::option::of(0..entities));
        prop::collection::vec(prop::collection::vec(line, 0..4), entities)
    })
}

fn name(at: usize) -> String {
    format!("obj-{at:08x}")
}

fn write(graph: &Lines) -> TempDir {
    let line = |(to, via): &(usize, Option<usize>)| {
        name(*to) + &via.map(|via| format!("+via={}", name(via))).unwrap_or_default()
    };
    let entity = |(at, lines): (usize, &Vec<_>)| {
        let lines: Vec<String> = lines.iter().map(line).collect();
        format!("{}: {}\n", name(at), lines.join(" "))
    };
    folder(&graph.iter().enumerate().map(entity).collect::<String>())
}

/// Who imports whom: what is not there imports nothing and is imported all the same.
fn edges(graph: &Lines) -> BTreeSet<(usize, usize)> {
    let lines = |(from, lines): (usize, &Vec<(usize, Option<usize>)>)| {
        lines.iter().map(|(to, _)| (from, *to)).collect::<Vec<_>>()
    };
    graph.iter().enumerate().flat_map(lines).collect()
}

/// All that `start` leads to along `edges`, and how far it is.
fn reached(start: usize, edges: &BTreeSet<(usize, usize)>) -> BTreeMap<usize, usize> {
    let mut far = BTreeMap::from([(start, 0)]);
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        for (_, to) in edges.iter().filter(|(from, _)| *from == at) {
            if !far.contains_key(to) {
                far.insert(*to, far[&at] + 1);
                open.push_back(*to);
            }
        }
    }
    far
}

/// The names in a tree that were not shown before, sorted.
fn fresh(tree: &Tree) -> Vec<String> {
    let value = serde_json::to_value(tree).unwrap();
    let nodes = value["nodes"].as_array().unwrap().iter().filter(|node| node["again"] == false);
    let mut names: Vec<String> = nodes.map(|node| node["uid"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_agree_with_the_model(graph in graph()) {
        let folder = write(&graph);
        let reader = reader(&folder);
        let edges = edges(&graph);
        let back: BTreeSet<_> = edges.iter().map(|(from, to)| (*to, *from)).collect();
        // What is not there leads nowhere.
        let both: BTreeSet<_> = edges.union(&back).copied().filter(|(from, _)| *from < graph.len()).collect();
        for at in 0..graph.len() {
            let uid: Uid = name(at).parse().unwrap();
            let names = |all: BTreeMap<usize, usize>| all.keys().map(|at| name(*at)).collect::<Vec<_>>();
            let importers: Vec<String> =
                back.iter().filter(|(to, _)| *to == at).map(|(_, from)| name(*from) + "\n").collect();
            let told = recipients(&reader, uid).unwrap().to_string();
            prop_assert_eq!(told, if importers.is_empty() { "no recipients\n".to_owned() } else { importers.concat() });
            prop_assert_eq!(fresh(&children(&reader, uid, depth("inf")).unwrap()), names(reached(at, &edges)));
            prop_assert_eq!(fresh(&parents(&reader, uid, depth("inf")).unwrap()), names(reached(at, &back)));
            let far = reached(at, &both);
            for to in 0..graph.len() {
                let way = path(&reader, uid, name(to).parse().unwrap()).unwrap().to_string();
                let steps = far.get(&to).map(ToString::to_string).unwrap_or_default();
                let told = if way == "no path found\n" { String::new() } else { way.matches(" -> ").count().to_string() };
                prop_assert_eq!(told, steps, "from {} to {}: {}", at, to, way);
            }
        }
    }

    /// Each way back closes a circle, and there is one if and only if something leads to itself.
    #[test]
    fn cycles_are_cycles(graph in graph()) {
        let folder = write(&graph);
        let reader = reader(&folder);
        let edges = edges(&graph);
        let value = serde_json::to_value(cycles(&reader).unwrap()).unwrap();
        let found = value["cycles"].as_array().unwrap();
        let number = |name: &serde_json::Value| usize::from_str_radix(&name.as_str().unwrap()[4..], 16).unwrap();
        for cycle in found {
            let cycle: Vec<usize> = cycle.as_array().unwrap().iter().map(number).collect();
            for (at, from) in cycle.iter().enumerate() {
                prop_assert!(edges.contains(&(*from, cycle[(at + 1) % cycle.len()])));
            }
        }
        let in_circle = |at: usize| {
            edges.iter().filter(|(from, _)| *from == at).any(|(_, to)| reached(*to, &edges).contains_key(&at))
        };
        prop_assert_eq!(!found.is_empty(), (0..graph.len()).any(in_circle));
        prop_assert_eq!(stats(&reader).unwrap().cycles, found.len());
    }

    /// Of a graph in which each entity is a file of its own, the folded graph is that of the exporters.
    #[test]
    fn files_follow_the_exporters(graph in graph()) {
        let folder = write(&graph);
        let reader = reader(&folder);
        let files = Files::of(&reader).unwrap();
        let mut edges = BTreeSet::new();
        for (from, lines) in graph.iter().enumerate() {
            let ends = lines.iter().map(|(to, via)| via.unwrap_or(*to)).filter(|to| *to < graph.len());
            edges.extend(ends.filter(|to| *to != from).map(|to| (from, to)));
        }
        prop_assert_eq!(files.stats().imports, edges.len());
        for at in 0..graph.len() {
            let tree = files.children(&Asked::Uid(name(at).parse().unwrap()), depth("inf")).unwrap();
            let lines = tree.to_string().lines().filter(|line| !line.contains('↻')).count();
            prop_assert_eq!(lines, reached(at, &edges).len());
        }
    }
}
