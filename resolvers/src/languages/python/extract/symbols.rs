//! Declarations: their kind, place, documentation and signature; and what the constructors of classes are given.

use std::borrow::Cow;

use ruff_python_ast::{
    Expr, ExprStringLiteral, Parameters, Stmt, StmtAnnAssign, StmtAssign, StmtClassDef, StmtFunctionDef,
    StmtTypeAlias,
};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::exports::is_all;
use super::visit::{Place, Visitor, docstring, span, start_of};
use super::{deeds, docs, values};
use crate::facts::{Injection, Span, Symbol, SymbolKind};

/// The longest name of what a class is about.
const LONGEST_NAME: usize = 48;
/// The longest signature.
const MAX_SIGNATURE: usize = 200;

/// A declaration is a part of what it stands in.
struct Unlisted;

/// A declaration that is about to be listed.
pub(super) struct Declaration<'d> {
    pub(super) name: &'d str,
    pub(super) kind: SymbolKind,
    pub(super) signature: Option<String>,
    pub(super) doc: Option<String>,
    pub(super) span: Span,
}

impl<'a> Visitor<'a> {
    fn push(&mut self, it: Declaration<'a>, container: Option<u32>) -> u32 {
        let index = u32::try_from(self.facts.symbols.len()).unwrap_or(u32::MAX);
        let exported = match container {
            None => (self.flavor.is_stub() || !self.type_checking) && self.survey.exports(it.name),
            Some(_) => !it.name.starts_with('_'),
        };
        let Declaration { name, kind, signature, doc, span } = it;
        self.members.extend(container.map(|class| (class, name)));
        let name = name.to_owned();
        let (deed, effects) = (None, Vec::new());
        self.facts.symbols.push(Symbol {
            name,
            kind,
            container,
            signature,
            exported,
            doc,
            deed,
            effects,
            span,
        });
        index
    }

    pub(super) fn declare_function(&mut self, it: &'a StmtFunctionDef) -> Option<u32> {
        self.bind_top(it.name.as_str(), None);
        let name = it.name.as_str();
        let container = self.container(name).ok()?;
        let kind = match container {
            None => SymbolKind::Function,
            Some(_) if it.decorator_list.iter().any(|it| is_property(&it.expression)) => SymbolKind::Field,
            Some(_) => SymbolKind::Method,
        };
        let end = it.returns.as_ref().map_or(it.parameters.end(), |returns| returns.end());
        let keyword = if it.is_async { "async def " } else { "def " };
        let signature = self.signature(keyword, TextRange::new(it.name.start(), end));
        let span = start_of(&it.decorator_list, it.range());
        let doc = docstring(&it.body).and_then(docs::first_paragraph).or_else(|| self.said_above(span));
        let symbol = self.push(Declaration { name, kind, signature, doc, span }, container);
        let served = deeds::served(&it.decorator_list);
        let is_one = |it: &&mut Symbol| it.is_told_by_body() || served.is_some() && it.container.is_none();
        if let Some(listed) = self.facts.symbols.last_mut().filter(|it| self.is_whole && is_one(it)) {
            let deed = served.or_else(|| deeds::of_body(&it.body, self.source));
            if listed.is_told_by_body() {
                listed.effects = deeds::effects(&it.body, deed.as_ref(), self.source);
            }
            listed.deed = deed.map(Box::new);
            for name in it.decorator_list.iter().filter_map(deeds::decorator) {
                self.facts.decorate(name, symbol);
            }
        }
        self.decorated.extend(it.decorator_list.iter().map(|it| (it.end().into(), symbol)));
        if let (Some(class), "__init__") = (container, name) {
            self.list_given(&it.parameters, class);
            self.list_fields_set(it, class);
        }
        Some(symbol)
    }

