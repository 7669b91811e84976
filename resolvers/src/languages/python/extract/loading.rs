//! What a file does to the imports of its process when it is loaded: folders that it puts on `sys.path`, as far as they
//! count from its own place, and modules that it makes itself.
//!
//! Literal texts, the usual functions on paths and names at the top level are followed. The bodies of functions are not:
//! nobody tells when they run.

use ruff_python_ast::{Expr, ExprCall, Operator, Stmt, StmtFor};
use ruff_text_size::Ranged;
use rustc_hash::FxHashMap;

use super::deeds::path;
use super::guard;
use crate::facts::{AddedPath, Header};

/// A text without any of these does nothing of the kind.
const WORDS: [&str; 4] = ["sys.path", "sys.meta_path", "sys.modules", "addsitedir"];

/// An expression that nests deeper is no path that anybody writes.
const DEEPEST: u32 = 32;

/// A longer list of folders is none that anybody writes.
const MOST: usize = 32;

/// Whether `source` may do something to imports.
pub(super) fn is_meant(source: &str) -> bool {
    WORDS.iter().any(|word| memchr::memmem::find(source.as_bytes(), word.as_bytes()).is_some())
}

/// A place that is counted from the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    /// So many steps upwards; none is the file itself.
    up: usize,
    below: Vec<String>,
}

impl Place {
    const FILE: Self = Self { up: 0, below: Vec::new() };

    fn parent(mut self) -> Self {
        if self.below.pop().is_none() {
            self.up += 1;
        }
        self
    }

    /// As `os.path.join` and what makes paths absolute have it together.
    fn join(mut self, text: &str) -> Option<Self> {
        if text.starts_with(['/', '~']) || text.contains('\\') {
            return None;
        }
        for segment in text.split('/') {
            match segment {
                "" | "." => {}
                ".." => self = self.parent(),
                name => self.below.push(name.to_owned()),
            }
        }
        Some(self)
    }

    /// From the folder of the file.
    fn relative(&self) -> Option<String> {
        let up = std::iter::repeat_n("..", self.up.checked_sub(1)?);
        Some(up.chain(self.below.iter().map(String::as_str)).collect::<Vec<_>>().join("/"))
    }
}

/// Reads statements in their order.
#[derive(Default)]
pub(super) struct Loading {
    added: Vec<AddedPath>,
    makes_modules: bool,
    /// Names with the place that they stand for; `None` where there may be several.
    names: FxHashMap<String, Option<Place>>,
    /// The name that a loop gives to texts, and the one of this round.
    said: Option<(String, String)>,
    /// How many statements around the one at hand may run or not.
    branches: u32,
}

impl Loading {
    pub(super) fn finish(self, header: &mut Header) {
        (header.paths, header.makes_modules) = (self.added, self.makes_modules);
    }

    pub(super) fn body(&mut self, source: &str, body: &[Stmt]) {
        for statement in body {
            guard::with_step(|| self.statement(source, statement));
        }
    }

    fn branch(&mut self, source: &str, body: &[Stmt]) {
        self.branches += 1;
        self.body(source, body);
        self.branches -= 1;
    }

    fn statement(&mut self, source: &str, it: &Stmt) {
        match it {
            Stmt::Expr(it) => {
                if let Expr::Call(call) = &*it.value {
                    self.call(call);
                }
            }
            Stmt::Assign(it) => {
                for target in &it.targets {
                    self.assign(source, target, &it.value);
                }
            }
            Stmt::AnnAssign(it) => {
                if let Some(value) = &it.value {
                    self.assign(source, &it.target, value);
                }
            }
            Stmt::AugAssign(it) if is_called(&it.target, "sys.path") => self.add_all(&it.value, false),
            Stmt::AugAssign(it) => {
                if let Expr::Name(name) = &*it.target {
                    self.names.insert(name.id.to_string(), None);
                }
            }
            Stmt::If(it) => {
                self.branch(source, &it.body);
                it.elif_else_clauses.iter().for_each(|clause| self.branch(source, &clause.body));
            }
            Stmt::Try(it) => {
                self.branch(source, &it.body);
                for handler in &it.handlers {
                    let ruff_python_ast::ExceptHandler::ExceptHandler(handler) = handler;
                    self.branch(source, &handler.body);
                }
                self.branch(source, &it.orelse);
                self.body(source, &it.finalbody);
            }
            Stmt::For(it) => self.each(source, it),
            Stmt::While(it) => self.branch(source, &it.body),
            Stmt::With(it) => self.body(source, &it.body),
            _ => {}
        }
    }

    /// The body once for each item of a list that is written there, else as something that may run.
    fn each(&mut self, source: &str, it: &StmtFor) {
        let written = items(&it.iter).filter(|items| items.len() <= MOST && self.said.is_none());
        let (Some(items), Expr::Name(name)) = (written, &*it.target) else {
            return self.branch(source, &it.body);
        };
        for item in items {
            self.assign(source, &it.target, item);
            self.said = text(item).map(|text| (name.id.to_string(), text.to_owned()));
            self.body(source, &it.body);
        }
        self.said = None;
    }

    fn call(&mut self, it: &ExprCall) {
        let arguments = &it.arguments.args;
        match path(&it.func).as_deref() {
            Some("sys.path.insert") => arguments.get(1).into_iter().for_each(|it| self.add(it, true)),
            Some("sys.path.append" | "site.addsitedir" | "addsitedir") => {
                arguments.first().into_iter().for_each(|it| self.add(it, false));
            }
            Some("sys.path.extend") => arguments.first().into_iter().for_each(|it| self.add_all(it, false)),
            Some("sys.meta_path.append" | "sys.meta_path.insert") => self.makes_modules = true,
            _ => {}
        }
    }

