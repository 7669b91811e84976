//! What a value is made of, as far as its head tells: the keys of a dictionary, the items of a list, a short condition.
//! Written as the heads of other languages have it; nothing here walks into expressions.

use ruff_python_ast::{Expr, ExprCall, ExprDict, ExprStringLiteral, Number};
use ruff_text_size::Ranged;

use super::deeds::path;

/// How many keys or items are a part of a head.
const MOST: usize = 12;
/// A longer text says less than it takes.
const LONGEST: usize = 60;
/// So much of a text is a part of a head, in bytes.
const LONGEST_TEXT: usize = 100;

pub(super) fn told(value: &Expr, source: &str) -> Option<String> {
    match value {
        Expr::List(it) => items(&it.elts, source),
        Expr::Tuple(it) => items(&it.elts, source),
        Expr::Set(it) => items(&it.elts, source),
        Expr::Dict(it) => keys(it),
        Expr::StringLiteral(it) => string(it),
        Expr::Call(_) => table(value).or_else(|| string(translated(value)?)),
        Expr::Compare(_) | Expr::BoolOp(_) => {
            let text = source.get(value.start().into()..value.end().into())?;
            (text.len() <= LONGEST && !text.contains(['\n', '#'])).then(|| text.to_owned())
        }
        _ => None,
    }
}

/// `Table('users', { id, name })` of a table of `SQLAlchemy` with these columns.
pub(super) fn table(value: &Expr) -> Option<String> {
    let it = value.as_call_expr()?;
    let callee = path(&it.func).filter(|it| last(it) == "Table")?;
    let text = |it: &ExprCall| {
        let text = it.arguments.args.first()?.as_string_literal_expr()?.value.to_str();
        (text.len() <= LONGEST && !text.contains(['\'', '\n', ' '])).then(|| text.to_owned())
    };
    let columns = it.arguments.args.iter().filter_map(Expr::as_call_expr);
    let columns = columns.filter(|it| path(&it.func).is_some_and(|callee| last(&callee) == "Column"));
    let columns: Vec<String> = columns.filter_map(text).take(MOST).collect();
    let name = text(it).filter(|_| !columns.is_empty())?;
    Some(format!("{callee}('{name}', {{ {} }})", columns.join(", ")))
}

/// `Table` of `sa.Table`.
fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

/// What gettext calls its functions, or people call them.
const TRANSLATING: &[&str] =
    &["N_", "_", "_lazy", "gettext", "gettext_lazy", "gettext_noop", "ugettext", "ugettext_lazy"];

/// The text of `_("text")`, which is shown in the reader's language.
pub(super) fn translated(value: &Expr) -> Option<&ExprStringLiteral> {
    let call = value.as_call_expr()?;
    let callee = call.func.as_name_expr().filter(|it| TRANSLATING.contains(&it.id.as_str()));
    let [text] = &*call.arguments.args else { return None };
    callee.and(text.as_string_literal_expr())
}

/// `[a, 'b']` for names, literals and marks of pytest, other items being passed over; `[{ a, b }]` for a list of dictionaries.
fn items(items: &[Expr], source: &str) -> Option<String> {
    let item = |it: &Expr| match it {
        Expr::StringLiteral(it) => {
            let text = it.value.to_str();
            (text.len() <= LONGEST && !text.contains(['\'', '\n']) && !text.ends_with('\\'))
                .then(|| format!("'{text}'"))
        }
        Expr::NumberLiteral(_) => source.get(it.start().into()..it.end().into()).map(str::to_owned),
        // A mark is one whatever it is given.
        Expr::Call(it) => path(&it.func).filter(|it| it.starts_with("pytest.mark.")),
        it => path(it),
    };
    let told: Vec<String> = items.iter().filter_map(item).take(MOST).collect();
    match (told.is_empty(), items.first()) {
        (true, Some(Expr::Dict(first))) => Some(format!("[{}]", keys(first)?)),
        (true, _) => None,
        (false, _) => Some(format!("[{}]", told.join(", "))),
    }
}

/// A small number as it is written in most languages.
fn number(it: &Expr) -> Option<String> {
    let Number::Int(number) = &it.as_number_literal_expr()?.value else { return None };
    Some(number.as_u64()?.to_string())
}

/// The text that a string has in parts or on several lines, with quotes and as far as it takes little room.
fn string(it: &ExprStringLiteral) -> Option<String> {
    let text = it.value.to_str().split_whitespace().collect::<Vec<_>>().join(" ");
    let quote = ['\'', '"'].into_iter().find(|quote| !text.contains(*quote))?;
    if text.is_empty() || text.contains('\\') {
        return None;
    }
    if text.len() <= LONGEST_TEXT {
        return Some(format!("{quote}{text}{quote}"));
    }
    let end = text.floor_char_boundary(LONGEST_TEXT);
    let end = text[..end].rfind(' ').unwrap_or(end);
    Some(format!("{quote}{}…{quote}", &text[..end]))
}

/// `{ a, b }` for a dictionary with these keys.
pub(super) fn keys(it: &ExprDict) -> Option<String> {
    let key = |it: &Expr| {
        if !it.is_string_literal_expr() {
            return number(it).or_else(|| path(it));
        }
        let text = it.as_string_literal_expr()?.value.to_str();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '$');
        (!text.is_empty() && text.len() <= LONGEST && text.chars().all(plain)).then(|| text.to_owned())
    };
    let keys: Vec<String> = it.items.iter().filter_map(|it| key(it.key.as_ref()?)).take(MOST).collect();
    (!keys.is_empty()).then(|| format!("{{ {} }}", keys.join(", ")))
}
