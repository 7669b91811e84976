//! What people meet in markup: headings, other texts, the keys of translated ones, and the elements of HTML that say
//! what is done there. What counts as which is said here, for the markup in code and for that of components.

use oxc_ast::ast::{
    CallExpression, Comment, Expression, Ident, JSXAttribute, JSXAttributeItem, JSXAttributeName,
    JSXAttributeValue, JSXChild, JSXElement, JSXElementName, JSXExpression, ObjectPropertyKind, Program,
};
use oxc_span::GetSpan;
use rustc_hash::FxHashMap;

use super::descriptors;
use super::imports::one_line;
use super::literals::{argument, literal};
use super::translators::Translators;
use super::values;
use crate::facts::{FileFacts, LONGEST_TITLE, Shown, ShownSort};

/// How many components of a file's markup are listed.
const MOST_ELEMENTS: usize = 64;
/// How much else of it is.
const MOST_SHOWN: usize = 48;
/// How much of one declaration is.
const MOST_OF_ONE: usize = 12;
/// A longer text is prose.
const LONGEST: usize = 80;
/// What is long and has fewer gaps between words is no sentence.
const FEWEST_GAPS: usize = 5;
/// Elements of HTML have no longer names, in bytes.
const SHORT_TAG: usize = 10;
/// A shorter one says nothing, in letters.
const SHORTEST: usize = 3;

/// Elements that say what is done with them.
const TELLING: &[&str] = &[
    "audio", "canvas", "dialog", "form", "iframe", "input", "nav", "select", "svg", "table", "textarea",
    "video",
];

/// What a comment at the head says behind `word`, which elements are calls of (`/** @jsx h */`) or fragments have
/// (`@jsxFrag`): a name, and a member of it.
pub(super) fn pragma<'a>(program: &Program<'a>, word: &str) -> Option<(Ident<'a>, Option<&'a str>)> {
    let head = program.body.first().map_or(u32::MAX, |it| it.span().start);
    let comments = program.comments.iter().take_while(|it| it.span.start < head).filter(|it| it.is_block());
    let said = |comment: &Comment| {
        let text = comment.content_span().source_text(program.source_text);
        let behind = |(at, word): (usize, &str)| text[at + word.len()..].strip_prefix([' ', '\t']);
        let said = text.match_indices(word).find_map(behind)?.split_whitespace().next()?;
        let mut words = said.split('.');
        Some((Ident::from(words.next()?), words.next()))
    };
    comments.filter_map(said).last()
}

/// Lists a component that is an element.
pub(super) fn list(name: &str, facts: &mut FileFacts) {
    if facts.elements.len() < MOST_ELEMENTS && !facts.elements.iter().any(|it| it == name) {
        facts.elements.push(name.to_owned());
    }
}

/// Notes where an element stands.
pub(super) fn stands_in(symbol: Option<u32>, facts: &mut FileFacts) {
    let is_new = facts.markup.last() != Some(&symbol) && !facts.markup.contains(&symbol);
    if is_new && facts.markup.len() < MOST_ELEMENTS {
        facts.markup.push(symbol);
    }
}

