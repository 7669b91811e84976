//! Specifiers in expressions: which literals an expression can be, and which module an expression stands for.
//!
//! Pure functions over nodes; what is done with the answers stands elsewhere: in `imports` and `commonjs`, and where
//! configurations are read.

use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, BindingPattern, CallExpression, Expression, Ident,
    LogicalOperator, ModuleExportName, ObjectExpression, ObjectPropertyKind, PropertyKey,
};

use super::bindings::Bound;
use super::values;
use crate::facts::{BindingName, ImportedName};

/// The text of a string or of a template without holes.
pub(in crate::languages::ecmascript) fn literal<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match expression {
        Expression::StringLiteral(it) => Some(it.value.as_str()),
        Expression::TemplateLiteral(it) => it.single_quasi().map(|text| text.as_str()),
        _ => None,
    }
}

/// The literals that `expression` can be: one, or both branches of a condition. Empty when it is anything else.
pub(super) fn literals<'a>(expression: &Expression<'a>) -> Vec<&'a str> {
    match expression {
        Expression::ConditionalExpression(it) => match (literal(&it.consequent), literal(&it.alternate)) {
            (Some(one), Some(other)) => vec![one, other],
            _ => Vec::new(),
        },
        other => literal(other).into_iter().collect(),
    }
}

/// An address of the own site: `/users/…` of `` `/users/${id}` ``.
pub(super) fn address(value: &Expression) -> Option<String> {
    let (beginning, more) = match value {
        Expression::TemplateLiteral(it) if !it.expressions.is_empty() => {
            (it.quasis.first()?.value.raw.as_str(), "…")
        }
        value => (literal(value)?, ""),
    };
    let is_plain = |c: char| c.is_alphanumeric() || "/-_.:?=&".contains(c);
    let is_address = beginning.starts_with('/') && beginning.chars().all(is_plain);
    is_address.then(|| format!("{beginning}{more}"))
}

pub(in crate::languages::ecmascript) fn argument<'b, 'a>(
    call: &'b CallExpression<'a>,
    at: usize,
) -> Option<&'b Expression<'a>> {
    call.arguments.get(at).and_then(Argument::as_expression)
}

/// The value of the first property of an object whose key is one.
pub(super) fn property<'b, 'a>(
    object: &'b ObjectExpression<'a>,
    is_one: impl Fn(&str) -> bool,
) -> Option<&'b Expression<'a>> {
    object.properties.iter().find_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) if key_name(&it.key).is_some_and(&is_one) => Some(&it.value),
        _ => None,
    })
}

/// A `require('x')` or `await import('x')`, perhaps with one member taken.
#[derive(Clone, Copy)]
pub(super) struct ModuleValue<'a> {
    /// Where the call starts.
    pub(super) start: u32,
    pub(super) specifier: &'a str,
    pub(super) member: Option<&'a str>,
}

/// The module that `expression` is, through parentheses, casts and the helpers of compilers.
pub(super) fn module_value<'a>(expression: &Expression<'a>) -> Option<ModuleValue<'a>> {
    let mut expression = expression;
    let mut member = None;
    let mut awaited = false;
    loop {
        expression = match expression {
            Expression::ParenthesizedExpression(it) => &it.expression,
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            Expression::TSNonNullExpression(it) => &it.expression,
            Expression::TSTypeAssertion(it) => &it.expression,
            Expression::AwaitExpression(it) => {
                awaited = true;
                &it.argument
            }
            Expression::StaticMemberExpression(it) if member.is_none() => {
                member = Some(it.property.name.as_str());
                &it.object
            }
            Expression::CallExpression(it) if it.callee.is_specific_id("require") => {
                let specifier = literal(argument(it, 0)?)?;
                return Some(ModuleValue { start: it.span.start, specifier, member });
            }
            Expression::CallExpression(it) if is_interop(it) => argument(it, 0)?,
            Expression::ImportExpression(it) if awaited => {
                let specifier = literal(&it.source)?;
                return Some(ModuleValue { start: it.span.start, specifier, member });
            }
            _ => return None,
        }
    }
}