    pub(super) fn declare_class(&mut self, it: &'a StmtClassDef) -> Option<u32> {
        self.bind_top(it.name.as_str(), None);
        if self.place != Place::Top {
            return None;
        }
        let generics = it.type_params.as_ref().map_or(it.name.end(), |generics| generics.end());
        let end = it.arguments.as_ref().map_or(generics, |arguments| arguments.end());
        let span = start_of(&it.decorator_list, it.range());
        let doc = docstring(&it.body).and_then(docs::first_paragraph).or_else(|| self.said_above(span));
        let doc = doc.or_else(|| said_inside(it).filter(|_| self.is_whole).and_then(docs::first_paragraph));
        let symbol = self.push(
            Declaration {
                name: it.name.as_str(),
                kind: kind_of_class(it),
                signature: self.signature("class ", TextRange::new(it.name.start(), end)),
                doc,
                span,
            },
            None,
        );
        if self.is_whole {
            let is_migration = it.name.as_str() == "Migration";
            let deed = if is_migration { deeds::migrates(&it.body) } else { deeds::shapes(&it.body) };
            self.facts.symbols[symbol as usize].deed = deed.map(Box::new);
        }
        self.decorated.extend(it.decorator_list.iter().map(|it| (it.end().into(), symbol)));
        if it.decorator_list.iter().any(|it| makes_constructor(&it.expression)) {
            self.list_fields_given(&it.body, symbol);
        }
        Some(symbol)
    }

    pub(super) fn declare_assigned(&mut self, it: &'a StmtAssign) -> Option<u32> {
        if matches!(self.place, Place::Function | Place::Class(None)) {
            return None;
        }
        it.targets.iter().for_each(|target| self.bind_target(target));
        let mut first = None;
        for target in &it.targets {
            let (names, alone) = names_of(target);
            for name in names {
                let end = if alone && self.is_shown(&it.value) { it.value.end() } else { name.end() };
                let head = TextRange::new(if alone { it.start() } else { name.start() }, end);
                let told = self.told(&it.value).filter(|_| alone);
                let symbol =
                    self.declare_variable(name.id.as_str(), SymbolKind::Variable, (head, told), it.range());
                first = first.or(symbol);
            }
        }
        first
    }

    pub(super) fn declare_annotated(&mut self, it: &'a StmtAnnAssign) -> Option<u32> {
        if it.value.is_some() {
            self.bind_target(&it.target);
        }
        let name = it.target.as_name_expr()?;
        let alias = dotted_end(&it.annotation) == Some("TypeAlias");
        let kind = if alias { SymbolKind::Type } else { SymbolKind::Variable };
        let shown = it.value.as_ref().filter(|value| self.is_shown(value) || alias);
        let end = shown.map_or(it.annotation.end(), |value| value.end());
        let told = it.value.as_ref().and_then(|value| self.told(value));
        self.declare_variable(name.id.as_str(), kind, (TextRange::new(it.start(), end), told), it.range())
    }

    /// What a variable of the file, or a list or translated text of a class, is made of, where its text is no part of its
    /// head.
    fn told(&self, value: &Expr) -> Option<String> {
        let is_open = self.place == Place::Top
            || matches!(value, Expr::List(_) | Expr::Tuple(_))
            || values::translated(value).is_some();
        if is_open && !self.is_shown(value) { values::told(value, self.source) } else { None }
    }

    pub(super) fn declare_alias(&mut self, it: &'a StmtTypeAlias) -> Option<u32> {
        self.bind_target(&it.name);
        let name = it.name.as_name_expr()?;
        self.declare_variable(name.id.as_str(), SymbolKind::Type, (it.range(), None), it.range())
    }

    /// A variable of the file, or a field of a listed class.
    fn declare_variable(
        &mut self,
        name: &'a str,
        kind: SymbolKind,
        (head, value): (TextRange, Option<String>),
        whole: TextRange,
    ) -> Option<u32> {
        let container = self.container(name).ok()?;
        // `yaml = None` where it is not installed: what is imported is meant.
        if name == "__all__" || container.is_none() && self.scopes.is_bound(name) {
            return None;
        }
        let kind = if container.is_some() { SymbolKind::Field } else { kind };
        let signature = self.signature("", head).map(|head| match value {
            Some(value) => one_line(format!("{head} = {value}"), MAX_SIGNATURE),
            None => head,
        });
        let whole = span(whole);
        let is_alone = || !docs::is_in_group(self.source, whole);
        let above = || self.said_above(whole).filter(|_| is_alone());
        let doc = self.following.and_then(docs::first_paragraph).or_else(above);
        Some(self.push(Declaration { name, kind, signature, doc, span: whole }, container))
    }

    /// What a comment above a declaration says, where all is read.
    fn said_above(&self, declared: Span) -> Option<String> {
        if self.is_whole { docs::above(self.source, declared.start as usize) } else { None }
    }

