//! A long body in short: its statements in order, each cut down to what it gives, calls or sets and on which condition. What
//! is left out shows as an ellipsis, but for messages to a log, and in scripts for what only loads a module or looks up an
//! element; and what is told means what the code means. Nothing here judges what a body is for.

mod brief;
mod places;
mod rests;

use oxc_ast::ast::{
    Argument, CallExpression, Expression, ForStatementLeft, FunctionBody, IfStatement, Statement, SwitchCase,
    TryStatement, VariableDeclarator,
};
use oxc_span::GetSpan;

use self::brief::{brief, code, function_head, operand};
use super::deeds::{call_of, run_at_once, statements_of};
use super::literals::assigned;
use super::loader::mentions;
use super::values;

/// How long a sketch may be, in bytes, and how short one that is cut.
const LONGEST: usize = 250;
const SHORTEST_CUT: usize = 40;
/// Code that is longer than so many times its room is not even looked at.
const MOST_READ: usize = 4;
/// How many statements of a script are told in fewer letters each.
const MOST_STATEMENTS: usize = 10;
/// How deep expressions are followed, and statements.
const DEEPEST: usize = 20;
const DEEPEST_STATEMENT: usize = 16;
/// A value behind a key, and the parameters of a function, are told if they are no longer, in bytes.
const LONGEST_HELD: usize = 16;
/// The same of the parameters of a function that is all that a body gives.
const LONGEST_MADE: usize = 48;
/// What stands for cases that are done with before the end of a body, which are left out.
const CASE: &str = "if (…) { …; return }";
/// What those call that only tell how far they are.
const LEVELS: &[&str] = &["debug", "error", "fatal", "info", "log", "silly", "trace", "verbose", "warn"];
const LOGGERS: &[&str] = &["console", "debug", "log", "logger"];
/// How elements of a page are found.
const FINDERS: &[&str] = &[
    "getElementById",
    "getElementsByClassName",
    "getElementsByName",
    "getElementsByTagName",
    "querySelector",
    "querySelectorAll",
];

/// How long the value of a constant may be, in bytes, how deep it is followed, and how much may be left out of it.
const LONGEST_VALUE: usize = 100;
const DEEPEST_VALUE: usize = 6;
const MOST_LEFT_OUT: usize = 4;

/// How much of a body is told, from most to least.
const WHOLE: Detail = Detail { expression: 90, blocks: 3, names: Names::All, guards: true };
const WIDE: Detail = Detail { expression: 56, blocks: 2, names: Names::Made, guards: true };
const NARROW: Detail = Detail { expression: 36, blocks: 1, names: Names::Made, guards: true };
const FLAT: Detail = Detail { blocks: 0, ..NARROW };
const OF_GUARDS: Detail = Detail { names: Names::None, ..FLAT };
const WITHOUT_GUARDS: Detail = Detail { guards: false, ..FLAT };
/// What is done last with what that rests on, which says more than what is done before.
const NEEDED: Detail = Detail { names: Names::Needed(rests::FURTHEST), ..FLAT };
const NEEDED_MOST: Detail = Detail { names: Names::Needed(1), ..FLAT };

/// The first one that fits is taken, or else the last one that tells something, which is cut: that is why one stands twice.
const DETAILS: &[Detail] = &[
    WHOLE,
    WIDE,
    NARROW,
    FLAT,
    NEEDED,
    NEEDED_MOST,
    WITHOUT_GUARDS,
    Detail { guards: false, ..NEEDED },
    Detail { guards: false, ..NEEDED_MOST },
    OF_GUARDS,
    WITHOUT_GUARDS,
];

/// The same where what is done last rests on nothing that is declared.
const DETAILS_OF_FREE: &[Detail] = &[WHOLE, WIDE, NARROW, FLAT, OF_GUARDS, WITHOUT_GUARDS];

/// The same of a hook with an effect, which says more than what it is prepared with.
const DETAILS_OF_HOOK: &[Detail] = &[
    WHOLE,
    Detail { expression: 56, blocks: 3, names: Names::None, guards: true },
    NARROW,
    FLAT,
    OF_GUARDS,
    WITHOUT_GUARDS,
];

