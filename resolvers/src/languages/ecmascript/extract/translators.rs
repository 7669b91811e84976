//! Functions that translate, and what the keys they are given begin with: `Users` of `const t = useTranslations('Users')`.

use oxc_ast::ast::{
    BindingPattern, CallExpression, Expression, FormalParameters, ObjectExpression, ObjectPropertyKind,
    PropertyKey, VariableDeclarator,
};
use rustc_hash::FxHashMap;

use super::literals::{argument, key_name, literal};
use super::markup::translates;

/// What gives such a function: next-intl, next-international, react-i18next and their kin.
const MAKERS: &[&str] =
    &["getScopedI18n", "getTranslations", "useScopedI18n", "useTranslation", "useTranslations"];
/// Functions that translate what is plainly a key or a sentence: those of ngx-translate, of Home Assistant and their kin.
const MAY_TRANSLATE: &[&str] = &["gettext", "instant", "localize", "translate"];
/// Under which keys options tell what all keys begin with.
const OPTIONS: &[&str] = &["keyPrefix", "namespace"];

/// The functions that are declared where the walk is.
#[derive(Default)]
pub(super) struct Translators<'a> {
    /// Each with what its keys begin with; nothing where they are whole.
    known: FxHashMap<&'a str, String>,
    /// What names meant before they were declared again.
    before: Vec<(&'a str, Option<String>)>,
}

impl<'a> Translators<'a> {
    /// Enters a function: what its parameters are called they mean. The answer is for [`Self::leave`].
    pub(super) fn enter(&mut self, parameters: &FormalParameters<'a>) -> usize {
        let around = self.before.len();
        if !self.known.is_empty() {
            let names = parameters.items.iter().flat_map(|it| it.pattern.get_binding_identifiers());
            for id in names.collect::<Vec<_>>() {
                let name = id.name.as_str();
                if let Some(lead) = self.known.remove(name) {
                    self.before.push((name, Some(lead)));
                }
            }
        }
        around
    }

    /// Leaves a function: names mean what they meant around it.
    pub(super) fn leave(&mut self, around: usize) {
        for (name, lead) in self.before.drain(around..).rev() {
            match lead {
                Some(lead) => self.known.insert(name, lead),
                None => self.known.remove(name),
            };
        }
    }

    fn know(&mut self, name: &'a str, lead: String) {
        let before = self.known.insert(name, lead);
        self.before.push((name, before));
    }

    /// Takes notice of a declaration.
    pub(super) fn declare(&mut self, it: &VariableDeclarator<'a>) {
        let Some(lead) = it.init.as_ref().and_then(lead) else { return };
        match &it.id {
            BindingPattern::BindingIdentifier(id) => self.know(id.name.as_str(), lead),
            BindingPattern::ObjectPattern(parts) => {
                let own = parts.properties.iter().filter(|it| is_translator(&it.key));
                for it in own {
                    if let BindingPattern::BindingIdentifier(id) = &it.value {
                        self.know(id.name.as_str(), lead.clone());
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a call translates a text that it is given by its name.
    pub(super) fn is_given_name(&self, it: &CallExpression) -> bool {
        let called = match it.callee.get_inner_expression() {
            Expression::Identifier(it) => it.name.as_str(),
            Expression::StaticMemberExpression(it) => it.property.name.as_str(),
            _ => return false,
        };
        called == "formatMessage" || self.known.contains_key(called) || translates(called)
    }

    /// The whole key of a call that translates, and whether it was declared what it begins with: `nav.home` of
    /// `t('nav.home')`.
    pub(super) fn key(&self, it: &CallExpression) -> Option<(String, bool)> {
        let key = || argument(it, 0).and_then(literal);
        let called = match &it.callee {
            Expression::Identifier(it) => {
                match self.known.get(it.name.as_str()).filter(|lead| !lead.is_empty()) {
                    Some(lead) => return Some((format!("{lead}.{}", key()?), true)),
                    None => it.name.as_str(),
                }
            }
            Expression::StaticMemberExpression(it) => it.property.name.as_str(),
            _ => return None,
        };
        let is_known = self.known.contains_key(called) || translates(called);
        // Other things are moved and found by such names too.
        let may_be = || key().filter(|key| MAY_TRANSLATE.contains(&called) && is_key_or_sentence(key));
        let key = if is_known { key() } else { may_be() };
        key.map(|key| (key.to_owned(), false))
    }
}

/// `ui.card.open`, `Open it`
fn is_key_or_sentence(text: &str) -> bool {
    let is_word = |it: &str| it.starts_with(char::is_alphabetic);
    let words = if text.contains(' ') { ' ' } else { '.' };
    text.split(words).count() > 1 && text.split(words).all(is_word)
}

fn is_translator(key: &PropertyKey) -> bool {
    key_name(key) == Some("t")
}

/// What all keys begin with of the function that `value` gives, if it gives one.
fn lead(value: &Expression) -> Option<String> {
    let call = match value.get_inner_expression() {
        Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
        value => value,
    };
    let Expression::CallExpression(call) = call else { return None };
    let Expression::Identifier(callee) = call.callee.get_inner_expression() else { return None };
    if !MAKERS.contains(&callee.name.as_str()) {
        return None;
    }
    let parts = (0..call.arguments.len().min(3)).filter_map(|at| part(argument(call, at)?));
    Some(parts.collect::<Vec<_>>().join("."))
}

/// The namespace that is given as a text, as the first of a list, or in options. A language is none.
fn part<'b>(given: &'b Expression) -> Option<&'b str> {
    match given.get_inner_expression() {
        Expression::ObjectExpression(it) => option(it),
        Expression::ArrayExpression(it) => literal(it.elements.first()?.as_expression()?),
        value => literal(value),
    }
}

fn option<'b>(it: &'b ObjectExpression) -> Option<&'b str> {
    it.properties.iter().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(it)
            if OPTIONS.iter().any(|name| key_name(&it.key) == Some(name)) =>
        {
            literal(&it.value)
        }
        _ => None,
    })
}
