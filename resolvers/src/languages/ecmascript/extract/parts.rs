//! Names that parts of values are taken out under, and which of these a component shows: `const { login } = user`,
//! `({ user: { login } }) => <b>{login}</b>`. Values that are shown by their ways are read in `markup`.

use oxc_ast::ast::{
    BindingIdentifier, BindingPattern, FormalParameters, JSXChild, JSXExpression, ObjectPattern,
    VariableDeclarator,
};
use rustc_hash::FxHashMap;

use super::literals::key_name;
use super::markup::show_value;
use super::values;
use crate::facts::FileFacts;

/// The ways to what has been taken out so far and where its name stands, by the listed declaration and the name.
#[derive(Default)]
pub(super) struct Parts<'a>(FxHashMap<(u32, &'a str), (u32, String)>);

impl<'a> Parts<'a> {
    /// Takes notice of what a declaration takes out of a value.
    pub(super) fn declare(&mut self, it: &VariableDeclarator<'a>, symbol: Option<u32>) {
        let BindingPattern::ObjectPattern(pattern) = &it.id else { return };
        if let Some((symbol, whole)) = symbol.zip(it.init.as_ref().and_then(values::path)) {
            self.take(pattern, &whole, symbol);
        }
    }

    /// Takes notice of what parameters take out of parts of what is given.
    pub(super) fn declare_given(&mut self, given: &FormalParameters<'a>, symbol: Option<u32>) {
        let (Some(symbol), Some(first)) = (symbol, given.items.first()) else { return };
        let BindingPattern::ObjectPattern(pattern) = &first.pattern else { return };
        for it in &pattern.properties {
            if let (BindingPattern::ObjectPattern(inner), Some(key)) = (&it.value, key_name(&it.key)) {
                self.take(inner, key, symbol);
            }
        }
    }

    fn take(&mut self, pattern: &ObjectPattern<'a>, whole: &str, symbol: u32) {
        for it in &pattern.properties {
            if let (BindingPattern::BindingIdentifier(name), Some(key)) = (&it.value, key_name(&it.key)) {
                let way = format!("{whole}.{key}");
                self.0.insert((symbol, name.name.as_str()), (name.span.start, way));
            }
        }
    }

    /// From where the name is declared it stands for something else, perhaps in an inner function only.
    pub(super) fn hide(&mut self, it: &BindingIdentifier<'a>, symbol: Option<u32>) {
        let known = symbol.map(|symbol| (symbol, it.name.as_str()));
        if let Some(known) = known.filter(|known| self.0.get(known).is_some_and(|at| at.0 != it.span.start)) {
            self.0.remove(&known);
        }
    }

    /// Lists what stands between the tags of an element, if it was taken out of a value.
    pub(super) fn read(&self, it: &JSXChild<'a>, symbol: Option<u32>, facts: &mut FileFacts) {
        let JSXChild::ExpressionContainer(it) = it else { return };
        let JSXExpression::Identifier(name) = &it.expression else { return };
        if let Some((_, way)) = symbol.and_then(|it| self.0.get(&(it, name.name.as_str()))) {
            show_value(way, symbol, facts);
        }
    }
}