#[derive(Clone, Copy)]
struct Detail {
    /// How long an expression may be, in bytes.
    expression: usize,
    /// Of how many levels of blocks all statements are told; of others the last one is.
    blocks: usize,
    names: Names,
    /// Whether it is told on which conditions the function ends early.
    guards: bool,
}

/// Which declarations of names are told.
#[derive(Clone, Copy, PartialEq)]
enum Names {
    All,
    /// Those whose value a call makes.
    Made,
    /// Those on which rests what is done last, at most so many declarations away.
    Needed(u8),
    None,
}

/// The statements of a body; `None` where there is nothing to leave out or to tell.
pub(super) fn of_body(body: &FunctionBody, source: &str) -> Option<String> {
    told(&body.statements, source, Whose::Function, handed(&body.statements).map(Sole::Call))
}

/// The same of a body that does nothing but to give the function `made`: `return (a, b) => { c(a); return d }`.
pub(super) fn of_made(made: &Expression, source: &str) -> Option<String> {
    if let Expression::ArrowFunctionExpression(it) = made.get_inner_expression()
        && it.body.as_expression().is_some_and(|it| !it.is_function())
    {
        let told = brief(made, LONGEST_VALUE, source, DEEPEST);
        return (!told.ends_with('…')).then(|| format!("return {told}"));
    }
    let inner = statements_of(made).filter(|it| it.len() > 1)?;
    told(inner, source, Whose::Function, Some(Sole::Made(made, inner)))
}

/// The same of a function that is nothing but a call which is handed another function.
pub(super) fn of_handing(given: &Expression, source: &str) -> Option<String> {
    let call = handed_by(given).filter(|(.., inner)| inner.len() > 1)?;
    told(&[], source, Whose::Function, Some(Sole::Call(call)))
}

/// What a script does itself, its statements in order, of which what only declares or loads is left out; of one that only
/// writes to a log, what it writes. `None` too where it is a single call.
pub(super) fn of_script(statements: &[Statement], source: &str) -> Option<String> {
    let several = |it: &String| it.contains("; ");
    let call = || told(statements, source, Whose::Call, Some(Sole::Call(sole(statements)?)));
    let own = told(statements, source, Whose::Script, None);
    // Of one call what it is given may be all that there is to say.
    let gives = |it: &String| it.contains("{ ") && !it.contains("=>") && !it.contains("(exports, ");
    let text = match own {
        Some(own) if several(&own) || sets_alone(statements) => Some(own),
        own => call().filter(several).or_else(|| own.filter(gives)),
    };
    let only_tells = acting(statements)
        .all(|it| matches!(it, Statement::ExpressionStatement(it) if only_tells(&it.expression)));
    if only_tells { told(statements, source, Whose::Log, None) } else { text }
}

/// Whether all that a script does is to set one thing: `process.env.TZ = 'UTC'`.
fn sets_alone(statements: &[Statement]) -> bool {
    let mut acting = acting(statements);
    let is_set = |it: &Statement| match it {
        Statement::ExpressionStatement(it) => matches!(it.expression, Expression::AssignmentExpression(_)),
        _ => false,
    };
    acting.next().is_some_and(is_set) && acting.next().is_none()
}

/// The statements that do something themselves.
fn acting<'b, 'a>(statements: &'b [Statement<'a>]) -> impl Iterator<Item = &'b Statement<'a>> {
    statements.iter().filter(|it| {
        it.as_module_declaration().is_none()
            && it.as_declaration().is_none()
            && !matches!(it, Statement::EmptyStatement(_))
    })
}

/// A call, and the last thing that it is given, a function, with what that does.
type Handed<'b, 'a> = (&'b CallExpression<'a>, &'b Expression<'a>, &'b [Statement<'a>]);

/// What is all that a body does.
#[derive(Clone, Copy)]
enum Sole<'b, 'a> {
    Call(Handed<'b, 'a>),
    /// A function that is given, with what that does.
    Made(&'b Expression<'a>, &'b [Statement<'a>]),
}

/// The call that is all that statements do.
fn sole<'b, 'a>(statements: &'b [Statement<'a>]) -> Option<Handed<'b, 'a>> {
    let mut acting = acting(statements);
    let Some(Statement::ExpressionStatement(only)) = acting.next().filter(|_| acting.next().is_none()) else {
        return None;
    };
    handed_by(&only.expression)
}

