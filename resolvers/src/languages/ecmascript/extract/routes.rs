//! What is called, or shown, for an address: the handlers of a router (`router.get('/users', list)`; a function without a
//! name has its address alone), the records of a
//! table of routes (`{ path: 'users', component: Users }`), and routes in markup (`<Route path="users" element={<Users />} />`).

use oxc_ast::ast::{
    Argument, CallExpression, Comment, Expression, FunctionBody, JSXAttributeItem, JSXAttributeValue,
    JSXChild, JSXElement, JSXElementName, JSXOpeningElement, ObjectExpression, Statement,
};
use oxc_span::GetSpan;

use super::deeds::{self, Told};
use super::literals::{argument, literal, module_value, property};
use super::{comments, values};
use crate::facts::{Deed, Effect, FileFacts, Import, Route, is_log};

/// Methods of a router: what they are called in an address.
const METHODS: &[(&str, &str)] = &[
    ("all", ""),
    ("del", "DELETE "),
    ("delete", "DELETE "),
    ("get", "GET "),
    ("patch", "PATCH "),
    ("post", "POST "),
    ("put", "PUT "),
    ("route", ""),
    ("use", ""),
];
/// Keys and attributes that hold what is shown or called.
const ANSWERING: &[&str] = &[
    "Component",
    "component",
    "element",
    "handler",
    "lazy",
    "loadChildren",
    "loadComponent",
    "route",
    "router",
];
/// How objects are called, at their ends, whose methods register what answers.
const ROUTERS: &[&str] = &["app", "fastify", "outer", "server"];
/// What stands in the head of a value that is such an object.
const ROUTER_MAKERS: &[&str] =
    &["Elysia(", "Hono(", "Koa(", "Router(", "express(", "fastify(", "restify.createServer("];
/// Among how many declarations what an object is made with is looked for: routers stand in front.
const MOST_LOOKED_AT: usize = 256;
/// How many calls of a chain are looked at.
const MOST_CHAINED: usize = 64;
/// Options of a route that hold what is called first.
const GUARDING: &[&str] = &["onRequest", "preHandler", "preValidation"];
/// How many of these are told, and how long one may be, in bytes.
const MOST_GUARDS: usize = 3;
const LONGEST_GUARD: usize = 60;
/// How many functions around it are opened: `asyncHandler(validate(list))`.
const MOST_AROUND: usize = 3;

