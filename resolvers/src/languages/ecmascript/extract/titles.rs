//! What functions without a name stand under: the titles of suites and cases of tests, by the names that all runners
//! give the functions, the heads of other calls, and members that something is assigned to.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, AssignmentExpression, AssignmentTarget, BinaryOperator, CallExpression,
    Class, ClassElement, Decorator, Expression, MethodDefinition, MethodDefinitionKind, ObjectPropertyKind,
    PropertyKey,
};
use oxc_span::Span;

use super::imports::one_line;
use super::literals::{argument, key_name, literal, property};
use super::rows::Tables;
use super::values;
use super::visit::span;
use crate::facts::{SymbolKind, Title, TitleSort};

/// How many suites of a file are listed, how many cases, and how many other calls.
const MOST: usize = 128;
const LONGEST: usize = 120;
/// What says that there are more takes so much, in bytes.
const ROOM_FOR_MORE: usize = 8;
/// A longer head of a call says less than it takes, and so does a longer literal in it, in bytes.
const LONGEST_CALL: (usize, usize) = (60, 40);
/// Functions that say nothing of what they are given.
const SILENT: &[&str] = &["$", "Promise", "jQuery", "setImmediate", "setTimeout"];

/// Adds the title that the call gives to a suite or a case, if it does; the position of the title.
pub(super) fn read(call: &CallExpression, titles: &mut Vec<Title>) -> Option<u32> {
    if let Some(text) = left_to_do(call) {
        return add(text, TitleSort::Case, call.span, titles);
    }
    if call.arguments.len() < 2 {
        return None;
    }
    let of_class =
        argument(call, 1).is_some_and(|it| matches!(it, Expression::ClassExpression(it) if has_cases(it)));
    let sort = match runner(&call.callee).and_then(sort_of).filter(|_| !configures_module(call)) {
        // `moduleFor('Users', class extends TestCase { '@test finds one'() {} })`
        None if of_class => TitleSort::Suite,
        sort => sort?,
    };
    let text = argument(call, 0).and_then(said).map(|text| one_line(&text, LONGEST));
    // `test('finds one', finds, 1)` of AVA
    let is_title = sort == TitleSort::Case && text.as_ref().is_some_and(|it| it.contains(' '));
    let is_named = |it: &Expression| matches!(it, Expression::Identifier(_)) && is_title;
    if !of_class && ![1, 2].iter().any(|at| argument(call, *at).is_some_and(|it| is_test(it) || is_named(it)))
    {
        return None;
    }
    let text = text.filter(|text| !text.is_empty())?;
    // `${a} + ${b}`
    let is_open = sort == TitleSort::Case && !text.chars().any(char::is_alphanumeric) && text.contains('…');
    add_of(call, text, if is_open { TitleSort::Rows } else { sort }, titles)
}

/// Adds the title of a call that may say that it does not run.
fn add_of(call: &CallExpression, text: String, sort: TitleSort, titles: &mut Vec<Title>) -> Option<u32> {
    let at = add(text, sort, call.span, titles)?;
    titles[at as usize].is_skipped = is_skipped(&call.callee) || is_told_to_skip(call);
    Some(at)
}

/// Whether the options of a test say that it does not run: `test('finds one', { skip: true }, () => { … })`.
fn is_told_to_skip(call: &CallExpression) -> bool {
    let Some(Expression::ObjectExpression(options)) = argument(call, 1) else { return false };
    match property(options, |key| key == "skip") {
        Some(Expression::BooleanLiteral(it)) => it.value,
        Some(Expression::StringLiteral(_)) => true,
        _ => false,
    }
}