/// Whether all that a body gives is a call that is handed a function.
pub(super) fn hands_on(statements: &[Statement]) -> bool {
    handed(statements).is_some()
}

/// The call that is all that a body gives.
fn handed<'b, 'a>(statements: &'b [Statement<'a>]) -> Option<Handed<'b, 'a>> {
    let [Statement::ReturnStatement(only)] = statements else { return None };
    let given = only.argument.as_ref()?;
    matches!(given.get_inner_expression(), Expression::CallExpression(_)).then(|| handed_by(given))?
}

fn handed_by<'b, 'a>(value: &'b Expression<'a>) -> Option<Handed<'b, 'a>> {
    let call = call_of(value)?;
    let function = call.arguments.last()?.as_expression()?;
    Some((call, function, statements_of(function)?))
}

/// A hook of React that runs its first argument: `useEffect(() => { … }, [])`.
struct Effect<'b, 'a> {
    name: String,
    /// What is run.
    inner: &'b [Statement<'a>],
    /// Behind which changes.
    depends: &'static str,
}

fn effect<'b, 'a>(value: &'b Expression<'a>) -> Option<Effect<'b, 'a>> {
    let call = call_of(value)?;
    let name = values::path(&call.callee)?;
    let inner = call.arguments.first()?.as_expression().and_then(statements_of)?;
    let inner = match inner {
        [Statement::ExpressionStatement(only)] => run_at_once(&only.expression).unwrap_or(inner),
        _ => inner,
    };
    let depends = match call.arguments.get(1).and_then(Argument::as_expression) {
        None => "",
        Some(Expression::ArrayExpression(it)) if it.elements.is_empty() => ", []",
        Some(_) => ", […]",
    };
    let is_one = name.rsplit('.').next().is_some_and(|it| it.starts_with("use") && it.ends_with("Effect"));
    is_one.then_some(Effect { name, inner, depends })
}

/// A value as it is written, with less of what stands inside; `None` where too little is left.
pub(super) fn of_value(value: &Expression, source: &str) -> Option<String> {
    let fits = |told: &String| told.len() <= LONGEST_VALUE + LONGEST_VALUE / 5;
    let mut told = brief(value, LONGEST_VALUE, source, DEEPEST_VALUE);
    if let Expression::ConditionalExpression(it) = value.get_inner_expression()
        && !fits(&told)
    {
        let [one, other] =
            [&it.consequent, &it.alternate].map(|it| operand(it, LONGEST_VALUE / 2, source, DEEPEST_VALUE));
        told = format!("… ? {one} : {other}");
    }
    // Bodies are no values.
    let is_value = (!told.starts_with('…') || told.starts_with("… ? "))
        && !told.contains(['`', '\n'])
        && !told.contains("=> { ")
        && !told.contains("function");
    (fits(&told) && is_value && told.matches('…').count() <= MOST_LEFT_OUT && !told.ends_with("…"))
        .then_some(told)
}

/// Whether it does something by an effect.
fn has_effect(statements: &[Statement]) -> bool {
    statements.iter().any(|it| match it {
        Statement::ExpressionStatement(it) => effect(&it.expression).is_some(),
        _ => false,
    })
}

/// Whose statements are told.
#[derive(Clone, Copy, PartialEq)]
enum Whose {
    Function,
    Script,
    /// Those of a script that is one call, with what is given to it.
    Call,
    /// Those of a script that does nothing but write to a log.
    Log,
}