    fn assign(&mut self, source: &str, target: &Expr, value: &Expr) {
        match target {
            Expr::Name(name) => {
                let place = self.place(value, 0);
                let known = self.names.get(name.id.as_str());
                let is_other = known.is_some_and(|known| *known != place);
                let place = if self.branches > 0 && is_other { None } else { place };
                self.names.insert(name.id.to_string(), place);
            }
            Expr::Subscript(it) if is_called(&it.value, "sys.path") => self.add_all(value, true),
            // `sys.modules[__name__] = …` is the module itself, by whatever else.
            Expr::Subscript(it) if is_called(&it.value, "sys.modules") => {
                let key = it.slice.range();
                let key = source.get(key.start().into()..key.end().into()).unwrap_or_default();
                self.makes_modules |= key != "__name__" && key.contains("__name__");
            }
            target if is_called(target, "sys.path") => {
                let Expr::BinOp(it) = value else { return };
                if it.op == Operator::Add && is_called(&it.right, "sys.path") {
                    self.add_all(&it.left, true);
                } else if it.op == Operator::Add && is_called(&it.left, "sys.path") {
                    self.add_all(&it.right, false);
                }
            }
            _ => {}
        }
    }

    fn add_all(&mut self, it: &Expr, first: bool) {
        for item in items(it).into_iter().flatten() {
            self.add(item, first);
        }
    }

    fn add(&mut self, it: &Expr, first: bool) {
        let Some(dir) = self.place(it, 0).and_then(|place| place.relative()) else { return };
        let added = AddedPath { dir, first };
        if !self.added.contains(&added) {
            self.added.push(added);
        }
    }

    fn text<'e>(&'e self, it: &'e Expr) -> Option<&'e str> {
        let said = self.said.as_ref().filter(|(name, _)| is_called(it, name));
        said.map(|(_, text)| text.as_str()).or_else(|| text(it))
    }

    /// The place that `it` is.
    fn place(&self, it: &Expr, depth: u32) -> Option<Place> {
        if depth > DEEPEST {
            return None;
        }
        let place = |it: &Expr| self.place(it, depth + 1);
        match it {
            Expr::Name(name) if name.id.as_str() == "__file__" => Some(Place::FILE),
            Expr::Name(name) => self.names.get(name.id.as_str())?.clone(),
            Expr::Attribute(it) if it.attr.as_str() == "parent" => place(&it.value).map(Place::parent),
            Expr::Subscript(it) => {
                let at = it.slice.as_number_literal_expr()?.value.as_int()?.as_u8()?;
                match &*it.value {
                    // `Path(__file__).parents[1]`
                    Expr::Attribute(of) if of.attr.as_str() == "parents" => {
                        let parents = (0..=at).try_fold(place(&of.value)?, |it, _| Some(it.parent()));
                        parents.filter(|_| u32::from(at) <= DEEPEST)
                    }
                    // `os.path.split(__file__)[0]`
                    Expr::Call(call) if at == 0 && path(&call.func)? == "os.path.split" => {
                        call.arguments.args.first().and_then(place).map(Place::parent)
                    }
                    _ => None,
                }
            }
            Expr::BinOp(it) => {
                let text = self.text(&it.right)?;
                match it.op {
                    Operator::Div => place(&it.left)?.join(text),
                    // `here + '/lib'`
                    Operator::Add => place(&it.left)?.join(text.strip_prefix('/')?),
                    _ => None,
                }
            }
            Expr::Call(call) => self.called(call, depth),
            _ => None,
        }
    }

    /// The place that a function on paths, or a method of a path, answers.
    fn called(&self, call: &ExprCall, depth: u32) -> Option<Place> {
        let place = |it: &Expr| self.place(it, depth + 1);
        let arguments = &call.arguments.args;
        let joined = |from: Option<Place>, rest: &[Expr]| {
            rest.iter().try_fold(from?, |place, part| place.join(self.text(part)?))
        };
        if let Expr::Attribute(method) = &*call.func
            && let Some(of) = place(&method.value)
        {
            return match method.attr.as_str() {
                "resolve" | "absolute" | "as_posix" | "expanduser" => Some(of),
                "joinpath" => joined(Some(of), arguments),
                _ => None,
            };
        }
        let name = path(&call.func)?;
        let (module, function) = name.rsplit_once('.').unwrap_or(("", &name));
        let first = || arguments.first().and_then(place);
        match function {
            "dirname" => first().map(Place::parent),
            "abspath" | "realpath" | "normpath" | "normcase" | "fspath" | "str" | "unicode" => first(),
            "Path" | "PurePath" => joined(first(), arguments.get(1..)?),
            "join" if module.is_empty() || module.ends_with("path") => joined(first(), arguments.get(1..)?),
            // `inspect.getfile(inspect.currentframe())`
            "getfile" | "getsourcefile" => {
                let frame = arguments.first()?.as_call_expr()?;
                path(&frame.func)?.ends_with("currentframe").then_some(Place::FILE)
            }
            _ => None,
        }
    }
}

fn items(it: &Expr) -> Option<&[Expr]> {
    match it {
        Expr::List(it) => Some(&it.elts),
        Expr::Tuple(it) => Some(&it.elts),
        _ => None,
    }
}

fn is_called(it: &Expr, name: &str) -> bool {
    path(it).as_deref() == Some(name)
}

fn text(it: &Expr) -> Option<&str> {
    match it {
        Expr::StringLiteral(it) => Some(it.value.to_str()),
        it => match path(it)?.as_str() {
            "os.pardir" | "os.path.pardir" | "pardir" => Some(".."),
            "os.curdir" | "os.path.curdir" | "curdir" => Some("."),
            _ => None,
        },
    }
}