/// Lists what a call of a router's method registers, and those before it in a chain; `symbol` is what is declared there. Gives
/// where the first of these ends: what stands before that in the same chain is read.
pub(super) fn read(
    it: &CallExpression,
    symbol: Option<u32>,
    (source, comments): (&str, &[Comment]),
    facts: &mut FileFacts,
) -> Option<u32> {
    let (mut at, _) = called(it)?;
    let whole = it;
    let mut calls = vec![it];
    while let Expression::CallExpression(before) = at
        && !is_made(at)
        && calls.len() < MOST_CHAINED
        && let Some((next, _)) = called(before)
    {
        calls.push(before);
        at = next;
    }
    // What stands above a chain is about all of it.
    let only = calls.iter().filter(|it| called(it).is_some_and(|(_, name)| name != "route")).count() == 1;
    let made = is_made(at);
    let router = if made {
        symbol.and_then(|at| facts.symbols.get(at as usize)).map(|it| it.name.clone())
    } else {
        Some(values::path(at).filter(|router| is_router(router, facts))?)
    };
    let innermost = calls.last().map_or(whole.span.end, |it| it.span.end);
    // `router.route('/users').get(list).post(add)`
    let mut shared = None;
    for it in calls.into_iter().rev() {
        let Some((_, name)) = called(it) else { continue };
        // What stands in for a server is told by what comes behind its base.
        let stands_in = router.as_deref().is_some_and(|it| is_of_msw(it, facts));
        let first = argument(it, 0).and_then(if stands_in { address } else { literal });
        if name == "route" && it.arguments.len() == 1 {
            if let Some(Expression::ObjectExpression(told)) =
                argument(it, 0).map(Expression::get_inner_expression)
            {
                read_told(told, (router.as_deref(), symbol.filter(|_| !made)), facts);
            }
            shared = first;
            continue;
        }
        let Some((_, method)) = METHODS.iter().find(|(known, _)| *known == name) else { continue };
        // What holds for all addresses has none.
        let is_one = |it: &&str| !method.is_empty() || it.starts_with('/') && it.len() > 1;
        let own = first.filter(is_one).filter(|_| it.arguments.len() > 1);
        // What stands before a handler may be an address.
        let are_handlers = it.arguments.len() == 1
            || it.arguments.iter().all(|it| matches!(it, Argument::CallExpression(_)));
        let is_for_all = name == "use" && are_handlers && first.is_none() && shared.is_none();
        // It runs for nothing that is answered before.
        let is_first = |on: &&str| !facts.routes.iter().any(|it| it.on.as_deref() == Some(*on));
        if let Some(on) = router.as_deref().filter(|_| is_for_all).filter(is_first) {
            for handler in it.arguments.iter().filter_map(Argument::as_expression).filter_map(mounted) {
                facts.mount(on, &handler);
            }
        }
        let last = it.arguments.last().and_then(Argument::as_expression);
        if let Some((address, last)) = own.or(shared).zip(last)
            && let Some(answers) = handler(last, MOST_AROUND)
        {
            let address = format!("{method}{address}");
            let (on, within) = (router.as_deref(), symbol.filter(|_| !made));
            if answers.is_empty() && !facts.has_all_served() {
                let said = comments::doc_before(source, comments, whole.span.start, "");
                if let Some(said) = said.filter(|_| only).or_else(|| done_by(last, source)) {
                    facts.say_of_route(on, within, &address, &said);
                }
            }
            let first = usize::from(own.is_some());
            let before = it.arguments.get(first..it.arguments.len() - 1).unwrap_or_default();
            let address = if address.is_empty() { "/".to_owned() } else { address };
            facts.route(Route {
                address,
                answers,
                on: on.map(str::to_owned),
                within: within.filter(|_| on.is_some()),
                guards: guards(before, source),
            });
        }
    }
    Some(innermost)
}

/// Lists the route that is told in an object: `server.route({ method: 'GET', path: '/users', handler: list })`.
fn read_told(it: &ObjectExpression, (on, within): (Option<&str>, Option<u32>), facts: &mut FileFacts) {
    let held = |keys: &[&str]| property(it, |key| keys.contains(&key));
    let address = held(&["path", "url"]).and_then(literal);
    let answers = held(&["handler"]).and_then(|it| handler(it, MOST_AROUND));
    let (Some(address), Some(answers)) = (address, answers) else { return };
    let methods: Vec<&str> = match held(&["method"]).map(Expression::get_inner_expression) {
        Some(Expression::ArrayExpression(it)) => {
            it.elements.iter().filter_map(|it| it.as_expression().and_then(literal)).collect()
        }
        Some(it) => literal(it).into_iter().collect(),
        None => Vec::new(),
    };
    let methods = methods.join("/").to_uppercase();
    let method = if methods.is_empty() || methods == "*" { String::new() } else { methods + " " };
    facts.route(Route {
        address: format!("{method}{address}"),
        answers,
        on: on.map(str::to_owned),
        within: within.filter(|_| on.is_some()),
        guards: Vec::new(),
    });
}

/// What a router runs for all requests, by the name of what makes it: `helmet` of `helmet()`.
fn mounted(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        // `mount('/x', app)` runs for some.
        Expression::CallExpression(it)
            if argument(it, 0).and_then(literal).is_some_and(|it| it.starts_with('/')) =>
        {
            None
        }
        Expression::CallExpression(it) if module_value(value).is_none() => values::path(&it.callee),
        value => named(value),
    }
    // That runs where something failed.
    .filter(|it| !it.to_lowercase().contains("error"))
}