/// `only` is all that `statements` are, where that is told from within.
fn told(statements: &[Statement], source: &str, whose: Whose, only: Option<Sole>) -> Option<String> {
    let mut last: Option<Sketch> = None;
    // What a body does that is one attempt stands one level deeper.
    let is_attempt = matches!(statements, [Statement::TryStatement(_)]);
    // Of many statements of a script the first ones in full say more than all of them in a few letters.
    let is_long = whose == Whose::Script && acting(statements).count() > MOST_STATEMENTS;
    // So do the first cases of what does nothing but to tell cases apart.
    let is_switch = matches!(statements, [Statement::SwitchStatement(_)]);
    let rests = match only {
        None => rests::of(statements, source),
        Some(Sole::Made(_, inner) | Sole::Call((.., inner))) => rests::of(inner, source),
    };
    let details = match () {
        () if is_long || is_switch => &[WIDE],
        () if has_effect(statements) => DETAILS_OF_HOOK,
        () if rests.is_empty() => DETAILS_OF_FREE,
        () => DETAILS,
    };
    let places = if whose == Whose::Function { Vec::new() } else { places::of(statements) };
    for detail in details {
        let new = Sketch::new(source, *detail);
        let mut sketch =
            Sketch { outer: usize::from(is_attempt), whose, places: &places, rests: &rests, ..new };
        let lead = if whose == Whose::Function && only.is_some() { "return " } else { "" };
        sketch.push(lead);
        match only {
            Some(Sole::Call(call)) => sketch.sole(call, detail.blocks),
            Some(Sole::Made(made, inner)) => {
                let head = function_head(made, LONGEST_MADE, source);
                sketch.push(&format!("{head}{{ "));
                sketch.block(inner, detail.blocks);
                sketch.push(" }");
            }
            None => sketch.block(statements, detail.blocks),
        }
        // What is left where all conditions are left out may be nothing.
        if last.is_some() && !detail.guards && !sketch.text.contains('(') {
            continue;
        }
        // Of what is declared all may be left out again.
        let needs = matches!(detail.names, Names::Needed(_));
        let fits = !sketch.is_full && (!needs || says(&sketch.text));
        last = Some(sketch);
        if fits {
            break;
        }
    }
    let mut sketch = last?;
    if sketch.text.len() > LONGEST {
        // Between two statements of the body itself.
        let (end, calls) = sketch.borders.into_iter().rev().find(|(at, _)| *at <= LONGEST)?;
        if end < SHORTEST_CUT {
            return None;
        }
        sketch.text.truncate(end);
        sketch.text.push_str(if sketch.text.ends_with('…') { "" } else { "; …" });
        sketch.text.push_str(if is_attempt { " } …" } else { "" });
        sketch.text.push_str(if is_switch || matches!(only, Some(Sole::Made(..))) { " }" } else { "" });
        sketch.text.push_str(&" })".repeat(calls));
    }
    let text = places::told(&sketch.text, &places);
    // Of cases that all do the same the code says nothing.
    if is_switch && is_monotonous(&text) {
        return None;
    }
    says(&text).then_some(text)
}

/// Whether enough is told: what a body gives is what it is for, and where that cannot be told, nothing else says it.
fn says(text: &str) -> bool {
    let is_one = !text.contains("; ");
    let (left_out, pieces) = (text.matches('…').count(), text.split("; ").count());
    let is_blank = text.ends_with("return …") || (is_one && text.ends_with('…'));
    // What goes wrong where nothing else is told is told in words.
    let is_left_out = |it: &str| it == "…";
    let only_fails = text.split("; ").any(is_left_out)
        && text.split("; ").all(|it| is_left_out(it) || it.starts_with("throw "));
    text.contains(' ') && !is_blank && !only_fails && 2 * left_out <= 3 * pieces
}

/// Whether all cases of a switch that are told are followed by the same.
fn is_monotonous(switch: &str) -> bool {
    let bodies = switch.split(" case ").skip(1).filter_map(|it| it.split_once(": ")).map(|(_, body)| {
        let body = body.split(" default:").next().unwrap_or(body);
        body.trim_end_matches(" }").trim_end_matches('…').trim()
    });
    let bodies: Vec<&str> = bodies.collect();
    bodies.len() > 1 && bodies.windows(2).all(|pair| pair[0] == pair[1])
}

struct Sketch<'s> {
    source: &'s str,
    detail: Detail,
    whose: Whose,
    /// The constants that are told where they are used.
    places: &'s [(String, String)],
    /// The declarations on which rests what is done last, and how many declarations away they are.
    rests: &'s [(u32, u8)],
    text: String,
    /// Where statements of the body itself end, and in how many calls that are told from within; how deep these stand.
    borders: Vec<(usize, usize)>,
    calls: usize,
    outer: usize,
    /// How deep statements stand in others.
    depth: usize,
    /// Whether what was told last is that something is left out.
    has_left_out: bool,
    /// Whether there is no room left.
    is_full: bool,
}

