//! Statements: what stands behind a condition, what is given and thrown there, and what a variable holds. Which part of
//! the facts an expression concerns is not asked here.

use oxc_ast::ast::{
    Expression, ExpressionStatement, ForOfStatement, IfStatement, ReturnStatement, SwitchStatement,
    ThrowStatement, TryStatement, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::super::{cases, deeds, items, markup, props, refusals, requests, roles};
use super::Visitor;
use crate::facts::ShownSort;

impl<'a> Visitor<'a, '_> {
    /// Walks what stands behind a condition, a case or a loop.
    pub(super) fn behind(&mut self, walk: impl FnOnce(&mut Self)) {
        self.branches += 1;
        walk(self);
        self.branches -= 1;
    }

    pub(super) fn walk_if_statement(&mut self, it: &IfStatement<'a>) {
        self.case = refusals::given_by(&it.consequent)
            .filter(|_| self.branches == 0)
            .map(|given| (given, it.test.span()));
        let end = || refusals::thrown_by(&it.consequent).or_else(|| refusals::given_by(&it.consequent));
        if let Some(thrown) = end().filter(|_| self.branches == 0 && !self.may_have_left) {
            self.guard = Some((thrown, it.test.span()));
        }
        self.behind(|visitor| walk::walk_if_statement(visitor, it));
    }

    pub(super) fn walk_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some((name, tag)) = it.id.get_binding_identifier().zip(it.init.as_ref().and_then(markup::tag))
        {
            self.tags.insert(name.name.as_str(), tag);
        }
        if let Some((symbol, list)) = self.symbol.zip(it.init.as_ref().and_then(items::of_value)) {
            items::list(list, symbol, &mut self.facts);
        }
        if let Some(symbol) = self.symbol.filter(|_| it.init.as_ref().is_some_and(props::are)) {
            for name in props::taken(&it.id) {
                self.facts.take_prop(name, symbol);
            }
        }
        self.rows.declare(it);
        self.declarator(it);
    }

    pub(super) fn walk_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        let call = match &it.expression {
            Expression::AwaitExpression(it) => &it.argument,
            other => other,
        };
        let outer = self.statement.replace(call.span());
        walk::walk_expression_statement(self, it);
        self.statement = outer;
    }

    pub(super) fn walk_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        roles::switched(it, &self.bindings, &mut self.facts);
        if let Some(symbol) = self.symbol {
            requests::switched(it, symbol, &mut self.facts);
            if self.functions == self.functions_around + 1 {
                cases::switched(it, symbol, &mut self.facts);
            }
        }
        self.behind(|visitor| walk::walk_switch_statement(visitor, it));
    }

    pub(super) fn walk_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        let has_rows = self.rows.enter_loop(it);
        self.behind(|visitor| walk::walk_for_of_statement(visitor, it));
        if has_rows {
            self.rows.leave();
        }
    }

    pub(super) fn walk_return_statement(&mut self, it: &ReturnStatement<'a>) {
        let gives_function = it.argument.as_ref().is_some_and(|it| deeds::statements_of(it).is_some());
        let is_own = self.functions == self.functions_around + 1;
        let is_maker = gives_function && is_own;
        let sentence = it.argument.as_ref().filter(|_| is_own).and_then(refusals::sentence);
        if let Some((symbol, sentence)) = self.symbol.zip(sentence.as_ref()) {
            let test = self.guard.filter(|(given, _)| *given == it.span).map(|(_, test)| test);
            let condition = test.and_then(|test| deeds::text(test, self.source));
            self.facts.refuse(sentence, condition.as_deref(), symbol, ShownSort::Reply);
        }
        let case = self.case.take().filter(|(given, _)| *given == it.span && is_own);
        if let Some(((_, test), symbol)) = case.zip(self.symbol).filter(|_| !is_maker && sentence.is_none()) {
            cases::given(it.argument.as_ref(), test, (symbol, self.source), &mut self.facts);
        }
        self.given_deep += u32::from(is_maker);
        walk::walk_return_statement(self, it);
        self.given_deep -= u32::from(is_maker);
        self.may_have_left = true;
    }

    pub(super) fn walk_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        // What an inner function throws, or somebody catches, is not what the declaration throws.
        let is_own = self.catching == 0 && self.functions <= self.functions_around + 1 + self.given_deep;
        let by_name = || {
            let thrown = self.thrown.as_ref().filter(|(thrown, _)| *thrown == it.span);
            thrown.map(|(_, said)| said.clone())
        };
        let said = refusals::said(&it.argument).or_else(by_name);
        if let Some((symbol, said)) = self.symbol.zip(said).filter(|_| is_own) {
            let test = self.guard.filter(|(thrown, _)| *thrown == it.span).map(|(_, test)| test);
            let condition = test.and_then(|test| deeds::text(test, self.source));
            let by_given = self.functions > self.functions_around + 1;
            let sort = if by_given { ShownSort::RefusalOfGiven } else { ShownSort::Refusal };
            self.facts.refuse(&said, condition.as_deref(), symbol, sort);
        }
        walk::walk_throw_statement(self, it);
    }

    pub(super) fn walk_try_statement(&mut self, it: &TryStatement<'a>) {
        self.catching += u32::from(it.handler.is_some());
        self.visit_block_statement(&it.block);
        self.catching -= u32::from(it.handler.is_some());
        if let Some(handler) = &it.handler {
            self.handling += 1;
            self.visit_catch_clause(handler);
            self.handling -= 1;
        }
        if let Some(last) = &it.finalizer {
            self.visit_block_statement(last);
        }
    }
}
