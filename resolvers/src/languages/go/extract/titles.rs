//! What the cases of tests are called: subtests by the texts they are run with, in place or in a table, and the blocks
//! of Ginkgo. One pass over the tokens of a test; nothing here says what the file declares.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lex::{Kind, Lexer, Token};
use crate::facts::{Span, Symbol, SymbolKind, Title, TitleSort};
use crate::languages::go::case_name;

/// How many titles of a file are listed.
const MOST: usize = 512;
/// A longer text is no title, in bytes.
const LONGEST: usize = 120;
/// What Ginkgo calls what holds cases, and a case.
const SUITES: &[&[u8]] = &[b"Context", b"Describe", b"DescribeTable", b"When"];
const CASES: &[&[u8]] = &[b"Entry", b"It", b"Specify"];

/// The titles in source order; where subtests have some, the functions that hold tests are suites. `at` is where the text
/// begins.
pub(super) fn read(source: &[u8], at: usize, symbols: &[Symbol]) -> Vec<Title> {
    let none = Token { kind: Kind::End, span: Span::default() };
    let mut reader = Reader {
        source,
        last: [none; REMEMBERED],
        found: Vec::new(),
        open: Vec::new(),
        braces: Vec::new(),
        declaration: 0,
        blocks: 0,
        run: Run::default(),
    };
    let mut lexer = Lexer::new(source, at);
    loop {
        let token = lexer.next();
        reader.step(token);
        if token.kind == Kind::End {
            return reader.finish(symbols);
        }
    }
}

/// How many tokens are remembered.
const REMEMBERED: usize = 5;

/// What makes a text a title.
#[derive(Clone, Copy)]
enum Told<'s> {
    /// It is given to what runs a case, or to a block.
    Given(TitleSort),
    /// It is the value of a field, in a table whose rows are perhaps run by it.
    Field(&'s [u8], Row),
    /// It is the key of a row.
    Key(Row),
}

/// Where a row that leaves out its type stands: in which declaration of the file, in which block of that, and how deep.
/// What is a part of a row stands deeper.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Row {
    declaration: usize,
    block: usize,
    depth: usize,
}

/// A brace that is open.
#[derive(Clone, Copy, Default)]
struct Brace {
    /// What it makes is told by no type before it.
    is_row: bool,
    /// That holds for it, or for one around it in its block.
    is_in_row: bool,
    /// The block around, counted in the file from 1; 0 outside of blocks.
    block: usize,
}

/// What subtests are run with that are called by no literal.
#[derive(Default)]
struct Run<'s> {
    /// `name` of `t.Run(tt.name, …)`
    fields: FxHashSet<&'s [u8]>,
    /// `t.Run(name, …)`
    by_name: bool,
}

struct Reader<'s> {
    source: &'s [u8],
    /// The last tokens, the last one first.
    last: [Token; REMEMBERED],
    found: Vec<(Span, Told<'s>)>,
    /// The brackets that are open: of a block its place in `found`.
    open: Vec<Option<usize>>,
    braces: Vec<Brace>,
    /// How many declarations with braces have ended.
    declaration: usize,
    /// How many blocks have begun.
    blocks: usize,
    run: Run<'s>,
}

impl<'s> Reader<'s> {
    fn step(&mut self, token: Token) {
        match token.kind {
            Kind::Text => self.text(token),
            Kind::Comma => self.argument_ends(token),
            Kind::OpenBrace => {
                let brace = self.opened(self.before(1).0);
                self.braces.push(brace);
            }
            Kind::CloseBrace => {
                self.braces.pop();
                self.declaration += usize::from(self.braces.is_empty());
            }
            Kind::OpenParen => self.open.push(None),
            Kind::CloseParen => {
                if let Some(Some(at)) = self.open.pop() {
                    self.found[at].0.end = token.span.end;
                }
            }
            _ => {}
        }
        self.last.rotate_right(1);
        self.last[0] = token;
    }

    /// The brace behind `before`. In a row no block begins: what a function of it holds is a part of the row.
    fn opened(&mut self, before: Kind) -> Brace {
        let around = self.braces.last().copied().unwrap_or_default();
        let is_row = matches!(before, Kind::Colon | Kind::Comma | Kind::OpenBrace);
        if before == Kind::CloseParen && !around.is_in_row {
            self.blocks += 1;
            return Brace { is_row, is_in_row: false, block: self.blocks };
        }
        Brace { is_row, is_in_row: around.is_in_row || is_row, ..around }
    }