impl<'s> Sketch<'s> {
    fn new(source: &'s str, detail: Detail) -> Self {
        let (text, borders) = (String::new(), Vec::new());
        let whose = Whose::Function;
        let (outer, depth, calls) = (0, 0, 0);
        Self {
            source,
            detail,
            whose,
            places: &[],
            rests: &[],
            text,
            borders,
            calls,
            outer,
            depth,
            has_left_out: false,
            is_full: false,
        }
    }

    fn push(&mut self, piece: &str) {
        self.is_full |= self.text.len() + piece.len() > LONGEST;
        self.text.push_str(piece);
        self.has_left_out = false;
    }

    /// Says once that something is left out there.
    fn leave_out(&mut self) {
        if !self.has_left_out {
            self.push("…");
        }
        self.has_left_out = true;
    }

    /// Says once that there are cases which are done with there.
    fn leave_case_out(&mut self) {
        if !self.text.trim_end_matches("; ").ends_with(CASE) {
            self.push(CASE);
        }
    }

    fn brief(&self, value: &Expression) -> String {
        brief(value, self.detail.expression, self.source, DEEPEST)
    }

    /// Statements with semicolons between them; of levels of blocks `left` are told whole.
    fn block(&mut self, statements: &[Statement], left: usize) {
        let start = self.text.len();
        for statement in statements {
            if self.is_full {
                return;
            }
            let (before, had_left_out) = (self.text.len(), self.has_left_out && self.text.len() > start);
            if before > start {
                self.text.push_str("; ");
            }
            let begun = self.text.len();
            self.has_left_out = had_left_out;
            self.statement(statement, left);
            if self.text.len() == begun {
                self.text.truncate(before);
            } else if self.depth == self.outer {
                self.borders.push((self.text.len(), self.calls));
            }
        }
    }

    /// A call that is all there is, with what the function does that it is given: `test('a', () => { b(); c() })`.
    fn sole(&mut self, (call, function, inner): (&CallExpression, &Expression, &[Statement]), left: usize) {
        let callee = operand(&call.callee, self.detail.expression, self.source, DEEPEST);
        let given = call.arguments.iter().filter_map(Argument::as_expression);
        let given = given.filter(|it| it.span() != function.span());
        let given = given.map(|it| self.brief(it) + ", ").collect::<String>();
        let head = function_head(function, LONGEST_HELD, self.source);
        self.push(&format!("{callee}({given}{head}{{ "));
        self.calls += 1;
        match sole(inner) {
            Some(call) if left > 0 => self.sole(call, left - 1),
            _ => self.block(inner, left),
        }
        self.push(" })");
        self.calls -= 1;
    }

    /// What stands behind a condition: one statement as it is, others in braces.
    fn branch(&mut self, statement: &Statement, left: usize, may_be_taken_for_another: bool) {
        let statements = match statement {
            Statement::BlockStatement(it) => &it.body[..],
            other => std::slice::from_ref(other),
        };
        self.inner(statements, left, may_be_taken_for_another);
    }

    fn inner(&mut self, statements: &[Statement], left: usize, in_braces: bool) {
        let told = if left == 0 { statements.len().saturating_sub(1) } else { 0 };
        let before = self.text.len();
        if told > 0 {
            self.leave_out();
            self.text.push_str("; ");
        }
        self.block(&statements[told..], left.saturating_sub(1));
        let inside = self.text[before..].trim_end_matches("; ").to_owned();
        self.text.truncate(before);
        self.has_left_out = false;
        match inside.as_str() {
            "" | "…" => self.leave_out(),
            inside if in_braces || inside.contains("; ") => {
                let inner = self.borders.iter_mut().filter(|(at, _)| *at > before);
                inner.for_each(|(at, _)| *at += "{ ".len());
                self.push(&format!("{{ {inside} }}"));
            }
            inside => self.push(inside),
        }
    }

    fn statement(&mut self, statement: &Statement, left: usize) {
        if self.is_full || self.depth == DEEPEST_STATEMENT {
            return;
        }
        self.depth += 1;
        self.of_sort(statement, left);
        self.depth -= 1;
    }

