//! The first words of a README. Pure; no more of Markdown than that needs.

use bstr::ByteSlice;

use super::text::words::is_verb;
use super::text::{LONGEST_PART, clean};

/// What has fewer words and ends in a colon says nothing without what follows.
const SHORTEST_LEAD: usize = 8;
/// A link says something with no fewer words.
const SHORTEST_TEXT: usize = 4;

/// The first paragraph that is prose: no heading, badge, list, table, quote, code or HTML block. Links keep their
/// texts, images and emphasis go.
pub(super) fn first_paragraph(markdown: &str) -> String {
    let (first, is_deep) = paragraph_of(markdown);
    if !is_deep && !is_of_generator(&first) && !is_of_course(&first) {
        return first;
    }
    // What a generator wrote is the same everywhere, and what stands below many headings is about one of them; the title is
    // not, where it is more than a name.
    let title = markdown.lines().find_map(|line| line.strip_prefix("# ")).map(plain).unwrap_or_default();
    let words: Vec<String> = title.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    let is_lesson = |it: &String| matches!(it.as_str(), "course" | "tutorial");
    let says = !words.iter().any(is_lesson) && !words.windows(2).any(|it| it == ["getting", "started"]);
    let is_told = title.split_whitespace().count() > 2 && says;
    if is_told { clean(&title, LONGEST_PART) } else { String::new() }
}

/// Whether a paragraph is nothing but a link, which says where something is and not what it is: `[Shop](https://…)`, or what
/// is meant as one, `(Fix)[https://…]`.
fn is_link(paragraph: &str) -> bool {
    let paragraph = paragraph.trim();
    [("[", "](", ')'), ("(", ")[", ']')].iter().any(|(open, middle, close)| {
        let inner = paragraph.strip_prefix(open).and_then(|it| it.strip_suffix(*close));
        let parts = inner.and_then(|it| it.split_once(middle));
        parts.is_some_and(|(text, address)| {
            // The text of a link may be all there is to say.
            text.split_whitespace().count() < SHORTEST_TEXT
                && address.starts_with("http")
                && !address.contains(*close)
                && !text.contains(['[', ']', '(', ')'])
        })
    })
}

/// Whether a paragraph is what a generator of projects wrote.
fn is_of_generator(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    GENERATED.iter().any(|it| lower.contains(it))
}

/// Whether a paragraph speaks of lessons about the project, and not of what it is.
fn is_of_course(paragraph: &str) -> bool {
    let lower = paragraph.to_lowercase();
    ["in this course", "in this tutorial", "in this video", "you'll learn", "you will learn"]
        .iter()
        .any(|it| lower.contains(it))
}

/// What generators of projects write into a README, in small letters.
const GENERATED: &[&str] = &[
    "bootstrapped with `create",
    "bootstrapped with [`create",
    "bootstrapped with create",
    "everything you need to build a svelte project",
    "look at the nuxt documentation to learn more",
    "project was generated with angular cli",
    "project was generated using angular cli",
    "template provides a minimal setup to get react working",
    "template should help get you started developing with",
];

/// Behind so many headings below the title nothing introduces anything.
const MOST_HEADINGS: usize = 3;

/// The first paragraph that is prose, and whether it stands behind many headings.
fn paragraph_of(markdown: &str) -> (String, bool) {
    let mut paragraph = String::new();
    let mut headings = 0;
    let (mut fenced, mut aside, mut passed_over) = (false, None, false);
    // What the project is may stand in a quote below the title; what follows then shows how it is used.
    let mut quotes = false;
    // `<img src="a.png"`, whose other attributes stand on the next lines.
    let mut in_tag = false;
    let mut lines = markdown.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let begins_tag = line
            .strip_prefix('<')
            .is_some_and(|it| it.starts_with(|c: char| c == '!' || c.is_ascii_alphabetic()));
        let is_aside = aside.is_some() || ASIDES.iter().any(|it| opens(line, it));
        if in_tag || !fenced && begins_tag && !is_aside && !line.contains('>') && paragraph.is_empty() {
            in_tag = !line.contains('>');
            continue;
        }
        aside = aside.or_else(|| ASIDES.iter().find(|it| opens(line, it)));
        if let Some(tag) = aside {
            aside = aside.filter(|_| !line.contains(&format!("</{tag}")));
            continue;
        }
        // How it is installed, say, is not what it is.
        if !fenced && line.starts_with('#') {
            headings += usize::from(line.starts_with("##") && paragraph.is_empty());
            passed_over = is_beside_the_point(line);
        }
        let fence = line.starts_with("```") || line.starts_with("~~~");
        fenced ^= fence;
        if passed_over {
            continue;
        }
        let is_first = !fenced && headings == 0 && paragraph.is_empty();
        quotes |= is_first && line.starts_with("> ") && !line.starts_with("> [!");
        if is_underline(line) {
            // What stood above it was a heading.
            paragraph.clear();
        } else if is_rule(line) && !paragraph.is_empty() {
            break;
        } else if !fenced && !fence && is_prose(line) {
            paragraph.push_str(line);
            paragraph.push(' ');
        } else if announces(&paragraph)
            || is_link(&paragraph)
            || quotes && is_caption(&paragraph, line, lines.clone())
        {
            paragraph.clear();
        } else if !paragraph.is_empty() {
            break;
        }
        if paragraph.len() > 8 * LONGEST_PART {
            break;
        }
    }
    if is_link(&paragraph) {
        paragraph.clear();
    }
    (clean(without_lead(&plain(&paragraph)), LONGEST_PART), headings > MOST_HEADINGS)
}

