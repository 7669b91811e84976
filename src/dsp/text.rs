//! The purposes that the tool writes (design §5, texts).
//!
//! From documentation where there is some, else from structure. One line, capped, without control and bidirectional
//! characters, ending in ` (auto)`; never a count or a line number, so that an inner edit changes nothing. Pure.

use resolvers::facts::{Export, ExportSource, FileFacts, Symbol, SymbolKind};
use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use super::format::AUTO;
use super::markdown::first_paragraph;
use super::roots::Root;
use crate::graph::External;

/// The longest text in characters, ` (auto)` not counted.
const LONGEST: usize = 400;
/// The longest part of a text that is taken over from documentation.
pub(super) const LONGEST_PART: usize = 240;
/// How many names a text lists.
const MOST_NAMES: usize = 8;

/// The text as one safe line that says who wrote it.
#[must_use]
pub fn auto(text: &str) -> String {
    let mut line = clean(text, LONGEST);
    line.push_str(AUTO);
    line
}

/// One line of at most `longest` characters: control and bidirectional characters removed, white space folded.
#[must_use]
pub fn clean(text: &str, longest: usize) -> String {
    let mut line = String::with_capacity(text.len().min(longest));
    let mut length = 0;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = line.len();
        if start > 0 && !word.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().filter(|c| !is_invisible(*c)));
        if line.len() == start + 1 && start > 0 {
            line.truncate(start);
        }
        length += line[start..].chars().count();
        if length > longest {
            return shortened(line, start, longest);
        }
    }
    line
}

/// `line` without the word that starts at `word`, or, where it is the first one, cut inside it.
fn shortened(mut line: String, word: usize, longest: usize) -> String {
    let cut = if word > 0 { word } else { line.char_indices().nth(longest).map_or(line.len(), |(at, _)| at) };
    line.truncate(cut);
    line.push('…');
    line
}

/// Characters that change how a line reads without being seen.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What an external is.
#[must_use]
pub fn external(external: &External) -> String {
    let name = quoted(&external.name);
    auto(&match external.ecosystem {
        "npm" => format!("npm package {name}"),
        "node" => format!("Node.js module {name}"),
        "pypi" => format!("Python package {name}"),
        "python" => format!("Module {name} of the Python standard library"),
        ecosystem => format!("External dependency {name} ({ecosystem})"),
    })
}

/// What a file is; `facts` where a language reads it.
#[must_use]
pub fn file(path: &RepoPath, facts: Option<&FileFacts>) -> String {
    auto(&about(path, facts))
}

/// What a declaration is: `group` are the positions in `FileFacts::symbols` of all declarations of one name that are
/// merged into it, in source order.
#[must_use]
pub fn symbol(facts: &FileFacts, group: &[u32]) -> String {
    let declared: Vec<&Symbol> = group.iter().filter_map(|at| facts.symbols.get(*at as usize)).collect();
    let doc = declared.iter().find_map(|symbol| symbol.doc.as_deref());
    let doc = doc.map(|doc| clean(doc, LONGEST_PART)).filter(|doc| !doc.is_empty());
    let shown = declared.iter().min_by_key(|symbol| is_type(symbol.kind));
    let plain = || shown.map(|symbol| format!("{}{}", kind_word(symbol.kind), quoted(&symbol.name)));
    auto(&doc.or_else(plain).unwrap_or_default())
}

/// What a root is: the project in short, then the file itself.
#[must_use]
pub fn root(root: &Root, facts: Option<&FileFacts>, readme: Option<&str>, parts: &[String]) -> String {
    let mut text =
        if root.name.is_empty() { "Entry".to_owned() } else { format!("Entry of {}", quoted(&root.name)) };
    let description = root.description.as_deref().map(|text| clean(text, LONGEST_PART)).unwrap_or_default();
    let intro = readme.map(first_paragraph).unwrap_or_default();
    let repeated = intro.trim_end_matches('.') == description.trim_end_matches('.');
    for (at, part) in [&description, &intro].into_iter().filter(|part| !part.is_empty()).enumerate() {
        if at == 0 || !repeated {
            text.push_str(if at == 0 { ": " } else { ". " });
            text.push_str(part.trim_end_matches('.'));
        }
    }
    if let Some(said) = facts.and_then(said) {
        text.push_str(". ");
        text.push_str(said.trim_end_matches('.'));
    }
    if !parts.is_empty() {
        text.push_str(". Main parts: ");
        text.push_str(&list(parts.iter().map(|part| quoted(part))));
    }
    auto(&text)
}

/// `name` in back quotes; what could end them is taken out.
pub(super) fn quoted(name: &str) -> String {
    format!("`{}`", clean(&name.replace('`', ""), 80))
}

/// The first names, separated by commas; an ellipsis stands for the rest.
pub(super) fn list(names: impl Iterator<Item = String>) -> String {
    let mut names = names.peekable();
    let mut listed: Vec<String> = names.by_ref().take(MOST_NAMES).collect();
    if names.peek().is_some() {
        listed.push("…".to_owned());
    }
    listed.join(", ")
}

fn about(path: &RepoPath, facts: Option<&FileFacts>) -> String {
    facts.and_then(said).unwrap_or_else(|| role(path, facts.is_some()))
}

/// What the file says of itself: its documentation, else that of the one thing it exports, else its exports.
fn said(facts: &FileFacts) -> Option<String> {
    let words = |doc: &str| Some(clean(doc, LONGEST_PART)).filter(|doc| !doc.is_empty());
    let exports = exports(facts);
    let only = || match exports[..] {
        [Export { source: ExportSource::Local(local), .. }] => {
            declarations(facts, local).find_map(|it| it.doc.as_deref())
        }
        _ => None,
    };
    facts.doc.as_deref().and_then(words).or_else(|| only().and_then(words)).or_else(|| {
        let listed = || list(exports.iter().map(|export| exported(export, facts)));
        (!exports.is_empty()).then(|| format!("Exports {}", listed()))
    })
}

