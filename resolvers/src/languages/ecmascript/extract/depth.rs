//! How deep a text can make the strict parser recurse: never too little, and not much too much for ordinary code.
//!
//! Every level of recursion costs one of the bytes or words counted here. As long as the tokens are certain, strings
//! and comments count nothing, a closing bracket takes back what stood inside, and the end of a statement takes back
//! what stood in it. From the first doubt on (a `/` or `<` that may begin a regular expression or an element, an
//! unfinished literal) every such byte counts, wherever it stands, and none is taken back.

/// No fewer than the levels of recursion that parsing `text` can reach. `jsx`: some grammar has elements.
pub(super) fn most_levels(text: &str, jsx: bool) -> usize {
    let bytes = text.as_bytes();
    let mut scan = Scan {
        text: bytes,
        jsx,
        dots: has_namespaces(bytes),
        frames: vec![Frame {
            open: Open::Braces,
            outside: 0,
            inside: 0,
            list: false,
            angles: false,
            after: Before::Value,
        }],
        levels: 0,
        most: 0,
        before: Before::Operator,
        ended: Ended::No,
        last: 0,
        dot: None,
        after: Before::Value,
    };
    let doubt = scan.run();
    scan.most.max(scan.levels + all_levels(&bytes[doubt..], scan.dots))
}

/// No fewer than the levels of recursion that parsing `text` can reach, strings and comments counted as if they were
/// code: far too many for a large text, but nothing in the text can deceive it.
pub(super) fn all_levels_of(text: &str) -> usize {
    all_levels(text.as_bytes(), has_namespaces(text.as_bytes()))
}

/// Every byte and word of `text` that may be a level; an escape may hide a letter of a word.
fn all_levels(text: &[u8], dots: bool) -> usize {
    // Without a branch: this counts the bytes of the largest texts.
    let marks: usize = text.iter().map(|byte| usize::from(LEVELS[usize::from(*byte)])).sum();
    let dots = if dots { memchr::memchr_iter(b'.', text).count() } else { 0 };
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
    let words = PREFIX_WORDS.iter().map(|word| {
        let found = memchr::memmem::find_iter(text, word);
        let is_whole = |at: &usize| !is_letter(text[..*at].last()) && !is_letter(text.get(*at + word.len()));
        found.filter(is_whole).count()
    });
    marks + dots + words.sum::<usize>()
}

/// Which bytes are levels; a dot is one in names of namespaces.
const LEVELS: [bool; 256] = {
    let mut levels = [false; 256];
    let marks = b"([{<!~+-=?:@&*\\";
    let mut at = 0;
    while at < marks.len() {
        levels[marks[at] as usize] = true;
        at += 1;
    }
    levels
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Braces,
    Parentheses,
    Brackets,
    /// The hole of a template.
    Hole,
}

struct Frame {
    open: Open,
    /// The levels where the bracket stands and just inside of it.
    outside: usize,
    inside: usize,
    /// Commas end what stands before them.
    list: bool,
    /// A `<` in the list: commas may stand within it.
    angles: bool,
    /// What the closing bracket leaves behind: after those of `if`, `for`, `while` and `with` an operand follows.
    after: Before,
}

/// What the next token stands after.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// What ends an operand: `/` and `<` are operators.
    Value,
    /// What an operand follows: `/` begins a regular expression.
    Operator,
    Doubt,
}

/// A statement may have ended before the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    No,
    Line,
    Brace,
    Semicolon,
}

struct Scan<'t> {
    text: &'t [u8],
    jsx: bool,
    dots: bool,
    frames: Vec<Frame>,
    levels: usize,
    most: usize,
    before: Before,
    ended: Ended,
    /// The last mark.
    last: u8,
    /// The last token is a dot; in doubt where it may end a number or be one of three.
    dot: Option<Before>,
    /// What parentheses leave behind that open here.
    after: Before,
}