/// The text without a last sentence that only leads to a list: `Parses forms. Supports:`.
fn without_lead(text: &str) -> &str {
    let text = text.trim_end();
    if !text.ends_with(':') {
        return text;
    }
    let is_end = |at: &usize| !["e.g", "etc", "i.e"].iter().any(|it| text[..*at].ends_with(it));
    text.rmatch_indices(". ").map(|(at, _)| at).find(is_end).map_or("", |at| &text[..=at])
}

/// Tags around what is no part of the text: what stands below an image is about that, and small print thanks somebody.
const ASIDES: &[&str] = &["details", "figcaption", "small", "sub", "sup", "table"];

/// What sections are called that say how something is used, and not what it is, in small letters.
#[rustfmt::skip]
const BESIDE_THE_POINT: &[&str] = &[
    "contents", "contributing", "deploy", "deployment", "development", "getting started", "how to run", "how to use", "install",
    "installation", "installing", "license", "one-click deploy", "prerequisites", "quick start", "quickstart", "requirements",
    "local development", "local setup", "run locally", "running locally", "set up", "setting up", "setup", "sponsors",
    "table of contents", "usage",
];

/// Whether a heading below the title is that of such a section.
fn is_beside_the_point(heading: &str) -> bool {
    let title = heading.trim_start_matches('#');
    let is_below = heading.len() - title.len() > 1;
    let title = title.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let is_of_sponsors = title.split(' ').any(|word| matches!(word, "backers" | "sponsor" | "sponsors"));
    is_below && (BESIDE_THE_POINT.contains(&title.as_str()) || is_of_sponsors)
}

/// Whether the line begins with that tag; a caption may begin within it.
fn opens(line: &str, tag: &str) -> bool {
    let opened =
        line.split_once(&format!("<{tag}")).filter(|(before, _)| before.is_empty() || tag == "figcaption");
    opened.is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(['>', ' ']))
}

/// `To run this example:`, and a list.
fn announces(paragraph: &str) -> bool {
    paragraph.trim_end().ends_with(':') && paragraph.split_whitespace().count() < SHORTEST_LEAD
}

/// `Create a store`, and the code that does it below: `line`, or the first one of `rest` that is not empty.
fn is_caption<'l>(paragraph: &str, line: &'l str, rest: impl Iterator<Item = &'l str>) -> bool {
    let paragraph = paragraph.trim_end();
    let is_open = !paragraph.is_empty() && !paragraph.ends_with(['.', '!', '?']);
    // `Tiny stores` says what it is.
    let first = paragraph.split(' ').next().unwrap_or_default().to_lowercase();
    is_open
        && is_verb(&first)
        && paragraph.split_whitespace().count() < SHORTEST_LEAD
        && std::iter::once(line).chain(rest).find(|it| !it.is_empty()).is_some_and(|it| it.starts_with("```"))
}

fn is_underline(line: &str) -> bool {
    is_made_of(line, b"=-")
}

/// A line across the page.
fn is_rule(line: &str) -> bool {
    is_made_of(line, b"*_")
}

fn is_made_of(line: &str, marks: &[u8]) -> bool {
    line.len() > 2 && marks.iter().any(|mark| line.bytes().all(|byte| byte == *mark))
}