    fn of_sort(&mut self, statement: &Statement, left: usize) {
        match statement {
            Statement::ReturnStatement(it) => self.given(it.argument.as_ref(), left),
            Statement::ThrowStatement(it) => {
                let told = self.brief(&it.argument);
                self.push(&format!("throw {told}"));
            }
            Statement::ExpressionStatement(it) if self.whose != Whose::Log && only_tells(&it.expression) => {}
            // `fs = require('fs')`
            Statement::ExpressionStatement(it)
                if self.whose == Whose::Script && sets_module(&it.expression) => {}
            // `(async () => { … })()` is how a script runs.
            Statement::ExpressionStatement(it)
                if self.whose == Whose::Script
                    && self.depth == self.outer + 1
                    && let Some(inner) = run_at_once(&it.expression) =>
            {
                self.depth -= 1;
                self.block(inner, left);
                self.depth += 1;
            }
            // What a hook is for is often done by its effects.
            Statement::ExpressionStatement(it)
                if left > 0
                    && code(it.expression.span(), self.detail.expression, self.source).is_none()
                    && let Some(Effect { name, inner, depends }) = effect(&it.expression) =>
            {
                self.push(&format!("{name}(() => "));
                self.inner(inner, left, true);
                self.push(&format!("{depends})"));
            }
            Statement::ExpressionStatement(it) => {
                let told = self.brief(&it.expression);
                self.push(&told);
            }
            Statement::VariableDeclaration(it) => self.names(&it.declarations),
            // What follows is not done where others were done with before.
            Statement::IfStatement(it) if !self.detail.guards && is_case(it) => self.leave_case_out(),
            Statement::IfStatement(it) if !self.detail.guards && is_guard(it) => self.leave_out(),
            Statement::IfStatement(it) => self.condition(it, left),
            Statement::ForOfStatement(it) => {
                let (name, over) = (left_name(&it.left), self.brief(&it.right));
                let wait = if it.r#await { " await" } else { "" };
                self.looped(&format!("for{wait} ({name} of {over}) "), &it.body, left);
            }
            Statement::ForInStatement(it) => {
                let (name, over) = (left_name(&it.left), self.brief(&it.right));
                self.looped(&format!("for ({name} in {over}) "), &it.body, left);
            }
            Statement::ForStatement(it) => {
                let test = it.test.as_ref().map_or_else(String::new, |it| self.brief(it));
                let [begin, step] =
                    [it.init.is_some(), it.update.is_some()].map(|is| if is { "…" } else { "" });
                self.looped(&format!("for ({begin}; {test}; {step}) "), &it.body, left);
            }
            Statement::WhileStatement(it) => {
                let test = self.brief(&it.test);
                self.looped(&format!("while ({test}) "), &it.body, left);
            }
            Statement::DoWhileStatement(it) => {
                self.push("do ");
                self.branch(&it.body, left, true);
                let test = self.brief(&it.test);
                self.push(&format!(" while ({test})"));
            }
            // What a block declares is not what has that name around it.
            Statement::BlockStatement(it) if it.body.iter().any(|it| it.as_declaration().is_some()) => {
                self.push("{ ");
                self.block(&it.body, left);
                self.push(" }");
            }
            Statement::BlockStatement(it) => self.block(&it.body, left),
            Statement::LabeledStatement(it) => {
                self.push(&format!("{}: ", it.label.name));
                self.branch(&it.body, left, false);
            }
            Statement::TryStatement(it) => self.tried(it, left),
            Statement::SwitchStatement(it) => {
                let subject = self.brief(&it.discriminant);
                self.push(&format!("switch ({subject}) {{ "));
                self.cases(&it.cases, left);
                self.push(" }");
            }
            Statement::BreakStatement(it) => {
                let label = it.label.as_ref().map_or_else(String::new, |it| format!(" {}", it.name));
                self.push(&format!("break{label}"));
            }
            Statement::ContinueStatement(it) => {
                let label = it.label.as_ref().map_or_else(String::new, |it| format!(" {}", it.name));
                self.push(&format!("continue{label}"));
            }
            _ => {}
        }
    }

    fn given(&mut self, value: Option<&Expression>, left: usize) {
        let Some(value) = value else { return self.push("return") };
        // What is made does it.
        let Some(inner) = statements_of(value).filter(|_| left > 0) else {
            let told = self.brief(value);
            return self.push(&format!("return {told}"));
        };
        let head = function_head(value, LONGEST_HELD, self.source);
        self.push(&format!("return {head}"));
        self.inner(inner, left, true);
    }

