//! What a component of one file says that its page is: `const page = { title: 'Users', description: 'Who may come in' }`. Only
//! statements of the top level are read.

use std::borrow::Cow;

use oxc_ast::ast::{Expression, Program, Statement};

use super::literals::{literal, property};
use super::markup::show;
use crate::facts::{FileFacts, ShownSort};

/// How much of a text is told, in bytes.
const LONGEST: usize = 56;

/// Lists the title and the description of the first object that has both.
pub(super) fn read(program: &Program, facts: &mut FileFacts) {
    for statement in &program.body {
        let Statement::VariableDeclaration(it) = statement else { continue };
        for value in it.declarations.iter().filter_map(|it| it.init.as_ref()) {
            let Expression::ObjectExpression(page) = value.get_inner_expression() else { continue };
            let said = |key: &str| property(page, |it| it == key).and_then(literal);
            if let Some((title, description)) = said("title").zip(said("description")) {
                show(&beginning(title), ShownSort::Heading, None, facts);
                show(&beginning(description), ShownSort::Text, None, facts);
                return;
            }
        }
    }
}

/// The whole words of the text that there is room for.
fn beginning(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let cut = &text[..text.floor_char_boundary(LONGEST)];
    let whole = cut.rsplit_once(' ').map_or(cut, |(whole, _)| whole);
    format!("{whole}…").into()
}
