use super::*;
use crate::testing::Fixture;

/// `edges`: `a -> b c` per line.
fn check(text: &str, start: &str, order: &str, cycles: &[&str]) {
    let fixture = Fixture::arrows(text);
    let graph = fixture.graph();
    let name = |node: Node| match graph.file(node) {
        Some(path) => path.to_text(),
        None => graph.external(node).map(|external| external.name.clone()).unwrap_or_default(),
    };
    let mut walked = Vec::new();
    Walk::new(&graph).document(graph.node(start.as_bytes()).unwrap(), |node| walked.push(name(node)));
    assert_eq!(walked.join(" "), order);
    let found: Vec<String> = graph
        .cycles(Kinds::ALL)
        .iter()
        .map(|cycle| cycle.iter().map(|node| name(*node)).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(found, cycles);
}

#[test]
fn documents_externals_before_the_first_local_import() {
    check("a -> b npm:x c\nb -> d npm:y\nc -> b\nd", "a", "a x b y d c", &[]);
}

#[test]
fn finds_cycles_and_survives_them() {
    check("a -> b a\nb -> c\nc -> b d\nd -> d\ne -> a", "a", "a b c d", &["a", "b c", "d"]);
    check("a -> b c\nb -> a\nc -> a", "b", "b a c", &["a b c"]);
}

#[test]
fn a_long_chain_needs_no_stack() {
    let last = 100_000;
    let fixture = Fixture::arrows(
        &(0..=last)
            .map(|n| format!("f{n:06} -> f{:06}\n", if n == last { 0 } else { n + 1 }))
            .collect::<Vec<_>>()
            .concat(),
    );
    let graph = fixture.graph();
    let mut walked = 0;
    Walk::new(&graph).document(0, |_| walked += 1);
    assert_eq!(walked, last + 1);
    assert_eq!(graph.cycles(Kinds::ALL).len(), 1);
}
