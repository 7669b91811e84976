//! What a style sheet defines: classes, else elements; animations, mixins, variables; or what it takes in. Pure.

use super::super::super::{MOST_NAMES, few};

/// Kinds of things that a text names.
const MOST_KINDS: usize = 2;
/// More declarations are not told, and no longer ones, in bytes.
const FEW_DECLARATIONS: usize = 4;
const LONGEST_DECLARATION: usize = 60;

/// What the style sheet `text` is about.
pub(super) fn told(text: &str) -> Option<String> {
    let mut found = Found::default();
    found.read(&without_comments(text));
    // What is for the page as a whole comes first; else classes say more than elements.
    let is_global = found.elements.iter().any(|it| matches!(it.as_str(), "*" | "body" | "html"));
    let both: Vec<String> = found.elements.iter().chain(&found.classes).cloned().collect();
    let styled = match (is_global, found.classes.is_empty()) {
        (true, _) => &both,
        (_, true) => &found.elements,
        (_, false) => &found.classes,
    };
    let tailwind = if found.loads_tailwind { vec!["Tailwind CSS".to_owned()] } else { Vec::new() };
    let kinds = [
        ("loads ", &tailwind),
        ("styles ", styled),
        ("animates ", &found.frames),
        ("has mixins ", &found.mixins),
        ("sets ", &found.variables),
        ("takes in ", &found.imports),
    ];
    let told = kinds.map(|(lead, names)| few(lead, names.iter().map(String::as_str), MOST_NAMES));
    let most = MOST_KINDS + tailwind.len();
    let mut told: Vec<String> = told.into_iter().filter(|it| !it.is_empty()).take(most).collect();
    // Of few declarations all say what they are for.
    if found.declared.len() <= FEW_DECLARATIONS && !styled.is_empty() {
        let said = few("with ", found.declared.iter().map(String::as_str), FEW_DECLARATIONS);
        if let Some(first) = told.get_mut(tailwind.len()).filter(|_| !said.is_empty()) {
            first.push(' ');
            first.push_str(&said);
        }
    }
    (!told.is_empty()).then(|| told.join("; "))
}

#[derive(Default)]
struct Found {
    classes: Vec<String>,
    elements: Vec<String>,
    frames: Vec<String>,
    mixins: Vec<String>,
    variables: Vec<String>,
    imports: Vec<String>,
    /// `@tailwind base`, `@import 'tailwindcss'`
    loads_tailwind: bool,
    /// What is declared for elements, as it is written.
    declared: Vec<String>,
}

/// A block that is open.
struct Block {
    /// Rules stand in it as they do at the top.
    holds_rules: bool,
    /// What it says of how its own elements look.
    declares: bool,
    /// The classes and elements that its head named first, and whether it only holds rules for parts of these so far.
    named: Vec<String>,
    has_parts: bool,
}

impl Found {
    /// Reads the rules at the top and in `@media`, `@layer` and the like. What is nested in a rule belongs to it, but for the
    /// classes in one that says nothing itself.
    fn read(&mut self, text: &str) {
        let mut open: Vec<Block> = Vec::new();
        let mut start = 0;
        for (at, sign) in text.char_indices().filter(|(_, it)| matches!(it, '{' | '}' | ';')) {
            let head = text[start..at].trim();
            let is_top = open.iter().all(|it| it.holds_rules);
            start = at + 1;
            if sign == '{' {
                let is_part = head.starts_with('.')
                    && open.split_last().is_some_and(|(last, around)| {
                        !last.holds_rules
                            && !last.declares
                            && !last.named.is_empty()
                            && around.iter().all(|it| it.holds_rules)
                    });
                if let Some(last) = open.last_mut().filter(|_| is_part) {
                    last.has_parts = true;
                }
                let before = (self.classes.len(), self.elements.len());
                // What is named is noted, whether or not more of it is read.
                let holds_rules = if is_top || is_part { self.holds_rules(head) } else { false };
                let holds_rules = is_top && holds_rules;
                let named =
                    self.classes[before.0..].iter().chain(&self.elements[before.1..]).cloned().collect();
                open.push(Block { holds_rules, declares: false, named, has_parts: false });
                continue;
            }
            self.declaration(head, is_top);
            if let Some(last) = open.last_mut() {
                last.declares |= !head.is_empty();
            }
            if sign == '}'
                && let Some(block) = open.pop().filter(|it| it.has_parts && !it.declares)
            {
                // Its parts say what it is about.
                self.classes.retain(|it| !block.named.contains(it));
                self.elements.retain(|it| !block.named.contains(it));
            }
        }
    }

