//! What people meet in the markup of a file, which addresses its code asks, and what a component of one file is given and
//! tells.

use serde::{Deserialize, Serialize};

use super::deed::is_log;
use super::{FileFacts, LONGEST_ADDRESS, Symbol};
use crate::sql::{self, Touched};

/// Something that stands in markup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// One line, at most 60 characters; of a refusal at most 100 bytes, of a sketch about 255, of classes 100, of a step
    /// about 80, of a call about 72.
    pub text: String,
    /// What it is.
    pub sort: ShownSort,
    /// Index in `FileFacts::symbols` of the innermost listed declaration that holds it; `None` in a component of one
    /// file.
    pub symbol: Option<u32>,
}

/// What something in markup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShownSort {
    /// A text that says what what follows is: that of a heading, the title of a part.
    Heading,
    /// Another text that people read.
    Text,
    /// The key of a text that is translated.
    Message,
    /// An element of HTML that says what is done here: `form`, `table`.
    Element,
    /// An address that is asked, with the method where that is known: `/users`, `POST /users/${id}`. Stands in code.
    Request,
    /// What an error says that is thrown, and behind a backtick on what condition, where that is short. Stands in code.
    Refusal,
    /// The same of an error that is handed on to who goes on: of `next(new Error('text'))`. Stands in code.
    HandedError,
    /// What a migration does to a database: `addColumn(users, age)`, the beginning of SQL. Stands in code.
    Step,
    /// What a statement of the body of a file calls. Stands in code.
    Call,
    /// A method of HTTP that code asks a request for: `POST`. Stands in code.
    Method,
    /// What a function is decorated with: `shared_task`, `app.task`. Stands in code.
    Decorator,
    /// What a component provides to all that it holds, by a context of React.
    Provision,
    /// The key of a translated heading.
    HeadingKey,
    /// A text in code around the markup, of a message that comes and goes, say, and one that stands for an image.
    Notice,
    /// The key of such a text.
    NoticeKey,
    /// The name of the file that a component has its markup in, as it is written.
    Template,
    /// Where the text of a heading stands that is taken by its name: `messages.title`.
    HeadingPath,
    /// That of another text.
    TextPath,
    /// That of a text that is translated in code around the markup.
    NoticePath,
    /// What a document of GraphQL in code does: `mutation deletePost`, `fragment Post`. Stands in code.
    Operation,
    /// An element of HTML that is given what a component is given beside what it names itself.
    Base,
    /// What the function declares that the file is wrapped in: `Recent.init`. Stands in code.
    Inner,
    /// What a component is given in plain sight that is shown: `Bookmarks query={{ archived: true }}`.
    Given,
    /// A table of a database that the code reads: by SQL, or by what it is called there.
    TableRead,
    /// One that it changes.
    TableChanged,
    /// By what it chooses what it reads from a table, behind the name of that: `article author.id`; [`ALL`] where it takes all.
    ReadBy,
    /// By what it chooses what it changes in a table.
    ChangedBy,
    /// What a comment in the body of a function says that is done there; at most 230 bytes.
    Note,
    /// What a module lists that Angular or Nest puts together, behind the key: `providers Config`. Stands in code.
    Part,
    /// An address to which code leads people: `/login`. Stands in code.
    Redirect,
    /// A value that markup shows by its way: `article.title`.
    Value,
    /// What a class takes of its `this.props`.
    Prop,
    /// What an item of a list is called that a component has. Stands in code.
    Item,
    /// A refusal of the function that a function gives.
    RefusalOfGiven,
    /// A sentence that a function gives, and behind a backtick on what condition, where that is short. Stands in code.
    Reply,
    /// What documentation says of a member of an object type, behind its name, its type and backticks; of what is called it
    /// stands behind `()`. Stands in code.
    Member,
    /// What a reducer of a slice takes of the payload, and what it changes, behind its name, each behind a backtick. Stands in code.
    Reducer,
    /// The classes of CSS of the element that a component is.
    Look,
    /// What a function gives on a condition, and that behind a backtick; an ellipsis and a backtick where some of these are too
    /// long. Stands in code.
    Case,
    /// What a function tells cases apart by, and the first of these, each behind a backtick. Stands in code.
    Switch,
    /// What a file adds to the global scope: `Window.store`. Stands in code.
    Global,
    /// What a request is answered with where nothing goes wrong: `{ user, posts }`, `user`. Stands in code.
    Answer,
    /// The body of a function in short, at most about 255 bytes. Stands in code.
    Sketch,
    /// A component that is a member of something, and shown: `Picker.List`.
    Piece,
    /// A member of all that a function constructs. Stands in code.
    Constructed,
    /// What of the browser code calls that people see or want: `navigator.clipboard.writeText`. Stands in code.
    Browser,
    /// What a component shows for each of several things, and what of each, behind what is gone through and backticks:
    /// `` users`Card`it.name ``. Stands in code.
    Each,
    /// What runs where people click, type or send something in a template: `save`, `user.remove`. Stands in code.
    Handler,
    /// What a function without a name does that answers requests, behind the address and a backtick, in words.
    Served,
    /// An element of HTML with a class that says what it is: `div.loadingSpinner`. Stands in code.
    Class,
    /// On which condition a function gives anything: `` only if `isOpen` ``, `` nothing if `!user` ``.
    Vanishing,
    /// What a text says that a function gives.
    Written,
    /// What a router runs for all requests, behind the name of that and a backtick. Stands in code.
    Mounted,
    /// What the constructor of a class sets to a literal: `statusCode: 401`. Stands in code.
    Fixed,
    /// A variable of the environment that code reads: `API_URL`. Stands in code.
    Variable,
    /// What a request is denied with, and the status, behind a backtick.
    Denial,
    /// What a conditional type may be in the end, behind the one type that all its questions are about, if they are, and a
    /// backtick: `` T`Lower<T> ``. Stands in code.
    Outcome,
    /// An option of a command line and what is said of it, behind a backtick: `` --size`Generated ID size ``; without a name
    /// what the whole command line says of itself.
    Flag,
    /// What ties an element of a component to others, or says in what state it is: `htmlFor={id}`. Stands in code.
    Tie,
    /// What statements of the file set a component to: `theme: 'light'` of `Page.theme = 'light'`. Stands in code.
    Setting,
}