/// Lists what else is shown, if it says something and `symbol` is not told by documentation.
pub(super) fn show(text: &str, sort: ShownSort, symbol: Option<u32>, facts: &mut FileFacts) {
    let documented = symbol
        .and_then(|at| facts.symbols.get(at as usize)?.doc.as_deref())
        .is_some_and(|doc| doc.len() > LONGEST_TITLE);
    let text = match sort {
        ShownSort::Look | ShownSort::Template => text.to_owned(),
        ShownSort::Text => beginning(text),
        _ => one_line(text, LONGEST + 1),
    };
    let speaks = match sort {
        ShownSort::Heading | ShownSort::Text | ShownSort::Notice => is_readable(&text),
        ShownSort::Look | ShownSort::Template => !text.is_empty(),
        _ => (1..=LONGEST).contains(&text.len()),
    };
    // What is asked or refused leaves its room to what is seen.
    let room = |it: ShownSort| match it {
        ShownSort::Request => 1,
        ShownSort::Refusal | ShownSort::HandedError | ShownSort::RefusalOfGiven | ShownSort::Reply => 2,
        ShownSort::Call | ShownSort::Step => 3,
        ShownSort::Method => 4,
        ShownSort::Provision => 5,
        ShownSort::Notice | ShownSort::NoticeKey | ShownSort::NoticePath => 6,
        ShownSort::Template => 7,
        ShownSort::Operation | ShownSort::Base => 8,
        ShownSort::Given => 9,
        ShownSort::Value => 10,
        ShownSort::Item => 11,
        ShownSort::Member | ShownSort::Reducer => 12,
        ShownSort::Look => 13,
        ShownSort::Case | ShownSort::Global | ShownSort::Switch => 14,
        ShownSort::Piece => 15,
        ShownSort::Class | ShownSort::Each | ShownSort::Handler | ShownSort::Served => 16,
        ShownSort::Denial
        | ShownSort::Fixed
        | ShownSort::Mounted
        | ShownSort::Vanishing
        | ShownSort::Variable
        | ShownSort::Written => 17,
        _ => 0,
    };
    // What markup shows is met again as a call.
    let is_met = room(sort) == 6
        && facts.shown.iter().any(|it| room(it.sort) == 0 && it.symbol == symbol && it.text == text);
    let alike = facts.shown.iter().filter(|it| room(it.sort) == room(sort));
    if is_met || documented || !speaks || alike.clone().count() >= MOST_SHOWN {
        return;
    }
    // A component of one file is all that the file has: its headings may come last.
    let of_it = alike.filter(|it| it.symbol == symbol && (symbol.is_some() || it.sort == sort));
    // Words of a sentence are said with it.
    let is_said = |it: &Shown| {
        it.text == text || it.sort == sort && sort == ShownSort::Text && has_words(&it.text, &text)
    };
    if of_it.clone().count() < MOST_OF_ONE && !of_it.clone().any(is_said) {
        facts.shown.push(Shown { text, sort, symbol });
    }
}

/// Whether these words stand in a sentence as words.
fn has_words(sentence: &str, words: &str) -> bool {
    sentence.match_indices(words).any(|(at, _)| {
        let behind = &sentence[at + words.len()..];
        !sentence[..at].ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
    })
}

/// The text on one line; of a long sentence as many whole words as there is room for.
fn beginning(text: &str) -> String {
    let line = one_line(text, LONGEST + 1);
    if line.len() <= LONGEST
        || !line.starts_with(|c: char| c.is_uppercase())
        || line.matches(' ').count() < FEWEST_GAPS
    {
        return line;
    }
    let more = "…";
    let cut = &line[..line.floor_char_boundary(LONGEST - more.len())];
    let whole = cut.rsplit_once(' ').map_or(cut, |(whole, _)| whole);
    format!("{}{more}", whole.trim_end_matches([',', ';', ':', ' ']))
}

/// Whether people are meant to read the text: words, and no code.
fn is_readable(text: &str) -> bool {
    text.len() <= LONGEST
        && text.chars().filter(|c| c.is_alphabetic()).count() >= SHORTEST
        && !text.contains(['{', '}', '<', '>', '=', ';', '`', '|', '\\', '$', '_', '@'])
        && !text.contains("//")
}

/// Whether what stands in an element of that name says what follows.
pub(super) fn is_heading(element: &str) -> bool {
    let bytes = element.as_bytes();
    matches!(bytes, [b'h', b'1'..=b'6'])
        || matches!(element, "legend" | "caption")
        || ["Heading", "Title", "Header"].iter().any(|end| element.ends_with(end))
        || is_heading_class(element) && element.contains('-')
}

/// Whether a class is that of headings, or an element with a dash in its name: `card-title`, `v-card-title`. Items have
/// titles too, and say nothing of what follows.
pub(super) fn is_heading_class(class: &str) -> bool {
    let ends = ["-title", "-heading", "-headline", "-header"];
    matches!(class, "title" | "heading" | "headline")
        || ends.iter().any(|end| class.ends_with(end)) && !class.contains("item")
}