    /// Whether a value is part of the head: one that says what a variable of the file is, and literals in classes.
    fn is_shown(&self, value: &Expr) -> bool {
        let tells = matches!(
            value,
            Expr::Call(_) | Expr::Name(_) | Expr::Attribute(_) | Expr::Subscript(_) | Expr::BinOp(_)
        );
        let is_whole = is_plain(value) && !self.is_in_parts(value);
        let at_top = tells && self.place == Place::Top && values::table(value).is_none();
        is_whole || at_top || self.is_whole && self.names_another(value)
    }

    /// Whether a class is told by a value what it is about: `form = forms.UserForm`, `queryset = User.objects.all()`.
    fn names_another(&self, value: &Expr) -> bool {
        let named = match value {
            Expr::Call(it) if it.arguments.is_empty() => &*it.func,
            value => value,
        };
        let is_name = value.is_name_expr() || value.is_attribute_expr();
        let is_about = |path: String| path.len() <= LONGEST_NAME && (is_name || path.contains(".objects."));
        matches!(self.place, Place::Class(Some(_))) && deeds::path(named).is_some_and(is_about)
    }

    /// Whether a string of the file stands on several lines, or in parts.
    fn is_in_parts(&self, value: &Expr) -> bool {
        let lines = || self.text(value.range()).contains('\n');
        let parts = |it: &ExprStringLiteral| it.value.is_implicit_concatenated();
        self.place == Place::Top && value.as_string_literal_expr().is_some_and(|it| parts(it) || lines())
    }

    /// Names that the top level of a package binds by assignment.
    pub(super) fn bind_target(&mut self, target: &Expr) {
        if !self.flavor.is_package() || self.place != Place::Top || is_all(target) {
            return;
        }
        for name in names_of(target).0 {
            self.bind_top(name.id.as_str(), None);
        }
    }

    /// The listed class to which a declaration here belongs, if to any; an error when it is not listed. What an
    /// underscore hides is a part of its class; but the table that a class is in a database says what it is for.
    fn container(&self, name: &str) -> Result<Option<u32>, Unlisted> {
        match self.place {
            Place::Top => Ok(None),
            Place::Class(Some(class)) => {
                let hidden = name.starts_with('_') && !matches!(name, "__init__" | "__tablename__");
                if hidden { Err(Unlisted) } else { Ok(Some(class)) }
            }
            Place::Class(None) | Place::Function => Err(Unlisted),
        }
    }

    fn signature(&self, keyword: &'static str, head: TextRange) -> Option<String> {
        let text = self.text(head);
        let has_comments = memchr::memchr(b'#', text.as_bytes()).is_some();
        let text = if has_comments { Cow::Owned(without_comments(text)) } else { Cow::Borrowed(text) };
        let line = one_line([keyword, &text].concat(), MAX_SIGNATURE);
        (!line.is_empty()).then_some(line)
    }

    /// What the parameters of a constructor are annotated with.
    fn list_given(&mut self, parameters: &'a Parameters, class: u32) {
        for parameter in parameters.iter_non_variadic_params() {
            if let Some(annotation) = parameter.parameter.annotation() {
                self.give(class, parameter.name().as_str(), annotation);
            }
        }
    }

    /// The annotated fields of a class whose constructor takes them.
    fn list_fields_given(&mut self, body: &'a [Stmt], class: u32) {
        for statement in body {
            if let Stmt::AnnAssign(it) = statement
                && let Some(name) = it.target.as_name_expr()
                && dotted_end(&it.annotation) != Some("ClassVar")
            {
                self.give(class, name.id.as_str(), &it.annotation);
            }
        }
    }