impl ShownSort {
    /// What the key of a text of this sort is.
    #[must_use]
    pub fn by_key(self) -> Self {
        match self {
            Self::Heading => Self::HeadingKey,
            Self::Notice => Self::NoticeKey,
            _ => Self::Message,
        }
    }

    /// What the place of a text of this sort is.
    pub(crate) fn by_path(self) -> Self {
        match self {
            Self::Heading => Self::HeadingPath,
            Self::Notice => Self::NoticePath,
            _ => Self::TextPath,
        }
    }

    /// What the text is whose place this is; `None` where it is none.
    #[must_use]
    pub fn of_path(self) -> Option<Self> {
        match self {
            Self::HeadingPath => Some(Self::Heading),
            Self::TextPath => Some(Self::Text),
            Self::NoticePath => Some(Self::Notice),
            _ => None,
        }
    }

    /// What the text is whose key this is; `None` where it is no key.
    #[must_use]
    pub fn of_key(self) -> Option<Self> {
        match self {
            Self::HeadingKey => Some(Self::Heading),
            Self::Message => Some(Self::Text),
            Self::NoticeKey => Some(Self::Notice),
            _ => None,
        }
    }
}

/// Methods of HTTP, in the order in which people list them.
pub const METHODS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/// How many of one sort are listed of one declaration where few tell enough, and of one file: the addresses to which people
/// are led, denials, variables, what a constructor sets.
const MOST_OF_FEW: (usize, usize) = (4, 256);
/// How many handlers of all requests are listed of one file.
const MOST_MOUNTED: (usize, usize) = (32, 32);
/// Of how many routes of a file it is listed what they do.
const MOST_SERVED: usize = 64;
/// What stands for a choice of everything in a table.
pub const ALL: &str = "*";
/// By how much one may choose from tables, and a file.
const MOST_SOUGHT: (usize, usize) = (6, 256);
/// The same of props.
const MOST_PROPS: (usize, usize) = (12, 256);
/// The same of cases.
const MOST_BRANCHES: (usize, usize) = (3, 256);
/// How many refusals of one declaration are listed, and of one file.
const MOST_REFUSALS: (usize, usize) = (2, 64);
/// A longer refusal says less than it takes, in bytes.
const LONGEST_REFUSAL: usize = 100;
/// How many calls of the body of a file are listed.
const MOST_CALLS: usize = 4;
/// What prepares a run, or a test, and says nothing of what a file is for.
const PREPARING: &[&str] = &[
    "after",
    "afterAll",
    "afterEach",
    "before",
    "beforeAll",
    "beforeEach",
    "console",
    "debug",
    "define",
    "describe",
    "dotenv",
    "import",
    "it",
    "jest",
    "log",
    "logger",
    "logging",
    "print",
    "require",
    "suite",
    "sys",
    "test",
    "vi",
    "warnings",
];
/// How many steps of one migration are listed.
const MOST_STEPS: usize = 5;
/// A longer step is cut behind a word, in bytes.
const LONGEST_STEP: usize = 80;
/// How many decorators of one function are listed, and how long each may be.
const MOST_DECORATORS: usize = 3;
const LONGEST_DECORATOR: usize = 72;
/// How many tables of one declaration are listed of each sort.
const MOST_TABLES: usize = 6;
/// And of one file.
const MOST_TABLES_OF_FILE: usize = 256;
/// Longer documentation says more than texts and errors do, in bytes.
pub(crate) const LONGEST_TITLE: usize = 48;

