//! The names of a module loader: where they are its own, and where something else has them.
//!
//! What a file declares itself is not the loader's, unless what it is given may be. No full scope analysis: counted are
//! the declarations of a block and the name and parameters of a function.

use oxc_ast::ast::{
    BindingIdentifier, BindingPattern, CallExpression, Declaration, ExportDefaultDeclarationKind, Expression,
    FormalParameters, Function, ImportDeclaration, Statement, VariableDeclaration, VariableDeclarator,
};
use oxc_span::GetSpan;

use super::literals::{argument, module_value};

/// The functions of a module loader, which are known everywhere.
const NAMES: [&str; 3] = ["define", "require", "requirejs"];
/// What the packages are called that make them.
const LOADERS: [&str; 4] = ["amdefine", "r.js", "require.js", "requirejs"];

/// What they are members of.
const GLOBALS: [&str; 4] = ["global", "globalThis", "self", "window"];

/// How many bytes of a value are looked at: every level of a nest may ask for its own text.
const HEAD: usize = 1 << 14;

/// A set of `NAMES`.
#[derive(Debug, Clone, Copy, Default)]
struct Names([bool; NAMES.len()]);

impl Names {
    fn contains(self, name: &str) -> bool {
        NAMES.iter().zip(self.0).any(|(known, is_in)| is_in && *known == name)
    }

    /// Puts `name` in or out, if it is one of `NAMES`.
    fn set(&mut self, name: &str, is_in: bool) {
        if let Some(at) = NAMES.iter().position(|known| *known == name) {
            self.0[at] = is_in;
        }
    }
}

/// What the names of a module loader mean in a scope.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Loader {
    /// Something else is called so.
    hidden: Names,
    /// A loader of AMD calls the function around.
    pub(super) is_amd: bool,
}

/// What a function gets that is called with names of the loader.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Given {
    /// Its parameters that are the loader's where they are called so.
    names: Names,
    is_amd: bool,
}

impl Loader {
    /// Whether `name` is the loader's here.
    pub(super) fn has(self, name: &str) -> bool {
        NAMES.contains(&name) && !self.hidden.contains(name)
    }

    /// Enters a block with `statements`.
    pub(super) fn declare(&mut self, source: &str, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::ImportDeclaration(it) => self.import(it),
                Statement::TSImportEqualsDeclaration(it) if it.module_reference.is_external() => {
                    self.hidden.set(&it.id.name, true);
                }
                Statement::FunctionDeclaration(it) => self.function(it),
                Statement::ExportDefaultDeclaration(it) => {
                    if let ExportDefaultDeclarationKind::FunctionDeclaration(it) = &it.declaration {
                        self.function(it);
                    }
                }
                Statement::VariableDeclaration(it) => self.variables(source, it),
                Statement::ExportDeclaration(it) => match &it.declaration {
                    Declaration::FunctionDeclaration(it) => self.function(it),
                    Declaration::VariableDeclaration(it) => self.variables(source, it),
                    _ => {}
                },
                _ => {}
            }
        }
        // `var define; … define = window.define;`
        for statement in statements {
            let Statement::ExpressionStatement(it) = statement else { continue };
            let Expression::AssignmentExpression(it) = &it.expression else { continue };
            let Some(name) = it.left.get_identifier_name().filter(|name| NAMES.contains(name)) else {
                continue;
            };
            if may_be(source, name, &it.right) {
                self.hidden.set(name, false);
            }
        }
    }

    /// Enters a function, which gets `given`.
    pub(super) fn enter_function(
        &mut self,
        name: Option<&BindingIdentifier>,
        params: &FormalParameters,
        given: Given,
    ) {
        if let Some(name) = name {
            self.hidden.set(&name.name, true);
        }
        for name in params.items.iter().flat_map(|it| names(&it.pattern)) {
            self.hidden.set(name, !given.names.contains(name));
        }
        self.is_amd |= given.is_amd;
    }

    /// What a call of `callee` gives the functions among its arguments: `define`, `require` and their kin give
    /// them the loader's own `require`.
    pub(super) fn to_callbacks(self, callee: &Expression) -> Option<Given> {
        let is_amd = match callee {
            Expression::Identifier(it) if self.has(&it.name) => true,
            Expression::StaticMemberExpression(it)
                if it.object.is_specific_id("require")
                    && matches!(it.property.name.as_str(), "ensure" | "async") =>
            {
                false
            }
            _ => return None,
        };
        let mut given = Given { is_amd, ..Given::default() };
        given.names.set("require", true);
        Some(given)
    }

    /// Where the function starts that is called on the spot, and what it gets:
    /// `(function (define) { … })(typeof define === 'function' ? define : …)`, or the same by `.call(this, …)`.
    pub(super) fn to_called(self, source: &str, it: &CallExpression) -> Option<(u32, Given)> {
        let (callee, before) = match &it.callee {
            Expression::StaticMemberExpression(member) if member.property.name == "call" => {
                (&member.object, 1)
            }
            callee => (callee, 0),
        };
        let (start, params) = function(callee)?;
        let mut given = Given::default();
        for (at, param) in params.items.iter().enumerate() {
            let BindingPattern::BindingIdentifier(id) = &param.pattern else { continue };
            // A bundle hands its own `require` on.
            let may_be = |it| id.name != "require" && may_be(source, &id.name, it);
            if self.has(&id.name) && argument(it, at + before).is_some_and(may_be) {
                given.names.set(&id.name, true);
            }
        }
        Some((start, given))
    }

    fn import(&mut self, it: &ImportDeclaration) {
        if !is_loader(&it.source.value) {
            it.specifiers.iter().flatten().for_each(|it| self.hidden.set(&it.local().name, true));
        }
    }

    fn function(&mut self, it: &Function) {
        // Without a body it says what somebody else's takes.
        if let Some(id) = it.id.as_ref().filter(|_| it.body.is_some()) {
            self.hidden.set(&id.name, true);
        }
    }

    fn variables(&mut self, source: &str, it: &VariableDeclaration) {
        for declarator in it.declarations.iter().filter(|_| !it.declare) {
            for name in names(&declarator.id).filter(|name| NAMES.contains(name)) {
                if is_something_else(source, name, declarator) {
                    self.hidden.set(name, true);
                }
            }
        }
    }
}

