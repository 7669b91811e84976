//! Expressions: which part of the facts one concerns. Calls, functions and elements of JSX stand in modules of their own.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, Expression, ObjectExpression, StaticMemberExpression,
    TaggedTemplateExpression, TemplateLiteral,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::super::{answers, flags, literals, markup, props, roles, routes, titles, values};
use super::Visitor;
use crate::facts::ShownSort;
use crate::{graphql, sql};

/// Whether it holds the variables of the environment: `process.env`, `import.meta.env`.
fn is_environment(value: &Expression) -> bool {
    let Expression::StaticMemberExpression(it) = value else { return false };
    it.property.name == "env"
        && (it.object.is_specific_id("process") || matches!(it.object, Expression::ImportMeta(_)))
}

impl<'a> Visitor<'a, '_> {
    /// Lists the tables that `text` is about where it is SQL.
    pub(super) fn query(&mut self, text: &str) {
        if let Some(symbol) = self.symbol {
            self.facts.query(text, symbol);
        }
    }

    /// An expression that may be the value of a CommonJS export.
    pub(super) fn listed_value(&mut self, it: &Expression<'a>) {
        let start = it.span().start;
        let found = self.listed.binary_search_by_key(&start, |(at, _)| *at);
        match (found.map(|found| self.listed[found].1), it) {
            (Ok(symbol), Expression::ClassExpression(it)) => {
                self.list_injections(it, symbol);
                self.inside(symbol, |visitor| visitor.class_parts(it, Some(symbol)));
            }
            (Ok(symbol), _) => self.inside(symbol, |visitor| walk::walk_expression(visitor, it)),
            (Err(_), _) => walk::walk_expression(self, it),
        }
    }

    pub(super) fn walk_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        let is_graphql =
            values::path(&it.tag).is_some_and(|it| matches!(it.rsplit('.').next(), Some("gql" | "graphql")));
        if let (true, Some(symbol), Some(first)) = (is_graphql, self.symbol, it.quasi.quasis.first())
            && let Some(operation) = graphql::operation(&first.value.raw)
        {
            markup::show(&operation, ShownSort::Operation, Some(symbol), &mut self.facts);
        }
        walk::walk_tagged_template_expression(self, it);
    }

    pub(super) fn walk_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        flags::in_help(it, &mut self.facts);
        if it.quasis.first().is_some_and(|it| sql::begins(&it.value.raw)) {
            let quasis: Vec<&str> = it.quasis.iter().map(|it| it.value.raw.as_str()).collect();
            self.query(&quasis.join(&sql::HOLE.to_string()));
        }
        walk::walk_template_literal(self, it);
    }

    pub(super) fn walk_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let Some((name, Some(module))) =
            literals::assigned(it).filter(|(name, _)| self.bindings.is_imported(*name))
        {
            self.taken = Some((module.start, vec![literals::name_of_module(module.member, &name).0]));
            return self.visit_expression(&it.right);
        }
        let titles = &mut self.facts.titles;
        let is_nameless = self.symbol.is_none() && self.title.is_none();
        let title = is_nameless.then(|| titles::read_member(it, titles)).flatten();
        if answers::sets_wrong(it) {
            self.wrong = self.symbol;
        }
        match &it.left {
            // What sets a variable does not read it.
            AssignmentTarget::StaticMemberExpression(target) if is_environment(&target.object) => {
                self.visit_expression(&target.object);
            }
            target => self.visit_assignment_target(target),
        }
        let outer = title.map(|title| self.title.replace(title));
        self.visit_expression(&it.right);
        if let Some(outer) = outer {
            self.title = outer;
        }
    }

    pub(super) fn walk_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let member = it.property.name.as_str();
        if let Some(symbol) = self.symbol.filter(|_| is_environment(&it.object)) {
            self.facts.read_variable(member, symbol);
        }
        match &it.object {
            Expression::Identifier(object) => {
                if let Some(symbol) = self.symbol.filter(|_| props::are(&it.object)) {
                    self.facts.take_prop(member, symbol);
                }
                self.use_name(object.name, Some(member));
            }
            object => {
                if let Some(symbol) = self.symbol.filter(|_| props::are(object)) {
                    self.facts.take_prop(member, symbol);
                }
                self.take_member(object, member);
                self.visit_expression(object);
            }
        }
    }

    pub(super) fn walk_object_expression(&mut self, it: &ObjectExpression<'a>) {
        roles::described(it, &self.bindings, &mut self.facts);
        let below = routes::read_record(it, (&self.route, self.source), &mut self.facts);
        let around = below.map(|below| std::mem::replace(&mut self.route, below));
        walk::walk_object_expression(self, it);
        if let Some(around) = around {
            self.route = around;
        }
    }
}