    fn word(&self, token: Token) -> &'s [u8] {
        &self.source[token.span.start as usize..token.span.end as usize]
    }

    /// The kind and the text of the token that stands `back` tokens before the one at hand.
    fn before(&self, back: usize) -> (Kind, &'s [u8]) {
        let token = self.last[back - 1];
        (token.kind, self.word(token))
    }

    fn text(&mut self, token: Token) {
        let rest = self.source[token.span.end as usize..].trim_ascii_start();
        let told = match (self.before(1), self.before(2)) {
            ((Kind::OpenParen, _), (Kind::Ident, name)) if rest.starts_with(b",") => {
                self.given(name, rest[1..].trim_ascii_start())
            }
            ((Kind::Colon, _), (Kind::Ident, name)) if self.braces.last().is_some_and(|it| it.is_row) => {
                Some(Told::Field(name, self.row()))
            }
            ((Kind::OpenBrace | Kind::Comma, _), _) if rest.starts_with(b":") => {
                rest[1..].trim_ascii_start().starts_with(b"{").then(|| Told::Key(self.row()))
            }
            _ => None,
        };
        let Some(told) = told else { return };
        if matches!(told, Told::Given(TitleSort::Suite))
            && let Some(open) = self.open.last_mut()
        {
            *open = Some(self.found.len());
        }
        self.found.push((token.span, told));
    }

    fn row(&self) -> Row {
        let block = self.braces.last().map_or(0, |it| it.block);
        Row { declaration: self.declaration, block, depth: self.braces.len() }
    }

    /// What the first thing given to the function `name` is, before `next`.
    fn given(&self, name: &[u8], next: &[u8]) -> Option<Told<'s>> {
        let of = match self.before(3).0 {
            Kind::Dot => self.before(4).1,
            _ => b"",
        };
        let is_block = matches!(of, b"" | b"ginkgo");
        match name {
            // A case is a function; what is given several texts is a program that runs.
            b"Run" if !of.is_empty() && !next.starts_with(b"\"") && !next.starts_with(b"`") => {
                Some(Told::Given(TitleSort::Case))
            }
            name if is_block && SUITES.contains(&name) => Some(Told::Given(TitleSort::Suite)),
            name if is_block && CASES.contains(&name) => Some(Told::Given(TitleSort::Case)),
            _ => None,
        }
    }

    /// Behind `t.Run(name` and `t.Run(tt.name`.
    fn argument_ends(&mut self, comma: Token) {
        let runs = |at: usize| self.before(at + 1).1 == b"Run" && self.before(at).0 == Kind::OpenParen;
        if runs(2) && self.before(1).0 == Kind::Ident {
            // Other things run too, with a context for instance; a case is written behind its name.
            let next = self.source[comma.span.end as usize..].trim_ascii_start();
            self.run.by_name |= next.starts_with(b"func");
        } else if runs(4) && self.before(2).0 == Kind::Dot && self.before(3).0 == Kind::Ident {
            let field = self.before(1).1;
            self.run.fields.insert(field);
        }
    }

    fn finish(self, symbols: &[Symbol]) -> Vec<Title> {
        // The row that a title stands in, and whether by its key; `None` where nothing is run by such.
        let run = |told: &Told<'_>| match told {
            Told::Field(name, row) => self.run.fields.contains(name).then_some((*row, false)),
            Told::Key(row) => self.run.by_name.then_some((*row, true)),
            Told::Given(_) => None,
        };
        let mut rows = FxHashMap::<(usize, usize, bool), usize>::default();
        for (Row { declaration, block, depth }, is_key) in self.found.iter().filter_map(|(_, told)| run(told))
        {
            let least = rows.entry((declaration, block, is_key)).or_insert(depth);
            *least = (*least).min(depth);
        }
        let is_title = |told: &Told<'_>| {
            let is_row = |(row, is_key): (Row, bool)| {
                rows.get(&(row.declaration, row.block, is_key)) == Some(&row.depth)
            };
            matches!(told, Told::Given(_)) || run(told).is_some_and(is_row)
        };
        let title = |(span, told): &(Span, Told<'s>)| {
            let sort = if let Told::Given(sort) = told { *sort } else { TitleSort::Case };
            Some(Title { text: self.unquoted(*span)?, sort, span: *span, is_skipped: false })
        };
        let found = self.found.iter().filter(|it| is_title(&it.1)).filter_map(title);
        let mut titles: Vec<Title> = found.take(MOST).collect();
        if titles.iter().all(|it| it.sort == TitleSort::Case) && !titles.is_empty() {
            titles.extend(symbols.iter().filter(|it| is_test(it)).map(|it| Title {
                text: it.name.clone(),
                sort: TitleSort::Suite,
                span: it.span,
                is_skipped: false,
            }));
            titles.sort_by_key(|it| it.span);
        }
        titles
    }

    /// What the literal that begins there says, on one line.
    fn unquoted(&self, span: Span) -> Option<String> {
        let literal = &self.source[span.start as usize..span.end as usize];
        let quote = literal.first()?;
        let end = memchr::memchr(*quote, &literal[1..])? + 1;
        let text = std::str::from_utf8(&literal[1..end]).ok()?.trim();
        let is_one = !text.is_empty() && text.len() <= LONGEST && !text.contains(['\\', '\n', '\r']);
        is_one.then(|| text.to_owned())
    }
}

fn is_test(symbol: &Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) && case_name(&symbol.name).is_some()
}