    /// Notes what the head of a block names; whether rules stand in the block as they do at the top.
    fn holds_rules(&mut self, head: &str) -> bool {
        let Some(rule) = head.strip_prefix('@') else {
            head.split(',').for_each(|selector| self.selector(selector.trim()));
            return false;
        };
        let (name, rest) = rule.split_once([' ', '(']).unwrap_or((rule, ""));
        let named = rest.trim().split([' ', '(']).next().unwrap_or_default();
        match name {
            "mixin" | "function" => note(&mut self.mixins, named),
            _ if name.ends_with("keyframes") => note(&mut self.frames, named),
            _ => {}
        }
        matches!(name, "media" | "supports" | "layer" | "container" | "scope" | "include" | "if" | "else")
    }

    fn selector(&mut self, selector: &str) {
        let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '\\');
        if let Some((_, class)) = selector.split_once('.') {
            let end = class.find(|it| !is_name(it)).unwrap_or(class.len());
            if class.starts_with(|it: char| it.is_alphabetic() || matches!(it, '_' | '-')) {
                note(&mut self.classes, &format!(".{}", &class[..end]));
            }
        } else if selector.starts_with(|it: char| it.is_alphabetic() || matches!(it, '#' | '[' | '*')) {
            note(&mut self.elements, selector);
        }
    }

    /// A declaration, or an at-rule without a block.
    fn declaration(&mut self, text: &str, is_top: bool) {
        if let Some((name, rest)) = text.strip_prefix('@').and_then(|rule| rule.split_once(' ')) {
            let place =
                rest.trim().trim_start_matches("url(").split([' ', ')', ',']).next().unwrap_or_default();
            let place = place.trim_matches(['"', '\'']);
            match name {
                "tailwind" => self.loads_tailwind = true,
                "import" if place.split('/').next() == Some("tailwindcss") => self.loads_tailwind = true,
                "import" | "use" | "forward" => {
                    note(&mut self.imports, &shown(place));
                }
                _ => {}
            }
            return;
        }
        let Some((name, value)) = text.split_once(':') else { return };
        let name = name.trim();
        if self.declared.len() <= FEW_DECLARATIONS && !name.starts_with(['-', '$', '@']) {
            let told = format!("{name}: {}", value.split_whitespace().collect::<Vec<_>>().join(" "));
            let told = shown(&told);
            let is_short = told.len() <= LONGEST_DECLARATION && !told.contains('`');
            self.declared.push(if is_short { told } else { format!("{name}: …") });
        }
        let is_variable = name.starts_with("--") || is_top && name.starts_with(['$', '@']);
        if is_variable && name[1..].bytes().all(|it| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_'))
        {
            note(&mut self.variables, name);
        }
    }
}

/// Notes a name once, and no more names than tell that there are others.
fn note(names: &mut Vec<String>, name: &str) {
    if !name.is_empty() && names.len() <= MOST_NAMES && !names.iter().any(|it| it == name) {
        names.push(name.to_owned());
    }
}

/// Signs that mean something where they stand in no quotes, and what stands for them where they do.
const SIGNS: [(char, char); 3] = [('{', '\u{1}'), ('}', '\u{2}'), (';', '\u{3}')];

/// What is quoted, with what stands for its signs.
fn hidden(quoted: &str) -> String {
    quoted.chars().map(|c| SIGNS.iter().find(|(own, _)| *own == c).map_or(c, |it| it.1)).collect()
}

/// Read text as it is written.
fn shown(read: &str) -> String {
    read.chars().map(|c| SIGNS.iter().find(|(_, stands)| *stands == c).map_or(c, |it| it.0)).collect()
}

/// The text without comments, and with what stands for the signs in what is quoted. `url(//cdn…)` is no comment.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        rest = if let Some(inner) = mark.strip_prefix("/*") {
            inner.split_once("*/").map_or("", |(_, behind)| behind)
        } else if mark.starts_with("//") && !before.ends_with([':', '(']) {
            mark.find('\n').map_or("", |end| &mark[end..])
        } else if let Some(behind) = mark.strip_prefix('/') {
            out.push('/');
            behind
        } else {
            let (quote, inner) = mark.split_at(1);
            let end = inner.find([mark.as_bytes()[0] as char, '\n']).unwrap_or(inner.len());
            out.push_str(quote);
            out.push_str(&hidden(&inner[..end]));
            out.push_str(quote);
            inner.get(end + 1..).unwrap_or_default()
        };
    }
    out.push_str(rest);
    out
}
