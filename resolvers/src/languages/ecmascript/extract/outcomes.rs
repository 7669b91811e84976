//! What a conditional type is in the end: the types behind its questions, whichever of these is answered how. Asked of those
//! that are too long to be told as they are written. Text alone.

use oxc_ast::ast::{TSType, TSTypeName};
use oxc_span::GetSpan;

use super::values;
use crate::facts::{FileFacts, Shown, ShownSort};

/// How many types are listed, and how long each may be, in bytes.
const MOST: usize = 3;
const LONGEST: usize = 80;
/// How many questions are followed.
const MOST_ASKED: usize = 64;

/// Lists what the alias `name`, which is the declaration at `symbol`, may be.
pub(super) fn list(name: &str, kind: &TSType, symbol: u32, source: &str, facts: &mut FileFacts) {
    let whole = kind.span().source_text(source);
    let mut open = vec![(kind, false)];
    let mut told: Vec<String> = Vec::new();
    let (mut asked, mut of) = (0, None);
    while let Some((kind, is_unknown)) = open.pop() {
        match kind {
            TSType::TSParenthesizedType(it) => open.push((&it.type_annotation, is_unknown)),
            TSType::TSConditionalType(it) => {
                asked += 1;
                if asked > MOST_ASKED {
                    return;
                }
                let name = asked_about(&it.check_type).or_else(|| asked_about(&it.extends_type));
                of = match (of, name) {
                    (_, None) => Some(""),
                    (None, name) => name,
                    (Some(of), Some(name)) => Some(if of == name { of } else { "" }),
                };
                // `string extends T`: nothing is known of it.
                let asks = is_plain(&it.check_type);
                open.extend([(&it.false_type, false), (&it.true_type, asks)]);
            }
            TSType::TSNeverKeyword(_) => {}
            // What it is where nothing is known of what it is given says nothing.
            it if is_unknown && is_plain(it) => {}
            // It goes on from there.
            TSType::TSTypeReference(it) if matches!(&it.type_name, TSTypeName::IdentifierReference(of) if of.name == name) =>
                {}
            it => {
                // One that is not told leaves open which there are.
                let Some(text) = values::code(it.span(), source).filter(|it| it.len() <= LONGEST) else {
                    return;
                };
                // What is found by the question is no type that anybody knows.
                let is_found = is_name(&text) && infers(whole, &text);
                if is_found {
                    return;
                }
                if !told.contains(&text) {
                    told.push(text);
                }
            }
        }
    }
    if asked > 0 && told.len() <= MOST {
        let of = of.unwrap_or_default();
        let told = told.into_iter().map(|text| format!("{of}`{text}"));
        let told = told.map(|text| Shown { text, sort: ShownSort::Outcome, symbol: Some(symbol) });
        facts.shown.extend(told);
    }
}

/// The type that a question is about: `T` of `T`, of `[T]`, and where anything else is asked whether it is that.
fn asked_about<'b>(kind: &'b TSType) -> Option<&'b str> {
    match kind {
        TSType::TSTypeReference(it) => match (&it.type_name, &it.type_arguments) {
            (TSTypeName::IdentifierReference(of), None) => Some(of.name.as_str()),
            // What `Split<T>` is, `T` says.
            (_, Some(given)) => match &given.params[..] {
                [only] => asked_about(only),
                _ => None,
            },
            _ => None,
        },
        TSType::TSTupleType(it) => match &it.element_types[..] {
            [only] => asked_about(only.as_ts_type()?),
            _ => None,
        },
        _ => None,
    }
}

fn is_plain(kind: &TSType) -> bool {
    match kind {
        TSType::TSArrayType(it) => is_plain(&it.element_type),
        kind => matches!(
            kind,
            TSType::TSAnyKeyword(_)
                | TSType::TSUnknownKeyword(_)
                | TSType::TSStringKeyword(_)
                | TSType::TSNumberKeyword(_)
                | TSType::TSBooleanKeyword(_)
                | TSType::TSUndefinedKeyword(_)
        ),
    }
}

/// Whether a question finds a type that it calls so.
fn infers(whole: &str, name: &str) -> bool {
    let mut found = whole.split("infer ").skip(1).filter_map(|rest| rest.trim_start().strip_prefix(name));
    found.any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$')))
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}