/// Adds the case that a method of a class is; its position.
pub(super) fn read_method(it: &MethodDefinition, titles: &mut Vec<Title>) -> Option<u32> {
    let at = add(one_line(case_of(it)?, LONGEST), TitleSort::Case, it.span, titles)?;
    let is_marked = matches!(&it.key, PropertyKey::StringLiteral(key) if key.value.starts_with("@skip "));
    let says = |it: &Decorator| it.expression.is_specific_id("skip") || is_skipped(&it.expression);
    titles[at as usize].is_skipped = is_marked || it.decorators.iter().any(says);
    Some(at)
}

/// Adds the suite that a class of cases is which says how it is called, `static suiteName = 'Users'`; its position.
pub(super) fn read_class(it: &Class, titles: &mut Vec<Title>) -> Option<u32> {
    if !has_cases(it) {
        return None;
    }
    let text = it.body.body.iter().find_map(|it| match it {
        ClassElement::PropertyDefinition(it) if it.r#static && key_name(&it.key) == Some("suiteName") => {
            literal(it.value.as_ref()?)
        }
        _ => None,
    })?;
    add(one_line(text, LONGEST), TitleSort::Suite, it.span, titles)
}

fn has_cases(it: &Class) -> bool {
    let is_case =
        |it: &ClassElement| matches!(it, ClassElement::MethodDefinition(it) if case_of(it).is_some());
    it.body.body.iter().any(is_case)
}

/// What a method is called that is a test, by a mark in its name or a decorator: `'@test finds one'() {}`, `@test 'finds
/// one'() {}`. A name with a blank alone may be that of anything: `'click .button'(event) {}`.
fn case_of<'a>(it: &MethodDefinition<'a>) -> Option<&'a str> {
    let PropertyKey::StringLiteral(key) = &it.key else { return None };
    let text = key.value.as_str();
    let marked = ["@test ", "@skip ", "@feature "].iter().find_map(|mark| text.strip_prefix(mark));
    let is_decorated = it.decorators.iter().any(|it| runner(&it.expression) == Some("test"));
    marked.or(Some(text).filter(|_| is_decorated)).filter(|_| it.kind == MethodDefinitionKind::Method)
}

/// Adds the suite that a statement begins and no call holds, `QUnit.module('Store', { beforeEach })`: it goes on up to
/// the next one, or to `end`; its position.
pub(super) fn read_flat(call: &CallExpression, end: u32, titles: &mut Vec<Title>) -> Option<u32> {
    let is_suite = matches!(runner(&call.callee), Some("module" | "suite"));
    let is_flat = !call.arguments.iter().filter_map(Argument::as_expression).any(is_test);
    let text = argument(call, 0).filter(|_| is_suite && is_flat).and_then(said);
    let text = text.map(|text| one_line(&text, LONGEST)).filter(|text| !text.is_empty())?;
    let at = add(text, TitleSort::Suite, Span::new(call.span.start, end), titles)?;
    titles[at as usize].is_skipped = is_skipped(&call.callee);
    Some(at)
}

/// What a test is to show that nobody has written: of `test.todo('finds one')`.
fn left_to_do(call: &CallExpression) -> Option<String> {
    let Expression::StaticMemberExpression(callee) = &call.callee else { return None };
    let is_case = || runner(&call.callee).and_then(sort_of) == Some(TitleSort::Case);
    if callee.property.name != "todo" || !is_case() {
        return None;
    }
    let text = argument(call, 0).and_then(said).map(|text| one_line(&text, LONGEST))?;
    (!text.is_empty()).then(|| format!("to do: {text}"))
}

/// Adds one title for the tests that a call in a loop makes of the rows of a table, with what the first ones are called; its
/// position.
pub(super) fn read_rows(call: &CallExpression, rows: &Tables, titles: &mut Vec<Title>) -> Option<u32> {
    let sort = runner(&call.callee).and_then(sort_of)?;
    let sort = if sort == TitleSort::Case { TitleSort::Rows } else { sort };
    let texts = argument(call, 0).map_or(&[][..], |title| rows.texts(title));
    if texts.is_empty() || !argument(call, 1).is_some_and(is_test) {
        return None;
    }
    let mut text = String::new();
    for (at, row) in texts.iter().enumerate() {
        let separator = if at == 0 { "" } else { "; " };
        if at > 0 && text.len() + row.len() > LONGEST {
            text.push_str("; …");
            break;
        }
        text = text + separator + row;
    }
    add_of(call, one_line(&text, LONGEST + ROOM_FOR_MORE), sort, titles)
}

