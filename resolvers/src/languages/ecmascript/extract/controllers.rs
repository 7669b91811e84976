//! What classes answer whose decorators say the addresses: `@Controller('users')` with `@Get(':id')` on a method, as Nest,
//! routing-controllers and tsoa have it.

use oxc_ast::ast::{Class, ClassElement, Decorator, Expression, ObjectPropertyKind};

use super::literals::{argument, literal, property};
use crate::facts::FileFacts;

/// Decorators of a class that answers.
const CONTROLLERS: &[&str] = &["Controller", "JsonController", "RestController", "Route"];
/// Decorators of its methods: what they are called in an address.
const METHODS: &[(&str, &str)] = &[
    ("All", ""),
    ("Delete", "DELETE "),
    ("Get", "GET "),
    ("Head", "HEAD "),
    ("Options", "OPTIONS "),
    ("Patch", "PATCH "),
    ("Post", "POST "),
    ("Put", "PUT "),
    ("Sse", "GET "),
];

/// Lists the addresses that `class`, the declaration `symbol`, answers.
pub(super) fn read(class: &Class, symbol: u32, facts: &mut FileFacts) {
    let is_controller = |it: &&Decorator| CONTROLLERS.iter().any(|name| is_called(it, name));
    let Some(base) = class.decorators.iter().find(is_controller).and_then(path) else { return };
    for element in &class.body.body {
        let ClassElement::MethodDefinition(method) = element else { continue };
        for decorator in &method.decorators {
            let known = METHODS.iter().find(|(name, _)| is_called(decorator, name));
            if let Some(((_, method), own)) = known.zip(path(decorator)) {
                let parts = [base, own].map(|it| it.trim_matches('/'));
                let address = parts.iter().filter(|it| !it.is_empty()).copied().collect::<Vec<_>>().join("/");
                facts.answer_itself(symbol, &format!("{method}/{address}"));
            }
        }
    }
}

fn is_called(it: &Decorator, name: &str) -> bool {
    matches!(&it.expression, Expression::CallExpression(call) if call.callee.is_specific_id(name))
}

/// The path that a decorator is given, empty where it is given none; `None` where that is not in plain sight.
fn path<'a>(it: &Decorator<'a>) -> Option<&'a str> {
    let Expression::CallExpression(call) = &it.expression else { return None };
    let Some(given) = argument(call, 0) else { return call.arguments.is_empty().then_some("") };
    let Expression::ObjectExpression(options) = given else { return literal(given) };
    // What is spread may be a path.
    if options.properties.iter().any(|it| matches!(it, ObjectPropertyKind::SpreadProperty(_))) {
        return None;
    }
    property(options, |key| key == "path").map_or(Some(""), literal)
}