/// The module that a variable is declared to be: at once, or where it is not loaded yet, as in
/// `const engine = known.engine || (known.engine = require('engine'))`.
pub(super) fn declared_module<'a>(value: &Expression<'a>) -> Option<ModuleValue<'a>> {
    module_value(value).or_else(|| {
        let Expression::LogicalExpression(it) = value.get_inner_expression() else { return None };
        let Expression::AssignmentExpression(late) = it.right.get_inner_expression() else { return None };
        let kept = match &late.left {
            AssignmentTarget::StaticMemberExpression(target) => values::path_of(target)?,
            AssignmentTarget::AssignmentTargetIdentifier(target) => target.name.to_string(),
            _ => return None,
        };
        let is_kept = it.operator != LogicalOperator::And && values::path(&it.left)? == kept;
        module_value(&late.right).filter(|_| is_kept && late.operator.is_assign())
    })
}

/// The variable that an assignment sets, and the module that it sets it to: `fs = require('fs')`.
pub(super) fn assigned<'a>(it: &AssignmentExpression<'a>) -> Option<(Ident<'a>, Option<ModuleValue<'a>>)> {
    let AssignmentTarget::AssignmentTargetIdentifier(target) = &it.left else { return None };
    Some((target.name, module_value(&it.right).filter(|_| it.operator.is_assign())))
}

/// What a variable takes of a module that it is: all of it, or the member.
pub(super) fn name_of_module(member: Option<&str>, local: &str) -> (ImportedName, Bound) {
    let name = member.map_or(BindingName::Namespace, binding_name);
    let whole = !matches!(name, BindingName::Named(_));
    (taken(name, Some(local)), if whole { Bound::Whole } else { Bound::Name })
}

/// `__importDefault(…)`, `_interopRequireWildcard(…)` and their kin.
fn is_interop(call: &CallExpression) -> bool {
    matches!(&call.callee, Expression::Identifier(it)
        if it.name.starts_with("__import") || it.name.starts_with("_interopRequire"))
}

/// An export of the module as its importer names it.
pub(super) fn binding_name(name: &str) -> BindingName {
    if name == "default" { BindingName::Default } else { BindingName::Named(name.to_owned()) }
}

pub(super) fn export_name<'a>(name: &ModuleExportName<'a>) -> &'a str {
    match name {
        ModuleExportName::IdentifierName(it) => it.name.as_str(),
        ModuleExportName::IdentifierReference(it) => it.name.as_str(),
        ModuleExportName::StringLiteral(it) => it.value.as_str(),
    }
}

/// The key of a property where it is written out.
pub(super) fn key_name<'a>(key: &PropertyKey<'a>) -> Option<&'a str> {
    match key {
        PropertyKey::StaticIdentifier(it) => Some(it.name.as_str()),
        PropertyKey::StringLiteral(it) => Some(it.value.as_str()),
        _ => None,
    }
}

/// The names that `pattern = <module>.member` takes, and the names it binds.
pub(super) fn taken_names<'a>(
    pattern: &BindingPattern<'a>,
    member: Option<&str>,
) -> (Vec<ImportedName>, Vec<(Ident<'a>, Bound)>) {
    let mut names = Vec::new();
    let mut bound = Vec::new();
    match (pattern, member) {
        (BindingPattern::BindingIdentifier(it), member) => {
            let (name, is) = name_of_module(member, &it.name);
            bound.push((it.name, is));
            names.push(name);
        }
        (BindingPattern::ObjectPattern(it), None) => {
            for property in &it.properties {
                let local = property.value.get_binding_identifier();
                bound.extend(local.map(|local| (local.name, Bound::Name)));
                if let Some(key) = key_name(&property.key) {
                    names.push(taken(binding_name(key), local.map(|local| local.name.as_str())));
                }
            }
            if let Some(rest) = it.rest.as_ref().and_then(|rest| rest.argument.get_binding_identifier()) {
                bound.push((rest.name, Bound::Whole));
                names.push(taken(BindingName::Namespace, Some(rest.name.as_str())));
            }
        }
        (_, Some(member)) => names.push(taken(binding_name(member), None)),
        _ => {}
    }
    (names, bound)
}

pub(super) fn taken(name: BindingName, local: Option<&str>) -> ImportedName {
    ImportedName { name, local: local.map(str::to_owned), type_only: false }
}
