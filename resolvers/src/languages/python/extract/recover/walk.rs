//! One cursor over a recovered tree: imports, declarations, uses, docstrings and `__all__`.

use std::ops::Range;

use tree_sitter::{Node, Tree, TreeCursor};

use super::super::exports::{self, Survey};
use super::super::imports::{self, Importer};
use super::super::scopes::{Bound, Scopes};
use super::super::symbols::one_line;
use super::super::{Flavor, asks_for_main, docs};
use crate::facts::{FileFacts, ImportKind, Span, Symbol, SymbolKind};
use crate::marker::{self, Layout};

/// What a walk gathered.
pub(super) struct Walked {
    pub(super) facts: FileFacts,
    pub(super) survey: Survey,
    /// Where the tree has errors, ascending.
    pub(super) errors: Vec<Range<usize>>,
    /// It has statements that only Python 2 knows.
    pub(super) python2: bool,
}

struct Walk<'a> {
    flavor: Flavor,
    text: &'a str,
    facts: FileFacts,
    survey: Survey,
    scopes: Scopes<'a>,
    frames: Vec<Frame>,
    errors: Vec<Range<usize>>,
    checked: Vec<Range<usize>>,
    python2: bool,
    comments: Vec<Span>,
}

/// What holds below the node at `depth`.
#[derive(Clone, Copy)]
struct Frame {
    depth: usize,
    symbol: Option<u32>,
    /// The class whose body it is.
    class: Option<u32>,
    in_function: bool,
}

pub(super) fn walk(flavor: Flavor, text: &str, tree: &Tree) -> Walked {
    let mut walk = Walk {
        flavor,
        text,
        facts: FileFacts::default(),
        survey: Survey::default(),
        scopes: Scopes::default(),
        frames: Vec::new(),
        errors: Vec::new(),
        checked: Vec::new(),
        python2: false,
        comments: Vec::new(),
    };
    walk.facts.doc = docstring(text, tree.root_node());
    walk.all(&mut tree.walk());
    let mut facts = walk.facts;
    facts.references = walk.scopes.references;
    let (style, comments) = (&marker::PYTHON, walk.comments);
    let layout = Layout { style, head: None, prologue: 0, comments, decorated: Vec::new() };
    layout.attach(text.as_bytes(), &mut facts);
    // `__all__` may follow what it lists.
    for symbol in facts.symbols.iter_mut().filter(|it| it.container.is_none()) {
        symbol.exported = walk.survey.exports(&symbol.name);
    }
    Walked { facts, survey: walk.survey, errors: walk.errors, python2: walk.python2 }
}

fn has_child(node: Node<'_>, kind: &str) -> bool {
    node.children(&mut node.walk()).any(|child| child.kind() == kind)
}

fn span(node: Node<'_>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { start: offset(node.start_byte()), end: offset(node.end_byte()) }
}