/// Whether a call makes a test or a suite that does not run: `test.skip('finds one', …)`, `xit('finds one', …)`.
fn is_skipped(callee: &Expression) -> bool {
    match callee {
        Expression::Identifier(it) => matches!(&*it.name, "xcontext" | "xdescribe" | "xit" | "xtest"),
        Expression::StaticMemberExpression(it) => {
            matches!(&*it.property.name, "fixme" | "skip") || is_skipped(&it.object)
        }
        Expression::CallExpression(it) => is_skipped(&it.callee),
        Expression::TaggedTemplateExpression(it) => is_skipped(&it.tag),
        _ => false,
    }
}

/// Whether it is a function, or one that another makes of it: `withFolder(async folder => { … })`.
fn is_test(given: &Expression) -> bool {
    match given {
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => true,
        Expression::CallExpression(it) => {
            it.arguments.iter().filter_map(Argument::as_expression).any(Expression::is_function)
        }
        _ => false,
    }
}

/// `module('app', ($provide) => { … })` of Angular's mocks, in whose function what is given begins with a dollar sign, and
/// `module('app', ['dates'])`.
fn configures_module(call: &CallExpression) -> bool {
    let first = match argument(call, 1) {
        Some(Expression::ArrowFunctionExpression(it)) => it.params.items.first(),
        Some(Expression::FunctionExpression(it)) => it.params.items.first(),
        Some(Expression::ArrayExpression(_)) => return call.callee.is_specific_id("module"),
        _ => return false,
    };
    let first = first.and_then(|it| it.pattern.get_binding_identifier());
    call.callee.is_specific_id("module") && first.is_some_and(|it| it.name.starts_with('$'))
}

/// The text of a title, or of another value; what only a run can tell is left open.
pub(super) fn said(title: &Expression) -> Option<String> {
    match title {
        Expression::StringLiteral(it) => Some(it.value.to_string()),
        Expression::TemplateLiteral(it) => {
            let parts: Vec<&str> = it.quasis.iter().map(|part| part.value.raw.as_str()).collect();
            Some(parts.join("…"))
        }
        // `dialect + ' queries'`
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
            match (said(&it.left), said(&it.right)) {
                (None, None) => None,
                (one, other) => Some([one, other].map(|it| it.unwrap_or_else(|| "…".to_owned())).concat()),
            }
        }
        _ => None,
    }
}

/// Adds the head of a call: `app.get('/users', …)`, `new Strategy(…)`; its position.
pub(super) fn read_call(
    (made, callee): (&str, &Expression),
    arguments: &[Argument],
    whole: Span,
    titles: &mut Vec<Title>,
) -> Option<u32> {
    let first = arguments.first().and_then(Argument::as_expression).and_then(literal);
    let first = first.filter(|it| it.len() <= LONGEST_CALL.1 && !it.contains(['`', '\'', '\n', '\r']));
    let first = first.filter(|it| !it.is_empty()).map(|it| format!("'{it}', ")).unwrap_or_default();
    // Of a chain only what is called last, where it is given a name: `angular.module('a').controller('B', …)`.
    // What several chains have in common is what they begin with.
    if let Some(begun) = begun_chain(callee).filter(|_| first.is_empty()) {
        let text = format!("{made}{begun}…");
        return add(Some(text).filter(|it| it.len() <= LONGEST_CALL.0)?, TitleSort::Call, whole, titles);
    }
    let callee = values::path(callee).or_else(|| match callee {
        Expression::StaticMemberExpression(it) => {
            Some(it.property.name.to_string()).filter(|_| !first.is_empty())
        }
        _ => None,
    });
    let callee = callee.filter(|it| !SILENT.contains(&it.as_str()) && sort_of(it).is_none())?;
    let text = format!("{made}{callee}({first}…)");
    add(Some(text).filter(|it| it.len() <= LONGEST_CALL.0)?, TitleSort::Call, whole, titles)
}

