//! Code as it stands, on one line and no longer than a deed may be. What it does is not asked here.

use oxc_ast::ast::{FunctionBody, Statement};
use oxc_span::{GetSpan, Span};

use super::super::fold::fold;
use super::statements::all_within;
use crate::facts::Deed;

/// A longer piece of code says less than it takes.
pub(super) const LONGEST: usize = 72;

/// The code of a body on one line, or how it begins.
pub(super) fn code(body: &FunctionBody, source: &str) -> Option<Deed> {
    let (first, last) = body.statements.first().zip(body.statements.last())?;
    let (start, end) = (first.span().start as usize, last.span().end as usize);
    let begin = &source[start..end];
    let begin = &begin[..begin.floor_char_boundary(MOST_READ)];
    // Where a line ends a statement without a sign, one stands for it.
    let mut ends = ends_unsigned(&body.statements, source);
    ends.retain(|at| (start..start + begin.len()).contains(at));
    let mut code = String::new();
    let mut from = 0;
    for at in ends {
        code.extend([&begin[from..at - start], ";"]);
        from = at - start;
    }
    code.push_str(&begin[from..]);
    // Statements in functions run together where lines end them.
    let has_body = from > 0 && ["=> {", "function", "class "].iter().any(|it| begin.contains(it));
    // Back quotes become quotes, which others may stand between.
    let code = fold(&code).filter(|it| !(has_body || it.contains('`') && it.contains('\'')))?;
    if code.len() <= LONGEST_CODE && begin.len() < MOST_READ {
        return Some(Deed::Does(code));
    }
    let cut = &code[..code.floor_char_boundary(LONGEST_CODE)];
    let cut = &cut[..cut.rfind(' ').unwrap_or(cut.len())];
    Some(Deed::Does(format!("{}…", cut.trim_end())))
}

/// Where statements end that something follows, without a semicolon.
fn ends_unsigned(statements: &[Statement], source: &str) -> Vec<usize> {
    fn before_last<'b, 'a>(listed: &'b [Statement<'a>]) -> &'b [Statement<'a>] {
        listed.split_last().map_or(&[], |(_, before)| before)
    }
    let mut followed: Vec<&Statement> = before_last(statements).iter().collect();
    all_within(statements, &mut |it| match it {
        // `if (a) b() else c()`
        Statement::IfStatement(it) if it.alternate.is_some() => followed.push(&it.consequent),
        Statement::DoWhileStatement(it) => followed.push(&it.body),
        Statement::BlockStatement(it) => followed.extend(before_last(&it.body)),
        Statement::TryStatement(it) => {
            followed.extend(before_last(&it.block.body));
            it.handler.iter().for_each(|it| followed.extend(before_last(&it.body.body)));
            it.finalizer.iter().for_each(|it| followed.extend(before_last(&it.body)));
        }
        Statement::SwitchStatement(it) => {
            let all: Vec<&Statement> = it.cases.iter().flat_map(|it| &it.consequent).collect();
            followed.extend(all.split_last().map_or(&[][..], |(_, before)| before));
        }
        _ => {}
    });
    let ends = followed.into_iter().filter(|it| needs_sign(it)).map(|it| it.span().end as usize);
    let mut ends: Vec<usize> = ends.filter(|end| !source[..*end].ends_with(';')).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Whether a statement ends with a semicolon, seen or unseen.
fn needs_sign(statement: &Statement) -> bool {
    let mut at = statement;
    loop {
        at = match at {
            Statement::IfStatement(it) => it.alternate.as_ref().unwrap_or(&it.consequent),
            Statement::ForStatement(it) => &it.body,
            Statement::ForInStatement(it) => &it.body,
            Statement::ForOfStatement(it) => &it.body,
            Statement::WhileStatement(it) => &it.body,
            Statement::LabeledStatement(it) => &it.body,
            Statement::BlockStatement(_)
            | Statement::SwitchStatement(_)
            | Statement::TryStatement(_)
            | Statement::FunctionDeclaration(_)
            | Statement::ClassDeclaration(_) => return false,
            _ => return true,
        };
    }
}

/// How much of a body is told in code where nothing else is, and how much is read for that, in bytes.
const LONGEST_CODE: usize = 180;
const MOST_READ: usize = 1024;

/// The code there, where it is short and no function or comment stands in it.
pub(in super::super) fn text(span: Span, source: &str) -> Option<String> {
    plain(span.source_text(source))
}

pub(super) fn plain(text: &str) -> Option<String> {
    let is_plain = text.len() <= LONGEST
        && !["=>", "function", "//", "/*", "`", "class "].iter().any(|it| text.contains(it));
    fold(text).filter(|_| is_plain)
}

pub(super) fn quotable(text: String) -> Option<String> {
    (text.len() <= LONGEST && !text.contains('\n')).then_some(text)
}
