//! A second opinion: what tree-sitter-go reads of every Go file of the fixtures and of this module's tests.
//!
//! Package clause, imports and declarations must be the same. Of uses it shows `x.Name` without saying whether `x` is
//! a package: those whose `x` is declared nowhere in the file must be found, and nothing else may be.

#![expect(clippy::disallowed_methods, reason = "tests read the fixtures, or a folder that somebody names")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser};

use super::super::extract;
use crate::facts::{FileFacts, SymbolKind};

/// What both can say of a file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Opinion {
    package: Option<String>,
    imports: BTreeSet<String>,
    declared: BTreeSet<String>,
    members: BTreeSet<String>,
}

/// What only theirs says: `x.Name`, and names that are declared anywhere.
#[derive(Default)]
struct Uses {
    qualified: BTreeSet<(String, String)>,
    bound: BTreeSet<String>,
}

fn ours(facts: &FileFacts) -> Opinion {
    let plain = |it: &&crate::facts::Symbol| it.container.is_none();
    let container = |at: u32| facts.symbols[at as usize].name.clone();
    Opinion {
        package: facts.header.package.clone(),
        imports: facts.imports.iter().filter(|it| it.span.end > 0).map(|it| it.specifier.clone()).collect(),
        declared: facts.symbols.iter().filter(plain).map(|it| it.name.clone()).collect(),
        members: facts
            .symbols
            .iter()
            .filter(|it| it.kind != SymbolKind::Function)
            .filter_map(|it| Some(format!("{}.{}", container(it.container?), it.name)))
            .collect(),
    }
}

struct Reader<'s> {
    source: &'s str,
    opinion: Opinion,
    uses: Uses,
}

impl<'s> Reader<'s> {
    fn text(&self, node: Node<'_>) -> &'s str {
        &self.source[node.byte_range()]
    }

    fn field(&self, node: Node<'_>, name: &str) -> Option<&'s str> {
        Some(self.text(node.child_by_field_name(name)?))
    }

    /// Every node in preorder, with a cursor: sources may nest deeply.
    fn read(mut self, root: Node<'_>) -> Self {
        let mut cursor = root.walk();
        loop {
            self.node(cursor.node());
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return self;
                }
            }
        }
    }

    fn is_top(node: Node<'_>) -> bool {
        let mut above = node.parent();
        while let Some(it) = above {
            match it.kind() {
                "source_file" => return true,
                "const_declaration" | "var_declaration" | "type_declaration" | "var_spec_list" => {
                    above = it.parent();
                }
                _ => return false,
            }
        }
        false
    }

    fn node(&mut self, node: Node<'_>) {
        match node.kind() {
            "package_clause" => self.opinion.package = node.named_child(0).map(|it| self.text(it).to_owned()),
            "import_spec" => {
                let path = self.field(node, "path").unwrap_or_default();
                self.opinion.imports.insert(path[1..path.len() - 1].to_owned());
            }
            "function_declaration" => self.declare(node, ""),
            "method_declaration" => self.method(node),
            "type_spec" | "type_alias" if Self::is_top(node) => self.type_spec(node),
            "const_spec" | "var_spec" => self.values(node),
            "selector_expression" => {
                let operand = node.child_by_field_name("operand").filter(|it| it.kind() == "identifier");
                self.qualified(operand, node.child_by_field_name("field"));
            }
            "qualified_type" => {
                self.qualified(node.child_by_field_name("package"), node.child_by_field_name("name"));
            }
            "short_var_declaration" | "range_clause" | "receive_statement" => {
                self.bind(node.child_by_field_name("left"));
            }
            "type_switch_statement" => self.bind(node.child_by_field_name("alias")),
            "parameter_declaration" | "variadic_parameter_declaration" => {
                let mut cursor = node.walk();
                for name in node.children_by_field_name("name", &mut cursor) {
                    self.uses.bound.insert(self.text(name).to_owned());
                }
            }
            _ => {}
        }
    }

    fn qualified(&mut self, base: Option<Node<'_>>, name: Option<Node<'_>>) {
        if let Some((base, name)) = base.zip(name) {
            let (base, name) = (self.text(base), self.text(name));
            if name.starts_with(|c: char| c.is_uppercase()) {
                self.uses.qualified.insert((base.to_owned(), name.to_owned()));
            }
        }
    }