/// What stands before what answers, one by one or in lists: `verifyToken` and `validate(user)`.
fn guards(before: &[Argument], source: &str) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut note = |it: &Expression| {
        let called = || match it.get_inner_expression() {
            Expression::CallExpression(it) => {
                Some(format!("{}({})", values::path(&it.callee)?, values::arguments(&it.arguments, source)))
            }
            _ => None,
        };
        // `opts` of Fastify
        let is_option = |it: &String| {
            let name = it.to_lowercase();
            let checks = ["check", "ensure", "has", "is", "parse", "require", "valid", "verify", "with"];
            ["config", "options", "opts", "schema"].iter().any(|end| name.ends_with(end))
                && !checks.iter().any(|it| name.starts_with(it))
        };
        let path = values::path(it);
        if path.as_ref().is_some_and(is_option) {
            return;
        }
        let guard = path.or_else(called).map(|it| it.replace('"', "'"));
        let guard = guard.filter(|it| it.len() <= LONGEST_GUARD && !it.contains(['`', '\n']));
        told.push(guard.unwrap_or_else(|| "…".to_owned()));
    };
    let mut note_all = |it: &Expression| match it.get_inner_expression() {
        Expression::ArrayExpression(it) => {
            it.elements.iter().filter_map(|it| it.as_expression()).for_each(&mut note);
        }
        it => note(it),
    };
    for it in before.iter().filter_map(Argument::as_expression) {
        match it.get_inner_expression() {
            // `{ preHandler: verify }` of Fastify
            Expression::ObjectExpression(it) => {
                GUARDING.iter().filter_map(|key| property(it, |it| it == *key)).for_each(&mut note_all);
            }
            it => note_all(it),
        }
    }
    if told.len() > MOST_GUARDS {
        told.truncate(MOST_GUARDS - 1);
        told.push("…".to_owned());
    }
    told
}

/// What a function that answers requests does for that, in few words: what it calls beside what answers.
fn done_by(answers: &Expression, source: &str) -> Option<String> {
    let Told { deed, effects, .. } = deeds::of_value(answers, source);
    let called = effects.iter().filter_map(|it| match it {
        Effect::Calls(callee) => Some(callee.as_str()),
        Effect::Sets(_) => None,
    });
    let from_deed = match &deed {
        Some(Deed::Calls(called)) => &called[..],
        _ => &[],
    };
    let is_own = |it: &&str| {
        let root = it.split(['.', '(']).next().unwrap_or_default();
        !matches!(root, "c" | "ctx" | "next" | "reply" | "req" | "request" | "res" | "response")
            && !is_log(it)
    };
    let called =
        called.chain(from_deed.iter().map(String::as_str)).map(|it| it.split('(').next().unwrap_or(it));
    let called: Vec<&str> = called.filter(is_own).take(MOST_DONE).collect();
    match deed {
        _ if !called.is_empty() => Some(format!("calls `{}`", called.join("`, `"))),
        Some(Deed::Answers(value)) if !value.contains('`') => Some(format!("answers with `{value}`")),
        _ => None,
    }
}

/// How many calls of a function that answers are told.
const MOST_DONE: usize = 2;

/// What a method is called of, and its name.
fn called<'c, 'a>(it: &'c CallExpression<'a>) -> Option<(&'c Expression<'a>, &'c str)> {
    match it.callee.get_inner_expression() {
        Expression::StaticMemberExpression(it) => {
            Some((it.object.get_inner_expression(), it.property.name.as_str()))
        }
        _ => None,
    }
}

/// Whether a router is made there: `new Hono()`, `express.Router()`.
fn is_made(value: &Expression) -> bool {
    let maker = match value {
        Expression::NewExpression(it) => values::path(&it.callee),
        Expression::CallExpression(it) => values::path(&it.callee),
        _ => None,
    };
    maker.is_some_and(|maker| ROUTER_MAKERS.iter().any(|known| format!("{maker}(").ends_with(known)))
}

/// The literal address, or what stands behind the base of one: `/users` of `` `${BASE}/users` ``.
fn address<'a>(value: &Expression<'a>) -> Option<&'a str> {
    literal(value).or_else(|| match value {
        Expression::TemplateLiteral(it) => match &it.quasis[..] {
            [base, rest] if base.value.raw.is_empty() && rest.value.raw.starts_with('/') => {
                Some(rest.value.raw.as_str())
            }
            _ => None,
        },
        _ => None,
    })
}

