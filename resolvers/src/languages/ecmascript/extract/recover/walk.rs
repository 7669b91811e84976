//! The cursor over a recovered tree: imports at any depth, declarations and exports at the top level.

use rustc_hash::FxHashSet;
use tree_sitter::{Node, Tree, TreeCursor};

use super::super::Mode;
use super::super::imports::{is_mock, one_line};
use super::super::literals::{binding_name, taken};
use super::lines::{self, Known};
use crate::facts::{
    BindingName, Discovery, Export, ExportSource, FileFacts, Import, ImportKind, ImportSyntax, ImportedName,
    Reference, Span, Symbol, SymbolKind,
};
use crate::marker::{self, Layout};

/// The longest signature and the longest text of a computed specifier.
const MAX_TEXT: usize = 120;
/// Bytes of the longest name of a function that mentions a module.
const LONGEST_MENTION: usize = 32;

struct Walk<'t> {
    code: &'t str,
    facts: FileFacts,
    comments: Vec<Span>,
    locals: FxHashSet<String>,
    seen: FxHashSet<(String, Option<u32>)>,
    /// What the lines need not tell again.
    known: Known,
    /// The open nodes' kinds, and whether their children stand at the top level. A node's own `parent()` searches
    /// from the root.
    open: Vec<(&'t str, bool)>,
    /// Ends of the statements around the cursor: an import or re-export, and an export.
    import_end: usize,
    export_end: usize,
    /// What the keywords of those statements say.
    statement_kind: ImportKind,
    is_default: bool,
    /// The outermost statement around the cursor, and where each declaration's own begins.
    statement: std::ops::Range<usize>,
    begun: Vec<(u32, u32)>,
    /// The declaration of the top level around the cursor, and its end.
    symbol: Option<(u32, usize)>,
}

/// The facts of `tree`.
pub(super) fn facts(code: &str, tree: &Tree, mode: Mode) -> FileFacts {
    let mut walk = Walk {
        code,
        facts: FileFacts::default(),
        comments: Vec::new(),
        locals: FxHashSet::default(),
        seen: FxHashSet::default(),
        known: Known::default(),
        open: Vec::new(),
        import_end: 0,
        export_end: 0,
        statement_kind: ImportKind::Runtime,
        is_default: false,
        statement: 0..0,
        begun: Vec::new(),
        symbol: None,
    };
    let mut cursor = tree.walk();
    while walk.step(&mut cursor) {}
    if tree.root_node().has_error() {
        lines::add(code, &walk.known, &mut walk.facts);
    }
    walk.finish(mode)
}