    fn bind(&mut self, list: Option<Node<'_>>) {
        let Some(list) = list else { return };
        let mut cursor = list.walk();
        for name in list.named_children(&mut cursor).filter(|it| it.kind() == "identifier") {
            self.uses.bound.insert(self.text(name).to_owned());
        }
    }

    fn declare(&mut self, node: Node<'_>, of: &str) {
        if let Some(name) = self.field(node, "name").filter(|name| *name != "_") {
            self.opinion.declared.insert(format!("{of}{name}"));
            self.uses.bound.insert(name.to_owned());
        }
    }

    fn values(&mut self, node: Node<'_>) {
        let mut cursor = node.walk();
        let names: Vec<_> =
            node.children_by_field_name("name", &mut cursor).map(|it| self.text(it)).collect();
        for name in names.into_iter().filter(|name| !matches!(*name, "_" | ",")) {
            if Self::is_top(node) {
                self.opinion.declared.insert(name.to_owned());
            }
            self.uses.bound.insert(name.to_owned());
        }
    }

    fn method(&mut self, node: Node<'_>) {
        let receiver = self.field(node, "receiver").unwrap_or_default();
        let name = self.field(node, "name").unwrap_or_default();
        let inner = receiver.trim_matches(['(', ')', ' ']);
        let inner = inner.split('[').next().unwrap_or_default();
        let of = inner.rsplit([' ', '*']).find(|it| !it.is_empty()).unwrap_or_default();
        self.opinion.members.insert(format!("{of}.{name}"));
    }

    fn type_spec(&mut self, node: Node<'_>) {
        self.declare(node, "");
        let of = self.field(node, "name").unwrap_or_default().to_owned();
        let Some(body) = node.child_by_field_name("type") else { return };
        let list = match body.kind() {
            "struct_type" => body.named_child(0),
            "interface_type" => Some(body),
            _ => None,
        };
        let Some(list) = list else { return };
        let mut cursor = list.walk();
        let lines: Vec<_> = list.named_children(&mut cursor).collect();
        for line in lines {
            let mut cursor = line.walk();
            let names: Vec<_> =
                line.children_by_field_name("name", &mut cursor).map(|it| self.text(it)).collect();
            let is_field = line.kind() == "method_elem"
                || line.kind() == "field_declaration" && line.child_by_field_name("type").is_some();
            for name in names.into_iter().filter(|it| is_field && it.starts_with(|c: char| c.is_uppercase()))
            {
                self.opinion.members.insert(format!("{of}.{name}"));
            }
        }
    }
}

/// What the two disagree about in `source`; `None` where theirs finds errors.
fn differences(source: &str) -> Option<Vec<String>> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_go::LANGUAGE.into()).unwrap();
    let tree = parser.parse(source, None)?;
    if tree.root_node().has_error() {
        return None;
    }
    let theirs = Reader { source, opinion: Opinion::default(), uses: Uses::default() }.read(tree.root_node());
    let facts = extract(source.as_bytes(), false);
    let mut ours = ours(&facts);
    // Of methods of types of other files ours knows the name alone.
    let elsewhere: Vec<String> = ours.declared.iter().filter(|it| it.contains('.')).cloned().collect();
    ours.declared.retain(|it| !it.contains('.'));
    ours.members.extend(elsewhere);
    let embeds: BTreeSet<String> = facts
        .imports
        .iter()
        .filter(|it| it.syntax == crate::facts::ImportSyntax::Embed)
        .map(|it| it.specifier.clone())
        .collect();
    ours.imports.retain(|it| !embeds.contains(it) || theirs.opinion.imports.contains(it));
    let mut found = Vec::new();
    if ours.package != theirs.opinion.package {
        found.push(format!("package {:?}, not {:?}", ours.package, theirs.opinion.package));
    }
    let mut compare = |what: &str, ours: &BTreeSet<String>, theirs: &BTreeSet<String>| {
        found.extend(theirs.difference(ours).map(|it| format!("{what} {it} is not found")));
        found.extend(ours.difference(theirs).map(|it| format!("{what} {it} is only ours")));
    };
    compare("import", &ours.imports, &theirs.opinion.imports);
    compare("declaration", &ours.declared, &theirs.opinion.declared);
    compare("member", &ours.members, &theirs.opinion.members);
    let uses = facts.references.iter().filter_map(|it| it.binding.split_once('.'));
    let uses: BTreeSet<(String, String)> =
        uses.map(|(base, name)| (base.to_owned(), name.to_owned())).collect();
    let free = |it: &&(String, String)| !theirs.uses.bound.contains(&it.0);
    let missed = theirs.uses.qualified.iter().filter(free).filter(|it| !uses.contains(it));
    found.extend(missed.map(|(base, name)| format!("use {base}.{name} is not found")));
    let extra = uses.difference(&theirs.uses.qualified);
    found.extend(extra.map(|(base, name)| format!("use {base}.{name} is only ours")));
    Some(found)
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "go") {
            found.push(path);
        }
    }
}