    /// The public fields that a constructor sets (`self.x = …`) and the class does not declare before it, each once.
    fn list_fields_set(&mut self, it: &'a StmtFunctionDef, class: u32) {
        let Some(this) = it.parameters.iter_non_variadic_params().next() else { return };
        let mut open = vec![it.body.iter()];
        while let Some(statements) = open.last_mut() {
            let Some(statement) = statements.next() else {
                open.pop();
                continue;
            };
            match statement {
                Stmt::Assign(set) => {
                    for target in &set.targets {
                        let end = if is_plain(&set.value) { set.value.end() } else { target.end() };
                        self.field_set(this.name().as_str(), target, (end, set.range()), class);
                    }
                }
                Stmt::AnnAssign(set) => {
                    let plain = set.value.as_ref().filter(|value| is_plain(value));
                    let end = plain.map_or(set.annotation.end(), |value| value.end());
                    self.field_set(this.name().as_str(), &set.target, (end, set.range()), class);
                }
                Stmt::If(it) => {
                    open.extend(it.elif_else_clauses.iter().rev().map(|clause| clause.body.iter()));
                    open.push(it.body.iter());
                }
                Stmt::With(it) => open.push(it.body.iter()),
                Stmt::Try(it) => open.extend([it.orelse.iter(), it.body.iter()]),
                _ => {}
            }
        }
    }

    fn field_set(&mut self, this: &str, target: &'a Expr, (end, whole): (TextSize, TextRange), class: u32) {
        let Expr::Attribute(it) = target else { return };
        let name = it.attr.as_str();
        let own = it.value.as_name_expr().is_some_and(|value| value.id.as_str() == this);
        if own && !name.starts_with('_') && !self.members.contains(&(class, name)) {
            let signature = self.signature("", TextRange::new(it.start(), end));
            let declared =
                Declaration { name, kind: SymbolKind::Field, signature, doc: None, span: span(whole) };
            self.push(declared, Some(class));
        }
    }

    fn give(&mut self, class: u32, parameter: &str, annotation: &Expr) {
        for binding in named_types(annotation) {
            let parameter = Some(parameter.to_owned());
            self.facts.injections.push(Injection {
                class,
                binding,
                is_within: false,
                parameter,
                of_field: false,
            });
        }
    }
}

/// The names that a target binds, and whether it is a single name.
fn names_of(target: &Expr) -> (Vec<&ruff_python_ast::ExprName>, bool) {
    if let Expr::Name(name) = target {
        return (vec![name], true);
    }
    let mut names = Vec::new();
    let mut open = vec![target];
    while let Some(next) = open.pop() {
        match next {
            Expr::Name(name) => names.push(name),
            Expr::Tuple(it) => open.extend(it.elts.iter().rev()),
            Expr::List(it) => open.extend(it.elts.iter().rev()),
            Expr::Starred(it) => open.push(&it.value),
            _ => {}
        }
    }
    (names, false)
}

/// What a class says of itself where a framework asks it: `help = '…'` of a command of Django, `description = '…'` in the
/// `Meta` of what GraphQL shows.
fn said_inside(it: &StmtClassDef) -> Option<&str> {
    let is_command = || it.bases().iter().filter_map(dotted_end).any(|base| base.ends_with("Command"));
    let meta = it.body.iter().find_map(|it| it.as_class_def_stmt().filter(|it| it.name.as_str() == "Meta"));
    let said = meta.and_then(|meta| set_to(&meta.body, "description"));
    let said = said.or_else(|| set_to(&it.body, "help").filter(|_| is_command()));
    said.filter(|it| it.split_whitespace().count() > 2)
}

/// The text that `name` is set to.
fn set_to<'a>(body: &'a [Stmt], name: &str) -> Option<&'a str> {
    body.iter().find_map(|it| match it {
        Stmt::Assign(it) => match &it.targets[..] {
            [Expr::Name(target)] if target.id == name => deeds::text(&it.value),
            _ => None,
        },
        _ => None,
    })
}

/// A value that tells what a variable is.
fn is_plain(value: &Expr) -> bool {
    value.is_literal_expr() || matches!(value, Expr::UnaryOp(it) if it.operand.is_literal_expr())
}

fn kind_of_class(it: &StmtClassDef) -> SymbolKind {
    let mut bases = it.bases().iter().filter_map(dotted_end);
    let is_enum = bases.any(|base| matches!(base, "Enum" | "IntEnum" | "StrEnum" | "Flag" | "IntFlag"));
    if is_enum { SymbolKind::Enum } else { SymbolKind::Class }
}

/// `c` of `a.b.c` and of `a.b.c[d]`.
fn dotted_end(it: &Expr) -> Option<&str> {
    match it {
        Expr::Name(it) => Some(it.id.as_str()),
        Expr::Attribute(it) => Some(it.attr.as_str()),
        Expr::Subscript(it) => match &*it.value {
            Expr::Name(it) => Some(it.id.as_str()),
            Expr::Attribute(it) => Some(it.attr.as_str()),
            _ => None,
        },
        _ => None,
    }
}