/// Whether a part is handed by the attribute what it shows: it is said there, and told of the part.
fn is_text_of_part(attribute: &str) -> bool {
    matches!(attribute, "caption" | "description" | "subtitle" | "text")
}

/// What the value of an attribute of that name is to people, if anything. HTML's own elements have a title to say more
/// of what they are, others one that they show.
pub(super) fn said_by(attribute: &str, element: &str) -> Option<ShownSort> {
    match attribute {
        // What stands in the head of a page nobody reads there.
        "title" if matches!(element, "link" | "meta" | "style") => None,
        "title" if is_html(element) => Some(ShownSort::Text),
        "title" | "heading" => Some(ShownSort::Heading),
        _ if is_text_of_part(attribute) && !is_html(element) => Some(ShownSort::Text),
        "label" | "placeholder" | "aria-label" | "defaultMessage" | "defaults" => Some(ShownSort::Text),
        // It stands for an image, which says less than what is written.
        "alt" => Some(ShownSort::Notice),
        "i18nKey" | "keypath" => Some(ShownSort::Message),
        _ => None,
    }
}

/// Whether an element is one of HTML's own.
fn is_html(element: &str) -> bool {
    !element.contains(['-', '.']) && !element.starts_with(char::is_uppercase)
}

pub(super) fn is_telling(element: &str) -> bool {
    TELLING.contains(&element)
}

/// Whether functions of that name translate the text that the key they are given stands for.
pub(super) fn translates(function: &str) -> bool {
    matches!(function, "t" | "$t" | "$_" | "__")
}