impl Scan<'_> {
    /// Reads on until the end or the first doubt, and says where that is.
    fn run(&mut self) -> usize {
        let mut at = 0;
        if self.text.starts_with(b"#!") {
            at = self.line_end(0);
        }
        while let Some(&byte) = self.text.get(at) {
            // Escapes and letters or blanks beyond ASCII may be part of any word; a decorator hides where a
            // statement ends.
            if !byte.is_ascii() || matches!(byte, b'\\' | b'@') {
                return at;
            }
            match self.token(at, byte) {
                Some(next) => at = next,
                None => return at,
            }
        }
        at
    }

    fn token(&mut self, at: usize, byte: u8) -> Option<usize> {
        match byte {
            b' ' | b'\t' | 0x0b | 0x0c => return Some(at + 1),
            b'\n' | b'\r' => {
                if self.ended == Ended::No && self.before == Before::Value {
                    self.ended = Ended::Line;
                }
                return Some(at + 1);
            }
            b'/' if self.text.get(at + 1) == Some(&b'/') => return Some(self.line_end(at)),
            b'/' if self.text.get(at + 1) == Some(&b'*') => {
                let length = memchr::memmem::find(&self.text[at + 2..], b"*/")?;
                return Some(at + length + 4);
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' => return self.word(at),
            _ => {}
        }
        if self.ended == Ended::Semicolon {
            self.reset();
        }
        self.ended = Ended::No;
        let after = std::mem::replace(&mut self.after, Before::Value);
        let many = self.dot.is_some();
        self.dot = (byte == b'.').then_some(if many { Before::Doubt } else { Before::Value });
        let before = self.before;
        self.before = Before::Operator;
        let next = match byte {
            b'\'' | b'"' => {
                self.before = Before::Value;
                self.string(at, byte)?
            }
            b'`' => self.template(at + 1)?,
            b'(' => {
                self.open(Open::Parentheses, true, after);
                at + 1
            }
            b'[' => {
                self.open(Open::Brackets, true, Before::Value);
                at + 1
            }
            b'{' => {
                let within = self.frames.last().is_some_and(|it| it.list);
                let list = match self.last {
                    b'=' | b'(' | b'[' | b',' => before == Before::Operator,
                    b':' => within && before == Before::Operator,
                    _ => false,
                };
                self.open(Open::Braces, list, Before::Value);
                at + 1
            }
            b')' => self.close(at, Open::Parentheses)?,
            b']' => self.close(at, Open::Brackets)?,
            b'}' if self.frames.last().is_some_and(|it| it.open == Open::Hole) => {
                let hole = self.frames.pop()?;
                self.levels = hole.inside;
                self.template(at + 1)?
            }
            b'}' => {
                let next = self.close(at, Open::Braces)?;
                self.before = Before::Doubt;
                self.ended = Ended::Brace;
                next
            }
            b';' => {
                self.ended = Ended::Semicolon;
                at + 1
            }
            b',' => {
                if let Some(frame) = self.frames.last().filter(|it| it.list && !it.angles) {
                    self.levels = frame.inside;
                }
                at + 1
            }
            b'/' => self.slash(at, before)?,
            b'<' | b'>' => self.angle(at, byte, before)?,
            b'!' => {
                self.before = if before == Before::Operator { before } else { Before::Doubt };
                self.level();
                at + 1
            }
            b'+' | b'-' => {
                if self.text[..at].ends_with(&[byte]) {
                    self.before = Before::Doubt;
                }
                self.level();
                at + 1
            }
            byte if LEVELS[usize::from(byte)] || byte == b'.' && self.dots => {
                self.level();
                at + 1
            }
            b'.' | b'%' | b'^' | b'|' => at + 1,
            // Letters beyond ASCII or blanks beyond ASCII, escapes, private names, and what is no token.
            _ => {
                self.before = Before::Doubt;
                at + 1
            }
        };
        self.last = byte;
        Some(next)
    }

    /// A comparison, a type argument, an arrow; none where it may begin an element or a comment.
    fn angle(&mut self, at: usize, byte: u8, before: Before) -> Option<usize> {
        if byte == b'<' {
            if self.text[at..].starts_with(b"<!--")
                || (self.jsx && (before != Before::Value || self.begins_line(at)))
            {
                return None;
            }
            if let Some(frame) = self.frames.last_mut() {
                frame.angles = true;
            }
            self.level();
        } else if self.text[..at].ends_with(b"--") {
            return None;
        } else {
            // `=>` stands before operands, the end of type arguments perhaps before operators.
            self.before = if self.text[..at].ends_with(b"=") { Before::Operator } else { Before::Doubt };
        }
        Some(at + 1)
    }

    /// Whether nothing but blanks stands before `at` in its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rev().find(|it| !matches!(it, b' ' | b'\t'));
        before.is_none_or(|it| matches!(it, b'\n' | b'\r'))
    }

    fn level(&mut self) {
        self.levels += 1;
        self.most = self.most.max(self.levels);
    }

    fn open(&mut self, open: Open, list: bool, after: Before) {
        let outside = self.levels;
        self.level();
        self.frames.push(Frame { open, outside, inside: self.levels, list, angles: false, after });
    }

    /// A bracket that does not match is an error, after which nothing is certain.
    fn close(&mut self, at: usize, open: Open) -> Option<usize> {
        if self.frames.len() < 2 || self.frames.last()?.open != open {
            return None;
        }
        let frame = self.frames.pop()?;
        // `if (a) if (b)` nests by its closed parentheses.
        self.levels = frame.outside + 1;
        self.before = frame.after;
        Some(at + 1)
    }

    /// Back to the statements of the innermost braces.
    fn reset(&mut self) {
        if let Some(frame) = self.frames.last().filter(|it| it.open == Open::Braces && !it.list) {
            self.levels = frame.inside;
        }
    }

    fn word(&mut self, at: usize) -> Option<usize> {
        let is_part = |it: &&u8| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'$');
        let end = at + self.text[at..].iter().take_while(is_part).count();
        let word = &self.text[at..end];
        let ends = match self.ended {
            Ended::No => false,
            Ended::Semicolon => !matches!(word, b"else" | b"while"),
            Ended::Line => begins_statement(word) && !matches!(word, b"class" | b"export"),
            Ended::Brace => begins_statement(word),
        };
        // A letter beyond ASCII or an escape may belong to the word.
        let is_whole = self.text.get(end).is_none_or(|it| it.is_ascii() && *it != b'\\');
        if ends && is_whole {
            self.reset();
        }
        self.ended = Ended::No;
        let dot = self.dot.take();
        let marked = at > 0 && (matches!(self.text[at - 1], b'#' | b'\\') || !self.text[at - 1].is_ascii());
        self.after = Before::Value;
        self.before = if !is_whole || marked {
            Before::Doubt
        } else if !is_keyword(word) {
            Before::Value
        } else if let Some(dot) = dot {
            self.after = dot;
            dot
        } else {
            self.after = match word {
                b"if" | b"for" | b"while" | b"with" => Before::Operator,
                b"await" => Before::Doubt,
                _ => Before::Value,
            };
            if is_operator(word) { Before::Operator } else { Before::Doubt }
        };
        if word[0].is_ascii_digit() {
            if !is_number(word) {
                return None;
            }
            if self.text.get(end) == Some(&b'.') {
                self.dot = Some(Before::Doubt);
                self.last = b'a';
                return Some(end + 1);
            }
        }
        if is_prefix_word(word) {
            self.level();
        }
        self.last = b'a';
        Some(end)
    }

    fn line_end(&self, at: usize) -> usize {
        let mut end = at;
        loop {
            let rest = &self.text[end..];
            let Some(next) = memchr::memchr3(b'\n', b'\r', 0xe2, rest) else { return self.text.len() };
            end += next;
            if self.text[end] != 0xe2 || is_separator(&self.text[end..]) {
                return end;
            }
            end += 1;
        }
    }

    /// The end of the string at `at`; none if it does not end in its line.
    fn string(&self, at: usize, quote: u8) -> Option<usize> {
        let mut at = at + 1;
        loop {
            at += memchr::memchr3(quote, b'\\', b'\n', &self.text[at..])?;
            match self.text[at] {
                b'\\' if self.text[at + 1..].starts_with(b"\r\n") => at += 3,
                b'\\' => at += 2,
                b'\n' => return None,
                _ => return Some(at + 1),
            }
            if at > self.text.len() {
                return None;
            }
        }
    }

    /// Reads the text of a template on from `at`, to its end or its next hole.
    fn template(&mut self, mut at: usize) -> Option<usize> {
        loop {
            at += memchr::memchr3(b'`', b'\\', b'$', self.text.get(at..)?)?;
            match self.text[at] {
                b'`' => {
                    self.before = Before::Value;
                    return Some(at + 1);
                }
                b'$' if self.text.get(at + 1) == Some(&b'{') => {
                    self.open(Open::Hole, false, Before::Value);
                    self.before = Before::Operator;
                    return Some(at + 2);
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
    }

    /// A division or a regular expression; none where that matters and is not certain.
    fn slash(&mut self, at: usize, before: Before) -> Option<usize> {
        if before == Before::Value {
            return Some(at + 1);
        }
        let end = self.regex_end(at);
        if before == Before::Operator {
            self.before = Before::Value;
            return end;
        }
        // One that does not end in its line is no regular expression, and one of plain text reads as either.
        let Some(end) = end else { return Some(at + 1) };
        let plain = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b' ' | b'_' | b'^' | b'|' | b'.');
        let rest = self.text.get(end).copied();
        let is_plain = self.text[at + 1..end - 1].iter().all(plain) && !matches!(rest, Some(b'/' | b'*'));
        self.before = Before::Doubt;
        is_plain.then_some(end)
    }

    fn regex_end(&self, at: usize) -> Option<usize> {
        let mut class = false;
        let mut at = at + 1;
        loop {
            match *self.text.get(at)? {
                b'\n' | b'\r' => return None,
                0xe2 if is_separator(&self.text[at..]) => return None,
                b'\\' if matches!(self.text.get(at + 1), Some(b'\n' | b'\r')) => return None,
                b'\\' if is_separator(&self.text[at + 1..]) => return None,
                b'\\' => at += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return Some(at + 1),
                _ => {}
            }
            at += 1;
        }
    }
}

/// Whether `word` is a number and no word stands at its end.
fn is_number(word: &[u8]) -> bool {
    word.iter().enumerate().all(|(at, byte)| match byte {
        b'x' | b'X' | b'o' | b'O' | b'b' | b'B' if at == 1 => true,
        b'n' => at + 1 == word.len(),
        byte => byte.is_ascii_hexdigit() || *byte == b'_',
    })
}

/// U+2028 and U+2029 end lines.
fn is_separator(text: &[u8]) -> bool {
    text.starts_with(b"\xe2\x80\xa8") || text.starts_with(b"\xe2\x80\xa9")
}

/// Reserved words that begin a statement and cannot go on with anything else, after an operand in an earlier line.
fn begins_statement(word: &[u8]) -> bool {
    matches!(
        word,
        b"const"
            | b"var"
            | b"function"
            | b"return"
            | b"import"
            | b"if"
            | b"for"
            | b"throw"
            | b"switch"
            | b"try"
            | b"class"
            | b"export"
    )
}

/// Reserved words after which an operand follows.
fn is_operator(word: &[u8]) -> bool {
    matches!(
        word,
        b"return"
            | b"typeof"
            | b"case"
            | b"in"
            | b"delete"
            | b"instanceof"
            | b"throw"
            | b"do"
            | b"else"
            | b"new"
    )
}

/// Words that may be no operand.
fn is_keyword(word: &[u8]) -> bool {
    is_operator(word)
        || is_prefix_word(word)
        || begins_statement(word)
        || matches!(
            word,
            b"void"
                | b"of"
                | b"as"
                | b"satisfies"
                | b"default"
                | b"let"
                | b"static"
                | b"get"
                | b"set"
                | b"while"
                | b"with"
                | b"catch"
                | b"break"
                | b"continue"
                | b"debugger"
                | b"accessor"
                | b"implements"
                | b"declare"
                | b"type"
                | b"from"
                | b"using"
                | b"defer"
                | b"source"
        )
}

/// Words after which an operand, a type or a statement follows without a bracket. A word that ends in one of them
/// (`0new`) is no word of the grammar.
const PREFIX_WORDS: [&[u8]; 20] = [
    b"new",
    b"typeof",
    b"void",
    b"delete",
    b"await",
    b"yield",
    b"do",
    b"else",
    b"async",
    b"keyof",
    b"readonly",
    b"unique",
    b"infer",
    b"asserts",
    b"abstract",
    b"is",
    b"extends",
    b"try",
    b"finally",
    b"return",
];

fn is_prefix_word(word: &[u8]) -> bool {
    PREFIX_WORDS.contains(&word)
}

/// `namespace a.b.c` nests at each dot.
fn has_namespaces(text: &[u8]) -> bool {
    // An escape may hide a letter of the word.
    ["namespace", "module", "\\u"].iter().any(|word| memchr::memmem::find(text, word.as_bytes()).is_some())
}