impl<'a> Walk<'a> {
    fn all(&mut self, cursor: &mut TreeCursor<'_>) {
        let mut depth = 0;
        loop {
            while self.frames.pop_if(|frame| frame.depth >= depth).is_some() {}
            if self.enter(cursor, depth) && cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                depth -= 1;
            }
        }
    }

    fn text_of(&self, node: Node<'_>) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    fn field(&self, node: Node<'_>, name: &str) -> &'a str {
        node.child_by_field_name(name).map_or("", |child| self.text_of(child))
    }

    fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or(Frame {
            depth: 0,
            symbol: None,
            class: None,
            in_function: false,
        })
    }

    fn kind(&self, node: Node<'_>) -> ImportKind {
        let checked = self.checked.iter().rev().take(8).any(|range| range.contains(&node.start_byte()));
        if checked || self.flavor.is_stub() { ImportKind::Type } else { ImportKind::Runtime }
    }

    /// Whether what is below the node at the cursor counts.
    fn enter(&mut self, cursor: &mut TreeCursor<'_>, depth: usize) -> bool {
        let node = cursor.node();
        if node.is_error() {
            self.errors.push(node.byte_range());
        }
        match node.kind() {
            "import_statement" => return self.import(node),
            "import_from_statement" | "future_import_statement" => return self.import_from(node),
            "function_definition" => self.function(node, depth),
            "class_definition" => self.class(node, depth),
            "assignment" | "augmented_assignment" => self.assignment(node),
            "if_statement" => self.condition(node),
            "call" => self.call(node),
            "print_statement" | "exec_statement" => self.python2 = true,
            // `raise E, "text"`; `except E, e` of a file that is no Python 3 for other reasons; `a <> b`
            "raise_statement" => self.python2 |= has_child(node, "expression_list"),
            "except_clause" => self.python2 |= has_child(node, ","),
            "comparison_operator" => self.python2 |= has_child(node, "<>"),
            "comment" => self.comments.push(span(node)),
            "attribute" => return self.attribute(node),
            "identifier" if !matches!(cursor.field_name(), Some("name" | "attribute")) => {
                self.scopes.use_name(self.text_of(node), &[], self.frame().symbol);
            }
            _ => {}
        }
        true
    }

    fn import(&mut self, node: Node<'_>) -> bool {
        let kind = self.kind(node);
        for name in node.children_by_field_name("name", &mut node.walk()) {
            let (module, local) = self.renamed(name);
            let bound =
                if local.is_some() || !module.contains('.') { Bound::Module } else { Bound::Dotted(module) };
            let head = module.split('.').next().unwrap_or(module);
            self.scopes.bind(local.unwrap_or(head), bound);
            self.bind_top(local.unwrap_or(head), None);
            self.facts.imports.push(imports::whole(module, local, kind, span(node)));
        }
        false
    }

    fn import_from(&mut self, node: Node<'_>) -> bool {
        let kind = self.kind(node);
        let future = node.kind() == "future_import_statement";
        let module = if future { "__future__" } else { self.field(node, "module_name") };
        let module: String = module.split_whitespace().collect();
        let mut cursor = node.walk();
        let mut taken = Vec::new();
        for child in node.children(&mut cursor) {
            if child.kind() == "wildcard_import" {
                taken.push(("*", None));
            }
        }
        taken.extend(node.children_by_field_name("name", &mut node.walk()).map(|name| self.renamed(name)));
        for (name, local) in taken {
            if name != "*" {
                self.scopes.bind(local.unwrap_or(name), Bound::Name);
                let at = u32::try_from(self.facts.imports.len()).ok();
                self.bind_top(local.unwrap_or(name), at.filter(|_| local.is_none_or(|local| local == name)));
            }
            self.facts.imports.push(imports::taken(&module, name, local, kind, span(node)));
        }
        false
    }

    fn renamed(&self, node: Node<'_>) -> (&'a str, Option<&'a str>) {
        if node.kind() == "aliased_import" {
            (self.field(node, "name"), Some(self.field(node, "alias")))
        } else {
            (self.text_of(node), None)
        }
    }

    fn bind_top(&mut self, name: &str, import: Option<u32>) {
        if self.flavor.is_package() && self.at_top() {
            exports::bind(&mut self.facts, name, import);
        }
    }

    fn at_top(&self) -> bool {
        let frame = self.frame();
        frame.class.is_none() && !frame.in_function
    }

    fn function(&mut self, node: Node<'_>, depth: usize) {
        let name = self.field(node, "name");
        self.bind_top(name, None);
        let frame = self.frame();
        let hidden = frame.class.is_some() && name.starts_with('_') && name != "__init__";
        let listed = !frame.in_function && !hidden;
        let kind = if frame.class.is_some() { SymbolKind::Method } else { SymbolKind::Function };
        let symbol = (listed && !name.is_empty()).then(|| self.declare(node, name, kind, frame.class));
        let symbol = symbol.or(frame.symbol);
        self.frames.push(Frame { depth, symbol, class: None, in_function: true });
    }

    fn class(&mut self, node: Node<'_>, depth: usize) {
        let name = self.field(node, "name");
        self.bind_top(name, None);
        let frame = self.frame();
        let listed = frame.class.is_none() && !frame.in_function && !name.is_empty();
        let class = listed.then(|| self.declare(node, name, SymbolKind::Class, None));
        // The members of a class within are parts of it.
        let in_function = class.is_none();
        self.frames.push(Frame { depth, symbol: class.or(frame.symbol), class, in_function });
    }

    fn declare(&mut self, node: Node<'_>, name: &str, kind: SymbolKind, container: Option<u32>) -> u32 {
        let index = u32::try_from(self.facts.symbols.len()).unwrap_or(u32::MAX);
        let body = node.child_by_field_name("body");
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let head = self.text.get(node.start_byte()..end).unwrap_or_default();
        let head = one_line(head, 200);
        let whole = node.parent().filter(|it| it.kind() == "decorated_definition").unwrap_or(node);
        self.facts.symbols.push(Symbol {
            name: name.to_owned(),
            kind,
            container,
            signature: Some(head.trim_end_matches(':').trim_end().to_owned()),
            exported: container.is_none() || !name.starts_with('_'),
            doc: body.and_then(|body| docstring(self.text, body)),
            deed: None,
            effects: Vec::new(),
            span: span(whole),
        });
        index
    }

    fn assignment(&mut self, node: Node<'_>) {
        let frame = self.frame();
        let Some(left) = node.child_by_field_name("left").filter(|left| left.kind() == "identifier") else {
            return;
        };
        let name = self.text_of(left);
        if name == "__all__" {
            if let Some(right) = node.child_by_field_name("right") {
                let outer = node.parent().and_then(|it| it.parent());
                let at_top = outer.is_some_and(|it| it.kind() == "module");
                if at_top && node.kind() == "assignment" && !self.text_of(right).contains("__all__") {
                    self.survey.restart();
                }
                self.list_all(right);
            }
            return;
        }
        self.bind_top(name, None);
        if frame.in_function || node.kind() != "assignment" || self.scopes.is_bound(name) {
            return;
        }
        let kind = if frame.class.is_some() { SymbolKind::Field } else { SymbolKind::Variable };
        let index = self.facts.symbols.len();
        self.declare(node, name, kind, frame.class);
        self.facts.symbols[index].signature = Some(name.to_owned());
    }

    fn list_all(&mut self, right: Node<'_>) {
        let quoted = self.text_of(right);
        let mut parts = quoted.split(['\'', '"']);
        let mut names = Vec::new();
        while let (Some(_), Some(name)) = (parts.next(), parts.next()) {
            names.push(name.to_owned());
        }
        let computed = quoted.split(['\'', '"']).step_by(2).any(|it| it.contains(char::is_alphanumeric));
        self.survey.list(names, computed);
    }

    fn condition(&mut self, node: Node<'_>) {
        let test = self.field(node, "condition");
        self.facts.header.is_script |= self.at_top() && asks_for_main(test);
        let plain = test.trim_matches(['(', ')', ' ']);
        if matches!(plain, "TYPE_CHECKING" | "MYPY" | "False" | "0")
            || plain.ends_with(".TYPE_CHECKING") && !plain.contains(' ')
        {
            self.checked.extend(node.child_by_field_name("consequence").map(|it| it.byte_range()));
        }
    }

    fn call(&mut self, node: Node<'_>) {
        let called = self.field(node, "function");
        let name = called.rsplit('.').next().unwrap_or(called).trim();
        self.facts.header.spreads |= self.flavor.is_package() && imports::spreads(name);
        if Importer::of_name(name).is_none() {
            return;
        }
        let Some(arguments) = node.child_by_field_name("arguments") else { return };
        let Some(first) = arguments.named_child(0).filter(|it| it.kind() == "string") else { return };
        let text = self.text_of(first).trim_matches(['"', '\'']);
        let plain = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        if plain && !text.starts_with('.') && !text.is_empty() {
            self.facts.imports.push(imports::dynamic(text, self.kind(node), span(node)));
        }
    }

    /// `a.b.c` as one use of `a`.
    fn attribute(&mut self, node: Node<'_>) -> bool {
        let mut base = node;
        let mut names = Vec::new();
        while base.kind() == "attribute" {
            names.push(self.field(base, "attribute"));
            let Some(object) = base.child_by_field_name("object") else { return true };
            base = object;
        }
        if base.kind() != "identifier" {
            return true;
        }
        names.reverse();
        self.scopes.use_name(self.text_of(base), &names, self.frame().symbol);
        false
    }
}

/// The string that `body` begins with.
fn docstring(text: &str, body: Node<'_>) -> Option<String> {
    let first = body.named_children(&mut body.walk()).find(|it| it.kind() != "comment")?;
    let string = first.named_child(0).filter(|it| it.kind() == "string")?;
    let quoted = text.get(string.byte_range())?;
    let inner = quoted.trim_start_matches(['r', 'u', 'b', 'R', 'U', 'B']);
    let inner = ["\"\"\"", "'''", "\"", "'"]
        .iter()
        .find_map(|quote| inner.strip_prefix(quote)?.strip_suffix(quote))
        .unwrap_or(inner);
    docs::first_paragraph(inner)
}