/// Whether an object is that of Mock Service Worker which makes handlers.
fn is_of_msw(object: &str, facts: &FileFacts) -> bool {
    let takes =
        |it: &Import| it.specifier == "msw" && it.names.iter().any(|it| it.local.as_deref() == Some(object));
    matches!(object, "http" | "rest") && facts.imports.iter().any(takes)
}

/// Whether an object is known to be a router: by its name, by what it is made with, or by its package, whose handlers stand
/// in for a server.
pub(super) fn is_router(object: &str, facts: &FileFacts) -> bool {
    if is_of_msw(object, facts) {
        return true;
    }
    let is_made = |head: &str| ROUTER_MAKERS.iter().any(|maker| head.contains(maker));
    let mut symbols = facts.symbols.iter().take(MOST_LOOKED_AT).filter(|it| it.name == object);
    ROUTERS.iter().any(|end| object.ends_with(end))
        || symbols.any(|it| it.signature.as_deref().is_some_and(is_made))
}

/// Lists a record of a table of routes, which stands below the address `around`. The address of those below it.
pub(super) fn read_record(
    it: &ObjectExpression,
    (around, source): (&str, &str),
    facts: &mut FileFacts,
) -> Option<String> {
    let address = below(around, property(it, |key| key == "path").and_then(literal)?);
    let answers = property(it, |key| ANSWERING.contains(&key));
    if let Some(answers) = answers.and_then(|it| shown(it, source, MOST_AROUND)) {
        facts.answer(None, &address, &answers);
    }
    property(it, |key| key == "children").map(|_| if address == "/" { String::new() } else { address })
}

/// The address `own` within that of the route around it.
fn below(around: &str, own: &str) -> String {
    if own.is_empty() && around.is_empty() {
        "/".to_owned()
    } else if own.starts_with('/') || around.is_empty() {
        own.to_owned()
    } else if own.is_empty() {
        around.to_owned()
    } else {
        format!("{}/{own}", around.trim_end_matches('/'))
    }
}

/// Lists a route that is an element of the component `symbol` within the route `around`; the address of those in it.
pub(super) fn read_element(
    it: &JSXOpeningElement,
    (symbol, around): (Option<u32>, &str),
    source: &str,
    facts: &mut FileFacts,
) -> Option<String> {
    let own = it.name.span().source_text(source);
    if !own.ends_with("Route") {
        return None;
    }
    let (mut address, mut answers, mut guard) = (None, None, None);
    // `<PrivateRoute path="/orders" component={Orders} />`
    if lets_through(own) {
        guard = Some(own.to_owned());
    }
    for item in &it.attributes {
        let JSXAttributeItem::Attribute(it) = item else { continue };
        let name = it.name.span().source_text(source);
        match &it.value {
            Some(JSXAttributeValue::StringLiteral(it)) if name == "path" => address = Some(it.value.as_str()),
            Some(JSXAttributeValue::ExpressionContainer(it)) => {
                let value = it.expression.as_expression();
                if name == "path" {
                    address = value.and_then(literal);
                } else if ANSWERING.contains(&name) {
                    let guarded = value.and_then(guarded);
                    let named = guarded.and_then(|(it, _)| component(&it.opening_element.name, source));
                    guard = guard.or(named);
                    answers = match guarded {
                        Some((_, inner)) => component(&inner.opening_element.name, source),
                        None => value.and_then(|it| shown(it, source, MOST_AROUND)),
                    };
                }
            }
            _ => {}
        }
    }
    // What has gaps is no address.
    let address = below(around, address.filter(|it| !it.contains([' ', ',']))?);
    if let Some(answers) = answers {
        let guards = guard.into_iter().collect();
        facts.route(Route { address: address.clone(), answers, on: None, within: symbol, guards });
    }
    Some(address)
}

/// The element that says whom it lets through, and the only one in it: `<PrivateRoute><Orders /></PrivateRoute>`.
fn guarded<'b, 'a>(value: &'b Expression<'a>) -> Option<(&'b JSXElement<'a>, &'b JSXElement<'a>)> {
    let Expression::JSXElement(guard) = value.get_inner_expression() else { return None };
    let name = match &guard.opening_element.name {
        JSXElementName::IdentifierReference(it) => it.name.as_str(),
        _ => return None,
    };
    let mut inner = guard.children.iter().filter_map(|it| match it {
        JSXChild::Element(it) => Some(&**it),
        _ => None,
    });
    let is_it = lets_through(name);
    inner.next().filter(|_| is_it && inner.next().is_none()).map(|inner| (&**guard, inner))
}