/// `router.route('/users')` of `router.route('/users').get(list).post`: what a chain calls first, where that is given a
/// name.
fn begun_chain(callee: &Expression) -> Option<String> {
    let mut at = callee;
    for _ in 0..LONGEST_CHAIN {
        let Expression::StaticMemberExpression(member) = at else { return None };
        let Expression::CallExpression(inner) = &member.object else { return None };
        if let Some(path) = values::path(&inner.callee) {
            let name = argument(inner, 0).and_then(literal)?;
            let is_told =
                (1..=LONGEST_CALL.1).contains(&name.len()) && !name.contains(['`', '\'', '\n', '\r']);
            let is_open = is_told && !SILENT.contains(&path.as_str()) && sort_of(&path).is_none();
            return is_open.then(|| format!("{path}('{name}')"));
        }
        at = &inner.callee;
    }
    None
}

/// How many calls of a chain are followed.
const LONGEST_CHAIN: usize = 16;

/// Adds what something is assigned to that is a member of something else: `Table.prototype.push = push`; its position.
/// Exports and functions are declarations, and what is a literal uses nothing.
pub(super) fn read_member(it: &AssignmentExpression, titles: &mut Vec<Title>) -> Option<u32> {
    let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return None };
    let keyed = keyed(&target.object);
    let object = values::path(&target.object).or_else(|| keyed.clone())?;
    let text = format!("{object}.{}", target.property.name);
    // What stands behind a key that is no name is no declaration: `exports['a-b'].render = …`.
    let is_export = keyed.is_none() && matches!(text.split('.').next(), Some("exports" | "module"));
    let is_declared =
        keyed.is_none() && super::symbols::kind_of_value(Some(&it.right)) != SymbolKind::Variable;
    let is_told = it.operator.is_assign() && !is_export && !is_declared && !it.right.is_literal();
    add(Some(text).filter(|it| is_told && it.len() <= LONGEST_CALL.0)?, TitleSort::Call, it.span, titles)
}

/// `exports['a-b']`, by a key that is no name.
fn keyed(object: &Expression) -> Option<String> {
    let Expression::ComputedMemberExpression(it) = object else { return None };
    let Expression::StringLiteral(key) = &it.expression else { return None };
    let is_told = !key.value.is_empty() && !key.value.contains(['`', '\'', '\n', '\r']);
    let path = values::path(object).is_none().then(|| values::path(&it.object))?;
    path.filter(|_| is_told).map(|of| format!("{of}['{}']", key.value))
}

/// Whether a call is the last one of a chain of which no other one is given a function: what these are given stands under
/// it, but for `add('a', () => …)` of `bench.add('a', () => …).add('b', () => …)`.
pub(super) fn ends_chain(callee: &Expression) -> bool {
    let mut at = callee;
    let mut is_chain = false;
    for _ in 0..LONGEST_CHAIN {
        let Expression::StaticMemberExpression(member) = at else { break };
        let Expression::CallExpression(inner) = &member.object else { break };
        if runs_any(&inner.arguments) {
            return false;
        }
        is_chain = true;
        at = &inner.callee;
    }
    is_chain
}

/// Whether a function is among what a call is given.
pub(super) fn runs_any(arguments: &[Argument]) -> bool {
    arguments.iter().filter_map(Argument::as_expression).any(runs)
}