impl FileFacts {
    /// Lists what a statement of the body of the file calls, if that says something.
    pub(crate) fn call_of_body(&mut self, text: String) {
        let root = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let calls = self.shown.iter().filter(|it| it.sort == ShownSort::Call);
        let is_full = calls.clone().count() >= MOST_CALLS;
        let is_log = is_log(text.split('(').next().unwrap_or_default());
        if !PREPARING.contains(&root) && !is_log && !is_full && !calls.clone().any(|it| it.text == text) {
            self.shown.push(Shown { text, sort: ShownSort::Call, symbol: None });
        }
    }

    /// Lists a step of the migration that `symbol` takes.
    pub(crate) fn take_step(&mut self, text: &str, symbol: u32) {
        let mut step = String::new();
        for word in text.split_whitespace() {
            if step.len() + word.len() >= LONGEST_STEP {
                step.push('…');
                break;
            }
            let space = if step.is_empty() { "" } else { " " };
            step.extend([space, word]);
        }
        let own = self.shown.iter().filter(|it| it.sort == ShownSort::Step && it.symbol == Some(symbol));
        let is_full = own.clone().count() >= MOST_STEPS;
        if !step.trim_end_matches('…').is_empty() && !is_full && !own.clone().any(|it| it.text == step) {
            self.shown.push(Shown { text: step, sort: ShownSort::Step, symbol: Some(symbol) });
        }
    }

    /// Lists what `symbol` is decorated with, the first ones.
    pub(crate) fn decorate(&mut self, with: String, symbol: u32) {
        let own = |it: &&Shown| it.sort == ShownSort::Decorator && it.symbol == Some(symbol);
        // They were listed last.
        if with.len() <= LONGEST_DECORATOR
            && self.shown.iter().rev().take_while(own).count() < MOST_DECORATORS
        {
            self.shown.push(Shown { text: with, sort: ShownSort::Decorator, symbol: Some(symbol) });
        }
    }

    /// Lists what a function tells of itself by its branches, where its body is asked at all; the first ones.
    pub(crate) fn branch(&mut self, text: String, sort: ShownSort, symbol: u32) {
        let is_asked = self.symbols.get(symbol as usize).is_some_and(Symbol::is_told_by_body);
        let alike = self.shown.iter().filter(|it| it.sort == sort);
        let own = alike.clone().filter(|it| it.symbol == Some(symbol));
        let is_full = own.clone().count() >= MOST_BRANCHES.0 || alike.count() >= MOST_BRANCHES.1;
        if is_asked && !is_full && !own.clone().any(|it| it.text == text) {
            self.shown.push(Shown { text, sort, symbol: Some(symbol) });
        }
    }

    /// Lists the tables that `text` is about where it is SQL.
    pub(crate) fn query(&mut self, text: &str, symbol: u32) {
        if !self.has_all_tables() {
            for Touched { table, is_changed } in sql::tables(text) {
                self.list_table(table, is_changed, symbol);
            }
        }
    }

    /// Lists a table that `symbol` reads or changes.
    pub(crate) fn touch(&mut self, table: &str, is_changed: bool, symbol: u32) {
        if !self.has_all_tables() {
            self.list_table(table, is_changed, symbol);
        }
    }

    /// Lists an address to which `symbol` leads people.
    pub(crate) fn lead(&mut self, address: &str, symbol: u32) {
        self.list_once((ShownSort::Redirect, MOST_OF_FEW), address, Some(symbol));
    }

    /// Lists what `symbol` answers a request with.
    pub(crate) fn reply_with(&mut self, told: &str, symbol: u32) {
        self.list_once((ShownSort::Answer, MOST_OF_FEW), told, Some(symbol));
    }