impl<'t> Walk<'t> {
    /// Reads one node and moves on in source order; `false` at the end.
    fn step(&mut self, cursor: &mut TreeCursor<'t>) -> bool {
        let node = cursor.node();
        let top = self.open.last().is_none_or(|(_, top)| *top);
        self.node(node, top);
        self.open.push((node.kind(), top && is_transparent(node.kind())));
        if cursor.goto_first_child() {
            return true;
        }
        self.open.pop();
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return false;
            }
            self.open.pop();
        }
        true
    }

    fn node(&mut self, node: Node<'t>, top: bool) {
        let is_quoted = matches!(node.kind(), "comment" | "template_string" | "jsx_element");
        if is_quoted && !node.has_error() {
            self.known.quoted.push(node.byte_range());
        }
        if top
            && !matches!(node.kind(), "program" | "ERROR" | "comment")
            && node.start_byte() >= self.statement.end
        {
            self.statement = node.byte_range();
        }
        match node.kind() {
            "import_statement" => self.import_statement(node),
            "import_clause" => self.import_clause(node),
            "import_specifier" => self.import_specifier(node),
            "namespace_import" => self.bind(BindingName::Namespace, last_child(node), false),
            "import_require_clause" => self.import_equals(node),
            "export_statement" => self.export_statement(node, top),
            "export_specifier" => self.export_specifier(node),
            "call_expression" => self.call(node),
            "new_expression" => self.new_url(node),
            "comment" => self.comments.push(span(node)),
            "identifier" | "type_identifier" | "shorthand_property_identifier" => self.reference(node),
            kind if top => {
                if let Some(kind) = declaration_kind(kind) {
                    self.declaration(node, kind);
                }
            }
            _ => {}
        }
    }

    fn parent_is(&self, kind: &str) -> bool {
        self.open.last().is_some_and(|(open, _)| *open == kind)
    }

    fn text(&self, node: Node) -> &'t str {
        self.code.get(node.byte_range()).unwrap_or_default()
    }

    /// The text of a literal that is a specifier.
    fn quoted(&mut self, node: Node) -> Option<String> {
        let text = self.text(node);
        let inner = text.get(1..text.len().checked_sub(1)?)?;
        let plain = node.kind() == "string" || (node.kind() == "template_string" && !inner.contains("${"));
        plain.then(|| {
            self.known.literals.insert(node.start_byte());
            inner.to_owned()
        })
    }

    fn field(&self, node: Node<'t>, name: &str) -> Option<&'t str> {
        node.child_by_field_name(name).map(|it| self.text(it))
    }

    fn import(&mut self, specifier: String, syntax: ImportSyntax, kind: ImportKind, node: Node) {
        let span = span(node);
        self.facts.imports.push(Import {
            specifier,
            syntax,
            kind,
            names: Vec::new(),
            pattern: None,
            mode: None,
            span,
        });
    }

    fn import_statement(&mut self, node: Node<'t>) {
        self.import_end = node.end_byte();
        self.statement_kind = kind_of(node);
        self.facts.header.is_module = true;
        let Some(specifier) = node.child_by_field_name("source").and_then(|it| self.quoted(it)) else {
            return;
        };
        let clause = first_part(node).filter(|it| it.kind() == "import_clause");
        let syntax = if clause.is_some() { ImportSyntax::Import } else { ImportSyntax::SideEffect };
        self.import(specifier, syntax, kind_of(node), node);
    }

    fn import_clause(&mut self, node: Node<'t>) {
        if let Some(first) = first_part(node).filter(|it| it.kind() == "identifier") {
            self.bind(BindingName::Default, Some(first), false);
        }
    }

    fn import_specifier(&mut self, node: Node<'t>) {
        let Some(name) = node.child_by_field_name("name") else { return };
        let local = node.child_by_field_name("alias").unwrap_or(name);
        let type_only = matches!(node.child(0).map(|it| it.kind()), Some("type" | "typeof"));
        self.bind(binding_name(self.text(name).trim_matches(['"', '\''])), Some(local), type_only);
    }

    fn bind(&mut self, name: BindingName, local: Option<Node<'t>>, type_only: bool) {
        let local = local.map(|it| self.text(it));
        self.locals.extend(local.map(str::to_owned));
        if let Some(import) = self.facts.imports.last_mut() {
            import.names.push(ImportedName { type_only, ..taken(name, local) });
        }
    }

    fn import_equals(&mut self, node: Node<'t>) {
        let Some(specifier) = node.child_by_field_name("source").and_then(|it| self.quoted(it)) else {
            return;
        };
        self.import(specifier, ImportSyntax::ImportEquals, self.statement_kind, node);
        self.bind(BindingName::Namespace, first_part(node), false);
    }

    fn export_statement(&mut self, node: Node<'t>, top: bool) {
        self.facts.header.is_module = true;
        self.export_end = node.end_byte();
        self.is_default = node.child(1).is_some_and(|it| it.kind() == "default");
        let source = node.child_by_field_name("source").and_then(|it| self.quoted(it));
        if let Some(specifier) = source {
            self.import_end = node.end_byte();
            let star = node.child(1).is_some_and(|it| it.kind() == "*" || it.kind() == "namespace_export")
                || node.child(2).is_some_and(|it| it.kind() == "*");
            self.import(specifier.clone(), ImportSyntax::ReExport, kind_of(node), node);
            if star {
                self.bind(BindingName::Namespace, None, false);
                self.export_star(node, specifier);
            }
        } else if top && let Some(value) = node.child_by_field_name("value") {
            let local = if value.kind() == "identifier" { self.text(value) } else { "default" };
            self.export("default", ExportSource::Local(local.to_owned()), node);
        }
    }

    fn export_star(&mut self, node: Node<'t>, specifier: String) {
        let named = first_part(node).filter(|it| it.kind() == "namespace_export").and_then(last_child);
        match named.map(|it| self.text(it)) {
            Some(name) => {
                self.export(name, ExportSource::ReExport { specifier, name: BindingName::Namespace }, node);
            }
            None => self.export("*", ExportSource::Star { specifier }, node),
        }
    }

    fn export(&mut self, name: &str, source: ExportSource, node: Node) {
        let type_only = kind_of(node) == ImportKind::Type;
        self.facts.exports.push(Export { name: name.to_owned(), source, type_only, span: span(node) });
    }

    fn export_specifier(&mut self, node: Node<'t>) {
        let Some(local) = self.field(node, "name") else { return };
        let name = self.field(node, "alias").unwrap_or(local);
        let source = match self.facts.imports.last_mut() {
            Some(import) if node.start_byte() < self.import_end => {
                import.names.push(taken(binding_name(local), None));
                ExportSource::ReExport { specifier: import.specifier.clone(), name: binding_name(local) }
            }
            _ => ExportSource::Local(local.to_owned()),
        };
        self.export(name, source, node);
    }

    fn call(&mut self, node: Node<'t>) {
        let (syntax, kind) = match self.field(node, "function") {
            Some("require") => (ImportSyntax::Require, ImportKind::Runtime),
            Some("import") if self.parent_is("type_query") => (ImportSyntax::ImportType, ImportKind::Type),
            Some("import") => (ImportSyntax::DynamicImport, ImportKind::Dynamic),
            Some(function) => return self.weak(node, mention(function)),
            None => return,
        };
        let Some(argument) = node.child_by_field_name("arguments").and_then(first_part) else {
            return;
        };
        if let Some(specifier) = self.quoted(argument) {
            self.import(specifier, syntax, kind, node);
        } else {
            let expression = one_line(self.text(argument), MAX_TEXT);
            self.facts.discoveries.push(Discovery { syntax, expression, span: span(node) });
        }
    }

    /// `new URL('x', import.meta.url)`
    fn new_url(&mut self, node: Node<'t>) {
        let base = node.child_by_field_name("arguments").filter(|it| it.named_child_count() == 2);
        let base = base.and_then(last_child).map(|it| self.text(it));
        let is_url = self.field(node, "constructor") == Some("URL") && base == Some("import.meta.url");
        self.weak(node, is_url.then_some(ImportSyntax::NewUrl));
    }

    /// A mention that loads nothing: of a literal only.
    fn weak(&mut self, node: Node<'t>, syntax: Option<ImportSyntax>) {
        let Some(syntax) = syntax else { return };
        let argument = node.child_by_field_name("arguments").and_then(first_part);
        if let Some(specifier) = argument.and_then(|it| self.quoted(it)) {
            self.import(specifier, syntax, ImportKind::Dynamic, node);
        }
    }

    fn declaration(&mut self, node: Node<'t>, kind: SymbolKind) {
        if kind == SymbolKind::Variable {
            let mut cursor = node.walk();
            let declarators: Vec<_> =
                node.named_children(&mut cursor).filter(|it| it.kind() == "variable_declarator").collect();
            for declarator in declarators {
                self.variable(declarator);
            }
        } else if let Some(name) = self.field(node, "name") {
            self.symbol(name.trim_matches(['"', '\'']), kind, node);
        }
    }

    fn variable(&mut self, node: Node<'t>) {
        let function = |it: Node| matches!(it.kind(), "arrow_function" | "function_expression");
        let kind = match node.child_by_field_name("value") {
            Some(value) if function(value) => SymbolKind::Function,
            _ => SymbolKind::Variable,
        };
        if let Some(name) = node.child_by_field_name("name").filter(|it| it.kind() == "identifier") {
            self.symbol(self.text(name), kind, node);
        }
    }

    fn symbol(&mut self, name: &str, kind: SymbolKind, node: Node<'t>) {
        let exported = node.start_byte() < self.export_end;
        let index = u32::try_from(self.facts.symbols.len()).unwrap_or(u32::MAX);
        let body = node.child_by_field_name("body").map_or(node.end_byte(), |it| it.start_byte());
        let head = one_line(self.code.get(node.start_byte()..body).unwrap_or_default(), MAX_TEXT);
        self.facts.symbols.push(Symbol {
            name: name.to_owned(),
            kind,
            container: None,
            signature: (kind != SymbolKind::Variable).then_some(head),
            exported,
            doc: None,
            deed: None,
            effects: Vec::new(),
            span: span(node),
        });
        self.begun.push((u32::try_from(self.statement.start).unwrap_or(u32::MAX), index));
        self.symbol = Some((index, node.end_byte()));
        if exported {
            let default =
                node.parent().is_some_and(|it| it.child(1).is_some_and(|it| it.kind() == "default"));
            self.export(if default { "default" } else { name }, ExportSource::Local(name.to_owned()), node);
        }
    }

    fn reference(&mut self, node: Node<'t>) {
        let name = self.text(node);
        if node.start_byte() < self.import_end || !self.locals.contains(name) {
            return;
        }
        let symbol = self.symbol.filter(|(_, end)| node.start_byte() < *end).map(|(symbol, _)| symbol);
        if self.seen.insert((name.to_owned(), symbol)) {
            let binding = name.to_owned();
            self.facts.references.push(Reference {
                binding,
                member: None,
                symbol,
                title: None,
                in_template: false,
                in_types: false,
            });
        }
    }

    fn finish(mut self, mode: Mode) -> FileFacts {
        let exported: FxHashSet<_> = self
            .facts
            .exports
            .iter()
            .filter_map(
                |it| if let ExportSource::Local(name) = &it.source { Some(name.clone()) } else { None },
            )
            .collect();
        for symbol in &mut self.facts.symbols {
            symbol.exported |= exported.contains(&symbol.name);
        }
        for import in &mut self.facts.imports {
            if !import.names.is_empty() && import.names.iter().all(|name| name.type_only) {
                import.kind = ImportKind::Type;
            }
        }
        if mode.declaration {
            self.facts.header.is_module |= !self.facts.exports.is_empty();
        }
        self.facts.imports.sort_by_key(|import| import.span);
        let (style, comments) = (&marker::ECMASCRIPT, self.comments);
        let layout = Layout { style, head: None, prologue: 0, comments, decorated: self.begun };
        layout.attach(self.code.as_bytes(), &mut self.facts);
        self.facts
    }
}