fn is_prose(line: &str) -> bool {
    let block = ["#", "![", "[![", "<", "|", ">", "- ", "* ", "+ ", "---"];
    let definition = line.starts_with('[') && line.contains("]: ");
    let is_numbered = line
        .split_once(". ")
        .is_some_and(|(it, _)| (1..=2).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit()));
    !line.is_empty()
        && !is_rule(line)
        && !definition
        && !is_menu(line)
        && !is_numbered
        && !block.iter().any(|start| line.starts_with(start))
}

/// Whether a line is a list of links to the same in other languages: short words between strokes, some of them links.
fn is_menu(line: &str) -> bool {
    if line.to_lowercase().starts_with("read this in ") {
        return true;
    }
    let separators = [" | ", " / ", " · ", " • "];
    let Some(separator) = separators.iter().find(|it| line.contains(**it)) else { return false };
    let mut parts = line.split(separator);
    line.contains("](") && parts.all(|it| plain(it).split_whitespace().count() <= 2)
}

/// The text without its marks.
pub(super) fn plain(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find(['[', '<', '*', '`']) {
        let (before, mark) = rest.split_at(at);
        text.push_str(before);
        rest = match mark.as_bytes()[0] {
            b'[' => link(mark, &mut text),
            b'<' => tag(mark, &mut text),
            b'`' => code(mark, &mut text),
            // `a * b`: what stands apart marks nothing.
            _ if text.ends_with(' ') && mark[1..].starts_with(' ') => {
                text.push('*');
                &mark[1..]
            }
            _ => emphasis(mark, &mut text),
        };
    }
    text.push_str(rest);
    if text.contains("&nbsp;") { text.replace("&nbsp;", " ") } else { text }
}

/// `*text*`, `**text**`: the marks go that enclose something. Those of `*Pointer` stay.
fn emphasis<'m>(mark: &'m str, text: &mut String) -> &'m str {
    let count = mark.len() - mark.trim_start_matches('*').len();
    let (stars, rest) = mark.split_at(count);
    let near = &rest[..rest.floor_char_boundary(MOST_BETWEEN)];
    let encloses = |at: &usize| {
        let behind = &near[at + count..];
        *at > 0
            && !near[..*at].ends_with(char::is_whitespace)
            && !behind.starts_with('*')
            && !near.starts_with(char::is_whitespace)
    };
    let Some(end) = near.match_indices(stars).map(|(at, _)| at).find(encloses) else {
        text.push_str(stars);
        return rest;
    };
    text.push_str(&plain(&rest[..end]));
    &rest[end + count..]
}

/// `[text](address)`: the text stays; behind a `!` it is an image's and goes with that. What is no link stays as it is.
fn link<'m>(mark: &'m str, text: &mut String) -> &'m str {
    let parts = mark[1..].split_once("](").and_then(|(label, rest)| Some((label, rest.split_once(')')?.1)));
    let Some((label, rest)) = parts.filter(|(label, _)| !label.contains(['[', ']'])) else {
        text.push('[');
        return &mark[1..];
    };
    match text.strip_suffix('!').map(str::len) {
        Some(end) => text.truncate(end),
        None => text.push_str(label),
    }
    rest
}

/// What stands between back quotes stays as it is; of a link of reStructuredText, `` `text <address>`_ ``, the text.
fn code<'m>(mark: &'m str, text: &mut String) -> &'m str {
    let end = mark[1..].find('`').map_or(1, |end| end + 2);
    let label = mark[1..end].split_once(" <").filter(|(_, address)| address.ends_with(">`"));
    if let (Some((label, _)), Some(rest)) = (label, mark[end..].strip_prefix('_')) {
        text.push_str(label);
        return rest.strip_prefix('_').unwrap_or(rest);
    }
    text.push_str(&mark[..end]);
    &mark[end..]
}

/// Tags that format no text: whoever writes one speaks of it.
const SPOKEN_OF: &[&str] = &[
    "body", "button", "canvas", "form", "head", "html", "iframe", "input", "label", "link", "meta", "script",
    "select", "slot", "style", "template", "textarea",
];

/// How far off the end of what a tag formats is looked for, in bytes.
const MOST_BETWEEN: usize = 200;
/// Tags that format a text, however they are written.
const FORMATS: &[&str] = &["br", "code", "em", "hr", "li", "ol", "pre", "strong", "tt", "ul"];