/// What an element of the declaration `symbol` shows beside what is in other elements.
pub(super) fn read(
    it: &JSXElement,
    symbol: u32,
    (source, translators, tags): (&str, &Translators<'_>, &FxHashMap<&str, &str>),
    facts: &mut FileFacts,
) {
    let name = match &it.opening_element.name {
        JSXElementName::Identifier(it) => it.name.as_str(),
        JSXElementName::IdentifierReference(it) if let Some(tag) = tags.get(it.name.as_str()) => tag,
        name => name.span().source_text(source),
    };
    if is_telling(name) {
        show(name, ShownSort::Element, Some(symbol), facts);
    }
    let own = it.opening_element.attributes.iter().find_map(classes);
    if let Some(class) = own.filter(|it| is_html(name) && is_own_class(it)) {
        facts.show_class(&format!("{name}.{class}"), symbol);
    }
    if matches!(it.opening_element.name, JSXElementName::MemberExpression(_)) {
        show(name, ShownSort::Piece, Some(symbol), facts);
    }
    let sort = if is_heading(name) { ShownSort::Heading } else { ShownSort::Text };
    let mut looks = it.opening_element.attributes.iter().find_map(classes);
    for item in &it.opening_element.attributes {
        match item {
            JSXAttributeItem::Attribute(it) => attribute(it, name, (symbol, translators), facts),
            // `<FormattedMessage {...messages.title} />`
            JSXAttributeItem::SpreadAttribute(it) if name.ends_with("Message") => {
                taken_by_name(&it.argument, sort, symbol, facts);
            }
            // `<div {...props} />`
            JSXAttributeItem::SpreadAttribute(it) => {
                // Which part of a library's component it is, its name alone tells.
                if (is_html(name) || name.contains('.')) && it.argument.is_identifier_reference() {
                    show(name, ShownSort::Base, Some(symbol), facts);
                    looks.take().iter().for_each(|it| show(it, ShownSort::Look, Some(symbol), facts));
                }
            }
        }
    }
    if name.starts_with(char::is_uppercase) && !STYLES.iter().any(|it| name.ends_with(it)) {
        given(it, name, symbol, source, facts);
    }
    tied(it, symbol, source, facts);
    if matches!(name, "style" | "script" | "code" | "pre") {
        return;
    }
    read_inside(&it.children, sort, (symbol, translators), facts);
}

/// Lists the texts that an element or a fragment holds itself.
pub(super) fn read_inside(
    children: &[JSXChild],
    sort: ShownSort,
    (symbol, translators): (u32, &Translators<'_>),
    facts: &mut FileFacts,
) {
    let sentence = sentence(children).map(|it| beginning(&it)).filter(|it| is_readable(it));
    if let Some(sentence) = &sentence {
        show(sentence, sort, Some(symbol), facts);
    }
    for child in children {
        match child {
            JSXChild::Text(_) if sentence.is_some() => {}
            JSXChild::Text(it) => show(&it.value, sort, Some(symbol), facts),
            JSXChild::ExpressionContainer(it) => {
                expression(&it.expression, sort, (symbol, translators), facts);
            }
            _ => {}
        }
    }
}

/// Elements that stand in a sentence.
const INLINE: &[&str] =
    &["Link", "a", "abbr", "b", "code", "em", "i", "kbd", "mark", "q", "small", "span", "strong", "u"];

/// The whole sentence of which elements hold some words: `Read <a>the guide</a> first.`
fn sentence(children: &[JSXChild]) -> Option<String> {
    let is_text = |it: &JSXChild| matches!(it, JSXChild::Text(it) if it.value.contains(char::is_alphabetic));
    let is_element = |it: &JSXChild| matches!(it, JSXChild::Element(_));
    if !children.iter().any(is_text) || !children.iter().any(is_element) {
        return None;
    }
    let mut text = String::new();
    push_words(children, &mut text, DEEPEST_WORDS)?;
    let mut told = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        // What ends an element stands behind it.
        if !told.is_empty() && !matches!(word, "." | "," | "!" | "?" | ":" | ";") {
            told.push(' ');
        }
        told.push_str(word);
    }
    (told.split(' ').count() >= FEWEST_OF_SENTENCE).then_some(told)
}

/// How deep words stand in elements of a sentence, and how many make one.
const DEEPEST_WORDS: usize = 4;
const FEWEST_OF_SENTENCE: usize = 4;

/// Adds the words of `children`, with dots for what is only known when it runs; `None` where something else stands among them.
fn push_words(children: &[JSXChild], text: &mut String, left: usize) -> Option<()> {
    let left = left.checked_sub(1)?;
    for child in children {
        match child {
            JSXChild::Text(it) => text.push_str(&it.value),
            JSXChild::ExpressionContainer(it) => {
                let told = it.expression.as_expression().map(|value| literal(value).unwrap_or("…"));
                text.push_str(told.unwrap_or_default());
            }
            JSXChild::Element(it) => {
                let name = match &it.opening_element.name {
                    JSXElementName::Identifier(it) => it.name.as_str(),
                    JSXElementName::IdentifierReference(it) => it.name.as_str(),
                    _ => return None,
                };
                match name {
                    "br" => text.push(' '),
                    name if INLINE.contains(&name) => push_words(&it.children, text, left)?,
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    Some(())
}

/// The element of HTML that a local name stands for where nothing else is asked for: `span` of `asChild ? Slot : 'span'`.
pub(super) fn tag<'a>(value: &Expression<'a>) -> Option<&'a str> {
    let Expression::ConditionalExpression(it) = value.get_inner_expression() else { return None };
    let tag = literal(&it.alternate).or_else(|| literal(&it.consequent))?;
    let is_tag =
        tag.len() <= SHORT_TAG && tag.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit());
    is_tag.then_some(tag)
}

/// The classes that an element has in plain sight, the first ones: of `className="a b"` and `className={cn('a b', className)}`.
fn classes(item: &JSXAttributeItem) -> Option<String> {
    let JSXAttributeItem::Attribute(it) = item else { return None };
    let JSXAttributeName::Identifier(name) = &it.name else { return None };
    let text = match it.value.as_ref().filter(|_| name.name == "className")? {
        JSXAttributeValue::StringLiteral(it) => it.value.as_str(),
        JSXAttributeValue::ExpressionContainer(it) => match it.expression.as_expression()? {
            Expression::CallExpression(it) => literal(argument(it, 0)?)?,
            value => literal(value)?,
        },
        _ => return None,
    };
    look(text)
}

/// Whether it is one class that somebody gave a name of its own: `loadingSpinner`, `error-message`.
fn is_own_class(class: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let words = class.split(['-', '_']).count() + class.chars().filter(char::is_ascii_uppercase).count();
    class.len() >= SHORTEST_CLASS
        && class.chars().all(is_name)
        && words > 1
        && !class.chars().any(|c| c.is_ascii_digit())
}

/// A shorter class may be one of a library, in bytes.
const SHORTEST_CLASS: usize = 8;

/// How much is told of the classes of an element, in bytes.
const LONGEST_LOOK: usize = 100;

/// As many classes as there is room for: those first that hold whatever happens, and not on a condition (`hover:underline`).
fn look(text: &str) -> Option<String> {
    let is_on_condition = |class: &&str| class.contains(':') || class.starts_with("aria-");
    let (mut classes, conditional): (Vec<&str>, Vec<&str>) =
        text.split_whitespace().partition(|it| !is_on_condition(it));
    let plain = classes.len();
    classes.extend(conditional);
    let mut told = String::new();
    for (at, class) in classes.iter().enumerate() {
        if told.len() + class.len() + 1 > LONGEST_LOOK {
            // That there is more on some condition goes without saying.
            told.push_str(if at < plain { " …" } else { "" });
            break;
        }
        told.extend([if told.is_empty() { "" } else { " " }, class]);
    }
    Some(told.trim_start().to_owned()).filter(|it| !it.is_empty() && it != "…")
}

/// Attributes that say how something looks.
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "align", "alignItems", "as", "className", "color", "direction", "display", "fill", "fontSize", "gap",
    "height", "icon", "id", "justify", "justifyContent", "key", "margin", "p", "padding", "paddingX", "paddingY",
    "px", "py", "ref", "size", "spacing", "style", "sx", "variant", "weight", "width",
];
/// Components that lay out or write: what they are given says how.
const STYLES: &[&str] = &["Box", "Button", "Card", "Column", "Flex", "Grid", "Icon", "Row", "Stack", "Text"];
/// How long the attributes of one element may be together, in bytes.
const LONGEST_GIVEN: usize = 60;

/// Lists what a component is given in plain sight.
fn given(it: &JSXElement, name: &str, symbol: u32, source: &str, facts: &mut FileFacts) {
    let mut told = name.to_owned();
    for item in &it.opening_element.attributes {
        let JSXAttributeItem::Attribute(it) = item else { continue };
        let JSXAttributeName::Identifier(attribute) = &it.name else { continue };
        let is_plain = match &it.value {
            Some(JSXAttributeValue::StringLiteral(it)) => !it.value.is_empty(),
            Some(JSXAttributeValue::ExpressionContainer(it)) => {
                it.expression.as_expression().is_some_and(|it| is_plain(it, DEEPEST_GIVEN))
            }
            _ => false,
        };
        let text = it.span.source_text(source);
        if is_plain
            && !LOOKS.contains(&attribute.name.as_str())
            && !attribute.name.contains('-')
            && (said_by(&attribute.name, name).is_none() || is_text_of_part(&attribute.name))
            && told.len() + text.len() < name.len() + LONGEST_GIVEN
        {
            told.extend([" ", text]);
        }
    }
    // Beside one that is given nothing in plain sight it is not all that the component is given.
    if !told.contains('`') {
        show(&told, ShownSort::Given, Some(symbol), facts);
    }
}

/// Attributes that say which elements belong together, or in what state one is.
const TYING: &[&str] =
    &["aria-controls", "aria-describedby", "aria-expanded", "aria-invalid", "aria-labelledby", "htmlFor"];
/// How many of one component are told, and how long one may be, in bytes.
const MOST_TIES: usize = 3;
const LONGEST_TIE: usize = 48;

/// Lists what ties an element to others, where that is no text: `htmlFor={formItemId}`.
fn tied(it: &JSXElement, symbol: u32, source: &str, facts: &mut FileFacts) {
    for item in &it.opening_element.attributes {
        let JSXAttributeItem::Attribute(it) = item else { continue };
        let JSXAttributeName::Identifier(attribute) = &it.name else { continue };
        let Some(JSXAttributeValue::ExpressionContainer(value)) = &it.value else { continue };
        let is_open = value.expression.as_expression().is_some_and(|it| !it.is_literal());
        // `id={descriptionId}` is known to others by that name.
        let is_known = attribute.name == "id"
            && matches!(&value.expression, JSXExpression::Identifier(it) if it.name.ends_with("Id"));
        let text = it.span.source_text(source);
        let mut own = facts.shown.iter().filter(|it| it.sort == ShownSort::Tie && it.symbol == Some(symbol));
        let is_told = is_open
            && (is_known || TYING.contains(&attribute.name.as_str()))
            && text.len() <= LONGEST_TIE
            && !text.contains(['`', '\n'])
            && own.clone().count() < MOST_TIES
            && !own.any(|it| it.text == text);
        if is_told {
            facts.shown.push(Shown { text: text.to_owned(), sort: ShownSort::Tie, symbol: Some(symbol) });
        }
    }
}

/// How deep a value may be in plain sight.
const DEEPEST_GIVEN: usize = 3;

/// Whether a value is nothing but literals.
fn is_plain(value: &Expression, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    match value.get_inner_expression() {
        Expression::ObjectExpression(it) => it.properties.iter().all(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => is_plain(&it.value, left),
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        Expression::ArrayExpression(it) => {
            it.elements.iter().all(|it| it.as_expression().is_some_and(|it| is_plain(it, left)))
        }
        Expression::NullLiteral(_) => false,
        value => value.is_literal(),
    }
}

fn attribute(
    it: &JSXAttribute,
    element: &str,
    (symbol, translators): (u32, &Translators<'_>),
    facts: &mut FileFacts,
) {
    let JSXAttributeName::Identifier(name) = &it.name else { return };
    if matches!(name.name.as_str(), "component" | "components" | "slots") {
        handed_components(it, facts);
    }
    let Some(sort) = said_by(&name.name, element) else { return };
    match &it.value {
        Some(JSXAttributeValue::StringLiteral(it)) => show(&it.value, sort, Some(symbol), facts),
        Some(JSXAttributeValue::ExpressionContainer(it)) => {
            expression(&it.expression, sort, (symbol, translators), facts);
        }
        _ => {}
    }
}

/// Components that another one is given to show them: `component={Row}`, `components={{ Row, Cell: PlainCell }}`.
fn handed_components(it: &JSXAttribute, facts: &mut FileFacts) {
    let Some(JSXAttributeValue::ExpressionContainer(it)) = &it.value else { return };
    let Some(given) = it.expression.as_expression() else { return };
    let mut one = |value: &Expression| {
        if let Expression::Identifier(name) = value.get_inner_expression()
            && name.name.starts_with(char::is_uppercase)
        {
            list(&name.name, facts);
        }
    };
    match given.get_inner_expression() {
        Expression::ObjectExpression(it) => {
            for property in &it.properties {
                if let ObjectPropertyKind::ObjectProperty(it) = property {
                    one(&it.value);
                }
            }
        }
        value => one(value),
    }
}

/// A text in braces, or a key that is translated there.
fn expression(
    it: &JSXExpression,
    sort: ShownSort,
    (symbol, translators): (u32, &Translators<'_>),
    facts: &mut FileFacts,
) {
    match it {
        JSXExpression::StringLiteral(it) => show(&it.value, sort, Some(symbol), facts),
        // `{isNew ? 'New' : 'Old'}`
        JSXExpression::ConditionalExpression(it) => {
            for value in [&it.consequent, &it.alternate] {
                match value.get_inner_expression() {
                    Expression::StringLiteral(it) => show(&it.value, sort, Some(symbol), facts),
                    Expression::CallExpression(it) => translated(it, sort, symbol, translators, facts),
                    _ => {}
                }
            }
        }
        JSXExpression::CallExpression(it) => {
            if let Some(told) = formatted(it) {
                show(&told, ShownSort::Value, Some(symbol), facts);
            }
            translated(it, sort, symbol, translators, facts);
        }
        JSXExpression::TemplateLiteral(it) => {
            let calls = it.expressions.iter().filter_map(|it| match it.get_inner_expression() {
                Expression::CallExpression(it) => formatted(it),
                _ => None,
            });
            for told in calls {
                show(&told, ShownSort::Value, Some(symbol), facts);
            }
        }
        JSXExpression::StaticMemberExpression(_) | JSXExpression::ChainExpression(_) => {
            // What stands for an image is not seen.
            if let Some(path) =
                it.as_expression().and_then(values::path).filter(|_| sort != ShownSort::Notice)
            {
                show_value(&path, Some(symbol), facts);
            }
        }
        _ => {}
    }
}

/// `price by Intl.NumberFormat`: what a formatter of the language makes readable.
fn formatted(it: &CallExpression) -> Option<String> {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    let made = match callee.object.get_inner_expression() {
        Expression::NewExpression(it) => values::path(&it.callee),
        Expression::CallExpression(it) => values::path(&it.callee),
        _ => None,
    };
    let formatter = made.filter(|it| it.starts_with("Intl.") && callee.property.name == "format")?;
    let mut given = it.arguments.first()?.as_expression()?.get_inner_expression();
    // `parseFloat(price)`
    if let Expression::CallExpression(inner) = given {
        let converts = |it: &str| matches!(it, "BigInt" | "Number" | "parseFloat" | "parseInt");
        values::path(&inner.callee).filter(|it| converts(it))?;
        given = inner.arguments.first()?.as_expression()?.get_inner_expression();
    }
    values::path(given).map(|given| format!("{given} by {formatter}"))
}

/// How long the way to a value may be, in bytes.
const LONGEST_VALUE: usize = 100;

/// Lists a value that is shown by its way.
pub(super) fn show_value(path: &str, symbol: Option<u32>, facts: &mut FileFacts) {
    if path.len() > LONGEST_VALUE {
        return;
    }
    let path = path.replace('?', "");
    let path = path.trim_start_matches("this.").trim_start_matches("props.");
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    let last = path.rsplit('.').next().unwrap_or_default();
    // What renders is shown by what it gives.
    let is_way = path.contains('.')
        && path.chars().all(is_plain)
        && !last.starts_with("render")
        && !last.starts_with("children");
    if is_way {
        show(path, ShownSort::Value, symbol, facts);
    }
}

/// Lists what a call translates: as what stands there where the key is the text itself.
pub(super) fn translated(
    it: &CallExpression,
    sort: ShownSort,
    symbol: u32,
    translators: &Translators<'_>,
    facts: &mut FileFacts,
) {
    if let Some((key, is_key)) = translators.key(it) {
        let sort = if !is_key && is_text(&key) { sort } else { sort.by_key() };
        show(&key, sort, Some(symbol), facts);
    } else if translators.is_given_name(it) {
        match argument(it, 0).map(Expression::get_inner_expression) {
            Some(Expression::ObjectExpression(it)) => {
                if let Some(text) = descriptors::text(it) {
                    show(text, if is_text(text) { sort } else { sort.by_key() }, Some(symbol), facts);
                }
            }
            Some(value) => taken_by_name(value, sort, symbol, facts),
            None => {}
        }
    }
}

/// Lists the place of a text: `messages.title`.
fn taken_by_name(value: &Expression, sort: ShownSort, symbol: u32, facts: &mut FileFacts) {
    if let Some(path) = values::path(value).filter(|it| it.matches('.').count() == 1) {
        show(&path, sort.by_path(), Some(symbol), facts);
    }
}

/// Whether a key is what people read where nothing is translated.
pub(super) fn is_text(key: &str) -> bool {
    let is_word = key.starts_with(char::is_uppercase) && key.chars().all(char::is_alphabetic);
    is_readable(key) && (key.contains(' ') || is_word)
}
