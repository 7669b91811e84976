//! Calls: which part of the facts one concerns, and what holds of what it is given. What another expression says is no
//! part of it.

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::{Argument, CallExpression, Expression, NewExpression};
use oxc_ast_visit::{Visit, walk};

use super::super::literals::argument;
use super::super::loader::{self, Given};
use super::super::{
    answers, browser, flags, markup, notices, redirects, refusals, requests, roles, routes, steps, tables,
    titles, values,
};
use super::Visitor;
use crate::facts::{ShownSort, TitleSort};

impl<'a> Visitor<'a, '_> {
    /// What a call is given stands under its title.
    fn titled(
        &mut self,
        callee: &Expression<'a>,
        arguments: &ArenaVec<'a, Argument<'a>>,
        title: Option<u32>,
    ) {
        let titled = title.and_then(|at| self.facts.titles.get(at as usize)).map(|it| it.sort);
        let (is_suite, is_call) = (titled == Some(TitleSort::Suite), titled == Some(TitleSort::Call));
        let suite = if is_suite { title } else { self.suite };
        // What is given to the calls before it in a chain stands under it too, unless each of these has a name of its own.
        let is_chain = is_call && titles::ends_chain(callee);
        let outer = (self.title, self.suite);
        if is_chain {
            self.title = title;
        }
        self.visit_expression(callee);
        // What stands in calls alike stands in the first of them.
        (self.title, self.suite) = (title.map(|at| titles::first_alike(at, &self.facts.titles)), suite);
        self.visit_arguments(arguments);
        (self.title, self.suite) = outer;
    }

    /// Whether nothing around the current node has a name yet.
    fn is_nameless(&self) -> bool {
        self.symbol.is_none() && self.title.is_none()
    }

    /// A call whose callbacks get names of the module loader.
    fn call_wrapped(&mut self, it: &CallExpression<'a>, given: Given) {
        self.visit_expression(&it.callee);
        for argument in &it.arguments {
            self.wrapped = argument.as_expression().and_then(loader::function).map(|(at, _)| (at, given));
            self.visit_argument(argument);
        }
    }

    /// Adds the suite that a statement of the file begins and no call holds; what follows stands in it. Its position.
    fn begin_suite(&mut self, it: &CallExpression<'a>) -> Option<u32> {
        if self.statement != Some(it.span) || !self.is_nameless() {
            return None;
        }
        let end = u32::try_from(self.source.len()).unwrap_or(u32::MAX);
        let suite = titles::read_flat(it, end, &mut self.facts.titles)?;
        self.end_suite(it.span.start);
        self.suite = Some(suite);
        self.suite
    }

    /// Ends the suite that no call holds: another one of the file begins at `start`. What `QUnit` adds to the first one behind
    /// that is told by itself, since a title is one stretch of the file.
    fn end_suite(&mut self, start: u32) {
        if !self.is_nameless() {
            return;
        }
        if let Some(before) = self.suite.take().and_then(|at| self.facts.titles.get_mut(at as usize)) {
            before.span.end = start;
        }
    }

    pub(super) fn walk_call_expression(&mut self, it: &CallExpression<'a>) {
        let has_rows = self.rows.enter_call(it);
        let given = self.bindings.loader.to_callbacks(&it.callee);
        self.wrapped = self.bindings.loader.to_called(self.source, it);
        let named = titles::read(it, &mut self.facts.titles);
        let named = named.or_else(|| titles::read_rows(it, &self.rows, &mut self.facts.titles));
        if named.is_some_and(|at| self.facts.titles[at as usize].sort == TitleSort::Suite) {
            self.end_suite(it.span.start);
        }
        let title = named.or_else(|| self.begin_suite(it)).or_else(|| {
            let is_open = self.is_nameless() && given.is_none();
            let is_statement = self.statement == Some(it.span) && !it.arguments.is_empty();
            let speaks = is_open && (is_statement || titles::runs_any(&it.arguments));
            let titles = &mut self.facts.titles;
            speaks.then(|| titles::read_call(("", &it.callee), &it.arguments, it.span, titles)).flatten()
        });
        if let Some(symbol) = self.symbol {
            requests::read(it, symbol, (self.source, &self.addresses), &mut self.facts);
            tables::read(it, symbol, &mut self.facts);
            redirects::read(it, symbol, (self.source, &self.addresses), &mut self.facts);
            if self.handling == 0 && self.wrong != Some(symbol) {
                answers::read(it, symbol, &mut self.facts);
            }
            if self.handling == 0 {
                answers::denied(it, symbol, &mut self.facts);
            }
            notices::read(it, symbol, &mut self.facts);
            browser::read(it, symbol, &mut self.facts);
            if let Some((said, is_handed_on)) = refusals::rejected(it) {
                let sort = if is_handed_on { ShownSort::HandedError } else { ShownSort::Refusal };
                self.facts.refuse(&said, None, symbol, sort);
            }
            markup::translated(it, ShownSort::Notice, symbol, &self.translators, &mut self.facts);
        }
        self.spied = spied(it).or(self.spied);
        // A chain is read from its last call.
        let is_read = |(start, end): (u32, u32)| it.span.start == start && it.span.end >= end;
        if !self.chain.is_some_and(is_read)
            && let Some(end) = routes::read(it, self.symbol, (self.source, self.comments), &mut self.facts)
        {
            self.chain = Some((it.span.start, end));
        }
        roles::given(it, &self.bindings, &mut self.facts);
        self.call(it);
        if title.is_some() {
            self.titled(&it.callee, &it.arguments, title);
        } else if let Some(given) = given {
            self.call_wrapped(it, given);
        } else {
            walk::walk_call_expression(self, it);
        }
        // What a chain calls first is read first.
        flags::declared(it, &mut self.facts);
        if let Some(symbol) = self.symbol {
            steps::read(it, symbol, &mut self.facts);
        }
        if has_rows {
            self.rows.leave();
        }
    }

    pub(super) fn walk_new_expression(&mut self, it: &NewExpression<'a>) {
        self.new_expression(it);
        let speaks = self.is_nameless() && titles::runs_any(&it.arguments);
        let titles = &mut self.facts.titles;
        let read = || titles::read_call(("new ", &it.callee), &it.arguments, it.span, titles);
        let title = speaks.then(read).flatten();
        if title.is_some() {
            self.titled(&it.callee, &it.arguments, title);
        } else {
            walk::walk_new_expression(self, it);
        }
    }
}

/// Methods that put something in the place of a member, and what these are methods of.
const SPYING: &[&str] = &["getter", "method", "replace", "setter", "spy", "stub"];
const SPIES: &[&str] = &["jest", "mock", "sandbox", "sinon", "vi"];

/// Where what is named of which a call replaces a member, and that.
fn spied<'a>(it: &CallExpression<'a>) -> Option<(u32, &'a str)> {
    let Some(Expression::Identifier(module)) = argument(it, 0) else { return None };
    let Some(Expression::StringLiteral(member)) = argument(it, 1) else { return None };
    let callee = values::path(&it.callee)?;
    let mut names = callee.rsplit('.');
    let name = names.next().unwrap_or_default();
    let spies =
        name == "spyOn" || SPYING.contains(&name) && names.next().is_some_and(|it| SPIES.contains(&it));
    spies.then_some((module.span.start, member.value.as_str()))
}
