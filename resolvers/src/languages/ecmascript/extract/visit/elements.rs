//! Elements of JSX: the components and the texts that they show, and what a comment says that each is a call of.

use oxc_ast::ast::{Ident, JSXElement, JSXElementName, JSXExpressionContainer, JSXFragment};
use oxc_ast_visit::walk;

use super::super::{each, items, markup, routes};
use super::Visitor;
use crate::facts::ShownSort;

impl<'a> Visitor<'a, '_> {
    /// An element uses what a comment says, where one does.
    fn use_said(&mut self, said: Option<(Ident<'a>, Option<&'a str>)>) {
        if let Some((name, member)) = said {
            self.use_name(name, member);
        }
    }

    /// Lists a component that is an element; HTML's own are none.
    pub(super) fn element(&mut self, name: &JSXElementName<'a>) {
        match name {
            JSXElementName::IdentifierReference(it) => markup::list(&it.name, &mut self.facts),
            JSXElementName::MemberExpression(it) => {
                markup::list(it.span.source_text(self.source), &mut self.facts);
            }
            _ => {}
        }
    }

    pub(super) fn walk_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.use_said(self.factory);
        markup::stands_in(self.symbol, &mut self.facts);
        if let Some(symbol) = self.symbol {
            markup::read(it, symbol, (self.source, &self.translators, &self.tags), &mut self.facts);
            self.contexts.read(it, (symbol, self.source), &self.bindings, &mut self.facts);
        }
        let route = (self.symbol, &*self.route);
        let below = routes::read_element(&it.opening_element, route, self.source, &mut self.facts);
        let around = below.map(|below| std::mem::replace(&mut self.route, below));
        walk::walk_jsx_element(self, it);
        if let Some(around) = around {
            self.route = around;
        }
    }

    pub(super) fn walk_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.use_said(self.factory);
        self.use_said(self.fragment);
        markup::stands_in(self.symbol, &mut self.facts);
        if let Some(symbol) = self.symbol {
            let by = (symbol, &self.translators);
            markup::read_inside(&it.children, ShownSort::Text, by, &mut self.facts);
        }
        walk::walk_jsx_fragment(self, it);
    }

    pub(super) fn walk_jsx_expression_container(&mut self, it: &JSXExpressionContainer<'a>) {
        if let Some((symbol, list)) = self.symbol.zip(it.expression.as_expression().and_then(items::of_value))
        {
            items::list(list, symbol, &mut self.facts);
        }
        if let Some((symbol, value)) = self.symbol.zip(it.expression.as_expression()) {
            each::read(value, symbol, self.source, &mut self.facts);
        }
        walk::walk_jsx_expression_container(self, it);
    }
}