    /// Lists what the router `on` runs for all requests.
    pub(crate) fn mount(&mut self, on: &str, handler: &str) {
        self.list_once((ShownSort::Mounted, MOST_MOUNTED), &format!("{on}`{handler}"), None);
    }

    /// Lists what the constructor of `class` sets.
    pub(crate) fn fix(&mut self, told: &str, class: u32) {
        self.list_once((ShownSort::Fixed, MOST_OF_FEW), told, Some(class));
    }

    /// Lists a variable of the environment that `symbol` reads; of what every tool sets nobody learns anything.
    pub(crate) fn read_variable(&mut self, name: &str, symbol: u32) {
        let is_plain = name.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_');
        if is_plain && !matches!(name, "DEV" | "MODE" | "NODE_ENV" | "PROD" | "SSR") {
            self.list_once((ShownSort::Variable, MOST_OF_FEW), name, Some(symbol));
        }
    }

    /// Lists what `symbol` denies a request with.
    pub(crate) fn deny(&mut self, told: &str, symbol: u32) {
        self.list_once((ShownSort::Denial, MOST_OF_FEW), told, Some(symbol));
    }

    /// Lists what `symbol` takes of its `this.props`.
    pub(crate) fn take_prop(&mut self, name: &str, symbol: u32) {
        self.list_once((ShownSort::Prop, MOST_PROPS), name, Some(symbol));
    }

    /// Lists what `symbol` has the browser do.
    pub(crate) fn ask_browser(&mut self, callee: &str, symbol: u32) {
        self.list_once((ShownSort::Browser, MOST_OF_FEW), callee, Some(symbol));
    }

    /// Lists what `symbol` shows for each of something.
    pub(crate) fn show_each(&mut self, told: &str, symbol: Option<u32>) {
        self.list_once((ShownSort::Each, MOST_OF_FEW), told, symbol);
    }

    /// Lists an element whose class says what it is.
    pub(crate) fn show_class(&mut self, element: &str, symbol: u32) {
        self.list_once((ShownSort::Class, MOST_OF_FEW), element, Some(symbol));
    }

    /// Whether there is room for what is said of one more route whose handler has no name.
    pub(crate) fn has_all_served(&self) -> bool {
        self.shown.iter().filter(|it| it.sort == ShownSort::Served).count() >= MOST_SERVED
    }

    /// Lists what is `said` of such a route, which is one of `on` and which `within` has registered.
    pub(crate) fn say_of_route(&mut self, on: Option<&str>, within: Option<u32>, address: &str, said: &str) {
        if !self.has_all_served() && self.said_of_route(on, within, address).is_none() {
            let text = format!("{}`{address}`{said}", on.unwrap_or_default());
            self.shown.push(Shown { text, sort: ShownSort::Served, symbol: within });
        }
    }

    /// What is said of the route that has these ([`Route`](super::Route)), where its handler has no name.
    #[must_use]
    pub fn said_of_route(&self, on: Option<&str>, within: Option<u32>, address: &str) -> Option<&str> {
        let mut all = self.shown.iter().filter(|it| it.sort == ShownSort::Served && it.symbol == within);
        all.find_map(|it| {
            let (own, rest) = it.text.split_once('`')?;
            let said = rest.strip_prefix(address)?.strip_prefix('`')?;
            (own == on.unwrap_or_default()).then_some(said)
        })
    }

    /// Lists the function that runs where people do something with what `symbol` shows.
    pub(crate) fn handle_event(&mut self, function: &str, symbol: Option<u32>) {
        self.list_once((ShownSort::Handler, MOST_OF_FEW), function, symbol);
    }

    fn list_once(&mut self, (sort, most): (ShownSort, (usize, usize)), text: &str, symbol: Option<u32>) {
        let all = self.shown.iter().filter(|it| it.sort == sort);
        let own = all.clone().filter(|it| it.symbol == symbol);
        let is_full = own.clone().count() >= most.0 || all.count() >= most.1;
        if text.len() <= LONGEST_ADDRESS && !is_full && !own.clone().any(|it| it.text == text) {
            self.shown.push(Shown { text: text.to_owned(), sort, symbol });
        }
    }

    fn has_all_tables(&self) -> bool {
        self.shown.iter().filter(|it| is_table(it.sort)).count() >= MOST_TABLES_OF_FILE
    }