/// Whether it is a function, or holds one in plain sight.
fn runs(given: &Expression) -> bool {
    let is_function = |it: &Expression| {
        matches!(it, Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_))
    };
    match given {
        Expression::ObjectExpression(it) => it.properties.iter().any(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => is_function(&it.value),
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        Expression::ArrayExpression(it) => {
            it.elements.last().and_then(ArrayExpressionElement::as_expression).is_some_and(is_function)
        }
        given => is_function(given),
    }
}

fn add(text: String, sort: TitleSort, whole: Span, titles: &mut Vec<Title>) -> Option<u32> {
    let alike = titles.iter().filter(|it| it.sort == sort);
    let at = u32::try_from(titles.len()).ok().filter(|_| alike.count() < MOST)?;
    titles.push(Title { text, sort, span: span(whole), is_skipped: false });
    Some(at)
}

/// The first title that says the same as the one at `at`, of those that are no tests: `expectType(…)`.
pub(super) fn first_alike(at: u32, titles: &[Title]) -> u32 {
    let Some(own) = titles.get(at as usize).filter(|it| it.sort == TitleSort::Call) else { return at };
    let first = titles.iter().position(|it| it.sort == own.sort && it.text == own.text);
    first.and_then(|first| u32::try_from(first).ok()).unwrap_or(at)
}

/// What the runner hands to the function of a test, by which that runs others.
const HANDED: &[&str] = &["st", "t", "tap", "tape"];

/// What a runner does that is no test of its own. `suite.add` is a benchmark of a library.
const AROUND: &[&str] = &[
    "add",
    "after",
    "afterAll",
    "afterEach",
    "before",
    "beforeAll",
    "beforeEach",
    "on",
    "once",
    "step",
    "then",
];

/// `describe` of `describe`, `describe.skip` and `describe.each(…)`; `describe` also of `test.describe`, and `test` of
/// `t.test`.
fn runner<'b>(callee: &'b Expression) -> Option<&'b str> {
    match callee {
        Expression::Identifier(it) => Some(it.name.as_str()),
        Expression::StaticMemberExpression(it) if it.property.name == "describe" => Some("describe"),
        Expression::StaticMemberExpression(it) if it.object.is_specific_id("QUnit") => {
            // `QUnit.skip('…')` is a case as `QUnit.test('…')` is.
            Some(if SKIPPING.contains(&it.property.name.as_str()) { "test" } else { &it.property.name })
        }
        // A part of a test, and what is done around tests.
        Expression::StaticMemberExpression(it) if AROUND.contains(&it.property.name.as_str()) => None,
        Expression::StaticMemberExpression(it) => match &it.object {
            Expression::Identifier(object) if HANDED.contains(&object.name.as_str()) => {
                Some(it.property.name.as_str())
            }
            Expression::Identifier(object) => Some(object.name.as_str()),
            Expression::StaticMemberExpression(_) => runner(&it.object),
            _ => None,
        },
        Expression::CallExpression(it) => object_of(&it.callee),
        // A table of what a test is run with.
        Expression::TaggedTemplateExpression(it) => object_of(&it.tag),
        _ => None,
    }
}

/// Members of `QUnit` that make cases which are run alone, later or never.
const SKIPPING: &[&str] = &["only", "skip", "todo"];

/// `test` of `test.each`
fn object_of<'b>(callee: &'b Expression) -> Option<&'b str> {
    let Expression::StaticMemberExpression(it) = callee else { return None };
    match &it.object {
        Expression::Identifier(object) => Some(object.name.as_str()),
        _ => None,
    }
}

/// What the function of that name makes of tests, if anything.
fn sort_of(name: &str) -> Option<TitleSort> {
    match name {
        // Nothing in Node can be called so: it is QUnit's, or Angular's, which is asked for where a call is read.
        "context" | "describe" | "module" | "suite" | "xcontext" | "xdescribe" => Some(TitleSort::Suite),
        "it" | "test" | "tape" | "bench" | "xit" | "xtest" => Some(TitleSort::Case),
        _ => None,
    }
}