    fn names(&mut self, declared: &[VariableDeclarator]) {
        let is_script = self.whose != Whose::Function;
        let is_told = |it: &&VariableDeclarator| {
            let name = it.id.get_binding_identifier().map(|it| it.name.as_str());
            let is_place = || self.places.iter().any(|(place, _)| Some(place.as_str()) == name);
            !is_script
                || !it
                    .init
                    .as_ref()
                    .is_some_and(|it| it.is_function() || loads(it) || finds(it) || is_place())
        };
        for (at, it) in declared.iter().filter(is_told).enumerate() {
            if at > 0 && !self.text.ends_with("; ") && !self.text.is_empty() {
                self.text.push_str("; ");
            }
            match self.named(it) {
                Some(told) => self.push(&told),
                None if it.init.is_some() => self.leave_out(),
                None => {}
            }
            if self.is_full {
                return;
            }
        }
        if declared.len() > 1 {
            self.text.truncate(self.text.trim_end_matches("; ").len());
        }
    }

    fn condition(&mut self, it: &IfStatement, left: usize) {
        let test = self.brief(&it.test);
        self.push(&format!("if ({test}) "));
        // `if (a) { if (b) c } else d`: without braces the last one would belong to the inner condition.
        let is_open = it.alternate.is_some() && has_condition(&it.consequent);
        self.branch(&it.consequent, left, is_open);
        if let Some(other) = &it.alternate {
            self.push(" else ");
            match other {
                Statement::IfStatement(_) => {
                    self.statement(other, left);
                    if self.text.ends_with(" else ") {
                        self.push("…");
                    }
                }
                other => self.branch(other, left, false),
            }
        }
    }

    fn tried(&mut self, it: &TryStatement, left: usize) {
        self.push("try ");
        self.inner(&it.block.body, left.max(1), true);
        if let Some(handler) = &it.handler {
            let start = self.text.len() + " catch".len();
            self.push(" catch ");
            self.inner(&handler.body.body, left, true);
            // What is caught is named where something is told that is done with it.
            let error = handler.param.as_ref().and_then(|it| it.pattern.get_binding_identifier());
            if let Some(error) = error.filter(|it| mentions(&self.text[start..], &it.name)) {
                let named = format!(" ({})", error.name);
                self.text.insert_str(start, &named);
                // What ends behind it ends further on.
                self.borders.iter_mut().filter(|(at, _)| *at >= start).for_each(|it| it.0 += named.len());
                self.is_full |= self.text.len() > LONGEST;
            }
        }
        if let Some(last) = &it.finalizer {
            self.push(" finally ");
            self.inner(&last.body, left, true);
        }
    }

    fn looped(&mut self, head: &str, body: &Statement, left: usize) {
        self.push(head);
        self.branch(body, left, false);
    }

    fn cases(&mut self, cases: &[SwitchCase], left: usize) {
        for (at, case) in cases.iter().enumerate() {
            if self.is_full {
                return;
            }
            let test = case.test.as_ref().map(|it| self.brief(it));
            let test = test.map_or_else(|| "default".to_owned(), |it| format!("case {it}"));
            self.push(&format!("{}{test}:", if at == 0 { "" } else { " " }));
            if case.consequent.is_empty() {
                continue;
            }
            self.push(" ");
            let before = self.text.len();
            if left == 0 {
                self.leave_out();
            } else {
                self.block(&case.consequent, left - 1);
            }
            let separator = if self.text.len() == before { "…;" } else { ";" };
            self.push(separator);
            // Between two cases of the body itself.
            if self.depth == self.outer + 1 {
                self.borders.push((self.text.len() - 1, self.calls));
            }
        }
    }

    /// `name = value`, where such names are told.
    fn named(&self, it: &VariableDeclarator) -> Option<String> {
        let init = it.init.as_ref()?;
        let value = match init.get_inner_expression() {
            Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
            value => value,
        };
        let is_made = matches!(value, Expression::CallExpression(_) | Expression::NewExpression(_));
        let is_told = match self.detail.names {
            Names::All => !value.is_function(),
            Names::Made => is_made,
            Names::Needed(most) => {
                let is_needed = |(start, away): &(u32, u8)| *start == it.span.start && *away <= most;
                !is_bare(value) && self.rests.iter().any(is_needed)
            }
            Names::None => false,
        };
        let name = code(it.id.span(), self.detail.expression, self.source)?;
        is_told.then(|| format!("{name} = {}", self.brief(init)))
    }
}