/// The exports, each name once: overloads and merged declarations are one thing.
fn exports(facts: &FileFacts) -> Vec<&Export> {
    let mut names = FxHashSet::default();
    facts.exports.iter().filter(|export| export.name == "*" || names.insert(export.name.as_str())).collect()
}

/// The top-level declarations of that name.
fn declarations<'f>(facts: &'f FileFacts, name: &str) -> impl Iterator<Item = &'f Symbol> {
    facts.symbols.iter().filter(move |symbol| symbol.container.is_none() && symbol.name == name)
}

fn exported(export: &Export, facts: &FileFacts) -> String {
    match &export.source {
        ExportSource::Star { specifier } => format!("everything of {}", quoted(specifier)),
        ExportSource::ReExport { specifier, .. } => {
            format!("{} of {}", quoted(&export.name), quoted(specifier))
        }
        ExportSource::Local(local) => {
            // Of merged declarations the one that runs says what the name is.
            let declared = declarations(facts, local).min_by_key(|symbol| is_type(symbol.kind));
            let kind = declared.map(|symbol| kind_word(symbol.kind)).unwrap_or_default();
            match (export.name.as_str(), local.as_str()) {
                ("default", "default") if kind.is_empty() => "a default".to_owned(),
                ("default", "default") => format!("a default {}", kind.trim_end()),
                ("default", local) => format!("default {kind}{}", quoted(local)),
                (name, _) => format!("{kind}{}", quoted(name)),
            }
        }
    }
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Interface | SymbolKind::Type | SymbolKind::Namespace)
}

fn kind_word(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Function => "function ",
        SymbolKind::Class => "class ",
        SymbolKind::Interface => "interface ",
        SymbolKind::Type => "type ",
        SymbolKind::Enum => "enum ",
        SymbolKind::Namespace => "namespace ",
        SymbolKind::Variable | SymbolKind::Method | SymbolKind::Field => "",
    }
}

fn role(path: &RepoPath, is_source: bool) -> String {
    let name = String::from_utf8_lossy(path.file_name()).into_owned();
    let word = match path.extension().to_ascii_lowercase().as_slice() {
        _ if name.ends_with(".d.ts") || name.ends_with(".d.mts") || name.ends_with(".d.cts") => {
            "Type declarations"
        }
        b"css" | b"scss" | b"sass" | b"less" | b"styl" | b"pcss" => "Style sheet",
        b"svg" | b"png" | b"jpg" | b"jpeg" | b"gif" | b"webp" | b"avif" | b"ico" | b"bmp" => "Image",
        b"json" | b"json5" | b"jsonc" | b"yaml" | b"yml" | b"toml" | b"csv" | b"xml" => "Data",
        b"html" | b"htm" => "Page",
        b"md" | b"mdx" | b"txt" => "Text",
        b"woff" | b"woff2" | b"ttf" | b"otf" | b"eot" => "Font",
        b"mp3" | b"mp4" | b"webm" | b"ogg" | b"wav" => "Media",
        b"wasm" => "WebAssembly module",
        b"sql" => "SQL",
        b"graphql" | b"gql" => "GraphQL document",
        b"vue" | b"svelte" | b"astro" => "Component",
        _ if is_source && is_test(path) => "Test",
        _ if is_source => "Module",
        _ => "File",
    };
    format!("{word} {}", quoted(&name))
}

fn is_test(path: &RepoPath) -> bool {
    let text = path.to_text();
    let name = text.rsplit('/').next().unwrap_or_default();
    let folders = ["__tests__/", "test/", "tests/"];
    name.contains(".test.")
        || name.contains(".spec.")
        || folders.iter().any(|folder| text.starts_with(folder) || text.contains(&format!("/{folder}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    fn check(fixture: &str, expected: &str) {
        let fixture = Fixture::parse(fixture);
        let facts = fixture.sources.first().map(|source| &source.facts);
        assert_eq!(file(&fixture.files[0], facts), expected);
    }

    #[test]
    fn documentation_comes_first_then_exports_then_the_role() {
        check("== a.ts\ndoc Adds numbers.\nfunction add", "Adds numbers. (auto)");
        check(
            "== a.ts\nfunction add\nclass Sum\nvariable zero",
            "Exports function `add`, class `Sum`, `zero` (auto)",
        );
        check(
            "== a.ts\nexport * from ./b\nexport x from ./c",
            "Exports everything of `./b`, `x` of `./c` (auto)",
        );
        check("== src/a.test.ts", "Test `a.test.ts` (auto)");
        check("== a.css", "Style sheet `a.css` (auto)");
        check("== a.vue", "Component `a.vue` (auto)");
        check("== LICENSE", "File `LICENSE` (auto)");
        check("== run.js", "Module `run.js` (auto)");
    }

    #[test]
    fn names_are_capped() {
        let many = (0..20).map(|n| format!("\nvariable v{n}")).collect::<Vec<_>>().concat();
        check(&format!("== a.ts{many}"), "Exports `v0`, `v1`, `v2`, `v3`, `v4`, `v5`, `v6`, `v7`, … (auto)");
    }

    #[test]
    fn a_text_is_one_harmless_line() {
        assert_eq!(clean(" a\n\tb\u{0}c \u{202e}\u{2028} d\u{200b}e ", 99), "a b c de");
        assert_eq!(clean("one two three", 8), "one two…");
        assert_eq!(clean("abcdefghij", 4), "abcd…");
        assert_eq!(clean("", 4), "");
    }
}