/// How many files could be compared.
fn compare(dir: &Path) -> usize {
    let mut paths = Vec::new();
    sources(dir, &mut paths);
    let mut compared = 0;
    let mut all = Vec::new();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let Some(found) = differences(&text) else { continue };
        compared += 1;
        all.extend(found.into_iter().map(|it| format!("{}: {it}", path.display())));
    }
    assert!(all.is_empty(), "{} differences in {compared} files:\n{}", all.len(), all.join("\n"));
    compared
}

#[test]
fn tree_sitter_reads_the_same_of_the_fixtures() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    assert!(compare(&fixtures) > 10);
}

#[test]
#[ignore = "reads the folder that DSP_GO_CORPUS names"]
fn tree_sitter_reads_the_same_of_a_corpus() {
    let dir = std::env::var("DSP_GO_CORPUS").unwrap();
    assert!(compare(Path::new(&dir)) > 0);
}

/// `text` in words, blanks and signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match first {
            c if is_word(c) => rest.find(|c| !is_word(c)),
            c if c.is_whitespace() => rest.find(|c: char| !c.is_whitespace()),
            c => Some(c.len_utf8()),
        };
        let (token, behind) = rest.split_at(end.unwrap_or(rest.len()));
        tokens.push(token);
        rest = behind;
    }
    tokens
}

/// `text` with a few tokens taken away, doubled or put elsewhere, as `seed` says.
fn mutated(text: &str, seed: u64) -> String {
    let mut tokens = tokens(text);
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 32).unwrap() % below.max(1)
    };
    for _ in 0..=random(3) {
        let (at, other) = (random(tokens.len()), random(tokens.len()));
        match random(3) {
            _ if tokens.is_empty() => {}
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            _ => tokens.insert(at, tokens[other]),
        }
    }
    tokens.concat()
}

/// Reads mutations of every file below `dir`, `each` of them; how many the referee accepted too, and what differs there.
fn attack(dir: &Path, each: u64) -> (usize, Vec<String>) {
    let mut paths = Vec::new();
    sources(dir, &mut paths);
    let (mut compared, mut all) = (0, Vec::new());
    for (path, number) in paths.iter().zip(0..) {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        for seed in 0..each {
            let text = mutated(&text, number * each + seed);
            let facts = extract(text.as_bytes(), false);
            for symbol in &facts.symbols {
                assert!(
                    symbol.span.start <= symbol.span.end && symbol.span.end as usize <= text.len(),
                    "{text}"
                );
                assert!(symbol.container.is_none_or(|at| (at as usize) < facts.symbols.len()), "{text}");
            }
            if let Some(found) = differences(&text) {
                compared += 1;
                all.extend(found.into_iter().map(|it| format!("{} ({seed}): {it}", path.display())));
            }
        }
    }
    (compared, all)
}

#[test]
fn mutations_of_the_fixtures_are_read_alike() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let (compared, differences) = attack(&fixtures, 20);
    assert!(compared > 50, "{compared}");
    assert_eq!(differences, [""; 0]);
}

#[test]
#[ignore = "reads the folder that DSP_GO_CORPUS names"]
fn mutations_of_a_corpus_are_read_alike() {
    let (compared, differences) = attack(Path::new(&std::env::var("DSP_GO_CORPUS").unwrap()), 5);
    assert!(compared > 0);
    assert!(differences.is_empty(), "{} in {compared}:\n{}", differences.len(), differences.join("\n"));
}