/// Whether a variable called `name` is not the loader's.
fn is_something_else(source: &str, name: &str, it: &VariableDeclarator) -> bool {
    match &it.init {
        // `require` may be made later; a bundle declares `define` so that there is none.
        None => name != "require",
        // `const { require } = commonJS(import.meta.url)`
        Some(_) if name == "require" && it.id.get_binding_identifier().is_none() => false,
        Some(init) => !may_be(source, name, init),
    }
}

/// Whether `value` may be the loader's `name`: what makes or fetches that mentions it.
fn may_be(source: &str, name: &str, value: &Expression) -> bool {
    let text = value.span().source_text(source);
    let text = &text[..text.floor_char_boundary(HEAD)];
    match (module_value(value), value) {
        (Some(module), _) => is_loader(module.specifier),
        (None, Expression::Identifier(it)) if GLOBALS.contains(&it.name.as_str()) => true,
        // A function may hand on what it takes: `var require = file => original_require(file)`
        _ if name == "require" => text.contains("require") || text.contains("createRequire"),
        _ if function(value).is_some() => false,
        _ => LOADERS.iter().chain(&NAMES).any(|word| mentions(text, word)),
    }
}

/// Whether `word` stands in `text`, and not in a longer word.
pub(super) fn mentions(text: &str, word: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '$');
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

fn is_loader(specifier: &str) -> bool {
    LOADERS.contains(&specifier.rsplit('/').next().unwrap_or_default())
}

/// Where the function starts that `expression` is, and its parameters.
pub(super) fn function<'b, 'a>(expression: &'b Expression<'a>) -> Option<(u32, &'b FormalParameters<'a>)> {
    match expression.get_inner_expression() {
        Expression::FunctionExpression(it) => Some((it.span.start, &it.params)),
        Expression::ArrowFunctionExpression(it) => Some((it.span.start, &it.params)),
        _ => None,
    }
}

/// The name that `pattern` is, or those of the properties and elements that it takes.
fn names<'b>(pattern: &'b BindingPattern<'_>) -> impl Iterator<Item = &'b str> {
    let (properties, elements) = match pattern {
        BindingPattern::ObjectPattern(it) => (&it.properties[..], &[][..]),
        BindingPattern::ArrayPattern(it) => (&[][..], &it.elements[..]),
        _ => (&[][..], &[][..]),
    };
    let values = properties.iter().map(|it| &it.value).chain(elements.iter().flatten());
    let taken = values.filter_map(|it| it.get_binding_identifier());
    pattern.get_binding_identifier().into_iter().chain(taken).map(|id| id.name.as_str())
}