/// Whether a component lets through only some by its name: what is laid around them all, or gives them something, does not.
fn lets_through(name: &str) -> bool {
    let is_frame = ["Context", "Form", "Layout", "Page", "Provider"].iter().any(|end| name.ends_with(end));
    !is_frame && capital_words(name).any(|word| LETTING_THROUGH.contains(&&*word.to_lowercase()))
}

/// The words of `RequireAuth`.
fn capital_words(name: &str) -> impl Iterator<Item = &str> {
    let starts = name.match_indices(char::is_uppercase).map(|(at, _)| at).filter(|at| *at > 0);
    let ends = starts.clone().chain([name.len()]);
    std::iter::once(0).chain(starts).zip(ends).map(|(start, end)| &name[start..end])
}

/// Words in the names of components that let through only some, in small letters.
#[rustfmt::skip]
const LETTING_THROUGH: &[&str] = &[
    "auth", "authenticated", "authentication", "authorized", "guard", "guarded", "private", "protect", "protected",
    "require", "required", "requires",
];

/// What a router calls: nothing with a name where it is a function.
fn handler(value: &Expression, left: usize) -> Option<String> {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => Some(String::new()),
        Expression::CallExpression(it) if module_value(value).is_none() => {
            match (it.arguments.last(), &it.callee) {
                // `users.list.bind(users)`
                (_, Expression::StaticMemberExpression(callee)) if callee.property.name == "bind" => {
                    values::path(&callee.object)
                }
                // `users.routes()`
                (None, Expression::StaticMemberExpression(callee)) => values::path(&callee.object),
                // `swagger.setup(specs, {})`
                (Some(last), callee) => {
                    let inner = last
                        .as_expression()
                        .zip(left.checked_sub(1))
                        .and_then(|(last, left)| handler(last, left));
                    inner.or_else(|| values::path(callee).filter(|it| it.contains('.')))
                }
                (None, _) => None,
            }
        }
        value => named(value),
    }
}

/// What is shown for an address: a component, or what loads it.
fn shown(value: &Expression, source: &str, left: usize) -> Option<String> {
    match value.get_inner_expression() {
        Expression::JSXElement(it) => component(&it.opening_element.name, source),
        Expression::ArrowFunctionExpression(it) if it.params.items.is_empty() => {
            let result = it.body.as_expression().or_else(|| returned(it.body.as_function_body()?));
            shown(result?, source, left)
        }
        Expression::CallExpression(it) if module_value(value).is_none() => {
            let left = left.checked_sub(1)?;
            match &it.callee {
                // `import('./users').then((it) => it.Users)`
                Expression::StaticMemberExpression(callee) if is_loaded(&callee.object) => {
                    named(&callee.object)
                }
                _ => shown(it.arguments.last()?.as_expression()?, source, left),
            }
        }
        value => named(value),
    }
}

/// A name as it is written, or the specifier of what is loaded.
fn named(value: &Expression) -> Option<String> {
    match value {
        Expression::ImportExpression(it) => literal(&it.source).map(str::to_owned),
        value => match module_value(value) {
            Some(module) => Some(module.specifier.to_owned()),
            None => values::path(value),
        },
    }
}

fn is_loaded(value: &Expression) -> bool {
    matches!(value.get_inner_expression(), Expression::ImportExpression(_))
}

fn returned<'b, 'a>(body: &'b FunctionBody<'a>) -> Option<&'b Expression<'a>> {
    match body.statements.last()? {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    }
}

/// The component that an element is; HTML's own are none.
fn component(name: &JSXElementName, source: &str) -> Option<String> {
    match name {
        JSXElementName::IdentifierReference(it) => Some(it.name.to_string()),
        JSXElementName::MemberExpression(it) => Some(it.span.source_text(source).to_owned()),
        _ => None,
    }
}