/// Nodes whose children stand where they do.
fn is_transparent(kind: &str) -> bool {
    matches!(kind, "program" | "ERROR" | "export_statement" | "ambient_declaration" | "expression_statement")
}

/// What a call of `function` mentions without loading it.
fn mention(function: &str) -> Option<ImportSyntax> {
    // What is called may be as long as the text, once for each call of a chain.
    if function.len() > LONGEST_MENTION {
        return None;
    }
    match function.rsplit_once('.')? {
        ("require" | "import.meta", "resolve") => Some(ImportSyntax::RequireResolve),
        ("jest" | "vi" | "vitest", member) if is_mock(member) => Some(ImportSyntax::Mock),
        _ => None,
    }
}

/// `import type`, `import typeof`, `export type`
fn kind_of(node: Node) -> ImportKind {
    match node.child(1).map(|it| it.kind()) {
        Some("type" | "typeof") => ImportKind::Type,
        _ => ImportKind::Runtime,
    }
}

/// The first named child that is no comment.
fn first_part(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|it| it.kind() != "comment")
}

fn last_child(node: Node) -> Option<Node> {
    node.named_child(u32::try_from(node.named_child_count().checked_sub(1)?).ok()?)
}

fn span(node: Node) -> Span {
    let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
    Span { start: offset(node.start_byte()), end: offset(node.end_byte()) }
}

fn declaration_kind(kind: &str) -> Option<SymbolKind> {
    Some(match kind {
        "function_declaration" | "generator_function_declaration" | "function_signature" => {
            SymbolKind::Function
        }
        "class_declaration" | "abstract_class_declaration" => SymbolKind::Class,
        "interface_declaration" => SymbolKind::Interface,
        "type_alias_declaration" => SymbolKind::Type,
        "enum_declaration" => SymbolKind::Enum,
        "internal_module" | "module" => SymbolKind::Namespace,
        "lexical_declaration" | "variable_declaration" => SymbolKind::Variable,
        _ => return None,
    })
}