/// Whether it is what the text is about: `<script type="module">`, the component `<Card>`, the type `Promise<T>`; `rest`
/// stands behind it.
fn is_spoken_of(tag: &str, rest: &str) -> bool {
    let ends = tag.starts_with('/');
    let tag = tag.trim_start_matches('/');
    let name = &tag[..tag.find(|c: char| !c.is_alphanumeric()).unwrap_or(tag.len())];
    let is_pascal = name.starts_with(|c: char| c.is_ascii_uppercase())
        && (name.len() == 1 || name.contains(|c: char| c.is_ascii_lowercase()));
    // `<B>text</B>`
    let near = &rest.as_bytes()[..rest.len().min(MOST_BETWEEN)];
    let is_pair = name.len() == 1 && (ends || near.contains_str(format!("</{name}>")));
    // `<CR><LF>`
    let is_sign = name.len() > 1 && tag == name && name.bytes().all(|it| it.is_ascii_uppercase());
    if is_sign && !FORMATS.contains(&name.to_lowercase().as_str()) {
        return true;
    }
    let formats = is_pair || FORMATS.contains(&name.to_lowercase().as_str());
    is_pascal && !formats || SPOKEN_OF.contains(&name)
}

/// `<b>`: goes; `<br>` ends a line. What is no tag, or spoken of, stays as it is.
fn tag<'m>(mark: &'m str, text: &mut String) -> &'m str {
    let is_tag = mark[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    // `<int:event_id>` stands for something that is given.
    let is_named = |tag: &str| !tag.split(' ').next().unwrap_or_default().contains([':', '_']);
    let is_format = |tag: &str, rest: &str| is_tag && is_named(tag) && !is_spoken_of(&tag[1..], rest);
    let Some((tag, rest)) = mark.split_once('>').filter(|(tag, rest)| is_format(tag, rest)) else {
        text.push('<');
        return &mark[1..];
    };
    text.extend(tag.trim_end_matches([' ', '/']).eq_ignore_ascii_case("<br").then_some(' '));
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(markdown: &str, expected: &str) {
        assert_eq!(first_paragraph(markdown), expected, "{markdown}");
    }

    #[test]
    fn comments_in_code_are_no_headings() {
        check(
            "# a\n\n## How to use\n\n```bash\nyarn\n# or\nnpm install\n```\n\n## The idea\n\nIt shows things.",
            "It shows things.",
        );
    }

    #[test]
    fn attributes_menus_and_leads_to_lists_introduce_nothing() {
        check("# a\n\n<img src=\"a.png\"\n     alt=\"The logo\">\n\nIt makes ids.", "It makes ids.");
        check("**English** | [Deutsch](de.md) | [Suomi](fi.md)\n\nIt makes ids.", "It makes ids.");
        check("# a\n\n<3 Loved by many.\n\nIt makes ids.", "It makes ids.");
        check("# a\n\n<!-- This is a note\nfor people -->\n\nIt makes ids.", "It makes ids.");
        check("[It makes cakes for two](https://a.example)", "It makes cakes for two");
        check("# a\n\n[Express](https://a.example) reads bodies (of JSON)", "Express reads bodies (of JSON)");
        check(
            "# a\n\n## Local Development\n\n### Set up\n\nClone this repository.\n\n## More\n\nIt makes ids.",
            "It makes ids.",
        );
        check("#### IN ACTION\n\n[Shop](https://shop.example)\n", "");
        check("#### Fix\n\n(Fix)[https://a.example/fix]\n\nIt makes ids.", "It makes ids.");
        check(
            "# a\n\n[Redux](https://a.example) bindings for [Elm](https://b.example)",
            "Redux bindings for Elm",
        );
        check("[English](en.md) / [Deutsch](de.md)\n\nIt makes ids.", "It makes ids.");
        check("Read this in other languages: [Deutsch](de.md)\n\nIt makes ids.", "It makes ids.");
        check(
            "It parses forms of every sort for servers. Supports:\n\n- files",
            "It parses forms of every sort for servers.",
        );
    }

    #[test]
    fn what_a_readme_says_of_lessons_introduces_nothing() {
        check("# a\n\nIn this course you build shops.\n\nIt shows things.", "");
        check("# Theme for small shops\n\nWhat you'll learn here is much.", "Theme for small shops");
        check("# The tutorial of shops\n\nYou will learn much.", "");
        check("# Getting started with shops\n\nIn this video shops are built.", "");
        let made = "This project was bootstrapped with create-it.";
        check(&format!("# Discourse theme for shops\n\n{made}"), "Discourse theme for shops");
        check(&format!("# Course about small shops\n\n{made}"), "");
    }

    #[test]
    fn what_stands_below_an_image_is_no_introduction() {
        check(
            "# a\n\n<figure>\n<figcaption>\n<p>\nThe image above shows it.\n</p>\n</figcaption>\n</figure>\n\nIt shows things.",
            "It shows things.",
        );
        check("<figcaption>Above</figcaption>\n\nIt shows things.", "It shows things.");
        check(
            "<sup>\n\nIt is paid for by many.<br>Thanks to:\n</sup>\n\nIt shows things.",
            "It shows things.",
        );
        check("<table>\n<td>\nA cell of it.\n</table>\nIt shows things.", "It shows things.");
    }

    #[test]
    fn prose_is_found_behind_headings_badges_and_code() {
        check("# a\n\nTo run this:\n\n- x\n\nIt does b.\n", "It does b.");
        check("# a\n## One-Click Deploy\n\nDeploy yours.\n\n## The idea\n\nIt shows b.\n", "It shows b.");
        check("# Setup\n\nIt sets things up.\n", "It sets things up.");
        check("To run this:\n\n- x\n", "");
        let code = "```js\nmake()\n```\n\nIt keeps things.";
        check(&format!("# a\n\n> Small stores\n\nMake a `store`\n\n{code}"), "It keeps things.");
        check(&format!("# a\n\nFormat dates with ease\n\n{code}"), "Format dates with ease");
        check("# a\n\nTiny stores\n\n```js\nmake()\n```\n\nIt keeps things.", "Tiny stores");
        check("# a\n\nMakes stores.\n\n```js\nmake()\n```\n\nIt keeps things.", "Makes stores.");
        check(
            "Serves `/a` below /event/<int:event_id> and <b>more</b>.",
            "Serves `/a` below /event/<int:event_id> and more.",
        );
        check("# Title\n\n[![b](x)](y)\n<p>\n\nThe **best** tool\nfor it.\n\nMore.", "The best tool for it.");
        check("Title\n=====\nWhat it is.", "What it is.");
        check(":rocket: The fastest\n:tada: for cats.\n***\nMore.", ":rocket: The fastest :tada: for cats.");
        check("***\nWhat it is.", "What it is.");
        check("# T\n```sh\nnpm i\n```\n", "");
        check("# a\n## Gold sponsors ⭐\n\nBe one.\n\n## Why\n\nIt shows b.\n", "It shows b.");
        check(
            "# The Shop of Cats\n\nThis is a [Next.js](x) project bootstrapped with [`create-next-app`](y).",
            "The Shop of Cats",
        );
        check("# The Shop of Cats\n## A\n## B\n## C\n## D\n\nFollow these steps.", "The Shop of Cats");
        check("# Shop\n\nThis project was generated with [Angular CLI](x) version 1.", "");
        check("[x]: http://x\n- a\n- b\n\n> quote\n", "");
        check("", "");
    }

    #[test]
    fn marks_go_and_words_stay() {
        check("[Shop](http://x) sells <b>things</b> ![i](j) *now*.", "Shop sells things now.");
        check("a [b] c < d [e](f", "a [b] c < d [e](f");
        check("`Shop <http://x>`_ sells `a <b>` and `more <y>`__.", "Shop sells `a <b>` and more.");
        check("Wrap it in `<App a={*}>` first.", "Wrap it in `<App a={*}>` first.");
        check(
            "Writes a <script type=\"a\"> of a Promise<T>.",
            "Writes a <script type=\"a\"> of a Promise<T>.",
        );
        check(
            "It is <B>fast</B>, <EM>small</EM> and <BR>typed: Set<T>.",
            "It is fast, small and typed: Set<T>.",
        );
        check("It is **very *small* text**, 2**8.", "It is very small text, 2**8.");
        check("Fails if val is not a *[33]byte or a *Key.", "Fails if val is not a *[33]byte or a *Key.");
        check("![logo](x)\n\nText", "Text");
        check("&nbsp;A&nbsp;shop", "A shop");
        check("It is fast!<br>Really. Great!*very* see![1] it", "It is fast! Really. Great!very see![1] it");
    }
}
