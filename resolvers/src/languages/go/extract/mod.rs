//! Facts of one Go file.
//!
//! A scanner of our own instead of a parser: it is about ten times as fast as tree-sitter-go, which referees it in
//! the tests. No knowledge of paths, modules or builds may live here.

mod comments;
mod constraint;
mod declare;
mod deeds;
mod frame;
mod function;
mod guard;
mod imports;
mod lex;
mod scan;
mod statement;
#[cfg(test)]
mod tests;
mod titles;

use self::scan::Scanned;
use crate::facts::{Export, ExportSource, FileFacts, Header, Origin, Parse, SourceProblem, SymbolKind};
use crate::marker::{self, Layout};

/// What `source` says; of a test nobody can import anything. Pure and total; needs an ordinary stack.
pub(super) fn extract(source: &[u8], is_test: bool) -> FileFacts {
    let at = match start(source) {
        Ok(at) => at,
        Err(message) => return FileFacts::failed(message, 0),
    };
    let mut facts = facts(source, scan::scan(source, at));
    if is_test {
        facts.titles = titles::read(source, at, &facts.symbols);
        facts.exports.clear();
        facts.symbols.iter_mut().for_each(|symbol| symbol.exported = false);
    }
    facts
}

/// Where the comments and the head of `source` are.
pub(super) fn layout(source: &[u8]) -> Option<Layout> {
    let at = start(source).ok()?;
    Some(layout_of(&scan::scan(source, at)))
}

fn layout_of(scanned: &Scanned<'_>) -> Layout {
    let comments = scanned.comments.iter().map(|it| it.span).collect();
    let (head, prologue) = (Some(0), scanned.package_end);
    Layout { style: &marker::GO, head, prologue, comments, decorated: Vec::new() }
}

/// Where the text begins.
fn start(source: &[u8]) -> Result<usize, &'static str> {
    if u32::try_from(source.len()).is_err() {
        return Err("larger than 4 GiB");
    }
    if source.starts_with(&[0xff, 0xfe]) || source.starts_with(&[0xfe, 0xff]) {
        return Err("UTF-16, not UTF-8");
    }
    if source.iter().take(FIRST_BYTES).any(|byte| *byte == 0) {
        return Err("binary");
    }
    Ok(if source.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 })
}

/// In how many bytes a NUL makes a file binary, as git has it.
const FIRST_BYTES: usize = 8000;

fn head(source: &[u8], scanned: &Scanned<'_>) -> Header {
    let constraints = comments::constraints(source, &scanned.comments, scanned.package_at);
    Header {
        package: scanned.package.map(|name| String::from_utf8_lossy(name).into_owned()),
        never_built: constraint::is_never(&constraints),
        ..Header::default()
    }
}

fn facts(source: &[u8], scanned: Scanned<'_>) -> FileFacts {
    let first = scanned.comments.partition_point(|it| it.span.end <= scanned.package_at);
    let references = imports::references(&scanned);
    let mut imports = imports::imports(source, &scanned, &references);
    if imports.iter().any(|it| it.specifier == "embed") {
        let found = comments::embeds(source, &scanned.comments);
        imports.extend(found.into_iter().map(|(pattern, span)| imports::embed(pattern, span)));
    }
    let is_generated = comments::is_generated(source, &scanned.comments[..first]);
    let problems = scanned
        .wrong
        .as_ref()
        .map(|wrong| SourceProblem { message: wrong.message.to_owned(), offset: wrong.offset });
    let layout = layout_of(&scanned);
    let mut facts = FileFacts {
        parse: if problems.is_some() || scanned.unbalanced { Parse::Recovered } else { Parse::Complete },
        header: head(source, &scanned),
        doc: comments::doc_above(source, &scanned.comments, scanned.package_at),
        exports: exports(&scanned),
        imports,
        references,
        problems: problems.into_iter().collect(),
        origin: if is_generated { Origin::Generated } else { Origin::Written },
        symbols: scanned.symbols,
        guards: scanned.guards,
        ..FileFacts::default()
    };
    if marker::are_in(source) {
        layout.attach(source, &mut facts);
    }
    facts
}

/// Everything at the top level that has a capital name.
fn exports(scanned: &Scanned<'_>) -> Vec<Export> {
    let symbols = scanned.symbols.iter();
    let own = symbols.filter(|it| it.container.is_none() && it.exported && it.kind != SymbolKind::Method);
    own.map(|symbol| Export {
        name: symbol.name.clone(),
        source: ExportSource::Local(symbol.name.clone()),
        type_only: false,
        span: symbol.span,
    })
    .collect()
}