    fn list_table(&mut self, table: &str, is_changed: bool, symbol: u32) {
        let sort = if is_changed { ShownSort::TableChanged } else { ShownSort::TableRead };
        let own = self.shown.iter().filter(|it| it.sort == sort && it.symbol == Some(symbol));
        if own.clone().count() < MOST_TABLES && !own.clone().any(|it| it.text == table) {
            self.shown.push(Shown { text: table.to_owned(), sort, symbol: Some(symbol) });
        }
    }

    /// Lists by what `symbol` chooses from a table: `author.id`, or [`ALL`].
    pub(crate) fn seek(&mut self, table: &str, key: &str, is_changed: bool, symbol: u32) {
        let sort = if is_changed { ShownSort::ChangedBy } else { ShownSort::ReadBy };
        self.list_once((sort, MOST_SOUGHT), &format!("{table} {key}"), Some(symbol));
    }

    /// Lists what an error says that `symbol`, or the function that it gives, throws on a condition, or a sentence that it gives,
    /// if that says something and documentation does not say more. A condition holds no backtick.
    pub(crate) fn refuse(&mut self, text: &str, condition: Option<&str>, symbol: u32, sort: ShownSort) {
        let doc = self.symbols.get(symbol as usize).and_then(|it| it.doc.as_deref());
        let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.len() > LONGEST_REFUSAL {
            // `e.g. `
            let is_end = |at: &usize| {
                *at <= LONGEST_REFUSAL
                    && !["e.g", "i.e", "etc", "vs"].iter().any(|it| text[..*at].ends_with(it))
            };
            if let Some(end) = text.match_indices(". ").map(|(at, _)| at).find(is_end) {
                text.truncate(end);
            }
        }
        let fewest = if condition.is_some() { 1 } else { 2 };
        let speaks = text.len() <= LONGEST_REFUSAL
            && text.split(' ').count() >= fewest
            && !text.contains(['`', '\\'])
            && !text.chars().any(char::is_control);
        // What is thrown on two conditions is told without one.
        let again = |it: &&mut Shown| {
            it.sort == sort && it.symbol == Some(symbol) && it.text.split('`').next() == Some(&text)
        };
        if let Some(known) = self.shown.iter_mut().find(again) {
            known.text = text;
            return;
        }
        let refusals = self.shown.iter().filter(|it| it.sort == sort);
        let own = refusals.clone().filter(|it| it.symbol == Some(symbol));
        let is_full = own.clone().count() >= MOST_REFUSALS.0 || refusals.count() >= MOST_REFUSALS.1;
        if speaks && !is_full && doc.is_none_or(|doc| doc.len() <= LONGEST_TITLE) {
            let text = condition.map_or_else(|| text.clone(), |condition| format!("{text}`{condition}"));
            self.shown.push(Shown { text, sort, symbol: Some(symbol) });
        }
    }
}

/// What shows people a message when it is called by itself, or as a member of the window.
const SHOWING: &[&str] = &["alert", "confirm", "enqueueSnackbar", "prompt", "showToast", "snackbar", "toast"];
/// Objects whose methods do, and those methods.
const SHOWN_BY: &[&str] = &["snackbar", "toast"];
const SHOWING_METHODS: &[&str] =
    &["error", "info", "loading", "message", "open", "show", "success", "warn", "warning"];

/// Whether what is called shows people a message that it is given: `toast.success`, `window.alert`.
#[must_use]
pub fn shows_people(callee: &str) -> bool {
    let bare = callee.strip_prefix("window.").unwrap_or(callee);
    let (of, method) = bare.rsplit_once('.').unwrap_or_default();
    let of = of.rsplit('.').next().unwrap_or_default();
    SHOWING.contains(&bare) || SHOWN_BY.contains(&of) && SHOWING_METHODS.contains(&method)
}

/// What asks people, by its last name.
const ASKING: &[&str] = &["ask", "prompt", "prompts", "question"];

/// Whether what is called asks people a question that it is given: `inquirer.prompt`, `readline.question`.
#[must_use]
pub fn asks_people(callee: &str) -> bool {
    callee.rsplit('.').next().is_some_and(|last| ASKING.contains(&last))
}

fn is_table(sort: ShownSort) -> bool {
    matches!(sort, ShownSort::TableRead | ShownSort::TableChanged)
}

/// The two sides of a component of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sides {
    /// What it is given, in source order, the first ones.
    pub props: Vec<String>,
    /// The events that it tells, in source order, the first ones.
    pub events: Vec<String>,
}