/// `@property`, `@cached_property`, `@x.setter`
fn is_property(decorator: &Expr) -> bool {
    let end = dotted_end(decorator).unwrap_or_default();
    end.ends_with("property") || matches!(end, "setter" | "getter" | "deleter")
}

/// `@dataclass`, `@attrs.define(…)` and their kin.
fn makes_constructor(decorator: &Expr) -> bool {
    let called = match decorator {
        Expr::Call(it) => &it.func,
        other => other,
    };
    matches!(dotted_end(called), Some("dataclass" | "define" | "frozen" | "attrs" | "mutable"))
}

/// The heads of the names that an annotation is made of: `A`, `A | None`, `Optional[A]`, `Annotated[A, …]`, `"A"`.
fn named_types(annotation: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![annotation];
    while let Some(next) = open.pop() {
        match next {
            Expr::Name(it) => names.push(it.id.as_str().to_owned()),
            Expr::StringLiteral(it) => {
                let text = it.value.to_str();
                let plain = text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
                names.extend(text.split('.').next().filter(|_| plain).map(str::to_owned));
            }
            Expr::Attribute(it) => {
                let mut base = &*it.value;
                while let Expr::Attribute(it) = base {
                    base = &it.value;
                }
                names.extend(base.as_name_expr().map(|it| it.id.as_str().to_owned()));
            }
            Expr::BinOp(it) => open.extend([&*it.right, &*it.left]),
            Expr::Subscript(it) => match (dotted_end(&it.value), &*it.slice) {
                (Some("Optional"), slice) => open.push(slice),
                (Some("Annotated"), Expr::Tuple(slice)) => open.extend(slice.elts.first()),
                (Some("Union"), Expr::Tuple(slice)) => open.extend(slice.elts.iter().rev()),
                _ => open.push(&it.value),
            },
            _ => {}
        }
    }
    names
}

/// `text` without the comments at the ends of its lines.
fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| match line.split_once('#') {
        Some((code, _)) if code.matches(['"', '\'']).count().is_multiple_of(2) => code,
        _ => line,
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// `text` on one line, at most `most` bytes.
pub(super) fn one_line<'t>(text: impl Into<Cow<'t, str>>, most: usize) -> String {
    let text = text.into();
    if is_one_line(&text) {
        let mut line = text.into_owned();
        line.truncate(most);
        return line;
    }
    let mut line = String::with_capacity(text.len().min(most));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > most {
            break;
        }
    }
    line.truncate(line.floor_char_boundary(most));
    // `f( a, b, )` was written on several lines.
    if line.as_bytes().windows(2).any(|pair| pair == b"( " || pair == b" )") {
        line = line.replace("( ", "(").replace(", )", ")").replace(" )", ")");
    }
    line
}

/// Whether `text` is ASCII with single blanks between its words and none just inside of a bracket. Most texts are like
/// that, and this sees it in a fraction of the time that taking them apart takes.
pub(super) fn is_one_line(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return false };
    let is_printed = |byte: u8| (b' '..=b'~').contains(&byte);
    let may_follow = |before: u8, byte: u8| {
        !(byte == b' ' && matches!(before, b' ' | b'(') || byte == b')' && before == b' ')
    };
    // To the end without a look aside: many bytes at a time.
    let pairs = bytes.iter().zip(&bytes[1..]);
    pairs.fold(is_printed(*first), |fits, (before, byte)| {
        fits & is_printed(*byte) & may_follow(*before, *byte)
    }) && !matches!(first, b' ' | b')')
        && *last != b' '
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_one_line() {
        let check = |text: &str, expected: &str| assert_eq!(one_line(text, 12), expected, "{text:?}");
        check("def f(a, b)", "def f(a, b)");
        check("def f(\n    a,\n)", "def f(a)");
        check("f( a )", "f(a)");
        check("a  b", "a b");
        check(" a b ", "a b");
        check("a\x0bb\x1cc", "a b\x1cc");
        check("", "");
        check("def f(a, b, c, d)", "def f(a, b, ");
        check("äöü äöü", "äöü äö");
        check("äöü  äöü", "äöü äö");
    }
}
