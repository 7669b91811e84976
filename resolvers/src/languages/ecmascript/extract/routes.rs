//! What is called, or shown, for an address: the handlers of a router (`router.get('/users', list)`; a function without a
//! name has its address alone), the records of a
//! table of routes (`{ path: 'users', component: Users }`), and routes in markup (`<Route path="users" element={<Users />} />`).

use oxc_ast::ast::{
    Argument, CallExpression, Expression, FunctionBody, JSXAttributeItem, JSXAttributeValue, JSXElementName,
    JSXOpeningElement, ObjectExpression, ObjectPropertyKind, Statement,
};
use oxc_span::GetSpan;

use super::literals::{argument, key_name, literal, module_value};
use super::requests;
use super::values;
use crate::facts::FileFacts;

/// Methods of a router: what they are called in an address.
const METHODS: &[(&str, &str)] = &[
    ("all", ""),
    ("del", "DELETE "),
    ("delete", "DELETE "),
    ("get", "GET "),
    ("patch", "PATCH "),
    ("post", "POST "),
    ("put", "PUT "),
    ("use", ""),
];
/// Keys and attributes that hold what is shown or called.
const ANSWERING: &[&str] =
    &["Component", "component", "element", "handler", "lazy", "loadChildren", "loadComponent"];
/// How objects are called, at their ends, that answer under names too: `router.post('users.list', …)`.
const ROUTERS: &[&str] = &["app", "fastify", "outer", "server"];
/// How many functions around it are opened: `asyncHandler(validate(list))`.
const MOST_AROUND: usize = 3;

/// Lists what a call of a router's method registers.
pub(super) fn read(it: &CallExpression, source: &str, facts: &mut FileFacts) {
    let Some((router, method)) = values::path(&it.callee).and_then(|callee| {
        let (router, method) = callee.rsplit_once('.')?;
        Some((router.to_owned(), METHODS.iter().find(|(known, _)| *known == method)?))
    }) else {
        return;
    };
    let is_router = ROUTERS.iter().any(|end| router.ends_with(end));
    // What holds for all addresses has none.
    let has_method = !method.1.is_empty();
    let is_one = |it: &&str| it.starts_with('/') && (it.len() > 1 || has_method) || is_router && has_method;
    let address = argument(it, 0).and_then(literal).filter(is_one);
    let last = it.arguments.last().filter(|_| it.arguments.len() > 1).and_then(Argument::as_expression);
    // What is sent has no place in these.
    let is_client = requests::is_client(&router) && !matches!(method.0, "get" | "use" | "all");
    if let Some((address, last)) = address.zip(last).filter(|_| !is_client) {
        let answers = if is_router && has_method && is_function(last) {
            Some("")
        } else {
            answering(last, source, MOST_AROUND)
        };
        if let Some(answers) = answers {
            facts.answer(&format!("{}{address}", method.1), answers);
        }
    }
}

/// Lists a record of a table of routes.
pub(super) fn read_record(it: &ObjectExpression, source: &str, facts: &mut FileFacts) {
    let value = |is_it: &dyn Fn(&str) -> bool| {
        it.properties.iter().find_map(|property| match property {
            ObjectPropertyKind::ObjectProperty(it) if key_name(&it.key).is_some_and(is_it) => Some(&it.value),
            _ => None,
        })
    };
    let Some(address) = value(&|key| key == "path").and_then(literal) else { return };
    let answers = value(&|key| ANSWERING.contains(&key));
    if let Some(answers) = answers.and_then(|it| answering(it, source, MOST_AROUND)) {
        facts.answer(address, answers);
    }
}

/// Lists a route that is an element.
pub(super) fn read_element(it: &JSXOpeningElement, source: &str, facts: &mut FileFacts) {
    if !it.name.span().source_text(source).ends_with("Route") {
        return;
    }
    let (mut address, mut answers) = (None, None);
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
                    answers = value.and_then(|it| answering(it, source, MOST_AROUND));
                }
            }
            _ => {}
        }
    }
    if let Some((address, answers)) = address.zip(answers) {
        facts.answer(address, answers);
    }
}

/// The last name of what answers, or the specifier of what is loaded for that.
fn answering<'b>(value: &'b Expression, source: &'b str, left: usize) -> Option<&'b str> {
    if let Some(module) = module_value(value) {
        return Some(module.specifier);
    }
    match value.get_inner_expression() {
        Expression::Identifier(it) => Some(it.name.as_str()),
        Expression::StaticMemberExpression(it) => Some(it.property.name.as_str()),
        Expression::JSXElement(it) => shown(&it.opening_element.name, source),
        Expression::ImportExpression(it) => literal(&it.source),
        Expression::ArrowFunctionExpression(it) => {
            let result = it.body.as_expression().or_else(|| returned(it.body.as_function_body()?));
            answering(result?, source, left)
        }
        Expression::CallExpression(it) => {
            let left = left.checked_sub(1)?;
            match (it.arguments.last(), &it.callee) {
                // `import('./users').then((it) => it.Users)`, `users.routes()`
                (_, Expression::StaticMemberExpression(callee)) if is_loaded(&callee.object) => {
                    answering(&callee.object, source, left)
                }
                (None, Expression::StaticMemberExpression(callee)) => answering(&callee.object, source, left),
                (Some(last), _) => answering(last.as_expression()?, source, left),
                (None, _) => None,
            }
        }
        _ => None,
    }
}

/// Whether what answers has no name.
fn is_function(value: &Expression) -> bool {
    matches!(
        value.get_inner_expression(),
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)
    )
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
fn shown<'b>(name: &'b JSXElementName, source: &'b str) -> Option<&'b str> {
    match name {
        JSXElementName::IdentifierReference(it) => Some(it.name.as_str()),
        JSXElementName::MemberExpression(it) => it.span.source_text(source).rsplit('.').next(),
        _ => None,
    }
}