/// Whether a value says nothing of what is done with it: a function, a literal, another name, an empty list.
fn is_bare(value: &Expression) -> bool {
    match value {
        Expression::ArrayExpression(it) => it.elements.is_empty(),
        Expression::ObjectExpression(it) => it.properties.is_empty(),
        value => value.is_function() || value.is_literal() || value.is_identifier_reference(),
    }
}

/// Whether a value is an element that a page already has, which is told where it is used: `document.querySelector('a')`.
fn finds(value: &Expression) -> bool {
    let callee = call_of(value).and_then(|it| values::path(&it.callee));
    let method = callee.as_deref().and_then(|it| it.strip_prefix("document."));
    method.is_some_and(|it| FINDERS.contains(&it))
}

/// Whether a statement does nothing but to set a name to what a module gives.
fn sets_module(value: &Expression) -> bool {
    let Expression::AssignmentExpression(it) = value else { return false };
    assigned(it).is_some_and(|(_, module)| module.is_some())
}

/// Whether a value is what a module gives: `require('a').b`.
fn loads(value: &Expression) -> bool {
    let mut at = value.get_inner_expression();
    for _ in 0..DEEPEST {
        at = match at {
            Expression::CallExpression(it) if it.callee.is_specific_id("require") => return true,
            Expression::CallExpression(it) => &it.callee,
            Expression::StaticMemberExpression(it) => &it.object,
            Expression::AwaitExpression(it) => &it.argument,
            Expression::ImportExpression(_) => return true,
            _ => return false,
        }
        .get_inner_expression();
    }
    false
}

/// Whether a statement only tells how far it is: `console.log(a)`, `logger.info(a)`.
fn only_tells(value: &Expression) -> bool {
    let Some(path) = call_of(value).and_then(|it| values::path(&it.callee)) else { return false };
    let (of, method) = path.rsplit_once('.').unwrap_or(("", &path));
    let root = of.rsplit('.').next().unwrap_or_default().to_lowercase();
    LEVELS.contains(&method) && LOGGERS.contains(&root.as_str())
}

/// Whether the function ends where the condition holds, and goes on otherwise.
fn is_guard(it: &IfStatement) -> bool {
    let last = match &it.consequent {
        Statement::BlockStatement(it) => it.body.last(),
        other => Some(other),
    };
    let ends = matches!(last, Some(Statement::ReturnStatement(_) | Statement::ThrowStatement(_)));
    ends && it.alternate.is_none()
}

/// Whether the function does something where the condition holds and ends, and goes on otherwise.
fn is_case(it: &IfStatement) -> bool {
    let body = match &it.consequent {
        Statement::BlockStatement(it) => &it.body[..],
        _ => &[],
    };
    is_guard(it) && matches!(body, [.., _, Statement::ReturnStatement(last)] if last.argument.is_none())
}

/// Whether a statement ends in a condition, in whatever stands around that without braces.
fn has_condition(statement: &Statement) -> bool {
    let mut at = statement;
    for _ in 0..DEEPEST_STATEMENT {
        at = match at {
            Statement::IfStatement(_) | Statement::TryStatement(_) => return true,
            Statement::BlockStatement(it) => match it.body.last() {
                Some(last) => last,
                None => return false,
            },
            Statement::ForStatement(it) => &it.body,
            Statement::ForInStatement(it) => &it.body,
            Statement::ForOfStatement(it) => &it.body,
            Statement::WhileStatement(it) => &it.body,
            Statement::LabeledStatement(it) => &it.body,
            _ => return false,
        };
    }
    true
}

fn left_name(left: &ForStatementLeft) -> String {
    match left {
        ForStatementLeft::VariableDeclaration(it) => match &it.declarations[..] {
            [only] => only.id.get_binding_identifier().map_or("…", |id| id.name.as_str()).to_owned(),
            _ => "…".to_owned(),
        },
        _ => "…".to_owned(),
    }
}
